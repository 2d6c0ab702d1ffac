//! What lies on the table: the board, the cards, the claims, the score, and what to do now.

use kit_chess::shakmaty::{Bitboard, Color};
use kit_play::sentence::Filling;
use kit_play::tabletop::{self, Board, Layout, MarkKind, Part, Prompt, Sheet, Tabletop, Tray};
use kit_play::{Seat, Sentence, say};

use super::cards::Card;
use super::course::{Goal, Hole, Ways};
use super::record::{HoleRecord, by_seat};
use super::rules::Office;
use super::{ABOUT, Phase, Public, View, any_of, letters, names, solution};
use crate::steps::with_last;

pub fn laid_for(view: &View) -> Tabletop {
    let public = &view.public;
    let mut parts = vec![Part::Board(board(public))];
    parts.push(Part::Cards(row("cards", "The cards of this hole", &public.current.cards)));
    parts.extend(layout(public).map(|order| Part::Cards(row("layout", "The cards of the layout", order))));
    parts.extend(captured(public).map(Part::Tray));
    parts.push(Part::Sheet(hole_sheet(view)));
    parts.push(Part::Sheet(score_sheet(public)));
    Tabletop { prompt: prompt(view), parts }
}

fn board(public: &Public) -> Board {
    let demo = public.current.demos.last().filter(|demo| demo.solved != Some(false));
    let last = demo.and_then(|demo| demo.steps.last()).map(|step| (step.from, step.to));
    let board = with_last(Board::new(&public.hole.board, Color::White), last);
    // [golf.type] Every piece of a chosen type.
    let cards = public.hole.cards.iter();
    let named = cards.fold(Bitboard::EMPTY, |all, piece| all | public.hole.board.by_piece(*piece));
    board.mark(MarkKind::Named, named)
}

fn row(id: &'static str, title: &str, cards: &[Card]) -> tabletop::Cards {
    let title = title.to_owned();
    let cards = cards.iter().map(tabletop::Card::face).collect();
    tabletop::Cards { id, title, layout: Layout::Row, seat: None, private: false, cards }
}

/// The cards that laid out the pieces, as long as these stand where they were put.
fn layout(public: &Public) -> Option<&[Card]> {
    let fresh = public.history.is_empty() && public.current.claims.is_empty();
    public.layout.as_deref().filter(|_| fresh)
}

fn captured(public: &Public) -> Option<Tray> {
    let items: Vec<String> = public.hole.taken.iter().map(|piece| piece.char().to_string()).collect();
    let title = match public.rules.ways.goal {
        Goal::Capture => "Captured",
        Goal::Ball => "Hit",
    };
    (!items.is_empty()).then(|| Tray { id: "captured", title: title.to_owned(), items })
}

fn hole_sheet(view: &View) -> Sheet {
    let public = &view.public;
    let HoleRecord { number, dealer, claims, demos, .. } = &public.current;
    let office = match public.rules.office {
        Office::Dealer => "dealer",
        Office::Scorekeeper => "scorekeeper",
    };
    let mut lines = vec![
        ("hole", format!("{number} of {}", public.rules.holes)),
        (office, ABOUT.seat_name(*dealer).to_owned()),
        ("deck", counted(public.deck.len())),
    ];
    if !public.discards.is_empty() {
        lines.push(("discards", letters(&public.discards)));
    }
    if public.countdown {
        lines.push(("countdown", format!("{} seconds", public.rules.seconds)));
        lines.push(("ready", names(&public.ready)));
    }
    lines.extend(view.own.map(|own| ("your claim", own.to_string())));
    if !claims.is_empty() {
        lines.push(("claims", by_seat(claims)));
    }
    let failed = public.current.failed();
    if !failed.is_empty() {
        lines.push(("failed", names(&failed)));
    }
    if let Some(demo) = demos.last() {
        let steps: Vec<String> = demo.steps.iter().map(ToString::to_string).collect();
        lines
            .push(("shown", format!("{} {}", ABOUT.seat_name(demo.seat), steps.join(" ")).trim().to_owned()));
    }
    let scored =
        [&public.current].into_iter().chain(public.history.last()).find(|hole| !hole.scores.is_empty());
    if let Some(hole) = scored {
        lines.push(("last scored", scored_words(hole)));
        lines.extend(hole.told.as_ref().map(|tee| ("shortest", shortest_words(tee, &public.rules.ways))));
    }
    let lines = lines.into_iter().map(|(label, value)| (label.to_owned(), value)).collect();
    Sheet { id: "hole", title: "This hole".to_owned(), lines }
}

