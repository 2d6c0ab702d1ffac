//! The book as one HTML file that needs nothing else.

use std::fmt::Write;

use kit_book::rulebook::{Span, spans};
use kit_play::say;
use kit_play::sentence::{Filling, Language};

use super::chapters::{Chapter, Contents, Passage, chapters, lead};
use super::{Order, PrintError};
use crate::svg::escaped;
use crate::{Picture, Theme};

pub(super) const STYLE: &str = "\
:root { color-scheme: light; }\n\
body { font: 1.09rem/1.5 'Libertinus Serif', 'Linux Libertine', Georgia, serif; color: #201a15; background: #fffdf8; \
margin: 0 auto; padding: 2rem 1.2rem 6rem; max-width: 40rem; hyphens: auto; }\n\
h1, h2 { color: #7a2a18; line-height: 1.15; } h1 { font-size: 2.3rem; margin-top: 5rem; \
border-bottom: 1px solid #7a2a18; padding-bottom: .3rem; } h3 { margin-bottom: .3rem; }\n\
header h1 { font-size: 3.6rem; border: 0; text-align: center; margin-bottom: 0; } header p { text-align: center; }\n\
figure { margin: 1.6rem 0; text-align: center; } figure svg { max-width: 100%; height: auto; }\n\
figcaption { font-style: italic; color: #5a544e; max-width: 34rem; margin: .4rem auto 0; }\n\
table { border-collapse: collapse; width: 100%; font-size: .95em; } th { text-align: left; }\n\
th, td { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #cfc6b8; vertical-align: top; }\n\
code { font-size: .86em; } a { color: #7a2a18; } .contents { list-style: none; padding: 0; } .contents li { margin: .5rem 0; }\n\
.problems { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.4rem; }\n\
.problems figure { margin: 0; } p > span:target, :target { background: #fbeec9; }\n\
@media print { h1 { break-before: page; } h1, h2, h3 { break-after: avoid; } figure { break-inside: avoid; } \
body { max-width: none; padding: 0; } p { orphans: 2; widows: 2; } }\n";

/// The book as a page for a browser.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read.
pub fn html(order: &Order, theme: &Theme) -> Result<String, PrintError> {
    let contents = Contents::of(order, theme);
    let chapters = chapters(&contents)?;
    let [title, subject, by] = heads(order, &contents);
    let language = order.language.map_or("en", Language::code);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"author\" content=\"Don Kirkby (game design), the Chess Kit founders\">\n\
         <meta name=\"license\" content=\"CC BY-SA 4.0\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<header><h1>{title}</h1>\n<p>{subject}</p>\n<p>{by}</p></header>\n<main>\n"
    );
    let label = contents.says(&say!("Contents"));
    line(&mut page, format_args!("<nav aria-label=\"{label}\">"));
    write_contents(&mut page, &contents, &chapters);
    page.push_str("</nav>\n");
    for chapter in &chapters {
        write_chapter(&mut page, chapter);
    }
    page.push_str("</main>\n</body>\n</html>\n");
    Ok(page)
}

/// The title of the book, what it is, and by whom.
pub(super) fn heads(order: &Order, contents: &Contents) -> [String; 3] {
    let title = if let [only] = order.games.as_slice() { contents.text(only.name) } else { "Chess Kit" };
    let subject = match order.edition {
        Some(edition) => say!("The rules, edition {edition}", edition = Filling::text(edition)),
        None => say!("The rules"),
    };
    let by = say!("Games designed and collected by Don Kirkby");
    [title.to_owned(), contents.says(&subject), contents.says(&by)]
}

/// All chapters with links to them, and below each game what it is and what it needs.
pub(super) fn write_contents(page: &mut String, contents: &Contents, chapters: &[Chapter]) {
    if let Some(lead) = lead(contents) {
        line(page, format_args!("<p>{}</p>", inline(&lead)));
    }
    page.push_str("<ol class=\"contents\">\n");
    for chapter in chapters {
        let summary = chapter.summary.as_deref();
        let below = summary.map_or_else(String::new, |words| format!("<br/>{}", inline(words)));
        let title = inline(&chapter.title);
        line(page, format_args!("<li><a href=\"#{}\">{title}</a>{below}</li>", chapter.place));
    }
    page.push_str("</ol>\n");
}

pub(super) fn line(page: &mut String, words: std::fmt::Arguments) {
    writeln!(page, "{words}").expect("text can always grow");
}

pub(super) fn write_chapter(page: &mut String, chapter: &Chapter) {
    line(page, format_args!("<section>\n<h1 id=\"{}\">{}</h1>", chapter.place, inline(&chapter.title)));
    let mut in_list = false;
    for passage in &chapter.passages {
        let is_entry = matches!(passage, Passage::Entry(..));
        match (in_list, is_entry) {
            (false, true) => page.push_str("<ul>\n"),
            (true, false) => page.push_str("</ul>\n"),
            (true, true) | (false, false) => {}
        }
        in_list = is_entry;
        write_passage(page, passage);
    }
    page.push_str(if in_list { "</ul>\n</section>\n" } else { "</section>\n" });
}

fn write_passage(page: &mut String, passage: &Passage) {
    let id =
        |rule: &Option<String>| rule.as_ref().map_or_else(String::new, |rule| format!(" id=\"rule-{rule}\""));
    match passage {
        Passage::Heading(level, text, place) => {
            line(page, format_args!("<h{level} id=\"{place}\">{}</h{level}>", inline(text)));
        }
        Passage::Text(texts) => {
            let part = |(rule, text): &(Option<String>, String)| match rule {
                Some(_) => format!("<span{}>{}</span>", id(rule), inline(text)),
                None => inline(text),
            };
            let parts: Vec<String> = texts.iter().map(part).collect();
            line(page, format_args!("<p>{}</p>", parts.join(" ")));
        }
        Passage::Entry(rule, text) => line(page, format_args!("<li{}>{}</li>", id(rule), inline(text))),
        Passage::Figure(picture, caption) => write_figure(page, picture, caption.as_deref()),
        Passage::Table(rows, _) => write_table(page, rows),
        Passage::Problems(problems) => {
            page.push_str("<div class=\"problems\">\n");
            for (words, picture) in problems {
                write_figure(page, picture, Some(words));
            }
            page.push_str("</div>\n");
        }
    }
}

fn write_figure(page: &mut String, picture: &Picture, caption: Option<&str>) {
    let caption =
        caption.map_or_else(String::new, |words| format!("\n<figcaption>{}</figcaption>", inline(words)));
    line(page, format_args!("<figure>{}{caption}</figure>", picture.svg));
}

fn write_table(page: &mut String, rows: &[Vec<String>]) {
    page.push_str("<table>\n");
    for (number, row) in rows.iter().enumerate() {
        let (open, close) = if number == 0 { ("<th scope=\"col\">", "</th>") } else { ("<td>", "</td>") };
        let cells: String = row.iter().map(|cell| format!("{open}{}{close}", inline(cell))).collect();
        line(page, format_args!("<tr>{cells}</tr>"));
    }
    page.push_str("</table>\n");
}

/// The markup of the rule books as HTML.
pub(super) fn inline(text: &str) -> String {
    let span = |span: &Span| match span {
        Span::Plain(words) => escaped(words),
        Span::Emphasis(words) => format!("<em>{}</em>", escaped(words)),
        Span::Strong(words) => format!("<strong>{}</strong>", escaped(words)),
        Span::Code(words) => format!("<code>{}</code>", escaped(words)),
        Span::Link { text, address } => format!("<a href=\"{}\">{}</a>", escaped(address), escaped(text)),
    };
    spans(text).iter().map(span).collect()
}
