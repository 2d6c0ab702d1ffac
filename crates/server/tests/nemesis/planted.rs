//! Faults that are planted in the history of a small table, to see that the checker finds them.

use std::time::Duration;

use kit_games::CATALOGUE;
use kit_play::{Chance, Viewer};
use kit_server::store::StoredRecord;
use kit_sitting::sitting::Done;
use kit_sitting::wire::{self, ActCommand, ChannelName, SayCommand};
use kit_sitting::{Digest, Secrets, Seen, Sitting, TableId};
use libtest_mimic::Failed;
use serde_json::json;

use crate::checker::{Attempt, Wrong, check, explain, view_of};
use crate::history::{Command, Event, Fate, Frame, History, Moment, Opening, Recorder, Struck, Witness};
use crate::schedule::{Fault, Kind};
use crate::summary::too_slow;
use crate::view::{body_of, house};
use crate::world::lacking;

/// Attempts are written as in `a! b? c-`: done, unclear, refused, each asked for and answered
/// before the next; `a( b! a)` is one that is asked for at `(` and done at `)`.
pub fn commands_are_matched() -> Result<(), Failed> {
    for (attempts, written, wrong) in [
        ("a! b! c!", "a b c", None),
        ("", "", None),
        ("a! b! c!", "a c", Some(Wrong::Lost)),
        ("a! b! c!", "a b b c", Some(Wrong::Doubled)),
        ("a! b! c!", "b a c", Some(Wrong::Reordered)),
        ("a! b! c!", "a b c d", Some(Wrong::Unasked)),
        ("", "a", Some(Wrong::Unasked)),
        ("a! b- c!", "a c", None),
        ("a! b- c!", "a b c", Some(Wrong::Denied)),
        // What was never answered may be written or not, and late.
        ("a! b? c!", "a c", None),
        ("a! b? c!", "a b c", None),
        ("a! b? c!", "a c b", None),
        ("a! b? c!", "b a c", Some(Wrong::Reordered)),
        ("a! b? b!", "a b", None),
        ("a! b? b!", "a b b", None),
        ("a! b? b!", "a b b b", Some(Wrong::Doubled)),
        ("b? a! b! c!", "a b c", None),
        ("b? a! b! c!", "b a b c", None),
        ("b? a! b! c!", "b a c", Some(Wrong::Lost)),
        ("a! b? c! b! d!", "a c b d b", None),
        ("a! b! c! b! d!", "a c b d b", Some(Wrong::Reordered)),
        // What is asked for at the same time may be written in any order.
        ("a( b! a)", "a b", None),
        ("a( b! a)", "b a", None),
        ("a( b! a) c!", "b c a", Some(Wrong::Reordered)),
        ("a( b( a) c! b)", "c a b", Some(Wrong::Reordered)),
        ("a( b( a) c! b)", "a c b", None),
    ] {
        let (places, findings) = explain(&read_attempts(attempts), &read_written(written));
        let kinds: Vec<Wrong> = findings.iter().map(|finding| finding.kind).collect();
        if kinds.first().copied() != wrong {
            return Err(format!("`{attempts}` and `{written}`: {kinds:?} {places:?}, not {wrong:?}").into());
        }
    }
    Ok(())
}

/// A run needs every kind of fault and enough that was acknowledged.
pub fn too_little_is_found() -> Result<(), Failed> {
    let kinds = [Kind::Killed, Kind::DiskFull];
    let struck = |fault| Struck { fault, from: Duration::ZERO, to: Duration::ZERO };
    let all = [struck(Fault::Kill(0)), struck(Fault::FillDisk), struck(Fault::Kill(1))];
    for (faults, acknowledged, expected) in [
        (&all[..], 100, None),
        (&all[..1], 100, Some("the run proves too little: no disk full")),
        (&all[1..], 99, Some("the run proves too little: 99 commands acknowledged, not 100")),
        (
            &[],
            0,
            Some(
                "the run proves too little: no node killed, no disk full, \
                 0 commands acknowledged, not 100",
            ),
        ),
    ] {
        let found = lacking(&kinds, faults, acknowledged, 100);
        if found.as_deref() != expected {
            return Err(format!("{found:?}, not {expected:?}").into());
        }
    }
    Ok(())
}

