//! Pictures that go out: in which format, colors and size, and where to.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Sentence, say};
use kit_print::{Picture, Theme, output};

use crate::usage::Usage;
use crate::words::either;

/// How a picture is written.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PictureArgs {
    /// Where to write it, as .svg, .png or .pdf; to standard output if nothing is said
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format, where no file name tells it: svg, png or pdf
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// The colours: wood (the default), paper, dark, high-contrast, or print for black ink alone
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// How wide: small, medium, large, 600 (pixels) or a length such as 80mm, 3in, 200pt
    #[arg(long, value_name = "WIDTH")]
    pub size: Option<String>,
}

/// The same, read and found possible before anything is drawn.
pub struct Wanted {
    format: Format,
    /// The colors to draw with.
    pub theme: Theme,
    width: Option<Length>,
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Pdf,
}

const FORMATS: [(&str, Format); 3] = [("svg", Format::Svg), ("png", Format::Png), ("pdf", Format::Pdf)];

/// Widths that have names, in pixels.
const NAMED_SIZES: [(&str, f64); 3] = [("small", 240.0), ("medium", 480.0), ("large", 960.0)];

/// Units of length, and how many of them make an inch.
const UNITS: [(&str, f64); 5] = [("px", 96.0), ("mm", 25.4), ("cm", 2.54), ("in", 1.0), ("pt", 72.0)];

/// The narrowest and the widest picture, in pixels.
const NARROWEST: f64 = 16.0;
const WIDEST: f64 = 10_000.0;

/// What a build without the feature `print` says of png and pdf.
fn svg_only() -> Sentence {
    say!("this build draws svg only; `cargo build --release --package chess-kit` makes one for png and pdf")
}

/// How many pixels of a PNG make an inch when its width is given as a length.
#[cfg(feature = "print")]
const DOTS: f64 = 300.0;

/// A width in inches, and whether it was given in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Length {
    inches: f64,
    in_pixels: bool,
}

impl PictureArgs {
    /// Reads what is wanted.
    ///
    /// # Errors
    ///
    /// Fails when there is no such format, theme or size, or when this build lacks the format.
    pub fn wanted(&self) -> anyhow::Result<Wanted> {
        let format = self.format()?;
        if format != Format::Svg && !cfg!(feature = "print") {
            return Err(Usage::error(svg_only()));
        }
        let theme = self.theme.as_deref().map_or(Ok(Theme::WOOD), Theme::named).map_err(Usage::error)?;
        let width = self.size.as_deref().map(read_width).transpose()?;
        Ok(Wanted { format, theme, width, output: self.output.clone() })
    }

    /// Whether nothing is said about a picture.
    pub fn is_empty(&self) -> bool {
        let PictureArgs { output, format, theme, size } = self;
        output.is_none() && format.is_none() && theme.is_none() && size.is_none()
    }

    fn format(&self) -> anyhow::Result<Format> {
        let names = FORMATS.map(|(name, _)| name);
        let known =
            |name: &str| FORMATS.into_iter().find(|(known, _)| *known == name).map(|(_, format)| format);
        let ending = self.output.as_deref().map(|path| (path, ending(path)));
        match (&self.format, ending) {
            (Some(name), _) => known(name).ok_or_else(|| {
                let found = Filling::text(excerpt(name));
                Usage::error(say!(
                    "unknown format: `{found}` (try {formats})",
                    found,
                    formats = either(&names)
                ))
            }),
            (None, Some((path, ending))) => known(&ending).ok_or_else(|| {
                let file = Filling::text(excerpt(&path.display().to_string()));
                let endings = either(&names.map(|name| format!(".{name}")));
                Usage::error(say!("unknown file ending: `{file}` (try {endings})", file, endings))
            }),
            (None, None) => Ok(Format::Svg),
        }
    }
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

fn read_width(text: &str) -> anyhow::Result<Length> {
    let named = NAMED_SIZES.into_iter().find(|(name, _)| *name == text).map(|(_, pixels)| (pixels, "px"));
    let unit = UNITS.into_iter().find_map(|(unit, _)| Some((text.strip_suffix(unit)?, unit)));
    let (digits, unit) = unit.unwrap_or((text, "px"));
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let given = digits.parse().ok().filter(|_| plain).map(|number: f64| (number, unit));
    let length = named.or(given).and_then(|(number, unit)| {
        let per_inch = UNITS.into_iter().find(|(known, _)| *known == unit)?.1;
        Some(Length { inches: number / per_inch, in_pixels: unit == "px" })
    });
    let fits = |length: &Length| (NARROWEST..=WIDEST).contains(&(length.inches * 96.0));
    length.filter(fits).ok_or_else(|| {
        let names = Filling::row_of(NAMED_SIZES.map(|(name, _)| Filling::text(name)));
        Usage::error(say!(
            "not a size: `{found}` (try {names}, a width from {least} to {most} pixels, or a length such as 80mm)",
            found = Filling::text(excerpt(text)),
            names,
            least = Filling::text(NARROWEST),
            most = Filling::text(WIDEST),
        ))
    })
}

impl Wanted {
    /// Draws the picture's file and writes all of it, or nothing.
    ///
    /// # Errors
    ///
    /// Fails when the picture is too large or the file cannot be written.
    pub fn deliver(&self, picture: &Picture) -> anyhow::Result<()> {
        let bytes = self.bytes(picture)?;
        match &self.output {
            Some(path) => output::write_file(path, &bytes).with_context(|| path.display().to_string()),
            None => {
                let mut out = std::io::stdout().lock();
                out.write_all(&bytes)?;
                Ok(out.flush()?)
            }
        }
    }

    fn bytes(&self, picture: &Picture) -> anyhow::Result<Vec<u8>> {
        match self.format {
            Format::Svg => {
                let mut svg = output::svg(picture, self.width.map(|length| length.inches * 96.0));
                svg.push(b'\n');
                Ok(svg)
            }
            Format::Png | Format::Pdf => self.drawn(picture),
        }
    }

    #[cfg(feature = "print")]
    fn drawn(&self, picture: &Picture) -> anyhow::Result<Vec<u8>> {
        let file = match self.format {
            Format::Png => {
                // Twice as fine as it was drawn, so that it looks right on sharp screens.
                let pixels = self.width.map_or(2.0 * picture.width, |length| {
                    if length.in_pixels { length.inches * 96.0 } else { length.inches * DOTS }
                });
                output::png(picture, pixels.round() as u32)
            }
            Format::Svg | Format::Pdf => {
                output::pdf(picture, self.width.map_or(0.75 * picture.width, |length| length.inches * 72.0))
            }
        };
        file.map_err(Usage::from_error)
    }

    #[cfg(not(feature = "print"))]
    fn drawn(&self, _: &Picture) -> anyhow::Result<Vec<u8>> {
        Err(Usage::error(svg_only()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_read_with_and_without_units() {
        let inches = |text: &str| read_width(text).map(|length| (length.inches * 100.0).round());
        for (text, expected) in
            [("96", 100.0), ("96px", 100.0), ("25.4mm", 100.0), ("2in", 200.0), ("36pt", 50.0)]
        {
            assert_eq!(inches(text).ok(), Some(expected), "{text}");
        }
        assert_eq!(inches("large").ok(), Some(1000.0));
        for text in
            ["", "0", "15", "10001", "-5", "1e3", "inf", "NaN", "px", "1..2", "huge", "5 mm", "200cm9"]
        {
            assert!(read_width(text).is_err(), "{text}");
        }
    }
}
