//! The targets of the solver: T1 to T3.

use std::time::Instant;

use anyhow::Result;
use kit_chess::shakmaty::Square;
use kit_golf::{Finding, Hole, Limits, Options, Want, deal, deal_hole, solve};
use kit_play::sentence::Filling;
use kit_play::{Chance, say};
use serde_json::{Value, json};

use super::journal::Noted;
use super::run::{Games, Run};
use super::targets::line;
use crate::words::said;

/// The three problems of the book: the board, the cards, and how many moves the book takes.
const PROBLEMS: [(&str, &str, u32); 3] = [
    (include_str!("../../../../fixtures/2025/chess-golf7.txt"), "bb", 6),
    (include_str!("../../../../fixtures/2025/chess-golf8.txt"), "nnr", 8),
    (include_str!("../../../../fixtures/2025/chess-golf9.txt"), "NNB", 7),
];

/// How many holes are dealt for each game that was asked for, and how many are looked at that come
/// later in a round, for which those before them are played.
const DEALS: u64 = 50;
const LATER: u64 = 5;
/// How many holes a round has.
const ROUND: u64 = 9;
/// A hole of so many moves is what T3 looks for, if it has one solution only.
const LONG: u32 = 9;

/// What was found out about a hole.
#[derive(Clone, Debug, PartialEq)]
struct Solved {
    /// The length of its shortest solutions; nothing where there are none, or none was found in time.
    length: Option<u32>,
    undecided: bool,
    milliseconds: f64,
    /// How many shortest solutions a long hole has.
    solutions: Option<u64>,
    /// A long hole with one solution only, as it is written.
    hole: Option<String>,
}

impl Noted for Solved {
    fn written(&self) -> Value {
        json!({
            "length": self.length, "undecided": self.undecided, "milliseconds": self.milliseconds,
            "solutions": self.solutions, "hole": self.hole,
        })
    }

    fn read(value: &Value) -> Option<Solved> {
        Some(Solved {
            length: value["length"].as_u64().map(|length| length as u32),
            undecided: value["undecided"].as_bool()?,
            milliseconds: value["milliseconds"].as_f64()?,
            solutions: value["solutions"].as_u64(),
            hole: value["hole"].as_str().map(ToOwned::to_owned),
        })
    }
}

/// Solves and prints.
///
/// # Errors
///
/// Fails when what was found cannot be written down.
pub fn print(count: u64, seed: u64, run: &Run) -> Result<()> {
    problems();
    let (mut longest, mut unique, mut dealt) = (0, Vec::new(), 0);
    for (cards, is_first) in [(2, true), (3, true), (2, false), (3, false)] {
        let play = |number: u64| {
            let mut chance = Chance::seeded(seed.wrapping_mul(1_000_003).wrapping_add(number));
            let before = if is_first { 0 } else { 1 + number % (ROUND - 1) };
            Ok(solved(&hole_after(before, cards, &mut chance)))
        };
        let which = if is_first { "holes" } else { "later holes" };
        let of = format!("{which} of {cards} cards");
        let wanted = count * if is_first { DEALS } else { LATER };
        let holes = run.all(wanted, &Games { of, name: "T2", play: &play })?;
        let mut times: Vec<f64> = holes.iter().map(|hole| hole.milliseconds).collect();
        times.sort_by(f64::total_cmp);
        let late = times.get(times.len() * 99 / 100).copied().unwrap_or_default();
        let undecided = holes.iter().filter(|hole| hole.undecided).count();
        let (deals, time) = (times.len(), Filling::text(format!("{late:.1}")));
        line(
            "T2",
            &said(&if is_first {
                say!(
                    "{deals} deals of {cards} cards, {undecided} undecided; 99 of 100 are solved in {time} ms",
                    deals,
                    cards,
                    undecided,
                    time
                )
            } else {
                say!(
                    "{deals} later holes of a round, of {cards} cards, {undecided} undecided; 99 of 100 are solved in {time} ms",
                    deals,
                    cards,
                    undecided,
                    time
                )
            }),
        );
        dealt += holes.len();
        longest = holes.iter().filter_map(|hole| hole.length).fold(longest, u32::max);
        unique.extend(holes.into_iter().filter_map(|hole| hole.hole));
    }
    let (longest, wanted) = (i64::from(longest), i64::from(LONG));
    line(
        "T3",
        &said(&match unique.first() {
            Some(hole) => say!(
                "{found} of {deals} deals have {wanted} moves or more and one solution only, which is proved; one of them: {hole}",
                found = unique.len(),
                deals = dealt,
                wanted,
                hole = Filling::text(hole.trim().replace('\n', " / ")),
            ),
            None => say!(
                "none of {deals} deals has {wanted} moves or more and one solution only; the longest takes {moves}",
                deals = dealt,
                wanted,
                moves = longest
            ),
        }),
    );
    Ok(())
}

