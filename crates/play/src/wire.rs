//! The objects that leave the program: requests and answers of the referee at a pipe.
//!
//! Sockets speak the same objects.
//! Everything here is made from a glimpse or from a title page, or was said to the ears it is for.

mod advice;
mod analysis;

use std::collections::BTreeMap;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::Sentence;
use crate::outcome::Verdict;
use crate::sentence::{Language, Voice};
use crate::tabletop::{Barred, Offer, Tabletop, color_word};
use crate::{
    About, Arrangement, BadTerms, CardNeed, Choice, Ears, Edition, Glimpse, Listed, Needs, Outcome, Puzzle,
    Ruling, Said, Terms, Tool, Values, Viewer, Way,
};

pub use advice::{Advice, AdviseRequest, BeliefNote, LineStep, Look, Measure, OfferValue, SurmiseNote};
pub use analysis::{Analysis, AnalysisChoice, AnalysisPoint, MixShare, TurnedBy, TurningPoint};

/// What somebody asks of a referee.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Lays a table.
    Open(Open),
    /// Asks what a viewer may know.
    Glimpse(GlimpseRequest),
    /// Acts for a seat.
    Act(Act),
    /// Asks what a seat is advised.
    Advise(AdviseRequest),
    /// Asks for the scoresheet.
    Scoresheet(Nothing),
    /// Lays a table and plays a scoresheet.
    Replay(Replay),
    /// Asks for the catalogue.
    Games(Nothing),
}

impl Request {
    /// The keys of all requests, one of which every request has.
    pub const KINDS: [&str; 7] = ["open", "glimpse", "act", "advise", "scoresheet", "replay", "games"];
}

/// A request without further fields.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Which table to lay.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct Open {
    /// What is played.
    #[serde(flatten)]
    pub terms: TermsRequest,
    /// How many seats; all if nothing is said.
    #[serde(default)]
    pub seats: Option<usize>,
    /// Lets chance fall the same way each time.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Who plays which seat: `bot:club` and so on; whoever asks plays the others.
    #[serde(default)]
    pub players: Option<BTreeMap<String, String>>,
}

/// What somebody wants to play; every request that lays a table has these fields.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct TermsRequest {
    /// The game's id.
    pub game: String,
    /// The edition; the newest if nothing is said.
    #[serde(default)]
    pub edition: Option<String>,
    /// What is agreed beyond the edition.
    #[serde(default, deserialize_with = "named_options")]
    pub options: Option<BTreeMap<String, OptionValue>>,
    /// Where to start, as text.
    #[serde(default)]
    pub arrangement: Option<String>,
}

/// Reads options so that a complaint names the one that is wrong.
fn named_options<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<BTreeMap<String, OptionValue>>, D::Error> {
    struct Named(BTreeMap<String, OptionValue>);

    struct NamedVisitor;

    impl<'de> Visitor<'de> for NamedVisitor {
        type Value = Named;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("options by their names")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
            let mut options = BTreeMap::new();
            while let Some(name) = map.next_key::<String>()? {
                let excerpt = crate::text::excerpt(&name);
                let value = map
                    .next_value()
                    .map_err(|problem| A::Error::custom(format!("option `{excerpt}`: {problem}")))?;
                options.insert(name, value);
            }
            Ok(Named(options))
        }
    }

    impl<'de> Deserialize<'de> for Named {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named, D::Error> {
            deserializer.deserialize_map(NamedVisitor)
        }
    }

    let named: Option<Named> = Deserialize::deserialize(deserializer)?;
    Ok(named.map(|Named(options)| options))
}

/// Something that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRequest {
    /// There is no such game.
    #[error("unknown game: `{0}`")]
    Game(String),
    /// The game cannot be played like that.
    #[error(transparent)]
    Terms(#[from] BadTerms),
}

