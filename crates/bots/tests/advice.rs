//! Advice is made from what a seat may know, always the same for the same luck, and gives reasons.

use kit_bots::{Limit, NoAdvice, advise};
use kit_games::CATALOGUE;
use kit_play::wire::{Advice, Measure};
use kit_play::{Arrangement, Chance, Glimpse, Listed, Table, Terms, Viewer, referee};

fn open(game: &'static dyn Listed, seed: u64) -> Table {
    Table::open(game, &Terms::usual(game.about()), &mut Chance::seeded(seed)).expect("usual terms")
}

fn arranged(id: &str, arrangement: &str) -> Table {
    let game = referee::listed(CATALOGUE, id).expect("a listed game");
    let arrangement: Arrangement = arrangement.parse().expect("an arrangement");
    let terms = Terms::usual(game.about()).arranged(arrangement);
    Table::open(game, &terms, &mut Chance::seeded(1)).expect("a position of the game")
}

fn limit(nodes: u64) -> Limit {
    Limit { nodes: Some(nodes), ..Limit::by_level() }
}

fn advised(glimpse: &Glimpse, nodes: u64) -> Result<Advice, NoAdvice> {
    advise(glimpse, &limit(nodes), &mut Chance::seeded(5))
}

/// Plays so many random actions, or until the game is over.
fn play_on(table: &mut Table, actions: u32, chance: &mut Chance) {
    for _ in 0..actions {
        let Some(seat) = table.acting().first().copied() else { break };
        let offers = table.glimpse(Viewer::Seat(seat)).actions();
        let action = chance.pick(&offers).clone();
        table.act(seat, &action, chance).expect("an offer is accepted");
    }
}

/// Two worlds that a seat cannot tell apart give the same advice, to the letter: 200 pairs for each
/// game with secrets.
#[test]
fn advice_knows_no_more_than_the_seat() {
    let each = 200;
    for game in CATALOGUE.iter().filter(|game| !game.about().open) {
        let mut chance = Chance::seeded(11);
        let mut found = 0;
        for seed in 0.. {
            let mut table = open(*game, seed);
            let actions = chance.below(50);
            play_on(&mut table, actions, &mut chance);
            for seat in table.acting() {
                let truth = table.glimpse(Viewer::Seat(seat));
                let dream = truth.imagine(&mut chance).glimpse(Viewer::Seat(seat));
                assert_eq!(advised(&truth, 200), advised(&dream, 200), "{} {seed}", game.about().id);
                found += 1;
            }
            if found >= each {
                break;
            }
        }
    }
}

/// Every game has advice that can be followed, and its values are those of all offers.
#[test]
fn every_game_is_advised_from_start_to_end() {
    for game in CATALOGUE {
        let id = game.about().id;
        let mut chance = Chance::seeded(3);
        let mut table = open(*game, 2);
        for _ in 0..24 {
            let Some(seat) = table.acting().first().copied() else { break };
            let glimpse = table.glimpse(Viewer::Seat(seat));
            let advice = advised(&glimpse, 300).expect("there are offers");
            let actions: Vec<_> = advice.offers.iter().map(|offer| offer.action.clone()).collect();
            assert_eq!(actions, glimpse.actions(), "{id}");
            assert_eq!(advice.line.first().map(|step| &step.action), Some(&advice.best), "{id}");
            assert!(advice.offers.iter().all(|offer| (0.0..=1.0).contains(&offer.value)), "{id}");
            assert!(advice.nodes > 0, "{id}");
            let is_alone = game.about().teams.len() == 1;
            assert_eq!(advice.measure == Measure::Outlook, is_alone, "{id}");
            if let Some(sum) = advice.offers.iter().map(|offer| offer.share).sum::<Option<f64>>() {
                assert!((sum - 1.0).abs() < 0.2, "{id}: the mix adds up to {sum}");
            } else {
                let best = advice.advised().expect("the best is an offer").value;
                assert!(advice.offers.iter().all(|offer| offer.value <= best), "{id}");
            }
            assert_eq!(advice.tells.is_empty(), game.about().open, "{id}");
            table.act(seat, &advice.best, &mut chance).expect("what is advised is an offer");
        }
    }
}

#[test]
fn the_same_luck_gives_the_same_advice() {
    for game in CATALOGUE {
        let table = open(*game, 4);
        let glimpse = table.glimpse(Viewer::Seat(table.acting()[0]));
        assert_eq!(advised(&glimpse, 1_000), advised(&glimpse, 1_000), "{}", game.about().id);
    }
}

#[track_caller]
fn check(id: &str, arrangement: &str, best: &str, words: &[&str]) {
    let table = arranged(id, arrangement);
    let glimpse = table.glimpse(Viewer::Seat(table.acting()[0]));
    let advice = advised(&glimpse, 20_000).expect("there are offers");
    let mut told: Vec<String> = vec![advice.look.words.to_string()];
    told.extend(advice.reasons.iter().chain(&advice.tells).map(ToString::to_string));
    assert_eq!(advice.best, best, "{told:#?}");
    for words in words {
        assert!(told.iter().any(|line| line == words), "{words:?} is not among {told:#?}");
    }
}

