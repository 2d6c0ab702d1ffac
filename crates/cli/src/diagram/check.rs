//! Diagrams played through the rules of a game.
//!
//! A diagram shows a board after its arrows.
//! So the arrows are taken back, each with nothing or any piece captured, until the game can start
//! from the board and offers every arrow in its order; between two arrows there may be a few
//! decisions that move nothing, such as ending a turn.
//! Gray arrows and rings are no moves.
//! What the board does not tell, such as cards in hand, is looked for in the examples of the rule book,
//! or can be written down as an arrangement of the position before the arrows.

use std::collections::BTreeMap;

use kit_book::diagram::{BoardDiagram, Diagram, Item};
use kit_book::scenario::{Scenario, Stage, scenarios};
use kit_chess::rows_of;
use kit_chess::shakmaty::{Board, Color, Role, Square};
use kit_play::sentence::Filling;
use kit_play::tabletop::{Offer, Spot};
use kit_play::{Arrangement, BadTerms, Chance, Listed, Referee, Seat, Sentence, Terms, Viewer, say};

/// How many boards before the arrows are tried.
const MOST_BOARDS: usize = 1500;

/// How many actions are tried in all.
const MOST_ACTIONS: usize = 4000;

/// How many decisions that move nothing may come between two arrows, and how many are tried each time.
const MOST_BETWEEN: usize = 3;
const MOST_CHOICES: usize = 6;

/// What helps when a board does not tell enough.
fn with_hint(problem: Sentence) -> Sentence {
    say!("{problem} (what the board does not tell, --arrangement can)", problem)
}

/// A move that an arrow shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ArrowMove {
    color: Color,
    from: Square,
    to: Square,
}

/// What a check found: a sentence, and whether all is well.
pub struct Finding {
    /// Whether every arrow can be played.
    pub holds: bool,
    /// What was found.
    pub words: Sentence,
}

/// Plays the arrows of a diagram by the terms of a game.
pub fn check(game: &'static dyn Listed, terms: &Terms, diagram: &Diagram) -> Finding {
    let by = Filling::text(format!("{} ({})", game.about().id, terms.edition()));
    let Diagram::Board(board) = diagram else {
        return Finding { holds: true, words: say!("a grid has no moves to play, {by}", by) };
    };
    let moves = shown_moves(board);
    let mut search =
        Search { target: after(board, &moves), moves, started: false, tried: 0, best: 0, refusal: None };
    let holds = match terms.arrangement() {
        Some(_) => search.starts(game, terms),
        None => search.begins_somewhere(game, terms, board) || search.begins_in_the_book(game, terms),
    };
    Finding { holds, words: search.told(holds, by) }
}

/// The moves that arrows show, in their order.
fn shown_moves(board: &BoardDiagram) -> Vec<ArrowMove> {
    let moves = board.items.iter().filter_map(|item| {
        let Item::Arrow { from, to, color } = item else { return None };
        let color = Color::ALL.into_iter().find(|side| side.to_string() == *color)?;
        Some(ArrowMove { color, from: from.square()?, to: to.square()? })
    });
    moves.collect()
}

/// The board that must stand there after all moves, unless some of them are not made yet.
fn after(board: &BoardDiagram, moves: &[ArrowMove]) -> Option<Board> {
    let waiting = moves.iter().any(|shown| stands(&board.pieces, shown.color, shown.from));
    (!waiting).then(|| board.pieces.clone())
}

fn stands(board: &Board, color: Color, square: Square) -> bool {
    board.piece_at(square).is_some_and(|piece| piece.color == color)
}

/// Boards from which the moves may have begun, those with the fewest pieces first.
fn beginnings(board: &Board, moves: &[ArrowMove]) -> Vec<Board> {
    let mut boards = vec![board.clone()];
    for shown in moves.iter().rev() {
        boards = boards.iter().flat_map(|board| taken_back(board, *shown)).take(MOST_BOARDS).collect();
    }
    boards.sort_by_key(|board| board.occupied().count());
    boards
}

