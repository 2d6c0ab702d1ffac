//! Telepathic Chess: two partners a side, and one guesses what the other will move.
//!
//! Before each move the predictor lays a card face down for the kind of piece that the
//! partner is going to move [telepathic.predict]; only the predictor knows it
//! [telepathic.secret].
//! Another card of the team lies face up from its last turn [telepathic.pick-up].
//! If the secret card was right, the trophy is pulled one step toward the team; if only the
//! open card was right, it stays; if neither was, it is pushed away
//! [telepathic.pull] [telepathic.neutral] [telepathic.push].
//! Who loses the tug at the end of the track removes a piece of their own
//! [telepathic.lost-tug], which may open a line to a king: kings can be taken
//! [telepathic.take-king] [telepathic.king-capture].
//! Partners swap their jobs every turn [telepathic.swap].

mod arranged;
mod belief;
mod cards;
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

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, ByColor, Color, Piece, Role, Square};
use kit_play::about::{CardNeed, Needs, Shelf};
use kit_play::paper::{Cell, Foot, PaperLayout, PaperSheet, Turns};
use kit_play::sentence::Filling;
use kit_play::tabletop::{Gesture, Spot, Tabletop};
use kit_play::{
    About, BadNotation, BadTerms, BadText, Beliefs, Chance, Choice, Edition, Event, Events, Export, Extras,
    Game, Lookahead, Outcome, Reason, Remarks, SearchLine, Seat, Sentence, Team, Tell, Terms, Told, Values,
    Viewer, say,
};

use crate::draw_clock::{DrawClock, Occurrence};
use crate::notation;
use crate::steps;
use cards::Card;
use position::{ARMY, MOST_LOST, Position, Stage, Trophy, Tug, color_of, team_of};
use transcript::{Removal, TurnRecord};

/// Telepathic Chess.
#[derive(Clone, Copy)]
pub struct Telepathic;

static ABOUT: About = About {
    id: "telepathic-chess",
    name: "Telepathic Chess",
    blurb: "Partners take turns to move and to guess in secret what kind of piece the other will move.",
    seats: &["W1", "W2", "B1", "B2"],
    written: &["W1", "W2", "B1", "B2"],
    roles: &["White's first player", "White's partner", "Black's first player", "Black's partner"],
    fewest_seats: 4,
    colors: &[Color::White, Color::White, Color::Black, Color::Black],
    editions: &[Edition { id: "2025", note: "the only printed edition" }],
    choices: &[
        Choice {
            name: "seating",
            meaning: "how people find their seats, before they sit down; the referee does nothing with it",
            values: Values::Words(&[
                ("pawns", "hidden pawns make the teams, and each team chooses its first predictor"),
                (
                    "queens-kings",
                    "two queen and two king cards are dealt: queens predict first, kings move first",
                ),
                ("agreed", "people sit as they like"),
            ]),
            default: "pawns",
            defaults: &[],
        },
        Choice {
            name: "talk",
            meaning: "when partners may talk; everybody hears it",
            values: Values::Words(&[
                ("after-move", "after their own move, until the opponents move"),
                ("none", "never during the game"),
            ]),
            default: "after-move",
            defaults: &[],
        },
    ],
    revision: 2,
    needs: Needs {
        cards: &[CardNeed {
            editions: "2025",
            cards: "one each of P N B R Q K and a checker of both colours",
            count: "14",
        }],
        things: &["a coin or checker as a trophy"],
        shelf: &[Shelf::Cards],
        minutes: 60,
        reminders: &[],
    },
    sheet: Some(PaperSheet {
        name: "telepathic",
        lead: "Lay the trophy on the track, and write down which cards lay there and what was moved.",
        layout: PaperLayout::Track {
            places: &["White's side", "middle", "Black's side"],
            turns: Turns {
                columns: &[
                    ("White's cards", 1.7, Cell::Blank),
                    ("White moved", 1.7, Cell::Blank),
                    ("trophy", 1.3, Cell::Places(3)),
                    ("Black's cards", 1.7, Cell::Blank),
                    ("Black moved", 1.7, Cell::Blank),
                    ("trophy", 1.3, Cell::Places(3)),
                ],
                rows: 20,
            },
            foot: Foot {
                rules: &[
                    "telepathic.pull",
                    "telepathic.neutral",
                    "telepathic.push",
                    "telepathic.lost-tug",
                    "telepathic.back-to-middle",
                    "telepathic.pick-up",
                    "telepathic.swap",
                ],
                height: 30.0,
            },
        },
    }),
    formats: &["turns"],
    aid: &[
        ("telepathic.pawn-up", 1),
        ("telepathic.predict", 1),
        ("telepathic.legal-move", 1),
        ("telepathic.pull", 1),
        ("telepathic.neutral", 1),
        ("telepathic.push", 1),
        ("telepathic.lost-tug", 1),
        ("telepathic.pick-up", 1),
        ("telepathic.swap", 1),
        ("telepathic.king-capture", 1),
    ],
    picture: "The trophy is on White's side",
    conduct: "telepathic.conduct",
    rules: book!(include_str!("../../../rules/telepathic-chess.md")),
    guide: book!(include_str!("../../../scenarios/telepathic-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/telepathic-chess.md"))),
    ..About::USUAL
};

