//! A question on the full screen, with a list of answers.

use kit_play::say;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;

use super::draw::put_lines;
use super::keeper::Keeper;
use crate::play::menu::{self, Answer, Asker, Question};
use crate::play::render::{self, Ink, Look, Row, Span, Tone};
use crate::words::said;

/// Asks on the whole of the terminal.
pub struct ScreenAsker(pub Look);

impl Asker for ScreenAsker {
    fn ask(&mut self, question: &Question) -> anyhow::Result<Option<usize>> {
        let mut keeper = Keeper::take()?;
        let mut list = List { question, chosen: 0, typed: String::new() };
        loop {
            keeper.terminal().draw(|frame| list.draw(frame, self.0))?;
            if let Event::Key(key) = event::read()? {
                if key.kind == KeyEventKind::Release {
                    continue;
                }
                match list.key(key) {
                    Choice::None => {}
                    Choice::Answer(answer) => return Ok(Some(answer)),
                    Choice::Leave => return Ok(None),
                }
            }
        }
    }
}

enum Choice {
    None,
    Answer(usize),
    Leave,
}

struct List<'a> {
    question: &'a Question,
    chosen: usize,
    typed: String,
}

impl List<'_> {
    /// The answers that fit what has been typed.
    fn answers(&self) -> Vec<usize> {
        let all = &self.question.answers;
        if self.typed.is_empty() { (0..all.len()).collect() } else { menu::found(all, &self.typed) }
    }

    fn key(&mut self, key: KeyEvent) -> Choice {
        let answers = self.answers();
        let last = answers.len().saturating_sub(1);
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Choice::Leave,
            KeyCode::Esc if self.typed.is_empty() => return Choice::Leave,
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Enter if matches!(self.typed.as_str(), "quit" | "exit") => return Choice::Leave,
            KeyCode::Enter => {
                return answers.get(self.chosen).map_or(Choice::None, |answer| Choice::Answer(*answer));
            }
            KeyCode::Up => self.chosen = self.chosen.checked_sub(1).unwrap_or(last),
            KeyCode::Down => self.chosen = if self.chosen >= last { 0 } else { self.chosen + 1 },
            KeyCode::Backspace => {
                self.typed.pop();
                self.chosen = 0;
            }
            KeyCode::Char(letter) => {
                self.typed.push(letter);
                self.chosen = 0;
            }
            _ => {}
        }
        Choice::None
    }

    fn draw(&self, frame: &mut Frame, look: Look) {
        let area = frame.area();
        let left = area.width.saturating_sub(76) / 2;
        let width = usize::from(area.width - left).min(76);
        let mut lines: Vec<Row> = vec![vec![Span::strong(self.question.words.clone())], Vec::new()];
        let mut chosen_at = 0;
        for (place, answer) in self.answers().into_iter().enumerate() {
            if place == self.chosen {
                chosen_at = lines.len();
            }
            lines.extend(entry(answer + 1, &self.question.answers[answer], place == self.chosen, width));
        }
        let room = usize::from(area.height).saturating_sub(3);
        let from = (chosen_at + 4).saturating_sub(room);
        let page = Rect::new(left, 1, area.width - left, room as u16);
        put_lines(frame, page, &lines[from.min(lines.len())..], look, &mut Vec::new());
        let foot = if self.typed.is_empty() {
            let how = said(&say!("arrows or a name or number; Enter chooses, Esc leaves"));
            vec![Span::toned(how, Tone::Soft)]
        } else {
            vec![Span::toned("> ", Tone::May), Span::plain(self.typed.clone())]
        };
        let foot_area = Rect::new(left, area.height.saturating_sub(1), area.width - left, 1);
        put_lines(frame, foot_area, &[foot], look, &mut Vec::new());
    }
}

/// An answer with what it means.
fn entry(number: usize, answer: &Answer, chosen: bool, width: usize) -> Vec<Row> {
    let tone = if chosen { Tone::May } else { Tone::Plain };
    let ink = Ink { tone, strong: true, ..Ink::default() };
    let pointer = if chosen { ">" } else { " " };
    let name = Span { text: format!("{pointer}{number:>3}  {}", answer.name), ink, spot: None };
    let meaning = if answer.meaning.is_empty() {
        Vec::new()
    } else {
        render::wrap(&answer.meaning, width.saturating_sub(6))
    };
    let meaning = meaning.into_iter().map(|text| vec![Span::toned(format!("      {text}"), Tone::Soft)]);
    [vec![name]].into_iter().chain(meaning).chain([Vec::new()]).collect()
}
