//! Cooperative Chess: two players move against each other's pieces, and win or lose together.
//!
//! Cards say which captures are allowed.
//! In the line of 2025 a piece takes another if their cards lie side by side
//! [cooperative.beside]; four cards of one color in a row are recycled, and one of them leaves
//! the game unseen [cooperative.recycle] [cooperative.recycle-unseen].
//! In the stacks of 2023 and 2024 the card just played and the partner's top card decide
//! [cooperative.tops], and some cards are wild [cooperative.wild-gone] [cooperative.wild-match].
//! The first king that falls ends the game [cooperative.king-ends]; captures and, above all,
//! kinds that are gone from the board make the points [cooperative.score]
//! [cooperative.score-stacks].
//! Hands are secret, even from the partner [cooperative.secret].

mod action;
mod arranged;
mod barred;
mod belief;
mod dealer;
mod position;
mod preview;
mod remarks;
mod search;
mod tabletop;
#[cfg(test)]
mod tests;
mod unseen;

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, ByColor, Color, Role};
use kit_play::about::{CardNeed, Needs, Shelf};
use kit_play::paper::{Foot, PaperLayout, PaperSheet};
use kit_play::sentence::{Filling, Joint};
use kit_play::tabletop::{Gesture, Tabletop};
use kit_play::{
    About, BadTerms, Beliefs, Chance, Choice, Edition, Event, Events, Extras, Game, Lookahead, Reason,
    Remarks, SearchLine, Seat, Sentence, Team, Tell, Terms, Told, Values, Viewer, say,
};

use crate::deck::{Card, Pile};
use crate::notation;
use crate::sides::seat_of;
use crate::steps;
use action::Action;
use dealer::{Dealer, Happening, Hidden};
use position::{Ending, PIECES, Position, Stage, is_king};

/// Cooperative Chess.
#[derive(Clone, Copy)]
pub struct Cooperative;

static ABOUT: About = About {
    id: "cooperative-chess",
    name: "Cooperative Chess",
    blurb: "Play both sides of a chess game together, capture what the cards allow, and clear whole kinds.",
    fewest_seats: 1,
    teams: &["team"],
    editions: &[
        Edition { id: "2025", note: "one line of cards for both, in which colours count" },
        Edition { id: "2024-book", note: "a stack of cards for each player, with wild cards" },
        Edition { id: "2024-booklet", note: "a stack of cards for each player, with wild cards" },
        Edition { id: "2023", note: "a stack of cards for each player, with wild cards" },
    ],
    choices: &[Choice {
        name: "castling_ignores_attack",
        meaning: "whether a king may castle out of or across an attack",
        values: Values::Words(&[
            ("off", "only onto an attacked square"),
            ("on", "attacks do not matter for castling"),
        ]),
        default: "off",
        defaults: &[],
    }],
    needs: Needs {
        cards: &[CardNeed { editions: "all", cards: "all pieces", count: "32" }],
        shelf: &[Shelf::Cards],
        minutes: 30,
        reminders: &["grade"],
        ..Needs::CHESS_SET
    },
    sheet: Some(PaperSheet {
        name: "cooperative",
        lead: "Tick a piece when it is captured. A row that is full is a cleared kind.",
        layout: PaperLayout::Captures {
            games: 3,
            columns: ["captured, one point each", "points", "cleared, ten points"],
            foot: Foot {
                rules: &[
                    "cooperative.score",
                    "cooperative.score-board",
                    "cooperative.no-king",
                    "cooperative.verdict",
                ],
                height: 34.0,
            },
        },
    }),
    aid: &[
        ("cooperative.start", 1),
        ("cooperative.shuffle", 1),
        ("cooperative.deal", 1),
        ("cooperative.play", 1),
        ("cooperative.quiet", 1),
        ("cooperative.capture", 1),
        ("cooperative.beside", 1),
        ("cooperative.discard", 1),
        ("cooperative.draw", 1),
        ("cooperative.king-ends", 1),
    ],
    picture: "The bishop's card lies between",
    conduct: "cooperative.conduct",
    rules: book!(include_str!("../../../rules/cooperative-chess.md")),
    guide: book!(include_str!("../../../scenarios/cooperative-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/cooperative-chess.md"))),
    ..About::USUAL
};