impl TermsRequest {
    /// The game and its terms.
    ///
    /// # Errors
    ///
    /// Fails when there is no such game, or it cannot be played like that.
    pub fn agree(
        &self,
        catalogue: &[&'static dyn Listed],
        seats: Option<usize>,
    ) -> Result<(&'static dyn Listed, Terms), BadRequest> {
        let game = crate::referee::listed(catalogue, &self.game);
        let game = game.ok_or_else(|| BadRequest::Game(crate::text::excerpt(&self.game)))?;
        let arrangement = self.arrangement.as_deref().map(str::parse::<Arrangement>).transpose();
        let arrangement = arrangement.map_err(BadTerms::from)?;
        let options = self.options.iter().flatten();
        let options = options.map(|(name, value)| (name.clone(), value.to_string())).collect();
        let terms = Terms::agree(game.about(), self.edition.as_deref(), &options, seats, arrangement)?;
        Ok((game, terms))
    }
}

/// A value as people write it in JSON.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(untagged, expecting = "an option is a word, a whole number, true or false")]
pub enum OptionValue {
    /// A word.
    Word(String),
    /// A number.
    Number(u64),
    /// Yes or no.
    Truth(bool),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionValue::Word(word) => f.write_str(word),
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Truth(truth) => f.write_str(if *truth { "on" } else { "off" }),
        }
    }
}

/// Who asks for a glimpse.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GlimpseRequest {
    /// A seat's name, or `public`.
    pub viewer: String,
}

/// Who does what.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// A seat's name.
    pub seat: String,
    /// The action in its notation.
    pub action: String,
}

/// What to play.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct Replay {
    /// The text of a scoresheet.
    pub scoresheet: String,
    /// Lets chance fall the same way each time when the game goes on.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// What a referee answers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A table was laid.
    Opened(Opened),
    /// What a viewer may know.
    Glimpse(Box<GlimpseAnswer>),
    /// The action was done.
    Ruling(RulingAnswer),
    /// The action was not on offer, and nothing has happened.
    Refusal(Complaint),
    /// What a seat is advised.
    Advice(Box<Advice>),
    /// The scoresheet.
    Scoresheet(String),
    /// The catalogue.
    Games(Vec<GameNote>),
    /// The request could not be understood.
    Error(Complaint),
}

/// The table that was laid.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Opened {
    /// The game's id.
    pub game: &'static str,
    /// The edition.
    pub edition: &'static str,
    /// Every option with its value.
    pub options: BTreeMap<&'static str, String>,
    /// The names of the seats.
    pub seats: Vec<&'static str>,
    /// What bots did at once, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<BotRuling>>", optional))]
    pub then: Vec<BotRuling>,
}

/// What a bot did, and what came of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BotRuling {
    /// The bot's seat.
    pub seat: &'static str,
    /// The number of its entry on the scoresheet.
    pub entry: u32,
    /// What was said, and to whom.
    pub said: Vec<SaidNote>,
    /// How the game ended.
    pub outcome: Option<OutcomeNote>,
}

/// What a viewer may know.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GlimpseAnswer {
    /// A seat's name, or `public`.
    pub viewer: &'static str,
    /// What lies on the table.
    pub tabletop: Tabletop,
    /// What the viewer may do.
    pub offers: Vec<Offer>,
    /// What looks possible and is not.
    pub barred: Vec<Barred>,
    /// How the game ended.
    pub outcome: Option<OutcomeNote>,
}

/// An accepted action.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RulingAnswer {
    /// The number of its entry on the scoresheet.
    pub entry: u32,
    /// What was said, and to whom.
    pub said: Vec<SaidNote>,
    /// How the game ended.
    pub outcome: Option<OutcomeNote>,
    /// What bots did after it, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<BotRuling>>", optional))]
    pub then: Vec<BotRuling>,
}

/// Words and whom they are for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SaidNote {
    /// `all`, or a seat's name.
    pub to: &'static str,
    /// What is said.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OutcomeNote {
    /// `win`, `draw` or `scores`.
    pub verdict: &'static str,
    /// The team that won.
    pub winner: Option<&'static str>,
    /// Points by team.
    pub scores: Option<BTreeMap<&'static str, i32>>,
    /// Why.
    pub reason: &'static str,
    /// The same in words.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
}

/// What was wrong.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Complaint {
    /// A word that stays the same.
    pub code: &'static str,
    /// What was wrong and what would be right.
    pub text: String,
}

