//! Tables of wood: what hands are told there, the way back after a mistake, and cards that were dealt
//! by hand.

use std::sync::Arc;

use kit_games::CATALOGUE;
use kit_play::tabletop::{Part, Token};
use kit_play::{Chance, Seat, Viewer};
use kit_sitting::record::StoredRecord;
use kit_sitting::wire::{Command, LaidBoard, LaidChips, LaidNote, OpenTable};
use kit_sitting::{CodeKey, Error, House, Secrets, Sitting};
use serde_json::{Value, json};

const ACTIONS: usize = 25;

fn house() -> Arc<House> {
    let codes = CodeKey::from_bytes([7; CodeKey::BYTES]);
    Arc::new(House { catalogue: CATALOGUE, codes, invitations_last: None })
}

/// A table with its log, at which one phone has all seats.
struct Evening {
    sitting: Sitting,
    log: Vec<StoredRecord>,
    own: Secrets,
    chance: Chance,
    now: i64,
}

impl Evening {
    fn try_open(request: &Value) -> Result<Evening, Error> {
        let mut chance = Chance::seeded(11);
        let request: OpenTable = serde_json::from_value(request.clone()).expect("a request");
        let (sitting, opened) = Sitting::open(&house(), &request, 0, &mut chance)?;
        let log = vec![sitting.stored(&sitting.first_record(0))];
        let sitting = Sitting::fold(&house(), sitting.id().clone(), &log).expect("a log");
        let host = Secrets(vec![opened.host.digest()]);
        let own = opened.seat.map(|token| Secrets(vec![token.digest()])).unwrap_or_default();
        let mut evening = Evening { sitting, log, own, chance, now: 1 };
        evening.ask("host", &host, &json!({"start": {}}))?;
        Ok(evening)
    }

    /// A game that one phone plays.
    fn start(game: &str, real_board: &Value) -> Evening {
        let about = kit_play::referee::listed(CATALOGUE, game).expect("a game").about();
        let seats: Vec<Value> =
            (0..about.fewest_seats.max(2).min(about.seats.len())).map(|_| json!({"sitter": "me"})).collect();
        Evening::try_open(&json!({"game": game, "seats": seats, "real_board": real_board})).expect("a table")
    }

    fn ask(&mut self, who: &str, secrets: &Secrets, command: &Value) -> Result<(), Error> {
        let command: Command = serde_json::from_value(command.clone()).expect("a command");
        let before = self.sitting.before();
        let done = self.sitting.command(who, secrets, &command, self.now.into(), &mut self.chance)?;
        let record = self.sitting.record(done.deeds, &before, self.now).expect("a record");
        self.log.push(self.sitting.stored(&record));
        self.sitting.committed(record);
        Ok(())
    }

    fn seat_asks(&mut self, seat: Seat, command: &Value) -> Result<(), Error> {
        let (name, own) = (self.sitting.about().seat_name(seat), self.own.clone());
        self.ask(name, &own, command)
    }

    fn act(&mut self, seat: Seat, action: &str) -> Result<(), Error> {
        let prompt = self.sitting.stamp(Viewer::Seat(seat)).1;
        self.seat_asks(seat, &json!({"act": {"action": action, "prompt": prompt}}))
    }

    /// Lets whoever must act do something that is on offer; whether anybody could.
    fn play(&mut self) -> bool {
        let Some(seat) = self.sitting.acting().first().copied() else { return false };
        let offers = self.sitting.table().expect("a game").glimpse(Viewer::Seat(seat)).actions();
        let action = self.chance.pick(&offers).clone();
        self.act(seat, &action).expect("an offer is accepted");
        true
    }

    fn moment(&mut self) -> u32 {
        let note = self.sitting.note(Viewer::Public).expect("a note");
        note.real_board.expect("a real board").moment
    }

    fn again(&self) -> Sitting {
        Sitting::fold(&house(), self.sitting.id().clone(), &self.log).expect("a log that can be read")
    }

    fn tell(&mut self, seat: Seat, cards: &[String]) -> Result<(), Error> {
        self.seat_asks(seat, &json!({"tell-cards": {"cards": cards}}))
    }

