//! What remains of finished games: scoresheets, exports, and moments to look at again.

use kit_answers::archive::{Moments, exports, replay, story};
use kit_answers::objects::StoryNote;
use kit_play::Export;
use kit_play::sentence::Language;
use kit_sitting::wire::ReplayNote;
use kit_sitting::{Error, Secrets, TableId};

use super::Hall;
use super::change::beside_others;

impl Hall {
    /// Everything that happened at a finished table, as a scoresheet.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn scoresheet(&self, table: &TableId) -> Result<String, Error> {
        self.scoresheet_for(table, &Secrets::default()).await
    }

    /// The same, and also that of a running game where nothing is hidden from whoever brings these
    /// secrets.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played and hides something from them.
    pub async fn scoresheet_for(&self, table: &TableId, secrets: &Secrets) -> Result<String, Error> {
        self.look(table, |sitting| Ok(sitting.scoresheet_for(secrets)?.to_string())).await
    }

    /// A finished game in the formats of other programs, up to an entry or to its end.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played, when these rules cannot play it, and when there is
    /// no such entry.
    pub async fn exports(&self, table: &TableId, entry: Option<usize>) -> Result<Vec<Export>, Error> {
        let sheet = self.look(table, |sitting| Ok(sitting.scoresheet()?.clone())).await?;
        beside_others(|| exports(self.house.catalogue, &sheet, entry))
    }

    /// A finished game after one of its entries, from any seat's eyes.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn replay(
        &self,
        table: &TableId,
        moments: Moments,
        seat: &str,
        language: Option<&'static Language>,
    ) -> Result<ReplayNote, Error> {
        let sheet = self.look(table, |sitting| Ok(sitting.scoresheet()?.clone())).await?;
        beside_others(|| replay(self.house.catalogue, &sheet, moments, seat, language))
    }

    /// What is worth telling of a finished game.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn story(
        &self,
        table: &TableId,
        language: Option<&'static Language>,
    ) -> Result<StoryNote, Error> {
        let sheet = self.look(table, |sitting| Ok(sitting.scoresheet()?.clone())).await?;
        beside_others(|| story(self.house.catalogue, &sheet, language))
    }
}
