//! A tabletop in lines for somebody who hears them one after the other: at first all of it, and then
//! only what has changed, with colors and pieces in words.

use kit_chess::shakmaty::{Color, Piece, Role, Square};
use kit_play::sentence::{Filling, Joint, Voice};
use kit_play::tabletop::{
    Board, Card, Cards, Cell, Grid, GridRow, Layout, Part, PlacedToken, Prices, ScoreRow, Scores, Sheet,
    Track, Tray,
};
use kit_play::{Tabletop, say};

use super::render::{self, Lights, Look, Size, board};
use crate::words::{self, said};

/// Everything that lies there.
pub fn whole(tabletop: &Tabletop, look: Look, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for part in &tabletop.parts {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(part_whole(part, look, width));
    }
    lines
}

/// What is other than it was, but for moves that were just heard.
pub fn changes(
    before: &Tabletop,
    after: &Tabletop,
    heard: &[String],
    look: Look,
    width: usize,
) -> Vec<String> {
    let mut lines = Vec::new();
    for part in &after.parts {
        let was = before.parts.iter().find(|was| is_same_part(was, part));
        lines.extend(match (was, part) {
            (Some(was), part) if was == part => Vec::new(),
            (Some(Part::Board(was)), Part::Board(is)) => board_changes(was, is, heard, width),
            (Some(Part::Sheet(was)), Part::Sheet(is)) => sheet_changes(was, is, width),
            (Some(Part::Cards(was)), Part::Cards(is)) => cards_changes(was, is, width),
            (Some(Part::Tray(was)), Part::Tray(is)) => tray_changes(was, is, width),
            (Some(Part::Track(was)), Part::Track(is)) if was.places == is.places => track_changes(is, width),
            (Some(Part::Grid(was)), Part::Grid(is)) if was.columns == is.columns => {
                grid_changes(was, is, width)
            }
            (Some(Part::Scores(was)), Part::Scores(is)) => scores_changes(was, is, width),
            (Some(Part::Prices(was)), Part::Prices(is)) => prices_changes(was, is, width),
            // Time goes by without being told.
            (Some(Part::Clock(was)), Part::Clock(is)) if was.running == is.running => Vec::new(),
            (Some(_) | None, part) => part_whole(part, look, width),
        });
    }
    lines
}

/// Whether two parts are the same thing at two times.
fn is_same_part(one: &Part, other: &Part) -> bool {
    match (one, other) {
        (Part::Board(one), Part::Board(other)) => one.id == other.id,
        (Part::Cards(one), Part::Cards(other)) => one.id == other.id,
        (Part::Grid(one), Part::Grid(other)) => one.id == other.id,
        (Part::Tray(one), Part::Tray(other)) => one.id == other.id,
        (Part::Track(one), Part::Track(other)) => one.id == other.id,
        (Part::Sheet(one), Part::Sheet(other)) => one.id == other.id,
        (Part::Clock(one), Part::Clock(other)) => one.id == other.id,
        (Part::Scores(one), Part::Scores(other)) => one.id == other.id,
        (Part::Prices(one), Part::Prices(other)) => one.id == other.id,
        (_, _) => false,
    }
}

fn part_whole(part: &Part, look: Look, width: usize) -> Vec<String> {
    match part {
        Part::Board(shown) => {
            let drawn = render::board_lines(shown, Size::SMALL, look, &Lights::default());
            let mut lines: Vec<String> = drawn.iter().map(|line| render::printed(line, look)).collect();
            lines.extend(armies(shown).iter().flat_map(|army| render::wrap(army, width)));
            lines.extend(board::words(shown).iter().flat_map(|words| render::wrap(words, width)));
            lines
        }
        Part::Cards(cards) => render::wrap(&cards_told(cards), width),
        Part::Tray(tray) => render::wrap(&tray_told(tray), width),
        Part::Grid(_)
        | Part::Track(_)
        | Part::Sheet(_)
        | Part::Clock(_)
        | Part::Scores(_)
        | Part::Prices(_) => {
            let lines = render::part_lines(part, look, &Lights::default(), width);
            lines.iter().map(|line| render::printed(line, look)).collect()
        }
    }
}

