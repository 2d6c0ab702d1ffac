//! Replays the literate scenarios of `scenarios/`; `scenarios/README.md` says how they are written.
//!
//! Every heading is a test of its own.
//! Three more tests per game make sure that every rule is cited by a scenario, that every
//! diagram of the rule books is pictured by one, and that there is a guide to one turn.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kit_book::diagram::{CardCode, Diagram, GridDiagram, Item, Suit};
use kit_book::example::examples;
use kit_book::guide::{Guide, GuideNote, Step, StepNote};
use kit_book::rulebook::RuleBook;
use kit_book::scenario::{Block, Scenario, Stage, scenarios};
use kit_games::CATALOGUE;
use kit_play::tabletop::{Mark, Part, Tabletop};
use kit_play::{Chance, Listed, Table, Viewer};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let mut arguments = Arguments::from_args();
    if std::env::var("UPDATE").is_ok() {
        // Two scenarios of one page must not rewrite it at the same time.
        arguments.test_threads = Some(1);
    }
    let mut trials = Vec::new();
    for game in CATALOGUE {
        let id = game.about().id;
        let pages = Page::read_all(id);
        let cited: BTreeSet<String> = pages.iter().flat_map(|page| page.cited()).collect();
        let pictured: BTreeSet<String> = pages.iter().flat_map(|page| page.pictured()).collect();
        trials.push(Trial::test(format!("{id} cites every rule"), move || every_rule_cited(*game, &cited)));
        trials.push(Trial::test(format!("{id} pictures every diagram"), move || {
            every_diagram_pictured(id, &pictured)
        }));
        trials.push(Trial::test(format!("{id} teaches a turn"), move || a_turn_is_taught(*game)));
        for page in pages {
            for scenario in page.scenarios() {
                let name = format!("{id} {} {}", page.name(), scenario.name);
                let path = page.path.clone();
                trials.push(Trial::test(name, move || run(&scenario, *game, &path)));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn every_rule_cited(game: &dyn Listed, cited: &BTreeSet<String>) -> Result<(), Failed> {
    let book: RuleBook = game.about().rules.parse().map_err(|bad| Failed::from(format!("rules: {bad}")))?;
    let rules: BTreeSet<String> = book.rules().map(ToOwned::to_owned).collect();
    let missing: Vec<&String> = rules.difference(cited).collect();
    let unknown: Vec<&String> = cited.difference(&rules).collect();
    if missing.is_empty() && unknown.is_empty() && !rules.is_empty() {
        Ok(())
    } else {
        Err(format!("rules without a scenario: {missing:?}; cited but not in the rules: {unknown:?}").into())
    }
}

fn every_diagram_pictured(id: &str, pictured: &BTreeSet<String>) -> Result<(), Failed> {
    let mut all = BTreeSet::new();
    for edition in fs::read_dir(root().join("fixtures"))?.flatten().filter(|entry| entry.path().is_dir()) {
        for file in fs::read_dir(edition.path())?.flatten() {
            let name = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let numbered = name.strip_prefix(id).is_some_and(|rest| rest.parse::<u32>().is_ok());
            if numbered {
                all.insert(format!("{}/{name}", edition.file_name().to_string_lossy()));
            }
        }
    }
    let missing: Vec<&String> = all.difference(pictured).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("diagrams without a scenario: {missing:?}").into()) }
}

/// A guide is short, has something to do and shows what is hidden from both sides.
fn a_turn_is_taught(game: &'static dyn Listed) -> Result<(), Failed> {
    let about = game.about();
    let guide: Guide = about.guide.parse().map_err(|bad| Failed::from(format!("guide: {bad}")))?;
    for step in guide.steps() {
        let fits = [(&step.name, 14), (&step.title, 40), (&step.text, 170)];
        if let Some((text, most)) = fits.into_iter().find(|(text, most)| text.chars().count() > *most) {
            return Err(format!("longer than {most} letters: {text}").into());
        }
    }
    let note = GuideNote::new(game, None).map_err(|bad| Failed::from(format!("guide: {bad}")))?;
    let acts = note.steps.iter().filter(|step| !step.glimpse.offers.is_empty()).count();
    let viewers: BTreeSet<&str> = note.steps.iter().map(|step| step.glimpse.viewer).collect();
    let boardless = |step: &StepNote| step.glimpse.tabletop.board().is_none();
    let pictures: Vec<&String> = guide.steps().filter_map(|step| step.picture.as_ref()).collect();
    if pictures.len() != 3 || pictures.iter().any(|words| words.chars().count() > 44) {
        return Err(format!("three pictures with few words tell how a turn goes, not {pictures:?}").into());
    }
    if examples(game).is_empty() {
        return Err("no rule has a position to try".into());
    }
    if acts < 2 {
        return Err(format!("the learner does {acts} things, which is too little").into());
    }
    if !about.open && about.seats.len() > 1 && viewers.len() < 2 {
        return Err(format!("what is hidden is seen with the eyes of {viewers:?} only").into());
    }
    match note.steps.iter().find(|step| boardless(step) || !step.glimpse.barred.is_empty()) {
        Some(step) => Err(format!("{}: there is a board, and nothing is barred", step.name).into()),
        None => Ok(()),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of scenarios.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn read_all(id: &str) -> Vec<Page> {
        let Ok(files) = fs::read_dir(root().join("scenarios").join(id)) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        paths.sort();
        let read =
            |path: PathBuf| Page { text: fs::read_to_string(&path).expect("a scenario can be read"), path };
        paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == "md")).map(read).collect()
    }

    fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Rule ids in square brackets, outside the blocks.
    fn cited(&self) -> Vec<String> {
        let mut fenced = false;
        let mut cited = Vec::new();
        for line in self.text.lines() {
            fenced ^= line.starts_with("```");
            if !fenced {
                cited.extend(kit_book::scenario::cited(line).map(ToOwned::to_owned));
            }
        }
        cited
    }

    fn pictured(&self) -> Vec<String> {
        let blocks = self.scenarios().into_iter().flat_map(|scenario| scenario.blocks);
        let pictured = blocks.filter(|block| block.head[0] == "pictured");
        pictured.filter_map(|block| block.body.first().map(|line| line.trim().to_owned())).collect()
    }

    fn scenarios(&self) -> Vec<Scenario> {
        scenarios(&self.text).unwrap_or_else(|bad| panic!("{}: {bad}", self.path.display()))
    }
}