/// Something fails from second 10 to second 20, and before and after that people are answered.
pub fn slow_recoveries_are_found() -> Result<(), Failed> {
    let second = Duration::from_secs;
    for (answered, ended, is_found) in [
        (vec![5, 49], 50, false),
        (vec![5, 50], 51, true),
        (vec![5, 25, 54], 60, false),
        (vec![5, 25, 56], 60, true),
        (vec![5, 25], 60, true),
        // A fault may last as long as it likes.
        (vec![9, 21], 22, false),
    ] {
        let done = |at: &u64| (Moment { order: *at, at: second(*at) }, Event::Done);
        let table = TableId::new(&mut Chance::seeded(1));
        let events = answered.iter().map(done).collect();
        let history = History {
            witnesses: vec![Witness { table, seat: "white".to_owned(), events }],
            faults: vec![Struck { fault: Fault::Kill(0), from: second(10), to: second(20) }],
            ended: second(ended),
            ..History::default()
        };
        if too_slow(&history).is_some() != is_found {
            return Err(format!("answered at {answered:?}: {:?}", too_slow(&history)).into());
        }
    }
    Ok(())
}

fn read_attempts(text: &str) -> Vec<Attempt<String>> {
    let mut attempts: Vec<Attempt<String>> = Vec::new();
    for (word, time) in text.split_whitespace().zip((0..).step_by(2)) {
        let (key, mark) = word.split_at(word.len() - 1);
        let fate = match mark {
            "!" => Fate::Done(time + 1),
            "-" => Fate::Refused,
            ")" => {
                let open = attempts.iter_mut().rev().find(|attempt| attempt.key == key);
                open.expect("it was asked for").fate = Fate::Done(time);
                continue;
            }
            _ => Fate::Unclear,
        };
        attempts.push(Attempt { key: key.to_owned(), asked: time, fate });
    }
    attempts
}

fn read_written(text: &str) -> Vec<(usize, String)> {
    text.split_whitespace().map(str::to_owned).enumerate().collect()
}

/// The history of a table at which everything went well is fine, and each fault in it is found.
pub fn faults_in_histories_are_found() -> Result<(), Failed> {
    let good = Evening::new()?.played()?;
    expect("nothing", &good, None)?;
    for (name, harmless) in HARMLESS {
        let mut history = good.clone();
        harmless(&mut history);
        expect(name, &history, None)?;
    }
    for (name, wrong, plant) in FAULTS {
        let mut history = good.clone();
        plant(&mut history);
        expect(name, &history, Some(wrong))?;
    }
    Ok(())
}

fn expect(name: &str, history: &History, wrong: Option<Wrong>) -> Result<(), Failed> {
    let findings = check(history);
    let is_so = match wrong {
        Some(wrong) => findings.iter().any(|finding| finding.kind == wrong),
        None => findings.is_empty(),
    };
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    if is_so { Ok(()) } else { Err(format!("{name}: found {told:#?}, not {wrong:?}").into()) }
}

type Plant = fn(&mut History);

/// What may happen without any fault.
const HARMLESS: [(&str, Plant); 3] = [
    ("an answer that did not come", |history| replace_last(history, &Event::Done, Event::Unclear)),
    ("a word that was not heard, and not written", |history| {
        replace_last(history, &Event::Done, Event::Unclear);
        forget_last(history);
    }),
    ("a frame that was shown again", |history| {
        let events = &mut history.witnesses[0].events;
        let shown = events.iter().rposition(|(_, event)| matches!(event, Event::Shown(_))).expect("a frame");
        events.insert(shown, events[shown].clone());
    }),
];

