//! Evenings from their opening to the standings: what is written down folds to the same, whoever comes
//! late, leaves or is wrong.

use std::time::Duration;

use kit_club::deed::Teller;
use kit_club::evening::{Evening, RoundClock, Speaker};
use kit_club::ranking::ranking;
use kit_club::wire::{ClubCommand, ClubEnter, EveningNote, OpenEvening, Spread, System};
use kit_club::{Deed, Error};
use kit_games::CATALOGUE;
use kit_play::Chance;
use kit_sitting::record::StoredRecord;
use kit_sitting::secrets::new_code;
use kit_sitting::{CodeKey, Digest, House, Secrets, TableId};

/// How long a code is good here.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// An evening with its log.
struct Club {
    evening: Evening,
    log: Vec<StoredRecord>,
    house: House,
    code: String,
    chance: Chance,
    host: Secrets,
}

fn wish(names: &[&str], games: &[&str], system: System, rounds: u32) -> OpenEvening {
    OpenEvening {
        title: Some("Friday".to_owned()),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        system,
        rounds,
        minutes: 30,
        games: games.iter().map(|game| (*game).to_owned()).collect(),
        spread: Spread::Tables,
        phones: false,
    }
}

impl Club {
    fn open(request: &OpenEvening) -> Result<Club, Error> {
        let mut chance = Chance::seeded(1);
        let codes = CodeKey::new(&mut chance);
        let house = House { catalogue: CATALOGUE, codes, invitations_last: Some(A_DAY) };
        let opened = Evening::open(request, CATALOGUE, &house.codes, &mut chance)?;
        let host = Secrets(vec![opened.host.digest()]);
        let first = opened.evening.record(&opened.deeds, 1_000);
        let evening = Evening::fold(opened.evening.id().clone(), std::slice::from_ref(&first))?;
        Ok(Club { evening, log: vec![first], house, code: opened.code, chance, host })
    }

    fn write(&mut self, deeds: &[Deed]) {
        let record = self.evening.record(deeds, 2_000);
        self.evening.catch_up(std::slice::from_ref(&record)).expect("what was written can be read");
        self.log.push(record);
        let folded = Evening::fold(self.evening.id().clone(), &self.log).expect("the log can be folded");
        let shown = |evening: &Evening| format!("{:?}", EveningNote::new(evening, &Secrets::default(), 0));
        assert_eq!(shown(&folded), shown(&self.evening));
    }

    fn command(&mut self, command: &ClubCommand) -> Result<(), Error> {
        let code = self.house.codes.digest(&new_code(&mut self.chance));
        let deeds = self.evening.command(command, Speaker::Host, 10_000, || code)?;
        self.write(&deeds);
        Ok(())
    }

    fn pair(&mut self) -> Result<(), Error> {
        let (tables, bye) = self.evening.next_round()?;
        self.write(&[Deed::Paired { tables, bye }]);
        Ok(())
    }

    /// The first side wins everywhere.
    fn finish(&mut self) {
        let round = self.evening.rounds().count() as u32;
        let tables = self.evening.rounds().last().map_or(0, |round| round.tables.len() as u32);
        for table in 1..=tables {
            self.command(&ClubCommand::Result { round, table, halves: Some([2, 0]) }).expect("a result");
        }
    }
}

/// What somebody says as themselves.
fn said_by(evening: &Evening, person: u32, command: &ClubCommand) -> Result<Vec<Deed>, String> {
    evening.command(command, Speaker::Person(person), 0, || Digest::of("")).map_err(said)
}

fn said(error: Error) -> String {
    format!("{}: {}", error.code(), error.sentence())
}

#[test]
fn a_round_robin_with_an_odd_number_meets_everybody_once() {
    let names = ["Ada", "Ben", "Cleo", "Dan", "Eva"];
    let mut club =
        Club::open(&wish(&names, &["chess960", "zombie-chess"], System::RoundRobin, 5)).expect("an evening");
    for _ in 0..5 {
        club.pair().expect("a round");
        club.finish();
    }
    let places = ranking(&club.evening);
    assert_eq!(places.iter().map(|place| place.games).collect::<Vec<_>>(), [4; 5]);
    // Everybody had White twice and sat out once.
    assert_eq!(places.iter().map(|place| place.halves).collect::<Vec<_>>(), [6; 5]);
    assert!(places.iter().all(|place| place.place == 1), "equals share a place");
    let refused = club.pair().map_err(said);
    assert_eq!(refused, Err("not-now: all 5 rounds are played; add a round to go on".to_owned()));
    // Nobody has played one game much more often than the other.
    for (person, _) in club.evening.people() {
        let tables = club.evening.rounds().flat_map(|round| &round.tables);
        let own: Vec<&str> = tables
            .filter(|held| held.table.people.contains(&person))
            .map(|held| held.table.game.as_str())
            .collect();
        let first = own.iter().filter(|game| **game == "chess960").count();
        assert!((1..=3).contains(&first), "{own:?}");
    }
}

