//! Two boards in one: which moves are legal on one side of the mirror and still legal on the other.
//!
//! A square never holds two pieces, so one board and the set of squares behind the mirror are
//! both boards at once.

use std::ops::Not;

use kit_chess::field::{castling_side, pawn_pushes, push_steps, rook_home};
use kit_chess::shakmaty::{Bitboard, CastlingSide, Color, Role, Square, attacks};
use kit_chess::{Field, PROMOTIONS, Played, Step};
use kit_play::{Node, NodeStanding, Outcome, Pace, Reason, Seat, Team};

use super::{Rules, ends};
use crate::appraisal;
use crate::keys::{field_key, mixed, with_board};
use crate::sides::{color_of, seat_of};

/// A side of the mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// On the bare board.
    Front,
    /// On a checker.
    Behind,
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::Front => Side::Behind,
            Side::Behind => Side::Front,
        }
    }
}

/// A position: small enough to be copied at every node of a search.
///
/// Both colors have one king, the color that just moved is not in check, and castling rights
/// belong to pieces in front of the mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The pieces of both sides, and the square that a pawn skipped on its way behind the mirror.
    pub field: Field,
    /// The squares of pieces that stand on checkers.
    pub mirror: Bitboard,
    /// Whose turn it is.
    pub turn: Color,
    /// What was agreed.
    pub rules: Rules,
}

impl Position {
    /// [half-alice.start] The usual array, all in front of the mirror.
    pub fn initial(rules: Rules) -> Position {
        Position { field: Field::initial(), mirror: Bitboard::EMPTY, turn: Color::White, rules }
    }

    /// The side on which the piece on a square stands.
    pub fn side_of(&self, square: Square) -> Side {
        if self.mirror.contains(square) { Side::Behind } else { Side::Front }
    }

    /// The squares that are occupied on one side.
    pub fn on(&self, side: Side) -> Bitboard {
        match side {
            Side::Front => self.field.board.occupied() ^ self.mirror,
            Side::Behind => self.mirror,
        }
    }

    /// What one sees on one side alone.
    pub fn field_on(&self, side: Side) -> Field {
        let mut field = self.field.clone();
        for square in self.on(!side) {
            field.board.discard_piece_at(square);
        }
        field
    }

    /// [half-alice.checkers] How many checkers of a color are left beside the board.
    pub fn free(&self, color: Color) -> u32 {
        self.rules.checkers - (self.field.board.by_color(color) & self.mirror).count() as u32
    }

    /// Where the king of a color stands.
    pub fn king(&self, color: Color) -> Square {
        self.field.board.king_of(color).expect("each color has a king")
    }

    /// Pieces of a color that attack a square on one side, if `occupied` is what stands there.
    fn attackers(&self, square: Square, color: Color, side: Side, occupied: Bitboard) -> Bitboard {
        self.field.board.attacks_to(square, color, occupied) & self.on(side)
    }

    /// [half-alice.check] The pieces that attack the king of a color on its own side.
    pub fn attackers_of_king(&self, color: Color) -> Bitboard {
        let (king, side) = (self.king(color), self.side_of(self.king(color)));
        self.attackers(king, !color, side, self.on(side))
    }

    /// The pieces of a color that are attacked on their own side; of its king checks are said.
    pub fn in_danger(&self, color: Color) -> Bitboard {
        let attacked = |square: Square| {
            let side = self.side_of(square);
            self.attackers(square, !color, side, self.on(side)).any()
        };
        let pieces = self.field.board.by_color(color).without(self.king(color));
        pieces.into_iter().filter(|square| attacked(*square)).collect()
    }

    /// Whether the color to move is in check.
    pub fn in_check(&self) -> bool {
        self.attackers_of_king(self.turn).any()
    }

    /// [half-alice.material] Whether nobody can ever give mate.
    pub fn is_dead(&self) -> bool {
        let board = &self.field.board;
        match board.occupied().count() {
            2 => true,
            3 => (board.knights() | board.bishops()).any(),
            _ => false,
        }
    }

    /// The square on which a pawn may really be taken en passant now.
    pub fn usable_ep(&self) -> Option<Square> {
        let bounds = self.bounds();
        self.field.ep.filter(|ep| self.takers_en_passant(&bounds, *ep).any())
    }

