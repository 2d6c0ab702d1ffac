//! Positions from which a game can start.
//!
//! The letters on the board tell everything; `cloaked` says which of them are checkers, and
//! with which numbers.

use kit_chess::field::king_home;
use kit_chess::shakmaty::{Bitboard, Board, ByColor, Color, Rank, Role, Square};
use kit_play::arrangement::color_named;
use kit_play::{Arrangement, BadText, say};

use super::army::{Army, Number};
use super::position::{Phase, Position, skipping_pawn};
use super::{Rules, State, ends};
use crate::arranging::side;

const CLOAKED: [(&str, Color); 2] = [("cloaked white", Color::White), ("cloaked black", Color::Black)];
const CONFIRMED: &str = "confirmed";
const UNMOVED: &str = "unmoved";
const POOL: &str = "pool";
const OWED: &str = "owed";
const ANSWER: &str = "answer";
const PHASE: &str = "phase";

/// The number of full moves is read from a FEN and not needed.
const KEYS: [&str; 13] = [
    "turn",
    CLOAKED[0].0,
    CLOAKED[1].0,
    CONFIRMED,
    UNMOVED,
    "castling",
    POOL,
    "ep",
    OWED,
    ANSWER,
    PHASE,
    "halfmoves",
    "fullmoves",
];

/// The state that an arrangement describes.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(rules: Rules, arrangement: &Arrangement) -> Result<State, BadText> {
    arrangement.allow(&KEYS)?;
    let turn = arrangement.turn()?;
    let mut position = Position {
        open: checked_board(arrangement)?,
        checkers: ByColor::default(),
        told: ByColor::default(),
        unmoved: Bitboard::EMPTY,
        pools: pools(arrangement)?,
        skipped: Bitboard::EMPTY,
        turn,
        phase: Phase::Guess,
        answer: None,
    };
    let mut armies = ByColor::new_with(|_| Army::NONE);
    for (key, color) in CLOAKED {
        *armies.get_mut(color) = cloak(arrangement, key, color, &mut position)?;
    }
    confirm(arrangement, &armies, &mut position)?;
    position.unmoved = unmoved(arrangement, &position)?;
    position.skipped = skipped(arrangement, &position)?;
    (position.phase, position.answer) = phase(arrangement, turn)?;
    check_counts(arrangement, &position)?;
    if !position.has_decision() {
        position.go_on();
    }
    let mut state = State::new(rules, position, armies.map(Some));
    let quiet = arrangement.number("halfmoves", ends::DRAWS.most_quiet - 1)?.unwrap_or(0);
    state.public.clock = state.public.clock.after(quiet);
    state.public.number = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
    for color in Color::ALL {
        let told = *state.public.position.told.get(color);
        let fits = |army: &Army| {
            Number::all()
                .all(|number| told[number.index()].is_none_or(|role| army.role(number) == Some(role)))
        };
        state.public.candidates.get_mut(color).narrow(fits);
    }
    Ok(state)
}

fn checked_board(arrangement: &Arrangement) -> Result<Board, BadText> {
    let board = arrangement.needed_board()?;
    for color in [Color::White, Color::Black] {
        let kings = board.by_piece(color.king()).count();
        if kings != 1 {
            let problem =
                say!("{color} needs exactly one king, this board has {kings}", color = side(color), kings);
            return Err(arrangement.problem("fen", problem));
        }
    }
    match (board.pawns() & Bitboard::BACKRANKS).first() {
        Some(square) => Err(arrangement.problem("fen", say!("a pawn cannot stand on {square}", square))),
        None => Ok(board.clone()),
    }
}

/// `pool: 1/0`, the pawns that White and Black may drop.
fn pools(arrangement: &Arrangement) -> Result<ByColor<u8>, BadText> {
    let pools =
        arrangement.value(POOL, say!("White's number of pawns and Black's, such as 1/0"), |text| {
            let (white, black) = text.split_once('/')?;
            Some(ByColor { white: white.parse().ok()?, black: black.parse().ok()? })
        })?;
    Ok(pools.unwrap_or_default())
}

/// `cloaked white: e1=5 h1=8`: turns these pieces into checkers.
fn cloak(
    arrangement: &Arrangement,
    key: &str,
    color: Color,
    position: &mut Position,
) -> Result<Army, BadText> {
    let expected = say!("squares with the numbers of their checkers, such as e1=5 h1=8");
    let read = |text: &str| -> Option<Vec<(Square, Number)>> {
        let item = |item: &str| {
            let (square, number) = item.split_once('=')?;
            let mut digits = number.chars();
            let number = Number::read(digits.next()?)?;
            Some((square.parse().ok()?, number)).filter(|_| digits.next().is_none())
        };
        text.split_whitespace().map(item).collect()
    };
    let mut army = Army::NONE;
    for (square, number) in arrangement.value(key, expected, read)?.unwrap_or_default() {
        let piece = position.open.piece_at(square);
        let role =
            piece.filter(|piece| piece.color == color && piece.role != Role::Pawn).map(|piece| piece.role);
        let Some(role) = role else {
            let problem = say!(
                "no piece of {color} that could be cloaked stands on {square}",
                color = side(color),
                square
            );
            return Err(arrangement.problem(key, problem));
        };
        if position.square_of(color, number).is_some() {
            return Err(
                arrangement.problem(key, say!("there is only one checker {number} of a colour", number))
            );
        }
        position.open.discard_piece_at(square);
        position.checkers.get_mut(color)[number.index()] = Some(square);
        army.set(number, role);
    }
    let whole = Army::all()[0].census();
    if army.census().iter().zip(whole).all(|(count, most)| *count <= most) {
        Ok(army)
    } else {
        Err(arrangement.problem(key, say!("more checkers of a type than an army has")))
    }
}

