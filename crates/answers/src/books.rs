//! Rule books and guides, as they are sent.

use kit_book::guide::GuideNote;
use kit_book::rulebook::{Block, RuleBook};
use kit_play::Listed;
use kit_play::sentence::Language;
use kit_print::Theme;

use crate::objects::RulesNote;
use crate::problem::Problem;

/// The rule book of a game, with pictures, as JSON.
///
/// # Errors
///
/// Fails when it cannot be read or written, which is a mistake of ours.
pub fn rules(game: &'static dyn Listed) -> Result<Vec<u8>, Problem> {
    let book: RuleBook = game.about().rules.parse().map_err(|_| Problem::internal())?;
    let note = RulesNote::new(game, &book, draw);
    serde_json::to_vec(&note).map_err(|_| Problem::internal())
}

/// The guide to a turn of a game in a language, as JSON; English, if there is none.
///
/// # Errors
///
/// Fails when it cannot be read or played, which is a mistake of ours.
pub fn guide(game: &'static dyn Listed, language: Option<&'static Language>) -> Result<Vec<u8>, Problem> {
    let note = GuideNote::new(game, language).map_err(|_| Problem::internal())?;
    serde_json::to_vec(&note).map_err(|_| Problem::internal())
}

fn draw(block: &Block) -> Option<String> {
    match block {
        Block::Diagram { diagram, .. } => Some(kit_print::diagram(diagram, &Theme::WOOD).svg),
        Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } => None,
    }
}
