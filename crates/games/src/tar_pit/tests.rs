//! A second reading of the rules, square by square, and what arrangements may and may not be.

use super::naive::{Naive, random_position};
use super::*;
use crate::notation;
use crate::testing::{self, act};

/// Compares everything that the rules of movement decide about a position.
fn check_position(position: &Position, throw_parries: bool, tally: &mut Tally) {
    let naive = Naive::of(position);
    let mut steps = Vec::new();
    position.find_step(throw_parries, |step| {
        steps.push(step);
        false
    });
    let mut written: Vec<String> = steps.iter().map(ToString::to_string).collect();
    written.sort();
    assert_eq!(written, naive.moves(throw_parries), "{position:?}");
    assert_eq!(position.is_exposed(Color::White), naive.is_attacked_king(Color::White), "{position:?}");
    assert_eq!(position.is_exposed(Color::Black), naive.is_attacked_king(Color::Black), "{position:?}");
    for step in steps {
        let mut after = position.clone();
        let moved = after.make_move(step);
        let expected = naive.moved(&step.to_string());
        assert_eq!(Naive::of(&after), expected, "{step} in {position:?}");
        let throws: Vec<String> = after.throws_from(step.to).into_iter().map(|to| to.to_string()).collect();
        assert_eq!(throws, expected.throws(&step.to.to_string()), "{step} in {position:?}");
        tally.moves += 1;
        tally.throws += throws.len();
        let tarred = position.condition(step.from) == Condition::Tarred;
        let en_passant = moved.played.captured.is_some_and(|(victim, _)| victim != step.to);
        tally.tarred_en_passant += usize::from(tarred && en_passant);
        tally.pawn_en_passant += usize::from(!tarred && en_passant);
        tally.cleaned += usize::from(tarred && step.to.rank() == position.turn.relative_rank(Rank::Eighth));
        tally.castlings += usize::from(notation::castles(&position.field.board, step));
    }
    // Cards are played only when there are some, and when the own king is safe.
    if position.is_exposed(position.turn) || *position.held.get(position.turn) == 0 {
        return;
    }
    for piece in
        Card::kinds().filter_map(|card| if let Card::Piece(piece) = card { Some(piece) } else { None })
    {
        let targets: Vec<String> = position.targets_of(piece).into_iter().map(|at| at.to_string()).collect();
        assert_eq!(targets, naive.targets(piece), "card {piece:?} in {position:?}");
    }
}

/// How often the rare cases were met.
#[derive(Debug, Default)]
struct Tally {
    moves: usize,
    throws: usize,
    tarred_en_passant: usize,
    pawn_en_passant: usize,
    cleaned: usize,
    castlings: usize,
}

#[test]
fn a_naive_reading_agrees_on_random_positions() {
    let mut luck = Chance::seeded(11);
    let mut tally = Tally::default();
    for round in 0..12_000 {
        check_position(&random_position(&mut luck), round % 2 == 0, &mut tally);
    }
    let Tally { moves, throws, tarred_en_passant, pawn_en_passant, cleaned, castlings } = tally;
    assert!(moves > 100_000 && throws > 20_000 && cleaned > 300 && castlings > 500, "{tally:?}");
    assert!(tarred_en_passant > 100 && pawn_en_passant > 100, "{tally:?}");
}

/// Plays at random to the end, looking at every position in which somebody is to move.
fn play_out(mut state: State, luck: &mut Chance, mut look: impl FnMut(&Position)) -> State {
    let mut over = false;
    while !over {
        if state.public.position.phase == Phase::Move {
            look(&state.public.position);
        }
        let seat = seat_of(state.public.position.acting());
        let view = TarPit.view(&state, Viewer::Seat(seat), false);
        let offers = TarPit.offers(&view);
        let action = *luck.pick(&offers);
        TarPit.label(&view, &action);
        TarPit.tabletop(&view);
        over = act(TarPit, &mut state, seat, &action, luck).is_over();
        state.audit(over);
    }
    state
}

