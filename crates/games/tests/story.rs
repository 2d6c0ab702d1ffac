//! What is told of games that are over, and that nothing is told before.

use std::collections::BTreeSet;

use kit_games::CATALOGUE;
use kit_play::{Chance, Conduct, Listed, Moment, Reading, Seat, Table, Terms, Viewer};

const KINDS: [&str; 5] = ["told-most", "closest-miss", "never-found", "turning", "best"];

/// How many random games of each kind are looked at, and how long they may last.
const GAMES: u64 = 6;
const LONGEST: usize = 400;

fn game(id: &str) -> &'static dyn Listed {
    kit_play::referee::listed(CATALOGUE, id).expect("a game of the catalogue")
}

/// A random game, ended by resignation if it takes long.
fn played(game: &'static dyn Listed, terms: &Terms, seed: u64) -> Table {
    let mut chance = Chance::seeded(seed);
    let mut luck = Chance::seeded(seed + 1000);
    let mut table = Table::open(game, terms, &mut chance).expect("usual terms");
    while table.outcome().is_none() && table.entries() < LONGEST {
        let seat = *luck.pick(&table.acting());
        let action = luck.pick(&table.glimpse(Viewer::Seat(seat)).actions()).clone();
        table.act(seat, &action, &mut chance).expect("an offer");
    }
    if table.outcome().is_none() {
        table.resign(Seat(0));
    }
    table
}