#[test]
fn people_come_late_leave_and_come_back() {
    let mut club =
        Club::open(&wish(&["Ada", "Ben", "Cleo"], &["chess960"], System::Swiss, 6)).expect("an evening");
    club.pair().expect("a round");
    let late = ClubEnter {
        code: Some(club.code.to_uppercase()),
        name: Some("Dan".to_owned()),
        ..ClubEnter::default()
    };
    let (person, token, deeds) =
        club.evening.enter(&late, &club.house, 2_000, &mut club.chance).expect("Dan comes in");
    club.write(&deeds);
    assert_eq!(person, 4);
    assert_eq!(
        club.evening.people().last().map(|(_, person)| person.from),
        Some(2),
        "from the second round on"
    );
    let secrets = Secrets(vec![token.digest()]);
    assert_eq!(club.evening.speaker(&secrets), Speaker::Person(4));
    let again = club.evening.enter(&late, &club.house, 2_000, &mut club.chance);
    assert!(matches!(again, Err(Error::Claimed)), "one phone each");
    club.finish();
    club.command(&ClubCommand::Leave { person: 1 }).expect("Ada goes");
    club.pair().expect("a round");
    let round = club.evening.rounds().last().expect("a round");
    assert!(round.tables.iter().all(|held| !held.table.people.contains(&1)) && round.bye.is_some());
    club.finish();
    club.command(&ClubCommand::Return { person: 1 }).expect("Ada is back");
    club.command(&ClubCommand::Free { person: 4 }).expect("the phone is freed");
    assert_eq!(club.evening.speaker(&secrets), Speaker::Stranger);
    club.pair().expect("a round");
    assert_eq!(club.evening.rounds().last().map(|round| (round.tables.len(), round.bye)), Some((2, None)));
    let byes: Vec<u32> = club.evening.rounds().filter_map(|round| round.bye).collect();
    assert_eq!(byes.len(), 2);
    assert_ne!(byes[0], byes[1], "nobody sits out twice");
}

#[test]
fn a_code_that_is_too_old_leads_nowhere_and_a_new_one_does() {
    let mut club = Club::open(&wish(&["Ada", "Ben"], &["chess960"], System::Swiss, 3)).expect("an evening");
    let day = A_DAY.as_millis() as i64;
    let came_in = |club: &mut Club, code: &str, now| {
        let enter = ClubEnter { code: Some(code.to_owned()), person: Some(1), ..ClubEnter::default() };
        club.evening.enter(&enter, &club.house, now, &mut club.chance).map(|_| ()).map_err(said)
    };
    let is_code = |club: &Club, code: &str, now| club.evening.is_code(&club.house, code, now);
    let old = club.code.clone();
    // It was made with the first record, at 1,000.
    assert!(is_code(&club, &old, 999 + day) && came_in(&mut club, &old, 999 + day).is_ok());
    assert_eq!(club.evening.codes(&club.house, 999 + day).len(), 1);
    assert!(!is_code(&club, &old, 1_000 + day));
    assert_eq!(club.evening.codes(&club.house, 1_000 + day).len(), 0);
    let refused = came_in(&mut club, &old, 1_000 + day).expect_err("it is too old");
    assert!(refused.starts_with("bad-invitation"), "{refused}");
    // What else happens makes it no younger; a new one begins anew.
    let name = "Cleo".to_owned();
    club.command(&ClubCommand::Add { name }).expect("she comes");
    assert!(!is_code(&club, &old, 1_000 + day));
    let code = new_code(&mut club.chance);
    let digest = club.house.codes.digest(&code);
    let deeds = club.evening.command(&ClubCommand::Code, Speaker::Host, 2_000, || digest).expect("a code");
    club.write(&deeds);
    assert!(!is_code(&club, &old, 2_000) && is_code(&club, &code, 1_999 + day));
    assert!(!is_code(&club, &code, 2_000 + day));
    // Where invitations last for ever, so do codes.
    club.house.invitations_last = None;
    assert!(is_code(&club, &code, 1_000 * day));
}

