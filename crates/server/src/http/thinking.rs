//! What takes thought, each kind with a line of its own, so that one does not wait for another.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tokio::time::timeout;

use crate::http::problem::Problem;
use crate::turns::{Asker, Rank, Turn, Turns};

/// How long somebody waits in the line, so that there is time left to think.
const LONGEST_WAIT: Duration = Duration::from_secs(18);

/// A kind of thought.
pub struct Thinking {
    turns: Turns,
    longest: Duration,
}

impl Thinking {
    /// A line for these turns; a thought takes so long at most.
    pub fn new(turns: Turns, longest: Duration) -> Thinking {
        Thinking { turns, longest }
    }

    /// The turns, and who waits for one.
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// Waits for a turn.
    ///
    /// # Errors
    ///
    /// Fails when too much of the same asker waits already, or when it takes too long.
    pub async fn turn(&self, asker: Asker) -> Result<Turn, Problem> {
        let wait = |thoughts: u64| Problem::too_many(self.longest.as_secs().saturating_mul(thoughts));
        match timeout(LONGEST_WAIT, self.turns.turn(asker, Rank::Attended)).await {
            Ok(Ok(turn)) => Ok(turn),
            // One asker's thoughts come one after the other.
            Ok(Err(crowded)) => Err(wait(crowded.waiting as u64 + 1)),
            Err(_) => Err(wait(1)),
        }
    }

    /// Thinks when it is somebody's turn, away from the tasks that serve the others.
    ///
    /// # Errors
    ///
    /// As [`Thinking::turn`], and when the thought fails.
    pub async fn think<T: Send + 'static>(
        &self,
        asker: Asker,
        thought: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(asker).await?;
        // The turn goes with the thought, which goes on when whoever asked has gone.
        beside(move || {
            let thought = thought();
            drop(turn);
            thought
        })
        .await
    }
}

/// Does something that takes a while, away from the tasks that serve the others.
pub async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    // Whatever is worked on came with the request, so nothing half done is left behind.
    let guarded = move || catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Problem::game_failed()));
    tokio::task::spawn_blocking(guarded).await.unwrap_or(Err(Problem::internal()))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_thought_keeps_its_turn_when_whoever_asked_has_gone() {
        let thinking = Thinking::new(Turns::new(1, 1, 1), Duration::from_secs(1));
        let (go, going) = std::sync::mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let thought = thinking.think(Asker::new(1), move || {
            let _ = begun.send(());
            let _ = going.recv();
            Ok(())
        });
        tokio::select! {
            _ = thought => panic!("it waits"),
            _ = begins => {}
        }
        // The thought was dropped and still goes on, so there is no turn for anybody else.
        let mut other = Box::pin(thinking.turn(Asker::new(2)));
        assert!((&mut other).now_or_never().is_none());
        drop(go);
        assert!(other.await.is_ok());
    }

    #[tokio::test]
    async fn too_long_a_line_is_told_with_how_long_to_wait() {
        let thinking = Thinking::new(Turns::new(1, 1, 1), Duration::from_secs(8));
        let turn = thinking.turn(Asker::new(1)).await;
        let mut waits = Box::pin(thinking.turn(Asker::new(1)));
        assert!((&mut waits).now_or_never().is_none());
        let problem = thinking.turn(Asker::new(1)).await.err().expect("the line is full");
        assert_eq!(problem.code(), "too-many");
        assert_eq!(problem.complaint(None).text, "too much at once; wait 16 seconds and try again");
        drop(turn);
        assert!(waits.await.is_ok());
    }

    #[tokio::test]
    async fn a_thought_that_fails_gives_its_turn_back() {
        let thinking = Thinking::new(Turns::new(1, 1, 1), Duration::from_secs(1));
        let failed = thinking.think(Asker::new(1), || -> Result<(), Problem> { panic!("a mistake") }).await;
        assert_eq!(failed.err().map(|problem| problem.code()), Some("frozen"));
        assert!(thinking.turn(Asker::new(2)).await.is_ok());
    }
}
