//! How good a position looks, in hundredths of a pawn: material, and pieces near the center.

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Board, Color, Role};

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

/// How much better a color stands, by material and by how near its pieces are to the center.
pub fn balance(board: &Board, color: Color) -> i32 {
    side(board, color) - side(board, !color)
}

/// The squares around the center, the outer ring of which is worth a little, too.
const RING: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);

fn side(board: &Board, color: Color) -> i32 {
    let own = board.by_color(color);
    let material: i32 = Role::ALL.iter().map(|role| count(own & board.by_role(*role)) * worth(*role)).sum();
    let minor = own & (board.knights() | board.bishops());
    let pawns = own & board.pawns();
    let centered = 8 * count((pawns | minor) & Bitboard::CENTER) + 6 * count(minor & RING);
    let undeveloped = 8 * count(minor & color.backrank());
    let advanced: i32 =
        pawns.into_iter().map(|pawn| color.relative_rank(pawn.rank()) as i32).map(|rank| rank * rank).sum();
    material + centered - undeveloped + advanced
}

fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}
