//! What everybody at a table knows of its people: who acts, who invites, who may sit down where; and
//! games that go on from a moment of another one.

use std::sync::Arc;
use std::time::Duration;

use kit_games::CATALOGUE;
use kit_play::{Chance, Reading, Scoresheet, Seat, Table, Viewer};
use kit_sitting::record::StoredRecord;
use kit_sitting::sitting::{Invites, Opened, ShownBefore};
use kit_sitting::wire::{Command, Enter, HintDepth, Invitation, OpenTable, RoomInvitation, Status};
use kit_sitting::{CodeKey, Deed, Digest, Error, House, Secrets, Sitting};
use serde_json::{Value, json};

/// How many actions of each game are looked at.
const ACTIONS: usize = 30;

/// A house whose invitations are good for an hour.
fn house() -> Arc<House> {
    let invitations_last = Some(Duration::from_secs(3_600));
    let codes = CodeKey::from_bytes([7; CodeKey::BYTES]);
    Arc::new(House { catalogue: CATALOGUE, codes, invitations_last })
}

/// A table with its log, and the secrets of those who sit there.
struct Evening {
    sitting: Sitting,
    log: Vec<StoredRecord>,
    host: Secrets,
    /// What the opener holds.
    own: Option<Secrets>,
    seats: Vec<(Seat, Secrets)>,
    chance: Chance,
    now: i64,
}

impl Evening {
    /// A table that was just opened, and what its opener was told.
    fn open(request: &Value) -> (Evening, Opened) {
        Evening::try_open(request).expect("a table")
    }

    fn try_open(request: &Value) -> Result<(Evening, Opened), Error> {
        let mut chance = Chance::seeded(11);
        let request: OpenTable = serde_json::from_value(request.clone()).expect("a request");
        let (sitting, mut opened) = Sitting::open(&house(), &request, 0, &mut chance)?;
        let log = vec![sitting.stored(&sitting.first_record(0))];
        let sitting = Sitting::fold(&house(), sitting.id().clone(), &log).expect("a log");
        let host = Secrets(vec![opened.host.digest()]);
        let own = opened.seat.take().map(|token| Secrets(vec![token.digest()]));
        Ok((Evening { sitting, log, host, own, seats: Vec::new(), chance, now: 1 }, opened))
    }

    /// A game that has started, with a person on every seat.
    fn start(game: &str, seats: usize) -> Evening {
        let invited: Vec<Value> = (0..seats).map(|_| json!({"sitter": "invited"})).collect();
        let (mut evening, opened) = Evening::open(&json!({"game": game, "seats": invited}));
        for invitation in opened.note.invitations {
            evening.enter(&json!({"invitation": invitation.code})).expect("a seat");
        }
        evening.host(&json!({"start": {}})).expect("everybody is there");
        evening
    }

    fn enter(&mut self, enter: &Value) -> Result<Seat, Error> {
        let enter: Enter = serde_json::from_value(enter.clone()).expect("a request");
        let before = self.sitting.before();
        let (seat, token, done) = self.sitting.enter(&enter, self.now, &mut self.chance)?;
        self.keep(done.deeds, &before);
        self.seats.push((seat, Secrets(vec![Digest::of(&token.reveal())])));
        Ok(seat)
    }

    fn host(&mut self, command: &Value) -> Result<Option<Invitation>, Error> {
        let host = self.host.clone();
        self.ask("host", &host, command)
    }

    fn ask(&mut self, who: &str, secrets: &Secrets, command: &Value) -> Result<Option<Invitation>, Error> {
        let command: Command = serde_json::from_value(command.clone()).expect("a command");
        let before = self.sitting.before();
        let done = self.sitting.command(who, secrets, &command, self.now.into(), &mut self.chance)?;
        self.keep(done.deeds, &before);
        Ok(done.invitation)
    }

