//! Turns at something of which there is little, shared fairly among those who ask for it.
//!
//! First come, first served gives everything to whoever asks most.
//! Here everybody who asks has a line of their own, and a free slot goes
//!
//! 1. to those of the lowest [`Rank`], so that people who sit and wait come first,
//! 2. of those to the network that was served least recently, because addresses in one are cheap,
//! 3. of that network to the asker who was served least recently,
//! 4. and of theirs to what was asked for first.
//!
//! Whoever is new counts as served together with whoever was served last: a fresh name is no way to
//! the front.
//!
//! Nobody has more than a given number of slots at once, and one slot always stays for others if
//! there are two or more; the same holds for a network.
//! Where things of very different [`Weight`] share slots, one slot is kept for light ones, and what
//! somebody has of one weight does not count for the other.
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

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Who asked for something, as far as sharing is concerned; keyed hashes, no addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asker {
    network: u64,
    own: u64,
}

impl Asker {
    /// Nobody who is known.
    pub const NOBODY: Asker = Asker::new(0);

    /// Whoever has this keyed hash, alone in their network.
    pub const fn new(hash: u64) -> Asker {
        Asker::within(hash, hash)
    }

    /// Whoever has this keyed hash, in a network that has the first one.
    pub const fn within(network: u64, hash: u64) -> Asker {
        Asker { network, own: hash }
    }

    /// A thing that nobody who is known has asked for; it shares like anybody else, and with no
    /// other thing.
    pub fn itself(thing: impl Hash) -> Asker {
        let mut hasher = DefaultHasher::new();
        ("itself", thing).hash(&mut hasher);
        Asker::new(hasher.finish())
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

/// How long something takes, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// So short that nobody minds to wait for one.
    Light,
    /// Anything else.
    Heavy,
}

/// Both weights.
const WEIGHTS: [Weight; 2] = [Weight::Light, Weight::Heavy];

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
    weight: Weight,
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
        Turns::over(slots.max(1), 0, most_of_one, most_waiting_of_one)
    }

    /// The same with one slot that only light things get: one of them, or one more if there is only
    /// one.
    pub fn with_light(slots: usize, most_of_one: usize, most_waiting_of_one: usize) -> Turns {
        Turns::over(slots.max(2), 1, most_of_one, most_waiting_of_one)
    }

    fn over(slots: usize, light: usize, most_of_one: usize, most_waiting_of_one: usize) -> Turns {
        let heavy = slots - light;
        let bounds = |slots: usize| {
            let most_of_network = (slots - 1).max(1);
            Bounds { slots, most_of_network, most_of_one: most_of_one.clamp(1, most_of_network) }
        };
        let slots = Slots {
            free: slots,
            bounds: [bounds(slots), bounds(heavy)],
            held: [0; WEIGHTS.len()],
            most_waiting_of_one,
            askers: HashMap::new(),
            networks: HashMap::new(),
            waiting: 0,
            count: 0,
            last_served: 0,
            sweep_at: 2 * REMEMBERED,
        };
        Turns { slots: Arc::new(Mutex::new(slots)) }
    }

    /// Waits for a slot for something that takes a while.
    ///
    /// # Errors
    ///
    /// As [`Turns::turn_for`].
    pub async fn turn(&self, asker: Asker, rank: Rank) -> Result<Turn, Crowded> {
        self.turn_for(Weight::Heavy, asker, rank).await
    }

    /// Waits for a slot for something of this weight.
    ///
    /// When the future is dropped its place in the line is gone, and a slot that was on its way to
    /// it goes to the next.
    ///
    /// # Errors
    ///
    /// Fails at once when too much of the same asker waits already.
    pub async fn turn_for(&self, weight: Weight, asker: Asker, rank: Rank) -> Result<Turn, Crowded> {
        let (ticket, served) = lock(&self.slots).enter(asker, rank, weight)?;
        let place = Queued { slots: &self.slots, asker, rank, weight, ticket };
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
        lock(&self.slots).give_back(self.asker, self.weight);
        hand_out(&self.slots);
    }
}

