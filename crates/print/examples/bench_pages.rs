//! How long the whole book takes, and how large the deck is.

use std::time::Instant;

use kit_games::CATALOGUE;
use kit_play::About;
use kit_print::Theme;
use kit_print::pages::book::{self, Binding};

fn main() {
    let games: Vec<&'static About> = CATALOGUE.iter().map(|game| game.about()).collect();
    let order = book::order(&games, false, None, &[]).expect("the newest editions are there");
    for binding in Binding::ALL {
        let start = Instant::now();
        let bytes = book::pdf(&order, binding, &Theme::PAPER).expect("the book can be printed");
        println!(
            "book {}: {} kB in {:.2} s",
            binding.name(),
            bytes.len() / 1000,
            start.elapsed().as_secs_f64()
        );
        std::fs::write(format!("/tmp/pages_out/book-{}.pdf", binding.name()), bytes).expect("x");
    }
    std::fs::write("/tmp/pages_out/book.html", book::html::html(&order, &Theme::PAPER).expect("h"))
        .expect("x");
}
