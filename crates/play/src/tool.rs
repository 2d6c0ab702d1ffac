//! Tools: one thing that a referee does, for people who play with wood and do everything else
//! themselves.
//!
//! A game lists its tools on its title page ([`crate::About::tools`]), so whoever shows them names no
//! game and needs no screen for one of them: a tool in use is a [`Bench`], which gives a tabletop and
//! offers, as a glimpse does, and takes what was offered.
//! Like a game it is the fold of what was done, and whoever uses it keeps that; a bench knows nothing of
//! time, of luck or of where the pieces stand.
//!
//! ```
//! use kit_play::tool::{Bench, Done, Tool};
//! use kit_play::tabletop::{Offer, Spot, Tabletop};
//! use kit_play::{Seat, Sentence, Viewer, say};
//!
//! /// Keeps a coin in White's hand, and says whether it is there.
//! #[derive(Default)]
//! struct Hand(bool);
//!
//! impl Bench for Hand {
//!     fn offers(&self, viewer: Viewer) -> Vec<Offer> {
//!         let offer = |action: &str, word| Offer {
//!             action: action.to_owned(),
//!             gesture: vec![Spot::Word(word)],
//!             label: Sentence::plain("done").into(),
//!             preview: None,
//!             asks: None,
//!         };
//!         match viewer {
//!             Viewer::Seat(Seat(0)) => vec![offer("hide", "hide")],
//!             Viewer::Seat(_) => vec![],
//!             Viewer::Public => vec![offer("ask", "ask")],
//!         }
//!     }
//!     fn act(&mut self, _viewer: Viewer, action: &str) -> Sentence {
//!         if action == "hide" {
//!             self.0 = true;
//!             return say!("Something is hidden.");
//!         }
//!         if self.0 { say!("Yes.") } else { say!("No.") }
//!     }
//!     fn tabletop(&self, _viewer: Viewer) -> Tabletop {
//!         Tabletop::default()
//!     }
//! }
//!
//! let tool = Tool { id: "hand", name: "A hand", blurb: "", bench: Some(|| Box::new(Hand::default())) };
//! let done = [Done { viewer: Viewer::Seat(Seat(0)), action: "hide" }, Done { viewer: Viewer::Public, action: "ask" }];
//! let (_, said) = tool.used(done)?.expect("it keeps something");
//! assert_eq!(said[1].to_string(), "Yes.");
//! # Ok::<(), kit_play::tool::NotOffered>(())
//! ```

use crate::tabletop::{Offer, Tabletop};
use crate::text::excerpt;
use crate::{Sentence, Viewer};

/// Something that a game offers to those who play it with wood.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The name in addresses.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub blurb: &'static str,
    /// Lays it out; none where the tool is the game itself, from any position that people set up.
    pub bench: Option<fn() -> Box<dyn Bench>>,
}

/// A tool in use: what it keeps, and what it shows to whom.
///
/// What a seat is shown and offered may depend on that seat's secrets; what the public is, never before
/// somebody asks.
pub trait Bench {
    /// What somebody may do now.
    fn offers(&self, viewer: Viewer) -> Vec<Offer>;

    /// Does something that was on offer, and says to all what is to be said; a seat's secrets are not.
    fn act(&mut self, viewer: Viewer, action: &str) -> Sentence;

    /// What somebody sees.
    fn tabletop(&self, viewer: Viewer) -> Tabletop;
}

/// A tool in use, and what was said so far, a sentence for each thing that was done.
pub type Used = (Box<dyn Bench>, Vec<Sentence>);

/// Something that was done with a tool.
#[derive(Clone, Copy, Debug)]
pub struct Done<'a> {
    /// By whom: a seat behind its curtain, or all in the open.
    pub viewer: Viewer,
    /// What.
    pub action: &'a str,
}

/// Something was done that was not on offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotOffered(pub String);

impl Tool {
    /// The tool after all that was done, and what was said, a sentence each; nothing where the tool is the
    /// game itself.
    ///
    /// # Errors
    ///
    /// Fails at the first thing that was not on offer.
    pub fn used<'a>(&self, done: impl IntoIterator<Item = Done<'a>>) -> Result<Option<Used>, NotOffered> {
        let Some(bench) = self.bench else { return Ok(None) };
        let (mut bench, mut said) = (bench(), Vec::new());
        for Done { viewer, action } in done {
            if !bench.offers(viewer).iter().any(|offer| offer.action == action) {
                return Err(NotOffered(excerpt(action)));
            }
            said.push(bench.act(viewer, action));
        }
        Ok(Some((bench, said)))
    }
}
