//! Positions from which a game can start.

use kit_chess::Field;
use kit_chess::shakmaty::{ByColor, Color, Rank, Square};
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, Chance, Events, say};

use super::dealer::Hidden;
use super::position::{PIECES, Position, Stage, is_king};
use super::{Cooperative, Rules, Spread, State, missing};
use crate::arranging::{board_with_kings, side, skipped_square};
use crate::deck::Pile;

const LINE: &str = "line";
const DISCARD: &str = "discard";
const REMOVED: &str = "removed";
const CAPTURED: &str = "captured";
const STOCK: &str = "stock";
const STEP: &str = "step";
const BOUND: &str = "bound";
const WILD: &str = "wild";
const STACKS: ByColor<&str> = ByColor { white: "stack white", black: "stack black" };
const HANDS: ByColor<&str> = ByColor { white: "hand white", black: "hand black" };

const COMMON: [&str; 7] = ["turn", "castling", "ep", "halfmoves", "fullmoves", STOCK, STEP];

/// The state that an arrangement describes, and what is said of it.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(
    rules: Rules,
    arrangement: &Arrangement,
    chance: &mut Chance,
) -> Result<(State, Events<Cooperative>), BadText> {
    arrangement.allow(&keys(&rules))?;
    let mut position = board(rules, arrangement)?;
    let mut cards = Cards { arrangement, rest: Pile::deck(0) };
    let mut hidden = Hidden::stock(Pile::EMPTY);
    let given = hands(&mut cards, &rules, &mut hidden)?;
    if let Some(removed) = cards.take(REMOVED)? {
        hidden.removed = removed;
    }
    let top = cards.take(STOCK)?.unwrap_or(Pile::EMPTY);
    let sound = lie_open(&mut cards, &mut position)?;
    hidden.stock = cards.rest;
    hidden.stock.shuffle(chance);
    hidden.stock.extend(top.cards().iter().rev().copied());
    let midway = stage(arrangement, &position)?;
    position.stage = midway.unwrap_or(position.stage);
    let sizes = ByColor::new_with(|color| if *given.get(color) { 0 } else { full(&position, color) });
    // Nobody knows which cards have left, so each may be any.
    let recycled = vec![Pile::deck(0); usize::from(hidden.removed.count())];
    let mut state = State::new(position, hidden);
    (state.public.sound, state.public.recycled) = (sound, recycled);
    state.public.number = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
    let events = state.open(sizes, midway.is_none(), chance);
    let Position { stage, turn, .. } = state.public.position;
    if matches!(stage, Stage::Card { bound: Some(_) }) && state.hidden.hands.get(turn).is_empty() {
        return Err(arrangement.problem(STEP, say!("{color} has no card to play", color = side(turn))));
    }
    Ok((state, events))
}

/// The keys that an arrangement by these rules may have.
fn keys(rules: &Rules) -> Vec<&'static str> {
    let mut keys = COMMON.to_vec();
    match rules.spread {
        Spread::Line => keys.extend([LINE, DISCARD, REMOVED]),
        Spread::Stacks => keys.extend([STACKS.white, STACKS.black, CAPTURED, BOUND, WILD]),
    }
    if !rules.solo {
        keys.extend([HANDS.white, HANDS.black]);
    }
    keys
}

/// The position without its cards.
fn board(rules: Rules, arrangement: &Arrangement) -> Result<Position, BadText> {
    let board = board_with_kings(arrangement)?;
    for color in Color::ALL {
        let pieces = board.by_color(color).count();
        if pieces > PIECES / 2 {
            let problem =
                say!("{color} has at most 16 pieces, this board has {pieces}", color = side(color), pieces);
            return Err(arrangement.problem("fen", problem));
        }
    }
    // The right to take en passant outlasts turns in which nothing moves.
    let taker = Color::from_white(arrangement.ep()?.is_some_and(|square| square.rank() == Rank::Sixth));
    let ep = skipped_square(arrangement, &board, taker)?;
    let field = Field { rights: arrangement.orthodox_castling()?, ep, board };
    let position = Position::new(rules, field, arrangement.turn()?);
    if rules.promotion_moves_cards && missing(&position).is_none() {
        Err(arrangement.problem("fen", say!("there are more pieces of a kind than in a chess set")))
    } else {
        Ok(position)
    }
}

/// Cards that are given a place, one key after the other.
struct Cards<'a> {
    arrangement: &'a Arrangement,
    /// The cards that have no place yet.
    rest: Pile,
}

impl Cards<'_> {
    /// The cards that a key names, the first first.
    fn take(&mut self, key: &str) -> Result<Option<Pile>, BadText> {
        let read = |text: &str| if text == "-" { Some(Pile::EMPTY) } else { Pile::read(text) };
        let pile = self.arrangement.value(key, say!("cards such as P n q, or -"), read)?;
        if let Some(pile) = &pile {
            self.claim(key, pile)?;
        }
        Ok(pile)
    }

    fn claim(&mut self, key: &str, pile: &Pile) -> Result<(), BadText> {
        for card in pile.cards() {
            if !self.rest.remove(*card) {
                let problem = say!(
                    "for `{key}` there are too few {card} cards",
                    key = Filling::text(key),
                    card = Filling::text(card)
                );
                return Err(self.arrangement.problem(key, problem));
            }
        }
        Ok(())
    }
}

