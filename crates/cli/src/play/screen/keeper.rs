//! The terminal while we have it, given back whatever happens.

use std::io::stdout;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;

/// Keeps the terminal in our hands until it is dropped, or until something panics.
pub struct Keeper(DefaultTerminal);

impl Keeper {
    /// Takes the screen, the keys and the mouse.
    pub fn take() -> anyhow::Result<Keeper> {
        let terminal = ratatui::try_init()?;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let_go();
            before(panic);
        }));
        let keeper = Keeper(terminal);
        execute!(stdout(), EnableMouseCapture, EnableBracketedPaste)?;
        Ok(keeper)
    }

    /// The terminal.
    pub fn terminal(&mut self) -> &mut DefaultTerminal {
        &mut self.0
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        let_go();
        ratatui::restore();
    }
}

/// Gives the mouse back; a terminal that is gone needs nothing back.
fn let_go() {
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste);
}
