//! What everybody sees of a game in progress, and how it changes.
//!
//! What a color may do depends on this and on its own army, never on the other's: enemy
//! checkers block and can be taken, but they give no check.

use kit_chess::Step;
use kit_chess::field::{pawn_pushes, push_steps};
use kit_chess::shakmaty::{
    Bitboard, Board, ByColor, CastlingSide, Color, Piece, Rank, Role, Square, attacks,
};
use kit_play::Outcome;

use super::action::{Action, Bonus};
use super::army::{Army, Number, Numbers, TYPES};
use super::{Rules, ends};

/// Pawns, uncloaked pieces and checkers on their squares, and how far the turn has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Pawns and uncloaked pieces.
    pub open: Board,
    /// Where the checkers stand, by number.
    pub checkers: ByColor<[Option<Square>; 8]>,
    /// Types that everybody knows: of checkers that were guessed, uncloaked or taken.
    pub told: ByColor<[Option<Role>; 8]>,
    /// Squares of checkers, uncloaked kings and uncloaked rooks that have never moved.
    pub unmoved: Bitboard,
    /// How many of its lost pawns a color may still drop.
    pub pools: ByColor<u8>,
    /// Squares that pawns have skipped and on which they may be taken.
    pub skipped: Bitboard,
    pub turn: Color,
    pub phase: Phase,
    /// Whether this turn's guess was right, if one was made.
    pub answer: Option<bool>,
}

/// The parts of a turn, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A bonus for the wrong guess of the other, before the own turn.
    Owed,
    Guess,
    Move,
    /// A bonus for the own right guess.
    Earned,
    Uncloak,
}

/// King and rook that castle, and where they start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    pub side: CastlingSide,
    pub king: Square,
    pub rook: Square,
}

/// Something that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub square: Square,
    /// Its number, if it was cloaked.
    pub number: Option<Number>,
    pub piece: Piece,
}

/// What came of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    pub taken: Option<Taken>,
    pub castling: Option<Castling>,
    /// Whether a guess was right.
    pub right: Option<bool>,
    /// Whether a turn began.
    pub begins: bool,
}

/// Everything that limits the moves of one color.
struct Ground {
    color: Color,
    occupied: Bitboard,
    /// Enemies that may be taken.
    prey: Bitboard,
    /// The own king, if it is uncloaked.
    king: Option<Square>,
}

impl Position {
    // [cloak.start] Pawns as usual, checkers in order of their numbers.
    pub fn initial() -> Position {
        let mut open = Board::new();
        for square in Bitboard::BACKRANKS {
            open.discard_piece_at(square);
        }
        let homes = |color| {
            let mut homes = [None; 8];
            Number::all().for_each(|number| homes[number.index()] = Some(number.home(color)));
            homes
        };
        Position {
            open,
            checkers: ByColor::new_with(homes),
            told: ByColor::default(),
            unmoved: Bitboard::BACKRANKS,
            pools: ByColor::default(),
            skipped: Bitboard::EMPTY,
            turn: Color::White,
            phase: Phase::Guess,
            answer: None,
        }
    }

    pub fn square_of(&self, color: Color, number: Number) -> Option<Square> {
        self.checkers.get(color)[number.index()]
    }

    pub fn number_at(&self, color: Color, square: Square) -> Option<Number> {
        Number::all().find(|number| self.square_of(color, *number) == Some(square))
    }

    pub fn told(&self, color: Color, number: Number) -> Option<Role> {
        self.told.get(color)[number.index()]
    }

    /// The numbers of a color that are still cloaked.
    pub fn numbers(&self, color: Color) -> Numbers {
        Number::all().filter(|number| self.square_of(color, *number).is_some()).collect()
    }

    /// The squares of the checkers of a color.
    pub fn cloaked(&self, color: Color) -> Bitboard {
        self.checkers.get(color).iter().flatten().copied().collect()
    }

    pub fn occupied(&self) -> Bitboard {
        self.open.occupied() | self.cloaked(Color::White) | self.cloaked(Color::Black)
    }

    /// The king of a color, if it is uncloaked.
    pub fn open_king(&self, color: Color) -> Option<Square> {
        self.open.by_piece(color.king()).first()
    }

