//! What processes spend, as the system counts it.

use std::fs;
use std::ops::{Add, Sub};
use std::time::Duration;

use super::Failure;

/// The system counts processor time in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// What a process, or several, have spent since they began.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Time of processors, in the program and in the system for it.
    pub processor: Duration,
    /// Bytes that it wrote to files.
    pub written: u64,
    /// Bytes of pages that it made the system write to the disk.
    pub stored: u64,
}

impl Spent {
    /// By one process, without those that it started.
    pub fn by(process: u32) -> Result<Spent, Failure> {
        Ok(Spent { processor: Row::of(process)?.own, ..Spent::in_files(process)? })
    }

    /// By all processes of this name that this program started, directly or not, also by those
    /// of their children that have ended.
    pub fn by_all(name: &str) -> Result<Spent, Failure> {
        let rows = Row::all()?;
        let named = rows.iter().filter(|row| row.name == name && row.descends(std::process::id(), &rows));
        let mut spent = Spent::default();
        for row in named {
            // Files of processes of other users, and of those that just ended, cannot be read.
            let files = Spent::in_files(row.process).unwrap_or_default();
            spent = spent + Spent { processor: row.own + row.ended, ..files };
        }
        Ok(spent)
    }

    fn in_files(process: u32) -> Result<Spent, Failure> {
        let text = fs::read_to_string(format!("/proc/{process}/io"))?;
        let number = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        Ok(Spent {
            processor: Duration::ZERO,
            written: number("wchar:").ok_or("what is written is counted")?,
            stored: number("write_bytes:").ok_or("what is stored is counted")?,
        })
    }
}

impl Add for Spent {
    type Output = Spent;

    fn add(self, other: Spent) -> Spent {
        Spent {
            processor: self.processor + other.processor,
            written: self.written + other.written,
            stored: self.stored + other.stored,
        }
    }
}

impl Sub for Spent {
    type Output = Spent;

    fn sub(self, earlier: Spent) -> Spent {
        Spent {
            processor: self.processor.saturating_sub(earlier.processor),
            written: self.written.saturating_sub(earlier.written),
            stored: self.stored.saturating_sub(earlier.stored),
        }
    }
}

/// What the system says of a process.
struct Row {
    process: u32,
    parent: u32,
    name: String,
    own: Duration,
    /// Of children that have ended.
    ended: Duration,
}

impl Row {
    fn of(process: u32) -> Result<Row, Failure> {
        Row::read(process).ok_or_else(|| format!("process {process} does not run").into())
    }

    fn all() -> Result<Vec<Row>, Failure> {
        let names = fs::read_dir("/proc")?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        Ok(names.filter_map(Row::read).collect())
    }

    fn read(process: u32) -> Option<Row> {
        let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name stands in brackets, and may have spaces and brackets in it.
        let (begin, rest) = text.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let ticks = |field: usize| Some(TICK * fields.get(field)?.parse::<u32>().ok()?);
        Some(Row {
            process,
            parent: fields.get(1)?.parse().ok()?,
            name: begin.split_once('(')?.1.to_owned(),
            own: ticks(11)? + ticks(12)?,
            ended: ticks(13)? + ticks(14)?,
        })
    }

    fn descends(&self, ancestor: u32, rows: &[Row]) -> bool {
        let parent = rows.iter().find(|row| row.process == self.parent);
        self.parent == ancestor || parent.is_some_and(|parent| parent.descends(ancestor, rows))
    }
}

/// The memory of all processes of this name that this program started, in bytes.
pub fn memory_of_all(name: &str) -> Result<u64, Failure> {
    let rows = Row::all()?;
    let named = rows.iter().filter(|row| row.name == name && row.descends(std::process::id(), &rows));
    named.map(|row| memory_of(row.process)).sum()
}

/// The memory that a process has, in bytes.
pub fn memory_of(process: u32) -> Result<u64, Failure> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("memory is told")?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes * 1024)
}