    fn keep(&mut self, deeds: Vec<Deed>, before: &ShownBefore) {
        let record = self.sitting.record(deeds, before, self.now).expect("a record");
        self.log.push(self.sitting.stored(&record));
        self.sitting.committed(record);
    }

    /// A bot says what it has to say.
    fn let_speak(&mut self, bot: Seat) {
        let before = self.sitting.before();
        let spoken = self.sitting.bot_speaks(bot, self.now).expect("the game's program holds");
        self.keep(spoken.expect("it has something to say").deeds, &before);
    }

    /// The same table folded from its log.
    fn again(&self) -> Sitting {
        Sitting::fold(&house(), self.sitting.id().clone(), &self.log).expect("a log that can be read")
    }

    /// What everybody knows of the table.
    fn note(&mut self, viewer: Viewer) -> Value {
        serde_json::to_value(self.sitting.note(viewer).expect("a note")).expect("JSON")
    }

    /// Lets whoever must act do something that is on offer; whether anybody could.
    fn play(&mut self) -> bool {
        let Some(seat) = Seat::first(self.seats.len()).find(|seat| self.sitting.must_act(*seat)) else {
            return false;
        };
        let offers = self.sitting.table().expect("a game").glimpse(Viewer::Seat(seat)).actions();
        let (action, prompt) = (self.chance.pick(&offers).clone(), self.sitting.stamp(Viewer::Seat(seat)).1);
        let name = self.sitting.about().seat_name(seat);
        let found = self.seats.iter().find(|(own, _)| *own == seat).expect("somebody sits there");
        let secrets = found.1.clone();
        self.ask(name, &secrets, &json!({"act": {"action": action, "prompt": prompt}})).expect("on offer");
        true
    }
}

/// The seats that act, where everybody may know it, are told to everybody alike.
#[test]
fn everybody_is_told_who_acts_where_that_betrays_nothing() {
    for game in CATALOGUE {
        let about = game.about();
        let seats = about.seats.len().min(4);
        let mut evening = Evening::start(about.id, seats);
        for _ in 0..ACTIONS {
            let acting = evening.sitting.table().expect("a game").acting();
            let names: Vec<&str> = acting.iter().map(|seat| about.seat_name(*seat)).collect();
            let shown = if about.shows_turns { json!(names) } else { json!([]) };
            for viewer in Viewer::all(seats) {
                assert_eq!(evening.note(viewer)["acting"], shown, "{} for {viewer:?}", about.id);
            }
            let again = evening.again().note(Viewer::Public).expect("a note");
            assert_eq!(json!(again.acting), shown, "{}, folded anew", about.id);
            if !evening.play() {
                break;
            }
        }
    }
}

#[test]
fn nobody_acts_before_the_start_and_after_the_end() {
    let (mut evening, opened) =
        Evening::open(&json!({"game": "chess960", "seats": [{"sitter": "me"}, {"sitter": "invited"}]}));
    assert_eq!(evening.note(Viewer::Public)["acting"], json!([]));
    evening.enter(&json!({"invitation": opened.note.invitations[0].token})).expect("a seat");
    evening.host(&json!({"start": {}})).expect("everybody is there");
    assert_eq!(evening.note(Viewer::Public)["acting"], json!(["white"]));
    let own = evening.own.clone().expect("a seat");
    evening.ask("white", &own, &json!({"resign": {}})).expect("White may resign");
    assert_eq!(evening.sitting.status(), Status::Over);
    assert_eq!(evening.note(Viewer::Seat(Seat(1)))["acting"], json!([]));
}

/// A table of four with a room: one chair is the host's, one a bot's.
fn room() -> (Evening, RoomInvitation) {
    let seats = json!([
        {"sitter": "me", "name": "Ann"}, {"sitter": "invited"}, {"sitter": "bot", "level": "casual"},
        {"sitter": "free"}
    ]);
    let (evening, opened) = Evening::open(&json!({"game": "crowded-house", "seats": seats}));
    (evening, opened.note.room.expect("somebody is invited"))
}

