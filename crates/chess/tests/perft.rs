//! Counts lines of play with shakmaty against the table in `perft.epd`.
//!
//! A line `id …` names a position, `epd …` gives it, and each `perft depth count` is checked.

use kit_chess::shakmaty::fen::Fen;
use kit_chess::shakmaty::{CastlingMode, Chess, perft};

#[test]
fn counts_are_those_of_others() {
    let mut id = "";
    let mut chess = Chess::default();
    let mut checked = 0;
    for line in include_str!("perft.epd").lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(' ') {
            Some(("id", name)) => id = name,
            Some(("epd", epd)) => chess = read(id, epd),
            Some(("perft", counts)) => {
                check(id, &chess, counts);
                checked += 1;
            }
            Some(_) | None => assert_eq!(line, "", "a line of the table is id, epd or perft"),
        }
    }
    assert!(checked > 40, "only {checked} counts were checked");
}

fn read(id: &str, epd: &str) -> Chess {
    let fen: Fen = epd.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
    fen.into_position(CastlingMode::Chess960).unwrap_or_else(|error| panic!("{id}: {error}"))
}

fn check(id: &str, chess: &Chess, counts: &str) {
    let (depth, count) = counts.split_once(' ').expect("a depth and a count");
    let depth = depth.parse().expect("a depth is a number");
    assert_eq!(perft(chess, depth).to_string(), count, "{id}, depth {depth}");
}
