//! Logs of every format there ever was still open, and say what they said.
//!
//! `formats/N/` holds what the version that wrote format N kept: `tables.jsonl` is a backup with
//! tables in every status (`names.txt` says which is which), `tables.expected.txt` what each
//! viewer is shown of them today, and `sheets/` are scoresheets.
//! `formats/N-…/` holds the same, recorded later: what is seldom written down, or a whole game of every
//! edition, taken from `playthroughs/`.
//! What was stored never changes; where the words of a game or a field of a frame change,
//! `UPDATE=1` writes the expectations anew, and a commit shows what changed for old tables.
//! A table that no longer holds is `outdated` then, and what was kept of it must still be there.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kit_games::CATALOGUE;
use kit_play::log::Log;
use kit_play::{Chance, Reading, Scoresheet, Seat, Viewer};
use kit_sitting::record::StoredRecord;
use kit_sitting::wire::{Command, Enter, Status};
use kit_sitting::{Arrival, CodeKey, Digest, Error, House, Secrets, Seen, Sitting, TableId};
use serde_json::{Value, json};

/// When tables are looked at.
const NOW: i64 = 1_800_010_000_000;

/// Every folder of logs there is, those of format 1 first.
fn kept() -> Vec<String> {
    let folders = fs::read_dir(directory("")).expect("the formats").flatten();
    let mut names: Vec<String> =
        folders.map(|folder| folder.file_name().into_string().expect("text")).collect();
    names.sort();
    for format in 1..=kit_play::log::FORMAT {
        assert!(names.contains(&format.to_string()), "no logs of format {format}");
    }
    names
}

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(name)
}

/// Compares with what is stored, or stores it.
fn compare(path: &Path, found: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, found).expect("the file can be written");
    }
    let expected = fs::read_to_string(path).expect("expectations");
    let differs = expected.lines().zip(found.lines()).find(|(one, other)| one != other);
    assert_eq!(differs, None, "{}", path.display());
    assert_eq!(expected.lines().count(), found.lines().count(), "{}", path.display());
}

/// The tables of a backup, with what they are examples of.
fn tables(format: &str) -> Vec<(String, TableId, Vec<StoredRecord>)> {
    let read = |name: &str| fs::read_to_string(directory(format).join(name)).expect("a file");
    let lines: Vec<Value> =
        read("tables.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let table = |line: &str| {
        let (id, name) = line.split_once(' ').expect("a table and its name");
        let kept = lines.iter().find(|kept| kept["table"] == id).expect("a table of the backup");
        (name.to_owned(), id.parse().expect("a name"), records(kept))
    };
    read("names.txt").lines().map(table).collect()
}

fn records(kept: &Value) -> Vec<StoredRecord> {
    let record = |(number, record): (u32, &Value)| StoredRecord {
        number,
        at: record["at"].as_i64().expect("a time"),
        body: record["body"].as_str().expect("a text").to_owned(),
    };
    (1..).zip(kept["records"].as_array().expect("records")).map(record).collect()
}

/// A house whose invitations are good for an hour.
fn house() -> Arc<House> {
    let invitations_last = Some(Duration::from_secs(3_600));
    Arc::new(House {
        catalogue: CATALOGUE,
        codes: CodeKey::from_bytes([7; CodeKey::BYTES]),
        invitations_last,
    })
}

fn fold(id: &TableId, records: &[StoredRecord]) -> Sitting {
    Sitting::fold(&house(), id.clone(), records).expect("a log that can be read")
}

/// What all viewers are shown, without tabletops, which are the games' business.
fn described(sitting: &mut Sitting, name: &str) -> String {
    let mut text = format!("# {name}\n");
    for viewer in Viewer::all(sitting.agreed().chairs.len()) {
        let frame = sitting.whole_frame(viewer, None, NOW).expect("a frame");
        let frame = serde_json::to_value(frame).expect("JSON");
        describe(&frame, viewer, &mut text).expect("text");
    }
    text.push('\n');
    text
}

