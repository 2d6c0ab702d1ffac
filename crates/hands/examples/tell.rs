//! Tells what hands do in a random game: `cargo run -p kit-hands --example tell -- <game> [actions] [luck]`.
use kit_games::CATALOGUE;
use kit_hands::{Hands, Supply};
use kit_play::referee::{editions, listed};
use kit_play::{Chance, Table, Viewer};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let game = words.first().and_then(|id| listed(CATALOGUE, id)).unwrap_or(CATALOGUE[0]);
    let number =
        |index: usize, usual: u64| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let mut chance = Chance::seeded(number(2, 1));
    let Some(terms) = editions(game.about()).next() else { return };
    let Ok(mut table) = Table::open(game, &terms, &mut chance) else { return };
    let mut hands = Hands::new(Supply::default(), &game.about().needs);
    for _ in 0..=number(1, 12) {
        for step in hands.follow(&table.glimpse(Viewer::Public).tabletop()) {
            println!("  {}", step.words);
        }
        let Some(seat) = table.acting().first().copied() else { break };
        let action = chance.pick(&table.glimpse(Viewer::Seat(seat)).actions()).clone();
        println!("{action}");
        if table.act(seat, &action, &mut chance).is_err() {
            break;
        }
    }
}
