//! Turns at something of which there is little, shared fairly among those who ask for it.
//!
//! First come, first served gives everything to whoever asks most.
//! Here everybody who asks has a line of their own, and a free slot goes
//!
//! 1. to those of the lowest [`Rank`], so that people who sit and wait come first,
//! 2. of those to whoever was served least recently,
//! 3. and of theirs to what was asked for first.
//!
//! Nobody has more than a given number of slots at once, and one slot always stays for others if
//! there are two or more.
//!
//! ```
//! # use kit_server::turns::{Asker, Rank, Turns};
//! # async fn example() -> Result<(), kit_server::turns::Crowded> {
//! let turns = Turns::new(2, 1, 8);
//! let turn = turns.turn(Asker::new(7), Rank::Attended).await?;
//! // Something that takes a while.
//! drop(turn);
//! # Ok(())
//! # }
//! ```

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Who asked for something, as far as sharing is concerned; a keyed hash, no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asker(u64);

impl Asker {
    /// Nobody who is known.
    pub const NOBODY: Asker = Asker(0);

    /// Whoever has this keyed hash.
    pub const fn new(hash: u64) -> Asker {
        Asker(hash)
    }

    /// A thing that nobody who is known has asked for; it shares like anybody else, and with no
    /// other thing.
    pub fn itself(thing: impl Hash) -> Asker {
        let mut hasher = DefaultHasher::new();
        ("itself", thing).hash(&mut hasher);
        Asker(hasher.finish())
    }
}

/// Who waits for it; the lower goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// People sit and wait.
    Attended,
    /// People sit there, and none of them has been seen since the server started.
    Unclaimed,
    /// Nobody at the table waits.
    Watched,
}

/// All ranks, the lowest first.
const RANKS: [Rank; 3] = [Rank::Attended, Rank::Unclaimed, Rank::Watched];

/// So many who were served lately are remembered at least, so that coming back is no way to the
/// front of the line.
const REMEMBERED: usize = 1024;

/// Slots, and everybody who waits for one.
#[derive(Clone)]
pub struct Turns {
    slots: Arc<Mutex<Slots>>,
}

/// A slot, until it is dropped; then it goes to whoever is next.
#[must_use = "the slot is given back when the turn is dropped"]
pub struct Turn {
    slots: Arc<Mutex<Slots>>,
    asker: Asker,
}

/// Too much of one asker waits already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{waiting} of the same asker wait already")]
pub struct Crowded {
    /// How many of the same asker wait.
    pub waiting: usize,
}

impl Turns {
    /// So many slots, of which one asker has so many at most, while so many more of theirs wait.
    ///
    /// One asker has at least one slot and, if there are two or more, never all.
    pub fn new(slots: usize, most_of_one: usize, most_waiting_of_one: usize) -> Turns {
        let slots = slots.max(1);
        let most_of_one = most_of_one.clamp(1, (slots - 1).max(1));
        let slots = Slots {
            free: slots,
            most_of_one,
            most_waiting_of_one,
            askers: HashMap::new(),
            waiting: 0,
            count: 0,
            sweep_at: 2 * REMEMBERED,
        };
        Turns { slots: Arc::new(Mutex::new(slots)) }
    }

    /// Waits for a slot.
    ///
    /// When the future is dropped its place in the line is gone, and a slot that was on its way to
    /// it goes to the next.
    ///
    /// # Errors
    ///
    /// Fails at once when too much of the same asker waits already.
    pub async fn turn(&self, asker: Asker, rank: Rank) -> Result<Turn, Crowded> {
        let (ticket, served) = lock(&self.slots).enter(asker, rank)?;
        let place = Place { slots: &self.slots, asker, rank, ticket };
        hand_out(&self.slots);
        let turn = served.await;
        drop(place);
        // The other end is dropped only after it has sent a turn, or together with its place.
        turn.map_err(|_| Crowded { waiting: 0 })
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        lock(&self.slots).waiting
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        lock(&self.slots).give_back(self.asker);
        hand_out(&self.slots);
    }
}

/// Who holds slots, and who waits.
///
/// Nobody waits who could have a free slot, except between a change and [`hand_out`].
struct Slots {
    free: usize,
    most_of_one: usize,
    most_waiting_of_one: usize,
    askers: HashMap<Asker, Asking>,
    waiting: usize,
    /// Goes up with everything that happens, so that later is larger.
    count: u64,
    /// Those who were served long ago are swept away when there are as many askers as this.
    sweep_at: usize,
}

