use kit_play::BadText;

use super::*;

const EMPTY: &str = ". . . . . . . .\n";

/// The names and texts of all diagrams of the printed books.
fn fixtures() -> Vec<(String, String)> {
    let mut fixtures = Vec::new();
    for edition in ["2023-drafts", "2024-book", "2024-booklet", "2025"] {
        let folder = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/{}"), edition);
        for entry in std::fs::read_dir(folder).expect("the folder of an edition") {
            let path = entry.expect("a file of the edition").path();
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            fixtures.push((format!("{edition}/{name}"), std::fs::read_to_string(path).expect("a text")));
        }
    }
    fixtures.sort();
    fixtures
}

fn fixture(name: &str) -> BoardDiagram {
    let found = fixtures().into_iter().find(|(known, _)| known == name);
    match found.expect("the fixture is there").1.parse().expect("the fixture can be read") {
        Diagram::Board(board) => board,
        Diagram::Grid(grid) => panic!("{name} is a {} grid", grid.kind.name()),
    }
}

fn with(directive: &str) -> Result<BoardDiagram, BadText> {
    let diagram = format!("{}{directive}", EMPTY.repeat(8)).parse()?;
    match diagram {
        Diagram::Board(board) => Ok(board),
        Diagram::Grid(grid) => panic!("a board, not a {} grid", grid.kind.name()),
    }
}

#[test]
fn all_fixtures_are_read_and_counted_and_written_back() {
    let (mut boards, mut margins, mut grids, mut items) = (0, 0, [0; 3], [0; 7]);
    for (name, text) in fixtures() {
        let diagram: Diagram = text.parse().unwrap_or_else(|bad| panic!("{name}: {bad}"));
        assert_eq!(diagram.to_string().parse().as_ref(), Ok(&diagram), "{name}");
        assert!(!diagram.described().is_empty(), "{name}");
        margins += text.lines().filter(|line| line.starts_with("margins:")).count();
        match diagram {
            Diagram::Board(board) => {
                boards += 1;
                for item in &board.items {
                    items[match item {
                        Item::Arrow { .. } => 0,
                        Item::Ring { .. } => 1,
                        Item::Card { .. } => 2,
                        Item::Text { .. } => 3,
                        Item::Corner { .. } => 4,
                        Item::Rect { .. } => 5,
                        Item::Checkers { .. } => 6,
                    }] += 1;
                }
            }
            Diagram::Grid(grid) => grids[grid.kind as usize] += 1,
        }
    }
    assert_eq!((boards, margins), (86, 66));
    assert_eq!(grids, [9, 2, 6], "masquerade, cloak, cards");
    assert_eq!(items, [99, 70, 304, 41, 2, 3, 5], "arrows, rings, cards, texts, corners, rects, checkers");
}

#[test]
fn directives_are_read_as_the_books_mean_them() {
    let house = fixture("2025/crowded-house1");
    assert_eq!(house.items[0], Item::Text { text: "1: Walter".to_owned(), x: 10.5, y: 1.0 });
    assert_eq!(house.margins, [3.0, 0.0, 3.0, 0.0]);
    let item = |directive: &str| with(directive).expect("a directive").items.remove(0);
    assert_eq!(item("card: back, 12, .25"), Item::Card { code: CardCode::Back, x: 12.0, y: 0.25 });
    let white_ring = Item::Ring { at: Place { file: File::B, rank: 6 }, color: "white".to_owned() };
    assert_eq!(item("arrow: b6,b6,white"), white_ring);
    let below = |file| Place { file, rank: 0 };
    let king = Item::Arrow { from: below(File::E), to: below(File::C), color: "gray".to_owned() };
    assert_eq!(item("arrow: e0, c0, grey"), king);
    assert!(fixture("2025/chess9601").items.contains(&king));
    assert_eq!(
        with("margins: 1, 2\nmargins: 0, .5, 2, 1").map(|board| board.margins),
        Ok([0.0, 0.5, 2.0, 1.0])
    );
    assert_eq!(item("rect: -1, -.5, 4, 8"), Item::Rect { x1: -1.0, y1: -0.5, x2: 4.0, y2: 8.0 });
}

