//! One table at one keyboard: who is asked next, what a typed line does, who may look.
//!
//! Both ways of playing, by lines and on a full screen, drive a [`Session`]: they ask for the
//! [`Stage`], show it, and hand back what was typed.
//! Whatever they show of the game comes through [`Session::viewer`], so between two people
//! nobody's secrets can stay in sight by mistake.

mod hint;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use kit_book::rulebook::{Block, RuleBook};
use kit_bots::{Bot, Limit, Temper, Thought, Wish};
use kit_play::scoresheet::{Conduct, SheetEntry};
use kit_play::sentence::{Filling, Names};
use kit_play::tabletop::{Clock, Part};
use kit_play::{Chance, Glimpse, Refusal, Seat, Sentence, Table, Tabletop, Viewer, say};

use self::hint::Hints;
use super::command::{Command, help, keys};
use super::offers::{Meaning, Menu};
use super::render::Look;
use super::seating::{Person, Player, Seating, seat_name};
use super::told;
use crate::scores;
use crate::usage::{Usage, failure, in_words};
use crate::words::{self, said};

/// How many offers a refusal names.
const NEAREST: usize = 6;

/// How wide a page of text is.
pub const PAGE_WIDTH: usize = 72;

/// A table, who sits there, and who is looking.
pub struct Session {
    table: Table,
    seating: Seating,
    bots: Vec<Option<Bot>>,
    /// How bots see their game.
    tempers: Vec<Temper>,
    chance: Chance,
    curtains: bool,
    looking: Option<Person>,
    /// Whether the person who is looking has acted and not yet handed the keyboard on.
    acted: bool,
    question: Option<Question>,
    /// For each person, or for the public when there are none, how many entries they have
    /// been told of, the deal included.
    told: Vec<usize>,
    /// How many things bots have yet to say beside the game: their greeting and their thanks.
    unsaid: u8,
    /// Whether bots give up what has long been lost.
    bots_resign: bool,
    /// When the time that the rules give is up, and the clock that tells it.
    deadline: Option<Instant>,
    now: fn() -> Instant,
    save: Option<PathBuf>,
    /// Whether the game was over before anybody sat down, or its score is kept already.
    was_over: bool,
    /// Who may ask for hints, and who did.
    hints: Hints,
    /// How many entries the last saved sheet had, and whether the game was over.
    saved: Option<(usize, bool)>,
    /// Whether there are keys and a mouse beside lines of text.
    has_screen: bool,
}

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A bot has to act.
    Bot(Seat),
    /// The person who has just acted may look at the answer before the curtain falls.
    Parting(Person),
    /// Nobody may look until this person says that they are there.
    Curtain(Person),
    /// The person who is looking decides for this seat.
    Decide(Seat),
    /// A question wants an answer; a veiled one is asked with nothing else in sight.
    Asking {
        /// The words.
        words: String,
        /// Whether nobody's tabletop may be seen meanwhile.
        veiled: bool,
    },
    /// The game is over.
    Over,
}

/// A question that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    Resign(Seat),
    Draw { by: Seat, words: Sentence },
    Undo { entries: usize, words: Sentence },
    Leave,
}

/// What came of a typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing that needs words; the stage may be another.
    Done,
    /// Something to read.
    Notice(String),
    /// Something long to read.
    Page {
        /// What it is.
        title: String,
        /// The lines.
        lines: Vec<String>,
        /// The line to begin at.
        at: usize,
    },
    /// Leave the program.
    Quit,
}

/// A bot that has to act, with all that it may see.
pub struct BotTurn {
    seat: Seat,
    bot: Bot,
    glimpse: Glimpse,
    limit: Limit,
}

/// What a bot decided.
pub struct BotAnswer {
    seat: Seat,
    bot: Bot,
    thought: Option<Thought>,
}

impl BotTurn {
    /// A switch that makes the bot answer at once.
    pub fn hurry(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.limit.stop)
    }

    /// Lets the bot think.
    pub fn think(mut self) -> BotAnswer {
        let thought = self.bot.choose(&self.glimpse, &self.limit);
        BotAnswer { seat: self.seat, bot: self.bot, thought }
    }
}

