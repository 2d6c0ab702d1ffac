//! How long one diagram takes once the program runs: every fixture as SVG, PNG and PDF.
//!
//! `cargo run --release -p kit-print --example bench`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use kit_print::{Picture, Theme, diagram, output, tabletop};

fn main() {
    let editions = ["2023-drafts", "2024-book", "2024-booklet", "2025"];
    let diagrams: Vec<_> = editions.iter().flat_map(|edition| common::fixtures(edition)).collect();
    let first = Instant::now();
    output::png(&diagram(&diagrams[0].1, &Theme::WOOD), 400).expect("a picture can be drawn");
    println!("the first png, fonts read: {:.1} ms", first.elapsed().as_secs_f64() * 1e3);
    let pictures: Vec<Picture> = diagrams.iter().map(|(_, shown)| diagram(shown, &Theme::WOOD)).collect();
    let tables = common::tables(24);
    report("diagram as svg", diagrams.iter().map(|(_, shown)| timed(|| diagram(shown, &Theme::WOOD))));
    report("diagram as png, 400 wide", pictures.iter().map(|picture| timed(|| output::png(picture, 400))));
    report("diagram as pdf", pictures.iter().map(|picture| timed(|| output::pdf(picture, 300.0))));
    report(
        "table as svg",
        tables.iter().map(|(about, _, table)| timed(|| tabletop(table, about, &Theme::WOOD))),
    );
}

/// The best of three, since others may be using the machine.
fn timed<T>(work: impl Fn() -> T) -> Duration {
    let once = || {
        let start = Instant::now();
        let made = work();
        let elapsed = start.elapsed();
        drop(made);
        elapsed
    };
    once().min(once()).min(once())
}

fn report(what: &str, times: impl Iterator<Item = Duration>) {
    let mut times: Vec<f64> = times.map(|time| time.as_secs_f64() * 1e3).collect();
    times.sort_by(f64::total_cmp);
    let (least, median, most) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    println!("{what:>26}: {least:.2} to {most:.2} ms, median {median:.2} ({} drawn)", times.len());
}
