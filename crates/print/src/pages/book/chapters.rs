//! Chapters: what the book says, before anybody decides how it looks.

use std::rc::Rc;

use kit_book::rulebook::{Block, RuleBook, Section, sentences};
use kit_play::sentence::{Filling, Language};
use kit_play::{About, Edition, Sentence, say};

use super::Order;
use super::numbers::in_words;
use crate::pages::PrintError;
use crate::pages::cards::{need_rows, stand_for_rows, without_cards};
use crate::pages::faces::said_in;
use crate::pages::needs::in_short;
use crate::pages::problem::Problem;
use crate::{Picture, Theme, diagram};

/// A chapter: a game, or a part of the appendix.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its title.
    pub title: String,
    /// The name of the place where it begins.
    pub place: String,
    /// What the contents say of it: a game in a sentence, and who and what is needed for it.
    pub summary: Option<String>,
    /// What it says.
    pub passages: Vec<Passage>,
}

impl Chapter {
    /// Whether it has what needs the whole width of a page.
    pub fn is_wide(&self) -> bool {
        let is_wide = |passage: &Passage| matches!(passage, Passage::Table(..) | Passage::Problems(_));
        self.passages.iter().any(is_wide)
    }
}

/// A part of a chapter. Texts may have the markup of rule books.
#[derive(Clone, Debug)]
pub enum Passage {
    /// A heading of level 2 or 3 at a place.
    Heading(u8, String, String),
    /// A paragraph: its texts, each with the id of the rule that it is.
    Text(Vec<(Option<String>, String)>),
    /// An entry of a list, with the id of the rule that it is.
    Entry(Option<String>, String),
    /// A picture and the sentence below it.
    Figure(Rc<Picture>, Option<String>),
    /// A table; the first row is its head, and columns share the width in these parts.
    Table(Vec<Vec<String>>, Vec<f32>),
    /// Problems, each with a line above it, several beside each other where there is room.
    Problems(Vec<(String, Rc<Picture>)>),
}

/// What a book is made of.
pub struct Contents<'a> {
    /// The games, in order.
    pub games: &'a [&'static About],
    /// The edition by which they are told, if not the newest of each.
    pub edition: Option<&'a str>,
    /// Problems of the game that has puzzles.
    pub problems: &'a [Problem],
    /// How pictures look.
    pub theme: &'a Theme,
    /// In which language, if not in English.
    pub language: Option<&'static Language>,
}

