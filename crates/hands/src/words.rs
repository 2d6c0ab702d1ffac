//! What hands do, in words.

use kit_chess::shakmaty::{Role, Square};
use kit_play::sentence::Filling;
use kit_play::tabletop::Track;
use kit_play::{Sentence, say};

use crate::Place;
use crate::things::{Body, Chip, ChipKind, Stand};
use crate::wanted::Wanted;

/// What a tray is called, if the place is one.
pub(crate) fn tray(wanted: &Wanted<'_>, place: Place) -> Option<Sentence> {
    let Place::Tray(id) = place else { return None };
    wanted.trays.iter().find(|tray| tray.id == id).map(|tray| tray.title.sentence().clone())
}

pub(crate) fn usual_start() -> Sentence {
    say!("Set up the chess pieces as usual.")
}

pub(crate) fn piece_off(stand: Stand, square: Square, tray: Option<Sentence>) -> Sentence {
    let piece = named(stand);
    match tray {
        Some(tray) => say!("Take the {piece} off {square} and lay it here: {tray}.", piece, square, tray),
        None => say!("Take the {piece} off {square}.", piece, square),
    }
}

pub(crate) fn piece_between(stand: Stand, from: Option<Sentence>, to: Option<Sentence>) -> Sentence {
    let piece = named(stand);
    match (from, to) {
        (Some(from), Some(to)) => {
            say!("Move the {piece} from here: {from}. Lay it here: {to}.", piece, from, to)
        }
        (Some(from), None) => say!("Take the {piece} away from here: {from}.", piece, from),
        (None, to) => say!("Lay a {piece} here: {to}.", piece, to = to.unwrap_or_default()),
    }
}

pub(crate) fn piece_moved(stand: Stand, from: Square, to: Square, along: bool) -> Sentence {
    let piece = named(stand);
    if along {
        say!("Move the {piece} from {from} to {to}, with what lies under it.", piece, from, to)
    } else {
        say!("Move the {piece} from {from} to {to}.", piece, from, to)
    }
}

pub(crate) fn piece_lifted(stand: Stand, square: Square) -> Sentence {
    say!("Hold the {piece} from {square} in your hand for a moment.", piece = named(stand), square)
}

pub(crate) fn piece_put_down(stand: Stand, square: Square) -> Sentence {
    say!("Put the {piece} from your hand on {square}.", piece = named(stand), square)
}

pub(crate) fn piece_back(stand: Stand, square: Square, tray: Option<Sentence>) -> Sentence {
    let piece = named(stand);
    let tray = tray.unwrap_or_default();
    say!("Put the {piece} on {square}. It lies here: {tray}.", piece, square, tray)
}

/// Pieces of one kind that come out of the box.
pub(crate) fn pieces_on(stand: Stand, squares: Vec<Square>) -> Sentence {
    let Stand { body, piece } = stand;
    let (color, role) = (piece.color, piece.role);
    let squares = Filling::all_of(squares);
    match body {
        Body::Itself => say!("Put a {piece} on {squares}.", piece, squares),
        Body::RookUpsideDown => say!(
            "No {piece} is left: put a {color} rook on {squares}, upside down. It stands for a {role}.",
            piece,
            color,
            role,
            squares
        ),
        Body::OnCoin(other) => say!(
            "No {piece} is left: put a {other} on {squares}, with a coin under it. It stands for a {role}.",
            piece,
            other = other.of(color),
            role,
            squares
        ),
        Body::Makeshift => {
            say!("No {piece} is left: put anything on {squares} that can stand for it.", piece, squares)
        }
    }
}

/// A piece, and what stands for it.
fn named(Stand { body, piece }: Stand) -> Filling {
    match body {
        Body::Itself => piece.into(),
        Body::RookUpsideDown => say!("{piece} (the rook upside down)", piece).into(),
        Body::OnCoin(other) => named_on_coin(piece.into(), other),
        Body::Makeshift => say!("{piece} (what stands for it)", piece).into(),
    }
}

fn named_on_coin(piece: Filling, other: Role) -> Filling {
    say!("{piece} (the {other} on a coin)", piece, other).into()
}

/// So many chips of one kind.
pub(crate) fn chips(chip: Chip, any_color: bool, count: usize) -> Sentence {
    match (chip.kind, chip.coin_instead) {
        (ChipKind::Coin, _) => say!("{count|one=a coin|other=coins}", count),
        (ChipKind::Checker(_), false) if any_color && count == 1 => say!("a checker"),
        (ChipKind::Checker(_), false) if any_color => say!("{count} checkers", count),
        (ChipKind::Checker(color), false) if count == 1 => say!("a {color} checker", color),
        (ChipKind::Checker(color), false) => say!("{count} {color} checkers", count, color),
        (ChipKind::Checker(color), true) if count == 1 => say!("a coin for a {color} checker", color),
        (ChipKind::Checker(color), true) => say!("{count} coins for {color} checkers", count, color),
        (ChipKind::Numbered(color, number), false) => say!("the {color} checker {number}", color, number),
        (ChipKind::Numbered(color, number), true) => {
            say!("a coin for the {color} checker {number}", color, number)
        }
    }
}

