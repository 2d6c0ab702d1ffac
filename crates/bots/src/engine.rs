//! One imagined world, searched by alpha-beta over steps.
//!
//! A node belongs to the team that decides at it, so turns of several steps and teams of several
//! seats need nothing special: the bot's team takes the best, the others the worst.
//! Depth is counted in turns: a whole turn costs [`TURN`], a step within one a quarter of that, and a
//! step without a choice nothing.
//! How much is left out of a search depends on the game's [`Pace`].

use kit_play::{Lookahead, NodeStanding, Outcome, Pace, Team, Verdict};

use crate::attention::Attention;
use crate::limit::Budget;
use crate::memory::{Bound, Memory, Remembered};
use crate::order::{Candidate, Experience};

/// The value of a game that is won at once, in hundredths of a pawn.
pub const WIN: i32 = 1_000_000;

/// What a turn costs of a search's depth.
pub(crate) const TURN: i32 = 4;
/// What a step within a turn costs.
const STEP: i32 = 1;
/// How many steps a search may follow at the most.
const LONGEST: usize = 96;
/// How many steps a search may follow captures beyond its depth.
const LONGEST_CHASE: u32 = 12;
/// For how many steps of a chase whoever is in check may try everything.
const PRESSED_CHASE: u32 = 8;
/// How many steps away from the game a search still compares with what has been in it.
const NEAR: usize = 8;
/// Values beyond this are wins and losses.
const DECIDED: i32 = WIN / 2;
/// What a quiet turn may change, at the most, for each turn that is left.
const CALM: i32 = 110;
/// What may be gained beyond what is taken.
const SURPRISE: i32 = 220;

/// An imagined world and what was found out about it.
pub(crate) struct World {
    pub(crate) ahead: Box<dyn Lookahead>,
    pub(crate) team: Team,
    memory: Memory,
    /// The keys of the positions on the way here.
    path: Vec<u64>,
    /// What the positions of the game itself are known by to which it may come back.
    earlier: Vec<u64>,
    attention: Attention,
    /// What the steps on the way here do.
    trail: Vec<u16>,
}

/// What is searched between, for the own team, and how.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) depth: i32,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

/// A node on its way through the search, with everything from the eyes of whoever decides.
struct At {
    own: bool,
    ply: usize,
    depth: i32,
    alpha: i32,
    beta: i32,
    /// What it looks like without a search; nothing where that means little.
    looks: Option<i32>,
    pressed: bool,
}

impl World {
    /// A world to be searched by about so many nodes.
    pub(crate) fn new(ahead: Box<dyn Lookahead>, team: Team, memory: Memory) -> World {
        let earlier = ahead.earlier().to_vec();
        let (path, trail) = (Vec::new(), Vec::new());
        World { ahead, team, memory, path, earlier, attention: Attention::FULL, trail }
    }

    /// The same world, looked at with this much attention.
    pub(crate) fn seen_with(self, attention: Attention) -> World {
        World { attention, ..self }
    }

    /// How much is noticed of what could be done.
    pub(crate) fn attention(&self) -> Attention {
        self.attention
    }

    /// What the last step on the way here does.
    pub(crate) fn last_habit(&self) -> Option<u16> {
        self.trail.last().copied()
    }

    /// What is known of a node at this distance from the root.
    pub(crate) fn recall(&self, key: u64, ply: usize) -> Option<Remembered> {
        let found = self.memory.recall(key)?;
        Some(Remembered { value: from_here(found.value, ply), ..found })
    }

    /// Keeps what was found out about a node at this distance from the root.
    pub(crate) fn keep(&mut self, key: u64, ply: usize, found: Remembered) {
        self.memory.keep(key, Remembered { value: to_node(found.value, ply), ..found });
    }