fn describe(frame: &Value, viewer: Viewer, text: &mut String) -> std::fmt::Result {
    const KEYS: [&str; 10] = [
        "game",
        "edition",
        "options",
        "status",
        "public",
        "spectators",
        "clock",
        "draw_offers",
        "undo",
        "rematch",
    ];
    let (note, glimpse) = (&frame["body"]["table"], &frame["body"]["glimpse"]);
    if viewer == Viewer::Seat(Seat(0)) {
        for key in KEYS {
            writeln!(text, "{key}: {}", note[key])?;
        }
        for seat in note["seats"].as_array().into_iter().flatten() {
            writeln!(text, "seat: {seat}")?;
        }
        writeln!(text, "clocks: {} {}", frame["clocks"], frame["timer"])?;
        writeln!(text, "outcome: {}", glimpse["outcome"]["text"])?;
    }
    let acts = glimpse["offers"].as_array().is_some_and(|offers| !offers.is_empty());
    let (number, prompt) = (&frame["number"], &frame["prompt"]);
    let (may, channels) = (&note["may"], &note["channels"]);
    writeln!(text, "{viewer:?}: frame {number}, prompt {prompt}, acts: {acts}, may {may} in {channels}")?;
    for line in frame["lines"].as_array().into_iter().flatten() {
        writeln!(text, "  {} {}", line["frame"], line["text"].as_str().unwrap_or_default())?;
    }
    for line in frame["chat"].as_array().into_iter().flatten() {
        writeln!(text, "  says {line}")?;
    }
    Ok(())
}

#[test]
fn tables_of_every_format_open() {
    for format in &kept() {
        let found: String =
            tables(format).iter().map(|(name, id, kept)| described(&mut fold(id, kept), name)).collect();
        compare(&directory(format).join("tables.expected.txt"), &found);
    }
}

/// Every kind of line that can be written stands in some log that is kept.
#[test]
fn every_kind_of_line_is_kept() {
    let mut text = String::new();
    for name in kept().iter().filter(|name| *name != "1") {
        tables(name).iter().flat_map(|(.., kept)| kept).for_each(|stored| text.push_str(&stored.body));
        for sheet in fs::read_dir(directory(name).join("sheets")).expect("sheets").flatten() {
            text.push_str(&fs::read_to_string(sheet.path()).expect("a text"));
        }
    }
    for start in [
        "@ ",
        "0 setup",
        "1 ",
        "= all: ",
        "~ ",
        "- ",
        "! draw agreed",
        "! called off",
        "> draw: ",
        "> win ",
        "* host ",
        "* spectators ",
        "* clock player ",
        "* clock move ",
        "* clock days ",
        "* lobby",
        "* shuffle",
        "* chair ",
        "* invitation ",
        "* room ",
        "* seated ",
        "* swapped ",
        "* started ",
        "* said ",
        "* draw-offered ",
        "* draw-declined",
        "* undo-asked ",
        "* undo-granted ",
        "* undo-refused",
        "* left ",
        "* returned ",
        "* replaced ",
        "* lag ",
        "* hints yes",
        "* hints no",
        "* knowledge yes",
        "* knowledge no",
        "* hinted white where",
        "* hinted white what",
        "* real-board each 15",
        "* real-board one 12 by-hand",
        "* told white",
        "* rematch ",
        "* closed",
        "* frozen",
    ] {
        assert!(text.lines().any(|line| line.starts_with(start)), "no line `{start}` is kept");
    }
    let goes_on = |stored: &StoredRecord| stored.number == 1 && stored.body.contains("\n0 setup");
    let newest = tables(&kit_play::log::FORMAT.to_string());
    assert!(newest.iter().flat_map(|(.., kept)| kept).any(goes_on), "no game goes on from a moment");
    for end in ["resigns", "leaves", "is out of time"] {
        let is_kept = |line: &str| line.starts_with("! team ") && line.ends_with(end);
        assert!(text.lines().any(is_kept), "no line `! team … {end}` is kept");
    }
}