fn code<T>(done: &Result<T, Error>) -> &'static str {
    done.as_ref().err().map_or("done", Error::code)
}

fn names(evening: &Evening, seats: &[Seat]) -> Vec<&'static str> {
    seats.iter().map(|seat| evening.sitting.about().seat_name(*seat)).collect()
}

#[test]
fn one_link_opens_any_chair_that_nobody_has() {
    let (mut evening, room) = room();
    let all: Vec<Seat> = Seat::first(4).collect();
    let names = names(&evening, &all);
    let wants = |seat: &str| json!({"invitation": room.token, "seat": seat, "name": "Ben"});
    for (seat, word) in [(names[0], "seat-taken"), (names[2], "seat-taken"), ("nobody", "unknown-seat")] {
        assert_eq!(code(&evening.enter(&wants(seat))), word, "{seat}");
    }
    assert_eq!(evening.enter(&wants(names[3])).expect("it is free"), all[3]);
    // Whoever comes second is told what is left.
    let taken = evening.enter(&wants(names[3])).expect_err("somebody sits there");
    assert_eq!(taken.to_string(), format!("this seat is taken already; {} is still free", names[1]));
    // It is not used up, can be typed, and needs no choice.
    let spoken = room.code.to_uppercase().replace('-', " ");
    assert_eq!(evening.enter(&json!({"invitation": spoken})).expect("the one that is left"), all[1]);
    assert_eq!(code(&evening.enter(&json!({"invitation": room.token}))), "table-full");
    let taken = evening.enter(&wants(names[1])).expect_err("everybody is there");
    assert_eq!(taken.to_string(), "this seat is taken already");
}

#[test]
fn a_private_link_and_the_room_never_open_the_same_chair_twice() {
    let seats = json!([{"sitter": "me"}, {"sitter": "invited"}]);
    let (mut evening, opened) = Evening::open(&json!({"game": "chess960", "seats": seats}));
    let (room, private) = (opened.note.room.expect("a room"), &opened.note.invitations[0]);
    assert_eq!(evening.sitting.invites(&private.token, 1).expect("good"), Invites::To(Seat(1)));
    assert_eq!(evening.sitting.invites(&room.code, 1).expect("good"), Invites::ToRoom);
    evening.enter(&json!({"invitation": room.token})).expect("a chair");
    assert_eq!(code(&evening.enter(&json!({"invitation": private.token}))), "bad-invitation");
    // A link to one's own seat, for another device, stays what it is.
    let secrets = evening.seats[0].1.clone();
    let moved = evening.ask("black", &secrets, &json!({"move": {}})).expect("one's own seat");
    let moved = moved.expect("a link");
    assert_eq!(evening.enter(&json!({"invitation": moved.token})).expect("the same seat"), Seat(1));
    assert_eq!(code(&evening.enter(&json!({"invitation": room.token}))), "table-full");
}

#[test]
fn a_chair_that_somebody_left_can_be_taken_again() {
    let (mut evening, room) = room();
    let seat = evening.enter(&json!({"invitation": room.token, "name": "Ben"})).expect("a chair");
    let (name, secrets) = (evening.sitting.about().seat_name(seat), evening.seats[0].1.clone());
    evening.ask(name, &secrets, &json!({"leave": {}})).expect("one may leave");
    assert!(!evening.sitting.holds(seat, &secrets));
    let wants = json!({"invitation": room.token, "seat": name, "name": "Cem"});
    assert_eq!(evening.enter(&wants).expect("it is empty again"), seat);
}

