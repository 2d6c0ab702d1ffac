//! Sheets to write on and to play on, one page each.
//!
//! What they say about the rules is taken from the rule books.

mod desk;

use std::rc::Rc;

use kit_chess::shakmaty::{Color, Role};
use kit_play::About;
use kit_play::diagram::{CardCode, Diagram, GridDiagram, GridKind};
use kit_play::rulebook::{Block, RuleBook};
use kit_play::text::{either, excerpt};

use self::desk::Desk;
use super::digest::{Length, rules, sections};
use super::faces::{Face, Faces, MUTED, Style};
use super::leaf::{Folio, Part};
use super::paper::{Area, MM, Paper};
use super::{BadOrder, PrintError, pdf};
use crate::card::{Format, card_as};
use crate::{Picture, Theme, art, diagram};

/// A sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// Where bodies are buried.
    Zombie,
    /// Which kind captures like which.
    Masquerade,
    /// Which piece hides under which checker.
    CloakAndDagger,
    /// Two rounds of nine holes.
    Golf,
    /// Captures and cleared kinds.
    Cooperative,
    /// The turn and the trophy's track.
    Telepathic,
    /// The turn and the order of the cards.
    TwoMove,
}

impl Sheet {
    /// All sheets.
    pub const ALL: [Sheet; 7] = [
        Sheet::Zombie,
        Sheet::Masquerade,
        Sheet::CloakAndDagger,
        Sheet::Golf,
        Sheet::Cooperative,
        Sheet::Telepathic,
        Sheet::TwoMove,
    ];

    /// The name in commands, and the id of the game that it is for.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Sheet::Zombie => ("zombie", "zombie-chess"),
            Sheet::Masquerade => ("masquerade", "masquerade-chess"),
            Sheet::CloakAndDagger => ("cloak-and-dagger", "cloak-and-dagger-chess"),
            Sheet::Golf => ("golf", "chess-golf"),
            Sheet::Cooperative => ("cooperative", "cooperative-chess"),
            Sheet::Telepathic => ("telepathic", "telepathic-chess"),
            Sheet::TwoMove => ("two-move", "two-move-chess"),
        }
    }

    /// The name in commands.
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// The sheet of this name, or of the game of this name.
    ///
    /// # Errors
    ///
    /// A sentence that lists what there is.
    pub fn named(name: &str) -> Result<Sheet, BadOrder> {
        let is_meant = |sheet: &Sheet| {
            let (short, game) = sheet.names();
            [short, game].contains(&name.to_ascii_lowercase().as_str())
        };
        Sheet::ALL.into_iter().find(is_meant).ok_or_else(|| {
            let names = Sheet::ALL.map(Sheet::name);
            BadOrder(format!("unknown sheet: `{}` (try {})", excerpt(name), either(&names)))
        })
    }
}

