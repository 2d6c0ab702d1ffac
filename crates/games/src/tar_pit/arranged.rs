//! Positions from which a game can start.

use kit_chess::Field;
use kit_chess::shakmaty::{Bitboard, Board, ByColor, Color, Rank, Square};
use kit_play::arrangement::color_named;
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, Chance, Sentence, say};

use super::position::{CHECKERS, Phase, Position};
use super::{Rules, State, ends};
use crate::arranging;
use crate::arranging::side;
use crate::deck::Pile;

const CHECKERS_KEY: &str = "checkers";
const FRONT: &str = "front";
const EXTRA: &str = "extra";
const DISCARD: &str = "discard";
const DRAW: &str = "draw";
const PHASE: &str = "phase";
const MOVED: &str = "moved";

/// The keys of an arrangement.
const KEYS: [&str; 14] = [
    "turn",
    "castling",
    "ep",
    "halfmoves",
    "fullmoves",
    CHECKERS_KEY,
    FRONT,
    EXTRA,
    "hand white",
    "hand black",
    DISCARD,
    DRAW,
    PHASE,
    MOVED,
];

/// The state that an arrangement describes.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(rules: Rules, arrangement: &Arrangement, chance: &mut Chance) -> Result<State, BadText> {
    arrangement.allow(&KEYS)?;
    let board = arranging::board_with_kings(arrangement)?;
    let turn = arrangement.turn()?;
    let phase = phase(arrangement)?;
    let taker = if phase == Phase::Move { turn } else { !turn };
    let ep = arranging::skipped_square(arrangement, &board, taker)?;
    let checkers = checkers(arrangement, &board)?;
    let front = front(arrangement, rules, &checkers)?;
    let field = Field { board, rights: arrangement.orthodox_castling()?, ep };
    let mut position = Position { field, checkers, front, held: front, turn, phase };
    check_extra(arrangement, &position)?;
    let cards = Dealt::read(arrangement, rules, &position, chance)?;
    position.held = cards.hands.map(|hand| hand.count());
    check_hands(arrangement, &position)?;
    check_phase(arrangement, rules, &position)?;
    let mut state = State::new(rules, position, cards.hands, [cards.stock, cards.discard], chance);
    let quiet = arrangement.number("halfmoves", ends::DRAWS.most_quiet)?.unwrap_or(0);
    state.public.clock = state.public.clock.after(quiet);
    state.public.number = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
    Ok(state)
}

/// `phase: throw` with `moved: e4`, or another part of a turn, or a move to come.
fn phase(arrangement: &Arrangement) -> Result<Phase, BadText> {
    let moved: Option<Square> =
        arrangement.value(MOVED, say!("the square of the piece that moved"), |text| text.parse().ok())?;
    let expected = say!("move, throw, card, return or discard");
    let needs_moved = || say!("`phase: throw` needs `moved`, such as `moved: e4`");
    let word = arrangement.value(PHASE, expected, |text| match text {
        "move" => Some(Ok(Phase::Move)),
        "throw" => Some(moved.map(Phase::Throw).ok_or_else(needs_moved)),
        "card" => Some(Ok(Phase::Card)),
        "return" => Some(Ok(Phase::Return)),
        "discard" => Some(Ok(Phase::Discard)),
        _ => None,
    })?;
    let phase = word.unwrap_or(Ok(Phase::Move)).map_err(|problem| arrangement.problem(PHASE, problem))?;
    match (phase, moved) {
        (Phase::Throw(_), _) | (_, None) => Ok(phase),
        (_, Some(_)) => Err(arrangement.problem(MOVED, say!("`moved` is needed only with `phase: throw`"))),
    }
}

