//! What is in a picture, read from its SVG, and that nothing can stop one from being drawn.

mod common;

use kit_book::diagram::Diagram;
use kit_play::tabletop::Tabletop;
use kit_play::{Chance, Viewer};
use kit_print::{Theme, diagram, output, tabletop};

use common::{fixtures, played, tables};

const EDITIONS: [&str; 4] = ["2023-drafts", "2024-book", "2024-booklet", "2025"];

const EMPTY: &str = ". . . . . . . .\n";

fn with(directives: &str) -> Diagram {
    format!("{}{directives}", EMPTY.repeat(8)).parse().expect("a diagram")
}

#[test]
fn every_fixture_is_drawn_in_every_theme_and_told_in_words() {
    for edition in EDITIONS {
        for (name, shown) in fixtures(edition) {
            for theme in Theme::ALL {
                let picture = diagram(&shown, &theme);
                assert!(picture.svg.contains(r#"role="img""#), "{edition}/{name}");
                assert!(picture.svg.contains("<desc>"), "{edition}/{name}");
                assert_eq!(picture.alt, shown.described(), "{edition}/{name}");
            }
            let Diagram::Board(board) = &shown else { continue };
            let words = shown.described();
            for (square, _) in board.pieces.iter() {
                assert!(words.contains(&square.to_string()), "{edition}/{name} tells of {square}");
            }
            let figures = diagram(&shown, &Theme::WOOD).svg.matches("<g transform=\"translate(").count();
            assert!(figures >= board.pieces.occupied().count(), "{edition}/{name} shows every piece");
        }
    }
}

#[test]
fn sizes_and_places_are_those_of_the_language() {
    let picture = |name: &str| {
        let found = fixtures("2025").into_iter().find(|(known, _)| known == name);
        diagram(&found.expect("a diagram of 2025").1, &Theme::WOOD)
    };
    let golf = diagram(&with(""), &Theme::WOOD);
    assert_eq!((golf.width, golf.height), (390.0, 390.0), "eight squares of 45 and two frames of 15");
    let house = picture("crowded-house2");
    assert_eq!((house.width, house.height), (390.0 + 6.0 * 45.0, 390.0));
    // Three squares of margin and the frame, then from the left edge of file a to that of file e.
    assert!(house.svg.contains(r#"<rect x="150" y="15" width="180" height="360" fill="none""#));
    // The castling king is half a square below rank 1.
    let castling = picture("chess9601");
    assert_eq!(castling.height, 390.0 + 45.0);
    let (e_file, below) = (15.0 + 4.5 * 45.0, 15.0 + 8.5 * 45.0);
    assert!(castling.svg.contains(&format!("translate({e_file} {below}) rotate(180)")));
    // A ring is 0.45 wide around the middle of its square.
    assert!(
        diagram(&with("arrow: a1, a1, white"), &Theme::WOOD)
            .svg
            .contains(r#"cx="37.5" cy="352.5" r="20.25""#)
    );
}

#[test]
fn words_cannot_break_the_drawing() {
    let shown = with("text: <b> & \"quoted\" ', 4, 4\ncorner text: ]]>, 1, 1");
    let svg = diagram(&shown, &Theme::WOOD).svg;
    assert!(svg.contains(">&lt;b&gt; &amp; &quot;quoted&quot; '</text>"));
    assert!(!svg.contains("<b>"));
}

#[test]
fn nothing_is_too_far_out_to_be_drawn() {
    let far = "margins: 100, 100\nmargins: 0, 0, 100, 100\narrow: a-100, h100, red\narrow: e2, e3, #abc\n\
               text: far, 100, -100\nrect: -100, -100, 100, 100\nrect: 5, 5, 1, 1\ncard: back, -100, 100\n\
               card: C0, 0, 0\ncard: c9, 1, 1";
    for theme in Theme::ALL {
        assert!(diagram(&with(far), &theme).svg.ends_with("</svg>"));
    }
    for rows in
        ["type: masquerade", "type: cloak\n. 1", "type: cards\nPiece Cards Gap\nx 10S\nK", "type: cloak"]
    {
        let picture = diagram(&rows.parse().expect("a grid"), &Theme::PRINT);
        assert!(picture.width > 0.0 && picture.height > 0.0, "{rows}");
    }
}

/// What one viewer sees is all that is drawn: any world that it could imagine gives the same picture.
#[test]
fn a_picture_tells_no_more_than_a_glimpse() {
    for game in kit_games::CATALOGUE {
        for actions in [0, 9, 24] {
            let table = played(*game, actions);
            for viewer in Viewer::all(table.terms().seats()) {
                let glimpse = table.glimpse(viewer);
                let imagined = glimpse.imagine(&mut Chance::seeded(3)).glimpse(viewer).tabletop();
                let drawn = |table: &Tabletop| tabletop(table, game.about(), &Theme::WOOD);
                let (seen, other) = (drawn(&glimpse.tabletop()), drawn(&imagined));
                assert_eq!(seen, other, "{} after {actions} for {viewer:?}", game.about().id);
            }
        }
    }
}

#[test]
fn every_table_is_told_in_words() {
    for (about, viewer, table) in tables(24) {
        let picture = tabletop(&table, about, &Theme::WOOD);
        let game = about.id;
        assert!(picture.alt.contains(&table.prompt.words.to_string()), "{game} for {viewer:?}");
        for figure in table.board().iter().flat_map(|board| &board.figures) {
            assert!(picture.alt.contains(&figure.square.to_string()), "{game} for {viewer:?}");
        }
    }
}

#[test]
fn a_theme_that_is_not_there_is_named_with_those_that_are() {
    assert_eq!(Theme::named("dark"), Ok(Theme::DARK));
    let problem = "unknown theme: `pink` (try wood, paper, dark, high-contrast or print)";
    assert_eq!(Theme::named("pink").map_err(|bad| bad.to_string()), Err(problem.to_owned()));
}

#[test]
fn a_width_changes_the_size_and_not_the_drawing() {
    let picture = diagram(&with(""), &Theme::WOOD);
    let scaled = String::from_utf8(output::svg(&picture, Some(780.0))).expect("SVG is text");
    assert!(scaled.contains(r#"viewBox="0 0 390 390" width="780" height="780""#));
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("whole-files");
    std::fs::create_dir_all(folder.join("taken.svg")).expect("a folder can be made");
    let file = folder.join("picture.svg");
    output::write_file(&file, b"first").expect("a file can be written");
    output::write_file(&file, b"second").expect("a file can be written again");
    assert_eq!(std::fs::read(&file).expect("the file is there"), b"second");
    assert!(output::write_file(&folder.join("taken.svg"), b"x").is_err(), "a folder is in the way");
    assert!(output::write_file(&folder.join("missing/picture.svg"), b"x").is_err(), "no such folder");
    let left: Vec<_> = std::fs::read_dir(&folder).expect("the folder is there").flatten().collect();
    assert_eq!(left.len(), 2, "nothing is left behind: {left:?}");
}
