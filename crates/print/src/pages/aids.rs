//! Player aids: a card of A5 for each game, with what players forget at a table in at most ten lines and
//! the picture that matters, two to a page.
//!
//! A game's title page names the rules and the picture; their words are those of the rule book.

use std::rc::Rc;

use kit_book::diagram::Diagram;
use kit_book::rulebook::{Block, RuleBook};
use kit_play::sentence::Language;
use kit_play::{About, say};

use super::digest::reminders;
use super::faces::{ACCENT, Face, Faces, HAIR, MUTED, Style};
use super::fit::{Bit, fit};
use super::leaf::{Folio, Leaf, Part};
use super::paper::{Area, MM, Paper};
use super::paragraph::{Align, lines, single};
use super::words::{Piece, pieces};
use super::{PrintError, pdf};
use crate::{Picture, Theme, diagram};

/// The sizes of the text on an aid, at the smallest and at the largest: it is read across a table.
const SIZES: (f32, f32) = (9.0, 11.8);

/// How wide the picture is that stands beside the text: a board alone, and at most.
const PICTURE: f32 = 64.0 * MM;
const WIDEST_PICTURE: f32 = 80.0 * MM;

/// The space between a picture and its caption.
const GAP: f32 = 5.0;

/// The aids as a PDF file.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read, or do not fit on a card in any way.
pub fn pdf(
    games: &[&'static About],
    paper: Paper,
    language: Option<&'static Language>,
) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::for_language(language);
    pdf::write(&folio(games, paper, &faces)?, &faces)
}

/// The aids as leaves.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read, or do not fit on a card in any way.
pub fn folio(games: &[&'static About], paper: Paper, faces: &Faces) -> Result<Folio, PrintError> {
    let mut folio = Folio::new(
        faces.says(&say!("Player aids")),
        faces.says(&say!("What one forgets of each game, on a card with a picture")),
    );
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
    let book = RuleBook::of(about, faces.language())
        .map_err(|problem| PrintError::Rules { game: about.id, problem })?;
    let inside = area.inside(6.0 * MM, 5.5 * MM);
    let top = draw_head(folio, leaf, faces, about, inside);
    let body = Area { y: top, height: inside.bottom() - top, ..inside };
    let picture = picture_that_matters(about, &book)?;
    let width = picture.map_or(0.0, |(shown, _)| width_of(shown));
    let beside = Area { x: body.right() - width, width, ..body };
    let text = match picture {
        Some(_) => Area { width: body.width - width - 6.0 * MM, ..body },
        None => body,
    };
    if !fit(folio, leaf, faces, &Bit::entries(&reminders(&book, about.aid)), &[text], SIZES) {
        return Err(PrintError::Pdf(format!("the aid of {} does not fit on a card", about.id)));
    }
    if let Some((diagram, caption)) = picture {
        draw_picture(folio, leaf, faces, diagram, caption, beside);
    }
    Ok(())
}

/// The picture that the title page names, with the words below it in the language of the book.
fn picture_that_matters<'b>(
    about: &'static About,
    book: &'b RuleBook,
) -> Result<Option<(&'b Diagram, Option<&'b str>)>, PrintError> {
    let english =
        RuleBook::of(about, None).map_err(|problem| PrintError::Rules { game: about.id, problem })?;
    let is_named = |block: &Block| matches!(block, Block::Diagram { caption: Some(words), .. } if words.starts_with(about.picture));
    // Books in all languages have the same blocks in the same order.
    let place = english.blocks.iter().position(is_named);
    Ok(place.and_then(|place| match &book.blocks[place] {
        Block::Diagram { diagram, caption, .. } => Some((&**diagram, caption.as_deref())),
        Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } => None,
    }))
}

/// How wide a picture is drawn: wider where things lie beside its board, which else would be small.
fn width_of(shown: &Diagram) -> f32 {
    let Picture { width, height, .. } = diagram(shown, &Theme::PAPER);
    (PICTURE * ((width / height) as f32).sqrt()).clamp(PICTURE, WIDEST_PICTURE)
}

/// A picture as wide as the area, or as high as its caption leaves room for.
fn draw_picture(
    folio: &mut Folio,
    leaf: &mut Leaf,
    faces: &Faces,
    shown: &Diagram,
    caption: Option<&str>,
    area: Area,
) {
    let style = Style::new(Face::Italic, SIZES.0).colored(MUTED);
    let leading = style.size * 1.2;
    let set = caption
        .map_or_else(Vec::new, |caption| lines(&pieces(caption, &style), faces, area.width, Align::Left));
    let picture = Picture { alt: shown.described_in(faces.language()), ..diagram(shown, &Theme::PAPER) };
    let natural = (picture.height / picture.width) as f32 * area.width;
    let height = natural.min(area.height - set.len() as f32 * leading - GAP);
    let part = folio.part(Part::Figure(picture.alt.clone()));
    leaf.place_picture(Some(part), Area { height, ..area }, &Rc::new(picture));
    let part = folio.part(Part::Caption);
    for (number, line) in set.iter().enumerate() {
        let y = area.y + height + GAP + leading * (number as f32 + 0.78);
        leaf.write(Some(part), area.x, y, line);
    }
}

/// The name and the game in one sentence; returns where the text may begin.
fn draw_head(folio: &mut Folio, leaf: &mut Leaf, faces: &Faces, about: &About, area: Area) -> f32 {
    let name = Style::new(Face::Bold, 13.0).colored(ACCENT);
    let title = faces.text(about.name);
    let part = folio.part(Part::Heading(1, title.to_owned()));
    leaf.write(Some(part), area.x, area.y + 11.0, &single(&[Piece::new(title, &name)], faces));
    let place = (about.id.to_owned(), area.y);
    folio.outline.push((1, title.to_owned(), about.id.to_owned()));
    leaf.places.push(place);
    let blurb = Style::new(Face::Italic, SIZES.0).colored(MUTED);
    let part = folio.part(Part::Paragraph);
    let mut y = area.y + 22.5;
    for line in lines(&pieces(faces.text(about.blurb), &blurb), faces, area.width, Align::Left) {
        leaf.write(Some(part), area.x, y, &line);
        y += 10.8;
    }
    let rule = y - 6.0;
    leaf.rule((area.x, rule), (area.right(), rule), ACCENT, 0.6);
    rule + 6.0
}

/// A thin line along which the cards are cut.
fn draw_cuts(leaf: &mut Leaf, cards: &[Area]) {
    for card in cards.iter().skip(1) {
        leaf.rule((card.x, card.y), (card.right(), card.y), HAIR, 0.3);
    }
}
