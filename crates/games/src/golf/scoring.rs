//! Who has to show a solution, and what a hole costs everybody.

use kit_play::Seat;

use super::MOST_CLAIMED;

/// [golf.lowest-shows] [golf.tie] The seats that claimed a solution, in the order in which they have
/// to show it: the lowest claim first, equal ones from one seat around the table to the left.
pub fn order(claims: &[u8], first: Seat) -> Vec<Seat> {
    let around = (0..claims.len()).map(|step| (first.index() + step) % claims.len());
    let mut seats: Vec<usize> = around.filter(|seat| claims[*seat] > 0).collect();
    seats.sort_by_key(|seat| claims[*seat]);
    seats.into_iter().map(|seat| Seat(seat as u8)).collect()
}

/// [golf.score] What each seat scores when some have failed and possibly one has succeeded.
pub fn scores(claims: &[u8], failed: &[Seat], solver: Option<Seat>, penalty_includes_self: bool) -> Vec<u8> {
    let highest = claims.iter().copied().max().unwrap_or(0);
    let score = |(seat, claim): (usize, &u8)| {
        let others = claims.iter().enumerate().filter(|(other, _)| *other != seat || penalty_includes_self);
        match (*claim, failed.contains(&Seat(seat as u8))) {
            // [golf.fail-penalty] [golf.solo] By the letter, the own claim is all there is for somebody who plays alone.
            (claim, true) => 1 + others.map(|(_, other)| *other).max().unwrap_or(claim),
            // [golf.zero-penalty] [golf.nobody-solves]
            (0, false) => solver.map_or(0, |_| highest + 1),
            // [golf.score]
            (claim, false) => claim,
        }
    };
    claims.iter().enumerate().map(score).collect()
}

/// [golf.solo] What the referee, who sits in for the others, makes of a claim when everything was shown.
///
/// `is_possible` is asked only about a claim of zero: whether the referee can show a solution.
pub fn alone(claim: u8, failed: bool, is_possible: impl FnOnce() -> bool) -> u8 {
    if failed || claim == 0 && is_possible() { MOST_CLAIMED + 1 } else { claim }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);
    const C: Seat = Seat(2);
    const D: Seat = Seat(3);

    #[test]
    fn the_lowest_shows_first_and_ties_go_around() {
        assert_eq!(order(&[3, 0, 5], A), [A, C]);
        assert_eq!(order(&[2, 4, 4, 0], B), [A, B, C]);
        assert_eq!(order(&[3, 3, 3], A), [A, B, C]);
        assert_eq!(order(&[3, 3, 3], C), [C, A, B]);
        assert!(order(&[0, 0], A).is_empty());
    }

    #[test]
    fn scores_follow_the_claims() {
        assert_eq!(scores(&[3, 0, 5], &[], Some(A), false), [3, 6, 5]);
        assert_eq!(scores(&[2, 4, 4, 0], &[A], Some(B), false), [5, 4, 4, 5]);
        assert_eq!(scores(&[3, 7], &[A, B], None, false), [8, 4]);
        assert_eq!(scores(&[3, 7], &[A, B], None, true), [8, 8]);
        assert_eq!(scores(&[0, 0, 0], &[], None, false), [0, 0, 0]);
        assert_eq!(scores(&[0, 4, 0, 0], &[B], None, false), [0, 1, 0, 0]);
        assert_eq!(scores(&[4], &[A], None, false), [5]);
        assert_eq!(scores(&[0], &[], None, false), [0]);
        assert_eq!(scores(&[0, 1, 2, 10], &[B, C], Some(D), false), [11, 11, 11, 10]);
    }

    #[test]
    fn alone_the_referee_has_ten_fingers() {
        assert_eq!(alone(3, false, || panic!("a solution was shown")), 3);
        assert_eq!(alone(1, true, || panic!("something was claimed")), 11);
        assert_eq!([alone(0, false, || true), alone(0, false, || false)], [11, 0]);
    }
}
