//! Imagined worlds, laid out for searching.
//!
//! The interface of [`Game`] is for playing: clear, erased, text at the edge.
//! Search wants steps without text and without allocation in the inner loop.
//! [`Lookahead`] is the object-safe face of a world that can be walked forth and back;
//! what a call costs beyond the rules themselves is one indirect call.
//!
//! Two things implement it: [`Imagined`], which walks through the trait [`Game`] and is slow
//! but obviously right, and [`SearchLine`], which keeps a stack of small [`Node`]s that a game
//! offers for speed.
//! The slow one is the test of the fast one.

use std::cell::OnceCell;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::world::World;
use crate::{Chance, Game, Outcome, Seat, Team, Viewer};

/// What a node of a search is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeStanding {
    /// The game has ended.
    Over(Outcome),
    /// This seat decides next, and nobody else could decide now.
    Decides(Seat),
    /// This seat decides without seeing what others decide at the same time.
    Seals(Seat),
}

/// How much somebody sees who plans ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Insight {
    /// The most positions to look at.
    pub nodes: u64,
    /// How many of a hundred quiet steps are thought of; what captures always is.
    pub percent: u32,
}

/// How much a game changes with a turn that takes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pace {
    /// Anything may happen at any turn, so nothing is left out of a search.
    Sudden,
    /// Turns that look unlikely may be searched less deeply.
    Lively,
    /// A position is worth about the same after a quiet turn, as in chess.
    Steady,
}

/// A world that can be walked forth and back.
///
/// [`Lookahead::generate`] lists what can be done at the present node; the others speak of
/// those steps by their place in that list, which stays the same until the next call of
/// [`Lookahead::play`] or [`Lookahead::undo`].
pub trait Lookahead: Send {
    /// Who decides now.
    fn standing(&self) -> NodeStanding;

    /// Lists the steps of the seat that decides, and says how many there are.
    ///
    /// For the seat that imagined the world they are its offers, in the same order.
    fn generate(&mut self) -> usize;

    /// How many steps there are, without listing them.
    fn count(&mut self) -> usize;

    /// A step in its notation.
    fn notation(&self, step: usize) -> String;

    /// Whether a step changes so much that a search should not stop before it: captures,
    /// promotions, answers.
    fn is_noisy(&self, step: usize) -> bool;

    /// How promising a step looks before it is searched; higher comes first.
    fn promise(&self, step: usize) -> i32;

    /// Takes a step.
    fn play(&mut self, step: usize);

    /// Takes the last step back.
    fn undo(&mut self);

    /// How good the present node looks for a team, in hundredths of a pawn.
    fn appraise(&self, team: Team) -> i32;

    /// A number that equal nodes share; 0 when nodes cannot be compared.
    fn key(&self) -> u64;

    /// The team of a seat.
    fn team(&self, seat: Seat) -> Team;

    /// Whether a turn has ended here, so that the next step begins another.
    ///
    /// The trait [`Game`] does not say where turns end, so in general every step is taken for a
    /// whole turn; a [`Node`] may know better.
    fn is_between_turns(&self) -> bool {
        true
    }

    /// Whether whoever decides has something to answer that a search must not stop at, such as a
    /// check.
    fn is_pressed(&self) -> bool {
        false
    }

    /// Lets the turn go to the others, as no rule allows; whether that makes sense here.
    ///
    /// Whoever stands well even so need hardly be searched, unless having to move can harm, as in
    /// an end game: a game says no there, and where passing is no good measure at all.
    /// It is taken back with [`Lookahead::undo`].
    fn pass(&mut self) -> bool {
        false
    }

    /// Takes back what others have sealed in this turn, and says whether there is no other secret
    /// and the present node is now one at which all of them seal; what was imagined of their choices
    /// is forgotten.
    ///
    /// It can be called at the start of a line only.
    fn unseal(&mut self) -> bool {
        false
    }

    /// Takes back what a partner has chosen, unseen by whoever decides now, so that the present
    /// node is the partner's; whether there was something to take back, and nothing else is hidden.
    ///
    /// It can be called at the start of a line only.
    fn unlay(&mut self) -> bool {
        false
    }

    /// Lets a seat plan with little insight: so many positions, and so many of a hundred quiet steps.
    ///
    /// It is for games whose worlds carry a plan, which is worked out whole unless this is called,
    /// and it can be called at the start of a line only.
    fn plan_with(&mut self, _seat: Seat, _insight: Insight) {}

