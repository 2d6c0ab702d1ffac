//! Takes things to write one by one and has them written many at a time.
//!
//! A commit costs a wait for the disk, whether it holds one record or hundreds.
//! So one task takes whatever has come in while the last commit was under way, and commits it
//! as one transaction: few records wait for few, many share the price.

use std::future::Future;

use rand::TryRng;
use rand::rngs::SysRng;
use tokio::sync::{mpsc, oneshot};

use super::batch::{Batch, MarkedRecord, SeatNotes, check_record, check_text};
use super::{Appended, NewRecord, StoreError, WholeTable};

/// How many things may wait; whoever brings more waits for a place.
const WAITING: usize = 4096;

/// How many things go into one transaction at most.
const TOGETHER: usize = 1024;

/// Writes a batch as one transaction.
pub trait Writer: Send + 'static {
    /// Answers for each record of the batch, in order, when everything is durable.
    fn write(&mut self, batch: &Batch) -> impl Future<Output = Result<Vec<Appended>, StoreError>> + Send;
}

/// The way to the task that writes.
pub struct Queue {
    sender: mpsc::Sender<Message>,
}

type Answer = oneshot::Sender<Result<Appended, StoreError>>;

enum Message {
    Record(MarkedRecord, Answer),
    Notes(SeatNotes, Answer),
    Whole(Batch, Answer),
}

impl Queue {
    /// Starts the task; it ends when the queue is dropped and everything in it is written.
    pub fn start(writer: impl Writer) -> Queue {
        let (sender, receiver) = mpsc::channel(WAITING);
        tokio::spawn(write_all(writer, receiver));
        Queue { sender }
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
            return Err(StoreError(format!("the records of table {table} are not numbered from 1 on")));
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

    async fn ask(&self, message: impl FnOnce(Answer) -> Message) -> Result<Appended, StoreError> {
        let (answer, answered) = oneshot::channel();
        let stopped = || StoreError("the store has stopped".to_owned());
        self.sender.send(message(answer)).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| stopped())?
    }
}

async fn write_all(mut writer: impl Writer, mut receiver: mpsc::Receiver<Message>) {
    let mut messages = Vec::new();
    while receiver.recv_many(&mut messages, TOGETHER).await > 0 {
        let mut batch = Batch::default();
        let (mut appending, mut noting) = (Vec::new(), Vec::new());
        for message in messages.drain(..) {
            match message {
                Message::Record(record, answer) => {
                    batch.records.push(record);
                    appending.push(answer);
                }
                Message::Notes(notes, answer) => {
                    batch.note(notes);
                    noting.push(answer);
                }
                Message::Whole(whole, answer) => {
                    let written = writer.write(&whole).await;
                    tell(answer, written.map(|answers| answers.first().copied().unwrap_or(Appended::Taken)));
                }
            }
        }
        if batch.records.is_empty() && batch.notes.is_empty() {
            continue;
        }
        match writer.write(&batch).await {
            Ok(answers) => {
                appending.into_iter().zip(answers).for_each(|(answer, appended)| tell(answer, Ok(appended)));
                noting.into_iter().for_each(|answer| tell(answer, Ok(Appended::Written)));
            }
            Err(error) => {
                appending.into_iter().chain(noting).for_each(|answer| tell(answer, Err(error.clone())));
            }
        }
    }
}

fn tell(answer: Answer, what: Result<Appended, StoreError>) {
    if answer.send(what).is_err() {
        tracing::debug!("nobody waits any longer for a record");
    }
}

fn random_mark() -> Result<i64, StoreError> {
    let random = SysRng.try_next_u64().map_err(|error| StoreError(format!("no random numbers: {error}")))?;
    Ok(random.cast_signed())
}
