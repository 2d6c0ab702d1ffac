//! Synchronous Chess: both players write a move, and both moves happen at once.
//!
//! A written move is legal as if it were that player's turn `[synchronous.write]` `[synchronous.legal]`.
//! What stays put can be captured, and what moves away cannot `[synchronous.capture]` `[synchronous.miss]`.
//! Two pieces that arrive on the same square capture each other `[synchronous.collide]`.
//! If a piece lands where an enemy piece guarded before and still guards, blows may follow,
//! by turns, until somebody cannot or will not strike `[synchronous.trigger]` `[synchronous.blow-back]`.
//! A king under attack must walk to safety; no other piece can help it `[synchronous.attacked]`.
//! Mate wins, and so does meeting the king with a pawn `[synchronous.mate]` `[synchronous.king-capture]`.

mod arranged;
mod barred;
#[cfg(test)]
mod naive;
mod position;
mod remarks;
mod search;
mod tabletop;
#[cfg(test)]
mod tests;
mod transcript;

use std::fmt;
use std::str::FromStr;

use kit_chess::shakmaty::{Bitboard, Board, ByColor, Color, Piece, Role, Square};
use kit_chess::{Field, Step};
use kit_play::about::Needs;
use kit_play::sentence::Filling;
use kit_play::{
    About, BadNotation, BadTerms, BadText, Chance, Edition, Event, Events, Export, Extras, Game, Gesture,
    Lookahead, Outcome, Reason, Remarks, SearchLine, Seat, Sentence, Spot, Tabletop, Tell, Terms, Told, Tool,
    Viewer, say,
};

use self::position::{Fate, MadeMove, Position, Settled, Stage};
use self::search::SearchNode;
use self::transcript::Record;
use crate::draw_clock::DrawClock;
use crate::keys::with_board;
use crate::notation;
use crate::sides::{color_of, seat_of};
use crate::steps;

/// The game.
#[derive(Clone, Copy)]
pub struct Synchronous;

static ABOUT: About = About {
    id: "synchronous-chess",
    name: "Synchronous Chess",
    blurb: "Both players write a move in secret, and both moves happen at once.",
    editions: &[Edition { id: "2025", note: "the only printed edition" }],
    choices: &[],
    needs: Needs { things: &["paper and a pencil each"], ..Needs::CHESS_SET },
    formats: &["turns"],
    tools: &[Tool {
        id: "judge",
        name: "Blow by blow",
        blurb: "Set up a position, write both moves in secret, and see how the blows end.",
        bench: None,
    }],
    aid: &[
        ("synchronous.write", 1),
        ("synchronous.legal", 1),
        ("synchronous.attacked", 1),
        ("synchronous.together", 1),
        ("synchronous.capture", 1),
        ("synchronous.miss", 1),
        ("synchronous.collide", 1),
        ("synchronous.trigger", 1),
        ("synchronous.blow", 1),
        ("synchronous.mate", 1),
    ],
    picture: "It looks like mate",
    conduct: "synchronous.conduct",
    rules: book!(include_str!("../../../rules/synchronous-chess.md")),
    guide: book!(include_str!("../../../scenarios/synchronous-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/synchronous-chess.md"))),
    ..About::USUAL
};

impl Game for Synchronous {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<Synchronous> = Extras {
        castling: Some(|view, side| steps::no_castling(&view.public.position.field, view.color()?, side)),
        remarks: Remarks { entry: remarks::on_entry, ..Remarks::NONE },
        ..Extras::NONE
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, _chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let mut state = match terms.arrangement() {
            Some(arrangement) => arranged::state(arrangement)?,
            None => State::new(Field::initial(), Record::default()),
        };
        let mut events = Told::to_all([Fact::Start]);
        state.begin_turn(&mut events);
        Ok((state, events))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        // [synchronous.secret] One knows what one has written oneself.
        let sealed = viewer.seat().and_then(|seat| *state.sealed.get(color_of(seat)));
        View { viewer, public: state.public.clone(), sealed, over }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        // [synchronous.secret]
        Color::ALL.into_iter().any(|color| state.sealed.get(color).is_some())
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        state.answer(color_of(seat), *action)
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(color) = view.deciding() {
            view.public.position.actions(color, &mut actions);
        }
        actions
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        view.deciding().map_or_else(Vec::new, |color| barred::barred(&view.public.position, color))
    }

