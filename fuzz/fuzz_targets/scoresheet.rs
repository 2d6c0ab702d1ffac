//! Any text as a scoresheet: an error with its place, or a sheet that is read as it is written.
#![no_main]

use kit_games::CATALOGUE;
use kit_play::{Scoresheet, Table};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(sheet) = text.parse::<Scoresheet>() {
        assert_eq!(sheet.to_string().parse::<Scoresheet>().as_ref(), Ok(&sheet));
        let _ = Table::read(CATALOGUE, text);
    }
});
