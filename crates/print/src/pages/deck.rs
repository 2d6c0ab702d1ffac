//! The chess deck: eight cards on a sheet, crop marks, and backs that lie behind the fronts.
//!
//! Cards lie on their long side in two columns and four rows that touch.
//! The block is in the middle of the page, so a sheet turned over its long edge has the backs
//! where the fronts are.

use std::rc::Rc;

use kit_book::diagram::{CardCode, Suit};
use kit_chess::shakmaty::{Color, Piece};
use kit_play::sentence::{Filling, Language};
use kit_play::{About, say};

use super::cards::{need_rows, stand_for_rows, without_cards};
use super::faces::{Face, Faces, INK, MUTED, Style};
use super::flow::{Flow, Layout};
use super::leaf::{Folio, Leaf, Part, Thing};
use super::paper::{Area, MM, Paper};
use super::paragraph::{Align, lines};
use super::words::pieces;
use super::{BadOrder, PrintError, found_and_known, pdf};
use crate::art::suits;
use crate::card::{Format, card_as};
use crate::svg::{Canvas, Lettering, number};
use crate::{Picture, Theme};

/// Which make of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// 2.25 by 3.5 inches, as the author prints them.
    Standard,
    /// 2.5 by 3.5 inches, as poker cards are.
    Poker,
    /// As the standard, with letters that can be read across a table.
    LargeIndex,
}

impl Make {
    /// All of them, the usual one first.
    pub const ALL: [Make; 3] = [Make::Standard, Make::Poker, Make::LargeIndex];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Make::Standard => "standard",
            Make::Poker => "poker",
            Make::LargeIndex => "large-index",
        }
    }

    /// The make of this name.
    ///
    /// # Errors
    ///
    /// A sentence that lists what there is.
    pub fn named(name: &str) -> Result<Make, BadOrder> {
        Make::ALL.into_iter().find(|make| make.name() == name.to_ascii_lowercase()).ok_or_else(|| {
            let names = Make::ALL.map(Make::name);
            let [found, expected] = found_and_known(name, &names);
            BadOrder(say!("unknown kind of cards: `{found}` (try {expected})", found, expected))
        })
    }

    /// The short side of a card in points; the long one is 3.5 inches.
    fn short(self) -> f32 {
        match self {
            Make::Standard | Make::LargeIndex => 2.25 * 72.0,
            Make::Poker => 2.5 * 72.0,
        }
    }

    /// The face, which is as wide as a standard card; a wider one has more white around it.
    fn face(self) -> Format {
        let index = if self == Make::LargeIndex { 0.3 } else { 0.17 };
        Format { width: f64::from(Make::Standard.short()), height: f64::from(LONG), edged: false, index }
    }

    fn back(self) -> Format {
        Format { width: f64::from(self.short()), ..self.face() }
    }
}

/// The long side of a card in points.
const LONG: f32 = 3.5 * 72.0;

/// What a deck is printed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// On which paper.
    pub paper: Paper,
    /// Which make of cards.
    pub make: Make,
    /// How many checkers cards of each color: 0, 2 or 4.
    pub checkers: usize,
    /// Whether each sheet is followed by its backs.
    pub backs: bool,
}

/// The sheets of pieces, each read with the page turned so that cards stand upright.
const SHEETS: [(&str, &str); 4] = [
    ("rnbq pppp", "10S 8S 9S QS 2S 3S 4S 5S"),
    ("kbnr pppp", "KS 9C 8C 10C 2C 3C 4C 5C"),
    ("PPPP RNBQ", "2H 3H 4H 5H 10H 8H 9H QH"),
    ("PPPP KBNR", "2D 3D 4D 5D KH 9D 8D 10D"),
];

/// The checkers cards of both colors: pips and the playing card that stands for each.
const CHECKERS: [(u8, &str, &str); 4] = [(4, "6H", "6S"), (7, "7H", "7S"), (8, "6D", "6C"), (9, "7D", "7C")];

/// A chess card, and the playing card that stands for it.
type Card = (CardCode, String);

/// The deck as a PDF file, with a page about the cards at its end.
///
/// # Errors
///
/// Fails when the file cannot be made, which is a fault of ours.
pub fn pdf(
    order: &Order,
    games: &[&About],
    language: Option<&'static Language>,
) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::for_language(language);
    pdf::write(&folio(order, games, &faces), &faces)
}

/// The deck as leaves, with a page about the cards at its end.
pub fn folio(order: &Order, games: &[&About], faces: &Faces) -> Folio {
    add_tables(cards(order, faces), order.paper, games, faces)
}

