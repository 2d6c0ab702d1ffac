//! Tables of wood: what hands have to do there, moment by moment, and how it has to look.
//!
//! A moment is a change of what lies on the real table, counted from the set-up on.
//! It is made from the public tabletop alone and by one program for all games, so it is the same
//! for all viewers, and its number tells nobody more than they see.
//! Whoever has done everything up to some moment asks for what is left to do since then.

use kit_hands::{Act, ChipKind, HandStep, Hands, Place, Supply};
use kit_play::log::Line;
use kit_play::sentence::{Filling, Language};
use kit_play::tabletop::{Board, Part, Tabletop};
use kit_play::text::excerpt;
use kit_play::{Arrangement, Chips, Laid, Reading, Relaid, Seat, Telling, Viewer, say};

use super::{Done, Sitting, guarded};
use crate::agreed::RealBoard;
use crate::deed::Deed;
use crate::error::Error;
use crate::wire::{
    GoBackCommand, HandMove, HandStepNote, HandsNote, LaidBoard, LaidChips, LaidKind, LaidNote,
    RealBoardNote, RealBoardPlan, TellCardsCommand,
};

/// The most checkers of a color that somebody may have.
pub(super) const MOST_CHECKERS: u8 = 40;

/// A real table as it should look, moment by moment.
pub(super) struct Wood {
    empty: Hands,
    moments: Vec<Moment>,
}

/// What lay on the real table for a while.
struct Moment {
    hands: Hands,
    /// What to do after the moment before.
    steps: Vec<HandStep>,
    /// What has to be seen there.
    lying: Vec<Part>,
    /// After how many entries it came; none where those were taken back.
    entries: Option<usize>,
}

impl Wood {
    pub fn new(real: RealBoard, needs: &kit_play::Needs) -> Wood {
        Wood { empty: Hands::new(Supply::with_checkers(real.checkers), needs), moments: Vec::new() }
    }

    /// Takes in what the public sees after so many entries.
    pub fn follow(&mut self, public: &Tabletop, reminders: &[&str], entries: usize) {
        for moment in &mut self.moments {
            moment.entries = moment.entries.filter(|then| *then <= entries);
        }
        let mut hands = self.moments.last().map_or(&self.empty, |last| &last.hands).clone();
        let steps = hands.follow(public);
        if !steps.is_empty() || self.moments.is_empty() {
            let lying = public.parts.iter().filter_map(|part| lying(part, reminders)).collect();
            self.moments.push(Moment { hands, steps, lying, entries: Some(entries) });
        }
    }

    /// What is to be done from one moment to a later one, or back to an earlier one.
    ///
    /// The shortest way is told where it leads to the same things on the same squares; where
    /// something stands for something else it may not, and then it is told moment by moment.
    fn steps(&self, after: usize, moment: usize) -> Vec<HandStep> {
        let begun = after.checked_sub(1).map_or(&self.empty, |index| &self.moments[index].hands);
        let wanted = &self.moments[moment - 1];
        if begun.lie_like(&wanted.hands) {
            return Vec::new();
        }
        let mut hands = begun.clone();
        let tabletop = Tabletop { parts: wanted.lying.clone(), ..Tabletop::default() };
        let steps = hands.follow(&tabletop);
        if hands.lie_like(&wanted.hands) || after >= moment {
            return steps;
        }
        self.moments[after..moment].iter().flat_map(|moment| moment.steps.iter().cloned()).collect()
    }
}

/// What of a part is seen at a real table: things, and nothing that is only said of them.
fn lying(part: &Part, reminders: &[&str]) -> Option<Part> {
    match part {
        Part::Board(board) => Some(Part::Board(Board {
            marks: Vec::new(),
            under: Vec::new(),
            possible: Vec::new(),
            borrowed: Vec::new(),
            ..board.clone()
        })),
        Part::Cards(cards) if !reminders.contains(&cards.id) => Some(part.clone()),
        Part::Track(track) if !reminders.contains(&track.id) => Some(part.clone()),
        Part::Tray(_) => Some(part.clone()),
        Part::Cards(_) | Part::Track(_) => None,
        Part::Grid(_) | Part::Sheet(_) | Part::Clock(_) | Part::Scores(_) | Part::Prices(_) => None,
    }
}

