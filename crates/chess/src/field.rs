//! A board with castling rights and an en-passant square, and nothing that forbids a move.
//!
//! Orthodox rules live in [`shakmaty::Chess`].
//! A [`Field`] is for games in which kings may be left in danger or taken, or in which
//! danger means something else: it tells how pieces travel and carries moves out, and the
//! game decides which of them are legal.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Piece, Rank, Role, Square, attacks};

use crate::step::{PROMOTIONS, Step};

/// Pieces on squares, the rooks that may still castle, and the square a pawn has skipped.
///
/// Any value is fine, also boards without kings.
/// Castling is that of the orthodox array: kings on the e-file, rooks in the corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The pieces.
    pub board: Board,
    /// Squares of rooks that have not moved and whose king has not moved.
    pub rights: Bitboard,
    /// The square skipped by the double step made just now.
    pub ep: Option<Square>,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The piece as it was before the step.
    pub piece: Piece,
    /// The piece that was taken, and the square it stood on.
    pub captured: Option<(Square, Piece)>,
}

impl Played {
    /// Whether the step can never be taken back: a capture or a pawn's move.
    pub fn is_progress(&self) -> bool {
        self.captured.is_some() || self.piece.role == Role::Pawn
    }
}

impl Field {
    /// The orthodox start.
    pub fn initial() -> Field {
        Field { board: Board::new(), rights: Bitboard::CORNERS, ep: None }
    }

    /// Where the piece on `from` may go without taking anything.
    ///
    /// Double steps are included, castling is not (see [`Field::castlings`]).
    pub fn quiet_targets(&self, from: Square) -> Bitboard {
        let Some(piece) = self.board.piece_at(from) else { return Bitboard::EMPTY };
        let occupied = self.board.occupied();
        match piece.role {
            Role::Pawn => pawn_pushes(piece.color, from, occupied),
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                attacks::attacks(from, piece, occupied) & !occupied
            }
        }
    }

    /// Enemy pieces, kings included, that the piece on `from` attacks.
    ///
    /// En passant is not among them (see [`Field::en_passant_from`]).
    pub fn capture_targets(&self, from: Square) -> Bitboard {
        let Some(piece) = self.board.piece_at(from) else { return Bitboard::EMPTY };
        attacks::attacks(from, piece, self.board.occupied()) & self.board.by_color(!piece.color)
    }

    /// The square on which the pawn on `from` may take en passant now.
    pub fn en_passant_from(&self, from: Square) -> Option<Square> {
        let target = self.ep?;
        let piece = self.board.piece_at(from)?;
        let victim = Square::from_coords(target.file(), from.rank());
        let fits = piece.role == Role::Pawn
            && attacks::pawn_attacks(piece.color, from).contains(target)
            && self.board.piece_at(target).is_none()
            && self.board.piece_at(victim) == Some((!piece.color).pawn());
        fits.then_some(target)
    }

    /// Castlings for which the right is left and the squares between are empty.
    ///
    /// Attacks are not looked at.
    pub fn castlings(&self, color: Color) -> impl Iterator<Item = CastlingSide> + '_ {
        let home = king_home(color);
        let may = move |side: &CastlingSide| {
            let rook = rook_home(color, *side);
            self.rights.contains(rook)
                && self.board.piece_at(home) == Some(color.king())
                && self.board.piece_at(rook) == Some(color.rook())
                && (attacks::between(home, rook) & self.board.occupied()).is_empty()
        };
        [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter().filter(may)
    }

    /// Every step of the piece on `from`: quiet moves, captures, en passant and promotions,
    /// but not castling.
    pub fn steps_from(&self, from: Square, steps: &mut Vec<Step>) {
        let Some(piece) = self.board.piece_at(from) else { return };
        let targets = self.quiet_targets(from) | self.capture_targets(from);
        for to in targets | self.en_passant_from(from).map_or(Bitboard::EMPTY, Bitboard::from) {
            push_steps(piece, from, to, steps);
        }
    }

    /// Every step of one color, castling last.
    pub fn steps(&self, color: Color, steps: &mut Vec<Step>) {
        for from in self.board.by_color(color) {
            self.steps_from(from, steps);
        }
        for side in self.castlings(color) {
            steps.push(castling_step(color, side));
        }
    }

    /// Carries a step out: captures, en passant, promotion, castling, rights.
    ///
    /// A king that goes two files from home castles if it still may and takes nothing.
    ///
    /// # Panics
    ///
    /// Panics when no piece stands on the square that is left.
    pub fn play(&mut self, step: Step) -> Played {
        let piece = self.board.remove_piece_at(step.from).expect("a piece stands where the step starts");
        let taken_en_passant = piece.role == Role::Pawn
            && step.from.file() != step.to.file()
            && self.board.piece_at(step.to).is_none();
        let victim =
            if taken_en_passant { Square::from_coords(step.to.file(), step.from.rank()) } else { step.to };
        let captured = self.board.remove_piece_at(victim).map(|taken| (victim, taken));
        let castles = castling_side(piece, step).filter(|side| {
            captured.is_none()
                && step == castling_step(piece.color, *side)
                && self.rights.contains(rook_home(piece.color, *side))
        });
        let role = step.promotion.unwrap_or(piece.role);
        self.board.set_piece_at(step.to, role.of(piece.color));
        if let Some(side) = castles {
            self.board.discard_piece_at(rook_home(piece.color, side));
            self.board.set_piece_at(side.rook_to(piece.color), piece.color.rook());
        }
        let kings = [Some(piece), captured.map(|(_, taken)| taken)].into_iter().flatten();
        for king in kings.filter(|piece| piece.role == Role::King) {
            self.rights.discard(Bitboard::from_rank(king.color.backrank()));
        }
        self.rights.discard(step.from);
        self.rights.discard(victim);
        self.ep = skipped_square(piece, step);
        Played { piece, captured }
    }
}

