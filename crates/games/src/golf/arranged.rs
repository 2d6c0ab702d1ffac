//! Positions from which a round can start.

use kit_chess::shakmaty::{Board, Piece, Square};
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, Chance, Events, Seat, say};

use super::cards::{self, Card};
use super::course::{Goal, Taking};
use super::{ABOUT, Golf, MOST_CARDS, MOST_CLAIMED, Phase, Public, Rules, State};

const LAYOUT: &str = "layout";
const CHOSEN: &str = "chosen";
const TAKING: &str = "taking";
const TAKEN: &str = "taken";
const DEALER: &str = "dealer";
const HOLE: &str = "hole";
const SCORES: &str = "scores";
const DISCARDS: &str = "discards";
const LEVEL: &str = "level";
const SEALED: &str = "sealed";
const CLAIMS: &str = "claims";
const FAILED: &str = "failed";
const KEYS: [&str; 12] =
    [LAYOUT, CHOSEN, TAKING, TAKEN, DEALER, HOLE, SCORES, DISCARDS, LEVEL, SEALED, CLAIMS, FAILED];

/// The state that an arrangement describes; what is said of it is added to `heard`.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(
    rules: Rules,
    seats: usize,
    arrangement: &Arrangement,
    chance: &mut Chance,
    heard: &mut Events<Golf>,
) -> Result<State, BadText> {
    arrangement.allow(&KEYS)?;
    let dealer =
        arrangement.value(DEALER, say!("a seat of this table"), |text| ABOUT.seat_among(seats, text))?;
    let dealer = dealer.unwrap_or(Seat(0));
    let mut state = match layout(arrangement, &rules)? {
        Some(order) => State::laid_out(rules, seats, dealer, order, heard),
        None => State::new(Public::new(rules, seats, dealer, arrangement.needed_board()?.clone())),
    };
    let public = &mut state.public;
    let number = arrangement.number(HOLE, u32::from(rules.holes))?.unwrap_or(1);
    if number == 0 {
        return Err(arrangement.problem(HOLE, say!("holes are counted from 1")));
    }
    public.current.number = number as u8;
    public.level = level(arrangement)?;
    public.brought = by_seat(arrangement, SCORES, seats, 999)?
        .map_or(vec![0; seats], |scores| scores.into_iter().map(|score| score.unwrap_or(0)).collect());
    if let Some(discards) = out_of(arrangement, DISCARDS, &mut public.deck)? {
        public.discards = discards;
    }
    let chosen = chosen(arrangement, public)?;
    captured(arrangement, public, chosen.as_deref())?;
    check_pieces(arrangement, public)?;
    match chosen {
        None => {
            not_without(arrangement, CHOSEN, &[TAKING, TAKEN, SEALED, CLAIMS, FAILED])?;
            state.begin_hole(chance, heard);
        }
        Some(cards) => {
            state.turn_up(cards, heard);
            claim(arrangement, &mut state, chance, heard)?;
        }
    }
    Ok(state)
}

/// `layout: B R k r n N r b R q B n N b K Q`, in place of a board.
fn layout(arrangement: &Arrangement, rules: &Rules) -> Result<Option<Vec<Card>>, BadText> {
    let mut deck = cards::deck(rules.faces);
    let order = out_of(arrangement, LAYOUT, &mut deck)?;
    match (&order, arrangement.board()) {
        (Some(_), Some(_)) => Err(arrangement.problem(LAYOUT, say!("a layout stands in place of a board"))),
        (Some(_), None) if !deck.is_empty() => {
            Err(arrangement.problem(LAYOUT, say!("a layout needs all sixteen cards")))
        }
        (Some(_) | None, _) => Ok(order),
    }
}

/// The cards that a key names, taken out of others.
fn out_of(arrangement: &Arrangement, key: &str, cards: &mut Vec<Card>) -> Result<Option<Vec<Card>>, BadText> {
    arrangement.value(key, say!("cards such as Kb or KH 9S, of which enough are left"), |text| {
        cards::take(text, cards)
    })
}

