//! The words for people: the language is chosen once, and everything is said in it.
//!
//! What programs read stays English: JSON, UCI, scoresheets and what is exported.

use std::sync::OnceLock;

use kit_bots::Level;
use kit_play::sentence::{Filling, Language, Names};
use kit_play::{Sentence, Table, say};

use crate::usage::Usage;

/// The option that chooses a language, without its hyphens.
pub const OPTION: &str = "language";

/// The variable that chooses a language.
pub const VARIABLE: &str = "CHESS_KIT_LANGUAGE";

/// The variables of the system that tell a language; the first that is set counts.
const LOCALES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of this run, once it is chosen.
static CHOSEN: OnceLock<Option<&'static Language>> = OnceLock::new();

/// Chooses the language of this run, by the command line, by our variable, or by the system's.
///
/// This comes before the command line is read, because its help is said in that language, too.
///
/// # Errors
///
/// Fails when a language is asked for that there is not; then the system's is chosen.
pub fn choose(arguments: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = LOCALES.into_iter().find_map(variable).unwrap_or_default();
    let told = asked_for(arguments).or_else(|| variable(VARIABLE));
    let language = told.as_deref().map_or(Ok(kit_languages::language(&locale)), named);
    // It is chosen here and nowhere else, so nobody has chosen before.
    let _ =
        CHOSEN.set(language.as_ref().map_or_else(|_| kit_languages::language(&locale), |language| *language));
    language.map(|_| ()).map_err(Usage::error)
}

/// The language of this run, if it is not English.
pub fn language() -> Option<&'static Language> {
    CHOSEN.get().copied().flatten()
}

/// A sentence in the language of this run.
pub fn said(sentence: &Sentence) -> String {
    sentence.words_in(&voice())
}

/// An English text in the language of this run, if it has one.
pub fn text(english: &str) -> &str {
    language().map_or(english, |language| language.text_or_english(english))
}

/// How strong a bot is, in a word for people; on the command line levels keep their English names.
pub fn level(level: Level) -> Sentence {
    match level {
        Level::Random => say!("random"),
        Level::Learner => say!("learner"),
        Level::Casual => say!("casual"),
        Level::Club => say!("club"),
        Level::Expert => say!("expert"),
        Level::Master => say!("master"),
    }
}

/// The voice that speaks where nobody has a name.
pub fn voice() -> Names {
    Names::default().in_language(language())
}

/// The voice that speaks at a table.
pub fn names(table: &Table) -> Names {
    table.names().in_language(language())
}

/// How many moves it is.
pub fn moves(length: u32) -> Sentence {
    say!("{length} {length|one=move|other=moves}", length)
}

/// One of these, each the same in all languages: `a, b or c`.
pub fn either(words: &[impl AsRef<str>]) -> Filling {
    Filling::one_of(words.iter().map(|word| Filling::text(word.as_ref())))
}

/// What the command line asks for, before it is read as a whole.
fn asked_for(arguments: impl Iterator<Item = String>) -> Option<String> {
    let mut arguments = arguments.take_while(|argument| argument != "--");
    let option = format!("--{OPTION}");
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix(&option) {
            Some("") => return arguments.next(),
            Some(rest) if rest.starts_with('=') => return Some(rest[1..].to_owned()),
            Some(_) | None => {}
        }
    }
    None
}

/// The language of a code; none for English.
fn named(code: &str) -> Result<Option<&'static Language>, Sentence> {
    let main = code.split(['-', '_', '.', '@']).next().unwrap_or_default();
    if main.eq_ignore_ascii_case("en") {
        return Ok(None);
    }
    kit_languages::language(code).map(Some).ok_or_else(|| {
        let others = kit_languages::all().iter().map(|language| (language.code(), language.name()));
        let one = |(code, name): (&str, &str)| Filling::text(format!("{code} ({name})"));
        let languages = Filling::one_of(std::iter::once(("en", "English")).chain(others).map(one));
        let found = Filling::text(kit_play::text::excerpt(code));
        say!("unknown language: `{found}` (try {languages})", found, languages)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_names_a_language() {
        let asked = |line: &str| asked_for(line.split(' ').map(str::to_owned));
        assert_eq!(asked("games --language de"), Some("de".to_owned()));
        assert_eq!(asked("--language=de games"), Some("de".to_owned()));
        assert_eq!(asked("games --languages de"), None);
        assert_eq!(asked("games -- --language de"), None);
    }

    #[test]
    fn english_and_every_language_there_is_can_be_named() {
        assert_eq!(named("en-GB"), Ok(None));
        for language in kit_languages::all() {
            assert_eq!(named(language.code()), Ok(Some(language)));
        }
        let problem = named("xx").expect_err("there is no such language").to_string();
        assert!(problem.starts_with("unknown language: `xx` (try en (English)"), "{problem}");
    }
}
