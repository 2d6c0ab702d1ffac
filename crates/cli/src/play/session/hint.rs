//! Hints at the keyboard: where to look, then what to do, and what one may know.

use kit_bots::advice::percent;
use kit_bots::{Limit, advise};
use kit_play::sentence::Filling;
use kit_play::wire::Advice;
use kit_play::{Chance, Seat, Sentence, Viewer, say};

use super::{Reply, Session, notice, page};
use crate::play::seating::seat_name;

/// How many surmises are told.
const MOST_SURMISES: usize = 60;

/// Who may ask for hints, and who did.
pub(super) struct Hints {
    allowed: bool,
    taken: Vec<Taken>,
}

/// A hint that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Taken {
    seat: Seat,
    /// After how many entries.
    entries: usize,
    /// Whether it said what to do.
    what: bool,
}

impl Hints {
    /// Hints are for those who play alone against bots, unless something else is agreed.
    pub(super) fn new(people: usize) -> Hints {
        Hints { allowed: people == 1, taken: Vec::new() }
    }
}

impl Session {
    /// Settles whether anybody may ask for hints.
    pub fn allow_hints(&mut self, allowed: bool) {
        self.hints.allowed = allowed;
    }

    /// Where to look, and when that was told for this decision, what to do and why.
    pub(super) fn hint(&mut self, seat: Seat) -> Reply {
        if !self.hints.allowed {
            return notice(&say!("This game is played without hints."));
        }
        let entries = self.table.entries();
        let what = self.hints.taken.iter().any(|taken| (taken.seat, taken.entries) == (seat, entries));
        let glimpse = self.table.glimpse(Viewer::Seat(seat));
        // The same question has the same answer, whatever luck the game has.
        let advice = advise(&glimpse, &Limit::by_level(), &mut Chance::seeded(entries as u64));
        let advice = match advice {
            Ok(advice) => advice,
            Err(none) => return notice(&none.sentence()),
        };
        let taken = Taken { seat, entries, what };
        if !self.hints.taken.contains(&taken) {
            self.hints.taken.push(taken);
        }
        if !what {
            let more = say!("Type `hint` again for what to do.");
            return Reply::Notice(self.says(&Sentence::joined([advice.look.words, more])));
        }
        let told = self.told(&advice).iter().map(|words| self.says(words)).collect::<Vec<String>>();
        Reply::Notice(told.join("\n"))
    }

    /// What to do, why, what it tells, and how it may go on.
    fn told(&self, advice: &Advice) -> Vec<Sentence> {
        let mut told = Vec::new();
        if let Some(offer) = advice.advised() {
            let (action, label) = (Filling::text(&offer.action), offer.label.sentence().clone());
            told.push(say!("Hint: {label} ({action}).", label, action));
        }
        told.extend(advice.reasons.iter().chain(&advice.tells).cloned());
        let rest: Vec<Filling> =
            advice.line.iter().skip(1).map(|step| step.label.sentence().clone().into()).collect();
        if !rest.is_empty() {
            told.push(say!("And then perhaps: {line}.", line = Filling::row_of(rest)));
        }
        told
    }

    /// What the person who is looking may know of what is hidden, with chances.
    pub(super) fn know(&self) -> Reply {
        let glimpse = self.glimpse();
        match (glimpse.viewer(), glimpse.belief()) {
            _ if !self.hints.allowed => notice(&say!("This game is played without hints.")),
            (Viewer::Public, _) => notice(&say!("Wait until it is your turn.")),
            (_, None) => notice(&say!("There is nothing hidden here that could be reckoned.")),
            (Viewer::Seat(_), Some(belief)) => {
                let mut surmises = belief.surmises;
                surmises.sort_by(|one, two| two.chance.total_cmp(&one.chance));
                let line = |surmise: &kit_play::belief::Surmise| {
                    format!(
                        "{:>3} %  {:<6} {}",
                        percent(surmise.chance),
                        surmise.spot,
                        self.says(&surmise.words)
                    )
                };
                page(&say!("What you may know"), surmises.iter().take(MOST_SURMISES).map(line).collect())
            }
        }
    }

    /// Who took how many hints, once the game is over.
    pub(super) fn hints_taken(&self) -> Option<Sentence> {
        self.table.outcome()?;
        let of = |seat: Seat| {
            let own = self.hints.taken.iter().filter(|taken| taken.seat == seat);
            let (count, whats) =
                own.fold((0, 0), |(all, whats), taken| (all + 1, whats + usize::from(taken.what)));
            let seat = Filling::text(seat_name(&self.table, seat));
            (count > 0)
                .then(|| say!("{seat}: {count} ({whats} of them said what to do)", seat, count, whats).into())
        };
        let taken: Vec<Filling> = self.table.seats().filter_map(of).collect();
        (!taken.is_empty()).then(|| say!("Hints taken: {taken}.", taken = Filling::row_of(taken)))
    }
}
