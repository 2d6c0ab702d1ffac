//! A puzzle sheet: holes with codes that open them in the app, and their solutions.

use std::rc::Rc;

use kit_play::say;
use qrcode::{EcLevel, QrCode};

use super::faces::{ACCENT, Face, Faces, MUTED, Style};
use super::fit::write_line;
use super::flow::{Flow, Layout};
use super::leaf::{Folio, Leaf, Part, Thing};
use super::paper::{Area, MM, Paper};
use super::problem::Problem;
use super::{BadOrder, PrintError, pdf};
use crate::Theme;

/// What a puzzle sheet is made of.
pub struct Order<'a> {
    /// The holes.
    pub problems: &'a [Problem],
    /// The name of the game that they are holes of.
    pub game: &'static str,
    /// Which course this is, for the title.
    pub name: String,
    /// Where the app opens a hole; the hole itself is added behind `#hole=`.
    pub link: String,
    /// On which paper.
    pub paper: Paper,
}

/// The quiet zone around a code, in its dots.
const QUIET: f32 = 4.0;

/// The sheet as a PDF file.
///
/// # Errors
///
/// Fails when a link is too long for a code.
pub fn pdf(order: &Order, theme: &Theme) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::load();
    pdf::write(&folio(order, theme, &faces)?, &faces)
}

/// The sheet as leaves: six holes on each page, and the solutions at the end.
///
/// # Errors
///
/// Fails when a link is too long for a code.
pub fn folio(order: &Order, theme: &Theme, faces: &Faces) -> Result<Folio, PrintError> {
    let mut folio = Folio::new(order.name.clone(), format!("Holes of {} to solve in your head", order.game));
    let extent = order.paper.extent();
    let body = extent.area().inside(16.0 * MM, 14.0 * MM);
    for (number, problems) in order.problems.chunks(6).enumerate() {
        let mut leaf = Leaf::new(extent);
        let head = draw_head(&mut folio, &mut leaf, faces, order, body, number);
        let area = Area { y: head, height: body.bottom() - head, ..body };
        for (index, (problem, cell)) in problems.iter().zip(area.cells(2, 3, 7.0 * MM)).enumerate() {
            let hole = Hole { number: 6 * number + index + 1, problem, area: cell, link: &order.link };
            hole.draw(&mut folio, &mut leaf, faces, theme)?;
        }
        folio.leaves.push(leaf);
    }
    Ok(add_solutions(folio, order, faces))
}

/// The title on the first page, less on the others; returns where holes begin.
fn draw_head(
    folio: &mut Folio,
    leaf: &mut Leaf,
    faces: &Faces,
    order: &Order,
    body: Area,
    page: usize,
) -> f32 {
    if page > 0 {
        let style = Style::new(Face::Italic, 10.0).colored(MUTED);
        write_line(folio, leaf, faces, &order.name, &style, (body.x, body.y + 8.0));
        return body.y + 7.0 * MM;
    }
    let style = Style::new(Face::Bold, 21.0).colored(ACCENT);
    let part = folio.part(Part::Heading(1, order.name.clone()));
    let line = super::paragraph::single(&[super::words::Piece::new(order.name.clone(), &style)], faces);
    leaf.write(Some(part), body.x, body.y + 18.0, &line);
    leaf.places.push(("holes".to_owned(), body.y));
    folio.outline.push((1, order.name.clone(), "holes".to_owned()));
    let par: u32 = order.problems.iter().map(|problem| problem.par).sum();
    let words =
        format!("Par {par} in all. A code opens its hole in the app; solutions are on the last page.");
    let style = Style::new(Face::Italic, 10.5).colored(MUTED);
    write_line(folio, leaf, faces, &words, &style, (body.x, body.y + 34.0));
    leaf.rule((body.x, body.y + 40.0), (body.right(), body.y + 40.0), ACCENT, 0.8);
    body.y + 40.0 + 5.0 * MM
}

/// A hole in its place on a page.
struct Hole<'a> {
    number: usize,
    problem: &'a Problem,
    area: Area,
    link: &'a str,
}

impl Hole<'_> {
    fn draw(
        &self,
        folio: &mut Folio,
        leaf: &mut Leaf,
        faces: &Faces,
        theme: &Theme,
    ) -> Result<(), PrintError> {
        let area = self.area;
        let title = Style::new(Face::Bold, 12.0);
        let words = format!("Hole {}, par {}", self.number, self.problem.par);
        write_line(folio, leaf, faces, &words, &title, (area.x, area.y + 10.0));
        let small = Style::new(Face::Italic, 9.0).colored(MUTED);
        let cards = self.problem.cards_in_words();
        write_line(folio, leaf, faces, &cards, &small, (area.x, area.y + 22.0));
        let code_side = 21.0 * MM;
        let top = area.y + 27.0;
        let picture = Rc::new(self.problem.picture(theme));
        let width = area.width - code_side - 2.0 * MM;
        let height = (picture.height / picture.width) as f32 * width;
        let part = folio.part(Part::Figure(picture.alt.clone()));
        let board = Area { x: area.x, y: top, width, height: height.min(area.bottom() - top) };
        leaf.place_picture(Some(part), board, &picture);
        let code = Area { x: area.right() - code_side, y: top, width: code_side, height: code_side };
        self.draw_code(folio, leaf, code)
    }

    fn draw_code(&self, folio: &mut Folio, leaf: &mut Leaf, area: Area) -> Result<(), PrintError> {
        let address = address(self.link, &self.problem.text);
        let code = QrCode::with_error_correction_level(&address, EcLevel::L).map_err(|_| {
            let count = address.len();
            BadOrder(say!("the link is too long for a code: {count} letters", count))
        })?;
        let columns = code.width();
        let dots = code.to_colors().into_iter().map(|color| color == qrcode::Color::Dark).collect();
        let dot = area.width / (columns as f32 + 2.0 * QUIET);
        let part = folio.part(Part::Figure(format!("a code that opens hole {} in the app", self.number)));
        leaf.push(Some(part), Thing::Dots { area: area.inside(QUIET * dot, QUIET * dot), columns, dots });
        Ok(())
    }
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

fn add_solutions(folio: Folio, order: &Order, faces: &Faces) -> Folio {
    let extent = order.paper.extent();
    let body = extent.area().inside(26.0 * MM, 22.0 * MM);
    let mut flow = Flow::new(faces, Layout { extent, body, size: 10.5, board: 60.0 * MM }, folio);
    flow.heading(1, "Solutions", "solutions");
    flow.paragraph(
        "One shortest solution of each hole. No way is shorter, and there may be others that are as short.",
    );
    for (number, problem) in order.problems.iter().enumerate() {
        flow.paragraph(&format!("**{}.** {}.", number + 1, problem.reasons.join(", ")));
    }
    let credit = Style::new(Face::Italic, 9.0).colored(MUTED);
    flow.space(18.0);
    flow.styled(
        &format!("{} was designed by Don Kirkby. This sheet is under CC BY-SA 4.0.", order.game),
        &credit,
        super::paragraph::Align::Left,
    );
    flow.finish().0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_written_so_that_a_browser_reads_them() {
        assert_eq!(address("http://x/try", "..k\nchosen: Kb"), "http://x/try#hole=..k%0Achosen%3A%20Kb");
    }
}
