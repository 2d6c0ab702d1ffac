//! How long the whole book takes in every size, and how large the deck is.
//!
//! Puzzles are left out: the command line makes them, and their time is the solver's.

use std::time::Instant;

use kit_games::CATALOGUE;
use kit_play::About;
use kit_print::Theme;
use kit_print::pages::book::{self, Binding};
use kit_print::pages::deck::{self, Make, Order};
use kit_print::pages::paper::Paper;

fn main() {
    let games: Vec<&'static About> = CATALOGUE.iter().map(|game| game.about()).collect();
    let order = book::order(&games, false, None, &[]).expect("every game has an edition");
    for binding in Binding::ALL {
        let (name, start) = (binding.name(), Instant::now());
        let bytes = book::pdf(&order, binding, &Theme::PAPER).expect("the book can be printed");
        println!("book {name}: {} kB in {:.2} s", bytes.len() / 1000, start.elapsed().as_secs_f64());
    }
    for make in Make::ALL {
        let (name, start) = (make.name(), Instant::now());
        let order = Order { paper: Paper::A4, make, checkers: 4, backs: true };
        let bytes = deck::pdf(&order, &games, None).expect("the deck can be printed");
        println!("deck {name}: {} kB in {:.2} s", bytes.len() / 1000, start.elapsed().as_secs_f64());
    }
}
