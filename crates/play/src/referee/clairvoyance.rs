//! Players who see through everything, so that it can be measured what secrets are worth.
//!
//! Such a player is handed the true state wherever any other one imagines a state, with what others
//! have sealed.
//! The only way to one is [`Listed::play_seen_through`](super::Listed::play_seen_through), which lays
//! a table of its own and plays it to its end.
//! It takes neither a referee nor a scoresheet, so there is no game of other people that could be seen
//! through.

use super::{Glimpse, Referee, Running, Seen, SeenBy};
use crate::belief::{Belief, Worlds};
use crate::tabletop::{Barred, Offer, Tabletop};
use crate::world::World;
use crate::{
    About, BadTerms, Chance, Channel, Export, Game, Laid, Lookahead, NodeStanding, Outcome, Pace, Relaid,
    Seat, Team, Terms, Viewer,
};

/// Plays a whole game in which the seats of one team see through everything.
pub(super) fn played<G: Game>(
    game: G,
    terms: &Terms,
    seers: Team,
    chance: &mut Chance,
    player: &mut dyn FnMut(&Glimpse) -> String,
) -> Result<Option<Outcome>, BadTerms> {
    let (world, _) = World::laid(game, terms, chance)?;
    let mut running = Running::new(world, terms.clone(), 0);
    while running.outcome().is_none() {
        let mut acting: Vec<Seat> =
            Seat::first(terms.seats()).filter(|seat| running.must_act(*seat)).collect();
        // Where all choose at the same time, others have chosen before it is seen what.
        acting.sort_by_key(|seat| running.team(*seat) == seers);
        for seat in acting {
            let glimpse = match running.team(seat) == seers {
                true => seen_through(&running, seat),
                false => running.glimpse(Viewer::Seat(seat)),
            };
            let ruling = running.act(seat, &player(&glimpse), chance);
            assert!(ruling.is_ok(), "a player does what is on offer");
        }
    }
    Ok(running.outcome())
}

fn seen_through<G: Game>(running: &Running<G>, seat: Seat) -> Glimpse {
    let viewer = Viewer::Seat(seat);
    let seen = SeenThrough { seen: running.seen_by(viewer), state: running.world.state.clone() };
    Glimpse { viewer, seen: Box::new(seen) }
}

/// A view together with what it should not show.
struct SeenThrough<G: Game> {
    seen: SeenBy<G>,
    state: G::State,
}

impl<G: Game> SeenThrough<G> {
    fn truth(&self, chance: &mut Chance) -> Box<dyn Lookahead> {
        Box::new(Open(self.seen.laid_out(self.state.clone(), chance)))
    }
}

impl<G: Game> Seen for SeenThrough<G> {
    fn about(&self) -> &'static About {
        self.seen.about()
    }

    fn tabletop(&self) -> Tabletop {
        self.seen.tabletop()
    }

    fn offers(&self) -> Vec<Offer> {
        self.seen.offers()
    }

    fn barred(&self) -> Vec<Barred> {
        self.seen.barred()
    }

    fn actions(&self) -> Vec<String> {
        self.seen.actions()
    }

    fn channels(&self) -> &'static [Channel] {
        self.seen.channels()
    }

    fn exports(&self) -> Vec<Export> {
        self.seen.exports()
    }

    fn relaid(&self, laid: &Laid) -> Option<Relaid> {
        self.seen.relaid(laid)
    }

    fn imagine(&self, _chance: &mut Chance) -> Box<dyn Referee> {
        let SeenBy { game, terms, outcome, .. } = &self.seen;
        let world = World { game: *game, state: self.state.clone(), outcome: outcome.clone() };
        Box::new(Running::new(world, terms.clone(), 0))
    }

    fn lookahead(&self, chance: &mut Chance) -> Box<dyn Lookahead> {
        self.truth(chance)
    }

    fn belief(&self) -> Option<Belief> {
        self.seen.belief()
    }

    fn points(&self, appraisal: i32) -> Option<f64> {
        self.seen.points(appraisal)
    }

    fn worlds(&self, _most: usize, chance: &mut Chance) -> Worlds<Box<dyn Lookahead>> {
        Worlds::all(vec![(1.0, self.truth(chance))])
    }

    fn minds(
        &self,
        other: Seat,
        most: usize,
        chance: &mut Chance,
    ) -> (Box<dyn Lookahead>, Worlds<Box<dyn Lookahead>>) {
        let view = self.seen.game.view(&self.state, Viewer::Seat(other), false);
        let believed = self.seen.believed(&view, most, chance);
        (self.truth(chance), believed.map(|state| self.seen.laid_out(state, chance)))
    }
}

/// The true world, in which nothing that others have chosen is taken back.
struct Open(Box<dyn Lookahead>);

impl Lookahead for Open {
    fn standing(&self) -> NodeStanding {
        self.0.standing()
    }

    fn generate(&mut self) -> usize {
        self.0.generate()
    }

    fn count(&mut self) -> usize {
        self.0.count()
    }

    fn notation(&self, step: usize) -> String {
        self.0.notation(step)
    }

    fn is_noisy(&self, step: usize) -> bool {
        self.0.is_noisy(step)
    }

    fn promise(&self, step: usize) -> i32 {
        self.0.promise(step)
    }

    fn play(&mut self, step: usize) {
        self.0.play(step);
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn appraise(&self, team: Team) -> i32 {
        self.0.appraise(team)
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn team(&self, seat: Seat) -> Team {
        self.0.team(seat)
    }

    fn is_between_turns(&self) -> bool {
        self.0.is_between_turns()
    }

    fn is_pressed(&self) -> bool {
        self.0.is_pressed()
    }

    fn pass(&mut self) -> bool {
        self.0.pass()
    }

    fn unseal(&mut self) -> bool {
        false
    }

    fn unlay(&mut self) -> bool {
        false
    }

    fn sight(&self, seat: Seat) -> u64 {
        self.0.sight(seat)
    }

    fn is_idle(&self, step: usize) -> bool {
        self.0.is_idle(step)
    }

    fn habit(&self, step: usize) -> u16 {
        self.0.habit(step)
    }

    fn exchange(&self, step: usize) -> Option<i32> {
        self.0.exchange(step)
    }

    fn pace(&self) -> Pace {
        self.0.pace()
    }

    fn earlier(&self) -> &[u64] {
        self.0.earlier()
    }

    fn recurrence(&self) -> u64 {
        self.0.recurrence()
    }

    fn perft(&mut self, depth: u32, bulk: bool) -> u64 {
        self.0.perft(depth, bulk)
    }
}