/// What must be found.
const FAULTS: [(&str, Wrong, Plant); 17] = [
    ("an acknowledged record is gone", Wrong::Lost, forget_last),
    ("something is acknowledged that was never written", Wrong::Lost, |history| {
        let moment = history.witnesses[0].events.last().expect("events").0;
        let said = Event::Asked(Command::Say("nobody hears this".to_owned()));
        history.witnesses[0].events.extend([(moment, said), (moment, Event::Done)]);
    }),
    ("a table is gone", Wrong::Lost, |history| history.records.clear()),
    ("a table is there twice", Wrong::Doubled, |history| {
        let records = history.records.values().next().expect("a table").clone();
        history.records.insert(TableId::new(&mut Chance::seeded(99)), records);
    }),
    ("a record is there twice", Wrong::Doubled, |history| {
        let (word, records) = (words(history)[0], records(history));
        records.insert(word, records[word].clone());
        number(records);
    }),
    ("two words are exchanged", Wrong::Reordered, |history| {
        let words = words(history);
        exchange(history, words[0], words[1]);
    }),
    ("two actions are exchanged", Wrong::Lost, |history| {
        let actions = actions(history);
        exchange(history, actions[0], actions[1]);
    }),
    ("a record that nobody asked for", Wrong::Unasked, |history| {
        let (word, records) = (words(history)[0], records(history));
        records[word].body = records[word].body.replace(" says ", " shouts ");
    }),
    ("a record that was refused", Wrong::Denied, |history| {
        replace_last(history, &Event::Done, Event::Refused);
    }),
    ("a number is missing", Wrong::Unreadable, |history| drop(records(history).remove(5))),
    ("a record that is no record", Wrong::Unreadable, |history| records(history)[5].body.push('?')),
    ("the number of a frame goes back", Wrong::WentBack, |history| {
        exchange_frames(history, |one, other| std::mem::swap(&mut one.number, &mut other.number));
    }),
    ("the number of a prompt goes back", Wrong::WentBack, |history| {
        exchange_frames(history, |one, other| std::mem::swap(&mut one.prompt, &mut other.prompt));
    }),
    ("a frame shows something else", Wrong::Untrue, |history| {
        exchange_frames(history, |one, other| std::mem::swap(&mut one.body, &mut other.body));
    }),
    ("an answer before the frame", Wrong::Late, |history| {
        let events = &mut history.witnesses[0].events;
        let done = events.iter().position(|(_, event)| *event == Event::Done).expect("an answer");
        events.swap(done, done - 1);
    }),
    ("somebody does not see what is so", Wrong::Unsettled, |history| drop(history.witnesses[0].events.pop())),
    ("a game ended by time", Wrong::Mistimed, |history| {
        let word = *words(history).last().expect("a word");
        let body = &mut records(history)[word].body;
        let line = body.find("* said").expect("a word");
        body.replace_range(line.., "! team 0 is out of time\n");
    }),
];

fn records(history: &mut History) -> &mut Vec<StoredRecord> {
    history.records.values_mut().next().expect("a table")
}

/// The places of records with words or with actions in them.
fn words(history: &mut History) -> Vec<usize> {
    places(history, |body| body.contains("* said"))
}

fn actions(history: &mut History) -> Vec<usize> {
    places(history, |body| body.contains("\n1 ") || body.contains("\n2 "))
}

fn places(history: &mut History, which: fn(&str) -> bool) -> Vec<usize> {
    let records = records(history).iter().enumerate();
    records.filter(|(_, record)| which(&record.body)).map(|(place, _)| place).collect()
}

fn exchange(history: &mut History, one: usize, other: usize) {
    let records = records(history);
    records.swap(one, other);
    number(records);
}

fn number(records: &mut [StoredRecord]) {
    records.iter_mut().zip(1..).for_each(|(record, number)| record.number = number);
}

fn forget_last(history: &mut History) {
    let last = *words(history).last().expect("a word");
    records(history).truncate(last);
    // Nobody has seen it either.
    for witness in &mut history.witnesses {
        let shown = witness.events.iter().rposition(|(_, event)| matches!(event, Event::Shown(_)));
        witness.events.remove(shown.expect("a frame"));
    }
    let (table, stored) = history.records.iter().next().expect("a table");
    let mut sitting = Sitting::fold(&house(), table.clone(), stored).expect("it could be played before");
    for witness in &mut history.witnesses {
        let viewer = sitting.seat_named(&witness.seat).map_or(Viewer::Public, Viewer::Seat);
        let settled = Event::Settled(view_of(&mut sitting, viewer).expect("a view").digest());
        witness.events.last_mut().expect("events").1 = settled;
    }
}

/// Replaces the answer to the last thing that anybody asked for.
fn replace_last(history: &mut History, what: &Event, by: Event) {
    let events = history.witnesses.iter_mut().flat_map(|witness| &mut witness.events);
    let last = events.filter(|(_, event)| event == what).max_by_key(|(moment, _)| moment.order);
    last.expect("there is one").1 = by;
}

/// Exchanges something between two frames of one witness that differ in it.
fn exchange_frames(history: &mut History, exchange: fn(&mut Frame, &mut Frame)) {
    let mut frames: Vec<&mut Frame> = history.witnesses[0]
        .events
        .iter_mut()
        .filter_map(|(_, event)| match event {
            Event::Shown(frame) => Some(frame),
            _ => None,
        })
        .collect();
    let count = frames.len();
    let [first, .., last] = frames.as_mut_slice() else { panic!("only {count} frames") };
    exchange(first, last);
}

/// A table that is played without a server, and the history of it.
struct Evening {
    sitting: Sitting,
    secrets: Secrets,
    history: History,
    recorder: Recorder,
    chance: Chance,
    seen: Vec<Seen>,
}

/// The moment at which it is played.
const TIME: i64 = 1_800_000_000_000;

