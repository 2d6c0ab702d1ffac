//! Drives tables with real sockets on loopback and prints what that costs, beside a bare echo.
//!
//! `cargo xtask load --help` says what can be asked for; `load/measure.rs` begins it.

#[path = "load/measure.rs"]
mod measure;

/// As in the program that serves for others.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), measure::Failure> {
    measure::run(None)
}
