//! Zombie Chess: what you take you must bury, and what is buried may climb out again.
//!
//! Whoever takes a piece secretly buries it under one of their own [zombie.bury].
//! When a piece walks off a square with a body below it, the body climbs out as a zombie of
//! its old owner [zombie.reveal], who may use it at once [zombie.first-move].
//! A zombie that does not move in its owner's turn crumbles for good [zombie.decay]; several
//! zombies are a horde and may all move in one turn [zombie.horde].
//! No move is legal that would wake a body which checks the mover's king [zombie.safe-king],
//! so a legal turn depends on the mover's own grid and never on the other's [zombie.secret].
//! Checkmate wins [zombie.mate].

mod arranged;
mod belief;
mod few;
mod ground;
mod horde;
mod keeper;
mod legal;
mod position;
mod remarks;
mod search;
mod tabletop;

use std::fmt;
use std::str::FromStr;

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Piece, Role, Square};
use kit_play::about::Needs;
use kit_play::paper::{Foot, PaperLayout, PaperSheet};
use kit_play::sentence::Filling;
use kit_play::tabletop::{Gesture, Spot, Tabletop, role_word};
use kit_play::{
    About, BadNotation, BadTerms, Beliefs, Chance, Choice, Event, Events, Extras, Game, Lookahead, Outcome,
    Reason, Remarks, SearchLine, Seat, Sentence, Tell, Terms, Told, Values, Viewer, say,
};

use crate::draw_clock::{DrawClock, Occurrence};
use crate::editions;
use crate::notation;
use crate::sides::{color_of, seat_of};
use crate::steps;
use few::Few;
use ground::Ground;
use position::{Happening, Position, Prisoner, Stage};

/// Zombie Chess.
#[derive(Clone, Copy)]
pub struct Zombie;

static ABOUT: About = About {
    id: "zombie-chess",
    name: "Zombie Chess",
    blurb: "Bury what you take in secret under your own pieces; when they move on, it may climb out again.",
    editions: editions::SAME_RULES,
    choices: &[Choice {
        name: "captured_zombie",
        meaning: "what happens to a zombie that is taken",
        values: Values::Words(&[
            ("bury", "it is buried again like any other piece"),
            ("dust", "it goes straight to the dust bin"),
        ]),
        default: "bury",
        defaults: &[],
    }],
    needs: Needs {
        things: &["a handful of coins", "a pencil and a grid of eight by eight squares each"],
        minutes: 60,
        ..Needs::CHESS_SET
    },
    sheet: Some(PaperSheet {
        name: "zombie",
        lead: "Keep this sheet hidden: only you know where you buried what.",
        layout: PaperLayout::Boards {
            boards: &[
                (
                    "What I have buried, by its letter: P R B Q, and N for a knight",
                    "Graveyard (their pieces)",
                ),
                ("Where my own lost pieces may lie", "Graveyard (my pieces)"),
            ],
            foot: Foot {
                rules: &["zombie.bury", "zombie.bury-where", "zombie.reveal", "zombie.notes"],
                height: 34.0,
            },
        },
    }),
    tools: &[keeper::KEEPER],
    aid: &[
        ("zombie.start", 1),
        ("zombie.turn", 1),
        ("zombie.zombie-moves", 1),
        ("zombie.reveal", 1),
        ("zombie.yours-first", 1),
        ("zombie.theirs-next", 1),
        ("zombie.decay", 1),
        ("zombie.bury", 1),
        ("zombie.bury-where", 1),
        ("zombie.mate", 1),
    ],
    picture: "A black knight has left c6",
    conduct: "zombie.conduct",
    revision: 2,
    rules: book!(include_str!("../../../rules/zombie-chess.md")),
    guide: book!(include_str!("../../../scenarios/zombie-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/zombie-chess.md"))),
    ..About::USUAL
};