    // [cloak.visible-check] Only pawns and uncloaked pieces attack a king.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.open.attacks_to(square, by, self.occupied()).any()
    }

    pub fn in_check(&self, color: Color) -> bool {
        self.open_king(color).is_some_and(|king| self.is_attacked(king, !color))
    }

    /// The open pieces, and the checkers whose types an army tells.
    pub fn with_armies(&self, armies: &ByColor<Option<Army>>) -> Board {
        let mut board = self.open.clone();
        for color in Color::ALL {
            let Some(army) = armies.get(color) else { continue };
            for number in Number::all() {
                if let (Some(square), Some(role)) = (self.square_of(color, number), army.role(number)) {
                    board.set_piece_at(square, role.of(color));
                }
            }
        }
        board
    }
}

/// What may be done.
impl Position {
    /// Adds everything the color whose turn it is may do now.
    pub fn actions(&self, army: &Army, actions: &mut Vec<Action>) {
        match self.phase {
            Phase::Owed | Phase::Earned => self.bonuses(actions),
            Phase::Guess => {
                for number in self.guessable().iter() {
                    actions.extend(TYPES.map(|role| Action::Guess(number, role)));
                }
                actions.push(Action::NoGuess);
            }
            Phase::Move => self.moves(army, actions),
            Phase::Uncloak => actions.extend(self.uncloakings(army).map(Action::Uncloak)),
        }
    }

    // [cloak.guess] An enemy checker on the board. [cloak.confirmed] Not one that was guessed before.
    pub fn guessable(&self) -> Numbers {
        let enemy = !self.turn;
        self.numbers(enemy).iter().filter(|number| self.told(enemy, *number).is_none()).collect()
    }

    fn moves(&self, army: &Army, actions: &mut Vec<Action>) {
        let ground = self.ground(self.turn);
        let own = self.open.by_color(self.turn) | self.cloaked(self.turn);
        let mut steps = Vec::new();
        for from in own {
            if let Some(role) = self.own_role(army, from) {
                for to in self.targets(&ground, role, from) {
                    push_steps(role.of(self.turn), from, to, &mut steps);
                }
            }
        }
        actions.extend(steps.into_iter().map(Action::Move));
        let castlings = SIDES.into_iter().filter_map(|side| self.castling(army, side));
        actions.extend(castlings.map(|castling| Action::Castle(castling.side)));
    }

    /// What stands on a square of the color whose turn it is.
    pub fn own_role(&self, army: &Army, square: Square) -> Option<Role> {
        match self.number_at(self.turn, square) {
            Some(number) => army.role(number),
            None => self.open.role_at(square),
        }
    }

    fn ground(&self, color: Color) -> Ground {
        // [cloak.no-king-capture] An uncloaked king is never taken.
        let prey = (self.open.by_color(!color) & !self.open.kings()) | self.cloaked(!color);
        Ground { color, occupied: self.occupied(), prey, king: self.open_king(color) }
    }

    /// Where a piece of this type may go from a square.
    // [cloak.move] By its true type, cloaked or not.
    fn targets(&self, ground: &Ground, role: Role, from: Square) -> Bitboard {
        let reach = self.reach(ground, role, from);
        match ground.king {
            // [cloak.cloaked-king] Nothing is forbidden for the sake of a cloaked king.
            None => reach,
            // [cloak.king-safety]
            Some(king) => reach
                .into_iter()
                .filter(|to| self.is_safe(ground, king, Step::new(from, *to), role))
                .collect(),
        }
    }

