//! FEN and PGN, as other chess programs read and write them.

use kit_chess::Field;
use kit_chess::shakmaty::fen::Fen;
use kit_chess::shakmaty::san::{SanError, SanPlus};
use kit_chess::shakmaty::{Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Position};
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Arrangement, BadText, Laid, Outcome, Sentence, Terms, Verdict, say};

use super::{ABOUT, State, View, pgn};
use crate::arranging::{no_en_passant, positions_forgotten, rights_left, written};
use crate::sides::color_of;

/// The position as X-FEN, in which `KQkq` mean the outermost rooks.
pub fn x_fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

/// The position as Shredder-FEN, in which castling rights are the files of the rooks.
pub fn shredder_fen(chess: &Chess) -> String {
    let fen = x_fen(chess);
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let letters = castling_files(chess.castles().castling_rights());
    fields[2] = &letters;
    fields.join(" ")
}

/// Castling rights as the files of the rooks: `HAha`, or `-`.
fn castling_files(rights: Bitboard) -> String {
    let files = |color: Color| {
        let letter = move |file: char| if color.is_white() { file.to_ascii_uppercase() } else { file };
        let rooks: Bitboard = rights & color.backrank();
        rooks.into_iter().rev().map(move |rook| letter(rook.file().char()))
    };
    let letters: String = files(Color::White).chain(files(Color::Black)).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

/// The arrangement from which the game goes on when people have laid the board themselves.
pub fn relaid(view: &View, laid: &Laid, lost: &mut Vec<Sentence>) -> String {
    let chess = &view.state.chess;
    let rights = chess.castles().castling_rights();
    let field = Field { board: chess.board().clone(), rights, ep: None };
    let rights = rights_left(&field, &laid.board, Bitboard::EMPTY, lost);
    let turn = color_of(laid.turn);
    let ep = chess.ep_square(EnPassantMode::Legal);
    let kept = ep.filter(|_| laid.board == *chess.board() && turn == chess.turn());
    if kept != ep {
        lost.push(no_en_passant());
    }
    lost.push(positions_forgotten());
    let keys = [
        ("turn", turn.to_string()),
        ("castling", castling_files(rights)),
        ("ep", kept.map_or("-".to_owned(), |square| square.to_string())),
        ("halfmoves", chess.halfmoves().to_string()),
        ("fullmoves", chess.fullmoves().to_string()),
    ];
    written(&laid.board, &keys)
}

/// The game as PGN.
pub fn write_pgn(start: &Chess, moves: &[Move], outcome: Option<&Outcome>) -> String {
    let result = match outcome.map(|outcome| &outcome.verdict) {
        Some(Verdict::Win(team)) => ["1-0", "0-1"][usize::from(team.index() != 0)],
        Some(Verdict::Draw) => "1/2-1/2",
        Some(Verdict::Scores(_)) | None => "*",
    };
    let tags = [
        ("Event", "Chess Kit"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", result),
        ("Variant", "Chess960"),
        ("SetUp", "1"),
        ("FEN", &x_fen(start)),
    ];
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    let mut chess = start.clone();
    let mut words = Vec::new();
    for (index, chosen) in moves.iter().enumerate() {
        match (chess.turn(), index) {
            (Color::White, _) => words.push(format!("{}.", chess.fullmoves())),
            (Color::Black, 0) => words.push(format!("{}...", chess.fullmoves())),
            (Color::Black, _) => {}
        }
        words.push(SanPlus::from_move_and_play_unchecked(&mut chess, *chosen).to_string());
    }
    words.push(result.to_owned());
    format!("{tags}\n{}\n", wrapped(&words))
}

fn wrapped(words: &[String]) -> String {
    let mut lines = vec![String::new()];
    for word in words {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.len() + word.len() >= 80 {
            lines.push(word.clone());
        } else {
            let gap = if line.is_empty() { "" } else { " " };
            line.push_str(&format!("{gap}{word}"));
        }
    }
    lines.join("\n")
}

/// Reads the first game of a PGN text: its start as terms, and its moves.
pub fn read_pgn(text: &str) -> Result<(Terms, Vec<String>), BadText> {
    let game = pgn::read(text)?;
    let start = game.fen.unwrap_or_else(|| pgn::Numbered { line: 1, text: ORTHODOX_START.to_owned() });
    let at_tag = |bad: BadText| BadText::at(start.line, bad.problem);
    let arrangement: Arrangement = format!("fen: {}", start.text).parse().map_err(at_tag)?;
    let mut state = State::new(super::position_from(&arrangement).map_err(at_tag)?, None);
    let mut outcome = state.judge();
    let mut actions = Vec::new();
    for written in game.moves {
        let chosen = move_meant(&state, outcome.as_ref(), &written.text).map_err(|problem| {
            let number = state.chess.fullmoves().get();
            let found = Filling::text(excerpt(&written.text));
            BadText::at(written.line, say!("move {number}, `{found}`: {problem}", number, found, problem))
        })?;
        actions.push(chosen.to_uci(CastlingMode::Chess960).to_string());
        (_, outcome) = state.play(chosen);
    }
    Ok((Terms::usual(&ABOUT).arranged(arrangement), actions))
}

const ORTHODOX_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The move that is written, or why there is none.
fn move_meant(state: &State, outcome: Option<&Outcome>, written: &str) -> Result<Move, Sentence> {
    if let Some(outcome) = outcome {
        return Err(say!("the game is over by {reason}", reason = outcome.reason.sentence()));
    }
    let san_plus =
        SanPlus::from_ascii(written.as_bytes()).map_err(|_| say!("not a move such as `Nf3` or `O-O`"))?;
    san_plus.san.to_move(&state.chess).map_err(|error| match error {
        SanError::IllegalSan => say!("not a legal move"),
        SanError::AmbiguousSan => say!("several pieces can move there"),
    })
}
