//! What is measured beside games that are won and lost: how sure seats may be, what it is worth to
//! read others or to see through all, and whether bots win what is won.

use std::process::ExitCode;

use anyhow::Result;
use kit_bots::Level;
use kit_chess::shakmaty::Role;
use kit_play::sentence::Filling;
use kit_play::{Listed, say};

use super::calibration::{self, Calibration};
use super::exploit::{self, Read};
use super::honesty::{self, Honesty};
use super::run::Run;
use super::statistics::Share;
use super::{ArenaArgs, endgames, secrets, variants};
use crate::streams;
use crate::usage::Usage;
use crate::words::said;

/// Prints how often came true what was called how likely.
///
/// # Errors
///
/// Fails when a game cannot be played as it was asked for, or not be written down.
pub fn print_calibrations(games: &[&'static dyn Listed], args: &ArenaArgs, run: &Run) -> Result<ExitCode> {
    for game in games.iter().copied().filter(|game| !game.about().open) {
        for (name, terms) in variants(game, args)? {
            let found = calibration::measured(game, &terms, args.level, (args.count, args.seed), run)?;
            let Some(found) = found else { continue };
            println!("{} ({name}, {}): {}", game.about().id, args.level, told_calibration(&found));
            (0..found.tenths.len()).for_each(|place| println!("  {}", told_tenth(&found, place)));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What a calibration says on the whole.
pub fn told_calibration(found: &Calibration) -> String {
    let (statements, games) = (found.statements() as i64, found.games as i64);
    let off = Filling::text(format!("{:.1}", 100.0 * found.worst().unwrap_or(0.0)));
    let (tells, least) = (found.worst().is_some(), calibration::ENOUGH as i64);
    said(&if tells {
        say!(
            "{statements} statements in {games} {games|one=game|other=games}; what was called likely is off by {off} points at the most, where {least} and more were called alike",
            statements,
            games,
            off,
            least
        )
    } else {
        say!(
            "{statements} statements in {games} {games|one=game|other=games}, too few to tell",
            statements,
            games
        )
    })
}

/// What came of statements that were called about as likely.
pub fn told_tenth(found: &Calibration, place: usize) -> String {
    let tenth = found.tenths[place];
    let [low, high] = [10 * place as i64, 10 * (place as i64 + 1)];
    if tenth.statements == 0 {
        return said(&say!("nothing was called {low} to {high} % likely", low, high));
    }
    let [called, held, error] = [tenth.called(), tenth.held(), tenth.error()].map(|share| 100.0 * share);
    said(&say!(
        "{low} to {high} %: called {called} %, so {held} % of {statements} times",
        low,
        high,
        called = Filling::text(format!("{called:.1}")),
        held = Filling::text(format!("{held:.1} ± {error:.1}")),
        statements = tenth.statements as i64
    ))
}

/// Prints whether worlds that look alike get the same answers; fails when some do not.
///
/// # Errors
///
/// Fails when a game cannot be played as it was asked for, or not be written down.
pub fn print_honesty(games: &[&'static dyn Listed], args: &ArenaArgs, run: &Run) -> Result<ExitCode> {
    let mut is_honest = true;
    for game in games.iter().copied().filter(|game| !game.about().open) {
        for (name, terms) in variants(game, args)? {
            let found = honesty::compared(game, &terms, (args.count, args.seed), run)?;
            println!("{} ({name}): {}", game.about().id, told_honesty(&found));
            is_honest &= found.different == 0;
        }
    }
    Ok(if is_honest { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub fn told_honesty(found: &Honesty) -> String {
    said(&say!(
        "{same} of {pairs} pairs of worlds that look alike get the same answer, advice and belief",
        same = (found.pairs - found.different) as i64,
        pairs = found.pairs as i64
    ))
}

/// Prints what it is worth to read bots that decide at the same time as others.
///
/// # Errors
///
/// Fails when a game cannot be played as it was asked for, or not be written down.
pub fn print_exploiters(games: &[&'static dyn Listed], args: &ArenaArgs, run: &Run) -> Result<ExitCode> {
    let mut has_mixed = false;
    for game in games.iter().copied().filter(|game| !game.about().open) {
        for (name, terms) in variants(game, args)? {
            let read = exploit::read(game, &terms, args.level, (args.count, args.seed), run)?;
            let Some(read) = read else { continue };
            has_mixed = true;
            println!("{} ({name}, {}): {}", game.about().id, args.level, told_exploiter(&read));
        }
    }
    if !has_mixed {
        streams::say(&say!("Nobody mixes in these games, so there is nothing to read."));
    }
    Ok(ExitCode::SUCCESS)
}

pub fn told_exploiter(read: &Read) -> String {
    said(&say!(
        "whoever knows the mix scores {share} of {count} {count|one=game|other=games}; the best answer to one of {mixes} mixes is worth {gain} points more than mixing; a mix is found in {time} ms",
        share = Filling::text(read.share.in_percent()),
        count = read.share.count,
        mixes = read.mixes as i64,
        gain = Filling::text(&read.gain),
        time = Filling::text(format!("{:.1}", read.time.as_secs_f64() * 1e3)),
    ))
}

/// Prints what whoever sees through everything scores, where there is somebody to beat.
///
/// # Errors
///
/// Fails when a game cannot be played as it was asked for, or not be written down.
pub fn print_prices(games: &[&'static dyn Listed], args: &ArenaArgs, run: &Run) -> Result<ExitCode> {
    let mut has_secrets = false;
    for game in games.iter().copied().filter(|game| !game.about().open && game.about().teams.len() == 2) {
        for (name, terms) in variants(game, args)? {
            let price = secrets::price(game, &terms, args.level, (args.count, args.seed), run)?;
            has_secrets = true;
            println!("{} ({name}, {}): {}", game.about().id, args.level, told_price(&price));
        }
    }
    if !has_secrets {
        streams::say(&say!("These games have no secrets from anybody who could be beaten by knowing them."));
    }
    Ok(ExitCode::SUCCESS)
}

pub fn told_price(price: &Share) -> String {
    said(&say!(
        "whoever sees through all secrets scores {share} of {count} {count|one=game|other=games}",
        share = Filling::text(format!("{} = {} Elo", price.in_percent(), price.in_elo())),
        count = price.count
    ))
}

/// Plays end games that are won, and prints who wins them; fails when one of them is not won.
///
/// # Errors
///
/// Fails when a game cannot be written down.
pub fn print_end_games(games: &[&'static dyn Listed], args: &ArenaArgs, run: &Run) -> Result<ExitCode> {
    let levels = [Level::Casual, Level::Club, Level::Expert].into_iter().filter(|level| *level <= args.upto);
    let levels: Vec<Level> = levels.collect();
    if levels.is_empty() {
        return Err(Usage::error(say!("end games are for casual and stronger levels (try --upto casual)")));
    }
    let (mut all_won, mut has_played) = (true, false);
    for game in games {
        for role in [Role::Queen, Role::Rook] {
            for level in &levels {
                let found = endgames::played(*game, role, *level, (args.count, args.seed), run)?;
                if found.played == 0 {
                    continue;
                }
                let others: Vec<String> =
                    found.others.iter().map(|(end, count)| format!("{count} {end}")).collect();
                let (won, played, role) = (found.won, found.played, found.role.upper_char());
                let level = found.level.name();
                println!(
                    "{:26} K+{role} {level:8} {won:>3}/{played:<3} {}",
                    game.about().id,
                    others.join("; ")
                );
                all_won &= won == played;
                has_played = true;
            }
        }
    }
    if !has_played {
        streams::say(&say!("These games have no such end games."));
    }
    Ok(if all_won { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
