//! Names of tables, secrets of seats, and codes that can be read aloud.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest as _, Sha256};

/// Letters and digits that nobody confuses with others, aloud or in writing.
pub const ALPHABET: &[u8; 28] = b"23456789bcdfghjkmnpqrstvwxyz";

/// The name of a table, which is public.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(Arc<str>);

const ID_LETTERS: usize = 10;
const CODE_LETTERS: usize = 8;
const TOKEN_BYTES: usize = 20;

impl TableId {
    /// A new name.
    pub fn random() -> TableId {
        TableId(random_letters(ID_LETTERS).into())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for TableId {
    type Err = BadTableId;

    fn from_str(text: &str) -> Result<TableId, BadTableId> {
        let fits = text.len() == ID_LETTERS && text.bytes().all(|letter| ALPHABET.contains(&letter));
        if fits { Ok(TableId(text.into())) } else { Err(BadTableId) }
    }
}

/// A text that is no name of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no table has such a name")]
pub struct BadTableId;

/// A secret of 160 random bits, in letters for a link.
///
/// It has no `Debug` and no `Display`, so that it does not end up in a log by accident.
pub struct Token(String);

impl Token {
    /// A new secret.
    pub fn random() -> Token {
        let mut text = String::with_capacity(2 * TOKEN_BYTES);
        for byte in random_bytes::<TOKEN_BYTES>() {
            text.push_str(&format!("{byte:02x}"));
        }
        Token(text)
    }

    /// The secret itself, to be handed out once.
    pub fn reveal(self) -> String {
        self.0
    }

    /// What is kept of it.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

/// What is kept of a secret.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Digest(String);

impl Digest {
    /// The digest of a secret.
    pub fn of(secret: &str) -> Digest {
        let bytes = Sha256::digest(secret.as_bytes());
        Digest(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The digest of a code, however it was spoken.
    pub fn of_code(code: &str) -> Digest {
        let letters: String = code
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != '-')
            .flat_map(char::to_lowercase)
            .collect();
        Digest::of(&letters)
    }

    /// The digest as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether both are of the same secret, in a time that does not depend on the answer.
    pub fn matches(&self, other: &Digest) -> bool {
        let (one, other) = (self.0.as_bytes(), other.0.as_bytes());
        one.len() == other.len() && one.iter().zip(other).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

/// A new code, in two groups of letters.
pub fn random_code() -> String {
    let letters = random_letters(CODE_LETTERS);
    let (one, other) = letters.split_at(CODE_LETTERS / 2);
    format!("{one}-{other}")
}

fn random_letters(count: usize) -> String {
    let mut letters = String::with_capacity(count);
    while letters.len() < count {
        // 28 * 9 = 252: bytes above that are thrown away, so that every letter is as likely.
        for byte in random_bytes::<16>().into_iter().filter(|byte| *byte < 252) {
            if letters.len() < count {
                letters.push(char::from(ALPHABET[usize::from(byte % 28)]));
            }
        }
    }
    letters
}

pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_read_back() {
        let id = TableId::random();
        assert_eq!(id.as_str().parse(), Ok(id.clone()));
        assert_eq!("../../etc".parse::<TableId>(), Err(BadTableId));
        assert_eq!("".parse::<TableId>(), Err(BadTableId));
    }

    #[test]
    fn codes_are_heard_however_they_are_spoken() {
        let code = random_code();
        let spoken = code.to_uppercase().replace('-', " ");
        assert!(Digest::of_code(&code).matches(&Digest::of_code(&spoken)));
        assert!(!Digest::of_code(&code).matches(&Digest::of_code("bcdf-ghjk")));
    }

    #[test]
    fn secrets_are_long_and_differ() {
        let (one, other) = (Token::random(), Token::random());
        assert!(!one.digest().matches(&other.digest()));
        assert_eq!(one.reveal().len(), 40);
    }
}
