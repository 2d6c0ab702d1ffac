//! A puzzle sheet: nine holes with room to write on the front, and their solutions on the back.
//!
//! Whoever wants to open the holes in the app prints codes beside them.

use std::rc::Rc;

use kit_play::sentence::Language;
use kit_play::{Sentence, say};
use qrcode::{EcLevel, QrCode};

use super::faces::{ACCENT, Face, Faces, MUTED, Style};
use super::fit::write_line;
use super::leaf::{Folio, Leaf, Part, Thing};
use super::paper::{Area, MM, Paper};
use super::paragraph::{Align, TextLine, lines, single};
use super::problem::Problem;
use super::words::{Piece, pieces};
use super::{BadOrder, PrintError, pdf};
use crate::{Picture, Theme};

/// What a puzzle sheet is made of.
pub struct Order<'a> {
    /// The holes.
    pub problems: &'a [Problem],
    /// The name of the game that they are holes of.
    pub game: &'static str,
    /// Which course this is, for the title.
    pub name: String,
    /// Where the app opens a hole, if there are to be codes; the hole itself is added behind `#hole=`.
    pub link: Option<String>,
    /// On which paper.
    pub paper: Paper,
    /// In which language, if not in English.
    pub language: Option<&'static Language>,
}

/// The quiet zone around a code, in its dots.
const QUIET: f32 = 4.0;

/// How wide a code is.
const CODE: f32 = 20.0 * MM;

/// How many holes stand beside each other.
const COLUMNS: usize = 3;

/// How many holes a sheet may have: nine, and fewer where solutions are so long that nine of them do not
/// fit on the back.
const PER_SHEET: [usize; 3] = [9, 6, 3];

/// How far the lines are apart on which moves are written.
const LINE: f32 = 7.0 * MM;

/// The space between holes.
const GAP: f32 = 6.0 * MM;

/// The sizes of solutions, the first that fits, and how high their boards are at least and at most.
const SIZES: [f32; 5] = [8.8, 8.4, 8.0, 7.6, 7.2];
const BOARDS: (f32, f32) = (24.0 * MM, 44.0 * MM);

/// How much room the number of a hole takes above its solution.
const TITLE: f32 = 14.0;

/// The sheet as a PDF file.
///
/// # Errors
///
/// Fails when a link is too long for a code.
pub fn pdf(order: &Order, theme: &Theme) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::for_language(order.language);
    pdf::write(&folio(order, theme, &faces)?, &faces)
}

/// The sheet as leaves: each front with holes has a back with their solutions.
///
/// # Errors
///
/// Fails when a link is too long for a code, or solutions for a page.
pub fn folio(order: &Order, theme: &Theme, faces: &Faces) -> Result<Folio, PrintError> {
    for per_sheet in PER_SHEET {
        if let Some(folio) = sheets(order, theme, faces, per_sheet)? {
            return Ok(folio);
        }
    }
    Err(PrintError::Pdf("the solutions do not fit on a page".to_owned()))
}

/// All sheets with so many holes on each, if the solutions fit behind them.
fn sheets(
    order: &Order,
    theme: &Theme,
    faces: &Faces,
    per_sheet: usize,
) -> Result<Option<Folio>, PrintError> {
    let mut folio = Folio::new(
        order.name.clone(),
        faces.says(&say!("Holes of {game} to solve in your head", game = game(order))),
    );
    let page = Page { order, theme, faces, body: order.paper.extent().area().inside(16.0 * MM, 14.0 * MM) };
    for (sheet, problems) in order.problems.chunks(per_sheet).enumerate() {
        let first = sheet * per_sheet + 1;
        let front = page.front(&mut folio, problems, first, per_sheet)?;
        folio.leaves.push(front);
        let Some(back) = page.back(&mut folio, problems, first, per_sheet) else { return Ok(None) };
        folio.leaves.push(back);
    }
    Ok(Some(folio))
}

/// What all pages of the sheets share.
struct Page<'a> {
    order: &'a Order<'a>,
    theme: &'a Theme,
    faces: &'a Faces,
    body: Area,
}

