use kit_chess::Field;
use kit_chess::shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Position as _, Rank, Role, Square,
};
use kit_play::{BadTerms, Chance, Game, Lookahead, SearchLine, Seat, Terms, Viewer, say};

use super::naive::Naive;
use super::position::{Phase, Position, Skipped};
use super::stacks::Stacks;
use super::{ABOUT, Action, Adrenaline, Rules, State};
use crate::naive_board::place_of;
use crate::testing;

const EDITIONS: [&str; 2] = ["2025", "2023"];

fn terms(edition: &str) -> Terms {
    testing::agreed(&ABOUT, Some(edition), &[], None)
}

fn arranged(edition: &str, text: &str) -> Result<State, BadTerms> {
    testing::arranged(Adrenaline, terms(edition), text)
}

/// Every whole turn by the rules of play, with the position after it.
fn turns(position: &Position) -> Vec<(String, Position)> {
    let mut turns = Vec::new();
    follow(position, String::new(), &mut turns);
    turns
}

fn follow(position: &Position, text: String, turns: &mut Vec<(String, Position)>) {
    let mut actions = Vec::new();
    position.actions(&mut actions);
    assert!(!actions.is_empty() || position.phase == Phase::Move, "{text} cannot be completed");
    for action in actions {
        let written = if action == Action::Stop { String::new() } else { action.to_string() };
        let mut after = position.clone();
        after.play(action);
        match after.phase {
            Phase::Move => turns.push((text.clone() + &written, after)),
            Phase::Steps(_) => follow(&after, text.clone() + &written, turns),
        }
    }
}

fn checked_turns(position: &Position) -> Vec<(String, Position)> {
    let naive = Naive::of(position);
    for color in Color::ALL {
        let king = position.king(color);
        let threatened = position.threatens(!color, king);
        assert_eq!(threatened, naive.threatens(!color.is_white(), place_of(king)), "{position:?}");
        let line = position.threat(!color, king);
        assert_eq!(line.is_some(), threatened, "{position:?}");
        assert!(line.is_none_or(|line| can_be_walked(position, &line, king)), "{position:?}");
    }
    let mut ours = turns(position);
    let mut theirs = naive.turns();
    ours.sort_by(|one, two| one.0.cmp(&two.0));
    theirs.sort_by(|one, two| one.0.cmp(&two.0));
    let our_names: Vec<&String> = ours.iter().map(|(text, _)| text).collect();
    let their_names: Vec<&String> = theirs.iter().map(|(text, _)| text).collect();
    assert_eq!(our_names, their_names, "{position:?}");
    for ((text, ours), (_, theirs)) in ours.iter().zip(&theirs) {
        assert!(theirs.is_like(ours), "{text} from {position:?}");
    }
    ours
}

/// Whether a piece can go along a line to capture on its last square.
fn can_be_walked(position: &Position, line: &[Square], target: Square) -> bool {
    let [from, to, steps @ ..] = line else { return false };
    let mut after = position.clone();
    if line.last() != Some(&target) || !position.targets(*from).contains(*to) {
        return false;
    }
    after.make_move(kit_chess::Step::new(*from, *to));
    let mut at = *to;
    steps.iter().all(|next| {
        let own = after.field.board.color_at(*next) == position.field.board.color_at(*from);
        let fits = after.stacks.at(at) > 0 && at.distance(*next) == 1 && !own;
        after.make_step(kit_chess::Step::new(at, *next));
        at = *next;
        fits
    })
}

/// Some checkers under random pieces, at most two under each.
fn scatter(position: &mut Position, checkers: u32, luck: &mut Chance) {
    let pieces: Vec<Square> = position.field.board.occupied().into_iter().collect();
    position.stacks = Stacks::none();
    for _ in 0..checkers {
        let square = *luck.pick(&pieces);
        if position.stacks.at(square) < 2 {
            position.stacks.put(square, 1);
        }
    }
}

