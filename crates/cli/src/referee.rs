//! The referee at a pipe: one JSON object a line, in and out.
//!
//! `docs/referee-protocol.md` says what may be asked and what is answered.
//! Whoever drives the referee is trusted like the box that the game came in: it may glimpse for
//! every seat and hears what is said to each.

mod json;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use kit_bots::{Bot, Level, Limit, NoAdvice, advise};
use kit_games::CATALOGUE;
use kit_play::text::{either, excerpt, shortened};
use kit_play::wire::{
    Act, AdviseRequest, Answer, BadRequest, BotRuling, Complaint, GameNote, GlimpseAnswer, Open, Opened,
    Replay, Request, RulingAnswer,
};
use kit_play::{BadTerms, Chance, Listed, Seat, Table, Viewer};
use serde_json::Value;

use self::json::Unique;
use crate::examples::examples;
use crate::play::Who;
use crate::terms;

/// The referee takes nothing but its standard input.
#[derive(clap::Args)]
#[command(after_help = examples(r#"Example:
  > {"open": {"game": "{game}", "seed": 7}}
  < {"opened": {"game": "{game}", "edition": "2025", "options": {…}, "seats": ["white", "black"]}}
  > {"glimpse": {"viewer": "white"}}
  < {"glimpse": {"viewer": "white", "tabletop": {…}, "offers": [{"action": "e2e4", …}, …], "outcome": null}}
  > {"act": {"seat": "white", "action": "e2e4"}}
  < {"ruling": {"entry": 1, "said": [{"to": "all", "text": "White plays e4."}], "outcome": null}}

One line in, one line out. Bots play seats: {"open": {…, "players": {"black": "bot:club"}}}.
Also {"advise": {"seat": "white"}}, {"scoresheet": {}}, {"replay": {"scoresheet": "…"}} and {"games": {}}.
docs/referee-protocol.md has all of it."#))]
pub struct RefereeArgs {}

/// The longest line that is read, without its end.
const LONGEST_LINE: usize = 1 << 20;

/// How many nodes advice may look at, at most, because nobody can interrupt it at a pipe.
const MOST_NODES: u64 = 1_000_000;

/// Answers every line of standard input.
pub fn run(_args: &RefereeArgs) -> anyhow::Result<ExitCode> {
    // A panic becomes an answer; nothing else is printed.
    panic::set_hook(Box::new(|_| {}));
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut pipe = Pipe::new(CATALOGUE);
    while let Some(line) = next_line(&mut input)? {
        let Some(answer) = pipe.answer_line(&line) else { continue };
        let mut text = serde_json::to_string(&answer)?;
        text.push('\n');
        output.write_all(text.as_bytes())?;
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A line as it came in.
enum InputLine {
    /// Without its end.
    Whole(Vec<u8>),
    /// Longer than anybody may write; it was skipped.
    TooLong,
}

/// The next line, or none at the end; never holds more of it than may be read.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(InputLine::TooLong));
    }
    Ok(Some(InputLine::Whole(line)))
}

/// Where one table at a time is played.
struct Pipe {
    catalogue: &'static [&'static dyn Listed],
    on_table: OnTable,
}

/// What has been laid.
enum OnTable {
    Empty,
    Laid(Box<Laid>),
    /// A game broke its own rules, and nothing of its table can be trusted.
    Frozen,
}

struct Laid {
    table: Table,
    chance: Chance,
    /// The bots, by their seats.
    bots: Vec<(Seat, Bot)>,
}

type Answered = Result<Answer, Complaint>;

