//! What lies on the table: the board, the trophy, the cards, what is lost, and what to do now.

use kit_chess::shakmaty::Color;
use kit_play::tabletop::{self, Board, Layout, MarkKind, Part, Prompt, Sheet, Tabletop, Track, Tray};
use kit_play::{Channel, Seat, Sentence, Viewer, say};

use super::cards::Card;
use super::position::{MOST_LOST, Stage, Tug, color_of, team_of};
use super::{ABOUT, Public, View};
use crate::steps::{color_name, with_last};

/// The part with the cards that a predictor holds.
pub const HAND: &str = "hand";

pub fn laid_for(view: &View) -> Tabletop {
    let public = &view.public;
    let mut parts = vec![Part::Board(board(view)), Part::Track(track(public))];
    parts.extend(hand(view).map(Part::Cards));
    parts.extend([Color::White, Color::Black].map(|color| Part::Cards(open_card(public, color))));
    parts.push(Part::Cards(laid(view)));
    parts.extend([Color::White, Color::Black].map(|color| Part::Tray(tray(public, color))));
    parts.push(Part::Sheet(sheet(public)));
    Tabletop { prompt: prompt(view), parts }
}

fn board(view: &View) -> Board {
    let position = &view.public.position;
    let bottom = view.viewer.seat().map_or(Color::White, color_of);
    let last = view.public.turns.last().map(|turn| (turn.step.from, turn.step.to));
    let board = with_last(Board::new(&position.field.board, bottom), last);
    // [telepathic.check] For the team on turn, when everything is removed.
    let king = position.field.board.king_of(position.turn).filter(|_| position.in_check());
    board.mark(MarkKind::Check, king)
}

fn track(public: &Public) -> Track {
    let places = ["White", "middle", "Black"].map(str::to_owned).to_vec();
    let at = Some(public.position.trophy.place());
    Track { id: "trophy", title: "Trophy".to_owned(), places, at }
}

/// The cards that the viewer holds; a mover holds none, and their place stays.
// [telepathic.hand-hidden] Nobody else sees them.
fn hand(view: &View) -> Option<tabletop::Cards> {
    let seat = view.viewer.seat()?;
    let (position, color) = (&view.public.position, color_of(seat));
    let (_, holder) = position.roles(color);
    let laid = match position.stage {
        Stage::Move if color == position.turn => view.laid,
        Stage::Remove { card, .. } if color == position.turn => Some(card),
        Stage::Predict | Stage::Move | Stage::Remove { .. } => None,
    };
    let held = position.hand(color).filter(|card| seat == holder && Some(*card) != laid);
    let hides = view.laid.is_some() && color == position.turn && !view.public.over;
    Some(tabletop::Cards {
        id: HAND,
        title: "Your cards".to_owned(),
        layout: Layout::Hand,
        seat: Some(ABOUT.seat_name(seat)),
        private: hides && seat == holder,
        cards: held.map(|card| face(card, color)).collect(),
    })
}

fn open_card(public: &Public, color: Color) -> tabletop::Cards {
    let up = *public.position.up.get(color);
    let title = format!("{}'s open card", color_name(color));
    row(color.fold_wb("white-up", "black-up"), title, up.map(|card| face(card, color)))
}

/// The card of this turn, which most see from the back.
fn laid(view: &View) -> tabletop::Cards {
    let position = &view.public.position;
    let card = match position.stage {
        Stage::Predict => None,
        Stage::Move => Some(view.laid.map_or_else(tabletop::Card::back, |card| face(card, position.turn))),
        Stage::Remove { card, .. } => Some(face(card, position.turn)),
    };
    row("laid", format!("{}'s prediction", color_name(position.turn)), card)
}

fn row(id: &'static str, title: String, card: Option<tabletop::Card>) -> tabletop::Cards {
    tabletop::Cards {
        id,
        title,
        layout: Layout::Row,
        seat: None,
        private: false,
        cards: card.into_iter().collect(),
    }
}

fn face(card: Card, color: Color) -> tabletop::Card {
    tabletop::Card::face(card.face(color))
}

fn tray(public: &Public, color: Color) -> Tray {
    let lost = public.lost.get(color);
    let title = format!("{} has lost {} (one card from {MOST_LOST} on)", color_name(color), lost.len());
    let items = lost.iter().map(|role| role.of(color).char().to_string()).collect();
    Tray { id: color.fold_wb("white-lost", "black-lost"), title, items }
}

fn sheet(public: &Public) -> Sheet {
    let position = &public.position;
    let roles = |color: Color| {
        let (mover, predictor) = position.roles(color);
        format!("{} moves, {} predicts", ABOUT.seat_name(mover), ABOUT.seat_name(predictor))
    };
    let mut lines = vec![("this turn", roles(position.turn)), ("next turn", roles(!position.turn))];
    if let Some(turn) = public.turns.last() {
        let result = match turn.tug {
            Some(Tug::Pull) => "hit",
            Some(Tug::Nothing) => "neutral",
            Some(Tug::Push) => "miss",
            None => "king taken",
        };
        lines.push(("last turn", turn.to_string()));
        lines.push(("result", result.to_owned()));
    }
    lines.push(("quiet turns", public.clock.in_words()));
    lines.push(("talk", talk(public)));
    let lines = lines.into_iter().map(|(label, value)| (label.to_owned(), value)).collect();
    Sheet { id: "turn", title: "Who does what".to_owned(), lines }
}

