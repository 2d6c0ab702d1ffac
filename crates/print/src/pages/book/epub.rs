//! The book as an EPUB file: a page of XHTML for each chapter, with the pictures in it.
//!
//! The pages are made by the same functions as the one for browsers, so both say the same.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{Cursor, Write};

use kit_chess::shakmaty::{Color, Role};
use kit_play::say;
use kit_play::sentence::Language;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::chapters::{Chapter, Contents, chapters};
use super::html::{STYLE, heads, inline, write_chapter, write_contents};
use super::{Order, PrintError};
use crate::svg::{Canvas, Lettering, Paint, escaped};
use crate::{Picture, Theme, art, output};

/// What stands first in the file, so that a reader knows its kind without unpacking it.
const KIND: &str = "application/epub+zip";

const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n\
<rootfiles><rootfile full-path=\"book/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>\n\
</container>\n";

/// The moment that every file names. Readers tell two files of one book apart by it; ours have the
/// version in their name, and the same version writes the same bytes, so no clock is asked.
const MODIFIED: &str = "2026-01-01T00:00:00Z";

/// How wide the cover is, in pixels.
const COVER: u32 = 1000;

/// A page of the book.
struct Page {
    /// The name of its file.
    file: String,
    /// Its title in the list of chapters; none for what stands before them.
    title: Option<String>,
    /// Its elements between `<body>` and `</body>`.
    body: String,
}

/// The book as an EPUB file.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read.
pub fn epub(order: &Order, theme: &Theme) -> Result<Vec<u8>, PrintError> {
    let contents = Contents::of(order, theme);
    let chapters = chapters(&contents)?;
    let heads = heads(order, &contents);
    let pages = linked(pages(&heads, &contents, &chapters));
    let cover = output::png(&cover(&heads, theme), COVER).map_err(|bad| PrintError::Pdf(bad.to_string()))?;
    let language = order.language.map_or("en", Language::code);
    let mut files: Vec<(String, Vec<u8>)> = vec![
        ("META-INF/container.xml".into(), CONTAINER.into()),
        ("book/package.opf".into(), package(order, &heads, &pages, language).into_bytes()),
        ("book/nav.xhtml".into(), navigation(&contents, &pages, language).into_bytes()),
        ("book/style.css".into(), STYLE.into()),
        ("book/cover.png".into(), cover),
    ];
    for page in &pages {
        let title = page.title.as_deref().unwrap_or(&heads[0]);
        let text = xhtml(title, &page.body, language);
        files.push((format!("book/{}", page.file), text.into_bytes()));
    }
    packed(&files).map_err(|problem| PrintError::Pdf(problem.to_string()))
}

/// All files in one, the kind of the whole first and as it is.
fn packed(files: &[(String, Vec<u8>)]) -> ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default().last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("mimetype", options.compression_method(CompressionMethod::Stored))?;
    zip.write_all(KIND.as_bytes())?;
    for (name, bytes) in files {
        zip.start_file(name.as_str(), options.compression_method(CompressionMethod::Deflated))?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The cover, the title, the contents and the chapters, with links as on one page.
fn pages([title, subject, by]: &[String; 3], contents: &Contents, chapters: &[Chapter]) -> Vec<Page> {
    let (words, below) = (escaped(title), escaped(subject));
    let by = escaped(by);
    let cover = format!("<div><img src=\"cover.png\" alt=\"{words}: {below}\"/></div>\n");
    let header = format!("<header><h1>{words}</h1>\n<p>{below}</p>\n<p>{by}</p></header>\n");
    let heading = contents.says(&say!("Contents"));
    let mut list = format!("<section>\n<h1>{}</h1>\n", escaped(&heading));
    write_contents(&mut list, contents, chapters);
    list.push_str("</section>\n");
    let mut pages = vec![
        Page { file: "cover.xhtml".into(), title: None, body: cover },
        Page { file: "title.xhtml".into(), title: None, body: header },
        Page { file: "contents.xhtml".into(), title: None, body: list },
    ];
    for (number, chapter) in chapters.iter().enumerate() {
        let mut body = String::new();
        write_chapter(&mut body, chapter);
        let file = format!("{:02}-{}.xhtml", number + 1, chapter.place);
        pages.push(Page { file, title: Some(chapter.title.clone()), body });
    }
    pages
}

/// The same pages with links that name the file in which a place is.
fn linked(pages: Vec<Page>) -> Vec<Page> {
    const ID: &str = " id=\"";
    const LINK: &str = " href=\"#";
    let mut files: HashMap<String, String> = HashMap::new();
    for page in &pages {
        for place in page.body.split(ID).skip(1).filter_map(|rest| rest.split('"').next()) {
            files.insert(place.to_owned(), page.file.clone());
        }
    }
    let link = |page: Page| {
        let mut parts = page.body.split(LINK);
        let mut body = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let place = part.split('"').next().unwrap_or_default();
            let file = files.get(place).filter(|file| **file != page.file).map_or("", String::as_str);
            body.push_str(&format!(" href=\"{file}#{part}"));
        }
        Page { body, ..page }
    };
    pages.into_iter().map(link).collect()
}

