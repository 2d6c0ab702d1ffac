//! How long the whole book takes, and how large the deck is.

use std::time::Instant;

use kit_games::CATALOGUE;
use kit_play::About;
use kit_print::Theme;
use kit_print::pages::book::{self, Binding};

fn main() {
    use kit_print::pages::deck::{self, Make, Order};
    use kit_print::pages::paper::Paper;
    let gs: Vec<&'static About> = CATALOGUE.iter().map(|game| game.about()).collect();
    for paper in Paper::SHEETS {
        use kit_print::pages::sheets;
        let bytes = sheets::pdf(&sheets::Sheet::ALL, paper, &gs).expect("sheets");
        std::fs::write(format!("/tmp/pages_out/sheets-{}.pdf", paper.name()), bytes).expect("x");
        let bytes = kit_print::pages::aids::pdf(&gs, paper).expect("aids");
        std::fs::write(format!("/tmp/pages_out/aids-{}.pdf", paper.name()), bytes).expect("x");
    }
    if std::env::args().nth(1).is_some() {
        return;
    }
    let gs: Vec<&'static About> = CATALOGUE.iter().map(|game| game.about()).collect();
    for paper in Paper::SHEETS {
        for make in Make::ALL {
            let order = Order { paper, make, checkers: 4, backs: true };
            let bytes = deck::pdf(&order, &gs).expect("d");
            println!("deck {} {}: {} kB", paper.name(), make.name(), bytes.len() / 1000);
            std::fs::write(format!("/tmp/pages_out/deck-{}-{}.pdf", paper.name(), make.name()), bytes)
                .expect("x");
        }
    }

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
