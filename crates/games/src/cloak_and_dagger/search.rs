//! The game laid out for searching: small nodes in which both armies are known.

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Board, ByColor, Color, Role, Square, attacks};
use kit_play::{Node, NodeStanding, Outcome, Pace, Seat, Team};

use super::action::{Action, Bonus};
use super::army::{Army, Numbers};
use super::position::{Phase, Position};
use super::{Rules, State, ends};
use crate::appraisal::{balance, habit, hunt, progress, promise, worth};
use crate::keys::{mixed, with_board};
use crate::sides::{color_of, seat_of, team_of};

/// What a position is known by when it comes up again.
pub fn placement(position: &Position) -> u64 {
    let Position { open, checkers, turn, .. } = position;
    let key = Color::ALL.into_iter().fold(turn.is_white().into(), |key, color| {
        mixed(key, u64::from_le_bytes(checkers.get(color).map(|square| square.map_or(64, u8::from))))
    });
    with_board(key, open)
}

/// A game in which somebody imagines what hides under every cloak.
#[derive(Clone)]
pub struct SearchNode {
    rules: Rules,
    position: Position,
    armies: ByColor<Option<Army>>,
    /// Whether an army was placed on the way here that whoever places the other may not see.
    sealed: bool,
    over: Option<Outcome>,
}

impl SearchNode {
    pub fn new(state: State) -> SearchNode {
        let State { public, armies } = state;
        SearchNode { rules: public.rules, position: public.position, armies, sealed: false, over: None }
    }

    /// The color that has to place its army now.
    fn placing(&self) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|color| self.armies.get(*color).is_none())
    }

    fn fighting(&self) -> ByColor<Army> {
        self.armies.map(|army| army.unwrap_or(Army::NONE))
    }

    fn place(&mut self, army: Army) {
        if let Some(color) = self.placing() {
            *self.armies.get_mut(color) = Some(army);
            self.sealed = self.placing().is_some();
        }
    }

    fn act(&mut self, action: Action) {
        let (armies, turn) = (self.fighting(), self.position.turn);
        let happened = self.position.carry_out(action, self.rules, &armies);
        if happened.taken.is_some_and(|taken| taken.piece.role == Role::King) {
            self.over = Some(Outcome::win(team_of(turn), ends::KING_CAPTURED));
        } else if happened.begins || happened.right.is_some() {
            let dead = || self.position.dead().filter(|_| happened.begins);
            self.over = self.position.verdict(armies.get(self.position.turn)).or_else(dead);
        }
    }

    /// What stands on a square.
    fn role_at(&self, square: Square) -> Option<Role> {
        let cloaked = |color: Color| {
            let number = self.position.number_at(color, square)?;
            self.armies.get(color).as_ref()?.role(number)
        };
        self.position.open.role_at(square).or_else(|| Color::ALL.into_iter().find_map(cloaked))
    }

    /// A number for what everybody sees.
    fn public_key(&self) -> u64 {
        let Position { open, checkers, told, unmoved, pools, skipped, turn, phase, answer } = &self.position;
        let (roles, colors) = open.clone().into_bitboards();
        let sets = roles.iter().copied().chain([colors.white, *unmoved, *skipped]);
        let mut key = sets.fold(0, |key, set: Bitboard| mixed(key, set.0));
        for color in Color::ALL {
            let squares = checkers.get(color).map(|square| square.map_or(64, u8::from));
            key = mixed(key, u64::from_le_bytes(squares));
            key = mixed(key, roles_code(*told.get(color)));
        }
        let answer = answer.map_or(0, |right| 1 + u64::from(right));
        let counts = u64::from(pools.white) * 16 + u64::from(pools.black);
        mixed(key, (counts * 8 + *phase as u64) * 8 + answer * 2 + u64::from(turn.is_white()))
    }

    fn with_army(&self, key: u64, color: Color) -> u64 {
        mixed(key, roles_code(self.armies.get(color).unwrap_or(Army::NONE).roles()))
    }

    fn step_promise(&self, step: Step) -> i32 {
        promise(self.role_at(step.from), self.role_at(step.to), step.promotion)
    }

    /// All own checkers but the king, if showing them gives check: the most that can be shown.
    fn gives_check(&self, numbers: Numbers) -> bool {
        let (turn, armies) = (self.position.turn, self.fighting());
        let army = armies.get(turn);
        let pieces: Numbers = self
            .position
            .numbers(turn)
            .iter()
            .filter(|number| army.role(*number) != Some(Role::King))
            .collect();
        if numbers != pieces || self.position.open_king(!turn).is_none() {
            return false;
        }
        let mut after = self.position.clone();
        after.show(turn, numbers, army);
        after.in_check(!turn)
    }
}

