//! Databases of the version before are carried over, while nodes of that version still write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kit_server::store::{self, Appended, Store, Work};
use kit_sitting::TableId;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqlSafeStr, SqliteConnection};

use crate::suite::{append, bodies, new_table};
use crate::{Place, postgres};

/// More than are carried over at a time.
const TABLES: i64 = 2300;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_of_the_version_before_is_carried_over() {
    let place = Place::new();
    std::fs::create_dir_all(place.directory()).expect("a directory");
    let file = place.file();
    let file = file.to_str().expect("a path in Unicode");
    let (one, other) = (OldNode::at_file(file).await, OldNode::at_file(file).await);
    is_carried_over(file, one, other).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_the_version_before_is_carried_over() {
    let server = postgres();
    let address = server.address();
    let (one, other) = (OldNode::at_database(address).await, OldNode::at_database(address).await);
    is_carried_over(address, one, other).await;
}

async fn is_carried_over(address: &str, mut old: OldNode, busy: OldNode) {
    old.makes_its_tables().await;
    let tables: Vec<TableId> = (0..TABLES).map(|_| new_table()).collect();
    old.fills(&tables).await;
    let played = new_table();
    let stopping = Arc::new(AtomicBool::new(false));
    let playing = tokio::spawn(busy.plays(played.clone(), Arc::clone(&stopping)));
    let opened = tokio::join!(store::open(address), store::open(address));
    let store = opened.0.expect("one node brings it up to date");
    opened.1.expect("and another one at the same moment");
    stopping.store(true, Ordering::SeqCst);
    let last = playing.await.expect("an old node is not disturbed");
    let expected: Vec<String> = (1..=last).map(|number| format!("old {number}")).collect();
    assert_eq!(bodies(&store, &played, 0).await, expected);

    everything_is_there(&store, &tables).await;
    what_was_due_is_claimed(&store, &tables).await;
    assert_eq!(append(&store, &tables[7], 3, "goes on").await, Appended::Written);
    assert_eq!(bodies(&store, &tables[7], 0).await, ["old 1", "old 2", "goes on"]);

    // Tables that an old node begins later are carried over by the next node that is opened.
    let late = new_table();
    old.writes(&late, 1, 2_000_000, Some(77)).await;
    let again = store::open(address).await.expect("the same database");
    let index = again.index(late.clone()).await.expect("an answer").expect("an index entry");
    assert_eq!((index.clock_due, index.bots_due), (Some(77), Some(77)));
    assert_eq!(again.lobby(1).await.expect("a lobby").pop().expect("a table").table, late);

    // The oldest are those that were touched longest ago, and two that were written to just now,
    // with moments of the first day.
    let forgotten = again.forget(touched(TABLES - 11), 100).await.expect("an answer");
    assert_eq!(forgotten, 10 + 2);
    assert!(bodies(&again, &tables[TABLES as usize - 1], 0).await.is_empty());
}

async fn everything_is_there(store: &Arc<dyn Store>, tables: &[TableId]) {
    for (table, count) in tables.iter().zip(0..) {
        let whole = store.whole(table.clone()).await.expect("an answer").expect("a table");
        assert_eq!((whole.index.clock_due, whole.index.bots_due), (due(count), due(count)));
        assert_eq!(whole.records.len(), 2);
    }
    let listed = store.lobby(3).await.expect("a lobby");
    let names: Vec<&TableId> = listed.iter().map(|entry| &entry.table).collect();
    assert_eq!(names, [&tables[4], &tables[3], &tables[2]], "by the moment of the first record");
}

async fn what_was_due_is_claimed(store: &Arc<dyn Store>, tables: &[TableId]) {
    for work in [Work::Clock, Work::Bots] {
        let claims = store.claim(work, due(6).expect("a moment"), 1_000_000, 100).await.expect("an answer");
        let claimed: Vec<(&TableId, u32)> = claims.iter().map(|claim| (&claim.table, claim.tries)).collect();
        assert_eq!(claimed, [(&tables[0], 0), (&tables[3], 0), (&tables[6], 0)]);
    }
}

/// Some tables have work that waits.
fn due(count: i64) -> Option<i64> {
    (count % 3 == 0).then_some(100_000 + count)
}

/// Those that were opened last were touched first, on another day each.
fn touched(count: i64) -> i64 {
    (TABLES - count) * 86_400_000
}

/// A node as the version before was.
enum OldNode {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl OldNode {
    async fn at_file(file: &str) -> OldNode {
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
            .busy_timeout(Duration::from_secs(30));
        OldNode::Sqlite(SqliteConnection::connect_with(&options).await.expect("a connection"))
    }

    async fn at_database(address: &str) -> OldNode {
        OldNode::Postgres(PgConnection::connect(address).await.expect("a connection"))
    }

    async fn says(&mut self, text: String) {
        let statements = sqlx::raw_sql(AssertSqlSafe(text));
        match self {
            OldNode::Sqlite(connection) => drop(statements.execute(connection).await.expect("SQL")),
            OldNode::Postgres(connection) => drop(statements.execute(connection).await.expect("SQL")),
        }
    }

    async fn makes_its_tables(&mut self) {
        let text = include_str!("../../src/store/migrations/1_tables.sql").into_sql_str();
        let first = Migration::new(1, "tables".into(), MigrationType::Simple, text, false);
        let migrator = Migrator::with_migrations(vec![first]);
        match self {
            OldNode::Sqlite(connection) => migrator.run(connection).await.expect("an empty file"),
            OldNode::Postgres(connection) => migrator.run(connection).await.expect("an empty database"),
        }
    }

    async fn fills(&mut self, tables: &[TableId]) {
        let (mut records, mut entries) = (Vec::new(), Vec::new());
        for (table, count) in tables.iter().zip(0..) {
            records.push(format!("('{table}', 1, {count}, 1, 'old 1')"));
            records.push(format!("('{table}', 2, {}, 2, 'old 2')", touched(count)));
            entries.push(entry(table, 2, touched(count), count < 5, due(count)));
        }
        self.says(format!("INSERT INTO records VALUES {}", records.join(","))).await;
        self.says(format!("INSERT INTO tables ({COLUMNS}) VALUES {}", entries.join(","))).await;
    }

    async fn writes(&mut self, table: &TableId, number: u32, at: i64, due: Option<i64>) {
        let entry = entry(table, number, at, true, due);
        self.says(format!(
            "BEGIN; INSERT INTO records VALUES ('{table}', {number}, {at}, 3, 'old {number}'); \
             INSERT INTO tables ({COLUMNS}) VALUES {entry} \
             ON CONFLICT (table_id) DO UPDATE SET head = excluded.head, touched = excluded.touched, \
             listed = excluded.listed, due = excluded.due, lobby = excluded.lobby, codes = excluded.codes; \
             COMMIT"
        ))
        .await;
    }

    /// Writes to a table until it shall stop; how many records it wrote. They are older than all
    /// others, so that they do not stand in the way of what is checked, and the last one unlists.
    async fn plays(mut self, table: TableId, stopping: Arc<AtomicBool>) -> u32 {
        let mut number = 0;
        while number < 50 || !stopping.load(Ordering::SeqCst) {
            number += 1;
            self.writes(&table, number, touched(-1), None).await;
        }
        self.says(format!("UPDATE tables SET listed = 0 WHERE table_id = '{table}'")).await;
        number
    }
}

/// The columns that an old node knows.
const COLUMNS: &str = "table_id, head, touched, listed, due, lobby, codes";

fn entry(table: &TableId, number: u32, at: i64, listed: bool, due: Option<i64>) -> String {
    let (listed, due) = (u8::from(listed), due.map_or("NULL".to_owned(), |due| due.to_string()));
    format!("('{table}', {number}, {at}, {listed}, {due}, 'lobby', '[]')")
}
