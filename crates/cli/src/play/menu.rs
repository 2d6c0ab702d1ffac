//! Which game? A list to choose from by number or name.

use std::io::{self, BufRead, Write};

use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Listed, say};

use crate::words::{self, said};

/// Asks on standard input; none at its end, or when somebody quits.
pub fn choose() -> anyhow::Result<Option<&'static dyn Listed>> {
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    writeln!(out, "{}", said(&say!("Which game?")))?;
    for (index, game) in CATALOGUE.iter().enumerate() {
        let [name, blurb] = [game.about().name, game.about().blurb].map(words::text);
        writeln!(out, "{:>3}  {name}: {blurb}", index + 1)?;
    }
    writeln!(out, "{}", said(&say!("Type its number or its name, or `quit`.")))?;
    loop {
        let mut line = String::new();
        out.flush()?;
        if input.read_line(&mut line)? == 0 || ["quit", "exit"].contains(&line.trim()) {
            return Ok(None);
        }
        let typed = Filling::text(excerpt(line.trim()));
        let problem = match found(&line).as_slice() {
            [game] => return Ok(Some(*game)),
            [] => say!("no such game: `{typed}`", typed),
            _ => say!("`{typed}` could be several of them", typed),
        };
        writeln!(out, "{}", said(&problem))?;
    }
}

/// The games that a text may mean: a number, an id, or the beginning or a part of a name.
pub fn found(text: &str) -> Vec<&'static dyn Listed> {
    let text = text.trim().to_lowercase();
    if let Ok(number) = text.parse::<usize>() {
        let game = number.checked_sub(1).and_then(|index| CATALOGUE.get(index));
        if let Some(game) = game {
            return vec![*game];
        }
    }
    let matching = |fits: &dyn Fn(&str) -> bool| -> Vec<&'static dyn Listed> {
        let games = CATALOGUE.iter().copied();
        let names = |game: &dyn Listed| [game.about().name, words::text(game.about().name)];
        let called = |game: &dyn Listed| names(game).iter().any(|name| fits(&name.to_lowercase()));
        games.filter(|game| fits(game.about().id) || called(*game)).collect()
    };
    let same = matching(&|name| name == text);
    let begun = matching(&|name| name.starts_with(&text));
    [same, begun]
        .into_iter()
        .find(|games| !games.is_empty())
        .unwrap_or_else(|| matching(&|name| name.contains(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_number_and_name() {
        let first = CATALOGUE[0].about();
        for text in ["1", first.id, first.name, &first.name.to_uppercase()] {
            let ids: Vec<&str> = found(text).iter().map(|game| game.about().id).collect();
            assert_eq!(ids, [first.id], "{text}");
        }
        assert!(found("no such game").is_empty());
        assert!(found("99").is_empty());
    }
}