impl Page<'_> {
    fn front(
        &self,
        folio: &mut Folio,
        problems: &[Problem],
        first: usize,
        per_sheet: usize,
    ) -> Result<Leaf, PrintError> {
        let mut leaf = Leaf::new(self.order.paper.extent());
        let head = self.draw_head(folio, &mut leaf, first == 1);
        let cells = self.cells(head, self.body.bottom(), per_sheet);
        for (index, (problem, area)) in problems.iter().zip(cells).enumerate() {
            self.draw_hole(folio, &mut leaf, problem, first + index, area)?;
        }
        Ok(leaf)
    }

    /// The places of holes between two heights.
    fn cells(&self, top: f32, bottom: f32, per_sheet: usize) -> Vec<Area> {
        Area { y: top, height: bottom - top, ..self.body }.cells(COLUMNS, per_sheet / COLUMNS, GAP)
    }

    /// The title on the first page, less on the others; returns where holes begin.
    fn draw_head(&self, folio: &mut Folio, leaf: &mut Leaf, is_first: bool) -> f32 {
        let (body, name) = (self.body, &self.order.name);
        if !is_first {
            let style = Style::new(Face::Italic, 10.0).colored(MUTED);
            write_line(folio, leaf, self.faces, name, &style, (body.x, body.y + 8.0));
            return body.y + 7.0 * MM;
        }
        let style = Style::new(Face::Bold, 21.0).colored(ACCENT);
        self.heading(folio, leaf, (1, name), &style, "holes", body.y + 18.0);
        let par: u32 = self.order.problems.iter().map(|problem| problem.par).sum();
        let words = match self.order.link {
            Some(_) => {
                say!("Par {par} in all. A code opens its hole in the app; solutions are on the back.", par)
            }
            None => say!("Par {par} in all. Solutions are on the back.", par),
        };
        let style = Style::new(Face::Italic, 10.5).colored(MUTED);
        write_line(folio, leaf, self.faces, &self.faces.says(&words), &style, (body.x, body.y + 34.0));
        leaf.rule((body.x, body.y + 40.0), (body.right(), body.y + 40.0), ACCENT, 0.8);
        body.y + 40.0 + 5.0 * MM
    }

    fn heading(
        &self,
        folio: &mut Folio,
        leaf: &mut Leaf,
        (level, words): (u8, &str),
        style: &Style,
        place: &str,
        y: f32,
    ) {
        let part = folio.part(Part::Heading(level, words.to_owned()));
        leaf.write(Some(part), self.body.x, y, &single(&[Piece::new(words, style)], self.faces));
        leaf.places.push((place.to_owned(), self.body.y));
        folio.outline.push((level, words.to_owned(), place.to_owned()));
    }

    /// A hole: its cards, its board, lines for the moves, and its code.
    fn draw_hole(
        &self,
        folio: &mut Folio,
        leaf: &mut Leaf,
        problem: &Problem,
        hole: usize,
        area: Area,
    ) -> Result<(), PrintError> {
        let title = Style::new(Face::Bold, 12.0);
        let words = self.faces.says(&say!("Hole {hole}, par {par}", hole, par = problem.par));
        write_line(folio, leaf, self.faces, &words, &title, (area.x, area.y + 10.0));
        let small = Style::new(Face::Italic, 9.0).colored(MUTED);
        let cards = problem.cards_in_words(self.faces.language());
        let part = folio.part(Part::Paragraph);
        let mut y = area.y + 12.0;
        for line in lines(&pieces(&cards, &small), self.faces, area.width, Align::Left) {
            leaf.write(Some(part), area.x, y + 8.5, &line);
            y += 10.8;
        }
        let picture = Rc::new(problem.picture(self.theme, self.faces.language()));
        let height = height_of(&picture, area.width);
        let part = folio.part(Part::Figure(picture.alt.clone()));
        leaf.place_picture(Some(part), Area { y: y + 3.0, height, ..area }, &picture);
        let top = y + 3.0 + height;
        let mut right = area.right();
        if let Some(link) = &self.order.link {
            let side = CODE.min(area.bottom() - top - 4.0);
            let code = Area { x: right - side, y: area.bottom() - side, width: side, height: side };
            self.draw_code(folio, leaf, problem, hole, link, code)?;
            right = code.x - 2.0 * MM;
        }
        let mut y = area.bottom();
        while y > top + LINE * 0.8 {
            leaf.hair((area.x, y), (right, y));
            y -= LINE;
        }
        Ok(())
    }

    fn draw_code(
        &self,
        folio: &mut Folio,
        leaf: &mut Leaf,
        problem: &Problem,
        hole: usize,
        link: &str,
        area: Area,
    ) -> Result<(), PrintError> {
        let address = address(link, &problem.text);
        let code = QrCode::with_error_correction_level(&address, EcLevel::L).map_err(|_| {
            let count = address.len();
            BadOrder(say!("the link is too long for a code: {count} letters", count))
        })?;
        let columns = code.width();
        let dots = code.to_colors().into_iter().map(|color| color == qrcode::Color::Dark).collect();
        let dot = area.width / (columns as f32 + 2.0 * QUIET);
        let words = self.faces.says(&say!("a code that opens hole {hole} in the app", hole));
        let part = folio.part(Part::Figure(words));
        leaf.push(Some(part), Thing::Dots { area: area.inside(QUIET * dot, QUIET * dot), columns, dots });
        Ok(())
    }

    /// The solutions in words and, where there is room, the board after them; nothing if they do not fit.
    fn back(&self, folio: &mut Folio, problems: &[Problem], first: usize, per_sheet: usize) -> Option<Leaf> {
        let body = self.body;
        let mut leaf = Leaf::new(self.order.paper.extent());
        let style = Style::new(Face::Bold, 16.0).colored(ACCENT);
        let words = self.faces.says(&say!("Solutions"));
        self.heading(folio, &mut leaf, (2, &words), &style, &format!("solutions.{first}"), body.y + 14.0);
        let said = Style::new(Face::Italic, 9.0).colored(MUTED);
        let note = self.faces.says(&say!(
            "One shortest solution of each hole. No way is shorter, and there may be others that are as short."
        ));
        write_line(folio, &mut leaf, self.faces, &note, &said, (body.x, body.y + 27.0));
        let credit = self.faces.says(&say!(
            "{game} was designed by Don Kirkby. This sheet is under CC BY-SA 4.0.",
            game = game(self.order)
        ));
        let cells = self.cells(body.y + 38.0, body.bottom() - 14.0, per_sheet);
        let set = |(problem, area): (&Problem, &Area)| self.set_solution(problem, area);
        let moves: Vec<Moves> = problems.iter().zip(&cells).map(set).collect::<Option<_>>()?;
        // Boards beside each other are as large as the longest of their solutions leaves room for.
        let board_in_row = |row: &Area| {
            let beside = moves.iter().zip(&cells).filter(|(_, area)| (area.y - row.y).abs() < 1.0);
            let rooms = beside.map(|(moves, area)| moves.room_for_board(area));
            rooms.filter(|room| *room >= BOARDS.0).fold(BOARDS.1, f32::min)
        };
        for (index, ((problem, moves), area)) in problems.iter().zip(&moves).zip(&cells).enumerate() {
            let board = board_in_row(area);
            self.draw_solution(folio, &mut leaf, (problem, moves), first + index, *area, board);
        }
        write_line(folio, &mut leaf, self.faces, &credit, &said, (body.x, body.bottom() - 2.0));
        Some(leaf)
    }

    /// The moves in the largest letters that leave room for a board, or at least fit.
    fn set_solution(&self, problem: &Problem, area: &Area) -> Option<Moves> {
        let told = problem.told(self.faces.language());
        let set = |size: &f32| Moves::set(&told, self.faces, *size, area.width);
        let with_board = SIZES.iter().map(set).find(|moves| moves.room_for_board(area) >= BOARDS.0);
        with_board.or_else(|| SIZES.iter().map(set).find(|moves| moves.height() <= area.height - TITLE))
    }

    fn draw_solution(
        &self,
        folio: &mut Folio,
        leaf: &mut Leaf,
        (problem, moves): (&Problem, &Moves),
        hole: usize,
        area: Area,
        board: f32,
    ) {
        let title = Style::new(Face::Bold, 11.0);
        let words = self.faces.says(&say!("Hole {hole}, par {par}", hole, par = problem.par));
        write_line(folio, leaf, self.faces, &words, &title, (area.x, area.y + 9.0));
        let mut y = area.y + TITLE;
        for lines in &moves.moves {
            let part = folio.part(Part::Entry);
            for line in lines {
                leaf.write(Some(part), area.x, y + moves.leading() * 0.78, line);
                y += moves.leading();
            }
        }
        if moves.room_for_board(&area) >= board {
            let picture = Rc::new(problem.solved_picture(self.theme, self.faces.language()));
            let height = board.min(height_of(&picture, area.width));
            let width = height / height_of(&picture, 1.0);
            let part = folio.part(Part::Figure(picture.alt.clone()));
            let place = Area { y: area.bottom() - height, width, height, ..area };
            leaf.place_picture(Some(part), place, &picture);
        }
    }
}