impl Game for Telepathic {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<Telepathic> = Extras {
        channels: tabletop::channels,
        castling: Some(|view, side| {
            let Position { field, turn, stage, .. } = &view.public.position;
            let attacked = (*stage == Stage::Move).then_some(steps::ATTACKED_ON_THE_WAY);
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
        Ok(match terms.arrangement() {
            Some(arrangement) => arranged::state(rules, arrangement)?,
            None => State::begin(Public::new(rules, Position::initial())),
        })
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        // [telepathic.secret] Only the predictor knows the card. [telepathic.unread] After the
        // end everybody does.
        let (_, predictor) = state.public.position.roles(state.public.position.turn);
        let knows = viewer == Viewer::Seat(predictor) || over;
        View { viewer, public: state.public.clone(), laid: state.laid.filter(|_| knows), over }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        // [telepathic.secret]
        state.laid.is_some()
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        match *action {
            Action::Lay(card) => state.lay(seat, card),
            Action::Move(step) => state.make_move(seat, step),
            Action::Remove(square) => state.remove(seat, square),
        }
    }

    /// [telepathic.unread] A card that still lies face down is shown.
    fn closing(&self, state: &State) -> Vec<Event<Fact>> {
        let (_, predictor) = state.public.position.roles(state.public.position.turn);
        let unread = state.laid.map(|card| Event::to_all(Fact::Unread { predictor, card }).binding());
        unread.into_iter().collect()
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let mut offers = Vec::new();
        if view.decides() {
            actions(&view.public.position, &mut offers);
        }
        offers
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        let position = &view.public.position;
        if !view.decides() {
            return Vec::new();
        }
        match position.stage {
            Stage::Predict => return Vec::new(),
            Stage::Remove { loser, .. } => {
                let king = position.field.board.king_of(loser);
                return king.map(|king| (Action::Remove(king), KING_STAYS)).into_iter().collect();
            }
            Stage::Move => {}
        }
        // A move that takes a king is legal whatever becomes of the own one.
        let kings = position.field.board.kings();
        let barred = steps::exposing(&position.field, position.turn, "telepathic.legal-move").into_iter();
        barred
            .filter(|(step, _)| !kings.contains(step.to))
            .map(|(step, why)| (Action::Move(step), why))
            .collect()
    }

    fn gesture(&self, view: &View, action: &Action) -> Gesture {
        let position = &view.public.position;
        match *action {
            Action::Lay(card) => {
                let place = position.hand(position.turn).position(|held| held == card);
                place.map(|place| Spot::Card(tabletop::HAND, place)).into_iter().collect()
            }
            Action::Move(step) => steps::gesture(step),
            Action::Remove(square) => vec![Spot::Square(square)],
        }
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::laid_for(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let position = &view.public.position;
        let laid = match (position.stage, view.laid) {
            (Stage::Move, None) => {
                let hand: Vec<Card> = position.hand(position.turn).collect();
                Some(*chance.pick(&hand))
            }
            (Stage::Predict | Stage::Move | Stage::Remove { .. }, laid) => laid,
        };
        State { public: view.public.clone(), laid }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        let position = &view.public.position;
        let board = &position.field.board;
        match *action {
            Action::Lay(card) => match (card, position.bet(card)) {
                (Card::Checker, Some(role)) => say!("lay the checker card, a second {role}", role),
                (Card::Checker, None) => say!("lay the checker card, which copies nothing"),
                (Card::Kind(role), _) => say!("lay the {role} card", role),
            },
            Action::Move(step) => steps::label(board, step),
            Action::Remove(square) => {
                let piece = board.role_at(square).map_or_else(|| say!("piece").into(), Filling::from);
                say!("remove the {piece} on {square}", piece, square)
            }
        }
    }

    fn turn(&self, view: &View) -> u32 {
        view.public.number
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        match *action {
            Action::Lay(card) => vec![card.word().to_owned()],
            Action::Move(step) => {
                let position = &view.public.position;
                notation::spellings(&position.field.board, step, position.moves())
            }
            Action::Remove(_) => Vec::new(),
        }
    }

    fn team(&self, seat: Seat) -> Team {
        team_of(color_of(seat))
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        search::appraise(&view.public.position, color_of(seat))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let clock = &state.public.clock;
        let earlier = clock.known_by(|seen| seen.placement(|(turn, ..)| turn.is_white().into()));
        let quiet = clock.ahead();
        Box::new(SearchLine::new(search::SearchNode::new(state)).after(earlier).quiet_for(quiet))
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

/// Why a king cannot be removed.
const KING_STAYS: Reason = Reason::new("any piece may go but the king", "telepathic.remove-any");

/// What was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    /// Whether partners may talk after their own move [telepathic.talk-option].
    talk: bool,
}

impl Rules {
    fn agreed(terms: &Terms) -> Rules {
        Rules { talk: terms.choice("talk") == "after-move" }
    }
}

/// The smallest decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Lays a card face down: `N:`.
    Lay(Card),
    /// Moves a piece: `e2e4`, `e7e8q`, `e1g1`.
    Move(Step),
    /// Takes a piece of one's own off the board: `!a7`.
    Remove(Square),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Lay(card) => write!(f, "{card}:"),
            Action::Move(step) => write!(f, "{step}"),
            Action::Remove(square) => write!(f, "!{square}"),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    /// Reads also `N` without its colon.
    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let card = Card::read(text.strip_suffix(':').unwrap_or(text)).map(Action::Lay);
        let removal = || text.strip_prefix('!')?.parse().ok().map(Action::Remove);
        let action = card.or_else(removal).or_else(|| text.parse().ok().map(Action::Move));
        let expected = "a card (N:), a move (e2e4, e7e8q) or a piece to remove (!a7)";
        action.ok_or_else(|| BadNotation::new(text, expected))
    }
}

/// Everything that the seat which decides may do.
fn actions(position: &Position, actions: &mut Vec<Action>) {
    match position.stage {
        Stage::Predict => actions.extend(position.hand(position.turn).map(Action::Lay)),
        Stage::Move => position.each_move(|step| actions.push(Action::Move(step))),
        Stage::Remove { loser, .. } => {
            actions.extend(position.removable(loser).into_iter().map(Action::Remove));
        }
    }
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A turn begins.
    Turn { mover: Seat, predictor: Seat },
    /// What the listener laid.
    YouLaid(Card),
    /// Somebody laid a card.
    Laid(Seat),
    /// Somebody moved.
    Moved { seat: Seat, step: Filling },
    /// A card is turned up.
    TurnedUp { predictor: Seat, card: Card },
    /// What came of it; the trophy lies there now.
    Tugged { tug: Tug, trophy: Trophy },
    /// What came of it at the end of the track.
    TugLost { tug: Tug, loser: Color },
    /// Somebody has to remove a piece.
    MustRemove { loser: Color, chooser: Seat },
    /// There was nothing to remove.
    LoneKing(Color),
    /// A piece was removed.
    Removed { seat: Seat, role: Role, square: Square },
    /// A team has lost eight pieces.
    EightLost(Color),
    /// A card stays face up.
    StaysUp { color: Color, card: Card },
    /// A king is in check.
    Check(Color),
    /// A card that nobody will turn up any more.
    Unread { predictor: Seat, card: Card },
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        let seat = |seat: &Seat| ABOUT.seat(*seat);
        let team = |color: &Color| ABOUT.team(team_of(*color));
        match self {
            Fact::Turn { mover, predictor } => {
                say!(
                    "{predictor} predicts what {mover} will move.",
                    predictor = seat(predictor),
                    mover = seat(mover)
                )
            }
            Fact::YouLaid(card) => say!("You lay {card|kind:a} face down.", card = Filling::card(card)),
            Fact::Laid(who) => say!("{seat} has laid a card.", seat = seat(who)),
            Fact::Moved { seat: who, step } => say!("{seat}: {step}.", seat = seat(who), step),
            Fact::TurnedUp { predictor, card } => {
                say!("{seat} turns up {card|kind:a}.", seat = seat(predictor), card = Filling::card(card))
            }
            Fact::Tugged { tug, trophy } => tugged(*tug, *trophy),
            Fact::TugLost { tug: Tug::Pull, loser } => say!("Hit: {team} loses the tug.", team = team(loser)),
            Fact::TugLost { tug: Tug::Nothing | Tug::Push, loser } => {
                say!("Miss: {team} loses the tug.", team = team(loser))
            }
            Fact::MustRemove { loser, chooser } => {
                say!("{seat} must remove a piece of {team}'s.", seat = seat(chooser), team = team(loser))
            }
            Fact::LoneKing(color) => {
                say!("{team} has only the king, so the trophy goes back to the middle.", team = team(color))
            }
            Fact::Removed { seat: who, role, square } => {
                say!(
                    "{seat} removes the {role} on {square}, and the trophy goes back to the middle.",
                    seat = seat(who),
                    role = *role,
                    square = *square
                )
            }
            Fact::EightLost(color) => {
                say!("{team} has lost eight pieces and leaves no card face up.", team = team(color))
            }
            Fact::StaysUp { color, card } => {
                say!("{team} leaves {card|kind:a} face up.", team = team(color), card = Filling::card(card))
            }
            Fact::Check(color) => say!("{team} is in check.", team = team(color)),
            Fact::Unread { predictor, card } => {
                say!("{seat} had laid {card|kind:a}.", seat = seat(predictor), card = Filling::card(card))
            }
        }
    }
}

/// Where a tug has brought the trophy.
fn tugged(tug: Tug, trophy: Trophy) -> Sentence {
    let team = |color: Color| ABOUT.team(team_of(color));
    match (tug, trophy) {
        (Tug::Nothing, _) => say!("Only the open card fits: the trophy stays."),
        (Tug::Pull, Trophy::Middle) => say!("Hit: the trophy goes to the middle."),
        (Tug::Pull, Trophy::Side(color)) => {
            say!("Hit: the trophy goes to {team}'s side.", team = team(color))
        }
        (Tug::Push, Trophy::Middle) => say!("Miss: the trophy goes to the middle."),
        (Tug::Push, Trophy::Side(color)) => {
            say!("Miss: the trophy goes to {team}'s side.", team = team(color))
        }
    }
}

/// Everything that is true.
#[derive(Clone)]
pub struct State {
    public: Public,
    /// The card that lies face down.
    laid: Option<Card>,
}

/// Everything that everybody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Public {
    rules: Rules,
    position: Position,
    /// What each color has lost, the first first.
    lost: ByColor<Vec<Role>>,
    /// Counts turns without a pawn move, a capture or a removal.
    clock: DrawClock<Occurrence<AtStake>>,
    /// The number of the turn, which both teams share.
    number: u32,
    turns: Vec<TurnRecord>,
    /// Whether the start was arranged, so that the turns are not the whole game.
    arranged: bool,
}

