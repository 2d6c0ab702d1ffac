//! One suite for every store, and what only one of them has to bear.

use std::collections::BTreeMap;
use std::io;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use kit_server::store::postgres::PostgresStore;
use kit_server::store::sqlite::SqliteStore;
use kit_server::store::{self, Appended, IndexEntry, NewRecord, Store, StoreError, StoredRecord, WholeTable};
use kit_server::throwaway::Throwaway;
use kit_sitting::TableId;
use sqlx::Connection;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_conforms() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("new/deep/tables.sqlite");
    let path = path.to_str().expect("a path in Unicode");
    let store = store::open(path).await.expect("a new file");
    conforms(&store).await;
    let kept = everything(&store).await;
    drop(store);
    let again = store::open(path).await.expect("the same file");
    assert_eq!(everything(&again).await, kept, "what was written stays");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_in_memory_conforms() {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await.expect("a store"));
    conforms(&store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_conforms() {
    let server = postgres();
    let store = store::open(server.address()).await.expect("an empty database");
    conforms(&store).await;
    let kept = everything(&store).await;
    drop(store);
    let again = store::open(server.address()).await.expect("the same database");
    assert_eq!(everything(&again).await, kept, "what was written stays");
}

async fn conforms(store: &Arc<dyn Store>) {
    numbers_follow_each_other(store).await;
    the_index_changes_with_the_records(store).await;
    codes_lead_to_tables(store).await;
    the_lobby_lists_what_is_listed(store).await;
    due_tables_come_in_order(store).await;
    notes_stay(store).await;
    any_text_is_kept(store).await;
    tables_are_listed_in_pages(store).await;
    whole_tables_are_restored(store).await;
    old_tables_are_forgotten(store).await;
    many_records_in_a_row_are_all_written(store).await;
    of_many_that_race_one_wins(&[store.clone(), store.clone()]).await;
    store.ready().await.expect("the store answers");
}

async fn numbers_follow_each_other(store: &Arc<dyn Store>) {
    let table = new_table();
    assert_eq!(append(store, &table, 2, "too far").await, Appended::Gap);
    assert_eq!(append(store, &table, 0, "before the first").await, Appended::Taken);
    assert_eq!(append(store, &table, 1, "one").await, Appended::Written);
    assert_eq!(append(store, &table, 1, "one again").await, Appended::Taken);
    assert_eq!(append(store, &table, 1, "one").await, Appended::Taken, "even if it says the same");
    assert_eq!(append(store, &table, 2, "two").await, Appended::Written);
    assert_eq!(append(store, &table, 4, "four").await, Appended::Gap);
    assert_eq!(append(store, &table, u32::MAX, "far").await, Appended::Gap);
    assert_eq!(append(store, &table, 3, "three").await, Appended::Written);
    assert_eq!(bodies(store, &table, 0).await, ["one", "two", "three"]);
    assert_eq!(bodies(store, &table, 2).await, ["three"]);
    assert_eq!(bodies(store, &table, 3).await, [""; 0]);
    assert_eq!(bodies(store, &new_table(), 0).await, [""; 0]);
    let read = store.read(table.clone(), 1).await.expect("records");
    assert_eq!(read[0], StoredRecord { number: 2, at: 1002, body: "two".to_owned() });
    let asked = [table.clone(), new_table()];
    assert_eq!(store.heads(&asked).await.expect("heads"), [(table, 3)]);
    assert_eq!(store.heads(&[]).await.expect("heads"), []);
}

async fn the_index_changes_with_the_records(store: &Arc<dyn Store>) {
    let table = new_table();
    assert_eq!(store.index(table.clone()).await.expect("an answer"), None);
    let mut first = record(&table, 1, "one");
    first.index = IndexEntry {
        listed: false,
        due: Some(7),
        lobby: "{\"a\":1}".to_owned(),
        codes: codes(["c1", "c0"]),
        ..first.index
    };
    assert_eq!(store.append(first.clone()).await.expect("an answer"), Appended::Written);
    assert_eq!(store.index(table.clone()).await.expect("an answer"), Some(first.index.clone()));
    for number in [1, 3] {
        let mut refused = record(&table, number, "no");
        refused.index.codes = codes(["other"]);
        assert_ne!(store.append(refused).await.expect("an answer"), Appended::Written);
        assert_eq!(store.index(table.clone()).await.expect("an answer"), Some(first.index.clone()));
    }
    let second = record(&table, 2, "two");
    assert_eq!(store.append(second.clone()).await.expect("an answer"), Appended::Written);
    assert_eq!(store.index(table).await.expect("an answer"), Some(second.index));
}

async fn codes_lead_to_tables(store: &Arc<dyn Store>) {
    let table = new_table();
    let [one, two, three] = [(); 3].map(|()| new_table().to_string());
    let steps: [(u32, &[&String], &[&String]); 4] = [
        (1, &[&one, &two], &[&three]),
        (2, &[&one, &two], &[&three]),
        (3, &[&three, &one], &[&two]),
        (4, &[], &[&one, &two, &three]),
    ];
    for (number, leading, leading_nowhere) in steps {
        let mut new = record(&table, number, "codes");
        new.index.codes = leading.iter().map(|code| (*code).clone()).collect();
        assert_eq!(store.append(new).await.expect("an answer"), Appended::Written);
        for code in leading {
            assert_eq!(store.by_code(code).await.expect("an answer"), Some(table.clone()));
        }
        for code in leading_nowhere {
            assert_eq!(store.by_code(code).await.expect("an answer"), None);
        }
    }
}

async fn the_lobby_lists_what_is_listed(store: &Arc<dyn Store>) {
    let tables: Vec<TableId> = (0..5).map(|_| new_table()).collect();
    for (table, at) in tables.iter().zip(5_000_000..) {
        append_at(store, table, 1, at, true, None).await;
    }
    append_at(store, &tables[1], 2, 6_000_000, true, None).await;
    append_at(store, &tables[2], 2, 7_000_000, false, None).await;
    let listed = store.lobby(3).await.expect("a lobby");
    let names: Vec<&TableId> = listed.iter().map(|entry| &entry.table).collect();
    assert_eq!(names, [&tables[1], &tables[4], &tables[3]], "the newest first, without what is unlisted");
    assert!(listed.iter().all(|entry| entry.listed && entry.lobby == "lobby"));
    for (table, number) in [(0, 2), (1, 3), (3, 2), (4, 2)] {
        append_at(store, &tables[table], number, 7_000_000, false, None).await;
    }
    assert!(store.lobby(100).await.expect("a lobby").is_empty());
}

async fn due_tables_come_in_order(store: &Arc<dyn Store>) {
    let tables: Vec<TableId> = (0..3).map(|_| new_table()).collect();
    for (table, due) in tables.iter().zip([-10, -30, -20]) {
        append_at(store, table, 1, 1, false, Some(due)).await;
    }
    let due = async |now, most| store.due(now, most).await.expect("an answer");
    assert_eq!(due(-20, 10).await, [tables[1].clone(), tables[2].clone()]);
    assert_eq!(due(-20, 1).await, [tables[1].clone()]);
    append_at(store, &tables[1], 2, 1, false, None).await;
    assert_eq!(due(-15, 10).await, [tables[2].clone()], "what is no longer due is not looked at");
    append_at(store, &tables[2], 2, 1, false, Some(i64::MAX)).await;
    append_at(store, &tables[0], 2, 1, false, Some(i64::MAX)).await;
    assert_eq!(due(-1, 10).await, []);
}

async fn notes_stay(store: &Arc<dyn Store>) {
    let table = new_table();
    let keep = async |seat, text: &str| {
        store.keep_notes(table.clone(), seat, text.to_owned()).await.expect("notes are kept");
    };
    keep(0, "for nobody").await;
    assert_eq!(store.notes(table.clone(), 0).await.expect("an answer"), None, "there is no such table");
    append(store, &table, 1, "one").await;
    keep(0, "first").await;
    keep(0, "{\"second\": \"✏\"}").await;
    keep(255, "other").await;
    assert_eq!(
        store.notes(table.clone(), 0).await.expect("an answer").as_deref(),
        Some("{\"second\": \"✏\"}")
    );
    assert_eq!(store.notes(table.clone(), 255).await.expect("an answer").as_deref(), Some("other"));
    assert_eq!(store.notes(table.clone(), 1).await.expect("an answer"), None);
    join_all((0..30).map(|count| {
        let (store, table) = (store.clone(), table.clone());
        async move { store.keep_notes(table, 3, format!("{count}")).await.expect("notes are kept") }
    }))
    .await;
    assert_eq!(store.notes(table, 3).await.expect("an answer").as_deref(), Some("29"), "the last stay");
}

async fn any_text_is_kept(store: &Arc<dyn Store>) {
    let table = new_table();
    let long = "long ".repeat(100_000);
    let texts = [
        "",
        "'; DROP TABLE records; --",
        "\"\\\" \\u0000 \\n",
        "\u{1}\t\r\n\u{7f}",
        "♔ 🃏 é e\u{301} \u{202e}",
        "null",
        "[1,2]",
        "0x10",
        &long,
    ];
    for (text, number) in texts.into_iter().zip(1..) {
        let mut new = record(&table, number, text);
        new.index.lobby = text.to_owned();
        if text.len() < 100 {
            new.index.codes = codes([text]);
        }
        assert_eq!(store.append(new.clone()).await.expect("an answer"), Appended::Written);
        assert_eq!(store.index(table.clone()).await.expect("an answer"), Some(new.index));
        if text.len() < 100 {
            assert_eq!(store.by_code(text).await.expect("an answer"), Some(table.clone()), "{text}");
        }
    }
    assert_eq!(bodies(store, &table, 0).await, texts);
    let next = texts.len() as u32 + 1;
    let StoreError(refused) = store.append(record(&table, next, "a\0b")).await.expect_err("a NUL character");
    assert_eq!(refused, "text with a NUL character cannot be kept");
    let mut long_code = record(&table, next, "");
    long_code.index.codes = vec!["c".repeat(300)];
    let StoreError(refused) = store.append(long_code).await.expect_err("a code of 300 letters");
    assert_eq!(refused, "a code of 300 bytes cannot be kept: at most 256");
    assert!(store.keep_notes(table, 0, "\0".to_owned()).await.is_err());
}

async fn tables_are_listed_in_pages(store: &Arc<dyn Store>) {
    let mut made: Vec<TableId> = (0..7).map(|_| new_table()).collect();
    for table in &made {
        append(store, table, 1, "one").await;
    }
    let (mut listed, mut after) = (Vec::new(), None);
    loop {
        let page = store.tables(after.as_ref(), 3).await.expect("a page");
        let Some(last) = page.last() else { break };
        after = Some(last.clone());
        listed.extend(page);
    }
    assert!(listed.is_sorted(), "in the order of their ids");
    made.sort();
    listed.retain(|table| made.contains(table));
    assert_eq!(listed, made, "each once");
}

async fn whole_tables_are_restored(store: &Arc<dyn Store>) {
    let table = new_table();
    assert_eq!(store.whole(table.clone()).await.expect("an answer"), None);
    let mut whole = whole_table(&table, 20);
    assert_eq!(store.restore(whole.clone()).await.expect("an answer"), Appended::Written);
    assert_eq!(store.whole(table.clone()).await.expect("an answer"), Some(whole.clone()));
    assert_eq!(store.by_code(&whole.index.codes[0]).await.expect("an answer"), Some(table.clone()));
    assert_eq!(append(store, &table, 21, "goes on").await, Appended::Written);
    let kept = store.whole(table.clone()).await.expect("an answer");
    whole.records.extend((21..30).map(|number| record(&table, number, "other").record));
    assert_eq!(store.restore(whole.clone()).await.expect("an answer"), Appended::Taken);
    assert_eq!(store.whole(table).await.expect("an answer"), kept, "nothing of it was written");
    whole.records.remove(3);
    assert!(store.restore(whole.clone()).await.is_err(), "with a gap");
    whole.records.clear();
    assert!(store.restore(whole).await.is_err(), "without records");
}

async fn old_tables_are_forgotten(store: &Arc<dyn Store>) {
    let tables: Vec<TableId> = (0..4).map(|_| new_table()).collect();
    for (table, at) in tables.iter().zip([-400, -300, -200, -100]) {
        append_at(store, table, 1, at, true, Some(at)).await;
        store.keep_notes(table.clone(), 0, "mine".to_owned()).await.expect("notes are kept");
    }
    append_at(store, &tables[0], 2, -50, true, None).await;
    assert_eq!(store.forget(-150, 1).await.expect("an answer"), 1);
    assert_eq!(store.forget(-150, 10).await.expect("an answer"), 1);
    assert_eq!(store.forget(-150, 10).await.expect("an answer"), 0);
    for (table, there) in tables.iter().zip([true, false, false, true]) {
        let whole = store.whole(table.clone()).await.expect("an answer");
        assert_eq!(whole.is_some(), there);
        assert_eq!(store.notes(table.clone(), 0).await.expect("an answer").is_some(), there);
        assert_eq!(!bodies(store, table, 0).await.is_empty(), there);
        assert_eq!(store.by_code(&code_of(table)).await.expect("an answer").is_some(), there);
    }
    assert_eq!(append(store, &tables[1], 2, "too late").await, Appended::Gap);
    assert_eq!(store.forget(-40, 10).await.expect("an answer"), 2);
}

/// Up to thirty futures are asked in their order by `join_all`, so these go into the queue in a row.
async fn many_records_in_a_row_are_all_written(store: &Arc<dyn Store>) {
    let tables: Vec<TableId> = (0..3).map(|_| new_table()).collect();
    for numbers in [1..=10, 11..=20, 21..=30] {
        let rows = numbers.flat_map(|number| tables.iter().map(move |table| (table, number)));
        let answers = join_all(rows.map(|(table, number)| append(store, table, number, "in a row"))).await;
        assert!(answers.iter().all(|answer| *answer == Appended::Written), "{answers:?}");
    }
    for table in tables {
        assert_eq!(store.heads(std::slice::from_ref(&table)).await.expect("heads"), [(table, 30)]);
    }
}

/// Tasks at one or several nodes want to write the same numbers of the same table.
async fn of_many_that_race_one_wins(nodes: &[Arc<dyn Store>]) {
    const TASKS: usize = 16;
    const NUMBERS: u32 = 20;
    let table = new_table();
    let tasks = (0..TASKS).map(|task| {
        let (store, table) = (nodes[task % nodes.len()].clone(), table.clone());
        tokio::spawn(async move {
            let mut won = BTreeMap::new();
            for number in 1..=NUMBERS {
                let body = format!("by {task}");
                match append(&store, &table, number, &body).await {
                    Appended::Written => drop(won.insert(number, body)),
                    Appended::Taken => {}
                    Appended::Gap => panic!("whoever goes on to a number knows that the one before is there"),
                }
            }
            won
        })
    });
    let mut won = BTreeMap::new();
    for task in join_all(tasks).await {
        for (number, body) in task.expect("a task ends well") {
            assert_eq!(won.insert(number, body), None, "number {number} was won twice");
        }
    }
    let won: Vec<String> = won.into_values().collect();
    assert_eq!(won.len(), NUMBERS as usize, "every number was won");
    assert_eq!(bodies(&nodes[0], &table, 0).await, won, "the winner's record stands there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_on_one_postgres_cannot_both_win() {
    let server = postgres();
    let mut nodes = Vec::new();
    for node in join_all([(); 2].map(|()| store::open(server.address()))).await {
        nodes.push(node.expect("both may bring the database up to date at once"));
    }
    for _ in 0..5 {
        of_many_that_race_one_wins(&nodes).await;
    }
}

/// The database is stopped and started while records are written.
/// Every table has a single writer, so a number that it is told was taken would be a wrong answer
/// to a commit that went through.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_may_be_restarted_and_no_answer_is_wrong() {
    const WRITERS: usize = 20;
    const RESTARTS: u32 = 4;
    let mut server = postgres();
    let store = store::open(server.address()).await.expect("an empty database");
    let (stopping, written) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let writers: Vec<_> = (0..WRITERS)
        .map(|_| {
            let (store, stopping, written) = (store.clone(), stopping.clone(), written.clone());
            tokio::spawn(async move {
                let (table, mut number) = (new_table(), 0);
                while stopping.load(Ordering::SeqCst) == 0 {
                    number += 1;
                    let answer = append(&store, &table, number, &format!("{number}")).await;
                    assert_eq!(answer, Appended::Written, "of record {number}");
                    written.fetch_add(1, Ordering::SeqCst);
                }
                (table, number)
            })
        })
        .collect();
    for _ in 0..RESTARTS {
        until_more_is_written(&written).await;
        server = tokio::task::spawn_blocking(move || {
            server.stop();
            server.start().expect("it starts again");
            server
        })
        .await
        .expect("no panic");
        interrupt_all(server.address()).await;
        until_more_is_written(&written).await;
    }
    stopping.store(1, Ordering::SeqCst);
    for writer in join_all(writers).await {
        let (table, last) = writer.expect("a writer ends well");
        let expected: Vec<String> = (1..=last).map(|number| number.to_string()).collect();
        assert_eq!(bodies(&store, &table, 0).await, expected);
    }
}

async fn until_more_is_written(written: &AtomicU32) {
    let before = written.load(Ordering::SeqCst);
    while written.load(Ordering::SeqCst) < before + 200 {
        sleep(Duration::from_millis(5)).await;
    }
}

/// Ends all other sessions of a database in the middle of what they do.
async fn interrupt_all(address: &str) {
    let mut connection = sqlx::PgConnection::connect(address).await.expect("a connection");
    for _ in 0..5 {
        sqlx::query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            .execute(&mut connection)
            .await
            .expect("a superuser may");
    }
}

/// Between the store and the database stands somebody who loses commits and answers to commits.
/// A single writer must always be told the truth, and that is that its record is written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_lost_on_the_way_is_found_out() {
    let server = postgres();
    let port = server.address().rsplit([':', '/']).nth(1).and_then(|port| port.parse().ok()).expect("a port");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
    let address = format!("postgres://postgres@{}/postgres", listener.local_addr().expect("a port"));
    tokio::spawn(saboteur(listener, port));
    let store = store::open(&address).await.expect("an empty database");
    for _ in 0..4 {
        let table = new_table();
        for number in 1..=4 {
            assert_eq!(append(&store, &table, number, &number.to_string()).await, Appended::Written);
        }
        assert_eq!(bodies(&store, &table, 0).await, ["1", "2", "3", "4"]);
        let restored = whole_table(&new_table(), 5);
        assert_eq!(store.restore(restored.clone()).await.expect("an answer"), Appended::Written);
        assert_eq!(store.whole(restored.index.table.clone()).await.expect("an answer"), Some(restored));
    }
}

