//! Bots play by the rules, know no more than their seat, beat a random mover, and take what wins.

use std::cell::Cell;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use kit_bots::{Bot, Level, Limit};
use kit_games::CATALOGUE;
use kit_play::{
    Arrangement, Chance, Listed, Lookahead, NodeStanding, Outcome, Table, Team, Terms, Verdict, Viewer,
    referee,
};

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

/// Whether the game says what its viewers may believe.
fn has_beliefs(game: &&&'static dyn Listed) -> bool {
    open(**game, 1).glimpse(Viewer::Public).belief().is_some()
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

/// A table after some random actions.
fn after_a_while(game: &'static dyn Listed, seed: u64, most: u32, chance: &mut Chance) -> Table {
    let mut table = open(game, seed);
    for _ in 0..chance.below(most) {
        let Some(seat) = table.acting().first().copied() else { break };
        let offers = table.glimpse(Viewer::Seat(seat)).actions();
        let action = chance.pick(&offers).clone();
        table.act(seat, &action, chance).expect("an offer is accepted");
    }
    table
}

/// Two worlds that a seat cannot tell apart get the same answer: 200 pairs for each game with
/// secrets, now and then thought about for so long that a bot doubts what it and others will know.
#[test]
fn bots_know_no_more_than_their_seat() {
    for game in CATALOGUE {
        let mut chance = Chance::seeded(7);
        let wanted = if game.about().open { 6 } else { 200 };
        let mut pairs = 0;
        for seed in 0.. {
            if pairs >= wanted {
                break;
            }
            let table = after_a_while(*game, seed, 40, &mut chance);
            for seat in table.acting() {
                let truth = table.glimpse(Viewer::Seat(seat));
                let dream = truth.imagine(&mut chance).glimpse(Viewer::Seat(seat));
                let (level, nodes) =
                    if pairs % 100 == 0 { (Level::Expert, 100_000) } else { (Level::Learner, 300) };
                let limit = Limit { nodes: Some(nodes), ..Limit::by_level() };
                let choose = |glimpse| Bot::new(level, Chance::seeded(1)).choose(glimpse, &limit);
                assert_eq!(choose(&truth), choose(&dream), "{}", game.about().id);
                pairs += 1;
            }
        }
    }
}

/// All worlds that a seat believes possible look alike to it, and as long as they do, it may do the
/// same in all of them.
#[test]
fn worlds_look_alike_until_something_tells_them_apart() {
    for game in CATALOGUE.iter().filter(has_beliefs) {
        let id = game.about().id;
        let mut chance = Chance::seeded(5);
        let mut alike = 0;
        for seed in 0..12 {
            let table = after_a_while(*game, seed, 60, &mut chance);
            let Some(seat) = table.acting().first().copied() else { continue };
            let mut worlds = table.glimpse(Viewer::Seat(seat)).worlds(6, &mut chance).list;
            for _ in 0..6 {
                let sight = worlds[0].1.sight(seat);
                worlds.retain(|(_, world)| world.sight(seat) == sight);
                let steps = |world: &mut Box<dyn Lookahead>| -> Vec<String> {
                    let count = world.generate();
                    (0..count).map(|step| world.notation(step)).collect()
                };
                let standing = worlds[0].1.standing();
                let first = steps(&mut worlds[0].1);
                if first.is_empty() {
                    break;
                }
                if standing == NodeStanding::Decides(seat) {
                    for (_, world) in &mut worlds {
                        assert_eq!(world.standing(), standing, "{id}");
                        assert_eq!(steps(world), first, "{id}");
                        alike += 1;
                    }
                }
                let step = chance.pick(&first).clone();
                for (_, world) in &mut worlds {
                    let here = steps(world);
                    // What others may do can depend on what they hide; then any step will do.
                    let place = here.iter().position(|other| *other == step).unwrap_or(0);
                    if !here.is_empty() {
                        world.play(place);
                    }
                }
            }
        }
        assert!(alike > 12, "{id}: {alike}");
    }
}

/// The worlds from which beliefs are made are all those that the seat cannot tell apart at first.
#[test]
fn worlds_that_are_believed_look_alike() {
    for game in CATALOGUE.iter().filter(has_beliefs) {
        let mut chance = Chance::seeded(9);
        for seed in 0..20 {
            let table = after_a_while(*game, seed, 60, &mut chance);
            for seat in table.acting() {
                let worlds = table.glimpse(Viewer::Seat(seat)).worlds(24, &mut chance).list;
                let sight = worlds[0].1.sight(seat);
                let odd = worlds.iter().filter(|(_, world)| world.sight(seat) != sight).count();
                assert_eq!(odd, 0, "{}", game.about().id);
            }
        }
    }
}

/// How often bots of a level chose something whose label says this, and heard that.
fn counted(id: &str, level: Level, games: u64, label: &str, heard: &str) -> (u32, u32, u32) {
    let game = referee::listed(CATALOGUE, id).expect("a listed game");
    let (mut chosen, mut said, mut actions) = (0, 0, 0);
    for seed in 0..games {
        let mut chance = Chance::seeded(seed);
        let mut table = open(game, seed);
        let lots: Vec<u64> = table.seats().map(|_| chance.seed()).collect();
        let mut bots: Vec<Bot> = lots.into_iter().map(|lot| Bot::new(level, Chance::seeded(lot))).collect();
        while table.outcome().is_none() {
            for seat in table.acting() {
                let glimpse = table.glimpse(Viewer::Seat(seat));
                let thought =
                    bots[seat.index()].choose(&glimpse, &Limit::by_level()).expect("there are offers");
                let offer = glimpse.offers().into_iter().find(|offer| offer.action == thought.action);
                chosen += u32::from(offer.is_some_and(|offer| offer.label.to_string().contains(label)));
                let ruling = table.act(seat, &thought.action, &mut chance).expect("a bot chooses an offer");
                said += ruling.said.iter().filter(|said| said.sentence.to_string().contains(heard)).count()
                    as u32;
                actions += 1;
            }
        }
    }
    (chosen, said, actions)
}

#[test]
fn nobody_asks_what_everybody_knows() {
    let (hopeless, asked, _) = counted("masquerade-chess", Level::Casual, 4, "known to fail", "asks:");
    assert!(asked > 20, "{asked}");
    assert!(hopeless * 50 <= asked, "{hopeless} of {asked}");
}

#[test]
fn partners_think_of_each_other() {
    let (moves, hits, actions) = counted("telepathic-chess", Level::Casual, 4, "lay the", "Hit");
    assert!(moves > 40 && actions > 80, "{moves} of {actions}");
    assert!(hits * 10 >= moves * 6, "{hits} of {moves}");
}

/// Two worlds that a seat cannot tell apart give it the same belief, and the worlds that it believes
/// possible are those that it cannot tell from the true one.
#[test]
fn beliefs_know_no_more_than_their_seat() {
    for game in CATALOGUE.iter().filter(has_beliefs) {
        let id = game.about().id;
        let mut chance = Chance::seeded(11);
        let (mut pairs, mut doubts) = (0, 0);
        for seed in 0.. {
            if pairs >= 200 {
                break;
            }
            let table = after_a_while(*game, seed, 60, &mut chance);
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
