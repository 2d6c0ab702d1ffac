//! Masquerade Chess: pieces move as usual and capture in disguise.
//!
//! Before the game each player decides in secret how the *other's* kinds of pieces capture:
//! the knights like a queen, say, and the queen like a king [masquerade.disguise].
//! So you know how the enemy captures and must find out how you do.
//! A piece above a pawn never simply takes: you point at it and at an enemy piece and ask
//! [masquerade.ask]; if its disguise fits, it takes [masquerade.yes], and if not, the turn is
//! over [masquerade.no].
//! Everybody hears the answers, so what they rule out is public; the disguises are not
//! [masquerade.secret].
//! There is no check [masquerade.no-check]; who takes the king wins [masquerade.king-capture].

mod belief;
mod disguise;
mod keeper;
mod position;
mod remarks;
mod search;
mod tabletop;

use std::fmt;
use std::str::FromStr;

use kit_chess::shakmaty::{Bitboard, ByColor, Color, Piece, Square};
use kit_chess::{Field, Step};
use kit_play::about::Needs;
use kit_play::paper::{Foot, PaperLayout, PaperSheet};
use kit_play::sentence::Filling;
use kit_play::tabletop::{Gesture, Spot, Tabletop};
use kit_play::{
    About, Arrangement, BadNotation, BadTerms, BadText, Beliefs, Chance, Choice, Event, Events, Extras, Game,
    Lookahead, Reason, Remarks, SearchLine, Seat, Sentence, Tell, Terms, Told, Values, Viewer, say,
};

use crate::arranging;
use crate::draw_clock::DrawClock;
use crate::editions;
use crate::notation;
use crate::sides::{color_of, seat_of};
use crate::steps;
use disguise::{Candidates, Disguise, Kind};
use position::{Position, Question, fit};

/// Masquerade Chess.
#[derive(Clone, Copy)]
pub struct Masquerade;

static ABOUT: About = About {
    id: "masquerade-chess",
    name: "Masquerade Chess",
    blurb: "Your opponent has secretly chosen how each kind of your pieces captures: find out by asking.",
    editions: editions::SAME_RULES,
    choices: &[Choice {
        name: "attempts",
        meaning: "which questions may be asked",
        values: Values::Words(&[
            ("plausible", "some kind of capture must fit on the board"),
            ("possible", "the answers so far must also leave a chance of yes"),
        ]),
        default: "plausible",
        defaults: &[],
    }],
    needs: Needs { things: &["a pencil and two grids each"], ..Needs::CHESS_SET },
    sheet: Some(PaperSheet {
        name: "masquerade",
        lead: "Three games. Rows say how a piece moves, columns how it captures.",
        layout: PaperLayout::Grids {
            names: ["My opponent's pieces, as I chose", "My own pieces, as I find out"],
            foot: Foot { rules: &["masquerade.notes", "masquerade.lost-kind"], height: 16.0 },
        },
    }),
    tools: &[keeper::KEEPER],
    aid: &[
        ("masquerade.disguise", 2),
        ("masquerade.per-kind", 1),
        ("masquerade.move", 1),
        ("masquerade.pawns", 1),
        ("masquerade.no-check", 1),
        ("masquerade.ask", 1),
        ("masquerade.answer", 1),
        ("masquerade.yes", 1),
        ("masquerade.no", 1),
        ("masquerade.king-capture", 1),
    ],
    picture: "Bob has filled in",
    conduct: "masquerade.conduct",
    rules: book!(include_str!("../../../rules/masquerade-chess.md")),
    guide: book!(include_str!("../../../scenarios/masquerade-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/masquerade-chess.md"))),
    ..About::USUAL
};

