//! Rule books as they are sent: each is written once and kept, for it never changes.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use kit_book::rulebook::{Block, RuleBook};
use kit_play::About;
use kit_print::Theme;
use kit_sitting::Catalogue;

use crate::http::objects::RulesNote;
use crate::http::problem::Problem;
use crate::http::thinking::beside;

/// The rule books of a catalogue, as JSON.
pub struct Books(BTreeMap<&'static str, Arc<OnceLock<Bytes>>>);

impl Books {
    /// None is written yet.
    pub fn new(catalogue: Catalogue) -> Books {
        Books(catalogue.iter().map(|game| (game.about().id, Arc::default())).collect())
    }

    /// The rule book of a game.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be read or written, which is a mistake of ours.
    pub async fn book(&self, about: &'static About) -> Result<Bytes, Problem> {
        let kept = self.0.get(about.id).cloned().unwrap_or_default();
        if let Some(book) = kept.get() {
            return Ok(book.clone());
        }
        beside(move || {
            let book = write(about)?;
            Ok(kept.get_or_init(|| book).clone())
        })
        .await
    }
}

fn write(about: &'static About) -> Result<Bytes, Problem> {
    let book: RuleBook = about.rules.parse().map_err(|_| Problem::internal())?;
    let note = RulesNote::new(about.id, &book, draw);
    serde_json::to_vec(&note).map(Bytes::from).map_err(|_| Problem::internal())
}

fn draw(block: &Block) -> Option<String> {
    match block {
        Block::Diagram { diagram, .. } => Some(kit_print::diagram(diagram, &Theme::WOOD).svg),
        Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use kit_games::CATALOGUE;

    use super::*;

    #[tokio::test]
    async fn a_book_is_written_once() {
        let books = Books::new(CATALOGUE);
        let about = CATALOGUE[0].about();
        let (first, again) = (books.book(about).await, books.book(about).await);
        let place = |book: Result<Bytes, Problem>| book.ok().map(|book| book.as_ptr());
        assert!(first.is_ok());
        assert_eq!(place(first), place(again));
    }
}