    /// Every legal move.
    pub fn legal(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        self.moves(&mut steps);
        steps
    }

    /// Adds every legal move.
    pub fn moves(&self, steps: &mut Vec<Step>) {
        self.movers(|role, from, targets| {
            for to in targets {
                push_steps(role.of(self.turn), from, to, steps);
            }
        });
    }

    /// Every step that chess allows on its side of the mirror and the mirror does not, and why.
    pub fn barred(&self) -> Vec<(Step, Reason)> {
        let (legal, mut barred) = (self.legal(), Vec::new());
        for side in [Side::Front, Side::Behind] {
            let mut steps = Vec::new();
            self.field_on(side).steps(self.turn, &mut steps);
            let others = steps.into_iter().filter(|step| !legal.contains(step));
            barred.extend(others.filter_map(|step| Some((step, self.objection(side, step)?))));
        }
        barred
    }

    /// The first test that a step does not stand.
    fn objection(&self, side: Side, step: Step) -> Option<Reason> {
        let castled = castling_side(self.field.board.piece_at(step.from)?, step);
        let way = attacks::between(step.from, step.to).with(step.from).with(step.to);
        let is_attacked = |square| self.attackers(square, !self.turn, side, self.on(side)).any();
        if castled.is_some() && way.into_iter().any(is_attacked) {
            return Some(objections::CASTLES_ATTACKED);
        }
        let mut before = self.field_on(side);
        before.play(step);
        let is_attacked = |king| before.board.attacks_to(king, !self.turn, before.board.occupied()).any();
        if before.board.king_of(self.turn).is_some_and(is_attacked) {
            return Some(objections::CHECK_BEFORE);
        }
        // [half-alice.no-stop]
        let stops =
            Bitboard::from(step.to) | castled.map_or(Bitboard::EMPTY, |side| side.rook_to(self.turn).into());
        if (stops & self.on(!side)).any() {
            return Some(match side {
                Side::Front => objections::TAKEN_BEHIND,
                Side::Behind => objections::TAKEN_IN_FRONT,
            });
        }
        // [half-alice.free-checker], [half-alice.castle-two]
        match (side, castled, self.free(self.turn)) {
            (Side::Front, None, 0) => return Some(objections::NO_CHECKER),
            (Side::Front, Some(_), 0 | 1) => return Some(objections::NEEDS_TWO),
            (Side::Front | Side::Behind, _, _) => {}
        }
        let mut after = self.clone();
        after.play(step);
        let exposed = after.attackers_of_king(self.turn).any();
        exposed.then_some(objections::CHECK_AFTER)
    }

    /// How many legal moves there are.
    pub fn count_moves(&self) -> usize {
        let mut count = 0;
        self.movers(|role, _, targets| {
            let promoting = if role == Role::Pawn { targets & Bitboard::BACKRANKS } else { Bitboard::EMPTY };
            count += targets.count() + (PROMOTIONS.len() - 1) * promoting.count();
        });
        count
    }

    /// Carries a move out: the piece goes, takes, becomes another, and crosses the mirror.
    pub fn play(&mut self, step: Step) -> Played {
        let side = self.side_of(step.from);
        let played = self.field.play(step);
        self.mirror.discard(step.from);
        if let Some((victim, _)) = played.captured {
            // [half-alice.checker-returns] Its checker goes back to its owner.
            self.mirror.discard(victim);
        }
        // [half-alice.cross], [half-alice.castle-cross]
        if side == Side::Front {
            self.mirror.add(step.to);
            if let Some(castled) = castling_side(played.piece, step) {
                self.mirror.add(castled.rook_to(self.turn));
            }
        }
        // [half-alice.en-passant] Only pawns that went behind the mirror are taken in passing.
        if !self.rules.en_passant || side == Side::Behind {
            self.field.ep = None;
        }
        self.turn = !self.turn;
        played
    }
}

/// What legal moves have to respect.
struct Bounds {
    king: Square,
    /// The side on which the king stands.
    home: Side,
    /// Enemies that give check.
    checkers: Bitboard,
    /// Own pieces that must stay where they are, or take what they shield the king from.
    pinned: Bitboard,
    /// Squares on which an arrival from the other side is good.
    answers: Bitboard,
    /// Checkers to stand on.
    free: u32,
}

