//! Scenarios: Markdown whose fenced blocks lay a table and play on it.
//!
//! `scenarios/README.md` says how they are written.
//! Here is what tests and [`guide`](crate::guide)s share: the blocks under a heading, and a
//! [`Stage`] on which `table` and `play` blocks are performed.
//!
//! ```
//! use kit_book::scenario::scenarios;
//!
//! let page = "# Tag\n\n## Run\n\nYou run [tag.run].\n\n```play\ne2e4\n```\n";
//! let [run] = &scenarios(page)?[..] else { panic!() };
//! assert_eq!((run.name.as_str(), run.blocks[0].head[0].as_str()), ("Run", "play"));
//! assert_eq!(run.rules, ["tag.run"]);
//! # Ok::<(), kit_book::scenario::BadScenario>(())
//! ```

use std::collections::BTreeMap;

use kit_play::text::excerpt;
use kit_play::{Arrangement, Chance, Conduct, Listed, Seat, Table, Terms, Viewer};

/// A scenario that cannot be read or played, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadScenario(String);

impl BadScenario {
    /// What is wrong, in words.
    pub fn new(problem: impl std::fmt::Display) -> BadScenario {
        BadScenario(problem.to_string())
    }
}

/// What stands under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The heading.
    pub name: String,
    /// The ids of the rules that its words cite, in order.
    pub rules: Vec<String>,
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
}

/// A fenced block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The words after the fence, at least one.
    pub head: Vec<String>,
    /// The lines up to the next fence.
    pub body: Vec<String>,
    /// The line on which its body starts, counted from 0.
    pub line: usize,
}

/// The scenarios of a page, in order.
///
/// # Errors
///
/// Fails when a block is not closed, has no name, or stands above all headings.
pub fn scenarios(page: &str) -> Result<Vec<Scenario>, BadScenario> {
    let mut scenarios: Vec<Scenario> = Vec::new();
    let mut open: Option<Block> = None;
    for (number, text) in page.lines().enumerate() {
        let at = |problem: &str| BadScenario(format!("line {}: {problem}", number + 1));
        match (open.take(), text.strip_prefix("```")) {
            (Some(block), Some(_)) => {
                let scenario = scenarios.last_mut().ok_or_else(|| at("a block stands under a heading"))?;
                scenario.blocks.push(block);
            }
            (Some(mut block), None) => {
                block.body.push(text.to_owned());
                open = Some(block);
            }
            (None, Some(head)) => {
                let head: Vec<String> = head.split_whitespace().map(ToOwned::to_owned).collect();
                if head.is_empty() {
                    return Err(at("a block has a name"));
                }
                open = Some(Block { head, body: Vec::new(), line: number + 1 });
            }
            (None, None) => {
                if let Some(name) = text.strip_prefix("## ") {
                    scenarios.push(Scenario {
                        name: name.trim().to_owned(),
                        rules: Vec::new(),
                        blocks: Vec::new(),
                    });
                } else if let Some(scenario) = scenarios.last_mut() {
                    scenario.rules.extend(cited(text).map(ToOwned::to_owned));
                }
            }
        }
    }
    match open {
        Some(block) => Err(BadScenario(format!("line {}: this block is not closed", block.line))),
        None => Ok(scenarios),
    }
}

/// The ids of the rules that a line of words cites, in order.
pub fn cited(line: &str) -> impl Iterator<Item = &str> {
    let brackets = line.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    brackets.map(|(id, _)| id).filter(|id| id.contains('.') && !id.contains(' '))
}

/// The table on which a scenario is played.
pub struct Stage {
    game: &'static dyn Listed,
    laid: Vec<String>,
    table: Option<Table>,
    heard_before: usize,
    seed: u64,
}

impl Stage {
    /// A stage without a table; the usual one is laid when it is needed.
    pub fn new(game: &'static dyn Listed) -> Stage {
        Stage { game, laid: Vec::new(), table: None, heard_before: 0, seed: 1 }
    }

    /// The table as it stands.
    ///
    /// # Errors
    ///
    /// Fails when the usual table cannot be laid.
    pub fn table(&mut self) -> Result<&mut Table, BadScenario> {
        if self.table.is_none() {
            self.lay(&[])?;
        }
        Ok(self.table.as_mut().expect("the table is laid"))
    }

    /// How many entries stood on the scoresheet before the last `play` block.
    pub fn heard_before(&self) -> usize {
        self.heard_before
    }

    /// Performs a `table` block.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be read, or the game cannot be played from there.
    pub fn lay(&mut self, body: &[String]) -> Result<(), BadScenario> {
        let cut = body.iter().position(|line| line.trim().is_empty()).unwrap_or(body.len());
        let mut edition = None;
        let mut seats = None;
        let mut options = BTreeMap::new();
        let mut chance = Chance::seeded(self.seed);
        for line in &body[..cut] {
            let pair = line.split_once(':');
            let (key, value) = pair.ok_or_else(|| BadScenario::new("a line of `table` is `key: value`"))?;
            let (key, value) = (key.trim(), value.trim());
            if let Some(name) = key.strip_prefix("option ") {
                options.insert(name.to_owned(), value.to_owned());
                continue;
            }
            match key {
                "edition" => edition = Some(value),
                "seats" => seats = Some(number(value)?),
                "seed" => chance = Chance::seeded(number(value)?),
                "rolls" => {
                    let rolls: Result<Vec<u32>, _> = value.split_whitespace().map(number).collect();
                    chance = Chance::remembered(rolls?);
                }
                _ => return Err(BadScenario(format!("no such key of `table`: {}", excerpt(key)))),
            }
        }
        let rest = body[cut..].join("\n");
        let arrangement = match rest.trim() {
            "" => None,
            text => Some(text.parse::<Arrangement>().map_err(BadScenario::new)?),
        };
        let terms = Terms::agree(self.game.about(), edition, &options, seats, arrangement);
        let table = Table::open(self.game, &terms.map_err(BadScenario::new)?, &mut chance);
        let table = table.map_err(BadScenario::new)?;
        if !chance.is_true_to_record() {
            return Err(BadScenario::new("the rolls given are not those that the deal asks for"));
        }
        self.laid = body.to_vec();
        self.heard_before = 0;
        self.table = Some(table);
        Ok(())
    }