impl Pipe {
    fn new(catalogue: &'static [&'static dyn Listed]) -> Pipe {
        Pipe { catalogue, on_table: OnTable::Empty }
    }

    /// The answer to a line; none to an empty one.
    fn answer_line(&mut self, line: &InputLine) -> Option<Answer> {
        let answered = match line {
            InputLine::Whole(bytes) if bytes.trim_ascii().is_empty() => return None,
            InputLine::Whole(bytes) => read_request(bytes).and_then(|request| self.answer(&request)),
            InputLine::TooLong => Err(complaint(
                "line-too-long",
                format!("a line has at most {LONGEST_LINE} bytes, this one was skipped"),
            )),
        };
        Some(answered.unwrap_or_else(Answer::Error))
    }

    /// The answer to a request, even if a game panics.
    fn answer(&mut self, request: &Request) -> Answered {
        // A new table is laid only when it is complete, and one that was at work in
        // a panic is frozen, so nothing half done is ever seen.
        let answered = panic::catch_unwind(AssertUnwindSafe(|| match request {
            Request::Open(open) => self.open(open),
            Request::Replay(replay) => self.replay(replay),
            Request::Games(_) => Ok(self.games()),
            Request::Glimpse(asked) => self.laid()?.glimpse(&asked.viewer),
            Request::Act(act) => self.laid()?.act(act),
            Request::Advise(asked) => self.laid()?.advise(asked),
            Request::Scoresheet(_) => Ok(Answer::Scoresheet(self.laid()?.table.scoresheet().to_string())),
        }));
        answered.unwrap_or_else(|_| {
            let frozen = match request {
                Request::Open(_) | Request::Replay(_) | Request::Games(_) => false,
                Request::Glimpse(_) | Request::Act(_) | Request::Advise(_) | Request::Scoresheet(_) => true,
            };
            let mut text = "the game failed, which is a mistake in its program".to_owned();
            if frozen {
                self.on_table = OnTable::Frozen;
                text.push_str("; its table is frozen until the next open or replay");
            }
            Err(complaint("internal", text))
        })
    }

    fn open(&mut self, open: &Open) -> Answered {
        terms::listed(self.catalogue, &open.terms.game)
            .map_err(|unknown| complaint("unknown-game", unknown.to_string()))?;
        let mut chance = terms::chance(open.seed);
        let agreed = open.terms.agree(self.catalogue, open.seats);
        let table =
            agreed.and_then(|(game, terms)| Ok(Table::open(game, &terms, &mut chance)?)).map_err(|bad| {
                let code = match bad {
                    BadRequest::Game(_) => "unknown-game",
                    BadRequest::Terms(BadTerms::Arrangement(_)) => "bad-arrangement",
                    BadRequest::Terms(_) => "bad-terms",
                };
                complaint(code, bad.to_string())
            })?;
        let bots = bots(&table, open, &mut chance)?;
        Ok(self.lay(table, chance, bots))
    }

    fn replay(&mut self, replay: &Replay) -> Answered {
        let table = Table::read(self.catalogue, &replay.scoresheet)
            .map_err(|bad| complaint("bad-scoresheet", bad.to_string()))?;
        Ok(self.lay(table, terms::chance(replay.seed), Vec::new()))
    }

    fn lay(&mut self, table: Table, chance: Chance, bots: Vec<(Seat, Bot)>) -> Answer {
        let mut laid = Laid { table, chance, bots };
        let mut opened = Opened::new(laid.table.about(), laid.table.terms());
        opened.then = laid.let_bots_act();
        self.on_table = OnTable::Laid(Box::new(laid));
        Answer::Opened(opened)
    }

    fn games(&self) -> Answer {
        Answer::Games(self.catalogue.iter().map(|game| GameNote::new(*game, None)).collect())
    }

    fn laid(&mut self) -> Result<&mut Laid, Complaint> {
        match &mut self.on_table {
            OnTable::Laid(laid) => Ok(laid),
            OnTable::Empty => Err(complaint("no-table", "no table is laid yet, so open one first")),
            OnTable::Frozen => {
                Err(complaint("frozen", "the game failed before, so open or replay another table first"))
            }
        }
    }
}

impl Laid {
    fn glimpse(&self, viewer: &str) -> Answered {
        let found = self.table.viewer_named(viewer);
        let found = found.map_err(|unknown| complaint("unknown-viewer", unknown.to_string()))?;
        let outcome = self.table.outcome();
        let answer = GlimpseAnswer::new(self.table.about(), &self.table.glimpse(found), outcome.as_ref());
        Ok(Answer::Glimpse(Box::new(answer)))
    }