#[test]
fn four_sit_at_a_table_for_four_and_two_are_left_over() {
    let names = ["A", "B", "C", "D", "E", "F"];
    let games = ["crowded-house", "chess960"];
    let mut plan = wish(&names, &games, System::RoundRobin, 5);
    plan.spread = Spread::Rounds;
    let mut club = Club::open(&plan).expect("an evening");
    club.pair().expect("a round");
    let tables = |club: &Club| -> Vec<(String, Vec<u32>)> {
        let round = club.evening.rounds().last().expect("a round");
        round.tables.iter().map(|held| (held.table.game.clone(), held.table.people.clone())).collect()
    };
    // 1-6 and 2-5 sit together, and 3-4 play the other game.
    let expected = [("crowded-house".to_owned(), vec![1, 6, 2, 5]), ("chess960".to_owned(), vec![3, 4])];
    assert_eq!(tables(&club), expected);
    club.finish();
    assert_eq!(ranking(&club.evening).iter().filter(|place| place.halves == 2).count(), 3);
    club.pair().expect("a round");
    assert_eq!(tables(&club).len(), 3, "the second round is the other game's");
}

#[test]
fn a_mistake_is_corrected_and_a_round_is_taken_back() {
    let mut club = Club::open(&wish(&["Ada", "Ben"], &["chess960"], System::Swiss, 3)).expect("an evening");
    let clock = |go| ClubCommand::Clock { go, seconds: None };
    assert!(club.command(&clock(true)).is_err(), "no round is paired");
    club.pair().expect("a round");
    club.command(&ClubCommand::Unpair).expect("nothing was played");
    club.pair().expect("a round");
    assert_eq!(club.evening.clock(), RoundClock::Stopped(30 * 60_000));
    club.command(&clock(true)).expect("it runs");
    assert_eq!(club.evening.clock(), RoundClock::Running(10_000 + 30 * 60_000));
    club.command(&clock(false)).expect("it stands");
    let result = |halves| ClubCommand::Result { round: 1, table: 1, halves };
    club.command(&result(Some([2, 0]))).expect("a result");
    assert!(club.command(&ClubCommand::Unpair).is_err(), "it has a result");
    club.command(&result(Some([1, 1]))).expect("a correction");
    assert_eq!(ranking(&club.evening).iter().map(|place| place.halves).collect::<Vec<_>>(), [1, 1]);
    club.command(&result(None)).expect("none after all");
    let refused = club.pair().map_err(said);
    assert_eq!(refused, Err("not-now: table 1 has no result yet".to_owned()));
    // Players may say it themselves, as long as nobody else has; what one said no other changes, and the
    // host decides.
    let own = |evening: &Evening, person, halves| said_by(evening, person, &result(halves));
    assert!(own(&club.evening, 2, None).is_err_and(|text| text.starts_with("bad-request: say how")));
    let told = own(&club.evening, 2, Some([0, 2])).expect("a result");
    assert!(matches!(told[..], [Deed::Result { by: Teller::Player, .. }]));
    club.write(&told);
    for (person, halves) in [(1, Some([2, 0])), (1, None), (2, None), (2, Some([1, 1]))] {
        let refused = own(&club.evening, person, halves).expect_err("it is said");
        assert_eq!(refused, "not-now: the result is in; if it is wrong, tell the host");
    }
    club.command(&result(Some([2, 0]))).expect("the host's word");
    assert!(own(&club.evening, 1, None).is_err());
    // When the evening is over only the host changes anything.
    club.command(&result(None)).expect("none after all");
    club.command(&ClubCommand::Close { closed: true }).expect("it is over");
    assert_eq!(own(&club.evening, 1, Some([2, 0])), Err("not-now: the evening is over".to_owned()));
    for command in [ClubCommand::Leave { person: 1 }, ClubCommand::Return { person: 1 }] {
        let refused = said_by(&club.evening, 1, &command);
        assert_eq!(refused, Err("not-now: the evening is over".to_owned()));
    }
    club.command(&result(Some([1, 1]))).expect("a late correction");
}

