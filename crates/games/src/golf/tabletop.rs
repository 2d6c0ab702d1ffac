//! What lies on the table: the board, the cards, the score card with the claims, and what to do now.

use kit_chess::shakmaty::{Bitboard, Color, Role};
use kit_play::sentence::{Filling, Joint};
use kit_play::tabletop::{
    self, Board, Borrowed, Layout, MarkKind, Part, Prompt, ScoreRow, Scores, Sheet, SheetLine, Tabletop, Tray,
};
use kit_play::{Seat, Sentence, say};

use super::cards::Card;
use super::course::{Goal, Hole, Ways, neighbors};
use super::record::{Demo, HoleRecord};
use super::rules::Office;
use super::solution::{Answer, Verdict};
use super::{ABOUT, MOST_CLAIMED, Phase, Public, View, any_of, line_words};
use crate::steps::with_last;

pub fn laid_for(view: &View) -> Tabletop {
    let public = &view.public;
    let mut parts = vec![Part::Board(board(public))];
    parts.push(Part::Cards(row("cards", say!("The cards of this hole"), &public.current.cards)));
    parts.extend(
        layout(public).map(|order| Part::Cards(row("layout", say!("The cards of the layout"), order))),
    );
    parts.extend(captured(public).map(Part::Tray));
    parts.push(Part::Sheet(hole_sheet(view)));
    parts.push(Part::Scores(score_card(view)));
    // [golf.countdown] [golf.secret] Nobody is known to have claimed before the countdown runs.
    let sealed = public.ready.iter().map(|seat| ABOUT.seat_name(*seat)).collect();
    Tabletop { prompt: prompt(view), parts, sealed }
}

fn board(public: &Public) -> Board {
    let demo = public.current.demos.last().filter(|demo| demo.solved != Some(false));
    let last = demo.and_then(|demo| demo.steps.last()).map(|step| (step.from, step.to));
    let board = with_last(Board::new(&public.hole.board, Color::White), last);
    // [golf.type] Every piece of a chosen type.
    let cards = public.hole.cards.iter();
    let named = cards.fold(Bitboard::EMPTY, |all, piece| all | public.hole.board.by_piece(*piece));
    Board { borrowed: borrowed(&public.hole, &public.rules.ways), ..board.mark(MarkKind::Named, named) }
}

/// How each piece moves, and from whom it has that.
pub fn borrowed(hole: &Hole, ways: &Ways) -> Vec<Borrowed> {
    let of = |square| {
        let lenders = neighbors(&hole.board, square);
        let lent = lenders.into_iter().filter_map(move |lender| {
            let role = hole.board.role_at(lender)?;
            Some(Borrowed { square, role, lender: Some(lender) })
        });
        // [golf.special-move]
        let steps = hole.steps_like_a_king(square, ways);
        lent.chain(steps.then_some(Borrowed { square, role: Role::King, lender: None }))
    };
    hole.board.occupied().into_iter().flat_map(of).collect()
}

fn row(id: &'static str, title: Sentence, cards: &[Card]) -> tabletop::Cards {
    let cards = cards.iter().map(tabletop::Card::face).collect();
    tabletop::Cards { id, title: title.into(), layout: Layout::Row, seat: None, private: false, cards }
}

/// The cards that laid out the pieces, as long as these stand where they were put.
fn layout(public: &Public) -> Option<&[Card]> {
    let fresh = public.history.is_empty() && public.current.claims.is_empty();
    public.layout.as_deref().filter(|_| fresh)
}

fn captured(public: &Public) -> Option<Tray> {
    let items: Vec<String> = public.hole.taken.iter().map(|piece| piece.char().to_string()).collect();
    let title = match public.rules.ways.goal {
        Goal::Capture => say!("Captured"),
        Goal::Ball => say!("Hit"),
    };
    (!items.is_empty()).then(|| Tray { id: "captured", title: title.into(), items })
}

fn hole_sheet(view: &View) -> Sheet {
    let public = &view.public;
    let HoleRecord { number, dealer, demos, .. } = &public.current;
    let office = match public.rules.office {
        Office::Dealer => say!("dealer"),
        Office::Scorekeeper => say!("scorekeeper"),
    };
    let deck = say!("{count} {count|one=card|other=cards}", count = public.deck.len());
    let mut lines = vec![
        SheetLine::new(
            say!("hole"),
            say!("{number} of {holes}", number = *number, holes = public.rules.holes),
        ),
        SheetLine::new(office, people(view, &[*dealer])),
        SheetLine::new(say!("deck"), deck),
    ];
    if !public.discards.is_empty() {
        let cards = Filling::List(Joint::Space, public.discards.iter().map(Filling::card).collect());
        lines.push(SheetLine::new(say!("discards"), say!("{cards}", cards)));
    }
    if public.countdown {
        let seconds = say!("{seconds} seconds", seconds = public.rules.seconds);
        lines.push(SheetLine::new(say!("countdown"), seconds));
        lines.push(SheetLine::new(say!("ready"), people(view, &public.ready)));
    }
    lines.extend(view.own.map(|own| SheetLine::new(say!("your claim"), claim_words(own))));
    let failed = public.current.failed();
    if !failed.is_empty() {
        lines.push(SheetLine::new(say!("failed"), people(view, &failed)));
    }
    lines.extend(demos.last().map(|demo| SheetLine::new(say!("shown"), shown_words(view, demo))));
    lines.extend(scored_lines(view));
    Sheet { id: "hole", title: say!("This hole").into(), lines }
}