/// One line for a sheet: how far it holds, and how it ended.
fn summary(sheet: &Scoresheet) -> String {
    let reading = Reading::of(CATALOGUE, sheet).expect("a game of the catalogue");
    let ending = reading.ending().map_or("not over".to_owned(), |ending| ending.sentence);
    let entries = reading.scoresheet().entries.len();
    match reading.problem() {
        None => format!("{entries} entries, {ending}"),
        Some(problem) => format!("{entries} entries, {ending}, but {problem}"),
    }
}

#[test]
fn scoresheets_of_every_format_open() {
    for format in &kept() {
        let directory = directory(format);
        let mut paths: Vec<PathBuf> = fs::read_dir(directory.join("sheets"))
            .expect("sheets")
            .map(|entry| entry.expect("a file").path())
            .collect();
        paths.sort();
        let mut found = String::new();
        for path in &paths {
            let text = fs::read_to_string(path).expect("a text");
            let sheet: Scoresheet = text.parse().unwrap_or_else(|bad| panic!("{}: {bad}", path.display()));
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            writeln!(found, "{name}: {}", summary(&sheet)).expect("text");
            let again: Scoresheet = sheet.to_string().parse().expect("what was written can be read");
            assert_eq!(again, sheet, "{name}");
        }
        compare(&directory.join("sheets.expected.txt"), &found);
    }
}

/// Everything that is kept of a table, in today's format and in one piece.
fn written_anew(id: &TableId, kept: &[StoredRecord]) -> String {
    let mut sitting = fold(id, &kept[..1]);
    let about = sitting.about();
    let mut text = String::new();
    let (_, opened) = kit_sitting::Record::read_first(CATALOGUE, &kept[0]).expect("a record");
    opened.iter().for_each(|record| text.push_str(&record.write(about)));
    for stored in &kept[1..] {
        let entries = sitting.entries();
        let records = kit_sitting::Record::read(kit_sitting::record::Preceding { about, entries }, stored);
        records.expect("a record").iter().for_each(|record| text.push_str(&record.write(about)));
        sitting.catch_up(std::slice::from_ref(stored)).expect("a record");
    }
    text
}

#[test]
fn a_whole_table_written_out_is_a_log_that_the_same_reader_reads() {
    for format in &kept() {
        for (name, id, kept) in tables(format) {
            let text = written_anew(&id, &kept);
            let whole = [StoredRecord { number: 1, at: 0, body: text.clone() }];
            let (mut one, mut other) = (fold(&id, &kept), fold(&id, &whole));
            assert_eq!(described(&mut one, &name), described(&mut other, &name));
            assert_eq!((one.head() as usize, other.head()), (kept.len(), 1), "{name}");
            let log = Log::read(&text).expect("a log");
            match Scoresheet::try_from(log) {
                // What it goes on from stands there before it does.
                Ok(sheet) if one.status() == Status::Waiting => {
                    assert_eq!(Some(sheet.entries.len()), one.agreed().goes_on_after(), "{name}");
                }
                Ok(sheet) => assert_eq!(sheet.entries.len(), one.entries(), "{name}"),
                Err(_) => assert!(matches!(one.status(), Status::Waiting | Status::Closed), "{name}"),
            }
        }
    }
}

/// A table at which people can ask for things, and the log of it.
struct Evening {
    sitting: Sitting,
    log: Vec<StoredRecord>,
    host: Secrets,
    seats: Vec<(String, Secrets)>,
    chance: Chance,
}

