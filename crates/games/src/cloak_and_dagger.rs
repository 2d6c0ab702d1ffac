//! Cloak and Dagger Chess: the pawns are real, everything else is a numbered checker.
//!
//! Each player decides in secret which piece hides under which of the own eight checkers
//! [cloak.army], and a checker moves as what it truly is [cloak.move].
//! At the start of a turn one may name the type of one enemy checker [cloak.guess]: right
//! earns a pawn move or a pawn drop after the own move [cloak.right-guess], wrong gives one to
//! the enemy [cloak.wrong-guess].
//! At its end one may show what some of the own checkers are [cloak.uncloak].
//! A cloaked king is lost when it is taken [cloak.king-capture]; an uncloaked one cannot be
//! taken and must be checkmated, by pawns and uncloaked pieces alone [cloak.visible-check].
//! What the moves and answers rule out is public; the armies are not [cloak.secret].

mod action;
mod army;
mod arranged;
mod barred;
mod belief;
mod choosing;
mod keeper;
mod position;
mod remarks;
mod search;
mod tabletop;
#[cfg(test)]
mod tests;

use kit_chess::shakmaty::{Bitboard, ByColor, CastlingSide, Color, Piece, Role, Square};
use kit_chess::{Field, Step};
use kit_play::about::{Needs, Shelf};
use kit_play::paper::{Foot, PaperLayout, PaperSheet};
use kit_play::sentence::Filling;
use kit_play::tabletop::{Gesture, Tabletop};
use kit_play::{
    About, BadTerms, Beliefs, Chance, Choice, Edition, Event, Events, Extras, Game, Lookahead, Outcome,
    Reason, Remarks, SearchLine, Seat, Sentence, Tell, Terms, Told, Values, Viewer, say,
};

use self::action::{Action, Bonus};
use self::army::{Army, Candidates, Number};
use self::position::{Castling, Happened, Phase, Position, skipping_pawn};
use crate::draw_clock::DrawClock;
use crate::notation;
use crate::sides::{color_of, seat_of, team_of};
use crate::steps;

/// Cloak and Dagger Chess.
#[derive(Clone, Copy)]
pub struct CloakAndDagger;

static ABOUT: About = About {
    id: "cloak-and-dagger-chess",
    name: "Cloak and Dagger Chess",
    blurb: "An experiment: numbered checkers hide the pieces, and naming an enemy's earns a pawn move.",
    editions: &[Edition { id: "2023", note: "the drafts, which call it a broken game" }],
    choices: &[Choice {
        name: "right_guess",
        meaning: "what becomes of a checker that was named correctly",
        values: Values::Words(&[
            ("keep", "it stays cloaked, and everybody knows its type"),
            ("uncloak", "its piece takes its place at once"),
        ]),
        default: "keep",
        defaults: &[],
    }],
    needs: Needs {
        things: &["eight numbered checkers each", "a pencil and two grids each"],
        shelf: &[Shelf::Checkers],
        minutes: 60,
        ..Needs::CHESS_SET
    },
    sheet: Some(PaperSheet {
        name: "cloak-and-dagger",
        lead: "Three games. Columns are the numbers of the checkers.",
        layout: PaperLayout::Grids {
            names: ["My army", "My opponent's army"],
            foot: Foot {
                rules: &["cloak.army", "cloak.king-between", "cloak.bishops", "cloak.notes"],
                height: 30.0,
            },
        },
    }),
    tools: &[keeper::KEEPER],
    aid: &[
        ("cloak.start", 1),
        ("cloak.army", 1),
        ("cloak.guess", 1),
        ("cloak.right-guess", 1),
        ("cloak.wrong-guess", 1),
        ("cloak.move", 2),
        ("cloak.bonus", 1),
        ("cloak.uncloak", 1),
        ("cloak.king-capture", 1),
        ("cloak.checkmate", 1),
    ],
    picture: "White's checker 6",
    conduct: "cloak.conduct",
    rules: book!(include_str!("../../../rules/cloak-and-dagger-chess.md")),
    guide: book!(include_str!("../../../scenarios/cloak-and-dagger-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/cloak-and-dagger-chess.md"))),
    ..About::USUAL
};