impl Node for SearchNode {
    type Step = Action;

    const PACE: Pace = Pace::Lively;

    fn is_between_turns(&self) -> bool {
        let Position { phase, answer, .. } = &self.position;
        match phase {
            Phase::Owed | Phase::Guess => true,
            // Where nothing is left to guess, a turn begins with its move.
            Phase::Move => answer.is_none() && self.position.guessable().is_empty(),
            Phase::Earned | Phase::Uncloak => false,
        }
    }

    fn is_counted(&self) -> bool {
        self.is_between_turns() && self.position.phase != Phase::Owed
    }

    fn passed(&self) -> Option<SearchNode> {
        let Position { phase, turn, .. } = &self.position;
        let moves_next = self.placing().is_none() && matches!(phase, Phase::Guess | Phase::Move);
        if !moves_next || self.position.in_check(*turn) {
            return None;
        }
        let mut passed = self.clone();
        passed.position.let_by();
        Some(passed)
    }

    fn habit(action: Action) -> u16 {
        match action {
            Action::Move(step) | Action::Bonus(Bonus::Step(step)) => habit(step.from, step.to),
            Action::Army(_)
            | Action::Guess(..)
            | Action::NoGuess
            | Action::Castle(_)
            | Action::Bonus(Bonus::Drop(_) | Bonus::Decline)
            | Action::Uncloak(_) => 0,
        }
    }

    fn standing(&self) -> NodeStanding {
        if let Some(outcome) = &self.over {
            return NodeStanding::Over(outcome.clone());
        }
        match self.placing() {
            Some(color) if self.sealed || self.armies == ByColor::default() => {
                NodeStanding::Seals(seat_of(color))
            }
            Some(color) => NodeStanding::Decides(seat_of(color)),
            None => NodeStanding::Decides(seat_of(self.position.turn)),
        }
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        match (&self.over, self.placing()) {
            (Some(_), _) => {}
            (None, Some(_)) => steps.extend(Army::all().iter().copied().map(Action::Army)),
            (None, None) => self.position.actions(self.fighting().get(self.position.turn), steps),
        }
    }

    fn play(&mut self, action: Action) {
        match action {
            Action::Army(army) => self.place(army),
            Action::Guess(..)
            | Action::NoGuess
            | Action::Move(_)
            | Action::Castle(_)
            | Action::Bonus(_)
            | Action::Uncloak(_) => self.act(action),
        }
    }

    fn is_noisy(&self, action: Action) -> bool {
        match action {
            Action::Move(step) | Action::Bonus(Bonus::Step(step)) => {
                step.promotion.is_some() || self.role_at(step.to).is_some()
            }
            Action::Uncloak(numbers) => self.gives_check(numbers),
            Action::Army(_)
            | Action::Guess(..)
            | Action::NoGuess
            | Action::Castle(_)
            | Action::Bonus(Bonus::Drop(_) | Bonus::Decline) => false,
        }
    }

    fn promise(&self, action: Action) -> i32 {
        match action {
            Action::Army(_) | Action::NoGuess | Action::Bonus(Bonus::Drop(_) | Bonus::Decline) => 0,
            Action::Guess(number, role) => {
                let enemy = !self.position.turn;
                if self.fighting().get(enemy).role(number) == Some(role) { 50 } else { -50 }
            }
            Action::Move(step) | Action::Bonus(Bonus::Step(step)) => self.step_promise(step),
            Action::Castle(_) => 20,
            Action::Uncloak(numbers) if self.gives_check(numbers) => 50,
            Action::Uncloak(numbers) => -(numbers.iter().count() as i32),
        }
    }

    fn progress(&self) -> u64 {
        mixed(progress(&self.position.open), self.position.count_of_checkers())
    }

    fn recurrence(&self) -> u64 {
        placement(&self.position)
    }

    fn appraise(&self, team: Team) -> i32 {
        appraise(&self.position, &self.fighting(), color_of(Seat(team.0)))
    }

