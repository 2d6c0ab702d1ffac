//! A tabletop as lines of styled text, for the terminal.
//!
//! Both ways of playing draw these lines: by lines they are printed, on the full screen they
//! are placed, and the spots that spans stand for can be clicked.
//! Nothing is told by color alone.

pub mod board;

use std::collections::BTreeSet;
use std::fmt::Write;

use kit_play::sentence::Label;
use kit_play::tabletop::{
    Card, Cards, Cell, Clock, Grid, Layout, Part, Prices, Prompt, ScoreRow, Scores, Sheet, Track, Tray, Worth,
};
use kit_play::{Offer, Sentence, Spot, Tabletop, say};

use crate::words::{self, said};

pub use board::{Size, board_lines};

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Chess figures and other signs beyond ASCII.
    pub unicode: bool,
    /// Colors.
    pub color: bool,
    /// White's figures are filled like Black's and told apart by their brightness, as on a
    /// real board; not where a screen reader would call them black.
    pub solid: bool,
}

/// A piece of text in one style, and the spot it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// The style.
    pub ink: Ink,
    /// Where one points when one points at it.
    pub spot: Option<Spot>,
}

/// A line of text.
pub type Row = Vec<Span>;

/// A style, by what it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    /// The color of the letters.
    pub tone: Tone,
    /// The color behind them.
    pub ground: Ground,
    /// Bold.
    pub strong: bool,
    /// Underlined.
    pub underlined: bool,
}

/// The color of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As the terminal has it.
    #[default]
    Plain,
    /// Less important.
    Soft,
    /// What may be done.
    May,
    /// Dark, on wood: Black's figures.
    Dark,
    /// Bright, on wood or on a strong ground: White's figures, and lights.
    Bright,
}

/// The color behind letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// As the terminal has it.
    #[default]
    Plain,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A light square of the last move.
    LightWash,
    /// A dark square of the last move.
    DarkWash,
    /// What may be done, or is picked.
    May,
    /// Danger.
    Danger,
}

impl Tone {
    /// The color of the 256 that reads well on dark and on light terminals.
    pub fn color(self) -> Option<u8> {
        match self {
            Tone::Plain => None,
            Tone::Soft => Some(243),
            Tone::May => Some(29),
            Tone::Dark => Some(16),
            Tone::Bright => Some(231),
        }
    }
}

impl Ground {
    /// The color of the 256; wood is dark enough for white figures and light enough for black.
    pub fn color(self) -> Option<u8> {
        match self {
            Ground::Plain => None,
            Ground::Light => Some(137),
            Ground::Dark => Some(94),
            Ground::LightWash => Some(136),
            Ground::DarkWash => Some(130),
            Ground::May => Some(29),
            Ground::Danger => Some(124),
        }
    }
}

impl Span {
    /// Ordinary text.
    pub fn plain(text: impl Into<String>) -> Span {
        Span { text: text.into(), ink: Ink::default(), spot: None }
    }

    /// Text of some tone.
    pub fn toned(text: impl Into<String>, tone: Tone) -> Span {
        Span { text: text.into(), ink: Ink { tone, ..Ink::default() }, spot: None }
    }

    /// Bold text.
    pub fn strong(text: impl Into<String>) -> Span {
        Span { text: text.into(), ink: Ink { strong: true, ..Ink::default() }, spot: None }
    }
}

/// What a person is pointing at: spots already picked, and spots that may come next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lights {
    picked: Vec<Spot>,
    next: BTreeSet<Spot>,
}

/// How a spot is lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// Not at all.
    Off,
    /// A gesture may begin here.
    MayPick,
    /// A gesture may go on here.
    MayGo,
    /// It has been picked.
    Picked,
}

