//! Positions from which a game can start.

use kit_chess::Field;
use kit_chess::shakmaty::{Bitboard, ByColor, Color, Square};
use kit_play::arrangement::color_named;
use kit_play::{Arrangement, BadText, say};

use super::cards::{Cards, Queue, QueuedCard};
use super::position::{Open, Position, Stage, TurnCards};
use super::{State, ends};
use crate::arranging::board_with_kings;

const OPEN: &str = "open";
const CHOSEN: &str = "chosen";
const QUEUE: &str = "queue";
const MOVED_PAWNS: &str = "moved pawns";
const SEALED: [(&str, Color); 2] = [("sealed white", Color::White), ("sealed black", Color::Black)];
const TURNS: &str = "turns";
const KEYS: [&str; 8] = ["castling", OPEN, CHOSEN, QUEUE, MOVED_PAWNS, SEALED[0].0, SEALED[1].0, TURNS];

/// The state that an arrangement describes.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(arrangement: &Arrangement) -> Result<State, BadText> {
    arrangement.allow(&KEYS)?;
    let board = board_with_kings(arrangement)?;
    let field = Field { board, rights: arrangement.orthodox_castling()?, ep: None };
    let open = open(arrangement)?;
    let turn = turn(arrangement, open.unwrap_or(NOTHING_OPEN), &field)?;
    let stage = match (turn, open) {
        (Some(turn), _) => Stage::Moving(turn),
        (None, Some(_)) => Stage::Choosing(ByColor::default()),
        (None, None) => Stage::Opening,
    };
    let open = open.unwrap_or(NOTHING_OPEN);
    let mut state = State::new(Position { field, open, stage }, None);
    let quiet = arrangement.number(TURNS, ends::DRAWS.most_quiet - 1)?.unwrap_or(0);
    state.public.clock = state.public.clock.after(quiet);
    seal(arrangement, &mut state)?;
    Ok(state)
}

/// No card lies face up, as if White were about to lay the first.
const NOTHING_OPEN: Open = Open { owner: Color::White, cards: Cards::NONE };

/// `open: white NR`.
fn open(arrangement: &Arrangement) -> Result<Option<Open>, BadText> {
    arrangement.value(OPEN, say!("a colour and its two cards, such as white NR"), |text| {
        let (owner, cards) = text.split_once(' ')?;
        Some(Open { owner: color_named(owner)?, cards: Cards::read_pair(cards.trim())? })
    })
}

/// The turn that `chosen` and `queue` describe, if there is one.
fn turn(arrangement: &Arrangement, open: Open, field: &Field) -> Result<Option<TurnCards>, BadText> {
    let chosen = chosen(arrangement, open)?;
    let pending = pending(arrangement)?;
    let moved = moved_pawns(arrangement, field)?;
    let queue = match (chosen, pending) {
        (None, None) if moved.any() => {
            return Err(
                arrangement.problem(MOVED_PAWNS, say!("pawns have moved only after cards are chosen"))
            );
        }
        (None, None) => return Ok(None),
        (None, Some(pending)) => pending,
        (Some(chosen), None) => Queue::schedule(chosen),
        (Some(chosen), Some(pending)) => {
            let queue = Queue::schedule(chosen).with_left(pending.entries().len());
            if queue.pending() != pending.entries() {
                let problem = say!("`queue` is not the end of what the chosen cards give");
                return Err(arrangement.problem(QUEUE, problem));
            }
            queue
        }
    };
    Ok(Some(TurnCards { chosen: chosen.unwrap_or_default(), queue, moved, progress: moved.any() }))
}

/// `chosen: BQ/br`, White's pair first.
fn chosen(arrangement: &Arrangement, open: Open) -> Result<Option<ByColor<Cards>>, BadText> {
    let chosen = arrangement.value(CHOSEN, say!("White's pair and Black's, such as BQ/br"), |text| {
        let (white, black) = text.split_once('/')?;
        Some(ByColor { white: Cards::read_pair(white)?, black: Cards::read_pair(black)? })
    })?;
    match chosen {
        Some(chosen) if chosen.get(open.owner).shared(open.cards) != Cards::NONE => {
            Err(arrangement.problem(CHOSEN, say!("cards that lie face up cannot be chosen")))
        }
        Some(_) | None => Ok(chosen),
    }
}

/// `queue: R:w R:w Q:b`, the moves that are still to be made.
fn pending(arrangement: &Arrangement) -> Result<Option<Queue>, BadText> {
    arrangement.value(QUEUE, say!("one to four moves such as R:w"), |text| {
        let entries: Option<Vec<QueuedCard>> = text.split_whitespace().map(QueuedCard::read).collect();
        Queue::of(&entries?).filter(|queue| queue.current().is_some())
    })
}

/// `moved pawns: e3 d4`.
fn moved_pawns(arrangement: &Arrangement, field: &Field) -> Result<Bitboard, BadText> {
    let moved = arrangement.value(MOVED_PAWNS, say!("squares of pawns"), |text| {
        let squares: Option<Vec<Square>> = text.split_whitespace().map(|name| name.parse().ok()).collect();
        let squares = Bitboard::from_iter(squares?);
        squares.is_subset(field.board.pawns()).then_some(squares)
    })?;
    Ok(moved.unwrap_or(Bitboard::EMPTY))
}

/// `sealed white: BQ`, a pair that is not turned up because the other player has not chosen.
fn seal(arrangement: &Arrangement, state: &mut State) -> Result<(), BadText> {
    for (key, color) in SEALED {
        let pair = arrangement.value(key, say!("two cards, such as BQ"), Cards::read_pair)?;
        let Some(pair) = pair else { continue };
        let position = &mut state.public.position;
        if pair.without(position.hand(color)) != Cards::NONE {
            return Err(arrangement.problem(key, say!("cards that lie face up cannot be chosen")));
        }
        let Stage::Choosing(ready) = &mut position.stage else {
            return Err(arrangement.problem(key, say!("a pair is sealed only where both choose")));
        };
        *ready.get_mut(color) = true;
        if *ready.get(!color) {
            return Err(arrangement.problem(key, say!("two sealed pairs are turned up, so write `chosen`")));
        }
        *state.sealed.get_mut(color) = Some(pair);
    }
    Ok(())
}
