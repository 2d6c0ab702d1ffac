//! Every command that a document shows can be typed as it stands there.
//!
//! Code blocks and code within sentences are searched for commands.
//! Those of `chess-kit` are run in a folder of their own, with the files that documents speak of; long
//! measurements are made short.
//! Only what goes on until it is stopped, or needs a network, another program or the machine's own
//! folders, is read by the command line and no more, as `--help` shows.
//! `cargo xtask`, `npm run` and examples of crates are looked up where they are defined, with all their
//! options, because they build programs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{HOLE, Ran, SHEET, chess_kit, folder, output, run_on};

const PROBLEM: &str = "\
. . . . k . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . K R . .
arrow: f1, f7, white
";

const PGN: &str = "[White \"Ann\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// What cannot be run here, by what it begins with, and why.
const NOT_RUN: [(&str, &str); 5] = [
    ("serve", "it goes on until it is stopped"),
    ("export", "it needs a database"),
    ("import backup", "it needs a database"),
    ("config --config /etc", "it needs a file of the machine"),
    ("uci --rival", "it needs another program"),
];

/// Commands that do something with one word alone; another word within a sentence names a command.
const ALONE: [&str; 7] = ["--version", "help", "games", "config", "play", "referee", "uci"];

/// What is found in a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    file: String,
    command: String,
    /// Whether it stands in a block of code and not within a sentence.
    in_block: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents: the pages of the root, of `docs` and beside the parts.
fn documents() -> Vec<PathBuf> {
    let of = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).expect(folder).flatten();
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ending| ending == "md"))
    };
    let mut pages: Vec<PathBuf> = ["", "docs", "web", "scenarios"].into_iter().flat_map(of).collect();
    // What was true once need not be true any more.
    pages.retain(|path| path.file_name().is_some_and(|name| name != "CHANGELOG.md"));
    pages.sort();
    pages
}

/// The programs of which commands are looked at.
const PROGRAMS: [&str; 5] = ["chess-kit", "cargo xtask", "cargo run", "cargo test", "npm run"];

fn is_command(text: &str) -> bool {
    PROGRAMS.iter().any(|program| text.strip_prefix(program).is_some_and(|rest| rest.starts_with(' ')))
}

/// A command without the prompt before it, variables, the words about it and what it is piped into.
fn commands_in(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches("$ ").trim_start_matches("sudo ");
    let line = line.split("  ").next().unwrap_or_default();
    let line = line.split(" #").next().unwrap_or_default();
    let parts = line.split(['|', ';']).flat_map(|part| part.split("&&"));
    let parts = parts.map(|part| part.split(['>', '<']).next().unwrap_or_default().trim().to_owned());
    // `<game>` is a place to fill in and no redirection.
    let whole = line.contains("<game>").then(|| line.replace("<game>", "chess960"));
    // Somebody who adds a language names one that is not there yet.
    let whole = whole.map(|line| line.replace("--language fr", "--language de"));
    let parts: Vec<String> = whole.map_or_else(|| parts.collect(), |whole| vec![whole]);
    parts.into_iter().filter(|part| is_command(part)).collect()
}

fn found_in(path: &Path) -> Vec<Found> {
    let text = fs::read_to_string(path).expect("a document can be read");
    let file = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut found = Vec::new();
    let mut in_block = false;
    // Where a block shows what is answered, commands have a prompt before them.
    let mut has_prompts = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
            let mut block =
                text.lines().skip(number + 1).take_while(|line| !line.trim_start().starts_with("```"));
            has_prompts = block.any(|line| line.trim_start().starts_with("$ "));
            continue;
        }
        let is_answer = in_block && has_prompts && !line.trim_start().starts_with("$ ");
        let code: Vec<&str> = match in_block {
            _ if is_answer => Vec::new(),
            true => vec![line],
            false => line.split('`').skip(1).step_by(2).collect(),
        };
        for command in code.into_iter().flat_map(commands_in) {
            found.push(Found { file: file.clone(), command, in_block });
        }
    }
    found
}

/// A folder with the files that documents speak of.
fn furnished(name: &str) -> PathBuf {
    let place = folder(name);
    for (file, text) in [
        ("game.sheet", SHEET),
        ("evening.sheet", SHEET),
        ("hole.txt", HOLE),
        ("problem.txt", PROBLEM),
        ("game.pgn", PGN),
    ] {
        fs::write(place.join(file), text).expect("a file can be written");
    }
    fs::create_dir(place.join("games")).expect("a folder can be made");
    fs::write(place.join("games/one.sheet"), SHEET).expect("a file can be written");
    place
}

/// Whether a command has everything it needs here.
fn can_run(command: &str, in_block: bool) -> bool {
    let words = command.strip_prefix("chess-kit ").unwrap_or(command);
    let is_elsewhere =
        NOT_RUN.iter().any(|(start, _)| words.starts_with(start)) && !words.ends_with("--help");
    // Bots that play all games take minutes, and so does a name of a command with nothing to do.
    let names_all = words.starts_with("arena --");
    let is_a_name = !words.contains(' ') && !ALONE.contains(&words) && !in_block;
    !is_elsewhere && !names_all && !is_a_name
}

