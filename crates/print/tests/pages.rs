//! Printed pages: sizes, fonts, words, places, and what must stay together.
//!
//! Needs qpdf and poppler-utils, which Debian has.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Command;

use kit_book::rulebook::{Block, RuleBook, Section, sentences};
use kit_chess::shakmaty::Square;
use kit_games::CATALOGUE;
use kit_play::{About, say};
use kit_print::Theme;
use kit_print::pages::book::{self, Binding};
use kit_print::pages::booklet::signatures;
use kit_print::pages::deck::{self, Make};
use kit_print::pages::faces::{Face, Faces, Style};
use kit_print::pages::leaf::{Folio, Leaf, Part, Thing};
use kit_print::pages::paper::{Area, MM, Paper};
use kit_print::pages::paragraph::single;
use kit_print::pages::problem::{Problem, Step};
use kit_print::pages::sheets;
use kit_print::pages::{aids, evening, holes, mini, needs, pdf, words};

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
    let claims = tool("pdfinfo", &["-meta"], &file, &[]);
    assert!(claims.contains("<pdfuaid:part>1</pdfuaid:part>"), "{name} is no PDF/UA: {claims}");
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

/// The words of a text with one blank between two; a word that was parted at a line end is whole again.
fn in_words(text: &str) -> String {
    let mut whole = String::new();
    for line in text.lines() {
        let mut last = line.chars().rev();
        match (last.next(), last.next()) {
            (Some('\u{ad}'), _) => whole.push_str(line.trim_end_matches('\u{ad}')),
            // `three_piles` and the like may be parted where they have a seam.
            (Some('-' | '–' | '_' | '/'), Some(before)) if !before.is_whitespace() => whole.push_str(line),
            (_, _) => whole.extend([line, "\n"]),
        }
    }
    whole.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the tags of a file have read aloud, a paragraph, an entry or a cell on each line.
fn read_aloud(file: &PathBuf) -> String {
    let mut text = String::new();
    for line in tool("pdfinfo", &["-struct-text"], file, &[]).lines().map(str::trim) {
        match line.strip_prefix('"').and_then(|line| line.strip_suffix('"')) {
            Some(words) => text.push_str(words),
            // A link is a part of the text around it.
            None if line.ends_with("(inline)") || line.starts_with("Object ") => {}
            None => text.push('\n'),
        }
    }
    text.replace('\u{ad}', "")
}

/// So many letters from the front, without the word that would be cut.
fn beginning(text: &str, most: usize) -> String {
    let cut: String = text.chars().take(most).collect();
    if cut == text { cut } else { cut.rsplit_once(' ').map_or(cut.clone(), |(whole, _)| whole.to_owned()) }
}

fn order(problems: &[Problem]) -> book::Order<'_> {
    book::order(&games(), false, None, problems).expect("the newest editions are there")
}

/// A problem as the command line makes them.
fn problem() -> Problem {
    let text = "..B...R.\n.....k..\n.r.n.N..\n.r..b...\nR.....q.\n.B.n.N..\nb......K\n.....Q..\nchosen: Kb";
    let hole: kit_golf::Hole = text.parse().expect("a hole");
    let told = |number: u32, from: Square, to: Square| {
        say!("{number}. The piece on {from} goes to {to}, moving like the one beside it.", number, from, to)
    };
    let moves = [(Square::E5, Square::G6), (Square::G6, Square::H5), (Square::H5, Square::H2)];
    let solution =
        (1..).zip(moves).map(|(number, (from, to))| Step { from, to, told: told(number, from, to) });
    Problem {
        board: hole.board().clone(),
        cards: hole.chosen().to_vec(),
        par: 3,
        solution: solution.collect(),
        text: text.to_owned(),
    }
}

