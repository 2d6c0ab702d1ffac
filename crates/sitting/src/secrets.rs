//! Names of tables, secrets of seats, and codes that can be read aloud; the chance for them is
//! handed in.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use kit_play::Chance;
use sha2::{Digest as _, Sha256};

/// Letters and digits that nobody confuses with others, aloud or in writing.
pub const ALPHABET: &[u8; 28] = b"23456789bcdfghjkmnpqrstvwxyz";

/// The name of a table, which is public.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(Arc<str>);

const ID_LETTERS: usize = 10;
const CODE_LETTERS: usize = 8;
const TOKEN_BYTES: usize = 20;
const SHA256_BYTES: usize = 32;
/// Stands before a digest that was made with a key.
const KEYED: &str = "keyed-";

impl TableId {
    /// A new name.
    pub fn new(chance: &mut Chance) -> TableId {
        TableId(letters(ID_LETTERS, chance).into())
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
    /// A new secret, as good as the chance that it is drawn from.
    pub fn new(chance: &mut Chance) -> Token {
        let bytes = (0..TOKEN_BYTES).map(|_| chance.below(256));
        let token = Token(bytes.map(|byte| format!("{byte:02x}")).collect());
        forget_rolls(chance);
        token
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

/// Secrets that came with a request, as digests.
#[derive(Clone, Debug, Default)]
pub struct Secrets(pub Vec<Digest>);

impl Secrets {
    /// Whether one of them is this one; looks at all of them.
    pub fn open(&self, digest: &Digest) -> bool {
        self.0.iter().fold(false, |found, secret| secret.matches(digest) | found)
    }
}

/// What is kept of a secret.
#[derive(Clone, Debug)]
pub struct Digest(String);

impl Digest {
    /// The digest of a secret.
    pub fn of(secret: &str) -> Digest {
        Digest(hexadecimal(&Sha256::digest(secret.as_bytes())))
    }

    /// The digest of a code, however it was spoken, as it was kept before there was a
    /// [`CodeKey`].
    pub fn of_code(code: &str) -> Digest {
        Digest::of(&spoken(code))
    }

    /// A digest that was written down.
    pub fn written(text: &str) -> Option<Digest> {
        let letters = text.strip_prefix(KEYED).unwrap_or(text);
        let fits =
            letters.len() == 2 * SHA256_BYTES && letters.bytes().all(|letter| letter.is_ascii_hexdigit());
        fits.then(|| Digest(text.to_owned()))
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

/// The key under which codes are kept.
///
/// There are few enough codes to try them all, so without the key, which is kept elsewhere, nobody
/// can tell a code from what the store has.
/// `Debug` does not show it.
#[derive(Clone)]
pub struct CodeKey([u8; CodeKey::BYTES]);

impl CodeKey {
    /// How long a key is.
    pub const BYTES: usize = 32;

    /// A new key, as good as the chance that it is drawn from.
    pub fn new(chance: &mut Chance) -> CodeKey {
        let key = CodeKey(std::array::from_fn(|_| chance.below(256) as u8));
        forget_rolls(chance);
        key
    }

    /// A key that is kept somewhere.
    pub fn from_bytes(bytes: [u8; CodeKey::BYTES]) -> CodeKey {
        CodeKey(bytes)
    }

    /// What is kept of a code, however it was spoken.
    pub fn digest(&self, code: &str) -> Digest {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key may be of any length");
        mac.update(spoken(code).as_bytes());
        Digest(format!("{KEYED}{}", hexadecimal(&mac.finalize().into_bytes())))
    }

    /// What may have been kept of a code: today's digest first, then that of older versions.
    pub fn digests(&self, code: &str) -> [Digest; 2] {
        [self.digest(code), Digest::of_code(code)]
    }
}

impl fmt::Debug for CodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CodeKey(…)")
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The letters of a code, however it was spoken.
fn spoken(code: &str) -> String {
    let letters = code.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
    letters.flat_map(char::to_lowercase).collect()
}

/// A new code, in two groups of letters.
pub fn new_code(chance: &mut Chance) -> String {
    let letters = letters(CODE_LETTERS, chance);
    let (one, other) = letters.split_at(CODE_LETTERS / 2);
    format!("{one}-{other}")
}

fn letters(count: usize, chance: &mut Chance) -> String {
    let letters = (0..count).map(|_| char::from(*chance.pick(ALPHABET))).collect();
    forget_rolls(chance);
    letters
}

/// Chance remembers its rolls for the log, and secrets must not get there.
fn forget_rolls(chance: &mut Chance) {
    chance.take_rolls();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_read_back() {
        let id = TableId::new(&mut Chance::seeded(1));
        assert_eq!(id.as_str().parse(), Ok(id.clone()));
        assert_eq!("../../etc".parse::<TableId>(), Err(BadTableId));
        assert_eq!("".parse::<TableId>(), Err(BadTableId));
    }

    #[test]
    fn codes_are_heard_however_they_are_spoken() {
        let code = new_code(&mut Chance::seeded(2));
        let spoken = code.to_uppercase().replace('-', " ");
        assert!(Digest::of_code(&code).matches(&Digest::of_code(&spoken)));
        assert!(!Digest::of_code(&code).matches(&Digest::of_code("bcdf-ghjk")));
        let key = CodeKey::new(&mut Chance::seeded(3));
        assert!(key.digest(&code).matches(&key.digest(&spoken)));
        assert!(!key.digest(&code).matches(&key.digest("bcdf-ghjk")));
    }

    #[test]
    fn whoever_has_not_the_key_cannot_try_codes() {
        let mut chance = Chance::seeded(5);
        let (one, other, code) =
            (CodeKey::new(&mut chance), CodeKey::new(&mut chance), new_code(&mut chance));
        assert!(chance.take_rolls().is_empty(), "no roll of a key can get into a log");
        let kept = one.digest(&code);
        let [today, before] = other.digests(&code);
        assert!(!kept.matches(&today) && !kept.matches(&before) && !kept.matches(&Digest::of(&code)));
        assert!(Digest::written(kept.as_str()).is_some_and(|written| written.matches(&kept)));
        assert_eq!(format!("{one:?}"), "CodeKey(…)");
    }

    /// As `openssl dgst -sha256 -mac HMAC` makes it.
    #[test]
    fn a_keyed_digest_is_hmac_sha_256() {
        let mut key = [0; CodeKey::BYTES];
        key[..4].copy_from_slice(b"Jefe");
        let digest = CodeKey::from_bytes(key).digest("whatdoyawantfornothing");
        let known = "keyed-4d656470a3fbeac863c1e899c9d538025e6fa8aebdd4236d661fcc2637f53abd";
        assert_eq!(digest.as_str(), known);
    }

    #[test]
    fn secrets_are_long_and_differ() {
        let mut chance = Chance::seeded(3);
        let (one, other) = (Token::new(&mut chance), Token::new(&mut chance));
        assert!(chance.take_rolls().is_empty(), "no roll of a secret can get into a log");
        assert!(!one.digest().matches(&other.digest()));
        assert_eq!(one.reveal().len(), 40);
    }
}
