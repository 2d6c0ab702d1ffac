//! What a contest says of a game, as a page with plots and as JSON.
//!
//! The page is one file that loads nothing: plots are SVG within it.

use std::collections::BTreeMap;
use std::fmt::Write;

use kit_bots::Level;
use kit_play::sentence::Filling;
use kit_play::{About, say};
use serde_json::{Value, json};

use super::contest::Record;
use super::players::Player;
use super::statistics::{Share, elo, lead_changes, luck, mean, mean_in_words};
use crate::words::said;

/// The games of one variant of a game: an edition, or options.
pub struct Variant {
    /// How it differs from what is usual.
    pub name: String,
    pub records: Vec<Record>,
}

/// One step of a ladder: the stronger level's share against the weaker.
pub struct Rung {
    pub players: [Player; 2],
    pub share: Share,
    /// The mean points of both where there is nobody to beat, and whether they differ.
    pub points: Option<[String; 2]>,
    pub differs: bool,
}

/// Everything that goes on a page.
pub struct Report<'a> {
    pub about: &'static About,
    pub levels: [Level; 2],
    pub seed: u64,
    pub variants: &'a [Variant],
    pub ladder: &'a [Rung],
}

/// A row of the table of numbers: what it is, and its value for each variant.
type Row = (String, Vec<String>);