/// All that is written in the parts of a document that are on at least so many pages, part by part.
fn told(folio: &Folio, pages: usize) -> String {
    let mut parts = vec![(String::new(), HashSet::new()); folio.parts.len()];
    for (page, leaf) in folio.leaves.iter().enumerate() {
        for item in &leaf.items {
            let (Some(part), Thing::Text { run, .. }) = (item.part, &item.thing) else { continue };
            let (words, on) = &mut parts[part];
            words.push_str(&run.text.replace('\u{ad}', ""));
            on.insert(page);
        }
    }
    let wanted = parts.into_iter().filter(|(_, on)| on.len() >= pages).map(|(words, _)| words);
    wanted.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_book_has_every_rule_and_can_be_searched() {
    let problems = [problem(), problem(), problem()];
    let order = order(&problems);
    let faces = Faces::load();
    let binding = Binding::Pages(Paper::A4);
    let folio = book::folio(&order, binding, &Theme::PAPER, &faces).expect("pages");
    let bytes = book::pdf(&order, binding, &Theme::PAPER).expect("a book");
    let file = check_file("book.pdf", &bytes, folio.leaves.len(), 595.276, 841.89);
    let text = in_words(&tool("pdftotext", &["-raw"], &file, &["-"]));
    // Poppler does not follow a paragraph to the next page.
    let (told, aloud) = (told(&folio, 1), read_aloud(&file) + &told(&folio, 2));
    for about in games() {
        let book = rule_book(about);
        for block in &book.without(&[Section::Credit]).blocks {
            let (Block::Paragraph { text: rule, .. } | Block::Item { text: rule, .. }) = block else {
                continue;
            };
            let rule = words::plain(rule);
            assert!(told.contains(&rule), "{}: {rule}", about.id);
            assert!(aloud.contains(&rule), "{}, read aloud: {rule}", about.id);
            // The first two lines of a paragraph are never parted, so a reader finds it by them.
            let start = beginning(&rule, 70);
            assert!(block.goes_on() || text.contains(&start), "{}: {start}", about.id);
        }
        // What several games say of their making stands in the book once, as does the address they all name,
        // so it is looked for by sentences.
        for block in book.section(Section::Credit) {
            let Block::Paragraph { text: credit, .. } = block else { continue };
            for sentence in sentences(credit) {
                let sentence = words::plain(sentence).replace(" (donkirkby.github.io/chess-kit)", "");
                assert!(told.contains(&sentence), "{}: {sentence}", about.id);
                assert!(aloud.contains(&sentence), "{}, read aloud: {sentence}", about.id);
            }
        }
    }
    for words in
        ["CC BY-SA 4.0", "Don Kirkby", "2. The piece on g6 goes to h5", "Contents", "Reading the diagrams"]
    {
        assert!(text.contains(words), "{words}");
    }
    // A title in the contents and the number of its page are two words.
    assert!(aloud.contains("\nChess cards "), "{aloud}");
}

#[test]
fn a_file_says_its_language_and_is_checked_before_it_is_written() {
    let language = kit_languages::language("de");
    for (language, code) in [(language, "de"), (None, "en")] {
        let bytes = aids::pdf(&games()[..2], Paper::A4, language).expect("aids");
        let file = written(&format!("language-{code}.pdf"), &bytes);
        let plain = tool("qpdf", &["--qdf", "--object-streams=disable"], &file, &["-"]);
        let mut said: Vec<&str> =
            plain.lines().filter(|line| line.contains("/Lang ")).map(str::trim).collect();
        said.dedup();
        assert_eq!(said, [format!("/Lang ({code})")]);
    }
    // A letter that no font has would be a box to see and nothing to hear.
    let faces = Faces::load();
    let mut folio = Folio::new("A page", "with a letter that cannot be printed");
    let mut leaf = Leaf::new(Paper::A4.extent());
    let part = folio.part(Part::Heading(1, "王".to_owned()));
    let style = Style::new(Face::Regular, 10.0);
    leaf.write(Some(part), 50.0, 50.0, &single(&[words::Piece::new("王", &style)], &faces));
    folio.leaves.push(leaf);
    let refused = pdf::write(&folio, &faces).map(|_| ()).map_err(|error| error.to_string());
    assert!(refused.as_ref().is_err_and(|error| error.contains("ContainsNotDefGlyph")), "{refused:?}");
}

/// Headings begin with the first level and leave none out, and every picture has words.
fn check_order(name: &str, folio: &Folio) {
    let mut above = 0;
    for part in &folio.parts {
        match part {
            Part::Heading(level, words) => {
                assert!(*level <= above + 1, "{name}: {words} is of level {level}, after {above}");
                above = *level;
            }
            Part::Figure(words) => assert!(!words.is_empty(), "{name}: a picture without words"),
            Part::Paragraph | Part::Entry | Part::Contents | Part::Caption | Part::Cell(..) => {}
        }
    }
    assert!(above > 0, "{name} has no heading");
}

#[test]
fn everything_can_be_read_by_its_headings() {
    let problems = [problem()];
    for language in [None, kit_languages::language("de")] {
        let (games, faces) = (games(), Faces::for_language(language));
        let order = book::Order { language, ..order(&problems) };
        let binding = Binding::Pages(Paper::A5);
        check_order("book", &book::folio(&order, binding, &Theme::PAPER, &faces).expect("a book"));
        check_order("aids", &aids::folio(&games, Paper::A4, &faces).expect("aids"));
        check_order("sheets", &sheets::folio(&games, Paper::A4, &faces).expect("sheets"));
        let deck = deck::Order { paper: Paper::A4, make: Make::Standard, checkers: 4, backs: true };
        check_order("deck", &deck::folio(&deck, &games, &faces));
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

/// The introduction counts the games that are in the book, in the book's language.
#[test]
fn the_introduction_counts_the_games() {
    // More games than there are words for are counted in digits.
    for (count, english, german) in [(2, "two", "zwei"), (20, "twenty", "zwanzig"), (21, "21", "21")] {
        let games: Vec<&'static About> = games().into_iter().cycle().take(count).collect();
        for (language, words) in [
            (None, format!("Here are {english} things")),
            (kit_languages::language("de"), format!("Hier sind {german} Dinge")),
        ] {
            let order = book::Order { language, games: games.clone(), ..order(&[]) };
            let html = book::html::html(&order, &Theme::PAPER).expect("a page");
            assert!(html.contains(&words), "{words}");
            assert!(!html.contains("{games}"), "{words}");
        }
    }
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
            let bytes = deck::pdf(&order, &games(), None).expect("a deck");
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
    let bytes = deck::pdf(&order, &games(), None).expect("a deck");
    let text = in_words(&tool("pdftotext", &["-raw"], &written("tables.pdf", &bytes), &["-"]));
    for about in games() {
        assert!(text.contains(about.name), "{}", about.name);
    }
}

#[test]
fn every_sheet_is_one_page_and_every_game_has_an_aid() {
    let (games, faces) = (games(), Faces::load());
    for (paper, width, height) in [(Paper::A4, 595.276, 841.89), (Paper::Letter, 612.0, 792.0)] {
        let bytes = sheets::pdf(&games, paper, None).expect("sheets");
        let count = games.iter().filter(|about| about.sheet.is_some()).count();
        check_file(&format!("sheets-{}.pdf", paper.name()), &bytes, count, width, height);
        let bytes = aids::pdf(&games, paper, None).expect("aids");
        let pages = games.len().div_ceil(2);
        let file = check_file(&format!("aids-{}.pdf", paper.name()), &bytes, pages, width, height);
        let text = in_words(&tool("pdftotext", &[], &file, &["-"]));
        for about in &games {
            assert!(text.contains(about.name), "{}", about.id);
        }
        let folio = aids::folio(&games, paper, &faces).expect("aids");
        for about in &games {
            assert!(folio.place(about.id).is_some(), "{}", about.id);
        }
    }
}

/// How many codes are on a page.
fn codes_on(leaf: &Leaf) -> usize {
    leaf.items.iter().filter(|item| matches!(item.thing, Thing::Dots { .. })).count()
}

#[test]
fn nine_puzzles_are_on_a_front_and_their_solutions_on_its_back() {
    let problems: Vec<Problem> = (0..11).map(|_| problem()).collect();
    let order = holes::Order {
        problems: &problems,
        game: "Golf",
        name: "Course 7".to_owned(),
        link: None,
        paper: Paper::Letter,
        language: None,
    };
    let folio = holes::folio(&order, &Theme::PAPER, &Faces::load()).expect("a sheet");
    assert_eq!(folio.leaves.iter().map(codes_on).collect::<Vec<_>>(), [0, 0, 0, 0]);
    check_order("holes", &folio);
    check_edges("holes", &folio);
    let bytes = holes::pdf(&order, &Theme::PAPER).expect("a sheet");
    let file = check_file("holes.pdf", &bytes, 4, 612.0, 792.0);
    let page =
        |number: &str| in_words(&tool("pdftotext", &["-raw", "-f", number, "-l", number], &file, &["-"]));
    for (front, back, holes) in [("1", "2", 1..=9), ("3", "4", 10..=11)] {
        let (front, back) = (page(front), page(back));
        let last = "3. The piece on h5 goes to h2, moving like the one beside it.";
        assert!(!front.contains(last) && !front.contains("code"), "{front}");
        assert_eq!(back.matches(last).count(), holes.clone().count(), "{back}");
        for hole in holes {
            let title = format!("Hole {hole}, par 3");
            assert!(front.contains(&title) && back.contains(&title), "{title}: {front}\n{back}");
        }
    }
    // Each hole has lines to write every move on.
    let lines = folio.leaves[0].items.iter().filter(|item| matches!(item.thing, Thing::Rule { .. })).count();
    assert!(lines > 9 * 3, "{lines} lines for nine holes of three moves");
}

#[test]
fn puzzles_have_codes_for_those_who_name_an_address() {
    let problems: Vec<Problem> = (0..9).map(|_| problem()).collect();
    let link = Some("http://localhost:8080/golf".to_owned());
    for paper in Paper::SHEETS {
        for language in [None, kit_languages::language("de")] {
            let (name, link) = ("Course 7".to_owned(), link.clone());
            let order = holes::Order { problems: &problems, game: "Chess Golf", name, link, paper, language };
            let faces = Faces::for_language(language);
            let folio = holes::folio(&order, &Theme::PAPER, &faces).expect("a sheet");
            assert_eq!(folio.leaves.iter().map(codes_on).collect::<Vec<_>>(), [9, 0]);
            check_edges("holes", &folio);
            assert!(told(&folio, 1).contains(&faces.says(&say!(
                "Par {par} in all. A code opens its hole in the app; solutions are on the back.",
                par = 27u32
            ))));
            let order = holes::Order { link: Some("x".repeat(4000)), ..order };
            assert!(holes::pdf(&order, &Theme::PAPER).is_err());
        }
    }
}

#[test]
fn long_solutions_stand_on_the_back_of_fewer_holes() {
    let long = |_| {
        let problem = problem();
        let solution = (0..4).flat_map(|_| problem.solution.clone()).collect();
        Problem { par: 12, solution, ..problem }
    };
    let problems: Vec<Problem> = (0..9).map(long).collect();
    let name = "Course 7".to_owned();
    let (paper, language) = (Paper::Letter, None);
    let order = holes::Order { problems: &problems, game: "Chess Golf", name, link: None, paper, language };
    let folio = holes::folio(&order, &Theme::PAPER, &Faces::load()).expect("a sheet");
    assert!(folio.leaves.len() > 2 && folio.leaves.len().is_multiple_of(2), "{}", folio.leaves.len());
    check_edges("holes", &folio);
}

/// The smallest letters of a page, leaving out those of a face whose letters are larger than they say.
fn smallest_on(leaf: &Leaf) -> f32 {
    let sizes = leaf.items.iter().filter_map(|item| match &item.thing {
        Thing::Text { run, .. } if run.style.face != Face::Mono => Some(run.style.size),
        _ => None,
    });
    sizes.fold(f32::INFINITY, f32::min)
}

#[test]
fn an_aid_is_a_few_lines_that_are_read_across_a_table() {
    for language in [None, kit_languages::language("de")] {
        let faces = Faces::for_language(language);
        for paper in Paper::SHEETS {
            for about in games() {
                let folio = aids::folio(&[about], paper, &faces).expect("an aid");
                let [leaf] = folio.leaves.as_slice() else { panic!("{}: one side", about.id) };
                assert!(smallest_on(leaf) >= 9.0, "{}: {}", about.id, smallest_on(leaf));
                let entries = folio.parts.iter().filter(|part| **part == Part::Entry).count();
                assert!((6..=10).contains(&entries), "{}: {entries} lines", about.id);
                let figures = folio.parts.iter().filter(|part| matches!(part, Part::Figure(_))).count();
                assert_eq!(figures, 1, "{}", about.id);
                let lowest = leaf.items.iter().filter_map(|item| match &item.thing {
                    Thing::Text { y, .. } => Some(*y),
                    Thing::Picture { area, .. } => Some(area.bottom()),
                    _ => None,
                });
                let half = leaf.extent.height / 2.0;
                assert!(lowest.fold(0.0, f32::max) < half - 10.0, "{}: more than a card", about.id);
            }
        }
    }
}

#[test]
fn an_aid_has_the_picture_that_the_title_page_names() {
    let faces = Faces::load();
    for about in games() {
        let aid = squeezed(&told(&aids::folio(&[about], Paper::A4, &faces).expect("an aid"), 0));
        let captions: Vec<String> = captions(&rule_book(about).blocks).collect();
        let shown: Vec<&String> =
            captions.iter().filter(|caption| aid.contains(&squeezed(&words::plain(caption)))).collect();
        let [shown] = shown.as_slice() else { panic!("{}: {shown:?}", about.id) };
        assert!(shown.starts_with(about.picture), "{}: {shown}", about.id);
    }
}

/// The words below all pictures.
fn captions(blocks: &[Block]) -> impl Iterator<Item = String> {
    blocks.iter().filter_map(|block| match block {
        Block::Diagram { caption, .. } => caption.clone(),
        Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } => None,
    })
}

#[test]
fn sheets_can_be_read_and_filled_in() {
    for language in [None, kit_languages::language("de")] {
        let faces = Faces::for_language(language);
        for paper in Paper::SHEETS {
            let folio = sheets::folio(&games(), paper, &faces).expect("sheets");
            for leaf in &folio.leaves {
                let place = leaf.places.first().map(|(place, _)| place.as_str()).unwrap_or_default();
                assert!(smallest_on(leaf) >= 9.0, "{place}: {}", smallest_on(leaf));
                let empty = leaf.items.iter().filter(|item| {
                    matches!(&item.thing, Thing::Box { .. } | Thing::Rule { .. } | Thing::Picture { .. })
                });
                assert!(empty.count() > 10, "{place} has nothing to fill in");
                let text: Vec<&str> = leaf
                    .items
                    .iter()
                    .filter_map(|item| match &item.thing {
                        Thing::Text { run, .. } => Some(run.text.as_str()),
                        _ => None,
                    })
                    .collect();
                let words = text.join(" ").split_whitespace().count();
                assert!(words < 330, "{place} is a wall of {words} words");
            }
        }
    }
}

#[test]
fn everything_is_printed_in_other_languages_and_fits() {
    let language = kit_languages::language("de");
    let problems = [problem()];
    let order = book::Order { language, ..order(&problems) };
    let faces = Faces::for_language(language);
    let folio = book::folio(&order, Binding::Pages(Paper::A4), &Theme::PAPER, &faces).expect("a book");
    check_company("German book", &folio);
    check_edges("German book", &folio);
    let html = book::html::html(&order, &Theme::PAPER).expect("a page");
    for words in ["<html lang=\"de\">", "Inhalt", "Einführung", "Zombieschach", "Dank und Lizenz"] {
        assert!(html.contains(words), "{words}");
    }
    for words in ["When you wonder", "Credits and license", "Reading the diagrams"] {
        assert!(!html.contains(words), "{words}");
    }
    check_edges("German aids", &aids::folio(&games(), Paper::A4, &faces).expect("aids"));
    check_edges("German sheets", &sheets::folio(&games(), Paper::A4, &faces).expect("sheets"));
    let bytes = aids::pdf(&games(), Paper::A4, language).expect("aids");
    let file = check_file("aids-de.pdf", &bytes, games().len().div_ceil(2), 595.276, 841.89);
    let aloud = read_aloud(&file);
    for words in ["Zombieschach", "Schlagt den König der Gegenseite, und euer Team gewinnt sofort."] {
        assert!(aloud.contains(words), "{words}: {aloud}");
    }
    let bytes = sheets::pdf(&games(), Paper::A4, language).expect("sheets");
    let count = games().iter().filter(|about| about.sheet.is_some()).count();
    check_file("sheets-de.pdf", &bytes, count, 595.276, 841.89);
}

#[test]
fn the_contents_say_who_and_what_each_game_needs() {
    for (language, lead) in
        [(None, "All of them need"), (kit_languages::language("de"), "Ein Schachspiel brauchen")]
    {
        let order = book::Order { language, ..order(&[]) };
        let faces = Faces::for_language(language);
        for paper in [Paper::A4, Paper::A5] {
            let folio = book::folio(&order, Binding::Pages(paper), &Theme::PAPER, &faces).expect("a book");
            let entries: String = contents_of(&folio).concat();
            let told = squeezed(&told(&folio, 0));
            assert!(told.contains(&squeezed(lead)), "{}", paper.name());
            for about in games() {
                let needs = squeezed(&words::plain(&needs::in_short(about, language)));
                assert!(entries.contains(&needs), "{}: {needs}\n{entries}", about.id);
            }
        }
        let html = book::html::html(&order, &Theme::PAPER).expect("a page");
        assert!(html.contains(&needs::in_short(games()[0], language)));
    }
    assert_eq!(needs::in_short(found("zombie-chess"), None).split(" · ").next(), Some("2 people"));
    assert_eq!(
        needs::in_short(found("neighbour-chess-solitaire"), None).split(" · ").next(),
        Some("1 person")
    );
}

/// The letters alone, because cells of a table have no blanks between them.
fn squeezed(text: &str) -> String {
    text.replace('\u{ad}', "").split_whitespace().collect()
}

/// The entries of the contents, each in one line.
fn contents_of(folio: &Folio) -> Vec<String> {
    let told = told(folio, 0);
    let parts = told.split('\n').zip(&folio.parts);
    parts.filter(|(_, part)| **part == Part::Contents).map(|(words, _)| squeezed(words)).collect()
}

fn found(id: &str) -> &'static About {
    games().into_iter().find(|about| about.id == id).expect("a game")
}

/// How much of the text's place on a page something stands on, in bands of half a page's width.
fn filled(leaf: &Leaf) -> f32 {
    const BAND: f32 = 16.0;
    let body = leaf.extent.area().inside(17.0 * MM, 23.0 * MM);
    let bands = (body.height / BAND) as usize;
    let cells = body.cells(2, bands, 0.0);
    let areas = leaf.items.iter().filter_map(|item| match &item.thing {
        Thing::Text { x, y, run } => {
            let size = run.style.size;
            Some(Area { x: *x, y: y - size * 0.8, width: run.width(), height: size })
        }
        Thing::Picture { area, .. } | Thing::Dots { area, .. } => Some(*area),
        Thing::Box { .. } | Thing::Rule { .. } => None,
    });
    let areas: Vec<Area> = areas.collect();
    let touches = |cell: &&Area| {
        areas.iter().any(|area| {
            area.x < cell.right() && cell.x < area.right() && area.y < cell.bottom() && cell.y < area.bottom()
        })
    };
    cells.iter().filter(touches).count() as f32 / cells.len() as f32
}

#[test]
fn books_are_short_and_no_page_is_mostly_white() {
    let problems: Vec<Problem> = (0..12).map(|_| problem()).collect();
    let mut found = Vec::new();
    for language in [None, kit_languages::language("de")] {
        let faces = Faces::for_language(language);
        let order = book::Order { language, ..order(&problems) };
        for binding in Binding::ALL {
            let name = format!("{} in {:?}", binding.name(), language.map(|language| language.code()));
            let folio = book::folio(&order, binding, &Theme::PAPER, &faces).expect("a book");
            let pages = folio.leaves.len();
            let most = match binding {
                Binding::Pages(Paper::A4) => 64,
                Binding::Pages(Paper::A5) => 80,
                Binding::Pages(Paper::Letter) | Binding::Zine(_) => usize::MAX,
            };
            if pages > most {
                found.push(format!("{name}: {pages} pages"));
            }
            let sheets = pages.div_ceil(4);
            let thick = signatures(sheets);
            assert_eq!(thick.iter().sum::<usize>(), sheets);
            assert!(thick.iter().all(|sheets| *sheets <= 10), "{name}: {thick:?}");
            // The title with the imprint on its back, and the last page, may be white; elsewhere the next
            // chapter begins on the page of the last one, if that one fills no more than half of it.
            let pages = folio.leaves[2..pages - 1].iter().enumerate();
            let white =
                pages.map(|(page, leaf)| (page + 3, filled(leaf))).filter(|(_, filled)| *filled < 0.42);
            found.extend(white.map(|(page, filled)| format!("{name}, page {page}: {filled}")));
        }
    }
    assert!(found.is_empty(), "too many pages, or mostly white ones: {found:#?}");
}

#[test]
fn mini_zines_are_eight_readable_pages_on_one_sheet() {
    for language in [None, kit_languages::language("de")] {
        let faces = Faces::for_language(language);
        for (paper, width, height) in [(Paper::A4, 841.89, 595.276), (Paper::Letter, 792.0, 612.0)] {
            let folio = mini::folio(&games(), paper, &faces).expect("mini-zines");
            assert_eq!(folio.leaves.len(), 9 * games().len());
            for (number, leaf) in folio.leaves.iter().enumerate().filter(|(number, _)| number % 9 < 8) {
                let name = format!("{}, page {}", games()[number / 9].id, number % 9 + 1);
                check_small_page(&name, leaf);
            }
            let sheets = mini::sheets(&folio, paper);
            assert_eq!(sheets.len(), games().len());
            for (game, sheet) in sheets.iter().enumerate() {
                assert!((f64::from(sheet.extent.width) - width).abs() < 0.01);
                assert!((f64::from(sheet.extent.height) - height).abs() < 0.01);
                // A page lies in its eighth of the sheet, and the upper row is turned round.
                let (eighth, half) = (sheet.extent.width / 4.0, sheet.extent.height / 2.0);
                let mut rows = [[0; 4]; 2];
                for place in &sheet.leaves[..8] {
                    let (column, row) = (place.right / eighth, place.down / half);
                    assert!((column - column.round()).abs() < 0.001 && (row - row.round()).abs() < 0.001);
                    assert_eq!(place.is_turned, row < 0.5);
                    rows[row.round() as usize][column.round() as usize] = place.leaf - game * 9 + 1;
                }
                assert_eq!(rows, [mini::UPPER, mini::LOWER]);
            }
        }
        let bytes = mini::pdf(&games(), Paper::A4, language).expect("a file");
        let name = format!("mini-{}.pdf", language.map_or("en", |language| language.code()));
        let file = check_file(&name, &bytes, games().len(), 841.89, 595.276);
        // Whatever lies upside down is read in its order.
        let text = squeezed(&tool("pdftotext", &["-raw", "-l", "1"], &file, &["-"]));
        assert!(text.contains(&squeezed(faces.text(games()[0].name))), "{text}");
    }
}

#[test]
fn mini_zines_announce_no_picture_that_is_left_out() {
    let faces = Faces::load();
    for about in games() {
        let told = squeezed(&told(&mini::folio(&[about], Paper::A4, &faces).expect("a mini-zine"), 0));
        for pair in rule_book(about).blocks.windows(2) {
            let [Block::Paragraph { text, .. }, Block::Diagram { caption: Some(caption), .. }] = pair else {
                continue;
            };
            let announced = sentences(text).into_iter().filter(|sentence| sentence.ends_with(':'));
            for sentence in announced.filter(|sentence| told.contains(&squeezed(&words::plain(sentence)))) {
                let caption = squeezed(&words::plain(caption));
                assert!(told.contains(&caption), "{}: {sentence}", about.id);
            }
        }
    }
}

#[test]
fn mini_zines_tell_examples_whole_or_not_at_all() {
    let faces = Faces::load();
    for about in games() {
        let told = squeezed(&told(&mini::folio(&[about], Paper::A4, &faces).expect("a mini-zine"), 0));
        let blocks = rule_book(about).blocks;
        let is_heading = |block: &Block| matches!(block, Block::Heading { .. });
        for (number, _) in blocks.iter().enumerate().filter(|(_, block)| is_heading(block)) {
            let below: Vec<&Block> =
                blocks[number + 1..].iter().take_while(|block| !is_heading(block)).collect();
            if !matches!(blocks[number], Block::Heading { level: 3, .. })
                || below.iter().any(|block| block.rule().is_some())
            {
                continue;
            }
            let words = below.iter().filter_map(|block| match block {
                Block::Paragraph { text, .. } | Block::Item { text, .. } => Some(text),
                Block::Diagram { caption, .. } => caption.as_ref(),
                Block::Heading { .. } => None,
            });
            let found: Vec<bool> =
                words.map(|words| told.contains(&squeezed(&words::plain(words)))).collect();
            assert!(
                found.windows(2).all(|pair| pair[0] == pair[1]),
                "{}: {:?} {found:?}",
                about.id,
                blocks[number]
            );
        }
    }
}

/// Text of at least seven points inside the margins, and something on every page.
fn check_small_page(name: &str, leaf: &Leaf) {
    let mut is_empty = true;
    for item in &leaf.items {
        let Thing::Text { x, y, run } = &item.thing else { continue };
        let inside = *x > 14.0 && x + run.width() < leaf.extent.width - 14.0;
        let inside = inside && *y > 14.0 && *y < leaf.extent.height - 14.0;
        assert!(inside, "{name}: {}", run.text);
        // Code is set smaller, because its letters are larger.
        assert!(run.style.size >= 5.7, "{name}: {} pt for {}", run.style.size, run.text);
        is_empty &= item.part.is_none();
    }
    assert!(!is_empty, "{name} is empty");
}

#[test]
fn an_evening_has_all_paper_for_its_people() {
    let games: Vec<&'static About> = ["zombie-chess", "tar-pit-chess", "chess-golf"].map(found).to_vec();
    let faces = Faces::load();
    for (paper, width, height) in [(Paper::A4, 595.276, 841.89), (Paper::Letter, 612.0, 792.0)] {
        let order = evening::Order { games: &games, people: 4, paper };
        let folio = evening::folio(&order, &faces).expect("an evening");
        check_edges("evening", &folio);
        // The front has two pages, then two decks for two tables with a page about cards, numbers for two
        // tables on one page, four sheets of graves and one of points, and twelve aids, two on a page.
        let begins = ["deck", "cards", "tables", "sheets", "aids"]
            .map(|place| folio.place(&format!("evening.{place}")).map(|(page, _)| page));
        assert_eq!(begins, [2, 22, 23, 24, 29].map(Some));
        assert_eq!(folio.leaves.len(), 35);
        for sides in folio.leaves[2..22].chunks(2) {
            check_sides(&cards_on(&sides[0]), &cards_on(&sides[1]), sides[0].extent.width);
        }
        let bytes = evening::pdf(&order, None).expect("a file");
        let file = check_file(&format!("evening-{}.pdf", paper.name()), &bytes, 35, width, height);
        let front = tool("pdftotext", &["-l", "2"], &file, &["-"]);
        for words in ["Zombie Chess", "Pages 3 to 22:", "Page 24:", "Pages 30 to 35:", "Score of the evening"]
        {
            assert!(front.contains(words), "{words}: {front}");
        }
        // A deck that is printed twice is stored once.
        assert!(bytes.len() < 900_000, "{} bytes", bytes.len());
    }
    let order = evening::Order { games: &games, people: 4, paper: Paper::A4 };
    let language = kit_languages::language("de");
    let bytes = evening::pdf(&order, language).expect("a file");
    let file = check_file("evening-de.pdf", &bytes, 35, 595.276, 841.89);
    let text = tool("pdftotext", &[], &file, &["-"]);
    for words in ["Zombieschach", "Seiten 3 bis 22:", "Punkte des Abends"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // The numbers of the tables are pictures.
    let folio = evening::folio(&order, &Faces::for_language(language)).expect("an evening");
    for table in ["Tisch 1", "Tisch 2"] {
        let sides = folio.parts.iter().filter(|part| **part == Part::Figure(table.to_owned()));
        assert_eq!(sides.count(), 2, "{table} can be read from both sides");
    }
}

#[test]
fn an_evening_is_for_any_number_of_people_and_all_games() {
    let faces = Faces::for_language(kit_languages::language("de"));
    for people in [4, 13] {
        let order = evening::Order { games: &games(), people, paper: Paper::A4 };
        let folio = evening::folio(&order, &faces).expect("an evening");
        check_edges("evening", &folio);
        assert_eq!(folio.place("evening.deck").map(|(page, _)| page % 2), Some(0), "cards begin on a front");
    }
    let alone = evening::Order { games: &[found("zombie-chess")], people: 1, paper: Paper::A4 };
    let refused = evening::folio(&alone, &faces).map(|_| ()).map_err(|bad| bad.to_string());
    assert_eq!(refused, Err("Zombie Chess needs 2 people, and there is only 1".to_owned()));
    let five = evening::Order { games: &[found("zombie-chess")], people: 5, paper: Paper::A4 };
    let folio = evening::folio(&five, &Faces::load()).expect("an evening");
    let told = squeezed(&told(&folio, 0));
    assert!(told.contains("2,and1lookson"), "{told}");
    assert_eq!(folio.place("evening.deck"), None, "a game without cards needs no deck");
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
    let zombie = changed(zombie, "Put each piece that you captured", "Put every xylophone");
    let order = book::order(&[zombie], true, None, &[]).expect("a game");
    let html = book::html::html(&order, &Theme::PAPER).expect("a page");
    assert!(html.contains("Put every xylophone"));
    let book = book::pdf(&order, Binding::Pages(Paper::A5), &Theme::PAPER).expect("a book");
    let aid = aids::pdf(&[zombie], Paper::A4, None).expect("an aid");
    let sheet = sheets::pdf(&[zombie], Paper::A4, None).expect("a sheet");
    for (name, bytes) in [("book", book), ("aid", aid), ("sheet", sheet)] {
        let text = tool("pdftotext", &[], &written(&format!("changed-{name}.pdf"), &bytes), &["-"]);
        assert!(in_words(&text).contains("Put every xylophone"), "{name}");
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

/// The files of an EPUB by their names, in their order.
fn unpacked(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip file");
    let count = zip.len();
    let read = |number| {
        let mut file = zip.by_index(number).expect("a file");
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut bytes).expect("a file can be unpacked");
        (file.name().expect("a name").into_owned(), bytes)
    };
    (0..count).map(read).collect()
}

/// The values of an attribute anywhere in a document.
fn all_of<'a>(document: &'a roxmltree::Document, attribute: &'a str) -> Vec<&'a str> {
    document.descendants().filter_map(|node| node.attribute(attribute)).collect()
}

#[test]
fn the_book_is_an_epub_that_readers_can_open() {
    let problems = [problem(), problem()];
    for language in [None, kit_languages::language("de")] {
        let order = book::Order { language, ..order(&problems) };
        let code = language.map_or("en", |language| language.code());
        let bytes = book::epub::epub(&order, &Theme::PAPER).expect("a book");
        assert!(bytes.len() < 3_000_000, "{} bytes", bytes.len());
        assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip", "the kind stands in its place, as it is");
        assert_eq!(book::epub::epub(&order, &Theme::PAPER), Ok(bytes.clone()), "the same bytes every time");
        written(&format!("book-{code}.epub"), &bytes);
        check_epub(&unpacked(&bytes), &order, code);
    }
}

fn check_epub(files: &[(String, Vec<u8>)], order: &book::Order, code: &str) {
    let text = |name: &str| {
        let (_, bytes) =
            files.iter().find(|(file, _)| file == name).unwrap_or_else(|| panic!("no file {name}"));
        std::str::from_utf8(bytes).unwrap_or_else(|_| panic!("{name} is text"))
    };
    let options = || roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    let read = |name: &str| {
        roxmltree::Document::parse_with_options(text(name), options())
            .unwrap_or_else(|bad| panic!("{name}: {bad}"))
    };
    assert_eq!(all_of(&read("META-INF/container.xml"), "full-path"), ["book/package.opf"]);
    let package = read("book/package.opf");
    let items: Vec<_> = package
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.idpf.org/2007/opf", "item")))
        .collect();
    // Whatever is in the file is named, and the other way round.
    let mut named: Vec<String> =
        items.iter().filter_map(|item| Some(format!("book/{}", item.attribute("href")?))).collect();
    named.extend(["mimetype", "META-INF/container.xml", "book/package.opf"].map(str::to_owned));
    named.sort();
    let mut there: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    there.sort();
    assert_eq!(named, there);
    let spine = all_of(&package, "idref");
    let pages: Vec<_> = spine
        .iter()
        .map(|id| {
            *items.iter().find(|item| item.attribute("id") == Some(*id)).expect("what is read is there")
        })
        .collect();
    let is_page = |item: &&roxmltree::Node| item.attribute("id").is_some_and(|id| id.starts_with("page-"));
    assert_eq!(pages.len(), items.iter().filter(is_page).count(), "every page is read");
    let files_of_pages: Vec<String> = pages
        .iter()
        .chain(items.iter().filter(|item| item.attribute("id") == Some("nav")))
        .filter_map(|item| item.attribute("href").map(str::to_owned))
        .collect();
    let documents: Vec<(&String, roxmltree::Document)> =
        files_of_pages.iter().map(|file| (file, read(&format!("book/{file}")))).collect();
    let mut figures = 0;
    for (file, document) in &documents {
        let root = document.root_element();
        assert!(root.has_tag_name(("http://www.w3.org/1999/xhtml", "html")), "{file}");
        assert_eq!(root.attribute("lang"), Some(code), "{file}");
        let mut ids = all_of(document, "id");
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{file}: no id is used twice");
        for link in all_of(document, "href").into_iter().filter(|link| !link.contains("://")) {
            let (target, place) = link.split_once('#').unwrap_or((link, ""));
            if target == "style.css" {
                continue;
            }
            let target = if target.is_empty() { file.as_str() } else { target };
            let (_, document) = documents
                .iter()
                .find(|(file, _)| *file == target)
                .unwrap_or_else(|| panic!("{file}: {link}"));
            assert!(place.is_empty() || all_of(document, "id").contains(&place), "{file}: {link}");
        }
        for picture in all_of(document, "src") {
            assert!(there.contains(&format!("book/{picture}")), "{file}: {picture}");
        }
        let drawn =
            document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
        let drawn = drawn.count();
        let item = items.iter().find(|item| item.attribute("href") == Some(file.as_str())).expect("an item");
        let says_so = item.attribute("properties").is_some_and(|properties| properties.contains("svg"));
        assert_eq!(says_so, drawn > 0, "{file}");
        figures += drawn;
    }
    let html = book::html::html(order, &Theme::PAPER).expect("a page");
    assert_eq!(figures, html.matches("<svg ").count(), "all pictures are inside");
    let (_, navigation) =
        documents.iter().find(|(file, _)| *file == "nav.xhtml").expect("a list of chapters");
    let chapters = navigation
        .descendants()
        .filter(|node| node.attribute("href").is_some_and(|to| to.ends_with("xhtml")));
    assert_eq!(chapters.count(), pages.len() - 3, "all chapters but the cover, the title and the contents");
    for about in games() {
        let chapter = files_of_pages.iter().any(|file| file.ends_with(&format!("-{}.xhtml", about.id)));
        assert!(chapter, "{}", about.id);
        for rule in rule_book(about).rules() {
            let id = format!("id=\"rule-{rule}\"");
            assert!(files_of_pages.iter().any(|file| text(&format!("book/{file}")).contains(&id)), "{rule}");
        }
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
