//! Tables over HTTP and WebSocket that keep every secret and lose nothing.
//!
//! A table is its log, a list of numbered records in a [`store`]; what is true at a table is the
//! fold of them (`kit-sitting`), and nodes keep that only as a cache.
//! Whoever looks at a table is a viewer and gets frames made from that viewer's glimpse.

pub mod backup;
pub mod bus;
pub mod config;
pub mod hall;
pub mod http;
pub mod keyfile;
mod private;
#[cfg(feature = "hosting")]
pub mod prometheus;
pub mod push;
pub mod store;
#[cfg(feature = "throwaway")]
pub mod throwaway;
pub mod turns;

use kit_play::{Sentence, say};

/// What a program built without the feature `hosting` answers when that is needed.
pub fn not_hosting() -> Sentence {
    say!(
        "this program was built to play at home, without Postgres, NATS and metrics; \
         `cargo build --release --package chess-kit` builds one that has them"
    )
}
