//! Statements that go to SQLite together.
//!
//! A connection is a thread of its own, and each question to it costs two switches between
//! threads; so everything that can be asked at once is.

use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{Arguments, AssertSqlSafe, Encode, Sqlite, Type};

use crate::store::{Fault, StoreError};

/// Scripts with up to so many values are kept prepared; longer ones are seldom alike.
const ALIKE: usize = 200;

/// Statements and the values in them, in order.
///
/// The text of a statement is ours alone: whatever comes from elsewhere is a value.
#[derive(Default)]
pub struct Script {
    text: String,
    values: SqliteArguments,
    broken: Option<String>,
}

impl Script {
    /// A script that begins with this.
    pub fn new(text: impl Into<String>) -> Script {
        Script { text: text.into(), ..Script::default() }
    }

    /// Goes on with this.
    pub fn say(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Goes on with places for values: so many rows of so many.
    pub fn places(&mut self, rows: usize, width: usize) {
        for row in 0..rows {
            self.text.push_str(if row == 0 { "(" } else { ",(" });
            for place in 0..width {
                self.text.push_str(if place == 0 { "?" } else { ",?" });
            }
            self.text.push(')');
        }
    }

    /// The value for the next place.
    pub fn value<'t>(&mut self, value: impl Encode<'t, Sqlite> + Type<Sqlite>) {
        if let Err(error) = self.values.add(value) {
            self.broken = Some(error.to_string());
        }
    }

    /// Has it carried out up to the first statement that fails; the rows that come of it.
    pub async fn run(self, connection: &mut SqliteConnection) -> Result<Vec<SqliteRow>, StoreError> {
        if let Some(problem) = self.broken {
            return Err(StoreError::new(Fault::Refused, problem));
        }
        let alike = self.values.len() <= ALIKE;
        let query = sqlx::query_with(AssertSqlSafe(self.text), self.values).persistent(alike);
        Ok(query.fetch_all(connection).await?)
    }
}
