//! Files that only their owner may read, because they tell what players must not know.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a new file that only its owner may read.
///
/// # Errors
///
/// If it cannot be made, or is there already.
pub fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
