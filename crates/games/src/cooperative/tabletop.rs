//! What lies on the table: board, cards, score, and what to do now.

use kit_chess::Step;
use kit_chess::shakmaty::{Color, Square};
use kit_play::sentence::Filling;
use kit_play::tabletop::{
    Board, Card as Shown, Cards, Gesture, Layout, Part, Prompt, Sheet, SheetLine, Spot, Tabletop, Track,
    Zone, color_word,
};
use kit_play::{Sentence, say};

use super::action::{Action, Bought};
use super::position::{Ending, Position, Stage};
use super::{Grade, Note, Public, Spread, TurnRecord, View, kinds, listed, player, seat_for, unseen};
use crate::deck::{Card, Pile};
use crate::sides::color_of as color_of_seat;
use crate::steps;

/// The part with the viewer's own cards, and the common line.
const HAND: &str = "hand";
const LINE: &str = "line";

/// Everything the viewer has in front of them.
pub fn laid_for(view: &View) -> Tabletop {
    let position = &view.public.position;
    let mut parts = vec![Part::Board(board(view)), Part::Cards(stock(position))];
    match position.rules.spread {
        Spread::Line => {
            parts.push(Part::Cards(open(
                LINE,
                say!("Line, from the draw pile on"),
                Layout::Row,
                line(position),
            )));
            parts.push(Part::Cards(taken("discard", say!("Discard pile"), &position.taken.sorted())));
        }
        Spread::Stacks => {
            parts.extend([Color::White, Color::Black].map(|color| Part::Cards(stack(position, color))));
            parts.push(Part::Cards(taken("captured", say!("Captured cards"), &position.taken)));
        }
    }
    if !position.rules.solo {
        parts.extend(hands(view).into_iter().map(Part::Cards));
    }
    if let Some(removed) = view.removed.filter(|removed| !removed.is_empty()) {
        parts.push(Part::Cards(taken("gone", say!("Cards that had left the game"), &removed.sorted())));
    }
    parts.push(Part::Track(track(position)));
    parts.push(Part::Sheet(sheet(view)));
    Tabletop { prompt: prompt(view), parts, ..Tabletop::default() }
}

fn board(view: &View) -> Board {
    let position = &view.public.position;
    let own = view.viewer.seat().filter(|_| !position.rules.solo);
    let bottom = own.map_or(Color::White, color_of_seat);
    let last = view.public.turn.step().or_else(|| view.public.last.as_ref().and_then(TurnRecord::step));
    let last = last.map(|step| (step.from, step.to));
    let mut board = steps::with_last(Board::new(&position.field.board, bottom), last);
    // [cooperative.bound]
    if let Some(square) = bound(position) {
        board.zones.push(Zone { label: say!("bound").into(), from: square, to: square });
    }
    board
}

fn bound(position: &Position) -> Option<Square> {
    match position.stage {
        Stage::Card { bound } | Stage::Captures { bound, .. } => bound,
        Stage::QuietOrCard | Stage::Quiet => None,
    }
}

impl TurnRecord {
    /// The last move of the turn.
    fn step(&self) -> Option<Step> {
        self.notes.iter().rev().find_map(|note| match note {
            Note::Moved { step, .. } => Some(*step),
            Note::Played(_) | Note::TurnedUp(_) | Note::King(_) | Note::Recycled { .. } | Note::Skipped => {
                None
            }
        })
    }

    /// What was done and happened, one thing after the other.
    fn words(&self) -> Sentence {
        let words = self.notes.iter().map(Note::words);
        words.reduce(|first, then| say!("{first}; {then}", first, then)).unwrap_or_else(|| say!("nothing"))
    }
}

impl Note {
    fn words(&self) -> Sentence {
        match *self {
            Note::Played(card) => say!("plays a {card}", card = card.words()),
            Note::Moved { ref words, .. } => words.clone(),
            Note::TurnedUp(card) => say!("the draw pile gives a {card}", card = card.words()),
            Note::King(card) => say!("the {card} goes to the line", card = card.words()),
            Note::Recycled { from, to } => {
                say!("the cards at places {from} to {to} are recycled", from, to)
            }
            Note::Skipped => say!("has no card to play"),
        }
    }
}