/// How the hole went that was scored last, and how it could have gone.
fn scored_lines(view: &View) -> Vec<SheetLine> {
    let public = &view.public;
    let holes = [&public.current].into_iter().chain(public.history.last());
    let Some(hole) = holes.into_iter().find(|hole| !hole.scores.is_empty()) else { return Vec::new() };
    let shortest = |tee| {
        let words = shortest_words(tee, public.best_line(hole, tee), &public.rules.ways);
        SheetLine::new(say!("shortest"), words)
    };
    // [golf.solo] Whoever pays nothing for zero is told when that is only because the referee gave up.
    let gave_up = (hole.verdict == Some(Verdict::Undecided)).then(|| {
        let words = say!("has found no way and ruled none out, so zero scores nothing");
        SheetLine::new(say!("referee"), words)
    });
    let scored = SheetLine::new(say!("last scored"), scored_words(view, hole));
    [scored].into_iter().chain(gave_up).chain(hole.told.as_ref().map(shortest)).collect()
}

/// Whether the viewer plays alone, and so is not spoken of by name.
fn is_alone(view: &View) -> bool {
    view.public.seats == 1 && is_own(view, Seat(0))
}

fn people(view: &View, seats: &[Seat]) -> Sentence {
    match seats {
        [] => say!("nobody"),
        _ if is_alone(view) => say!("you"),
        seats => say!("{seats}", seats = Filling::all_of(seats.iter().map(|seat| ABOUT.seat(*seat)))),
    }
}

fn claim_words(claim: u8) -> Sentence {
    match claim {
        0 => say!("none"),
        claim => say!("{claim} {claim|one=move|other=moves}", claim),
    }
}

/// What somebody has shown so far.
fn shown_words(view: &View, demo: &Demo) -> Sentence {
    let Public { tee, rules, .. } = &view.public;
    match line_words(tee, &demo.steps, &rules.ways) {
        Some(moves) if is_alone(view) => moves,
        Some(moves) => say!("{seat}: {moves}", seat = ABOUT.seat(demo.seat), moves),
        None => people(view, &[demo.seat]),
    }
}

/// Who solved a hole, and how.
fn scored_words(view: &View, hole: &HoleRecord) -> Sentence {
    let number = hole.number;
    let moves = hole.demos.last().map_or(0, |demo| demo.steps.len());
    match hole.solver() {
        None => say!("hole {number}, nobody solved it", number),
        Some(_) if is_alone(view) => {
            say!("hole {number}, you solved it in {moves} {moves|one=move|other=moves}", number, moves)
        }
        Some(solver) => say!(
            "hole {number}, {seat} solved it in {moves} {moves|one=move|other=moves}",
            number,
            seat = ABOUT.seat(solver),
            moves
        ),
    }
}

fn shortest_words(tee: &Hole, answer: Answer, ways: &Ways) -> Sentence {
    match answer {
        Answer::Impossible => {
            say!("there is none of up to {most} {most|one=move|other=moves}", most = MOST_CLAIMED)
        }
        Answer::Undecided => say!("none was found"),
        Answer::Solved(steps) => {
            let count = steps.len();
            let moves = line_words(tee, &steps, ways).expect("a solution has moves");
            say!("{count} {count|one=move|other=moves}: {moves}", count, moves)
        }
    }
}

/// What everybody scored at each hole, with the claims of this one once they are shown.
// [golf.secret] Sealed claims are no part of what everybody knows, and so are not here.
fn score_card(view: &View) -> Scores {
    let public = &view.public;
    let totals = public.totals();
    let points = |seat: Seat, number: u8| {
        let mut holes = public.history.iter().chain([&public.current]).filter(|hole| hole.number == number);
        holes.find_map(|hole| hole.scores.get(seat.index())).map(|score| i32::from(*score))
    };
    let row = |seat: Seat| ScoreRow {
        who: people(view, &[seat]).into(),
        points: (1..=public.rules.holes).map(|number| points(seat, number)).collect(),
        total: totals[seat.index()] as i32,
        claim: public.current.claims.get(seat.index()).map(|claim| claim_words(*claim).into()),
    };
    let rounds = (1..=public.rules.holes).map(|number| say!("{number}", number).into());
    Scores {
        id: "scores",
        title: say!("Scores").into(),
        rounds: rounds.collect(),
        rows: Seat::first(public.seats).map(row).collect(),
    }
}

fn prompt(view: &View) -> Prompt {
    let public = &view.public;
    let steps = [say!("deal"), say!("solve"), say!("show"), say!("put back")].map(Into::into).to_vec();
    let (step, words, rule) = match public.phase {
        Phase::Deal => (0, deal_text(view), "golf.three-cards"),
        Phase::Solve => (1, solve_text(view), "golf.claim"),
        Phase::Demonstrate => (2, show_text(view), "golf.show"),
        Phase::Restore(seat) => (3, restore_text(view, seat), "golf.restore"),
    };
    Prompt { words, steps, step: Some(step), rule: Some(rule), ..Prompt::default() }
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
