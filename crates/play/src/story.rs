//! What is worth telling of a game that is over: the answer that told most, the closest miss, what
//! nobody found, where the game turned, and the dearest capture.
//!
//! A story knows all along what was true, so nobody hears one while the game runs.
//! It is told from the log alone: the game is played once more, and at every entry the game itself
//! may remark on what happened ([`Remarks`]).
//! Where the game turned and what was captured can be seen from outside, so that stands here once
//! for all games.

use std::cmp::Reverse;

use kit_chess::shakmaty::{ByColor, ByRole, Piece, Role};

use crate::lookahead::Imagined;
use crate::sentence::Filling;
use crate::tabletop::{Figure, Part};
use crate::world::{Spoken, World};
use crate::{Chance, Ears, Game, Lookahead, Scoresheet, Seat, Sentence, Team, Terms, Viewer, say};

/// Something worth telling, and where in the game it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// What kind of thing it is, by the name of its [`RemarkKind`].
    pub kind: &'static str,
    /// The number of the entry, counted from 1; 0 where a game ended before the first.
    pub entry: usize,
    /// The turn in which it happened.
    pub turn: u32,
    /// What there is to tell.
    pub words: Sentence,
}

/// What kind of thing is worth telling; a story has at most one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// An answer or a move that told more than any other about what was hidden.
    ToldMost,
    /// What nearly happened.
    ClosestMiss,
    /// What stayed hidden to the end.
    NeverFound,
    /// Where the game turned.
    Turning,
    /// The best thing that somebody did, such as the dearest capture.
    Best,
}

impl RemarkKind {
    const ALL: [RemarkKind; 5] = [
        RemarkKind::ToldMost,
        RemarkKind::ClosestMiss,
        RemarkKind::NeverFound,
        RemarkKind::Turning,
        RemarkKind::Best,
    ];

    /// The name that programs know it by.
    pub fn name(self) -> &'static str {
        match self {
            RemarkKind::ToldMost => "told-most",
            RemarkKind::ClosestMiss => "closest-miss",
            RemarkKind::NeverFound => "never-found",
            RemarkKind::Turning => "turning",
            RemarkKind::Best => "best",
        }
    }
}

/// Something that could be told; of each kind the weightiest is, and the latest of equals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What kind of thing it is.
    pub kind: RemarkKind,
    /// How much it is worth telling, compared with others of its kind in its game.
    pub weight: i32,
    /// What there is to tell, in whole sentences.
    pub words: Sentence,
}

impl Remark {
    /// A remark of a kind.
    pub fn new(kind: RemarkKind, weight: i32, words: Sentence) -> Remark {
        Remark { kind, weight, words }
    }

    /// Of so many possibilities so many were left; nothing if that is as many as before.
    pub fn told(before: usize, left: usize, words: impl FnOnce() -> Sentence) -> Option<Remark> {
        let weight = 100 * before / left.max(1);
        (left < before).then(|| Remark::new(RemarkKind::ToldMost, weight as i32, words()))
    }
}

/// What a game itself has to say about one that is over.
pub struct Remarks<G: Game> {
    /// What was remarkable in an entry: what was true before it, who did what (nobody when time was
    /// up), and what was true after it.
    pub entry: RemarkOn<G>,
    /// What is remarkable about how it ended.
    pub end: fn(&G::State) -> Vec<Remark>,
}

/// What was remarkable between two states.
pub type RemarkOn<G> =
    fn(&<G as Game>::State, Option<(Seat, &<G as Game>::Action)>, &<G as Game>::State) -> Vec<Remark>;

impl<G: Game> Remarks<G> {
    /// Nothing beyond what can be seen from outside.
    pub const NONE: Remarks<G> = Remarks { entry: |_, _, _| Vec::new(), end: |_| Vec::new() };
}

/// From how large a swing on it is told that a game turned, in hundredths of a pawn.
const LEAST_SWING: i32 = 200;

/// Up to how large a lead a game is even.
const EVEN: i32 = 100;

