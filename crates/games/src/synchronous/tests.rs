//! What scenarios cannot say: the order of writing, bad arrangements, notation, whole games as text.

use kit_play::{Arrangement, Table};

use super::*;
use crate::testing::{self, act};

fn arranged(text: &str) -> Result<State, BadTerms> {
    testing::arranged(Synchronous, Terms::usual(&ABOUT), text)
}

fn offers(state: &State, color: Color) -> Vec<Action> {
    Synchronous.offers(&Synchronous.view(state, Viewer::Seat(seat_of(color)), false))
}

/// Whoever writes first, the same comes of it, and until both have written nothing shows.
#[test]
fn the_order_of_writing_does_not_matter() {
    let mut luck = Chance::seeded(1);
    let mut pairs = 0;
    for _ in 0..40 {
        let (mut state, _) = Synchronous.setup(&Terms::usual(&ABOUT), &mut luck).expect("usual terms");
        let mut over = false;
        while !over {
            let answers = ByColor::new_with(|color| {
                let offers = offers(&state, color);
                (!offers.is_empty()).then(|| *luck.pick(&offers))
            });
            let in_order = |colors: [Color; 2]| {
                let (mut state, mut over) = (state.clone(), false);
                for color in colors {
                    if let Some(answer) = *answers.get(color) {
                        assert!(!over && offers(&state, color).contains(&answer));
                        let mut chance = Chance::seeded(1);
                        over = act(Synchronous, &mut state, seat_of(color), &answer, &mut chance).is_over();
                    }
                }
                (state, over)
            };
            let white_first = in_order([Color::White, Color::Black]);
            let black_first = in_order([Color::Black, Color::White]);
            assert_eq!((&white_first.0.public, white_first.1), (&black_first.0.public, black_first.1));
            pairs += u32::from(answers.white.is_some() && answers.black.is_some());
            (state, over) = white_first;
        }
    }
    assert!(pairs > 1000, "{pairs} pairs are too few to tell");
}

#[test]
fn bad_arrangements_are_explained() {
    for (text, problem) in [
        ("castling: KQ", "line 1: a board of eight rows, or a `fen:` line, is missing"),
        ("fen: 4k3/8/8/8/8/8/8/8", "line 1: White needs exactly one king, this board has 0"),
        ("fen: 4k3/8/8/8/8/8/8/3KK3", "line 1: White needs exactly one king, this board has 2"),
        ("fen: 4k2p/8/8/8/8/8/8/4K3", "line 1: a pawn cannot stand on h8"),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3 w",
            "line 1: nobody is to move, since both move at once: leave `turn` out",
        ),
        ("fen: 4k3/8/8/8/8/8/8/4K3\nep: e3", "line 2: there is no en passant: leave `ep` out"),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\ncastling: K",
            "line 2: castling with the rook on h1 needs it there and its king on e1",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\nturns: 50",
            "line 2: `turns` cannot be `50`, it is a number from 0 to 49",
        ),
        ("fen: 4k3/8/8/8/8/8/8/4K3\nopen: KR", "line 2: unknown key: `open` (try castling or turns)"),
    ] {
        let error = arranged(text).err().map(|error| error.to_string());
        assert_eq!(error, Some(format!("arrangement, {problem}")), "{text}");
    }
}

