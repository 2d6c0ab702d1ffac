//! `advise`: what a seat should do on a scoresheet, and why; in words or as JSON.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use kit_bots::advice::{USUAL_NODES, percent};
use kit_bots::{Limit, NoAdvice, advise};
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::wire::{Advice, Measure};
use kit_play::{Chance, Seat, Table, Viewer, say};

use crate::examples::examples;
use crate::replay::{read_sheet, shortened};
use crate::streams;
use crate::usage::{Usage, failure};
use crate::words::{self, either, said};

/// How many offers the table has.
const MOST_OFFERS: usize = 12;

/// Whom to advise, and how long it may take.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit advise game.sheet --seat white          the best offers, and why
  chess-kit advise game.sheet --seat white --json   all of it for programs
  chess-kit advise - --entry 12 < game.sheet        whoever decides after 12 entries

Advice is made from what the seat may know and nothing else.
The same sheet, seat, nodes and seed give the same advice."))]
pub struct AdviseArgs {
    /// The scoresheet (`-` for standard input)
    file: PathBuf,
    /// The seat that asks; not needed where one seat alone decides
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
    /// As the game stood after this many entries
    #[arg(long, value_name = "N")]
    entry: Option<usize>,
    /// How many nodes to look at
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES)]
    nodes: u64,
    /// A number that makes the advice fall the same way again
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write JSON for programs
    #[arg(long)]
    json: bool,
}

/// Advises a seat.
pub fn run(args: &AdviseArgs) -> anyhow::Result<ExitCode> {
    let sheet = shortened(read_sheet(&args.file)?, args.entry)?;
    let table = Table::replay(CATALOGUE, &sheet).with_context(|| args.file.display().to_string())?;
    let seat = asking(&table, args.seat.as_deref())?;
    let limit = Limit { nodes: Some(args.nodes), ..Limit::by_level() };
    let advice = advise(&table.glimpse(Viewer::Seat(seat)), &limit, &mut Chance::seeded(args.seed));
    let mut advice = advice.map_err(|none| match none {
        NoAdvice::NoNodes => Usage::error(none.sentence()),
        NoAdvice::NoSeat | NoAdvice::Over | NoAdvice::NothingToDecide(_) => failure(&none.sentence()),
    })?;
    let text = if args.json {
        format!("{}\n", serde_json::to_string(&advice)?)
    } else {
        advice.say_as(&words::names(&table));
        table_of(&advice)
    };
    streams::write_out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The seat that asks: as somebody says, or the one that decides.
fn asking(table: &Table, named: Option<&str>) -> anyhow::Result<Seat> {
    if let Some(name) = named {
        return table.seat_named(name).map_err(Usage::from_error);
    }
    match table.acting().as_slice() {
        [only] => Ok(*only),
        [] => Err(failure(&NoAdvice::Over.sentence())),
        several => {
            let names: Vec<&str> = several.iter().map(|seat| table.about().seat_name(*seat)).collect();
            Err(Usage::error(say!(
                "several seats decide now; say which by --seat ({seats})",
                seats = either(&names)
            )))
        }
    }
}

/// The best offers, and what is to be said about the first.
fn table_of(advice: &Advice) -> String {
    let mut text = String::new();
    let mut put = |line: String| writeln!(text, "{line}").expect("a text takes everything");
    let seat = Filling::text(advice.seat);
    let (nodes, worlds, depth) = (advice.nodes, advice.worlds, i64::from(advice.depth));
    put(said(&say!(
        "{seat}: {nodes} {nodes|one=node|other=nodes} in {worlds} {worlds|one=world|other=worlds}, {depth} {depth|one=turn|other=turns} ahead",
        seat,
        nodes = nodes as usize,
        worlds,
        depth
    )));
    put(String::new());
    let mut offers: Vec<_> = advice.offers.iter().collect();
    let key = |share: Option<f64>, value: f64| (share.unwrap_or(0.0), value);
    offers.sort_by(|one, two| {
        let (one, two) = (key(one.share, one.value), key(two.share, two.value));
        two.partial_cmp(&one).expect("values are numbers")
    });
    // What is advised comes first, also where another looks as good.
    offers.sort_by_key(|offer| offer.action != advice.best);
    let width = offers.iter().take(MOST_OFFERS).map(|offer| offer.action.chars().count()).max().unwrap_or(0);
    for offer in offers.iter().take(MOST_OFFERS) {
        let share = offer.share.map(|share| format!(" {:>3} x", percent(share))).unwrap_or_default();
        let value = match offer.points {
            Some(points) => format!("{points:>6.1}"),
            None => format!("{:>4} %", percent(offer.value)),
        };
        put(format!("{value}{share}  {:<width$}  {}", offer.action, offer.label));
    }
    let more = offers.len().saturating_sub(MOST_OFFERS);
    if more > 0 {
        put(said(&say!("and {more} more", more)));
    }
    put(String::new());
    if advice.points.is_some() {
        put(said(&say!("The numbers are the points with which the game is likely to end.")));
    } else if advice.measure == Measure::Outlook {
        put(said(&say!("The numbers are only to compare offers by.")));
    }
    if offers.iter().any(|offer| offer.share.is_some()) {
        put(said(&say!("The second number is how often of 100 it should be chosen.")));
    }
    for words in advice.reasons.iter().chain(&advice.tells) {
        put(words.words().into_owned());
    }
    let line: Vec<Filling> = advice.line.iter().map(|step| Filling::text(&step.action)).collect();
    if line.len() > 1 {
        put(said(&say!("It may go on: {line}", line = Filling::row_of(line))));
    }
    if let Some(belief) = &advice.belief {
        for surmise in belief.surmises.iter().filter(|surmise| surmise.chance < 1.0).take(MOST_OFFERS) {
            put(format!("{:>4} %  {:<6}  {}", percent(surmise.chance), surmise.spot, surmise.words.words()));
        }
    }
    text
}
