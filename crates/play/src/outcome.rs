//! How a game ended.

use crate::{About, Team};

/// Who won, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Win, draw or scores.
    pub verdict: Verdict,
    /// The reason in words that follow "by": `checkmate`, `third repetition`.
    pub reason: &'static str,
}

/// The result in terms of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One team has won.
    Win(Team),
    /// Nobody has won.
    Draw,
    /// Points for each team, in the order of [`About::teams`].
    Scores(Vec<i32>),
}

impl Outcome {
    /// A win of `team`.
    pub fn win(team: Team, reason: &'static str) -> Outcome {
        Outcome { verdict: Verdict::Win(team), reason }
    }

    /// A draw.
    pub fn draw(reason: &'static str) -> Outcome {
        Outcome { verdict: Verdict::Draw, reason }
    }

    /// What the outcome is worth to a team: 1 for a win, 0 for a loss, one half for a draw.
    ///
    /// With scores it is the share of teams that did not score more.
    pub fn worth(&self, team: Team) -> f64 {
        match &self.verdict {
            Verdict::Win(winner) => f64::from(u8::from(*winner == team)),
            Verdict::Draw => 0.5,
            Verdict::Scores(scores) => {
                let own = scores.get(team.index()).copied().unwrap_or(0);
                let beaten = scores.iter().filter(|score| **score <= own).count();
                beaten as f64 / scores.len().max(1) as f64
            }
        }
    }

    /// The outcome as a sentence: `White wins by checkmate`, `7 points by cards running out`.
    pub fn sentence(&self, about: &About) -> String {
        let name = |team: usize| about.teams.get(team).copied().unwrap_or("nobody");
        match &self.verdict {
            Verdict::Win(team) => format!("{} wins by {}", capitalized(name(team.index())), self.reason),
            Verdict::Draw => format!("Draw by {}", self.reason),
            Verdict::Scores(scores) if scores.len() == 1 => {
                let points = if scores[0] == 1 { "point" } else { "points" };
                format!("{} {points} by {}", scores[0], self.reason)
            }
            Verdict::Scores(scores) => {
                let score = |(team, score): (usize, &i32)| format!("{} {score}", capitalized(name(team)));
                let scores: Vec<String> = scores.iter().enumerate().map(score).collect();
                format!("{} by {}", scores.join(", "), self.reason)
            }
        }
    }
}

/// The word with a capital first letter.
pub fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