    fn gesture(&self, _view: &View, action: &Action) -> Gesture {
        match *action {
            Action::Move(step) => steps::gesture(step),
            Action::Pass => vec![Spot::Word("X")],
        }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        let Public { position, .. } = &view.public;
        let Action::Move(step) = *action else { return say!("let it be (X)") };
        // A guarded square is where blows may follow.
        let guarded = view.color().is_some_and(|color| position.guards(!color, step.to).any());
        match position.stage {
            Stage::Writing if guarded => {
                say!("{step} (guarded)", step = steps::moved(&position.field.board, step))
            }
            Stage::Writing | Stage::Blows(_) => steps::label(&position.field.board, step),
        }
    }

    fn turn(&self, view: &View) -> u32 {
        let Public { position, record, .. } = &view.public;
        let revealed = record.turns.len() as u32;
        match position.stage {
            Stage::Writing => revealed + 1,
            Stage::Blows(_) => revealed,
        }
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        let (Action::Move(step), Some(color)) = (*action, view.color()) else { return Vec::new() };
        let mut offers = Vec::new();
        view.public.position.actions(color, &mut offers);
        let rivals = offers.into_iter().filter_map(Action::step);
        notation::spellings(&view.public.position.field.board, step, rivals)
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::tabletop(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let mut state = State { public: view.public.clone(), sealed: ByColor::default() };
        for color in Color::ALL.into_iter().filter(|color| *view.public.written.get(*color)) {
            let own = view.sealed.filter(|_| view.viewer == Viewer::Seat(seat_of(color)));
            let guess = || {
                let mut answers = Vec::new();
                view.public.position.actions(color, &mut answers);
                *chance.pick(&answers)
            };
            *state.sealed.get_mut(color) = Some(own.unwrap_or_else(guess));
        }
        state
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        search::appraise(&view.public.position, color_of(seat))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let earlier = state.public.clock.known_by(|(board, ..)| with_board(0, board));
        let quiet = state.public.clock.ahead_within(false, state.public.progress);
        let node = SearchNode::new(state.public.position, state.sealed);
        Box::new(SearchLine::new(node).after(earlier).quiet_for(quiet))
    }

    fn exports(&self, view: &View, outcome: Option<&Outcome>) -> Vec<Export> {
        vec![Export { format: "turns", text: transcript::written(view, outcome) }]
    }

    fn import(&self, text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
        transcript::read(text)
    }

    fn audit(&self, state: &State, over: bool) {
        state.audit(over);
    }
}

/// The smallest decision: a move, a blow, or no blow.
///
/// Written `e2e4`, `e7e8q`, `e1g1` and `X`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move to write, or a capture to strike with.
    Move(Step),
    /// No blow.
    Pass,
}

