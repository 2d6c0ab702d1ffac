//! A layer under a store that fails on purpose.
//!
//! There is one list of what goes wrong, and one check of what must hold: while it lasts nothing
//! is said to be written that is not, nothing is half done, and as soon as it is over the same
//! store goes on and does everything that a new one does.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};
use kit_server::store::trouble::Trouble;
use kit_server::store::{Appended, Fault, NewRecord, Patience, Store, StoreError, WholeTable, Work};
use kit_server::throwaway::Throwaway;
use kit_sitting::TableId;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::proxy::{Link, Proxy};
use crate::suite::{code_of, conforms, new_table, record, whole_table};

/// Something that goes wrong with a store from one moment to another.
pub trait Mishap: Send {
    /// What it is.
    fn name(&self) -> String;
    /// What comes of it.
    fn effect(&self) -> Effect;
    /// Lets it begin.
    fn begin<'a>(&'a mut self, store: &'a Arc<dyn Store>) -> BoxFuture<'a, ()>;
    /// Lets it be over.
    fn end(&mut self) -> BoxFuture<'_, ()>;
}

/// What somebody who writes sees of a mishap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing is written, and this is why.
    Refused(Fault),
    /// Everything is written, only later.
    Late,
    /// Everything is written, and nobody is told.
    Untold,
}

/// A patience for what is refused only after a while.
pub fn hasty() -> Patience {
    Patience {
        reading: Duration::from_secs(3),
        attempt: Duration::from_secs(3),
        writing: Duration::from_secs(3),
        ..Patience::default()
    }
}

/// Does a mishap to a store and checks what must hold.
pub async fn survives(store: Arc<dyn Store>, mut mishap: Box<dyn Mishap>) {
    let (name, effect) = (mishap.name(), mishap.effect());
    let tables = some_tables(&store).await;
    let attempts = Attempts::new(&tables);
    mishap.begin(&store).await;
    attempts.meet(&store, effect, &name).await;
    if effect == Effect::Late {
        // A store that is only slow does everything that it always does.
        conforms(&store).await;
    }
    mishap.end().await;
    let written = !matches!(effect, Effect::Refused(_));
    attempts.are_there(&store, written, &name).await;
    attempts.are_written_once(&store, written, &name).await;
    attempts.are_there(&store, true, &name).await;
    until_ready(&store).await;
    conforms(&store).await;
    attempts.are_there(&store, true, &name).await;
}

/// Tables with two records each.
async fn some_tables(store: &Arc<dyn Store>) -> Vec<TableId> {
    let tables: Vec<TableId> = (0..3).map(|_| new_table()).collect();
    for table in &tables {
        for number in 1..=2 {
            let written = store.append(short(table, number)).await.expect("an answer");
            assert_eq!(written, Appended::Written);
        }
    }
    tables
}

/// The lobby's text tells which record an index entry belongs to.
fn short(table: &TableId, number: u32) -> NewRecord {
    let mut new = record(table, number, &format!("record {number}"));
    new.index.lobby = format!("after {number}");
    new
}

/// A record that needs room.
fn long(table: &TableId, number: u32) -> NewRecord {
    let mut new = short(table, number);
    new.record.body = format!("long record {number} of {table} ").repeat(15_000);
    new
}

/// What is tried while something goes wrong: records for old and new tables, a whole table.
struct Attempts {
    records: Vec<NewRecord>,
    whole: WholeTable,
}

impl Attempts {
    fn new(tables: &[TableId]) -> Attempts {
        let mut records: Vec<NewRecord> = tables.iter().map(|table| long(table, 3)).collect();
        records.extend((0..2).map(|_| long(&new_table(), 1)));
        let table = new_table();
        let mut whole = whole_table(&table, 4);
        whole.records.push(long(&table, 5).record);
        whole.index.lobby = "after 5".to_owned();
        Attempts { records, whole }
    }