#[test]
fn where_the_kit_holds_the_table_the_game_says_how_it_ended() {
    let mut club = Club::open(&wish(&["Ada", "Ben"], &["chess960"], System::Swiss, 3)).expect("an evening");
    let (mut tables, bye) = club.evening.next_round().expect("a round");
    let id = TableId::new(&mut club.chance);
    tables[0].table = Some(id.to_string());
    club.write(&[Deed::Paired { tables, bye }]);
    let result = ClubCommand::Result { round: 1, table: 1, halves: Some([2, 0]) };
    let refused = said_by(&club.evening, 1, &result).expect_err("the game runs");
    assert!(refused.starts_with("not-now: this table is played on phones"), "{refused}");
    // What a player could say in older logs keeps nobody from asking the game, but the host's word does.
    let told = |club: &Club, by| club.evening.told(1, 1, Some([2, 0]), by).expect("a result");
    let deed = told(&club, Teller::Player);
    club.write(&[deed]);
    assert_eq!(club.evening.unfinished(), [(1, id)]);
    let deed = told(&club, Teller::Host);
    club.write(&[deed]);
    assert_eq!(club.evening.unfinished(), []);
}

#[test]
fn what_changes_nothing_is_not_written_down() {
    let mut club = Club::open(&wish(&["Ada", "Ben"], &["chess960"], System::Swiss, 3)).expect("an evening");
    club.pair().expect("a round");
    let result = |halves| ClubCommand::Result { round: 1, table: 1, halves };
    club.command(&ClubCommand::Leave { person: 2 }).expect("Ben goes");
    club.command(&result(Some([1, 1]))).expect("a result");
    for command in [
        ClubCommand::Leave { person: 2 },
        ClubCommand::Return { person: 1 },
        ClubCommand::Rename { person: 1, name: " Ada ".to_owned() },
        ClubCommand::Free { person: 1 },
        result(Some([1, 1])),
        ClubCommand::Clock { go: false, seconds: None },
        ClubCommand::Plan { rounds: 3, minutes: 30 },
        ClubCommand::Close { closed: false },
    ] {
        let deeds = club.evening.command(&command, Speaker::Host, 0, || Digest::of(""));
        assert_eq!(deeds.map_err(said), Ok(Vec::new()), "{command:?}");
    }
    assert_eq!(said_by(&club.evening, 1, &ClubCommand::Return { person: 1 }), Ok(Vec::new()));
}

#[test]
fn a_guest_who_changes_everything_again_and_again_leaves_room_for_the_host() {
    let mut club = Club::open(&wish(&["Ada", "Ben"], &["chess960"], System::Swiss, 3)).expect("an evening");
    let mut taps = 0;
    let toggle = |club: &Club, by| {
        let (leave, back) = (ClubCommand::Leave { person: 1 }, ClubCommand::Return { person: 1 });
        let command = if club.evening.people().any(|(_, person)| !person.here) { back } else { leave };
        club.evening.command(&command, by, 0, || Digest::of("")).map_err(said)
    };
    let write = |club: &mut Club, deeds: &[Deed]| {
        let record = club.evening.record(deeds, 2_000);
        club.evening.catch_up(&[record]).expect("what was written can be read");
    };
    while let Ok(deeds) = toggle(&club, Speaker::Person(1)) {
        write(&mut club, &deeds);
        taps += 1;
        assert!(taps < 10_000, "there is no end");
    }
    let late = ClubEnter { code: Some(club.code.clone()), person: Some(2), ..ClubEnter::default() };
    assert!(club.evening.enter(&late, &club.house, 2_000, &mut club.chance).is_err(), "guests are refused");
    for _ in 0..900 {
        let deeds = toggle(&club, Speaker::Host).expect("there is room for the host");
        write(&mut club, &deeds);
    }
    if club.evening.people().any(|(_, person)| !person.here) {
        let deeds = toggle(&club, Speaker::Host).expect("there is room for the host");
        write(&mut club, &deeds);
    }
    club.evening.next_round().expect("the evening goes on");
    while let Ok(deeds) = toggle(&club, Speaker::Host) {
        write(&mut club, &deeds);
    }
    let close = |closed| ClubCommand::Close { closed };
    let host = |club: &Club, command: &ClubCommand| {
        club.evening.command(command, Speaker::Host, 0, || Digest::of("")).map_err(said)
    };
    assert_eq!(host(&club, &close(true)), Ok(vec![Deed::Closed(true)]), "an evening can always be ended");
    write(&mut club, &[Deed::Closed(true)]);
    assert_eq!(host(&club, &close(true)), Ok(Vec::new()));
    assert!(host(&club, &close(false)).is_err(), "but not begun anew for ever");
}

