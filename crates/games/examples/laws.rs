//! Checks the laws of every game and edition: `cargo xtask laws [--games N] [GAME…]`.

use std::process::ExitCode;
use std::time::Instant;

use kit_games::CATALOGUE;
use kit_play::laws::LawPlan;
use kit_play::referee;

fn main() -> ExitCode {
    let mut games = 1000;
    let mut wanted = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--games" => match arguments.next().and_then(|number| number.parse().ok()) {
                Some(number) => games = number,
                None => return usage("--games is followed by a number"),
            },
            id if referee::listed(CATALOGUE, id).is_some() => wanted.push(argument),
            other => return usage(&format!("no such game: `{other}`")),
        }
    }
    for game in
        CATALOGUE.iter().filter(|game| wanted.is_empty() || wanted.iter().any(|id| id == game.about().id))
    {
        for terms in referee::editions(game.about()) {
            let start = Instant::now();
            match game.check_laws(&terms, &LawPlan::games(games)) {
                Ok(tally) => println!(
                    "{:24} {:13} {} games, {} actions, {} close looks, {} pairs, {:.1} s",
                    game.about().id,
                    terms.edition(),
                    tally.games,
                    tally.actions,
                    tally.close_looks,
                    tally.pairs,
                    start.elapsed().as_secs_f64(),
                ),
                Err(broken) => {
                    eprintln!("{} {}: {broken}", game.about().id, terms.edition());
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}

fn usage(problem: &str) -> ExitCode {
    eprintln!("{problem}\nusage: cargo xtask laws [--games N] [GAME…]");
    ExitCode::from(2)
}
