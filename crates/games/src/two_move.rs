//! Two Move Chess: two secret cards each, and the cards say who moves what, and when.
//!
//! One player begins a turn with two cards face up, which cannot be chosen; this handicap
//! changes sides every turn `[two-move.face-up]` `[two-move.stay]`.
//! Both seal two cards, and then all four are turned up `[two-move.sealed]`.
//! What both have is canceled; what is left moves from knight up to king, once, or twice
//! after exactly one match `[two-move.no-match]` `[two-move.one-match]` `[two-move.order]`.
//! A card moves a piece of its kind or of the owner's lowest kind that can move, which is
//! found anew before every move `[two-move.card-piece]` `[two-move.least-piece]`.
//! There is no check, and capturing the king wins at once `[two-move.king-capture]`.

mod arranged;
mod barred;
mod cards;
mod position;
mod remarks;
mod search;
mod tabletop;
#[cfg(test)]
mod tests;
mod transcript;

use std::fmt;
use std::str::FromStr;

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Board, ByColor, Color, Role, Square};
use kit_play::about::{CardNeed, Needs, Shelf};
use kit_play::paper::{Cell, Foot, PaperLayout, PaperSheet, Turns};
use kit_play::sentence::Filling;
use kit_play::{
    About, BadNotation, BadTerms, BadText, Chance, Edition, Event, Events, Export, Extras, Game, Gesture,
    Lookahead, Outcome, Reason, Remarks, SearchLine, Seat, Sentence, Spot, Tabletop, Tell, Terms, Told,
    Viewer, say,
};

use self::cards::{CARDS, Cards, Queue, QueuedCard};
use self::position::{Open, Position, Stage};
use self::search::SearchNode;
use self::transcript::{Record, TurnRecord};
use crate::appraisal;
use crate::draw_clock::DrawClock;
use crate::keys::with_board;
use crate::notation;
use crate::sides::{color_of, seat_of, team_of};
use crate::steps;

/// The game.
#[derive(Clone, Copy)]
pub struct TwoMove;

static ABOUT: About = About {
    id: "two-move-chess",
    name: "Two Move Chess",
    blurb: "Two secret cards each say which pieces move, and low cards strike first.",
    editions: &[Edition { id: "2025", note: "the only printed edition" }],
    choices: &[],
    needs: Needs {
        cards: &[CardNeed { editions: "2025", cards: "one each of N B R Q K of both colours", count: "10" }],
        shelf: &[Shelf::Cards],
        minutes: 30,
        reminders: &["previous", "queue"],
        ..Needs::CHESS_SET
    },
    sheet: Some(PaperSheet {
        name: "two-move",
        lead: "Cards move from left to right. Circle below what both of you have chosen, and guess what comes next.",
        layout: PaperLayout::Cards {
            cards: &[
                (Role::Knight, "first"),
                (Role::Bishop, "second"),
                (Role::Rook, "third"),
                (Role::Queen, "fourth"),
                (Role::King, "last"),
            ],
            turns: Turns {
                columns: &[
                    ("White chose", 3.0, Cell::Pieces(Color::White, &CARDS)),
                    ("Black chose", 3.0, Cell::Pieces(Color::Black, &CARDS)),
                    ("moves", 4.2, Cell::Blank),
                ],
                rows: 17,
            },
            foot: Foot {
                rules: &[
                    "two-move.one-match",
                    "two-move.two-match",
                    "two-move.card-piece",
                    "two-move.same-pawn",
                    "two-move.must-move",
                    "two-move.take-back",
                    "two-move.stay",
                ],
                height: 30.0,
            },
        },
    }),
    formats: &["turns"],
    aid: &[
        ("two-move.choose", 1),
        ("two-move.face-up", 1),
        ("two-move.no-match", 1),
        ("two-move.one-match", 1),
        ("two-move.two-match", 1),
        ("two-move.order", 1),
        ("two-move.card-piece", 1),
        ("two-move.same-pawn", 1),
        ("two-move.stay", 1),
        ("two-move.king-capture", 1),
    ],
    picture: "A first turn",
    conduct: "two-move.conduct",
    rules: book!(include_str!("../../../rules/two-move-chess.md")),
    guide: book!(include_str!("../../../scenarios/two-move-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/two-move-chess.md"))),
    ..About::USUAL
};