    fn reach(&self, ground: &Ground, role: Role, from: Square) -> Bitboard {
        match role {
            Role::Pawn => {
                let takes = attacks::pawn_attacks(ground.color, from);
                let skipped = self.skipped & Bitboard::from_rank(ground.color.relative_rank(Rank::Sixth));
                pawn_pushes(ground.color, from, ground.occupied)
                    | takes & (ground.prey | skipped & !ground.occupied)
            }
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                attacks::attacks(from, role.of(ground.color), ground.occupied)
                    & (!ground.occupied | ground.prey)
            }
        }
    }

    /// Where a piece of this type could go if the own king did not matter.
    pub fn reach_of(&self, role: Role, from: Square) -> Bitboard {
        self.reach(&self.ground(self.turn), role, from)
    }

    /// The squares that a piece of this type attacks from a square.
    pub fn attacked_from(&self, role: Role, from: Square) -> Bitboard {
        attacks::attacks(from, role.of(self.turn), self.occupied())
    }

    /// Whether the own uncloaked king is under no visible attack after a step.
    fn is_safe(&self, ground: &Ground, king: Square, step: Step, role: Role) -> bool {
        let taken = victim_square(ground.occupied, step, role == Role::Pawn);
        let occupied = ground.occupied.without(step.from).without(taken).with(step.to);
        let king = if king == step.from { step.to } else { king };
        self.open.attacks_to(king, !ground.color, occupied).without(taken).is_empty()
    }

    /// The castling of an army to a side, if it may be made now.
    // [cloak.castle] As in Chess960, with the squares of this army.
    pub fn castling(&self, army: &Army, side: CastlingSide) -> Option<Castling> {
        let color = self.turn;
        let cloaked = |role: Role| -> Bitboard {
            let numbers = Number::all().filter(|number| army.role(*number) == Some(role));
            numbers.filter_map(|number| self.square_of(color, number)).collect()
        };
        let standing = |role: Role| (self.open.by_piece(role.of(color)) | cloaked(role)) & self.unmoved;
        let king = standing(Role::King).first()?;
        let rooks = standing(Role::Rook);
        let beyond = |rook: &Square| side.is_king_side() == (rook.file() > king.file());
        let rook = match side {
            CastlingSide::KingSide => rooks.into_iter().find(beyond)?,
            CastlingSide::QueenSide => rooks.into_iter().rev().find(beyond)?,
        };
        let castling = Castling { side, king, rook };
        self.may_castle(castling).then_some(castling)
    }

    fn may_castle(&self, Castling { side, king, rook }: Castling) -> bool {
        let (color, others) = (self.turn, self.occupied().without(king).without(rook));
        let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
        let (king_way, rook_way) = (way(king, king_to), way(rook, rook_to));
        if (others & (king_way | rook_way)).any() {
            return false;
        }
        // [cloak.castle-attack] A cloaked king does not care.
        if self.open_king(color).is_none() {
            return true;
        }
        let before = others.with(rook);
        let after = others.with(king_to).with(rook_to);
        king_way.into_iter().all(|square| self.open.attacks_to(square, !color, before).is_empty())
            && self.open.attacks_to(king_to, !color, after).is_empty()
    }

    // [cloak.bonus] A pawn's move, or a drop.
    fn bonuses(&self, actions: &mut Vec<Action>) {
        let ground = self.ground(self.turn);
        let mut steps = Vec::new();
        for from in self.open.by_piece(self.turn.pawn()) {
            for to in self.targets(&ground, Role::Pawn, from) {
                push_steps(self.turn.pawn(), from, to, &mut steps);
            }
        }
        actions.extend(steps.into_iter().map(|step| Action::Bonus(Bonus::Step(step))));
        actions.extend(self.drops(&ground).into_iter().map(|square| Action::Bonus(Bonus::Drop(square))));
        // [cloak.bonus]
        actions.push(Action::Bonus(Bonus::Decline));
    }

    // [cloak.drop] On an empty square of the own second rank. [cloak.bonus-check]
    fn drops(&self, ground: &Ground) -> Bitboard {
        if *self.pools.get(ground.color) == 0 {
            return Bitboard::EMPTY;
        }
        let is_safe = |square: &Square| {
            let occupied = ground.occupied.with(*square);
            ground.king.is_none_or(|king| self.open.attacks_to(king, !ground.color, occupied).is_empty())
        };
        let second = Bitboard::from_rank(ground.color.relative_rank(Rank::Second));
        (second & !ground.occupied).into_iter().filter(is_safe).collect()
    }

    fn has_bonus(&self) -> bool {
        let ground = self.ground(self.turn);
        let mut pawns = self.open.by_piece(self.turn.pawn()).into_iter();
        pawns.any(|from| self.targets(&ground, Role::Pawn, from).any()) || self.drops(&ground).any()
    }

    // [cloak.uncloak] Any of the own checkers.
    // [cloak.uncloak-king] The king only where nothing visible attacks it.
    fn uncloakings(&self, army: &Army) -> impl Iterator<Item = Numbers> {
        let king = army.king().filter(|king| {
            let square = self.square_of(self.turn, *king);
            square.is_some_and(|square| self.is_attacked(square, !self.turn))
        });
        let may = move |choice: &Numbers| king.is_none_or(|king| !choice.contains(king));
        self.numbers(self.turn).choices().filter(may)
    }
}

