//! Chess Golf: who finds the shortest way for one piece to capture another?
//!
//! Sixteen pieces stand about the board as cards have laid them out [golf.layout].
//! At each hole cards name two or more types of piece, and one of the named types has to capture the
//! others in as few moves as possible [golf.goal].
//! A piece never moves like itself: it borrows the movement of a neighbor of its own color
//! [golf.borrow] [golf.neighbor], and a color without neighbors steps like a king
//! [golf.special-move].
//! Everybody claims a number in secret [golf.claim]; the lowest has to show the moves
//! [golf.lowest-shows], and whoever fails or found nothing pays for it
//! [golf.fail-penalty] [golf.zero-penalty].
//! After nine holes the lowest total wins [golf.end].

mod arranged;
mod barred;
mod cards;
mod course;
mod record;
mod remarks;
mod round;
mod rules;
mod scoring;
mod search;
mod solution;
mod tabletop;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use kit_chess::Step;
use kit_chess::shakmaty::{Board, Color, Piece, Role, Square};
use kit_play::about::{CardNeed, Needs, Puzzle, Shelf};
use kit_play::paper::{Foot, PaperLayout, PaperSheet};
use kit_play::sentence::{Filling, Joint};
use kit_play::tabletop::{Gesture, Spot, Tabletop};
use kit_play::{
    About, BadNotation, BadTerms, Chance, Choice, Edition, Events, Export, Extras, Game, Lookahead, Outcome,
    Reason, Remarks, Seat, Sentence, Tell, Terms, Timer, Told, Values, Viewer, say,
};

use crate::notation;
use cards::{Card, DECK};
use course::{Goal, Hole, Ways};
use record::HoleRecord;
use rules::{Countdown, Difficulty, Office, Rules, TieStart, Zero};

/// Chess Golf.
#[derive(Clone, Copy)]
pub struct Golf;

const ON_OFF: Values = Values::Words(&[("on", "yes"), ("off", "no")]);