#[test]
fn a_room_ends_with_the_start_with_a_new_one_and_with_time() {
    let (mut evening, room) = room();
    evening.now = 3_599_999;
    assert_eq!(evening.sitting.invites(&room.token, evening.now).expect("still good"), Invites::ToRoom);
    evening.now = 3_600_000;
    assert_eq!(code(&evening.enter(&json!({"invitation": room.token}))), "bad-invitation");
    let fresh = evening.host(&json!({"room": {}})).expect("the host may").expect("a link");
    assert_eq!(fresh.seat, "room");
    assert_eq!(code(&evening.enter(&json!({"invitation": room.code}))), "bad-invitation");
    for seat in evening.again().codes() {
        assert!(!seat.contains(&fresh.code), "only digests are kept");
    }
    evening.enter(&json!({"invitation": fresh.code})).expect("the new one is good");
    let newest = evening.host(&json!({"room": {}})).expect("the host may").expect("a link");
    assert_eq!(code(&evening.enter(&json!({"invitation": fresh.token}))), "bad-invitation", "replaced");
    assert_eq!(evening.again().invites(&newest.token, evening.now).expect("good"), Invites::ToRoom);
    evening.enter(&json!({"invitation": newest.token})).expect("the last chair");
    evening.host(&json!({"start": {}})).expect("everybody is there");
    assert_eq!(code(&evening.enter(&json!({"invitation": newest.token}))), "already-started");
    assert_eq!(code(&evening.host(&json!({"room": {}}))), "already-started");
    assert_eq!(code(&evening.enter(&json!({"invitation": "bcdf-ghjk"}))), "bad-invitation");
}

#[test]
fn only_the_host_makes_rooms_and_only_where_somebody_is_invited_there_is_one() {
    let (mut evening, _) = room();
    let own = evening.own.clone().expect("a seat");
    let name = evening.sitting.about().seats[0];
    assert_eq!(code(&evening.ask(name, &own, &json!({"room": {}}))), "not-host");
    assert_eq!(code(&evening.ask("host", &own, &json!({"room": {}}))), "not-host");
    let bots = json!([{"sitter": "me"}, {"sitter": "bot", "level": "casual"}]);
    let (_, opened) = Evening::open(&json!({"game": "chess960", "seats": bots}));
    assert!(opened.note.room.is_none());
    // At a table for everybody the host may make one, too.
    let free = json!([{"sitter": "me"}, {"sitter": "free"}]);
    let (mut evening, opened) = Evening::open(&json!({"game": "chess960", "seats": free, "public": true}));
    assert!(opened.note.room.is_none());
    let room = evening.host(&json!({"room": {}})).expect("the host may").expect("a link");
    assert_eq!(evening.enter(&json!({"invitation": room.token})).expect("a chair"), Seat(1));
}

#[test]
fn the_host_has_a_name_that_everybody_reads() {
    let seats = json!([{"sitter": "invited"}, {"sitter": "invited"}]);
    for (request, name) in [
        (json!({"name": "Zoë von und zu"}), json!("Zoë von und zu")),
        (json!({"name": " \u{202e}Ann "}), json!("Ann")),
        (json!({}), Value::Null),
        (json!({"seats": [{"sitter": "invited"}, {"sitter": "me", "name": "Ben"}]}), json!("Ben")),
        (
            json!({"name": "Ann", "seats": [{"sitter": "me", "name": "Ben"}, {"sitter": "invited"}]}),
            json!("Ann"),
        ),
    ] {
        let mut whole = json!({"game": "chess960", "seats": seats});
        let more = request.as_object().expect("an object").clone();
        whole.as_object_mut().expect("an object").extend(more);
        let (mut evening, _) = Evening::open(&whole);
        assert_eq!(evening.note(Viewer::Public)["host"], name, "{request}");
    }
}

