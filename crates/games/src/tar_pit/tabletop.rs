//! What lies on the table: board and checkers, cards, and what to do now.

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Board as Pieces, Color, Square};
use kit_play::sentence::Filling;
use kit_play::tabletop::{
    Board, Card as Shown, Cards, Layout, MarkKind, Part, PlacedToken, Prompt, Sheet, Tabletop, Token, Tray,
    color_word, squares_in_words,
};
use kit_play::{Sentence, say};

use super::position::{Phase, Position, Settled};
use super::{Action, Public, Turn, View, player};
use crate::deck::{Card, Pile};
use crate::steps::{self, color_name};

/// The part with the viewer's own cards.
pub const HAND: &str = "hand";

/// Everything the viewer has in front of them.
pub fn laid_for(view: &View) -> Tabletop {
    let public = &view.public;
    let mut parts = vec![Part::Board(board(view))];
    parts.extend(hands(view).map(Part::Cards));
    parts.push(Part::Cards(pile("discard", "Discard pile", &public.discard)));
    for color in Color::ALL {
        parts.push(Part::Tray(front(public, color)));
        parts.push(Part::Tray(spare(public, color)));
    }
    parts.push(Part::Sheet(sheet(view)));
    Tabletop { prompt: prompt(view), parts }
}

fn board(view: &View) -> Board {
    let position = &view.public.position;
    let bottom = view.color().unwrap_or(Color::White);
    let last = view.public.turn.step().or_else(|| view.public.last.as_ref().and_then(Turn::step));
    let mut board = steps::with_last(Board::new(&position.field.board, bottom), last);
    for square in position.checkers.white | position.checkers.black {
        let token = position.checker_at(square).map(|color| Token::Checker { color });
        board.tokens.extend(token.map(|token| PlacedToken { square, token }));
    }
    let checked = Color::ALL.into_iter().filter(|color| position.is_exposed(*color));
    let kings: Vec<Square> = checked.filter_map(|color| position.field.board.king_of(color)).collect();
    board.mark(MarkKind::Check, kings).mark(MarkKind::Danger, in_danger(view))
}

/// The pieces of the viewer that are attacked, as far as the tar lets the enemy.
fn in_danger(view: &View) -> Bitboard {
    let position = &view.public.position;
    let Some(color) = view.color() else { return Bitboard::EMPTY };
    let pieces = position.field.board.by_color(color).without(position.field.board.kings());
    pieces.into_iter().filter(|square| position.attackers(*square, !color).any()).collect()
}

/// The viewer's own hand first, with new cards apart while there is nothing to do with them.
fn hands(view: &View) -> impl Iterator<Item = Cards> {
    let mut hands = Vec::new();
    let own = view.color();
    if let Some((color, hand)) = own.and_then(|color| Some((color, (*view.hands.get(color))?))) {
        let apart = view.public.position.phase != Phase::Discard;
        let (kept, drawn) = match hand.without(&view.drawn).filter(|_| apart) {
            Some(kept) => (kept, view.drawn),
            None => (hand, Pile::EMPTY),
        };
        let board = &view.public.position.field.board;
        hands.push(held(HAND, "Your cards".to_owned(), color, true, own_faces(&kept, board)));
        if !drawn.is_empty() {
            let drawn = own_faces(&drawn, board);
            hands.push(held("drawn", "Your new cards".to_owned(), color, true, drawn));
        }
    }
    for color in Color::ALL.into_iter().filter(|color| Some(*color) != own) {
        let count = usize::from(*view.public.position.held.get(color));
        let cards = view.hands.get(color).as_ref().map_or_else(|| vec![Shown::back(); count], faces);
        let title = format!("{}'s cards", color_name(color));
        hands.push(held(color.fold_wb("white-hand", "black-hand"), title, color, false, cards));
    }
    hands.into_iter()
}

fn held(id: &'static str, title: String, color: Color, private: bool, cards: Vec<Shown>) -> Cards {
    Cards { id, title, layout: Layout::Hand, seat: Some(color_word(color)), private, cards }
}