impl Game for Cooperative {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<Cooperative> = Extras {
        castling: Some(|view, side| {
            let Position { field, turn, stage, .. } = &view.public.position;
            let quiet = matches!(stage, Stage::Quiet | Stage::QuietOrCard);
            let attacked = || say!("a king does not castle out of an attack or across one");
            steps::no_castling(field, *turn, side).or_else(|| quiet.then(attacked))
        }),
        preview: preview::preview,
        remarks: Remarks { end: remarks::at_the_end, ..Remarks::NONE },
        beliefs: Some(Beliefs { worlds: belief::worlds, statements: belief::statements }),
        points: |view, appraisal| Some(search::points(&view.public.position, appraisal)),
        ..Extras::NONE
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let rules = Rules::agreed(terms)?;
        Ok(match terms.arrangement() {
            Some(arrangement) => arranged::state(rules, arrangement, chance)?,
            None => {
                // [cooperative.shuffle]
                let mut stock = Pile::deck(0);
                stock.shuffle(chance);
                let mut state = State::new(Position::initial(rules), Hidden::stock(stock));
                let events = state.open(rules.hands(), true, chance);
                (state, events)
            }
        })
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        // [cooperative.secret] [cooperative.show] Hands are shown after the end.
        let knows = |color: Color| over || viewer == Viewer::Seat(state.seat(color));
        let hand = |color: Color| Some(*state.hidden.hands.get(color)).filter(|_| knows(color));
        View {
            viewer,
            public: state.public.clone(),
            hands: ByColor::new_with(hand),
            removed: Some(state.hidden.removed).filter(|_| over),
        }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        // [cooperative.secret]
        Color::ALL.into_iter().any(|color| !state.hidden.hands.get(color).is_empty())
    }

    fn apply(&self, state: &mut State, _seat: Seat, action: &Action, chance: &mut Chance) -> Events<Self> {
        let mut events = Told::new();
        state.act(*action, chance, &mut events);
        events
    }

    /// [cooperative.show] What the points are made of is told, and everything is shown.
    fn closing(&self, state: &State) -> Vec<Event<Fact>> {
        let position = &state.public.position;
        let score = position.ending.map(|ending| {
            let (captures, cleared) = (position.captures(), position.cleared().collect());
            let points = position.points(ending);
            Fact::Score { captures, cleared, points, grade: position.rules.grade(points, ending) }
        });
        let hidden = &state.hidden;
        let colors = [Color::White, Color::Black].into_iter().filter(|_| !position.rules.solo);
        let held = colors
            .map(|color| Fact::Held { player: player(position, color), hand: *hidden.hands.get(color) });
        let gone = Some(Fact::HadLeft(hidden.removed)).filter(|_| !hidden.removed.is_empty());
        let shown = held.chain(gone).map(|fact| Event::to_all(fact).binding());
        score.map(Event::to_all).into_iter().chain(shown).collect()
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        let mut offers = Vec::new();
        if let Some(hand) = view.acting() {
            view.public.position.actions(&hand, &mut offers);
        }
        offers
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        view.acting().map_or_else(Vec::new, |_| barred::barred(&view.public.position))
    }

