//! What keys and clicks do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

use kit_play::{Offer, Spot, say};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use crate::play::offers::Menu;
use crate::play::render::{Lights, Look};
use crate::play::session::{BotAnswer, Reply, Session, Stage};
use crate::usage::failure;
use crate::words::said;

/// How long a move of a bot stays alone on the screen when only bots play.
const SHOW: Duration = Duration::from_millis(400);

/// How many lines a page key or the wheel moves.
const PAGE: usize = 10;
const NOTCH: usize = 3;

/// The state of the screen around a session.
pub struct App<'a> {
    /// The table and its people.
    pub session: &'a mut Session,
    /// What the terminal can show.
    pub look: Look,
    /// What has been typed.
    pub input: String,
    /// The suggestion that is chosen with the arrows.
    pub chosen: Option<usize>,
    /// The spots that have been clicked.
    pub picked: Vec<Spot>,
    /// Something to read at once.
    pub notice: Option<String>,
    /// Something long to read, over everything else.
    pub overlay: Option<Overlay>,
    /// How far what was said is scrolled back.
    pub scroll: usize,
    /// How far the parts at the right are scrolled down.
    pub side_scroll: usize,
    /// How often Enter has been pressed at the curtain.
    pub enters: usize,
    thinking: Option<Thinking>,
    rested: Instant,
    hits: Vec<(Rect, Spot)>,
    side: Rect,
    leaving: bool,
    /// The stage that the screen was last cleared for.
    stage: Stage,
}

/// A page over everything else.
pub struct Overlay {
    /// What it is.
    pub title: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// The first line in sight.
    pub at: usize,
}

/// A bot at work.
struct Thinking {
    answer: Receiver<BotAnswer>,
    hurry: Arc<AtomicBool>,
}

impl<'a> App<'a> {
    /// A screen for a session.
    pub fn new(session: &'a mut Session, look: Look) -> App<'a> {
        let stage = session.stage();
        App {
            session,
            look,
            input: String::new(),
            chosen: None,
            picked: Vec::new(),
            notice: None,
            overlay: None,
            scroll: 0,
            side_scroll: 0,
            enters: 0,
            thinking: None,
            rested: Instant::now(),
            hits: Vec::new(),
            side: Rect::default(),
            leaving: false,
            stage,
        }
    }

    /// Looks after the bots, and clears what one person left before another comes.
    pub fn advance(&mut self) -> anyhow::Result<()> {
        self.hear_bot()?;
        if self.session.watch_clock() {
            self.notice = Some(said(&say!("Time is up.")));
        }
        let watched = !self.session.seating().people().is_empty() || self.rested.elapsed() >= SHOW;
        if self.thinking.is_none() && watched {
            self.ask_bot();
        }
        let stage = self.session.stage();
        if let Stage::Curtain(_) = stage {
            self.session.part();
            self.overlay = None;
            self.notice = None;
        }
        if stage != self.stage {
            self.stage = stage;
            self.clear_typing();
            (self.scroll, self.side_scroll, self.enters) = (0, 0, 0);
        }
        Ok(())
    }

    fn hear_bot(&mut self) -> anyhow::Result<()> {
        let Some(thinking) = &self.thinking else { return Ok(()) };
        match thinking.answer.try_recv() {
            Ok(answer) => {
                self.thinking = None;
                self.rested = Instant::now();
                self.session.bot_acts(answer)
            }
            Err(TryRecvError::Empty) => Ok(()),
            Err(TryRecvError::Disconnected) => {
                Err(failure(&say!("a bot has stopped thinking without an answer")))
            }
        }
    }

    fn ask_bot(&mut self) {
        if let Some(turn) = self.session.bot_turn() {
            let (sender, answer) = mpsc::channel();
            self.thinking = Some(Thinking { answer, hurry: turn.hurry() });
            std::thread::spawn(move || {
                // Nobody waits for the answer any more once the screen is gone.
                let _ = sender.send(turn.think());
            });
        }
    }

    /// Lets a bot at work stop.
    pub fn hurry(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.hurry.store(true, Ordering::Relaxed);
        }
    }

    /// Whether somebody wants to leave.
    pub fn is_leaving(&self) -> bool {
        self.leaving
    }

    /// Remembers where the spots are on the screen.
    pub fn see(&mut self, (hits, side): (Vec<(Rect, Spot)>, Rect)) {
        (self.hits, self.side) = (hits, side);
    }

