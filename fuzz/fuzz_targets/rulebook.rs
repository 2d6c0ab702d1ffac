//! Any text as a rule book.
#![no_main]

use kit_book::rulebook::RuleBook;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(book) = text.parse::<RuleBook>() {
        book.plain(60, text.len() % 2 == 0);
    }
});
