//! Who may make which move: the board, the seat to move, and what the next player could take.
//!
//! Seats are counted in their order of play, so the rules are arithmetic on them: even seats
//! are White, the first two look after the king side.

use std::fmt;
use std::str::FromStr;

use kit_chess::field::{castling_side, castling_step, pawn_pushes};
use kit_chess::shakmaty::{Bitboard, Color, Role, Square, attacks};
use kit_chess::{Field, PROMOTIONS, Played, Step};
use kit_play::{BadNotation, Node, NodeStanding, Outcome, Pace, Reason, Seat, Team};

use super::ABOUT;
use super::ends;
use crate::appraisal;
use crate::keys::with_board;
use crate::steps;

// [crowded-house.halves] The same files for both colors.
pub const KING_SIDE: Bitboard = Bitboard(0xf0f0_f0f0_f0f0_f0f0);
pub const QUEEN_SIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// Who begins every round.
pub const FIRST: Seat = Seat(0);

/// The color of a seat.
pub fn color_of(seat: Seat) -> Color {
    Color::from_white(seat.0.is_multiple_of(2))
}

/// The team of a seat.
pub fn team_of(seat: Seat) -> Team {
    Team(seat.0 % 2)
}

/// The half that a seat looks after.
pub fn half_of(seat: Seat) -> Bitboard {
    if seat.0 < 2 { KING_SIDE } else { QUEEN_SIDE }
}

/// [crowded-house.key-rule] A move starts or ends in the half of whoever makes it.
pub fn may(seat: Seat, from: Square, to: Square) -> bool {
    half_of(seat).contains(from) || half_of(seat).contains(to)
}

/// The squares from which a seat may go to `square`, and to which it may go from there.
fn within_key_rule(seat: Seat, square: Square) -> Bitboard {
    let half = half_of(seat);
    if half.contains(square) { Bitboard::FULL } else { half }
}

/// What a seat does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Move(Step),
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(step) => write!(f, "{step}"),
            Action::Pass => f.write_str("--"),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    /// Reads `e2e4` or `--`, also after a seat tag such as `WQ:`, which is only a reminder.
    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let untagged = match text.split_once(':') {
            Some((tag, rest)) if ABOUT.seat_named(tag).is_some() => rest,
            Some(_) | None => text,
        };
        match untagged {
            "--" => Ok(Action::Pass),
            step => step
                .parse()
                .map(Action::Move)
                .map_err(|_| BadNotation::new(text, "a move such as `e2e4` or `e7e8q`, or `--`")),
        }
    }
}

/// A position: small enough to be copied at every node of a search.
///
/// Both colors have one king, and the seat to move cannot take the other color's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub field: Field,
    /// Whose turn it is.
    pub seat: Seat,
    /// How many turns in a row each team has had to pass, up to now.
    pub passes: [u8; 2],
    /// Whether turns go round the other way in this round, an option of our own.
    pub crossed: bool,
    /// Whether that changes with every round.
    pub alternates: bool,
}

impl Position {
    pub fn initial() -> Position {
        let (crossed, alternates) = (false, false);
        Position { field: Field::initial(), seat: Seat(0), passes: [0; 2], crossed, alternates }
    }

    /// [crowded-house.order] [crowded-house.crossed] Who moves next, always an opponent.
    pub fn next(&self) -> Seat {
        Seat((self.seat.0 + if self.crossed { 3 } else { 1 }) % 4)
    }

    /// Everybody, in the order of their turns.
    pub fn order(&self) -> [Seat; 4] {
        if self.crossed { [0, 3, 2, 1].map(Seat) } else { [0, 1, 2, 3].map(Seat) }
    }

    /// Who moved before, always an opponent.
    pub fn before(&self) -> Seat {
        let changed = self.alternates && self.seat == FIRST;
        Seat((self.seat.0 + if self.crossed != changed { 1 } else { 3 }) % 4)
    }

    /// A number for whose turn it is and who follows.
    pub fn place(&self) -> u8 {
        self.seat.0 + if self.alternates && self.crossed { 4 } else { 0 }
    }

    pub fn color(&self) -> Color {
        color_of(self.seat)
    }

    /// Where the king of a color stands.
    pub fn king(&self, color: Color) -> Square {
        self.field.board.king_of(color).expect("each color has a king")
    }

    /// [crowded-house.attackers] The pieces with which a seat could take something on `square`.
    pub fn hits(&self, seat: Seat, square: Square, occupied: Bitboard) -> Bitboard {
        self.field.board.attacks_to(square, color_of(seat), occupied) & within_key_rule(seat, square)
    }

