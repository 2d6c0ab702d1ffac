//! Positions from which a game can start.

use kit_chess::Field;
use kit_chess::shakmaty::{Bitboard, Board, ByRole, Color, Rank, Role, Square};
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, say};

use super::few::Few;
use super::position::{Going, Position, Prisoner, Stage, endangered};
use super::{Rules, State, count, ends};
use crate::arranging::{one_king_each, side};

const ZOMBIES: &str = "zombies";
const GRIDS: [(&str, Color); 2] = [("grid white", Color::White), ("grid black", Color::Black)];
const DUST: [(&str, Color); 2] = [("dust white", Color::White), ("dust black", Color::Black)];
const STAGE: &str = "stage";
const LEFT: &str = "left";
const MOVED: &str = "moved";
const SKIPPED: &str = "skipped";
const PRISONERS: &str = "prisoners";
const KEYS: [&str; 15] = [
    "turn",
    "castling",
    "ep",
    "halfmoves",
    "fullmoves",
    ZOMBIES,
    GRIDS[0].0,
    GRIDS[1].0,
    DUST[0].0,
    DUST[1].0,
    STAGE,
    LEFT,
    MOVED,
    SKIPPED,
    PRISONERS,
];

/// A color has no more pieces than this, wherever they are.
const MOST_PIECES: usize = 16;

/// No arrangement has more zombies of one color.
///
/// Whether a horde can end its turn is decided exactly. Of 20,000 crowded boards with 12 to 15 zombies
/// each took less than 0.2 s, but one with 15 that was sought for it took more than 5 s; with 11 none
/// was found that takes 0.3 s. A game from the usual start gets beyond only if both players work for it.
const MOST_ZOMBIES: usize = 11;

/// The state that an arrangement describes.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(rules: Rules, arrangement: &Arrangement) -> Result<State, BadText> {
    arrangement.allow(&KEYS)?;
    let board = one_king_each(arrangement)?;
    let field = Field { board, rights: arrangement.orthodox_castling()?, ep: None };
    let mut position = Position::begun(field, arrangement.turn()?);
    position.zombies = zombies(arrangement, &position)?;
    position.skipped = skipped(arrangement, "ep", &position, !position.turn)?;
    position.stage = stage(arrangement)?;
    position.going = going(arrangement, &position)?;
    check_pawns(arrangement, &position)?;
    let mut state = State::new(rules, position);
    let quiet = arrangement.number("halfmoves", ends::DRAWS.most_quiet)?.unwrap_or(0);
    state.public.clock = state.public.clock.after(quiet);
    state.public.number = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
    bury(arrangement, &mut state)?;
    check_safety(arrangement, &state)?;
    Ok(state)
}

/// `zombies: a4 g4 h3`.
fn zombies(arrangement: &Arrangement, position: &Position) -> Result<Bitboard, BadText> {
    let board = &position.field.board;
    let zombies = squares(arrangement, ZOMBIES)?;
    for color in [Color::White, Color::Black] {
        let count = (zombies & board.by_color(color)).count();
        if count > MOST_ZOMBIES {
            let problem = say!(
                "{color} has {count} zombies, and with more than {most} nobody could wait for the ways to move them",
                color = side(color),
                count,
                most = MOST_ZOMBIES
            );
            return Err(arrangement.problem(ZOMBIES, problem));
        }
    }
    match (zombies & !(board.occupied() & !board.kings())).first() {
        Some(square) => {
            Err(arrangement.problem(ZOMBIES, say!("no piece that could be a zombie is on {square}", square)))
        }
        None => Ok(zombies),
    }
}

fn squares(arrangement: &Arrangement, key: &str) -> Result<Bitboard, BadText> {
    let read = |text: &str| match text {
        "-" => Some(Bitboard::EMPTY),
        names => names.split_whitespace().map(|name| name.parse::<Square>().ok()).collect(),
    };
    Ok(arrangement.value(key, say!("squares such as a3 h3, or -"), read)?.unwrap_or(Bitboard::EMPTY))
}

