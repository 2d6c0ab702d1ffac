//! The help of the command line in the language of this run.
//!
//! Every text is written once, where clap reads it; here the tree of commands is walked and each
//! text for which the language has another is replaced.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use kit_play::sentence::Filling;
use kit_play::{Sentence, say};

use crate::words::{self, said};
use crate::{streams, usage};

/// The tree of commands with its texts in the language of this run.
pub fn spoken(mut command: Command) -> Command {
    if words::language().is_none() {
        return command;
    }
    // Only then there is all that clap adds by itself.
    command.build();
    spoken_command(command)
}

fn spoken_command(mut command: Command) -> Command {
    if let Some(about) = command.get_about().map(ToString::to_string) {
        command = command.about(words::text(&about).to_owned());
    }
    let usage = words::text("Usage");
    command
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{usage}: {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .subcommand_help_heading(words::text("Commands"))
        .mut_args(spoken_argument)
        .mut_subcommands(spoken_command)
}

fn spoken_argument(argument: Arg) -> Arg {
    let is_positional = argument.get_long().is_none() && argument.get_short().is_none();
    let heading = if is_positional { words::text("Arguments") } else { words::text("Options") };
    let english = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let mut help = words::text(&english).to_owned();
    let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let default = defaults.collect::<Vec<_>>().join(" ");
    if !default.is_empty() && !argument.is_hide_default_value_set() && argument.get_action().takes_values() {
        help = with_default(help, &default);
    }
    let possible = argument.get_possible_values();
    let values: Vec<Filling> = possible.iter().map(|value| Filling::text(value.get_name())).collect();
    if !values.is_empty() && argument.get_action().takes_values() {
        help = said(&say!(
            "{help} [possible: {values}]",
            help = Filling::text(help),
            values = Filling::row_of(values)
        ));
    }
    argument.help_heading(heading).help(help).hide_default_value(true).hide_possible_values(true)
}

/// What an option is for, and what it is if nobody says otherwise.
pub fn with_default(help: String, default: &str) -> String {
    said(&say!("{help} [default: {default}]", help = Filling::text(help), default = Filling::text(default)))
}

/// Says what is wrong with a command line, or shows the help that it asks for, and ends the program.
pub fn refuse(error: &clap::Error) -> ! {
    let problem = words::language().and_then(|_| problem(error));
    let Some(problem) = problem else { error.exit() };
    streams::say(&say!("error: {problem}\n\nTry --help for what there is.", problem));
    std::process::exit(2)
}

/// What is wrong, where it is one of the usual mistakes.
fn problem(error: &clap::Error) -> Option<Sentence> {
    let told = |kind: ContextKind| match error.get(kind)? {
        ContextValue::String(text) if !text.is_empty() => Some(Filling::text(text)),
        ContextValue::Strings(texts) => Some(Filling::row_of(texts.iter().map(Filling::text))),
        _ => None,
    };
    let argument = told(ContextKind::InvalidArg);
    let value = told(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => Some(say!("unknown argument: `{argument}`", argument = argument?)),
        ErrorKind::InvalidSubcommand => {
            Some(say!("unknown command: `{command}`", command = told(ContextKind::InvalidSubcommand)?))
        }
        ErrorKind::InvalidValue => match (value, told(ContextKind::ValidValue)) {
            (None, _) => Some(say!("{argument} needs a value", argument = argument?)),
            (Some(value), Some(values)) => {
                let argument = argument?;
                Some(say!("{argument} cannot be `{value}`, only {values}", argument, value, values))
            }
            (Some(_), None) => None,
        },
        ErrorKind::ValueValidation => {
            let (argument, value, reason) = (argument?, value?, reason(error.source()?));
            Some(say!("{argument} cannot be `{value}`: {reason}", argument, value, reason))
        }
        ErrorKind::MissingRequiredArgument => Some(say!("missing: {arguments}", arguments = argument?)),
        ErrorKind::ArgumentConflict => {
            let (argument, other) = (argument?, told(ContextKind::PriorArg)?);
            Some(say!("{argument} does not go together with {other}", argument, other))
        }
        _ => None,
    }
}

/// Why a value cannot be: in our words, also where clap has words of its own.
fn reason(cause: &(dyn Error + 'static)) -> Sentence {
    let told = usage::cause_in_words(cause);
    let range = told.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="));
    match range {
        Some((least, most)) => {
            let (least, most) = (Filling::text(least), Filling::text(most));
            say!("it is a number from {least} to {most}", least, most)
        }
        None if told.contains(" is not in ")
            || told.contains("invalid digit")
            || told.contains("empty string") =>
        {
            say!("it is a whole number, and not any")
        }
        None => Sentence::finished(told),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::CommandFactory;
    use kit_languages::check;

    use super::*;
    use crate::Cli;

    /// Every text of the tree that people read, but for the examples, in which games are filled in.
    fn texts(command: &Command) -> Vec<String> {
        let about = command.get_about().map(ToString::to_string);
        // What clap adds to a help, and what we add, is said by itself.
        let help = |argument: &Arg| {
            let help = argument.get_help()?.to_string();
            Some(help.split(" [default: ").next().unwrap_or_default().to_owned())
        };
        let own = about.into_iter().chain(command.get_arguments().filter_map(help));
        own.chain(command.get_subcommands().flat_map(texts)).collect()
    }

    fn sources(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder of sources").flatten().map(|entry| entry.path());
        entries
            .filter(|path| path.file_name().is_some_and(|name| name != "tests.rs"))
            .flat_map(|path| {
                if path.is_dir() { sources(&path) } else { vec![fs::read_to_string(path).expect("a source")] }
            })
            .collect()
    }

    #[test]
    fn every_language_has_every_text_of_the_command_line() {
        let mut command = Cli::command();
        command.build();
        let mut all = texts(&command);
        for source in sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))) {
            all.extend(check::templates_in(&source));
            all.extend(check::texts_after("words::text(", &source));
            all.extend(check::texts_after("examples(", &source));
            all.extend(check::texts_after("EXAMPLES: &str =", &source));
        }
        for language in kit_languages::all() {
            let missing = check::missing(language, &all);
            if !missing.is_empty() && std::env::var_os("UPDATE").is_some() {
                let languages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../languages");
                check::add_missing(&languages.join(language.code()).join("terminal.po"), language, &all);
            }
            assert!(missing.is_empty(), "{}:\n{}", language.code(), missing.join("\n"));
        }
    }
}
