//! A second reading of the rules, by their letter and on two boards, as the test of the fast one.
//!
//! L1: legal on its own side before the switch; L2: room to cross; L3: a checker to stand on;
//! L4: legal after the switch.

use kit_chess::shakmaty::{Bitboard, Board, Color, Rank, Role, Square};
use kit_chess::{Field, Step};
use kit_play::{Chance, Lookahead, SearchLine};

use super::position::Position;
use super::writing::star_fen;
use super::{Rules, State};
use crate::naive_board::{
    Castling, Letters, Place, castled_rook, castlings, is_pawn, name, narrowed, place, rights_lost, written,
};

#[derive(Clone)]
struct Naive {
    /// What stands in front of the mirror, and what behind.
    sides: [Letters; 2],
    white: bool,
    castling: String,
    /// The skipped square and the pawn's.
    ep: Option<(Place, Place)>,
    limit: usize,
    en_passant: bool,
}

/// A move in UCI, and what becomes of it.
type Judged = (String, String);

impl Naive {
    /// Reads Star-FEN.
    fn read(text: &str, en_passant: bool) -> Naive {
        let fields: Vec<&str> = text.split(' ').collect();
        Naive {
            sides: [false, true].map(|behind| one_side(fields[0], behind)),
            white: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            ep: fields[3].split_once(':').map(|(skipped, pawn)| (place(skipped), place(pawn))),
            limit: fields.get(4).map_or(12, |number| number.parse().expect("a number")),
            en_passant,
        }
    }

    /// Writes Star-FEN.
    fn written(&self) -> String {
        let cell = |place: Place| match self.sides.each_ref().map(|side| side.at(place)) {
            [Some(letter), _] => letter.to_string(),
            [None, Some(letter)] => format!("{letter}*"),
            [None, None] => ".".to_owned(),
        };
        let rank = |row: i32| narrowed((0..8).map(|column| cell((column, row))).collect());
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        let turn = if self.white { 'w' } else { 'b' };
        let castling = if self.castling.is_empty() { "-" } else { &self.castling };
        let ep =
            self.ep.map_or("-".to_owned(), |(skipped, pawn)| format!("{}:{}", name(skipped), name(pawn)));
        let limit = if self.limit == 12 { String::new() } else { format!(" {}", self.limit) };
        format!("{} {turn} {castling} {ep}{limit}", ranks.join("/"))
    }

    /// The letter on a square, and on which side it is: 1 behind the mirror.
    fn at(&self, place: Place) -> Option<(char, usize)> {
        (0..2).find_map(|side| Some((self.sides[side].at(place)?, side)))
    }

    /// Whether the color to move is in check on either side.
    fn in_check(&self) -> bool {
        self.sides.iter().any(|side| side.in_check(self.white))
    }

    /// What the piece on a square could do if only pieces of its side existed, checks aside.
    fn tries_from(&self, from: Place, side: usize) -> Vec<String> {
        let alone = &self.sides[side];
        let letter = alone.at(from).expect("a piece tries to move");
        let skipped = self.ep.filter(|_| self.en_passant && side == 1).map(|(skipped, _)| skipped);
        let mut targets = alone.goals(from, |to| skipped == Some(to));
        if letter.eq_ignore_ascii_case(&'K') && side == 0 {
            let ways = castlings(self.white).into_iter().filter(|castling| self.castles(castling));
            targets.extend(ways.map(|castling| castling.way[2]));
        }
        targets.into_iter().flat_map(|to| written(letter, from, to)).collect()
    }

    /// Whether the king may castle by the rules of its own side alone.
    fn castles(&self, castling: &Castling) -> bool {
        let alone = &self.sides[0];
        self.castling.contains(castling.right)
            && castling.between.iter().all(|place| alone.is_free(*place))
            && !castling.way.iter().any(|place| alone.is_attacked(*place, !self.white))
    }

