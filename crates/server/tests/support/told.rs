//! What a server writes into its log.

use std::sync::{Arc, LazyLock, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{DefaultGuard, NoSubscriber, set_default};
use tracing::{Dispatch, Event, Level, Metadata, Subscriber};

/// Somebody who wants no line.
///
/// If there is one listener only, it is not asked whether it wants a line, but the thread that comes
/// to it first is; so a test on another thread could turn it off for all.
static ANOTHER: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(NoSubscriber::default()));

/// What this thread has logged since.
#[derive(Clone)]
pub struct Told {
    least: Level,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Told {
    /// Listens for lines of this level and graver ones, until the guard is dropped.
    pub fn listen(least: Level) -> (Told, DefaultGuard) {
        LazyLock::force(&ANOTHER);
        let told = Told { least, lines: Arc::default() };
        let guard = set_default(told.clone());
        (told, guard)
    }

    /// The lines that say this, each with its level.
    pub fn lines(&self, words: &str) -> Vec<String> {
        let lines = self.lines.lock().expect("nobody fails here");
        lines.iter().filter(|line| line.contains(words)).cloned().collect()
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.push_str(&format!("{}={value:?} ", field.name()));
    }
}

impl Subscriber for Told {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.least
    }

    fn new_span(&self, _span: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(format!("{} ", event.metadata().level()));
        event.record(&mut line);
        self.lines.lock().expect("nobody fails here").push(line.0);
    }

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}
