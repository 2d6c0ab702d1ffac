//! Bots at the tables of a page: who has to act, what it finds, that it acts, and how it answers draws.
//!
//! A bot thinks in a page of its own, which is handed the log.
//! It gets a glimpse and nothing else, as everywhere.
//! How far it thinks is a number of nodes, as at a server, so a level is the same everywhere.

use kit_bots::{Bot, Level, Limit, UnknownLevel, Wish};
use kit_play::{Seat, Viewer};
use kit_sitting::pace::{USUAL_PACE, answer_time, moments};
use kit_sitting::{Error, TableId};

use crate::message::{BotTurn, Reply, Thought};
use crate::page::{Page, Stop, Under};

/// A whole chance, as it is counted in messages.
const WHOLE: f64 = 10_000.0;

impl Page {
    /// Says which bot has to act, unless none has.
    pub(crate) fn next_bot(&mut self, table: &TableId, under: &Under, reply: &mut Reply) -> Result<(), Stop> {
        let sitting = &self.table(table)?.sitting;
        let bots = sitting.bots_to_act();
        let Some((seat, level)) = bots.first() else { return Ok(()) };
        let drawn = answer_time(USUAL_PACE, level_named(level)?, &mut under.chance());
        reply.bot = Some(BotTurn {
            seat: sitting.about().seat_name(*seat).to_owned(),
            moments: moments(drawn).map(|moment| moment.as_millis() as u64).collect(),
            prompt: sitting.stamp(Viewer::Seat(*seat)).1,
            head: sitting.head(),
        });
        Ok(())
    }

    /// Bots answer the draws that are offered to them, by how they saw the game when they last decided.
    pub(crate) fn answer_draws(
        &mut self,
        table: &TableId,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        for seat in self.table(table)?.sitting.bots_offered_draw() {
            let agrees = self.tempers.get(table).is_some_and(|tempers| tempers.accept_draw(seat));
            self.change(table, under, reply, |sitting, at, _| {
                Ok(sitting.bot_answers(seat, agrees, at)?.map(|done| (done, ())))
            })?;
        }
        self.tell(table, None, under, reply);
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
        let level = level_named(level)?;
        let glimpse = sitting.glimpse_for(seat)?;
        let mut chance = under.chance();
        // When its answer is given was drawn from the same luck.
        answer_time(USUAL_PACE, level, &mut chance);
        let most = level.nodes(glimpse.about().open);
        let limit = Limit { nodes: nodes.map(|nodes| nodes.min(most)), ..Limit::by_level() };
        let thought = Bot::new(level, chance).choose(&glimpse, &limit);
        reply.thought = thought.map(|thought| Thought {
            action: thought.action,
            chance: (thought.chance_to_win * WHOLE).round() as u32,
            nodes: thought.nodes,
        });
        Ok(())
    }

    /// A bot does what it found, or gives up, if it still has to act; then it may offer a draw.
    pub(crate) fn bot_acts(
        &mut self,
        table: &TableId,
        seat: &str,
        thought: Thought,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        let sitting = &self.table(table)?.sitting;
        let seat = sitting.seat_named(seat)?;
        let bots = sitting.bots_to_act();
        let Some((_, level)) = bots.iter().find(|(waiting, _)| *waiting == seat) else { return Ok(()) };
        let level = level_named(level)?;
        let Thought { action, chance, nodes } = thought;
        let thought = kit_bots::Thought {
            action,
            chance_to_win: f64::from(chance) / WHOLE,
            depth: 0,
            worlds: 0,
            nodes,
        };
        let tempers = self.tempers.entry(table.clone()).or_default();
        let wish = tempers.after(seat, level, &thought);
        let decided = (thought.action.as_str(), wish == Some(Wish::Resign));
        let acted = self.change(table, under, reply, |sitting, at, chance| {
            match sitting.bot_decides(seat, decided, at, chance) {
                Ok(done) => Ok(done.map(|done| (done, ()))),
                // Somebody was faster, so it thinks again.
                Err(Error::NotOffered(_) | Error::Over) => Ok(None),
                Err(error) => Err(error),
            }
        });
        if let (Ok(Some(())), Some(Wish::Draw)) = (&acted, wish) {
            self.offer_draw(table, seat, under, reply)?;
        }
        self.tell(table, None, under, reply);
        acted?;
        self.answer_draws(table, under, reply)
    }

    /// Offers a draw for a bot, where it may.
    fn offer_draw(
        &mut self,
        table: &TableId,
        seat: Seat,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        self.change(table, under, reply, |sitting, at, _| {
            // Where it may not, it plays on.
            Ok(sitting.bot_offers_draw(seat, at).ok().map(|done| (done, ())))
        })?;
        Ok(())
    }
}

/// A level, or what is wrong with its name: a bot that plays at another level than was agreed would be
/// another bot.
fn level_named(level: &str) -> Result<Level, Error> {
    level.parse().map_err(|unknown: UnknownLevel| Error::BadTerms(unknown.sentence()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_level_is_refused() {
        assert_eq!(level_named("club").expect("a level"), Level::Club);
        let problem = level_named("grandmaster").expect_err("no level").to_string();
        assert!(problem.contains("grandmaster") && problem.contains("casual"), "{problem}");
    }
}