impl Game for CloakAndDagger {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<CloakAndDagger> = Extras {
        castling: Some(View::no_castling),
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
            None => State::new(rules, Position::initial(), ByColor::default()),
        };
        let mut events = Told::to_all([Fact::Deal]);
        for color in Color::ALL {
            events.extend(state.armies.get(color).iter().flat_map(|army| placed(color, *army)));
        }
        state.begin_when_placed(&mut events);
        Ok((state, events))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        // [cloak.secret] One knows one's own army. [cloak.reveal] After the end everybody knows both.
        let knows = |color: Color| over || viewer == Viewer::Seat(seat_of(color));
        let armies = ByColor::new_with(|color| state.armies.get(color).filter(|_| knows(color)));
        View { viewer, public: state.public.clone(), armies, over }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        // [cloak.secret] An army that only one candidate is left for has come out.
        let open = |color: Color| state.public.candidates.get(color).count() == 1;
        Color::ALL.into_iter().any(|color| state.armies.get(color).is_some() && !open(color))
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        let mut events = Told::new();
        match *action {
            Action::Army(army) => state.place(color_of(seat), army, &mut events),
            Action::Guess(..)
            | Action::NoGuess
            | Action::Move(_)
            | Action::Castle(_)
            | Action::Bonus(_)
            | Action::Uncloak(_) => state.act(*action, &mut events),
        }
        events
    }

    /// [cloak.reveal] The armies that were placed are shown.
    fn closing(&self, state: &State) -> Vec<Event<Fact>> {
        let placed = |color: Color| Some((color, (*state.armies.get(color))?));
        let was = |(color, army)| Event::to_all(Fact::Was { color, army }).binding();
        Color::ALL.into_iter().filter_map(placed).map(was).collect()
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let mut offers = Vec::new();
        match view.task() {
            Task::Place => offers.extend(Army::all().iter().copied().map(Action::Army)),
            Task::Act(army) => view.public.position.actions(&army, &mut offers),
            Task::Wait | Task::Watch => {}
        }
        offers
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        match view.task() {
            Task::Act(army) => barred::barred(&view.public.position, &army),
            Task::Place | Task::Wait | Task::Watch => Vec::new(),
        }
    }

    fn gesture(&self, view: &View, action: &Action) -> Gesture {
        view.gesture(*action)
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::laid_for(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let mut armies = view.armies;
        for color in Color::ALL {
            if *view.public.placed.get(color) && armies.get(color).is_none() {
                *armies.get_mut(color) = Some(view.public.candidates.get(color).pick(chance));
            }
        }
        State { public: view.public.clone(), armies }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        view.label(*action)
    }

    fn turn(&self, view: &View) -> u32 {
        view.public.number
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        let Task::Act(army) = view.task() else { return Vec::new() };
        let position = &view.public.position;
        let moved = |action: Action| match action {
            Action::Move(step) | Action::Bonus(Bonus::Step(step)) => Some(step),
            _ => None,
        };
        if let Action::Castle(side) = *action {
            let Some(castling) = position.castling(&army, side) else { return Vec::new() };
            let mut forms = notation::castling_forms(side, castling.king, side.king_to(position.turn));
            // As in Chess960: the king goes where its rook stands.
            forms.push(Step::new(castling.king, castling.rook).to_string());
            return notation::signed(forms);
        }
        let Some(step) = moved(*action) else { return Vec::new() };
        let mut rivals = Vec::new();
        position.actions(&army, &mut rivals);
        // One knows what one's own checkers are; castling is an action of its own.
        let board = position.with_armies(&view.armies);
        notation::signed(notation::plain_forms(&board, step, rivals.into_iter().filter_map(moved)))
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        // All candidates are the same pieces in another order.
        let guessed =
            |color| view.armies.get(color).unwrap_or_else(|| view.public.candidates.get(color).first());
        search::appraise(&view.public.position, &ByColor::new_with(guessed), color_of(seat))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let earlier = state.public.clock.known_by(search::placement);
        let Public { clock, position, progress, .. } = &state.public;
        // A bonus that was owed is part of a turn before which the last one was counted.
        let quiet = clock.ahead_within(position.phase == Phase::Owed, *progress);
        Box::new(SearchLine::new(search::SearchNode::new(state)).after(earlier).quiet_for(quiet))
    }

    fn audit(&self, state: &State, over: bool) {
        state.audit(over);
    }
}

/// What was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether a checker that was named correctly is replaced at once [cloak.option-right-guess].
    right_guess_uncloaks: bool,
}

