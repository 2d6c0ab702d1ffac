//! Bots play by the rules, know no more than their seat, beat a random mover, and take what wins.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use kit_bots::{Bot, Level, Limit, fingerprint};
use kit_games::CATALOGUE;
use kit_play::{
    Arrangement, Chance, Listed, Lookahead, NodeStanding, Outcome, Table, Team, Terms, Verdict, Viewer,
    referee,
};

fn open(game: &'static dyn Listed, seed: u64) -> Table {
    Table::open(game, &Terms::usual(game.about()), &mut Chance::seeded(seed)).expect("usual terms")
}

fn arranged(id: &str, arrangement: &str) -> Table {
    let game = referee::listed(CATALOGUE, id).expect("a listed game");
    let parsed: Arrangement = arrangement.parse().expect("an arrangement");
    let terms = Terms::usual(game.about()).arranged(parsed);
    Table::open(game, &terms, &mut Chance::seeded(1))
        .unwrap_or_else(|problem| panic!("{id}: {arrangement:?}: {problem}"))
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

/// What a weak bot overlooks where both choose at the same time is left to luck and not to the order
/// of offers: in one decision or another it thinks of everything.
#[test]
fn no_sealed_choice_is_overlooked_for_its_place() {
    for (id, choices) in [("synchronous-chess", 20), ("two-move-chess", 10)] {
        let mut table = open(referee::listed(CATALOGUE, id).expect("a listed game"), 1);
        if table.acting().len() == 1 {
            let seat = table.acting()[0];
            let first = table.glimpse(Viewer::Seat(seat)).actions()[0].clone();
            table.act(seat, &first, &mut Chance::seeded(1)).expect("an offer is accepted");
        }
        let glimpses = table.acting().into_iter().map(|seat| table.glimpse(Viewer::Seat(seat)));
        let mut freest = glimpses.filter(|glimpse| glimpse.actions().len() == choices);
        let glimpse = freest.next().expect("somebody may choose anything");
        let mut thought_of = vec![0; choices];
        let mut all = 0;
        for seed in 0..40 {
            let mixed = Bot::new(Level::Learner, Chance::seeded(seed)).mix(&glimpse, &Limit::by_level());
            let shares = mixed.expect("a pair of choices").shares;
            let known = shares.iter().filter(|share| **share > 0.0).count();
            all += u32::from(known == choices);
            thought_of.iter_mut().zip(&shares).for_each(|(count, share)| *count += u32::from(*share > 0.0));
        }
        assert!(thought_of.iter().all(|count| *count > 0), "{id}: {thought_of:?}");
        assert!(all < 40, "{id}: a weak bot overlooks something");
    }
}

/// Whoever is told a bot's mix knows how likely the very choice is that the bot makes.
#[test]
fn bots_play_the_mix_that_they_tell() {
    for id in ["synchronous-chess", "two-move-chess"] {
        let mut table = open(referee::listed(CATALOGUE, id).expect("a listed game"), 1);
        if table.acting().len() == 1 {
            let seat = table.acting()[0];
            let first = table.glimpse(Viewer::Seat(seat)).actions()[0].clone();
            table.act(seat, &first, &mut Chance::seeded(1)).expect("an offer is accepted");
        }
        let seat = table.acting()[0];
        let glimpse = table.glimpse(Viewer::Seat(seat));
        for level in [Level::Learner, Level::Casual, Level::Club] {
            for seed in 0..12 {
                let bot = || Bot::new(level, Chance::seeded(seed));
                let limit = Limit { nodes: Some(2_000), ..Limit::by_level() };
                let mixed = bot().mix(&glimpse, &limit).expect("a pair of choices");
                let thought = bot().choose(&glimpse, &limit).expect("there are offers");
                assert!(mixed.shares[mixed.chosen] > 0.0, "{id} {level}: {mixed:?}");
                assert_eq!(glimpse.actions()[mixed.chosen], thought.action, "{id} {level}");
            }
        }
    }
}

/// A search goes beyond the next sealed choice, says how far, and is over when it finds nothing new.
#[test]
fn sealed_choices_are_looked_at_turn_by_turn() {
    let game = referee::listed(CATALOGUE, "synchronous-chess").expect("a listed game");
    let glimpse = |table: &Table| table.glimpse(Viewer::Seat(table.acting()[0]));
    let think = |table: &Table, nodes: u64, depth| {
        let limit = Limit { nodes: Some(nodes), depth, ..Limit::by_level() };
        Bot::new(Level::Club, Chance::seeded(1)).choose(&glimpse(table), &limit).expect("there are offers")
    };
    let table = open(game, 1);
    let (short, long) = (think(&table, 3_000, None), think(&table, 60_000, None));
    assert!((1..4).contains(&short.depth), "{short:?}");
    assert!((2..8).contains(&long.depth), "{long:?}");
    assert!(short.nodes >= 3_000 && long.nodes >= 60_000, "{short:?} {long:?}");
    // Each turn costs more than the one before.
    let [one, two] = [1, 2].map(|depth| think(&table, 200_000, Some(depth)));
    assert_eq!((one.depth, two.depth), (1, 2));
    assert!(two.nodes > 2 * one.nodes, "{one:?} {two:?}");
}

/// Weak golfers see fewer solutions, so they show fewer.
#[test]
fn weak_golfers_see_little() {
    let game = referee::listed(CATALOGUE, "chess-golf").expect("a listed game");
    let [learner, club] = [Level::Learner, Level::Club].map(|level| {
        let mut shown = 0;
        for seed in 0..6 {
            let mut chance = Chance::seeded(seed);
            let mut table = open(game, seed);
            let limit = Limit { nodes: Some(level.nodes(false).min(3_000)), ..Limit::by_level() };
            while table.outcome().is_none() {
                let seat = table.acting()[0];
                let glimpse = table.glimpse(Viewer::Seat(seat));
                let thought = Bot::new(level, Chance::seeded(chance.seed())).choose(&glimpse, &limit);
                let action = thought.expect("there are offers").action;
                // Moves that are shown, and pieces that are put back after their capture.
                shown += u32::from(action.len() == 4 && action != "fail");
                table.act(seat, &action, &mut chance).expect("a bot chooses an offer");
            }
        }
        shown
    });
    assert!(learner < club, "{learner} and {club}");
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

thread_local! {
    static PATIENCE: RefCell<Arc<AtomicBool>> = RefCell::default();
}

/// A clock that stands still, and after so many looks at it somebody wants an answer at once.
fn losing_patience() -> Instant {
    LOOKS.set(LOOKS.get().saturating_sub(1));
    if LOOKS.get() == 0 {
        PATIENCE.with_borrow(|stop| stop.store(true, Ordering::Relaxed));
    }
    *BEGINNING
}

/// Whenever somebody stops a search, there is an answer that the rules allow.
#[test]
fn a_search_that_is_stopped_has_an_answer() {
    let mut stopped = 0;
    for game in CATALOGUE {
        let mut chance = Chance::seeded(9);
        let mut table = open(*game, 4);
        for step in 0..24 {
            let Some(seat) = table.acting().first().copied() else { break };
            let glimpse = table.glimpse(Viewer::Seat(seat));
            let offers = glimpse.actions();
            for looks in [0, 1, 2, 5, 20, 80].into_iter().filter(|_| step % 6 < 2 && offers.len() > 1) {
                let stop = Arc::new(AtomicBool::new(looks == 0));
                PATIENCE.set(stop.clone());
                LOOKS.set(looks);
                let limit = Limit {
                    time: Some(Duration::from_secs(1)),
                    stop: stop.clone(),
                    now: losing_patience,
                    ..Limit::by_level()
                };
                let thought = Bot::new(Level::Club, Chance::seeded(1)).choose(&glimpse, &limit);
                let thought = thought.expect("there are offers");
                let id = game.about().id;
                assert!(offers.contains(&thought.action), "{id}: {thought:?} after {looks} looks");
                stopped += u32::from(stop.load(Ordering::Relaxed));
            }
            let action = chance.pick(&offers).clone();
            table.act(seat, &action, &mut chance).expect("an offer is accepted");
        }
    }
    assert!(stopped > 150, "{stopped}");
}

/// Positions in which one action wins at once, and that action.
const WINS: [(&str, &str, &str); 12] = [
    // A king on the last rank behind its pawns; it must be on the side to which the rook goes over.
    ("half-alice-chess", "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nmirror: g8 f7 g7 h7", "a1a8"),
    ("adrenaline-chess", "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
    ("zombie-chess", "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
    ("tar-pit-chess", "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nfront: 0/0", "a1a8"),
    ("telepathic-chess", "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nup: W:-,B:-\nlaid: K", "a1a8"),
    ("cloak-and-dagger-chess", "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
    // Black has but one move, and wherever the king is then, it is mated.
    ("synchronous-chess", "fen: 7k/8/6K1/8/8/8/8/R7", "a1a8"),
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
        let table = arranged(id, arrangement);
        let seat = table.acting()[0];
        for level in Level::ALL.into_iter().skip(1) {
            let thought = Bot::new(level, Chance::seeded(3))
                .choose(&table.glimpse(Viewer::Seat(seat)), &few_nodes(level));
            assert_eq!(thought.expect("there are offers").action, *win, "{id} {level}");
        }
    }
}

/// As many nodes as a level has, or as a test has time for.
fn few_nodes(level: Level) -> Limit {
    Limit { nodes: Some(level.nodes(false).min(5_000)), ..Limit::by_level() }
}

/// Positions in which somebody may take a king or give mate at once, unless that is seen to.
const DANGERS: [(&str, &str); 11] = [
    // Whoever takes the knight leaves the last rank.
    ("chess960", "fen: 4r1k1/5ppp/8/n7/8/8/5PPP/R5K1 w - - 0 1"),
    ("adrenaline-chess", "fen: 4r1k1/5ppp/8/n7/8/8/5PPP/R5K1 w - - 0 1"),
    ("cloak-and-dagger-chess", "fen: 4r1k1/5ppp/8/n7/8/8/5PPP/R5K1 w - - 0 1"),
    ("telepathic-chess", "fen: 4r1k1/5ppp/8/n7/8/8/5PPP/R5K1 w - - 0 1\nup: W:-,B:-\nlaid: R"),
    // Both write at once, and black's rook is about to go to e1.
    ("synchronous-chess", "fen: 4r1k1/5ppp/8/n7/8/8/5PPP/R5K1"),
    // The king is behind the mirror, where the rook arrives, and needs a way out.
    ("half-alice-chess", "fen: 4r1k1/5ppp/8/n7/8/8/5PPP/R5K1 w - - 0 1\nmirror: g1 f2 g2 h2"),
    // The queen gives check after the next player's turn, when the king has no square unless d2 is free.
    ("crowded-house", "fen: rnb1kbnr/1ppp1ppp/p7/4p3/6Pq/P4P2/1PPPP2P/RNBQKBNR WQ KQkq - 0 4"),
    ("zombie-chess", "fen: 4r1k1/5ppp/8/n7/8/8/5PPP/R5K1 w - - 0 1"),
    ("tar-pit-chess", "fen: 4r1k1/5ppp/8/n7/8/8/5PPP/R5K1 w - - 0 1\nfront: 0/0"),
    // Whoever takes the queen leaves the king to the pawn.
    (
        "masquerade-chess",
        "fen: k7/8/8/1q6/P7/8/3p4/4K3 w\ndisguise white: KK QQ RR BB NN\ndisguise black: KK QQ RR BB NN",
    ),
    // The other king moves next.
    ("two-move-chess", "fen: 8/8/8/3k4/8/3K4/8/8\nqueue: K:w K:b"),
];

/// Whether somebody of another team can win within so many actions after these.
fn is_lost_after(id: &str, arrangement: &str, done: &[String], team: Team, more: u32) -> bool {
    let mut table = arranged(id, arrangement);
    for action in done {
        let seat = table.acting()[0];
        table.act(seat, action, &mut Chance::seeded(1)).expect("an offer is accepted");
    }
    if let Some(outcome) = table.outcome() {
        return matches!(outcome.verdict, Verdict::Win(winner) if winner != team);
    }
    let seat = table.acting()[0];
    if more == 0 || table.team(seat) == team {
        return false;
    }
    table.glimpse(Viewer::Seat(seat)).actions().into_iter().any(|action| {
        let done: Vec<String> = done.iter().cloned().chain([action]).collect();
        is_lost_after(id, arrangement, &done, team, more - 1)
    })
}

/// From Casual up nobody leaves a king to be taken at once, or lets itself be mated in one turn, where
/// it can be helped.
#[test]
fn a_danger_that_is_there_is_seen() {
    for (id, arrangement) in DANGERS {
        let table = arranged(id, arrangement);
        let seat = table.acting()[0];
        let team = table.team(seat);
        let actions = table.glimpse(Viewer::Seat(seat)).actions();
        let loses = |action: &String| is_lost_after(id, arrangement, std::slice::from_ref(action), team, 2);
        assert!(actions.iter().any(loses), "{id}: nothing is in danger");
        for level in Level::ALL.into_iter().filter(|level| *level >= Level::Casual) {
            for seed in 0..3 {
                let mut table = arranged(id, arrangement);
                let mut done = Vec::new();
                while table.outcome().is_none() && table.team(table.acting()[0]) == team && done.len() < 4 {
                    let seat = table.acting()[0];
                    let glimpse = table.glimpse(Viewer::Seat(seat));
                    let thought = Bot::new(level, Chance::seeded(seed)).choose(&glimpse, &few_nodes(level));
                    let action = thought.expect("there are offers").action;
                    table.act(seat, &action, &mut Chance::seeded(1)).expect("a bot chooses an offer");
                    done.push(action);
                }
                assert!(!is_lost_after(id, arrangement, &done, team, 2), "{id} {level}: {done:?}");
            }
        }
    }
}

/// A game at the first moment when there is much to choose from.
fn begun(game: &'static dyn Listed) -> Table {
    let mut table = open(game, 1);
    while table.glimpse(Viewer::Seat(table.acting()[0])).actions().len() < 6 {
        let seat = table.acting()[0];
        let first = table.glimpse(Viewer::Seat(seat)).actions()[0].clone();
        table.act(seat, &first, &mut Chance::seeded(1)).expect("an offer is accepted");
    }
    table
}

/// The first turn of bots of this level: all that their team does before another one decides.
///
/// One step says little: whoever lays a card that names what a partner is likely to move should lay
/// the same one again and again.
fn first_turn(game: &'static dyn Listed, level: Level, seed: u64) -> Vec<String> {
    const LONGEST: usize = 4;
    let mut table = begun(game);
    let team = table.team(table.acting()[0]);
    let limit = Limit { nodes: Some(300), ..Limit::by_level() };
    let mut done = Vec::new();
    while done.len() < LONGEST {
        let Some(seat) = table.acting().first().copied().filter(|seat| table.team(*seat) == team) else {
            break;
        };
        let glimpse = table.glimpse(Viewer::Seat(seat));
        let thought = Bot::new(level, Chance::seeded(seed)).choose(&glimpse, &limit);
        done.push(thought.expect("there are offers").action);
        table.act(seat, &done[done.len() - 1], &mut Chance::seeded(1)).expect("a bot chooses an offer");
    }
    done
}

/// Nobody knows beforehand how a bot begins: with other luck it begins otherwise, at every level.
#[test]
fn openings_vary_at_every_level() {
    for game in CATALOGUE.iter().filter(|game| game.about().teams.len() == 2) {
        for level in Level::ALL {
            let turns: BTreeSet<Vec<String>> = (0..12).map(|seed| first_turn(*game, level, seed)).collect();
            assert!(turns.len() > 1, "{} {level}: {turns:?}", game.about().id);
        }
    }
}

/// What is written down of bots tells their version: it is the same every time, and another for games
/// in which they do something else.
#[test]
fn bots_have_a_fingerprint_for_each_game() {
    let prints: BTreeSet<u64> = CATALOGUE.iter().map(|game| fingerprint(*game)).collect();
    assert_eq!(prints.len(), CATALOGUE.len());
    assert!(CATALOGUE.iter().all(|game| prints.contains(&fingerprint(*game))));
}

/// Positions in which one more quiet turn ends the game: whoever looks ahead knows that.
#[test]
fn searches_count_quiet_turns() {
    let masks = "disguise white: KK QQ RR BB NN\ndisguise black: KK QQ RR BB NN";
    for (id, more) in [
        ("chess960", String::new()),
        ("half-alice-chess", String::new()),
        ("crowded-house", String::new()),
        ("adrenaline-chess", String::new()),
        ("zombie-chess", String::new()),
        ("tar-pit-chess", "front: 0/0".to_owned()),
        ("telepathic-chess", "up: W:-,B:-\nlaid: K".to_owned()),
        ("cloak-and-dagger-chess", String::new()),
        ("masquerade-chess", masks.to_owned()),
    ] {
        let turn = if id == "crowded-house" { "WK" } else { "w" };
        let arrangement = format!("fen: k7/p7/8/8/8/8/4PP2/4K2R {turn} - - 99 70\n{more}");
        let table = arranged(id, arrangement.trim_end());
        let seat = table.acting()[0];
        let glimpse = table.glimpse(Viewer::Seat(seat));
        let (mut drawn, mut open) = (0, 0);
        for action in glimpse.actions() {
            let mut ahead = glimpse.lookahead(&mut Chance::seeded(1));
            let mut referee = glimpse.imagine(&mut Chance::seeded(1));
            let step = (0..ahead.generate()).find(|step| ahead.notation(*step) == action);
            ahead.play(step.expect("steps are offers"));
            referee.act(seat, &action, &mut Chance::seeded(1)).expect("an offer is accepted");
            let by_search = matches!(ahead.standing(), NodeStanding::Over(_));
            assert_eq!(by_search, referee.outcome().is_some(), "{id}: {action}");
            *(if by_search { &mut drawn } else { &mut open }) += 1;
        }
        assert!(drawn > 3 && open > 3, "{id}: {drawn} drawn and {open} open");
    }
}

#[test]
fn a_bot_without_offers_does_nothing() {
    let table = open(CATALOGUE[0], 1);
    let mut bot = Bot::new(Level::Club, Chance::seeded(1));
    assert_eq!(bot.choose(&table.glimpse(Viewer::Public), &Limit::by_level()), None);
}