/// The story of the game on a sheet; nothing while the game runs.
pub(crate) fn of<G: Game>(game: G, terms: &Terms, sheet: &Scoresheet) -> Option<Vec<Moment>> {
    let (world, spoken) = World::laid(game, terms, &mut Chance::remembered(sheet.setup.clone())).ok()?;
    let mut course = Course::new(world, terms, spoken);
    for entry in &sheet.entries {
        let chance = &mut Chance::remembered(entry.rolls.clone());
        let done = if entry.seat.is_empty() {
            None
        } else {
            Some((game.about().seat_named(&entry.seat)?, entry.action.parse().ok()?))
        };
        course.play(done, chance);
    }
    let is_over = course.world.outcome.is_some() || sheet.conduct.is_some();
    is_over.then(|| course.told())
}

/// Shows the true worlds of a game that is over, one after the other; nothing while it runs.
pub(crate) fn hindsight<G: Game>(
    game: G,
    terms: &Terms,
    sheet: &Scoresheet,
    visit: &mut dyn FnMut(usize, Box<dyn Lookahead>),
) -> bool {
    // Played to the end first, so that nobody sees anything of a game that is not over.
    let Some(worlds) = true_worlds(game, terms, sheet) else { return false };
    let is_over = sheet.conduct.is_some() || worlds.last().is_some_and(|world| world.outcome.is_some());
    if is_over {
        for (entry, world) in worlds.into_iter().enumerate() {
            let chance = Chance::seeded(entry as u64);
            visit(
                entry,
                match world.outcome {
                    Some(_) => Box::new(Imagined::of(world, chance)),
                    None => game.lookahead(world.state, chance),
                },
            );
        }
    }
    is_over
}

/// What was true after the deal and after each entry; nothing where these rules cannot tell.
fn true_worlds<G: Game>(game: G, terms: &Terms, sheet: &Scoresheet) -> Option<Vec<World<G>>> {
    let (mut world, _) = World::laid(game, terms, &mut Chance::remembered(sheet.setup.clone())).ok()?;
    let mut worlds = vec![world.clone()];
    for entry in &sheet.entries {
        let chance = &mut Chance::remembered(entry.rolls.clone());
        if entry.seat.is_empty() {
            world.time_up(chance);
        } else {
            world.act(game.about().seat_named(&entry.seat)?, &entry.action.parse().ok()?, chance);
        }
        worlds.push(world.clone());
    }
    Some(worlds)
}

/// A game that is played once more, and what was remarked on the way.
struct Course<G: Game> {
    world: World<G>,
    /// Which teams there are, if there are two of them.
    sides: Option<[Team; 2]>,
    /// What stood where before anybody had moved.
    start: Vec<Figure>,
    steps: Vec<Step>,
    remarks: Vec<(usize, Remark)>,
}

/// How things stood after the deal or after an entry.
struct Step {
    turn: u32,
    /// What everybody heard of it.
    heard: Sentence,
    /// How much better the first of two sides stood, if everything were known.
    lead: i32,
    /// The dearest piece that the other side lost, if it lost one, and the side that took it.
    taken: Option<(Team, Piece)>,
    /// Whether anything had moved by then; what is laid out before decides no game.
    begun: bool,
}

impl<G: Game> Course<G> {
    fn new(world: World<G>, terms: &Terms, spoken: Spoken) -> Course<G> {
        let mut teams: Vec<Team> = Seat::first(terms.seats()).map(|seat| world.game.team(seat)).collect();
        teams.sort_unstable();
        teams.dedup();
        let sides = <[Team; 2]>::try_from(teams).ok();
        let mut course = Course { world, sides, start: Vec::new(), steps: Vec::new(), remarks: Vec::new() };
        course.start = course.standing();
        let lead = course.lead();
        course.steps.push(Step { turn: 0, heard: heard(spoken), lead, taken: None, begun: false });
        course
    }

    fn play(&mut self, done: Option<(Seat, G::Action)>, chance: &mut Chance) {
        let game = self.world.game;
        let turn = game.turn(&self.world.view(Viewer::Public));
        let (before, figures) = (self.world.state.clone(), self.figures());
        let spoken = match &done {
            Some((seat, action)) => self.world.act(*seat, action, chance),
            None => self.world.time_up(chance),
        };
        let number = self.steps.len();
        let doer = done.as_ref().map(|(seat, _)| *seat);
        let done = done.as_ref().map(|(seat, action)| (*seat, action));
        let remarks = (G::EXTRAS.remarks.entry)(&before, done, &self.world.state);
        self.remarks.extend(remarks.into_iter().map(|remark| (number, remark)));
        let taken = doer.and_then(|seat| self.taken(seat, figures?));
        // How a game ends is told elsewhere, so the end is no swing.
        let last = self.steps.last().map_or(0, |step| step.lead);
        let lead = if self.world.outcome.is_some() { last } else { self.lead() };
        let begun = self.steps.last().is_some_and(|step| step.begun) || self.standing() != self.start;
        self.steps.push(Step { turn, heard: heard(spoken), lead, taken, begun });
    }