    /// What happens next, as the screen shows it.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The offers that fit what has been typed; none while nothing has.
    pub fn suggestions(&self, menu: &Menu) -> Vec<usize> {
        if self.input.trim().is_empty() && self.chosen.is_none() {
            Vec::new()
        } else {
            menu.fitting(self.input.trim())
        }
    }

    /// The lights on the table: of the clicks so far, or of what is being typed.
    pub fn lights(&self, menu: &Menu) -> Lights {
        let suggestions = self.suggestions(menu);
        let chosen = self.chosen.and_then(|chosen| suggestions.get(chosen));
        let offers: Vec<&Offer> = match (chosen, suggestions.is_empty()) {
            (Some(index), _) => vec![&menu.offers()[*index]],
            (None, false) => suggestions.iter().map(|index| &menu.offers()[*index]).collect(),
            (None, true) => return Lights::after(&self.picked, menu.offers().iter()),
        };
        Lights::common(&offers)
    }

    /// Takes an event of the terminal.
    pub fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Paste(text) => {
                self.input.extend(text.chars().filter(|letter| !letter.is_control()));
            }
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            return self.interrupt();
        }
        if self.overlay.is_some() {
            return self.overlay_key(key.code);
        }
        match self.stage {
            Stage::Curtain(_) => self.curtain_key(key.code),
            Stage::Parting(_) => {
                if key.code == KeyCode::Enter {
                    self.session.part();
                }
            }
            Stage::Bot(_) | Stage::Decide(_) | Stage::Asking { .. } | Stage::Over => {
                self.table_key(key.code, control);
            }
        }
    }

    /// Ctrl and C: asks first, and leaves at the second time.
    fn interrupt(&mut self) {
        if matches!(self.stage, Stage::Asking { .. }) {
            self.leaving = true;
        } else {
            let reply = self.session.leave();
            self.take(reply);
        }
    }

    fn curtain_key(&mut self, code: KeyCode) {
        self.enters = if code == KeyCode::Enter { self.enters + 1 } else { 0 };
        if self.enters >= 2 {
            self.session.lift_curtain();
        }
    }

    fn overlay_key(&mut self, code: KeyCode) {
        let Some(overlay) = &mut self.overlay else { return };
        let last = overlay.lines.len().saturating_sub(1);
        match code {
            KeyCode::Up => overlay.at = overlay.at.saturating_sub(1),
            KeyCode::Down => overlay.at = (overlay.at + 1).min(last),
            KeyCode::PageUp => overlay.at = overlay.at.saturating_sub(PAGE),
            KeyCode::PageDown | KeyCode::Char(' ') => overlay.at = (overlay.at + PAGE).min(last),
            KeyCode::Home => overlay.at = 0,
            KeyCode::End => overlay.at = last,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') | KeyCode::F(_) => self.overlay = None,
            _ => {}
        }
    }

    fn table_key(&mut self, code: KeyCode, control: bool) {
        match code {
            KeyCode::F(1) => self.submit("help"),
            KeyCode::F(2) => self.submit("rules"),
            KeyCode::F(3) => self.submit("hint"),
            KeyCode::Char('?') if self.input.is_empty() => self.submit("help"),
            KeyCode::Char('u') if control => self.clear_typing(),
            KeyCode::Char(letter) if !control => self.type_letter(letter),
            KeyCode::Backspace => {
                self.input.pop();
                self.chosen = None;
            }
            KeyCode::Esc => {
                self.clear_typing();
                self.notice = None;
            }
            KeyCode::Up => self.choose(false),
            KeyCode::Down => self.choose(true),
            KeyCode::Tab => self.complete(),
            KeyCode::Enter => self.enter(),
            KeyCode::PageUp => self.scroll += PAGE / 2,
            KeyCode::PageDown => self.scroll = self.scroll.saturating_sub(PAGE / 2),
            KeyCode::Home => self.side_scroll = 0,
            KeyCode::End => self.side_scroll += PAGE,
            _ => {}
        }
    }

    fn type_letter(&mut self, letter: char) {
        self.input.push(letter);
        self.chosen = None;
        self.notice = None;
        self.picked.clear();
    }

    fn clear_typing(&mut self) {
        self.input.clear();
        self.chosen = None;
        self.picked.clear();
    }

    /// Moves the choice among the suggestions.
    fn choose(&mut self, down: bool) {
        let count = self.session.menu().fitting(self.input.trim()).len();
        self.picked.clear();
        self.notice = None;
        self.chosen = match (self.chosen, down) {
            (_, _) if count == 0 => None,
            (None, true) => Some(0),
            (None, false) => Some(count - 1),
            (Some(chosen), true) => Some((chosen + 1) % count),
            (Some(chosen), false) => Some((chosen + count - 1) % count),
        };
    }

    /// Writes out what the suggestions have in common, or the chosen one.
    fn complete(&mut self) {
        let menu = self.session.menu();
        let suggestions = menu.fitting(self.input.trim());
        let actions: Vec<&str> =
            suggestions.iter().map(|index| menu.offers()[*index].action.as_str()).collect();
        let completed = match self.chosen.and_then(|chosen| actions.get(chosen)) {
            Some(action) => (*action).to_owned(),
            None => common_beginning(&actions),
        };
        let grows = completed.chars().count() >= self.input.trim().chars().count();
        if grows && !completed.is_empty() {
            self.input = completed;
            self.chosen = None;
            self.picked.clear();
        }
    }

    fn enter(&mut self) {
        let menu = self.session.menu();
        let suggestions = self.suggestions(&menu);
        let line = match self.chosen.and_then(|chosen| suggestions.get(chosen)) {
            Some(index) => menu.offers()[*index].action.clone(),
            None => self.input.clone(),
        };
        if line.trim().is_empty() && self.stage == Stage::Over {
            self.leaving = true;
            return;
        }
        self.submit(&line);
    }

    /// Hands a line to the session and shows what comes of it.
    fn submit(&mut self, line: &str) {
        self.clear_typing();
        self.notice = None;
        let reply = self.session.enter(line);
        self.take(reply);
    }

    fn take(&mut self, reply: Reply) {
        match reply {
            Reply::Done => {}
            Reply::Notice(words) => self.notice = Some(words),
            Reply::Page { title, lines, at } => {
                self.overlay = Some(Overlay { title, lines, at: at.saturating_sub(1) });
            }
            Reply::Quit => self.leaving = true,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let position = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.wheel(position, false),
            MouseEventKind::ScrollDown => self.wheel(position, true),
            MouseEventKind::Down(MouseButton::Left) if self.overlay.is_none() => {
                let hit = self.hits.iter().find(|(area, _)| area.contains(position));
                if let Some((_, spot)) = hit.cloned() {
                    self.point_at(spot);
                }
            }
            _ => {}
        }
    }

    fn wheel(&mut self, position: Position, down: bool) {
        if let Some(overlay) = &mut self.overlay {
            let last = overlay.lines.len().saturating_sub(1);
            overlay.at = turned(overlay.at, down).min(last);
        } else if self.side.contains(position) {
            self.side_scroll = turned(self.side_scroll, down);
        } else {
            self.scroll = turned(self.scroll, !down);
        }
    }

    /// Goes on with a gesture, begins another, or takes the only spot of one back.
    fn point_at(&mut self, spot: Spot) {
        let Stage::Decide(_) = self.stage else { return };
        let menu = self.session.menu();
        let begins = |picked: &[Spot]| menu.offers().iter().any(|offer| offer.gesture.starts_with(picked));
        if self.picked == [spot.clone()] {
            return self.clear_typing();
        }
        let mut picked = self.picked.clone();
        picked.push(spot.clone());
        if !begins(&picked) {
            picked = if begins(std::slice::from_ref(&spot)) { vec![spot] } else { Vec::new() };
        }
        self.clear_typing();
        self.notice = None;
        match menu.offers().iter().find(|offer| !picked.is_empty() && offer.gesture == picked) {
            Some(offer) => self.submit(&offer.action.clone()),
            None => self.picked = picked,
        }
    }
}

fn turned(at: usize, down: bool) -> usize {
    if down { at + NOTCH } else { at.saturating_sub(NOTCH) }
}

/// The beginning that all texts share.
fn common_beginning(texts: &[&str]) -> String {
    let Some((first, rest)) = texts.split_first() else { return String::new() };
    let shared =
        |(index, letter): &(usize, char)| rest.iter().all(|text| text.chars().nth(*index) == Some(*letter));
    first.chars().enumerate().take_while(shared).map(|(_, letter)| letter).collect()
}

#[cfg(test)]
mod tests;
