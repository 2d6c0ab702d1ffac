//! Sentences in English, their parts, and templates that do not fit.

use kit_chess::shakmaty::{Color, Role, Square};

use super::*;
use crate::Seat;

fn white() -> Filling {
    Filling::Seat(Seat(0), "White".into())
}

#[test]
fn a_sentence_knows_where_it_speaks_of_what() {
    let sentence = say!(
        "{seat} buries a {piece} on {square}.",
        seat = white(),
        piece = Role::Pawn.of(Color::Black),
        square = Square::E4
    );
    let spoken = sentence.spoken(&English);
    assert_eq!(spoken.text, "White buries a black pawn on e4.");
    let spans: Vec<(&str, SpanKind, &str)> = spoken
        .spans
        .iter()
        .map(|span| {
            let words = &spoken.text[span.start as usize..(span.start + span.length) as usize];
            (words, span.kind, span.value.as_str())
        })
        .collect();
    assert_eq!(
        spans,
        [
            ("White", SpanKind::Seat, "0"),
            ("black pawn", SpanKind::Piece, "p"),
            ("e4", SpanKind::Square, "e4")
        ]
    );
}

#[test]
fn places_are_counted_as_browsers_count() {
    let name = Filling::Seat(Seat(1), "Zoë 🐴".into());
    let spoken = say!("{seat} waits on {square}.", seat = name, square = Square::A1).spoken(&English);
    let units: Vec<u16> = spoken.text.encode_utf16().collect();
    let span = &spoken.spans[1];
    let words = &units[span.start as usize..(span.start + span.length) as usize];
    assert_eq!(String::from_utf16_lossy(words), "a1");
}

#[test]
fn numbers_choose_words() {
    let left = |count: u32| say!("{count} {count|one=move|other=moves} left", count).to_string();
    assert_eq!([left(0), left(1), left(2)], ["0 moves left", "1 move left", "2 moves left"]);
}

#[test]
fn lists_are_joined() {
    let squares = [Square::A1, Square::B2, Square::C3];
    let said = |list: Filling| say!("{list}", list).to_string();
    assert_eq!(said(Filling::all_of(squares)), "a1, b2 and c3");
    assert_eq!(said(Filling::one_of(squares)), "a1, b2 or c3");
    assert_eq!(said(Filling::row_of(squares)), "a1, b2, c3");
    assert_eq!(said(Filling::all_of([Square::A1])), "a1");
    assert_eq!(said(Filling::all_of::<Square>([])), "nothing");
    let both = Sentence::joined([say!("Move."), Sentence::default(), say!("You are in check.")]);
    assert_eq!(both.to_string(), "Move. You are in check.");
}

#[test]
fn moves_are_said_and_told_to_programs() {
    let said = |piece: char, step: &str, takes: bool| {
        let piece = kit_chess::shakmaty::Piece::from_char(piece).expect("a piece");
        let step = step.parse().expect("a step");
        let spoken = say!("{step}", step = Filling::Move { piece, step, takes }).spoken(&English);
        (spoken.text, spoken.spans[0].value.clone())
    };
    let own = |text: &str, value: &str| (text.to_owned(), value.to_owned());
    assert_eq!(said('N', "g1f3", false), own("knight g1 to f3", "Ng1f3"));
    assert_eq!(said('p', "e4d3", true), own("pawn e4 takes d3", "Pe4xd3"));
    assert_eq!(said('P', "e7e8q", false), own("pawn e7 to e8 and becomes a queen", "Pe7e8Q"));
    assert_eq!(said('K', "e1g1", false), own("castle on the king side", "Ke1g1"));
}

#[test]
fn words_alone_are_the_same_words() {
    let step = "g1f3".parse().expect("a step");
    let moved = Filling::Move { piece: Role::Knight.of(Color::White), step, takes: false };
    let name = Filling::Seat(Seat(1), "Zoë 🐴".into());
    let last = Filling::row_of([Filling::san("Nxf3+"), Filling::card("10H"), Filling::from(3)]);
    let phrase = say!("{moved} for {name}", moved = &moved, name = &name);
    let sentence = say!("{name} plays {moved}, {phrase}, {last}.", name, moved, phrase, last);
    let voices: [&dyn Voice; 2] = [&English, &Names::default()];
    for voice in voices {
        let spoken = sentence.spoken(voice);
        assert_eq!(sentence.words_in(voice), spoken.text);
        let units: Vec<u16> = spoken.text.encode_utf16().collect();
        let words = |span: &Span| {
            String::from_utf16_lossy(&units[span.start as usize..(span.start + span.length) as usize])
        };
        let moves = spoken.spans.iter().filter(|span| span.kind == SpanKind::Move).map(words);
        assert_eq!(moves.collect::<Vec<_>>(), ["knight g1 to f3"; 2], "spans after long letters are right");
        let mut label = Label::from(sentence.clone());
        label.say_as(voice);
        assert_eq!(label.words(), spoken.text);
    }
}

#[test]
fn codes_are_for_logs_and_words_for_people() {
    let squares = Filling::coded("e4+", Filling::all_of([Square::E4]));
    let sentence = say!("It lies on {squares}.", squares);
    assert_eq!(sentence.to_string(), "It lies on e4+.");
    assert_eq!(sentence.spoken(&Names::default()).text, "It lies on e4.");
}

#[test]
fn how_it_is_said_makes_no_difference() {
    struct Loud;
    impl Voice for Loud {
        fn template(&self, english: &str) -> Option<&str> {
            (english == "{seat} waits.").then_some("{seat} WAITS.")
        }

        fn fill(&self, _filling: &Filling, _form: Option<&str>, spoken: &mut Spoken) {
            spoken.push("Ann");
        }
    }
    let sentence = say!("{seat} waits.", seat = white());
    let mut loud = sentence.clone();
    loud.say_as(&Loud);
    assert_eq!(loud, sentence);
    let json = |sentence: &Sentence| serde_json::to_string(sentence).expect("JSON");
    assert_eq!(json(&loud), r#"{"text":"Ann WAITS."}"#);
    assert_eq!(
        json(&sentence),
        r#"{"text":"White waits.","spans":[{"start":0,"length":5,"kind":"seat","value":"0"}]}"#
    );
}
