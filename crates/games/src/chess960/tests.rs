//! Arrangements and PGN that cannot be read, and a second move generator by the letter of the rules.

mod naive;

use std::collections::BTreeSet;

use super::*;
use crate::testing;
use naive::Naive;

fn numbered(number: u32) -> State {
    let terms = testing::agreed(&ABOUT, None, &[("number", &number.to_string())], None);
    Chess960.setup(&terms, &mut Chance::seeded(1)).expect("every number gives a start").0
}

fn arranged(text: &str, options: &[(&str, &str)]) -> Result<State, BadTerms> {
    testing::arranged(Chess960, testing::agreed(&ABOUT, None, options, None), text)
}

/// What the seat to move may do.
fn offers(state: &State) -> Vec<Action> {
    Chess960.offers(&Chess960.view(state, Viewer::Seat(seat_of(state.chess.turn())), false))
}

/// How the game has ended, if the position ends it.
fn outcome_of(state: &State) -> Option<Outcome> {
    stuck(&state.chess).or_else(|| state.clock.draw()).or_else(|| dead(&state.chess))
}

fn export(state: &State, format: &str) -> String {
    let exports = Chess960.exports(&Chess960.view(state, Viewer::Public, false), outcome_of(state).as_ref());
    exports.into_iter().find(|export| export.format == format).expect("there is such an export").text
}

fn act(state: &mut State, action: &Action) {
    Chess960.apply(state, seat_of(state.chess.turn()), action, &mut Chance::seeded(1));
}

fn check_bad(text: &str, options: &[(&str, &str)], problem: &str) {
    let found = arranged(text, options).expect_err(text).to_string();
    assert!(found.contains(problem), "{text}\nis refused by: {found}\nnot by: {problem}");
}

#[test]
fn bad_positions_name_the_line() {
    for (text, problem) in [
        ("fen: 8/8/8/8/8/8/8/8 w - -", "line 1: illegal position: empty board"),
        ("fen: 4k3/8/8/8/8/8/8/8 w - -", "line 1: illegal position: missing king"),
        ("fen: 4k3/8/8/8/8/8/8/K6K w - -", "line 1: illegal position: too many kings"),
        ("fen: 4k2P/8/8/8/8/8/8/K7 w - -", "line 1: illegal position: pawns on backrank"),
        ("fen: 4k3/8/8/8/8/8/8/K3p3\nturn: white", "line 1: illegal position: pawns on backrank"),
        ("fen: 4k3/8/8/8/8/8/8/8\nturn: black\ncastling: K", "line 1: "),
        ("fen: 4k3/8/8/8/8/8/8/K3R3\nturn: white", "line 2: illegal position: opposite check"),
        ("fen: 4k3/8/8/8/8/8/8/4K2R\nturn: white\ncastling: KX", "line 3: `castling` cannot be `KX`"),
        ("fen: 4k3/8/8/8/8/8/8/4K2R\ncastling: Q", "line 2: illegal position: invalid castling"),
        ("fen: 4k3/8/8/8/8/8/8/4K2R\ncastling: G", "line 2: illegal position: invalid castling"),
        ("fen: 4k3/8/8/8/8/8/4K3/7R\ncastling: H", "line 2: illegal position: invalid castling"),
        ("fen: 4k3/8/8/8/8/8/8/4K1RR\ncastling: GH", "line 2: illegal position: invalid castling"),
        ("fen: 4k3/8/8/8/8/8/8/4K2R\ncastling:", "line 2: `castling` cannot be ``"),
        ("fen: 4k3/8/8/8/8/8/8/4K2R\ncastling: K - 0", "line 2: `castling` cannot be `K - 0`"),
        ("fen: 4k3/8/8/8/8/8/8/4K2R\ncastling: K_-", "line 2: `castling` cannot be `K_-`"),
        ("fen: 4k3/8/8/8/8/8/8/4K2R\ncastling: ä", "line 2: `castling` cannot be `ä`"),
        ("fen: 4k3/8/8/8/8/8/8/4K3\nep: e9", "line 2: `ep` cannot be `e9`"),
        ("fen: 4k3/8/8/8/8/8/8/4K3\nep: e3", "line 2: illegal position: invalid ep square"),
        ("fen: 4k3/8/8/3pP3/8/8/8/4K3 w - e6", "line 1: illegal position: invalid ep square"),
        ("fen: 4k3/8/8/3pP3/8/3n4/8/4K3\nep: d6", "line 2: illegal position: impossible check"),
        ("fen: 4k3/8/8/8/8/8/8/4K3\nhalfmoves: -1", "line 2: `halfmoves` cannot be `-1`"),
        ("fen: 4k3/8/8/8/8/8/8/4K3\nfullmoves: many", "line 2: `fullmoves` cannot be `many`"),
        ("fen: 4k3/8/8/8/8/8/8/4K3\nturn: red", "line 2: `turn` cannot be `red`"),
        ("fen: 4k3/8/8/8/8/8/8/4K3\n\ntar: e4", "line 3: unknown key: `tar`"),
        ("fen: 4k3/8/8/8/8/8/8/4K3\ncards: BRKN | NQBR", "line 2: unknown key: `cards`"),
        ("fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1 7", "line 1: a FEN has at most six fields"),
        ("fen: 4k3/8 w - -", "line 1: not a FEN placement"),
        ("fen:", "line 1: not a FEN placement"),
        ("turn: white", "line 1: unknown key: `turn`"),
        ("", "line 1: a board of eight rows, a `fen:` line or a `cards:` line is missing"),
    ] {
        check_bad(text, &[], problem);
    }
}

