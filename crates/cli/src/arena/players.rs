//! Who plays in the arena: bots, and what they are measured against.

use std::fmt;
use std::time::Duration;

use kit_bots::{Bot, Level, Limit, Thought};
use kit_play::{Chance, Glimpse, NodeStanding};

/// How somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A bot, limited by the nodes of its level, so that what it does depends on no machine.
    Level(Level),
    /// A bot that has no longer than this for a decision.
    Within(Level, Duration),
    /// Whoever takes what looks best at once, and never asks what comes of it.
    Greedy,
}

impl From<Level> for Player {
    fn from(level: Level) -> Player {
        Player::Level(level)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Level(level) => level.fmt(f),
            Player::Within(level, time) => write!(f, "{level} {} ms", time.as_millis()),
            Player::Greedy => f.write_str("greedy"),
        }
    }
}

impl Player {
    /// A player at a seat.
    pub fn seated(self, chance: Chance) -> Seated {
        match self {
            Player::Level(level) => Seated::Bot(Bot::new(level, chance), Limit::by_level()),
            Player::Within(level, time) => Seated::Bot(Bot::new(level, chance), Limit::within(time)),
            Player::Greedy => Seated::Greedy(chance),
        }
    }
}

/// Who sits at a table.
pub enum Seated {
    Bot(Bot, Limit),
    Greedy(Chance),
}

impl Seated {
    /// What is done now; nothing when the seat has nothing to decide.
    pub fn choose(&mut self, glimpse: &Glimpse) -> Option<Thought> {
        match self {
            Seated::Bot(bot, limit) => bot.choose(glimpse, limit),
            Seated::Greedy(chance) => greedy(glimpse, chance),
        }
    }
}

/// What looks best once it is done, in one world that the seat thinks possible; by lot among equals.
fn greedy(glimpse: &Glimpse, chance: &mut Chance) -> Option<Thought> {
    chance.take_rolls();
    let (actions, seat) = (glimpse.actions(), glimpse.viewer().seat()?);
    let mut ahead = glimpse.lookahead(chance);
    let team = ahead.team(seat);
    let mut best: (i32, Vec<usize>) = (i32::MIN, Vec::new());
    for step in 0..ahead.generate().min(actions.len()) {
        ahead.play(step);
        let worth = match ahead.standing() {
            NodeStanding::Over(outcome) => ((outcome.worth(team) - 0.5) * 2e6) as i32,
            NodeStanding::Decides(_) | NodeStanding::Seals(_) => ahead.appraise(team),
        };
        ahead.undo();
        ahead.generate();
        match worth.cmp(&best.0) {
            std::cmp::Ordering::Greater => best = (worth, vec![step]),
            std::cmp::Ordering::Equal => best.1.push(step),
            std::cmp::Ordering::Less => {}
        }
    }
    let step = if best.1.is_empty() { return None } else { *chance.pick(&best.1) };
    let action = actions[step].clone();
    Some(Thought { action, chance_to_win: 0.5, depth: 1, worlds: 1, nodes: 0 })
}

#[cfg(test)]
mod tests {
    use kit_play::{Arrangement, Table, Terms, Viewer};

    use super::*;

    #[test]
    fn greed_takes_what_it_can_get() {
        let game = kit_games::CATALOGUE[0];
        let position: Arrangement = "fen: 4k3/8/8/3q4/4P3/8/8/4K3 w - -".parse().expect("a position");
        let terms = Terms::usual(game.about()).arranged(position);
        let table = Table::open(game, &terms, &mut Chance::seeded(1)).expect("a table");
        let seat = table.acting()[0];
        let chosen = Player::Greedy.seated(Chance::seeded(1)).choose(&table.glimpse(Viewer::Seat(seat)));
        assert_eq!(chosen.map(|thought| thought.action).as_deref(), Some("e4d5"));
    }
}
