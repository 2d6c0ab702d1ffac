//! The course against the numbers of the specification, arrangements, and players of all kinds.

use std::cmp::Ordering;

use kit_chess::Step;
use kit_chess::shakmaty::{Board, Piece, Role, Square};
use kit_play::laws::LawPlan;
use kit_play::tabletop::Part;
use kit_play::{Chance, Event, Game, Insight, Lookahead, Seat, Table, Team, Terms, Told, Viewer};

use super::cards::{self, Faces};
use super::course::{Goal, Hole, Ways};
use super::search::PlannedLine;
use super::solution::{Answer, Verdict};
use super::{ABOUT, Action, Fact, Golf, State, solution};
use crate::testing;

const WAYS: Ways =
    Ways { special_king_move: true, borrow_from_victim: true, single_capturer: false, goal: Goal::Capture };
const NO_SPECIAL: Ways = Ways { special_king_move: false, ..WAYS };

/// The boards of the books, by their numbers.
fn board(number: u32) -> Board {
    let fen = match number {
        1 => "2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2",
        4 => "5Q2/b6K/1B1n1N2/R5q1/1r2b3/1r1n1N2/5k2/2B3R1",
        7 => "3R2b1/1Q3K1N/3R4/b5n1/N6B/3n2k1/1B2q2r/1r6",
        8 => "5r1b/2n5/8/3Q4/Bk4n1/4N3/Rr1KR1B1/N4qb1",
        9 => "1N2b1b1/1nr2B2/3B3R/6k1/N5q1/4Qn2/2r3R1/5K2",
        other => panic!("no such board: {other}"),
    };
    fen.parse().expect("a board")
}

fn hole(number: u32, cards: &str) -> Hole {
    Hole::new(board(number), cards.chars().map(|letter| Piece::from_char(letter).expect("a piece")).collect())
}

/// How the piece on a square moves, by role and lender.
fn borrowed(hole: &Hole, square: Square, ways: &Ways) -> Vec<(Role, Option<Square>)> {
    let found = super::tabletop::borrowed(hole, ways).into_iter();
    found.filter(|found| found.square == square).map(|found| (found.role, found.lender)).collect()
}

#[test]
fn a_board_tells_who_lends_to_whom() {
    let hole = hole(4, "Kb");
    assert_eq!(borrowed(&hole, Square::E4, &WAYS), [(Role::Knight, Some(Square::D3))]);
    assert_eq!(borrowed(&hole, Square::H7, &WAYS), []);
    let rooks = borrowed(&hole, Square::B4, &WAYS);
    assert_eq!(rooks, [(Role::Rook, Some(Square::B3))]);
    // The bishop on b6 leaves its rook, and no two white pieces are neighbors any more.
    let mut lonely = hole.clone();
    lonely.play(Step::new(Square::B6, Square::C6), &WAYS);
    assert_eq!(borrowed(&lonely, Square::F6, &WAYS), [(Role::King, None)]);
    assert_eq!(borrowed(&lonely, Square::F6, &NO_SPECIAL), []);
    assert_eq!(borrowed(&lonely, Square::E4, &WAYS), [(Role::Knight, Some(Square::D3))]);
}

/// A shortest solution of at most so many moves, found by trying everything.
fn shortest(hole: &Hole, at_most: usize, ways: &Ways) -> Option<Vec<Step>> {
    (hole.captures_left()..=at_most).find_map(|length| {
        let mut line = Vec::new();
        solve_in(hole, length, ways, &mut line).then_some(line)
    })
}

fn solve_in(hole: &Hole, length: usize, ways: &Ways, line: &mut Vec<Step>) -> bool {
    if length == 0 {
        return hole.is_solved();
    }
    for from in hole.board.occupied() {
        let targets = match length.cmp(&hole.captures_left()) {
            Ordering::Less => return false,
            Ordering::Equal => hole.captures(from, ways),
            Ordering::Greater => hole.targets(from, ways),
        };
        for to in targets {
            let mut next = hole.clone();
            next.play(Step::new(from, to), ways);
            line.push(Step::new(from, to));
            if (length == 1 || !next.is_solved()) && solve_in(&next, length - 1, ways, line) {
                return true;
            }
            line.pop();
        }
    }
    false
}