/// The pieces of both colors with their squares: `White: king e1, pawn a2 b2`.
fn armies(board: &Board) -> Vec<String> {
    let army = |color: Color| {
        let kind = |role: Role| {
            let of_kind = board.figures.iter().filter(|figure| (figure.color, figure.role) == (color, role));
            let squares: Vec<Filling> = of_kind.map(|figure| figure.square.into()).collect();
            let squares = (!squares.is_empty()).then_some(Filling::List(Joint::Space, squares))?;
            Some(Filling::from(say!("{role} {squares}", role, squares)))
        };
        let kinds: Vec<Filling> = Role::ALL.into_iter().rev().filter_map(kind).collect();
        let side = Filling::text(words::text(color.fold_wb("White", "Black")));
        (!kinds.is_empty()).then(|| said(&say!("{side}: {pieces}", side, pieces = Filling::row_of(kinds))))
    };
    Color::ALL.into_iter().filter_map(army).collect()
}

fn cards_told(cards: &Cards) -> String {
    let hidden = match cards.layout {
        Layout::Pile => cards.cards.len().saturating_sub(1),
        Layout::Hand | Layout::Row => 0,
    };
    let under = (hidden > 0).then(|| Filling::from(say!("{hidden} under", hidden)));
    let shown = cards.cards.iter().skip(hidden).map(|card| Filling::text(card_told(card)));
    let all: Vec<Filling> = under.into_iter().chain(shown).collect();
    let title = Filling::text(&cards.title);
    let all = if all.is_empty() { say!("none").into() } else { Filling::row_of(all) };
    said(&if cards.private {
        say!("{title} (only you see this): {cards}", title, cards = all)
    } else {
        say!("{title}: {cards}", title, cards = all)
    })
}

fn card_told(card: &Card) -> String {
    let face = match card.face.as_str() {
        "back" => said(&say!("face down")),
        code => words::voice().card(code, None),
    };
    card.state.map_or(face.clone(), |state| format!("{face} ({})", words::text(state)))
}

/// What lies beside the board, the same things counted: `Taken: 2 × white pawn, black knight`.
fn tray_told(tray: &Tray) -> String {
    let items = if tray.items.is_empty() { say!("none").into() } else { counted(&tray.items) };
    said(&say!("{title}: {items}", title = Filling::text(&tray.title), items))
}

/// Things, the same ones counted.
fn counted(items: &[String]) -> Filling {
    let mut piles: Vec<(&str, usize)> = Vec::new();
    for item in items {
        match piles.iter_mut().find(|(known, _)| known == item) {
            Some((_, count)) => *count += 1,
            None => piles.push((item, 1)),
        }
    }
    let told = |(item, count): &(&str, usize)| {
        let item = words::voice().card(item, None);
        Filling::text(if *count > 1 { format!("{count} × {item}") } else { item })
    };
    Filling::row_of(piles.iter().map(told))
}

/// The lines of a sheet that are new or say something else.
fn sheet_changes(was: &Sheet, is: &Sheet, width: usize) -> Vec<String> {
    let changed = is.lines.iter().filter(|line| !was.lines.contains(line));
    let told = |line: &kit_play::tabletop::SheetLine| format!("{}: {}", line.label, line.value.words());
    changed.flat_map(|line| render::wrap(&told(line), width)).collect()
}

