//! The referee at a pipe, asked by somebody who may write anything.

use serde_json::{Value, json};

use crate::support::{chess_kit, output};

/// Runs the referee on this input, and returns its answers.
fn referee(input: &[u8]) -> Vec<Value> {
    let output = output(&mut chess_kit(["referee"]), input);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let lines = String::from_utf8(output.stdout).expect("answers are UTF-8");
    lines.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect()
}

fn ask(requests: &[Value]) -> Vec<Value> {
    let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
    referee(lines.as_bytes())
}

fn open(number: u32) -> Value {
    json!({"open": {"game": "chess960", "options": {"number": number}, "seed": 7}})
}

fn act(seat: &str, action: &str) -> Value {
    json!({"act": {"seat": seat, "action": action}})
}

fn glimpse(viewer: &str) -> Value {
    json!({"glimpse": {"viewer": viewer}})
}

/// The code of the error that a line gives.
fn check_error(line: &[u8], code: &str, text: &str) {
    let answers = referee(&[line, b"\n"].concat());
    assert_eq!(
        answers,
        [json!({"error": {"code": code, "text": text}})],
        "{}",
        String::from_utf8_lossy(line)
    );
}

#[test]
fn a_game_is_opened_seen_and_played() {
    let answers = ask(&[open(518), glimpse("white"), act("white", "e2e4"), glimpse("public")]);
    assert_eq!(
        answers[0],
        json!({"opened": {
            "game": "chess960",
            "edition": "2025",
            "options": {"deal": "two_decks", "number": "518"},
            "seats": ["white", "black"],
        }})
    );
    let glimpse = &answers[1]["glimpse"];
    assert_eq!(glimpse["viewer"], "white");
    assert_eq!(glimpse["outcome"], Value::Null);
    let offers = glimpse["offers"].as_array().expect("offers");
    assert_eq!(offers.len(), 20);
    let offer = offers.iter().find(|offer| offer["action"] == "e2e4").expect("the king's pawn may move");
    assert_eq!(offer["gesture"], json!(["e2", "e4"]));
    assert!(offer["label"].is_string());
    let white = json!({"start": 0, "length": 5, "kind": "seat", "value": "0"});
    let san = json!({"start": 12, "length": 2, "kind": "san", "value": "e4"});
    let said = json!([{"to": "all", "text": "White plays e4.", "spans": [white, san]}]);
    assert_eq!(answers[2], json!({"ruling": {"entry": 1, "said": said, "outcome": null}}));
    assert_eq!(answers[3]["glimpse"]["offers"], json!([]));
}

#[test]
fn the_end_is_told() {
    let moves = [("white", "f2f3"), ("black", "e7e5"), ("white", "g2g4"), ("black", "Qh4")];
    let mut requests = vec![open(518)];
    requests.extend(moves.map(|(seat, action)| act(seat, action)));
    requests.push(act("white", "a2a3"));
    let answers = ask(&requests);
    let outcome = json!({
        "verdict": "win",
        "winner": "black",
        "scores": null,
        "reason": "checkmate",
        "text": "Black wins by checkmate",
        "spans": [{"start": 0, "length": 5, "kind": "team", "value": "1"}],
    });
    assert_eq!(answers[4]["ruling"]["outcome"], outcome);
    assert_eq!(answers[5]["refusal"]["code"], "not-offered");
}

