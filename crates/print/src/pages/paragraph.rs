//! Paragraphs: a text is broken into lines all at once, so that the whole looks even.
//!
//! This is the method of Knuth and Plass: every way to break the paragraph has a cost, which
//! grows with the third power of how far blanks are stretched or squeezed and with every
//! hyphen, and the cheapest way is taken.
//! Where nothing fits well, a line is stretched further instead of running over its edge.

use super::faces::{Face, Faces, Run, SOFT_HYPHEN};
use super::words::Piece;

/// How lines meet the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Both edges are straight.
    Justify,
    /// The left edge is straight.
    Left,
    /// Both edges are ragged.
    Center,
    /// The right edge is straight.
    Right,
}

/// A line of text.
#[derive(Clone, Debug)]
pub struct TextLine {
    /// Its glyphs, from left to right.
    pub runs: Vec<Run>,
    /// How far from the left edge it begins.
    pub indent: f32,
}

impl TextLine {
    /// How wide its glyphs are together.
    pub fn width(&self) -> f32 {
        self.runs.iter().map(Run::width).sum()
    }

    /// The size of its largest letters.
    fn size(&self) -> f32 {
        self.runs.iter().map(|run| run.style.size).fold(0.0, f32::max)
    }

    /// Puts a blank at its end that takes no room.
    pub fn end_with_blank(&mut self, faces: &Faces) {
        if let Some(run) = self.runs.last_mut() {
            run.end_with_blank(faces);
        }
    }

    /// Its words.
    pub fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }
}

/// What a hyphen costs, and what a second one in a row costs on top.
const HYPHEN: f32 = 60.0;
const HYPHENS: f32 = 4_000.0;
/// Blanks may become this much wider or narrower without looking odd, in parts of a blank.
const STRETCH: f32 = 0.5;
const SQUEEZE: f32 = 0.25;
/// A blank becomes wider by this much of the size of the letters at most.
const WIDEST: f32 = 0.45;
/// A last line of less than this part of the measure looks lost.
const LOST: f32 = 0.12;

/// Breaks a text into lines.
pub fn lines(pieces: &[Piece], faces: &Faces, measure: f32, align: Align) -> Vec<TextLine> {
    let items = items(pieces, faces, align);
    let breaks = best_breaks(&items, measure, align);
    let mut start = 0;
    let count = breaks.len();
    let line = |(number, end): (usize, usize)| {
        let line = set_line(&items, start..end, faces, measure, align, number + 1 == count);
        start = end + 1;
        line
    };
    breaks.into_iter().enumerate().map(line).collect()
}

/// The text in one line.
pub fn single(pieces: &[Piece], faces: &Faces) -> TextLine {
    TextLine {
        runs: pieces.iter().flat_map(|piece| faces.shape(&piece.text, &piece.style)).collect(),
        indent: 0.0,
    }
}

/// A part of a paragraph between which lines can end.
enum Item {
    /// Characters that stay together.
    Solid { piece: Piece, width: f32 },
    /// A blank, which takes no room at the end of a line.
    Blank { piece: Piece, width: f32 },
    /// A place to break; a hyphen that is seen only there, if it has a width.
    Seam { piece: Piece, width: f32 },
    /// The end of the paragraph.
    End,
}

fn items(pieces: &[Piece], faces: &Faces, align: Align) -> Vec<Item> {
    let mut items = Vec::new();
    for piece in pieces {
        let mut rest = piece.text.as_str();
        while !rest.is_empty() {
            let blanks = rest.len() - rest.trim_start_matches(' ').len();
            if blanks > 0 {
                let blank = Piece::new(" ", &piece.style);
                items.push(Item::Blank { width: faces.width(" ", &blank.style), piece: blank });
                rest = &rest[blanks..];
                continue;
            }
            let end = rest.find(' ').unwrap_or(rest.len());
            push_word(&mut items, &rest[..end], piece, faces, align == Align::Justify);
            rest = &rest[end..];
        }
    }
    items.push(Item::End);
    items
}