/// A line of the catalogue.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameNote {
    /// The game's id.
    pub game: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The game in one sentence.
    pub blurb: &'static str,
    /// The names of its seats.
    pub seats: Vec<&'static str>,
    /// What people call whoever sits there, in seat order.
    pub roles: Vec<&'static str>,
    /// How many of them a table needs at least.
    pub fewest_seats: usize,
    /// The color that a seat plays, `white` or `black`, for seats that play one.
    #[cfg_attr(feature = "schema", ts(type = "{ [seat in string]?: 'white' | 'black' }"))]
    pub colors: BTreeMap<&'static str, &'static str>,
    /// The names of its teams.
    pub teams: Vec<&'static str>,
    /// Whether it has no secrets.
    pub open: bool,
    /// Whether everybody may know which seats have to act.
    pub shows_turns: bool,
    /// Whether cards are dealt to hands that only their owners see.
    pub deals_hands: bool,
    /// Whether few points are better, where one team plays for points.
    pub few_points: bool,
    /// What people need beside a chess set.
    pub needs: NeedsNote,
    /// The name of the sheet that is printed for it.
    pub sheet: Option<&'static str>,
    /// The formats of other programs in which games of it can be had.
    pub formats: Vec<&'static str>,
    /// How somebody tries one of its puzzles alone.
    pub puzzle: Option<PuzzleNote>,
    /// Its editions, the default first.
    pub editions: Vec<EditionNote>,
    /// Its options and what they may be.
    pub options: Vec<OptionNote>,
    /// The ways to set it up that have a name.
    pub ways: Vec<WayNote>,
    /// What it offers to those who play with wood.
    pub tools: Vec<ToolNote>,
}

/// A tool for those who play with wood.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ToolNote {
    /// Its name in addresses.
    pub tool: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub blurb: &'static str,
    /// Whether it keeps secrets of its own; if not, it is the game itself, from any position.
    pub keeps: bool,
}

/// What people need beside a chess set, and how long they sit.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NeedsNote {
    /// The cards, by edition.
    pub cards: Vec<CardsNote>,
    /// Everything else, each in a few words.
    pub things: Vec<&'static str>,
    /// What has to lie on the shelf beside a chess set: `checkers`, `cards`.
    #[cfg_attr(feature = "schema", ts(type = "Array<'checkers' | 'cards'>"))]
    pub shelf: Vec<&'static str>,
    /// About how many minutes a game takes.
    pub minutes: u32,
}

/// The cards of some editions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CardsNote {
    /// Which editions, in words.
    pub editions: &'static str,
    /// Which cards.
    pub cards: &'static str,
    /// How many.
    pub count: &'static str,
}

/// How somebody tries a puzzle alone: its text is the arrangement of a table with one seat.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleNote {
    /// What is agreed at that table.
    pub options: BTreeMap<&'static str, &'static str>,
    /// What the seat does before the puzzle begins.
    pub prelude: Vec<&'static str>,
    /// The word that is not offered.
    pub withheld: &'static str,
    /// How many moves may be tried.
    pub most_moves: u32,
}

/// A printed version of the rules.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct EditionNote {
    /// Its id.
    pub edition: &'static str,
    /// What sets it apart.
    pub note: &'static str,
}

/// Something that may be agreed before a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OptionNote {
    /// Its name.
    pub option: &'static str,
    /// What people call it.
    pub title: String,
    /// What it decides.
    pub meaning: &'static str,
    /// The words that it may be, each with its meaning.
    pub words: Vec<WordNote>,
    /// The smallest and the largest number that it may be, if it may be a number.
    pub numbers: Option<[u32; 2]>,
    /// What it is unless something else is agreed.
    pub default: &'static str,
    /// Editions in which the default is another.
    pub defaults: BTreeMap<&'static str, &'static str>,
}

/// A value of an option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct WordNote {
    /// The value.
    pub word: &'static str,
    /// What people call it.
    pub title: String,
    /// What it means.
    pub meaning: &'static str,
}

