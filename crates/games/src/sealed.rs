//! Games for two in which both choose at once, laid out for searching: one after the other, and the
//! second without knowing what the first has sealed.

use kit_chess::shakmaty::ByColor;
use kit_play::Outcome;

/// A position with what was sealed in it.
#[derive(Clone)]
pub struct SealedNode<P, T> {
    pub position: P,
    pub sealed: ByColor<Option<T>>,
    /// Whether something was sealed on the way here, so that the other player, who decides now,
    /// must not act on it.
    pub blind: bool,
    pub over: Option<Outcome>,
}

impl<P, T> SealedNode<P, T> {
    /// The node of an imagined state.
    pub fn new(position: P, sealed: ByColor<Option<T>>) -> SealedNode<P, T> {
        SealedNode { position, sealed, blind: false, over: None }
    }
}
