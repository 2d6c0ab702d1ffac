//! How a game with secrets is played: referee, glimpses, chance, scoresheets, tabletops, laws.
//!
//! **The referee holds the [`Game::State`]; everybody else holds a [`Game::View`]; and a view is
//! all that offers, gestures, tabletops and bots are made of.**
//!
//! A game implements [`Game`] with types of its own, and everyone else meets it through
//! object-safe faces that leave those types behind: [`Listed`] (an entry of the catalogue),
//! [`Referee`] (a running game), [`Glimpse`] (what one viewer may know of it) and
//! [`Lookahead`] (an imagined world, laid out for searching).
//! A [`Table`] keeps a referee together with the [`Scoresheet`] of what it ruled.

#![warn(missing_docs)]

pub mod about;
pub mod arrangement;
pub mod belief;
pub mod chance;
mod dealing;
pub mod game;
mod gone;
pub mod laws;
pub mod log;
pub mod lookahead;
pub mod lying;
pub mod numbers;
pub mod outcome;
pub mod paper;
pub mod reading;
pub mod referee;
pub mod scoresheet;
pub mod seat;
pub mod sentence;
pub mod story;
pub mod table;
pub mod tabletop;
pub mod text;
pub mod tool;
pub mod wire;
mod world;

pub use about::{About, BadTerms, CardNeed, Choice, Edition, Needs, Puzzle, Shelf, Terms, Values, Way};
pub use arrangement::Arrangement;
pub use belief::{Belief, Beliefs, Called, Statement, Surmise, Worlds};
pub use chance::Chance;
pub use dealing::{Telling, deals_hands};
pub use game::{BadNotation, Channel, Ears, Event, Events, Export, Extras, Game, Tell, Timer, Told};
pub use gone::gone;
pub use log::Conduct;
pub use lookahead::{Insight, Lookahead, Node, NodeStanding, Pace, QuietTurns, SearchLine};
pub use lying::{Chips, Laid, Relaid, Relaying};
pub use outcome::{Outcome, Reason, Verdict};
pub use paper::{Cell, Foot, PaperLayout, PaperSheet, Turns};
pub use reading::Reading;
pub use referee::{Glimpse, Listed, Opening, Referee, Refusal, Ruling, Said};
pub use scoresheet::{Entry, Scoresheet};
pub use seat::{Seat, Team, Viewer};
pub use sentence::Sentence;
pub use story::{Moment, Remark, RemarkKind, Remarks};
pub use table::{Table, Unplayable};
pub use tabletop::{Gesture, Offer, Spot, Tabletop};
pub use text::BadText;
pub use tool::Tool;