#[test]
fn a_naive_reading_agrees_in_random_games() {
    let mut luck = Chance::seeded(12);
    let mut tally = Tally::default();
    for _ in 0..12 {
        let (state, _) = TarPit.setup(&Terms::usual(&ABOUT), &mut luck).expect("the usual start is valid");
        play_out(state, &mut luck, |position| check_position(position, false, &mut tally));
    }
    assert!(tally.moves > 5000, "{tally:?}");
}

fn arranged(text: &str) -> Result<State, BadTerms> {
    testing::arranged(TarPit, Terms::usual(&ABOUT), text)
}

/// Random arrangements, most of them mid-turn: whatever is accepted can be played to its end.
#[test]
fn whatever_may_be_arranged_may_be_played() {
    let mut luck = Chance::seeded(13);
    let mut played = 0;
    for _ in 0..6000 {
        let position = random_position(&mut luck);
        let mut lines = vec![format!("fen: {}", position.field.board)];
        lines.push(format!("turn: {}", position.turn));
        let checkers: Vec<String> = Square::ALL
            .iter()
            .filter_map(|square| Some(format!("{square}={}", position.checker_at(*square)?)))
            .collect();
        lines.push(format!(
            "checkers: {}",
            if checkers.is_empty() { "-".to_owned() } else { checkers.join(" ") }
        ));
        let phase = *luck.pick(&["move", "throw", "card", "return", "discard"]);
        lines.push(format!("phase: {phase}"));
        let own: Vec<Square> = position.checkers.get(position.turn).into_iter().collect();
        if phase == "throw" && !own.is_empty() {
            lines.push(format!("moved: {}", luck.pick(&own)));
        }
        lines.push(format!("front: {}/{}", luck.below(13), luck.below(13)));
        if luck.below(2) == 0 {
            lines.push(format!("hand white: {}", luck.pick(&["0", "1", "P n c", "C", "-", "3"])));
            lines.push(format!("hand black: {}", luck.pick(&["0", "2", "k K q", "c", "-", "1"])));
        }
        if luck.below(2) == 0 {
            lines.push(format!("draw: {}", luck.pick(&["-", "P", "c C q n"])));
        }
        let Ok(state) = arranged(&lines.join("\n")) else { continue };
        state.audit(false);
        if luck.below(8) == 0 {
            play_out(state, &mut luck, |_| ());
            played += 1;
        }
    }
    assert!(played > 60, "{played} played");
}

#[test]
fn bad_arrangements_are_refused_with_a_reason() {
    let check = |text: &str, reason: &str| testing::check_refused(arranged(text), text, reason);
    check("turn: white", "line 1: a board of eight rows, or a `fen:` line, is missing");
    check("fen: 4k3/8/8/8/8/8/8/8", "line 1: White needs exactly one king, this board has 0");
    check("fen: 4k2p/8/8/8/8/8/8/4K3", "line 1: a pawn cannot stand on h8");
    check("fen: 4k3/8/8/8/8/8/8/4K3 w - d6", "line 1: no pawn of Black has just skipped d6");
    check("fen: 4k3/8/8/8/8/8/8/K3R3", "line 1: Black's king cannot be attacked now");
    let all = "PPPPPPPP/PPPPPPPP";
    for (lines, reason) in [
        ("checkers: e4=w", "line 2: no piece stands on the checker on e4"),
        ("checkers: e1=w e1=b", "line 2: only one checker can lie on e1"),
        ("checkers: a8=b", "line 2: the piece on a8 cannot be tarred on its far rank"),
        (
            "checkers: e1",
            "line 2: `checkers` cannot be `e1`, it is squares with the colour of a checker, such as e7=w",
        ),
        ("front: 13/0", "line 2: `front` cannot be `13/0`, it is White's number and Black's, such as 6/5"),
        ("checkers: a8=w\nfront: 12/0", "line 3: White has only 12 checkers in all"),
        ("extra: 5/6", "line 2: front, extra and board make 12 for each colour, so `extra` is 6/6"),
        ("front: 1/1\nhand white: P N", "line 3: White cannot hold 2 cards with 1 checkers in front"),
        ("hand white: K K", "line 2: the deck has no further card `K` for `hand white`"),
        ("hand white: K\ndiscard: K", "line 3: the deck has no further card `K` for `discard`"),
        ("draw: x", "line 2: `draw` cannot be `x`, it is cards such as r b P C, or -"),
        ("phase: sleep", "line 2: `phase` cannot be `sleep`, it is move, throw, card, return or discard"),
        ("phase: throw", "line 2: `phase: throw` needs `moved`, such as `moved: e4`"),
        ("moved: e4", "line 2: `moved` is needed only with `phase: throw`"),
        ("phase: throw\nmoved: a8", "line 2: nothing can be thrown from there"),
        ("phase: card\nhand white: 0", "line 2: there is no card to play"),
        ("phase: return\nfront: 6/0", "line 2: there is no checker to give up"),
        ("phase: discard\nhand black: 3", "line 3: whoever discards has one card too many, 7, not 3"),
        ("halfmoves: 101", "line 2: `halfmoves` cannot be `101`, it is a number from 0 to 100"),
    ] {
        check(&format!("fen: R7/4k3/8/8/8/8/8/4K3\n{lines}"), reason);
    }
    let crowd = format!("fen: 4k3/8/{all}/8/8/8/4K3\ncheckers: ");
    let squares = Square::ALL.iter().filter(|square| (4..6).contains(&u32::from(square.rank())));
    let checkers: Vec<String> = squares.take(13).map(|square| format!("{square}=b")).collect();
    check(&(crowd + &checkers.join(" ")), "line 2: Black has 12 checkers, not 13");
}

