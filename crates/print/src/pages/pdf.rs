//! PDF: leaves become a file with embedded fonts, links, an outline and tags.

use std::collections::HashMap;
use std::rc::Rc;

use kit_play::sentence::Language;
use krilla::Document;
use krilla::SerializeSettings;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::destination::{Destination, XyzDestination};
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::graphic::Graphic;
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};
use krilla_svg::{SurfaceExt, SvgSettings};

use super::PrintError;
use super::booklet::{LeafPlace, Sheet};
use super::faces::{Color, Faces, Run};
use super::leaf::{Folio, Leaf, Thing};
use super::paper::Area;
use super::tags::Tags;
use crate::Picture;

/// Who is credited in every file.
const AUTHORS: [&str; 2] = ["Don Kirkby (game design)", "The Chess Kit founders"];

/// Writes a document with one leaf on each page.
///
/// # Errors
///
/// Fails when the document cannot be written as a valid file, which is a fault of ours.
pub fn write(folio: &Folio, faces: &Faces) -> Result<Vec<u8>, PrintError> {
    write_sheets(folio, &Sheet::single(folio), faces)
}

/// Writes a document whose leaves lie on some sheets.
///
/// # Errors
///
/// Fails when the document cannot be written as a valid file, which is a fault of ours.
pub fn write_sheets(folio: &Folio, sheets: &[Sheet], faces: &Faces) -> Result<Vec<u8>, PrintError> {
    let mut press = Press {
        document: Document::new_with(settings().map_err(PrintError::Pdf)?),
        faces,
        folio,
        sheets,
        tags: Tags::new(folio.parts.len()),
        graphics: HashMap::new(),
        repeated: repeated(folio),
    };
    for sheet in sheets {
        press.print(sheet)?;
    }
    let outline = press.outline();
    press.document.set_outline(outline);
    press.document.set_tag_tree(press.tags.tree(&folio.parts, code(faces)));
    press.document.set_metadata(metadata(folio, faces));
    press.document.finish().map_err(|error| PrintError::Pdf(format!("{error:?}")))
}

/// How every file of ours is written: as PDF/UA-1, which anybody can have read aloud. What krilla can
/// check of that, it does: tags, words for pictures and links, a title, an outline, and a letter for
/// every glyph.
pub fn settings() -> Result<SerializeSettings, String> {
    let configuration = ConfigurationBuilder::new()
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| format!("{error:?}"))?;
    Ok(SerializeSettings { configuration, ..SerializeSettings::default() })
}

/// The language of the text, as files name it.
fn code(faces: &Faces) -> &'static str {
    faces.language().map_or("en", Language::code)
}

fn metadata(folio: &Folio, faces: &Faces) -> Metadata {
    Metadata::new()
        .title(folio.title.clone())
        .description(folio.subject.clone())
        .language(code(faces).to_owned())
        .creator("Chess Kit".to_owned())
        .keywords(vec!["chess".to_owned(), "games".to_owned(), "CC BY-SA 4.0".to_owned()])
        .authors(AUTHORS.map(str::to_owned).to_vec())
}

/// The pictures that are used more than once, which are stored only once.
fn repeated(folio: &Folio) -> HashMap<*const Picture, bool> {
    let mut seen = HashMap::new();
    for item in folio.leaves.iter().flat_map(|leaf| &leaf.items) {
        if let Thing::Picture { picture, .. } = &item.thing {
            seen.entry(Rc::as_ptr(picture)).and_modify(|again| *again = true).or_insert(false);
        }
    }
    seen
}

struct Press<'a> {
    document: Document,
    faces: &'a Faces,
    folio: &'a Folio,
    sheets: &'a [Sheet],
    tags: Tags,
    graphics: HashMap<*const Picture, Graphic>,
    repeated: HashMap<*const Picture, bool>,
}

/// A link that was seen on a page: its part, where it is, and where it leads.
struct Link {
    part: usize,
    child: usize,
    area: Area,
    target: Rc<str>,
    words: String,
}

