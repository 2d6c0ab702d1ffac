//! Whole games as text, one line a turn: `BQ/br; r:h7h5 h8h6; Q:c2c3 d1b3`.
//!
//! The first line says which cards White laid face up, `open=RK`.
//! Cards are upper case for White and lower case for Black, `--` is a move that was
//! skipped, and `#` follows the capture of a king.

use std::fmt;

use kit_chess::Step;
use kit_chess::shakmaty::{ByColor, Color};
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{BadText, Outcome, Sentence, Terms, Verdict, Viewer, say};

use super::cards::{Cards, Queue, QueuedCard};
use super::position::Stage;
use super::{ABOUT, Action, View};
use crate::sides::seat_of;

/// What has happened since the usual start.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The cards that White laid face up.
    pub opened: Option<Cards>,
    /// The turns whose cards were turned up.
    pub turns: Vec<TurnRecord>,
}

/// The cards of a turn and its moves so far, `None` where one was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRecord {
    /// The pairs.
    pub chosen: ByColor<Cards>,
    /// The moves in the order of the queue.
    pub moves: Vec<Option<Step>>,
}

impl Record {
    /// Adds a move to the turn that is going on.
    pub fn add(&mut self, step: Option<Step>) {
        if let Some(turn) = self.turns.last_mut() {
            turn.moves.push(step);
        }
    }
}

/// The game so far as its viewer knows it.
pub fn written(view: &View, outcome: Option<&Outcome>) -> Option<String> {
    let record = view.public.record.as_ref()?;
    let mut lines: Vec<String> =
        record.opened.map(|cards| Action::Open(cards).to_string()).into_iter().collect();
    lines.extend(record.turns.iter().map(ToString::to_string));
    if let Stage::Choosing(ready) = view.public.position.stage {
        let pair = |color: Color| {
            let own = view.sealed.filter(|_| view.viewer == Viewer::Seat(seat_of(color)));
            own.map_or("??".to_owned(), |cards| cased(&cards, color))
        };
        if ready.white || ready.black {
            lines.push(format!("{}/{}", pair(Color::White), pair(Color::Black)));
        }
    }
    let won = outcome.is_some_and(|outcome| outcome.verdict != Verdict::Draw);
    Some(lines.join("\n") + if won { "#\n" } else { "\n" })
}

impl fmt::Display for TurnRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor { white, black } = &self.chosen;
        write!(f, "{}/{}", cased(white, Color::White), cased(black, Color::Black))?;
        let queue = Queue::schedule(self.chosen);
        let mut last = None;
        for (entry, step) in queue.entries().iter().zip(&self.moves) {
            let step = step.map_or("--".to_owned(), |step| step.to_string());
            if last.replace(entry) == Some(entry) {
                write!(f, " {step}")?
            } else {
                write!(f, "; {}:{step}", entry.card.of(entry.owner).char())?
            }
        }
        Ok(())
    }
}

fn cased(cards: &Cards, color: Color) -> String {
    color.fold_wb(cards.to_string(), cards.to_string().to_lowercase())
}

/// Reads a whole game; `None` when the text does not begin like one.
pub fn read(text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty());
    let (number, first) = lines.next().filter(|(_, line)| line.starts_with("open="))?;
    let mut actions = Vec::new();
    let mut read_all = || {
        let problem = || BadText::at(number, say!("the first line is two cards such as `open=KR`"));
        actions.push(first.parse::<Action>().map_err(|_| problem())?.to_string());
        lines.try_for_each(|(number, line)| read_turn(number, line, &mut actions))
    };
    Some(read_all().map(|()| (Terms::usual(&ABOUT), actions)))
}

fn read_turn(number: usize, line: &str, actions: &mut Vec<String>) -> Result<(), BadText> {
    let bad = |problem: Sentence| BadText::at(number, problem);
    let mut groups = line.strip_suffix('#').unwrap_or(line).split(';').map(str::trim);
    let pairs = groups.next().and_then(|pairs| pairs.split_once('/'));
    let pairs = pairs.and_then(|(white, black)| Some((Cards::read_pair(white)?, Cards::read_pair(black)?)));
    let (white, black) = pairs.ok_or_else(|| bad(say!("a turn begins with two pairs such as `BQ/br`")))?;
    actions.extend([white, black].map(|pair| Action::Choose(pair).to_string()));
    let queue = Queue::schedule(ByColor { white, black });
    let mut entries = queue.entries();
    for group in groups {
        let (card, moves) =
            group.split_once(':').ok_or_else(|| bad(say!("moves follow their card, as in `r:h7h5`")))?;
        for step in moves.split_whitespace() {
            let (entry, rest) =
                entries.split_first().ok_or_else(|| bad(say!("there are more moves than cards give")))?;
            if card.trim() != letter(entry) {
                let (card, found) = (Filling::text(letter(entry)), Filling::text(excerpt(card.trim())));
                return Err(bad(say!("the next card is `{card}`, not `{found}`", card, found)));
            }
            entries = rest;
            actions.extend((step != "--").then(|| step.to_owned()));
        }
    }
    Ok(())
}

fn letter(entry: &QueuedCard) -> String {
    entry.card.of(entry.owner).char().to_string()
}
