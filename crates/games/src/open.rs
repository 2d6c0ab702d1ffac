//! Games without secrets: all see everything, and views differ only in who looks.

use kit_play::{Seat, Viewer};

/// Everything one viewer knows: the same for all but for where they sit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenView<S> {
    pub viewer: Viewer,
    pub state: S,
}

/// A state in which one seat is to move.
pub trait OnTurn: Clone {
    fn seat_on_turn(&self) -> Seat;
}

impl<S: OnTurn> OpenView<S> {
    pub fn new(state: &S, viewer: Viewer) -> OpenView<S> {
        OpenView { viewer, state: state.clone() }
    }

    pub fn is_on_turn(&self) -> bool {
        self.viewer == Viewer::Seat(self.state.seat_on_turn())
    }
}