impl Session {
    /// Sits down; `curtains` is whether the keyboard is handed on behind a curtain.
    pub fn new(mut table: Table, seating: Seating, mut chance: Chance, curtains: bool) -> Session {
        seating.write_down(&mut table);
        let mut bot = |seat: Seat| match seating.at(seat) {
            Player::Bot(level) => Some(Bot::new(level, Chance::seeded(chance.seed()))),
            Player::Person(_) => None,
        };
        let bots: Vec<Option<Bot>> = table.seats().map(&mut bot).collect();
        let tempers = vec![Temper::default(); bots.len()];
        let people = seating.people();
        let looking = match people.as_slice() {
            [only] => Some(*only),
            [first, ..] if !curtains => Some(*first),
            _ => None,
        };
        let was_over = table.outcome().is_some();
        let told = vec![0; people.iter().map(|person| person.0 + 1).max().unwrap_or(1)];
        Session {
            table,
            seating,
            bots,
            tempers,
            chance,
            curtains,
            looking,
            acted: false,
            question: None,
            told,
            unsaid: 0,
            bots_resign: true,
            deadline: None,
            now: Instant::now,
            save: None,
            was_over,
            hints: Hints::new(people.len()),
            saved: None,
            has_screen: false,
        }
    }

    /// The same session on a full screen.
    pub fn on_screen(&mut self) {
        self.has_screen = true;
    }

    /// The same session, with a file that the scoresheet goes to in the end.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot become a scoresheet, before anybody has played in vain.
    pub fn saving_to(mut self, file: Option<PathBuf>) -> anyhow::Result<Session> {
        if let Some(path) = &file {
            check_writable(path)?;
        }
        self.save = file;
        Ok(self)
    }

    /// The same session, in which bots greet and thank, or say nothing.
    pub fn with_talk(mut self, talks: bool) -> Session {
        self.unsaid = if talks { 2 } else { 0 };
        self
    }

    /// The same session, in which bots give up what has long been lost, or play on to the end.
    pub fn with_resigning_bots(mut self, resign: bool) -> Session {
        self.bots_resign = resign;
        self
    }

    /// The same session by another clock.
    #[cfg(test)]
    pub fn by_clock(mut self, now: fn() -> Instant) -> Session {
        self.now = now;
        self
    }

