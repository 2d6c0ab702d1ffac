//! Printed editions that several games share.

use kit_play::Edition;

/// Four editions that tell the same rules in other words.
pub const SAME_RULES: &[Edition] = &[
    Edition { id: "2025", note: "the newest wording; all editions have the same rules" },
    Edition { id: "2024-book", note: "the book; only the wording differs" },
    Edition { id: "2024-booklet", note: "the booklet; only the wording differs" },
    Edition { id: "2023", note: "the drafts; only the wording differs" },
];