    /// Tries everything at once and one thing after the others, and whatever else writes.
    async fn meet(&self, store: &Arc<dyn Store>, effect: Effect, name: &str) {
        let appends = self.records[1..].iter().map(|record| store.append(record.clone()));
        let (mut answers, whole, others) = tokio::join!(
            join_all(appends),
            store.restore(self.whole.clone()),
            // These may have nothing to write, so they may answer either way.
            join_all([
                store.keep_notes(self.whole.index.table.clone(), 1, "notes".to_owned()).map(drop).boxed(),
                store.forget(i64::MIN, 5).map(drop).boxed(),
                store.claim(Work::Clock, i64::MIN, 1, 5).map(drop).boxed(),
                store.ready().map(drop).boxed(),
            ]),
        );
        drop(others);
        answers.push(whole);
        answers.push(store.append(self.records[0].clone()).await);
        for answer in answers {
            match (effect, answer) {
                (Effect::Refused(expected), Err(StoreError { fault, .. })) if fault == expected => {}
                (Effect::Untold, Err(StoreError { fault: Fault::Unreachable, .. })) => {}
                (Effect::Late, Ok(Appended::Written)) => {}
                (_, answer) => panic!("{name}: {answer:?}"),
            }
        }
    }

    /// Whether all that was tried stands there, or nothing of it, and nothing by half.
    async fn are_there(&self, store: &Arc<dyn Store>, there: bool, name: &str) {
        for new in &self.records {
            let number = new.record.number;
            let last = if there { number } else { number - 1 };
            let whole = whole_and_sound(store, &new.index.table, name).await;
            assert_eq!(whole.as_ref().map_or(0, |whole| whole.records.len()), last as usize, "{name}");
            if let Some(record) = whole.iter().flat_map(|whole| &whole.records).find(|of| of.number == number)
            {
                assert!(*record == new.record, "{name}: the record is another");
            }
        }
        let whole = whole_and_sound(store, &self.whole.index.table, name).await;
        assert_eq!(whole.is_some(), there, "{name}");
        assert!(whole.is_none_or(|whole| whole.records == self.whole.records), "{name}");
    }

    /// Brings everything again: what is there already is not written twice, and what is not is
    /// written at the first try.
    async fn are_written_once(&self, store: &Arc<dyn Store>, there: bool, name: &str) {
        let expected = if there { Appended::Taken } else { Appended::Written };
        for record in &self.records {
            let answer = store.append(record.clone()).await;
            assert_eq!(answer.expect("an answer"), expected, "{name}: {}", record.record.number);
        }
        let answer = store.restore(self.whole.clone()).await;
        assert_eq!(answer.expect("an answer"), expected, "{name}");
    }
}

/// What is kept of a table; its records, its index entry, its number and its codes agree.
async fn whole_and_sound(store: &Arc<dyn Store>, table: &TableId, name: &str) -> Option<WholeTable> {
    let whole = store.whole(table.clone()).await.expect("an answer");
    let heads = store.heads(std::slice::from_ref(table)).await.expect("an answer");
    let leads = store.by_code(&code_of(table)).await.expect("an answer");
    let records = store.read(table.clone(), 0).await.expect("an answer");
    let Some(whole) = whole else {
        assert!(heads.is_empty() && leads.is_none() && records.is_empty(), "{name}: half a table");
        return None;
    };
    assert_eq!(records, whole.records, "{name}");
    let numbers: Vec<u32> = records.iter().map(|record| record.number).collect();
    assert!(numbers.iter().copied().eq(1..=numbers.len() as u32), "{name}: {numbers:?}");
    let bodies: BTreeSet<&str> = records.iter().map(|record| record.body.as_str()).collect();
    assert_eq!(bodies.len(), records.len(), "{name}: a record stands there twice");
    assert_eq!(heads, [(table.clone(), records.len() as u32)], "{name}");
    assert_eq!(whole.index.lobby, format!("after {}", records.len()), "{name}");
    assert_eq!(leads.as_ref(), Some(table), "{name}");
    Some(whole)
}

/// What was found out a moment ago still counts for a moment.
async fn until_ready(store: &Arc<dyn Store>) {
    while store.ready().await.is_err() {
        sleep(Duration::from_millis(50)).await;
    }
}

/// The store has trouble of its own.
pub struct Inside {
    pub trouble: Arc<Trouble>,
    pub kind: Kind,
}

/// What is done to the store from inside.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Full,
    ReadOnly,
    Deaf,
}

impl Inside {
    fn has(&self, trouble: bool) {
        match self.kind {
            Kind::Full => self.trouble.is_full(trouble),
            Kind::ReadOnly => self.trouble.is_read_only(trouble),
            Kind::Deaf => self.trouble.is_deaf(trouble),
        }
    }
}

impl Mishap for Inside {
    fn name(&self) -> String {
        format!("inside: {:?}", self.kind)
    }

