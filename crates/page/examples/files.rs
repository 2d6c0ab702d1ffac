//! Writes what a site has as files beside its module: the catalogue, the rule books and the guides,
//! in all languages, as a server would answer them.
//!
//! `cargo run -p kit-page --example files -- <folder>`

use std::path::PathBuf;
use std::{env, fs, io};

use kit_games::CATALOGUE;
use kit_page::{Envelope, Message, Page};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).ok_or_else(|| io::Error::other("which folder?"))?);
    let languages = || kit_languages::all().iter().map(|language| language.code()).chain(["en"]);
    let mut page = Page::new();
    let mut write = |path: String, code: &str| {
        let name = path.replace('/', "-");
        let message = Message::Ask {
            method: "GET".into(),
            path: format!("/api/{path}?language={code}"),
            body: None,
            nodes: None,
        };
        let reply = page.handle(Envelope { now: 0, luck: "0".repeat(64), message });
        match reply.map(|reply| (reply.status, reply.text)) {
            Ok((Some(200), Some(text))) => fs::write(folder.join(format!("{name}.{code}.json")), text),
            other => Err(io::Error::other(format!("{path}: {other:?}"))),
        }
    };
    fs::create_dir_all(&folder)?;
    for code in languages() {
        write("games".into(), code)?;
    }
    for game in CATALOGUE.iter().map(|game| game.about().id) {
        for code in languages() {
            write(format!("games/{game}/rules"), code)?;
            write(format!("games/{game}/guide"), code)?;
        }
    }
    Ok(())
}