/// How high a picture of this width is.
fn height_of(picture: &Picture, width: f32) -> f32 {
    (picture.height / picture.width) as f32 * width
}

/// The moves of a solution, set in lines.
struct Moves {
    size: f32,
    moves: Vec<Vec<TextLine>>,
}

impl Moves {
    fn set(told: &[String], faces: &Faces, size: f32, width: f32) -> Moves {
        let style = Style::new(Face::Regular, size);
        let set = |words: &String| lines(&pieces(words, &style), faces, width, Align::Left);
        Moves { size, moves: told.iter().map(set).collect() }
    }

    fn leading(&self) -> f32 {
        self.size * 1.16
    }

    /// How much of an area the title and the moves leave for a board.
    fn room_for_board(&self, area: &Area) -> f32 {
        area.height - TITLE - self.height() - 4.0
    }

    fn height(&self) -> f32 {
        self.moves.iter().map(Vec::len).sum::<usize>() as f32 * self.leading()
    }
}

/// The game, by its name in any language.
fn game(order: &Order) -> Sentence {
    Sentence::plain(order.game)
}

/// The address that opens a hole in the app.
pub fn address(link: &str, hole: &str) -> String {
    let mut address = format!("{link}#hole=");
    for byte in hole.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                address.push(char::from(byte))
            }
            other => address.push_str(&format!("%{other:02X}")),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_written_so_that_a_browser_reads_them() {
        assert_eq!(address("http://x/try", "..k\nchosen: Kb"), "http://x/try#hole=..k%0Achosen%3A%20Kb");
    }
}
