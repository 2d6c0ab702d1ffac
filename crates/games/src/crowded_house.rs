//! Crowded House: four people share one game of chess, two to a color.
//!
//! Each player looks after the king side or the queen side, and every move must start or
//! end there ([crowded-house.halves], [crowded-house.key-rule]).
//! Turns go round the table ([crowded-house.order]), so what a player threatens can be
//! carried out only by the partner, two turns later.
//! Check, pins, mate and castling are judged by what the next player could really capture
//! ([crowded-house.check], [crowded-house.safe-move], [crowded-house.checkmate]); whoever
//! cannot move and is not in check passes ([crowded-house.forced-pass]), and two passes of a
//! team in a row are stalemate ([crowded-house.stalemate]).

#[cfg(test)]
mod naive;
mod position;

use kit_chess::shakmaty::{Bitboard, Color, Square};
use kit_chess::{Field, Step};
use kit_play::about::Needs;
use kit_play::sentence::Filling;
use kit_play::tabletop::{
    self, Gesture, MarkKind, Part, Prompt, Sheet, SheetLine, Spot, Tabletop, Track, Zone,
};
use kit_play::{
    About, Arrangement, BadTerms, BadText, Chance, Chips, Choice, Edition, Events, Export, Extras, Game,
    Laid, Lookahead, Node, Outcome, Reason, Relaying, SearchLine, Seat, Sentence, Team, Tell, Terms, Told,
    Values, Viewer, say,
};

use crate::arranging::{
    board_with_kings, no_en_passant, positions_forgotten, rights_left, skipped_square, written,
};
use crate::draw_clock::{DrawClock, Occurrence};
use crate::notation;
use crate::open::OpenView;
use crate::steps;
use position::{Action, Position, color_of, half_of, may, team_of};

/// The game of four people at one board.
#[derive(Clone, Copy)]
pub struct CrowdedHouse;

static ABOUT: About = About {
    id: "crowded-house",
    name: "Crowded House",
    blurb: "Two partners to a colour, and each moves only into, out of or inside one half of the board.",
    seats: &["WK", "BK", "WQ", "BQ"],
    written: &["WK", "BK", "WQ", "BQ"],
    roles: &["White, king's half", "Black, king's half", "White, queen's half", "Black, queen's half"],
    fewest_seats: 4,
    colors: &[Color::White, Color::Black, Color::White, Color::Black],
    editions: &[
        Edition { id: "2025", note: "says how teams and seats are found" },
        Edition { id: "2024-book", note: "leaves the seats to the players" },
        Edition { id: "2024-booklet", note: "leaves the seats to the players" },
    ],
    choices: &[
        Choice {
            name: "seating",
            meaning: "how people find their seats, before they sit down; the referee does nothing with it",
            values: Values::Words(&[
                ("drawn", "hidden pawns make the teams, and each team chooses its king-side player"),
                ("agreed", "people sit as they like"),
            ]),
            default: "drawn",
            defaults: &[("2024-book", "agreed"), ("2024-booklet", "agreed")],
        },
        Choice {
            name: "order",
            meaning: "in which order turns go round",
            values: Values::Words(&[
                ("printed", "White king side, Black king side, White queen side, Black queen side"),
                (
                    "crossed",
                    "ours, a trial: White king side, Black queen side, White queen side, Black king side",
                ),
                (
                    "alternating",
                    "ours, a trial: crossed in the first round, then printed, and so on by turns",
                ),
            ]),
            default: "printed",
            defaults: &[],
        },
    ],
    open: true,
    needs: Needs { reminders: &["order"], ..Needs::CHESS_SET },
    formats: &["fen"],
    aid: &[
        ("crowded-house.choose-sides", 1),
        ("crowded-house.halves", 1),
        ("crowded-house.order", 1),
        ("crowded-house.key-rule", 1),
        ("crowded-house.shared-pieces", 1),
        ("crowded-house.check", 1),
        ("crowded-house.safe-move", 1),
        ("crowded-house.no-passing", 1),
        ("crowded-house.checkmate", 1),
    ],
    picture: "Winnie may move",
    conduct: "crowded-house.conduct",
    rules: book!(include_str!("../../../rules/crowded-house.md")),
    guide: book!(include_str!("../../../scenarios/crowded-house/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/crowded-house.md"))),
    ..About::USUAL
};