    /// Lays the last table once more.
    ///
    /// # Errors
    ///
    /// Fails when it could not be laid the first time either.
    pub fn lay_again(&mut self) -> Result<(), BadScenario> {
        let laid = self.laid.clone();
        self.lay(&laid)
    }

    /// The seat with this name, whether or not it has somebody at this table.
    ///
    /// # Errors
    ///
    /// Fails when the game has no such seat.
    pub fn seat(&self, name: &str) -> Result<Seat, BadScenario> {
        let seat = self.game.about().seat_named(name);
        seat.ok_or_else(|| BadScenario(format!("no such seat: {}", excerpt(name))))
    }

    /// The viewer with this name: a seat's, or `public`.
    ///
    /// # Errors
    ///
    /// Fails when the game has no such viewer.
    pub fn viewer(&self, name: &str) -> Result<Viewer, BadScenario> {
        match name {
            "public" => Ok(Viewer::Public),
            seat => self.seat(seat).map(Viewer::Seat),
        }
    }

    /// Performs a `play` block.
    ///
    /// # Errors
    ///
    /// Fails at the first action that is not on offer, and where several seats might be meant.
    pub fn play(&mut self, body: &[String]) -> Result<(), BadScenario> {
        // The deal is entry 0, and it is heard together with the first actions.
        let entries = self.table()?.entries();
        self.heard_before = if entries == 0 { 0 } else { entries + 1 };
        for line in body.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
            if line == "draw agreed" {
                self.table()?.end(Conduct::DrawAgreed);
            } else if line == "time up" {
                let mut chance = self.next_chance();
                let ruling = self.table()?.time_up(&mut chance);
                ruling.map_err(|refusal| BadScenario(format!("time up: {refusal}")))?;
            } else if let Some(seat) = line.strip_suffix(" resigns") {
                let seat = self.seat(seat)?;
                self.table()?.resign(seat);
            } else if let Some((seat, action)) = line.split_once(": ") {
                let seat = self.seat(seat)?;
                self.act(seat, action)?;
            } else {
                for action in line.split_whitespace() {
                    let seat = self.seat_that_may(action)?;
                    self.act(seat, action)?;
                }
            }
        }
        Ok(())
    }

    /// Lets a seat act.
    ///
    /// # Errors
    ///
    /// Fails when that is not on offer.
    pub fn act(&mut self, seat: Seat, action: &str) -> Result<(), BadScenario> {
        let mut chance = self.next_chance();
        let ruling = self.table()?.act(seat, action, &mut chance);
        ruling.map_err(|refusal| BadScenario(format!("{}: {refusal}", excerpt(action))))?;
        Ok(())
    }

    /// Luck falls the same way each time a scenario is played.
    fn next_chance(&mut self) -> Chance {
        let chance = Chance::seeded(self.seed);
        self.seed += 1;
        chance
    }

    fn seat_that_may(&mut self, action: &str) -> Result<Seat, BadScenario> {
        let table = self.table()?;
        let accepts = |seat: &Seat| table.fork().act(*seat, action, &mut Chance::seeded(1)).is_ok();
        let able: Vec<Seat> = table.acting().into_iter().filter(accepts).collect();
        match able.as_slice() {
            [seat] => Ok(*seat),
            [] => {
                let acting = table.acting();
                let offers: Vec<String> =
                    acting.iter().flat_map(|seat| table.glimpse(Viewer::Seat(*seat)).actions()).collect();
                Err(BadScenario(format!("nobody may do {action}; on offer are {}", offers.join(" "))))
            }
            _ => Err(BadScenario(format!("several seats may do {action}; write `seat: action`"))),
        }
    }
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, BadScenario> {
    text.parse().map_err(|_| BadScenario(format!("not a number: `{}`", excerpt(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_cannot_be_read_name_the_line() {
        for (page, problem) in [
            ("```play\n```", "line 2: a block stands under a heading"),
            ("## A\n\n```\n```", "line 3: a block has a name"),
            ("## A\n\n```play\ne2e4", "line 3: this block is not closed"),
        ] {
            assert_eq!(scenarios(page), Err(BadScenario::new(problem)), "{page}");
        }
    }

    #[test]
    fn blocks_stand_under_their_headings() {
        let page = "# T\n## A\nwords\n```sees white without\nx\n\ny\n```\n## B\n```perft\n```";
        let found = scenarios(page).expect("a page");
        let names: Vec<&str> = found.iter().map(|scenario| scenario.name.as_str()).collect();
        assert_eq!(names, ["A", "B"]);
        let block = &found[0].blocks[0];
        assert_eq!((block.head.join(" ").as_str(), block.line), ("sees white without", 4));
        assert_eq!(block.body, ["x", "", "y"]);
    }
}
