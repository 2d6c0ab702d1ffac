//! What is still to be captured, and by whom, as a small graph of stages.

use std::collections::HashMap;
use std::ops::Range;

use kit_chess::shakmaty::{Board, Color, Piece, Role};

use crate::hole::{Hole, Options, remove, types};
use crate::position::codes_of;

/// One of the ten types of pieces: White's K Q R B N, then Black's.
pub(crate) type Code = usize;

/// The number of a stage; a hole with many cards has thousands.
pub(crate) type StageNumber = u16;

/// The stages of a hole; the first is where it starts.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub options: Options,
    pub stages: Vec<Stage>,
    /// The types that make quiet moves.
    pub movers: Range<Code>,
    /// The color that is on none of the cards, if there is one.
    pub idle: Option<usize>,
}

/// A type that captures and what it still has to capture.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// How many captures are left.
    pub left: u32,
    /// Who may capture what now.
    pub takings: Vec<Taking>,
    /// How many pieces of each type are on the board.
    pub counts: [usize; 10],
}

/// A type that may capture now, its targets, and the stage after each.
#[derive(Clone, Debug)]
pub(crate) struct Taking {
    pub by: Code,
    pub targets: Vec<(Code, StageNumber)>,
}

/// The stages that were made so far, found by who captures and what is left, in the order of the types.
#[derive(Default)]
struct Stages {
    made: Vec<Stage>,
    numbers: HashMap<(Code, Vec<Code>), StageNumber>,
}

impl Goal {
    pub fn new(hole: &Hole, options: Options) -> Goal {
        let mut counts = [0; 10];
        for (code, piece) in types().enumerate() {
            counts[code] = hole.board().by_piece(piece).count();
        }
        let mut targets: Vec<Code> = hole.chosen().iter().map(|piece| code(*piece)).collect();
        targets.sort_unstable();
        let idle = (0..2).find(|color| targets.iter().all(|code| !codes_of(*color).contains(code)));
        let taker = hole.taking().and_then(|square| hole.board().piece_at(square));
        let mut stages = Stages::default();
        match taker {
            None => {
                stages.made.push(Stage::new(counts, targets.len() as u32 - 1));
                for capturer in distinct(&targets) {
                    let taking = stages.taking(capturer, &without(&targets, capturer), counts);
                    stages.made[0].takings.push(taking);
                }
            }
            Some(taker) => {
                for piece in [taker].iter().chain(hole.taken()) {
                    targets = without(&targets, code(*piece));
                }
                stages.number(code(taker), targets, counts);
            }
        }
        Goal { options, stages: stages.made, movers: 0..10, idle }
    }

    /// No captures at all, and no special step: pieces only move.
    pub fn none(board: &Board) -> Goal {
        let options = Options { special_king_move: false, ..Options::default() };
        let mut counts = [0; 10];
        for (code, piece) in types().enumerate() {
            counts[code] = board.by_piece(piece).count();
        }
        let stages = vec![Stage::new(counts, 0)];
        Goal { options, stages, movers: 0..10, idle: None }
    }

    /// The same goal on a board without the color that is on none of the cards.
    pub fn without(&self, idle: usize) -> Goal {
        let mut goal = Goal { idle: None, ..self.clone() };
        for stage in &mut goal.stages {
            stage.counts[codes_of(idle)].fill(0);
        }
        goal
    }

    /// The same goal where the color that is on none of the cards stays where it is.
    pub fn with_still(&self, idle: usize) -> Goal {
        Goal { movers: codes_of(1 - idle), idle: None, ..self.clone() }
    }

    /// How many captures there are from the start.
    pub fn captures(&self) -> u32 {
        self.stages[0].left
    }
}

impl Stages {
    /// The number of a stage, made if it is new.
    fn number(&mut self, capturer: Code, targets: Vec<Code>, counts: [usize; 10]) -> StageNumber {
        let name = (capturer, targets);
        if let Some(known) = self.numbers.get(&name) {
            return *known;
        }
        let number = self.made.len();
        self.made.push(Stage::new(counts, name.1.len() as u32));
        if !name.1.is_empty() {
            let taking = self.taking(capturer, &name.1, counts);
            self.made[number].takings.push(taking);
        }
        self.numbers.insert(name, number as StageNumber);
        number as StageNumber
    }

    fn taking(&mut self, capturer: Code, targets: &[Code], counts: [usize; 10]) -> Taking {
        let mut next = |target| {
            let mut counts = counts;
            counts[target] -= 1;
            (target, self.number(capturer, without(targets, target), counts))
        };
        Taking { by: capturer, targets: distinct(targets).into_iter().map(&mut next).collect() }
    }
}

impl Stage {
    fn new(counts: [usize; 10], left: u32) -> Stage {
        Stage { left, takings: Vec::new(), counts }
    }
}

/// Each type once.
fn distinct(codes: &[Code]) -> Vec<Code> {
    let mut codes = codes.to_vec();
    codes.dedup();
    codes
}

/// The others, where one is taken out.
fn without(codes: &[Code], taken: Code) -> Vec<Code> {
    let mut codes = codes.to_vec();
    remove(&mut codes, taken);
    codes
}

/// The code of a type.
pub(crate) fn code(piece: Piece) -> Code {
    let role = match piece.role {
        Role::King => 0,
        Role::Queen => 1,
        Role::Rook => 2,
        Role::Bishop => 3,
        Role::Knight => 4,
        Role::Pawn => unreachable!("Chess Golf has no pawns"),
    };
    match piece.color {
        Color::White => role,
        Color::Black => role + 5,
    }
}
