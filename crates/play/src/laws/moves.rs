//! Moves that a screen may show before there is an answer.

use kit_chess::shakmaty::{File, Piece, Role, Square};

use super::{Checked, Round};
use crate::tabletop::{Board, Part, Spot, Tabletop, role_word};
use crate::{Chance, Game, Seat, Viewer, world};

/// The pieces that a move will show on their new squares; what comes of it, such as a piece that rises where it
/// left, is no part of the move.
type Shown = Vec<(Square, Piece)>;

impl<G: Game> Round<'_, G> {
    /// Where moves are said to be made at once, they are: the piece stands there for whoever moved it.
    pub(super) fn check_moves(&self, seat: Seat, offers: &[G::Action], luck: &mut Chance) -> Checked {
        let viewer = Viewer::Seat(seat);
        let view = self.world.view(viewer);
        let before = self.game.tabletop(&view);
        let Some(board) = board_of(&before).filter(|_| before.prompt.makes) else { return Ok(()) };
        let shown = |action: &G::Action| {
            Some((action.clone(), foretold(board, &self.game.gesture(&view, action), &action.to_string())?))
        };
        let moves: Vec<(G::Action, Shown)> = offers.iter().filter_map(shown).collect();
        if moves.is_empty() {
            return Ok(());
        }
        let (action, shown) = luck.pick(&moves);
        let mut after = self.world.clone();
        after.act(seat, action, &mut Chance::seeded(luck.seed()));
        let now = world::tabletop(self.game, &after.view(viewer), None);
        let Some(now) = board_of(&now) else { return Ok(()) };
        let missing = shown.iter().find(|(square, piece)| now.figure_at(*square) != Some(*piece));
        if let Some((square, piece)) = missing {
            let problem = format!(
                "moves are made at once, and after `{action}` no {} stands on {square}",
                piece.char()
            );
            return Err(self.broken("moves", problem));
        }
        Ok(())
    }
}

fn board_of(tabletop: &Tabletop) -> Option<&Board> {
    tabletop.parts.iter().find_map(|part| if let Part::Board(board) = part { Some(board) } else { None })
}

/// What an action shows if it is a move: it is written with both squares, one after the other, and pointed at
/// by them and what a pawn becomes.
fn foretold(board: &Board, gesture: &[Spot], written: &str) -> Option<Shown> {
    let (from, to, becomes) = match gesture {
        [Spot::Square(from), Spot::Square(to)] => (*from, *to, None),
        [Spot::Square(from), Spot::Square(to), Spot::Word(word)] => {
            let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
            (*from, *to, Some(roles.into_iter().find(|role| role_word(*role) == *word)?))
        }
        _ => return None,
    };
    let forms = [format!("{from}{to}"), format!("{from}x{to}"), format!(">{to}")];
    if !forms.iter().any(|form| written.contains(form)) {
        return None;
    }
    let mover = board.figure_at(from)?;
    if let Some(shown) = castled(board, mover, from, to) {
        return Some(shown);
    }
    if board.figure_at(to).is_some_and(|target| target.color == mover.color) {
        return None;
    }
    Some(vec![(to, Piece { role: becomes.unwrap_or(mover.role), ..mover })])
}

/// King and rook where they end, if the king goes two files towards a rook in the corner or to its own rook.
fn castled(board: &Board, king: Piece, from: Square, to: Square) -> Option<Shown> {
    if king.role != Role::King || from.rank() != to.rank() {
        return None;
    }
    let far = to < from;
    let corner = Square::from_coords(if far { File::A } else { File::H }, from.rank());
    let target = board.figure_at(to);
    let two = from.file() == File::E && from.distance(to) == 2 && target.is_none();
    let rook = target.or_else(|| board.figure_at(corner).filter(|_| two))?;
    if rook.role != Role::Rook || rook.color != king.color {
        return None;
    }
    let on = |file| Square::from_coords(file, from.rank());
    let (king_to, rook_to) = if far { (on(File::C), on(File::D)) } else { (on(File::G), on(File::F)) };
    Some(vec![(king_to, king), (rook_to, rook)])
}
