//! Games without secrets: all see everything, and views differ only in who looks.

use kit_play::{Seat, Viewer};

/// Everything one viewer knows: the same for all but for where they sit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenView<S> {
    pub viewer: Viewer,
    pub state: S,
    /// Whether the game has ended, so that nobody is to move.
    pub over: bool,
    is_on_turn: bool,
}

impl<S: Clone> OpenView<S> {
    /// What a viewer sees of a state in which this seat is to move.
    pub fn new(state: &S, viewer: Viewer, on_turn: Seat, over: bool) -> OpenView<S> {
        OpenView { viewer, state: state.clone(), over, is_on_turn: viewer == Viewer::Seat(on_turn) }
    }

    /// Whether the viewer is to move.
    pub fn is_on_turn(&self) -> bool {
        self.is_on_turn
    }
}
