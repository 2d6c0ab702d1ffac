//! FEN and PGN, as other chess programs read and write them.

use std::io::Cursor;
use std::ops::ControlFlow;

use kit_chess::shakmaty::fen::Fen;
use kit_chess::shakmaty::san::SanPlus;
use kit_chess::shakmaty::{Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Position};
use kit_play::text::excerpt;
use kit_play::{Arrangement, BadText, Outcome, Terms, Verdict};
use pgn_reader::{RawTag, Reader, Skip, Visitor};

use super::ABOUT;

/// The position as X-FEN, in which `KQkq` mean the outermost rooks.
pub fn x_fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

/// The position as Shredder-FEN, in which castling rights are the files of the rooks.
pub fn shredder_fen(chess: &Chess) -> String {
    let fen = x_fen(chess);
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let rights = chess.castles().castling_rights();
    let files = |color: Color| {
        let letter = move |file: char| if color.is_white() { file.to_ascii_uppercase() } else { file };
        let rooks: Bitboard = rights & color.backrank();
        rooks.into_iter().rev().map(move |rook| letter(rook.file().char()))
    };
    let mut letters: String = files(Color::White).chain(files(Color::Black)).collect();
    if letters.is_empty() {
        letters.push('-');
    }
    fields[2] = &letters;
    fields.join(" ")
}

/// The game as PGN.
pub fn pgn(start: &Chess, moves: &[Move], outcome: Option<&Outcome>) -> String {
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
    let mut reader = Reader::new(Cursor::new(text.as_bytes()));
    let game = reader.read_game(&mut PgnGame).map_err(|error| BadText::at(1, error.to_string()))?;
    let game = game.ok_or_else(|| BadText::at(1, "there is no PGN game"))?;
    let fen = game
        .fen
        .map_err(|tag| BadText::at(line_of(text, &tag), format!("not a FEN tag: `{}`", excerpt(&tag))))?;
    let arrangement: Arrangement = match &fen {
        Some(fen) => format!("fen: {fen}")
            .parse()
            .map_err(|bad: BadText| BadText { line: line_of(text, fen), ..bad })?,
        None => "fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?,
    };
    let mut chess = super::position_from(&arrangement)?;
    let mut actions = Vec::new();
    for san_plus in game.moves {
        let number = chess.fullmoves();
        let chosen = san_plus.san.to_move(&chess).map_err(|error| {
            let san = san_plus.to_string();
            BadText::at(line_of(text, &san), format!("move {number}: `{}`: {error}", excerpt(&san)))
        })?;
        actions.push(chosen.to_uci(CastlingMode::Chess960).to_string());
        chess.play_unchecked(chosen);
    }
    Ok((Terms::usual(&ABOUT).arranged(arrangement), actions))
}

/// The line of the first occurrence, or 1.
fn line_of(text: &str, part: &str) -> usize {
    text.find(part).map_or(1, |place| text[..place].lines().count().max(1))
}

/// What is read of a game: its start (or the tag that cannot be read) and the main line.
struct ReadGame {
    fen: FenTag,
    moves: Vec<SanPlus>,
}

type FenTag = Result<Option<String>, String>;

struct PgnGame;

impl Visitor for PgnGame {
    type Tags = FenTag;
    type Movetext = ReadGame;
    type Output = ReadGame;

    fn begin_tags(&mut self) -> ControlFlow<ReadGame, FenTag> {
        ControlFlow::Continue(Ok(None))
    }

    fn tag(&mut self, tags: &mut FenTag, name: &[u8], value: RawTag<'_>) -> ControlFlow<ReadGame> {
        if name.eq_ignore_ascii_case(b"FEN") {
            let fen = value.decode_utf8_lossy().into_owned();
            *tags = if fen.contains('\n') { Err(fen) } else { Ok(Some(fen)) };
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, fen: FenTag) -> ControlFlow<ReadGame, ReadGame> {
        ControlFlow::Continue(ReadGame { fen, moves: Vec::new() })
    }

    fn begin_variation(&mut self, _movetext: &mut ReadGame) -> ControlFlow<ReadGame, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, movetext: &mut ReadGame, san: SanPlus) -> ControlFlow<ReadGame> {
        movetext.moves.push(san);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, movetext: ReadGame) -> ReadGame {
        movetext
    }
}
