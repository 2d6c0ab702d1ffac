//! What there is to play: `games`, `rules` and `setup`.

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::Context;
use kit_book::rulebook::RuleBook;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::wire::{Answer, GameNote, Opened};
use kit_play::{About, CardNeed, Choice, Export, Sentence, Table, Viewer, Way, say};
use serde_json::json;

use crate::examples::examples;
use crate::streams::{self, strong, wrapped};
use crate::terms::{self, Agreed, TermsArgs};
use crate::usage::Usage;
use crate::words::{self, either, said};

/// How to list the games.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit games
  chess-kit games --json | jq '.games[].game'"))]
pub struct GamesArgs {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Which rules to read.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit rules {game}
  chess-kit rules {game} --width 60 > rules.txt
  chess-kit rules {game} --rule {rule}

On a terminal the rules are shown through $PAGER, or `less -R`, and end with their ids."))]
pub struct RulesArgs {
    /// The game, by its id
    game: String,
    /// How many columns to fill; as many as the terminal has, at most 100
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    width: Option<u16>,
    /// One rule only, by its id
    #[arg(long, value_name = "ID")]
    rule: Option<String>,
}

/// Which table to lay.
#[derive(clap::Args)]
#[command(mut_arg("game", |game| game.required(true)), after_help = examples("\
Examples:
  chess-kit setup {game}                     as the newest edition deals
  chess-kit setup {game} --by number         number drawn by chance
  chess-kit setup {game} --by number 226
  chess-kit setup {game} --by two-decks --seed 7
  chess-kit setup {game} --edition 2024-book --json

`chess-kit games` lists the ways of each game. What is printed is what the public knows."))]
pub struct SetupArgs {
    #[command(flatten)]
    terms: TermsArgs,
    /// A way to set the game up, by its name, with its number if it takes one
    #[arg(long, num_args = 1..=2, value_names = ["WAY", "N"])]
    by: Vec<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Lists the games.
pub fn run_games(args: &GamesArgs) -> anyhow::Result<ExitCode> {
    let text = if args.json {
        let notes = CATALOGUE.iter().map(|game| GameNote::new(*game, None)).collect();
        serde_json::to_string_pretty(&Answer::Games(notes))? + "\n"
    } else {
        let page = GamesPage { width: streams::width(), color: streams::color() };
        let games: Vec<String> = CATALOGUE.iter().map(|game| page.game(game.about())).collect();
        games.join("\n")
    };
    streams::write_out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Shows the rules of a game, or one of them.
pub fn run_rules(args: &RulesArgs) -> anyhow::Result<ExitCode> {
    let about = terms::listed(CATALOGUE, &args.game).map_err(Usage::error)?.about();
    let book = RuleBook::of(about, words::language())
        .with_context(|| said(&say!("the rules of {game}", game = Filling::text(about.id))))?;
    let width = args.width.map_or_else(streams::width, usize::from);
    let color = streams::color();
    let Some(id) = &args.rule else {
        streams::page(&book.plain(width, color))?;
        return Ok(ExitCode::SUCCESS);
    };
    let rule = book.found(id).ok_or_else(|| {
        let ids: Vec<&str> = book.rules().collect();
        let found = Filling::text(excerpt(id));
        Usage::error(say!("unknown rule: `{found}` (try {rules})", found, rules = either(&ids)))
    })?;
    streams::write_out(&rule.plain(width, color))?;
    Ok(ExitCode::SUCCESS)
}

/// Lays a table and shows it to the public.
pub fn run_setup(args: &SetupArgs) -> anyhow::Result<ExitCode> {
    let about = args.terms.game()?.about();
    let (game, terms, mut chance) = args.terms.agree_beyond(&agreed_by(about, &args.by)?)?;
    let table = args.terms.lay(game, &terms, &mut chance)?;
    let text = if args.json {
        let exports = table.glimpse(Viewer::Public).exports();
        let exports: Agreed =
            exports.into_iter().map(|export| (export.format.to_owned(), export.text)).collect();
        let shown = json!({
            "opened": Opened::new(about, &terms),
            "said": table.heard(Viewer::Public).map(|(_, words)| words.to_string()).collect::<Vec<_>>(),
            "tabletop": table.glimpse(Viewer::Public).tabletop(),
            "exports": exports,
        });
        serde_json::to_string_pretty(&shown)? + "\n"
    } else {
        laid(&table)
    };
    streams::write_out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A table that was just laid, as text for the public.
fn laid(table: &Table) -> String {
    let names = words::names(table);
    let spoken = |sentence: &Sentence| format!("{}\n", sentence.words_in(&names));
    let mut text: String = table.heard(Viewer::Public).map(|(_, words)| spoken(words)).collect();
    let glimpse = table.glimpse(Viewer::Public);
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&glimpse.tabletop().said_as(&names).to_string());
    let is_line = |export: &Export| export.text.trim_end().lines().count() == 1;
    let lines: String = (glimpse.exports().iter().filter(|export| is_line(export)))
        .map(|export| format!("{}: {}\n", export.format, export.text.trim_end()))
        .collect();
    if !lines.is_empty() {
        text.push('\n');
        text.push_str(&lines);
    }
    text
}

/// What a way to set the game up stands for.
fn agreed_by(about: &About, by: &[String]) -> anyhow::Result<Agreed> {
    let Some((name, number)) = by.split_first() else { return Ok(Agreed::new()) };
    let Some(way) = about.ways.iter().find(|way| way.name == name) else {
        let names: Vec<&str> = about.ways.iter().map(|way| way.name).collect();
        let (found, game) = (Filling::text(excerpt(name)), Filling::text(about.id));
        return Err(Usage::error(if names.is_empty() {
            say!("unknown way to set up: `{found}` ({game} has no named ways)", found, game)
        } else {
            say!("unknown way to set up: `{found}` (try {ways})", found, ways = either(&names))
        }));
    };
    let mut agreed: Agreed =
        way.choices.iter().map(|(choice, value)| ((*choice).to_owned(), (*value).to_owned())).collect();
    match (way.number, number.first()) {
        (Some(choice), Some(number)) => {
            agreed.insert(choice.to_owned(), number.clone());
        }
        (None, Some(number)) => {
            let (name, found) = (Filling::text(name), Filling::text(excerpt(number)));
            return Err(Usage::error(say!(
                "the way {name} takes no number, but `{found}` is given",
                name,
                found
            )));
        }
        (_, None) => {}
    }
    Ok(agreed)
}

/// How the list of games is written.
struct GamesPage {
    width: usize,
    color: bool,
}

/// Where the second column begins.
const INDENT: usize = 12;

impl GamesPage {
    fn game(&self, about: &About) -> String {
        let mut text = format!("{}  {}\n", strong(about.id, self.color), words::text(about.name));
        let _ = writeln!(text, "  {}", wrapped(words::text(about.blurb), self.width, 2));
        let seats = format!("{}: {}", people(about), about.seats.join(", "));
        text.push_str(&self.row(&say!("seats"), &seats));
        text.push_str(&self.row(&say!("needs"), &needs(about)));
        let cards = |need: &CardNeed| {
            let [editions, count, cards] = [need.editions, need.count, need.cards].map(words::text);
            (editions.to_owned(), format!("{count}: {cards}"))
        };
        let cards: Vec<(String, String)> = about.needs.cards.iter().map(cards).collect();
        text.push_str(&self.rows(&say!("cards"), &cards));
        let editions: Vec<(String, String)> = about
            .editions
            .iter()
            .enumerate()
            .map(|(index, edition)| {
                let id = Filling::text(edition.id);
                let name = if index == 0 { say!("{id} (default)", id) } else { say!("{id}", id) };
                (said(&name), words::text(edition.note).to_owned())
            })
            .collect();
        text.push_str(&self.rows(&say!("editions"), &editions));
        let options: Vec<(String, String)> = about.choices.iter().map(option_row).collect();
        text.push_str(&self.rows(&say!("options"), &options));
        let ways: Vec<(String, String)> = about.ways.iter().map(way_row).collect();
        text.push_str(&self.rows(&say!("ways"), &ways));
        text
    }

    fn row(&self, title: &Sentence, text: &str) -> String {
        format!("  {:<10}{}\n", said(title), wrapped(text, self.width, INDENT))
    }

    /// Names and what they mean, aligned.
    fn rows(&self, title: &Sentence, rows: &[(String, String)]) -> String {
        let title = said(title);
        let column = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) + 2;
        let titles = std::iter::once(title.as_str()).chain(std::iter::repeat(""));
        let row = |(title, (name, meaning)): (&str, &(String, String))| {
            let meaning = wrapped(meaning, self.width, INDENT + column);
            format!("  {title:<10}{name:<column$}{meaning}\n")
        };
        titles.zip(rows).map(row).collect()
    }
}

/// How many people play: `2`, or `1 to 8`.
fn people(about: &About) -> String {
    let (least, most) = (about.fewest_seats, about.seats.len());
    if least == most { most.to_string() } else { said(&say!("{least} to {most}", least, most)) }
}

/// What lies on a real table, and for how long.
fn needs(about: &About) -> String {
    let things = about.needs.things.iter().map(|thing| Filling::text(words::text(thing)));
    let things = Filling::row_of(std::iter::once(say!("a chess set").into()).chain(things));
    let minutes = about.needs.minutes;
    said(&say!("{things}, and about {minutes} minutes", things, minutes))
}

fn option_row(choice: &Choice) -> (String, String) {
    let other = |(edition, value): &(&str, &str)| {
        Filling::from(say!(
            "in {edition} {value}",
            edition = Filling::text(edition),
            value = Filling::text(value)
        ))
    };
    let usual = Filling::from(say!("default {value}", value = Filling::text(choice.default)));
    let defaults = Filling::row_of(std::iter::once(usual).chain(choice.defaults.iter().map(other)));
    let (meaning, values) = (Filling::text(words::text(choice.meaning)), choice.values.sentence());
    let told = say!("{meaning}: {values} ({defaults})", meaning, values, defaults);
    (choice.name.to_owned(), said(&told))
}

fn way_row(way: &Way) -> (String, String) {
    let number = if way.number.is_some() { " [N]" } else { "" };
    (format!("--by {}{number}", way.name), words::text(way.meaning).to_owned())
}