impl Game for Masquerade {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<Masquerade> = Extras {
        castling: Some(|view, side| {
            let Position { field, turn, .. } = &view.public.position;
            steps::no_castling(field, *turn, side)
        }),
        remarks: Remarks { entry: remarks::on_entry, end: remarks::at_the_end },
        asks: |view, action| match *action {
            Action::Ask { from, to } => view.public.position.asks(from, to),
            Action::Move(_) | Action::Assign(_) => None,
        },
        beliefs: Some(Beliefs { worlds: belief::worlds, statements: belief::statements }),
        ..Extras::NONE
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, _chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let rules = Rules::agreed(terms);
        let mut state = match terms.arrangement() {
            Some(arrangement) => State::arranged(rules, arrangement)?,
            None => State::new(rules, Position::unasked(Field::initial(), Color::White)),
        };
        let mut events = Told::to_all([Fact::Deal]);
        for chooser in Color::ALL {
            if let Some(disguise) = *state.disguises.get(!chooser) {
                events.extend(chosen(chooser, disguise));
            }
        }
        state.begin_when_locked(&mut events);
        Ok((state, events))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        // [masquerade.secret] One knows the disguise that one chose, of the other color.
        // [masquerade.reveal] After the end everybody knows both.
        let chosen_by_viewer = |color: Color| viewer == Viewer::Seat(seat_of(!color));
        let known = |color: Color| state.disguises.get(color).filter(|_| over || chosen_by_viewer(color));
        View { viewer, public: state.public.clone(), disguises: ByColor::new_with(known), over }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        // [masquerade.secret] A disguise that only one candidate is left for has come out.
        let open = |color: Color| state.public.position.candidates.get(color).count() == 1;
        Color::ALL.into_iter().any(|color| state.disguises.get(color).is_some() && !open(color))
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        let mut events = Told::new();
        match *action {
            Action::Assign(disguise) => state.assign(color_of(seat), disguise, &mut events),
            Action::Move(step) => state.make_move(step, &mut events),
            Action::Ask { from, to } => state.ask(from, to, &mut events),
        }
        events
    }

    /// [masquerade.reveal] The grids that were filled are shown.
    fn closing(&self, state: &State) -> Vec<Event<Fact>> {
        let filled = |color: Color| Some((color, (*state.disguises.get(color))?));
        let wore = |(color, disguise)| Event::to_all(Fact::Wore { color, disguise }).binding();
        Color::ALL.into_iter().filter_map(filled).map(wore).collect()
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let mut offers = Vec::new();
        match view.task() {
            Task::Choose => offers.extend(Disguise::all().map(Action::Assign)),
            Task::Act => view.public.position.actions(view.public.rules, &mut offers),
            Task::Wait | Task::Watch => {}
        }
        offers
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        match view.task() {
            Task::Act => view.public.position.barred(view.public.rules),
            Task::Choose | Task::Wait | Task::Watch => Vec::new(),
        }
    }

    fn gesture(&self, _view: &View, action: &Action) -> Gesture {
        match *action {
            Action::Assign(disguise) => {
                let circle =
                    |kind: Kind| Spot::Cell("mask", kind as usize, disguise.capture_of(kind) as usize);
                Kind::ALL.map(circle).to_vec()
            }
            Action::Move(step) => steps::gesture(step),
            Action::Ask { from, to } => vec![Spot::Square(from), Spot::Square(to)],
        }
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::laid_for(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let mut disguises = view.disguises;
        for color in Color::ALL {
            let candidates = view.public.position.candidates.get(color);
            if *view.public.locked.get(!color) && disguises.get(color).is_none() {
                *disguises.get_mut(color) = candidates.nth(chance.below(candidates.count()));
            }
        }
        State { public: view.public.clone(), disguises }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        let position = &view.public.position;
        match *action {
            Action::Assign(disguise) => say!("captures: {pairs}", pairs = disguise.words()),
            Action::Move(step) => steps::label(&position.field.board, step),
            Action::Ask { from, to } => question_label(position, from, to),
        }
    }

    fn turn(&self, view: &View) -> u32 {
        view.public.number
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        let position = &view.public.position;
        let step = |action: Action| match action {
            Action::Move(step) => Some(step),
            // [masquerade.ask] A question is a capture, if the answer is yes.
            Action::Ask { from, to } => Some(Step::new(from, to)),
            Action::Assign(_) => None,
        };
        let Some(chosen) = step(*action) else { return Vec::new() };
        let mut rivals = Vec::new();
        position.actions(view.public.rules, &mut rivals);
        let (board, rivals) = (&position.field.board, rivals.into_iter().filter_map(step));
        notation::signed(match action {
            // A king that asks two files away does not castle.
            Action::Ask { .. } => notation::plain_forms(board, chosen, rivals),
            Action::Move(_) | Action::Assign(_) => notation::san_forms(board, chosen, rivals),
        })
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        search::appraise(&view.public.position, &view.disguises, color_of(seat))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let earlier = state.public.clock.known_by(search::placement);
        let quiet = state.public.clock.ahead();
        Box::new(SearchLine::new(search::SearchNode::new(&state)).after(earlier).quiet_for(quiet))
    }

    fn audit(&self, state: &State, over: bool) {
        state.audit(over);
    }
}

/// What was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether one may ask what the answers so far have ruled out [masquerade.attempts].
    hopeless_questions: bool,
}

