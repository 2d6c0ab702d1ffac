//! What is seen.
//!
//! Every frame is drawn from nothing, so that nothing of an earlier one can stay.

use kit_play::sentence::Filling;
use kit_play::tabletop::{Part, Prompt};
use kit_play::{Sentence, Spot, Tabletop, say};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::app::{App, Overlay};
use crate::play::offers::Menu;
use crate::play::render::{self, Ground, Ink, Lights, Look, Row, Size, Span, Tone};
use crate::play::seating::seat_name;
use crate::play::session::Stage;
use crate::words::{self, said};

/// The smallest window that everything fits into.
const LEAST: (u16, u16) = (60, 18);

/// The narrowest column for the parts beside the board.
const SIDE: usize = 24;

/// The fewest lines for what was said.
const SAID: usize = 3;

/// The fewest lines for what was said where there are few lines at all.
const LEAST_SAID: usize = 1;

/// A column of what was said is at least so wide.
const SAID_WIDTH: usize = 50;

/// The room between two such columns.
const GAP: usize = 3;

/// Where the spots are, and where the parts beside the board are.
pub type Seen = (Vec<(Rect, Spot)>, Rect);

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App) -> Seen {
    let area = frame.area();
    let nothing = (Vec::new(), Rect::default());
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let size =
            said(&say!("This window is {width} x {height}.", width = area.width, height = area.height));
        let wish =
            said(&say!("Please make it at least {width} x {height}.", width = LEAST.0, height = LEAST.1));
        centered(frame, &[Span::strong(size), Span::plain(wish)], app.look);
        return nothing;
    }
    match app.stage() {
        Stage::Curtain(person) => {
            let name = Filling::text(app.session.name_of(*person));
            let called = said(&say!("{name}, it is your turn to look.", name));
            let how =
                if app.enters == 0 { say!("Press Enter twice.") } else { say!("Press Enter once more.") };
            let words = [Span::strong(called), Span::plain(said(&how))];
            centered(frame, &words, app.look);
            return nothing;
        }
        Stage::Asking { words, veiled: true } => {
            let notice = app.notice.clone().unwrap_or_default();
            let input = Span::toned(format!("> {}", app.input), Tone::May);
            centered(frame, &[Span::strong(words.clone()), Span::plain(notice), input], app.look);
            return nothing;
        }
        Stage::Bot(_) | Stage::Parting(_) | Stage::Decide(_) | Stage::Asking { .. } | Stage::Over => {}
    }
    let seen = Table::of(app, area).draw(frame);
    if let Some(overlay) = &app.overlay {
        draw_overlay(frame, overlay, app.look);
    }
    seen
}

/// All that one frame shows of a table.
struct Table<'a> {
    app: &'a App<'a>,
    area: Rect,
    tabletop: Tabletop,
    menu: Menu,
    lights: Lights,
    head: Vec<Row>,
    prompt: Vec<Row>,
    size: Size,
}

