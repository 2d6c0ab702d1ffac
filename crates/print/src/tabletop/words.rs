//! A tabletop in words, and how much room words take.

use kit_book::diagram::{BoardDiagram, CardCode, Diagram};
use kit_chess::shakmaty::Color;
use kit_play::Sentence;
use kit_play::sentence::piece_words;
use kit_play::tabletop::{Board, Cards, Cell, Grid, MarkKind, Part, Tabletop, color_word, role_word};
use kit_play::text::either;

/// What lies on the table, for those who hear it instead of seeing it.
pub fn described(tabletop: &Tabletop) -> String {
    let mut sentences: Vec<String> = tabletop.parts.iter().map(part).collect();
    sentences.push(tabletop.prompt.words.words().into_owned());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(". ")
}

fn part(part: &Part) -> String {
    match part {
        Part::Board(board) => on_board(board),
        Part::Cards(cards) => on_cards(cards),
        Part::Grid(grid) => in_grid(grid),
        Part::Tray(tray) => format!("{}: {}", tray.title, or_nothing(&tray.items.join(" "))),
        Part::Track(track) => {
            let places: Vec<_> = track.places.iter().map(Sentence::words).collect();
            let at = track.at.and_then(|at| places.get(at)).map_or("not yet begun", AsRef::as_ref);
            format!("{}: {at} of {}", track.title, places.join(", "))
        }
        Part::Sheet(sheet) => {
            let lines = sheet.lines.iter().map(|line| format!("{} {}", line.label, line.value.words()));
            format!("{}: {}", sheet.title, or_nothing(&lines.collect::<Vec<_>>().join(", ")))
        }
        Part::Clock(clock) => {
            let state = if clock.running { "running" } else { "standing" };
            format!("{}: {}, {state}", clock.title, time(clock.milliseconds))
        }
        Part::Scores(scores) => {
            let rows = scores.rows.iter().map(|row| format!("{} {row}", row.who.words()));
            format!("{}: {}", scores.title, or_nothing(&rows.collect::<Vec<_>>().join(", ")))
        }
        Part::Prices(prices) => {
            let rows = prices.rows.iter().map(|row| {
                let brings = row.brings.iter().enumerate().map(|(index, brings)| {
                    let case = prices.cases.get(index).map(|case| format!("{}: ", case.words()));
                    format!("{}{}", case.unwrap_or_default(), brings.words.words())
                });
                format!("{} ({})", row.choice.words(), brings.collect::<Vec<_>>().join(", "))
            });
            format!("{}: {}", prices.title, or_nothing(&rows.collect::<Vec<_>>().join("; ")))
        }
    }
}

fn on_board(board: &Board) -> String {
    let pieces = BoardDiagram { pieces: board.pieces(), margins: [0.0; 4], items: Vec::new() };
    let mut told = vec![Diagram::Board(pieces).described()];
    told.extend(board.tokens.iter().map(|placed| format!("{} on {}", placed.token.name(), placed.square)));
    for kind in MarkKind::ALL {
        let squares = board.marks.iter().filter(|mark| mark.kind == kind).map(|mark| mark.square.to_string());
        let squares: Vec<String> = squares.collect();
        if !squares.is_empty() {
            told.push(format!("{} {}", kind.name(), squares.join(" ")));
        }
    }
    told.extend(board.zones.iter().map(|zone| format!("{} from {} to {}", zone.label, zone.from, zone.to)));
    told.extend(board.under.iter().map(|figure| {
        format!("{} {} under {}", color_word(figure.color), role_word(figure.role), figure.square)
    }));
    for layer in board.layers.iter().skip(1).filter(|layer| !layer.squares.is_empty()) {
        let squares: Vec<String> = layer.squares.iter().map(ToString::to_string).collect();
        told.push(format!("{} {}", layer.name, squares.join(" ")));
    }
    told.extend(board.possible.iter().map(|possible| {
        let pieces = possible.pieces.iter().map(|piece| piece_words(*piece));
        let place = if possible.under { "under" } else { "on" };
        format!("maybe {} {place} {}", either(&pieces.collect::<Vec<_>>()), possible.square)
    }));
    told.join("; ")
}

fn on_cards(cards: &Cards) -> String {
    let told = cards.cards.iter().map(|card| {
        let name = match card_code(&card.face) {
            Some(CardCode::Checkers { color, pips: 0 }) => format!("{color} checker"),
            Some(code) => code.described(),
            None => card.face.clone(),
        };
        card.state.map_or(name.clone(), |state| format!("{name} ({state})"))
    });
    format!("{}: {}", cards.title, or_nothing(&told.collect::<Vec<_>>().join(", ")))
}

/// The card that a tabletop means; `C` and `c` are checkers of which nobody counts the pips.
pub fn card_code(face: &str) -> Option<CardCode> {
    match face {
        "C" => Some(CardCode::Checkers { color: Color::White, pips: 0 }),
        "c" => Some(CardCode::Checkers { color: Color::Black, pips: 0 }),
        face => face.parse().ok(),
    }
}

fn in_grid(grid: &Grid) -> String {
    let rows = grid.rows.iter().filter_map(|row| {
        let cells = row.cells.iter().zip(&grid.columns).filter_map(|(cell, column)| match cell {
            Cell::Blank => None,
            Cell::Circle => Some(format!("{} yes", column.words())),
            Cell::Cross => Some(format!("{} no", column.words())),
        });
        let mut told: Vec<String> = cells.collect();
        told.extend((!row.note.is_empty()).then(|| row.note.to_string()));
        (!told.is_empty()).then(|| format!("row {}: {}", row.label.words(), told.join(", ")))
    });
    format!("{}: {}", grid.title, or_nothing(&rows.collect::<Vec<_>>().join("; ")))
}

fn or_nothing(words: &str) -> &str {
    if words.is_empty() { "nothing" } else { words }
}

/// A time as a clock shows it.
pub fn time(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// About how wide words are; a little more rather than less.
pub fn width(words: &str, size: f64, bold: bool) -> f64 {
    let ems: f64 = words.chars().map(letter_width).sum();
    ems * size * if bold { 1.08 } else { 1.0 }
}

fn letter_width(letter: char) -> f64 {
    match letter {
        ' ' | 'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' | '·' => 0.28,
        'f' | 'r' | 't' | 's' | 'I' | 'J' | '(' | ')' | '[' | ']' | '-' | '"' => 0.4,
        'm' | 'w' => 0.8,
        'M' | 'W' | 'Q' | 'O' | 'N' | 'H' | 'D' | 'G' => 0.78,
        'A'..='Z' => 0.66,
        'a'..='z' | '0'..='9' => 0.52,
        _ => 0.7,
    }
}

/// The words, or as many of them as there is room for.
pub fn clipped(words: &str, size: f64, most: f64) -> String {
    if width(words, size, true) <= most {
        return words.to_owned();
    }
    let mut kept = String::new();
    for letter in words.chars() {
        if width(&kept, size, true) + size > most {
            break;
        }
        kept.push(letter);
    }
    kept.trim_end().to_owned() + "…"
}

/// The words in lines that are no wider than there is room for.
pub fn wrapped(words: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in words.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if !line.is_empty() && width(line, size, false) + width(word, size, false) + 0.3 * size > most {
            lines.push(clipped(word, size, most));
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&clipped(word, size, most));
    }
    lines
}