/// What one asker has and wants.
#[derive(Default)]
struct Asking {
    /// How many slots it has.
    held: usize,
    /// When it was served last.
    served: u64,
    /// Those who wait, by rank.
    waiting: [VecDeque<Waiting>; RANKS.len()],
}

/// Somebody who waits.
struct Waiting {
    ticket: u64,
    slot: oneshot::Sender<Turn>,
}

impl Asking {
    fn waiting(&self) -> usize {
        self.waiting.iter().map(VecDeque::len).sum()
    }

    fn is_idle(&self) -> bool {
        self.held == 0 && self.waiting() == 0
    }
}

impl Slots {
    fn count_on(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// A place in the line.
    fn enter(&mut self, asker: Asker, rank: Rank) -> Result<(u64, oneshot::Receiver<Turn>), Crowded> {
        self.sweep();
        let ticket = self.count_on();
        let asking = self.askers.entry(asker).or_default();
        let (waiting, at_once) = (asking.waiting(), self.free > 0 && asking.held < self.most_of_one);
        if !at_once && waiting >= self.most_waiting_of_one {
            return Err(Crowded { waiting });
        }
        let (slot, served) = oneshot::channel();
        asking.waiting[rank as usize].push_back(Waiting { ticket, slot });
        self.waiting += 1;
        Ok((ticket, served))
    }

    /// Whoever is next takes a slot, if there is one.
    fn serve_next(&mut self) -> Option<(Asker, oneshot::Sender<Turn>)> {
        if self.free == 0 {
            return None;
        }
        let (asker, rank) = RANKS.into_iter().find_map(|rank| Some((self.next_of(rank)?, rank)))?;
        let served = self.count_on();
        let asking = self.askers.get_mut(&asker)?;
        let next = asking.waiting[rank as usize].pop_front()?;
        asking.held += 1;
        asking.served = served;
        self.free -= 1;
        self.waiting -= 1;
        Some((asker, next.slot))
    }

    /// Of those who wait with this rank and may have a slot, who was served least recently.
    fn next_of(&self, rank: Rank) -> Option<Asker> {
        let may = self.askers.iter().filter(|(_, asking)| asking.held < self.most_of_one);
        let first = may.filter_map(|(asker, asking)| {
            let first = asking.waiting[rank as usize].front()?;
            Some(((asking.served, first.ticket), *asker))
        });
        first.min_by_key(|(order, _)| *order).map(|(_, asker)| asker)
    }

    fn give_back(&mut self, asker: Asker) {
        self.free += 1;
        if let Some(asking) = self.askers.get_mut(&asker) {
            asking.held = asking.held.saturating_sub(1);
        }
    }

    /// Somebody does not wait any longer; nothing happens if they have been served.
    fn leave(&mut self, asker: Asker, rank: Rank, ticket: u64) {
        let Some(asking) = self.askers.get_mut(&asker) else { return };
        let line = &mut asking.waiting[rank as usize];
        // Tickets only go up.
        if let Ok(place) = line.binary_search_by_key(&ticket, |waiting| waiting.ticket) {
            line.remove(place);
            self.waiting -= 1;
        }
    }

    /// Forgets those who were served long ago and want nothing.
    fn sweep(&mut self) {
        if self.askers.len() < self.sweep_at {
            return;
        }
        let mut served: Vec<u64> = self.askers.values().map(|asking| asking.served).collect();
        let oldest = served.len().saturating_sub(REMEMBERED);
        let (_, since, _) = served.select_nth_unstable(oldest);
        let since = *since;
        self.askers.retain(|_, asking| !asking.is_idle() || asking.served >= since);
        self.sweep_at = 2 * self.askers.len().max(REMEMBERED);
    }
}

/// A place in the line, which is left when this is dropped.
struct Place<'a> {
    slots: &'a Mutex<Slots>,
    asker: Asker,
    rank: Rank,
    ticket: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        lock(self.slots).leave(self.asker, self.rank, self.ticket);
    }
}

/// Gives the free slots to those who are next.
fn hand_out(slots: &Arc<Mutex<Slots>>) {
    loop {
        // The lock is not held while a turn is sent, because one that nobody takes is dropped.
        let next = lock(slots).serve_next();
        let Some((asker, slot)) = next else { return };
        // Whoever has just gone away does not take it, and then it is dropped and given on.
        drop(slot.send(Turn { slots: Arc::clone(slots), asker }));
    }
}

