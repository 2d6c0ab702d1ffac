//! Adrenaline Chess: every capture frightens the other side, and fright gives pieces wings.
//!
//! Whoever captures ends the turn by sliding a checker under an enemy piece `[adrenaline.rush]`.
//! A piece on checkers makes its regular move first `[adrenaline.regular-first]` and may then
//! spend them, one for each step like a king's `[adrenaline.spend]`, capturing on the way and
//! inheriting the checkers of what it captures `[adrenaline.inherit]`.
//! Check is whatever could capture the king within one turn, steps and inherited checkers
//! included `[adrenaline.check]`; after every move, step and checker one's own king is safe
//! `[adrenaline.safe-move]` `[adrenaline.safe-step]` `[adrenaline.rush-safe]`.
//! Checkmate wins `[adrenaline.checkmate]`.

mod arranged;
mod barred;
#[cfg(test)]
mod naive;
mod position;
mod search;
mod stacks;
mod tabletop;
#[cfg(test)]
mod tests;
mod threat;

use std::fmt;
use std::str::FromStr;

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Color, Rank, Role, Square};
use kit_play::about::{Needs, Shelf};
use kit_play::sentence::Filling;
use kit_play::{
    About, BadNotation, BadTerms, Chance, Chips, Edition, Events, Extras, Game, Gesture, Lookahead, Outcome,
    Reason, Relaying, SearchLine, Seat, Sentence, Spot, Tabletop, Tell, Terms, Told, Viewer, say,
};

use self::position::{Effect, Phase, Position};
use self::stacks::Stacks;
use crate::draw_clock::{DrawClock, Occurrence};
use crate::notation;
use crate::open::OpenView;
use crate::sides::{color_of, seat_of};
use crate::steps;

/// The game.
#[derive(Clone, Copy)]
pub struct Adrenaline;

static ABOUT: About = About {
    id: "adrenaline-chess",
    name: "Adrenaline Chess",
    blurb: "Every capture gives an enemy piece a checker, and checkers are extra steps.",
    editions: &[
        Edition { id: "2025", note: "no castling with checkers, no en passant after an extra step" },
        Edition { id: "2023", note: "castling with checkers, en passant also after an extra step" },
    ],
    choices: &[],
    open: true,
    revision: 2,
    needs: Needs {
        things: &["24 checkers that can be stacked under the pieces"],
        shelf: &[Shelf::Checkers],
        ..Needs::CHESS_SET
    },
    aid: &[
        ("adrenaline.start", 1),
        ("adrenaline.regular", 1),
        ("adrenaline.carry", 1),
        ("adrenaline.spend", 1),
        ("adrenaline.step-capture", 1),
        ("adrenaline.inherit", 1),
        ("adrenaline.rush", 1),
        ("adrenaline.rush-once", 1),
        ("adrenaline.safe-move", 1),
        ("adrenaline.checkmate", 1),
    ],
    picture: "One turn of one knight",
    conduct: "adrenaline.conduct",
    rules: book!(include_str!("../../../rules/adrenaline-chess.md")),
    guide: book!(include_str!("../../../scenarios/adrenaline-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/adrenaline-chess.md"))),
    ..About::USUAL
};

impl Game for Adrenaline {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<Adrenaline> = Extras {
        details: barred::details,
        relaying: Some(Relaying { chips: Chips::Stack, lay: arranged::relaid }),
        castling: Some(|view, side| {
            let Position { field, turn, .. } = &view.state.position;
            steps::no_castling(field, *turn, side)
        }),
        ..Extras::NONE
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, _chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let rules = Rules::of(terms);
        let mut state = match terms.arrangement() {
            Some(arrangement) => arranged::state(rules, arrangement)?,
            None => State::new(Position::initial(rules), 0, 1),
        };
        let begins = Fact::Begins(state.position.turn);
        let told = state.news(begins);
        Ok((state, told))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        View::new(state, viewer, seat_of(state.position.turn), over)
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        let told = state.told(color_of(seat), *action);
        state.play(*action);
        state.news(told)
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let mut actions = Vec::new();
        if view.is_on_turn() {
            view.state.position.actions(&mut actions);
        }
        actions
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        if view.is_on_turn() { barred::barred(&view.state.position) } else { Vec::new() }
    }

    fn gesture(&self, view: &View, action: &Action) -> Gesture {
        match *action {
            Action::Move(step) => steps::gesture(step),
            Action::Step { to, .. } => {
                view.state.position.step_of(*action).map_or(vec![Spot::Square(to)], steps::gesture)
            }
            Action::Place(Some(square)) => vec![Spot::Square(square)],
            Action::Place(None) => vec![Spot::Word("end")],
            Action::Stop => vec![Spot::Word("stop")],
        }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        view.state.label(*action)
    }

