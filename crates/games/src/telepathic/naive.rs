//! A second reading of the rules, by the letter and with letters, as the test of the first.
//!
//! Cards are heaps, the trophy is a number, positions are remembered as text, and shakmaty
//! says which moves are legal wherever it can hold the position.

use kit_chess::shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, FromSetup, Piece, Position as _,
    PositionError, PositionErrorKinds, Role, Setup, Square,
};
use kit_play::{Chance, Game, Outcome, Seat, Terms, Viewer};

use super::position::Stage;
use super::{ABOUT, Action, State, Telepathic};
use crate::naive_board::{self, Castling, Letters, Place, place_of, written};
use crate::testing::act;

struct Naive {
    board: Board,
    /// Some of KQkq.
    castling: String,
    ep: Option<Square>,
    black: bool,
    /// -1 beside White, 1 beside Black.
    trophy: i32,
    up: [Option<char>; 2],
    down: Option<char>,
    hands: [Vec<char>; 2],
    /// The seat of each team that holds the cards.
    holders: [usize; 2],
    /// The team that has to remove a piece.
    loser: Option<usize>,
    seen: Vec<String>,
    quiet: u32,
    progress: bool,
    outcome: Option<String>,
}

const CARDS: [char; 7] = ['P', 'N', 'B', 'R', 'Q', 'K', 'C'];

impl Naive {
    fn start() -> Naive {
        let hand: Vec<char> = CARDS.into_iter().filter(|card| *card != 'P').collect();
        let mut naive = Naive {
            board: Board::new(),
            castling: "KQkq".to_owned(),
            ep: None,
            black: false,
            trophy: 0,
            up: [Some('P'); 2],
            down: None,
            hands: [hand.clone(), hand],
            holders: [1, 3],
            loser: None,
            seen: Vec::new(),
            quiet: 0,
            progress: false,
            outcome: None,
        };
        naive.begin();
        naive
    }

    fn team(&self) -> usize {
        usize::from(self.black)
    }

    fn color(&self) -> Color {
        color(self.team())
    }

    fn lost(&self, team: usize) -> usize {
        16 - self.board.by_color(color(team)).count()
    }

    fn setup(&self, turn: Color) -> Setup {
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.turn = turn;
        setup
    }

    /// Whether the color that is not to move stands in check, as shakmaty sees it.
    fn is_attacked(&self, king_of: Color) -> bool {
        let position = Chess::from_setup(self.setup(!king_of), CastlingMode::Standard);
        position.is_err_and(|error| error.kinds().contains(PositionErrorKinds::OPPOSITE_CHECK))
    }

    /// Everything that pieces can do, without a look at the own king.
    fn candidates(&self) -> Vec<String> {
        let letters = Letters::of(&self.board);
        let skipped = self.ep.map(place_of);
        let of_piece = |from: Place| {
            let letter = letters.at(from).expect("a piece");
            let goals = letters.goals(from, |to| Some(to) == skipped);
            goals.into_iter().flat_map(move |to| written(letter, from, to))
        };
        letters.places_of(!self.black).flat_map(of_piece).collect()
    }

    /// Castlings by the letter: rights, empty squares, and no attack on the way.
    fn castlings(&self) -> Vec<String> {
        let letters = Letters::of(&self.board);
        let may = |Castling { right, between, way, .. }: &Castling| {
            self.castling.contains(*right)
                && between.iter().all(|place| letters.is_free(*place))
                && !way.iter().any(|place| letters.is_attacked(*place, self.black))
        };
        let step =
            |castling: Castling| naive_board::name(castling.way[0]) + &naive_board::name(castling.way[2]);
        naive_board::castlings(!self.black).into_iter().filter(may).map(step).collect()
    }

    fn moves(&self) -> Vec<String> {
        let is_legal = |step: &String| {
            let victim = self.board.role_at(step[2..4].parse().expect("a square"));
            let mut after = self.copy();
            after.step(step);
            victim == Some(Role::King) || !after.is_attacked(self.color())
        };
        let mut moves: Vec<String> = self.candidates().into_iter().filter(is_legal).collect();
        moves.extend(self.castlings());
        moves.sort();
        if !self.is_attacked(!self.color()) {
            assert_eq!(moves, self.orthodox_moves(), "{} {:?}", self.board, self.ep);
        }
        moves
    }

