//! Legal turns read a second time by the letter, notation, arrangements, and games from odd starts.

use std::collections::BTreeSet;

use kit_chess::shakmaty::{CastlingSide, attacks};
use kit_chess::{Field, field};
use kit_play::laws::{LawPlan, check};

use super::*;
use crate::naive_board::{
    Castling, Letters, Place, become_letter, castled_rook, castlings, name, place_of, written,
};
use crate::testing;

/// A board on which the rules are followed word by word.
#[derive(Clone)]
struct Naive {
    letters: Letters,
    zombies: BTreeSet<Place>,
    /// Where the mover has buried what.
    grid: Letters,
    /// Letters of a FEN.
    castling: String,
    skipped: BTreeSet<Place>,
    white: bool,
    left: Vec<Place>,
    moved: BTreeSet<Place>,
}

impl Naive {
    fn of(position: &Position, grave: &Board) -> Naive {
        let all = |squares: Bitboard| squares.into_iter().map(place_of).collect();
        Naive {
            letters: Letters::of(&position.field.board),
            zombies: all(position.zombies),
            grid: Letters::of(grave),
            castling: steps::castling_letters(position.field.rights),
            skipped: all(position.skipped),
            white: position.turn.is_white(),
            left: Vec::new(),
            moved: BTreeSet::new(),
        }
    }

    fn is_attacked(&self, target: Place) -> bool {
        self.letters.places_of(!self.white).any(|from| {
            let letter = self.letters.at(from).expect("a piece");
            // A pawn on its last rank is about to become a queen or a knight.
            let becomes = written(letter, from, from);
            let roles = becomes.iter().map(|text| become_letter(letter, text.chars().nth(4)));
            roles.into_iter().any(|role| self.letters.attacks_as(role, from, target))
        })
    }

    fn is_check(&self) -> bool {
        self.is_attacked(self.letters.king(self.white).expect("a king"))
    }

    /// Every step of the piece on `from` that is legal on the visible board, with its text.
    fn steps(&self, from: Place) -> Vec<(String, Naive)> {
        let letter = self.letters.at(from).expect("a piece");
        let enemy_pawn = if self.white { 'p' } else { 'P' };
        let is_passed =
            |to: Place| self.skipped.contains(&to) && self.letters.at((to.0, from.1)) == Some(enemy_pawn);
        let mut steps = Vec::new();
        for to in self.letters.goals(from, is_passed) {
            if matches!(self.letters.at(to), Some('K' | 'k')) {
                continue;
            }
            for text in written(letter, from, to) {
                let after = self.after(from, to, text.chars().nth(4));
                if !after.is_check() {
                    steps.push((text, after));
                }
            }
        }
        steps
    }

    fn after(&self, from: Place, to: Place, becomes: Option<char>) -> Naive {
        let mut after = self.clone();
        after.letters.step(from, to, becomes);
        after.zombies.retain(|zombie| after.letters.at(*zombie).is_some() && *zombie != to);
        if self.zombies.contains(&from) {
            after.zombies.insert(to);
            after.moved.insert(to);
        }
        after.left.push(from);
        let rook = castled_rook(self.letters.at(from).expect("a piece"), from, to);
        after.left.extend(rook.map(|(home, _)| home));
        after
    }

    /// The known future: enemy bodies rise, unmoved zombies crumble, and the king is safe.
    fn ends_well(&self) -> bool {
        let mut future = self.clone();
        for left in self.left.iter().filter(|left| self.letters.is_free(**left)) {
            self.grid.at(*left).into_iter().for_each(|body| future.letters.put(*left, body));
        }
        for zombie in self.zombies.iter().filter(|zombie| !self.moved.contains(zombie)) {
            if self.letters.belongs(*zombie, self.white) {
                future.letters.take(*zombie);
            }
        }
        !future.is_check()
    }

    /// Turns of one regular move, or of one or two zombies.
    fn turns(&self) -> BTreeSet<String> {
        let mut turns = self.castlings();
        for from in self.letters.places_of(self.white) {
            for (text, after) in self.steps(from) {
                if after.ends_well() {
                    turns.insert(text.clone());
                }
                if !self.zombies.contains(&from) {
                    continue;
                }
                let idle = |other: &Place| after.zombies.contains(other) && !after.moved.contains(other);
                for other in after.letters.places_of(self.white).filter(idle) {
                    let second = after.steps(other).into_iter().filter(|(_, second)| second.ends_well());
                    turns.extend(second.map(|(more, _)| format!("{text}+{more}")));
                }
            }
        }
        turns
    }

