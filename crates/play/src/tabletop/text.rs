//! The text form of a tabletop, for terminals, scenarios and playthroughs.

use std::fmt;

use kit_chess::rows_of;
use kit_chess::shakmaty::Square;

use super::{Board, Grid, MarkKind, Part, PlacedToken, Possible, Prices, ScoreRow, Tabletop};
use crate::Sentence;

/// The text form: the board's rows, then a line or a block for each further part.
impl fmt::Display for Tabletop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            write!(f, "{part}")?;
        }
        writeln!(f, "prompt: {}", self.prompt.words.words())?;
        self.prompt.more.as_ref().map_or(Ok(()), |more| writeln!(f, "more: {}", more.words()))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Board(board) => write!(f, "{board}"),
            Part::Cards(cards) => {
                write!(f, "{}:", cards.id)?;
                for card in &cards.cards {
                    write!(f, " {}", card.face)?;
                    card.state.map_or(Ok(()), |state| write!(f, "({state})"))?;
                }
                writeln!(f)
            }
            Part::Grid(grid) => write!(f, "{grid}"),
            Part::Tray(tray) => writeln!(f, "{}: {}", tray.id, tray.items.join(" ")),
            Part::Track(track) => {
                let place = |(index, place): (usize, &Sentence)| {
                    let place = place.words();
                    if track.at == Some(index) { format!("[{place}]") } else { place.into_owned() }
                };
                let places: Vec<String> = track.places.iter().enumerate().map(place).collect();
                writeln!(f, "{}: {}", track.id, places.join(", "))
            }
            Part::Sheet(sheet) => {
                sheet.lines.iter().try_for_each(|line| writeln!(f, "{}: {}", line.label, line.value.words()))
            }
            Part::Clock(clock) => {
                let state = if clock.running { "running" } else { "standing" };
                writeln!(f, "{}: {} s {state}", clock.id, clock.milliseconds / 1000)
            }
            Part::Scores(scores) => {
                scores.rows.iter().try_for_each(|row| writeln!(f, "{}: {row}", row.who.words()))
            }
            Part::Prices(prices) => write!(f, "{prices}"),
        }
    }
}

/// A line for each choice: `bishop: 5 moves | hit + the trophy comes to you | miss = nothing happens`.
impl fmt::Display for Prices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:", self.id)?;
        for row in &self.rows {
            write!(f, "  {}", row.choice.words())?;
            for (index, brings) in row.brings.iter().enumerate() {
                let case = self.cases.get(index).map(|case| format!("{} ", case.words())).unwrap_or_default();
                write!(f, " | {case}{} {}", brings.worth.sign(), brings.words.words())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Points round by round, their sum, and what is claimed: `3 - 4 = 7 (4 moves)`.
impl fmt::Display for ScoreRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for points in &self.points {
            match points {
                Some(points) => write!(f, "{points} ")?,
                None => f.write_str("- ")?,
            }
        }
        write!(f, "= {}", self.total)?;
        self.claim.as_ref().map_or(Ok(()), |claim| write!(f, " ({claim})"))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in rows_of(&self.pieces()) {
            writeln!(f, "{row}")?;
        }
        for PlacedToken { square, token } in &self.tokens {
            writeln!(f, "{}: {square}", token.name())?;
        }
        for kind in MarkKind::ALL {
            let squares: Vec<String> = self
                .marks
                .iter()
                .filter(|mark| mark.kind == kind)
                .map(|mark| mark.square.to_string())
                .collect();
            if !squares.is_empty() {
                writeln!(f, "{}: {}", kind.name(), squares.join(" "))?;
            }
        }
        for zone in &self.zones {
            writeln!(f, "zone: {} {}{}", zone.label, zone.from, zone.to)?;
        }
        for figure in &self.under {
            writeln!(f, "under {}: {}", figure.square, figure.role.of(figure.color).char())?;
        }
        for layer in self.layers.iter().skip(1).filter(|layer| !layer.squares.is_empty()) {
            let squares: Vec<String> = layer.squares.iter().map(Square::to_string).collect();
            writeln!(f, "{}: {}", layer.name, squares.join(" "))?;
        }
        for Possible { square, under, pieces } in &self.possible {
            let place = if *under { "maybe under" } else { "maybe on" };
            let letters: Vec<String> = pieces.iter().map(|piece| piece.char().to_string()).collect();
            writeln!(f, "{place} {square}: {}", letters.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = self.note.as_ref().map(|note| format!(" {note}")).unwrap_or_default();
        let columns: Vec<_> = self.columns.iter().map(Sentence::words).collect();
        writeln!(f, "{}:\n  . {}{note}", self.id, columns.join(" "))?;
        for row in &self.rows {
            let cells: Vec<String> = row.cells.iter().map(|cell| cell.letter().to_string()).collect();
            let note = match self.note {
                Some(_) if row.note.is_empty() => " _".to_owned(),
                Some(_) => format!(" {}", row.note),
                None => String::new(),
            };
            writeln!(f, "  {} {}{note}", row.label.words(), cells.join(" "))?;
        }
        Ok(())
    }
}
