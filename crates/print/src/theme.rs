//! Themes: the colors of a picture, and whether it must do without any.

use kit_chess::shakmaty::Color;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Sentence, say};

/// The colors of a picture, each as CSS writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The word by which it is chosen.
    pub name: &'static str,
    /// Where nothing lies; nothing is painted there if there is no color.
    pub paper: Option<&'static str>,
    /// A panel with words on it.
    pub panel: &'static str,
    /// The edge of a card and of a panel, and the rules of a grid.
    pub line: &'static str,
    /// Words on paper and panels.
    pub ink: &'static str,
    /// Words that matter less.
    pub soft: &'static str,
    /// The face of a card.
    pub face: &'static str,
    /// Letters on the face of a card.
    pub face_ink: &'static str,
    /// Light squares.
    pub light: &'static str,
    /// Dark squares.
    pub dark: &'static str,
    /// Lines across dark squares, where a color would not be printed well.
    pub hatch: Option<&'static str>,
    /// The frame of the board.
    pub frame: &'static str,
    /// The letters on the frame.
    pub frame_ink: &'static str,
    /// White's pieces, and the lines on them.
    pub white: [&'static str; 2],
    /// Black's pieces, and the lines on them.
    pub black: [&'static str; 2],
    /// The thin line around black pieces, which parts them from the square.
    pub black_edge: &'static str,
    /// What is neither White's nor Black's: gray arrows, stacks.
    pub gray: &'static str,
    /// A coin.
    pub coin: &'static str,
    /// Dashed boxes.
    pub zone: &'static str,
    /// The last move.
    pub wash: &'static str,
    /// What may be done.
    pub accent: &'static str,
    /// Check and danger.
    pub danger: &'static str,
    /// Red suits.
    pub red: &'static str,
    /// The back of a card: ground and ornament.
    pub back: [&'static str; 2],
}

impl Theme {
    /// A wooden board on warm paper.
    pub const WOOD: Theme = Theme {
        name: "wood",
        paper: Some("#f5efe3"),
        panel: "#fffaf0",
        line: "#c9b894",
        ink: "#2a241d",
        soft: "#74695a",
        face: "#fffdf6",
        face_ink: "#2a241d",
        light: "#ecdcbc",
        dark: "#b98a5b",
        hatch: None,
        frame: "#4a382a",
        frame_ink: "#ecdcbc",
        white: ["#fffdf8", "#2a211a"],
        black: ["#2b2420", "#f3e8d4"],
        black_edge: "#1a1512",
        gray: "#8d8579",
        coin: "#e0b23c",
        zone: "#1f5f9e",
        wash: "#d9b84a",
        accent: "#2c7a68",
        danger: "#b4472f",
        red: "#b03a2a",
        back: ["#8a5a36", "#f0dfc0"],
    };

    /// Ink on white, with soft browns, for the web and for color printers.
    pub const PAPER: Theme = Theme {
        name: "paper",
        paper: None,
        panel: "#ffffff",
        line: "#b9b2a6",
        face: "#ffffff",
        light: "#faf6ee",
        dark: "#d8c9b0",
        frame: "#e9e0d0",
        frame_ink: "#4a3f33",
        ..Theme::WOOD
    };

    /// For dark rooms.
    pub const DARK: Theme = Theme {
        name: "dark",
        paper: Some("#1d1a17"),
        panel: "#2b2622",
        line: "#7d7061",
        face: "#efe6d3",
        ink: "#efe6d6",
        soft: "#a89b88",
        light: "#d3bb92",
        dark: "#8b6344",
        frame: "#0f0d0b",
        frame_ink: "#d3bb92",
        black: ["#1d1815", "#e9dcc4"],
        black_edge: "#cbb894",
        zone: "#8ec5ff",
        accent: "#5cc3a9",
        danger: "#ff8a70",
        red: "#a5301f",
        back: ["#6b462c", "#d3bb92"],
        ..Theme::WOOD
    };

    /// Black on white and white on black, for tired eyes.
    pub const HIGH_CONTRAST: Theme = Theme {
        name: "high-contrast",
        paper: Some("#ffffff"),
        panel: "#ffffff",
        line: "#000000",
        ink: "#000000",
        soft: "#000000",
        face: "#ffffff",
        face_ink: "#000000",
        light: "#ffffff",
        dark: "#8fb4d9",
        hatch: None,
        frame: "#000000",
        frame_ink: "#ffffff",
        white: ["#ffffff", "#000000"],
        black: ["#000000", "#ffffff"],
        black_edge: "#000000",
        gray: "#6b6b6b",
        coin: "#ffd400",
        zone: "#0033cc",
        wash: "#ffe14d",
        accent: "#006b4f",
        danger: "#c00000",
        red: "#c00000",
        back: ["#002b5c", "#ffffff"],
    };

    /// Black ink on white paper and nothing else, so that any printer and any copier will do.
    pub const PRINT: Theme = Theme {
        name: "print",
        paper: None,
        dark: "#ffffff",
        hatch: Some("#000000"),
        frame: "#ffffff",
        frame_ink: "#000000",
        gray: "#ffffff",
        coin: "#ffffff",
        zone: "#000000",
        wash: "#ffffff",
        accent: "#000000",
        danger: "#000000",
        red: "#000000",
        back: ["#000000", "#ffffff"],
        ..Theme::HIGH_CONTRAST
    };

    /// All themes, the usual one first.
    pub const ALL: [Theme; 5] = [Theme::WOOD, Theme::PAPER, Theme::DARK, Theme::HIGH_CONTRAST, Theme::PRINT];

    /// The theme of that name.
    ///
    /// # Errors
    ///
    /// A sentence that lists the themes there are.
    pub fn named(name: &str) -> Result<Theme, Sentence> {
        Theme::ALL.into_iter().find(|theme| theme.name == name).ok_or_else(|| {
            let names = Filling::one_of(Theme::ALL.map(|theme| Filling::text(theme.name)));
            say!("unknown theme: `{found}` (try {names})", found = Filling::text(excerpt(name)), names)
        })
    }

    /// Whether there is nothing but black ink and white paper.
    pub fn is_plain(&self) -> bool {
        self.hatch.is_some()
    }

    /// Thin frames on the board.
    pub fn frame_line(&self) -> &'static str {
        if self.is_plain() { self.ink } else { self.white[1] }
    }

    /// The color of a side's pieces, and of the lines on them.
    pub fn side(&self, color: Color) -> [&'static str; 2] {
        color.fold_wb(self.white, self.black)
    }
}