    fn hand(&self, seat: Seat) -> Vec<String> {
        self.sitting.table().expect("a game").hand(seat)
    }

    fn hands(&self, after: u32, moment: u32) -> Value {
        let hands = self.sitting.hands(Some(after), Some(moment), None, None).expect("hands");
        serde_json::to_value(hands).expect("JSON")
    }
}

fn words(hands: &Value) -> Vec<&str> {
    let steps = hands["steps"].as_array().expect("steps");
    steps.iter().map(|step| step["text"].as_str().expect("words")).collect()
}

#[test]
fn every_game_tells_hands_what_to_do_and_a_log_tells_the_same() {
    for game in CATALOGUE {
        let mut evening = Evening::start(game.about().id, &json!({"phones": "one", "checkers": 15}));
        assert!(!words(&evening.hands(0, 1)).is_empty(), "{} is set up", game.about().id);
        let mut seen = vec![evening.moment()];
        for _ in 0..ACTIONS {
            let board = evening.sitting.table().expect("a game").glimpse(Viewer::Public).tabletop();
            if !evening.play() {
                break;
            }
            let (now, moment) = (evening.sitting.table().expect("a game"), *seen.last().expect("a moment"));
            let public = now.glimpse(Viewer::Public).tabletop();
            let news = evening.moment() > moment;
            assert!(!news || public.parts != board.parts, "hands move only what the public sees move");
            seen.push(evening.moment());
        }
        let last = evening.moment();
        let again = evening.again();
        for after in 0..=last {
            let told = again.hands(Some(after), None, None, None).expect("hands");
            assert_eq!(serde_json::to_value(told).expect("JSON"), evening.hands(after, last));
        }
        assert!(words(&evening.hands(last, last)).is_empty());
        let wrong = evening.sitting.hands(Some(last + 1), None, None, None).map(|_| ());
        assert!(matches!(wrong, Err(Error::BadRequest(_))), "there is no such moment");
    }
}

#[test]
fn a_move_that_was_not_played_is_taken_back_without_a_step() {
    let mut evening = Evening::start("half-alice-chess", &json!({"phones": "one"}));
    let first = evening.moment();
    let (white, black) = (Seat(0), Seat(1));
    evening.act(white, "e2e4").expect("a move");
    let moved = evening.moment();
    assert_eq!(
        words(&evening.hands(first, moved)),
        ["Move the white pawn from e2 to e4.", "Put a white checker under the white pawn on e4."]
    );
    evening.seat_asks(white, &json!({"go-back": {"moment": first}})).expect("one phone has all seats");
    let back = evening.moment();
    assert!(back > moved, "the table has changed once more");
    assert!(words(&evening.hands(first, back)).is_empty(), "whoever moved nothing has nothing to do");
    assert_eq!(
        words(&evening.hands(moved, back)),
        ["Move the white pawn from e4 to e2.", "Take a white checker away from e4."]
    );
    let gone = evening.seat_asks(black, &json!({"go-back": {"moment": moved}}));
    assert!(matches!(gone, Err(Error::NotNow(_))), "what was taken back is no moment to go back to");
    let here = evening.seat_asks(black, &json!({"go-back": {"moment": back}}));
    assert!(matches!(here, Err(Error::NotNow(_))));
    assert_eq!(evening.again().hands(Some(0), None, None, None).expect("hands").moment, back);
}

#[test]
fn only_tables_of_wood_tell_hands_anything() {
    let seats = json!([{"sitter": "me"}, {"sitter": "me"}]);
    let mut plain = Evening::try_open(&json!({"game": "chess960", "seats": seats})).expect("a table");
    assert!(plain.sitting.note(Viewer::Public).expect("a note").real_board.is_none());
    assert!(matches!(plain.sitting.hands(None, None, None, None), Err(Error::NotNow(_))));
    let back = plain.seat_asks(Seat(0), &json!({"go-back": {"moment": 1}}));
    assert!(matches!(back, Err(Error::NotNow(_))));
    for (real, game) in [
        (json!({"phones": "one", "checkers": 99}), "chess960"),
        (json!({"phones": "one", "cards_by_hand": true}), "chess960"),
    ] {
        let wrong = Evening::try_open(&json!({"game": game, "seats": seats, "real_board": real}));
        assert!(matches!(wrong, Err(Error::BadTerms(_))), "{real}");
    }
}