    fn turn(&self, view: &View) -> u32 {
        view.state.number
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        match *action {
            Action::Move(step) => {
                let mut actions = Vec::new();
                view.state.position.actions(&mut actions);
                let rivals = actions.into_iter().filter_map(Action::regular);
                notation::spellings(&view.state.position.field.board, step, rivals)
            }
            // With or without its start, where that is clear.
            Action::Step { from, to, promotion } => match view.state.position.step_of(*action) {
                Some(step) if from.is_none() => vec![format!(">{step}")],
                Some(_) | None => vec![Action::Step { from: None, to, promotion }.to_string()],
            },
            Action::Place(_) => Vec::new(),
            Action::Stop => vec!["stop".to_owned()],
        }
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::tabletop(view)
    }

    fn imagine(&self, view: &View, _chance: &mut Chance) -> State {
        view.state.clone()
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        view.state.position.balance(color_of(seat))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let earlier = state.clock.known_by(|seen| seen.placement(|(turn, ..)| turn.is_white().into()));
        let within = state.position.phase != Phase::Move;
        let quiet = state.clock.ahead_within(false, within && state.progress);
        Box::new(SearchLine::new(state.position).after(earlier).quiet_for(quiet))
    }

    fn audit(&self, state: &State, _over: bool) {
        state.audit();
    }
}

/// What the editions see differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether king and rook may castle with checkers, and spend them afterwards.
    castle_with_checkers: bool,
    /// Whether a pawn can be taken en passant though it made extra steps after its double step.
    en_passant_after_steps: bool,
}

impl Rules {
    fn of(terms: &Terms) -> Rules {
        let drafts = terms.edition() == "2023";
        Rules { castle_with_checkers: drafts, en_passant_after_steps: drafts }
    }
}

/// The smallest decision.
///
/// Written `c4c1`, `>d2` (`>b8r`, after castling `>g1h2`), `@h7` (`@-`), and `.`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A regular move, castling included.
    Move(Step),
    /// An extra step.
    Step {
        /// Where it starts, if two pieces may step.
        from: Option<Square>,
        /// Where it ends.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// A checker goes under an enemy piece, or nowhere if the supply is empty.
    Place(Option<Square>),
    /// No more steps, though checkers are left.
    Stop,
}

impl Action {
    fn regular(self) -> Option<Step> {
        match self {
            Action::Move(step) => Some(step),
            Action::Step { .. } | Action::Place(_) | Action::Stop => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Move(step) => write!(f, "{step}"),
            Action::Step { from: Some(from), to, promotion } => {
                write!(f, ">{}", Step { from, to, promotion })
            }
            Action::Step { from: None, to, promotion } => {
                write!(f, ">{to}")?;
                promotion.map_or(Ok(()), |role| write!(f, "{}", role.char()))
            }
            Action::Place(Some(square)) => write!(f, "@{square}"),
            Action::Place(None) => write!(f, "@-"),
            Action::Stop => write!(f, "."),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let square = |name: &str| name.parse().ok().map(|square| Action::Place(Some(square)));
        let action = match (text, text.split_at_checked(1)) {
            (".", _) => Some(Action::Stop),
            ("@-", _) => Some(Action::Place(None)),
            (_, Some(("@", name))) => square(name),
            (_, Some((">", step))) => read_step(step),
            _ => text.parse().map(Action::Move).ok(),
        };
        action.ok_or_else(|| BadNotation::new(text, "a move `e2e4`, a step `>d2`, a checker `@h7`, or `.`"))
    }
}

/// `d2`, `xd2`, `b8r`, `b8=R`, or with its start `g1h2`.
fn read_step(text: &str) -> Option<Action> {
    let text = text.strip_prefix('x').unwrap_or(text);
    if let Ok(Step { from, to, promotion }) = text.parse() {
        return Some(Action::Step { from: Some(from), to, promotion });
    }
    // The start is not written, so any will do.
    let Step { to, promotion, .. } = format!("a1{text}").parse().ok()?;
    Some(Action::Step { from: None, to, promotion })
}

/// Something everybody hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The game starts.
    Begins(Color),
    /// A regular move or an extra step was made.
    Moves(Color, Filling),
    /// Nothing more is done with the checkers that are left.
    Stops(Color),
    /// A piece on a square is given a checker.
    Rush(Color, Filling, Square),
    /// There was no checker to be given.
    NoChecker(Color),
    /// The king of this color is in check, by this turn.
    Check(Color, Filling),
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        let seat = |color: &Color| ABOUT.seat(seat_of(*color));
        match self {
            Fact::Begins(color) => say!("{seat} begins.", seat = seat(color)),
            Fact::Moves(color, step) => say!("{seat}: {step}.", seat = seat(color), step),
            Fact::Stops(color) => say!("{seat} stops.", seat = seat(color)),
            Fact::Rush(color, role, square) => say!(
                "{seat} puts a checker under the {role} on {square}.",
                seat = seat(color),
                role,
                square = *square
            ),
            Fact::NoChecker(color) => say!("{seat} finds the supply empty.", seat = seat(color)),
            Fact::Check(color, line) => say!("{seat} is in check by {line}.", seat = seat(color), line),
        }
    }
}

