//! The column beside the board: what to do, and everything that lies in front of nobody.

use kit_chess::shakmaty::Piece;
use kit_play::tabletop::{Clock, Grid, Part, Prompt, Sheet, Track, Tray};

use super::strip;
use super::words::{clipped, time, width, wrapped};
use super::{GAP, SIDE};
use crate::Theme;
use crate::art::draw_piece;
use crate::grid::{CELL, Ruled};
use crate::svg::{Canvas, Lettering, Paint};

/// Room inside a panel.
const PAD: f64 = 10.0;

/// The letters of a panel and of its title.
const LETTERS: f64 = 14.0;

/// From one line to the next.
const LINE: f64 = 19.0;

/// A column that grows downwards.
pub struct Column<'a> {
    /// Where it is drawn.
    pub canvas: &'a mut Canvas,
    /// Its left edge.
    pub left: f64,
    /// Where the next part begins.
    pub top: f64,
    /// Its colors.
    pub theme: &'a Theme,
}

impl Column<'_> {
    /// What to do now, with the parts of the turn.
    pub fn prompt(&mut self, prompt: &Prompt) {
        if prompt.text.is_empty() {
            return;
        }
        let lines = wrapped(&prompt.text, 16.0, SIDE - 2.0 * PAD - 6.0);
        let steps = self.step_rows(prompt);
        let height = 2.0 * PAD + lines.len() as f64 * LINE + steps.len() as f64 * 26.0;
        self.panel(height);
        let bar = [self.left, self.top, 5.0, height];
        self.canvas.rect(bar, 2.0, &Paint::fill(self.theme.accent));
        for (index, line) in lines.iter().enumerate() {
            let at = [self.left + PAD + 6.0, self.top + PAD + 14.0 + index as f64 * LINE];
            self.canvas.text(at, line, Lettering::new(16.0, self.theme.ink).bold());
        }
        let mut top = self.top + PAD + lines.len() as f64 * LINE + 4.0;
        for row in steps {
            self.pills(&row, [self.left + PAD + 6.0, top]);
            top += 26.0;
        }
        self.top += height + GAP;
    }

    /// The steps of a turn in rows, and which of them is going on.
    fn step_rows(&self, prompt: &Prompt) -> Vec<Vec<(String, bool)>> {
        let steps = prompt.steps.iter().enumerate();
        rows(steps.map(|(index, step)| (step.clone(), prompt.step == Some(index))))
    }

    /// Words in round frames; the one that is going on is filled.
    fn pills(&mut self, words: &[(String, bool)], [mut x, y]: [f64; 2]) {
        for (word, here) in words {
            let wide = pill_width(word);
            let (paint, ink) = match here {
                true => (Paint::fill(self.theme.accent), self.theme.panel),
                false => (Paint::line(self.theme.line, 1.0), self.theme.soft),
            };
            self.canvas.rect([x, y, wide, 20.0], 10.0, &paint);
            let lettering = Lettering::new(13.0, ink).centered().bold();
            self.canvas.text([x + wide / 2.0, y + 14.4], word, lettering);
            x += wide + 5.0;
        }
    }

    /// Anything that lies beside the board; what lies elsewhere is left out.
    pub fn part(&mut self, part: &Part) {
        match part {
            Part::Board(_) => {}
            Part::Cards(cards) if cards.seat.is_some() || cards.private => {}
            Part::Cards(cards) => {
                strip::draw_cards(self.canvas, cards, [self.left, self.top], SIDE, self.theme);
                self.top += strip::block_height();
            }
            Part::Grid(grid) => self.grid(grid),
            Part::Tray(tray) => self.tray(tray),
            Part::Track(track) => self.track(track),
            Part::Sheet(sheet) => self.sheet(sheet),
            Part::Clock(clock) => self.clock(clock),
        }
    }

    fn grid(&mut self, grid: &Grid) {
        self.title(&grid.title, grid.private);
        let note = grid.note.as_ref().map(|_| 1.5 * CELL);
        let mut widths = vec![1.2 * CELL];
        widths.extend(grid.columns.iter().map(|_| CELL));
        widths.extend(note);
        let scale = (SIDE / widths.iter().sum::<f64>()).min(1.0);
        let ruled = Ruled { corner: [0.0, 0.0], widths, rows: grid.rows.len() + 1, theme: self.theme };
        let place = format!("translate({:.2} {:.2}) scale({scale:.4})", self.left, self.top);
        self.canvas.group(&place, |canvas| fill_grid(canvas, &ruled, grid));
        self.top += ruled.height() * scale + GAP;
    }

    fn tray(&mut self, tray: &Tray) {
        self.title(&tray.title, false);
        let (mut x, size) = (self.left, 26.0);
        self.top += 2.0;
        if tray.items.is_empty() {
            self.canvas.text([x, self.top + LETTERS], "nothing", Lettering::new(LETTERS, self.theme.soft));
        }
        for item in &tray.items {
            let piece = only_letter(item).and_then(Piece::from_char);
            let wide = if piece.is_some() { size } else { width(item, LETTERS, false) + 8.0 };
            if x > self.left && x + wide > self.left + SIDE {
                (x, self.top) = (self.left, self.top + size);
            }
            match piece {
                Some(piece) => draw_piece(self.canvas, piece, [x, self.top - 2.0], size, self.theme),
                None => {
                    let words = clipped(item, LETTERS, SIDE);
                    let lettering = Lettering::new(LETTERS, self.theme.ink);
                    self.canvas.text([x, self.top + 16.0], &words, lettering);
                }
            }
            x += wide;
        }
        self.top += size + GAP;
    }

    fn track(&mut self, track: &Track) {
        self.title(&track.title, false);
        let places = track.places.iter().enumerate();
        let places = rows(places.map(|(index, place)| (place.clone(), track.at == Some(index))));
        for row in places {
            self.pills(&row, [self.left, self.top]);
            self.top += 26.0;
        }
        self.top += GAP - 6.0;
    }

    fn sheet(&mut self, sheet: &Sheet) {
        self.title(&sheet.title, false);
        let lines: Vec<(String, Vec<String>)> = sheet
            .lines
            .iter()
            .map(|(label, value)| {
                let room = SIDE - 2.0 * PAD - width(label, LETTERS, false) - 12.0;
                let beside = width(value, LETTERS, true) <= room;
                let room = if beside { room + 1.0 } else { SIDE - 3.0 * PAD };
                (label.clone(), if beside { vec![value.clone()] } else { wrapped(value, LETTERS, room) })
            })
            .collect();
        let height = |lines: &[String]| if lines.len() == 1 { 1 } else { lines.len() + 1 };
        let count: usize = lines.iter().map(|(_, value)| height(value)).sum();
        self.panel(2.0 * PAD - 4.0 + count as f64 * LINE);
        let mut y = self.top + PAD + 11.0;
        for (label, value) in &lines {
            self.canvas.text([self.left + PAD, y], label, Lettering::new(LETTERS, self.theme.soft));
            let lettering = Lettering::new(LETTERS, self.theme.ink);
            match value.as_slice() {
                [only] => {
                    self.canvas.text([self.left + SIDE - PAD, y], only, lettering.ending().bold());
                }
                several => {
                    for line in several {
                        y += LINE;
                        self.canvas.text([self.left + 2.0 * PAD, y], line, lettering);
                    }
                }
            }
            y += LINE;
        }
        self.top += 2.0 * PAD - 4.0 + count as f64 * LINE + GAP;
    }

    fn clock(&mut self, clock: &Clock) {
        let (fill, ink) = match clock.running {
            true => (self.theme.accent, self.theme.panel),
            false => (self.theme.panel, self.theme.ink),
        };
        let paint = Paint::fill(fill).outlined(self.theme.line, 1.0);
        self.canvas.rect([self.left, self.top, SIDE, 30.0], 5.0, &paint);
        let state = if clock.running { " (running)" } else { "" };
        let words = clipped(&format!("{}{state}", clock.title), LETTERS, SIDE - 90.0);
        self.canvas.text([self.left + PAD, self.top + 20.0], &words, Lettering::new(LETTERS, ink));
        let lettering = Lettering::new(18.0, ink).ending().bold();
        self.canvas.text([self.left + SIDE - PAD, self.top + 21.0], &time(clock.milliseconds), lettering);
        self.top += 30.0 + GAP / 2.0;
    }

    fn title(&mut self, title: &str, private: bool) {
        let mut x = self.left;
        if private {
            strip::closed_eye(self.canvas, [x + 7.0, self.top + 8.0], self.theme);
            x += 19.0;
        }
        let words = clipped(title, 13.0, SIDE - 20.0);
        self.canvas.text([x, self.top + 12.0], &words, Lettering::new(13.0, self.theme.soft).bold());
        self.top += strip::TITLE;
    }

    fn panel(&mut self, height: f64) {
        let paint = Paint::fill(self.theme.panel).outlined(self.theme.line, 1.0);
        self.canvas.rect([self.left, self.top, SIDE, height], 5.0, &paint);
    }
}

fn fill_grid(canvas: &mut Canvas, ruled: &Ruled, grid: &Grid) {
    ruled.paper(canvas);
    ruled.rules(canvas, 0..=ruled.widths.len());
    for (column, heading) in grid.columns.iter().chain(&grid.note).enumerate() {
        ruled.heading(canvas, 0, column + 1, heading);
    }
    for (index, row) in grid.rows.iter().enumerate() {
        ruled.heading(canvas, index + 1, 0, &row.label);
        for (column, cell) in row.cells.iter().enumerate() {
            ruled.mark(canvas, index + 1, column + 1, &cell.letter().to_string());
        }
        if grid.note.is_some() {
            ruled.note(canvas, index + 1, grid.columns.len() + 1, &row.note);
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
