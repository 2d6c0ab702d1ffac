//! Any text as the records of a table: an error with its line, or a table that every viewer can
//! look at and that is read as it is written.
//!
//! Records are set apart by form feeds, which no record has in it.
#![no_main]

use std::sync::Arc;

use kit_games::CATALOGUE;
use kit_play::Viewer;
use kit_sitting::record::{Record, StoredRecord};
use kit_sitting::{CodeKey, House, Sitting};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let stored = |(number, body): (u32, &str)| StoredRecord { number, at: 0, body: body.to_owned() };
    let stored: Vec<StoredRecord> = (1..).zip(text.split('\x0c').take(40)).map(stored).collect();
    let codes = CodeKey::from_bytes([7; CodeKey::BYTES]);
    let house = Arc::new(House { catalogue: CATALOGUE, codes, invitations_last: None });
    let id = "bcdfghjkmn".parse().expect("the name of a table");
    let Ok(mut sitting) = Sitting::fold(&house, id, &stored) else { return };
    for viewer in Viewer::all(sitting.agreed().chairs.len()) {
        let _ = sitting.whole_frame(viewer, None, 1);
    }
    let (_, first) = Record::read_first(CATALOGUE, &stored[0]).expect("it was read before");
    let written: String = first.iter().map(|record| record.write(sitting.about())).collect();
    let again = StoredRecord { body: written, ..stored[0].clone() };
    let (_, again) = Record::read_first(CATALOGUE, &again).expect("what was written can be read");
    assert_eq!(format!("{first:?}"), format!("{again:?}"));
});