/// The words of a command of ours; a long measurement has but one game.
fn words_of(command: &str) -> Vec<&str> {
    let mut words: Vec<&str> =
        command.split_whitespace().skip(1).map(|word| word.trim_matches('\'')).collect();
    if words.first() == Some(&"arena") {
        match words.iter().position(|word| *word == "--count") {
            Some(at) => words[at + 1] = "1",
            None => words.extend(["--count", "1"]),
        }
    }
    words
}

/// Runs a command of ours, or only lets the command line read it; says what is wrong.
fn tried(command: &str, place: &Path, runs: bool) -> Result<(), String> {
    let words = words_of(command);
    let more: &[&str] = if runs { &[] } else { &["--help"] };
    let mut line = chess_kit(words.iter().chain(more));
    line.current_dir(place).env("XDG_DATA_HOME", place.join("data"));
    let ran: Ran = output(&mut line, "").into();
    if ran.code == Some(0) { Ok(()) } else { Err(format!("{command}: {ran}")) }
}

/// The texts of the sources in a folder, if it is there.
fn texts_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read_to_string(entry.path()).ok()).collect()
}

/// What is wrong with a command of another program, as far as its sources tell.
fn looked_up(command: &str) -> Result<(), String> {
    let read = |file: &str| fs::read_to_string(root().join(file)).expect(file);
    let words: Vec<&str> = command.split_whitespace().collect();
    let sources =
        ["xtask/src", "crates/server/examples/load", "crates/server/tests/nemesis", "crates/games/examples"]
            .map(|folder| texts_in(&root().join(folder)))
            .concat();
    let after = |flag: &[&str]| {
        let at = words.iter().position(|word| flag.contains(word))?;
        words.get(at + 1).copied()
    };
    let is_there = match words.as_slice() {
        ["cargo", "xtask", name, ..] => {
            let source = read("xtask/src/main.rs");
            let is_named = source.contains(&format!("Some(\"{name}\"")) || *name == "help";
            let mut options = words.iter().filter(|word| word.starts_with("--"));
            is_named && options.all(|option| sources.iter().any(|source| source.contains(*option)))
        }
        ["npm", "run", name, ..] => read("web/package.json").contains(&format!("\"{name}\":")),
        ["cargo", ..] => {
            let package = after(&["-p", "--package"]).unwrap_or("chess-kit");
            let name =
                package.strip_prefix("kit-").unwrap_or(if package == "chess-kit" { "cli" } else { package });
            let manifest = format!("crates/{name}/Cargo.toml");
            let is_target = |folder: &str, target: Option<&str>| {
                target.is_none_or(|target| {
                    let file = root().join(format!("crates/{name}/{folder}/{target}.rs"));
                    file.exists() || read(&manifest).contains(&format!("name = \"{target}\""))
                })
            };
            root().join(&manifest).exists()
                && is_target("examples", after(&["--example"]))
                && is_target("tests", after(&["--test"]))
        }
        _ => false,
    };
    if is_there { Ok(()) } else { Err(format!("{command}: there is no such command")) }
}

#[test]
fn every_command_of_a_document_can_be_typed() {
    let place = furnished("documents");
    let found: BTreeSet<Found> = documents().iter().flat_map(|path| found_in(path)).collect();
    let (mut run, mut read, mut wrong) = (0, Vec::new(), Vec::new());
    for Found { file, command, in_block } in &found {
        let done = if !command.starts_with("chess-kit ") {
            looked_up(command)
        } else if can_run(command, *in_block) {
            run += 1;
            tried(command, &place, true)
        } else {
            read.push(command.as_str());
            tried(command, &place, false)
        };
        wrong.extend(done.err().map(|problem| format!("{file}: {problem}")));
    }
    println!("read and not run:\n  {}", read.join("\n  "));
    assert!(run >= 25 && found.len() > 90, "{run} of {} commands were run", found.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_of_the_help_can_be_typed() {
    let place = furnished("examples");
    let helped = |command: &str| run_on(&format!("{command} --help"), "").stdout;
    let top = helped("");
    let listed =
        top.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands = listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let mut examples = BTreeSet::new();
    for command in commands.chain([""]) {
        let lines: Vec<String> = helped(command).lines().map(str::to_owned).collect();
        // A long example goes on in the next line, which is set in further.
        examples.extend(
            lines.iter().filter(|line| line.starts_with("  chess-kit ")).flat_map(|line| commands_in(line)),
        );
    }
    assert!(examples.len() > 50, "{examples:?}");
    let tried = |command: &String| tried(command, &place, false).err();
    let wrong: Vec<String> = examples.iter().filter_map(tried).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