/// A few random pieces, pawns also where only extra steps can have brought them.
fn few_pieces(rules: Rules, luck: &mut Chance) -> Position {
    let mut board = Board::empty();
    let mut squares: Vec<Square> = Square::ALL.into();
    let mut put = |role: Role, color: Color, luck: &mut Chance| {
        let fits =
            |square: &Square| role != Role::Pawn || square.rank() != color.fold_wb(Rank::Eighth, Rank::First);
        let choices: Vec<Square> = squares.iter().copied().filter(fits).collect();
        let square = *luck.pick(&choices);
        squares.retain(|other| *other != square);
        board.set_piece_at(square, role.of(color));
    };
    put(Role::King, Color::White, luck);
    put(Role::King, Color::Black, luck);
    for _ in 0..luck.below(8) {
        let role = *luck.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        put(role, Color::from_white(luck.below(2) == 0), luck);
    }
    let mut position = Position::initial(rules);
    position.field.board = board;
    position.field.rights = Bitboard::EMPTY;
    position.unmoved &= position.field.board.pawns();
    position.turn = Color::from_white(luck.below(2) == 0);
    position
}

/// A position out of the middle of a random game.
fn from_a_game(rules: Rules, luck: &mut Chance) -> Position {
    let mut position = Position::initial(rules);
    for _ in 0..luck.below(60) {
        let mut actions = Vec::new();
        position.actions(&mut actions);
        if actions.is_empty() {
            break;
        }
        position.play(*luck.pick(&actions));
    }
    while position.phase != Phase::Move {
        let mut actions = Vec::new();
        position.actions(&mut actions);
        position.play(*luck.pick(&actions));
    }
    position
}

#[test]
fn whole_turns_are_those_of_a_naive_reading() {
    let mut luck = Chance::seeded(7);
    for edition in EDITIONS {
        let rules = Rules::of(&terms(edition));
        let mut compared = 0;
        while compared < 120 {
            let mut position = match luck.below(2) {
                0 => few_pieces(rules, &mut luck),
                _ => from_a_game(rules, &mut luck),
            };
            let checkers = luck.below(6);
            scatter(&mut position, checkers, &mut luck);
            if position.in_check(!position.turn) {
                continue;
            }
            for _ in 0..3 {
                let turns = checked_turns(&position);
                compared += 1;
                if turns.is_empty() {
                    break;
                }
                position = luck.pick(&turns).1.clone();
            }
        }
    }
}

#[test]
fn double_steps_and_castling_are_those_of_a_naive_reading() {
    for edition in EDITIONS {
        for text in [
            "fen: 4k3/3p1p2/8/2P1P1P1/8/8/8/4K3 b\nstacks: d7:2,f7:1",
            "fen: 4k3/3p4/2p5/4P3/8/8/8/4K3 b\nstacks: d7:3",
            "fen: 4k3/8/8/8/3p1p2/8/4P3/4K3 w\nstacks: e2:2,d4:1",
            "fen: r3k2r/8/8/8/8/8/8/R3K2R w KQkq\nstacks: e1:1,h1:1",
            "fen: r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq\nstacks: a8:1,a2:1",
            "fen: r3k2r/8/8/8/8/8/7p/R3K2R w KQkq\nstacks: h2:1",
        ] {
            let state = arranged(edition, text).expect("a position");
            for (_, position) in checked_turns(&state.position).into_iter().step_by(7) {
                checked_turns(&position);
            }
        }
    }
}

/// Crowds in which a walk could capture many stacks in many orders.
#[test]
fn threats_in_a_crowd_are_those_of_a_naive_reading() {
    let mut luck = Chance::seeded(3);
    let rules = Rules::of(&terms("2025"));
    for _ in 0..300 {
        let mut position = few_pieces(rules, &mut luck);
        let checkers = 6 + luck.below(8);
        scatter(&mut position, checkers, &mut luck);
        let naive = Naive::of(&position);
        for color in Color::ALL {
            let king = position.king(color);
            let threatened = position.threatens(!color, king);
            assert_eq!(threatened, naive.threatens(!color.is_white(), place_of(king)), "{position:?}");
        }
    }
}