impl<'a> Table<'a> {
    fn of(app: &'a App<'a>, area: Rect) -> Table<'a> {
        let tabletop = app.session.tabletop();
        let menu = app.session.menu();
        let lights = app.lights(&menu);
        let prompt = prompt(app, &tabletop, &lights, area.width.into());
        let head = head(app, area.width.into());
        let room = usize::from(area.height).saturating_sub(1 + head.len() + prompt.len() + SAID);
        let fits =
            |size: &Size| size.board_width() + SIDE <= area.width.into() && size.board_height() <= room;
        let size = Size::ALL.into_iter().find(fits).unwrap_or(Size::SMALL);
        Table { app, area, tabletop, menu, lights, head, prompt, size }
    }

    fn draw(&self, frame: &mut Frame) -> Seen {
        let look = self.app.look;
        let mut hits = Vec::new();
        let board: Vec<Row> = match self.tabletop.board() {
            Some(board) => render::board_lines(board, self.size, look, &self.lights).split_off(1),
            None => Vec::new(),
        };
        let board_width = board.iter().map(|line| render::length(line)).max().map_or(0, |width| width + 2);
        let Rect { width, height, .. } = self.area;
        let side_x = board_width as u16;
        let side = render::side_lines(&self.tabletop, look, &self.lights, usize::from(width - side_x));
        let top = self.head.len() as u16;
        let room = usize::from(height).saturating_sub(1 + self.head.len() + self.prompt.len());
        // What lies beside the board may take the room of what was said, but for a little.
        let most = room.saturating_sub(SAID).max(board.len().min(room.saturating_sub(LEAST_SAID)));
        let main = board.len().min(most).max(side.len().min(most)) as u16;
        put_lines(frame, Rect::new(0, 0, width, top), &self.head, look, &mut Vec::new());
        put_lines(frame, Rect::new(0, top, side_x, main), &board, look, &mut hits);
        let side_area = Rect::new(side_x, top, width - side_x, main);
        self.side(frame, side_area, &side, &mut hits);
        let prompt_area = Rect::new(0, top + main, width, self.prompt.len() as u16);
        put_lines(frame, prompt_area, &self.prompt, look, &mut hits);
        let below = prompt_area.bottom();
        let said = Rect::new(0, below, width, height.saturating_sub(below + 1));
        put_lines(frame, said, &self.below(said), look, &mut Vec::new());
        self.input(frame, Rect::new(0, height - 1, width, 1));
        (hits, side_area)
    }

    /// The parts beside the board, scrolled where they do not fit.
    fn side(&self, frame: &mut Frame, area: Rect, lines: &[Row], hits: &mut Vec<(Rect, Spot)>) {
        let room = usize::from(area.height);
        if lines.len() <= room {
            return put_lines(frame, area, lines, self.app.look, hits);
        }
        let most = lines.len() - (room - 1);
        let at = self.app.side_scroll.min(most);
        let mut shown = lines[at..at + room - 1].to_vec();
        let words =
            if at < most { say!("more below: wheel or End") } else { say!("more above: wheel or Home") };
        shown.push(vec![Span::toned(said(&words), Tone::Soft)]);
        put_lines(frame, area, &shown, self.app.look, hits);
    }

    /// Below the prompt: a notice, suggestions while one types, or what was said.
    fn below(&self, area: Rect) -> Vec<Row> {
        let (width, room) = (usize::from(area.width), usize::from(area.height));
        if let Some(notice) = &self.app.notice {
            let lines = notice.lines().flat_map(|line| render::wrap(line, width));
            return lines.map(|line| vec![Span::strong(line)]).collect();
        }
        let suggestions = self.app.suggestions(&self.menu);
        if !suggestions.is_empty() {
            return self.suggested(&suggestions, room);
        }
        in_columns(&self.app.session.history(), width, room, self.app.scroll)
    }

    fn suggested(&self, suggestions: &[usize], room: usize) -> Vec<Row> {
        let chosen = self.app.chosen.unwrap_or(0);
        let from = chosen.saturating_sub(room.saturating_sub(1));
        let actions = suggestions.iter().map(|index| self.menu.offers()[*index].action.chars().count());
        let width = actions.max().unwrap_or(0);
        let line = |(place, index): (usize, &usize)| {
            let offer = &self.menu.offers()[*index];
            let is_chosen = self.app.chosen == Some(place);
            let pointer = if is_chosen { "> " } else { "  " };
            let ink = Ink { tone: Tone::May, strong: is_chosen, underlined: is_chosen, ..Ink::default() };
            let action = Span { text: format!("{:<width$}", offer.action), ink, spot: None };
            vec![Span::plain(pointer), action, Span::toned(format!("  {}", offer.label), Tone::Soft)]
        };
        suggestions.iter().enumerate().skip(from).take(room).map(line).collect()
    }

    fn input(&self, frame: &mut Frame, area: Rect) {
        let picked = self.app.picked.iter().map(|spot| spot_words(&self.tabletop, spot));
        let picked = picked.collect::<Vec<_>>().join(" ");
        let faint = match (self.app.stage(), picked.is_empty()) {
            (_, false) => say!("{picked} … (Esc clears)", picked = Filling::text(picked)),
            (Stage::Decide(_), true) => say!("type, click or use the arrows; Tab completes, ? helps"),
            (Stage::Over, true) => say!("Enter leaves; history, rules and save still work"),
            (Stage::Parting(_), true) => say!("Enter"),
            (_, true) => Sentence::default(),
        };
        let faint = said(&faint);
        let room = usize::from(area.width).saturating_sub(3);
        let hidden = self.app.input.chars().count().saturating_sub(room);
        let typed: String = self.app.input.chars().skip(hidden).collect();
        let cursor = 2 + typed.chars().count() as u16;
        let rest = if typed.is_empty() { Span::toned(faint, Tone::Soft) } else { Span::plain(typed) };
        let marker = Ink { tone: Tone::May, strong: true, ..Ink::default() };
        let line = vec![Span { text: "> ".to_owned(), ink: marker, spot: None }, rest];
        put_lines(frame, area, &[line], self.app.look, &mut Vec::new());
        frame.set_cursor_position(Position::new(cursor.min(area.width - 1), area.y));
    }
}

