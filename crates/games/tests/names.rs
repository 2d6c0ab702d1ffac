//! What sentences call the people at a table.

use kit_games::CATALOGUE;
use kit_play::log::Ending;
use kit_play::referee::listed;
use kit_play::sentence::Names;
use kit_play::{Chance, Conduct, Listed, Seat, Table, Team, Terms, say};

fn game(id: &str) -> &'static dyn Listed {
    listed(CATALOGUE, id).expect("a game")
}

/// How the seats of a game are called when these names were given.
fn called(id: &str, given: &[Option<&str>]) -> Vec<String> {
    let names = Names::at(game(id), given);
    let call = |seat: Seat| say!("{seat}", seat = game(id).about().seat(seat)).spoken(&names).text;
    Seat::first(given.len()).map(call).collect()
}

#[test]
fn people_are_called_by_the_names_they_gave() {
    assert_eq!(called("zombie-chess", &[Some("Ann"), Some("Ben")]), ["Ann", "Ben"]);
    assert_eq!(called("zombie-chess", &[Some("Ann"), None]), ["Ann", "Black"]);
}

#[test]
fn a_name_that_would_mislead_is_not_used() {
    assert_eq!(called("zombie-chess", &[Some("Ann"), Some("ann ")]), ["White", "Black"]);
    assert_eq!(called("zombie-chess", &[Some("black"), Some("Nobody")]), ["White", "Black"]);
    assert_eq!(called("zombie-chess", &[Some("Ann Ben"), Some("Ann\u{a0} Ben")]), ["White", "Black"]);
    let long = "x".repeat(41);
    assert_eq!(called("zombie-chess", &[Some(&long), Some("\u{202e}Bo\u{2028}b")]), ["White", "Bob"]);
}

#[test]
fn whoever_gave_no_name_is_called_by_a_role_in_words() {
    let partners = called("telepathic-chess", &[None, None, Some("Cleo"), None]);
    assert_eq!(partners, ["White's first player", "White's partner", "Cleo", "Black's partner"]);
    let halves = called("crowded-house", &[None; 4]);
    assert_eq!(halves[3], "Black, queen's half");
}

#[test]
fn a_team_of_one_is_called_by_its_players_name() {
    let told = |id: &str, given: &[Option<&str>]| {
        let outcome = Conduct::Resigned(Team(1)).outcome(game(id), given.len());
        outcome.told(game(id).about()).spoken(&Names::at(game(id), given)).text
    };
    assert_eq!(told("zombie-chess", &[Some("Ann"), Some("Ben")]), "Ann wins by resignation.");
    assert_eq!(
        told("telepathic-chess", &[Some("Ann"), Some("Ben"), None, None]),
        "White wins by resignation."
    );
    // Whoever gave no name is a player in words here too.
    assert_eq!(told("chess-golf", &[None, Some("Ben")]), "Player A wins by resignation.");
}

/// A bot is written down by its level, in the terminal or by a server, and called by its seat as at a
/// table that is played.
#[test]
fn a_level_is_no_name() {
    for level in ["bot:club", "learner bot"] {
        let mut table = Table::open(
            game("zombie-chess"),
            &Terms::usual(game("zombie-chess").about()),
            &mut Chance::seeded(1),
        )
        .expect("a table");
        table.name_player(Seat(0), "Ann");
        table.name_player(Seat(1), level);
        let call = |seat: Seat| say!("{seat}", seat = table.about().seat(seat)).words_in(&table.names());
        assert_eq!([call(Seat(0)), call(Seat(1))], ["Ann", "Black"], "{level}");
    }
}

/// How a game ended is written down in English with the codes of seats, and told with roles and names.
#[test]
fn an_ending_is_told_with_roles() {
    let golf = game("chess-golf");
    let outcome = Conduct::Resigned(Team(1)).outcome(golf, 2);
    let ending = Ending::of(golf.about(), &outcome);
    assert_eq!(ending.sentence, "A wins by resignation");
    let told = |given: &[Option<&str>]| ending.told(golf.about()).words_in(&Names::at(golf, given));
    assert_eq!(told(&[None, None]), "Player A wins by resignation");
    assert_eq!(told(&[Some("Ann"), None]), "Ann wins by resignation");
    let called_off = Ending::called_off();
    assert_eq!(called_off.told(golf.about()).to_string(), called_off.sentence);
}

/// Logs keep the words of the rules, whatever people are called.
#[test]
fn what_is_written_down_has_no_names() {
    for game in CATALOGUE {
        let about = game.about();
        for seat in Seat::first(about.seats.len()) {
            let plain = say!("{seat}", seat = about.seat(seat)).to_string();
            assert_eq!(plain, about.written[seat.index()], "{}", about.id);
        }
        let words = about.roles.len();
        assert!(words == 0 || words == about.seats.len(), "{}: a role for each seat, or none", about.id);
    }
}