impl Rules {
    fn agreed(terms: &Terms) -> Rules {
        Rules { right_guess_uncloaks: terms.choice("right_guess") == "uncloak" }
    }
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The table is laid.
    Deal,
    /// What the listener placed.
    YourArmy(Army),
    /// A player has placed an army.
    Placed(Color),
    /// Both have placed theirs.
    Begin(Color),
    /// Somebody names a checker.
    Guessed { color: Color, number: Number, role: Role, right: bool },
    /// Somebody names nothing.
    NoGuess(Color),
    /// Somebody moved.
    Moved { color: Color, step: Filling },
    /// Somebody used a bonus to move a pawn.
    BonusMove { color: Color, step: Filling },
    /// Somebody used a bonus to drop a pawn.
    Dropped { color: Color, square: Square },
    /// Somebody used no bonus.
    Declined(Color),
    /// Somebody showed what these checkers are.
    Uncloaked { color: Color, shown: Vec<(Number, Role)> },
    /// An uncloaked king is attacked when its turn begins.
    Check(Color),
    /// What an army was, after the end.
    Was { color: Color, army: Army },
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        match *self {
            Fact::Deal => say!(
                "{white} and {black} each hide an army under numbered checkers.",
                white = player(Color::White),
                black = player(Color::Black)
            ),
            Fact::YourArmy(army) => say!("Your army is {army}.", army = army.told()),
            Fact::Placed(color) => say!("{seat}'s army is in place.", seat = player(color)),
            Fact::Begin(color) => say!("Both armies are in place. {seat} begins.", seat = player(color)),
            Fact::Guessed { color, number, role, right } => {
                let (seat, enemy) = (player(color), player(!color));
                if right {
                    say!(
                        "{seat} guesses that {enemy}'s checker {number} is a {role}: right.",
                        seat,
                        enemy,
                        number,
                        role
                    )
                } else {
                    say!(
                        "{seat} guesses that {enemy}'s checker {number} is a {role}: wrong.",
                        seat,
                        enemy,
                        number,
                        role
                    )
                }
            }
            Fact::NoGuess(color) => say!("{seat} guesses nothing.", seat = player(color)),
            Fact::Moved { color, ref step } => say!("{seat}: {step}.", seat = player(color), step),
            Fact::BonusMove { color, ref step } => {
                say!("{seat}'s bonus: {step}.", seat = player(color), step)
            }
            Fact::Dropped { color, square } => {
                say!("{seat}'s bonus: drops a pawn on {square}.", seat = player(color), square)
            }
            Fact::Declined(color) => say!("{seat}'s bonus: declined.", seat = player(color)),
            Fact::Uncloaked { color, ref shown } if shown.is_empty() => {
                say!("{seat} uncloaks nothing.", seat = player(color))
            }
            Fact::Uncloaked { color, ref shown } => {
                let shown = named(shown.iter().copied());
                say!("{seat} uncloaks: {shown}.", seat = player(color), shown)
            }
            Fact::Check(color) => say!("{seat} is in check.", seat = player(color)),
            Fact::Was { color, army } => {
                say!("{seat}'s army was {army}.", seat = player(color), army = army.told())
            }
        }
    }
}

/// Whoever plays a color.
fn player(color: Color) -> Filling {
    ABOUT.seat(seat_of(color))
}

/// `1 is a rook, 7 is a knight`; people hear of `checker 1`.
fn named(checkers: impl Iterator<Item = (Number, Role)>) -> Filling {
    let one = |(number, role): (Number, Role)| {
        say!("{number} is a {role}", number = Filling::coded(number, checker(number)), role)
    };
    Filling::row_of(checkers.map(one))
}

/// Everything that is true.
#[derive(Clone)]
pub struct State {
    public: Public,
    armies: ByColor<Option<Army>>,
}

/// Everything that everybody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Public {
    rules: Rules,
    position: Position,
    /// Which players have placed their armies; play begins when both have.
    placed: ByColor<bool>,
    /// The armies that agree with everything seen so far.
    candidates: ByColor<Candidates>,
    /// Pieces that were taken, pawns excepted, the first first.
    taken: Vec<Piece>,
    /// How many pieces each color started with.
    forces: ByColor<usize>,
    /// Counts half-turns without a pawn move, drop or capture.
    clock: DrawClock<Position>,
    /// The number of the turn, which both colors share.
    number: u32,
    /// Whether this half-turn has seen one.
    progress: bool,
    last: Option<Action>,
    /// The squares of the move made last.
    trail: Option<(Square, Square)>,
}