impl Action {
    fn step(self) -> Option<Step> {
        match self {
            Action::Move(step) => Some(step),
            Action::Pass => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(step) => write!(f, "{step}"),
            Action::Pass => f.write_str("X"),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        match text {
            "X" | "x" => Ok(Action::Pass),
            step => match step.parse() {
                Ok(step) => Ok(Action::Move(step)),
                Err(_) => {
                    Err(BadNotation::new(text, "a move such as `e2e4` or `e7e8q`, nor `X` for no blow"))
                }
            },
        }
    }
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The table is laid.
    Start,
    /// This king is attacked at the start of a turn.
    Attacked(Color),
    /// What the listener has written.
    YouWrote(Filling),
    /// Somebody has written.
    Written(Color),
    /// What both have written.
    Revealed(ByColor<Filling>),
    /// What the only player who was asked does.
    Struck { color: Color, step: Filling },
    /// The only player who was asked does not strike.
    LetBe { color: Color, square: Square },
    /// A piece was captured.
    Captured { color: Color, role: Role, square: Square },
    /// A piece had moved away.
    Missed { color: Color, role: Role, square: Square },
    /// Two pieces changed places.
    Swapped(ByColor<Square>),
    /// Two pieces met.
    BothLost { roles: ByColor<Role>, square: Square },
    /// Somebody may strike.
    MayStrike { color: Color, square: Square },
    /// Somebody would be next to strike, and cannot.
    CannotStrike { color: Color, square: Square },
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        let seat = |color: &Color| ABOUT.seat(seat_of(*color));
        let [white, black] = [Color::White, Color::Black].map(|color| seat(&color));
        match self {
            Fact::Start => say!(
                "{white} and {black} write their moves in secret, and both happen at once.",
                white,
                black
            ),
            Fact::Attacked(color) => say!("{seat}'s king is attacked and must move.", seat = seat(color)),
            Fact::YouWrote(step) => say!("You write {step}.", step),
            Fact::Written(color) => say!("{seat} has written.", seat = seat(color)),
            Fact::Revealed(steps) => say!(
                "{white} wrote {first}, {black} wrote {second}.",
                white,
                first = &steps.white,
                black,
                second = &steps.black
            ),
            Fact::Struck { color, step } => say!("{seat} strikes: {step}.", seat = seat(color), step),
            Fact::LetBe { color, square } => {
                say!("{seat} lets it be on {square}.", seat = seat(color), square = *square)
            }
            Fact::Captured { color, role, square } => say!(
                "{seat} captures the {role} on {square}.",
                seat = seat(color),
                role = *role,
                square = *square
            ),
            Fact::Missed { color, role, square } => say!(
                "{seat} misses the {role} that has just left {square}.",
                seat = seat(color),
                role = *role,
                square = *square
            ),
            Fact::Swapped(from) => say!(
                "The pieces from {first} and {second} swap places.",
                first = from.white,
                second = from.black
            ),
            Fact::BothLost { roles, square } => say!(
                "The {white} and the {black} meet on {square}, and both are captured.",
                white = roles.white.of(Color::White),
                black = roles.black.of(Color::Black),
                square = *square
            ),
            Fact::MayStrike { color, square } => {
                say!("{seat} may strike on {square}.", seat = seat(color), square = *square)
            }
            Fact::CannotStrike { color, square } => {
                say!("{seat} cannot strike on {square}.", seat = seat(color), square = *square)
            }
        }
    }
}

/// Everything that is true: what all know, and the answers that lie sealed.
#[derive(Clone, Debug)]
pub struct State {
    public: Public,
    sealed: ByColor<Option<Action>>,
}

/// Everything that all know.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Public {
    position: Position,
    /// Who has written and waits for the other.
    written: ByColor<bool>,
    /// The moves or blows that were carried out last.
    last: ByColor<Option<Step>>,
    /// Pieces that were captured, the first first.
    captured: Vec<Piece>,
    /// Whether a pawn has moved or a piece was captured this turn.
    progress: bool,
    /// Counts turns without that, and how turns have begun since then.
    // [synchronous.repetition] Board and castling rights, since nobody is to move.
    clock: DrawClock<(Board, Bitboard)>,
    record: Record,
}

/// Everything one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
    /// The viewer's own answer, from when it is written to when both are revealed.
    sealed: Option<Action>,
    /// Whether the game has ended, so that nobody decides any more.
    over: bool,
}

impl View {
    fn color(&self) -> Option<Color> {
        self.viewer.seat().map(color_of)
    }

    /// The viewer's color, if the viewer has something to decide.
    fn deciding(&self) -> Option<Color> {
        self.color().filter(|color| self.awaits(*color))
    }

    /// Whether a color has something to decide, which nobody has after the end.
    fn awaits(&self, color: Color) -> bool {
        !self.over && self.public.awaits(color)
    }
}

impl Public {
    /// Whether a color has something to decide and has not done so.
    fn awaits(&self, color: Color) -> bool {
        self.position.asks(color) && !self.written.get(color)
    }
}

