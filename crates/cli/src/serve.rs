//! `chess-kit serve`: tables over the network, from a laptop at a club night to several machines.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::{Sentence, say};
use kit_server::bus;
use kit_server::config::Config;
use kit_server::hall::{Hall, HallSettings};
use kit_server::http::{self, Front};
use kit_server::keyfile::{BadKey, CodeKeyFile};
#[cfg(feature = "hosting")]
use kit_server::prometheus;
#[cfg(feature = "hosting")]
use kit_server::push::{PushKey, WebPush, WebPushSettings};
use kit_server::store::Store;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use tokio::net::TcpListener;
use tokio::time::interval;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{ConfiguredArgs, open_store_patiently};
use crate::examples::examples;
use crate::streams;
use crate::usage::{Usage, failure};

/// How to serve.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit serve                                  for this machine
  chess-kit serve --lan                            for phones and laptops on the same network
  chess-kit serve --origin https://chess.example --proxy-header x-forwarded-for
  chess-kit serve --database postgres://kit@db/kit --bus nats://bus:4222

Every flag is also a variable (CHESS_KIT_LISTEN) and a line of the file; `chess-kit config` shows
what holds and why. docs/operating.md says how to run a server for others."))]
pub struct ServeArgs {
    #[command(flatten)]
    configured: ConfiguredArgs,
}

/// How many tables are forgotten at a time.
const A_FEW: u32 = 500;

/// How often old tables are looked for.
const FORGETTING: Duration = Duration::from_secs(60 * 60);

/// Serves until somebody ends it.
pub fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    let config = args.configured.config()?;
    start_logging(&config)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(config));
    // A bot may still be thinking; nobody waits for it.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served.map(|()| ExitCode::SUCCESS)
}

/// Serves for this machine, and opens the app in the browser.
pub fn open_app() -> anyhow::Result<ExitCode> {
    run(&ServeArgs { configured: ConfiguredArgs::with_app_open() })
}

fn start_logging(config: &Config) -> anyhow::Result<()> {
    let filter: Targets = config.log.parse().map_err(|_| {
        let found = Filling::text(&config.log);
        Usage::error(say!(
            "log cannot be `{found}` (try error, warn, info, debug, or a filter such as kit_server=debug)",
            found
        ))
    })?;
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let registry = tracing_subscriber::registry().with(filter);
    let started = if config.log_json {
        registry.with(lines.json()).try_init()
    } else {
        registry.with(lines.with_target(false)).try_init()
    };
    started.map_err(|error| {
        failure(&say!("logging cannot be started: {problem}", problem = Filling::text(error)))
    })?;
    // What a program says when it fails can hold a secret; where it failed cannot.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| (place.file(), place.line())).unwrap_or_default();
        tracing::error!(file = place.0, line = place.1, "a part of the program failed");
    }));
    Ok(())
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let listener = listen(config.listen, "--listen").await?;
    let address = listener.local_addr()?;
    #[cfg(feature = "hosting")]
    let metrics = match config.metrics {
        Some(address) => Some((listen(address, "--metrics").await?, prometheus::start()?)),
        None => None,
    };
    let (store, key) = http::serving::while_closed(&listener, prepare(&config)).await?;
    let bus = bus::open(config.bus.as_deref()).await;
    let bus = bus.map_err(|error| {
        Usage::error(say!("the bus cannot be used: {problem}", problem = Filling::text(error)))
    })?;
    let hall = Hall::new(CATALOGUE, Arc::clone(&store), bus, hall_settings(&config, &key));
    #[cfg(feature = "hosting")]
    if let Some(push) = push(&config, &*store).await? {
        hall.push_through(Arc::new(push));
    }
    let front = Front::new(Arc::clone(&hall), config.settings.clone());
    let upkeep = tokio::spawn(Arc::clone(&hall).run());
    #[cfg(feature = "hosting")]
    if let Some((listener, handle)) = metrics {
        tokio::spawn(prometheus::serve(listener, handle, Arc::clone(&front)));
    }
    if let Some(age) = config.forget_after {
        tokio::spawn(forget(hall, age));
    }
    welcome(&config, address);
    let closer = Arc::clone(&front);
    tokio::spawn(async move {
        asked_to_end().await;
        tracing::info!("ending; clients are told to come back");
        closer.close();
    });
    http::serve(listener, front).await;
    upkeep.abort();
    tracing::info!("ended");
    Ok(())
}

