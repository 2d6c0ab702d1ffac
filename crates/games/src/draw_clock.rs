//! When a game without progress is a draw.

use kit_chess::Field;
use kit_chess::shakmaty::Square;
use kit_play::{Outcome, QuietTurns, Reason, Sentence, say};

use crate::keys::with_board;

/// How long a game lasts without progress, and what its draws are called.
#[derive(Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// The third time that a position has come up.
    pub repetition: Reason,
    /// Too many quiet turns.
    pub quiet: Reason,
    /// After so many turns in a row without progress the game is a draw.
    pub most_quiet: u32,
}

impl DrawRules {
    /// The third repetition by one rule, and fifty quiet moves of each color by another.
    pub const fn fifty_moves(repetition: &'static str, quiet: &'static str) -> DrawRules {
        DrawRules::new(repetition, 100, Reason::counting("fifty moves without progress", quiet))
    }

    /// The third repetition by one rule, and fifty quiet turns of each color by another.
    pub const fn fifty_turns(repetition: &'static str, quiet: &'static str) -> DrawRules {
        DrawRules::new(repetition, 100, Reason::counting("fifty turns without progress", quiet))
    }

    /// The same where both colors have their turns together.
    pub const fn fifty_common_turns(repetition: &'static str, quiet: &'static str) -> DrawRules {
        DrawRules { most_quiet: 50, ..DrawRules::fifty_turns(repetition, quiet) }
    }

    /// The third repetition by one rule, and a hundred quiet turns, whoever has them, by another.
    pub const fn hundred_turns(repetition: &'static str, quiet: &'static str) -> DrawRules {
        DrawRules::new(repetition, 100, Reason::counting("a hundred turns without progress", quiet))
    }

    const fn new(repetition: &'static str, most_quiet: u32, quiet: Reason) -> DrawRules {
        DrawRules { repetition: Reason::counting("third repetition", repetition), quiet, most_quiet }
    }
}

/// What makes two positions the same: the board, rights to castle, en passant where it is possible,
/// and whatever else a game has, above all whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence<T> {
    field: Field,
    also: T,
}

impl<T> Occurrence<T> {
    /// A position that has come up; `ep` is the square on which a pawn can be taken en passant.
    pub fn new(field: &Field, ep: Option<Square>, also: T) -> Occurrence<T> {
        Occurrence { field: Field { board: field.board.clone(), rights: field.rights, ep }, also }
    }

    /// What a search knows the position by: the board and whose turn it is, which `turn` tells from
    /// whatever else the game has.
    pub fn placement(&self, turn: impl Fn(&T) -> u64) -> u64 {
        with_board(turn(&self.also), &self.field.board)
    }
}

/// Counts turns without progress, and how often a position has come up since the last.
///
/// Keys are whole positions, so two different ones are never taken for the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawClock<K> {
    rules: &'static DrawRules,
    quiet: u32,
    seen: Vec<K>,
}

impl<K: PartialEq> DrawClock<K> {
    /// A clock by these rules.
    pub fn new(rules: &'static DrawRules) -> DrawClock<K> {
        DrawClock { rules, quiet: 0, seen: Vec::new() }
    }

    /// The same clock after so many quiet turns.
    pub fn after(self, quiet: u32) -> DrawClock<K> {
        DrawClock { quiet, ..self }
    }

    /// A turn is over, with progress or without.
    pub fn turn(&mut self, progress: bool) {
        if progress {
            self.progress();
        } else {
            self.quiet += 1;
        }
    }

    /// Something has happened that cannot be undone and counts as progress.
    pub fn progress(&mut self) {
        self.quiet = 0;
        self.seen.clear();
    }

    /// Something has happened that cannot be undone and is no progress.
    pub fn forget_positions(&mut self) {
        self.seen.clear();
    }

    /// Notes the position that has come up.
    pub fn note(&mut self, key: K) {
        self.seen.push(key);
    }

    /// What a search knows the positions by that have come up and can come up again.
    pub fn known_by(&self, key: impl FnMut(&K) -> u64) -> Vec<u64> {
        self.seen.iter().map(key).collect()
    }

    /// The same for a search that goes on from here.
    pub fn ahead(&self) -> QuietTurns {
        let DrawRules { quiet, most_quiet, .. } = self.rules;
        QuietTurns { turns: self.quiet, stirs: false, most: *most_quiet, draw: Outcome::draw(*quiet) }
    }

    /// The same within a turn, which is counted already or not, and has had progress or not.
    pub fn ahead_within(&self, counted: bool, stirs: bool) -> QuietTurns {
        let turns = self.quiet.saturating_sub(u32::from(counted));
        QuietTurns { turns, stirs: stirs || counted && self.quiet == 0, ..self.ahead() }
    }

    /// How many turns in a row were quiet.
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The quiet turns in words: `12 of 100`.
    pub fn in_words(&self) -> Sentence {
        say!("{quiet} of {most}", quiet = self.quiet, most = self.rules.most_quiet)
    }

    /// The draw, if the position noted last has come up three times or too many turns were quiet.
    pub fn draw(&self) -> Option<Outcome> {
        let third =
            self.seen.last().is_some_and(|last| self.seen.iter().filter(|key| *key == last).count() >= 3);
        if third {
            return Some(Outcome::draw(self.rules.repetition));
        }
        (self.quiet >= self.rules.most_quiet).then(|| Outcome::draw(self.rules.quiet))
    }
}
