//! Where things are kept if nothing is said.

use std::path::{Path, PathBuf};

/// The file with the key for codes if nothing is said.
pub(super) const KEY_FILE: &str = "code.key";

/// The file with the key by which push services know the server.
pub(super) const PUSH_KEY_FILE: &str = "push.key";

/// The file in which tables are kept if nothing is said.
pub(super) fn default_database() -> Option<PathBuf> {
    Some(own_directory()?.join("tables.sqlite"))
}

/// Where we keep the data of this user.
pub(super) fn own_directory() -> Option<PathBuf> {
    Some(data_directory()?.join("chess-kit"))
}

/// Where programs keep the data of this user.
fn data_directory() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return variable("LOCALAPPDATA");
    }
    if cfg!(target_os = "macos") {
        return variable("HOME").map(|home| home.join("Library/Application Support"));
    }
    // The directory of systemd units comes first, because they have no home.
    variable("STATE_DIRECTORY")
        .or_else(|| variable("XDG_DATA_HOME").filter(|path| path.is_absolute()))
        .or_else(|| variable("HOME").map(|home| home.join(".local/share")))
}

/// The address of a file with tables.
pub(super) fn sqlite(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}
