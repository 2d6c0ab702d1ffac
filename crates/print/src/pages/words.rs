//! Words: texts with the markup of the rule books become pieces in one style each.

use kit_book::rulebook::{Span, spans};

use super::faces::{ACCENT, Face, Style};

/// Some characters in one style.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// How they look.
    pub style: Style,
    /// The characters.
    pub text: String,
}

impl Piece {
    /// Characters in a style.
    pub fn new(text: impl Into<String>, style: &Style) -> Piece {
        Piece { style: style.clone(), text: text.into() }
    }
}

/// The pieces of a text with markup, set in a style where nothing else is asked for.
pub fn pieces(text: &str, style: &Style) -> Vec<Piece> {
    let mut quotes = Quotes::default();
    spans(text).iter().map(|span| piece(span, style, &mut quotes)).collect()
}

/// The words of a text with markup, with the quotation marks of a printer.
pub fn plain(text: &str) -> String {
    pieces(text, &Style::new(Face::Regular, 10.0)).into_iter().map(|piece| piece.text).collect()
}

fn piece(span: &Span, style: &Style, quotes: &mut Quotes) -> Piece {
    let emphasis = if style.face == Face::Italic { Face::Regular } else { Face::Italic };
    let (style, text) = match span {
        Span::Plain(text) => (style.clone(), quotes.curl(text)),
        Span::Emphasis(text) => (Style { face: emphasis, ..style.clone() }, quotes.curl(text)),
        Span::Strong(text) => (Style { face: Face::Semibold, ..style.clone() }, quotes.curl(text)),
        Span::Code(text) => {
            quotes.before = text.chars().last();
            // The letters of this face are larger than those of the others.
            (Style { face: Face::Mono, size: style.size * 0.82, ..style.clone() }, text.clone())
        }
        Span::Link { text, address } => (style.clone().colored(ACCENT).linked(address), quotes.curl(text)),
    };
    Piece { style, text }
}

/// Turns the straight quotation marks of a keyboard into those of a printer.
#[derive(Default)]
struct Quotes {
    /// The character before.
    before: Option<char>,
}

impl Quotes {
    fn curl(&mut self, text: &str) -> String {
        let curl = |letter: char| {
            let opens = self.before.is_none_or(|before| before.is_whitespace() || "([“‘–—".contains(before));
            let curled = match (letter, opens) {
                ('"', true) => '“',
                ('"', false) => '”',
                ('\'', true) => '‘',
                ('\'', false) => '’',
                (other, _) => other,
            };
            self.before = Some(curled);
            curled
        };
        text.chars().map(curl).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_curled_and_markup_is_gone() {
        assert_eq!(plain("say \"no *ghost*\" of your opponent's"), "say “no ghost” of your opponent’s");
        assert_eq!(plain("\"*A*\" (\"b\")"), "“A” (“b”)");
        assert_eq!(plain("use `'x'` now"), "use 'x' now");
    }
}