    fn castlings(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for Castling { right, between, way, .. } in castlings(self.white) {
            let clear = between.iter().all(|place| self.letters.is_free(*place));
            let safe = || !way.iter().any(|place| self.is_attacked(*place));
            if !self.castling.contains(right) || !clear || !safe() {
                continue;
            }
            let castled = self.after(way[0], way[2], None);
            if !castled.is_check() && castled.ends_well() {
                found.insert(name(way[0]) + &name(way[2]));
            }
        }
        found
    }
}

/// The same turns as the game offers them, in parts or whole.
fn offered_turns(position: &Position, grave: &Board) -> BTreeSet<String> {
    let mut turns = BTreeSet::new();
    let mut actions = Vec::new();
    position.actions(grave, &mut actions);
    for action in actions {
        match action {
            Action::March(march) if march.goes_on => {
                let mut after = position.clone();
                for step in march.steps.iter() {
                    after.step(step);
                }
                after.stage = Stage::Horde;
                let mut second = Vec::new();
                after.actions(grave, &mut second);
                assert!(!second.is_empty(), "a horde that goes on can go on");
                turns.extend(second.iter().map(|more| format!("{action}{more}")));
            }
            Action::March(_) => {
                assert!(turns.insert(action.to_string()), "{action} twice")
            }
            Action::Promote { .. } | Action::Bury(_) => panic!("{action} before any move"),
        }
    }
    turns.retain(|turn| turn.matches('+').count() <= 1 && !turn.ends_with('+'));
    turns
}