    fn gesture(&self, view: &View, action: &Action) -> Gesture {
        tabletop::gesture(view, *action)
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::laid_for(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        State { public: view.public.clone(), hidden: unseen::imagined(view, chance) }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        tabletop::words(&view.public.position, *action)
    }

    fn turn(&self, view: &View) -> u32 {
        view.public.number
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        spellings(&view.public.position, *action)
    }

    fn team(&self, _seat: Seat) -> Team {
        Team(0)
    }

    fn appraise(&self, view: &View, _seat: Seat) -> i32 {
        search::appraise(&view.public.position)
    }

    fn lookahead(&self, state: State, chance: Chance) -> Box<dyn Lookahead> {
        Box::new(SearchLine::new(search::SearchNode::new(state, chance)))
    }

    fn audit(&self, state: &State, over: bool) {
        state.audit(over);
    }
}

/// Where played cards lie, and so which captures they allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Side by side, for both players.
    Line,
    /// One upon the other, for each player.
    Stacks,
}

/// What was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How many cards a player holds.
    hand: u8,
    spread: Spread,
    /// Whether the card comes before the quiet move.
    card_first: bool,
    /// Whether all moves of a turn are made with one piece.
    one_piece: bool,
    /// Whether kings' cards are never held.
    kings_lie_open: bool,
    /// How many cards of one color may lie in a row.
    longest_run: u8,
    /// Whether a promotion takes a card out of the line and brings another in.
    promotion_moves_cards: bool,
    /// Points for every piece that was captured.
    capture_points: i32,
    /// Points for every kind that is gone, if a king was captured.
    kind_points: i32,
    /// Whether one person plays both colors, without hands.
    solo: bool,
    castling_ignores_attack: bool,
}

impl Rules {
    /// [cooperative.editions] [cooperative.seats]
    fn agreed(terms: &Terms) -> Result<Rules, BadTerms> {
        let castling_ignores_attack = terms.choice("castling_ignores_attack") == "on";
        let solo = terms.seats() == 1;
        match terms.edition() {
            "2025" => Ok(Rules {
                hand: if solo { 0 } else { 2 },
                spread: Spread::Line,
                card_first: true,
                one_piece: false,
                kings_lie_open: true,
                longest_run: 3,
                promotion_moves_cards: true,
                capture_points: 1,
                kind_points: 10,
                solo,
                castling_ignores_attack,
            }),
            _ if solo => Err(BadTerms::Seats { found: 1, least: 2, most: 2 }),
            _ => Ok(Rules {
                hand: 3,
                spread: Spread::Stacks,
                card_first: false,
                one_piece: true,
                kings_lie_open: false,
                longest_run: PIECES as u8,
                promotion_moves_cards: false,
                capture_points: 0,
                kind_points: 1,
                solo,
                castling_ignores_attack,
            }),
        }
    }

    /// The sizes of full hands.
    fn hands(&self) -> ByColor<u8> {
        ByColor::new_with(|_| self.hand)
    }

    /// What a turn begins with.
    fn first_stage(&self) -> Stage {
        match (self.solo, self.card_first) {
            (true, _) => Stage::Quiet,
            (false, true) => Stage::Card { bound: None },
            (false, false) => Stage::QuietOrCard,
        }
    }

    /// How the team did. The line has marks for a win and for more; the stacks have none.
    fn grade(&self, points: i32, ending: Ending) -> Grade {
        match (self.spread, ending) {
            // [cooperative.verdict]
            (Spread::Line, _) if points > MOST_WIN => Grade::Great,
            (Spread::Line, _) if points >= LEAST_WIN => Grade::Win,
            // [cooperative.no-king-stacks]
            (Spread::Stacks, Ending::KingTaken) => Grade::Win,
            (Spread::Line, _) | (Spread::Stacks, Ending::CardsOut) => Grade::Loss,
        }
    }
}

/// From so many points on the team has won, and above so many it is great.
const LEAST_WIN: i32 = 32;
const MOST_WIN: i32 = 50;

/// How the team did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    Loss,
    Win,
    Great,
}

impl Grade {
    const ALL: [Grade; 3] = [Grade::Loss, Grade::Win, Grade::Great];

    fn word(self) -> Sentence {
        match self {
            Grade::Loss => say!("loss"),
            Grade::Win => say!("win"),
            Grade::Great => say!("great"),
        }
    }
}

