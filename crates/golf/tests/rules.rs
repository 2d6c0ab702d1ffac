//! The rules and the published holes: optima, counts and lines that were checked elsewhere.

use kit_golf::{
    Cut, DECK, Finding, Hole, Limits, Options, Want, card_letters, explain, layout, quiet_moves, solve,
};
use kit_play::Chance;

const GOLF1: &str = "\
. . B . . . R .
. . . . . k . .
. r . n . N . .
. r . . b . . .
R . . . . . q .
. B . n . N . .
b . . . . . . K
. . . . . Q . .";

const GOLF7: &str = "\
. . . R . . b .
. Q . . . K . N
. . . R . . . .
b . . . . . n .
N . . . . . . B
. . . n . . k .
. B . . q . . r
. r . . . . . .";

/// A board of the books, with cards.
fn hole(name: &str, cards: &str) -> Hole {
    let path = format!("{}/../../fixtures/2025/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a fixture");
    let rows: Vec<&str> = text.lines().take(8).collect();
    format!("{}\nchosen: {cards}", rows.join("\n")).parse().expect("a hole")
}

fn no_special() -> Options {
    Options { special_king_move: false, ..Options::default() }
}

#[track_caller]
fn check(hole: &Hole, options: Options, length: u32, count: u64) {
    let solution = solve(hole, options, &Limits::default(), Want::Count);
    let cards = card_letters(hole.chosen());
    assert_eq!((solution.length(), solution.count), (Some(length), Some(count)), "{cards} {options:?}");
    assert_eq!(solution.line.len() as u32, length);
}

/// Every deal of two cards on the board of the fourth diagram: length and number of shortest
/// solutions with the special step, then without it.
const TABLE: &str = "
KQ 3/42 4/8   KR 4/42 5/4   KB 3/4  4/6   KN 3/21 4/6   Kk 4/29 4/23  Kq 3/21 3/6   Kr 3/8  3/5   Kb 3/20 3/10
Kn 2/2  2/2   QR 4/14 5/8   QB 3/1  4/13  QN 3/21 4/4   Qk 4/7  4/7   Qq 3/3  4/5   Qr 3/2  3/2   Qb 3/3  3/3
Qn 2/1  2/1   RR 4/24 5/168 RB 1/1  1/1   RN 3/3  4/10  Rk 2/4  2/1   Rq 3/20 3/20  Rr 1/1  1/1   Rb 2/1  2/1
Rn 2/2  2/2   BB 3/2  4/41  BN 3/12 3/9   Bk 2/1  2/1   Bq 2/1  2/1   Br 1/2  1/2   Bb 2/5  2/3   Bn 1/1  1/1
NN 3/15 4/6   Nk 2/3  3/15  Nq 2/3  3/17  Nr 2/9  2/9   Nb 1/1  1/1   Nn 2/4  2/4   kq 3/5  3/5   kr 2/1  2/1
kb 1/1  1/1   kn 2/3  2/3   qr 3/39 3/39  qb 1/1  1/1   qn 2/1  2/1   rr 1/2  1/2   rb 1/1  1/1   rn 1/1  1/1
bb 3/2  3/2   bn 1/2  1/2   nn 2/2  2/2";

#[test]
fn every_deal_on_one_board() {
    let words: Vec<&str> = TABLE.split_whitespace().collect();
    assert_eq!(words.len(), 51 * 3);
    for row in words.chunks(3) {
        for (word, options) in [(row[1], Options::default()), (row[2], no_special())] {
            let (length, count) = word.split_once('/').expect("length/count");
            check(
                &hole("chess-golf4", row[0]),
                options,
                length.parse().expect("a length"),
                count.parse().expect("a count"),
            );
        }
    }
}

#[test]
fn the_problems_of_the_book_have_shorter_solutions() {
    let victim = Options { borrow_from_victim: false, ..Options::default() };
    let single = Options { single_capturer: true, ..Options::default() };
    check(&hole("chess-golf7", "bb"), Options::default(), 5, 145);
    check(&hole("chess-golf8", "nnr"), Options::default(), 6, 24);
    check(&hole("chess-golf9", "NNB"), Options::default(), 6, 127);
    let length =
        |name, cards, options| solve(&hole(name, cards), options, &Limits::default(), Want::One).length();
    assert_eq!(length("chess-golf8", "nnr", victim), Some(7));
    assert_eq!(length("chess-golf8", "nnr", no_special()), Some(7));
    for (name, cards, moves) in
        [("chess-golf7", "bb", 5), ("chess-golf8", "nnr", 6), ("chess-golf9", "NNB", 6)]
    {
        assert_eq!(length(name, cards, single), Some(moves), "{name}");
    }
    assert_eq!(length("chess-golf9", "NNB", no_special()), Some(6));
    assert_eq!(length("chess-golf9", "NNB", Options { special_king_move: false, ..single }), Some(7));
}

