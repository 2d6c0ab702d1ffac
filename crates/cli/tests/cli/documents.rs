//! Every command that a document shows can be typed as it stands there.
//!
//! Code blocks and code within sentences are searched for commands, also in what the help shows.
//! Those of `chess-kit` are run in a folder of their own, with the files that documents speak of, and
//! with an SQLite file in place of the machine's own and of other databases; long measurements are made
//! short, and a server is stopped when it says that it is ready.
//! Only what needs another program, or minutes, is read by the command line and no more, as `--help`
//! shows.
//! `cargo xtask`, `npm run` and examples of crates are looked up where they are defined, with all their
//! options, because they build programs.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;

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

/// Four pieces that two moves bring together.
const NEIGHBOURS: &str = "fen: 8/8/8/8/8/8/8/1NB1rq2\n";

/// A game that goes on.
const GOING_ON: &str = "\
chess-kit scoresheet
game: chess960
edition: 2025
seats: 2
revision: 1
option deal: two_decks
option number: 518

0 setup
1 white e2e4
2 black e7e5
3 white g1f3
4 black b8c6
5 white f1b5
6 black a7a6
7 white b5a4
8 black g8f6
9 white d2d3
10 black d7d6
11 white c2c3
12 black g7g6
13 white b1d2
14 black f8g7
";

/// The start of chess.
const START: &str = "fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";

/// A settings file such as that of a machine.
const SETTINGS: &str = "listen = \"127.0.0.1:0\"\ndatabase = \"sqlite:tables.sqlite\"\n";

/// What is not run here, by what it begins with, and why.
const NOT_RUN: [(&str, &str); 4] = [
    ("uci --rival", "it needs another program"),
    ("arena --", "bots play all games, which takes minutes"),
    ("arena chess960 --l", "bots that think take long here, and `arena.rs` lets them play"),
    ("print book", "it takes long here, and `print.rs` prints it"),
];

/// What documents name that is not here, and what stands in its place.
const IN_PLACE: [(&str, &str); 8] = [
    ("/etc/chess-kit.toml", "chess-kit.toml"),
    ("/etc/chess-kit/code.key", "code.key"),
    ("/var/backups/chess-kit/monday", "monday"),
    ("sqlite:/var/lib/chess-kit/tables.sqlite", "sqlite:tables.sqlite"),
    ("postgres://kit:PASSWORD@db/kit", "sqlite:tables.sqlite"),
    ("postgres://kit@db/kit", "sqlite:tables.sqlite"),
    ("FILE", "chess-kit.toml"),
    // A shell would put the names in.
    ("*.sheet", "game.sheet"),
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

/// The documents: the pages of the root, of `docs` and beside the parts, and what `deploy` says in
/// comments.
fn documents() -> Vec<PathBuf> {
    const ENDINGS: [&str; 4] = ["md", "yml", "toml", "Debian"];
    let of = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).expect(folder).flatten();
        let is_page = |path: &PathBuf| {
            path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
        };
        entries.map(|entry| entry.path()).filter(is_page)
    };
    let folders =
        ["", "docs", "web", "scenarios", "fixtures", "deploy", "deploy/debian", ".github/ISSUE_TEMPLATE"];
    let mut pages: Vec<PathBuf> = folders.into_iter().flat_map(of).collect();
    // What was true once need not be true any more.
    pages.retain(|path| path.file_name().is_some_and(|name| name != "CHANGELOG.md"));
    pages.sort();
    pages
}

/// The programs of which commands are looked at.
const PROGRAMS: [&str; 7] =
    ["chess-kit", "cargo xtask", "cargo run", "cargo test", "cargo build", "cargo install", "npm run"];

fn is_command(text: &str) -> bool {
    PROGRAMS.iter().any(|program| text.strip_prefix(program).is_some_and(|rest| rest.starts_with(' ')))
}

/// A command without the prompt before it, variables, the words about it and what it is piped into.
fn commands_in(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches("# ").trim_start_matches("$ ").trim_start_matches("sudo ");
    // Whose command it is does not matter here.
    let line =
        line.strip_prefix("--user ").and_then(|line| line.split_once(' ')).map_or(line, |(_, line)| line);
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
        ("game.sheet", GOING_ON),
        ("evening.sheet", SHEET),
        ("hole.txt", HOLE),
        ("problem.txt", PROBLEM),
        ("position.txt", START),
        ("game.pgn", PGN),
        ("chess-kit.toml", SETTINGS),
    ] {
        fs::write(place.join(file), text).expect("a file can be written");
    }
    for folder in ["games", "fixtures/2025"] {
        fs::create_dir_all(place.join(folder)).expect("a folder can be made");
    }
    fs::write(place.join("games/game.sheet"), SHEET).expect("a file can be written");
    for fixture in fs::read_dir(root().join("fixtures/2025")).expect("fixtures").flatten() {
        let to = place.join("fixtures/2025").join(fixture.file_name());
        fs::copy(fixture.path(), to).expect("a fixture can be copied");
    }
    // The first server makes the file for the tables, as it does on a machine.
    served(&["serve", "--config", "chess-kit.toml"], &place).expect("a server starts");
    place
}

/// Whether a command has everything it needs here.
fn can_run(command: &str, in_block: bool) -> bool {
    let words = command.strip_prefix("chess-kit ").unwrap_or(command);
    let is_elsewhere =
        NOT_RUN.iter().any(|(start, _)| words.starts_with(start)) && !words.ends_with("--help");
    // A name of a command with nothing to do.
    let is_a_name = !words.contains(' ') && !ALONE.contains(&words) && !in_block;
    !is_elsewhere && words != "arena" && !is_a_name
}

