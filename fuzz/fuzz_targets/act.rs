//! Any text into `act`, line by line, for whoever must act: never a panic, and nothing changes
//! on a refusal.
#![no_main]

use kit_games::CATALOGUE;
use kit_play::{Chance, Table, Terms, Viewer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let game = CATALOGUE[first.len() % CATALOGUE.len()];
    let mut chance = Chance::seeded(first.len() as u64);
    let mut table = Table::open(game, &Terms::usual(game.about()), &mut chance).expect("usual terms");
    for line in lines.take(40) {
        let Some(seat) = table.acting().first().copied() else { break };
        let before = table.scoresheet().clone();
        if table.act(seat, line, &mut chance).is_err() {
            assert_eq!(before, *table.scoresheet());
            // A line that is refused chooses an offer by its length, so that games go on.
            let offers = table.glimpse(Viewer::Seat(seat)).actions();
            let action = &offers[line.len() % offers.len()];
            table.act(seat, action, &mut chance).expect("an offer is accepted");
        }
    }
});