/// Short forms: moves in SAN, captures without their start or without their card.
fn spellings(position: &Position, action: Action) -> Vec<String> {
    let Some(step) = action.step() else {
        return if action == Action::Done { vec!["done".to_owned()] } else { Vec::new() };
    };
    let mut rivals = Vec::new();
    position.actions(&Pile::EMPTY, &mut rivals);
    let rivals = rivals.into_iter().filter_map(Action::step);
    let mut spellings = notation::spellings(&position.field.board, step, rivals);
    let Step { from, to, promotion } = step;
    let becomes = promotion
        .map_or(vec![String::new()], |role| vec![role.char().to_string(), format!("={}", role.upper_char())]);
    for role in becomes {
        spellings.push(format!("{from}{to}{role}"));
        if let Action::Take { .. } = action {
            spellings.extend([format!("{from}x{to}{role}"), format!("x{to}{role}")]);
        }
    }
    if let Action::Take { card: Some(card), .. } = action {
        let with_card: Vec<String> = spellings.iter().map(|way| format!("{way}/{card}")).collect();
        spellings.extend(with_card);
    }
    spellings
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// What lies open at the start, and how many cards there are.
    Dealt { players: ByColor<Filling>, held: ByColor<u8>, stock: u8 },
    /// What the listener holds.
    YourCards(Pile),
    /// A card is played.
    Played { player: Filling, card: Card },
    /// A piece moves; with a promotion, cards of the line do, too.
    Moved { player: Filling, step: Filling },
    /// Both colors matched.
    NextIsWild,
    /// Nobody wants to move any more in this turn.
    Done(Filling),
    /// The listener drew cards.
    YouDrew(Pile),
    /// Somebody drew so many cards.
    Drew { player: Filling, count: u8 },
    /// A turn begins.
    Turn(Filling),
    /// Somebody had no card to play.
    Skipped(Filling),
    /// A card came from the draw pile to the line.
    TurnedUp(Card),
    /// A king that was drawn went to the line.
    King(Card),
    /// A run was recycled.
    Recycled { from: usize, run: Pile },
    /// What the points are made of.
    Score { captures: i32, cleared: Vec<Role>, points: i32, grade: Grade },
    /// What somebody still held at the end.
    Held { player: Filling, hand: Pile },
    /// What had left the game.
    HadLeft(Pile),
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        match self {
            Fact::Dealt { players, held, stock } => say!(
                "{white} holds {first}, {black} holds {second}, and the draw pile has {stock}.",
                white = &players.white,
                first = counted(held.white),
                black = &players.black,
                second = counted(held.black),
                stock = counted(*stock)
            ),
            Fact::YourCards(hand) => say!("Your cards: {cards}.", cards = listed(hand)),
            Fact::Played { player, card } => {
                say!("{seat} plays a {card}.", seat = player, card = card.words())
            }
            Fact::Moved { player, step } => say!("{seat}: {step}.", seat = player, step),
            Fact::NextIsWild => say!("Both colours match, so the next card is wild."),
            Fact::Done(player) => say!("{seat} ends the turn.", seat = player),
            Fact::YouDrew(cards) => say!("You draw {cards|a}.", cards = listed(cards)),
            Fact::Drew { player, count } => {
                say!("{seat} draws {count}.", seat = player, count = counted(*count))
            }
            Fact::Turn(player) => say!("It is {seat}'s turn.", seat = player),
            Fact::Skipped(player) => say!("{seat} has no card to play.", seat = player),
            Fact::TurnedUp(card) => say!("The draw pile gives a {card}.", card = card.words()),
            Fact::King(card) => {
                say!("The {card} is drawn and goes to the line.", card = card.words())
            }
            Fact::Recycled { from, run } => say!(
                "The run {cards} from place {place} is recycled, and one of its cards is gone.",
                cards = listed(run),
                place = *from
            ),
            Fact::Score { captures, cleared, points, grade } => scored(*captures, cleared, *points, *grade),
            Fact::Held { player, hand } => {
                say!("{seat} held {cards|a}.", seat = player, cards = listed(hand))
            }
            Fact::HadLeft(removed) => say!("Out of the game were {cards}.", cards = listed(removed)),
        }
    }
}

