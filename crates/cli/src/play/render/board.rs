//! The board: squares of several sizes, each with its marks, tokens and lights.

use std::cmp::Ordering;

use kit_chess::shakmaty::{Color, File, Piece, Rank, Role, Square};
use kit_play::sentence::Filling;
use kit_play::tabletop::{Board, Figure, MarkKind, Token};
use kit_play::{Sentence, Spot, say};

use super::{Ground, Ink, Light, Lights, Look, Row, Span, Tone};
use crate::words::{self, said};

/// How many columns and rows a square has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub wide: usize,
    /// Rows.
    pub high: usize,
}

impl Size {
    /// One row of text for a rank.
    pub const SMALL: Size = Size { wide: 3, high: 1 };
    /// All sizes, the largest first.
    pub const ALL: [Size; 3] = [Size { wide: 7, high: 3 }, Size { wide: 5, high: 2 }, Size::SMALL];

    /// The columns that the whole board takes, with its margin.
    pub fn board_width(self) -> usize {
        // A token beside a figure needs a column more than the smallest square has.
        8 * self.wide.max(4) + 4
    }

    /// The rows that the whole board takes, with its letters below.
    pub fn board_height(self) -> usize {
        8 * self.high + 1
    }
}

/// The board with its coordinates.
pub fn board_lines(board: &Board, size: Size, look: Look, lights: &Lights) -> Vec<Row> {
    let wide = if size.wide < 4 && !board.tokens.is_empty() { 4 } else { size.wide };
    let drawing = Drawing { board, size: Size { wide, ..size }, look, lights };
    let mut lines = vec![drawing.letters()];
    for rank in drawing.ranks() {
        lines.extend((0..size.high).map(|row| drawing.row(rank, row)));
    }
    lines.push(drawing.letters());
    lines
}

/// The last move in words.
pub fn moves_in_words(board: &Board) -> Vec<String> {
    marks_in_words(board, &[MarkKind::Left, MarkKind::Reached])
}

fn marks_in_words(board: &Board, kinds: &[MarkKind]) -> Vec<String> {
    let squares = |kind: MarkKind| {
        let marks = board.marks.iter().filter(move |mark| mark.kind == kind);
        marks.map(|mark| mark.square.to_string()).collect::<Vec<_>>().join(" ")
    };
    let shown = kinds.iter().map(|kind| (*kind, squares(*kind))).filter(|(_, squares)| !squares.is_empty());
    shown.map(|(kind, squares)| said(&marked(kind, Filling::text(squares)))).collect()
}

/// Marks, tokens and zones in words.
pub fn words(board: &Board) -> Vec<String> {
    let mut lines = marks_in_words(board, &MarkKind::ALL);
    for placed in &board.tokens {
        let (token, square) = (token_name(placed.token), placed.square);
        lines.push(said(&say!("{token}: {square}", token, square)));
    }
    for zone in &board.zones {
        let (label, from, to) = (Filling::text(&zone.label), zone.from, zone.to);
        lines.push(said(&say!("{label}: {from} to {to}", label, from, to)));
    }
    let lies = |figure: &Figure| {
        let (square, piece) = (figure.square, figure.role.of(figure.color));
        said(&say!("under {square}: {piece}", square, piece))
    };
    lines.extend(board.under.iter().map(lies));
    lines.extend(possible(board));
    for layer in board.layers.iter().skip(1).filter(|layer| !layer.squares.is_empty()) {
        let squares: Vec<String> = layer.squares.iter().map(Square::to_string).collect();
        lines.push(format!("{}: {}", layer.name, squares.join(" ")));
    }
    lines
}

/// Marked squares, and the signs that mark them.
fn marked(kind: MarkKind, squares: Filling) -> Sentence {
    match kind {
        MarkKind::Left => say!("moved from: {squares}", squares),
        MarkKind::Reached => say!("moved to: {squares}", squares),
        MarkKind::Refused => say!("refused: {squares} (? ?)", squares),
        MarkKind::Check => say!("check: {squares} (! !)", squares),
        MarkKind::Danger => say!("danger: {squares} (~ ~)", squares),
        MarkKind::Spent => say!("has moved already: {squares} (- -)", squares),
        MarkKind::Named => say!("named by a card: {squares} (* *)", squares),
        MarkKind::Hampered => say!("cannot move as usual: {squares} (. .)", squares),
        MarkKind::Armed => say!("can throw what is under it: {squares} (^ ^)", squares),
        MarkKind::Freed => say!("freed by what is thrown there: {squares} (% %)", squares),
    }
}