#[test]
fn bad_cards_name_the_line() {
    for cards in [
        "",
        "|",
        "BRKN",
        "BRKN NQBR",
        "BRKN | NQB",
        "BRKN | NQBRQ",
        "BRKNN | NQBR",
        "BRKN | NQBN",
        "BBKN | NQRR",
        "BRKP | NQBR",
        "BRQN | NQBR",
        "BRRN | NQBR",
        "BRKN | NQBR | ",
        "B R K 8 | N Q B R",
        "♗RKN | NQBR",
    ] {
        check_bad(&format!("\ncards: {cards}"), &[], "line 2: `cards` cannot be `");
    }
    for (deal, lines) in [
        (
            "three_piles_playing",
            [
                "A 6",
                "| 8 10 Q 10 8 10",
                "A 3 | 8 10 Q 10 8 10",
                "6 A | 8 10 Q 10 8 10",
                "A 6 | 8 10 Q 10 8",
                "A 6 8 | 8 10 Q 10 8 10",
                "A 6 | 8 10 Q 10 8 8",
                "A 6 | 8 10 Q 10 8 10 10",
                "A 6 | 8 10 K 10 8 10",
                "AH 6S | 8H 10H QH 10C 8D 10D",
            ],
        ),
        (
            "three_piles_chess",
            [
                "n k",
                "k n | N R Q r N R",
                "n r | N R Q r N R",
                "n k | N R Q R N R",
                "n k | N R Q r N r",
                "n k | N R Q r N",
                "c4 c7 | N R Q r N R",
                "N K | N R Q r N R",
                "n k | n r q r n r",
                "c k | N R Q r N R",
            ],
        ),
        (
            "number",
            [
                "226",
                "BRKN | NQBR",
                "A 6 | 8 10 Q 10 8 10",
                "n k | N R Q r N R",
                "any",
                "-",
                "|",
                "0",
                "x",
                "",
            ],
        ),
    ] {
        for cards in lines {
            check_bad(&format!("cards: {cards}"), &[("deal", deal)], "line 1: `cards` cannot be `");
        }
        check_bad("", &[("deal", deal)], "a `cards:` line is missing");
    }
    let fixed = [("number", "226")];
    check_bad("cards: BRKN | NQBR", &fixed, "not used when a number gives the start");
}

