//! Neighbour Chess Solitaire: bring scattered pieces together with as few cards as possible.
//!
//! Two decks decide which piece enters and where [neighbour.add] [neighbour.walk]; on an occupied
//! square you choose an empty one around it [neighbour.displaced].
//! Whenever you like you stop adding [neighbour.stop] and move: a piece goes like a neighbor of its
//! own color [neighbour.borrow], and every move costs a card [neighbour.pay].
//! As soon as all pieces are one group you have won, and the cards that are left are your points
//! [neighbour.win] [neighbour.score].

mod arranged;
mod barred;
mod position;
mod tabletop;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use kit_chess::Step;
use kit_chess::shakmaty::{Board, Piece, Square};
use kit_play::about::{CardNeed, Needs, Shelf};
use kit_play::sentence::Filling;
use kit_play::tabletop::{Gesture, Spot, Tabletop};
use kit_play::{
    About, BadNotation, BadTerms, Chance, Choice, Edition, Event, Events, Extras, Game, Outcome, Reason,
    Seat, Sentence, Team, Tell, Terms, Told, Values, Verdict, Viewer, say,
};

use crate::notation;
use crate::piece_cards::{self, Card, Faces};
use position::{WalkCard, distance, is_one_group, moves, ring, walk};

/// Neighbour Chess Solitaire.
#[derive(Clone, Copy)]
pub struct Neighbour;

static ABOUT: About = About {
    id: "neighbour-chess-solitaire",
    name: "Neighbour Chess Solitaire",
    blurb: "Cards scatter pieces about the board; bring them together before the cards run out.",
    seats: &["player"],
    written: &["The player"],
    fewest_seats: 1,
    colors: &[],
    teams: &["player"],
    editions: &[Edition { id: "2023", note: "the only printed edition" }],
    choices: &[Choice {
        name: "min_pieces",
        meaning: "how many pieces a group needs at least",
        values: Values::Number(1, 16, &[]),
        default: "2",
        defaults: &[],
    }],
    needs: Needs {
        cards: &[CardNeed {
            editions: "2023",
            cards: "K Q R R B B N N of both colours, and the playing cards 2 to 6 of all suits",
            count: "16 + 20",
        }],
        shelf: &[Shelf::Cards],
        minutes: 15,
        ..Needs::CHESS_SET
    },
    aid: &[
        ("neighbour.first", 1),
        ("neighbour.add", 1),
        ("neighbour.walk", 1),
        ("neighbour.displaced", 1),
        ("neighbour.stop", 1),
        ("neighbour.pay", 1),
        ("neighbour.borrow", 1),
        ("neighbour.neighbor", 1),
        ("neighbour.no-capture", 1),
        ("neighbour.win", 1),
    ],
    picture: "The queen moves like the rook",
    conduct: "neighbour.give-up",
    rules: book!(include_str!("../../../rules/neighbour-chess-solitaire.md")),
    guide: book!(include_str!("../../../scenarios/neighbour-chess-solitaire/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/neighbour-chess-solitaire.md"))),
    ..About::USUAL
};

const PLAYER: Seat = Seat(0);

const ONE_GROUP: Reason = Reason::new("one connected group", "neighbour.score");
const NO_CARDS: Reason = Reason::new("running out of cards", "neighbour.lose-cards");
const NO_MOVE: Reason = Reason::new("having no move", "neighbour.lose-moves");

/// What a point is worth to whoever searches.
const POINT: i32 = 40;
/// Half of the cards is an even game.
const EVEN: i32 = 18;

