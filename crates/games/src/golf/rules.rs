//! What the editions print, and what may be agreed on beyond that.

use kit_play::{BadTerms, Terms, Values};

use super::cards::{Faces, Layout};
use super::course::{Goal, Ways};

/// What was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub ways: Ways,
    pub layout: Layout,
    pub opening_swap: bool,
    pub difficulty: Difficulty,
    pub three_cards_from: u8,
    pub holes: u8,
    pub kings_on_ninth: bool,
    pub countdown: Countdown,
    pub seconds: u8,
    pub zero: Zero,
    pub tie_start: TieStart,
    pub rotation: Rotation,
    /// What the seat is called that goes around.
    pub office: Office,
    pub faces: Faces,
    pub penalty_includes_self: bool,
    /// What a hole costs somebody who plays alone.
    pub alone: Alone,
    pub random_restore: bool,
    pub tells_shortest: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    Fixed,
    Unanimous,
    Dealer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Countdown {
    AtDeal,
    AtFirstSolution,
}

/// [golf.solo] What a hole costs somebody who plays alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// The referee sits in for the others with ten fingers.
    Fingers,
    /// There are no others.
    ByTheLetter,
}

/// What a claim of zero says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zero {
    /// That there is no solution.
    Impossible,
    /// That there is none, or that none was found.
    NotFound,
}

/// Where one begins to look for the one who shows, among equal claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieStart {
    Dealer,
    LeftOfDealer,
}

/// Who deals next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    Left,
    Demonstrator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Office {
    Dealer,
    Scorekeeper,
}

/// What an edition prints and no option changes.
struct Printed {
    goal: Goal,
    layout: Layout,
    countdown: Countdown,
    zero: Zero,
    tie_start: TieStart,
    rotation: Rotation,
    office: Office,
    faces: Faces,
}

const PRINTED_2025: Printed = Printed {
    goal: Goal::Capture,
    layout: Layout::FromA1,
    countdown: Countdown::AtFirstSolution,
    zero: Zero::NotFound,
    tie_start: TieStart::LeftOfDealer,
    rotation: Rotation::Demonstrator,
    office: Office::Dealer,
    faces: Faces::Chess,
};
const PRINTED_2024: Printed =
    Printed { zero: Zero::Impossible, tie_start: TieStart::Dealer, rotation: Rotation::Left, ..PRINTED_2025 };
const PRINTED_2024_BOOK: Printed = Printed { faces: Faces::Playing, ..PRINTED_2024 };
const PRINTED_2023: Printed = Printed {
    goal: Goal::Ball,
    layout: Layout::FromA8,
    countdown: Countdown::AtDeal,
    office: Office::Scorekeeper,
    ..PRINTED_2024_BOOK
};

impl Rules {
    /// The one place where editions and options are asked for.
    pub fn agreed(terms: &Terms) -> Result<Rules, BadTerms> {
        let printed = match terms.edition() {
            "2024-book" => PRINTED_2024_BOOK,
            "2024-booklet" => PRINTED_2024,
            "2023" => PRINTED_2023,
            _ => PRINTED_2025,
        };
        let on = |name: &str| terms.choice(name) == "on";
        let number = |name: &str| terms.choice(name).parse().expect("a number between its bounds");
        let difficulty = match terms.choice("difficulty") {
            "fixed2" => Difficulty::Fixed,
            "unanimous" => Difficulty::Unanimous,
            _ => Difficulty::Dealer,
        };
        if printed.goal == Goal::Ball && difficulty != Difficulty::Fixed {
            // A ball is hit with two cards only.
            let expected = Values::Words(&[("fixed2", "always two")]);
            let found = terms.choice("difficulty").to_owned();
            return Err(BadTerms::Value { name: "difficulty", found, expected });
        }
        Ok(Rules {
            ways: Ways {
                special_king_move: on("special_king_move"),
                borrow_from_victim: on("borrow_from_victim"),
                single_capturer: on("single_capturer"),
                goal: printed.goal,
            },
            layout: printed.layout,
            opening_swap: on("opening_swap"),
            difficulty,
            three_cards_from: number("three_cards_from_hole"),
            holes: number("holes"),
            kings_on_ninth: on("kings_on_ninth"),
            countdown: printed.countdown,
            seconds: number("timer"),
            zero: printed.zero,
            tie_start: printed.tie_start,
            rotation: printed.rotation,
            office: printed.office,
            faces: printed.faces,
            penalty_includes_self: on("penalty_includes_self"),
            alone: match terms.choice("alone") {
                "by_the_letter" => Alone::ByTheLetter,
                _ => Alone::Fingers,
            },
            random_restore: terms.choice("restore") == "random",
            tells_shortest: on("tell_shortest"),
        })
    }

    /// [golf.kings] Whether a hole is that of the two kings.
    pub fn is_kings_hole(&self, number: u8) -> bool {
        self.kings_on_ninth && number.is_multiple_of(9)
    }
}
