//! How fast holes are solved, as ratios in one run: `cargo run --release -p kit-golf --example bench`.
//!
//! The unit U is the time that shakmaty takes for perft 6 from the orthodox start.
//! Deals are fixed; each is solved and proved on one core.
//! Give the numbers of deals with two, with three and with four cards as arguments to change them;
//! deals of four cards are only measured when asked for, and solved once each.

use std::io::{Read, Seek, SeekFrom};
use std::time::{Duration, Instant};

use kit_chess::shakmaty::{Chess, perft};
use kit_golf::{Finding, Hole, Limits, Options, Want, deal, solve};
use kit_play::Chance;

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let two = arguments.next().unwrap_or(100_000);
    let three = arguments.next().unwrap_or(10_000);
    let four = arguments.next().unwrap_or(0);
    let mut processor = Processor::new();
    let unit = (0..3).map(|_| processor.of(|| assert_eq!(perft(&Chess::default(), 6), 119_060_324)).0).min();
    let unit = unit.unwrap_or_default();
    println!("U = {:.3} s of a processor (shakmaty's perft 6)", unit.as_secs_f64());
    for (cards, deals, aims) in
        [(2, two, "4 U, 0.2 ms, 3 ms, 64 MB"), (3, three, "5 U, 5 ms, 100 ms, 256 MB")]
    {
        if deals > 0 {
            measure(cards, deals, unit, aims);
        }
    }
    if four > 0 {
        measure_four(four, arguments.next().unwrap_or(0));
    }
    problems();
    threads();
    if let Some(peak) = peak() {
        println!("\nthe whole run took {peak:.1} MB at most, the deals that were kept included");
    }
}

/// The most memory that this program has had, in megabytes, where the system tells.
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024.0 / 1e6)
}

/// The three problems of the book, proved.
fn problems() {
    println!();
    for (number, diagram, cards) in
        [(1, "chess-golf7", "bb"), (2, "chess-golf8", "nnr"), (3, "chess-golf9", "NNB")]
    {
        let path = format!("{}/../../fixtures/2025/{diagram}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the diagrams of the book are here");
        let rows: Vec<&str> = text.lines().take(8).collect();
        let hole: Hole = format!("{}\nchosen: {cards}", rows.join("\n")).parse().expect("a hole");
        let solved = |want| time(|| solve(&hole, Options::default(), &Limits::default(), want));
        let proved = (0..5).map(|_| solved(Want::One).0).min().unwrap_or_default();
        let (counted, solution) = solved(Want::Count);
        println!(
            "problem {number} of the book: {} moves proved in {:.2} ms, {} shortest solutions counted in {:.1} ms",
            solution.length().unwrap_or_default(),
            proved.as_secs_f64() * 1e3,
            solution.count.unwrap_or_default(),
            counted.as_secs_f64() * 1e3
        );
    }
}

fn time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let done = work();
    (start.elapsed(), done)
}

/// How long this thread was on a processor, where the system tells; other people's work does not count.
struct Processor {
    told: Option<std::fs::File>,
    start: Instant,
}

impl Processor {
    fn new() -> Processor {
        Processor { told: std::fs::File::open("/proc/thread-self/schedstat").ok(), start: Instant::now() }
    }

    fn time(&mut self) -> Duration {
        let mut text = [0; 64];
        let read = self.told.as_mut().and_then(|file| {
            file.seek(SeekFrom::Start(0)).ok()?;
            let length = file.read(&mut text).ok()?;
            std::str::from_utf8(&text[..length]).ok()?.split_whitespace().next()?.parse().ok()
        });
        read.map_or_else(|| self.start.elapsed(), Duration::from_nanos)
    }

    fn of<T>(&mut self, work: impl FnOnce() -> T) -> (Duration, T) {
        let start = self.time();
        let done = work();
        (self.time() - start, done)
    }

    /// By the clock where it was quick, since the system tells processor time only coarsely, and by the
    /// processor where it was slow, since others may have been at work.
    fn either<T>(&mut self, work: impl FnOnce() -> T) -> (Duration, T) {
        const COARSE: Duration = Duration::from_millis(10);
        let (on_processor, (by_clock, done)) = self.of(|| time(work));
        (if by_clock < COARSE { by_clock } else { on_processor.max(COARSE).min(by_clock) }, done)
    }
}

