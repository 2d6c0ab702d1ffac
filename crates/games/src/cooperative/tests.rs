//! What scenarios do not show: a game for one, texts that are refused, grades, and a second
//! reading of the rules.

use kit_chess::shakmaty::Square;
use kit_play::laws::{self, LawPlan};

use super::*;
use crate::naive_board::{Letters, is_pawn, place_of, places};
use crate::testing::{self, act};

fn terms(edition: &str, seats: usize) -> Terms {
    testing::agreed(&ABOUT, Some(edition), &[], Some(seats))
}

fn arranged(edition: &str, text: &str) -> Result<State, BadTerms> {
    testing::arranged(Cooperative, terms(edition, 2), text)
}

#[test]
fn a_game_for_one_obeys_the_laws() {
    let tally = laws::check(Cooperative, &terms("2025", 1), &LawPlan::games(40));
    assert_eq!(tally.unwrap_or_else(|broken| panic!("{broken}")).games, 40);
}

#[test]
fn stacks_are_for_two() {
    for edition in ["2024-book", "2024-booklet", "2023"] {
        let refused = Cooperative.setup(&terms(edition, 1), &mut Chance::seeded(1)).map(|_| ());
        let problem = "1 seat is not possible, the game is for 2";
        assert_eq!(refused.expect_err("nobody plays stacks alone").to_string(), problem);
    }
}

