//! Who has sealed a choice is told to all alike, and nobody waits for whoever has.

use std::collections::BTreeSet;

use kit_games::CATALOGUE;
use kit_play::{Chance, Listed, Seat, Table, Terms, Viewer};

/// How many actions of a random game are looked at.
const ACTIONS: usize = 120;

#[test]
fn all_viewers_know_alike_who_has_sealed() {
    let told: BTreeSet<&str> = CATALOGUE
        .iter()
        .filter(|game| (0..3).any(|seed| seals(**game, seed)))
        .map(|game| game.about().id)
        .collect();
    let expected = ["chess-golf", "synchronous-chess", "telepathic-chess", "two-move-chess"];
    assert_eq!(told, BTreeSet::from(expected));
}

/// Whether anybody seals something in a random game.
fn seals(game: &'static dyn Listed, seed: u64) -> bool {
    let about = game.about();
    let (mut chance, mut luck) = (Chance::seeded(seed), Chance::seeded(seed + 1000));
    let terms = Terms::usual(about);
    let mut table = Table::open(game, &terms, &mut chance).expect("usual terms");
    let mut found = false;
    while table.outcome().is_none() && table.entries() < ACTIONS {
        let acting = table.acting();
        let sealed = table.glimpse(Viewer::Public).tabletop().sealed;
        for seat in Seat::first(terms.seats()) {
            let known = table.glimpse(Viewer::Seat(seat)).tabletop().sealed;
            assert_eq!(known, sealed, "{}: what {} knows", about.id, about.seat_name(seat));
            let decides = acting.contains(&seat) && sealed.contains(&about.seat_name(seat));
            assert!(!decides, "{}: {} has sealed and decides", about.id, about.seat_name(seat));
        }
        found |= !sealed.is_empty();
        let seat = *luck.pick(&acting);
        let action = luck.pick(&table.glimpse(Viewer::Seat(seat)).actions()).clone();
        table.act(seat, &action, &mut chance).expect("an offer");
    }
    if table.outcome().is_none() {
        table.resign(Seat(0));
    }
    assert!(
        table.glimpse(Viewer::Public).tabletop().sealed.is_empty(),
        "{}: all is open at the end",
        about.id
    );
    found
}