impl Game for CrowdedHouse {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<CrowdedHouse> = Extras {
        relaying: Some(Relaying {
            chips: Chips::None,
            lay: |view, laid, lost| view.state.relaid(laid, lost),
        }),
        ..Extras::castling(|view: &View, side| {
            let position = &view.state.position;
            steps::no_castling(&position.field, position.color(), side)
        })
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, _chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let order = Order::named(terms.choice("order"));
        let mut state = match terms.arrangement() {
            Some(arrangement) => State::arranged(arrangement, order)?,
            None => State::new(order.in_round(1, Position::initial()), 0, 1),
        };
        let begins = Fact::Begins(state.position.seat);
        let told = state.news(begins);
        Ok((state, told))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        View::new(state, viewer, state.position.seat, over)
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        let told = match action {
            Action::Move(step) => Fact::Moves(seat, steps::moved(&state.position.field.board, *step)),
            Action::Pass => Fact::Passes(seat),
        };
        state.play(*action);
        state.news(told)
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        if view.is_on_turn() { view.state.actions() } else { Vec::new() }
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        if !view.is_on_turn() {
            return Vec::new();
        }
        view.state.position.barred().into_iter().map(|(step, why)| (Action::Move(step), why)).collect()
    }

    fn gesture(&self, _view: &View, action: &Action) -> Gesture {
        match action {
            Action::Move(step) => steps::gesture(*step),
            Action::Pass => vec![Spot::Word("pass")],
        }
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        let parts =
            vec![Part::Board(board_part(view)), Part::Track(order_part(view)), Part::Sheet(sheet_part(view))];
        Tabletop { prompt: prompt(view), parts, ..Tabletop::default() }
    }

    fn imagine(&self, view: &View, _chance: &mut Chance) -> State {
        view.state.clone()
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        match action {
            Action::Move(step) => steps::label(&view.state.position.field.board, *step),
            Action::Pass => say!("pass"),
        }
    }

    fn turn(&self, view: &View) -> u32 {
        view.state.round
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        let plain = match action {
            Action::Move(step) => san_spellings(&view.state.position, *step),
            Action::Pass => vec!["pass".to_owned()],
        };
        let tag = ABOUT.seat_name(view.state.position.seat);
        let tagged: Vec<String> = plain.iter().map(|spelling| format!("{tag}:{spelling}")).collect();
        plain.into_iter().chain(tagged).collect()
    }

    fn team(&self, seat: Seat) -> Team {
        team_of(seat)
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        view.state.position.appraise(team_of(seat))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        let earlier = state.clock.known_by(|seen| seen.placement(|place| (*place).into()));
        Box::new(SearchLine::new(state.position).after(earlier).quiet_for(state.clock.ahead()))
    }

    fn exports(&self, view: &View, _outcome: Option<&Outcome>) -> Vec<Export> {
        vec![Export { format: "fen", text: view.state.fen() }]
    }

    fn audit(&self, state: &State, _over: bool) {
        state.audit();
    }
}

/// In which order turns go round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Printed,
    /// [crowded-house.crossed]
    Crossed,
    /// [crowded-house.alternating]
    Alternating,
}

impl Order {
    fn named(name: &str) -> Order {
        match name {
            "crossed" => Order::Crossed,
            "alternating" => Order::Alternating,
            _ => Order::Printed,
        }
    }

    /// A position in some round, counted from 1, with the order that holds then.
    fn in_round(self, round: u32, position: Position) -> Position {
        let (crossed, alternates) = match self {
            Order::Printed => (false, false),
            Order::Crossed => (true, false),
            Order::Alternating => (round % 2 == 1, true),
        };
        Position { crossed, alternates, ..position }
    }
}

/// Something everybody hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    Begins(Seat),
    Moves(Seat, Filling),
    Passes(Seat),
    /// Who is in check, and who could take the king.
    Check(Seat, Seat),
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        let seat = |seat: &Seat| ABOUT.seat(*seat);
        match self {
            Fact::Begins(who) => say!("{seat} begins.", seat = seat(who)),
            Fact::Moves(who, step) => say!("{seat}: {step}.", seat = seat(who), step),
            Fact::Passes(who) => say!("{seat} has no legal move and passes.", seat = seat(who)),
            Fact::Check(who, next) => say!(
                "{seat} is in check: {next} could take the king next.",
                seat = seat(who),
                next = seat(next)
            ),
        }
    }
}