impl<'a> Contents<'a> {
    /// What somebody ordered.
    pub fn of(order: &'a Order<'a>, theme: &'a Theme) -> Contents<'a> {
        let Order { games, edition, problems, language } = order;
        Contents { games, edition: *edition, problems, theme, language: *language }
    }

    /// A sentence in the language of the book.
    pub fn says(&self, sentence: &Sentence) -> String {
        said_in(self.language, sentence)
    }

    /// An English text in the language of the book, if it has one.
    pub fn text<'t>(&'t self, english: &'t str) -> &'t str {
        self.language.map_or(english, |language| language.text_or_english(english))
    }

    fn paragraph(&self, sentence: &Sentence) -> Passage {
        text(self.says(sentence))
    }

    fn entry(&self, sentence: &Sentence) -> Passage {
        Passage::Entry(None, self.says(sentence))
    }

    fn rule_book(&self, about: &'static About) -> Result<RuleBook, PrintError> {
        RuleBook::of(about, self.language).map_err(|problem| PrintError::Rules { game: about.id, problem })
    }
}

/// All chapters of a book.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read.
pub fn chapters(contents: &Contents) -> Result<Vec<Chapter>, PrintError> {
    let mut chapters = Vec::new();
    if contents.games.len() > 1 {
        chapters.push(introduction(contents)?);
    }
    for about in contents.games {
        chapters.push(game(about, contents)?);
    }
    chapters.push(chess_cards(contents));
    chapters.push(diagrams(contents));
    if !contents.problems.is_empty() {
        chapters.push(problems(contents));
        chapters.push(solutions(contents));
    }
    chapters.extend(appendix(contents)?);
    chapters.push(credits(contents)?);
    Ok(chapters)
}

/// What the contents say of all games, where there are several.
pub fn lead(contents: &Contents) -> Option<String> {
    let words = say!(
        "All of them need a chess set; what else a game needs stands beside it. The minutes are for players \
         who know the rules."
    );
    (contents.games.len() > 1).then(|| contents.says(&words))
}

fn text(words: impl Into<String>) -> Passage {
    Passage::Text(vec![(None, words.into())])
}

fn introduction(contents: &Contents) -> Result<Chapter, PrintError> {
    let place = "introduction";
    let count = in_words(contents.games.len(), |word| contents.says(word));
    let book = RuleBook::introduction(contents.language, &count)
        .map_err(|problem| PrintError::Rules { game: place, problem })?;
    let passages = passages(&book.blocks, place, contents);
    Ok(Chapter { title: book.title, place: place.into(), summary: None, passages })
}

/// A game without what stands at the end of the book.
fn game(about: &'static About, contents: &Contents) -> Result<Chapter, PrintError> {
    let book = contents.rule_book(about)?.without(&[Section::Appendix, Section::Credit]);
    let mut passages: Vec<Passage> = passages(&book.blocks, about.id, contents);
    if let Some(edition) = edition_of(about, contents.edition) {
        let first = passages.iter().position(|passage| matches!(passage, Passage::Heading(..))).unwrap_or(0);
        passages.splice(first..first, edition_note(about, edition, contents));
    }
    let summary = format!("{} *{}*", contents.text(about.blurb), in_short(about, contents.language));
    Ok(Chapter { title: book.title, place: about.id.to_owned(), summary: Some(summary), passages })
}

/// What only concerns editions, options and screens, game by game, if there is anything.
fn appendix(contents: &Contents) -> Result<Option<Chapter>, PrintError> {
    let mut all = Vec::new();
    for about in contents.games {
        let book = contents.rule_book(about)?;
        let section = book.section(Section::Appendix);
        if !section.is_empty() {
            all.push(Passage::Heading(2, book.title.clone(), appendix_place(about)));
            all.extend(passages(section, about.id, contents));
        }
    }
    let title = contents.says(&say!("Editions, options and screens"));
    Ok((!all.is_empty()).then(|| Chapter { title, place: "editions".into(), summary: None, passages: all }))
}

fn appendix_place(about: &About) -> String {
    format!("{}.editions", about.id)
}

fn passages(blocks: &[Block], game: &str, contents: &Contents) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    for block in blocks {
        match (block, passages.last_mut()) {
            (Block::Paragraph { rule, text, goes_on: true }, Some(Passage::Text(texts))) => {
                texts.push((rule.clone(), text.clone()));
            }
            (block, _) => passages.push(passage(block, game, contents)),
        }
    }
    passages
}

fn passage(block: &Block, game: &str, contents: &Contents) -> Passage {
    match block {
        Block::Heading { level, text, anchor, .. } => {
            Passage::Heading(*level, text.clone(), format!("{game}.{anchor}"))
        }
        Block::Paragraph { rule, text, .. } => Passage::Text(vec![(rule.clone(), text.clone())]),
        Block::Item { rule, text } => Passage::Entry(rule.clone(), text.clone()),
        Block::Diagram { diagram: picture, caption, .. } => {
            let alt = picture.described_in(contents.language);
            let drawn = Picture { alt, ..diagram(picture, contents.theme) };
            Passage::Figure(Rc::new(drawn), caption.clone())
        }
    }
}