    /// What bots say beside the game: a greeting at first, and thanks at the end.
    fn talk(&mut self) -> Vec<String> {
        let is_over = self.table.outcome().is_some();
        let due = if is_over { 0 } else { 1 };
        if self.unsaid <= due {
            return Vec::new();
        }
        self.unsaid = due;
        let is_bot = |seat: &Seat| self.seating.person_at(*seat).is_none();
        let line = |seat: Seat| {
            let bot = Filling::text(seat_name(&self.table, seat));
            if is_over {
                say!("{bot}: Thank you for the game!", bot)
            } else {
                say!("{bot}: Have a good game!", bot)
            }
        };
        self.table.seats().filter(is_bot).map(|seat| said(&line(seat))).collect()
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Who sits where.
    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    /// What happens next.
    pub fn stage(&self) -> Stage {
        if let Some(question) = &self.question {
            let veiled = matches!(question, Question::Draw { .. });
            return Stage::Asking { words: said(&self.words_of(question)), veiled };
        }
        if self.table.outcome().is_some() {
            return Stage::Over;
        }
        let acting = self.table.acting();
        if let Some(seat) = acting.iter().find(|seat| self.seating.person_at(**seat).is_none()) {
            return Stage::Bot(*seat);
        }
        let Some((seat, person)) = self.next_to_decide(&acting) else { return Stage::Over };
        match self.looking {
            Some(looking) if looking == person => Stage::Decide(seat),
            Some(looking) if self.acted && !self.table.about().open => Stage::Parting(looking),
            _ => Stage::Curtain(person),
        }
    }

    /// The acting person to ask: whoever is looking if they must act, else the next around.
    fn next_to_decide(&self, acting: &[Seat]) -> Option<(Seat, Person)> {
        let mut people: Vec<(Seat, Person)> =
            acting.iter().filter_map(|seat| Some((*seat, self.seating.person_at(*seat)?))).collect();
        let last = self.table.scoresheet().entries.last().and_then(|entry| self.seat_of(entry));
        let after = people.partition_point(|(seat, _)| last.is_some_and(|last| *seat <= last));
        people.rotate_left(after);
        let looking = people.iter().find(|(_, person)| self.looking == Some(*person));
        looking.or(people.first()).copied()
    }

    fn seat_of(&self, entry: &SheetEntry) -> Option<Seat> {
        self.table.about().seat_named(&entry.seat)
    }

    /// The person who has just acted has seen enough.
    pub fn part(&mut self) {
        self.acted = false;
        self.looking = None;
    }

    /// The next person is there and may look.
    pub fn lift_curtain(&mut self) {
        if let Stage::Curtain(person) = self.stage() {
            self.looking = Some(person);
            self.acted = false;
        }
    }

    /// Whose eyes the screen is for.
    ///
    /// While one person is looking it is their seat, the deciding one first.
    /// After the end with several people, and while nobody has said that they are there, it
    /// is the public.
    pub fn viewer(&self) -> Viewer {
        let several = self.seating.people().len() > 1;
        let over = self.table.outcome().is_some();
        match self.looking {
            Some(_) if over && several => Viewer::Public,
            Some(person) => {
                let acting = self.table.acting();
                let mut seats: Vec<Seat> = self.seating.seats_of(person).collect();
                let entries = self.table.scoresheet().entries.iter().rev();
                let last = entries.filter_map(|entry| self.seat_of(entry)).find(|seat| seats.contains(seat));
                seats.sort_by_key(|seat| (!acting.contains(seat), Some(*seat) != last));
                seats.first().map_or(Viewer::Public, |seat| Viewer::Seat(*seat))
            }
            None => Viewer::Public,
        }
    }

    /// What the viewer may know.
    pub fn glimpse(&self) -> Glimpse {
        self.table.glimpse(self.viewer())
    }

    /// What the viewer has in front of them, in words for people.
    ///
    /// Where time runs, there is a clock with what is left of it.
    pub fn tabletop(&self) -> Tabletop {
        let mut tabletop = self.glimpse().tabletop().said_as(&self.names());
        if let Some(left) = self.time_left() {
            let (title, milliseconds) = (say!("Time left"), left.as_millis() as u64);
            let title = Sentence::finished(said(&title)).into();
            let clock = Clock { id: "time-left", title, milliseconds, running: true };
            tabletop.parts.insert(tabletop.parts.len().min(1), Part::Clock(clock));
        }
        tabletop
    }

    /// The time that the rules still give, if they give any.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since((self.now)()))
    }

    /// The voice that speaks at this table.
    fn names(&self) -> Names {
        words::names(&self.table)
    }

    /// A sentence of this table.
    pub fn says(&self, sentence: &Sentence) -> String {
        sentence.words_in(&self.names())
    }

    /// What the person who is looking may do; nothing unless they decide now.
    pub fn menu(&self) -> Menu {
        match self.stage() {
            Stage::Decide(seat) => Menu::of(&self.table.glimpse(Viewer::Seat(seat)), &self.names()),
            _ => Menu::default(),
        }
    }

    /// Everything the person who is looking has heard, with the entry it belongs to.
    fn heard(&self) -> Vec<(usize, String)> {
        let viewers: Vec<Viewer> = match (self.viewer(), self.looking) {
            (Viewer::Seat(_), Some(person)) => self.seating.seats_of(person).map(Viewer::Seat).collect(),
            (viewer, _) => vec![viewer],
        };
        let names = self.names();
        let mut heard: Vec<(usize, String)> = Vec::new();
        for viewer in viewers {
            let mut own = Vec::new();
            own.extend(self.table.heard(viewer).map(|(entry, words)| (entry, words.words_in(&names))));
            own.retain(|line| !heard.contains(line));
            heard.extend(own);
        }
        heard.sort_by_key(|(entry, _)| *entry);
        heard
    }