/// The hands that are given; those that are not are dealt.
fn hands(cards: &mut Cards<'_>, rules: &Rules, hidden: &mut Hidden) -> Result<ByColor<bool>, BadText> {
    let mut given = ByColor::new_with(|_| rules.solo);
    for color in Color::ALL {
        let key = HANDS.get(color);
        let Some(hand) = cards.take(key)? else { continue };
        if hand.count() > rules.hand {
            let problem = say!("a hand has at most {hand} cards", hand = rules.hand);
            return Err(cards.arrangement.problem(key, problem));
        }
        if rules.kings_lie_open && hand.cards().iter().copied().any(is_king) {
            return Err(cards.arrangement.problem(key, say!("kings lie in the line and are never held")));
        }
        *hidden.hands.get_mut(color) = hand.sorted();
        *given.get_mut(color) = true;
    }
    Ok(given)
}

/// Lays out the cards that all can see; whether those of captured pieces are those missing.
fn lie_open(cards: &mut Cards<'_>, position: &mut Position) -> Result<bool, BadText> {
    match position.rules.spread {
        Spread::Line => {
            position.line = cards.take(LINE)?.unwrap_or(Pile::EMPTY);
            if position.run().is_some() {
                return Err(cards
                    .arrangement
                    .problem(LINE, say!("four cards of one colour would be recycled")));
            }
            let missing = missing(position).unwrap_or(Pile::EMPTY);
            position.taken = match cards.take(DISCARD)? {
                Some(discard) => discard,
                None => {
                    cards.claim(DISCARD, &missing)?;
                    missing
                }
            };
            Ok(position.taken.sorted() == missing)
        }
        Spread::Stacks => {
            for color in Color::ALL {
                *position.stacks.get_mut(color) = cards.take(STACKS.get(color))?.unwrap_or(Pile::EMPTY);
            }
            position.taken = captured(cards, position)?;
            Ok(true)
        }
    }
}

/// As many cards as pieces are missing: those given, or as far as they can be had theirs.
fn captured(cards: &mut Cards<'_>, position: &Position) -> Result<Pile, BadText> {
    let captures = position.captures() as usize;
    let given = cards.take(CAPTURED)?;
    let captured = given.unwrap_or_else(|| {
        let missing = missing(position).unwrap_or(Pile::EMPTY);
        let mut captured: Pile =
            missing.cards().iter().copied().filter(|card| cards.rest.remove(*card)).collect();
        while usize::from(captured.count()) < captures {
            let Some(card) = cards.rest.take() else { break };
            captured.put(card);
        }
        captured
    });
    if usize::from(captured.count()) == captures {
        Ok(captured)
    } else {
        let problem = say!("{captures} pieces are missing, so as many cards are captured", captures);
        Err(cards.arrangement.problem(CAPTURED, problem))
    }
}

/// Where in the turn the game starts; nothing if the turn is still to begin.
fn stage(arrangement: &Arrangement, position: &Position) -> Result<Option<Stage>, BadText> {
    let card_first = position.rules.card_first;
    let square = |text: &str| {
        let square: Square = text.parse().ok()?;
        (position.field.board.color_at(square) == Some(position.turn)).then_some(square)
    };
    let bound = arrangement.value(BOUND, say!("the square of a piece of the player on turn"), square)?;
    let wild = arrangement.value(WILD, say!("on or off"), |text| match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    })?;
    let captures = Stage::Captures { bound, wild: wild.unwrap_or(false) };
    let stage =
        arrangement.value(STEP, say!("card, quiet or captures"), |text| match (text, card_first) {
            ("card", true) | ("quiet", false) => Some(None),
            ("quiet", true) => Some(Some(Stage::Quiet)),
            ("card", false) => Some(Some(Stage::Card { bound })),
            ("captures", _) => Some(Some(captures)),
            _ => None,
        })?;
    let stage = stage.flatten();
    match stage {
        None if bound.is_some() => {
            Err(arrangement.problem(BOUND, say!("a turn begins without a bound piece")))
        }
        Some(Stage::Card { bound: None }) => {
            Err(arrangement.problem(STEP, say!("a quiet move was made, so write `bound` too")))
        }
        Some(Stage::Captures { .. }) if !card_first && position.stacks.get(position.turn).is_empty() => {
            Err(arrangement.problem(
                STEP,
                say!("`{key}` has no card yet", key = Filling::text(STACKS.get(position.turn))),
            ))
        }
        None | Some(_) if wild.is_some() && stage != Some(captures) => {
            Err(arrangement.problem(WILD, say!("a card can be wild only while captures are made")))
        }
        None | Some(_) => Ok(stage),
    }
}

/// How many cards a player holds at this point of the turn.
fn full(position: &Position, color: Color) -> u8 {
    let played = match position.stage {
        Stage::Card { .. } | Stage::QuietOrCard => false,
        Stage::Quiet | Stage::Captures { .. } => color == position.turn,
    };
    position.rules.hand.saturating_sub(u8::from(played))
}
