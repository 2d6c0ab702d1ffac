//! Chapters: what the book says, before anybody decides how it looks.

use std::rc::Rc;

use kit_book::rulebook::{Block, RuleBook};
use kit_play::text::all_of;
use kit_play::{About, Edition};

use crate::pages::PrintError;
use crate::pages::cards::{need_rows, stand_for_rows, without_cards};
use crate::pages::problem::Problem;
use crate::{Picture, Theme, diagram};

/// A chapter: a game, or a part of the appendix.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its title.
    pub title: String,
    /// The name of the place where it begins.
    pub place: String,
    /// What it says.
    pub passages: Vec<Passage>,
}

/// A part of a chapter. Texts may have the markup of rule books.
#[derive(Clone, Debug)]
pub enum Passage {
    /// A heading of level 2 or 3 at a place.
    Heading(u8, String, String),
    /// A paragraph, with the id of the rule that it is.
    Text(Option<String>, String),
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
}

/// All chapters of a book.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read.
pub fn chapters(contents: &Contents) -> Result<Vec<Chapter>, PrintError> {
    let mut chapters = Vec::new();
    if contents.games.len() > 1 {
        chapters.push(at_a_glance(contents));
    }
    for about in contents.games {
        chapters.push(game(about, contents)?);
    }
    chapters.push(chess_cards(contents));
    chapters.push(diagrams(contents.theme));
    if !contents.problems.is_empty() {
        chapters.push(problems(contents));
        chapters.push(solutions(contents));
    }
    chapters.push(credits(contents));
    Ok(chapters)
}

fn text(words: impl Into<String>) -> Passage {
    Passage::Text(None, words.into())
}

fn entry(words: impl Into<String>) -> Passage {
    Passage::Entry(None, words.into())
}

fn at_a_glance(contents: &Contents) -> Chapter {
    let mut rows = vec![["game", "players", "what it is"].map(str::to_owned).to_vec()];
    for about in contents.games {
        let name = format!("[{}](#{})", about.name, about.id);
        rows.push(vec![name, about.people(), about.blurb.to_owned()]);
    }
    let passages = vec![
        text(
            "You know how chess pieces move, and you own a board. That is all the games in this book ask for, \
             apart from a few checkers, coins or cards.",
        ),
        Passage::Table(rows, vec![2.2, 0.8, 4.4]),
        text(
            "Each game is told in the same order: what you need, how you set up, what you do in your turn, the \
             special cases, and how it ends. Read the first four and begin; the special cases can wait until one \
             of them happens.",
        ),
    ];
    Chapter { title: "The games at a glance".into(), place: "glance".into(), passages }
}

fn game(about: &'static About, contents: &Contents) -> Result<Chapter, PrintError> {
    let book: RuleBook =
        about.rules.parse().map_err(|problem| PrintError::Rules { game: about.id, problem })?;
    let mut passages: Vec<Passage> =
        book.blocks.iter().map(|block| passage(block, about.id, contents.theme)).collect();
    if let Some(edition) = edition_of(about, contents.edition) {
        let first = passages.iter().position(|passage| matches!(passage, Passage::Heading(..))).unwrap_or(0);
        passages.splice(first..first, edition_note(about, edition));
    }
    Ok(Chapter { title: book.title, place: about.id.to_owned(), passages })
}

fn passage(block: &Block, game: &str, theme: &Theme) -> Passage {
    match block {
        Block::Heading { level, text, anchor } => {
            Passage::Heading(*level, text.clone(), format!("{game}.{anchor}"))
        }
        Block::Paragraph { rule, text } => Passage::Text(rule.clone(), text.clone()),
        Block::Item { rule, text } => Passage::Entry(rule.clone(), text.clone()),
        Block::Diagram { diagram: picture, caption, .. } => {
            Passage::Figure(Rc::new(diagram(picture, theme)), caption.clone())
        }
    }
}