    /// What the person who is looking has heard.
    pub fn history(&self) -> Vec<String> {
        self.heard().into_iter().map(|(_, words)| words).collect()
    }

    /// What the person who is looking has not been told yet; from now on they have.
    pub fn news(&mut self) -> Vec<String> {
        let heard = self.heard();
        // An end at the table is heard after the last entry.
        let upto = heard.last().map_or(0, |(entry, _)| entry + 1).max(self.table.entries() + 1);
        let told = match self.looking {
            Some(person) => std::mem::replace(&mut self.told[person.0], upto),
            None if self.seating.people().is_empty() => std::mem::replace(&mut self.told[0], upto),
            None => return Vec::new(),
        };
        let heard = heard.into_iter().filter(|(entry, _)| *entry >= told).map(|(_, words)| words);
        heard.chain(self.talk()).collect()
    }

    /// How somebody is called.
    pub fn name_of(&self, person: Person) -> String {
        self.seating.name_of(&self.table, person)
    }

    /// The bot that has to act now, taken out of its chair until it answers.
    pub fn bot_turn(&mut self) -> Option<BotTurn> {
        let Stage::Bot(seat) = self.stage() else { return None };
        let bot = self.bots[seat.index()].take()?;
        let glimpse = self.table.glimpse(Viewer::Seat(seat));
        Some(BotTurn { seat, bot, glimpse, limit: Limit::by_level() })
    }

    /// Does what a bot decided.
    ///
    /// # Errors
    ///
    /// Fails when the bot has no answer, or one that the referee refuses.
    pub fn bot_acts(&mut self, answer: BotAnswer) -> anyhow::Result<()> {
        let BotAnswer { seat, bot, thought } = answer;
        let name = || Filling::text(seat_name(&self.table, seat));
        let level = bot.level();
        self.bots[seat.index()] = Some(bot);
        let thought =
            thought.ok_or_else(|| failure(&say!("the bot of {seat} has no answer", seat = name())))?;
        let wish = self.tempers[seat.index()].after(level, &thought);
        if wish == Some(Wish::Resign) && self.bots_resign && self.may_resign(seat) {
            self.table.resign(seat);
            return Ok(());
        }
        let problem = said(&say!("the bot of {seat} wants what it may not", seat = name()));
        self.table.act(seat, &thought.action, &mut self.chance).context(problem)?;
        self.hand_on();
        if wish == Some(Wish::Draw) && self.table.outcome().is_none() {
            self.offer_draw_to_people(seat);
        }
        Ok(())
    }

    /// Whether a bot may give up for its team: there is a team to beat, and no person in its own.
    fn may_resign(&self, seat: Seat) -> bool {
        let team = self.table.team(seat);
        let (own, others): (Vec<Seat>, Vec<Seat>) =
            self.table.seats().partition(|other| self.table.team(*other) == team);
        !others.is_empty() && own.into_iter().all(|own| self.seating.person_at(own).is_none())
    }

    /// A bot offers a draw, if people play against it and none with it.
    fn offer_draw_to_people(&mut self, seat: Seat) {
        if self.may_resign(seat) && !self.opponents_of(seat).is_empty() {
            // Whoever is asked answers as if a person had asked.
            let _ = self.offer_draw(seat);
        }
    }

    /// The people who play against a seat.
    fn opponents_of(&self, seat: Seat) -> Vec<Person> {
        let team = self.table.team(seat);
        let opponents = self.table.seats().filter(|other| self.table.team(*other) != team);
        let mut people: Vec<Person> = opponents.filter_map(|other| self.seating.person_at(other)).collect();
        people.sort();
        people.dedup();
        people
    }

    /// Takes a typed line.
    pub fn enter(&mut self, line: &str) -> Reply {
        let line = line.trim();
        if let Some(question) = self.question.take() {
            return self.answer(question, line);
        }
        if line.is_empty() {
            return Reply::Done;
        }
        let deciding = match self.stage() {
            Stage::Decide(seat) => Some(seat),
            _ => None,
        };
        let menu = self.menu();
        if let (Some(seat), Some(index)) = (deciding, menu.exact(line)) {
            return self.act(seat, &menu.offers()[index].action.clone());
        }
        match (Command::read(line), deciding) {
            (Some(command), _) => self.obey(command, deciding, &menu),
            (None, Some(seat)) => self.interpret(seat, line, &menu),
            (None, None) => notice(&say!("There is nothing to decide now. Type `help` for what you can do.")),
        }
    }

