//! How a viewer points at an action, and what it is called.

use kit_chess::Step;
use kit_play::sentence::Filling;
use kit_play::tabletop::{Gesture, Spot, role_word};
use kit_play::{Sentence, say};

use super::action::{Action, Bonus};
use super::army::{Number, Numbers, TYPES};
use super::{Task, View, mover_name, tabletop, travel};
use crate::steps;

impl View {
    pub fn gesture(&self, action: Action) -> Gesture {
        let position = &self.public.position;
        match (action, self.task()) {
            (Action::Army(army), _) => {
                let cell = |number: Number| {
                    let row = TYPES.iter().position(|role| army.role(number) == Some(*role));
                    Spot::Cell(tabletop::ARMY, row.unwrap_or_default(), number.index())
                };
                Number::all().map(cell).collect()
            }
            (Action::Guess(number, role), _) => {
                let square = position.square_of(!position.turn, number).map(Spot::Square);
                square.into_iter().chain([Spot::Word(role_word(role))]).collect()
            }
            (Action::NoGuess | Action::Bonus(Bonus::Decline), _) => vec![Spot::Word("skip")],
            (Action::Move(step) | Action::Bonus(Bonus::Step(step)), _) => steps::gesture(step),
            (Action::Castle(side), Task::Act(army)) => {
                let castling = position.castling(&army, side).into_iter();
                castling.flat_map(|castling| [castling.king, castling.rook]).map(Spot::Square).collect()
            }
            (Action::Castle(_), Task::Place | Task::Wait | Task::Watch) => Vec::new(),
            (Action::Bonus(Bonus::Drop(square)), _) => vec![Spot::Square(square)],
            (Action::Uncloak(numbers), _) => {
                let squares = numbers.iter().filter_map(|number| position.square_of(position.turn, number));
                squares.map(Spot::Square).chain([Spot::Word("done")]).collect()
            }
        }
    }

    pub fn label(&self, action: Action) -> Sentence {
        let position = &self.public.position;
        match action {
            Action::Army(army) => say!("place {army}", army = army.words()),
            Action::Guess(number, role) => {
                let candidates = self.public.candidates.get(!position.turn);
                let place = TYPES.iter().position(|kind| *kind == role).unwrap_or_default();
                let (fitting, all) = (candidates.tally()[number.index()][place], candidates.count());
                say!("guess that {number} is a {role} ({fitting} of {all})", number, role, fitting, all)
            }
            Action::NoGuess => say!("guess nothing"),
            Action::Move(step) | Action::Bonus(Bonus::Step(step)) => self.step_label(step),
            Action::Castle(side) => steps::castling_label(side),
            Action::Bonus(Bonus::Drop(square)) => say!("drop a pawn on {square}", square),
            Action::Bonus(Bonus::Decline) => say!("use no bonus"),
            Action::Uncloak(numbers) => self.uncloak_label(numbers),
        }
    }

    /// A step in words, with what the viewer knows of the own checker.
    fn step_label(&self, step: Step) -> Sentence {
        let position = &self.public.position;
        let number = position.number_at(position.turn, step.from);
        let role = number.and_then(|number| self.armies.get(position.turn).as_ref()?.role(number));
        let mover = match (number, role) {
            (Some(number), Some(role)) => say!("{role} {number}", role, number).into(),
            (Some(_), None) | (None, _) => mover_name(position, step.from),
        };
        travel(position, mover, step, None)
    }

    // [cloak.show-mate] Whether an uncloaking gives check is the player's own to see.
    fn uncloak_label(&self, numbers: Numbers) -> Sentence {
        let Some(army) = self.armies.get(self.public.position.turn).filter(|_| !numbers.is_empty()) else {
            return say!("uncloak nothing");
        };
        let mut after = self.public.position.clone();
        after.show(after.turn, numbers, &army);
        let named = |number: Number| army.role(number).map(|role| say!("{number} ({role})", number, role));
        let shown = Filling::row_of(numbers.iter().filter_map(named));
        if after.in_check(!after.turn) {
            say!("uncloak {shown}: check", shown)
        } else {
            say!("uncloak {shown}", shown)
        }
    }
}
