//! How long a bot takes to answer tells nothing of what it knows.
//!
//! Time stands still here except where somebody waits, so what is measured is what was waited for.
//! A thought takes none, and so bots are those that think least, or are said to have taken some time.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use kit_bots::Level;
use kit_play::Chance;
use kit_server::hall::{Hall, HallSettings, ThoughtTimes};
use kit_server::store::{Store, StoredRecord};
use kit_server::turns::Asker;
use kit_sitting::pace::{answer_time, covering};
use kit_sitting::{Secrets, TableId};
use serde_json::json;

use crate::memory::MemoryStore;
use crate::{frame, hall, open, wait_until};

const PACE: Duration = Duration::from_millis(1_000);

/// How much later than drawn an answer may come.
const MARGIN: i64 = 10;

/// How many answers are measured in each world.
const ANSWERS: u64 = 150;

thread_local! {
    static SEED: Cell<u64> = const { Cell::new(0) };
    /// How long thoughts take in the world, in milliseconds.
    static TAKES: Cell<u64> = const { Cell::new(0) };
}

/// How long a thought takes as far as everybody knows, in milliseconds.
const USUAL: u64 = 1_400;

/// The luck of the world, or that of an answer.
fn luck() -> Chance {
    Chance::seeded(SEED.get())
}

/// An answer of a bot.
#[derive(Clone, Debug)]
struct Answer {
    /// What the bot had chosen in secret before.
    secret: String,
    /// The time that was drawn, and the time it took, in milliseconds.
    drawn: i64,
    took: i64,
}

/// The records of a table.
async fn records(store: &Arc<dyn Store>, table: &TableId) -> Vec<StoredRecord> {
    store.read(table.clone(), 0).await.expect("the store answers")
}

/// White does something.
async fn white(hall: &Arc<Hall>, table: &TableId, secrets: &Secrets, action: &str) {
    let prompt = frame(hall, table, "white", secrets).await["prompt"].clone();
    let command = json!({"act": {"action": action, "prompt": prompt}});
    let command = serde_json::from_value(command).expect("a command");
    let done = hall.command(table, "white", secrets, command, Duration::ZERO, Asker::new(1)).await;
    assert!(done.is_ok(), "{action}: {done:?}");
}

async fn white_may_move(hall: &Arc<Hall>, table: &TableId, secrets: &Secrets) {
    wait_until("White may move", async || {
        frame(hall, table, "white", secrets).await["body"]["glimpse"]["offers"][0].is_object()
    })
    .await;
}

/// A bot chooses in secret by the luck of the world, and answers a move by another luck.
async fn answer(pace: Duration, world: u64, fresh: u64) -> Answer {
    let drawn = || answer_time(PACE, Level::Random, &mut Chance::seeded(fresh));
    answer_of("random", HallSettings { bot_pace: pace, ..HallSettings::default() }, [world, fresh], drawn)
        .await
}

/// The same for a bot of a level, for whose answer this time is drawn.
async fn answer_of(
    level: &str,
    settings: HallSettings,
    [world, fresh]: [u64; 2],
    drawn: impl Fn() -> Duration,
) -> Answer {
    SEED.set(world);
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let hall = hall(&store, HallSettings { chance: luck, ..settings });
    let seats = json!([{"sitter": "me"}, {"sitter": "bot", "level": level}]);
    let (table, secrets) = open(&hall, json!({"game": "cloak-and-dagger-chess", "seats": seats})).await;
    white(&hall, &table, &secrets, "army RKNNQBBR").await;
    white_may_move(&hall, &table, &secrets).await;
    for action in ["?-", "a2a4"] {
        white(&hall, &table, &secrets, action).await;
    }
    let before = records(&store, &table).await;
    let secret =
        before.iter().flat_map(|record| record.body.lines()).find(|line| line.contains(" black army "));
    SEED.set(fresh);
    white(&hall, &table, &secrets, "!-").await;
    let asked = before.len() + 1;
    wait_until("the bot answers", async || records(&store, &table).await.len() > asked).await;
    let after = records(&store, &table).await;
    Answer {
        secret: secret.expect("the bot has chosen").to_owned(),
        drawn: drawn().as_millis() as i64,
        took: after[asked].at - after[asked - 1].at,
    }
}

