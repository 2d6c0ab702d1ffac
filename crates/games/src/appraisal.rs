//! How good a position looks, in hundredths of a pawn.
//!
//! What counts more in the middle of a game and what counts more at its end are added up apart, and
//! weighed by how much is left on the board.

use std::ops::{Add, Mul, Sub};

use kit_chess::Step;
use kit_chess::shakmaty::attacks;
use kit_chess::shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

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

/// What something is worth in the middle of a game and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    middle: i32,
    end: i32,
}

const fn score(middle: i32, end: i32) -> Score {
    Score { middle, end }
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        score(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Score {
    type Output = Score;

    fn sub(self, other: Score) -> Score {
        score(self.middle - other.middle, self.end - other.end)
    }
}

impl Mul<i32> for Score {
    type Output = Score;

    fn mul(self, times: i32) -> Score {
        score(self.middle * times, self.end * times)
    }
}

/// How much better a color stands.
pub fn balance(board: &Board, color: Color) -> i32 {
    let sides = [color, !color].map(|color| Side::new(board, color));
    let total = sides[0].total(&sides[1]) - sides[1].total(&sides[0]);
    // 24 is all officers of both sides.
    let left = (sides[0].officers + sides[1].officers).min(24);
    let weighed = (total.middle * left + total.end * (24 - left)) / 24;
    weighed + sides[0].hunt(&sides[1]) - sides[1].hunt(&sides[0])
}

/// One color's pieces and what they reach.
struct Side<'a> {
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

    fn total(&self, other: &Side<'_>) -> Score {
        let material = Role::ALL.into_iter().fold(Score::default(), |sum, role| {
            sum + material(role) * (self.own & self.board.by_role(role)).count() as i32
        });
        let pair = i32::from((self.own & self.board.bishops()).more_than_one());
        material + score(28, 42) * pair + self.structure(other) + self.activity(other) + self.shelter()
    }

    /// Pawns: advanced, passed, doubled and isolated ones.
    fn structure(&self, other: &Side<'_>) -> Score {
        self.pawns.into_iter().fold(Score::default(), |sum, pawn| {
            let rank = self.color.relative_rank(pawn.rank()) as i32;
            let file = Bitboard::from_file(pawn.file());
            let beside = neighbours(pawn.file());
            let ahead = ahead_of(pawn, self.color);
            let mut worth = score(rank * rank / 2, rank * rank);
            if Bitboard::CENTER.contains(pawn) {
                worth = worth + score(14, 0);
            }
            if (other.pawns & ahead & (file | beside)).is_empty() && (self.pawns & ahead & file).is_empty() {
                worth = worth + score(2 * rank * rank, 4 * rank * rank);
            }
            if (self.pawns & beside).is_empty() {
                worth = worth - score(11, 9);
            }
            if (self.pawns & file).more_than_one() {
                worth = worth - score(7, 14);
            }
            sum + worth
        })
    }

    /// Officers: where they stand, how far they reach, and what they aim at around the other king.
    fn activity(&self, other: &Side<'_>) -> Score {
        let zone = other.king.map_or(Bitboard::EMPTY, |king| attacks::king_attacks(king).with(king));
        let free = !(self.own | other.guarded);
        let (mut sum, mut aimed, mut hunters) = (Score::default(), 0, 0);
        let officers = self.own & !(self.board.pawns() | self.board.kings());
        for square in officers {
            let role = self.board.role_at(square).unwrap_or(Role::Pawn);
            let reach = reach(self.board, role, square);
            let squares = (reach & free).count() as i32;
            sum = sum + mobility(role) * squares + self.place(role, square, other);
            let hits = (reach & zone).count() as i32;
            if hits > 0 {
                hunters += 1;
                aimed += hits * aim(role);
            }
        }
        let danger = if hunters > 1 { (aimed * aimed / 12).min(280) } else { aimed };
        sum + score(danger, danger / 8)
    }

    fn place(&self, role: Role, square: Square, other: &Side<'_>) -> Score {
        let inner = centrality(square);
        match role {
            Role::Knight => score(7, 6) * inner - self.at_home(square, 10),
            Role::Bishop => score(4, 3) * inner - self.at_home(square, 8),
            Role::Rook => {
                let file = Bitboard::from_file(square.file());
                let open = match ((self.pawns & file).any(), (other.pawns & file).any()) {
                    (false, false) => score(22, 12),
                    (false, true) => score(11, 8),
                    (true, _) => Score::default(),
                };
                let seventh = self.color.relative_rank(square.rank()) == Rank::Seventh;
                open + score(12, 18) * i32::from(seventh)
            }
            Role::Queen => score(1, 5) * inner,
            Role::King | Role::Pawn => Score::default(),
        }
    }

    fn at_home(&self, square: Square, cost: i32) -> Score {
        score(cost, 0) * i32::from(square.rank() == self.color.backrank())
    }

    /// The king: behind pawns at first, in the middle of the board at the end.
    fn shelter(&self) -> Score {
        let Some(king) = self.king else { return Score::default() };
        let beside = neighbours(king.file()) | Bitboard::from_file(king.file());
        let ahead = ahead_of(king, self.color);
        let near = self.pawns & beside & ahead & attacks::king_attacks(king);
        let second = king.rank().offset(self.color.fold_wb(2, -2));
        let far = self.pawns & beside & second.map_or(Bitboard::EMPTY, Bitboard::from_rank);
        let bare = i32::from((self.pawns & Bitboard::from_file(king.file())).is_empty());
        let rank = self.color.relative_rank(king.rank()) as i32;
        let covered = score(12, 0) * near.count() as i32 + score(5, 0) * far.count() as i32;
        covered - score(14, 0) * bare - score(9, 0) * rank - score(4, 0) * centrality(king)
            + score(0, 9) * centrality(king)
    }

    /// What it is worth to drive a bare king to the edge, and to come near it.
    fn hunt(&self, other: &Side<'_>) -> i32 {
        let (Some(own), Some(bare)) = (self.king, other.king) else { return 0 };
        let can_win = self.officers >= 2;
        if !can_win || other.pawns.any() || other.officers > 0 {
            return 0;
        }
        let distance = own.distance(bare) as i32;
        40 * (3 - centrality(bare)) + 8 * corner(bare) + 12 * (7 - distance)
    }
}

/// What a role is worth.
fn material(role: Role) -> Score {
    match role {
        Role::Pawn => score(92, 112),
        Role::Knight => score(310, 298),
        Role::Bishop => score(324, 322),
        Role::Rook => score(478, 520),
        Role::Queen => score(940, 950),
        Role::King => score(20_000, 20_000),
    }
}

/// What each square is worth that a piece can go to.
fn mobility(role: Role) -> Score {
    match role {
        Role::Knight => score(4, 4),
        Role::Bishop => score(4, 4),
        Role::Rook => score(2, 4),
        Role::Queen => score(1, 2),
        Role::Pawn | Role::King => Score::default(),
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