/// Who holds slots, and who waits.
///
/// Nobody waits who could have a free slot, except between a change and [`hand_out`].
struct Slots {
    free: usize,
    /// What holds for things of each weight.
    bounds: [Bounds; WEIGHTS.len()],
    /// How many are held for each weight.
    held: [usize; WEIGHTS.len()],
    most_waiting_of_one: usize,
    askers: HashMap<Asker, Asking>,
    networks: HashMap<u64, Share>,
    waiting: usize,
    /// Goes up with everything that happens, so that later is larger.
    count: u64,
    /// When somebody was served last.
    last_served: u64,
    /// Those who were served long ago are swept away when there are as many askers as this.
    sweep_at: usize,
}

/// How many slots things of one weight have at most: all of them, those of a network, and those of
/// one asker.
#[derive(Clone, Copy)]
struct Bounds {
    slots: usize,
    most_of_network: usize,
    most_of_one: usize,
}

/// What an asker or a network has had of the slots.
#[derive(Clone, Copy)]
struct Share {
    /// How many it holds, of each weight.
    held: [usize; WEIGHTS.len()],
    /// When it was served last; of who never was, when anybody was at the time of coming.
    served: u64,
}

impl Share {
    /// Of somebody who comes when somebody was served last at this moment.
    fn new(served: u64) -> Share {
        Share { held: [0; WEIGHTS.len()], served }
    }

    fn is_idle(&self) -> bool {
        self.held == [0; WEIGHTS.len()]
    }
}

/// What one asker has and wants.
struct Asking {
    share: Share,
    /// Those who wait, by rank and weight.
    waiting: [[VecDeque<Waiting>; WEIGHTS.len()]; RANKS.len()],
}

/// Somebody who waits.
struct Waiting {
    ticket: u64,
    slot: oneshot::Sender<Turn>,
}

impl Asking {
    fn waiting(&self) -> usize {
        self.waiting.iter().flatten().map(VecDeque::len).sum()
    }

    fn is_idle(&self) -> bool {
        self.share.is_idle() && self.waiting() == 0
    }
}

