//! SVG as text: a picture, and the canvas that one is drawn on.

use std::fmt::Write;

/// The families of every text in our pictures; the first is embedded in PNG and PDF.
pub const FAMILY: &str = "Libertinus Serif, Linux Libertine, Georgia, serif";

/// A drawing that needs nothing but itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// How wide it is, in the units of its `viewBox`.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// The whole SVG document, without an XML declaration, so that it can stand inside a page.
    pub svg: String,
    /// What is to be seen, in words.
    pub alt: String,
}

/// Something to draw on, from the first thing below to the last on top.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    body: String,
}

/// How a shape is filled and outlined.
#[derive(Clone, Debug, Default)]
pub struct Paint {
    attributes: String,
}

/// How words are set.
#[derive(Clone, Copy, Debug)]
pub struct Lettering<'a> {
    /// The height of the letters' em.
    pub size: f64,
    /// The color.
    pub fill: &'a str,
    /// Which end of the words is at the given point.
    pub anchor: Anchor,
    /// From 400 for regular to 700 for bold.
    pub weight: u16,
}

/// Which end of a text is at the given point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text has its middle there.
    Middle,
    /// The text ends there.
    End,
}

impl Canvas {
    /// An empty canvas.
    pub fn new() -> Canvas {
        Canvas::default()
    }

    /// A rectangle with rounded corners.
    pub fn rect(&mut self, [x, y, width, height]: [f64; 4], radius: f64, paint: &Paint) {
        let (x, y, width, height) = (number(x), number(y), number(width), number(height));
        let round = if radius > 0.0 { format!(r#" rx="{}""#, number(radius)) } else { String::new() };
        let paint = &paint.attributes;
        self.push(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}"{round}{paint}/>"#));
    }

    /// A circle.
    pub fn circle(&mut self, [x, y]: [f64; 2], radius: f64, paint: &Paint) {
        let (x, y, radius, paint) = (number(x), number(y), number(radius), &paint.attributes);
        self.push(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}"{paint}/>"#));
    }

    /// An outline in the language of SVG paths.
    pub fn path(&mut self, outline: &str, paint: &Paint) {
        self.push(format_args!(r#"<path d="{outline}"{}/>"#, paint.attributes));
    }

    /// A straight line.
    pub fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], paint: &Paint) {
        let outline = format!("M{} {}L{} {}", number(x1), number(y1), number(x2), number(y2));
        self.path(&outline, paint);
    }

    /// Words on a line, `y` being the line they stand on.
    pub fn text(&mut self, [x, y]: [f64; 2], words: &str, lettering: Lettering) {
        let Lettering { size, fill, anchor, weight } = lettering;
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let weight = if weight == 400 { String::new() } else { format!(r#" font-weight="{weight}""#) };
        let (x, y, size, words) = (number(x), number(y), number(size), escaped(words));
        self.push(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{anchor}{weight}>{words}</text>"#
        ));
    }

    /// What the closure draws, moved, turned or scaled as a whole.
    pub fn group(&mut self, transform: &str, draw: impl FnOnce(&mut Canvas)) {
        self.push(format_args!(r#"<g transform="{transform}">"#));
        draw(self);
        self.push(format_args!("</g>"));
    }

    /// Finished SVG elements.
    pub fn raw(&mut self, elements: &str) {
        self.body.push_str(elements);
    }

    /// The elements drawn so far.
    pub fn elements(&self) -> &str {
        &self.body
    }

    /// The finished picture.
    pub fn into_picture(self, [width, height]: [f64; 2], title: &str, alt: String) -> Picture {
        let (wide, high) = (number(width), number(height));
        let (title, words) = (escaped(title), escaped(&alt));
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" aria-label="{title}: {words}" font-family="{FAMILY}"><title>{title}</title><desc>{words}</desc>{}</svg>"#,
            self.body
        );
        Picture { width, height, svg, alt }
    }

    fn push(&mut self, element: std::fmt::Arguments) {
        self.body.write_fmt(element).expect("text can always grow");
    }
}

impl Paint {
    /// A filled shape.
    pub fn fill(color: &str) -> Paint {
        Paint { attributes: format!(r#" fill="{color}""#) }
    }

    /// An outline and nothing inside.
    pub fn line(color: &str, width: f64) -> Paint {
        Paint::fill("none").outlined(color, width)
    }

    /// The same with an outline, which lies half inside and half outside.
    pub fn outlined(self, color: &str, width: f64) -> Paint {
        self.with(&format!(r#" stroke="{color}" stroke-width="{}""#, number(width)))
    }

    /// The same with round corners and ends.
    pub fn round(self) -> Paint {
        self.with(r#" stroke-linejoin="round" stroke-linecap="round""#)
    }

    /// The same with a dashed outline.
    pub fn dashed(self, dash: f64, gap: f64) -> Paint {
        self.with(&format!(r#" stroke-dasharray="{} {}""#, number(dash), number(gap)))
    }

    /// The same, but one sees what is below.
    pub fn opacity(self, opacity: f64) -> Paint {
        self.with(&format!(r#" opacity="{}""#, number(opacity)))
    }

    /// The same, but one sees what is below the area, though not what is below its outline.
    pub fn see_through(self, opacity: f64) -> Paint {
        self.with(&format!(r#" fill-opacity="{}""#, number(opacity)))
    }

    fn with(mut self, attributes: &str) -> Paint {
        self.attributes.push_str(attributes);
        self
    }
}

impl<'a> Lettering<'a> {
    /// Regular letters that begin at the point.
    pub fn new(size: f64, fill: &'a str) -> Lettering<'a> {
        Lettering { size, fill, anchor: Anchor::Start, weight: 400 }
    }

    /// The same in bold.
    pub fn bold(self) -> Lettering<'a> {
        Lettering { weight: 700, ..self }
    }

    /// The same around the point.
    pub fn centered(self) -> Lettering<'a> {
        Lettering { anchor: Anchor::Middle, ..self }
    }

    /// The same up to the point.
    pub fn ending(self) -> Lettering<'a> {
        Lettering { anchor: Anchor::End, ..self }
    }
}

/// A number with at most two decimals.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The text as it must stand in XML; characters that XML cannot hold are left out.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}
