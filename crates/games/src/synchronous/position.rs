//! The board and the stage of a turn: what may be written, what happens at once, and blows.

use kit_chess::field::{castling_side, castling_step, king_home, rook_home};
use kit_chess::shakmaty::{Bitboard, Board, ByColor, CastlingSide, Color, Piece, Role, Square, attacks};
use kit_chess::{Field, PROMOTIONS, Step};
use kit_play::Outcome;

use super::{Action, ends};
use crate::sides::team_of;

/// Pieces, castling rights, and how far the turn has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The en-passant square is always empty.
    pub field: Field,
    /// What is to be decided.
    pub stage: Stage,
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Both write a move.
    Writing,
    /// Blows are exchanged.
    Blows(Blows),
}

/// The exchanges that are going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blows {
    /// The square on which each color may strike next.
    pub open: ByColor<Option<Square>>,
    /// Where the pieces stand that have struck this turn.
    pub struck: Bitboard,
}

/// What came of moves that were made at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// What each color did, if it moved at all.
    pub deeds: ByColor<Option<MadeMove>>,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeMove {
    /// The piece as it was before.
    pub piece: Piece,
    /// From where to where.
    pub step: Step,
    /// What came of it.
    pub fate: Fate,
}

/// What came of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The square was empty.
    Arrived,
    /// This enemy piece stood there and was captured.
    Took(Role),
    /// This enemy piece stood there and moved away in the same moment.
    Missed(Role),
    /// An enemy piece arrived there in the same moment, and both were captured.
    Lost,
}

impl Settled {
    /// Whether something happened that cannot be undone: a pawn's move or a capture.
    pub fn is_progress(&self) -> bool {
        self.deeds.iter().flatten().any(|deed| match deed.fate {
            Fate::Took(_) | Fate::Lost => true,
            Fate::Arrived | Fate::Missed(_) => deed.piece.role == Role::Pawn,
        })
    }

    /// The pieces that left the board.
    pub fn captured(&self) -> impl Iterator<Item = Piece> {
        self.deeds.into_iter().flatten().filter_map(|deed| match deed.fate {
            Fate::Took(role) => Some(role.of(!deed.piece.color)),
            Fate::Lost => Some(deed.piece),
            Fate::Arrived | Fate::Missed(_) => None,
        })
    }

    /// Whether two pieces went for each other and changed places.
    pub fn is_swap(&self) -> bool {
        match self.deeds {
            ByColor { white: Some(white), black: Some(black) } => {
                white.step.from == black.step.to && black.step.from == white.step.to
            }
            ByColor { .. } => false,
        }
    }

    fn survivor(&self, color: Color) -> Option<MadeMove> {
        self.deeds.get(color).filter(|deed| deed.fate != Fate::Lost)
    }
}

impl Position {
    pub fn new(field: Field) -> Position {
        Position { field, stage: Stage::Writing }
    }

    fn board(&self) -> &Board {
        &self.field.board
    }

    /// Whether a color has something to decide now.
    pub fn asks(&self, color: Color) -> bool {
        match self.stage {
            Stage::Writing => true,
            Stage::Blows(blows) => blows.open.get(color).is_some(),
        }
    }

    /// Whether both have something to decide, so that their answers are sealed.
    pub fn asks_both(&self) -> bool {
        self.asks(Color::White) && self.asks(Color::Black)
    }

    /// Everything that a color may answer now, which depends on what all can see.
    pub fn actions(&self, color: Color, actions: &mut Vec<Action>) {
        match self.stage {
            Stage::Writing => self.moves(color, actions),
            Stage::Blows(Blows { open, struck }) => {
                let Some(square) = *open.get(color) else { return };
                for from in self.strikers(color, square, struck) {
                    self.push(from, square, actions);
                }
                actions.push(Action::Pass);
            }
        }
    }

    fn push(&self, from: Square, to: Square, actions: &mut Vec<Action>) {
        let pawn = self.board().pawns().contains(from);
        if pawn && Bitboard::BACKRANKS.contains(to) {
            actions.extend(PROMOTIONS.map(|role| Action::Move(Step { from, to, promotion: Some(role) })));
        } else {
            actions.push(Action::Move(Step::new(from, to)))
        }
    }

    // [synchronous.legal] Judged on the board as it stands, as if this color were to move.
    fn moves(&self, color: Color, actions: &mut Vec<Action>) {
        for from in self.movers(color) {
            for to in self.targets(color, from) {
                self.push(from, to, actions);
            }
        }
        actions.extend(self.castlings(color).map(|side| Action::Move(castling_step(color, side))));
    }

    // [synchronous.attacked] A king under attack must move, and nothing else may.
    fn movers(&self, color: Color) -> Bitboard {
        if self.is_attacked(color) {
            self.board().by_piece(color.king())
        } else {
            self.board().by_color(color)
        }
    }

