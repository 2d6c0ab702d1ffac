//! What is made from the tree of commands for shells and readers: completions and pages of the manual.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Command;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap_mangen::Man;
use kit_bots::Level;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::{Values, say};

use crate::examples::examples;
use crate::usage::unreadable;
use crate::{commands, streams};

/// Which shell to complete for.
#[derive(clap::Args)]
#[command(
    after_help = examples("\
Example:
  chess-kit completions bash > ~/.local/share/bash-completion/completions/chess-kit")
)]
pub struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Where to write the manual.
#[derive(clap::Args)]
#[command(
    after_help = examples("\
Examples:
  chess-kit man                       the first page, such as for `man -l -`
  chess-kit man --out man1            all of them, as chess-kit.1, chess-kit-play.1 and so on")
)]
pub struct ManArgs {
    /// A directory for a page of every command; the first page goes to standard output if nothing is said
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes a script of completions.
pub fn run_completions(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    // The generator panics on a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut completed(commands()), "chess-kit", &mut script);
    streams::write_out(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the manual: one page for each command.
pub fn run_man(args: &ManArgs) -> anyhow::Result<ExitCode> {
    let mut command = commands();
    command.build();
    let Some(folder) = &args.out else {
        streams::write_out(&page(&Man::new(command))?)?;
        return Ok(ExitCode::SUCCESS);
    };
    if !folder.is_dir() {
        std::fs::create_dir(folder).map_err(|error| unreadable(folder, error))?;
    }
    let pages = pages(&command)?;
    for (name, page) in &pages {
        let path = folder.join(name);
        std::fs::write(&path, page).map_err(|error| unreadable(&path, error))?;
    }
    let (folder, count) = (Filling::text(folder.display()), pages.len());
    streams::say(&say!("{folder}: {count} {count|one=page|other=pages}", folder, count));
    Ok(ExitCode::SUCCESS)
}

/// The pages of a command and of all commands below it, with the names of their files.
fn pages(command: &Command) -> anyhow::Result<Vec<(String, String)>> {
    let mut pages = Vec::new();
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        pages.extend(self::pages(below)?);
    }
    let man = Man::new(command.clone());
    pages.push((man.get_filename(), page(&man)?));
    Ok(pages)
}

/// A page; its examples keep their lines.
fn page(man: &Man) -> anyhow::Result<String> {
    let mut page = Vec::new();
    man.render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).replace(".SH EXTRA\n", ".SH EXTRA\n.nf\n"))
}

/// The tree of commands with the values that arguments can have here, for shells.
///
/// Elsewhere they are not told to clap, because more is understood than is suggested: a game by a word
/// of its name, for example.
fn completed(command: Command) -> Command {
    command
        .mut_args(|argument| match suggested(argument.get_id().as_str()) {
            values if values.is_empty() || !argument.get_action().takes_values() => argument,
            values => argument.value_parser(PossibleValuesParser::new(values)),
        })
        .mut_subcommands(completed)
}

/// A value that was put together; clap wants it to stay for the whole run.
fn kept(value: String) -> PossibleValue {
    PossibleValue::new(&*value.leak())
}

/// The values to suggest for an argument, by its name.
fn suggested(argument: &str) -> Vec<PossibleValue> {
    let games = || CATALOGUE.iter().map(|game| game.about());
    let named = |names: &[&'static str]| names.iter().copied().map(PossibleValue::new).collect::<Vec<_>>();
    let mut values = match argument {
        "game" | "games" => games().map(|about| PossibleValue::new(about.id).help(about.name)).collect(),
        "edition" => {
            let editions = games().flat_map(|about| about.editions);
            editions.map(|edition| PossibleValue::new(edition.id)).collect()
        }
        "options" => {
            let options = games().flat_map(|about| about.choices);
            let values = options.flat_map(|choice| {
                let (Values::Words(words) | Values::Number(_, _, words)) = choice.values;
                words.iter().map(move |(value, _)| format!("{}={value}", choice.name))
            });
            values.map(kept).collect()
        }
        "by" => games().flat_map(|about| about.ways).map(|way| PossibleValue::new(way.name)).collect(),
        "level" | "against" => Level::ALL.map(|level| PossibleValue::new(level.name())).to_vec(),
        "white" | "black" => {
            let bots = Level::ALL.map(|level| kept(format!("bot:{level}")));
            named(&["me", "bot"]).into_iter().chain(bots).collect()
        }
        "sheet" => {
            let sheets = games().filter_map(|about| about.sheet.as_ref());
            sheets.map(|sheet| PossibleValue::new(sheet.name)).collect()
        }
        "theme" => kit_print::Theme::ALL.map(|theme| PossibleValue::new(theme.name)).to_vec(),
        "language" => {
            let others = kit_languages::all().iter().map(|language| PossibleValue::new(language.code()));
            named(&["en"]).into_iter().chain(others).collect()
        }
        _ => Vec::new(),
    };
    values.sort_by_key(|value| value.get_name().to_owned());
    values.dedup_by_key(|value| value.get_name().to_owned());
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let mut command = commands();
        command.build();
        let pages = pages(&command).expect("pages");
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        for name in ["chess-kit.1", "chess-kit-play.1", "chess-kit-golf-solve.1", "chess-kit-man.1"] {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
    }

    #[test]
    fn shells_are_told_games_levels_editions_and_options() {
        let mut script = Vec::new();
        clap_complete::generate(
            clap_complete::Shell::Bash,
            &mut completed(commands()),
            "chess-kit",
            &mut script,
        );
        let script = String::from_utf8(script).expect("UTF-8");
        let about = CATALOGUE[0].about();
        let editions: Vec<&str> = about.editions.iter().map(|edition| edition.id).collect();
        for word in [about.id, editions[0], "bot:club", "expert", "high-contrast", "deal=two_decks"] {
            assert!(script.contains(word), "{word}");
        }
    }
}
