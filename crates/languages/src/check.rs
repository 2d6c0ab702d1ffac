//! What tests ask of a language: whether it has a text for all that sources say.
//!
//! ```
//! use kit_languages::check;
//!
//! let source = r#"let told = say!("{seat} buries a {piece}.", seat, piece);"#;
//! assert_eq!(check::templates_in(source), ["{seat} buries a {piece}."]);
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use kit_play::sentence::Language;

/// The templates of all `say!` in a source, in order; not those of comments and of tests at its end.
pub fn templates_in(source: &str) -> Vec<String> {
    texts_after("say!(", source)
}

/// The texts in quotes that follow these words in a source, in order; not those of comments and of
/// tests at its end.
pub fn texts_after(words: &str, source: &str) -> Vec<String> {
    said_by_the_program(source).split(words).skip(1).filter_map(|after| literal(after.trim_start())).collect()
}

/// A source without comments and without the tests at its end.
fn said_by_the_program(source: &str) -> String {
    let source = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// What is wrong with a language that should have these texts: those that it has not, and those
/// of which the fillings are others.
///
/// Texts without words, such as `{number}. {text}`, need no other.
pub fn missing(language: &Language, texts: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<String> {
    let texts: BTreeSet<String> = texts.into_iter().map(|text| text.as_ref().to_owned()).collect();
    let wrong = |english: &String| match language.text(english) {
        None if has_words(english) => Some(format!("no text for `{english}`")),
        Some("") => Some(format!("an empty text for `{english}`")),
        Some(text) if fillings(text) != fillings(english) => {
            Some(format!("other fillings in `{text}` than in `{english}`"))
        }
        None | Some(_) => None,
    };
    texts.iter().filter_map(wrong).collect()
}

/// Adds the texts that a language has not to one of its catalogues, to be filled in; what stands
/// there already stays.
///
/// # Panics
///
/// Panics when the catalogue cannot be written.
pub fn add_missing(path: &Path, language: &Language, texts: impl IntoIterator<Item = impl AsRef<str>>) {
    let mut catalogue = fs::read_to_string(path).unwrap_or_default();
    let listed: BTreeSet<String> = texts_after("msgid ", &catalogue).into_iter().collect();
    let texts: BTreeSet<String> = texts.into_iter().map(|text| text.as_ref().to_owned()).collect();
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    for text in texts.iter().filter(|text| has_words(text) && language.text(text).is_none()) {
        if !listed.contains(text) {
            catalogue += &format!("msgid \"{}\"\nmsgstr \"\"\n\n", quoted(text));
        }
    }
    fs::write(path, catalogue).expect("a catalogue can be written");
}

/// The names of the fillings of a template.
fn fillings(template: &str) -> BTreeSet<&str> {
    let is_name = |name: &&str| {
        !name.is_empty()
            && name.chars().all(|letter| letter.is_ascii_lowercase() || matches!(letter, '0'..='9' | '_'))
    };
    let opened = template.split('{').skip(1);
    opened.filter_map(|rest| rest.split(['|', '}']).next()).filter(is_name).collect()
}

/// Whether a template says anything beside its fillings.
pub fn has_words(template: &str) -> bool {
    let outside = template.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    let chosen = template.contains('=');
    chosen || outside.into_iter().any(|part| part.chars().any(char::is_alphabetic))
}

/// The text of a literal that a source begins with.
fn literal(source: &str) -> Option<String> {
    if let Some(raw) = source.strip_prefix('r') {
        let hashes = &raw[..raw.find('"')?];
        let end = format!("\"{hashes}");
        let inner = &raw[hashes.len() + 1..];
        return hashes
            .bytes()
            .all(|byte| byte == b'#')
            .then(|| inner.split(&end).next().map(str::to_owned))?;
    }
    let mut letters = source.strip_prefix('"')?.chars().peekable();
    let mut text = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'u' => {
                    let code: String = letters.by_ref().skip(1).take_while(|letter| *letter != '}').collect();
                    text.push(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32)?);
                }
                // A line that goes on below goes on without the blanks before it.
                '\n' => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
                other => text.push(other),
            },
            letter => text.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_as_the_compiler_reads_them() {
        for (source, expected) in [
            (r#""plain", x"#, Some("plain")),
            ("\"two \\\n      lines\\n\"", Some("two lines\n")),
            (r#""a \"b\" \\ \u{2014}""#, Some("a \"b\" \\ —")),
            (r##"r#"raw "text""#)"##, Some("raw \"text\"")),
            ("name)", None),
        ] {
            assert_eq!(literal(source).as_deref(), expected, "{source}");
        }
    }

    #[test]
    fn comments_and_tests_say_nothing() {
        let source =
            "// say!(\"no\")\nsay!(\n    \"yes {a}\", a)\n\n#[cfg(test)]\nmod tests {\nsay!(\"no\")}";
        assert_eq!(templates_in(source), ["yes {a}"]);
    }

    #[test]
    fn what_is_missing_is_named() {
        let catalogue =
            "msgid \"{a} of {b}\"\nmsgstr \"{b|gen} {b}\"\n\nmsgid \"fine {a}\"\nmsgstr \"gut {a|dat}\"\n";
        let language = Language::new("xx", "X", Box::new(|_| "other")).with(catalogue).expect("a catalogue");
        assert_eq!(
            missing(&language, ["fine {a}", "{a}: {b}", "{a} of {b}", "gone"]),
            ["no text for `gone`", "other fillings in `{b|gen} {b}` than in `{a} of {b}`"]
        );
    }
}
