//! How good a position looks, in hundredths of a pawn.
//!
//! What counts more in the middle of a game and what counts more at its end are added up apart, and
//! weighed by how much is left on the board.

use kit_chess::Step;
use kit_chess::shakmaty::attacks;
use kit_chess::shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

use crate::keys::mixed;

/// The usual worth of a role; a king counts as more than everything else together.
pub fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 300,
        Role::Bishop => 320,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 20_000,
    }
}

/// What a move promises before it is tried: what it takes, a little less the more is risked for it,
/// and what a pawn becomes.
pub fn promise(mover: Option<Role>, taken: Option<Role>, promotion: Option<Role>) -> i32 {
    let risk = mover.map_or(0, |role| worth(role).min(1000) / 16);
    taken.map_or(0, |role| worth(role) - risk) + promotion.map_or(0, worth)
}

/// What a move promises where both move at once, so that whatever moves is at risk.
pub fn blind_promise(board: &Board, step: Step) -> i32 {
    let worth_at = |square| board.role_at(square).map_or(0, worth);
    worth_at(step.to) - worth_at(step.from) / 16 + step.promotion.map_or(0, worth)
}

/// Whether a move takes what stands where it goes, or promotes.
pub fn is_noisy(board: &Board, step: Step) -> bool {
    step.promotion.is_some() || board.occupied().contains(step.to)
}

/// A number that changes with every move of a pawn and every capture.
pub fn progress(board: &Board) -> u64 {
    let pawns = [Color::White, Color::Black].map(|color| board.by_piece(color.pawn()).0);
    pawns.into_iter().fold(board.occupied().count() as u64, mixed)
}

/// The number by which a search knows a move from one square to another again.
pub fn habit(from: Square, to: Square) -> u16 {
    u16::from(from) * 64 + u16::from(to) + 1
}

/// What a capture wins when both sides go on taking on its square, the cheapest piece first, as long
/// as it pays.
pub fn exchange(board: &Board, from: Square, to: Square, taken: i32) -> i32 {
    let Some(Piece { color, role }) = board.piece_at(from) else { return taken };
    let mut occupied = board.occupied().without(from).with(to);
    // What each capture has brought whoever made it; nobody has more pieces than sixteen.
    let (mut gains, mut count) = ([0; 33], 1);
    let (mut standing, mut side) = (worth(role), !color);
    gains[0] = taken;
    while let Some((taker, role)) = cheapest(board, board.attacks_to(to, side, occupied) & occupied) {
        gains[count] = standing - gains[count - 1];
        count += 1;
        occupied.discard(taker);
        (standing, side) = (worth(role), !side);
    }
    // From the end, whoever is to take may rather not.
    (1..count).rev().for_each(|at| gains[at - 1] = -(-gains[at - 1]).max(gains[at]));
    gains[0]
}

fn cheapest(board: &Board, takers: Bitboard) -> Option<(Square, Role)> {
    Role::ALL.into_iter().find_map(|role| Some(((takers & board.by_role(role)).first()?, role)))
}

/// What something is worth in the middle of a game and at its end, in quarters of a hundredth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub middle: i32,
    pub end: i32,
}

/// What is counted of a position; each has a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    /// Two bishops.
    Pair,
    /// The square of how many ranks a pawn has behind it.
    Advance,
    /// A pawn in the middle of the board.
    CenterPawn,
    /// The same as [`Term::Advance`], for a pawn that no other can stop.
    Passed,
    /// A pawn without a neighbour.
    Isolated,
    /// A pawn that shares its file.
    Doubled,
    /// Each square that a piece can go to.
    KnightReach,
    BishopReach,
    RookReach,
    QueenReach,
    /// How far a piece is from the edge of the board.
    KnightInner,
    BishopInner,
    QueenInner,
    /// A piece that is still at home.
    KnightHome,
    BishopHome,
    /// A rook on a file without pawns, or without own ones.
    OpenFile,
    HalfOpenFile,
    /// A rook on the rank before the last.
    Seventh,
    /// What aims at the squares around the other king.
    Danger,
    /// Pawns before the own king, near and one further.
    Cover,
    FarCover,
    /// A king without an own pawn on its file.
    BareFile,
    /// How far a king has gone from home, and from the edge.
    KingRank,
    KingInner,
}

/// How many terms there are.
pub const TERMS: usize = 29;

/// What each term is worth, in the order of [`Term`].
pub type Weights = [Score; TERMS];

const fn score(middle: i32, end: i32) -> Score {
    Score { middle, end }
}

