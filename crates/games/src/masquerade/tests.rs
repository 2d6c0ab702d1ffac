use super::*;
use crate::testing;

fn arranged(text: &str) -> Result<State, BadTerms> {
    testing::arranged(Masquerade, Terms::usual(&ABOUT), text)
}

#[test]
fn bad_arrangements_are_refused_with_the_reason() {
    for (text, problem) in [
        ("turn: white", "line 1: a board of eight rows, or a `fen:` line, is missing"),
        ("fen: 8/8/8/8/8/8/8/4K3", "line 1: Black needs exactly one king, this board has 0"),
        ("fen: 4k3/8/8/8/8/8/8/3KK3", "line 1: White needs exactly one king, this board has 2"),
        ("fen: 4k3/8/8/8/8/8/8/p3K3", "line 1: a pawn cannot stand on a1"),
        ("fen: 4k3/8/8/8/8/8/8/4K3 w - d6", "line 1: no pawn of Black has just skipped d6"),
        ("fen: 4k3/8/8/3p4/8/8/8/4K3 b - d6", "line 1: no pawn of White has just skipped d6"),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3 w K -",
            "line 1: castling with the rook on h1 needs it there and its king on e1",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\ndisguise white: KR QK",
            "line 2: `disguise white` cannot be `KR QK`, it is five pairs such as KR QK RN BB NQ, with every letter \
             once on each side",
        ),
    ] {
        testing::check_refused(arranged(text), text, problem);
    }
    let unknown = arranged("fen: 4k3/8/8/8/8/8/8/4K3\nmask: KR").map(|_| ());
    assert!(
        unknown.expect_err("no such key").to_string().starts_with("arrangement, line 2: unknown key: `mask`")
    );
}

#[test]
fn actions_are_read_in_all_their_forms() {
    for (text, written) in [
        ("b1c3", "b1c3"),
        ("a7b8q", "a7b8q"),
        ("a7b8=N", "a7b8n"),
        ("c3?d5=n", "c3?d5"),
        ("c3?d5=y", "c3?d5"),
        ("assign NQ KR QK BB RN", "assign KR QK RN BB NQ"),
    ] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(written.to_owned()));
    }
    for text in ["", "?", "c3?", "c3?d9", "c3?d5=x", "assign", "assign KR", "O-O-O-O", "b1c3=K", "é?e4"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn labels_say_what_fits_and_what_is_known() {
    let mut state = arranged(
        "fen: rnbqkbnr/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1BQKBNR w KQkq -\n\
         disguise white: KR QK RN BB NQ\ndisguise black: KK QQ RR BB NN",
    )
    .expect("a state");
    let label = |state: &State, text: &str| {
        let view = Masquerade.view(state, Viewer::Seat(Seat(0)), false);
        Masquerade.label(&view, &text.parse().expect("an action")).to_string()
    };
    assert_eq!(label(&state, "c3?d5"), "ask: may the knight on c3 take d5? (knight)");
    for (seat, text) in [(0, "c3?d5"), (1, "a7a6")] {
        Masquerade.apply(&mut state, Seat(seat), &text.parse().expect("an action"), &mut Chance::seeded(1));
    }
    let hopeless = "ask: may the knight on c3 take d5? (knight, known to fail: this only passes your turn)";
    assert_eq!(label(&state, "c3?d5"), hopeless);
    assert_eq!(label(&state, "c3?c7"), "ask: may the knight on c3 take c7? (queen or rook)");
}

/// What a yes and a no tell, as far as nobody knows it yet; an answer that cannot come has no words.
#[test]
fn questions_say_what_each_answer_brings() {
    let mut state = arranged(
        "fen: rnbqkbnr/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1BQKBNR w KQkq -\n\
         disguise white: KR QK RN BB NQ\ndisguise black: KK QQ RR BB NN",
    )
    .expect("a state");
    let asks = |state: &State, text: &str| {
        let view = Masquerade.view(state, Viewer::Seat(Seat(0)), false);
        let asks = (Masquerade::EXTRAS.asks)(&view, &text.parse().expect("an action"))?;
        Some([asks.yes, asks.no].map(|answer| answer.map(|words| words.to_string())))
    };
    let [yes, no] = [
        "Yes: it takes, and so like a knight.",
        "No: your turn is over, and it takes like a king, queen, rook or bishop.",
    ];
    assert_eq!(asks(&state, "c3?d5"), Some([Some(yes.to_owned()), Some(no.to_owned())]));
    assert_eq!(asks(&state, "e2e4"), None);
    for (seat, text) in [(0, "c3?d5"), (1, "a7a6")] {
        Masquerade.apply(&mut state, Seat(seat), &text.parse().expect("an action"), &mut Chance::seeded(1));
    }
    assert_eq!(asks(&state, "c3?d5"), Some([None, Some(no.to_owned())]));
}

/// The laws also hold where play starts in the middle, with grids that are there or missing.
#[test]
fn arranged_games_obey_the_laws() {
    for text in [
        "fen: r3k2r/1P4p1/8/3pP3/8/2N2q2/p6P/R3K2R w KQkq d6\ndisguise white: KN QB RQ BK NR",
        "fen: r3k2r/1P4p1/8/3pP3/8/2N2q2/p6P/R3K2R b KQkq -\ndisguise black: KN QB RQ BK NR",
        "fen: 8/8/8/4k3/4K3/8/8/8 w - -\ndisguise white: KN QB RQ BK NR\ndisguise black: KB QK RR BN NQ",
        "fen: RBRQKBRB/PPPPPPPP/8/8/8/8/8/4k3 b - -\ndisguise black: KK QQ RR BB NN",
    ] {
        let terms = Terms::usual(&ABOUT).arranged(text.parse().expect("an arrangement"));
        let checked = kit_play::laws::check(Masquerade, &terms, &kit_play::laws::LawPlan::games(20));
        assert!(checked.is_ok(), "{}", checked.expect_err("a broken law"));
    }
}

#[test]
fn both_colors_share_the_number_of_a_turn() {
    let (mut state, _) = Masquerade.setup(&Terms::usual(&ABOUT), &mut Chance::seeded(1)).expect("a table");
    let turn = |state: &State| Masquerade.turn(&Masquerade.view(state, Viewer::Public, false));
    let played = [
        (1, "assign KK QQ RR BB NN", 1),
        (0, "assign KR QK RN BB NQ", 1),
        (0, "b1c3", 1),
        (1, "d7d5", 2),
        (0, "c3?d5", 2),
        (1, "a7a6", 3),
    ];
    for (seat, text, number) in played {
        Masquerade.apply(&mut state, Seat(seat), &text.parse().expect("an action"), &mut Chance::seeded(1));
        assert_eq!(turn(&state), number, "{text}");
    }
    let later = arranged("fen: 4k3/8/8/8/8/8/8/4K3 b - - 0 41").expect("a state");
    assert_eq!(turn(&later), 41);
}
