//! One suite for every store, and what only one of them has to bear.

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod bad_disk;
mod migration;
mod proxy;
mod suite;
#[path = "../support/told.rs"]
mod told;
mod troubles;
mod waiting;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use kit_server::store::postgres::PostgresStore;
use kit_server::store::sqlite::SqliteStore;
use kit_server::store::trouble::Trouble;
use kit_server::store::{self, Appended, Patience, Store, StoreError, Work};
use kit_server::throwaway::Throwaway;
use sqlx::Connection;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tracing::Level;

use proxy::{Link, Proxy};
use suite::{
    a_small_text_is_kept_once, append, append_due, bodies, conforms, everything, new_table,
    of_many_that_claim_each_gets_other_work, of_many_that_race_one_wins, record, whole_table,
};
use told::Told;
use troubles::{
    BadLink, Busy, Deed, Disk, FullDisk, Inside, Intruder, Kind, Mishap, Misplaced, Unwilling, Why, hasty,
    make_database, may_do_everything, survives,
};

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_on_one_postgres_cannot_both_win() {
    let server = postgres();
    let mut nodes = Vec::new();
    for node in join_all([(); 2].map(|()| store::open(server.address()))).await {
        nodes.push(node.expect("both may bring the database up to date at once"));
    }
    for _ in 0..5 {
        of_many_that_race_one_wins(&nodes).await;
        of_many_that_claim_each_gets_other_work(&nodes).await;
        a_small_text_is_kept_once(&nodes).await;
    }
}

/// Everything that goes wrong with a file or a store in memory.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_heals_by_itself() {
    let mut checks = JoinSet::new();
    for kind in [Kind::Full, Kind::ReadOnly, Kind::Deaf] {
        for in_file in [true, false] {
            let place = Place::new();
            let trouble = Arc::new(Trouble::default());
            let store = if in_file {
                trouble.in_file(&place.file(), impatient()).await
            } else {
                trouble.in_memory(impatient()).await
            };
            let mishap = Inside { trouble, kind };
            checks.spawn(checked(Arc::new(store.expect("a store")), Box::new(mishap), place));
        }
    }
    for deed in [Deed::RollBack, Deed::Abort, Deed::Lock] {
        let place = Place::new();
        let store = place.store(impatient()).await;
        checks.spawn(checked(store, Box::new(Intruder::at(&place.file(), deed).await), place));
    }
    let place = Place::new();
    let store = place.store(Patience::default()).await;
    checks.spawn(checked(store, Box::new(Busy::at(place.file())), place));
    let disk = Disk::small();
    let may_mount = disk.is_some();
    for gone in [true, false] {
        if !gone && !may_mount && may_do_everything() {
            eprintln!("nothing can be made read-only here; SQLite's own setting stands in for it");
            continue;
        }
        let place = Place::new();
        let store = place.store(impatient()).await;
        let intruder = Intruder::at(&place.file(), Deed::RollBack).await;
        let mishap = Misplaced { intruder, directory: place.directory(), gone, mount: may_mount };
        checks.spawn(checked(store, Box::new(mishap), place));
    }
    match disk {
        Some(disk) => {
            let file = format!("{}/tables.sqlite", disk.path());
            let store = store::open_with(&file, impatient()).await.expect("a new file");
            checks.spawn(checked(store, Box::new(FullDisk(disk)), Place::new()));
        }
        None => eprintln!("nobody may make a small disk here; the limit of SQLite's pages stands in for it"),
    }
    checks.join_all().await;
}

