//! Every language has a text for everything that games, tables and the server say.
//!
//! `UPDATE=1` adds what is missing to the catalogue `missing.po` of its folder, with empty texts to
//! be filled in; an empty text is still missing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kit_book::guide::Guide;
use kit_games::CATALOGUE;
use kit_languages::check;
use kit_play::sentence::{Language, Names};
use kit_play::wire::{GlimpseAnswer, OPTION};
use kit_play::{
    About, CardNeed, Chance, Conduct, Listed, PaperLayout, PaperSheet, Table, Team, Terms, Values, Viewer,
};
use serde_json::Value;

#[test]
fn every_language_says_everything() {
    let mut texts = texts();
    texts.extend(words());
    assert!(texts.len() > 500, "{} texts were found, so the sources were not read", texts.len());
    for language in kit_languages::all() {
        let missing = check::missing(language, &texts);
        if !missing.is_empty() && std::env::var_os("UPDATE").is_some() {
            let folder = root().join("languages").join(language.code());
            check::add_missing(&folder.join("missing.po"), language, &texts);
        }
        assert!(missing.is_empty(), "{}: {}\n{}", language.code(), missing.len(), missing.join("\n"));
    }
}

#[test]
fn no_language_says_what_nobody_says() {
    let mut known = texts();
    known.extend(words());
    for language in kit_languages::all() {
        let stray: Vec<&str> = language
            .texts()
            .map(|(english, _)| english)
            .filter(|english| !known.contains(*english) && !in_terminal().contains(*english))
            .collect();
        assert!(stray.is_empty(), "{}: {}\n{}", language.code(), stray.len(), stray.join("\n"));
    }
}

#[test]
fn every_language_calls_each_option_and_value_by_a_name() {
    let names: BTreeSet<String> = CATALOGUE
        .iter()
        .flat_map(|game| game.about().choices)
        .flat_map(|choice| {
            let (Values::Words(words) | Values::Number(_, _, words)) = choice.values;
            [choice.name].into_iter().chain(words.iter().map(|(word, _)| *word))
        })
        .map(Values::spelled)
        .filter(|name| check::has_words(name))
        .collect();
    assert!(names.len() > 40, "{names:?}");
    for language in kit_languages::all() {
        let named = |name: &&String| language.form(OPTION, name).is_some_and(|title| !title.is_empty());
        let missing: Vec<&String> = names.iter().filter(|name| !named(name)).collect();
        assert!(missing.is_empty(), "{} has no name for {missing:?}", language.code());
        let stray: Vec<&str> = language.forms(OPTION).filter(|english| !names.contains(*english)).collect();
        assert!(stray.is_empty(), "{} has names for what is no option: {stray:?}", language.code());
    }
}

/// All that sources, title pages and guides say, in English.
fn texts() -> BTreeSet<String> {
    let crates = [
        "play", "games", "golf", "hands", "bots", "book", "print", "sitting", "answers", "club", "page",
        "server",
    ];
    let sources = crates.iter().flat_map(|name| sources(&root().join("crates").join(name).join("src")));
    let mut texts: BTreeSet<String> = sources.flat_map(|source| said_in(&source)).collect();
    texts.extend(CATALOGUE.iter().flat_map(|game| title_page(game.about())));
    texts.extend(CATALOGUE.iter().flat_map(|game| guide(game.about())));
    texts.retain(|text| check::has_words(text));
    texts
}

fn said_in(source: &str) -> Vec<String> {
    let calls = ["say!(", "Sentence::plain(", "Reason::new(", "Reason::counting("];
    let mut texts: Vec<String> = calls.iter().flat_map(|call| check::texts_after(call, source)).collect();
    if source.contains("BadNotation::new(") {
        let calls = ["BadNotation::new(text, ", "let expected ="];
        texts.extend(calls.iter().flat_map(|call| check::texts_after(call, source)));
    }
    // How games end by conduct.
    texts.extend(
        ["loss_of(team, ", "Outcome::draw(reason("].iter().flat_map(|call| check::texts_after(call, source)),
    );
    texts
}