/// The cards that came and went; a pile is told as it lies, and so are cards in another order.
fn cards_changes(was: &Cards, is: &Cards, width: usize) -> Vec<String> {
    let (mut gone, mut come): (Vec<&Card>, Vec<&Card>) = (was.cards.iter().collect(), Vec::new());
    for card in &is.cards {
        match gone.iter().position(|other| *other == card) {
            Some(place) => drop(gone.remove(place)),
            None => come.push(card),
        }
    }
    let stays = gone.len() < was.cards.len() && (gone.len(), come.len()) != (0, 0);
    if is.layout == Layout::Pile || !stays {
        return render::wrap(&cards_told(is), width);
    }
    let title = || Filling::text(&is.title);
    let row = |cards: &[&Card]| Filling::row_of(cards.iter().map(|card| Filling::text(card_told(card))));
    let gone = (!gone.is_empty()).then(|| say!("{title}: {cards} gone", title = title(), cards = row(&gone)));
    let come = (!come.is_empty()).then(|| say!("{title}: {cards} new", title = title(), cards = row(&come)));
    gone.iter().chain(&come).flat_map(|words| render::wrap(&said(words), width)).collect()
}

/// What came to a tray and what was taken out of it.
fn tray_changes(was: &Tray, is: &Tray, width: usize) -> Vec<String> {
    let without = |items: &[String], others: &[String]| -> Vec<String> {
        let mut others: Vec<&String> = others.iter().collect();
        let is_more = |item: &&String| match others.iter().position(|other| other == item) {
            Some(place) => {
                others.remove(place);
                false
            }
            None => true,
        };
        items.iter().filter(is_more).cloned().collect()
    };
    let (gone, come) = (without(&was.items, &is.items), without(&is.items, &was.items));
    let title = || Filling::text(&is.title);
    let gone =
        (!gone.is_empty()).then(|| say!("{title}: {items} gone", title = title(), items = counted(&gone)));
    let come =
        (!come.is_empty()).then(|| say!("{title}: {items} new", title = title(), items = counted(&come)));
    gone.iter().chain(&come).flat_map(|words| render::wrap(&said(words), width)).collect()
}

/// Where the token is now.
fn track_changes(is: &Track, width: usize) -> Vec<String> {
    let Some(place) = is.at.and_then(|at| is.places.get(at)) else {
        let lines = render::part_lines(&Part::Track(is.clone()), PLAIN, &Lights::default(), width);
        return lines.iter().map(|line| render::printed(line, PLAIN)).collect();
    };
    let words = say!("{title}: {place}", title = Filling::text(&is.title), place = place.clone());
    render::wrap(&said(&words), width)
}

/// How a part looks that is told and not seen.
const PLAIN: Look = Look { unicode: false, color: false, solid: false };

/// The cells of a grid that say something else, and notes that do.
fn grid_changes(was: &Grid, is: &Grid, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let blank = |row: &GridRow| GridRow {
        cells: vec![Cell::Blank; row.cells.len()],
        note: kit_play::sentence::Label::default(),
        ..row.clone()
    };
    for row in &is.rows {
        let before = was.rows.iter().find(|before| before.label == row.label);
        let before = before.cloned().unwrap_or_else(|| blank(row));
        for (index, cell) in row.cells.iter().enumerate() {
            let Some(column) = is.columns.get(index) else { continue };
            if before.cells.get(index) == Some(cell) {
                continue;
            }
            let [title, row, column] =
                [is.title.sentence().clone(), row.label.clone(), column.clone()].map(Filling::from);
            lines.push(match cell {
                Cell::Blank => say!("{title}: {row}, {column}: not known", title, row, column),
                Cell::Circle => say!("{title}: {row}, {column}: yes", title, row, column),
                Cell::Cross => say!("{title}: {row}, {column}: no", title, row, column),
            });
        }
        if before.note != row.note && !row.note.is_empty() {
            let (title, note) = (Filling::text(&is.title), Filling::text(&row.note));
            lines.push(say!("{title}: {row}: {note}", title, row = row.label.clone(), note));
        }
    }
    lines.iter().flat_map(|line| render::wrap(&said(line), width)).collect()
}