/// Why a block does not hold, and the body with which it would.
struct Mismatch {
    problem: String,
    right: Option<Vec<String>>,
}

impl<T: std::fmt::Display> From<T> for Mismatch {
    fn from(problem: T) -> Mismatch {
        Mismatch { problem: problem.to_string(), right: None }
    }
}

type Checked = Result<(), Mismatch>;

fn run(scenario: &Scenario, game: &'static dyn Listed, path: &Path) -> Result<(), Failed> {
    let mut stage = Checker(Stage::new(game));
    if scenario.blocks.is_empty() {
        return Err("a scenario has at least one block".into());
    }
    for block in &scenario.blocks {
        let Err(mismatch) = stage.perform(block) else { continue };
        if let (Some(right), Ok(_)) = (&mismatch.right, std::env::var("UPDATE")) {
            rewrite(path, block, right)?;
            return Err(format!("{}:{} was rewritten, run again", path.display(), block.line).into());
        }
        let place = format!("{}:{}", path.display(), block.line);
        return Err(format!("{place}: {}: {}", block.head.join(" "), mismatch.problem).into());
    }
    Ok(())
}

fn rewrite(path: &Path, block: &Block, right: &[String]) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let mut lines: Vec<&str> = text.lines().collect();
    // A block above may have been rewritten in this run, and then this one has moved.
    if lines.get(block.line..block.line + block.body.len()).is_none_or(|body| body != block.body) {
        return Err(format!("{} has changed, run again", path.display()).into());
    }
    lines.splice(block.line..block.line + block.body.len(), right.iter().map(String::as_str));
    Ok(fs::write(path, lines.join("\n") + "\n")?)
}

/// Performs the blocks of a scenario on a stage, and compares.
struct Checker(Stage);

