//! Chess moves as people write them, the same in all games.
//!
//! A move is written as in UCI, `e2e4` or `e7e8q`, and castling as the king's step, `e1g1`;
//! Chess960, where that could be a step, writes the king taking its rook, `e1h1`.
//! SAN is read as well, `Nf3`, `exd5`, `O-O` or `e8=Q`, with or without a sign for check or mate.

use kit_chess::shakmaty::san::San;
use kit_chess::shakmaty::{Board, CastlingSide, Move, MoveList, Role, Square};
use kit_chess::{PROMOTIONS, Step, field};

/// Every other way to write a step; `rivals` are the steps that could be made instead.
pub fn spellings(board: &Board, step: Step, rivals: impl IntoIterator<Item = Step>) -> Vec<String> {
    signed(san_forms(board, step, rivals))
}

/// The same texts without a sign, and with the signs for check and mate.
pub fn signed(texts: Vec<String>) -> Vec<String> {
    texts.into_iter().flat_map(|text| [format!("{text}+"), format!("{text}#"), text]).collect()
}

/// A step in SAN without a sign; castling also as the king going to its rook.
pub fn san_forms(board: &Board, step: Step, rivals: impl IntoIterator<Item = Step>) -> Vec<String> {
    let castling =
        board.piece_at(step.from).and_then(|piece| Some((piece, field::castling_side(piece, step)?)));
    let Some((piece, side)) = castling else { return plain_forms(board, step, rivals) };
    let to_rook = Step::new(step.from, field::rook_home(piece.color, side));
    castling_words(side).chain([to_rook.to_string()]).collect()
}

/// Castling in SAN, and as the king's own step where no king goes so far.
pub fn castling_forms(side: CastlingSide, king: Square, goal: Square) -> Vec<String> {
    let step = (king.distance(goal) > 1).then(|| Step::new(king, goal).to_string());
    castling_words(side).chain(step).collect()
}

/// Castling in SAN, with letters.
pub fn castling_san(side: CastlingSide) -> String {
    San::Castle(side).to_string()
}

fn castling_words(side: CastlingSide) -> impl Iterator<Item = String> {
    field::castling_words(side).into_iter().map(str::to_owned)
}

/// A step in SAN without a sign, in a game in which nobody castles.
pub fn plain_forms(board: &Board, step: Step, rivals: impl IntoIterator<Item = Step>) -> Vec<String> {
    let Some(chosen) = chess_move(board, step) else { return Vec::new() };
    let same_target = rivals.into_iter().filter(|rival| rival.to == step.to);
    let mut similar = MoveList::new();
    for rival in same_target.filter_map(|rival| chess_move(board, rival)) {
        if rival.role() == chosen.role() && !similar.is_full() {
            similar.push(rival);
        }
    }
    let (san, short) = (San::disambiguate(chosen, &similar).to_string(), short_san(chosen));
    if short == san { vec![san] } else { vec![san, short] }
}

/// A move in SAN as if nothing else could go there, so that whoever writes it is told what it could be.
pub fn short_san(chosen: Move) -> String {
    San::disambiguate(chosen, &MoveList::new()).to_string()
}

/// Whether a step castles: a king that goes two files does.
pub fn castles(board: &Board, step: Step) -> bool {
    board.piece_at(step.from).is_some_and(|piece| field::castling_side(piece, step).is_some())
}

/// Reads a promotion as it follows a square: `q` or `=Q`; nothing is none.
pub fn read_promotion(text: &str) -> Option<Option<Role>> {
    let letter = text.strip_prefix('=').unwrap_or(text);
    let mut letters = letter.chars();
    match (letters.next(), letters.next()) {
        (None, _) => text.is_empty().then_some(None),
        (Some(letter), None) => Role::from_char(letter).filter(|role| PROMOTIONS.contains(role)).map(Some),
        (Some(_), Some(_)) => None,
    }
}

/// The step as shakmaty calls it, if it does not castle.
fn chess_move(board: &Board, step: Step) -> Option<Move> {
    let Step { from, to, promotion } = step;
    let role = board.role_at(from)?;
    let capture = board.role_at(to);
    let passes = role == Role::Pawn && from.file() != to.file() && capture.is_none();
    Some(if passes {
        Move::EnPassant { from, to }
    } else {
        Move::Normal { role, from, capture, to, promotion }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(fen: &str, step: &str, rivals: &[&str]) -> Vec<String> {
        let read = |text: &str| text.parse().expect("a step");
        let board = Board::from_ascii_board_fen(fen.as_bytes()).expect("a board");
        san_forms(&board, read(step), rivals.iter().map(|rival| read(rival)))
    }

    #[test]
    fn steps_are_written_in_san() {
        assert_eq!(forms("7k/8/8/8/8/2N1N3/8/K7", "c3d5", &["e3d5", "c3e4"]), ["Ncd5", "Nd5"]);
        assert_eq!(forms("4k3/8/8/8/8/8/8/R3K3", "e1c1", &[]), ["0-0-0", "O-O-O", "e1a1"]);
        assert_eq!(forms("2n4k/3P4/8/8/8/8/8/K7", "d7c8n", &[]), ["dxc8=N"]);
        assert_eq!(forms("4k3/8/8/3Pp3/8/8/8/4K3", "d5e6", &[]), ["dxe6"]);
        assert_eq!(signed(vec!["Nf3".to_owned()]), ["Nf3+", "Nf3#", "Nf3"]);
        let board: Board = "4k3/8/8/8/8/8/8/3QK3".parse().expect("a placement");
        let far = "e1g1".parse().expect("a step");
        assert_eq!(plain_forms(&board, far, []), ["Kg1"], "a king may borrow the move of a queen");
    }

    #[test]
    fn promotions_are_read_in_both_forms() {
        assert_eq!(
            ["", "q", "=N"].map(read_promotion),
            [Some(None), Some(Some(Role::Queen)), Some(Some(Role::Knight))]
        );
        for text in ["=", "k", "=QQ", "p", "♛"] {
            assert_eq!(read_promotion(text), None, "{text}");
        }
    }
}
