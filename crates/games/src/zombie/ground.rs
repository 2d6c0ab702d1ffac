//! What everybody knows about where one player has buried the other's pieces.

use kit_chess::shakmaty::{Bitboard, Board, Color, Piece, Role, Square};
use kit_play::Chance;

/// Every burial that may still matter, and what has been heard about the ground since.
///
/// When a pawn rises and two pawns may have lain there, nobody else knows which of them it
/// was; so both are kept, with the rise that one of them explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    pub burials: Vec<Burial>,
    pub rises: Vec<Rise>,
    /// Squares known to hold a body, because the burier once found no place without one.
    pub filled: Bitboard,
    /// How many burials there have been.
    count: u32,
}

/// A piece that was put somewhere into the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Burial {
    /// The place among all burials of this player, from 1.
    pub number: u32,
    pub role: Role,
    /// Where it can lie if it has not risen.
    pub places: Bitboard,
}

/// A body that rose, and the burials of which it may be the one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rise {
    pub square: Square,
    pub among: Vec<u32>,
}

impl Ground {
    pub fn untouched() -> Ground {
        Ground { burials: Vec::new(), rises: Vec::new(), filled: Bitboard::EMPTY, count: 0 }
    }

    // [zombie.notes] Under one of the pieces that the burier had right then.
    pub fn bury(&mut self, role: Role, places: Bitboard) {
        self.count += 1;
        self.burials.push(Burial { number: self.count, role, places });
    }

    /// The burier had a body under each of these squares.
    pub fn fill(&mut self, squares: Bitboard) {
        self.filled |= squares;
    }

    /// Nothing lies there.
    pub fn clear(&mut self, square: Square) {
        self.filled.discard(square);
        for burial in &mut self.burials {
            burial.places.discard(square);
        }
    }

    /// A body of this role rose from there.
    pub fn rose(&mut self, role: Role, square: Square) {
        let could = |burial: &&Burial| burial.role == role && burial.places.contains(square);
        let among = self.burials.iter().filter(could).map(|burial| burial.number).collect();
        self.rises.push(Rise { square, among });
        self.clear(square);
        self.forget_what_is_certain();
    }

    /// Drops rises that only one burial explains, and that burial.
    fn forget_what_is_certain(&mut self) {
        while let Some(place) = self.rises.iter().position(|rise| rise.among.len() == 1) {
            let number = self.rises.remove(place).among[0];
            self.burials.retain(|burial| burial.number != number);
            for rise in &mut self.rises {
                rise.among.retain(|other| *other != number);
            }
        }
        // As many rises as burials of a role: all of them are up again.
        for role in Role::ALL {
            let numbers: Vec<u32> = self.of_role(role).map(|burial| burial.number).collect();
            let risen = |rise: &Rise| rise.among.iter().any(|number| numbers.contains(number));
            if self.rises.iter().filter(|rise| risen(rise)).count() == numbers.len() {
                self.rises.retain(|rise| !risen(rise));
                self.burials.retain(|burial| burial.role != role);
            }
        }
    }

    fn of_role(&self, role: Role) -> impl Iterator<Item = &Burial> {
        self.burials.iter().filter(move |burial| burial.role == role)
    }

    /// The square on which a burial may have risen already.
    pub fn may_have_risen(&self, burial: &Burial) -> Option<Square> {
        let rise = self.rises.iter().find(|rise| rise.among.contains(&burial.number))?;
        Some(rise.square)
    }

    /// The same ground, if it is known that these are the bodies.
    pub fn restricted(&self, grave: &Board) -> Ground {
        let mut ground = self.clone();
        for burial in &mut ground.burials {
            burial.places &= grave.by_role(burial.role);
        }
        ground
    }

    /// A grid that agrees with everything heard, from which these squares are kept free.
    ///
    /// `accept` may turn grids down; nothing when it turns down all there are.
    pub fn imagined(
        &self,
        color: Color,
        free: Bitboard,
        chance: &mut Chance,
        accept: &mut dyn FnMut(&Board) -> bool,
    ) -> Option<Board> {
        let mut search = Search { color, free, grave: Board::empty(), chance, accept };
        let bodies = self.burials.iter().collect();
        search.fill(bodies, &self.rises, self.filled).then_some(search.grave)
    }
}