/// Which games deal hands that somebody could deal with real cards.
fn dealing() -> Vec<&'static str> {
    let deals = CATALOGUE.iter().filter(|game| kit_play::deals_hands(**game));
    deals.map(|game| game.about().id).collect()
}

/// What a seat would hold in another evening.
fn other_hand(evening: &Evening, seat: Seat) -> Vec<String> {
    let table = evening.sitting.table().expect("a game");
    let other = (0..50).find_map(|seed| {
        let other = kit_play::Table::open(table.game(), table.terms(), &mut Chance::seeded(seed)).ok()?;
        Some(other.hand(seat)).filter(|hand| *hand != table.hand(seat))
    });
    other.expect("another deal")
}

/// What a seat would hold in another evening in which nobody else would hold its cards.
fn other_hand_without(evening: &Evening, seat: Seat, others: &[String]) -> Vec<String> {
    let table = evening.sitting.table().expect("a game");
    let other = (0..500).find_map(|seed| {
        let other = kit_play::Table::open(table.game(), table.terms(), &mut Chance::seeded(seed)).ok()?;
        let is_free = |card: &String| !others.contains(card) || card.eq_ignore_ascii_case("p");
        Some(other.hand(seat)).filter(|hand| hand.iter().all(is_free))
    });
    other.expect("another deal")
}

/// A hand like another in which its first card has become the only one of its kind that there is.
fn with_queen(hand: &[String]) -> Vec<String> {
    let mut hand = hand.to_vec();
    if !hand.contains(&"Q".to_owned()) {
        hand[0] = "Q".to_owned();
    }
    hand.sort();
    hand
}

/// Everybody's frames, as they are sent.
fn frames(sitting: &mut Sitting) -> Vec<Value> {
    let viewers: Vec<Viewer> = Viewer::all(sitting.agreed().chairs.len()).collect();
    let frame = |viewer: &Viewer| {
        let frame = sitting.whole_frame(*viewer, None, 5).expect("a frame");
        serde_json::to_value(frame).expect("JSON")
    };
    viewers.iter().map(frame).collect()
}

#[test]
fn no_answer_to_whoever_tells_cards_depends_on_what_others_told() {
    for game in dealing() {
        // Two evenings that differ only in what White told: once the queen, and once not.
        let evenings = [true, false].map(|queen| {
            let mut evening = Evening::start(game, &json!({"phones": "each", "cards_by_hand": true}));
            let hand = evening.hand(Seat(0));
            let plain = other_hand_without(&evening, Seat(0), &["Q".to_owned()]);
            assert_eq!(plain.len(), hand.len());
            let hand = if queen { with_queen(&plain) } else { plain };
            evening.tell(Seat(0), &hand).expect("it is told");
            evening
        });
        let [mut one, mut other] = evenings;
        assert_eq!(frames(&mut one.sitting), frames(&mut other.sitting), "{game}: nobody sees what was told");
        let seats: Vec<Seat> = Seat::first(one.sitting.agreed().chairs.len()).skip(1).collect();
        let tries = |evening: &Evening, seat: Seat| {
            let hand = other_hand_without(evening, seat, &["Q".to_owned()]);
            let wrong = ["?".to_owned()].to_vec();
            [wrong, vec!["Q".to_owned(); hand.len()], vec!["x y".to_owned(); hand.len()], with_queen(&hand)]
        };
        for seat in &seats {
            for cards in tries(&one, *seat) {
                let answers = [&mut one, &mut other]
                    .map(|evening| evening.tell(*seat, &cards).map_err(|error| error.to_string()));
                assert_eq!(answers[0], answers[1], "{game}: {cards:?}");
            }
        }
        // Only now it is judged, and everybody hears the same.
        for (mut evening, misfits) in [(one, 1), (other, 0)] {
            let note = |evening: &mut Evening| {
                evening.sitting.note(Viewer::Public).expect("a note").real_board.expect("a real board")
            };
            let found = note(&mut evening);
            assert_eq!(found.misfits, misfits, "{game}");
            let all = evening.sitting.agreed().chairs.len();
            assert_eq!(found.to_tell.len(), if misfits == 0 { 0 } else { all }, "{game}: all tell anew");
            assert_eq!(frames(&mut evening.again()), frames(&mut evening.sitting), "{game}: so does the log");
            if misfits > 0 {
                for seat in Seat::first(all) {
                    let hand = evening.hand(seat);
                    evening.tell(seat, &hand).expect("a hand that can be");
                }
                assert_eq!(note(&mut evening).misfits, 0, "{game}: they fit");
                assert!(evening.play(), "{game} goes on");
            }
        }
    }
}