/// Why the game ends.
mod ends {
    use kit_play::Reason;

    use crate::draw_clock::DrawRules;

    pub const KING_CAPTURED: Reason = Reason::new("capture of the king", "synchronous.king-capture");
    pub const KINGS_CAPTURED: Reason = Reason::new("capture of both kings", "synchronous.king-capture");
    pub const MATED: Reason = Reason::new("checkmate", "synchronous.mate");
    pub const BOTH_MATED: Reason = Reason::new("checkmate of both kings", "synchronous.both-mated");
    pub const STALEMATE: Reason = Reason::new("stalemate", "synchronous.stalemate");
    pub const MATERIAL: Reason = Reason::new("insufficient material", "synchronous.dead");

    pub static DRAWS: DrawRules =
        DrawRules::fifty_common_turns("synchronous.repetition", "synchronous.fifty-turns");
}

impl State {
    fn new(field: Field, record: Record) -> State {
        let public = Public {
            position: Position::new(field),
            written: ByColor::default(),
            last: ByColor::default(),
            captured: Vec::new(),
            progress: false,
            clock: DrawClock::new(&ends::DRAWS),
            record,
        };
        State { public, sealed: ByColor::default() }
    }

    /// A player answers; the last of those who were asked opens all answers.
    fn answer(&mut self, color: Color, action: Action) -> Events<Synchronous> {
        let mut events = Told::new();
        *self.sealed.get_mut(color) = Some(action);
        *self.public.written.get_mut(color) = true;
        if self.public.position.asks_both() {
            // [synchronous.secret] [synchronous.final]
            let written = Filling::coded(action, answer_words(&self.public.position, action));
            events.push(Event::to(seat_of(color), Fact::YouWrote(written)));
            events.push(Event::to_all(Fact::Written(color)).binding());
        }
        if !self.public.awaits(!color) {
            self.reveal(&mut events);
        }
        events
    }

    /// Carries the answers out together.
    fn reveal(&mut self, events: &mut Events<Synchronous>) {
        let answers = std::mem::take(&mut self.sealed);
        let public = &mut self.public;
        public.written = ByColor::default();
        events.push(revealed(&public.position, answers));
        public.record.add(&public.position, answers);
        let settled = public.position.play(answers);
        events.extend(told(&settled).into_iter().map(Event::to_all));
        public.last = settled.deeds.map(|deed| deed.map(|deed| deed.step));
        public.captured.extend(settled.captured());
        public.progress |= settled.is_progress();
        match public.position.king_captured() {
            Some(outcome) => events.end(outcome),
            None => self.go_on(events),
        }
    }

    /// Asks for the next blows, or begins the next turn.
    fn go_on(&mut self, events: &mut Events<Synchronous>) {
        let public = &mut self.public;
        let over = public.position.close_idle(|color, square| {
            events.push(Event::to_all(Fact::CannotStrike { color, square }));
        });
        if let Stage::Blows(blows) = public.position.stage {
            for (color, square) in [(Color::White, blows.open.white), (Color::Black, blows.open.black)] {
                events.extend(square.map(|square| Event::to_all(Fact::MayStrike { color, square })));
            }
        }
        if over {
            public.clock.turn(std::mem::take(&mut public.progress));
            self.begin_turn(events);
        }
    }

    /// [synchronous.start-of-turn] Only now does anybody look for check, mate and draws.
    fn begin_turn(&mut self, events: &mut Events<Synchronous>) {
        let public = &mut self.public;
        let Field { board, rights, .. } = &public.position.field;
        public.clock.note((board.clone(), *rights));
        if let Some(outcome) = public.position.verdict().or_else(|| public.clock.draw()) {
            return events.end(outcome);
        }
        let attacked = [Color::White, Color::Black].into_iter();
        let attacked = attacked.filter(|color| public.position.is_attacked(*color));
        events.extend(attacked.map(|color| Event::to_all(Fact::Attacked(color))));
    }

