//! Positions from which a game can start.

use kit_chess::Field;
use kit_chess::shakmaty::{Bitboard, Board, Color, Rank, Role, Square};
use kit_play::{Arrangement, BadText, Laid, Sentence, say};

use super::position::{Phase, Position, Run, Skipped};
use super::stacks::{CHECKERS, Stacks};
use super::{Rules, State, View, ends};
use crate::arranging::{
    bare_checker, no_en_passant, one_king_each, positions_forgotten, rights_left, side, written,
};
use crate::sides::color_of;
use crate::steps::castling_letters;

const STACKS: &str = "stacks";
const UNMOVED: &str = "unmoved pawns";
const ACTIVE: &str = "active";
const CAPTURED: &str = "captured";
const KEYS: [&str; 9] =
    ["turn", "castling", "ep", "halfmoves", "fullmoves", STACKS, UNMOVED, ACTIVE, CAPTURED];

/// The state that an arrangement describes.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(rules: Rules, arrangement: &Arrangement) -> Result<State, BadText> {
    arrangement.allow(&KEYS)?;
    let board = board(arrangement)?;
    let turn = arrangement.turn()?;
    let phase = phase(arrangement, rules, &board, turn)?;
    let (skipper, active) = match phase {
        Phase::Move => (!turn, Bitboard::EMPTY),
        Phase::Steps(run) => (turn, run.active),
    };
    let field = Field { rights: rights(arrangement, &board, active)?, board, ep: None };
    let stacks = stacks(arrangement, &field.board)?;
    let skipped = skipped(arrangement, rules, &field.board, skipper)?;
    let moved = skipped.map_or(active, |skipped| active.with(skipped.pawn));
    if phase != Phase::Move && moved != active {
        return Err(
            arrangement.problem("ep", say!("in the middle of a turn only the active pawn has just moved"))
        );
    }
    let unmoved = unmoved(arrangement, &field.board, moved)?;
    let position = Position { rules, field, stacks, unmoved, skipped, turn, phase };
    check_kings(arrangement, &position)?;
    let quiet_turns = arrangement.number("halfmoves", ends::DRAWS.most_quiet)?.unwrap_or(0);
    let number = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
    let mut state = State::new(position, quiet_turns, number);
    state.progress = state
        .position
        .run()
        .is_some_and(|run| run.captured || (run.active & state.position.field.board.pawns()).any());
    Ok(state)
}

/// The arrangement from which the game goes on when people have laid the board themselves.
pub fn relaid(view: &View, laid: &Laid, lost: &mut Vec<Sentence>) -> String {
    let State { position, clock, number, .. } = &view.state;
    let turn = color_of(laid.turn);
    let mut stacks = Vec::new();
    for (square, count) in laid.chips.iter().filter(|(_, count)| *count > 0) {
        if laid.board.piece_at(*square).is_some() {
            stacks.push((*square, *count));
        } else {
            lost.push(bare_checker(*square));
        }
    }
    let before = &position.field.board;
    let same_stacks = position.stacks.squares().count() == stacks.len()
        && stacks.iter().all(|(square, count)| position.stacks.at(*square) == *count);
    let same = laid.board == *before && same_stacks && turn == position.turn;
    let run = position.run().filter(|_| same);
    if position.phase != Phase::Move && run.is_none() {
        lost.push(say!("The turn that was going on is over, and the next begins with a regular move."));
    }
    let skipped = position.skipped.filter(|_| same);
    if skipped != position.skipped {
        lost.push(no_en_passant());
    }
    let rights = rights_left(&position.field, &laid.board, Bitboard::EMPTY, lost);
    // A pawn that was put back where it began has not moved; one that stands there still is as it was.
    let home = |color: Color| laid.board.by_piece(color.pawn()) & color.relative_rank(Rank::Second);
    let stood = |square: &Square| before.piece_at(*square) == laid.board.piece_at(*square);
    let unmoved = (home(Color::White) | home(Color::Black)).into_iter();
    let unmoved = unmoved.filter(|square| !stood(square) || position.unmoved.contains(*square));
    lost.push(positions_forgotten());
    let stacks = stacks.iter().map(|(square, count)| format!("{square}:{count}"));
    let ep = skipped.map(|Skipped { square, pawn }| format!("{square}:{pawn}"));
    let mut keys = vec![
        ("turn", turn.to_string()),
        ("castling", castling_letters(rights)),
        ("ep", ep.unwrap_or("-".to_owned())),
        ("halfmoves", clock.quiet().to_string()),
        ("fullmoves", number.to_string()),
        (STACKS, listed(stacks)),
        (UNMOVED, listed(unmoved.map(|square| square.to_string()))),
    ];
    if let Some(Run { active, captured }) = run {
        keys.push((ACTIVE, listed(active.into_iter().map(|square| square.to_string()))));
        keys.push((CAPTURED, if captured { "yes" } else { "no" }.to_owned()));
    }
    written(&laid.board, &keys)
}

