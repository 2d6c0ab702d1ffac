//! Printed pages: sizes, fonts, words, places, and what must stay together.
//!
//! Needs qpdf and poppler-utils, which Debian has.

use std::path::PathBuf;
use std::process::Command;

use kit_book::rulebook::{Block, RuleBook};
use kit_games::CATALOGUE;
use kit_play::About;
use kit_print::Theme;
use kit_print::pages::book::{self, Binding};
use kit_print::pages::deck::{self, Make};
use kit_print::pages::faces::Faces;
use kit_print::pages::leaf::{Folio, Leaf, Part, Thing};
use kit_print::pages::paper::{Area, Paper};
use kit_print::pages::problem::Problem;
use kit_print::pages::sheets;
use kit_print::pages::{aids, holes, words};

fn games() -> Vec<&'static About> {
    CATALOGUE.iter().map(|game| game.about()).collect()
}

fn rule_book(about: &About) -> RuleBook {
    about.rules.parse().expect("the rules can be read")
}

/// A file for other programs to read.
fn written(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("the directory for tests can be written to");
    path
}

/// What a program says about a file.
fn tool(program: &str, arguments: &[&str], file: &PathBuf, more: &[&str]) -> String {
    let output = Command::new(program).args(arguments).arg(file).args(more).output();
    let output =
        output.unwrap_or_else(|_| panic!("{program} is missing: run `apt-get install qpdf poppler-utils`"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A valid file with embedded fonts, tags and pages of one size.
fn check_file(name: &str, bytes: &[u8], pages: usize, width: f64, height: f64) -> PathBuf {
    let file = written(name, bytes);
    tool("qpdf", &["--check"], &file, &[]);
    let info = tool("pdfinfo", &["-l", "9999"], &file, &[]);
    let field = |name: &str| info.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    assert_eq!(field("Tagged:"), Some("yes"), "{name}");
    assert_eq!(field("Pages:"), Some(pages.to_string().as_str()), "{name}");
    assert!(field("Title:").is_some_and(|title| !title.is_empty()), "{name}");
    let mut sizes = 0;
    for line in info.lines().filter(|line| line.starts_with("Page ") && line.contains(" size:")) {
        let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [.., found_width, found_height] = numbers.as_slice() else { panic!("{line}") };
        assert!((found_width - width).abs() < 0.01 && (found_height - height).abs() < 0.01, "{name}: {line}");
        sizes += 1;
    }
    assert_eq!(sizes, pages, "{name}");
    let fonts = tool("pdffonts", &[], &file, &[]);
    assert!(fonts.lines().count() > 2, "{name}");
    for font in fonts.lines().skip(2) {
        let words: Vec<&str> = font.split_whitespace().collect();
        let flags = &words[words.len() - 5..words.len() - 2];
        assert_eq!(flags, ["yes", "yes", "yes"], "embedded, subset and with Unicode: {font}");
    }
    file
}

/// Letters and signs without blanks, hyphens at line ends and curled quotation marks.
fn squeezed(text: &str) -> String {
    let straight = |letter: char| match letter {
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        other => other,
    };
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{ad}').map(straight).collect()
}

fn order(problems: &[Problem]) -> book::Order<'_> {
    book::order(&games(), false, None, problems).expect("the newest editions are there")
}

/// A problem as the command line makes them.
fn problem() -> Problem {
    let text = "..B...R.\n.....k..\n.r.n.N..\n.r..b...\nR.....q.\n.B.n.N..\nb......K\n.....Q..\nchosen: Kb";
    let hole: kit_golf::Hole = text.parse().expect("a hole");
    Problem {
        board: hole.board().clone(),
        cards: hole.chosen().to_vec(),
        par: 3,
        reasons: ["e5g6 (as n d6)", "g6h5 (as k f7)", "h5h2 (as q g4, takes K)"].map(str::to_owned).to_vec(),
        text: text.to_owned(),
    }
}

#[test]
fn the_book_has_every_rule_and_can_be_searched() {
    let problems = [problem(), problem(), problem()];
    let order = order(&problems);
    let faces = Faces::load();
    let binding = Binding::Pages(Paper::A4);
    let pages = book::folio(&order, binding, &Theme::PAPER, &faces).expect("pages").leaves.len();
    let bytes = book::pdf(&order, binding, &Theme::PAPER).expect("a book");
    let file = check_file("book.pdf", &bytes, pages, 595.276, 841.89);
    let text = squeezed(&tool("pdftotext", &["-raw"], &file, &["-"]));
    for about in games() {
        for block in rule_book(about).blocks {
            let (Block::Paragraph { text: rule, .. } | Block::Item { text: rule, .. }) = block else {
                continue;
            };
            // The first two lines of a paragraph are never parted.
            let start: String = squeezed(&words::plain(&rule)).chars().take(70).collect();
            assert!(text.contains(&start), "{}: {start}", about.id);
        }
    }
    for words in ["CCBY-SA4.0", "DonKirkby", "e5g6", "Contents", "Readingthediagrams"] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn zines_are_sheets_of_two_pages() {
    let one = &games()[..1];
    let order = book::order(one, true, None, &[]).expect("a game");
    let faces = Faces::load();
    for (binding, width, height) in
        [(Binding::Zine(Paper::A4), 841.89, 595.276), (Binding::Zine(Paper::Letter), 792.0, 612.0)]
    {
        let pages = book::folio(&order, binding, &Theme::PAPER, &faces).expect("pages").leaves.len();
        let bytes = book::pdf(&order, binding, &Theme::PAPER).expect("a booklet");
        check_file(&format!("{}.pdf", binding.name()), &bytes, pages.div_ceil(4) * 2, width, height);
    }
    let bytes = book::pdf(&order, Binding::Pages(Paper::A5), &Theme::PAPER).expect("a book");
    let pages =
        book::folio(&order, Binding::Pages(Paper::A5), &Theme::PAPER, &faces).expect("pages").leaves.len();
    check_file("a5.pdf", &bytes, pages, 419.528, 595.276);
}

#[test]
fn every_book_is_whole_and_set_well() {
    let faces = Faces::load();
    for binding in Binding::ALL {
        let folio = book::folio(&order(&[]), binding, &Theme::PAPER, &faces).expect("a book");
        check_figures(&folio);
        check_company(binding.name(), &folio);
        check_edges(binding.name(), &folio);
    }
}

/// Every game and every diagram is there.
fn check_figures(folio: &Folio) {
    let words = |part: &'_ Part| if let Part::Figure(words) = part { Some(words.clone()) } else { None };
    let figures: Vec<String> = folio.parts.iter().filter_map(words).collect();
    for about in games() {
        assert!(folio.place(about.id).is_some(), "{}", about.id);
        for block in rule_book(about).blocks {
            if let Block::Diagram { diagram, .. } = block {
                let words = kit_print::diagram(&diagram, &Theme::PAPER).alt;
                assert!(figures.contains(&words), "{}: {words}", about.id);
            }
        }
    }
    let drawn =
        |leaf: &Leaf| leaf.items.iter().filter(|item| matches!(item.thing, Thing::Picture { .. })).count();
    let drawn: usize = folio.leaves.iter().map(drawn).sum();
    assert_eq!(drawn, figures.len() + 1, "all figures and the ornament of the title");
}

/// The parts on a page with the number of their lines, in order.
fn parts_of(leaf: &Leaf) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, Vec<f32>)> = Vec::new();
    for item in &leaf.items {
        let (Some(part), Thing::Text { y, .. }) = (item.part, &item.thing) else { continue };
        match parts.iter_mut().find(|(known, _)| *known == part) {
            Some((_, lines)) if lines.contains(y) => {}
            Some((_, lines)) => lines.push(*y),
            None => parts.push((part, vec![*y])),
        }
    }
    parts.into_iter().map(|(part, lines)| (part, lines.len())).collect()
}

/// No heading is at the foot of a page, and no line is parted from its paragraph.
fn check_company(name: &str, folio: &Folio) {
    for (number, leaf) in folio.leaves.iter().enumerate() {
        let last = leaf.items.iter().rev().find_map(|item| item.part).map(|part| &folio.parts[part]);
        assert!(!matches!(last, Some(Part::Heading(..))), "{name}: {last:?} ends page {}", number + 1);
    }
    let pages: Vec<Vec<(usize, usize)>> = folio.leaves.iter().map(parts_of).collect();
    for (part, kind) in folio.parts.iter().enumerate() {
        let on = pages.iter().flatten().filter(|(known, _)| *known == part).map(|(_, lines)| *lines);
        let on: Vec<usize> = on.collect();
        let is_text = matches!(kind, Part::Paragraph | Part::Entry);
        let alone = is_text && on.len() > 1 && on.iter().any(|lines| *lines < 2);
        assert!(!alone, "{name}: part {part} {on:?}");
    }
}

/// Nothing is written over the edge of the paper, nor close to it.
fn check_edges(name: &str, folio: &Folio) {
    for (number, leaf) in folio.leaves.iter().enumerate() {
        for item in &leaf.items {
            let Thing::Text { x, y, run } = &item.thing else { continue };
            let inside = *x > 14.0 && x + run.width() < leaf.extent.width - 14.0;
            let inside = inside && *y > 14.0 && *y < leaf.extent.height - 14.0;
            assert!(inside, "{name}, page {}: {}", number + 1, run.text);
        }
    }
}

#[test]
fn sheets_and_aids_stay_inside_the_page() {
    let faces = Faces::load();
    for paper in Paper::SHEETS {
        check_edges("aids", &aids::folio(&games(), paper, &faces).expect("aids"));
        check_edges("sheets", &sheets::folio(&games(), paper, &faces).expect("sheets"));
    }
}

/// The areas of the cards on a page.
fn cards_on(leaf: &Leaf) -> Vec<Area> {
    let mut areas = Vec::new();
    for item in &leaf.items {
        if let Thing::Picture { area, .. } = &item.thing
            && !areas.contains(area)
        {
            areas.push(*area);
        }
    }
    areas
}

#[test]
fn fronts_and_backs_line_up() {
    let faces = Faces::load();
    for paper in Paper::SHEETS {
        for make in Make::ALL {
            let order = deck::Order { paper, make, checkers: 4, backs: true };
            let folio = deck::folio(&order, &games(), &faces);
            assert_eq!(folio.leaves.len(), 11, "five sheets with backs, and the tables");
            for sides in folio.leaves[..10].chunks(2) {
                let [front, back] = sides else { panic!("a front and a back") };
                let marks =
                    front.items.iter().filter(|item| matches!(item.thing, Thing::Rule { .. })).count();
                assert_eq!(marks, 16);
                check_sides(&cards_on(front), &cards_on(back), front.extent.width);
            }
        }
    }
}

fn check_sides(fronts: &[Area], backs: &[Area], page: f32) {
    assert_eq!((fronts.len(), backs.len()), (8, 8));
    for front in fronts {
        // Turned over the long edge, left becomes right; a face may be narrower than its card.
        let center = (page - front.x - front.width / 2.0, front.y + front.height / 2.0);
        let behind = |back: &&Area| {
            let own = (back.x + back.width / 2.0, back.y + back.height / 2.0);
            (own.0 - center.0).abs() < 0.01 && (own.1 - center.1).abs() < 0.01
        };
        let back = backs.iter().find(behind).expect("a back lies behind every front");
        assert!(back.width >= front.width - 0.01 && back.height >= front.height - 0.01);
    }
}

#[test]
fn the_deck_is_small_and_valid() {
    for (paper, width, height) in [(Paper::A4, 595.276, 841.89), (Paper::Letter, 612.0, 792.0)] {
        for make in Make::ALL {
            let order = deck::Order { paper, make, checkers: 4, backs: true };
            let bytes = deck::pdf(&order, &games()).expect("a deck");
            assert!(bytes.len() < 500_000, "{} bytes", bytes.len());
            let name = format!("deck-{}-{}.pdf", paper.name(), make.name());
            let file = check_file(&name, &bytes, 11, width, height);
            let images = tool("pdfimages", &["-list"], &file, &[]);
            assert_eq!(images.lines().count(), 2, "all is vectors: {images}");
        }
    }
    for (checkers, backs, pages) in [(0, false, 5), (2, false, 6), (4, false, 6), (0, true, 9)] {
        let order = deck::Order { paper: Paper::A4, make: Make::Standard, checkers, backs };
        assert_eq!(deck::folio(&order, &games(), &Faces::load()).leaves.len(), pages);
    }
}

#[test]
fn the_tables_name_every_game() {
    let order = deck::Order { paper: Paper::A4, make: Make::Standard, checkers: 4, backs: false };
    let bytes = deck::pdf(&order, &games()).expect("a deck");
    let text = squeezed(&tool("pdftotext", &["-raw"], &written("tables.pdf", &bytes), &["-"]));
    for about in games() {
        assert!(text.contains(&squeezed(about.name)), "{}", about.name);
    }
}

#[test]
fn every_sheet_is_one_page_and_every_game_has_an_aid() {
    let (games, faces) = (games(), Faces::load());
    for (paper, width, height) in [(Paper::A4, 595.276, 841.89), (Paper::Letter, 612.0, 792.0)] {
        let bytes = sheets::pdf(&games, paper).expect("sheets");
        let count = games.iter().filter(|about| about.sheet.is_some()).count();
        check_file(&format!("sheets-{}.pdf", paper.name()), &bytes, count, width, height);
        let bytes = aids::pdf(&games, paper).expect("aids");
        let pages = games.len().div_ceil(2);
        let file = check_file(&format!("aids-{}.pdf", paper.name()), &bytes, pages, width, height);
        let text = squeezed(&tool("pdftotext", &[], &file, &["-"]));
        for about in &games {
            assert!(text.contains(&squeezed(about.name)), "{}", about.id);
        }
        let folio = aids::folio(&games, paper, &faces).expect("aids");
        for about in &games {
            assert!(folio.place(about.id).is_some(), "{}", about.id);
        }
    }
}

#[test]
fn puzzles_have_codes_and_solutions_on_the_last_page() {
    let problems: Vec<Problem> = (0..9).map(|_| problem()).collect();
    let link = "http://localhost:8080/golf".to_owned();
    let order = holes::Order {
        problems: &problems,
        game: "Golf",
        name: "Course 7".to_owned(),
        link,
        paper: Paper::Letter,
    };
    let folio = holes::folio(&order, &Theme::PAPER, &Faces::load()).expect("a sheet");
    let codes =
        |leaf: &Leaf| leaf.items.iter().filter(|item| matches!(item.thing, Thing::Dots { .. })).count();
    assert_eq!(folio.leaves.iter().map(codes).collect::<Vec<_>>(), [6, 3, 0]);
    let bytes = holes::pdf(&order, &Theme::PAPER).expect("a sheet");
    let file = check_file("holes.pdf", &bytes, 3, 612.0, 792.0);
    let puzzles = tool("pdftotext", &["-l", "2"], &file, &["-"]);
    assert!(puzzles.contains("Hole 9, par 3") && !puzzles.contains("e5g6"), "{puzzles}");
    let solutions = tool("pdftotext", &["-f", "3"], &file, &["-"]);
    assert_eq!(solutions.matches("h5h2 (as q g4, takes K)").count(), 9, "{solutions}");
    let link = "x".repeat(4000);
    let order = holes::Order { link, ..order };
    assert!(holes::pdf(&order, &Theme::PAPER).is_err());
}

/// A game whose rules say something else.
fn changed(about: &'static About, old: &str, new: &str) -> &'static About {
    assert!(about.rules.contains(old));
    let rules: &'static str = Box::leak(about.rules.replace(old, new).into_boxed_str());
    Box::leak(Box::new(About { rules, ..*about }))
}

#[test]
fn a_change_of_a_rule_changes_all_that_is_printed() {
    let zombie = *games().iter().find(|about| about.id == "zombie-chess").expect("a game");
    let zombie = changed(zombie, "Put each piece you have captured", "Put every xylophone");
    let order = book::order(&[zombie], true, None, &[]).expect("a game");
    let html = book::html::html(&order, &Theme::PAPER).expect("a page");
    assert!(html.contains("Put every xylophone"));
    let book = book::pdf(&order, Binding::Pages(Paper::A5), &Theme::PAPER).expect("a book");
    let aid = aids::pdf(&[zombie], Paper::A4).expect("an aid");
    let sheet = sheets::pdf(&[zombie], Paper::A4).expect("a sheet");
    for (name, bytes) in [("book", book), ("aid", aid), ("sheet", sheet)] {
        let text = tool("pdftotext", &[], &written(&format!("changed-{name}.pdf"), &bytes), &["-"]);
        assert!(squeezed(&text).contains("Puteveryxylophone"), "{name}");
    }
}

#[test]
fn the_page_for_browsers_needs_nothing_else() {
    let html = book::html::html(&order(&[problem()]), &Theme::PAPER).expect("a page");
    for outside in ["<img", "<link", "<script", "src=", "url(", "@import"] {
        assert!(!html.contains(outside), "{outside}");
    }
    for about in games() {
        assert!(html.contains(&format!("<h1 id=\"{}\">", about.id)), "{}", about.id);
        let book = rule_book(about);
        for rule in book.rules() {
            assert!(html.contains(&format!("id=\"rule-{rule}\"")), "{rule}");
        }
    }
    let ids: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "no id is used twice");
    for target in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&target), "{target}");
    }
}