/// A rematch keeps its people, so it needs no room, and an old link does not lead there.
#[test]
fn a_rematch_has_no_room() {
    let seats = json!([{"sitter": "me"}, {"sitter": "invited"}]);
    let (mut evening, opened) = Evening::open(&json!({"game": "chess960", "seats": seats, "name": "Ann"}));
    let room = opened.note.room.expect("a room");
    evening.enter(&json!({"invitation": room.token})).expect("a chair");
    evening.host(&json!({"start": {}})).expect("everybody is there");
    let own = evening.own.clone().expect("a seat");
    evening.ask("white", &own, &json!({"resign": {}})).expect("White may resign");
    assert_eq!(code(&evening.sitting.invites(&room.token, evening.now)), "over");
    assert!(evening.sitting.codes().is_empty(), "no code leads to a finished table");
    let done = evening.sitting.ask_rematch("white", &own, evening.now, &mut evening.chance);
    done.expect("one may ask").expect("nobody has asked before");
    let again = evening.sitting.again(evening.now).expect("it can be played").expect("a table");
    assert_eq!(code(&again.invites(&room.token, evening.now)), "bad-invitation");
    let mut first = String::new();
    Deed::Opened(Box::new(again.agreed().clone())).write(again.about(), &mut first);
    assert!(!first.contains("* room "), "{first}");
    assert!(first.contains(" Ann\n"), "the host stays the host: {first}");
}

/// A game that somebody has played for a while, as text.
fn played(game: &str, seats: usize, actions: usize) -> (Evening, String) {
    let mut evening = Evening::start(game, seats);
    // A game may be over sooner.
    let _ = (0..actions).take_while(|_| evening.play()).count();
    let sheet = evening.sitting.table().expect("a game").scoresheet().to_string();
    (evening, sheet)
}

fn open_from(sheet: &str, entry: usize, more: &Value) -> Result<(Evening, Opened), Error> {
    let parsed: Scoresheet = sheet.parse().expect("a sheet");
    let seats: Vec<Value> = (0..parsed.header.seats).map(|_| json!({"sitter": "invited"})).collect();
    let mut request = json!({
        "game": parsed.header.game, "seats": seats, "from": {"scoresheet": sheet, "entry": entry}
    });
    request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    Evening::try_open(&request)
}

/// Every game goes on from the middle: each seat sees what it saw then and knows no more, and a
/// whole log of it can be replayed.
#[test]
fn every_game_goes_on_from_any_moment() {
    for game in CATALOGUE {
        let about = game.about();
        let seats = about.seats.len().min(4);
        let (mut first, sheet) = played(about.id, seats, 3);
        let parsed: Scoresheet = sheet.parse().expect("a sheet");
        for entry in [0, parsed.entries.len() - 1] {
            let then = Reading::of(CATALOGUE, &parsed.cut(entry)).expect("a game");
            let then = then.whole().expect("it holds");
            let (mut evening, opened) = open_from(&sheet, entry, &json!({})).expect("a table");
            assert_eq!(evening.note(Viewer::Public)["from"], json!(entry), "{}", about.id);
            let waiting = evening.sitting.whole_frame(Viewer::Public, None, 1).expect("a frame");
            assert!(waiting.body.glimpse.is_none() && waiting.lines.is_empty(), "nothing is shown before");
            for invitation in opened.note.invitations {
                evening.enter(&json!({"invitation": invitation.code})).expect("a seat");
            }
            evening.host(&json!({"start": {}})).expect("everybody is there");
            let mut again = evening.again();
            for sitting in [&mut evening.sitting, &mut again] {
                assert_eq!(sitting.status(), Status::Playing, "{}", about.id);
                let table = sitting.table().expect("a game");
                assert_eq!((table.entries(), table.acting()), (entry, then.acting()), "{}", about.id);
                for viewer in Viewer::all(seats) {
                    let [one, other] = [table, then].map(|table| {
                        let heard: Vec<String> =
                            table.heard(viewer).map(|(at, words)| format!("{at} {words}")).collect();
                        (table.glimpse(viewer).tabletop(), table.glimpse(viewer).actions(), heard)
                    });
                    assert_eq!(one, other, "{} for {viewer:?}", about.id);
                }
            }
            assert!(evening.play(), "{} goes on", about.id);
            let log: String = evening.log.iter().map(|stored| stored.body.as_str()).collect();
            let replayed = Table::read(CATALOGUE, &log).expect("the whole log can be replayed");
            assert_eq!(replayed.entries(), entry + 1, "{}", about.id);
            assert_eq!(evening.again().entries(), entry + 1, "{}", about.id);
        }
        assert!(first.play() || first.sitting.status() == Status::Over, "what it came from goes its own way");
    }
}