/// What a title page says to people.
fn title_page(about: &'static About) -> Vec<String> {
    let mut texts = vec![about.name, about.blurb];
    texts.extend(about.written.iter().chain(about.roles));
    texts.extend(about.editions.iter().map(|edition| edition.note));
    for choice in about.choices {
        texts.push(choice.meaning);
        let (Values::Words(words) | Values::Number(_, _, words)) = choice.values;
        texts.extend(words.iter().map(|(_, meaning)| meaning));
    }
    texts.extend(about.ways.iter().map(|way| way.meaning));
    texts.extend(about.tools.iter().flat_map(|tool| [tool.name, tool.blurb]));
    texts.extend(about.needs.things);
    let need = |need: &CardNeed| [need.editions, need.cards, need.count];
    texts.extend(about.needs.cards.iter().flat_map(need));
    texts.extend(about.sheet.as_ref().map(sheet).unwrap_or_default());
    let teams = about.teams.iter().map(|team| kit_play::outcome::capitalized(team));
    texts.into_iter().map(str::to_owned).chain(teams).collect()
}

/// What stands on its sheet beside its rules.
fn sheet(sheet: &PaperSheet) -> Vec<&'static str> {
    let mut texts = vec![sheet.lead];
    match sheet.layout {
        PaperLayout::Boards { boards, .. } => texts.extend(boards.iter().flat_map(|(one, two)| [one, two])),
        PaperLayout::Grids { names, .. } => texts.extend(names),
        PaperLayout::Scores { tables, columns, .. } => {
            texts.extend(tables);
            texts.extend(columns.iter().map(|(heading, _)| heading));
        }
        PaperLayout::Captures { columns, .. } => texts.extend(columns),
        PaperLayout::Track { places, turns, .. } => {
            texts.extend(places);
            texts.extend(turns.columns.iter().map(|(heading, ..)| heading));
        }
        PaperLayout::Cards { cards, turns, .. } => {
            texts.extend(cards.iter().map(|(_, word)| word));
            texts.extend(turns.columns.iter().map(|(heading, ..)| heading));
        }
    }
    texts
}

/// What its guide says to a learner.
fn guide(about: &'static About) -> Vec<String> {
    let guide: Guide = about.guide.parse().unwrap_or_else(|bad| panic!("{}: {bad}", about.id));
    guide.texts().map(str::to_owned).collect()
}

/// Words that voices look up by themselves.
fn words() -> BTreeSet<String> {
    let roles = ["pawn", "knight", "bishop", "rook", "queen", "king", "checker"];
    let colors = ["white", "black"];
    let pieces = colors.iter().flat_map(|color| roles.map(|role| format!("{color} {role}")));
    let cards = ["jack", "card queen", "card king", "ace", "hearts", "diamonds", "spades", "clubs"];
    let others = ["White", "Black", "nobody", " and ", " or "];
    let plain = roles.iter().chain(&colors).chain(&cards).chain(&others).map(|word| (*word).to_owned());
    plain.chain(pieces).collect()
}

/// What the terminal says; `crates/cli` has a test of its own for it.
fn in_terminal() -> &'static BTreeSet<String> {
    static TEXTS: std::sync::OnceLock<BTreeSet<String>> = std::sync::OnceLock::new();
    TEXTS.get_or_init(|| {
        let read = |language: &str| {
            let catalogue = root().join("languages").join(language).join("terminal.po");
            fs::read_to_string(catalogue).unwrap_or_default()
        };
        let catalogues = kit_languages::all().iter().map(|language| read(language.code()));
        catalogues.flat_map(|text| check::texts_after("msgid ", &text)).collect()
    })
}

fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a crate has sources").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if name.ends_with(".rs") && name != "tests.rs" && name != "testing.rs" {
            found.push(fs::read_to_string(&path).expect("a source can be read"));
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Who wins because the other side has left did not leave; who gives up together did.
#[test]
fn a_reason_may_have_a_form_of_its_own_after_a_win() {
    let game = CATALOGUE[0];
    let told = |conduct: Conduct, seats| {
        let names = Names::at(game, &[]).in_language(kit_languages::language("de"));
        conduct.outcome(game, seats).told(game.about()).spoken(&names).text
    };
    let left = Conduct::Abandoned(Team(1));
    assert_eq!(told(left, 2), "Weiß gewinnt durch das Weggehen der Gegenseite.");
    assert_eq!(told(Conduct::Abandoned(Team(0)), 1), "Remis durch Verlassen des Tischs.");
    assert_eq!(told(Conduct::Resigned(Team(1)), 2), "Weiß gewinnt durch Aufgabe.");
}

/// A third language is a folder and no code: one that is made of English, in brackets and longer by
/// 40 %, is read as any catalogue is, and then nothing that a table shows is said in English.
#[test]
fn another_language_is_only_texts() {
    let mut said = texts();
    said.extend(words());
    let entry = |english: &String| {
        let longer = "ö".repeat(english.chars().count() * 2 / 5);
        format!("msgid {english:?}\nmsgstr {:?}\n", format!("[{english} {longer}]"))
    };
    let catalogue: String = said.iter().map(entry).collect();
    // Nobody has a folder for Czech, which has more plurals than English.
    kit_languages::hand_in("cs", &[&catalogue]).unwrap_or_else(|bad| panic!("{bad}"));
    let language = kit_languages::language("cs").expect("it was handed in");
    for game in CATALOGUE {
        let (mut english, mut translated) = (BTreeSet::new(), 0);
        for seed in 0..4 {
            play_in(*game, language, seed, &mut |text| {
                english.extend(left_in_english(text));
                translated += usize::from(text.contains("ö]"));
            });
        }
        assert!(english.is_empty(), "{}: {english:?}", game.about().id);
        assert!(translated > 10, "{}: {translated} texts", game.about().id);
    }
}

/// Plays some turns, and hands on everything that the seats and the public are told.
fn play_in(game: &'static dyn Listed, language: &'static Language, seed: u64, hear: &mut dyn FnMut(&str)) {
    let names = Names::at(game, &[]).in_language(Some(language));
    let mut chance = Chance::seeded(seed);
    let mut table = Table::open(game, &Terms::usual(game.about()), &mut chance).expect("a usual game opens");
    for _ in 0..24 {
        let viewers: Vec<Viewer> = Viewer::all(table.seats().count()).collect();
        for viewer in viewers {
            let mut answer =
                GlimpseAnswer::new(game.about(), &table.glimpse(viewer), table.outcome().as_ref());
            answer.say_as(&names);
            texts_of(&serde_json::to_value(&answer).expect("an answer can be written"), hear);
        }
        let Some(seat) = table.acting().first().copied() else { break };
        let offers = table.glimpse(Viewer::Seat(seat)).actions();
        let action = chance.pick(&offers).clone();
        table.act(seat, &action, &mut chance).expect("an offer is accepted");
    }
}

/// The words for people in an answer: those that could have spans.
fn texts_of(value: &Value, hear: &mut dyn FnMut(&str)) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| texts_of(value, hear)),
        Value::Object(fields) => {
            if let (Some(Value::String(text)), true) = (fields.get("text"), fields.contains_key("spans")) {
                hear(text);
            }
            fields.values().for_each(|value| texts_of(value, hear));
        }
        _ => {}
    }
}

/// Words outside of all brackets; letters and squares are the same in all languages.
fn left_in_english(text: &str) -> Vec<String> {
    let mut depth = 0;
    let outside: String = text
        .chars()
        .map(|letter| {
            depth += i32::from(letter == '[') - i32::from(letter == ']');
            if depth > 0 || !letter.is_alphabetic() { ' ' } else { letter }
        })
        .collect();
    outside.split_whitespace().filter(|word| word.chars().count() > 2).map(str::to_owned).collect()
}