/// Cuts a word where it may be broken.
fn push_word(items: &mut Vec<Item>, word: &str, piece: &Piece, faces: &Faces, hyphenate: bool) {
    let solid = |text: &str| {
        let piece = Piece::new(text, &piece.style);
        Item::Solid { width: faces.width(text, &piece.style), piece }
    };
    // Notation such as `2-4` or `O-O` stays whole.
    let is_compound = word.chars().filter(|letter| letter.is_lowercase()).count() > 3;
    let parts: Vec<&str> = match (is_compound, piece.style.face) {
        (true, Face::Mono) => word.split_inclusive(['_', '-', '/']).collect(),
        (true, _) => word.split_inclusive(['-', '–', '/']).collect(),
        (false, _) => vec![word],
    };
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            items.push(Item::Seam { piece: Piece::new("", &piece.style), width: 0.0 });
        }
        let core = part.trim_matches(|letter: char| !letter.is_alphabetic());
        let usual =
            core.len() >= 6 && core.chars().all(char::is_alphabetic) && piece.style.face != Face::Mono;
        let named = core.chars().next().is_some_and(char::is_uppercase);
        let (language, parts_nouns) = faces.hyphens();
        if !(hyphenate && usual && (parts_nouns || !named)) {
            items.push(solid(part));
            continue;
        }
        let before = part.find(core).unwrap_or(0);
        let mut syllables: Vec<String> = hypher::hyphenate(core, language).map(str::to_owned).collect();
        if let Some(first) = syllables.first_mut() {
            first.insert_str(0, &part[..before]);
        }
        if let Some(last) = syllables.last_mut() {
            last.push_str(&part[before + core.len()..]);
        }
        for (number, syllable) in syllables.iter().enumerate() {
            if number > 0 {
                let hyphen = Piece::new(SOFT_HYPHEN, &piece.style);
                items.push(Item::Seam { width: faces.width(&hyphen.text, &hyphen.style), piece: hyphen });
            }
            items.push(solid(syllable));
        }
    }
}

/// A cheapest way to reach a break.
#[derive(Clone, Copy)]
struct Way {
    cost: f32,
    from: usize,
    hyphenated: bool,
}

/// Where the lines end, the last at the end of the paragraph.
fn best_breaks(items: &[Item], measure: f32, align: Align) -> Vec<usize> {
    let sums = Sums::new(items);
    let mut ways: Vec<Option<Way>> = vec![None; items.len()];
    for end in 0..items.len() {
        if !can_break(items, end) {
            continue;
        }
        for start in (0..=end).rev() {
            if start == end && end > 0 {
                continue;
            }
            // A line begins at the front, or after a break that can be reached.
            let before = match start {
                0 => Some(Way { cost: 0.0, from: usize::MAX, hyphenated: false }),
                _ => ways[start - 1],
            };
            let width = sums.natural(start, end) + seam_width(&items[end]);
            if width - sums.blank(start, end) * SQUEEZE > measure
                && start < end
                && sums.has_break(items, start, end)
            {
                break;
            }
            let Some(before) = before else { continue };
            let cost = before.cost + line_cost(items, &sums, start, end, measure, align, before.hyphenated);
            if ways[end].is_none_or(|way| cost < way.cost) {
                let hyphenated = seam_width(&items[end]) > 0.0;
                ways[end] = Some(Way { cost, from: start, hyphenated });
            }
        }
    }
    let mut breaks = vec![items.len() - 1];
    while let Some(way) = ways[breaks[breaks.len() - 1]].filter(|way| way.from > 0) {
        breaks.push(way.from - 1);
    }
    breaks.reverse();
    breaks
}

fn can_break(items: &[Item], at: usize) -> bool {
    match &items[at] {
        Item::Solid { .. } => false,
        // A blank at the front of a paragraph is no place to break.
        Item::Blank { .. } | Item::Seam { .. } => at > 0,
        Item::End => true,
    }
}

fn seam_width(item: &Item) -> f32 {
    if let Item::Seam { width, .. } = item { *width } else { 0.0 }
}

fn line_cost(
    items: &[Item],
    sums: &Sums,
    start: usize,
    end: usize,
    measure: f32,
    align: Align,
    after_hyphen: bool,
) -> f32 {
    let hyphen = seam_width(&items[end]);
    let slack = measure - sums.natural(start, end) - hyphen;
    let blanks = sums.blank(start, end);
    let is_last = matches!(items[end], Item::End);
    let badness = match (slack >= 0.0, is_last, align) {
        (true, true, _) if slack > measure * (1.0 - LOST) && start > 0 => 60.0,
        (true, true, _) => 0.0,
        (true, false, Align::Justify) => cubed(slack / (blanks * STRETCH).max(0.5)),
        (true, false, _) => 100.0 * (slack / measure).powi(2) * 9.0,
        (false, _, Align::Justify) if -slack <= blanks * SQUEEZE => cubed(-slack / (blanks * SQUEEZE)),
        (false, ..) => 1e7,
    };
    let hyphens = match (hyphen > 0.0, after_hyphen) {
        (false, _) => 0.0,
        (true, false) => HYPHEN * HYPHEN,
        (true, true) => HYPHEN * HYPHEN + HYPHENS,
    };
    (10.0 + badness).powi(2) + hyphens
}

