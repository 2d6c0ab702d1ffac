//! The words of a PGN text, each with its line.
//!
//! Comments, variations and annotations are left out; whatever is none of PGN is an error
//! rather than passed over, because a move that is silently dropped makes another game.

use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{BadText, say};

/// The first game of a text.
#[derive(Debug, Default)]
pub struct PgnGame {
    /// The tag with the start position.
    pub fen: Option<Numbered>,
    /// The moves of the main line, as they are written.
    pub moves: Vec<Numbered>,
}

/// A piece of text and its line, counted from 1.
#[derive(Debug)]
pub struct Numbered {
    /// The line.
    pub line: usize,
    /// The text.
    pub text: String,
}

/// Reads tags and words up to the first result, or up to the tags of a second game.
pub fn read(text: &str) -> Result<PgnGame, BadText> {
    let mut cursor = Cursor { rest: text.trim_start_matches('\u{feff}'), line: 1, line_starts: true };
    let mut game = PgnGame::default();
    let mut anything = false;
    while let Some(next) = cursor.next_sign() {
        let line = cursor.line;
        match next {
            '%' if cursor.line_starts => cursor.skip_line(),
            ';' => cursor.skip_line(),
            '[' if !game.moves.is_empty() => break,
            '[' => {
                let (name, value) = cursor.tag()?;
                if name.eq_ignore_ascii_case("FEN") {
                    game.fen = Some(Numbered { line, text: value });
                }
            }
            '{' => cursor.comment()?,
            '(' => cursor.variation()?,
            '$' => cursor.annotation(),
            ')' | ']' | '}' => {
                return Err(BadText::at(
                    line,
                    say!("this `{sign}` closes nothing", sign = Filling::text(next)),
                ));
            }
            _ => match cursor.word() {
                "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*" => return Ok(game),
                word => game.moves.extend(move_in(word).map(|text| Numbered { line, text })),
            },
        }
        anything = true;
    }
    if anything { Ok(game) } else { Err(BadText::at(1, say!("there is no PGN game"))) }
}

/// The move in a word such as `e4`, `1.e4`, `12...Nf6!?` or `0-0`; none in `1.` or `e.p.`.
fn move_in(word: &str) -> Option<String> {
    let unnumbered = match word.trim_start_matches(|digit: char| digit.is_ascii_digit()) {
        "" => "",
        rest if rest.starts_with('.') => rest.trim_start_matches('.'),
        _ => word,
    };
    let bare = unnumbered.trim_end_matches(['!', '?']);
    if bare.is_empty() || bare == "e.p." {
        return None;
    }
    let zeros = bare.starts_with("0-0");
    Some(if zeros { bare.replace('0', "O") } else { bare.to_owned() })
}

struct Cursor<'a> {
    rest: &'a str,
    line: usize,
    /// Whether the next sign is the first of its line.
    line_starts: bool,
}

impl<'a> Cursor<'a> {
    /// The next sign that is not blank, still to be taken.
    fn next_sign(&mut self) -> Option<char> {
        self.take_while(char::is_whitespace);
        self.rest.chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let taken = self.rest.chars().next()?;
        self.rest = &self.rest[taken.len_utf8()..];
        self.line += usize::from(taken == '\n');
        self.line_starts = taken == '\n';
        Some(taken)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let whole = self.rest;
        while self.rest.chars().next().is_some_and(&wanted) {
            self.take();
        }
        &whole[..whole.len() - self.rest.len()]
    }

    fn skip_line(&mut self) {
        self.take_while(|sign| sign != '\n');
    }

    fn word(&mut self) -> &'a str {
        self.take_while(|sign| !sign.is_whitespace() && !"{}()[];$".contains(sign))
    }

    /// `$` and a number.
    fn annotation(&mut self) {
        self.take();
        self.take_while(|sign| sign.is_ascii_digit());
    }

    /// `{ … }`, which does not nest.
    fn comment(&mut self) -> Result<(), BadText> {
        let line = self.line;
        self.take_while(|sign| sign != '}');
        match self.take() {
            Some(_) => Ok(()),
            None => Err(BadText::at(line, say!("the comment that begins here has no end"))),
        }
    }

    /// `( … )` with comments and further variations in it.
    fn variation(&mut self) -> Result<(), BadText> {
        let line = self.line;
        let mut depth = 0;
        while let Some(next) = self.next_sign() {
            match next {
                '{' => self.comment()?,
                ';' => self.skip_line(),
                '(' | ')' => {
                    self.take();
                    depth = if next == '(' { depth + 1 } else { depth - 1 };
                    if depth == 0 {
                        return Ok(());
                    }
                }
                _ => {
                    self.take();
                }
            }
        }
        Err(BadText::at(line, say!("the variation that begins here has no end")))
    }

    /// `[Name "value"]` on one line.
    fn tag(&mut self) -> Result<(&'a str, String), BadText> {
        let (line, start) = (self.line, self.rest);
        let blank = |sign: char| sign == ' ' || sign == '\t';
        self.take();
        self.take_while(blank);
        let name = self.take_while(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        self.take_while(blank);
        let value = (self.take() == Some('"')).then(|| self.quoted()).flatten();
        self.take_while(blank);
        match value {
            Some(value) if !name.is_empty() && self.take() == Some(']') => Ok((name, value)),
            _ => {
                let found = Filling::text(excerpt(start.lines().next().unwrap_or_default()));
                Err(BadText::at(line, say!("not a tag such as `[White \"?\"]`: `{found}`", found)))
            }
        }
    }

    /// The rest of a quoted text; a backslash stands before a quote or a backslash.
    fn quoted(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            match self.take()? {
                '"' => return Some(value),
                '\n' => return None,
                '\\' => value.push(self.take()?),
                sign => value.push(sign),
            }
        }
    }
}
