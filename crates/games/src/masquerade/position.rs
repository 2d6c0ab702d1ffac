//! What everybody sees of a game in progress, and how it changes: moves, questions, answers.

use kit_chess::field::castling_step;
use kit_chess::shakmaty::{Bitboard, Board, ByColor, Color, Piece, Rank, Role, Square, attacks};
use kit_chess::{Field, PROMOTIONS, Step};
use kit_play::sentence::Filling;
use kit_play::tabletop::Asks;
use kit_play::{Outcome, Reason, say};

use super::disguise::{Candidates, Disguise, Kind, Kinds};
use super::{Action, Rules, ends};
use crate::sides::team_of;

/// The board, who is to act, and what the answers so far have told about each color.
///
/// Two equal ones are a repetition, once [`Position::to_compare`] has dropped an idle
/// en-passant square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub field: Field,
    pub turn: Color,
    pub candidates: ByColor<Candidates>,
}

/// A question and its answer, as everybody hears them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    pub color: Color,
    pub kind: Kind,
    pub from: Square,
    pub to: Square,
    /// The piece that is asked for.
    pub victim: Role,
    /// The captures that would fit.
    pub fit: Kinds,
    /// Whether the answer is yes.
    pub granted: bool,
}

/// Why a question may not be asked.
const RULED_OUT: Reason =
    Reason::new("the answers so far have ruled this capture out", "masquerade.attempts");

impl Position {
    /// A position about which nothing has been asked yet.
    pub fn unasked(field: Field, turn: Color) -> Position {
        Position { field, turn, candidates: ByColor::new_with(|_| Candidates::ALL) }
    }

    /// Adds everything the color to act may do: moves, castlings, then questions.
    pub fn actions(&self, rules: Rules, actions: &mut Vec<Action>) {
        let own = self.field.board.by_color(self.turn);
        for from in own {
            for to in self.move_targets(from) {
                self.push_moves(from, to, actions);
            }
        }
        actions
            .extend(self.field.castlings(self.turn).map(|side| Action::Move(castling_step(self.turn, side))));
        for from in own & !self.field.board.pawns() {
            let targets = self.ask_targets(from).into_iter().filter(|to| self.may_ask(rules, from, *to));
            actions.extend(targets.map(|to| Action::Ask { from, to }));
        }
    }

    /// Questions that look possible and may not be asked, and why; everything else that chess knows
    /// may be done.
    pub fn barred(&self, rules: Rules) -> Vec<(Action, Reason)> {
        let pieces = self.field.board.by_color(self.turn) & !self.field.board.pawns();
        let asks =
            pieces.into_iter().flat_map(|from| self.ask_targets(from).into_iter().map(move |to| (from, to)));
        let hopeless = asks.filter(|(from, to)| !self.may_ask(rules, *from, *to));
        hopeless.map(|(from, to)| (Action::Ask { from, to }, RULED_OUT)).collect()
    }

    /// Whether the color to act may do anything at all.
    pub fn has_action(&self, rules: Rules) -> bool {
        let own = self.field.board.by_color(self.turn);
        own.into_iter().any(|from| self.move_targets(from).any())
            || self.field.castlings(self.turn).next().is_some()
            || (own & !self.field.board.pawns())
                .into_iter()
                .any(|from| self.ask_targets(from).into_iter().any(|to| self.may_ask(rules, from, to)))
    }

    // [masquerade.move] To empty squares only. [masquerade.pawns] Pawns also take, without a question.
    fn move_targets(&self, from: Square) -> Bitboard {
        let quiet = self.field.quiet_targets(from);
        match self.field.board.role_at(from) {
            Some(Role::Pawn) => {
                let skipped = self.field.en_passant_from(from).map_or(Bitboard::EMPTY, Bitboard::from);
                quiet | self.field.capture_targets(from) | skipped
            }
            Some(_) | None => quiet,
        }
    }

    // [masquerade.promotion] Never to a king.
    fn push_moves(&self, from: Square, to: Square, actions: &mut Vec<Action>) {
        let is_pawn = self.field.board.pawns().contains(from);
        if is_pawn && to.rank() == self.turn.relative_rank(Rank::Eighth) {
            actions.extend(PROMOTIONS.map(|role| Action::Move(Step { from, to, promotion: Some(role) })));
        } else {
            actions.push(Action::Move(Step::new(from, to)));
        }
    }

    /// Enemy pieces for which some capture fits: a queen's or a knight's, as a king's,
    /// rook's and bishop's are among the queen's.
    fn ask_targets(&self, from: Square) -> Bitboard {
        let board = &self.field.board;
        let reach = attacks::queen_attacks(from, board.occupied()) | attacks::knight_attacks(from);
        board.color_at(from).map_or(Bitboard::EMPTY, |color| reach & board.by_color(!color))
    }

