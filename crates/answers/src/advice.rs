//! Games that are over, looked at again with a bot's eyes.

use kit_bots::analyse;
use kit_play::sentence::Language;
use kit_play::wire::Analysis;
use kit_play::{Scoresheet, Table};
use kit_sitting::Error;
use kit_sitting::sitting::{Catalogue, guarded};

/// How many nodes an analysis may look at.
const ANALYSIS_NODES: u64 = 400_000;

/// A game that is over, looked at again.
///
/// # Errors
///
/// Fails when it is not over, or these rules cannot play it.
pub fn looked_at_again(
    catalogue: Catalogue,
    sheet: &Scoresheet,
    language: Option<&'static Language>,
) -> Result<Analysis, Error> {
    let table = guarded(|| Table::replay(catalogue, sheet))?;
    let table = table.map_err(|bad| Error::BadTerms(bad.sentence()))?;
    let analysis = guarded(|| analyse(table.game(), sheet, ANALYSIS_NODES))?;
    let mut analysis = analysis.map_err(|none| Error::NotNow(none.sentence()))?;
    analysis.say_as(&table.names().in_language(language));
    Ok(analysis)
}
