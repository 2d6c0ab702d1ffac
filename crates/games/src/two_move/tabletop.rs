//! What lies on the table: board, cards, the queue of moves, and what any card may move.

use kit_chess::shakmaty::{ByColor, Color, Role};
use kit_play::sentence::{Filling, Label};
use kit_play::tabletop::{
    self, Board, Card, Layout, MarkKind, Part, Prompt, Sheet, SheetLine, Track, color_word,
};
use kit_play::{Sentence, Tabletop, Viewer, say};

use super::cards::{CARDS, Cards, QueuedCard};
use super::position::{Stage, TurnCards};
use super::{Previous, Public, View, player};
use crate::sides::{color_of, seat_of, seats_of};
use crate::steps;

/// The part with the viewer's own five cards.
pub const HAND: &str = "hand";

/// Everything the viewer has in front of them.
pub fn tabletop(view: &View) -> Tabletop {
    let public = &view.public;
    let own = view.viewer.seat().map(color_of);
    let mut parts = vec![Part::Board(board(view, own.unwrap_or(Color::White)))];
    parts.extend(own.map(|color| Part::Cards(hand(view, color))));
    for color in [Color::White, Color::Black] {
        parts.extend(open_row(public, color).map(Part::Cards));
        parts.extend(chosen_row(public, color).map(Part::Cards));
    }
    // Their places stay while nothing lies there.
    parts.push(Part::Track(queue(view)));
    parts.push(Part::Cards(previous_row(public)));
    parts.extend(own.and_then(|color| pairs(public, color)).map(Part::Sheet));
    parts.push(Part::Sheet(sheet(view)));
    Tabletop { prompt: prompt(view), parts, sealed: sealed(public) }
}

/// [two-move.sealed] Who has chosen; which cards, nobody knows yet.
fn sealed(public: &Public) -> Vec<&'static str> {
    match public.position.stage {
        Stage::Choosing(ready) => seats_of(ready),
        Stage::Opening | Stage::Moving(_) => Vec::new(),
    }
}

fn board(view: &View, bottom: Color) -> Board {
    let public = &view.public;
    let position = &public.position;
    let board = steps::with_last(Board::new(&position.field.board, bottom), public.last);
    let in_danger = endangered(view).filter_map(|color| position.field.board.king_of(color));
    board.mark(MarkKind::Danger, in_danger).mark(MarkKind::Spent, position.moved_pawns())
}

/// The colors whose king the moves to come could capture, if nobody interfered.
fn endangered(view: &View) -> impl Iterator<Item = Color> + '_ {
    [Color::White, Color::Black]
        .into_iter()
        .filter(|color| !view.over && view.public.position.threatens_king(!*color))
}

/// The five cards of the viewer: which lie face up, and which are chosen.
fn hand(view: &View, color: Color) -> tabletop::Cards {
    let position = &view.public.position;
    let open = Cards::ALL.without(position.hand(color));
    let chosen = position.turn().map(|turn| *turn.chosen.get(color)).or(view.sealed).unwrap_or_default();
    let card = |card: Role| match (open.contains(card), chosen.contains(card)) {
        (true, _) => face(card, color).marked("open"),
        (false, true) => face(card, color).marked("chosen"),
        (false, false) => face(card, color),
    };
    tabletop::Cards {
        id: HAND,
        title: say!("Your cards").into(),
        layout: Layout::Hand,
        seat: Some(color_word(color)),
        // Which cards a player has is known to all, which are chosen is not yet.
        private: view.sealed.is_some(),
        cards: CARDS.into_iter().map(card).collect(),
    }
}

fn open_row(public: &Public, color: Color) -> Option<tabletop::Cards> {
    let cards = Cards::ALL.without(public.position.hand(color));
    let title = say!("{seat}'s old cards", seat = player(color));
    let cards = cards.iter().map(|card| face(card, color)).collect();
    row(color.fold_wb("white-open", "black-open"), title, color, cards)
}

