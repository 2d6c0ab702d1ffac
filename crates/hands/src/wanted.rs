//! How a real table has to look, read off a public tabletop.

use kit_chess::shakmaty::{Color, Piece, Square};
use kit_play::tabletop::{Cards, Part, Tabletop, Token, Track, Tray};

use crate::things::{Chip, ChipKind};

/// What has to lie where.
///
/// Sheets, grids, score cards and clocks are paper or the phone's, so no hand has to do anything
/// for them; nor for parts that only remind people, nor for what lies under squares, which was written down and never left its tray.
pub(crate) struct Wanted<'a> {
    pub figures: Vec<(Square, Piece)>,
    pub chips: Vec<(Square, WantedChip)>,
    pub trays: Vec<&'a Tray>,
    pub tray_pieces: Vec<(&'static str, Piece)>,
    pub tray_chips: Vec<(&'static str, WantedChip)>,
    pub cards: Vec<&'a Cards>,
    pub tracks: Vec<&'a Track>,
}

/// A chip that has to lie somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WantedChip {
    /// This one.
    Exactly(ChipKind),
    /// A checker of any color.
    AnyChecker,
}

impl WantedChip {
    /// Whether this chip will do.
    pub fn takes(self, chip: Chip) -> bool {
        match self {
            WantedChip::Exactly(kind) => kind == chip.kind,
            WantedChip::AnyChecker => matches!(chip.kind, ChipKind::Checker(_)),
        }
    }
}

impl<'a> Wanted<'a> {
    pub fn new(public: &'a Tabletop, reminders: &[&str]) -> Wanted<'a> {
        let mut wanted = Wanted {
            figures: Vec::new(),
            chips: Vec::new(),
            trays: Vec::new(),
            tray_pieces: Vec::new(),
            tray_chips: Vec::new(),
            cards: Vec::new(),
            tracks: Vec::new(),
        };
        for part in &public.parts {
            match part {
                Part::Board(board) => {
                    let pieces = board.figures.iter();
                    wanted.figures.extend(pieces.map(|figure| (figure.square, figure.role.of(figure.color))));
                    let chips = board.tokens.iter();
                    wanted
                        .chips
                        .extend(chips.flat_map(|placed| {
                            chips_of(placed.token).map(move |chip| (placed.square, chip))
                        }));
                }
                Part::Tray(tray) if !reminders.contains(&tray.id) => wanted.want_tray(tray),
                Part::Cards(cards) if !reminders.contains(&cards.id) => wanted.cards.push(cards),
                Part::Track(track) if !reminders.contains(&track.id) => wanted.tracks.push(track),
                Part::Tray(_) | Part::Cards(_) | Part::Track(_) => {}
                Part::Grid(_) | Part::Sheet(_) | Part::Clock(_) | Part::Scores(_) | Part::Prices(_) => {}
            }
        }
        wanted
    }

    fn want_tray(&mut self, tray: &'a Tray) {
        self.trays.push(tray);
        for item in &tray.items {
            match item_of(item) {
                Some(Item::Piece(piece)) => self.tray_pieces.push((tray.id, piece)),
                Some(Item::Checker(color)) => {
                    self.tray_chips.push((tray.id, WantedChip::Exactly(ChipKind::Checker(color))));
                }
                None => {}
            }
        }
    }

    /// The figure that has to stand there.
    pub fn figure_at(&self, square: Square) -> Option<Piece> {
        self.figures.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece)
    }
}

/// What lies in a tray.
enum Item {
    Piece(Piece),
    Checker(Color),
}

/// Pieces are written by their letters, and checkers as `C` and `c`; a word is no thing.
fn item_of(text: &str) -> Option<Item> {
    let mut letters = text.chars();
    let (letter, None) = (letters.next()?, letters.next()) else { return None };
    match letter {
        'C' => Some(Item::Checker(Color::White)),
        'c' => Some(Item::Checker(Color::Black)),
        _ => Piece::from_char(letter).map(Item::Piece),
    }
}

fn chips_of(token: Token) -> impl Iterator<Item = WantedChip> {
    let (chip, count) = match token {
        Token::Checker { color } => (WantedChip::Exactly(ChipKind::Checker(color)), 1),
        Token::Coin => (WantedChip::Exactly(ChipKind::Coin), 1),
        Token::Stack { count } => (WantedChip::AnyChecker, count),
        Token::Numbered { color, number } => (WantedChip::Exactly(ChipKind::Numbered(color, number)), 1),
    };
    std::iter::repeat_n(chip, usize::from(count))
}