/// The weights of chess on one board, to which `cargo xtask tune` compares what it finds.
pub const USUAL: Weights = [
    score(368, 448),
    score(1240, 1192),
    score(1296, 1288),
    score(1912, 2080),
    score(3760, 3800),
    score(112, 168),
    score(2, 4),
    score(56, 0),
    score(8, 16),
    score(-44, -36),
    score(-28, -56),
    score(16, 16),
    score(16, 16),
    score(8, 16),
    score(4, 8),
    score(28, 24),
    score(16, 12),
    score(4, 20),
    score(-40, 0),
    score(-32, 0),
    score(88, 48),
    score(44, 32),
    score(48, 72),
    score(4, 1),
    score(48, 0),
    score(20, 0),
    score(-56, 0),
    score(-36, 0),
    score(-16, 36),
];

/// Where what is counted goes.
pub trait Ledger {
    /// So many of these.
    fn add(&mut self, term: Term, count: i32);
}

/// What is counted, weighed at once.
struct Sum<'a> {
    weights: &'a Weights,
    total: Score,
}

impl Ledger for Sum<'_> {
    fn add(&mut self, term: Term, count: i32) {
        let weight = self.weights[term as usize];
        self.total.middle += weight.middle * count;
        self.total.end += weight.end * count;
    }
}

/// How much better a color stands.
pub fn balance(board: &Board, color: Color) -> i32 {
    balance_by(&USUAL, board, color)
}

/// How much better a color stands, by a game's own weights.
pub fn balance_by(weights: &Weights, board: &Board, color: Color) -> i32 {
    let [mut own, mut other] = [color, !color].map(|_| Sum { weights, total: Score::default() });
    let sides = tally(board, color, [&mut own, &mut other]);
    let left = left(&sides);
    let (middle, end) = (own.total.middle - other.total.middle, own.total.end - other.total.end);
    let kings = worth(Role::King) * (i32::from(sides[0].king.is_some()) - i32::from(sides[1].king.is_some()));
    let weighed = (middle * left + end * (MOST_LEFT - left)) / (4 * MOST_LEFT);
    kings + weighed + sides[0].hunt(&sides[1]) - sides[1].hunt(&sides[0])
}

/// How much better a color stands only because the other king is alone and hunted.
pub fn hunt(board: &Board, color: Color) -> i32 {
    let sides = [color, !color].map(|color| Side::new(board, color));
    sides[0].hunt(&sides[1]) - sides[1].hunt(&sides[0])
}

/// Counts what there is of a color and of the other.
pub fn tally<'a>(board: &'a Board, color: Color, [own, other]: [&mut impl Ledger; 2]) -> [Side<'a>; 2] {
    let sides = [color, !color].map(|color| Side::new(board, color));
    sides[0].tally(&sides[1], own);
    sides[1].tally(&sides[0], other);
    sides
}

/// All officers of both sides.
pub const MOST_LEFT: i32 = 24;

/// How much of the middle game is left, of [`MOST_LEFT`].
pub fn left(sides: &[Side<'_>; 2]) -> i32 {
    (sides[0].officers + sides[1].officers).min(MOST_LEFT)
}

/// One color's pieces and what they reach.
pub struct Side<'a> {
    board: &'a Board,
    color: Color,
    own: Bitboard,
    pawns: Bitboard,
    guarded: Bitboard,
    king: Option<Square>,
    /// How much is left beside pawns and king: a minor piece is 1, a rook 2 and a queen 4.
    officers: i32,
}

