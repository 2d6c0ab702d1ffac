//! Whole games as text, one line a turn: `N:e2e4=`, `B:b8c6-!a7`, `R:e7e1#`.
//!
//! A turn is its card, its move, `+` for a pull, `=` for nothing or `-` for a push; after a
//! lost tug `!` and the square of the piece that was removed, or `0` if only a king was left;
//! and `#` when the turn has won the game.

use std::fmt;

use kit_chess::shakmaty::{Role, Square};
use kit_chess::{Played, Step};
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{BadText, Outcome, Sentence, Terms, say};

use super::cards::Card;
use super::position::{Position, Stage, Tug};
use super::{ABOUT, Action, View, ends};

/// A turn in which a move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnRecord {
    pub card: Card,
    pub step: Step,
    pub played: Played,
    /// What the move did to the trophy, unless it took a king.
    pub tug: Option<Tug>,
    pub removal: Removal,
}

impl TurnRecord {
    /// The move as a part of a sentence.
    pub fn moved(&self) -> Filling {
        let Played { piece, captured } = self.played;
        Filling::Move { piece, step: self.step, takes: captured.is_some() }
    }
}

/// What was removed at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// No tug was lost, or the piece is still to be chosen.
    None,
    /// Only a king was left.
    Nothing,
    /// The piece on this square.
    Piece(Square),
}

impl fmt::Display for TurnRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}{}", self.card, self.step, self.tug.map_or("", sign))?;
        match self.removal {
            Removal::None => Ok(()),
            Removal::Nothing => f.write_str("!0"),
            Removal::Piece(square) => write!(f, "!{square}"),
        }
    }
}

fn sign(tug: Tug) -> &'static str {
    match tug {
        Tug::Pull => "+",
        Tug::Nothing => "=",
        Tug::Push => "-",
    }
}

/// The game so far as its viewer knows it; none when it did not begin at the usual start.
pub fn written(view: &View, outcome: Option<&Outcome>) -> Option<String> {
    let public = &view.public;
    if public.arranged {
        return None;
    }
    let mut lines: Vec<String> = public.turns.iter().map(ToString::to_string).collect();
    let won =
        outcome.is_some_and(|outcome| [ends::STUCK.checkmate, ends::KING_CAPTURED].contains(&outcome.reason));
    if let Some(line) = lines.last_mut().filter(|_| won) {
        line.push('#');
    }
    if public.position.stage == Stage::Move && !won {
        let card = view.laid.map_or("?".to_owned(), |card| card.to_string());
        lines.push(format!("{card}:"));
    }
    Some(lines.iter().map(|line| format!("{line}\n")).collect())
}

/// Reads a whole game; `None` when the text does not begin like one.
pub fn read(text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
    let (card, _) = lines.first()?.1.split_once(':')?;
    Card::read(card)?;
    let mut position = Position::initial();
    let mut actions = Vec::new();
    for (number, line) in lines {
        if let Err(problem) = read_turn(line, &mut position, &mut actions) {
            return Some(Err(BadText::at(number, problem)));
        }
    }
    Some(Ok((Terms::usual(&ABOUT), actions.iter().map(ToString::to_string).collect())))
}

/// Reads a turn and plays it, so that what is written about it can be compared.
fn read_turn(line: &str, position: &mut Position, actions: &mut Vec<Action>) -> Result<(), Sentence> {
    let strange = || say!("not a turn such as `N:e2e4=`: `{found}`", found = Filling::text(excerpt(line)));
    let (card, rest) = line.split_once(':').ok_or_else(strange)?;
    let card = Card::read(card).ok_or_else(strange)?;
    if !position.hand(position.turn).any(|held| held == card) || position.without_king().is_some() {
        return Err(say!("{card} cannot be laid here", card = Filling::text(card)));
    }
    actions.push(Action::Lay(card));
    let rest = rest.strip_suffix('#').unwrap_or(rest);
    let (rest, removal) = rest.split_once('!').map_or((rest, None), |(rest, square)| (rest, Some(square)));
    let step: Step = match rest.trim_end_matches(['+', '=', '-']) {
        "" => return Ok(()),
        step => step.parse().map_err(|_| strange())?,
    };
    if !position.moves().contains(&step) {
        return Err(say!("{step} cannot be played here", step = Filling::text(step)));
    }
    actions.push(Action::Move(step));
    let moved = position.make_move(step, card);
    let expected = format!("{step}{}", moved.tug.map_or("", sign));
    if rest != expected {
        let (expected, found) = (Filling::text(expected), Filling::text(excerpt(rest)));
        return Err(say!("the move is written `{expected}` here, not `{found}`", expected, found));
    }
    read_removal(removal, position, actions)
}

fn read_removal(
    removal: Option<&str>,
    position: &mut Position,
    actions: &mut Vec<Action>,
) -> Result<(), Sentence> {
    let Stage::Remove { loser, .. } = position.stage else {
        return match removal {
            None | Some("0") => Ok(()),
            Some(square) => {
                Err(say!("`{found}` is not removed here", found = Filling::text(excerpt(square))))
            }
        };
    };
    let Some(square) = removal else { return Ok(()) };
    let strange = || say!("not a square: `{found}`", found = Filling::text(excerpt(square)));
    let square: Square = square.parse().map_err(|_| strange())?;
    match position.field.board.piece_at(square) {
        Some(piece) if piece.color == loser && piece.role != Role::King => {
            actions.push(Action::Remove(square));
            position.remove(square);
            Ok(())
        }
        Some(_) | None => Err(say!("what stands on {square} cannot be removed", square)),
    }
}