/// [telepathic.repetition] What makes two beginnings of turns the same, beside the board: whose turn
/// it is, the trophy and the open cards.
type AtStake = (Color, Trophy, ByColor<Option<Card>>);

/// Everything one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
    /// The card that lies face down, for the predictor, and after the end for all.
    laid: Option<Card>,
    /// Whether the game has ended, so that everything is shown and all may talk.
    over: bool,
}

impl View {
    fn decides(&self) -> bool {
        self.viewer == Viewer::Seat(self.public.position.deciding())
    }
}

/// Why the game ends.
mod ends {
    use kit_play::Reason;

    use crate::draw_clock::DrawRules;
    use crate::stuck::StuckRules;

    pub const KING_CAPTURED: Reason = Reason::new("capture of the king", "telepathic.king-capture");
    pub const STUCK: StuckRules = StuckRules::new("telepathic.checkmate", "telepathic.stalemate");
    pub const MATERIAL: Reason = Reason::new("insufficient material", "telepathic.bare-kings");

    pub static DRAWS: DrawRules =
        DrawRules::hundred_turns("telepathic.repetition", "telepathic.hundred-turns");
}

impl Public {
    fn new(rules: Rules, position: Position) -> Public {
        Public {
            rules,
            position,
            lost: ByColor::default(),
            clock: DrawClock::new(&ends::DRAWS),
            number: 1,
            turns: Vec::new(),
            arranged: false,
        }
    }

