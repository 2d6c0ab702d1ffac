//! The games, each a private module, behind one catalogue.
//!
//! Nothing else is public: whoever plays meets a game as [`kit_play::Listed`], and no type
//! that holds a secret can be named outside this crate.
//! Adding a game is one module and one line below.

/// A text for readers; empty in a program that has no rule books.
#[cfg(feature = "books")]
macro_rules! book {
    ($text:expr) => {
        $text
    };
}
#[cfg(not(feature = "books"))]
macro_rules! book {
    ($text:expr) => {
        ""
    };
}

mod adrenaline;
mod appraisal;
mod arranging;
mod chess960;
mod cloak_and_dagger;
mod cooperative;
mod crowded_house;
mod deck;
mod draw_clock;
mod editions;
mod golf;
mod half_alice;
mod keys;
mod masquerade;
#[cfg(test)]
mod naive_board;
mod neighbour;
mod notation;
mod open;
mod piece_cards;
mod remarks;
mod sealed;
mod sides;
mod steps;
mod stuck;
mod synchronous;
mod tar_pit;
mod telepathic;
#[cfg(test)]
mod testing;
mod two_move;
mod zombie;

use kit_play::Listed;

/// Every game of the kit.
pub static CATALOGUE: &[&dyn Listed] = &[
    &chess960::Chess960,
    &masquerade::Masquerade,
    &two_move::TwoMove,
    &crowded_house::CrowdedHouse,
    &synchronous::Synchronous,
    &telepathic::Telepathic,
    &cloak_and_dagger::CloakAndDagger,
    &zombie::Zombie,
    &tar_pit::TarPit,
    &half_alice::HalfAlice,
    &golf::Golf,
    &adrenaline::Adrenaline,
    &neighbour::Neighbour,
    &cooperative::Cooperative,
];
