//! Scoresheets: `replay` shows them, `check` verifies them, `import` makes them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use kit_games::CATALOGUE;
use kit_hands::{Hands, Supply};
use kit_play::log::Line;
use kit_play::outcome::capitalized;
use kit_play::sentence::{Filling, Names};
use kit_play::text::excerpt;
use kit_play::{
    Chance, Listed, Outcome, Reading, Scoresheet, Seat, Sentence, Table, Terms, Verdict, Viewer, say,
};

use crate::backup;
use crate::examples::examples;
use crate::picture::PictureArgs;
use crate::streams;
use crate::terms;
use crate::usage::{Usage, failure, in_words, unreadable};
use crate::words::{self, either, said};

/// Which scoresheet to show, to whom, and how.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit replay game.sheet                  what the public heard, and the last position
  chess-kit replay game.sheet --seat white     the same from White's eyes
  chess-kit replay game.sheet --entry 12       as it stood after 12 entries
  chess-kit replay game.sheet --all | less     the table after every entry
  chess-kit replay game.sheet --hands          what to do with a chess set after every entry
  chess-kit replay game.sheet --pgn > game.pgn
  chess-kit replay game.sheet --picture 14 --seat white -o turn14.svg

A scoresheet that these rules cannot play to its end is shown as far as it holds; where it breaks
is told on standard error, and the exit code is 1."))]
pub struct ReplayArgs {
    /// The scoresheet (`-` for standard input)
    file: PathBuf,
    /// Look from this seat
    #[arg(long, value_name = "NAME", conflicts_with = "viewer")]
    seat: Option<String>,
    /// Look as this viewer: a seat, or `public`
    #[arg(long, value_name = "NAME")]
    viewer: Option<String>,
    /// Stop after this many entries
    #[arg(long, value_name = "N")]
    entry: Option<usize>,
    /// Show the table after every entry
    #[arg(long, conflicts_with_all = ["pgn", "fen", "export"])]
    all: bool,
    /// Tell after every entry what hands do at a real table, which everybody may know
    #[arg(long, conflicts_with_all = ["all", "pgn", "fen", "export", "seat", "viewer", "picture"])]
    hands: bool,
    /// Write the game as PGN; short for `--export pgn`
    #[arg(long, conflicts_with_all = ["fen", "export"])]
    pgn: bool,
    /// Write the position as FEN; short for `--export fen`
    #[arg(long, conflicts_with = "export")]
    fen: bool,
    /// Write what the viewer knows in a format of other programs
    #[arg(long, value_name = "FORMAT")]
    export: Option<String>,
    /// Draw the table as it stood after this many entries
    #[arg(long, value_name = "N", conflicts_with_all = ["entry", "all", "pgn", "fen", "export"])]
    picture: Option<usize>,
    #[command(flatten)]
    drawing: PictureArgs,
}