impl Lights {
    /// Lights for gestures that begin with the spots picked.
    pub fn after<'a>(picked: &[Spot], offers: impl Iterator<Item = &'a Offer>) -> Lights {
        let going_on = offers.filter(|offer| offer.gesture.starts_with(picked));
        let next = going_on.filter_map(|offer| offer.gesture.get(picked.len()).cloned()).collect();
        Lights { picked: picked.to_vec(), next }
    }

    /// Lights for offers that are still possible: what they have in common is picked.
    pub fn common(offers: &[&Offer]) -> Lights {
        let Some(first) = offers.first() else { return Lights::default() };
        let shared = |length: &usize| {
            offers.iter().all(|offer| offer.gesture.get(*length) == first.gesture.get(*length))
        };
        // The last spot of the only offer left is where it goes, not where it is picked up.
        let most = first.gesture.len().saturating_sub(1);
        let length = (0..most).take_while(shared).count();
        Lights::after(&first.gesture[..length], offers.iter().copied())
    }

    /// How a spot is lit.
    pub fn on(&self, spot: &Spot) -> Light {
        match (self.next.contains(spot), self.picked.is_empty()) {
            (true, true) => Light::MayPick,
            (true, false) => Light::MayGo,
            (false, _) if self.picked.contains(spot) => Light::Picked,
            (false, _) => Light::Off,
        }
    }

    /// The words that may be chosen now, as buttons: numbers by their size, and then the others.
    pub fn words(&self) -> impl Iterator<Item = &Spot> {
        let mut words: Vec<&Spot> = self.next.iter().filter(|spot| matches!(spot, Spot::Word(_))).collect();
        let number = |spot: &&Spot| spot.to_string().parse::<u32>().unwrap_or(u32::MAX);
        words.sort_by_key(number);
        words.into_iter()
    }
}

/// Every part but the board, with an empty line between large ones.
pub fn side_lines(tabletop: &Tabletop, look: Look, lights: &Lights, width: usize) -> Vec<Row> {
    let mut lines: Vec<Row> = Vec::new();
    let mut was_short = true;
    for part in tabletop.parts.iter().filter(|part| !matches!(part, Part::Board(_))) {
        let part = part_lines(part, look, lights, width);
        let short = part.len() == 1;
        let together = short && was_short;
        if !lines.is_empty() && !together {
            lines.push(Vec::new());
        }
        was_short = short;
        lines.extend(part);
    }
    lines
}

/// The prompt, with the parts of a turn as steps.
pub fn prompt_lines(prompt: &Prompt, width: usize) -> Vec<Row> {
    let ink = Ink { tone: Tone::May, strong: true, ..Ink::default() };
    let text = wrap(&prompt.words.words(), width).into_iter();
    let mut lines: Vec<Row> = text.map(|text| vec![Span { text, ink, spot: None }]).collect();
    let more = prompt.more.iter().flat_map(|more| wrap(&more.words(), width));
    lines.extend(more.map(|text| vec![Span::toned(text, Tone::Soft)]));
    if !prompt.steps.is_empty() {
        let step = |(index, step): (usize, &Label)| {
            if prompt.step == Some(index) { format!("[{step}]") } else { step.to_string() }
        };
        let steps: Vec<String> = prompt.steps.iter().enumerate().map(step).collect();
        lines.push(vec![Span::toned(steps.join(" > "), Tone::Soft)]);
    }
    lines
}

/// One part as lines; a board in its smallest form.
pub fn part_lines(part: &Part, look: Look, lights: &Lights, width: usize) -> Vec<Row> {
    match part {
        Part::Board(board) => board_lines(board, Size::SMALL, look, lights),
        Part::Cards(cards) => cards_lines(cards, look, lights, width),
        Part::Grid(grid) => grid_lines(grid, look, lights, width),
        Part::Tray(tray) => tray_lines(tray, look, width),
        Part::Track(track) => track_lines(track, width),
        Part::Sheet(sheet) => sheet_lines(sheet, width),
        Part::Clock(clock) => vec![clock_line(clock)],
        Part::Scores(scores) => scores_lines(scores, width),
        Part::Prices(prices) => prices_lines(prices, width),
    }
}

/// The heading of a part, and whether only this viewer sees it.
fn title(label: &Label, private: bool, width: usize) -> Vec<Row> {
    let text = wrap(&label.words(), width).into_iter();
    let mut lines: Vec<Row> = text.map(|text| vec![Span::strong(text)]).collect();
    if private {
        let words = said(&say!("(only you see this)"));
        let room = lines.last().is_some_and(|line| length(line) + 1 + words.chars().count() <= width);
        match lines.last_mut().filter(|_| room) {
            Some(line) => line.push(Span::toned(format!(" {words}"), Tone::Soft)),
            None => lines.push(vec![Span::toned(words, Tone::Soft)]),
        }
    }
    lines
}

