//! How a game ends for a player who cannot move.

use kit_chess::shakmaty::Color;
use kit_play::{Outcome, Reason};

use crate::sides::team_of;

/// The two ends, each by its rule.
#[derive(Debug, PartialEq, Eq)]
pub struct StuckRules {
    pub checkmate: Reason,
    pub stalemate: Reason,
}

impl StuckRules {
    /// Checkmate and stalemate by these rules.
    pub const fn new(checkmate: &'static str, stalemate: &'static str) -> StuckRules {
        StuckRules {
            checkmate: Reason::new("checkmate", checkmate),
            stalemate: Reason::new("stalemate", stalemate),
        }
    }

    /// What it is for a color that is in check, or not.
    pub fn end(&self, color: Color, in_check: bool) -> Outcome {
        if in_check { Outcome::win(team_of(!color), self.checkmate) } else { Outcome::draw(self.stalemate) }
    }
}