impl Game for TwoMove {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<TwoMove> = Extras {
        castling: Some(|view, side| {
            steps::no_castling(&view.public.position.field, color_of(view.viewer.seat()?), side)
        }),
        remarks: Remarks { entry: remarks::on_entry, ..Remarks::NONE },
        ..Extras::NONE
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, _chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let mut state = match terms.arrangement() {
            Some(arrangement) => arranged::state(arrangement)?,
            None => State::new(Position::initial(), Some(Record::default())),
        };
        let events = state.begin();
        Ok((state, events))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        let sealed = viewer.seat().and_then(|seat| *state.sealed.get(color_of(seat)));
        View { viewer, public: state.public.clone(), sealed, over }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        // Pairs lie face down until both are chosen.
        Color::ALL.into_iter().any(|color| state.sealed.get(color).is_some())
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        match *action {
            Action::Open(cards) => state.lay_open(cards),
            Action::Choose(cards) => state.choose(color_of(seat), cards),
            Action::Move(step) => state.move_piece(step),
        }
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(seat) = view.viewer.seat() {
            view.public.position.actions(color_of(seat), &mut actions);
        }
        actions
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        view.viewer.seat().map_or_else(Vec::new, |seat| barred::barred(&view.public.position, color_of(seat)))
    }

    fn gesture(&self, _view: &View, action: &Action) -> Gesture {
        let places = |cards: Cards| {
            let chosen = CARDS.iter().enumerate().filter(move |(_, card)| cards.contains(**card));
            chosen.map(|(place, _)| Spot::Card(tabletop::HAND, place)).collect()
        };
        match *action {
            Action::Open(cards) | Action::Choose(cards) => places(cards),
            Action::Move(step) => steps::gesture(step),
        }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        match *action {
            Action::Open(cards) => say!("lay {cards} face up", cards),
            Action::Choose(cards) => say!("choose {cards}", cards),
            Action::Move(step) => steps::label(&view.public.position.field.board, step),
        }
    }