impl<'a> Side<'a> {
    fn new(board: &'a Board, color: Color) -> Side<'a> {
        let own = board.by_color(color);
        let count = |squares: Bitboard| (own & squares).count() as i32;
        let officers =
            count(board.knights() | board.bishops()) + 2 * count(board.rooks()) + 4 * count(board.queens());
        let pawns = own & board.pawns();
        let king = (own & board.kings()).first();
        Side { board, color, own, pawns, guarded: pawn_attacks(pawns, color), king, officers }
    }

    fn tally(&self, other: &Side<'_>, ledger: &mut impl Ledger) {
        let count = |squares: Bitboard| (self.own & squares).count() as i32;
        ledger.add(Term::Pawn, self.pawns.count() as i32);
        ledger.add(Term::Knight, count(self.board.knights()));
        ledger.add(Term::Bishop, count(self.board.bishops()));
        ledger.add(Term::Rook, count(self.board.rooks()));
        ledger.add(Term::Queen, count(self.board.queens()));
        ledger.add(Term::Pair, i32::from((self.own & self.board.bishops()).more_than_one()));
        self.structure(other, ledger);
        self.activity(other, ledger);
        self.shelter(ledger);
    }

    /// Pawns: advanced, passed, doubled and isolated ones.
    fn structure(&self, other: &Side<'_>, ledger: &mut impl Ledger) {
        for pawn in self.pawns {
            let rank = self.color.relative_rank(pawn.rank()) as i32;
            let file = Bitboard::from_file(pawn.file());
            let beside = neighbours(pawn.file());
            let ahead = ahead_of(pawn, self.color);
            ledger.add(Term::Advance, rank * rank);
            ledger.add(Term::CenterPawn, i32::from(Bitboard::CENTER.contains(pawn)));
            if (other.pawns & ahead & (file | beside)).is_empty() && (self.pawns & ahead & file).is_empty() {
                ledger.add(Term::Passed, rank * rank);
            }
            ledger.add(Term::Isolated, i32::from((self.pawns & beside).is_empty()));
            ledger.add(Term::Doubled, i32::from((self.pawns & file).more_than_one()));
        }
    }

    /// Officers: where they stand, how far they reach, and what they aim at around the other king.
    fn activity(&self, other: &Side<'_>, ledger: &mut impl Ledger) {
        let zone = other.king.map_or(Bitboard::EMPTY, |king| attacks::king_attacks(king).with(king));
        let free = !(self.own | other.guarded);
        let (mut aimed, mut hunters) = (0, 0);
        let officers = self.own & !(self.board.pawns() | self.board.kings());
        for square in officers {
            let role = self.board.role_at(square).unwrap_or(Role::Pawn);
            let reach = reach(self.board, role, square);
            self.place(role, square, (reach & free).count() as i32, other, ledger);
            let hits = (reach & zone).count() as i32;
            if hits > 0 {
                hunters += 1;
                aimed += hits * aim(role);
            }
        }
        ledger.add(Term::Danger, if hunters > 1 { (aimed * aimed / 12).min(280) } else { aimed });
    }

    fn place(&self, role: Role, square: Square, reach: i32, other: &Side<'_>, ledger: &mut impl Ledger) {
        let inner = centrality(square);
        let at_home = i32::from(square.rank() == self.color.backrank());
        match role {
            Role::Knight => {
                ledger.add(Term::KnightReach, reach);
                ledger.add(Term::KnightInner, inner);
                ledger.add(Term::KnightHome, at_home);
            }
            Role::Bishop => {
                ledger.add(Term::BishopReach, reach);
                ledger.add(Term::BishopInner, inner);
                ledger.add(Term::BishopHome, at_home);
            }
            Role::Rook => {
                ledger.add(Term::RookReach, reach);
                let file = Bitboard::from_file(square.file());
                match ((self.pawns & file).any(), (other.pawns & file).any()) {
                    (false, false) => ledger.add(Term::OpenFile, 1),
                    (false, true) => ledger.add(Term::HalfOpenFile, 1),
                    (true, _) => {}
                }
                let seventh = self.color.relative_rank(square.rank()) == Rank::Seventh;
                ledger.add(Term::Seventh, i32::from(seventh));
            }
            Role::Queen => {
                ledger.add(Term::QueenReach, reach);
                ledger.add(Term::QueenInner, inner);
            }
            Role::King | Role::Pawn => {}
        }
    }

    /// The king: behind pawns at first, in the middle of the board at the end.
    fn shelter(&self, ledger: &mut impl Ledger) {
        let Some(king) = self.king else { return };
        let beside = neighbours(king.file()) | Bitboard::from_file(king.file());
        let ahead = ahead_of(king, self.color);
        let near = self.pawns & beside & ahead & attacks::king_attacks(king);
        let second = king.rank().offset(self.color.fold_wb(2, -2));
        let far = self.pawns & beside & second.map_or(Bitboard::EMPTY, Bitboard::from_rank);
        let bare = (self.pawns & Bitboard::from_file(king.file())).is_empty();
        ledger.add(Term::Cover, near.count() as i32);
        ledger.add(Term::FarCover, far.count() as i32);
        ledger.add(Term::BareFile, i32::from(bare));
        ledger.add(Term::KingRank, self.color.relative_rank(king.rank()) as i32);
        ledger.add(Term::KingInner, centrality(king));
    }

    /// What it is worth to drive a bare king to the edge, to come near it, and to leave it little
    /// room.
    fn hunt(&self, other: &Side<'_>) -> i32 {
        let can_win = self.officers >= 2;
        if !can_win || other.pawns.any() || other.officers > 0 {
            return 0;
        }
        let (Some(own), Some(bare)) = (self.king, other.king) else { return 0 };
        let distance = own.distance(bare) as i32;
        let room = self.room(bare).count() as i32;
        30 * (3 - centrality(bare)) + 8 * corner(bare) + 12 * (7 - distance) + 3 * (64 - room)
    }

    /// The squares to which a bare king can walk without being taken on the way.
    fn room(&self, bare: Square) -> Bitboard {
        let occupied = self.board.occupied().without(bare);
        let attacked = self.own.into_iter().fold(Bitboard::EMPTY, |attacked, square| {
            let piece = self.board.piece_at(square);
            attacked | piece.map_or(Bitboard::EMPTY, |piece| attacks::attacks(square, piece, occupied))
        });
        let (mut room, mut edge) = (Bitboard::EMPTY, Bitboard::from(bare));
        while edge.any() {
            room |= edge;
            let beside = edge.into_iter().fold(Bitboard::EMPTY, |all, at| all | attacks::king_attacks(at));
            edge = beside & !(attacked | room);
        }
        room
    }
}

/// How dangerous each square around a king is that a piece aims at.
fn aim(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 5,
        Role::Rook => 7,
        Role::Queen => 9,
        Role::Pawn | Role::King => 0,
    }
}

