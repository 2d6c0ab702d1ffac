//! The module that a browser loads: a page of [`kit_page`] behind one function of bytes.
//!
//! The border is the protocol of Typst's plugins: the host is told how long an argument is, writes
//! it into memory when it is asked to, and reads the answer where it is told.
//! The library writes both sides of our function, so there is no unsafe code of ours.

#[cfg(target_arch = "wasm32")]
wasm_minimal_protocol::initiate_protocol!();

use std::cell::RefCell;

use kit_page::Page;

thread_local! {
    /// The page of this instance; whoever wants another loads another.
    static PAGE: RefCell<Page> = RefCell::new(Page::new());
}

/// Answers a message; both are JSON.
///
/// # Errors
///
/// Fails when it is no message.
#[cfg_attr(target_arch = "wasm32", wasm_minimal_protocol::wasm_func)]
pub fn handle(message: &[u8]) -> Result<Vec<u8>, String> {
    PAGE.with_borrow_mut(|page| page.handle_text(message))
}