#[test]
fn a_hand_told_wrongly_is_told_anew_when_a_later_card_does_not_fit() {
    let mut corrected = 0;
    for game in dealing() {
        let mut evening = Evening::start(game, &json!({"phones": "each", "cards_by_hand": true}));
        // Black has told a queen that lies in the deck.
        let white = other_hand_without(&evening, Seat(0), &["Q".to_owned()]);
        evening.tell(Seat(0), &white).expect("it is told");
        let black =
            with_queen(&other_hand_without(&evening, Seat(1), &[white, vec!["Q".to_owned()]].concat()));
        evening.tell(Seat(1), &black).expect("it is told");
        let note = |evening: &mut Evening| {
            evening.sitting.note(Viewer::Public).expect("a note").real_board.expect("a real board")
        };
        for _ in 0..40 {
            let to_tell = note(&mut evening).to_tell;
            match to_tell.as_slice() {
                [] if !evening.play() => break,
                [] => {}
                ["white"] => break,
                _ => {
                    let hand = evening.hand(Seat(1));
                    evening.tell(Seat(1), &hand).expect("what it holds");
                }
            }
        }
        assert_eq!(note(&mut evening).to_tell, ["white"], "{game}: White drew");
        if !evening.hand(Seat(1)).contains(&"Q".to_owned()) {
            continue;
        }
        corrected += 1;
        let before = frames(&mut evening.sitting);
        let mut drawn = evening.hand(Seat(0));
        drawn[0] = "Q".to_owned();
        evening.tell(Seat(0), &drawn).expect("it is told, and judged");
        let after = note(&mut evening);
        assert_eq!((after.misfits, after.to_tell.len()), (1, 2), "{game}: everybody hears of it");
        for (before, after) in before.iter().zip(frames(&mut evening.sitting)) {
            assert_ne!(*before, after, "{game}");
        }
        let public = evening.sitting.table().expect("a game").glimpse(Viewer::Public).tabletop();
        let mut black = evening.hand(Seat(1));
        let queen = black.iter().position(|card| card == "Q").expect("the queen");
        black[queen] = "p".to_owned();
        evening.tell(Seat(0), &drawn).expect("it is told");
        evening.tell(Seat(1), &black).expect("it is told");
        assert_eq!(note(&mut evening).misfits, 0, "{game}: they fit");
        drawn.sort();
        black.sort();
        assert_eq!((evening.hand(Seat(0)), evening.hand(Seat(1))), (drawn, black), "{game}");
        assert_eq!(evening.sitting.table().expect("a game").glimpse(Viewer::Public).tabletop(), public);
        assert_eq!(
            frames(&mut evening.again()),
            frames(&mut evening.sitting),
            "{game}: the log tells the same"
        );
    }
    assert!(corrected > 0, "some game draws while a hand that was told wrongly is held");
}