/// What the points are made of, and how good that is.
fn scored(captures: i32, cleared: &[Role], points: i32, grade: Grade) -> Sentence {
    let kinds = kinds(cleared);
    match grade {
        Grade::Loss => say!(
            "{captures} captures, kinds removed: {kinds}. {points} points: a loss.",
            captures,
            kinds,
            points
        ),
        Grade::Win => say!(
            "{captures} captures, kinds removed: {kinds}. {points} points: a win.",
            captures,
            kinds,
            points
        ),
        Grade::Great => say!(
            "{captures} captures, kinds removed: {kinds}. {points} points: great.",
            captures,
            kinds,
            points
        ),
    }
}

fn kinds(cleared: &[Role]) -> Filling {
    match cleared {
        [] => say!("none").into(),
        cleared => Filling::row_of(cleared.iter().map(|role| kind(*role))),
    }
}

/// All pieces of a kind.
fn kind(role: Role) -> Sentence {
    match role {
        Role::Pawn => say!("pawns"),
        Role::Knight => say!("knights"),
        Role::Bishop => say!("bishops"),
        Role::Rook => say!("rooks"),
        Role::Queen => say!("queens"),
        Role::King => say!("kings"),
    }
}

/// Cards by their letters.
/// How many cards: a number, and for people `3 cards`.
fn counted(count: u8) -> Filling {
    Filling::coded(count, say!("{count} {count|one=card|other=cards}", count))
}

fn listed(cards: &Pile) -> Filling {
    if cards.is_empty() {
        return say!("none").into();
    }
    Filling::List(Joint::Space, cards.cards().iter().map(Filling::card).collect())
}

/// Everything that is true.
#[derive(Clone)]
pub struct State {
    public: Public,
    hidden: Hidden,
}

/// Everything that everybody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Public {
    position: Position,
    /// The runs that were recycled, one card of each of which is gone.
    recycled: Vec<Pile>,
    /// Whether the cards of captured pieces were those of the missing ones at the start.
    sound: bool,
    /// The number of the turn, which White and Black have in common.
    number: u32,
    turn: TurnRecord,
    last: Option<TurnRecord>,
}

/// What was done and happened in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TurnRecord {
    color: Color,
    notes: Vec<Note>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Note {
    Played(Card),
    /// A move, with the words for it on the board of that moment.
    Moved {
        step: Step,
        words: Sentence,
    },
    TurnedUp(Card),
    King(Card),
    Recycled {
        from: usize,
        to: usize,
    },
    Skipped,
}

impl TurnRecord {
    fn new(color: Color) -> TurnRecord {
        TurnRecord { color, notes: Vec::new() }
    }
}

/// Everything one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
    /// The hands that this viewer knows.
    hands: ByColor<Option<Pile>>,
    /// The cards that have left the game, after the end.
    removed: Option<Pile>,
}

impl View {
    /// The hand of the color on turn, if it is the viewer who decides.
    fn acting(&self) -> Option<Pile> {
        let position = &self.public.position;
        let decides = self.viewer == Viewer::Seat(seat_for(position, position.turn));
        self.hands.get(position.turn).filter(|_| decides)
    }
}

/// The seat that plays a color. [cooperative.solo] Alone, it plays both.
fn seat_for(position: &Position, color: Color) -> Seat {
    if position.rules.solo { Seat(0) } else { seat_of(color) }
}

