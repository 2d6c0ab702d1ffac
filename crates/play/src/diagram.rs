//! The diagram language.