/// Everything that is true, all of it public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    position: Position,
    /// The actions of the turn that is going on, or of the last one.
    actions: Vec<Action>,
    /// Whether this turn has seen a capture or a pawn's move.
    progress: bool,
    /// Counts turns without one.
    /// [adrenaline.repetition] Positions are the same with the same turn, stacks and unmoved pieces.
    clock: DrawClock<Occurrence<(Color, Stacks, Bitboard)>>,
    /// The number of the move, White's turn and Black's together.
    number: u32,
}

/// Everything one viewer knows.
pub type View = OpenView<State>;

/// Why the game ends.
mod ends {
    use kit_play::Reason;

    use crate::draw_clock::DrawRules;
    use crate::stuck::StuckRules;

    pub const STUCK: StuckRules = StuckRules::new("adrenaline.checkmate", "adrenaline.stalemate");
    pub const MATERIAL: Reason = Reason::new("insufficient material", "adrenaline.bare-kings");

    pub static DRAWS: DrawRules =
        DrawRules::hundred_turns("adrenaline.repetition", "adrenaline.hundred-turns");
}

impl State {
    /// A position with its counters.
    fn new(position: Position, quiet_turns: u32, number: u32) -> State {
        let clock = DrawClock::new(&ends::DRAWS).after(quiet_turns);
        State { position, actions: Vec::new(), progress: false, clock, number }
    }

    fn play(&mut self, action: Action) {
        if self.position.phase == Phase::Move {
            self.actions.clear();
            self.progress = false;
        }
        self.actions.push(action);
        let color = self.position.turn;
        let effect = self.position.play(action);
        // [adrenaline.hundred-turns] Extra steps of pawns and captures by extra steps count, too.
        let is_progress = |effect: Effect| effect.captured.is_some() || effect.piece.role == Role::Pawn;
        self.progress |= effect.is_some_and(is_progress);
        if self.position.phase == Phase::Move {
            self.clock.turn(self.progress);
            self.number += u32::from(color.is_black());
        }
    }

    /// Notes the position at the beginning of a turn, and says how the game ends if it does.
    ///
    /// [adrenaline.end-order] Checkmate goes before stalemate, and both before the rest.
    fn judge(&mut self) -> Option<Outcome> {
        let position = &self.position;
        if position.phase != Phase::Move {
            return None;
        }
        let ep = position.skipped.filter(|_| position.can_take_en_passant()).map(|skipped| skipped.square);
        let also = (position.turn, position.stacks.clone(), position.unmoved);
        self.clock.note(Occurrence::new(&position.field, ep, also));
        stuck(position).or_else(|| self.clock.draw()).or_else(|| dead(position))
    }

    /// An action in words, before it is done.
    fn label(&self, action: Action) -> Sentence {
        match action {
            Action::Move(step) => steps::label(&self.position.field.board, step),
            Action::Step { .. } => self.stepped(action),
            Action::Place(Some(square)) => {
                let role = self.kind_on(square);
                if self.ends_castling(square) {
                    say!(
                        "checker under the {role} on {square}, which can then no longer castle",
                        role,
                        square
                    )
                } else {
                    say!("checker under the {role} on {square}", role, square)
                }
            }
            Action::Place(None) => say!("end the turn, because the supply is empty"),
            Action::Stop => say!("stop here"),
        }
    }

    /// What all hear of an action, before it is done.
    fn told(&self, color: Color, action: Action) -> Fact {
        match action {
            Action::Move(step) => Fact::Moves(color, steps::moved(&self.position.field.board, step)),
            Action::Step { .. } => Fact::Moves(color, self.stepped_on(action)),
            Action::Place(Some(square)) => Fact::Rush(color, self.kind_on(square), square),
            Action::Place(None) => Fact::NoChecker(color),
            Action::Stop => Fact::Stops(color),
        }
    }

    /// An extra step as a part of a sentence, before it is made.
    fn stepped(&self, action: Action) -> Sentence {
        let Some(step) = self.position.step_of(action) else { return Sentence::default() };
        let captures = self.position.field.board.occupied().contains(step.to);
        let (role, square) = (self.kind_on(step.from), step.to);
        match (captures, step.promotion) {
            (false, None) => say!("{role} steps to {square}", role, square),
            (true, None) => say!("{role} captures on {square}", role, square),
            (false, Some(promotion)) => {
                say!("{role} steps to {square} and becomes a {promotion}", role, square, promotion)
            }
            (true, Some(promotion)) => {
                say!("{role} captures on {square} and becomes a {promotion}", role, square, promotion)
            }
        }
    }

