//! How a game ended.

use crate::sentence::Filling;
use crate::{About, Sentence, Team, say};

/// Who won, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Win, draw or scores.
    pub verdict: Verdict,
    /// Why it ended so.
    pub reason: Reason,
}

/// Why something is so by the rules: why a game ended, or why a move is barred.
///
/// Reasons are compared as values; nobody looks into the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What is read by people. After an end it follows "by": `checkmate`, `third repetition`.
    pub words: &'static str,
    /// The id of the rule that says so.
    pub rule: &'static str,
    /// Whether it rests on what happened before, such as a repetition; a search that looks at
    /// positions alone need not see it.
    pub counts: bool,
}

impl Reason {
    /// These words, by this rule.
    pub const fn new(words: &'static str, rule: &'static str) -> Reason {
        Reason { words, rule, counts: false }
    }

    /// The words as a part of a sentence.
    pub const fn sentence(&self) -> Sentence {
        Sentence::plain(self.words)
    }

    /// These words, by this rule, which counts what happened before.
    pub const fn counting(words: &'static str, rule: &'static str) -> Reason {
        Reason { words, rule, counts: true }
    }
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
    pub fn win(team: Team, reason: Reason) -> Outcome {
        Outcome { verdict: Verdict::Win(team), reason }
    }

    /// A draw.
    pub fn draw(reason: Reason) -> Outcome {
        Outcome { verdict: Verdict::Draw, reason }
    }

    /// Points for each team.
    pub fn scores(scores: Vec<i32>, reason: Reason) -> Outcome {
        Outcome { verdict: Verdict::Scores(scores), reason }
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

    /// The outcome in words: `White wins by checkmate`, `7 points by cards running out`.
    pub fn sentence(&self, about: &About) -> Sentence {
        self.verdict.sentence(about, self.reason.sentence())
    }

    /// The outcome as a whole sentence.
    pub fn told(&self, about: &About) -> Sentence {
        say!("{outcome}.", outcome = self.sentence(about))
    }
}

impl Verdict {
    /// The verdict in words, and why.
    pub(crate) fn sentence(&self, about: &About, reason: Sentence) -> Sentence {
        match self {
            Verdict::Win(team) => say!("{team} wins by {reason}", team = about.team(*team), reason),
            Verdict::Draw => say!("Draw by {reason}", reason),
            Verdict::Scores(scores) => match scores.as_slice() {
                [points] => {
                    say!("{points} {points|one=point|other=points} by {reason}", points = *points, reason)
                }
                scores => {
                    let teams = (0..).map(|index| about.team(Team(index)));
                    let score = |(team, score): (Filling, &i32)| say!("{team} {score}", team, score = *score);
                    say!(
                        "{scores} by {reason}",
                        scores = Filling::row_of(teams.zip(scores).map(score)),
                        reason
                    )
                }
            },
        }
    }
}

/// The word with a capital first letter.
pub fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
