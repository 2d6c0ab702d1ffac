//! Playing by lines of text: everything is linear, for screen readers and for pipes.
//!
//! Whoever looks for the first time is told all that lies on the table, and after that only what has
//! changed since.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use kit_play::sentence::Filling;
use kit_play::{Tabletop, Viewer, say};

use super::render::{self, Look};
use super::seating::Person;
use super::session::{PAGE_WIDTH, Reply, Session, Stage};
use super::told;
use crate::words::{self, said};

/// How many offers are hinted at.
const HINTED: usize = 12;

/// Makes a terminal forget what it showed, the part that has scrolled away included.
const FORGET: &str = "\x1b[H\x1b[2J\x1b[3J";

/// Plays on standard input and output.
pub fn play(session: &mut Session, look: Look, piped: bool) -> anyhow::Result<ExitCode> {
    let (input, out) = (typed_lines(), io::stdout().lock());
    let mut lines = Lines { input, out, look, piped, shown: None, seen: BTreeMap::new() };
    let played = lines.play(session).and_then(|()| lines.part_with(session));
    match played {
        Err(error) if is_broken_pipe(&error) => {
            session.finish()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => Err(error),
        Ok(()) => Ok(ExitCode::SUCCESS),
    }
}

/// Whether the reader of our output has simply left.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The lines of standard input as they come; they are read by a thread of their own, so that time can
/// run out while nobody types.
fn typed_lines() -> Receiver<io::Result<String>> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = match input.read_until(b'\n', &mut line) {
                Ok(0) => return,
                Ok(_) => Ok(String::from_utf8_lossy(&line).into_owned()),
                Err(error) => Err(error),
            };
            let failed = read.is_err();
            // Nobody listens any more once the game is left.
            if sender.send(read).is_err() || failed {
                return;
            }
        }
    });
    lines
}

/// What came of waiting for a line.
enum Heard {
    Line(String),
    End,
    Nothing,
}

struct Lines<W> {
    input: Receiver<io::Result<String>>,
    out: W,
    look: Look,
    piped: bool,
    /// For whom the table was last shown, and after how many entries.
    shown: Option<(Viewer, usize)>,
    /// What everybody saw when they looked last.
    seen: BTreeMap<Option<usize>, Tabletop>,
}