    fn effect(&self) -> Effect {
        match self.kind {
            Kind::Full => Effect::Refused(Fault::Full),
            Kind::ReadOnly => Effect::Refused(Fault::ReadOnly),
            Kind::Deaf => Effect::Untold,
        }
    }

    fn begin<'a>(&'a mut self, _: &'a Arc<dyn Store>) -> BoxFuture<'a, ()> {
        async { self.has(true) }.boxed()
    }

    fn end(&mut self) -> BoxFuture<'_, ()> {
        async { self.has(false) }.boxed()
    }
}

/// Another program works on the file.
pub struct Intruder {
    connection: SqliteConnection,
    deed: Deed,
}

/// What it does.
#[derive(Clone, Copy, Debug)]
pub enum Deed {
    /// Has the database roll back every transaction, as SQLite does by itself when a disk is full.
    RollBack,
    /// Has the database refuse a statement and leave its transaction open.
    Abort,
    /// Keeps others from writing for longer than they wait.
    Lock,
}

impl Intruder {
    /// Another program that has the file open.
    pub async fn at(path: &Path, deed: Deed) -> Intruder {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
        let connection = SqliteConnection::connect_with(&options).await.expect("a connection");
        let mut intruder = Intruder { connection, deed };
        // What it needs beside the file is opened when it first reads.
        intruder.says("SELECT count(*) FROM records").await;
        intruder
    }

    async fn says(&mut self, statement: &'static str) {
        sqlx::raw_sql(statement).execute(&mut self.connection).await.expect(statement);
    }

    /// Has the next thing that the store writes fail, so that its connection is closed.
    async fn interrupts(&mut self, store: &Arc<dyn Store>) {
        self.says(ROLL_BACK).await;
        assert!(store.append(short(&new_table(), 1)).await.is_err());
        self.says(NO_MORE).await;
    }
}

const ROLL_BACK: &str = "
    CREATE TRIGGER refuse_records BEFORE INSERT ON records BEGIN SELECT RAISE(ROLLBACK, 'on purpose'); END;
    CREATE TRIGGER refuse_probe BEFORE UPDATE ON probe BEGIN SELECT RAISE(ROLLBACK, 'on purpose'); END;";
const ABORT: &str = "
    CREATE TRIGGER refuse_records BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'on purpose'); END;
    CREATE TRIGGER refuse_probe BEFORE UPDATE ON probe BEGIN SELECT RAISE(ABORT, 'on purpose'); END;";
const NO_MORE: &str = "DROP TRIGGER refuse_records; DROP TRIGGER refuse_probe;";

impl Mishap for Intruder {
    fn name(&self) -> String {
        format!("another program: {:?}", self.deed)
    }

    fn effect(&self) -> Effect {
        match self.deed {
            Deed::RollBack | Deed::Abort => Effect::Refused(Fault::Other),
            Deed::Lock => Effect::Refused(Fault::Unreachable),
        }
    }

    fn begin<'a>(&'a mut self, store: &'a Arc<dyn Store>) -> BoxFuture<'a, ()> {
        async {
            match self.deed {
                Deed::RollBack => self.says(ROLL_BACK).await,
                Deed::Abort => self.says(ABORT).await,
                Deed::Lock => self.says("BEGIN IMMEDIATE").await,
            }
            assert!(store.ready().await.is_err(), "it cannot write, and says so");
        }
        .boxed()
    }

    fn end(&mut self) -> BoxFuture<'_, ()> {
        async {
            match self.deed {
                Deed::RollBack | Deed::Abort => self.says(NO_MORE).await,
                Deed::Lock => self.says("ROLLBACK").await,
            }
        }
        .boxed()
    }
}

/// Another program writes for a while, again and again.
pub struct Busy {
    path: PathBuf,
    goes_on: watch::Sender<bool>,
    done: Option<JoinHandle<()>>,
}

impl Busy {
    /// Another program that is about to open the file.
    pub fn at(path: PathBuf) -> Busy {
        Busy { path, goes_on: watch::Sender::new(true), done: None }
    }
}

/// How long it writes, and how long others may.
const BUSY: Duration = Duration::from_millis(300);
const IDLE: Duration = Duration::from_millis(100);

impl Mishap for Busy {
    fn name(&self) -> String {
        "another program writes for a while".to_owned()
    }

    fn effect(&self) -> Effect {
        Effect::Late
    }

