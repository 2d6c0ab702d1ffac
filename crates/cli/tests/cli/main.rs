//! The binary as people and programs run it; servers have a program of their own, `serve.rs`.

mod advice;
mod arena;
mod commands;
mod diagram;
mod documents;
mod golf;
mod language;
mod neighbour;
mod play;
#[cfg(feature = "print")]
mod print;
mod referee;
mod support;
mod uci;
