//! Takes things to write one by one and has them written many at a time.
//!
//! A commit costs a wait for the disk, whether it holds one record or hundreds.
//! So one task takes whatever has come in while the last commit was under way, and commits it
//! as one transaction: few records wait for few, many share the price.
//!
//! The same task finds out whether the store can write, so that a writer that is stuck shows.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use rand::TryRng;
use rand::rngs::SysRng;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};

use super::batch::{Batch, MarkedRecord, SeatNotes, check_record, check_text};
use super::{Appended, Fault, NewRecord, Patience, StoreError, WholeTable};

/// How many things may wait; whoever brings more waits for a place.
const WAITING: usize = 4096;

/// How many things go into one transaction at most.
const TOGETHER: usize = 1024;

/// How long the answer to "can it write?" holds.
const FRESH: Duration = Duration::from_secs(1);

/// Writes to the database, and finds its way back to that after anything that went wrong.
pub trait Writer: Send + 'static {
    /// Something else to write, which has its turn like everything in the queue.
    type Job: Send + 'static;

    /// Writes a batch as one transaction. Answers for each record of the batch, in order, when
    /// everything is durable.
    fn write(&mut self, batch: &Batch) -> impl Future<Output = Result<Vec<Appended>, StoreError>> + Send;

    /// Does something else, and answers whoever wants it done.
    fn carry_out(&mut self, job: Self::Job) -> impl Future<Output = ()> + Send;
}

/// The way to the task that writes.
pub struct Queue<J> {
    sender: mpsc::Sender<Message<J>>,
    probe: Arc<Probe>,
    patience: Patience,
}

/// Tells whoever brought something what became of it.
pub type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

enum Message<J> {
    Record(MarkedRecord, Answer<Appended>),
    Notes(SeatNotes, Answer<Appended>),
    Whole(Batch, Answer<Appended>),
    Job(J),
}

/// Whether the store can write, as many ask and one finds out.
#[derive(Default)]
struct Probe {
    wanted: Notify,
    found: watch::Sender<Option<(Instant, Result<(), StoreError>)>>,
}

impl<J: Send + 'static> Queue<J> {
    /// Starts the task; it ends when the queue is dropped and everything in it is written.
    pub fn start(writer: impl Writer<Job = J>, patience: Patience) -> Queue<J> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let probe = Arc::new(Probe::default());
        tokio::spawn(Desk { writer, probe: Arc::clone(&probe), refused: 0 }.write_all(receiver));
        Queue { sender, probe, patience }
    }

    /// Has a record written.
    pub async fn append(&self, new: NewRecord) -> Result<Appended, StoreError> {
        check_record(&new)?;
        let record = MarkedRecord { new, mark: random_mark()? };
        self.ask(|answer| Message::Record(record, answer)).await
    }

    /// Has notes written.
    pub async fn keep_notes(&self, notes: SeatNotes) -> Result<(), StoreError> {
        check_text([notes.notes.as_str()])?;
        self.ask(|answer| Message::Notes(notes, answer)).await.map(|_| ())
    }

    /// Has a whole table written.
    pub async fn restore(&self, whole: WholeTable) -> Result<Appended, StoreError> {
        let WholeTable { index, records, notes } = whole;
        let table = index.table.clone();
        if records.is_empty() || records.iter().zip(1..).any(|(record, number)| record.number != number) {
            let sentence = format!("the records of table {table} are not numbered from 1 on");
            return Err(StoreError::new(Fault::Refused, sentence));
        }
        let mut batch = Batch { only_new: true, ..Batch::default() };
        for record in records {
            let new = NewRecord { record, index: index.clone() };
            check_record(&new)?;
            batch.records.push(MarkedRecord { new, mark: random_mark()? });
        }
        for (seat, notes) in notes {
            check_text([notes.as_str()])?;
            batch.note(SeatNotes { table: table.clone(), seat, notes });
        }
        self.ask(|answer| Message::Whole(batch, answer)).await
    }

    /// Has something else done.
    pub async fn hand_in<T>(&self, job: impl FnOnce(Answer<T>) -> J) -> Result<T, StoreError> {
        self.ask(|answer| Message::Job(job(answer))).await
    }

    async fn ask<T>(&self, message: impl FnOnce(Answer<T>) -> Message<J>) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let stopped = || StoreError::new(Fault::Other, "the store has stopped");
        let asked = async {
            self.sender.send(message(answer)).await.map_err(|_| stopped())?;
            answered.await.map_err(|_| stopped())?
        };
        timeout(self.patience.answer, asked).await.unwrap_or_else(|_| Err(StoreError::late()))
    }

    /// Whether something can be written.
    pub async fn ready(&self) -> Result<(), StoreError> {
        let mut found = self.probe.found.subscribe();
        if let Some((when, answer)) = &*found.borrow_and_update()
            && when.elapsed() < FRESH
        {
            return answer.clone();
        }
        self.probe.wanted.notify_one();
        match timeout(self.patience.probe, found.changed()).await {
            Ok(Ok(())) => found.borrow().as_ref().map_or(Ok(()), |(_, answer)| answer.clone()),
            Ok(Err(_)) | Err(_) => Err(StoreError::late()),
        }
    }
}