    /// Finds the offer that a line means: by its number, by the referee's ear, and then by ours.
    fn interpret(&mut self, seat: Seat, line: &str, menu: &Menu) -> Reply {
        // The numbers of the list go before everything else that a number may mean.
        if let (Ok(_), Meaning::One(index)) = (line.parse::<usize>(), menu.meaning(line)) {
            return self.act(seat, &menu.offers()[index].action.clone());
        }
        let refusal = match self.table.act(seat, line, &mut self.chance) {
            Ok(_) => return self.done(),
            Err(refusal) => refusal,
        };
        match menu.meaning(line) {
            Meaning::One(index) => return self.act(seat, &menu.offers()[index].action.clone()),
            Meaning::Several(found) => {
                let more = found.len().saturating_sub(NEAREST);
                let actions = Filling::text(menu.actions(&found[..found.len().min(NEAREST)]));
                let typed = Filling::text(kit_play::text::excerpt(line));
                return notice(&match more {
                    0 => say!("`{typed}` could be {actions}", typed, actions),
                    _ => say!("`{typed}` could be {actions} and {more} more", typed, actions, more),
                });
            }
            Meaning::Nothing => {}
        }
        for spelling in spellings(line) {
            if self.table.act(seat, &spelling, &mut self.chance).is_ok() {
                return self.done();
            }
        }
        Reply::Notice(self.refused(&refusal, line, menu))
    }

    fn act(&mut self, seat: Seat, action: &str) -> Reply {
        match self.table.act(seat, action, &mut self.chance) {
            Ok(_) => self.done(),
            Err(refusal) => Reply::Notice(self.says(&refusal.sentence())),
        }
    }

    /// Lets the time that the rules give run out when it is up; says whether it did.
    ///
    /// People who share a keyboard cannot look at the same time, so no clock runs for them.
    pub fn watch_clock(&mut self) -> bool {
        let timer = self.table.timer().filter(|_| self.seating.people().len() < 2);
        let now = (self.now)();
        self.deadline = timer.map(|time| self.deadline.unwrap_or(now + time));
        let late = self.deadline.is_some_and(|deadline| now >= deadline);
        if late {
            self.deadline = None;
        }
        late && self.table.time_up(&mut self.chance).is_ok()
    }

    /// Somebody has acted; without curtains the next person simply looks.
    fn done(&mut self) -> Reply {
        self.acted = true;
        self.hand_on();
        Reply::Done
    }

    fn hand_on(&mut self) {
        let next = self.next_to_decide(&self.table.acting());
        if let (false, Some((_, person))) = (self.curtains, next) {
            self.looking = Some(person);
        }
    }

    fn obey(&mut self, command: Command, deciding: Option<Seat>, menu: &Menu) -> Reply {
        match command {
            Command::Help => {
                let pages =
                    if self.has_screen { vec![help(), Sentence::finished(""), keys()] } else { vec![help()] };
                let lines =
                    |page: &Sentence| -> Vec<String> { said(page).split('\n').map(str::to_owned).collect() };
                page(&say!("Help"), pages.iter().flat_map(lines).collect())
            }
            Command::Board => {
                let look = Look { unicode: false, color: false, solid: false };
                page(&say!("What lies on the table"), told::whole(&self.tabletop(), look, PAGE_WIDTH))
            }
            Command::Offers if menu.offers().is_empty() => notice(&say!("You may do nothing now.")),
            Command::Offers => page(&say!("What you may do"), menu.listing()),
            Command::Rules { whole } => self.rules(whole),
            Command::History => page(&say!("What you heard"), self.history()),
            Command::Hint => match deciding {
                Some(seat) => self.hint(seat),
                None => notice(&say!("Wait until it is your turn.")),
            },
            Command::Know => self.know(),
            Command::Save(file) => self.save_as(&file),
            Command::Quit => self.leave(),
            Command::Undo | Command::Resign | Command::Draw => match deciding {
                Some(seat) => self.conduct(&command, seat),
                None => notice(&say!("Wait until it is your turn.")),
            },
        }
    }

