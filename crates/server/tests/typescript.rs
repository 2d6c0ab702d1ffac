//! The types of the wire in TypeScript, generated from the Rust types.
//!
//! `UPDATE=1` writes the file anew; otherwise it must be what the code gives.

use std::collections::BTreeMap;
use std::path::PathBuf;

use kit_book::guide::GuideNote;
use kit_club::wire::{
    ClubCommand, ClubDone, ClubEnter, ClubEntered, ClubSit, EveningNote, EveningOpened, OpenEvening,
};
use kit_play::sentence::Spoken;
use kit_play::wire::{Analysis, GameNote};
use kit_server::http::objects::{
    CourseNote, DayNote, ErrorNote, Followed, HealthNote, HoleNote, NotesNote, PushNote, PushSubscription,
    ReadyNote, ReplayRequest, RulesNote, SandboxAnswer, SandboxRequest, SolveAnswer, SolveRequest, StoryNote,
    StoryRequest,
};
use kit_sitting::wire::{
    CommandRequest, DoneNote, Enter, Entered, HandsNote, HintNote, HintRequest, KnowledgeNote, LaidBoard,
    LaidNote, LobbyNote, OpenTable, ReplayNote, SocketAnswer, SocketLine, Standing, TableOpened,
};
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str = "\
// Generated from the Rust types by crates/server/tests/typescript.rs; do not edit.
// `UPDATE=1 cargo test -p kit-server --test typescript` writes it anew.
";

/// Every declaration that the roots need, by name.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What has no file of its own is a type of TypeScript, or one that only wraps others.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            let declaration = format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
            match self.found.insert(name.clone(), declaration.clone()) {
                Some(known) => assert_eq!(known, declaration, "two types are called {name}"),
                None => T::visit_dependencies(self),
            }
        }
        T::visit_generics(self);
    }
}

fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, found: BTreeMap::new() };
    macro_rules! visit {
        ($($root:ty),* $(,)?) => { $(TypeVisitor::visit::<$root>(&mut all);)* };
    }
    visit![
        Spoken,
        ErrorNote,
        HealthNote,
        ReadyNote,
        GameNote,
        RulesNote,
        GuideNote,
        OpenTable,
        HintRequest,
        HintNote,
        HandsNote,
        LaidBoard,
        LaidNote,
        KnowledgeNote,
        Analysis,
        TableOpened,
        Enter,
        Entered,
        Standing,
        LobbyNote,
        CommandRequest,
        DoneNote,
        SocketLine,
        SocketAnswer<'static>,
        NotesNote,
        PushNote,
        PushSubscription,
        OpenEvening,
        EveningOpened,
        EveningNote,
        ClubEnter,
        ClubEntered,
        ClubSit,
        ClubCommand,
        ClubDone,
        SandboxRequest,
        SandboxAnswer,
        ReplayRequest,
        ReplayNote,
        StoryRequest,
        StoryNote,
        Followed,
        CourseNote,
        DayNote,
        HoleNote,
        SolveRequest,
        SolveAnswer,
    ];
    let texts: Vec<&str> = all.found.values().map(String::as_str).collect();
    format!("{HEADER}\n{}", texts.join("\n"))
}

#[test]
fn the_committed_types_are_those_of_the_code() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/wire/wire.ts");
    let expected = declarations();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().expect("the file lies in a folder"))
            .expect("folders can be made");
        std::fs::write(&path, &expected).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "web/src/lib/wire/wire.ts is old: run this test with UPDATE=1");
}