static ABOUT: About = About {
    id: "chess-golf",
    name: "Chess Golf",
    blurb: "Pieces borrow the moves of their neighbours; who finds the shortest way to a capture?",
    seats: &["A", "B", "C", "D", "E", "F", "G", "H"],
    written: &["A", "B", "C", "D", "E", "F", "G", "H"],
    roles: &["Player A", "Player B", "Player C", "Player D", "Player E", "Player F", "Player G", "Player H"],
    fewest_seats: 1,
    colors: &[],
    teams: &["A", "B", "C", "D", "E", "F", "G", "H"],
    editions: &[
        Edition { id: "2025", note: "the demonstrator deals, two cards or three" },
        Edition { id: "2024-book", note: "playing cards; the deck goes around, and more cards are earned" },
        Edition { id: "2024-booklet", note: "as the book of 2024, with chess cards" },
        Edition { id: "2023", note: "a ball is hit, nothing is captured, and lonely pieces are stuck" },
    ],
    choices: &[
        Choice {
            name: "holes",
            meaning: "how many holes are played",
            values: Values::Number(1, 18, &[]),
            default: "9",
            defaults: &[],
        },
        Choice {
            name: "timer",
            meaning: "how many seconds the countdown lasts",
            values: Values::Number(30, 120, &[]),
            default: "60",
            defaults: &[],
        },
        Choice {
            name: "difficulty",
            meaning: "how many cards are dealt",
            values: Values::Words(&[
                ("fixed2", "always two"),
                ("unanimous", "two; when all claim the same number and it is shown, one more is allowed"),
                ("dealer_2_or_3", "two or three, as the dealer likes"),
            ]),
            default: "dealer_2_or_3",
            defaults: &[("2024-book", "unanimous"), ("2024-booklet", "unanimous"), ("2023", "fixed2")],
        },
        Choice {
            name: "three_cards_from_hole",
            meaning: "with dealer_2_or_3: the first hole at which three cards may be dealt",
            values: Values::Number(1, 18, &[]),
            default: "1",
            defaults: &[],
        },
        Choice {
            name: "kings_on_ninth",
            meaning: "whether the ninth and the eighteenth hole are always those of the two kings",
            values: ON_OFF,
            default: "off",
            defaults: &[("2023", "on")],
        },
        Choice {
            name: "special_king_move",
            meaning: "whether a colour of which no two pieces are neighbours steps like a king",
            values: ON_OFF,
            default: "on",
            defaults: &[("2023", "off")],
        },
        Choice {
            name: "opening_swap",
            meaning: "whether two pieces change places when the layout leaves a colour without neighbours",
            values: ON_OFF,
            default: "off",
            defaults: &[("2023", "on")],
        },
        Choice {
            name: "borrow_from_victim",
            meaning: "whether a piece may borrow from the very piece that it captures",
            values: ON_OFF,
            default: "on",
            defaults: &[],
        },
        Choice {
            name: "single_capturer",
            meaning: "whether one and the same piece must make all captures",
            values: ON_OFF,
            default: "off",
            defaults: &[],
        },
        Choice {
            name: "penalty_includes_self",
            meaning: "whether a failed claim counts when its own penalty is reckoned",
            values: ON_OFF,
            default: "off",
            defaults: &[],
        },
        Choice {
            name: "alone",
            meaning: "what it costs to fail when you play alone, or to claim zero where there is a solution",
            values: Values::Words(&[
                ("fingers", "eleven: all ten fingers and the penalty"),
                ("by_the_letter", "a failure one more than was claimed, and a claim of zero nothing"),
            ]),
            default: "fingers",
            defaults: &[],
        },
        Choice {
            name: "restore",
            meaning: "how captured pieces come back",
            values: Values::Words(&[
                ("choose", "the demonstrator puts them on empty squares"),
                ("random", "on empty squares by chance"),
            ]),
            default: "choose",
            defaults: &[],
        },
        Choice {
            name: "tell_shortest",
            meaning: "whether a shortest solution is told when a hole has been scored",
            values: ON_OFF,
            default: "on",
            defaults: &[],
        },
    ],
    shows_turns: false,
    needs: Needs {
        cards: &[CardNeed { editions: "all", cards: "K Q R R B B N N of both colours", count: "16" }],
        things: &["a timer", "paper for the score"],
        shelf: &[Shelf::Cards],
        minutes: 40,
        reminders: &["layout"],
    },
    sheet: Some(PaperSheet {
        name: "golf",
        lead: "Write the cards of each hole, and for everybody the number they claimed.",
        layout: PaperLayout::Scores {
            tables: &["First round", "Second round"],
            columns: &[("hole", 1.3), ("cards", 2.2)],
            players: 8,
            rows: 9,
            foot: Foot {
                rules: &[
                    "golf.score",
                    "golf.fail-penalty",
                    "golf.zero-penalty",
                    "golf.nobody-solves",
                    "golf.end",
                ],
                height: 30.0,
            },
        },
    }),
    formats: &["golf"],
    puzzle: Some(Puzzle {
        choices: &[("holes", "1")],
        // Alone one may try freely, so the largest number of moves is claimed from the start.
        prelude: &["claim 10"],
        withheld: "give up",
        most_moves: 10,
    }),
    few_points: true,
    aid: &[
        ("golf.gaps", 1),
        ("golf.goal", 1),
        ("golf.borrow", 1),
        ("golf.neighbor", 1),
        ("golf.special-move", 1),
        ("golf.lowest-shows", 1),
        ("golf.score", 1),
        ("golf.fail-penalty", 1),
        ("golf.zero-penalty", 1),
        ("golf.end", 1),
    ],
    picture: "One way: the black bishop",
    conduct: "golf.conduct",
    rules: book!(include_str!("../../../rules/chess-golf.md")),
    guide: book!(include_str!("../../../scenarios/chess-golf/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/chess-golf.md"))),
    unwritten: &[("alone", "by_the_letter")],
    revision: 3,
    ..About::USUAL
};

