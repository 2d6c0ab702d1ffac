use std::collections::BTreeSet;

use kit_chess::shakmaty::{CastlingMode, CastlingSide, Chess, EnPassantMode, Move, Position as _, Setup};
use kit_play::Ears;
use kit_play::laws::LawPlan;

use super::army::Numbers;
use super::*;
use crate::testing::{self, act};

fn terms(option: &str) -> Terms {
    testing::agreed(&ABOUT, None, &[("right_guess", option)], None)
}

fn arranged(text: &str) -> Result<State, BadTerms> {
    testing::arranged(CloakAndDagger, Terms::usual(&ABOUT), text)
}

fn offers(state: &State) -> Vec<(Seat, Action)> {
    let of = |seat| CloakAndDagger.offers(&CloakAndDagger.view(state, Viewer::Seat(seat), false));
    Seat::first(2).flat_map(|seat| of(seat).into_iter().map(move |action| (seat, action))).collect()
}

/// Plays a random action, and seldom uncloaks.
fn step(state: &mut State, luck: &mut Chance) -> (Seat, Action, Events<CloakAndDagger>) {
    let offers = offers(state);
    let stays_cloaked = offers.iter().find(|(_, action)| *action == Action::Uncloak(Numbers::default()));
    let (seat, action) = *stays_cloaked.filter(|_| luck.below(8) > 0).unwrap_or_else(|| luck.pick(&offers));
    (seat, action, act(CloakAndDagger, state, seat, &action, luck))
}

fn public_facts(events: Events<CloakAndDagger>) -> Vec<Fact> {
    events.events.into_iter().filter(|event| event.ears == Ears::All).map(|event| event.fact).collect()
}

#[test]
fn bad_arrangements_are_refused_with_the_reason() {
    const KINGS: &str = "fen: 4k3/8/8/8/8/8/8/R3K3";
    for (text, problem) in [
        ("turn: white".to_owned(), "line 1: a board of eight rows, or a `fen:` line, is missing"),
        ("fen: 8/8/8/8/8/8/8/4K3".to_owned(), "line 1: Black needs exactly one king, this board has 0"),
        ("fen: 4k3/8/8/8/8/8/8/p3K3".to_owned(), "line 1: a pawn cannot stand on a1"),
        (
            format!("{KINGS}\ncloaked white: e1"),
            "line 2: `cloaked white` cannot be `e1`, it is squares with the numbers of their checkers, such \
             as e1=5 h1=8",
        ),
        (
            format!("{KINGS}\ncloaked black: e1=5"),
            "line 2: no piece of Black that could be cloaked stands on e1",
        ),
        (format!("{KINGS}\ncloaked white: e1=5 a1=5"), "line 2: there is only one checker 5 of a colour"),
        (
            "fen: QQ2k3/8/8/8/8/8/8/R3K3\ncloaked white: a8=1 b8=2".to_owned(),
            "line 2: more checkers of a type than an army has",
        ),
        (format!("{KINGS}\nconfirmed: e1"), "line 2: no checker stands on e1"),
        (format!("{KINGS}\nunmoved: b1"), "line 2: no king, rook or checker is at home on b1"),
        (format!("{KINGS}\nep: d3"), "line 2: no pawn has skipped d3"),
        (format!("{KINGS}\npool: 9/0"), "line 2: White has 8 pawns with those in the pool, not 9"),
        (
            format!("{KINGS}\npool: many"),
            "line 2: `pool` cannot be `many`, it is White's number of pawns and Black's, such as 1/0",
        ),
        (format!("{KINGS}\nphase: guess\nanswer: right"), "line 2: nothing is guessed before this phase"),
        (format!("{KINGS}\nphase: earned\nanswer: wrong"), "line 2: a bonus is earned by a right guess"),
        (format!("{KINGS}\nphase: move\nowed: white"), "line 2: an owed bonus is used before the turn"),
        (format!("{KINGS}\nanswer: right\nowed: black"), "line 1: a bonus is owed after a wrong guess"),
        (
            "fen: 4k3/8/8/8/8/8/4r3/4K3\nphase: uncloak".to_owned(),
            "line 2: nobody moves and leaves an uncloaked king in check",
        ),
    ] {
        testing::check_refused(arranged(&text), &text, problem);
    }
}