impl Evening {
    fn start(game: &str, seats: usize) -> Evening {
        let mut chance = Chance::seeded(3);
        let invited: Vec<Value> = (0..seats).map(|_| json!({"sitter": "invited"})).collect();
        let request = serde_json::from_value(json!({"game": game, "seats": invited})).expect("a request");
        let (sitting, opened) = Sitting::open(&house(), &request, 0, &mut chance).expect("a table");
        let first = sitting.first_record(0);
        let log = vec![sitting.stored(&first)];
        let sitting = fold(sitting.id(), &log);
        let host = Secrets(vec![opened.host.digest()]);
        let mut evening = Evening { sitting, log, host: host.clone(), seats: Vec::new(), chance };
        for invitation in opened.note.invitations {
            let enter: Enter =
                serde_json::from_value(json!({"invitation": invitation.code})).expect("a request");
            let before = evening.sitting.before();
            let (seat, token, done) = evening.sitting.enter(&enter, 1, &mut evening.chance).expect("a seat");
            evening.keep(done.deeds, &before, 2);
            let name = evening.sitting.about().seat_name(seat).to_owned();
            evening.seats.push((name, Secrets(vec![Digest::of(&token.reveal())])));
        }
        evening.ask("host", &host, &json!({"start": {}})).expect("everybody is there");
        evening
    }

    fn keep(&mut self, deeds: Vec<kit_sitting::Deed>, before: &kit_sitting::sitting::ShownBefore, at: i64) {
        let record = self.sitting.record(deeds, before, at).expect("a record");
        self.log.push(self.sitting.stored(&record));
        self.sitting.committed(record);
    }

    fn ask(&mut self, who: &str, secrets: &Secrets, command: &Value) -> Result<(), Error> {
        self.ask_at(who, secrets, command, 2.into())
    }

    fn ask_at(
        &mut self,
        who: &str,
        secrets: &Secrets,
        command: &Value,
        arrival: Arrival,
    ) -> Result<(), Error> {
        let command: Command = serde_json::from_value(command.clone()).expect("a command");
        let before = self.sitting.before();
        let done = self.sitting.command(who, secrets, &command, arrival, &mut self.chance)?;
        self.keep(done.deeds, &before, arrival.at);
        Ok(())
    }

    fn seat_asks(&mut self, seat: usize, command: &Value) -> Result<(), Error> {
        let (name, secrets) = self.seats[seat].clone();
        self.ask(&name, &secrets, command)
    }

    fn frame(&mut self, viewer: Viewer) -> Value {
        let frame = self.sitting.frame(viewer, &mut Seen::default(), 3).expect("a frame");
        serde_json::to_value(frame.expect("something is shown")).expect("JSON")
    }

    /// Lets whoever must act do the first thing on offer, so many times.
    fn play(&mut self, actions: usize) {
        for _ in 0..actions {
            let acting = (0..self.seats.len()).find(|seat| self.sitting.must_act(Seat(*seat as u8)));
            let Some(seat) = acting else { return };
            let frame = self.frame(Viewer::Seat(Seat(seat as u8)));
            let action = &frame["body"]["glimpse"]["offers"][0]["action"];
            self.seat_asks(seat, &json!({"act": {"action": action, "prompt": frame["prompt"]}}))
                .expect("it is on offer");
        }
    }

    /// The same table after the rules have changed: something else was said then.
    fn with_other_words(mut self, from: &str, to: &str) -> Evening {
        let last = self.log.iter_mut().rev().find(|stored| stored.body.contains(from)).expect("words");
        last.body = last.body.replace(from, to);
        self.sitting = fold(self.sitting.id(), &self.log);
        self
    }

    fn again(&self) -> Sitting {
        fold(self.sitting.id(), &self.log)
    }
}

#[test]
fn a_table_goes_on_in_todays_format() {
    let (name, id, kept) =
        tables("1").into_iter().find(|(name, ..)| name == "chess960 after some actions").expect("a table");
    let mut sitting = fold(&id, &kept);
    let before = sitting.before();
    let offers = sitting.table().expect("a game").glimpse(Viewer::Seat(Seat(0))).actions();
    let done = sitting.act(Seat(0), &offers[0], NOW, &mut Chance::seeded(1)).expect("on offer");
    let record = sitting.record(done.deeds, &before, NOW).expect("a record");
    let stored = sitting.stored(&record);
    assert!(stored.body.starts_with("@ "), "{}", stored.body);
    sitting.committed(record);
    let mut longer = kept.clone();
    longer.push(stored);
    assert_eq!(described(&mut fold(&id, &longer), &name), described(&mut sitting, &name));
}

