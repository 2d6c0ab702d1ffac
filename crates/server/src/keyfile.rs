//! The key under which codes are kept, in a file of its own.
//!
//! Codes are short, so whoever had a backup with plain digests of them could try all codes there
//! are.
//! With a key that is not in the database they cannot.
//! All nodes over one database need the same key; a digest of it in the database tells a node that
//! has another one.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use kit_play::Chance;
use kit_sitting::{CodeKey, Digest};

use crate::private::create_private;
use crate::store::{Store, StoreError};

/// How long a key is, in bytes.
const BYTES: usize = 32;

/// Under which name the database keeps the digest.
const NAME: &str = "code-key";

/// A key for codes; it has no `Debug`, so that it does not end up in a log by accident.
pub struct CodeKeyFile {
    path: PathBuf,
    key: [u8; BYTES],
    is_new: bool,
}

/// Why a key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadKey {
    /// The file cannot be read or made.
    #[error("the key file {}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// Strangers could read it.
    #[error("the key file {0} can be read or written by others on this machine (try `chmod 600 {0}`)")]
    Open(String),
    /// It holds something else.
    #[error("the key file {0} is not a key, which is 64 digits from 0 to 9 and a to f")]
    Malformed(String),
    /// The database belongs to another key.
    #[error(
        "the database was used with another key than the one in {0}; copy the key file of the node that was \
         started first to here, or start with `--new-key` if it is lost: codes given out until now open \
         nothing then, and links still do"
    )]
    Other(String),
    /// Browsers know another key.
    #[error(
        "browsers were told another push key than the one in {0}; copy the push key file of the node that was \
         started first to here, or start with `--new-key` if it is lost: people then have to switch \
         notifications on again"
    )]
    OtherPush(String),
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CodeKeyFile {
    /// Reads a key, or makes one if there is no such file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or made, is no key, or others may read it.
    pub fn open(path: &Path) -> Result<CodeKeyFile, BadKey> {
        let (key, is_new) = read_or_make(path)?;
        Ok(CodeKeyFile { path: path.to_owned(), key, is_new })
    }

    /// The key itself.
    pub fn code_key(&self) -> CodeKey {
        CodeKey::from_bytes(self.key)
    }

    /// Makes sure that the store was used with this key, or with none yet; `anew` takes this one
    /// from now on.
    ///
    /// # Errors
    ///
    /// If it was used with another one; a file that was made for it is gone then.
    pub async fn check(&self, store: &dyn Store, anew: bool) -> Result<(), BadKey> {
        let own = check_value(&self.key);
        let mut kept = store.keep_once(NAME, &own).await?;
        if kept != own && anew {
            store.keep_no_longer(NAME).await?;
            kept = store.keep_once(NAME, &own).await?;
        }
        if kept == own {
            return Ok(());
        }
        if self.is_new {
            fs::remove_file(&self.path).map_err(|error| BadKey::File(self.path.clone(), error))?;
        }
        Err(BadKey::Other(self.path.display().to_string()))
    }
}

/// Reads a key, or makes one if there is no such file; whether it was made.
pub(crate) fn read_or_make(path: &Path) -> Result<([u8; BYTES], bool), BadKey> {
    let problem = |error: io::Error| BadKey::File(path.to_owned(), error);
    let is_new = !fs::exists(path).map_err(problem)? && make(path).map_err(problem)?;
    let mut file = File::open(path).map_err(problem)?;
    if others_may(&file).map_err(problem)? {
        return Err(BadKey::Open(path.display().to_string()));
    }
    let mut bytes = Vec::new();
    Read::take(&mut file, 1024).read_to_end(&mut bytes).map_err(problem)?;
    let key = read(String::from_utf8_lossy(&bytes).trim());
    Ok((key.ok_or_else(|| BadKey::Malformed(path.display().to_string()))?, is_new))
}

/// What the database keeps of a key, from which nobody can tell the key.
fn check_value(key: &[u8; BYTES]) -> String {
    Digest::of(&format!("chess-kit code key {}", written(key))).as_str().to_owned()
}

fn written(key: &[u8; BYTES]) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(text: &str) -> Option<[u8; BYTES]> {
    if text.len() != 2 * BYTES || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut key = [0; BYTES];
    for (byte, place) in key.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(place..place + 2)?, 16).ok()?;
    }
    Some(key)
}