#[test]
fn the_examples_of_the_book() {
    check(&hole("chess-golf1", "Kb"), Options::default(), 3, 20);
    check(&hole("chess-golf1", "Kb"), no_special(), 3, 10);
    check(&hole("chess-golf5", "qN"), Options::default(), 2, 3);
    let all = solve(&hole("chess-golf1", "Kb"), Options::default(), &Limits::default(), Want::All(100));
    let lines: Vec<String> =
        all.lines.iter().map(|line| line.iter().map(explain).collect::<Vec<_>>().join(", ")).collect();
    assert_eq!(lines.len(), 20);
    let first = "e5g6 (as n d6), g6h5 (as k f7), h5h2 (as q g4, takes K)";
    assert!(lines.iter().any(|line| line == first), "{lines:#?}");
    let second = "b3c3 (as R a4), b5b3 (as r b6), a2h2 (as r b3, takes K)";
    assert!(lines.iter().any(|line| line == second), "{lines:#?}");
    let king = "b3b1 (as R a4), f1g1 (special), h2a2 (as Q g1, takes b)";
    assert!(lines.iter().any(|line| line == king), "{lines:#?}");
    let some = solve(&hole("chess-golf1", "Kb"), Options::default(), &Limits::default(), Want::All(7));
    assert_eq!((some.count, some.lines.len()), (Some(20), 7));
}

#[test]
fn quiet_moves_are_counted() {
    let boards: [(&str, [u64; 3], [u64; 3]); 4] = [
        ("chess-golf4", [24, 805, 33240], [24, 679, 20554]),
        ("chess-golf7", [77, 5047, 301_660], [31, 806, 18525]),
        ("chess-golf8", [43, 1779, 80249], [43, 1693, 64014]),
        ("chess-golf9", [61, 3507, 208_154], [61, 3126, 138_918]),
    ];
    for (name, with, without) in boards {
        let hole = hole(name, "Kk");
        let counts = |options| [1, 2, 3].map(|depth| quiet_moves(&hole, options, depth));
        assert_eq!((counts(Options::default()), counts(no_special())), (with, without), "{name}");
    }
    let mirrored = format!("{GOLF1}\nchosen: Kk").parse().expect("a hole");
    assert_eq!(quiet_moves(&mirrored, Options::default(), 3), 33240);
}

#[test]
fn cards_make_a_layout() {
    let order: Vec<_> =
        "BRkrnNrbRqBnNbKQ".chars().filter_map(kit_chess::shakmaty::Piece::from_char).collect();
    let order = order.try_into().expect("sixteen cards");
    assert_eq!(&layout(&order), hole("chess-golf4", "Kk").board());
    let mut deck = DECK;
    Chance::seeded(3).shuffle(&mut deck);
    assert_eq!(layout(&deck).occupied().count(), 16);
    assert_eq!(layout(&deck).piece_at(kit_chess::shakmaty::Square::F8), Some(deck[15]));
}

#[test]
fn the_middle_of_a_hole_goes_on() {
    // Problem 3 after the bishop took a knight on c8: only a bishop may take the other.
    let text = "\
. . B . . . . .
. . . . . . . .
. . . B . . . .
. . . . . . . .
N . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
chosen: NNB
taking: c8
taken: N";
    let hole: Hole = text.parse().expect("a hole");
    assert_eq!(hole.to_string(), text);
    for taking in ["taking: B c8", "taking: B"] {
        let other: Hole = text.replace("taking: c8", taking).parse().expect("a hole");
        assert_eq!(other.chosen(), hole.chosen());
    }
    let solution = solve(&hole, Options::default(), &Limits::default(), Want::Count);
    assert!(solution.length().is_some(), "{solution:?}");
}

#[test]
fn limits_are_kept_and_honest() {
    let problem: Hole = format!("{GOLF7}\nchosen: bb").parse().expect("a hole");
    let finding = |limits: Limits| solve(&problem, Options::default(), &limits, Want::One).finding;
    let usual = Limits::default();
    assert_eq!(finding(Limits { depth: 4, ..usual }), Finding::AtLeast(5, Cut::Depth));
    assert!(matches!(finding(Limits { nodes: 100, ..usual }), Finding::AtLeast(2..=5, Cut::Nodes)));
    assert!(matches!(finding(Limits { memory: 5000, ..usual }), Finding::AtLeast(4..=5, Cut::Memory)));
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(finding(Limits { stop: Some(&stop), ..usual }), Finding::AtLeast(1, Cut::Stopped));
    assert_eq!(finding(usual), Finding::Solved(5));
}

/// However many cards there are, a search looks at no more positions than it may, and stores no more.
#[test]
fn no_number_of_cards_makes_a_search_longer_than_its_limits() {
    let limits = Limits { nodes: 20_000, depth: 10, memory: 1 << 20, ..Limits::default() };
    let mut cut = 0;
    for cards in 5..=11 {
        for seed in 0..12 {
            let mut chance = Chance::seeded(seed);
            let mut deck = DECK;
            chance.shuffle(&mut deck);
            let board = layout(&deck);
            chance.shuffle(&mut deck);
            let hole = Hole::new(board, deck[..cards].to_vec()).expect("all the pieces are there");
            let solution = solve(&hole, Options::default(), &limits, Want::One);
            // One look leads to a few at most that are counted before the search is seen to be over.
            assert!(solution.nodes < limits.nodes + 100, "{cards} cards: {} nodes\n{hole}", solution.nodes);
            assert!(solution.bytes <= limits.memory, "{cards} cards: {} bytes\n{hole}", solution.bytes);
            cut += u32::from(matches!(solution.finding, Finding::AtLeast(_, Cut::Nodes | Cut::Memory)));
        }
    }
    assert!(cut > 5, "only {cut} searches reached a limit");
}

