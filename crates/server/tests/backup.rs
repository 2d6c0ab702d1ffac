//! Backups: from any store into any other, and what is wrong with those that are spoiled.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use kit_club::evening::Speaker;
use kit_games::CATALOGUE;
use kit_server::backup::{
    BackupError, Exported, Imported, export, export_to_directory, import, import_from_directory,
};
use kit_server::bus::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::keyfile::CodeKeyFile;
use kit_server::store::sqlite::SqliteStore;
use kit_server::store::{self, IndexEntry, Store, StoredRecord, WholeTable};
use kit_server::throwaway::Throwaway;
use kit_server::turns::Asker;
use kit_sitting::wire::Status;
use kit_sitting::{Digest, Secrets, TableId, Token};
use serde_json::json;

const TABLES: u64 = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_goes_from_sqlite_to_postgres_and_back() {
    let sqlite = filled().await;
    let server = Throwaway::postgres().unwrap_or_else(|problem| panic!("{problem}"));
    let postgres = store::open(server.address()).await.expect("an empty database");
    let first = exported(&*sqlite).await;
    let imported = import(&*postgres, first.as_bytes()).await.expect("an import");
    assert_eq!(imported, Imported { written: TABLES, already: 0 });
    let second = exported(&*postgres).await;
    assert_eq!(second, first, "the same lines in the same order");
    let again = empty().await;
    import(&*again, second.as_bytes()).await.expect("an import");
    assert_eq!(exported(&*again).await, first);
}

#[tokio::test]
async fn what_is_there_stays() {
    let store = filled().await;
    let lines = exported(&*store).await;
    let imported = import(&*store, lines.as_bytes()).await.expect("an import");
    assert_eq!(imported, Imported { written: 0, already: TABLES });
    let table = store.tables(None, 1).await.expect("tables").remove(0);
    let other = lines.replace("body 1 of", "another body 1 of");
    let problem = import(&*store, other.as_bytes()).await.expect_err("other records");
    assert_eq!(
        problem.to_string(),
        format!(
            "line 2: table {table} is in the store with other records, and stays as it is; 0 tables of earlier lines are in the store"
        )
    );
    assert_eq!(exported(&*store).await, lines);
}