    /// A number for what a seat sees of the present node: worlds that look alike to the seat have
    /// the same number, and those that it can tell apart have different ones.
    fn sight(&self, _seat: Seat) -> u64 {
        self.key()
    }

    /// Whether a step does nothing but let the turn go by, for all that everybody knows.
    fn is_idle(&self, _step: usize) -> bool {
        false
    }

    /// A number for what a step does whatever the position is, such as the squares of a move; 0
    /// where there is none.
    ///
    /// A search remembers which of them were good elsewhere.
    fn habit(&self, _step: usize) -> u16 {
        0
    }

    /// What a step wins, in hundredths of a pawn, when everything that can be taken on its square
    /// is taken; nothing where a game cannot say.
    fn exchange(&self, _step: usize) -> Option<i32> {
        None
    }

    /// What a search may take for granted.
    fn pace(&self) -> Pace {
        Pace::Sudden
    }

    /// What positions of the game up to this one are known by, as far as it can come back to them;
    /// see [`Lookahead::recurrence`].
    fn earlier(&self) -> &[u64] {
        &[]
    }

    /// A number that nodes share which count as the same when positions come up again; 0 where
    /// none do.
    ///
    /// It may leave out what hardly ever tells such positions apart.
    fn recurrence(&self) -> u64 {
        0
    }

    /// The number of ways to play `depth` turns from here; one that has begun counts as one.
    ///
    /// With `bulk` the last turns are counted without being taken, where a turn is one step.
    fn perft(&mut self, depth: u32, bulk: bool) -> u64 {
        match depth {
            0 => 1,
            1 if bulk => self.count() as u64,
            _ => {
                let mut nodes = 0;
                for step in 0..self.generate() {
                    self.play(step);
                    nodes += self.perft(depth - 1, bulk);
                    self.undo();
                }
                nodes
            }
        }
    }
}

/// A small position that can be copied quickly.
///
/// A node need not carry what only draws are made of, counters and histories.
pub trait Node: Clone + Send + 'static {
    /// A step; small, too.
    type Step: Copy + std::fmt::Display + Send;

    /// Whether every step is a whole turn; if not, [`Node::is_between_turns`] says where turns end.
    const STEPS_ARE_TURNS: bool = true;

    /// Who decides now.
    fn standing(&self) -> NodeStanding;

    /// Whether a turn has ended here, so that the next step begins another.
    fn is_between_turns(&self) -> bool {
        true
    }

    /// Adds the steps of the seat that decides, in the order of its offers.
    ///
    /// None when the game is over.
    fn steps(&self, steps: &mut Vec<Self::Step>);

    /// How many steps there are.
    fn count(&self, scratch: &mut Vec<Self::Step>) -> usize {
        scratch.clear();
        self.steps(scratch);
        scratch.len()
    }

    /// Takes a step that is among the steps.
    fn play(&mut self, step: Self::Step);

    /// Whether a search should not stop before this step.
    fn is_noisy(&self, step: Self::Step) -> bool;

    /// How promising a step looks; higher comes first.
    fn promise(&self, step: Self::Step) -> i32;

    /// How good the node looks for a team.
    fn appraise(&self, team: Team) -> i32;

    /// A number that equal nodes share.
    fn key(&self) -> u64;

    /// The team of a seat; each seat its own unless the game has teams.
    fn team(seat: Seat) -> Team {
        Team(seat.0)
    }

    /// What a search may take for granted.
    const PACE: Pace = Pace::Sudden;

    /// Whether whoever decides has something to answer; see [`Lookahead::is_pressed`].
    fn is_pressed(&self) -> bool {
        false
    }

    /// The node after a turn in which nothing was done, where that makes sense; see
    /// [`Lookahead::pass`].
    fn passed(&self) -> Option<Self> {
        None
    }

    /// The node before anything was sealed in this turn, where sealed choices are the only secrets;
    /// see [`Lookahead::unseal`].
    fn unsealed(&self) -> Option<Self> {
        None
    }

    /// The node before a partner chose unseen, where nothing else is hidden; see
    /// [`Lookahead::unlay`].
    fn unlaid(&self) -> Option<Self> {
        None
    }

    /// A number for what a seat sees; see [`Lookahead::sight`].
    ///
    /// A game without secrets need not say.
    fn sight(&self, _seat: Seat) -> u64 {
        self.key()
    }

    /// Whether a step only lets the turn go by; see [`Lookahead::is_idle`].
    fn is_idle(&self, _step: Self::Step) -> bool {
        false
    }

    /// A number for what a step does; see [`Lookahead::habit`].
    fn habit(_step: Self::Step) -> u16 {
        0
    }

    /// What a step wins by exchanges; see [`Lookahead::exchange`].
    fn exchange(&self, _step: Self::Step) -> Option<i32> {
        None
    }

    /// What the node is known by when it comes up again; see [`Lookahead::recurrence`].
    fn recurrence(&self) -> u64 {
        0
    }

    /// A number that changes with all that is progress, such as a pawn's move or a capture.
    fn progress(&self) -> u64 {
        0
    }

    /// Whether a turn is over here as far as quiet turns are counted.
    fn is_counted(&self) -> bool {
        self.is_between_turns()
    }
}

