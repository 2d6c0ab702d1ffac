//! The advised action, done in imagined worlds: what it takes, what is answered, what is told.

use kit_play::sentence::Filling;
use kit_play::{About, Chance, Ears, Glimpse, Offer, Outcome, Said, Seat, Sentence, Verdict, Viewer, say};

use super::percent;

/// How many offers are compared by how they sound.
const MOST_COMPARED: usize = 200;
/// How many answers are told with their chances.
const MOST_ANSWERS: usize = 2;

/// What came of the advised action in imagined worlds.
pub(super) struct Trials {
    about: &'static About,
    seat: Seat,
    trials: Vec<Trial>,
    /// How many other offers sound the same to the others.
    alike: usize,
    /// How many offers were compared.
    compared: usize,
}

/// What came of it in one world.
struct Trial {
    said: Vec<Said>,
    /// Whether it won or lost the game at once.
    ended: Option<bool>,
    /// The pieces of the others that were taken, as the seat saw them.
    taken: Vec<Filling>,
}

impl Trials {
    /// Does the offer in a world for each of the seeds.
    pub(super) fn of(glimpse: &Glimpse, seat: Seat, offers: &[Offer], best: usize, seeds: &[u64]) -> Trials {
        let trial = |seed: &u64| Trial::of(glimpse, seat, &offers[best].action, *seed);
        let trials: Vec<Trial> = seeds.iter().filter_map(trial).collect();
        let compared = if glimpse.about().open { 0 } else { offers.len().min(MOST_COMPARED) };
        let sounds = |offer: &Offer| {
            let trial = Trial::of(glimpse, seat, &offer.action, seeds[0])?;
            Some(trial.heard_by_others(seat))
        };
        let own = if compared > 0 { sounds(&offers[best]) } else { None };
        let others = offers.iter().take(compared).enumerate().filter(|(choice, _)| *choice != best);
        let alike = others.filter(|(_, offer)| own.is_some() && sounds(offer) == own).count();
        Trials { about: glimpse.about(), seat, trials, alike, compared }
    }

    /// What it brings at once.
    pub(super) fn reasons(&self) -> Vec<Sentence> {
        let mut reasons: Vec<Sentence> = Vec::new();
        reasons.extend(self.wins());
        reasons.extend(self.takes());
        reasons.extend(self.answers());
        reasons
    }

    /// What the others come to know by it; nothing where everything is open anyway.
    pub(super) fn tells(&self) -> Vec<Sentence> {
        if self.about.open || self.trials.is_empty() {
            return Vec::new();
        }
        let first = &self.trials[0].heard_by_others(self.seat);
        let always = first.iter().filter(|(_, sentence)| {
            self.trials.iter().all(|trial| trial.said.iter().any(|said| said.sentence == *sentence))
        });
        let mut tells: Vec<Sentence> = Vec::new();
        for (_, words) in always {
            let told = say!("The others hear: {words}", words = words.clone());
            if !tells.contains(&told) {
                tells.push(told);
            }
        }
        let own = |said: &&Said| said.ears == Ears::Seat(self.seat);
        let private = self.trials[0].said.iter().filter(own).count();
        if private > 0 {
            tells.push(say!("Something is told to you alone."));
        }
        if self.compared > 0 && self.alike > 0 {
            let count = self.alike as i64;
            tells.push(say!(
                "For the others it sounds like {count} other {count|one=choice|other=choices}.",
                count
            ));
        } else if tells.is_empty() {
            tells.push(say!("The others hear nothing of it."));
        }
        tells
    }

    /// How likely something is, by how many worlds it is so in.
    fn share(&self, is_so: impl Fn(&Trial) -> bool) -> f64 {
        let count = self.trials.iter().filter(|trial| is_so(trial)).count();
        count as f64 / self.trials.len().max(1) as f64
    }

    fn wins(&self) -> Option<Sentence> {
        let (won, lost) =
            (self.share(|trial| trial.ended == Some(true)), self.share(|trial| trial.ended == Some(false)));
        if won >= 1.0 {
            Some(say!("It wins at once."))
        } else if won > 0.0 {
            Some(say!("With a chance of {percent} % it wins at once.", percent = percent(won)))
        } else if lost > 0.0 && lost < 1.0 {
            Some(say!("With a chance of {percent} % it loses at once.", percent = percent(lost)))
        } else {
            None
        }
    }