    fn turn(&self, view: &View) -> u32 {
        view.public.number
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        let (Action::Move(step), Some(seat)) = (*action, view.viewer.seat()) else { return Vec::new() };
        let mut rivals = Vec::new();
        view.public.position.actions(color_of(seat), &mut rivals);
        let rivals = rivals.into_iter().filter_map(|rival| match rival {
            Action::Move(step) => Some(step),
            Action::Open(_) | Action::Choose(_) => None,
        });
        notation::spellings(&view.public.position.field.board, step, rivals)
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::tabletop(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let mut state = State { public: view.public.clone(), sealed: ByColor::default() };
        let Stage::Choosing(ready) = view.public.position.stage else { return state };
        for color in Color::ALL.into_iter().filter(|color| *ready.get(*color)) {
            let pairs: Vec<Cards> = view.public.position.hand(color).pairs().collect();
            let own = view.sealed.filter(|_| view.viewer == Viewer::Seat(seat_of(color)));
            *state.sealed.get_mut(color) = own.or_else(|| Some(*chance.pick(&pairs)));
        }
        state
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        appraisal::balance(&view.public.position.field.board, color_of(seat))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let earlier = state.public.clock.known_by(|(board, ..)| with_board(0, board));
        let stirs = state.public.position.turn().is_some_and(|turn| turn.progress);
        let quiet = state.public.clock.ahead_within(false, stirs);
        let node = SearchNode::new(state.public.position, state.sealed);
        Box::new(SearchLine::new(node).after(earlier).quiet_for(quiet))
    }

    fn exports(&self, view: &View, outcome: Option<&Outcome>) -> Vec<Export> {
        transcript::written(view, outcome).map(|text| Export { format: "turns", text }).into_iter().collect()
    }

    fn import(&self, text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
        transcript::read(text)
    }

    fn audit(&self, state: &State, over: bool) {
        state.audit(over);
    }
}

/// The smallest decision: two cards, or one move of the queue.
///
/// Written `open=RK`, `BQ` and `h7h8r`; cards are read in any order and in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// White lays two cards face up before the first turn.
    Open(Cards),
    /// A player seals two cards.
    Choose(Cards),
    /// A card makes a move.
    Move(Step),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Open(cards) => write!(f, "open={cards}"),
            Action::Choose(cards) => write!(f, "{cards}"),
            Action::Move(step) => write!(f, "{step}"),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let action = match text.strip_prefix("open=") {
            Some(cards) => Cards::read_pair(cards).map(Action::Open),
            None => {
                Cards::read_pair(text).map(Action::Choose).or_else(|| text.parse().map(Action::Move).ok())
            }
        };
        action.ok_or_else(|| BadNotation::new(text, "two cards such as `BQ`, nor a move such as `h7h8r`"))
    }
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The first cards are to be laid.
    Start,
    /// A turn begins with these cards face up.
    TurnBegins(Open),
    /// The first cards were laid.
    Laid(Cards),
    /// What the listener chose.
    YouChose(Cards),
    /// Somebody chose.
    Ready(Color),
    /// Both pairs are turned up.
    Revealed(ByColor<Cards>),
    /// These cards are canceled.
    Canceled(Cards),
    /// These moves are to be made.
    Scheduled(Queue),
    /// A card made a move.
    Moved {
        /// The card and its owner.
        entry: QueuedCard,
        /// The move.
        step: Filling,
    },
    /// A move was passed over.
    Skipped(QueuedCard),
    /// The turn is over, and these cards stay face up.
    Stay(Open),
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        match *self {
            Fact::Start => {
                say!("{seat} lays two cards face up before the first turn.", seat = player(Color::White))
            }
            Fact::TurnBegins(Open { owner, cards }) => {
                say!("{seat} begins the turn with {cards} face up.", seat = player(owner), cards)
            }
            Fact::Laid(cards) => say!("{seat} lays {cards} face up.", seat = player(Color::White), cards),
            Fact::YouChose(cards) => say!("You chose {cards}.", cards),
            Fact::Ready(color) => say!("{seat} has chosen.", seat = player(color)),
            Fact::Revealed(chosen) => say!(
                "{white} shows {whites}, {black} shows {blacks}.",
                white = player(Color::White),
                whites = chosen.white,
                black = player(Color::Black),
                blacks = chosen.black
            ),
            Fact::Canceled(cards) => match cards.count() {
                0 => say!("Nothing is cancelled, so each card makes one move."),
                1 => say!("The {cards} cards are cancelled, so the others make two moves each.", cards),
                _ => say!("All cards are cancelled."),
            },
            Fact::Scheduled(queue) if queue.pending().is_empty() => say!("Nothing moves this turn."),
            Fact::Scheduled(queue) => {
                let codes: Vec<String> = queue.pending().iter().map(ToString::to_string).collect();
                let moves = Filling::row_of(queue.pending().iter().map(|entry| entry.words()));
                say!("Moves to come: {moves}.", moves = Filling::coded(codes.join(" "), moves))
            }
            Fact::Moved { entry: QueuedCard { owner, card }, ref step } => {
                say!("{seat} plays the {card} card: {step}.", seat = player(owner), card, step)
            }
            Fact::Skipped(QueuedCard { owner, card }) => say!(
                "{seat} skips a move of the {card} card, because nothing can move.",
                seat = player(owner),
                card
            ),
            Fact::Stay(Open { owner, cards }) => say!(
                "{other} takes all cards back, and {seat} leaves {cards} face up.",
                other = player(!owner),
                seat = player(owner),
                cards
            ),
        }
    }
}