#[test]
fn what_was_played_elsewhere_takes_no_time_and_stays() {
    let (_, sheet) = played("chess960", 2, 5);
    let clock = json!({"clock": {"clock": "player", "seconds": 60, "increment": 7}});
    let (mut evening, opened) = open_from(&sheet, 4, &clock).expect("a table");
    for invitation in opened.note.invitations {
        evening.enter(&json!({"invitation": invitation.code})).expect("a seat");
    }
    evening.now = 5_000;
    evening.host(&json!({"start": {}})).expect("everybody is there");
    let clocks = |evening: &mut Evening, at| {
        let frame = evening.sitting.whole_frame(Viewer::Public, None, at).expect("a frame");
        let again = evening.again().whole_frame(Viewer::Public, None, at).expect("a frame");
        assert_eq!(frame.clocks, again.clocks);
        frame.clocks.iter().map(|clock| (clock.milliseconds, clock.running)).collect::<Vec<_>>()
    };
    assert_eq!(clocks(&mut evening, 6_000), [(59_000, true), (60_000, false)]);
    let may = |evening: &mut Evening, seat| evening.note(Viewer::Seat(Seat(seat)))["may"].to_string();
    assert!(!may(&mut evening, 0).contains("ask-undo") && !may(&mut evening, 1).contains("ask-undo"));
    evening.now = 15_000;
    assert!(evening.play());
    assert_eq!(clocks(&mut evening, 15_000), [(57_000, false), (60_000, true)]);
    assert!(may(&mut evening, 0).contains("ask-undo"), "one's own can be taken back");
    assert!(!may(&mut evening, 1).contains("ask-undo"), "what was played elsewhere cannot");
}

#[test]
fn a_rematch_goes_on_from_the_same_moment_with_the_seats_turned() {
    let (_, sheet) = played("chess960", 2, 3);
    let seats = json!([{"sitter": "me", "name": "Ann"}, {"sitter": "bot", "level": "random"}]);
    let (mut evening, _) = open_from(&sheet, 2, &json!({"seats": seats})).expect("a table");
    evening.host(&json!({"start": {}})).expect("everybody is there");
    assert_eq!(evening.sitting.bots_to_act(), [], "White is a person");
    let own = evening.own.clone().expect("a seat");
    evening.ask("white", &own, &json!({"resign": {}})).expect("White may resign");
    let done = evening.sitting.ask_rematch("white", &own, evening.now, &mut evening.chance);
    done.expect("one may ask").expect("nobody has asked before");
    let mut again = evening.sitting.again(evening.now).expect("it can be played").expect("a table");
    assert_eq!(again.note(Viewer::Public).expect("a note").from, Some(2));
    again.start(evening.now, &mut evening.chance).expect("everybody is there");
    assert_eq!(again.entries(), 2);
    assert_eq!(again.bots_to_act(), [(Seat(0), "random".to_owned())], "the bot has White now");
}

