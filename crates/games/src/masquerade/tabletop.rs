//! What lies on the table: the board, the grids, what was asked, and what to do now.

use kit_chess::shakmaty::{Bitboard, Color};
use kit_play::tabletop::{
    Board, Cell, Grid, GridRow, MarkKind, Part, Prompt, Sheet, Tabletop, Tray, color_word,
};
use kit_play::{Sentence, say};

use super::disguise::{Candidates, Disguise, Kind};
use super::position::Question;
use super::{Deed, Public, Task, View, player};
use crate::steps::{self, color_name, with_last};

pub fn laid_for(view: &View) -> Tabletop {
    let mut parts = vec![Part::Board(board(view))];
    parts.extend(grids(view).map(Part::Grid));
    parts.push(Part::Tray(tray("white-lost", Color::White, &view.public)));
    parts.push(Part::Tray(tray("black-lost", Color::Black, &view.public)));
    parts.push(Part::Sheet(knowledge(view)));
    parts.push(Part::Sheet(questions(&view.public.questions)));
    Tabletop { prompt: prompt(view), parts }
}

fn board(view: &View) -> Board {
    let bottom = view.color().unwrap_or(Color::White);
    let board = Board::new(&view.public.position.field.board, bottom);
    let board = match view.public.last {
        None => board,
        Some(Deed::Moved(step)) => with_last(board, Some((step.from, step.to))),
        Some(Deed::Asked(question)) if question.granted => {
            with_last(board, Some((question.from, question.to)))
        }
        Some(Deed::Asked(question)) => board.mark(MarkKind::Refused, [question.to]),
    };
    board.mark(MarkKind::Danger, in_danger(view))
}

/// The viewer's pieces that the other could truly take now.
// [masquerade.no-hints] The viewer chose that disguise, so the marks tell nothing new; the
// pieces of the other are never marked.
fn in_danger(view: &View) -> Bitboard {
    let Some(enemy) = playing(view).map(|color| !color) else { return Bitboard::EMPTY };
    let Some(disguise) = *view.disguises.get(enemy) else { return Bitboard::EMPTY };
    view.public.position.within_reach(enemy, |kind, fit| fit.contains(disguise.capture_of(kind)))
}

/// The viewer's pieces of which the other knows that they could be taken now.
fn knowingly_in_danger(view: &View, enemy: Color) -> Bitboard {
    let candidates = *view.public.position.candidates.get(enemy);
    view.public.position.within_reach(enemy, |kind, fit| candidates.granting(kind, fit) == candidates)
}

/// The viewer's color while the game is going on.
fn playing(view: &View) -> Option<Color> {
    view.color().filter(|_| view.public.has_begun() && !view.public.over)
}

/// Two grids: for a player the one filled for the other and the one for notes, for the
/// public what everybody can work out about each color.
fn grids(view: &View) -> [Grid; 2] {
    let about = |id, color: Color, private, title: String| {
        let candidates = *view.public.position.candidates.get(color);
        grid(id, title, private, |kind, capture| match view.disguises.get(color) {
            Some(disguise) => circled(*disguise, kind, capture),
            None => worked_out(candidates, kind, capture),
        })
    };
    let masks = |color| format!("How {}'s pieces capture", color_name(color));
    match view.color() {
        Some(own) => [
            about("mask", !own, true, masks(!own)),
            about("own", own, false, format!("What is known of your own pieces ({})", color_word(own))),
        ],
        None => [
            about("white-masks", Color::White, false, masks(Color::White)),
            about("black-masks", Color::Black, false, masks(Color::Black)),
        ],
    }
}

// [masquerade.combo] The notes at the end of the rows are the pairs of letters.
fn grid(id: &'static str, title: String, private: bool, cell: impl Fn(Kind, Kind) -> Cell) -> Grid {
    let row = |kind: Kind| {
        let cells = Kind::ALL.map(|capture| cell(kind, capture)).to_vec();
        let capture = Kind::ALL.into_iter().find(|capture| cell(kind, *capture) == Cell::Circle);
        let note =
            capture.map(|capture| format!("{}{}", kind.letter(), capture.letter())).unwrap_or_default();
        GridRow { label: kind.letter().to_string(), cells, note }
    };
    let columns = Kind::ALL.map(|kind| kind.letter().to_string()).to_vec();
    Grid { id, title, private, columns, rows: Kind::ALL.map(row).to_vec(), note: Some("combo".to_owned()) }
}

fn circled(disguise: Disguise, kind: Kind, capture: Kind) -> Cell {
    if disguise.capture_of(kind) == capture { Cell::Circle } else { Cell::Blank }
}

// [masquerade.notes] X for what is impossible, O for what is certain.
fn worked_out(candidates: Candidates, kind: Kind, capture: Kind) -> Cell {
    match candidates.giving(kind, capture) {
        0 => Cell::Cross,
        count if count == candidates.count() => Cell::Circle,
        _ => Cell::Blank,
    }
}