    fn act(&mut self, act: &Act) -> Answered {
        let seat = self.table.seat_named(&act.seat);
        let seat = seat.map_err(|unknown| complaint("unknown-seat", unknown.to_string()))?;
        if self.bots.iter().any(|(other, _)| *other == seat) {
            let name = self.table.about().seat_name(seat);
            return Err(complaint("bots-seat", format!("a bot plays {name}, so nobody else acts there")));
        }
        match self.table.act(seat, &act.action, &mut self.chance) {
            Ok(ruling) => {
                let outcome = self.table.outcome();
                let mut answer = RulingAnswer::new(self.table.about(), &ruling, outcome.as_ref());
                answer.then = self.let_bots_act();
                Ok(Answer::Ruling(answer))
            }
            Err(refusal) => Ok(Answer::Refusal(complaint("not-offered", refusal.to_string()))),
        }
    }
}

impl Laid {
    fn advise(&mut self, asked: &AdviseRequest) -> Answered {
        let seat = self.table.seat_named(&asked.seat);
        let seat = seat.map_err(|unknown| complaint("unknown-seat", unknown.to_string()))?;
        if let Some(nodes) = asked.nodes.filter(|nodes| *nodes > MOST_NODES) {
            return Err(complaint("bad-request", format!("`nodes` is {MOST_NODES} at most, not {nodes}")));
        }
        let limit = Limit { nodes: asked.nodes.or(Some(kit_bots::advice::USUAL_NODES)), ..Limit::by_level() };
        let glimpse = self.table.glimpse(Viewer::Seat(seat));
        let advice = advise(&glimpse, &limit, &mut Chance::seeded(asked.seed.unwrap_or(0)));
        let advice = advice.map_err(|none| {
            let code = if none == NoAdvice::NoNodes { "bad-request" } else { "no-advice" };
            complaint(code, none.to_string())
        })?;
        Ok(Answer::Advice(Box::new(advice)))
    }

    /// Lets bots act until somebody else has to, and tells what they did.
    fn let_bots_act(&mut self) -> Vec<BotRuling> {
        let mut rulings = Vec::new();
        while let Some((seat, action)) = self.next_of_bots() {
            let Ok(ruling) = self.table.act(seat, &action, &mut self.chance) else { break };
            let (about, outcome) = (self.table.about(), self.table.outcome());
            rulings.push(BotRuling::new(about, about.seat_name(seat), &ruling, outcome.as_ref()));
        }
        rulings
    }

    /// What a bot does that has something to decide, if one has.
    fn next_of_bots(&mut self) -> Option<(Seat, String)> {
        let acting = self.table.acting();
        let (seat, bot) = self.bots.iter_mut().find(|(seat, _)| acting.contains(seat))?;
        let thought = bot.choose(&self.table.glimpse(Viewer::Seat(*seat)), &Limit::by_level())?;
        Some((*seat, thought.action))
    }
}

/// The bots that are to play at a table.
fn bots(table: &Table, open: &Open, chance: &mut Chance) -> Result<Vec<(Seat, Bot)>, Complaint> {
    let mut bots = Vec::new();
    for (name, player) in open.players.iter().flatten() {
        let seat = table.seat_named(name);
        let seat = seat.map_err(|unknown| complaint("unknown-seat", unknown.to_string()))?;
        match player.parse::<Who>() {
            Ok(Who::Bot(level)) => bots.push((seat, Bot::new(level, Chance::seeded(chance.seed())))),
            Ok(Who::Me(_)) => {}
            Err(_) => {
                let levels: Vec<String> = Level::ALL.iter().map(|level| format!("bot:{level}")).collect();
                let (found, known) = (excerpt(player), either(&levels));
                return Err(complaint("bad-player", format!("not a player: `{found}` (try me, {known})")));
            }
        }
    }
    chance.take_rolls();
    Ok(bots)
}

/// Reads a line, and tells what is not JSON from what is JSON of another shape.
fn read_request(line: &[u8]) -> Result<Request, Complaint> {
    let Unique(value) = serde_json::from_slice(line)
        .map_err(|error| complaint("bad-json", format!("not one JSON object: {error}")))?;
    let bad_request = |text: String| complaint("bad-request", text);
    let kinds = either(&Request::KINDS);
    let (kind, asked) = match &value {
        Value::Object(fields) if fields.len() == 1 => fields.iter().next().expect("there is one key"),
        Value::Object(fields) => {
            return Err(bad_request(format!("a request has one key, {kinds}, not {}", fields.len())));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            return Err(bad_request(format!("a request is an object with one key, {kinds}")));
        }
    };
    if !Request::KINDS.contains(&kind.as_str()) {
        return Err(bad_request(format!("unknown request: `{}` (try {kinds})", excerpt(kind))));
    }
    if !asked.is_object() {
        return Err(bad_request(format!("`{kind}`: what is asked for is an object, such as {{}}")));
    }
    serde_path_to_error::deserialize(value)
        .map_err(|error| bad_request(format!("`{}`: {}", excerpt(&error.path().to_string()), error.inner())))
}