#[test]
fn a_moment_from_which_no_game_can_go_on_is_refused_in_words() {
    let (mut evening, sheet) = played("chess960", 2, 4);
    let refused = |sheet: &str, entry, more: Value| {
        let refused = open_from(sheet, entry, &more).err().expect("refused");
        (refused.code(), refused.to_string())
    };
    let (code, words) = refused(&sheet, 5, json!({}));
    assert_eq!((code, words.as_str()), ("bad-request", "the scoresheet has entries 0 to 4, not 5"));
    let seats = json!({"seats": [{"sitter": "me"}]});
    let keeps = "a game that goes on keeps its 2 seats, and cannot have 1";
    assert_eq!(refused(&sheet, 2, seats), ("bad-terms", keeps.to_owned()));
    let other = "the moment is one of the game `chess960`, not of `zombie-chess`";
    assert_eq!(refused(&sheet, 2, json!({"game": "zombie-chess"})), ("bad-terms", other.to_owned()));
    let keeps = "a game that goes on keeps its edition, its options and its start; leave them out";
    for more in [
        json!({"edition": "1925"}),
        json!({"options": {"deal": "by_number"}}),
        json!({"arrangement": "fen: 7k/5Q2/6K1/8/8/8/8/8"}),
    ] {
        assert_eq!(refused(&sheet, 2, more), ("bad-terms", keeps.to_owned()));
    }
    // What agrees may be said.
    let header = sheet.parse::<Scoresheet>().expect("a sheet").header;
    let same = json!({"edition": header.edition, "options": header.options});
    assert!(open_from(&sheet, 2, &same).is_ok());
    let asked = |from: Value| {
        let seats = json!([{"sitter": "me"}, {"sitter": "me"}]);
        let request = json!({"game": "chess960", "seats": seats, "from": from});
        let refused = Evening::try_open(&request).err().expect("refused");
        (refused.code(), refused.to_string())
    };
    let either = ("bad-request", "`from` needs either a scoresheet or a table".to_owned());
    assert_eq!(asked(json!({"entry": 0})), either);
    assert_eq!(asked(json!({"entry": 0, "scoresheet": sheet, "table": "bcdfghjkmn"})), either);
    let garbage = asked(json!({"entry": 0, "scoresheet": "garbage"}));
    assert!(garbage.0 == "bad-terms" && garbage.1.starts_with("scoresheet, line 1: "), "{garbage:?}");
    let unknown = asked(json!({"entry": 0, "scoresheet": sheet.replace("game: chess960", "game: ludo")}));
    assert_eq!(unknown.0, "bad-terms", "{unknown:?}");
    let cheat = sheet.replace("\n4 black ", "\n4 black a1a1 ");
    assert!(refused(&cheat, 4, json!({})).1.starts_with("entry 4: "));
    assert!(open_from(&cheat, 3, &json!({})).is_ok(), "it holds up to there");
    // A game that is over can be had from any moment before its end.
    let secrets = evening.seats[0].1.clone();
    evening.ask("white", &secrets, &json!({"resign": {}})).expect("White may resign");
    let over = evening.sitting.scoresheet().expect("it is over").to_string();
    assert!(open_from(&over, 4, &json!({})).is_ok(), "resigning is no entry");
    let mate = "chess-kit scoresheet 5\ngame: chess960\nedition: 2025\nseats: 2\nrevision: 1\n\
        arrangement:\n  fen: 7k/5Q2/6K1/8/8/8/8/8\n  turn: white\n\n0 setup\n1 white f7g7\n";
    let ended = "the game is over at that moment; choose an earlier one";
    assert_eq!(refused(mate, 1, json!({})), ("bad-terms", ended.to_owned()));
    assert!(open_from(mate, 0, &json!({})).is_ok());
}

