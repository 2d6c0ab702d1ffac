//! Steps of chess pieces as gestures, words and marks.

use kit_chess::shakmaty::{Bitboard, Board, CastlingSide, Color, Role, Square};
use kit_chess::{Step, field};
use kit_play::tabletop::{self, Gesture, MarkKind, Spot, color_word, role_word};

/// Pointing at a step: from, to, and the word for what a pawn becomes.
pub fn gesture(step: Step) -> Gesture {
    let mut gesture = vec![Spot::Square(step.from), Spot::Square(step.to)];
    gesture.extend(step.promotion.map(|role| Spot::Word(role_word(role))));
    gesture
}

/// A step in words: `knight g1 to f3`, `pawn e4 takes d5`, `castle on the king side`.
pub fn label(board: &Board, step: Step) -> String {
    let Some(piece) = board.piece_at(step.from) else { return step.to_string() };
    if let Some(side) = field::castling_side(piece, step) {
        return castling_label(side).to_owned();
    }
    let captures =
        board.piece_at(step.to).is_some() || piece.role == Role::Pawn && step.from.file() != step.to.file();
    let verb = if captures { "takes" } else { "to" };
    let becomes =
        step.promotion.map(|role| format!(" and becomes a {}", role_word(role))).unwrap_or_default();
    format!("{} {} {verb} {}{becomes}", role_word(piece.role), step.from, step.to)
}

/// Castling in words.
pub fn castling_label(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "castle on the king side",
        CastlingSide::QueenSide => "castle on the queen side",
    }
}

/// Castling rights as in a FEN, by the corners of the rooks: `KQkq`, or `-`.
pub fn castling_letters(rights: Bitboard) -> String {
    let corners = [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];
    let letters: String =
        corners.iter().filter(|(_, rook)| rights.contains(*rook)).map(|(letter, _)| *letter).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

/// The board with the last step marked.
pub fn with_last(board: tabletop::Board, last: Option<(Square, Square)>) -> tabletop::Board {
    match last {
        Some((from, to)) => board.mark(MarkKind::Left, [from]).mark(MarkKind::Reached, [to]),
        None => board,
    }
}

/// The word for a color at the start of a sentence.
pub fn color_name(color: Color) -> String {
    kit_play::outcome::capitalized(color_word(color))
}
