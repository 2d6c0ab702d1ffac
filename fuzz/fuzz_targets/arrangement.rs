//! Any text as an arrangement of any game: an error, or a game that can be played.
#![no_main]

use kit_games::CATALOGUE;
use kit_play::{Arrangement, Chance, Table, Terms, Viewer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(arrangement) = text.parse::<Arrangement>() else { return };
    for game in CATALOGUE {
        let terms = Terms::usual(game.about()).arranged(arrangement.clone());
        let mut chance = Chance::seeded(1);
        let Ok(mut table) = Table::open(*game, &terms, &mut chance) else { continue };
        for _ in 0..30 {
            for viewer in Viewer::all(terms.seats()) {
                table.glimpse(viewer).tabletop();
            }
            let Some(seat) = table.acting().first().copied() else { break };
            let offers = table.glimpse(Viewer::Seat(seat)).actions();
            let action = chance.pick(&offers).clone();
            table.act(seat, &action, &mut chance).expect("an offer is accepted");
        }
        assert!(table.outcome().is_some() || !table.acting().is_empty(), "{text}");
    }
});
