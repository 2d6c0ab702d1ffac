//! What shall we play? A few questions, each with a list to choose from by number or name.

use std::io::{self, BufRead, Write};

use kit_bots::Level;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{About, Listed, Sentence, say};

use super::seating::Who;
use crate::words::{self, said};

/// What somebody wants to play, with whom and where.
pub struct Evening {
    /// The game.
    pub game: &'static dyn Listed,
    /// Who sits on each seat.
    pub players: Vec<Who>,
    /// Where it is played.
    pub place: Venue,
}

/// Where a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Venue {
    /// On the whole of this terminal.
    Screen,
    /// In this terminal, line by line.
    Lines,
    /// In a browser.
    Browser,
}

/// A question with answers to choose from, the usual one first.
pub struct Question {
    /// What is asked.
    pub words: String,
    /// The answers, each with what it means.
    pub answers: Vec<Answer>,
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub name: String,
    /// Another name by which it may be called.
    pub id: String,
    /// What it means, if that has to be said.
    pub meaning: String,
}

/// Somebody who puts questions.
pub trait Asker {
    /// The place of the answer that was chosen; none if somebody leaves.
    fn ask(&mut self, question: &Question) -> anyhow::Result<Option<usize>>;
}

/// Asks which game, who plays, how strong and where; none if somebody leaves.
pub fn ask(asker: &mut dyn Asker, here: Venue) -> anyhow::Result<Option<Evening>> {
    let Some(game) = asker.ask(&which_game())? else { return Ok(None) };
    let game = CATALOGUE[game];
    let parties = parties(game.about());
    let Some(party) = asker.ask(&who_plays(&parties))? else { return Ok(None) };
    let party = parties[party].1;
    let level = match party.bots {
        0 => Level::Casual,
        _ => match asker.ask(&how_strong())? {
            Some(answer) => LEVELS[answer],
            None => return Ok(None),
        },
    };
    let places = [here, if here == Venue::Screen { Venue::Lines } else { Venue::Screen }, Venue::Browser];
    let Some(place) = asker.ask(&where_to(&places))? else { return Ok(None) };
    let people = std::iter::repeat_n(Who::Me(None), party.people);
    let players = people.chain(std::iter::repeat_n(Who::Bot(level), party.bots)).collect();
    Ok(Some(Evening { game, players, place: places[place] }))
}

/// The usual level first, then from the weakest to the strongest.
const LEVELS: [Level; 6] =
    [Level::Casual, Level::Random, Level::Learner, Level::Club, Level::Expert, Level::Master];

/// How many people and bots sit down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Party {
    people: usize,
    bots: usize,
}

/// Who may play a game: alone where that is possible, against bots, with each other, or bots alone.
fn parties(about: &About) -> Vec<(Sentence, Party)> {
    let most = about.seats.len();
    let usual = about.fewest_seats.max(most.min(2));
    let mut parties = Vec::new();
    if about.fewest_seats == 1 {
        parties.push((say!("You alone"), Party { people: 1, bots: 0 }));
    }
    if usual > 1 {
        let bots = usual - 1;
        let words = if about.teams.len() == 1 {
            say!("You and {bots} {bots|one=bot|other=bots}", bots)
        } else {
            say!("You against {bots} {bots|one=bot|other=bots}", bots)
        };
        parties.push((words, Party { people: 1, bots }));
        let people = usual;
        parties.push((say!("{people} people at this keyboard", people), Party { people, bots: 0 }));
    }
    let bots = usual;
    parties.push((
        say!("{bots} {bots|one=bot|other=bots} alone, and you watch", bots),
        Party { people: 0, bots },
    ));
    parties
}

fn which_game() -> Question {
    let answer = |game: &&'static dyn Listed| {
        let [name, meaning] =
            [game.about().name, game.about().blurb].map(|text| words::text(text).to_owned());
        Answer { name, id: game.about().id.to_owned(), meaning }
    };
    Question { words: said(&say!("Which game?")), answers: CATALOGUE.iter().map(answer).collect() }
}

fn who_plays(parties: &[(Sentence, Party)]) -> Question {
    let answers = parties.iter().map(|(words, _)| named(words, "", &Sentence::default())).collect();
    Question { words: said(&say!("Who plays?")), answers }
}

fn how_strong() -> Question {
    let meaning = |level: Level| match level {
        Level::Random => say!("does anything that is allowed"),
        Level::Learner => say!("sees one turn ahead, and overlooks much"),
        Level::Casual => say!("sees about two turns ahead"),
        Level::Club => say!("sees about three turns ahead"),
        Level::Expert => say!("thinks as long as people usually wait"),
        Level::Master => say!("thinks longer"),
    };
    let answer = |level: Level| named(&words::level(level), level.name(), &meaning(level));
    Question { words: said(&say!("How strong?")), answers: LEVELS.map(answer).to_vec() }
}

