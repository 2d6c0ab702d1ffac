//! In which order steps are tried: the sooner the best one, the less is searched.

use kit_play::Lookahead;

/// What a step is taken for before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// The higher, the sooner.
    pub(crate) rank: i32,
    /// Its place in the list of steps.
    pub(crate) step: usize,
    /// Whether it changes much at once.
    pub(crate) noisy: bool,
    /// What it does whatever the position is.
    pub(crate) habit: u16,
}

/// How many habits there are: a square from which and one to which, and none.
const HABITS: usize = 64 * 64 + 1;
/// No habit counts for more than this.
const MOST: i32 = 8_000;

const FIRST: i32 = 100_000_000;
const NOISY: i32 = 1_000_000;
const KILLER: i32 = 500_000;

/// What was good elsewhere in the same search.
pub(crate) struct Experience {
    /// For each distance from the root, what ended the search of a sister node last.
    killers: Vec<[u16; 2]>,
    /// How often a habit was good, for the own side and for the others.
    history: [Vec<i32>; 2],
    spare: Vec<Vec<Candidate>>,
}

impl Experience {
    pub(crate) fn new() -> Experience {
        Experience { killers: Vec::new(), history: [vec![0; HABITS], vec![0; HABITS]], spare: Vec::new() }
    }

    /// The steps of the present node, the most promising first.
    pub(crate) fn ordered(
        &mut self,
        ahead: &mut dyn Lookahead,
        ply: usize,
        own: bool,
        first: Option<usize>,
        noisy_only: bool,
    ) -> Vec<Candidate> {
        let mut list = self.spare.pop().unwrap_or_default();
        list.clear();
        for step in 0..ahead.generate() {
            let noisy = ahead.is_noisy(step);
            if noisy_only && !noisy {
                continue;
            }
            let habit = ahead.habit(step);
            let rank = if first == Some(step) {
                FIRST
            } else {
                self.rank(ahead.promise(step), noisy, habit, ply, own)
            };
            list.push(Candidate { rank, step, noisy, habit });
        }
        list.sort_by_key(|candidate| (std::cmp::Reverse(candidate.rank), candidate.step));
        list
    }

    fn rank(&self, promise: i32, noisy: bool, habit: u16, ply: usize, own: bool) -> i32 {
        if noisy {
            return NOISY + promise;
        }
        let killer = match self.killers.get(ply) {
            Some([one, _]) if *one == habit && habit != 0 => KILLER,
            Some([_, two]) if *two == habit && habit != 0 => KILLER - 1,
            Some(_) | None => 0,
        };
        killer + 64 * promise.clamp(-4_000, 4_000) + self.history[usize::from(own)][usize::from(habit)]
    }

    /// Gives a list back, so that its memory is used again.
    pub(crate) fn give_back(&mut self, list: Vec<Candidate>) {
        self.spare.push(list);
    }

    /// A quiet step was so good that nothing else had to be tried, unlike those before it.
    pub(crate) fn learn(&mut self, good: u16, tried: &[Candidate], ply: usize, own: bool, depth: i32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        if good != 0 && self.killers[ply][0] != good {
            self.killers[ply] = [good, self.killers[ply][0]];
        }
        let bonus = (depth * depth).clamp(1, 1_200);
        self.count(own, good, bonus);
        for candidate in tried.iter().filter(|candidate| !candidate.noisy) {
            self.count(own, candidate.habit, -bonus);
        }
    }

    /// Counts towards a bound, so that what happened lately weighs most.
    fn count(&mut self, own: bool, habit: u16, bonus: i32) {
        if habit != 0 {
            let counted = &mut self.history[usize::from(own)][usize::from(habit)];
            *counted += bonus - *counted * bonus.abs() / MOST;
        }
    }
}
