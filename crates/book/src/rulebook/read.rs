//! The reader of rule books.

use std::collections::VecDeque;
use std::str::FromStr;

use kit_play::BadText;
use kit_play::text::excerpt;

use super::{Block, RuleBook, Section, Span, spans};
use crate::diagram::Diagram;

/// What other Markdown begins its lines with, and we do not use.
const FOREIGN: [&str; 8] = [" ", "\t", "* ", "+ ", "> ", "|", "<", "---"];

impl FromStr for RuleBook {
    type Err = BadText;

    fn from_str(text: &str) -> Result<RuleBook, BadText> {
        let mut reader = Reader::default();
        reader.read(text)?;
        Ok(reader.finish()?.0)
    }
}

/// A book while it is read.
#[derive(Default)]
pub struct Reader {
    title: Option<String>,
    blocks: Vec<Block>,
    /// The line on which each block begins.
    lines: Vec<usize>,
    /// The diagrams that a translation takes over, with their texts.
    pictures: Option<VecDeque<(Box<Diagram>, String)>>,
    /// What the line before was, which decides what this line belongs to.
    above: Above,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Above {
    #[default]
    Nothing,
    Words,
    Fence,
}

impl Reader {
    /// Reads a translation of a book.
    pub fn translating(book: &RuleBook) -> Reader {
        let picture = |block: &Block| match block {
            Block::Diagram { diagram, source, .. } => Some((diagram.clone(), source.clone())),
            Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } => None,
        };
        Reader { pictures: Some(book.blocks.iter().filter_map(picture).collect()), ..Reader::default() }
    }

    pub fn read(&mut self, text: &str) -> Result<(), BadText> {
        let mut lines = text.lines().map(str::trim_end).zip(1..);
        while let Some((line, number)) = lines.next() {
            if let Some(kind) = line.strip_prefix("```") {
                let rest = lines.by_ref().map(|(line, _)| line);
                self.read_diagram(number, kind, rest)?;
            } else if line.starts_with('#') {
                self.read_heading(number, line)?;
            } else {
                self.read_line(number, line)?;
            }
            self.lines.resize(self.blocks.len(), number);
        }
        Ok(())
    }

    /// The book, and the lines on which its blocks begin.
    pub fn finish(self) -> Result<(RuleBook, Vec<usize>), BadText> {
        let title =
            self.title.ok_or_else(|| BadText::in_english(1, "a rule book begins with `# ` and its title"))?;
        Ok((RuleBook { title, blocks: self.blocks, language: None }, self.lines))
    }

    fn read_heading(&mut self, number: usize, line: &str) -> Result<(), BadText> {
        self.above = Above::Nothing;
        let text = line.trim_start_matches('#');
        let level = line.len() - text.len();
        let words = text.strip_prefix(' ').map_or("", str::trim);
        check_markup(number, words)?;
        match (level, words) {
            (1..=3, "") => Err(BadText::in_english(
                number,
                format!("not a heading: `{}` (write `## words`)", excerpt(line)),
            )),
            (1, _) if self.title.is_some() => {
                Err(BadText::in_english(number, "a rule book has only one title"))
            }
            (2 | 3, _) if self.title.is_none() => {
                Err(BadText::in_english(number, "the title comes before all headings"))
            }
            (1, title) => {
                self.title = Some(title.to_owned());
                Ok(())
            }
            (2 | 3, words) => {
                let anchor = self.new_anchor(words);
                let section = Section::headed(words).filter(|_| level == 2);
                let text = words.to_owned();
                self.blocks.push(Block::Heading { level: level as u8, text, anchor, section });
                Ok(())
            }
            (_, _) => Err(BadText::in_english(
                number,
                format!("a heading has at most 3 levels, this one has {level}"),
            )),
        }
    }

    fn new_anchor(&self, heading: &str) -> String {
        let words = heading.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        let kebab = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
        let taken = |name: &String| {
            self.blocks.iter().any(|block| matches!(block, Block::Heading { anchor, .. } if anchor == name))
        };
        let numbered = (2..).map(|number: usize| format!("{kebab}-{number}"));
        let mut names = std::iter::once(kebab.clone()).chain(numbered);
        names.find(|name| !taken(name)).expect("some number is not taken yet")
    }

