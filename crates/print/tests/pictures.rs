//! Pictures against stored references.
//!
//! Each test lays small pictures side by side on one sheet, stored in `tests/pictures/`.
//! A sheet may differ a little, since machines round differently; `UPDATE=1` stores it anew.

mod common;

use std::path::PathBuf;

use kit_book::diagram::{CardCode, Diagram, Suit};
use kit_chess::shakmaty::{Color, Role};
use kit_play::Viewer;
use kit_print::svg::Canvas;
use kit_print::{Picture, Theme, art, card, diagram, output, tabletop};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use common::{fixtures, tables};

/// How many of a thousand color values may differ, and by how much one must differ to count.
const TOLERATED: usize = 2;
const NOTICED: u8 = 24;

#[test]
fn the_diagrams_of_2025() {
    check("diagrams-2025", 6, [240, 200], &drawn("2025", &Theme::WOOD));
}

#[test]
fn the_diagrams_of_the_2024_booklet() {
    check("diagrams-2024-booklet", 6, [240, 200], &drawn("2024-booklet", &Theme::PRINT));
}

#[test]
fn the_diagrams_of_the_2024_book() {
    check("diagrams-2024-book", 6, [240, 200], &drawn("2024-book", &Theme::PAPER));
}

#[test]
fn the_diagrams_of_the_2023_drafts() {
    check("diagrams-2023-drafts", 4, [240, 240], &drawn("2023-drafts", &Theme::DARK));
}

fn drawn(edition: &str, theme: &Theme) -> Vec<Picture> {
    fixtures(edition).iter().map(|(_, shown)| diagram(shown, theme)).collect()
}

#[test]
fn the_themes() {
    let diagrams = fixtures("2025");
    let shown = ["tar-pit-chess2", "zombie-chess2", "crowded-house2", "masquerade-chess2"];
    let find = |name: &str| diagrams.iter().find(|(known, _)| known == name).expect("a diagram of 2025");
    let pictures: Vec<Picture> =
        Theme::ALL.iter().flat_map(|theme| shown.map(|name| diagram(&find(name).1, theme))).collect();
    check("themes", 4, [300, 240], &pictures);
}

#[test]
fn every_piece_on_every_theme() {
    let pictures: Vec<Picture> = Theme::ALL
        .iter()
        .flat_map(|theme| {
            let pieces = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color)));
            pieces.map(|piece| {
                let mut canvas = Canvas::new();
                canvas.rect([0.0, 0.0, 100.0, 100.0], 0.0, &kit_print::svg::Paint::fill(theme.light));
                art::draw_piece(&mut canvas, piece, [0.0, 0.0], 100.0, theme);
                canvas.into_picture([100.0, 100.0], "Piece", piece.char().to_string())
            })
        })
        .collect();
    check("pieces", 12, [80, 80], &pictures);
}

#[test]
fn every_kind_of_card() {
    let mut cards = vec![CardCode::Back];
    for color in Color::ALL {
        cards.extend(Role::ALL.map(|role| CardCode::Piece(role.of(color))));
        cards.extend([4, 7, 8, 9].map(|pips| CardCode::Checkers { color, pips }));
    }
    for (suit, ranks) in
        [(Suit::Hearts, 1..=13), (Suit::Spades, 1..=13), (Suit::Diamonds, 9..=11), (Suit::Clubs, 9..=11)]
    {
        cards.extend(ranks.map(|rank| CardCode::Playing { rank, suit }));
    }
    let pictures = |theme: Theme| cards.iter().map(move |code| card(code, &theme)).collect::<Vec<_>>();
    check("cards", 14, [100, 146], &pictures(Theme::WOOD));
    check("cards-print", 14, [100, 146], &pictures(Theme::PRINT));
}

#[test]
fn a_table_of_every_game() {
    let mut shown = Vec::new();
    for (about, viewer, table) in tables(24) {
        if viewer == Viewer::Public || viewer.seat().is_some_and(|seat| seat.index() == 1) {
            shown.push(tabletop(&table, about, &Theme::WOOD));
        }
    }
    check("tables", 4, [400, 340], &shown);
}

#[test]
fn a_table_of_every_game_in_black_and_white() {
    let seen_first = |viewer: Viewer| viewer.seat().is_some_and(|seat| seat.index() == 0);
    let seen = tables(40).into_iter().filter(|(_, viewer, _)| seen_first(*viewer));
    let shown: Vec<Picture> = seen.map(|(about, _, table)| tabletop(&table, about, &Theme::PRINT)).collect();
    check("tables-print", 4, [400, 340], &shown);
}

/// Lays pictures out on a sheet and compares it with the stored one.
fn check(name: &str, columns: usize, cell: [u32; 2], pictures: &[Picture]) {
    let sheet = sheet(columns, cell, pictures);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/{name}.png"));
    if std::env::var_os("UPDATE").is_some() {
        let png = sheet.encode_png().expect("a sheet fits into a file");
        return std::fs::write(path, png).expect("the folder of pictures can be written to");
    }
    let stored =
        Pixmap::load_png(&path).unwrap_or_else(|error| panic!("{name}: {error} (UPDATE=1 makes it)"));
    assert_eq!((stored.width(), stored.height()), (sheet.width(), sheet.height()), "the size of {name}");
    let values = sheet.data().iter().zip(stored.data());
    let differing = values.filter(|(one, other)| one.abs_diff(**other) > NOTICED).count();
    let part = differing * 1000 / sheet.data().len();
    assert!(part < TOLERATED, "{name} looks different: {differing} values (UPDATE=1 stores it anew)");
}

fn sheet(columns: usize, [wide, high]: [u32; 2], pictures: &[Picture]) -> Pixmap {
    let rows = pictures.len().div_ceil(columns);
    let mut sheet = Pixmap::new(columns as u32 * wide, rows as u32 * high).expect("a sheet has a size");
    sheet.fill(resvg::tiny_skia::Color::WHITE);
    for (index, picture) in pictures.iter().enumerate() {
        let room = [f64::from(wide - 8) / picture.width, f64::from(high - 8) / picture.height];
        let png = output::png(picture, ((picture.width * room[0].min(room[1])) as u32).max(1));
        let drawn = Pixmap::decode_png(&png.expect("a picture can be drawn")).expect("a PNG can be read");
        let (column, row) = ((index % columns) as i32, (index / columns) as i32);
        let (left, top) = (column * wide as i32 + 4, row * high as i32 + 4);
        let paint = PixmapPaint::default();
        sheet.draw_pixmap(left, top, drawn.as_ref(), &paint, Transform::identity(), None);
    }
    sheet
}

#[test]
fn a_png_has_the_width_that_was_asked_for() {
    let (_, shown): &(String, Diagram) = &fixtures("2025")[0];
    let png = output::png(&diagram(shown, &Theme::WOOD), 321).expect("a picture can be drawn");
    assert_eq!(Pixmap::decode_png(&png).expect("a PNG can be read").width(), 321);
    let again = output::png(&diagram(shown, &Theme::WOOD), 321).expect("a picture can be drawn");
    assert_eq!(png, again, "the same picture is the same file");
}

#[test]
fn a_pdf_is_a_pdf_and_always_the_same() {
    let (_, shown): &(String, Diagram) = &fixtures("2025")[0];
    let file = || output::pdf(&diagram(shown, &Theme::PRINT), 200.0).expect("a picture can be drawn");
    assert!(file().starts_with(b"%PDF-"));
    assert_eq!(file(), file());
    assert!(String::from_utf8_lossy(&file()).contains("<pdfuaid:part>1</pdfuaid:part>"));
}
