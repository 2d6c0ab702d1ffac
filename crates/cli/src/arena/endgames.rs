//! Whether bots win what is won: king and queen, or king and rook, against a king alone.
//!
//! A game that ends by fifty moves without progress is not won, so whoever wins does so in time.
//! Games whose positions cannot be set up by a board alone, or in which there is nobody to beat,
//! have no such end games, and it is said why.

use std::collections::BTreeMap;

use anyhow::Result;
use kit_bots::{Bot, Level, Limit};
use kit_chess::shakmaty::{Bitboard, Board, Color, Role, Square, attacks};
use kit_play::{Arrangement, Chance, Listed, Sentence, Table, Team, Terms, Verdict, Viewer, say};
use serde_json::{Value, json};

use super::journal::{Noted, label};
use super::run::{Games, Run};

/// What a level made of an end game.
pub struct EndGame {
    pub role: Role,
    pub level: Level,
    pub won: u32,
    pub played: u32,
    /// How many positions could not be laid.
    pub impossible: u32,
    /// How the others ended, and how often.
    pub others: BTreeMap<String, u32>,
}

/// How well the side defends that has only a king.
const DEFENDER: Level = Level::Club;
/// Games that no rule has ended by then are not won.
const LONGEST: u32 = 2_000;
/// How often a position is drawn by lot before a game is taken for one that has none.
const TRIES: u32 = 40;

/// How one of them went.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ended {
    /// No such position was found in which the game is not over.
    Impossible,
    Won,
    /// Not won, but like this.
    Otherwise(String),
}

impl Noted for Ended {
    fn written(&self) -> Value {
        match self {
            Ended::Impossible => json!({"impossible": true}),
            Ended::Won => json!({"won": true}),
            Ended::Otherwise(how) => json!({"won": false, "how": how}),
        }
    }

    fn read(value: &Value) -> Option<Ended> {
        match (value["won"].as_bool(), value["impossible"].as_bool()) {
            (Some(true), _) => Some(Ended::Won),
            (Some(false), _) => Some(Ended::Otherwise(value["how"].as_str()?.to_owned())),
            (None, impossible) => (impossible == Some(true)).then_some(Ended::Impossible),
        }
    }
}

/// Why a game has no such end games, if it has none.
pub fn left_out(game: &'static dyn Listed, seed: u64) -> Option<Sentence> {
    let mut chance = Chance::seeded(seed);
    let laid = |role| laid(game, role, &mut chance).err();
    [Role::Queen, Role::Rook].into_iter().find_map(laid)
}

/// Plays so many end games of a kind.
///
/// # Errors
///
/// Fails when a game cannot be written down.
pub fn played(
    game: &'static dyn Listed,
    role: Role,
    level: Level,
    (count, seed): (u64, u64),
    run: &Run,
) -> Result<EndGame> {
    let play = |number: u64| {
        let mut chance = Chance::seeded(seed.wrapping_mul(1_000_003).wrapping_add(number));
        let Ok(table) = laid(game, role, &mut chance) else { return Ok(Ended::Impossible) };
        Ok(play(table, level, chance).map_or(Ended::Won, Ended::Otherwise))
    };
    let who = format!("{} with king and {}", level.name(), role.upper_char());
    let of = label("end games", game, &Terms::usual(game.about()), &who);
    let mut end_game = EndGame { role, level, won: 0, played: 0, impossible: 0, others: BTreeMap::new() };
    for ended in run.all(count, &Games { of, name: game.about().id, play: &play })? {
        end_game.played += u32::from(ended != Ended::Impossible);
        match ended {
            Ended::Impossible => end_game.impossible += 1,
            Ended::Won => end_game.won += 1,
            Ended::Otherwise(how) => *end_game.others.entry(how).or_default() += 1,
        }
    }
    Ok(end_game)
}

/// A table with a position drawn by lot in which nothing hangs and nobody is in check; or why there
/// is none.
fn laid(game: &'static dyn Listed, role: Role, chance: &mut Chance) -> Result<Table, Sentence> {
    let about = game.about();
    if about.teams.len() != 2 || about.seats.len() < 2 {
        return Err(say!("it has no two sides of which one could be beaten by the other"));
    }
    let mut problem = say!("it is over at once with so few pieces");
    for _ in 0..TRIES {
        let board = position(role, chance);
        let arrangement = format!("fen: {board}").parse::<Arrangement>().map_err(|bad| bad.sentence());
        let open = |arrangement| {
            let terms = Terms::usual(about).arranged(arrangement);
            Table::open(game, &terms, chance).map_err(|bad| bad.sentence())
        };
        match arrangement.and_then(open) {
            Ok(table) if table.outcome().is_none() => return Ok(table),
            Ok(_) => {}
            Err(refused) => problem = refused,
        }
    }
    Err(problem)
}

/// White has two pieces and Black a king that neither of them attacks.
fn position(role: Role, chance: &mut Chance) -> Board {
    loop {
        let mut squares = [Square::A1; 3];
        squares.iter_mut().for_each(|square| *square = Square::new(chance.below(64)));
        let [king, piece, bare] = squares;
        let placed = Bitboard::from_iter(squares);
        let mut board = Board::empty();
        board.set_piece_at(king, Color::White.king());
        board.set_piece_at(piece, role.of(Color::White));
        board.set_piece_at(bare, Color::Black.king());
        let near = attacks::king_attacks(bare).with(bare);
        let attacked = board.attacks_to(bare, Color::White, board.occupied()).any();
        if placed.count() == 3 && !near.contains(king) && !near.contains(piece) && !attacked {
            return board;
        }
    }
}

/// Plays to the end; nothing when White has won, otherwise how it ended.
fn play(mut table: Table, level: Level, mut chance: Chance) -> Option<String> {
    let mut bot = |team: Team| {
        let level = if team == Team(0) { level } else { DEFENDER };
        Bot::new(level, Chance::seeded(chance.seed()))
    };
    let mut bots: Vec<Bot> = table.seats().map(|seat| bot(table.team(seat))).collect();
    let mut actions = 0;
    while table.outcome().is_none() && actions < LONGEST {
        for seat in table.acting() {
            let glimpse = table.glimpse(Viewer::Seat(seat));
            if let Some(thought) = bots[seat.index()].choose(&glimpse, &Limit::by_level()) {
                table.act(seat, &thought.action, &mut chance).expect("a bot chooses an offer");
                actions += 1;
            }
        }
    }
    match table.outcome() {
        Some(outcome) if outcome.verdict == Verdict::Win(Team(0)) => None,
        Some(outcome) => Some(outcome.sentence(table.about()).to_string()),
        None => Some("no end".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::journal::Journal;

    #[test]
    fn club_wins_with_a_queen_or_a_rook_in_chess() {
        let game = kit_games::CATALOGUE[0];
        for role in [Role::Queen, Role::Rook] {
            let run = Run::new(Journal::none(), 2);
            let found = played(game, role, Level::Club, (2, 1), &run).expect("nothing is written down");
            let EndGame { won, played, others, .. } = found;
            assert_eq!((won, played), (2, 2), "{role:?}: {others:?}");
        }
    }
}