impl Game for Golf {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<Golf> = Extras {
        timer: Some(Timer { lasts: State::lasts, up: State::time_is_up }),
        remarks: Remarks { entry: remarks::on_entry, ..Remarks::NONE },
        points: |view, appraisal| search::points(&view.public, appraisal),
        ..Extras::NONE
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let rules = Rules::agreed(terms)?;
        let mut events = Told::new();
        let state = match terms.arrangement() {
            Some(arrangement) => arranged::state(rules, terms.seats(), arrangement, chance, &mut events)?,
            None => {
                let mut order = cards::deck(rules.faces);
                chance.shuffle(&mut order);
                let dealer =
                    Seat(if terms.seats() > 1 { chance.below(terms.seats() as u32) as u8 } else { 0 });
                let mut state = State::laid_out(rules, terms.seats(), dealer, order, &mut events);
                state.begin_hole(chance, &mut events);
                state
            }
        };
        Ok((state, events))
    }

    fn view(&self, state: &State, viewer: Viewer, _over: bool) -> View {
        // [golf.secret] A claim is known to whoever made it until all are shown.
        let own = viewer.seat().and_then(|seat| *state.claims.get(seat.index())?);
        View { viewer, public: state.public.clone(), own }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        // [golf.secret] Until the countdown begins, nobody knows of the others who has claimed; from
        // then on everybody sees who is ready.
        let Public { phase, countdown, ready, seats, .. } = &state.public;
        *phase == Phase::Solve && if *countdown { !ready.is_empty() } else { *seats > 1 }
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, chance: &mut Chance) -> Events<Self> {
        let mut events = Told::new();
        match *action {
            Action::Deal(count) => state.deal(count, chance, &mut events),
            Action::Claim(claim) => state.claim(seat, claim, chance, &mut events),
            Action::Move(step) => state.make_move(step, chance, &mut events),
            Action::Fail => state.fail(chance, &mut events),
            Action::Restore(piece, square) => state.restore(piece, square, chance, &mut events),
        }
        events
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        view.viewer.seat().map_or_else(Vec::new, |seat| actions(&view.public, seat, view.own))
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        let Public { hole, rules, phase, .. } = &view.public;
        let shows = view.public.demonstrator().map(Viewer::Seat) == Some(view.viewer);
        if *phase != Phase::Demonstrate || !shows {
            return Vec::new();
        }
        barred::barred(hole, &rules.ways).into_iter().map(|(step, why)| (Action::Move(step), why)).collect()
    }

