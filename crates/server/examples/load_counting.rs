//! The same program as `load`, which counts what it allocates.
//!
//! Counting costs time, so the program that is timed does not count, and `load` starts this one
//! when it wants to know.

#[path = "load/measure.rs"]
mod measure;

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> Result<(), measure::Failure> {
    measure::run(Some(|| {
        let stats = COUNTING.stats();
        (stats.allocations + stats.reallocations, stats.bytes_allocated)
    }))
}