/// The cards alone: sheets, each followed by its backs where those are wanted.
pub fn cards(order: &Order, faces: &Faces) -> Folio {
    let mut folio = Folio::new(
        faces.says(&say!("The chess deck")),
        faces.says(&say!("Cards for chess games, to print on both sides and cut")),
    );
    let sheets = sheets(order.checkers);
    let back = Rc::new(card_as(&CardCode::Back, &order.make.back(), &Theme::PAPER));
    let last = sheets.len() - 1;
    for (number, cards) in sheets.iter().enumerate() {
        let mut leaf = Leaf::new(order.paper.extent());
        let block = block(order);
        if number == 0 {
            let words = faces
                .says(&say!("**The chess deck** · print at 100 %, on both sides, turned over the long edge"));
            write_beside(&mut folio, &mut leaf, faces, &words, block.y - 5.0 * MM, block);
        }
        place_cards(&mut folio, &mut leaf, faces, cards, order);
        mark(&mut leaf, order);
        if number == last {
            let words = faces
                .says(&say!("After the cards of Don Kirkby (donkirkby.github.io/chess-kit) · CC BY-SA 4.0"));
            write_beside(&mut folio, &mut leaf, faces, &words, block.bottom() + 5.0 * MM, block);
        }
        folio.leaves.push(leaf);
        if order.backs {
            let leaf = back_leaf(&mut folio, faces, cards.iter().map(Option::is_some), order, &back);
            folio.leaves.push(leaf);
        }
    }
    folio
}

/// The cards of each sheet in the order of its places; a place may stay empty.
fn sheets(checkers: usize) -> Vec<[Option<Card>; 8]> {
    let read = |(letters, playing): &(&str, &str)| {
        let letters = letters.chars().filter(|letter| *letter != ' ');
        let mut cards = letters.zip(playing.split(' ')).map(|(letter, playing)| {
            let piece = Piece::from_char(letter).expect("the letter of a piece");
            (CardCode::Piece(piece), playing.to_owned())
        });
        std::array::from_fn(|_| cards.next())
    };
    let mut sheets: Vec<[Option<Card>; 8]> = SHEETS.iter().map(read).collect();
    if checkers > 0 {
        let card = |place: usize| {
            let (pips, white, black) = CHECKERS[place % 4];
            let (color, playing) = if place < 4 { (Color::White, white) } else { (Color::Black, black) };
            (place % 4 < checkers).then(|| (CardCode::Checkers { color, pips }, playing.to_owned()))
        };
        sheets.push(std::array::from_fn(card));
    }
    sheets
}

/// Where all cards of a sheet lie together.
fn block(order: &Order) -> Area {
    let page = order.paper.extent();
    let (width, height) = (2.0 * LONG, 4.0 * order.make.short());
    Area { x: (page.width - width) / 2.0, y: (page.height - height) / 2.0, width, height }
}

/// The places of a sheet, read with the page turned to the left: the right column first.
fn places(order: &Order) -> [Area; 8] {
    let cells = block(order).cells(2, 4, 0.0);
    std::array::from_fn(|place| cells[if place < 4 { 2 * place + 1 } else { 2 * (place - 4) }])
}

fn place_cards(folio: &mut Folio, leaf: &mut Leaf, faces: &Faces, cards: &[Option<Card>; 8], order: &Order) {
    for (card, area) in cards.iter().zip(places(order)) {
        let Some((code, playing)) = card else { continue };
        let picture = Rc::new(card_as(code, &order.make.face(), &Theme::PRINT));
        let (card, named) = (code.told(), Filling::text(playing));
        let words = faces.says(&say!("{card}, for the playing card {playing}", card, playing = named));
        let part = folio.part(Part::Figure(words));
        let area = area.inside(0.0, (order.make.short() - Make::Standard.short()) / 2.0);
        // The top of a card is at the right.
        leaf.push(Some(part), Thing::Picture { area, quarters: 1, picture });
        let picture = Rc::new(playing_index(playing, order.make));
        leaf.push(Some(part), Thing::Picture { area, quarters: 1, picture });
    }
}

/// The playing card that stands for a chess card, small in the corners that are free.
fn playing_index(code: &str, make: Make) -> Picture {
    let format = make.face();
    let (width, height) = (format.width, format.height);
    let mut canvas = Canvas::new();
    let (rank, suit) = code.split_at(code.len() - 1);
    let suit = match suit {
        "H" => Suit::Hearts,
        "D" => Suit::Diamonds,
        "S" => Suit::Spades,
        _ => Suit::Clubs,
    };
    let size = 0.075 * width;
    let gray = "#555555";
    let theme = Theme { ink: gray, face_ink: gray, red: gray, ..Theme::PRINT };
    for turn in [0, 180] {
        let turned = format!("rotate({turn} {} {})", number(width / 2.0), number(height / 2.0));
        canvas.group(&turned, |canvas| {
            let right = width * 0.94;
            suits::draw(canvas, suit, [right - size, width * 0.06], size, &theme);
            let place = [right - 1.15 * size, width * 0.06 + 0.86 * size];
            canvas.text(place, rank, Lettering::new(size * 1.1, gray).ending());
        });
    }
    canvas.into_picture([width, height], "Index", format!("stands for {code}"))
}

