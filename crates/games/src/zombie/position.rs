//! What everybody sees of a game in progress, and how a turn changes it, part by part.

use kit_chess::shakmaty::{Bitboard, Board, ByColor, Color, Piece, Rank, Role, Square, attacks};
use kit_chess::{Field, Step, field};

use super::Rules;
use super::few::Few;

/// The board with its zombies, whose turn it is, and how far that turn has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its own en-passant square is never used: a horde may skip several squares.
    pub field: Field,
    /// The zombies of both colors.
    pub zombies: Bitboard,
    /// Squares that pawns skipped in the turn before this one.
    pub skipped: Bitboard,
    pub turn: Color,
    pub stage: Stage,
    pub going: Going,
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing has moved; pawns that rose on their last rank in the other's turn come first.
    Begin,
    /// Some zombies of a horde have moved and at least one more will.
    Horde,
    /// All moves are made; own pawns that rose are promoted, then prisoners are buried.
    Aftermath,
}

/// What a turn has done so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Going {
    /// Squares that were walked off, in order.
    pub left: Few<Square>,
    /// Where the zombies stand that have moved.
    pub moved: Bitboard,
    /// Pieces that were taken and are not yet buried, in order.
    pub prisoners: Few<Prisoner>,
    /// Squares that pawns skipped.
    pub skipped: Bitboard,
    /// Whether something happened that cannot be undone.
    pub progress: bool,
}

impl Going {
    pub const NOWHERE: Going = Going {
        left: Few::NONE,
        moved: Bitboard::EMPTY,
        prisoners: Few::NONE,
        skipped: Bitboard::EMPTY,
        progress: false,
    };
}

/// A piece that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prisoner {
    // [zombie.bury-kind] A promoted pawn counts as what it was when it was taken.
    pub role: Role,
    pub zombie: bool,
}

/// What happens in a turn besides the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A body has climbed out.
    Rose { square: Square, piece: Piece },
    /// A square was walked off and neither player has a body there.
    Nothing { square: Square, anywhere: bool },
    /// A zombie that did not move is gone for good.
    Crumbled { square: Square, piece: Piece },
    /// A prisoner was buried.
    Buried { piece: Piece },
    /// A prisoner is gone for good because there is no place for it.
    NoPlace { piece: Piece },
    /// A prisoner that was a zombie is gone for good.
    Dusted { piece: Piece },
    /// The turn is over.
    TurnOver { progress: bool },
}

type Hear<'a> = &'a mut dyn FnMut(Happening);

impl Position {
    // [zombie.start]
    pub fn initial() -> Position {
        Position::begun(Field::initial(), Color::White)
    }

    /// The beginning of a turn without zombies.
    pub fn begun(field: Field, turn: Color) -> Position {
        Position {
            field,
            zombies: Bitboard::EMPTY,
            skipped: Bitboard::EMPTY,
            turn,
            stage: Stage::Begin,
            going: Going::NOWHERE,
        }
    }

    /// The pieces of the color whose turn it is.
    pub fn own(&self) -> Bitboard {
        self.field.board.by_color(self.turn)
    }

    // [zombie.last-rank] Pawns that rose there wait for their owner to name a piece.
    pub fn waiting(&self) -> Bitboard {
        promoting(&self.field.board, self.turn)
    }

    // [zombie.bury-where] Under any own piece, one body each.
    pub fn burial_squares(&self, grave: &Board) -> Bitboard {
        self.own() & !grave.occupied()
    }

    // [zombie.decay] Own zombies that stood there when the turn began and have not moved.
    pub fn decaying(&self) -> Bitboard {
        self.own() & self.zombies & !self.going.moved
    }

    /// Squares that were walked off and are empty.
    pub fn left_open(&self) -> Bitboard {
        Bitboard::from_iter(self.going.left.iter()) & !self.field.board.occupied()
    }

    pub fn is_check(&self) -> bool {
        endangered(&self.field.board, self.turn)
    }

    /// Makes one step of a turn, and says what it took from where.
    pub fn step(&mut self, step: Step) -> Option<(Square, Prisoner)> {
        let played = self.field.play(step);
        let going = &mut self.going;
        // [zombie.castle] The king's square, then the rook's.
        going.left.push(step.from);
        if let Some(side) = field::castling_side(played.piece, step) {
            going.left.push(field::rook_home(self.turn, side));
        }
        let taken = played.captured.map(|(square, piece)| {
            let zombie = self.zombies.remove(square);
            (square, Prisoner { role: piece.role, zombie })
        });
        going.prisoners = taken.iter().fold(going.prisoners, |prisoners, (_, taken)| prisoners.and(*taken));
        // [zombie.promotion] A zombie stays a zombie.
        if self.zombies.remove(step.from) {
            self.zombies.add(step.to);
            going.moved.add(step.to);
        }
        going.skipped.extend(self.field.ep.take());
        going.progress |= played.is_progress();
        taken
    }

