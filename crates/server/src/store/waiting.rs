//! Waiting for a database that cannot be reached yet, because it starts after us.

use std::io::ErrorKind;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Error};
use tokio::time::{Instant, sleep, timeout};

use super::{Fault, StoreError};

/// How long one attempt to connect may take.
const ATTEMPT: Duration = Duration::from_secs(5);

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(500);

/// How often it is said that we still wait.
const REMINDER: Duration = Duration::from_secs(10);

/// Waits for a Postgres database until it takes connections, and so long at most.
///
/// # Errors
///
/// If it does not in that time, and at once if waiting cannot mend what is wrong: the address, the
/// password, the name of the database.
pub async fn wait_for(address: &str, most: Duration) -> Result<(), StoreError> {
    // The address may hold a password, so no message repeats it.
    let options = PgConnectOptions::from_str(address).map_err(|error| {
        StoreError::new(Fault::Refused, format!("not an address of a Postgres database: {error}"))
    })?;
    let until = Instant::now() + most;
    let mut reminded = None;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let error = match timeout(ATTEMPT.min(left), PgConnection::connect_with(&options)).await {
            Ok(Ok(connection)) => {
                // It was only there to ask; how it ends does not matter.
                let _ = connection.close().await;
                return Ok(());
            }
            Ok(Err(error)) => error,
            Err(_) => Error::Io(ErrorKind::TimedOut.into()),
        };
        if !is_passing(&error) || Instant::now() + PAUSE > until {
            let text = format!("the Postgres database cannot be reached: {error}");
            return Err(StoreError::new(Fault::Unreachable, text));
        }
        if reminded.is_none_or(|since: Instant| since.elapsed() >= REMINDER) {
            tracing::warn!(cause = %error, "the database cannot be reached yet; waiting for it");
            reminded = Some(Instant::now());
        }
        sleep(PAUSE).await;
    }
}

/// Whether it may go away by itself: nobody listens there yet, or the database is starting,
/// stopping or full.
fn is_passing(error: &Error) -> bool {
    match error {
        Error::Io(_) => true,
        Error::Database(database) => {
            database.code().is_some_and(|code| ["08", "53", "57"].iter().any(|class| code.starts_with(class)))
        }
        _ => false,
    }
}