/// `ep: a3 h3`, squares that pawns of a color have skipped; the pawns stand behind them.
fn skipped(
    arrangement: &Arrangement,
    key: &str,
    position: &Position,
    color: Color,
) -> Result<Bitboard, BadText> {
    let skipped = squares(arrangement, key)?;
    for target in skipped {
        let pawn =
            target.offset(color.fold_wb(8, -8)).and_then(|square| position.field.board.piece_at(square));
        if target.rank() != color.relative_rank(Rank::Third) || pawn != Some(color.pawn()) {
            let problem = say!("no pawn of {color} has just skipped {target}", color = side(color), target);
            return Err(arrangement.problem(key, problem));
        }
    }
    Ok(skipped)
}

/// `stage: horde`.
fn stage(arrangement: &Arrangement) -> Result<Stage, BadText> {
    let named = |text: &str| match text {
        "begin" => Some(Stage::Begin),
        "horde" => Some(Stage::Horde),
        "aftermath" => Some(Stage::Aftermath),
        _ => None,
    };
    Ok(arrangement.value(STAGE, say!("begin, horde or aftermath"), named)?.unwrap_or(Stage::Begin))
}

/// What the turn has done so far: `left: a4`, `moved: b6`, `skipped: a3`, `prisoners: N P*`.
fn going(arrangement: &Arrangement, position: &Position) -> Result<Going, BadText> {
    let misplaced = match position.stage {
        Stage::Begin => [LEFT, MOVED, SKIPPED, PRISONERS].as_slice(),
        Stage::Horde => [].as_slice(),
        Stage::Aftermath => [LEFT, MOVED].as_slice(),
    };
    if let Some(key) = misplaced.iter().find(|key| arrangement.text(key).is_some()) {
        return Err(arrangement
            .problem(key, say!("`{key}` says nothing at this stage of a turn", key = Filling::text(key))));
    }
    let moved = squares(arrangement, MOVED)?;
    let left = left(arrangement)?;
    if !moved.is_subset(position.own() & position.zombies) || moved.count() != left.len() {
        return Err(arrangement.problem(MOVED, say!("`moved` are own zombies, as many as squares in `left`")));
    }
    if position.stage == Stage::Horde && moved.is_empty() {
        return Err(arrangement.problem(STAGE, say!("a horde that goes on has `moved` zombies")));
    }
    let skipped = skipped(arrangement, SKIPPED, position, position.turn)?;
    let prisoners =
        arrangement.value(PRISONERS, say!("pieces such as N P*"), read_prisoners)?.unwrap_or(Few::NONE);
    let progress = !prisoners.is_empty() || skipped.any();
    Ok(Going { left, moved, prisoners, skipped, progress })
}

/// `left: a4 g4`, in the order in which the squares were walked off.
fn left(arrangement: &Arrangement) -> Result<Few<Square>, BadText> {
    let read = |text: &str| {
        let squares: Vec<Square> =
            text.split_whitespace().map(|name| name.parse().ok()).collect::<Option<_>>()?;
        let distinct = Bitboard::from_iter(squares.iter().copied()).count() == squares.len();
        let few = || squares.iter().fold(Few::NONE, |left, square| left.and(*square));
        (distinct && squares.len() <= super::few::MOST).then(few)
    };
    Ok(arrangement.value(LEFT, say!("different squares such as a4 g4"), read)?.unwrap_or(Few::NONE))
}

/// `N P*`: a knight, then a pawn that was a zombie.
fn read_prisoners(text: &str) -> Option<Few<Prisoner>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut prisoners = Few::NONE;
    for word in words.iter().take(super::few::MOST + 1) {
        let (letter, zombie) = word.strip_suffix('*').map_or((*word, false), |letter| (letter, true));
        if prisoners.len() == super::few::MOST {
            return None;
        }
        prisoners.push(Prisoner { role: read_role(letter)?, zombie });
    }
    Some(prisoners)
}

fn read_role(text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let role = letters.next().and_then(Role::from_char)?;
    (letters.next().is_none() && role != Role::King).then_some(role)
}