    fn audit(&self, over: bool) {
        let Public { position, written, captured, progress, record, .. } = &self.public;
        let board = &position.field.board;
        let kings = Color::ALL.map(|color| board.by_piece(color.king()).count());
        assert!(kings == [1, 1] || kings.iter().all(|kings| *kings <= 1) && over, "two kings");
        assert!((board.pawns() & Bitboard::BACKRANKS).is_empty(), "no pawn stands on a back rank");
        assert!(position.field.rights.is_subset(board.rooks()), "only rooks have castling rights");
        assert!(position.field.ep.is_none(), "there is no en passant");
        assert_eq!(board.occupied().count() + captured.len(), record.pieces(), "no piece gets lost");
        for color in Color::ALL {
            let mut answers = Vec::new();
            position.actions(color, &mut answers);
            let sealed = *self.sealed.get(color);
            assert_eq!(*written.get(color), sealed.is_some(), "who has written has sealed an answer");
            assert!(sealed.is_none_or(|answer| answers.contains(&answer)), "a sealed answer is legal");
        }
        let Stage::Blows(blows) = position.stage else {
            assert!(!progress, "a turn begins without progress");
            assert!(over || position.verdict().is_none(), "a game goes on while it can");
            return;
        };
        assert!(blows.struck.is_subset(board.occupied()), "who has struck stands on the board");
        assert!(blows.open.white.is_none() || blows.open.white != blows.open.black, "one side strikes");
        for color in Color::ALL.into_iter().filter(|_| !over) {
            let Some(square) = *blows.open.get(color) else { continue };
            let victim = board.piece_at(square);
            let fits = victim.is_some_and(|victim| victim.color != color && victim.role != Role::King);
            assert!(fits, "a blow is for an enemy piece that is no king");
            assert!(position.strikers(color, square, blows.struck).any(), "who is asked can strike");
        }
    }
}

/// What all hear when answers are opened: both together, or the one that was asked for.
fn revealed(position: &Position, answers: ByColor<Option<Action>>) -> Event<Fact> {
    let words = |action: Action| answer_words(position, action);
    let fact = match answers {
        ByColor { white: Some(white), black: Some(black) } => {
            let revealed = ByColor { white: words(white), black: words(black) };
            return Event::to_all(Fact::Revealed(revealed)).binding();
        }
        ByColor { white: Some(action), black: _ } => open_answer(position, Color::White, action, words),
        ByColor { white: None, black } => {
            open_answer(position, Color::Black, black.expect("somebody has answered"), words)
        }
    };
    Event::to_all(fact)
}

/// What was written, as a part of a sentence.
fn answer_words(position: &Position, action: Action) -> Filling {
    match action {
        Action::Move(step) => steps::moved(&position.field.board, step),
        Action::Pass => Filling::coded(action, say!("no move")),
    }
}

fn open_answer(position: &Position, color: Color, action: Action, words: impl Fn(Action) -> Filling) -> Fact {
    match (action, position.stage) {
        (Action::Pass, Stage::Blows(blows)) => {
            let square = blows.open.get(color).expect("who was asked has an exchange");
            Fact::LetBe { color, square }
        }
        (Action::Pass | Action::Move(_), _) => Fact::Struck { color, step: words(action) },
    }
}

/// What came of the moves.
fn told(settled: &Settled) -> Vec<Fact> {
    if let ByColor { white: Some(white), black: Some(black) } = settled.deeds {
        if settled.is_swap() {
            return vec![Fact::Swapped(ByColor { white: white.step.from, black: black.step.from })];
        }
        if white.fate == Fate::Lost {
            let roles = ByColor { white: white.piece.role, black: black.piece.role };
            return vec![Fact::BothLost { roles, square: white.step.to }];
        }
    }
    let fact = |deed: MadeMove| {
        let (color, square) = (deed.piece.color, deed.step.to);
        match deed.fate {
            Fate::Took(role) => Some(Fact::Captured { color, role, square }),
            Fate::Missed(role) => Some(Fact::Missed { color, role, square }),
            Fate::Arrived | Fate::Lost => None,
        }
    };
    [settled.deeds.white, settled.deeds.black].into_iter().flatten().filter_map(fact).collect()
}
