//! Faces: the fonts of the printed pages, how a text becomes glyphs, and in which language it is set.
//!
//! Text is set in Libertinus Serif; what it lacks, such as suits of cards, comes from DejaVu.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use hypher::Lang;
use kit_play::Sentence;
use kit_play::sentence::{Language, Names};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::ttf_parser::Tag;
use rustybuzz::{Direction, Feature, ShapePlan, UnicodeBuffer, script};

/// One of our fonts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Running text.
    Regular,
    /// Emphasis and captions.
    Italic,
    /// Small headings and strong words.
    Semibold,
    /// Large headings.
    Bold,
    /// What is typed.
    Mono,
}

/// A color as red, green and blue.
pub type Color = [u8; 3];

/// Black, for text.
pub const INK: Color = [0, 0, 0];
/// For headings and rules: dark enough to print in gray.
pub const ACCENT: Color = [122, 42, 24];
/// For what is said in passing.
pub const MUTED: Color = [90, 84, 78];
/// For hair lines.
pub const HAIR: Color = [150, 142, 132];

/// How a text looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Which font.
    pub face: Face,
    /// The size in points.
    pub size: f32,
    /// The color.
    pub color: Color,
    /// Whether lower case letters are small capitals.
    pub small_capitals: bool,
    /// Where a click leads: an address, or `#` and the name of a place in the document.
    pub link: Option<Rc<str>>,
}

impl Style {
    /// Black text.
    pub fn new(face: Face, size: f32) -> Style {
        Style { face, size, color: INK, small_capitals: false, link: None }
    }

    /// The same in another color.
    pub fn colored(self, color: Color) -> Style {
        Style { color, ..self }
    }

    /// The same in small capitals.
    pub fn capitals(self) -> Style {
        Style { small_capitals: true, ..self }
    }

    /// The same as a link.
    pub fn linked(self, target: &str) -> Style {
        Style { link: Some(target.into()), ..self }
    }
}

/// A text as glyphs of one font.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it looks; the face is the one that has the glyphs.
    pub style: Style,
    /// The text.
    pub text: String,
    /// Its glyphs; advances count in parts of the size.
    pub glyphs: Vec<KrillaGlyph>,
}

impl Run {
    /// How wide it is in points.
    pub fn width(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>() * self.style.size
    }

    /// How many blanks it has, which can be stretched.
    pub fn blanks(&self) -> usize {
        self.text.matches(' ').count()
    }

    /// Puts a blank behind it that takes no room: whoever has the text read aloud or copies it needs one
    /// between two words, although nobody sees it at the end of a line.
    pub fn end_with_blank(&mut self, faces: &Faces) {
        let start = self.text.len();
        self.text.push(' ');
        for blank in faces.shape(" ", &self.style) {
            for mut glyph in blank.glyphs {
                glyph.x_advance = 0.0;
                glyph.text_range = start..self.text.len();
                self.glyphs.push(glyph);
            }
        }
    }

    /// Makes each blank wider, or narrower.
    pub fn stretch(&mut self, points: f32) {
        for glyph in &mut self.glyphs {
            if self.text.get(glyph.text_range.clone()) == Some(" ") {
                glyph.x_advance += points / self.style.size;
            }
        }
    }
}

/// A sentence in a language; English, if there is none.
pub fn said_in(language: Option<&'static Language>, sentence: &Sentence) -> String {
    sentence.words_in(&Names::default().in_language(language))
}

/// All faces, ready to use.
pub struct Faces {
    loaded: Vec<(Face, Loaded)>,
    /// Widths that were measured before, in parts of the size.
    measured: RefCell<HashMap<(Face, bool, String), f32>>,
    language: Option<&'static Language>,
}

struct Loaded {
    shaper: rustybuzz::Face<'static>,
    /// How to shape Latin letters, without and with small capitals.
    plans: [ShapePlan; 2],
    font: Font,
}

/// Which file of the assets is which face: the full name inside the font.
const FILES: [(Face, &str); 5] = [
    (Face::Regular, "Libertinus Serif Regular"),
    (Face::Italic, "Libertinus Serif Italic"),
    (Face::Semibold, "Libertinus Serif Semibold"),
    (Face::Bold, "Libertinus Serif Bold"),
    (Face::Mono, "DejaVu Sans Mono"),
];

impl Faces {
    /// The faces for text in a language; English, if there is none.
    pub fn for_language(language: Option<&'static Language>) -> Faces {
        Faces { language, ..Faces::load() }
    }

