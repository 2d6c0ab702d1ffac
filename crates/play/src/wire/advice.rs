//! What a seat is advised: the value of each offer, one way on, and why, in words.
//!
//! Advice is made from a glimpse alone, so whoever may see the glimpse may read it.

use serde::{Deserialize, Serialize};

use crate::belief::{Belief, Surmise};
use crate::sentence::{Label, Voice};
use crate::tabletop::Gesture;
use crate::{Sentence, Spot};

/// Who asks for advice at a pipe, and how long it may take.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct AdviseRequest {
    /// A seat's name.
    pub seat: String,
    /// The most nodes to look at; 30000 if nothing is said.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Lets the advice fall the same way each time; 0 if nothing is said.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// What the values of offers say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The chance to win, from 0 to 1; a draw is half a win.
    Chance,
    /// How good the points look where there is nobody to beat, from 0 to 1: only to compare offers by.
    Outlook,
}

/// What a seat is advised.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Advice {
    /// The seat.
    pub seat: &'static str,
    /// What the values say.
    pub measure: Measure,
    /// The value of the position for the seat, if it does what it is advised.
    pub value: f64,
    /// The points with which the game is likely to end then, where there is nobody to beat.
    pub points: Option<f64>,
    /// The action that is advised.
    pub best: String,
    /// Every offer with its value, in the order of offers.
    pub offers: Vec<OfferValue>,
    /// One way on from here, the action that is advised first; others may know what the seat does not.
    pub line: Vec<LineStep>,
    /// Where to look, without what to do there.
    pub look: Look,
    /// Why.
    pub reasons: Vec<Sentence>,
    /// What the others would come to know by it.
    pub tells: Vec<Sentence>,
    /// What the seat may believe of what is hidden; nothing where the game does not say.
    pub belief: Option<BeliefNote>,
    /// How many turns were looked ahead.
    pub depth: u32,
    /// How many worlds were imagined.
    pub worlds: usize,
    /// How many nodes were looked at.
    pub nodes: u64,
}

/// An offer and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OfferValue {
    /// The action, as it is written.
    pub action: String,
    /// The action in words.
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub label: Label,
    /// How to point at it.
    #[cfg_attr(feature = "schema", ts(type = "string[]"), schema(value_type = Vec<String>))]
    pub gesture: Gesture,
    /// What it is worth.
    pub value: f64,
    /// The points with which the game is likely to end after it, where there is nobody to beat.
    pub points: Option<f64>,
    /// How often it should be chosen, from 0 to 1, where others choose at the same time.
    pub share: Option<f64>,
}

/// A step of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LineStep {
    /// Who takes it.
    pub seat: &'static str,
    /// The action, as it is written.
    pub action: String,
    /// The action in words.
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub label: Label,
}

/// Where to look.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Look {
    /// The spot.
    #[cfg_attr(feature = "schema", ts(type = "string | null"), schema(value_type = Option<String>))]
    pub spot: Option<Spot>,
    /// The same in words.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
}

impl Advice {
    /// Says everything in this voice.
    pub fn say_as(&mut self, voice: &dyn Voice) {
        self.offers.iter_mut().for_each(|offer| offer.label.say_as(voice));
        self.line.iter_mut().for_each(|step| step.label.say_as(voice));
        self.look.words.say_as(voice);
        self.belief.iter_mut().for_each(|belief| belief.say_as(voice));
        self.reasons.iter_mut().chain(&mut self.tells).for_each(|words| words.say_as(voice));
    }

    /// The offer that is advised.
    pub fn advised(&self) -> Option<&OfferValue> {
        self.offers.iter().find(|offer| offer.action == self.best)
    }
}

/// What a seat may believe of what is hidden.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BeliefNote {
    /// What may be so, and how likely; what cannot be so is left out.
    pub surmises: Vec<SurmiseNote>,
    /// How many worlds were looked at.
    pub worlds: usize,
    /// Whether these are all worlds there are, so that the chances are exact.
    pub exact: bool,
}

/// Something that may be so, and how likely that is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SurmiseNote {
    /// Where it is to be shown: a square of the board, a cell of a grid, a card.
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub spot: Spot,
    /// What may be so.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
    /// How likely it is, from 0 to 1.
    pub chance: f64,
}

impl From<Belief> for BeliefNote {
    fn from(Belief { surmises, worlds, exact }: Belief) -> BeliefNote {
        let note = |Surmise { spot, words, chance }| SurmiseNote { spot, words, chance };
        BeliefNote { surmises: surmises.into_iter().map(note).collect(), worlds, exact }
    }
}

impl BeliefNote {
    /// Says everything in this voice.
    pub fn say_as(&mut self, voice: &dyn Voice) {
        self.surmises.iter_mut().for_each(|surmise| surmise.words.say_as(voice));
    }
}
