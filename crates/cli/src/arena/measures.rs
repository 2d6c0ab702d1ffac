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
use super::{ArenaArgs, endgames, secrets, times, variants};
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
            let found = calibration::measured(game, &terms, args.level, (args.count(), args.seed), run)?;
            let Some(found) = found else { continue };
            println!("{} ({name}, {}): {}", game.about().id, args.level, told_calibration(&found));
            (0..found.tenths.len()).for_each(|place| println!("  {}", told_tenth(&found, place)));
            println!("  {}", told_seventy(&found));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What a calibration says on the whole: how much was said, and which tenth is off most surely.
pub fn told_calibration(found: &Calibration) -> String {
    let (statements, games) = (found.statements() as i64, found.games as i64);
    let much =
        said(&say!("{statements} statements in {games} {games|one=game|other=games}", statements, games));
    let Some((place, doubt)) = found.most_doubtful() else {
        return format!("{much}; {}", said(&say!("too few to tell where they are off")));
    };
    let tenth = found.tenths[place];
    let number = |number: f64| Filling::text(format!("{number:.1}"));
    let off = said(&say!(
        "most surely off: {low} to {high} % by {off} points, which is {doubt} standard errors",
        low = 10 * place as i64,
        high = 10 * (place as i64 + 1),
        off = number(100.0 * (tenth.held() - tenth.called())),
        doubt = number(doubt)
    ));
    let verdict = said(&if doubt > calibration::CERTAIN {
        say!("certain among ten tenths")
    } else {
        say!("no more than chance does among ten tenths")
    });
    format!("{much}; {off} ({verdict})")
}

/// Whether what was called about 70 % likely was so as often, give or take 3.
pub fn told_seventy(found: &Calibration) -> String {
    let tenth = found.seventy;
    if tenth.statements == 0 {
        return said(&say!("nothing was called about 70 % likely"));
    }
    let [called, held, error] = [tenth.called(), tenth.held(), tenth.error()].map(|share| 100.0 * share);
    let [low, high] = [called - 3.0, called + 3.0];
    let verdict = said(&if tenth.doubt().is_none() {
        say!("too few to tell")
    } else if held - error >= low && held + error <= high {
        say!("reached")
    } else if held + error < low || held - error > high {
        say!("missed")
    } else {
        say!("not certain")
    });
    let number = |number: f64| Filling::text(format!("{number:.1}"));
    said(&say!(
        "about 70 % (65 to 75): called {called} %, so {held} % [{from}, {to}] of {statements} times; wanted {low} to {high} %: {verdict}",
        called = number(called),
        held = number(held),
        from = number(held - error),
        to = number(held + error),
        statements = tenth.statements as i64,
        low = number(low),
        high = number(high),
        verdict = Filling::text(verdict)
    ))
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
            let found = honesty::compared(game, &terms, (args.count(), args.seed), run)?;
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
            let read = exploit::read(game, &terms, args.level, (args.count(), args.seed), run)?;
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
            let price = secrets::price(game, &terms, args.level, (args.count(), args.seed), run)?;
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
    let upto = args.upto.unwrap_or(Level::Master);
    let levels = Level::ALL.into_iter().filter(|level| (Level::Casual..=upto).contains(level));
    let levels: Vec<Level> = levels.collect();
    if levels.is_empty() {
        return Err(Usage::error(say!("end games are for casual and stronger levels (try --upto casual)")));
    }
    let (mut all_won, mut has_played) = (true, false);
    for game in games {
        if let Some(why) = endgames::left_out(*game, args.seed) {
            let told = say!("left out: {why}", why = Filling::from(why));
            println!("{:26} {}", game.about().id, said(&told));
            continue;
        }
        for role in [Role::Queen, Role::Rook] {
            for level in &levels {
                let found = endgames::played(*game, role, *level, (args.count(), args.seed), run)?;
                let mut others: Vec<String> =
                    found.others.iter().map(|(end, count)| format!("{count} {end}")).collect();
                if found.impossible > 0 {
                    others.push(said(&say!("{count} could not be laid", count = found.impossible as i64)));
                }
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

/// Prints how long decisions of each level take in each game, beside what is wanted.
///
/// # Errors
///
/// Fails when a game cannot be played as it was asked for.
pub fn print_times(games: &[&'static dyn Listed], args: &ArenaArgs, _run: &Run) -> Result<ExitCode> {
    let upto = args.upto.unwrap_or(Level::Master);
    let levels: Vec<Level> = Level::ALL.into_iter().skip(1).filter(|level| *level <= upto).collect();
    if levels.is_empty() {
        return Err(Usage::error(say!("nobody thinks at that level (try --upto learner)")));
    }
    println!("{:26}{}", said(&say!("milliseconds a decision")), times::heads(&levels));
    for game in games {
        for (name, terms) in variants(*game, args)? {
            let mut line = format!("{:26}", format!("{} ({name})", game.about().id));
            for level in &levels {
                let spent = times::spent(*game, &terms, *level, (args.count.unwrap_or(1), args.seed))?;
                line.push_str(&times::cell(*level, &spent));
            }
            println!("{}", line.trim_end());
        }
    }
    Ok(ExitCode::SUCCESS)
}