impl Sitting {
    /// Brings the real table up to what the public sees now, where there is one.
    pub(super) fn follow_wood(&mut self) -> Result<(), Error> {
        let Some(real) = self.agreed.real_board else { return Ok(()) };
        let Some(table) = self.reading.as_ref().and_then(Reading::whole) else { return Ok(()) };
        let public = guarded(|| table.glimpse(Viewer::Public).tabletop())?;
        let needs = &self.game.about().needs;
        let entries = table.entries();
        let wood = self.wood.get_or_insert_with(|| Box::new(Wood::new(real, needs)));
        guarded(|| wood.follow(&public, needs.reminders, entries))
    }

    /// What is known of the real table.
    pub(super) fn real_board_note(&self) -> Option<RealBoardNote> {
        let RealBoard { phones, checkers, cards_by_hand } = self.agreed.real_board?;
        let plan = RealBoardPlan { phones: phones.into(), checkers, cards_by_hand };
        let moment = self.wood.as_ref().map_or(0, |wood| wood.moments.len());
        let heard = self.lines_of_public() as u32;
        let to_tell = self.to_tell.iter().map(|seat| self.about().seat_name(*seat)).collect();
        Some(RealBoardNote { plan, moment: moment as u32, heard, to_tell, misfits: self.misfits })
    }

    /// How many lines the public has heard.
    fn lines_of_public(&self) -> usize {
        self.reading.as_ref().map_or(0, |reading| reading.lines_heard(Viewer::Public))
    }

    /// What hands have to do after one moment until another, and how it looks then, for somebody
    /// who reads this language; from the last moment to itself, if nothing is said.
    ///
    /// Whoever says how many lines it has `heard` is told the public ones since: what all may hear,
    /// whoever asks.
    ///
    /// # Errors
    ///
    /// Fails when the table is not played with wood, has not started, or had no such moment.
    pub fn hands(
        &self,
        after: Option<u32>,
        moment: Option<u32>,
        heard: Option<u32>,
        language: Option<&'static Language>,
    ) -> Result<HandsNote, Error> {
        if self.agreed.real_board.is_none() {
            return Err(Error::NotNow(say!("this table is not played on a real board")));
        }
        let wood = self.wood.as_ref().ok_or(Error::NotStarted)?;
        let last = wood.moments.len();
        let moment = moment.map_or(last, |moment| moment as usize);
        let after = after.map_or(moment, |after| after as usize);
        if !(1..=last).contains(&moment) || after > last {
            let (last, found) = (last, if after > last { after } else { moment });
            return Err(Error::BadRequest(say!(
                "the real table has had the moments 1 to {last}, not {found}",
                last,
                found
            )));
        }
        let names = self.names_of_people().in_language(language);
        let steps = guarded(|| wood.steps(after, moment))?;
        let steps = steps.into_iter().map(|HandStep { mut words, acts }| {
            words.say_as(&names);
            HandStepNote { words, moves: moves(&acts) }
        });
        let lying = wood.moments[moment - 1].lying.clone();
        let Tabletop { parts: lying, .. } = Tabletop { parts: lying, ..Tabletop::default() }.said_as(&names);
        let said = heard.map_or_else(Vec::new, |heard| self.lines(Viewer::Public, language, heard as usize));
        let heard = self.lines_of_public() as u32;
        Ok(HandsNote { moment: moment as u32, steps: steps.collect(), lying, heard, said })
    }