    fn key(&self) -> u64 {
        Color::ALL.into_iter().fold(self.public_key(), |key, color| self.with_army(key, color))
    }

    // [cloak.secret]
    fn sight(&self, seat: Seat) -> u64 {
        self.with_army(self.public_key(), color_of(seat))
    }
}

fn roles_code(roles: [Option<Role>; 8]) -> u64 {
    u64::from_le_bytes(roles.map(|role| role.map_or(0, u8::from)))
}

/// What a bonus that is due is worth.
const BONUS: i32 = 90;
/// What a lost pawn that may come back is worth.
const POOLED: i32 = 40;
/// What it is worth that nobody knows a piece.
const CLOAK: i32 = 6;
/// What a cloaked king is in danger of, if the enemy should find it.
const KING_IN_REACH: i32 = 1500;

/// How good a position looks for a color: material, what could be lost next, and how tightly
/// an uncloaked king is held.
pub fn appraise(position: &Position, armies: &ByColor<Army>, color: Color) -> i32 {
    let board = position.with_armies(&armies.map(Some));
    let side = |color: Color| {
        i32::from(*position.pools.get(color)) * POOLED
            + position.numbers(color).iter().count() as i32 * CLOAK
            + grip(position, &board, color)
    };
    // Whoever moves next may take something first.
    let next = match position.phase {
        Phase::Owed | Phase::Guess | Phase::Move => position.turn,
        Phase::Earned | Phase::Uncloak => !position.turn,
    };
    let signed = |one: Color, value: i32| if one == color { value } else { -value };
    let hunt = hunt(&board, color);
    let lead = balance(&board, color) - hunt + signed(next, prospect(position, &board, next));
    let due = due(position).map_or(0, |owner| signed(owner, BONUS));
    damped(lead) + hunt + side(color) - side(!color) + due
}

/// A lead counts less the greater it is, so that a winner still sees what leads to mate.
fn damped(lead: i32) -> i32 {
    const WHOLE: i32 = 300;
    let whole = lead.clamp(-WHOLE, WHOLE);
    whole + (lead - whole) / 6
}

/// Who has a bonus to come.
fn due(position: &Position) -> Option<Color> {
    match (position.phase, position.answer) {
        (Phase::Owed | Phase::Earned, _) | (Phase::Move, Some(true)) => Some(position.turn),
        (Phase::Move | Phase::Uncloak, Some(false)) => Some(!position.turn),
        (Phase::Guess | Phase::Move | Phase::Uncloak, _) => None,
    }
}

/// The most that a color could win by a capture now.
fn prospect(position: &Position, board: &Board, by: Color) -> i32 {
    let occupied = board.occupied();
    let gain = |square: Square| {
        let attackers = board.attacks_to(square, by, occupied);
        let cheapest = attackers.into_iter().filter_map(|from| board.role_at(from)).map(worth).min()?;
        let victim = worth(board.role_at(square)?);
        let defended = board.attacks_to(square, !by, occupied).any();
        Some(if board.kings().contains(square) {
            KING_IN_REACH
        } else if defended {
            (victim - cheapest).max(0)
        } else {
            victim
        })
    };
    let prey = board.by_color(!by).without(position.open_king(!by).map_or(Bitboard::EMPTY, Bitboard::from));
    prey.into_iter().filter_map(gain).max().unwrap_or(0)
}

/// How tightly a color holds the other's king, if that is uncloaked.
fn grip(position: &Position, board: &Board, color: Color) -> i32 {
    let Some(king) = position.open_king(!color) else { return 0 };
    let occupied = board.occupied().without(king);
    let held = |square: &Square| position.open.attacks_to(*square, color, occupied).any();
    let ring = attacks::king_attacks(king).into_iter().filter(held).count() as i32;
    let check = i32::from(position.open.attacks_to(king, color, occupied).any());
    let others = (board.by_color(!color) & !board.pawns()).count() as i32;
    let own_king = board.king_of(color).map_or(0, |own| own.distance(king) as i32);
    let lonely = (4 - others).max(0);
    (8 + 6 * lonely) * ring + 15 * check + lonely * (12 * edge(king) - 6 * own_king)
}

/// How far a square is from the middle of the board.
fn edge(square: Square) -> i32 {
    let off = |coordinate: u32| (2 * coordinate as i32 - 7).abs() / 2;
    off(square.file() as u32) + off(square.rank() as u32)
}