    /// The pieces with which a seat could take the other color's king now.
    pub fn king_hits(&self, seat: Seat) -> Bitboard {
        self.hits(seat, self.king(!color_of(seat)), self.field.board.occupied())
    }

    /// [crowded-house.check] Whether the next player could take the king.
    pub fn in_check(&self) -> bool {
        self.king_hits(self.next()).any()
    }

    /// Whether the king is attacked at all, by whomever.
    pub fn is_attacked(&self) -> bool {
        let color = self.color();
        self.field.board.attacks_to(self.king(color), !color, self.field.board.occupied()).any()
    }

    /// [crowded-house.checkmate] In check and without a legal move.
    pub fn is_mate(&self) -> bool {
        self.in_check() && self.count_moves() == 0
    }

    /// What the seat to move may do.
    ///
    /// [crowded-house.forced-pass] The pass is there if nothing else is and nobody is in check.
    pub fn actions(&self, actions: &mut Vec<Action>) {
        let before = actions.len();
        self.movers(|role, from, targets| {
            for to in targets {
                push_moves(role, from, to, actions);
            }
        });
        if actions.len() == before && !self.in_check() {
            actions.push(Action::Pass);
        }
    }

    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.movers(|role, _, targets| {
            let promoting = if role == Role::Pawn { targets & Bitboard::BACKRANKS } else { Bitboard::EMPTY };
            count += targets.count() + (PROMOTIONS.len() - 1) * promoting.count();
        });
        count
    }

    /// The square on which the seat to move may really take en passant.
    pub fn usable_ep(&self) -> Option<Square> {
        let ep = self.field.ep?;
        let pawns = self.field.board.by_piece(self.color().pawn());
        let usable = |from| self.may_take_en_passant(from, ep);
        (attacks::pawn_attacks(!self.color(), ep) & pawns).into_iter().any(usable).then_some(ep)
    }

    /// Gives the turn to the next player.
    fn go_round(&mut self) {
        self.seat = self.next();
        // [crowded-house.alternating] Another round begins.
        self.crossed ^= self.alternates && self.seat == FIRST;
    }

    /// Carries an action out and gives the turn to the next player; `None` for a pass.
    pub fn play(&mut self, action: Action) -> Option<Played> {
        let team = team_of(self.seat);
        self.go_round();
        let passes = &mut self.passes[team.index()];
        match action {
            Action::Move(step) => {
                *passes = 0;
                Some(self.field.play(step))
            }
            Action::Pass => {
                *passes += 1;
                // [crowded-house.en-passant] The right is gone after the next player's turn.
                self.field.ep = None;
                None
            }
        }
    }

    /// Every legal move by the letter of the rules: make it, and look at the king.
    ///
    /// Slow; the test of [`Position::actions`].
    pub fn slow_moves(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        self.field.steps(self.color(), &mut steps);
        steps.retain(|step| may(self.seat, step.from, step.to) && self.is_legal_when_tried(*step));
        steps
    }

    /// Every step that chess allows and the seat may not make, and why.
    pub fn barred(&self) -> Vec<(Step, Reason)> {
        let mut steps = Vec::new();
        self.field.steps(self.color(), &mut steps);
        let objection = |step: &Step| {
            if self.field.board.kings().contains(step.to) {
                None
            } else if !may(self.seat, step.from, step.to) {
                Some(OTHER_HALF)
            } else if self.is_legal_when_tried(*step) {
                None
            } else {
                let castles = |piece| castling_side(piece, *step).is_some();
                Some(if self.field.board.piece_at(step.from).is_some_and(castles) {
                    steps::attacked_on_the_way("crowded-house.castle-safe")
                } else {
                    steps::exposed("crowded-house.safe-move")
                })
            }
        };
        steps.into_iter().filter_map(|step| Some((step, objection(&step)?))).collect()
    }

    fn is_legal_when_tried(&self, step: Step) -> bool {
        let mut after = self.clone();
        let played = after.field.play(step);
        let takes_king = played.captured.is_some_and(|(_, taken)| taken.role == Role::King);
        // [crowded-house.no-king-capture], [crowded-house.safe-move]
        !takes_king
            && (castling_side(played.piece, step).is_none() || self.castles_safely(step))
            && !after.in_check()
    }

    /// [crowded-house.castle-safe] The square that the king leaves, and the one it crosses.
    fn castles_safely(&self, step: Step) -> bool {
        let crossed = attacks::between(step.from, step.to).first().expect("castling crosses a square");
        let mut crossing = self.clone();
        crossing.field.board.discard_piece_at(step.from);
        crossing.field.board.set_piece_at(crossed, self.color().king());
        !self.in_check() && !crossing.in_check()
    }
}