    /// The language of the text, if it is not English.
    pub fn language(&self) -> Option<&'static Language> {
        self.language
    }

    /// A sentence in the language of the text.
    pub fn says(&self, sentence: &Sentence) -> String {
        said_in(self.language, sentence)
    }

    /// An English text in the language of the text, if it has one.
    pub fn text<'t>(&'t self, english: &'t str) -> &'t str {
        self.language.map_or(english, |language| language.text_or_english(english))
    }

    /// How words are parted, and whether names and nouns are, too.
    pub fn hyphens(&self) -> (Lang, bool) {
        match self.language.map(Language::code) {
            Some("de") => (Lang::German, true),
            Some(_) | None => (Lang::English, false),
        }
    }

    /// Loads all faces from the assets in the binary.
    pub fn load() -> Faces {
        let assets: Vec<(String, &'static [u8])> =
            typst_assets::fonts().filter_map(|data| Some((full_name(data)?, data))).collect();
        let loaded = FILES.map(|(face, name)| {
            let (_, data) =
                assets.iter().find(|(full, _)| full == name).expect("the assets have all our fonts");
            let shaper = rustybuzz::Face::from_slice(data, 0).expect("a font of the assets can be read");
            let font = Font::new((*data).into(), 0).expect("a font of the assets can be read");
            let plan = |features: &[Feature]| {
                let direction = Direction::LeftToRight;
                ShapePlan::new(&shaper, direction, Some(script::LATIN), None, features)
            };
            let plans = [plan(&[]), plan(&[small_capitals()])];
            (face, Loaded { plans, shaper, font })
        });
        Faces { loaded: loaded.into(), measured: RefCell::default(), language: None }
    }

    fn loaded(&self, face: Face) -> &Loaded {
        let found = self.loaded.iter().find(|(known, _)| *known == face);
        &found.expect("all faces are loaded").1
    }

    /// The font for a document.
    pub fn font(&self, face: Face) -> Font {
        self.loaded(face).font.clone()
    }

    /// The text as glyphs, in several runs where a font lacks some characters.
    pub fn shape(&self, text: &str, style: &Style) -> Vec<Run> {
        let mut runs: Vec<(Face, String)> = Vec::new();
        for letter in text.chars() {
            let face = self.face_with(letter, style.face);
            match runs.last_mut() {
                Some((last, run)) if *last == face || letter == ' ' => run.push(letter),
                Some(_) | None => runs.push((face, letter.to_string())),
            }
        }
        let style_in = |face| Style { face, ..style.clone() };
        runs.into_iter().map(|(face, text)| self.shape_run(text, style_in(face))).collect()
    }

    /// The width of a text in points.
    pub fn width(&self, text: &str, style: &Style) -> f32 {
        let key = (style.face, style.small_capitals, text.to_owned());
        let known = self.measured.borrow().get(&key).copied();
        let width = known.unwrap_or_else(|| {
            let width = self.shape(text, style).iter().map(Run::width).sum::<f32>() / style.size;
            self.measured.borrow_mut().insert(key, width);
            width
        });
        width * style.size
    }

    fn face_with(&self, letter: char, wanted: Face) -> Face {
        let has = |face: Face| self.loaded(face).shaper.glyph_index(letter).is_some();
        let faces = [wanted, Face::Regular, Face::Mono];
        faces.into_iter().find(|face| letter == SOFT_HYPHEN || has(*face)).unwrap_or(wanted)
    }

    fn shape_run(&self, text: String, style: Style) -> Run {
        let loaded = self.loaded(style.face);
        // A soft hyphen at the end of a line is shown as a hyphen and copied as nothing. A glyph stands
        // for one text only, so it is not the glyph of the hyphen that is typed.
        let shown = text.replace(SOFT_HYPHEN, "\u{2010}");
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&shown);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(script::LATIN);
        let plan = &loaded.plans[usize::from(style.small_capitals)];
        let shaped = rustybuzz::shape_with_plan(&loaded.shaper, plan, buffer);
        let clusters: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        let em = loaded.shaper.units_per_em() as f32;
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).zip(&clusters);
        let glyphs = glyphs.map(|((info, place), start)| {
            let range = original(&text, &shown, cluster_range(*start, &clusters, shown.len()));
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                place.x_advance as f32 / em,
                place.x_offset as f32 / em,
                place.y_offset as f32 / em,
                place.y_advance as f32 / em,
                range,
                None,
            )
        });
        Run { glyphs: glyphs.collect(), style, text }
    }
}

fn small_capitals() -> Feature {
    Feature::new(Tag::from_bytes(b"smcp"), 1, ..)
}

/// Where a word may be broken; at the end of a line it looks like a hyphen.
pub const SOFT_HYPHEN: char = '\u{ad}';

/// The text from one cluster to the next.
fn cluster_range(start: usize, clusters: &[usize], end: usize) -> Range<usize> {
    let next = clusters.iter().copied().filter(|other| *other > start).min();
    start..next.unwrap_or(end)
}

/// The range in the text that a range of the shown text stands for: only the last character
/// of a run can be a soft hyphen, which is longer than the hyphen that is shown.
fn original(text: &str, shown: &str, range: Range<usize>) -> Range<usize> {
    if range.end == shown.len() { range.start..text.len() } else { range }
}

/// The full name inside a font.
fn full_name(data: &[u8]) -> Option<String> {
    let face = rustybuzz::ttf_parser::Face::parse(data, 0).ok()?;
    let names = face.names().into_iter();
    names
        .filter(|name| name.name_id == rustybuzz::ttf_parser::name_id::FULL_NAME)
        .find_map(|name| name.to_string())
}