    /// Notes the beginning of a turn.
    fn note(&mut self) {
        let Position { field, turn, trophy, up, .. } = &self.position;
        self.clock.note(Occurrence::new(field, self.position.usable_ep(), (*turn, *trophy, *up)));
    }

    /// How the game ends, if it does; the first reason counts.
    fn verdict(&self) -> Option<Outcome> {
        let counted = || self.clock.draw().filter(|_| self.position.stage == Stage::Predict);
        self.position.verdict().or_else(counted).or_else(|| self.position.dead())
    }

    fn lose(&mut self, piece: Piece) {
        self.lost.get_mut(piece.color).push(piece.role);
    }
}

impl State {
    /// A game that starts here.
    fn begin(public: Public) -> (State, Events<Telepathic>) {
        let mut state = State { public, laid: None };
        let mut events = Told::new();
        match state.public.position.stage {
            Stage::Predict | Stage::Move => state.begin_turn(&mut events),
            Stage::Remove { loser, .. } => {
                let chooser = state.public.position.deciding();
                events.push(Event::to_all(Fact::MustRemove { loser, chooser }));
            }
        }
        (state, events)
    }

    fn lay(&mut self, seat: Seat, card: Card) -> Events<Telepathic> {
        self.laid = Some(card);
        self.public.position.lay();
        // [telepathic.predict] A card that was laid stays.
        let laid = [Event::to(seat, Fact::YouLaid(card)), Event::to_all(Fact::Laid(seat)).binding()];
        laid.into_iter().collect()
    }