/// A token in words.
pub fn token_name(token: Token) -> Sentence {
    let checker = |color: Color| Filling::text(words::text(&Token::Checker { color }.name()));
    match token {
        Token::Checker { color } => say!("{checker}", checker = checker(color)),
        Token::Coin => say!("coin"),
        Token::Stack { count } => say!("stack of {count}", count),
        Token::Numbered { color, number } => {
            say!("{checker} {number}", checker = checker(color), number)
        }
    }
}

/// A list of more squares than this tells nobody anything.
const MOST_SQUARES: usize = 12;

/// What may be where, for all that the viewer knows: a line for each set of pieces.
fn possible(board: &Board) -> Vec<String> {
    let mut sets: Vec<(bool, &[Piece], Vec<String>)> = Vec::new();
    for possible in &board.possible {
        let square = possible.square.to_string();
        match sets
            .iter_mut()
            .find(|(under, pieces, _)| *under == possible.under && *pieces == possible.pieces)
        {
            Some((_, _, squares)) => squares.push(square),
            None => sets.push((possible.under, &possible.pieces, vec![square])),
        }
    }
    let line = |(under, pieces, squares): (bool, &[Piece], Vec<String>)| {
        let pieces = Filling::one_of(pieces.iter().copied());
        let count = squares.len();
        if count > MOST_SQUARES {
            return said(&if under {
                say!("{pieces} may lie under any of {count} squares", pieces, count)
            } else {
                say!("{pieces} may stand on any of {count} squares", pieces, count)
            });
        }
        let squares = Filling::text(squares.join(" "));
        said(&if under {
            say!("{pieces} may lie under: {squares}", pieces, squares)
        } else {
            say!("{pieces} may stand on: {squares}", pieces, squares)
        })
    };
    sets.into_iter().map(line).collect()
}

/// What may be done.
const MAY: Ink = Ink { tone: Tone::Bright, ground: Ground::May, strong: true, underlined: false };

struct Drawing<'a> {
    board: &'a Board,
    size: Size,
    look: Look,
    lights: &'a Lights,
}