// [tar-pit.discard-pile] All of it may be looked through.
fn pile(id: &'static str, title: &str, cards: &Pile) -> Cards {
    let title = title.to_owned();
    Cards { id, title, layout: Layout::Pile, seat: None, private: false, cards: faces(cards) }
}

/// The viewer's own cards, with a word on those that match no piece any more.
fn own_faces(cards: &Pile, board: &Pieces) -> Vec<Shown> {
    // [tar-pit.wild]
    let is_wild = |card: &Card| matches!(card, Card::Piece(piece) if board.by_piece(*piece).is_empty());
    let face = |card: &Card| if is_wild(card) { Shown::face(card).marked("wild") } else { Shown::face(card) };
    cards.cards().iter().map(face).collect()
}

fn faces(cards: &Pile) -> Vec<Shown> {
    cards.cards().iter().map(Shown::face).collect()
}

fn front(public: &Public, color: Color) -> Tray {
    let title = format!("Checkers in front of {}", color_name(color));
    tray(color.fold_wb("white-front", "black-front"), title, color, *public.position.front.get(color))
}

fn spare(public: &Public, color: Color) -> Tray {
    let title = format!("{}'s spare checkers", color_name(color));
    tray(color.fold_wb("white-extra", "black-extra"), title, color, public.position.extra(color))
}

fn tray(id: &'static str, title: String, color: Color, count: u8) -> Tray {
    Tray { id, title, items: vec![Card::Checkers(color).to_string(); usize::from(count)] }
}

fn sheet(view: &View) -> Sheet {
    let Public { position, stock, clock, turn, last, .. } = &view.public;
    let checkers = Color::ALL.map(|color| (color, *position.checkers.get(color)));
    let lying = checkers.into_iter().filter(|(_, squares)| squares.any());
    let lying =
        lying.map(|(color, squares)| format!("{} on {}", color_word(color), squares_in_words(squares)));
    let reshuffled = last.as_ref().is_some_and(|turn| turn.reshuffled);
    let note = if reshuffled { ", just reshuffled" } else { "" };
    let written = |turn: Option<&Turn>| or_none(turn.map(ToString::to_string).unwrap_or_default());
    let line = |label: &str, value: String| (label.to_owned(), value);
    let lines = vec![
        line("checkers", or_none(lying.collect::<Vec<_>>().join("; "))),
        line("front", both(position.front.white, position.front.black)),
        line("extra", both(position.extra(Color::White), position.extra(Color::Black))),
        line("cards", both(position.held.white, position.held.black)),
        line("draw pile", format!("{stock}{note}")),
        line("not yet seen", unseen(view)),
        line("last turn", written(last.as_ref())),
        line("this turn", written(Some(turn))),
        line("castling", steps::castling_letters(position.field.rights)),
        line("half-turns without progress", clock.in_words()),
    ];
    Sheet { id: "sheet", title: "Tar and cards".to_owned(), lines }
}

/// The cards that the viewer has not seen: in the other hand or on the draw pile.
fn unseen(view: &View) -> String {
    let public = &view.public;
    let known = Color::ALL.into_iter().filter_map(|color| *view.hands.get(color)).chain([public.discard]);
    let mut rest = public.deck;
    known.for_each(|pile| rest = rest.without(&pile).unwrap_or(rest));
    or_none(rest.in_words())
}

/// A number for each color.
fn both(white: u8, black: u8) -> String {
    format!("white {white}, black {black}")
}