#[test]
fn editions_choose_games_and_say_what_they_change() {
    let order = book::order(&games(), false, Some("2023"), &[]).expect("there is such an edition");
    assert!(order.games.len() > 3 && order.games.len() < games().len());
    let html = book::html::html(&order, &Theme::PAPER).expect("a page");
    assert!(html.contains("<strong>Edition 2023:</strong>"), "{}", order.games.len());
    let unknown = book::order(&games(), false, Some("1999"), &[]).map(|_| ()).map_err(|bad| bad.to_string());
    assert_eq!(
        unknown,
        Err("unknown edition: `1999` (try 2025, 2024-book, 2024-booklet or 2023)".to_owned())
    );
    let two_move: Vec<_> = games().into_iter().filter(|about| about.id == "two-move-chess").collect();
    let missing = book::order(&two_move, true, Some("2023"), &[]).map(|_| ()).map_err(|bad| bad.to_string());
    assert_eq!(missing, Err("unknown edition: `2023` (try 2025)".to_owned()));
}

#[test]
fn orders_for_what_is_not_there_name_what_is() {
    for (found, expected) in [
        (Binding::named("b5").map(|_| ()), "unknown size: `b5` (try a4, letter, a5, zine or zine-letter)"),
        (Paper::named("a5", &Paper::SHEETS).map(|_| ()), "unknown size: `a5` (try a4 or letter)"),
        (
            Make::named("tarot").map(|_| ()),
            "unknown kind of cards: `tarot` (try standard, poker or large-index)",
        ),
        (
            sheets::chosen(&["bridge".to_owned()], &games()).map(|_| ()),
            "unknown sheet: `bridge` (try masquerade, two-move, telepathic, cloak-and-dagger, zombie, golf or cooperative)",
        ),
    ] {
        assert_eq!(found.map_err(|bad| bad.to_string()), Err(expected.to_owned()));
    }
    for name in ["zombie-chess", "Zombie"] {
        let chosen = sheets::chosen(&[name.to_owned()], &games()).expect("a sheet");
        assert_eq!(chosen.iter().map(|about| about.id).collect::<Vec<_>>(), ["zombie-chess"]);
    }
}