impl<W: Write> Lines<W> {
    /// Plays until the game is over, somebody quits, or the input ends.
    fn play(&mut self, session: &mut Session) -> anyhow::Result<()> {
        let game = Filling::text(words::text(session.table().about().name));
        let seating = session.seating().sentence(session.table());
        writeln!(self.out, "{}", said(&say!("{game}. {seating}.", game, seating)))?;
        loop {
            let goes_on = match session.stage() {
                Stage::Over => return Ok(()),
                Stage::Bot(_) => self.bot(session)?,
                Stage::Parting(_) => self.parting(session)?,
                Stage::Curtain(person) => self.curtain(session, person)?,
                Stage::Asking { words, veiled } => self.question(session, &words, veiled)?,
                Stage::Decide(_) => self.decision(session)?,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    fn bot(&mut self, session: &mut Session) -> anyhow::Result<bool> {
        if let Some(turn) = session.bot_turn() {
            session.bot_acts(turn.think())?;
        }
        if session.seating().people().is_empty() {
            self.news(session)?;
        }
        Ok(true)
    }

    /// Whoever has acted hears the answer before the curtain falls.
    fn parting(&mut self, session: &mut Session) -> anyhow::Result<bool> {
        self.news(session)?;
        let goes_on = if self.piped {
            true
        } else {
            writeln!(self.out, "{}", said(&say!("Press Enter to hide everything.")))?;
            self.read()?.is_some()
        };
        session.part();
        Ok(goes_on)
    }

    fn curtain(&mut self, session: &mut Session, person: Person) -> anyhow::Result<bool> {
        session.part();
        self.forget()?;
        self.shown = None;
        let name = session.name_of(person);
        loop {
            let name = Filling::text(&name);
            let words = say!("— pass the keyboard to {name}; press Enter when ready —", name);
            writeln!(self.out, "{}", said(&words))?;
            match self.read()? {
                None => return Ok(false),
                Some(line) if line.trim().is_empty() => break,
                Some(_) => {}
            }
        }
        session.lift_curtain();
        self.forget()?;
        Ok(true)
    }

    fn question(&mut self, session: &mut Session, words: &str, veiled: bool) -> anyhow::Result<bool> {
        if veiled {
            self.forget()?;
            self.shown = None;
        }
        writeln!(self.out, "{words}")?;
        self.answer(session)
    }

    fn decision(&mut self, session: &mut Session) -> anyhow::Result<bool> {
        // Time begins to run when somebody is asked.
        if session.watch_clock() {
            writeln!(self.out, "{}", said(&say!("Time is up.")))?;
            return Ok(true);
        }
        let now = (session.viewer(), session.table().entries());
        if self.shown != Some(now) {
            self.show(session)?;
            self.shown = Some(now);
        }
        self.answer(session)
    }

    /// The tabletop or what has changed there, what is new, what to do, and a hint of how.
    fn show(&mut self, session: &mut Session) -> anyhow::Result<()> {
        writeln!(self.out)?;
        let tabletop = session.tabletop();
        let eyes = session.viewer().seat().map(|seat| seat.index());
        match self.seen.insert(eyes, tabletop.clone()) {
            None => {
                self.write_lines(&told::whole(&tabletop, self.look, PAGE_WIDTH))?;
                writeln!(self.out)?;
                self.news(session)?;
            }
            Some(before) => {
                let news = session.news();
                self.write_lines(&news)?;
                self.write_lines(&told::changes(&before, &tabletop, &news, self.look, PAGE_WIDTH))?;
            }
        }
        if let (Viewer::Seat(seat), true) = (session.viewer(), session.seating().people().len() > 1) {
            write!(self.out, "{}: ", super::seating::seat_name(session.table(), seat))?;
        }
        for line in render::prompt_lines(&tabletop.prompt, PAGE_WIDTH) {
            writeln!(self.out, "{}", render::printed(&line, self.look))?;
        }
        if let Some(time) = session.time_left() {
            let seconds = time.as_secs() + u64::from(time.subsec_millis() > 0);
            let words =
                say!("You have {seconds} {seconds|one=second|other=seconds}.", seconds = seconds as i64);
            writeln!(self.out, "{}", said(&words))?;
        }
        self.write_lines(&session.menu().hint(HINTED, PAGE_WIDTH))
    }

    fn write_lines(&mut self, lines: &[String]) -> anyhow::Result<()> {
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn news(&mut self, session: &mut Session) -> anyhow::Result<()> {
        for words in session.news() {
            writeln!(self.out, "{words}")?;
        }
        Ok(())
    }

    /// Reads a line and shows what came of it; false when it is time to leave.
    fn answer(&mut self, session: &mut Session) -> anyhow::Result<bool> {
        // Showing everything takes time, too.
        if session.watch_clock() {
            writeln!(self.out, "{}", said(&say!("Time is up.")))?;
            return Ok(true);
        }
        self.prompt_for_line()?;
        let line = match self.heard(session.time_left())? {
            Heard::Line(line) => Some(line),
            Heard::End => return Ok(false),
            Heard::Nothing => None,
        };
        if session.watch_clock() {
            writeln!(self.out, "{}", said(&say!("Time is up.")))?;
            return Ok(true);
        }
        let Some(line) = line else { return Ok(true) };
        let before = session.table().entries();
        match session.enter(&line) {
            Reply::Done => {}
            Reply::Notice(words) => writeln!(self.out, "{words}")?,
            Reply::Page { title, lines, at } => self.page(&title, &lines, at)?,
            Reply::Quit => return Ok(false),
        }
        if session.table().entries() < before {
            self.shown = None;
        }
        Ok(true)
    }

    /// A page from the line that matters to the next heading.
    fn page(&mut self, title: &str, lines: &[String], at: usize) -> anyhow::Result<()> {
        let is_heading = |index: usize| {
            let below: &str = lines.get(index + 1).map_or("", String::as_str);
            !below.is_empty() && below.chars().all(|letter| matches!(letter, '-' | '=' | '~'))
        };
        let (from, upto) = match at {
            0 => (0, lines.len()),
            at => {
                let from = (0..at.min(lines.len())).rev().find(|index| is_heading(*index)).unwrap_or(0);
                (from, (at..lines.len()).find(|index| is_heading(*index)).unwrap_or(lines.len()))
            }
        };
        writeln!(self.out, "\n{title}\n")?;
        for line in &lines[from..upto] {
            writeln!(self.out, "{line}")?;
        }
        if at > 0 {
            writeln!(self.out, "{}", said(&say!("(type `rules all` for the whole book)")))?;
        }
        Ok(())
    }

    /// A line of input; none at its end.
    fn read(&mut self) -> anyhow::Result<Option<String>> {
        self.prompt_for_line()?;
        match self.heard(None)? {
            Heard::Line(line) => Ok(Some(line)),
            Heard::End | Heard::Nothing => Ok(None),
        }
    }

    fn prompt_for_line(&mut self) -> anyhow::Result<()> {
        if !self.piped {
            write!(self.out, "> ")?;
        }
        Ok(self.out.flush()?)
    }

    /// Waits for a line, and no longer than this.
    fn heard(&self, most: Option<Duration>) -> anyhow::Result<Heard> {
        let heard = match most {
            Some(most) => self.input.recv_timeout(most),
            None => self.input.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match heard {
            Ok(line) => Ok(Heard::Line(line?)),
            Err(RecvTimeoutError::Disconnected) => Ok(Heard::End),
            Err(RecvTimeoutError::Timeout) => Ok(Heard::Nothing),
        }
    }

    /// Hides what was shown; a pipe cannot forget, and needs not.
    fn forget(&mut self) -> anyhow::Result<()> {
        if !self.piped {
            write!(self.out, "{FORGET}")?;
        }
        Ok(())
    }

    /// The end of the game, or of our part in it.
    fn part_with(&mut self, session: &mut Session) -> anyhow::Result<()> {
        if let Some(outcome) = session.table().outcome() {
            if session.seating().people().len() > 1 {
                self.forget()?;
            }
            writeln!(self.out)?;
            self.write_lines(&told::whole(&session.tabletop(), self.look, PAGE_WIDTH))?;
            writeln!(self.out)?;
            self.news(session)?;
            writeln!(self.out, "{}", session.says(&outcome.told(session.table().about())))?;
        }
        if let Some(words) = session.finish()? {
            writeln!(self.out, "{words}")?;
        }
        self.out.flush()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Instant;

    use kit_games::CATALOGUE;
    use kit_play::{Chance, Table, Terms};

    use super::super::seating::{Seating, Wishes};
    use super::*;

    /// How many seconds have gone by on the clock of the test, and how many go by whenever somebody looks.
    static SECONDS: AtomicU64 = AtomicU64::new(0);
    static STEP: AtomicU64 = AtomicU64::new(0);

    fn later() -> Instant {
        static START: OnceLock<Instant> = OnceLock::new();
        let seconds = SECONDS.fetch_add(STEP.load(Ordering::Relaxed), Ordering::Relaxed);
        *START.get_or_init(Instant::now) + Duration::from_secs(seconds)
    }

    /// What is printed where a bot has found a solution and nobody types anything for a minute.
    fn told_by_clock(step: u64) -> String {
        STEP.store(step, Ordering::Relaxed);
        let game = kit_play::referee::listed(CATALOGUE, "chess-golf").expect("a game");
        let options = [("holes".to_owned(), "1".to_owned())].into();
        let terms = Terms::agree(game.about(), None, &options, Some(2), None).expect("terms");
        let mut chance = Chance::seeded(5);
        let table = Table::open(game, &terms, &mut chance).expect("a table");
        let seats = ["A=me", "B=bot:casual"].map(str::to_owned).to_vec();
        let wishes = Wishes { seats, ..Wishes::default() };
        let seating = Seating::wished(&table, &wishes).expect("a seating");
        let mut session = Session::new(table, seating, chance, true).by_clock(later);
        let (typed, input) = mpsc::channel();
        typed.send(Ok("2\n".to_owned())).expect("somebody listens");
        let look = Look { unicode: false, color: false, solid: false };
        let mut lines =
            Lines { input, out: Vec::new(), look, piped: true, shown: None, seen: BTreeMap::new() };
        lines.play(&mut session).expect("it is played");
        String::from_utf8(lines.out).expect("text")
    }

    #[test]
    fn time_runs_and_it_is_told_when_it_is_up() {
        // While a line is waited for, and while everything is shown.
        for (step, left) in [(15, 30), (20, 20)] {
            let told = told_by_clock(step);
            let after = told.split(&format!("You have {left} seconds.\n")).nth(1).unwrap_or_default();
            assert!(after.contains("\nTime is up.\n"), "{told}");
            assert_eq!(told.matches("Time is up.").count(), 1, "{told}");
        }
    }
}
