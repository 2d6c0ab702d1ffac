//! A second generator by the letter of the rules, the quiz proved by search, and bad arrangements.

use std::collections::BTreeSet;

use kit_chess::Field;
use kit_play::{Node, NodeStanding};

use super::cards::Queue;
use super::position::TurnCards;
use super::*;
use crate::naive_board::{Castling, Letters, Place, castlings, name, place_of, places, written};
use crate::testing::{self, act};

/// The moves of a card, found square by square.
struct Naive {
    letters: Letters,
    /// Letters of a FEN.
    castling: String,
    /// Pawns that have moved this turn.
    moved: Vec<Place>,
}

impl Naive {
    fn of(position: &Position) -> Naive {
        Naive {
            letters: Letters::of(&position.field.board),
            castling: steps::castling_letters(position.field.rights),
            moved: position.moved_pawns().into_iter().map(place_of).collect(),
        }
    }

    /// Everything that an entry of the queue allows.
    fn actions(&self, entry: QueuedCard) -> BTreeSet<String> {
        let white = entry.owner.is_white();
        let moves = |role: Role| self.moves(role.of(entry.owner).char());
        let least = Role::ALL.into_iter().find(|role| !moves(*role).is_empty());
        let mut actions: BTreeSet<String> = least.into_iter().chain([entry.card]).flat_map(moves).collect();
        if entry.card == Role::King {
            let may = |castling: &Castling| {
                let is_free = castling.between.iter().all(|place| self.letters.is_free(*place));
                self.castling.contains(castling.right) && is_free
            };
            let ways = castlings(white).into_iter().filter(may);
            actions.extend(ways.map(|castling| name(castling.way[0]) + &name(castling.way[2])));
        }
        actions
    }

    /// What the pieces with a letter can do.
    fn moves(&self, letter: char) -> Vec<String> {
        let own =
            places().filter(|from| self.letters.at(*from) == Some(letter) && !self.moved.contains(from));
        let goals = |from: Place| self.letters.goals(from, |_| false).into_iter().map(move |to| (from, to));
        own.flat_map(goals).flat_map(|(from, to)| written(letter, from, to)).collect()
    }
}

/// Both generators find the same actions for the current move.
fn check_moves(position: &Position) {
    let Some(entry) = position.turn().and_then(|turn| turn.queue.current()) else { return };
    let mut actions = Vec::new();
    position.actions(entry.owner, &mut actions);
    let found: BTreeSet<String> = actions.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), actions.len(), "an action is found twice");
    let expected = Naive::of(position).actions(entry);
    assert_eq!(found, expected, "{entry} {position:?}");
    assert_eq!(position.least(entry.owner).is_none(), expected.is_empty(), "{entry} {position:?}");
}

/// Up to sixteen pieces of each color anywhere, some castling rights, some pawns that have moved.
fn random_position(luck: &mut Chance) -> Position {
    let mut field = Field { board: Board::empty(), rights: Bitboard::EMPTY, ep: None };
    for color in Color::ALL {
        let home = color.fold_wb(Square::E1, Square::E8);
        let king = if luck.below(2) == 0 { home } else { *luck.pick(&Square::ALL) };
        field.board.set_piece_at(king, color.king());
    }
    for _ in 0..luck.below(33) {
        let (square, color) = (*luck.pick(&Square::ALL), *luck.pick(&Color::ALL));
        let role = *luck.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        let pawn_astray = role == Role::Pawn && Bitboard::BACKRANKS.contains(square);
        if field.board.piece_at(square).is_none() && !pawn_astray {
            field.board.set_piece_at(square, role.of(color));
        }
    }
    for (rook, king, color) in [
        (Square::A1, Square::E1, Color::White),
        (Square::H1, Square::E1, Color::White),
        (Square::A8, Square::E8, Color::Black),
        (Square::H8, Square::E8, Color::Black),
    ] {
        let at_home = field.board.piece_at(king) == Some(color.king());
        let is_free = field.board.piece_at(rook).is_none_or(|piece| piece.role != Role::King);
        if at_home && is_free && luck.below(4) > 0 {
            field.board.set_piece_at(rook, color.rook());
            field.rights.add(rook);
        }
    }
    let moved = field.board.pawns().into_iter().filter(|_| luck.below(3) == 0).collect();
    let entry = QueuedCard { card: *luck.pick(&CARDS), owner: *luck.pick(&Color::ALL) };
    let queue = Queue::of(&[entry]).expect("one move is not too many");
    let stage = Stage::Moving(TurnCards { chosen: ByColor::default(), queue, moved, progress: false });
    Position { field, open: Open { owner: Color::White, cards: Cards::NONE }, stage }
}

