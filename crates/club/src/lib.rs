//! An evening of several games: who is there, who plays whom at what, how it ended, and how much time
//! is left.
//!
//! An [`Evening`] is folded from a log of its own, as a table is; a command gives the deeds that are to
//! be written down.
//! [`pairing`] says who meets whom: round robin by the published Berger tables, or Swiss by the rule that
//! `docs/club-night.md` tells.
//!
//! There is no network here, no thread, no clock and no luck: time and [`kit_play::Chance`] are handed
//! in, and whoever keeps evenings also keeps their logs.

pub mod contest;
pub mod deed;
pub mod error;
pub mod evening;
pub mod matching;
pub mod pairing;
pub mod ranking;
pub mod wire;

pub use contest::Contest;
pub use deed::Deed;
pub use error::Error;
pub use evening::{Evening, Held};