    /// What would lie on the table if everything were opened now.
    fn opened(&self) -> G::View {
        self.world.game.view(&self.world.state, Viewer::Public, true)
    }

    /// How much better the first of two sides stands.
    fn lead(&self) -> i32 {
        let game = self.world.game;
        let Some([first, _]) = self.sides else { return 0 };
        let seats = 0..game.about().seats.len() as u8;
        let seat = seats.map(Seat).find(|seat| game.team(*seat) == first);
        seat.map_or(0, |seat| game.appraise(&self.opened(), seat))
    }

    /// The pieces on the board, in games in which two sides own the pieces of a color each.
    fn figures(&self) -> Option<ByColor<ByRole<u8>>> {
        let game = self.world.game;
        if self.sides.is_none() || game.about().colors.is_empty() {
            return None;
        }
        let mut counts = ByColor::<ByRole<u8>>::default();
        for figure in self.standing() {
            *counts.get_mut(figure.color).get_mut(figure.role) += 1;
        }
        Some(counts)
    }

    /// What stands where.
    fn standing(&self) -> Vec<Figure> {
        let mut figures = Vec::new();
        for part in self.world.game.tabletop(&self.opened()).parts {
            if let Part::Board(board) = part {
                figures.extend(board.figures);
            }
        }
        figures
    }