/// Without checkers and captures it is orthodox chess.
#[test]
fn quiet_moves_without_checkers_are_orthodox() {
    let mut luck = Chance::seeded(9);
    for _ in 0..20 {
        let mut chess = Chess::default();
        for _ in 0..80 {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut position = Position::initial(Rules::of(&terms("2025")));
            let ep = chess.ep_square(EnPassantMode::Always);
            let pawn = |square: Square| square.offset(chess.turn().fold_wb(-8, 8));
            position.skipped = ep.and_then(|square| Some(Skipped { square, pawn: pawn(square)? }));
            let (board, rights) = (chess.board().clone(), chess.castles().castling_rights());
            position.field = Field { board, rights, ep: None };
            position.unmoved &= position.field.board.pawns();
            position.turn = chess.turn();
            let orthodox = moves
                .iter()
                .map(|legal| (legal.is_capture(), legal.to_uci(CastlingMode::Standard).to_string()));
            let (captures, quiet): (Vec<_>, Vec<_>) = orthodox.partition(|(captures, _)| *captures);
            let mut actions = Vec::new();
            position.actions(&mut actions);
            let (mut ours, mut theirs): (Vec<String>, Vec<String>) = (
                actions.iter().map(ToString::to_string).collect(),
                quiet.into_iter().map(|(_, text)| text).collect(),
            );
            ours.retain(|text| !captures.iter().any(|(_, capture)| capture == text));
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{position:?}");
            chess.play_unchecked(moves[luck.below(moves.len() as u32) as usize]);
        }
    }
}

/// One more checker, under whatever piece, never takes a threat away.
#[test]
fn checkers_never_take_threats_away() {
    let mut luck = Chance::seeded(5);
    let rules = Rules::of(&terms("2025"));
    for _ in 0..500 {
        let mut position = few_pieces(rules, &mut luck);
        let checkers = luck.below(8);
        scatter(&mut position, checkers, &mut luck);
        let threatened = |position: &Position| Color::ALL.map(|color| position.in_check(color));
        let before = threatened(&position);
        for square in position.field.board.occupied() {
            let mut more = position.clone();
            more.stacks.put(square, 1);
            let after = threatened(&more);
            assert!(
                before.iter().zip(after).all(|(before, after)| !before || after),
                "{square} {position:?}"
            );
        }
    }
}

/// A threat is told as a line that can be walked.
#[test]
fn threats_are_told_step_by_step() {
    for (text, line) in [
        (
            "fen: rn2k1nr/5pp1/4p3/4P2p/1pq5/P7/1P1PbKPP/R1B3Q1 w\nstacks: c1:3,e5:1,e6:1,h5:1,g7:1",
            "c4c1>d1>e1>f2",
        ),
        (
            "fen: rn2k1nr/5pp1/4p3/4P2p/1pq5/P7/1P1PbKPP/R1B3Q1 w\nstacks: c1:2,d2:1,e5:1,e6:1,h5:1,g7:1",
            "c4c1>d2>e1>f2",
        ),
        ("fen: 4r2k/8/8/8/8/8/4N3/4K3 w\nstacks: e2:1", "e8e2>e1"),
        ("fen: 4r2k/8/8/8/8/8/8/4K3 w", "e8e1"),
    ] {
        let state = arranged("2025", text).expect("a position");
        let check = state.check().map(|line| say!("{line}", line).to_string());
        assert_eq!(check.as_deref(), Some(line), "{text}");
    }
}

#[test]
fn perft_counts_whole_turns() {
    let position = Position::initial(Rules::of(&terms("2025")));
    let mut line = SearchLine::new(position);
    for (depth, count) in [(1, 20), (2, 400), (3, 9378), (4, 242_430)] {
        assert_eq!(line.perft(depth, true), count, "depth {depth}");
    }
}

