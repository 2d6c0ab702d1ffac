//! JSON that somebody sent, read so that what is wrong with it can be said.

use kit_play::text::excerpt;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// Reads JSON, and names the field that is wrong.
///
/// # Errors
///
/// Fails when it is no JSON, or JSON of another shape.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let place = error.path().to_string();
        match place.as_str() {
            "." => Problem::malformed(format!("cannot be read: {}", error.inner())),
            place => Problem::malformed(format!("`{}`: {}", excerpt(place), error.inner())),
        }
    })?;
    reader.end().map_err(|error| Problem::malformed(format!("cannot be read: {error}")))?;
    Ok(value)
}