#[test]
fn actions_are_read_in_all_their_forms() {
    for (text, written) in [
        ("f6e4", "f6e4"),
        ("e7e8q", "e7e8q"),
        ("e7e8=N", "e7e8n"),
        (">f3", ">f3"),
        (">-", ">-"),
        ("+n@e4", "+n@e4"),
        ("+C", "+C"),
        ("-", "-"),
        ("!*", "!*"),
        ("!e4", "!e4"),
        ("~c", "~c"),
    ] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(written.to_owned()));
    }
    for text in
        ["", ">", ">*", "!-", "+", "+n", "+C@e4", "+x@e4", "+n@e9", "~", "~x", "~nn", "é", "--", "+n@e4#1"]
    {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn labels_say_what_comes_of_it() {
    let labels = |text: &str| {
        let state = arranged(text).expect("a position of this game");
        let view = TarPit.view(&state, Viewer::Seat(seat_of(state.public.position.acting())), false);
        let offers = TarPit.offers(&view);
        offers.iter().map(|action| TarPit.label(&view, action).to_string()).collect::<Vec<_>>()
    };
    let board = "fen: rnbqkb1r/ppppp1pp/8/5p2/4n1P1/5P2/PPPP3P/RNBQKBNR b KQkq -\n";
    let throws = labels(&format!("{board}checkers: e7=w f5=w e4=b\nphase: throw\nmoved: e4"));
    assert_eq!(
        throws,
        [
            "throw the checker to f3: the pawn on f3 is tarred",
            "throw the checker to f5: the pawn on f5 is clean, and both checkers go back",
            "keep the checker",
        ]
    );
    let cards = labels(&format!("{board}checkers: e4=b\nphase: card\nhand black: q C c"));
    assert_eq!(
        cards,
        [
            "white checkers card: White gives up a checker",
            "black queen card on d8: the queen on d8 carries tar",
            "black checkers card: take a spare checker",
            "no card",
        ]
    );
    let given = labels(&format!("{board}checkers: e4=w\nphase: return\nfront: 1/6"));
    assert_eq!(
        given,
        ["give up a checker from the front", "give up the checker under the black knight on e4"]
    );
}

#[test]
fn white_and_black_share_the_number_of_a_turn() {
    let mut state = arranged("fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 7\nfront: 0/0").expect("a position");
    for (color, action, number) in
        [(Color::White, "e1e2", 7), (Color::Black, "e8e7", 7), (Color::White, "e2e1", 8)]
    {
        for viewer in Viewer::all(2) {
            assert_eq!(TarPit.turn(&TarPit.view(&state, viewer, false)), number, "{action}");
        }
        let action = action.parse().expect("a move");
        act(TarPit, &mut state, seat_of(color), &action, &mut Chance::seeded(1));
    }
}