    fn gesture(&self, _view: &View, action: &Action) -> Gesture {
        match *action {
            Action::Deal(count) => vec![Spot::Word(DEALS[usize::from(count).min(DEALS.len() - 1)])],
            Action::Claim(claim) => vec![Spot::Word(CLAIMS[usize::from(claim).min(CLAIMS.len() - 1)])],
            Action::Move(step) => vec![Spot::Square(step.from), Spot::Square(step.to)],
            Action::Fail => vec![Spot::Word("give up")],
            Action::Restore(_, square) => vec![Spot::Square(square)],
        }
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::laid_for(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        State { claims: round::imagined_claims(view, chance), public: view.public.clone() }
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        let Public { rules, hole, .. } = &view.public;
        match *action {
            Action::Deal(count) => say!("deal {count} cards", count),
            Action::Claim(0) => match rules.zero {
                Zero::Impossible => say!("claim none (impossible)"),
                Zero::NotFound => say!("claim none (impossible, or nothing found)"),
            },
            Action::Claim(claim) => say!("claim {claim} {claim|one=move|other=moves}", claim),
            Action::Move(step) => move_words(hole, step, &rules.ways),
            Action::Fail => say!("give up"),
            Action::Restore(piece, square) => say!("put the {piece} on {square}", piece, square),
        }
    }

    fn turn(&self, view: &View) -> u32 {
        view.public.current.number.into()
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        match *action {
            Action::Deal(count) => vec![count.to_string()],
            Action::Claim(0) => vec!["0".to_owned(), "none".to_owned()],
            Action::Claim(claim) => vec![claim.to_string()],
            Action::Move(step) => {
                let Hole { board, .. } = &view.public.hole;
                let sign = if board.piece_at(step.to).is_some() { 'x' } else { '-' };
                let rivals = view.public.hole.moves(&view.public.rules.ways);
                let mut ways = notation::plain_forms(board, step, rivals);
                ways.push(format!("{}{sign}{}", step.from, step.to));
                ways
            }
            Action::Fail => vec!["give up".to_owned()],
            Action::Restore(_, square) => vec![square.to_string()],
        }
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        search::standing_of(&view.public.totals(), seat)
    }

    fn lookahead(&self, state: State, chance: Chance) -> Box<dyn Lookahead> {
        Box::new(search::PlannedLine::new(state, chance))
    }

    fn exports(&self, view: &View, _outcome: Option<&Outcome>) -> Vec<Export> {
        record::written(&view.public).map(|text| Export { format: "golf", text }).into_iter().collect()
    }

    fn audit(&self, state: &State, over: bool) {
        state.audit(over);
    }
}

/// The words for numbers of cards and of moves, as buttons.
const DEALS: [&str; 12] = [
    "no cards", "1 card", "2 cards", "3 cards", "4 cards", "5 cards", "6 cards", "7 cards", "8 cards",
    "9 cards", "10 cards", "11 cards",
];
const CLAIMS: [&str; 11] = ["none", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// [golf.claim] There are ten fingers to show a claim with.
const MOST_CLAIMED: u8 = 10;

/// As many cards as can be captured with so many fingers.
const MOST_CARDS: u8 = MOST_CLAIMED + 1;

/// The smallest decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Turns up so many cards: `deal 2`.
    Deal(u8),
    /// Seals a number of moves, 0 for none: `claim 3`.
    Claim(u8),
    /// Shows a move: `e5g6`.
    Move(Step),
    /// Gives up showing: `fail`.
    Fail,
    /// Puts a captured piece back: `K@a1`.
    Restore(Piece, Square),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Deal(count) => write!(f, "deal {count}"),
            Action::Claim(claim) => write!(f, "claim {claim}"),
            Action::Move(step) => write!(f, "{step}"),
            Action::Fail => f.write_str("fail"),
            Action::Restore(piece, square) => write!(f, "{}@{square}", piece.char()),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let number = |word: &str| text.strip_prefix(word)?.strip_prefix(' ')?.parse().ok();
        let restore = || {
            let (piece, square) = text.split_once('@')?;
            let mut letters = piece.chars();
            let piece = letters.next().and_then(Piece::from_char).filter(|_| letters.next().is_none())?;
            Some(Action::Restore(piece, square.parse().ok()?))
        };
        let step = || text.parse().ok().filter(|step: &Step| step.promotion.is_none()).map(Action::Move);
        let action = match text {
            "fail" => Some(Action::Fail),
            _ => number("deal").map(Action::Deal).or_else(|| number("claim").map(Action::Claim)),
        };
        let expected =
            "a deal (deal 2), a claim (claim 3), a move (e5g6, Bg6), fail, or a piece and a square (K@a1)";
        action.or_else(restore).or_else(step).ok_or_else(|| BadNotation::new(text, expected))
    }
}

/// What a seat may do whose sealed claim, if it has one, is `own`.
fn actions(public: &Public, seat: Seat, own: Option<u8>) -> Vec<Action> {
    if seat.index() >= public.seats {
        return Vec::new();
    }
    match public.phase {
        Phase::Deal if seat == public.current.dealer => public.deals().map(Action::Deal).collect(),
        Phase::Solve if own.is_none() => (0..=MOST_CLAIMED).map(Action::Claim).collect(),
        Phase::Demonstrate if public.demonstrator() == Some(seat) => {
            let moves = public.hole.moves(&public.rules.ways);
            moves.into_iter().map(Action::Move).chain([Action::Fail]).collect()
        }
        Phase::Restore(chooser) if seat == chooser => {
            let next = public.hole.taken.first().copied();
            let empty = !public.hole.board.occupied();
            next.into_iter()
                .flat_map(|piece| empty.into_iter().map(move |at| Action::Restore(piece, at)))
                .collect()
        }
        Phase::Deal | Phase::Solve | Phase::Demonstrate | Phase::Restore(_) => Vec::new(),
    }
}