impl Checker {
    fn perform(&mut self, block: &Block) -> Checked {
        let head: Vec<&str> = block.head.iter().map(String::as_str).collect();
        match head.as_slice() {
            ["table"] => Ok(self.0.lay(&block.body)?),
            ["table", "again"] => Ok(self.0.lay_again()?),
            ["play"] => Ok(self.0.play(&block.body)?),
            ["step", ..] => self.step(block),
            ["refused", seat] => self.refused(seat, &block.body),
            ["offers", viewer, rest @ ..] => self.offers(viewer, rest, &block.body),
            ["sees", viewer, rest @ ..] => self.sees(viewer, rest, &block.body),
            ["said", viewer, rest @ ..] => self.said(viewer, rest, &block.body),
            ["alike", viewer] => self.alike(viewer, &block.body),
            ["pictured", viewer] => self.pictured(viewer, &block.body),
            ["exports", viewer, format] => self.exports(viewer, format, &block.body),
            ["perft"] => self.perft(&block.body),
            ["outcome"] => self.outcome(&block.body),
            _ => Err("no such block; see scenarios/README.md".into()),
        }
    }

    fn table(&mut self) -> Result<&mut Table, Mismatch> {
        Ok(self.0.table()?)
    }

    fn viewer(&self, name: &str) -> Result<Viewer, Mismatch> {
        Ok(self.0.viewer(name)?)
    }

    /// A step of a guide: what the learner does must be on offer, written just like that.
    fn step(&mut self, block: &Block) -> Checked {
        let step = Step::read(block)?;
        let viewer = self.viewer(&step.viewer)?;
        let Some(action) = step.does else { return Ok(()) };
        let seat = self.0.seat(&step.viewer)?;
        let offers = self.table()?.glimpse(viewer).actions();
        refute(offers.contains(&action), || format!("{action} is not on offer; on offer are {offers:?}"))?;
        Ok(self.0.act(seat, &action)?)
    }

    fn refused(&mut self, seat: &str, body: &[String]) -> Checked {
        let seat = if seat == "nobody" { None } else { Some(self.0.seat(seat)?) };
        let table = self.table()?;
        let before = table.scoresheet().clone();
        for line in body {
            let (action, reason) = line.split_once(" because ").unwrap_or((line, ""));
            let chance = &mut Chance::seeded(1);
            let ruling = match (seat, action) {
                (Some(seat), action) => table.act(seat, action, chance),
                (None, "time up") => table.time_up(chance),
                (None, _) => return Err(format!("nobody can do {action}, only `time up`").into()),
            };
            match ruling {
                Ok(_) => return Err(format!("{action} was accepted").into()),
                Err(refusal) if refusal.to_string().ends_with(reason) => {}
                Err(refusal) => return Err(format!("{action} was refused because {refusal}").into()),
            }
            if *table.scoresheet() != before {
                return Err(format!("{action} was refused, and something changed").into());
            }
        }
        Ok(())
    }

    fn offers(&mut self, viewer: &str, rest: &[&str], body: &[String]) -> Checked {
        let viewer = self.viewer(viewer)?;
        let table = self.table()?;
        let mut offers: Vec<String> = match table.outcome() {
            Some(_) => Vec::new(),
            None => table.glimpse(viewer).actions(),
        };
        let mut wanted = words(body);
        match rest {
            ["count"] => {
                let right = offers.len().to_string();
                return compare(vec![right], body.iter().map(|line| line.trim().to_owned()).collect());
            }
            ["with"] => {
                let missing: Vec<&String> = wanted.iter().filter(|action| !offers.contains(action)).collect();
                return refute(missing.is_empty(), || {
                    format!("not on offer: {missing:?}; on offer: {offers:?}")
                });
            }
            ["without"] => {
                let there: Vec<&String> = wanted.iter().filter(|action| offers.contains(action)).collect();
                return refute(there.is_empty(), || format!("on offer: {there:?}"));
            }
            ["starting", start] => offers.retain(|action| action.starts_with(start)),
            [] => {}
            _ => return Err("`offers` may be followed by starting, with, without or count".into()),
        }
        offers.sort();
        wanted.sort();
        if offers == wanted {
            Ok(())
        } else {
            Err(Mismatch {
                problem: format!("on offer are {offers:?}, not {wanted:?}"),
                right: Some(written(&offers)),
            })
        }
    }