async fn saboteur(listener: TcpListener, port: u16) {
    let commits = Arc::new(AtomicU32::new(0));
    while let Ok((client, _)) = listener.accept().await {
        let database = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.expect("the database");
        tokio::spawn(stand_between(client, database, commits.clone()));
    }
}

async fn stand_between(client: TcpStream, database: TcpStream, commits: Arc<AtomicU32>) -> io::Result<()> {
    client.set_nodelay(true)?;
    database.set_nodelay(true)?;
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_database, mut to_database) = database.into_split();
    let answers = tokio::spawn(async move { tokio::io::copy(&mut from_database, &mut to_client).await });
    let mut buffer = [0; 65536];
    loop {
        let length = from_client.read(&mut buffer).await?;
        let words = &buffer[..length];
        if length == 0 {
            return Ok(());
        }
        let is_commit = words.windows(6).any(|window| window == b"COMMIT");
        let count = if is_commit { commits.fetch_add(1, Ordering::SeqCst) } else { 0 };
        // The migrations may pass.
        match count.saturating_sub(4) % 4 {
            // The commit is lost.
            1 => answers.abort(),
            // The commit goes through, and its answer is lost.
            2 => {
                answers.abort();
                to_database.write_all(words).await?;
            }
            // The client is cut off, comes back, and only then the commit goes through.
            3 => {
                answers.abort();
                drop(from_client);
                sleep(Duration::from_millis(300)).await;
                to_database.write_all(words).await?;
            }
            _ => {
                to_database.write_all(words).await?;
                continue;
            }
        }
        return Ok(());
    }
}