    fn conduct(&mut self, command: &Command, seat: Seat) -> Reply {
        match command {
            Command::Undo => self.undo(seat),
            Command::Draw => self.offer_draw(seat),
            _ => self.ask(Question::Resign(seat)),
        }
    }

    fn ask(&mut self, question: Question) -> Reply {
        self.question = Some(question);
        Reply::Done
    }

    /// The rule book, from the rule that matters now.
    fn rules(&self, whole: bool) -> Reply {
        let about = self.table.about();
        let Ok(book) = RuleBook::of(about, words::language()) else {
            return page(&Sentence::plain(about.name), about.rules.lines().map(str::to_owned).collect());
        };
        let lines = |blocks: &[Block]| -> Vec<String> {
            let part = RuleBook { blocks: blocks.to_vec(), ..book.clone() };
            part.plain(PAGE_WIDTH, false).lines().map(str::to_owned).collect()
        };
        let rule = self.glimpse().tabletop().prompt.rule.filter(|_| !whole);
        let index = rule.and_then(|rule| book.blocks.iter().position(|block| block.rule() == Some(rule)));
        // A rule may be told in the middle of a paragraph.
        let index = index.map(|index| {
            let own = book.blocks[..=index].iter().rposition(|block| !block.goes_on());
            own.unwrap_or(index)
        });
        let at = index.map_or(0, |index| lines(&book.blocks[..index]).len() + 1);
        let title = said(&say!("The rules of {game}", game = Filling::text(words::text(about.name))));
        Reply::Page { title, lines: lines(&book.blocks), at }
    }

    /// Goes back to this person's previous decision.
    fn undo(&mut self, seat: Seat) -> Reply {
        let person = self.seating.person_at(seat);
        let by = |entry: &SheetEntry| self.seat_of(entry).and_then(|seat| self.seating.person_at(seat));
        let entries = &self.table.scoresheet().entries;
        let Some(back) = entries.iter().rev().position(|entry| by(entry) == person) else {
            return notice(&say!("You have not done anything yet that could be taken back."));
        };
        let back = back + 1;
        if back > self.table.undoable() {
            return notice(&say!(
                "That cannot be taken back: since then something hidden has come out, or a choice was final."
            ));
        }
        let mut others: Vec<Person> = entries.iter().rev().take(back).filter_map(by).collect();
        others.retain(|other| Some(*other) != person);
        others.sort();
        others.dedup();
        if others.is_empty() {
            return self.take_back(back);
        }
        let names = self.names_of(&others);
        let words = say!(
            "This takes back what {names} did, too. \
             {names|one=Does|other=Do} {names} agree? (yes or no)",
            names
        );
        self.ask(Question::Undo { entries: back, words })
    }

    fn take_back(&mut self, entries: usize) -> Reply {
        if !self.table.undo(entries) {
            return notice(&say!("That cannot be taken back."));
        }
        let left = self.table.entries() + 1;
        self.told.iter_mut().for_each(|told| *told = (*told).min(left));
        self.acted = false;
        self.hand_on();
        notice(&say!("Taken back."))
    }

    /// Offers a draw; bots agree who do not stand better, people are asked with nobody's tabletop in
    /// sight.
    fn offer_draw(&mut self, seat: Seat) -> Reply {
        let team = self.table.team(seat);
        let mut others = self.table.seats().filter(|other| self.table.team(*other) != team).peekable();
        if others.peek().is_none() {
            return notice(&say!("There is nobody to agree on a draw with."));
        }
        let bots = others.filter(|other| self.seating.person_at(*other).is_none());
        if bots.into_iter().any(|bot| !self.tempers[bot.index()].accepts_draw()) {
            return notice(&say!("The draw is declined: a bot would rather play on."));
        }
        let people = self.opponents_of(seat);
        if people.is_empty() {
            self.table.end(Conduct::DrawAgreed);
            return Reply::Done;
        }
        let (names, by) = (self.names_of(&people), Filling::text(seat_name(&self.table, seat)));
        let words = say!("{names}: {by} offers a draw. Do you agree? (yes or no)", names, by);
        self.ask(Question::Draw { by: seat, words })
    }