/// Everything one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
    /// The armies that this viewer knows.
    armies: ByColor<Option<Army>>,
    /// Whether the game has ended and the armies are shown.
    over: bool,
}

/// What a viewer has to do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// To place an army.
    Place,
    /// To act with this army.
    Act(Army),
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
        match *self.armies.get(color) {
            None => Task::Place,
            Some(army) if self.public.has_begun() && self.public.position.turn == color => Task::Act(army),
            Some(_) => Task::Wait,
        }
    }

    /// Why the viewer, who knows the own army, cannot castle to a side.
    fn no_castling(&self, side: CastlingSide) -> Option<Sentence> {
        let Position { turn, unmoved, phase, .. } = &self.public.position;
        let mut board = self.public.position.with_armies(&self.armies);
        let rooks = board.by_piece(turn.rook()) & *unmoved;
        let rights = if (board.by_piece(turn.king()) & *unmoved).any() { rooks } else { Bitboard::EMPTY };
        // Whatever enemy checkers are, they stand in the way.
        for square in self.public.position.cloaked(!*turn) {
            board.set_piece_at(square, (!*turn).pawn());
        }
        let attacked = (*phase == Phase::Move).then_some(steps::ATTACKED_ON_THE_WAY);
        steps::no_castling(&Field { board, rights, ep: None }, *turn, side).or(attacked)
    }
}

/// What everybody calls the thing on a square of the color whose turn it is.
fn mover_name(position: &Position, square: Square) -> Filling {
    match (position.number_at(position.turn, square), position.open.role_at(square)) {
        (Some(number), _) => checker(number),
        (None, Some(role)) => role.into(),
        (None, None) => say!("piece").into(),
    }
}

fn checker(number: Number) -> Filling {
    say!("checker {number}", number).into()
}

/// A step in words: `checker 4 e1 takes checker 5 on e8, a king`.
fn travel(position: &Position, mover: Filling, step: Step, taken: Option<Piece>) -> Sentence {
    let Step { from, to, promotion } = step;
    let passed = skipping_pawn(to).map(|(square, _)| square);
    let in_passing =
        !position.occupied().contains(to) && position.open.pawns().contains(from) && from.file() != to.file();
    let square = passed.filter(|_| in_passing).unwrap_or(to);
    let cloaked = position.number_at(!position.turn, square);
    let prey = cloaked.map(checker).or_else(|| position.open.role_at(square).map(Filling::from));
    let found = taken.filter(|_| cloaked.is_some()).map(|piece| piece.role);
    // What moves openly is told as a move, so that it can be drawn as one.
    let open = position.open.piece_at(from).filter(|piece| mover == Filling::Role(piece.role));
    let Some(prey) = prey else {
        if let Some(piece) = open {
            return say!("{step}", step = Filling::Move { piece, step, takes: false });
        }
        return match promotion {
            None => say!("{mover} {from} to {to}", mover, from, to),
            Some(role) => say!("{mover} {from} to {to} and becomes a {role}", mover, from, to, role),
        };
    };
    let told = open.filter(|_| cloaked.is_none() && !in_passing);
    let words = match (found, promotion) {
        _ if in_passing => {
            say!("{mover} {from} takes the {prey} on {square} in passing", mover, from, prey, square)
        }
        (None, None) => say!("{mover} {from} takes {prey} on {to}", mover, from, prey, to),
        (None, Some(role)) => {
            say!("{mover} {from} takes {prey} on {to} and becomes a {role}", mover, from, prey, to, role)
        }
        (Some(found), None) => {
            say!("{mover} {from} takes {prey} on {to}, a {found}", mover, from, prey, to, found)
        }
        (Some(found), Some(role)) => say!(
            "{mover} {from} takes {prey} on {to}, a {found}, and becomes a {role}",
            mover,
            from,
            prey,
            to,
            found,
            role
        ),
    };
    match told {
        Some(piece) => {
            say!("{step}", step = Filling::coded(words, Filling::Move { piece, step, takes: true }))
        }
        None => words,
    }
}

