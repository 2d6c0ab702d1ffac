//! Tags: what each part of a document is, for whoever has it read aloud.

use std::num::NonZeroU16;

use krilla::tagging::{Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree};

use super::leaf::Part;

/// What was drawn for each part of a document.
pub struct Tags {
    children: Vec<Vec<Child>>,
}

struct Child {
    content: Identifier,
    link: Option<Identifier>,
}

impl Tags {
    /// Nothing was drawn yet.
    pub fn new(parts: usize) -> Tags {
        Tags { children: std::iter::repeat_with(Vec::new).take(parts).collect() }
    }

    /// Adds something that was drawn to a part, and returns its number there.
    pub fn content(&mut self, part: usize, content: Identifier) -> usize {
        self.children[part].push(Child { content, link: None });
        self.children[part].len() - 1
    }

    /// Says that something drawn is a link.
    pub fn link(&mut self, part: usize, child: usize, annotation: Identifier) {
        self.children[part][child].link = Some(annotation);
    }

    /// The tree of all parts that were drawn, in a language.
    pub fn tree(&self, parts: &[Part], language: &str) -> TagTree {
        let mut tree = TagTree::new().with_lang(Some(language.to_owned()));
        let drawn: Vec<(usize, &Part)> =
            parts.iter().enumerate().filter(|(index, _)| !self.children[*index].is_empty()).collect();
        for group in drawn.chunk_by(|(_, one), (_, other)| belong_together(one, other)) {
            let Some((_, first)) = group.first() else { continue };
            match first {
                Part::Entry => tree.push(self.wrapped(group, Tag::L(ListNumbering::Disc), |body| {
                    TagGroup::with_children(Tag::LI, vec![TagGroup::with_children(Tag::LBody, body).into()])
                })),
                Part::Contents => {
                    tree.push(self.wrapped(group, Tag::TOC, |body| TagGroup::with_children(Tag::TOCI, body)))
                }
                Part::Cell(..) => tree.push(self.table(group)),
                Part::Heading(level, words) => {
                    let level = NonZeroU16::new((*level).into()).unwrap_or(NonZeroU16::MIN);
                    tree.push(self.group(group, Tag::Hn(level, Some(words.clone()))));
                }
                Part::Paragraph => tree.push(self.group(group, Tag::P)),
                Part::Caption => tree.push(self.group(group, Tag::Caption)),
                Part::Figure(words) => tree.push(self.group(group, Tag::Figure(Some(words.clone())))),
            }
        }
        tree
    }

    fn nodes(&self, part: usize) -> Vec<Node> {
        let node = |child: &Child| match child.link {
            Some(link) => TagGroup::with_children(Tag::Link, vec![link.into(), child.content.into()]).into(),
            None => child.content.into(),
        };
        self.children[part].iter().map(node).collect()
    }

    fn group(&self, parts: &[(usize, &Part)], tag: impl Into<TagKind>) -> TagGroup {
        TagGroup::with_children(tag, parts.iter().flat_map(|(part, _)| self.nodes(*part)).collect())
    }

    fn wrapped(
        &self,
        parts: &[(usize, &Part)],
        tag: impl Into<TagKind>,
        wrap: impl Fn(Vec<Node>) -> TagGroup,
    ) -> TagGroup {
        TagGroup::with_children(tag, parts.iter().map(|(part, _)| wrap(self.nodes(*part)).into()).collect())
    }

    fn table(&self, cells: &[(usize, &Part)]) -> TagGroup {
        let row = |part: &Part| if let Part::Cell(_, row, _) = part { *row } else { 0 };
        let mut table = TagGroup::new(Tag::Table);
        for cells in cells.chunk_by(|(_, one), (_, other)| row(one) == row(other)) {
            let cell = |(part, cell): &(usize, &Part)| match cell {
                Part::Cell(_, _, true) => {
                    TagGroup::with_children(Tag::TH(TableHeaderScope::Column), self.nodes(*part)).into()
                }
                _ => TagGroup::with_children(Tag::TD, self.nodes(*part)).into(),
            };
            table.push(TagGroup::with_children(Tag::TR, cells.iter().map(cell).collect()));
        }
        table
    }
}

/// Whether neighbors are in one list, contents or table.
fn belong_together(one: &Part, other: &Part) -> bool {
    match (one, other) {
        (Part::Entry, Part::Entry) | (Part::Contents, Part::Contents) => true,
        (Part::Cell(one, ..), Part::Cell(other, ..)) => one == other,
        _ => false,
    }
}