#[test]
fn hands_that_can_be_are_found_however_the_phone_has_dealt() {
    let game = kit_play::referee::listed(CATALOGUE, "tar-pit-chess").expect("a game");
    let terms = kit_play::Terms::usual(game.about());
    let faces = |text: &str| -> Vec<String> { text.split(' ').map(ToOwned::to_owned).collect() };
    let hands = [faces("N P Q R n r"), faces("P P p p p p")];
    for seed in 0..60 {
        let table = kit_play::Table::open(game, &terms, &mut Chance::seeded(seed)).expect("a table");
        for order in [[0u8, 1], [1, 0]] {
            let telling = |index: u8| kit_play::Telling {
                seat: Seat(index),
                cards: &hands[usize::from(index)],
                lines: 0,
            };
            let dealt = table.dealt_as_told(&order.map(telling));
            assert!(
                dealt.is_some(),
                "luck {seed}, {order:?}: {:?} {:?}",
                table.hand(Seat(0)),
                table.hand(Seat(1))
            );
        }
    }
}

#[test]
fn lines_about_cards_that_were_told_are_sent_anew() {
    let mut evening = Evening::start("tar-pit-chess", &json!({"phones": "each", "cards_by_hand": true}));
    let mut seen = kit_sitting::Seen::default();
    let seat = Viewer::Seat(Seat(0));
    evening.sitting.frame(seat, &mut seen, 5).expect("a frame");
    let white = other_hand(&evening, Seat(0));
    evening.tell(Seat(0), &white).expect("it is told");
    let black = other_hand_without(&evening, Seat(1), &white);
    evening.tell(Seat(1), &black).expect("it is told");
    let frame = evening.sitting.frame(seat, &mut seen, 5).expect("a frame").expect("news");
    assert_eq!(frame.lines_from, 0, "what was said of cards before they were told holds no longer");
}

#[test]
fn a_log_in_which_cards_were_told_one_by_one_is_read() {
    // As it was written until 0.1: each seat was judged alone, and no hand was kept until all had told.
    let mut evening = Evening::start("tar-pit-chess", &json!({"phones": "each", "cards_by_hand": true}));
    let hands = [Seat(0), Seat(1)].map(|seat| evening.hand(seat));
    hands.iter().zip([Seat(0), Seat(1)]).for_each(|(hand, seat)| evening.tell(seat, hand).expect("its hand"));
    for record in &mut evening.log {
        let old: Vec<&str> = record.body.lines().filter(|line| !line.starts_with("* telling ")).collect();
        record.body = format!("{}\n", old.join("\n"));
    }
    let again = evening.again();
    assert_eq!(again.table().expect("a game").hand(Seat(0)), hands[0]);
    assert!(again.acting() == evening.sitting.acting());
}

#[test]
fn cards_that_were_dealt_by_hand_are_told_before_anybody_goes_on() {
    let games = dealing();
    assert!(games.len() >= 2, "{games:?}");
    for game in games {
        let mut evening = Evening::start(game, &json!({"phones": "one", "cards_by_hand": true}));
        let to_tell = |evening: &mut Evening| {
            evening.sitting.note(Viewer::Public).expect("a note").real_board.expect("a real board").to_tell
        };
        let seats: Vec<Seat> = Seat::first(evening.sitting.agreed().chairs.len()).collect();
        assert_eq!(to_tell(&mut evening).len(), seats.len(), "{game}");
        let acting = evening.sitting.acting()[0];
        let offer =
            evening.sitting.table().expect("a game").glimpse(Viewer::Seat(acting)).actions()[0].clone();
        assert!(matches!(evening.act(acting, &offer), Err(Error::NotNow(_))), "first the cards are told");
        let wrong = evening.tell(seats[0], &["Q".to_owned()]);
        assert!(matches!(wrong, Err(Error::NotNow(_))), "{game}: a hand has so many cards");
        let held = evening.hand(seats[1]).len();
        let wrong = evening.tell(seats[1], &vec!["Q".to_owned(); held]);
        assert!(matches!(wrong, Err(Error::NotNow(_))), "{game}: there is one white queen");
        let first = other_hand(&evening, seats[0]);
        evening.tell(seats[0], &first).expect("a hand that can be");
        let again = evening.tell(seats[0], &first);
        assert!(matches!(again, Err(Error::NotNow(_))), "{game}: it has told its cards");
        for seat in &seats[1..] {
            let hand = other_hand_without(&evening, *seat, &first);
            evening.tell(*seat, &hand).expect("a hand that can be");
            if *seat == *seats.last().expect("seats") {
                assert_eq!(evening.hand(*seat), hand, "{game}");
            }
        }
        assert_eq!(evening.hand(seats[0]), first, "{game}");
        assert!(to_tell(&mut evening).is_empty(), "{game}");
        draws_are_told(&mut evening, game);
    }
}

