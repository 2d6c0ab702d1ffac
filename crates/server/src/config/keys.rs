//! The one list of keys.

use kit_play::sentence::Filling;

/// Something that can be told.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// What its values look like.
    pub value: Value,
    /// What it is if nobody tells.
    pub default: &'static str,
}

/// What values look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// `on` or `off`; as a flag without a value.
    Switch,
    /// A text that is shown like this in the help.
    Text(&'static str),
    /// A whole number.
    Number,
}

/// Everything that can be told.
pub const KEYS: &[Key] = &[
    key("listen", Value::Text("ADDRESS"), "127.0.0.1:8080", "Where to listen"),
    key(
        "lan",
        Value::Switch,
        "off",
        "Listen on all interfaces and show the address for phones on the same network",
    ),
    key("open", Value::Switch, "off", "Open the app in the browser"),
    key(
        "database",
        Value::Text("URL"),
        "",
        "Where tables are kept: sqlite:<file> or postgres://…; a file in the data directory if nothing is said",
    ),
    key(
        "database-wait",
        Value::Number,
        "60",
        "Seconds to wait at the start for a Postgres that cannot be reached yet; 0 does not wait",
    ),
    key(
        "key-file",
        Value::Text("FILE"),
        "",
        "The key under which codes are kept, the same for all nodes, made if it is not there; beside the SQLite file, or in the data directory, if nothing is said",
    ),
    key(
        "new-key",
        Value::Switch,
        "off",
        "Start although the key is not the one of before; codes given out until now open nothing, links still do",
    ),
    key(
        "push-contact",
        Value::Text("ADDRESS"),
        "",
        "Whom push services may write to, such as mailto:ann@chess.example; with it browsers can be told of turns that take days",
    ),
    key(
        "push-key-file",
        Value::Text("FILE"),
        "",
        "The key by which push services know this server, the same for all nodes, made if it is not there; beside the key file if nothing is said",
    ),
    key(
        "push-services",
        Value::Text("NAMES"),
        crate::push::USUAL,
        "The push services that are asked, with commas between, `*.` before a name for all below it; any asks whatever is on the internet",
    ),
    key("bus", Value::Text("URL"), "local", "How nodes tell each other of changes: local or nats://…"),
    key(
        "metrics",
        Value::Text("ADDRESS"),
        "off",
        "Where Prometheus may ask for metrics; never on a public address",
    ),
    key(
        "origin",
        Value::Text("URLS"),
        "",
        "The addresses of the app as browsers write them, with commas between; needed for any name but local ones",
    ),
    key("path", Value::Text("PATH"), "", "The path of the site below which everything lies, such as /chess"),
    key(
        "proxy-header",
        Value::Text("NAME"),
        "",
        "The header in which your proxy tells where somebody asks from, such as x-forwarded-for",
    ),
    key(
        "log",
        Value::Text("FILTER"),
        "info",
        "What is logged: error, warn, info, debug, or a filter such as kit_server=debug",
    ),
    key("log-format", Value::Text("text|json"), "text", "How it is logged"),
    key("bot-pace", Value::Number, "700", "Milliseconds that a bot waits at least before it acts"),
    key("bots-resign", Value::Text("on|off"), "on", "Whether bots give up games that have long been lost"),
    key("bots-greet", Value::Text("on|off"), "off", "Whether bots greet people and thank them for the game"),
    key(
        "forget-days",
        Value::Number,
        "0",
        "Days after which a table that nobody touches is forgotten; 0 keeps all",
    ),
    key(
        "invitations-expire-days",
        Value::Number,
        "14",
        "Days after which an invitation that nobody used expires; 0 keeps all",
    ),
    key(
        "limits",
        Value::Text("on|off"),
        "on",
        "Whether anything is limited; off is for machines that measure",
    ),
    key("requests-per-minute", Value::Number, "1200", "Requests of an address"),
    key(
        "thinking-per-minute",
        Value::Number,
        "120",
        "Holes, boards to try, replays and exports of an address",
    ),
    key("openings-per-minute", Value::Number, "20", "Tables that an address opens, also for rematches"),
    key("tables-per-day", Value::Number, "300", "Tables that an address opens in a day"),
    key("joins-per-minute", Value::Number, "30", "Seats that an address takes or tries to take"),
    key("failures-per-hour", Value::Number, "60", "Wrong codes, invitations and secrets of an address"),
    key("actions-per-minute", Value::Number, "300", "Actions of a seat"),
    key("words-per-minute", Value::Number, "30", "Chat lines of a seat"),
    key("sockets-per-address", Value::Number, "100", "Viewers that an address connects"),
    key("sockets", Value::Number, "25000", "All connected viewers"),
    key(
        "connections-per-address",
        Value::Number,
        "256",
        "Other connections of an address; not with proxy-header",
    ),
    key(
        "network-share",
        Value::Number,
        "8",
        "How many times as much as an address its network may have (IPv4 /24, IPv6 /48); 0 is no limit",
    ),
    key(
        "node-share",
        Value::Number,
        "1000",
        "How many times as much as an address all addresses together may ask for; 0 is no limit",
    ),
];

const fn key(name: &'static str, value: Value, default: &'static str, meaning: &'static str) -> Key {
    Key { name, meaning, value, default }
}

/// The key with this name.
pub(super) fn key_named(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// Where to look for the right name.
pub(super) fn names() -> Filling {
    Filling::one_of(KEYS.iter().map(|key| Filling::text(key.name)))
}
