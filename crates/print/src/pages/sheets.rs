//! Sheets to write on and to play on, one page each.
//!
//! What they say about the rules is taken from the rule books.

pub(super) mod sheet_page;

use std::rc::Rc;

use kit_book::diagram::{CardCode, Diagram};
use kit_book::rulebook::{Block, RuleBook};
use kit_chess::shakmaty::{Color, Role};
use kit_play::paper::{Cell, Foot, PaperLayout, PaperSheet, Turns};
use kit_play::sentence::Language;
use kit_play::{About, say};

use self::sheet_page::SheetPage;
use super::digest::rules;
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
pub fn pdf(
    games: &[&'static About],
    paper: Paper,
    language: Option<&'static Language>,
) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::for_language(language);
    pdf::write(&folio(games, paper, &faces)?, &faces)
}

/// The sheets of these games as leaves; a game without a sheet adds none.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read or do not fit.
pub fn folio(games: &[&'static About], paper: Paper, faces: &Faces) -> Result<Folio, PrintError> {
    let mut folio = Folio::new(
        faces.says(&say!("Sheets for chess games")),
        faces.says(&say!("Grids, score cards and aids, one page each")),
    );
    for about in games {
        let Some(sheet) = &about.sheet else { continue };
        let book = RuleBook::of(about, faces.language())
            .map_err(|problem| PrintError::Rules { game: about.id, problem })?;
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
    page.title(&book.title, sheet.name, page.text(sheet.lead));
    match &sheet.layout {
        PaperLayout::Boards { boards, foot } => {
            let below = write_foot(page, book, foot);
            empty_boards(page, boards, below);
        }
        PaperLayout::Grids { names, foot } => {
            let below = write_foot(page, book, foot);
            if let Some(grid) = first_grid(book, page.language()) {
                page.grids(&grid, below, names.map(|name| page.text(name)));
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
        PaperLayout::Track { places, turns, foot } => {
            let below = write_foot(page, book, foot);
            track(page, places);
            turn_table(page, turns, below);
        }
        PaperLayout::Cards { cards, turns, foot } => {
            let below = write_foot(page, book, foot);
            card_row(page, cards);
            turn_table(page, turns, below);
        }
    }
}

/// The rules at the foot of the page; returns where the space above them ends.
fn write_foot(page: &mut SheetPage, book: &RuleBook, foot: &Foot) -> f32 {
    page.notes(&rules(book, foot.rules), foot.height * MM)
}

/// Boards to write letters on, one below the other.
fn empty_boards(page: &mut SheetPage, boards: &[(&'static str, &'static str)], below: f32) {
    let count = boards.len() as f32;
    let size = (below - page.y - 11.0 * MM * count) / count;
    for (title, column) in boards {
        let top = page.y;
        page.label(page.text(title));
        let board = Area { x: page.body.x + 5.0 * MM, y: page.y + 2.0, width: size, height: size };
        page.empty_board(board);
        let side = Area { x: board.right() + 8.0 * MM, y: board.y, width: 0.0, height: size };
        let side = Area { width: page.body.right() - side.x, ..side };
        page.lined(side, page.text(column));
        page.y = top + size + 11.0 * MM;
    }
}

/// The first grid of a rule book, in which nothing is written yet.
fn first_grid(book: &RuleBook, language: Option<&'static Language>) -> Option<Rc<Picture>> {
    let grid = book.blocks.iter().find_map(|block| match block {
        Block::Diagram { diagram, .. } => match diagram.as_ref() {
            Diagram::Grid(_) => Some(diagram),
            Diagram::Board(_) => None,
        },
        Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } => None,
    })?;
    Some(Rc::new(Picture { alt: grid.described_in(language), ..diagram(grid, &Theme::PRINT) }))
}

/// Tables of points with numbered rows and a total.
fn score_tables(
    page: &mut SheetPage,
    tables: &[&'static str],
    columns: &[(&'static str, f32)],
    (players, numbered): (usize, usize),
    below: f32,
) {
    let count = tables.len() as f32;
    let height = (below - page.y - 11.0 * MM * count) / count;
    let widths: Vec<f32> =
        columns.iter().map(|(_, width)| *width).chain(std::iter::repeat_n(1.6, players)).collect();
    for title in tables {
        page.label(page.text(title));
        let mut rows = vec![columns.iter().map(|(heading, _)| page.text(heading).to_owned()).collect()];
        rows.extend((1..=numbered).map(|number| vec![number.to_string()]));
        rows.push(vec![page.says(&say!("total"))]);
        let area = Area { x: page.body.x, y: page.y + 2.0, width: page.body.width, height };
        page.ruled(area, &rows, &widths);
        page.y = area.bottom() + 7.0 * MM;
    }
}

/// What was captured of each kind, for several games.
fn capture_tables(page: &mut SheetPage, games: usize, columns: &[&'static str; 3], below: f32) {
    let height = (below - page.y - 11.0 * MM * games as f32) / games as f32;
    for game in 1..=games {
        let words = page.says(&say!("Game {game}: date and players", game));
        page.label(&words);
        let area = Area { x: page.body.x, y: page.y + 2.0, width: page.body.width, height };
        capture_table(page, area, columns);
        page.y = area.bottom() + 7.0 * MM;
    }
}

/// A row for each kind with a box for each of its pieces.
fn capture_table(page: &mut SheetPage, area: Area, columns: &[&'static str; 3]) {
    let kinds = [
        (say!("kings"), Role::King, 1),
        (say!("queens"), Role::Queen, 1),
        (say!("rooks"), Role::Rook, 2),
        (say!("bishops"), Role::Bishop, 2),
        (say!("knights"), Role::Knight, 2),
        (say!("pawns"), Role::Pawn, 8),
    ];
    let [pieces, points, full] = columns.map(|column| page.text(column).to_owned());
    let mut rows = vec![vec![page.says(&say!("kind")), pieces, points, full]];
    rows.extend(kinds.iter().map(|(name, ..)| vec![page.says(name)]));
    rows.push(vec![page.says(&say!("total"))]);
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

/// A table with a row for each turn.
fn turn_table(page: &mut SheetPage, turns: &Turns, below: f32) {
    let headings = turns.columns.iter().map(|(heading, ..)| page.text(heading).to_owned());
    let mut rows: Vec<Vec<String>> =
        vec![std::iter::once(page.says(&say!("turn"))).chain(headings).collect()];
    rows.extend((1..=turns.rows).map(|number| vec![number.to_string()]));
    let widths: Vec<f32> =
        std::iter::once(0.7).chain(turns.columns.iter().map(|(_, width, _)| *width)).collect();
    let area = Area { y: page.y, height: below - page.y - 3.0 * MM, ..page.body };
    let cells = page.ruled(area, &rows, &widths);
    for row in cells.iter().skip(1) {
        for (area, (.., cell)) in row.iter().skip(1).zip(turns.columns) {
            draw_cell(page, *area, *cell);
        }
    }
}

/// What stands in a cell before somebody writes into it.
fn draw_cell(page: &mut SheetPage, area: Area, cell: Cell) {
    match cell {
        Cell::Blank => {}
        Cell::Pieces(color, roles) => {
            for (role, place) in roles.iter().zip(area.inside(2.0, 2.5).cells(roles.len(), 1, 0.0)) {
                page.leaf.place_picture(None, place, &piece_picture(color, *role));
            }
        }
        Cell::Places(count) => {
            let side = area.height * 0.42;
            for place in area.inside(area.width * 0.1, 0.0).cells(count, 1, 0.0) {
                let x = place.x + (place.width - side) / 2.0;
                let y = place.y + (place.height - side) / 2.0;
                page.leaf.frame(Area { x, y, width: side, height: side }, 0.6);
            }
        }
    }
}

/// Places to lay a token on.
fn track(page: &mut SheetPage, places: &[&'static str]) {
    let track = Area { x: page.body.x, y: page.y, width: page.body.width, height: 28.0 * MM };
    for (place, name) in track.cells(places.len(), 1, 5.0 * MM).into_iter().zip(places) {
        page.leaf.frame(place, 0.8);
        page.middle(page.text(name), place.x + place.width / 2.0, place.bottom() - 7.0);
    }
    page.y = track.bottom() + 5.0 * MM;
}

/// Cards side by side with a word below each.
fn card_row(page: &mut SheetPage, cards: &[(Role, &'static str)]) {
    let row = Area { x: page.body.x, y: page.y, width: page.body.width, height: 44.0 * MM };
    let format = Format { edged: true, ..Format::BESIDE };
    for (place, (role, word)) in row.cells(cards.len(), 1, 4.0 * MM).into_iter().zip(cards) {
        let code = CardCode::Piece(role.of(Color::White));
        let words = page.says(&code.told());
        let part = page.folio.part(Part::Figure(words));
        let area = Area { height: place.height - 12.0, ..place };
        page.leaf.place_picture(Some(part), area, &Rc::new(card_as(&code, &format, &Theme::PRINT)));
        let style = Style::new(Face::Regular, 9.0).colored(MUTED);
        page.middle_in(page.text(word), &style, place.x + place.width / 2.0, place.bottom() - 1.0);
    }
    page.y = row.bottom() + 5.0 * MM;
}