/// Fast generation of moves.
///
/// A piece of the king's side leaves that side, so it can only uncover the king: whatever is
/// legal after the switch was legal before.
/// A piece of the other side arrives on the king's side, so it can only cover the king.
impl Position {
    /// Calls `visit` with the role, the square and the targets of everything that can move.
    #[inline(always)]
    fn movers(&self, mut visit: impl FnMut(Role, Square, Bitboard)) {
        let bounds = self.bounds();
        let board = &self.field.board;
        // [half-alice.free-checker] Without a checker nothing in front of the mirror moves.
        let able = if bounds.free == 0 { self.mirror } else { board.occupied() };
        let own = board.by_color(self.turn) & able;
        if own.contains(bounds.king) {
            visit(Role::King, bounds.king, self.king_targets(&bounds));
        }
        for side in [Side::Front, Side::Behind] {
            let (own, occupied) = (own & self.on(side), self.on(side));
            let legal = |from, reached| self.legal_targets(&bounds, side, from, reached);
            for from in own & board.knights() {
                visit(Role::Knight, from, legal(from, attacks::knight_attacks(from)));
            }
            for from in own & board.bishops() {
                visit(Role::Bishop, from, legal(from, attacks::bishop_attacks(from, occupied)));
            }
            for from in own & board.rooks() {
                visit(Role::Rook, from, legal(from, attacks::rook_attacks(from, occupied)));
            }
            for from in own & board.queens() {
                visit(Role::Queen, from, legal(from, attacks::queen_attacks(from, occupied)));
            }
            for from in own & board.pawns() {
                let taken = attacks::pawn_attacks(self.turn, from) & board.by_color(!self.turn);
                visit(Role::Pawn, from, legal(from, pawn_pushes(self.turn, from, occupied) | taken));
            }
        }
        if let Some(ep) = self.field.ep {
            for from in self.takers_en_passant(&bounds, ep) {
                visit(Role::Pawn, from, Bitboard::from(ep));
            }
        }
    }

    /// Looks at the king on its own side of the mirror.
    #[inline]
    fn bounds(&self) -> Bounds {
        let (board, king) = (&self.field.board, self.king(self.turn));
        let home = self.side_of(king);
        let occupied = self.on(home);
        let checkers = self.attackers(king, !self.turn, home, occupied);
        let snipers = board.by_color(!self.turn)
            & occupied
            & (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
                | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                pinned |= between;
            }
        }
        // [half-alice.interpose]
        let answers = match checkers.single_square() {
            Some(checker) => attacks::between(king, checker),
            None if checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        Bounds { king, home, checkers, pinned, answers, free: self.free(self.turn) }
    }

    /// Of the squares that a piece other than the king reaches on its side, those it may go to.
    #[inline]
    fn legal_targets(&self, bounds: &Bounds, side: Side, from: Square, reached: Bitboard) -> Bitboard {
        let board = &self.field.board;
        let empty = reached & !board.occupied();
        // [half-alice.no-stop], [half-alice.capture] Only enemies of the same side may stand there.
        let taken = reached & board.by_color(!self.turn) & self.on(side);
        if side != bounds.home {
            return (empty | taken) & bounds.answers;
        }
        // [half-alice.no-block], [half-alice.pins]
        let stays = bounds.checkers.any() || bounds.pinned.contains(from);
        let mut targets = if stays { Bitboard::EMPTY } else { empty };
        for to in taken {
            if self.is_safe_without(bounds, from, to) {
                targets.add(to);
            }
        }
        targets
    }

    /// Whether the king is safe when two pieces of its side are gone, the capturer and the captured.
    fn is_safe_without(&self, bounds: &Bounds, capturer: Square, captured: Square) -> bool {
        let gone = Bitboard::from(capturer) | captured;
        let left = self.on(bounds.home) & !gone;
        (self.attackers(bounds.king, !self.turn, bounds.home, left) & !gone).is_empty()
    }

