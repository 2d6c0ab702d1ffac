//! The languages other than English that people can read and play in.
//!
//! A language is a folder of `languages/` with catalogues in it (`*.po`, see
//! [`kit_play::sentence::Language`]); with the feature `whole` this crate puts all of them into the
//! program.
//! Without it there are none until some are handed in ([`hand_in`]): the module of a page loads the
//! language that somebody reads, and no other.
//! The header of its catalogue `kit.po` says what its speakers call it (`X-Language-Name`), and
//! its plurals follow the rules of Unicode for the folder's name.
//!
//! Rule books in a language lie in `rules/<code>/`, beside the English ones.
//!
//! English has no folder: it is what the sources say, and [`language`] answers `None` for it.

pub mod check;

use std::sync::{LazyLock, Mutex, PoisonError};

use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use kit_play::BadText;
use kit_play::sentence::{Language, PluralRule};
use unic_langid::LanguageIdentifier;

include!(concat!(env!("OUT_DIR"), "/catalogues.rs"));

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let read = |(code, catalogues): &(&str, &[&str])| {
        read(code, catalogues).unwrap_or_else(|bad| panic!("languages/{code}: {bad}"))
    };
    CATALOGUES.iter().map(read).collect()
});

/// Languages that were handed in while the program ran.
static HANDED: Mutex<Vec<&'static Language>> = Mutex::new(Vec::new());

/// All languages but English that the program was built with.
pub fn all() -> &'static [Language] {
    &LANGUAGES
}

/// Takes in a language that the program was not built with; one that is there stays as it is.
///
/// # Errors
///
/// Fails when a catalogue cannot be read.
pub fn hand_in(code: &str, catalogues: &[&str]) -> Result<(), BadText> {
    if language(code).is_none() {
        let language: &'static Language = Box::leak(Box::new(read(code, catalogues)?));
        HANDED.lock().unwrap_or_else(PoisonError::into_inner).push(language);
    }
    Ok(())
}

/// The language of a code as browsers and systems write it (`de`, `de-AT`, `de_DE.UTF-8`); none for
/// English, and where there is no such language.
pub fn language(code: &str) -> Option<&'static Language> {
    let main = code.split(['-', '_', '.', '@', ';']).next().unwrap_or_default().trim();
    let is_meant = |language: &Language| language.code().eq_ignore_ascii_case(main);
    all().iter().find(|language| is_meant(language)).or_else(|| {
        let handed = HANDED.lock().unwrap_or_else(PoisonError::into_inner);
        handed.iter().copied().find(|language| is_meant(language))
    })
}

/// The first language that we have of those that somebody reads, the dearest first, as browsers
/// send them: `fr, de;q=0.8, en;q=0.5`.
pub fn preferred(accepted: &str) -> Option<&'static Language> {
    let mut wanted: Vec<(f32, &str)> = accepted.split(',').map(weighed).collect();
    wanted.sort_by(|one, two| two.0.total_cmp(&one.0));
    let known = |(_, code): (f32, &'_ str)| {
        let english = code.get(..2).is_some_and(|main| main.eq_ignore_ascii_case("en"));
        if english { Some(None) } else { language(code).map(Some) }
    };
    wanted.into_iter().filter(|(weight, _)| *weight > 0.0).find_map(known).flatten()
}

/// A code with how dear it is.
fn weighed(one: &str) -> (f32, &str) {
    let (code, weight) = one.split_once(";q=").unwrap_or((one, "1"));
    (weight.trim().parse().unwrap_or(0.0), code.trim())
}

fn read(code: &str, catalogues: &[&str]) -> Result<Language, BadText> {
    let name = catalogues.iter().find_map(|text| name_in(text)).unwrap_or(code);
    let books = BOOKS.iter().find(|(folder, _)| *folder == code).map_or(&[][..], |(_, books)| books);
    let language = Language::new(code, name, plurals(code)).with_books(books);
    catalogues.iter().try_fold(language, |language, text| language.with(text))
}

/// What a catalogue says that its language is called.
fn name_in(catalogue: &str) -> Option<&str> {
    let line = catalogue.lines().find_map(|line| line.trim().strip_prefix("\"X-Language-Name: "))?;
    line.strip_suffix("\\n\"")
}

fn plurals(code: &str) -> PluralRule {
    let identifier: Option<LanguageIdentifier> = code.parse().ok();
    let rules =
        identifier.and_then(|identifier| PluralRules::create(identifier, PluralRuleType::CARDINAL).ok());
    Box::new(move |number| {
        let category = rules.as_ref().and_then(|rules| rules.select(number.unsigned_abs() as usize).ok());
        match category.unwrap_or(PluralCategory::OTHER) {
            PluralCategory::ZERO => "zero",
            PluralCategory::ONE => "one",
            PluralCategory::TWO => "two",
            PluralCategory::FEW => "few",
            PluralCategory::MANY => "many",
            PluralCategory::OTHER => "other",
        }
    })
}
