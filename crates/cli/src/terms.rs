//! Which game is played, and by which terms, as the command line says it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use kit_games::CATALOGUE;
use kit_play::text::excerpt;
use kit_play::{Arrangement, Chance, Listed, Terms};

/// A game and what is agreed about it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TermsArgs {
    /// The game, by its id.
    pub game: Option<String>,
    /// The printed edition to play by.
    #[arg(long)]
    pub edition: Option<String>,
    /// Something agreed beyond the edition.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// A file with the position to start from.
    #[arg(long, value_name = "FILE")]
    pub arrangement: Option<PathBuf>,
    /// A number that makes all luck fall the same way again.
    #[arg(long)]
    pub seed: Option<u64>,
}

impl TermsArgs {
    /// Finds the game and settles the terms.
    pub fn agree(&self) -> anyhow::Result<(&'static dyn Listed, Terms, Chance)> {
        let id = self.game.as_deref().unwrap_or_default();
        let game = kit_play::referee::listed(CATALOGUE, id)
            .with_context(|| format!("unknown game: `{}`", excerpt(id)))?;
        let mut agreed = BTreeMap::new();
        for option in &self.options {
            let (name, value) = option
                .split_once('=')
                .with_context(|| format!("not an option `name=value`: `{}`", excerpt(option)))?;
            agreed.insert(name.to_owned(), value.to_owned());
        }
        let arrangement: Option<Arrangement> = match &self.arrangement {
            Some(path) => {
                let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
                Some(text.parse().with_context(|| path.display().to_string())?)
            }
            None => None,
        };
        let terms = Terms::agree(game.about(), self.edition.as_deref(), &agreed, None, arrangement)?;
        Ok((game, terms, self.seed.map_or_else(Chance::unpredictable, Chance::seeded)))
    }
}