impl Drawing<'_> {
    fn ranks(&self) -> Vec<Rank> {
        let mut ranks: Vec<Rank> = Rank::ALL.into_iter().collect();
        if self.board.bottom == Color::White {
            ranks.reverse();
        }
        ranks
    }

    fn files(&self) -> Vec<File> {
        let mut files: Vec<File> = File::ALL.into_iter().collect();
        if self.board.bottom == Color::Black {
            files.reverse();
        }
        files
    }

    fn letters(&self) -> Row {
        let mut line = vec![Span::plain("  ")];
        for file in self.files() {
            let wide = self.size.wide;
            let in_zone = self.zones_have(|square| square.file(), file);
            let ink = Ink { tone: Tone::Soft, strong: in_zone, underlined: in_zone, ..Ink::default() };
            let left = (wide - 1) / 2;
            let text = format!("{:left$}{}{:right$}", "", file.char(), "", right = wide - 1 - left);
            line.push(Span { text, ink, spot: None });
        }
        line
    }

    /// Whether some zone, if there is one, reaches over this file.
    fn zones_have(&self, file_of: impl Fn(Square) -> File, file: File) -> bool {
        let within = |one: File, other: File| (one.min(other)..=one.max(other)).contains(&file);
        self.board.zones.iter().any(|zone| within(file_of(zone.from), file_of(zone.to)))
    }

    fn row(&self, rank: Rank, row: usize) -> Row {
        let middle = (self.size.high - 1) / 2;
        let label = if row == middle { format!("{} ", rank.char()) } else { "  ".to_owned() };
        let after = if row == middle { format!(" {}", rank.char()) } else { String::new() };
        let mut line = vec![Span::toned(label, Tone::Soft)];
        for file in self.files() {
            line.extend(self.square_row(Square::from_coords(file, rank), row.cmp(&middle)));
        }
        line.push(Span::toned(after, Tone::Soft));
        line
    }

    /// One row of a square: an edge, what stands there, an edge.
    fn square_row(&self, square: Square, height: Ordering) -> [Span; 3] {
        let is_middle = height == Ordering::Equal;
        let spot = Spot::Square(square);
        let light = self.lights.on(&spot);
        let base = Ink { tone: Tone::Dark, ground: self.ground(square, light), ..Ink::default() };
        let inner = self.size.wide - 2;
        let left = (inner - 1) / 2;
        let (text, ink) = match height {
            Ordering::Equal => self.middle(square, light, base),
            Ordering::Greater => (self.below(square), base),
            Ordering::Less => (String::new(), base),
        };
        let left = if is_middle { left } else { 0 };
        let text = format!("{:left$}{text:<right$}", "", right = inner - left);
        let (edges, edge_ink) = self.edges(square, light, base, is_middle);
        let span = |text: String, ink: Ink| Span { text, ink: self.on_paper(ink), spot: Some(spot.clone()) };
        [span(edges.0.to_string(), edge_ink), span(text, ink), span(edges.1.to_string(), edge_ink)]
    }

    /// What stands on a square, or a dot where one may go.
    fn middle(&self, square: Square, light: Light, base: Ink) -> (String, Ink) {
        let is_white = self.board.figure_at(square).is_some_and(|piece| piece.color == Color::White);
        match self.content(square) {
            Some(content) => {
                let tone = if is_white { Tone::Bright } else { Tone::Dark };
                (content, Ink { tone, strong: true, ..base })
            }
            None if light == Light::MayGo => (self.emptiness(square, light), MAY),
            None => (self.emptiness(square, light), base),
        }
    }

    /// Where squares are large, the row below tells what lies under a square, or may be there for all
    /// that the viewer knows.
    fn below(&self, square: Square) -> String {
        let room = self.size.wide - 2;
        if let Some(figure) = self.board.under.iter().find(|figure| figure.square == square) {
            let mark = if self.look.unicode { '↓' } else { 'v' };
            return format!("{mark}{}", figure.role.of(figure.color).char());
        }
        let possible = self.board.possible.iter().filter(|possible| possible.square == square);
        let letters: Vec<char> =
            possible.flat_map(|possible| &possible.pieces).map(|piece| piece.char()).collect();
        match letters.len() {
            0 => String::new(),
            count if count < room => letters.into_iter().chain(['?']).collect(),
            _ => letters.into_iter().take(room - 1).chain(['+']).collect(),
        }
    }

    /// Without color there is no wood, so dark letters must not stay dark.
    fn on_paper(&self, ink: Ink) -> Ink {
        if self.look.color { ink } else { Ink { tone: Tone::Plain, ..ink } }
    }

    fn ground(&self, square: Square, light: Light) -> Ground {
        let moved = |kind: MarkKind| matches!(kind, MarkKind::Left | MarkKind::Reached);
        match (light, self.board.marks_at(square).any(moved), square.is_light()) {
            (Light::Picked, _, _) => Ground::May,
            (_, true, true) => Ground::LightWash,
            (_, true, false) => Ground::DarkWash,
            (_, false, true) => Ground::Light,
            (_, false, false) => Ground::Dark,
        }
    }

    /// The figure and token on a square; nothing when it is empty.
    fn content(&self, square: Square) -> Option<String> {
        let figure = self.board.figure_at(square).map(|piece| figure(piece, self.look, self.look.solid));
        let token =
            self.board.tokens.iter().find(|placed| placed.square == square).map(|placed| placed.token);
        match (figure, token) {
            (None, None) => None,
            (Some(figure), None) => Some(figure.to_string()),
            (Some(figure), Some(token)) => Some(format!("{figure}{}", self.token_sign(token))),
            (None, Some(Token::Numbered { color, .. })) => {
                let disc = disc(color, self.look);
                token.map(|token| format!("{disc}{}", self.token_sign(token)))
            }
            (None, Some(token)) => Some(format!(" {}", self.token_sign(token))),
        }
    }

    fn token_sign(&self, token: Token) -> char {
        let digit = |number: u8| char::from_digit(u32::from(number), 10).unwrap_or('+');
        match token {
            Token::Checker { color } => disc(color, self.look),
            Token::Coin => {
                if self.look.unicode {
                    '¤'
                } else {
                    '$'
                }
            }
            Token::Stack { count } => digit(count),
            Token::Numbered { number, .. } => digit(number),
        }
    }

    fn emptiness(&self, square: Square, light: Light) -> String {
        let sign = match (light, self.look.color, self.look.unicode) {
            (Light::MayGo, _, true) => "•",
            (Light::MayGo, _, false) => "*",
            (_, true, _) => " ",
            (_, false, false) => ".",
            (_, false, true) if square.is_light() => " ",
            (_, false, true) => "·",
        };
        sign.to_owned()
    }

    /// The edges of a square: how it is lit, or else how it is marked.
    fn edges(&self, square: Square, light: Light, base: Ink, is_middle: bool) -> ((char, char), Ink) {
        let empty = self.content(square).is_none();
        match (light, self.look.unicode) {
            (Light::MayPick | Light::Picked, _) if !is_middle => ((' ', ' '), base),
            (Light::MayPick, true) => (('‹', '›'), MAY),
            (Light::MayPick, false) => (('<', '>'), MAY),
            (Light::Picked, true) => (('«', '»'), MAY),
            (Light::Picked, false) => (('{', '}'), MAY),
            (Light::MayGo, _) if !empty && is_middle => (('(', ')'), MAY),
            (Light::MayGo | Light::Off, _) => self.marked_edges(square, base, is_middle),
        }
    }

    fn marked_edges(&self, square: Square, base: Ink, is_middle: bool) -> ((char, char), Ink) {
        let mut marks: Vec<MarkKind> = self.board.marks_at(square).collect();
        marks.sort_by_key(|kind| rank_of(*kind));
        let ink = match marks.first() {
            Some(MarkKind::Check) => {
                Ink { tone: Tone::Bright, ground: Ground::Danger, strong: true, underlined: false }
            }
            _ => base,
        };
        let signs = match (is_middle, marks.as_slice()) {
            (false, _) | (true, []) => (' ', ' '),
            (true, [only]) => signs_of(*only),
            (true, [first, second, ..]) => (signs_of(*first).0, signs_of(*second).1),
        };
        (signs, ink)
    }
}