impl Slots {
    fn count_on(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// A place in the line.
    fn enter(
        &mut self,
        asker: Asker,
        rank: Rank,
        weight: Weight,
    ) -> Result<(u64, oneshot::Receiver<Turn>), Crowded> {
        self.sweep();
        let ticket = self.count_on();
        let newcomer = Share::new(self.last_served);
        self.networks.entry(asker.network).or_insert(newcomer);
        let asking = || Asking { share: newcomer, waiting: Default::default() };
        let waiting = self.askers.entry(asker).or_insert_with(asking).waiting();
        let at_once = self.free > 0 && self.may_have(asker, weight);
        if !at_once && waiting >= self.most_waiting_of_one {
            return Err(Crowded { waiting });
        }
        let (slot, served) = oneshot::channel();
        if let Some(asking) = self.askers.get_mut(&asker) {
            asking.waiting[rank as usize][weight as usize].push_back(Waiting { ticket, slot });
            self.waiting += 1;
        }
        Ok((ticket, served))
    }

    /// Whether one more of this weight is within all bounds for an asker, if a slot is free.
    fn may_have(&self, asker: Asker, weight: Weight) -> bool {
        let (bounds, weight) = (self.bounds[weight as usize], weight as usize);
        let of_one = self.askers.get(&asker).map_or(0, |asking| asking.share.held[weight]);
        let of_network = self.networks.get(&asker.network).map_or(0, |share| share.held[weight]);
        self.held[weight] < bounds.slots && of_network < bounds.most_of_network && of_one < bounds.most_of_one
    }

    /// Whoever is next takes a slot, if there is one.
    fn serve_next(&mut self) -> Option<(Asker, Weight, oneshot::Sender<Turn>)> {
        if self.free == 0 {
            return None;
        }
        let next = |rank| self.next_of(rank).map(|(asker, weight)| (asker, weight, rank));
        let (asker, weight, rank) = RANKS.into_iter().find_map(next)?;
        let served = self.count_on();
        let asking = self.askers.get_mut(&asker)?;
        let next = asking.waiting[rank as usize][weight as usize].pop_front()?;
        let network = self.networks.entry(asker.network).or_insert(Share::new(served));
        for share in [&mut asking.share, network] {
            share.held[weight as usize] += 1;
            share.served = served;
        }
        self.held[weight as usize] += 1;
        self.last_served = served;
        self.free -= 1;
        self.waiting -= 1;
        Some((asker, weight, next.slot))
    }

    /// Of those who wait with this rank and may have a slot, who is of the network that was served
    /// least recently, and was served least recently there.
    fn next_of(&self, rank: Rank) -> Option<(Asker, Weight)> {
        let first = self.askers.iter().flat_map(|(asker, asking)| {
            WEIGHTS.into_iter().filter_map(move |weight| {
                let first = asking.waiting[rank as usize][weight as usize].front()?;
                let network = self.networks.get(&asker.network).map_or(0, |share| share.served);
                let order = (network, asking.share.served, first.ticket);
                self.may_have(*asker, weight).then_some((order, (*asker, weight)))
            })
        });
        first.min_by_key(|(order, _)| *order).map(|(_, next)| next)
    }

    fn give_back(&mut self, asker: Asker, weight: Weight) {
        self.free += 1;
        let asking = self.askers.get_mut(&asker).map(|asking| &mut asking.share);
        let network = self.networks.get_mut(&asker.network);
        let held = asking.into_iter().chain(network).map(|share| &mut share.held);
        for held in held.chain([&mut self.held]) {
            held[weight as usize] = held[weight as usize].saturating_sub(1);
        }
    }

    /// Somebody does not wait any longer; nothing happens if they have been served.
    fn leave(&mut self, asker: Asker, rank: Rank, weight: Weight, ticket: u64) {
        let Some(asking) = self.askers.get_mut(&asker) else { return };
        let line = &mut asking.waiting[rank as usize][weight as usize];
        // Tickets only go up.
        if let Ok(place) = line.binary_search_by_key(&ticket, |waiting| waiting.ticket) {
            line.remove(place);
            self.waiting -= 1;
        }
    }

    /// Forgets those who were served long ago and want nothing, and networks of which nobody is known.
    fn sweep(&mut self) {
        if self.askers.len() < self.sweep_at {
            return;
        }
        let mut served: Vec<u64> = self.askers.values().map(|asking| asking.share.served).collect();
        let oldest = served.len().saturating_sub(REMEMBERED);
        let (_, since, _) = served.select_nth_unstable(oldest);
        let since = *since;
        self.askers.retain(|_, asking| !asking.is_idle() || asking.share.served >= since);
        let known: HashSet<u64> = self.askers.keys().map(|asker| asker.network).collect();
        self.networks.retain(|network, _| known.contains(network));
        self.sweep_at = 2 * self.askers.len().max(REMEMBERED);
    }
}

/// A place in the line, which is left when this is dropped.
struct Queued<'a> {
    slots: &'a Mutex<Slots>,
    asker: Asker,
    rank: Rank,
    weight: Weight,
    ticket: u64,
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        lock(self.slots).leave(self.asker, self.rank, self.weight, self.ticket);
    }
}