/// A way to set a game up.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct WayNote {
    /// Its name.
    pub way: &'static str,
    /// What is done.
    pub meaning: &'static str,
    /// Whether a number may be given with it.
    pub takes_number: bool,
    /// The options that it stands for.
    pub options: BTreeMap<&'static str, &'static str>,
}

impl Opened {
    /// The table as it was laid.
    pub fn new(about: &'static About, terms: &Terms) -> Opened {
        let options = terms.choices().map(|(name, value)| (name, value.to_owned())).collect();
        let seats = about.seats[..terms.seats()].to_vec();
        Opened { game: about.id, edition: terms.edition(), options, seats, then: Vec::new() }
    }
}

impl GlimpseAnswer {
    /// What the viewer of a glimpse may know.
    pub fn new(about: &'static About, glimpse: &Glimpse, outcome: Option<&Outcome>) -> GlimpseAnswer {
        GlimpseAnswer {
            viewer: viewer_name(about, glimpse.viewer()),
            tabletop: glimpse.tabletop(),
            offers: glimpse.offers(),
            barred: glimpse.barred(),
            outcome: outcome.map(|outcome| OutcomeNote::new(about, outcome)),
        }
    }
}

impl GlimpseAnswer {
    /// Says everything in this voice.
    pub fn say_as(&mut self, voice: &dyn Voice) {
        self.tabletop = std::mem::take(&mut self.tabletop).said_as(voice);
        self.offers.iter_mut().for_each(|offer| offer.say_as(voice));
        self.barred.iter_mut().for_each(|barred| barred.say_as(voice));
        if let Some(outcome) = &mut self.outcome {
            outcome.words.say_as(voice);
        }
    }
}

impl RulingAnswer {
    /// A ruling in the words of the wire.
    pub fn new(about: &'static About, ruling: &Ruling, outcome: Option<&Outcome>) -> RulingAnswer {
        RulingAnswer {
            entry: ruling.entry.number,
            said: ruling.said.iter().map(|said| SaidNote::new(about, said)).collect(),
            outcome: outcome.map(|outcome| OutcomeNote::new(about, outcome)),
            then: Vec::new(),
        }
    }
}

impl BotRuling {
    /// A ruling on what a bot did, in the words of the wire.
    pub fn new(
        about: &'static About,
        seat: &'static str,
        ruling: &Ruling,
        outcome: Option<&Outcome>,
    ) -> BotRuling {
        let RulingAnswer { entry, said, outcome, .. } = RulingAnswer::new(about, ruling, outcome);
        BotRuling { seat, entry, said, outcome }
    }
}

impl SaidNote {
    /// Words in the words of the wire.
    pub fn new(about: &'static About, said: &Said) -> SaidNote {
        let to = match said.ears {
            Ears::All => "all",
            Ears::Seat(seat) => about.seat_name(seat),
        };
        SaidNote { to, words: said.sentence.clone() }
    }
}

impl OutcomeNote {
    /// An outcome in the words of the wire.
    pub fn new(about: &'static About, outcome: &Outcome) -> OutcomeNote {
        let team = |index: usize| about.teams.get(index).copied();
        let (verdict, winner, scores) = match &outcome.verdict {
            Verdict::Win(winner) => ("win", team(winner.index()), None),
            Verdict::Draw => ("draw", None, None),
            Verdict::Scores(scores) => {
                let named =
                    scores.iter().enumerate().filter_map(|(index, score)| Some((team(index)?, *score)));
                ("scores", None, Some(named.collect()))
            }
        };
        OutcomeNote { verdict, winner, scores, reason: outcome.reason.words, words: outcome.sentence(about) }
    }
}

