//! Tar Pit Chess: checkers under the pieces are buckets of tar.
//!
//! A piece on a checker of its own color carries the tar and moves as usual [tar-pit.clean];
//! on an enemy checker it is tarred and moves and attacks like a pawn [tar-pit.tarred]
//! [tar-pit.attacks], or not at all if it is one [tar-pit.tarred-pawn].
//! After its move a carrying piece may throw its checker under a neighbor [tar-pit.throw], and
//! then one card may put another checker under a piece of its kind [tar-pit.card].
//! Checkers of both colors cancel, two of a color repel each other [tar-pit.cancel]
//! [tar-pit.repel], and what goes back lies in front of its owner, who draws a card for every
//! checker there [tar-pit.draw].
//! Hands are secret [tar-pit.secret]; checkmate, judged from what all can see, wins
//! [tar-pit.checkmate].

mod action;
mod arranged;
mod barred;
mod belief;
#[cfg(test)]
mod naive;
mod position;
mod remarks;
mod search;
mod tabletop;
#[cfg(test)]
mod tests;

use kit_chess::shakmaty::{Bitboard, ByColor, Color, Piece, Rank, Square};
use kit_chess::{Field, Step};
use kit_play::about::{CardNeed, Needs, Shelf};
use kit_play::sentence::{Filling, Joint};
use kit_play::tabletop::{Gesture, Spot, Tabletop};
use kit_play::{
    About, BadTerms, Beliefs, Chance, Choice, Edition, Event, Events, Extras, Game, Lookahead, Outcome,
    Reason, Remarks, SearchLine, Seat, Sentence, Tell, Terms, Told, Values, Viewer, say,
};

use self::action::Action;
use self::position::{CHECKERS, Condition, Phase, Position, Settled};
use crate::deck::{Card, Order, Pile};
use crate::draw_clock::DrawClock;
use crate::notation;
use crate::sides::{color_of, seat_of};
use crate::steps;

/// Tar Pit Chess.
#[derive(Clone, Copy)]
pub struct TarPit;

static ABOUT: About = About {
    id: "tar-pit-chess",
    name: "Tar Pit Chess",
    blurb: "Throw buckets of tar under enemy pieces until they can only crawl, then checkmate.",
    editions: &[Edition { id: "2025", note: "the only printed edition" }],
    choices: &[
        Choice {
            name: "start_checkers_white",
            meaning: "checkers in front of White at the start, with a card for each",
            values: Values::Number(0, 12, &[]),
            default: "6",
            defaults: &[],
        },
        Choice {
            name: "start_checkers_black",
            meaning: "checkers in front of Black at the start, with a card for each",
            values: Values::Number(0, 12, &[]),
            default: "6",
            defaults: &[],
        },
        Choice {
            name: "checker_cards",
            meaning: "checkers cards of each colour in the deck",
            values: Values::Number(0, 4, &[]),
            default: "2",
            defaults: &[],
        },
        Choice {
            name: "throw_parries",
            meaning: "whether a throw may save the king that the move left attacked",
            values: Values::Words(&[
                ("off", "the move itself must leave the king safe"),
                ("on", "the king must be safe after the throw"),
            ]),
            default: "off",
            defaults: &[],
        },
    ],
    needs: Needs {
        cards: &[CardNeed {
            editions: "2025",
            cards: "all pieces, and two checkers of each colour",
            count: "36",
        }],
        things: &["12 light and 12 dark checkers that fit under the pieces"],
        shelf: &[Shelf::Checkers, Shelf::Cards],
        minutes: 60,
        reminders: &[],
    },
    aid: &[
        ("tar-pit.fronts", 1),
        ("tar-pit.deal", 1),
        ("tar-pit.tarred", 1),
        ("tar-pit.capture", 1),
        ("tar-pit.throw", 1),
        ("tar-pit.throw-target", 1),
        ("tar-pit.card", 1),
        ("tar-pit.match", 1),
        ("tar-pit.draw", 1),
        ("tar-pit.checkmate", 1),
    ],
    picture: "The knight on e4 throws",
    conduct: "tar-pit.conduct",
    rules: book!(include_str!("../../../rules/tar-pit-chess.md")),
    guide: book!(include_str!("../../../scenarios/tar-pit-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/tar-pit-chess.md"))),
    ..About::USUAL
};