impl Evening {
    /// A game for two at which one may talk.
    fn new() -> Result<Evening, Failed> {
        let (mut chance, recorder) = (Chance::seeded(7), Recorder::new());
        let listed = CATALOGUE.iter().find(|listed| listed.about().open && listed.about().fewest_seats == 2);
        let about = listed.ok_or("there is an open game for two")?.about();
        let seats = [json!({"sitter": "me"}), json!({"sitter": "me"})];
        let request = json!({"game": about.id, "seats": seats, "name": "Opener 0-0"});
        let request: wire::OpenTable = serde_json::from_value(request)?;
        let (sitting, opened) = Sitting::open(&house(), &request, TIME, &mut chance)?;
        let (table, first) = (sitting.id().clone(), sitting.stored(&sitting.first_record(TIME)));
        let mut sitting = Sitting::fold(&house(), table.clone(), std::slice::from_ref(&first))?;
        let mut history = History { time: (TIME, TIME), ..History::default() };
        let fate = Fate::Done(recorder.now().order);
        history.openings.push(Opening { name: "Opener 0-0".to_owned(), fate, table: Some(table.clone()) });
        history.records.insert(table.clone(), vec![first]);
        for seat in about.seats[..2].iter().chain(&["public"]) {
            history.witnesses.push(Witness {
                table: table.clone(),
                seat: (*seat).to_owned(),
                events: Vec::new(),
            });
        }
        let token = opened.seat.ok_or("the opener has both seats")?.reveal();
        let before = sitting.before();
        let start = sitting.start(TIME, &mut chance)?;
        let secrets = Secrets(vec![Digest::of(&token)]);
        let seen = vec![Seen::default(); 3];
        let mut evening = Evening { sitting, secrets, history, recorder, chance, seen };
        evening.write(start, &before)?;
        evening.show_all()?;
        Ok(evening)
    }

    /// Plays a little and gives the history away; the last thing is a word.
    fn played(mut self) -> Result<History, Failed> {
        for turn in 0..12 {
            self.act()?;
            self.say(turn % 2, turn)?;
        }
        for (index, viewer) in Viewer::all(2).enumerate() {
            let digest = view_of(&mut self.sitting, viewer)?.digest();
            self.note(index, Event::Settled(digest));
        }
        Ok(self.history)
    }

    fn act(&mut self) -> Result<(), Failed> {
        let views =
            Viewer::all(2).map(|viewer| view_of(&mut self.sitting, viewer)).collect::<Result<Vec<_>, _>>()?;
        let (index, view) =
            views.iter().enumerate().find(|(_, view)| !view.offers.is_empty()).ok_or("somebody acts")?;
        let (action, prompt) = (self.chance.pick(&view.offers).clone(), view.prompt);
        let command = wire::Command::Act(ActCommand { action: action.clone(), prompt });
        self.ask(index, Command::Act { action, prompt }, &command)
    }

    fn say(&mut self, index: usize, turn: usize) -> Result<(), Failed> {
        let text = format!("{} says {turn}", self.history.witnesses[index].seat);
        let command = wire::Command::Say(SayCommand { channel: ChannelName::All, text: text.clone() });
        self.ask(index, Command::Say(text), &command)
    }

    fn ask(&mut self, index: usize, asked: Command, command: &wire::Command) -> Result<(), Failed> {
        self.note(index, Event::Asked(asked));
        let (before, seat) = (self.sitting.before(), self.history.witnesses[index].seat.clone());
        let done = self.sitting.command(&seat, &self.secrets, command, TIME.into(), &mut self.chance)?;
        self.write(done, &before)?;
        self.show_all()?;
        self.note(index, Event::Done);
        Ok(())
    }

    fn write(&mut self, done: Done, before: &kit_sitting::sitting::ShownBefore) -> Result<(), Failed> {
        let record = self.sitting.record(done.deeds, before, TIME)?;
        records(&mut self.history).push(self.sitting.stored(&record));
        self.sitting.committed(record);
        Ok(())
    }

    fn show_all(&mut self) -> Result<(), Failed> {
        for (index, viewer) in Viewer::all(2).enumerate() {
            if let Some(frame) = self.sitting.frame(viewer, &mut self.seen[index], TIME)? {
                let body = body_of(&frame.body);
                self.note(index, Event::Shown(Frame { number: frame.number, prompt: frame.prompt, body }));
            }
        }
        Ok(())
    }

    fn note(&mut self, index: usize, event: Event) {
        let moment: Moment = self.recorder.now();
        self.history.witnesses[index].events.push((moment, event));
    }
}