/// How long a game has been quiet, and how long it may be.
#[derive(Clone, Debug)]
pub struct QuietTurns {
    /// How many turns in a row were quiet.
    pub turns: u32,
    /// Whether something has happened in a turn that goes on, so that it is not quiet.
    pub stirs: bool,
    /// After so many of them the game is over.
    pub most: u32,
    /// How it ends then.
    pub draw: Outcome,
}

/// Further ahead than so many turns no line looks for a draw.
const FAR: u32 = 64;

/// The quiet turns up to a node, and by what it is told whether more follow.
#[derive(Clone, Copy)]
struct Quiet {
    turns: u32,
    progress: u64,
}

/// A line of play over small nodes, the present one last.
pub struct SearchLine<N: Node> {
    nodes: Vec<N>,
    /// The quiet turns up to each node, where a draw by them is near.
    quiet: Vec<Quiet>,
    /// After how many of them the game ends, and how.
    draw: Option<(u32, Outcome)>,
    steps: Vec<Vec<N::Step>>,
    scratch: Vec<N::Step>,
    earlier: Vec<u64>,
}

impl<N: Node> SearchLine<N> {
    /// A line that starts here.
    pub fn new(node: N) -> SearchLine<N> {
        let (nodes, steps) = (vec![node], vec![Vec::new()]);
        SearchLine { nodes, quiet: Vec::new(), draw: None, steps, scratch: Vec::new(), earlier: Vec::new() }
    }

    /// The same line, with what positions up to it are known by to which it can come back.
    pub fn after(self, earlier: Vec<u64>) -> SearchLine<N> {
        SearchLine { earlier, ..self }
    }

    /// The same line, which sees a draw by quiet turns where one can be near.
    pub fn quiet_for(self, QuietTurns { turns, stirs, most, draw }: QuietTurns) -> SearchLine<N> {
        if turns + FAR < most {
            return self;
        }
        let progress = self.node().progress();
        // Whatever comes of the turn, it is not the same as before it.
        let progress = if stirs { !progress } else { progress };
        SearchLine { quiet: vec![Quiet { turns, progress }], draw: Some((most, draw)), ..self }
    }

    fn push(&mut self, node: N) {
        if let Some(quiet) = self.quiet.last() {
            let next = match node.progress() {
                _ if !node.is_counted() => *quiet,
                progress if progress == quiet.progress => Quiet { turns: quiet.turns + 1, progress },
                progress => Quiet { turns: 0, progress },
            };
            self.quiet.push(next);
        }
        self.nodes.push(node);
        if self.steps.len() < self.nodes.len() {
            self.steps.push(Vec::new());
        }
    }

    fn node(&self) -> &N {
        self.nodes.last().expect("a line has a start")
    }

    fn depth(&self) -> usize {
        self.nodes.len() - 1
    }

    fn step(&self, step: usize) -> N::Step {
        self.steps[self.depth()][step]
    }

    /// Perft from a node, with one list of steps for each depth.
    fn perft_from(node: &N, depth: u32, bulk: bool, lists: &mut [Vec<N::Step>]) -> u64 {
        let Some((steps, deeper)) = lists.split_first_mut() else { return 1 };
        if depth == 1 && bulk {
            return node.count(steps) as u64;
        }
        steps.clear();
        node.steps(steps);
        let mut nodes = 0;
        for step in steps.iter() {
            let mut child = node.clone();
            child.play(*step);
            nodes += Self::perft_from(&child, depth - 1, bulk, deeper);
        }
        nodes
    }