pub(crate) fn chips_carried(chips: Sentence, wanted: &Wanted<'_>, from: Place, to: Place) -> Sentence {
    let (left, reached) = (tray(wanted, from), tray(wanted, to));
    match (from, to) {
        (Place::Square(from), Place::Square(to)) => {
            say!("Move {chips} from {from} to {to}.", chips, from, to)
        }
        (Place::Square(from), Place::Tray(_)) => {
            let to = reached.unwrap_or_default();
            say!("Take {chips} from {from} and lay it here: {to}.", chips, from, to)
        }
        (Place::Square(from), _) => say!("Take {chips} away from {from}.", chips, from),
        (_, Place::Square(square)) => onto(chips, wanted, square, left),
        (_, Place::Tray(_)) if left.is_some() => {
            let (from, to) = (left.unwrap_or_default(), reached.unwrap_or_default());
            say!("Move {chips} from here: {from}. Lay it here: {to}.", chips, from, to)
        }
        (_, Place::Tray(_)) => say!("Lay {chips} here: {to}.", chips, to = reached.unwrap_or_default()),
        _ => say!("Take {chips} away from here: {from}.", chips, from = left.unwrap_or_default()),
    }
}

fn onto(chips: Sentence, wanted: &Wanted<'_>, square: Square, tray: Option<Sentence>) -> Sentence {
    match (wanted.figure_at(square), tray) {
        (Some(piece), None) => say!("Put {chips} under the {piece} on {square}.", chips, piece, square),
        (Some(piece), Some(tray)) => {
            say!("Put {chips} under the {piece} on {square}, from here: {tray}.", chips, piece, square, tray)
        }
        (None, None) => say!("Put {chips} on {square}.", chips, square),
        (None, Some(tray)) => say!("Put {chips} on {square}, from here: {tray}.", chips, square, tray),
    }
}

/// Many cards that go the same way.
pub(crate) fn cards(count: usize, from: &Option<Sentence>, to: &Option<Sentence>, hidden: bool) -> Sentence {
    match (from.clone(), to.clone()) {
        (Some(from), Some(to)) if hidden => {
            say!("Shuffle {count} cards from here: {from}. Lay them here, face down: {to}.", count, from, to)
        }
        (Some(from), Some(to)) => {
            say!("Move {count} cards from here: {from}. Lay them here: {to}.", count, from, to)
        }
        (Some(from), None) => say!("Take {count} cards away from here: {from}.", count, from),
        (None, to) if hidden => {
            say!("Lay {count} cards here, face down: {to}.", count, to = to.unwrap_or_default())
        }
        (None, to) => say!("Lay {count} cards here: {to}.", count, to = to.unwrap_or_default()),
    }
}

/// One card; `known` is what it shows now or showed before.
pub(crate) fn card(
    known: Option<&str>,
    hidden: bool,
    turned: bool,
    from: &Option<Sentence>,
    to: &Option<Sentence>,
    number: Option<usize>,
) -> Sentence {
    let card = Filling::card(known.unwrap_or_default());
    let carried = match (from.clone(), to.clone(), known) {
        (Some(from), Some(_), _) if turned && hidden => say!("Turn a card face down here: {from}.", from),
        (Some(from), Some(_), _) if turned => {
            return say!("Turn over a card here: {from}. It is {card|a}.", from, card);
        }
        (Some(from), Some(to), None) => {
            say!("Take a card from here: {from}. Lay it here, face down: {to}.", from, to)
        }
        (Some(from), Some(to), Some(_)) if hidden => {
            say!("Take {card|a} from here: {from}. Lay it here, face down: {to}.", from, to, card)
        }
        (Some(from), Some(to), Some(_)) => {
            say!("Take {card|a} from here: {from}. Lay it here: {to}.", from, to, card)
        }
        (Some(from), None, None) => say!("Take a card away from here: {from}.", from),
        (Some(from), None, Some(_)) => say!("Take {card|a} away from here: {from}.", from, card),
        (None, to, None) => say!("Lay a card here, face down: {to}.", to = to.unwrap_or_default()),
        (None, to, Some(_)) => say!("Lay {card|a} here: {to}.", to = to.unwrap_or_default(), card),
    };
    match number {
        Some(number) => say!("{carried} Its place in the row is {number}.", carried, number),
        None => carried,
    }
}

pub(crate) fn marker(track: &Track) -> Sentence {
    let title = track.title.sentence().clone();
    match track.at.and_then(|at| track.places.get(at)) {
        Some(place) => {
            say!("Move the marker here: {title}. It stands at: {place}.", title, place = place.clone())
        }
        None => say!("Take the marker away from here: {title}.", title),
    }
}