fn chosen_row(public: &Public, color: Color) -> Option<tabletop::Cards> {
    let cards = match &public.position.stage {
        Stage::Opening => Vec::new(),
        Stage::Choosing(ready) => vec![Card::back(); if *ready.get(color) { 2 } else { 0 }],
        Stage::Moving(turn) => played_cards(turn, color),
    };
    let title = say!("{seat}'s new cards", seat = player(color));
    row(color.fold_wb("white-chosen", "black-chosen"), title, color, cards)
}

/// The new cards of a color, turned up, with what became of them.
fn played_cards(turn: &TurnCards, color: Color) -> Vec<Card> {
    let canceled = turn.chosen.white.shared(turn.chosen.black);
    let current = turn.queue.current();
    let card = |card: Role| {
        let is_this = |entry: &&QueuedCard| entry.card == card && entry.owner == color;
        let pending = turn.queue.pending().iter().find(is_this).copied();
        match (canceled.contains(card), pending) {
            (true, _) => face(card, color).marked("cancelled"),
            (false, None) => face(card, color).marked("used"),
            (false, entry) if entry == current => face(card, color).marked("next"),
            (false, Some(_)) => face(card, color),
        }
    };
    turn.chosen.get(color).iter().map(card).collect()
}

/// The cards that lay there when the turn before was over.
fn previous_row(public: &Public) -> tabletop::Cards {
    let previous = public.previous.filter(|_| public.position.turn().is_none());
    let cards = previous.map_or_else(Vec::new, previous_cards);
    let title = say!("The turn before").into();
    tabletop::Cards { id: "previous", title, layout: Layout::Row, seat: None, private: false, cards }
}

fn previous_cards(Previous { open, chosen }: Previous) -> Vec<Card> {
    let canceled = chosen.white.shared(chosen.black);
    let mut cards: Vec<Card> = open.cards.iter().map(|card| face(card, open.owner).marked("old")).collect();
    for color in [Color::White, Color::Black] {
        cards.extend(chosen.get(color).iter().map(|card| {
            if canceled.contains(card) {
                face(card, color).marked("cancelled")
            } else {
                face(card, color).marked("used")
            }
        }));
    }
    cards
}

fn row(id: &'static str, title: Sentence, color: Color, cards: Vec<Card>) -> Option<tabletop::Cards> {
    let (title, seat) = (title.into(), Some(color_word(color)));
    let row = tabletop::Cards { id, title, layout: Layout::Row, seat, private: false, cards };
    (!row.cards.is_empty()).then_some(row)
}

fn face(card: Role, color: Color) -> Card {
    Card::face(card.of(color).char())
}

fn queue(view: &View) -> Track {
    let queue = view.public.position.turn().map(|turn| turn.queue);
    let places =
        queue.map_or_else(Vec::new, |queue| queue.entries().iter().map(|entry| entry.words()).collect());
    let at = queue.filter(|queue| !view.over && queue.current().is_some()).map(|queue| queue.over());
    Track { id: "queue", title: say!("Moves of this turn").into(), places, at }
}

fn sheet(view: &View) -> Sheet {
    let public = &view.public;
    let mut lines = Vec::new();
    for color in [Color::White, Color::Black] {
        let least = public.position.least(color);
        let least = least.map_or_else(|| say!("nothing"), |role| say!("{role}", role));
        lines.push(SheetLine::new(say!("lowest {color} piece that can move", color), least));
    }
    for color in endangered(view) {
        let danger = say!("{seat} may capture it with the moves to come", seat = player(!color));
        lines.push(SheetLine::new(say!("{piece}", piece = color.king()), danger));
    }
    let quiet = say!("{number}", number = public.clock.quiet());
    lines.push(SheetLine::new(say!("turns without progress"), quiet));
    Sheet { id: "sheet", title: say!("What any card may move").into(), lines }
}

