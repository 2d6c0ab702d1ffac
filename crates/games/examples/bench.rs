//! Speeds as ratios taken in one run: `cargo xtask bench`.
//!
//! Machines are noisy, so both sides of a ratio are measured by turns and the best of several
//! rounds counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use kit_chess::shakmaty::{Chess, Position, perft};
use kit_games::CATALOGUE;
use kit_play::{Chance, Listed, Table, Terms, Viewer, referee};

const ROUNDS: usize = 5;

fn main() {
    let bulk = |chess: &Chess| perft(chess, 5);
    let single = |chess: &Chess| perft_one_by_one(chess, 5);
    println!("perft through the search path, nodes per second, as a ratio to plain shakmaty");
    for (id, depth, is_bulk, aim) in [("chess960", 5, true, 0.9), ("crowded-house", 6, false, 0.25)] {
        let Some(game) = referee::listed(CATALOGUE, id) else { continue };
        let terms = terms_of(game);
        let mut best = [0.0_f64; 2];
        for _ in 0..ROUNDS {
            let ours = rate(|| {
                let table = Table::open(game, &terms, &mut Chance::seeded(1)).expect("usual terms");
                let mut ahead = table.glimpse(Viewer::Public).lookahead(&mut Chance::seeded(1));
                ahead.perft(depth, is_bulk)
            });
            let theirs = rate(|| if is_bulk { bulk(&Chess::default()) } else { single(&Chess::default()) });
            best = [best[0].max(ours), best[1].max(theirs)];
        }
        let counting = if is_bulk { "bulk counted" } else { "one by one" };
        let [ours, theirs] = best;
        println!(
            "{id:24} depth {depth} {counting:12} {ours:>12.0} / {theirs:>12.0} = {:.2} (aim {aim})",
            ours / theirs
        );
    }
    println!("\nwhole random games through the referee, on one core");
    for game in CATALOGUE {
        let (games, actions, time) = random_games(*game, Duration::from_secs(2));
        let seconds = time.as_secs_f64();
        println!(
            "{:24} {:>8.0} games a second, {:>9.0} actions a second, {:.0} actions a game",
            game.about().id,
            f64::from(games) / seconds,
            f64::from(actions) / seconds,
            f64::from(actions) / f64::from(games.max(1)),
        );
    }
}

/// The usual terms, from the orthodox start where the start is a choice.
fn terms_of(game: &dyn Listed) -> Terms {
    let orthodox = [("number".to_owned(), "518".to_owned())].into();
    Terms::agree(game.about(), None, &orthodox, None, None).unwrap_or_else(|_| Terms::usual(game.about()))
}

/// Nodes per second.
fn rate(count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let nodes = black_box(count());
    nodes as f64 / start.elapsed().as_secs_f64()
}

/// Plain shakmaty in which every last move is made.
fn perft_one_by_one(chess: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let child = |legal| {
        let mut child = chess.clone();
        child.play_unchecked(legal);
        perft_one_by_one(&child, depth - 1)
    };
    chess.legal_moves().into_iter().map(child).sum()
}

/// Plays random offers, as text, until the time is up.
fn random_games(game: &'static dyn Listed, time: Duration) -> (u32, u32, Duration) {
    let terms = Terms::usual(game.about());
    let mut chance = Chance::seeded(1);
    let start = Instant::now();
    let (mut games, mut actions) = (0, 0);
    while start.elapsed() < time {
        let mut opening = game.open(&terms, &mut chance).expect("usual terms");
        let referee = &mut opening.referee;
        while referee.outcome().is_none() {
            for seat in kit_play::Seat::first(terms.seats()) {
                let offers = referee.glimpse(Viewer::Seat(seat)).actions();
                if offers.is_empty() {
                    continue;
                }
                let action = chance.pick(&offers);
                referee.act(seat, action, &mut chance).expect("an offer is accepted");
                actions += 1;
            }
        }
        games += 1;
    }
    (games, actions, start.elapsed())
}