    fn read_diagram<'a>(
        &mut self,
        number: usize,
        kind: &str,
        mut rest: impl Iterator<Item = &'a str>,
    ) -> Result<(), BadText> {
        if kind != "diagram" {
            let problem = format!("not a kind of block: `{}` (only `diagram` is)", excerpt(kind));
            return Err(BadText::in_english(number, problem));
        }
        let mut source = Vec::new();
        loop {
            match rest.next() {
                Some("```") => break,
                Some(line) => source.push(line),
                None => {
                    return Err(BadText::in_english(
                        number,
                        "this diagram has no end, which is a line of three backquotes",
                    ));
                }
            }
        }
        let source = source.join("\n");
        let (diagram, source) = match self.pictures.as_mut().map(VecDeque::pop_front) {
            Some(Some(picture)) if source.is_empty() => picture,
            Some(None) => {
                return Err(BadText::in_english(number, "the English book has no diagram for this one"));
            }
            Some(Some(_)) => {
                let problem = "a translation has the diagrams of the English book: leave this one empty";
                return Err(BadText::in_english(number, problem));
            }
            None => {
                let read =
                    source.parse().map_err(|bad: BadText| BadText { line: number + bad.line, ..bad })?;
                (Box::new(read), source)
            }
        };
        self.blocks.push(Block::Diagram { diagram, source, caption: None });
        self.above = Above::Fence;
        Ok(())
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), BadText> {
        let above = std::mem::take(&mut self.above);
        if line.is_empty() {
            return Ok(());
        }
        if let Some(mark) = FOREIGN.iter().find(|mark| line.starts_with(**mark)) {
            return Err(BadText::in_english(
                number,
                format!("a line does not begin with `{}` here", excerpt(mark)),
            ));
        }
        check_markup(number, line)?;
        let item = line.strip_prefix("- ").map(str::trim_start);
        match (above, self.blocks.last_mut()) {
            (Above::Words, Some(Block::Item { .. })) if item.is_none() && begins_rule(line) => {
                let problem = "a rule begins at the start of a paragraph or an item";
                return Err(BadText::in_english(number, problem));
            }
            (Above::Words, Some(Block::Paragraph { text, .. } | Block::Item { text, .. }))
                if item.is_none() && !begins_rule(line) =>
            {
                text.push(' ');
                text.push_str(line);
            }
            (Above::Fence, Some(Block::Diagram { caption, .. })) if let Some(words) = caption_of(line) => {
                *caption = Some(words.to_owned());
                return Ok(());
            }
            (Above::Nothing | Above::Words | Above::Fence, _) => {
                let (rule, text) = self.split_rule(number, item.unwrap_or(line))?;
                self.blocks.push(match item {
                    Some(_) => Block::Item { rule, text },
                    None => Block::Paragraph { rule, text, goes_on: above == Above::Words },
                });
            }
        }
        self.above = Above::Words;
        Ok(())
    }

    fn split_rule(&self, number: usize, line: &str) -> Result<(Option<String>, String), BadText> {
        let Some((id, after)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) else {
            return Ok((None, line.to_owned()));
        };
        if after.starts_with('(') {
            return Ok((None, line.to_owned()));
        }
        let kebab = |name: &str| {
            let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            name.split('-').all(|word| !word.is_empty() && word.bytes().all(letter))
        };
        if !id.split_once('.').is_some_and(|(prefix, name)| kebab(prefix) && kebab(name)) {
            return Err(BadText::in_english(
                number,
                format!("not a rule id: `{}` (write `game.some-name`)", excerpt(id)),
            ));
        }
        if self.blocks.iter().any(|block| block.rule() == Some(id)) {
            return Err(BadText::in_english(number, format!("the rule `{id}` stands here a second time")));
        }
        match after.strip_prefix(' ').map(str::trim_start) {
            Some(text) if !text.is_empty() => Ok((Some(id.to_owned()), text.to_owned())),
            Some(_) | None => {
                Err(BadText::in_english(number, format!("a blank and the rule itself follow `[{id}]`")))
            }
        }
    }
}

/// Whether a line begins with an id and not with a link.
fn begins_rule(line: &str) -> bool {
    let after = line.strip_prefix('[').and_then(|line| line.split_once(']'));
    after.is_some_and(|(_, after)| !after.starts_with('('))
}

fn caption_of(line: &str) -> Option<&str> {
    line.strip_prefix('*')?.strip_suffix('*').filter(|words| !words.is_empty() && !words.contains('*'))
}

/// Makes sure that every mark in a line has its partner.
fn check_markup(number: usize, line: &str) -> Result<(), BadText> {
    let is_left = |span: &Span| !matches!(span, Span::Code(_)) && span.text().contains(['*', '`']);
    match spans(line).iter().find(|span| is_left(span)) {
        Some(span) => {
            let problem = format!("a `*` or a backquote without its partner: `{}`", excerpt(span.text()));
            Err(BadText::in_english(number, problem))
        }
        None => Ok(()),
    }
}