#[test]
fn a_table_of_wood_goes_on_elsewhere_and_cards_dealt_by_hand_are_told_again() {
    for game in dealing() {
        let real = json!({"phones": "one", "checkers": 15, "cards_by_hand": true});
        let mut evening = Evening::start(game, &real);
        let seats: Vec<Seat> = Seat::first(evening.sitting.agreed().chairs.len()).collect();
        let tell = |evening: &mut Evening, seat: Seat, hand: Vec<String>| {
            evening.tell(seat, &hand).expect("a hand that can be");
            hand
        };
        let first = other_hand(&evening, seats[0]);
        let mut hands = vec![tell(&mut evening, seats[0], first)];
        for seat in &seats[1..] {
            let hand = other_hand_without(&evening, *seat, &hands.concat());
            hands.push(tell(&mut evening, *seat, hand));
        }
        let sheet = evening.sitting.table().expect("a game").scoresheet().to_string();
        let chairs: Vec<Value> = seats.iter().map(|_| json!({"sitter": "me"})).collect();
        let wish = json!({
            "game": game, "seats": chairs, "real_board": real, "from": {"scoresheet": sheet},
        });
        let mut there = Evening::try_open(&wish).expect("a table of wood");
        assert_eq!(there.moment(), 1, "{game} is laid as it stands");
        for (seat, hand) in seats.iter().zip(&hands) {
            assert_eq!(there.hand(*seat), *hand, "{game}");
            tell(&mut there, *seat, hand.clone());
        }
        assert!(there.play(), "{game} goes on");
    }
}

/// Plays on until somebody has drawn several times, and tells another card each time.
fn draws_are_told(evening: &mut Evening, game: &str) {
    let mut told = 0;
    for _ in 0..120 {
        let note = evening.sitting.note(Viewer::Public).expect("a note").real_board.expect("a real board");
        let Some(name) = note.to_tell.first() else {
            if told >= 3 || !evening.play() {
                break;
            }
            continue;
        };
        let seat = evening.sitting.about().seat_named(name).expect("a seat");
        let table = evening.sitting.table().expect("a game");
        let (hand, public) = (table.hand(seat), table.glimpse(Viewer::Public).tabletop());
        // Some other card of the same deck, if one can be had; a pawn nearly always can.
        let mut wish = hand.clone();
        let changed = wish.iter().position(|card| card != "P" && card != "p");
        changed.into_iter().for_each(|index| wish[index] = "p".to_owned());
        let asked = evening.tell(seat, &wish);
        asked.unwrap_or_else(|error| panic!("{game}: {error}"));
        if evening.sitting.note(Viewer::Public).expect("a note").real_board.expect("a real board").misfits > 0
        {
            // What is lacking cannot be had after all, and everybody tells what they hold.
            for seat in Seat::first(evening.sitting.agreed().chairs.len()) {
                let hand = evening.hand(seat);
                evening.tell(seat, &hand).expect("what it holds");
            }
            wish = hand;
        }
        wish.sort();
        let table = evening.sitting.table().expect("a game");
        assert_eq!(table.hand(seat), wish, "{game}");
        assert_eq!(table.glimpse(Viewer::Public).tabletop(), public, "{game}: the public sees nothing of it");
        told += 1;
    }
    assert!(told > 0, "{game}: somebody drew");
    let mut again = evening.again();
    for viewer in Viewer::all(evening.sitting.agreed().chairs.len()) {
        let frame = |sitting: &mut Sitting| {
            serde_json::to_value(sitting.whole_frame(viewer, None, 5).expect("a frame")).expect("JSON")
        };
        assert_eq!(frame(&mut again), frame(&mut evening.sitting), "{game}: the log tells the same");
    }
}

