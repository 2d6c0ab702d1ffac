//! Which turns are legal, found from the board and the mover's own grid alone.

use kit_chess::shakmaty::{Bitboard, Board, Role, Square, attacks};
use kit_chess::{PROMOTIONS, Step, field};
use kit_play::Reason;

use super::few::Few;
use super::horde::Ends;
use super::position::{Position, Stage, endangered};
use super::{Action, March};
use crate::steps;

/// Whole lists of a horde's moves are on offer while there are no more than this.
///
/// How many there are is counted on the visible board, so it tells nobody anything.
const MOST_LISTS: u32 = 600;

/// Why nothing can be buried under a piece.
const FILLED: Reason = Reason::new("you have buried something there already", "zombie.bury-where");

/// The rule that bars turns which leave the own king in check.
const SAFE_KING: &str = "zombie.safe-king";

impl Position {
    /// Adds everything the color to move may do now, with its own grid.
    // [zombie.safe-king] The other's grid is never asked: it can only bring back own pieces.
    pub fn actions(&self, grave: &Board, actions: &mut Vec<Action>) {
        let waiting = self.waiting();
        if waiting.any() {
            let becoming = |square| PROMOTIONS.map(|role| Action::Promote { square, role });
            actions.extend(waiting.into_iter().flat_map(becoming));
            return;
        }
        match self.stage {
            Stage::Begin => {
                self.regular_turns(grave, actions);
                self.horde_turns(grave, actions);
            }
            Stage::Horde => self.horde_turns(grave, actions),
            Stage::Aftermath => actions.extend(self.burial_squares(grave).into_iter().map(Action::Bury)),
        }
    }

    /// What looks possible and is not, and why, for a player who knows the own grid.
    pub fn barred(&self, grave: &Board) -> Vec<(Action, Reason)> {
        let mut barred = Vec::new();
        if self.waiting().any() || self.stage == Stage::Horde {
            return barred;
        }
        if self.stage == Stage::Aftermath {
            let filled = self.own() & grave.occupied();
            return filled.into_iter().map(|square| (Action::Bury(square), FILLED)).collect();
        }
        let mut steps = Vec::new();
        self.own().into_iter().for_each(|from| self.steps_from(from, &mut steps));
        for step in steps {
            let mut after = self.clone();
            after.step(step);
            let walks = self.zombies.contains(step.from);
            barred.extend(after.objection(grave, walks).map(|why| (Action::March(March::of(step)), why)));
        }
        let castlings =
            self.castlings().filter_map(|(step, after)| Some((step, after.objection(grave, false)?)));
        barred.extend(castlings.map(|(step, why)| (Action::March(March::of(step)), why)));
        barred
    }

    /// Why the step just made leaves the king in check; within a horde only what no later step
    /// could put right.
    fn objection(&self, grave: &Board, goes_on: bool) -> Option<Reason> {
        if endangered(&self.field.board, self.turn) {
            Some(steps::exposed(SAFE_KING))
        } else if goes_on || self.ends_safely(grave) {
            None
        } else if self.ends_safely(&Board::empty()) {
            Some(Reason::new("a body would rise where you leave, and your king would be in check", SAFE_KING))
        } else {
            Some(Reason::new(
                "a zombie that does not walk crumbles, and your king would be in check",
                SAFE_KING,
            ))
        }
    }

    /// Whether the color to move may do anything at all.
    pub fn has_action(&self, grave: &Board) -> bool {
        self.waiting().any()
            || match self.stage {
                Stage::Begin => self.has_turn(grave),
                Stage::Horde => Ends::new(grave).can_come(self),
                Stage::Aftermath => self.burial_squares(grave).any(),
            }
    }

    fn has_turn(&self, grave: &Board) -> bool {
        self.any_step(self.regulars(), |_, after| after.ends_safely(grave))
            || self.castlings().any(|(_, after)| after.ends_safely(grave))
            || Ends::new(grave).can_come(self)
    }

    // [zombie.move] One ordinary move of one piece that is no zombie.
    fn regular_turns(&self, grave: &Board, actions: &mut Vec<Action>) {
        self.any_step(self.regulars(), |step, after| {
            if after.ends_safely(grave) {
                actions.push(Action::March(March::of(step)));
            }
            false
        });
        let castlings = self.castlings().filter(|(_, after)| after.ends_safely(grave));
        actions.extend(castlings.map(|(step, _)| Action::March(March::of(step))));
    }

    // [zombie.horde] Any zombies, each once, in any order.
    fn horde_turns(&self, grave: &Board, actions: &mut Vec<Action>) {
        if self.decaying().any() {
            self.lists(self.longest_list(), Few::NONE, &mut Ends::new(grave), actions);
        }
    }