/// Whoever plays a color.
fn player(color: Color) -> Filling {
    ABOUT.seat(seat_of(color))
}

/// Everything that is true: what all know, and the pairs that lie sealed.
#[derive(Clone, Debug)]
pub struct State {
    public: Public,
    sealed: ByColor<Option<Cards>>,
}

/// Everything that all know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Public {
    position: Position,
    /// The number of the turn, counted from 1; the first cards are laid before the first.
    number: u32,
    /// The squares of the move made last.
    last: Option<(Square, Square)>,
    /// The cards that lay on the table when the turn before was over.
    previous: Option<Previous>,
    /// Counts turns without a pawn move or a capture, and how turns have begun since then.
    clock: DrawClock<Begun>,
    /// What has happened, unless the start was arranged.
    record: Option<Record>,
}

/// The cards of a turn that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Previous {
    open: Open,
    chosen: ByColor<Cards>,
}

/// What makes two beginnings of turns the same.
type Begun = (Board, Bitboard, Open);

/// Everything one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
    /// The viewer's own pair, from when it is chosen to when it is turned up.
    sealed: Option<Cards>,
    /// Whether the game has ended, so that nobody decides any more.
    over: bool,
}

/// Why the game ends.
mod ends {
    use kit_play::Reason;

    use crate::draw_clock::DrawRules;

    pub const KING_CAPTURED: Reason = Reason::new("capture of the king", "two-move.king-capture");

    pub static DRAWS: DrawRules =
        DrawRules::fifty_common_turns("two-move.repetition", "two-move.fifty-turns");
}

impl State {
    fn new(position: Position, record: Option<Record>) -> State {
        let public = Public {
            position,
            number: 1,
            last: None,
            previous: None,
            clock: DrawClock::new(&ends::DRAWS),
            record,
        };
        State { public, sealed: ByColor::default() }
    }

    /// Says where the game starts, and goes on to the first decision.
    fn begin(&mut self) -> Events<TwoMove> {
        let position = &self.public.position;
        match position.stage {
            Stage::Opening => Told::to_all([Fact::Start]),
            Stage::Choosing(_) => {
                let mut events = Told::to_all([Fact::TurnBegins(position.open)]);
                for color in Color::ALL {
                    events.extend(self.sealed.get(color).iter().flat_map(|cards| chose(color, *cards)));
                }
                self.note_beginning();
                events
            }
            Stage::Moving(turn) => {
                let mut events = Told::to_all([Fact::Scheduled(turn.queue)]);
                self.go_on(&mut events);
                events
            }
        }
    }

    fn lay_open(&mut self, cards: Cards) -> Events<TwoMove> {
        self.public.position.lay_open(cards);
        if let Some(record) = &mut self.public.record {
            record.opened = Some(cards);
        }
        self.note_beginning();
        Told::to_all([Fact::Laid(cards)])
    }

    /// A player seals two cards; the last to do so opens all four.
    fn choose(&mut self, color: Color, cards: Cards) -> Events<TwoMove> {
        *self.sealed.get_mut(color) = Some(cards);
        if let Stage::Choosing(ready) = &mut self.public.position.stage {
            *ready.get_mut(color) = true;
        }
        let mut events: Events<TwoMove> = chose(color, cards).into_iter().collect();
        // [two-move.sealed] All four new cards are turned up together.
        if let ByColor { white: Some(white), black: Some(black) } = self.sealed {
            let chosen = ByColor { white, black };
            self.sealed = ByColor::default();
            self.public.position.reveal(chosen);
            if let Some(record) = &mut self.public.record {
                record.turns.push(TurnRecord { chosen, moves: Vec::new() });
            }
            events.push(Event::to_all(Fact::Revealed(chosen)).binding());
            events.push(Event::to_all(Fact::Canceled(white.shared(black))).binding());
            events.extend(self.public.position.turn().map(|turn| Event::to_all(Fact::Scheduled(turn.queue))));
            self.go_on(&mut events);
        }
        events
    }