/// Solves fixed deals and prints the time against the unit, the slowest ones and the lengths.
fn measure(cards: usize, deals: u64, unit: Duration, aims: &str) {
    let mut chance = Chance::seeded(cards as u64);
    let holes: Vec<Hole> = (0..deals).map(|_| deal(cards, &mut chance)).collect();
    let mut times = Vec::new();
    let mut processor = Processor::new();
    let mut lengths = [0u64; 16];
    let (mut bytes, mut nodes, mut unsolved) = (0, 0, 0);
    let (total, ()) = processor.of(|| {
        for hole in &holes {
            solve(hole, Options::default(), &Limits::default(), Want::One);
        }
    });
    for hole in &holes {
        let mut solved =
            || processor.either(|| solve(hole, Options::default(), &Limits::default(), Want::One));
        let again = [solved().0, solved().0];
        let (took, solution) = solved();
        times.push(took.min(again[0]).min(again[1]));
        bytes = bytes.max(solution.bytes);
        nodes += solution.nodes;
        match solution.finding {
            Finding::Solved(length) => lengths[(length as usize).min(15)] += 1,
            Finding::Unsolvable | Finding::AtLeast(..) => unsolved += 1,
        }
    }
    times.sort();
    let at =
        |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)].as_secs_f64() * 1e3;
    println!(
        "\n{deals} deals of {cards} cards: {:.3} s = {:.2} U",
        total.as_secs_f64(),
        total.as_secs_f64() / unit.as_secs_f64()
    );
    println!(
        "  p50 {:.4} ms, p99 {:.3} ms, p99.9 {:.3} ms, worst {:.1} ms",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    println!(
        "  {:.1} MB at most, {:.1} M positions, {unsolved} unsolved (aims: {aims})",
        bytes as f64 / 1e6,
        nodes as f64 / 1e6
    );
    let lengths = lengths.iter().enumerate().filter(|(_, count)| **count > 0);
    let share = |(length, count): (usize, &u64)| {
        format!("{length}: {:.2} % ({count})", *count as f64 / deals as f64 * 100.0)
    };
    println!("  lengths {}", lengths.map(share).collect::<Vec<_>>().join(", "));
}

/// Solves fixed deals of four cards, from one of them on, and prints the slowest (aim: 5 s).
fn measure_four(deals: u64, first: u64) {
    const SHOWN: usize = 5;
    let mut chance = Chance::seeded(4);
    let mut processor = Processor::new();
    let mut times: Vec<(Duration, u64, Hole, Finding, u64)> = Vec::new();
    for number in 0..first + deals {
        let hole = deal(4, &mut chance);
        if number < first {
            continue;
        }
        let (took, solution) =
            processor.either(|| solve(&hole, Options::default(), &Limits::default(), Want::One));
        if took.as_secs_f64() > 1.0 {
            println!("deal {number}: {:.1} s", took.as_secs_f64());
        }
        times.push((took, number, hole, solution.finding, solution.nodes));
    }
    times.sort_by_key(|(took, number, ..)| (*took, *number));
    let at = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)].0.as_secs_f64();
    let total: Duration = times.iter().map(|(took, ..)| *took).sum();
    println!(
        "\n{deals} deals of 4 cards: {:.1} s; p50 {:.4} s, p99 {:.3} s, p99.9 {:.3} s, worst {:.3} s (aim: 5 s)",
        total.as_secs_f64(),
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    for (took, number, hole, finding, nodes) in times.iter().rev().take(SHOWN) {
        let (took, million) = (took.as_secs_f64(), *nodes as f64 / 1e6);
        let cards = kit_golf::card_letters(hole.chosen());
        println!(
            "  {took:.3} s, {million:.2} M positions, deal {number}: {} {cards}, {finding:?}",
            hole.board()
        );
    }
}

/// One thread against two on long holes.
fn threads() {
    let mut chance = Chance::seeded(7);
    let mut long = Vec::new();
    while long.len() < 8 {
        let hole = deal(3, &mut chance);
        let solution = solve(&hole, Options::default(), &Limits::default(), Want::One);
        if solution.length().is_some_and(|length| length == 7) {
            long.push(hole);
        }
    }
    let mut best = [Duration::MAX; 2];
    for _ in 0..3 {
        for (best, threads) in best.iter_mut().zip([1, 2]) {
            let limits = Limits { threads, ..Limits::default() };
            let (took, ()) = time(|| {
                for hole in &long {
                    solve(hole, Options::default(), &limits, Want::One);
                }
            });
            *best = took.min(*best);
        }
    }
    let [one, two] = best.map(|time| time.as_secs_f64());
    println!(
        "\n{} long holes: one thread {one:.3} s, two threads {two:.3} s, {:.2} times as fast (aim 1.6)",
        long.len(),
        one / two
    );
}
