//! Checkers and coins: those under a piece that moves go along, and the rest where they are wanted.

use kit_chess::shakmaty::Square;

use crate::things::{Chip, ChipKind, RealTable};
use crate::wanted::{Wanted, WantedChip};
use crate::{Act, HandStep, Place, words};

/// Chips that lie where they are not wanted, and chips that are wanted where none lies.
pub(crate) struct Flow {
    surplus: Vec<(Place, Chip)>,
    lacking: Vec<(Place, WantedChip)>,
}

/// Chips of one kind that go the same way.
struct Group {
    chip: Chip,
    any_color: bool,
    from: Place,
    to: Place,
    count: usize,
}

impl Flow {
    pub fn new(table: &RealTable, wanted: &Wanted<'_>) -> Flow {
        let squares = wanted.chips.iter().map(|(square, chip)| (Place::Square(*square), *chip));
        let trays = wanted.tray_chips.iter().map(|(tray, chip)| (Place::Tray(tray), *chip));
        let mut lacking: Vec<(Place, WantedChip)> = squares.chain(trays).collect();
        let on_squares = table.chips().iter().map(|(square, chip)| (Place::Square(*square), *chip));
        let in_trays = table.tray_chips().iter().map(|(tray, chip)| (Place::Tray(tray), *chip));
        let mut surplus = Vec::new();
        for (place, chip) in on_squares.chain(in_trays) {
            match lacking.iter().position(|(there, wanted)| *there == place && wanted.takes(chip)) {
                Some(index) => drop(lacking.remove(index)),
                None => surplus.push((place, chip)),
            }
        }
        Flow { surplus, lacking }
    }

    /// What lies under a piece and goes along with it.
    pub fn along(&mut self, table: &mut RealTable, from: Square, to: Square) -> Vec<Act> {
        let mut acts = Vec::new();
        while let Some((chip, _)) =
            self.pair(|place, _| place == Place::Square(from), |place| place == Place::Square(to))
        {
            table.lift_chip(from, chip.1);
            table.put_chip(to, chip.1);
            acts.push(Act::Chip { chip: chip.1, from: Place::Square(from), to: Place::Square(to) });
        }
        acts
    }

    /// Brings all other chips where they are wanted, and tells how.
    pub fn follow(mut self, table: &mut RealTable, wanted: &Wanted<'_>, steps: &mut Vec<HandStep>) {
        let mut groups: Vec<Group> = Vec::new();
        while let Some(((from, chip), (to, want))) = self.pair(|_, _| true, |_| true) {
            carry(table, &mut groups, chip, want == WantedChip::AnyChecker, from, to);
        }
        for (from, chip) in std::mem::take(&mut self.surplus) {
            carry(table, &mut groups, chip, false, from, Place::Box);
        }
        for (to, want) in std::mem::take(&mut self.lacking) {
            let kind = match want {
                WantedChip::Exactly(kind) => kind,
                WantedChip::AnyChecker => ChipKind::Checker(table.fuller_color()),
            };
            let chip = table.unbox_chip(kind);
            carry(table, &mut groups, chip, want == WantedChip::AnyChecker, Place::Box, to);
        }
        steps.extend(groups.iter().map(|group| group.told(wanted)));
    }

    /// A chip too many here and a place there that lacks it.
    fn pair(
        &mut self,
        from: impl Fn(Place, Chip) -> bool,
        to: impl Fn(Place) -> bool,
    ) -> Option<((Place, Chip), (Place, WantedChip))> {
        for (index, (place, chip)) in self.surplus.iter().copied().enumerate() {
            if !from(place, chip) {
                continue;
            }
            let fits = |(there, want): &(Place, WantedChip)| to(*there) && want.takes(chip);
            if let Some(other) = self.lacking.iter().position(fits) {
                self.surplus.remove(index);
                return Some(((place, chip), self.lacking.remove(other)));
            }
        }
        None
    }
}

fn carry(
    table: &mut RealTable,
    groups: &mut Vec<Group>,
    chip: Chip,
    any_color: bool,
    from: Place,
    to: Place,
) {
    match from {
        Place::Square(square) => table.lift_chip(square, chip),
        Place::Tray(tray) => table.untray_chip(tray, chip),
        Place::Box | Place::Hand | Place::Cards(..) => {}
    }
    match to {
        Place::Square(square) => table.put_chip(square, chip),
        Place::Tray(tray) => table.tray_chip(tray, chip),
        Place::Box | Place::Hand | Place::Cards(..) => table.box_chip(chip),
    }
    match groups.iter_mut().find(|group| group.chip == chip && group.from == from && group.to == to) {
        Some(group) => group.count += 1,
        None => groups.push(Group { chip, any_color, from, to, count: 1 }),
    }
}

impl Group {
    fn told(&self, wanted: &Wanted<'_>) -> HandStep {
        let Group { chip, any_color, from, to, count } = *self;
        let chips = words::chips(chip, any_color, count);
        let act = Act::Chip { chip, from, to };
        HandStep { words: words::chips_carried(chips, wanted, from, to), acts: vec![act; count] }
    }
}
