//! Playing by lines of text: everything is linear, for screen readers and for pipes.

use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use kit_play::sentence::Filling;
use kit_play::{Viewer, say};

use super::render::{self, Look};
use super::seating::Person;
use super::session::{PAGE_WIDTH, Reply, Session, Stage};
use crate::words::{self, said};

/// How many offers are hinted at.
const HINTED: usize = 12;

/// Makes a terminal forget what it showed, the part that has scrolled away included.
const FORGET: &str = "\x1b[H\x1b[2J\x1b[3J";

/// Plays on standard input and output.
pub fn play(session: &mut Session, look: Look, piped: bool) -> anyhow::Result<ExitCode> {
    let input = BufReader::new(io::stdin());
    let mut lines = Lines { input, out: io::stdout().lock(), look, piped, shown: None };
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

struct Lines<R, W> {
    input: R,
    out: W,
    look: Look,
    piped: bool,
    /// For whom the table was last shown, and after how many entries.
    shown: Option<(Viewer, usize)>,
}

impl<R: BufRead, W: Write> Lines<R, W> {
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
        let now = (session.viewer(), session.table().entries());
        if self.shown != Some(now) {
            self.show(session)?;
            self.shown = Some(now);
        }
        self.answer(session)
    }

    /// The tabletop, what is new, what to do, and a hint of how.
    fn show(&mut self, session: &mut Session) -> anyhow::Result<()> {
        writeln!(self.out)?;
        let tabletop = session.tabletop();
        for line in render::tabletop_lines(&tabletop, self.look, PAGE_WIDTH) {
            writeln!(self.out, "{}", render::printed(&line, self.look))?;
        }
        writeln!(self.out)?;
        self.news(session)?;
        if let (Viewer::Seat(seat), true) = (session.viewer(), session.seating().people().len() > 1) {
            write!(self.out, "{}: ", super::seating::seat_name(session.table(), seat))?;
        }
        for line in render::prompt_lines(&tabletop.prompt, PAGE_WIDTH) {
            writeln!(self.out, "{}", render::printed(&line, self.look))?;
        }
        for line in session.menu().hint(HINTED, PAGE_WIDTH) {
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
        session.watch_clock();
        let Some(line) = self.read()? else { return Ok(false) };
        if session.watch_clock() {
            writeln!(self.out, "{}", said(&say!("Time is up.")))?;
            return Ok(true);
        }
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
        if !self.piped {
            write!(self.out, "> ")?;
        }
        self.out.flush()?;
        let mut line = Vec::new();
        let count = self.input.read_until(b'\n', &mut line)?;
        Ok((count > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
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
            for line in render::tabletop_lines(&session.tabletop(), self.look, PAGE_WIDTH) {
                writeln!(self.out, "{}", render::printed(&line, self.look))?;
            }
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
