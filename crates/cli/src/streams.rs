//! Texts that come in and go out: files, standard input, the terminal and its pager.

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Context;
use kit_play::{Sentence, say};

use crate::usage::unreadable;
use crate::words::said;

/// How wide text is where there is no terminal to ask.
const USUAL_WIDTH: usize = 80;

/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 100;

/// The text of a file, or of standard input when the path is `-`.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    if path.as_os_str() == "-" {
        io::stdin()
            .lock()
            .read_to_string(&mut text)
            .map(|_| ())
            .with_context(|| said(&say!("standard input")))?
    } else {
        text = std::fs::read_to_string(path).map_err(|error| unreadable(path, error))?
    }
    Ok(text)
}

/// Writes to standard output, to the last byte.
pub fn write_out(text: &str) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    Ok(output.flush()?)
}

/// Tells people something beside the data.
pub fn say(sentence: &Sentence) {
    // Nobody may be listening on standard error.
    let _ = writeln!(io::stderr(), "{}", said(sentence));
}

/// How many columns text may fill.
pub fn width() -> usize {
    if !io::stdout().is_terminal() {
        return USUAL_WIDTH;
    }
    match crossterm::terminal::size() {
        // A terminal without a size says that it has no columns.
        Ok((0, _)) | Err(_) => USUAL_WIDTH,
        Ok((columns, _)) => usize::from(columns).min(WIDEST),
    }
}

/// Whether text may have ANSI styles: only on a terminal, and unless `NO_COLOR` is set.
pub fn color() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !refused
}

/// The text in bold, where styles are wanted.
pub fn strong(text: &str, color: bool) -> String {
    if color { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
}

/// Shows a long text: through a pager on a terminal, and as it is elsewhere.
pub fn page(text: &str) -> anyhow::Result<()> {
    if io::stdout().is_terminal() && through_pager(text) { Ok(()) } else { write_out(text) }
}

/// Runs `$PAGER`, or `less -R`; returns whether there was one to run.
fn through_pager(text: &str) -> bool {
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let pager = pager.unwrap_or_else(|| "less -R".to_owned());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else { return false };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Leave at once when all fits, keep styles, and do not clear the screen.
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // Whoever quits the pager early has read enough.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}

/// The text in lines of at most `width` columns, the later ones indented.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        let room = width.saturating_sub(indent);
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
            lines.push(word.to_owned());
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_after_the_first_are_indented() {
        assert_eq!(wrapped("one two three", 9, 2), "one two\n  three");
        assert_eq!(wrapped("unbreakable", 4, 2), "unbreakable");
        assert_eq!(wrapped("", 4, 2), "");
    }
}
