//! What several tests and examples look at: the diagrams of the books, and tables of every game.

use kit_book::diagram::Diagram;
use kit_games::CATALOGUE;
use kit_play::tabletop::Tabletop;
use kit_play::{About, Chance, Listed, Table, Terms, Viewer};

/// The names and texts of all diagrams of one edition.
pub fn fixtures(edition: &str) -> Vec<(String, Diagram)> {
    let folder = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/{}"), edition);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of an edition") {
        let path = entry.expect("a file of the edition").path();
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).expect("a text");
        found.push((name, text.parse().expect("a diagram of the books")));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

/// What a viewer of each game has in front of them after some random actions.
pub fn tables(actions: usize) -> Vec<(&'static About, Viewer, Tabletop)> {
    CATALOGUE
        .iter()
        .flat_map(|game| {
            let table = played(*game, actions);
            let viewers: Vec<Viewer> = Viewer::all(table.terms().seats()).collect();
            viewers.into_iter().map(move |viewer| (game.about(), viewer, table.glimpse(viewer).tabletop()))
        })
        .collect()
}

/// A table of the game after some random actions, the same every time.
pub fn played(game: &'static dyn Listed, actions: usize) -> Table {
    let mut chance = Chance::seeded(7);
    let terms = Terms::usual(game.about());
    let mut table = Table::open(game, &terms, &mut chance).expect("the usual terms can be played");
    for turn in 0..actions {
        let Some(seat) = table.acting().first().copied() else { break };
        let offered = table.glimpse(Viewer::Seat(seat)).actions();
        let action = &offered[(turn * 31 + 17) % offered.len()];
        table.act(seat, action, &mut chance).expect("what is offered is accepted");
    }
    table
}
