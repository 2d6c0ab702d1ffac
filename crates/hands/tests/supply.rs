//! When things run out: a second queen, a third rook, checkers, and a graveyard beside the board.

use kit_games::CATALOGUE;
use kit_hands::{Hands, Supply};
use kit_play::referee::listed;
use kit_play::{Chance, Table, Terms, Viewer};

/// A table that somebody plays with real things.
struct Evening {
    table: Table,
    hands: Hands,
    chance: Chance,
}

impl Evening {
    /// A table from a position, with the things in the box, and what is done to set it up.
    fn open(
        game: &str,
        options: &[(&str, &str)],
        arrangement: &str,
        supply: Supply,
    ) -> (Evening, Vec<String>) {
        let game = listed(CATALOGUE, game).expect("a game");
        let mut chance = Chance::seeded(5);
        let about = game.about();
        let chosen = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let arrangement = arrangement.parse().expect("an arrangement");
        let terms = Terms::agree(about, None, &chosen.collect(), None, Some(arrangement)).expect("terms");
        let table = Table::open(game, &terms, &mut chance).expect("a table");
        let hands = Hands::new(supply, &about.needs);
        let mut evening = Evening { table, hands, chance };
        let steps = evening.told();
        (evening, steps)
    }

    fn told(&mut self) -> Vec<String> {
        let steps = self.hands.follow(&self.table.glimpse(Viewer::Public).tabletop());
        steps.iter().map(|step| step.words.to_string()).collect()
    }

    /// What hands do after an action of whoever has to act.
    fn after(&mut self, action: &str) -> Vec<String> {
        let seat = *self.table.acting().first().expect("somebody acts");
        self.table.act(seat, action, &mut self.chance).expect("an action on offer");
        self.told()
    }
}

#[test]
fn a_second_queen_is_a_rook_upside_down() {
    let position = "fen: 8/P5kp/8/8/8/8/8/1Q2K3 w - -";
    let (mut evening, _) = Evening::open("chess960", &[], position, Supply::default());
    assert_eq!(
        evening.after("a7a8q"),
        [
            "Take the white pawn off a7.",
            "No white queen is left: put a white rook on a8, upside down. It stands for a queen.",
        ]
    );
    evening.after("h7h6");
    let moved = evening.after("a8b8");
    assert_eq!(moved, ["Move the white queen (the rook upside down) from a8 to b8."]);
}

#[test]
fn a_third_rook_is_a_pawn_on_a_coin() {
    let position = "fen: 4k3/P6p/8/8/8/8/8/R3K2R w - -";
    let (mut evening, _) = Evening::open("chess960", &[], position, Supply::default());
    assert_eq!(
        evening.after("a7a8r"),
        [
            "Take the white pawn off a7.",
            "No white rook is left: put a white pawn on a8, with a coin under it. It stands for a rook.",
        ]
    );
}

#[test]
fn coins_stand_for_checkers_when_none_are_left() {
    let position = "fen: 4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\nmirror: e2 f2 g2 h2";
    let (_, few) = Evening::open("half-alice-chess", &[], position, Supply::with_checkers(3));
    let instead = few.iter().filter(|step| step.contains("coin for a white checker")).count();
    assert_eq!(instead, 1, "{few:#?}");
    let (_, enough) = Evening::open("half-alice-chess", &[], position, Supply::with_checkers(4));
    assert!(!enough.iter().any(|step| step.contains("coin")), "{enough:#?}");
}

#[test]
fn a_player_with_sixteen_checkers_needs_as_many() {
    // A whole army behind the mirror.
    let position = "rnbqkbnr\npppppppp\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n\
        PPPPPPPP\nRNBQKBNR\nturn: white\nmirror: a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2";
    let spread = position.lines().map(|line| {
        let pieces = line.len() == 8 && line.chars().all(char::is_alphabetic);
        if pieces { line.chars().map(|letter| format!("{letter} ")).collect() } else { line.to_owned() }
    });
    let twelve: Vec<String> = spread.collect();
    let twelve = twelve.join("\n");
    let (_, steps) = Evening::open("half-alice-chess", &[], &twelve, Supply::with_checkers(12));
    assert!(!steps.iter().any(|step| step.contains("coin")), "{steps:#?}");
    let sixteen = format!("{twelve} e2 f2 g2 h2");
    let options = [("checkers", "16")];
    let (_, steps) = Evening::open("half-alice-chess", &options, &sixteen, Supply::with_checkers(12));
    assert_eq!(
        steps.iter().filter(|step| step.contains("coin for a white checker")).count(),
        4,
        "{steps:#?}"
    );
    // Thirty checkers are fifteen of each color.
    let (_, steps) = Evening::open("half-alice-chess", &options, &sixteen, Supply::with_checkers(15));
    assert_eq!(
        steps.iter().filter(|step| step.contains("coin for a white checker")).count(),
        1,
        "{steps:#?}"
    );
    let (_, steps) = Evening::open("half-alice-chess", &options, &sixteen, Supply::with_checkers(16));
    assert!(!steps.iter().any(|step| step.contains("coin")), "{steps:#?}");
}

#[test]
fn what_a_zombie_player_takes_goes_to_the_graveyard() {
    let position = "fen: 4k3/8/8/3n4/8/8/8/3QK2R w - -";
    let (mut evening, _) = Evening::open("zombie-chess", &[], position, Supply::default());
    let mut told = evening.after("d1d5");
    while let Some(bury) = {
        let seat = evening.table.acting().first().copied().expect("somebody acts");
        let offers = evening.table.glimpse(Viewer::Seat(seat)).actions();
        offers.into_iter().find(|action| action.starts_with('/'))
    } {
        told.extend(evening.after(&bury));
    }
    // It is a prisoner first, and everybody sees it in the graveyard once it is buried.
    assert_eq!(
        told,
        [
            "Take the black knight off d5.",
            "Move the white queen from d1 to d5.",
            "Lay a black knight here: Black pieces in the graveyard.",
        ]
    );
}
