//! A second reading of the rules by the letter, with nothing but a list of men who know who
//! they are, as the test of the fast one.

use std::collections::{BTreeMap, BTreeSet};

use kit_chess::shakmaty::{ByColor, CastlingMode, Chess, Color, EnPassantMode, Piece, Position as _, Square};
use kit_chess::{Field, Step};
use kit_play::{Chance, Outcome, Team, Verdict};

use super::position::{Blows, Position, Stage};
use super::{Action, steps};
use crate::naive_board::{
    Castling, Place, attacks, become_letter, castled_rook, castlings, name, place, places, written,
};

/// 0 for White and 1 for Black.
type Side = usize;

#[derive(Clone, Debug, PartialEq)]
struct Man {
    id: usize,
    letter: char,
    place: Place,
}

#[derive(Clone, Debug)]
struct Naive {
    men: Vec<Man>,
    /// The letter, the king and the rook of each castling that is left.
    castling: Vec<(char, usize, usize)>,
    /// Who may strike on which square.
    open: BTreeMap<Place, Side>,
    /// Who has struck.
    struck: BTreeSet<usize>,
}

impl Naive {
    fn of(position: &Position) -> Naive {
        let men = position.field.board.iter().enumerate().map(|(id, (square, piece))| Man {
            id,
            letter: piece.char(),
            place: place(&square.to_string()),
        });
        let mut naive = Naive {
            men: men.collect(),
            castling: Vec::new(),
            open: BTreeMap::new(),
            struck: BTreeSet::new(),
        };
        for (letter, king, rook) in
            [('K', "e1", "h1"), ('Q', "e1", "a1"), ('k', "e8", "h8"), ('q', "e8", "a8")]
        {
            if position.field.rights.contains(rook.parse().expect("a corner")) {
                let id = |name| naive.at(place(name)).expect("castling needs both").id;
                naive.castling.push((letter, id(king), id(rook)));
            }
        }
        naive
    }

    fn at(&self, place: Place) -> Option<&Man> {
        self.men.iter().find(|man| man.place == place)
    }

    fn man(&self, id: usize) -> Option<&Man> {
        self.men.iter().find(|man| man.id == id)
    }

    fn king(&self, side: Side) -> Option<&Man> {
        self.men.iter().find(|man| man.letter == ['K', 'k'][side])
    }

    fn attacks(&self, man: &Man, target: Place) -> bool {
        attacks(man.letter, man.place, target, |place| self.at(place).is_none())
    }

    fn attacked_by(&self, side: Side, target: Place) -> bool {
        self.men.iter().any(|man| owner(man) == side && self.attacks(man, target))
    }

    fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.attacked_by(1 - side, king.place))
    }

    /// The board after one man has gone somewhere and nobody else has moved.
    fn after(&self, id: usize, to: Place) -> Naive {
        let mut after = self.clone();
        after.men.retain(|man| man.place != to);
        after.men.iter_mut().filter(|man| man.id == id).for_each(|man| man.place = to);
        after
    }

    /// 4.2: what a side may write, sorted.
    fn moves(&self, side: Side) -> Vec<String> {
        let mut moves = Vec::new();
        for man in self.men.iter().filter(|man| owner(man) == side) {
            let king = matches!(man.letter, 'K' | 'k');
            if self.in_check(side) && !king {
                continue;
            }
            for to in places().filter(|to| self.reaches(man, *to)) {
                let takes_king = self.at(to).is_some_and(|man| matches!(man.letter, 'K' | 'k'));
                if !takes_king && !self.after(man.id, to).in_check(side) {
                    moves.extend(written(man.letter, man.place, to));
                }
            }
        }
        moves.extend(self.castlings(side));
        moves.sort();
        moves
    }

    fn reaches(&self, man: &Man, to: Place) -> bool {
        let there = self.at(to).map(owner);
        let forward = [1, -1][owner(man)];
        let start = [1, 6][owner(man)];
        let (across, up) = (to.0 - man.place.0, (to.1 - man.place.1) * forward);
        match man.letter {
            'P' | 'p' if across == 0 => {
                let between = self.at((man.place.0, man.place.1 + forward));
                there.is_none() && (up == 1 || up == 2 && man.place.1 == start && between.is_none())
            }
            'P' | 'p' => self.attacks(man, to) && there == Some(1 - owner(man)),
            _ => self.attacks(man, to) && there != Some(owner(man)),
        }
    }

    fn castlings(&self, side: Side) -> Vec<String> {
        let mut moves = Vec::new();
        for Castling { right, between, way, .. } in castlings(side == 0) {
            let Some((_, king, _)) = self.castling.iter().find(|(letter, _, _)| *letter == right) else {
                continue;
            };
            let free = between.iter().all(|place| self.at(*place).is_none());
            let mut away = self.clone();
            away.men.retain(|man| man.id != *king);
            if free && way.iter().all(|place| !away.attacked_by(1 - side, *place)) {
                moves.push(name(way[0]) + &name(way[2]));
            }
        }
        moves
    }

    /// 4.3: all men who move, lifted and put down; castling is two of them.
    fn settle(&mut self, answers: [Option<&str>; 2]) -> Vec<usize> {
        let mut arrivals: Vec<(usize, Place, char)> = Vec::new();
        for text in answers.into_iter().flatten() {
            let man = self.at(place(&text[0..2])).expect("a man moves");
            let to = place(&text[2..4]);
            arrivals.push((man.id, to, become_letter(man.letter, text.chars().nth(4))));
            if let Some((corner, beside)) = castled_rook(man.letter, man.place, to) {
                let rook = self.at(corner).expect("a rook castles");
                arrivals.push((rook.id, beside, rook.letter));
            }
        }
        let moving: Vec<usize> = arrivals.iter().map(|(id, _, _)| *id).collect();
        let mut gone: Vec<usize> = Vec::new();
        for (id, to, _) in &arrivals {
            let meets = |(other, there, _): &(usize, Place, char)| other != id && there == to;
            if arrivals.iter().any(meets) {
                gone.push(*id);
            }
            gone.extend(self.at(*to).filter(|man| !moving.contains(&man.id)).map(|man| man.id));
        }
        for (id, to, letter) in arrivals {
            let man = self.men.iter_mut().find(|man| man.id == id).expect("a man moves");
            (man.place, man.letter) = (to, letter);
        }
        self.men.retain(|man| !gone.contains(&man.id));
        let touched = |id: &usize| moving.contains(id) || gone.contains(id);
        self.castling.retain(|(_, king, rook)| !touched(king) && !touched(rook));
        moving
    }

    /// 4.3 and the trigger of 4.4.
    fn make_moves(&mut self, white: &str, black: &str) {
        let before = self.clone();
        let moved = self.settle([Some(white), Some(black)]);
        for man in self.men.iter().filter(|man| moved.contains(&man.id)) {
            let guards = |enemy: &&Man| {
                let old = before.man(enemy.id).expect("nobody is born");
                before.attacks(old, man.place) && self.attacks(enemy, man.place)
            };
            if self.men.iter().filter(|enemy| owner(enemy) != owner(man)).any(|enemy| guards(&enemy)) {
                self.open.insert(man.place, 1 - owner(man));
            }
        }
    }

    /// The options of 4.4 on a square.
    fn options(&self, square: Place, side: Side) -> Vec<String> {
        let victim = self.at(square).expect("a man stands where blows are exchanged");
        let mut options = Vec::new();
        for man in self.men.iter().filter(|man| owner(man) == side && owner(victim) != side) {
            let able = !self.struck.contains(&man.id) && self.attacks(man, square);
            let takes_king = matches!(victim.letter, 'K' | 'k');
            if able && !takes_king && !self.after(man.id, square).in_check(side) {
                options.extend(written(man.letter, man.place, square));
            }
        }
        options.sort();
        options
    }

    fn close_idle(&mut self) {
        let able: Vec<Place> = self
            .open
            .iter()
            .filter(|(square, side)| !self.options(**square, **side).is_empty())
            .map(|(square, _)| *square)
            .collect();
        self.open.retain(|square, _| able.contains(square));
    }

    /// One round of blows; `None` for whoever is not asked.
    fn blow(&mut self, answers: [Option<&str>; 2]) {
        let asked: Vec<(Place, Side)> = self.open.iter().map(|(square, side)| (*square, *side)).collect();
        let strikes = answers.map(|answer| answer.filter(|answer| *answer != "X"));
        let strikers = self.settle(strikes);
        assert!(strikers.iter().all(|id| self.struck.insert(*id)), "each piece strikes once");
        for (square, side) in asked {
            match strikes[side] {
                Some(_) => self.open.insert(square, 1 - side),
                None => self.open.remove(&square),
            };
        }
    }

    /// What a side may answer now, sorted.
    fn answers(&self, side: Side) -> Vec<String> {
        let square = self.open.iter().find(|(_, striker)| **striker == side);
        match square {
            None if self.open.is_empty() => self.moves(side),
            None => Vec::new(),
            Some((square, _)) => {
                let mut options = self.options(*square, side);
                options.push("X".to_owned());
                options.sort();
                options
            }
        }
    }

    /// Section 5, as far as the board alone decides.
    fn end(&self) -> Option<&'static str> {
        let mated = [0, 1].map(|side| self.in_check(side) && self.moves(side).is_empty());
        let stuck = [0, 1].map(|side| self.moves(side).is_empty());
        let mut letters: Vec<char> = self.men.iter().map(|man| man.letter.to_ascii_lowercase()).collect();
        letters.sort_unstable();
        match (self.king(0).is_some(), self.king(1).is_some()) {
            (true, true) => {}
            (true, false) => return Some("White"),
            (false, true) => return Some("Black"),
            (false, false) => return Some("draw"),
        }
        match (mated, letters.iter().collect::<String>().as_str()) {
            ([true, true], _) => Some("draw"),
            ([true, false], _) => Some("Black"),
            ([false, true], _) => Some("White"),
            ([false, false], "kk" | "bkk" | "kkn") => Some("draw"),
            ([false, false], _) => (stuck[0] || stuck[1]).then_some("draw"),
        }
    }
}