/// Single and double steps of a pawn to empty squares.
pub fn pawn_pushes(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let forward = color.fold_wb(8, -8);
    let Some(one) = from.offset(forward).filter(|square| !occupied.contains(*square)) else {
        return Bitboard::EMPTY;
    };
    let start = color.relative_rank(Rank::Second);
    let two = one.offset(forward).filter(|square| from.rank() == start && !occupied.contains(*square));
    Bitboard::from(one) | two.map_or(Bitboard::EMPTY, Bitboard::from)
}

/// Where the king of the orthodox array stands.
pub const fn king_home(color: Color) -> Square {
    match color {
        Color::White => Square::E1,
        Color::Black => Square::E8,
    }
}

/// The corner of the rook that castles to this side in the orthodox array.
pub const fn rook_home(color: Color, side: CastlingSide) -> Square {
    match (color, side) {
        (Color::White, CastlingSide::KingSide) => Square::H1,
        (Color::White, CastlingSide::QueenSide) => Square::A1,
        (Color::Black, CastlingSide::KingSide) => Square::H8,
        (Color::Black, CastlingSide::QueenSide) => Square::A8,
    }
}

/// The king's step when castling.
pub const fn castling_step(color: Color, side: CastlingSide) -> Step {
    Step::new(king_home(color), side.king_to(color))
}

/// The side to which a step castles, if it is a castling.
pub fn castling_side(piece: Piece, step: Step) -> Option<CastlingSide> {
    let castles = piece.role == Role::King && step.from.file().distance(step.to.file()) == 2;
    castles.then(|| CastlingSide::from_king_side(step.to.file() > step.from.file()))
}

/// Castling as people write it, with zeros and with letters.
pub const fn castling_words(side: CastlingSide) -> [&'static str; 2] {
    match side {
        CastlingSide::KingSide => ["0-0", "O-O"],
        CastlingSide::QueenSide => ["0-0-0", "O-O-O"],
    }
}

/// Reads castling as people write it, without a sign behind it.
pub fn read_castling(text: &str) -> Option<CastlingSide> {
    CastlingSide::ALL.into_iter().find(|side| castling_words(*side).contains(&text))
}

/// Adds the step, or the four promotions when a pawn arrives on its last rank.
pub fn push_steps(piece: Piece, from: Square, to: Square, steps: &mut Vec<Step>) {
    if piece.role == Role::Pawn && to.rank() == piece.color.relative_rank(Rank::Eighth) {
        steps.extend(PROMOTIONS.map(|role| Step { from, to, promotion: Some(role) }));
    } else {
        steps.push(Step::new(from, to));
    }
}

fn skipped_square(piece: Piece, step: Step) -> Option<Square> {
    let double = piece.role == Role::Pawn && step.from.rank().distance(step.to.rank()) == 2;
    double.then(|| step.from.offset(piece.color.fold_wb(8, -8))).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

    use super::*;

    /// The field of an orthodox position.
    fn field_of(chess: &Chess) -> Field {
        Field {
            board: chess.board().clone(),
            rights: chess.castles().castling_rights(),
            ep: chess.ep_square(EnPassantMode::PseudoLegal),
        }
    }

    proptest! {
        /// Every orthodox move is a step, and playing it gives the same field.
        #[test]
        fn orthodox_moves_are_steps(choices in prop::collection::vec(0usize..1000, 0..120)) {
            let mut chess = Chess::default();
            for choice in choices {
                let moves = chess.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let chosen = moves[choice % moves.len()];
                let mut steps = Vec::new();
                let mut field = field_of(&chess);
                field.steps(chess.turn(), &mut steps);
                let step: Step = chosen.to_uci(CastlingMode::Standard).to_string().parse().expect("a step");
                prop_assert!(steps.contains(&step), "{step} is missing");
                let unsafe_for_king = steps.len() - steps.iter().filter(|step| {
                    moves.iter().any(|legal| legal.to_uci(CastlingMode::Standard).to_string() == step.to_string())
                }).count();
                prop_assert_eq!(steps.len() - unsafe_for_king, moves.len());
                let played = field.play(step);
                prop_assert_eq!(played.captured.map(|(_, piece)| piece.role), chosen.capture());
                chess.play_unchecked(chosen);
                prop_assert_eq!(&field.board, chess.board());
                prop_assert_eq!(field.rights, chess.castles().castling_rights());
                let skipped = chess.ep_square(EnPassantMode::Always);
                prop_assert_eq!(field.ep, skipped);
            }
        }
    }
}
