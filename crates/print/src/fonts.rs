//! The fonts that go into PNG and PDF: Libertinus Serif, under the Open Font License.
//!
//! They come with the binary, so that a picture is the same on every machine.

use std::sync::{Arc, LazyLock};

use usvg::fontdb::Database;

/// The family of all our text.
pub const SERIF: &str = "Libertinus Serif";

static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut database = Database::new();
    for data in typst_assets::fonts() {
        database.load_font_data(data.to_vec());
    }
    database.set_serif_family(SERIF);
    Arc::new(database)
});

/// All embedded fonts, read once.
pub fn database() -> Arc<Database> {
    DATABASE.clone()
}