impl Rules {
    fn agreed(terms: &Terms) -> Rules {
        Rules { hopeless_questions: terms.choice("attempts") == "plausible" }
    }
}

/// The smallest decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Locks a disguise for the other's pieces: `assign KR QK RN BB NQ`.
    Assign(Disguise),
    /// Moves a piece, or takes with a pawn: `b1c3`, `a7b8q`, `e1g1`.
    Move(Step),
    /// Asks for a capture: `c3?d5`.
    Ask { from: Square, to: Square },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Assign(disguise) => write!(f, "assign {disguise}"),
            Action::Move(step) => write!(f, "{step}"),
            Action::Ask { from, to } => write!(f, "{from}?{to}"),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        if let Some(pairs) = text.strip_prefix("assign ") {
            let expected = "five pairs with every letter of KQRBN once on each side, such as KR QK RN BB NQ";
            return Disguise::read(pairs)
                .map(Action::Assign)
                .ok_or_else(|| BadNotation::new(pairs, expected));
        }
        let read = read_ask(text).or_else(|| text.parse().ok().map(Action::Move));
        let expected = "a move (b1c3, a7b8q, e1g1), a question (c3?d5) or `assign KR QK RN BB NQ`";
        read.ok_or_else(|| BadNotation::new(text, expected))
    }
}

/// Reads `c3?d5`, or `c3?d5=n` as it stands in logs: the answer is the referee's to give.
fn read_ask(text: &str) -> Option<Action> {
    let text = text.strip_suffix("=y").or_else(|| text.strip_suffix("=n")).unwrap_or(text);
    let (from, to) = text.split_once('?')?;
    Some(Action::Ask { from: from.parse().ok()?, to: to.parse().ok()? })
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The table is laid.
    Deal,
    /// What a player chose, for that player.
    Chose { chooser: Color, disguise: Disguise },
    /// A player has chosen.
    Locked(Color),
    /// Both have chosen.
    Begin(Color),
    /// Somebody moved.
    Moved { color: Color, step: Filling },
    /// Somebody asks.
    Asked(Question),
    /// The answer is yes.
    Yes(Question),
    /// The answer is no.
    No,
    /// What the pieces of a color wore, after the end.
    Wore { color: Color, disguise: Disguise },
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        match *self {
            Fact::Deal => say!(
                "{white} and {black} each decide in secret how the other's pieces capture.",
                white = player(Color::White),
                black = player(Color::Black)
            ),
            Fact::Chose { chooser, disguise } => {
                let (seat, disguise) = (player(!chooser), Filling::coded(disguise, disguise.words()));
                say!("You chose {disguise} for {seat}'s pieces.", seat, disguise)
            }
            Fact::Locked(chooser) => say!("{seat}'s grid is locked.", seat = player(chooser)),
            Fact::Begin(color) => say!("Both grids are locked. {seat} begins.", seat = player(color)),
            Fact::Moved { color, ref step } => say!("{seat}: {step}.", seat = player(color), step),
            Fact::Asked(Question { color, kind, from, to, victim, fit, granted: _ }) => say!(
                "{seat} asks: may the {piece} on {from} take the {victim} on {to}? ({fit})",
                seat = player(color),
                piece = kind.role(),
                from,
                victim,
                to,
                fit = fit.words()
            ),
            Fact::Yes(Question { kind, to, victim, .. }) => {
                say!("Yes: the {piece} takes the {victim} on {to}.", piece = kind.role(), victim, to)
            }
            Fact::No => say!("No."),
            Fact::Wore { color, disguise } => {
                let (seat, disguise) = (player(color), disguise);
                let told = say!("these masks: {pairs}", pairs = disguise.words());
                say!("{seat}'s pieces wore {disguise}.", seat, disguise = Filling::coded(disguise, told))
            }
        }
    }
}

/// Whoever plays a color.
fn player(color: Color) -> Filling {
    ABOUT.seat(seat_of(color))
}