/// A board with kings, some pieces, some zombies and some bodies; castling and en passant where they fit.
fn random_position(chance: &mut Chance) -> (Position, Board) {
    let mut squares = Square::ALL;
    chance.shuffle(&mut squares);
    let mut board = Board::empty();
    let turn = Color::from_white(chance.below(2) == 0);
    let at_home = chance.below(2) == 0;
    if at_home {
        board.set_piece_at(field::king_home(turn), turn.king());
        for side in CastlingSide::ALL {
            board.set_piece_at(field::rook_home(turn, side), turn.rook());
        }
    } else {
        board.set_piece_at(squares[0], turn.king());
    }
    let free: Vec<Square> =
        squares[1..].iter().copied().filter(|square| board.piece_at(*square).is_none()).collect();
    board.set_piece_at(free[0], (!turn).king());
    let count = 2 + chance.below(14) as usize;
    for square in &free[1..=count] {
        let role =
            *chance.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        let color = Color::from_white(chance.below(2) == 0);
        if role != Role::Pawn || !Bitboard::BACKRANKS.contains(*square) {
            board.set_piece_at(*square, role.of(color));
        }
    }
    let rights = if at_home {
        Bitboard::from_iter(CastlingSide::ALL.map(|side| field::rook_home(turn, side)))
    } else {
        Bitboard::EMPTY
    };
    let mut position = Position::begun(Field { board, rights, ep: None }, turn);
    let own = position.own() & !position.field.board.kings() & !rights;
    position.zombies = own.into_iter().filter(|_| chance.below(3) == 0).collect();
    let fifth = Bitboard::from_rank(turn.relative_rank(kit_chess::shakmaty::Rank::Fifth));
    let pawns = position.field.board.by_piece((!turn).pawn()) & fifth;
    position.skipped = pawns.into_iter().filter_map(|pawn| pawn.offset(turn.fold_wb(8, -8))).collect();
    let mut grave = Board::empty();
    for square in squares.iter().take(chance.below(20) as usize) {
        let role = *chance.pick(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        grave.set_piece_at(*square, role.of(!turn));
    }
    (position, grave)
}

#[test]
fn turns_agree_with_a_second_reading_of_the_rules() {
    let mut chance = Chance::seeded(7);
    let (mut compared, mut found, mut in_parts) = (0, 0, 0);
    while compared < 500 {
        let (position, grave) = random_position(&mut chance);
        if position::endangered(&position.field.board, !position.turn) {
            continue;
        }
        let (naive, offered) = (Naive::of(&position, &grave).turns(), offered_turns(&position, &grave));
        assert_eq!(offered, naive, "{position:?} {grave}");
        if position.decaying().count() <= 2 {
            assert_eq!(position.has_action(&grave), !naive.is_empty(), "{position:?} {grave}");
        }
        compared += 1;
        found += naive.len();
        in_parts += usize::from(has_open_lists(&position, &grave));
    }
    assert!(found > 20_000 && in_parts > 10, "only {found} turns and {in_parts} large hordes were compared");
}

fn has_open_lists(position: &Position, grave: &Board) -> bool {
    let mut actions = Vec::new();
    position.actions(grave, &mut actions);
    actions.iter().any(|action| matches!(action, Action::March(march) if march.goes_on))
}

/// A king behind zombies, with enemies all around and many bodies in the ground.
fn crowded_position(chance: &mut Chance, zombies: usize, roles: &[Role]) -> (Position, Board) {
    let mut squares = Square::ALL;
    chance.shuffle(&mut squares);
    let turn = Color::from_white(chance.below(2) == 0);
    let mut board = Board::empty();
    board.set_piece_at(squares[0], turn.king());
    board.set_piece_at(squares[1], (!turn).king());
    let lines = attacks::queen_attacks(squares[0], Bitboard::EMPTY);
    let (near, far): (Vec<Square>, Vec<Square>) =
        squares[2..].iter().copied().partition(|square| lines.contains(*square));
    let mut places: Vec<Square> = Vec::new();
    for (one, other) in near.iter().zip(far.iter()) {
        places.extend([one, other]);
    }
    let mut undead = Bitboard::EMPTY;
    for square in places.iter().take(zombies) {
        let role = *chance.pick(roles);
        board.set_piece_at(*square, role.of(turn));
        undead.add(*square);
    }
    for square in undead & lines {
        shield(&mut board, squares[0], square, chance);
    }
    let enemies = chance.below(8) as usize;
    let friends = chance.below(5) as usize;
    for (index, square) in places.iter().skip(zombies).take(enemies + friends).enumerate() {
        let role =
            *chance.pick(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::Rook]);
        let color = if index < enemies { !turn } else { turn };
        let fits = role != Role::Pawn || !Bitboard::BACKRANKS.contains(*square);
        if fits && board.piece_at(*square).is_none() {
            board.set_piece_at(*square, role.of(color));
        }
    }
    let mut position = Position::begun(Field { board, rights: Bitboard::EMPTY, ep: None }, turn);
    position.zombies = undead;
    let fifth = Bitboard::from_rank(turn.relative_rank(kit_chess::shakmaty::Rank::Fifth));
    let pawns = position.field.board.by_piece((!turn).pawn()) & fifth;
    position.skipped = pawns.into_iter().filter_map(|pawn| pawn.offset(turn.fold_wb(8, -8))).collect();
    let mut grave = Board::empty();
    for square in undead {
        let role = *chance.pick(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        if chance.below(3) > 0 {
            grave.set_piece_at(square, role.of(!turn));
        }
    }
    (position, grave)
}

/// Puts an attacker behind a zombie that shields its king, if there is room.
fn shield(board: &mut Board, king: Square, zombie: Square, chance: &mut Chance) {
    let behind = attacks::ray(king, zombie) & attacks::queen_attacks(zombie, board.occupied());
    let behind = behind.into_iter().filter(|square| attacks::between(king, *square).contains(zombie));
    let free: Vec<Square> = behind.filter(|square| board.piece_at(*square).is_none()).collect();
    let is_straight = king.file() == zombie.file() || king.rank() == zombie.rank();
    let turn = board.color_at(king).expect("a king");
    if !free.is_empty() && chance.below(2) == 0 {
        let role = if is_straight { Role::Rook } else { Role::Bishop };
        board.set_piece_at(*chance.pick(&free), role.of(!turn));
    }
}

/// The same as `Ends::can_come`, by trying everything; what was tried is not tried again.
fn some_end(position: &Position, grave: &Board, tried: &mut BTreeSet<[u64; 3]>) -> bool {
    let enemies = position.field.board.by_color(!position.turn);
    let board = [position.decaying(), position.going.moved, enemies].map(|squares| squares.0);
    tried.insert(board)
        && position.any_step(position.decaying(), |_, after| {
            after.ends_safely(grave) || some_end(after, grave, tried)
        })
}

#[test]
fn a_horde_can_end_if_and_only_if_some_list_of_moves_does() {
    use Role::{Bishop, Knight, Pawn, Queen, Rook};
    let mut chance = Chance::seeded(11);
    let mut counts = [0; 2];
    let mut together = 0;
    for (zombies, roles, rounds) in [
        (2, &[Pawn, Knight, Bishop, Rook, Queen][..], 500),
        (3, &[Pawn, Knight, Bishop, Rook, Queen], 500),
        (4, &[Pawn, Pawn, Knight, Bishop, Rook, Queen], 300),
        (6, &[Pawn, Pawn, Pawn, Knight], 300),
    ] {
        for _ in 0..rounds {
            let (position, grave) = crowded_position(&mut chance, zombies, roles);
            if position::endangered(&position.field.board, !position.turn) {
                continue;
            }
            // The beginning of a turn, and some turns that have begun.
            let mut begun = vec![position.clone()];
            position.any_step(position.decaying(), |_, after| {
                begun.push(after.clone());
                begun.len() > 8
            });
            for position in begun {
                let expected = some_end(&position, &grave, &mut BTreeSet::new());
                assert_eq!(horde::Ends::new(&grave).can_come(&position), expected, "{position:?} {grave}");
                counts[usize::from(expected)] += 1;
                let alone = position.any_step(position.decaying(), |_, after| after.ends_safely(&grave));
                together += usize::from(expected && !alone);
            }
        }
    }
    let [without, with] = counts;
    assert!(without > 500 && with > 500 && together > 10, "{without}, {with} and {together} are too few");
}

/// Many queens: whatever is left open can be ended, and there is a turn if and only if one is offered.
#[test]
fn large_hordes_come_to_an_end() {
    let mut chance = Chance::seeded(12);
    let mut open = 0;
    for zombies in 5..=9 {
        for _ in 0..100 {
            let (position, grave) = crowded_position(&mut chance, zombies, &[Role::Queen]);
            if position::endangered(&position.field.board, !position.turn) {
                continue;
            }
            let mut actions = Vec::new();
            position.actions(&grave, &mut actions);
            assert_eq!(position.has_action(&grave), !actions.is_empty(), "{position:?} {grave}");
            let begun = actions.iter().filter_map(|action| match action {
                Action::March(march) if march.goes_on => Some(march),
                _ => None,
            });
            for march in begun.step_by(20) {
                let mut after = position.clone();
                for step in march.steps.iter() {
                    after.step(step);
                }
                after.stage = Stage::Horde;
                assert!(some_end(&after, &grave, &mut BTreeSet::new()), "{march} of {position:?} {grave}");
                open += 1;
            }
        }
    }
    assert!(open > 50, "{open} open parts are too few");
}

/// How long it takes to see whether a turn can end is counted in boards, not in seconds.
#[test]
fn few_boards_tell_whether_a_large_horde_can_end() {
    use Role::{Bishop, Knight, Pawn, Queen, Rook};
    let mut chance = Chance::seeded(13);
    let mut most = 0;
    for roles in [&[Queen][..], &[Queen, Rook, Bishop, Knight, Pawn], &[Rook, Bishop], &[Knight, Queen]] {
        for zombies in [7, 9, 12, 15].repeat(100) {
            let (position, grave) = crowded_position(&mut chance, zombies, roles);
            let mut ends = horde::Ends::new(&grave);
            ends.can_come(&position);
            most = most.max(ends.looked());
        }
    }
    assert!((10..100_000).contains(&most), "{most} boards were looked at for one turn");
}

/// Here a million boards once did not tell whether some list of moves saves the king.
#[test]
fn a_few_boards_tell_what_many_queens_can_do() {
    for (can_come, fen, zombies, skipped, grave) in [
        (
            false,
            "3rNK2/6QN/5N1N/2QN3N/7k/QQ6/5R2/Q1N2Q2",
            "a1 c1 f1 a3 b3 c5 d5 h5 f6 h6 g7 h7 e8",
            "",
            "4r3/8/5n1q/2rb4/8/q7/8/q1n5",
        ),
        (
            true,
            "5QQ1/1r1Q2Q1/kbQ5/2QpQQq1/3bQQQ1/2p1K1Q1/3Q4/r1b1Q1Q1",
            "e1 g1 d2 g3 e4 f4 g4 c5 e5 f5 c6 d7 g7 f8 g8",
            "d6",
            "5qr1/3n2p1/8/2p1pq2/4q3/6n1/3b4/4p1b1",
        ),
    ] {
        let board: Board = fen.parse().expect("a board");
        let squares = |names: &str| -> Bitboard {
            names.split_whitespace().map(|name| name.parse::<Square>().expect("a square")).collect()
        };
        let mut position = Position::begun(Field { board, rights: Bitboard::EMPTY, ep: None }, Color::White);
        (position.zombies, position.skipped) = (squares(zombies), squares(skipped));
        let grave: Board = grave.parse().expect("a grid");
        let mut ends = horde::Ends::new(&grave);
        assert_eq!(ends.can_come(&position), can_come, "{fen}");
        assert!(ends.looked() < 1_000, "{} boards of {fen}", ends.looked());
    }
}

/// The pawn on f5 has just skipped f6, and nobody can take it: it stays between the king and the rook
/// that rises on f4, so the zombie there may leave to stand before the bishop.
#[test]
fn a_pawn_that_nobody_can_take_in_passing_stays_in_the_way() {
    let state =
        arranged("fen: k7/5K2/8/5p2/5R2/1R6/b7/8\nturn: white\nep: f6\nzombies: b3 f4\ngrid white: f4=R");
    let position = state.expect("a state").public.position;
    let mut grave = Board::empty();
    grave.set_piece_at(Square::F4, Color::Black.rook());
    assert!(some_end(&position, &grave, &mut BTreeSet::new()));
    assert!(horde::Ends::new(&grave).can_come(&position));
}

fn arranged(text: &str) -> Result<State, BadTerms> {
    testing::arranged(Zombie, Terms::usual(&ABOUT), text)
}

#[test]
fn bad_arrangements_are_refused_with_the_reason() {
    for (text, problem) in [
        ("turn: white", "line 1: a board of eight rows, or a `fen:` line, is missing"),
        ("fen: 8/8/8/8/8/8/8/4K3", "line 1: Black needs exactly one king, this board has 0"),
        ("fen: 4k3/8/8/8/8/8/8/3KK3", "line 1: White needs exactly one king, this board has 2"),
        ("fen: 4k3/8/8/8/8/8/8/P3K3", "line 1: a pawn on a1 must be a zombie"),
        ("fen: 4k3/8/8/8/8/8/8/p3K3\nzombies: a1", "line 1: the pawn on a1 has been promoted by now"),
        ("fen: 4k3/8/8/8/8/8/8/4K3\nzombies: e1", "line 2: no piece that could be a zombie is on e1"),
        (
            "fen: 4k3/8/8/8/8/8/1NNNNNN1/RRRRKRRR\nzombies: a1 b1 c1 d1 f1 g1 h1 b2 c2 d2 e2 f2",
            "line 2: White has 12 zombies, and with more than 11 nobody could wait for the ways to move them",
        ),
        ("fen: 4k3/8/8/8/8/8/8/4K3 w - d6", "line 1: no pawn of Black has just skipped d6"),
        ("fen: 4k3/8/8/8/8/8/4r3/4K3 b", "line 1: White has moved and is in check"),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\ngrid white: b2=K",
            "line 2: `grid white` cannot be `b2=K`, it is bodies such as b2=P, h2=N",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\ngrid white: b2=P b2=N",
            "line 2: `grid white` cannot be `b2=P b2=N`, it is bodies such as b2=P, h2=N",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3\nprisoners: N",
            "line 2: `prisoners` says nothing at this stage of a turn",
        ),
        ("fen: 4k3/8/8/8/8/8/8/4K3\nstage: horde", "line 2: a horde that goes on has `moved` zombies"),
        (
            "fen: 4k3/8/8/8/8/8/8/1R2K3\nzombies: b1\nstage: horde\nmoved: b1\nleft: b3",
            "line 3: no other zombie can finish this turn",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/1R2K3\nzombies: b1\nstage: horde\nmoved: b1",
            "line 4: `moved` are own zombies, as many as squares in `left`",
        ),
        ("fen: 4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR\ndust white: P", "line 1: White has 17 pieces, more than 16"),
    ] {
        testing::check_refused(arranged(text), text, problem);
    }
}

