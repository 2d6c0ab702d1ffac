//! Arrangements that are refused, and how moves and positions are written.

use kit_chess::shakmaty::Square;

use super::*;
use crate::testing;

fn set_up(text: &str, choices: &[(&str, &str)]) -> Result<State, BadTerms> {
    testing::arranged(HalfAlice, testing::agreed(&ABOUT, None, choices, None), text)
}

fn position(text: &str) -> Position {
    let state = set_up(text, &[]).expect(text);
    state.audit(false);
    state.position
}

#[test]
fn arrangements_are_written_as_star_fen() {
    for (text, written) in [
        ("fen: 4k3/8/8/8/4P3/8/8/R3K3 b Q - 3 9\nmirror: e4", "4k3/8/8/8/4P*3/8/8/R3K3 b Q -"),
        ("fen: 4k3/8/8/3pP3/8/8/8/4K3 w - d6\nmirror: d5 e5", "4k3/8/8/3p*P*3/8/8/8/4K3 w - d6:d5"),
        ("fen: 4k3/8/8/3pP3/8/8/8/4K3 w - d6:d5\nmirror: d5", "4k3/8/8/3p*P3/8/8/8/4K3 w - d6:d5"),
        ("fen: 4k3/8/3n4/3p4/8/8/8/4K3 w - d6:d5\nmirror: d5 d6", "4k3/8/3n*4/3p*4/8/8/8/4K3 w - d6:d5"),
        ("fen: 4k3/8/8/8/8/8/P7/4K3\nmirror: -\nep: -", "4k3/8/8/8/8/8/P7/4K3 w - -"),
    ] {
        assert_eq!(writing::star_fen(&position(text)), written);
    }
    let sixteen = set_up("fen: 4k3/8/8/8/8/8/P7/4K3", &[("checkers", "16")]).expect("a position");
    assert_eq!(writing::star_fen(&sixteen.position), "4k3/8/8/8/8/8/P7/4K3 w - - 16");
}

#[test]
fn bad_arrangements_are_refused_with_a_reason() {
    for (text, problem) in [
        ("turn: white", "line 1: a board of eight rows, or a `fen:` line, is missing"),
        ("fen: 4k3/8/8/8/8/8/8/8", "line 1: White needs exactly one king, this board has 0"),
        ("fen: 4k2p/8/8/8/8/8/8/4K3", "line 1: a pawn cannot stand on h8"),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\nmirror: e4",
            "line 2: `mirror` cannot be `e4`, it is squares of pieces, such as e4 h6, or -",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\nmirror: e9",
            "line 2: `mirror` cannot be `e9`, it is squares of pieces, such as e4 h6, or -",
        ),
        (
            "fen: 4k3/8/8/8/PPPPPPPP/NNBBR3/8/4K3\nmirror: a4 b4 c4 d4 e4 f4 g4 h4 a3 b3 c3 d3 e3",
            "line 2: White has 12 checkers, not the 13 needed here",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/R3K3 w Q\nmirror: a1",
            "line 1: castling with the rook on a1 needs it and its king in front of the mirror",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/R3K3 w Q\nmirror: e1",
            "line 1: castling with the rook on a1 needs it and its king in front of the mirror",
        ),
        (
            "fen: 4k3/8/8/3p4/8/8/8/4K3 w - d6",
            "line 1: no pawn of Black has just skipped d6 and gone behind the mirror",
        ),
        (
            "fen: 4k3/8/3n4/3p4/8/8/8/4K3 w - d6\nmirror: d5",
            "line 1: no pawn of Black has just skipped d6 and gone behind the mirror",
        ),
        (
            "fen: 4k3/8/8/3p4/8/8/8/4K3 w - d6:d4\nmirror: d5",
            "line 1: no pawn of Black has just skipped d6 and gone behind the mirror",
        ),
        (
            "fen: 4k3/8/8/3p4/8/8/8/4K3 w - d6:\nmirror: d5",
            "line 1: `ep` cannot be `d6:`, it is the skipped square and the pawn's, such as d6:d5, or -",
        ),
        (
            "fen: 8/8/8/4k3/4K3/8/8/8\nmirror: e4",
            "line 1: kings cannot stand next to each other, whatever their sides",
        ),
        ("fen: 4k3/8/8/8/8/8/8/4R2K", "line 1: Black is in check, so White cannot be to move"),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\nhalfmoves: 101",
            "line 2: `halfmoves` cannot be `101`, it is a number from 0 to 100",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\ncheckers: 2",
            "line 2: unknown key: `checkers` (try turn, castling, ep, halfmoves, fullmoves or mirror)",
        ),
    ] {
        testing::check_refused(set_up(text, &[]), text, problem);
    }
    let text = "fen: 4k3/8/8/3p4/8/8/8/4K3 w - d6\nmirror: d5";
    let problem = "line 1: en passant is not played at this table";
    testing::check_refused(set_up(text, &[("en_passant", "off")]), text, problem);
}

#[test]
fn spellings_have_a_star_behind_the_mirror() {
    let spelled = |text: &str, step: &str| {
        let ways = writing::spellings(&position(text), step.parse().expect("a step"));
        ways.into_iter().filter(|way| !way.ends_with(['+', '#'])).collect::<Vec<_>>()
    };
    assert_eq!(spelled("fen: 4k3/8/8/8/8/8/P7/4K3", "a2a4"), ["a4*", "a4"]);
    assert_eq!(spelled("fen: 4k3/8/8/8/P7/8/8/4K3\nmirror: a4", "a4a5"), ["a5"]);
    // Both knights reach d2, and they stand on different sides.
    let knights = "fen: 4k3/8/8/8/8/5N2/8/1N2K3\nmirror: b1";
    assert_eq!(spelled(knights, "b1d2"), ["Nd2"]);
    assert_eq!(spelled(knights, "f3d2"), ["Nd2*"]);
    assert_eq!(spelled("fen: 4k3/8/8/8/8/5N2/8/1N2K3", "f3d2"), ["Nfd2*", "Nd2*", "Nfd2", "Nd2"]);
    let castled = ["0-0*", "O-O*", "e1h1*", "0-0", "O-O", "e1h1"];
    assert_eq!(spelled("fen: 4k3/8/8/8/8/8/8/4K2R w K", "e1g1"), castled);
    let signed = writing::spellings(
        &position("fen: k7/8/8/8/8/8/8/1R2K3\nmirror: a8"),
        Step::new(Square::B1, Square::A1),
    );
    assert!(signed.contains(&"Ra1*+".to_owned()) && signed.contains(&"Ra1+".to_owned()));
}

#[test]
fn words_say_what_happens_at_the_mirror() {
    let words =
        |text: &str, step: &str| writing::words(&position(text), step.parse().expect("a step")).to_string();
    assert_eq!(words("fen: 4k3/8/8/8/8/8/P7/4K3", "a2a4"), "pawn a2 to a4, and goes behind the mirror");
    assert_eq!(words("fen: 4k3/8/8/8/8/8/8/R3K3\nmirror: a1", "a1a8"), "rook a1 to a8, and comes back");
    assert_eq!(
        words("fen: 4k3/8/8/8/8/8/8/4K2R w K", "e1g1"),
        "castle on the king side, and both go behind the mirror"
    );
}