    /// The value of the present node for the own team, exact within the window.
    pub(crate) fn search(
        &mut self,
        Window { depth, alpha, beta }: Window,
        ply: usize,
        passed: bool,
        search: &mut Search<'_, '_>,
    ) -> i32 {
        search.budget.spend();
        let own = match self.ahead.standing() {
            NodeStanding::Over(outcome) => return self.worth(&outcome, ply),
            NodeStanding::Seals(_) if self.is_repeated(ply) => return 0,
            NodeStanding::Seals(_) => return self.together(Window { depth, alpha, beta }, ply, search),
            NodeStanding::Decides(seat) => self.ahead.team(seat) == self.team,
        };
        let key = self.ahead.key();
        if ply > 0 && (self.has_come_up(key) || self.is_repeated(ply)) {
            return 0;
        }
        if depth <= 0 || ply >= LONGEST {
            return self.chase(LONGEST_CHASE, alpha, beta, ply, search);
        }
        let (alpha, beta) = if own { (alpha, beta) } else { (-beta, -alpha) };
        let value = self.decide(
            At { own, ply, depth, alpha, beta, looks: None, pressed: false },
            key,
            passed,
            search,
        );
        if own { value } else { -value }
    }

    /// The value of a node for whoever decides there.
    fn decide(&mut self, mut at: At, key: u64, passed: bool, search: &mut Search<'_, '_>) -> i32 {
        let known = self.recall(key, at.ply);
        if let Some(found) = known.filter(|found| found.settles(at.depth, at.alpha, at.beta)) {
            return found.value;
        }
        at.pressed = self.ahead.is_pressed();
        if !at.pressed {
            at.looks = Some(self.looks(at.own));
        }
        if let Some(value) = self.shortcut(&at, passed, search) {
            return value;
        }
        // Without a first step to try, a deep search is better prepared by a shallow one.
        if known.is_none() && at.depth > 4 * TURN && self.ahead.pace() > Pace::Sudden {
            at.depth -= TURN;
        }
        let first = known.map(|found| usize::from(found.step));
        let list = search.experience.ordered(self.ahead.as_mut(), at.ply, at.own, first, false);
        self.path.push(key);
        let (value, step) = self.best_of(&list, &at, search);
        self.path.pop();
        search.experience.give_back(list);
        if !search.budget.is_spent() {
            let bound = Bound::of(value, at.alpha, at.beta);
            self.keep(key, at.ply, Remembered { depth: at.depth, value, bound, step: step as u16 });
        }
        value
    }

    /// The value of a node that need not be searched step by step.
    fn shortcut(&mut self, at: &At, passed: bool, search: &mut Search<'_, '_>) -> Option<i32> {
        let is_scout = at.beta - at.alpha == 1;
        let looks = at.looks.filter(|_| is_scout && !passed && at.beta.abs() < DECIDED)?;
        if self.ahead.pace() < Pace::Steady || !self.ahead.is_between_turns() {
            return None;
        }
        // So good that a few quiet turns will not change it.
        if at.depth <= 3 * TURN && looks - CALM * at.depth / TURN >= at.beta {
            return Some(looks);
        }
        if at.depth < 3 * TURN || looks < at.beta || !self.ahead.pass() {
            return None;
        }
        let depth = at.depth - 3 * TURN - at.depth / 6;
        let (alpha, beta) = if at.own { (at.beta - 1, at.beta) } else { (-at.beta, 1 - at.beta) };
        let value = self.search(Window { depth, alpha, beta }, at.ply + 1, true, search);
        self.ahead.undo();
        let value = if at.own { value } else { -value };
        (value >= at.beta && value < DECIDED).then_some(at.beta)
    }