/// Whoever plays a color, for sentences. [cooperative.solo] Alone, only the colors differ.
fn player(position: &Position, color: Color) -> Filling {
    match (position.rules.solo, color) {
        (false, _) => ABOUT.seat(seat_of(color)),
        (true, Color::White) => say!("White").into(),
        (true, Color::Black) => say!("Black").into(),
    }
}

impl State {
    fn new(position: Position, hidden: Hidden) -> State {
        let turn = TurnRecord::new(position.turn);
        let public = Public { position, recycled: Vec::new(), sound: true, number: 1, turn, last: None };
        State { public, hidden }
    }

    fn seat(&self, color: Color) -> Seat {
        seat_for(&self.public.position, color)
    }

    /// [cooperative.deal] Deals what is missing in the hands, and begins the turn unless it has
    /// begun.
    fn open(&mut self, sizes: ByColor<u8>, begins: bool, chance: &mut Chance) -> Events<Cooperative> {
        let mut happened = Vec::new();
        self.dealer(chance, &mut |happening| happened.push(happening)).deal(sizes);
        let Position { held, stock, rules, .. } = self.public.position;
        let players = ByColor::new_with(|color| player(&self.public.position, color));
        let mut events = Told::to_all([Fact::Dealt { players, held, stock }]);
        self.tell(&happened, &mut events);
        self.public.turn.notes.clear();
        for color in [Color::White, Color::Black].into_iter().filter(|_| !rules.solo) {
            events.push(Event::to(self.seat(color), Fact::YourCards(*self.hidden.hands.get(color))));
        }
        if begins {
            happened.clear();
            self.dealer(chance, &mut |happening| happened.push(happening)).begin_turn();
            self.tell(&happened, &mut events);
        }
        events.outcome = self.public.position.outcome();
        events
    }

    fn dealer<'a>(&'a mut self, chance: &'a mut Chance, tell: &'a mut dyn FnMut(Happening)) -> Dealer<'a> {
        Dealer { position: &mut self.public.position, hidden: &mut self.hidden, chance, tell }
    }

    /// Carries out a decision.
    fn act(&mut self, action: Action, chance: &mut Chance, events: &mut Events<Cooperative>) {
        let position = &self.public.position;
        let player = player(position, position.turn);
        let words = tabletop::words(position, action);
        match action {
            Action::Play(piece) => {
                let card = Card::Piece(piece);
                events.push(Event::to_all(Fact::Played { player, card }).binding());
                self.public.turn.notes.push(Note::Played(card));
            }
            Action::Quiet { step, .. } | Action::Take { step, .. } => {
                events.push(Event::to_all(Fact::Moved { player, step: words.clone().into() }));
                self.public.turn.notes.push(Note::Moved { step, words });
            }
            Action::Done => events.push(Event::to_all(Fact::Done(player))),
        }
        let mut happened = Vec::new();
        self.dealer(chance, &mut |happening| happened.push(happening)).act(action);
        if self.public.position.has_matched_card() {
            events.push(Event::to_all(Fact::NextIsWild));
        }
        self.tell(&happened, events);
        events.outcome = self.public.position.outcome();
    }

    /// Announces and notes what happened to the cards.
    fn tell(&mut self, happened: &[Happening], events: &mut Events<Cooperative>) {
        let public = &mut self.public;
        for happening in happened {
            let event = match *happening {
                Happening::Turn(color) => {
                    public.next_turn(color);
                    Event::to_all(Fact::Turn(player(&public.position, color)))
                }
                Happening::Skipped(color) => {
                    public.next_turn(color);
                    public.turn.notes.push(Note::Skipped);
                    Event::to_all(Fact::Skipped(player(&public.position, color)))
                }
                Happening::TurnedUp(card) => {
                    public.turn.notes.push(Note::TurnedUp(card));
                    Event::to_all(Fact::TurnedUp(card)).binding()
                }
                Happening::King(card) => {
                    public.turn.notes.push(Note::King(card));
                    Event::to_all(Fact::King(card)).binding()
                }
                Happening::Recycled { from, run } => {
                    let to = from + usize::from(run.count()) - 1;
                    public.turn.notes.push(Note::Recycled { from, to });
                    public.recycled.push(run);
                    Event::to_all(Fact::Recycled { from, run }).binding()
                }
                Happening::Drew { color, cards } => {
                    events.push(Event::to(seat_for(&public.position, color), Fact::YouDrew(cards)).binding());
                    let player = player(&public.position, color);
                    Event::to_all(Fact::Drew { player, count: cards.count() }).binding()
                }
            };
            events.push(event);
        }
    }
}

