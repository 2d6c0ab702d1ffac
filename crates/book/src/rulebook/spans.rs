//! The markup inside a line: emphasis, strong words, code and links.

/// A piece of a text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Ordinary words.
    Plain(String),
    /// Words between `*`.
    Emphasis(String),
    /// Words between `**`.
    Strong(String),
    /// Words between backquotes.
    Code(String),
    /// `[words](address)`.
    Link {
        /// What is shown.
        text: String,
        /// Where it leads.
        address: String,
    },
}

impl Span {
    /// The words without their style.
    pub fn text(&self) -> &str {
        match self {
            Span::Plain(text) | Span::Emphasis(text) | Span::Strong(text) | Span::Code(text) => text,
            Span::Link { text, .. } => text,
        }
    }
}

/// Splits a text into pieces of one style. A mark without its partner is an ordinary character.
pub fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        match marked(rest) {
            Some((span, after)) => {
                if !plain.is_empty() {
                    spans.push(Span::Plain(std::mem::take(&mut plain)));
                }
                spans.push(span);
                rest = after;
            }
            None => {
                plain.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    if !plain.is_empty() {
        spans.push(Span::Plain(plain));
    }
    spans
}

/// The marked piece at the start of a text, and what follows it.
fn marked(text: &str) -> Option<(Span, &str)> {
    let between = |mark: &str| {
        let (inside, after) = text.strip_prefix(mark)?.split_once(mark)?;
        (!inside.is_empty() && inside.trim() == inside).then(|| (inside.to_owned(), after))
    };
    let link = || {
        let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
        let (address, after) = rest.split_once(')')?;
        Some((Span::Link { text: words.to_owned(), address: address.to_owned() }, after))
    };
    let strong = between("**").map(|(inside, after)| (Span::Strong(inside), after));
    let emphasis = || between("*").map(|(inside, after)| (Span::Emphasis(inside), after));
    let code = || between("`").map(|(inside, after)| (Span::Code(inside), after));
    strong.or_else(emphasis).or_else(code).or_else(link)
}