    /// How the game goes on from a position as it lies on the real table, for a table of its own.
    ///
    /// What the board does not show is what the public knows of the running game, so nothing
    /// secret can come out; a game in which more than that counts refuses.
    ///
    /// # Errors
    ///
    /// Fails when the table is not played with wood, when no such board can be laid, and when the
    /// game cannot go on from a board alone.
    pub fn as_it_lies(
        &self,
        laid: &LaidBoard,
        language: Option<&'static Language>,
    ) -> Result<LaidNote, Error> {
        if self.agreed.real_board.is_none() {
            return Err(Error::NotNow(say!("this table is not played on a real board")));
        }
        let table = self.table().ok_or_else(|| self.why_not_playing())?;
        let board = laid.rows.parse::<Arrangement>().and_then(|rows| rows.needed_board().cloned());
        let board = board.map_err(|bad| Error::BadRequest(bad.sentence()))?;
        let square = |LaidChips { square, count }: &LaidChips| {
            let found = Filling::text(excerpt(square));
            let square =
                square.parse().map_err(|_| Error::BadRequest(say!("not a square: `{found}`", found)));
            Ok((square?, *count))
        };
        let chips = laid.chips.iter().map(square).collect::<Result<Vec<_>, Error>>()?;
        let turn = self.seat_named(&laid.turn)?;
        let laid = Laid { board, chips, turn };
        let relaid = guarded(|| table.glimpse(Viewer::Public).relaid(&laid))?;
        let Some(Relaid { arrangement, chips, mut lost }) = relaid else {
            return Err(Error::NotNow(say!(
                "this game cannot go on from a board alone: what players hold, hide or have chosen counts, too"
            )));
        };
        let names = self.names_of_people().in_language(language);
        lost.iter_mut().for_each(|sentence| sentence.say_as(&names));
        let chips = match chips {
            Chips::None => LaidKind::None,
            Chips::Single => LaidKind::Single,
            Chips::Stack => LaidKind::Stack,
        };
        Ok(LaidNote { arrangement, chips, lost })
    }

    /// A seat asks to go back to a moment of the real table.
    pub(super) fn go_back(&mut self, seat: Seat, command: &GoBackCommand, at: i64) -> Result<Done, Error> {
        self.must_be_playing()?;
        let wood =
            self.wood.as_ref().ok_or(Error::NotNow(say!("this table is not played on a real board")))?;
        let moment = (command.moment as usize).checked_sub(1).and_then(|index| wood.moments.get(index));
        let entries = moment.and_then(|moment| moment.entries);
        let entries = entries.and_then(|entries| self.entries().checked_sub(entries));
        match entries {
            None => {
                Err(Error::NotNow(say!("the game went on differently from there, so nobody can go back")))
            }
            // Whether something was decided since then may be a secret, so both are refused alike.
            Some(0) => Err(Error::NotNow(say!("that cannot be taken back"))),
            Some(entries) => self.ask_to_take_back(seat, entries, at),
        }
    }

    /// Takes note of who has drawn real cards, which the phone cannot see.
    ///
    /// What some have told by now they tell again: the game went on, or back.
    pub(super) fn note_drawn(&mut self) {
        self.tellings.clear();
        let by_hand = self.agreed.real_board.is_some_and(|real| real.cards_by_hand);
        let table = self.reading.as_ref().and_then(Reading::whole).filter(|_| by_hand);
        let Some(table) = table.filter(|table| table.outcome().is_none()) else {
            self.to_tell.clear();
            return;
        };
        let mut to_tell = Vec::new();
        for (seat, told) in Seat::first(self.chairs.len()).zip(&mut self.told) {
            let heard = (table.cards_told(seat), table.lines_heard(Viewer::Seat(seat)));
            // What was taken back was told in vain.
            *told = (told.0.min(heard.0), told.1.min(heard.1));
            if heard.0 > told.0 {
                to_tell.push(seat);
            }
        }
        // A bot draws from no real deck.
        to_tell.retain(|seat| !self.has_bot(*seat));
        self.to_tell = to_tell;
    }

    /// Takes note of what a seat says that it holds; it is judged when everybody has told.
    pub(super) fn note_telling(&mut self, seat: Seat, cards: Vec<String>) {
        self.to_tell.retain(|other| *other != seat);
        self.tellings.push((seat, cards));
    }

    /// Takes note that what all seats told cannot be, so that everybody tells a whole hand once more.
    ///
    /// Whose mistake it was nobody knows, and it may be an old one.
    pub(super) fn note_untold(&mut self) {
        self.misfits += 1;
        self.told.fill((0, 0));
        self.note_drawn();
    }

    /// Takes note that a seat has told all cards that it drew.
    pub(super) fn note_told(&mut self, seat: Seat) {
        self.misfits = 0;
        let Some(table) = self.reading.as_ref().and_then(Reading::whole) else { return };
        if let Some(told) = self.told.get_mut(seat.index()) {
            *told = (table.cards_told(seat), table.lines_heard(Viewer::Seat(seat)));
        }
        self.to_tell.retain(|other| *other != seat);
    }