/// A whole page.
fn xhtml(title: &str, body: &str, language: &str) -> String {
    let title = escaped(title);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
         lang=\"{language}\" xml:lang=\"{language}\">\n<head>\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// The list of chapters that readers show beside the text.
fn navigation(contents: &Contents, pages: &[Page], language: &str) -> String {
    let heading = contents.says(&say!("Contents"));
    let mut body = format!("<nav epub:type=\"toc\">\n<h1>{}</h1>\n<ol>\n", escaped(&heading));
    for page in pages {
        if let Some(title) = &page.title {
            let _ = writeln!(body, "<li><a href=\"{}\">{}</a></li>", page.file, inline(title));
        }
    }
    body.push_str("</ol>\n</nav>\n");
    xhtml(&heading, &body, language)
}

/// What the file is, what is in it, and in which order it is read.
fn package(order: &Order, [title, subject, _]: &[String; 3], pages: &[Page], language: &str) -> String {
    let games: Vec<&str> = order.games.iter().map(|about| about.id).collect();
    let edition = order.edition.unwrap_or("newest");
    let name = format!("chess-kit {} {language} {edition} {}", env!("CARGO_PKG_VERSION"), games.join(" "));
    let (title, subject) = (escaped(title), escaped(subject));
    let mut items = String::new();
    let mut spine = String::new();
    for (number, page) in pages.iter().enumerate() {
        let properties = if page.body.contains("<svg ") { " properties=\"svg\"" } else { "" };
        let file = &page.file;
        items.push_str(&format!(
            "<item id=\"page-{number}\" href=\"{file}\" media-type=\"application/xhtml+xml\"{properties}/>\n"
        ));
        spine.push_str(&format!("<itemref idref=\"page-{number}\"/>\n"));
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"name\" \
         xml:lang=\"{language}\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <dc:identifier id=\"name\">{name}</dc:identifier>\n<dc:title>{title}</dc:title>\n\
         <dc:language>{language}</dc:language>\n<dc:description>{subject}</dc:description>\n\
         <dc:creator>Don Kirkby</dc:creator>\n<dc:contributor>The Chess Kit founders</dc:contributor>\n\
         <dc:rights>CC BY-SA 4.0</dc:rights>\n\
         <meta property=\"dcterms:modified\">{MODIFIED}</meta>\n\
         <meta property=\"schema:accessMode\">textual</meta>\n<meta property=\"schema:accessMode\">visual</meta>\n\
         <meta property=\"schema:accessModeSufficient\">textual</meta>\n\
         <meta property=\"schema:accessibilityFeature\">alternativeText</meta>\n\
         <meta property=\"schema:accessibilityFeature\">structuralNavigation</meta>\n\
         <meta property=\"schema:accessibilityHazard\">none</meta>\n</metadata>\n\
         <manifest>\n<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
         <item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n\
         <item id=\"cover\" href=\"cover.png\" media-type=\"image/png\" properties=\"cover-image\"/>\n\
         {items}</manifest>\n<spine>\n{spine}</spine>\n</package>\n"
    )
}

/// The picture on the shelf: the title, six pieces, and the designer's name.
fn cover([title, subject, by]: &[String; 3], theme: &Theme) -> Picture {
    let (width, height) = (600.0, 900.0);
    let (paper, accent, ink) = ("#fffdf8", "#7a2a18", "#201a15");
    let mut canvas = Canvas::new();
    canvas.rect([0.0, 0.0, width, height], 0.0, &Paint::fill(paper));
    canvas.rect([24.0, 24.0, width - 48.0, height - 48.0], 0.0, &Paint::line(accent, 4.0));
    canvas.rect([33.0, 33.0, width - 66.0, height - 66.0], 0.0, &Paint::line(accent, 1.2));
    // A letter is about half as wide as it is high.
    let fitting = |words: &str, most: f64| (1000.0 / words.chars().count().max(1) as f64).min(most);
    let middle = width / 2.0;
    canvas.text([middle, 220.0], title, Lettering::new(fitting(title, 92.0), accent).bold().centered());
    canvas.text([middle, 290.0], subject, Lettering::new(fitting(subject, 34.0), ink).centered());
    let roles = [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Pawn];
    for (number, role) in roles.into_iter().enumerate() {
        let color = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        let at = [75.0 + (number % 3) as f64 * 150.0, 370.0 + (number / 3) as f64 * 160.0];
        art::draw_piece(&mut canvas, role.of(color), at, 150.0, theme);
    }
    canvas.text([middle, 800.0], by, Lettering::new(fitting(by, 28.0), ink).centered());
    canvas.into_picture([width, height], "Cover", format!("{title}: {subject}"))
}