fn edition_of(about: &'static About, edition: Option<&str>) -> Option<&'static Edition> {
    about.editions.iter().find(|known| Some(known.id) == edition)
}

/// What sets an edition apart, and the options as it has them.
fn edition_note(about: &About, edition: &Edition) -> Vec<Passage> {
    let section = format!("{}.editions-and-options", about.id);
    let mut passages = vec![text(format!(
        "**Edition {}:** {}. Wherever that differs from the rules below, [Editions and options](#{section}) says how.",
        edition.id, edition.note
    ))];
    for choice in about.choices {
        let usual = choice.defaults.iter().find(|(id, _)| *id == edition.id);
        let value = usual.map_or(choice.default, |(_, value)| value);
        passages.push(entry(format!("option `{}` is `{value}`: {}", choice.name, choice.meaning)));
    }
    passages
}

fn chess_cards(contents: &Contents) -> Chapter {
    let heading = |words: &str, place: &str| Passage::Heading(2, words.into(), place.into());
    let mut passages = vec![
        text(
            "A chess card shows one piece. Print the deck with `chess-kit print deck`, or take a deck of playing \
             cards, in which red cards are white pieces and black cards are black ones.",
        ),
        heading("Playing cards that stand for pieces", "cards.playing"),
        Passage::Table(stand_for_rows(), vec![3.0, 1.6, 1.4, 1.2]),
        text(
            "Pips in the middle of a chess card are its *gap*: as many squares stay empty before the piece when \
             pieces are laid out by cards. Checkers cards have 4, 7, 8 or 9 pips, so that with the pieces each \
             number from 1 to 9 is there.",
        ),
        heading("Which game needs which cards", "cards.needs"),
    ];
    let needs = need_rows(contents.games);
    if needs.len() > 1 {
        passages.push(Passage::Table(needs, vec![2.2, 1.2, 3.8, 0.9]));
    }
    passages.extend(without_cards(contents.games).map(text));
    Chapter { title: "Chess cards".into(), place: "cards".into(), passages }
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

fn diagrams(theme: &Theme) -> Chapter {
    let sample = SAMPLE.parse().expect("the sample is a diagram");
    let passages = vec![
        text(
            "Every diagram shows the board from White's side, with letters for files and numbers for ranks. \
             A square is named by both: the lower left corner is a1.",
        ),
        Passage::Figure(
            Rc::new(diagram(&sample, theme)),
            Some("A move, a ring, a dashed box, a small number, and two cards.".into()),
        ),
        entry(
            "An arrow is a move in the color of whoever made it, and the board shows the position after all the \
             arrows. A caption says so where it is otherwise.",
        ),
        entry(
            "A ring marks a square: a piece that matters, or what lies under it, such as a coin or a checker in \
             the color of the ring.",
        ),
        entry("A small number in the corner of a square counts what lies under the piece."),
        entry("A dashed box is a part of the board, for instance the half of one player."),
        entry(
            "Cards lie beside the board; a card face down shows its back, and a later card lies on an earlier one.",
        ),
        text(
            "In the text, pieces may have letters: K is a king, Q a queen, R a rook, B a bishop, N a knight, P a \
             pawn and C a checker. Where letters stand for cards or for pieces on a board, capitals are white and \
             small letters are black.",
        ),
    ];
    Chapter { title: "Reading the diagrams".into(), place: "diagrams".into(), passages }
}

fn problems(contents: &Contents) -> Chapter {
    let picture = |(number, problem): (usize, &Problem)| {
        let words = format!("**{}.** {}: par {}", number + 1, problem.cards_in_words(), problem.par);
        (words, Rc::new(problem.picture(contents.theme)))
    };
    let game = game_of_problems(contents);
    let passages = vec![
        text(format!(
            "Solve these holes of {game} in your head. One of the types on the cards captures a piece of every \
             other, and par is the smallest number of moves; no way is shorter. The solutions are in the next \
             chapter."
        )),
        Passage::Problems(contents.problems.iter().enumerate().map(picture).collect()),
    ];
    Chapter { title: format!("Problems of {game}"), place: "problems".into(), passages }
}

/// The name of the game that the problems belong to.
fn game_of_problems(contents: &Contents) -> &'static str {
    let game = contents.games.iter().find(|about| about.puzzle.is_some());
    game.map_or("chess", |about| about.name)
}

fn solutions(contents: &Contents) -> Chapter {
    let solution = |(number, problem): (usize, &Problem)| {
        let number = number + 1;
        text(format!("**{number}.** {}.", problem.reasons.join(", ")))
    };
    let mut passages =
        vec![text("One shortest solution of each hole; there may be others that are as short.")];
    passages.extend(contents.problems.iter().enumerate().map(solution));
    Chapter { title: "Solutions of the problems".into(), place: "solutions".into(), passages }
}

fn credits(contents: &Contents) -> Chapter {
    let names: Vec<&str> = contents.games.iter().map(|about| about.name).collect();
    let games = all_of(&names);
    let is_or_are = if names.len() == 1 { "is" } else { "are" };
    let passages = vec![
        text(format!(
            "{games} {is_or_are} told here as Don Kirkby published them in his *Chess Kit* \
             ([donkirkby.github.io/chess-kit](https://donkirkby.github.io/chess-kit)), in our own words."
        )),
        text(
            "Text and diagrams of this book are licensed under the Creative Commons Attribution-ShareAlike 4.0 \
             International license \
             ([creativecommons.org/licenses/by-sa/4.0](https://creativecommons.org/licenses/by-sa/4.0/)). You may \
             copy, share and change them for any purpose, if you name Don Kirkby and the Chess Kit founders, say \
             what you changed, and pass your version on under the same license.",
        ),
        text(
            "The program that made this book is free software under the GNU General Public License, version 3 or \
             later. The text is set in Libertinus Serif and DejaVu Sans Mono, which are free fonts.",
        ),
    ];
    Chapter { title: "Credits and license".into(), place: "credits".into(), passages }
}