    /// The position after a legal move, or which of the four tests fails first.
    fn after(&self, step: &str) -> Result<Naive, &'static str> {
        let (from, to, becomes) = (place(&step[..2]), place(&step[2..4]), step.chars().nth(4));
        let (letter, side) = self.at(from).expect("a piece tries to move");
        // The squares on which pieces stop and cross.
        let rook = castled_rook(letter, from, to).map(|(_, rook_to)| rook_to);
        let crossing: Vec<Place> = [to].into_iter().chain(rook).collect();
        let mut after = self.clone();
        let skipped = after.sides[side].step(from, to, becomes);
        if after.sides[side].in_check(self.white) {
            return Err("your king would be in check before the piece crosses the mirror");
        }
        if crossing.iter().any(|place| self.sides[1 - side].at(*place).is_some()) {
            return Err(if side == 1 {
                "the square is taken in front of the mirror"
            } else {
                "the square is taken behind the mirror"
            });
        }
        if side == 0 && self.limit - self.sides[1].places_of(self.white).count() < crossing.len() {
            return Err(match crossing.len() {
                1 => "you have no free checker",
                _ => "castling needs two free checkers",
            });
        }
        for place in crossing {
            let letter = after.sides[side].take(place).expect("a piece crosses");
            after.sides[1 - side].put(place, letter);
        }
        if after.in_check() {
            return Err("your king would be in check after the piece has crossed the mirror");
        }
        after.ep = skipped.filter(|_| self.en_passant && side == 0).map(|skipped| (skipped, to));
        let lost = [from, to].map(rights_lost).concat();
        after.castling.retain(|right| !lost.contains(right));
        after.white = !self.white;
        Ok(after)
    }

    /// Every move that its side allows, in UCI: legal ones with the position after them, and others
    /// with the reason why they are not; sorted.
    fn judged(&self) -> (Vec<Judged>, Vec<Judged>) {
        let (mut legal, mut barred) = (Vec::new(), Vec::new());
        let own = |side: usize| self.sides[side].places_of(self.white).map(move |from| (from, side));
        for step in [0, 1].into_iter().flat_map(own).flat_map(|(from, side)| self.tries_from(from, side)) {
            match self.after(&step) {
                Ok(after) => legal.push((step, after.written())),
                Err(reason) => barred.push((step, reason.to_owned())),
            }
        }
        legal.sort();
        barred.sort();
        (legal, barred)
    }
}

/// The pieces of one side, from the first field of a Star-FEN.
fn one_side(field: &str, behind: bool) -> Letters {
    let mut letters = field.chars().peekable();
    let mut placement = String::new();
    while let Some(letter) = letters.next() {
        let is_behind = letters.next_if_eq(&'*').is_some();
        placement.push(if letter.is_alphabetic() && is_behind != behind { '1' } else { letter });
    }
    Letters::read(&placement)
}

/// Compares legal moves, what they lead to, what is barred, and check; says how many moves there are.
fn check(position: &Position) -> usize {
    let text = star_fen(position);
    let naive = Naive::read(&text, position.rules.en_passant);
    assert_eq!(naive.written(), text);
    assert_eq!(position.in_check(), naive.in_check(), "{text}");
    let after = |step: &Step| {
        let mut after = position.clone();
        after.play(*step);
        (step.to_string(), star_fen(&after))
    };
    let mut moves: Vec<Judged> = position.legal().iter().map(after).collect();
    moves.sort();
    let (legal, unable) = naive.judged();
    assert_eq!(moves, legal, "{text}");
    // Castling out of check or through it is no move of its side at all.
    let barred = position
        .barred()
        .into_iter()
        .filter(|(_, why)| *why != super::position::objections::CASTLES_ATTACKED);
    let mut barred: Vec<Judged> =
        barred.map(|(step, why)| (step.to_string(), why.words.to_owned())).collect();
    barred.sort();
    assert_eq!(barred, unable, "{text}");
    assert_eq!(position.count_moves(), moves.len(), "{text}");
    let takes = |(step, _): &&Judged| {
        let pawn = naive.at(place(&step[..2])).is_some_and(|(letter, _)| is_pawn(letter));
        pawn && step[..1] != step[2..3] && naive.at(place(&step[2..4])).is_none()
    };
    assert_eq!(position.usable_ep().is_some(), moves.iter().any(|step| takes(&step)), "{text}");
    moves.len()
}

/// Any position in which the color that just moved is not in check.
fn random_position(luck: &mut Chance) -> Option<Position> {
    let mut field = Field { board: Board::empty(), rights: Bitboard::EMPTY, ep: None };
    let mut mirror = Bitboard::EMPTY;
    let mut kings = [Square::E1, Square::E8];
    for (king, color) in kings.iter_mut().zip(Color::ALL) {
        let at_home = luck.below(2) == 0;
        *king = if at_home { color.fold_wb(Square::E1, Square::E8) } else { *luck.pick(&Square::ALL) };
        field.board.set_piece_at(*king, color.king());
        if !at_home && luck.below(2) == 0 {
            mirror.add(*king);
        }
    }
    if kings[0].distance(kings[1]) <= 1 {
        return None;
    }
    for _ in 0..luck.below(30) {
        let (square, color) = (*luck.pick(&Square::ALL), *luck.pick(&Color::ALL));
        let role = *luck.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        let pawn_astray = role == Role::Pawn && Bitboard::BACKRANKS.contains(square);
        let is_full = field.board.by_color(color).count() >= 16;
        if field.board.piece_at(square).is_some() || pawn_astray || is_full {
            continue;
        }
        field.board.set_piece_at(square, role.of(color));
        if luck.below(2) == 0 {
            mirror.add(square);
        }
    }
    let turn = *luck.pick(&Color::ALL);
    let rules = Rules { checkers: 16, en_passant: luck.below(4) > 0 };
    let mut position = Position { field, mirror, turn, rules };
    add_castling(luck, &mut position);
    if rules.en_passant {
        add_en_passant(luck, &mut position);
    }
    limit_checkers(luck, &mut position);
    position.attackers_of_king(!turn).is_empty().then_some(position)
}