    /// Several people as a sentence names them.
    fn names_of(&self, people: &[Person]) -> Filling {
        Filling::all_of(people.iter().map(|person| Filling::text(self.name_of(*person))))
    }

    fn words_of(&self, question: &Question) -> Sentence {
        match question {
            Question::Resign(seat) => {
                let team = self.table.about().team(self.table.team(*seat));
                say!("{team} gives up the game. Are you sure? (yes or no)", team)
            }
            Question::Draw { words, .. } | Question::Undo { words, .. } => words.clone(),
            Question::Leave => {
                say!("Save the game? Type a file name, `no` to leave without saving, or nothing to play on.")
            }
        }
    }

    fn answer(&mut self, question: Question, line: &str) -> Reply {
        if question == Question::Leave {
            return self.answer_leave(line);
        }
        let yes = is_yes(line);
        if !yes && !is_no(line) && !line.is_empty() {
            self.question = Some(question);
            return notice(&say!("Please answer yes or no."));
        }
        match question {
            Question::Resign(seat) if yes => self.table.resign(seat),
            Question::Draw { .. } if yes => self.table.end(Conduct::DrawAgreed),
            Question::Draw { by, .. } => {
                let people = self.seating.people().len();
                self.looking = self.looking.filter(|_| people == 1 || !self.curtains);
                let seat = Filling::text(seat_name(&self.table, by));
                return notice(&say!("The draw that {seat} offered is declined.", seat));
            }
            Question::Undo { entries, .. } if yes => return self.take_back(entries),
            Question::Resign(_) | Question::Undo { .. } | Question::Leave => {}
        }
        Reply::Done
    }

    fn answer_leave(&mut self, line: &str) -> Reply {
        match line {
            "" => Reply::Done,
            no if is_no(no) => Reply::Quit,
            file => match self.write(Path::new(file)) {
                Ok(()) => Reply::Quit,
                Err(error) => {
                    self.question = Some(Question::Leave);
                    Reply::Notice(in_words(&error))
                }
            },
        }
    }

    /// Leaves, after asking when something would be lost.
    pub fn leave(&mut self) -> Reply {
        let now = (self.table.entries(), self.table.outcome().is_some());
        if self.save.is_some() || self.saved == Some(now) || now.0 == 0 {
            return Reply::Quit;
        }
        self.ask(Question::Leave)
    }

    fn save_as(&mut self, file: &str) -> Reply {
        let path = match (file, &self.save) {
            ("", Some(path)) => path.clone(),
            ("", None) => return notice(&say!("Type the name of the file, too: `save game.txt`.")),
            (file, _) => PathBuf::from(file),
        };
        let file = Filling::text(path.display());
        match self.write(&path) {
            Ok(()) if self.table.about().open => notice(&say!("Saved to {file}.", file)),
            Ok(()) => notice(&say!(
                "Saved to {file}. The file holds every secret of the game, so do not look inside yet.",
                file
            )),
            Err(error) => Reply::Notice(in_words(&error)),
        }
    }

    fn write(&mut self, path: &Path) -> anyhow::Result<()> {
        check_writable(path)?;
        std::fs::write(path, self.table.scoresheet().to_string())
            .with_context(|| said(&say!("cannot write {file}", file = Filling::text(path.display()))))?;
        self.saved = Some((self.table.entries(), self.table.outcome().is_some()));
        Ok(())
    }

