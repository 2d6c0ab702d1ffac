//! The column beside the board: what to do, and everything that lies in front of nobody.

use kit_chess::shakmaty::{Color, Piece};
use kit_play::Sentence;
use kit_play::sentence::Label;
use kit_play::tabletop::{
    Cards, Clock, Grid, Part, Prices, Prompt, ScoreRow, Scores, Sheet, SheetLine, Tabletop, Track, Tray,
};

use super::strip;
use super::words::{clipped, time, width, wrapped};
use super::{GAP, SIDE};
use crate::Theme;
use crate::art::{draw_piece, tokens};
use crate::grid::{CELL, Ruled};
use crate::svg::{Canvas, Lettering, Paint, number};

/// Room inside a panel.
const PAD: f64 = 10.0;

/// The letters of a panel and of its title.
const LETTERS: f64 = 14.0;

/// From one line to the next.
const LINE: f64 = 19.0;

/// How many columns there are at most.
const COLUMNS: usize = 3;

/// Draws all that lies beside the board in columns that should not be longer than `low`;
/// returns the lower right corner.
pub fn draw(
    canvas: &mut Canvas,
    tabletop: &Tabletop,
    [left, top]: [f64; 2],
    low: f64,
    theme: &Theme,
) -> [f64; 2] {
    let blocks = blocks(tabletop, theme);
    let heights: Vec<f64> = blocks.iter().map(|block| block.height).collect();
    let tallest = heights.iter().copied().fold(low - top, f64::max);
    let mut limit = tallest;
    while columns(&heights, limit).last().is_some_and(|place| place.0 >= COLUMNS) {
        limit += GAP;
    }
    let mut corner = [left + SIDE + GAP, top];
    for (block, (column, y)) in blocks.iter().zip(columns(&heights, limit)) {
        let x = left + column as f64 * (SIDE + GAP);
        let place = format!("translate({} {})", number(x), number(top + y));
        canvas.group(&place, |canvas| canvas.raw(block.canvas.elements()));
        corner = [corner[0].max(x + SIDE + GAP), corner[1].max(top + y + block.height)];
    }
    corner
}

/// The column of each block, and how far down it begins there.
fn columns(heights: &[f64], limit: f64) -> Vec<(usize, f64)> {
    let (mut column, mut y) = (0, 0.0);
    let places = heights.iter().map(|height| {
        if y > 0.0 && y + height > limit {
            (column, y) = (column + 1, 0.0);
        }
        let place = (column, y);
        y += height;
        place
    });
    places.collect()
}

fn blocks<'a>(tabletop: &Tabletop, theme: &'a Theme) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut add = |draw: &dyn Fn(&mut Block)| {
        let mut block = Block { canvas: Canvas::new(), height: 0.0, theme };
        draw(&mut block);
        if block.height > 0.0 {
            blocks.push(block);
        }
    };
    add(&|block| block.prompt(&tabletop.prompt));
    // Cards that come one after the other lie side by side.
    for parts in tabletop.parts.chunk_by(|one, other| shared(one).is_some() && shared(other).is_some()) {
        let cards: Vec<&Cards> = parts.iter().filter_map(shared).collect();
        if cards.is_empty() {
            parts.iter().for_each(|part| add(&|block| block.part(part)))
        } else {
            add(&|block| block.cards(&cards))
        }
    }
    blocks
}

/// The cards of a part, if they lie in front of nobody.
fn shared(part: &Part) -> Option<&Cards> {
    match part {
        Part::Cards(cards) if cards.seat.is_none() && !cards.private => Some(cards),
        Part::Cards(_)
        | Part::Board(_)
        | Part::Grid(_)
        | Part::Tray(_)
        | Part::Track(_)
        | Part::Sheet(_)
        | Part::Clock(_)
        | Part::Scores(_)
        | Part::Prices(_) => None,
    }
}

/// One thing beside the board, drawn from the corner of its own canvas downwards.
struct Block<'a> {
    canvas: Canvas,
    height: f64,
    theme: &'a Theme,
}

