//! Steps of chess pieces as gestures, words and marks.

use kit_chess::shakmaty::{Bitboard, Board, CastlingSide, Color, Role, Square, attacks};
use kit_chess::{Field, Step, field};
use kit_play::sentence::Filling;
use kit_play::tabletop::{self, Gesture, MarkKind, Spot, role_word};
use kit_play::{Reason, Sentence, say};

/// Pointing at a step: from, to, and the word for what a pawn becomes.
pub fn gesture(step: Step) -> Gesture {
    let mut gesture = vec![Spot::Square(step.from), Spot::Square(step.to)];
    gesture.extend(step.promotion.map(|role| Spot::Word(role_word(role))));
    gesture
}

/// A step in words: `knight g1 to f3`, `pawn e4 takes d5`, `castle on the king side`.
pub fn label(board: &Board, step: Step) -> Sentence {
    say!("{step}", step = moved(board, step))
}

/// A step as a part of a sentence.
pub fn moved(board: &Board, step: Step) -> Filling {
    let Some(piece) = board.piece_at(step.from) else { return Filling::text(step) };
    let takes =
        board.piece_at(step.to).is_some() || piece.role == Role::Pawn && step.from.file() != step.to.file();
    Filling::Move { piece, step, takes }
}

/// Why a step is barred that leaves the own king in check.
pub const fn exposed(rule: &'static str) -> Reason {
    Reason::new("your king would be in check", rule)
}

/// Why a king cannot castle that is attacked on its way.
pub const fn attacked_on_the_way(rule: &'static str) -> Reason {
    Reason::new("a king does not castle out of check, through it or into it", rule)
}

/// The same in words alone.
pub const ATTACKED_ON_THE_WAY: Sentence = attacked_on_the_way("").sentence();

/// Why a king cannot castle to a side, unless it is for an attack or for the moment.
pub fn no_castling(field: &Field, color: Color, side: CastlingSide) -> Option<Sentence> {
    let Field { board, rights, .. } = field;
    let king = board.king_of(color)?;
    let beyond = |rook: &Square| side.is_king_side() == (rook.file() > king.file());
    let Some(rook) = (*rights & color.backrank()).into_iter().find(beyond) else {
        return Some(say!("the king or that rook has moved or is not at home"));
    };
    let way = |from: Square, to: Square| attacks::between(from, to).with(to);
    let ways = way(king, side.king_to(color)) | way(rook, side.rook_to(color));
    let in_the_way = (ways & board.occupied()).without(king).without(rook);
    in_the_way.any().then(|| say!("a piece stands between the king and that rook, or where one of them goes"))
}

/// Every step of a color that would leave its king attacked, by the ways of chess; `rule` forbids it.
pub fn exposing(field: &Field, color: Color, rule: &'static str) -> Vec<(Step, Reason)> {
    let mut steps = Vec::new();
    field.board.by_color(color).into_iter().for_each(|from| field.steps_from(from, &mut steps));
    let exposes = |step: &Step| {
        let mut after = field.clone();
        after.play(*step);
        let occupied = after.board.occupied();
        after.board.king_of(color).is_some_and(|king| after.board.attacks_to(king, !color, occupied).any())
    };
    steps.into_iter().filter(exposes).map(|step| (step, exposed(rule))).collect()
}

/// Castling in words.
pub fn castling_label(side: CastlingSide) -> Sentence {
    match side {
        CastlingSide::KingSide => say!("castle on the king side"),
        CastlingSide::QueenSide => say!("castle on the queen side"),
    }
}

/// The castling rights that are left, as a part of a sentence: letters, and words for people.
pub fn castling(rights: Bitboard) -> Filling {
    let has = |color: Color, side: CastlingSide| rights.contains(field::rook_home(color, side));
    let of = |color: Color| match CastlingSide::ALL.map(|side| has(color, side)) {
        [true, true] => Some(say!("{color} on both sides", color)),
        [true, false] => Some(say!("{color} on the king side", color)),
        [false, true] => Some(say!("{color} on the queen side", color)),
        [false, false] => None,
    };
    let left: Vec<Sentence> = [Color::White, Color::Black].into_iter().filter_map(of).collect();
    let told = if left.is_empty() { say!("nobody").into() } else { Filling::row_of(left) };
    Filling::coded(castling_letters(rights), told)
}

/// The castling rights that are left, as letters of a FEN: `KQkq`, or `-`.
pub fn castling_letters(rights: Bitboard) -> String {
    let corners = [
        ('K', Color::White, CastlingSide::KingSide),
        ('Q', Color::White, CastlingSide::QueenSide),
        ('k', Color::Black, CastlingSide::KingSide),
        ('q', Color::Black, CastlingSide::QueenSide),
    ];
    let left = corners.iter().filter(|(_, color, side)| rights.contains(field::rook_home(*color, *side)));
    let letters: String = left.map(|(letter, _, _)| letter).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

/// The board with the last step marked.
pub fn with_last(board: tabletop::Board, last: Option<(Square, Square)>) -> tabletop::Board {
    match last {
        Some((from, to)) => board.mark(MarkKind::Left, [from]).mark(MarkKind::Reached, [to]),
        None => board,
    }
}