impl Game for Zombie {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<Zombie> = Extras {
        castling: Some(|view, side| {
            let Position { field, turn, stage, .. } = &view.public.position;
            let attacked = (*stage == Stage::Begin).then_some(steps::ATTACKED_ON_THE_WAY);
            steps::no_castling(field, *turn, side).or(attacked)
        }),
        remarks: Remarks { entry: remarks::on_entry, end: remarks::at_the_end },
        beliefs: Some(Beliefs { worlds: belief::worlds, statements: belief::statements }),
        ..Extras::NONE
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, _chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let rules = Rules::agreed(terms);
        let mut state = match terms.arrangement() {
            Some(arrangement) => arranged::state(rules, arrangement)?,
            None => State::new(rules, Position::initial()),
        };
        let mut events = Told::to_all([Fact::Deal(state.public.position.turn)]);
        for color in Color::ALL {
            let grave = state.graves.get(color);
            if !grave.is_empty() {
                let fact = Fact::Grid { color, bodies: grave.clone() };
                events.push(Event::to(seat_of(color), fact));
            }
        }
        state.happen(&mut events, |position, graves, rules, hear| {
            if position.stage == Stage::Aftermath {
                position.settle(graves, rules, hear);
            }
        });
        Ok((state, events))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        // [zombie.secret] One knows one's own grid. [zombie.open-graves] After the end all know both.
        let knows = |color: Color| over || viewer == Viewer::Seat(seat_of(color));
        let graves = ByColor::new_with(|color| knows(color).then(|| state.graves.get(color).clone()));
        View { viewer, public: state.public.clone(), graves, over }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        // [zombie.secret]
        Color::ALL.into_iter().any(|color| !state.graves.get(color).occupied().is_empty())
    }

    fn apply(&self, state: &mut State, _seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        let mut events = Told::new();
        match *action {
            Action::Promote { square, role } => state.promote(square, role, &mut events),
            Action::March(march) => state.march(march, &mut events),
            Action::Bury(under) => state.bury(under, &mut events),
        }
        events
    }

    /// [zombie.open-graves] Both grids are shown.
    fn closing(&self, state: &State) -> Vec<Event<Fact>> {
        let opened = |color: Color| Fact::Opened { color, bodies: state.graves.get(color).clone() };
        [Color::White, Color::Black].map(|color| Event::to_all(opened(color)).binding()).into()
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let mut offers = Vec::new();
        if let Some(grave) = view.acting_grave() {
            view.public.position.actions(grave, &mut offers);
        }
        offers
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        view.acting_grave().map_or_else(Vec::new, |grave| view.public.position.barred(grave))
    }

    fn gesture(&self, view: &View, action: &Action) -> Gesture {
        let position = &view.public.position;
        match *action {
            Action::Promote { square, role } => vec![Spot::Square(square), Spot::Word(role_word(role))],
            Action::March(march) => {
                let mut gesture: Gesture = march.steps.iter().flat_map(steps::gesture).collect();
                gesture.extend(march.last_word(position).map(Spot::Word));
                gesture
            }
            Action::Bury(under) => vec![Spot::Square(under)],
        }
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::laid_for(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let graves = ByColor::new_with(|color| match view.graves.get(color) {
            Some(grave) => grave.clone(),
            None => view.public.imagined_grave(color, chance),
        });
        State { public: view.public.clone(), graves }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        let position = &view.public.position;
        match *action {
            Action::Promote { square, role } => say!("the pawn on {square} becomes a {role}", square, role),
            Action::March(march) => march.label(position),
            Action::Bury(under) => {
                let prisoner = or_piece(position.going.prisoners.first().map(|taken| taken.role));
                let above = or_piece(position.field.board.role_at(under));
                say!("bury the {prisoner} under the {above} on {under}", prisoner, above, under)
            }
        }
    }

    fn turn(&self, view: &View) -> u32 {
        view.public.number
    }

    /// A march of one step in SAN; a plus sign may be that of a horde that goes on.
    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        let alone = |action: Action| match action {
            Action::March(march) if march.steps.len() == 1 => Some((march.steps.first()?, march.goes_on)),
            Action::March(_) | Action::Promote { .. } | Action::Bury(_) => None,
        };
        let (Some((step, goes_on)), Some(grave)) = (alone(*action), view.acting_grave()) else {
            return Vec::new();
        };
        let mut rivals = Vec::new();
        view.public.position.actions(grave, &mut rivals);
        let rivals = rivals.into_iter().filter_map(|rival| Some(alone(rival)?.0));
        let forms = notation::san_forms(&view.public.position.field.board, step, rivals);
        if goes_on { forms.iter().map(|form| format!("{form}+")).collect() } else { notation::signed(forms) }
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        let Public { position, graveyard, .. } = &view.public;
        let side = |color: Color| {
            let grave = view.graves.get(color).as_ref();
            let burdens = grave.map_or(0, |grave| search::burdens(&position.field.board, grave));
            search::worth_of_dead(graveyard.get(color)) - burdens
        };
        let color = color_of(seat);
        search::appraise(position, color) + side(color) - side(!color)
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let clock = &state.public.clock;
        let earlier = clock.known_by(|seen| seen.placement(|(turn, ..)| turn.is_white().into()));
        let quiet = clock.ahead();
        Box::new(SearchLine::new(search::SearchNode::new(state)).after(earlier).quiet_for(quiet))
    }