fn taken_back(board: &Board, shown: ArrowMove) -> Vec<Board> {
    if stands(board, shown.color, shown.from) {
        return vec![board.clone()];
    }
    let Some(mover) = board.piece_at(shown.to).filter(|piece| piece.color == shown.color) else {
        return Vec::new();
    };
    let mut before = board.clone();
    before.discard_piece_at(shown.to);
    before.set_piece_at(shown.from, mover);
    let captured = Role::ALL.map(|role| {
        let mut board = before.clone();
        board.set_piece_at(shown.to, role.of(!shown.color));
        board
    });
    std::iter::once(before.clone()).chain(captured).collect()
}

/// A search for a way to play the arrows.
struct Search {
    moves: Vec<ArrowMove>,
    target: Option<Board>,
    /// Whether the game could start from any board.
    started: bool,
    tried: usize,
    /// How many arrows could be played at most.
    best: usize,
    /// Why the game would not start, if it never did.
    refusal: Option<BadTerms>,
}

impl Search {
    fn begins_somewhere(&mut self, game: &'static dyn Listed, terms: &Terms, board: &BoardDiagram) -> bool {
        let first = self.moves.first().map(|shown| shown.color);
        let turns = Color::ALL.into_iter().filter(|color| first.is_none_or(|first| first == *color));
        let lines: Vec<String> = std::iter::once(String::new())
            .chain(turns.map(|color| format!("turn: {}", color.char())))
            .collect();
        for before in beginnings(&board.pieces, &self.moves) {
            for turn in &lines {
                let text = format!("{}\n{turn}", rows_of(&before).join("\n"));
                let Ok(arrangement) = text.parse::<Arrangement>() else { continue };
                if self.starts(game, &terms.clone().arranged(arrangement)) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the arrows can be played somewhere in an example of the rule book.
    fn begins_in_the_book(&mut self, game: &'static dyn Listed, terms: &Terms) -> bool {
        // Our own pages, which tests read too.
        let scenarios = scenarios(game.about().examples).unwrap_or_default();
        let examples = scenarios.iter().filter_map(|scenario| Example::of(game, scenario));
        examples.filter_map(|example| example.by(game, terms)).any(|example| self.is_within(game, &example))
    }

    fn is_within(&mut self, game: &'static dyn Listed, example: &Example) -> bool {
        let Ok(opening) = game.open(&example.terms, &mut Chance::seeded(0)) else { return false };
        let mut referee = opening.referee;
        let first = self.moves.first().map(|shown| format!("{}{}", shown.from, shown.to));
        self.tried = 0;
        for place in 0..=example.done.len() {
            let next = example.done.get(place);
            // Elsewhere the first arrow would have been another move than the book makes.
            let fits =
                |(_, action): &(Seat, String)| first.as_ref().is_none_or(|first| action.contains(first));
            if next.is_none_or(fits) && self.plays(referee.as_ref(), 0, MOST_BETWEEN) {
                return true;
            }
            let Some((seat, action)) = next else { break };
            if referee.act(*seat, action, &mut Chance::seeded(0)).is_err() {
                break;
            }
        }
        false
    }

    fn starts(&mut self, game: &'static dyn Listed, terms: &Terms) -> bool {
        match game.open(terms, &mut Chance::seeded(0)) {
            Ok(opening) => {
                self.started = true;
                self.plays(opening.referee.as_ref(), 0, MOST_BETWEEN)
            }
            Err(bad) => {
                self.refusal.get_or_insert(bad);
                false
            }
        }
    }

    /// Whether the arrows from this one on can be played.
    fn plays(&mut self, referee: &dyn Referee, arrow: usize, between: usize) -> bool {
        self.best = self.best.max(arrow);
        let Some(shown) = self.moves.get(arrow).copied() else { return self.is_as_shown(referee) };
        let offers = offers(referee);
        let fitting = offers.iter().filter(|(_, offer)| moves_so(offer, shown));
        if fitting.into_iter().any(|(seat, offer)| self.acts(referee, *seat, offer, arrow + 1, MOST_BETWEEN))
        {
            return true;
        }
        let idle = offers.iter().filter(|(_, offer)| moves_nothing(offer)).take(MOST_CHOICES);
        between > 0
            && idle.into_iter().any(|(seat, offer)| self.acts(referee, *seat, offer, arrow, between - 1))
    }

    fn acts(
        &mut self,
        referee: &dyn Referee,
        seat: Seat,
        offer: &Offer,
        arrow: usize,
        between: usize,
    ) -> bool {
        self.tried += 1;
        if self.tried > MOST_ACTIONS {
            return false;
        }
        let mut next = referee.fork();
        next.act(seat, &offer.action, &mut Chance::seeded(0)).is_ok()
            && self.plays(next.as_ref(), arrow, between)
    }

    fn is_as_shown(&self, referee: &dyn Referee) -> bool {
        let Some(target) = &self.target else { return true };
        let tabletop = referee.glimpse(Viewer::Public).tabletop();
        tabletop.board().is_some_and(|board| board.pieces() == *target)
    }

    fn told(&self, holds: bool, by: Filling) -> Sentence {
        let told = |shown: &ArrowMove| {
            let ArrowMove { color, from, to } = *shown;
            say!("{color} {from} to {to}", color, from, to)
        };
        let none = self.moves.is_empty();
        let moves = Filling::row_of(self.moves.iter().map(told));
        match (holds, self.moves.get(self.best)) {
            (true, _) if none => say!("the position can be played by {by}, no arrow is a move", by),
            (true, _) => say!("{moves} can be played by {by}", moves, by),
            (false, Some(shown)) if !self.started => {
                let color = shown.color;
                let no_piece = || say!("no {color} piece stands where an arrow ends", color);
                let reason = self.refusal.as_ref().map_or_else(no_piece, BadTerms::sentence);
                with_hint(say!("{by} cannot start from the board before the arrows: {reason}", by, reason))
            }
            (false, Some(shown)) => {
                let shown = told(shown);
                with_hint(say!("no way was found to play {shown} by {by}", shown, by))
            }
            (false, None) => match &self.refusal {
                Some(bad) if none => {
                    say!("{by} cannot start from this board: {reason}", by, reason = bad.sentence())
                }
                Some(_) | None => with_hint(say!("after {moves} the board is another by {by}", moves, by)),
            },
        }
    }
}

/// How an example of the rule book begins, and what is done there.
struct Example {
    terms: Terms,
    done: Vec<(Seat, String)>,
}

impl Example {
    /// A scenario that can be played again without luck.
    fn of(game: &'static dyn Listed, scenario: &Scenario) -> Option<Example> {
        let mut stage = Stage::new(game);
        for block in &scenario.blocks {
            match block.head[0].as_str() {
                "table" => stage.lay(&block.body).ok()?,
                _ => stage.play(&block.body).ok()?,
            }
        }
        let table = stage.table().ok()?;
        let done = table.scoresheet().entries.iter().map(|entry| {
            let seat = game.about().seat_named(&entry.seat).filter(|_| entry.rolls.is_empty())?;
            Some((seat, entry.action.clone()))
        });
        Some(Example { done: done.collect::<Option<_>>()?, terms: table.terms().clone() })
    }

    /// The same by the edition of these terms; nothing if that edition has no such table.
    fn by(self, game: &'static dyn Listed, wanted: &Terms) -> Option<Example> {
        if self.terms.edition() == wanted.edition() {
            return Some(self);
        }
        let arrangement = self.terms.arrangement().cloned();
        let (edition, seats) = (Some(wanted.edition()), Some(self.terms.seats()));
        let terms = Terms::agree(game.about(), edition, &BTreeMap::new(), seats, arrangement).ok()?;
        Some(Example { terms, ..self })
    }
}

/// What every seat may do now.
fn offers(referee: &dyn Referee) -> Vec<(Seat, Offer)> {
    let seats = Seat::first(referee.terms().seats()).filter(|seat| referee.must_act(*seat));
    let offered = seats.flat_map(|seat| {
        let offers = referee.glimpse(Viewer::Seat(seat)).offers();
        offers.into_iter().map(move |offer| (seat, offer))
    });
    offered.collect()
}

fn squares(offer: &Offer) -> impl Iterator<Item = Square> + '_ {
    offer.gesture.iter().filter_map(|spot| match spot {
        Spot::Square(square) => Some(*square),
        Spot::Card(..) | Spot::Cell(..) | Spot::Word(_) => None,
    })
}

fn moves_so(offer: &Offer, shown: ArrowMove) -> bool {
    squares(offer).take(2).eq([shown.from, shown.to])
}

fn moves_nothing(offer: &Offer) -> bool {
    squares(offer).nth(1).is_none()
}
