//! What lies on the table: board and checkers, cards, and what to do now.

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Board as Pieces, ByColor, Color, Square};
use kit_play::sentence::Filling;
use kit_play::tabletop::{
    Board, Brings, Card as Shown, Cards, Layout, MarkKind, Part, PlacedToken, Price, Prices, Prompt, Sheet,
    SheetLine, Spot, Tabletop, Token, Tray, color_word,
};
use kit_play::{Sentence, say};

use super::position::{Condition, Phase, Position, Settled};
use super::{Action, Public, TurnRecord, View, moved, player};
use crate::deck::{Card, Pile};
use crate::steps;

/// The part with the viewer's own cards.
pub const HAND: &str = "hand";

/// Everything the viewer has in front of them.
pub fn laid_for(view: &View) -> Tabletop {
    let public = &view.public;
    let mut parts = vec![Part::Board(board(view))];
    parts.extend(prices(view).map(Part::Prices));
    parts.extend(hands(view).map(Part::Cards));
    parts.push(Part::Cards(pile("discard", say!("Discard pile"), &public.discard)));
    for color in Color::ALL {
        parts.push(Part::Tray(front(public, color)));
        parts.push(Part::Tray(spare(public, color)));
    }
    parts.push(Part::Sheet(sheet(view)));
    Tabletop { prompt: prompt(view), parts, ..Tabletop::default() }
}

fn board(view: &View) -> Board {
    let position = &view.public.position;
    let bottom = view.color().unwrap_or(Color::White);
    let last = view.public.turn.step().or_else(|| view.public.last.as_ref().and_then(TurnRecord::step));
    let mut board = steps::with_last(Board::new(&position.field.board, bottom), last);
    for square in position.checkers.white | position.checkers.black {
        let token = position.checker_at(square).map(|color| Token::Checker { color });
        board.tokens.extend(token.map(|token| PlacedToken { square, token }));
    }
    let checked = Color::ALL.into_iter().filter(|color| position.is_exposed(*color));
    let kings: Vec<Square> = checked.filter_map(|color| position.field.board.king_of(color)).collect();
    let lying = position.checkers.white | position.checkers.black;
    let are = |condition: Condition| lying.into_iter().filter(move |at| position.condition(*at) == condition);
    board
        .mark(MarkKind::Check, kings)
        .mark(MarkKind::Danger, in_danger(view))
        .mark(MarkKind::Hampered, are(Condition::Tarred))
        .mark(MarkKind::Armed, are(Condition::Carrying))
        .mark(MarkKind::Freed, freed(view))
}

/// The pieces that a throw would free, both checkers going back, for whoever may throw.
fn freed(view: &View) -> Bitboard {
    let position = &view.public.position;
    match (view.acting(), position.phase) {
        (Some(_), Phase::Throw(from)) => {
            let cancels = |to: &Square| position.thrown(from, *to).1.back == ByColor { white: 1, black: 1 };
            position.throws_from(from).into_iter().filter(cancels).collect()
        }
        _ => Bitboard::EMPTY,
    }
}

/// What each throw or each card does, for whoever decides.
fn prices(view: &View) -> Option<Prices> {
    let position = &view.public.position;
    let (color, hand) = view.acting()?;
    let (id, title, rows): (_, _, Vec<Price>) = match position.phase {
        Phase::Throw(from) => {
            let throw = |to: Square| throw_price(position, color, from, to);
            let rows = position.throws_from(from).into_iter().map(throw).collect();
            ("throws", say!("What a throw does"), rows)
        }
        Phase::Card => {
            let rows = hand.kinds().filter_map(|card| card_price(position, hand, card)).collect();
            ("plays", say!("What your cards do"), rows)
        }
        Phase::Move | Phase::Return | Phase::Discard | Phase::Draw => return None,
    };
    Some(Prices { id, title: title.into(), cases: Vec::new(), rows }).filter(|prices| !prices.rows.is_empty())
}

fn throw_price(position: &Position, color: Color, from: Square, to: Square) -> Price {
    let settled = position.thrown(from, to).1;
    let (words, piece) = (result(&settled), settled.piece);
    let is_better = match settled.condition {
        Condition::Tarred => piece.color != color,
        Condition::Clean | Condition::Carrying => piece.color == color,
    };
    let brings = vec![if is_better { Brings::good(words) } else { Brings::bad(words) }];
    Price { choice: say!("{piece} on {to}", piece, to), spots: vec![Spot::Square(to)], brings }
}