    fn begin<'a>(&'a mut self, _: &'a Arc<dyn Store>) -> BoxFuture<'a, ()> {
        async {
            let mut intruder = Intruder::at(&self.path, Deed::Lock).await;
            intruder.says("BEGIN IMMEDIATE").await;
            let goes_on = self.goes_on.subscribe();
            self.done = Some(tokio::spawn(async move {
                loop {
                    sleep(BUSY).await;
                    intruder.says("ROLLBACK").await;
                    sleep(IDLE).await;
                    if !*goes_on.borrow() {
                        break;
                    }
                    intruder.says("BEGIN IMMEDIATE").await;
                }
            }));
        }
        .boxed()
    }

    fn end(&mut self) -> BoxFuture<'_, ()> {
        async {
            self.goes_on.send_replace(false);
            self.done.take().expect("it has begun").await.expect("no panic");
        }
        .boxed()
    }
}

/// A disk of its own for a store, with hardly any room; where nobody may make one there is none.
pub struct Disk {
    place: tempfile::TempDir,
    mounts: usize,
}

impl Disk {
    /// A small disk, if this program may make one.
    pub fn small() -> Option<Disk> {
        let mut disk = Disk { place: tempfile::tempdir().expect("a directory"), mounts: 0 };
        let path = disk.path();
        let made = run("mount", &["-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", &path]);
        disk.mounts += usize::from(made);
        made.then_some(disk)
    }

    /// Where it is.
    pub fn path(&self) -> String {
        self.place.path().to_str().expect("a path in Unicode").to_owned()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        for _ in 0..self.mounts {
            // Whatever is still open on it is gone with the test.
            run("umount", &["-l", &self.path()]);
        }
    }
}

fn run(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}

/// Whether permissions do not hold for this program.
pub fn may_do_everything() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// The disk is full, and gets larger.
pub struct FullDisk(pub Disk);

impl Mishap for FullDisk {
    fn name(&self) -> String {
        "a full disk".to_owned()
    }

    fn effect(&self) -> Effect {
        Effect::Refused(Fault::Full)
    }

    fn begin<'a>(&'a mut self, _: &'a Arc<dyn Store>) -> BoxFuture<'a, ()> {
        async {
            let rest = std::fs::write(self.0.place.path().join("else"), vec![1; 2_000_000]);
            assert_eq!(rest.expect_err("no room").kind(), std::io::ErrorKind::StorageFull);
        }
        .boxed()
    }

    fn end(&mut self) -> BoxFuture<'_, ()> {
        async {
            assert!(run("mount", &["-o", "remount,size=64m", &self.0.path()]), "the disk gets larger");
        }
        .boxed()
    }
}

/// The place of the file is read-only, or is gone, and the connection that writes was lost.
pub struct Misplaced {
    pub intruder: Intruder,
    pub directory: PathBuf,
    pub gone: bool,
    /// Somebody who may do everything is kept from writing by a mount only.
    pub mount: bool,
}

impl Misplaced {
    fn away(&self) -> PathBuf {
        self.directory.with_extension("away")
    }

    fn writable(&self, writable: bool) -> bool {
        let directory = self.directory.to_str().expect("a path in Unicode");
        match (self.mount, writable) {
            (true, true) => run("umount", &["-l", directory]),
            (true, false) => {
                run("mount", &["--bind", directory, directory])
                    && run("mount", &["-o", "remount,bind,ro", directory])
            }
            (false, true) => run("chmod", &["-R", "u+w", directory]),
            (false, false) => run("chmod", &["-R", "a-w", directory]),
        }
    }
}

impl Mishap for Misplaced {
    fn name(&self) -> String {
        format!("a file that is {}", if self.gone { "gone" } else { "read-only" })
    }

    fn effect(&self) -> Effect {
        Effect::Refused(if self.gone { Fault::Unreachable } else { Fault::ReadOnly })
    }

    fn begin<'a>(&'a mut self, store: &'a Arc<dyn Store>) -> BoxFuture<'a, ()> {
        async {
            if self.gone {
                std::fs::rename(&self.directory, self.away()).expect("it can be moved");
            } else {
                assert!(self.writable(false));
            }
            self.intruder.interrupts(store).await;
        }
        .boxed()
    }

    fn end(&mut self) -> BoxFuture<'_, ()> {
        async {
            if self.gone {
                std::fs::rename(self.away(), &self.directory).expect("it can be moved");
            } else {
                assert!(self.writable(true));
            }
        }
        .boxed()
    }
}

/// The way to the database is bad.
pub struct BadLink {
    pub proxy: Proxy,
    pub link: Link,
}

