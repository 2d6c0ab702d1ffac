//! How long bots think on this machine, as measured on games that nobody plays.
//!
//! The time of a bot's answer is drawn before it thinks, so that it tells nothing
//! ([`kit_sitting::pace`]), and it is long enough only if somebody knows how long a thought takes here.
//! What bots at tables took must not be asked: that depends on what they know.
//! So when a node meets a game for the first time, it lets a bot think at a table of its own, whose luck
//! is the same on all machines, and reckons from that.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kit_bots::{Bot, Level, Limit};
use kit_play::referee::Listed;
use kit_play::{Chance, Table, Terms, Viewer};
use tokio::sync::OnceCell;

/// How many nodes are looked at: a few, for what a thought costs in any case, and more.
const NODES: [u64; 2] = [1_000, 30_000];
/// After how many actions it is measured; a game is played at random up to there.
const AFTER: [usize; 3] = [0, 6, 24];
/// No measurement takes longer, whatever is wrong with the machine.
const LONGEST: Duration = Duration::from_secs(5);
/// The luck of the table.
const LUCK: u64 = 1;

/// What is known of the games that bots have played here.
#[derive(Default)]
pub(super) struct Speeds {
    known: Mutex<HashMap<&'static str, Arc<OnceCell<Speed>>>>,
    /// One game is measured at a time: beside another it would seem slow, and both take a processor
    /// from those who play.
    measuring: Arc<tokio::sync::Mutex<()>>,
}

/// How fast bots think in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Speed {
    /// What a thought takes in any case.
    base: Duration,
    /// Nanoseconds for each node.
    node: f64,
}

impl Speed {
    fn thought(self, nodes: u64) -> Duration {
        self.base + Duration::from_nanos((self.node * nodes as f64) as u64)
    }
}

impl Speeds {
    /// How long a thought of a level takes in a game, about.
    pub(super) async fn thought(&self, game: &'static dyn Listed, level: Level) -> Duration {
        let about = game.about();
        let nodes = level.nodes(about.open);
        if nodes == 0 {
            return Duration::ZERO;
        }
        let known = {
            let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(about.id).or_default())
        };
        let measure = || self.alone(move || measured(game));
        // A game whose program fails is measured by nobody; its tables say so themselves.
        known.get_or_try_init(measure).await.map_or(Duration::ZERO, |speed| speed.thought(nodes))
    }

    /// Does something when nothing else is measured, and to its end, even when nobody waits for it any more.
    async fn alone<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, tokio::task::JoinError> {
        let turn = Arc::clone(&self.measuring).lock_owned().await;
        tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        })
        .await
    }
}

/// Lets a bot think now and then in a game that is played at random; the slowest of it counts.
fn measured(game: &'static dyn Listed) -> Speed {
    let mut chance = Chance::seeded(LUCK);
    let Ok(mut table) = Table::open(game, &Terms::usual(game.about()), &mut chance) else {
        return Speed::default();
    };
    let mut slowest = Speed::default();
    for actions in 0..=AFTER[AFTER.len() - 1] {
        let Some(seat) = table.acting().first().copied() else { break };
        let glimpse = table.glimpse(Viewer::Seat(seat));
        if AFTER.contains(&actions) {
            let think = |nodes: u64| {
                let limit = Limit { nodes: Some(nodes), ..Limit::within(LONGEST) };
                let mut bot = Bot::new(Level::Master, Chance::seeded(LUCK));
                let begun = Instant::now();
                let thought = bot.choose(&glimpse, &limit);
                (begun.elapsed(), thought.map_or(0, |thought| thought.nodes))
            };
            let [few, many] = NODES.map(think);
            slowest = slower(slowest, between(few, many));
        }
        let actions = glimpse.actions();
        let action = chance.pick(&actions).clone();
        if table.act(seat, &action, &mut chance).is_err() {
            break;
        }
    }
    slowest
}

/// The speed of which two thoughts tell: one of few nodes, and one of many.
fn between((few_took, few): (Duration, u64), (many_took, many): (Duration, u64)) -> Speed {
    if many <= few {
        // The bot had nothing to choose, or saw the end.
        return Speed { base: few_took.max(many_took), node: 0.0 };
    }
    let node = many_took.saturating_sub(few_took).as_nanos() as f64 / (many - few) as f64;
    Speed { base: few_took, node }
}

fn slower(one: Speed, other: Speed) -> Speed {
    Speed { base: one.base.max(other.base), node: one.node.max(other.node) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_is_reckoned_from_two() {
        let millis = Duration::from_millis;
        let speed = between((millis(10), 1_000), (millis(68), 30_000));
        assert_eq!(speed.thought(1_000_000), millis(2_010));
        // A machine that was busy for a moment makes no thought shorter than nothing.
        assert_eq!(between((millis(10), 1_000), (millis(5), 30_000)).thought(9), millis(10));
        assert_eq!(between((millis(3), 0), (millis(4), 0)).thought(9), millis(4));
        let slowest = slower(speed, Speed { base: millis(20), node: 1.0 });
        assert_eq!(slowest, Speed { base: millis(20), node: speed.node });
    }

    #[tokio::test]
    async fn one_game_is_measured_at_a_time() {
        let speeds = Speeds::default();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (go, going) = std::sync::mpsc::channel::<()>();
        let first = speeds.alone(move || {
            let _ = begun.send(());
            let _ = going.recv();
        });
        tokio::select! {
            _ = first => panic!("it waits"),
            _ = begins => {}
        }
        // Nobody waits for the first any more, and still it goes on.
        assert!(speeds.measuring.try_lock().is_err());
        drop(go);
        assert_eq!(speeds.alone(|| 7).await.ok(), Some(7));
    }

    #[tokio::test]
    async fn every_game_can_be_measured_and_is_once() {
        let speeds = Speeds::default();
        for game in kit_games::CATALOGUE {
            let casual = speeds.thought(*game, Level::Casual).await;
            let master = speeds.thought(*game, Level::Master).await;
            let id = game.about().id;
            assert!(Duration::ZERO < casual && casual <= master, "{id}: {casual:?}, {master:?}");
            assert_eq!(speeds.thought(*game, Level::Master).await, master, "{id}");
            assert_eq!(speeds.thought(*game, Level::Random).await, Duration::ZERO, "{id}");
        }
    }
}