    /// A card makes a move.
    fn move_piece(&mut self, step: Step) -> Events<TwoMove> {
        let public = &mut self.public;
        let moved = steps::moved(&public.position.field.board, step);
        let entry = public.position.turn().and_then(|turn| turn.queue.current());
        let entry = entry.expect("a piece moves only while a card is executed");
        let played = public.position.play(step);
        public.last = Some((step.from, step.to));
        public.record.iter_mut().for_each(|record| record.add(Some(step)));
        let mut events = Told::to_all([Fact::Moved { entry, step: moved }]);
        // [two-move.king-capture] [two-move.at-once] Nothing comes after the capture of a king.
        if played.captured.is_some_and(|(_, piece)| piece.role == Role::King) {
            events.end(king_captured(entry.owner));
        } else {
            self.go_on(&mut events);
        }
        events
    }

    /// Passes over what cannot be made, and ends the turn when nothing is left.
    fn go_on(&mut self, events: &mut Events<TwoMove>) {
        let public = &mut self.public;
        let over = public.position.skip(|entry| {
            public.record.iter_mut().for_each(|record| record.add(None));
            events.push(Event::to_all(Fact::Skipped(entry)));
        });
        let Some(turn) = public.position.turn().copied().filter(|_| over) else { return };
        public.previous = Some(Previous { open: public.position.open, chosen: turn.chosen });
        public.position.clear_up();
        public.number += 1;
        events.push(Event::to_all(Fact::Stay(public.position.open)));
        // [two-move.fifty-turns] A turn in which nothing moved counts as well.
        public.clock.turn(turn.progress);
        self.note_beginning();
        events.outcome = self.public.clock.draw();
    }

    fn note_beginning(&mut self) {
        let Position { field, open, .. } = &self.public.position;
        // [two-move.repetition] Board, castling rights, and the cards face up and their side.
        self.public.clock.note((field.board.clone(), field.rights, *open));
    }

    fn audit(&self, over: bool) {
        let Public { position, .. } = &self.public;
        let board = &position.field.board;
        let kings = Color::ALL.map(|color| board.by_piece(color.king()).count());
        assert!(kings == [1, 1] || kings.iter().sum::<usize>() == 1 && over, "a king is missing");
        assert!((board.pawns() & Bitboard::BACKRANKS).is_empty(), "a pawn stands on a back rank");
        assert!(position.field.ep.is_none(), "there is no en passant");
        assert!([0, 2].contains(&position.open.cards.count()), "two cards lie face up");
        let ready = match position.stage {
            Stage::Opening | Stage::Moving(_) => ByColor::default(),
            Stage::Choosing(ready) => ready,
        };
        for color in Color::ALL {
            let sealed = *self.sealed.get(color);
            assert_eq!(*ready.get(color), sealed.is_some(), "who is ready has sealed a pair");
            let fits =
                |pair: Cards| pair.count() == 2 && position.hand(color).pairs().any(|other| other == pair);
            assert!(sealed.is_none_or(fits), "a sealed pair comes from the hand");
        }
        if let Some(turn) = position.turn().filter(|_| !over) {
            assert!(turn.moved.is_subset(board.pawns()), "only pawns are kept from moving again");
            let current = turn.queue.current();
            assert!(current.is_some_and(|entry| position.least(entry.owner).is_some()), "a move can be made");
        }
    }
}

/// What the chooser hears, and what all hear.
fn chose(color: Color, cards: Cards) -> [Event<Fact>; 2] {
    // [two-move.sealed] A choice is final.
    [Event::to(seat_of(color), Fact::YouChose(cards)), Event::to_all(Fact::Ready(color)).binding()]
}

fn king_captured(winner: Color) -> Outcome {
    Outcome::win(team_of(winner), ends::KING_CAPTURED)
}
