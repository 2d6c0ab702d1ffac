//! Any line as a request to the referee at a pipe.
#![no_main]

use kit_play::wire::Request;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    let _ = serde_json::from_slice::<Request>(line);
});