    fn make_move(&mut self, seat: Seat, step: Step) -> Events<Telepathic> {
        let public = &mut self.public;
        let card = self.laid.take().expect("a card is laid before a move");
        let (before, color) = (public.position.up, public.position.turn);
        let (_, predictor) = public.position.roles(color);
        let told = steps::moved(&public.position.field.board, step);
        let mut events = Told::to_all([Fact::Moved { seat, step: told }]);
        let moved = public.position.make_move(step, card);
        let record = TurnRecord { card, played: moved.played, step, tug: moved.tug, removal: Removal::None };
        public.turns.push(record);
        if let Some((_, piece)) = moved.played.captured {
            public.lose(piece);
        }
        let Some(tug) = moved.tug else {
            // [telepathic.unread] Nobody needs the card any more.
            self.laid = Some(card);
            return events.ending(self.public.verdict());
        };
        // [telepathic.reveal]
        events.push(Event::to_all(Fact::TurnedUp { predictor, card }).binding());
        self.public.clock.turn(moved.played.is_progress());
        let trophy = self.public.position.trophy;
        let tugged = match moved.loser {
            Some(loser) => Fact::TugLost { tug, loser },
            None => Fact::Tugged { tug, trophy },
        };
        events.push(Event::to_all(tugged));
        self.settle(moved.loser, before, color, &mut events);
        events
    }