/// Who solved a hole, and what everybody scored.
fn scored_words(hole: &HoleRecord) -> String {
    let moves = hole.demos.last().map_or(0, |demo| demo.steps.len());
    let solved = hole.solver().map_or("nobody solved it".to_owned(), |solver| {
        format!("{} solved it in {moves}", ABOUT.seat_name(solver))
    });
    format!("hole {}, {solved}: {}", hole.number, by_seat(&hole.scores))
}

fn shortest_words(tee: &Hole, ways: &Ways) -> String {
    match solution::in_words(tee, ways) {
        Some(moves) => format!("{}: {}", moves.len(), moves.join("; ")),
        None => "none was found".to_owned(),
    }
}

fn counted(cards: usize) -> String {
    if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }
}

fn score_sheet(public: &Public) -> Sheet {
    let totals = public.totals();
    let line = |seat: Seat| {
        let holes =
            public.history.iter().chain([&public.current]).filter_map(|hole| hole.scores.get(seat.index()));
        let scores: Vec<String> = holes.map(ToString::to_string).collect();
        let total = format!("total {}", totals[seat.index()]);
        let value = if scores.is_empty() { total } else { format!("{}, {total}", scores.join(" ")) };
        (ABOUT.seat_name(seat).to_owned(), value)
    };
    Sheet { id: "scores", title: "Scores".to_owned(), lines: Seat::first(public.seats).map(line).collect() }
}

fn prompt(view: &View) -> Prompt {
    let public = &view.public;
    let steps = ["deal", "solve", "show", "put back"].map(str::to_owned).to_vec();
    let (step, words, rule) = match public.phase {
        Phase::Deal => (0, deal_text(view), "golf.three-cards"),
        Phase::Solve => (1, solve_text(view), "golf.claim"),
        Phase::Demonstrate => (2, show_text(view), "golf.show"),
        Phase::Restore(seat) => (3, restore_text(view, seat), "golf.restore"),
    };
    Prompt { words, steps, step: Some(step), rule: Some(rule) }
}

fn is_own(view: &View, seat: Seat) -> bool {
    view.viewer.seat() == Some(seat)
}

fn deal_text(view: &View) -> Sentence {
    let dealer = view.public.current.dealer;
    match any_of(view.public.deals()) {
        Some(count) if is_own(view, dealer) => say!("Deal {count} cards.", count),
        Some(_) | None => say!("{seat} is choosing how many cards to deal.", seat = ABOUT.seat(dealer)),
    }
}

fn solve_text(view: &View) -> Sentence {
    let public = &view.public;
    let sits = view.viewer.seat().is_some_and(|seat| seat.index() < public.seats);
    match (sits, view.own) {
        (true, None) => task_text(public),
        (true, Some(_)) => say!("You have claimed. Wait for the others."),
        (false, _) => say!("Everybody is looking for a solution."),
    }
}

fn task_text(public: &Public) -> Sentence {
    let cards = &public.hole.cards;
    let pieces = Filling::all_of(cards.iter().copied());
    match (public.rules.ways.goal, cards.len() > 2) {
        (Goal::Capture, false) => {
            say!("One of {pieces} has to capture the other: claim your number of moves, or none.", pieces)
        }
        (Goal::Capture, true) => {
            say!(
                "One of {pieces} has to capture all the others: claim your number of moves, or none.",
                pieces
            )
        }
        (Goal::Ball, false) => {
            say!("One of {pieces} has to hit the other: claim your number of strokes, or none.", pieces)
        }
        (Goal::Ball, true) => {
            say!("One of {pieces} has to hit all the others: claim your number of strokes, or none.", pieces)
        }
    }
}

fn show_text(view: &View) -> Sentence {
    let public = &view.public;
    let Some(seat) = public.demonstrator() else { return say!("Nobody shows a solution.") };
    let claim = usize::from(public.current.claims[seat.index()]);
    let number = claim - public.moves_left() + 1;
    if is_own(view, seat) {
        say!("Show your solution (move {number} of {claim}), or give up.", number, claim)
    } else {
        let seat = ABOUT.seat(seat);
        say!("{seat} is showing a solution (move {number} of {claim}).", seat, number, claim)
    }
}

fn restore_text(view: &View, seat: Seat) -> Sentence {
    match (is_own(view, seat), view.public.hole.taken.first().copied()) {
        (true, Some(piece)) => say!("Put the {piece} back on any empty square.", piece),
        (true, None) => say!("Put the piece back on any empty square."),
        (false, Some(piece)) => {
            say!("{seat} is putting the {piece} back.", seat = ABOUT.seat(seat), piece)
        }
        (false, None) => say!("{seat} is putting the piece back.", seat = ABOUT.seat(seat)),
    }
}