#[test]
fn names_that_read_the_same_are_one_person() {
    let opened = |names: &[&str]| Club::open(&wish(names, &["chess960"], System::Swiss, 3)).map(|_| ());
    for same in [
        ["Zo\u{eb}", "Zoe\u{308}"],
        ["Stra\u{df}er", "STRASSER"],
        ["\u{ff21}da", "ada"],
        [
            "\u{39f}\u{3b4}\u{3c5}\u{3c3}\u{3c3}\u{3b5}\u{3cd}\u{3c2}",
            "\u{39f}\u{394}\u{3a5}\u{3a3}\u{3a3}\u{395}\u{38e}\u{3a3}",
        ],
        ["Ann\u{a0}B", "ann b"],
    ] {
        assert!(matches!(opened(&same), Err(Error::BadRequest(_))), "{same:?}");
    }
    opened(&["Zo\u{eb}", "Zoe", "Ann B", "AnnB"]).map_err(said).expect("four people");
}

#[test]
fn tables_of_one_round_play_different_games_as_long_as_there_are_enough() {
    let games = [
        "chess960",
        "half-alice-chess",
        "zombie-chess",
        "tar-pit-chess",
        "masquerade-chess",
        "adrenaline-chess",
        "synchronous-chess",
        "telepathic-chess",
        "two-move-chess",
        "cloak-and-dagger-chess",
    ];
    let names = ["A", "B", "C", "D", "E"];
    for system in [System::RoundRobin, System::Swiss] {
        let mut club = Club::open(&wish(&names, &games, system, 10)).expect("an evening");
        for round in 1..=10 {
            club.pair().expect("a round");
            let tables = &club.evening.rounds().last().expect("a round").tables;
            // A game for four takes all of them.
            if let [one, other] = &tables[..] {
                assert_ne!(one.table.game, other.table.game, "round {round}");
            }
            club.finish();
        }
    }
}

#[test]
fn what_makes_no_sense_is_said() {
    let opened = |change: &dyn Fn(&mut OpenEvening)| {
        let mut plan = wish(&["Ada", "Ben"], &["chess960"], System::Swiss, 3);
        change(&mut plan);
        Club::open(&plan).map(|_| ()).map_err(said)
    };
    assert_eq!(opened(&|_| {}), Ok(()));
    let refused = |change: &dyn Fn(&mut OpenEvening)| opened(change).expect_err("this cannot be held");
    assert_eq!(refused(&|plan| plan.rounds = 0), "bad-request: an evening has 1 to 30 rounds, not 0");
    assert_eq!(refused(&|plan| plan.minutes = 999), "bad-request: a round has 1 to 240 minutes, not 999");
    assert_eq!(refused(&|plan| plan.games.clear()), "bad-request: choose 1 to 20 games");
    assert_eq!(refused(&|plan| plan.games.push("whist".to_owned())), "unknown-game: unknown game: `whist`");
    assert!(refused(&|plan| plan.games = vec!["cooperative-chess".to_owned()]).contains("has no two sides"));
    assert!(refused(&|plan| plan.games = vec!["crowded-house".to_owned()]).contains("one game for two"));
    assert!(refused(&|plan| plan.names.push(" ada ".to_owned())).contains("there is a ada already"));
    assert!(refused(&|plan| plan.names.push("\u{200b}".to_owned())).contains("at least one letter"));
    assert!(
        refused(&|plan| plan.names = (0..65).map(|number| number.to_string()).collect())
            .contains("64 people")
    );
    let mut club = Club::open(&wish(&["Ada", "Ben"], &["chess960"], System::Swiss, 3)).expect("an evening");
    let wrong = ClubEnter { code: Some("bcdf-ghjk".to_owned()), person: Some(1), ..ClubEnter::default() };
    let entered = club.evening.enter(&wrong, &club.house, 2_000, &mut club.chance);
    assert!(matches!(entered, Err(Error::BadCode)));
    let stranger = club.evening.command(&ClubCommand::Unpair, Speaker::Stranger, 0, || Digest::of(""));
    assert!(matches!(stranger, Err(Error::NotHost)));
    let odd = club.command(&ClubCommand::Result { round: 1, table: 1, halves: Some([2, 2]) }).map_err(said);
    assert_eq!(odd, Err("bad-request: there is no table 1 in round 1".to_owned()));
    // A table's log is no evening, and nobody learns that it is a table.
    let table = StoredRecord { number: 1, at: 0, body: "chess-kit 5\n".to_owned() };
    assert!(matches!(Evening::fold(club.evening.id().clone(), &[table]), Err(Error::Unknown)));
    assert_eq!(club.evening.speaker(&club.host), Speaker::Host);
    // No secret stands in the log, only digests.
    assert!(!club.log.iter().any(|record| record.body.contains(&club.code)));
}