/// A question in words, with what everybody could work out about it.
fn question_label(position: &Position, from: Square, to: Square) -> Sentence {
    let board = &position.field.board;
    let piece = board.role_at(from).map_or_else(|| say!("piece").into(), Filling::from);
    let fit = fit(board, from, to).words();
    match position.chances(from, to) {
        Some((0, _)) => say!(
            "ask: may the {piece} on {from} take {to}? ({fit}, known to fail: this only passes your turn)",
            piece,
            from,
            to,
            fit
        ),
        Some((granting, all)) if granting == all => {
            say!("ask: may the {piece} on {from} take {to}? ({fit}, known to work)", piece, from, to, fit)
        }
        Some(_) | None => say!("ask: may the {piece} on {from} take {to}? ({fit})", piece, from, to, fit),
    }
}

/// Everything that is true.
#[derive(Clone)]
pub struct State {
    public: Public,
    /// How the pieces of each color capture; chosen by the other player.
    disguises: ByColor<Option<Disguise>>,
}

/// Everything that everybody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Public {
    rules: Rules,
    position: Position,
    /// Which players have locked their grids; play begins when both have.
    locked: ByColor<bool>,
    questions: Vec<Question>,
    /// Pieces that were taken, the first first.
    taken: Vec<Piece>,
    /// Counts half-turns since the last pawn move or capture.
    clock: DrawClock<Position>,
    /// The number of the turn, which both colors share.
    number: u32,
    last: Option<LastAct>,
}

/// What was done last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastAct {
    Moved(Step),
    Asked(Question),
}

/// Everything one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
    /// The disguises that this viewer knows.
    disguises: ByColor<Option<Disguise>>,
    /// Whether the game has ended and the grids are shown.
    over: bool,
}

/// What a viewer has to do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// To fill the grid.
    Choose,
    /// To move or ask.
    Act,
    /// To wait for the other player.
    Wait,
    /// Nothing any more, or nothing ever.
    Watch,
}

impl View {
    fn color(&self) -> Option<Color> {
        self.viewer.seat().map(color_of)
    }

    fn task(&self) -> Task {
        let Some(color) = self.color().filter(|_| !self.over) else { return Task::Watch };
        match (self.public.has_begun(), *self.public.locked.get(color), self.public.position.turn == color) {
            (false, false, _) => Task::Choose,
            (true, _, true) => Task::Act,
            (false, true, _) | (true, _, false) => Task::Wait,
        }
    }
}

impl Public {
    // [masquerade.lock] Play starts when both grids are finished.
    fn has_begun(&self) -> bool {
        self.locked.white && self.locked.black
    }
}

/// Why the game ends.
mod ends {
    use kit_play::Reason;

    use crate::draw_clock::DrawRules;

    pub const KING_CAPTURED: Reason = Reason::new("capture of the king", "masquerade.king-capture");
    pub const NOTHING_TO_DO: Reason = Reason::new("lack of any move or question", "masquerade.no-action");

    pub static DRAWS: DrawRules = DrawRules::fifty_turns("masquerade.repetition", "masquerade.fifty-turns");
}

impl State {
    // [masquerade.start] Nothing is chosen yet.
    fn new(rules: Rules, position: Position) -> State {
        let public = Public {
            rules,
            position,
            locked: ByColor::default(),
            questions: Vec::new(),
            taken: Vec::new(),
            clock: DrawClock::new(&ends::DRAWS),
            number: 1,
            last: None,
        };
        State { public, disguises: ByColor::default() }
    }

    fn lock(&mut self, chooser: Color, disguise: Disguise) {
        *self.disguises.get_mut(!chooser) = Some(disguise);
        *self.public.locked.get_mut(chooser) = true;
    }

    fn assign(&mut self, chooser: Color, disguise: Disguise, events: &mut Events<Masquerade>) {
        self.lock(chooser, disguise);
        events.extend(chosen(chooser, disguise));
        self.begin_when_locked(events);
    }

    fn begin_when_locked(&mut self, events: &mut Events<Masquerade>) {
        if self.public.has_begun() {
            events.push(Event::to_all(Fact::Begin(self.public.position.turn)));
            self.judge(events);
        }
    }

    fn make_move(&mut self, step: Step, events: &mut Events<Masquerade>) {
        let position = &mut self.public.position;
        let moved = steps::moved(&position.field.board, step);
        events.push(Event::to_all(Fact::Moved { color: position.turn, step: moved }));
        let (taken, progress) = position.make_move(step);
        self.public.taken.extend(taken);
        self.public.last = Some(LastAct::Moved(step));
        self.pass_turn(progress, events);
    }