    /// The legal moves as shakmaty has them.
    fn orthodox_moves(&self) -> Vec<String> {
        let mut setup = self.setup(self.color());
        setup.ep_square = self.ep;
        let corners = [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];
        let held = corners.iter().filter(|(letter, _)| self.castling.contains(*letter));
        setup.castling_rights = Bitboard::from_iter(held.map(|(_, corner)| *corner));
        let chess = Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .expect("a position that shakmaty can hold");
        let written = |legal: &kit_chess::shakmaty::Move| legal.to_uci(CastlingMode::Standard).to_string();
        let mut moves: Vec<String> = chess.legal_moves().iter().map(written).collect();
        moves.sort();
        moves
    }

    fn copy(&self) -> Naive {
        let (castling, hands, seen) = (self.castling.clone(), self.hands.clone(), Vec::new());
        Naive { board: self.board.clone(), castling, hands, seen, outcome: None, ..*self }
    }

    /// Moves a piece, whatever it is; says which kind.
    fn step(&mut self, step: &str) -> (Role, Option<Piece>) {
        let square = |range: std::ops::Range<usize>| step[range].parse::<Square>().expect("a square");
        let (from, to) = (square(0..2), square(2..4));
        let piece = self.board.remove_piece_at(from).expect("a piece");
        let mut taken = self.board.remove_piece_at(to);
        let (across, up) = (from.file().distance(to.file()), from.rank().distance(to.rank()));
        if piece.role == Role::Pawn && across == 1 && taken.is_none() {
            taken = self.board.remove_piece_at(Square::from_coords(to.file(), from.rank()));
        }
        let promoted = step.chars().nth(4).and_then(Role::from_char);
        self.board.set_piece_at(to, promoted.unwrap_or(piece.role).of(piece.color));
        if piece.role == Role::King && across == 2 && self.castles(from, to) {
            let side = CastlingSide::from_king_side(to.file() > from.file());
            let corner = if to.file() > from.file() { 'h' } else { 'a' };
            let corner = format!("{corner}{}", from.rank().char()).parse::<Square>().expect("a corner");
            self.board.discard_piece_at(corner);
            self.board.set_piece_at(side.rook_to(piece.color), piece.color.rook());
        }
        self.ep = None;
        if piece.role == Role::Pawn && up == 2 {
            self.ep = from.offset(if self.black { -8 } else { 8 });
        }
        self.drop_rights();
        (piece.role, taken)
    }

    fn castles(&self, from: Square, to: Square) -> bool {
        from.file().char() == 'e' && matches!(to.file().char(), 'c' | 'g')
    }

    /// A right is gone when its king or its rook is not at home, and it never comes back.
    fn drop_rights(&mut self) {
        let homes = [('K', "e1", "h1"), ('Q', "e1", "a1"), ('k', "e8", "h8"), ('q', "e8", "a8")];
        for (letter, king, rook) in homes {
            let at = |name: &str| self.board.piece_at(name.parse().expect("a square"));
            let color = Color::from_white(letter.is_uppercase());
            if at(king) != Some(color.king()) || at(rook) != Some(color.rook()) {
                self.castling.retain(|right| right != letter);
            }
        }
    }

    fn actions(&self) -> Vec<String> {
        let mut actions: Vec<String> = match (self.outcome.is_some(), self.loser, self.down) {
            (true, _, _) => Vec::new(),
            (false, Some(loser), _) => {
                let pieces = self.board.by_color(color(loser)) & !self.board.kings();
                pieces.into_iter().map(|square| format!("!{square}")).collect()
            }
            (false, None, None) => self.hands[self.team()].iter().map(|card| format!("{card}:")).collect(),
            (false, None, Some(_)) => self.moves(),
        };
        actions.sort();
        actions
    }

