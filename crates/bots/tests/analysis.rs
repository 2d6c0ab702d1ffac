//! A game that is over can be looked at again, and one that is not cannot.

use kit_bots::{Bot, Level, Limit, NoAnalysis, analyse};
use kit_games::CATALOGUE;
use kit_play::wire::{Measure, TurnedBy};
use kit_play::{Chance, Listed, Scoresheet, Table, Terms, Viewer, referee};

/// A game of two weak bots, to its end or for so many actions.
fn played(game: &'static dyn Listed, seed: u64, most: usize) -> Table {
    let mut chance = Chance::seeded(seed);
    let mut table = Table::open(game, &Terms::usual(game.about()), &mut chance).expect("usual terms");
    let limit = Limit { nodes: Some(40), ..Limit::by_level() };
    let mut bot = Bot::new(Level::Learner, Chance::seeded(seed));
    while table.outcome().is_none() && table.entries() < most {
        let seat = table.acting()[0];
        let thought = bot.choose(&table.glimpse(Viewer::Seat(seat)), &limit).expect("there are offers");
        table.act(seat, &thought.action, &mut chance).expect("an offer");
    }
    table
}

/// Ends a game that goes on for too long to be looked at in a test.
fn ended(mut table: Table) -> Table {
    if table.outcome().is_none() {
        let seat = table.seats().next().expect("a seat");
        table.resign(seat);
    }
    table
}

#[test]
fn every_game_can_be_looked_at_again() {
    for game in CATALOGUE {
        let id = game.about().id;
        let table = ended(played(*game, 5, 24));
        let analysis =
            analyse(*game, table.scoresheet(), 20_000).unwrap_or_else(|none| panic!("{id}: {none}"));
        let seats = table.seats().count();
        assert_eq!(analysis.points.len(), table.entries() + 1, "{id}");
        for point in &analysis.points {
            assert_eq!((point.knew.len(), point.truth.len()), (seats, seats), "{id}");
            assert!(point.knew.iter().chain(&point.truth).all(|chance| (0.0..=1.0).contains(chance)), "{id}");
        }
        let by_seats = table.scoresheet().entries.iter().filter(|entry| !entry.seat.is_empty()).count();
        assert_eq!(analysis.choices.len(), by_seats, "{id}");
        assert!(analysis.turning.windows(2).all(|pair| pair[0].entry < pair[1].entry), "{id}");
        assert_eq!(analysis, analyse(*game, table.scoresheet(), 20_000).expect("again"), "{id}");
    }
}

#[test]
fn a_game_that_runs_stays_secret() {
    for game in CATALOGUE {
        let table = played(*game, 5, 3);
        if table.outcome().is_none() {
            let none = analyse(*game, table.scoresheet(), 1_000).expect_err("it runs");
            assert_eq!(none, NoAnalysis::Running, "{}", game.about().id);
            let mut shown = 0;
            let told = game.hindsight(table.terms(), table.scoresheet(), &mut |_, _| shown += 1);
            assert_eq!((told, shown), (false, 0), "{}", game.about().id);
        }
    }
    let table = ended(played(CATALOGUE[0], 5, 2));
    let none = analyse(CATALOGUE[0], table.scoresheet(), 0).expect_err("no nodes");
    assert_eq!(none, NoAnalysis::NoNodes);
}

/// A queen that is left to a pawn is where the game turned, and something better is named.
#[test]
fn a_blunder_is_found() {
    let text = "chess-kit scoresheet 5\ngame: chess960\nedition: 2025\nseats: 2\nrevision: 1\narrangement:\n  \
        fen: 4k3/2p2ppp/8/8/8/3Q4/5PPP/6K1\n  turn: white\n\n0 setup\n1 white d3d6\n2 black c7d6\n! team 0 resigns\n";
    let sheet: Scoresheet = text.parse().expect("a scoresheet");
    let game = referee::listed(CATALOGUE, "chess960").expect("a listed game");
    let analysis = analyse(game, &sheet, 200_000).expect("it is over");
    assert_eq!(analysis.measure, Measure::Chance);
    let choice = &analysis.choices[0];
    assert!(choice.best - choice.value > 0.2, "{choice:?}");
    assert!(!choice.better.is_empty() && choice.better[0].action != "d3d6", "{choice:?}");
    let turning = &analysis.turning[0];
    assert_eq!((turning.entry, turning.by), (1, TurnedBy::Choice));
    let (before, after) = (&analysis.points[0].truth, &analysis.points[1].truth);
    assert!(before[0] > 0.8 && after[0] < 0.5, "{before:?} {after:?}");
}

/// Where both choose at once, the mix that nobody can read is told.
#[test]
fn sealed_choices_are_told_with_their_mix() {
    let game = referee::listed(CATALOGUE, "two-move-chess").expect("a listed game");
    let table = ended(played(game, 5, 6));
    let analysis = analyse(game, table.scoresheet(), 20_000).expect("it is over");
    let mixed = analysis.choices.iter().filter(|choice| !choice.mix.is_empty());
    assert!(mixed.count() > 0, "{:?}", analysis.choices);
}
