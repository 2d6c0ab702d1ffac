//! What a game needs, in words: people, minutes, and what lies on the table beside a chess set.

use kit_play::sentence::Language;
use kit_play::{About, say};

use super::faces::said_in;

/// How many people play: `2`, or `1 to 8`.
pub fn people(about: &About, language: Option<&'static Language>) -> String {
    said_in(
        language,
        &match (about.fewest_seats, about.seats.len()) {
            (least, most) if least == most => say!("{most}", most),
            (least, most) => say!("{least} to {most}", least, most),
        },
    )
}

/// What lies on the table beside a chess set; nothing, where that is all.
pub fn equipment(about: &About, language: Option<&'static Language>) -> Option<String> {
    let text = |english: &'static str| {
        language.map_or(english, |language| language.text_or_english(english)).to_owned()
    };
    let mut things: Vec<String> = about.needs.things.iter().map(|thing| text(thing)).collect();
    if !about.needs.cards.is_empty() {
        things.push(said_in(language, &say!("chess cards")));
    }
    // Some things are lists themselves, so another "and" would only confuse.
    (!things.is_empty()).then(|| things.join(", "))
}

/// People, minutes and equipment in a line.
pub fn in_short(about: &About, language: Option<&'static Language>) -> String {
    let minutes = about.needs.minutes;
    let facts = match (about.fewest_seats, about.seats.len()) {
        (least, most) if least == most => {
            say!("{most} {most|one=person|other=people} · {minutes} minutes", most, minutes)
        }
        (least, most) => say!("{least} to {most} people · {minutes} minutes", least, most, minutes),
    };
    let facts = said_in(language, &facts);
    match equipment(about, language) {
        Some(things) => format!("{facts} · {things}"),
        None => facts,
    }
}