/// One sees the top of the draw pile and nothing else of it.
fn stock(position: &Position) -> Cards {
    let top = (position.stock > 0).then(Shown::back);
    let title = say!("Draw pile of {count}", count = position.stock);
    open("stock", title, Layout::Pile, top.into_iter().collect())
}

/// The line, with the cards marked that a capture could take now.
fn line(position: &Position) -> Vec<Shown> {
    let mut shown = faces(&position.line);
    if matches!(position.stage, Stage::Quiet | Stage::Captures { .. }) && position.ending.is_none() {
        position.each_capture(|action| {
            if let Action::Take { card: Some(place), .. } = action {
                shown[usize::from(place)].state = Some("usable");
            }
        });
    }
    shown
}

/// A player's stack, with a word about its top card.
fn stack(position: &Position, color: Color) -> Cards {
    let mut cards = faces(position.stacks.get(color));
    let matched = color != position.turn && position.has_matched_card();
    if let (Some(card), Some(top)) = (position.stacks.get(color).cards().last(), cards.last_mut()) {
        let wild = matched || position.is_wild(color, *card);
        top.state = Some(if wild { "wild" } else { "top" });
    }
    let title = say!("{seat}'s stack", seat = player(position, color));
    let seat = Some(color_word(color));
    Cards { seat, ..open(color.fold_wb("white-stack", "black-stack"), title, Layout::Pile, cards) }
}

fn taken(id: &'static str, title: Sentence, cards: &Pile) -> Cards {
    open(id, title, Layout::Row, faces(cards))
}

fn open(id: &'static str, title: Sentence, layout: Layout, cards: Vec<Shown>) -> Cards {
    Cards { id, title: title.into(), layout, seat: None, private: false, cards }
}

fn faces(cards: &Pile) -> Vec<Shown> {
    cards.cards().iter().map(Shown::face).collect()
}

/// The viewer's own hand first.
// [cooperative.secret] Of others one sees the backs.
fn hands(view: &View) -> Vec<Cards> {
    let own = view.viewer.seat().map(color_of_seat);
    let others = [Color::White, Color::Black].into_iter().filter(|color| Some(*color) != own);
    let hand = |color: Color| {
        let held = usize::from(*view.public.position.held.get(color));
        let cards = view.hands.get(color).as_ref().map_or_else(|| vec![Shown::back(); held], faces);
        let is_own = own == Some(color);
        let (id, title) = if is_own {
            (HAND, say!("Your cards"))
        } else {
            let seat = player(&view.public.position, color);
            (color.fold_wb("white-hand", "black-hand"), say!("{seat}'s cards", seat))
        };
        Cards {
            seat: Some(color_word(color)),
            private: is_own && view.removed.is_none(),
            ..open(id, title, Layout::Hand, cards)
        }
    };
    own.into_iter().chain(others).map(hand).collect()
}

/// How the team would do if a king fell now.
fn track(position: &Position) -> Track {
    let ending = position.ending.unwrap_or(Ending::KingTaken);
    let grade = position.rules.grade(position.points(ending), ending);
    let grades: &[Grade] = match position.rules.spread {
        Spread::Line => &Grade::ALL,
        Spread::Stacks => &[Grade::Loss, Grade::Win],
    };
    let places = grades.iter().map(|grade| grade.word()).collect();
    let title = match position.ending {
        Some(_) => say!("How you did"),
        None => say!("If a king fell now"),
    };
    let at = grades.iter().position(|other| *other == grade);
    Track { id: "grade", title: title.into(), places, at }
}

fn sheet(view: &View) -> Sheet {
    let Public { position, turn, last, .. } = &view.public;
    let number = |count: u8| say!("{count}", count);
    let mut lines = vec![
        SheetLine::new(say!("score"), score(position)),
        SheetLine::new(say!("draw pile"), number(position.stock)),
    ];
    if position.rules.spread == Spread::Line {
        lines.push(SheetLine::new(say!("removed cards"), number(position.removed)));
        lines.push(SheetLine::new(say!("one more of a colour is recycled"), long_runs(position)));
    }
    let castling = steps::castling(position.field.rights);
    let last = last.as_ref().map_or_else(|| say!("nothing"), TurnRecord::words);
    lines.extend([
        SheetLine::new(say!("not seen"), unseen::unseen(view).in_words()),
        SheetLine::new(say!("last turn"), last),
        SheetLine::new(say!("this turn"), turn.words()),
        SheetLine::new(say!("castling"), say!("{castling}", castling)),
    ]);
    Sheet { id: "sheet", title: say!("Score and cards").into(), lines }
}