/// A castling in words, with what everybody saw moving: `castle on the king side (checker 5 on e1
/// and checker 8 on h1)`.
fn castled(position: &Position, side: CastlingSide, castling: Option<Castling>) -> Sentence {
    let Some(Castling { king: from, rook: corner, .. }) = castling else {
        return match side {
            CastlingSide::KingSide => say!("castle on the king side"),
            CastlingSide::QueenSide => say!("castle on the queen side"),
        };
    };
    let [king, rook] = [from, corner].map(|square| mover_name(position, square));
    match side {
        CastlingSide::KingSide => say!(
            "castle on the king side ({king} on {from} and {rook} on {corner})",
            king,
            from,
            rook,
            corner
        ),
        CastlingSide::QueenSide => say!(
            "castle on the queen side ({king} on {from} and {rook} on {corner})",
            king,
            from,
            rook,
            corner
        ),
    }
}

/// Why the game ends.
mod ends {
    use kit_play::Reason;

    use crate::draw_clock::DrawRules;
    use crate::stuck::StuckRules;

    pub const KING_CAPTURED: Reason = Reason::new("capture of the king", "cloak.king-capture");
    pub const STUCK: StuckRules = StuckRules::new("cloak.checkmate", "cloak.stalemate");
    pub const MATERIAL: Reason = Reason::new("insufficient material", "cloak.dead");

    pub static DRAWS: DrawRules = DrawRules::fifty_turns("cloak.repetition", "cloak.fifty-turns");
}

impl Public {
    // [cloak.lock] Play starts when both armies are in place.
    fn has_begun(&self) -> bool {
        self.placed.white && self.placed.black
    }

    /// Draws what everybody can conclude from an action; says whether that was anything.
    fn learn(&mut self, before: &Position, action: Action, happened: &Happened) -> bool {
        let color = before.turn;
        let own = self.candidates.get_mut(color);
        let mut learned = match action {
            Action::Army(_) | Action::NoGuess | Action::Bonus(_) => false,
            Action::Guess(number, role) => {
                let right = happened.right == Some(true);
                let fits = |army: &Army| (army.role(number) == Some(role)) == right;
                return self.candidates.get_mut(!color).narrow(fits);
            }
            Action::Move(step) => match before.number_at(color, step.from) {
                Some(number) => {
                    let could = before.types_for(step);
                    own.narrow(|army| army.role(number).is_some_and(&could))
                }
                None => false,
            },
            // [cloak.castle-known]
            Action::Castle(side) => own.narrow(|army| before.castling(army, side) == happened.castling),
            Action::Uncloak(numbers) => {
                let told = |number| self.position.told(color, number);
                own.narrow(|army| numbers.iter().all(|number| army.role(number) == told(number)))
            }
        };
        // [cloak.capture]
        if let Some((number, role)) = happened.taken.and_then(|taken| Some((taken.number?, taken.piece.role)))
        {
            let fits = |army: &Army| army.role(number) == Some(role);
            learned |= self.candidates.get_mut(!color).narrow(fits);
        }
        learned
    }

    /// Draws what everybody can conclude from the game's going on: somebody can move.
    fn learn_that_it_goes_on(&mut self) -> bool {
        let fits = self.position.could_move();
        fits.is_some_and(|fits| self.candidates.get_mut(self.position.turn).narrow(fits))
    }

    fn note_progress(&mut self) {
        self.progress = true;
        self.clock.progress();
    }
}

impl State {
    fn new(rules: Rules, position: Position, armies: ByColor<Option<Army>>) -> State {
        let count = |color| (position.open.by_color(color) | position.cloaked(color)).count();
        let forces = ByColor::new_with(|color| count(color) + usize::from(*position.pools.get(color)));
        let public = Public {
            rules,
            placed: ByColor::new_with(|color| armies.get(color).is_some()),
            candidates: ByColor::new_with(|color| {
                armies.get(color).map_or_else(Candidates::all, Candidates::dealt_like)
            }),
            position,
            taken: Vec::new(),
            forces,
            clock: DrawClock::new(&ends::DRAWS),
            number: 1,
            progress: false,
            last: None,
            trail: None,
        };
        State { public, armies }
    }

    /// Both armies, once they are in place.
    fn fighting(&self) -> ByColor<Army> {
        self.armies.map(|army| army.expect("play begins when both armies are in place"))
    }

    fn place(&mut self, color: Color, army: Army, events: &mut Events<CloakAndDagger>) {
        *self.armies.get_mut(color) = Some(army);
        *self.public.placed.get_mut(color) = true;
        events.extend(placed(color, army));
        self.begin_when_placed(events);
    }

