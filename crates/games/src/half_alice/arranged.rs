//! Positions from which a game can start.

use kit_chess::Field;
use kit_chess::shakmaty::{Bitboard, Board, Color, Rank, Square};
use kit_play::{Arrangement, BadText, Laid, Sentence, say};

use super::position::{Position, Side};
use super::{Rules, State, View, ends};
use crate::arranging::{
    bare_checker, board_with_kings, no_en_passant, positions_forgotten, rights_left, side, written,
};
use crate::sides::color_of;
use crate::steps::castling_letters;

const MIRROR: &str = "mirror";
const EP: &str = "ep";
const KEYS: [&str; 6] = ["turn", "castling", EP, "halfmoves", "fullmoves", MIRROR];

/// The state that an arrangement describes.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(arrangement: &Arrangement, rules: Rules) -> Result<State, BadText> {
    arrangement.allow(&KEYS)?;
    let board = board_with_kings(arrangement)?;
    let mirror = mirror(arrangement, &board, rules)?;
    let field = Field { rights: castling(arrangement, mirror)?, ep: None, board };
    let mut position = Position { field, mirror, turn: arrangement.turn()?, rules };
    position.field.ep = skipped(arrangement, &position)?;
    check_kings(arrangement, &position)?;
    let quiet_moves = arrangement.number("halfmoves", ends::DRAWS.most_quiet)?.unwrap_or(0);
    let number = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
    Ok(State::new(position, quiet_moves, number))
}

/// The arrangement from which the game goes on when people have laid the board themselves.
pub fn relaid(view: &View, laid: &Laid, lost: &mut Vec<Sentence>) -> String {
    let State { position, clock, number, .. } = &view.state;
    let mut mirror = Bitboard::EMPTY;
    for (square, _) in &laid.chips {
        if laid.board.piece_at(*square).is_some() {
            mirror.add(*square);
        } else {
            lost.push(bare_checker(*square));
        }
    }
    let rights = rights_left(&position.field, &laid.board, mirror, lost);
    let turn = color_of(laid.turn);
    let same = laid.board == position.field.board && mirror == position.mirror && turn == position.turn;
    let ep = position.field.ep.filter(|_| same);
    if ep != position.field.ep {
        lost.push(no_en_passant());
    }
    lost.push(positions_forgotten());
    let squares: Vec<String> = mirror.into_iter().map(|square| square.to_string()).collect();
    let keys = [
        ("turn", turn.to_string()),
        ("castling", castling_letters(rights)),
        (EP, ep.map_or("-".to_owned(), |square| square.to_string())),
        ("halfmoves", clock.quiet().to_string()),
        ("fullmoves", number.to_string()),
        (MIRROR, if squares.is_empty() { "-".to_owned() } else { squares.join(" ") }),
    ];
    written(&laid.board, &keys)
}

/// `mirror: e4 h6`, the squares of pieces that stand on checkers.
fn mirror(arrangement: &Arrangement, board: &Board, rules: Rules) -> Result<Bitboard, BadText> {
    let mirror = arrangement.value(MIRROR, say!("squares of pieces, such as e4 h6, or -"), |text| {
        let names = text.split_whitespace().filter(|name| *name != "-");
        let squares: Option<Vec<Square>> = names.map(|name| name.parse().ok()).collect();
        Some(Bitboard::from_iter(squares?)).filter(|squares| squares.is_subset(board.occupied()))
    })?;
    let mirror = mirror.unwrap_or(Bitboard::EMPTY);
    for color in Color::ALL {
        let used = (board.by_color(color) & mirror).count();
        if used > rules.checkers as usize {
            let problem = say!(
                "{color} has {checkers} checkers, not the {used} needed here",
                color = side(color),
                checkers = rules.checkers,
                used
            );
            return Err(arrangement.problem(MIRROR, problem));
        }
    }
    Ok(mirror)
}

fn castling(arrangement: &Arrangement, mirror: Bitboard) -> Result<Bitboard, BadText> {
    let rights = arrangement.orthodox_castling()?;
    let moved = |rook: &Square| {
        let king = kit_chess::field::king_home(Color::from_white(rook.rank() == Rank::First));
        mirror.contains(*rook) || mirror.contains(king)
    };
    match rights.into_iter().find(moved) {
        Some(rook) => {
            let problem =
                say!("castling with the rook on {rook} needs it and its king in front of the mirror", rook);
            Err(arrangement.problem("castling", problem))
        }
        None => Ok(rights),
    }
}

/// `ep: d6:d5`, or only `d6`: the square that was skipped, and the pawn that skipped it.
fn skipped(arrangement: &Arrangement, position: &Position) -> Result<Option<Square>, BadText> {
    let read = |text: &str| match text.split_once(':') {
        _ if text == "-" => Some(None),
        Some((skipped, pawn)) => Some(Some((skipped.parse().ok()?, Some(pawn.parse().ok()?)))),
        None => Some(Some((text.parse().ok()?, None))),
    };
    let expected = say!("the skipped square and the pawn's, such as d6:d5, or -");
    let ep: Option<(Square, Option<Square>)> = arrangement.value(EP, expected, read)?.flatten();
    let Some((ep, named)) = ep else { return Ok(None) };
    if !position.rules.en_passant {
        return Err(arrangement.problem(EP, say!("en passant is not played at this table")));
    }
    let (board, mover) = (&position.field.board, !position.turn);
    let forward = mover.fold_wb(8, -8);
    let (pawn, home) = (ep.offset(forward), ep.offset(-forward));
    let is_pawn = |square: Square| {
        board.piece_at(square) == Some(mover.pawn()) && position.side_of(square) == Side::Behind
    };
    let fits = ep.rank() == mover.relative_rank(Rank::Third)
        && pawn.is_some_and(|pawn| is_pawn(pawn) && named.is_none_or(|named| named == pawn))
        && home.is_some_and(|home| board.piece_at(home).is_none())
        && !position.on(Side::Front).contains(ep);
    let problem = || {
        say!("no pawn of {color} has just skipped {ep} and gone behind the mirror", color = side(mover), ep)
    };
    if fits { Ok(Some(ep)) } else { Err(arrangement.problem(EP, problem())) }
}

/// [half-alice.kings-apart] Nobody can have left a king next to the other, or in check.
fn check_kings(arrangement: &Arrangement, position: &Position) -> Result<(), BadText> {
    if position.king(Color::White).distance(position.king(Color::Black)) <= 1 {
        return Err(
            arrangement.problem("fen", say!("kings cannot stand next to each other, whatever their sides"))
        );
    }
    let (mover, other) = (!position.turn, position.turn);
    if position.attackers_of_king(!position.turn).any() {
        Err(arrangement.problem(
            "turn",
            say!(
                "{mover} is in check, so {other} cannot be to move",
                mover = side(mover),
                other = side(other)
            ),
        ))
    } else {
        Ok(())
    }
}