impl Mishap for BadLink {
    fn name(&self) -> String {
        format!("the way to the database: {:?}", self.link)
    }

    fn effect(&self) -> Effect {
        match self.link {
            Link::Cut | Link::Short | Link::Silent => Effect::Refused(Fault::Unreachable),
            Link::Slow | Link::Fine | Link::Fickle => Effect::Late,
            Link::Deaf => Effect::Untold,
        }
    }

    fn begin<'a>(&'a mut self, _: &'a Arc<dyn Store>) -> BoxFuture<'a, ()> {
        async { self.proxy.becomes(self.link) }.boxed()
    }

    fn end(&mut self) -> BoxFuture<'_, ()> {
        async { self.proxy.becomes(Link::Fine) }.boxed()
    }
}

/// The database itself refuses to write.
pub struct Unwilling {
    connection: PgConnection,
    why: Why,
}

/// Why it does.
#[derive(Clone, Copy, Debug)]
pub enum Why {
    Full,
    /// Its disk cannot be read or written at some place.
    DiskError,
    ReadOnly,
}

impl Unwilling {
    /// Somebody who may change a database's mind.
    pub async fn at(server: &Throwaway, database: &str, why: Why) -> Unwilling {
        Unwilling { connection: connected(server, database).await, why }
    }

    async fn says(&mut self, statements: &[&'static str]) {
        for statement in statements {
            sqlx::raw_sql(*statement).execute(&mut self.connection).await.expect(statement);
        }
    }
}

/// A connection to a database of a server, made with all rights.
async fn connected(server: &Throwaway, database: &str) -> PgConnection {
    PgConnection::connect(&address_of(server, database)).await.expect("a connection")
}

fn address_of(server: &Throwaway, database: &str) -> String {
    let (place, _) = server.address().rsplit_once('/').expect("an address with a database");
    format!("{place}/{database}")
}

/// Makes a database on a server; its address.
pub async fn make_database(server: &Throwaway, database: &str) -> String {
    let mut connection = connected(server, "postgres").await;
    let make = format!("CREATE DATABASE {database}");
    sqlx::raw_sql(AssertSqlSafe(make)).execute(&mut connection).await.expect("a database");
    address_of(server, database)
}

/// What a database says whose disk is full, and one whose disk fails.
const FULL: &[&str] = &[
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$;",
    REFUSING,
];
const DISK_ERROR: &[&str] = &[
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not write: input/output error' USING ERRCODE = '58030'; END $$;",
    REFUSING,
];
const REFUSING: &str = "
    CREATE TRIGGER refuse BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION refuse();
    CREATE TRIGGER refuse BEFORE UPDATE ON probe FOR EACH ROW EXECUTE FUNCTION refuse();";
const REFUSING_NO_MORE: &[&str] =
    &["DROP TRIGGER refuse ON records; DROP TRIGGER refuse ON probe; DROP FUNCTION refuse();"];
const READ_ONLY: &[&str] = &[
    "DO $$ BEGIN EXECUTE format(
        'ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$",
    OTHERS_OUT,
];
const NOT_READ_ONLY: &[&str] = &[
    "DO $$ BEGIN EXECUTE format(
        'ALTER DATABASE %I RESET default_transaction_read_only', current_database()); END $$",
    OTHERS_OUT,
];
/// What holds for a database holds for those who come anew.
const OTHERS_OUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

impl Mishap for Unwilling {
    fn name(&self) -> String {
        format!("a database that refuses: {:?}", self.why)
    }

    fn effect(&self) -> Effect {
        Effect::Refused(match self.why {
            Why::Full => Fault::Full,
            Why::DiskError => Fault::Unreachable,
            Why::ReadOnly => Fault::ReadOnly,
        })
    }

    fn begin<'a>(&'a mut self, store: &'a Arc<dyn Store>) -> BoxFuture<'a, ()> {
        async {
            let statements = match self.why {
                Why::Full => FULL,
                Why::DiskError => DISK_ERROR,
                Why::ReadOnly => READ_ONLY,
            };
            self.says(statements).await;
            assert!(store.ready().await.is_err(), "it cannot write, and says so");
        }
        .boxed()
    }

    fn end(&mut self) -> BoxFuture<'_, ()> {
        let statements = match self.why {
            Why::Full | Why::DiskError => REFUSING_NO_MORE,
            Why::ReadOnly => NOT_READ_ONLY,
        };
        self.says(statements).boxed()
    }
}
