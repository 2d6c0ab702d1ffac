//! A table with its people: the fold of one log, and what each viewer is shown of it.
//!
//! A [`Sitting`] is folded from the log of a table, line by line.
//! A command changes it and gives the lines that are to be written down; a viewer is shown
//! frames, which are made from that viewer's glimpse and from what everybody knows.
//!
//! There is no network here, no thread, no clock and no luck: time and [`kit_play::Chance`] are
//! handed in, and whoever keeps sittings, a server or a page, also keeps their logs.

pub mod agreed;
pub mod deed;
pub mod error;
mod format1;
pub mod json;
pub mod listing;
pub mod pace;
pub mod presence;
pub mod record;
pub mod secrets;
pub mod sitting;
pub mod viewing;
pub mod wire;

pub use agreed::Agreed;
pub use deed::Deed;
pub use error::Error;
pub use record::Record;
pub use secrets::{CodeKey, Digest, Secrets, TableId, Token};
pub use sitting::{Arrival, Catalogue, House, Seen, Sitting, Tempers};
pub use viewing::{Speaker, Viewing};
