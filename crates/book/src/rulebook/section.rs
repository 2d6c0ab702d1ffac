//! The sections that all rule books have, in the order in which a newcomer needs them.

/// A section of a rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Players, time and things.
    Needs,
    /// What is done before the game.
    SetUp,
    /// How a turn goes.
    Turn,
    /// How the game ends.
    End,
    /// Corner cases, to be looked up when they happen.
    Wonder,
    /// Strategy, tactics and tips.
    Well,
    /// History, inspirations, and what the designer still thinks about.
    Origin,
    /// The appendix: what only concerns editions, options and play at a screen.
    Appendix,
    /// Who is to be thanked.
    Credit,
}

impl Section {
    /// All of them, in their order.
    pub const ALL: [Section; 9] = [
        Section::Needs,
        Section::SetUp,
        Section::Turn,
        Section::End,
        Section::Wonder,
        Section::Well,
        Section::Origin,
        Section::Appendix,
        Section::Credit,
    ];

    /// Its heading in English books.
    pub fn heading(self) -> &'static str {
        match self {
            Section::Needs => "What you need",
            Section::SetUp => "Setting up",
            Section::Turn => "Your turn",
            Section::End => "How it ends",
            Section::Wonder => "When you wonder",
            Section::Well => "Playing well",
            Section::Origin => "Where it comes from",
            Section::Appendix => "Editions, options and screens",
            Section::Credit => "Credit",
        }
    }

    /// The section with this English heading.
    pub fn headed(heading: &str) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.heading() == heading)
    }

    /// Its name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Section::Needs => "needs",
            Section::SetUp => "set-up",
            Section::Turn => "turn",
            Section::End => "end",
            Section::Wonder => "wonder",
            Section::Well => "well",
            Section::Origin => "origin",
            Section::Appendix => "appendix",
            Section::Credit => "credit",
        }
    }
}