#[tokio::test]
async fn a_directory_has_the_finished_tables_as_scoresheets() {
    let store = filled().await;
    let place = tempfile::tempdir().expect("a directory");
    let directory = place.path().join("backup");
    let last = store.tables(None, 100).await.expect("tables").pop().expect("a table");
    let scoresheet = async |table: &TableId| (*table == last).then(|| format!("the scoresheet of {table}\n"));
    let written = export_to_directory(&*store, &directory, scoresheet).await.expect("an export");
    assert_eq!(written, Exported { tables: TABLES, scoresheets: 1 });
    let sheets: Vec<_> = std::fs::read_dir(directory.join("scoresheets")).expect("a directory").collect();
    assert_eq!(sheets.len(), 1);
    let sheet = std::fs::read_to_string(directory.join(format!("scoresheets/{last}.txt"))).expect("a file");
    assert_eq!(sheet, format!("the scoresheet of {last}\n"));
    let again = empty().await;
    import_from_directory(&*again, &directory).await.expect("an import");
    assert_eq!(exported(&*again).await, exported(&*store).await);
    let problem = export_to_directory(&*store, &directory, scoresheet).await.expect_err("a backup is there");
    assert!(matches!(problem, BackupError::There(_)), "{problem}");
    let problem = import_from_directory(&*again, place.path()).await.expect_err("no backup is there");
    assert!(problem.to_string().contains("tables.jsonl"), "{problem}");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_stores_and_backups() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().expect("a directory");
    let file = place.path().join("tables.sqlite");
    let store = store::open(file.to_str().expect("a path")).await.expect("a store");
    store.restore(whole(1)).await.expect("a table");
    let backup = place.path().join("backup");
    export_to_directory(&*store, &backup, async |_| None).await.expect("an export");
    for name in ["tables.sqlite", "tables.sqlite-wal", "backup/tables.jsonl"] {
        let mode = std::fs::metadata(place.path().join(name)).expect(name).permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[tokio::test]
async fn spoiled_backups_are_refused_with_the_line() {
    let lines = exported(&*filled().await).await;
    let (first, rest) = lines.split_once('\n').expect("lines");
    let (second, rest) = rest.split_once('\n').expect("lines");
    let table = r#"{"table":"bcdfghjkmn","listed":true,"clock_due":null,"bots_due":null,"lobby":"","codes":[],"records":[],"notes":[]}"#;
    let without_last = lines.rsplit_once("{\"tables\"").expect("a last line").0;
    for (text, sentence) in [
        (String::new(), "line 1: not a backup of Chess Kit, which begins with `{\"chess-kit-backup\":2}`"),
        ("\n".to_owned(), "line 1: not a backup of Chess Kit"),
        (second.to_owned(), "line 1: not a backup of Chess Kit"),
        (first.replace('2', "3"), "line 1: a backup of version 3; this Chess Kit reads versions 1 to 2"),
        (first.to_owned(), "line 2: the backup ends here without its last line"),
        (without_last.to_owned(), "line 32: the backup ends here without its last line"),
        (format!("{first}\n{}", &second[..50]), "line 2: not a table: EOF while parsing"),
        (
            format!("{first}\n{second}\nrubbish\n{rest}"),
            "line 3: not a table: expected value (column 1); 1 tables",
        ),
        (format!("{first}\n\n{rest}"), "line 2: not a table"),
        (format!("{first}\n{rest}"), "line 31: the backup should have 30 tables, and has 29"),
        (format!("{lines}{second}\n"), "line 33: something follows the last line"),
        (format!("{first}\n{table}\n"), "line 2: table bcdfghjkmn has no records"),
        (
            format!("{first}\n{}\n", table.replace("bcdf", "../.")),
            "line 2: not a name of a table: `../.ghjkmn`",
        ),
        (
            format!("{first}\n{}\n", table.replace("bots_due", "bots_dew")),
            "line 2: not a table: unknown field `bots_dew`",
        ),
    ] {
        let problem = import(&*empty().await, text.as_bytes()).await.expect_err(sentence);
        assert!(problem.to_string().starts_with(sentence), "{sentence}: {problem}");
    }
    let problem = import(&*empty().await, &b"\xff\n"[..]).await.expect_err("not UTF-8");
    assert!(problem.to_string().starts_with("line 1: this is no text in UTF-8"), "{problem}");
}

/// In the first version there was one moment for both kinds of work.
#[tokio::test]
async fn a_backup_of_the_first_version_is_read() {
    let lines = r#"{"chess-kit-backup":1}
{"table":"bcdfghjkmn","listed":true,"due":7,"lobby":"","codes":[],"records":[{"at":1,"body":"one"}],"notes":[]}
{"tables":1}
"#;
    let store = empty().await;
    import(&*store, lines.as_bytes()).await.expect("an import");
    let index =
        store.index("bcdfghjkmn".parse().expect("a name")).await.expect("an answer").expect("a table");
    assert_eq!((index.clock_due, index.bots_due), (Some(7), Some(7)));
}

async fn exported(store: &dyn Store) -> String {
    let mut lines = Vec::new();
    export(store, &mut lines).await.expect("an export");
    String::from_utf8(lines).expect("text")
}

async fn empty() -> Arc<dyn Store> {
    Arc::new(SqliteStore::in_memory().await.expect("a store"))
}

async fn filled() -> Arc<dyn Store> {
    let store = empty().await;
    for count in 0..TABLES {
        store.restore(whole(count)).await.expect("a table");
    }
    store
}

fn whole(count: u64) -> WholeTable {
    let table = TableId::new(&mut kit_play::Chance::unpredictable());
    let body = |number| format!("body {number} of {table}: \"♔\"\n");
    let record = |number: u32| StoredRecord { number, at: 5 * i64::from(number), body: body(number) };
    let notes = (0..count % 3).map(|seat| (seat as u8, format!("{{\"seat\":{seat}}}"))).collect();
    let index = IndexEntry {
        table: table.clone(),
        listed: count.is_multiple_of(2),
        clock_due: (count % 3 == 1).then_some(count as i64),
        bots_due: (count % 5 == 1).then_some(count as i64),
        lobby: format!("lobby {count}"),
        codes: (0..count % 4).map(|code| format!("code {code} of {table}")).collect(),
    };
    WholeTable { index, records: (1..=count as u32 % 7 + 1).map(record).collect(), notes }
}

/// What the first version exported is imported, and every table of it opens.
#[tokio::test]
async fn tables_of_the_first_format_are_carried_over() {
    let lines = include_str!("../../sitting/tests/formats/1/tables.jsonl");
    let store = empty().await;
    let imported = import(&*store, lines.as_bytes()).await.expect("an import");
    let tables = store.tables(None, 100).await.expect("tables");
    assert_eq!((imported.written, imported.already), (tables.len() as u64, 0));
    assert!(tables.len() > 20, "there are tables in every status");
    let bus = Arc::new(LocalBus::default());
    let hall = Hall::new(CATALOGUE, Arc::clone(&store), bus, HallSettings::default());
    for table in &tables {
        let standing = hall.standing(table, &Secrets::default()).await.expect("it opens");
        let sheet = hall.scoresheet(table).await;
        assert_eq!(sheet.is_ok(), standing.note.status == Status::Over, "{table}");
    }
}

/// Somebody gets hold of a backup, or of the file itself, while seats are open: nothing in it is a
/// secret, nothing in it is made of another part of it, and whatever it says opens no seat.
#[tokio::test]
async fn a_backup_tells_nobody_how_to_take_a_seat() {
    let place = tempfile::tempdir().expect("a directory");
    let (file, backup) = (place.path().join("tables.sqlite"), place.path().join("backup"));
    let store = store::open(file.to_str().expect("a path")).await.expect("a store");
    let key = CodeKeyFile::open(&place.path().join("code.key")).expect("a key");
    key.check(&*store, false).await.expect("the store's first key");
    let settings = HallSettings { code_key: key.code_key(), ..HallSettings::default() };
    let hall = Hall::new(CATALOGUE, Arc::clone(&store), Arc::new(LocalBus::default()), settings);
    let (tables, mut given_out) = tables_with_open_seats(&hall).await;
    let evening = evening_with_a_guest(&hall, &mut given_out).await;
    export_to_directory(&*store, &backup, async |_| None).await.expect("an export");

    let mut kept: Vec<u8> = std::fs::read(backup.join("tables.jsonl")).expect("a backup");
    let text = String::from_utf8(kept.clone()).expect("text");
    for name in ["tables.sqlite", "tables.sqlite-wal"] {
        kept.extend(std::fs::read(place.path().join(name)).expect("a file"));
    }
    let kept = String::from_utf8_lossy(&kept).to_lowercase();
    let key = std::fs::read_to_string(place.path().join("code.key")).expect("a key");
    assert!(!kept.contains(key.trim()), "the key itself");
    for secret in &given_out {
        let letters = secret.replace('-', "");
        assert!(!kept.contains(secret) && !kept.contains(&letters), "what was given out");
        // There are few enough codes to try them all, and too many secrets in links.
        let is_code = secret.len() <= CODE;
        let plain = if is_code { Digest::of_code(secret) } else { Digest::of(secret) };
        assert_eq!(kept.contains(plain.as_str()), !is_code, "what is kept of `{secret}`");
    }
    let digests = kept.matches("keyed-").count();
    assert!(
        digests >= 7,
        "the codes of invitations, rooms and an evening are there, under the key: {digests}"
    );

    let words: BTreeSet<&str> = words_of(&kept).chain(words_of(&text)).collect();
    assert!(words.len() > 100, "{}", words.len());
    for word in &words {
        for digest in [Digest::of(word), Digest::of_code(word)] {
            assert!(!words.contains(digest.as_str()), "`{word}` and its digest are both there");
        }
    }
    for word in words_of(&text).collect::<BTreeSet<_>>() {
        let enter = || serde_json::from_value(json!({"invitation": word})).expect("a request");
        assert!(hall.by_code(word).await.is_err(), "`{word}` leads to a table");
        for table in &tables {
            assert!(hall.enter(table, enter(), Asker::NOBODY).await.is_err(), "`{word}` opens a seat");
            let standing = hall.standing(table, &Secrets(vec![Digest::of(word)])).await.expect("it opens");
            assert!(!standing.host && standing.seats.is_empty(), "`{word}` is a seat's secret");
        }
        let come_in = serde_json::from_value(json!({"code": word, "name": "Thief"})).expect("a request");
        assert!(hall.enter_evening(&evening, &come_in).await.is_err(), "`{word}` leads to the evening");
        assert!(hall.host_of_evening(&evening, word).await.is_err(), "`{word}` makes a host");
        let opened = hall.evening(&evening).await.expect("it opens");
        let speaker = opened.speaker(&Secrets(vec![Digest::of(word)]));
        assert_eq!(speaker, Speaker::Stranger, "`{word}` is somebody's secret");
    }
}

/// As long as a code that is read aloud, with its dash.
const CODE: usize = 9;

/// Runs of letters and digits; what is longer than any secret is cut.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| (4..=64).contains(&word.len()))
}

/// Tables with open invitations, with a guest who came, and with a seat that is to be moved; and
/// the secrets that were given out for them.
async fn tables_with_open_seats(hall: &Arc<Hall>) -> (Vec<TableId>, Vec<String>) {
    let (mut tables, mut given_out) = (Vec::new(), Vec::new());
    for guest_comes in [false, true] {
        let first = if guest_comes { "invited" } else { "me" };
        let seats = json!([{"sitter": first}, {"sitter": "invited"}]);
        let request = json!({"game": "chess960", "seats": seats, "public": true});
        let request = serde_json::from_value(request).expect("a request");
        let opened = hall.open(request, Asker::NOBODY).await.expect("a table");
        let table: TableId = opened.note.table.parse().expect("a name");
        given_out.extend([Some(opened.host), opened.seat].into_iter().flatten().map(Token::reveal));
        given_out.extend(opened.note.invitations.iter().flat_map(|of| [of.token.clone(), of.code.clone()]));
        given_out.extend(opened.note.room.iter().flat_map(|room| [room.token.clone(), room.code.clone()]));
        if guest_comes {
            let enter = json!({"invitation": opened.note.invitations[0].code, "name": "Guest"});
            let enter = serde_json::from_value(enter).expect("a request");
            let (seat, token) = hall.enter(&table, enter, Asker::NOBODY).await.expect("a seat");
            let token = token.reveal();
            let secrets = Secrets(vec![Digest::of(&token)]);
            let moved = serde_json::from_value(json!({"move": {}})).expect("a command");
            let moved = hall.command(&table, &seat, &secrets, moved, Duration::ZERO, Asker::NOBODY);
            let invitation = moved.await.expect("a link").invitation.expect("a link");
            given_out.extend([token, invitation.token, invitation.code]);
        }
        tables.push(table);
    }
    (tables, given_out)
}

/// An evening to which somebody came with a phone; what was given out for it goes to the rest.
async fn evening_with_a_guest(hall: &Arc<Hall>, given_out: &mut Vec<String>) -> TableId {
    let request = json!({
        "names": ["Ada", "Ben"], "system": "swiss", "rounds": 3, "minutes": 20,
        "games": ["chess960"], "spread": "tables", "phones": true
    });
    let request = serde_json::from_value(request).expect("a request");
    let (evening, host, code) = hall.open_evening(&request).await.expect("an evening");
    let enter = serde_json::from_value(json!({"code": code, "person": 1})).expect("a request");
    let (_, token) = hall.enter_evening(&evening, &enter).await.expect("a guest");
    given_out.extend([host.reveal(), token.reveal(), code]);
    evening
}