pub const SIDES: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

/// The square on which a step takes, if it takes anything.
fn victim_square(occupied: Bitboard, step: Step, is_pawn: bool) -> Square {
    let in_passing = is_pawn && step.from.file() != step.to.file() && !occupied.contains(step.to);
    if in_passing { Square::from_coords(step.to.file(), step.from.rank()) } else { step.to }
}

/// All squares from one to another on a rank, both included.
fn way(from: Square, to: Square) -> Bitboard {
    attacks::between(from, to).with(from).with(to)
}

/// Who can move, and what follows if nobody can.
impl Position {
    /// Whether the color whose turn it is has a move.
    fn has_move(&self, army: &Army) -> bool {
        let ground = self.ground(self.turn);
        let has_step = |number: Number| {
            army.role(number).is_some_and(|role| self.checker_has_step(&ground, number, role))
        };
        self.open_has_step(&ground)
            || Number::all().any(has_step)
            || SIDES.into_iter().any(|side| self.castling(army, side).is_some())
    }

    fn open_has_step(&self, ground: &Ground) -> bool {
        let own = self.open.by_color(ground.color);
        let role = |from| self.open.role_at(from).expect("a piece stands on its square");
        own.into_iter().any(|from| self.targets(ground, role(from), from).any())
    }

    fn checker_has_step(&self, ground: &Ground, number: Number, role: Role) -> bool {
        self.square_of(ground.color, number).is_some_and(|from| self.targets(ground, role, from).any())
    }

    /// Whether an army would have a move, for people who do not know the army; nothing where
    /// every army would, because a pawn or an uncloaked piece can move.
    pub fn could_move(&self) -> Option<impl Fn(&Army) -> bool + '_> {
        let ground = self.ground(self.turn);
        if self.open_has_step(&ground) {
            return None;
        }
        let mut steps = [[false; 5]; 8];
        for number in Number::all() {
            steps[number.index()] = TYPES.map(|role| self.checker_has_step(&ground, number, role));
        }
        Some(move |army: &Army| {
            let has_step = |number: Number| {
                let place = TYPES.iter().position(|role| army.role(number) == Some(*role));
                place.is_some_and(|place| steps[number.index()][place])
            };
            Number::all().any(has_step) || SIDES.into_iter().any(|side| self.castling(army, side).is_some())
        })
    }

    /// How the game ends if the color whose turn it is has no move.
    pub fn verdict(&self, army: &Army) -> Option<Outcome> {
        // [cloak.checkmate] [cloak.stalemate]
        (!self.has_move(army)).then(|| ends::STUCK.end(self.turn, self.in_check(self.turn)))
    }

    /// How the game ends if nobody can win any more.
    pub fn dead(&self) -> Option<Outcome> {
        self.is_dead().then(|| Outcome::draw(ends::MATERIAL))
    }

    // [cloak.dead] Nothing cloaked is left, and too little else.
    pub fn is_dead(&self) -> bool {
        let minor = self.open.knights() | self.open.bishops();
        let hopeless = minor.count() < 2
            || minor.is_subset(Bitboard::LIGHT_SQUARES & self.open.bishops())
            || minor.is_subset(Bitboard::DARK_SQUARES & self.open.bishops());
        self.occupied() == self.open.kings() | minor && hopeless
    }

    /// The types with which a checker could make this step now.
    pub fn types_for(&self, step: Step) -> impl Fn(Role) -> bool {
        let ground = self.ground(self.turn);
        let fits = TYPES.map(|role| self.reach(&ground, role, step.from).contains(step.to));
        move |role| TYPES.iter().zip(fits).any(|(kind, fits)| fits && *kind == role)
    }

    /// The same position with nothing but what makes two of them the same.
    // [cloak.repetition] En passant counts only where it could be used.
    pub fn to_compare(&self) -> Position {
        let usable = |target: &Square| {
            let color = Color::from_white(target.rank() == Rank::Sixth);
            let ground = self.ground(color);
            let pawns = attacks::pawn_attacks(!color, *target) & self.open.by_piece(color.pawn());
            pawns.into_iter().any(|pawn| self.targets(&ground, Role::Pawn, pawn).contains(*target))
        };
        let skipped = self.skipped.into_iter().filter(usable).collect();
        Position { skipped, phase: Phase::Guess, answer: None, ..self.clone() }
    }
}

