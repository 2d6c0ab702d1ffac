//! `chess-kit neighbour` by its exit code, standard output and standard error.

use kit_golf::solitaire::deal;
use kit_play::{Chance, Seat, Table, Terms, Viewer};

use crate::support::{check, run};

#[test]
fn boards_and_deals_are_solved() {
    let (code, text, _) = run("neighbour solve -", "fen: 8/8/8/8/8/8/8/1NB1rq2\n");
    assert_eq!((code, text.lines().next()), (Some(0), Some("2 moves")));
    check("neighbour solve -", "fen: 8/8/8/8/8/8/8/1NB5\n", 0, "one group already\n", "");
    check(
        "neighbour solve -",
        "fen: 8/8/8/8/8/8/8/N1B5\n",
        0,
        "no solution: nothing else can be reached\n",
        "",
    );
    let best = "30 points\n+9C/4D@e1 +QH/2H@g1 +KS/6H@f1 win 30\n";
    check("neighbour solve -", "next: 9C/4D QH/2H KS/6H\n", 0, best, "");
    check("neighbour solve - --moves 3", "next: KH/3D QH/2D\n", 1, "no group was found\n", "");
}

#[test]
fn the_deal_of_a_seed_is_that_of_the_game() {
    let game =
        kit_play::referee::listed(kit_games::CATALOGUE, "neighbour-chess-solitaire").expect("the game");
    for seed in 0..20 {
        let mut chance = Chance::seeded(seed);
        let mut table = Table::open(game, &Terms::usual(game.about()), &mut chance).expect("usual terms");
        table.act(Seat(0), "+", &mut chance).expect("a first piece");
        let first = deal(&mut Chance::seeded(seed))[0].to_string().replace('/', " and ");
        let heard: Vec<String> = table.heard(Viewer::Public).map(|(_, words)| words.to_string()).collect();
        assert!(heard.iter().any(|words| words.starts_with(&format!("{first}: "))), "{first} {heard:?}");
    }
    let (code, text, _) = run("neighbour solve --seed 11 --moves 2", "");
    assert!(code == Some(0) && text.contains(" points") || text.starts_with("no group was found"), "{text}");
}

#[test]
fn mistakes_are_explained() {
    let problem = "error: -: line 1: `next` cannot be `KD/3D`, it is pairs such as 9C/4D\n";
    check("neighbour solve -", "next: KD/3D\n", 2, "", problem);
    let problem = "error: -: line 1: the solitaire has at most 16 pieces and no pawns\n";
    check("neighbour solve -", "fen: 8/8/8/8/8/8/8/P7\n", 2, "", problem);
    let problem = "error: -: line 1: unknown key: `turn` (try next)\n";
    check("neighbour solve -", "turn: white\n", 2, "", problem);
}
