//! Playing on the full screen: the board at the left, the other parts at the right, below
//! them what to do, what was said, and a line to type in.
//!
//! [`app`] says what keys and clicks do, [`draw`] what is seen; bots think in a thread of their
//! own, so that the screen stays alive.

mod app;
mod catalogue;
mod draw;
mod keeper;

use std::process::ExitCode;
use std::time::Duration;

use ratatui::crossterm::event;

use self::app::App;
use self::keeper::Keeper;
use super::render::Look;
use super::session::Session;

pub use catalogue::ScreenAsker;

/// How long to wait for a key before looking after the bots.
const GLANCE: Duration = Duration::from_millis(60);

/// Plays until somebody leaves, and says how it ended on the ordinary screen.
pub fn play(session: &mut Session, look: Look) -> anyhow::Result<ExitCode> {
    session.on_screen();
    let played = play_on_screen(session, look);
    if let Some(outcome) = session.table().outcome() {
        println!("{}", session.says(&outcome.told(session.table().about())));
    }
    if let Some(words) = session.finish()? {
        println!("{words}");
    }
    played.map(|()| ExitCode::SUCCESS)
}

fn play_on_screen(session: &mut Session, look: Look) -> anyhow::Result<()> {
    let mut keeper = Keeper::take()?;
    let mut app = App::new(session, look);
    loop {
        app.advance()?;
        let mut seen = draw::Seen::default();
        keeper.terminal().draw(|frame| seen = draw::draw(frame, &app))?;
        app.see(seen);
        if event::poll(GLANCE)? {
            app.handle(&event::read()?);
        }
        if app.is_leaving() {
            app.hurry();
            return Ok(());
        }
    }
}