impl Press<'_> {
    fn print(&mut self, sheet: &Sheet) -> Result<(), PrintError> {
        let (width, height) = (sheet.extent.width, sheet.extent.height);
        let settings =
            PageSettings::from_wh(width, height).ok_or_else(|| PrintError::Pdf("an empty page".into()))?;
        let mut links = Vec::new();
        let mut page = self.document.start_page_with(settings);
        let mut surface = page.surface();
        for place in &sheet.leaves {
            let leaf = &self.folio.leaves[place.leaf];
            let mut pen = Pen {
                surface: &mut surface,
                faces: self.faces,
                graphics: &mut self.graphics,
                repeated: &self.repeated,
            };
            surface_leaf(&mut pen, &mut self.tags, leaf, place, &mut links)?;
        }
        surface.finish();
        for link in links {
            let target = match link.target.strip_prefix('#') {
                Some(place) => match destination(self.folio, self.sheets, place) {
                    Some(place) => Target::Destination(Destination::Xyz(place)),
                    None => return Err(PrintError::Pdf(format!("no place is called `{place}`"))),
                },
                None => Target::Action(Action::Link(LinkAction::new(link.target.to_string()))),
            };
            let Some(area) = rect(link.area) else { continue };
            let annotation = Annotation::new_link(LinkAnnotation::new(area, target), Some(link.words));
            let annotation = page.add_tagged_annotation(annotation);
            self.tags.link(link.part, link.child, annotation);
        }
        page.finish();
        Ok(())
    }

    fn outline(&self) -> Outline {
        let mut outline = Outline::new();
        let mut above: Option<OutlineNode> = None;
        for (level, words, place) in &self.folio.outline {
            let Some(place) = destination(self.folio, self.sheets, place) else { continue };
            let node = OutlineNode::new(words.clone(), place);
            match (&mut above, *level) {
                (Some(chapter), 2..) => chapter.push_child(node),
                (_, _) => {
                    if let Some(chapter) = above.replace(node) {
                        outline.push_child(chapter);
                    }
                }
            }
        }
        if let Some(chapter) = above {
            outline.push_child(chapter);
        }
        outline
    }
}

fn destination(folio: &Folio, sheets: &[Sheet], name: &str) -> Option<XyzDestination> {
    let (leaf, height) = folio.place(name)?;
    let on = |sheet: &Sheet| sheet.leaves.iter().find(|place| place.leaf == leaf).copied();
    let (page, place) = sheets.iter().enumerate().find_map(|(page, sheet)| Some((page, on(sheet)?)))?;
    // Of a leaf that is turned round, the whole is shown.
    let down = if place.is_turned { 0.0 } else { height - 12.0 };
    Some(XyzDestination::new(page, Point::from_xy(place.right, (place.down + down).max(0.0))))
}

/// What is needed to draw.
struct Pen<'a, 'b> {
    surface: &'a mut Surface<'b>,
    faces: &'a Faces,
    graphics: &'a mut HashMap<*const Picture, Graphic>,
    repeated: &'a HashMap<*const Picture, bool>,
}

/// Draws a leaf; neighbors of one part share a tag.
fn surface_leaf(
    pen: &mut Pen,
    tags: &mut Tags,
    leaf: &Leaf,
    place: &LeafPlace,
    links: &mut Vec<Link>,
) -> Result<(), PrintError> {
    let whole = leaf.extent.area().moved(place.right, place.down);
    pen.surface.push_transform(&turned(whole, if place.is_turned { 2 } else { 0 }));
    let same = |one: &super::leaf::Item, other: &super::leaf::Item| {
        one.part == other.part && link_of(&one.thing).is_none() && link_of(&other.thing).is_none()
    };
    for items in leaf.items.chunk_by(same) {
        let Some(first) = items.first() else { continue };
        let is_text = matches!(first.thing, Thing::Text { .. });
        let tag = match (first.part, is_text) {
            (None, _) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)),
            (Some(_), true) => ContentTag::Span(SpanTag::empty()),
            (Some(_), false) => ContentTag::Other,
        };
        let identifier = pen.surface.start_tagged(tag);
        for item in items {
            pen.draw(&item.thing)?;
        }
        pen.surface.end_tagged();
        if let Some(part) = first.part {
            let child = tags.content(part, identifier);
            if let Thing::Text { x, y, run } = &first.thing
                && let Some(target) = &run.style.link
            {
                let size = run.style.size;
                let area = Area { x: *x, y: y - size * 0.8, width: run.width(), height: size * 1.1 };
                let (area, words) = (on_sheet(area, whole, place.is_turned), run.text.trim_end().to_owned());
                links.push(Link { part, child, area, target: target.clone(), words });
            }
        }
    }
    pen.surface.pop();
    Ok(())
}

/// Where something on a leaf is on the sheet on which that leaf covers an area.
fn on_sheet(area: Area, leaf: Area, is_turned: bool) -> Area {
    if is_turned {
        Area { x: leaf.right() - area.right(), y: leaf.bottom() - area.bottom(), ..area }
    } else {
        area.moved(leaf.x, leaf.y)
    }
}

fn link_of(thing: &Thing) -> Option<&Rc<str>> {
    if let Thing::Text { run, .. } = thing { run.style.link.as_ref() } else { None }
}