/// `confirmed: e8`: everybody knows these checkers.
fn confirm(
    arrangement: &Arrangement,
    armies: &ByColor<Army>,
    position: &mut Position,
) -> Result<(), BadText> {
    for square in squares(arrangement, CONFIRMED)? {
        let checker =
            Color::ALL.into_iter().find_map(|color| Some((color, position.number_at(color, square)?)));
        let Some((color, number)) = checker else {
            return Err(arrangement.problem(CONFIRMED, say!("no checker stands on {square}", square)));
        };
        position.told.get_mut(color)[number.index()] = armies.get(color).role(number);
    }
    Ok(())
}

/// `unmoved: e1 h1`, or `castling: KQkq` where kings and rooks stand as in ordinary chess.
fn unmoved(arrangement: &Arrangement, position: &Position) -> Result<Bitboard, BadText> {
    let mut unmoved = squares(arrangement, UNMOVED)?;
    for rook in arrangement.orthodox_castling()? {
        unmoved.add(rook);
        unmoved.add(king_home(Color::from_white(rook.rank() == Rank::First)));
    }
    let castlers = position.open.kings() | position.open.rooks();
    let home = |color: Color| {
        let own = position.open.by_color(color) & castlers | position.cloaked(color);
        own & Bitboard::from_rank(color.backrank())
    };
    match unmoved.without(home(Color::White) | home(Color::Black)).first() {
        None => Ok(unmoved),
        Some(square) => {
            let problem = say!("no king, rook or checker is at home on {square}", square);
            Err(arrangement.problem(UNMOVED, problem))
        }
    }
}

/// `ep: d3 e3`, the squares that pawns have skipped.
fn skipped(arrangement: &Arrangement, position: &Position) -> Result<Bitboard, BadText> {
    let skipped = squares(arrangement, "ep")?;
    let stands = |target: &Square| {
        skipping_pawn(*target).is_some_and(|(square, pawn)| position.open.piece_at(square) == Some(pawn))
    };
    match skipped.into_iter().find(|target| !stands(target)) {
        None => Ok(skipped),
        Some(target) => Err(arrangement.problem("ep", say!("no pawn has skipped {target}", target))),
    }
}

fn squares(arrangement: &Arrangement, key: &str) -> Result<Bitboard, BadText> {
    let read = |text: &str| match text {
        "-" => Some(Bitboard::EMPTY),
        names => names.split_whitespace().map(|name| name.parse::<Square>().ok()).collect(),
    };
    Ok(arrangement.value(key, say!("squares, or -"), read)?.unwrap_or(Bitboard::EMPTY))
}

/// `phase`, `owed` and `answer`: how far the turn has come, and what its guess was.
fn phase(arrangement: &Arrangement, turn: Color) -> Result<(Phase, Option<bool>), BadText> {
    let owed = arrangement.value(OWED, say!("white or black"), color_named)?;
    let answer = arrangement.value(ANSWER, say!("right or wrong"), |text| match text {
        "right" => Some(true),
        "wrong" => Some(false),
        _ => None,
    })?;
    let phase =
        arrangement.value(PHASE, say!("bonus, guess, move, earned or uncloak"), |text| match text {
            "bonus" => Some(Phase::Owed),
            "guess" => Some(Phase::Guess),
            "move" => Some(Phase::Move),
            "earned" => Some(Phase::Earned),
            "uncloak" => Some(Phase::Uncloak),
            _ => None,
        })?;
    // A bonus that is owed to the other comes from a wrong guess in this turn.
    let answer = answer.or((owed == Some(!turn)).then_some(false));
    let answer = answer.or((phase == Some(Phase::Earned)).then_some(true));
    let usual = match (owed == Some(turn), answer) {
        (true, _) => Phase::Owed,
        (false, Some(_)) => Phase::Move,
        (false, None) => Phase::Guess,
    };
    let phase = phase.unwrap_or(usual);
    let before_guess = matches!(phase, Phase::Owed | Phase::Guess);
    let problem = match (phase, answer, owed) {
        (Phase::Owed | Phase::Guess, Some(_), _) => Some(say!("nothing is guessed before this phase")),
        (Phase::Earned, Some(false), _) => Some(say!("a bonus is earned by a right guess")),
        (_, Some(true), Some(owed)) if owed != turn => Some(say!("a bonus is owed after a wrong guess")),
        (_, _, Some(owed)) if owed == turn && !before_guess => {
            Some(say!("an owed bonus is used before the turn"))
        }
        (Phase::Guess, _, Some(_)) => Some(say!("an owed bonus is used before a guess")),
        _ => None,
    };
    match problem {
        None => Ok((phase, answer)),
        Some(problem) => Err(arrangement.problem(PHASE, problem)),
    }
}

/// No more pawns than there ever were, and nobody ends a turn in check.
fn check_counts(arrangement: &Arrangement, position: &Position) -> Result<(), BadText> {
    for color in [Color::White, Color::Black] {
        let pawns = position.open.by_piece(color.pawn()).count() + usize::from(*position.pools.get(color));
        if pawns > 8 {
            let problem =
                say!("{color} has 8 pawns with those in the pool, not {pawns}", color = side(color), pawns);
            return Err(arrangement.problem(POOL, problem));
        }
    }
    let moved = matches!(position.phase, Phase::Earned | Phase::Uncloak);
    if moved && position.in_check(position.turn) {
        Err(arrangement.problem(PHASE, say!("nobody moves and leaves an uncloaked king in check")))
    } else {
        Ok(())
    }
}