fn cards_lines(cards: &Cards, look: Look, lights: &Lights, width: usize) -> Vec<Row> {
    let mut pieces: Vec<Row> = Vec::new();
    let hidden = match cards.layout {
        Layout::Pile => cards.cards.len().saturating_sub(1),
        Layout::Hand | Layout::Row => 0,
    };
    if hidden > 0 {
        pieces.push(vec![Span::plain(format!("{} ", said(&say!("{hidden} under", hidden))))]);
    }
    for (index, card) in cards.cards.iter().enumerate().skip(hidden) {
        let spot = Spot::Card(cards.id, index);
        let light = lights.on(&spot);
        let mut piece = edged(card_face(card, look), ["[", "]"], light, Some(spot), look);
        piece.push(Span::plain(" "));
        pieces.push(piece);
    }
    if pieces.is_empty() {
        pieces.push(vec![Span::toned(said(&say!("none")), Tone::Soft)]);
    }
    let mut lines = title(&cards.title, cards.private, width);
    lines.extend(packed(pieces, width));
    lines
}

fn card_face(card: &Card, look: Look) -> String {
    let face = match (card.face.as_str(), look.unicode) {
        ("back", true) => "▒▒",
        ("back", false) => "##",
        (face, _) => face,
    };
    card.state.map_or_else(|| face.to_owned(), |state| format!("{face} {}", words::text(state)))
}

/// A text between two edges that say how it is lit.
fn edged(text: String, edges: [&str; 2], light: Light, spot: Option<Spot>, look: Look) -> Row {
    let lit = match (light, look.unicode) {
        (Light::Off, _) => None,
        (Light::MayPick | Light::MayGo, true) => Some(["‹", "›"]),
        (Light::MayPick | Light::MayGo, false) => Some(["<", ">"]),
        (Light::Picked, true) => Some(["«", "»"]),
        (Light::Picked, false) => Some(["{", "}"]),
    };
    let strong = lit.is_some();
    let edge_ink = match lit {
        Some(_) => Ink { tone: Tone::Bright, ground: Ground::May, strong, underlined: false },
        None => Ink { tone: Tone::Soft, ..Ink::default() },
    };
    let text_ink = if light == Light::Picked { edge_ink } else { Ink { strong, ..Ink::default() } };
    let [left, right] = lit.unwrap_or(edges);
    let span = |text: &str, ink: Ink| Span { text: text.to_owned(), ink, spot: spot.clone() };
    vec![span(left, edge_ink), span(&text, text_ink), span(right, edge_ink)]
}

/// A word as a button.
pub fn button(spot: &Spot, look: Look) -> Row {
    let text = format!(" {} ", words::text(&spot.to_string()));
    edged(text, ["[", "]"], Light::MayPick, Some(spot.clone()), look)
}

/// Pieces side by side, on as many lines as they need.
fn packed(pieces: Vec<Row>, width: usize) -> Vec<Row> {
    let mut lines = vec![vec![Span::plain("  ")]];
    let mut used = 2;
    for piece in pieces {
        let length = length(&piece);
        if used > 2 && used + length > width {
            lines.push(vec![Span::plain("  ")]);
            used = 2;
        }
        used += length;
        lines.last_mut().into_iter().for_each(|line| line.extend(piece.clone()));
    }
    lines
}

/// How many columns a line takes.
pub fn length(line: &[Span]) -> usize {
    line.iter().map(|span| span.text.chars().count()).sum()
}