/// Crop marks: five millimeters long, two away from the block, at every edge of a column or row.
fn mark(leaf: &mut Leaf, order: &Order) {
    let block = block(order);
    let (near, far) = (2.0 * MM, 7.0 * MM);
    let mut rule = |from, to| leaf.rule(from, to, INK, 0.25);
    for column in 0..=2 {
        let x = block.x + column as f32 * LONG;
        rule((x, block.y - far), (x, block.y - near));
        rule((x, block.bottom() + near), (x, block.bottom() + far));
    }
    for row in 0..=4 {
        let y = block.y + row as f32 * order.make.short();
        rule((block.x - far, y), (block.x - near, y));
        rule((block.right() + near, y), (block.right() + far, y));
    }
}

/// The backs of the cards, seen after the sheet was turned over its long edge.
fn back_leaf(
    folio: &mut Folio,
    faces: &Faces,
    filled: impl Iterator<Item = bool>,
    order: &Order,
    back: &Rc<Picture>,
) -> Leaf {
    let page = order.paper.extent();
    let mut leaf = Leaf::new(page);
    for (_, front) in filled.zip(places(order)).filter(|(is_filled, _)| *is_filled) {
        let area = Area { x: page.width - front.right(), ..front };
        let part = folio.part(Part::Figure(faces.says(&say!("the back of a card"))));
        leaf.push(Some(part), Thing::Picture { area, quarters: 3, picture: back.clone() });
    }
    leaf
}

/// A line above or below the block, between the crop marks.
fn write_beside(folio: &mut Folio, leaf: &mut Leaf, faces: &Faces, words: &str, y: f32, block: Area) {
    let style = Style::new(Face::Regular, 8.5).colored(MUTED);
    let part = folio.part(Part::Paragraph);
    let inside = block.inside(3.0 * MM, 0.0);
    // A line across the middle mark would be hard to read.
    let measure = inside.width / 2.0 - 3.0 * MM;
    for (number, line) in lines(&pieces(words, &style), faces, measure, Align::Left).iter().enumerate() {
        leaf.write(Some(part), inside.x, y + number as f32 * 9.5, line);
    }
}

/// Adds a page: which playing cards stand for pieces, and which game needs which cards.
pub fn add_tables(folio: Folio, paper: Paper, games: &[&About], faces: &Faces) -> Folio {
    let extent = paper.extent();
    let body = extent.area().inside(26.0 * MM, 20.0 * MM);
    let mut flow = Flow::new(faces, Layout { extent, body, columns: 1, size: 10.4, board: 60.0 * MM }, folio);
    let language = faces.language();
    flow.heading(1, &faces.says(&say!("The cards")), "cards");
    flow.heading(2, &faces.says(&say!("Playing cards that stand for pieces")), "playing");
    flow.paragraph(&faces.says(&say!(
        "Red cards are white pieces, and black cards are black ones. The small sign in the corner of a \
         chess card says which playing card stands for it."
    )));
    flow.table(&stand_for_rows(language), &[3.0, 1.6, 1.4, 1.2]);
    flow.heading(2, &faces.says(&say!("Which game needs which cards")), "needs");
    flow.table(&need_rows(games, language), &[2.2, 1.2, 3.8, 0.9]);
    if let Some(words) = without_cards(games, language) {
        flow.paragraph(&words);
    }
    flow.finish().0
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: Order = Order { paper: Paper::A4, make: Make::Standard, checkers: 4, backs: true };

    #[test]
    fn the_deck_has_every_card_once() {
        for (checkers, count) in [(0, 32), (2, 36), (4, 40)] {
            let cards: Vec<Card> = sheets(checkers).into_iter().flatten().flatten().collect();
            assert_eq!(cards.len(), count);
            let mut playing: Vec<&str> = cards.iter().map(|(_, playing)| playing.as_str()).collect();
            playing.sort_unstable();
            playing.dedup();
            assert_eq!(playing.len(), count);
        }
    }

    #[test]
    fn blocks_are_in_the_middle_as_specified() {
        let area = block(&ORDER);
        assert!((area.x - 45.64).abs() < 0.01 && (area.y - 96.94).abs() < 0.01, "{area:?}");
        let area = block(&Order { paper: Paper::Letter, ..ORDER });
        assert_eq!(area, Area { x: 54.0, y: 72.0, width: 504.0, height: 648.0 });
    }
}