/// One thing somebody learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The cards that have laid out the pieces.
    LaidOut(Vec<Card>),
    /// Two pieces have changed places.
    Swapped { kind: Role, white: Square, black: Square },
    /// Who deals, or keeps the score.
    Office { seat: Seat, office: Office },
    /// The discards were shuffled in.
    Reshuffled,
    /// A hole begins.
    Dealt { number: u8, cards: Vec<Card> },
    /// The listener's own claim.
    YouClaimed(u8),
    /// Somebody has claimed something.
    Ready(Seat),
    /// Somebody has claimed a solution, and the countdown begins; these are ready.
    Countdown { seconds: u8, ready: Vec<Seat> },
    /// The countdown is over.
    TimeUp,
    /// All claims.
    Claims(Vec<u8>),
    /// Somebody has to show a solution.
    Shows { seat: Seat, claim: u8 },
    /// Somebody shows a move.
    Moved { seat: Seat, step: Filling },
    /// Somebody has given up, or has no move left.
    Failed(Seat),
    /// Somebody has shown a solution.
    Solved { seat: Seat, moves: usize },
    /// What everybody scores.
    Scored { number: u8, scores: Vec<u8> },
    /// More cards may be dealt from now on.
    Level(u8),
    /// A captured piece is back on the board.
    Restored { piece: Piece, square: Square },
    /// What everybody scored in all.
    Totals(Vec<u32>),
    /// Several have the lowest total.
    Shared(Vec<Seat>),
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        let seat = |seat: &Seat| ABOUT.seat(*seat);
        let seats = |seats: &[Seat]| Filling::all_of(seats.iter().map(seat));
        match self {
            Fact::LaidOut(order) => {
                let cards = order.iter().map(Filling::card).collect();
                say!("The cards lay out {cards}.", cards = Filling::List(Joint::Space, cards))
            }
            Fact::Swapped { kind, white, black } => say!(
                "The {white} on {first} and the {black} on {second} change places.",
                white = kind.of(Color::White),
                first = *white,
                black = kind.of(Color::Black),
                second = *black
            ),
            Fact::Office { seat: who, office: Office::Dealer } => say!("{seat} deals.", seat = seat(who)),
            Fact::Office { seat: who, office: Office::Scorekeeper } => {
                say!("{seat} keeps the score.", seat = seat(who))
            }
            Fact::Reshuffled => say!("The discards are shuffled in."),
            Fact::Dealt { number, cards } => {
                let pieces = Filling::all_of(cards.iter().map(|card| card.piece));
                say!("Hole {number}: {pieces}.", number = *number, pieces)
            }
            Fact::YouClaimed(0) => say!("You claim none."),
            Fact::YouClaimed(claim) => say!("You claim {claim}.", claim = record::in_moves(*claim)),
            Fact::Ready(who) => say!("{seat} is ready.", seat = seat(who)),
            Fact::Countdown { seconds, ready } => say!(
                "Somebody has a solution: {seconds} seconds are left. Ready: {seats}.",
                seconds = *seconds,
                seats = seats(ready)
            ),
            Fact::TimeUp => say!("Time is up."),
            Fact::Claims(claims) => say!("The claims: {claims}.", claims = record::told_by_seat(claims)),
            Fact::Shows { seat: who, claim } => {
                say!("{seat} has to show {claim}.", seat = seat(who), claim = record::in_moves(*claim))
            }
            Fact::Moved { seat: who, step } => say!("{seat}: {step}.", seat = seat(who), step),
            Fact::Failed(who) => say!("{seat} fails, and the board is put back.", seat = seat(who)),
            Fact::Solved { seat: who, moves } => {
                let moves = *moves;
                let told = say!("{moves} {moves|one=move|other=moves}", moves);
                say!(
                    "{seat} has solved the hole in {moves}.",
                    seat = seat(who),
                    moves = Filling::coded(moves, told)
                )
            }
            Fact::Scored { number, scores } => say!(
                "Scores of hole {number}: {scores}.",
                number = *number,
                scores = record::told_by_seat(scores)
            ),
            Fact::Level(level) => say!("From now on up to {level} cards may be dealt.", level = *level),
            Fact::Restored { piece, square } => {
                say!("The {piece} is put on {square}.", piece = *piece, square = *square)
            }
            Fact::Totals(totals) => say!("The totals: {totals}.", totals = record::told_by_seat(totals)),
            Fact::Shared(winners) => say!("{seats} share the win.", seats = seats(winners)),
        }
    }
}

