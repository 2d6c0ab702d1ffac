//! Hints at a table: who may ask for them, that they are kept and told at the end, and that nobody
//! learns anything by them while the game is played.

use std::sync::Arc;

use kit_games::CATALOGUE;
use kit_play::{Chance, Seat, Viewer};
use kit_sitting::record::StoredRecord;
use kit_sitting::wire::{Command, HintDepth, OpenTable};
use kit_sitting::{CodeKey, House, Secrets, Sitting};
use serde_json::{Value, json};

fn house() -> Arc<House> {
    let codes = CodeKey::from_bytes([7; CodeKey::BYTES]);
    Arc::new(House { catalogue: CATALOGUE, codes, invitations_last: None })
}

/// A table at which the first seats are the opener's and bots have the others.
struct Evening {
    sitting: Sitting,
    log: Vec<StoredRecord>,
    own: Secrets,
    chance: Chance,
}

impl Evening {
    fn start(game: &str, people: usize, bots: usize, more: &Value) -> Evening {
        let mut chance = Chance::seeded(3);
        let people = (0..people).map(|_| json!({"sitter": "me"}));
        let bots = (0..bots).map(|_| json!({"sitter": "bot", "level": "learner"}));
        let mut request = json!({"game": game, "seats": people.chain(bots).collect::<Vec<Value>>()});
        let more = more.as_object().expect("an object").clone();
        request.as_object_mut().expect("an object").extend(more);
        let request: OpenTable = serde_json::from_value(request).expect("a request");
        let (sitting, opened) = Sitting::open(&house(), &request, 0, &mut chance).expect("a table");
        let log = vec![sitting.stored(&sitting.first_record(0))];
        let sitting = Sitting::fold(&house(), sitting.id().clone(), &log).expect("a log");
        let host = Secrets(vec![opened.host.digest()]);
        let own = Secrets(vec![opened.seat.expect("a seat").digest()]);
        let mut evening = Evening { sitting, log, own, chance };
        evening.ask("host", &host, &json!({"start": {}}));
        evening
    }

    fn ask(&mut self, who: &str, secrets: &Secrets, command: &Value) {
        let command: Command = serde_json::from_value(command.clone()).expect("a command");
        let before = self.sitting.before();
        let done = self.sitting.command(who, secrets, &command, 1.into(), &mut self.chance);
        let record = self.sitting.record(done.expect("it may").deeds, &before, 1).expect("a record");
        self.log.push(self.sitting.stored(&record));
        self.sitting.committed(record);
    }

    fn prompt(&self, seat: Seat) -> u32 {
        self.sitting.stamp(Viewer::Seat(seat)).1
    }

    /// Takes a hint; whether that was written down.
    fn take(&mut self, seat: Seat, depth: HintDepth) -> bool {
        let (prompt, before) = (self.prompt(seat), self.sitting.before());
        let taken = self.sitting.take_hint(seat, prompt, depth, 1).expect("hints were agreed");
        let Some(done) = taken else { return false };
        let record = self.sitting.record(done.deeds, &before, 1).expect("a record");
        self.log.push(self.sitting.stored(&record));
        self.sitting.committed(record);
        true
    }

    fn note(&mut self, viewer: Viewer) -> Value {
        serde_json::to_value(self.sitting.note(viewer).expect("a note")).expect("JSON")
    }
}

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);

#[test]
fn hints_are_for_practice_unless_something_else_was_agreed() {
    for (people, bots, more, allowed) in [
        (1, 1, json!({}), true),
        (2, 0, json!({}), false),
        (2, 0, json!({"hints": true}), true),
        (1, 1, json!({"hints": false}), false),
    ] {
        let mut evening = Evening::start("chess960", people, bots, &more);
        assert_eq!(evening.sitting.allows_hints(), allowed, "{people} {more}");
        assert_eq!(
            evening.note(Viewer::Seat(WHITE))["may"].as_array().expect("a list").contains(&json!("hint")),
            allowed
        );
        let prompt = evening.prompt(WHITE);
        let asked = evening.sitting.hint_question(WHITE, prompt).map(|_| "a question");
        let answer = asked.unwrap_or_else(|error| error.code());
        assert_eq!(answer, if allowed { "a question" } else { "not-now" }, "{people} {more}");
    }
}

#[test]
fn what_may_be_known_is_shown_where_that_was_agreed() {
    for (people, bots, more, allowed) in
        [(1, 1, json!({}), true), (2, 0, json!({}), false), (2, 0, json!({"knowledge": true}), true)]
    {
        let mut evening = Evening::start("masquerade-chess", people, bots, &more);
        let known = evening.sitting.knowledge(WHITE, None);
        assert_eq!(known.is_ok(), allowed, "{people} {more}");
        if let Ok(known) = known {
            assert!(known.belief.is_some_and(|belief| belief.worlds > 0), "this game reckons");
        }
    }
    // Where nothing is hidden, there is nothing to know.
    assert!(!Evening::start("chess960", 1, 1, &json!({})).sitting.allows_knowledge());
}

#[test]
fn a_hint_says_where_and_then_what() {
    let mut evening = Evening::start("chess960", 1, 1, &json!({}));
    let prompt = evening.prompt(WHITE);
    let mut hint = |depth| {
        let question = evening.sitting.hint_question(WHITE, prompt).expect("a question");
        question.answer(depth, None).expect("a hint")
    };
    let (first, second) = (hint(HintDepth::Where), hint(HintDepth::What));
    assert!(first.what.is_none());
    assert_eq!(first.look, second.look);
    let what = second.what.expect("what to do");
    assert_eq!(what.offer.gesture.first(), second.look.spot.as_ref());
    assert!(!what.reasons.is_empty());
    let late = evening.sitting.hint_question(WHITE, prompt + 1).err().map(|error| error.code());
    assert_eq!(late, Some("stale-prompt"));
    let idle = evening.sitting.hint_question(BLACK, 1).err().map(|error| error.code());
    assert_eq!(idle, Some("not-now"));
}

#[test]
fn hints_are_kept_and_told_at_the_end_and_to_nobody_else_before() {
    let mut evening = Evening::start("masquerade-chess", 2, 0, &json!({"hints": true}));
    let shown = |evening: &mut Evening| {
        let viewers = [Viewer::Seat(BLACK), Viewer::Public];
        viewers.map(|viewer| (evening.sitting.stamp(viewer), evening.note(viewer).to_string()))
    };
    let before = shown(&mut evening);
    assert!(evening.take(WHITE, HintDepth::Where));
    assert!(!evening.take(WHITE, HintDepth::Where), "the same hint is one hint");
    assert!(evening.take(WHITE, HintDepth::What));
    assert_eq!(shown(&mut evening), before, "others see nothing of it");
    let taken = json!([{"seat": "white", "wheres": 0, "whats": 1}]);
    assert_eq!(evening.note(Viewer::Seat(WHITE))["hints_taken"], taken);
    let log: String = evening.log.iter().map(|stored| stored.body.as_str()).collect();
    assert!(log.contains("* hints yes\n") && log.contains("* hinted white what\n"), "{log}");
    let own = evening.own.clone();
    evening.ask("white", &own, &json!({"resign": {}}));
    assert_eq!(evening.note(Viewer::Public)["hints_taken"], taken);
    let mut again = Sitting::fold(&house(), evening.sitting.id().clone(), &evening.log).expect("a log");
    let note = serde_json::to_value(again.note(Viewer::Public).expect("a note")).expect("JSON");
    assert_eq!(note["hints_taken"], taken);
}