#[test]
fn golf_boards_are_equal_in_all_editions() {
    for number in 1..=9 {
        let board = |edition| fixture(&format!("{edition}/chess-golf{number}")).pieces;
        assert_eq!(board("2024-book"), board("2025"), "{number}");
        assert_eq!(board("2024-booklet"), board("2025"), "{number}");
    }
}

#[test]
fn a_picture_is_told_in_words() {
    let marks = fixture("2025/crowded-house2").marks();
    assert_eq!(marks[0], "white bishop f1 to c4");
    assert_eq!(marks[1], "\"1: Walter\" right of rank 1");
    assert_eq!(marks[5], "dashed box a1-d8");
    let cards = with("card: K, 8.5, 0\ncard: 10C, 9, 0\ncard: back, 9, 5").expect("three cards").marks();
    assert_eq!(cards, ["cards white king, 10 of clubs right of rank 7", "card face down right of rank 2"]);
    let grid: Diagram = "type: cloak\n. 1 2 3\nK . . O\nQ".parse().expect("a grid");
    assert_eq!(grid.described(), "cloak grid; row K: 3 O; row Q: empty");
}

#[test]
fn bad_diagrams_name_their_place() {
    let read = |text: &str| text.parse::<Diagram>().expect_err("cannot be read").to_string();
    let bad = |directive: &str| with(directive).expect_err("cannot be read").to_string();
    assert_eq!(read(""), "line 1, column 1: a board has 8 rows, this one has 0");
    assert_eq!(read(&EMPTY.repeat(9)), "line 9, column 1: a board has 8 rows, this one has 9");
    let nine = format!("{EMPTY}. . . . . . . . .\n{}", EMPTY.repeat(6));
    assert_eq!(read(&nine), "line 2, column 17: a row has 8 cells, this one has 9");
    let directives = "arrow, text, corner text, rect, margins, card or checkers";
    assert_eq!(
        bad("\nline: a1, a2"),
        format!("line 10, column 1: unknown directive: `line` (try {directives})")
    );
    assert_eq!(bad("rect: 1, 1, 2, 2\n hello"), "line 10, column 2: not a directive: `hello`");
    assert_eq!(bad("card: K, 1"), "line 9, column 1: wrong number of fields: 2 (write `card: code, x, y`)");
    assert_eq!(
        bad("card:  1H, 1, 2"),
        "line 9, column 8: not a card: `1H` (a card is `back`, `K`, `C4` or `10H`)"
    );
    for number in ["", "-", ".", "1.", "+1", "1e1", "inf", "NaN", "101", "1.2.3", "--1", "٣"] {
        let error = format!("line 9, column 12: not a plain number from -100 to 100: `{number}`");
        assert_eq!(bad(&format!("text: é, 1,{number}")), error);
    }
    for place in ["i1", "E4", "e", "e+4", "e101", "e99999999999", "4e", ""] {
        assert!(bad(&format!("arrow: {place}, e4, white")).contains("not a square"), "{place}");
    }
    for color in ["url(x)", "pinkish", ""] {
        let problem = bad(&format!("arrow: e2, e4, {color}"));
        assert!(problem.contains("not a colour such as"), "{problem}");
    }
    assert!(bad("margins: -1, 0").contains("not a margin"));
    assert!(bad("checkers: 1, 256").contains("not a whole number"));
    assert_eq!(read("type: x"), "line 1, column 7: unknown type: `x` (try masquerade, cloak or cards)");
    assert!(
        read("type: cloak\n. 1 2 3 4 5 6 7 8 9").starts_with("line 2: a row of type cloak has at most 9")
    );
}