fn grid_lines(grid: &Grid, look: Look, lights: &Lights, width: usize) -> Vec<Row> {
    let label_width = widest(grid.rows.iter().map(|row| &row.label));
    let columns: Vec<_> = grid.columns.iter().map(Sentence::words).collect();
    let widths: Vec<usize> = columns.iter().map(|column| column.chars().count().max(1)).collect();
    let mut head = format!("  {:label_width$} ", "");
    for (column, width) in columns.iter().zip(&widths) {
        let _ = write!(head, " {column:^width$} ");
    }
    let mut lines = title(&grid.title, grid.private, width);
    if let Some([rows, columns]) = &grid.axes {
        let (rows, columns) = (rows.sentence().clone(), columns.sentence().clone());
        let axes = said(&say!("rows: {rows}; columns: {columns}", rows, columns));
        let axes = wrap(&axes, width.saturating_sub(2)).into_iter();
        lines.extend(axes.map(|text| vec![Span::toned(format!("  {text}"), Tone::Soft)]));
    }
    let note = grid.note.clone().unwrap_or_default();
    lines.push(vec![Span::toned(format!("{head} {note}").trim_end(), Tone::Soft)]);
    for (index, row) in grid.rows.iter().enumerate() {
        let mut line = vec![Span::toned(format!("  {:label_width$} ", row.label.words()), Tone::Soft)];
        for (column, (cell, width)) in row.cells.iter().zip(&widths).enumerate() {
            let spot = Spot::Cell(grid.id, index, column);
            let light = lights.on(&spot);
            let text = format!("{:^width$}", cell_sign(*cell, look));
            line.extend(edged(text, [" ", " "], light, Some(spot), look));
        }
        if !row.note.is_empty() {
            line.push(Span::plain(format!(" {}", row.note)));
        }
        lines.push(line);
    }
    lines
}

fn cell_sign(cell: Cell, look: Look) -> char {
    match (cell, look.unicode) {
        (Cell::Blank, true) => '·',
        (Cell::Cross, true) => '×',
        (other, _) => other.letter(),
    }
}

/// What choices bring: each choice, and below it what each case brings.
fn prices_lines(prices: &Prices, width: usize) -> Vec<Row> {
    let mut lines = title(&prices.title, false, width);
    for row in &prices.rows {
        let choice = row.choice.words();
        for (index, brings) in row.brings.iter().enumerate() {
            let tone = match brings.worth {
                Worth::Good => Tone::May,
                Worth::Bad => Tone::Soft,
                Worth::Even => Tone::Plain,
            };
            let case = prices.cases.get(index).map(|case| format!(", {}", case.words())).unwrap_or_default();
            let text = format!("{choice}{case}: {}", brings.words.words());
            let texts = wrap(&text, width.saturating_sub(2)).into_iter();
            lines.extend(texts.map(|text| vec![Span::toned(format!("  {text}"), tone)]));
        }
    }
    lines
}

fn tray_lines(tray: &Tray, look: Look, width: usize) -> Vec<Row> {
    let items: Vec<String> = tray.items.iter().map(|item| board::sign(item, look)).collect();
    // One sign stands close to the next of its kind.
    let mut signs = String::new();
    for (index, item) in items.iter().enumerate() {
        let is_first = index == 0 || items[index - 1] != *item;
        signs += if index > 0 && is_first { " " } else { "" };
        signs += item;
    }
    let signs = if signs.is_empty() { said(&say!("none")) } else { signs };
    let texts = wrap(&format!("{}: {signs}", tray.title), width);
    texts.into_iter().map(|text| vec![Span::plain(text)]).collect()
}

fn track_lines(track: &Track, width: usize) -> Vec<Row> {
    let place = |(index, place): (usize, &Sentence)| {
        let place = place.words();
        match track.at {
            Some(at) if index == at => vec![Span::strong(format!("[{place}]")), Span::plain(" ")],
            Some(at) if index > at => vec![Span::plain(format!("{place} "))],
            Some(_) | None => vec![Span::toned(format!("{place} "), Tone::Soft)],
        }
    };
    let mut lines = title(&track.title, false, width);
    lines.extend(packed(track.places.iter().enumerate().map(place).collect(), width));
    lines
}

fn sheet_lines(sheet: &Sheet, width: usize) -> Vec<Row> {
    let longest = widest(sheet.lines.iter().map(|line| line.label.sentence()));
    let column = longest.min(width / 2);
    let mut lines = title(&sheet.title, false, width);
    for line in &sheet.lines {
        let (label, value) = (line.label.words(), line.value.words());
        let head = format!("  {label:column$}  ");
        let room = width.saturating_sub(head.chars().count());
        let whole = label.chars().count() + 4 + value.chars().count() <= width || room >= 12;
        let (head, values) =
            if whole { (head, wrap(&value, room)) } else { (format!("  {label}:"), Vec::new()) };
        let rest = if whole { Vec::new() } else { wrap(&value, width.saturating_sub(4)) };
        let indent = if whole { column + 4 } else { 4 };
        let mut values = values.into_iter();
        lines.push(vec![Span::toned(head, Tone::Soft), Span::plain(values.next().unwrap_or_default())]);
        let further = values.chain(rest).map(|text| vec![Span::plain(format!("{:indent$}{text}", ""))]);
        lines.extend(further);
    }
    lines
}

