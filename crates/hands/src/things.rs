//! The things that exist: wooden pieces, checkers, coins and cards, and where they lie.

use kit_chess::shakmaty::{Color, Piece, Role, Square};
use kit_play::Sentence;

/// What came out of the box and can be put back into it.
///
/// Coins are never short, for any coin is as good as another; nor are cards, for no game shows more of
/// them than its deck has, and the law of hands counts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// How many pieces there are, White's first, each from pawn to king.
    pieces: [[u8; 6]; 2],
    /// How many checkers there are, White's first.
    checkers: [u8; 2],
}

/// One chess set, and twelve checkers of each color.
impl Default for Supply {
    fn default() -> Supply {
        Supply::with_checkers(12)
    }
}

impl Supply {
    /// One chess set, and so many checkers of each color.
    pub fn with_checkers(checkers: u8) -> Supply {
        Supply { pieces: [[8, 2, 2, 2, 1, 1]; 2], checkers: [checkers; 2] }
    }

    fn pieces_of(&mut self, color: Color, role: Role) -> &mut u8 {
        &mut self.pieces[color.fold_wb(0, 1)][usize::from(role) - 1]
    }

    fn checkers_of(&mut self, color: Color) -> &mut u8 {
        &mut self.checkers[color.fold_wb(0, 1)]
    }
}

/// A wooden piece, and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    /// What stands there.
    pub body: Body,
    /// What it is in the game.
    pub piece: Piece,
}

/// What stands for a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// The piece itself.
    Itself,
    /// A rook of its color, upside down.
    RookUpsideDown,
    /// Another piece of its color, on a coin.
    OnCoin(Role),
    /// Anything, because no piece of its color is left.
    Makeshift,
}

/// A checker or a coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// What it is in the game.
    pub kind: ChipKind,
    /// Whether a coin stands for it, because no checker is left.
    pub coin_instead: bool,
}

/// What a chip is in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChipKind {
    /// A coin.
    Coin,
    /// A checker of this color.
    Checker(Color),
    /// A checker of this color with a number on it.
    Numbered(Color, u8),
}

impl Chip {
    /// A chip that is what it stands for.
    pub fn of(kind: ChipKind) -> Chip {
        Chip { kind, coin_instead: false }
    }

    /// The color of the checker that it is, if it is one.
    fn checker(self) -> Option<Color> {
        match self.kind {
            ChipKind::Checker(color) | ChipKind::Numbered(color, _) => (!self.coin_instead).then_some(color),
            ChipKind::Coin => None,
        }
    }
}