/// The task that writes.
struct Desk<W> {
    writer: W,
    probe: Arc<Probe>,
    /// How many batches in a row could not be written.
    refused: u64,
}

impl<W: Writer> Desk<W> {
    async fn write_all(mut self, mut receiver: mpsc::Receiver<Message<W::Job>>) {
        let mut messages = Vec::new();
        loop {
            let probe = tokio::select! {
                biased;
                count = receiver.recv_many(&mut messages, TOGETHER) => {
                    if count == 0 {
                        return;
                    }
                    self.probe.wanted.notified().now_or_never().is_some()
                }
                () = self.probe.wanted.notified() => true,
            };
            self.write_some(&mut messages, probe).await;
        }
    }

    async fn write_some(&mut self, messages: &mut Vec<Message<W::Job>>, probe: bool) {
        let mut batch = Batch { probe, ..Batch::default() };
        let (mut appending, mut noting) = (Vec::new(), Vec::new());
        for message in messages.drain(..) {
            match message {
                // Whoever has gone was told that nobody knows; it is better not to do it then.
                Message::Record(_, answer) | Message::Notes(_, answer) | Message::Whole(_, answer)
                    if answer.is_closed() => {}
                Message::Record(record, answer) => {
                    batch.records.push(record);
                    appending.push(answer);
                }
                Message::Notes(notes, answer) => {
                    batch.note(notes);
                    noting.push(answer);
                }
                Message::Whole(whole, answer) => {
                    let written = self.write(&whole).await;
                    tell(answer, written.map(|answers| answers.first().copied().unwrap_or(Appended::Taken)));
                }
                Message::Job(job) => self.writer.carry_out(job).await,
            }
        }
        if batch.records.is_empty() && batch.notes.is_empty() && !batch.probe {
            return;
        }
        let written = self.write(&batch).await;
        if probe {
            let found = written.as_ref().map(|_| ()).map_err(StoreError::clone);
            self.probe.found.send_replace(Some((Instant::now(), found)));
        }
        match written {
            Ok(answers) => {
                appending.into_iter().zip(answers).for_each(|(answer, appended)| tell(answer, Ok(appended)));
                noting.into_iter().for_each(|answer| tell(answer, Ok(Appended::Written)));
            }
            Err(error) => {
                appending.into_iter().chain(noting).for_each(|answer| tell(answer, Err(error.clone())));
            }
        }
    }

    /// Writes a batch, and says in the log when that begins to fail and when it is over.
    async fn write(&mut self, batch: &Batch) -> Result<Vec<Appended>, StoreError> {
        let written = self.writer.write(batch).await;
        match &written {
            Ok(_) if self.refused > 0 => {
                tracing::warn!(attempt = self.refused, "the store takes records again");
                self.refused = 0;
            }
            Ok(_) => {}
            Err(error) => {
                if self.refused == 0 {
                    tracing::error!(cause = %error, "the store takes no records");
                }
                self.refused += 1;
            }
        }
        written
    }
}

/// Tells whoever waits.
pub fn tell<T>(answer: Answer<T>, what: Result<T, StoreError>) {
    if answer.send(what).is_err() {
        tracing::debug!("nobody waits any longer for a record");
    }
}

fn random_mark() -> Result<i64, StoreError> {
    let random = SysRng
        .try_next_u64()
        .map_err(|error| StoreError::new(Fault::Other, format!("no random numbers: {error}")))?;
    Ok(random.cast_signed())
}