/// The more a mark matters, the further in front it comes.
fn rank_of(kind: MarkKind) -> usize {
    match kind {
        MarkKind::Check => 0,
        MarkKind::Danger => 1,
        MarkKind::Refused => 2,
        MarkKind::Spent => 3,
        MarkKind::Named => 4,
        MarkKind::Freed => 5,
        MarkKind::Hampered | MarkKind::Armed => 6,
        MarkKind::Left | MarkKind::Reached => 7,
    }
}

fn signs_of(kind: MarkKind) -> (char, char) {
    match kind {
        MarkKind::Left | MarkKind::Reached => ('[', ']'),
        MarkKind::Refused => ('?', '?'),
        MarkKind::Check => ('!', '!'),
        MarkKind::Danger => ('~', '~'),
        MarkKind::Spent => ('-', '-'),
        MarkKind::Named => ('*', '*'),
        MarkKind::Hampered => ('.', '.'),
        MarkKind::Armed => ('^', '^'),
        MarkKind::Freed => ('%', '%'),
    }
}

/// A figure: filled for Black, outlined for White unless all are solid, or else a letter.
fn figure(piece: Piece, look: Look, solid: bool) -> char {
    if !look.unicode {
        return piece.char();
    }
    let (white, black) = match piece.role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    if solid { black } else { piece.color.fold_wb(white, black) }
}

/// A letter that stands for a piece as its figure, and one for a checker as a disc; other words as
/// they are.
pub fn sign(item: &str, look: Look) -> String {
    let mut letters = item.chars();
    match (letters.next().and_then(Piece::from_char), letters.next()) {
        (Some(piece), None) => figure(piece, look, false).to_string(),
        _ => match item {
            "C" => disc(Color::White, look).to_string(),
            "c" => disc(Color::Black, look).to_string(),
            _ => item.to_owned(),
        },
    }
}

fn disc(color: Color, look: Look) -> char {
    match (color, look.unicode) {
        (Color::White, true) => '○',
        (Color::Black, true) => '●',
        (Color::White, false) => 'o',
        (Color::Black, false) => 'x',
    }
}
