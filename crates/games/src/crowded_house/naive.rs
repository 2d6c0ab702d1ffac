//! A second generator of moves, by the letter of the rules and with nothing but an array of
//! letters, as the test of the fast one.

use kit_chess::shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen};
use kit_chess::{Field, Step};
use kit_play::{Chance, Lookahead, Node, SearchLine, Seat};

use super::position::{Action, Position};
use crate::naive_board::{Place, attacks, name, on_board, place, places};

#[derive(Clone)]
struct Naive {
    letters: [[char; 8]; 8],
    /// 0 to 3 for WK, BK, WQ and BQ.
    seat: usize,
    castling: String,
    ep: Option<Place>,
    /// Without the key rule it is orthodox chess.
    key_rule: bool,
}

impl Naive {
    fn read(placement: &str, seat: usize, castling: &str, ep: Option<&str>, key_rule: bool) -> Naive {
        let mut letters = [['.'; 8]; 8];
        for (row, text) in placement.split('/').enumerate() {
            let mut column = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(gap) => column += gap as usize,
                    None => {
                        letters[7 - row][column] = letter;
                        column += 1;
                    }
                }
            }
        }
        Naive { letters, seat, castling: castling.to_owned(), ep: ep.map(place), key_rule }
    }

    fn placement(&self) -> String {
        let row = |row: &[char; 8]| {
            let mut text = String::new();
            for letter in row {
                match text.chars().last().and_then(|last| last.to_digit(10)) {
                    Some(gap) if *letter == '.' => {
                        text.pop();
                        text.push_str(&(gap + 1).to_string());
                    }
                    _ if *letter == '.' => text.push('1'),
                    _ => text.push(*letter),
                }
            }
            text
        };
        self.letters.iter().rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn at(&self, (column, row): Place) -> Option<char> {
        on_board((column, row)).then(|| self.letters[row as usize][column as usize])
    }

    fn put(&mut self, (column, row): Place, letter: char) {
        self.letters[row as usize][column as usize] = letter;
    }

    fn may(&self, seat: usize, from: Place, to: Place) -> bool {
        let in_half = |(column, _): Place| (column >= 4) == (seat < 2);
        !self.key_rule || in_half(from) || in_half(to)
    }

    fn attacks(&self, from: Place, target: Place) -> bool {
        let Some(letter) = self.at(from) else { return false };
        attacks(letter, from, target, |place| self.at(place) == Some('.'))
    }

    /// Whether the seat after the one to move could take something of the mover's on `target`.
    fn next_hits(&self, target: Place) -> bool {
        let next = (self.seat + 1) % 4;
        places().any(|from| {
            let enemy = self.at(from).is_some_and(|letter| owner(letter) == Some(next % 2));
            enemy && self.attacks(from, target) && self.may(next, from, target)
        })
    }

    fn king(&self) -> Place {
        let letter = if self.seat.is_multiple_of(2) { 'K' } else { 'k' };
        places().find(|place| self.at(*place) == Some(letter)).expect("each color has a king")
    }

    fn in_check(&self) -> bool {
        self.next_hits(self.king())
    }

    /// Everything the pieces of the mover's color could do, whoever may move them.
    fn pseudo_moves(&self) -> Vec<(Place, Place)> {
        let own = self.seat % 2;
        let forward = if own == 0 { 1 } else { -1 };
        let mut moves = Vec::new();
        for from in places().filter(|from| self.at(*from).and_then(owner) == Some(own)) {
            let pawn = matches!(self.at(from), Some('P' | 'p'));
            for to in places() {
                let victim = self.at(to).and_then(owner);
                let arrives =
                    if pawn { victim == Some(1 - own) || self.ep == Some(to) } else { victim != Some(own) };
                if arrives && self.attacks(from, to) {
                    moves.push((from, to));
                }
            }
            let (one, two) = ((from.0, from.1 + forward), (from.0, from.1 + 2 * forward));
            if pawn && self.at(one) == Some('.') {
                moves.push((from, one));
                if from.1 == [1, 6][own] && self.at(two) == Some('.') {
                    moves.push((from, two));
                }
            }
        }
        moves.extend(self.castlings());
        moves
    }

    fn castlings(&self) -> Vec<(Place, Place)> {
        let row = [0, 7][self.seat % 2];
        let rights = if self.seat.is_multiple_of(2) { ['K', 'Q'] } else { ['k', 'q'] };
        let mut moves = Vec::new();
        for (right, empty, way) in [(rights[0], 5..7, 4..7), (rights[1], 1..4, 2..5)] {
            let is_free = empty.clone().all(|column| self.at((column, row)) == Some('.'));
            let stands_safe = |column: i32| {
                let mut imagined = self.clone();
                let king = imagined.king();
                let letter = imagined.at(king).expect("the king is on the board");
                imagined.put(king, '.');
                imagined.put((column, row), letter);
                !imagined.in_check()
            };
            if self.castling.contains(right) && is_free && way.clone().all(stands_safe) {
                let to = if right == rights[0] { 6 } else { 2 };
                moves.push(((4, row), (to, row)));
            }
        }
        moves
    }

    /// The legal moves in UCI, sorted.
    fn moves(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for (from, to) in self.pseudo_moves() {
            let takes_king = matches!(self.at(to), Some('K' | 'k'));
            if !self.may(self.seat, from, to) || takes_king {
                continue;
            }
            let text = format!("{}{}", name(from), name(to));
            let mut after = self.clone();
            after.carry_out(&text);
            if after.in_check() {
                continue;
            }
            let promotes = matches!((self.at(from), to.1), (Some('P'), 7) | (Some('p'), 0));
            if promotes {
                texts.extend(["q", "r", "b", "n"].map(|role| format!("{text}{role}")))
            } else {
                texts.push(text)
            }
        }
        texts.sort();
        texts
    }

    /// Moves pieces; the seat stays.
    fn carry_out(&mut self, text: &str) {
        let (from, to) = (place(&text[0..2]), place(&text[2..4]));
        let letter = self.at(from).expect("a square");
        let is_pawn = matches!(letter, 'P' | 'p');
        if is_pawn && self.ep == Some(to) {
            self.put((to.0, from.1), '.');
        }
        if matches!(letter, 'K' | 'k') && (to.0 - from.0).abs() == 2 {
            let (corner, beside) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            let rook = self.at((corner, from.1)).expect("a square");
            self.put((corner, from.1), '.');
            self.put((beside, from.1), rook);
        }
        self.put(from, '.');
        let promoted = text.chars().nth(4).map(|role| match letter {
            'P' => role.to_ascii_uppercase(),
            _ => role,
        });
        self.put(to, promoted.unwrap_or(letter));
        for (right, squares) in
            [('K', ["e1", "h1"]), ('Q', ["e1", "a1"]), ('k', ["e8", "h8"]), ('q', ["e8", "a8"])]
        {
            if squares.iter().any(|square| place(square) == from || place(square) == to) {
                self.castling.retain(|letter| letter != right);
            }
        }
        self.ep = (is_pawn && (to.1 - from.1).abs() == 2).then_some((from.0, (from.1 + to.1) / 2));
    }

    fn play(&mut self, text: &str) {
        match text {
            "--" => self.ep = None,
            step => self.carry_out(step),
        }
        self.seat = (self.seat + 1) % 4;
    }

    /// The moves, or the pass, or nothing.
    fn actions(&self) -> Vec<String> {
        match self.moves() {
            moves if !moves.is_empty() => moves,
            _ if self.in_check() => Vec::new(),
            _ => vec!["--".to_owned()],
        }
    }
}