impl GameNote {
    /// A line of the catalogue, for somebody who reads this language; English, if there is none.
    pub fn new(game: &dyn Listed, language: Option<&'static Language>) -> GameNote {
        let about = game.about();
        let said = |english: &'static str| said_in(language, english);
        let edition = |edition: &Edition| EditionNote { edition: edition.id, note: said(edition.note) };
        let way = |way: &Way| WayNote {
            way: way.name,
            meaning: said(way.meaning),
            takes_number: way.number.is_some(),
            options: way.choices.iter().copied().collect(),
        };
        let tool = |tool: &Tool| ToolNote {
            tool: tool.id,
            name: said(tool.name),
            blurb: said(tool.blurb),
            keeps: tool.bench.is_some(),
        };
        let called = |index: usize| about.roles.get(index).or(about.written.get(index));
        let roles = (0..about.seats.len()).map(|index| called(index).map_or("", |role| said(role)));
        GameNote {
            game: about.id,
            name: said(about.name),
            blurb: said(about.blurb),
            seats: about.seats.to_vec(),
            roles: roles.collect(),
            fewest_seats: about.fewest_seats,
            colors: about.seats.iter().copied().zip(about.colors.iter().copied().map(color_word)).collect(),
            teams: about.teams.to_vec(),
            open: about.open,
            shows_turns: about.shows_turns,
            deals_hands: crate::deals_hands(game),
            few_points: about.few_points,
            needs: NeedsNote::new(&about.needs, language),
            sheet: about.sheet.as_ref().map(|sheet| sheet.name),
            formats: about.formats.to_vec(),
            puzzle: about.puzzle.as_ref().map(PuzzleNote::new),
            editions: about.editions.iter().map(edition).collect(),
            options: about.choices.iter().map(|choice| OptionNote::new(choice, language)).collect(),
            ways: about.ways.iter().map(way).collect(),
            tools: about.tools.iter().map(tool).collect(),
        }
    }
}

impl NeedsNote {
    /// What a title page says of needs, in the words of the wire.
    pub fn new(needs: &Needs, language: Option<&'static Language>) -> NeedsNote {
        let said = |english: &'static str| said_in(language, english);
        let cards = |need: &CardNeed| CardsNote {
            editions: said(need.editions),
            cards: said(need.cards),
            count: said(need.count),
        };
        NeedsNote {
            cards: needs.cards.iter().map(cards).collect(),
            things: needs.things.iter().map(|thing| said(thing)).collect(),
            shelf: needs.shelf.iter().map(|thing| thing.word()).collect(),
            minutes: needs.minutes,
        }
    }
}

impl PuzzleNote {
    /// What a title page says of puzzles, in the words of the wire.
    pub fn new(puzzle: &Puzzle) -> PuzzleNote {
        PuzzleNote {
            options: puzzle.choices.iter().copied().collect(),
            prelude: puzzle.prelude.to_vec(),
            withheld: puzzle.withheld,
            most_moves: puzzle.most_moves,
        }
    }
}

/// The form in which languages have the names of options and of their values.
pub const OPTION: &str = "option";

impl OptionNote {
    /// A choice in the words of the wire.
    pub fn new(choice: &Choice, language: Option<&'static Language>) -> OptionNote {
        let said = |english: &'static str| said_in(language, english);
        let (numbers, words) = match choice.values {
            Values::Words(words) => (None, words),
            Values::Number(least, most, words) => (Some([least, most]), words),
        };
        // Names have a form of their own: the same words mean other things elsewhere.
        let title = |name: &str| {
            let spelled = Values::spelled(name);
            language
                .and_then(|language| language.form(OPTION, &spelled))
                .map_or(spelled.clone(), str::to_owned)
        };
        let word = |(word, meaning): &(&'static str, &'static str)| WordNote {
            word,
            title: title(word),
            meaning: said(meaning),
        };
        OptionNote {
            option: choice.name,
            title: title(choice.name),
            meaning: said(choice.meaning),
            words: words.iter().map(word).collect(),
            numbers,
            default: choice.default,
            defaults: choice.defaults.iter().copied().collect(),
        }
    }
}

/// A text of a title page in a language.
fn said_in(language: Option<&'static Language>, english: &'static str) -> &'static str {
    language.and_then(|language| language.text(english)).unwrap_or(english)
}

/// The name of a viewer.
pub fn viewer_name(about: &'static About, viewer: Viewer) -> &'static str {
    match viewer {
        Viewer::Seat(seat) => about.seat_name(seat),
        Viewer::Public => "public",
    }
}