/// What the other's ten pairs do to whichever pair of the viewer, while both choose.
///
/// Whoever has all five cards has the same answer for every pair, so it gives no sealed pair away; of a hand of
/// three cards it would, and then nothing is said.
// [two-move.no-match] [two-move.one-match] [two-move.two-match]
fn pairs(public: &Public, own: Color) -> Option<Sheet> {
    let hand = public.position.hand(!own);
    if !matches!(public.position.stage, Stage::Choosing(_)) || hand != Cards::ALL {
        return None;
    }
    let chosen = public.position.hand(own).pairs().next()?;
    let share = |shared: usize| hand.pairs().filter(|pair| pair.shared(chosen).count() == shared).count();
    let lines = vec![
        SheetLine::new(
            say!("{count} {count|one=shares|other=share} no card with yours", count = share(0)),
            say!("one move with each of four cards"),
        ),
        SheetLine::new(
            say!("{count} {count|one=shares|other=share} one", count = share(1)),
            say!("it is cancelled, and the other card moves twice"),
        ),
        SheetLine::new(
            say!("{count} {count|one=is|other=are} the same", count = share(2)),
            say!("nothing moves"),
        ),
    ];
    let title = say!("Of {seat}'s {count} pairs", seat = player(!own), count = hand.pairs().count());
    Some(Sheet { id: "pairs", title: title.into(), lines })
}

fn prompt(view: &View) -> Prompt {
    let public = &view.public;
    let (words, step, rule) = match &public.position.stage {
        Stage::Opening => (opening_words(view), None, "two-move.first-cards"),
        Stage::Choosing(ready) => (choosing_words(view, *ready), Some(0), "two-move.choose"),
        Stage::Moving(turn) => (moving_words(view, turn), Some(1), "two-move.card-piece"),
    };
    let steps =
        step.map_or_else(Vec::new, |_| [say!("choose cards"), say!("move pieces")].map(Label::from).to_vec());
    let makes = matches!(public.position.stage, Stage::Moving(_));
    Prompt { words, steps, step, rule: Some(rule), makes, ..Prompt::default() }
}

fn opening_words(view: &View) -> Sentence {
    if is_own(view, Color::White) {
        say!("Lay two of your five cards face up.")
    } else {
        say!("{seat} is laying two cards face up.", seat = player(Color::White))
    }
}

fn choosing_words(view: &View, ready: ByColor<bool>) -> Sentence {
    let own = view.viewer.seat().map(color_of).filter(|color| !*ready.get(*color));
    if let Some(color) = own {
        return match view.public.position.hand(color).count() {
            3 => say!("Choose two of your three cards."),
            _ => say!("Choose two of your five cards."),
        };
    }
    let (white, black) = (player(Color::White), player(Color::Black));
    match (ready.white, ready.black) {
        (false, false) => say!("{white} and {black} are choosing two cards each.", white, black),
        (false, true) => say!("{seat} is choosing two cards.", seat = white),
        (true, _) => say!("{seat} is choosing two cards.", seat = black),
    }
}

fn moving_words(view: &View, turn: &TurnCards) -> Sentence {
    let (Some(QueuedCard { owner, card }), Some((count, of))) =
        (turn.queue.current(), turn.queue.count_of_card())
    else {
        return Sentence::default();
    };
    let position = &view.public.position;
    let least = position.least(owner).filter(|least| *least != card);
    let kinds = position.can_move(owner, card).then_some(card).into_iter().chain(least);
    let (seat, kinds) = (player(owner), Filling::one_of(kinds.map(with_article)));
    let task = match (is_own(view, owner), of > 1) {
        (true, true) => {
            say!("Move {kinds} ({card} card, move {count} of {of}).", kinds, card, count, of)
        }
        (true, false) => say!("Move {kinds} ({card} card).", kinds, card),
        (false, true) => {
            say!("{seat} moves {kinds} ({card} card, move {count} of {of}).", seat, kinds, card, count, of)
        }
        (false, false) => say!("{seat} moves {kinds} ({card} card).", seat, kinds, card),
    };
    Sentence::joined(endangered(view).map(|color| warning(view, color)).chain([task]))
}

/// That a king could be captured with the moves to come.
fn warning(view: &View, color: Color) -> Sentence {
    if is_own(view, color) {
        say!("Your king is in danger: {seat} may capture it.", seat = player(!color))
    } else {
        say!("{seat}'s king is in danger.", seat = player(color))
    }
}

fn with_article(role: Role) -> Sentence {
    match role {
        Role::King => say!("the {role}", role),
        Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => say!("a {role}", role),
    }
}

fn is_own(view: &View, color: Color) -> bool {
    view.viewer == Viewer::Seat(seat_of(color))
}