impl Public {
    /// Keeps the turn that is over, unless nothing was noted yet.
    fn next_turn(&mut self, color: Color) {
        let turn = std::mem::replace(&mut self.turn, TurnRecord::new(color));
        self.number += u32::from(turn.color == Color::Black && color == Color::White);
        if turn.color != color || !turn.notes.is_empty() {
            self.last = Some(turn);
        }
    }
}

/// The cards of the pieces that are missing on the board.
fn missing(position: &Position) -> Option<Pile> {
    let pieces: Pile = position.field.board.iter().map(|(_, piece)| Card::Piece(piece)).collect();
    Pile::deck(0).without(&pieces)
}

impl State {
    fn audit(&self, over: bool) {
        let Public { position, recycled, sound, .. } = &self.public;
        let Position { rules, field, line, stacks, taken, held, ending, .. } = position;
        let Hidden { hands, stock, removed } = &self.hidden;
        let piles = [line, taken, stock, removed, &stacks.white, &stacks.black, &hands.white, &hands.black];
        let rest = piles.into_iter().try_fold(Pile::deck(0), |deck, pile| deck.without(pile));
        assert_eq!(rest, Some(Pile::EMPTY), "the cards do not add up to the deck");
        assert_eq!(stock.count(), position.stock, "the draw pile has another size than all believe");
        assert_eq!(removed.count(), position.removed, "other cards have left than all believe");
        assert_eq!(usize::from(removed.count()), recycled.len(), "one card of each run leaves the game");
        for color in Color::ALL {
            let hand = hands.get(color);
            assert_eq!(hand.count(), *held.get(color), "a hand has another size than all believe");
            assert!(hand.count() <= rules.hand, "a hand is too large");
            let has_king = hand.cards().iter().copied().any(is_king);
            assert!(!has_king || !rules.kings_lie_open, "a king is held");
        }
        match rules.spread {
            Spread::Line if *sound => {
                assert_eq!(missing(position), Some(taken.sorted()), "other cards lie there than are missing");
            }
            Spread::Line => {}
            Spread::Stacks => {
                assert_eq!(position.captures(), i32::from(taken.count()), "each capture takes a card");
            }
        }
        let board = &field.board;
        assert!((board.pawns() & Bitboard::BACKRANKS).is_empty(), "a pawn stands on a back rank");
        assert!(field.rights.is_subset(board.rooks()), "only rooks have castling rights");
        let kings = if *ending == Some(Ending::KingTaken) { 1 } else { 2 };
        assert_eq!(board.kings().count(), kings, "the first king that falls ends the game");
        assert!(ending.is_some() || position.run().is_none(), "a run was not recycled");
        if !over {
            self.audit_stage();
        }
    }

    fn audit_stage(&self) {
        let position = &self.public.position;
        let hand = self.hidden.hands.get(position.turn);
        match position.stage {
            Stage::Card { .. } | Stage::QuietOrCard => assert!(!hand.is_empty(), "there is a card to play"),
            Stage::Quiet => assert!(position.rules.card_first, "the quiet move comes first"),
            Stage::Captures { .. } => {}
        }
        if let Stage::Card { bound: Some(square) } | Stage::Captures { bound: Some(square), .. } =
            position.stage
        {
            let color = position.field.board.color_at(square);
            assert_eq!(color, Some(position.turn), "a bound piece is one's own");
        }
    }
}