/// `grid white: b2=P, h2=N` and `dust black: P P N`.
fn bury(arrangement: &Arrangement, state: &mut State) -> Result<(), BadText> {
    for (key, burier) in GRIDS {
        let read = |text: &str| read_grid(text, !burier);
        let grave =
            arrangement.value(key, say!("bodies such as b2=P, h2=N"), read)?.unwrap_or_else(Board::empty);
        let bodies = grave.material_side(!burier);
        *state.public.graveyard.get_mut(!burier) = bodies;
        // In the order of the roles, which tells nothing about the squares.
        for role in Role::ALL {
            for _ in 0..*bodies.get(role) {
                state.public.grounds.get_mut(burier).bury(role, Bitboard::FULL);
            }
        }
        *state.graves.get_mut(burier) = grave;
    }
    for (key, color) in DUST {
        let dust = arrangement.value(key, say!("pieces such as P P N"), read_dust)?.unwrap_or_default();
        *state.public.dust.get_mut(color) = dust;
    }
    for color in [Color::White, Color::Black] {
        let going = &state.public.position.going;
        let captives = if state.public.position.turn == color { 0 } else { going.prisoners.len() };
        let elsewhere =
            count(state.public.graveyard.get(color)) + count(state.public.dust.get(color)) + captives;
        let pieces = state.public.pieces.get_mut(color);
        *pieces += elsewhere;
        if *pieces > MOST_PIECES {
            let problem = say!(
                "{color} has {pieces} pieces, more than {most}",
                color = side(color),
                pieces = *pieces,
                most = MOST_PIECES
            );
            return Err(arrangement.problem("fen", problem));
        }
    }
    Ok(())
}

fn read_grid(text: &str, color: Color) -> Option<Board> {
    let mut grave = Board::empty();
    for body in text.split([',', ' ']).filter(|body| !body.is_empty() && *body != "-") {
        let (square, role) = body.split_once('=')?;
        let square: Square = square.parse().ok().filter(|square| grave.piece_at(*square).is_none())?;
        grave.set_piece_at(square, read_role(role)?.of(color));
    }
    Some(grave)
}

fn read_dust(text: &str) -> Option<ByRole<u8>> {
    let mut dust = ByRole::<u8>::default();
    for letter in text.split_whitespace().filter(|letter| *letter != "-") {
        let count = dust.get_mut(read_role(letter)?);
        *count = count.checked_add(1)?;
    }
    Some(dust)
}

/// Pawns on back ranks have risen there, and wait on their last rank for a moment only.
fn check_pawns(arrangement: &Arrangement, position: &Position) -> Result<(), BadText> {
    let pawns = position.field.board.pawns() & Bitboard::BACKRANKS;
    if let Some(pawn) = (pawns & !position.zombies).first() {
        return Err(arrangement.problem("fen", say!("a pawn on {pawn} must be a zombie", pawn)));
    }
    let waiting = |color: Color| {
        let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
        (pawns & position.field.board.by_color(color) & last).first()
    };
    let early = match position.stage {
        Stage::Begin => waiting(!position.turn),
        Stage::Horde => waiting(position.turn).or(waiting(!position.turn)),
        Stage::Aftermath => None,
    };
    match early {
        Some(pawn) => {
            Err(arrangement.problem("fen", say!("the pawn on {pawn} has been promoted by now", pawn)))
        }
        None => Ok(()),
    }
}

/// Nobody has left a king in check, and a horde that goes on can.
fn check_safety(arrangement: &Arrangement, state: &State) -> Result<(), BadText> {
    let position = &state.public.position;
    let moved_last = if position.stage == Stage::Begin { !position.turn } else { position.turn };
    if endangered(&position.field.board, moved_last) {
        let problem = say!("{color} has moved and is in check", color = side(moved_last));
        return Err(arrangement.problem("turn", problem));
    }
    if position.stage == Stage::Horde && !position.has_action(state.graves.get(position.turn)) {
        return Err(arrangement.problem(STAGE, say!("no other zombie can finish this turn")));
    }
    Ok(())
}