    fn actor(&self) -> usize {
        let other = |seat: usize| if seat.is_multiple_of(2) { seat + 1 } else { seat - 1 };
        match (self.loser, self.down) {
            // Whoever of the team on turn held the cards moves next.
            (Some(loser), _) if loser == self.team() => self.holders[loser],
            (Some(loser), _) => other(self.holders[loser]),
            (None, None) => self.holders[self.team()],
            (None, Some(_)) => other(self.holders[self.team()]),
        }
    }

    fn act(&mut self, action: &str) {
        if let Some(card) = action.strip_suffix(':').and_then(|card| card.chars().next()) {
            self.hands[self.team()].retain(|held| *held != card);
            self.down = Some(card);
        } else if let Some(square) = action.strip_prefix('!') {
            self.remove(square.parse().expect("a square"));
        } else {
            self.make_move(action);
        }
    }

    fn make_move(&mut self, step: &str) {
        let (moved, taken) = self.step(step);
        if taken.is_some_and(|taken| taken.role == Role::King) {
            self.outcome = Some(format!("{} wins by capture of the king", name(self.team())));
            return;
        }
        self.progress = taken.is_some() || moved == Role::Pawn;
        let (team, other) = (self.team(), 1 - self.team());
        self.after_loss(other);
        let (up, down) = (self.up[team], self.down.expect("a card"));
        let bet = if down == 'C' { up } else { Some(down) };
        let moved = Some(moved.upper_char());
        let toward_team = if self.black { 1 } else { -1 };
        let shift = match (moved == bet, moved == up) {
            (true, _) => toward_team,
            (false, true) => 0,
            (false, false) => -toward_team,
        };
        self.trophy += shift;
        match self.trophy {
            -2 => self.lose_tug(1),
            2 => self.lose_tug(0),
            _ => self.pick_up(),
        }
    }

    fn lose_tug(&mut self, loser: usize) {
        if self.board.by_color(color(loser)).count() == 1 {
            self.trophy = 0;
            self.pick_up();
        } else {
            self.loser = Some(loser);
        }
    }

    fn remove(&mut self, square: Square) {
        let loser = self.loser.take().expect("a loser");
        self.board.discard_piece_at(square);
        self.progress = true;
        self.drop_rights();
        let victim = self.ep.and_then(|ep| ep.offset(if self.black { -8 } else { 8 }));
        if victim == Some(square) {
            self.ep = None;
        }
        self.trophy = 0;
        if loser != self.team() {
            self.after_loss(loser);
        }
        self.pick_up();
    }

    /// The open card of a team that has lost eight pieces goes to the hand.
    fn after_loss(&mut self, team: usize) {
        if self.lost(team) >= 8 {
            let up = self.up[team].take();
            self.hands[team].extend(up);
        }
    }

    fn pick_up(&mut self) {
        let team = self.team();
        let down = self.down.take().expect("a card");
        if self.lost(team) >= 8 || down == 'C' {
            self.hands[team].push(down);
            self.after_loss(team);
        } else {
            let old = self.up[team].replace(down);
            self.hands[team].extend(old);
        }
        self.holders[team] ^= 1;
        self.quiet = if self.progress { 0 } else { self.quiet + 1 };
        self.black = !self.black;
        self.begin();
    }

    /// The tests before a turn.
    fn begin(&mut self) {
        let moves = self.moves();
        let en_passant = self.ep.filter(|ep| {
            let takes = |step: &&String| {
                let pawn = self.board.role_at(step[0..2].parse().expect("a square")) == Some(Role::Pawn);
                pawn && step[2..4] == ep.to_string() && step[0..1] != step[2..3]
            };
            moves.iter().any(|step| takes(&step))
        });
        let Naive { board, castling, black, trophy, up, .. } = &*self;
        self.seen.push(format!("{board} {castling} {en_passant:?} {black} {trophy} {up:?}"));
        let times = self.seen.iter().filter(|seen| Some(*seen) == self.seen.last()).count();
        let others: String =
            self.board.iter().map(|(_, piece)| piece.role.char()).filter(|role| *role != 'k').collect();
        let outcome = if moves.is_empty() && self.is_attacked(self.color()) {
            format!("{} wins by checkmate", name(1 - self.team()))
        } else if moves.is_empty() {
            "Draw by stalemate".to_owned()
        } else if times >= 3 {
            "Draw by third repetition".to_owned()
        } else if self.quiet >= 100 {
            "Draw by a hundred turns without progress".to_owned()
        } else if ["", "b", "n"].contains(&others.as_str()) && !self.is_attacked(!self.color()) {
            "Draw by insufficient material".to_owned()
        } else {
            return;
        };
        self.outcome = Some(outcome);
    }
}