impl Game for Neighbour {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<Neighbour> =
        Extras { points: |_, appraisal| Some(100 * appraisal / POINT + 100 * EVEN), ..Extras::NONE };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let least = terms.choice("min_pieces").parse().expect("a choice among numbers is a number");
        let mut state = State::new(Public::new(least));
        if let Some(arrangement) = terms.arrangement() {
            state = arranged::state(state, arrangement, chance)?;
        } else {
            chance.shuffle(&mut state.pieces);
            chance.shuffle(&mut state.entries);
        }
        let (pieces, entries) = (state.pieces.len(), state.entries.len());
        let mut events = Told::to_all([Fact::Shuffled { pieces, entries }]);
        // What was arranged may be decided already.
        if state.public.board.occupied().any() && !matches!(state.public.phase, Phase::Placing { .. }) {
            events.outcome = state.public.verdict();
        }
        Ok((state, events))
    }

    fn view(&self, state: &State, viewer: Viewer, _over: bool) -> View {
        View { viewer, public: state.public.clone() }
    }

    fn keeps_secrets(&self, _state: &State) -> bool {
        // Nobody has seen the cards that are still to come.
        false
    }

    fn apply(&self, state: &mut State, _seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        let mut events = Told::new();
        match *action {
            Action::Add => state.add(&mut events),
            Action::Place(square) => state.place(square, &mut events),
            Action::Stop => {
                state.public.phase = Phase::Moving;
                // [neighbour.no-return] There is no way back to adding.
                events.push(Event::to_all(Fact::Stopped).binding());
            }
            Action::Move { from, to, pile } => {
                state.go(Step { from, to, promotion: None }, pile, &mut events)
            }
        }
        if !matches!(state.public.phase, Phase::Placing { .. }) {
            events.outcome = state.public.verdict();
        }
        events
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let public = &view.public;
        if view.viewer != Viewer::Seat(PLAYER) {
            return Vec::new();
        }
        match public.phase {
            Phase::Adding => {
                let add = (public.pieces > 0 && public.entries > 0).then_some(Action::Add);
                let stop = public.board.occupied().any().then_some(Action::Stop);
                add.into_iter().chain(stop).collect()
            }
            Phase::Placing { target, .. } => {
                ring(&public.board, target).into_iter().map(Action::Place).collect()
            }
            Phase::Moving => {
                let piles: Vec<Pile> = Pile::ALL.into_iter().filter(|pile| public.left(*pile) > 0).collect();
                let pay = |(from, to)| piles.iter().map(move |pile| Action::Move { from, to, pile: *pile });
                moves(&public.board).into_iter().flat_map(pay).collect()
            }
        }
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        let Public { board, phase, .. } = &view.public;
        if view.viewer != Viewer::Seat(PLAYER) || *phase != Phase::Moving {
            return Vec::new();
        }
        let pile = view.public.usual_pile();
        let barred = barred::barred(board).into_iter();
        barred.map(|((from, to), why)| (Action::Move { from, to, pile }, why)).collect()
    }

    fn gesture(&self, view: &View, action: &Action) -> Gesture {
        match *action {
            Action::Add => vec![Spot::Word("add")],
            Action::Place(square) => vec![Spot::Square(square)],
            Action::Stop => vec![Spot::Word("stop")],
            Action::Move { from, to, pile } => {
                let top = view.public.left(pile).saturating_sub(1);
                vec![Spot::Square(from), Spot::Square(to), Spot::Card(tabletop::id(pile), top)]
            }
        }
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::laid_for(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let mut state = State::new(view.public.clone());
        chance.shuffle(&mut state.pieces);
        chance.shuffle(&mut state.entries);
        state
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        match *action {
            Action::Add => say!("Add a piece"),
            Action::Place(square) => say!("Put it on {square}", square),
            Action::Stop => say!("Stop adding and move"),
            Action::Move { from, to, pile } => {
                let piece = view.public.board.piece_at(from);
                let piece = piece.map_or_else(|| say!("piece").into(), Filling::from);
                match pile {
                    Pile::Pieces => say!("{piece} from {from} to {to} for a piece card", piece, from, to),
                    Pile::Entries => say!("{piece} from {from} to {to} for a position card", piece, from, to),
                }
            }
        }
    }

    fn turn(&self, view: &View) -> u32 {
        let Public { board, moves, .. } = &view.public;
        // A turn is a piece that is added or a move.
        (board.occupied().count() + moves) as u32 + 1
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        match *action {
            Action::Move { from, to, pile } => {
                let Public { board, .. } = &view.public;
                let rivals = moves(board).into_iter().map(|(from, to)| Step::new(from, to));
                let forms = notation::plain_forms(board, Step::new(from, to), rivals);
                let paid: Vec<String> = forms.iter().map(|form| format!("{form}{}", pile.letter())).collect();
                // The usual pile need not be named.
                let unpaid = forms.into_iter().chain([format!("{from}{to}")]);
                paid.into_iter().chain(unpaid.filter(|_| pile == view.public.usual_pile())).collect()
            }
            Action::Add | Action::Place(_) | Action::Stop => Vec::new(),
        }
    }

    fn appraise(&self, view: &View, _seat: Seat) -> i32 {
        let public = &view.public;
        let points = match public.verdict() {
            Some(Outcome { verdict: Verdict::Scores(scores), .. }) => scores.first().copied().unwrap_or(0),
            Some(_) | None => public.points() - distance(public.board.occupied()),
        };
        POINT * (points - EVEN)
    }

    fn team(&self, _seat: Seat) -> Team {
        Team(0)
    }

    fn audit(&self, state: &State, _over: bool) {
        state.audit();
    }
}

