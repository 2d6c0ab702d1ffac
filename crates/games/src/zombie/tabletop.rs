//! What lies on the table: the board, the graveyard, the dust bin, the own grid, and what to do now.

use kit_chess::shakmaty::{Bitboard, ByRole, Color, Piece, Role, Square};
use kit_play::sentence::Filling;
use kit_play::tabletop::{
    Board, Figure, MarkKind, Part, PlacedToken, Prompt, Sheet, Tabletop, Token, Tray, color_word, role_word,
};
use kit_play::{Sentence, say};

use super::ground::{Burial, Ground};
use super::position::{Position, Stage};
use super::{Public, View, listed, player};
use crate::steps::{castling_letters, color_name};

pub fn laid_for(view: &View) -> Tabletop {
    let public = &view.public;
    let tray = |id, color: Color, pieces: &ByRole<u8>, place: &str| {
        let title = format!("{} pieces in the {place}", color_name(color));
        Part::Tray(Tray { id, title, items: letters(color, pieces) })
    };
    let parts = vec![
        Part::Board(board(view)),
        tray("white-graveyard", Color::White, &public.graveyard.white, "graveyard"),
        tray("black-graveyard", Color::Black, &public.graveyard.black, "graveyard"),
        tray("white-dust", Color::White, &public.dust.white, "dust bin"),
        tray("black-dust", Color::Black, &public.dust.black, "dust bin"),
        Part::Sheet(grids(view)),
        Part::Sheet(whereabouts(public)),
        Part::Sheet(state_of_play(public)),
    ];
    Tabletop { prompt: prompt(view), parts }
}

fn letters(color: Color, pieces: &ByRole<u8>) -> Vec<String> {
    let piled = |role: Role| {
        let letter = role.of(color).char().to_string();
        std::iter::repeat_n(letter, usize::from(*pieces.get(role)))
    };
    Role::ALL.into_iter().rev().flat_map(piled).collect()
}

fn board(view: &View) -> Board {
    let Position { field, zombies, turn, going, .. } = &view.public.position;
    let mut board = Board::new(&field.board, view.color().unwrap_or(Color::White));
    board.tokens = zombies.into_iter().map(|square| PlacedToken { square, token: Token::Coin }).collect();
    let mut board = board
        .mark(MarkKind::Left, view.public.last.iter().map(|step| step.from))
        .mark(MarkKind::Reached, view.public.last.iter().map(|step| step.to))
        .mark(MarkKind::Check, checked_king(&view.public.position))
        .mark(MarkKind::Spent, going.moved);
    // Zombies that the viewer has to move now, or they crumble.
    if view.acting_grave().is_some() && view.public.position.stage != Stage::Aftermath {
        board = board.mark(MarkKind::Danger, view.public.position.decaying());
    }
    for color in [*turn, !*turn] {
        let bodies = view.graves.get(color).iter().flat_map(|grave| grave.iter());
        // [zombie.secret] Only who knows a grid sees its letters.
        board.under.extend(bodies.map(|(square, Piece { color, role })| Figure { square, color, role }));
    }
    board
}

fn checked_king(position: &Position) -> Option<Square> {
    let king = position.field.board.king_of(position.turn);
    king.filter(|_| position.stage == Stage::Begin && position.is_check())
}

/// The grids that the viewer knows.
fn grids(view: &View) -> Sheet {
    let line = |color: Color| {
        let bodies = say!("{bodies}", bodies = listed(view.graves.get(color).as_ref()?)).to_string();
        let label =
            if view.public.over { format!("{} buried", color_word(color)) } else { "you buried".to_owned() };
        Some((label, bodies))
    };
    let lines = [Color::White, Color::Black].into_iter().filter_map(line).collect();
    Sheet { id: "grid", title: "The secret grid".to_owned(), lines }
}

// [zombie.notes] What everybody could work out about each piece in the ground.
fn whereabouts(public: &Public) -> Sheet {
    let mut lines = Vec::new();
    for burier in [Color::Black, Color::White] {
        let ground = public.grounds.get(burier);
        lines.extend(ground.burials.iter().map(|burial| whereabout(!burier, burial, ground)));
    }
    Sheet { id: "whereabouts", title: "Where bodies may lie".to_owned(), lines }
}

fn whereabout(color: Color, burial: &Burial, ground: &Ground) -> (String, String) {
    let label = format!("{} {} {}", color_word(color), role_word(burial.role), burial.number);
    let places = match burial.places {
        Bitboard::FULL => "anywhere".to_owned(),
        places => names(places),
    };
    match ground.may_have_risen(burial) {
        Some(square) => (label, format!("{places}, unless it rose on {square}")),
        None => (label, places),
    }
}

fn names(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(" ") }
}

fn state_of_play(public: &Public) -> Sheet {
    let Public { position, clock, .. } = public;
    let mut lines = vec![
        ("castling".to_owned(), castling_letters(position.field.rights)),
        ("en passant".to_owned(), names(position.skipped)),
        ("half-turns without progress".to_owned(), clock.in_words()),
    ];
    let prisoners: Vec<&str> = position.going.prisoners.iter().map(|taken| role_word(taken.role)).collect();
    if !prisoners.is_empty() {
        lines.push(("to be buried".to_owned(), prisoners.join(", ")));
    }
    Sheet { id: "play", title: "The state of play".to_owned(), lines }
}

fn prompt(view: &View) -> Prompt {
    let position = &view.public.position;
    let acting = view.acting_grave().is_some();
    let seat = player(position.turn);
    let (words, rule, step) = match (position.waiting().first(), position.stage) {
        (Some(pawn), _) if acting => {
            (say!("Your pawn has risen on {pawn}: name the piece it becomes.", pawn), "zombie.last-rank", 0)
        }
        (Some(pawn), _) => (
            say!("{seat} names the piece that the pawn on {pawn} becomes.", seat, pawn),
            "zombie.last-rank",
            0,
        ),
        (None, Stage::Begin) => (moving(position, acting), "zombie.turn", 1),
        (None, Stage::Horde) if acting => (say!("Move another zombie of your horde."), "zombie.horde", 1),
        (None, Stage::Horde) => (say!("{seat} is moving a horde.", seat), "zombie.horde", 1),
        (None, Stage::Aftermath) => (burying(position, acting), "zombie.bury", 2),
    };
    let several = position.stage != Stage::Begin || position.waiting().any();
    let steps: Vec<String> = ["promote", "move", "bury"].map(ToOwned::to_owned).to_vec();
    if several {
        Prompt { words, steps, step: Some(step), rule: Some(rule) }
    } else {
        Prompt { words, rule: Some(rule), ..Prompt::default() }
    }
}

fn moving(position: &Position, acting: bool) -> Sentence {
    if !acting {
        return say!("{seat} is to move.", seat = player(position.turn));
    }
    let task = match position.decaying().count() {
        0 => say!("Move a piece."),
        1 => say!("Move your zombie, or another piece and let the zombie crumble."),
        _ => say!("Move zombies of your horde, or another piece and let them crumble."),
    };
    let check = position.is_check().then(|| say!("You are in check."));
    Sentence::joined([task].into_iter().chain(check))
}

// [zombie.secret] Who waits hears which piece is buried, and nothing of the places.
fn burying(position: &Position, acting: bool) -> Sentence {
    let prisoner = position.going.prisoners.first();
    let prisoner = prisoner.map_or_else(|| say!("piece").into(), |taken| Filling::from(taken.role));
    if acting {
        say!("Where do you hide the {prisoner}?", prisoner)
    } else {
        say!("{seat} is hiding a {prisoner}.", seat = player(position.turn), prisoner)
    }
}
