//! Nodes of two versions over one store: the older one cannot play what the newer one began.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use kit_games::CATALOGUE;
use kit_play::laws::{BrokenLaw, LawPlan, LawTally};
use kit_play::{About, BadTerms, BadText, Chance, Listed, Opening, Seat, Team, Terms};
use kit_server::bus::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::store::Store;
use kit_server::turns::Asker;
use kit_sitting::wire::Status;
use serde_json::json;
use tokio::time::sleep;

use crate::memory::{Call, MemoryStore};
use crate::{act, for_two, hall, is_work_left, open, quick, status, wait_until};

/// A game as an older version dealt it.
struct Older(fn() -> &'static dyn Listed);

impl Listed for Older {
    fn about(&self) -> &'static About {
        (self.0)().about()
    }

    fn open(&self, terms: &Terms, _chance: &mut Chance) -> Result<Opening, BadTerms> {
        (self.0)().open(terms, &mut Chance::seeded(7))
    }

    fn team_of(&self, seat: Seat) -> Team {
        (self.0)().team_of(seat)
    }

    fn keeps_time(&self) -> bool {
        (self.0)().keeps_time()
    }

    fn import(&self, _text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
        None
    }

    fn check_laws(&self, terms: &Terms, plan: &LawPlan) -> Result<LawTally, BrokenLaw> {
        (self.0)().check_laws(terms, plan)
    }
}

fn the_game() -> &'static dyn Listed {
    *CATALOGUE.iter().find(|game| game.about().id == "chess960").expect("the game of these tests")
}

static OLDER: &[&dyn Listed] = &[&Older(the_game)];

fn older(store: &Arc<dyn Store>, settings: HallSettings) -> Arc<Hall> {
    Hall::new(OLDER, Arc::clone(store), Arc::new(LocalBus::default()), settings)
}

static TIME: AtomicI64 = AtomicI64::new(1_800_000_000_000);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_node_leaves_the_clocks_of_a_newer_one_running() {
    let memory = Arc::new(MemoryStore::default());
    let store: Arc<dyn Store> = Arc::clone(&memory) as _;
    let given_back = Arc::new(AtomicUsize::new(0));
    let giving = Arc::clone(&given_back);
    memory.meddle(move |call| {
        giving.fetch_add(usize::from(matches!(call, Call::PutBack(_))), Ordering::SeqCst);
        Ok(())
    });
    let settings = || HallSettings { now: Some(|| TIME.load(Ordering::Relaxed)), ..quick() };
    let (new, old) = (hall(&store, settings()), older(&store, settings()));
    let (table, secrets) = open(&new, for_two(json!({"clock": "move", "seconds": 2}))).await;
    act(&new, &table, &secrets, Asker::new(1)).await;
    assert_eq!(status(&old, &table).await, Status::Outdated);
    let running = tokio::spawn(Arc::clone(&old).run());
    TIME.fetch_add(5_000, Ordering::Relaxed);
    wait_until("the older node has tried", async || given_back.load(Ordering::SeqCst) > 0).await;
    running.abort();
    tokio::spawn(Arc::clone(&new).run());
    let falls = async || {
        TIME.fetch_add(1_000, Ordering::Relaxed);
        status(&new, &table).await == Status::Over
    };
    wait_until("the clock falls", falls).await;
}

static LATER: AtomicI64 = AtomicI64::new(1_800_000_000_000);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_no_node_can_play_are_set_aside_with_their_clocks_and_bots() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let settings = || HallSettings { now: Some(|| LATER.load(Ordering::Relaxed)), ..quick() };
    let never = Duration::from_secs(60 * 60);
    let new = hall(&store, HallSettings { bot_pace: never, ..settings() });
    let seats = json!([{"sitter": "bot", "level": "random"}, {"sitter": "me"}]);
    let clock = json!({"clock": "move", "seconds": 2});
    let (table, _) = open(&new, json!({"game": "chess960", "seats": seats, "clock": clock})).await;
    let due = store.index(table).await.expect("the store answers").expect("a table");
    assert!(due.clock_due.is_some() && due.bots_due.is_some());
    let old = older(&store, settings());
    tokio::spawn(Arc::clone(&old).run());
    let set_aside = async || {
        let now = LATER.fetch_add(60_000, Ordering::Relaxed);
        sleep(Duration::from_millis(100)).await;
        store.stuck().await.expect("the store answers") == 1 && !is_work_left(&store, now).await
    };
    wait_until("both are set aside", set_aside).await;
    assert!(old.ready().await.expect("it can write").iter().any(|warning| warning.contains("set aside: 1;")));
}