/// `checkers: e7=w f5=w e4=b`, each under a piece.
fn checkers(arrangement: &Arrangement, board: &Board) -> Result<ByColor<Bitboard>, BadText> {
    let read = |word: &str| {
        let (square, color) = word.split_once('=')?;
        Some((square.parse::<Square>().ok()?, color_named(color)?))
    };
    let all = |text: &str| match text {
        "-" => Some(Vec::new()),
        words => words.split_whitespace().map(read).collect(),
    };
    let list =
        arrangement.value(CHECKERS_KEY, say!("squares with the colour of a checker, such as e7=w"), all)?;
    let mut checkers = ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY };
    for (square, color) in list.unwrap_or_default() {
        let bad = |problem: Sentence| Err(arrangement.problem(CHECKERS_KEY, problem));
        let Some(piece) = board.piece_at(square) else {
            return bad(say!("no piece stands on the checker on {square}", square));
        };
        if (checkers.white | checkers.black).contains(square) {
            return bad(say!("only one checker can lie on {square}", square));
        }
        if color != piece.color && square.rank() == piece.color.relative_rank(Rank::Eighth) {
            return bad(say!("the piece on {square} cannot be tarred on its far rank", square));
        }
        checkers.get_mut(color).add(square);
    }
    for color in Color::ALL {
        let count = checkers.get(color).count();
        if count > usize::from(CHECKERS) {
            let problem = say!(
                "{color} has {checkers} checkers, not {count}",
                color = side(color),
                checkers = CHECKERS,
                count
            );
            return Err(arrangement.problem(CHECKERS_KEY, problem));
        }
    }
    Ok(checkers)
}

/// `front: 4/5`, White's checkers first; the usual number if nothing is said.
fn front(
    arrangement: &Arrangement,
    rules: Rules,
    checkers: &ByColor<Bitboard>,
) -> Result<ByColor<u8>, BadText> {
    let left = ByColor::new_with(|color| CHECKERS - checkers.get(color).count() as u8);
    let Some(front) = pair(arrangement, FRONT)? else {
        return Ok(ByColor::new_with(|color| *rules.start.get(color).min(left.get(color))));
    };
    match Color::ALL.into_iter().find(|color| front.get(*color) > left.get(*color)) {
        Some(color) => {
            let problem =
                say!("{color} has only {checkers} checkers in all", color = side(color), checkers = CHECKERS);
            Err(arrangement.problem(FRONT, problem))
        }
        None => Ok(front),
    }
}

/// `extra: 6/6`, which follows from the others and need not be given.
fn check_extra(arrangement: &Arrangement, position: &Position) -> Result<(), BadText> {
    let right = ByColor::new_with(|color| position.extra(color));
    match pair(arrangement, EXTRA)? {
        Some(extra) if extra != right => {
            let problem = say!(
                "front, extra and board make {checkers} for each colour, so `extra` is {white}/{black}",
                checkers = CHECKERS,
                white = right.white,
                black = right.black
            );
            Err(arrangement.problem(EXTRA, problem))
        }
        Some(_) | None => Ok(()),
    }
}

fn pair(arrangement: &Arrangement, key: &str) -> Result<Option<ByColor<u8>>, BadText> {
    arrangement.value(key, say!("White's number and Black's, such as 6/5"), |text| {
        let (white, black) = text.split_once('/')?;
        let number = |text: &str| text.trim().parse().ok().filter(|number| *number <= CHECKERS);
        Some(ByColor { white: number(white)?, black: number(black)? })
    })
}

/// All cards, each where it lies.
struct Dealt {
    hands: ByColor<Pile>,
    stock: Pile,
    discard: Pile,
}

/// A hand as it is given.
enum Hand {
    /// These cards.
    Named(Pile),
    /// So many cards, whichever.
    Any(u8),
}

impl Dealt {
    /// Takes the cards that are named out of the deck and deals the others.
    ///
    /// With `draw` the draw pile is what it says, and cards that are nowhere are out of the game.
    fn read(
        arrangement: &Arrangement,
        rules: Rules,
        position: &Position,
        chance: &mut Chance,
    ) -> Result<Dealt, BadText> {
        let mut rest = Pile::deck(rules.checker_cards);
        let white = hand(arrangement, position, Color::White, &mut rest)?;
        let black = hand(arrangement, position, Color::Black, &mut rest)?;
        let discard = pile(arrangement, DISCARD, &mut rest)?.unwrap_or(Pile::EMPTY);
        let draw = pile(arrangement, DRAW, &mut rest)?;
        rest.shuffle(chance);
        let mut dealt = |hand: Hand| match hand {
            Hand::Named(cards) => Ok(cards),
            Hand::Any(count) if count > rest.count() => {
                Err(arrangement.problem(DRAW, say!("the deck has not enough cards for the hands")))
            }
            Hand::Any(count) => Ok((0..count).filter_map(|_| rest.take()).collect()),
        };
        let hands = ByColor { white: dealt(white)?, black: dealt(black)? };
        // The top card is written first and lies last.
        let stock = draw.map_or(rest, |pile| pile.cards().iter().rev().copied().collect());
        Ok(Dealt { hands, stock, discard })
    }
}