    fn sees(&mut self, viewer: &str, rest: &[&str], body: &[String]) -> Checked {
        let viewer = self.viewer(viewer)?;
        let text = self.table()?.glimpse(viewer).tabletop().to_string();
        if rest == ["without"] {
            let found: Vec<&String> = body.iter().filter(|line| text.contains(line.as_str())).collect();
            return refute(found.is_empty(), || format!("{found:?} can be seen in\n{text}"));
        }
        let (seen, wanted) = (sections(text.lines()), sections(body.iter().map(String::as_str)));
        for (key, section) in &wanted {
            if !seen.iter().any(|other| other == &(key.clone(), section.clone())) {
                let keys: Vec<&str> = wanted.iter().map(|(key, _)| key.as_str()).collect();
                let right = seen.iter().filter(|(key, _)| keys.contains(&key.as_str()) || keys.is_empty());
                return Err(Mismatch {
                    problem: format!("\n{}\ncannot be seen in\n{text}", section.join("\n")),
                    right: Some(right.flat_map(|(_, section)| section.clone()).collect()),
                });
            }
        }
        if wanted.is_empty() {
            Err(Mismatch {
                problem: "empty".to_owned(),
                right: Some(text.lines().map(String::from).collect()),
            })
        } else {
            Ok(())
        }
    }

    fn said(&mut self, viewer: &str, rest: &[&str], body: &[String]) -> Checked {
        let viewer = self.viewer(viewer)?;
        let before = self.0.heard_before();
        let table = self.table()?;
        let heard: Vec<String> = table
            .heard(viewer)
            .filter(|(entry, _)| *entry >= before)
            .map(|(_, text)| text.to_string())
            .collect();
        if rest == ["without"] {
            let found: Vec<&String> =
                body.iter().filter(|line| heard.iter().any(|said| said.contains(line.as_str()))).collect();
            return refute(found.is_empty(), || format!("{found:?} was heard: {heard:?}"));
        }
        let mut rest = heard.iter();
        for line in body {
            if !rest.any(|said| said == line.trim()) {
                let problem = format!("`{line}` was not heard, or not in this order: {heard:#?}");
                return Err(Mismatch { problem, right: Some(heard) });
            }
        }
        Ok(())
    }

    fn alike(&mut self, viewer: &str, body: &[String]) -> Checked {
        let viewer = self.viewer(viewer)?;
        let mut first: Option<(String, String)> = None;
        for line in body {
            let (seat, action) = line.split_once(": ").ok_or("a line of `alike` is `seat: action`")?;
            let seat = self.0.seat(seat)?;
            let table = self.table()?;
            let mut fork = table.fork();
            fork.act(seat, action, &mut Chance::seeded(1))
                .map_err(|refusal| format!("{action}: {refusal}"))?;
            let glimpse = fork.glimpse(viewer);
            let heard: Vec<String> = fork.heard(viewer).map(|(_, text)| text.to_string()).collect();
            let sight = format!("{:?} {:?} {heard:?}", glimpse.tabletop(), glimpse.offers());
            let (other, expected) = first.get_or_insert_with(|| (action.to_owned(), sight.clone()));
            if *expected != sight {
                return Err(format!("{other} and {action} can be told apart\n{expected}\n{sight}").into());
            }
        }
        refute(body.len() > 1, || "`alike` compares at least two actions".to_owned())
    }

    fn pictured(&mut self, viewer: &str, body: &[String]) -> Checked {
        let viewer = self.viewer(viewer)?;
        let (name, settings) = body.split_first().ok_or("the name of a fixture is missing")?;
        let path = root().join("fixtures").join(format!("{}.txt", name.trim()));
        let fixture = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let fixture: Diagram = fixture.parse()?;
        let setting = |key: &str| {
            let value = settings.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
            value.map(|value| value.trim().to_owned())
        };
        let table = self.table()?;
        let tabletop = table.glimpse(viewer).tabletop();
        let board = match fixture {
            Diagram::Grid(grid) => return grid_pictured(&grid, &tabletop.parts, setting("grid")),
            Diagram::Board(board) => board,
        };
        let pieces = tabletop.board().ok_or("there is no board")?.pieces();
        if pieces != board.pieces {
            return Err(format!("the board is {pieces}, the fixture has {}", board.pieces).into());
        }
        let arrows: Vec<String> = board.items.iter().filter_map(arrow_squares).collect();
        match setting("arrows").as_deref() {
            Some("played") => {
                let entries = &table.scoresheet().entries;
                let played: Vec<String> =
                    entries.iter().filter_map(|entry| squares_moved(&entry.action)).collect();
                let last = played.get(played.len().saturating_sub(arrows.len())..).unwrap_or_default();
                refute(last == arrows, || format!("the arrows are {arrows:?}, played was {played:?}"))?;
            }
            Some("offered") => {
                let seats = table.acting();
                let offers: Vec<String> =
                    seats.iter().flat_map(|seat| table.glimpse(Viewer::Seat(*seat)).actions()).collect();
                refute(arrows.iter().all(|arrow| offers.contains(arrow)), || {
                    format!("{arrows:?} not in {offers:?}")
                })?;
            }
            Some("left") => {}
            Some(other) => return Err(format!("arrows are played, offered or left, not {other}").into()),
            None => refute(arrows.is_empty(), || format!("say what the arrows {arrows:?} are"))?,
        }
        if let Some(mark) = setting("rings") {
            rings_pictured(&board.items, &tabletop, &mark)?;
        }
        let cards: Vec<CardCode> = board.items.iter().filter_map(card_code).collect();
        let faces = |name: fn(CardCode) -> String| cards.iter().copied().map(name).collect();
        match (setting("cards").as_deref(), setting("pieces")) {
            (Some("left"), None) => Ok(()),
            (Some(parts), None) => cards_pictured(faces(|code| code.to_string()), &tabletop.parts, parts),
            (None, Some(parts)) => cards_pictured(faces(piece_meant), &tabletop.parts, &parts),
            (None, None) => refute(cards.is_empty(), || format!("say where the cards {cards:?} lie")),
            (Some(_), Some(_)) => Err("write `cards` or `pieces`, not both".into()),
        }
    }

