//! Chess960: ordinary chess from one of 960 start positions.
//!
//! White's back rank is dealt by cards or by a number so that the bishops stand on
//! different colors [chess960.bishops] and the king between the rooks
//! [chess960.king-between]; Black mirrors it [chess960.mirror].
//! All else is orthodox chess [chess960.orthodox] with castling that ends on the usual
//! squares wherever it started [chess960.castle-ends].
//! Nothing is secret.
//!
//! shakmaty plays it all; this module deals, counts repetitions and speaks.

mod deal;
mod interchange;
mod pgn;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use kit_chess::shakmaty::fen::Fen;
use kit_chess::shakmaty::san::{San, SanPlus};
use kit_chess::shakmaty::uci::UciMove;
use kit_chess::shakmaty::zobrist::Zobrist64;
use kit_chess::shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, Move, Position,
    PositionError, PositionErrorKinds, Role, Square,
};
use kit_chess::{Field, Step};
use kit_play::about::{CardNeed, Needs};
use kit_play::sentence::{Filling, Joint};
use kit_play::tabletop::{
    self, Card, Cards, Gesture, Layout, MarkKind, Part, Prompt, Sheet, SheetLine, Tabletop,
};
use kit_play::{
    About, Arrangement, BadNotation, BadTerms, BadText, Chance, Chips, Choice, Edition, Events, Export,
    Extras, Game, Lookahead, Node, NodeStanding, Outcome, Pace, Reason, Relaying, SearchLine, Seat, Sentence,
    Team, Tell, Terms, Told, Values, Viewer, Way, say,
};

use self::deal::Deal;
use crate::appraisal;
use crate::draw_clock::DrawClock;
use crate::notation;
use crate::open::OpenView;
use crate::sides::{color_of, seat_of};
use crate::steps;

/// The game.
#[derive(Clone, Copy)]
pub struct Chess960;

static ABOUT: About = About {
    id: "chess960",
    name: "Chess960",
    blurb: "Ordinary chess from one of 960 start positions, dealt by cards or by a number.",
    editions: &[
        Edition { id: "2025", note: "one deck of eight cards, split in two" },
        Edition { id: "2024-book", note: "three piles of playing cards" },
        Edition { id: "2024-booklet", note: "three piles of chess cards" },
    ],
    choices: &[
        Choice {
            name: "deal",
            meaning: "how the start position is found; all ways are equally fair",
            values: Values::Words(&[
                ("two_decks", "eight cards in two decks of four, turned up by turns"),
                ("three_piles_playing", "two playing cards for the bishops, six for the rest"),
                ("three_piles_chess", "the same with chess cards"),
                ("number", "a number from 0 to 959"),
            ]),
            default: "two_decks",
            defaults: &[("2024-book", "three_piles_playing"), ("2024-booklet", "three_piles_chess")],
        },
        Choice {
            name: "number",
            meaning: "the start position itself, by its number",
            values: Values::Number(0, 959, &[("any", "as dealt")]),
            default: "any",
            defaults: &[],
        },
    ],
    ways: &[
        Way {
            name: "two-decks",
            meaning: "eight cards in two decks of four (2025)",
            choices: &[("deal", "two_decks")],
            number: None,
        },
        Way {
            name: "three-piles",
            meaning: "three piles of playing cards (2024 book)",
            choices: &[("deal", "three_piles_playing")],
            number: None,
        },
        Way {
            name: "chess-cards",
            meaning: "three piles of chess cards (2024 booklet)",
            choices: &[("deal", "three_piles_chess")],
            number: None,
        },
        Way {
            name: "number",
            meaning: "a number from 0 to 959, drawn or given",
            choices: &[("deal", "number")],
            number: Some("number"),
        },
    ],
    open: true,
    needs: Needs {
        cards: &[
            CardNeed {
                editions: "2025",
                cards: "white N N B B R R Q K, or the playing cards 8 8 9 9 10 10 Q K",
                count: "8",
            },
            CardNeed {
                editions: "2024-book",
                cards: "the playing cards A 3 5 7, then 2 4 6 8, then 8 8 10 10 10 Q",
                count: "4 + 4 + 6",
            },
            CardNeed {
                editions: "2024-booklet",
                cards: "black cards with 1 3 5 7 pips, then with 2 4 6 8, then N N Q R R r",
                count: "4 + 4 + 6",
            },
        ],
        ..Needs::CHESS_SET
    },
    formats: &["fen", "shredder-fen", "pgn"],
    aid: &[
        ("chess960.two-decks", 2),
        ("chess960.turn-up", 1),
        ("chess960.swap", 1),
        ("chess960.orthodox", 1),
        ("chess960.castle-ends", 2),
        ("chess960.castle-unmoved", 1),
        ("chess960.castle-clear", 1),
        ("chess960.castle-safe", 1),
        ("chess960.checkmate", 1),
    ],
    picture: "From the start B N R Q",
    conduct: "chess960.conduct",
    rules: book!(include_str!("../../../rules/chess960.md")),
    guide: book!(include_str!("../../../scenarios/chess960/guide.md")),
    examples: book!(include_str!(concat!(env!("OUT_DIR"), "/chess960.md"))),
    ..About::USUAL
};