impl Game for TarPit {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<TarPit> = Extras {
        castling: Some(|view, side| {
            let Position { field, turn, .. } = &view.public.position;
            steps::no_castling(field, *turn, side)
        }),
        remarks: Remarks { end: remarks::at_the_end, ..Remarks::NONE },
        beliefs: Some(Beliefs { worlds: belief::worlds, statements: belief::statements }),
        ..Extras::NONE
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let rules = Rules::agreed(terms);
        let mut state = match terms.arrangement() {
            Some(arrangement) => arranged::state(rules, arrangement, chance)?,
            None => State::dealt(rules, chance),
        };
        let events = state.begin();
        Ok((state, events))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        // [tar-pit.secret] Everybody sees their own hand, and
        // [tar-pit.show] all hands when the game is over.
        let own = |color: Color| viewer == Viewer::Seat(seat_of(color));
        let known = |color: Color| Some(*state.hands.get(color)).filter(|_| over || own(color));
        let drew = !over && own(!state.public.position.turn);
        let drawn = if drew { state.drawn } else { Pile::EMPTY };
        View { viewer, public: state.public.clone(), hands: ByColor::new_with(known), drawn }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        // [tar-pit.secret]
        Color::ALL.into_iter().any(|color| !state.hands.get(color).is_empty())
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, chance: &mut Chance) -> Events<Self> {
        let mut events = Told::new();
        state.act(color_of(seat), *action, &mut events);
        state.go_on(chance, &mut events);
        events
    }

    /// [tar-pit.show] Both hands are shown.
    fn closing(&self, state: &State) -> Vec<Event<Fact>> {
        let held = |color: Color| Fact::Held { color, hand: *state.hands.get(color) };
        Color::ALL.map(|color| Event::to_all(held(color)).binding()).into()
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let mut offers = Vec::new();
        if let Some((_, hand)) = view.acting() {
            view.public.position.actions(view.public.rules.throw_parries, hand, &mut offers);
        }
        offers
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        let Public { position, rules, .. } = &view.public;
        view.acting().map_or_else(Vec::new, |(_, hand)| barred::barred(position, rules.throw_parries, hand))
    }

    fn gesture(&self, view: &View, action: &Action) -> Gesture {
        let held = |card: Card| {
            let hand = view.acting().map(|(_, hand)| hand);
            Spot::Card(tabletop::HAND, hand.and_then(|hand| hand.place_of(card)).unwrap_or(0))
        };
        match *action {
            Action::Move(step) => steps::gesture(step),
            Action::Throw(Some(to)) => vec![Spot::Square(to)],
            Action::Throw(None) => vec![Spot::Word("no throw")],
            Action::Lay { piece, at } => vec![held(Card::Piece(piece)), Spot::Square(at)],
            Action::Checkers(color) => vec![held(Card::Checkers(color))],
            Action::NoCard => vec![Spot::Word("no card")],
            Action::Return(Some(at)) => vec![Spot::Square(at)],
            Action::Return(None) => vec![Spot::Word("from the front")],
            Action::Discard(card) => vec![held(card)],
        }
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::laid_for(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let public = view.public.clone();
        let seen = |unseen: Pile, pile: &Pile| unseen.without(pile).expect("what is seen is in the deck");
        let known = Color::ALL.into_iter().filter_map(|color| *view.hands.get(color));
        let mut unseen = known.fold(seen(public.deck, &public.discard), |unseen, hand| seen(unseen, &hand));
        unseen.shuffle(chance);
        let hand = |color: Color| {
            let held = *public.position.held.get(color);
            view.hands.get(color).unwrap_or_else(|| (0..held).filter_map(|_| unseen.take()).collect())
        };
        let hands = ByColor::new_with(hand).map(Pile::sorted);
        State { public, hands, stock: unseen, order: Order::rolled(chance), drawn: view.drawn }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        tabletop::label(view, *action)
    }

    fn turn(&self, view: &View) -> u32 {
        view.public.number
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        let (Action::Move(step), Some((_, hand))) = (*action, view.acting()) else { return Vec::new() };
        let Public { position, rules, .. } = &view.public;
        let mut rivals = Vec::new();
        position.actions(rules.throw_parries, hand, &mut rivals);
        let rivals = rivals.into_iter().filter_map(|rival| match rival {
            Action::Move(step) => Some(step),
            _ => None,
        });
        notation::spellings(&position.field.board, step, rivals)
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        search::appraise(&view.public.position, color_of(seat))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let earlier = state.public.clock.known_by(search::placement);
        // A turn is counted with its move.
        let within = state.public.position.phase != Phase::Move;
        let quiet = state.public.clock.ahead_within(within, false);
        Box::new(SearchLine::new(search::SearchNode::new(&state)).after(earlier).quiet_for(quiet))
    }

    fn audit(&self, state: &State, over: bool) {
        state.audit(over);
    }
}

/// What was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Checkers in front at the start [tar-pit.handicap].
    start: ByColor<u8>,
    /// Checkers cards of each color in the deck [tar-pit.deck-option].
    checker_cards: u8,
    /// Whether a throw may parry a check [tar-pit.parry-option].
    throw_parries: bool,
}