    /// Perft where a turn may take several steps; `spare` keeps the lists that are not in use.
    fn perft_by_turns(node: &N, depth: u32, spare: &mut Vec<Vec<N::Step>>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut steps = spare.pop().unwrap_or_default();
        node.steps(&mut steps);
        let mut nodes = 0;
        for step in &steps {
            let mut child = node.clone();
            child.play(*step);
            let left = depth - u32::from(child.is_between_turns());
            nodes += Self::perft_by_turns(&child, left, spare);
        }
        steps.clear();
        spare.push(steps);
        nodes
    }
}

impl<N: Node> Lookahead for SearchLine<N> {
    fn standing(&self) -> NodeStanding {
        let standing = self.node().standing();
        match (&self.draw, self.quiet.last()) {
            (Some((most, draw)), Some(quiet))
                if quiet.turns >= *most
                    && self.node().is_counted()
                    && !matches!(standing, NodeStanding::Over(_)) =>
            {
                NodeStanding::Over(draw.clone())
            }
            _ => standing,
        }
    }

    fn generate(&mut self) -> usize {
        let depth = self.depth();
        let mut steps = std::mem::take(&mut self.steps[depth]);
        steps.clear();
        self.node().steps(&mut steps);
        self.steps[depth] = steps;
        self.steps[depth].len()
    }

    fn count(&mut self) -> usize {
        let node = self.nodes.last().expect("a line has a start");
        node.count(&mut self.scratch)
    }

    fn notation(&self, step: usize) -> String {
        self.step(step).to_string()
    }

    fn is_noisy(&self, step: usize) -> bool {
        self.node().is_noisy(self.step(step))
    }

    fn promise(&self, step: usize) -> i32 {
        self.node().promise(self.step(step))
    }

    fn play(&mut self, step: usize) {
        let mut node = self.node().clone();
        node.play(self.step(step));
        self.push(node);
    }

    fn undo(&mut self) {
        assert!(self.depth() > 0, "only what was played is taken back");
        self.nodes.pop();
        self.quiet.pop();
    }

    fn appraise(&self, team: Team) -> i32 {
        self.node().appraise(team)
    }

    fn key(&self) -> u64 {
        self.node().key()
    }

    fn team(&self, seat: Seat) -> Team {
        N::team(seat)
    }

    fn is_between_turns(&self) -> bool {
        self.node().is_between_turns()
    }

    fn is_pressed(&self) -> bool {
        self.node().is_pressed()
    }

    fn pass(&mut self) -> bool {
        let passed = self.node().passed();
        let has_passed = passed.is_some();
        passed.into_iter().for_each(|node| self.push(node));
        has_passed
    }

    fn unseal(&mut self) -> bool {
        assert!(self.depth() == 0, "only the start of a line is unsealed");
        let unsealed = self.node().unsealed();
        let is_sealing = unsealed.is_some();
        unsealed.into_iter().for_each(|node| self.nodes[0] = node);
        is_sealing
    }

    fn unlay(&mut self) -> bool {
        assert!(self.depth() == 0, "only at the start of a line something is taken back");
        let unlaid = self.node().unlaid();
        let was_laid = unlaid.is_some();
        unlaid.into_iter().for_each(|node| self.nodes[0] = node);
        was_laid
    }

    fn sight(&self, seat: Seat) -> u64 {
        self.node().sight(seat)
    }

    fn is_idle(&self, step: usize) -> bool {
        self.node().is_idle(self.step(step))
    }

    fn habit(&self, step: usize) -> u16 {
        N::habit(self.step(step))
    }

    fn exchange(&self, step: usize) -> Option<i32> {
        self.node().exchange(self.step(step))
    }

    fn pace(&self) -> Pace {
        N::PACE
    }

    fn earlier(&self) -> &[u64] {
        &self.earlier
    }

    fn recurrence(&self) -> u64 {
        self.node().recurrence()
    }

