//! What lies on the table: the board, the graveyard, the dust bin, the own grid, and what to do now.

use kit_chess::shakmaty::{Bitboard, ByRole, Color, Piece, Role, Square};
use kit_play::sentence::{Filling, Joint};
use kit_play::tabletop::{
    Board, Figure, MarkKind, Part, PlacedToken, Possible, Prompt, Sheet, SheetLine, Tabletop, Token, Tray,
};
use kit_play::{Sentence, say};

use super::ground::{Burial, Ground};
use super::position::{Position, Stage};
use super::{Public, View, listed, or_piece, player};
use crate::steps;

pub fn laid_for(view: &View) -> Tabletop {
    let mut parts = vec![Part::Board(board(view))];
    parts.extend(trays(&view.public).map(Part::Tray));
    parts.push(Part::Sheet(grids(view)));
    parts.extend(whereabouts(view).map(Part::Sheet));
    parts.push(Part::Sheet(state_of_play(&view.public)));
    Tabletop { prompt: prompt(view), parts, ..Tabletop::default() }
}

fn trays(Public { graveyard, dust, .. }: &Public) -> [Tray; 4] {
    let tray = |id, title: Sentence, color: Color, pieces: &ByRole<u8>| Tray {
        id,
        title: title.into(),
        items: letters(color, pieces),
    };
    let (white, black) = (Color::White, Color::Black);
    [
        tray("white-graveyard", say!("White pieces in the graveyard"), white, &graveyard.white),
        tray("black-graveyard", say!("Black pieces in the graveyard"), black, &graveyard.black),
        tray("white-dust", say!("White pieces in the dust bin"), white, &dust.white),
        tray("black-dust", say!("Black pieces in the dust bin"), black, &dust.black),
    ]
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
    board.possible = ghosts(view);
    board
}

/// What may lie where, for all that the viewer knows.
// [zombie.notes] What everybody could work out about each piece in the ground.
fn ghosts(view: &View) -> Vec<Possible> {
    let mut bodies = Vec::new();
    for color in [Color::White, Color::Black] {
        if let Some(ground) = hidden_ground(view, !color) {
            let kinds = Role::ALL.into_iter().rev();
            bodies.extend(kinds.map(|role| (role.of(color), shown_places(ground, role))));
        }
    }
    let possible = |square: Square| {
        let here = bodies.iter().filter(|(_, places)| places.contains(square));
        Possible { square, under: true, pieces: here.map(|(piece, _)| *piece).collect() }
    };
    Square::ALL.into_iter().map(possible).filter(|possible| !possible.pieces.is_empty()).collect()
}

/// What is known about where a color has buried, for a viewer who does not know its grid.
// [zombie.secret]
fn hidden_ground(view: &View, burier: Color) -> Option<&Ground> {
    view.graves.get(burier).is_none().then(|| view.public.grounds.get(burier))
}

/// Where bodies of a kind may lie; those of which nothing is known are not shown.
fn shown_places(ground: &Ground, role: Role) -> Bitboard {
    let known = ground.burials.iter().filter(|burial| burial.role == role && !is_anywhere(burial));
    known.fold(Bitboard::EMPTY, |places, burial| places | burial.places)
}

fn is_anywhere(burial: &Burial) -> bool {
    burial.places == Bitboard::FULL
}

fn checked_king(position: &Position) -> Option<Square> {
    let king = position.field.board.king_of(position.turn);
    king.filter(|_| position.stage == Stage::Begin && position.is_check())
}

/// The grids that the viewer knows.
fn grids(view: &View) -> Sheet {
    let line = |color: Color| {
        let bodies = listed(view.graves.get(color).as_ref()?);
        let label = if view.over { say!("{color} buried", color) } else { say!("you buried") };
        Some(SheetLine::new(label, say!("{bodies}", bodies)))
    };
    let lines = [Color::White, Color::Black].into_iter().filter_map(line).collect();
    Sheet { id: "grid", title: say!("The secret grid").into(), lines }
}

/// What the board does not say about where bodies may lie: which of several of a kind is almost found,
/// of which nothing is known, and which may have risen.
fn whereabouts(view: &View) -> Option<Sheet> {
    let mut lines = Vec::new();
    for burier in [Color::Black, Color::White] {
        let Some(ground) = hidden_ground(view, burier) else { continue };
        for burial in &ground.burials {
            let label = say!("{piece} {number}", piece = burial.role.of(!burier), number = burial.number);
            lines.extend(whereabout(burial, ground).map(|value| SheetLine::new(label, value)));
        }
    }
    let title = say!("Where bodies may lie").into();
    (!lines.is_empty()).then_some(Sheet { id: "whereabouts", title, lines })
}

fn whereabout(burial: &Burial, ground: &Ground) -> Option<Sentence> {
    let others = shown_places(ground, burial.role) & !burial.places;
    // The board shows all places of a kind together; of one of several a long list would say little more.
    let found = others.any() && burial.places.count() <= FEW_PLACES;
    let squares = Filling::one_of(burial.places);
    match (ground.may_have_risen(burial), found) {
        (None, _) if is_anywhere(burial) => Some(say!("anywhere")),
        (Some(rise), _) if is_anywhere(burial) => Some(say!("anywhere, unless it rose on {rise}", rise)),
        (None, false) => None,
        (None, true) => Some(say!("under {squares}", squares)),
        (Some(rise), false) => Some(say!("it may have risen on {rise}", rise)),
        (Some(rise), true) => Some(say!("under {squares}, or it has risen on {rise}", squares, rise)),
    }
}

/// Up to how many squares are told of one body among several of a kind.
const FEW_PLACES: usize = 3;

fn state_of_play(public: &Public) -> Sheet {
    let Public { position, clock, .. } = public;
    let castling = steps::castling(position.field.rights);
    let mut lines = vec![SheetLine::new(say!("castling"), say!("{castling}", castling))];
    if position.skipped.any() {
        lines.push(SheetLine::new(say!("en passant"), say!("{squares}", squares = names(position.skipped))));
    }
    lines.push(SheetLine::new(say!("half-turns without progress"), clock.in_words()));
    let prisoners = &position.going.prisoners;
    if !prisoners.is_empty() {
        let pieces = Filling::row_of(prisoners.iter().map(|taken| taken.role));
        lines.push(SheetLine::new(say!("to be buried"), say!("{pieces}", pieces)));
    }
    Sheet { id: "play", title: say!("The state of play").into(), lines }
}

/// `a3 h3`.
fn names(squares: Bitboard) -> Filling {
    Filling::List(Joint::Space, squares.into_iter().map(Filling::from).collect())
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
    if several {
        let steps = [say!("promote"), say!("move"), say!("bury")].map(Into::into).to_vec();
        Prompt { words, steps, step: Some(step), rule: Some(rule), makes: true, ..Prompt::default() }
    } else {
        Prompt { words, rule: Some(rule), makes: true, ..Prompt::default() }
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
    let prisoner = or_piece(position.going.prisoners.first().map(|taken| taken.role));
    if acting {
        say!("Where do you hide the {prisoner}?", prisoner)
    } else {
        say!("{seat} is hiding a {prisoner}.", seat = player(position.turn), prisoner)
    }
}