/// What every legal move of the seat to move has to respect.
struct Bounds {
    king: Square,
    /// Squares that may be moved to at all.
    open: Bitboard,
    /// Squares that answer a check, all if there is none.
    answers: Bitboard,
    /// Pieces that may move only in line with the king.
    pinned: Bitboard,
    in_check: bool,
}

/// Fast generation of moves.
impl Position {
    /// Calls `visit` with the role, the square and the targets of everything that can move.
    #[inline(always)]
    fn movers(&self, mut visit: impl FnMut(Role, Square, Bitboard)) {
        let bounds = self.bounds();
        let board = &self.field.board;
        let (own, occupied) = (board.by_color(self.color()), board.occupied());
        visit(Role::King, bounds.king, self.king_targets(&bounds));
        if bounds.answers.any() {
            let straight_line = |from| {
                if bounds.pinned.contains(from) { attacks::ray(bounds.king, from) } else { Bitboard::FULL }
            };
            let allowed =
                |from| bounds.open & bounds.answers & within_key_rule(self.seat, from) & straight_line(from);
            for from in own & board.knights() & !bounds.pinned {
                visit(Role::Knight, from, attacks::knight_attacks(from) & allowed(from));
            }
            for from in own & board.bishops() {
                visit(Role::Bishop, from, attacks::bishop_attacks(from, occupied) & allowed(from));
            }
            for from in own & board.rooks() {
                visit(Role::Rook, from, attacks::rook_attacks(from, occupied) & allowed(from));
            }
            for from in own & board.queens() {
                visit(Role::Queen, from, attacks::queen_attacks(from, occupied) & allowed(from));
            }
            // [crowded-house.promotion] As for any other move of a pawn.
            for from in own & board.pawns() {
                visit(Role::Pawn, from, self.pawn_targets(from) & allowed(from));
            }
        }
        if let Some(ep) = self.field.ep {
            let pawns = attacks::pawn_attacks(!self.color(), ep) & own & board.pawns();
            for from in pawns.into_iter().filter(|from| self.may_take_en_passant(*from, ep)) {
                visit(Role::Pawn, from, Bitboard::from(ep));
            }
        }
    }

    /// Looks at the king with the eyes of the next player.
    #[inline]
    fn bounds(&self) -> Bounds {
        let board = &self.field.board;
        let (color, occupied) = (self.color(), board.occupied());
        let (own, king) = (board.by_color(color), self.king(color));
        // Attackers elsewhere are no business of the next player.
        let usable = board.by_color(!color) & within_key_rule(self.next(), king);
        let checkers = board.attacks_to(king, !color, occupied) & usable;
        let snipers = usable
            & (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
                | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
        // [crowded-house.pins] Only lines that the next player could use.
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if !blockers.more_than_one() {
                pinned |= blockers & own;
            }
        }
        let answers = match checkers.single_square() {
            Some(checker) => attacks::between(king, checker) | checkers,
            None if checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        let open = !own & !board.kings();
        Bounds { king, open, answers, pinned, in_check: checkers.any() }
    }

    #[inline]
    fn king_targets(&self, bounds: &Bounds) -> Bitboard {
        let near = attacks::king_attacks(bounds.king) & bounds.open & within_key_rule(self.seat, bounds.king);
        let elsewhere = self.field.board.occupied() ^ Bitboard::from(bounds.king);
        let next = self.next();
        let mut safe = Bitboard::EMPTY;
        // [crowded-house.kings-meet] The other king is an attacker like any other.
        for to in near {
            if self.hits(next, to, elsewhere).is_empty() {
                safe.add(to);
            }
        }
        if !bounds.in_check && self.field.rights.any() {
            safe |= self.castling_targets();
        }
        safe
    }

    /// Where the king may castle to, if it is not in check.
    fn castling_targets(&self) -> Bitboard {
        let (color, next) = (self.color(), self.next());
        let mut targets = Bitboard::EMPTY;
        for side in self.field.castlings(color) {
            let step = castling_step(color, side);
            // With the king gone from its square, the rook's new place shields nothing that
            // does not hit the crossed square as well.
            let elsewhere = self.field.board.occupied() ^ Bitboard::from(step.from);
            let way = attacks::between(step.from, step.to) | Bitboard::from(step.to);
            // [crowded-house.castle-key-rule] Judged by the king's squares.
            if may(self.seat, step.from, step.to)
                && way.into_iter().all(|square| self.hits(next, square, elsewhere).is_empty())
            {
                targets.add(step.to);
            }
        }
        targets
    }

    #[inline]
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let (board, color) = (&self.field.board, self.color());
        pawn_pushes(color, from, board.occupied())
            | attacks::pawn_attacks(color, from) & board.by_color(!color)
    }

