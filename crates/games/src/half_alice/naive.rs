//! A second reading of the rules, by their letter and with nothing but an array of letters, as
//! the test of the fast one.
//!
//! L1: legal on its own side before the switch; L2: room to cross; L3: a checker to stand on;
//! L4: legal after the switch.

use kit_chess::shakmaty::{Bitboard, Board, Color, Rank, Role, Square};
use kit_chess::{Field, Step};
use kit_play::{Chance, Lookahead, SearchLine};

use super::position::Position;
use super::writing::star_fen;
use super::{Rules, State};
use crate::naive_board::{Place, attacks, name, on_board, place, places};

/// A letter and whether it is behind the mirror.
type Cell = Option<(char, bool)>;

#[derive(Clone)]
struct Naive {
    cells: [[Cell; 8]; 8],
    white: bool,
    castling: String,
    /// The skipped square and the pawn's.
    ep: Option<(Place, Place)>,
    limit: usize,
    en_passant: bool,
}

/// A move in UCI, and what becomes of it.
type Judged = (String, String);

/// A move: from, to, and the letter of what a pawn becomes.
type Try = (Place, Place, Option<char>);

impl Naive {
    /// Reads Star-FEN.
    fn read(text: &str, en_passant: bool) -> Naive {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut cells = [[None; 8]; 8];
        for (row, rank) in fields[0].split('/').enumerate() {
            let mut column = 0;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(gap) => column += gap as usize,
                    None if letter == '*' => {
                        let cell: &mut Cell = &mut cells[7 - row][column - 1];
                        *cell = cell.map(|(letter, _)| (letter, true));
                    }
                    None => {
                        cells[7 - row][column] = Some((letter, false));
                        column += 1;
                    }
                }
            }
        }
        Naive {
            cells,
            white: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            ep: fields[3].split_once(':').map(|(skipped, pawn)| (place(skipped), place(pawn))),
            limit: fields.get(4).map_or(12, |number| number.parse().expect("a number")),
            en_passant,
        }
    }

    /// Writes Star-FEN.
    fn written(&self) -> String {
        let rank = |row: &[Cell; 8]| {
            let cells: String = row
                .iter()
                .map(|cell| match cell {
                    Some((letter, true)) => format!("{letter}*"),
                    Some((letter, false)) => letter.to_string(),
                    None => ".".to_owned(),
                })
                .collect();
            (1..=8).rev().fold(cells, |cells, gap| cells.replace(&".".repeat(gap), &gap.to_string()))
        };
        let ranks: Vec<String> = self.cells.iter().rev().map(rank).collect();
        let turn = if self.white { 'w' } else { 'b' };
        let castling = if self.castling.is_empty() { "-" } else { &self.castling };
        let ep =
            self.ep.map_or("-".to_owned(), |(skipped, pawn)| format!("{}:{}", name(skipped), name(pawn)));
        let limit = if self.limit == 12 { String::new() } else { format!(" {}", self.limit) };
        format!("{} {turn} {castling} {ep}{limit}", ranks.join("/"))
    }

    fn at(&self, (column, row): Place) -> Cell {
        self.cells[row as usize][column as usize]
    }

    fn put(&mut self, (column, row): Place, cell: Cell) {
        self.cells[row as usize][column as usize] = cell;
    }

    /// The board that has only the pieces of one side.
    fn alone(&self, behind: bool) -> Naive {
        let mut alone = self.clone();
        for place in places().filter(|place| self.at(*place).is_some_and(|(_, side)| side != behind)) {
            alone.put(place, None);
        }
        alone
    }

    fn is_own(&self, letter: char) -> bool {
        letter.is_ascii_uppercase() == self.white
    }

    /// Whether the piece on a square attacks another, when everything here is on one side.
    fn attacks(&self, from: Place, target: Place) -> bool {
        let Some((letter, _)) = self.at(from) else { return false };
        attacks(letter, from, target, |place| self.at(place).is_none())
    }

    /// Whether a square is attacked by the color that is not to move.
    fn is_attacked(&self, target: Place) -> bool {
        places().any(|from| {
            self.at(from).is_some_and(|(letter, _)| !self.is_own(letter)) && self.attacks(from, target)
        })
    }

    /// Whether the king of the color to move is here and attacked.
    fn king_is_attacked(&self) -> bool {
        let king = if self.white { 'K' } else { 'k' };
        let found = places().find(|place| self.at(*place).is_some_and(|(letter, _)| letter == king));
        found.is_some_and(|place| self.is_attacked(place))
    }

    /// Whether the color to move is in check on either side.
    fn in_check(&self) -> bool {
        [false, true].iter().any(|behind| self.alone(*behind).king_is_attacked())
    }

    /// What the piece on a square could do if only pieces of its side existed, checks aside.
    fn tries_from(&self, from: Place) -> Vec<Try> {
        let Some((letter, behind)) = self.at(from) else { return Vec::new() };
        let alone = self.alone(behind);
        let mut targets: Vec<Place> = match letter.to_ascii_uppercase() {
            'P' => self.pawn_targets(&alone, from, behind),
            _ => places().filter(|to| alone.attacks(from, *to)).collect(),
        };
        targets.retain(|to| !alone.at(*to).is_some_and(|(taken, _)| self.is_own(taken)));
        if letter.eq_ignore_ascii_case(&'K') {
            targets.extend(["g1", "c1", "g8", "c8"].map(place).iter().filter(|to| self.castles(from, **to)));
        }
        let promotes = |to: &Place| letter.eq_ignore_ascii_case(&'P') && (to.1 == 0 || to.1 == 7);
        let letters = |to: Place| {
            if promotes(&to) {
                vec![
                    (from, to, Some('q')),
                    (from, to, Some('r')),
                    (from, to, Some('b')),
                    (from, to, Some('n')),
                ]
            } else {
                vec![(from, to, None)]
            }
        };
        targets.into_iter().flat_map(letters).collect()
    }

    fn pawn_targets(&self, alone: &Naive, from: Place, behind: bool) -> Vec<Place> {
        let (up, start) = if self.white { (1, 1) } else { (-1, 6) };
        let mut targets = Vec::new();
        let (one, two) = ((from.0, from.1 + up), (from.0, from.1 + 2 * up));
        if alone.at(one).is_none() {
            targets.push(one);
            if from.1 == start && alone.at(two).is_none() {
                targets.push(two);
            }
        }
        for side in [(from.0 - 1, from.1 + up), (from.0 + 1, from.1 + up)] {
            let skipped = self.ep.is_some_and(|(skipped, _)| skipped == side) && self.en_passant;
            if on_board(side) && (alone.at(side).is_some() || skipped && behind) {
                targets.push(side);
            }
        }
        targets
    }

    /// Whether the king may castle by the rules of its own side alone.
    fn castles(&self, from: Place, to: Place) -> bool {
        let right = match (self.white, to.0 > from.0) {
            (true, true) => 'K',
            (true, false) => 'Q',
            (false, true) => 'k',
            (false, false) => 'q',
        };
        let row = if self.white { 0 } else { 7 };
        if to.1 != row || from != (4, row) || !self.castling.contains(right) {
            return false;
        }
        let alone = self.alone(false);
        let rook = if to.0 > 4 { 7 } else { 0 };
        let between = (rook.min(4) + 1)..rook.max(4);
        let way = to.0.min(4)..=to.0.max(4);
        between.into_iter().all(|column| alone.at((column, row)).is_none())
            && !way.into_iter().any(|column| alone.is_attacked((column, row)))
    }

    /// The move made, without the switch; the turn does not pass.
    fn moved(&self, (from, to, promotion): Try) -> Naive {
        let mut after = self.clone();
        let (letter, behind) = self.at(from).expect("a piece stands there");
        let is_pawn = letter.eq_ignore_ascii_case(&'P');
        let passes = is_pawn && from.0 != to.0 && self.at(to).is_none();
        if let Some((_, pawn)) = self.ep.filter(|(skipped, _)| passes && *skipped == to) {
            after.put(pawn, None);
        }
        let becomes = promotion.map_or(letter, |new| if self.white { new.to_ascii_uppercase() } else { new });
        after.put(from, None);
        after.put(to, Some((becomes, behind)));
        if let Some((rook_from, rook_to)) = castled_rook(letter, from, to) {
            after.put(rook_to, after.at(rook_from));
            after.put(rook_from, None);
        }
        after.ep = (is_pawn && (to.1 - from.1).abs() == 2 && self.en_passant && !behind)
            .then_some(((from.0, (from.1 + to.1) / 2), to));
        for (square, lost) in [("e1", "KQ"), ("h1", "K"), ("a1", "Q"), ("e8", "kq"), ("h8", "k"), ("a8", "q")]
        {
            if from == place(square) || to == place(square) {
                after.castling.retain(|right| !lost.contains(right));
            }
        }
        after
    }

    /// The squares on which pieces stop and cross.
    fn crossing(&self, (from, to, _): Try) -> Vec<Place> {
        let letter = self.at(from).map_or(' ', |(letter, _)| letter);
        [to].into_iter().chain(castled_rook(letter, from, to).map(|(_, rook_to)| rook_to)).collect()
    }

    /// The position after a legal move, or which of the four tests fails first.
    fn after(&self, tried: Try) -> Result<Naive, &'static str> {
        let (_, behind) = self.at(tried.0).expect("a piece tries to move");
        let crossing = self.crossing(tried);
        if self.alone(behind).moved(tried).king_is_attacked() {
            return Err("your king would be in check before the piece crosses the mirror");
        }
        if crossing.iter().any(|place| self.alone(!behind).at(*place).is_some()) {
            return Err(if behind {
                "the square is taken in front of the mirror"
            } else {
                "the square is taken behind the mirror"
            });
        }
        let own = |place: &Place| self.at(*place).is_some_and(|(letter, side)| side && self.is_own(letter));
        if !behind && self.limit - places().filter(own).count() < crossing.len() {
            return Err(match crossing.len() {
                1 => "you have no free checker",
                _ => "castling needs two free checkers",
            });
        }
        let mut after = self.moved(tried);
        for place in crossing {
            after.put(place, after.at(place).map(|(letter, side)| (letter, !side)));
        }
        if after.in_check() {
            return Err("your king would be in check after the piece has crossed the mirror");
        }
        after.white = !self.white;
        Ok(after)
    }

    /// Every move that its side allows, in UCI: legal ones with the position after them, and others
    /// with the reason why they are not; sorted.
    fn judged(&self) -> (Vec<Judged>, Vec<Judged>) {
        let own = |place: &Place| self.at(*place).is_some_and(|(letter, _)| self.is_own(letter));
        let (mut legal, mut barred) = (Vec::new(), Vec::new());
        for tried in places().filter(own).flat_map(|from| self.tries_from(from)) {
            let (from, to, promotion) = tried;
            let becomes = promotion.map(String::from).unwrap_or_default();
            let step = format!("{}{}{becomes}", name(from), name(to));
            match self.after(tried) {
                Ok(after) => legal.push((step, after.written())),
                Err(reason) => barred.push((step, reason.to_owned())),
            }
        }
        legal.sort();
        barred.sort();
        (legal, barred)
    }
}

/// Where the rook goes from and to, if this is a king that castles.
fn castled_rook(letter: char, from: Place, to: Place) -> Option<(Place, Place)> {
    let castles = letter.eq_ignore_ascii_case(&'K') && (from.0 - to.0).abs() == 2;
    let (corner, inner) = if to.0 > from.0 { (7, 5) } else { (0, 3) };
    castles.then_some(((corner, to.1), (inner, to.1)))
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
        let pawn = naive.at(place(&step[..2])).is_some_and(|(letter, _)| letter.eq_ignore_ascii_case(&'P'));
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
