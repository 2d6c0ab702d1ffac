//! Logs of evenings of every format there ever was still open, and say what they said.
//!
//! `formats/N/` holds what the version that wrote format N kept: `log.jsonl` has a record in each line
//! and everything in it that can be written down, and `expected.json` is what was shown of it.
//! A log is never recorded again: whoever writes something else raises the format.
//! Where only what is shown changes, `UPDATE=1` writes the expectations anew, and the log of a format of
//! which there is none yet.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kit_club::Deed;
use kit_club::deed::{self, FORMAT, PairedTable, Teller};
use kit_club::evening::{Evening, Speaker};
use kit_club::wire::{ClubCommand, ClubEnter, EveningNote, OpenEvening, Spread, System};
use kit_games::CATALOGUE;
use kit_play::Chance;
use kit_sitting::record::StoredRecord;
use kit_sitting::secrets::new_code;
use kit_sitting::{CodeKey, House, Secrets, TableId};
use serde_json::{Value, json};

/// When the evening began, in milliseconds since 1970.
const BEGAN: i64 = 1_800_000_000_000;
const MINUTE: i64 = 60_000;

fn file(format: u32, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(format.to_string()).join(name)
}

fn read(format: u32, name: &str) -> String {
    fs::read_to_string(file(format, name)).unwrap_or_else(|error| panic!("format {format}, {name}: {error}"))
}

/// The name of the evening, and its records.
fn kept(format: u32) -> (TableId, Vec<StoredRecord>) {
    let text = read(format, "log.jsonl");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (first, records) = lines.split_first().expect("a name and records");
    let record = |(number, record): (u32, &Value)| StoredRecord {
        number,
        at: record["at"].as_i64().expect("a time"),
        body: record["body"].as_str().expect("a text").to_owned(),
    };
    let id = first["evening"].as_str().expect("a name").parse().expect("a name");
    (id, (1..).zip(records).map(record).collect())
}

#[test]
fn logs_of_every_format_open_and_show_what_they_showed() {
    for format in 1..=FORMAT {
        let (id, log) = kept(format);
        let evening = Evening::fold(id, &log).expect("the log opens");
        let note = EveningNote::new(&evening, &Secrets::default(), BEGAN + 200 * MINUTE);
        let shown = serde_json::to_string_pretty(&note).expect("JSON") + "\n";
        if std::env::var_os("UPDATE").is_some() {
            fs::write(file(format, "expected.json"), &shown).expect("the file can be written");
        }
        assert_eq!(shown, read(format, "expected.json"), "format {format}");
        // The code lasts from when it was made, which no line says but the record's moment does.
        let last = |body: &str| log.iter().rfind(|record| record.body.contains(body)).expect("a record").at;
        let (made, day) = (last("{\"code\":"), 24 * 60 * MINUTE);
        let codes = |now| evening.codes(&house(1), now).len();
        assert_eq!((codes(made + day - 1), codes(made + day)), (1, 0));
    }
}

/// What is written today is what the log of today's format has, word by word.
#[test]
fn what_is_written_has_not_changed() {
    let (id, log) = played();
    let mut lines = vec![json!({"evening": id.as_str()}).to_string()];
    lines.extend(log.iter().map(|record| json!({"at": record.at, "body": record.body}).to_string()));
    let found = lines.join("\n") + "\n";
    let kept = file(FORMAT, "log.jsonl");
    if std::env::var_os("UPDATE").is_some() && !kept.exists() {
        fs::create_dir_all(kept.parent().expect("a folder")).expect("the folder can be made");
        fs::write(&kept, &found).expect("the file can be written");
    }
    assert_eq!(found, read(FORMAT, "log.jsonl"), "another text needs another number of the format");

    // Everything that can be written down is there.
    let deeds = log.iter().flat_map(|record| deed::read(&record.body, record.number == 1).expect("deeds"));
    let kinds: BTreeSet<&str> = deeds.map(|deed| kind(&deed)).collect();
    let all = [
        "opened",
        "came",
        "renamed",
        "claimed",
        "freed",
        "left",
        "back",
        "paired",
        "unpaired",
        "result",
        "running",
        "stopped",
        "replanned",
        "code",
        "closed",
    ];
    assert_eq!(kinds, BTreeSet::from(all));
}