/// Everything that goes wrong with a database or the way to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_heals_by_itself() {
    let server = postgres();
    let mut checks = JoinSet::new();
    for (link, count) in [Link::Cut, Link::Short, Link::Slow, Link::Silent, Link::Deaf].into_iter().zip(0..) {
        let database = format!("link_{count}");
        make_database(&server, &database).await;
        let proxy = Proxy::to(&server, &database).await;
        let patience = if link == Link::Slow { Patience::default() } else { hasty() };
        let store = store::open_with(proxy.address(), patience).await.expect("an empty database");
        checks.spawn(survives(store, Box::new(BadLink { proxy, link })));
    }
    for (why, database) in
        [(Why::Full, "filled"), (Why::DiskError, "disk_error"), (Why::ReadOnly, "read_only")]
    {
        let address = make_database(&server, database).await;
        let store = store::open_with(&address, hasty()).await.expect("an empty database");
        checks.spawn(survives(store, Box::new(Unwilling::at(&server, database, why).await)));
    }
    checks.join_all().await;
}

/// Those who look after a server are told when it begins and when it is over, and not in between.
#[tokio::test]
async fn that_a_store_takes_nothing_is_logged_once_and_that_it_is_over_once() {
    let trouble = Arc::new(Trouble::default());
    let store: Arc<dyn Store> = Arc::new(trouble.in_memory(impatient()).await.expect("a store"));
    let table = new_table();
    let (told, _guard) = Told::listen(Level::WARN);
    let mut number = 0;
    for (times, refusals) in [(1, 1), (2, 7)] {
        number += 1;
        assert_eq!(append(&store, &table, number, "before").await, Appended::Written);
        trouble.is_read_only(true);
        for _ in 0..refusals {
            store.append(record(&table, number + 1, "refused")).await.expect_err("it is read-only");
        }
        assert_eq!(
            told.lines("ERROR message=the store takes no records").len(),
            times,
            "{:?}",
            told.lines("")
        );
        assert_eq!(told.lines("").len(), 2 * times - 1, "{:?}", told.lines(""));
        trouble.is_read_only(false);
        for _ in 0..3 {
            number += 1;
            assert_eq!(append(&store, &table, number, "after").await, Appended::Written);
        }
        let again = told.lines("WARN message=the store takes records again");
        assert!(
            again.len() == times && again[times - 1].contains(&format!("attempt={refusals} ")),
            "{again:?}"
        );
        assert_eq!(told.lines("").len(), 2 * times, "{:?}", told.lines(""));
    }
}

/// As others, and does not wait long for another program that writes.
fn impatient() -> Patience {
    Patience { attempt: Duration::from_secs(1), ..Patience::default() }
}

/// The place of a file is gone when everything is checked, and not before.
async fn checked(store: Arc<dyn Store>, mishap: Box<dyn Mishap>, place: Place) {
    survives(store, mishap).await;
    drop(place);
}

/// A place for a file in a directory of its own.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a directory"))
    }

    fn directory(&self) -> PathBuf {
        self.0.path().join("tables")
    }

    fn file(&self) -> PathBuf {
        self.directory().join("tables.sqlite")
    }

    async fn store(&self, patience: Patience) -> Arc<dyn Store> {
        let file = self.file();
        store::open_with(file.to_str().expect("a path in Unicode"), patience).await.expect("a new file")
    }
}

/// What nobody could do may be done by a newer version.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_releases_what_was_set_aside_and_nobody_else_does() {
    let (server, place) = (postgres(), Place::new());
    let file = place.file();
    for address in [server.address(), file.to_str().expect("a path in Unicode")] {
        let store = store::open(address).await.expect("an empty database");
        let table = new_table();
        append_due(&store, &table, 1, Some(-20), Some(-10)).await;
        for work in [Work::Clock, Work::Bots] {
            let claim = store.claim(work, -5, 10, 1).await.expect("an answer").pop().expect("work");
            store.put_back(work, claim, None, 12).await.expect("an answer");
        }
        assert_eq!(store.stuck().await.expect("an answer"), 1, "one table, though twice");
        let copied = store::open(address).await.expect("the same database");
        assert_eq!(copied.stuck().await.expect("an answer"), 1, "whoever copies a store changes nothing");
        let again = store::open_to_serve(address).await.expect("the same database");
        assert_eq!(again.stuck().await.expect("an answer"), 0);
        for work in [Work::Clock, Work::Bots] {
            let claim = again.claim(work, 1000, 10, 1).await.expect("an answer").pop().expect("work");
            assert_eq!((claim.table, claim.tries), (table.clone(), 0));
        }
    }
}

