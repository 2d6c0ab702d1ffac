//! Golden games: one random game for each game and edition, and a fingerprint of twenty.
//!
//! A playthrough shows what every viewer has in front of them, at some entries and at the end.
//! No two are the same game: editions that differ in words only have another one each, and the
//! others one that goes differently by the rules of any other edition.
//! A fingerprint is one number for all that everybody saw and heard in twenty games, so that a
//! commit can say "no change of play" or name the games it changes.
//! `UPDATE=1 cargo test -p kit-games --test playthroughs` records both anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use kit_games::CATALOGUE;
use kit_play::{Chance, Listed, Table, Terms, Viewer, referee, wire};

/// Entries after which a playthrough shows the table.
const SHOWN: [usize; 9] = [0, 1, 2, 3, 5, 8, 13, 34, 89];

/// The luck of a playthrough, where it is not [`USUAL_SEED`].
///
/// Editions that play alike have a game each; the others have one that shows what sets them apart.
const SEEDS: [(&str, &str, u64); 15] = [
    // In 2023 a king with a checker castles, which it may not in 2025.
    ("adrenaline-chess", "2025", 1032),
    ("adrenaline-chess", "2023", 1032),
    ("cooperative-chess", "2024-booklet", 961),
    ("cooperative-chess", "2023", 962),
    ("crowded-house", "2024-book", 961),
    ("crowded-house", "2024-booklet", 962),
    ("half-alice-chess", "2024-book", 961),
    ("half-alice-chess", "2024-booklet", 962),
    ("half-alice-chess", "2023", 963),
    ("masquerade-chess", "2024-book", 961),
    ("masquerade-chess", "2024-booklet", 962),
    ("masquerade-chess", "2023", 963),
    ("zombie-chess", "2024-book", 961),
    ("zombie-chess", "2024-booklet", 962),
    ("zombie-chess", "2023", 963),
];

const USUAL_SEED: u64 = 960;

/// Editions that differ in words only, so that the same luck makes the same game.
const ALIKE: [(&str, &[&str]); 5] = [
    ("cooperative-chess", &["2024-book", "2024-booklet", "2023"]),
    ("crowded-house", &["2025", "2024-book", "2024-booklet"]),
    ("half-alice-chess", &["2025", "2024-book", "2024-booklet", "2023"]),
    ("masquerade-chess", &["2025", "2024-book", "2024-booklet", "2023"]),
    ("zombie-chess", &["2025", "2024-book", "2024-booklet", "2023"]),
];

#[test]
fn playthroughs_are_as_recorded() {
    for game in CATALOGUE {
        for terms in referee::editions(game.about()) {
            let name = format!("{}-{}.txt", game.about().id, terms.edition());
            compare(&directory().join(name), &playthrough(*game, &terms));
        }
    }
}

/// Every two editions of a game, each pair once and once the other way around.
fn pairs() -> Vec<(&'static dyn Listed, Terms, Terms)> {
    let mut pairs = Vec::new();
    for game in CATALOGUE {
        for one in referee::editions(game.about()) {
            let others = referee::editions(game.about()).filter(|other| other.edition() != one.edition());
            pairs.extend(others.map(|other| (*game, one.clone(), other)));
        }
    }
    pairs
}

fn are_alike(game: &dyn Listed, one: &Terms, other: &Terms) -> bool {
    let group = ALIKE.iter().find(|(id, _)| *id == game.about().id);
    group
        .is_some_and(|(_, editions)| editions.contains(&one.edition()) && editions.contains(&other.edition()))
}

#[test]
fn every_playthrough_is_a_game_of_its_own() {
    let mut courses = Courses::default();
    for (game, one, other) in pairs() {
        let (id, one_id, other_id) = (game.about().id, one.edition(), other.edition());
        let mut played = |terms| courses.of(game, terms, seed(game, terms));
        assert!(played(&one) != played(&other), "{id} {one_id} repeats the playthrough of {other_id}");
    }
}

#[test]
fn a_playthrough_shows_what_sets_its_edition_apart() {
    let mut courses = Courses::default();
    for (game, one, other) in pairs() {
        let (id, one_id, other_id) = (game.about().id, one.edition(), other.edition());
        if are_alike(game, &one, &other) {
            for luck in 0..3 {
                let same = courses.of(game, &one, luck) == courses.of(game, &other, luck);
                assert!(same, "{id} {one_id} does not play like {other_id}, luck {luck}");
            }
        } else {
            let luck = seed(game, &one);
            let same = courses.of(game, &one, luck) == courses.of(game, &other, luck);
            assert!(!same, "with the luck of {id} {one_id}, {other_id} plays the same game");
        }
    }
}

fn seed(game: &dyn Listed, terms: &Terms) -> u64 {
    let own = SEEDS.iter().find(|(id, edition, _)| (*id, *edition) == (game.about().id, terms.edition()));
    own.map_or(USUAL_SEED, |(_, _, seed)| *seed)
}

/// Fingerprints of what the public sees of games from the deal to the end; each game is played once.
#[derive(Default)]
struct Courses(BTreeMap<(&'static str, String, u64), u64>);

impl Courses {
    fn of(&mut self, game: &'static dyn Listed, terms: &Terms, seed: u64) -> u64 {
        let key = (game.about().id, terms.edition().to_owned(), seed);
        *self.0.entry(key).or_insert_with(|| {
            let mut course = Fingerprint::new();
            play(game, terms, seed, |table| {
                course.add(&table.glimpse(Viewer::Public).tabletop().to_string())
            });
            course.0
        })
    }
}

#[test]
fn fingerprints_are_as_recorded() {
    let prints: BTreeMap<String, Fingerprint> = thread::scope(|scope| {
        let all: Vec<_> = CATALOGUE.iter().map(|game| scope.spawn(|| fingerprints(*game))).collect();
        all.into_iter().flat_map(|prints| prints.join().expect("a game can be played")).collect()
    });
    let lines: String = prints.iter().map(|(name, print)| format!("{name} {:016x}\n", print.0)).collect();
    compare(&directory().join("fingerprints.txt"), &lines);
}

/// The fingerprint of each edition of a game.
fn fingerprints(game: &'static dyn Listed) -> Vec<(String, Fingerprint)> {
    let of_edition = |terms: Terms| {
        let mut print = Fingerprint::new();
        for seed in 0..20 {
            let table = play(game, &terms, seed, |table| {
                for viewer in Viewer::all(terms.seats()) {
                    let glimpse = table.glimpse(viewer);
                    print.add(&glimpse.tabletop().to_string());
                    glimpse.actions().iter().for_each(|action| print.add(action));
                }
            });
            print.add(&table.scoresheet().to_string());
        }
        (format!("{} {}", game.about().id, terms.edition()), print)
    };
    referee::editions(game.about()).map(of_edition).collect()
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
    let table = play(game, terms, seed(game, terms), |table| {
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
