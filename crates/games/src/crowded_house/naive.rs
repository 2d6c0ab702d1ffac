//! A second generator of moves, by the letter of the rules, as the test of the fast one.

use kit_chess::shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen};
use kit_chess::{Field, Step};
use kit_play::{Chance, Lookahead, Node, SearchLine, Seat};

use super::position::{Action, Position};
use crate::naive_board::{Castling, Letters, Place, castlings, place, rights_lost, written};
use crate::steps::castling_letters;

#[derive(Clone)]
struct Naive {
    letters: Letters,
    /// 0 to 3 for WK, BK, WQ and BQ.
    seat: usize,
    castling: String,
    ep: Option<Place>,
    /// Without the key rule it is orthodox chess.
    key_rule: bool,
}

impl Naive {
    fn read(placement: &str, seat: usize, castling: &str, ep: Option<&str>, key_rule: bool) -> Naive {
        let letters = Letters::read(placement);
        Naive { letters, seat, castling: castling.to_owned(), ep: ep.map(place), key_rule }
    }

    fn white(&self) -> bool {
        self.seat.is_multiple_of(2)
    }

    fn may(&self, seat: usize, from: Place, to: Place) -> bool {
        let in_half = |(column, _): Place| (column >= 4) == (seat < 2);
        !self.key_rule || in_half(from) || in_half(to)
    }

    /// Whether the seat after the one to move could take the king.
    fn in_check(&self) -> bool {
        let next = (self.seat + 1) % 4;
        let king = self.letters.king(self.white()).expect("each color has a king");
        let hits = |from: Place| self.letters.attacks(from, king) && self.may(next, from, king);
        self.letters.places_of(!self.white()).any(hits)
    }

    /// Everything the pieces of the mover's color could do, whoever may move them.
    fn pseudo_moves(&self) -> Vec<(Place, Place)> {
        let goals = |from: Place| {
            let goals = self.letters.goals(from, |to| self.ep == Some(to));
            goals.into_iter().map(move |to| (from, to))
        };
        self.letters.places_of(self.white()).flat_map(goals).chain(self.castlings()).collect()
    }

    fn castlings(&self) -> Vec<(Place, Place)> {
        let stands_safe = |way: Place, home: Place| {
            let mut imagined = self.clone();
            let king = imagined.letters.take(home).expect("the king is at home");
            imagined.letters.put(way, king);
            !imagined.in_check()
        };
        let may = |castling: &Castling| {
            self.castling.contains(castling.right)
                && castling.between.iter().all(|place| self.letters.is_free(*place))
                && castling.way.iter().all(|way| stands_safe(*way, castling.way[0]))
        };
        let ways = castlings(self.white()).into_iter().filter(may);
        ways.map(|castling| (castling.way[0], castling.way[2])).collect()
    }

    /// The legal moves in UCI, sorted.
    fn moves(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for (from, to) in self.pseudo_moves() {
            let takes_king = matches!(self.letters.at(to), Some('K' | 'k'));
            let mut after = self.clone();
            after.carry_out(from, to, None);
            if self.may(self.seat, from, to) && !takes_king && !after.in_check() {
                texts.extend(written(self.letters.at(from).expect("a piece moves"), from, to));
            }
        }
        texts.sort();
        texts
    }

    /// Moves pieces; the seat stays.
    fn carry_out(&mut self, from: Place, to: Place, becomes: Option<char>) {
        self.ep = self.letters.step(from, to, becomes);
        let lost = [from, to].map(rights_lost).concat();
        self.castling.retain(|right| !lost.contains(right));
    }

    fn play(&mut self, text: &str) {
        match text {
            "--" => self.ep = None,
            step => self.carry_out(place(&step[..2]), place(&step[2..4]), step.chars().nth(4)),
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

fn naive_of(position: &Position) -> Naive {
    let castling = castling_letters(position.field.rights);
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
        assert_eq!(position.field.board.to_string(), naive.letters.placement(), "after {action}");
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
    Position { field, seat: Seat(luck.below(4) as u8), passes: [0; 2], ..Position::initial() }
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
            Position { field: field.clone(), seat, passes: [0; 2], ..Position::initial() }
                .actions(&mut actions);
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