fn owner(man: &Man) -> Side {
    usize::from(man.letter.is_lowercase())
}

/// Both readings show the same table.
fn check_same(position: &Position, naive: &Naive, story: &str) {
    let men: BTreeSet<(String, char)> =
        position.field.board.iter().map(|(square, piece)| (square.to_string(), piece.char())).collect();
    let naive_men = naive.men.iter().map(|man| (name(man.place), man.letter)).collect();
    assert_eq!(men, naive_men, "{story}");
    let letters: String = naive.castling.iter().map(|(letter, _, _)| letter).collect();
    let letters = if letters.is_empty() { "-".to_owned() } else { letters };
    assert_eq!(steps::castling_letters(position.field.rights), letters, "{story}");
    let open = match position.stage {
        Stage::Writing => ByColor::default(),
        Stage::Blows(Blows { open, .. }) => open,
    };
    let open = [(open.white, 0), (open.black, 1)];
    let open = open.into_iter().filter_map(|(square, side)| Some((place(&square?.to_string()), side)));
    assert_eq!(open.collect::<BTreeMap<_, _>>(), naive.open, "{story}");
}

fn answers(position: &Position, color: Color) -> Vec<Action> {
    let mut actions = Vec::new();
    if position.asks(color) {
        position.actions(color, &mut actions);
    }
    actions
}

fn mirrored(position: &Position) -> Position {
    let Field { board, rights, .. } = &position.field;
    let field = Field { board: board.clone().into_mirrored(), rights: rights.flip_vertical(), ep: None };
    let stage = match position.stage {
        Stage::Writing => Stage::Writing,
        Stage::Blows(Blows { open, struck }) => Stage::Blows(Blows {
            open: open.map(|square| square.map(Square::flip_vertical)).into_swapped(),
            struck: struck.flip_vertical(),
        }),
    };
    Position { field, stage }
}

fn mirrored_answer(action: Action) -> Action {
    match action {
        Action::Pass => Action::Pass,
        Action::Move(Step { from, to, promotion }) => {
            Action::Move(Step { from: from.flip_vertical(), to: to.flip_vertical(), promotion })
        }
    }
}

