//! The disk of the store, which can be filled and emptied.
//!
//! Where something can be mounted, it is a small disk in memory that is filled to its last byte.
//! Where not, files of the nodes are kept from growing, or Postgres is made to answer that its
//! disk is full; the summary says which of them was done.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, PgConnection};

use crate::node::Node;

/// Mounts a disk, says so, and takes it away when its standard input ends, also when the driver
/// was killed.
const KEEPER: &str = r#"mount -t tmpfs -o "size=$2" nemesis "$1" || exit 1; echo there; while read -r line; do :; done; umount -l "$1""#;

/// As much as a disk can hold while it is not full; memory is taken only for what lies there.
const ROOM: &str = "4g";

/// What is left when the rest of a disk is filled, in KB, before the last of it is.
const LEFT: u64 = 256;

/// What a full Postgres answers.
const FULL: &str = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS \
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$";

/// The disk of a store.
pub struct Disk {
    small: Option<SmallDisk>,
    store: Stored,
}

/// What is on it.
enum Stored {
    /// An SQLite file; while the disk is full somebody reads, so that the log cannot start anew in
    /// the room that it has.
    Sqlite { file: PathBuf, _directory: tempfile::TempDir, reader: Option<SqliteConnection> },
    /// The records of a Postgres database.
    Postgres { address: String },
}

/// A disk in memory.
struct SmallDisk {
    directory: tempfile::TempDir,
    keeper: Child,
}

impl Disk {
    /// A disk for an SQLite file.
    pub fn for_sqlite() -> Result<Disk, String> {
        let small = SmallDisk::mount();
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let place = small.as_ref().map_or(directory.path(), |small| small.directory.path());
        let file = place.join("tables.sqlite");
        Ok(Disk { small, store: Stored::Sqlite { file, _directory: directory, reader: None } })
    }

    /// A disk for the records of a Postgres database that has its tables already; the rest of the
    /// database stays where it is, because Postgres itself does not survive a full log.
    pub async fn for_postgres(address: &str) -> Result<Disk, String> {
        let store = Stored::Postgres { address: address.to_owned() };
        let disk = Disk { small: SmallDisk::mount(), store };
        let told = |error: sqlx::Error| error.to_string();
        let mut database = PgConnection::connect(address).await.map_err(told)?;
        let Some(small) = &disk.small else {
            sqlx::query(FULL).execute(&mut database).await.map_err(told)?;
            return Ok(disk);
        };
        let space = small.directory.path().join("records");
        fs::create_dir(&space).map_err(|error| error.to_string())?;
        run("chmod", &["755", &small.directory.path().display().to_string()])?;
        run("chown", &["postgres", &space.display().to_string()])?;
        let make = format!("CREATE TABLESPACE small LOCATION '{}'", space.display());
        let move_index = "ALTER INDEX records_pkey SET TABLESPACE small".to_owned();
        for statement in [make, "ALTER TABLE records SET TABLESPACE small".to_owned(), move_index] {
            sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut database).await.map_err(told)?;
        }
        Ok(disk)
    }

    /// The SQLite file.
    pub fn file(&self) -> Option<&Path> {
        match &self.store {
            Stored::Sqlite { file, .. } => Some(file),
            Stored::Postgres { .. } => None,
        }
    }

    /// How it is filled, in words.
    pub fn told(&self) -> &'static str {
        match (&self.small, &self.store) {
            (Some(_), Stored::Sqlite { .. }) => "a small disk with the database, filled to its last byte",
            (Some(_), Stored::Postgres { .. }) => "a small disk with the records, filled to its last byte",
            (None, Stored::Sqlite { .. }) => "files that cannot grow, because nothing can be mounted here",
            (None, Stored::Postgres { .. }) => {
                "Postgres made to answer that its disk is full, because nothing can be mounted here"
            }
        }
    }

    /// Fills it.
    pub async fn fill(&mut self, nodes: &mut [Node]) -> Result<(), String> {
        if let Stored::Sqlite { file, reader, .. } = &mut self.store {
            *reader = Some(reading(file).await?);
        }
        match (&self.small, &self.store) {
            (Some(small), _) => small.fill(),
            (None, Stored::Sqlite { file, .. }) => {
                let log = fs::metadata(file.with_extension("sqlite-wal")).map_or(0, |log| log.len());
                limit(nodes, &log.to_string())
            }
            (None, Stored::Postgres { address }) => {
                let trigger =
                    "CREATE TRIGGER full_disk BEFORE INSERT ON records EXECUTE FUNCTION full_disk()";
                tell(address, trigger).await
            }
        }
    }

    /// Empties it.
    pub async fn empty(&mut self, nodes: &mut [Node]) -> Result<(), String> {
        if let Stored::Sqlite { reader, .. } = &mut self.store {
            *reader = None;
        }
        match (&self.small, &self.store) {
            (Some(small), _) => small.empty(),
            (None, Stored::Sqlite { .. }) => limit(nodes, "unlimited"),
            (None, Stored::Postgres { address }) => tell(address, "DROP TRIGGER full_disk ON records").await,
        }
    }
}