#[tokio::test]
async fn nothing_asks_sqlite_to_read_all_tables() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tables.sqlite");
    drop(SqliteStore::open(&path).await.expect("a new file"));
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("a connection");
    for (query, index) in [
        (
            "EXPLAIN QUERY PLAN SELECT lobby FROM tables WHERE listed = 1 ORDER BY touched DESC, table_id",
            "tables_listed",
        ),
        ("EXPLAIN QUERY PLAN SELECT table_id FROM tables WHERE due <= $1 ORDER BY due LIMIT 1", "tables_due"),
        (
            "EXPLAIN QUERY PLAN SELECT table_id FROM tables WHERE touched < $1 ORDER BY touched",
            "tables_touched",
        ),
        (
            "EXPLAIN QUERY PLAN SELECT table_id FROM codes WHERE code = $1 ORDER BY table_id",
            "sqlite_autoindex_codes_1",
        ),
        ("EXPLAIN QUERY PLAN DELETE FROM codes WHERE table_id = $1", "codes_of_table"),
    ] {
        let steps: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(query).fetch_all(&mut connection).await.expect("a plan");
        let steps: Vec<String> = steps.into_iter().map(|(.., step)| step).collect();
        assert!(steps.len() == 1 && steps[0].contains(index), "{query}: {steps:?}");
    }
}