/// The sheets as a PDF file.
///
/// # Errors
///
/// Fails when the rules of a game are missing or cannot be read.
pub fn pdf(sheets: &[Sheet], paper: Paper, games: &[&'static About]) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::load();
    pdf::write(&folio(sheets, paper, games, &faces)?, &faces)
}

/// The sheets as leaves.
///
/// # Errors
///
/// Fails when the rules of a game are missing or cannot be read.
pub fn folio(
    sheets: &[Sheet],
    paper: Paper,
    games: &[&'static About],
    faces: &Faces,
) -> Result<Folio, PrintError> {
    let mut folio = Folio::new("Sheets for chess games", "Grids, score cards and aids, one page each");
    for sheet in sheets {
        let (_, id) = sheet.names();
        let about = games.iter().find(|about| about.id == id);
        let about = about.ok_or_else(|| PrintError::Pdf(format!("no game is called {id}")))?;
        let book: RuleBook =
            about.rules.parse().map_err(|problem| PrintError::Rules { game: about.id, problem })?;
        let mut desk = Desk::new(&mut folio, paper, faces);
        match sheet {
            Sheet::Zombie => zombie(&mut desk, &book),
            Sheet::Masquerade => masquerade(&mut desk, &book),
            Sheet::CloakAndDagger => cloak_and_dagger(&mut desk, &book),
            Sheet::Golf => golf(&mut desk, &book),
            Sheet::Cooperative => cooperative(&mut desk, &book),
            Sheet::Telepathic => telepathic(&mut desk, &book),
            Sheet::TwoMove => two_move(&mut desk, &book),
        }
        if desk.overflows {
            return Err(PrintError::Pdf(format!("the rules of {id} do not fit on their sheet")));
        }
        let leaf = desk.leaf;
        folio.leaves.push(leaf);
    }
    Ok(folio)
}

/// Two boards to write letters on: one for what I buried, one for what I guess.
fn zombie(desk: &mut Desk, book: &RuleBook) {
    desk.title(&book.title, "zombie", "Keep this sheet hidden: only you know where you buried what.");
    let notes = rules(book, &["zombie.bury", "zombie.bury-where", "zombie.reveal", "zombie.notes"]);
    let below = desk.notes(&notes, 34.0 * MM);
    let size = (below - desk.y - 22.0 * MM) / 2.0;
    for (title, column) in [
        ("What I have buried, by its letter: P R B Q, and N for a knight", "Graveyard (their pieces)"),
        ("Where my own lost pieces may lie", "Graveyard (my pieces)"),
    ] {
        let top = desk.y;
        desk.label(title);
        let board = Area { x: desk.body.x + 5.0 * MM, y: desk.y + 2.0, width: size, height: size };
        desk.empty_board(board);
        let side = Area { x: board.right() + 8.0 * MM, y: board.y, width: 0.0, height: size };
        let side = Area { width: desk.body.right() - side.x, ..side };
        desk.lined(side, column);
        desk.y = top + size + 11.0 * MM;
    }
}

/// The first grid of a rule book that nothing is written in.
fn empty_grid(book: &RuleBook, kind: GridKind) -> Rc<Picture> {
    let grid = book.blocks.iter().find_map(|block| match block {
        Block::Diagram { diagram, .. } => match diagram.as_ref() {
            Diagram::Grid(grid) if grid.kind == kind => Some(diagram),
            Diagram::Grid(_) | Diagram::Board(_) => None,
        },
        Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } => None,
    });
    let none = || Box::new(Diagram::Grid(GridDiagram { kind, rows: Vec::new() }));
    Rc::new(diagram(&grid.cloned().unwrap_or_else(none), &Theme::PRINT))
}

fn masquerade(desk: &mut Desk, book: &RuleBook) {
    desk.title(
        &book.title,
        "masquerade",
        "Three games. Rows say how a piece moves, columns how it captures.",
    );
    let notes = rules(book, &["masquerade.notes", "masquerade.lost-kind"]);
    let below = desk.notes(&notes, 16.0 * MM);
    let grid = empty_grid(book, GridKind::Masquerade);
    desk.grids(&grid, below, ["My opponent's pieces, as I chose", "My own pieces, as I find out"]);
}

fn cloak_and_dagger(desk: &mut Desk, book: &RuleBook) {
    desk.title(&book.title, "cloak", "Three games. Columns are the numbers of the checkers.");
    let notes = rules(book, &["cloak.army", "cloak.king-between", "cloak.bishops", "cloak.notes"]);
    let below = desk.notes(&notes, 30.0 * MM);
    let grid = empty_grid(book, GridKind::Cloak);
    desk.grids(&grid, below, ["My army", "My opponent's army"]);
}

/// Two rounds of nine holes for up to eight people.
fn golf(desk: &mut Desk, book: &RuleBook) {
    desk.title(
        &book.title,
        "golf",
        "Write the cards of each hole, and for everybody the number they claimed.",
    );
    let ids = ["golf.score", "golf.fail-penalty", "golf.zero-penalty", "golf.nobody-solves", "golf.end"];
    let below = desk.notes(&rules(book, &ids), 30.0 * MM);
    let height = (below - desk.y - 22.0 * MM) / 2.0;
    let widths: Vec<f32> = [1.3, 2.2].into_iter().chain([1.6; 8]).collect();
    for round in ["First round", "Second round"] {
        desk.label(round);
        let mut rows = vec![vec!["hole".to_owned(), "cards".to_owned()]];
        rows.extend((1..=9).map(|hole| vec![hole.to_string()]));
        rows.push(vec!["total".to_owned()]);
        let area = Area { x: desk.body.x, y: desk.y + 2.0, width: desk.body.width, height };
        desk.ruled(area, &rows, &widths);
        desk.y = area.bottom() + 7.0 * MM;
    }
}

/// What was captured of each kind, for three games.
fn cooperative(desk: &mut Desk, book: &RuleBook) {
    desk.title(
        &book.title,
        "cooperative",
        "Tick a piece when it is captured. A row that is full is a cleared kind.",
    );
    let ids = ["cooperative.score", "cooperative.score-board", "cooperative.no-king", "cooperative.verdict"];
    let below = desk.notes(&rules(book, &ids), 34.0 * MM);
    let height = (below - desk.y - 33.0 * MM) / 3.0;
    for game in 1..=3 {
        desk.label(&format!("Game {game}: date and players"));
        let area = Area { x: desk.body.x, y: desk.y + 2.0, width: desk.body.width, height };
        score_table(desk, area);
        desk.y = area.bottom() + 7.0 * MM;
    }
}

/// A row for each kind with a box for each of its pieces.
fn score_table(desk: &mut Desk, area: Area) {
    let kinds = [
        ("kings", Role::King, 1),
        ("queens", Role::Queen, 1),
        ("rooks", Role::Rook, 2),
        ("bishops", Role::Bishop, 2),
        ("knights", Role::Knight, 2),
        ("pawns", Role::Pawn, 8),
    ];
    let mut rows = vec![
        ["kind", "captured, one point each", "points", "cleared, ten points"].map(str::to_owned).to_vec(),
    ];
    rows.extend(kinds.iter().map(|(name, ..)| vec![(*name).to_owned()]));
    rows.push(["total", "", "", ""].map(str::to_owned).to_vec());
    let widths = [1.4, 6.4, 1.2, 2.0];
    let cells = desk.ruled(area, &rows, &widths);
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
            desk.leaf.place_picture(None, area, &piece_picture(color, *role));
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

/// The whole turn in two columns, with the track of the trophy above.
fn telepathic(desk: &mut Desk, book: &RuleBook) {
    desk.title(&book.title, "telepathic", "Lay the trophy on the track, and the face-up cards beside it.");
    let track = Area { x: desk.body.x, y: desk.y, width: desk.body.width, height: 30.0 * MM };
    for (place, name) in
        track.cells(3, 1, 5.0 * MM).into_iter().zip(["White's side", "middle", "Black's side"])
    {
        desk.leaf.frame(place, 0.8);
        desk.middle(name, place.x + place.width / 2.0, place.bottom() - 7.0);
    }
    desk.y = track.bottom() + 5.0 * MM;
    desk.turn(&sections(book, &["Your turn", "How it ends"], Length::Whole));
}

/// The whole turn in two columns, with the cards in their order above.
fn two_move(desk: &mut Desk, book: &RuleBook) {
    desk.title(&book.title, "two-move", "Cards that are left after canceling move from left to right.");
    let row = Area { x: desk.body.x, y: desk.y, width: desk.body.width, height: 44.0 * MM };
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let format = Format { edged: true, ..Format::BESIDE };
    for (number, (place, role)) in row.cells(5, 1, 4.0 * MM).into_iter().zip(roles).enumerate() {
        let code = CardCode::Piece(role.of(Color::White));
        let part = desk.folio.part(Part::Figure(code.described()));
        let area = Area { height: place.height - 12.0, ..place };
        desk.leaf.place_picture(Some(part), area, &Rc::new(card_as(&code, &format, &Theme::PRINT)));
        let style = Style::new(Face::Regular, 9.0).colored(MUTED);
        let words = ["first", "second", "third", "fourth", "last"][number];
        desk.middle_in(words, &style, place.x + place.width / 2.0, place.bottom() - 1.0);
    }
    desk.y = row.bottom() + 5.0 * MM;
    desk.turn(&sections(book, &["Your turn", "Special cases"], Length::Whole));
}
