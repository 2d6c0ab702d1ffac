//! A round, hole by hole: deal, solve, show, score, put back, pass the deck.

use std::sync::Arc;

use kit_chess::Step;
use kit_chess::shakmaty::{Piece, Square};
use kit_play::{Chance, Event, Events, Outcome, Reason, Seat, Team};

use super::cards::{self, Card};
use super::course::Goal;
use super::record::{Demo, HoleRecord};
use super::rules::{Countdown, Difficulty, Rotation, Rules};
use super::solution::Verdict;
use super::{Fact, Golf, MOST_CARDS, MOST_CLAIMED, Phase, Public, State, View, move_words, scoring};

type Heard = Events<Golf>;

impl State {
    pub(super) fn new(public: Public) -> State {
        State { claims: vec![None; public.seats], public }
    }

    /// [golf.layout] The pieces as the cards lay them out, before the first hole.
    pub(super) fn laid_out(
        rules: Rules,
        seats: usize,
        dealer: Seat,
        order: Vec<Card>,
        heard: &mut Heard,
    ) -> State {
        let mut board = cards::laid_out(&order, rules.layout);
        heard.push(Event::to_all(Fact::LaidOut(order.clone())));
        // [golf.swap]
        let swap = cards::swap(&board, rules.layout).filter(|_| rules.opening_swap);
        if let Some((white, black)) = swap {
            let kind = board.role_at(white).expect("a piece stands where it is swapped");
            heard.push(Event::to_all(Fact::Swapped { kind, white, black }));
            board = cards::exchanged(&board, white, black);
        }
        let mut public = Public::new(rules, seats, dealer, board);
        public.layout = Some(order);
        State::new(public)
    }

    /// [golf.dealer] Says who deals, and deals if there is nothing to choose.
    pub(super) fn begin_hole(&mut self, chance: &mut Chance, heard: &mut Heard) {
        let public = &mut self.public;
        public.phase = Phase::Deal;
        let (seat, office) = (public.current.dealer, public.rules.office);
        heard.push(Event::to_all(Fact::Office { seat, office }));
        let deals = public.deals();
        if deals.start() == deals.end() {
            self.deal(*deals.start(), chance, heard);
        }
    }

    /// Turns up so many cards.
    pub(super) fn deal(&mut self, count: u8, chance: &mut Chance, heard: &mut Heard) {
        let public = &mut self.public;
        let cards = if public.rules.is_kings_hole(public.current.number) {
            // [golf.kings] The kings are named, not drawn.
            let kings = cards::deck(public.rules.faces).into_iter();
            kings.filter(|card| card.piece == card.piece.color.king()).collect()
        } else {
            draw(public, usize::from(count), chance, heard)
        };
        self.turn_up(cards, heard);
    }

    /// Cards lie face up, and everybody looks for a solution.
    pub(super) fn turn_up(&mut self, cards: Vec<Card>, heard: &mut Heard) {
        let public = &mut self.public;
        // Nothing is taken back from here on: a secret claim binds, and must not be noticed by that.
        let dealt = Fact::Dealt { number: public.current.number, cards: cards.clone() };
        heard.push(Event::to_all(dealt).binding());
        public.hole.cards = cards.iter().map(|card| card.piece).collect();
        public.tee = public.hole.clone();
        public.current.cards = cards;
        public.phase = Phase::Solve;
        public.countdown = public.rules.countdown == Countdown::AtDeal;
        public.ready = Vec::new();
        public.first_ready = 0;
    }

    /// [golf.claim] Seals a claim; the last one opens them all.
    pub(super) fn claim(&mut self, seat: Seat, claim: u8, chance: &mut Chance, heard: &mut Heard) {
        self.claims[seat.index()] = Some(claim);
        heard.push(Event::to(seat, Fact::YouClaimed(claim)).binding());
        if self.claims.iter().all(Option::is_some) {
            return self.reveal(chance, heard);
        }
        let public = &mut self.public;
        if public.countdown {
            // [golf.countdown]
            public.ready.push(seat);
            heard.push(Event::to_all(Fact::Ready(seat)));
        } else if claim > 0 {
            // [golf.countdown] From now on everybody sees who is ready; before, a claim that
            // starts no countdown would be known to be zero [golf.secret].
            let seats = Seat::first(public.seats);
            public.ready = seats.filter(|seat| self.claims[seat.index()].is_some()).collect();
            public.first_ready = public.ready.len();
            public.countdown = true;
            let (seconds, ready) = (public.rules.seconds, public.ready.clone());
            heard.push(Event::to_all(Fact::Countdown { seconds, ready }));
        }
    }

