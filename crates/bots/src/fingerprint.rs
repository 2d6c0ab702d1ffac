//! What tells the bots of one version from those of another: what is written down of their games must
//! not be taken for games of bots that play otherwise.

use kit_play::{Chance, Listed, Table, Terms, Viewer};

use crate::{Bot, Level, Limit};

/// Which levels answer, and how many nodes an answer takes: enough to meet what they differ by.
const LEVELS: [Level; 3] = [Level::Learner, Level::Club, Level::Master];
const NODES: u64 = 120;
/// After how many actions by lot they are asked.
const MOMENTS: [usize; 3] = [0, 5, 12];

/// A number that changes when levels get other numbers, or when bots answer otherwise at some fixed
/// moments of this game.
///
/// Bots that differ where they were not asked have the same number, so it is a guard and no proof.
pub fn fingerprint(game: &'static dyn Listed) -> u64 {
    let mut hash = numbers_of_levels();
    let about = game.about();
    let seats = Some(about.fewest_seats.max(about.seats.len().min(2)));
    let Ok(terms) = Terms::agree(about, None, &std::collections::BTreeMap::new(), seats, None) else {
        return hash;
    };
    for (number, moment) in MOMENTS.into_iter().enumerate() {
        let mut chance = Chance::seeded(number as u64);
        let Ok(mut table) = Table::open(game, &terms, &mut chance) else { continue };
        for _ in 0..moment {
            let Some(seat) = table.acting().first().copied() else { break };
            let action = chance.pick(&table.glimpse(Viewer::Seat(seat)).actions()).clone();
            if table.act(seat, &action, &mut chance).is_err() {
                break;
            }
        }
        for seat in table.acting() {
            let glimpse = table.glimpse(Viewer::Seat(seat));
            let limit = Limit { nodes: Some(NODES), ..Limit::by_level() };
            for level in LEVELS {
                let thought = Bot::new(level, Chance::seeded(1)).choose(&glimpse, &limit);
                hash = mixed(hash, &format!("{level} {thought:?}"));
            }
        }
    }
    hash
}

/// How far levels think, and what they overlook.
fn numbers_of_levels() -> u64 {
    let numbers = |level: Level| {
        let open =
            [false, true].map(|is_open| (level.nodes(is_open), level.notices(is_open), level.slack(is_open)));
        format!("{level} {open:?} {} {:?}", level.worlds(), level.whims())
    };
    Level::ALL.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, level| mixed(hash, &numbers(level)))
}

/// FNV-1a, because it must be the same wherever it is computed.
fn mixed(hash: u64, text: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().chain([0]).fold(hash, mix)
}