    // [masquerade.ask-again] A question that is sure to fail may be asked, unless
    // [masquerade.attempts] leaves only the possible ones.
    fn may_ask(&self, rules: Rules, from: Square, to: Square) -> bool {
        rules.hopeless_questions || self.chances(from, to).is_some_and(|(granting, _)| granting > 0)
    }

    /// How many candidates would say yes to a question, and how many there are.
    pub fn chances(&self, from: Square, to: Square) -> Option<(u32, u32)> {
        let piece = self.field.board.piece_at(from)?;
        let kind = Kind::of(piece.role)?;
        let candidates = self.candidates.get(piece.color);
        Some((candidates.granting(kind, fit(&self.field.board, from, to)).count(), candidates.count()))
    }

    /// What the answers to a question tell everybody and cost, for all that everybody knows.
    // [masquerade.yes] [masquerade.no]
    pub fn asks(&self, from: Square, to: Square) -> Option<Asks> {
        let board = &self.field.board;
        let piece = board.piece_at(from)?;
        let (kind, fit) = (Kind::of(piece.role)?, fit(board, from, to));
        let candidates = self.candidates.get(piece.color);
        let left = |fits: bool| {
            let can =
                |capture: &Kind| fit.contains(*capture) == fits && candidates.giving(kind, *capture) > 0;
            Kind::ALL.into_iter().filter(can).map(Kind::role).collect::<Vec<Role>>()
        };
        let (granted, refused) = (left(true), left(false));
        Some(Asks {
            yes: (!granted.is_empty()).then(|| {
                let captures = Filling::one_of(granted);
                say!("Yes: it takes, and so like a {captures}.", captures)
            }),
            no: (!refused.is_empty()).then(|| {
                let captures = Filling::one_of(refused);
                say!("No: your turn is over, and it takes like a {captures}.", captures)
            }),
        })
    }

    /// The question and the answer that a disguise gives; none where nobody could ask.
    // [masquerade.answer] Nothing counts but the kind, the fit and the disguise.
    pub fn question(&self, from: Square, to: Square, disguise: Disguise) -> Option<Question> {
        let board = &self.field.board;
        let Piece { color, role } = board.piece_at(from)?;
        let (kind, victim) = (Kind::of(role)?, board.role_at(to)?);
        let fit = fit(board, from, to);
        let granted = fit.contains(disguise.capture_of(kind));
        Some(Question { color, kind, from, to, victim, fit, granted })
    }

    /// Carries a move out and passes the turn; says what was taken, and whether it was progress.
    pub fn make_move(&mut self, step: Step) -> (Option<Piece>, bool) {
        let played = self.field.play(step);
        self.turn = !self.turn;
        (played.captured.map(|(_, piece)| piece), played.is_progress())
    }

    /// Carries an answer out: everybody learns it, and the piece takes or stays.
    pub fn take_answer(&mut self, question: Question) {
        let Question { color, kind, from, to, fit, granted, .. } = question;
        let candidates = self.candidates.get_mut(color);
        *candidates = candidates.told(kind, fit, granted);
        // [masquerade.en-passant] Whoever asks lets the chance go by.
        self.field.ep = None;
        // [masquerade.yes] [masquerade.no]
        if granted {
            self.capture(from, to);
        }
        self.turn = !self.turn;
    }

    /// Takes with a piece above a pawn.
    ///
    /// [`Field::play`] will not do: it castles when a king goes two files, and a king that
    /// captures like a knight or a rook may take there.
    fn capture(&mut self, from: Square, to: Square) {
        let Field { board, rights, .. } = &mut self.field;
        let piece = board.remove_piece_at(from).expect("a piece stands where a capture starts");
        let victim = board.remove_piece_at(to);
        board.set_piece_at(to, piece);
        // [masquerade.castle-kept] Lost only by moving or losing the king or that rook.
        for king in [Some(piece), victim].into_iter().flatten().filter(|piece| piece.role == Role::King) {
            rights.discard(Bitboard::from_rank(king.color.backrank()));
        }
        rights.discard(from);
        rights.discard(to);
    }

    /// Pieces that a color could take now, if its pieces above pawns take where `grants` says so.
    pub fn within_reach(&self, by: Color, grants: impl Fn(Kind, Kinds) -> bool) -> Bitboard {
        let board = &self.field.board;
        let mut taken = Bitboard::EMPTY;
        for from in board.by_color(by) {
            match board.role_at(from).and_then(Kind::of) {
                Some(kind) => {
                    let targets = self.ask_targets(from).into_iter();
                    taken.extend(targets.filter(|to| grants(kind, fit(board, from, *to))));
                }
                None => {
                    taken |= self.field.capture_targets(from);
                    let skipped = self.field.en_passant_from(from);
                    taken.extend(skipped.map(|target| Square::from_coords(target.file(), from.rank())));
                }
            }
        }
        taken
    }

