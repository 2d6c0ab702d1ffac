//! Sheets to write on and to play on, one page each.
//!
//! What they say about the rules is taken from the rule books.

mod sheet_page;

use std::rc::Rc;

use kit_book::diagram::{CardCode, Diagram};
use kit_book::rulebook::{Block, RuleBook};
use kit_chess::shakmaty::{Color, Role};
use kit_play::paper::{Foot, PaperLayout, PaperSheet};
use kit_play::{About, say};

use self::sheet_page::SheetPage;
use super::digest::{Length, rules, sections};
use super::faces::{Face, Faces, MUTED, Style};
use super::leaf::{Folio, Part};
use super::paper::{Area, MM, Paper};
use super::{BadOrder, PrintError, found_and_known, pdf};
use crate::card::{Format, card_as};
use crate::{Picture, Theme, art, diagram};

/// The games of these sheets, by the sheets' names or the games' ids; all that have a sheet if
/// none is named.
///
/// # Errors
///
/// A sentence that lists what there is.
pub fn chosen(names: &[String], games: &[&'static About]) -> Result<Vec<&'static About>, BadOrder> {
    let with_sheet: Vec<(&'static About, &'static str)> =
        games.iter().filter_map(|about| Some((*about, about.sheet.as_ref()?.name))).collect();
    if names.is_empty() {
        return Ok(with_sheet.into_iter().map(|(about, _)| about).collect());
    }
    let named = |name: &String| {
        let wanted = name.to_ascii_lowercase();
        let found = with_sheet.iter().find(|(about, sheet)| [about.id, sheet].contains(&wanted.as_str()));
        found.map(|(about, _)| *about).ok_or_else(|| {
            let names: Vec<&str> = with_sheet.iter().map(|(_, sheet)| *sheet).collect();
            let [found, expected] = found_and_known(name, &names);
            BadOrder(say!("unknown sheet: `{found}` (try {expected})", found, expected))
        })
    };
    names.iter().map(named).collect()
}

/// The sheets of these games as a PDF file.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read or do not fit.
pub fn pdf(games: &[&'static About], paper: Paper) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::load();
    pdf::write(&folio(games, paper, &faces)?, &faces)
}

/// The sheets of these games as leaves; a game without a sheet adds none.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read or do not fit.
pub fn folio(games: &[&'static About], paper: Paper, faces: &Faces) -> Result<Folio, PrintError> {
    let mut folio = Folio::new("Sheets for chess games", "Grids, score cards and aids, one page each");
    for about in games {
        let Some(sheet) = &about.sheet else { continue };
        let book: RuleBook =
            about.rules.parse().map_err(|problem| PrintError::Rules { game: about.id, problem })?;
        let mut page = SheetPage::new(&mut folio, paper, faces);
        lay_out(&mut page, sheet, &book);
        if page.overflows {
            return Err(PrintError::Pdf(format!("the rules of {} do not fit on their sheet", about.id)));
        }
        let leaf = page.leaf;
        folio.leaves.push(leaf);
    }
    Ok(folio)
}

fn lay_out(page: &mut SheetPage, sheet: &PaperSheet, book: &RuleBook) {
    page.title(&book.title, sheet.name, sheet.lead);
    match &sheet.layout {
        PaperLayout::Boards { boards, foot } => {
            let below = write_foot(page, book, foot);
            empty_boards(page, boards, below);
        }
        PaperLayout::Grids { names, foot } => {
            let below = write_foot(page, book, foot);
            if let Some(grid) = first_grid(book) {
                page.grids(&grid, below, *names);
            }
        }
        PaperLayout::Scores { tables, columns, players, rows, foot } => {
            let below = write_foot(page, book, foot);
            score_tables(page, tables, columns, (*players, *rows), below);
        }
        PaperLayout::Captures { games, columns, foot } => {
            let below = write_foot(page, book, foot);
            capture_tables(page, *games, columns, below);
        }
        PaperLayout::Track { places, sections: headings } => {
            track(page, places);
            page.turn(&sections(book, headings, Length::Whole));
        }
        PaperLayout::Cards { cards, sections: headings } => {
            card_row(page, cards);
            page.turn(&sections(book, headings, Length::Whole));
        }
    }
}

/// The rules at the foot of the page; returns where the space above them ends.
fn write_foot(page: &mut SheetPage, book: &RuleBook, foot: &Foot) -> f32 {
    page.notes(&rules(book, foot.rules), foot.height * MM)
}

/// Boards to write letters on, one below the other.
fn empty_boards(page: &mut SheetPage, boards: &[(&str, &str)], below: f32) {
    let count = boards.len() as f32;
    let size = (below - page.y - 11.0 * MM * count) / count;
    for (title, column) in boards {
        let top = page.y;
        page.label(title);
        let board = Area { x: page.body.x + 5.0 * MM, y: page.y + 2.0, width: size, height: size };
        page.empty_board(board);
        let side = Area { x: board.right() + 8.0 * MM, y: board.y, width: 0.0, height: size };
        let side = Area { width: page.body.right() - side.x, ..side };
        page.lined(side, column);
        page.y = top + size + 11.0 * MM;
    }
}

/// The first grid of a rule book, in which nothing is written yet.
fn first_grid(book: &RuleBook) -> Option<Rc<Picture>> {
    let grid = book.blocks.iter().find_map(|block| match block {
        Block::Diagram { diagram, .. } => match diagram.as_ref() {
            Diagram::Grid(_) => Some(diagram),
            Diagram::Board(_) => None,
        },
        Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } => None,
    })?;
    Some(Rc::new(diagram(grid, &Theme::PRINT)))
}

/// Tables of points with numbered rows and a total.
fn score_tables(
    page: &mut SheetPage,
    tables: &[&str],
    columns: &[(&str, f32)],
    (players, numbered): (usize, usize),
    below: f32,
) {
    let count = tables.len() as f32;
    let height = (below - page.y - 11.0 * MM * count) / count;
    let widths: Vec<f32> =
        columns.iter().map(|(_, width)| *width).chain(std::iter::repeat_n(1.6, players)).collect();
    for title in tables {
        page.label(title);
        let mut rows = vec![columns.iter().map(|(heading, _)| (*heading).to_owned()).collect()];
        rows.extend((1..=numbered).map(|number| vec![number.to_string()]));
        rows.push(vec!["total".to_owned()]);
        let area = Area { x: page.body.x, y: page.y + 2.0, width: page.body.width, height };
        page.ruled(area, &rows, &widths);
        page.y = area.bottom() + 7.0 * MM;
    }
}

/// What was captured of each kind, for several games.
fn capture_tables(page: &mut SheetPage, games: usize, columns: &[&str; 3], below: f32) {
    let height = (below - page.y - 11.0 * MM * games as f32) / games as f32;
    for game in 1..=games {
        page.label(&format!("Game {game}: date and players"));
        let area = Area { x: page.body.x, y: page.y + 2.0, width: page.body.width, height };
        capture_table(page, area, columns);
        page.y = area.bottom() + 7.0 * MM;
    }
}

/// A row for each kind with a box for each of its pieces.
fn capture_table(page: &mut SheetPage, area: Area, columns: &[&str; 3]) {
    let kinds = [
        ("kings", Role::King, 1),
        ("queens", Role::Queen, 1),
        ("rooks", Role::Rook, 2),
        ("bishops", Role::Bishop, 2),
        ("knights", Role::Knight, 2),
        ("pawns", Role::Pawn, 8),
    ];
    let [pieces, points, full] = columns.map(str::to_owned);
    let mut rows = vec![vec!["kind".to_owned(), pieces, points, full]];
    rows.extend(kinds.iter().map(|(name, ..)| vec![(*name).to_owned()]));
    rows.push(["total", "", "", ""].map(str::to_owned).to_vec());
    let widths = [1.4, 6.4, 1.2, 2.0];
    let cells = page.ruled(area, &rows, &widths);
    for ((_, role, count), cell) in kinds.iter().zip(cells.iter().skip(1)) {
        let cell = cell[1].inside(2.0, 1.5);
        let step = (cell.width / 16.0).min(cell.height + 2.0);
        for (number, color) in std::iter::repeat_n(Color::White, *count)
            .chain(std::iter::repeat_n(Color::Black, *count))
            .enumerate()
        {
            let side = cell.height.min(step - 2.0);
            let x = cell.x + number as f32 * step;
            let area = Area { x, y: cell.y + (cell.height - side) / 2.0, width: side, height: side };
            page.leaf.place_picture(None, area, &piece_picture(color, *role));
        }
    }
}

fn piece_picture(color: Color, role: Role) -> Rc<Picture> {
    let mut canvas = crate::svg::Canvas::new();
    // Light enough to be crossed out.
    let theme = Theme {
        white: ["#ffffff", "#777777"],
        black: ["#999999", "#ffffff"],
        black_edge: "#777777",
        ..Theme::PAPER
    };
    art::draw_piece(&mut canvas, role.of(color), [0.0, 0.0], 100.0, &theme);
    Rc::new(canvas.into_picture([100.0, 100.0], "Piece", String::new()))
}

/// Places to lay a token on.
fn track(page: &mut SheetPage, places: &[&str]) {
    let track = Area { x: page.body.x, y: page.y, width: page.body.width, height: 30.0 * MM };
    for (place, name) in track.cells(places.len(), 1, 5.0 * MM).into_iter().zip(places) {
        page.leaf.frame(place, 0.8);
        page.middle(name, place.x + place.width / 2.0, place.bottom() - 7.0);
    }
    page.y = track.bottom() + 5.0 * MM;
}

/// Cards side by side with a word below each.
fn card_row(page: &mut SheetPage, cards: &[(Role, &str)]) {
    let row = Area { x: page.body.x, y: page.y, width: page.body.width, height: 44.0 * MM };
    let format = Format { edged: true, ..Format::BESIDE };
    for (place, (role, word)) in row.cells(cards.len(), 1, 4.0 * MM).into_iter().zip(cards) {
        let code = CardCode::Piece(role.of(Color::White));
        let part = page.folio.part(Part::Figure(code.described()));
        let area = Area { height: place.height - 12.0, ..place };
        page.leaf.place_picture(Some(part), area, &Rc::new(card_as(&code, &format, &Theme::PRINT)));
        let style = Style::new(Face::Regular, 9.0).colored(MUTED);
        page.middle_in(word, &style, place.x + place.width / 2.0, place.bottom() - 1.0);
    }
    page.y = row.bottom() + 5.0 * MM;
}
