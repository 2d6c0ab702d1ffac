//! What a run was like, in a few lines.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use crate::history::{Event, Fate, History};

/// What the history itself does not say.
pub struct About<'a> {
    /// The seed of the schedule.
    pub seed: u64,
    /// How many tables were played at a time.
    pub tables: usize,
    /// What served them.
    pub served_by: &'a str,
    /// How the disk was filled.
    pub disk: &'a str,
    /// How long people thought at most.
    pub thought: Duration,
}

/// The longest times without an acknowledgement while nothing was wrong.
#[derive(Debug, Default, PartialEq, Eq)]
struct Recovery {
    /// For anybody.
    anybody: Duration,
    /// For anybody at one table.
    one_table: Duration,
}

/// A run in a few lines.
pub fn told(about: &About<'_>, history: &History) -> String {
    let mut text =
        format!("nemesis, seed {}: {} tables at a time, {}\n", about.seed, about.tables, about.served_by);
    let mut line = |name: &str, words: String| {
        writeln!(text, "  {name:<10}{words}").expect("text can be written to");
    };
    line("faults", faults(history));
    line("full disk", about.disk.to_owned());
    line("tables", tables(history));
    line("commands", commands(history));
    let frames: usize = history.witnesses.iter().map(|witness| witness.shown().count()).sum();
    let records: usize = history.records.values().map(Vec::len).sum();
    line("seen", format!("{frames} frames by {} viewers, of {records} records", history.witnesses.len()));
    let Recovery { anybody, one_table } = recovery(history);
    let (anybody, one_table, thought) = (seconds(anybody), seconds(one_table), seconds(about.thought));
    line(
        "recovery",
        format!(
            "while all was healthy at most {anybody} without an acknowledgement for anybody, {one_table} at \
             one table, where people think for up to {thought}"
        ),
    );
    text
}

fn faults(history: &History) -> String {
    let mut kinds: BTreeMap<_, usize> = BTreeMap::new();
    for struck in &history.faults {
        *kinds.entry(struck.fault.kind()).or_default() += 1;
    }
    let each: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    format!("{}: {}", history.faults.len(), each.join(", "))
}

fn tables(history: &History) -> String {
    let (mut opened, mut unclear) = (0, 0);
    for opening in &history.openings {
        match opening.fate {
            Fate::Done(_) => opened += 1,
            Fate::Unclear => unclear += 1,
            Fate::Refused => {}
        }
    }
    format!(
        "{} asked for, {opened} opened, {unclear} unclear, {} on record",
        opened + unclear,
        history.records.len()
    )
}

fn commands(history: &History) -> String {
    let (mut acknowledged, mut refused, mut unclear) = (0, 0, 0);
    for asked in history.witnesses.iter().flat_map(|witness| witness.asked()) {
        match asked.fate {
            Fate::Done(_) => acknowledged += 1,
            Fate::Refused => refused += 1,
            Fate::Unclear => unclear += 1,
        }
    }
    let all = acknowledged + refused + unclear;
    format!("{all} given, {acknowledged} acknowledged, {refused} refused, {unclear} unclear")
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// When everything is healed, somebody must be acknowledged within this.
const LONGEST_RECOVERY: Duration = Duration::from_secs(30);

/// That people waited too long when nothing was wrong, if they did.
pub fn too_slow(history: &History) -> Option<String> {
    let Recovery { anybody, .. } = recovery(history);
    let (took, most) = (seconds(anybody), seconds(LONGEST_RECOVERY));
    (anybody >= LONGEST_RECOVERY)
        .then(|| format!("while all was healthy, nothing was acknowledged for {took}; {most} are too long"))
}

/// How long nothing was acknowledged while nothing was wrong.
fn recovery(history: &History) -> Recovery {
    let mut tables: BTreeMap<_, Vec<Duration>> = BTreeMap::new();
    for witness in &history.witnesses {
        let done = witness.events.iter().filter(|(_, event)| *event == Event::Done);
        tables.entry(&witness.table).or_default().extend(done.map(|(moment, _)| moment.at));
    }
    // If nothing was acknowledged any more, that is a wait as well.
    let all: Vec<Duration> = tables.values().flatten().copied().chain([history.ended]).collect();
    let healthy = healthy(history);
    let longest = |moments: Vec<Duration>| longest_wait(moments, &healthy);
    Recovery { anybody: longest(all), one_table: tables.into_values().map(longest).max().unwrap_or_default() }
}

/// The times in which nothing was wrong.
fn healthy(history: &History) -> Vec<(Duration, Duration)> {
    let mut faults: Vec<(Duration, Duration)> =
        history.faults.iter().map(|struck| (struck.from, struck.to)).collect();
    faults.sort_unstable();
    let (mut healthy, mut well_since) = (Vec::new(), Duration::ZERO);
    for (from, to) in faults {
        if from > well_since {
            healthy.push((well_since, from));
        }
        well_since = well_since.max(to);
    }
    healthy.push((well_since, Duration::MAX));
    healthy
}

/// The longest wait between moments, of which only healthy time counts; each wait ends with a
/// moment, because before the first and after the last there may have been nothing to do.
fn longest_wait(mut moments: Vec<Duration>, healthy: &[(Duration, Duration)]) -> Duration {
    moments.sort_unstable();
    let mut longest = Duration::ZERO;
    for pair in moments.windows(2) {
        let first = healthy.partition_point(|(_, to)| *to <= pair[0]);
        let overlaps = healthy[first..].iter().take_while(|(from, _)| *from < pair[1]);
        // A wait that outlasts several faults begins anew with each.
        let within = overlaps.map(|(from, to)| pair[1].min(*to).saturating_sub(pair[0].max(*from)));
        longest = longest.max(within.max().unwrap_or_default());
    }
    longest
}
