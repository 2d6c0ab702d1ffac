//! The full screen without a terminal: keys and clicks in, pictures of letters out.

use kit_games::CATALOGUE;
use kit_play::{Chance, Table, Terms};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::play::screen::draw;
use crate::play::seating::{Seating, Wishes};

fn session(white: &str, black: &str) -> Session {
    let game = kit_play::referee::listed(CATALOGUE, "chess960").expect("a game");
    let options = [("number".to_owned(), "518".to_owned())].into();
    let terms = Terms::agree(game.about(), None, &options, None, None).expect("terms");
    let mut chance = Chance::seeded(5);
    let table = Table::open(game, &terms, &mut chance).expect("a table");
    let who = |text: &str| Some(text.parse().expect("a player"));
    let wishes = Wishes { white: who(white), black: who(black), ..Wishes::default() };
    let seating = Seating::wished(&table, &wishes).expect("a seating");
    Session::new(table, seating, chance, true)
}

const LOOK: Look = Look { unicode: true, color: false, solid: false };

/// What a window of this size shows; the app learns where its spots are.
fn picture(app: &mut App, width: u16, height: u16) -> String {
    app.advance().expect("no bot fails");
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    let mut seen = draw::Seen::default();
    terminal.draw(|frame| seen = draw::draw(frame, app)).expect("a frame");
    app.see(seen);
    let buffer = terminal.backend().buffer();
    let row = |y: u16| -> String { (0..width).map(|x| buffer[(x, y)].symbol()).collect() };
    (0..height).map(|y| row(y).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn press(app: &mut App, code: KeyCode) {
    app.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn type_in(app: &mut App, text: &str) {
    text.chars().for_each(|letter| press(app, KeyCode::Char(letter)));
}

fn click(app: &mut App, spot: &str) {
    let hit =
        app.hits.iter().find(|(_, known)| known.to_string() == spot).expect("the spot is on the screen");
    let (column, row) = (hit.0.x, hit.0.y);
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

#[test]
fn the_whole_table_fits_into_80_by_24() {
    let mut session = session("me", "bot:random");
    let mut app = App::new(&mut session, LOOK);
    insta::assert_snapshot!(picture(&mut app, 80, 24), @"
    Chess960   White: you, Black: random bot             F1 help  F2 rules  F3 hint
    8   ♜    ♞    ♝    ♛    ♚    ♝    ♞    ♜   8  Game
                                                    to move  white
    7   ♟    ♟    ♟    ♟    ♟    ♟    ♟    ♟   7    start    number 518, RNBQKBNR
                                                    move     1
    6        ·         ·         ·         ·   6

    5   ·         ·         ·         ·        5

    4        ·         ·         ·         ·   4

    3   ·         ·         ·         ·        3

    2 ‹ ♙ ›‹ ♙ ›‹ ♙ ›‹ ♙ ›‹ ♙ ›‹ ♙ ›‹ ♙ ›‹ ♙ › 2

    1   ♖  ‹ ♘ ›  ♗    ♕    ♔    ♗  ‹ ♘ ›  ♖   1

        a    b    c    d    e    f    g    h
    Make a move.
    Start 518. You may still castle on both sides.
    The start is number 518, RNBQKBNR.


    > type, click or use the arrows; Tab completes, ? helps
    ");
}

#[test]
fn windows_of_all_sizes_are_drawn() {
    let mut session = session("me", "bot:random");
    let mut app = App::new(&mut session, LOOK);
    for (width, height) in
        [(1, 1), (10, 3), (59, 24), (60, 17), (60, 18), (80, 20), (61, 25), (80, 24), (120, 40), (200, 70)]
    {
        for overlay in [false, true] {
            app.overlay =
                overlay.then(|| Overlay { title: "Help".into(), lines: vec!["x".into(); 99], at: 98 });
            let picture = picture(&mut app, width, height);
            let fits = width >= 60 && height >= 18;
            assert_eq!(picture.contains('♔'), fits && !overlay, "{width} x {height}");
        }
    }
}

#[test]
fn a_gesture_is_built_by_clicks() {
    let mut session = session("me", "bot:random");
    let mut app = App::new(&mut session, LOOK);
    picture(&mut app, 80, 24);
    click(&mut app, "e2");
    assert!(picture(&mut app, 80, 24).contains("« ♙ »"));
    click(&mut app, "d2");
    picture(&mut app, 80, 24);
    assert_eq!(app.picked, [Spot::Square(kit_chess::shakmaty::Square::D2)]);
    click(&mut app, "a8");
    assert!(app.picked.is_empty());
    click(&mut app, "e2");
    click(&mut app, "e4");
    assert_eq!(app.session.table().scoresheet().entries[0].action, "e2e4");
}

#[test]
fn typing_suggests_and_the_arrows_choose() {
    let mut session = session("me", "bot:random");
    let mut app = App::new(&mut session, LOOK);
    picture(&mut app, 80, 24);
    type_in(&mut app, "e2");
    let shown = picture(&mut app, 80, 24);
    assert!(shown.contains("e2e4  pawn e2 to e4") && shown.contains('•'), "{shown}");
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Tab);
    assert_eq!(app.input, "e2e4");
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.input, "");
    type_in(&mut app, "zz");
    press(&mut app, KeyCode::Enter);
    assert!(picture(&mut app, 80, 24).contains("I do not know what `zz` means here."));
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.session.table().entries(), 1);
}

#[test]
fn the_curtain_hides_everything() {
    let mut session = session("me", "me:Bob");
    let mut app = App::new(&mut session, LOOK);
    let curtain = picture(&mut app, 80, 24);
    assert!(curtain.contains("White, it is your turn to look.") && !curtain.contains('♔'), "{curtain}");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Char('x'));
    press(&mut app, KeyCode::Enter);
    assert!(!picture(&mut app, 80, 24).contains('♔'));
    press(&mut app, KeyCode::Enter);
    assert!(picture(&mut app, 80, 24).contains('♔'));
    type_in(&mut app, "e2e4");
    press(&mut app, KeyCode::Enter);
    let curtain = picture(&mut app, 80, 24);
    let words: Vec<&str> = curtain.split_whitespace().collect();
    assert_eq!(words.join(" "), "Bob, it is your turn to look. Press Enter twice.");
    assert!(app.hits.is_empty());
}

#[test]
fn a_draw_is_offered_with_nothing_in_sight() {
    let mut session = session("me:Ann", "me:Bob");
    let mut app = App::new(&mut session, LOOK);
    picture(&mut app, 80, 24);
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Enter);
    picture(&mut app, 80, 24);
    type_in(&mut app, "draw");
    press(&mut app, KeyCode::Enter);
    let asked = picture(&mut app, 80, 24);
    assert!(asked.contains("Bob: White offers a draw.") && !asked.contains('♔'), "{asked}");
    type_in(&mut app, "yes");
    press(&mut app, KeyCode::Enter);
    assert!(picture(&mut app, 80, 24).contains("Draw by agreement."));
    press(&mut app, KeyCode::Enter);
    assert!(app.is_leaving());
}

#[test]
fn help_and_rules_lie_over_the_table() {
    let mut session = session("me", "bot:random");
    let mut app = App::new(&mut session, LOOK);
    picture(&mut app, 80, 24);
    press(&mut app, KeyCode::Char('?'));
    assert!(picture(&mut app, 80, 24).contains("back to your previous decision"));
    press(&mut app, KeyCode::Esc);
    press(&mut app, KeyCode::F(2));
    assert!(picture(&mut app, 80, 24).contains("White moves first"));
    press(&mut app, KeyCode::End);
    press(&mut app, KeyCode::PageUp);
    press(&mut app, KeyCode::Enter);
    assert!(picture(&mut app, 80, 24).contains('♔'));
}