fn tray(id: &'static str, color: Color, public: &Public) -> Tray {
    let lost = public.taken.iter().filter(|piece| piece.color == color);
    let title = format!("{} pieces that were taken", color_name(color));
    Tray { id, title, items: lost.map(|piece| piece.char().to_string()).collect() }
}

fn knowledge(view: &View) -> Sheet {
    let Public { position, clock, over, .. } = &view.public;
    let mut lines = Vec::new();
    for color in [Color::White, Color::Black] {
        let label = color_word(color);
        lines.push(match view.disguises.get(color).filter(|_| *over) {
            Some(disguise) => (format!("{label} masks"), disguise.to_string()),
            None => (format!("{label} masks possible"), position.candidates.get(color).count().to_string()),
        });
    }
    lines.push(("castling".to_owned(), steps::castling_letters(position.field.rights)));
    lines.push(("half-turns without progress".to_owned(), clock.in_words()));
    if let Some(color) = playing(view) {
        let squares: Vec<String> =
            knowingly_in_danger(view, !color).into_iter().map(|square| square.to_string()).collect();
        lines.push((format!("{} knows it can take", color_word(!color)), or_none(squares.join(" "))));
    }
    Sheet { id: "knowledge", title: "What everybody knows".to_owned(), lines }
}

fn or_none(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The last question in words, then all of them, numbered, in a line for each kind that has asked.
// [masquerade.open-talk] Every question stays on the table.
fn questions(questions: &[Question]) -> Sheet {
    let mut lines: Vec<(String, String)> = Vec::new();
    if let Some(last) = questions.last() {
        let words = format!("{} {} {} ({})", color_word(last.color), last.kind.word(), asked(last), last.fit);
        lines.push(("last question".to_owned(), format!("{}, {words}", questions.len())));
    }
    for color in [Color::White, Color::Black] {
        for kind in Kind::ALL {
            let line = all_asked(questions, color, kind);
            if !line.is_empty() {
                lines.push((format!("{} {} asked", color_word(color), kind.word()), line));
            }
        }
    }
    Sheet { id: "questions", title: "Questions and answers".to_owned(), lines }
}

/// `1 3 c3?d5 no (N); 2 c3?c7 yes (QR)`: what pieces of a kind have asked, with the numbers of the
/// questions and the letters of the captures that fit.
fn all_asked(questions: &[Question], color: Color, kind: Kind) -> String {
    let mut groups: Vec<(String, String)> = Vec::new();
    for (question, number) in questions.iter().zip(1..) {
        if (question.color, question.kind) != (color, kind) {
            continue;
        }
        let fit: String = question.fit.iter().map(Kind::letter).collect();
        let words = format!("{} ({fit})", asked(question));
        match groups.iter_mut().find(|(_, known)| *known == words) {
            Some((numbers, _)) => numbers.push_str(&format!(" {number}")),
            None => groups.push((number.to_string(), words)),
        }
    }
    let groups: Vec<String> = groups.iter().map(|(numbers, words)| format!("{numbers} {words}")).collect();
    groups.join("; ")
}

/// `c3?d5 no`.
fn asked(Question { from, to, granted, .. }: &Question) -> String {
    format!("{from}?{to} {}", if *granted { "yes" } else { "no" })
}

fn prompt(view: &View) -> Prompt {
    let (words, rule) = words(view);
    Prompt { words, rule: Some(rule), ..Prompt::default() }
}

fn words(view: &View) -> (Sentence, &'static str) {
    match (view.task(), view.color()) {
        (Task::Choose, Some(color)) => {
            let words = say!(
                "Decide how {seat}'s pieces capture: circle one box in each row and each column.",
                seat = player(!color)
            );
            (words, "masquerade.disguise")
        }
        (Task::Act, _) => (say!("Move, or ask one of your pieces for a capture."), "masquerade.turn"),
        _ if view.public.has_begun() => {
            (say!("{seat} moves or asks.", seat = player(view.public.position.turn)), "masquerade.turn")
        }
        (_, Some(color)) => {
            let words = say!("Your grid is locked. {seat} is still choosing.", seat = player(!color));
            (words, "masquerade.lock")
        }
        (_, None) => (choosing(&view.public), "masquerade.lock"),
    }
}

fn choosing(public: &Public) -> Sentence {
    let (white, black) = (player(Color::White), player(Color::Black));
    match (public.locked.white, public.locked.black) {
        (false, false) => say!("{white} and {black} are choosing in secret.", white, black),
        (false, true) => say!("{seat} is choosing in secret.", seat = white),
        (true, false) | (true, true) => say!("{seat} is choosing in secret.", seat = black),
    }
}