    fn begin_when_placed(&mut self, events: &mut Events<CloakAndDagger>) {
        if self.public.has_begun() {
            events.push(Event::to_all(Fact::Begin(self.public.position.turn)));
            match self.public.position.phase {
                Phase::Guess | Phase::Move => self.begin_turn(events),
                Phase::Owed | Phase::Earned | Phase::Uncloak => {}
            }
        }
    }

    fn act(&mut self, action: Action, events: &mut Events<CloakAndDagger>) {
        let armies = self.fighting();
        let public = &mut self.public;
        let before = public.position.clone();
        let happened = public.position.carry_out(action, public.rules, &armies);
        let mut event = Event::to_all(told(&before, action, &happened, armies.get(before.turn)));
        // What tells something that was hidden cannot be taken back, nor can a guess or an uncloaking.
        if public.learn(&before, action, &happened) || is_final(action) {
            event = event.binding();
        }
        events.push(event);
        public.last = Some(action);
        public.trail = trail(before.turn, action, &happened).or(public.trail);
        if is_progress(&before, action, &happened) {
            public.note_progress();
        }
        let taken = happened.taken.map(|taken| taken.piece);
        public.taken.extend(taken.filter(|piece| piece.role != Role::Pawn));
        if taken.is_some_and(|piece| piece.role == Role::King) {
            // [cloak.king-capture]
            return events.end(Outcome::win(team_of(before.turn), ends::KING_CAPTURED));
        }
        if public.position.turn != before.turn {
            public.number += u32::from(before.turn.is_black());
            if !std::mem::take(&mut public.progress) {
                public.clock.turn(false);
            }
        }
        if happened.begins {
            self.begin_turn(events);
        } else if happened.right.is_some() {
            self.judge(events);
        }
    }

    /// A turn begins, when no bonus is owed any more.
    // [cloak.owed-judgment]
    fn begin_turn(&mut self, events: &mut Events<CloakAndDagger>) {
        self.public.progress = false;
        let turn = self.public.position.turn;
        if self.public.position.in_check(turn) {
            events.push(Event::to_all(Fact::Check(turn)));
        }
        self.public.clock.note(self.public.position.to_compare());
        self.judge(events);
        if !events.is_over() {
            events.outcome = self.public.clock.draw().or_else(|| self.public.position.dead());
        }
    }

    /// Ends the game if the color whose turn it is has no move; else everybody learns that it has.
    fn judge(&mut self, events: &mut Events<CloakAndDagger>) {
        let army = *self.fighting().get(self.public.position.turn);
        match self.public.position.verdict(&army) {
            Some(outcome) => events.end(outcome),
            None => {
                let learned = self.public.learn_that_it_goes_on();
                if let Some(event) = events.events.last_mut().filter(|_| learned) {
                    event.binds = true;
                }
            }
        }
    }
}

/// What is heard when an army is placed.
// [cloak.secret] The army itself is for its owner alone. [cloak.lock] It is final.
fn placed(color: Color, army: Army) -> [Event<Fact>; 2] {
    let own = Event::to(seat_of(color), Fact::YourArmy(army));
    [own, Event::to_all(Fact::Placed(color)).binding()]
}

// [cloak.uncloak] For good. [cloak.guess] One for each turn.
fn is_final(action: Action) -> bool {
    match action {
        Action::Guess(..) => true,
        Action::Uncloak(numbers) => !numbers.is_empty(),
        Action::Army(_) | Action::NoGuess | Action::Move(_) | Action::Castle(_) | Action::Bonus(_) => false,
    }
}

/// What everybody hears of an action.
fn told(before: &Position, action: Action, happened: &Happened, army: &Army) -> Fact {
    let color = before.turn;
    let taken = happened.taken.map(|taken| taken.piece);
    match action {
        Action::Army(_) => Fact::Placed(color),
        Action::Guess(number, role) => {
            Fact::Guessed { color, number, role, right: happened.right == Some(true) }
        }
        Action::NoGuess => Fact::NoGuess(color),
        Action::Move(step) => {
            let mover = mover_name(before, step.from);
            Fact::Moved { color, step: travel(before, mover, step, taken).into() }
        }
        Action::Castle(side) => Fact::Moved { color, step: castled(before, side, happened.castling).into() },
        Action::Bonus(Bonus::Step(step)) => {
            Fact::BonusMove { color, step: travel(before, Role::Pawn.into(), step, taken).into() }
        }
        Action::Bonus(Bonus::Drop(square)) => Fact::Dropped { color, square },
        Action::Bonus(Bonus::Decline) => Fact::Declined(color),
        Action::Uncloak(numbers) => {
            let named = |number: Number| Some((number, army.role(number)?));
            Fact::Uncloaked { color, shown: numbers.iter().filter_map(named).collect() }
        }
    }
}

