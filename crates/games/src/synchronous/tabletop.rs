//! What lies on the table: the board, who has written, the exchanges, and the turns so far.

use kit_chess::shakmaty::{ByColor, Color, Square};
use kit_play::Tabletop;
use kit_play::tabletop::{Board, MarkKind, Part, Prompt, Sheet, Tray, color_word};

use super::position::{Blows, Stage};
use super::{Public, View};
use crate::steps::{self, castling_letters, color_name};

const COLORS: [Color; 2] = [Color::White, Color::Black];

/// Everything the viewer has in front of them.
pub fn tabletop(view: &View) -> Tabletop {
    let public = &view.public;
    let parts = vec![
        Part::Board(board(public, view.color().unwrap_or(Color::White))),
        Part::Sheet(turn_sheet(view)),
        Part::Tray(tray("white-lost", Color::White, public)),
        Part::Tray(tray("black-lost", Color::Black, public)),
        Part::Sheet(history(public)),
    ];
    Tabletop { prompt: prompt(view), parts }
}

fn board(public: &Public, bottom: Color) -> Board {
    let position = &public.position;
    let mut board = Board::new(&position.field.board, bottom);
    for step in [public.last.white, public.last.black].into_iter().flatten() {
        board = steps::with_last(board, Some((step.from, step.to)));
    }
    let attacked = COLORS.into_iter().filter(|color| position.is_attacked(*color));
    board = board.mark(MarkKind::Check, attacked.filter_map(|color| position.field.board.king_of(color)));
    match position.stage {
        Stage::Writing => board,
        Stage::Blows(Blows { open, struck }) => {
            let in_danger = [open.white, open.black].into_iter().flatten();
            board.mark(MarkKind::Danger, in_danger).mark(MarkKind::Spent, struck)
        }
    }
}

fn turn_sheet(view: &View) -> Sheet {
    let Public { position, written, clock, .. } = &view.public;
    let mut lines = Vec::new();
    for color in COLORS {
        let state = match (view.public.awaits(color), *written.get(color), &position.stage) {
            (true, _, Stage::Writing) => "is writing",
            (true, _, Stage::Blows(_)) => "is deciding",
            (false, true, _) => "has written",
            (false, false, _) => "waits",
        };
        lines.push((color_word(color).to_owned(), state.to_owned()));
    }
    for (color, square) in exchanges(&view.public) {
        lines.push((format!("blow on {square}"), format!("{} may strike", color_word(color))));
    }
    lines.extend(view.sealed.map(|action| ("you wrote".to_owned(), action.to_string())));
    lines.push(("castling".to_owned(), castling_letters(position.field.rights)));
    lines.push(("turns without progress".to_owned(), clock.in_words()));
    Sheet { id: "turn", title: "This turn".to_owned(), lines }
}

fn exchanges(public: &Public) -> impl Iterator<Item = (Color, Square)> {
    let open = match public.position.stage {
        Stage::Writing => ByColor::default(),
        Stage::Blows(blows) => blows.open,
    };
    COLORS.into_iter().filter_map(move |color| open.get(color).map(|square| (color, square)))
}

fn tray(id: &'static str, color: Color, public: &Public) -> Tray {
    let lost = public.captured.iter().filter(|piece| piece.color == color);
    let title = format!("{} pieces that were captured", color_name(color));
    Tray { id, title, items: lost.map(|piece| piece.char().to_string()).collect() }
}

/// How many of the last turns lie on the table.
const SHOWN: usize = 20;

fn history(public: &Public) -> Sheet {
    let turns = &public.record.turns;
    let line =
        |(index, turn): (usize, &super::transcript::Turn)| (format!("turn {}", index + 1), turn.words());
    let lines = turns.iter().enumerate().skip(turns.len().saturating_sub(SHOWN)).map(line).collect();
    Sheet { id: "history", title: "Turns so far".to_owned(), lines }
}

fn prompt(view: &View) -> Prompt {
    let ((text, rule), step) = match view.public.position.stage {
        Stage::Writing => (writing_words(view), 0),
        Stage::Blows(blows) => ((blow_words(view, blows), "synchronous.blow"), 1),
    };
    let steps = vec!["write a move".to_owned(), "exchange blows".to_owned()];
    Prompt { words: kit_play::Sentence::finished(text), steps, step: Some(step), rule: Some(rule) }
}

fn writing_words(view: &View) -> (String, &'static str) {
    match view.deciding() {
        Some(color) if view.public.position.is_attacked(color) => {
            ("Your king is attacked: it must move.".to_owned(), "synchronous.attacked")
        }
        Some(_) => {
            let text = "Write your move. Nobody sees it until both have written.";
            (text.to_owned(), "synchronous.write")
        }
        None => (waiting_words(view, "writing"), "synchronous.secret"),
    }
}

/// Who is awaited: `You have written. Black is still writing.`
fn waiting_words(view: &View, doing: &str) -> String {
    let written = view.public.written;
    match (view.color(), written.white, written.black) {
        (Some(color), _, _) if *written.get(color) => {
            format!("You have written. {} is still {doing}.", color_name(!color))
        }
        (_, false, false) => format!("White and Black are {doing}."),
        (_, true, _) => format!("Black is still {doing}."),
        (_, false, true) => format!("White is still {doing}."),
    }
}

fn blow_words(view: &View, blows: Blows) -> String {
    let both = view.public.position.asks_both();
    if let Some(square) = view.deciding().and_then(|color| *blows.open.get(color)) {
        let who = if both { "Both are deciding" } else { "You decide" };
        return format!("{who}: strike on {square} or let it be (X).");
    }
    match exchanges(&view.public).next() {
        Some((color, square)) if !both => {
            format!("{} decides: strike on {square} or let it be.", color_name(color))
        }
        Some(_) | None => waiting_words(view, "deciding"),
    }
}