#[test]
fn positions_that_cannot_come_about_can_be_played() {
    for (fen, count) in [
        // As many moves as any position has.
        ("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -", 270),
        ("4k3/8/8/8/8/PPPPP3/PPPP4/4K3 w - -", 9),
        // Three checks at once.
        ("4k3/8/8/8/1b5r/3n4/8/4K3 w - -", 3),
    ] {
        let state = arranged(&format!("fen: {fen}"), &[]).expect("the position can be played");
        assert_eq!(offers(&state).len(), count, "{fen}");
        assert_eq!(texts(&offers(&state)), Naive::read(fen).moves(), "{fen}");
    }
}

#[test]
fn arrangements_of_junk_do_not_panic() {
    let mut chance = Chance::seeded(11);
    let words = [
        "fen:",
        "cards:",
        "castling:",
        "ep:",
        "turn:",
        "halfmoves:",
        "4k3/8/8/8/8/8/8/4K2R",
        "KQkq",
        "AHah",
        "w",
        "b",
        "-",
        "e3",
        "\n",
        "BRKN",
        "|",
        "NQBR",
        "8",
        "99999999999999999999",
        "\u{0}",
        "é",
        "\n",
        "fullmoves:",
        ":",
    ];
    for _ in 0..3000 {
        let text: Vec<&str> = (0..chance.below(9)).map(|_| *chance.pick(&words)).collect();
        if let Err(problem) = arranged(&text.join(" "), &[]) {
            assert!(problem.to_string().contains("line "), "{text:?}: {problem}");
        }
    }
}

/// A random game from a random start; returns the last state.
fn random_game(chance: &mut Chance, most: usize, mut at_each: impl FnMut(&State, &[Action])) -> State {
    let mut state = numbered(chance.below(960));
    for _ in 0..most {
        let offers = offers(&state);
        at_each(&state, &offers);
        if outcome_of(&state).is_some() {
            break;
        }
        let castling = offers.iter().find(|action| label_of(&state, action).starts_with("castle"));
        let action = match castling {
            Some(castling) if chance.below(3) == 0 => castling,
            Some(_) | None => chance.pick(&offers),
        };
        act(&mut state, action);
    }
    state
}

fn label_of(state: &State, action: &Action) -> String {
    Chess960.label(&Chess960.view(state, Viewer::Public, false), action).to_string()
}

#[test]
fn pgn_is_read_as_it_is_written() {
    let mut chance = Chance::seeded(960);
    for _ in 0..40 {
        let state = random_game(&mut chance, 250, |_, _| {});
        let written: Vec<String> = state.moves.iter().map(|played| Action::of(*played).to_string()).collect();
        let pgn = export(&state, "pgn");
        let (terms, actions) = Chess960.import(&pgn).expect("PGN is read").expect("this PGN can be read");
        assert_eq!(actions, written, "{pgn}");
        let (mut again, _) = Chess960.setup(&terms, &mut Chance::seeded(1)).expect("the start can be laid");
        for action in &actions {
            let action = action.parse().expect("an action is read as it is written");
            assert!(offers(&again).contains(&action));
            act(&mut again, &action);
        }
        assert_eq!(again, State { deal: None, ..state });
        assert_eq!(export(&again, "pgn"), pgn);
    }
}

