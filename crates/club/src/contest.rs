//! Games that two sides can play against each other at an evening.

use kit_play::{Listed, Outcome, Seat, Verdict};

/// How a game is played at an evening: how many sit down, and on which side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The game's id.
    pub game: &'static str,
    /// The side of each seat, in seat order: 0 for the first team, 1 for the second.
    pub sides: Vec<u8>,
}

impl Contest {
    /// How this game is played at an evening: by two people if it can be, else by four; nothing if it has
    /// no two sides that are equally strong in people.
    pub fn of(game: &'static dyn Listed) -> Option<Contest> {
        let about = game.about();
        let sides = |seats: usize| -> Option<Vec<u8>> {
            let fits = (about.fewest_seats..=about.seats.len()).contains(&seats);
            let sides: Vec<u8> = Seat::first(seats)
                .map(|seat| u8::try_from(game.team_of(seat).index()).unwrap_or(2))
                .collect();
            let of = |side: u8| sides.iter().filter(|found| **found == side).count();
            (fits && 2 * of(0) == seats && of(0) == of(1)).then_some(sides)
        };
        let sides = sides(2).or_else(|| sides(4))?;
        Some(Contest { game: about.id, sides })
    }

    /// How many pairs sit at a table.
    pub fn pairs(&self) -> usize {
        self.sides.len() / 2
    }

    /// The people in seat order, of pairs with the first side first.
    pub fn seated(&self, pairs: &[(u32, u32)]) -> Vec<u32> {
        // The last one is taken first.
        let mut sides: [Vec<u32>; 2] = pairs.iter().rev().copied().unzip().into();
        self.sides.iter().filter_map(|side| sides.get_mut(usize::from(*side))?.pop()).collect()
    }
}

/// What an outcome is worth to each side, in halves of a point.
pub fn halves_of(outcome: &Outcome) -> [u8; 2] {
    match &outcome.verdict {
        Verdict::Win(team) if team.index() == 0 => [2, 0],
        Verdict::Win(_) => [0, 2],
        Verdict::Draw => [1, 1],
        Verdict::Scores(scores) => match (scores.first(), scores.get(1)) {
            (Some(one), Some(other)) if one > other => [2, 0],
            (Some(one), Some(other)) if one < other => [0, 2],
            _ => [1, 1],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_two_sides_can_be_played_at_an_evening() {
        let catalogue = kit_games::CATALOGUE;
        let found: Vec<Contest> = catalogue.iter().filter_map(|game| Contest::of(*game)).collect();
        let four: Vec<&Contest> = found.iter().filter(|contest| contest.sides.len() == 4).collect();
        assert_eq!((found.len(), four.len()), (12, 2), "all but those that are played together or alone");
        for contest in four {
            // Whoever was paired sits on different sides.
            let seated = contest.seated(&[(1, 2), (3, 4)]);
            let side = |person: u32| {
                seated.iter().position(|found| *found == person).map(|seat| contest.sides[seat])
            };
            assert_eq!([1, 2, 3, 4].map(side), [Some(0), Some(1), Some(0), Some(1)]);
        }
    }
}