#[test]
fn phones_are_told_what_everybody_heard_also_where_nothing_moved() {
    let mut evening = Evening::start("masquerade-chess", &json!({"phones": "one"}));
    let (white, black) = (Seat(0), Seat(1));
    let note = |evening: &mut Evening| {
        evening.sitting.note(Viewer::Public).expect("a note").real_board.expect("a real board")
    };
    evening.act(white, "assign KK QQ RR BB NN").expect("a disguise");
    evening.act(black, "assign KR QK RN BB NQ").expect("a disguise");
    evening.act(white, "b1c3").expect("a move");
    evening.act(black, "d7d5").expect("a move");
    let before = note(&mut evening);
    evening.act(white, "c3?d5").expect("a question");
    let after = note(&mut evening);
    assert_eq!(after.moment, before.moment, "an answer moves no wood");
    assert!(after.heard > before.heard);
    let said = |evening: &Evening, heard: u32| -> Vec<String> {
        let hands = evening.sitting.hands(None, None, Some(heard), None).expect("hands");
        hands.said.iter().map(|line| line.words.to_string()).collect()
    };
    let news = said(&evening, before.heard);
    assert_eq!(news.len() as u32, after.heard - before.heard);
    assert!(news.iter().any(|line| line.contains("No")), "{news:?}");
    let all = said(&evening, 0).join("\n");
    assert_eq!(all.lines().count() as u32, after.heard);
    let public: Vec<String> = {
        let frame = evening.sitting.whole_frame(Viewer::Public, None, 5).expect("a frame");
        frame.lines.iter().map(|line| line.words.to_string()).collect()
    };
    assert_eq!(all.lines().collect::<Vec<_>>(), public, "what the public heard, and nothing else");
    assert!(said(&evening, after.heard).is_empty());
    assert!(said(&evening, after.heard + 7).is_empty(), "a phone may remember what was taken back");
    assert!(evening.sitting.hands(None, None, None, None).expect("hands").said.is_empty());
}

/// What lies on the public's board, and who is to move, as a phone sends it.
fn laid(evening: &Evening) -> LaidBoard {
    let public = evening.sitting.table().expect("a game").glimpse(Viewer::Public).tabletop();
    let board = public.parts.iter().find_map(|part| match part {
        Part::Board(board) => Some(board.clone()),
        _ => None,
    });
    let board = board.expect("every game has a board");
    let mut rows = vec![vec!['.'; 8]; 8];
    for figure in &board.figures {
        let (file, rank) = (usize::from(figure.square.file()), usize::from(figure.square.rank()));
        rows[7 - rank][file] = figure.role.of(figure.color).char();
    }
    let words = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    let chips = board.tokens.iter().map(|placed| LaidChips {
        square: placed.square.to_string(),
        count: match placed.token {
            Token::Stack { count } => count,
            _ => 1,
        },
    });
    let about = evening.sitting.about();
    LaidBoard {
        seat: "public".to_owned(),
        rows: rows.iter().map(words).collect::<Vec<_>>().join("\n"),
        chips: chips.collect(),
        turn: about.seat_name(evening.sitting.acting().first().copied().unwrap_or(Seat(0))).to_owned(),
    }
}

fn going_on(evening: &Evening, laid: &LaidBoard) -> (LaidNote, Evening) {
    let note = evening.sitting.as_it_lies(laid, None).expect("the game goes on from a board");
    let about = evening.sitting.about();
    let seats: Vec<Value> = evening.sitting.agreed().chairs.iter().map(|_| json!({"sitter": "me"})).collect();
    let wish = json!({
        "game": about.id, "seats": seats, "real_board": {"phones": "one"}, "arrangement": note.arrangement,
    });
    let other = Evening::try_open(&wish).unwrap_or_else(|error| panic!("{error:?}\n{}", note.arrangement));
    (note, other)
}