/// A search for a grid, in random order and complete.
struct Search<'a> {
    /// The color of the bodies.
    color: Color,
    free: Bitboard,
    grave: Board,
    chance: &'a mut Chance,
    accept: &'a mut dyn FnMut(&Board) -> bool,
}

impl Search<'_> {
    /// Finds a burial for each rise, then one for each filled square, then a place for the rest.
    fn fill(&mut self, bodies: Vec<&Burial>, rises: &[Rise], filled: Bitboard) -> bool {
        if let Some((rise, rest)) = rises.split_first() {
            let risen = self.shuffled(bodies.iter().filter(|body| rise.among.contains(&body.number)));
            return risen.into_iter().any(|body| self.fill(without(&bodies, body), rest, filled));
        }
        if let Some(square) = filled.first() {
            let lying = self.shuffled(bodies.iter().filter(|body| body.places.contains(square)));
            let rest = filled.without(square);
            return lying.into_iter().any(|body| self.lay(body, square, &bodies, rest));
        }
        let room = |body: &&&Burial| (body.places & !self.grave.occupied() & !self.free).count();
        let Some(body) = bodies.iter().min_by_key(room).copied() else {
            return (self.accept)(&self.grave);
        };
        let places = body.places & !self.grave.occupied() & !self.free;
        let places = self.shuffled(places);
        places.into_iter().any(|square| self.lay(body, square, &bodies, filled))
    }

    fn lay(&mut self, body: &Burial, square: Square, bodies: &[&Burial], filled: Bitboard) -> bool {
        self.grave.set_piece_at(square, Piece { color: self.color, role: body.role });
        let fits = self.fill(without(bodies, body), &[], filled);
        if !fits {
            self.grave.discard_piece_at(square);
        }
        fits
    }

    fn shuffled<T: Copy>(&mut self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.into_iter().collect();
        self.chance.shuffle(&mut items);
        items
    }
}

fn without<'a>(bodies: &[&'a Burial], body: &Burial) -> Vec<&'a Burial> {
    bodies.iter().filter(|other| other.number != body.number).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Bitboard = Bitboard::from_square(Square::A1);
    const B: Bitboard = Bitboard::from_square(Square::B1);
    const C: Bitboard = Bitboard::from_square(Square::C1);

    /// All grids that agree with the ground.
    fn grids(ground: &Ground) -> Vec<String> {
        let mut found = Vec::new();
        let mut collect = |grave: &Board| {
            found.push(grave.to_string());
            false
        };
        ground.imagined(Color::Black, Bitboard::EMPTY, &mut Chance::seeded(1), &mut collect);
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn a_rise_that_two_burials_explain_leaves_either() {
        let mut ground = Ground::untouched();
        ground.bury(Role::Pawn, A | B);
        ground.bury(Role::Pawn, A | C);
        ground.bury(Role::Knight, A | B);
        ground.rose(Role::Pawn, Square::A1);
        assert_eq!(grids(&ground), ["8/8/8/8/8/8/8/1np5"]);
        ground.clear(Square::C1);
        assert!(grids(&ground).is_empty());
    }

    #[test]
    fn what_has_risen_for_certain_is_forgotten() {
        let mut ground = Ground::untouched();
        ground.bury(Role::Pawn, A | B);
        ground.bury(Role::Pawn, A | B | C);
        ground.rose(Role::Pawn, Square::A1);
        assert_eq!((ground.burials.len(), ground.rises.len()), (2, 1));
        ground.rose(Role::Pawn, Square::C1);
        assert_eq!(ground.burials, []);
        assert_eq!(ground.rises, []);
    }

    #[test]
    fn filled_squares_hold_something() {
        let mut ground = Ground::untouched();
        ground.bury(Role::Pawn, A | B | C);
        ground.bury(Role::Knight, B | C);
        ground.fill(A | B);
        assert_eq!(grids(&ground), ["8/8/8/8/8/8/8/pn6"]);
    }
}