    /// [half-alice.king-both-sides] The king has to be safe before and after it crosses.
    #[inline]
    fn king_targets(&self, bounds: &Bounds) -> Bitboard {
        let Bounds { king, home, .. } = *bounds;
        let takes = self.field.board.by_color(!self.turn) & self.on(home);
        let near = attacks::king_attacks(king) & (!self.field.board.occupied() | takes);
        let (before, after) = (self.on(home).without(king), self.on(!home));
        let mut safe = Bitboard::EMPTY;
        for to in near {
            if self.attackers(to, !self.turn, home, before).is_empty()
                && self.attackers(to, !self.turn, !home, after).is_empty()
            {
                safe.add(to);
            }
        }
        // [half-alice.castle-two] Both pieces need a checker.
        let may_castle = bounds.checkers.is_empty() && bounds.free >= 2;
        if may_castle && (self.field.rights & self.turn.backrank()).any() {
            safe |= self.castling_targets(king);
        }
        safe
    }

    /// Where a king that is not in check may castle to; its right keeps it in front.
    fn castling_targets(&self, king: Square) -> Bitboard {
        let (front, behind) = (self.on(Side::Front), self.on(Side::Behind));
        let is_attacked = |square, side, occupied| self.attackers(square, !self.turn, side, occupied).any();
        let may = |side: &CastlingSide| {
            let (rook, goal) = (rook_home(self.turn, *side), side.king_to(self.turn));
            let arrived = Bitboard::from(goal) | side.rook_to(self.turn);
            let way = attacks::between(king, goal) | goal;
            self.field.rights.contains(rook)
                && (attacks::between(king, rook) & front).is_empty()
                // [half-alice.castle-room]
                && (arrived & behind).is_empty()
                // [half-alice.castle-safe]
                && !way.into_iter().any(|square| is_attacked(square, Side::Front, front))
                && !is_attacked(goal, Side::Behind, behind | arrived)
        };
        let sides = [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter().filter(may);
        sides.map(|side| side.king_to(self.turn)).collect()
    }

    /// [half-alice.en-passant] The pawns that may take on the skipped square: the victim is
    /// behind the mirror already, and so are they.
    fn takers_en_passant(&self, bounds: &Bounds, ep: Square) -> Bitboard {
        let board = &self.field.board;
        // [half-alice.en-passant-blocked]
        if board.occupied().contains(ep) {
            return Bitboard::EMPTY;
        }
        let near = attacks::pawn_attacks(!self.turn, ep) & board.by_piece(self.turn.pawn()) & self.mirror;
        let may = |from: &Square| match bounds.home {
            Side::Front => bounds.answers.contains(ep),
            Side::Behind => self.is_safe_without(bounds, *from, Square::from_coords(ep.file(), from.rank())),
        };
        near.into_iter().filter(may).collect()
    }
}

/// Moves by the letter of the rules: slow, and the test of the fast ones.
impl Position {
    /// Every legal move, found by trying all that the pieces of each side could do.
    pub fn slow_moves(&self) -> Vec<Step> {
        let mut legal = Vec::new();
        for side in [Side::Front, Side::Behind] {
            let mut steps = Vec::new();
            self.field_on(side).steps(self.turn, &mut steps);
            legal.extend(steps.into_iter().filter(|step| self.is_legal_when_tried(side, *step)));
        }
        legal
    }

    fn is_legal_when_tried(&self, side: Side, step: Step) -> bool {
        let mut alone = self.field_on(side);
        let piece = alone.board.piece_at(step.from).expect("a piece stands where the step starts");
        let castles = castling_side(piece, step);
        let rook = castles.map_or(Bitboard::EMPTY, |castled| castled.rook_to(self.turn).into());
        let crossing = rook | step.to;
        let attacked = |field: &Field, square: Square| {
            field.board.attacks_to(square, !self.turn, field.board.occupied()).any()
        };
        if castles.is_some() {
            let way = attacks::between(step.from, step.to) | step.from;
            if way.into_iter().any(|square| attacked(&alone, square)) {
                return false;
            }
        }
        // [half-alice.legal-before] On its own side alone.
        alone.play(step);
        let before = alone.board.king_of(self.turn).is_none_or(|king| !attacked(&alone, king));
        let room = (crossing & self.on(!side)).is_empty();
        let checkers = side == Side::Behind || self.free(self.turn) as usize >= crossing.count();
        if !(before && room && checkers) {
            return false;
        }
        // [half-alice.legal-after] Where it has crossed to.
        let mut after = self.clone();
        after.play(step);
        after.attackers_of_king(self.turn).is_empty()
    }
}

impl Position {
    /// How the game ends if whoever is to move cannot.
    pub fn stuck(&self) -> Option<Outcome> {
        (self.count_moves() == 0).then(|| ends::STUCK.end(self.turn, self.in_check()))
    }