#[tokio::test]
async fn what_is_no_database_is_refused_with_a_sentence() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = directory.path().join("text");
    std::fs::write(&text, "not a database, but a text that is long enough to have a header").expect("a file");
    let below = text.join("below");
    let newer = directory.path().join("newer");
    from_the_future(&newer).await;
    for (address, part) in [
        (text.to_str().expect("a path"), "file is not a database"),
        (below.to_str().expect("a path"), "below"),
        (directory.path().to_str().expect("a path"), "unable to open database file"),
        (newer.to_str().expect("a path"), "written by a newer Chess Kit"),
        ("", "not a database: give the path of a file, or `postgres://…`"),
        ("mysql://localhost", "not a database: give the path of a file, or `postgres://…`"),
        ("postgres://127.0.0.1:1/none?sslmode=disable", "cannot be reached"),
        ("postgres://127.0.0.1:port/none", "not an address of a Postgres database"),
    ] {
        let StoreError(sentence) = store::open(address).await.err().expect(address);
        assert!(sentence.contains(part), "{address}: {sentence}");
    }
}

async fn from_the_future(path: &Path) {
    drop(SqliteStore::open(path).await.expect("a new file"));
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("a connection");
    sqlx::query("INSERT INTO _sqlx_migrations SELECT 99, 'later', installed_on, success, checksum, 0 FROM _sqlx_migrations")
        .execute(&mut connection)
        .await
        .expect("a later step");
}

