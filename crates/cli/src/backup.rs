//! `chess-kit export`, and `import` of what it wrote: all tables of a store, to keep or to move.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use kit_games::CATALOGUE;
use kit_play::say;
use kit_play::sentence::Filling;
use kit_server::backup::{self, BackupError, Exported, Imported};
use kit_server::bus::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::store::Store;

use crate::config::{ConfiguredArgs, StoreArgs, open_store};
use crate::examples::examples;
use crate::streams;
use crate::usage::{Usage, unreadable};

/// Where to write the tables.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit export backup-monday                        a directory, with scoresheets beside the tables
  chess-kit export - | gzip > tables.gz                 one stream
  chess-kit export tables --database postgres://kit@db/kit
  chess-kit import tables --database sqlite:tables.sqlite

The server may go on meanwhile. Whoever has the backup knows the secrets of games that are not over."))]
pub struct ExportArgs {
    /// A directory, which is made if it is not there, or `-` for standard output
    to: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

/// Writes all tables.
pub fn run_export(args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let config = args.store.0.config()?;
    let exported = runtime()?.block_on(async {
        let store = open_store(&config.database).await?;
        export(store, &args.to).await
    })?;
    let (tables, scoresheets) = (number(exported.tables), number(exported.scoresheets));
    streams::say(&say!("tables: {tables}, of them also as scoresheets: {scoresheets}", tables, scoresheets));
    Ok(ExitCode::SUCCESS)
}

async fn export(store: Arc<dyn Store>, to: &Path) -> anyhow::Result<Exported> {
    if to.as_os_str() == "-" {
        // The lock cannot be held across threads, so everything is gathered in a buffer of its own.
        return Ok(backup::export(store.as_ref(), io::BufWriter::new(StandardOutput)).await?);
    }
    let bus = Arc::new(LocalBus::default());
    let hall = Hall::new(CATALOGUE, Arc::clone(&store), bus, HallSettings::default());
    let scoresheet = async |table: &_| hall.scoresheet(table).await.ok();
    backup::export_to_directory(store.as_ref(), to, scoresheet).await.map_err(explained)
}

struct StandardOutput;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Whether a file or directory is a backup of tables.
pub fn is_backup(path: &Path) -> bool {
    if path.is_dir() {
        return true;
    }
    let mut first = String::new();
    let read = std::fs::File::open(path).and_then(|file| BufReader::new(file).read_line(&mut first));
    read.is_ok() && first.starts_with("{\"chess-kit-backup\"")
}

/// Reads a backup into the store that is named.
pub fn run_import(from: &Path, database: &str) -> anyhow::Result<ExitCode> {
    let configured = ConfiguredArgs::with_database(database);
    let config = configured.config()?;
    let imported = runtime()?.block_on(async {
        let store = open_store(&config.database).await?;
        import(store.as_ref(), from).await
    })?;
    let (written, already) = (number(imported.written), number(imported.already));
    streams::say(&say!("tables: {written}, and that were there already: {already}", written, already));
    Ok(ExitCode::SUCCESS)
}

async fn import(store: &dyn Store, from: &Path) -> anyhow::Result<Imported> {
    let imported = match from {
        path if path.as_os_str() == "-" => backup::import(store, BufReader::new(io::stdin())).await,
        path if path.is_dir() => backup::import_from_directory(store, path).await,
        path => {
            let file = std::fs::File::open(path);
            let file = file.map_err(|error| unreadable(path, error))?;
            backup::import(store, BufReader::new(file)).await
        }
    };
    imported.map_err(explained)
}

/// What is wrong with a file is the caller's to mend; a store that fails is not.
fn explained(error: BackupError) -> anyhow::Error {
    match error {
        BackupError::Store(_) => anyhow::Error::new(error),
        error => Usage::from_error(error),
    }
}

fn number(count: impl ToString) -> Filling {
    Filling::text(count)
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()
}
