//! Chess moves as people write them, the same in all games.
//!
//! A move is written as in UCI, `e2e4` or `e7e8q`, and castling as the king's step, `e1g1`.
//! SAN is read as well, `Nf3`, `exd5`, `O-O` or `e8=Q`, with or without a sign for check or mate.

use kit_chess::shakmaty::san::San;
use kit_chess::shakmaty::{Board, Move, MoveList, Role};
use kit_chess::{Field, PROMOTIONS, Step, field};

/// Every other way to write a step; `rivals` are the steps that could be made instead.
pub fn spellings(field: &Field, step: Step, rivals: &[Step]) -> Vec<String> {
    signed(san_forms(&field.board, step, rivals))
}

/// The same texts without a sign, and with the signs for check and mate.
pub fn signed(texts: Vec<String>) -> Vec<String> {
    texts.into_iter().flat_map(|text| [format!("{text}+"), format!("{text}#"), text]).collect()
}

/// A step in SAN without a sign; castling also with zeros and as the king going to its rook.
pub fn san_forms(board: &Board, step: Step, rivals: &[Step]) -> Vec<String> {
    let Some(chosen) = chess_move(board, step) else { return Vec::new() };
    let same_target = rivals.iter().filter(|rival| rival.to == step.to);
    let mut similar = MoveList::new();
    for rival in same_target.filter_map(|rival| chess_move(board, *rival)) {
        if rival.role() == chosen.role() && !similar.is_full() {
            similar.push(rival);
        }
    }
    let san = San::disambiguate(chosen, &similar).to_string();
    match chosen {
        Move::Castle { king, rook } => vec![san.replace('O', "0"), format!("{king}{rook}"), san],
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Put { .. } => vec![san],
    }
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

/// The step as shakmaty calls it.
fn chess_move(board: &Board, step: Step) -> Option<Move> {
    let Step { from, to, promotion } = step;
    let piece = board.piece_at(from)?;
    let capture = board.role_at(to);
    Some(match field::castling_side(piece, step) {
        Some(side) => Move::Castle { king: from, rook: field::rook_home(piece.color, side) },
        None if piece.role == Role::Pawn && from.file() != to.file() && capture.is_none() => {
            Move::EnPassant { from, to }
        }
        None => Move::Normal { role: piece.role, from, capture, to, promotion },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(fen: &str, step: &str, rivals: &[&str]) -> Vec<String> {
        let read = |text: &str| text.parse().expect("a step");
        let board = Board::from_ascii_board_fen(fen.as_bytes()).expect("a board");
        let rivals: Vec<Step> = rivals.iter().map(|rival| read(rival)).collect();
        san_forms(&board, read(step), &rivals)
    }

    #[test]
    fn steps_are_written_in_san() {
        assert_eq!(forms("7k/8/8/8/8/2N1N3/8/K7", "c3d5", &["e3d5", "c3e4"]), ["Ncd5"]);
        assert_eq!(forms("4k3/8/8/8/8/8/8/R3K3", "e1c1", &[]), ["0-0-0", "e1a1", "O-O-O"]);
        assert_eq!(forms("2n4k/3P4/8/8/8/8/8/K7", "d7c8n", &[]), ["dxc8=N"]);
        assert_eq!(forms("4k3/8/8/3Pp3/8/8/8/4K3", "d5e6", &[]), ["dxe6"]);
        assert_eq!(signed(vec!["Nf3".to_owned()]), ["Nf3+", "Nf3#", "Nf3"]);
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
