//! The words one may type besides actions.

use kit_play::{Sentence, say};

/// Something a person asks of the table rather than of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// What can be typed.
    Help,
    /// Everything that may be done now.
    Offers,
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

/// What `help` says.
pub fn help() -> Sentence {
    say!(
        "\
Type an action as it is written (`e2e4`), in another usual spelling (`Nf3`),
by its beginning if that fits only one offer, or by its number in the list.

offers      everything you may do now, numbered
rules       the rules that matter now; `rules all` for the whole book
history     what you have heard
hint        where to look; again, what to do and why
know        what you may know of what is hidden, with chances
undo        back to your previous decision, if nothing hidden has come out since
draw        offer a draw
resign      give up
save FILE   write the scoresheet to a file; `play --resume FILE` continues it
quit        leave
help or ?   this page

Where a game has an action of the same name, write the command with a slash: /draw."
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
    use super::*;

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