    fn takes(&self) -> Option<Sentence> {
        let mut taken: Vec<&Filling> = self.trials.iter().flat_map(|trial| &trial.taken).collect();
        let most = |piece: &&Filling| self.share(|trial| trial.taken.contains(piece));
        taken.sort_by(|one, two| most(two).total_cmp(&most(one)));
        let piece = (*taken.first()?).clone();
        let share = self.share(|trial| trial.taken.contains(&piece));
        Some(if share >= 1.0 {
            say!("It takes the {piece}.", piece)
        } else {
            say!("With a chance of {percent} % it takes the {piece}.", percent = percent(share), piece)
        })
    }

    /// What is answered in some of the worlds and not in others, the likeliest first.
    fn answers(&self) -> Vec<Sentence> {
        let hears = |said: &&Said| said.ears == Ears::All || said.ears == Ears::Seat(self.seat);
        let mut heard: Vec<&Sentence> = Vec::new();
        for said in self.trials.iter().flat_map(|trial| &trial.said).filter(hears) {
            if !heard.contains(&&said.sentence) {
                heard.push(&said.sentence);
            }
        }
        let share =
            |words: &Sentence| self.share(|trial| trial.said.iter().any(|said| said.sentence == *words));
        let mut answers: Vec<(f64, &Sentence)> =
            heard.into_iter().map(|words| (share(words), words)).filter(|(share, _)| *share < 1.0).collect();
        // Where nearly every world has an answer of its own, such as a card that is drawn, none says much.
        answers.retain(|(share, _)| *share >= 0.2);
        answers.sort_by(|one, two| two.0.total_cmp(&one.0));
        answers.truncate(MOST_ANSWERS);
        let told = |(share, words): (f64, &Sentence)| {
            say!(
                "With a chance of {percent} % you hear: {words}",
                percent = percent(share),
                words = words.clone()
            )
        };
        answers.into_iter().map(told).collect()
    }
}

impl Trial {
    /// Does an action in the world of a seed; nothing if it cannot be done there.
    fn of(glimpse: &Glimpse, seat: Seat, action: &str, seed: u64) -> Option<Trial> {
        let mut chance = Chance::seeded(seed);
        let mut referee = glimpse.imagine(&mut chance);
        let team = referee.team(seat);
        let before = pieces_of_others(glimpse, seat);
        let ruling = referee.act(seat, action, &mut chance).ok()?;
        let after = pieces_of_others(&referee.glimpse(Viewer::Seat(seat)), seat);
        let ended = match referee.outcome() {
            Some(Outcome { verdict: Verdict::Win(winner), .. }) => Some(winner == team),
            Some(_) | None => None,
        };
        // At the end secrets are opened, so what lies there says nothing of what was taken.
        let is_over = referee.outcome().is_some();
        let gone = before.into_iter().filter(|piece| !is_over && !after.contains(piece));
        let taken = gone.map(|(_, piece)| piece).collect();
        Some(Trial { said: ruling.said, ended, taken })
    }

    /// What others hear of it, and with which ears.
    fn heard_by_others(&self, seat: Seat) -> Vec<(Ears, Sentence)> {
        let others = self.said.iter().filter(|said| said.ears != Ears::Seat(seat));
        others.map(|said| (said.ears, said.sentence.clone())).collect()
    }
}

/// The pieces of the other color, each with where it stands; none where seats have no colors.
fn pieces_of_others(glimpse: &Glimpse, seat: Seat) -> Vec<(Filling, Filling)> {
    let Some(color) = glimpse.about().color_of(seat) else { return Vec::new() };
    let tabletop = glimpse.tabletop();
    let figures = tabletop.board().map_or(&[][..], |board| &board.figures);
    let others = figures.iter().filter(|figure| figure.color != color);
    others.map(|figure| (figure.square.into(), figure.role.of(figure.color).into())).collect()
}