impl Report<'_> {
    /// The numbers, for programs.
    pub fn json(&self) -> Value {
        let variants: Vec<Value> = self.variants.iter().map(|variant| self.variant_json(variant)).collect();
        let ladder: Vec<Value> = self
            .ladder
            .iter()
            .map(|rung| {
                let share = rung.share;
                json!({
                    "stronger": rung.players[0].to_string(), "weaker": rung.players[1].to_string(),
                    "games": share.count, "score": [share.value, share.low, share.high],
                    "elo": [elo(share.value), elo(share.low), elo(share.high)],
                    "points": rung.points, "differs": rung.differs,
                })
            })
            .collect();
        json!({
            "game": self.about.id, "levels": self.levels.map(Level::name), "seed": self.seed,
            "variants": variants, "ladder": ladder, "depth": depth(self.ladder),
        })
    }

    fn variant_json(&self, variant: &Variant) -> Value {
        let records: Vec<&Record> = variant.records.iter().collect();
        let share = |share: Share| json!([share.value, share.low, share.high]);
        let of =
            |number: fn(&Record) -> f64| records.iter().map(|record| number(record)).collect::<Vec<f64>>();
        json!({
            "name": variant.name, "games": records.len(),
            "first_seat": share(first_seat(&records)),
            "measured": share(Share::of_pairs(&records, |record| record.measured)),
            "draws": share(draws(&records)),
            "ends": counted(&records, |record| vec![(end(record), 1)]),
            "turns": mean(&of(|record| record.turns as f64)),
            "actions": mean(&of(|record| record.actions as f64)),
            "offers": mean(&of(|record| record.offers)),
            "last_lead_change": mean(&of(|record| lead_changes(&record.chances).0)),
            "lead_changes": mean(&of(|record| f64::from(lead_changes(&record.chances).1))),
            "luck": self.luck_of(&records),
            "points": points(&records).map(|points| points.map(|points| mean(&points))),
            "facts": counted(&records, |record| record.facts.clone().into_iter().collect()),
            "barred": counted(&records, |record| record.barred.clone().into_iter().collect()),
        })
    }

    /// Luck can be told apart only between equal players.
    fn luck_of(&self, records: &[&Record]) -> Option<f64> {
        luck(records).filter(|_| self.levels[0] == self.levels[1] && points(records).is_none())
    }

    /// The rows of the table of numbers.
    fn rows(&self) -> Vec<Row> {
        let each = |name: String, value: &dyn Fn(&[&Record]) -> String| {
            let values =
                self.variants.iter().map(|variant| value(&variant.records.iter().collect::<Vec<_>>()));
            (name, values.collect::<Vec<String>>())
        };
        let of = |number: fn(&Record) -> f64| {
            move |records: &[&Record]| {
                mean_in_words(&records.iter().map(|record| number(record)).collect::<Vec<f64>>())
            }
        };
        let alone =
            self.variants.iter().any(|variant| variant.records.iter().any(|one| one.points.is_some()));
        let mut rows = vec![each(said(&say!("games")), &|records| records.len().to_string())];
        if alone {
            rows.push(each(said(&say!("points")), &|records| {
                points(records)
                    .map(|[one, two]| format!("{} / {}", mean_in_words(&one), mean_in_words(&two)))
                    .unwrap_or_default()
            }));
        } else {
            rows.push(each(said(&say!("share of the first seat")), &|records| {
                first_seat(records).in_percent()
            }));
            rows.push(each(said(&say!("share of the measured level")), &|records| {
                Share::of_pairs(records, |record| record.measured).in_percent()
            }));
            rows.push(each(said(&say!("draws")), &|records| draws(records).in_percent()));
            rows.push(each(said(&say!("share of luck")), &|records| {
                self.luck_of(records)
                    .map_or("–".to_owned(), |luck| format!("{:.0} %", 100.0 * luck.max(0.0)))
            }));
        }
        rows.push(each(said(&say!("turns")), &of(|record| record.turns as f64)));
        rows.push(each(said(&say!("decisions")), &of(|record| record.actions as f64)));
        rows.push(each(said(&say!("choices for a decision")), &of(|record| record.offers)));
        if !alone {
            rows.push(each(
                said(&say!("the lead last changes, in percent of the game")),
                &of(|record| 100.0 * lead_changes(&record.chances).0),
            ));
            rows.push(each(
                said(&say!("how often the lead changes")),
                &of(|record| f64::from(lead_changes(&record.chances).1)),
            ));
        }
        if !self.ladder.is_empty() {
            // Only the usual way to play has a ladder.
            let (steps, all) = (depth(self.ladder), self.ladder.len());
            let depth = said(&say!("{steps} of {all}", steps, all));
            let others = self.variants.iter().skip(1).map(|_| "–".to_owned());
            rows.push((said(&say!("depth of skill")), [depth].into_iter().chain(others).collect()));
        }
        rows
    }

    /// The page.
    pub fn page(&self) -> String {
        let mut page = String::new();
        let title = said(&say!(
            "{game}: {one} against {two}",
            game = Filling::text(self.about.name),
            one = Filling::text(self.levels[0].name()),
            two = Filling::text(self.levels[1].name())
        ));
        let _ = write!(
            page,
            "<!doctype html>\n<html><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" \
             content=\"width=device-width\">\n<title>{0}</title>\n<style>{STYLE}</style></head>\n<body>\n\
             <h1>{0}</h1>\n",
            escaped(&title)
        );
        self.numbers(&mut page);
        self.compared(&mut page);
        for variant in self.variants {
            let records: Vec<&Record> = variant.records.iter().collect();
            if self.variants.len() > 1 {
                let _ = writeln!(page, "<h2>{}</h2>", escaped(&variant.name));
            }
            plots(&records, &mut page);
        }
        self.ladder(&mut page);
        page.push_str("</body></html>\n");
        page
    }

    fn numbers(&self, page: &mut String) {
        page.push_str("<table><tr><th></th>");
        for variant in self.variants {
            let _ = write!(page, "<th>{}</th>", escaped(&variant.name));
        }
        page.push_str("</tr>\n");
        for (name, values) in self.rows() {
            let _ = write!(page, "<tr><th>{}</th>", escaped(&name));
            values.iter().for_each(|value| {
                let _ = write!(page, "<td>{}</td>", escaped(value));
            });
            page.push_str("</tr>\n");
        }
        page.push_str("</table>\n");
    }

    /// How much the share of the first seat differs between variants of the same deals.
    fn compared(&self, page: &mut String) {
        let [first, others @ ..] = self.variants else { return };
        for other in others {
            let _ = writeln!(page, "<p>{}</p>", escaped(&difference(first, other)));
        }
    }

    fn ladder(&self, page: &mut String) {
        if self.ladder.is_empty() {
            return;
        }
        let _ = writeln!(page, "<h2>{}</h2>\n<table>", escaped(&said(&say!("Levels"))));
        for rung in self.ladder {
            let _ = writeln!(page, "<tr>{}</tr>", rung.cells());
        }
        let _ = writeln!(page, "</table>\n<p>{}</p>", escaped(&told_depth(self.ladder)));
    }
}

/// How deep skill goes: at how many steps of a ladder the stronger level is certainly better.
pub fn depth(ladder: &[Rung]) -> usize {
    ladder.iter().filter(|rung| rung.differs).count()
}

/// The same in words.
pub fn told_depth(ladder: &[Rung]) -> String {
    let (steps, all) = (depth(ladder), ladder.len());
    said(&say!(
        "depth of skill: at {steps} of {all} steps the stronger level is certainly better",
        steps,
        all
    ))
}

impl Rung {
    /// What was reached, in words.
    pub fn reached(&self) -> String {
        match &self.points {
            Some([one, two]) => {
                said(&say!("{one} against {two} points", one = Filling::text(one), two = Filling::text(two)))
            }
            None => format!("{} = {} Elo", self.share.in_percent(), self.share.in_elo()),
        }
    }