/// The password of a database must not come out in a message.
#[tokio::test]
async fn messages_do_not_repeat_passwords() {
    for address in ["postgres://me:hunter2@127.0.0.1:1/none", "postgres://me:hunter2@127.0.0.1:port/none"] {
        let StoreError(sentence) = PostgresStore::open(address).await.err().expect("no database");
        assert!(!sentence.contains("hunter2"), "{sentence}");
    }
}

async fn append(store: &Arc<dyn Store>, table: &TableId, number: u32, body: &str) -> Appended {
    store.append(record(table, number, body)).await.expect("an answer")
}

async fn append_at(
    store: &Arc<dyn Store>,
    table: &TableId,
    number: u32,
    at: i64,
    listed: bool,
    due: Option<i64>,
) {
    let mut new = record(table, number, "at a moment");
    new.record.at = at;
    (new.index.listed, new.index.due) = (listed, due);
    assert_eq!(store.append(new).await.expect("an answer"), Appended::Written);
}

fn record(table: &TableId, number: u32, body: &str) -> NewRecord {
    NewRecord {
        record: StoredRecord { number, at: 1000 + i64::from(number), body: body.to_owned() },
        index: IndexEntry {
            table: table.clone(),
            listed: false,
            due: None,
            lobby: "lobby".to_owned(),
            codes: vec![code_of(table)],
        },
    }
}