fn add_castling(luck: &mut Chance, position: &mut Position) {
    for (rook, king, color) in [
        (Square::A1, Square::E1, Color::White),
        (Square::H1, Square::E1, Color::White),
        (Square::A8, Square::E8, Color::Black),
        (Square::H8, Square::E8, Color::Black),
    ] {
        let board = &mut position.field.board;
        let at_home = board.piece_at(king) == Some(color.king()) && !position.mirror.contains(king);
        let is_free = board.piece_at(rook).is_none_or(|piece| piece.role != Role::King);
        if at_home && is_free && luck.below(4) > 0 {
            board.set_piece_at(rook, color.rook());
            position.mirror.discard(rook);
            position.field.rights.add(rook);
        }
    }
}

/// A pawn that has just gone two squares, and often an enemy pawn beside it.
fn add_en_passant(luck: &mut Chance, position: &mut Position) {
    let mover = !position.turn;
    let board = &mut position.field.board;
    let file = *luck.pick(&kit_chess::shakmaty::File::ALL);
    let square = |rank: Rank| Square::from_coords(file, mover.relative_rank(rank));
    let (home, skipped, pawn) = (square(Rank::Second), square(Rank::Third), square(Rank::Fourth));
    let is_clear = |square: Square| board.piece_at(square).is_none();
    if !is_clear(home) || !is_clear(pawn) || !(is_clear(skipped) || position.mirror.contains(skipped)) {
        return;
    }
    board.set_piece_at(pawn, mover.pawn());
    position.mirror.add(pawn);
    position.field.ep = Some(skipped);
    for beside in [pawn.offset(1), pawn.offset(-1)].into_iter().flatten() {
        let near = beside.rank() == pawn.rank() && board.piece_at(beside).is_none();
        if near && luck.below(3) > 0 {
            board.set_piece_at(beside, position.turn.pawn());
            if luck.below(4) > 0 {
                position.mirror.add(beside);
            }
        }
    }
}

/// As many checkers as are in use, or a few more, so that they are scarce.
fn limit_checkers(luck: &mut Chance, position: &mut Position) {
    let used = |color| (position.field.board.by_color(color) & position.mirror).count() as u32;
    let scarce = used(Color::White).max(used(Color::Black)) + luck.below(4);
    position.rules.checkers = if luck.below(2) == 0 { scarce } else { scarce.max(16) };
}

#[test]
fn the_naive_reading_agrees_on_random_positions() {
    let mut luck = Chance::seeded(1865);
    let (mut checked, mut en_passant, mut in_check, mut castling) = (0, 0, 0, 0);
    while checked < 4000 {
        let Some(position) = random_position(&mut luck) else { continue };
        check(&position);
        checked += 1;
        en_passant += u32::from(position.usable_ep().is_some());
        in_check += u32::from(position.in_check());
        let home = position.turn.fold_wb(Square::E1, Square::E8);
        let castles = |step: &Step| step.from == home && step.from.distance(step.to) == 2;
        let rights = (position.field.rights & position.turn.backrank()).any();
        castling +=
            u32::from(rights && position.king(position.turn) == home && position.legal().iter().any(castles));
    }
    assert!(en_passant > 300 && in_check > 300 && castling > 300, "{en_passant} {in_check} {castling}");
}

#[test]
fn the_naive_reading_agrees_in_random_games() {
    let mut luck = Chance::seeded(1871);
    for game in 0..12 {
        let rules = Rules { checkers: if game % 2 == 0 { 12 } else { 16 }, en_passant: game % 3 > 0 };
        let mut state = State::new(Position::initial(rules), 0, 1);
        while state.judge().is_none() {
            check(&state.position);
            let step = *luck.pick(&state.position.legal());
            state.play(step);
        }
    }
}

/// [half-alice.start] Published counts of all lines of play, and the naive count.
#[test]
fn lines_of_play_are_counted() {
    let position = Position::initial(Rules { checkers: 12, en_passant: true });
    let mut line = SearchLine::new(position);
    let counts = [1, 2, 3, 4].map(|depth| line.perft(depth, true));
    assert_eq!(counts, [20, 400, 9384, 219_236]);
    assert_eq!(line.perft(3, false), 9384);
}