/// Who has other points than before, or raises a hand.
fn scores_changes(was: &Scores, is: &Scores, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for row in &is.rows {
        let before = was.rows.iter().find(|before| before.who == row.who);
        let points = |row: &ScoreRow| (row.points.clone(), row.total);
        let (who, total) = (Filling::text(&row.who), i64::from(row.total));
        if before.map(points) != Some(points(row)) {
            let known = |index: usize| before.and_then(|before| before.points.get(index).copied()).flatten();
            let scored = row.points.iter().enumerate().filter(|(index, points)| known(*index) != **points);
            let scored: Vec<i32> = scored.filter_map(|(_, points)| *points).collect();
            lines.push(match scored[..] {
                [one] => {
                    say!("{who}: {points} in this round, {total} in all", who, points = i64::from(one), total)
                }
                _ => say!("{who}: {total} in all", who, total),
            });
        }
        let claimed = before.and_then(|before| before.claim.as_ref());
        if let Some(claim) = row.claim.as_ref().filter(|claim| Some(*claim) != claimed) {
            let (who, claim) = (Filling::text(&row.who), Filling::text(claim));
            lines.push(say!("{who}: {claim}", who, claim));
        }
    }
    lines.iter().flat_map(|line| render::wrap(&said(line), width)).collect()
}

/// What a choice brings that is new, or brings something else than before.
fn prices_changes(was: &Prices, is: &Prices, width: usize) -> Vec<String> {
    let same_cases = was.cases == is.cases;
    let rows = is.rows.iter().filter(|row| !same_cases || !was.rows.contains(row)).cloned().collect();
    let new = Part::Prices(Prices { rows, ..is.clone() });
    let lines = render::part_lines(&new, PLAIN, &Lights::default(), width);
    match &new {
        Part::Prices(new) if new.rows.is_empty() => Vec::new(),
        _ => lines.iter().map(|line| render::printed(line, PLAIN)).collect(),
    }
}

/// What has happened on a board: pieces and tokens that moved, came and went, and new marks.
fn board_changes(was: &Board, is: &Board, heard: &[String], width: usize) -> Vec<String> {
    let standing = |board: &Board| -> Vec<(Square, Piece)> {
        board.figures.iter().map(|figure| (figure.square, figure.role.of(figure.color))).collect()
    };
    let (before, after) = (standing(was), standing(is));
    let mut gone: Vec<(Square, Piece)> =
        before.iter().copied().filter(|found| !after.contains(found)).collect();
    let mut come: Vec<(Square, Piece)> =
        after.iter().copied().filter(|found| !before.contains(found)).collect();
    let mut lines = Vec::new();
    come.retain(|(to, piece)| {
        let from = gone.iter().position(|(_, other)| other == piece);
        let Some((from, piece)) = from.map(|index| gone.remove(index)) else { return true };
        let squares = [from.to_string(), to.to_string()];
        let is_heard = |line: &String| squares.iter().all(|square| line.contains(square.as_str()));
        if !heard.iter().any(is_heard) {
            lines.push(say!("{piece} from {from} to {to}", piece, from, to = *to));
        }
        false
    });
    lines.extend(
        gone.iter()
            .map(|(square, piece)| say!("{piece} on {square} is gone", piece = *piece, square = *square)),
    );
    lines.extend(
        come.iter().map(|(square, piece)| say!("now on {square}: {piece}", square = *square, piece = *piece)),
    );
    let placed = |placed: &&PlacedToken, others: &[PlacedToken]| !others.contains(placed);
    for token in was.tokens.iter().filter(|token| placed(token, &is.tokens)) {
        let (square, token) = (token.square, board::token_name(token.token));
        lines.push(say!("no longer on {square}: {token}", square, token));
    }
    for token in is.tokens.iter().filter(|token| placed(token, &was.tokens)) {
        let (square, token) = (token.square, board::token_name(token.token));
        lines.push(say!("now on {square}: {token}", square, token));
    }
    let told = lines.iter().map(said);
    // What was moved has been told; other marks, and what lies or may lie under squares, as they are now.
    let known = board::words(was);
    let moved = board::moves_in_words(is);
    let marks = board::words(is).into_iter().filter(|line| !known.contains(line) && !moved.contains(line));
    told.chain(marks).flat_map(|line| render::wrap(&line, width)).collect()
}

