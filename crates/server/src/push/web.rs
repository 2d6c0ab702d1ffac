//! Web push: messages are encrypted for one browser (RFC 8291) and handed to its push service
//! (RFC 8030).
//!
//! As many wait as there are places, and what comes beyond is dropped: a call that is lost costs
//! nothing but a look at the table.
//! No log line holds an endpoint, and none says whose turn it is.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use kit_play::{Sentence, say};
use p256::PublicKey;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use web_push_native::{Auth, encrypt};

use super::address::Place;
use super::client::{Answered, NoAnswer};
use super::{Call, Client, Push, PushKey, Subscriber};
use crate::hall::system_time;
use crate::store::Store;

/// How many calls may be under way or wait to be tried again.
const PLACES: usize = 1_000;
/// How many push services are asked at once.
const AT_ONCE: usize = 16;
/// How long a push service keeps a call for a browser that is away, in seconds.
const KEPT_FOR: u32 = 24 * 60 * 60;
/// The longest that we wait because a push service asks for it.
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);
/// All calls are of this length before they are encrypted, so that none tells of which game it is.
const LENGTH: usize = 192;
/// Letters of the name under which a push service keeps only the last call of a table.
const TOPIC: usize = 32;

/// How browsers are told.
pub struct WebPushSettings {
    /// The key that says who we are.
    pub key: PushKey,
    /// Who asks push services.
    pub client: Client,
    /// How long to wait before each further attempt.
    pub pauses: Vec<Duration>,
}

impl WebPushSettings {
    /// As it usually is.
    pub fn new(key: PushKey) -> WebPushSettings {
        let pauses = [5, 30, 120, 600].map(Duration::from_secs).to_vec();
        WebPushSettings { key, client: Client::new(), pauses }
    }
}

/// Tells browsers by web push.
pub struct WebPush {
    sender: Arc<Sender>,
    places: Arc<Semaphore>,
}

struct Sender {
    settings: WebPushSettings,
    turns: Semaphore,
}

/// What a subscriber is, once it is read.
struct Reader {
    place: Place,
    key: PublicKey,
    auth: Auth,
}

/// What became of an attempt.
enum Attempt {
    Done,
    /// The browser can never be reached again.
    Gone,
    /// It may work later.
    Later(Option<Duration>),
}

impl WebPush {
    /// Tells browsers like this.
    pub fn new(settings: WebPushSettings) -> WebPush {
        let sender = Arc::new(Sender { settings, turns: Semaphore::new(AT_ONCE) });
        WebPush { sender, places: Arc::new(Semaphore::new(PLACES)) }
    }
}

impl Push for WebPush {
    fn key(&self) -> &str {
        self.sender.settings.key.public()
    }

    fn check(&self, subscriber: &Subscriber) -> Result<(), Sentence> {
        self.sender.reader(subscriber).map(|_| ())
    }

    fn call(&self, call: Call, store: &Arc<dyn Store>) {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            tracing::warn!("calls to browsers are dropped, because too many wait");
            return;
        };
        let (sender, store) = (Arc::clone(&self.sender), Arc::clone(store));
        tokio::spawn(async move {
            if sender.is_gone(&call).await {
                let forgotten = store.drop_push(call.table.clone(), call.to.id()).await;
                if let Err(error) = forgotten {
                    tracing::debug!(cause = %error, "a browser that is gone cannot be forgotten");
                }
            }
            drop(place);
        });
    }
}

impl Sender {
    fn reader(&self, subscriber: &Subscriber) -> Result<Reader, Sentence> {
        let place = Place::read(&subscriber.endpoint, self.settings.client.goes_anywhere())?;
        let bad = || say!("a subscription has the keys `p256dh` and `auth`, as the browser gives them");
        let key = decode(&subscriber.p256dh).and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok());
        let auth = decode(&subscriber.auth).filter(|bytes| bytes.len() == Auth::default().len());
        let (Some(key), Some(auth)) = (key, auth) else { return Err(bad()) };
        Ok(Reader { place, key, auth: Auth::clone_from_slice(&auth) })
    }

    /// Tells a browser, and again after pauses; whether it can never be reached again.
    async fn is_gone(&self, call: &Call) -> bool {
        let Ok(reader) = self.reader(&call.to) else { return true };
        let mut pauses = self.settings.pauses.iter();
        loop {
            let wait = match self.attempt(call, &reader).await {
                Attempt::Done => return false,
                Attempt::Gone => return true,
                Attempt::Later(wait) => wait,
            };
            let Some(pause) = pauses.next() else { return false };
            sleep(wait.unwrap_or(*pause).min(LONGEST_WAIT)).await;
        }
    }

    async fn attempt(&self, call: &Call, reader: &Reader) -> Attempt {
        let Ok(body) = encrypt(message(call), &reader.key, &reader.auth) else { return Attempt::Gone };
        let Ok(_turn) = self.turns.acquire().await else { return Attempt::Done };
        let now = system_time() / 1_000;
        let headers = [
            ("authorization", self.settings.key.authorization(&reader.place, now)),
            ("ttl", KEPT_FOR.to_string()),
            ("urgency", "normal".to_owned()),
            ("topic", self.topic(call)),
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
        ];
        let answered = self.settings.client.post(&reader.place, &headers, body).await;
        let code = match &answered {
            Ok(Answered { status, .. }) => status.as_str().to_owned(),
            Err(NoAnswer::Unreachable) => "unreachable".to_owned(),
            Err(NoAnswer::NotPublic) => "not-public".to_owned(),
        };
        metrics::counter!("chess_kit_pushes_total", "code" => code).increment(1);
        match answered {
            Ok(Answered { status, .. }) if status.is_success() => Attempt::Done,
            Ok(Answered { status, .. }) if [404, 410].contains(&status.as_u16()) => Attempt::Gone,
            Ok(Answered { status, wait }) if status.is_server_error() || status.as_u16() == 429 => {
                Attempt::Later(wait)
            }
            // It does not want what we send, and will not later.
            Ok(_) => Attempt::Done,
            Err(NoAnswer::NotPublic) => Attempt::Gone,
            Err(NoAnswer::Unreachable) => Attempt::Later(None),
        }
    }

    /// A name for the table that tells a push service nothing.
    fn topic(&self, call: &Call) -> String {
        let kept = kit_sitting::Digest::of(&format!(
            "{} {} {}",
            self.settings.key.public(),
            call.to.auth,
            call.table
        ));
        kept.as_str()[..TOPIC].to_owned()
    }
}

/// What a browser is told, filled up with blanks.
fn message(call: &Call) -> Vec<u8> {
    let told = json!({"table": call.table.as_str(), "game": call.game, "language": call.to.language});
    format!("{:LENGTH$}", told.to_string()).into_bytes()
}

/// Browsers write base64url without padding, and some programs with it.
fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).or_else(|_| URL_SAFE.decode(text)).ok()
}