/// The smallest decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Adds a piece: `+`.
    Add,
    /// Puts a displaced piece down: `@f1`.
    Place(Square),
    /// Stops adding: `stop`.
    Stop,
    /// Moves a piece for a card of one pile: `f1f2p`, `f1f2q`.
    Move { from: Square, to: Square, pile: Pile },
}

/// The pile from which a card is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile {
    /// The cards that say which piece enters.
    Pieces,
    /// The cards that say where.
    Entries,
}

impl Pile {
    const ALL: [Pile; 2] = [Pile::Pieces, Pile::Entries];

    fn letter(self) -> char {
        match self {
            Pile::Pieces => 'p',
            Pile::Entries => 'q',
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Add => f.write_str("+"),
            Action::Place(square) => write!(f, "@{square}"),
            Action::Stop => f.write_str("stop"),
            Action::Move { from, to, pile } => write!(f, "{from}{to}{}", pile.letter()),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let expected = "`+`, a square such as `@f1`, `stop`, or a move such as `f1f2p`, `f1f2q` or `Nf2`";
        let bad = || BadNotation::new(text, expected);
        match text {
            "+" => return Ok(Action::Add),
            "stop" => return Ok(Action::Stop),
            _ => {}
        }
        if let Some(square) = text.strip_prefix('@') {
            return square.parse().map(Action::Place).map_err(|_| bad());
        }
        let pile = Pile::ALL.into_iter().find(|pile| text.ends_with(pile.letter())).ok_or_else(bad)?;
        let step = text.get(..4).filter(|_| text.len() == 5).ok_or_else(bad)?;
        let (from, to) = step.split_at_checked(2).ok_or_else(bad)?;
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) => Ok(Action::Move { from, to, pile }),
            _ => Err(bad()),
        }
    }
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The decks are ready.
    Shuffled { pieces: usize, entries: usize },
    /// Two cards were turned up.
    Turned { card: Card, entry: WalkCard, target: Square, is_free: bool },
    /// A displaced piece was put down.
    Placed { piece: Piece, square: Square },
    /// No more pieces are added.
    Stopped,
    /// A card was paid and a piece moved.
    Moved { piece: Piece, step: Step, paid: String },
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        match self {
            Fact::Shuffled { pieces, entries } => say!(
                "There are {pieces} piece cards and {entries} position cards.",
                pieces = *pieces,
                entries = *entries
            ),
            Fact::Turned { card, entry, target, is_free: true } => say!(
                "{card} and {entry}: the {piece} enters on {square}.",
                card = Filling::card(card),
                entry = Filling::card(entry),
                piece = card.piece,
                square = *target
            ),
            Fact::Turned { card, entry, target, is_free: false } => say!(
                "{card} and {entry}: the {piece} finds {square} occupied.",
                card = Filling::card(card),
                entry = Filling::card(entry),
                piece = card.piece,
                square = *target
            ),
            Fact::Placed { piece, square } => {
                say!("The {piece} enters on {square}.", piece = *piece, square = *square)
            }
            Fact::Stopped => say!("No more pieces are added."),
            Fact::Moved { piece, step, paid } => say!(
                "The {piece} moves from {from} to {to} for {card}.",
                piece = *piece,
                from = step.from,
                to = step.to,
                card = Filling::coded(paid, say!("the {card}", card = Filling::card(paid)))
            ),
        }
    }
}

/// Everything that is true.
#[derive(Clone)]
pub struct State {
    public: Public,
    /// The draw piles, the next card last.
    pieces: Vec<Card>,
    entries: Vec<WalkCard>,
}

/// What everybody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Public {
    /// [neighbour.least] How many pieces a group needs.
    least: usize,
    board: Board,
    /// How many cards are left in the draw piles.
    pieces: usize,
    entries: usize,
    /// The discards, in the order in which they were turned up.
    seen_pieces: Vec<Card>,
    seen_entries: Vec<WalkCard>,
    /// Where the walk of the next piece starts.
    cursor: Square,
    phase: Phase,
    moves: usize,
    last: Option<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Adding,
    /// A piece has found its square occupied.
    Placing {
        piece: Piece,
        target: Square,
    },
    Moving,
}

/// What one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
}

impl Public {
    fn new(least: usize) -> Public {
        Public {
            least,
            board: Board::empty(),
            pieces: piece_cards::DECK,
            entries: WalkCard::deck().len(),
            seen_pieces: Vec::new(),
            seen_entries: Vec::new(),
            // [neighbour.first]
            cursor: Square::A1,
            phase: Phase::Adding,
            moves: 0,
            last: None,
        }
    }