    /// [golf.time-up] Whoever has no number claims none.
    pub(super) fn time_up(&mut self, chance: &mut Chance, heard: &mut Heard) {
        heard.push(Event::to_all(Fact::TimeUp).binding());
        self.reveal(chance, heard);
    }

    /// [golf.reveal] All claims are shown at once.
    fn reveal(&mut self, chance: &mut Chance, heard: &mut Heard) {
        let claims: Vec<u8> = self.claims.iter_mut().map(|claim| claim.take().unwrap_or(0)).collect();
        heard.push(Event::to_all(Fact::Claims(claims.clone())).binding());
        self.public.current.claims = claims;
        self.public.countdown = false;
        self.public.ready = Vec::new();
        self.public.first_ready = 0;
        self.next_demonstrator(chance, heard);
    }

    /// [golf.next-lowest] The next one shows, or the hole is over.
    fn next_demonstrator(&mut self, chance: &mut Chance, heard: &mut Heard) {
        let public = &mut self.public;
        let Some(seat) = public.demonstrators().get(public.current.demos.len()).copied() else {
            return self.score(chance, heard);
        };
        public.phase = Phase::Demonstrate;
        public.current.demos.push(Demo { seat, steps: Vec::new(), solved: None });
        let claim = public.current.claims[seat.index()];
        heard.push(Event::to_all(Fact::Shows { seat, claim }));
    }

    /// Shows a move.
    pub(super) fn make_move(&mut self, step: Step, chance: &mut Chance, heard: &mut Heard) {
        let Public { rules, hole, current, .. } = &mut self.public;
        let demo = current.demos.last_mut().expect("somebody shows a solution");
        let words = move_words(hole, step, &rules.ways);
        heard.push(Event::to_all(Fact::Moved { seat: demo.seat, step: words.into() }));
        hole.play(step, &rules.ways);
        demo.steps.push(step);
        if hole.is_solved() {
            // [golf.shorter] Fewer moves than claimed will do.
            demo.solved = Some(true);
            heard.push(Event::to_all(Fact::Solved { seat: demo.seat, moves: demo.steps.len() }));
            self.score(chance, heard);
        } else if self.public.moves_left() == 0 {
            self.fail(chance, heard);
        }
    }

    /// [golf.fail] The demonstrator gives up, or has no move left.
    pub(super) fn fail(&mut self, chance: &mut Chance, heard: &mut Heard) {
        let Public { hole, tee, current, .. } = &mut self.public;
        let demo = current.demos.last_mut().expect("somebody shows a solution");
        demo.solved = Some(false);
        heard.push(Event::to_all(Fact::Failed(demo.seat)));
        hole.clone_from(tee);
        self.next_demonstrator(chance, heard);
    }

    /// [golf.score] Nobody shows anything any more.
    fn score(&mut self, chance: &mut Chance, heard: &mut Heard) {
        let is_alone = self.public.plays_with_the_referee();
        let Public { rules, current, hole, tee, .. } = &mut self.public;
        let (failed, solver) = (current.failed(), current.solver());
        current.scores = if is_alone {
            if current.claims == [0] {
                current.verdict = Some(Verdict::on_zero(tee, &rules.ways, chance));
            }
            let is_possible = || current.verdict == Some(Verdict::Possible);
            vec![scoring::alone(current.claims[0], !failed.is_empty(), is_possible)]
        } else {
            scoring::scores(&current.claims, &failed, solver, rules.penalty_includes_self)
        };
        // [golf.shortest] Nobody hears of it while it could still help.
        current.told = rules.tells_shortest.then(|| tee.clone());
        let (number, scores) = (current.number, current.scores.clone());
        heard.push(Event::to_all(Fact::Scored { number, scores }));
        if rules.ways.goal == Goal::Ball {
            hole.taken.clear();
        }
        if number >= rules.holes {
            return self.finish(heard);
        }
        self.put_back(chance, heard);
    }

    /// [golf.restore] Captured pieces return to the board, and then the next hole begins.
    fn put_back(&mut self, chance: &mut Chance, heard: &mut Heard) {
        let Public { rules, current, hole, phase, .. } = &mut self.public;
        let Some(piece) = hole.taken.first().copied() else { return self.pass_on(chance, heard) };
        if rules.random_restore {
            let empty: Vec<Square> = (!hole.board.occupied()).into_iter().collect();
            return self.restore(piece, *chance.pick(&empty), chance, heard);
        }
        *phase = Phase::Restore(current.solver().unwrap_or(current.dealer));
    }

    /// Puts a captured piece on an empty square.
    pub(super) fn restore(&mut self, piece: Piece, square: Square, chance: &mut Chance, heard: &mut Heard) {
        let Public { current, hole, .. } = &mut self.public;
        hole.taken.remove(0);
        hole.board.set_piece_at(square, piece);
        current.restored.push((piece, square));
        heard.push(Event::to_all(Fact::Restored { piece, square }));
        self.put_back(chance, heard);
    }

