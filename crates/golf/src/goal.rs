//! What is still to be captured, and by whom, as a small graph of stages.

use std::ops::Range;

use kit_chess::shakmaty::{Board, Color, Piece, Role};

use crate::hole::{Hole, Options, remove, types};
use crate::position::codes_of;

/// One of the ten types of pieces: White's K Q R B N, then Black's.
pub(crate) type Code = usize;

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
    capturer: Option<Piece>,
    targets: Vec<Piece>,
}

/// A type that may capture now, its targets, and the stage after each.
#[derive(Clone, Debug)]
pub(crate) struct Taking {
    pub by: Code,
    pub targets: Vec<(Code, u8)>,
}

impl Goal {
    pub fn new(hole: &Hole, options: Options) -> Goal {
        let mut counts = [0; 10];
        for (code, piece) in types().enumerate() {
            counts[code] = hole.board().by_piece(piece).count();
        }
        let is_idle =
            |color: &usize| hole.chosen().iter().all(|piece| !codes_of(*color).contains(&code(*piece)));
        let idle = (0..2).find(is_idle);
        let mut goal = Goal { options, stages: Vec::new(), movers: 0..10, idle };
        let taker = hole.taking().and_then(|square| hole.board().piece_at(square));
        let mut targets = hole.chosen().to_vec();
        match taker {
            None => {
                goal.stages.push(Stage::new(None, Vec::new(), counts, targets.len() as u32 - 1));
                let mut capturers = targets.clone();
                capturers.sort_by_key(|piece| code(*piece));
                capturers.dedup();
                for capturer in capturers {
                    let mut targets = targets.clone();
                    remove(&mut targets, capturer);
                    let taking = goal.taking(capturer, &targets, counts);
                    goal.stages[0].takings.push(taking);
                }
            }
            Some(taker) => {
                remove(&mut targets, taker);
                for piece in hole.taken() {
                    remove(&mut targets, *piece);
                }
                goal.stage(taker, targets, counts);
            }
        }
        goal
    }

    /// No captures at all, and no special step: pieces only move.
    pub fn none(board: &Board) -> Goal {
        let options = Options { special_king_move: false, ..Options::default() };
        let mut counts = [0; 10];
        for (code, piece) in types().enumerate() {
            counts[code] = board.by_piece(piece).count();
        }
        let stages = vec![Stage::new(None, Vec::new(), counts, 0)];
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

    /// The number of a stage, made if it is new.
    fn stage(&mut self, capturer: Piece, targets: Vec<Piece>, counts: [usize; 10]) -> u8 {
        let same = |stage: &Stage| stage.capturer == Some(capturer) && stage.targets == targets;
        if let Some(known) = self.stages.iter().position(same) {
            return known as u8;
        }
        let number = self.stages.len();
        self.stages.push(Stage::new(Some(capturer), targets.clone(), counts, targets.len() as u32));
        if !targets.is_empty() {
            let taking = self.taking(capturer, &targets, counts);
            self.stages[number].takings.push(taking);
        }
        number as u8
    }

    fn taking(&mut self, capturer: Piece, targets: &[Piece], counts: [usize; 10]) -> Taking {
        let mut distinct = targets.to_vec();
        distinct.sort_by_key(|piece| code(*piece));
        distinct.dedup();
        let next = |goal: &mut Goal, target: Piece| {
            let mut rest = targets.to_vec();
            rest.sort_by_key(|piece| code(*piece));
            remove(&mut rest, target);
            let mut counts = counts;
            counts[code(target)] -= 1;
            (code(target), goal.stage(capturer, rest, counts))
        };
        let targets = distinct.into_iter().map(|target| next(self, target)).collect();
        Taking { by: code(capturer), targets }
    }
}

impl Stage {
    fn new(capturer: Option<Piece>, targets: Vec<Piece>, counts: [usize; 10], left: u32) -> Stage {
        Stage { left, takings: Vec::new(), counts, capturer, targets }
    }
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