fn or_none(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

fn prompt(view: &View) -> Prompt {
    let position = &view.public.position;
    let words = if view.acting().is_some() { own_words(position) } else { their_words(position) };
    let (step, rule) = match position.phase {
        Phase::Move => (0, "tar-pit.turn"),
        Phase::Throw(_) => (1, "tar-pit.throw"),
        Phase::Card => (2, "tar-pit.card"),
        Phase::Return => (2, "tar-pit.give-up"),
        Phase::Discard => (2, "tar-pit.forced-discard"),
        Phase::Draw => (3, "tar-pit.draw"),
    };
    let steps = ["Move", "Throw", "Card", "Draw"].map(str::to_owned).to_vec();
    Prompt { words, steps, step: Some(step), rule: Some(rule) }
}

/// What whoever acts has to do.
fn own_words(position: &Position) -> Sentence {
    let exposed = position.is_exposed(position.turn);
    match position.phase {
        Phase::Move if exposed => say!("Move a piece out of check."),
        Phase::Move => say!("Move a piece."),
        Phase::Throw(from) => {
            let piece = position.field.board.role_at(from);
            let piece = piece.map_or_else(|| say!("piece").into(), Filling::from);
            if exposed {
                say!("Throw the checker under your {piece} on {from} to stop the check.", piece, from)
            } else {
                say!("Throw the checker under your {piece} on {from}, or keep it.", piece, from)
            }
        }
        Phase::Card => say!("Play a card, or no card."),
        Phase::Return => say!("Give up one of your checkers, from the front or from the board."),
        Phase::Discard => {
            say!("Discard a card, because you hold more cards than you have checkers in front.")
        }
        Phase::Draw => say!("{seat} draws.", seat = player(position.acting())),
    }
}

/// What everybody reads who does not act.
fn their_words(position: &Position) -> Sentence {
    let seat = player(position.acting());
    match position.phase {
        Phase::Move if position.is_exposed(position.turn) => say!("{seat} moves out of check.", seat),
        Phase::Move => say!("{seat} moves.", seat),
        Phase::Throw(from) => say!("{seat} may throw the checker from {from}.", seat, from),
        Phase::Card => say!("{seat} may play a card.", seat),
        Phase::Return => say!("{seat} gives up a checker.", seat),
        Phase::Discard => say!("{seat} discards a card.", seat),
        Phase::Draw => say!("{seat} draws.", seat),
    }
}

/// An action in words, with what comes of it.
pub fn label(view: &View, action: Action) -> String {
    let position = &view.public.position;
    let under = |at: Square| {
        let piece = position.field.board.piece_at(at);
        piece.map_or("nothing".to_owned(), |piece| Card::Piece(piece).words())
    };
    match action {
        Action::Move(step) => step_words(position, step),
        Action::Throw(Some(to)) => {
            let result = match position.phase {
                Phase::Throw(from) => format!(": {}", result(&position.thrown(from, to).1)),
                Phase::Move | Phase::Card | Phase::Return | Phase::Discard | Phase::Draw => String::new(),
            };
            format!("throw the checker to {to}{result}")
        }
        Action::Throw(None) => "keep the checker".to_owned(),
        Action::Lay { piece, at } => {
            let card = Card::Piece(piece).words();
            format!("{card} card on {at}: {}", result(&position.laid(at).1))
        }
        Action::Checkers(color) => {
            let card = Card::Checkers(color).words();
            let mut after = position.clone();
            match (after.play_checkers(color), color == position.turn) {
                (false, _) => format!("{card} card, which does nothing"),
                (true, true) => format!("{card} card: take a spare checker"),
                (true, false) => format!("{card} card: {} gives up a checker", color_name(color)),
            }
        }
        Action::NoCard => "no card".to_owned(),
        Action::Return(Some(at)) => format!("give up the checker under the {} on {at}", under(at)),
        Action::Return(None) => "give up a checker from the front".to_owned(),
        Action::Discard(card) => format!("discard the {} card", card.words()),
    }
}

/// A move in words, which tarred pieces may also make en passant.
fn step_words(position: &Position, step: Step) -> String {
    let words = steps::label(&position.field.board, step);
    if position.en_passant_from(step.from) == Some(step.to) {
        words.replacen(" to ", " takes ", 1) + " en passant"
    } else {
        words
    }
}

fn result(settled: &Settled) -> String {
    format!("the {settled}")
}