/// What the points are made of, as if a king fell now.
fn score(position: &Position) -> Sentence {
    let ending = position.ending.unwrap_or(Ending::KingTaken);
    let cleared: Vec<_> = position.cleared().collect();
    let (captures, points) = (position.captures(), position.points(ending));
    let (count, kinds) = (cleared.len(), kinds(&cleared));
    match (position.rules.spread, ending) {
        (Spread::Line, Ending::KingTaken) => say!(
            "{captures} {captures|one=capture|other=captures} + 10 x {count} {count|one=kind|other=kinds} \
             ({kinds}) = {points}",
            captures,
            count,
            kinds,
            points
        ),
        (Spread::Line, Ending::CardsOut) => {
            say!("{captures} {captures|one=capture|other=captures}, no king = {points}", captures, points)
        }
        (Spread::Stacks, Ending::KingTaken) => {
            say!("{count} {count|one=kind|other=kinds} ({kinds}) = {points}", count, kinds, points)
        }
        (Spread::Stacks, Ending::CardsOut) => say!("no king = {points}", points),
    }
}

/// Runs that are as long as they may be.
fn long_runs(position: &Position) -> Sentence {
    let longest = usize::from(position.rules.longest_run);
    let runs = position.runs().filter(|(from, to)| to - from == longest);
    let cards = |(from, to): (usize, usize)| {
        let run: Pile = position.line.cards()[from..to].iter().copied().collect();
        say!("{cards} from place {from}", cards = listed(&run), from)
    };
    let runs: Vec<Sentence> = runs.map(cards).collect();
    if runs.is_empty() { say!("none") } else { say!("{runs}", runs = Filling::row_of(runs)) }
}

fn prompt(view: &View) -> Prompt {
    let position = &view.public.position;
    let parts = [say!("play a card"), say!("quiet move"), say!("captures")];
    let order: &[usize] = match (position.rules.solo, position.rules.card_first) {
        (true, _) => &[1, 2],
        (false, true) => &[0, 1, 2],
        (false, false) => &[1, 0, 2],
    };
    let (part, rule) = match position.stage {
        Stage::Card { .. } => (0, "cooperative.play"),
        Stage::QuietOrCard | Stage::Quiet => (1, "cooperative.quiet"),
        Stage::Captures { .. } => (2, "cooperative.capture"),
    };
    let step = order.iter().position(|other| *other == part);
    let steps = order.iter().map(|part| parts[*part].clone().into()).collect();
    let decides = view.viewer.seat() == Some(seat_for(position, position.turn));
    let words = if decides { own_text(position) } else { others_text(position) };
    Prompt { words, steps, step, rule: Some(rule), makes: true, ..Prompt::default() }
}

fn own_text(position: &Position) -> Sentence {
    let player = player(position, position.turn);
    let alone = position.rules.solo.then(|| say!("{seat} to move.", seat = player));
    Sentence::joined(alone.into_iter().chain([task_text(position)]))
}

fn task_text(position: &Position) -> Sentence {
    match position.stage {
        Stage::Card { bound: None } => say!("Play a card to the end of the line."),
        Stage::Card { bound: Some(square) } => match position.field.board.role_at(square) {
            Some(role) => {
                say!("Play a card that lets your {role} on {square} capture, or any other.", role, square)
            }
            None => say!("Play a card that lets your piece on {square} capture, or any other.", square),
        },
        Stage::QuietOrCard => say!("Make a move that captures nothing, or play a card."),
        Stage::Quiet if can_capture(position) => {
            say!("Make a move that captures nothing, capture, or end your turn.")
        }
        Stage::Quiet => say!("Make a move that captures nothing, or end your turn."),
        Stage::Captures { .. } if can_capture(position) => say!("Capture, or end your turn."),
        Stage::Captures { .. } => say!("The cards allow no capture: end your turn."),
    }
}

fn others_text(position: &Position) -> Sentence {
    let player = player(position, position.turn);
    match position.stage {
        Stage::Card { .. } => say!("{seat} is choosing a card.", seat = player),
        Stage::QuietOrCard => say!("{seat} may move without capturing, or plays a card.", seat = player),
        Stage::Quiet => say!("{seat} may move and capture.", seat = player),
        Stage::Captures { .. } => say!("{seat} may capture.", seat = player),
    }
}