/// What a card in hand may do now; nothing for one that fits nowhere.
fn card_price(position: &Position, hand: &Pile, card: Card) -> Option<Price> {
    let brings = match card {
        Card::Checkers(color) => match (position.clone().play_checkers(color), color == position.turn) {
            (false, _) => Brings::even(say!("does nothing now")),
            (true, true) => Brings::good(say!("brings a spare checker to the front")),
            (true, false) => Brings::good(say!("{seat} gives up a checker", seat = player(color))),
        },
        Card::Piece(piece) => {
            let targets = position.targets_of(piece);
            let squares = Filling::one_of(targets);
            let is_wild = position.field.board.by_piece(piece).is_empty();
            Brings::good(match (targets.count(), piece.color == position.turn) {
                (0, _) => return None,
                _ if is_wild => say!("is wild and goes under any piece of yours"),
                (1..=3, true) => say!("arms {squares}", squares),
                (count, true) => say!("arms one of {count}", count),
                (1..=3, false) => say!("tars {squares}", squares),
                (count, false) => say!("tars one of {count}", count),
            })
        }
    };
    let spot = Spot::Card(HAND, hand.place_of(card)?);
    Some(Price {
        choice: say!("{card}", card = Filling::card(card)),
        spots: vec![spot],
        brings: vec![brings],
    })
}

/// The pieces of the viewer that are attacked, as far as the tar lets the enemy.
fn in_danger(view: &View) -> Bitboard {
    let position = &view.public.position;
    let Some(color) = view.color() else { return Bitboard::EMPTY };
    let pieces = position.field.board.by_color(color).without(position.field.board.kings());
    pieces.into_iter().filter(|square| position.attackers(*square, !color).any()).collect()
}

/// The viewer's own hand first, with new cards apart while there is nothing to do with them.
fn hands(view: &View) -> impl Iterator<Item = Cards> {
    let mut hands = Vec::new();
    let own = view.color();
    if let Some((color, hand)) = own.and_then(|color| Some((color, (*view.hands.get(color))?))) {
        let apart = view.public.position.phase != Phase::Discard;
        let (kept, drawn) = match hand.without(&view.drawn).filter(|_| apart) {
            Some(kept) => (kept, view.drawn),
            None => (hand, Pile::EMPTY),
        };
        let board = &view.public.position.field.board;
        hands.push(held(HAND, say!("Your cards"), color, true, own_faces(&kept, board)));
        if !drawn.is_empty() {
            let drawn = own_faces(&drawn, board);
            hands.push(held("drawn", say!("Your new cards"), color, true, drawn));
        }
    }
    for color in Color::ALL.into_iter().filter(|color| Some(*color) != own) {
        let count = usize::from(*view.public.position.held.get(color));
        let cards = view.hands.get(color).as_ref().map_or_else(|| vec![Shown::back(); count], faces);
        let title = say!("{seat}'s cards", seat = player(color));
        hands.push(held(color.fold_wb("white-hand", "black-hand"), title, color, false, cards));
    }
    hands.into_iter()
}

fn held(id: &'static str, title: Sentence, color: Color, private: bool, cards: Vec<Shown>) -> Cards {
    Cards { id, title: title.into(), layout: Layout::Hand, seat: Some(color_word(color)), private, cards }
}

// [tar-pit.discard-pile] All of it may be looked through.
fn pile(id: &'static str, title: Sentence, cards: &Pile) -> Cards {
    let cards = faces(cards);
    Cards { id, title: title.into(), layout: Layout::Pile, seat: None, private: false, cards }
}

/// The viewer's own cards, with a word on those that match no piece any more.
fn own_faces(cards: &Pile, board: &Pieces) -> Vec<Shown> {
    // [tar-pit.wild]
    let is_wild = |card: &Card| matches!(card, Card::Piece(piece) if board.by_piece(*piece).is_empty());
    let face = |card: &Card| if is_wild(card) { Shown::face(card).marked("wild") } else { Shown::face(card) };
    cards.cards().iter().map(face).collect()
}

fn faces(cards: &Pile) -> Vec<Shown> {
    cards.cards().iter().map(Shown::face).collect()
}

fn front(public: &Public, color: Color) -> Tray {
    let title = say!("Checkers in front of {seat}", seat = player(color));
    tray(color.fold_wb("white-front", "black-front"), title, color, *public.position.front.get(color))
}

fn spare(public: &Public, color: Color) -> Tray {
    let title = say!("{seat}'s spare checkers", seat = player(color));
    tray(color.fold_wb("white-extra", "black-extra"), title, color, public.position.extra(color))
}

fn tray(id: &'static str, title: Sentence, color: Color, count: u8) -> Tray {
    Tray { id, title: title.into(), items: vec![Card::Checkers(color).to_string(); usize::from(count)] }
}