#[test]
fn pgn_of_others_is_read() {
    let text = "\u{feff}% an escaped line\n[Event \"a \\\"quoted\\\" [name]\"]\r\n[Fen \"4k3/8/8/8/8/8/8/1RK5 b B - 4 7\"]\n\
        \n7... Kd7!? $14 (7...Kf7 {a ) in a comment} (7... Ke7) 8. Rb2) {Now} 8.0-0-0+ Kc6 ; to the end (\n\
        9. Kb2?! e.p. 1/2-1/2\n\n[Event \"another\"]\n\n1. e4 *\n";
    let (terms, actions) = Chess960.import(text).expect("PGN is read").expect("this PGN can be read");
    assert_eq!(actions, ["e8d7", "c1b1", "d7c6", "c1b2"]);
    let arrangement = terms.arrangement().expect("a FEN tag arranges the board");
    assert_eq!(arrangement.text("fullmoves"), Some("7"));
    let (_, actions) = Chess960.import("1.e4 e5 2.Nf3").expect("PGN is read").expect("tags may be missing");
    assert_eq!(actions, ["e2e4", "e7e5", "g1f3"]);
}

#[test]
fn bad_pgn_names_the_line() {
    for (text, problem) in [
        ("", "line 1: there is no PGN game"),
        (" \n \n", "line 1: there is no PGN game"),
        ("hello world", "line 1: move 1, `hello`: not a move such as"),
        ("[Event \"x\"]\n\n1. e4 e5\n2. Qxz9 Nf6 *", "line 4: move 2, `Qxz9`: not a move such as"),
        ("[White \"e5\"]\n\n1. e4 e5 2. e5 *", "line 3: move 2, `e5`: not a legal move"),
        ("1. e4 e5\n2. Ke3", "line 2: move 2, `Ke3`: not a legal move"),
        ("1. Nf3 d6 2. d3 d5\n3. Nd2", "line 2: move 3, `Nd2`: several pieces can move there"),
        ("1. e4 O-O", "line 1: move 1, `O-O`: not a legal move"),
        ("1. e4 --", "line 1: move 1, `--`: not a legal move"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "line 1: move 3, `a3`: the game is over by checkmate"),
        ("[A \"b\"]\n[FEN \"8/8 w\"]\n\n*", "line 2: not a FEN placement"),
        ("[A \"b\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\"]\n\n*", "line 2: illegal position: "),
        ("[FEN \"4k3/8/8/8/8/8/8/4K3 x\"]\n*", "line 1: `turn` cannot be `x`"),
        ("[FEN \"\"]\n*", "line 1: not a FEN placement"),
        ("[A \"b\"]\n[FEN \"4k3/8\n\n*", "line 2: not a tag such as"),
        ("[A b]\n*", "line 1: not a tag such as"),
        ("[", "line 1: not a tag such as"),
        ("[\"x\"]", "line 1: not a tag such as"),
        ("[A \"x\\", "line 1: not a tag such as"),
        ("1. e4\n{ no end\n e5 *", "line 2: the comment that begins here has no end"),
        ("1. e4\n\n(1. d4 { no end )", "line 3: the comment that begins here has no end"),
        ("1. e4\n(1. d4 (1. c4) *", "line 2: the variation that begins here has no end"),
        ("1. e4 )", "line 1: this `)` closes nothing"),
        ("\u{0}\u{1}\u{7f}\u{fffd}", "line 1: move 1, `"),
        ("1. ♘f3", "line 1: move 1, `♘f3`: not a move such as"),
    ] {
        let bad = Chess960.import(text).expect("PGN is read").expect_err(text).to_string();
        assert!(bad.starts_with(problem), "{text:?}\nis refused by: {bad}\nnot by: {problem}");
    }
}

#[test]
fn broken_pgn_does_not_panic() {
    let mut chance = Chance::seeded(5);
    let pgn = export(&random_game(&mut chance, 60, |_, _| {}), "pgn");
    let signs: Vec<char> = "{}()[]\"\\;%$*.-+#=10 \nOKQRBNxabe48é\u{0}\u{1f600}".chars().collect();
    for _ in 0..1500 {
        let mut broken: Vec<char> = pgn.chars().collect();
        for _ in 0..=chance.below(4) {
            let place = chance.below(broken.len() as u32) as usize;
            match chance.below(3) {
                0 => broken[place] = *chance.pick(&signs),
                1 => broken.insert(place, *chance.pick(&signs)),
                _ => broken.truncate(place + 1),
            }
        }
        let text: String = broken.into_iter().collect();
        if let Err(bad) = Chess960.import(&text).expect("PGN is read") {
            assert!((1..=text.lines().count().max(1)).contains(&bad.line), "{text}\n{bad}");
        }
    }
}