#[test]
fn a_log_that_no_longer_holds_opens_as_far_as_it_does_and_is_read_beyond() {
    let mut evening = Evening::start("masquerade-chess", 2);
    evening.play(6);
    let whole = evening.frame(Viewer::Seat(Seat(0)));
    let words = whole["lines"].as_array().expect("lines")[3]["text"].as_str().expect("words").to_owned();
    let mut evening = evening.with_other_words(&words, "In those days one said it otherwise.");
    assert_eq!(evening.sitting.status(), Status::Outdated);
    let frame = evening.frame(Viewer::Seat(Seat(0)));
    let heard = frame["lines"].as_array().expect("lines");
    assert_eq!(heard.len(), whole["lines"].as_array().expect("lines").len(), "every line can be read");
    assert_eq!(heard[3]["text"], "In those days one said it otherwise.");
    assert_eq!(frame["body"]["table"]["status"], "outdated");
    assert_eq!(frame["body"]["glimpse"]["offers"], json!([]), "the last board that holds is only looked at");
    let prompt = |frame: &Value| frame["body"]["glimpse"]["tabletop"]["prompt"]["text"].clone();
    assert_eq!(prompt(&frame), "The rules have changed since this game began, so it stands still.");
    assert_eq!(frame["body"]["table"]["may"], json!(["call-off"]));
    let refused = evening.seat_asks(0, &json!({"resign": {}}));
    assert!(matches!(refused, Err(Error::Outdated)), "{refused:?}");
    assert!(matches!(evening.sitting.scoresheet(), Err(Error::NotOver)), "secrets are kept");
    evening.seat_asks(1, &json!({"call-off": {}})).expect("nobody loses by that");
    for sitting in [&evening.sitting, &evening.again()] {
        assert_eq!(sitting.status(), Status::Over);
        let sheet = sitting.scoresheet().expect("everything is open now").to_string();
        assert!(
            sheet.contains("! called off\n> draw: The game was called off, and nobody has lost\n"),
            "{sheet}"
        );
        assert!(sheet.contains("In those days one said it otherwise."), "{sheet}");
        assert_eq!(sheet.parse::<Scoresheet>().expect("a sheet").entries.len(), 6);
    }
    let frame = evening.frame(Viewer::Public);
    assert_eq!(frame["body"]["table"]["ended"], "The game was called off, and nobody has lost");
    assert_eq!(prompt(&frame), "The game was called off, and nobody has lost.");
}

/// Each viewer reads only what was for its ears, also where nothing can be played.
#[test]
fn what_is_only_read_is_read_by_those_for_whom_it_was() {
    let mut evening = Evening::start("masquerade-chess", 2);
    evening.play(4);
    let seats = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public];
    // What is only read is text, and does not know what it speaks of.
    let texts = |frame: Value| {
        let lines = frame["lines"].as_array().expect("lines").iter();
        lines.map(|line| (line["frame"].clone(), line["text"].clone())).collect::<Vec<_>>()
    };
    let before = seats.map(|viewer| texts(evening.frame(viewer)));
    // Not even the deal holds: the edition is gone.
    evening.log[0].body = evening.log[0].body.replace("edition: 2025", "edition: 1925");
    evening.sitting = evening.again();
    assert_eq!(evening.sitting.status(), Status::Outdated);
    let after = seats.map(|viewer| texts(evening.frame(viewer)));
    assert_eq!(before, after);
    assert_ne!(after[0], after[1], "each side has heard something of its own");
}

/// A house that has no games any more.
fn empty_house() -> Arc<House> {
    Arc::new(House { catalogue: &[], ..house().as_ref().clone() })
}