impl Rules {
    fn agreed(terms: &Terms) -> Rules {
        let number = |name| terms.choice(name).parse().expect("a choice among numbers is a number");
        Rules {
            start: ByColor { white: number("start_checkers_white"), black: number("start_checkers_black") },
            checker_cards: number("checker_cards"),
            throw_parries: terms.choice("throw_parries") == "on",
        }
    }
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The cards are dealt.
    Dealt { held: ByColor<u8>, stock: u8, turn: Color },
    /// The cards of the listener.
    YourCards(Pile),
    /// Somebody moved.
    Moved { color: Color, step: Filling, en_passant: bool },
    /// A checker lies under a piece now, or went back.
    Settled(Settled),
    /// Somebody threw a checker.
    Threw { color: Color, to: Square },
    /// Somebody kept a checker that could be thrown.
    Kept(Color),
    /// Somebody played a card that puts a checker under a piece.
    Laid { color: Color, piece: Piece, at: Square },
    /// Somebody played a checkers card.
    PlayedCheckers { color: Color, of: Color, has_effect: bool },
    /// Somebody played no card.
    NoCard(Color),
    /// Somebody gave a checker up.
    GaveUp { color: Color, from: Option<Square> },
    /// Somebody had to discard a card.
    Discarded { color: Color, card: Card },
    /// The discard pile has become the draw pile.
    Reshuffled(u8),
    /// Somebody drew cards.
    Drew { color: Color, count: u8 },
    /// The cards that the listener drew.
    YouDrew(Pile),
    /// A king is attacked.
    Check(Color),
    /// What somebody held at the end.
    Held { color: Color, hand: Pile },
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        match *self {
            Fact::Dealt { held, stock, turn } => dealt(held, stock, turn),
            Fact::YourCards(hand) if hand.is_empty() => say!("You hold no cards."),
            Fact::YourCards(hand) => say!("You hold {cards|a}.", cards = named(&hand)),
            Fact::Moved { color, ref step, en_passant: true } => {
                say!("{seat}: {step} en passant.", seat = player(color), step)
            }
            Fact::Moved { color, ref step, en_passant: false } => {
                say!("{seat}: {step}.", seat = player(color), step)
            }
            Fact::Settled(settled) => settled.tell(),
            Fact::Threw { color, to } => {
                say!("{seat} throws the checker to {to}.", seat = player(color), to)
            }
            Fact::Kept(color) => say!("{seat} does not throw.", seat = player(color)),
            Fact::Laid { color, piece, at } => {
                say!("{seat} plays the {piece} card on {at}.", seat = player(color), piece, at)
            }
            Fact::PlayedCheckers { color, of, has_effect } => played_checkers(color, of, has_effect),
            Fact::NoCard(color) => say!("{seat} plays no card.", seat = player(color)),
            Fact::GaveUp { color, from: Some(square) } => {
                say!("{seat} gives up the checker on {square}.", seat = player(color), square)
            }
            Fact::GaveUp { color, from: None } => {
                say!("{seat} gives up a checker from the front.", seat = player(color))
            }
            Fact::Discarded { color, card: Card::Piece(piece) } => {
                say!("{seat} discards the {piece} card.", seat = player(color), piece)
            }
            Fact::Discarded { color, card: Card::Checkers(of) } => {
                say!("{seat} discards the {color} checkers card.", seat = player(color), color = of)
            }
            Fact::Reshuffled(count) => say!(
                "The discard pile is shuffled into a new draw pile of {count} {count|one=card|other=cards}.",
                count
            ),
            Fact::Drew { color, count } => {
                say!("{seat} draws {count} {count|one=card|other=cards}.", seat = player(color), count)
            }
            Fact::YouDrew(cards) if cards.is_empty() => say!("You draw no cards."),
            Fact::YouDrew(cards) => say!("You draw {cards|a}.", cards = named(&cards)),
            Fact::Check(color) => say!("{seat} is in check.", seat = player(color)),
            Fact::Held { color, hand } if hand.is_empty() => {
                say!("{seat} held no cards.", seat = player(color))
            }
            Fact::Held { color, hand } => {
                say!("{seat} held {cards|a}.", seat = player(color), cards = named(&hand))
            }
        }
    }
}