/// The name of the game, who plays, and which keys help; on as many lines as that needs.
fn head(app: &App, width: usize) -> Vec<Row> {
    let table = app.session.table();
    let seating = said(&app.session.seating().sentence(table));
    let name = words::text(table.about().name).to_owned();
    let help = said(&say!("F1 help  F2 rules  F3 hint"));
    let corner = help.chars().count() + 1;
    let (name_width, seating_width) = (name.chars().count(), seating.chars().count());
    let gap = |used: usize| " ".repeat(width.saturating_sub(used + corner));
    if name_width + 3 + seating_width + 2 + corner <= width {
        let used = name_width + 3 + seating_width;
        let seating = Span::toned(format!("   {seating}{}{help}", gap(used)), Tone::Soft);
        return vec![vec![Span::strong(name), seating]];
    }
    let mut lines =
        vec![vec![Span::strong(name), Span::toned(format!("{}{help}", gap(name_width)), Tone::Soft)]];
    lines.extend(render::wrap(&seating, width).into_iter().map(|text| vec![Span::toned(text, Tone::Soft)]));
    lines
}

/// What was said, the newest last, in as many columns as there is room for.
fn in_columns(said: &[String], width: usize, room: usize, scroll: usize) -> Vec<Row> {
    let count = ((width + GAP) / (SAID_WIDTH + GAP)).max(1);
    let column = (width + GAP) / count - GAP;
    let lines: Vec<String> = said.iter().flat_map(|words| render::wrap(words, column)).collect();
    let shown = room * count;
    let end = lines.len().saturating_sub(scroll).max(shown.min(lines.len()));
    let lines = &lines[end.saturating_sub(shown)..end];
    let row = |row: usize| -> Row {
        let cells = (0..count).filter_map(|column| lines.get(column * room + row));
        let padded = cells.map(|text| format!("{text:<width$}", width = column + GAP));
        vec![Span::plain(padded.collect::<String>().trim_end().to_owned())]
    };
    (0..room.min(lines.len())).map(row).collect()
}

/// A spot as one calls it: a card by its face, a cell by its row and column.
fn spot_words(tabletop: &Tabletop, spot: &Spot) -> String {
    let words = tabletop.parts.iter().find_map(|part| match (part, spot) {
        (Part::Cards(cards), Spot::Card(id, index)) if cards.id == *id => {
            cards.cards.get(*index).map(|card| card.face.clone())
        }
        (Part::Grid(grid), Spot::Cell(id, row, column)) if grid.id == *id => {
            Some(format!("{}-{}", grid.rows.get(*row)?.label.words(), grid.columns.get(*column)?.words()))
        }
        _ => None,
    });
    words.unwrap_or_else(|| spot.to_string())
}

