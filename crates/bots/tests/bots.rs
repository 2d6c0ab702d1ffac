//! Bots play by the rules, know no more than their seat, beat a random mover, and take what wins.

use std::cell::Cell;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use kit_bots::{Bot, Level, Limit};
use kit_games::CATALOGUE;
use kit_play::{Arrangement, Chance, Listed, Outcome, Table, Team, Terms, Verdict, Viewer, referee};

fn open(game: &'static dyn Listed, seed: u64) -> Table {
    Table::open(game, &Terms::usual(game.about()), &mut Chance::seeded(seed)).expect("usual terms")
}

/// Plays a game between two levels, the first of which has this team.
fn outcome(game: &'static dyn Listed, levels: [Level; 2], first: Team, seed: u64) -> Outcome {
    let mut chance = Chance::seeded(seed);
    let mut table = open(game, seed);
    let level = |team: Team| levels[usize::from(team != first)];
    let seats: Vec<_> = table.seats().collect();
    let mut bots: Vec<Bot> =
        seats.iter().map(|seat| Bot::new(level(table.team(*seat)), Chance::seeded(chance.seed()))).collect();
    while table.outcome().is_none() {
        for seat in table.acting() {
            let glimpse = table.glimpse(Viewer::Seat(seat));
            if let Some(thought) = bots[seat.index()].choose(&glimpse, &Limit::by_level()) {
                table.act(seat, &thought.action, &mut chance).expect("a bot chooses an offer");
            }
        }
    }
    table.outcome().expect("the game is over")
}

/// Whether all play together, against the game.
fn has_one_team(game: &&&'static dyn Listed) -> bool {
    game.about().teams.len() == 1
}

#[test]
fn the_weakest_bot_beats_a_random_mover() {
    for game in CATALOGUE.iter().filter(|game| !has_one_team(game)) {
        let games = 12;
        let worth = |number: u64| {
            let first = Team((number % 2) as u8);
            outcome(*game, [Level::Learner, Level::Random], first, number / 2).worth(first)
        };
        let score: f64 = (0..games).map(worth).sum();
        assert!(score >= 0.7 * games as f64, "{}: {score} of {games}", game.about().id);
    }
}

#[test]
fn together_the_weakest_bots_score_more_than_random_movers() {
    for game in CATALOGUE.iter().filter(has_one_team) {
        let points = |level: Level| -> i32 {
            let points = |seed| match outcome(*game, [level; 2], Team(0), seed).verdict {
                Verdict::Scores(points) => points[0],
                Verdict::Win(_) | Verdict::Draw => panic!("{} gives points", game.about().id),
            };
            (0..6).map(points).sum()
        };
        let (learner, random) = (points(Level::Learner), points(Level::Random));
        assert!(learner > random, "{}: {learner} points, and {random} at random", game.about().id);
    }
}

/// Two worlds that a seat cannot tell apart get the same answer.
#[test]
fn bots_know_no_more_than_their_seat() {
    for game in CATALOGUE {
        let mut chance = Chance::seeded(7);
        for seed in 0..6 {
            let mut table = open(*game, seed);
            for _ in 0..chance.below(40) {
                let Some(seat) = table.acting().first().copied() else { break };
                let offers = table.glimpse(Viewer::Seat(seat)).actions();
                let action = chance.pick(&offers).clone();
                table.act(seat, &action, &mut chance).expect("an offer is accepted");
            }
            for seat in table.acting() {
                let truth = table.glimpse(Viewer::Seat(seat));
                let dream = truth.imagine(&mut chance).glimpse(Viewer::Seat(seat));
                let choose =
                    |glimpse| Bot::new(Level::Casual, Chance::seeded(1)).choose(glimpse, &Limit::by_level());
                assert_eq!(choose(&truth), choose(&dream), "{}", game.about().id);
            }
        }
    }
}

/// Two worlds that a seat cannot tell apart give it the same belief, and the worlds that it believes
/// possible are those that it cannot tell from the true one.
#[test]
fn beliefs_know_no_more_than_their_seat() {
    let believing = |game: &&&'static dyn Listed| open(**game, 1).glimpse(Viewer::Public).belief().is_some();
    for game in CATALOGUE.iter().filter(believing) {
        let id = game.about().id;
        let mut chance = Chance::seeded(11);
        let (mut pairs, mut doubts) = (0, 0);
        for seed in 0.. {
            if pairs >= 200 {
                break;
            }
            let mut table = open(*game, seed);
            for _ in 0..chance.below(60) {
                let Some(seat) = table.acting().first().copied() else { break };
                let offers = table.glimpse(Viewer::Seat(seat)).actions();
                let action = chance.pick(&offers).clone();
                table.act(seat, &action, &mut chance).expect("an offer is accepted");
            }
            for seat in table.seats() {
                let truth = table.glimpse(Viewer::Seat(seat));
                let dream = truth.imagine(&mut chance).glimpse(Viewer::Seat(seat));
                let (belief, dreamt) = (truth.belief(), dream.belief());
                assert_eq!(belief, dreamt, "{id}");
                let surmises = belief.expect("a game with beliefs has them always").surmises;
                assert!(surmises.iter().all(|surmise| (0.0..=1.0).contains(&surmise.chance)), "{id}");
                doubts += surmises.iter().filter(|surmise| surmise.chance < 1.0).count();
                pairs += 1;
            }
        }
        assert!(doubts > 200, "{id}: {doubts} doubts in {pairs} pairs");
    }
}