fn edition_of(about: &'static About, edition: Option<&str>) -> Option<&'static Edition> {
    about.editions.iter().find(|known| Some(known.id) == edition)
}

/// What sets an edition apart, and the options as it has them.
fn edition_note(about: &About, edition: &Edition, contents: &Contents) -> Vec<Passage> {
    let (name, note) = (Filling::text(edition.id), Filling::text(contents.text(edition.note)));
    let place = Filling::text(appendix_place(about));
    let mut passages = vec![contents.paragraph(&say!(
        "**Edition {name}:** {note}. Wherever that differs from the rules below, \
         [Editions, options and screens](#{place}) says how.",
        name,
        note,
        place
    ))];
    for choice in about.choices {
        let usual = choice.defaults.iter().find(|(id, _)| *id == edition.id);
        let value = Filling::text(usual.map_or(choice.default, |(_, value)| value));
        let (option, meaning) = (Filling::text(choice.name), Filling::text(contents.text(choice.meaning)));
        passages.push(contents.entry(&say!(
            "option `{option}` is `{value}`: {meaning}",
            option,
            value,
            meaning
        )));
    }
    passages
}

fn chess_cards(contents: &Contents) -> Chapter {
    let heading = |words: &Sentence, place: &str| Passage::Heading(2, contents.says(words), place.into());
    let mut passages = vec![
        contents.paragraph(&say!(
            "A chess card shows one piece. Print the deck with `chess-kit print deck`, or take a deck of playing \
             cards, in which red cards are white pieces and black cards are black ones. You can learn by heart \
             which is which, or, if you do not mind, write the letters of the pieces into the corners of the \
             cards; press lightly, so that it does not show on the back."
        )),
        heading(&say!("Playing cards that stand for pieces"), "cards.playing"),
        Passage::Table(stand_for_rows(contents.language), vec![3.0, 1.6, 1.4, 1.2]),
        contents.paragraph(&say!(
            "Small numbers are pawns, kings and queens are what they are, and the others go by strength from 8 to \
             10. Pips in the middle of a chess card are its *gap*: as many squares stay empty before the piece \
             when pieces are laid out by cards. Checkers cards have 4, 7, 8 or 9 pips, so that with the pieces \
             each number from 1 to 9 is there."
        )),
        heading(&say!("Which game needs which cards"), "cards.needs"),
    ];
    let needs = need_rows(contents.games, contents.language);
    if needs.len() > 1 {
        passages.push(Passage::Table(needs, vec![2.2, 1.2, 3.8, 0.9]));
    }
    passages.extend(without_cards(contents.games, contents.language).map(text));
    Chapter { title: contents.says(&say!("Chess cards")), place: "cards".into(), summary: None, passages }
}

/// A diagram with one of each mark.
const SAMPLE: &str = "\
r . . . k . . r
p p p . . p p p
. . n . . . . .
. . . . p . . .
. . B . P . . .
. . . . . N . .
P P P . . P P P
R . . . K . . R
arrow: f1, c4, white
arrow: e5, e5, gray
rect: 1, 1, 4, 2
corner text: 3, 6, 3
card: K, 8.75, 0.5
card: back, 8.75, 4.5
margins: 0, 0, 2.6, 0";

fn diagrams(contents: &Contents) -> Chapter {
    let sample = SAMPLE.parse().expect("the sample is a diagram");
    let caption = contents.says(&say!("A move, a ring, a dashed box, a small number, and two cards."));
    let passages = vec![
        contents.paragraph(&say!(
            "Every diagram shows the board from White's side, with letters for files and numbers for ranks. \
             A square is named by both: the lower left corner is a1."
        )),
        Passage::Figure(Rc::new(diagram(&sample, contents.theme)), Some(caption)),
        contents.entry(&say!(
            "An arrow is a move in the colour of whoever made it, and the board shows the position after all the \
             arrows. A caption says so where it is otherwise."
        )),
        contents.entry(&say!(
            "A ring marks a square: a piece that matters, or what lies under it, such as a coin or a checker in \
             the colour of the ring."
        )),
        contents.entry(&say!("A small number in the corner of a square counts what lies under the piece.")),
        contents.entry(&say!("A dashed box is a part of the board, for instance the half of one player.")),
        contents.entry(&say!(
            "Cards lie beside the board; a card face down shows its back, and a later card lies on an earlier one."
        )),
        contents.paragraph(&say!(
            "In the text, pieces may have letters: K is a king, Q a queen, R a rook, B a bishop, N a knight, P a \
             pawn and C a checker. Where letters stand for cards or for pieces on a board, capitals are white and \
             small letters are black."
        )),
    ];
    Chapter {
        title: contents.says(&say!("Reading the diagrams")),
        place: "diagrams".into(),
        summary: None,
        passages,
    }
}

fn problems(contents: &Contents) -> Chapter {
    let picture = |(number, problem): (usize, &Problem)| {
        let cards = Filling::text(problem.cards_in_words(contents.language));
        let (number, par) = (number + 1, problem.par);
        let words = contents.says(&say!("**{number}.** {cards}: par {par}", number, cards, par));
        (words, Rc::new(problem.picture(contents.theme, contents.language)))
    };
    let game = game_of_problems(contents);
    let passages = vec![
        contents.paragraph(&say!(
            "Solve these holes of {game} in your head. One of the types on the cards captures a piece of every \
             other, and par is the smallest number of moves; no way is shorter. The solutions are in the next \
             chapter.",
            game = game.clone()
        )),
        Passage::Problems(contents.problems.iter().enumerate().map(picture).collect()),
    ];
    Chapter {
        title: contents.says(&say!("Problems of {game}", game)),
        place: "problems".into(),
        summary: None,
        passages,
    }
}

/// The name of the game that the problems belong to.
fn game_of_problems(contents: &Contents) -> Sentence {
    let game = contents.games.iter().find(|about| about.puzzle.is_some());
    Sentence::plain(game.map_or("chess", |about| about.name))
}

fn solutions(contents: &Contents) -> Chapter {
    let solution = |(number, problem): (usize, &Problem)| {
        let number = number + 1;
        let moves = Filling::text(problem.told(contents.language).join(" "));
        let words = contents.says(&say!("**Problem {number}.** {moves}", number, moves));
        (words, Rc::new(problem.solved_picture(contents.theme, contents.language)))
    };
    let passages = vec![
        contents.paragraph(&say!(
            "One shortest solution of each hole; there may be others that are as short. Arrows are the moves, and \
             each board shows the position after the last of them."
        )),
        Passage::Problems(contents.problems.iter().enumerate().map(solution).collect()),
    ];
    Chapter {
        title: contents.says(&say!("Solutions of the problems")),
        place: "solutions".into(),
        summary: None,
        passages,
    }
}

fn credits(contents: &Contents) -> Result<Chapter, PrintError> {
    let mut passages = Vec::new();
    for sentences in credits_of_games(contents)? {
        passages.push(text(sentences));
    }
    passages.extend([
        contents.paragraph(&say!(
            "All games are told here as Don Kirkby published them in his *Chess Kit* \
             ([donkirkby.github.io/chess-kit](https://donkirkby.github.io/chess-kit)), in our own words."
        )),
        contents.paragraph(&say!(
            "Text and diagrams of this book are licensed under the Creative Commons Attribution-ShareAlike 4.0 \
             International licence \
             ([creativecommons.org/licenses/by-sa/4.0](https://creativecommons.org/licenses/by-sa/4.0/)). You may \
             copy, share and change them for any purpose, if you name Don Kirkby and the Chess Kit founders, say \
             what you changed, and pass your version on under the same licence."
        )),
        contents.paragraph(&say!(
            "The program that made this book is free software under the GNU General Public License, version 3 or \
             later. The text is set in Libertinus Serif and DejaVu Sans Mono, which are free fonts."
        )),
    ]);
    Ok(Chapter {
        title: contents.says(&say!("Credits and licence")),
        place: "credits".into(),
        summary: None,
        passages,
    })
}

/// The address of the designer's collection, as the credits of a game have it; the book says it once.
const COLLECTION: &str = " ([donkirkby.github.io/chess-kit](https://donkirkby.github.io/chess-kit))";

/// Who made each game; what is said of several games is said once, after them.
fn credits_of_games(contents: &Contents) -> Result<Vec<String>, PrintError> {
    let mut games: Vec<Vec<String>> = Vec::new();
    for about in contents.games {
        let book = contents.rule_book(about)?;
        let texts = book.section(Section::Credit).iter().filter_map(|block| match block {
            Block::Paragraph { text, .. } | Block::Item { text, .. } => Some(text.as_str()),
            Block::Heading { .. } | Block::Diagram { .. } => None,
        });
        games.push(texts.flat_map(sentences).map(|sentence| sentence.replace(COLLECTION, "")).collect());
    }
    let is_common = |sentence: &String| games.iter().filter(|game| game.contains(sentence)).count() > 1;
    let mut said: Vec<String> = Vec::new();
    let mut common: Vec<String> = Vec::new();
    for game in &games {
        let (shared, own): (Vec<&String>, Vec<&String>) = game.iter().partition(|one| is_common(one));
        said.push(own.into_iter().cloned().collect::<Vec<_>>().join(" "));
        common.extend(shared.into_iter().filter(|one| !common.contains(one)).cloned().collect::<Vec<_>>());
    }
    said.push(common.join(" "));
    said.retain(|words| !words.is_empty());
    Ok(said)
}