    fn audit(&self, state: &State, over: bool) {
        state.audit(over);
    }
}

/// What was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether a zombie that is taken is buried again [zombie.captured-option].
    zombies_are_buried: bool,
}

impl Rules {
    fn agreed(terms: &Terms) -> Rules {
        Rules { zombies_are_buried: terms.choice("captured_zombie") == "bury" }
    }
}

/// The smallest decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Names what a risen pawn becomes: `a8q`.
    Promote { square: Square, role: Role },
    /// Moves a piece or a horde: `c6d4`, `e7e8q`, `e1g1`, `a4b6+g4g5`, `a4b6+`.
    March(March),
    /// Buries a prisoner: `/g7`.
    Bury(Square),
}

/// The move of one piece, or the moves of a horde in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct March {
    steps: Few<Step>,
    /// Whether more zombies will move before the turn is over.
    goes_on: bool,
}

impl March {
    /// A single move.
    fn of(step: Step) -> March {
        March { steps: Few::NONE.and(step), goes_on: false }
    }

    /// The word that ends the gesture of a horde, where another zombie could move as well.
    fn last_word(&self, position: &Position) -> Option<&'static str> {
        if self.goes_on {
            return Some("more");
        }
        let mut after = position.clone();
        let walks = self.steps.first().is_some_and(|step| position.zombies.contains(step.from));
        for step in self.steps.iter() {
            after.step(step);
        }
        (walks && (self.steps.len() > 1 || after.could_go_on())).then_some("finish")
    }

    fn label(&self, position: &Position) -> Sentence {
        let mut after = position.clone();
        let mut labels = Vec::new();
        for step in self.steps.iter() {
            labels.push(step_label(&after, step));
            after.step(step);
        }
        labels.extend(self.goes_on.then(|| say!("more")));
        let then = |rest: Sentence, first: Sentence| say!("{first}, then {rest}", first, rest);
        labels.into_iter().rev().reduce(then).unwrap_or_default()
    }
}

fn step_label(position: &Position, step: Step) -> Sentence {
    let label = steps::label(&position.field.board, step);
    if position.zombies.contains(step.from) { say!("zombie {step}", step = label) } else { label }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Promote { square, role } => write!(f, "{square}{}", role.char()),
            Action::March(march) => write!(f, "{march}"),
            Action::Bury(under) => write!(f, "/{under}"),
        }
    }
}

impl fmt::Display for March {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            let plus = if index > 0 { "+" } else { "" };
            write!(f, "{plus}{step}")?;
        }
        f.write_str(if self.goes_on { "+" } else { "" })
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let decision = without_results(text);
        let read = match decision.strip_prefix('/') {
            Some(under) => under.parse().ok().map(Action::Bury),
            None => read_promotion(decision).or_else(|| read_march(decision).map(Action::March)),
        };
        let expected =
            "a move (c6d4, e7e8q, e1g1), moves of a horde (a4b6+g4g5), a promotion (a8q) or a burial (/g7)";
        read.ok_or_else(|| BadNotation::new(text, expected))
    }
}

/// The decision without what logs write behind it: `d1d4 ~d1 *c6` is read as `d1d4`.
fn without_results(text: &str) -> &str {
    match text.split_once(' ') {
        Some((decision, results)) if results.split(' ').all(|result| result.starts_with(['~', '^', '*'])) => {
            decision
        }
        Some(_) | None => text,
    }
}

