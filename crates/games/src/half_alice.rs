//! Half Alice Chess: chess on both sides of a mirror, on one board, with checkers.
//!
//! Every piece starts in front of the mirror [half-alice.start] and crosses to the other side
//! whenever it has moved [half-alice.cross]; a checker under it says that it is behind.
//! A move is judged twice: on the side where it is made, as if nothing else were on the board
//! [half-alice.legal-before], and on the side where it ends [half-alice.legal-after].
//! Pieces of different sides never take, check or block one another, but none may stop on
//! another's square [half-alice.pass-through] [half-alice.no-stop].
//! Going behind the mirror takes a checker, of which there are twelve [half-alice.free-checker].
//! Checkmate wins [half-alice.checkmate].

mod arranged;
#[cfg(test)]
mod naive;
mod position;
mod tabletop;
#[cfg(test)]
mod tests;
mod writing;

use std::fmt;
use std::str::FromStr;

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Color};
use kit_play::about::{Needs, Shelf};
use kit_play::sentence::Filling;
use kit_play::{
    About, BadNotation, BadTerms, Chance, Chips, Choice, Events, Export, Extras, Game, Gesture, Lookahead,
    Node, Outcome, Reason, Relaying, SearchLine, Seat, Sentence, Tabletop, Tell, Terms, Told, Values, Viewer,
    say,
};

use self::position::{Position, Side};
use crate::draw_clock::{DrawClock, Occurrence};
use crate::editions;
use crate::open::OpenView;
use crate::sides::{color_of, seat_of, team_of};
use crate::steps;

/// The game.
#[derive(Clone, Copy)]
pub struct HalfAlice;

static ABOUT: About = About {
    id: "half-alice-chess",
    name: "Half Alice Chess",
    blurb: "Whenever a piece has moved, it goes through the looking glass to the other side.",
    editions: editions::SAME_RULES,
    choices: &[
        Choice {
            name: "checkers",
            meaning: "how many checkers each player has",
            values: Values::Words(&[
                ("12", "one ordinary set, and who runs out cannot move a piece in front of the mirror"),
                ("16", "one for every piece, as if there were two boards"),
            ]),
            default: "12",
            defaults: &[],
        },
        Choice {
            name: "en_passant",
            meaning: "whether pawns are taken en passant",
            values: Values::Words(&[
                ("same-side", "by a pawn behind the mirror, where the other pawn has just arrived"),
                ("off", "never, as many play Alice Chess"),
            ]),
            default: "same-side",
            defaults: &[],
        },
    ],
    open: true,
    needs: Needs {
        things: &["a checkers set"],
        shelf: &[Shelf::Checkers],
        reminders: &["white-free", "black-free"],
        ..Needs::CHESS_SET
    },
    formats: &["fen"],
    aid: &[
        ("half-alice.checkers", 1),
        ("half-alice.sides", 1),
        ("half-alice.cross", 3),
        ("half-alice.pass-through", 1),
        ("half-alice.no-stop", 1),
        ("half-alice.capture", 1),
        ("half-alice.check", 1),
        ("half-alice.legal-after", 1),
        ("half-alice.checkmate", 1),
    ],
    picture: "Rings are checkers",
    conduct: "half-alice.conduct",
    rules: book!(include_str!("../../../rules/half-alice-chess.md")),
    guide: book!(include_str!("../../../scenarios/half-alice-chess/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/half-alice-chess.md"))),
    ..About::USUAL
};

impl Game for HalfAlice {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<HalfAlice> = Extras {
        relaying: Some(Relaying { chips: Chips::Single, lay: arranged::relaid }),
        ..Extras::castling(|view: &View, side| {
            let Position { field, turn, .. } = &view.state.position;
            steps::no_castling(field, *turn, side)
        })
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, _chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let rules = Rules::agreed(terms);
        let mut state = match terms.arrangement() {
            Some(arrangement) => arranged::state(arrangement, rules)?,
            None => State::new(Position::initial(rules), 0, 1),
        };
        let begins = Fact::Begins { color: state.position.turn, checkers: rules.checkers };
        let told = state.news(begins);
        Ok((state, told))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        View::new(state, viewer, seat_of(state.position.turn), over)
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        let step = writing::words(&state.position, action.0).into();
        state.play(action.0);
        state.news(Fact::Moved { color: color_of(seat), step })
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        if !view.is_on_turn() {
            return Vec::new();
        }
        view.state.position.legal().into_iter().map(Action).collect()
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        if !view.is_on_turn() {
            return Vec::new();
        }
        view.state.position.barred().into_iter().map(|(step, why)| (Action(step), why)).collect()
    }

    fn gesture(&self, _view: &View, action: &Action) -> Gesture {
        steps::gesture(action.0)
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        tabletop::tabletop(view)
    }

    fn imagine(&self, view: &View, _chance: &mut Chance) -> State {
        view.state.clone()
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        writing::words(&view.state.position, action.0)
    }

    fn turn(&self, view: &View) -> u32 {
        view.state.number
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        writing::spellings(&view.state.position, action.0)
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        view.state.position.appraise(team_of(color_of(seat)))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let earlier = state.clock.known_by(|seen| seen.placement(|(turn, _)| turn.is_white().into()));
        Box::new(SearchLine::new(state.position).after(earlier).quiet_for(state.clock.ahead()))
    }

    fn exports(&self, view: &View, _outcome: Option<&Outcome>) -> Vec<Export> {
        vec![Export { format: "fen", text: writing::star_fen(&view.state.position) }]
    }