    fn perft(&mut self, depth: u32, bulk: bool) -> u64 {
        if !N::STEPS_ARE_TURNS {
            return Self::perft_by_turns(self.node(), depth, &mut Vec::new());
        }
        let mut lists = vec![Vec::new(); depth as usize];
        Self::perft_from(self.node(), depth, bulk, &mut lists)
    }
}

/// A line of play through the trait [`Game`] itself, the present moment last.
pub struct Imagined<G: Game> {
    chance: Chance,
    moments: Vec<Moment<G>>,
}

/// A world on a line of play.
struct Moment<G: Game> {
    world: World<G>,
    /// Whether a choice lies sealed that whoever decides here may not see.
    sealed: bool,
    /// The first two seats that have offers, found when somebody first asks.
    acting: OnceCell<Vec<(Seat, Vec<G::Action>)>>,
}

impl<G: Game> Moment<G> {
    fn new(world: World<G>, sealed: bool) -> Moment<G> {
        Moment { world, sealed, acting: OnceCell::new() }
    }

    fn acting(&self) -> &[(Seat, Vec<G::Action>)] {
        self.acting.get_or_init(|| {
            let seats = Seat::first(self.world.game.about().seats.len());
            let offers = seats.map(|seat| (seat, self.world.offers(Viewer::Seat(seat))));
            offers.filter(|(_, offers)| !offers.is_empty()).take(2).collect()
        })
    }
}

impl<G: Game> Imagined<G> {
    /// A line that starts at an imagined state, in which the game is not over.
    pub fn new(game: G, state: G::State, chance: Chance) -> Imagined<G> {
        Imagined::of(World { game, state, outcome: None }, chance)
    }

    /// A line that starts in an imagined world.
    pub(crate) fn of(world: World<G>, chance: Chance) -> Imagined<G> {
        Imagined { chance, moments: vec![Moment::new(world, false)] }
    }

    /// The present state.
    pub fn state(&self) -> &G::State {
        &self.now().world.state
    }

    /// A step of the present state.
    ///
    /// # Panics
    ///
    /// Panics when there is no such step.
    pub fn action(&self, step: usize) -> &G::Action {
        &self.now().acting()[0].1[step]
    }

    fn now(&self) -> &Moment<G> {
        self.moments.last().expect("a line has a start")
    }
}

impl<G: Game> Lookahead for Imagined<G> {
    fn standing(&self) -> NodeStanding {
        let now = self.now();
        if let Some(outcome) = &now.world.outcome {
            return NodeStanding::Over(outcome.clone());
        }
        let (seat, _) = now.acting().first().expect("somebody acts until the end");
        let seals = now.sealed || now.acting().len() > 1;
        if seals { NodeStanding::Seals(*seat) } else { NodeStanding::Decides(*seat) }
    }

    fn generate(&mut self) -> usize {
        self.now().acting().first().map_or(0, |(_, offers)| offers.len())
    }

    fn count(&mut self) -> usize {
        self.generate()
    }

    fn notation(&self, step: usize) -> String {
        self.action(step).to_string()
    }

    fn is_noisy(&self, _step: usize) -> bool {
        false
    }

    fn promise(&self, _step: usize) -> i32 {
        0
    }

    fn play(&mut self, step: usize) {
        let now = self.now();
        let ((seat, offers), sealed) = (&now.acting()[0], now.acting().len() > 1);
        let (seat, action, mut world) = (*seat, offers[step].clone(), now.world.clone());
        world.act(seat, &action, &mut self.chance);
        self.chance.take_rolls();
        self.moments.push(Moment::new(world, sealed));
    }

    fn undo(&mut self) {
        assert!(self.moments.len() > 1, "only what was played is taken back");
        self.moments.pop();
    }

    fn appraise(&self, team: Team) -> i32 {
        let world = &self.now().world;
        let mut seats = Seat::first(world.game.about().seats.len());
        let seat = seats.find(|seat| world.game.team(*seat) == team).expect("a team has a seat");
        world.game.appraise(&world.view(Viewer::Seat(seat)), seat)
    }

    fn key(&self) -> u64 {
        0
    }

    fn sight(&self, seat: Seat) -> u64 {
        let mut hasher = DefaultHasher::new();
        format!("{:?}", self.now().world.view(Viewer::Seat(seat))).hash(&mut hasher);
        hasher.finish()
    }

    fn team(&self, seat: Seat) -> Team {
        self.now().world.game.team(seat)
    }
}