#[test]
fn what_is_not_json_is_told_from_what_has_another_shape() {
    let bad_json: [(&[u8], &str); 6] = [
        (b"hello", "not one JSON object: expected value at line 1 column 1"),
        (b"{\"open\":", "not one JSON object: EOF while parsing a value at line 1 column 8"),
        (b"{} {}", "not one JSON object: trailing characters at line 1 column 4"),
        (
            br#"{"glimpse": {"viewer": "white", "viewer": "black"}}"#,
            "not one JSON object: the key `viewer` stands there twice at line 1 column 40",
        ),
        (
            br#"{"games": {}, "games": {}}"#,
            "not one JSON object: the key `games` stands there twice at line 1 column 21",
        ),
        (b"{\"act\": \"\xff\"}", "not one JSON object: invalid unicode code point at line 1 column 10"),
    ];
    for (line, text) in bad_json {
        check_error(line, "bad-json", text);
    }
    for (line, text) in [
        (
            "[]",
            "a request is an object with one key, open, glimpse, act, advise, scoresheet, replay or games",
        ),
        ("{}", "a request has one key, open, glimpse, act, advise, scoresheet, replay or games, not 0"),
        (
            r#"{"opne": {}}"#,
            "unknown request: `opne` (try open, glimpse, act, advise, scoresheet, replay or games)",
        ),
        (r#"{"open": null}"#, "`open`: what is asked for is an object, such as {}"),
        (r#"{"act": ["white", "e2e4"]}"#, "`act`: what is asked for is an object, such as {}"),
        (r#"{"act": {"seat": "white"}}"#, "`act`: missing field `action`"),
        (
            r#"{"act": {"seat": 1, "action": "x"}}"#,
            "`act.seat`: invalid type: integer `1`, expected a string",
        ),
        (r#"{"glimpse": {"viewer": "white", "x": 1}}"#, "`glimpse.x`: unknown field `x`, expected `viewer`"),
        (
            r#"{"open": {"game": "chess960", "seed": -1}}"#,
            "`open.seed`: invalid value: integer `-1`, expected u64",
        ),
        (
            r#"{"open": {"game": "chess960", "options": {"deal": []}}}"#,
            "`open`: option `deal`: an option is a word, a whole number, true or false",
        ),
    ] {
        check_error(line.as_bytes(), "bad-request", text);
    }
}

#[test]
fn what_cannot_be_opened_says_why() {
    for (fields, code, text) in [
        (json!({"game": "chess961"}), "unknown-game", "unknown game: `chess961` (did you mean chess960?)"),
        (
            json!({"game": "chess960", "edition": "1999"}),
            "bad-terms",
            "unknown edition: `1999` (try 2025, 2024-book or 2024-booklet)",
        ),
        (
            json!({"game": "chess960", "options": {"number": 960}}),
            "bad-terms",
            "option number cannot be `960` (try a number from 0 to 959 or any)",
        ),
        (json!({"game": "chess960", "seats": 3}), "bad-terms", "3 seats are not possible, the game is for 2"),
        (
            json!({"game": "chess960", "arrangement": "hello"}),
            "bad-arrangement",
            "arrangement, line 1, column 1: a board has 8 rows, this one has 1",
        ),
    ] {
        check_error(json!({"open": fields}).to_string().as_bytes(), code, text);
    }
    let unplayable = json!({"open": {"game": "chess960", "arrangement": "fen: 8/8/8/8/8/8/8/8"}});
    assert_eq!(ask(&[unplayable])[0]["error"]["code"], "bad-arrangement");
}

#[test]
fn without_a_table_nothing_can_be_seen_or_done() {
    for request in [glimpse("white"), act("white", "e2e4"), json!({"scoresheet": {}})] {
        let text = "no table is laid yet, so open one first";
        check_error(request.to_string().as_bytes(), "no-table", text);
    }
    let text = "line 1: a scoresheet begins with `chess-kit scoresheet 6`, not with `x`";
    check_error(br#"{"replay": {"scoresheet": "x"}}"#, "bad-scoresheet", text);
}

#[test]
fn an_error_or_refusal_changes_nothing() {
    let long = Value::String("x".repeat(2 << 20));
    let wrong = [
        act("black", "e7e5"),
        act("white", "e2e5"),
        act("white", "nonsense"),
        act("red", "e2e4"),
        act("public", "e2e4"),
        glimpse("red"),
        long,
        json!({"open": {"game": "x"}}),
        json!({"open": {"game": "chess960", "seats": 9}}),
        json!({"replay": {"scoresheet": "x"}}),
        json!(3),
    ];
    let mut requests = vec![open(226), json!({"scoresheet": {}})];
    requests.extend(wrong);
    requests.push(json!({"scoresheet": {}}));
    let answers = ask(&requests);
    let codes: Vec<&str> = answers[2..13]
        .iter()
        .map(|answer| {
            let complaint = if answer["error"].is_null() { &answer["refusal"] } else { &answer["error"] };
            complaint["code"].as_str().expect("a code")
        })
        .collect();
    let not_offered = "not-offered";
    assert_eq!(
        codes,
        [
            not_offered,
            not_offered,
            not_offered,
            "unknown-seat",
            "unknown-seat",
            "unknown-viewer",
            "line-too-long",
            "unknown-game",
            "bad-terms",
            "bad-scoresheet",
            "bad-request",
        ]
    );
    assert_eq!(answers[1], answers[13]);
}

#[test]
fn empty_lines_are_ignored_and_the_last_line_needs_no_end() {
    let answers = referee(b"\n  \r\n\n{\"scoresheet\": {}}");
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["error"]["code"], "no-table");
    assert_eq!(referee(b""), Vec::<Value>::new());
}

#[test]
fn complaints_stay_short() {
    let name = "x".repeat(100_000);
    let requests = [
        json!({"open": {"game": name}}),
        json!({"open": {"game": "chess960", name.clone(): 1}}),
        json!({name: {}}),
        json!({"act": {"seat": {"x": 1}, "action": ""}}),
    ];
    for answer in ask(&requests) {
        assert!(answer["error"]["text"].as_str().expect("a text").chars().count() < 320);
    }
}

/// Opens every game of the catalogue, plays each a little, and returns all answers.
fn play_all(seed: u64) -> Vec<Value> {
    let games = &ask(&[json!({"games": {}})])[0]["games"];
    let mut all = Vec::new();
    for game in games.as_array().expect("a catalogue") {
        let mut requests = vec![json!({"open": {"game": game["game"], "seed": seed}})];
        for _ in 0..4 {
            let seats = game["seats"].as_array().expect("seats");
            let looks = seats.iter().map(|seat| glimpse(seat.as_str().expect("a name")));
            let from = requests.len();
            requests.extend(looks);
            let answers = ask(&requests);
            let offered = answers[from..].iter().find(|answer| answer["glimpse"]["offers"][0].is_object());
            let Some(offered) = offered else { break };
            let seat = offered["glimpse"]["viewer"].as_str().expect("a name");
            let action = offered["glimpse"]["offers"][0]["action"].as_str().expect("an action");
            requests.push(act(seat, action));
        }
        requests.push(json!({"scoresheet": {}}));
        all.extend(ask(&requests));
    }
    all
}

#[test]
fn the_same_seed_gives_the_same_answers() {
    let answers = play_all(7);
    assert!(answers.iter().any(|answer| answer["ruling"].is_object()));
    assert_eq!(answers, play_all(7));
    assert_ne!(answers, play_all(8));
}

#[test]
fn a_scoresheet_is_replayed_to_the_same_glimpses() {
    let looks = ["white", "black", "public"].map(glimpse);
    let mut played = vec![open(226), act("white", "e2e4"), act("black", "e7e5")];
    played.extend(looks.clone());
    played.push(json!({"scoresheet": {}}));
    let first = ask(&played);
    let mut replayed = vec![json!({"replay": {"scoresheet": first[6]["scoresheet"], "seed": 7}})];
    replayed.extend(looks);
    replayed.push(json!({"scoresheet": {}}));
    replayed.push(act("white", "d2d4"));
    let second = ask(&replayed);
    assert_eq!(second[0], first[0]);
    assert_eq!(second[1..5], first[3..7]);
    assert_eq!(second[5]["ruling"]["entry"], 3);
}

#[test]
fn a_scoresheet_that_does_not_hold_is_refused() {
    let sheet = ask(&[open(518), act("white", "e2e4"), json!({"scoresheet": {}})])[2]["scoresheet"].clone();
    let sheet = sheet.as_str().expect("a scoresheet");
    let ids: Vec<&str> = kit_games::CATALOGUE.iter().map(|game| game.about().id).collect();
    let unknown = format!("header: unknown game: `x` (try {})", kit_play::text::either(&ids));
    for (from, to, text) in [
        ("1 white e2e4", "1 white e2e5", "entry 1: `e2e5` is not on offer to white now"),
        ("plays e4", "plays d4", "entry 1: what is said now differs from what was written down"),
        (
            "edition: 2025",
            "edition: 1925",
            "header: unknown edition: `1925` (try 2025, 2024-book or 2024-booklet)",
        ),
        ("game: chess960", "game: x", unknown.as_str()),
    ] {
        let request = json!({"replay": {"scoresheet": sheet.replacen(from, to, 1)}});
        check_error(request.to_string().as_bytes(), "bad-scoresheet", text);
    }
}

#[test]
fn the_worked_example_is_what_really_happens() {
    let page = include_str!("../../../../docs/referee-protocol.md");
    let lines =
        |mark: &str| -> Vec<&str> { page.lines().filter_map(|line| line.strip_prefix(mark)).collect() };
    let (asked, answered) = (lines("> "), lines("< "));
    assert!(!asked.is_empty());
    let answered: Vec<Value> =
        answered.into_iter().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect();
    assert_eq!(referee((asked.join("\n") + "\n").as_bytes()), answered);
}

#[test]
fn a_seat_is_advised() {
    let mate = "fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let opened = json!({"open": {"game": "chess960", "arrangement": mate}});
    let advise = |seat: &str, more: Value| {
        let mut asked = json!({"seat": seat});
        asked.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        json!({"advise": asked})
    };
    let answers = ask(&[
        advise("white", json!({})),
        opened,
        advise("white", json!({"nodes": 2_000})),
        advise("white", json!({"nodes": 2_000})),
        advise("black", json!({})),
        advise("white", json!({"nodes": 0})),
        advise("white", json!({"nodes": 1_000_001})),
        advise("red", json!({})),
        act("white", "a1a8"),
        advise("white", json!({})),
    ]);
    let code = |answer: &Value| answer["error"]["code"].as_str().unwrap_or("none").to_owned();
    assert_eq!(code(&answers[0]), "no-table");
    let advice = &answers[2]["advice"];
    assert_eq!((&advice["best"], &advice["measure"]), (&json!("a1a8"), &json!("chance")));
    assert_eq!(advice["line"][0]["action"], "a1a8");
    assert_eq!(advice["reasons"][0]["text"], "It wins at once.");
    assert_eq!(answers[2], answers[3], "the same question has the same answer");
    let codes: Vec<String> = answers[4..].iter().map(code).collect();
    assert_eq!(answers[6]["error"]["text"], "`nodes` is 1000000 at most, not 1000001");
    assert_eq!(codes, ["no-advice", "bad-request", "bad-request", "unknown-seat", "none", "no-advice"]);
}

#[test]
fn bots_play_seats() {
    let open = |players: Value| json!({"open": {"game": "chess960", "seed": 7, "players": players}});
    let answers = ask(&[
        open(json!({"black": "bot:learner"})),
        act("white", "e2e4"),
        act("black", "e7e5"),
        glimpse("white"),
        open(json!({"white": "bot:learner", "black": "me"})),
        open(json!({"black": "bot:grandmaster"})),
        open(json!({"red": "bot"})),
    ]);
    assert_eq!(answers[0]["opened"]["then"], Value::Null, "White has not moved yet");
    let then = answers[1]["ruling"]["then"].as_array().expect("what the bot did");
    assert_eq!((then.len(), &then[0]["seat"], &then[0]["entry"]), (1, &json!("black"), &json!(2)));
    assert_eq!(answers[2]["error"]["code"], "bots-seat");
    assert!(!answers[3]["glimpse"]["offers"].as_array().expect("offers").is_empty());
    assert_eq!(answers[4]["opened"]["then"][0]["seat"], "white");
    assert_eq!(answers[5]["error"]["code"], "bad-player");
    assert_eq!(answers[6]["error"]["code"], "unknown-seat");
}