impl Block<'_> {
    /// What to do now, with the parts of the turn.
    fn prompt(&mut self, prompt: &Prompt) {
        if prompt.words.is_empty() {
            return;
        }
        let lines = wrapped(&prompt.words.words(), 16.0, SIDE - 2.0 * PAD - 6.0);
        let steps = self.step_rows(prompt);
        let height = 2.0 * PAD + lines.len() as f64 * LINE + steps.len() as f64 * 26.0;
        self.panel(height);
        let bar = [0.0, self.height, 5.0, height];
        self.canvas.rect(bar, 2.0, &Paint::fill(self.theme.accent));
        for (index, line) in lines.iter().enumerate() {
            let at = [PAD + 6.0, self.height + PAD + 14.0 + index as f64 * LINE];
            self.canvas.text(at, line, Lettering::new(16.0, self.theme.ink).bold());
        }
        let mut top = self.height + PAD + lines.len() as f64 * LINE + 4.0;
        for row in steps {
            self.pills(&row, [PAD + 6.0, top]);
            top += 26.0;
        }
        self.height += height + GAP;
    }

    /// The steps of a turn in rows, and which of them is going on.
    fn step_rows(&self, prompt: &Prompt) -> Vec<Vec<(String, bool)>> {
        let steps = prompt.steps.iter().enumerate();
        rows(steps.map(|(index, step)| (step.to_string(), prompt.step == Some(index))))
    }

    /// Words in round frames; the one that is going on is filled.
    fn pills(&mut self, words: &[(String, bool)], [mut x, y]: [f64; 2]) {
        for (word, here) in words {
            let wide = pill_width(word);
            let (paint, ink) = if *here {
                (Paint::fill(self.theme.accent), self.theme.panel)
            } else {
                (Paint::line(self.theme.line, 1.0), self.theme.soft)
            };
            self.canvas.rect([x, y, wide, 20.0], 10.0, &paint);
            let lettering = Lettering::new(13.0, ink).centered().bold();
            self.canvas.text([x + wide / 2.0, y + 14.4], word, lettering);
            x += wide + 5.0;
        }
    }

    /// Anything that lies beside the board; what lies elsewhere is left out.
    fn part(&mut self, part: &Part) {
        match part {
            Part::Board(_) | Part::Cards(_) => {}
            Part::Grid(grid) => self.grid(grid),
            Part::Tray(tray) => self.tray(tray),
            Part::Track(track) => self.track(track),
            Part::Sheet(sheet) => self.sheet(sheet),
            Part::Clock(clock) => self.clock(clock),
            Part::Scores(scores) => self.scores(scores),
            Part::Prices(prices) => self.prices(prices),
        }
    }

    fn cards(&mut self, cards: &[&Cards]) {
        self.height = strip::draw(&mut self.canvas, cards, [0.0, 0.0], SIDE, self.theme);
    }

    fn grid(&mut self, grid: &Grid) {
        self.title(&grid.title.words(), grid.private);
        let note = grid.note.as_ref().map(|_| 1.5 * CELL);
        let mut widths = vec![1.2 * CELL];
        widths.extend(grid.columns.iter().map(|_| CELL));
        widths.extend(note);
        let scale = (SIDE / widths.iter().sum::<f64>()).min(1.0);
        let ruled = Ruled { corner: [0.0, 0.0], widths, rows: grid.rows.len() + 1, theme: self.theme };
        let place = format!("translate({:.2} {:.2}) scale({scale:.4})", 0.0, self.height);
        self.canvas.group(&place, |canvas| fill_grid(canvas, &ruled, grid));
        self.height += ruled.height() * scale + GAP;
    }

    fn tray(&mut self, tray: &Tray) {
        self.title(&tray.title.words(), false);
        let (mut x, size) = (0.0, 26.0_f64);
        self.height += 2.0;
        if tray.items.is_empty() {
            self.canvas.text([x, self.height + LETTERS], "nothing", Lettering::new(LETTERS, self.theme.soft));
        }
        for item in &tray.items {
            let letter = only_letter(item);
            let (piece, checker) = (letter.and_then(Piece::from_char), letter.and_then(checker_color));
            let drawn = piece.is_some() || checker.is_some();
            let wide = if drawn { size } else { width(item, LETTERS, false) + 8.0 };
            if x > 0.0 && x + wide > SIDE {
                (x, self.height) = (0.0, self.height + size);
            }
            match (piece, checker) {
                (None, Some(color)) => {
                    let middle = [x + size / 2.0, self.height + size / 2.0 - 2.0];
                    tokens::checker(&mut self.canvas, color, middle, 0.42 * size, self.theme);
                }
                (Some(piece), _) => {
                    draw_piece(&mut self.canvas, piece, [x, self.height - 2.0], size, self.theme)
                }
                (None, None) => {
                    let words = clipped(item, LETTERS, SIDE);
                    let lettering = Lettering::new(LETTERS, self.theme.ink);
                    self.canvas.text([x, self.height + 16.0], &words, lettering);
                }
            }
            x += wide;
        }
        self.height += size + GAP;
    }

    fn track(&mut self, track: &Track) {
        self.title(&track.title.words(), false);
        let places = track.places.iter().enumerate();
        let places = rows(places.map(|(index, place)| (place.words().into_owned(), track.at == Some(index))));
        for row in places {
            self.pills(&row, [0.0, self.height]);
            self.height += 26.0;
        }
        self.height += GAP - 6.0;
    }

    fn sheet(&mut self, sheet: &Sheet) {
        self.title(&sheet.title.words(), false);
        let line = |line: &SheetLine| (line.label.to_string(), line.value.words().into_owned());
        self.lines(sheet.lines.iter().map(line).collect());
    }

    /// A score card, as a line for each row.
    fn scores(&mut self, scores: &Scores) {
        self.title(&scores.title.words(), false);
        let line = |row: &ScoreRow| (row.who.words().into_owned(), row.to_string());
        self.lines(scores.rows.iter().map(line).collect());
    }

    /// What choices bring, as a line for each case of each choice.
    fn prices(&mut self, prices: &Prices) {
        self.title(&prices.title.words(), false);
        let mut lines = Vec::new();
        for row in &prices.rows {
            for (index, brings) in row.brings.iter().enumerate() {
                let choice = row.choice.words();
                let label = match prices.cases.get(index) {
                    Some(case) => format!("{choice}, {}", case.words()),
                    None => choice.into_owned(),
                };
                lines.push((label, brings.words.words().into_owned()));
            }
        }
        self.lines(lines);
    }

    fn lines(&mut self, lines: Vec<(String, String)>) {
        let line = |(label, value): (String, String)| {
            let value = value_of(&label, &value);
            (label, value)
        };
        let lines: Vec<(String, Value)> = lines.into_iter().map(line).collect();
        let count: usize = lines.iter().map(|(_, value)| value.lines()).sum();
        let height = 2.0 * PAD - 4.0 + count as f64 * LINE;
        self.panel(height);
        let mut y = self.height + PAD + 11.0;
        for (label, value) in &lines {
            self.canvas.text([PAD, y], label, Lettering::new(LETTERS, self.theme.soft));
            let lettering = Lettering::new(LETTERS, self.theme.ink);
            match value {
                Value::Beside(words) => self.canvas.text([SIDE - PAD, y], words, lettering.ending().bold()),
                Value::Below(rows) => {
                    for (row, words) in rows.iter().enumerate() {
                        self.canvas.text([2.0 * PAD, y + (row + 1) as f64 * LINE], words, lettering);
                    }
                }
            }
            y += value.lines() as f64 * LINE;
        }
        self.height += height + GAP;
    }

    fn clock(&mut self, clock: &Clock) {
        let (fill, ink) = if clock.running {
            (self.theme.accent, self.theme.panel)
        } else {
            (self.theme.panel, self.theme.ink)
        };
        let paint = Paint::fill(fill).outlined(self.theme.line, 1.0);
        self.canvas.rect([0.0, self.height, SIDE, 30.0], 5.0, &paint);
        let state = if clock.running { " (running)" } else { "" };
        let words = clipped(&format!("{}{state}", clock.title), LETTERS, SIDE - 90.0);
        self.canvas.text([PAD, self.height + 20.0], &words, Lettering::new(LETTERS, ink));
        let lettering = Lettering::new(18.0, ink).ending().bold();
        self.canvas.text([SIDE - PAD, self.height + 21.0], &time(clock.milliseconds), lettering);
        self.height += 30.0 + GAP / 2.0;
    }

    fn title(&mut self, title: &str, private: bool) {
        let mut x = 0.0_f64;
        if private {
            strip::closed_eye(&mut self.canvas, [x + 7.0, self.height + 8.0], self.theme);
            x += 19.0;
        }
        let words = clipped(title, 13.0, SIDE - 20.0);
        self.canvas.text([x, self.height + 12.0], &words, Lettering::new(13.0, self.theme.soft).bold());
        self.height += strip::TITLE;
    }

    fn panel(&mut self, height: f64) {
        let paint = Paint::fill(self.theme.panel).outlined(self.theme.line, 1.0);
        self.canvas.rect([0.0, self.height, SIDE, height], 5.0, &paint);
    }
}

