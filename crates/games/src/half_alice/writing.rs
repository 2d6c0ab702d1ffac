//! Moves in words and in SAN, and positions as Star-FEN.
//!
//! A star stands after whatever is behind the mirror: `Nf3*` ends on a checker, and `R*` in a
//! FEN stands on one.

use kit_chess::Step;
use kit_chess::field::castling_side;
use kit_chess::shakmaty::{File, Rank, Square};
use kit_play::{Sentence, say};

use super::position::{Position, Side};
use crate::{notation, steps};

/// A move in words, with what happens at the mirror: `rook a1 to e1, and comes back`.
pub fn words(position: &Position, step: Step) -> Sentence {
    let board = &position.field.board;
    let castles = board.piece_at(step.from).and_then(|piece| castling_side(piece, step)).is_some();
    let moved = steps::moved(board, step);
    match position.side_of(step.from) {
        Side::Front if castles => say!("{step}, and both go behind the mirror", step = moved),
        Side::Front => say!("{step}, and goes behind the mirror", step = moved),
        Side::Behind => say!("{step}, and comes back", step = moved),
    }
}

/// The ways to write a move in SAN.
///
/// SAN is computed on the mover's own side. The star may be left out unless a piece that
/// comes back would be written the same; the sign for check may always be left out.
pub fn spellings(position: &Position, step: Step) -> Vec<String> {
    let legal = position.legal();
    let side = position.side_of(step.from);
    let plain = plain_sans(position, &legal, step);
    let starred = plain.iter().map(|san| format!("{san}*"));
    let mut spellings: Vec<String> = match side {
        Side::Front => starred.collect(),
        Side::Behind => Vec::new(),
    };
    let returns = |rival: &&Step| rival.to == step.to && position.side_of(rival.from) == Side::Behind;
    let is_taken = |san: &String| {
        let mut rivals = legal.iter().filter(returns);
        side == Side::Front && rivals.any(|rival| plain_sans(position, &legal, *rival).contains(san))
    };
    spellings.extend(plain.into_iter().filter(|san| !is_taken(san)));
    notation::signed(spellings)
}

/// A move in SAN among the moves of its own side.
fn plain_sans(position: &Position, legal: &[Step], step: Step) -> Vec<String> {
    let side = position.side_of(step.from);
    let same_side = legal.iter().copied().filter(|rival| position.side_of(rival.from) == side);
    notation::san_forms(&position.field_on(side).board, step, same_side)
}

/// The position as Star-FEN: `8/8/8/4P*3/… w KQ d6:d5`, with the number of checkers unless it is 12.
pub fn star_fen(position: &Position) -> String {
    let placement: Vec<String> = Rank::ALL.iter().rev().map(|rank| rank_text(position, *rank)).collect();
    let turn = position.turn.char();
    let castling = steps::castling_letters(position.field.rights);
    let pawn = |ep: Square| ep.offset(position.turn.fold_wb(-8, 8));
    let ep = position.field.ep.and_then(|ep| Some(format!("{ep}:{}", pawn(ep)?)));
    let ep = ep.unwrap_or("-".to_owned());
    let checkers = match position.rules.checkers {
        12 => String::new(),
        other => format!(" {other}"),
    };
    format!("{} {turn} {castling} {ep}{checkers}", placement.join("/"))
}

fn rank_text(position: &Position, rank: Rank) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for square in File::ALL.map(|file| Square::from_coords(file, rank)) {
        let Some(piece) = position.field.board.piece_at(square) else {
            gap += 1;
            continue;
        };
        if gap > 0 {
            text += &gap.to_string();
            gap = 0;
        }
        text.push(piece.char());
        if position.side_of(square) == Side::Behind {
            text.push('*');
        }
    }
    if gap > 0 { text + &gap.to_string() } else { text }
}
