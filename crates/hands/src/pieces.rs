//! Pieces: off the board first, then across it, then onto it, so that no square ever holds two.

use kit_chess::shakmaty::{Board, Piece, Square};

use crate::chips::Flow;
use crate::things::{RealTable, Stand};
use crate::wanted::Wanted;
use crate::{Act, HandStep, Place, words};

/// Puts all pieces where they have to be, and tells how.
pub(crate) fn follow(
    table: &mut RealTable,
    wanted: &Wanted<'_>,
    chips: &mut Flow,
    steps: &mut Vec<HandStep>,
) {
    if table.figures().is_empty() && is_usual(wanted) {
        return set_up_as_usual(table, wanted, steps);
    }
    let changes = Changes::new(table, wanted);
    let mut hands = Doing { table, wanted, steps };
    hands.take_off(changes.off);
    hands.change_trays(changes.between);
    hands.cross(changes.across, chips);
    hands.put_on(changes.on);
}

/// The pieces stand as at the start of a game of chess, and nowhere else.
fn is_usual(wanted: &Wanted<'_>) -> bool {
    let board = Board::new();
    wanted.tray_pieces.is_empty()
        && wanted.figures.len() == board.occupied().count()
        && wanted.figures.iter().all(|(square, piece)| board.piece_at(*square) == Some(*piece))
}

fn set_up_as_usual(table: &mut RealTable, wanted: &Wanted<'_>, steps: &mut Vec<HandStep>) {
    let acts = wanted.figures.iter().map(|(square, piece)| {
        let stand = table.unbox_piece(*piece);
        table.put(*square, stand);
        Act::Piece { stand, from: Place::Box, to: Place::Square(*square) }
    });
    let acts = acts.collect();
    steps.push(HandStep { words: words::usual_start(), acts });
}

/// Which piece goes where.
#[derive(Default)]
struct Changes {
    /// Off the board, into a tray or the box.
    off: Vec<(Square, Stand, Place)>,
    /// Between trays and the box.
    between: Vec<(Piece, Place, Place)>,
    /// From square to square.
    across: Vec<(Square, Square, Stand)>,
    /// Onto the board, from a tray or the box.
    on: Vec<(Square, Piece, Place)>,
}

impl Changes {
    fn new(table: &RealTable, wanted: &Wanted<'_>) -> Changes {
        let mut leaving: Vec<(Square, Stand)> = table.figures().to_vec();
        leaving.retain(|(square, stand)| wanted.figure_at(*square) != Some(stand.piece));
        let mut arriving = wanted.figures.clone();
        arriving.retain(|(square, piece)| table.figure_at(*square).map(|stand| stand.piece) != Some(*piece));
        let mut gaining = wanted.tray_pieces.clone();
        let mut losing: Vec<(&'static str, Piece)> = Vec::new();
        for (tray, stand) in table.tray_pieces() {
            if take(&mut gaining, |there| *there == (*tray, stand.piece)).is_none() {
                losing.push((tray, stand.piece));
            }
        }
        let mut changes = Changes::default();
        changes.match_squares(&mut leaving, &mut arriving);
        for (square, stand) in leaving {
            let tray = take(&mut gaining, |(_, piece)| *piece == stand.piece);
            changes.off.push((square, stand, tray.map_or(Place::Box, |(tray, _)| Place::Tray(tray))));
        }
        for (square, piece) in arriving {
            let tray = take(&mut losing, |(_, lost)| *lost == piece);
            changes.on.push((square, piece, tray.map_or(Place::Box, |(tray, _)| Place::Tray(tray))));
        }
        for (tray, piece) in losing {
            let other = take(&mut gaining, |(_, gained)| *gained == piece);
            let to = other.map_or(Place::Box, |(tray, _)| Place::Tray(tray));
            changes.between.push((piece, Place::Tray(tray), to));
        }
        changes
            .between
            .extend(gaining.into_iter().map(|(tray, piece)| (piece, Place::Box, Place::Tray(tray))));
        changes
    }

    /// Whoever left one square and stands on another has moved there; the shortest way first.
    fn match_squares(&mut self, leaving: &mut Vec<(Square, Stand)>, arriving: &mut Vec<(Square, Piece)>) {
        loop {
            let pairs = leaving.iter().enumerate().flat_map(|(index, (from, stand))| {
                let alike = arriving.iter().enumerate().filter(|(_, (_, piece))| *piece == stand.piece);
                alike.map(move |(other, (to, _))| (from.distance(*to), *from, *to, index, other))
            });
            let Some((_, from, to, index, other)) = pairs.min() else { return };
            let (_, stand) = leaving.remove(index);
            arriving.remove(other);
            self.across.push((from, to, stand));
        }
    }
}

/// Takes the first that fits.
fn take<T>(things: &mut Vec<T>, fits: impl Fn(&T) -> bool) -> Option<T> {
    let index = things.iter().position(fits)?;
    Some(things.remove(index))
}

/// Hands that carry changes out, and tell each.
struct Doing<'a, 'b> {
    table: &'a mut RealTable,
    wanted: &'a Wanted<'b>,
    steps: &'a mut Vec<HandStep>,
}

impl Doing<'_, '_> {
    fn take_off(&mut self, off: Vec<(Square, Stand, Place)>) {
        for (square, stand, to) in off {
            self.table.lift(square);
            match to {
                Place::Tray(tray) => self.table.tray(tray, stand),
                _ => self.table.box_piece(stand),
            }
            let acts = vec![Act::Piece { stand, from: Place::Square(square), to }];
            let words = words::piece_off(stand, square, words::tray(self.wanted, to));
            self.steps.push(HandStep { words, acts });
        }
    }