/// What came up in the comparisons.
#[derive(Debug, Default)]
struct Tally {
    turns: u32,
    rounds: u32,
    sealed_rounds: u32,
    collisions: u32,
    swaps: u32,
    castlings: u32,
    checks: u32,
    ends: BTreeMap<String, u32>,
}

/// A random answer; half of the time one that lands on a guarded square, where blows follow.
fn chosen(position: &Position, color: Color, luck: &mut Chance) -> Option<Action> {
    let all = answers(position, color);
    let bold = |action: &&Action| {
        action.step().is_some_and(|step| {
            let guarded = position.guards(!color, step.to).any();
            guarded || position.field.board.occupied().contains(step.to)
        })
    };
    let bold: Vec<Action> = all.iter().filter(bold).copied().collect();
    let choice = if !bold.is_empty() && luck.below(3) > 0 { &bold } else { &all };
    (!choice.is_empty()).then(|| *luck.pick(choice))
}

/// Plays some turns at random and compares both readings, and the mirrored game, at every step.
fn compare(mut position: Position, turns: u32, luck: &mut Chance, tally: &mut Tally) {
    let mut naive = Naive::of(&position);
    let mut story = position.field.board.to_string();
    let mut played = 0;
    loop {
        check_same(&position, &naive, &story);
        if position.stage == Stage::Writing {
            check_verdict(&position, &naive, &story);
            if let Some(outcome) = position.verdict() {
                *tally.ends.entry(outcome.reason.words.to_owned()).or_default() += 1;
                return;
            }
            if played == turns {
                return;
            }
            played += 1;
            tally.turns += 1;
        }
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            let mut texts: Vec<String> = answers(&position, color).iter().map(ToString::to_string).collect();
            texts.sort();
            assert_eq!(texts, naive.answers(side), "{story}");
        }
        let round = ByColor::new_with(|color| chosen(&position, color, luck));
        story += &format!(" {:?}", round.map(|answer| answer.map(|answer| answer.to_string())));
        count(&position, round, tally);
        if play_both(&mut position, &mut naive, round, tally) {
            return;
        }
    }
}

fn count(position: &Position, round: ByColor<Option<Action>>, tally: &mut Tally) {
    if position.stage != Stage::Writing {
        tally.rounds += 1;
        tally.sealed_rounds += u32::from(position.asks_both());
    }
    let castles = |action: &Action| ["e1g1", "e1c1", "e8g8", "e8c8"].contains(&action.to_string().as_str());
    let king =
        |action: &Action| action.step().is_some_and(|step| position.field.board.kings().contains(step.from));
    tally.castlings += round.iter().flatten().filter(|action| castles(action) && king(action)).count() as u32;
    tally.checks += u32::from(Color::ALL.into_iter().any(|color| position.is_attacked(color)));
}

/// Carries answers out in both readings and in the mirror; says whether a king was captured.
fn play_both(
    position: &mut Position,
    naive: &mut Naive,
    round: ByColor<Option<Action>>,
    tally: &mut Tally,
) -> bool {
    let texts = round.map(|answer| answer.map(|answer| answer.to_string()));
    let texts = [texts.white.as_deref(), texts.black.as_deref()];
    match (position.stage, texts) {
        (Stage::Writing, [Some(white), Some(black)]) => naive.make_moves(white, black),
        _ => naive.blow(texts),
    }
    let mut mirror = mirrored(position);
    mirror.play(round.map(|answer| answer.map(mirrored_answer)).into_swapped());
    let settled = position.play(round);
    assert_eq!(mirror, mirrored(position), "colors are treated alike");
    tally.swaps += u32::from(settled.is_swap());
    tally.collisions += u32::from(settled.captured().count() == 2 && naive.open.is_empty());
    if let Some(outcome) = position.king_captured() {
        assert_eq!(naive.end(), Some(winner(&outcome)));
        *tally.ends.entry(outcome.reason.words.to_owned()).or_default() += 1;
        return true;
    }
    naive.close_idle();
    mirror.close_idle(|_, _| ());
    if position.close_idle(|_, _| ()) {
        naive.struck.clear();
    }
    assert_eq!(mirror, mirrored(position), "colors are treated alike");
    false
}

