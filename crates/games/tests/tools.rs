//! The tools of all games: they offer what can be done, take nothing else, and tell the public nothing of a
//! secret before somebody asks.

use kit_games::CATALOGUE;
use kit_play::tabletop::Part;
use kit_play::tool::{Done, NotOffered, Tool};
use kit_play::{Chance, Seat, Viewer};

fn tools() -> impl Iterator<Item = (&'static str, Tool)> {
    CATALOGUE.iter().flat_map(|game| game.about().tools.iter().map(|tool| (game.about().id, *tool)))
}

/// What the public sees, may do and has heard after all that was done.
fn public(tool: &Tool, done: &[(Viewer, String)]) -> Option<String> {
    let used = tool.used(done.iter().map(|(viewer, action)| Done { viewer: *viewer, action }));
    let (bench, said) = used.expect("only what was offered was done")?;
    Some(format!("{:?} {:?} {said:?}", bench.tabletop(Viewer::Public), bench.offers(Viewer::Public)))
}

/// Lets each seat do something, by lot.
fn kept(tool: &Tool, chance: &mut Chance) -> Vec<(Viewer, String)> {
    let mut done: Vec<(Viewer, String)> = Vec::new();
    for seat in Seat::first(2) {
        let viewer = Viewer::Seat(seat);
        let used = tool.used(done.iter().map(|(viewer, action)| Done { viewer: *viewer, action }));
        let Ok(Some((bench, _))) = used else { break };
        let offers = bench.offers(viewer);
        // Which kind of piece is buried is no secret, only where.
        let last = |action: &str| action.rsplit(' ').next().unwrap_or_default().to_owned();
        let kind = last(&offers[0].action);
        let hidden: Vec<_> =
            offers.iter().filter(|offer| offers.len() > 200 && last(&offer.action) == kind).collect();
        let chosen =
            if hidden.is_empty() { &chance.pick(&offers).action } else { &chance.pick(&hidden).action };
        done.push((viewer, chosen.clone()));
    }
    done
}

#[test]
fn the_public_learns_nothing_before_it_asks() {
    let mut keepers = 0;
    for (game, tool) in tools() {
        let seen: Vec<Option<String>> =
            (0..20).map(|seed| public(&tool, &kept(&tool, &mut Chance::seeded(seed)))).collect();
        assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{game} {}", tool.id);
        keepers += usize::from(tool.bench.is_some());
    }
    assert_eq!(keepers, 3);
}

#[test]
fn whatever_is_offered_can_be_done_and_nothing_else() {
    for (game, tool) in tools().filter(|(_, tool)| tool.bench.is_some()) {
        let mut chance = Chance::seeded(7);
        let mut done = kept(&tool, &mut chance);
        for _ in 0..40 {
            let used = tool.used(done.iter().map(|(viewer, action)| Done { viewer: *viewer, action }));
            let (bench, said) = used.expect("it was offered").expect("it keeps something");
            assert_eq!(said.len(), done.len(), "{game}: everything is answered");
            assert!(said.iter().all(|sentence| !sentence.to_string().is_empty()), "{game}: {said:?}");
            let offers = bench.offers(Viewer::Public);
            assert!(!offers.is_empty(), "{game}");
            let mut gestures: Vec<String> =
                offers.iter().map(|offer| format!("{:?}", offer.gesture)).collect();
            gestures.sort();
            gestures.dedup();
            assert_eq!(gestures.len(), offers.len(), "{game}: each is pointed at in its own way");
            done.push((Viewer::Public, chance.pick(&offers).action.clone()));
        }
        let wrong = tool.used([Done { viewer: Viewer::Public, action: "no such thing" }]);
        assert!(matches!(wrong, Err(NotOffered(found)) if found == "no such thing"), "{game}");
    }
}

/// What the keepers say, in the words of their rule books.
#[test]
fn keepers_answer() {
    let white = Viewer::Seat(Seat(0));
    let black = Viewer::Seat(Seat(1));
    let said = |game: &str, done: &[(Viewer, &str)]| -> Vec<String> {
        let (_, tool) = tools().find(|(id, tool)| *id == game && tool.bench.is_some()).expect("a keeper");
        let used = tool.used(done.iter().map(|(viewer, action)| Done { viewer: *viewer, action }));
        let (_, said) = used.expect("it was offered").expect("it keeps something");
        said.iter().map(ToString::to_string).collect()
    };
    // Black chose how White's pieces capture: the knight like a queen.
    let masks = [
        (white, "KK QQ RR BB NN"),
        (black, "KR QK RN BB NQ"),
        (Viewer::Public, "white N leap"),
        (Viewer::Public, "white N diagonal"),
        (Viewer::Public, "black N leap"),
    ];
    assert_eq!(
        said("masquerade-chess", &masks)[2..],
        [
            "May the white knight take (a knight's leap)? No.",
            "May the white knight take (farther, diagonal)? Yes.",
            "May the black knight take (a knight's leap)? Yes.",
        ]
    );
    let armies = [
        (white, "RNBQKBNR"),
        (black, "BBRQKRNN"),
        (Viewer::Public, "black-army 1 R"),
        (Viewer::Public, "black-army 1 B"),
        (Viewer::Public, "white-army 4"),
    ];
    assert_eq!(
        said("cloak-and-dagger-chess", &armies)[2..],
        [
            "Black's checker 1 is a rook: wrong.",
            "Black's checker 1 is a bishop: right.",
            "White's checker 4 was a queen."
        ]
    );
    // [zombie.yours-first] Both have buried something under e4, and the mover's own rises first.
    let graves = [
        (white, "e4 knight"),
        (black, "e4 pawn"),
        (Viewer::Public, "white e4"),
        (Viewer::Public, "white e4"),
        (Viewer::Public, "white e4"),
    ];
    assert_eq!(
        said("zombie-chess", &graves)[2..],
        ["A black knight climbs out at e4.", "A white pawn climbs out at e4.", "No zombie on e4."]
    );
}

#[test]
fn only_its_seat_sees_what_it_keeps() {
    let (_, tool) = tools().find(|(id, _)| *id == "zombie-chess").expect("a keeper");
    let done = [Done { viewer: Viewer::Seat(Seat(0)), action: "c3 queen" }];
    let (bench, _) = tool.used(done).expect("it was offered").expect("it keeps something");
    let figures = |viewer| match &bench.tabletop(viewer).parts[..] {
        [Part::Board(board)] => board.figures.len(),
        _ => 0,
    };
    assert_eq!([Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public].map(figures), [1, 0, 0]);
}