    /// After the tug: somebody has to remove a piece, or the turn is over.
    fn settle(
        &mut self,
        loser: Option<Color>,
        before: ByColor<Option<Card>>,
        color: Color,
        events: &mut Events<Telepathic>,
    ) {
        let position = &self.public.position;
        match (position.stage, loser) {
            (Stage::Remove { loser, .. }, _) => {
                let chooser = position.deciding();
                events.push(Event::to_all(Fact::MustRemove { loser, chooser }));
                self.say_eight_lost(before, events);
                return;
            }
            (Stage::Predict | Stage::Move, Some(loser)) => {
                // [telepathic.lone-king]
                events.push(Event::to_all(Fact::LoneKing(loser)));
                self.record_removal(Removal::Nothing);
            }
            (Stage::Predict | Stage::Move, None) => {}
        }
        self.end_turn(before, color, events);
    }

    fn remove(&mut self, seat: Seat, square: Square) -> Events<Telepathic> {
        let public = &mut self.public;
        let (before, color) = (public.position.up, public.position.turn);
        let piece = public.position.remove(square).expect("a piece stands where it is removed");
        public.lose(piece);
        self.public.clock.progress();
        self.record_removal(Removal::Piece(square));
        let mut events = Told::to_all([Fact::Removed { seat, role: piece.role, square }]);
        self.end_turn(before, color, &mut events);
        events
    }

    fn record_removal(&mut self, removal: Removal) {
        if let Some(turn) = self.public.turns.last_mut() {
            turn.removal = removal;
        }
    }

    /// Says which cards were taken up, and goes on to the other team's turn.
    fn end_turn(&mut self, before: ByColor<Option<Card>>, color: Color, events: &mut Events<Telepathic>) {
        self.say_eight_lost(before, events);
        if let Some(card) = *self.public.position.up.get(color) {
            events.push(Event::to_all(Fact::StaysUp { color, card }));
        }
        self.public.number += u32::from(color.is_black());
        self.begin_turn(events);
    }

    fn say_eight_lost(&self, before: ByColor<Option<Card>>, events: &mut Events<Telepathic>) {
        for color in Color::ALL {
            if before.get(color).is_some() && self.public.position.up.get(color).is_none() {
                events.push(Event::to_all(Fact::EightLost(color)));
            }
        }
    }

    /// Ends the game if it must end, and says whose turn it is if not.
    fn begin_turn(&mut self, events: &mut Events<Telepathic>) {
        self.public.note();
        let position = &self.public.position;
        if position.in_check() {
            events.push(Event::to_all(Fact::Check(position.turn)));
        }
        events.outcome = self.public.verdict();
        if !events.is_over() {
            let (mover, predictor) = self.public.position.roles(self.public.position.turn);
            events.push(Event::to_all(Fact::Turn { mover, predictor }));
        }
    }

    fn audit(&self, over: bool) {
        let Public { position, lost, clock, .. } = &self.public;
        let board = &position.field.board;
        for color in Color::ALL {
            let pieces = board.by_color(color).count();
            assert_eq!(lost.get(color).len() + pieces, ARMY, "nothing returns to the board");
            assert_eq!(color_of(*position.movers.get(color)), color, "teams move their own pieces");
            let up = *position.up.get(color);
            assert_ne!(up, Some(Card::Checker), "the checker is always taken up");
            let few = position.lost(color) >= MOST_LOST;
            assert!(over || up.is_none() == few, "a card lies face up until eight pieces are lost");
        }
        assert_eq!(self.laid.is_some(), position.stage == Stage::Move, "a card lies face down before a move");
        let up = *position.up.get(position.turn);
        assert!(self.laid.is_none() || self.laid != up, "a team has one card of each kind");
        assert!((board.pawns() & Bitboard::BACKRANKS).is_empty(), "no pawn stands on a back rank");
        assert!(position.field.rights.is_subset(board.rooks()), "only rooks have castling rights");
        assert!(over || position.without_king().is_none(), "a game goes on with two kings");
        assert!(
            over || clock.quiet() < ends::DRAWS.most_quiet || position.stage != Stage::Predict,
            "games end"
        );
        if let Stage::Remove { loser, card } = position.stage {
            let at_end = |side| position.trophy == Trophy::Side(side);
            assert!(at_end(!loser), "a tug is lost at the other end");
            assert_ne!(Some(card), up, "a team has one card of each kind");
        }
    }
}
