//! What one commit takes: a bare record that is appended to a store, with no server around it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kit_server::store::{Appended, IndexEntry, NewRecord, Store, StoredRecord};
use kit_sitting::TableId;

use super::client::{self, Once};
use super::serving::{Played, played};
use super::{Failure, percentile};

/// How many commits are timed one after the other.
const QUIET: usize = 200;

/// How long a commit takes.
pub struct Commit {
    /// In the middle, when nothing else is written.
    pub quiet: Duration,
    /// In the middle, at the pace at which actions are measured.
    pub p50: Duration,
    /// Of a hundred, all but the slowest, at that pace.
    pub p99: Duration,
}

/// A table to which records are appended.
struct Appending {
    store: Arc<dyn Store>,
    record: StoredRecord,
    index: IndexEntry,
}

impl Appending {
    /// A table as it is after its first action.
    async fn new(store: &Arc<dyn Store>, played: &Played) -> Result<Appending, Failure> {
        let index = IndexEntry {
            table: TableId::new(&mut kit_play::Chance::unpredictable()),
            ..played.index.clone()
        };
        for record in &played.records {
            store.append(NewRecord { record: record.clone(), index: index.clone() }).await?;
        }
        let record = played.records.last().ok_or("an action is a record")?.clone();
        Ok(Appending { store: Arc::clone(store), record, index })
    }
}

impl Once for Appending {
    async fn once(&mut self) -> Result<Duration, Failure> {
        self.record.number += 1;
        let new = NewRecord { record: self.record.clone(), index: self.index.clone() };
        let started = Instant::now();
        match self.store.append(new).await? {
            Appended::Written => Ok(started.elapsed()),
            Appended::Taken | Appended::Gap => Err("nobody else writes here".into()),
        }
    }
}

/// Times commits of records as actions make them.
pub async fn measure(database: &str, pace: u64, seconds: u64) -> Result<Commit, Failure> {
    let (store, played) = (kit_server::store::open(database).await?, played().await?);
    let mut alone = Appending::new(&store, &played).await?;
    let mut quiet = Vec::new();
    for _ in 0..QUIET {
        quiet.push(alone.once().await?);
    }
    quiet.sort();
    let mut many = Vec::new();
    for _ in 0..pace {
        many.push(Appending::new(&store, &played).await?);
    }
    let paced = client::paced(many, pace, seconds).await?;
    Ok(Commit {
        quiet: percentile(&quiet, 50.0),
        p50: percentile(&paced, 50.0),
        p99: percentile(&paced, 99.0),
    })
}