/// How many sequences of so many moves there are.
fn perft(hole: &Hole, depth: u32, ways: &Ways) -> u64 {
    let moves = hole.moves(ways);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |step: Step| {
        let mut next = hole.clone();
        next.play(step, ways);
        perft(&next, depth - 1, ways)
    };
    moves.into_iter().map(after).sum()
}

/// How many solutions of exactly this length there are.
fn solutions(hole: &Hole, length: u32, ways: &Ways) -> u64 {
    let after = |step: Step| {
        let mut next = hole.clone();
        next.play(step, ways);
        match (length, next.is_solved()) {
            (1, solved) => u64::from(solved),
            (_, true) => 0,
            (_, false) => solutions(&next, length - 1, ways),
        }
    };
    hole.moves(ways).into_iter().map(after).sum()
}

#[test]
fn quiet_moves_are_as_many_as_two_programs_counted() {
    let rows: [(u32, &Ways, [u64; 3]); 9] = [
        (1, &WAYS, [24, 805, 33_240]),
        (4, &WAYS, [24, 805, 33_240]),
        (7, &WAYS, [77, 5_047, 301_660]),
        (8, &WAYS, [43, 1_779, 80_249]),
        (9, &WAYS, [61, 3_507, 208_154]),
        (4, &NO_SPECIAL, [24, 679, 20_554]),
        (7, &NO_SPECIAL, [31, 806, 18_525]),
        (8, &NO_SPECIAL, [43, 1_693, 64_014]),
        (9, &NO_SPECIAL, [61, 3_126, 138_918]),
    ];
    for (number, ways, counts) in rows {
        let found: Vec<u64> = (1..=3).map(|depth| perft(&hole(number, ""), depth, ways)).collect();
        assert_eq!(found, counts, "board {number}");
    }
}

#[test]
fn shortest_solutions_are_as_long_and_as_many_as_two_programs_found() {
    let rows: [(u32, &str, &Ways, u32, u64); 12] = [
        (1, "Kb", &WAYS, 3, 20),
        (1, "Kb", &NO_SPECIAL, 3, 10),
        (4, "qN", &WAYS, 2, 3),
        (4, "KQ", &WAYS, 3, 42),
        (4, "RB", &WAYS, 1, 1),
        (4, "BB", &WAYS, 3, 2),
        (4, "NN", &WAYS, 3, 15),
        (4, "nn", &WAYS, 2, 2),
        (4, "Nk", &WAYS, 2, 3),
        (4, "Nk", &NO_SPECIAL, 3, 15),
        (4, "Rk", &NO_SPECIAL, 2, 1),
        (4, "Kr", &NO_SPECIAL, 3, 5),
    ];
    for (number, cards, ways, length, count) in rows {
        let hole = hole(number, cards);
        let line = shortest(&hole, length as usize, ways).expect("a solution");
        assert_eq!(line.len() as u32, length, "{cards} on board {number}");
        assert_eq!(solutions(&hole, length, ways), count, "{cards} on board {number}");
    }
}

#[test]
fn the_problems_have_no_shorter_solutions() {
    // The first has none of four moves, though the book needs six and five suffice.
    assert_eq!(shortest(&hole(7, "bb"), 4, &WAYS), None);
    let rows = [
        (7, "bb", WAYS, "e2f4 g5g7 g8h6 h6f5 f5a5"),
        (8, "nnr", WAYS, "g1h2 g4g3 g3c7 c7d7 d7e8 e8f8"),
        (9, "NNB", Ways { single_capturer: true, ..WAYS }, "f1a1 b8c8 f7e6 e6c8 c8d7 d7a4"),
    ];
    for (number, cards, ways, line) in rows {
        let mut hole = hole(number, cards);
        for step in line.split(' ') {
            let step: Step = step.parse().expect("a step");
            assert!(!hole.is_solved() && hole.moves(&ways).contains(&step), "{step}");
            hole.play(step, &ways);
        }
        assert!(hole.is_solved());
    }
}

