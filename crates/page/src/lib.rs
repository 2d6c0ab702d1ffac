//! The whole kit behind messages, for a page without a server.
//!
//! A [`Page`] is to a browser what a node is to the network: requests and the lines of sockets come
//! in as they would come to a server, and the same answers, frames and refusals go out.
//! It has no clock, no luck and no store: each message brings the time and luck along, records of
//! logs are handed out to be kept, and logs are handed in to be folded.
//!
//! Whoever drives it keeps three promises.
//! Records are written down before anything else of a reply is passed on.
//! When they cannot be written, the table is forgotten ([`Message::Forget`]), folded anew and asked
//! again, so that nobody ever sees what is not in the log.
//! And bots think in another page than the one that rules, so that nobody waits for them.

mod bots;
mod connections;
mod message;
mod page;
mod requests;
mod tables;

pub use message::{BotTurn, Envelope, Kept, KeptNotes, Message, Reply, Thought, Written};
pub use page::Page;