/// Opens the store, for which it may have to wait, and the key that goes with it.
async fn prepare(config: &Config) -> anyhow::Result<(Arc<dyn Store>, CodeKeyFile)> {
    let path = config.key_file.as_deref().ok_or_else(|| {
        Usage::error(say!("there is no data directory for this user, so name a file with --key-file <file>"))
    })?;
    let store = open_store_patiently(&config.database, config.database_wait).await?;
    let bad = |bad: BadKey| Usage::from_error(bad);
    let key = CodeKeyFile::open(path).map_err(bad)?;
    key.check(&*store, config.new_key).await.map_err(bad)?;
    Ok((store, key))
}

/// How browsers are told of turns, where that was asked for.
#[cfg(feature = "hosting")]
async fn push(config: &Config, store: &dyn Store) -> anyhow::Result<Option<WebPush>> {
    let Some(push) = &config.push else { return Ok(None) };
    let path = push.key_file.as_deref().ok_or_else(|| {
        Usage::error(say!(
            "there is no data directory for this user, so name a file with --push-key-file <file>"
        ))
    })?;
    let bad = |bad: BadKey| Usage::from_error(bad);
    let key = PushKey::open(path, &push.contact).map_err(bad)?;
    key.check(path, store, config.new_key).await.map_err(bad)?;
    Ok(Some(WebPush::new(WebPushSettings::new(key, push.services.clone()))))
}

/// How the hall behaves, by what was told.
fn hall_settings(config: &Config, key: &CodeKeyFile) -> HallSettings {
    HallSettings {
        bot_pace: config.bot_pace,
        bots_resign: config.bots_resign,
        bots_greet: config.bots_greet,
        code_key: key.code_key(),
        invitations_last: config.invitations_last,
        ..HallSettings::default()
    }
}

async fn listen(address: SocketAddr, flag: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        let next = SocketAddr::new(address.ip(), address.port().checked_add(1).unwrap_or(8080));
        let why = match error.kind() {
            ErrorKind::AddrInUse => {
                let hint = Filling::text(format!("{flag} {next}"));
                say!("another program listens there (try {hint})", hint)
            }
            ErrorKind::PermissionDenied => {
                let hint = Filling::text(format!("{flag} {}:8080", address.ip()));
                say!("that port is not for everybody (try {hint})", hint)
            }
            ErrorKind::AddrNotAvailable => say!("this machine has no such address"),
            _ => Sentence::finished(error.to_string()),
        };
        Usage::error(say!("cannot listen on {address}: {why}", address = Filling::text(address), why))
    })
}

/// Says where the app is, and opens it where that is wanted.
fn welcome(config: &Config, address: SocketAddr) {
    let local = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        _ => address,
    };
    let path = &config.settings.path;
    let link = format!("http://{local}{path}");
    if config.lan {
        match lan_address() {
            Some(ip) => {
                let link = format!("http://{}{path}", SocketAddr::new(ip, address.port()));
                let (code, link) = (Filling::text(qr_code(&link)), Filling::text(link));
                let told = say!("Chess Kit is at {link} for everybody on this network", link);
                streams::say(&say!("{code}\n{told}", code, told));
            }
            None => streams::say(&say!(
                "this machine has no address on a network, so only it can reach Chess Kit"
            )),
        }
    }
    let told = Filling::text(&link);
    streams::say(&say!("Chess Kit is at {link} (Ctrl-C ends it)", link = &told));
    if config.open && !open_browser(&link) {
        streams::say(&say!("no browser could be started; open {link} yourself", link = told));
    }
}

/// The address of this machine on its network.
fn lan_address() -> Option<IpAddr> {
    // Nothing is sent: the system only says which address it would use.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket
        .local_addr()
        .ok()
        .map(|address| address.ip())
        .filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

/// A picture that phones can read, light on dark.
fn qr_code(link: &str) -> String {
    match QrCode::new(link) {
        // Terminals are mostly dark, and the quiet zone must be light.
        Ok(code) => code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build(),
        Err(_) => String::new(),
    }
}

fn open_browser(link: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

/// Waits for Ctrl-C, or for what service managers send.
async fn asked_to_end() {
    let interrupted = async {
        // Where there is no such signal there is nothing to wait for.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

/// Forgets tables that nobody has touched for long.
async fn forget(hall: Arc<Hall>, age: Duration) {
    let age = i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
    let mut ticks = interval(FORGETTING);
    loop {
        ticks.tick().await;
        loop {
            match hall.forget(age, A_FEW).await {
                Ok(0) => break,
                Ok(tables) => tracing::info!(tables, "old tables are forgotten"),
                Err(error) => {
                    tracing::warn!(cause = %error, "old tables cannot be forgotten");
                    break;
                }
            }
        }
    }
}
