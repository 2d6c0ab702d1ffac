//! The bounds that the specification computed, a second reading of groups and moves, and texts.

use kit_chess::shakmaty::{Bitboard, Board, Square};
use kit_play::Chance;

use super::position::{WalkCard, groups, is_one_group, moves, walk};
use super::*;
use crate::naive_board::{Letters, place_of};
use crate::testing;

#[test]
fn a_second_piece_is_never_next_to_the_first() {
    for first in WalkCard::deck() {
        let start = walk(Square::A1, first);
        assert!(start != Square::A1);
        for second in WalkCard::deck() {
            assert!(start.distance(walk(start, second)) >= 2);
        }
    }
}

/// Squares by file and rank, by the letter.
fn touches(one: Square, two: Square) -> bool {
    let apart = |one: u32, two: u32| one.abs_diff(two);
    let files = apart(one.file().to_u32(), two.file().to_u32());
    let ranks = apart(one.rank().to_u32(), two.rank().to_u32());
    one != two && files <= 1 && ranks <= 1
}

fn naive_moves(board: &Board) -> Vec<(Square, Square)> {
    let letters = Letters::of(board);
    let mut all = Vec::new();
    for (from, mover) in board.iter() {
        for to in Square::ALL.into_iter().filter(|to| board.piece_at(*to).is_none()) {
            let goes = |lender: Piece| letters.attacks_as(lender.char(), place_of(from), place_of(to));
            let lends = |(square, lender): (Square, Piece)| {
                lender.color == mover.color && touches(from, square) && goes(lender)
            };
            if board.iter().any(lends) {
                all.push((from, to));
            }
        }
    }
    all
}

#[test]
fn moves_and_groups_by_the_letter() {
    let mut chance = Chance::seeded(5);
    for _ in 0..300 {
        let mut squares = Square::ALL;
        chance.shuffle(&mut squares);
        let mut board = Board::empty();
        let count = 1 + chance.below(16) as usize;
        let cards = piece_cards::deck(Faces::Playing);
        for (square, card) in squares.iter().zip(cards.iter().rev()).take(count) {
            board.set_piece_at(*square, card.piece);
        }
        assert_eq!(moves(&board), naive_moves(&board));
        let groups = groups(board.occupied());
        let together = groups.iter().fold(Bitboard::EMPTY, |all, group| all | *group);
        assert_eq!(together, board.occupied());
        for (index, group) in groups.iter().enumerate() {
            assert!(is_one_group(*group));
            let others = groups.iter().skip(index + 1).fold(Bitboard::EMPTY, |all, other| all | *other);
            assert!(!group.into_iter().any(|one| others.into_iter().any(|two| touches(one, two))));
        }
    }
}

#[test]
fn actions_are_read_as_they_are_written() {
    for text in ["+", "@f1", "stop", "f1f2p", "f1f2q"] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()).as_deref(), Ok(text));
    }
    for text in ["", "f1f2", "f1f2x", "@", "@z9", "++", "f1é2p", "éééq"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

fn arranged(text: &str) -> Result<State, BadTerms> {
    testing::arranged(Neighbour, Terms::usual(&ABOUT), text)
}

#[test]
fn moves_are_read_in_san() {
    let text = "fen: 8/8/8/3kq3/8/8/1RR5/8\nphase: moving";
    let view = Neighbour.view(&arranged(text).expect("a position"), Viewer::Seat(PLAYER), false);
    let sans = testing::sans(Neighbour, &view);
    assert_eq!(sans.len(), Neighbour.offers(&view).len());
    let written = |san: &str| sans.get(san).map(String::as_str);
    assert_eq!(written("Kh5p"), None, "the queen stands in the way");
    assert_eq!((written("Kd1p"), written("Kd1q")), (Some("d5d1p"), Some("d5d1q")));
    assert_eq!(written("Rb8p").or(written("Rbb8p")), Some("b2b8p"));
    let short = Action::Move { from: Square::D5, to: Square::D1, pile: Pile::Pieces };
    assert!(Neighbour.spellings(&view, &short).contains(&"Kd1".to_owned()), "the usual pile is not named");
}

/// A black bishop on the board came by one of two cards, and by the other one if one is named.
#[test]
fn either_card_of_a_pair_can_wait_or_come_next() {
    for (text, seen) in [
        ("fen: 8/8/8/8/b7/8/8/8\nwaiting: 9S@a4", vec!["9C", "9S"]),
        ("fen: 8/8/8/8/b7/8/8/8\nwaiting: 9C@a4", vec!["9S", "9C"]),
        ("fen: 8/8/8/8/b7/8/8/8\nnext: 9S/2H", vec!["9C"]),
        ("fen: 8/8/8/8/b7/8/8/8\nnext: 9C/2H", vec!["9S"]),
    ] {
        let state = arranged(text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        let cards: Vec<String> = state.public.seen_pieces.iter().map(ToString::to_string).collect();
        assert_eq!(cards, seen, "{text}");
        Neighbour.audit(&state, false);
    }
}

#[test]
fn cards_that_cannot_wait_are_refused() {
    let bishop = "fen: 8/8/8/8/b7/8/8/8";
    let none_left = "no card is left for the `b` on a4; there are 16 pieces, no pawns, and those of \
                     `next` and `waiting` are not on the board";
    for (text, problem) in [
        (
            format!("{bishop}\nwaiting: 9X@a4"),
            "line 2: `waiting` cannot be `9X@a4`, it is a card and a square such as KS@e1".to_owned(),
        ),
        (
            format!("{bishop}\nwaiting: bk@a4"),
            "line 2: `waiting` cannot be `bk@a4`, it is a card and a square such as KS@e1".to_owned(),
        ),
        (
            format!("{bishop}\nnext: 9S/2H\nwaiting: 9S@a4"),
            "line 3: 9S is named by `next`, so it cannot have been turned up".to_owned(),
        ),
        (
            format!("{bishop}\nwaiting: 9S@a5"),
            "line 2: a5 is not occupied, so nothing waits for it".to_owned(),
        ),
        (format!("{bishop}\nnext: 9C/2H\nwaiting: 9S@a4"), format!("line 2: {none_left}")),
        ("fen: 8/8/8/8/bb6/8/8/8\nwaiting: 9S@a4".to_owned(), "line 1: no card is left for the `b` on b4; there are 16 pieces, no pawns, and those of `next` and `waiting` are not on the board".to_owned()),
    ] {
        testing::check_refused(arranged(&text), &text, &problem);
    }
}

/// Every piece that is added and every move is a turn.
#[test]
fn pieces_and_moves_are_counted_as_turns() {
    for (text, number) in [
        ("fen: 8/8/8/8/8/8/8/8", 1),
        ("fen: 8/8/8/8/b7/8/8/8\nwaiting: 9S@a4", 2),
        ("fen: 8/8/8/3kq3/8/8/1RR5/8\nphase: moving\npaid: 2 1", 8),
    ] {
        let state = arranged(text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        assert_eq!(Neighbour.turn(&Neighbour.view(&state, Viewer::Public, false)), number, "{text}");
    }
}
