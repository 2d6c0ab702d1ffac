//! Tells people that it is their turn, through the push service of their browser.
//!
//! A message goes by way of somebody else's server, so it holds what a browser needs to make the
//! words, and nothing of the game: the table, the game's id and a language, encrypted for that one
//! browser and always of the same length.
//! Nobody is told who is connected, and a message tells a seat what it sees anyway.

#[cfg(feature = "hosting")]
mod address;
#[cfg(feature = "hosting")]
mod client;
#[cfg(feature = "hosting")]
mod key;
mod services;
#[cfg(feature = "hosting")]
mod web;

use std::sync::Arc;

use kit_play::Sentence;
use kit_sitting::{Digest, TableId};
use serde::{Deserialize, Serialize};

#[cfg(feature = "hosting")]
pub use client::Client;
#[cfg(feature = "hosting")]
pub use key::PushKey;
pub use services::{BadServices, Service, Services, USUAL};
#[cfg(feature = "hosting")]
pub use web::{WebPush, WebPushSettings};

use crate::store::Store;

/// Where a browser can be told something, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscriber {
    /// The address at the push service, which is a secret of that browser.
    pub endpoint: String,
    /// The browser's public key, in base64url.
    pub p256dh: String,
    /// What it shares with us alone, in base64url.
    pub auth: String,
    /// The language that it reads.
    pub language: String,
}

impl Subscriber {
    /// By what it is known again; the same browser has the same.
    pub fn id(&self) -> String {
        id_of(&self.endpoint)
    }

    /// As it is kept.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("texts can always be written as JSON")
    }

    /// Reads one as it is kept; nothing if it cannot be read.
    pub fn read(text: &str) -> Option<Subscriber> {
        serde_json::from_str(text).ok()
    }
}

/// By what the browser at an endpoint is known again.
pub fn id_of(endpoint: &str) -> String {
    Digest::of(endpoint).as_str().to_owned()
}

/// Something to be told to a browser.
#[derive(Clone, Debug)]
pub struct Call {
    /// The table at which it is somebody's turn.
    pub table: TableId,
    /// The game's id.
    pub game: &'static str,
    /// Whom to tell.
    pub to: Subscriber,
}

/// Brings calls to browsers.
pub trait Push: Send + Sync + 'static {
    /// The key that browsers need to subscribe, in base64url.
    fn key(&self) -> &str;

    /// Makes sure that a browser can be told something.
    ///
    /// # Errors
    ///
    /// Fails with what is wrong.
    fn check(&self, subscriber: &Subscriber) -> Result<(), Sentence>;

    /// Tells a browser; never waits and never fails. Whoever can never be reached again is forgotten
    /// by the store.
    fn call(&self, call: Call, store: &Arc<dyn Store>);
}
