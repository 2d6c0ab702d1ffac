//! Any text as a game of another program (PGN and its FEN tags, lists of turns).
#![no_main]

use kit_games::CATALOGUE;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in CATALOGUE {
        if let Some(Err(bad)) = game.import(text) {
            assert!(bad.line >= 1 && !bad.problem.is_empty());
        }
    }
});