#[test]
fn a_game_goes_on_from_what_lies_there_as_it_was() {
    let mut open = 0;
    for game in CATALOGUE {
        let about = game.about();
        let mut evening = Evening::start(about.id, &json!({"phones": "one", "checkers": 15}));
        if !about.open {
            let refused = evening.sitting.as_it_lies(&laid(&evening), None);
            assert!(matches!(refused, Err(Error::NotNow(_))), "{}: secrets cannot be laid", about.id);
            continue;
        }
        open += 1;
        for _ in 0..60 {
            if !evening.play() || evening.sitting.table().is_none_or(|table| table.outcome().is_some()) {
                break;
            }
            let (note, other) = going_on(&evening, &laid(&evening));
            assert_eq!(note.lost.len(), 1, "only what came before: {:?}", note.lost);
            assert_eq!(evening.sitting.acting(), other.sitting.acting(), "{}", note.arrangement);
            let seat = evening.sitting.acting()[0];
            let offers = |evening: &Evening| {
                let mut offers =
                    evening.sitting.table().expect("a game").glimpse(Viewer::Seat(seat)).actions();
                offers.sort();
                offers
            };
            assert_eq!(offers(&evening), offers(&other), "{}\n{}", about.id, note.arrangement);
            let (one, two) = (laid(&evening), laid(&other));
            assert_eq!((one.rows, one.chips.len()), (two.rows, two.chips.len()), "{}", note.arrangement);
        }
    }
    assert!(open >= 4);
}

#[test]
fn what_gets_lost_is_said_before_a_game_goes_on_otherwise() {
    let words = |note: &LaidNote| -> Vec<String> { note.lost.iter().map(ToString::to_string).collect() };
    // A rook that stands elsewhere castles no more; the others do.
    let options = json!({"game": "chess960", "options": {"number": 518}, "seats": [{"sitter": "me"}, {"sitter": "me"}],
        "real_board": {"phones": "one"}});
    let evening = Evening::try_open(&options).expect("a table");
    let mut lying = laid(&evening);
    lying.rows = lying.rows.replace("R N B Q K B N R", "R N B Q K B N .").replacen(". .", ". R", 1);
    let (note, _) = going_on(&evening, &lying);
    assert_eq!(words(&note)[0], "Nobody can castle with the rook on h1 any more.");
    assert!(note.arrangement.contains("castling: Aha"), "{}", note.arrangement);
    // A checker goes with nothing where no piece stands, and stays where one does.
    let mut evening = Evening::start("half-alice-chess", &json!({"phones": "one"}));
    evening.act(Seat(0), "g1f3").expect("a move");
    let mut lying = laid(&evening);
    assert_eq!(lying.chips.len(), 1);
    lying.chips.push(LaidChips { square: "e5".to_owned(), count: 1 });
    lying.chips.push(LaidChips { square: "b8".to_owned(), count: 1 });
    let (note, other) = going_on(&evening, &lying);
    assert_eq!(words(&note)[0], "A checker lies on e5 under no piece: take it away.");
    assert!(note.arrangement.contains("mirror: f3 b8"), "{}", note.arrangement);
    assert_eq!(laid(&other).chips.len(), 2);
    // Stacks stay, and a turn that is half done is done.
    let mut evening = Evening::start("adrenaline-chess", &json!({"phones": "one"}));
    let mut lying = laid(&evening);
    lying.chips.push(LaidChips { square: "a2".to_owned(), count: 3 });
    let (note, mut other) = going_on(&evening, &lying);
    assert!(note.arrangement.contains("stacks: a2:3"), "{}", note.arrangement);
    other.act(Seat(0), "a2a3").expect("a move");
    lying = laid(&other);
    lying.rows = lying.rows.replacen("p p p p p p p p", "p p p p p p p .", 1);
    let (note, _) = going_on(&other, &lying);
    assert!(
        words(&note).iter().any(|line| line.starts_with("The turn that was going on is over")),
        "{note:?}"
    );
    // What is no board is refused.
    lying.rows = "nothing".to_owned();
    assert!(matches!(evening.sitting.as_it_lies(&lying, None), Err(Error::BadRequest(_))));
    lying = laid(&evening);
    lying.chips.push(LaidChips { square: "z9".to_owned(), count: 1 });
    assert!(matches!(evening.sitting.as_it_lies(&lying, None), Err(Error::BadRequest(_))));
    assert!(!evening.play() || evening.moment() > 0);
}