/// Everything that is true, all of it public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    position: Position,
    /// Counts turns, passes included, without a capture or a pawn's move.
    /// [crowded-house.repetition] Positions are the same with the same seat on turn.
    clock: DrawClock<Occurrence<u8>>,
    /// Which round of four turns it is, counted from 1.
    round: u32,
    last: Option<(Seat, Action)>,
}

/// Everything one viewer knows.
pub type View = OpenView<State>;

/// Why the game ends.
mod ends {
    use crate::draw_clock::DrawRules;
    use crate::stuck::StuckRules;

    pub const STUCK: StuckRules = StuckRules::new("crowded-house.checkmate", "crowded-house.stalemate");

    pub static DRAWS: DrawRules =
        DrawRules::hundred_turns("crowded-house.repetition", "crowded-house.hundred-turns");
}

impl State {
    fn new(position: Position, quiet_turns: u32, round: u32) -> State {
        let clock = DrawClock::new(&ends::DRAWS).after(quiet_turns);
        State { position, clock, round, last: None }
    }

    fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.position.actions(&mut actions);
        actions
    }

    fn play(&mut self, action: Action) {
        let seat = self.position.seat;
        let played = self.position.play(action);
        self.last = Some((seat, action));
        self.round += u32::from(self.position.seat == Seat(0));
        self.clock.turn(played.is_some_and(|played| played.is_progress()));
    }

    /// Notes the position, and says how the game ends if it does.
    ///
    /// [crowded-house.end-order] Checkmate goes before stalemate, and both before the rest.
    fn judge(&mut self) -> Option<Outcome> {
        let position = &self.position;
        self.clock.note(Occurrence::new(&position.field, position.usable_ep(), position.place()));
        position.verdict().or_else(|| self.clock.draw())
    }

    /// [crowded-house.say-check] What is said when a position has come up: how, check, and the end.
    fn news(&mut self, how: Fact) -> Events<CrowdedHouse> {
        let check = self.position.in_check().then_some(Fact::Check(self.position.seat, self.position.next()));
        Told::to_all([how].into_iter().chain(check)).ending(self.judge())
    }

    /// The position in FEN, with the seat in the place of the side to move.
    fn fen(&self) -> String {
        let Field { board, rights, ep } = &self.position.field;
        let castling = steps::castling_letters(*rights);
        let seat = ABOUT.seat_name(self.position.seat);
        let ep = ep.map_or("-".to_owned(), |square| square.to_string());
        format!("{board} {seat} {castling} {ep} {} {}", self.clock.quiet(), self.round)
    }

    /// Panics, with a label, when one of the invariants of the game is broken.
    fn audit(&self) {
        let position = &self.position;
        let before = position.before();
        assert!(position.king_hits(position.seat).is_empty(), "nobody can take a king");
        let (moves, actions) = (position.slow_moves(), self.actions());
        let pass = (moves.is_empty() && !position.in_check()).then_some(Action::Pass);
        let expected: Vec<Action> = moves.into_iter().map(Action::Move).chain(pass).collect();
        assert!(expected.len() == actions.len(), "the pass is legal only without a move and without check");
        assert!(expected.iter().all(|action| actions.contains(action)), "the fast moves are the slow moves");
        if let Some((seat, action)) = self.last {
            assert_eq!(seat, before, "seats take turns");
            if let Action::Move(step) = action {
                assert!(may(seat, step.from, step.to), "moves start or end in the mover's half");
            }
            let skipped = match action {
                Action::Move(step) => step.from.rank().distance(step.to.rank()) == 2,
                Action::Pass => false,
            };
            assert!(position.field.ep.is_none() || skipped, "en passant lasts one turn");
        }
    }
}

/// What an arrangement of this game may say.
const KEYS: [&str; 6] = ["turn", "castling", "ep", "halfmoves", "fullmoves", "passes"];

