//! Guides: one turn of a game, step by step, for somebody who has never played it.
//!
//! A guide is a [`scenario`](crate::scenario) with `step` blocks in it.
//! Each step is seen with one viewer's eyes, has a few words, and may have one action that the
//! learner makes; what others do in between stands in `play` blocks.
//! Tests play every guide, and whoever shows one needs no rules: [`GuideNote`] has all its moments.
//!
//! ````
//! use kit_book::guide::Guide;
//!
//! let page = "## Run
//!
//! ```step white
//! name: Run
//! title: Run away.
//! text: It is your turn.
//! does: e2e4
//! ```
//!
//! ```step black
//! name: Look
//! title: See who runs.
//! text: You are black now.
//! ```
//!
//! ```step black
//! name: Wait
//! title: That was it.
//! text: Now play.
//! ```
//! ";
//! let guide: Guide = page.parse()?;
//! assert_eq!(guide.steps().map(|step| step.name.as_str()).collect::<Vec<_>>(), ["Run", "Look", "Wait"]);
//! # Ok::<(), kit_book::scenario::BadScenario>(())
//! ````

use std::str::FromStr;

use kit_play::sentence::Language;
use kit_play::wire::GlimpseAnswer;
use kit_play::{Listed, Sentence};
use serde::Serialize;

use crate::scenario::{BadScenario, Block, Stage, scenarios};

/// How few steps a guide has, and how many.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=6;

/// One turn of a game, step by step.
#[derive(Clone, Debug)]
pub struct Guide {
    parts: Vec<Part>,
}

/// What happens next in a guide.
#[derive(Clone, Debug)]
enum Part {
    Table(Block),
    Play(Block),
    Step(Step),
}

/// One step of a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose eyes see it: a seat's name or `public`.
    pub viewer: String,
    /// What it is called in the line of steps.
    pub name: String,
    /// What to do, in large words.
    pub title: String,
    /// One or two sentences more.
    pub text: String,
    /// The words below its picture, if it is one of the three that tell how a turn goes.
    pub picture: Option<String>,
    /// The action that the learner makes; without it one only watches.
    pub does: Option<String>,
}

impl Guide {
    /// Its steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.parts.iter().filter_map(|part| match part {
            Part::Step(step) => Some(step),
            Part::Table(_) | Part::Play(_) => None,
        })
    }

    /// All that it says to people, in English.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.steps().flat_map(|step| {
            let words = [step.name.as_str(), &step.title, &step.text];
            words.into_iter().chain(step.picture.as_deref())
        })
    }
}

impl FromStr for Guide {
    type Err = BadScenario;

    fn from_str(page: &str) -> Result<Guide, BadScenario> {
        let mut parts = Vec::new();
        for block in scenarios(page)?.into_iter().flat_map(|scenario| scenario.blocks) {
            match block.head.join(" ").as_str() {
                "table" => parts.push(Part::Table(block)),
                "play" => parts.push(Part::Play(block)),
                head if head.starts_with("step") => parts.push(Part::Step(Step::read(&block)?)),
                // The others are for tests.
                _ => {}
            }
        }
        let guide = Guide { parts };
        let count = guide.steps().count();
        if !LENGTH.contains(&count) {
            let (least, most) = LENGTH.into_inner();
            return Err(BadScenario::new(format!("a guide has {least} to {most} steps, not {count}")));
        }
        let Some(Part::Step(Step { does: None, .. })) = guide.parts.last() else {
            return Err(BadScenario::new("a guide ends with a step at which one only watches"));
        };
        Ok(guide)
    }
}

impl Step {
    /// Reads a `step` block.
    ///
    /// # Errors
    ///
    /// Fails when a line is missing, stands there twice, or has no words.
    pub fn read(block: &Block) -> Result<Step, BadScenario> {
        let at = |line: usize, problem: String| BadScenario::new(format!("line {}: {problem}", line + 1));
        let [_, viewer] = block.head.as_slice() else {
            return Err(at(block.line, "a step says whose eyes see it: `step white`".to_owned()));
        };
        let mut lines: [Option<String>; 5] = Default::default();
        let keys = ["name", "title", "text", "picture", "does"];
        for (number, line) in block.body.iter().enumerate() {
            let pair = line.split_once(": ").map(|(key, value)| (key, value.trim()));
            let found =
                pair.and_then(|(key, value)| Some((keys.iter().position(|other| *other == key)?, value)));
            match found {
                Some((place, value)) if lines[place].is_none() && !value.is_empty() => {
                    lines[place] = Some(value.to_owned());
                }
                _ => {
                    let problem = format!("`{line}` is not a line of a step, or stands there twice");
                    return Err(at(block.line + number, problem));
                }
            }
        }
        let [name, title, text, picture, does] = lines;
        match (name, title, text) {
            (Some(name), Some(title), Some(text)) => {
                Ok(Step { viewer: viewer.clone(), name, title, text, picture, does })
            }
            _ => Err(at(block.line, "a step has a name, a title and a text".to_owned())),
        }
    }
}