    /// [golf.pass-deck] The next hole, with its dealer.
    fn pass_on(&mut self, chance: &mut Chance, heard: &mut Heard) {
        let public = &mut self.public;
        public.earn(heard);
        let dealer = match public.rules.rotation {
            Rotation::Left => public.left_of(public.current.dealer),
            Rotation::Demonstrator => public.current.solver().unwrap_or(public.current.dealer),
        };
        let next = HoleRecord::new(public.current.number + 1, dealer);
        public.close_hole(next);
        self.begin_hole(chance, heard);
    }

    /// [golf.end] [golf.shared] The lowest total wins, and equal ones share the win.
    fn finish(&mut self, heard: &mut Heard) {
        let public = &mut self.public;
        let last = HoleRecord::new(public.current.number, public.current.dealer);
        public.close_hole(last);
        let totals = public.totals();
        let lowest = totals.iter().min().copied().unwrap_or(0);
        let winners: Vec<Seat> =
            Seat::first(public.seats).filter(|seat| totals[seat.index()] == lowest).collect();
        heard.push(Event::to_all(Fact::Totals(totals)));
        let outcome = match winners.as_slice() {
            // [golf.solo] Alone, one plays for a low total.
            [_] if public.seats == 1 => {
                Outcome::scores(vec![lowest as i32], Reason::new("the end of the round", "golf.solo"))
            }
            [winner] => Outcome::win(Team(winner.0), Reason::new("the lowest total", "golf.end")),
            _ => Outcome::draw(Reason::new("equal lowest totals", "golf.shared")),
        };
        if winners.len() > 1 {
            heard.push(Event::to_all(Fact::Shared(winners)));
        }
        heard.end(outcome);
    }
}

impl Public {
    /// [golf.unanimous] Whether the hole has earned another card.
    fn earn(&mut self, heard: &mut Heard) {
        let HoleRecord { claims, cards, .. } = &self.current;
        let same = claims.iter().all(|claim| Some(claim) == claims.first());
        let level = (cards.len() as u8 + 1).min(MOST_CARDS);
        let earns = self.rules.difficulty == Difficulty::Unanimous && self.current.solver().is_some();
        if earns && same && level > self.level {
            self.level = level;
            heard.push(Event::to_all(Fact::Level(level)));
        }
    }

    /// [golf.reshuffle] Writes the hole down and puts its cards away.
    fn close_hole(&mut self, next: HoleRecord) {
        let record = std::mem::replace(&mut self.current, next);
        if !self.rules.is_kings_hole(record.number) {
            self.discards.extend(&record.cards);
        }
        Arc::make_mut(&mut self.history).push(record);
        self.hole.cards.clear();
        self.hole.taking = None;
        self.tee = self.hole.clone();
    }
}

/// [golf.reshuffle] Draws cards, and shuffles the discards in first if there are too few.
fn draw(public: &mut Public, count: usize, chance: &mut Chance, heard: &mut Heard) -> Vec<Card> {
    if public.deck.len() < count {
        public.discards.clear();
        public.deck = cards::deck(public.rules.faces);
        heard.push(Event::to_all(Fact::Reshuffled));
    }
    let deck = &mut public.deck;
    (0..count).map(|_| deck.remove(chance.below(deck.len() as u32) as usize)).collect()
}

/// Claims that a viewer may imagine.
pub fn imagined_claims(view: &View, chance: &mut Chance) -> Vec<Option<u8>> {
    let Public { seats, ready, first_ready, rules, .. } = &view.public;
    let mut claims = vec![None; *seats];
    for seat in ready {
        claims[seat.index()] = Some(1 + chance.below(u32::from(MOST_CLAIMED) / 2) as u8);
    }
    // Exactly one of those who were ready first had found something.
    let own_seat = view.viewer.seat().filter(|seat| seat.index() < *seats);
    let (first, later) = ready.split_at(*first_ready);
    if rules.countdown == Countdown::AtFirstSolution && !first.is_empty() {
        let others: Vec<Seat> = first.iter().copied().filter(|seat| Some(*seat) != own_seat).collect();
        let own_found = view.own.is_some_and(|own| own > 0) && others.len() < first.len();
        let finder = if own_found || others.is_empty() { None } else { Some(*chance.pick(&others)) };
        for seat in others.iter().filter(|seat| Some(**seat) != finder) {
            claims[seat.index()] = Some(0);
        }
    }
    for seat in later {
        if chance.below(4) == 0 {
            claims[seat.index()] = Some(0);
        }
    }
    if let (Some(seat), Some(_)) = (own_seat, view.own) {
        claims[seat.index()] = view.own;
    }
    claims
}