/// A table of these actions, each with its seat.
fn acted(id: &str, arrangement: &str, actions: &[(u8, &str)]) -> Table {
    let game = game(id);
    let terms = Terms::usual(game.about());
    let terms = if arrangement.is_empty() {
        terms
    } else {
        terms.arranged(arrangement.parse().expect("an arrangement"))
    };
    let mut table = Table::open(game, &terms, &mut Chance::seeded(1)).expect("a table");
    for (seat, action) in actions {
        table.act(Seat(*seat), action, &mut Chance::seeded(1)).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    table
}

fn told(table: &Table) -> Vec<(&'static str, usize, String)> {
    let story = table.story().expect("a game that is over");
    story.iter().map(|moment| (moment.kind, moment.entry, moment.words.to_string())).collect()
}

#[test]
fn every_game_has_a_story_when_it_is_over_and_none_before() {
    let mut kinds = BTreeSet::new();
    for game in CATALOGUE {
        let about = game.about();
        for terms in kit_play::referee::editions(about) {
            let mut moments = 0;
            for seed in 0..GAMES {
                let table = played(*game, &terms, seed);
                let story = table.story().expect("a game that is over");
                check_order(&table, &story);
                moments += story.len();
                kinds.extend(story.iter().map(|moment| moment.kind));
                let reading = Reading::of(CATALOGUE, table.scoresheet()).expect("a game of the catalogue");
                assert_eq!(reading.story(), Some(story), "{}: a sheet tells the same", about.id);
            }
            assert!(about.open || about.seats.len() == 1 || moments > 0, "{}: nothing to tell", about.id);
        }
    }
    assert_eq!(kinds, BTreeSet::from(KINDS), "every kind is told of some game");
}

/// At most one moment of each kind, in order of play, in whole sentences.
fn check_order(table: &Table, story: &[Moment]) {
    let id = table.about().id;
    let kinds: BTreeSet<&str> = story.iter().map(|moment| moment.kind).collect();
    assert_eq!(kinds.len(), story.len(), "{id}: one of a kind");
    assert!(story.is_sorted_by_key(|moment| moment.entry), "{id}: in order of play");
    for moment in story {
        assert!(moment.entry <= table.entries(), "{id}: {}", moment.entry);
        assert_eq!(moment.turn, table.turn_of(moment.entry), "{id}: {}", moment.words);
        let words = moment.words.to_string();
        assert!(words.ends_with('.') && !words.contains('{'), "{id}: {words}");
    }
}

#[test]
fn a_game_that_runs_tells_nothing() {
    for game in CATALOGUE {
        let terms = Terms::usual(game.about());
        let mut chance = Chance::seeded(1);
        let mut table = Table::open(*game, &terms, &mut chance).expect("usual terms");
        for _ in 0..12 {
            assert_eq!(table.story(), None, "{}", game.about().id);
            assert_eq!(game.story(&terms, table.scoresheet()), None, "{}", game.about().id);
            let reading = Reading::of(CATALOGUE, table.scoresheet()).expect("a game of the catalogue");
            assert_eq!(reading.story(), None, "{}", game.about().id);
            let Some(seat) = table.acting().first().copied() else { break };
            let actions = table.glimpse(Viewer::Seat(seat)).actions();
            table.act(seat, &actions[0], &mut chance).expect("an offer");
            if table.outcome().is_some() {
                break;
            }
        }
    }
}

/// Queens are traded, and then one is taken for nothing.
#[test]
fn a_lasting_gain_turns_a_game_and_a_trade_does_not() {
    let start = "fen: 3qk2q/8/8/8/8/8/8/3QK2R w - - 0 1";
    let mut table = acted("chess960", start, &[(0, "d1d8"), (1, "e8d8"), (0, "h1h8"), (1, "d8c7")]);
    assert_eq!(table.story(), None);
    table.end(Conduct::DrawAgreed);
    let turned = "White plays Rxh8+. With that White turned the game around.";
    assert_eq!(told(&table), [("turning", 3, turned.to_owned())]);
}

/// The dearest capture is told where it did not turn the game.
#[test]
fn the_dearest_capture_is_told() {
    let start = "fen: 3qk3/7p/8/8/8/8/7P/3QK3 w - - 0 1";
    let mut table = acted("chess960", start, &[(0, "d1d8"), (1, "e8d8"), (0, "e1e2"), (1, "d8d7")]);
    table.end(Conduct::DrawAgreed);
    let taken = "Black plays Kxd8. The dearest capture of the game: a white queen.";
    assert_eq!(told(&table), [("best", 2, taken.to_owned())]);
}

/// Whoever has masks to find out is told how much an answer told, and what was missed.
#[test]
fn masks_are_told_by_the_answers() {
    let start = "fen: 4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1\n\
                 disguise white: KR QK RN BB NQ\ndisguise black: KK QQ RR BB NN";
    let mut table = acted("masquerade-chess", start, &[(0, "c3?d5"), (1, "e8d8"), (0, "c3b5")]);
    table.end(Conduct::DrawAgreed);
    let unknown = "Black never found out anything of how their own pieces capture.";
    assert_eq!(
        told(&table),
        [
            (
                "told-most",
                1,
                "White asked from c3 to d5 and heard no: of 120 ways to wear the masks 96 were left."
                    .to_owned()
            ),
            ("closest-miss", 1, "White could have taken the king on e8 here.".to_owned()),
            ("never-found", 3, unknown.to_owned()),
        ]
    );
}

/// A body that lay beside the square that was left, and one that stayed in the ground.
#[test]
fn graves_are_told_when_they_are_open() {
    let start = "\
. . . . k . . .
. . . . . . . .
. . . . . . . .
. . . n p . . .
. . . . . . . .
. . . . . . . .
. . . N . . . .
. . . . K . . .
turn: white
grid black: e5=Q";
    let mut table = acted("zombie-chess", start, &[(0, "d2f3"), (1, "e8d8")]);
    table.end(Conduct::DrawAgreed);
    let told = told(&table);
    assert!(
        told.contains(&(
            "never-found",
            2,
            "The white queen that Black buried under e5 never climbed out.".to_owned()
        )),
        "{told:?}"
    );
}

/// A card that lost the tug.
#[test]
fn a_wrong_prediction_is_told() {
    let mut table = acted("telepathic-chess", "", &[(1, "N:"), (0, "e2e4"), (3, "Q:"), (2, "e7e5")]);
    table.end(Conduct::DrawAgreed);
    assert_eq!(told(&table).len(), 1);
    assert_eq!(told(&table)[0].0, "closest-miss");
}