fn read_promotion(text: &str) -> Option<Action> {
    let (square, rest) = text.split_at_checked(2)?;
    let (square, role) = (square.parse().ok()?, notation::read_promotion(rest)??);
    Some(Action::Promote { square, role })
}

fn read_march(text: &str) -> Option<March> {
    let (steps, goes_on) = text.strip_suffix('+').map_or((text, false), |steps| (steps, true));
    let mut march = March { steps: Few::NONE, goes_on };
    for step in steps.split('+') {
        let step = step.parse().ok().filter(|_| march.steps.len() < few::MOST)?;
        march.steps.push(step);
    }
    Some(march)
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The table is laid.
    Deal(Color),
    /// What a player has buried, for that player.
    Grid { color: Color, bodies: Board },
    /// A piece moved.
    Moved { color: Color, zombie: bool, step: Filling },
    /// A piece was taken.
    Taken { piece: Piece, square: Square, zombie: bool },
    /// More zombies of a horde will move.
    GoesOn(Color),
    /// Neither player has a body there; nor has the mover any, where it says so.
    Nothing { square: Square, anywhere: bool },
    /// A body has climbed out.
    Rose { square: Square, piece: Piece },
    /// A zombie is gone for good.
    Crumbled { square: Square, piece: Piece },
    /// A risen pawn has become something.
    Became { square: Square, piece: Piece },
    /// Where a prisoner was buried, for the burier.
    BuriedUnder { role: Role, under: Square },
    /// A prisoner was buried.
    Buried { piece: Piece },
    /// There was no place for a prisoner.
    NoPlace { piece: Piece },
    /// A zombie that was taken is gone for good.
    Dusted { piece: Piece },
    /// What still lies in the ground after the end.
    Opened { color: Color, bodies: Board },
}

impl Fact {
    /// What everybody hears of something that happened; the end of a turn needs no words.
    fn of(happening: Happening) -> Option<Fact> {
        Some(match happening {
            Happening::Rose { square, piece } => Fact::Rose { square, piece },
            Happening::Nothing { square, anywhere } => Fact::Nothing { square, anywhere },
            Happening::Crumbled { square, piece } => Fact::Crumbled { square, piece },
            Happening::Buried { piece } => Fact::Buried { piece },
            Happening::NoPlace { piece } => Fact::NoPlace { piece },
            Happening::Dusted { piece } => Fact::Dusted { piece },
            Happening::TurnOver { .. } => return None,
        })
    }
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        match *self {
            Fact::Deal(turn) => say!("The table is laid. {seat} begins.", seat = player(turn)),
            Fact::Grid { color: _, ref bodies } => say!("Your grid: {bodies}.", bodies = listed(bodies)),
            Fact::Moved { color, zombie: true, ref step } => {
                say!("{seat}: zombie {step}.", seat = player(color), step)
            }
            Fact::Moved { color, zombie: false, ref step } => {
                say!("{seat}: {step}.", seat = player(color), step)
            }
            Fact::Taken { piece: Piece { color, role }, square, zombie: true } => {
                say!("The {color} zombie {role} on {square} is taken.", color, role, square)
            }
            Fact::Taken { piece, square, zombie: false } => {
                say!("The {piece} on {square} is taken.", piece, square)
            }
            Fact::GoesOn(color) => say!("{seat}'s horde goes on.", seat = player(color)),
            Fact::Nothing { square, anywhere: true } => {
                let told = say!("nothing climbs out at {square}", square);
                say!("No zombies anywhere: {square}.", square = Filling::coded(square, told))
            }
            Fact::Nothing { square, anywhere: false } => say!("No zombie on {square}.", square),
            Fact::Rose { square, piece } => say!("A {piece} climbs out at {square}.", piece, square),
            Fact::Crumbled { square, piece } => {
                say!("The {piece} on {square} crumbles to dust.", piece, square)
            }
            Fact::Became { square, piece: Piece { color, role } } => {
                say!("The {pawn} on {square} becomes a {role}.", pawn = color.pawn(), square, role)
            }
            Fact::BuriedUnder { role, under } => say!("You bury the {role} under {under}.", role, under),
            Fact::Buried { piece } => say!("{seat} buries a {piece}.", seat = player(!piece.color), piece),
            Fact::NoPlace { piece } => {
                let seat = player(!piece.color);
                say!("{seat} cannot bury the {piece}: it goes to the dust bin.", seat, piece)
            }
            Fact::Dusted { piece } => say!("The {piece} goes to the dust bin.", piece),
            Fact::Opened { color, ref bodies } => {
                say!("{seat}'s grid: {bodies}.", seat = player(color), bodies = listed(bodies))
            }
        }
    }
}