/// A move in words: `black bishop e5 to g6, like a knight`.
fn move_words(hole: &Hole, step: Step, ways: &Ways) -> Sentence {
    let Some(piece) = hole.board.piece_at(step.from) else { return Sentence::finished(step.to_string()) };
    let (from, to) = (step.from, step.to);
    let takes = hole.board.piece_at(to).map(|_| ways.goal);
    match (takes, any_of(hole.borrowed(step, ways))) {
        (None, Some(role)) => say!("{piece} {from} to {to}, like a {role}", piece, from, to, role),
        (None, None) => {
            say!("{piece} {from} to {to}, one step, as no neighbours are left", piece, from, to)
        }
        (Some(Goal::Capture), Some(role)) => {
            say!("{piece} {from} takes {to}, like a {role}", piece, from, to, role)
        }
        (Some(Goal::Capture), None) => {
            say!("{piece} {from} takes {to}, one step, as no neighbours are left", piece, from, to)
        }
        (Some(Goal::Ball), Some(role)) => {
            say!("{piece} {from} hits {to}, like a {role}", piece, from, to, role)
        }
        (Some(Goal::Ball), None) => {
            say!("{piece} {from} hits {to}, one step, as no neighbours are left", piece, from, to)
        }
    }
}

/// Moves in words, one after the other; nothing if there are none.
fn line_words(hole: &Hole, steps: &[Step], ways: &Ways) -> Option<Sentence> {
    let mut hole = hole.clone();
    let moves = steps.iter().map(|step| {
        let words = move_words(&hole, *step, ways);
        hole.play(*step, ways);
        words
    });
    moves.reduce(|first, then| say!("{first}; {then}", first, then))
}

/// Any of several things: `king or queen or rook`; nothing if there are none.
fn any_of<F: Into<Filling>>(things: impl IntoIterator<Item = F>) -> Option<Filling> {
    things.into_iter().map(Into::into).reduce(|any, thing| Filling::one_of([any, thing]))
}

/// Everything that is true.
#[derive(Clone)]
pub struct State {
    public: Public,
    /// Claims that are sealed, by seat; none of them once they are shown.
    claims: Vec<Option<u8>>,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The dealer chooses how many cards to deal.
    Deal,
    /// Everybody looks for a solution.
    Solve,
    /// Somebody shows one.
    Demonstrate,
    /// Somebody puts captured pieces back.
    Restore(Seat),
}

/// Everything that everybody knows.
///
/// [golf.dealer] What is left in the deck is known, its order is not: cards are drawn when they are
/// dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Public {
    rules: Rules,
    seats: usize,
    /// The cards in the order in which they laid out the pieces, if they did.
    layout: Option<Vec<Card>>,
    deck: Vec<Card>,
    discards: Vec<Card>,
    /// [golf.unanimous] As many cards as have been earned.
    level: u8,
    phase: Phase,
    /// Whether time is running.
    countdown: bool,
    /// Who is known to have claimed.
    ready: Vec<Seat>,
    /// How many of them were ready when the countdown began, of whom exactly one had found
    /// something; which one, nobody knows.
    first_ready: usize,
    /// The hole as it was when it began.
    tee: Hole,
    /// The hole as it stands.
    hole: Hole,
    current: HoleRecord,
    /// The holes before.
    history: Arc<Vec<HoleRecord>>,
    /// What everybody had before the first hole that was played.
    brought: Vec<u32>,
}

/// Everything one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    viewer: Viewer,
    public: Public,
    /// What this seat has sealed.
    own: Option<u8>,
}

impl Public {
    fn new(rules: Rules, seats: usize, dealer: Seat, board: Board) -> Public {
        let hole = Hole::new(board, Vec::new());
        Public {
            rules,
            seats,
            layout: None,
            deck: cards::deck(rules.faces),
            discards: Vec::new(),
            level: 2,
            phase: Phase::Deal,
            countdown: false,
            ready: Vec::new(),
            first_ready: 0,
            tee: hole.clone(),
            hole,
            current: HoleRecord::new(1, dealer),
            history: Arc::default(),
            brought: vec![0; seats],
        }
    }

