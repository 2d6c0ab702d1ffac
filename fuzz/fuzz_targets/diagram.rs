//! Any text as a diagram: an error with its place, or a diagram that is read as it is written.
#![no_main]

use kit_book::diagram::Diagram;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(diagram) = text.parse::<Diagram>() {
        assert_eq!(diagram.to_string().parse::<Diagram>().as_ref(), Ok(&diagram));
        diagram.described();
    }
});