    /// The color whose king is gone, if one is.
    pub fn without_king(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.field.board.king_of(*color).is_none())
    }

    /// How the game ends here, as far as the position alone decides.
    pub fn verdict(&self, rules: Rules) -> Option<Outcome> {
        // [masquerade.king-capture] Before anything else.
        if let Some(loser) = self.without_king() {
            return Some(Outcome::win(team_of(!loser), ends::KING_CAPTURED));
        }
        // [masquerade.no-action]
        (!self.has_action(rules)).then(|| Outcome::draw(ends::NOTHING_TO_DO))
    }

    /// The position as it counts for repetition: a skipped square only if a pawn can use it.
    pub fn to_compare(&self) -> Position {
        let mut position = self.clone();
        let pawns = self.field.board.by_piece(self.turn.pawn());
        if !pawns.into_iter().any(|pawn| self.field.en_passant_from(pawn).is_some()) {
            position.field.ep = None;
        }
        position
    }
}

// [masquerade.fit] The captures that fit between two squares on the board as it stands.
// [masquerade.path] Lines must be clear whatever the piece; leaps need nothing.
pub fn fit(board: &Board, from: Square, to: Square) -> Kinds {
    let mut fit = Kinds::default();
    for kind in Kind::ALL {
        if attacks::attacks(from, kind.role().of(Color::White), board.occupied()).contains(to) {
            fit.insert(kind);
        }
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fit set by walking over the board square by square.
    fn walked_fit(board: &Board, from: Square, to: Square) -> Kinds {
        let along = to.file() as i32 - from.file() as i32;
        let up = to.rank() as i32 - from.rank() as i32;
        let distance = along.abs().max(up.abs());
        let straight = (along == 0) != (up == 0);
        let diagonal = along.abs() == up.abs() && along != 0;
        let clear = (1..distance).all(|step| {
            let offset = (along * step / distance) + 8 * (up * step / distance);
            from.offset(offset).is_some_and(|square| board.piece_at(square).is_none())
        });
        let mut fit = Kinds::default();
        for (kind, fits) in [
            (Kind::King, distance == 1),
            (Kind::Queen, (straight || diagonal) && clear),
            (Kind::Rook, straight && clear),
            (Kind::Bishop, diagonal && clear),
            (Kind::Knight, along.abs() * up.abs() == 2),
        ] {
            if fits {
                fit.insert(kind);
            }
        }
        fit
    }

    #[test]
    fn fit_sets_agree_with_a_walk_over_the_board() {
        for placement in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1",
            "8/2k2p2/1p1p3p/p2P2p1/P1P3P1/1P3K1P/8/8",
            "8/8/8/8/8/8/8/8",
        ] {
            let board: Board = placement.parse().expect("a placement");
            for from in Square::ALL {
                for to in Square::ALL {
                    assert_eq!(
                        fit(&board, from, to),
                        walked_fit(&board, from, to),
                        "{placement} {from} {to}"
                    );
                }
            }
        }
    }

    #[test]
    fn questions_are_those_with_a_fit() {
        let board: Board =
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1".parse().expect("a placement");
        let field = Field { board: board.clone(), rights: Bitboard::EMPTY, ep: None };
        let position = Position::unasked(field, Color::White);
        let mut actions = Vec::new();
        position.actions(Rules { hopeless_questions: true }, &mut actions);
        for from in board.by_color(Color::White) & !board.pawns() {
            for to in board.by_color(Color::Black) {
                let asked = actions.contains(&Action::Ask { from, to });
                assert_eq!(asked, !walked_fit(&board, from, to).is_empty(), "{from} {to}");
            }
        }
    }

    /// A king that takes like a knight or a rook may go two files, and that is no castling.
    #[test]
    fn a_king_that_takes_two_files_away_does_not_castle() {
        let board: Board = "4k3/8/8/8/8/8/6p1/R3K2R".parse().expect("a placement");
        let field = Field { board, rights: Bitboard::from(Square::A1) | Square::H1, ep: None };
        let mut position = Position::unasked(field, Color::White);
        let disguise = Disguise::read("KN QQ RR BB NK").expect("a disguise");
        let question = position.question(Square::E1, Square::G2, disguise).expect("a question");
        assert!(question.granted);
        position.take_answer(question);
        assert_eq!(position.field.board.to_string(), "4k3/8/8/8/8/8/6K1/R6R");
        assert_eq!(position.field.rights, Bitboard::EMPTY);
    }
}