/// A moment from which the clock below goes.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);

thread_local! {
    static LOOKS: Cell<u64> = const { Cell::new(0) };
}

/// A clock that goes on by a second whenever somebody looks at it.
fn ticking() -> Instant {
    LOOKS.set(LOOKS.get() + 1);
    *BEGINNING + Duration::from_secs(LOOKS.get())
}

/// Between two looks at the clock a bot imagines one world or goes through a few nodes, and after
/// the one that tells it that time is up it does only what it needs to have any answer, so how much
/// longer it takes hardly depends on what it thinks about.
#[test]
fn a_bot_answers_when_its_time_is_up() {
    let (few, no_answer_yet) = (100, |offers: usize| 2 * offers as u64);
    let mut cut_short = 0;
    for game in CATALOGUE {
        let mut chance = Chance::seeded(7);
        let mut table = open(*game, 3);
        for step in 0..40 {
            let Some(seat) = table.acting().first().copied() else { break };
            let glimpse = table.glimpse(Viewer::Seat(seat));
            let offers = glimpse.actions();
            for looks in [0, 1, 10, 40, 100].into_iter().filter(|_| step % 8 < 2 && offers.len() > 1) {
                LOOKS.set(0);
                let limit = Limit { now: ticking, ..Limit::within(Duration::from_secs(looks)) };
                let thought = Bot::new(Level::Master, Chance::seeded(1)).choose(&glimpse, &limit);
                let thought = thought.expect("there are offers");
                let id = game.about().id;
                assert!(offers.contains(&thought.action), "{id}");
                assert!(thought.worlds as u64 <= 1 + looks, "{id}: {thought:?} in {looks}");
                let searched = looks.saturating_sub(thought.worlds as u64) + 1;
                let most = searched * few + no_answer_yet(offers.len());
                assert!(thought.nodes <= most, "{id}: {thought:?} in {looks}, {} offers", offers.len());
                cut_short += u32::from(LOOKS.get() > looks);
            }
            let action = chance.pick(&offers).clone();
            table.act(seat, &action, &mut chance).expect("an offer is accepted");
        }
    }
    assert!(cut_short > 200, "{cut_short}");
}

/// Positions in which one action wins at once, and that action.
const WINS: [(&str, &str, &str); 5] = [
    ("chess960", "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
    ("crowded-house", "fen: 6k1/5pp1/8/8/8/8/8/3R2K1 WQ - -", "d1d8"),
    ("two-move-chess", "fen: 8/8/8/3k4/4K3/8/8/8\nqueue: N:w", "e4d5"),
    ("two-move-chess", "fen: 4k3/2N5/8/8/8/8/8/r3K3\nqueue: N:w R:b Q:w K:b", "c7e8"),
    (
        "masquerade-chess",
        "fen: 8/8/3k4/2P5/8/8/8/K7 w\ndisguise white: KK QQ RR BB NN\ndisguise black: KK QQ RR BB NN",
        "c5d6",
    ),
];

#[test]
fn a_win_that_is_there_is_taken() {
    for (id, arrangement, win) in WINS {
        let game = referee::listed(CATALOGUE, id).expect("a listed game");
        let arrangement: Arrangement = arrangement.parse().expect("an arrangement");
        let terms = Terms::usual(game.about()).arranged(arrangement);
        let table = Table::open(game, &terms, &mut Chance::seeded(1)).expect("a position of the game");
        let seat = table.acting()[0];
        for level in Level::ALL.into_iter().skip(1).filter(|level| *level <= Level::Club) {
            let thought = Bot::new(level, Chance::seeded(3))
                .choose(&table.glimpse(Viewer::Seat(seat)), &Limit::by_level());
            assert_eq!(thought.expect("there are offers").action, *win, "{id} {level}");
        }
    }
}

#[test]
fn a_bot_without_offers_does_nothing() {
    let table = open(CATALOGUE[0], 1);
    let mut bot = Bot::new(Level::Club, Chance::seeded(1));
    assert_eq!(bot.choose(&table.glimpse(Viewer::Public), &Limit::by_level()), None);
}
