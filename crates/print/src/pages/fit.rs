//! Text that must fit: the largest size at which it stays inside its columns is taken.

use super::faces::{ACCENT, Face, Faces, Style};
use super::leaf::{Folio, Leaf, Part};
use super::paper::Area;
use super::paragraph::{Align, TextLine, lines};
use super::words::{Piece, pieces};

/// A part of a text that must fit.
#[derive(Clone, Debug, PartialEq)]
pub enum Bit {
    /// A heading of level 2 or 3.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// An entry of a list.
    Entry(String),
}

impl Bit {
    /// The entries of a list.
    pub fn entries(words: &[String]) -> Vec<Bit> {
        words.iter().cloned().map(Bit::Entry).collect()
    }
}

/// A line with its place.
struct Placed {
    bit: usize,
    column: usize,
    indent: f32,
    y: f32,
    line: TextLine,
}

/// Writes a text into columns at the largest size between two at which it fits, and says whether
/// there was one. Nothing is written if there is none.
pub fn fit(
    folio: &mut Folio,
    leaf: &mut Leaf,
    faces: &Faces,
    bits: &[Bit],
    columns: &[Area],
    sizes: (f32, f32),
) -> bool {
    let mut size = sizes.1;
    while size >= sizes.0 - 0.01 {
        if let Some(placed) = lay_out(faces, bits, columns, size) {
            write(folio, leaf, bits, columns, &placed);
            return true;
        }
        size -= 0.2;
    }
    false
}

fn write(folio: &mut Folio, leaf: &mut Leaf, bits: &[Bit], columns: &[Area], placed: &[Placed]) {
    for lines in placed.chunk_by(|one, other| one.bit == other.bit) {
        let part = folio.part(match &bits[lines[0].bit] {
            Bit::Heading(level, words) => Part::Heading(*level, words.clone()),
            Bit::Text(_) => Part::Paragraph,
            Bit::Entry(_) => Part::Entry,
        });
        for placed in lines {
            let column = columns[placed.column];
            leaf.write(Some(part), column.x + placed.indent, column.y + placed.y, &placed.line);
        }
    }
}

/// The lines of a text at a size, or nothing if the columns are too small.
fn lay_out(faces: &Faces, bits: &[Bit], columns: &[Area], size: f32) -> Option<Vec<Placed>> {
    let mut placed: Vec<Placed> = Vec::new();
    let (mut column, mut filled) = (0, 0.0f32);
    for (bit, content) in bits.iter().enumerate() {
        let width = columns.get(column)?.width;
        let (set, indent, leading, above) = set(faces, content, width, size);
        // A heading takes at least two lines of what follows with it.
        let least =
            if matches!(content, Bit::Heading(..)) { leading * (set.len() + 2) as f32 } else { leading };
        if filled > 0.0 && filled + above + least > columns.get(column)?.height {
            (column, filled) = (column + 1, 0.0);
        }
        filled += if filled > 0.0 { above } else { 0.0 };
        // An entry is not parted for the sake of the last lines of a column.
        let has_next = matches!(content, Bit::Entry(_)) && column + 1 < columns.len();
        if has_next && filled > 0.0 && filled + leading * set.len() as f32 > columns.get(column)?.height {
            (column, filled) = (column + 1, 0.0);
        }
        for line in set {
            if filled + leading > columns.get(column)?.height {
                (column, filled) = (column + 1, 0.0);
            }
            columns.get(column)?;
            placed.push(Placed { bit, column, indent, y: filled + leading * 0.78, line });
            filled += leading;
        }
    }
    Some(placed)
}

fn set(faces: &Faces, bit: &Bit, width: f32, size: f32) -> (Vec<TextLine>, f32, f32, f32) {
    let text = Style::new(Face::Regular, size);
    match bit {
        Bit::Heading(2, words) => {
            let style = Style::new(Face::Bold, size * 1.16).colored(ACCENT);
            (lines(&pieces(words, &style), faces, width, Align::Left), 0.0, size * 1.4, size * 0.7)
        }
        Bit::Heading(_, words) => {
            let style = Style::new(Face::Semibold, size);
            (lines(&pieces(words, &style), faces, width, Align::Left), 0.0, size * 1.2, size * 0.4)
        }
        Bit::Text(words) => {
            (lines(&pieces(words, &text), faces, width, Align::Justify), 0.0, size * 1.2, size * 0.3)
        }
        Bit::Entry(words) => {
            let indent = size * 0.9;
            let mut set = lines(&pieces(words, &text), faces, width - indent, Align::Justify);
            if let Some(first) = set.first_mut() {
                let mark = faces.shape("•", &text.clone().colored(ACCENT));
                hang(first, mark, indent, faces, &text);
            }
            (set, indent, size * 1.2, size * 0.3)
        }
    }
}

/// Puts a mark to the left of a line.
fn hang(line: &mut TextLine, mark: Vec<super::faces::Run>, indent: f32, faces: &Faces, style: &Style) {
    let width: f32 = mark.iter().map(super::faces::Run::width).sum();
    let mut blank = faces.shape(" ", style);
    let room = indent - width - blank.iter().map(super::faces::Run::width).sum::<f32>();
    blank.iter_mut().for_each(|run| run.stretch(room));
    line.indent -= indent;
    line.runs.splice(0..0, mark.into_iter().chain(blank));
}

/// One line of words from a point on the base line.
pub fn write_line(
    folio: &mut Folio,
    leaf: &mut Leaf,
    faces: &Faces,
    words: &str,
    style: &Style,
    at: (f32, f32),
) {
    let part = folio.part(Part::Paragraph);
    let line = super::paragraph::single(&[Piece::new(words, style)], faces);
    leaf.write(Some(part), at.0, at.1, &line);
}
