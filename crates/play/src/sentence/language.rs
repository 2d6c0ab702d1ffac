//! A language: templates, words and their forms, read from a catalogue.
//!
//! A catalogue is a PO file, as translators and their tools know it.
//! The English template or word is the `msgid`; a form of a word, such as a case, is its `msgctxt`:
//!
//! ```text
//! msgctxt "einen"
//! msgid "black pawn"
//! msgstr "einen schwarzen Bauern"
//! ```
//!
//! The context `gender` names the category by which templates choose words for a noun.

use std::collections::HashMap;
use std::fmt;

use crate::BadText;

/// Which category of plurals a number has in a language: `one`, `few`, `other` and so on.
pub type PluralRule = Box<dyn Fn(i64) -> &'static str + Send + Sync>;

/// A language that sentences can be said in.
pub struct Language {
    code: String,
    name: String,
    plural: PluralRule,
    texts: HashMap<String, String>,
    forms: HashMap<(String, String), String>,
    books: HashMap<&'static str, &'static str>,
}

impl Language {
    /// A language of no texts yet: its code as browsers have it, and what its speakers call it.
    pub fn new(code: &str, name: &str, plural: PluralRule) -> Language {
        Language {
            code: code.to_owned(),
            name: name.to_owned(),
            plural,
            texts: HashMap::new(),
            forms: HashMap::new(),
            books: HashMap::new(),
        }
    }

    /// The same language with the texts of a catalogue.
    ///
    /// # Errors
    ///
    /// Fails when the catalogue cannot be read, or has a text twice.
    pub fn with(mut self, catalogue: &str) -> Result<Language, BadText> {
        for Message { line, context, english, text } in messages(catalogue)? {
            // As everywhere with this format, an empty text is one that is still to be written.
            if text.is_empty() {
                continue;
            }
            let known = match context {
                Some(form) => self.forms.insert((form, english.clone()), text),
                None if english.is_empty() => None, // The header.
                None => self.texts.insert(english.clone(), text),
            };
            if known.is_some() {
                return Err(BadText::in_english(line, format!("a second text for `{english}`")));
            }
        }
        Ok(self)
    }

    /// The same language with books, by their names: rule books by the ids of their games.
    pub fn with_books(mut self, books: &[(&'static str, &'static str)]) -> Language {
        self.books.extend(books.iter().copied());
        self
    }

    /// The text of a book, if the language has it.
    pub fn book(&self, name: &str) -> Option<&'static str> {
        self.books.get(name).copied()
    }

    /// The code by which browsers know it: `de`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// What its speakers call it: `Deutsch`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text for an English one, if there is one.
    pub fn text(&self, english: &str) -> Option<&str> {
        self.texts.get(english).map(String::as_str)
    }

    /// The text for an English one, or else the English one.
    pub fn text_or_english<'t>(&'t self, english: &'t str) -> &'t str {
        self.text(english).unwrap_or(english)
    }

    /// A word in a form, if there is one.
    pub fn form(&self, form: &str, english: &str) -> Option<&str> {
        self.forms.get(&(form.to_owned(), english.to_owned())).map(String::as_str)
    }

    /// The English words that it has in a form.
    pub fn forms<'l>(&'l self, form: &'l str) -> impl Iterator<Item = &'l str> {
        self.forms.keys().filter(move |(of, _)| of == form).map(|(_, english)| english.as_str())
    }

    /// The category of plurals of a number.
    pub fn plural(&self, number: i64) -> &'static str {
        (self.plural)(number)
    }

    /// All English texts that it has, each with its own.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(english, text)| (english.as_str(), text.as_str()))
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Language").field(&self.code).finish()
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.code == other.code
    }
}

impl Eq for Language {}

/// One text of a catalogue.
struct Message {
    line: usize,
    context: Option<String>,
    english: String,
    text: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Field {
    Context,
    English,
    Text,
}

fn messages(catalogue: &str) -> Result<Vec<Message>, BadText> {
    let mut messages: Vec<Message> = Vec::new();
    let mut context = None;
    let mut field = None;
    for (index, line) in catalogue.lines().enumerate() {
        let (line, number) = (line.trim(), index + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (keyword, quoted) = match line.split_once(' ') {
            Some((keyword, quoted)) if !line.starts_with('"') => (Some(keyword), quoted),
            _ => (None, line),
        };
        let text = unquoted(quoted).ok_or_else(|| BadText::in_english(number, "a text stands in quotes"))?;
        match keyword {
            Some("msgctxt") => {
                field = Some(Field::Context);
                context = Some(text);
            }
            Some("msgid") => {
                field = Some(Field::English);
                let context = context.take();
                messages.push(Message { line: number, context, english: text, text: String::new() });
            }
            Some("msgstr") => {
                field = Some(Field::Text);
                let message = messages.last_mut();
                message.ok_or_else(|| BadText::in_english(number, "`msgstr` comes after `msgid`"))?.text =
                    text;
            }
            Some(_) => {
                return Err(BadText::in_english(number, "a line begins with msgctxt, msgid, msgstr or #"));
            }
            None => match (field, messages.last_mut()) {
                (Some(Field::English), Some(message)) => message.english.push_str(&text),
                (Some(Field::Text), Some(message)) => message.text.push_str(&text),
                (Some(Field::Context), _) => context = context.map(|context| context + &text),
                (Some(_), None) | (None, _) => {
                    return Err(BadText::in_english(number, "a text belongs to msgctxt, msgid or msgstr"));
                }
            },
        }
    }
    Ok(messages)
}

/// A text without its quotes and the signs that hide some of its letters.
fn unquoted(quoted: &str) -> Option<String> {
    let inner = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut letters = inner.chars();
    let mut text = String::with_capacity(inner.len());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(match letters.next()? {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            '"' => return None,
            letter => text.push(letter),
        }
    }
    Some(text)
}
