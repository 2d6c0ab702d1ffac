//! What title pages say of the games is true of them: colors, turns, formats, sheets.

use std::collections::BTreeSet;

use kit_book::rulebook::{Block, RuleBook, Section, sentences};
use kit_games::CATALOGUE;
use kit_play::about::Shelf;
use kit_play::{About, Chance, Conduct, Foot, Listed, PaperLayout, Referee, Seat, Table, Terms, Viewer};

/// How many games of each kind are looked at, and how long.
const GAMES: u64 = 12;
const ACTIONS: usize = 60;

/// Plays random games and shows every moment, the agreed end among them.
fn at_every_moment(game: &'static dyn Listed, mut look: impl FnMut(&Table)) {
    let terms = Terms::usual(game.about());
    for seed in 0..GAMES {
        let mut chance = Chance::seeded(seed);
        let mut table = Table::open(game, &terms, &mut chance).expect("the usual terms can be played");
        for turn in 0..ACTIONS {
            look(&table);
            // The last seat that may act goes first, so that sealed choices come in any order.
            let acting = table.acting();
            let Some(seat) = acting.get((turn + seed as usize) % acting.len().max(1)).copied() else { break };
            let offered = table.glimpse(Viewer::Seat(seat)).actions();
            let action = &offered[chance.below(offered.len() as u32) as usize];
            table.act(seat, action, &mut chance).expect("what is offered is accepted");
        }
        if table.outcome().is_none() {
            table.end(Conduct::DrawAgreed);
        }
        look(&table);
    }
}

/// The seats that have offers.
fn acting(referee: &dyn Referee, seats: usize) -> Vec<Seat> {
    let viewers = Viewer::all(seats).filter_map(Viewer::seat);
    viewers.filter(|seat| !referee.glimpse(Viewer::Seat(*seat)).actions().is_empty()).collect()
}

#[test]
fn every_seat_has_a_color_or_none_has() {
    for game in CATALOGUE {
        let About { id, seats, colors, .. } = game.about();
        assert!(colors.is_empty() || colors.len() == seats.len(), "{id}");
    }
}

#[test]
fn what_has_to_lie_on_the_shelf_is_among_what_is_needed() {
    for game in CATALOGUE {
        let About { id, needs, .. } = game.about();
        let checkers = needs.things.iter().any(|thing| thing.contains("checkers"));
        assert_eq!(needs.shelf.contains(&Shelf::Checkers), checkers, "{id}");
        assert!(!needs.shelf.contains(&Shelf::Cards) || !needs.cards.is_empty(), "{id}");
    }
}

#[test]
fn the_board_is_turned_to_the_color_of_the_seat() {
    for game in CATALOGUE {
        let about = game.about();
        at_every_moment(*game, |table| {
            for viewer in Viewer::all(table.terms().seats()) {
                let color = viewer.seat().and_then(|seat| about.color_of(seat));
                let tabletop = table.glimpse(viewer).tabletop();
                if let (Some(color), Some(board)) = (color, tabletop.board()) {
                    assert_eq!(board.bottom, color, "{} for {viewer:?}", about.id);
                }
            }
        });
    }
}

/// Who has to act may be shown if everybody could tell it from what the public sees.
#[test]
fn turns_are_shown_where_they_betray_nothing_and_only_there() {
    for game in CATALOGUE {
        let about = game.about();
        let mut betrays = false;
        at_every_moment(*game, |table| {
            let mut chance = Chance::seeded(1);
            let public = table.glimpse(Viewer::Public);
            let imagined = (0..4).map(|_| acting(&*public.imagine(&mut chance), table.terms().seats()));
            betrays |= imagined.into_iter().any(|acting| acting != table.acting());
        });
        assert_eq!(betrays, !about.shows_turns, "{}", about.id);
    }
}

#[test]
fn formats_are_those_that_games_can_be_had_in() {
    for game in CATALOGUE {
        let mut found = BTreeSet::new();
        at_every_moment(*game, |table| {
            found.extend(table.glimpse(Viewer::Public).exports().iter().map(|export| export.format));
        });
        let listed: BTreeSet<&str> = game.about().formats.iter().copied().collect();
        assert_eq!(found, listed, "{}", game.about().id);
    }
}

#[test]
fn aids_go_from_the_set_up_to_the_end_in_six_to_ten_lines() {
    for game in CATALOGUE {
        let about = game.about();
        let book: RuleBook = about.rules.parse().expect("a rule book");
        assert!((6..=10).contains(&about.aid.len()), "{}: {} lines", about.id, about.aid.len());
        let place = |rule: &str| book.blocks.iter().position(|block| block.rule() == Some(rule));
        for (rule, count) in about.aid {
            let Some(Block::Paragraph { text, .. } | Block::Item { text, .. }) = book.found(rule) else {
                panic!("{}: there is no {rule}", about.id);
            };
            assert!((1..=sentences(text).len()).contains(count), "{rule} has no {count} sentences");
        }
        let is_in = |section: Section, rule: &str| {
            book.section(section).iter().any(|block| block.rule() == Some(rule))
        };
        for section in [Section::Turn, Section::End] {
            assert!(about.aid.iter().any(|(rule, _)| is_in(section, rule)), "{}: {section:?}", about.id);
        }
        let first = about.aid.first().and_then(|(rule, _)| place(rule));
        let last = about.aid.last().and_then(|(rule, _)| place(rule));
        assert!(first < last, "{} begins at its end", about.id);
    }
}

#[test]
fn aids_have_a_picture_that_the_rule_book_has_once() {
    for game in CATALOGUE {
        let about = game.about();
        let book: RuleBook = about.rules.parse().expect("a rule book");
        let named = book.blocks.iter().filter(|block| {
            matches!(block, Block::Diagram { caption: Some(words), .. } if words.starts_with(about.picture))
        });
        assert!(!about.picture.is_empty(), "{} names no picture", about.id);
        assert_eq!(named.count(), 1, "{}: {:?}", about.id, about.picture);
    }
}

#[test]
fn sheets_name_rules_of_the_rule_book() {
    for game in CATALOGUE {
        let about = game.about();
        let Some(sheet) = &about.sheet else { continue };
        let book: RuleBook = about.rules.parse().expect("a rule book");
        let (PaperLayout::Boards { foot: Foot { rules, .. }, .. }
        | PaperLayout::Grids { foot: Foot { rules, .. }, .. }
        | PaperLayout::Scores { foot: Foot { rules, .. }, .. }
        | PaperLayout::Captures { foot: Foot { rules, .. }, .. }
        | PaperLayout::Track { foot: Foot { rules, .. }, .. }
        | PaperLayout::Cards { foot: Foot { rules, .. }, .. }) = &sheet.layout;
        for rule in *rules {
            assert!(book.found(rule).is_some(), "{}: {rule}", about.id);
        }
        let wants_grid = matches!(sheet.layout, PaperLayout::Grids { .. });
        let is_grid = |block: &Block| matches!(block, Block::Diagram { diagram, .. } if matches!(**diagram, kit_book::diagram::Diagram::Grid(_)));
        assert!(!wants_grid || book.blocks.iter().any(is_grid), "{} has no grid", about.id);
    }
}