    /// Tries the steps in order: the value of the best, and which one it is.
    fn best_of(&mut self, list: &[Candidate], at: &At, search: &mut Search<'_, '_>) -> (i32, usize) {
        let (mut value, mut best, mut alpha) =
            (-WIN, list.first().map_or(0, |candidate| candidate.step), at.alpha);
        let forced = list.len() == 1;
        for (number, candidate) in list.iter().enumerate() {
            if number > 0 && !candidate.noisy && self.overlooks(candidate) {
                continue;
            }
            let is_futile = value > -DECIDED && self.is_futile(candidate, number, at, alpha);
            self.ahead.play(candidate.step);
            // Nothing is futile that gives check, because that may be mate.
            if is_futile && !self.ahead.is_pressed() {
                self.ahead.undo();
                continue;
            }
            self.trail.push(candidate.habit);
            let found = self.value_after(
                candidate,
                number,
                forced,
                Window { depth: at.depth, alpha, beta: at.beta },
                at,
                search,
            );
            self.trail.pop();
            self.ahead.undo();
            if found > value {
                (value, best) = (found, candidate.step);
            }
            alpha = alpha.max(value);
            if alpha >= at.beta {
                if !candidate.noisy && !search.budget.is_spent() {
                    let turns = at.depth / TURN + 1;
                    search.experience.learn(candidate.habit, &list[..number], at.ply, at.own, turns * turns);
                }
                break;
            }
            if search.budget.is_spent() {
                break;
            }
        }
        // Steps may all have been left out as futile; then it is as bad as it looks.
        (
            if value == -WIN && !forced {
                value.max(at.looks.map_or(-WIN, |looks| looks.min(at.alpha)))
            } else {
                value
            },
            best,
        )
    }

    /// Whether a quiet step is not thought of; a check always is, and what ends the game.
    ///
    /// Not every game can say that somebody is in check, but all of them that somebody has won.
    fn overlooks(&mut self, candidate: &Candidate) -> bool {
        if self.attention.notices(candidate.habit, self.trail.last().copied()) {
            return false;
        }
        self.ahead.play(candidate.step);
        let is_quiet = is_quiet_after(self.ahead.as_ref());
        self.ahead.undo();
        is_quiet
    }

    /// Whether a step that gives no check need not be tried, because it cannot bring enough.
    fn is_futile(&self, candidate: &Candidate, number: usize, at: &At, alpha: i32) -> bool {
        let Some(looks) = at.looks.filter(|_| number > 0 && self.ahead.pace() == Pace::Steady) else {
            return false;
        };
        if at.beta - at.alpha > 1 || at.depth > 3 * TURN || !self.ahead.is_between_turns() {
            return false;
        }
        let turns = at.depth / TURN;
        if candidate.noisy {
            return self.ahead.exchange(candidate.step).is_some_and(|gain| gain < -90 * (turns + 1));
        }
        let is_late = number as i32 > 5 + 3 * turns * turns;
        is_late || looks + 90 + CALM * turns <= alpha
    }

    /// The value after a step that was just taken, for whoever took it.
    fn value_after(
        &mut self,
        candidate: &Candidate,
        number: usize,
        forced: bool,
        Window { depth, alpha, beta }: Window,
        at: &At,
        search: &mut Search<'_, '_>,
    ) -> i32 {
        let gives_check = self.ahead.is_pressed();
        let cost = if forced {
            0
        } else if self.ahead.is_between_turns() {
            TURN
        } else {
            STEP
        };
        // A check is followed a little further, as long as the search has not run away.
        let extended = gives_check && at.ply < 24 && (depth / TURN) as usize + at.ply < 32;
        let left = depth - if extended { cost - cost / 2 } else { cost };
        let mut look = |world: &mut World, depth: i32, alpha: i32, beta: i32| {
            let (low, high) = if at.own { (alpha, beta) } else { (-beta, -alpha) };
            let value = world.search(Window { depth, alpha: low, beta: high }, at.ply + 1, false, search);
            if at.own { value } else { -value }
        };
        if number == 0 {
            return look(self, left, alpha, beta);
        }
        let reduction = if gives_check || at.pressed { 0 } else { self.reduction(candidate, number, at) };
        let scouted = look(self, left - reduction, alpha, alpha + 1);
        if scouted <= alpha {
            return scouted;
        }
        let scouted = if reduction > 0 { look(self, left, alpha, alpha + 1) } else { scouted };
        if scouted <= alpha || scouted >= beta { scouted } else { look(self, left, alpha, beta) }
    }