/// Bots greet at first and thank at the end, once each, and not where the rules ask for silence.
#[test]
fn bots_greet_and_thank() {
    let seats = json!([{"sitter": "me"}, {"sitter": "bot", "level": "learner"}]);
    let (mut evening, _) = Evening::open(&json!({"game": "chess960", "seats": seats}));
    assert_eq!(evening.sitting.bots_to_speak(), [], "nobody speaks before the game");
    evening.host(&json!({"start": {}})).expect("everybody is there");
    let bot = Seat(1);
    assert_eq!(evening.sitting.bots_to_speak(), [bot]);
    evening.let_speak(bot);
    assert_eq!(evening.sitting.bots_to_speak(), []);
    let before = evening.sitting.before();
    let resigned = evening.sitting.bot_resigns(bot, evening.now).expect("a game goes on");
    evening.keep(resigned.deeds, &before);
    assert_eq!(evening.sitting.bots_to_speak(), [bot]);
    evening.let_speak(bot);
    assert_eq!(evening.sitting.bots_to_speak(), []);
    let heard = |language: Option<&str>| {
        let language = language.map(|code| kit_languages::language(code).expect("a language"));
        let frame = evening.again().whole_frame(Viewer::Seat(Seat(0)), language, 9).expect("a frame");
        frame.chat.iter().map(|line| line.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(heard(None), ["Have a good game!", "Thank you for the game!"]);
    assert_eq!(heard(Some("de")), ["Ein schönes Spiel!", "Danke für das Spiel!"]);

    let partner = json!({"sitter": "bot", "level": "learner"});
    let seats = json!([{"sitter": "me"}, partner, partner, partner]);
    let (mut silent, _) =
        Evening::open(&json!({"game": "telepathic-chess", "seats": seats, "options": {"talk": "none"}}));
    silent.host(&json!({"start": {}})).expect("everybody is there");
    let spoken = silent.sitting.bot_speaks(bot, 3).expect("the game's program holds");
    assert!(spoken.is_none(), "this game is played in silence");
}

/// A claim of zero before the countdown is known to nobody else, so nothing else at the table may
/// show it either: no draw offer falls, no hint counts twice, and nothing that could be taken back
/// cannot be any more.
#[test]
fn a_choice_that_nobody_hears_of_changes_nothing_for_others() {
    let told = |claims: bool| {
        let invited: Vec<Value> = (0..3).map(|_| json!({"sitter": "invited"})).collect();
        let options = json!({"kings_on_ninth": "on"});
        let (mut evening, opened) = Evening::open(&json!({
            "game": "chess-golf", "seats": invited, "options": options, "hints": true,
        }));
        for invitation in opened.note.invitations {
            evening.enter(&json!({"invitation": invitation.code})).expect("a seat");
        }
        evening.host(&json!({"start": {}})).expect("everybody is there");
        // Somebody lays the first hole.
        while evening.sitting.table().expect("a game").acting().len() < 3 {
            assert!(evening.play());
        }
        let seats = evening.seats.clone();
        let hint = |evening: &mut Evening| {
            let prompt = evening.sitting.stamp(Viewer::Seat(seats[0].0)).1;
            let before = evening.sitting.before();
            let now = evening.now;
            let done = evening.sitting.take_hint(seats[0].0, prompt, HintDepth::Where, now).expect("a hint");
            if let Some(done) = done {
                evening.keep(done.deeds, &before);
            }
        };
        hint(&mut evening);
        evening.ask("A", &seats[0].1, &json!({"offer-draw": {}})).expect("an offer");
        if claims {
            let prompt = evening.sitting.stamp(Viewer::Seat(seats[1].0)).1;
            let act = json!({"act": {"action": "claim 0", "prompt": prompt}});
            evening.ask("B", &seats[1].1, &act).expect("a claim");
        }
        hint(&mut evening);
        let undo =
            evening.ask("A", &seats[0].1, &json!({"ask-undo": {}})).err().map(|error| error.to_string());
        let others = [Viewer::Seat(seats[0].0), Viewer::Seat(seats[2].0), Viewer::Public];
        let frames = others.map(|viewer| {
            let frame = evening.sitting.whole_frame(viewer, None, evening.now).expect("a frame");
            serde_json::to_value(frame).expect("JSON")
        });
        let restored = evening.again().note(others[0]).expect("a note").hints_taken;
        (undo, frames, restored)
    };
    assert_eq!(told(true), told(false));
}
