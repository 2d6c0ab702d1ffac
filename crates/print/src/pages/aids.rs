//! Player aids: a card for each game with its set-up and its turn on one side, two to a page.

use kit_book::rulebook::RuleBook;
use kit_play::About;

use super::digest::{Length, sections};
use super::faces::{ACCENT, Face, Faces, HAIR, MUTED, Style};
use super::fit::{Bit, fit};
use super::leaf::{Folio, Leaf, Part};
use super::paper::{Area, MM, Paper};
use super::paragraph::{Align, lines, single};
use super::words::{Piece, pieces};
use super::{PrintError, pdf};

/// The sizes of the text on an aid, at the smallest and at the largest.
const SIZES: (f32, f32) = (7.0, 9.2);

/// The aids as a PDF file.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read, or do not fit on a card in any way.
pub fn pdf(games: &[&'static About], paper: Paper) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::load();
    pdf::write(&folio(games, paper, &faces)?, &faces)
}

/// The aids as leaves.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read, or do not fit on a card in any way.
pub fn folio(games: &[&'static About], paper: Paper, faces: &Faces) -> Result<Folio, PrintError> {
    let mut folio = Folio::new("Player aids", "Set-up and turn of each game on a card");
    let cards = paper.extent().area().inside(8.0 * MM, 8.0 * MM).cells(1, 2, 0.0);
    for games in games.chunks(2) {
        let mut leaf = Leaf::new(paper.extent());
        for (about, area) in games.iter().zip(&cards) {
            draw_card(&mut folio, &mut leaf, faces, about, *area)?;
        }
        draw_cuts(&mut leaf, &cards);
        folio.leaves.push(leaf);
    }
    Ok(folio)
}

fn draw_card(
    folio: &mut Folio,
    leaf: &mut Leaf,
    faces: &Faces,
    about: &'static About,
    area: Area,
) -> Result<(), PrintError> {
    let book: RuleBook =
        about.rules.parse().map_err(|problem| PrintError::Rules { game: about.id, problem })?;
    let inside = area.inside(6.0 * MM, 5.5 * MM);
    let top = draw_head(folio, leaf, faces, about, inside);
    let body = Area { y: top, height: inside.bottom() - top, ..inside };
    let columns = body.cells(2, 1, 6.0 * MM);
    let text = |length| sections(&book, &["Setting up", "Your turn"], length);
    let fits = Length::ALL.into_iter().any(|length| {
        let bits: Vec<Bit> = text(length);
        fit(folio, leaf, faces, &bits, &columns, SIZES)
    });
    if fits {
        Ok(())
    } else {
        Err(PrintError::Pdf(format!("the aid of {} does not fit on a card", about.id)))
    }
}

/// The name and the game in one sentence; returns where the text may begin.
fn draw_head(folio: &mut Folio, leaf: &mut Leaf, faces: &Faces, about: &About, area: Area) -> f32 {
    let name = Style::new(Face::Bold, 13.0).colored(ACCENT);
    let part = folio.part(Part::Heading(1, about.name.to_owned()));
    leaf.write(Some(part), area.x, area.y + 11.0, &single(&[Piece::new(about.name, &name)], faces));
    let place = (about.id.to_owned(), area.y);
    folio.outline.push((1, about.name.to_owned(), about.id.to_owned()));
    leaf.places.push(place);
    let blurb = Style::new(Face::Italic, 8.0).colored(MUTED);
    let part = folio.part(Part::Paragraph);
    let mut y = area.y + 21.5;
    for line in lines(&pieces(about.blurb, &blurb), faces, area.width, Align::Left) {
        leaf.write(Some(part), area.x, y, &line);
        y += 9.6;
    }
    let rule = y - 5.5;
    leaf.rule((area.x, rule), (area.right(), rule), ACCENT, 0.6);
    rule + 4.0
}

/// A thin line along which the cards are cut.
fn draw_cuts(leaf: &mut Leaf, cards: &[Area]) {
    for card in cards.iter().skip(1) {
        leaf.rule((card.x, card.y), (card.right(), card.y), HAIR, 0.3);
    }
}