    fn ask(&mut self, from: Square, to: Square, events: &mut Events<Masquerade>) {
        let position = &mut self.public.position;
        let disguise = self.disguises.get(position.turn).expect("play begins when both grids are locked");
        let question = position.question(from, to, disguise).expect("a piece asks for a piece");
        position.take_answer(question);
        // [masquerade.open-talk] Everybody hears the question, and yes or no and nothing more.
        events.push(Event::to_all(Fact::Asked(question)));
        let answer = if question.granted { Fact::Yes(question) } else { Fact::No };
        events.push(Event::to_all(answer).binding());
        if question.granted {
            self.public.taken.push(question.victim.of(!question.color));
        }
        self.public.questions.push(question);
        self.public.last = Some(LastAct::Asked(question));
        self.pass_turn(question.granted, events);
    }

    fn pass_turn(&mut self, progress: bool, events: &mut Events<Masquerade>) {
        self.public.clock.turn(progress);
        self.public.number += u32::from(self.public.position.turn.is_white());
        self.judge(events);
    }

    /// Notes the position that has come up, and ends the game if it must end.
    fn judge(&mut self, events: &mut Events<Masquerade>) {
        let public = &mut self.public;
        public.clock.note(public.position.to_compare());
        events.outcome = public.position.verdict(public.rules).or_else(|| public.clock.draw());
    }

    fn audit(&self, over: bool) {
        let Public { rules, position, locked, questions, clock, .. } = &self.public;
        for color in Color::ALL {
            let disguise = self.disguises.get(color);
            assert_eq!(*locked.get(!color), disguise.is_some(), "a grid is locked when it is filled");
            let asked = questions.iter().filter(|question| question.color == color);
            let told = asked.fold(Candidates::ALL, |candidates, question| {
                candidates.told(question.kind, question.fit, question.granted)
            });
            assert_eq!(*position.candidates.get(color), told, "candidates follow from the answers alone");
            assert!(disguise.is_none_or(|disguise| told.contain(disguise)), "the truth is never ruled out");
        }
        let Field { board, rights, .. } = &position.field;
        assert!((board.pawns() & Bitboard::BACKRANKS).is_empty(), "no pawn stands on a back rank");
        assert!(rights.is_subset(board.rooks()), "only rooks have castling rights");
        if !over {
            assert_eq!(position.without_king(), None, "a game goes on with two kings");
            assert!(clock.quiet() < ends::DRAWS.most_quiet, "a game goes on while there is progress");
            assert!(
                !self.public.has_begun() || position.has_action(*rules),
                "a game goes on with something to do"
            );
        }
    }
}

/// What is heard when a grid is locked.
// [masquerade.secret] The choice itself is for the chooser alone.
fn chosen(chooser: Color, disguise: Disguise) -> [Event<Fact>; 2] {
    // [masquerade.lock] A finished grid is final.
    let chose = Event::to(seat_of(chooser), Fact::Chose { chooser, disguise });
    [chose, Event::to_all(Fact::Locked(chooser)).binding()]
}

/// The keys of an arrangement.
const KEYS: [&str; 7] =
    ["turn", "castling", "ep", "halfmoves", "fullmoves", "disguise white", "disguise black"];

impl State {
    /// A state from text; grids that are not given are chosen first.
    fn arranged(rules: Rules, arrangement: &Arrangement) -> Result<State, BadText> {
        arrangement.allow(&KEYS)?;
        let board = arranging::board_with_kings(arrangement)?;
        let turn = arrangement.turn()?;
        let ep = arranging::skipped_square(arrangement, &board, turn)?;
        let field = Field { board, rights: arrangement.orthodox_castling()?, ep };
        let mut state = State::new(rules, Position::unasked(field, turn));
        let quiet = arrangement.number("halfmoves", ends::DRAWS.most_quiet)?.unwrap_or(0);
        state.public.clock = state.public.clock.after(quiet);
        state.public.number = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
        for (key, color) in [("disguise white", Color::White), ("disguise black", Color::Black)] {
            let expected = say!("five pairs such as KR QK RN BB NQ, with every letter once on each side");
            if let Some(disguise) = arrangement.value(key, expected, Disguise::read)? {
                state.lock(!color, disguise);
            }
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests;