/// Whoever plays a color.
fn player(color: Color) -> Filling {
    ABOUT.seat(seat_of(color))
}

/// A move as a part of a sentence, and whether it takes en passant, which tarred pieces may also do.
fn moved(position: &Position, step: Step) -> (Filling, bool) {
    let en_passant = position.en_passant_from(step.from) == Some(step.to);
    let step = match steps::moved(&position.field.board, step) {
        Filling::Move { piece, step, takes } => Filling::Move { piece, step, takes: takes || en_passant },
        other => other,
    };
    (step, en_passant)
}

fn dealt(held: ByColor<u8>, stock: u8, turn: Color) -> Sentence {
    say!(
        "{white} holds {whites} {whites|one=card|other=cards}, {black} holds {blacks} \
         {blacks|one=card|other=cards}, and {stock} {stock|one=lies|other=lie} on the draw pile. \
         {seat} begins.",
        white = player(Color::White),
        whites = held.white,
        black = player(Color::Black),
        blacks = held.black,
        stock,
        seat = player(turn)
    )
}

fn played_checkers(color: Color, of: Color, has_effect: bool) -> Sentence {
    let seat = player(color);
    match (has_effect, of == color) {
        (false, _) => say!("{seat} plays a {color} checkers card, which does nothing.", seat, color = of),
        (true, true) => {
            say!("{seat} plays a {color} checkers card and takes a spare checker.", seat, color = of)
        }
        (true, false) => say!(
            "{seat} plays a {color} checkers card, so {other} gives up a checker.",
            seat,
            color = of,
            other = player(!color)
        ),
    }
}

fn named(cards: &Pile) -> Filling {
    Filling::List(Joint::Space, cards.cards().iter().map(Filling::card).collect())
}

impl Tell for Settled {
    fn tell(&self) -> Sentence {
        let (role, at, ByColor { white, black }) = (self.piece.role, self.at, self.back);
        let seat = player(Color::from_white(white > 0));
        match (self.condition, white + black) {
            (Condition::Clean, 0) => say!("The {role} on {at} is clean.", role, at),
            (Condition::Clean, 1) => {
                say!("The {role} on {at} is clean, and a checker goes back to {seat}.", role, at, seat)
            }
            // [tar-pit.cancel]
            (Condition::Clean, _) if white == black => {
                say!("The {role} on {at} is clean, and both checkers go back.", role, at)
            }
            // [tar-pit.repel] [tar-pit.far-rank]
            (Condition::Clean, count) => say!(
                "The {role} on {at} is clean, and {count} checkers go back to {seat}.",
                role,
                at,
                count,
                seat
            ),
            (Condition::Carrying, 0) => say!("The {role} on {at} carries tar.", role, at),
            (Condition::Carrying, _) => {
                say!("The {role} on {at} carries tar, and a checker goes back to {seat}.", role, at, seat)
            }
            (Condition::Tarred, 0) => say!("The {role} on {at} is tarred.", role, at),
            (Condition::Tarred, _) => {
                say!("The {role} on {at} is tarred, and a checker goes back to {seat}.", role, at, seat)
            }
        }
    }
}