    /// Keeps the score where people played for one, writes the scoresheet where `--save` said, if
    /// it did, and says so.
    ///
    /// # Errors
    ///
    /// Fails when the scoresheet cannot be written.
    pub fn finish(&mut self) -> anyhow::Result<Option<String>> {
        let mut lines = Vec::new();
        if !self.was_over && !self.seating.people().is_empty() {
            // The game is worth more than its score, so that it is saved in any case.
            lines.extend(match scores::keep(&self.table) {
                Ok(words) => words.map(|words| said(&words)),
                Err(error) => Some(in_words(&error)),
            });
            self.was_over = self.table.outcome().is_some();
        }
        lines.extend(self.hints_taken().map(|words| said(&words)));
        if let Some(path) = self.save.clone() {
            self.write(&path)?;
            lines.push(said(&say!("The game is saved in {file}.", file = Filling::text(path.display()))));
        }
        Ok((!lines.is_empty()).then(|| lines.join("\n")))
    }

    /// A refusal in words for a player, with the offers that come nearest.
    fn refused(&self, refusal: &Refusal, line: &str, menu: &Menu) -> String {
        let typed = Filling::text(kit_play::text::excerpt(line));
        let refused = match refusal {
            Refusal::Notation(_) => say!("I do not know what `{typed}` means here.", typed),
            Refusal::NotOffered { why: None, .. } => say!("You cannot do `{typed}` now.", typed),
            Refusal::NotOffered { why: Some(why), .. } => {
                say!("You cannot do `{typed}` now: {why}.", typed, why = why.clone())
            }
            Refusal::Over | Refusal::NoCountdown | Refusal::NotYours { .. } | Refusal::Ambiguous { .. } => {
                refusal.sentence()
            }
        };
        let nearest = menu.nearest(line, NEAREST);
        if nearest.is_empty() {
            return self.says(&say!("{refused}\nType `offers` for all that you may do.", refused));
        }
        let offers = Filling::text(menu.actions(&nearest));
        self.says(&say!("{refused}\nWhat you may do and comes near: {offers}", refused, offers))
    }
}

/// Other ways to spell what somebody typed: with capitals, and with English letters of pieces.
fn spellings(line: &str) -> Vec<String> {
    let capital = kit_play::outcome::capitalized(line);
    let own_letter = |letter: &&&str| {
        let own = words::language().and_then(|language| language.form("letter", letter));
        own.is_some_and(|own| capital.starts_with(own))
    };
    let letters = ["K", "Q", "R", "B", "N"];
    let english = letters.iter().find(own_letter).map(|letter| {
        let rest: String = capital.chars().skip(1).collect();
        format!("{letter}{rest}")
    });
    // Castling and promotions are written with capitals everywhere.
    let upper = line.to_uppercase();
    let promoted = line.split_once('=').map(|(step, role)| format!("{step}={}", role.to_uppercase()));
    english.into_iter().chain(promoted).chain([capital.clone(), upper]).collect()
}

fn notice(words: &Sentence) -> Reply {
    Reply::Notice(said(words))
}

fn page(title: &Sentence, lines: Vec<String>) -> Reply {
    Reply::Page { title: said(title), lines, at: 0 }
}

/// Whether somebody says yes, in English or in the language of this run.
fn is_yes(line: &str) -> bool {
    means(line, &[said(&say!("yes")), "yes".to_owned()])
}

fn is_no(line: &str) -> bool {
    means(line, &[said(&say!("no")), "no".to_owned()])
}

/// Whether a line is one of the words, or its first letter.
fn means(line: &str, words: &[String]) -> bool {
    let line = line.to_lowercase();
    words.iter().any(|word| line == *word || line.chars().eq(word.chars().take(1)))
}

/// Makes sure that writing to a file is possible and overwrites nothing but a scoresheet.
fn check_writable(path: &Path) -> anyhow::Result<()> {
    let file = Filling::text(path.display());
    if let Ok(text) = std::fs::read(path) {
        if !text.is_empty() && !text.starts_with(b"chess-kit scoresheet") {
            return Err(Usage::error(say!(
                "{file} is there already and is no scoresheet; choose another name",
                file
            )));
        }
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if folder.is_dir() && !path.is_dir() {
        Ok(())
    } else {
        Err(Usage::error(say!("cannot write {file}: there is no such folder", file)))
    }
}

#[cfg(test)]
mod tests;