/// Gives the free slots to those who are next.
fn hand_out(slots: &Arc<Mutex<Slots>>) {
    loop {
        // The lock is not held while a turn is sent, because one that nobody takes is dropped.
        let next = lock(slots).serve_next();
        let Some((asker, weight, slot)) = next else { return };
        // Whoever has just gone away does not take it, and then it is dropped and given on.
        drop(slot.send(Turn { slots: Arc::clone(slots), asker, weight }));
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

    const ANN: Asker = Asker::new(1);
    const BOB: Asker = Asker::new(2);
    const CAT: Asker = Asker::new(3);

    /// Asks for a turn, and takes a place in the line if there is none.
    fn ask(turns: &Turns, asker: Asker, rank: Rank) -> Waiter {
        ask_for(Weight::Heavy, turns, asker, rank)
    }

    fn ask_for(weight: Weight, turns: &Turns, asker: Asker, rank: Rank) -> Waiter {
        let turns = turns.clone();
        let mut waiter: Waiter = Box::pin(async move { turns.turn_for(weight, asker, rank).await });
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
        let [mut bob, mut bob_too] = [(); 2].map(|()| ask(&turns, BOB, Rank::Attended));
        let mut cat = ask(&turns, CAT, Rank::Attended);
        let [mut ann, mut more] = [(); 2].map(|()| ask(&turns, ANN, Rank::Attended));
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
        drop(served(&mut two));
        drop(served(&mut bob));
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
    fn a_hundred_addresses_of_one_network_are_one_in_the_line() {
        let turns = Turns::new(1, 1, 10);
        let mut turn = served(&mut ask(&turns, ANN, Rank::Attended));
        let mut strangers: VecDeque<Waiter> =
            (0..100).map(|own| ask(&turns, Asker::within(7, 100 + own), Rank::Attended)).collect();
        // Bob comes after all of them, and comes again each time he was served.
        for _ in 0..10 {
            let mut bob = ask(&turns, BOB, Rank::Attended);
            drop(turn);
            turn = served(strangers.front_mut().expect("strangers wait"));
            strangers.pop_front();
            waits(&mut bob);
            drop(turn);
            turn = served(&mut bob);
        }
        // Among themselves, the strangers are served in the order in which they came.
        let mut last = strangers.pop_back().expect("strangers wait");
        waits(&mut last);
        drop(turn);
        strangers.iter_mut().for_each(|stranger| drop(served(stranger)));
        drop(served(&mut last));
    }

    #[test]
    fn a_hundred_fresh_networks_do_not_go_before_who_waited_already() {
        let turns = Turns::new(1, 1, 10);
        drop(served(&mut ask(&turns, BOB, Rank::Attended)));
        let turn = served(&mut ask(&turns, ANN, Rank::Attended));
        let mut bob = ask(&turns, BOB, Rank::Attended);
        let mut strangers: Vec<Waiter> =
            (0..100).map(|own| ask(&turns, Asker::new(100 + own), Rank::Attended)).collect();
        drop(turn);
        let turn = served(&mut bob);
        strangers.iter_mut().for_each(waits);
        drop(turn);
        strangers.iter_mut().for_each(|stranger| drop(served(stranger)));
    }

    #[test]
    fn a_network_leaves_a_slot_for_others() {
        let turns = Turns::new(3, 2, 10);
        let mut strangers: Vec<Waiter> =
            (0..10).map(|own| ask(&turns, Asker::within(7, 100 + own), Rank::Attended)).collect();
        let held = (served(&mut strangers[0]), served(&mut strangers[1]));
        strangers[2..].iter_mut().for_each(waits);
        drop(served(&mut ask(&turns, BOB, Rank::Watched)));
        strangers[2..].iter_mut().for_each(waits);
        drop(held);
    }

    #[test]
    fn light_things_do_not_wait_for_heavy_ones() {
        for slots in [0, 1, 2, 4] {
            let turns = Turns::with_light(slots, 4, 100);
            // However many ask for heavy things, with addresses in as many networks as they like.
            let mut heavy: Vec<Waiter> =
                (0..20).map(|own| ask(&turns, Asker::new(100 + own), Rank::Attended)).collect();
            let thinking: Vec<Turn> =
                heavy.iter_mut().filter_map(look).map(|turn| turn.expect("room in the line")).collect();
            assert_eq!(thinking.len(), slots.saturating_sub(1).max(1), "of {slots} slots");
            // Not even for those of the same address.
            for asker in [BOB, Asker::new(100)] {
                let mut light = ask_for(Weight::Light, &turns, asker, Rank::Watched);
                drop(served(&mut light));
            }
            drop(thinking);
        }
    }

    #[test]
    fn light_things_share_too() {
        let turns = Turns::with_light(1, 1, 10);
        let light = |asker| ask_for(Weight::Light, &turns, asker, Rank::Attended);
        let first = served(&mut light(ANN));
        let [mut more, mut bob] = [ANN, BOB].map(light);
        // Of two slots one asker has one, and the other has the other.
        waits(&mut more);
        let other = served(&mut bob);
        let mut heavy = ask(&turns, CAT, Rank::Attended);
        waits(&mut heavy);
        drop(first);
        // Cat came later than Ann was served.
        drop(served(&mut more));
        drop(served(&mut heavy));
        drop(other);
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
            drop(served(&mut ask(&turns, Asker::new(1000 + stranger), Rank::Attended)));
        }
        let slots = lock(&turns.slots);
        assert!(slots.askers.len() <= 2 * REMEMBERED, "{}", slots.askers.len());
        assert!(slots.networks.len() <= 2 * REMEMBERED, "{}", slots.networks.len());
        assert_eq!(slots.askers[&ANN].share.held, [0, 1]);
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
                    let turn = turns.turn(Asker::new(asker as u64), rank).await.expect("room in the line");
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