    /// By how much a step that comes late is searched less deeply.
    fn reduction(&self, candidate: &Candidate, number: usize, at: &At) -> i32 {
        if candidate.noisy || number < 3 || at.depth < 2 * TURN || self.ahead.pace() == Pace::Sudden {
            return 0;
        }
        let (turns, late) = (at.depth / TURN, number.ilog2() as i32);
        let reduction = TURN * (1 + turns.ilog2() as i32 * late) / 4;
        let reduction = if candidate.rank > 1_500 { reduction - TURN / 2 } else { reduction };
        reduction.clamp(0, at.depth - TURN)
    }

    /// Follows captures until nothing more is to be taken, or one side would rather stop.
    fn chase(&mut self, left: u32, alpha: i32, beta: i32, ply: usize, search: &mut Search<'_, '_>) -> i32 {
        search.budget.spend();
        let own = match self.ahead.standing() {
            NodeStanding::Over(outcome) => return self.worth(&outcome, ply),
            NodeStanding::Seals(_) => return self.ahead.appraise(self.team),
            NodeStanding::Decides(seat) => self.ahead.team(seat) == self.team,
        };
        let (alpha, beta) = if own { (alpha, beta) } else { (-beta, -alpha) };
        let value =
            self.take_on(left, At { own, ply, depth: 0, alpha, beta, looks: None, pressed: false }, search);
        if own { value } else { -value }
    }

    /// The value of a node for whoever decides there, by what can be taken.
    fn take_on(&mut self, left: u32, at: At, search: &mut Search<'_, '_>) -> i32 {
        let looks = self.looks(at.own);
        if left == 0 || at.ply >= LONGEST || search.budget.is_late() {
            return looks;
        }
        let pressed = left > LONGEST_CHASE - PRESSED_CHASE && self.ahead.is_pressed();
        let mut value = if pressed { -WIN + at.ply as i32 } else { looks };
        let mut alpha = at.alpha.max(value);
        if alpha >= at.beta {
            return value;
        }
        let list = search.experience.ordered(self.ahead.as_mut(), at.ply, at.own, None, !pressed);
        for candidate in &list {
            if !pressed && self.is_waste(candidate, looks, alpha) {
                continue;
            }
            self.ahead.play(candidate.step);
            let (low, high) = if at.own { (alpha, at.beta) } else { (-at.beta, -alpha) };
            let found = self.chase(left - 1, low, high, at.ply + 1, search);
            self.ahead.undo();
            value = value.max(if at.own { found } else { -found });
            alpha = alpha.max(value);
            if alpha >= at.beta || search.budget.is_spent() {
                break;
            }
        }
        search.experience.give_back(list);
        value
    }

    /// Whether a capture loses more than it takes, or takes too little to matter.
    fn is_waste(&self, candidate: &Candidate, looks: i32, alpha: i32) -> bool {
        match self.ahead.exchange(candidate.step) {
            Some(gain) => gain < 0 || looks + gain + SURPRISE <= alpha,
            None => false,
        }
    }

    /// How the node looks to whoever decides there.
    fn looks(&self, own: bool) -> i32 {
        let value = self.ahead.appraise(self.team);
        if own { value } else { -value }
    }

    /// Whether this position has come up on the way here.
    ///
    /// Once is enough: what can be repeated once can be repeated again.
    fn has_come_up(&self, key: u64) -> bool {
        key != 0 && self.ahead.pace() > Pace::Sudden && self.path.contains(&key)
    }

    /// Whether the game comes back here to a position that it has had before.
    ///
    /// What is further away than a few steps is not compared, because it hardly ever matters.
    fn is_repeated(&self, ply: usize) -> bool {
        let is_near = ply > 0 && ply <= NEAR && !self.earlier.is_empty();
        is_near && self.ahead.is_between_turns() && self.earlier.contains(&self.ahead.recurrence())
    }