    fn exports(&mut self, viewer: &str, format: &str, body: &[String]) -> Checked {
        let viewer = self.viewer(viewer)?;
        let exports = self.table()?.glimpse(viewer).exports();
        let export = exports.into_iter().find(|export| export.format == format).ok_or("no such export")?;
        compare(export.text.trim_end().lines().map(ToOwned::to_owned).collect(), body.to_vec())
    }

    fn perft(&mut self, body: &[String]) -> Checked {
        let mut ahead = self.table()?.glimpse(Viewer::Public).lookahead(&mut Chance::seeded(1));
        let mut counted = Vec::new();
        for line in body {
            let depth: u32 = line.split_whitespace().next().unwrap_or_default().parse()?;
            counted.push(format!("{depth} {}", ahead.perft(depth, true)));
        }
        compare(counted, body.to_vec())
    }

    fn outcome(&mut self, body: &[String]) -> Checked {
        let table = self.table()?;
        let outcome =
            table.outcome().map_or("none".to_owned(), |outcome| outcome.sentence(table.about()).to_string());
        compare(vec![outcome], body.to_vec())
    }
}

/// Actions set apart by blanks; a line that begins with `- ` is one action.
fn words(body: &[String]) -> Vec<String> {
    let actions = |line: &String| match line.trim().strip_prefix("- ") {
        Some(action) => vec![action.to_owned()],
        None => line.split_whitespace().map(ToOwned::to_owned).collect(),
    };
    body.iter().flat_map(actions).collect()
}

fn written(actions: &[String]) -> Vec<String> {
    if actions.iter().any(|action| action.contains(' ')) {
        return actions.iter().map(|action| format!("- {action}")).collect();
    }
    actions.chunks(12).map(|line| line.join(" ")).collect()
}

fn compare(right: Vec<String>, wanted: Vec<String>) -> Checked {
    if right == wanted {
        Ok(())
    } else {
        Err(Mismatch { problem: format!("it is {right:?}, not {wanted:?}"), right: Some(right) })
    }
}

fn refute(holds: bool, problem: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(problem().into()) }
}

/// The lines of a text form by key: the rows of the board under `board`, indented lines with
/// the line above them.
fn sections<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<(String, Vec<String>)> {
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    for line in lines.map(str::trim_end).filter(|line| !line.is_empty()) {
        let key = match line.split_once(':') {
            _ if line.starts_with("  ") => None,
            Some((key, _)) => Some(key),
            None => Some("board"),
        };
        match (sections.last_mut(), key) {
            (Some((_, section)), None) => section.push(line.to_owned()),
            (Some((last, section)), Some("board")) if last == "board" => section.push(line.to_owned()),
            (_, key) => sections.push((key.unwrap_or("board").to_owned(), vec![line.to_owned()])),
        }
    }
    sections
}