    /// The moves are made: bodies rise, zombies crumble, and the turn goes on as far as it
    /// needs nobody's choice.
    pub fn finish(&mut self, graves: &mut ByColor<Board>, rules: Rules, hear: Hear<'_>) {
        let decaying = self.decaying();
        self.reveal(graves, hear);
        // [zombie.first-move] What rose just now stays.
        for square in decaying {
            self.zombies.discard(square);
            self.going.progress = true;
            if let Some(piece) = self.field.board.remove_piece_at(square) {
                hear(Happening::Crumbled { square, piece });
            }
        }
        self.stage = Stage::Aftermath;
        self.settle(graves, rules, hear);
    }

    /// [zombie.reveal] Looks under the squares that were walked off.
    fn reveal(&mut self, graves: &mut ByColor<Board>, hear: Hear<'_>) {
        for square in self.going.left.iter() {
            // [zombie.refilled]
            if self.field.board.occupied().contains(square) {
                continue;
            }
            // [zombie.yours-first] [zombie.theirs-next] [zombie.double-grave]
            let body = graves.get_mut(self.turn).remove_piece_at(square);
            let body = body.or_else(|| graves.get_mut(!self.turn).remove_piece_at(square));
            let Some(piece) = body else {
                // [zombie.none] "Anywhere" tells only what the graveyard shows.
                let anywhere = graves.get(self.turn).occupied().is_empty();
                hear(Happening::Nothing { square, anywhere });
                continue;
            };
            self.field.board.set_piece_at(square, piece);
            self.zombies.add(square);
            self.going.progress = true;
            hear(Happening::Rose { square, piece });
        }
    }

    /// Names the piece that a risen pawn becomes.
    pub fn promote(
        &mut self,
        (square, role): (Square, Role),
        graves: &ByColor<Board>,
        rules: Rules,
        hear: Hear<'_>,
    ) {
        self.field.board.set_piece_at(square, role.of(self.turn));
        if self.stage == Stage::Aftermath {
            self.settle(graves, rules, hear);
        }
    }

    /// Buries the next prisoner.
    pub fn bury(&mut self, under: Square, graves: &mut ByColor<Board>, rules: Rules, hear: Hear<'_>) {
        let prisoner = self.going.prisoners.take_first().expect("somebody waits to be buried");
        let piece = prisoner.role.of(!self.turn);
        graves.get_mut(self.turn).set_piece_at(under, piece);
        hear(Happening::Buried { piece });
        self.settle(graves, rules, hear);
    }

    /// Goes on to the next thing that has to be decided.
    pub fn settle(&mut self, graves: &ByColor<Board>, rules: Rules, hear: Hear<'_>) {
        if self.waiting().any() {
            return;
        }
        while let Some(prisoner) = self.going.prisoners.first() {
            let piece = prisoner.role.of(!self.turn);
            // [zombie.captured-option]
            if prisoner.zombie && !rules.zombies_are_buried {
                hear(Happening::Dusted { piece });
            // [zombie.bury-full] Nowhere left to bury: straight to the dust bin.
            } else if self.burial_squares(graves.get(self.turn)).is_empty() {
                hear(Happening::NoPlace { piece });
            } else {
                return;
            }
            self.going.prisoners.take_first();
        }
        self.hand_over(hear);
    }

    fn hand_over(&mut self, hear: Hear<'_>) {
        hear(Happening::TurnOver { progress: self.going.progress });
        self.skipped = self.going.skipped;
        self.turn = !self.turn;
        self.stage = Stage::Begin;
        self.going = Going::NOWHERE;
    }
}

/// Whether the king of a color is attacked.
// [zombie.last-rank-threat] A pawn on its last rank is about to become a queen or a knight.
pub fn endangered(board: &Board, color: Color) -> bool {
    let king = board.king_of(color).expect("each color has a king");
    let occupied = board.occupied();
    if board.attacks_to(king, !color, occupied).any() {
        return true;
    }
    let promoting = promoting(board, !color);
    promoting.any()
        && (promoting & (attacks::queen_attacks(king, occupied) | attacks::knight_attacks(king))).any()
}

/// Pawns of a color that stand on their last rank.
fn promoting(board: &Board, color: Color) -> Bitboard {
    board.by_piece(color.pawn()) & Bitboard::from_rank(color.relative_rank(Rank::Eighth))
}