fn texts(offers: &[Action]) -> BTreeSet<String> {
    offers.iter().map(ToString::to_string).collect()
}

#[test]
fn a_naive_generator_agrees_in_play() {
    let mut chance = Chance::seeded(226);
    let (mut positions, mut castlings, mut passants) = (0, 0, 0);
    while positions < 4000 {
        let mut naive: Option<Naive> = None;
        random_game(&mut chance, 160, |state, offers| {
            let fen = export(state, "shredder-fen");
            let now = match (naive.take(), state.moves.last()) {
                (Some(before), Some(played)) => before.after(&Action::of(*played).to_string()),
                _ => Naive::read(&fen),
            };
            let fields: Vec<&str> = fen.split(' ').collect();
            assert_eq!(now.placement(), fields[0]);
            assert_eq!(now.castling(), fields[2]);
            assert_eq!(texts(offers), now.moves(), "{fen}");
            assert_eq!(stuck(&state.chess).is_some(), now.moves().is_empty(), "{fen}");
            positions += 1;
            castlings += offers.iter().filter(|action| label_of(state, action).starts_with("castle")).count();
            passants += usize::from(state.chess.legal_ep_square().is_some());
            naive = Some(now);
        });
    }
    assert!(castlings > 50 && passants > 5, "{castlings} castlings, {passants} en passant");
}

#[test]
fn a_naive_generator_agrees_on_castling() {
    let mut chance = Chance::seeded(7);
    let (mut positions, mut legal, mut refused) = (0, 0, 0);
    while positions < 4000 {
        let naive = Naive::castling_study(&mut chance);
        let fen = naive.fen();
        let Ok(state) = arranged(&format!("fen: {fen}"), &[]) else { continue };
        if outcome_of(&state).is_some() {
            continue;
        }
        let offers = offers(&state);
        assert_eq!(texts(&offers), naive.moves(), "{fen}");
        let castlings = offers.iter().filter(|action| label_of(&state, action).starts_with("castle")).count();
        positions += 1;
        legal += castlings;
        refused += naive.castling().len() - castlings;
    }
    assert!(legal > 300 && refused > 300, "{legal} legal, {refused} refused");
}

#[test]
fn a_naive_generator_agrees_on_the_castling_of_the_rules() {
    for (fen, castling) in [
        ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", None),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", Some("c1b1")),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", Some("g1h1")),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", Some("f1g1")),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", Some("b1a1")),
        ("4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", None),
        ("4k3/8/8/8/8/8/8/RN3K2 w A - 0 1", None),
        ("1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", Some("e1a1")),
        ("3rk3/8/8/8/8/8/8/R3K3 w A - 0 1", None),
        ("2r1k3/8/8/8/8/8/8/RK6 w A - 0 1", None),
        ("4k3/8/8/8/8/8/8/5RK1 w F - 0 1", Some("g1f1")),
        ("3rk3/8/8/8/8/8/8/1R4K1 w B - 0 1", None),
        ("rk6/8/8/8/8/8/8/4K3 b a - 0 1", Some("b8a8")),
    ] {
        let state = arranged(&format!("fen: {fen}"), &[]).expect("the position can be played");
        let offers = offers(&state);
        assert_eq!(texts(&offers), Naive::read(fen).moves(), "{fen}");
        let found = offers.iter().find(|action| label_of(&state, action).starts_with("castle"));
        assert_eq!(found.map(ToString::to_string).as_deref(), castling, "{fen}");
    }
}