fn complaint(code: &'static str, text: impl Into<String>) -> Complaint {
    Complaint { code, text: shortened(text.into()) }
}

#[cfg(test)]
#[path = "../../play/tests/faulty/mod.rs"]
mod faulty;

#[cfg(test)]
mod tests {
    use super::faulty::Faulty;
    use super::*;

    static FAULTY_LATER: &[&dyn Listed] = &[&Faulty { at_once: false, sound: || CATALOGUE[0] }];
    static FAULTY_AT_ONCE: &[&dyn Listed] = &[&Faulty { at_once: true, sound: || CATALOGUE[0] }];

    /// Asks a pipe, and says what kind of answer came, or which error.
    fn check(pipe: &mut Pipe, line: &str, expected: &str) {
        let answer = pipe.answer_line(&InputLine::Whole(line.as_bytes().to_vec())).expect("an answer");
        let found = match &answer {
            Answer::Error(complaint) => complaint.code,
            Answer::Opened(_) => "opened",
            Answer::Glimpse(_) => "glimpse",
            Answer::Ruling(_) => "ruling",
            Answer::Refusal(_) => "refusal",
            Answer::Advice(_) => "advice",
            Answer::Scoresheet(_) => "scoresheet",
            Answer::Games(_) => "games",
        };
        assert_eq!(found, expected, "{line}");
    }

    fn open_line() -> String {
        format!(r#"{{"open": {{"game": "{}"}}}}"#, CATALOGUE[0].about().id)
    }

    #[test]
    fn a_panic_freezes_the_table_until_the_next_one() {
        let mut pipe = Pipe::new(FAULTY_LATER);
        check(&mut pipe, &open_line(), "opened");
        check(&mut pipe, r#"{"glimpse": {"viewer": "public"}}"#, "glimpse");
        let act = format!(r#"{{"act": {{"seat": "{}", "action": "x"}}}}"#, CATALOGUE[0].about().seats[0]);
        check(&mut pipe, &act, "internal");
        check(&mut pipe, &act, "frozen");
        check(&mut pipe, r#"{"glimpse": {"viewer": "public"}}"#, "frozen");
        check(&mut pipe, r#"{"scoresheet": {}}"#, "frozen");
        check(&mut pipe, r#"{"games": {}}"#, "games");
        check(&mut pipe, &open_line(), "opened");
        check(&mut pipe, r#"{"scoresheet": {}}"#, "scoresheet");
    }

    #[test]
    fn a_panic_at_the_deal_leaves_the_desk_as_it_was() {
        let mut pipe = Pipe::new(FAULTY_LATER);
        check(&mut pipe, &open_line(), "opened");
        pipe.catalogue = FAULTY_AT_ONCE;
        check(&mut pipe, &open_line(), "internal");
        check(&mut pipe, r#"{"scoresheet": {}}"#, "scoresheet");
    }

    #[test]
    fn every_kind_of_request_is_understood() {
        for kind in Request::KINDS {
            let text = match read_request(format!(r#"{{"{kind}": {{}}}}"#).as_bytes()) {
                Ok(_) => continue,
                Err(complaint) => complaint.text,
            };
            assert!(text.contains("missing field"), "{text}");
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let mut input = vec![b'x'; LONGEST_LINE];
        input.extend(b"\n");
        input.extend(vec![b'y'; 3 * LONGEST_LINE]);
        input.extend(b"\nlast");
        let mut input = input.as_slice();
        let mut next = || next_line(&mut input).expect("memory can be read");
        assert!(matches!(next(), Some(InputLine::Whole(line)) if line.len() == LONGEST_LINE));
        assert!(matches!(next(), Some(InputLine::TooLong)));
        assert!(matches!(next(), Some(InputLine::Whole(line)) if line == b"last"));
        assert!(next().is_none());
    }
}
