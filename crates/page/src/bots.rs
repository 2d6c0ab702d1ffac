//! Bots at the tables of a page: who has to act, what it finds, and that it acts.
//!
//! A bot thinks in a page of its own, which is handed the log.
//! It gets a glimpse and nothing else, as everywhere.

use kit_bots::{Bot, Level, Limit};
use kit_sitting::pace::{USUAL_PACE, answer_time};
use kit_sitting::{Error, TableId};

use crate::message::{BotTurn, Reply, Thought};
use crate::page::{Page, Stop, Under};

impl Page {
    /// Says which bot has to act, unless none has.
    pub(crate) fn next_bot(&mut self, table: &TableId, under: &Under, reply: &mut Reply) -> Result<(), Stop> {
        let sitting = &self.table(table)?.sitting;
        let bots = sitting.bots_to_act();
        let Some((seat, level)) = bots.first() else { return Ok(()) };
        let level = level_named(level);
        reply.bot = Some(BotTurn {
            seat: sitting.about().seat_name(*seat).to_owned(),
            wait: answer_time(USUAL_PACE, level, &mut under.chance()).as_millis() as u64,
            nodes: level.nodes(sitting.about().open),
            head: sitting.head(),
        });
        Ok(())
    }

    /// Lets a bot think that has to act.
    pub(crate) fn think(
        &mut self,
        table: &TableId,
        seat: &str,
        nodes: Option<u64>,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        let sitting = &mut self.table(table)?.sitting;
        let seat = sitting.seat_named(seat)?;
        let bots = sitting.bots_to_act();
        let Some((_, level)) = bots.iter().find(|(waiting, _)| *waiting == seat) else { return Ok(()) };
        let level = level_named(level);
        let glimpse = sitting.glimpse_for(seat)?;
        let mut chance = under.chance();
        // When its answer is given was drawn from the same luck.
        answer_time(USUAL_PACE, level, &mut chance);
        let most = level.nodes(glimpse.about().open);
        let limit = Limit { nodes: nodes.map(|nodes| nodes.min(most)), ..Limit::by_level() };
        let thought = Bot::new(level, chance).choose(&glimpse, &limit);
        reply.thought = thought.map(|thought| Thought { action: thought.action, nodes: thought.nodes });
        Ok(())
    }

    /// A bot acts, if it still has to.
    pub(crate) fn bot_acts(
        &mut self,
        table: &TableId,
        seat: &str,
        action: &str,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        let seat = self.table(table)?.sitting.seat_named(seat)?;
        let acted = self.change(table, under, reply, |sitting, at, chance| {
            if !sitting.bots_to_act().iter().any(|(waiting, _)| *waiting == seat) {
                return Ok(None);
            }
            match sitting.act(seat, action, at, chance) {
                Ok(done) => Ok(Some((done, ()))),
                // Somebody was faster, so it thinks again.
                Err(Error::NotOffered(_) | Error::Over) => Ok(None),
                Err(error) => Err(error),
            }
        });
        self.tell(table, None, under, reply);
        acted.map(|_| ())
    }
}

fn level_named(level: &str) -> Level {
    level.parse().unwrap_or(Level::Casual)
}