#[test]
fn a_naive_generator_agrees_on_random_positions() {
    let mut luck = Chance::seeded(7);
    for _ in 0..20_000 {
        check_moves(&random_position(&mut luck));
    }
}

#[test]
fn a_naive_generator_agrees_in_random_games() {
    let mut luck = Chance::seeded(8);
    for _ in 0..60 {
        let (mut state, _) =
            TwoMove.setup(&Terms::usual(&ABOUT), &mut luck).expect("the usual start is valid");
        let mut over = false;
        while !over {
            check_moves(&state.public.position);
            for color in Color::ALL {
                let offers = TwoMove.offers(&TwoMove.view(&state, Viewer::Seat(seat_of(color)), false));
                if !offers.is_empty() && !over {
                    let action = *luck.pick(&offers);
                    over =
                        act(TwoMove, &mut state, seat_of(color), &action, &mut Chance::seeded(1)).is_over();
                }
            }
        }
    }
}

#[test]
fn every_two_pairs_give_a_queue_in_order() {
    for white in Cards::ALL.pairs() {
        for black in Cards::ALL.pairs() {
            let queue = Queue::schedule(ByColor { white, black });
            let entries = queue.entries();
            let expected = if white == black { 0 } else { 4 };
            assert_eq!(entries.len(), expected, "{white}/{black}");
            assert!(entries.is_sorted_by_key(|entry| entry.card), "{white}/{black}");
            let owned = entries.iter().filter(|entry| entry.owner == Color::White).count();
            assert_eq!(owned * 2, expected, "{white}/{black}");
        }
    }
}

/// Whether White can capture the black king before this turn is over, whatever Black moves.
fn white_wins_this_turn(node: &SearchNode) -> bool {
    match node.standing() {
        NodeStanding::Over(outcome) => outcome == king_captured(Color::White),
        NodeStanding::Seals(_) => false,
        NodeStanding::Decides(seat) => {
            let mut steps = Vec::new();
            node.steps(&mut steps);
            let wins = |step: &Action| {
                let mut after = node.clone();
                after.play(*step);
                white_wins_this_turn(&after)
            };
            match color_of(seat) {
                Color::White => steps.iter().any(wins),
                Color::Black => steps.iter().all(wins),
            }
        }
    }
}

/// The second quiz question: bishop and rook, and no other pair, win by force.
#[test]
fn only_bishop_and_rook_win_the_second_quiz() {
    let State { public, sealed } = arranged("fen: 5k2/7P/1p6/2p1b3/8/1P6/8/7K\nopen: black KR");
    let node = SearchNode::new(public.position, sealed);
    let wins_against = |white: Cards, black: Cards| {
        let mut node = node.clone();
        node.play(Action::Choose(white));
        node.play(Action::Choose(black));
        white_wins_this_turn(&node)
    };
    let black_pairs: Vec<Cards> = Cards::ALL.without(Cards::read("KR").expect("two cards")).pairs().collect();
    assert_eq!(black_pairs.len(), 3);
    let winning: Vec<String> = Cards::ALL
        .pairs()
        .filter(|white| black_pairs.iter().all(|black| wins_against(*white, *black)))
        .map(|pair| pair.to_string())
        .collect();
    assert_eq!(winning, ["BR"]);
}

fn set_up(text: &str) -> Result<State, BadTerms> {
    testing::arranged(TwoMove, Terms::usual(&ABOUT), text)
}

fn arranged(text: &str) -> State {
    let state = set_up(text).expect("a position of this game");
    state.audit(false);
    state
}

#[test]
fn arrangements_may_start_anywhere_in_a_turn() {
    let kings = "fen: 4k3/8/8/8/8/8/P7/4K3\n";
    for lines in [
        "",
        "open: white NR",
        "open: white NR\nsealed white: BQ",
        "open: w RN\nsealed black: qb\nturns: 49",
        "open: black kr\nchosen: KR/nb",
        "open: black kr\nchosen: NB/nb",
        "open: black kr\nchosen: BR/bq\nqueue: R:w Q:b Q:b\nmoved pawns: a2",
        "queue: N:w K:white R:black Q:b",
    ] {
        arranged(&(kings.to_owned() + lines));
    }
}