/// Who may talk now, in words.
fn talk(public: &Public) -> String {
    match talkers(public) {
        Talkers::Everybody => "everybody".to_owned(),
        Talkers::Nobody => "nobody".to_owned(),
        Talkers::Team(color) => format!("{} until {} moves", color_name(color), color_name(!color)),
    }
}

enum Talkers {
    Everybody,
    Nobody,
    Team(Color),
}

// [telepathic.talk] From a team's move until the other team's move.
fn talkers(public: &Public) -> Talkers {
    let position = &public.position;
    let moved_last = match position.stage {
        Stage::Predict | Stage::Move => !position.turn,
        Stage::Remove { .. } => position.turn,
    };
    match (public.rules.talk, public.over, public.turns.is_empty()) {
        (_, true, _) => Talkers::Everybody,
        (false, false, _) | (true, false, true) => Talkers::Nobody,
        (true, false, false) => Talkers::Team(moved_last),
    }
}

/// The rooms in which a viewer may speak; whatever partners say, everybody hears.
pub(super) fn channels(view: &View) -> &'static [Channel] {
    let speaks = match (talkers(&view.public), view.viewer) {
        (Talkers::Everybody, _) => true,
        (Talkers::Team(color), Viewer::Seat(seat)) => color_of(seat) == color,
        (Talkers::Nobody, _) | (Talkers::Team(_), Viewer::Public) => false,
    };
    if speaks { &[Channel::All] } else { &[] }
}

fn prompt(view: &View) -> Prompt {
    let public = &view.public;
    let mut steps = vec!["predict".to_owned(), "move".to_owned()];
    let (step, words, rule) = match public.position.stage {
        Stage::Predict => (0, predict_text(view), "telepathic.predict"),
        Stage::Move => (1, move_text(view), "telepathic.legal-move"),
        Stage::Remove { loser, .. } => {
            steps.push("remove a piece".to_owned());
            (2, remove_text(view, loser), "telepathic.remover")
        }
    };
    Prompt { words, steps, step: Some(step), rule: Some(rule) }
}

fn predict_text(view: &View) -> Sentence {
    let position = &view.public.position;
    let (mover, predictor) = position.roles(position.turn);
    let [moves, predicts] = [mover, predictor].map(|seat| ABOUT.seat(seat));
    match (view.viewer.seat(), *position.up.get(position.turn)) {
        (Some(seat), Some(Card::Kind(role))) if seat == predictor => say!(
            "Lay a card face down: what will {mover} move? (the {role} lies face up)",
            mover = moves,
            role
        ),
        (Some(seat), Some(Card::Checker)) if seat == predictor => {
            say!("Lay a card face down: what will {mover} move? (the checker lies face up)", mover = moves)
        }
        (Some(seat), None) if seat == predictor => {
            say!("Lay a card face down: what will {mover} move? (one card only)", mover = moves)
        }
        (Some(seat), _) if seat == mover => {
            say!("Wait for {predictor}'s prediction, then move.", predictor = predicts)
        }
        (Some(_) | None, _) => {
            say!("{predictor} is predicting what {mover} will move.", predictor = predicts, mover = moves)
        }
    }
}

fn move_text(view: &View) -> Sentence {
    let position = &view.public.position;
    let (mover, predictor) = position.roles(position.turn);
    let seat = ABOUT.seat(mover);
    match (is_own(view, mover), is_own(view, predictor), position.in_check()) {
        (true, _, true) => say!("Your move. Your king is in check."),
        (true, _, false) => say!("Your move."),
        (false, true, _) => match view.laid {
            Some(Card::Kind(role)) => say!("You laid the {role}. {seat} is moving.", role, seat),
            Some(Card::Checker) => say!("You laid the checker. {seat} is moving.", seat),
            None => say!("You laid the card. {seat} is moving.", seat),
        },
        (false, false, true) => say!("{seat} is in check and is moving.", seat),
        (false, false, false) => say!("{seat} is moving.", seat),
    }
}

fn remove_text(view: &View, loser: Color) -> Sentence {
    let chooser = view.public.position.deciding();
    if is_own(view, chooser) {
        say!("Your team lost the tug: remove one of your pieces, but not the king.")
    } else {
        say!(
            "{seat} is removing one of {team}'s pieces.",
            seat = ABOUT.seat(chooser),
            team = ABOUT.team(team_of(loser))
        )
    }
}

fn is_own(view: &View, seat: Seat) -> bool {
    view.viewer.seat() == Some(seat)
}