/// What to do now, with the words one may choose as buttons.
fn prompt(app: &App, tabletop: &Tabletop, lights: &Lights, width: usize) -> Vec<Row> {
    let table = app.session.table();
    let finished = |words: &Sentence| Sentence::finished(app.session.says(words));
    let ask = |words: Sentence| Prompt { words: finished(&words), ..Prompt::default() };
    let prompt = match app.stage() {
        Stage::Decide(seat) => {
            let several = app.session.seating().people().len() > 1;
            let (seat, asked) = (Filling::text(seat_name(table, *seat)), tabletop.prompt.words.clone());
            let words = if several { say!("{seat}: {asked}", seat, asked) } else { asked };
            Prompt { words: finished(&words), ..tabletop.prompt.clone() }
        }
        Stage::Bot(seat) => ask(say!("{seat} is thinking…", seat = Filling::text(seat_name(table, *seat)))),
        Stage::Parting(person) => {
            let name = Filling::text(app.session.name_of(*person));
            ask(say!("{name}, press Enter to draw the curtain.", name))
        }
        Stage::Asking { words, .. } => ask(Sentence::finished(words.as_str())),
        Stage::Curtain(_) => ask(Sentence::default()),
        Stage::Over => {
            let outcome = table.outcome().map(|outcome| outcome.told(table.about()));
            ask(outcome.unwrap_or_else(|| say!("The game is over.")))
        }
    };
    let mut lines = render::prompt_lines(&prompt, width);
    lines.truncate(3);
    let mut buttons = Vec::new();
    for word in lights.words() {
        buttons.extend(render::button(word, app.look));
        buttons.push(Span::plain(" "));
    }
    if !buttons.is_empty() {
        lines.push(buttons);
    }
    lines
}

fn draw_overlay(frame: &mut Frame, overlay: &Overlay, look: Look) {
    let area = frame.area();
    blank(frame.buffer_mut(), area);
    let room = usize::from(area.height).saturating_sub(3);
    let at = overlay.at.min(overlay.lines.len().saturating_sub(room));
    let more = overlay.lines.len() > at + room;
    let mut lines = vec![vec![Span::strong(overlay.title.clone())], Vec::new()];
    lines.extend(overlay.lines.iter().skip(at).take(room).map(|line| vec![Span::plain(line.clone())]));
    let left = (usize::from(area.width).saturating_sub(76) / 2) as u16;
    let page = Rect::new(left, 0, area.width - left, area.height - 1);
    put_lines(frame, page, &lines, look, &mut Vec::new());
    let words = if more {
        say!("arrows and PgDn scroll, Esc closes; there is more below")
    } else {
        say!("Esc closes")
    };
    let foot = Rect::new(left, area.height - 1, area.width - left, 1);
    put_lines(frame, foot, &[vec![Span::toned(said(&words), Tone::May)]], look, &mut Vec::new());
}

fn blank(buffer: &mut Buffer, area: Rect) {
    for position in area.positions() {
        buffer[position].reset();
    }
}

/// A few words in the middle of an empty screen.
fn centered(frame: &mut Frame, spans: &[Span], look: Look) {
    let area = frame.area();
    let mut lines: Vec<Row> = Vec::new();
    for span in spans {
        let wrapped = render::wrap(&span.text, usize::from(area.width).saturating_sub(4));
        lines.extend(wrapped.into_iter().map(|text| vec![Span { text, ..span.clone() }]));
        lines.push(Vec::new());
    }
    let top = area.height.saturating_sub(lines.len() as u16) / 2;
    for (index, line) in lines.iter().enumerate() {
        let left = area.width.saturating_sub(render::length(line) as u16) / 2;
        let row = Rect::new(left, top + index as u16, area.width - left, 1).intersection(area);
        put_lines(frame, row, std::slice::from_ref(line), look, &mut Vec::new());
    }
}

/// Puts lines into an area, cut to it, and notes where their spots are.
pub fn put_lines(frame: &mut Frame, area: Rect, lines: &[Row], look: Look, hits: &mut Vec<(Rect, Spot)>) {
    let area = area.intersection(frame.area());
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        let mut x = area.left();
        for span in line {
            let room = usize::from(area.right() - x);
            let (end, _) = frame.buffer_mut().set_stringn(x, y, &span.text, room, style(span.ink, look));
            if let Some(spot) = &span.spot {
                hits.push((Rect::new(x, y, end - x, 1), spot.clone()));
            }
            x = end;
        }
    }
}

/// A style of ours as one of the terminal's; without color by reverse, bold and underline.
pub fn style(ink: Ink, look: Look) -> Style {
    let mut style = Style::default();
    if look.color {
        style.fg = ink.tone.color().map(Color::Indexed);
        style.bg = ink.ground.color().map(Color::Indexed);
    } else if matches!(ink.ground, Ground::May | Ground::Danger) {
        style = style.add_modifier(Modifier::REVERSED);
    }
    if ink.strong {
        style = style.add_modifier(Modifier::BOLD);
    }
    if ink.underlined {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    style
}
