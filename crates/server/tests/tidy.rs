//! A log line is a public document: no action, name, secret or address may stand in one.

use std::fs;
use std::path::{Path, PathBuf};

/// Fields that a log line may have; each is harmless to everybody.
const FIELDS: [&str; 21] = [
    "ahead_ms",
    "slept_ms",
    "days",
    "table.id",
    "evening.id",
    "cause",
    "code",
    "status",
    "method",
    "route",
    "duration_ms",
    "sockets",
    "tables",
    "file",
    "line",
    "game",
    "entry",
    "attempt",
    "records",
    "obstacle",
    "work",
];

const MACROS: [&str; 5] =
    ["tracing::error!", "tracing::warn!", "tracing::info!", "tracing::debug!", "tracing::trace!"];

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory of sources").filter_map(Result::ok) {
        let path = entry.path();
        // It is there for tests alone.
        let is_for_tests = path.file_name().is_some_and(|name| name == "throwaway.rs");
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !is_for_tests {
            found.push(path);
        }
    }
}

/// What stands between the brackets of a call, up to the one that closes it.
fn arguments(text: &str) -> &str {
    let mut depth = 0;
    let end = text.char_indices().find_map(|(index, letter)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        (depth == 0).then_some(index)
    });
    &text[1..end.unwrap_or(text.len())]
}

/// The names of the fields of a log line; none for its message.
fn fields(arguments: &str) -> Vec<String> {
    let parts = arguments.split(',').map(str::trim).filter(|part| !part.is_empty());
    let before_message = parts.take_while(|part| !part.starts_with('"'));
    let name = |part: &str| {
        let name = part.split('=').next().unwrap_or_default();
        name.trim().trim_start_matches(['%', '?']).to_owned()
    };
    before_message.map(name).collect()
}

#[test]
fn log_lines_hold_nothing_secret() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    files.push(root.join("../cli/src/serve.rs"));
    let mut lines = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        for name in MACROS {
            for (start, _) in text.match_indices(name) {
                let arguments = arguments(&text[start + name.len()..]);
                lines += 1;
                let (message, place) = (arguments.rsplit('"').nth(1).unwrap_or_default(), file.display());
                assert!(!message.contains('{'), "{place}: a message takes nothing in: {message}");
                for field in fields(arguments) {
                    assert!(
                        FIELDS.contains(&field.as_str()),
                        "{place}: `{field}` may not be logged: {arguments}"
                    );
                }
            }
        }
        let bare = ["println!", "eprintln!", "print!(", "dbg!", "log::"];
        let is_cli = file.ends_with("serve.rs") && file.to_string_lossy().contains("cli");
        assert!(is_cli || !bare.iter().any(|word| text.contains(word)), "{}: prints", file.display());
    }
    assert!(lines >= 8, "the log lines were found: {lines}");
}

#[test]
fn the_checker_sees_what_is_wrong() {
    assert_eq!(fields("table.id = %table, action, \"done\""), ["table.id", "action"]);
    assert_eq!(fields("\"plain\""), Vec::<String>::new());
    assert_eq!(arguments("(a = f(b), \"c\"); more"), "a = f(b), \"c\"");
}