fn clock_line(clock: &Clock) -> Row {
    // A second that has begun is still there.
    let seconds = clock.milliseconds.div_ceil(1000);
    let state = said(&if clock.running { say!("running") } else { say!("standing") });
    vec![
        Span::strong(clock.title.words()),
        Span::plain(format!(" {}:{:02} {state}", seconds / 60, seconds % 60)),
    ]
}

/// A small table: a row for each team with its points of every round, all of them, and its claim.
fn scores_lines(scores: &Scores, width: usize) -> Vec<Row> {
    let mut lines = title(&scores.title, false, width);
    let label_width = widest(scores.rows.iter().map(|row| row.who.sentence()));
    let all = said(&say!("total"));
    let heads: Vec<String> = scores.rounds.iter().map(|round| round.to_string()).chain([all]).collect();
    let cells = |row: &ScoreRow| -> Vec<String> {
        let points = row
            .points
            .iter()
            .map(|points| points.map_or_else(|| "-".to_owned(), |points| points.to_string()));
        points.chain([row.total.to_string()]).collect()
    };
    let column = |index: usize| {
        let cells =
            scores.rows.iter().filter_map(|row| cells(row).get(index).map(|cell| cell.chars().count()));
        cells.chain([heads[index].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(column).collect();
    let line = |cells: &[String]| -> String {
        cells.iter().zip(&widths).map(|(cell, width)| format!("  {cell:>width$}")).collect()
    };
    lines.push(vec![Span::toned(format!("  {:label_width$}{}", "", line(&heads)), Tone::Soft)]);
    for row in &scores.rows {
        let who = Span::toned(format!("  {:label_width$}", row.who.words()), Tone::Soft);
        let claim = row.claim.as_ref().map(|claim| Span::strong(format!("  ({claim})")));
        lines.push([who, Span::plain(line(&cells(row)))].into_iter().chain(claim).collect());
    }
    lines
}

/// The columns that the longest of these takes.
fn widest<'a>(sentences: impl Iterator<Item = &'a Sentence>) -> usize {
    sentences.map(|sentence| sentence.words().chars().count()).max().unwrap_or(0)
}

/// A text on lines of at most `width` columns, broken at spaces where there are any.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(8);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word = word.to_owned();
        loop {
            let used = lines.last().map_or(0, |line| line.chars().count());
            let gap = usize::from(used > 0);
            if used + gap + word.chars().count() <= width {
                lines.last_mut().into_iter().for_each(|line| {
                    line.push_str(if gap > 0 { " " } else { "" });
                    line.push_str(&word);
                });
                break;
            }
            if used > 0 {
                lines.push(String::new());
            } else {
                let rest = word.chars().skip(width).collect();
                lines.pop();
                lines.extend([word.chars().take(width).collect(), String::new()]);
                word = rest;
            }
        }
    }
    lines
}

/// A line as text for a terminal, with or without colors.
pub fn printed(line: &[Span], look: Look) -> String {
    let mut text = String::new();
    for span in line {
        match (look.color, codes(span.ink)) {
            (true, codes) if !codes.is_empty() => {
                let _ = write!(text, "\x1b[{}m{}\x1b[0m", codes.join(";"), span.text);
            }
            _ => text.push_str(&span.text),
        }
    }
    if look.color { text } else { text.trim_end().to_owned() }
}

fn codes(ink: Ink) -> Vec<String> {
    let mut codes = Vec::new();
    codes.extend(ink.strong.then(|| "1".to_owned()));
    codes.extend(ink.underlined.then(|| "4".to_owned()));
    codes.extend(ink.tone.color().map(|color| format!("38;5;{color}")));
    codes.extend(ink.ground.color().map(|color| format!("48;5;{color}")));
    codes
}

#[cfg(test)]
mod tests;