    /// The dearest piece above a pawn of the other color that has gone in this entry of a seat.
    fn taken(&self, seat: Seat, before: ByColor<ByRole<u8>>) -> Option<(Team, Piece)> {
        let color = !self.world.game.about().color_of(seat)?;
        let after = self.figures()?;
        let gone = |role: &Role| after.get(color).get(*role) < before.get(color).get(*role);
        let role = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].into_iter().find(gone)?;
        Some((self.world.game.team(seat), role.of(color)))
    }

    /// The weightiest of each kind, in order of play.
    fn told(mut self) -> Vec<Moment> {
        let last = self.steps.len() - 1;
        let end = (G::EXTRAS.remarks.end)(&self.world.state);
        self.remarks.extend(end.into_iter().map(|remark| (last, remark)));
        self.remarks.extend(self.turning().into_iter().chain(self.best()).collect::<Vec<_>>());
        let weightiest = |kind: RemarkKind| {
            let remarks = self.remarks.iter().filter(|(_, remark)| remark.kind == kind);
            remarks.max_by_key(|(entry, remark)| (remark.weight, *entry))
        };
        let mut told: Vec<&(usize, Remark)> = RemarkKind::ALL.into_iter().filter_map(weightiest).collect();
        // What turned the game is not told twice.
        let turned = weightiest(RemarkKind::Turning).map(|(entry, _)| *entry);
        told.retain(|(entry, remark)| remark.kind != RemarkKind::Best || turned != Some(*entry));
        told.sort_by_key(|(entry, _)| *entry);
        let moment = |(entry, remark): &(usize, Remark)| Moment {
            kind: remark.kind.name(),
            entry: *entry,
            turn: self.steps[*entry].turn,
            words: remark.words.clone(),
        };
        told.into_iter().map(moment).collect()
    }

    /// The entry after which one side stood better for good: not only until the next turn was over.
    fn turning(&self) -> Option<(usize, Remark)> {
        let sides = self.sides?;
        let entries = (1..self.steps.len()).filter(|entry| self.steps[*entry].begun);
        let swings = entries.flat_map(|entry| {
            [(entry, 0), (entry, 1)].map(|(entry, side)| (self.gain(entry, side), entry, side))
        });
        // The first of equals: what is gained in a turn of several entries is told where it began.
        let (gain, entry, side) = swings.max_by_key(|(gain, entry, _)| (*gain, Reverse(*entry)))?;
        let (before, after) = self.leads(entry, side);
        let team = self.world.game.about().team(sides[side]);
        let words = match (before < -EVEN, before > EVEN, after > EVEN) {
            (true, _, true) => say!("With that {team} turned the game around.", team),
            (true, _, false) => say!("With that {team} came back into the game.", team),
            (false, false, _) => say!("With that {team} took the lead.", team),
            (false, true, _) => say!("With that {team} pulled away.", team),
        };
        let words = Sentence::joined([self.steps[entry].heard.clone(), words]);
        (gain >= LEAST_SWING).then(|| (entry, Remark::new(RemarkKind::Turning, gain, words)))
    }

    /// How much a side gained by an entry for good.
    fn gain(&self, entry: usize, side: usize) -> i32 {
        let (before, after) = self.leads(entry, side);
        after - before
    }

    /// What a side had shortly before an entry, and the worst that it had shortly after: a piece that
    /// is taken back at once is no gain, and no loss for whoever takes it back.
    fn leads(&self, entry: usize, side: usize) -> (i32, i32) {
        let turn = self.steps[entry].turn;
        let lead = |place: usize| if side == 0 { self.steps[place].lead } else { -self.steps[place].lead };
        let is_near = |place: &usize| self.steps[*place].turn + 1 >= turn || *place + 1 == entry;
        // What lasted for one entry only was never held.
        let last = self.steps.len() - 1;
        let around = |place: usize| lead(place.saturating_sub(1)).max(lead(last.min(place + 1)));
        let held = |place: usize| lead(place).min(around(place));
        let before = (0..entry).rev().take_while(is_near).map(held).max();
        let later = (entry..self.steps.len()).take_while(|place| self.steps[*place].turn <= turn + 1);
        (before.unwrap_or(0), later.map(lead).min().unwrap_or(0))
    }

    /// The dearest capture; one that was not paid for is dearer.
    fn best(&self) -> Option<(usize, Remark)> {
        let sides = self.sides?;
        let remark = |(entry, step): (usize, &Step)| {
            let (team, piece) = step.taken?;
            let side = sides.iter().position(|side| *side == team)?;
            let weight = worth(piece.role) + self.gain(entry, side).clamp(0, worth(Role::Queen));
            Some((entry, weight, piece))
        };
        let captures = self.steps.iter().enumerate().filter_map(remark);
        let (entry, weight, piece) = captures.max_by_key(|(entry, weight, _)| (*weight, *entry))?;
        Some((entry, Remark::new(RemarkKind::Best, weight, dearest(self.steps[entry].heard.clone(), piece))))
    }
}

/// That no capture of a game was dearer than that of this piece.
fn dearest(heard: Sentence, piece: Piece) -> Sentence {
    Sentence::joined([heard, say!("The dearest capture of the game: a {piece}.", piece)])
}

/// The usual worth of a kind of piece, in hundredths of a pawn.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen | Role::King => 900,
    }
}

/// What everybody heard of an entry: the move, if somebody moved, or what was said first.
fn heard(spoken: Spoken) -> Sentence {
    let mut heard = spoken.into_iter().filter(|event| event.ears == Ears::All).map(|event| event.fact);
    let first = heard.next();
    let first_moves = first.as_ref().is_some_and(has_move);
    heard.find(|sentence| !first_moves && has_move(sentence)).or(first).unwrap_or_default()
}

/// Whether a sentence speaks of a move.
fn has_move(sentence: &Sentence) -> bool {
    sentence.fillings().any(|(_, filling)| is_move(filling))
}

fn is_move(filling: &Filling) -> bool {
    match filling {
        Filling::Move { .. } | Filling::San(_) => true,
        Filling::Coded(_, told) => is_move(told),
        Filling::Phrase(sentence) => has_move(sentence),
        Filling::List(_, things) => things.iter().any(is_move),
        Filling::Seat(..)
        | Filling::Team(..)
        | Filling::Color(_)
        | Filling::Role(_)
        | Filling::Piece(_)
        | Filling::Square(_)
        | Filling::Card(_)
        | Filling::Number(_)
        | Filling::Rule(_)
        | Filling::Text(_) => false,
    }
}