/// What is done.
impl Position {
    /// Carries out an action that is on offer, and goes on to the next decision.
    pub fn carry_out(&mut self, action: Action, rules: Rules, armies: &ByColor<Army>) -> Happened {
        let (color, army) = (self.turn, armies.get(self.turn));
        let mut happened = Happened::default();
        match action {
            Action::Army(_) | Action::NoGuess | Action::Bonus(Bonus::Decline) => {}
            Action::Guess(number, role) => {
                let right = armies.get(!color).role(number) == Some(role);
                self.take_answer(number, role, right, rules);
                happened.right = Some(right);
            }
            Action::Move(step) | Action::Bonus(Bonus::Step(step)) => {
                happened.taken = self.step(step, armies.get(!color));
            }
            Action::Castle(side) => {
                let castling = self.castling(army, side).expect("a castling on offer can be made");
                self.castle(castling);
                happened.castling = Some(castling);
            }
            Action::Bonus(Bonus::Drop(square)) => {
                self.open.set_piece_at(square, color.pawn());
                *self.pools.get_mut(color) -= 1;
            }
            Action::Uncloak(numbers) => self.show(color, numbers, army),
        }
        let king_taken = happened.taken.is_some_and(|taken| taken.piece.role == Role::King);
        if !king_taken {
            happened.begins = self.go_on();
        }
        happened
    }

    fn take_answer(&mut self, number: Number, role: Role, right: bool, rules: Rules) {
        self.answer = Some(right);
        let enemy = !self.turn;
        // [cloak.right-guess] [cloak.option-right-guess] [cloak.wrong-guess]
        if right && rules.right_guess_uncloaks {
            self.uncloak(enemy, number, role);
        } else if right {
            self.told.get_mut(enemy)[number.index()] = Some(role);
        }
    }

    /// Replaces some checkers of a color by their pieces.
    pub fn show(&mut self, color: Color, numbers: Numbers, army: &Army) {
        for number in numbers.iter() {
            let role = army.role(number).expect("a checker on the board has a type");
            self.uncloak(color, number, role);
        }
    }

    fn uncloak(&mut self, color: Color, number: Number, role: Role) {
        let square = self.square_of(color, number).expect("a cloaked checker stands on the board");
        self.checkers.get_mut(color)[number.index()] = None;
        self.told.get_mut(color)[number.index()] = Some(role);
        self.open.set_piece_at(square, role.of(color));
        if ![Role::King, Role::Rook].contains(&role) {
            self.unmoved.discard(square);
        }
    }

    fn step(&mut self, step: Step, enemy_army: &Army) -> Option<Taken> {
        let color = self.turn;
        let number = self.number_at(color, step.from);
        let role = self.open.role_at(step.from);
        let is_pawn = role == Some(Role::Pawn);
        let victim = victim_square(self.occupied(), step, is_pawn);
        let taken = self.take(victim, enemy_army);
        match (number, role) {
            (Some(number), _) => self.checkers.get_mut(color)[number.index()] = Some(step.to),
            (None, Some(role)) => {
                self.open.discard_piece_at(step.from);
                self.open.set_piece_at(step.to, step.promotion.unwrap_or(role).of(color));
            }
            (None, None) => panic!("something stands where a step starts"),
        }
        self.unmoved.discard(step.from);
        if is_pawn && step.from.rank().distance(step.to.rank()) == 2 {
            self.skipped.add(Square::from_coords(step.from.file(), color.relative_rank(Rank::Third)));
        }
        self.forget_idle_skips();
        taken
    }