/// `a2,b2`, or `-` for none.
fn listed(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}

/// One king of each color, and no pawn on the rank where it becomes something else.
fn board(arrangement: &Arrangement) -> Result<Board, BadText> {
    let board = one_king_each(arrangement)?;
    let last = |color: Color| board.by_piece(color.pawn()) & color.relative_rank(Rank::Eighth);
    // [adrenaline.wandering-pawn] On its own first rank a pawn may stand.
    match (last(Color::White) | last(Color::Black)).first() {
        Some(square) => {
            Err(arrangement.problem("fen", say!("a pawn cannot stay a pawn on {square}", square)))
        }
        None => Ok(board),
    }
}

/// `active: e3` with `captured: yes` in the middle of a turn, otherwise a regular move to come.
fn phase(arrangement: &Arrangement, rules: Rules, board: &Board, turn: Color) -> Result<Phase, BadText> {
    let captured = arrangement.value(CAPTURED, say!("yes or no"), |text| match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })?;
    let Some(active) = arrangement.value(ACTIVE, say!("the square of the piece that moved"), squares)? else {
        return match captured {
            Some(true) => {
                Err(arrangement
                    .problem(CAPTURED, say!("`captured: yes` needs `active`, such as `active: e3`")))
            }
            Some(false) | None => Ok(Phase::Move),
        };
    };
    let own = active.is_subset(board.by_color(turn));
    let roles: Vec<Option<Role>> = active.into_iter().map(|square| board.role_at(square)).collect();
    let castled = roles.len() == 2 && roles.contains(&Some(Role::King)) && roles.contains(&Some(Role::Rook));
    if own && (roles.len() == 1 || castled && rules.castle_with_checkers) {
        return Ok(Phase::Steps(Run { active, captured: captured.unwrap_or(false) }));
    }
    let problem = if rules.castle_with_checkers {
        say!("one piece of the side to move is active, or its king and rook after castling")
    } else {
        say!("one piece of the side to move is active")
    };
    Err(arrangement.problem(ACTIVE, problem))
}

/// The castling rights, for which nothing may have moved in this very turn.
fn rights(arrangement: &Arrangement, board: &Board, active: Bitboard) -> Result<Bitboard, BadText> {
    let rights = arrangement.orthodox_castling()?;
    let king_moved = (active & board.kings()).first().map(|king| Bitboard::from_rank(king.rank()));
    if (rights & (active | king_moved.unwrap_or(Bitboard::EMPTY))).any() {
        Err(arrangement.problem("castling", say!("a piece that has moved cannot castle")))
    } else {
        Ok(rights)
    }
}

/// `stacks: c1:3,e5:1`, each under a piece.
fn stacks(arrangement: &Arrangement, board: &Board) -> Result<Stacks, BadText> {
    let read = |word: &str| {
        let (square, count) = word.trim().split_once(':')?;
        let count = count.trim().parse::<u8>().ok().filter(|count| (1..=CHECKERS).contains(count))?;
        Some((square.trim().parse::<Square>().ok()?, count))
    };
    let all = |text: &str| match text {
        "-" => Some(Vec::new()),
        words => words.split(',').map(read).collect(),
    };
    let list = arrangement.value(STACKS, say!("squares with numbers of checkers, such as c1:3,e5:1"), all)?;
    let mut stacks = Stacks::none();
    for (square, count) in list.unwrap_or_default() {
        if board.piece_at(square).is_none() {
            return Err(arrangement.problem(STACKS, say!("no piece stands on the stack on {square}", square)));
        }
        if stacks.at(square) > 0 {
            return Err(arrangement.problem(STACKS, say!("{square} stands there twice", square)));
        }
        if count > stacks.supply() {
            return Err(
                arrangement.problem(STACKS, say!("there are only {checkers} checkers", checkers = CHECKERS))
            );
        }
        stacks.put(square, count);
    }
    Ok(stacks)
}

