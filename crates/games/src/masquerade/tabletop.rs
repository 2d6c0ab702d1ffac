//! What lies on the table: the board, the grids, what was asked, and what to do now.

use kit_chess::shakmaty::{Bitboard, Color};
use kit_play::sentence::{Filling, Joint};
use kit_play::tabletop::{
    Board, Cell, Grid, GridRow, MarkKind, Part, Prompt, Sheet, SheetLine, Tabletop, Tray,
};
use kit_play::{Sentence, say};

use super::disguise::{Candidates, Disguise, Kind};
use super::position::Question;
use super::{LastAct, Public, Task, View, player};
use crate::steps::{self, with_last};

pub fn laid_for(view: &View) -> Tabletop {
    let mut parts = vec![Part::Board(board(view))];
    parts.extend(grids(view).map(Part::Grid));
    parts.extend(trays(&view.public).map(Part::Tray));
    parts.push(Part::Sheet(knowledge(view)));
    parts.push(Part::Sheet(questions(&view.public.questions)));
    Tabletop { prompt: prompt(view), parts, ..Tabletop::default() }
}

fn board(view: &View) -> Board {
    let bottom = view.color().unwrap_or(Color::White);
    let board = Board::new(&view.public.position.field.board, bottom);
    let board = match view.public.last {
        None => board,
        Some(LastAct::Moved(step)) => with_last(board, Some((step.from, step.to))),
        Some(LastAct::Asked(question)) if question.granted => {
            with_last(board, Some((question.from, question.to)))
        }
        Some(LastAct::Asked(question)) => board.mark(MarkKind::Refused, [question.to]),
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
    view.color().filter(|_| view.public.has_begun() && !view.over)
}

/// Two grids: for a player the one filled for the other and the one for notes, for the
/// public what everybody can work out about each color.
fn grids(view: &View) -> [Grid; 2] {
    let about = |id, color: Color, private, title: Sentence| {
        let candidates = *view.public.position.candidates.get(color);
        grid(id, title, private, |kind, capture| match view.disguises.get(color) {
            Some(disguise) => circled(*disguise, kind, capture),
            None => worked_out(candidates, kind, capture),
        })
    };
    let masks = |color| say!("How {seat}'s pieces capture", seat = player(color));
    match view.color() {
        Some(own) => [
            about("mask", !own, true, masks(!own)),
            about("own", own, false, say!("What is known of your own pieces ({color})", color = own)),
        ],
        None => [
            about("white-masks", Color::White, false, masks(Color::White)),
            about("black-masks", Color::Black, false, masks(Color::Black)),
        ],
    }
}

// [masquerade.combo] The notes at the end of the rows are the pairs of letters.
pub fn grid(id: &'static str, title: Sentence, private: bool, cell: impl Fn(Kind, Kind) -> Cell) -> Grid {
    let row = |kind: Kind| {
        let capture = Kind::ALL.into_iter().find(|capture| cell(kind, *capture) == Cell::Circle);
        let pair = |capture: Kind| format!("{}{}", kind.letter(), capture.letter());
        let note = capture.map(|capture| say!("{pair}", pair = Filling::text(pair(capture))));
        GridRow {
            label: letter(kind),
            cells: Kind::ALL.map(|capture| cell(kind, capture)).to_vec(),
            note: note.unwrap_or_default().into(),
        }
    };
    Grid {
        id,
        title: title.into(),
        private,
        columns: Kind::ALL.map(letter).to_vec(),
        rows: Kind::ALL.map(row).to_vec(),
        note: Some(say!("pair").into()),
        axes: Some([say!("moves like").into(), say!("captures like").into()]),
    }
}

/// A kind as diagrams write it.
pub fn letter(kind: Kind) -> Sentence {
    say!("{letter}", letter = Filling::text(kind.letter()))
}

pub fn circled(disguise: Disguise, kind: Kind, capture: Kind) -> Cell {
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

fn trays(public: &Public) -> [Tray; 2] {
    let tray = |id, title: Sentence, color: Color| {
        let lost = public.taken.iter().filter(|piece| piece.color == color);
        Tray { id, title: title.into(), items: lost.map(|piece| piece.char().to_string()).collect() }
    };
    [
        tray("white-lost", say!("White pieces that were taken"), Color::White),
        tray("black-lost", say!("Black pieces that were taken"), Color::Black),
    ]
}

fn knowledge(view: &View) -> Sheet {
    let Public { position, clock, .. } = &view.public;
    let mut lines = Vec::new();
    for color in [Color::White, Color::Black] {
        lines.push(match view.disguises.get(color).filter(|_| view.over) {
            Some(disguise) => {
                SheetLine::new(say!("{color} masks", color), say!("{pairs}", pairs = disguise.words()))
            }
            None => {
                let count = position.candidates.get(color).count();
                SheetLine::new(say!("{color} masks possible", color), say!("{count}", count))
            }
        });
    }
    let castling = steps::castling(position.field.rights);
    lines.push(SheetLine::new(say!("castling"), say!("{castling}", castling)));
    lines.push(SheetLine::new(say!("half-turns without progress"), clock.in_words()));
    if let Some(color) = playing(view) {
        let squares = knowingly_in_danger(view, !color);
        let label = say!("{color} knows it can take", color = !color);
        lines.extend(
            squares.any().then(|| SheetLine::new(label, say!("{squares}", squares = names(squares)))),
        );
    }
    Sheet { id: "knowledge", title: say!("What everybody knows").into(), lines }
}

/// `d4 e5`.
fn names(squares: Bitboard) -> Filling {
    Filling::List(Joint::Space, squares.into_iter().map(Filling::from).collect())
}

/// The last question in words, then all of them, numbered, in a line for each kind that has asked.
// [masquerade.open-talk] Every question stays on the table.
fn questions(questions: &[Question]) -> Sheet {
    let mut lines = Vec::new();
    lines.extend(
        questions
            .last()
            .map(|last| SheetLine::new(say!("last question"), last_question(questions.len(), last))),
    );
    for color in [Color::White, Color::Black] {
        for kind in Kind::ALL {
            let asked = all_asked(questions, color, kind);
            if !asked.is_empty() {
                let label = say!("{piece} asked", piece = kind.role().of(color));
                lines.push(SheetLine::new(label, Sentence::joined(asked)));
            }
        }
    }
    Sheet { id: "questions", title: say!("Questions and answers").into(), lines }
}

/// `23, may the white knight on h1 take e4? No (queen or bishop)`.
fn last_question(number: usize, last: &Question) -> Sentence {
    let (piece, fit) = (last.kind.role().of(last.color), last.fit.words());
    let Question { from, to, granted, .. } = *last;
    if granted {
        say!("{number}, may the {piece} on {from} take {to}? Yes ({fit})", number, piece, from, to, fit)
    } else {
        say!("{number}, may the {piece} on {from} take {to}? No ({fit})", number, piece, from, to, fit)
    }
}

/// What pieces of a kind have asked, a sentence for each question, with the numbers by which it was
/// asked and the captures that fit.
fn all_asked(questions: &[Question], color: Color, kind: Kind) -> Vec<Sentence> {
    let mut groups: Vec<(&Question, Vec<usize>)> = Vec::new();
    for (question, number) in questions.iter().zip(1..) {
        if (question.color, question.kind) != (color, kind) {
            continue;
        }
        match groups.iter_mut().find(|(known, _)| is_repeated(known, question)) {
            Some((_, numbers)) => numbers.push(number),
            None => groups.push((question, vec![number])),
        }
    }
    groups.into_iter().map(|(question, numbers)| asked(question, numbers)).collect()
}

/// Whether one piece has asked the same twice, and heard the same.
fn is_repeated(one: &Question, other: &Question) -> bool {
    let heard = |question: &Question| (question.from, question.to, question.fit, question.granted);
    heard(one) == heard(other)
}

/// `Questions 1, 2 and 5 from h1 to h7: no (queen or rook).`
fn asked(question: &Question, numbers: Vec<usize>) -> Sentence {
    let Question { from, to, granted, .. } = *question;
    let (numbers, fit) = (Filling::all_of(numbers), question.fit.words());
    if granted {
        say!(
            "{numbers|one=Question|other=Questions} {numbers} from {from} to {to}: yes ({fit}).",
            numbers,
            from,
            to,
            fit
        )
    } else {
        say!(
            "{numbers|one=Question|other=Questions} {numbers} from {from} to {to}: no ({fit}).",
            numbers,
            from,
            to,
            fit
        )
    }
}

fn prompt(view: &View) -> Prompt {
    let (words, rule) = words(view);
    // [masquerade.no]
    let more = (view.task() == Task::Act).then(|| say!("A no ends your turn."));
    Prompt { words, more, rule: Some(rule), makes: true, ..Prompt::default() }
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