/// The keys beside an arranged board; a board was not dealt, so cards have no place there.
const KEYS: [&str; 5] = ["turn", "castling", "ep", "halfmoves", "fullmoves"];

impl Game for Chess960 {
    type State = State;
    type View = View;
    type Action = Action;
    type Fact = Fact;

    const EXTRAS: Extras<Chess960> = Extras {
        relaying: Some(Relaying { chips: Chips::None, lay: interchange::relaid }),
        ..Extras::castling(|view: &View, side| {
            let chess = &view.state.chess;
            let rights = chess.castles().castling_rights();
            let field = Field { board: chess.board().clone(), rights, ep: None };
            steps::no_castling(&field, chess.turn(), side).or(Some(steps::ATTACKED_ON_THE_WAY))
        })
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, terms: &Terms, chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let mut state = match terms.arrangement() {
            Some(arrangement) if arrangement.board().is_some() => {
                arrangement.allow(&KEYS)?;
                State::new(position_from(arrangement)?, None)
            }
            Some(arrangement) => State::dealt(arranged_deal(terms, arrangement)?),
            None => State::dealt(deal_by(terms, chance)),
        };
        let laid = Fact::Laid {
            deal: state.deal.clone().map(Box::new),
            board: Box::new(state.start.board().clone()),
        };
        let outcome = state.judge();
        Ok((state, Told::to_all([laid]).ending(outcome)))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        View::new(state, viewer, seat_of(state.chess.turn()), over)
    }

    fn apply(&self, state: &mut State, _seat: Seat, action: &Action, _chance: &mut Chance) -> Events<Self> {
        let color = state.chess.turn();
        let chosen = action.in_chess(&state.chess).expect("an offered move is legal");
        let (san, outcome) = state.play(chosen);
        Told::to_all([Fact::Moved { color, san }]).ending(outcome)
    }

    fn offers(&self, view: &View) -> Vec<Action> {
        if !view.is_on_turn() {
            return Vec::new();
        }
        view.state.chess.legal_moves().iter().map(|legal| Action::of(*legal)).collect()
    }

    fn barred(&self, view: &View) -> Vec<(Action, Reason)> {
        if !view.is_on_turn() {
            return Vec::new();
        }
        let chess = &view.state.chess;
        // Castling is left out: who may not castle sees that the rook is not lit.
        let field = Field { board: chess.board().clone(), rights: Bitboard::EMPTY, ep: None };
        let barred = steps::exposing(&field, chess.turn(), "chess960.orthodox").into_iter();
        barred.map(|(step, why)| (Action(step), why)).collect()
    }

    fn gesture(&self, _view: &View, action: &Action) -> Gesture {
        // [chess960.castle-gesture] Castling points at the king and at its rook.
        steps::gesture(action.0)
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        view.tabletop()
    }

    fn imagine(&self, view: &View, _chance: &mut Chance) -> State {
        view.state.clone()
    }

    fn label(&self, view: &View, action: &Action) -> Sentence {
        let (board, step) = (view.state.chess.board(), action.0);
        let on = |file: File| Square::from_coords(file, step.to.rank());
        // A king goes to a rook of its own color only to castle.
        if board.color_at(step.from) != board.color_at(step.to) {
            steps::label(board, step)
        } else if step.to > step.from {
            let (king, rook) = (on(File::G), on(File::F));
            say!("castle on the h-side: king to {king}, rook to {rook}", king, rook)
        } else {
            let (king, rook) = (on(File::C), on(File::D));
            say!("castle on the a-side: king to {king}, rook to {rook}", king, rook)
        }
    }

    fn turn(&self, view: &View) -> u32 {
        view.state.chess.fullmoves().get()
    }

