//! Stores that fail on purpose, for tests.
//!
//! Most of what can go wrong with a store is done to it from outside: to its file, to its disk, to
//! the network, by other programs.
//! Here is what cannot be, or not everywhere: a disk that is full or read-only, and an answer that
//! is lost inside one process.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::batch::Batch;
use super::queue::Writer;
use super::sqlite::{Job, Opened, SqliteStore, SqliteWriter};
use super::{Appended, Fault, Patience, StoreError};

/// What goes wrong at the moment.
pub struct Trouble {
    /// How many pages the database may have.
    pages: AtomicU32,
    /// Whether nothing may be written.
    read_only: AtomicBool,
    /// Whether the answers to commits are lost.
    deaf: AtomicBool,
}

impl Default for Trouble {
    fn default() -> Trouble {
        let pages = AtomicU32::new(ANY);
        Trouble { pages, read_only: AtomicBool::new(false), deaf: AtomicBool::new(false) }
    }
}

/// As many pages as SQLite can have.
const ANY: u32 = 0xffff_fffe;

impl Trouble {
    /// A store in a file that has this trouble.
    ///
    /// # Errors
    ///
    /// As [`SqliteStore::open`].
    pub async fn in_file(
        self: &Arc<Trouble>,
        path: &Path,
        patience: Patience,
    ) -> Result<SqliteStore, StoreError> {
        Ok(self.given_to(Opened::file(path, patience).await?, patience))
    }

    /// A store in memory that has this trouble.
    ///
    /// # Errors
    ///
    /// As [`SqliteStore::in_memory`].
    pub async fn in_memory(self: &Arc<Trouble>, patience: Patience) -> Result<SqliteStore, StoreError> {
        Ok(self.given_to(Opened::memory(patience).await?, patience))
    }

    fn given_to(self: &Arc<Trouble>, opened: Opened, patience: Patience) -> SqliteStore {
        opened.start(patience, |writer| Troubled { writer, trouble: Arc::clone(self) })
    }

    /// Whether there is no room for another page.
    pub fn is_full(&self, full: bool) {
        self.pages.store(if full { 1 } else { ANY }, Ordering::SeqCst);
    }

    /// Whether nothing may be written.
    pub fn is_read_only(&self, read_only: bool) {
        self.read_only.store(read_only, Ordering::SeqCst);
    }

    /// Whether everything is written and reported as lost.
    pub fn is_deaf(&self, deaf: bool) {
        self.deaf.store(deaf, Ordering::SeqCst);
    }
}

/// A writer with troubles.
struct Troubled {
    writer: SqliteWriter,
    trouble: Arc<Trouble>,
}

impl Writer for Troubled {
    type Job = Job;

    async fn write(&mut self, batch: &Batch) -> Result<Vec<Appended>, StoreError> {
        let Trouble { pages, read_only, deaf } = &*self.trouble;
        self.writer.limit(pages.load(Ordering::SeqCst), read_only.load(Ordering::SeqCst)).await?;
        if batch.probe && pages.load(Ordering::SeqCst) != ANY {
            // What is tried fits into pages that are there; on a full disk the log could not grow.
            return Err(StoreError::new(Fault::Full, "the disk is full on purpose"));
        }
        let written = self.writer.write(batch).await?;
        if deaf.load(Ordering::SeqCst) {
            return Err(StoreError::new(Fault::Unreachable, "the answer was lost on purpose"));
        }
        Ok(written)
    }

    async fn carry_out(&mut self, job: Job) {
        self.writer.carry_out(job).await;
    }
}