    fn cells(&self) -> String {
        let [stronger, weaker] = self.players;
        format!(
            "<th>{stronger} – {weaker}</th><td>{}</td><td>{}</td>",
            self.share.count,
            escaped(&self.reached())
        )
    }
}

/// What another way to play changes for the first seat.
pub fn difference(one: &Variant, two: &Variant) -> String {
    let by_number: BTreeMap<u64, f64> =
        one.records.iter().map(|record| (record.number, record.first)).collect();
    let shared = two
        .records
        .iter()
        .filter_map(|record| Some((1.0 + record.first - by_number.get(&record.number)?) / 2.0));
    let share = Share::of(&shared.collect::<Vec<f64>>());
    let points = |share: f64| format!("{:+.1}", 200.0 * (share - 0.5));
    said(&say!(
        "{two} instead of {one} changes the share of the first seat by {value} points [{low}, {high}] in {count} games.",
        two = Filling::text(&two.name),
        one = Filling::text(&one.name),
        value = Filling::text(points(share.value)),
        low = Filling::text(points(share.low)),
        high = Filling::text(points(share.high)),
        count = share.count
    ))
}

/// The share of the team that moves first.
pub fn first_seat(records: &[&Record]) -> Share {
    Share::of(&records.iter().map(|record| record.first).collect::<Vec<f64>>())
}

/// The share of games that nobody wins.
pub fn draws(records: &[&Record]) -> Share {
    let drawn = |record: &&Record| f64::from(u8::from(record.points.is_none() && record.first == 0.5));
    Share::of(&records.iter().map(drawn).collect::<Vec<f64>>())
}

/// The points of the measured level and of the other, where there is nobody to beat.
pub fn points(records: &[&Record]) -> Option<[Vec<f64>; 2]> {
    let of = |wanted: bool| -> Vec<f64> {
        let points = records.iter().filter_map(|record| record.points);
        points.filter(|(_, measured)| *measured == wanted).map(|(points, _)| f64::from(points)).collect()
    };
    let both = [of(true), of(false)];
    both.iter().any(|points| !points.is_empty()).then_some(both)
}

fn end(record: &Record) -> String {
    format!("{} [{}]", record.reason, record.rule)
}

/// How often each thing was counted in all games, the most frequent first.
fn counted(records: &[&Record], things: impl Fn(&Record) -> Vec<(String, u64)>) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (thing, count) in records.iter().flat_map(|record| things(record)) {
        *counts.entry(thing).or_default() += count;
    }
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn plots(records: &[&Record], page: &mut String) {
    let count = records.len().max(1) as f64;
    let per_game = |counts: Vec<(String, u64)>| -> Vec<(String, f64)> {
        counts.into_iter().map(|(name, times)| (name, times as f64 / count)).collect()
    };
    let shares = |counts: Vec<(String, u64)>| -> Vec<(String, f64)> {
        per_game(counts).into_iter().map(|(name, share)| (name, 100.0 * share)).collect()
    };
    let heading = |page: &mut String, words: String| {
        let _ = writeln!(page, "<h3>{}</h3>", escaped(&words));
    };
    heading(page, said(&say!("How games end, in percent")));
    bars(&shares(counted(records, |record| vec![(end(record), 1)])), page);
    heading(page, said(&say!("How long they are, in turns")));
    histogram(&records.iter().map(|record| record.turns as f64).collect::<Vec<_>>(), page);
    if points(records).is_none() {
        heading(page, said(&say!("When the lead last changes, in percent of the game")));
        let last = |record: &&Record| 100.0 * lead_changes(&record.chances).0;
        histogram(&records.iter().map(last).collect::<Vec<_>>(), page);
        heading(page, said(&say!("The first side's chance to win along the game, in ten games")));
        curves(records, page);
    } else {
        heading(page, said(&say!("Points")));
        let points = records.iter().filter_map(|record| record.points).map(|(points, _)| f64::from(points));
        histogram(&points.collect::<Vec<_>>(), page);
    }
    heading(page, said(&say!("What happens, times a game")));
    bars(&per_game(counted(records, |record| record.facts.clone().into_iter().collect())), page);
    heading(page, said(&say!("What rules forbid, times a game, counted at every fifth decision")));
    bars(&per_game(counted(records, |record| record.barred.clone().into_iter().collect())), page);
}

/// Bars with their names.
fn bars(values: &[(String, f64)], page: &mut String) {
    let most = values.iter().map(|(_, value)| *value).fold(1e-9, f64::max);
    let height = 22 * values.len();
    let _ = writeln!(page, "<svg viewBox=\"0 0 900 {height}\" width=\"900\" height=\"{height}\">");
    for (place, (name, value)) in values.iter().enumerate() {
        let (y, width) = (22 * place, 300.0 * value / most);
        let _ = writeln!(
            page,
            "<rect x=\"0\" y=\"{y}\" width=\"{width:.1}\" height=\"16\"/><text x=\"{:.1}\" y=\"{}\">{} {}</text>",
            width + 6.0,
            y + 13,
            short(*value),
            escaped(name)
        );
    }
    page.push_str("</svg>\n");
}