/// T1: the problems of the book.
fn problems() {
    // The strictest reading of the rules.
    let options = Options { single_capturer: true, borrow_from_victim: false, ..Options::default() };
    let mut found = Vec::new();
    for (diagram, cards, book) in PROBLEMS {
        let rows: Vec<&str> = diagram.lines().take(8).collect();
        let Ok(hole) = format!("{}\nchosen: {cards}", rows.join("\n")).parse::<Hole>() else { continue };
        let solution = solve(&hole, options, &Limits { threads: 1, ..Limits::default() }, Want::One);
        let length = solution.length().map_or("?".to_owned(), |length| length.to_string());
        found.push(format!("{length} < {book}"));
    }
    line(
        "T1",
        &said(&say!(
            "moves of the three problems, proved, and those of the book: {found}",
            found = Filling::text(found.join(", "))
        )),
    );
}

/// The hole that comes after so many others of a round: each is played by a shortest solution, what was
/// captured is put on empty squares by lot, and new cards are dealt.
fn hole_after(before: u64, cards: usize, chance: &mut Chance) -> Hole {
    let limits = Limits { threads: 1, ..Limits::default() };
    let mut hole = deal(cards, chance);
    for _ in 0..before {
        let solution = solve(&hole, Options::default(), &limits, Want::One);
        let (mut board, mut taken) = (hole.board().clone(), Vec::new());
        for step in &solution.line {
            taken.extend(board.remove_piece_at(step.to));
            if let Some(piece) = board.remove_piece_at(step.from) {
                board.set_piece_at(step.to, piece);
            }
        }
        for piece in taken {
            let empty: Vec<Square> = (!board.occupied()).into_iter().collect();
            board.set_piece_at(*chance.pick(&empty), piece);
        }
        hole = deal_hole(board, cards, chance);
    }
    hole
}

/// Solves a hole.
fn solved(hole: &Hole) -> Solved {
    let limits = Limits { threads: 1, ..Limits::default() };
    let begun = Instant::now();
    let solution = solve(hole, Options::default(), &limits, Want::One);
    let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
    let length = solution.length();
    let is_long = length.is_some_and(|length| length >= LONG);
    let solutions = is_long.then(|| solve(hole, Options::default(), &limits, Want::Count).count).flatten();
    Solved {
        length,
        undecided: matches!(solution.finding, Finding::AtLeast(..)),
        milliseconds,
        solutions,
        hole: (solutions == Some(1)).then(|| hole.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_down_of_a_hole_is_read_as_it_was() {
        let found = solved(&deal(2, &mut Chance::seeded(1)));
        assert!(found.length.is_some() || found.undecided || found.solutions.is_none());
        assert_eq!(Solved::read(&found.written()).map(|read| read.length), Some(found.length));
    }

    #[test]
    fn no_piece_is_lost_from_hole_to_hole() {
        let [first, third] = [0, 2].map(|before| hole_after(before, 2, &mut Chance::seeded(3)));
        assert_ne!(first.board(), third.board());
        assert_eq!(third.board().material(), first.board().material());
    }
}
