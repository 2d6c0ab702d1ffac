//! Long runs: games with numbers, played on several threads and written down as they end.
//!
//! Which games count depends on their numbers and on what came of them, never on which thread was the
//! first: with the same start of chance, any number of threads finds the same.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Error, Result};
use indicatif::{ProgressBar, ProgressStyle};

use super::journal::{Journal, Noted};

/// How long runs are done.
pub struct Run {
    pub journal: Journal,
    /// How many games are played at the same time.
    pub jobs: usize,
    /// How many games were played by now, beside those that were written down before.
    played: AtomicU64,
}

/// What is played.
pub struct Games<'a, T> {
    /// What the journal calls them.
    pub of: String,
    /// What the bar of progress calls them.
    pub name: &'a str,
    pub play: &'a (dyn Fn(u64) -> Result<T> + Sync),
}

/// When a run has enough.
struct Enough<T> {
    weight: fn(&T) -> u64,
    wanted: u64,
    /// If so many games weigh nothing, none of them will.
    patience: u64,
    /// No game with a number as high as this is begun.
    end: u64,
}

impl Run {
    pub fn new(journal: Journal, jobs: usize) -> Run {
        Run { journal, jobs: jobs.max(1), played: AtomicU64::new(0) }
    }

    /// How many games were played by now, beside those that were written down before.
    pub fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// So many games, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// Fails as soon as a game cannot be played or written down; then no other is begun.
    pub fn all<T: Noted>(&self, count: u64, games: &Games<'_, T>) -> Result<Vec<T>> {
        self.go(&Enough { weight: |_| 1, wanted: count, patience: u64::MAX, end: count }, games)
    }

    /// As many games as together weigh so much, and none of weight nothing for ever.
    ///
    /// # Errors
    ///
    /// Fails as soon as a game cannot be played or written down; then no other is begun.
    pub fn until<T: Noted>(
        &self,
        wanted: u64,
        weight: fn(&T) -> u64,
        games: &Games<'_, T>,
    ) -> Result<Vec<T>> {
        const PATIENCE: u64 = 20;
        self.go(&Enough { weight, wanted, patience: PATIENCE, end: u64::MAX }, games)
    }

    fn go<T: Noted>(&self, enough: &Enough<T>, games: &Games<'_, T>) -> Result<Vec<T>> {
        let known = self.journal.known(&games.of);
        let course = Mutex::new(Course { known, next: 0, counted: 0, weight: 0, trouble: None });
        let bar = bar(enough.wanted, games.name);
        let work = || {
            loop {
                let Some(number) = locked(&course).take(enough, &bar) else { return };
                let noted = (games.play)(number).and_then(|noted| {
                    self.journal.write(&games.of, number, &noted)?;
                    Ok(noted)
                });
                self.played.fetch_add(1, Ordering::Relaxed);
                locked(&course).note(number, noted);
            }
        };
        thread::scope(|scope| (0..self.jobs).for_each(|_| drop(scope.spawn(work))));
        bar.finish_and_clear();
        let Course { known, counted, trouble, .. } =
            course.into_inner().unwrap_or_else(PoisonError::into_inner);
        match trouble {
            Some(trouble) => Err(trouble),
            None => Ok(known
                .into_iter()
                .take_while(|(number, _)| *number < counted)
                .map(|(_, noted)| noted)
                .collect()),
        }
    }
}

fn locked<T>(course: &Mutex<Course<T>>) -> MutexGuard<'_, Course<T>> {
    course.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far a run is.
struct Course<T> {
    known: BTreeMap<u64, T>,
    /// No game with a lower number is left to be begun.
    next: u64,
    /// All games with a lower number than this are known and count, and so much do they weigh.
    counted: u64,
    weight: u64,
    trouble: Option<Error>,
}

impl<T> Course<T> {
    /// The next game to be played; nothing when there are enough, or one has failed.
    fn take(&mut self, enough: &Enough<T>, bar: &ProgressBar) -> Option<u64> {
        while !self.is_enough(enough) {
            let Some(noted) = self.known.get(&self.counted) else { break };
            self.weight += (enough.weight)(noted);
            self.counted += 1;
        }
        bar.set_position(self.weight);
        if self.trouble.is_some() || self.is_enough(enough) {
            return None;
        }
        self.next = self.next.max(self.counted);
        while self.known.contains_key(&self.next) {
            self.next += 1;
        }
        let number = self.next;
        self.next += 1;
        (number < enough.end).then_some(number)
    }

    fn is_enough(&self, enough: &Enough<T>) -> bool {
        self.weight >= enough.wanted || self.weight == 0 && self.counted >= enough.patience
    }

    fn note(&mut self, number: u64, noted: Result<T>) {
        match noted {
            Ok(noted) => drop(self.known.insert(number, noted)),
            Err(trouble) => drop(self.trouble.get_or_insert(trouble)),
        }
    }
}

/// A bar that tells how long it will take.
fn bar(count: u64, name: &str) -> ProgressBar {
    let bar = ProgressBar::new(count).with_message(name.to_owned());
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(jobs: usize, play: &(dyn Fn(u64) -> Result<u64> + Sync)) -> Result<Vec<u64>> {
        let games = Games { of: "numbers".to_owned(), name: "numbers", play };
        Run::new(Journal::none(), jobs).until(30, |noted| *noted, &games)
    }

    #[test]
    fn several_threads_find_what_one_finds() {
        // Low numbers take longest, so that with several threads they end last.
        let slowly = |number: u64| {
            (0..200_000 / (number + 1)).for_each(|_| std::hint::spin_loop());
            Ok(number % 5)
        };
        let alone = numbers(1, &slowly).expect("nothing fails");
        assert_eq!(alone.iter().sum::<u64>(), 30);
        (2..6).for_each(|jobs| assert_eq!(numbers(jobs, &slowly).expect("nothing fails"), alone));
    }

    #[test]
    fn games_of_which_none_tells_anything_come_to_an_end() {
        assert_eq!(numbers(3, &|_| Ok(0)).expect("nothing fails").len(), 20);
    }

    #[test]
    fn when_one_game_fails_no_other_is_begun() {
        let begun = AtomicU64::new(0);
        let failing = |number| {
            begun.fetch_add(1, Ordering::Relaxed);
            if number == 3 { Err(anyhow::anyhow!("the disk is full")) } else { Ok(1) }
        };
        let problem = numbers(1, &failing).expect_err("it fails");
        assert_eq!((problem.to_string().as_str(), begun.into_inner()), ("the disk is full", 4));
    }
}