impl Pen<'_, '_> {
    fn draw(&mut self, thing: &Thing) -> Result<(), PrintError> {
        match thing {
            Thing::Text { x, y, run } => self.draw_run(*x, *y, run),
            Thing::Box { area, fill, edge } => {
                let mut path = PathBuilder::new();
                if let Some(rect) = rect(*area) {
                    path.push_rect(rect);
                }
                self.draw_path(path, *fill, *edge);
            }
            Thing::Rule { from, to, color, width } => {
                let mut path = PathBuilder::new();
                path.move_to(from.0, from.1);
                path.line_to(to.0, to.1);
                self.draw_path(path, None, Some((*color, *width)));
            }
            Thing::Picture { area, quarters, picture } => self.draw_picture(*area, *quarters, picture)?,
            Thing::Dots { area, columns, dots } => self.draw_dots(*area, *columns, dots),
        }
        Ok(())
    }

    fn draw_run(&mut self, x: f32, y: f32, run: &Run) {
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(fill(run.style.color)));
        let font = self.faces.font(run.style.face);
        let start = Point::from_xy(x, y);
        self.surface.draw_glyphs(start, &run.glyphs, font, &run.text, run.style.size, false);
    }

    fn draw_path(&mut self, path: PathBuilder, inside: Option<Color>, edge: Option<(Color, f32)>) {
        let Some(path) = path.finish() else { return };
        self.surface.set_fill(inside.map(fill));
        self.surface.set_stroke(edge.map(|(color, width)| Stroke {
            paint: rgb::Color::new(color[0], color[1], color[2]).into(),
            width,
            ..Stroke::default()
        }));
        self.surface.draw_path(&path);
        self.surface.set_stroke(None);
        self.surface.set_fill(None);
    }

    fn draw_dots(&mut self, area: Area, columns: usize, dots: &[bool]) {
        let size = area.width / columns as f32;
        let mut path = PathBuilder::new();
        // Black neighbors in a row are one rectangle, so that no light shows between them.
        for (row, cells) in dots.chunks(columns).enumerate() {
            let mut column = 0;
            for group in cells.chunk_by(|one, other| one == other) {
                let x = area.x + column as f32 * size;
                let y = area.y + row as f32 * size;
                if group[0]
                    && let Some(rect) = Rect::from_xywh(x, y, group.len() as f32 * size, size)
                {
                    path.push_rect(rect);
                }
                column += group.len();
            }
        }
        self.draw_path(path, Some([0, 0, 0]), None);
    }

    fn draw_picture(&mut self, area: Area, quarters: u8, picture: &Rc<Picture>) -> Result<(), PrintError> {
        self.surface.push_transform(&turned(area, quarters));
        let (width, height) =
            if quarters.is_multiple_of(2) { (area.width, area.height) } else { (area.height, area.width) };
        let (own_width, own_height) = (picture.width as f32, picture.height as f32);
        let scale = Transform::from_scale(width / own_width, height / own_height);
        self.surface.push_transform(&scale);
        let key = Rc::as_ptr(picture);
        if self.repeated.get(&key) == Some(&true) {
            if !self.graphics.contains_key(&key) {
                let mut builder = self.surface.stream_builder();
                let mut inner = builder.surface();
                draw_svg(&mut inner, picture)?;
                inner.finish();
                self.graphics.insert(key, Graphic::new(builder.finish(), false));
            }
            self.surface.draw_graphic(self.graphics[&key].clone());
        } else {
            draw_svg(self.surface, picture)?;
        }
        self.surface.pop();
        self.surface.pop();
        Ok(())
    }
}

/// Moves and turns what is drawn from the origin so that it fills an area.
fn turned(area: Area, quarters: u8) -> Transform {
    let Area { x, y, width, height } = area;
    match quarters % 4 {
        0 => Transform::from_row(1.0, 0.0, 0.0, 1.0, x, y),
        1 => Transform::from_row(0.0, 1.0, -1.0, 0.0, x + width, y),
        2 => Transform::from_row(-1.0, 0.0, 0.0, -1.0, x + width, y + height),
        _ => Transform::from_row(0.0, -1.0, 1.0, 0.0, x, y + height),
    }
}

/// Draws a picture in its own size from the origin.
fn draw_svg(surface: &mut Surface, picture: &Picture) -> Result<(), PrintError> {
    let tree =
        crate::output::tree(picture).map_err(|error| PrintError::Pdf(format!("a picture: {error}")))?;
    let size = Size::from_wh(picture.width as f32, picture.height as f32)
        .ok_or_else(|| PrintError::Pdf("an empty picture".to_owned()))?;
    surface.draw_svg(&tree, size, SvgSettings::default());
    Ok(())
}

fn fill(color: Color) -> Fill {
    Fill { paint: rgb::Color::new(color[0], color[1], color[2]).into(), ..Fill::default() }
}

fn rect(area: Area) -> Option<Rect> {
    Rect::from_xywh(area.x, area.y, area.width, area.height)
}
