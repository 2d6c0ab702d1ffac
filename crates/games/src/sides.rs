//! Games for two: White in the first seat, Black in the second, each a team of one.

use kit_chess::shakmaty::{ByColor, Color};
use kit_play::tabletop::color_word;
use kit_play::{Seat, Team};

/// The color that a seat plays.
pub fn color_of(seat: Seat) -> Color {
    Color::from_white(seat.index() == 0)
}

/// The seat that plays a color.
pub fn seat_of(color: Color) -> Seat {
    Seat(color.fold_wb(0, 1))
}

/// The names of the seats of which something is so.
pub fn seats_of(so: ByColor<bool>) -> Vec<&'static str> {
    [Color::White, Color::Black].into_iter().filter(|color| *so.get(*color)).map(color_word).collect()
}

/// The team of a color.
pub fn team_of(color: Color) -> Team {
    Team(seat_of(color).0)
}