/// Everything that is true.
#[derive(Clone)]
pub struct State {
    public: Public,
    hands: ByColor<Pile>,
    /// The draw pile.
    stock: Pile,
    /// The order into which the next shuffle will bring the discard pile.
    order: Order,
    /// The cards that were drawn at the end of the last turn, as far as they are still held.
    drawn: Pile,
}

/// Everything that everybody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Public {
    rules: Rules,
    position: Position,
    /// All cards of this game.
    deck: Pile,
    /// How many cards the draw pile has.
    stock: u8,
    /// The discard pile, which lies face up.
    discard: Pile,
    /// Counts half-turns since the last pawn move or capture.
    // [tar-pit.repetition] Checkers and hand sizes belong to the position.
    // [tar-pit.fifty-turns] Cards do not count as progress.
    clock: DrawClock<Position>,
    /// The number of the turn, which White and Black have in common.
    number: u32,
    /// The turn that is going on.
    turn: TurnRecord,
    /// The turn before.
    last: Option<TurnRecord>,
}

/// What was done in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TurnRecord {
    color: Color,
    actions: Vec<Action>,
    /// The words for its move on the board of that moment.
    moved: Option<Sentence>,
    /// How many cards were drawn.
    drawn: u8,
    reshuffled: bool,
}

impl TurnRecord {
    fn new(color: Color) -> TurnRecord {
        TurnRecord { color, actions: Vec::new(), moved: None, drawn: 0, reshuffled: false }
    }

    /// The squares of its move.
    fn step(&self) -> Option<(Square, Square)> {
        let step = match *self.actions.first()? {
            Action::Move(step) => step,
            Action::Throw(_)
            | Action::Lay { .. }
            | Action::Checkers(_)
            | Action::NoCard
            | Action::Return(_)
            | Action::Discard(_) => return None,
        };
        Some((step.from, step.to))
    }
}

/// Everything one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
    /// The hands that this viewer knows.
    hands: ByColor<Option<Pile>>,
    /// What this viewer drew last, while the other's turn lasts.
    drawn: Pile,
}

impl View {
    fn color(&self) -> Option<Color> {
        self.viewer.seat().map(color_of)
    }

    /// The viewer's color and hand, if it is the viewer who decides.
    fn acting(&self) -> Option<(Color, &Pile)> {
        let color = self.color().filter(|color| *color == self.public.position.acting())?;
        Some((color, self.hands.get(color).as_ref()?))
    }
}

/// Why the game ends.
mod ends {
    use crate::draw_clock::DrawRules;
    use crate::stuck::StuckRules;

    pub const STUCK: StuckRules = StuckRules::new("tar-pit.checkmate", "tar-pit.stalemate");

    pub static DRAWS: DrawRules = DrawRules::fifty_turns("tar-pit.repetition", "tar-pit.fifty-turns");
}

impl State {
    /// [tar-pit.start] [tar-pit.deal] The usual start: a card for every checker in front.
    fn dealt(rules: Rules, chance: &mut Chance) -> State {
        let position = Position::new(Field::initial(), Color::White, rules.start);
        let mut stock = Pile::deck(rules.checker_cards);
        stock.shuffle(chance);
        let mut dealt = |color: Color| (0..*rules.start.get(color)).filter_map(|_| stock.take()).collect();
        let hands = ByColor { white: dealt(Color::White), black: dealt(Color::Black) };
        State::new(rules, position, hands, [stock, Pile::EMPTY], chance)
    }

    /// A state with these hands, and the draw pile and the discard pile.
    fn new(
        rules: Rules,
        position: Position,
        hands: ByColor<Pile>,
        [stock, discard]: [Pile; 2],
        chance: &mut Chance,
    ) -> State {
        let piles = [&hands.white, &hands.black, &stock, &discard];
        let deck: Pile = piles.into_iter().flat_map(|pile| pile.cards().iter().copied()).collect();
        let public = Public {
            rules,
            turn: TurnRecord::new(position.turn),
            position,
            deck: deck.sorted(),
            stock: stock.count(),
            discard,
            clock: DrawClock::new(&ends::DRAWS),
            number: 1,
            last: None,
        };
        let (hands, order) = (hands.map(Pile::sorted), Order::rolled(chance));
        State { public, hands, stock, order, drawn: Pile::EMPTY }
    }

