//! What scenarios do not show: texts that are refused, and games as text.

use kit_play::Table;

use super::*;
use crate::testing;

fn arranged(text: &str) -> Result<State, BadTerms> {
    testing::arranged(Telepathic, Terms::usual(&ABOUT), text)
}

#[test]
fn arrangements_that_cannot_be_played_are_refused() {
    let kings = "fen: 4k3/8/8/8/8/8/8/4K3";
    let start = "fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (text, problem) in [
        ("turn: white".to_owned(), "line 1: a board of eight rows, or a `fen:` line, is missing"),
        ("fen: 8/8/8/8/8/8/8/4K3".to_owned(), "line 1: Black needs exactly one king, this board has 0"),
        ("fen: k7/8/8/8/8/8/8/K6K".to_owned(), "line 1: White needs exactly one king, this board has 2"),
        (
            "fen: k7/8/8/8/8/N7/PPPPPPPP/RNBQKBNR".to_owned(),
            "line 1: White has at most 16 pieces, this board has 17",
        ),
        ("fen: k6P/8/8/8/8/8/8/K7".to_owned(), "line 1: a pawn cannot stand on h8"),
        (format!("{kings} w - e6"), "line 1: no pawn of Black has just skipped e6"),
        (
            format!("{start} b KQkq d3\ntrophy: W\nlaid: N\nremove: black"),
            "line 1: no pawn of Black has just skipped d3",
        ),
        (format!("{start}\ntrophy: X"), "line 2: `trophy` cannot be `X`, it is W, M or B"),
        (
            format!("{start}\nup: W:C,B:P"),
            "line 2: `up` cannot be `W:C,B:P`, it is a kind or - for each team, such as W:N,B:-",
        ),
        (
            format!("{start}\nup: W:-,B:P"),
            "line 2: White has lost 0 pieces, and a card lies face up until eight are lost",
        ),
        (
            "fen: k7/8/8/8/8/8/PPPPPPPP/RNBQKBNR\nup: W:P,B:N".to_owned(),
            "line 2: Black has lost 15 pieces, and a card lies face up until eight are lost",
        ),
        (
            format!("{start}\nmovers: B1 W1"),
            "line 2: `movers` cannot be `B1 W1`, it is a white seat and a black one, such as W1 B2",
        ),
        (format!("{start}\nlaid: P"), "line 2: P lies face up, so it cannot be laid"),
        (format!("{start}\nlaid: X"), "line 2: `laid` cannot be `X`, it is one of P, N, B, R, Q, K and C"),
        (format!("{kings}\nlaid: N"), "line 2: the game is over here, so no card can be laid"),
        (format!("{start}\nremove: white"), "line 2: a tug is lost only after a card, so write `laid` too"),
        (
            format!("{start}\nlaid: N\nremove: white"),
            "line 3: White loses only with the trophy at the other side",
        ),
        (
            "fen: k7/8/8/8/8/8/PPPPPPPP/RNBQKBNR\ntrophy: W\nlaid: N\nremove: black".to_owned(),
            "line 4: a lone king removes nothing",
        ),
    ] {
        testing::check_refused(arranged(&text), &text, problem);
    }
}

#[test]
fn what_is_missing_is_lost() {
    // A knight is gone and a second queen is there, which was a pawn.
    let state = arranged("fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPP2/RQBQKBNR").expect("a position");
    assert_eq!(state.public.lost.white, [Role::Pawn, Role::Knight]);
    assert_eq!(state.public.lost.black, []);
    // Eight pawns and two queens cannot be, but they are not refused.
    let state = arranged("fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBQKBNR").expect("a position");
    assert_eq!(state.public.lost.white, []);
    Telepathic.audit(&state, false);
}

#[test]
fn actions_are_read_and_written() {
    for (text, written) in [("N", "N:"), ("c:", "C:"), ("e7e8=Q", "e7e8q"), ("!a7", "!a7"), ("e1g1", "e1g1")]
    {
        assert_eq!(text.parse::<Action>().expect(text).to_string(), written);
    }
    for text in ["", ":", "X:", "N::", "?:", "!", "!0", "!a9", "e2", "N:e2e4", "♞"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn moves_are_spelled_with_their_signs() {
    for (text, san, written) in [
        ("fen: 7k/8/8/8/8/2N1N3/8/K7", "Ncd5", "c3d5"),
        ("fen: 4k3/8/8/8/8/8/8/R3K3 w Q", "0-0-0", "e1c1"),
        ("fen: 6k1/5ppp/8/8/8/8/8/R5K1", "Ra8#", "a1a8"),
        ("fen: 4k3/8/8/8/8/8/8/4Q1K1", "Qxe8#", "e1e8"),
    ] {
        let mut state = arranged(text).expect("a position");
        state.lay(state.public.position.deciding(), Card::Checker);
        let view = Telepathic.view(&state, Viewer::Seat(state.public.position.deciding()), false);
        let spelled = |offer: &&Action| Telepathic.spellings(&view, offer).iter().any(|way| way == san);
        let meant: Vec<String> =
            Telepathic.offers(&view).iter().filter(spelled).map(ToString::to_string).collect();
        assert_eq!(meant, [written], "{san}");
    }
}

/// A random game, written as turns, is read as the actions that made it.
#[test]
fn games_are_read_as_they_are_written() {
    let mut chance = Chance::seeded(3);
    for _ in 0..20 {
        let terms = Terms::usual(&ABOUT);
        let mut table = Table::open(&Telepathic, &terms, &mut chance).expect("the usual start");
        let mut played = Vec::new();
        while table.outcome().is_none() {
            let seat = *table.acting().first().expect("somebody acts until the end");
            let actions = table.glimpse(Viewer::Seat(seat)).actions();
            played.push(chance.pick(&actions).clone());
            table.act(seat, &played[played.len() - 1], &mut chance).expect("an offer");
        }
        let exports = table.glimpse(Viewer::Public).exports();
        let (_, read) = transcript::read(&exports[0].text).expect("turns").expect("a game");
        assert_eq!(read, played, "{}", exports[0].text);
    }
}

#[test]
fn games_that_are_written_wrongly_are_refused() {
    for (text, problem) in [
        ("N:e2e4+", "line 1: the move is written `e2e4=` here, not `e2e4+`"),
        ("N:e2e4=\nP:e7e5+", "line 2: P cannot be laid here"),
        ("N:e2e5=", "line 1: e2e5 cannot be played here"),
        ("N:e2e4=!a2", "line 1: `a2` is not removed here"),
        ("N:e2e4=\ne7e5", "line 2: not a turn such as `N:e2e4=`: `e7e5`"),
        ("C:g1f3-\nN:g8f6+!e1", "line 2: what stands on e1 cannot be removed"),
    ] {
        let refused = transcript::read(text).expect("it begins like a game").expect_err(text);
        assert_eq!(refused.to_string(), problem, "{text}");
    }
    assert!(transcript::read("game: telepathic-chess").is_none());
    assert!(transcript::read("").is_none());
}

#[test]
fn both_teams_share_the_number_of_a_turn() {
    let (mut state, _) = Telepathic.setup(&Terms::usual(&ABOUT), &mut Chance::seeded(1)).expect("a table");
    let played = [("N:", 1), ("g1f3", 1), ("B:", 1), ("b8c6", 1), ("!a7", 2), ("P:", 2)];
    for (text, number) in played {
        let seat = state.public.position.deciding();
        Telepathic.apply(&mut state, seat, &text.parse().expect("an action"), &mut Chance::seeded(1));
        assert_eq!(Telepathic.turn(&Telepathic.view(&state, Viewer::Public, false)), number, "{text}");
    }
}