#[test]
fn bad_arrangements_are_refused_with_a_reason() {
    let kings = "fen: 4k3/8/8/8/8/8/P7/4K3\n";
    let check = |text: &str, reason: &str| testing::check_refused(set_up(text), text, reason);
    check("open: white NR", "line 1: a board of eight rows, or a `fen:` line, is missing");
    check("fen: 4k3/8/8/8/8/8/8/8", "line 1: White needs exactly one king, this board has 0");
    check("fen: 4k2p/8/8/8/8/8/8/4K3", "line 1: a pawn cannot stand on h8");
    for (lines, reason) in [
        ("open: NR", "line 2: `open` cannot be `NR`, it is a colour and its two cards, such as white NR"),
        (
            "chosen: BB/br",
            "line 2: `chosen` cannot be `BB/br`, it is White's pair and Black's, such as BQ/br",
        ),
        ("open: white NR\nchosen: NQ/br", "line 3: cards that lie face up cannot be chosen"),
        ("open: white NR\nsealed white: NQ", "line 3: cards that lie face up cannot be chosen"),
        ("queue: R:w\nsealed white: NQ", "line 3: a pair is sealed only where both choose"),
        ("queue:", "line 2: `queue` cannot be ``, it is one to four moves such as R:w"),
        (
            "queue: R:w R:w R:w R:w R:w",
            "line 2: `queue` cannot be `R:w R:w R:w R:w R:w`, it is one to four moves such as R:w",
        ),
        ("chosen: BQ/br\nqueue: N:w", "line 3: `queue` is not the end of what the chosen cards give"),
        ("queue: R:w\nmoved pawns: a3", "line 3: `moved pawns` cannot be `a3`, it is squares of pawns"),
        ("moved pawns: a2", "line 2: pawns have moved only after cards are chosen"),
        (
            "open: white NR\nsealed white: BQ\nsealed black: BQ",
            "line 4: two sealed pairs are turned up, so write `chosen`",
        ),
        ("turns: 50", "line 2: `turns` cannot be `50`, it is a number from 0 to 49"),
        (
            "turn: white",
            "line 2: unknown key: `turn` (try castling, open, chosen, queue, moved pawns, \
             sealed white, sealed black or turns)",
        ),
    ] {
        check(&(kings.to_owned() + lines), reason);
    }
}

/// Plays every action for the first seat that has it on offer.
fn replayed(actions: &[String]) -> State {
    let (mut state, _) =
        TwoMove.setup(&Terms::usual(&ABOUT), &mut Chance::seeded(1)).expect("the usual start");
    for text in actions {
        let action: Action = text.parse().expect("an action");
        let offers = |seat: &Seat| TwoMove.offers(&TwoMove.view(&state, Viewer::Seat(*seat), false));
        let seat = Seat::first(2).find(|seat| offers(seat).contains(&action)).expect("somebody may do it");
        TwoMove.apply(&mut state, seat, &action, &mut Chance::seeded(1));
    }
    state
}

#[test]
fn whole_games_are_read_as_they_are_written() {
    let text = "open=NR\nBQ/br; r:h7h5 h8h6; Q:c2c3 d1b3\nNB/nk; B:a2a4 e2e4; k:a7a6 g7g6\nRQ/rq\n";
    let (_, actions) = transcript::read(text).expect("a game").expect("a game without mistakes");
    let view = TwoMove.view(&replayed(&actions), Viewer::Public, false);
    assert_eq!(TwoMove.exports(&view, None), [Export { format: "turns", text: text.to_owned() }]);
    let read =
        |text: &str| transcript::read(text).map(|game| game.map_err(|bad| bad.to_string()).map(|_| ()));
    assert_eq!(read("1. e4 e5"), None);
    let error = |text: &str| Some(Err(text.to_owned()));
    assert_eq!(read("open=K"), error("line 1: the first line is two cards such as `open=KR`"));
    assert_eq!(read("open=KR\n\nBQ"), error("line 3: a turn begins with two pairs such as `BQ/br`"));
    assert_eq!(read("open=KR\nBQ/br;Q:c2c3"), error("line 2: the next card is `r`, not `Q`"));
    assert_eq!(read("open=KR\nBQ/bq;n:b8c6"), error("line 2: there are more moves than cards give"));
    assert_eq!(read("open=KR\nBQ/br;h7h5"), error("line 2: moves follow their card, as in `r:h7h5`"));
}

#[test]
fn turns_are_counted_from_one() {
    let text = "open=NR\nBQ/br; r:h7h5 h8h6; Q:c2c3 d1b3\nNB/nk; B:a2a4 e2e4; k:a7a6 g7g6\nRQ/rq\n";
    let (_, actions) = transcript::read(text).expect("a game").expect("a game without mistakes");
    let turn = |done: usize| TwoMove.turn(&TwoMove.view(&replayed(&actions[..done]), Viewer::Public, false));
    let turns: Vec<u32> = (0..=actions.len()).map(turn).collect();
    assert_eq!(turns, [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 4]);
}