/// A new kind of deed has to be named here, and then the log has to have it.
fn kind(deed: &Deed) -> &'static str {
    match deed {
        Deed::Opened(_) => "opened",
        Deed::Came { .. } => "came",
        Deed::Renamed { .. } => "renamed",
        Deed::Claimed { .. } => "claimed",
        Deed::Freed { .. } => "freed",
        Deed::Left { .. } => "left",
        Deed::Back { .. } => "back",
        Deed::Paired { .. } => "paired",
        Deed::Unpaired => "unpaired",
        Deed::Result { .. } => "result",
        Deed::Running { .. } => "running",
        Deed::Stopped { .. } => "stopped",
        Deed::Replanned { .. } => "replanned",
        Deed::Code { .. } => "code",
        Deed::Closed(_) => "closed",
    }
}

fn house(days: u64) -> House {
    let codes = CodeKey::new(&mut Chance::seeded(1));
    let invitations_last = Some(std::time::Duration::from_secs(days * 24 * 60 * 60));
    House { catalogue: CATALOGUE, codes, invitations_last }
}

/// An evening at which everything happens that can be written down.
fn played() -> (TableId, Vec<StoredRecord>) {
    let mut chance = Chance::seeded(7);
    let house = house(14);
    let request = OpenEvening {
        title: Some("Friday".to_owned()),
        names: ["Ada", "Ben", "Cleo", "Dan", "Eva"].map(str::to_owned).into(),
        system: System::Swiss,
        rounds: 3,
        minutes: 20,
        games: ["chess960", "crowded-house"].map(str::to_owned).into(),
        spread: Spread::Tables,
        phones: true,
    };
    let opened = Evening::open(&request, CATALOGUE, &house.codes, &mut chance).expect("an evening");
    let id = opened.evening.id().clone();
    let mut log = vec![opened.evening.record(&opened.deeds, BEGAN)];
    let mut evening = Evening::fold(id.clone(), &log).expect("it can be read");
    let mut write = |evening: &mut Evening, deeds: &[Deed]| {
        let record = evening.record(deeds, BEGAN + MINUTE * i64::from(evening.head()));
        evening.catch_up(std::slice::from_ref(&record)).expect("it can be read");
        log.push(record);
    };
    for person in [None, Some(1)] {
        let name = person.is_none().then(|| "Finn".to_owned());
        let enter = ClubEnter { code: Some(opened.code.clone()), person, name, ..ClubEnter::default() };
        let (_, _, deeds) = evening.enter(&enter, &house, BEGAN, &mut chance).expect("they come in");
        write(&mut evening, &deeds);
    }
    let command = |evening: &Evening, command: ClubCommand, chance: &mut Chance| -> Vec<Deed> {
        let code = house.codes.digest(&new_code(chance));
        evening.command(&command, Speaker::Host, BEGAN, || code).expect("the host may")
    };
    let result = |table, halves| ClubCommand::Result { round: 1, table, halves };
    let mut pairings = 0;
    for step in [
        Some(ClubCommand::Rename { person: 5, name: "Eve".to_owned() }),
        Some(ClubCommand::Free { person: 1 }),
        Some(ClubCommand::Leave { person: 2 }),
        None,
        Some(ClubCommand::Unpair),
        None,
        Some(ClubCommand::Return { person: 2 }),
        Some(ClubCommand::Clock { go: true, seconds: None }),
        Some(ClubCommand::Clock { go: false, seconds: Some(90) }),
        Some(result(1, Some([1, 1]))),
        Some(result(1, None)),
        Some(result(1, Some([2, 0]))),
        Some(ClubCommand::Plan { rounds: 4, minutes: 25 }),
        Some(ClubCommand::Code),
        Some(ClubCommand::Close { closed: true }),
        Some(ClubCommand::Close { closed: false }),
    ] {
        let deeds = match step {
            Some(step) => command(&evening, step, &mut chance),
            None => {
                pairings += 1;
                let (mut tables, bye) = evening.next_round().expect("a round");
                let named = |table: &mut PairedTable| {
                    table.table = Some(TableId::new(&mut chance).to_string());
                };
                // The first round, which is taken back, is played with wood.
                if pairings == 2 {
                    tables.iter_mut().for_each(named);
                }
                vec![Deed::Paired { tables, bye }]
            }
        };
        write(&mut evening, &deeds);
    }
    for by in [Teller::Player, Teller::Game] {
        let tables = evening.rounds().last().map_or(0, |round| round.tables.len()) as u32;
        let deed = evening.told(1, tables, Some([0, 2]), by).expect("a result");
        write(&mut evening, &[deed]);
    }
    (id, log)
}