/// Positions from text.
impl State {
    fn arranged(arrangement: &Arrangement, order: Order) -> Result<State, BadText> {
        arrangement.allow(&KEYS)?;
        let board = board_with_kings(arrangement)?;
        let seat_named = |name: &str| ABOUT.seat_named(name);
        let seat = arrangement.value("turn", say!("WK, BK, WQ or BQ"), seat_named)?.unwrap_or(Seat(0));
        let field = Field { rights: arrangement.orthodox_castling()?, ep: arrangement.ep()?, board };
        let passes =
            arrangement.value("passes", say!("none, white, black or both"), passes_named)?.unwrap_or([0; 2]);
        let quiet_turns = arrangement.number("halfmoves", ends::DRAWS.most_quiet)?.unwrap_or(0);
        let round = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
        let position = order.in_round(round, Position { field, seat, passes, ..Position::initial() });
        check_ep(arrangement, &position)?;
        // [crowded-house.no-king-capture] Whoever moved before cannot have allowed it.
        if position.king_hits(seat).any() {
            let problem =
                say!("{seat} could take a king here, which nobody may allow", seat = ABOUT.seat(seat));
            return Err(arrangement.problem("turn", problem));
        }
        Ok(State::new(position, quiet_turns, round))
    }
}

/// Positions as text.
impl State {
    /// The arrangement from which the game goes on when people have laid the board themselves.
    fn relaid(&self, laid: &Laid, lost: &mut Vec<Sentence>) -> String {
        let Position { field, seat, passes, .. } = &self.position;
        let rights = rights_left(field, &laid.board, Bitboard::EMPTY, lost);
        let ep = field.ep.filter(|_| laid.board == field.board && laid.turn == *seat);
        if ep != field.ep {
            lost.push(no_en_passant());
        }
        lost.push(positions_forgotten());
        let passes = PASSES.iter().find(|(_, known)| known == passes).map_or("none", |(name, _)| *name);
        let keys = [
            ("turn", ABOUT.seat_name(laid.turn).to_owned()),
            ("castling", steps::castling_letters(rights)),
            ("ep", ep.map_or("-".to_owned(), |square| square.to_string())),
            ("halfmoves", self.clock.quiet().to_string()),
            ("fullmoves", self.round.to_string()),
            ("passes", passes.to_owned()),
        ];
        written(&laid.board, &keys)
    }
}

/// [crowded-house.en-passant] The pawn must have been moved by the seat before.
fn check_ep(arrangement: &Arrangement, position: &Position) -> Result<(), BadText> {
    let before = position.before();
    match skipped_square(arrangement, &position.field.board, position.color())? {
        Some(ep) if !half_of(before).contains(ep) => {
            let problem =
                say!("{seat} cannot have moved a pawn over {square}", seat = ABOUT.seat(before), square = ep);
            Err(arrangement.problem("ep", problem))
        }
        Some(_) | None => Ok(()),
    }
}

/// Whose last turn was a forced pass.
const PASSES: [(&str, [u8; 2]); 4] =
    [("none", [0, 0]), ("white", [1, 0]), ("black", [0, 1]), ("both", [1, 1])];

fn passes_named(name: &str) -> Option<[u8; 2]> {
    PASSES.iter().find(|(known, _)| *known == name).map(|(_, passes)| *passes)
}

/// A step in SAN; rivals are the moves legal for this seat.
fn san_spellings(position: &Position, step: Step) -> Vec<String> {
    let mut actions = Vec::new();
    position.actions(&mut actions);
    let rivals = actions.into_iter().filter_map(|action| match action {
        Action::Move(rival) => Some(rival),
        Action::Pass => None,
    });
    notation::spellings(&position.field.board, step, rivals)
}

fn board_part(view: &View) -> tabletop::Board {
    let State { position, last, .. } = &view.state;
    let bottom = view.viewer.seat().map_or(Color::White, color_of);
    let last = last.and_then(|(_, action)| match action {
        Action::Move(step) => Some((step.from, step.to)),
        Action::Pass => None,
    });
    let mut board = steps::with_last(tabletop::Board::new(&position.field.board, bottom), last);
    let king = position.king(position.color());
    if position.in_check() {
        board = board.mark(MarkKind::Check, [king]);
    } else if position.is_attacked() {
        board = board.mark(MarkKind::Danger, [king]);
    }
    if !view.over {
        // The viewer's own half, and for all others that of whoever is on turn.
        let seat = view.viewer.seat().unwrap_or(position.seat);
        let (label, from, to) = if seat.0 < 2 {
            (say!("king side"), Square::E1, Square::H8)
        } else {
            (say!("queen side"), Square::A1, Square::D8)
        };
        board.zones.push(Zone { label: label.into(), from, to });
    }
    board
}

