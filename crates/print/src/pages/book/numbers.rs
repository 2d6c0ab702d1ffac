//! How many games a book has, as a word.

use kit_play::{Sentence, say};

/// A small number as a word; one that has no word here is written in digits.
pub fn in_words(number: usize, says: impl Fn(&Sentence) -> String) -> String {
    let word = match number {
        2 => say!("two"),
        3 => say!("three"),
        4 => say!("four"),
        5 => say!("five"),
        6 => say!("six"),
        7 => say!("seven"),
        8 => say!("eight"),
        9 => say!("nine"),
        10 => say!("ten"),
        11 => say!("eleven"),
        12 => say!("twelve"),
        13 => say!("thirteen"),
        14 => say!("fourteen"),
        15 => say!("fifteen"),
        16 => say!("sixteen"),
        17 => say!("seventeen"),
        18 => say!("eighteen"),
        19 => say!("nineteen"),
        20 => say!("twenty"),
        _ => return number.to_string(),
    };
    says(&word)
}
