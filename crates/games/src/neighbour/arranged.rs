//! Positions from which a solitaire can start.

use kit_chess::shakmaty::Square;
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, Chance, say};

use super::position::WalkCard;
use super::{Phase, State};
use crate::piece_cards::{self, Card, Faces};

const CURSOR: &str = "cursor";
const PHASE: &str = "phase";
const NEXT: &str = "next";
const PAID: &str = "paid";
const WAITING: &str = "waiting";
const KEYS: [&str; 5] = [CURSOR, PHASE, NEXT, PAID, WAITING];

/// The state that an arrangement describes; cards that it does not name are shuffled.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(mut state: State, arrangement: &Arrangement, chance: &mut Chance) -> Result<State, BadText> {
    arrangement.allow(&KEYS)?;
    // Cards that are named are set aside first: a piece on the board came by another one.
    let next = next(arrangement, &mut state)?;
    let waiting = waiting(arrangement, &mut state)?;
    place_pieces(arrangement, &mut state)?;
    cursor(arrangement, &mut state)?;
    phase(arrangement, &mut state)?;
    if let Some((card, target)) = waiting {
        wait(arrangement, &mut state, card, target)?;
    }
    chance.shuffle(&mut state.pieces);
    chance.shuffle(&mut state.entries);
    spend(arrangement, &mut state)?;
    for (card, entry) in next.into_iter().rev() {
        state.pieces.push(card);
        state.entries.push(entry);
    }
    state.public.pieces = state.pieces.len();
    state.public.entries = state.entries.len();
    Ok(state)
}

/// `next: 9C/4D QH/2H`, the cards that will be turned up, in their order; they are set aside.
fn next(arrangement: &Arrangement, state: &mut State) -> Result<Vec<(Card, WalkCard)>, BadText> {
    let read = |text: &str| {
        let pair = |word: &str| {
            let (piece, entry) = word.split_once('/')?;
            let card = piece_cards::take(piece, &mut state.pieces)?.pop()?;
            let entry = WalkCard::read(entry)?;
            let place = state.entries.iter().position(|other| *other == entry)?;
            Some((card, state.entries.remove(place)))
        };
        text.split_whitespace().map(pair).collect()
    };
    let expected = say!("pairs such as 9C/4D, each card once");
    Ok(arrangement.value(NEXT, expected, read)?.unwrap_or_default())
}

/// The pieces of the board have come by their cards.
fn place_pieces(arrangement: &Arrangement, state: &mut State) -> Result<(), BadText> {
    let Some(board) = arrangement.board() else { return Ok(()) };
    for (square, piece) in board.iter() {
        let Some(place) = state.pieces.iter().position(|card| card.piece == piece) else {
            let letter = Filling::text(piece.char());
            let problem = say!(
                "no card is left for the `{letter}` on {square}; there are 16 pieces, no pawns, and \
                 those of `next` and `waiting` are not on the board",
                letter,
                square
            );
            return Err(arrangement.problem(NEXT, problem));
        };
        state.public.seen_pieces.push(state.pieces.remove(place));
    }
    state.public.board = board.clone();
    Ok(())
}

/// `cursor: f1`, the piece that was added last.
fn cursor(arrangement: &Arrangement, state: &mut State) -> Result<(), BadText> {
    let read = |text: &str| text.parse::<Square>().ok();
    let Some(square) = arrangement.value(CURSOR, say!("a square"), read)? else {
        state.public.cursor = state.public.board.occupied().last().unwrap_or(Square::A1);
        return Ok(());
    };
    let is_start = state.public.board.occupied().is_empty() && square == Square::A1;
    if !is_start && state.public.board.piece_at(square).is_none() {
        return Err(arrangement.problem(CURSOR, say!("no piece stands on {square}", square)));
    }
    state.public.cursor = square;
    Ok(())
}

/// `phase: moving`, adding if nothing is said.
fn phase(arrangement: &Arrangement, state: &mut State) -> Result<(), BadText> {
    let read = |text: &str| match text {
        "adding" => Some(Phase::Adding),
        "moving" => Some(Phase::Moving),
        _ => None,
    };
    state.public.phase = arrangement.value(PHASE, say!("adding or moving"), read)?.unwrap_or(Phase::Adding);
    match state.public.phase {
        Phase::Moving if state.public.board.occupied().is_empty() => {
            Err(arrangement.problem(PHASE, say!("nothing stands on the board that could move")))
        }
        Phase::Adding | Phase::Moving | Phase::Placing { .. } => Ok(()),
    }
}

/// `waiting: KS@e1`, the card of a piece that found its square occupied; it is set aside.
fn waiting(arrangement: &Arrangement, state: &mut State) -> Result<Option<(Card, Square)>, BadText> {
    let read = |text: &str| {
        let (code, target) = text.split_once('@')?;
        let [_card] = piece_cards::take(code, &mut piece_cards::deck(Faces::Playing))?.try_into().ok()?;
        Some((code.to_owned(), target.parse::<Square>().ok()?))
    };
    let expected = say!("a card and a square such as KS@e1");
    let Some((code, target)) = arrangement.value(WAITING, expected, read)? else { return Ok(None) };
    let card = piece_cards::take(&code, &mut state.pieces).and_then(|mut cards| cards.pop());
    let problem =
        || say!("{code} is named by `next`, so it cannot have been turned up", code = Filling::text(&code));
    let card = card.ok_or_else(|| arrangement.problem(WAITING, problem()))?;
    Ok(Some((card, target)))
}

/// The piece of a card waits for a square beside its own.
fn wait(arrangement: &Arrangement, state: &mut State, card: Card, target: Square) -> Result<(), BadText> {
    if state.public.board.piece_at(target).is_none() {
        return Err(
            arrangement.problem(WAITING, say!("{target} is not occupied, so nothing waits for it", target))
        );
    }
    if state.public.phase == Phase::Moving {
        return Err(arrangement.problem(WAITING, say!("nothing waits in the moving phase")));
    }
    state.public.seen_pieces.push(card);
    state.public.phase = Phase::Placing { piece: card.piece, target };
    Ok(())
}

/// `paid: 2 1`, the moves that were paid from the piece deck and from the position deck.
fn spend(arrangement: &Arrangement, state: &mut State) -> Result<(), BadText> {
    let read = |text: &str| {
        let numbers: Option<Vec<usize>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        numbers?.try_into().ok()
    };
    let paid: Option<[usize; 2]> = arrangement.value(PAID, say!("two numbers such as 2 1"), read)?;
    if paid.is_some() && state.public.phase != Phase::Moving {
        return Err(arrangement.problem(PAID, say!("cards are paid in the moving phase")));
    }
    let [pieces, entries] = paid.unwrap_or_default();
    let added = state.public.seen_pieces.len();
    if pieces > state.pieces.len() || added + entries > state.entries.len() {
        return Err(arrangement.problem(PAID, say!("there are not so many cards")));
    }
    for _ in 0..pieces {
        state.public.seen_pieces.extend(state.pieces.pop());
    }
    for _ in 0..added + entries {
        state.public.seen_entries.extend(state.entries.pop());
    }
    state.public.moves = pieces + entries;
    Ok(())
}
