//! Parts as text, compared with what one should read.

use kit_chess::shakmaty::{Color, Role, Square};
use kit_play::tabletop::{
    Board, Card, Cards, Cell, Clock, Figure, Grid, GridRow, Layout, Mark, MarkKind, Part, PlacedToken,
    Possible, ScoreRow, Scores, Sheet, SheetLine, Token, Track, Tray, Zone,
};
use kit_play::{Offer, Spot, Tabletop};

use super::*;

fn words(text: &str) -> Sentence {
    Sentence::finished(text)
}

fn label(text: &str) -> Label {
    words(text).into()
}

const TEXT: Look = Look { unicode: false, color: false, solid: false };
const SIGNS: Look = Look { unicode: true, color: false, solid: false };

fn text(lines: &[Row], look: Look) -> String {
    lines.iter().map(|line| printed(line, look)).collect::<Vec<_>>().join("\n")
}

fn part(part: &Part, width: usize) -> String {
    text(&part_lines(part, TEXT, &Lights::default(), width), TEXT)
}

/// Two kings and a pawn, with every kind of mark and token.
fn board() -> Board {
    let figure = |square, color, role| Figure { square, color, role };
    let mark = |square, kind| Mark { square, kind };
    Board {
        id: "board",
        bottom: Color::White,
        figures: vec![
            figure(Square::E1, Color::White, Role::King),
            figure(Square::E8, Color::Black, Role::King),
            figure(Square::D4, Color::White, Role::Pawn),
        ],
        tokens: Vec::new(),
        marks: vec![
            mark(Square::D2, MarkKind::Left),
            mark(Square::D4, MarkKind::Reached),
            mark(Square::D4, MarkKind::Danger),
            mark(Square::E8, MarkKind::Check),
            mark(Square::H5, MarkKind::Refused),
        ],
        zones: vec![Zone { label: label("K side"), from: Square::E1, to: Square::H8 }],
        under: Vec::new(),
        layers: Vec::new(),
        possible: Vec::new(),
        borrowed: Vec::new(),
    }
}

#[test]
fn a_board_tells_its_marks_without_color() {
    let tabletop = Tabletop { parts: vec![Part::Board(board())], ..Tabletop::default() };
    insta::assert_snapshot!(crate::play::told::whole(&tabletop, TEXT, 72).join("\n"), @"
       a  b  c  d  e  f  g  h
    8  .  .  .  . !k! .  .  .  8
    7  .  .  .  .  .  .  .  .  7
    6  .  .  .  .  .  .  .  .  6
    5  .  .  .  .  .  .  . ?.? 5
    4  .  .  . ~P] .  .  .  .  4
    3  .  .  .  .  .  .  .  .  3
    2  .  .  . [.] .  .  .  .  2
    1  .  .  .  .  K  .  .  .  1
       a  b  c  d  e  f  g  h
    White: king e1, pawn d4
    Black: king e8
    moved from: d2
    moved to: d4
    refused: h5 (? ?)
    check: e8 (! !)
    danger: d4 (~ ~)
    K side: e1 to h8
    ");
}