fn sheet(view: &View) -> Sheet {
    let Public { position, clock, turn, last, .. } = &view.public;
    let last_words = last.as_ref().map_or_else(|| say!("nothing"), TurnRecord::words);
    let castling = steps::castling(position.field.rights);
    let lines = vec![
        SheetLine::new(say!("checkers in front"), both(position.front)),
        SheetLine::new(say!("spare checkers"), both(ByColor::new_with(|color| position.extra(color)))),
        SheetLine::new(say!("cards"), both(position.held)),
        SheetLine::new(say!("draw pile"), stock(&view.public)),
        SheetLine::new(say!("not yet seen"), unseen(view)),
        SheetLine::new(say!("last turn"), last_words),
        SheetLine::new(say!("this turn"), turn.words()),
        SheetLine::new(say!("castling"), say!("{castling}", castling)),
        SheetLine::new(say!("half-turns without progress"), clock.in_words()),
    ];
    Sheet { id: "sheet", title: say!("Tar and cards").into(), lines }
}

/// A number for each player.
fn both(counts: ByColor<u8>) -> Sentence {
    say!(
        "{white} has {whites}, {black} has {blacks}",
        white = player(Color::White),
        whites = counts.white,
        black = player(Color::Black),
        blacks = counts.black
    )
}

fn stock(public: &Public) -> Sentence {
    let count = public.stock;
    if public.last.as_ref().is_some_and(|turn| turn.reshuffled) {
        say!("{count} {count|one=card|other=cards}, just reshuffled", count)
    } else {
        say!("{count} {count|one=card|other=cards}", count)
    }
}

/// The cards that the viewer has not seen: in the other hand or on the draw pile.
fn unseen(view: &View) -> Sentence {
    let public = &view.public;
    let known = Color::ALL.into_iter().filter_map(|color| *view.hands.get(color)).chain([public.discard]);
    let mut rest = public.deck;
    known.for_each(|pile| rest = rest.without(&pile).unwrap_or(rest));
    let card = |card: Card| match rest.count_of(card) {
        1 => Filling::card(card),
        count => say!("{count} x {card}", count, card = Filling::card(card)).into(),
    };
    say!("{cards}", cards = Filling::row_of(rest.kinds().map(card)))
}

impl TurnRecord {
    /// What was done, one thing after the other.
    fn words(&self) -> Sentence {
        let count = self.drawn;
        let drawn = (count > 0).then(|| say!("draws {count} {count|one=card|other=cards}", count));
        let done = self.actions.iter().map(|action| self.action_words(*action)).chain(drawn);
        done.reduce(|first, then| say!("{first}; {then}", first, then)).unwrap_or_else(|| say!("nothing"))
    }

    fn action_words(&self, action: Action) -> Sentence {
        // Only the other player gives something up.
        let other = player(!self.color);
        match action {
            Action::Move(_) => self.moved.clone().unwrap_or_default(),
            Action::Throw(Some(to)) => say!("throws the checker to {to}", to),
            Action::Throw(None) => say!("keeps the checker"),
            Action::Lay { piece, at } => say!("plays the {piece} card on {at}", piece, at),
            Action::Checkers(color) => say!("plays a {color} checkers card", color),
            Action::NoCard => say!("plays no card"),
            Action::Return(Some(at)) => say!("{seat} gives up the checker on {at}", seat = other, at),
            Action::Return(None) => say!("{seat} gives up a checker from the front", seat = other),
            Action::Discard(Card::Piece(piece)) => {
                say!("{seat} discards the {piece} card", seat = other, piece)
            }
            Action::Discard(Card::Checkers(color)) => {
                say!("{seat} discards the {color} checkers card", seat = other, color)
            }
        }
    }
}

fn prompt(view: &View) -> Prompt {
    let position = &view.public.position;
    let words = if view.acting().is_some() { own_words(position) } else { their_words(position) };
    let (step, rule) = match position.phase {
        Phase::Move => (0, "tar-pit.turn"),
        Phase::Throw(_) => (1, "tar-pit.throw"),
        Phase::Card => (2, "tar-pit.card"),
        Phase::Return => (2, "tar-pit.give-up"),
        Phase::Discard => (2, "tar-pit.forced-discard"),
        Phase::Draw => (3, "tar-pit.draw"),
    };
    let steps = [say!("Move"), say!("Throw"), say!("Card"), say!("Draw")].map(Into::into).to_vec();
    let makes = position.phase == Phase::Move;
    Prompt { words, steps, step: Some(step), rule: Some(rule), makes, ..Prompt::default() }
}