/// Many who ask at once whether a store can write cost one commit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_ask_at_once_share_an_answer() {
    let place = Place::new();
    let store = place.store(Patience::default()).await;
    let answers = join_all((0..100).map(|_| store.ready())).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(place.file());
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("a connection");
    let (probes,): (i64,) =
        sqlx::query_as("SELECT count FROM probe").fetch_one(&mut connection).await.expect("a row");
    assert!((1..10).contains(&probes), "{probes}");
}

/// The database's clock counts for all nodes; a file has none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_tells_the_time() {
    let (server, place) = (postgres(), Place::new());
    assert_eq!(place.store(Patience::default()).await.now().await.expect("an answer"), None);
    let store = store::open(server.address()).await.expect("an empty database");
    let mut connection = sqlx::PgConnection::connect(server.address()).await.expect("a connection");
    let mut told = Vec::new();
    for _ in 0..2 {
        let clock = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint";
        let (now,): (i64,) = sqlx::query_as(clock).fetch_one(&mut connection).await.expect("a row");
        told.push(now);
        told.push(store.now().await.expect("an answer").expect("a clock"));
    }
    assert!(told.is_sorted() && told[0] > 1_700_000_000_000, "{told:?}");
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
    let proxy = Proxy::to(&server, "postgres").await;
    let store = store::open(proxy.address()).await.expect("an empty database");
    proxy.becomes(Link::Fickle);
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