    fn spellings(&self, view: &View, action: &Action) -> Vec<String> {
        let chess = &view.state.chess;
        let Some(chosen) = action.in_chess(chess) else { return Vec::new() };
        notation::signed(match chosen.castling_side() {
            Some(side) => notation::castling_forms(side, action.0.from, side.king_to(chess.turn())),
            None => vec![San::from_move(chess, chosen).to_string(), notation::short_san(chosen)],
        })
    }

    fn appraise(&self, view: &View, seat: Seat) -> i32 {
        appraisal::balance(view.state.chess.board(), color_of(seat))
    }

    fn lookahead(&self, state: State, _chance: Chance) -> Box<dyn Lookahead> {
        Box::new(SearchLine::new(SearchNode(state.chess.clone())).after(state.keys_since_progress()))
    }

    fn exports(&self, view: &View, outcome: Option<&Outcome>) -> Vec<Export> {
        let State { start, chess, moves, .. } = &view.state;
        vec![
            Export { format: "fen", text: interchange::x_fen(chess) },
            Export { format: "shredder-fen", text: interchange::shredder_fen(chess) },
            Export { format: "pgn", text: interchange::write_pgn(start, moves, outcome) },
        ]
    }

    fn import(&self, text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
        Some(interchange::read_pgn(text))
    }
}

/// A move as UCI writes it in Chess960: castling is the king taking its own rook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action(Step);

impl Action {
    fn of(legal: Move) -> Action {
        let from = legal.from().expect("nothing is dropped on the board");
        Action(Step { from, to: legal.to(), promotion: legal.promotion() })
    }

    fn in_chess(&self, chess: &Chess) -> Option<Move> {
        let Step { from, to, promotion } = self.0;
        UciMove::Normal { from, to, promotion }.to_move(chess).ok()
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let expected = "a move such as `e2e4`, `e7e8q`, `Nf3` or `O-O`";
        match UciMove::from_ascii(text.as_bytes()) {
            Ok(UciMove::Normal { from, to, promotion }) => Ok(Action(Step { from, to, promotion })),
            Ok(UciMove::Put { .. } | UciMove::Null) | Err(_) => Err(BadNotation::new(text, expected)),
        }
    }
}

/// What is said at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The pieces stand.
    Laid {
        /// What gave the start position, if it was dealt.
        deal: Option<Box<Deal>>,
        /// The board.
        board: Box<Board>,
    },
    /// A move was made.
    Moved {
        /// Who moved.
        color: Color,
        /// What was played.
        san: String,
    },
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        match self {
            Fact::Laid { deal: None, board } => {
                let told = say!("the position on the board");
                say!("The game starts from {board}.", board = Filling::coded(board, told))
            }
            Fact::Laid { deal: Some(deal), .. } => {
                let pieces = deal.pieces();
                let start = say!("The start is number {number}, {pieces}.", number = deal.number(), pieces);
                let turned = deal.groups().map(|(first, second)| {
                    let code = format!("{} | {}", first.join(" "), second.join(" "));
                    let cards = |codes: Vec<String>| {
                        Filling::List(Joint::Space, codes.into_iter().map(Filling::card).collect())
                    };
                    let told = say!("{first}, then {second}", first = cards(first), second = cards(second));
                    say!("The cards are {cards}.", cards = Filling::coded(code, told))
                });
                Sentence::joined(turned.into_iter().chain([start]))
            }
            Fact::Moved { color, san } => {
                say!("{seat} plays {san}.", seat = ABOUT.seat(seat_of(*color)), san = Filling::san(san))
            }
        }
    }
}

/// Everything there is; all of it is public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    deal: Option<Deal>,
    start: Chess,
    chess: Chess,
    moves: Vec<Move>,
    last: Option<(Square, Square)>,
    clock: DrawClock<Occurrence>,
}

/// A position for the count of repetitions: board, turn, castling rights, possible en passant.
type Occurrence = (Board, Color, Bitboard, Option<Square>);

impl State {
    fn dealt(deal: Deal) -> State {
        let rights = [Color::White, Color::Black].map(|color| deal.board().by_piece(color.rook()));
        let setup = kit_chess::shakmaty::Setup {
            board: deal.board(),
            castling_rights: rights[0] | rights[1],
            ..kit_chess::shakmaty::Setup::initial()
        };
        let chess = setup.position(CastlingMode::Chess960).expect("a dealt position is legal");
        State::new(chess, Some(deal))
    }

    fn new(chess: Chess, deal: Option<Deal>) -> State {
        let clock = DrawClock::new(&ends::DRAWS).after(chess.halfmoves());
        State { deal, start: chess.clone(), chess, moves: Vec::new(), last: None, clock }
    }

