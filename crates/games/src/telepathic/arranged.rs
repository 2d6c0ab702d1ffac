//! Positions from which a game can start.

use kit_chess::Field;
use kit_chess::shakmaty::{Board, ByColor, Color, Role};
use kit_play::arrangement::color_named;
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, Events, Seat, say};

use super::cards::Card;
use super::position::{ARMY, MOST_LOST, Position, Stage, Trophy, color_of, seats_of};
use super::{ABOUT, Public, Rules, State, Telepathic, ends};
use crate::arranging::{board_with_kings, side, skipped_square};

const TROPHY: &str = "trophy";
const UP: &str = "up";
const MOVERS: &str = "movers";
const LAID: &str = "laid";
const REMOVE: &str = "remove";
const KEYS: [&str; 10] =
    ["turn", "castling", "ep", "halfmoves", "fullmoves", TROPHY, UP, MOVERS, LAID, REMOVE];

/// The state that an arrangement describes, and what is said of it.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(rules: Rules, arrangement: &Arrangement) -> Result<(State, Events<Telepathic>), BadText> {
    arrangement.allow(&KEYS)?;
    let board = checked_board(arrangement)?;
    let turn = arrangement.turn()?;
    let mut field = Field { rights: arrangement.orthodox_castling()?, ep: None, board };
    let skipper = if arrangement.text(REMOVE).is_some() { turn } else { !turn };
    field.ep = skipped_square(arrangement, &field.board, !skipper)?;
    let mut position = Position { field, turn, ..Position::initial() };
    position.trophy = trophy(arrangement)?;
    position.up = up(arrangement, &position)?;
    position.movers = movers(arrangement)?;
    let laid = laid(arrangement, &position)?;
    let removing = removing(arrangement, &position, laid)?;
    position.stage = removing.unwrap_or(Stage::Predict);
    let mut public = Public::new(rules, position);
    public.arranged = true;
    let quiet = arrangement.number("halfmoves", ends::DRAWS.most_quiet)?.unwrap_or(0);
    public.clock = public.clock.after(quiet);
    public.number = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
    public.lost = ByColor::new_with(|color| missing(&public.position.field.board, color));
    let (mut state, mut events) = State::begin(public);
    if let (Some(card), None) = (laid, removing) {
        if events.is_over() {
            return Err(arrangement.problem(LAID, say!("the game is over here, so no card can be laid")));
        }
        let (_, predictor) = state.public.position.roles(turn);
        events.extend(state.lay(predictor, card).events);
    }
    Ok((state, events))
}

fn checked_board(arrangement: &Arrangement) -> Result<Board, BadText> {
    let board = board_with_kings(arrangement)?;
    for color in [Color::White, Color::Black] {
        let pieces = board.by_color(color).count();
        if pieces > ARMY {
            let problem = say!(
                "{color} has at most {army} pieces, this board has {pieces}",
                color = side(color),
                army = ARMY,
                pieces
            );
            return Err(BadText::at(1, problem));
        }
    }
    Ok(board)
}

/// `trophy: W`.
fn trophy(arrangement: &Arrangement) -> Result<Trophy, BadText> {
    let read = |text: &str| match text {
        "W" => Some(Trophy::Side(Color::White)),
        "M" => Some(Trophy::Middle),
        "B" => Some(Trophy::Side(Color::Black)),
        _ => None,
    };
    Ok(arrangement.value(TROPHY, say!("W, M or B"), read)?.unwrap_or(Trophy::Middle))
}

/// `up: W:N,B:P`; unless something is said, pawns lie face up where a card does.
fn up(arrangement: &Arrangement, position: &Position) -> Result<ByColor<Option<Card>>, BadText> {
    let one = |text: &str, name: &str| match text.trim().strip_prefix(name)? {
        "-" => Some(None),
        card => Card::read(card).filter(|card| *card != Card::Checker).map(Some),
    };
    let read = |text: &str| {
        let (white, black) = text.split_once(',')?;
        Some(ByColor { white: one(white, "W:")?, black: one(black, "B:")? })
    };
    let expected = say!("a kind or - for each team, such as W:N,B:-");
    let is_few = |color: Color| position.lost(color) >= MOST_LOST;
    let Some(up) = arrangement.value(UP, expected, read)? else {
        let pawn = |color: Color| (!is_few(color)).then_some(Card::Kind(Role::Pawn));
        return Ok(ByColor::new_with(pawn));
    };
    for color in Color::ALL {
        if up.get(color).is_none() != is_few(color) {
            let problem = say!(
                "{color} has lost {lost} pieces, and a card lies face up until eight are lost",
                color = side(color),
                lost = position.lost(color)
            );
            return Err(arrangement.problem(UP, problem));
        }
    }
    Ok(up)
}

/// `movers: W2 B1`, the seats that make the next move of their teams.
fn movers(arrangement: &Arrangement) -> Result<ByColor<Seat>, BadText> {
    let read = |text: &str| {
        let (white, black) = text.split_once(' ')?;
        let seat = |name: &str, color: Color| ABOUT.seat_named(name).filter(|seat| color_of(*seat) == color);
        Some(ByColor { white: seat(white, Color::White)?, black: seat(black.trim(), Color::Black)? })
    };
    let first = ByColor::new_with(|color| seats_of(color)[0]);
    Ok(arrangement.value(MOVERS, say!("a white seat and a black one, such as W1 B2"), read)?.unwrap_or(first))
}

/// `laid: N`, a card of the team on turn that is not face up.
fn laid(arrangement: &Arrangement, position: &Position) -> Result<Option<Card>, BadText> {
    let card = arrangement.value(LAID, say!("one of P, N, B, R, Q, K and C"), Card::read)?;
    match card {
        Some(card) if !position.hand(position.turn).any(|held| held == card) => Err(arrangement
            .problem(LAID, say!("{card} lies face up, so it cannot be laid", card = Filling::text(card)))),
        Some(_) | None => Ok(card),
    }
}

/// `remove: black`, the team that has lost the tug and has a piece to remove; `laid` is the
/// card that was turned up.
fn removing(
    arrangement: &Arrangement,
    position: &Position,
    laid: Option<Card>,
) -> Result<Option<Stage>, BadText> {
    let Some(loser) = arrangement.value(REMOVE, say!("white or black"), color_named)? else {
        return Ok(None);
    };
    let Some(card) = laid else {
        return Err(arrangement.problem(REMOVE, say!("a tug is lost only after a card, so write `laid` too")));
    };
    if position.trophy != Trophy::Side(!loser) {
        let problem = say!("{color} loses only with the trophy at the other side", color = side(loser));
        return Err(arrangement.problem(REMOVE, problem));
    }
    if position.removable(loser).is_empty() {
        Err(arrangement.problem(REMOVE, say!("a lone king removes nothing")))
    } else {
        Ok(Some(Stage::Remove { loser, card }))
    }
}

/// What a color must have lost, if all that it has too much of are promoted pawns.
fn missing(board: &Board, color: Color) -> Vec<Role> {
    let army = Board::new();
    let count = |board: &Board, role: Role| board.by_piece(role.of(color)).count();
    let mut lost = Vec::new();
    let mut promoted = 0;
    for role in Role::ALL {
        let (had, has) = (count(&army, role), count(board, role));
        lost.extend(std::iter::repeat_n(role, had.saturating_sub(has)));
        promoted += has.saturating_sub(had);
    }
    lost.split_off(promoted)
}
