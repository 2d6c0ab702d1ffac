//! The words one may type besides actions.

use kit_play::{Sentence, say};

/// Something a person asks of the table rather than of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// What can be typed.
    Help,
    /// Everything that may be done now.
    Offers,
    /// Everything that lies on the table, in words.
    Board,
    /// The rule book, from the rule that matters now, or the whole of it.
    Rules {
        /// Whether the whole book is asked for.
        whole: bool,
    },
    /// What this person has heard.
    History,
    /// Where to look, and at the second time what to do.
    Hint,
    /// What this person may know of what is hidden, with chances.
    Know,
    /// Back to this person's previous decision.
    Undo,
    /// Give up.
    Resign,
    /// Offer a draw.
    Draw,
    /// Write the scoresheet to a file.
    Save(String),
    /// Leave.
    Quit,
}

/// What `help` says, in lines of at most 76 columns.
pub fn help() -> Sentence {
    say!(
        "\
Type a move as players write it (`Nf3`, `exd5`, `O-O`), from square to
square (`e2e4`), in words (`knight g1 to f3`), by its beginning if that
fits only one, or by its number in the list.

offers      everything you may do now, numbered
board       everything that lies on the table, in words
rules       the rules that matter now; `rules all` for the whole book
history     what you have heard
hint        where to look; again, what to do and why
know        what you may know of what is hidden, with chances
undo        back to your previous decision, if nothing hidden came out since
draw        offer a draw
resign      give up
save FILE   write the scoresheet; `chess-kit play --resume FILE` goes on
quit        leave
help or ?   this page

Where a game has an action of the same name, write a slash before the
command: /draw."
    )
}

/// What `help` says beside that on the full screen.
pub fn keys() -> Sentence {
    say!(
        "\
Keys
Tab         write out what can only be meant
Up, Down    choose among what you may do; Enter does it
mouse       click a piece and then its square, a card or a word
Esc         forget what is typed or picked
PgUp, PgDn  scroll what was said
Home, End   scroll what lies beside the board; the wheel scrolls both
F1, F2, F3  this help, the rules that matter now, a hint
Ctrl and C  leave

Signs
< >         may move        ( )  may be taken      braces: is picked
[ ]         moved last      ! !  is in check       ~ ~  is in danger
? ?         asked in vain   - -  has moved         * *  a card names it
vN          lies under the square, where squares are large
PN?         may be there for all you know; + stands for more"
    )
}

impl Command {
    /// The command that a line stands for, if it is one; a slash before it does no harm.
    pub fn read(line: &str) -> Option<Command> {
        let line = line.strip_prefix('/').unwrap_or(line).trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("?" | "help", "") => Some(Command::Help),
            ("offers", "") => Some(Command::Offers),
            ("board" | "table", "") => Some(Command::Board),
            ("rules", "") => Some(Command::Rules { whole: false }),
            ("rules", "all") => Some(Command::Rules { whole: true }),
            ("history", "") => Some(Command::History),
            ("hint", "") => Some(Command::Hint),
            ("know", "") => Some(Command::Know),
            ("undo", "") => Some(Command::Undo),
            ("resign", "") => Some(Command::Resign),
            ("draw", "") => Some(Command::Draw),
            ("save", file) => Some(Command::Save(file.to_owned())),
            ("quit" | "exit", "") => Some(Command::Quit),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use kit_play::sentence::Names;

    use super::*;

    #[test]
    fn help_fits_80_columns_in_every_language() {
        let voices = std::iter::once(None).chain(kit_languages::all().iter().map(Some));
        for voice in voices.map(|language| Names::default().in_language(language)) {
            for page in [help(), keys()] {
                let text = page.words_in(&voice);
                for line in text.lines() {
                    assert!(line.chars().count() <= 76, "{line}");
                }
            }
            for key in ["Tab", "F2", "PgUp", "End"] {
                assert!(keys().words_in(&voice).contains(key), "{key}");
            }
        }
    }

    #[test]
    fn commands_are_read() {
        for (line, expected) in [
            ("?", Some(Command::Help)),
            ("/draw", Some(Command::Draw)),
            ("Rules all", Some(Command::Rules { whole: true })),
            ("save  my game.txt ", Some(Command::Save("my game.txt".to_owned()))),
            ("save", Some(Command::Save(String::new()))),
            ("undo it", None),
            ("/", None),
            ("e2e4", None),
        ] {
            assert_eq!(Command::read(line), expected, "{line}");
        }
    }
}