#[test]
fn threads_do_not_change_the_answer() {
    let problem: Hole = format!("{GOLF7}\nchosen: bb").parse().expect("a hole");
    let solved =
        |threads| solve(&problem, Options::default(), &Limits { threads, ..Limits::default() }, Want::One);
    assert_eq!(solved(1).line, solved(2).line);
    assert_eq!(solved(1).line, solved(3).line);
}

#[test]
fn a_hole_without_a_solution_is_proved_to_have_none() {
    // Without the special step two lonely pieces never move.
    let text = "K . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . k\nchosen: Kk";
    let hole: Hole = text.parse().expect("a hole");
    assert_eq!(solve(&hole, no_special(), &Limits::default(), Want::One).finding, Finding::Unsolvable);
    assert_eq!(solve(&hole, Options::default(), &Limits::default(), Want::One).length(), Some(7));
}

/// A color without neighbors and without the special step can never move, so it can never capture.
#[test]
fn dead_holes_are_seen_at_sight() {
    let rows = ". . . r . n . .\nN . . . R . . b\n. . . . k . N .\n. . . . . Q . .\n. . . K . . . r\n. . B . n . . .\nb . . B . . . R\n. . . . . q . .";
    let limits = Limits { nodes: 1, ..Limits::default() };
    for cards in ["kb", "bk", "qrn"] {
        let dead: Hole = format!("{rows}\nchosen: {cards}").parse().expect("a hole");
        let solution = solve(&dead, no_special(), &limits, Want::One);
        assert_eq!((solution.finding, solution.nodes), (Finding::Unsolvable, 0), "{cards}");
        // With the special step Black moves.
        let finding = solve(&dead, Options::default(), &limits, Want::One).finding;
        assert_ne!(finding, Finding::Unsolvable, "{cards}");
    }
    // White can move and could capture.
    let open: Hole = format!("{rows}\nchosen: Kb").parse().expect("a hole");
    assert_ne!(solve(&open, no_special(), &limits, Want::One).finding, Finding::Unsolvable);
}

#[test]
fn bad_texts_say_what_is_wrong() {
    let read = |text: &str| text.parse::<Hole>().expect_err("cannot be read").to_string();
    let with = |lines: &str| read(&format!("{GOLF1}\n{lines}"));
    assert_eq!(read(GOLF1), "line 8: a line `chosen:` with the cards is missing, like `chosen: Kb`");
    assert_eq!(with("chosen: Kx"), "line 9: `chosen` cannot be `Kx`, it is some of KQRBN kqrbn, like `Kb`");
    assert_eq!(with("chosen: KP"), "line 9: `chosen` cannot be `KP`, it is some of KQRBN kqrbn, like `Kb`");
    assert_eq!(with("chosen: K"), "line 9: a hole has 2 to 4 cards, this one has 1");
    assert_eq!(with("chosen: KK"), "line 9: the cards name `K` 2 times, and the board has 1 of it");
    assert_eq!(with("bogus: Kb"), "line 9: unknown key: `bogus` (try chosen, taking or taken)");
    assert_eq!(
        with("chosen: Kb\ntaking: z9\ntaken: b"),
        "line 10: `taking` cannot be `z9`, it is a square, like `a2`, or a type"
    );
    assert_eq!(
        with("chosen: Kbb\ntaken: b").lines().next(),
        Some("line 1: the set has 2 of `b`, here are 3")
    );
    let gone = GOLF1.replacen('b', ".", 1);
    let with = |lines: &str| read(&format!("{gone}\n{lines}"));
    assert_eq!(
        with("chosen: Kbb\ntaken: b"),
        "line 10: something was taken, so `taking: <square>` must say by whom"
    );
    assert_eq!(
        with("chosen: Kbb\ntaking: a1\ntaken: b"),
        "line 10: on a1 stands none of the chosen pieces `Kbb`"
    );
    assert_eq!(with("chosen: Kb\ntaking: h2"), "line 10: a piece has captured, so `taken:` must say what");
    assert_eq!(with("chosen: Kb\ntaking: h2\ntaken: b"), "line 11: all of the cards are taken already");
    assert_eq!(
        with("chosen: KQR\ntaking: h2\ntaken: b"),
        "line 11: with the cards `KQR`, `K` may not have taken `b`"
    );
    let pawn = GOLF1.replacen('b', "p", 1);
    assert_eq!(read(&format!("{pawn}\nchosen: Kk")), "line 1: a pawn stands on e5, and Chess Golf has none");
}