#[test]
fn tokens_lie_beside_figures() {
    let placed = |square, token| PlacedToken { square, token };
    let tokens = vec![
        placed(Square::E1, Token::Checker { color: Color::Black }),
        placed(Square::A4, Token::Coin),
        placed(Square::B4, Token::Stack { count: 3 }),
        placed(Square::C4, Token::Numbered { color: Color::White, number: 7 }),
    ];
    let board = Board { tokens, bottom: Color::Black, marks: Vec::new(), zones: Vec::new(), ..board() };
    let lines = board_lines(&board, Size::SMALL, SIGNS, &Lights::default());
    insta::assert_snapshot!(text(&lines[..5], SIGNS), @"
       h   g   f   e   d   c   b   a
    1      ·       ♔●      ·       ·   1
    2  ·       ·       ·       ·       2
    3      ·       ·       ·       ·   3
    4  ·       ·       ♙   ○7   3   ¤  4
    ");
}

#[test]
fn lights_have_shapes() {
    let offer = |action: &str, gesture: Vec<Spot>| Offer {
        action: action.to_owned(),
        gesture,
        label: label(action),
        preview: None,
        asks: None,
    };
    let (e1, e2, d4, pass) =
        (Spot::Square(Square::E1), Spot::Square(Square::E2), Spot::Square(Square::D4), Spot::Word("pass"));
    let offers = [
        offer("e1e2", vec![e1.clone(), e2.clone()]),
        offer("e1d4", vec![e1.clone(), d4.clone()]),
        offer("pass", vec![pass.clone()]),
    ];
    let first = Lights::after(&[], offers.iter());
    assert_eq!((first.on(&e1), first.on(&e2), first.on(&pass)), (Light::MayPick, Light::Off, Light::MayPick));
    assert_eq!(first.words().collect::<Vec<_>>(), [&pass]);
    let next = Lights::after(std::slice::from_ref(&e1), offers.iter());
    assert_eq!((next.on(&e1), next.on(&e2), next.on(&pass)), (Light::Picked, Light::MayGo, Light::Off));
    assert_eq!(next, Lights::common(&[&offers[0], &offers[1]]));
    let board = Board { marks: Vec::new(), ..board() };
    let lines = board_lines(&board, Size::SMALL, TEXT, &next);
    insta::assert_snapshot!(text(&lines[5..9], TEXT), @"
    4  .  .  . (P) .  .  .  .  4
    3  .  .  .  .  .  .  .  .  3
    2  .  .  .  .  *  .  .  .  2
    1  .  .  .  . {K} .  .  .  1
    ");
}

#[test]
fn other_parts_are_aligned() {
    let cards = vec![Card::face('N'), Card::face('Q').marked("used"), Card::back()];
    let hand = |layout| {
        let (id, title, cards) = ("hand", label("Your cards"), cards.clone());
        Part::Cards(Cards { id, title, layout, seat: Some("white"), private: true, cards })
    };
    insta::assert_snapshot!(part(&hand(Layout::Hand), 20), @"
    Your cards
    (only you see this)
      [N] [Q used] [##]
    ");
    insta::assert_snapshot!(part(&hand(Layout::Pile), 40), @"
    Your cards (only you see this)
      2 under [##]
    ");
    let row = |name: &str, cells: [Cell; 2], note: &str| GridRow {
        label: words(name),
        cells: cells.to_vec(),
        note: if note.is_empty() { Label::default() } else { label(note) },
    };
    let grid = Grid {
        id: "mask",
        title: label("Masks"),
        private: false,
        columns: ["K", "queen"].map(words).to_vec(),
        rows: vec![row("K", [Cell::Blank, Cell::Circle], "KQ"), row("Q", [Cell::Cross, Cell::Blank], "")],
        note: Some(label("combo")),
        axes: Some(["pieces", "disguises"].map(label)),
    };
    insta::assert_snapshot!(part(&Part::Grid(grid), 40), @"
    Masks
      rows: pieces; columns: disguises
         K  queen  combo
      K  .    O    KQ
      Q  X    .
    ");
    let track = Track {
        id: "queue",
        title: label("Moves"),
        places: ["N", "B", "R"].map(words).to_vec(),
        at: Some(1),
    };
    insta::assert_snapshot!(part(&Part::Track(track), 40), @"
    Moves
      N [B] R
    ");
    let tray = Tray { id: "lost", title: label("Taken"), items: vec!["p".to_owned(), "N".to_owned()] };
    assert_eq!(part(&Part::Tray(tray), 40), "Taken: p N");
    let clock = Clock { id: "clock", title: label("White"), milliseconds: 61_000, running: true };
    assert_eq!(part(&Part::Clock(clock), 40), "White 1:01 running");
}

#[test]
fn a_sheet_wraps_into_a_narrow_column() {
    let line = |label: &str, value: &str| SheetLine::new(words(label), words(value));
    let lines = vec![line("to move", "white"), line("turns without progress", "12 of 100, and then a draw")];
    let sheet = Part::Sheet(Sheet { id: "sheet", title: label("Game"), lines });
    insta::assert_snapshot!(part(&sheet, 60), @"
    Game
      to move                 white
      turns without progress  12 of 100, and then a draw
    ");
    insta::assert_snapshot!(part(&sheet, 24), @"
    Game
      to move       white
      turns without progress:
        12 of 100, and then
        a draw
    ");
}

#[test]
fn scores_are_a_small_table() {
    let row = |who: &str, points: [Option<i32>; 2], total, claim: Option<&str>| ScoreRow {
        who: words(who).into(),
        points: points.to_vec(),
        total,
        claim: claim.map(label),
    };
    let scores = Scores {
        id: "scores",
        title: label("Scores"),
        rounds: ["1", "2"].map(label).to_vec(),
        rows: vec![
            row("Ann", [Some(12), Some(3)], 15, Some("4 moves")),
            row("Robert", [Some(7), None], 7, None),
        ],
    };
    insta::assert_snapshot!(part(&Part::Scores(scores), 60), @"
    Scores
               1  2  total
      Ann     12  3     15  (4 moves)
      Robert   7  -      7
    ");
}

#[test]
fn what_may_be_is_told_by_sets_of_pieces() {
    let pieces = [Role::Rook, Role::Queen].map(|role| role.of(Color::White)).to_vec();
    let possible = |square, under| Possible { square, under, pieces: pieces.clone() };
    let possible = vec![
        possible(Square::E4, true),
        possible(Square::E5, true),
        Possible { pieces: pieces[..1].to_vec(), ..possible(Square::A1, false) },
    ];
    let board = Board { possible, marks: Vec::new(), zones: Vec::new(), ..board() };
    insta::assert_snapshot!(board::words(&board).join("\n"), @"
    white rook or white queen may lie under: e4 e5
    white rook may stand on: a1
    ");
}

#[test]
fn words_are_wrapped_and_long_ones_cut() {
    assert_eq!(wrap("one two three", 8), ["one two", "three"]);
    assert_eq!(wrap("abcdefghijkl", 8), ["abcdefgh", "ijkl"]);
    assert_eq!(wrap("", 8), [""]);
}

#[test]
fn colors_are_left_out_when_unwanted() {
    let line = vec![Span::toned("soft", Tone::Soft), Span::plain(" end")];
    assert_eq!(printed(&line, TEXT), "soft end");
    assert_eq!(printed(&line, Look { color: true, ..TEXT }), "\u{1b}[38;5;243msoft\u{1b}[0m end");
}