    /// A seat tells which cards it holds.
    ///
    /// It is answered at once only by what everybody knows; whether all cards fit together is judged
    /// when the last has told, and then everybody hears of it.
    pub(super) fn tell_cards(&mut self, seat: Seat, told: &TellCardsCommand, at: i64) -> Result<Done, Error> {
        self.must_be_playing()?;
        if !self.to_tell.contains(&seat) {
            return Err(Error::NotNow(say!("you have drawn no cards that you have not told")));
        }
        let table = self.table().ok_or_else(|| self.why_not_playing())?;
        if let Some(wrong) = guarded(|| table.cannot_be_told(seat, &told.cards))? {
            return Err(Error::NotNow(wrong));
        }
        let mut deeds = vec![Deed::Telling(seat, told.cards.clone())];
        if self.to_tell.len() == 1 {
            deeds.extend(self.judged(seat, &told.cards)?);
        }
        deeds.iter().try_for_each(|deed| self.apply(at, deed))?;
        Ok(deeds.into())
    }

    /// Whether whoever tells its cards next is the last, so that all of them are judged.
    pub fn judges_cards_next(&self) -> bool {
        self.to_tell.len() == 1
    }

    /// What becomes of the cards that all have told, now that the last one does.
    fn judged(&self, last: Seat, cards: &[String]) -> Result<Vec<Deed>, Error> {
        let table = self.table().ok_or_else(|| self.why_not_playing())?;
        let told = self.tellings.iter().map(|(seat, cards)| (*seat, cards.as_slice()));
        let told = told.chain([(last, cards)]);
        let tellings: Vec<Telling<'_>> =
            told.map(|(seat, cards)| Telling { seat, cards, lines: self.told[seat.index()].1 }).collect();
        let Some(rolls) = guarded(|| table.dealt_as_told(&tellings))? else { return Ok(vec![Deed::Untold]) };
        let said = guarded(|| table.words_of_deal(&rolls))?.ok_or(Error::Frozen)?;
        let told = tellings.iter().map(|telling| Deed::Told(telling.seat));
        Ok(told.chain([Deed::Played(Line::Deal { rolls, said })]).collect())
    }

    /// Whether some seat has to tell its cards before anybody goes on.
    pub(super) fn nobody_has_to_tell(&self) -> Result<(), Error> {
        if self.to_tell.is_empty() {
            return Ok(());
        }
        Err(Error::NotNow(say!("first everybody tells which cards they drew")))
    }
}

/// What of some acts is seen on the board and beside it, each once.
fn moves(acts: &[Act]) -> Vec<HandMove> {
    let square = |place: Place| match place {
        Place::Square(square) => Some(square.to_string()),
        Place::Tray(_) | Place::Cards(..) | Place::Hand | Place::Box => None,
    };
    let part = |place: Place| match place {
        Place::Tray(id) | Place::Cards(id, _) => Some(id),
        Place::Square(_) | Place::Hand | Place::Box => None,
    };
    let carried = |thing: String, from: Place, to: Place| HandMove {
        thing,
        from: square(from),
        to: square(to),
        out_of: part(from),
        into: part(to),
    };
    let mut moves: Vec<HandMove> = Vec::new();
    for act in acts {
        let seen = match act {
            Act::Piece { stand, from, to } => carried(stand.piece.char().to_string(), *from, *to),
            Act::Chip { chip, from, to } => {
                let word = if chip.kind == ChipKind::Coin || chip.coin_instead { "coin" } else { "checker" };
                carried(word.to_owned(), *from, *to)
            }
            Act::Card { face, from, to } => carried(face.clone(), *from, *to),
            Act::Marker { track, .. } => {
                HandMove { into: Some(track), ..carried("marker".to_owned(), Place::Box, Place::Box) }
            }
        };
        let is_seen =
            seen.from.is_some() || seen.to.is_some() || seen.out_of.is_some() || seen.into.is_some();
        if is_seen && !moves.contains(&seen) {
            moves.push(seen);
        }
    }
    moves
}