/// The last piece of a layout lands on f8, and a1, g8 and h8 stay empty.
#[test]
fn every_layout_ends_on_the_same_square() {
    let mut chance = Chance::seeded(1);
    for _ in 0..1000 {
        let mut order = cards::deck(Faces::Chess);
        chance.shuffle(&mut order);
        let board = cards::laid_out(&order, cards::Layout::FromA1);
        let last = board.occupied().last().expect("a piece");
        assert_eq!(last.to_string(), "f8");
        assert_eq!(board.piece_at(last), order.last().map(|card| card.piece));
        assert_eq!((board.occupied().count(), board.occupied().first().map(u32::from) > Some(0)), (16, true));
    }
}

#[test]
fn about_every_tenth_layout_needs_a_swap() {
    let mut chance = Chance::seeded(1);
    let mut swaps = 0;
    for _ in 0..4000 {
        let mut order = cards::deck(Faces::Playing);
        chance.shuffle(&mut order);
        swaps += u32::from(
            cards::swap(&cards::laid_out(&order, cards::Layout::FromA8), cards::Layout::FromA8).is_some(),
        );
    }
    assert!((320..500).contains(&swaps), "{swaps}");
}

#[test]
fn actions_are_read_as_they_are_written() {
    for text in ["deal 2", "deal 11", "claim 0", "claim 10", "e5g6", "fail", "K@a1", "n@h8"] {
        assert_eq!(text.parse::<Action>().expect("an action").to_string(), text);
    }
    for text in
        ["", "deal", "deal x", "claim -1", "claim", "claim3", "e5", "e7e8q", "X@a1", "KK@a1", "K@z9", "é"]
    {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

/// SAN names the piece that goes, whatever movement it borrows.
#[test]
fn moves_are_read_in_san() {
    let text = "fen: 2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2\nchosen: Kb\nclaims: A=9";
    let terms = agreed("2025", &[], 1, Some(text));
    let (state, _) = Golf.setup(&terms, &mut Chance::seeded(1)).expect("a hole");
    let view = Golf.view(&state, Viewer::Seat(Seat(0)), false);
    let sans = testing::sans(Golf, &view);
    assert_eq!(sans.len() + 1, Golf.offers(&view).len(), "all but giving up: {sans:?}");
    let mut table = Table::open(&Golf, &terms, &mut Chance::seeded(1)).expect("a hole");
    let (san, action) = sans.first_key_value().expect("a move");
    let ruling = table.act(Seat(0), san, &mut Chance::seeded(1)).expect("SAN is read");
    assert_eq!(ruling.entry.action, *action);
}

fn agreed(edition: &str, options: &[(&str, &str)], seats: usize, arrangement: Option<&str>) -> Terms {
    let terms = testing::agreed(&ABOUT, Some(edition), options, Some(seats));
    match arrangement {
        Some(text) => terms.arranged(text.parse().expect("an arrangement")),
        None => terms,
    }
}

#[test]
fn arrangements_that_cannot_be_played_are_refused_in_words() {
    let fen = "fen: 2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2";
    let rows = [
        ("chosen: Kb", "line 1: a board of eight rows, or a `fen:` line, is missing"),
        ("layout: BRkr", "line 1: a layout needs all sixteen cards"),
        (
            "fen: 8/8/8/8/8/8/8/8",
            "line 1: `K` is missing; all sixteen pieces stand on the board or are `taken`",
        ),
        ("{}\nturn: white", "line 2: unknown key: `turn` (try layout, chosen, taking,"),
        ("{}\nchosen: K", "line 2: a hole has 2 to 11 cards, not 1"),
        ("{}\nchosen: KK", "line 2: `chosen` cannot be `KK`, it is cards such as Kb"),
        ("{}\nchosen: Kx", "line 2: `chosen` cannot be `Kx`, it is cards such as Kb"),
        ("{}\ndiscards: K\nchosen: Kb", "line 3: `chosen` cannot be `Kb`"),
        ("{}\nlayout: BRkrnNrbRqBnNbKQ", "line 2: a layout stands in place of a board"),
        ("{}\nclaims: A=3 B=0", "line 2: `claims` is written only together with `chosen`"),
        ("{}\nchosen: Kb\nclaims: A=3", "line 3: every seat of the table has a claim when they are shown"),
        ("{}\nchosen: Kb\nclaims: A=3 C=0", "line 3: `claims` cannot be `A=3 C=0`"),
        ("{}\nchosen: Kb\nclaims: A=11 B=0", "line 3: `claims` cannot be `A=11 B=0`"),
        ("{}\nchosen: Kb\nsealed: A=1 B=0", "line 3: when all have claimed, the claims are shown"),
        ("{}\nchosen: Kb\nclaims: A=3 B=4\nfailed: B", "line 4: B has nothing to show before the others"),
        ("{}\nchosen: Kb\ntaking: b", "line 3: `taking` and `taken` belong together"),
        ("{}\nchosen: Kb\ntaking: b\ntaken: n", "line 4: the cards do not ask for these captures"),
        ("{}\nchosen: Kb\ntaking: b\ntaken: K", "line 4: this hole is solved already"),
        ("{}\nchosen: Kbb\ntaking: b\ntaken: K", "line 4: there is one `K` too many"),
        ("{}\nhole: 10", "line 2: `hole` cannot be `10`, it is a number from 0 to 9"),
        ("{}\nhole: 0", "line 2: holes are counted from 1"),
        ("{}\ndealer: C", "line 2: `dealer` cannot be `C`, it is a seat of this table"),
        ("{}\nlevel: 12", "line 2: `level` cannot be `12`, it is a number from 2 to 11"),
    ];
    for (text, problem) in rows {
        let terms = agreed("2025", &[], 2, Some(&text.replace("{}", fen)));
        let found = Golf.setup(&terms, &mut Chance::seeded(1)).err().expect("cannot be played").to_string();
        assert!(found.starts_with(&format!("arrangement, {problem}")), "{text}: {found}");
    }
}

#[test]
fn a_ball_is_hit_with_two_cards_only() {
    let terms = agreed("2023", &[("difficulty", "dealer_2_or_3")], 2, None);
    let bad = Golf.setup(&terms, &mut Chance::seeded(1)).err().expect("cannot be played").to_string();
    assert_eq!(bad, "option difficulty cannot be `dealer_2_or_3` (try fixed2)");
}

/// Tables of every size obey the laws, as the tests of the crate look only at the largest.
#[test]
fn tables_of_every_size_obey_the_laws() {
    for seats in 1..=8 {
        for edition in ABOUT.editions {
            let terms = agreed(edition.id, &[("holes", "3")], seats, None);
            let tally = kit_play::laws::check(Golf, &terms, &LawPlan::games(4));
            tally.unwrap_or_else(|broken| panic!("{seats} seats: {broken}"));
        }
    }
}

/// The countdown runs from the first number, or from the deal, until the claims are shown.
#[test]
fn the_timer_runs_while_people_solve() {
    let text = "fen: 2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2\nchosen: Kb";
    let begin = |edition: &str, options: &[(&str, &str)]| {
        let terms = agreed(edition, options, 3, Some(text));
        Golf.setup(&terms, &mut Chance::seeded(1)).expect("a hole").0
    };
    let seconds = |state: &State| state.lasts().map(|time| time.as_secs());
    let mut claim = {
        let mut chance = Chance::seeded(1);
        move |state: &mut State, seat: u8, claim: u8| {
            Golf.apply(state, Seat(seat), &Action::Claim(claim), &mut chance)
        }
    };
    let mut state = begin("2025", &[]);
    assert_eq!(seconds(&state), None);
    assert_eq!(state.time_is_up(&mut Chance::seeded(1)), Told::new());
    claim(&mut state, 0, 0);
    assert_eq!(seconds(&state), None);
    claim(&mut state, 1, 4);
    assert_eq!(seconds(&state), Some(60));
    let told = state.time_is_up(&mut Chance::seeded(1));
    assert!(told.events.contains(&Event::to_all(Fact::Claims(vec![0, 4, 0])).binding()));
    assert_eq!(seconds(&state), None);
    assert_eq!(seconds(&begin("2023", &[("timer", "30")])), Some(30));
}

/// Whoever imagines who has found something, imagines exactly one of those who were ready first.
#[test]
fn imagined_claims_could_have_been_made() {
    let text = "fen: 2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2\nchosen: Kb\nsealed: A=0 B=0 C=3 D=0";
    let terms = agreed("2025", &[], 5, Some(text));
    let (state, _) = Golf.setup(&terms, &mut Chance::seeded(1)).expect("a hole");
    let mut chance = Chance::seeded(1);
    let mut finders = [0; 5];
    for viewer in Viewer::all(5) {
        let view = Golf.view(&state, viewer, false);
        for _ in 0..50 {
            let imagined = Golf.imagine(&view, &mut chance);
            Golf.audit(&imagined, false);
            let found: Vec<usize> =
                (0..3).filter(|seat| imagined.claims[*seat].is_some_and(|claim| claim > 0)).collect();
            assert_eq!(found.len(), 1, "{:?}", imagined.claims);
            if viewer == Viewer::Public {
                finders[found[0]] += 1;
            }
        }
    }
    assert!(finders[..3].iter().all(|count| *count > 5), "{finders:?}");
}

/// Time cannot run out where no countdown runs: not at a table, and not on a scoresheet.
#[test]
fn no_time_runs_out_without_a_countdown() {
    let terms = agreed("2025", &[("difficulty", "fixed2")], 3, None);
    let mut table = Table::open(&Golf, &terms, &mut Chance::seeded(1)).expect("a table");
    let before = table.scoresheet().to_string();
    let refusal = table.time_up(&mut Chance::seeded(1)).expect_err("no countdown runs");
    assert_eq!(refusal.to_string(), "no countdown is running, so no time can run out");
    assert_eq!(table.scoresheet().to_string(), before);
    let sheet = format!("{}\n1 nobody time\n", before.trim_end()).parse().expect("a scoresheet");
    let problem = Table::replay(&[&Golf], &sheet).map(|_| ()).expect_err("nothing ran out").to_string();
    assert_eq!(problem, "entry 1: no countdown is running, so no time can run out");
}

/// [golf.shortest] A log is folded without solving; whoever looks has the last hole solved.
#[test]
fn holes_are_solved_for_those_who_look() {
    let terms = agreed("2025", &[("difficulty", "fixed2")], 3, None);
    let mut luck = Chance::seeded(5);
    let mut table = Table::open(&Golf, &terms, &mut Chance::seeded(1)).expect("a table");
    for _ in 0..200 {
        let Some(seat) = table.acting().first().copied() else { break };
        let actions = table.glimpse(Viewer::Seat(seat)).actions();
        table.act(seat, luck.pick::<String>(&actions), &mut Chance::seeded(1)).expect("an action on offer");
    }
    solution::ASKED.set(0);
    let again = Table::replay(&[&Golf], table.scoresheet()).expect("it holds");
    assert_eq!(solution::ASKED.get(), 0);
    let shown = again.glimpse(Viewer::Public).tabletop().to_string();
    assert!(shown.contains("shortest"), "{shown}");
    assert_eq!(solution::ASKED.get(), 1);
}

/// [golf.solo] What the referee found is written down, so that to fold a log asks the solver nothing; in
/// logs from before, it is found out again.
#[test]
fn a_log_tells_what_the_referee_found() {
    let terms = agreed("2025", &[("difficulty", "fixed2")], 1, None);
    let mut table = Table::open(&Golf, &terms, &mut Chance::seeded(1)).expect("a table");
    while let Some(seat) = table.acting().first().copied() {
        table.act(seat, "claim 0", &mut Chance::seeded(7)).expect("zero may always be claimed");
    }
    let sheet = table.scoresheet().to_string();
    let asked = |sheet: &str| {
        solution::ASKED.set(0);
        let again = Table::replay(&[&Golf], &sheet.parse().expect("a scoresheet")).expect("it holds");
        assert_eq!(again.outcome(), table.outcome());
        assert_eq!(again.scoresheet().to_string(), sheet, "a log stays as it was written");
        solution::ASKED.get()
    };
    assert_eq!(asked(&sheet), 0);
    let old = sheet.replace(&format!(" | {} ", u32::MAX), " | ").replace(&format!(" | {}", u32::MAX), "");
    assert_ne!(old, sheet, "there was a way through some holes");
    assert_eq!(asked(&old), 9);
}

/// [golf.solo] Whoever pays nothing because the referee has given up is told so.
#[test]
fn an_open_verdict_is_no_silent_one() {
    let text = "fen: 2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2\nchosen: Kb";
    for (verdict, score, words) in [
        (Verdict::Possible, 11, "shortest: 3 moves"),
        (Verdict::Impossible, 0, "shortest: there is none of up to 10 moves"),
        (Verdict::Undecided, 0, "referee: has found no way and ruled none out, so zero scores nothing"),
    ] {
        let terms = agreed("2025", &[("holes", "1")], 1, Some(text));
        let (mut state, _) = Golf.setup(&terms, &mut Chance::seeded(1)).expect("a hole");
        let mut chance = Chance::remembered([u32::MAX - verdict as u32]);
        Golf.apply(&mut state, Seat(0), &Action::Claim(0), &mut chance);
        assert!(chance.is_true_to_record());
        assert_eq!(state.public.totals(), [score]);
        let shown = Golf.tabletop(&Golf.view(&state, Viewer::Seat(Seat(0)), true)).to_string();
        assert!(shown.contains(words), "{shown}");
        assert_eq!(shown.contains("referee:"), verdict == Verdict::Undecided, "{shown}");
    }
}

/// [golf.goal] Whatever lies on the table, the solver knows the hole, and looks at so many positions at most.
#[test]
fn holes_of_many_cards_are_solved_within_limits() {
    // In all of these a few moves that capture nothing are needed first.
    let mut solved = 0;
    for seed in 0..6 {
        for cards in [5, 9, 11] {
            let mut chance = Chance::seeded(seed);
            let mut order = cards::deck(Faces::Chess);
            chance.shuffle(&mut order);
            let board = cards::laid_out(&order, cards::Layout::FromA1);
            chance.shuffle(&mut order);
            let chosen = order[..cards].iter().map(|card| card.piece).collect();
            let hole = Hole::new(board, chosen);
            let most = 10;
            if let Answer::Solved(line) = solution::shortest(&hole, most, &WAYS) {
                let mut hole = hole.clone();
                for step in &line {
                    assert!(hole.moves(&WAYS).contains(step), "{step}");
                    hole.play(*step, &WAYS);
                }
                assert!(hole.is_solved() && line.len() <= most);
                solved += 1;
            }
            let nodes = solution::nodes(&hole, most, &WAYS);
            assert!(nodes.is_some_and(|nodes| nodes < 300_100), "{nodes:?} with {cards} cards");
        }
    }
    assert!(solved > 5, "{solved}");
}

/// Nobody can lay out a hole that keeps a server busy: what a table tells of it is found within limits.
#[test]
fn a_laid_out_hole_of_nine_cards_is_answered_within_limits() {
    let text = "fen: 2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2\nchosen: KQRBNkqrb\nclaims: A=1\nfailed: A";
    let terms = agreed("2024-book", &[], 1, Some(text));
    let (state, _) = Golf.setup(&terms, &mut Chance::seeded(1)).expect("a hole");
    let shown = Golf.tabletop(&Golf.view(&state, Viewer::Seat(Seat(0)), false)).to_string();
    assert!(shown.contains("shortest: "), "{shown}");
    let tee = state.public.history.last().and_then(|hole| hole.told.clone()).expect("it was scored");
    assert_eq!(tee.cards.len(), 9);
    assert!(solution::nodes(&tee, 10, &WAYS).is_some_and(|nodes| nodes < 300_100));
}

/// [golf.secret] A score card shows no claim before all are shown, not even to whoever made it.
#[test]
fn claims_are_on_the_score_card_when_all_are_shown() {
    let text = "fen: 2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2\nchosen: Kb";
    let claims = |rest: &str, viewer: Viewer| {
        let terms = agreed("2025", &[], 2, Some(&format!("{text}\n{rest}")));
        let (state, _) = Golf.setup(&terms, &mut Chance::seeded(1)).expect("a hole");
        let parts = Golf.tabletop(&Golf.view(&state, viewer, false)).parts;
        let rows = parts.into_iter().filter_map(|part| match part {
            Part::Scores(scores) => Some(scores.rows),
            _ => None,
        });
        rows.flatten().map(|row| row.claim.map(|claim| claim.to_string())).collect::<Vec<_>>()
    };
    for viewer in Viewer::all(2) {
        assert_eq!(claims("sealed: A=3", viewer), [None, None]);
        assert_eq!(claims("claims: A=1 B=0", viewer), ["1 move", "none"].map(|claim| Some(claim.to_owned())));
    }
}

/// Whoever sees less solves fewer holes, and what is found is a solution.
#[test]
fn little_insight_finds_fewer_solutions() {
    let insights = [(300, 60), (3_000, 85)].map(|(nodes, percent)| Insight { nodes, percent });
    let mut solved = [0; 3];
    for seed in 0..30 {
        let chance = &mut Chance::seeded(seed);
        let (mut state, _) = Golf.setup(&agreed("2025", &[], 2, None), chance).expect("usual terms");
        while state.public.phase == super::Phase::Deal {
            let dealer = state.public.current.dealer;
            let offers = Golf.offers(&Golf.view(&state, Viewer::Seat(dealer), false));
            Golf.apply(&mut state, dealer, &offers[0], chance);
        }
        let exact = PlannedLine::new(state.clone(), Chance::seeded(1));
        let weak = insights.map(|insight| {
            let mut line = PlannedLine::new(state.clone(), Chance::seeded(1));
            line.plan_with(Seat(0), insight);
            line
        });
        let [learner, casual] = weak;
        let shortest = exact.solution().map_or(usize::MAX, <[Step]>::len);
        for (number, mut line) in [learner, casual, exact].into_iter().enumerate() {
            let found = line.solution().map(<[Step]>::to_vec);
            solved[number] += u32::from(found.is_some());
            if let Some(steps) = &found {
                assert!(steps.len() >= shortest, "{seed}");
                let mut hole = state.public.hole.clone();
                steps.iter().for_each(|step| {
                    hole.play(*step, &state.public.rules.ways);
                });
                assert!(hole.is_solved(), "{seed}: {steps:?}");
            }
            // Nothing is claimed that was not found.
            let claimed = best_claim(&mut line);
            let least = found.map_or(0, |steps| steps.len());
            assert!(claimed == 0 || least > 0 && claimed >= least, "{seed}: {claimed} with {least}");
        }
    }
    assert!(solved[0] < solved[1] && solved[1] <= solved[2], "{solved:?}");
}

/// The claim of the first seat that looks best if the other has none.
fn best_claim(line: &mut PlannedLine) -> usize {
    let count = line.generate();
    let value = |line: &mut PlannedLine, claim: usize| {
        line.generate();
        line.play(claim);
        let others = line.generate();
        let none = (0..others).find(|step| line.notation(*step) == "claim 0").expect("nobody must claim");
        line.play(none);
        let value = line.appraise(Team(0));
        line.undo();
        line.undo();
        line.generate();
        (value, line.notation(claim))
    };
    let mut best: Option<(i32, String)> = None;
    for claim in 0..count {
        let (value, words) = value(line, claim);
        if best.as_ref().is_none_or(|(highest, _)| value > *highest) {
            best = Some((value, words));
        }
    }
    let (_, words) = best.expect("something can be claimed");
    words.trim_start_matches("claim ").parse().expect("a number")
}