    fn left(&self, pile: Pile) -> usize {
        match pile {
            Pile::Pieces => self.pieces,
            Pile::Entries => self.entries,
        }
    }

    /// The pile that pays when nothing is said.
    fn usual_pile(&self) -> Pile {
        if self.pieces > 0 { Pile::Pieces } else { Pile::Entries }
    }

    /// [neighbour.score] The cards that are left.
    fn points(&self) -> i32 {
        (self.pieces + self.entries) as i32
    }

    /// How the game ends here, if it does.
    fn verdict(&self) -> Option<Outcome> {
        let occupied = self.board.occupied();
        // [neighbour.win] [neighbour.at-once] [neighbour.least]
        if occupied.count() >= self.least && is_one_group(occupied) {
            return Some(Outcome::scores(vec![self.points()], ONE_GROUP));
        }
        let lost = |reason| Some(Outcome::scores(vec![0], reason));
        match self.phase {
            Phase::Moving if self.points() == 0 => lost(NO_CARDS),
            Phase::Moving if moves(&self.board).is_empty() => lost(NO_MOVE),
            Phase::Adding | Phase::Placing { .. } | Phase::Moving => None,
        }
    }
}

impl State {
    /// The draw piles are whatever nobody has seen, in the order of the decks.
    fn new(public: Public) -> State {
        let mut pieces = piece_cards::deck(Faces::Playing);
        pieces.retain(|card| !public.seen_pieces.contains(card));
        let mut entries = WalkCard::deck();
        entries.retain(|entry| !public.seen_entries.contains(entry));
        State { public, pieces, entries }
    }

    fn turn_piece(&mut self) -> Card {
        let card = self.pieces.pop().expect("a piece card is left");
        self.public.pieces -= 1;
        self.public.seen_pieces.push(card);
        card
    }

    fn turn_entry(&mut self) -> WalkCard {
        let entry = self.entries.pop().expect("a position card is left");
        self.public.entries -= 1;
        self.public.seen_entries.push(entry);
        entry
    }

    /// [neighbour.add]
    fn add(&mut self, events: &mut Events<Neighbour>) {
        let (card, entry) = (self.turn_piece(), self.turn_entry());
        let target = walk(self.public.cursor, entry);
        let is_free = self.public.board.piece_at(target).is_none();
        events.push(Event::to_all(Fact::Turned { card, entry, target, is_free }).binding());
        if is_free {
            self.settle(card.piece, target);
        } else {
            // [neighbour.displaced]
            self.public.phase = Phase::Placing { piece: card.piece, target };
        }
    }

    fn place(&mut self, square: Square, events: &mut Events<Neighbour>) {
        let Phase::Placing { piece, .. } = self.public.phase else { return };
        self.public.phase = Phase::Adding;
        events.push(Event::to_all(Fact::Placed { piece, square }));
        self.settle(piece, square);
    }

    fn settle(&mut self, piece: Piece, square: Square) {
        self.public.board.set_piece_at(square, piece);
        // [neighbour.cursor] The next walk starts where the piece stands.
        self.public.cursor = square;
    }

    /// [neighbour.pay] [neighbour.borrow]
    fn go(&mut self, step: Step, pile: Pile, events: &mut Events<Neighbour>) {
        let paid = match pile {
            Pile::Pieces => self.turn_piece().to_string(),
            Pile::Entries => self.turn_entry().to_string(),
        };
        let piece = self.public.board.remove_piece_at(step.from).expect("an offered move has a piece");
        self.public.board.set_piece_at(step.to, piece);
        self.public.moves += 1;
        self.public.last = Some(step);
        events.push(Event::to_all(Fact::Moved { piece, step, paid }).binding());
    }

    fn audit(&self) {
        let public = &self.public;
        assert_eq!(self.pieces.len(), public.pieces, "the piece cards are counted");
        assert_eq!(self.entries.len(), public.entries, "the position cards are counted");
        let all = |seen: usize, left: usize| seen + left;
        assert_eq!(all(public.seen_pieces.len(), public.pieces), piece_cards::DECK, "no piece card is lost");
        assert_eq!(all(public.seen_entries.len(), public.entries), 20, "no position card is lost");
        let waiting = usize::from(matches!(public.phase, Phase::Placing { .. }));
        let added = public.board.occupied().count() + waiting;
        let spent = public.seen_pieces.len() + public.seen_entries.len();
        assert_eq!(spent, 2 * added + public.moves, "two cards for a piece and one for a move");
        for (_, piece) in public.board.iter() {
            let cards = public.seen_pieces.iter().filter(|card| card.piece == piece).count();
            assert!(cards >= public.board.by_piece(piece).count(), "every piece has come by its card");
        }
    }
}