/// Whoever plays a color.
fn player(color: Color) -> Filling {
    ABOUT.seat(seat_of(color))
}

/// A kind of piece, or just a piece.
fn or_piece(role: Option<Role>) -> Filling {
    role.map_or_else(|| say!("piece").into(), Filling::from)
}

/// `b2 pawn, h2 knight`.
fn listed(bodies: &Board) -> Filling {
    let one = |(square, Piece { role, .. }): (Square, Piece)| {
        let code = say!("{square} {role}", square, role).to_string();
        Filling::coded(code, say!("{role} under {square}", role, square))
    };
    Filling::row_of(bodies.iter().map(one))
}

/// Everything that is true.
#[derive(Clone)]
pub struct State {
    public: Public,
    /// What each color has buried, and where: pieces of the other color.
    graves: ByColor<Board>,
}

/// Everything that everybody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Public {
    rules: Rules,
    position: Position,
    /// How many pieces of each color lie somewhere in the ground.
    graveyard: ByColor<ByRole<u8>>,
    /// How many pieces of each color are gone for good.
    dust: ByColor<ByRole<u8>>,
    /// What is known about where each color has buried the other's pieces.
    grounds: ByColor<Ground>,
    /// Counts half-turns since the last progress.
    /// [zombie.repetition] Positions are the same with the same turn, zombies and skipped squares.
    clock: DrawClock<Occurrence<(Color, Bitboard, Bitboard)>>,
    /// The number of the turn, which both colors share.
    number: u32,
    /// The steps of the turn that goes on, or of the last one.
    last: Vec<Step>,
    /// How many pieces each color had when the table was laid, wherever they were.
    pieces: ByColor<usize>,
}

/// Everything one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
    /// The grids that this viewer knows.
    graves: ByColor<Option<Board>>,
    /// Whether the game has ended and the grids are shown.
    over: bool,
}

impl View {
    fn color(&self) -> Option<Color> {
        self.viewer.seat().map(color_of)
    }

    /// The viewer's own grid, while the viewer has something to decide.
    fn acting_grave(&self) -> Option<&Board> {
        let acting = !self.over && self.color() == Some(self.public.position.turn);
        self.graves.get(self.public.position.turn).as_ref().filter(|_| acting)
    }
}

/// Why the game ends.
mod ends {
    use kit_play::Reason;

    use crate::draw_clock::DrawRules;
    use crate::stuck::StuckRules;

    // [zombie.mate] [zombie.stalemate]
    pub const STUCK: StuckRules = StuckRules::new("zombie.mate", "zombie.stalemate");
    pub const MATERIAL: Reason = Reason::new("lack of pieces", "zombie.dead");

    pub static DRAWS: DrawRules = DrawRules::fifty_turns("zombie.repetition", "zombie.fifty-turns");
}

/// How many grids are imagined before the search for one turns systematic.
const TRIES: usize = 50;

/// How many grids a systematic search looks at.
const MOST_GRIDS: u32 = 5_000;

impl Public {
    /// What a color may have buried where, for all that everybody knows.
    // Somebody who has to act can act, so a grid that leaves nothing to do is not the true one.
    fn imagined_grave(&self, burier: Color, chance: &mut Chance) -> Board {
        let position = &self.position;
        let fits = |grave: &Board| position.turn != burier || position.has_action(grave);
        let ground = self.grounds.get(burier);
        let mut any = |free: Bitboard| ground.imagined(!burier, free, chance, &mut |_| true);
        for free in
            std::iter::repeat_n(Bitboard::EMPTY, TRIES).chain(position.own().into_iter().map(Into::into))
        {
            if let Some(grave) = any(free).filter(|grave| fits(grave)) {
                return grave;
            }
        }
        let mut left = MOST_GRIDS;
        let mut accept = |grave: &Board| {
            left = left.saturating_sub(1);
            left == 0 || fits(grave)
        };
        let grave = ground.imagined(!burier, Bitboard::EMPTY, chance, &mut accept);
        grave.expect("the truth agrees with what everybody knows")
    }