/// What stands on a line of a sheet: beside its label where there is room, else below it.
enum Value {
    Beside(String),
    Below(Vec<String>),
}

impl Value {
    fn lines(&self) -> usize {
        match self {
            Value::Beside(_) => 1,
            Value::Below(rows) => rows.len() + 1,
        }
    }
}

fn value_of(label: &str, value: &str) -> Value {
    let room = SIDE - 2.0 * PAD - width(label, LETTERS, false) - 12.0;
    if width(value, LETTERS, true) <= room {
        Value::Beside(value.to_owned())
    } else {
        Value::Below(wrapped(value, LETTERS, SIDE - 3.0 * PAD))
    }
}

fn fill_grid(canvas: &mut Canvas, ruled: &Ruled, grid: &Grid) {
    ruled.paper(canvas);
    ruled.rules(canvas, 0..=ruled.widths.len());
    let note = grid.note.iter().map(Label::words);
    for (column, heading) in grid.columns.iter().map(Sentence::words).chain(note).enumerate() {
        ruled.heading(canvas, 0, column + 1, &heading);
    }
    for (index, row) in grid.rows.iter().enumerate() {
        ruled.heading(canvas, index + 1, 0, &row.label.words());
        for (column, cell) in row.cells.iter().enumerate() {
            ruled.mark(canvas, index + 1, column + 1, &cell.letter().to_string());
        }
        if grid.note.is_some() {
            ruled.note(canvas, index + 1, grid.columns.len() + 1, &row.note.words());
        }
    }
}

/// Words in rows that fit into the column.
fn rows(words: impl Iterator<Item = (String, bool)>) -> Vec<Vec<(String, bool)>> {
    let mut rows: Vec<Vec<(String, bool)>> = Vec::new();
    let mut room = 0.0;
    for (word, here) in words {
        let word = clipped(&word, 13.0, SIDE - 60.0);
        let wide = pill_width(&word) + 5.0;
        if rows.is_empty() || room < wide {
            rows.push(Vec::new());
            room = SIDE - 2.0 * PAD;
        }
        room -= wide;
        rows.last_mut().expect("a row was begun").push((word, here));
    }
    rows
}

fn pill_width(word: &str) -> f64 {
    width(word, 13.0, true) + 16.0
}

fn only_letter(word: &str) -> Option<char> {
    let mut letters = word.chars();
    letters.next().filter(|_| letters.as_str().is_empty())
}

/// The side whose checker a letter of the deck names.
fn checker_color(letter: char) -> Option<Color> {
    matches!(letter, 'C' | 'c').then(|| Color::from_white(letter == 'C'))
}