#[test]
fn actions_are_read_in_all_their_forms() {
    for (text, written) in [
        ("c6d4", "c6d4"),
        ("e7e8q", "e7e8q"),
        ("e7e8=N", "e7e8n"),
        ("a8=Q", "a8q"),
        ("/g7", "/g7"),
        ("a4b6+g4g5", "a4b6+g4g5"),
        ("a7a8=Q+g4g5+", "a7a8q+g4g5+"),
        ("d1d4 ~d1 *c6", "d1d4"),
        ("a4b6+g4g5 ~~a4 ~~g4 *h3", "a4b6+g4g5"),
    ] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(written.to_owned()));
    }
    let long = ["a4b6"; 16].join("+");
    for text in
        ["", "+", "a4", "a4b6++", "+a4b6", "a8=K", "a8=QQ", "/", "/i9", "/-", "/?", "a4b6 g4g5", "é=Q", &long]
    {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn hordes_have_words_and_an_end_to_point_at() {
    let state = arranged("fen: 4k3/8/8/8/N5P1/7R/8/4K3\nzombies: a4 g4 h3").expect("a state");
    let view = Zombie.view(&state, Viewer::Seat(Seat(0)), false);
    let shown = |text: &str| {
        let action = text.parse().expect("an action");
        let spots: Vec<String> = Zombie.gesture(&view, &action).iter().map(ToString::to_string).collect();
        format!("{}: {}", spots.join(" "), Zombie.label(&view, &action))
    };
    assert_eq!(shown("e1e2"), "e1 e2: king e1 to e2");
    assert_eq!(shown("a4b6"), "a4 b6 finish: zombie knight a4 to b6");
    assert_eq!(shown("a4b6+g4g5"), "a4 b6 g4 g5 finish: zombie knight a4 to b6, then zombie pawn g4 to g5");
    assert_eq!(shown("a4b6+"), "a4 b6 more: zombie knight a4 to b6, then more");
}

/// Black is in check and goes on, so White knows that no bishop lies below the only piece that can help.
#[test]
fn nobody_imagines_a_grid_that_would_have_ended_the_game() {
    let mut state = arranged("fen: 7k/7p/5rpB/8/8/8/8/4R1K1\ngrid black: a1=B").expect("a state");
    let places = Bitboard::from_iter([Square::F6, Square::A1]);
    state.public.grounds.black.burials[0].places = places;
    Zombie.apply(&mut state, Seat(0), &"e1e8".parse().expect("an action"), &mut Chance::seeded(1));
    let view = Zombie.view(&state, Viewer::Seat(Seat(0)), false);
    let mut chance = Chance::seeded(1);
    for _ in 0..50 {
        assert_eq!(Zombie.imagine(&view, &mut chance).graves.black, state.graves.black);
    }
}

/// The laws also hold where play starts in the middle, with hordes, bodies and waiting pawns.
#[test]
fn arranged_games_obey_the_laws() {
    for text in [
        "fen: 4k3/8/8/8/N5P1/7R/8/4K3\nzombies: a4 g4 h3\ngrid white: a4=Q, e1=N\ngrid black: a4=P, e8=B",
        "fen: q3k3/1b4q1/8/8/1Q3R2/2R5/1R6/7K\nzombies: b4 b2 c3 f4 b7 g7\ngrid white: b2=P\ngrid black: e8=B, b7=P",
        "fen: r3k2r/p1pp1ppp/8/3pP3/8/8/PPPP1PPP/R3K2R w KQkq d6\ngrid white: h1=N, e1=Q\ngrid black: d5=N, a8=P",
        "fen: P7/7k/8/8/8/8/r7/7K\nzombies: a8\ngrid black: a2=P",
        "fen: 7k/8/8/8/3b4/2P5/8/4K3\ngrid white: e1=N, d4=P",
        "fen: 4k3/8/8/8/8/8/8/1R2K3\nzombies: b1\nstage: aftermath\nprisoners: N* P Q\ngrid white: b1=P",
        "fen: 4k3/1R6/8/8/5R2/2R5/8/7K\nzombies: b7 c3 f4\nstage: horde\nleft: b2\nmoved: b7\ngrid white: b2=P",
    ] {
        let terms = Terms::usual(&ABOUT).arranged(text.parse().expect("an arrangement"));
        let checked = check(Zombie, &terms, &LawPlan::games(20));
        assert!(checked.is_ok(), "{text}: {}", checked.expect_err("a broken law"));
    }
}

#[test]
fn a_turn_is_over_when_its_prisoners_are_buried() {
    let mut state = arranged("fen: 4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 7").expect("a state");
    for (text, number) in [("e8d8", 8), ("e4d5", 8), ("/e1", 8), ("d8e8", 9)] {
        let seat = seat_of(state.public.position.turn);
        Zombie.apply(&mut state, seat, &text.parse().expect("an action"), &mut Chance::seeded(1));
        assert_eq!(Zombie.turn(&Zombie.view(&state, Viewer::Public, false)), number, "{text}");
    }
}