/// Whatever the format, each viewer reads what was for its ears, and nothing that was over goes on.
#[test]
fn tables_of_games_that_are_gone_are_read_by_those_who_may() {
    let lines = |sitting: &mut Sitting, viewer| {
        let frame = sitting.whole_frame(viewer, None, NOW).expect("a frame");
        let frame = serde_json::to_value(frame).expect("JSON");
        let lines = frame["lines"].as_array().expect("lines").iter();
        lines.map(|line| line["frame"].clone()).collect::<Vec<_>>()
    };
    for format in &kept() {
        for (name, id, kept) in tables(format) {
            let mut known = fold(&id, &kept);
            let mut gone = Sitting::fold(&empty_house(), id, &kept).expect("it can still be read");
            let status = match known.status() {
                Status::Playing => Status::Outdated,
                // Format 1 wrote down no end by the rules, and no words.
                Status::Over if format == "1" => gone.status(),
                status => status,
            };
            assert_eq!(gone.status(), status, "format {format}, {name}");
            if status == Status::Over {
                let sheet = |sitting: &Sitting| {
                    let entries = sitting.scoresheet().expect("open to all").entries.clone();
                    entries.into_iter().map(|entry| entry.action).collect::<Vec<_>>()
                };
                assert_eq!(sheet(&gone), sheet(&known), "format {format}, {name}");
            }
            // What was written in format 1 has no words, and only what came later is read.
            let began_in_format_1 = kept[0].body.starts_with('{');
            for viewer in Viewer::all(known.agreed().chairs.len()) {
                let (read, played) = (lines(&mut gone, viewer), lines(&mut known, viewer));
                let later = if began_in_format_1 { played.len() - read.len() } else { 0 };
                assert_eq!(read, played[later..], "format {format}, {name}, {viewer:?}");
            }
        }
    }
}

#[test]
fn a_table_of_a_game_that_is_gone_can_be_called_off_and_not_begun() {
    let mut evening = Evening::start("masquerade-chess", 2);
    evening.play(4);
    let seats = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public];
    let texts = |frame: Value| {
        let lines = frame["lines"].as_array().expect("lines").iter();
        lines.map(|line| line["text"].clone()).collect::<Vec<_>>()
    };
    let before = seats.map(|viewer| texts(evening.frame(viewer)));
    let id = evening.sitting.id().clone();
    evening.sitting = Sitting::fold(&empty_house(), id.clone(), &evening.log).expect("it can be read");
    let after = seats.map(|viewer| texts(evening.frame(viewer)));
    assert_eq!(before, after);
    assert_ne!(after[0], after[1], "each side has heard something of its own");
    let refused = evening.seat_asks(0, &json!({"resign": {}}));
    assert!(matches!(refused, Err(Error::Outdated)), "{refused:?}");
    assert!(matches!(evening.sitting.scoresheet(), Err(Error::NotOver)), "secrets are kept");
    evening.seat_asks(1, &json!({"call-off": {}})).expect("nobody loses by that");
    let sheet = evening.sitting.scoresheet().expect("everything is open now").to_string();
    assert!(sheet.contains("game: masquerade-chess\n") && sheet.contains("! called off\n"), "{sheet}");
    assert_eq!(sheet.parse::<Scoresheet>().expect("a sheet").entries.len(), 4);
    let (name, secrets) = evening.seats[0].clone();
    let again = evening.sitting.ask_rematch(&name, &secrets, 3, &mut evening.chance).map(|_| ());
    assert!(matches!(&again, Err(Error::UnknownGame(game)) if game == "masquerade-chess"), "{again:?}");
    // Where the game comes back, nothing is lost.
    assert_eq!(evening.again().status(), Status::Over);
    evening.sitting = Sitting::fold(&empty_house(), id, &evening.log[..3]).expect("it can be read");
    assert_eq!(evening.sitting.status(), Status::Waiting);
    let host = evening.host.clone();
    let refused = evening.ask("host", &host, &json!({"start": {}}));
    assert!(matches!(refused, Err(Error::UnknownGame(_))), "{refused:?}");
}

