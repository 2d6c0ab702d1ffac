//! `analyse`: a game that is over, looked at again; as a table or as JSON.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use kit_bots::advice::percent;
use kit_bots::analysis::USUAL_NODES;
use kit_bots::{NoAnalysis, analyse};
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::wire::{Analysis, AnalysisChoice, Measure};
use kit_play::{Table, say};

use crate::examples::examples;
use crate::replay::read_sheet;
use crate::streams;
use crate::usage::{Usage, failure};
use crate::words::{self, said};

/// How many shares of a mix are told.
const MOST_SHARES: usize = 4;

/// Which game to look at again.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit analyse game.sheet            every decision, and where the game turned
  chess-kit analyse game.sheet --json     the same for programs

For every decision the table has what it was worth by what its seat knew, what the best was worth,
and the chance of each seat after it by what was true.
Only a game that is over is looked at, because what was true is secret until then."))]
pub struct AnalyseArgs {
    /// The scoresheet (`-` for standard input)
    file: PathBuf,
    /// How many nodes to look at, in all
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES)]
    nodes: u64,
    /// Write JSON for programs
    #[arg(long)]
    json: bool,
}

/// Looks at a game again.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<ExitCode> {
    let sheet = read_sheet(&args.file)?;
    let table = Table::replay(CATALOGUE, &sheet).with_context(|| args.file.display().to_string())?;
    let analysis = analyse(table.game(), &sheet, args.nodes);
    let mut analysis = analysis.map_err(|none| match none {
        NoAnalysis::NoNodes => Usage::error(none.sentence()),
        NoAnalysis::Running | NoAnalysis::Unplayable(_) => failure(&none.sentence()),
    })?;
    let text = if args.json {
        format!("{}\n", serde_json::to_string(&analysis)?)
    } else {
        analysis.say_as(&words::names(&table));
        table_of(&analysis)
    };
    streams::write_out(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn table_of(analysis: &Analysis) -> String {
    let mut text = String::new();
    let mut put = |line: String| writeln!(text, "{}", line.trim_end()).expect("a text takes everything");
    let widest =
        analysis.choices.iter().map(|choice| choice.action.chars().count()).max().unwrap_or(0).max(6);
    let heads = [say!("entry"), say!("turn"), say!("seat"), say!("done"), say!("worth"), say!("best")];
    let heads = heads.each_ref().map(said);
    let truths: String = analysis.seats.iter().map(|seat| format!(" {seat:>6}")).collect();
    put(format!(
        "{:>6} {:>5}  {:<6} {:<widest$} {:>6} {:>6} {truths}",
        heads[0], heads[1], heads[2], heads[3], heads[4], heads[5]
    ));
    for choice in &analysis.choices {
        let truth = analysis.points.get(choice.entry).map(|point| point.truth.as_slice()).unwrap_or_default();
        let truths: String = truth.iter().map(|chance| format!(" {:>6}", percent(*chance))).collect();
        let AnalysisChoice { entry, turn, seat, action, value, best, .. } = choice;
        let (value, best) = (percent(*value), percent(*best));
        put(format!(
            "{entry:>6} {turn:>5}  {seat:<6} {action:<widest$} {value:>6} {best:>6} {truths}{}",
            better(choice)
        ));
    }
    put(String::new());
    if analysis.measure == Measure::Outlook {
        put(said(&say!(
            "The numbers say how good points look and are only to compare decisions by; they are no chances to win."
        )));
    }
    if analysis.turning.is_empty() {
        put(said(&say!("The game never turned by much.")));
    }
    for turning in &analysis.turning {
        let entry = turning.entry;
        put(format!("{entry:>6}  {}", turning.words.words()));
    }
    text
}

/// What would have been better, or what should have been mixed.
fn better(choice: &AnalysisChoice) -> String {
    let line: Vec<&str> = choice.better.iter().map(|step| step.action.as_str()).collect();
    let shares = choice.mix.iter().take(MOST_SHARES);
    let mix: Vec<String> = shares.map(|share| format!("{} {}", percent(share.share), share.action)).collect();
    match (line.is_empty(), mix.len() > 1) {
        (false, _) => format!("  {}", said(&say!("better: {line}", line = Filling::text(line.join(" "))))),
        (true, true) => format!("  {}", said(&say!("mix: {mix}", mix = Filling::text(mix.join(", "))))),
        (true, false) => String::new(),
    }
}