    /// Says what was dealt, and judges where the game starts.
    fn begin(&mut self) -> Events<TarPit> {
        let Public { position: Position { held, turn, .. }, stock, .. } = self.public;
        let mut events = Told::to_all([Fact::Dealt { held, stock, turn }]);
        for color in Color::ALL {
            events.push(Event::to(seat_of(color), Fact::YourCards(*self.hands.get(color))));
        }
        if self.public.position.phase == Phase::Move {
            self.judge(&mut events);
        }
        events
    }

    /// Carries out a decision, all but the draw at the end of the turn.
    fn act(&mut self, color: Color, action: Action, events: &mut Events<TarPit>) {
        self.public.turn.actions.push(action);
        match action {
            Action::Move(step) => self.make_move(step, events),
            Action::Throw(to) => {
                let settled = self.public.position.throw(to);
                let fact = to.map_or(Fact::Kept(color), |to| Fact::Threw { color, to });
                events.push(Event::to_all(fact));
                events.extend(settled.map(|settled| Event::to_all(Fact::Settled(settled))));
                self.note_empty_hand(events);
            }
            Action::Lay { piece, at } => {
                self.spend(color, Card::Piece(piece));
                let settled = self.public.position.lay(at);
                events.push(Event::to_all(Fact::Laid { color, piece, at }).binding());
                events.push(Event::to_all(Fact::Settled(settled)));
            }
            Action::Checkers(of) => {
                self.spend(color, Card::Checkers(of));
                let has_effect = self.public.position.play_checkers(of);
                events.push(Event::to_all(Fact::PlayedCheckers { color, of, has_effect }).binding());
            }
            Action::NoCard => {
                self.public.position.pass();
                events.push(Event::to_all(Fact::NoCard(color)));
            }
            Action::Return(from) => {
                self.public.position.give_up(from);
                events.push(Event::to_all(Fact::GaveUp { color, from }));
            }
            Action::Discard(card) => {
                self.spend(color, card);
                self.drawn = Pile::EMPTY;
                self.public.position.discard();
                events.push(Event::to_all(Fact::Discarded { color, card }).binding());
            }
        }
    }

    fn make_move(&mut self, step: Step, events: &mut Events<TarPit>) {
        let Public { position, clock, turn, .. } = &mut self.public;
        turn.moved = Some(tabletop::step_words(position, step));
        let (told, en_passant) = moved(position, step);
        events.push(Event::to_all(Fact::Moved { color: position.turn, step: told, en_passant }));
        let moved = position.make_move(step);
        events.extend(moved.settled.map(|settled| Event::to_all(Fact::Settled(settled))));
        clock.turn(moved.played.is_progress());
        self.note_empty_hand(events);
    }

    /// [tar-pit.no-card] Whoever holds no card plays none without being asked.
    fn note_empty_hand(&mut self, events: &mut Events<TarPit>) {
        let Public { position, turn, .. } = &mut self.public;
        if position.phase == Phase::Draw {
            turn.actions.push(Action::NoCard);
            events.push(Event::to_all(Fact::NoCard(turn.color)));
        }
    }

    /// [tar-pit.discard-pile] A card goes from the hand to the top of the discard pile.
    fn spend(&mut self, color: Color, card: Card) {
        let was_held = self.hands.get_mut(color).remove(card);
        debug_assert!(was_held, "only cards that are held are on offer");
        self.public.discard.put(card);
        self.public.clock.forget_positions();
    }