/// Which scoresheets to verify.
#[derive(clap::Args)]
#[command(after_help = examples("\
Example:
  chess-kit check games/*.sheet

Each is read and played again, also what was taken back, and what is said is compared with what
was written down.
The exit code is 1 when any of them fails."))]
pub struct CheckArgs {
    /// The scoresheets (`-` for standard input)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What to import.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit import game.pgn > game.sheet
  chess-kit import game.pgn --game {game} -o game.sheet"))]
pub struct ImportArgs {
    /// A game that another program wrote, such as PGN (`-` for standard input); or with
    /// `--database` what `chess-kit export` wrote
    file: PathBuf,
    /// The store of a server that gets all tables of an export
    #[arg(long, value_name = "URL", conflicts_with_all = ["game", "output"])]
    database: Option<String>,
    /// Which game it is, if several could be meant
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Where to write the scoresheet; to standard output if nothing is said
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Shows a scoresheet, as far as it holds.
pub fn run(args: &ReplayArgs) -> anyhow::Result<ExitCode> {
    let sheet = read_sheet(&args.file)?;
    let sheet = shortened(sheet, args.picture.or(args.entry))?;
    let name = || args.file.display().to_string();
    let reading = Reading::of(CATALOGUE, &sheet).with_context(name)?;
    let Some(table) = reading.table() else {
        let problem = broken(&reading, Viewer::Public).unwrap_or_default();
        return Err(Usage::error(say!("{file}: {problem}", file = Filling::text(name()), problem)));
    };
    let viewer = match &args.seat {
        Some(seat) => table.seat_named(seat).map(Viewer::Seat),
        None => table.viewer_named(args.viewer.as_deref().unwrap_or("public")),
    };
    let viewer = viewer.map_err(Usage::from_error)?;
    if args.picture.is_none() && !args.drawing.is_empty() {
        return Err(Usage::error(say!(
            "--output, --format, --theme and --size are about a picture; say which by --picture N"
        )));
    }
    let format = match (args.pgn, args.fen) {
        (true, _) => Some("pgn"),
        (_, true) => Some("fen"),
        (false, false) => args.export.as_deref(),
    };
    let broken = broken(&reading, viewer);
    let file = Filling::text(name());
    match (&broken, args.picture, format) {
        // A picture of another moment, or half a game, is not what was asked for.
        (Some(problem), Some(_), _) | (Some(problem), _, Some(_)) => {
            return Err(failure(&say!("{file}: {problem}", file, problem = problem.clone())));
        }
        (None, Some(_), _) => return draw(table, viewer, &args.drawing),
        (_, None, _) => {}
    }
    let text = match format {
        Some(format) => exported(table, viewer, format)?,
        None if args.hands => by_hand(table.game(), &sheet)?,
        None if args.all => every_entry(table.game(), &sheet, viewer)?,
        None => last_entry(&reading, table, viewer),
    };
    streams::write_out(&text)?;
    let Some(problem) = broken else { return Ok(ExitCode::SUCCESS) };
    streams::say(&say!("{file}: {problem}; from there on it is only read", file, problem));
    Ok(ExitCode::FAILURE)
}

/// Where the scoresheet breaks, in words that the viewer may read.
fn broken(reading: &Reading, viewer: Viewer) -> Option<Sentence> {
    let (problem, told) = (reading.problem()?, reading.problem_for(viewer)?);
    let whole = *problem == told;
    let told = told.sentence();
    Some(if whole { say!("{told}", told) } else { say!("{told} (`chess-kit check` tells everything)", told) })
}

/// Draws what the viewer sees now, which is all that a glimpse gives away.
fn draw(table: &Table, viewer: Viewer, args: &PictureArgs) -> anyhow::Result<ExitCode> {
    let wanted = args.wanted()?;
    let about = table.about();
    let (game, entry) = (Filling::text(words::text(about.name)), table.entries());
    let title = match viewer {
        Viewer::Seat(seat) => {
            let seat = about.seat(seat);
            say!("{game} after entry {entry}, seen by {seat}", game, entry, seat)
        }
        Viewer::Public => say!("{game} after entry {entry}, seen by the public", game, entry),
    };
    let names = words::names(table);
    let tabletop = table.glimpse(viewer).tabletop().said_as(&names);
    wanted.deliver(&kit_print::tabletop::titled(&tabletop, about, &title.words_in(&names), &wanted.theme))?;
    Ok(ExitCode::SUCCESS)
}

pub fn read_sheet(file: &Path) -> anyhow::Result<Scoresheet> {
    let text = streams::read_text(file)?;
    text.parse().with_context(|| file.display().to_string())
}

/// The sheet as it was after some entries.
pub fn shortened(sheet: Scoresheet, entries: Option<usize>) -> anyhow::Result<Scoresheet> {
    let all = sheet.entries.len();
    match entries {
        Some(wanted) if wanted > all => {
            Err(Usage::error(say!("there is no entry {wanted}, the scoresheet has {all}", wanted, all)))
        }
        Some(wanted) if wanted < all => Ok(sheet.cut(wanted)),
        Some(_) | None => Ok(sheet),
    }
}

/// What the viewer heard, and what is left on the table.
fn last_entry(reading: &Reading, table: &Table, viewer: Viewer) -> String {
    let column = reading.scoresheet().entries.len().to_string().len();
    let names = words::names(table);
    let heard: String = reading
        .heard(viewer)
        .map(|(entry, words)| format!("{entry:>column$} {}\n", words.words_in(&names)))
        .collect();
    let gap = if heard.is_empty() { "" } else { "\n" };
    format!("{heard}{gap}{}{}", table.glimpse(viewer).tabletop().said_as(&names), ending(reading, &names))
}

fn ending(reading: &Reading, names: &Names) -> String {
    let played = reading.whole().and_then(|table| Some((table.about(), table.outcome()?)));
    let played = played.map(|(about, outcome)| outcome.sentence(about).words_in(names));
    let about = reading.table().map(Table::about);
    let written = || Some(reading.ending()?.told(about?).words_in(names));
    played.or_else(written).map_or_else(String::new, |sentence| format!("\n{sentence}\n"))
}

/// The table after the deal and after every entry, and only the words where it breaks.
fn every_entry(game: &'static dyn Listed, sheet: &Scoresheet, viewer: Viewer) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut reading = Reading::begin(game, sheet);
    let mut show = |reading: &Reading, gap: &str| {
        let entry = reading.scoresheet().entries.len();
        let names = reading.table().map_or_else(words::voice, words::names);
        let heard = reading.heard(viewer).filter(|(heard_at, _)| *heard_at == entry);
        let heard: String = heard.map(|(_, words)| format!("{}\n", words.words_in(&names))).collect();
        let tabletop = reading.whole().map(|table| table.glimpse(viewer).tabletop().said_as(&names));
        let tabletop = tabletop.map_or_else(String::new, |tabletop| tabletop.to_string());
        write!(text, "{gap}{}\n{heard}{tabletop}", said(&say!("entry {entry}", entry)))
    };
    show(&reading, "")?;
    for line in sheet.lines().skip(1) {
        reading.follow(&line);
        if let Line::Entry { .. } = line {
            show(&reading, "\n")?;
        }
    }
    let names = reading.table().map_or_else(words::voice, words::names);
    Ok(text + &ending(&reading, &names))
}

/// What everybody heard, and what hands do at a real table, for the deal and for every entry.
fn by_hand(game: &'static dyn Listed, sheet: &Scoresheet) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut hands = Hands::new(Supply::default(), &game.about().needs);
    let mut reading = Reading::begin(game, sheet);
    let mut tell = |reading: &Reading, gap: &str| {
        let entry = reading.scoresheet().entries.len();
        let names = reading.table().map_or_else(words::voice, words::names);
        let heard = reading.heard(Viewer::Public).filter(|(heard_at, _)| *heard_at == entry);
        let heard: String = heard.map(|(_, words)| format!("{}\n", words.words_in(&names))).collect();
        let public = reading.whole().map(|table| table.glimpse(Viewer::Public).tabletop());
        let steps = public.map_or_else(Vec::new, |public| hands.follow(&public));
        let steps = steps
            .iter()
            .zip(1..)
            .map(|(step, number)| format!("  {number}. {}\n", step.words.words_in(&names)));
        let steps: String = steps.collect();
        write!(text, "{gap}{}\n{heard}{steps}", said(&say!("entry {entry}", entry)))
    };
    tell(&reading, "")?;
    for line in sheet.lines().skip(1) {
        reading.follow(&line);
        if let Line::Entry { .. } = line {
            tell(&reading, "\n")?;
        }
    }
    let names = reading.table().map_or_else(words::voice, words::names);
    Ok(text + &ending(&reading, &names))
}

/// What the viewer knows in a format of other programs.
fn exported(table: &Table, viewer: Viewer, format: &str) -> anyhow::Result<String> {
    let exports = table.glimpse(viewer).exports();
    let Some(export) = exports.iter().find(|export| export.format == format) else {
        let formats: Vec<&str> = exports.iter().map(|export| export.format).collect();
        let (found, game) = (Filling::text(excerpt(format)), Filling::text(words::text(table.about().name)));
        if formats.is_empty() {
            return Err(Usage::error(say!(
                "{game} cannot be written as `{found}`, nor in any other format of other programs",
                game,
                found
            )));
        }
        let formats = either(&formats);
        return Err(Usage::error(say!(
            "this game has no such format: `{found}`; it has {formats}",
            found,
            formats
        )));
    };
    let text = match format {
        "pgn" => signed(table, &export.text),
        _ => export.text.clone(),
    };
    Ok(text.trim_end().to_owned() + "\n")
}

/// A PGN with what only the scoresheet knows: who sat where, and how conduct ended the game.
fn signed(table: &Table, pgn: &str) -> String {
    let mut signed = pgn.to_owned();
    for (tag, unknown) in TAGS {
        if let Some(value) = table.tag(tag) {
            signed = signed.replacen(
                &format!("[{tag} \"{unknown}\"]"),
                &format!("[{tag} \"{}\"]", escaped(value)),
                1,
            );
        }
    }
    for seat in table.seats() {
        let tag = capitalized(table.about().seat_name(seat));
        if let Some(name) = table.scoresheet().header.players.get(table.about().seat_name(seat)) {
            let name = escaped(name);
            signed = signed.replacen(&format!("[{tag} \"?\"]"), &format!("[{tag} \"{name}\"]"), 1);
        }
    }
    let Some(outcome) = table.outcome().filter(|_| table.scoresheet().conduct.is_some()) else {
        return signed;
    };
    let result = result_of(&outcome);
    signed = signed.replacen("[Result \"*\"]", &format!("[Result \"{result}\"]"), 1);
    match signed.trim_end().strip_suffix('*') {
        Some(moves) => format!("{moves}{result}\n"),
        None => signed,
    }
}

/// The tags of a PGN that a scoresheet keeps beside its players, and what stands there if nobody said.
const TAGS: [(&str, &str); 4] =
    [("Event", "Chess Kit"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "-")];

/// A text as it stands between the quotes of a tag.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn result_of(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Win(team) if team.index() == 0 => "1-0",
        Verdict::Win(_) => "0-1",
        Verdict::Draw => "1/2-1/2",
        Verdict::Scores(_) => "*",
    }
}

/// Verifies scoresheets.
pub fn run_check(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let mut all_fine = true;
    for file in &args.files {
        let line = match checked(file) {
            Ok(found) => {
                let file = Filling::text(file.display());
                said(&say!("{file}: ok: {words}", file, words = found))
            }
            Err(error) => {
                all_fine = false;
                // Every error names the file already.
                in_words(&error)
            }
        };
        streams::write_out(&(line + "\n"))?;
    }
    Ok(if all_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What there is to say of a sheet that holds.
fn checked(file: &Path) -> anyhow::Result<Sentence> {
    let text = streams::read_text(file)?;
    let table = Table::read(CATALOGUE, &text).with_context(|| file.display().to_string())?;
    let entries = table.entries();
    let end = table.outcome().map_or_else(|| say!("not over"), |outcome| outcome.sentence(table.about()));
    Ok(say!("{entries} {entries|one=entry|other=entries}, {end}", entries, end))
}

/// Makes a scoresheet of another program's game.
pub fn run_import(args: &ImportArgs) -> anyhow::Result<ExitCode> {
    if let Some(database) = &args.database {
        return backup::run_import(&args.file, database);
    }
    if backup::is_backup(&args.file) {
        let file = Filling::text(args.file.display());
        return Err(Usage::error(say!(
            "{file} holds the tables of a server (say into which store with --database)",
            file
        )));
    }
    let text = streams::read_text(&args.file)?;
    let (game, terms, actions) =
        imported(&text, args.game.as_deref()).with_context(|| args.file.display().to_string())?;
    let mut chance = Chance::unpredictable();
    let mut table = Table::open(game, &terms, &mut chance)?;
    for (index, action) in actions.iter().enumerate() {
        play(&mut table, action, &mut chance).map_err(|problem| {
            let (number, all) = (index + 1, actions.len());
            Usage::error(say!("move {number} of {all}: {problem}", number, all, problem))
        })?;
    }
    for seat in Seat::first(terms.seats()) {
        if let Some(name) = told_by(&text, &capitalized(table.about().seat_name(seat))) {
            table.name_player(seat, &name);
        }
    }
    for (tag, unknown) in TAGS {
        if let Some(value) = told_by(&text, tag).filter(|value| value != unknown) {
            table.write_tag(tag, &value);
        }
    }
    let sheet = table.scoresheet().to_string();
    match &args.output {
        Some(path) => std::fs::write(path, sheet).map_err(|error| unreadable(path, error))?,
        None => streams::write_out(&sheet)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Terms and actions, in order of play, and the game that understands them.
type Imported = (&'static dyn Listed, Terms, Vec<String>);

/// Asks the games, or the one that is named, which of them can read the text.
fn imported(text: &str, id: Option<&str>) -> anyhow::Result<Imported> {
    let asked: Vec<&'static dyn Listed> = match id {
        Some(id) => vec![terms::listed(CATALOGUE, id).map_err(Usage::error)?],
        None => CATALOGUE.to_vec(),
    };
    let (mut read, mut failed) = (Vec::new(), Vec::new());
    for game in asked {
        match game.import(text) {
            Some(Ok((terms, actions))) => read.push((game, terms, actions)),
            Some(Err(bad)) => failed.push((game.about().id, bad)),
            None => {}
        }
    }
    match (read.len(), failed.len()) {
        (1, _) => read.pop().ok_or_else(|| anyhow!("one game read the text")),
        (0, 0) => {
            let id = id.map(Filling::text);
            Err(Usage::error(match id {
                Some(game) => say!("{game} reads no format of another program", game),
                None => say!("this kit reads no format of another program"),
            }))
        }
        (0, 1) => Err(failed.remove(0).1.into()),
        (0, _) => {
            let reasons = failed.iter().map(|(id, bad)| format!("{id}: {}", said(&bad.sentence())));
            let reasons = Filling::text(reasons.collect::<Vec<_>>().join("; "));
            Err(Usage::error(say!("no game can read this: {reasons}", reasons)))
        }
        (_, _) => {
            let ids: Vec<&str> = read.iter().map(|(game, _, _)| game.about().id).collect();
            Err(Usage::error(say!("which game is it? (say --game {games})", games = either(&ids))))
        }
    }
}

/// Plays an action for whichever seat has it on offer.
fn play(table: &mut Table, action: &str, chance: &mut Chance) -> Result<(), Sentence> {
    let acting: Vec<Seat> = table.acting();
    let mut problem =
        say!("`{found}` comes after the end of the game", found = Filling::text(excerpt(action)));
    for seat in acting {
        match table.act(seat, action, chance) {
            Ok(_) => return Ok(()),
            Err(refusal) => problem = refusal.sentence(),
        }
    }
    Err(problem)
}

/// What a PGN tag says, if it says something.
fn told_by(text: &str, tag: &str) -> Option<String> {
    let opening = format!("[{tag} \"");
    let value = text.lines().find_map(|line| line.trim().strip_prefix(&opening)?.strip_suffix("\"]"))?;
    let name = value.replace("\\\"", "\"").replace("\\\\", "\\");
    (!name.is_empty() && name != "?").then_some(name)
}