    // [synchronous.en-passant] There is none, and [synchronous.king-safe] no king is ever taken.
    fn targets(&self, color: Color, from: Square) -> Bitboard {
        let aims = self.field.quiet_targets(from) | self.field.capture_targets(from) & !self.board().kings();
        aims.into_iter().filter(|to| self.keeps_king_safe(color, from, *to)).collect()
    }

    // [synchronous.castle] As in ordinary chess: not out of, through or into an attack.
    fn castlings(&self, color: Color) -> impl Iterator<Item = CastlingSide> + '_ {
        let home = king_home(color);
        let occupied = self.board().occupied().without(home);
        let is_safe = move |square: Square| self.board().attacks_to(square, !color, occupied).is_empty();
        self.field.castlings(color).filter(move |side| {
            let way = attacks::between(home, side.king_to(color)).with(home).with(side.king_to(color));
            way.into_iter().all(is_safe)
        })
    }

    /// Whether a color has any move; whoever may castle can also take a single step.
    pub fn has_move(&self, color: Color) -> bool {
        self.movers(color).into_iter().any(|from| self.targets(color, from).any())
    }

    /// Whether the king of a color is attacked.
    pub fn is_attacked(&self, color: Color) -> bool {
        let king = self.board().king_of(color);
        king.is_some_and(|king| self.guards(!color, king).any())
    }

    /// The pieces of a color that attack a square, pinned ones included.
    pub fn guards(&self, color: Color, square: Square) -> Bitboard {
        self.board().attacks_to(square, color, self.board().occupied())
    }

    /// Whether the own king would not be attacked after a move.
    fn keeps_king_safe(&self, color: Color, from: Square, to: Square) -> bool {
        let Some(king) = self.board().king_of(color) else { return true };
        let king = if king == from { to } else { king };
        let occupied = self.board().occupied().without(from).with(to);
        self.board().attacks_to(king, !color, occupied).without(to).is_empty()
    }

    /// The pieces with which a color may strike on a square.
    // [synchronous.legal-blow] Any piece with a legal capture there, [synchronous.once] once.
    pub fn strikers(&self, color: Color, square: Square, struck: Bitboard) -> Bitboard {
        if self.board().kings().contains(square) {
            return Bitboard::EMPTY;
        }
        let able = self.guards(color, square) & !struck;
        able.into_iter().filter(|from| self.keeps_king_safe(color, *from, square)).collect()
    }

    /// Carries out the answers of all who were asked.
    ///
    /// Exchanges stay open afterwards even if nobody can strike (see [`Position::close_idle`]).
    pub fn play(&mut self, answers: ByColor<Option<Action>>) -> Settled {
        let steps = answers.map(|answer| answer.and_then(Action::step));
        match self.stage {
            Stage::Writing => self.make_moves(steps),
            Stage::Blows(blows) => {
                let settled = self.settle(steps);
                // [synchronous.blow-back] After a blow the right to strike there changes sides.
                let open = ByColor::new_with(|color| steps.get(!color).map(|step| step.to));
                let arrived: Bitboard = steps.iter().flatten().map(|step| step.to).collect();
                self.stage = Stage::Blows(Blows { open, struck: blows.struck | arrived });
                settled
            }
        }
    }

    fn make_moves(&mut self, steps: ByColor<Option<Step>>) -> Settled {
        let before = ByColor::new_with(|color: Color| {
            steps.get(!color).map_or(Bitboard::EMPTY, |step| self.guards(color, step.to))
        });
        let settled = self.settle(steps);
        // [synchronous.trigger] The same piece must have guarded the square before and guard it now.
        let open = ByColor::new_with(|color: Color| {
            let square = settled.survivor(!color)?.step.to;
            let old = followed(*before.get(color), *settled.deeds.get(color));
            (old & self.guards(color, square)).any().then_some(square)
        });
        self.stage = Stage::Blows(Blows { open, struck: Bitboard::EMPTY });
        settled
    }

    /// Lifts all pieces that move, and then lets them arrive.
    // [synchronous.together] Paths are not looked at again: pieces pass through each other.
    fn settle(&mut self, steps: ByColor<Option<Step>>) -> Settled {
        let aims = steps.map(|step| step.and_then(|step| self.board().role_at(step.to)));
        let lifted = steps.map(|step| step.map(|step| self.lift(step)));
        // [synchronous.collide] Two arrivals on one square capture each other.
        let collide = match steps {
            ByColor { white: Some(white), black: Some(black) } => white.to == black.to,
            ByColor { .. } => false,
        };
        let deeds = ByColor::new_with(|color: Color| {
            let (step, piece) = ((*steps.get(color))?, (*lifted.get(color))?);
            if collide {
                return Some(MadeMove { piece, step, fate: Fate::Lost });
            }
            let fate = match (self.field.board.remove_piece_at(step.to), *aims.get(color)) {
                // [synchronous.capture] It stayed where it was.
                (Some(victim), _) => Fate::Took(victim.role),
                // [synchronous.miss] It moved in the same moment.
                (None, Some(role)) => Fate::Missed(role),
                (None, None) => Fate::Arrived,
            };
            self.field.board.set_piece_at(step.to, step.promotion.unwrap_or(piece.role).of(color));
            Some(MadeMove { piece, step, fate })
        });
        Settled { deeds }
    }

    /// Takes a moving piece off the board, and castles its rook.
    fn lift(&mut self, step: Step) -> Piece {
        let Field { board, rights, .. } = &mut self.field;
        let piece = board.remove_piece_at(step.from).expect("a piece stands where a move starts");
        rights.discard(step.from);
        rights.discard(step.to);
        if piece.role == Role::King {
            rights.discard(Bitboard::from_rank(piece.color.backrank()));
        }
        // [synchronous.castle-rook] The rook leaves its corner in the same moment.
        // Nobody can meet it: its new square was not attacked, and no pawn can step there.
        if let Some(side) = castling_side(piece, step) {
            board.discard_piece_at(rook_home(piece.color, side));
            board.set_piece_at(side.rook_to(piece.color), piece.color.rook());
        }
        piece
    }

    /// Closes exchanges in which nobody can strike, and tells of each; says whether the turn is over.
    pub fn close_idle(&mut self, mut idle: impl FnMut(Color, Square)) -> bool {
        let Stage::Blows(Blows { open, struck }) = self.stage else { return false };
        let still_open = ByColor::new_with(|color: Color| {
            let square = (*open.get(color))?;
            let able = self.strikers(color, square, struck).any();
            if !able {
                idle(color, square);
            }
            able.then_some(square)
        });
        let over = still_open == ByColor::default();
        self.stage = if over { Stage::Writing } else { Stage::Blows(Blows { open: still_open, struck }) };
        over
    }

    /// How the game ends with a captured king.
    pub fn king_captured(&self) -> Option<Outcome> {
        let alive = ByColor::new_with(|color: Color| self.board().king_of(color).is_some());
        match (alive.white, alive.black) {
            (true, true) => None,
            // [synchronous.king-capture]
            // Both at once cannot come about, since a king never goes next to the other.
            (true, false) => Some(Outcome::win(team_of(Color::White), ends::KING_CAPTURED)),
            (false, true) => Some(Outcome::win(team_of(Color::Black), ends::KING_CAPTURED)),
            (false, false) => Some(Outcome::draw(ends::KINGS_CAPTURED)),
        }
    }

    /// How the game ends at the start of a turn, as far as the board alone decides.
    pub fn verdict(&self) -> Option<Outcome> {
        let stuck = ByColor::new_with(|color| !self.has_move(color));
        let mated = ByColor::new_with(|color| *stuck.get(color) && self.is_attacked(color));
        match (mated.white, mated.black) {
            // [synchronous.mate] [synchronous.both-mated] Mate comes before every draw.
            (true, true) => return Some(Outcome::draw(ends::BOTH_MATED)),
            (true, false) => return Some(Outcome::win(team_of(Color::Black), ends::MATED)),
            (false, true) => return Some(Outcome::win(team_of(Color::White), ends::MATED)),
            (false, false) => {}
        }
        // [synchronous.stalemate] One side without a move is enough.
        if stuck.white || stuck.black {
            return Some(Outcome::draw(ends::STALEMATE));
        }
        self.is_dead().then(|| Outcome::draw(ends::MATERIAL))
    }

    // [synchronous.dead] King against king, alone or with one bishop or knight.
    fn is_dead(&self) -> bool {
        let minor = self.board().bishops() | self.board().knights();
        match self.board().occupied().count() {
            2 => true,
            3 => minor.any(),
            _ => false,
        }
    }
}

/// Where pieces stand after a move of their color.
// [synchronous.same-guard] A guard that moved is still the same piece, also if it has promoted.
fn followed(pieces: Bitboard, deed: Option<MadeMove>) -> Bitboard {
    let Some(MadeMove { piece, step, .. }) = deed else { return pieces };
    let rook = castling_side(piece, step)
        .map(|side| (rook_home(piece.color, side), side.rook_to(piece.color)))
        .filter(|(from, _)| pieces.contains(*from));
    let mover = pieces.contains(step.from).then_some((step.from, step.to));
    mover.into_iter().chain(rook).fold(pieces, |pieces, (from, to)| pieces.without(from).with(to))
}