#[test]
fn a_finished_game_of_older_rules_is_over_and_open() {
    let mut evening = Evening::start("chess960", 2);
    evening.play(3);
    evening.seat_asks(0, &json!({"resign": {}})).expect("White may resign");
    let evening = evening.with_other_words("= all: White plays", "= all: White moves");
    assert_eq!(evening.sitting.status(), Status::Over);
    let sheet = evening.sitting.scoresheet().expect("the game is over").to_string();
    assert!(sheet.contains("\n! team 0 resigns\n"), "{sheet}");
    assert!(sheet.ends_with("\n> win 1: Black wins by resignation\n"), "{sheet}");
    let reading = Reading::of(CATALOGUE, &sheet.parse().expect("a sheet")).expect("a game");
    assert!(reading.problem().is_some() && reading.table().is_some());
}

#[test]
fn an_older_revision_opens_as_long_as_it_says_the_same() {
    let mut evening = Evening::start("synchronous-chess", 2);
    evening.play(5);
    evening.log[0].body = evening.log[0].body.replace("revision: ", "revision: 9");
    let mut again = evening.again();
    assert_eq!(again.status(), Status::Playing);
    assert_eq!(described(&mut again, ""), described(&mut evening.sitting, ""));
}

#[test]
fn a_frozen_table_can_be_called_off() {
    let mut evening = Evening::start("tar-pit-chess", 2);
    evening.play(2);
    let before = evening.sitting.before();
    let done = evening.sitting.freeze();
    evening.keep(done.deeds, &before, 2);
    assert_eq!(evening.frame(Viewer::Seat(Seat(0)))["body"]["table"]["may"], json!(["call-off"]));
    evening.seat_asks(0, &json!({"call-off": {}})).expect("nobody loses by that");
    let mut again = evening.again();
    assert_eq!(again.status(), Status::Over);
    assert_eq!(described(&mut again, ""), described(&mut evening.sitting, ""));
}

/// What a version after 0.2.0 writes into logs of the same format: delays of the network, and
/// codes under a key.
#[test]
fn delays_and_keyed_codes_stand_in_the_log() {
    let mut chance = Chance::seeded(4);
    let request = json!({
        "game": "chess960",
        "seats": [{"sitter": "me"}, {"sitter": "invited"}],
        "clock": {"clock": "player", "seconds": 60, "increment": 0}
    });
    let request = serde_json::from_value(request).expect("a request");
    let (sitting, opened) = Sitting::open(&house(), &request, 0, &mut chance).expect("a table");
    let code = &opened.note.invitations[0].code;
    let log = vec![sitting.stored(&sitting.first_record(0))];
    assert!(log[0].body.contains(&format!(" {}\n", house().codes.digest(code).as_str())), "{}", log[0].body);
    assert!(!log[0].body.contains(Digest::of_code(code).as_str()), "{}", log[0].body);
    let white = Secrets(vec![opened.seat.expect("a seat").digest()]);
    let seats = vec![("white".to_owned(), white)];
    let host = Secrets(vec![opened.host.digest()]);
    let mut evening = Evening { sitting: fold(sitting.id(), &log), log, host: host.clone(), seats, chance };
    let enter: Enter = serde_json::from_value(json!({"invitation": code})).expect("a request");
    let before = evening.sitting.before();
    let (.., done) = evening.sitting.enter(&enter, 2, &mut evening.chance).expect("a seat");
    evening.keep(done.deeds, &before, 2);
    evening.ask("host", &host, &json!({"start": {}})).expect("an order");
    let frame = evening.frame(Viewer::Seat(Seat(0)));
    let action = &frame["body"]["glimpse"]["offers"][0]["action"];
    let act = json!({"act": {"action": action, "prompt": frame["prompt"]}});
    let arrival = Arrival { at: 1_302, lag: Duration::from_millis(300) };
    evening.ask_at("white", &evening.seats[0].1.clone(), &act, arrival).expect("it is on offer");
    let last = &evening.log.last().expect("a record").body;
    assert!(last.contains("\n* lag white 300\n1 white "), "{last}");
    let whole: Vec<Value> = [&mut evening.again(), &mut evening.sitting]
        .map(|sitting| {
            serde_json::to_value(sitting.whole_frame(Viewer::Public, None, 1_302).expect("a frame"))
        })
        .map(|frame| frame.expect("JSON"))
        .to_vec();
    assert_eq!(whole[0]["clocks"][0]["milliseconds"], 59_000);
    assert_eq!(whole[0], whole[1]);
}