    /// Makes a legal move, says it in SAN, and how the game ended if it did.
    fn play(&mut self, chosen: Move) -> (String, Option<Outcome>) {
        self.clock.turn(chosen.is_zeroing());
        if self.chess.is_irreversible(chosen) {
            self.clock.forget_positions();
        }
        let uci = chosen.to_uci(CastlingMode::Chess960);
        self.last = uci.from().zip(uci.to());
        self.moves.push(chosen);
        let san = SanPlus::from_move_and_play_unchecked(&mut self.chess, chosen);
        (san.to_string(), self.judge())
    }

    /// The keys of the positions to which the game may come back.
    fn keys_since_progress(&self) -> Vec<u64> {
        let quiet = self.moves.len().min(self.clock.quiet() as usize);
        let (mut chess, mut keys) = (self.start.clone(), Vec::with_capacity(quiet));
        for (number, played) in self.moves.iter().enumerate() {
            if number >= self.moves.len() - quiet {
                keys.push(SearchNode(chess.clone()).key());
            }
            chess.play_unchecked(*played);
        }
        keys
    }

    /// Notes the position and decides whether the game is over.
    fn judge(&mut self) -> Option<Outcome> {
        let chess = &self.chess;
        let ep = chess.legal_ep_square();
        self.clock.note((chess.board().clone(), chess.turn(), chess.castles().castling_rights(), ep));
        // [chess960.draws-by-themselves] Mate and stalemate are tested before the other draws.
        stuck(chess).or_else(|| self.clock.draw()).or_else(|| dead(chess))
    }
}

/// How the game ends if nobody can win any more.
fn dead(chess: &Chess) -> Option<Outcome> {
    chess.is_insufficient_material().then(|| Outcome::draw(ends::MATERIAL))
}

/// How the game ends if whoever is to move cannot.
fn stuck(chess: &Chess) -> Option<Outcome> {
    chess.legal_moves().is_empty().then(|| ends::STUCK.end(chess.turn(), chess.is_check()))
}

/// Why the game ends.
mod ends {
    use kit_play::Reason;

    use crate::draw_clock::DrawRules;
    use crate::stuck::StuckRules;

    pub const STUCK: StuckRules = StuckRules::new("chess960.checkmate", "chess960.stalemate");
    pub const MATERIAL: Reason = Reason::new("insufficient material", "chess960.material");

    pub static DRAWS: DrawRules = DrawRules::fifty_moves("chess960.repetition", "chess960.fifty-moves");
}

/// Everything one viewer knows.
pub type View = OpenView<State>;

/// [chess960.deal] The deal that was agreed on.
fn deal_by(terms: &Terms, chance: &mut Chance) -> Deal {
    // [chess960.fixed-start] A number that was agreed on goes before any deal.
    if let Ok(number) = terms.choice("number").parse() {
        return Deal::numbered(number);
    }
    match terms.choice("deal") {
        "two_decks" => Deal::two_decks_by(chance),
        "three_piles_playing" => Deal::three_piles_by(&deal::PLAYING_CARDS, chance),
        "three_piles_chess" => Deal::three_piles_by(&deal::CHESS_CARDS, chance),
        _ => Deal::numbered(chance.below(960)),
    }
}

/// Cards that were turned up at a real table.
fn arranged_deal(terms: &Terms, arrangement: &Arrangement) -> Result<Deal, BadText> {
    arrangement.allow(&["cards"])?;
    let by_number = terms.choice("number") != "any";
    let (expected, read): (Sentence, fn(&str) -> Option<Deal>) = match terms.choice("deal") {
        "two_decks" if !by_number => (say!("two decks such as `BRKN | NQBR`"), deal::read_two_decks),
        "three_piles_playing" if !by_number => (say!("three piles such as `A 6 | 8 10 Q 10 8 10`"), |text| {
            deal::read_three_piles(&deal::PLAYING_CARDS, text)
        }),
        "three_piles_chess" if !by_number => (say!("three piles such as `n k | N R Q r N R`"), |text| {
            deal::read_three_piles(&deal::CHESS_CARDS, text)
        }),
        _ => (say!("not used when a number gives the start"), |_| None),
    };
    let missing = say!("a board of eight rows, a `fen:` line or a `cards:` line is missing");
    arrangement.value("cards", expected, read)?.ok_or_else(|| arrangement.problem("cards", missing))
}