/// Makes a new key, whole or not at all; whether nobody else was faster.
fn make(path: &Path) -> io::Result<bool> {
    if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        fs::create_dir_all(directory)?;
    }
    let mut chance = Chance::unpredictable();
    let key: [u8; BYTES] = std::array::from_fn(|_| chance.below(256) as u8);
    let draft = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = create_private(&draft)?;
    let made = file.write_all(format!("{}\n", written(&key)).as_bytes()).and_then(|()| file.sync_all());
    // A link does not replace what another node has put there in the meantime.
    let linked = made.and_then(|()| fs::hard_link(&draft, path));
    match linked {
        Ok(()) => fs::remove_file(&draft).map(|()| true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => fs::remove_file(&draft).map(|()| false),
        // Not every file system has links.
        Err(_) => fs::rename(&draft, path).map(|()| true),
    }
}

/// Whether others than the owner may read or write a file; its group may read it, for that is how
/// some keepers of secrets hand them out.
#[cfg(unix)]
fn others_may(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(file.metadata()?.permissions().mode() & 0o027 != 0)
}

#[cfg(not(unix))]
fn others_may(_file: &File) -> io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::SqliteStore;

    #[test]
    fn a_key_is_made_once_and_read_again() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("deep").join("code.key");
        let first = CodeKeyFile::open(&path).expect("a key is made");
        let again = CodeKeyFile::open(&path).expect("a key is read");
        assert_eq!((first.key, first.is_new, again.is_new), (again.key, true, false));
        let others = fs::read_dir(directory.path().join("deep")).expect("a directory").count();
        assert_eq!(others, 1, "nothing else is left behind");
        assert_ne!(first.key, [0; BYTES]);
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("code.key");
        let problem = |text: &[u8]| {
            let _ = fs::remove_file(&path);
            create_private(&path).and_then(|mut file| file.write_all(text)).expect("a file");
            CodeKeyFile::open(&path).err().map(|bad| bad.to_string()).unwrap_or_default()
        };
        for text in [&b""[..], b"secret", &[b'0'; 63], &[b'0'; 65], &[b'g'; 64], &[0xff; 64]] {
            assert!(problem(text).contains("is not a key"), "{text:?}: {}", problem(text));
        }
        assert_eq!(problem(&[b'7'; 64]), "");
        assert!(CodeKeyFile::open(directory.path()).is_err(), "a directory");
    }

    #[cfg(unix)]
    #[test]
    fn what_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("code.key");
        CodeKeyFile::open(&path).expect("a key is made");
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        for (mode, fits) in [(0o400, true), (0o440, true), (0o644, false), (0o660, false), (0o604, false)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
            let problem = CodeKeyFile::open(&path).err().map(|bad| bad.to_string());
            assert_eq!(problem.is_none(), fits, "{mode:o}");
            assert!(problem.is_none_or(|problem| problem.contains("chmod 600")));
        }
    }

    #[tokio::test]
    async fn a_store_belongs_to_one_key() {
        let store = SqliteStore::in_memory().await.expect("a store in memory");
        let directory = tempfile::tempdir().expect("a directory");
        let paths = ["one.key", "other.key"].map(|name| directory.path().join(name));
        let one = CodeKeyFile::open(&paths[0]).expect("a key is made");
        let other = CodeKeyFile::open(&paths[1]).expect("a key is made");
        one.check(&store, false).await.expect("the first key is the store's");
        let one = CodeKeyFile::open(&paths[0]).expect("a key is read");
        one.check(&store, false).await.expect("and stays so");
        let refused = other.check(&store, false).await.expect_err("another key").to_string();
        assert!(refused.contains("--new-key") && refused.contains("other.key"), "{refused}");
        assert!(!paths[1].exists(), "what was made for nothing is gone");
        assert!(paths[0].exists());
        other.check(&store, true).await.expect("somebody said so");
        assert!(one.check(&store, false).await.is_err());
        assert!(paths[0].exists(), "what was not made for nothing stays");
    }

    #[test]
    fn the_check_value_does_not_tell_the_key() {
        let key = [7; BYTES];
        let value = check_value(&key);
        assert!(!value.contains(&written(&key)) && value.len() == 64);
        assert_ne!(value, check_value(&[8; BYTES]));
    }
}