fn check_verdict(position: &Position, naive: &Naive, story: &str) {
    assert_eq!(position.verdict().as_ref().map(winner), naive.end(), "{story}");
}

fn winner(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Win(Team(0)) => "White",
        Verdict::Win(_) => "Black",
        Verdict::Draw | Verdict::Scores(_) => "draw",
    }
}

#[test]
fn both_readings_agree_in_random_games() {
    let mut luck = Chance::seeded(1);
    let mut tally = Tally::default();
    for _ in 0..120 {
        compare(Position::new(Field::initial()), 60, &mut luck, &mut tally);
    }
    assert!(tally.turns > 2000 && tally.rounds > 400 && tally.sealed_rounds > 20, "{tally:?}");
}

/// Kings anywhere or at home, and up to twenty more pieces anywhere.
fn scattered(luck: &mut Chance) -> Position {
    const HOMES: [&str; 3] =
        ["r3k2r/8/8/8/8/8/8/R3K2R", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R", "8/8/8/8/8/8/8/8"];
    let home = *luck.pick(&HOMES);
    let mut field = Field { board: home.parse().expect("a placement"), ..Field::initial() };
    if home == HOMES[2] {
        field.rights = kit_chess::shakmaty::Bitboard::EMPTY;
        let white = luck.below(64);
        let black = (white + 1 + luck.below(63)) % 64;
        field.board.set_piece_at(Square::new(white), Color::White.king());
        field.board.set_piece_at(Square::new(black), Color::Black.king());
    }
    for _ in 0..luck.below(20) {
        let square = Square::new(luck.below(64));
        let letter = *luck.pick(&['P', 'p', 'P', 'p', 'P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q']);
        let pawn_at_edge = letter.eq_ignore_ascii_case(&'p') && [0, 7].contains(&(u32::from(square) / 8));
        if field.board.piece_at(square).is_none() && !pawn_at_edge {
            field.board.set_piece_at(square, Piece::from_char(letter).expect("a piece"));
        }
    }
    Position::new(field)
}

#[test]
fn both_readings_agree_in_scattered_positions() {
    let mut luck = Chance::seeded(2);
    let mut tally = Tally::default();
    for _ in 0..2500 {
        compare(scattered(&mut luck), 6, &mut luck, &mut tally);
    }
    assert!(tally.turns > 5000 && tally.rounds > 1500 && tally.sealed_rounds > 100, "{tally:?}");
    assert!(tally.castlings > 50 && tally.swaps > 50 && tally.checks > 1000, "{tally:?}");
    for reason in ["capture of the king", "checkmate", "checkmate of both kings", "stalemate"] {
        assert!(tally.ends.contains_key(reason), "{tally:?}");
    }
}

/// On ordinary boards ordinary chess decides, apart from attacked kings and en passant.
#[test]
fn what_may_be_written_is_ordinary_chess() {
    let mut luck = Chance::seeded(3);
    for _ in 0..60 {
        let mut chess = Chess::default();
        for _ in 0..150 {
            let legal = chess.legal_moves();
            let king = chess.board().king_of(chess.turn());
            let kept = legal
                .iter()
                .filter(|legal| !legal.is_en_passant() && (!chess.is_check() || legal.from() == king));
            let mut ordinary: Vec<String> =
                kept.map(|legal| legal.to_uci(CastlingMode::Standard).to_string()).collect();
            ordinary.sort();
            let (board, rights) = (chess.board().clone(), chess.castles().castling_rights());
            let position = Position::new(Field { board, rights, ep: None });
            let mut found: Vec<String> =
                answers(&position, chess.turn()).iter().map(ToString::to_string).collect();
            found.sort();
            assert_eq!(
                found,
                ordinary,
                "{}",
                kit_chess::shakmaty::fen::Fen::from_position(&chess, EnPassantMode::Legal)
            );
            if legal.is_empty() {
                break;
            }
            chess.play_unchecked(*luck.pick(&legal));
        }
    }
}