/// An arranged position, with castling rights as X-FEN or Shredder-FEN write them.
fn position_from(arrangement: &Arrangement) -> Result<Chess, BadText> {
    let board = arrangement.needed_board()?;
    let turn = arrangement.turn()?.char();
    let ep = arrangement.ep()?;
    let ep_field = ep.map_or("-".to_owned(), |square| square.to_string());
    let halfmoves = arrangement.number("halfmoves", 1000)?.unwrap_or(0);
    let fullmoves = arrangement.number("fullmoves", 9999)?.unwrap_or(1).max(1);
    let fen_with = |castling: &str| {
        let letters = castling == "-" || castling.chars().all(|letter| letter.is_ascii_alphabetic());
        let text = format!("{board} {turn} {castling} {ep_field} {halfmoves} {fullmoves}");
        Fen::from_ascii(text.as_bytes()).ok().filter(|_| letters && !castling.is_empty())
    };
    let expected = say!("some of KQkq, files of rooks such as CHch, or -");
    let fen = arrangement.value("castling", expected, fen_with)?.or_else(|| fen_with("-"));
    let fen = fen.expect("a FEN without castling rights can be read");
    let position = fen.into_position::<Chess>(CastlingMode::Chess960);
    // Nine queens or three checks at once cannot come about but can be played.
    let position = position.or_else(PositionError::ignore_too_much_material);
    let position = match ep {
        Some(_) => position,
        None => position.or_else(PositionError::ignore_impossible_check),
    };
    position.map_err(|error| {
        // The words are those of the field's library.
        let problem = Sentence::finished(error.to_string());
        arrangement.problem(key_at_fault(error.kinds()), problem)
    })
}

/// The key that makes a position unplayable; `board`, which is no key, for the pieces themselves.
fn key_at_fault(kinds: PositionErrorKinds) -> &'static str {
    let at_fault = [
        (PositionErrorKinds::INVALID_CASTLING_RIGHTS, "castling"),
        (PositionErrorKinds::INVALID_EP_SQUARE, "ep"),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, "ep"),
        (PositionErrorKinds::OPPOSITE_CHECK, "turn"),
    ];
    let pieces = kinds - at_fault.iter().map(|(kind, _)| *kind).collect();
    let faulty = at_fault.iter().find(|(kind, _)| pieces.is_empty() && kinds.contains(*kind));
    faulty.map_or("board", |(_, key)| key)
}

impl View {
    fn tabletop(&self) -> Tabletop {
        let State { deal, chess, moves, last, .. } = &self.state;
        let bottom = self.viewer.seat().map_or(Color::White, color_of);
        let mut board = steps::with_last(tabletop::Board::new(chess.board(), bottom), *last);
        if chess.is_check() {
            board = board.mark(MarkKind::Check, chess.board().king_of(chess.turn()));
        }
        board = board.mark(MarkKind::Danger, self.in_danger());
        let mut parts = vec![Part::Board(board)];
        if let Some(deal) = deal.as_ref().filter(|_| moves.is_empty()) {
            parts.extend(dealt_cards(deal));
        }
        parts.push(Part::Sheet(self.sheet()));
        Tabletop { prompt: self.prompt(), parts, ..Tabletop::default() }
    }

    /// The pieces of the viewer that are attacked; of the king checks are said.
    fn in_danger(&self) -> Bitboard {
        let Some(color) = self.viewer.seat().map(color_of).filter(|_| !self.over) else {
            return Bitboard::EMPTY;
        };
        let board = self.state.chess.board();
        let pieces = board.by_color(color).without(board.kings());
        let attacked = |square: &Square| board.attacks_to(*square, !color, board.occupied()).any();
        pieces.into_iter().filter(attacked).collect()
    }

    fn sheet(&self) -> Sheet {
        let State { deal, chess, .. } = &self.state;
        let start = deal.as_ref().map(|deal| {
            let (number, pieces) = (deal.number(), deal.pieces());
            SheetLine::new(say!("start"), say!("number {number}, {pieces}", number, pieces))
        });
        let mut lines = vec![SheetLine::new(say!("to move"), say!("{color}", color = chess.turn()))];
        lines.extend(start);
        lines.push(SheetLine::new(say!("move"), say!("{number}", number = chess.fullmoves().get())));
        Sheet { id: "game", title: say!("Game").into(), lines }
    }

    fn prompt(&self) -> Prompt {
        let chess = &self.state.chess;
        let words = if !self.is_on_turn() {
            say!("{seat} is to move.", seat = ABOUT.seat(seat_of(chess.turn())))
        } else if chess.is_check() {
            say!("You are in check: make a move that ends it.")
        } else {
            say!("Make a move.")
        };
        Prompt { words, rule: Some("chess960.orthodox"), more: self.more(), makes: true, ..Prompt::default() }
    }