    /// Adds the lists that begin with these steps, each before the longer ones.
    // [zombie.horde-parts] Lists of the longest length may be left open.
    fn lists(&self, longest: usize, begun: Few<Step>, ends: &mut Ends<'_>, actions: &mut Vec<Action>) {
        self.any_step(self.decaying(), |step, after| {
            let steps = begun.and(step);
            if after.ends_safely(ends.grave) {
                actions.push(Action::March(March { steps, goes_on: false }));
            }
            if steps.len() < longest {
                after.lists(longest, steps, ends, actions);
            } else if ends.can_come(after) {
                actions.push(Action::March(March { steps, goes_on: true }));
            }
            false
        });
    }

    /// How many steps one action holds at most.
    fn longest_list(&self) -> usize {
        let zombies = self.decaying().count();
        let fits = |length: &usize| *length == 1 || self.count_lists(*length, MOST_LISTS).is_some();
        (1..=zombies).take_while(fits).last().unwrap_or(1)
    }

    /// What is left of `room` after the visible lists of up to so many steps; nothing if there are more.
    fn count_lists(&self, length: usize, room: u32) -> Option<u32> {
        let mut room = Some(room);
        self.any_step(self.decaying(), |_, after| {
            room = room.and_then(|room| room.checked_sub(1));
            if length > 1 {
                room = room.and_then(|room| after.count_lists(length - 1, room));
            }
            room.is_none()
        });
        room
    }

    /// Whether another zombie could move, as far as everybody sees.
    pub fn could_go_on(&self) -> bool {
        self.any_step(self.decaying(), |_, _| true)
    }

    // [zombie.safe-king] With what rises from the own grid, and without what crumbles, the own
    // king is not in check.
    // [zombie.no-rescue] That comes on top of every step being legal by itself.
    pub fn ends_safely(&self, grave: &Board) -> bool {
        let unchanged = self.decaying().is_empty() && (self.left_open() & grave.occupied()).is_empty();
        unchanged || !endangered(&self.at_the_end(grave), self.turn)
    }

    /// The board if the turn ends here, as far as its mover knows: own bodies risen, zombies crumbled.
    pub fn at_the_end(&self, grave: &Board) -> Board {
        let mut board = self.risen(grave);
        for square in self.decaying() {
            board.discard_piece_at(square);
        }
        board
    }

    /// The board with the bodies from the mover's grid that rise if the turn ends here.
    pub fn risen(&self, grave: &Board) -> Board {
        let mut board = self.field.board.clone();
        for square in self.left_open() & grave.occupied() {
            if let Some(piece) = grave.piece_at(square) {
                board.set_piece_at(square, piece);
            }
        }
        board
    }

    /// Own pieces that are no zombies.
    fn regulars(&self) -> Bitboard {
        self.own() & !self.zombies
    }

    /// Whether `holds` for some step of these pieces that is legal on the visible board, and
    /// for what it leads to.
    // [zombie.horde-check] The own king is safe after each step.
    pub fn any_step(&self, movers: Bitboard, mut holds: impl FnMut(Step, &Position) -> bool) -> bool {
        let mut steps = Vec::new();
        for from in movers {
            self.steps_from(from, &mut steps);
        }
        steps.into_iter().any(|step| {
            let mut after = self.clone();
            after.step(step);
            !endangered(&after.field.board, self.turn) && holds(step, &after)
        })
    }

    /// Steps of a piece by the ways of chess, castling left out.
    // [zombie.king-safe] A king is never taken.
    pub fn steps_from(&self, from: Square, steps: &mut Vec<Step>) {
        let board = &self.field.board;
        let start = steps.len();
        self.field.steps_from(from, steps);
        steps.extend(self.en_passant_targets(from).into_iter().map(|to| Step::new(from, to)));
        if steps[start..].iter().any(|step| board.kings().contains(step.to)) {
            steps.retain(|step| !board.kings().contains(step.to));
        }
    }

    // [zombie.en-passant] Any of the pawns that skipped a square, while the square is empty.
    fn en_passant_targets(&self, from: Square) -> Bitboard {
        let board = &self.field.board;
        if self.skipped.is_empty() || board.role_at(from) != Some(Role::Pawn) {
            return Bitboard::EMPTY;
        }
        let targets = attacks::pawn_attacks(self.turn, from) & self.skipped & !board.occupied();
        let victim = |target: Square| board.piece_at(Square::from_coords(target.file(), from.rank()));
        targets.into_iter().filter(|target| victim(*target) == Some((!self.turn).pawn())).collect()
    }

    /// Castlings that are legal on the visible board, and what they lead to.
    // [zombie.castle-rights] All the usual conditions, before anything rises.
    fn castlings(&self) -> impl Iterator<Item = (Step, Position)> + '_ {
        self.field.castlings(self.turn).filter_map(|side| {
            let board = &self.field.board;
            let (from, to) = (field::king_home(self.turn), side.king_to(self.turn));
            let mut way = attacks::between(from, to).with(from).into_iter();
            if way.any(|square| board.attacks_to(square, !self.turn, board.occupied()).any()) {
                return None;
            }
            let mut after = self.clone();
            let step = field::castling_step(self.turn, side);
            after.step(step);
            (!endangered(&after.field.board, self.turn)).then_some((step, after))
        })
    }
}
