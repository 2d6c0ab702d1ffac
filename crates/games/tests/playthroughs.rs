//! Golden games: one random game for each game and edition, and a fingerprint of twenty.
//!
//! A playthrough shows what every viewer has in front of them, at some entries and at the end.
//! A fingerprint is one number for all that everybody saw and heard in twenty games, so that a
//! commit can say "no change of play" or name the games it changes.
//! `UPDATE=1 cargo test -p kit-games --test playthroughs` records both anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kit_games::CATALOGUE;
use kit_play::{Chance, Listed, Table, Terms, Viewer, referee, wire};

/// Entries after which a playthrough shows the table.
const SHOWN: [usize; 9] = [0, 1, 2, 3, 5, 8, 13, 34, 89];

#[test]
fn playthroughs_are_as_recorded() {
    for game in CATALOGUE {
        for terms in referee::editions(game.about()) {
            let name = format!("{}-{}.txt", game.about().id, terms.edition());
            compare(&directory().join(name), &playthrough(*game, &terms));
        }
    }
}

#[test]
fn fingerprints_are_as_recorded() {
    let mut prints = BTreeMap::new();
    for game in CATALOGUE {
        for terms in referee::editions(game.about()) {
            let mut print = Fingerprint::new();
            for seed in 0..20 {
                play(*game, &terms, seed, |table| {
                    for viewer in Viewer::all(terms.seats()) {
                        let glimpse = table.glimpse(viewer);
                        print.add(&glimpse.tabletop().to_string());
                        glimpse.actions().iter().for_each(|action| print.add(action));
                    }
                });
                let table = play(*game, &terms, seed, |_| {});
                print.add(&table.scoresheet().to_string());
            }
            prints.insert(format!("{} {}", game.about().id, terms.edition()), print);
        }
    }
    let lines: String = prints.iter().map(|(name, print)| format!("{name} {:016x}\n", print.0)).collect();
    compare(&directory().join("fingerprints.txt"), &lines);
}

/// Plays a random game and lets somebody look at the table after the deal and every entry.
fn play(game: &'static dyn Listed, terms: &Terms, seed: u64, mut look: impl FnMut(&Table)) -> Table {
    let mut chance = Chance::seeded(seed);
    let mut table = Table::open(game, terms, &mut chance).expect("usual terms");
    look(&table);
    while table.outcome().is_none() {
        let acting = table.acting();
        let seat = *chance.pick(&acting);
        let offers = table.glimpse(Viewer::Seat(seat)).actions();
        let action = chance.pick(&offers).clone();
        chance.take_rolls();
        table.act(seat, &action, &mut chance).expect("an offer is accepted");
        look(&table);
    }
    table
}

fn playthrough(game: &'static dyn Listed, terms: &Terms) -> String {
    let mut text = String::new();
    let mut show = |table: &Table| {
        for viewer in Viewer::all(terms.seats()) {
            let name = wire::viewer_name(table.about(), viewer);
            writeln!(text, "--- after entry {}, {name} sees", table.entries()).expect("text can be written");
            writeln!(text, "{}", table.glimpse(viewer).tabletop()).expect("text can be written");
        }
    };
    let table = play(game, terms, 960, |table| {
        if SHOWN.contains(&table.entries()) {
            show(table);
        }
    });
    show(&table);
    format!("{text}--- the scoresheet\n{}", table.scoresheet())
}

fn compare(path: &Path, right: &str) {
    if std::env::var("UPDATE").is_ok() {
        fs::write(path, right).expect("a playthrough can be written");
    }
    let recorded = fs::read_to_string(path).unwrap_or_default();
    let differs = recorded.lines().zip(right.lines()).position(|(one, two)| one != two);
    assert!(
        recorded == right,
        "{} differs from what is played now, first in line {:?}",
        path.display(),
        differs
    );
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../playthroughs")
}

/// A hash that stays the same from one Rust to the next (FNV-1a).
struct Fingerprint(u64);

impl Fingerprint {
    fn new() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