    /// Which start it was, and where the viewer may still castle.
    fn more(&self) -> Option<Sentence> {
        let State { deal, chess, .. } = &self.state;
        let start = deal.as_ref().map(|deal| say!("Start {number}.", number = deal.number()));
        let castling = self.viewer.seat().map(color_of).map(|color| {
            match CastlingSide::ALL.map(|side| chess.castles().has(color, side)) {
                [true, true] => say!("You may still castle on both sides."),
                [true, false] => say!("You may still castle on the h-side."),
                [false, true] => say!("You may still castle on the a-side."),
                [false, false] => say!("You can no longer castle."),
            }
        });
        let told: Vec<Sentence> = start.into_iter().chain(castling).collect();
        (!told.is_empty()).then(|| Sentence::joined(told))
    }
}

/// The cards of the deal, until the first move sweeps them away.
fn dealt_cards(deal: &Deal) -> Vec<Part> {
    let Some((first, second)) = deal.groups() else { return Vec::new() };
    let row = |id: &'static str, title: Sentence, codes: Vec<String>| {
        let (title, cards) = (title.into(), codes.into_iter().map(Card::face).collect());
        Part::Cards(Cards { id, title, layout: Layout::Row, seat: None, private: false, cards })
    };
    vec![row("first-cards", say!("First cards"), first), row("second-cards", say!("Second cards"), second)]
}

/// A chess position for searching.
#[derive(Clone)]
struct SearchNode(Chess);

/// A move for searching.
#[derive(Clone, Copy)]
struct SearchStep(Move);

impl fmt::Display for SearchStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.to_uci(CastlingMode::Chess960))
    }
}

impl Node for SearchNode {
    type Step = SearchStep;

    fn standing(&self) -> NodeStanding {
        let quiet =
            || (self.0.halfmoves() >= ends::DRAWS.most_quiet).then(|| Outcome::draw(ends::DRAWS.quiet));
        let verdict = stuck(&self.0).or_else(quiet).or_else(|| dead(&self.0));
        verdict.map_or_else(|| NodeStanding::Decides(seat_of(self.0.turn())), NodeStanding::Over)
    }

    fn steps(&self, steps: &mut Vec<SearchStep>) {
        steps.extend(self.0.legal_moves().iter().map(|legal| SearchStep(*legal)));
    }

    fn count(&self, _scratch: &mut Vec<SearchStep>) -> usize {
        self.0.legal_moves().len()
    }

    fn play(&mut self, step: SearchStep) {
        self.0.play_unchecked(step.0);
    }

    fn is_noisy(&self, step: SearchStep) -> bool {
        step.0.is_capture() || step.0.is_promotion()
    }

    fn promise(&self, step: SearchStep) -> i32 {
        let taken = step.0.capture().map_or(0, appraisal::worth);
        let becomes = step.0.promotion().map_or(0, appraisal::worth);
        match taken + becomes {
            0 => 0,
            gain => gain * 16 - appraisal::worth(step.0.role()).min(1000),
        }
    }

    fn appraise(&self, team: Team) -> i32 {
        appraisal::balance(self.0.board(), color_of(Seat(team.0)))
    }

    fn key(&self) -> u64 {
        self.0.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }

    fn recurrence(&self) -> u64 {
        self.key()
    }

    const PACE: Pace = Pace::Steady;

    fn is_pressed(&self) -> bool {
        self.0.is_check()
    }

    fn passed(&self) -> Option<SearchNode> {
        let board = self.0.board();
        let officers = board.by_color(self.0.turn()) & !(board.pawns() | board.kings());
        // With a king and pawns alone, having to move is often what loses.
        (officers.any() && !self.0.is_check()).then(|| self.0.clone().swap_turn().ok().map(SearchNode))?
    }

    fn habit(step: SearchStep) -> u16 {
        step.0.from().map_or(0, |from| appraisal::habit(from, step.0.to()))
    }

    fn exchange(&self, step: SearchStep) -> Option<i32> {
        let taken = step.0.capture().map_or(0, appraisal::worth);
        let becomes =
            step.0.promotion().map_or(0, |role| appraisal::worth(role) - appraisal::worth(Role::Pawn));
        let from = step.0.from()?;
        Some(appraisal::exchange(self.0.board(), from, step.0.to(), taken + becomes))
    }
}