    /// How many cards the dealer may turn up.
    fn deals(&self) -> std::ops::RangeInclusive<u8> {
        let number = self.current.number;
        let most = match self.rules.difficulty {
            _ if self.rules.is_kings_hole(number) => 2,
            Difficulty::Fixed => 2,
            // [golf.three-cards]
            Difficulty::Dealer if number >= self.rules.three_cards_from => 3,
            Difficulty::Dealer => 2,
            // [golf.unanimous]
            Difficulty::Unanimous => self.level,
        };
        2..=most
    }

    /// The seat that is showing a solution.
    fn demonstrator(&self) -> Option<Seat> {
        self.current.demos.last().filter(|demo| demo.solved.is_none()).map(|demo| demo.seat)
    }

    /// How many moves the demonstrator has left.
    fn moves_left(&self) -> usize {
        let demo = self.current.demos.last();
        demo.map_or(0, |demo| usize::from(self.current.claims[demo.seat.index()]) - demo.steps.len())
    }

    /// The seats that have to show a solution, in this order, if those before them fail.
    fn demonstrators(&self) -> Vec<Seat> {
        // [golf.tie]
        let first = match self.rules.tie_start {
            TieStart::Dealer => self.current.dealer,
            TieStart::LeftOfDealer => self.left_of(self.current.dealer),
        };
        scoring::order(&self.current.claims, first)
    }

    fn left_of(&self, seat: Seat) -> Seat {
        Seat(((seat.index() + 1) % self.seats) as u8)
    }

    /// What everybody has scored so far.
    fn totals(&self) -> Vec<u32> {
        let mut totals = self.brought.clone();
        for hole in self.history.iter().chain([&self.current]) {
            totals.iter_mut().zip(&hole.scores).for_each(|(total, score)| *total += u32::from(*score));
        }
        totals
    }
}

impl State {
    /// How long this state lasts, if time is running.
    fn lasts(&self) -> Option<Duration> {
        let runs = self.public.phase == Phase::Solve && self.public.countdown;
        runs.then(|| Duration::from_secs(u64::from(self.public.rules.seconds)))
    }

    fn time_is_up(&mut self, chance: &mut Chance) -> Events<Golf> {
        let mut events = Told::new();
        if self.lasts().is_some() {
            self.time_up(chance, &mut events);
        }
        events
    }

    fn audit(&self, over: bool) {
        let Public { rules, seats, deck, discards, hole, tee, current, phase, .. } = &self.public;
        let drawn = if rules.is_kings_hole(current.number) { 0 } else { current.cards.len() };
        assert_eq!(deck.len() + discards.len() + drawn, DECK, "no card is lost");
        for set in [hole, tee] {
            let off = if rules.ways.goal == Goal::Ball { 0 } else { set.taken.len() };
            assert_eq!(set.board.occupied().count() + off, DECK, "no piece is lost");
            assert!(set.board.pawns().is_empty(), "there are no pawns");
        }
        assert_eq!(self.claims.len(), *seats, "every seat may claim");
        let sealed = self.claims.iter().flatten().count();
        assert!(over || *phase == Phase::Solve || sealed == 0, "claims are sealed while people solve");
        assert!(over || sealed < *seats, "claims are shown when all are in");
        assert!(self.claims.iter().flatten().all(|claim| *claim <= MOST_CLAIMED), "there are ten fingers");
        if *phase == Phase::Solve && rules.countdown == Countdown::AtFirstSolution {
            let found = self.claims.iter().flatten().any(|claim| *claim > 0);
            assert_eq!(self.public.countdown, found, "the first solution starts the countdown");
            assert!(!found || self.public.ready.len() == sealed, "then everybody sees who is ready");
        }
        for record in self.public.history.iter() {
            assert_eq!(record.scores.len(), *seats, "everybody scores at every hole");
            let solver = record.solver();
            assert!(
                solver.is_none_or(|seat| record.scores[seat.index()] == record.claims[seat.index()]),
                "who shows a solution scores what they claimed"
            );
        }
        if *phase == Phase::Demonstrate && !over {
            assert!(
                self.public.demonstrator().is_some() && self.public.moves_left() > 0,
                "somebody shows a move"
            );
        }
    }
}