fn where_to(places: &[Venue]) -> Question {
    let answer = |place: &Venue| match place {
        Venue::Screen => named(
            &say!("Here, on the full screen"),
            "screen",
            &say!("with a board that you can click, and keys"),
        ),
        Venue::Lines => named(
            &say!("Here, line by line"),
            "lines",
            &say!("as screen readers like it: only what changes is said"),
        ),
        Venue::Browser => named(
            &say!("In the browser"),
            "browser",
            &say!("opens the app on this computer; there you choose again"),
        ),
    };
    Question { words: said(&say!("On which screen?")), answers: places.iter().map(answer).collect() }
}

fn named(name: &Sentence, id: &str, meaning: &Sentence) -> Answer {
    Answer { name: said(name), id: id.to_owned(), meaning: said(meaning) }
}

/// The answers that a text may mean: a number, or a name, its beginning or a part of it.
pub fn found(answers: &[Answer], text: &str) -> Vec<usize> {
    let text = text.trim().to_lowercase();
    if let Ok(number) = text.parse::<usize>()
        && (1..=answers.len()).contains(&number)
    {
        return vec![number - 1];
    }
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let called = |answer: &Answer| fits(&answer.name.to_lowercase()) || fits(&answer.id.to_lowercase());
        (0..answers.len()).filter(|index| called(&answers[*index])).collect()
    };
    let same = fitting(&|name| name == text);
    let begun = fitting(&|name| name.starts_with(&text));
    [same, begun]
        .into_iter()
        .find(|found| !found.is_empty())
        .unwrap_or_else(|| fitting(&|name| name.contains(&text)))
}

/// Asks on standard input and output.
pub struct LineAsker;

impl Asker for LineAsker {
    fn ask(&mut self, question: &Question) -> anyhow::Result<Option<usize>> {
        let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
        writeln!(out, "{}", question.words)?;
        for (answer, number) in question.answers.iter().zip(1..) {
            match answer.meaning.as_str() {
                "" => writeln!(out, "{number:>3}  {}", answer.name)?,
                meaning => writeln!(out, "{number:>3}  {}: {meaning}", answer.name)?,
            }
        }
        let how = say!("Type a number or a name, nothing for the first, or `quit`.");
        writeln!(out, "{}", said(&how))?;
        loop {
            let mut line = String::new();
            out.flush()?;
            let ended = input.read_line(&mut line)? == 0;
            if ended || ["quit", "exit"].contains(&line.trim()) {
                return Ok(None);
            }
            if line.trim().is_empty() {
                return Ok(Some(0));
            }
            let typed = Filling::text(excerpt(line.trim()));
            let problem = match found(&question.answers, &line).as_slice() {
                [answer] => return Ok(Some(*answer)),
                [] => say!("`{typed}` is none of them", typed),
                _ => say!("`{typed}` could be several of them", typed),
            };
            writeln!(out, "{}", said(&problem))?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers in order, and then leaves.
    struct Script(Vec<&'static str>, Vec<String>);

    impl Asker for Script {
        fn ask(&mut self, question: &Question) -> anyhow::Result<Option<usize>> {
            self.1.push(question.words.clone());
            if self.0.is_empty() {
                return Ok(None);
            }
            let answer = self.0.remove(0);
            Ok(found(&question.answers, answer).first().copied())
        }
    }

    fn answered(answers: &[&'static str]) -> (Vec<String>, Option<Evening>) {
        let mut script = Script(answers.to_vec(), Vec::new());
        let evening = ask(&mut script, Venue::Lines).expect("answers");
        (script.1, evening)
    }

    #[test]
    fn an_answer_is_found_by_number_and_name() {
        let first = CATALOGUE[0].about();
        let answers = which_game().answers;
        for text in ["1", first.id, first.name, &first.name.to_uppercase()] {
            assert_eq!(found(&answers, text), [0], "{text}");
        }
        assert!(found(&answers, "no such game").is_empty());
        assert!(found(&answers, "99").is_empty());
    }

    #[test]
    fn it_is_asked_who_plays_how_strong_and_where() {
        let (asked, evening) = answered(&["chess960", "against", "club", "screen"]);
        assert_eq!(asked, ["Which game?", "Who plays?", "How strong?", "On which screen?"]);
        let evening = evening.expect("an evening");
        assert_eq!(evening.players, [Who::Me(None), Who::Bot(Level::Club)]);
        assert_eq!(evening.place, Venue::Screen);
        let (asked, evening) = answered(&["chess960", "keyboard", "lines"]);
        assert_eq!(asked.len(), 3, "nobody asks how strong people are");
        assert_eq!(evening.expect("an evening").players, [Who::Me(None), Who::Me(None)]);
        assert!(answered(&["chess960"]).1.is_none());
    }

    #[test]
    fn every_game_has_a_party() {
        for game in CATALOGUE {
            let about = game.about();
            for (_, party) in parties(about) {
                let seats = party.people + party.bots;
                assert!((about.fewest_seats..=about.seats.len()).contains(&seats), "{}", about.id);
            }
        }
    }
}