/// The words of a command of ours, with what is here in place of what is not; a long measurement has
/// but one game.
fn words_of(command: &str) -> Vec<String> {
    let here = |word: &str| {
        let word = word.trim_matches('\'');
        let found = IN_PLACE.iter().find(|(there, _)| word.ends_with(there));
        found.map_or_else(|| word.to_owned(), |(there, here)| word.replace(there, here))
    };
    let mut words: Vec<String> = command.split_whitespace().skip(1).map(here).collect();
    if words.first().is_some_and(|word| word == "arena") {
        match words.iter().position(|word| word == "--count") {
            Some(at) => words[at + 1] = "1".to_owned(),
            None => words.extend(["--count", "1"].map(str::to_owned)),
        }
    }
    words
}

/// What a command reads that takes `-` for a file.
fn input_of(words: &[String]) -> &'static str {
    let takes = words.iter().any(|word| word == "-");
    match words.first().map(String::as_str) {
        Some("golf") if takes => HOLE,
        Some("diagram") if takes => PROBLEM,
        Some("advise") if takes => GOING_ON,
        _ => "",
    }
}

/// Runs a command of ours, or only lets the command line read it; says what is wrong.
fn tried(command: &str, place: &Path, runs: bool) -> Result<(), String> {
    let mut words = words_of(command);
    if !runs {
        words.push("--help".to_owned());
    }
    let is_help = words.iter().any(|word| word == "--help");
    if words.first().is_some_and(|word| word == "serve") && !is_help {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        return served(&words, place).map_err(|problem| format!("{command}: {problem}"));
    }
    // One name stands for what each command needs: another position, or a game that is over.
    let other = match words.first().map(String::as_str) {
        Some("neighbour") => Some(("position.txt", NEIGHBOURS)),
        Some("perft") => Some(("position.txt", START)),
        Some("analyse") => Some(("game.sheet", SHEET)),
        Some("advise" | "replay") => Some(("game.sheet", GOING_ON)),
        _ => None,
    };
    if let Some((file, text)) = other {
        fs::write(place.join(file), text).expect("a file can be written");
    }
    let mut line = chess_kit(&words);
    line.current_dir(place).env("XDG_DATA_HOME", place.join("data"));
    // What is printed may be a picture.
    let ran = output(&mut line, input_of(&words));
    if ran.status.success() { Ok(()) } else { Err(format!("{command}: {}", Ran::from(ran))) }
}

/// Starts a server at a free port of this machine, without a bus and without opening a browser, asks it
/// whether it is ready, and stops it.
fn served(words: &[&str], place: &Path) -> Result<(), String> {
    let mut line: Vec<&str> = words.iter().copied().filter(|word| *word != "--open").collect();
    for (flag, length) in [("--bus", 2), ("--listen", 2), ("--lan", 1)] {
        if let Some(at) = line.iter().position(|word| *word == flag) {
            line.drain(at..at + length);
        }
    }
    let mut server = chess_kit(&line);
    server.args(["--listen", "127.0.0.1:0"]).current_dir(place).env("XDG_DATA_HOME", place.join("data"));
    let mut server = server.stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let mut lines = BufReader::new(server.stderr.take().expect("a pipe")).lines();
    let mut said = Vec::new();
    let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let address =
            line.strip_prefix("Chess Kit is at http://").and_then(|rest| rest.split([' ', '/']).next());
        let address = address.map(str::to_owned);
        said.push(line);
        address
    });
    let answer = address.ok_or_else(|| said.join("\n")).and_then(|address| ready(&address));
    server.kill().and_then(|()| server.wait()).map_err(|error| error.to_string())?;
    answer
}

/// Asks a server whether it is ready.
fn ready(address: &str) -> Result<(), String> {
    let asked = TcpStream::connect(address).and_then(|mut stream| {
        write!(stream, "GET /ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map(|_| answer)
    });
    let answer = asked.map_err(|error| error.to_string())?;
    if answer.contains("\"status\":\"ready\"") { Ok(()) } else { Err(answer) }
}

/// The texts of the sources in a folder, if it is there.
fn texts_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read_to_string(entry.path()).ok()).collect()
}

/// Whether a source names an option: in words, or as a field from which clap makes one.
fn names_option(source: &str, option: &str) -> bool {
    let field = option.trim_start_matches('-').replace('-', "_");
    source.contains(&format!("\"{option}\"")) || source.contains(&format!(" {field}: "))
}

/// What is wrong with a command of another program, as far as its sources tell.
fn looked_up(command: &str) -> Result<(), String> {
    let read = |file: &str| fs::read_to_string(root().join(file)).expect(file);
    let words: Vec<&str> = command.split_whitespace().collect();
    // What programs that `cargo xtask` hands its words to understand.
    let further = [
        "crates/server/examples/load",
        "crates/server/tests/nemesis",
        "crates/games/examples",
        "crates/cli/src",
    ]
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
            // Lines of its help about this command.
            let help: Vec<&str> =
                source.lines().filter(|line| line.starts_with(&format!("  {name} "))).collect();
            let hands_on = help.iter().any(|line| line.contains("ARGS…")) || ["laws", "bench"].contains(name);
            let is_known = |option: &&str| {
                let name = format!("--{}", option.trim_start_matches('-'));
                help.iter().any(|line| line.contains(*option))
                    || (hands_on && further.iter().any(|source| names_option(source, &name)))
            };
            is_named && words.iter().filter(|word| word.starts_with("--")).all(is_known)
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
    assert!(run >= 45 && found.len() > 90, "{run} of {} commands were run", found.len());
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
    let runs = |command: &&String| can_run(command, true);
    let run = examples.iter().filter(runs).count();
    assert!(run > 50, "only {run} of {} examples were run", examples.len());
    let tried = |command: &String| tried(command, &place, can_run(command, true)).err();
    let wrong: Vec<String> = examples.iter().filter_map(tried).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
