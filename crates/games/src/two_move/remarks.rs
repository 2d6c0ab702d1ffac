//! What is worth telling of a game that is over.

use kit_chess::shakmaty::{ByColor, Color};
use kit_play::{Remark, RemarkKind, Seat, say};

use super::{Action, State, player};
use crate::remarks::king_spared;
use crate::sides::color_of;

/// What was remarkable in an entry.
pub fn on_entry(before: &State, done: Option<(Seat, &Action)>, _after: &State) -> Vec<Remark> {
    match done {
        Some((seat, Action::Choose(cards))) => {
            let mut chosen = before.sealed;
            *chosen.get_mut(color_of(seat)) = Some(*cards);
            alike(chosen).into_iter().collect()
        }
        Some((seat, action @ Action::Move(_))) => {
            spared(before, color_of(seat), *action).into_iter().collect()
        }
        Some((_, Action::Open(_))) | None => Vec::new(),
    }
}

/// Both chose the same cards.
fn alike(chosen: ByColor<Option<super::Cards>>) -> Option<Remark> {
    let cards = chosen.white.filter(|_| chosen.white == chosen.black)?;
    let [white, black] = [Color::White, Color::Black].map(player);
    let words = say!("{white} and {black} both chose {cards}, so nothing moved.", white, black, cards);
    Some(Remark::new(RemarkKind::ClosestMiss, 500, words))
}

/// A card could have taken the king.
fn spared(before: &State, color: Color, action: Action) -> Option<Remark> {
    let position = &before.public.position;
    let king = position.field.board.king_of(!color)?;
    let takes = |action: &Action| matches!(action, Action::Move(step) if step.to == king);
    let mut offers = Vec::new();
    position.actions(color, &mut offers);
    (offers.iter().any(takes) && !takes(&action)).then(|| king_spared(player(color), king))
}
