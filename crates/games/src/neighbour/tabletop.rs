//! What lies on the table: the board, the decks, their discards, and what to do now.

use kit_chess::shakmaty::Color;
use kit_play::tabletop::{
    self, Board, Brings, Cards, Layout, MarkKind, Part, Price, Prices, Prompt, Sheet, SheetLine, Spot,
    Tabletop,
};
use kit_play::{Sentence, Viewer, say};

use super::position::{groups, moves};
use super::{ABOUT, PLAYER, Phase, Pile, Public, View};
use crate::steps::with_last;

/// The name of a draw pile.
pub fn id(pile: Pile) -> &'static str {
    match pile {
        Pile::Pieces => "piece-deck",
        Pile::Entries => "position-deck",
    }
}

pub fn laid_for(view: &View) -> Tabletop {
    let public = &view.public;
    let pieces = public.seen_pieces.iter().map(tabletop::Card::face).collect();
    let entries = public.seen_entries.iter().map(tabletop::Card::face).collect();
    let mut parts = vec![
        Part::Board(board(public)),
        Part::Cards(deck(public, Pile::Pieces, say!("The piece deck"))),
        Part::Cards(discards("pieces", say!("Piece cards turned up"), pieces)),
        Part::Cards(deck(public, Pile::Entries, say!("The position deck"))),
        Part::Cards(discards("positions", say!("Position cards turned up"), entries)),
        Part::Sheet(sheet(public)),
    ];
    parts.extend(prices(view).map(Part::Prices));
    Tabletop { prompt: prompt(view), parts, ..Tabletop::default() }
}

fn board(public: &Public) -> Board {
    let last = public.last.map(|step| (step.from, step.to));
    let board = with_last(Board::new(&public.board, Color::White), last);
    let named = match public.phase {
        Phase::Adding => public.board.occupied().any().then_some(public.cursor),
        Phase::Placing { target, .. } => Some(target),
        Phase::Moving => None,
    };
    board.mark(MarkKind::Named, named)
}

/// What adding and stopping come to, for whoever may do both.
// [neighbour.score] Two cards for a piece, one for a move.
fn prices(view: &View) -> Option<Prices> {
    let public = &view.public;
    let is_open = public.phase == Phase::Adding && public.board.occupied().any();
    if view.viewer != Viewer::Seat(PLAYER) || !is_open {
        return None;
    }
    let add = Price {
        choice: say!("add a piece"),
        spots: vec![Spot::Word("add")],
        brings: vec![Brings::even(say!("costs two cards"))],
    };
    let stopped = match moves(&public.board).len() {
        0 => Brings::bad(say!("nothing could move: the game would end with no points")),
        count => {
            Brings::even(say!("{count} {count|one=move|other=moves} to choose from, a card each", count))
        }
    };
    let stop = Price { choice: say!("stop adding"), spots: vec![Spot::Word("stop")], brings: vec![stopped] };
    let rows = (public.pieces > 0 && public.entries > 0).then_some(add).into_iter().chain([stop]).collect();
    Some(Prices { id: "price", title: say!("Add or stop?").into(), cases: Vec::new(), rows })
}

fn deck(public: &Public, pile: Pile, title: Sentence) -> Cards {
    let cards = vec![tabletop::Card::back(); public.left(pile)];
    Cards { id: id(pile), title: title.into(), layout: Layout::Pile, seat: None, private: false, cards }
}

fn discards(id: &'static str, title: Sentence, cards: Vec<tabletop::Card>) -> Cards {
    Cards { id, title: title.into(), layout: Layout::Row, seat: None, private: false, cards }
}

fn sheet(public: &Public) -> Sheet {
    let occupied = public.board.occupied();
    let line = |label: Sentence, count: usize| SheetLine::new(label, say!("{count}", count));
    let lines = vec![
        line(say!("on the board"), occupied.count()),
        line(say!("groups"), groups(occupied).len()),
        line(say!("moves"), public.moves),
        line(say!("cards left"), public.pieces + public.entries),
    ];
    Sheet { id: "score", title: say!("Score").into(), lines }
}

fn prompt(view: &View) -> Prompt {
    let public = &view.public;
    let is_player = view.viewer == Viewer::Seat(PLAYER);
    let (words, rule) = match public.phase {
        _ if !is_player => (say!("{seat} is thinking.", seat = ABOUT.seat(PLAYER)), "neighbour.turn"),
        Phase::Adding if public.board.occupied().is_empty() => {
            (say!("Add the first piece."), "neighbour.add")
        }
        Phase::Adding if public.pieces == 0 || public.entries == 0 => {
            (say!("All pieces are on the board: stop adding."), "neighbour.all-added")
        }
        Phase::Adding => (say!("Add a piece, or stop and move."), "neighbour.stop"),
        Phase::Placing { piece, target } => (
            say!("Put the {piece} on an empty square around {target}.", piece, target),
            "neighbour.displaced",
        ),
        Phase::Moving => (say!("Move a piece like a neighbour, and pay a card."), "neighbour.borrow"),
    };
    let steps = [say!("Add"), say!("Move")].map(Into::into).to_vec();
    let step = match public.phase {
        Phase::Adding | Phase::Placing { .. } => Some(0),
        Phase::Moving => Some(1),
    };
    Prompt { words, steps, step, rule: Some(rule), ..Prompt::default() }
}