#[test]
fn reasons_say_what_is_won_and_taken() {
    check(
        "chess960",
        "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "a1a8",
        &["Look at the white rook on a1.", "It wins at once.", "With it you win."],
    );
    check(
        "chess960",
        "fen: 4k3/8/8/3q4/4P3/8/5PPP/6K1 w - - 0 1",
        "e4d5",
        &["Look at the white pawn on e4.", "It takes the black queen."],
    );
}

#[test]
fn reasons_say_what_is_threatened() {
    // The queen is attacked by a pawn; wherever it goes, that is why.
    let table = arranged("chess960", "fen: 6k1/5ppp/8/2p5/3Q4/8/5PPP/6K1 w - - 0 1");
    let advice = advised(&table.glimpse(Viewer::Seat(table.acting()[0])), 20_000).expect("there are offers");
    let told: Vec<String> = advice.reasons.iter().map(ToString::to_string).collect();
    let fear = "If you did nothing, pawn c5 takes d4 would cost you something.";
    assert!(told.iter().any(|line| line == fear), "{told:#?}");
}

/// Only one pawn can move, and then it attacks a knight, which counts if the others do nothing: told
/// in every game in which it makes sense to ask what comes after a pass.
#[test]
fn what_is_threatened_next_is_told() {
    let board = "fen: 1r4k1/8/3n4/8/4P3/4p1p1/3rP1P1/K4BRB";
    for (id, more) in [
        ("chess960", " w - - 0 1"),
        ("half-alice-chess", " w - - 0 1\nmirror: d6"),
        ("crowded-house", " WK - - 0 1"),
        ("adrenaline-chess", " w - - 0 1"),
        ("zombie-chess", " w - - 0 1"),
        ("tar-pit-chess", " w - - 0 1\nfront: 0/0"),
        ("telepathic-chess", " w - - 0 1\nup: W:-,B:-\nlaid: K"),
    ] {
        let table = arranged(id, &format!("{board}{more}"));
        let glimpse = table.glimpse(Viewer::Seat(table.acting()[0]));
        assert_eq!(glimpse.actions(), ["e4e5"], "{id}");
        let advice = advised(&glimpse, 20_000).expect("there are offers");
        let told: Vec<String> = advice.reasons.iter().map(ToString::to_string).collect();
        let threat = "It threatens pawn e5 takes d6.";
        assert!(told.iter().any(|line| line == threat), "{id}: {told:#?}");
    }
}

/// Where little is known for sure, threats are told now and then.
#[test]
fn threats_are_told_in_the_middle_of_games() {
    for id in ["masquerade-chess", "cloak-and-dagger-chess", "tar-pit-chess", "crowded-house"] {
        let game = referee::listed(CATALOGUE, id).expect("a listed game");
        let mut chance = Chance::seeded(2);
        let (mut threatened, mut feared) = (0, 0);
        for seed in 0..10 {
            let mut table = open(game, seed);
            play_on(&mut table, 24, &mut chance);
            for _ in 0..4 {
                let Some(seat) = table.acting().first().copied() else { break };
                let advice = advised(&table.glimpse(Viewer::Seat(seat)), 1_000).expect("there are offers");
                let told: Vec<String> = advice.reasons.iter().map(ToString::to_string).collect();
                threatened += told.iter().filter(|line| line.starts_with("It threatens ")).count();
                feared += told.iter().filter(|line| line.starts_with("If you did nothing, ")).count();
                table.act(seat, &advice.best, &mut chance).expect("what is advised is an offer");
            }
        }
        assert!(threatened > 0 && feared > 0, "{id}: {threatened} threatened and {feared} feared");
    }
}

/// However many nodes somebody asks for, no more memory is taken than there is, and a depth bounds the
/// time.
#[test]
fn any_number_of_nodes_may_be_asked_for() {
    for game in CATALOGUE.iter().filter(|game| !game.about().open) {
        let table = open(*game, 4);
        let glimpse = table.glimpse(Viewer::Seat(table.acting()[0]));
        let limit = Limit { nodes: Some(u64::MAX), depth: Some(1), ..Limit::by_level() };
        let advice = advise(&glimpse, &limit, &mut Chance::seeded(5)).expect("there are offers");
        assert!(advice.nodes < 10_000_000, "{}: {}", game.about().id, advice.nodes);
    }
}

#[test]
fn nothing_to_advise_is_a_sentence() {
    let table = open(CATALOGUE[0], 1);
    let acting = table.acting()[0];
    let idle = table.seats().find(|seat| !table.acting().contains(seat)).expect("somebody waits");
    let why = |glimpse: &Glimpse, nodes| advised(glimpse, nodes).expect_err("no advice").to_string();
    assert_eq!(
        why(&table.glimpse(Viewer::Seat(idle)), 100),
        "Black has nothing to decide now, so there is nothing to advise"
    );
    assert_eq!(
        why(&table.glimpse(Viewer::Public), 100),
        "there is advice for seats only, not for the public"
    );
    assert_eq!(
        why(&table.glimpse(Viewer::Seat(acting)), 0),
        "without a single node nothing can be looked at; try 1000 or more"
    );
    let mut over = arranged("chess960", "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    over.act(acting, "a1a8", &mut Chance::seeded(1)).expect("mate");
    assert_eq!(
        why(&over.glimpse(Viewer::Seat(acting)), 100),
        "the game is over, so there is nothing to advise"
    );
}