    /// Takes something that happened in a turn of `mover` into account, and announces it.
    fn note(&mut self, mover: Color, happening: Happening, events: &mut Events<Zombie>) {
        let occupied = self.position.field.board.by_color(mover);
        match happening {
            Happening::Rose { square, piece } => {
                *self.graveyard.piece_mut(piece) -= 1;
                self.grounds.get_mut(!piece.color).rose(piece.role, square);
                if piece.color == mover {
                    self.grounds.get_mut(mover).clear(square);
                }
            }
            Happening::Nothing { square, anywhere: _ } => {
                self.grounds.iter_mut().for_each(|ground| ground.clear(square));
            }
            // [zombie.graveyard] What is buried is public, where is not.
            Happening::Buried { piece } => {
                *self.graveyard.piece_mut(piece) += 1;
                self.grounds.get_mut(mover).bury(piece.role, occupied);
            }
            Happening::NoPlace { piece } => {
                *self.dust.piece_mut(piece) += 1;
                self.grounds.get_mut(mover).fill(occupied);
            }
            Happening::Crumbled { square: _, piece } | Happening::Dusted { piece } => {
                *self.dust.piece_mut(piece) += 1;
            }
            Happening::TurnOver { progress } => {
                self.clock.turn(progress);
                self.number += u32::from(mover.is_black());
            }
        }
        events.extend(Fact::of(happening).map(Event::to_all));
    }

    fn anything_buried(&self) -> bool {
        Color::ALL.into_iter().any(|color| count(self.graveyard.get(color)) > 0)
    }
}

// [zombie.dead] Too little on the board, when nothing in the ground could come back.
fn dead(board: &Board, anything_buried: bool) -> Option<Outcome> {
    let minors = board.knights() | board.bishops();
    let bishops = board.bishops();
    let one_shade =
        [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES].iter().any(|shade| bishops.is_subset(*shade));
    let is_dead = !anything_buried
        && board.occupied() == board.kings() | minors
        && (minors.count() <= 1 || board.knights().is_empty() && one_shade);
    is_dead.then(|| Outcome::draw(ends::MATERIAL))
}

fn count(pieces: &ByRole<u8>) -> usize {
    pieces.iter().map(|count| usize::from(*count)).sum()
}

impl State {
    fn new(rules: Rules, position: Position) -> State {
        let pieces = ByColor::new_with(|color| position.field.board.by_color(color).count());
        let public = Public {
            rules,
            position,
            graveyard: ByColor::default(),
            dust: ByColor::default(),
            grounds: ByColor::new_with(|_| Ground::untouched()),
            clock: DrawClock::new(&ends::DRAWS),
            number: 1,
            last: Vec::new(),
            pieces,
        };
        State { public, graves: ByColor::new_with(|_| Board::empty()) }
    }

    // [zombie.turn] One regular move, or moves of zombies.
    fn march(&mut self, march: March, events: &mut Events<Zombie>) {
        let hidden = self.public.anything_buried();
        let Public { position, last, .. } = &mut self.public;
        if position.stage == Stage::Begin {
            last.clear();
        }
        let color = position.turn;
        // [zombie.horde] One after the other.
        for step in march.steps.iter() {
            let zombie = position.zombies.contains(step.from);
            let moved = steps::moved(&position.field.board, step);
            events.push(Event::to_all(Fact::Moved { color, zombie, step: moved }));
            if let Some((square, Prisoner { role, zombie })) = position.step(step) {
                events.push(Event::to_all(Fact::Taken { piece: role.of(!color), square, zombie }));
            }
            last.push(step);
        }
        if march.goes_on {
            position.stage = Stage::Horde;
            events.push(Event::to_all(Fact::GoesOn(color)));
            return;
        }
        self.happen(events, |position, graves, rules, hear| position.finish(graves, rules, hear));
        bind(events, hidden);
    }

    fn promote(&mut self, square: Square, role: Role, events: &mut Events<Zombie>) {
        let piece = role.of(self.public.position.turn);
        events.push(Event::to_all(Fact::Became { square, piece }));
        self.happen(events, |position, graves, rules, hear| {
            position.promote((square, role), graves, rules, hear);
        });
        bind(events, self.public.anything_buried());
    }

