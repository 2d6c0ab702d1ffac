//! Whole games as text, one line a turn: `c4e6/e6c4{b3c4/f7e6}`, `c4e5/h8h7{b:e7e5}{w:X}`.
//!
//! White's move stands first, and blows follow in braces: two when both were asked, and one
//! with the letter of its color when one was.
//! `#` follows mate, `##` the mate of both kings, and `!K` the capture of a king.
//! A game that began from an arrangement is written below it.

use std::fmt;
use std::sync::Arc;

use kit_chess::shakmaty::{ByColor, Color};
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, Outcome, Sentence, Terms, Viewer, say};

use super::position::{Position, Stage};
use super::{ABOUT, Action, View, ends};
use crate::sides::seat_of;
use crate::steps;

/// Where the game began and what has happened since.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The start, if it was not the usual one.
    start: Option<Arrangement>,
    /// The turns whose moves were revealed, shared by all who look on, because a long game has many.
    pub turns: Arc<Vec<TurnRecord>>,
}

/// Two moves and the blows that followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRecord {
    moves: ByColor<Option<Answer>>,
    blows: Vec<ByColor<Option<Answer>>>,
}

/// An answer that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    action: Action,
    /// The move as a part of a sentence, if there is one.
    moved: Option<Filling>,
}

impl Record {
    pub fn from_start(start: &Arrangement) -> Record {
        Record { start: Some(start.clone()), turns: Arc::default() }
    }

    /// Adds answers that were opened in a position.
    pub fn add(&mut self, position: &Position, answers: ByColor<Option<Action>>) {
        let moved = |action: Action| action.step().map(|step| steps::moved(&position.field.board, step));
        let answers = answers.map(|action| action.map(|action| Answer { action, moved: moved(action) }));
        let turns = Arc::make_mut(&mut self.turns);
        match (position.stage, turns.last_mut()) {
            (Stage::Blows(_), Some(turn)) => turn.blows.push(answers),
            (Stage::Writing | Stage::Blows(_), _) => {
                turns.push(TurnRecord { moves: answers, blows: Vec::new() })
            }
        }
    }

    /// How many pieces the game began with.
    pub fn pieces(&self) -> usize {
        let board = self.start.as_ref().and_then(Arrangement::board);
        board.map_or(32, |board| board.occupied().count())
    }
}

impl TurnRecord {
    /// The answers in words: `White wrote pawn e4 to e5. Black wrote pawn d7 to d5.`
    pub fn words(&self) -> Sentence {
        let moves = in_words(&self.moves, |seat, step| say!("{seat} wrote {step}.", seat, step));
        let strikes = |seat: Filling, step: &Filling| say!("{seat} strikes: {step}.", seat, step);
        let blows = self.blows.iter().flat_map(|blows| in_words(blows, strikes));
        Sentence::joined(moves.into_iter().chain(blows))
    }
}

/// What both answered, White first.
fn in_words(
    answers: &ByColor<Option<Answer>>,
    words: impl Fn(Filling, &Filling) -> Sentence,
) -> Vec<Sentence> {
    let answer = |(color, answer): (Color, Option<&Answer>)| {
        let seat = ABOUT.seat(seat_of(color));
        Some(match &answer?.moved {
            Some(step) => words(seat, step),
            None => say!("{seat} lets it be.", seat),
        })
    };
    answers.as_ref().map(Option::as_ref).zip_color().into_iter().filter_map(answer).collect()
}

/// The answers of a turn, without its end.
impl fmt::Display for TurnRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&pair(self.moves.as_ref().map(known)))?;
        self.blows.iter().try_for_each(|blows| write!(f, "{{{}}}", pair(blows.as_ref().map(known))))
    }
}

