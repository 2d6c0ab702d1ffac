//! The sheet that is printed for a game: what stands on it, without knowing how it is drawn.
//!
//! A game's title page names one of a few layouts and fills it with words.
//! Rules are named by their ids and sections by their headings; their texts are those of the
//! rule book.

use kit_chess::shakmaty::{Color, Role};

/// A sheet to write on or to play on, one page.
#[derive(Clone, Copy, Debug)]
pub struct PaperSheet {
    /// The name in commands.
    pub name: &'static str,
    /// What the sheet is for, in one line below the title.
    pub lead: &'static str,
    /// What stands on it.
    pub layout: PaperLayout,
}

/// What stands on a sheet.
#[derive(Clone, Copy, Debug)]
pub enum PaperLayout {
    /// Boards without pieces to write letters on, each with lines beside it.
    Boards {
        /// For each board what it is for, and what the lines beside it are for.
        boards: &'static [(&'static str, &'static str)],
        /// What stands below.
        foot: Foot,
    },
    /// Three pairs of the rule book's first grid, to be filled in.
    Grids {
        /// What the left and the right grids are for.
        names: [&'static str; 2],
        /// What stands below.
        foot: Foot,
    },
    /// Tables of points with a column for each player.
    Scores {
        /// A heading for each table.
        tables: &'static [&'static str],
        /// The columns before the players: heading and width.
        columns: &'static [(&'static str, f32)],
        /// How many players there is room for.
        players: usize,
        /// How many numbered rows there are above the total.
        rows: usize,
        /// What stands below.
        foot: Foot,
    },
    /// Tables in which every captured piece is ticked off, a row for each kind.
    Captures {
        /// How many tables.
        games: usize,
        /// The heading of the pieces, of the points, and of what a full row earns.
        columns: [&'static str; 3],
        /// What stands below.
        foot: Foot,
    },
    /// A track to lay a token on, and a table of turns.
    Track {
        /// The places of the track.
        places: &'static [&'static str],
        /// What is written down of each turn.
        turns: Turns,
        /// What stands below.
        foot: Foot,
    },
    /// Cards in a row, and a table of turns.
    Cards {
        /// The cards with a word below each.
        cards: &'static [(Role, &'static str)],
        /// What is written down of each turn.
        turns: Turns,
        /// What stands below.
        foot: Foot,
    },
}

/// A table with a row for each turn, behind the number of the turn.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// What is written down of a turn: heading, width, and what stands there already.
    pub columns: &'static [(&'static str, f32, Cell)],
    /// For how many turns there is room.
    pub rows: usize,
}

/// What stands in a table before somebody writes into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Blank,
    /// Pieces of a color, of which some are circled.
    Pieces(Color, &'static [Role]),
    /// Empty rings in a row, of which one is filled.
    Places(usize),
}

/// Rules at the foot of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Foot {
    /// Their ids.
    pub rules: &'static [&'static str],
    /// How high the foot is at least, in millimeters.
    pub height: f32,
}
