//! Whoever writes a castling that cannot be made is told why.

use kit_games::CATALOGUE;
use kit_play::{Chance, Seat, Table, Terms};

const BETWEEN: &str = "a piece stands between the king and that rook, or where one of them goes";
const MOVED: &str = "the king or that rook has moved or is not at home";
const ATTACKED: &str = "a king does not castle out of check, through it or into it";

fn refusal(game: &str, arrangement: Option<&str>, text: &str) -> String {
    let listed = kit_play::referee::listed(CATALOGUE, game).expect("a game of the catalogue");
    let mut terms = Terms::usual(listed.about());
    if let Some(arrangement) = arrangement {
        terms = terms.arranged(arrangement.parse().expect("an arrangement"));
    }
    let mut table = Table::open(listed, &terms, &mut Chance::seeded(1)).expect("a table");
    table.act(Seat(0), text, &mut Chance::seeded(1)).expect_err(game).to_string()
}

#[test]
fn a_castling_that_is_not_possible_says_why() {
    let white = |why: &str| format!("`O-O` is not on offer to white now: {why}");
    for game in [
        "adrenaline-chess",
        "half-alice-chess",
        "masquerade-chess",
        "synchronous-chess",
        "tar-pit-chess",
        "zombie-chess",
    ] {
        assert_eq!(refusal(game, None, "O-O"), white(BETWEEN), "{game}");
        if game != "masquerade-chess" {
            let moved = refusal(game, Some("fen: 4k3/8/8/8/8/8/8/4K2R"), "O-O");
            assert_eq!(moved, white(MOVED), "{game}");
            let attacked = refusal(game, Some("fen: 4kr2/8/8/8/8/8/8/4K2R\ncastling: K"), "O-O");
            assert!(attacked.starts_with(&white(ATTACKED)), "{game}: {attacked}");
        }
    }
    assert_eq!(refusal("crowded-house", None, "O-O"), format!("`O-O` is not on offer to WK now: {BETWEEN}"));
    let stands = Some("fen: 4k3/8/8/8/8/8/8/2R1K3\ncastling: C");
    let why = |text: &str, why: &str| format!("`{text}` is not on offer to white now: {why}");
    assert_eq!(refusal("chess960", stands, "O-O"), why("O-O", MOVED));
    let attacked = Some("fen: 3rk3/8/8/8/8/8/8/2R1K3\ncastling: C");
    assert_eq!(refusal("chess960", attacked, "0-0-0+"), why("0-0-0+", ATTACKED));
}

#[test]
fn what_is_no_castling_is_no_action() {
    let nobody = refusal("neighbour-chess-solitaire", None, "O-O");
    assert!(nobody.starts_with("not `+`, a square such as `@f1`"), "{nobody}");
    let nothing = refusal("half-alice-chess", None, "O-O-O-O");
    assert!(nothing.starts_with("not a move such as"), "{nothing}");
}
