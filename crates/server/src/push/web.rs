//! Web push: messages are encrypted for one browser (RFC 8291) and handed to its push service
//! (RFC 8030).
//!
//! As many wait as there are places, for each service half of them, and what comes beyond is
//! dropped: a call that is lost costs nothing but a look at the table.
//! However often it is somebody's turn, a browser has one call of a table under way, and another one
//! only if its turn began while that one was being sent.
//! No log line holds an endpoint, and none says whose turn it is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use kit_play::{Sentence, say};
use kit_sitting::{Digest, TableId};
use p256::PublicKey;
use serde_json::json;
use tokio::time::sleep;
use web_push_native::{Auth, encrypt};

use super::address::Endpoint;
use super::client::{Answered, NoAnswer};
use super::{Call, Client, Push, PushKey, Services, Subscriber};
use crate::hall::system_time;
use crate::store::Store;
use crate::turns::{Asker, Rank, Turns};

/// How many calls may be under way or wait to be tried again.
const PLACES: usize = 1_000;
/// How many of them may be to one push service.
const PLACES_OF_ONE: usize = PLACES / 2;
/// How many calls are sent at once.
const AT_ONCE: usize = 16;
/// How many of them are sent to one push service.
const AT_ONCE_TO_ONE: usize = AT_ONCE / 2;
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
    /// Which are asked.
    pub services: Services,
    /// How long to wait before each further attempt.
    pub pauses: Vec<Duration>,
}

impl WebPushSettings {
    /// As it usually is.
    pub fn new(key: PushKey, services: Services) -> WebPushSettings {
        let pauses = [5, 30, 120, 600].map(Duration::from_secs).to_vec();
        WebPushSettings { key, client: Client::new(), services, pauses }
    }
}

/// Tells browsers by web push.
pub struct WebPush {
    sender: Arc<Sender>,
}

struct Sender {
    settings: WebPushSettings,
    /// Each push service has a line of its own.
    turns: Turns,
    under_way: Mutex<HashMap<Way, UnderWay>>,
}

/// From a table to a browser.
type Way = (TableId, String);

/// A call that is under way or waits to be tried again.
struct UnderWay {
    /// The push service.
    host: String,
    /// Whether a turn has begun since it was sent last.
    anew: bool,
}

/// What a subscriber is, once it is read.
struct Reader {
    endpoint: Endpoint,
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
        let turns = Turns::new(AT_ONCE, AT_ONCE_TO_ONE, PLACES);
        WebPush { sender: Arc::new(Sender { settings, turns, under_way: Mutex::default() }) }
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
        // Whoever cannot be told any more is forgotten, and so waits for nobody.
        let reader = self.sender.reader(&call.to).ok();
        let host = reader.as_ref().map_or_else(String::new, |reader| reader.endpoint.host.clone());
        let way = (call.table.clone(), call.to.id());
        if !self.sender.set_out(&way, host) {
            return;
        }
        let (sender, store) = (Arc::clone(&self.sender), Arc::clone(store));
        tokio::spawn(async move {
            let is_gone = match reader {
                Some(reader) => sender.is_gone(&call, &way, &reader).await,
                None => {
                    sender.under_way().remove(&way);
                    true
                }
            };
            let (table, browser) = way;
            if is_gone && let Err(error) = store.drop_push(table, browser).await {
                tracing::debug!(cause = %error, "a browser that is gone cannot be forgotten");
            }
        });
    }
}

impl Sender {
    fn reader(&self, subscriber: &Subscriber) -> Result<Reader, Sentence> {
        let endpoint = Endpoint::read(&subscriber.endpoint, self.settings.client.goes_anywhere())?;
        if !self.settings.services.have(&endpoint.host) {
            return Err(say!("this server does not ask that push service"));
        }
        let bad = || say!("a subscription has the keys `p256dh` and `auth`, as the browser gives them");
        let key = decode(&subscriber.p256dh).and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok());
        let auth = decode(&subscriber.auth).filter(|bytes| bytes.len() == Auth::default().len());
        let (Some(key), Some(auth)) = (key, auth) else { return Err(bad()) };
        Ok(Reader { endpoint, key, auth: Auth::clone_from_slice(&auth) })
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<Way, UnderWay>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a call; not if one is under way there already, which then is sent again if need be,
    /// and not if too many are.
    fn set_out(&self, way: &Way, host: String) -> bool {
        let mut under_way = self.under_way();
        if let Some(other) = under_way.get_mut(way) {
            other.anew = true;
            return false;
        }
        let of_one = under_way.values().filter(|other| other.host == host).count();
        if under_way.len() >= PLACES || of_one >= PLACES_OF_ONE {
            tracing::warn!("calls to browsers are dropped, because too many wait");
            return false;
        }
        under_way.insert(way.clone(), UnderWay { host, anew: false });
        true
    }

    /// Whatever began until now is told with the next attempt.
    fn tells_all(&self, way: &Way) {
        self.under_way().entry(way.clone()).and_modify(|call| call.anew = false);
    }

    /// Ends a call, unless a turn has begun since it was sent; whether it has ended.
    fn has_arrived(&self, way: &Way) -> bool {
        let mut under_way = self.under_way();
        let anew = under_way.get(way).is_some_and(|call| call.anew);
        if !anew {
            under_way.remove(way);
        }
        !anew
    }

    /// Tells a browser, and again after pauses, until nothing is under way to it any more; whether it
    /// can never be reached again.
    async fn is_gone(&self, call: &Call, way: &Way, reader: &Reader) -> bool {
        let mut pauses = self.settings.pauses.iter();
        loop {
            self.tells_all(way);
            let wait = match self.attempt(call, reader).await {
                Attempt::Done if self.has_arrived(way) => return false,
                Attempt::Done => {
                    pauses = self.settings.pauses.iter();
                    continue;
                }
                Attempt::Gone => {
                    self.under_way().remove(way);
                    return true;
                }
                Attempt::Later(wait) => wait,
            };
            let Some(pause) = pauses.next() else {
                self.under_way().remove(way);
                return false;
            };
            sleep(wait.unwrap_or(*pause).min(LONGEST_WAIT)).await;
        }
    }

    async fn attempt(&self, call: &Call, reader: &Reader) -> Attempt {
        let Ok(body) = encrypt(message(call), &reader.key, &reader.auth) else { return Attempt::Gone };
        let line = Asker::itself(&reader.endpoint.host);
        let Ok(_turn) = self.turns.turn(line, Rank::Attended).await else { return Attempt::Later(None) };
        let now = system_time() / 1_000;
        let headers = [
            ("authorization", self.settings.key.authorization(&reader.endpoint, now)),
            ("ttl", KEPT_FOR.to_string()),
            ("urgency", "normal".to_owned()),
            ("topic", self.topic(call)),
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
        ];
        let answered = self.settings.client.post(&reader.endpoint, &headers, body).await;
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
        let kept = Digest::of(&format!("{} {} {}", self.settings.key.public(), call.to.auth, call.table));
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