/// A real table: what lies where, and what is still in the box.
#[derive(Clone, Debug)]
pub(crate) struct RealTable {
    supply: Supply,
    figures: Vec<(Square, Stand)>,
    chips: Vec<(Square, Chip)>,
    tray_pieces: Vec<(&'static str, Stand)>,
    tray_chips: Vec<(&'static str, Chip)>,
    cards: Vec<(&'static str, Sentence, Vec<String>)>,
    marks: Vec<(&'static str, Option<usize>)>,
}

impl RealTable {
    pub fn new(supply: Supply) -> RealTable {
        RealTable {
            supply,
            figures: Vec::new(),
            chips: Vec::new(),
            tray_pieces: Vec::new(),
            tray_chips: Vec::new(),
            cards: Vec::new(),
            marks: Vec::new(),
        }
    }

    pub fn figures(&self) -> &[(Square, Stand)] {
        &self.figures
    }

    pub fn figure_at(&self, square: Square) -> Option<Stand> {
        self.figures.iter().find(|(at, _)| *at == square).map(|(_, stand)| *stand)
    }

    pub fn chips(&self) -> &[(Square, Chip)] {
        &self.chips
    }

    pub fn tray_pieces(&self) -> &[(&'static str, Stand)] {
        &self.tray_pieces
    }

    pub fn tray_chips(&self) -> &[(&'static str, Chip)] {
        &self.tray_chips
    }

    pub fn lift(&mut self, square: Square) {
        self.figures.retain(|(at, _)| *at != square);
    }

    pub fn put(&mut self, square: Square, stand: Stand) {
        self.figures.push((square, stand));
    }

    pub fn tray(&mut self, tray: &'static str, stand: Stand) {
        self.tray_pieces.push((tray, stand));
    }

    pub fn untray(&mut self, tray: &'static str, stand: Stand) {
        take_one(&mut self.tray_pieces, &(tray, stand));
    }

    pub fn put_chip(&mut self, square: Square, chip: Chip) {
        self.chips.push((square, chip));
    }

    pub fn lift_chip(&mut self, square: Square, chip: Chip) {
        take_one(&mut self.chips, &(square, chip));
    }

    pub fn tray_chip(&mut self, tray: &'static str, chip: Chip) {
        self.tray_chips.push((tray, chip));
    }

    pub fn untray_chip(&mut self, tray: &'static str, chip: Chip) {
        take_one(&mut self.tray_chips, &(tray, chip));
    }

    /// A piece goes back into the box.
    pub fn box_piece(&mut self, Stand { body, piece }: Stand) {
        let role = match body {
            Body::Itself => piece.role,
            Body::RookUpsideDown => Role::Rook,
            Body::OnCoin(role) => role,
            Body::Makeshift => return,
        };
        *self.supply.pieces_of(piece.color, role) += 1;
    }

    /// A piece from the box, or whatever can stand for it.
    ///
    /// A rook upside down is what chess players use; a piece on a coin is told from others of its
    /// kind, and the pawn that was promoted is always there for that.
    pub fn unbox_piece(&mut self, piece: Piece) -> Stand {
        let bodies = [(piece.role, Body::Itself), (Role::Rook, Body::RookUpsideDown)].into_iter();
        let others = [Role::Pawn, Role::Knight, Role::Bishop, Role::Queen];
        let bodies = bodies.chain(others.map(|role| (role, Body::OnCoin(role))));
        for (role, body) in bodies {
            let left = self.supply.pieces_of(piece.color, role);
            if *left > 0 {
                *left -= 1;
                return Stand { body, piece };
            }
        }
        Stand { body: Body::Makeshift, piece }
    }

    /// A checker or coin goes back into the box.
    pub fn box_chip(&mut self, chip: Chip) {
        if let Some(color) = chip.checker() {
            *self.supply.checkers_of(color) += 1;
        }
    }

    /// A checker or coin from the box; a coin, if no checker of its color is left.
    pub fn unbox_chip(&mut self, kind: ChipKind) -> Chip {
        let chip = Chip::of(kind);
        let Some(color) = chip.checker() else { return chip };
        let left = self.supply.checkers_of(color);
        if *left == 0 {
            return Chip { kind, coin_instead: true };
        }
        *left -= 1;
        chip
    }

    /// The color of which more checkers are left.
    pub fn fuller_color(&mut self) -> Color {
        let [white, black] = Color::ALL.map(|color| *self.supply.checkers_of(color));
        if black > white { Color::Black } else { Color::White }
    }

    pub fn cards(&self, id: &str) -> &[String] {
        self.cards.iter().find(|(part, ..)| *part == id).map_or(&[], |(_, _, cards)| cards)
    }

    /// All cards that lie together somewhere, with their names and titles.
    pub fn all_cards(&self) -> &[(&'static str, Sentence, Vec<String>)] {
        &self.cards
    }

    pub fn lay_cards(&mut self, id: &'static str, title: Sentence, cards: Vec<String>) {
        self.cards.retain(|(part, ..)| *part != id);
        self.cards.push((id, title, cards));
    }

    /// Whether the same lies in the same places, in whichever order it came there.
    pub fn looks_like(&self, other: &RealTable) -> bool {
        let cards = |table: &RealTable| {
            let lying = table.cards.iter().filter(|(.., cards)| !cards.is_empty());
            lying.map(|(id, _, cards)| (*id, cards.clone())).collect::<Vec<_>>()
        };
        let marks = |table: &RealTable| {
            table.marks.iter().copied().filter(|(_, at)| at.is_some()).collect::<Vec<_>>()
        };
        same(&self.figures, &other.figures)
            && same(&self.chips, &other.chips)
            && same(&self.tray_pieces, &other.tray_pieces)
            && same(&self.tray_chips, &other.tray_chips)
            && same(&cards(self), &cards(other))
            && same(&marks(self), &marks(other))
    }

    pub fn marked(&self, track: &str) -> Option<usize> {
        self.marks.iter().find(|(id, _)| *id == track).and_then(|(_, at)| *at)
    }

    pub fn mark(&mut self, track: &'static str, at: Option<usize>) {
        self.marks.retain(|(id, _)| *id != track);
        self.marks.push((track, at));
    }
}

/// Whether both have the same things, as often.
fn same<T: PartialEq>(some: &[T], others: &[T]) -> bool {
    let count = |things: &[T], thing: &T| things.iter().filter(|other| *other == thing).count();
    some.len() == others.len() && some.iter().all(|thing| count(some, thing) == count(others, thing))
}

/// Takes one of these away.
fn take_one<T: PartialEq>(things: &mut Vec<T>, thing: &T) {
    let index = things.iter().position(|there| there == thing).expect("what is taken lies there");
    things.remove(index);
}
