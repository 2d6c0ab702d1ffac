//! A game whose program fails, for tests of whoever has to live with that.

use std::time::Duration;

use kit_play::laws::{BrokenLaw, LawPlan, LawTally};
use kit_play::{
    About, BadTerms, BadText, Chance, Glimpse, Listed, Opening, Outcome, Referee, Refusal, Ruling, Said,
    Seat, Team, Terms, Viewer,
};

/// A sound game with a mistake in its program.
pub struct Faulty {
    /// Whether it fails when a table is laid, or only when somebody acts.
    pub at_once: bool,
    /// The game without the mistake.
    pub sound: fn() -> &'static dyn Listed,
}

struct FaultyReferee(Box<dyn Referee>);

impl Listed for Faulty {
    fn about(&self) -> &'static About {
        (self.sound)().about()
    }

    fn open(&self, terms: &Terms, chance: &mut Chance) -> Result<Opening, BadTerms> {
        assert!(!self.at_once, "this game cannot be laid");
        let opening = (self.sound)().open(terms, chance)?;
        Ok(Opening { referee: Box::new(FaultyReferee(opening.referee)), ..opening })
    }

    fn team_of(&self, seat: Seat) -> Team {
        (self.sound)().team_of(seat)
    }

    fn keeps_time(&self) -> bool {
        (self.sound)().keeps_time()
    }

    fn import(&self, _text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
        None
    }

    fn check_laws(&self, terms: &Terms, plan: &LawPlan) -> Result<LawTally, BrokenLaw> {
        (self.sound)().check_laws(terms, plan)
    }
}

impl Referee for FaultyReferee {
    fn about(&self) -> &'static About {
        self.0.about()
    }

    fn terms(&self) -> &Terms {
        self.0.terms()
    }

    fn glimpse(&self, viewer: Viewer) -> Glimpse {
        self.0.glimpse(viewer)
    }

    fn act(&mut self, _seat: Seat, action: &str, _chance: &mut Chance) -> Result<Ruling, Refusal> {
        panic!("this game cannot do {action}")
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn end(&mut self, outcome: Outcome) -> Vec<Said> {
        self.0.end(outcome)
    }

    fn team(&self, seat: Seat) -> Team {
        self.0.team(seat)
    }

    fn timer(&self) -> Option<Duration> {
        self.0.timer()
    }

    fn time_up(&mut self, chance: &mut Chance) -> Ruling {
        self.0.time_up(chance)
    }

    fn must_act(&self, seat: Seat) -> bool {
        self.0.must_act(seat)
    }

    fn keeps_secrets(&self) -> bool {
        self.0.keeps_secrets()
    }

    fn turn(&self) -> u32 {
        self.0.turn()
    }

    fn fork(&self) -> Box<dyn Referee> {
        Box::new(FaultyReferee(self.0.fork()))
    }
}
