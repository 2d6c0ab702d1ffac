//! Which game? A list on the full screen.

use kit_games::CATALOGUE;
use kit_play::{Listed, say};
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;

use super::draw::put_lines;
use super::keeper::Keeper;
use crate::play::menu;
use crate::play::render::{self, Ink, Look, Row, Span, Tone};
use crate::words::{self, said};

/// Lets somebody choose a game; none if they leave.
pub fn choose(look: Look) -> anyhow::Result<Option<&'static dyn Listed>> {
    let mut keeper = Keeper::take()?;
    let mut list = List { chosen: 0, typed: String::new() };
    loop {
        keeper.terminal().draw(|frame| list.draw(frame, look))?;
        if let Event::Key(key) = event::read()? {
            if key.kind == KeyEventKind::Release {
                continue;
            }
            match list.key(key) {
                Choice::None => {}
                Choice::Game(game) => return Ok(Some(game)),
                Choice::Leave => return Ok(None),
            }
        }
    }
}

enum Choice {
    None,
    Game(&'static dyn Listed),
    Leave,
}

struct List {
    chosen: usize,
    typed: String,
}

impl List {
    /// The games that fit what has been typed.
    fn games(&self) -> Vec<&'static dyn Listed> {
        if self.typed.is_empty() { CATALOGUE.to_vec() } else { menu::found(&self.typed) }
    }

    fn key(&mut self, key: KeyEvent) -> Choice {
        let games = self.games();
        let last = games.len().saturating_sub(1);
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Choice::Leave,
            KeyCode::Esc if self.typed.is_empty() => return Choice::Leave,
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Enter if matches!(self.typed.as_str(), "quit" | "exit") => return Choice::Leave,
            KeyCode::Enter => {
                return games.get(self.chosen).map_or(Choice::None, |game| Choice::Game(*game));
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
        let mut lines: Vec<Row> = vec![vec![Span::strong(said(&say!("Which game?")))], Vec::new()];
        let mut chosen_at = 0;
        for (place, game) in self.games().iter().enumerate() {
            if place == self.chosen {
                chosen_at = lines.len();
            }
            lines.extend(entry(*game, place == self.chosen, width));
        }
        let room = usize::from(area.height).saturating_sub(3);
        let from = (chosen_at + 4).saturating_sub(room);
        let page = Rect::new(left, 1, area.width - left, room as u16);
        put_lines(frame, page, &lines[from.min(lines.len())..], look, &mut Vec::new());
        let foot = if self.typed.is_empty() {
            let how = said(&say!("arrows or a name or number; Enter plays, Esc leaves"));
            vec![Span::toned(how, Tone::Soft)]
        } else {
            vec![Span::toned("> ", Tone::May), Span::plain(self.typed.clone())]
        };
        let foot_area = Rect::new(left, area.height.saturating_sub(1), area.width - left, 1);
        put_lines(frame, foot_area, &[foot], look, &mut Vec::new());
    }
}

/// A game with its blurb.
fn entry(game: &dyn Listed, chosen: bool, width: usize) -> Vec<Row> {
    let about = game.about();
    let number =
        CATALOGUE.iter().position(|listed| listed.about().id == about.id).map_or(0, |index| index + 1);
    let tone = if chosen { Tone::May } else { Tone::Plain };
    let ink = Ink { tone, strong: true, ..Ink::default() };
    let pointer = if chosen { ">" } else { " " };
    let name = Span { text: format!("{pointer}{number:>3}  {}", words::text(about.name)), ink, spot: None };
    let blurb = render::wrap(words::text(about.blurb), width.saturating_sub(6));
    let blurb = blurb.into_iter().map(|text| vec![Span::toned(format!("      {text}"), Tone::Soft)]);
    [vec![name]].into_iter().chain(blurb).chain([Vec::new()]).collect()
}