    /// Draws and passes the turn, unless somebody has yet to decide in it.
    fn go_on(&mut self, chance: &mut Chance, events: &mut Events<TarPit>) {
        if self.public.position.phase != Phase::Draw {
            return;
        }
        let color = self.public.position.turn;
        self.drawn = Pile::EMPTY;
        for _ in 0..self.public.position.lacking() {
            // [tar-pit.reshuffle] Only when a card is needed.
            if self.stock.refill(&mut self.public.discard, &self.order) {
                self.order = Order::rolled(chance);
                self.public.turn.reshuffled = true;
                events.push(Event::to_all(Fact::Reshuffled(self.stock.count())).binding());
            }
            let Some(card) = self.stock.take() else { break };
            self.hands.get_mut(color).sort_in(card);
            self.drawn.sort_in(card);
        }
        let count = self.drawn.count();
        if count > 0 {
            self.public.clock.forget_positions();
            events.push(Event::to_all(Fact::Drew { color, count }).binding());
            events.push(Event::to(seat_of(color), Fact::YouDrew(self.drawn)).binding());
        }
        self.public.stock = self.stock.count();
        self.public.turn.drawn = count;
        self.public.position.hand_over(count);
        self.public.number += u32::from(self.public.position.turn.is_white());
        let next = TurnRecord::new(self.public.position.turn);
        self.public.last = Some(std::mem::replace(&mut self.public.turn, next));
        self.judge(events);
    }

    /// Notes the position in which somebody is to move, and ends the game if it must end.
    fn judge(&mut self, events: &mut Events<TarPit>) {
        let public = &mut self.public;
        let mut position = public.position.clone();
        if !position.has_en_passant(public.rules.throw_parries) {
            position.field.ep = None;
        }
        public.clock.note(position);
        let stuck = stuck(&public.position, public.rules.throw_parries);
        events.outcome = stuck.or_else(|| public.clock.draw());
        if !events.is_over() && public.position.is_exposed(public.position.turn) {
            events.push(Event::to_all(Fact::Check(public.position.turn)));
        }
    }
}

/// The outcome for a player who cannot move, whatever cards there are.
fn stuck(position: &Position, throw_parries: bool) -> Option<Outcome> {
    // [tar-pit.checkmate] [tar-pit.stalemate]
    let can_move = position.find_step(throw_parries, |_| true);
    (!can_move).then(|| ends::STUCK.end(position.turn, position.is_exposed(position.turn)))
}

impl State {
    fn audit(&self, over: bool) {
        let Public { rules, position, deck, stock, discard, clock, .. } = &self.public;
        let board = &position.field.board;
        assert!(
            Color::ALL.iter().all(|color| board.by_piece(color.king()).count() == 1),
            "a king is missing"
        );
        assert!((board.pawns() & Bitboard::BACKRANKS).is_empty(), "a pawn stands on a back rank");
        let ByColor { white, black } = position.checkers;
        assert!((white & black).is_empty(), "two checkers lie under one piece");
        assert!((white | black).is_subset(board.occupied()), "a checker lies on an empty square");
        for color in Color::ALL {
            let on_board = position.checkers.get(color).count() as u8;
            assert!(position.front.get(color) + on_board <= CHECKERS, "there are too many checkers");
            let far = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
            assert!((position.tarred(color) & far).is_empty(), "a piece is tarred on its far rank");
            let (held, front) = (*position.held.get(color), *position.front.get(color));
            assert_eq!(self.hands.get(color).count(), held, "a hand has another size than all believe");
            let one_more = position.phase == Phase::Discard && color == position.acting();
            assert!(held <= front + u8::from(one_more), "there are more cards than checkers in front");
        }
        let piles = [&self.hands.white, &self.hands.black, &self.stock, discard];
        let rest = piles.into_iter().try_fold(*deck, |deck, pile| deck.without(pile));
        assert_eq!(rest, Some(Pile::EMPTY), "the cards do not add up to the deck");
        assert_eq!(self.stock.count(), *stock, "the draw pile has another size than all believe");
        if !over {
            assert_ne!(position.phase, Phase::Draw, "nobody decides to draw");
            assert!(
                clock.quiet() < ends::DRAWS.most_quiet || position.phase != Phase::Move,
                "a game goes on while there is progress"
            );
            let waiting = if position.phase == Phase::Move { !position.turn } else { position.turn };
            let may_parry = rules.throw_parries && matches!(position.phase, Phase::Throw(_));
            assert!(!position.is_exposed(waiting) || may_parry, "a king was left attacked");
        }
    }
}