fn color(team: usize) -> Color {
    Color::from_white(team == 0)
}

fn name(team: usize) -> &'static str {
    ["White", "Black"][team]
}

/// Both readings agree on everything that can be seen.
fn compare(naive: &Naive, state: &State, outcome: Option<Outcome>) {
    let position = &state.public.position;
    assert_eq!(naive.board, position.field.board);
    let corners = [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];
    for (letter, corner) in corners {
        assert_eq!(naive.castling.contains(letter), position.field.rights.contains(corner), "{letter}");
    }
    assert_eq!(naive.ep, position.field.ep);
    let outcome = outcome.map(|outcome| outcome.sentence(&ABOUT).to_string());
    assert_eq!(naive.outcome, outcome);
    if outcome.is_some_and(|outcome| outcome.ends_with("the king")) {
        return;
    }
    for team in 0..2 {
        let up = position.up.get(color(team)).map(|card| card.letter());
        assert_eq!(naive.up[team], up, "cards that lie face up");
        assert_eq!(state.public.lost.get(color(team)).len(), naive.lost(team));
        let (_, holder) = position.roles(color(team));
        assert_eq!(naive.holders[team], holder.index(), "who holds the cards");
        let mut cards = naive.hands[team].clone();
        cards.extend(naive.up[team]);
        cards.extend(naive.down.filter(|_| team == naive.team()));
        cards.sort_unstable();
        assert_eq!(cards, ['B', 'C', 'K', 'N', 'P', 'Q', 'R'], "a team has its seven cards");
    }
    // While a piece is still to be removed, the letter says that the trophy has left the track.
    let trophy = naive.trophy.clamp(-1, 1) + 1;
    assert_eq!(trophy as usize, position.trophy.place());
    assert_eq!(naive.loser.is_some(), matches!(position.stage, Stage::Remove { .. }));
}

#[test]
fn two_readings_agree_on_random_games() {
    let mut chance = Chance::seeded(5);
    let (mut king_captures, mut removals, mut open_kings) = (0, 0, 0);
    for _ in 0..100 {
        let terms = Terms::usual(&ABOUT);
        let (mut state, told) = Telepathic.setup(&terms, &mut chance).expect("the usual start");
        let mut naive = Naive::start();
        compare(&naive, &state, told.outcome);
        while naive.outcome.is_none() {
            let seat = Seat(naive.actor() as u8);
            let offers = Telepathic.offers(&Telepathic.view(&state, Viewer::Seat(seat), false));
            let mut written: Vec<String> = offers.iter().map(ToString::to_string).collect();
            written.sort();
            assert_eq!(naive.actions(), written, "{}", naive.board);
            let king = naive.board.king_of(!naive.color());
            let takes_king = |offer: &&Action| matches!(offer, Action::Move(step) if Some(step.to) == king);
            open_kings += u32::from(offers.iter().any(|offer| takes_king(&offer)));
            // Few random movers would see that a king can be taken.
            let action = match offers.iter().find(takes_king) {
                Some(capture) if chance.below(2) == 0 => *capture,
                Some(_) | None => *chance.pick(&offers),
            };
            removals += u32::from(matches!(action, Action::Remove(_)));
            naive.act(&action.to_string());
            let told = act(Telepathic, &mut state, seat, &action, &mut chance);
            compare(&naive, &state, told.outcome);
            Telepathic.audit(&state, naive.outcome.is_some());
        }
        king_captures += u32::from(naive.outcome.is_some_and(|outcome| outcome.contains("capture")));
    }
    assert!(
        king_captures > 2 && removals > 1000 && open_kings > 5,
        "{king_captures} {removals} {open_kings}"
    );
}