fn arrow_squares(item: &Item) -> Option<String> {
    match item {
        Item::Arrow { from, to, .. } => Some(format!("{from}{to}")),
        Item::Ring { .. }
        | Item::Text { .. }
        | Item::Corner { .. }
        | Item::Rect { .. }
        | Item::Card { .. }
        | Item::Checkers { .. } => None,
    }
}

/// The squares of a move, `e6d5` for `e6xd5/1`; nothing for other actions.
fn squares_moved(action: &str) -> Option<String> {
    let squares: String = action.chars().filter(|letter| !"x?".contains(*letter)).take(4).collect();
    let fits = |(place, letter): (usize, char)| match place % 2 {
        0 => ('a'..='h').contains(&letter),
        _ => ('1'..='8').contains(&letter),
    };
    (squares.len() == 4 && squares.chars().enumerate().all(fits)).then_some(squares)
}

fn ring_square(item: &Item) -> Option<String> {
    match item {
        Item::Ring { at, .. } => Some(at.to_string()),
        Item::Arrow { .. }
        | Item::Text { .. }
        | Item::Corner { .. }
        | Item::Rect { .. }
        | Item::Card { .. }
        | Item::Checkers { .. } => None,
    }
}

fn rings_pictured(items: &[Item], tabletop: &Tabletop, mark: &str) -> Checked {
    let mut rings: Vec<String> = items.iter().filter_map(ring_square).collect();
    let marks = tabletop.board().map_or(&[] as &[Mark], |board| board.marks.as_slice());
    let marked = marks.iter().filter(|found| found.kind.name() == mark);
    let mut marked: Vec<String> = marked.map(|found| found.square.to_string()).collect();
    rings.sort();
    marked.sort();
    refute(rings == marked, || format!("the rings are {rings:?}, marked {mark} is {marked:?}"))
}

fn card_code(item: &Item) -> Option<CardCode> {
    match item {
        Item::Card { code, .. } => Some(*code),
        Item::Arrow { .. }
        | Item::Ring { .. }
        | Item::Text { .. }
        | Item::Corner { .. }
        | Item::Rect { .. }
        | Item::Checkers { .. } => None,
    }
}

/// The chess card that a playing card stands for; red cards are white.
fn piece_meant(code: CardCode) -> String {
    let CardCode::Playing { rank, suit } = code else { return code.to_string() };
    let letter = match rank {
        2..=5 => "P",
        8 => "N",
        9 => "B",
        10 => "R",
        12 => "Q",
        13 => "K",
        _ => return code.to_string(),
    };
    match suit {
        Suit::Hearts | Suit::Diamonds => letter.to_owned(),
        Suit::Spades | Suit::Clubs => letter.to_lowercase(),
    }
}

fn cards_pictured(mut cards: Vec<String>, parts: &[Part], ids: &str) -> Checked {
    let ids: Vec<&str> = ids.split_whitespace().collect();
    let mut lying: Vec<String> = Vec::new();
    for part in parts {
        if let Part::Cards(part) = part {
            lying.extend(part.cards.iter().filter(|_| ids.contains(&part.id)).map(|card| card.face.clone()));
        }
    }
    cards.sort();
    lying.sort();
    refute(cards == lying, || format!("the fixture has the cards {cards:?}, on the table are {lying:?}"))
}

fn grid_pictured(fixture: &GridDiagram, parts: &[Part], id: Option<String>) -> Checked {
    let id = id.ok_or("say which grid the fixture shows: `grid: …`")?;
    let grid = parts.iter().find_map(|part| match part {
        Part::Grid(grid) if grid.id == id => Some(grid.to_string()),
        _ => None,
    });
    let grid = grid.ok_or_else(|| format!("there is no grid `{id}`"))?;
    let row = |line: &str| line.split_whitespace().map(|cell| cell.replace('_', ".")).collect::<Vec<_>>();
    let seen: Vec<Vec<String>> = grid.lines().skip(1).map(row).collect();
    // The books leave blank cells at the end of a row out, and call a pair of letters a combo.
    let width = fixture.rows.first().map_or(0, Vec::len);
    let whole = |cells: &Vec<String>| {
        let mut cells = row(&cells.join(" ").replace("combo", "pair"));
        cells.resize(cells.len().max(width), ".".to_owned());
        cells
    };
    let drawn: Vec<Vec<String>> = fixture.rows.iter().map(whole).collect();
    refute(seen == drawn, || format!("the fixture has {drawn:?}, the table {seen:?}"))
}