/// `level: 3`, as many cards as have been earned.
fn level(arrangement: &Arrangement) -> Result<u8, BadText> {
    let read = |text: &str| text.parse().ok().filter(|level| (2..=MOST_CARDS).contains(level));
    let expected = say!("a number from 2 to {most}", most = MOST_CARDS);
    Ok(arrangement.value(LEVEL, expected, read)?.unwrap_or(2))
}

/// `chosen: Kb`, the cards of this hole.
fn chosen(arrangement: &Arrangement, public: &mut Public) -> Result<Option<Vec<Card>>, BadText> {
    let kings = public.rules.is_kings_hole(public.current.number);
    let mut whole = cards::deck(public.rules.faces);
    let cards = out_of(arrangement, CHOSEN, if kings { &mut whole } else { &mut public.deck })?;
    let most = match public.rules.ways.goal {
        Goal::Ball => 2,
        Goal::Capture => usize::from(MOST_CARDS),
    };
    match &cards {
        Some(cards) if !(2..=most).contains(&cards.len()) => {
            let count = cards.len();
            let problem = match most {
                2 => say!("a hole has 2 cards, not {count}", count),
                _ => say!("a hole has 2 to {most} cards, not {count}", most, count),
            };
            Err(arrangement.problem(CHOSEN, problem))
        }
        Some(cards) if kings && cards.iter().any(|card| card.piece != card.piece.color.king()) => {
            Err(arrangement.problem(CHOSEN, say!("this is the hole of the two kings")))
        }
        Some(_) | None => Ok(cards),
    }
}

/// `taking: b` and `taken: K`, what has happened at this hole before.
fn captured(arrangement: &Arrangement, public: &mut Public, chosen: Option<&[Card]>) -> Result<(), BadText> {
    let board = &public.hole.board;
    let read = |text: &str| taking(text, board, public.rules.ways.single_capturer);
    let expected = say!("a type with a piece on the board such as b, or b h2 where it must be said which");
    let taking = arrangement.value(TAKING, expected, read)?;
    let pieces = |text: &str| text.chars().filter(|sign| *sign != ' ').map(Piece::from_char).collect();
    let taken: Vec<Piece> = arrangement.value(TAKEN, say!("pieces such as K"), pieces)?.unwrap_or_default();
    if taking.is_some() == taken.is_empty() {
        return Err(arrangement.problem(TAKING, say!("`taking` and `taken` belong together")));
    }
    let Some(taking) = taking else { return Ok(()) };
    if public.rules.ways.goal == Goal::Ball {
        return Err(arrangement.problem(TAKEN, say!("nothing is captured in this edition")));
    }
    public.hole.cards = chosen.unwrap_or_default().iter().map(|card| card.piece).collect();
    public.hole.taken = taken;
    match public.hole.left_for(taking.piece) {
        None => Err(arrangement.problem(TAKEN, say!("the cards do not ask for these captures"))),
        Some(left) if left.is_empty() => Err(arrangement.problem(TAKEN, say!("this hole is solved already"))),
        Some(_) => {
            public.hole.taking = Some(taking);
            Ok(())
        }
    }
}

fn taking(text: &str, board: &Board, single: bool) -> Option<Taking> {
    let mut letters = text.chars();
    let piece = letters.next().and_then(Piece::from_char)?;
    let squares = board.by_piece(piece);
    let square: Option<Square> = match letters.as_str().trim() {
        "" if single => squares.single_square(),
        "" => squares.first(),
        name => name.parse().ok().filter(|square| squares.contains(*square)),
    };
    Some(Taking { piece, square: square? })
}