    /// [crowded-house.en-passant-half] Rare enough to be tried out.
    fn may_take_en_passant(&self, from: Square, ep: Square) -> bool {
        self.field.en_passant_from(from) == Some(ep)
            && may(self.seat, from, ep)
            && self.is_legal_when_tried(Step::new(from, ep))
    }
}

#[inline]
fn push_moves(role: Role, from: Square, to: Square, actions: &mut Vec<Action>) {
    if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
        actions.extend(PROMOTIONS.map(|role| Action::Move(Step { from, to, promotion: Some(role) })));
    } else {
        actions.push(Action::Move(Step::new(from, to)));
    }
}

impl Position {
    /// How the game ends here, as far as the board and the passes decide.
    pub fn verdict(&self) -> Option<Outcome> {
        // [crowded-house.no-rescue] Whatever the partner could have done.
        let is_mate = self.is_mate();
        (is_mate || self.is_stalemate()).then(|| ends::STUCK.end(self.color(), is_mate))
    }
}

/// [crowded-house.key-rule]
const OTHER_HALF: Reason = Reason::new("a move has to start or end in your half", "crowded-house.key-rule");

impl Node for Position {
    type Step = Action;

    const PACE: Pace = Pace::Steady;

    fn is_pressed(&self) -> bool {
        self.in_check()
    }

    fn passed(&self) -> Option<Position> {
        let board = &self.field.board;
        let officers = board.by_color(self.color()) & !(board.pawns() | board.kings());
        // A king in danger must be saved by one of the two players, and with a king and pawns alone
        // having to move is often what loses.
        if officers.is_empty() || self.in_check() || self.is_attacked() {
            return None;
        }
        let mut passed = self.clone();
        passed.go_round();
        passed.field.ep = None;
        Some(passed)
    }

    fn habit(action: Action) -> u16 {
        match action {
            Action::Move(step) => appraisal::habit(step.from, step.to),
            Action::Pass => 0,
        }
    }

    fn standing(&self) -> NodeStanding {
        self.verdict().map_or(NodeStanding::Decides(self.seat), NodeStanding::Over)
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        if !self.is_stalemate() {
            self.actions(steps);
        }
    }

    fn count(&self, _scratch: &mut Vec<Action>) -> usize {
        match self.count_moves() {
            _ if self.is_stalemate() => 0,
            0 => usize::from(!self.in_check()),
            moves => moves,
        }
    }

    fn play(&mut self, step: Action) {
        Position::play(self, step);
    }

    fn is_noisy(&self, step: Action) -> bool {
        match step {
            Action::Move(step) => step.promotion.is_some() || self.victim(step).is_some(),
            Action::Pass => false,
        }
    }

    fn promise(&self, step: Action) -> i32 {
        let Action::Move(step) = step else { return 0 };
        appraisal::promise(self.field.board.role_at(step.from), self.victim(step), step.promotion)
    }

    fn progress(&self) -> u64 {
        appraisal::progress(&self.field.board)
    }

    fn recurrence(&self) -> u64 {
        with_board(self.place().into(), &self.field.board)
    }

    fn appraise(&self, team: Team) -> i32 {
        let color = color_of(Seat(team.0));
        appraisal::balance(&self.field.board, color) + self.threats(color) - self.threats(!color)
    }

    fn key(&self) -> u64 {
        let board = &self.field.board;
        let ep = self.field.ep.map_or(64, u64::from);
        let passes = self.passes.map(u64::from);
        let rest = ep | u64::from(self.place()) << 8 | passes[0] << 16 | passes[1] << 24;
        let roles = Role::ALL.map(|role| board.by_role(role).0);
        let words = roles.into_iter().chain([board.white().0, self.field.rights.0, rest]);
        words.fold(0, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        })
    }

    fn team(seat: Seat) -> Team {
        team_of(seat)
    }
}

impl Position {
    /// [crowded-house.stalemate] Both partners of a team had to pass, one after the other.
    pub fn is_stalemate(&self) -> bool {
        self.passes.iter().any(|passes| *passes >= 2)
    }

    /// What a step takes.
    fn victim(&self, step: Step) -> Option<Role> {
        let board = &self.field.board;
        let en_passant = self.field.ep == Some(step.to) && board.pawns().contains(step.from);
        board.role_at(step.to).or(en_passant.then_some(Role::Pawn))
    }

    /// What it is worth that the partners of a color attack the other king.
    fn threats(&self, color: Color) -> i32 {
        let first = Seat(color.fold_wb(0, 1));
        let partner = Seat(first.0 + 2);
        [first, partner].map(|seat| 15 * self.king_hits(seat).count() as i32).iter().sum()
    }
}