fn owner(letter: char) -> Option<usize> {
    match letter {
        '.' => None,
        letter => Some(usize::from(letter.is_lowercase())),
    }
}

fn naive_of(position: &Position) -> Naive {
    let rights = [("h1", 'K'), ("a1", 'Q'), ("h8", 'k'), ("a8", 'q')];
    let has = |(corner, _): &(&str, char)| position.field.rights.contains(corner.parse().expect("a corner"));
    let castling: String = rights.iter().filter(|right| has(right)).map(|(_, letter)| letter).collect();
    let ep = position.field.ep.map(|square| square.to_string());
    let placement = position.field.board.to_string();
    Naive::read(&placement, position.seat.index(), &castling, ep.as_deref(), true)
}

/// Plays at random and compares fast, slow and naive moves at every turn.
fn compare(mut position: Position, turns: u32, luck: &mut Chance) -> u32 {
    let mut naive = naive_of(&position);
    for turn in 0..turns {
        let mut actions = Vec::new();
        position.actions(&mut actions);
        let mut fast: Vec<String> = actions.iter().map(ToString::to_string).collect();
        fast.sort();
        let shown = (position.field.board.to_string(), position.seat, position.field.ep);
        assert_eq!(fast, naive.actions(), "{shown:?}");
        assert_eq!(Node::count(&position, &mut Vec::new()), fast.len(), "{shown:?}");
        let mut slow: Vec<String> = position.slow_moves().iter().map(ToString::to_string).collect();
        slow.sort();
        assert_eq!(slow, naive.moves(), "{shown:?}");
        let usable = actions.iter().any(|action| match action {
            Action::Move(step) => position.field.en_passant_from(step.from) == Some(step.to),
            Action::Pass => false,
        });
        assert_eq!(position.usable_ep().is_some(), usable, "{shown:?}");
        if actions.is_empty() || position.is_stalemate() {
            return turn;
        }
        let action = *luck.pick(&actions);
        position.play(action);
        naive.play(&action.to_string());
        assert_eq!(position.field.board.to_string(), naive.placement(), "after {action}");
        assert!(position.king_hits(position.seat).is_empty(), "a king could be taken after {action}");
    }
    turns
}