    /// How the game ends if nobody can win any more.
    pub fn dead(&self) -> Option<Outcome> {
        self.is_dead().then(|| Outcome::draw(ends::MATERIAL))
    }
}

/// Why a step is barred that chess on one side of the mirror would allow.
pub mod objections {
    use kit_play::Reason;

    use crate::steps;

    pub const CASTLES_ATTACKED: Reason = steps::attacked_on_the_way("half-alice.castle-safe");
    pub const CHECK_BEFORE: Reason = Reason::new(
        "your king would be in check before the piece crosses the mirror",
        "half-alice.legal-before",
    );
    pub const CHECK_AFTER: Reason = Reason::new(
        "your king would be in check after the piece has crossed the mirror",
        "half-alice.legal-after",
    );
    pub const TAKEN_BEHIND: Reason =
        Reason::new("the square is taken behind the mirror", "half-alice.no-stop");
    pub const TAKEN_IN_FRONT: Reason =
        Reason::new("the square is taken in front of the mirror", "half-alice.no-stop");
    pub const NO_CHECKER: Reason = Reason::new("you have no free checker", "half-alice.free-checker");
    pub const NEEDS_TWO: Reason = Reason::new("castling needs two free checkers", "half-alice.castle-two");
}

impl Node for Position {
    type Step = Step;

    const PACE: Pace = Pace::Steady;

    fn is_pressed(&self) -> bool {
        self.in_check()
    }

    fn passed(&self) -> Option<Position> {
        let board = &self.field.board;
        let officers = board.by_color(self.turn) & !(board.pawns() | board.kings());
        // With a king and pawns alone, having to move is often what loses.
        if officers.is_empty() || self.in_check() {
            return None;
        }
        let mut passed = self.clone();
        (passed.turn, passed.field.ep) = (!self.turn, None);
        Some(passed)
    }

    fn habit(step: Step) -> u16 {
        appraisal::habit(step.from, step.to)
    }

    fn standing(&self) -> NodeStanding {
        let verdict = self.stuck().or_else(|| self.dead());
        verdict.map_or_else(|| NodeStanding::Decides(seat_of(self.turn)), NodeStanding::Over)
    }

    fn steps(&self, steps: &mut Vec<Step>) {
        if !self.is_dead() {
            self.moves(steps);
        }
    }

    fn count(&self, _scratch: &mut Vec<Step>) -> usize {
        if self.is_dead() { 0 } else { self.count_moves() }
    }

    fn play(&mut self, step: Step) {
        Position::play(self, step);
    }

    fn is_noisy(&self, step: Step) -> bool {
        step.promotion.is_some() || self.victim(step).is_some()
    }

    fn promise(&self, step: Step) -> i32 {
        appraisal::promise(self.field.board.role_at(step.from), self.victim(step), step.promotion)
    }

    fn progress(&self) -> u64 {
        appraisal::progress(&self.field.board)
    }

    fn recurrence(&self) -> u64 {
        with_board(self.turn.is_white().into(), &self.field.board)
    }

    fn appraise(&self, team: Team) -> i32 {
        let color = color_of(Seat(team.0));
        appraisal::balance(&self.field.board, color) + self.reserve(color) - self.reserve(!color)
    }

    fn key(&self) -> u64 {
        let ep = self.field.ep.map_or(64, u64::from);
        let rest = ep | u64::from(self.turn.is_white()) << 8;
        mixed(mixed(field_key(&self.field), self.mirror.0), rest)
    }
}

impl Position {
    /// What a step takes.
    fn victim(&self, step: Step) -> Option<Role> {
        let board = &self.field.board;
        let en_passant = self.field.ep == Some(step.to) && self.side_of(step.from) == Side::Behind;
        let en_passant =
            en_passant && board.pawns().contains(step.from) && step.from.file() != step.to.file();
        board.role_at(step.to).or(en_passant.then_some(Role::Pawn))
    }

    /// What it costs to have few checkers left: without one, everything in front is frozen.
    fn reserve(&self, color: Color) -> i32 {
        let in_front = (self.field.board.by_color(color) & !self.mirror).count() as i32;
        match self.free(color) {
            0 => -20 * in_front,
            1 => -5 * in_front,
            _ => 0,
        }
    }
}