#[cfg(test)]
mod tests {
    use kit_games::CATALOGUE;
    use kit_play::tabletop::Part;
    use kit_play::{Chance, Table, Terms, Viewer};

    use super::*;

    const LOOK: Look = Look { unicode: false, color: false, solid: false };

    fn table() -> Table {
        let game = kit_play::referee::listed(CATALOGUE, "chess960").expect("a game");
        let options = [("number".to_owned(), "518".to_owned())].into();
        let terms = Terms::agree(game.about(), None, &options, None, None).expect("terms");
        Table::open(game, &terms, &mut Chance::seeded(1)).expect("a table")
    }

    fn seen(table: &Table) -> Tabletop {
        table.glimpse(Viewer::Public).tabletop()
    }

    #[test]
    fn only_what_changes_is_told_and_in_words() {
        let mut table = table();
        let mut before = seen(&table);
        let mut told = Vec::new();
        for (seat, action) in [(0, "b1c3"), (1, "d7d5"), (0, "c3d5"), (1, "e7e6"), (0, "d5e7"), (1, "e8e7")] {
            table.act(kit_play::Seat(seat), action, &mut Chance::seeded(1)).expect(action);
            let after = seen(&table);
            told.push(changes(&before, &after, &[], LOOK, 72).join("; "));
            before = after;
        }
        assert_eq!(
            changes(
                &seen(&self::table()),
                &seen(&{
                    let mut table = self::table();
                    table.act(kit_play::Seat(0), "b1c3", &mut Chance::seeded(1)).expect("a move");
                    table
                }),
                &["Knight b1 to c3.".to_owned()],
                LOOK,
                72
            ),
            ["to move: black"]
        );
        assert_eq!(told[0], "white knight from b1 to c3; to move: black");
        assert_eq!(told[1], "black pawn from d7 to d5; to move: white; move: 2");
        assert_eq!(told[2], "white knight from c3 to d5; black pawn on d5 is gone; to move: black");
        assert_eq!(told[5], "black king from e8 to e7; white knight on e7 is gone; to move: white; move: 4");
    }

    /// Games are played at random, and nothing is told again that was told and has not changed, but for
    /// headings and what is told as it lies.
    #[test]
    fn nothing_that_stays_is_told_again() {
        let mut kinds = std::collections::BTreeSet::new();
        for game in CATALOGUE {
            let mut chance = Chance::seeded(3);
            let terms = Terms::usual(game.about());
            let mut table = Table::open(*game, &terms, &mut chance).expect("a table");
            let seats: Vec<Viewer> = table.seats().map(Viewer::Seat).collect();
            let look = |table: &Table| -> Vec<Tabletop> {
                seats.iter().map(|seat| table.glimpse(*seat).tabletop()).collect()
            };
            let mut before = look(&table);
            for _ in 0..60 {
                let Some(seat) = table.acting().first().copied() else { break };
                let actions = table.glimpse(Viewer::Seat(seat)).actions();
                let action = chance.pick(&actions).clone();
                table.act(seat, &action, &mut chance).expect("it is on offer");
                let after = look(&table);
                for (was, is) in before.iter().zip(&after) {
                    for part in &is.parts {
                        let Some(old) = was.parts.iter().find(|old| is_same_part(old, part)) else {
                            continue;
                        };
                        let alone = |part: &Part| Tabletop { parts: vec![part.clone()], ..is.clone() };
                        let told = changes(&alone(old), &alone(part), &[], LOOK, 400);
                        kinds.extend((!told.is_empty()).then(|| kind(part)));
                        let known = part_whole(old, LOOK, 400);
                        // A heading stands above what is new below it.
                        let skip = usize::from(matches!(part, Part::Prices(_) | Part::Track(_)));
                        for line in told.iter().skip(skip) {
                            assert!(!known.contains(line), "{}: {line}\n{known:#?}", game.about().id);
                        }
                    }
                }
                before = after;
            }
        }
        let expected = ["board", "cards", "grid", "prices", "scores", "sheet", "track", "tray"];
        assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
    }