#[test]
fn actions_are_read_and_written() {
    for text in ["P+", "k+", "c8e6", "e1g1", "e7e8q", "b7b8n(p=1,at=0)", "e6xd5", "e6xd5/1", "."] {
        assert_eq!(text.parse::<Action>().expect(text).to_string(), text);
    }
    assert_eq!("b7xa8=Q(p=1,at=1)/2".parse::<Action>().expect("a capture").to_string(), "b7xa8q(p=1,at=1)/2");
    assert_eq!("P".parse::<Action>().expect("a card").to_string(), "P+");
    for text in [
        "", "+", "C+", "PP", "-+", "..", "e9e4", "e6d5/1", "e6xd5/01", "e6xd5/+1", "e6xd5/", "e7e8=K", "é2e4",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
    for text in ["e7e8=Q()", "e7e8=Q(p=1)", "e7e8=Q(p=1,at=)", "e7e8=Q(p=1,at=0)x", "e7e8=é"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn grades_have_their_bounds() {
    let line = Rules::agreed(&terms("2025", 2)).expect("rules");
    for (points, grade) in
        [(0, Grade::Loss), (31, Grade::Loss), (32, Grade::Win), (50, Grade::Win), (51, Grade::Great)]
    {
        assert_eq!(line.grade(points, Ending::KingTaken), grade, "{points}");
    }
    let stacks = Rules::agreed(&terms("2023", 2)).expect("rules");
    assert_eq!(stacks.grade(0, Ending::KingTaken), Grade::Win);
    assert_eq!(stacks.grade(0, Ending::CardsOut), Grade::Loss);
}

#[test]
fn arrangements_that_cannot_be_played_are_refused() {
    let start = "fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let kings = "fen: 4k3/8/8/8/8/8/8/4K3";
    for (edition, text, problem) in [
        ("2025", "turn: white".to_owned(), "line 1: a board of eight rows, or a `fen:` line, is missing"),
        (
            "2025",
            "fen: 8/8/8/8/8/8/8/4K3".to_owned(),
            "line 1: Black needs exactly one king, this board has 0",
        ),
        ("2025", "fen: k6P/8/8/8/8/8/8/K7".to_owned(), "line 1: a pawn cannot stand on h8"),
        (
            "2023",
            "fen: k7/8/8/8/8/N7/PPPPPPPP/RNBQKBNR".to_owned(),
            "line 1: White has at most 16 pieces, this board has 17",
        ),
        (
            "2025",
            "fen: k7/8/8/8/8/8/8/KQQ5".to_owned(),
            "line 1: there are more pieces of a kind than in a chess set",
        ),
        ("2025", format!("{kings} w - e6"), "line 1: no pawn of Black has just skipped e6"),
        (
            "2025",
            format!("{start}\nline: P x"),
            "line 2: `line` cannot be `P x`, it is cards such as P n q, or -",
        ),
        ("2025", format!("{start}\nline: Q n Q"), "line 2: for `line` there are too few Q cards"),
        ("2025", format!("{start}\nline: C"), "line 2: for `line` there are too few C cards"),
        ("2025", format!("{start}\nline: n P P P P"), "line 2: four cards of one colour would be recycled"),
        ("2025", format!("{start}\nhand white: P P P"), "line 2: a hand has at most 2 cards"),
        ("2025", format!("{start}\nhand white: K"), "line 2: kings lie in the line and are never held"),
        ("2025", format!("{kings}\nline: Q"), "line 1: for `discard` there are too few Q cards"),
        (
            "2025",
            format!("{start}\nstep: end"),
            "line 2: `step` cannot be `end`, it is card, quiet or captures",
        ),
        (
            "2023",
            format!("{kings}\ncaptured: P"),
            "line 2: 30 pieces are missing, so as many cards are captured",
        ),
        ("2023", format!("{start}\nstep: card"), "line 2: a quiet move was made, so write `bound` too"),
        ("2023", format!("{start}\nstep: captures"), "line 2: `stack white` has no card yet"),
        ("2023", format!("{start}\nbound: e2"), "line 2: a turn begins without a bound piece"),
        ("2023", format!("{start}\nwild: on"), "line 2: a card can be wild only while captures are made"),
        (
            "2023",
            format!("{start}\nstep: card\nbound: e7"),
            "line 3: `bound` cannot be `e7`, it is the square of a piece of the player on turn",
        ),
        (
            "2023",
            format!("{start}\nstep: card\nbound: e2\nhand white: -"),
            "line 2: White has no card to play",
        ),
    ] {
        testing::check_refused(arranged(edition, &text), &text, problem);
    }
    for text in ["stack white: P", "bound: e2", "captured: P"] {
        assert!(arranged("2025", &format!("{start}\n{text}")).is_err(), "{text}");
    }
    assert!(arranged("2023", &format!("{start}\nline: P")).is_err(), "stacks have no line");
}

#[test]
fn arrangements_without_cards_are_over() {
    let text = "fen: 4k3/8/8/8/8/8/8/4K3\nline: K k\nhand white: -\nhand black: -";
    let state = arranged("2025", text).expect("a position");
    assert_eq!(
        state.public.position.outcome().map(|outcome| outcome.reason.words),
        Some("cards running out")
    );
    Cooperative.audit(&state, true);
}

/// All positions of some games, in which captures are preferred to other actions.
fn each_random_position(edition: &str, mut look: impl FnMut(&State)) {
    let mut chance = Chance::seeded(5);
    for _ in 0..60 {
        let (mut state, _) = Cooperative.setup(&terms(edition, 2), &mut chance).expect("the usual start");
        let mut over = false;
        while !over {
            look(&state);
            let seat = seat_of(state.public.position.turn);
            let offers = Cooperative.offers(&Cooperative.view(&state, Viewer::Seat(seat), false));
            let captures: Vec<Action> =
                offers.iter().copied().filter(|offer| matches!(offer, Action::Take { .. })).collect();
            let among = if captures.is_empty() { &offers } else { &captures };
            let action = *chance.pick(among);
            over = act(Cooperative, &mut state, seat, &action, &mut chance).is_over();
            Cooperative.audit(&state, over);
        }
    }
}

/// Whether a piece can go from one square to another to take, by the letter of chess.
fn can_take(letters: &Letters, from: Square, to: Square, passing: Option<Square>) -> bool {
    let (piece, target) = (letters.at(place_of(from)).expect("a piece"), place_of(to));
    let takes = letters.belongs(target, !piece.is_uppercase());
    let passed = if piece.is_uppercase() { 'p' } else { 'P' };
    let beside = (target.0, place_of(from).1);
    let passes = is_pawn(piece) && passing == Some(to) && letters.at(beside) == Some(passed);
    letters.attacks(place_of(from), target) && (takes || passes && letters.is_free(target))
}

/// Every capture that the cards allow, by the letter of the rules: squares, and the card.
fn naive_captures(position: &Position) -> Vec<String> {
    let letters = Letters::of(&position.field.board);
    let white = position.turn.is_white();
    let line: Vec<char> = position.line.to_string().replace(' ', "").chars().collect();
    let top = |stack: &Pile| stack.to_string().chars().last();
    let (own_top, other_top) = if white {
        (top(&position.stacks.white), top(&position.stacks.black))
    } else {
        (top(&position.stacks.black), top(&position.stacks.white))
    };
    let stands = |kind: char, white: bool| {
        let kind = if white { kind.to_ascii_uppercase() } else { kind.to_ascii_lowercase() };
        places().any(|place| letters.at(place) == Some(kind))
    };
    let mut captures = Vec::new();
    let own = |square: &Square| letters.belongs(place_of(*square), white);
    for from in Square::ALL.into_iter().filter(own) {
        for to in Square::ALL.into_iter().filter(|to| *to != from) {
            let bound = match position.stage {
                Stage::Captures { bound: Some(square), .. } => square == from,
                _ => true,
            };
            if !bound || !can_take(&letters, from, to, position.field.ep) {
                continue;
            }
            let pawn = if white { 'p' } else { 'P' };
            let taker = letters.at(place_of(from)).expect("a piece takes");
            let victim = letters.at(place_of(to)).unwrap_or(pawn);
            if position.rules.spread == Spread::Line {
                for (place, card) in line.iter().enumerate() {
                    let beside = place > 0 && line[place - 1] == taker || line.get(place + 1) == Some(&taker);
                    if *card == victim && beside {
                        captures.push(format!("{from}x{to}/{place}"));
                    }
                }
            } else if let (Some(played), Some(taken)) = (own_top, other_top) {
                let fits = |card: char, piece: char| {
                    card.eq_ignore_ascii_case(&piece) || !stands(card, piece.is_uppercase())
                };
                let wild = matches!(position.stage, Stage::Captures { wild: true, .. });
                if fits(played, taker) && (wild || fits(taken, victim)) {
                    captures.push(format!("{from}x{to}"));
                }
            }
        }
    }
    captures
}

#[test]
fn captures_are_those_of_a_second_reading() {
    let mut compared = 0;
    for edition in ["2025", "2023"] {
        each_random_position(edition, |state| {
            let position = &state.public.position;
            if let Stage::Card { .. } | Stage::QuietOrCard = position.stage {
                return;
            }
            let mut found = Vec::new();
            position.each_capture(|action| {
                let Action::Take { step, card, bought: _ } = action else { return };
                let card = card.map(|card| format!("/{card}")).unwrap_or_default();
                let written = format!("{}x{}{card}", step.from, step.to);
                // A promotion is several captures in one.
                if found.last() != Some(&written) {
                    found.push(written);
                }
            });
            let mut expected = naive_captures(position);
            // The second reading knows nothing of promotions, which may be impossible.
            let last_ranks = |text: &String| {
                let from: Square = text[..2].parse().expect("a square");
                let to: Square = text[3..5].parse().expect("a square");
                let pawn = position.field.board.role_at(from) == Some(Role::Pawn);
                !(pawn && Bitboard::BACKRANKS.contains(to))
            };
            expected.retain(last_ranks);
            found.retain(last_ranks);
            found.sort();
            found.dedup();
            expected.sort();
            assert_eq!(found, expected, "{position:?}");
            compared += found.len();
        });
    }
    assert!(compared > 1000, "only {compared} captures were compared");
}

/// [cooperative.cards-out] With stacks every turn costs a card, so there are at most 32.
#[test]
fn stacks_last_at_most_thirty_two_turns() {
    let mut most = 0;
    let mut played = 0;
    each_random_position("2023", |state| {
        let position = &state.public.position;
        let on_stacks = position.stacks.white.count() + position.stacks.black.count();
        played = usize::from(on_stacks + position.taken.count());
        most = most.max(played);
        let left = usize::from(position.stock + position.held.white + position.held.black);
        assert_eq!(played + left, PIECES);
    });
    assert!(most <= PIECES && most > 25, "{most} cards were played at most");
}

/// What is imagined agrees with everything a viewer knows: runs, kings, and numbers.
#[test]
fn removed_cards_are_imagined_from_their_runs() {
    let mut chance = Chance::seeded(9);
    let mut seen = 0;
    each_random_position("2025", |state| {
        if state.public.recycled.is_empty() {
            return;
        }
        for viewer in Viewer::all(2) {
            let imagined = Cooperative.imagine(&Cooperative.view(state, viewer, false), &mut chance);
            Cooperative.audit(&imagined, false);
            let removed = imagined.hidden.removed;
            let some_run_has = |card: &Card| state.public.recycled.iter().any(|run| run.count_of(*card) > 0);
            assert!(removed.cards().iter().all(some_run_has), "a card left without having been recycled");
            seen += 1;
        }
    });
    assert!(seen > 100, "only {seen} states were imagined");
}

#[test]
fn white_and_black_share_the_number_of_a_turn() {
    let start = "fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3";
    let mut state = arranged("2025", &format!("{start}\nhand white: P N\nhand black: p n")).expect("a start");
    for (action, number) in [("P+", 3), (".", 3), ("p+", 3), (".", 3)] {
        for viewer in Viewer::all(2) {
            assert_eq!(Cooperative.turn(&Cooperative.view(&state, viewer, false)), number, "{action}");
        }
        let seat = seat_of(state.public.position.turn);
        act(Cooperative, &mut state, seat, &action.parse().expect("an action"), &mut Chance::seeded(1));
    }
    assert_eq!(state.public.number, 4);
}