/// Codes that were kept without a key lead to their seats until they are too old.
#[test]
fn codes_of_older_versions_are_good_until_they_are_too_old() {
    let mut chance = Chance::seeded(5);
    let request = json!({"game": "chess960", "seats": [{"sitter": "invited"}, {"sitter": "invited"}]});
    let request = serde_json::from_value(request).expect("a request");
    let (sitting, opened) = Sitting::open(&house(), &request, 0, &mut chance).expect("a table");
    let mut first = sitting.stored(&sitting.first_record(0));
    let room = opened.note.room.expect("somebody is invited").code;
    for code in opened.note.invitations.iter().map(|invitation| &invitation.code).chain([&room]) {
        let [keyed, plain] = house().codes.digests(code);
        first.body = first.body.replace(keyed.as_str(), plain.as_str());
    }
    assert!(!first.body.contains("keyed-"), "{}", first.body);
    let mut sitting = fold(sitting.id(), &[first]);
    for (invitation, at, is_good) in [(0, 3_599_999, true), (1, 3_600_000, false)] {
        let code = &opened.note.invitations[invitation].code;
        let enter: Enter = serde_json::from_value(json!({"invitation": code})).expect("a request");
        assert_eq!(sitting.enter(&enter, at, &mut chance).is_ok(), is_good, "at {at}");
    }
}

#[test]
fn a_log_of_which_a_record_is_missing_cannot_be_read() {
    let mut evening = Evening::start("chess960", 2);
    evening.play(3);
    for missing in 1..evening.log.len() - 1 {
        let mut log = evening.log.clone();
        log.remove(missing);
        let folded = Sitting::fold(&house(), evening.sitting.id().clone(), &log);
        assert!(matches!(folded.err(), Some(Error::Unreadable { .. })), "without record {}", missing + 1);
    }
}

/// No word of the wire stands in a log.
#[test]
fn a_log_has_its_own_words() {
    let mut evening = Evening::start("telepathic-chess", 4);
    evening.play(3);
    evening.seat_asks(0, &json!({"leave": {}})).expect("one may leave");
    let log: String = evening.log.iter().map(|stored| stored.body.as_str()).collect();
    assert!(log.starts_with("chess-kit scoresheet 6\ngame: telepathic-chess\n"), "{log}");
    // Templates and their fillings have a form of their own.
    let words: String = log.lines().filter(|line| !line.starts_with("+ ")).collect();
    assert!(!words.contains('{') && !words.contains('"'), "{log}");
    assert!(log.ends_with("* left W1\n"), "{log}");
}

/// The store counts records, whatever the number of moments in one.
#[test]
fn records_after_one_with_several_moments_are_read() {
    for (name, id, kept) in tables(&kit_play::log::FORMAT.to_string()) {
        let (first, rest) = kept.split_at(kept.len() / 2 + 1);
        let first = StoredRecord { number: 1, at: 0, body: written_anew(&id, first) };
        let rest = (2..).zip(rest).map(|(number, stored)| StoredRecord { number, ..stored.clone() });
        let joined: Vec<StoredRecord> = [first].into_iter().chain(rest).collect();
        let (mut one, mut other) = (fold(&id, &kept), fold(&id, &joined));
        assert_eq!(described(&mut one, &name), described(&mut other, &name));
        assert_eq!(other.head() as usize, joined.len(), "{name}");
    }
}