/// The game so far as its viewer knows it.
pub fn written(view: &View, outcome: Option<&Outcome>) -> String {
    let record = &view.public.record;
    let mut lines: Vec<String> = record.start.iter().map(ToString::to_string).collect();
    lines.extend(record.turns.iter().map(ToString::to_string));
    if view.public.written.white || view.public.written.black {
        let sealed = pair(ByColor::new_with(|color| {
            let own = view.sealed.filter(|_| view.viewer == Viewer::Seat(seat_of(color)));
            Some(own.map_or_else(|| "??".to_owned(), |action| action.to_string()))
        }));
        match (view.public.position.stage, lines.last_mut()) {
            (Stage::Blows(_), Some(turn)) => turn.push_str(&format!("{{{sealed}}}")),
            (Stage::Writing | Stage::Blows(_), _) => lines.push(sealed),
        }
    }
    let end = outcome.map_or("", suffix);
    let end = if record.turns.is_empty() { "" } else { end };
    lines.join("\n") + end + "\n"
}

fn suffix(outcome: &Outcome) -> &'static str {
    match outcome.reason {
        ends::MATED => "#",
        ends::BOTH_MATED => "##",
        ends::KING_CAPTURED => "!K",
        _ => "",
    }
}

fn known(answer: &Option<Answer>) -> Option<String> {
    answer.as_ref().map(|answer| answer.action.to_string())
}

/// Both answers with a stroke between, or the one that there is with its color.
fn pair(answers: ByColor<Option<String>>) -> String {
    match answers {
        ByColor { white: Some(white), black: Some(black) } => format!("{white}/{black}"),
        ByColor { white: Some(white), black: None } => format!("w:{white}"),
        ByColor { white: None, black: Some(black) } => format!("b:{black}"),
        ByColor { white: None, black: None } => String::new(),
    }
}

/// Reads a whole game; `None` when no line of the text is a turn.
pub fn read(text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let first = lines.iter().position(|line| is_turn(line))?;
    let (head, turns) = lines.split_at(first);
    let head = head.join("\n");
    let mut actions = Vec::new();
    let mut read_all = || {
        let terms = Terms::usual(&ABOUT);
        let terms = match head.trim() {
            "" => terms,
            arrangement => terms.arranged(arrangement.parse()?),
        };
        let numbered = turns.iter().enumerate().filter(|(_, line)| !line.is_empty());
        for (index, line) in numbered {
            actions.extend(read_turn(first + index + 1, line)?);
        }
        Ok(terms)
    };
    Some(read_all().map(|terms| (terms, actions)))
}

fn is_turn(line: &str) -> bool {
    line.split_once('/').is_some_and(|(white, _)| white == "??" || white.parse::<Action>().is_ok())
}

/// The answers of a line in the order in which they are given, White first.
fn read_turn(number: usize, line: &str) -> Result<Vec<String>, BadText> {
    let bad = |problem: Sentence| BadText::at(number, problem);
    let line = ["##", "#", "!K"].iter().find_map(|end| line.strip_suffix(end)).unwrap_or(line);
    if line.contains("??") {
        return Err(bad(say!(
            "`??` is an answer that was still sealed, so the game cannot be played on from it"
        )));
    }
    let (moves, blows) = line.split_at(line.find('{').unwrap_or(line.len()));
    let strange = || {
        let turn = Filling::text("c4e5/h8h7{b:e7e5}{w:X}");
        bad(say!("a turn is two moves and blows such as `{turn}`", turn))
    };
    let answer = |text: &str| text.parse::<Action>().map_err(|_| strange());
    let both = |text: &str| {
        let (white, black) = text.split_once('/').ok_or_else(strange)?;
        Ok([answer(white)?, answer(black)?])
    };
    let mut actions = both(moves)?.to_vec();
    for blow in blows.split_inclusive('}') {
        let blow = blow.trim().strip_prefix('{').and_then(|blow| blow.strip_suffix('}'));
        let blow = blow.ok_or_else(strange)?;
        match blow.strip_prefix("w:").or_else(|| blow.strip_prefix("b:")) {
            Some(one) => actions.push(answer(one)?),
            None => actions.extend(both(blow)?),
        }
    }
    Ok(actions.iter().map(ToString::to_string).collect())
}