/// What whoever acts has to do.
fn own_words(position: &Position) -> Sentence {
    let exposed = position.is_exposed(position.turn);
    match position.phase {
        Phase::Move if exposed => say!("Move a piece out of check."),
        Phase::Move => say!("Move a piece."),
        Phase::Throw(from) => {
            let piece = position.field.board.role_at(from);
            let piece = piece.map_or_else(|| say!("piece").into(), Filling::from);
            if exposed {
                say!("Throw the checker under your {piece} on {from} to stop the check.", piece, from)
            } else {
                say!("Throw the checker under your {piece} on {from}, or keep it.", piece, from)
            }
        }
        Phase::Card => say!("Play a card, or no card."),
        Phase::Return => say!("Give up one of your checkers, from the front or from the board."),
        Phase::Discard => {
            say!("Discard a card, because you hold more cards than you have checkers in front.")
        }
        Phase::Draw => say!("{seat} draws.", seat = player(position.acting())),
    }
}

/// What everybody reads who does not act.
fn their_words(position: &Position) -> Sentence {
    let seat = player(position.acting());
    match position.phase {
        Phase::Move if position.is_exposed(position.turn) => say!("{seat} moves out of check.", seat),
        Phase::Move => say!("{seat} moves.", seat),
        Phase::Throw(from) => say!("{seat} may throw the checker from {from}.", seat, from),
        Phase::Card => say!("{seat} may play a card.", seat),
        Phase::Return => say!("{seat} gives up a checker.", seat),
        Phase::Discard => say!("{seat} discards a card.", seat),
        Phase::Draw => say!("{seat} draws.", seat),
    }
}

/// An action in words, with what comes of it.
pub fn label(view: &View, action: Action) -> Sentence {
    let position = &view.public.position;
    match action {
        Action::Move(step) => step_words(position, step),
        Action::Throw(Some(to)) => match position.phase {
            Phase::Throw(from) => {
                let result = result(&position.thrown(from, to).1);
                say!("throw the checker to {to}: {result}", to, result)
            }
            Phase::Move | Phase::Card | Phase::Return | Phase::Discard | Phase::Draw => {
                say!("throw the checker to {to}", to)
            }
        },
        Action::Throw(None) => say!("keep the checker"),
        Action::Lay { piece, at } => {
            let result = result(&position.laid(at).1);
            say!("{piece} card on {at}: {result}", piece, at, result)
        }
        Action::Checkers(color) => checkers_label(position, color),
        Action::NoCard => say!("no card"),
        Action::Return(Some(at)) => match position.field.board.piece_at(at) {
            Some(piece) => say!("give up the checker under the {piece} on {at}", piece, at),
            None => say!("give up the checker on {at}", at),
        },
        Action::Return(None) => say!("give up a checker from the front"),
        Action::Discard(Card::Piece(piece)) => say!("discard the {piece} card", piece),
        Action::Discard(Card::Checkers(color)) => say!("discard the {color} checkers card", color),
    }
}

fn checkers_label(position: &Position, color: Color) -> Sentence {
    match (position.clone().play_checkers(color), color == position.turn) {
        (false, _) => say!("{color} checkers card, which does nothing", color),
        (true, true) => say!("{color} checkers card: take a spare checker", color),
        (true, false) => {
            say!("{color} checkers card: {seat} gives up a checker", color, seat = player(color))
        }
    }
}

/// A move in words.
pub fn step_words(position: &Position, step: Step) -> Sentence {
    match moved(position, step) {
        (step, true) => say!("{step} en passant", step),
        (step, false) => say!("{step}", step),
    }
}

/// What becomes of a checker: `the pawn on f5 is clean, and both checkers go back`.
fn result(settled: &Settled) -> Sentence {
    let (role, at, ByColor { white, black }) = (settled.piece.role, settled.at, settled.back);
    let seat = player(Color::from_white(white > 0));
    match (settled.condition, white + black) {
        (Condition::Clean, 0) => say!("the {role} on {at} is clean", role, at),
        (Condition::Clean, 1) => {
            say!("the {role} on {at} is clean, and a checker goes back to {seat}", role, at, seat)
        }
        (Condition::Clean, _) if white == black => {
            say!("the {role} on {at} is clean, and both checkers go back", role, at)
        }
        (Condition::Clean, count) => {
            say!("the {role} on {at} is clean, and {count} checkers go back to {seat}", role, at, count, seat)
        }
        (Condition::Carrying, 0) => say!("the {role} on {at} carries tar", role, at),
        (Condition::Carrying, _) => {
            say!("the {role} on {at} carries tar, and a checker goes back to {seat}", role, at, seat)
        }
        (Condition::Tarred, 0) => say!("the {role} on {at} is tarred", role, at),
        (Condition::Tarred, _) => {
            say!("the {role} on {at} is tarred, and a checker goes back to {seat}", role, at, seat)
        }
    }
}