/// [crowded-house.order] [crowded-house.crossed] How turns go round, and whose it is.
fn order_part(view: &View) -> Track {
    let position = &view.state.position;
    let order = position.order();
    let places = order.map(|seat| say!("{seat}", seat = ABOUT.seat(seat))).to_vec();
    let at = order.iter().position(|seat| *seat == position.seat).filter(|_| !view.over);
    Track { id: "order", title: say!("Order").into(), places, at }
}

fn sheet_part(view: &View) -> Sheet {
    let state = &view.state;
    let position = &state.position;
    let on_turn = |seat: Seat| {
        if view.over { say!("nobody") } else { say!("{seat}", seat = ABOUT.seat(seat)) }
    };
    let order = |crossed: bool| {
        let seats = if crossed { [0, 3, 2, 1] } else { [0, 1, 2, 3] };
        let [first, second, third, fourth] = seats.map(|number| ABOUT.seat(Seat(number)));
        say!("{first}, then {second}, then {third}, then {fourth}", first, second, third, fourth)
    };
    let later = position.alternates.then(|| SheetLine::new(say!("next round"), order(!position.crossed)));
    let lines = [
        SheetLine::new(say!("to move"), on_turn(position.seat)),
        SheetLine::new(say!("next"), on_turn(position.next())),
        SheetLine::new(say!("passes"), passes_words(position.passes)),
        SheetLine::new(say!("quiet turns"), state.clock.in_words()),
        SheetLine::new(say!("round"), say!("{number}", number = state.round)),
    ];
    let lines = lines.into_iter().chain(later).collect();
    Sheet { id: "turns", title: say!("Turns").into(), lines }
}

/// Whose last turn was a forced pass, in words.
fn passes_words(passes: [u8; 2]) -> Sentence {
    match passes {
        [0, 0] => say!("none"),
        [1, 0] => say!("{color}", color = Color::White),
        [0, 1] => say!("{color}", color = Color::Black),
        [1, 1] => say!("both"),
        _ => say!("two in a row"),
    }
}

fn prompt(view: &View) -> Prompt {
    let position = &view.state.position;
    let (own, seat, next) = (view.is_on_turn(), ABOUT.seat(position.seat), ABOUT.seat(position.next()));
    let task = task(position.seat, own);
    let (words, rule) = if position.in_check() {
        let check = if own {
            say!("You are in check, {next} could take the king next.", next)
        } else {
            say!("{seat} is in check, {next} could take the king next.", seat, next)
        };
        (Sentence::joined([check, task]), "crowded-house.check")
    } else if view.state.actions() == [Action::Pass] {
        let pass = if own {
            say!("You have no legal move and are not in check: pass.")
        } else {
            say!("{seat} has no legal move, is not in check and has to pass.", seat)
        };
        (pass, "crowded-house.forced-pass")
    } else if position.is_attacked() {
        let attacked = if own {
            say!("Your king is attacked, but {next} cannot use it.", next)
        } else {
            say!("The king is attacked, but {next} cannot use it.", next)
        };
        (Sentence::joined([attacked, task]), "crowded-house.ignore-others")
    } else {
        (task, "crowded-house.key-rule")
    };
    Prompt { words, rule: Some(rule), makes: true, ..Prompt::default() }
}