#[test]
fn actions_are_read_and_written() {
    for (text, written) in [("e2e4", "e2e4"), ("e7e8=Q", "e7e8q"), ("X", "X"), ("x", "X")] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(written.to_owned()));
    }
    for text in ["", "e2", "XX", "O-O", "e4"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

/// Random games are read as they were written, from the usual start and from others.
#[test]
fn whole_games_are_read_as_they_are_written() {
    let mut luck = Chance::seeded(5);
    let usual = Terms::usual(&ABOUT);
    let other: Arrangement = "fen: r3k2r/pppp1p2/4b3/8/2B5/1P6/P1PP1PPP/R3K2R\ncastling: Qk\nturns: 7"
        .parse()
        .expect("an arrangement");
    for terms in [usual.clone(), usual.arranged(other)].iter().cycle().take(12) {
        let (mut state, _) = Synchronous.setup(terms, &mut luck).expect("good terms");
        let (mut played, mut outcome) = (Vec::new(), None);
        while outcome.is_none() {
            // White is asked first, as in the text.
            let acting = [Color::White, Color::Black].map(|color| (color, offers(&state, color)));
            let (color, offers) = acting.iter().find(|(_, offers)| !offers.is_empty()).expect("a turn");
            let answer = *luck.pick(offers);
            played.push(answer.to_string());
            outcome = act(Synchronous, &mut state, seat_of(*color), &answer, &mut luck).outcome;
        }
        let text = transcript::written(&Synchronous.view(&state, Viewer::Public, false), outcome.as_ref());
        let (read_terms, actions) = transcript::read(&text).expect("a game").expect("a good game");
        let start = |terms: &Terms| terms.arrangement().map(ToString::to_string);
        assert_eq!((start(&read_terms), actions), (start(terms), played), "{text}");
    }
}

#[test]
fn bad_games_are_explained() {
    let read =
        |text: &str| transcript::read(text).map(|read| read.map(|_| ()).map_err(|bad| bad.to_string()));
    assert_eq!(read("1. e4 e5"), None);
    assert_eq!(read("open=RK"), None);
    let shape = "a turn is two moves and blows such as `c4e5/h8h7{b:e7e5}{w:X}`";
    for text in ["e2e4/", "e2e4/e7", "e2e4/e7e5{", "e2e4/e7e5{g:X}", "e2e4/e7e5{X}", "e2e4/e7e5 {w:X} }"] {
        assert_eq!(read(&format!("e2e4/e7e5\n{text}")), Some(Err(format!("line 2: {shape}"))), "{text}");
    }
    let sealed = "line 1: `??` is an answer that was still sealed, so the game cannot be played on from it";
    assert_eq!(read("e2e4/??"), Some(Err(sealed.to_owned())));
    assert_eq!(read("e2e4/e7e5{w:X}{X/f7e6}##"), Some(Ok(())));
}

/// Short notation is understood where it has one meaning.
#[test]
fn short_notation_is_understood() {
    let terms = Terms::usual(&ABOUT)
        .arranged("fen: 3rk2r/6P1/8/8/8/2N5/8/R3K1N1\ncastling: Qk".parse().expect("an arrangement"));
    for (color, text, meant) in [
        (Color::White, "Nge2", "g1e2"),
        (Color::White, "O-O-O", ""),
        (Color::White, "gxh8=N", "g7h8n"),
        (Color::White, "Kf1", "e1f1"),
        (Color::Black, "0-0", ""),
        (Color::Black, "Rg8", "h8g8"),
        (Color::Black, "Rd1", "d8d1"),
    ] {
        let mut table = Table::open(&Synchronous, &terms, &mut Chance::seeded(1)).expect("good terms");
        let acted = table.act(seat_of(color), text, &mut Chance::seeded(1));
        let written = acted.map(|ruling| ruling.entry.action).unwrap_or_default();
        assert_eq!(written, meant, "{text}");
    }
}

/// Blows belong to the turn in which they are struck.
#[test]
fn turns_are_counted_from_one() {
    let mut luck = Chance::seeded(1);
    let (mut state, _) = Synchronous.setup(&Terms::usual(&ABOUT), &mut luck).expect("usual terms");
    for (color, text, turn) in [
        (Color::White, "e2e4", 1),
        (Color::Black, "d7d5", 1),
        (Color::Black, "h7h6", 2),
        (Color::White, "e4d5", 2),
        (Color::Black, "X", 2),
        (Color::White, "a2a3", 3),
    ] {
        assert_eq!(Synchronous.turn(&Synchronous.view(&state, Viewer::Public, false)), turn, "{text}");
        let action = text.parse().expect("an action");
        assert!(offers(&state, color).contains(&action), "{text}");
        act(Synchronous, &mut state, seat_of(color), &action, &mut luck);
    }
}
