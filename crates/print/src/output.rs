//! Pictures as files: SVG, and with the feature `files` PNG and PDF.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kit_play::sentence::Filling;
use kit_play::{Sentence, say};

use crate::Picture;
use crate::svg::number;

/// A picture that could not be turned into a file.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.sentence())]
pub enum BadOutput {
    /// The SVG could not be read back.
    Drawing(String),
    /// There is no room for so many pixels.
    TooLarge(u32, u32),
    /// A page cannot have this size, in points.
    NoPage(f64, f64),
    /// The PDF could not be put together.
    Pdf(String),
}

impl BadOutput {
    /// What is wrong, in a sentence; only what another library says stays English.
    pub fn sentence(&self) -> Sentence {
        match self {
            BadOutput::Drawing(problem) => {
                say!("the drawing cannot be read: {problem}", problem = Filling::text(problem))
            }
            BadOutput::TooLarge(width, height) => {
                let (width, height) = (*width, *height);
                say!("a picture of {width} by {height} pixels is too large", width, height)
            }
            BadOutput::NoPage(width, height) => {
                let (width, height) = (Filling::text(width), Filling::text(height));
                say!("{width} by {height} points is no page", width, height)
            }
            BadOutput::Pdf(problem) => {
                say!("the PDF cannot be written: {problem}", problem = Filling::text(problem))
            }
        }
    }
}

/// The picture as an SVG document that is `width` units wide, or as wide as it was drawn.
pub fn svg(picture: &Picture, width: Option<f64>) -> Vec<u8> {
    let Some(width) = width else { return picture.svg.clone().into_bytes() };
    let height = picture.height * width / picture.width;
    let size = |width, height| format!(r#" width="{}" height="{}" role"#, number(width), number(height));
    picture.svg.replacen(&size(picture.width, picture.height), &size(width, height), 1).into_bytes()
}

/// Writes a whole file or none: first beside its place, then, when all is there, into it.
///
/// # Errors
///
/// Fails when the folder is not there or cannot be written to; then nothing is left behind.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What is not a plain file, such as a pipe or `/dev/stdout`, can only be written to.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return fs::write(path, bytes);
    }
    // A link stays a link: what it points to is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = beside(&path)?;
    let written = fs::File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::other("this is not the name of a file"))?;
    Ok(path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id())))
}

#[cfg(feature = "files")]
pub use files::{pdf, png, tree};

#[cfg(feature = "files")]
mod files {
    use krilla::Document;
    use krilla::destination::XyzDestination;
    use krilla::geom::{Point, Size};
    use krilla::metadata::Metadata;
    use krilla::outline::{Outline, OutlineNode};
    use krilla::page::PageSettings;
    use krilla::tagging::{ContentTag, Tag, TagGroup, TagTree};
    use krilla_svg::{SurfaceExt, SvgSettings};
    use resvg::tiny_skia::{Pixmap, Transform};
    use usvg::{Options, Tree};

    use super::BadOutput;
    use crate::pages::pdf::settings as accessible;
    use crate::{Picture, fonts};

    /// The picture with its fonts found and its text laid out, ready for `krilla_svg` and `resvg`.
    pub fn tree(picture: &Picture) -> Result<Tree, BadOutput> {
        let options =
            Options { fontdb: fonts::database(), font_family: fonts::SERIF.to_owned(), ..Options::default() };
        Tree::from_str(&picture.svg, &options).map_err(|error| BadOutput::Drawing(error.to_string()))
    }

    /// The picture as PNG, `width` pixels wide.
    pub fn png(picture: &Picture, width: u32) -> Result<Vec<u8>, BadOutput> {
        let scale = f64::from(width) / picture.width;
        let height = ((picture.height * scale).round() as u32).max(1);
        let mut pixels = Pixmap::new(width, height).ok_or(BadOutput::TooLarge(width, height))?;
        let scale = scale as f32;
        resvg::render(&tree(picture)?, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| BadOutput::Drawing(error.to_string()))
    }

    /// The picture as a PDF of one page, `width` points wide.
    pub fn pdf(picture: &Picture, width: f64) -> Result<Vec<u8>, BadOutput> {
        let height = picture.height * width / picture.width;
        let bad = || BadOutput::NoPage(width, height);
        let (width, height) = (width as f32, height as f32);
        let settings = PageSettings::from_wh(width, height).ok_or_else(bad)?;
        let size = Size::from_wh(width, height).ok_or_else(bad)?;
        let mut document = Document::new_with(accessible().map_err(BadOutput::Pdf)?);
        document.set_metadata(Metadata::new().title(picture.alt.clone()).language("en".to_owned()));
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let drawn = surface.start_tagged(ContentTag::Other);
        surface.draw_svg(&tree(picture)?, size, SvgSettings::default()).ok_or_else(bad)?;
        surface.end_tagged();
        surface.finish();
        page.finish();
        let mut tags = TagTree::new().with_lang(Some("en".to_owned()));
        tags.push(TagGroup::with_children(Tag::Figure(Some(picture.alt.clone())), vec![drawn.into()]));
        document.set_tag_tree(tags);
        let mut outline = Outline::new();
        let start = XyzDestination::new(0, Point::from_xy(0.0, 0.0));
        outline.push_child(OutlineNode::new(picture.alt.clone(), start));
        document.set_outline(outline);
        document.finish().map_err(|error| BadOutput::Pdf(format!("{error:?}")))
    }
}
