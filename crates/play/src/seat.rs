//! Places at a table, and who wins together.

/// A place at the table, counted from 0 in the order of [`crate::About::seats`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The first `count` seats.
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count).map(|index| Seat(index as u8))
    }
}

/// Seats that win and lose together, counted from 0 in the order of [`crate::About::teams`].
///
/// Every seat has a team, possibly of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Team(pub u8);

impl Team {
    /// The team as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Somebody who looks at a table: a seat, or the public.
///
/// Spectators are viewers too; the public is what anybody is whose seat is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// The player in this seat.
    Seat(Seat),
    /// Everybody else.
    Public,
}

impl Viewer {
    /// All viewers of a table: its seats, then the public.
    pub fn all(seats: usize) -> impl Iterator<Item = Viewer> + Clone {
        Seat::first(seats).map(Viewer::Seat).chain([Viewer::Public])
    }

    /// The seat, if it is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        }
    }
}
