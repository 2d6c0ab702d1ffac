//! Rule books and guides as they are sent: each is written once and kept, for it never changes.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use kit_answers::books;
use kit_play::Listed;
use kit_play::sentence::Language;
use kit_sitting::Catalogue;

use crate::http::problem::Problem;
use crate::http::thinking::beside;

/// The rule books and guides of a catalogue, as JSON.
pub struct Books {
    books: Shelf,
    guides: Shelf,
}

/// One of each, by game and language.
type Shelf = BTreeMap<(&'static str, &'static str), Kept>;

/// What is written when somebody asks for it the first time.
type Kept = Arc<OnceLock<Bytes>>;

impl Books {
    /// None is written yet.
    pub fn new(catalogue: Catalogue) -> Books {
        let games = || catalogue.iter().map(|game| game.about().id);
        let languages = || kit_languages::all().iter().map(Language::code).chain([ENGLISH]);
        let shelf = || {
            games().flat_map(|game| languages().map(move |code| ((game, code), Kept::default()))).collect()
        };
        Books { books: shelf(), guides: shelf() }
    }

    /// The rule book of a game, in a language.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be read or written, which is a mistake of ours.
    pub async fn book(
        &self,
        game: &'static dyn Listed,
        language: Option<&'static Language>,
    ) -> Result<Bytes, Problem> {
        let code = language.map_or(ENGLISH, Language::code);
        once(self.books.get(&(game.about().id, code)), move || books::rules(game, language)).await
    }

    /// The guide to a turn of a game, in a language.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be read or played, which is a mistake of ours.
    pub async fn guide(
        &self,
        game: &'static dyn Listed,
        language: Option<&'static Language>,
    ) -> Result<Bytes, Problem> {
        let code = language.map_or(ENGLISH, Language::code);
        once(self.guides.get(&(game.about().id, code)), move || books::guide(game, language)).await
    }
}

/// The language that is not among the others.
const ENGLISH: &str = "en";

/// What was written before, or else is written now, beside those who wait for something else.
async fn once(
    kept: Option<&Kept>,
    write: impl FnOnce() -> Result<Vec<u8>, kit_answers::Problem> + Send + 'static,
) -> Result<Bytes, Problem> {
    let kept = kept.cloned().unwrap_or_default();
    if let Some(written) = kept.get() {
        return Ok(written.clone());
    }
    beside(move || {
        let written = Bytes::from(write()?);
        Ok(kept.get_or_init(|| written).clone())
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit_games::CATALOGUE;

    use super::*;

    #[tokio::test]
    async fn a_book_is_written_once() {
        let books = Books::new(CATALOGUE);
        let game = CATALOGUE[0];
        let (first, again) = (books.book(game, None).await, books.book(game, None).await);
        let place = |book: Result<Bytes, Problem>| book.ok().map(|book| book.as_ptr());
        assert!(first.is_ok());
        assert_eq!(place(first), place(again));
        let german = books.book(game, kit_languages::language("de")).await.ok().unwrap_or_default();
        assert!(String::from_utf8_lossy(&german).contains("\"language\":\"de\""));
    }

    #[tokio::test]
    async fn a_guide_is_written_once_in_each_language() {
        let books = Books::new(CATALOGUE);
        let place = |guide: Result<Bytes, Problem>| guide.ok().map(|guide| guide.as_ptr());
        let german = kit_languages::language("de");
        for game in CATALOGUE {
            let english = books.guide(*game, None).await;
            assert!(english.is_ok(), "{}", game.about().id);
            let again = place(books.guide(*game, None).await);
            assert_eq!(place(english), again);
            assert_ne!(place(books.guide(*game, german).await), again);
        }
    }
}