/// A turn with a capture adds a checker, and every step takes one back to the supply.
#[test]
fn checkers_are_kept_count_of() {
    let mut luck = Chance::seeded(11);
    for _ in 0..30 {
        let mut position = few_pieces(Rules::of(&terms("2023")), &mut luck);
        scatter(&mut position, 4, &mut luck);
        if position.in_check(!position.turn) {
            continue;
        }
        let before = position.stacks.supply();
        for (text, after) in turns(&position) {
            let steps = text.matches('>').count() as u8;
            let placed = u8::from(text.contains('@'));
            assert_eq!(after.stacks.supply(), before + steps - placed, "{text}");
            assert!(!after.in_check(!after.turn), "{text}");
        }
    }
}

#[test]
fn actions_are_read_as_players_write_them() {
    for (text, written) in [
        ("f1a6", "f1a6"),
        ("a7a8=Q", "a7a8q"),
        (">d2", ">d2"),
        (">xd2", ">d2"),
        (">b8=R", ">b8r"),
        (">g1h2", ">g1h2"),
        ("@h7", "@h7"),
        ("@-", "@-"),
        (".", "."),
    ] {
        assert_eq!(text.parse::<Action>().expect(text).to_string(), written);
    }
    for text in ["", ">", "@", ">x", ">d9", "@d9", ">d2d", ">e1k", "..", "é1", "e2", ">é"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn arrangements_that_cannot_be_played_are_refused() {
    for (text, problem) in [
        ("turn: white", "line 1: a board of eight rows, or a `fen:` line, is missing"),
        ("fen: 8/8/8/8/8/8/8/4K3 w", "line 1: Black needs exactly one king, this board has 0"),
        ("fen: 4k2P/8/8/8/8/8/8/4K3 w", "line 1: a pawn cannot stay a pawn on h8"),
        ("fen: 4k3/8/8/8/8/8/8/4R1K1 w", "line 1: White could capture a king here"),
        ("fen: 4k3/8/8/8/8/8/8/4K3 w\nstacks: e2:1", "line 2: no piece stands on the stack on e2"),
        ("fen: 4k3/8/8/8/8/8/8/4K3 w\nstacks: e1:1,e1:2", "line 2: e1 stands there twice"),
        ("fen: 4k3/8/8/8/8/8/8/4K3 w\nstacks: e1:20,e8:5", "line 2: there are only 24 checkers"),
        (
            "fen: 4k3/8/8/8/8/8/8/4K3 w\nstacks: e1",
            "line 2: `stacks` cannot be `e1`, it is squares with numbers of checkers, such as c1:3,e5:1",
        ),
        ("fen: 4k3/8/8/2p5/8/8/8/4K3 w - d6:c5", "line 1: no pawn of Black on c5 has just skipped d6"),
        ("fen: 4k3/8/8/3p4/8/8/8/4K3 w - d5", "line 1: no pawn of Black skips d5"),
        (
            "fen: 4k3/8/8/8/8/P7/8/4K3 w\nunmoved pawns: a3",
            "line 2: `unmoved pawns` cannot be `a3`, it is squares of pawns on their start rank, such as \
             a2,b2, or -",
        ),
        (
            "fen: 4k3/8/8/8/8/P7/8/4K3 w\ncaptured: yes",
            "line 2: `captured: yes` needs `active`, such as `active: e3`",
        ),
        ("fen: 4k3/8/8/8/8/P7/8/4K3 w\nactive: e8", "line 2: one piece of the side to move is active"),
        (
            "fen: 4k3/8/8/8/8/P7/8/4K3 w\nactive: a3",
            "line 2: without a checker and a capture the turn is over",
        ),
        (
            "fen: 4r2k/8/8/8/8/8/8/B3K3 w\nactive: a1\nstacks: a1:1",
            "line 2: White cannot end this turn with a safe king",
        ),
        (
            "fen: 1k6/8/2K5/8/8/8/8/8 b\nactive: b8\ncaptured: yes",
            "line 2: Black cannot end this turn with a safe king",
        ),
        (
            "fen: 4k3/8/8/8/8/8/8/4K2R w K\nactive: h1\nstacks: h1:1",
            "line 1: a piece that has moved cannot castle",
        ),
    ] {
        testing::check_refused(arranged("2025", text), text, problem);
    }
}

#[test]
fn turns_can_be_arranged_in_the_middle() {
    let state = arranged("2025", "fen: 7k/8/8/2N5/8/8/8/K7 w\nactive: c5\ncaptured: yes\nstacks: c5:1")
        .expect("a turn");
    let mut actions = Vec::new();
    state.position.actions(&mut actions);
    let written: Vec<String> = actions.iter().map(ToString::to_string).collect();
    assert_eq!(written, [">b4", ">c4", ">d4", ">b5", ">d5", ">b6", ">c6", ">d6", "@h8"]);
    let castled =
        arranged("2023", "fen: 4k3/8/8/8/8/8/8/5RK1 w\nactive: f1,g1\nstacks: f1:1").expect("a turn");
    let mut actions = Vec::new();
    castled.position.actions(&mut actions);
    assert_eq!(actions.first().map(ToString::to_string).as_deref(), Some(">f1e1"));
}

#[test]
fn labels_say_what_a_checker_does() {
    let label = |edition: &str, text: &str, action: &str| {
        let state = arranged(edition, text).expect("a position");
        let view = Adrenaline.view(&state, Viewer::Seat(Seat(0)), false);
        Adrenaline.label(&view, &action.parse().expect("an action")).to_string()
    };
    let turn = "fen: r3k2r/8/8/3N4/8/3K4/8/8 w kq\nactive: d5\ncaptured: yes\nstacks: d5:1,a8:1";
    assert_eq!(label("2025", turn, "@h8"), "checker under the rook on h8, which can then no longer castle");
    assert_eq!(label("2025", turn, "@e8"), "checker under the king on e8, which can then no longer castle");
    assert_eq!(label("2025", turn, "@a8"), "checker under the rook on a8");
    assert_eq!(label("2023", turn, "@h8"), "checker under the rook on h8");
    assert_eq!(label("2025", turn, ">e6"), "knight steps to e6");
    assert_eq!(label("2025", turn, "."), "stop here");
}

#[test]
fn steps_are_spelled_with_or_without_their_start() {
    let spelled = |edition: &str, text: &str, action: &str| {
        let state = arranged(edition, text).expect("a position");
        let view = Adrenaline.view(&state, Viewer::Seat(Seat(0)), false);
        Adrenaline.spellings(&view, &action.parse().expect("an action"))
    };
    assert_eq!(spelled("2025", "fen: 7k/8/8/2N5/8/8/8/K7 w\nactive: c5\nstacks: c5:1", ">b6"), [">c5b6"]);
    let castled = "fen: 4k3/8/8/8/8/8/8/5RK1 w\nactive: f1,g1\nstacks: f1:1";
    assert_eq!(spelled("2023", castled, ">f1e1"), [">e1"]);
    assert_eq!(spelled("2025", "fen: 7k/p7/8/8/8/8/8/R5NK w", "a1a7"), ["Rxa7+", "Rxa7#", "Rxa7"]);
}

/// A pawn that becomes a queen cannot be taken en passant for the six checkers that it captures.
#[test]
fn a_promoted_pawn_is_out_of_reach() {
    let text = "fen: nrb5/Pp6/8/6K1/1p6/8/8/7k w\nactive: a7\nep: a3:a7\nstacks: a7:1,b8:6";
    let mut actions = Vec::new();
    arranged("2023", text).expect("a turn").position.actions(&mut actions);
    let written: Vec<String> = actions.iter().map(ToString::to_string).collect();
    assert!(written.contains(&">b8q".to_owned()), "{written:?}");
}