impl SmallDisk {
    /// Mounts one, if that can be done here.
    fn mount() -> Option<SmallDisk> {
        let directory = tempfile::tempdir().ok()?;
        let mut command = Command::new("sh");
        command.args(["-c", KEEPER, "keeper"]).arg(directory.path()).arg(ROOM);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut keeper = command.spawn().ok()?;
        let mut line = String::new();
        BufReader::new(keeper.stdout.take()?).read_line(&mut line).ok()?;
        (line.trim() == "there").then_some(SmallDisk { directory, keeper })
    }

    fn ballast(&self) -> PathBuf {
        self.directory.path().join("ballast")
    }

    /// Makes the disk hardly larger than what lies there, and fills the rest.
    fn fill(&self) -> Result<(), String> {
        self.resize(&format!("{}k", self.used()? + LEFT))?;
        let told = |error: std::io::Error| format!("the disk cannot be filled: {error}");
        let mut ballast = File::create(self.ballast()).map_err(told)?;
        loop {
            match ballast.write(&[0; 4096]) {
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::StorageFull => return Ok(()),
                Err(error) => return Err(told(error)),
            }
        }
    }

    fn empty(&self) -> Result<(), String> {
        self.resize(ROOM)?;
        fs::remove_file(self.ballast()).map_err(|error| format!("the disk cannot be emptied: {error}"))
    }

    fn resize(&self, size: &str) -> Result<(), String> {
        let place = self.directory.path().display().to_string();
        run("mount", &["-o", &format!("remount,size={size}"), &place])
    }

    /// How much lies there, in KB.
    fn used(&self) -> Result<u64, String> {
        let mut command = Command::new("df");
        command.args(["-k", "--output=used"]).arg(self.directory.path()).stdout(Stdio::piped());
        let mut text = String::new();
        let mut child = command.spawn().map_err(|error| format!("df: {error}"))?;
        let output = child.stdout.as_mut().ok_or("its output is a pipe")?;
        output.read_to_string(&mut text).map_err(|error| format!("df: {error}"))?;
        child.wait().map_err(|error| format!("df: {error}"))?;
        text.lines().last().and_then(|line| line.trim().parse().ok()).ok_or_else(|| format!("df: {text}"))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        if let Err(error) = self.keeper.wait() {
            eprintln!("a disk of a test stays behind: {error}");
        }
    }
}

/// Somebody who has begun to read and does not end.
async fn reading(file: &Path) -> Result<SqliteConnection, String> {
    let told = |error: sqlx::Error| format!("the database cannot be read: {error}");
    let options = SqliteConnectOptions::from_str(&file.display().to_string()).map_err(told)?;
    let mut reader = SqliteConnection::connect_with(&options).await.map_err(told)?;
    for statement in ["BEGIN", "SELECT count(*) FROM tables"] {
        sqlx::query(statement).execute(&mut reader).await.map_err(told)?;
    }
    Ok(reader)
}

/// Sets how long the files of nodes may get, in bytes.
fn limit(nodes: &mut [Node], longest: &str) -> Result<(), String> {
    let mut ids = nodes.iter_mut().filter_map(Node::id);
    ids.try_for_each(|id| run("prlimit", &["--pid", &id.to_string(), &format!("--fsize={longest}:")]))
}

async fn tell(address: &str, statement: &'static str) -> Result<(), String> {
    let told = |error: sqlx::Error| error.to_string();
    let mut database = PgConnection::connect(address).await.map_err(told)?;
    sqlx::query(statement).execute(&mut database).await.map(drop).map_err(told)
}

fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}