    fn kind(part: &Part) -> &'static str {
        match part {
            Part::Board(_) => "board",
            Part::Cards(_) => "cards",
            Part::Grid(_) => "grid",
            Part::Tray(_) => "tray",
            Part::Track(_) => "track",
            Part::Sheet(_) => "sheet",
            Part::Clock(_) => "clock",
            Part::Scores(_) => "scores",
            Part::Prices(_) => "prices",
        }
    }

    fn told(was: Part, is: Part) -> Vec<String> {
        let tabletop = |part: Part| Tabletop { parts: vec![part], ..seen(&table()) };
        changes(&tabletop(was), &tabletop(is), &[], LOOK, 72)
    }

    #[test]
    fn of_cards_and_things_beside_the_board_it_is_told_what_came_and_went() {
        let cards = |faces: &[&str], layout: Layout| {
            let cards = faces.iter().map(Card::face).collect();
            let title = kit_play::Sentence::finished("Hand").into();
            Part::Cards(Cards { id: "hand", title, layout, seat: None, private: true, cards })
        };
        let hand = |faces: &[&str]| cards(faces, Layout::Hand);
        let changed = told(hand(&["N", "q", "B"]), hand(&["q", "B", "P", "P"]));
        assert_eq!(changed, ["Hand: white knight gone", "Hand: white pawn, white pawn new"]);
        assert_eq!(told(hand(&["N"]), hand(&["q"])), ["Hand (only you see this): black queen"]);
        let pile = |faces: &[&str]| cards(faces, Layout::Pile);
        assert_eq!(told(pile(&["back", "N"]), pile(&["back"])), ["Hand (only you see this): face down"]);
        let tray = |items: &[&str]| {
            let items = items.iter().map(|item| (*item).to_owned()).collect();
            let title = kit_play::Sentence::finished("Taken").into();
            Part::Tray(Tray { id: "taken", title, items })
        };
        assert_eq!(
            told(tray(&["p"]), tray(&["p", "p", "n", "n"])),
            ["Taken: black pawn, 2 × black knight new"]
        );
        assert_eq!(told(tray(&["p", "q"]), tray(&["p"])), ["Taken: black queen gone"]);
    }

    #[test]
    fn of_a_track_it_is_told_where_the_token_is() {
        let track = |at: usize| {
            let finished = |text: &str| kit_play::Sentence::finished(text);
            let places = ["one", "two", "three"].map(finished).to_vec();
            Part::Track(Track { id: "turns", title: finished("Turn").into(), places, at: Some(at) })
        };
        assert_eq!(told(track(0), track(1)), ["Turn: two"]);
    }

    #[test]
    fn all_of_a_table_names_colors() {
        let told = whole(&seen(&table()), LOOK, 72).join("\n");
        assert!(told.contains("White: king e1, queen d1, rook a1 h1, bishop c1 f1, knight b1 g1,"), "{told}");
        assert!(told.contains("Black: king e8, "), "{told}");
    }

    #[test]
    fn things_that_lie_together_are_counted() {
        let items = ["C", "C", "C", "p"].map(str::to_owned).to_vec();
        let title = kit_play::Sentence::finished("Beside").into();
        let tray = Part::Tray(Tray { id: "beside", title, items });
        assert_eq!(part_whole(&tray, LOOK, 72), ["Beside: 3 × white checker, black pawn"]);
    }
}
