//! Everything that the designer's books have beside their rules has its place in ours: credits,
//! tips, examples, diagrams, problems and open questions, as `rules/seeds.txt` lists them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kit_book::diagram::{Diagram, GridDiagram, Item};
use kit_book::rulebook::{Block, RuleBook};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> Result<String, String> {
    fs::read_to_string(root().join(&path)).map_err(|_| format!("there is no {}", path.as_ref().display()))
}

fn fixture(name: &str) -> Result<Diagram, String> {
    let text = read(format!("fixtures/{name}.txt"))?;
    text.parse().map_err(|bad| format!("fixtures/{name}.txt: {bad}"))
}

/// What a place is looked for in: a book of ours, or some other file.
fn path_of(book: &str) -> String {
    if book.contains('/') { book.to_owned() } else { format!("rules/{book}.md") }
}

/// Whether two diagrams show the same, apart from cards and words beside the board.
fn is_same(one: &Diagram, other: &Diagram) -> bool {
    let marks = |items: &[Item]| -> BTreeSet<String> {
        let drawn = items.iter().filter(|item| matches!(item, Item::Arrow { .. } | Item::Ring { .. }));
        // One color has two spellings.
        drawn.map(|item| format!("{item:?}").replace("grey", "gray")).collect()
    };
    match (one, other) {
        (Diagram::Board(one), Diagram::Board(other)) => {
            one.pieces == other.pieces && marks(&one.items) == marks(&other.items)
        }
        (Diagram::Grid(one), Diagram::Grid(other)) => filled(one) == filled(other),
        (Diagram::Board(_), Diagram::Grid(_)) | (Diagram::Grid(_), Diagram::Board(_)) => false,
    }
}

/// The rows of a grid as far as something is written in them.
fn filled(grid: &GridDiagram) -> Vec<&[String]> {
    let is_blank = |cell: &String| matches!(cell.as_str(), "." | "_");
    let length = |row: &Vec<String>| row.iter().rposition(|cell| !is_blank(cell)).map_or(0, |last| last + 1);
    grid.rows.iter().map(|row| &row[..length(row)]).collect()
}

/// Why nothing is found at a place.
fn look_up(book: &str, what: &str) -> Result<(), String> {
    let text = read(path_of(book))?;
    let book = || text.parse::<RuleBook>().map_err(|bad| bad.to_string());
    if let Some(words) = what.strip_prefix('"').and_then(|what| what.strip_suffix('"')) {
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        return if flowing.contains(words) { Ok(()) } else { Err("these words are not there".to_owned()) };
    }
    if let Some(rule) = what.strip_prefix('[').and_then(|what| what.strip_suffix(']')) {
        return book()?.found(rule).map(|_| ()).ok_or_else(|| "there is no such rule".to_owned());
    }
    if let Some(name) = what.strip_prefix("picture ") {
        let wanted = fixture(name)?;
        let shows =
            |block: &Block| matches!(block, Block::Diagram { diagram, .. } if is_same(diagram, &wanted));
        let found = book()?.blocks.iter().any(shows);
        return if found { Ok(()) } else { Err("no diagram shows that".to_owned()) };
    }
    let Some(name) = what.strip_prefix("scenario ") else {
        return Err("write [id], \"words\", picture or scenario".to_owned());
    };
    fixture(name)?;
    let game = name
        .split_once('/')
        .map_or(name, |(_, file)| file.trim_end_matches(|end: char| end.is_ascii_digit()));
    let pages = fs::read_dir(root().join("scenarios").join(game)).map_err(|bad| bad.to_string())?;
    let is_pictured = |path: PathBuf| fs::read_to_string(path).is_ok_and(|page| page.contains(name));
    if pages.flatten().any(|page| is_pictured(page.path())) {
        Ok(())
    } else {
        Err("no scenario has it".to_owned())
    }
}

/// Whether words are so few that they could stand in a book for another reason; a name is two.
fn proves_nothing(kind: &str, book: &str, what: &str) -> bool {
    let least = if kind == "credit" { 2 } else { 3 };
    what.starts_with('"') && !book.ends_with(".rs") && what.split_whitespace().count() < least
}

#[test]
fn everything_has_its_place() {
    let list = read("rules/seeds.txt").expect("the list");
    let mut faults = Vec::new();
    let mut entries = 0;
    for (line, number) in list.lines().zip(1..) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        entries += 1;
        let parts: Vec<&str> = line.split(" | ").collect();
        let found = match parts.as_slice() {
            [kind, _, _, place] => match place.split_once(": ") {
                Some((book, what)) if proves_nothing(kind, book, what) => {
                    Err("these words could stand there by chance".to_owned())
                }
                Some((book, what)) => look_up(book, what),
                None => Err("a place is `book: what`".to_owned()),
            },
            _ => Err("write kind | seeds | what | place".to_owned()),
        };
        if let Err(fault) = found {
            faults.push(format!("rules/seeds.txt:{number}: {fault}: {line}"));
        }
    }
    assert!(entries > 200, "only {entries} entries were read");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_diagram_is_listed() {
    let list = read("rules/seeds.txt").expect("the list");
    let listed: BTreeSet<&str> =
        list.split(|letter: char| letter.is_whitespace() || "()".contains(letter)).collect();
    for edition in fs::read_dir(root().join("fixtures")).expect("the fixtures").flatten() {
        let Ok(files) = fs::read_dir(edition.path()) else { continue };
        for file in files.flatten().map(|file| file.path()) {
            let stem = file.file_stem().expect("a name").to_string_lossy().into_owned();
            let name = format!("{}/{stem}", edition.file_name().to_string_lossy());
            assert!(listed.contains(name.as_str()), "{name} is not in rules/seeds.txt");
        }
    }
}
