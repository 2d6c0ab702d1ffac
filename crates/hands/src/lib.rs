//! What hands do at a real table, told from what everybody sees.
//!
//! People play with a wooden set, and a phone keeps the secrets and the rules.
//! After every ruling somebody has to move wood, coins and cards until the real table looks as the
//! public [`Tabletop`] says; [`Hands`] tells how, step by step.
//! It knows nothing but public tabletops, so what it tells can betray nothing, and it knows no game:
//! figures, tokens, trays, cards and tracks are all there is.
//!
//! ```
//! use kit_chess::shakmaty::{Board as Pieces, Color};
//! use kit_hands::{Hands, Supply};
//! use kit_play::Needs;
//! use kit_play::tabletop::{Board, Part, Tabletop};
//!
//! let mut pieces = Pieces::new();
//! let shown = |pieces: &Pieces| Tabletop {
//!     parts: vec![Part::Board(Board::new(pieces, Color::White))],
//!     ..Tabletop::default()
//! };
//! let mut hands = Hands::new(Supply::default(), &Needs::CHESS_SET);
//! let steps = hands.follow(&shown(&pieces));
//! assert_eq!(steps[0].words.to_string(), "Set up the chess pieces as usual.");
//!
//! let knight = pieces.remove_piece_at("b1".parse().unwrap()).unwrap();
//! pieces.set_piece_at("c3".parse().unwrap(), knight);
//! let steps = hands.follow(&shown(&pieces));
//! assert_eq!(steps[0].words.to_string(), "Move the white knight from b1 to c3.");
//! ```

#![warn(missing_docs)]

mod cards;
mod chips;
mod pieces;
mod things;
mod wanted;
mod words;

use kit_chess::shakmaty::Square;
use kit_play::tabletop::Tabletop;
use kit_play::{Needs, Sentence};

pub use things::{Body, Chip, ChipKind, Stand, Supply};

use things::RealTable;
use wanted::Wanted;

/// Somebody who keeps a real table as everybody's screen shows it.
#[derive(Clone, Debug)]
pub struct Hands {
    table: RealTable,
    reminders: &'static [&'static str],
}

/// One thing to do, in words and as acts.
#[derive(Clone, Debug, PartialEq)]
pub struct HandStep {
    /// What to do, for people.
    pub words: Sentence,
    /// The same, thing by thing, in order.
    pub acts: Vec<Act>,
}

/// One thing that goes from one place to another.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A piece.
    Piece {
        /// The piece, and what it stands for from now on.
        stand: Stand,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
    },
    /// A checker or a coin.
    Chip {
        /// Which.
        chip: Chip,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
    },
    /// A card.
    Card {
        /// What it shows when it lies there: its code, or `back`.
        face: String,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
    },
    /// The token of a track goes to one of its places, or off it.
    Marker {
        /// Which track.
        track: &'static str,
        /// Which place.
        at: Option<usize>,
    },
}

/// Where things are at a real table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On a square, or under the piece that stands there.
    Square(Square),
    /// In a tray beside the board, by its name.
    Tray(&'static str),
    /// Among cards that lie together, by their name, at this place from 0 on.
    Cards(&'static str, usize),
    /// In somebody's hand, for a moment.
    Hand,
    /// In the box with all that is not on the table.
    Box,
}

impl Hands {
    /// Hands at an empty table, with all things still in the box, for a game that needs this.
    pub fn new(supply: Supply, needs: &Needs) -> Hands {
        Hands { table: RealTable::new(supply), reminders: needs.reminders }
    }

    /// What to do so that the table looks like this; nothing, if it does already.
    ///
    /// The first time, that is how to set up the game.
    pub fn follow(&mut self, public: &Tabletop) -> Vec<HandStep> {
        let wanted = Wanted::new(public, self.reminders);
        let mut steps = Vec::new();
        let mut chips = chips::Flow::new(&self.table, &wanted);
        pieces::follow(&mut self.table, &wanted, &mut chips, &mut steps);
        chips.follow(&mut self.table, &wanted, &mut steps);
        cards::follow(&mut self.table, &wanted, &mut steps);
        self.mark(&wanted, &mut steps);
        steps
    }

    /// Whether two tables look alike, down to what stands for what.
    pub fn lie_like(&self, other: &Hands) -> bool {
        self.table.looks_like(&other.table)
    }

    fn mark(&mut self, wanted: &Wanted<'_>, steps: &mut Vec<HandStep>) {
        for track in &wanted.tracks {
            if self.table.marked(track.id) != track.at {
                self.table.mark(track.id, track.at);
                let acts = vec![Act::Marker { track: track.id, at: track.at }];
                steps.push(HandStep { words: words::marker(track), acts });
            }
        }
    }
}