/// `ep: d6:d5`, the square that a pawn has just skipped and where the pawn is now.
fn skipped(
    arrangement: &Arrangement,
    rules: Rules,
    board: &Board,
    skipper: Color,
) -> Result<Option<Skipped>, BadText> {
    let forward = skipper.fold_wb(8, -8);
    let read = |text: &str| match text.split_once(':') {
        _ if text == "-" => Some(None),
        Some((square, pawn)) => Some(Some((square.trim().parse().ok()?, Some(pawn.trim().parse().ok()?)))),
        None => Some(Some((text.parse::<Square>().ok()?, None))),
    };
    let expected = say!("a square, or with the square of the pawn, such as d6:d5, or -");
    let Some((square, pawn)) = arrangement.value("ep", expected, read)?.flatten() else { return Ok(None) };
    let goal = square.offset(forward).filter(|_| square.rank() == skipper.relative_rank(Rank::Third));
    let start = square.offset(-forward);
    let (Some(goal), Some(start)) = (goal, start) else {
        return Err(arrangement
            .problem("ep", say!("no pawn of {color} skips {square}", color = side(skipper), square)));
    };
    let pawn = pawn.unwrap_or(goal);
    let way = Bitboard::from(goal).with(start).with(square).without(pawn);
    let fits = board.piece_at(pawn) == Some(skipper.pawn())
        && pawn != square
        && (way & board.occupied()).is_empty()
        && (pawn == goal || rules.en_passant_after_steps);
    if fits {
        Ok(Some(Skipped { square, pawn }))
    } else {
        let problem = say!(
            "no pawn of {color} on {pawn} has just skipped {square}",
            color = side(skipper),
            pawn,
            square
        );
        Err(arrangement.problem("ep", problem))
    }
}

/// `unmoved pawns: a2,b2`, all pawns on their start rank if nothing is said but those that moved.
fn unmoved(arrangement: &Arrangement, board: &Board, moved: Bitboard) -> Result<Bitboard, BadText> {
    let at_home = |color: Color| board.by_piece(color.pawn()) & color.relative_rank(Rank::Second);
    let home = (at_home(Color::White) | at_home(Color::Black)) & !moved;
    let read = |text: &str| squares(text).filter(|squares| squares.is_subset(home));
    let expected = say!("squares of pawns on their start rank, such as a2,b2, or -");
    Ok(arrangement.value(UNMOVED, expected, read)?.unwrap_or(home))
}

/// Nobody may have left a king where it can be captured, and a turn must have an end.
fn check_kings(arrangement: &Arrangement, position: &Position) -> Result<(), BadText> {
    let color = position.turn;
    match position.phase {
        Phase::Move if position.in_check(!position.turn) => {
            Err(arrangement.problem("turn", say!("{color} could capture a king here", color = side(color))))
        }
        Phase::Move => Ok(()),
        Phase::Steps(run) if !run.captured && !position.can_spend() => {
            Err(arrangement.problem(ACTIVE, say!("without a checker and a capture the turn is over")))
        }
        Phase::Steps(_) if !position.is_lawful() => Err(arrangement
            .problem(ACTIVE, say!("{color} cannot end this turn with a safe king", color = side(color)))),
        Phase::Steps(_) => Ok(()),
    }
}

/// `a2,b2`, or `-` for none.
fn squares(text: &str) -> Option<Bitboard> {
    match text {
        "-" => Some(Bitboard::EMPTY),
        names => names.split(',').map(|name| name.trim().parse::<Square>().ok()).collect(),
    }
}