/// What a seat has to do, for itself or for others.
fn task(seat: Seat, own: bool) -> Sentence {
    let king_side = seat.0 < 2;
    let seat = ABOUT.seat(seat);
    match (own, king_side) {
        (true, true) => say!("Make a move that starts or ends on files e to h."),
        (true, false) => say!("Make a move that starts or ends on files a to d."),
        (false, true) => say!("{seat} is making a move that starts or ends on files e to h.", seat),
        (false, false) => say!("{seat} is making a move that starts or ends on files a to d.", seat),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn arranged(text: &str) -> Result<State, BadTerms> {
        testing::arranged(CrowdedHouse, Terms::usual(&ABOUT), text)
    }

    #[test]
    fn arrangements_that_cannot_be_played_are_refused() {
        for (text, problem) in [
            ("turn: WK", "line 1: a board of eight rows, or a `fen:` line, is missing"),
            ("fen: 4k3/8/8/8/8/8/8/4K3 w", "line 1: `turn` cannot be `w`, it is WK, BK, WQ or BQ"),
            ("fen: 8/8/8/8/8/8/8/4K3 WK", "line 1: Black needs exactly one king, this board has 0"),
            ("fen: 4k3/8/8/8/8/8/8/4KK2 WK", "line 1: White needs exactly one king, this board has 2"),
            ("fen: 4k2P/8/8/8/8/8/8/4K3 WK", "line 1: a pawn cannot stand on h8"),
            ("fen: 4k3/8/8/8/8/8/8/4R1K1 WK", "line 1: WK could take a king here, which nobody may allow"),
            (
                "fen: 4k3/8/8/8/8/8/8/4K3 WK K",
                "line 1: castling with the rook on h1 needs it there and its king on e1",
            ),
            ("fen: 4k3/8/8/8/8/8/8/4K3 WQ - e6", "line 1: no pawn of Black has just skipped e6"),
            ("fen: 4k3/8/8/3p4/8/8/8/4K3 WQ - d6", "line 1: BK cannot have moved a pawn over d6"),
            (
                "fen: 4k3/8/8/8/8/8/8/4K3 WQ\npasses: 2",
                "line 2: `passes` cannot be `2`, it is none, white, black or both",
            ),
            (
                "fen: 4k3/8/8/8/8/8/8/4K3 WQ\ncards: 2",
                "line 2: unknown key: `cards` (try turn, castling, ep, halfmoves, fullmoves or passes)",
            ),
        ] {
            testing::check_refused(arranged(text), text, problem);
        }
    }

    #[test]
    fn a_king_may_stand_where_only_the_partner_could_take_it() {
        let state = arranged("fen: 4k3/8/8/8/8/8/8/4R1K1 WQ - - 3 9").expect("WQ cannot take on e8");
        assert_eq!(state.fen(), "4k3/8/8/8/8/8/8/4R1K1 WQ - - 3 9");
    }

    #[test]
    fn en_passant_can_be_arranged() {
        let state = arranged("fen: 4k3/8/8/3Pp3/8/8/8/4K3 WQ - e6").expect("BK has just moved from e7 to e5");
        let step = "d5e6".parse().expect("a step");
        assert!(state.actions().contains(&Action::Move(step)));
        assert!(san_spellings(&state.position, step).contains(&"dxe6".to_owned()));
    }

    #[test]
    fn spellings_tell_partners_apart() {
        let spelled = |text: &str, step: &str, san: &str| {
            let state = arranged(text).expect("a position");
            san_spellings(&state.position, step.parse().expect("a step")).iter().any(|way| way == san)
        };
        // Both knights can go to d5, but only one of them to e4.
        assert!(spelled("fen: 7k/8/8/8/8/2N1N3/8/K7 WQ", "c3d5", "Ncd5"));
        assert!(spelled("fen: 7k/8/8/8/8/2N3N1/8/K7 WQ", "c3e4", "Ne4"));
        assert!(spelled("fen: 6k1/5pp1/8/8/8/8/8/3R2K1 WQ", "d1d8", "Rd8#"));
        assert!(spelled("fen: 4k3/8/8/8/8/8/8/R3K3 WQ Q", "e1c1", "0-0-0"));
        assert!(spelled("fen: 2n4k/3P4/8/8/8/8/8/K7 WQ", "d7c8n", "dxc8=N"));
    }

    #[test]
    fn actions_are_read_with_and_without_a_seat() {
        for (text, written) in [("e7e8=Q", "e7e8q"), ("WQ:f1c4", "f1c4"), ("bq:--", "--")] {
            assert_eq!(text.parse::<Action>().expect(text).to_string(), written);
        }
        for text in ["", "-", "WX:e2e4", "WQ:", "e2", "Bc4"] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