fn short(value: f64) -> String {
    if value >= 10.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// How many games lie in each of twenty stretches of equal length.
fn histogram(values: &[f64], page: &mut String) {
    const COLUMNS: usize = 20;
    let (low, high) =
        values.iter().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(*value), high.max(*value)));
    if values.is_empty() {
        return;
    }
    let width = ((high - low) / COLUMNS as f64).max(1e-9);
    let mut columns = [0usize; COLUMNS];
    values.iter().for_each(|value| columns[(((value - low) / width) as usize).min(COLUMNS - 1)] += 1);
    let most = columns.iter().copied().max().unwrap_or(1).max(1);
    page.push_str("<svg viewBox=\"0 0 660 150\" width=\"660\" height=\"150\">\n");
    for (place, count) in columns.iter().enumerate() {
        let height = 110.0 * *count as f64 / most as f64;
        let _ = writeln!(
            page,
            "<rect x=\"{}\" y=\"{:.1}\" width=\"28\" height=\"{height:.1}\"><title>{count}</title></rect>",
            32 * place,
            120.0 - height
        );
    }
    let _ = writeln!(
        page,
        "<text x=\"0\" y=\"140\">{low:.0}</text><text x=\"600\" y=\"140\">{high:.0}</text></svg>"
    );
}

/// The first side's chance along each of some games.
fn curves(records: &[&Record], page: &mut String) {
    page.push_str("<svg viewBox=\"0 0 660 210\" width=\"660\" height=\"210\">\n");
    page.push_str("<path class=\"axis\" d=\"M0 100H660\"/>\n");
    for record in records.iter().filter(|record| record.chances.len() > 1).take(10) {
        let last = (record.chances.len() - 1) as f64;
        let point = |(place, chance): (usize, &f64)| {
            format!("{:.1} {:.1}", 660.0 * place as f64 / last, 200.0 - 200.0 * chance)
        };
        let points: Vec<String> = record.chances.iter().enumerate().map(point).collect();
        let _ = writeln!(page, "<path class=\"curve\" d=\"M{}\"/>", points.join("L"));
    }
    page.push_str("</svg>\n");
}

const STYLE: &str = "body{font:16px/1.4 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
    color:#222;background:#fff}table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .8rem;\
    border-bottom:1px solid #ccc}svg{max-width:100%;height:auto}svg rect{fill:#3a6ea5}\
    svg text{font-size:13px;fill:#222}.curve{fill:none;stroke:#3a6ea5;stroke-opacity:.6}\
    .axis{stroke:#999}@media(prefers-color-scheme:dark){body{background:#181818;color:#eee}\
    svg text{fill:#eee}svg rect{fill:#7fb0e6}.curve{stroke:#7fb0e6}}";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(name: &str, first: &[f64]) -> Variant {
        let record = |(number, first): (usize, &f64)| Record {
            number: number as u64,
            first: *first,
            measured: *first,
            reason: "a < b".to_owned(),
            rule: "game.end".to_owned(),
            chances: vec![0.5, 0.6, *first],
            turns: 10 + number as u64,
            ..Record::default()
        };
        Variant { name: name.to_owned(), records: first.iter().enumerate().map(record).collect() }
    }

    #[test]
    fn a_page_says_what_was_counted_and_loads_nothing() {
        let variants = [variant("2025", &[1.0, 0.0, 0.5, 1.0]), variant("2024", &[1.0, 1.0, 1.0, 1.0])];
        let rung = Rung {
            players: [Level::Club.into(), Level::Casual.into()],
            share: Share::of(&[1.0, 1.0, 0.0, 1.0]),
            points: None,
            differs: false,
        };
        let about = kit_games::CATALOGUE[0].about();
        let report =
            Report { about, levels: [Level::Club; 2], seed: 1, variants: &variants, ladder: &[rung] };
        let page = report.page();
        assert!(page.contains("62.5 %") && page.contains("a &lt; b [game.end]"), "{page}");
        assert!(page.contains("changes the share of the first seat by +37.5 points"), "{page}");
        assert!(page.contains("depth of skill: at 0 of 1 steps the stronger level"), "{page}");
        assert!(page.contains("<th>depth of skill</th><td>0 of 1</td><td>–</td>"), "{page}");
        assert!(!page.contains("http") && !page.contains("src="), "{page}");
        assert_eq!(report.json()["variants"][0]["first_seat"][0], 0.625);
    }
}
