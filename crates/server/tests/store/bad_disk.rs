//! SQLite over a disk that fails on purpose.
//!
//! What a disk does can be made to fail only before a program is started, so the test starts itself
//! again with a small library in front of the system's (`bad_disk.c`), which the compiler that
//! links Rust programs makes.
//! Each store has a directory of its own, and a file in it tells the library what goes wrong there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use kit_server::store::{Fault, Store};
use sqlx::{Connection, SqliteConnection};
use tokio::task::JoinSet;

use crate::suite::new_table;
use crate::troubles::{Effect, Mishap};
use crate::{Place, checked, impatient};

/// Set where the library is loaded.
const LOADED: &str = "CHESS_KIT_TEST_BAD_DISK";

/// How this test is called.
const NAME: &str = "bad_disk::sqlite_heals_on_a_disk_that_fails";

#[test]
fn sqlite_heals_on_a_disk_that_fails() {
    if env::var_os(LOADED).is_some() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        return runtime.expect("a runtime").block_on(every_failure_heals());
    }
    let place = tempfile::tempdir().expect("a directory");
    let library = library_in(place.path());
    let ran = Command::new(env::current_exe().expect("this test"))
        .args(["--exact", NAME, "--nocapture"])
        .env("LD_PRELOAD", library)
        .env(LOADED, "1")
        .output()
        .expect("this test runs");
    let said = [ran.stdout, ran.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(ran.status.success() && said.contains("1 passed"), "{said}");
}

/// Makes the library.
fn library_in(place: &Path) -> PathBuf {
    let library = place.join("bad_disk.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/bad_disk.c");
    let made = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).output();
    let made = made.expect("cc is needed, as it is to link Rust programs: apt-get install gcc");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    library
}

async fn every_failure_heals() {
    let mut checks = JoinSet::new();
    for failure in [
        Failure::Error,
        Failure::Torn,
        Failure::Lost,
        Failure::Unkept,
        Failure::Dead,
        Failure::Full,
        Failure::Short,
        Failure::Slow,
    ] {
        let place = Place::new();
        let store = place.store(impatient()).await;
        let mishap = BadDisk::under(&place, failure).await;
        checks.spawn(checked(store, Box::new(mishap), place));
    }
    checks.join_all().await;
}

/// What a disk does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// It writes nothing.
    Error,
    /// It writes half and fails.
    Torn,
    /// It writes everything and fails.
    Lost,
    /// It does not say that anything is kept.
    Unkept,
    /// It neither writes nor reads.
    Dead,
    /// It writes half and has no room then.
    Full,
    /// It writes half each time, and the rest when it is asked again.
    Short,
    /// It takes its time.
    Slow,
}

impl Failure {
    /// How the library is told.
    fn letter(self) -> &'static str {
        match self {
            Failure::Error => "e",
            Failure::Torn => "t",
            Failure::Lost => "l",
            Failure::Unkept => "y",
            Failure::Dead => "d",
            Failure::Full => "f",
            Failure::Short => "s",
            Failure::Slow => "w",
        }
    }
}

/// The disk under a file fails.
struct BadDisk {
    directory: PathBuf,
    failure: Failure,
    /// Another program that has the file open.
    other: SqliteConnection,
}

impl BadDisk {
    async fn under(place: &Place, failure: Failure) -> BadDisk {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(place.file());
        let other = SqliteConnection::connect_with(&options).await.expect("a connection");
        BadDisk { directory: place.directory(), failure, other }
    }
}

impl Mishap for BadDisk {
    fn name(&self) -> String {
        format!("a bad disk: {:?}", self.failure)
    }

    fn effect(&self) -> Effect {
        match self.failure {
            Failure::Full => Effect::Refused(Fault::Full),
            Failure::Short | Failure::Slow => Effect::Late,
            Failure::Error | Failure::Torn | Failure::Lost | Failure::Unkept | Failure::Dead => {
                Effect::Refused(Fault::Unreachable)
            }
        }
    }

    fn begin<'a>(&'a mut self, store: &'a Arc<dyn Store>) -> BoxFuture<'a, ()> {
        async {
            // While somebody has the file open, what a failed commit has left is not taken for one.
            assert!(store.whole(new_table()).await.expect("an answer").is_none());
            fs::write(self.directory.join("fault"), self.failure.letter()).expect("a file");
            let ready = store.ready().await;
            assert_eq!(ready.is_ok(), self.effect() == Effect::Late, "{:?}: {ready:?}", self.failure);
        }
        .boxed()
    }

    fn end(&mut self) -> BoxFuture<'_, ()> {
        async {
            // What is in the log is carried over by half, or is not.
            let _ = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut self.other).await;
            assert!(self.directory.join("felt").exists(), "{:?} was not felt", self.failure);
            fs::remove_file(self.directory.join("fault")).expect("it was there");
            let (sound,): (String,) =
                sqlx::query_as("PRAGMA integrity_check").fetch_one(&mut self.other).await.expect("an answer");
            assert_eq!(sound, "ok", "{:?}", self.failure);
        }
        .boxed()
    }
}