fn lock(slots: &Mutex<Slots>) -> MutexGuard<'_, Slots> {
    slots.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::Pin;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll, Waker};

    use super::*;

    type Waiter = Pin<Box<dyn Future<Output = Result<Turn, Crowded>> + Send>>;

    const ANN: Asker = Asker(1);
    const BOB: Asker = Asker(2);
    const CAT: Asker = Asker(3);

    /// Asks for a turn, and takes a place in the line if there is none.
    fn ask(turns: &Turns, asker: Asker, rank: Rank) -> Waiter {
        let turns = turns.clone();
        let mut waiter: Waiter = Box::pin(async move { turns.turn(asker, rank).await });
        // What is ready is kept until it is looked at.
        match look(&mut waiter) {
            Some(turn) => Box::pin(std::future::ready(turn)),
            None => waiter,
        }
    }

    fn look(waiter: &mut Waiter) -> Option<Result<Turn, Crowded>> {
        match waiter.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => Some(turn),
            Poll::Pending => None,
        }
    }

    #[track_caller]
    fn served(waiter: &mut Waiter) -> Turn {
        look(waiter).expect("a turn by now").expect("room in the line")
    }

    #[track_caller]
    fn waits(waiter: &mut Waiter) {
        assert!(look(waiter).is_none());
    }

    #[test]
    fn whoever_was_served_least_recently_goes_first() {
        let turns = Turns::new(1, 1, 10);
        let first = served(&mut ask(&turns, ANN, Rank::Attended));
        let [mut ann, mut more] = [(); 2].map(|()| ask(&turns, ANN, Rank::Attended));
        let [mut bob, mut bob_too] = [(); 2].map(|()| ask(&turns, BOB, Rank::Attended));
        let mut cat = ask(&turns, CAT, Rank::Attended);
        assert_eq!(turns.waiting(), 5);
        drop(first);
        waits(&mut ann);
        let turn = served(&mut bob);
        waits(&mut cat);
        drop(turn);
        drop(served(&mut cat));
        drop(served(&mut ann));
        drop(served(&mut bob_too));
        drop(served(&mut more));
        assert_eq!(turns.waiting(), 0);
    }

    #[test]
    fn people_who_wait_go_before_tables_where_nobody_does() {
        let turns = Turns::new(1, 1, 10);
        let first = served(&mut ask(&turns, ANN, Rank::Attended));
        let mut watched = ask(&turns, BOB, Rank::Watched);
        let mut attended = ask(&turns, ANN, Rank::Attended);
        let mut also_watched = ask(&turns, ANN, Rank::Watched);
        drop(first);
        waits(&mut watched);
        drop(served(&mut attended));
        drop(served(&mut watched));
        drop(served(&mut also_watched));
    }

    #[test]
    fn what_one_asks_for_is_served_in_order() {
        let turns = Turns::new(1, 1, 10);
        let mut turn = served(&mut ask(&turns, ANN, Rank::Watched));
        let mut waiters: Vec<Waiter> = (0..10).map(|_| ask(&turns, ANN, Rank::Watched)).collect();
        for waiter in &mut waiters {
            drop(turn);
            turn = served(waiter);
        }
        drop(turn);
    }

    #[test]
    fn a_slot_stays_for_others() {
        let turns = Turns::new(3, 99, 10);
        let [mut one, mut two, mut three] = [(); 3].map(|()| ask(&turns, ANN, Rank::Attended));
        let held = (served(&mut one), served(&mut two));
        waits(&mut three);
        let other = served(&mut ask(&turns, BOB, Rank::Watched));
        drop(other);
        waits(&mut three);
        drop(held.0);
        drop(served(&mut three));
    }

    #[test]
    fn one_slot_alone_is_for_everybody() {
        let turns = Turns::new(0, 0, 1);
        let turn = served(&mut ask(&turns, ANN, Rank::Attended));
        let mut bob = ask(&turns, BOB, Rank::Attended);
        waits(&mut bob);
        drop(turn);
        drop(served(&mut bob));
    }

    #[test]
    fn one_asker_cannot_fill_the_line() {
        let turns = Turns::new(1, 1, 2);
        let turn = served(&mut ask(&turns, ANN, Rank::Attended));
        let [mut one, mut two] = [(); 2].map(|()| ask(&turns, ANN, Rank::Attended));
        let crowded = look(&mut ask(&turns, ANN, Rank::Attended)).expect("an answer at once");
        assert_eq!(crowded.err(), Some(Crowded { waiting: 2 }));
        let mut bob = ask(&turns, BOB, Rank::Attended);
        waits(&mut bob);
        // Whoever leaves the line makes room in it.
        drop(one);
        one = ask(&turns, ANN, Rank::Attended);
        drop(turn);
        drop(served(&mut bob));
        drop(served(&mut two));
        drop(served(&mut one));
    }

    #[test]
    fn without_a_line_what_can_be_served_at_once_is() {
        let turns = Turns::new(2, 1, 0);
        let turn = served(&mut ask(&turns, ANN, Rank::Attended));
        assert!(look(&mut ask(&turns, ANN, Rank::Attended)).is_some_and(|asked| asked.is_err()));
        drop(turn);
        drop(served(&mut ask(&turns, ANN, Rank::Attended)));
    }

    #[test]
    fn coming_back_is_no_way_to_the_front() {
        let turns = Turns::new(1, 1, 10);
        // Bob was served, then Ann, and she keeps coming back.
        drop(served(&mut ask(&turns, BOB, Rank::Attended)));
        let turn = served(&mut ask(&turns, ANN, Rank::Attended));
        let mut again = ask(&turns, ANN, Rank::Attended);
        let mut bob = ask(&turns, BOB, Rank::Attended);
        drop(turn);
        drop(served(&mut bob));
        drop(served(&mut again));
    }

    #[test]
    fn a_slot_on_its_way_to_somebody_who_left_goes_on() {
        let turns = Turns::new(1, 1, 10);
        let turn = served(&mut ask(&turns, ANN, Rank::Attended));
        let [bob, mut cat] = [BOB, CAT].map(|asker| ask(&turns, asker, Rank::Attended));
        drop(turn);
        // Bob has been given the slot and has not looked yet.
        waits(&mut cat);
        drop(bob);
        drop(served(&mut cat));
        assert_eq!(turns.waiting(), 0);
    }

    #[test]
    fn those_who_want_nothing_are_forgotten() {
        let turns = Turns::new(2, 1, 1);
        let held = served(&mut ask(&turns, ANN, Rank::Attended));
        for stranger in 0..20_000 {
            drop(served(&mut ask(&turns, Asker(1000 + stranger), Rank::Attended)));
        }
        let slots = lock(&turns.slots);
        assert!(slots.askers.len() <= 2 * REMEMBERED, "{}", slots.askers.len());
        assert_eq!(slots.askers[&ANN].held, 1);
        drop(slots);
        drop(held);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn no_slot_is_lost_when_many_come_and_go() {
        const SLOTS: usize = 3;
        let turns = Turns::new(SLOTS, 2, 1000);
        let busy = Arc::new(AtomicUsize::new(0));
        let busy_of: Arc<[AtomicUsize; 5]> = Arc::default();
        let tasks: Vec<_> = (0..2000_usize)
            .map(|number| {
                let (turns, busy, busy_of) = (turns.clone(), Arc::clone(&busy), Arc::clone(&busy_of));
                let (asker, rank) = (number % 5, RANKS[number / 5 % 2]);
                tokio::spawn(async move {
                    let turn = turns.turn(Asker(asker as u64), rank).await.expect("room in the line");
                    assert!(busy.fetch_add(1, Ordering::SeqCst) < SLOTS);
                    assert!(busy_of[asker].fetch_add(1, Ordering::SeqCst) < 2);
                    // There is no waiting in here, so that a task that is ended has counted down.
                    std::thread::yield_now();
                    busy_of[asker].fetch_sub(1, Ordering::SeqCst);
                    busy.fetch_sub(1, Ordering::SeqCst);
                    tokio::task::yield_now().await;
                    drop(turn);
                })
            })
            .collect();
        for (number, task) in tasks.iter().enumerate() {
            if number % 3 == 0 {
                task.abort();
            }
            if number % 50 == 0 {
                tokio::task::yield_now().await;
            }
        }
        for task in tasks {
            if let Err(ended) = task.await {
                assert!(ended.is_cancelled(), "{ended}");
            }
        }
        assert_eq!(turns.waiting(), 0);
        assert_eq!(lock(&turns.slots).free, SLOTS);
        assert!(lock(&turns.slots).askers.values().all(Asking::is_idle));
    }
}