#[tokio::test]
async fn nothing_asks_sqlite_to_read_all_tables() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tables.sqlite");
    drop(SqliteStore::open(&path).await.expect("a new file"));
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("a connection");
    for (query, index) in [
        (
            "EXPLAIN QUERY PLAN SELECT lobby FROM tables WHERE listed = 1 ORDER BY opened DESC, table_id",
            "tables_lobby",
        ),
        (
            "EXPLAIN QUERY PLAN SELECT table_id FROM tables WHERE clock_due <= $1 ORDER BY clock_due LIMIT 1",
            "tables_clock",
        ),
        (
            "EXPLAIN QUERY PLAN SELECT table_id FROM tables WHERE bots_due <= $1 ORDER BY bots_due LIMIT 1",
            "tables_bots",
        ),
        (
            "EXPLAIN QUERY PLAN SELECT table_id FROM tables \
             WHERE clock_aside IS NOT NULL OR bots_aside IS NOT NULL",
            "tables_aside",
        ),
        (
            "EXPLAIN QUERY PLAN SELECT table_id FROM tables WHERE opened IS NULL ORDER BY table_id LIMIT 9",
            "tables_unfilled",
        ),
        (
            "EXPLAIN QUERY PLAN SELECT table_id FROM tables \
             WHERE day <= $1 AND touched < $2 ORDER BY day, table_id LIMIT $3",
            "tables_day",
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

/// What a server asks all the time, in the words in which it asks Postgres.
const ASKED_OF_POSTGRES: [(&str, &str); 10] = [
    (
        "WITH due AS MATERIALIZED (SELECT table_id, clock_due AS moment FROM tables WHERE clock_due <= 500 \
         ORDER BY clock_due LIMIT 64 FOR UPDATE SKIP LOCKED) \
         UPDATE tables SET clock_due = 1, clock_tries = clock_tries + 1 FROM due \
         WHERE tables.table_id = due.table_id RETURNING due.moment, tables.table_id",
        "tables_clock",
    ),
    (
        "SELECT table_id FROM tables WHERE bots_due <= 500 ORDER BY bots_due LIMIT 64 FOR UPDATE SKIP LOCKED",
        "tables_bots",
    ),
    (
        "SELECT table_id, lobby, codes FROM tables WHERE listed = 1 ORDER BY opened DESC, table_id LIMIT 100",
        "tables_lobby",
    ),
    (
        "SELECT number, at, body FROM records WHERE table_id = 't500' AND number > 0 ORDER BY number",
        "records_pkey",
    ),
    ("SELECT table_id, head FROM tables WHERE table_id = ANY(ARRAY['t1', 't2', 't3', 't4'])", "tables_pkey"),
    (
        "SELECT table_id, head, day, listed, codes FROM tables WHERE table_id = ANY(ARRAY['t1', 't2']) \
         ORDER BY table_id FOR UPDATE",
        "tables_pkey",
    ),
    (
        "SELECT COUNT(*) FROM tables \
         WHERE clock_aside IS NOT NULL OR bots_aside IS NOT NULL",
        "tables_aside",
    ),
    ("SELECT table_id FROM tables WHERE opened IS NULL ORDER BY table_id LIMIT 1000", "tables_unfilled"),
    (
        "SELECT table_id FROM tables WHERE day <= 1 AND touched < 1 ORDER BY day, table_id LIMIT 10 \
         FOR UPDATE SKIP LOCKED",
        "tables_day",
    ),
    ("SELECT table_id FROM codes WHERE code = 'c500' ORDER BY table_id LIMIT 1", "codes_pkey"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_asks_postgres_to_read_all_tables() {
    let server = postgres();
    drop(store::open(server.address()).await.expect("an empty database"));
    let mut connection = sqlx::PgConnection::connect(server.address()).await.expect("a connection");
    for statement in [
        "INSERT INTO tables (table_id, head, touched, listed, lobby, codes, opened, day, clock_due, bots_due) \
         SELECT 't' || n, 2, n, CASE WHEN n % 10 = 0 THEN 1 ELSE 0 END, repeat('x', 200), '[]', n, n / 100, \
         CASE WHEN n % 2 = 0 THEN n END, CASE WHEN n % 7 = 0 THEN n END FROM generate_series(1, 20000) AS n",
        "INSERT INTO records (table_id, number, at, mark, body) \
         SELECT 't' || n, number, n, n, repeat('x', 100) \
         FROM generate_series(1, 20000) AS n, generate_series(1, 2) AS number",
        "INSERT INTO codes (code, table_id) SELECT 'c' || n, 't' || n FROM generate_series(1, 20000) AS n",
        "VACUUM ANALYZE",
    ] {
        sqlx::query(statement).execute(&mut connection).await.expect("a statement");
    }
    for (query, index) in ASKED_OF_POSTGRES {
        let explain = format!("EXPLAIN {query}");
        let steps: Vec<(String,)> = sqlx::query_as(sqlx::AssertSqlSafe(explain.as_str()))
            .fetch_all(&mut connection)
            .await
            .expect("a plan");
        let plan: Vec<String> = steps.into_iter().map(|(step,)| step).collect();
        let plan = plan.join("\n");
        assert!(plan.contains(index) && !plan.contains("Seq Scan"), "{query}\n{plan}");
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
        let StoreError { text, .. } = store::open(address).await.err().expect(address);
        assert!(text.contains(part), "{address}: {text}");
    }
}

async fn from_the_future(path: &Path) {
    drop(SqliteStore::open(path).await.expect("a new file"));
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("a connection");
    sqlx::query("INSERT INTO _sqlx_migrations SELECT 99, 'later', installed_on, success, checksum, 0 FROM _sqlx_migrations WHERE version = 1")
        .execute(&mut connection)
        .await
        .expect("a later step");
}

/// The password of a database must not come out in a message.
#[tokio::test]
async fn messages_do_not_repeat_passwords() {
    for address in ["postgres://me:hunter2@127.0.0.1:1/none", "postgres://me:hunter2@127.0.0.1:port/none"] {
        let StoreError { text, .. } = PostgresStore::open(address).await.err().expect("no database");
        assert!(!text.contains("hunter2"), "{text}");
    }
}

fn postgres() -> Throwaway {
    Throwaway::postgres().unwrap_or_else(|problem| panic!("{problem}"))
}