    // [cloak.capture] What is taken becomes known. [cloak.drop] Pawns wait beside the board.
    fn take(&mut self, square: Square, army: &Army) -> Option<Taken> {
        let enemy = !self.turn;
        let number = self.number_at(enemy, square);
        let piece = match number {
            Some(number) => {
                let role = army.role(number).expect("a checker on the board has a type");
                self.checkers.get_mut(enemy)[number.index()] = None;
                self.told.get_mut(enemy)[number.index()] = Some(role);
                role.of(enemy)
            }
            None => self.open.remove_piece_at(square)?,
        };
        self.unmoved.discard(square);
        if piece.role == Role::Pawn {
            *self.pools.get_mut(enemy) += 1;
        }
        Some(Taken { square, number, piece })
    }

    // [cloak.en-passant] The right ends when that pawn moves on or is taken.
    fn forget_idle_skips(&mut self) {
        let open = &self.open;
        let stands = |target: &Square| {
            skipping_pawn(*target).is_some_and(|(pawn, piece)| open.piece_at(pawn) == Some(piece))
        };
        self.skipped = self.skipped.into_iter().filter(stands).collect();
    }

    fn castle(&mut self, Castling { side, king, rook }: Castling) {
        let color = self.turn;
        let pieces = [king, rook].map(|square| (self.number_at(color, square), self.open.role_at(square)));
        for square in [king, rook] {
            self.open.discard_piece_at(square);
            self.unmoved.discard(square);
        }
        for (to, (number, role)) in [side.king_to(color), side.rook_to(color)].into_iter().zip(pieces) {
            match (number, role) {
                (Some(number), _) => self.checkers.get_mut(color)[number.index()] = Some(to),
                (None, Some(role)) => self.open.set_piece_at(to, role.of(color)),
                (None, None) => panic!("king and rook stand where castling starts"),
            }
        }
    }

    /// Goes on to the next phase in which there is something to decide; says whether a turn
    /// began on the way.
    pub fn go_on(&mut self) -> bool {
        let mut begins = self.next_phase();
        while !self.has_decision() {
            begins |= self.next_phase();
        }
        begins
    }

    /// Whether there is something to decide in this phase, which everybody can see.
    // [cloak.turn] [cloak.owed] A phase without a choice is skipped.
    pub fn has_decision(&self) -> bool {
        match self.phase {
            Phase::Owed | Phase::Earned => self.has_bonus(),
            Phase::Guess => !self.guessable().is_empty(),
            Phase::Move => true,
            Phase::Uncloak => !self.numbers(self.turn).is_empty(),
        }
    }

    fn next_phase(&mut self) -> bool {
        let next = match (self.phase, self.answer) {
            (Phase::Owed, _) => Phase::Guess,
            (Phase::Guess, _) => Phase::Move,
            (Phase::Move, Some(true)) => Phase::Earned,
            (Phase::Move, Some(false) | None) | (Phase::Earned, _) => Phase::Uncloak,
            // [cloak.owed] A wrong guess is paid after the turn.
            (Phase::Uncloak, Some(false)) => Phase::Owed,
            (Phase::Uncloak, Some(true) | None) => Phase::Guess,
        };
        if self.phase == Phase::Uncloak {
            self.hand_over();
        }
        self.phase = next;
        next == Phase::Guess
    }

    /// Gives the turn to the other color, which moves and does not guess.
    pub fn let_by(&mut self) {
        self.hand_over();
        self.phase = Phase::Move;
    }

    /// How many checkers stand on the board.
    pub fn count_of_checkers(&self) -> u64 {
        self.checkers.iter().flatten().flatten().count() as u64
    }

    fn hand_over(&mut self) {
        // [cloak.en-passant] What the other skipped may be taken until the end of the own turn.
        self.skipped.discard(Bitboard::from_rank(self.turn.relative_rank(Rank::Sixth)));
        self.turn = !self.turn;
        self.answer = None;
    }
}

/// The pawn that skipped a square, and where it stands.
pub fn skipping_pawn(target: Square) -> Option<(Square, Piece)> {
    match target.rank() {
        Rank::Third => Some((Square::from_coords(target.file(), Rank::Fourth), Color::White.pawn())),
        Rank::Sixth => Some((Square::from_coords(target.file(), Rank::Fifth), Color::Black.pawn())),
        _ => None,
    }
}
