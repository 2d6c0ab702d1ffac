//! A tool for those who play with wood: it keeps both grids and says what climbs out where somebody
//! walks off.
//!
//! It does not know where the pieces stand, so it is the players' own affair to bury under a piece of
//! theirs [zombie.bury-where].

use kit_chess::shakmaty::{Board, ByColor, Color, Role, Square};
use kit_play::tabletop::{Board as BoardPart, Offer, Part, Prompt, Spot, Tabletop, role_word};
use kit_play::tool::{Bench, Tool};
use kit_play::{Sentence, Tell, Viewer, say};

use super::{Fact, player};
use crate::sides::color_of;

pub const KEEPER: Tool = Tool {
    id: "keeper",
    name: "Graves",
    blurb: "Keeps both grids of graves and says what climbs out of a square that somebody walks off.",
    bench: Some(|| Box::new(Keeper::default())),
};

const BODIES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

struct Keeper {
    /// What each color has buried.
    graves: ByColor<Board>,
}

impl Default for Keeper {
    fn default() -> Keeper {
        Keeper { graves: ByColor::new_with(|_| Board::empty()) }
    }
}

fn mover(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

impl Bench for Keeper {
    fn offers(&self, viewer: Viewer) -> Vec<Offer> {
        match viewer {
            Viewer::Seat(seat) => {
                let grave = self.graves.get(color_of(seat));
                Square::ALL.into_iter().flat_map(|square| graves_at(grave, square)).collect()
            }
            Viewer::Public => Color::ALL.into_iter().flat_map(walks).collect(),
        }
    }

    fn act(&mut self, viewer: Viewer, action: &str) -> Sentence {
        let mut words = action.split(' ');
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        match viewer {
            Viewer::Seat(seat) => {
                let color = color_of(seat);
                let Ok(square) = first.parse::<Square>() else { return Sentence::default() };
                let grave = self.graves.get_mut(color);
                match BODIES.into_iter().find(|role| role_word(*role) == second) {
                    Some(role) => {
                        let piece = role.of(!color);
                        grave.set_piece_at(square, piece);
                        Fact::Buried { piece }.tell()
                    }
                    None => {
                        grave.discard_piece_at(square);
                        say!("{seat} corrects the own grid.", seat = player(color))
                    }
                }
            }
            Viewer::Public => {
                let color = Color::ALL.into_iter().find(|color| mover(*color) == first);
                match (color, second.parse()) {
                    (Some(color), Ok(square)) => self.walk_off(color, square),
                    _ => Sentence::default(),
                }
            }
        }
    }

    fn tabletop(&self, viewer: Viewer) -> Tabletop {
        let (board, words, rule) = match viewer {
            Viewer::Seat(seat) => {
                let board = BoardPart::new(self.graves.get(color_of(seat)), color_of(seat));
                let words = say!("Your grid: tap a square to bury something there, or to erase it.");
                (board, words, "zombie.bury")
            }
            Viewer::Public => {
                let board = BoardPart::new(&Board::empty(), Color::White);
                (board, say!("Who walked off which square?"), "zombie.reveal")
            }
        };
        let prompt = Prompt { words, rule: Some(rule), ..Prompt::default() };
        Tabletop { prompt, parts: vec![Part::Board(board)], ..Tabletop::default() }
    }
}

impl Keeper {
    // [zombie.yours-first] [zombie.theirs-next] The mover's own grid first, then the other's.
    fn walk_off(&mut self, color: Color, square: Square) -> Sentence {
        let grids = [color, !color];
        let risen = grids.into_iter().find_map(|color| self.graves.get_mut(color).remove_piece_at(square));
        match risen {
            Some(piece) => Fact::Rose { square, piece }.tell(),
            // [zombie.none] Whether there are none anywhere is for the graveyard to tell.
            None => Fact::Nothing { square, anywhere: false }.tell(),
        }
    }
}

fn graves_at(grave: &Board, square: Square) -> Vec<Offer> {
    if let Some(piece) = grave.piece_at(square) {
        return vec![Offer {
            action: format!("{square} erase"),
            gesture: vec![Spot::Square(square), Spot::Word("erase")],
            label: say!("erase the {piece} on {square}", piece, square).into(),
            preview: None,
            asks: None,
        }];
    }
    let bury = |role: Role| Offer {
        action: format!("{square} {}", role_word(role)),
        gesture: vec![Spot::Square(square), Spot::Word(role_word(role))],
        label: say!("bury a {role} under {square}", role, square).into(),
        preview: None,
        asks: None,
    };
    BODIES.map(bury).to_vec()
}

fn walks(color: Color) -> impl Iterator<Item = Offer> {
    Square::ALL.into_iter().map(move |square| Offer {
        action: format!("{} {square}", mover(color)),
        gesture: vec![Spot::Square(square), Spot::Word(mover(color))],
        label: say!("{seat} walks off {square}", seat = player(color), square).into(),
        preview: None,
        asks: None,
    })
}