    /// The same as a fact has it: people see the whole move.
    fn stepped_on(&self, action: Action) -> Filling {
        let stepped = self.stepped(action);
        match self.position.step_of(action) {
            Some(step) => {
                let step = steps::moved(&self.position.field.board, step);
                Filling::coded(stepped, say!("then {step}", step))
            }
            None => stepped.into(),
        }
    }

    /// What stands on a square, for sentences.
    fn kind_on(&self, square: Square) -> Filling {
        let role = self.position.field.board.role_at(square);
        role.map_or_else(|| say!("piece").into(), Filling::from)
    }

    /// Whether a checker on this square takes away a right to castle.
    fn ends_castling(&self, square: Square) -> bool {
        let Position { field, rules, .. } = &self.position;
        let home = Bitboard::from_rank(square.rank());
        let castles = field.rights.contains(square)
            || field.board.kings().contains(square) && (field.rights & home).any();
        castles && !rules.castle_with_checkers && self.position.stacks.at(square) == 0
    }

    /// What is said when something was done: what, check, and the end of the game.
    fn news(&mut self, what: Fact) -> Events<Adrenaline> {
        let turn = self.position.turn;
        let check = self.check().map(|line| Fact::Check(turn, line));
        Told::to_all([what].into_iter().chain(check)).ending(self.judge())
    }

    /// The turn by which the king of whoever begins a turn could be captured.
    fn check(&self) -> Option<Filling> {
        let line = self.threat()?;
        let [from, way @ .., _] = line.as_slice() else { return None };
        let steps: Vec<String> = line[1..].iter().map(ToString::to_string).collect();
        let code = format!("{from}{}", steps.join(">"));
        let (role, from) = (self.kind_on(*from), *from);
        let told = if way.is_empty() {
            say!("the {role} on {from}", role, from)
        } else {
            say!("the {role} on {from} via {way}", role, from, way = Filling::row_of(way.iter().copied()))
        };
        Some(Filling::coded(code, told))
    }

    /// The squares of a turn that captures the king of the side to move, if there is one.
    fn threat(&self) -> Option<Vec<Square>> {
        let Position { turn, phase, .. } = self.position;
        (phase == Phase::Move).then(|| self.position.threat(!turn, self.position.king(turn))).flatten()
    }

    fn audit(&self) {
        let Position { field, stacks, turn, phase, unmoved, skipped, .. } = &self.position;
        let board = &field.board;
        assert!(stacks.squares().is_subset(board.occupied()), "stacks lie under pieces");
        let sum = board.occupied().into_iter().map(|square| stacks.at(square)).sum::<u8>();
        assert_eq!(sum + stacks.supply(), stacks::CHECKERS, "there are 24 checkers");
        assert_eq!(Color::ALL.map(|color| board.by_piece(color.king()).count()), [1, 1], "kings stay");
        for color in Color::ALL {
            let pawns = board.by_piece(color.pawn());
            assert!((pawns & color.relative_rank(Rank::Eighth)).is_empty(), "pawns promote");
            let start = Bitboard::from_rank(color.relative_rank(Rank::Second));
            assert!((*unmoved & board.by_color(color)).is_subset(pawns & start), "unmoved pawns are at home");
        }
        assert!(unmoved.is_subset(board.pawns()), "only pawns make double steps");
        assert!(field.ep.is_none(), "the double step is kept elsewhere");
        assert!(skipped.is_none_or(|skipped| board.pawns().contains(skipped.pawn)), "a pawn has skipped");
        match phase {
            Phase::Move => assert!(!self.position.in_check(!*turn), "nobody can capture a king"),
            Phase::Steps(run) => {
                assert!(!self.position.in_check(*turn), "the king is safe after every step");
                assert!(run.active.is_subset(board.by_color(*turn)), "the mover's pieces are active");
                assert!(run.captured || self.position.can_spend(), "something can be decided");
            }
        }
    }
}

/// How the game ends if a turn cannot be begun.
fn stuck(position: &Position) -> Option<Outcome> {
    let is_stuck = position.phase == Phase::Move && !position.can_move();
    is_stuck.then(|| ends::STUCK.end(position.turn, position.in_check(position.turn)))
}

/// How the game ends if nobody can win any more.
fn dead(position: &Position) -> Option<Outcome> {
    (position.phase == Phase::Move && position.is_dead()).then(|| Outcome::draw(ends::MATERIAL))
}