/// A guide with all that is to be seen, so that it can be shown without the rules.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GuideNote {
    /// The game's id.
    pub game: &'static str,
    /// Its steps, in order.
    pub steps: Vec<StepNote>,
}

/// One step of a guide.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StepNote {
    /// What it is called in the line of steps.
    pub name: String,
    /// What to do, in large words.
    pub title: String,
    /// One or two sentences more.
    pub text: String,
    /// The words below its picture, if it is one of the three that tell how a turn goes.
    pub picture: Option<String>,
    /// What its viewer sees before it; on offer is only what the learner does, if anything.
    pub glimpse: GlimpseAnswer,
    /// What this viewer has heard since the step before.
    pub heard: Vec<Sentence>,
}

impl GuideNote {
    /// Plays the guide of a game, for somebody who reads this language; English, if there is none.
    ///
    /// # Errors
    ///
    /// Fails when the guide cannot be read or played, which tests find out.
    pub fn new(
        game: &'static dyn Listed,
        language: Option<&'static Language>,
    ) -> Result<GuideNote, BadScenario> {
        let about = game.about();
        let guide: Guide = about.guide.parse()?;
        let mut stage = Stage::new(game);
        let mut steps = Vec::new();
        let mut entries = None;
        for part in &guide.parts {
            match part {
                Part::Table(block) => stage.lay(&block.body)?,
                Part::Play(block) => stage.play(&block.body)?,
                Part::Step(step) => {
                    steps.push(StepNote::new(step, &mut stage, entries, language)?);
                    entries = Some(stage.table()?.entries());
                    if let Some(action) = &step.does {
                        stage.act(stage.seat(&step.viewer)?, action)?;
                    }
                }
            }
        }
        Ok(GuideNote { game: about.id, steps })
    }
}

impl StepNote {
    /// The step as it is seen now; `entries` is how many there were at the step before.
    fn new(
        step: &Step,
        stage: &mut Stage,
        entries: Option<usize>,
        language: Option<&'static Language>,
    ) -> Result<StepNote, BadScenario> {
        let viewer = stage.viewer(&step.viewer)?;
        let table = stage.table()?;
        let glimpse = table.glimpse(viewer);
        let mut glimpse = GlimpseAnswer::new(table.about(), &glimpse, table.outcome().as_ref());
        glimpse.barred.clear();
        glimpse.offers.retain(|offer| step.does.as_deref() == Some(offer.action.as_str()));
        if let (Some(action), []) = (&step.does, &glimpse.offers[..]) {
            return Err(BadScenario::new(format!("{action} is not on offer to {}", step.viewer)));
        }
        let names = table.names().in_language(language);
        glimpse.say_as(&names);
        let since = |entry: usize| entries.is_some_and(|before| entry > before);
        let mut heard: Vec<Sentence> = table
            .heard(viewer)
            .filter(|(entry, _)| since(*entry))
            .map(|(_, sentence)| sentence.clone())
            .collect();
        heard.iter_mut().for_each(|sentence| sentence.say_as(&names));
        let said =
            |english: &str| language.map_or(english, |language| language.text_or_english(english)).to_owned();
        let (name, title, text) = (said(&step.name), said(&step.title), said(&step.text));
        let picture = step.picture.as_deref().map(said);
        Ok(StepNote { name, title, text, picture, glimpse, heard })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: &str = "```step white\nname: A\ntitle: B\ntext: C\n```\n";

    #[test]
    fn guides_that_cannot_be_read_say_why() {
        let page = |steps: &str| format!("## A\n{steps}");
        for (page, problem) in [
            (page(STEP), "a guide has 3 to 6 steps, not 1"),
            (page(&STEP.repeat(7)), "a guide has 3 to 6 steps, not 7"),
            (
                page(&STEP.repeat(3).replace("C\n", "C\ndoes: e2e4\n")),
                "a guide ends with a step at which one only watches",
            ),
            (page("```step\n```"), "line 3: a step says whose eyes see it: `step white`"),
            (page("```step white\nname: A\n```"), "line 3: a step has a name, a title and a text"),
            (
                page("```step white\nname: A\nname: B\n```"),
                "line 4: `name: B` is not a line of a step, or stands there twice",
            ),
        ] {
            let found = page.parse::<Guide>().map(|_| ());
            assert_eq!(found, Err(BadScenario::new(problem)), "{page}");
        }
    }

    #[test]
    fn all_words_of_a_guide_are_listed() {
        let guide: Guide = format!("## A\n{}", STEP.repeat(3)).parse().expect("a guide");
        assert_eq!(guide.texts().collect::<Vec<_>>(), ["A", "B", "C"].repeat(3));
    }
}