    /// What an outcome is worth to the own team; sooner is better.
    fn worth(&self, outcome: &Outcome, ply: usize) -> i32 {
        let ply = ply as i32;
        match &outcome.verdict {
            Verdict::Win(winner) if *winner == self.team => WIN - ply,
            Verdict::Win(_) => ply - WIN,
            Verdict::Draw => 0,
            // A team on its own wants points, and its game says what they are worth.
            Verdict::Scores(scores) if scores.len() == 1 => self.ahead.appraise(self.team),
            Verdict::Scores(_) => ((outcome.worth(self.team) - 0.5) * f64::from(WIN)) as i32,
        }
    }
}

/// Whether the step that was just taken neither gives check nor ends the game.
pub(crate) fn is_quiet_after(ahead: &dyn Lookahead) -> bool {
    !ahead.is_pressed() && !matches!(ahead.standing(), NodeStanding::Over(_))
}

/// What all nodes of a decision share.
pub(crate) struct Search<'a, 'b> {
    pub(crate) budget: &'a Budget<'b>,
    pub(crate) experience: &'a mut Experience,
}

/// A value as it is remembered: a win is as far away as it is from the node.
fn to_node(value: i32, ply: usize) -> i32 {
    match value {
        win if win > DECIDED => win + ply as i32,
        loss if loss < -DECIDED => loss - ply as i32,
        other => other,
    }
}

/// A remembered value as it is at this distance from the root.
fn from_here(value: i32, ply: usize) -> i32 {
    match value {
        win if win > DECIDED => win - ply as i32,
        loss if loss < -DECIDED => loss + ply as i32,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use kit_play::{Chance, Table, Terms, Viewer};

    use super::*;
    use crate::limit::Limit;

    /// A world of a position, for whoever decides there.
    fn world(id: &str, arrangement: &str) -> World {
        let game = *kit_games::CATALOGUE.iter().find(|game| game.about().id == id).expect("a listed game");
        let terms = Terms::usual(game.about()).arranged(arrangement.parse().expect("an arrangement"));
        let table = Table::open(game, &terms, &mut Chance::seeded(1)).expect("a position");
        let ahead = table.glimpse(Viewer::Seat(table.acting()[0])).lookahead(&mut Chance::seeded(1));
        let team = ahead.team(table.acting()[0]);
        World::new(ahead, team, Memory::for_nodes(10_000, 1))
    }

    fn searched(world: &mut World, window: Window) -> i32 {
        let limit = Limit { nodes: Some(1_000_000), ..Limit::by_level() };
        let (budget, mut experience) = (Budget::new(&limit, 0), Experience::new());
        let mut search = Search { budget: &budget, experience: &mut experience };
        world.search(window, 0, false, &mut search)
    }

    /// However bad it looks, and however late a step comes, what mates is seen.
    #[test]
    fn no_mate_is_left_out_as_futile() {
        for (id, arrangement) in [
            // Quiet, far behind, and after a capture that looks better.
            ("chess960", "fen: 6k1/5ppp/8/8/4nn2/2nn4/7P/R6K w - - 0 1"),
            ("chess960", "fen: 6k1/5ppp/8/8/4nn2/2nn2P1/7P/R6K w - - 0 1"),
            // A capture that would cost the queen if the bishop were not pinned.
            ("chess960", "fen: 4Rb1k/6p1/7P/8/8/1q2q1Q1/8/7K w - - 0 1"),
            ("crowded-house", "fen: 6k1/5pp1/8/8/4nn2/2n5/8/3R2K1 WQ - -"),
            ("half-alice-chess", "fen: 6k1/5ppp/8/8/4nn2/2nn2P1/7P/R6K w - - 0 1\nmirror: g8 f7 g7 h7"),
        ] {
            for turns in 1..=3 {
                let window = Window { depth: turns * TURN, alpha: 0, beta: 1 };
                let value = searched(&mut world(id, arrangement), window);
                assert!(value > 0, "{id} {arrangement} {turns}: {value}");
            }
        }
    }
}