/// The squares to mark after an action.
fn trail(color: Color, action: Action, happened: &Happened) -> Option<(Square, Square)> {
    match action {
        Action::Move(step) | Action::Bonus(Bonus::Step(step)) => Some((step.from, step.to)),
        Action::Castle(_) => happened.castling.map(|castling| (castling.king, castling.side.king_to(color))),
        Action::Bonus(Bonus::Drop(square)) => Some((square, square)),
        Action::Army(_)
        | Action::Guess(..)
        | Action::NoGuess
        | Action::Bonus(Bonus::Decline)
        | Action::Uncloak(_) => None,
    }
}

// [cloak.fifty-turns] A pawn move, a drop or a capture; a guess is none.
fn is_progress(before: &Position, action: Action, happened: &Happened) -> bool {
    match action {
        Action::Bonus(Bonus::Step(_) | Bonus::Drop(_)) => true,
        Action::Move(step) => happened.taken.is_some() || before.open.pawns().contains(step.from),
        Action::Army(_)
        | Action::Guess(..)
        | Action::NoGuess
        | Action::Castle(_)
        | Action::Bonus(Bonus::Decline)
        | Action::Uncloak(_) => false,
    }
}

impl State {
    fn audit(&self, over: bool) {
        let Public { position, placed, candidates, taken, forces, .. } = &self.public;
        for color in Color::ALL {
            let army = self.armies.get(color);
            assert_eq!(*placed.get(color), army.is_some(), "an army is placed when it is chosen");
            let Some(army) = army else { continue };
            assert!(candidates.get(color).contain(army), "the truth is never ruled out");
            for number in Number::all() {
                let told = position.told(color, number);
                assert!(told.is_none_or(|role| army.role(number) == Some(role)), "what was told is true");
            }
            let lost = taken.iter().filter(|piece| piece.color == color).count();
            let (open, cloaked) = (position.open.by_color(color), position.cloaked(color));
            let left = open.count() + position.numbers(color).iter().count();
            let pool = usize::from(*position.pools.get(color));
            assert_eq!(left + lost + pool, *forces.get(color), "every piece is somewhere");
            assert!((cloaked & position.open.occupied()).is_empty(), "a square holds one thing");
            assert_eq!(cloaked.count(), position.numbers(color).iter().count(), "a square holds one checker");
        }
        assert!(
            (position.cloaked(Color::White) & position.cloaked(Color::Black)).is_empty(),
            "no two checkers share a square"
        );
        assert!((position.open.pawns() & Bitboard::BACKRANKS).is_empty(), "no pawn stands on a back rank");
        assert!(
            position.unmoved.is_subset(position.occupied() & Bitboard::BACKRANKS),
            "only what is home is unmoved"
        );
        let skipper = |target| {
            skipping_pawn(target).and_then(|(square, pawn)| Some(position.open.piece_at(square)? == pawn))
        };
        assert!(
            position.skipped.into_iter().all(|target| skipper(target) == Some(true)),
            "a skipped square has its pawn"
        );
        if !over && self.public.has_begun() {
            self.audit_going_on();
        }
    }

    fn audit_going_on(&self) {
        let position = &self.public.position;
        let armies = self.fighting();
        let board = position.with_armies(&self.armies);
        for color in Color::ALL {
            assert_eq!(board.by_piece(color.king()).count(), 1, "a game goes on with two kings");
        }
        assert!(self.public.clock.quiet() < ends::DRAWS.most_quiet, "a game goes on while there is progress");
        assert!(position.has_decision(), "a game waits only where there is something to decide");
        match position.phase {
            Phase::Guess | Phase::Move => {
                let verdict = position.verdict(armies.get(position.turn));
                assert_eq!(verdict, None, "a game goes on with a move");
            }
            Phase::Earned | Phase::Uncloak => {
                assert!(!position.in_check(position.turn), "nobody leaves an uncloaked king in check");
            }
            Phase::Owed => {}
        }
    }
}
