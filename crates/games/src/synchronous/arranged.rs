//! Positions from which a game can start: always at the start of a turn.

use kit_chess::Field;
use kit_play::{Arrangement, BadText, say};

use super::transcript::Record;
use super::{State, ends};
use crate::arranging::board_with_kings;

const TURNS: &str = "turns";
const KEYS: [&str; 2] = ["castling", TURNS];

/// The state that an arrangement describes.
///
/// # Errors
///
/// Fails when it is no position of this game, and says which line is wrong.
pub fn state(arrangement: &Arrangement) -> Result<State, BadText> {
    for (key, problem) in [
        ("turn", say!("nobody is to move, since both move at once: leave `turn` out")),
        ("ep", say!("there is no en passant: leave `ep` out")),
    ] {
        if arrangement.text(key).is_some() {
            return Err(arrangement.problem(key, problem));
        }
    }
    arrangement.allow(&KEYS)?;
    let board = board_with_kings(arrangement)?;
    let field = Field { board, rights: arrangement.orthodox_castling()?, ep: None };
    let mut state = State::new(field, Record::from_start(arrangement));
    let quiet = arrangement.number(TURNS, ends::DRAWS.most_quiet - 1)?.unwrap_or(0);
    state.public.clock = state.public.clock.after(quiet);
    Ok(state)
}