/// Answers in one world, each with a luck of its own.
async fn answers(world: u64) -> Vec<Answer> {
    let mut answers = Vec::new();
    for number in 0..ANSWERS {
        answers.push(answer(PACE, world, 1_000_000 * world + number).await);
    }
    answers
}

/// Whether the times of answers in two worlds tell these apart.
fn tell(one: &[Answer], other: &[Answer]) -> Result<(), String> {
    let late = |answer: &&Answer| !(answer.drawn..=answer.drawn + MARGIN).contains(&answer.took);
    if let Some(answer) = one.iter().chain(other).find(late) {
        return Err(format!("not at the moment that was drawn: {answer:?}"));
    }
    // Kolmogorov and Smirnov: by chance alone the distance is larger once in a thousand times.
    let bound = 1.95 * ((one.len() + other.len()) as f64 / (one.len() * other.len()) as f64).sqrt();
    let share = |answers: &[Answer], time: i64| {
        answers.iter().filter(|answer| answer.took <= time).count() as f64 / answers.len() as f64
    };
    let times = one.iter().chain(other).map(|answer| answer.took);
    let distance = times.map(|time| (share(one, time) - share(other, time)).abs()).fold(0.0, f64::max);
    if distance > bound { Err(format!("the times differ by {distance:.3} > {bound:.3}")) } else { Ok(()) }
}

#[tokio::test(start_paused = true)]
async fn the_time_of_a_bots_answer_is_the_same_in_worlds_that_differ_in_its_secret() {
    let one = answers(1).await;
    let other = answers(2).await;
    assert_ne!(one[0].secret, other[0].secret, "the worlds differ");
    assert!(one.iter().all(|answer| answer.secret == one[0].secret), "a world is one secret");
    assert!(other.iter().all(|answer| answer.secret == other[0].secret), "a world is one secret");
    assert!(one.iter().any(|answer| answer.took != one[0].took), "the luck of answers differs");
    assert_eq!(tell(&one, &other), Ok(()));

    // What would tell is found: bots that do not wait, and those that take longer in one world.
    let hasty = [answer(Duration::ZERO, 1, 5).await];
    assert!(tell(&hasty, &other).is_err_and(|told| told.contains("not at the moment")));
    let longer = |answer: &Answer| Answer {
        drawn: answer.drawn + PACE.as_millis() as i64 / 6,
        took: answer.took + PACE.as_millis() as i64 / 6,
        ..answer.clone()
    };
    let slow: Vec<Answer> = other.iter().map(longer).collect();
    assert!(tell(&one, &slow).is_err_and(|told| told.contains("differ")));
}

/// Answers of a bot that searches, whose thoughts take so long in this world, in milliseconds.
async fn searched(world: u64, takes: fn(u64) -> u64, count: u64, is_covered: bool) -> Vec<Answer> {
    let usual: fn(Level) -> Duration = match is_covered {
        true => |_| Duration::from_millis(USUAL),
        false => |_| Duration::ZERO,
    };
    let takes_now = |_| Duration::from_millis(TAKES.get());
    let settings = HallSettings {
        bot_pace: PACE,
        thought_times: Some(ThoughtTimes { usual, takes: takes_now }),
        ..HallSettings::default()
    };
    let mut answers = Vec::new();
    for number in 0..count {
        TAKES.set(takes(number));
        let fresh = 1_000_000 * world + number;
        let drawn = || covering(PACE, Level::Learner, usual(Level::Learner), &mut Chance::seeded(fresh));
        answers.push(answer_of("learner", settings.clone(), [world, fresh], drawn).await);
    }
    answers
}

#[tokio::test(start_paused = true)]
async fn how_long_a_bot_thinks_in_a_world_is_not_how_long_it_takes() {
    // In one world there is little to think about, in the other much, up to half more than usual.
    let little = |number: u64| 100 + number * 5;
    let much = |number: u64| USUAL - 200 + number * 30;
    let (one, other) = (searched(1, little, 30, true).await, searched(2, much, 30, true).await);
    assert_ne!(one[0].secret, other[0].secret, "the worlds differ");
    assert_eq!(tell(&one, &other), Ok(()));
    // If nobody knew how long thoughts take here, those of one world would be late.
    let (one, other) = (searched(1, little, 5, false).await, searched(2, much, 5, false).await);
    assert!(tell(&one, &other).is_err_and(|told| told.contains("not at the moment")));
}