#[test]
fn naive_moves_are_the_same_in_random_games() {
    let mut luck = Chance::seeded(1);
    let turns: u32 = (0..60).map(|_| compare(Position::initial(), 120, &mut luck)).sum();
    assert!(turns > 2000, "{turns} turns are too few to tell");
}

/// Kings and rooks at home, pawns about to meet, and anything else anywhere.
fn scattered(luck: &mut Chance) -> Position {
    const HOMES: &str = "r3k2r/8/8/8/8/8/8/R3K2R";
    let mut field = Field { board: HOMES.parse().expect("a placement"), ..Field::initial() };
    for _ in 0..2 + luck.below(14) {
        let square = kit_chess::shakmaty::Square::new(luck.below(64));
        let letter = *luck.pick(&['P', 'p', 'P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q']);
        let piece = kit_chess::shakmaty::Piece::from_char(letter).expect("a piece");
        let pawn_at_edge = letter.eq_ignore_ascii_case(&'p') && [0, 7].contains(&(u32::from(square) / 8));
        if field.board.piece_at(square).is_none() && !pawn_at_edge {
            field.board.set_piece_at(square, piece);
        }
    }
    Position { field, seat: Seat(luck.below(4) as u8), passes: [0; 2] }
}

#[test]
fn naive_moves_are_the_same_in_scattered_positions() {
    let mut luck = Chance::seeded(2);
    let mut castlings = 0;
    for _ in 0..1500 {
        let position = scattered(&mut luck);
        if position.king_hits(position.seat).is_empty() {
            let mut actions = Vec::new();
            position.actions(&mut actions);
            let castles =
                |action: &Action| ["e1g1", "e1c1", "e8g8", "e8c8"].contains(&action.to_string().as_str());
            castlings += u32::from(actions.iter().any(castles));
            compare(position, 12, &mut luck);
        }
    }
    assert!(castlings > 100, "{castlings} positions with castling are too few to tell");
}

/// Without the key rule, and with partners who are one, it is orthodox chess.
#[test]
fn without_halves_it_is_chess() {
    let mut luck = Chance::seeded(3);
    for _ in 0..40 {
        let mut chess = Chess::default();
        for _ in 0..120 {
            let legal = chess.legal_moves();
            let mut orthodox: Vec<String> =
                legal.iter().map(|legal| legal.to_uci(CastlingMode::Standard).to_string()).collect();
            orthodox.sort();
            let fen = Fen::from_position(&chess, EnPassantMode::Always).to_string();
            let fields: Vec<&str> = fen.split(' ').collect();
            let ep = Some(fields[3]).filter(|ep| *ep != "-");
            for partner in [0, 2] {
                let seat = partner + usize::from(fields[1] == "b");
                let naive = Naive::read(fields[0], seat, fields[2], ep, false);
                assert_eq!(naive.moves(), orthodox, "{fen}");
                assert_eq!(naive.in_check(), chess.is_check(), "{fen}");
            }
            if legal.is_empty() {
                break;
            }
            chess.play_unchecked(*luck.pick(&legal));
        }
    }
}

/// What partners can do in an orthodox position, taken together, holds every orthodox move:
/// each starts or ends in one of the halves, and orthodox danger is the greater one.
#[test]
fn partners_together_can_do_all_of_chess() {
    let mut luck = Chance::seeded(4);
    let mut chess = Chess::default();
    for _ in 0..400 {
        let legal = chess.legal_moves();
        if legal.is_empty() {
            chess = Chess::default();
            continue;
        }
        let field = Field {
            board: chess.board().clone(),
            rights: chess.castles().castling_rights(),
            ep: chess.ep_square(EnPassantMode::Legal),
        };
        let first = chess.turn().fold_wb(0, 1);
        let mut actions = Vec::new();
        for seat in [Seat(first), Seat(first + 2)] {
            Position { field: field.clone(), seat, passes: [0; 2] }.actions(&mut actions);
        }
        for legal in &legal {
            let step: Step = legal.to_uci(CastlingMode::Standard).to_string().parse().expect("a step");
            assert!(actions.contains(&Action::Move(step)), "{step} in {}", field.board);
        }
        chess.play_unchecked(*luck.pick(&legal));
    }
}

#[test]
fn perft_from_the_start() {
    let mut line = SearchLine::new(Position::initial());
    for (depth, nodes) in [(1, 10), (2, 100), (3, 1170), (4, 13560), (5, 194_404)] {
        assert_eq!(line.perft(depth, false), nodes, "depth {depth}");
        assert_eq!(line.perft(depth, true), nodes, "depth {depth}, counted in bulk");
    }
}