fn reach(board: &Board, role: Role, square: Square) -> Bitboard {
    let occupied = board.occupied();
    match role {
        Role::Knight => attacks::knight_attacks(square),
        Role::Bishop => attacks::bishop_attacks(square, occupied),
        Role::Rook => attacks::rook_attacks(square, occupied),
        Role::Queen => attacks::queen_attacks(square, occupied),
        Role::Pawn | Role::King => Bitboard::EMPTY,
    }
}

/// 3 in the middle of the board, 0 at its edge.
fn centrality(square: Square) -> i32 {
    let inner = |place: i32| place.min(7 - place);
    inner(square.file() as i32).min(inner(square.rank() as i32))
}

/// 6 in a corner, 0 in the middle.
fn corner(square: Square) -> i32 {
    let outer = |place: i32| 3 - place.min(7 - place);
    outer(square.file() as i32) + outer(square.rank() as i32)
}

fn neighbours(file: File) -> Bitboard {
    let beside = |by| file.offset(by).map_or(Bitboard::EMPTY, Bitboard::from_file);
    beside(-1) | beside(1)
}

/// All squares on the ranks before this one, as a color looks.
fn ahead_of(square: Square, color: Color) -> Bitboard {
    let rank = u32::from(square.rank());
    let ahead = match color {
        Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        Color::Black => !u64::MAX.checked_shl(8 * rank).unwrap_or(0),
    };
    Bitboard(ahead)
}

fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let (left, right) = (pawns & !Bitboard::from_file(File::A), pawns & !Bitboard::from_file(File::H));
    match color {
        Color::White => left.shift(7) | right.shift(9),
        Color::Black => left.shift(-9) | right.shift(-7),
    }
}

#[cfg(test)]
mod tests {
    use kit_chess::shakmaty::fen::Fen;
    use kit_chess::shakmaty::{Board, Color, Square};

    use super::{balance, exchange, worth};

    fn board(fen: &str) -> Board {
        fen.parse::<Fen>().expect("a position").into_setup().board
    }

    /// What taking on `to` from `from` wins.
    fn won(fen: &str, from: Square, to: Square) -> i32 {
        let board = board(fen);
        exchange(&board, from, to, board.role_at(to).map_or(0, worth))
    }

    #[test]
    fn an_exchange_goes_on_as_long_as_it_pays() {
        // A pawn that nobody guards.
        assert_eq!(won("4k3/8/8/3p4/8/8/8/3RK3 w - -", Square::D1, Square::D5), 100);
        // The rook would be taken by the pawn.
        assert_eq!(won("4k3/8/2p5/3p4/8/8/8/3RK3 w - -", Square::D1, Square::D5), 100 - 500);
        // A second rook behind the first takes back.
        assert_eq!(won("3rk3/8/8/3p4/8/8/3R4/3RK3 w - -", Square::D2, Square::D5), 100);
        // The queen would be lost if she took back.
        assert_eq!(won("3qk3/8/2b5/3p4/8/2N5/8/3QK3 w - -", Square::C3, Square::D5), 100 - 300);
    }

    #[test]
    fn both_colors_judge_a_position_alike() {
        for fen in
            ["r1bqk2r/ppp2ppp/2np1n2/4p3/2B1P3/2NP1N2/PP3PPP/R1BQ1RK1 w kq -", "8/5k2/8/8/3K4/8/6Q1/8 w - -"]
        {
            let board = board(fen);
            assert_eq!(balance(&board, Color::White), -balance(&board, Color::Black));
            let mut mirrored = board.clone();
            mirrored.flip_vertical();
            mirrored.swap_colors();
            assert_eq!(balance(&board, Color::White), balance(&mirrored, Color::Black));
        }
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge() {
        let inside = balance(&board("8/8/8/3k4/8/8/1Q6/K7 w - -"), Color::White);
        let outside = balance(&board("3k4/8/8/8/8/8/1Q6/K7 w - -"), Color::White);
        assert!(outside > inside, "{outside} and {inside}");
    }
}