    fn audit(&self, state: &State, over: bool) {
        state.audit(over);
    }
}

/// What was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How many checkers each player has.
    checkers: u32,
    /// Whether pawns are taken en passant.
    en_passant: bool,
}

impl Rules {
    fn agreed(terms: &Terms) -> Rules {
        Rules {
            checkers: if terms.choice("checkers") == "16" { 16 } else { 12 },
            en_passant: terms.choice("en_passant") != "off",
        }
    }
}

/// A move, written as in UCI: `e2e4`, `a7a8q`, `e1g1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action(Step);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let expected = "a move such as `e2e4`, `a7a8q`, `Nf3*` or `O-O*`";
        text.parse().map(Action).map_err(|_| BadNotation::new(text, expected))
    }
}

/// Something everybody hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The game begins.
    Begins {
        /// Who moves first.
        color: Color,
        /// How many checkers each player has.
        checkers: u32,
    },
    /// A piece moved and crossed the mirror.
    Moved {
        /// Whose piece it is.
        color: Color,
        /// The move, with what happens at the mirror.
        step: Filling,
    },
    /// [half-alice.say-check] A king is in check on this side of the mirror.
    Check(Color, Side),
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        let seat = |color: &Color| ABOUT.seat(seat_of(*color));
        match self {
            Fact::Begins { color, checkers } => say!(
                "{seat} begins, and each player has {checkers} checkers.",
                seat = seat(color),
                checkers = *checkers
            ),
            Fact::Moved { color, step } => say!("{seat}: {step}.", seat = seat(color), step),
            Fact::Check(color, Side::Front) => {
                say!("{seat} is in check in front of the mirror.", seat = seat(color))
            }
            Fact::Check(color, Side::Behind) => {
                say!("{seat} is in check behind the mirror.", seat = seat(color))
            }
        }
    }
}

/// Everything that is true, all of it public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    position: Position,
    /// Counts moves, by either color, without a pawn's move or a capture.
    /// [half-alice.repetition] Positions are the same with the same turn and the same pieces behind the mirror.
    clock: DrawClock<Occurrence<(Color, Bitboard)>>,
    /// The number of the move, counted from 1, one for both colors.
    number: u32,
    /// The move made last.
    last: Option<Step>,
}

/// Everything one viewer knows.
pub type View = OpenView<State>;

/// Why the game ends.
mod ends {
    use kit_play::Reason;

    use crate::draw_clock::DrawRules;
    use crate::stuck::StuckRules;

    pub const STUCK: StuckRules = StuckRules::new("half-alice.checkmate", "half-alice.stalemate");
    pub const MATERIAL: Reason = Reason::new("insufficient material", "half-alice.material");

    pub static DRAWS: DrawRules = DrawRules::fifty_moves("half-alice.repetition", "half-alice.fifty-moves");
}

impl State {
    fn new(position: Position, quiet_moves: u32, number: u32) -> State {
        let clock = DrawClock::new(&ends::DRAWS).after(quiet_moves);
        State { position, clock, number, last: None }
    }

    fn play(&mut self, step: Step) {
        let played = self.position.play(step);
        self.last = Some(step);
        self.number += u32::from(self.position.turn == Color::White);
        // [half-alice.fifty-moves] Crossing alone is no progress.
        self.clock.turn(played.is_progress());
    }

    /// Notes the position, and says how the game ends if it does.
    ///
    /// [half-alice.end-order] Checkmate goes before any draw.
    fn judge(&mut self) -> Option<Outcome> {
        let position = &self.position;
        let also = (position.turn, position.mirror);
        self.clock.note(Occurrence::new(&position.field, position.usable_ep(), also));
        position.stuck().or_else(|| self.clock.draw()).or_else(|| position.dead())
    }

    /// What is said when a position has come up: how, check, and the end.
    fn news(&mut self, how: Fact) -> Events<HalfAlice> {
        let color = self.position.turn;
        let side = self.position.side_of(self.position.king(color));
        let check = self.position.in_check().then_some(Fact::Check(color, side));
        Told::to_all([how].into_iter().chain(check)).ending(self.judge())
    }

    /// Panics, with a label, when one of the invariants of the game is broken.
    fn audit(&self, over: bool) {
        let position = &self.position;
        let board = &position.field.board;
        assert!(position.mirror.is_subset(board.occupied()), "only pieces stand on checkers");
        for color in Color::ALL {
            let pieces = board.by_color(color);
            assert_eq!((pieces & board.kings()).count(), 1, "each color has one king");
            let used = (pieces & position.mirror).count() as u32;
            assert!(used <= position.rules.checkers, "nobody has more checkers in use than there are");
        }
        assert!((position.field.rights & position.mirror).is_empty(), "who may castle has not moved");
        let [white, black] = [Color::White, Color::Black].map(|color| position.king(color));
        // [half-alice.kings-apart]
        assert!(white.distance(black) > 1, "kings are never neighbors, whatever their sides");
        assert!(position.attackers_of_king(!position.turn).is_empty(), "who just moved is not in check");
        let (legal, slow) = (position.legal(), position.slow_moves());
        assert_eq!(legal.len(), slow.len(), "the fast moves are the slow moves");
        assert!(slow.iter().all(|step| legal.contains(step)), "the fast moves are the slow moves");
        if !over {
            assert!(!legal.is_empty(), "whoever is to move can move");
        }
    }
}