/// `hand white: r b p n`, or how many cards, or a card for every checker in front.
fn hand(
    arrangement: &Arrangement,
    position: &Position,
    color: Color,
    rest: &mut Pile,
) -> Result<Hand, BadText> {
    let key = color.fold_wb("hand white", "hand black");
    let one_more = position.phase == Phase::Discard && color != position.turn;
    let usual = position.front.get(color) + u8::from(one_more);
    let number = arrangement.text(key).and_then(|text| text.parse().ok()).filter(|count| *count <= CHECKERS);
    match (number, arrangement.text(key)) {
        (Some(count), _) => Ok(Hand::Any(count)),
        (None, None) => Ok(Hand::Any(usual)),
        (None, Some(_)) => Ok(Hand::Named(pile(arrangement, key, rest)?.unwrap_or(Pile::EMPTY))),
    }
}

/// Cards that are named, taken out of the deck.
fn pile(arrangement: &Arrangement, key: &str, rest: &mut Pile) -> Result<Option<Pile>, BadText> {
    let read = |text: &str| if text == "-" { Some(Pile::EMPTY) } else { Pile::read(text) };
    let Some(cards) = arrangement.value(key, say!("cards such as r b P C, or -"), read)? else {
        return Ok(None);
    };
    for card in cards.cards() {
        if !rest.remove(*card) {
            let problem = say!(
                "the deck has no further card `{card}` for `{key}`",
                card = Filling::text(card),
                key = Filling::text(key)
            );
            return Err(arrangement.problem(key, problem));
        }
    }
    Ok(Some(cards))
}

fn check_hands(arrangement: &Arrangement, position: &Position) -> Result<(), BadText> {
    for color in Color::ALL {
        let key = color.fold_wb("hand white", "hand black");
        let (held, front) = (*position.held.get(color), *position.front.get(color));
        let discards = position.phase == Phase::Discard && color != position.turn;
        if discards && held != front + 1 {
            let problem =
                say!("whoever discards has one card too many, {front}, not {held}", front = front + 1, held);
            return Err(arrangement.problem(key, problem));
        }
        if !discards && held > front {
            let problem = say!(
                "{color} cannot hold {held} cards with {front} checkers in front",
                color = side(color),
                held,
                front
            );
            return Err(arrangement.problem(key, problem));
        }
    }
    Ok(())
}

/// Makes sure that the part of the turn that is named can be going on.
fn check_phase(arrangement: &Arrangement, rules: Rules, position: &Position) -> Result<(), BadText> {
    let turn = position.turn;
    let safe = if position.phase == Phase::Move { !turn } else { turn };
    let may_parry = rules.throw_parries && matches!(position.phase, Phase::Throw(_));
    if position.is_exposed(safe) && !may_parry {
        let problem = say!("{color}'s king cannot be attacked now", color = side(safe));
        return Err(arrangement.problem(PHASE, problem));
    }
    let enemy = !turn;
    let (fits, problem) = match position.phase {
        Phase::Move | Phase::Draw => (true, Sentence::default()),
        Phase::Throw(from) => (
            position.field.board.color_at(from) == Some(turn) && position.throws_from(from).any(),
            say!("nothing can be thrown from there"),
        ),
        Phase::Card => (*position.held.get(turn) > 0, say!("there is no card to play")),
        Phase::Return => (
            *position.front.get(enemy) > 0 || position.checkers.get(enemy).any(),
            say!("there is no checker to give up"),
        ),
        Phase::Discard => (*position.held.get(enemy) > 0, say!("there is no card to discard")),
    };
    if fits { Ok(()) } else { Err(arrangement.problem(PHASE, problem)) }
}