    // [zombie.bury] The square is for the burier alone.
    fn bury(&mut self, under: Square, events: &mut Events<Zombie>) {
        let Position { turn, going, .. } = &self.public.position;
        let role = going.prisoners.first().expect("somebody waits to be buried").role;
        events.push(Event::to(seat_of(*turn), Fact::BuriedUnder { role, under }));
        self.happen(events, |position, graves, rules, hear| position.bury(under, graves, rules, hear));
        bind(events, true);
    }

    /// Does something, announces what happens, and judges the position if a move is due.
    fn happen(
        &mut self,
        events: &mut Events<Zombie>,
        act: impl FnOnce(&mut Position, &mut ByColor<Board>, Rules, &mut dyn FnMut(Happening)),
    ) {
        let State { public, graves } = self;
        let mover = public.position.turn;
        let mut happenings = Vec::new();
        act(&mut public.position, graves, public.rules, &mut |happening| happenings.push(happening));
        for happening in happenings {
            public.note(mover, happening, events);
        }
        // [zombie.last-rank] Whoever has to promote does so before the position is judged.
        if public.position.stage == Stage::Begin && public.position.waiting().is_empty() {
            self.judge(events);
        }
    }

    /// Notes the position that has come up, and ends the game if it must end.
    fn judge(&mut self, events: &mut Events<Zombie>) {
        let Position { field, zombies, skipped, turn, .. } = &self.public.position;
        let occurrence = Occurrence::new(field, None, (*turn, *zombies, *skipped));
        self.public.clock.note(occurrence);
        events.outcome = self.verdict();
    }

    fn verdict(&self) -> Option<Outcome> {
        let Public { position, clock, .. } = &self.public;
        // [zombie.own-grid] With the grid of the player to move, which only that player knows.
        if !position.has_action(self.graves.get(position.turn)) {
            return Some(ends::STUCK.end(position.turn, position.is_check()));
        }
        clock.draw().or_else(|| dead(&position.field.board, self.public.anything_buried()))
    }

    fn audit(&self, over: bool) {
        let Public { position, graveyard, dust, grounds, clock, pieces, .. } = &self.public;
        let board = &position.field.board;
        for color in Color::ALL {
            let grave = self.graves.get(!color);
            assert_eq!(
                grave.material_side(color),
                *graveyard.get(color),
                "the graveyard counts what is buried"
            );
            assert!(grave.by_color(!color).is_empty(), "one buries the other's pieces");
            let captives = if position.turn == color { 0 } else { position.going.prisoners.len() };
            let here = board.by_color(color).count();
            let total = here + count(graveyard.get(color)) + count(dust.get(color)) + captives;
            assert_eq!(total, *pieces.get(color), "no piece is lost or made");
            assert!(board.by_piece(color.king()).count() == 1, "each color has one king");
            let known = grounds.get(!color).restricted(grave);
            let truth =
                known.imagined(color, Bitboard::EMPTY, &mut Chance::seeded(1), &mut |found| found == grave);
            assert!(truth.is_some(), "the truth agrees with what everybody knows");
        }
        assert!(
            position.zombies.is_subset(board.occupied() & !board.kings()),
            "zombies are pieces, not kings"
        );
        assert!(
            (board.pawns() & Bitboard::BACKRANKS).is_subset(position.zombies),
            "pawns on back ranks have risen there"
        );
        assert!(position.field.ep.is_none(), "skipped squares are kept apart");
        let moved_last = if position.stage == Stage::Begin { !position.turn } else { position.turn };
        assert!(!position::endangered(board, moved_last), "nobody leaves their own king in check");
        if !over {
            assert!(clock.quiet() < ends::DRAWS.most_quiet, "a game goes on while there is progress");
            assert!(
                position.has_action(self.graves.get(position.turn)),
                "a game goes on with something to do"
            );
        }
    }
}

/// Marks events that cannot be taken back: what lies in the ground, or does not, has come out.
fn bind(events: &mut Events<Zombie>, binds: bool) {
    for event in &mut events.events {
        event.binds |= binds;
    }
}

#[cfg(test)]
mod tests;