fn can_capture(position: &Position) -> bool {
    let mut can = false;
    position.each_capture(|_| can = true);
    can
}

/// An action in words.
pub fn words(position: &Position, action: Action) -> Sentence {
    let board = &position.field.board;
    match action {
        Action::Play(piece) => say!("play the {piece} card", piece),
        Action::Quiet { step, bought } => {
            let moved = say!("{step}", step = steps::moved(board, step));
            with_promotion(moved, position, None, bought)
        }
        Action::Take { step, card, bought } => {
            let taken = steps::moved(board, step);
            let taken = match board.piece_at(step.to) {
                Some(_) => say!("{step}", step = taken),
                None => say!("{step} en passant", step = taken),
            };
            with_promotion(with_discard(taken, position, card), position, card, bought)
        }
        Action::Done => say!("end the turn"),
    }
}

/// A capture with the card at a place of the line that goes with it.
fn with_discard(step: Sentence, position: &Position, place: Option<u8>) -> Sentence {
    let Some(place) = place else { return step };
    match position.line.cards().get(usize::from(place)) {
        Some(card) => {
            let card = card.words();
            say!("{step}, discarding the {card} at place {place}", step, card, place)
        }
        None => say!("{step}, discarding the card at place {place}", step, place),
    }
}

/// A move with the cards that a promotion moves.
fn with_promotion(step: Sentence, position: &Position, card: Option<u8>, bought: Option<Bought>) -> Sentence {
    let Some(bought) = bought else { return step };
    let Places { pawn, before_new } = Places::of(position, card, bought);
    match before_new {
        Some(place) => say!(
            "{step}, with the pawn's card from place {pawn} and the new card after place {place}",
            step,
            pawn,
            place
        ),
        None => say!("{step}, with the pawn's card from place {pawn} and the new card first", step, pawn),
    }
}

/// The places of a promotion's cards in the line as it lies now.
struct Places {
    pawn: usize,
    /// The card that the new one comes to lie behind; none if it comes first.
    before_new: Option<usize>,
}

impl Places {
    fn of(position: &Position, card: Option<u8>, bought: Bought) -> Places {
        let mut left: Vec<usize> = (0..usize::from(position.line.count())).collect();
        if let Some(place) = card {
            left.remove(usize::from(place));
        }
        let pawn = left.remove(usize::from(bought.pawn));
        let before_new = usize::from(bought.at).checked_sub(1).map(|place| left[place]);
        Places { pawn, before_new }
    }
}

/// Where to point: squares, what a pawn becomes, and cards of the line where there is a choice.
pub fn gesture(view: &View, action: Action) -> Gesture {
    let position = &view.public.position;
    match action {
        Action::Play(piece) => {
            let hand = view.hands.get(position.turn).unwrap_or(Pile::EMPTY);
            hand.place_of(Card::Piece(piece)).map(|place| Spot::Card(HAND, place)).into_iter().collect()
        }
        Action::Quiet { step, bought } => {
            let mut gesture = steps::gesture(step);
            gesture.extend(bought.into_iter().flat_map(|bought| promotion_spots(position, None, bought)));
            gesture
        }
        Action::Take { step, card, bought } => {
            let mut gesture = steps::gesture(step);
            let mut choices = 0;
            position.each_card(step.from, step.to, |_| choices += 1);
            let chosen = card.filter(|_| choices > 1).map(usize::from);
            gesture.extend(chosen.map(|place| Spot::Card(LINE, place)));
            gesture.extend(bought.into_iter().flat_map(|bought| promotion_spots(position, card, bought)));
            gesture
        }
        Action::Done => vec![Spot::Word("done")],
    }
}

/// The pawn's card if there are several, and the card that the new one comes to lie behind.
fn promotion_spots(position: &Position, card: Option<u8>, bought: Bought) -> Vec<Spot> {
    let places = Places::of(position, card, bought);
    let mut spots = Vec::new();
    if position.line.count_of(Card::Piece(position.turn.pawn())) > 1 {
        spots.push(Spot::Card(LINE, places.pawn));
    }
    let left = position.line.count() - u8::from(card.is_some());
    if left > 1 {
        spots.push(places.before_new.map_or(Spot::Word("first"), |place| Spot::Card(LINE, place)));
    }
    spots
}