fn whole_table(table: &TableId, records: u32) -> WholeTable {
    let records = (1..=records).map(|number| record(table, number, &format!("record {number}")).record);
    let mut index = record(table, 1, "").index;
    index.codes.push(format!("second code of {table}"));
    WholeTable { index, records: records.collect(), notes: vec![(0, "a".to_owned()), (7, "b".to_owned())] }
}

fn code_of(table: &TableId) -> String {
    format!("code of {table}")
}

fn codes<const N: usize>(codes: [&str; N]) -> Vec<String> {
    codes.into_iter().map(str::to_owned).collect()
}

async fn bodies(store: &Arc<dyn Store>, table: &TableId, after: u32) -> Vec<String> {
    let records = store.read(table.clone(), after).await.expect("records");
    let numbers: Vec<u32> = records.iter().map(|record| record.number).collect();
    assert!(
        numbers.iter().copied().eq((after + 1..).take(numbers.len())),
        "numbers without a gap: {numbers:?}"
    );
    records.into_iter().map(|record| record.body).collect()
}

async fn everything(store: &Arc<dyn Store>) -> Vec<WholeTable> {
    let mut all = Vec::new();
    for table in store.tables(None, 10_000).await.expect("tables") {
        all.push(store.whole(table).await.expect("an answer").expect("a listed table"));
    }
    assert!(all.len() > 10, "the suite leaves tables behind");
    all
}

fn postgres() -> Throwaway {
    Throwaway::postgres().unwrap_or_else(|problem| panic!("{problem}"))
}

fn new_table() -> TableId {
    TableId::new(&mut kit_play::Chance::unpredictable())
}
