//! A game that is over, looked at again: how the chances went, and where it turned.

use serde::Serialize;

use super::{LineStep, Measure};
use crate::Sentence;
use crate::sentence::{Label, Voice};

/// A game that is over, looked at again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Analysis {
    /// The game's id.
    pub game: &'static str,
    /// What the values say.
    pub measure: Measure,
    /// The names of the seats.
    pub seats: Vec<&'static str>,
    /// How things stood after the deal and after each entry.
    pub points: Vec<AnalysisPoint>,
    /// Every decision, with what would have been better.
    pub choices: Vec<AnalysisChoice>,
    /// Where the game turned, in order of play.
    pub turning: Vec<TurningPoint>,
    /// How many nodes were looked at.
    pub nodes: u64,
}

/// How things stood at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AnalysisPoint {
    /// After how many entries; 0 is the deal.
    pub entry: usize,
    /// The turn, as players count.
    pub turn: u32,
    /// The value for each seat by what it knew.
    pub knew: Vec<f64>,
    /// The value for each seat by what was true.
    pub truth: Vec<f64>,
}

/// A decision and what it was worth by what the seat knew.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AnalysisChoice {
    /// The entry.
    pub entry: usize,
    /// The turn, as players count.
    pub turn: u32,
    /// Who decided.
    pub seat: &'static str,
    /// What was done, as it is written.
    pub action: String,
    /// The same in words.
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub label: Label,
    /// What it was worth.
    pub value: f64,
    /// What the best choice was worth.
    pub best: f64,
    /// A better choice and how it could have gone on; empty where nothing was better.
    pub better: Vec<LineStep>,
    /// Where others chose at the same time: how often each choice should have been made.
    pub mix: Vec<MixShare>,
}

/// How often a choice should have been made.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MixShare {
    /// The action, as it is written.
    pub action: String,
    /// The same in words.
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub label: Label,
    /// How often, from 0 to 1.
    pub share: f64,
}

/// Why a game turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TurnedBy {
    /// Something better was there, as far as the seat could know.
    Choice,
    /// What nobody could know: something hidden, chance, or what others chose at the same time.
    Fortune,
}

/// Where a game turned.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TurningPoint {
    /// The entry with which it turned.
    pub entry: usize,
    /// The turn, as players count.
    pub turn: u32,
    /// Who decided.
    pub seat: &'static str,
    /// Why it turned.
    pub by: TurnedBy,
    /// By how much, for the seat that decided.
    pub swing: f64,
    /// The same in words.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
}

impl Analysis {
    /// Says everything in this voice.
    pub fn say_as(&mut self, voice: &dyn Voice) {
        for choice in &mut self.choices {
            choice.label.say_as(voice);
            choice.better.iter_mut().for_each(|step| step.label.say_as(voice));
            choice.mix.iter_mut().for_each(|share| share.label.say_as(voice));
        }
        self.turning.iter_mut().for_each(|turning| turning.words.say_as(voice));
    }
}