/// Exactly the sixteen pieces, on the board or captured.
fn check_pieces(arrangement: &Arrangement, public: &Public) -> Result<(), BadText> {
    let mut missing = cards::deck(public.rules.faces);
    let on_board = public.hole.board.iter().map(|(_, piece)| piece);
    for piece in on_board.chain(public.hole.taken.iter().copied()) {
        let Some(place) = missing.iter().position(|card| card.piece == piece) else {
            let problem = say!(
                "there is one `{letter}` too many; pieces are those of a chess set without pawns",
                letter = Filling::text(piece.char())
            );
            return Err(arrangement.problem(TAKEN, problem));
        };
        missing.remove(place);
    }
    match missing.first() {
        Some(card) => {
            let problem = say!(
                "`{letter}` is missing; all sixteen pieces stand on the board or are `taken`",
                letter = Filling::text(card.piece.char())
            );
            Err(arrangement.problem(TAKEN, problem))
        }
        None => Ok(()),
    }
}

/// `sealed: A=3`, `claims: A=3 B=0` and `failed: A`.
fn claim(
    arrangement: &Arrangement,
    state: &mut State,
    chance: &mut Chance,
    heard: &mut Events<Golf>,
) -> Result<(), BadText> {
    let seats = state.public.seats;
    let sealed = by_seat(arrangement, SEALED, seats, u32::from(MOST_CLAIMED))?;
    let claims = by_seat(arrangement, CLAIMS, seats, u32::from(MOST_CLAIMED))?;
    if sealed.is_some() && claims.is_some() {
        return Err(arrangement.problem(SEALED, say!("claims are sealed or shown, not both")));
    }
    if claims.as_ref().is_some_and(|claims| claims.iter().any(Option::is_none)) {
        return Err(
            arrangement.problem(CLAIMS, say!("every seat of the table has a claim when they are shown"))
        );
    }
    if sealed.as_ref().is_some_and(|sealed| sealed.iter().all(Option::is_some)) {
        return Err(arrangement.problem(SEALED, say!("when all have claimed, the claims are shown")));
    }
    for (seat, claim) in Seat::first(seats).zip(sealed.or(claims).unwrap_or_default()) {
        if let Some(claim) = claim {
            state.claim(seat, claim as u8, chance, heard);
        }
    }
    let names = |text: &str| text.split_whitespace().map(|name| ABOUT.seat_among(seats, name)).collect();
    let failed: Vec<Seat> = arrangement.value(FAILED, say!("seats such as A C"), names)?.unwrap_or_default();
    for name in failed {
        if state.public.phase != Phase::Demonstrate || state.public.demonstrator() != Some(name) {
            let problem = say!("{seat} has nothing to show before the others", seat = ABOUT.seat(name));
            return Err(arrangement.problem(FAILED, problem));
        }
        state.fail(chance, heard);
    }
    Ok(())
}

/// Numbers by seat: `A=3 C=0`.
fn by_seat(
    arrangement: &Arrangement,
    key: &str,
    seats: usize,
    most: u32,
) -> Result<Option<Vec<Option<u32>>>, BadText> {
    let read = |text: &str| {
        let mut numbers = vec![None; seats];
        for part in text.split_whitespace() {
            let (name, number) = part.split_once('=')?;
            let number = number.parse().ok().filter(|number| *number <= most)?;
            let place = &mut numbers[ABOUT.seat_among(seats, name)?.index()];
            if place.replace(number).is_some() {
                return None;
            }
        }
        Some(numbers)
    };
    arrangement.value(key, say!("numbers up to {most} by seat, such as A=3 B=0", most), read)
}

/// Makes sure that some keys are there only together with another.
fn not_without(arrangement: &Arrangement, key: &str, others: &[&str]) -> Result<(), BadText> {
    match others.iter().find(|other| arrangement.text(other).is_some()) {
        Some(other) => {
            let [words, key] = [*other, key].map(Filling::text);
            Err(arrangement
                .problem(other, say!("`{words}` is written only together with `{key}`", words, key)))
        }
        None => Ok(()),
    }
}