#[test]
fn actions_are_read_in_all_their_forms() {
    for (text, written) in [
        ("army RQKRBBNN", "army RQKRBBNN"),
        ("?5K:y", "?5K"),
        ("?5K:n", "?5K"),
        ("?-", "?-"),
        ("d5e4xP", "d5e4"),
        ("b7a8=NxR", "b7a8n"),
        ("a7a8=Q", "a7a8q"),
        ("0-0-0", "O-O-O"),
        ("(e5d6xK)", "(e5d6)"),
        ("(a7a8=Q)", "(a7a8q)"),
        ("(P@e7)", "(P@e7)"),
        ("(-)", "(-)"),
        ("!1=R,7=N", "!1,7"),
        ("!7,1", "!1,7"),
        ("!-", "!-"),
    ] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(written.to_owned()));
    }
    for text in [
        "",
        "?",
        "?9K",
        "?5P",
        "?5",
        "?5KK",
        "(",
        "()",
        "(e2e4",
        "(P@e9)",
        "!",
        "!9",
        "!1,1",
        "army",
        "army RQKRBBN",
        "e2e4x",
        "e2e4xQQ",
        "O-O-O-O",
        "é",
        "?é",
        "!é",
        "(é)",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn labels_say_what_the_player_may_know() {
    let state =
        arranged("fen: 7k/6pp/8/8/8/8/8/R5K1\ncloaked white: a1=1 g1=5\nphase: uncloak\ncloaked black: h8=6");
    let label = |state: &State, seat, text: &str| {
        let view = CloakAndDagger.view(state, Viewer::Seat(Seat(seat)), false);
        CloakAndDagger.label(&view, &text.parse().expect("an action")).to_string()
    };
    let state = state.expect("a state");
    assert_eq!(label(&state, 0, "!1,5"), "uncloak 1 (rook), 5 (king)");
    let check = arranged("fen: R6k/6pp/8/8/8/8/8/6K1\ncloaked white: a8=1 g1=5\nphase: uncloak");
    assert_eq!(label(&check.expect("a state"), 0, "!1"), "uncloak 1 (rook): check");
    let guess =
        arranged("fen: 7k/6pp/8/8/8/8/8/R5K1\ncloaked white: a1=1 g1=5\nturn: black").expect("a state");
    assert_eq!(label(&guess, 1, "?1R"), "guess that 1 is a rook (1 of 2)");
    let moves = arranged("fen: 7k/6pp/8/8/8/8/8/R5K1\ncloaked white: a1=1 g1=5").expect("a state");
    assert_eq!(label(&moves, 0, "a1a8"), "rook 1 a1 to a8");
}

/// The laws also hold where play starts in the middle, with both options.
#[test]
fn arranged_games_obey_the_laws() {
    for text in [
        "fen: r3k2r/1P4p1/8/3pP3/8/2N2q2/p6P/R3K2R w KQkq d6\ncloaked white: e1=5 a1=1\ncloaked black: e8=3",
        "fen: 8/8/8/4k3/4K3/8/8/8 w - -\ncloaked white: e4=5\ncloaked black: e5=6",
        "fen: n2rkr2/3p1p2/8/8/8/8/8/R5K1 b\ncloaked white: g1=1 a1=2\ncloaked black: a8=1\n\
         pool: 2/1\nowed: black",
        "fen: 7k/6pp/8/8/7n/2r5/8/R5K1\ncloaked black: c3=1 h4=7 h8=5\ncloaked white: g1=5",
        "fen: rkr5/ppp5/PPP5/8/8/8/8/R3K3 b\ncloaked black: a8=1 b8=2 c8=3\nunmoved: a8 b8 c8\nconfirmed: c8",
        "fen: bk6/p1p5/P1P5/8/8/8/8/R3K3 w\ncloaked black: a8=1 b8=4",
    ] {
        for option in ["keep", "uncloak"] {
            let checked = kit_play::laws::check(
                CloakAndDagger,
                &terms(option).arranged(text.parse().expect(text)),
                &LawPlan::games(15),
            );
            assert!(checked.is_ok(), "{text}\n{}", checked.expect_err("a broken law"));
        }
    }
}

/// [cloak.secret] Whoever sees only numbers sees the same table, whatever lies under them, one of
/// the 960 armies or not.
#[test]
fn arranged_armies_look_the_same_to_everybody_else() {
    for (one, two, numbers) in [
        ("R1K5", "K1R5", "a1=1 c1=3"),
        ("B1B1K3", "K1B1B3", "a1=1 c1=3 e1=5"),
        ("BNRK4", "KRNB4", "a1=1 b1=2 c1=3 d1=4"),
        ("RNBQKBNR", "KQRBBNNR", "a1=1 b1=2 c1=3 d1=4 e1=5 f1=6 g1=7 h1=8"),
        ("RQKRBBNN", "RQKRBNBN", "a1=1 b1=2 c1=3 d1=4 e1=5 f1=6 g1=7 h1=8"),
        ("1KR5", "1RK5", "b1=7 c1=2"),
    ] {
        for phase in ["turn: black", "turn: black\nphase: move", "turn: black\nphase: uncloak"] {
            let table = |rank: &str| {
                let text = format!("fen: 4k3/8/8/8/8/8/8/{rank}\ncloaked white: {numbers}\n{phase}");
                arranged(&text).unwrap_or_else(|bad| panic!("{text}: {bad}"))
            };
            let tables = [table(one), table(two)];
            for viewer in [Viewer::Seat(Seat(1)), Viewer::Public] {
                let [first, second] =
                    tables.each_ref().map(|state| CloakAndDagger.view(state, viewer, false));
                assert_eq!(first, second, "{one} and {two} to {viewer:?}");
                assert_eq!(CloakAndDagger.tabletop(&first), CloakAndDagger.tabletop(&second));
            }
        }
    }
}

/// [cloak.notes] The candidates are exactly the armies with which everything that was done could
/// have been done, and would have sounded the same.
#[test]
fn candidates_are_exactly_the_armies_that_could_have_played_so() {
    let mut luck = Chance::seeded(5);
    let mut narrowed = 0;
    for (option, length) in [("keep", 12), ("uncloak", 24), ("keep", 25), ("keep", 40), ("uncloak", 60)] {
        let start = terms(option);
        let (mut state, _) = CloakAndDagger.setup(&start, &mut luck).expect("the usual start");
        let mut log = Vec::new();
        while log.len() < length {
            let mut next = state.clone();
            let (seat, action, told) = step(&mut next, &mut luck);
            // At the end everything is shown, so stop before.
            if told.is_over() {
                break;
            }
            log.push((seat, action, public_facts(told)));
            state = next;
        }
        for color in Color::ALL {
            let could = |army: &Army| could_have_played(&start, &log, color, *army);
            let expected: Vec<Army> = Army::all().iter().filter(|army| could(army)).copied().collect();
            let candidates = state.public.candidates.get(color);
            assert!(expected.iter().all(|army| candidates.contain(army)), "{log:?}");
            assert_eq!(candidates.count(), expected.len(), "{log:?}");
            narrowed += usize::from((10..500).contains(&expected.len()));
        }
    }
    assert!(narrowed > 3, "some armies are half known");
}

fn could_have_played(terms: &Terms, log: &[(Seat, Action, Vec<Fact>)], color: Color, army: Army) -> bool {
    let (mut state, _) = CloakAndDagger.setup(terms, &mut Chance::seeded(1)).expect("the usual start");
    log.iter().all(|(seat, action, heard)| {
        let action = match action {
            Action::Army(_) if color_of(*seat) == color => Action::Army(army),
            other => *other,
        };
        offers(&state).contains(&(*seat, action))
            && public_facts(CloakAndDagger.apply(&mut state, *seat, &action, &mut Chance::seeded(1)))
                == *heard
    })
}

/// With everything uncloaked and nothing to drop it is Chess960.
#[test]
fn uncloaked_it_is_chess960() {
    let mut luck = Chance::seeded(7);
    for number in 0..60 {
        let board = kit_chess::shakmaty::Board::chess960(number * 16);
        let castling_rights = board.rooks();
        let start = Setup { board, castling_rights, ..Setup::initial() };
        let mut chess: Chess = start.position(CastlingMode::Chess960).expect("a start position");
        let mut position = open_position(&chess);
        while !chess.is_game_over() && chess.halfmoves() < 40 {
            let mut actions = Vec::new();
            position.actions(&Army::NONE, &mut actions);
            let found: BTreeSet<String> = actions.iter().map(ToString::to_string).collect();
            assert_eq!(found.len(), actions.len());
            let moves = chess.legal_moves();
            let expected: BTreeSet<String> =
                moves.iter().map(|chosen| as_action(*chosen).to_string()).collect();
            assert_eq!(found, expected, "{}", chess.board());
            let chosen = moves[luck.below(moves.len() as u32) as usize];
            let rules = Rules { right_guess_uncloaks: false };
            position.carry_out(as_action(chosen), rules, &ByColor::new_with(|_| Army::NONE));
            chess.play_unchecked(chosen);
            assert_eq!(position.open, *chess.board());
            let skipped = chess.ep_square(EnPassantMode::Always).map_or(Bitboard::EMPTY, Bitboard::from);
            assert_eq!(position.skipped, skipped);
            assert!(position.is_dead() == chess.is_insufficient_material());
        }
    }
}

fn open_position(chess: &Chess) -> Position {
    Position {
        open: chess.board().clone(),
        checkers: ByColor::default(),
        unmoved: (chess.board().kings() | chess.board().rooks()) & Bitboard::BACKRANKS,
        phase: Phase::Move,
        ..Position::initial()
    }
}

fn as_action(chosen: Move) -> Action {
    match chosen {
        Move::Castle { king, rook } => Action::Castle(CastlingSide::from_king_side(rook > king)),
        _ => Action::Move(Step {
            from: chosen.from().expect("no piece is dropped"),
            to: chosen.to(),
            promotion: chosen.promotion(),
        }),
    }
}

/// A bonus that is owed belongs to the turn of whoever uses it.
#[test]
fn both_colors_share_the_number_of_a_turn() {
    let (mut state, _) = CloakAndDagger.setup(&terms("keep"), &mut Chance::seeded(1)).expect("a table");
    let played = [
        (0, "army RQKRBBNN", 1),
        (1, "army RNBQKBNR", 1),
        (0, "?-", 1),
        (0, "a2a4", 1),
        (0, "!-", 1),
        (1, "?1K", 1),
        (1, "a7a6", 1),
        (1, "!-", 2),
        (0, "(-)", 2),
        (0, "?-", 2),
    ];
    for (seat, text, number) in played {
        let action = text.parse().expect("an action");
        assert!(offers(&state).contains(&(Seat(seat), action)), "{text}");
        CloakAndDagger.apply(&mut state, Seat(seat), &action, &mut Chance::seeded(1));
        assert_eq!(
            CloakAndDagger.turn(&CloakAndDagger.view(&state, Viewer::Public, false)),
            number,
            "{text}"
        );
    }
}