    fn change_trays(&mut self, between: Vec<(Piece, Place, Place)>) {
        for (piece, from, to) in between {
            let stand = self.taken(piece, from);
            match to {
                Place::Tray(tray) => self.table.tray(tray, stand),
                _ => self.table.box_piece(stand),
            }
            let (left, reached) = (words::tray(self.wanted, from), words::tray(self.wanted, to));
            let words = words::piece_between(stand, left, reached);
            self.steps.push(HandStep { words, acts: vec![Act::Piece { stand, from, to }] });
        }
    }

    /// A piece out of a tray or the box.
    fn taken(&mut self, piece: Piece, from: Place) -> Stand {
        let Place::Tray(tray) = from else { return self.table.unbox_piece(piece) };
        let there = self.table.tray_pieces().iter().find(|(id, stand)| *id == tray && stand.piece == piece);
        let stand = there.map(|(_, stand)| *stand).expect("what a tray loses lay in it");
        self.table.untray(tray, stand);
        stand
    }

    /// Moves pieces onto squares that are free; where all wait for each other, one is lifted.
    fn cross(&mut self, mut across: Vec<(Square, Square, Stand)>, chips: &mut Flow) {
        let mut lifted: Vec<(Square, Square, Stand)> = Vec::new();
        while !across.is_empty() {
            match across.iter().position(|(_, to, _)| self.table.figure_at(*to).is_none()) {
                Some(index) => {
                    let (from, to, stand) = across.remove(index);
                    self.move_piece(from, to, stand, chips);
                }
                None => {
                    let (from, to, stand) = across.remove(0);
                    self.table.lift(from);
                    let acts = vec![Act::Piece { stand, from: Place::Square(from), to: Place::Hand }];
                    self.steps.push(HandStep { words: words::piece_lifted(stand, from), acts });
                    lifted.push((from, to, stand));
                }
            }
        }
        for (from, to, stand) in lifted {
            self.table.put(to, stand);
            let mut acts = vec![Act::Piece { stand, from: Place::Hand, to: Place::Square(to) }];
            acts.extend(chips.along(self.table, from, to));
            self.steps.push(HandStep { words: words::piece_put_down(stand, to), acts });
        }
    }

    fn move_piece(&mut self, from: Square, to: Square, stand: Stand, chips: &mut Flow) {
        self.table.lift(from);
        self.table.put(to, stand);
        let mut acts = vec![Act::Piece { stand, from: Place::Square(from), to: Place::Square(to) }];
        acts.extend(chips.along(self.table, from, to));
        let words = words::piece_moved(stand, from, to, acts.len() > 1);
        self.steps.push(HandStep { words, acts });
    }

    /// Puts pieces onto the board, all of a kind that come out of the box in one step.
    fn put_on(&mut self, mut on: Vec<(Square, Piece, Place)>) {
        while !on.is_empty() {
            let (_, piece, from) = on[0];
            let (alike, rest): (Vec<_>, Vec<_>) = on
                .into_iter()
                .partition(|(_, other, place)| *other == piece && *place == from && from == Place::Box);
            on = rest;
            let mut together: Vec<(Square, Stand)> = Vec::new();
            if from != Place::Box {
                let (square, piece, from) = on.remove(0);
                self.put(square, piece, from);
            }
            for (square, piece, _) in alike {
                let stand = self.table.unbox_piece(piece);
                self.table.put(square, stand);
                if together.last().is_some_and(|(_, other)| other.body != stand.body) {
                    self.tell_put(std::mem::take(&mut together));
                }
                together.push((square, stand));
            }
            self.tell_put(together);
        }
    }

    fn put(&mut self, square: Square, piece: Piece, from: Place) {
        let stand = self.taken(piece, from);
        self.table.put(square, stand);
        let words = words::piece_back(stand, square, words::tray(self.wanted, from));
        self.steps
            .push(HandStep { words, acts: vec![Act::Piece { stand, from, to: Place::Square(square) }] });
    }

    fn tell_put(&mut self, together: Vec<(Square, Stand)>) {
        let Some((_, stand)) = together.first().copied() else { return };
        let squares: Vec<Square> = together.iter().map(|(square, _)| *square).collect();
        let acts =
            squares.iter().map(|square| Act::Piece { stand, from: Place::Box, to: Place::Square(*square) });
        let acts = acts.collect();
        self.steps.push(HandStep { words: words::pieces_on(stand, squares), acts });
    }
}