fn cubed(ratio: f32) -> f32 {
    100.0 * ratio.powi(3).min(1e4)
}

/// Widths added up from the front, so that any stretch of items is measured at once.
struct Sums {
    widths: Vec<f32>,
    blanks: Vec<f32>,
}

impl Sums {
    fn new(items: &[Item]) -> Sums {
        let (mut widths, mut blanks) = (vec![0.0], vec![0.0]);
        for (index, item) in items.iter().enumerate() {
            let (width, blank) = match item {
                Item::Solid { width, .. } => (*width, 0.0),
                Item::Blank { width, .. } => (*width, *width),
                Item::Seam { .. } | Item::End => (0.0, 0.0),
            };
            widths.push(widths[index] + width);
            blanks.push(blanks[index] + blank);
        }
        Sums { widths, blanks }
    }

    fn natural(&self, start: usize, end: usize) -> f32 {
        self.widths[end] - self.widths[start]
    }

    fn blank(&self, start: usize, end: usize) -> f32 {
        self.blanks[end] - self.blanks[start]
    }

    /// Whether a line from `start` to `end` could have been broken before its end.
    fn has_break(&self, items: &[Item], start: usize, end: usize) -> bool {
        (start..end).any(|index| index > start && can_break(items, index))
    }
}

fn set_line(
    items: &[Item],
    range: std::ops::Range<usize>,
    faces: &Faces,
    measure: f32,
    align: Align,
    is_last: bool,
) -> TextLine {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut push = |piece: &Piece| match pieces.last_mut() {
        Some(last) if last.style == piece.style => last.text.push_str(&piece.text),
        Some(_) | None => pieces.push(piece.clone()),
    };
    for item in &items[range.clone()] {
        match item {
            Item::Solid { piece, .. } | Item::Blank { piece, .. } => push(piece),
            Item::Seam { .. } | Item::End => {}
        }
    }
    if let Some(Item::Seam { piece, .. }) = items.get(range.end) {
        push(piece);
    }
    let mut line = single(&pieces, faces);
    let slack = measure - line.width();
    let blanks: usize = line.runs.iter().map(Run::blanks).sum();
    match align {
        Align::Justify if blanks > 0 && (!is_last || slack < 0.0) => {
            let stretch = slack / blanks as f32;
            // A line with holes in it looks worse than one that ends early.
            if stretch <= WIDEST * line.size() {
                line.runs.iter_mut().for_each(|run| run.stretch(stretch));
            }
        }
        Align::Center => line.indent = slack / 2.0,
        Align::Right => line.indent = slack,
        Align::Justify | Align::Left => {}
    }
    if let Some(Item::Blank { .. }) = items.get(range.end) {
        line.end_with_blank(faces);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::faces::Style;

    const TEXT: &str = "A piece moves like one of its neighbors, and never like itself: next to a knight it \
        leaps, next to a rook it slides along ranks and files, and an extraordinarily complicated \
        representation of circumstances may be hyphenated.";

    fn set(measure: f32, align: Align) -> Vec<TextLine> {
        let style = Style::new(Face::Regular, 10.0);
        lines(&[Piece::new(TEXT, &style)], &Faces::load(), measure, align)
    }

    #[test]
    fn justified_lines_fill_the_measure() {
        for measure in [90.0, 140.0, 220.0, 400.0] {
            let lines = set(measure, Align::Justify);
            let (last, full) = lines.split_last().expect("there are lines");
            assert!(last.width() <= measure + 0.1);
            for line in full {
                let slack = measure - line.width();
                let blanks = line.text().trim_end().matches(' ').count();
                // Only a line with few and far too wide blanks ends early.
                let holes = slack > WIDEST * 10.0 * blanks as f32;
                assert!(slack > -0.1 && (slack < 0.1 || holes), "{measure}: {}", line.text());
                assert!(!holes || measure < 140.0, "{measure}: {}", line.text());
            }
        }
    }

    #[test]
    fn no_word_is_lost() {
        for align in [Align::Justify, Align::Left, Align::Center] {
            let lines = set(150.0, align);
            let joined =
                lines.iter().fold(String::new(), |text, line| match text.strip_suffix(SOFT_HYPHEN) {
                    Some(start) => format!("{start}{}", line.text()),
                    None => format!("{text}{}", line.text()),
                });
            assert_eq!(joined, TEXT);
        }
    }

    #[test]
    fn a_word_wider_than_the_measure_still_stands() {
        let lines = set(20.0, Align::Left);
        assert!(lines.iter().any(|line| line.text() == "neighbors, "));
    }
}
