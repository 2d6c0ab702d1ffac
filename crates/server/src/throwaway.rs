//! Servers that a test or a measurement starts for itself, on a free port and in a directory of
//! its own, and that are gone afterwards.
//!
//! Each runs under a small shell that waits for its standard input to end.
//! So it is stopped also when the program that started it is killed.

use std::env;
use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Ports that no system gives to connections.
const LASTING: Range<u16> = 20_000..32_000;

/// How many of them are tried.
const ATTEMPTS: u32 = 1000;

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// Waits until its standard input ends, and stops the server then.
const KEEPER: &str = r#"signal=$1; shift; "$@" & server=$!; while read -r line; do :; done; kill -s "$signal" $server; wait $server"#;

/// A server of one's own.
pub struct Throwaway {
    name: &'static str,
    address: String,
    port: u16,
    directory: PathBuf,
    signal: &'static str,
    command: Vec<String>,
    keeper: Option<Child>,
}

impl Throwaway {
    /// A Postgres server with an empty database.
    ///
    /// # Errors
    ///
    /// If Postgres is not installed or does not start; the text says what to do.
    pub fn postgres() -> Result<Throwaway, String> {
        let binaries = postgres_binaries()?;
        let (directory, port) = (free_directory("postgres"), free_port()?);
        let place = directory.display().to_string();
        let mut make = as_postgres();
        make.extend([binaries.join("initdb").display().to_string()]);
        make.extend(
            ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", "-D", &place].map(str::to_owned),
        );
        let made =
            command(&make).stdin(Stdio::null()).output().map_err(|error| format!("initdb: {error}"))?;
        if !made.status.success() {
            return Err(format!("initdb: {}", String::from_utf8_lossy(&made.stderr).trim()));
        }
        let settings = [
            format!("port={port}"),
            "listen_addresses=127.0.0.1".to_owned(),
            format!("unix_socket_directories={place}"),
            "fsync=off".to_owned(),
            "max_connections=200".to_owned(),
            "log_min_messages=fatal".to_owned(),
        ];
        let mut run = vec![binaries.join("postgres").display().to_string(), "-D".to_owned(), place];
        run.extend(settings.into_iter().flat_map(|setting| ["-c".to_owned(), setting]));
        let address = format!("postgres://postgres@127.0.0.1:{port}/postgres");
        Throwaway::begin("postgres", address, port, directory, "QUIT", run)
    }

    /// A NATS server for everybody.
    ///
    /// # Errors
    ///
    /// If nats-server is not installed or does not start; the text says what to do.
    pub fn nats() -> Result<Throwaway, String> {
        Throwaway::nats_for("", &[])
    }

    /// A NATS server for those who say who they are (`token`, or `name:password`), with the flags
    /// that tell it so.
    ///
    /// # Errors
    ///
    /// If nats-server is not installed or does not start; the text says what to do.
    pub fn nats_for(who: &str, flags: &[&str]) -> Result<Throwaway, String> {
        let program = found("nats-server", &["/usr/sbin", "/usr/local/sbin", "/usr/bin"])
            .ok_or("nats-server is needed: apt-get install nats-server")?;
        let (directory, port) = (free_directory("nats"), free_port()?);
        fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        let arguments = ["-a", "127.0.0.1", "-p", &port.to_string()].map(str::to_owned);
        let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let run = [vec![program.display().to_string()], arguments.to_vec(), flags].concat();
        let at = if who.is_empty() { "" } else { "@" };
        let address = format!("nats://{who}{at}127.0.0.1:{port}");
        Throwaway::begin("nats-server", address, port, directory, "KILL", run)
    }

    fn begin(
        name: &'static str,
        address: String,
        port: u16,
        directory: PathBuf,
        signal: &'static str,
        command: Vec<String>,
    ) -> Result<Throwaway, String> {
        let mut server = Throwaway { name, address, port, directory, signal, command, keeper: None };
        server.start()?;
        Ok(server)
    }

    /// Where it can be reached.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Starts it again, with what it kept, after it was stopped.
    ///
    /// # Errors
    ///
    /// If it does not start.
    pub fn start(&mut self) -> Result<(), String> {
        let mut run = if self.name == "postgres" { as_postgres() } else { Vec::new() };
        run.extend(["sh", "-c", KEEPER, "keeper", self.signal].map(str::to_owned));
        run.extend(self.command.iter().cloned());
        let keeper = command(&run).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.keeper = Some(keeper.map_err(|error| format!("{}: {error}", self.name))?);
        let until = Instant::now() + PATIENCE;
        while !self.answers() {
            if Instant::now() > until {
                return Err(format!("{} does not start", self.name));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Stops it at once, as if it had crashed.
    pub fn stop(&mut self) {
        if let Some(mut keeper) = self.keeper.take() {
            drop(keeper.stdin.take());
            if let Err(error) = keeper.wait() {
                tracing::warn!(%error, "{} could not be stopped", self.name);
            }
        }
    }

    /// Whether it takes clients. A Postgres that still starts takes connections and refuses
    /// them with an error, so its own tool is asked.
    fn answers(&self) -> bool {
        if self.name != "postgres" {
            return TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok();
        }
        let Ok(binaries) = postgres_binaries() else { return false };
        let ask = Command::new(binaries.join("pg_isready"))
            .args(["-q", "-h", "127.0.0.1", "-U", "postgres", "-p", &self.port.to_string()])
            .status();
        ask.is_ok_and(|status| status.success())
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        self.stop();
        if let Err(error) = fs::remove_dir_all(&self.directory) {
            tracing::warn!(%error, "a directory of a test stays behind");
        }
    }
}

fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    // Postgres wants to stand in a directory that its own user may enter.
    command.args(&words[1..]).current_dir(env::temp_dir());
    command
}

/// Postgres refuses to run as root.
fn as_postgres() -> Vec<String> {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let words: &[&str] = if root { &["runuser", "-u", "postgres", "--"] } else { &[] };
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The directory with `postgres` and `initdb`, of the newest version.
fn postgres_binaries() -> Result<PathBuf, String> {
    let missing = "postgres is needed: apt-get install postgresql";
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let version = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions
        .map(|entry| entry.path())
        .filter(|path| path.join("bin/initdb").is_file() && path.join("bin/postgres").is_file())
        .max_by_key(|path| version(path));
    match newest {
        Some(path) => Ok(path.join("bin")),
        None => {
            let initdb = found("initdb", &[]).ok_or(missing)?;
            Ok(initdb.parent().ok_or(missing)?.to_owned())
        }
    }
}

/// A program on the path or in one of these directories, which a plain user's path may lack.
fn found(program: &str, more: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let directories = env::split_paths(&path).chain(more.iter().map(PathBuf::from));
    directories.map(|directory| directory.join(program)).find(|file| file.is_file())
}

/// A port that nobody uses, and that stays free while its server is away.
///
/// Systems give the ports from 32768 on to whoever opens a connection, so a server that comes back
/// could find its port taken by one of its own clients.
///
/// # Errors
///
/// If none is found.
pub fn free_port() -> Result<u16, String> {
    // By lot, so that programs that ask at once are not told the same.
    let mut chance = kit_play::Chance::unpredictable();
    let any = |_| LASTING.start + chance.below(LASTING.len() as u32) as u16;
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    (0..ATTEMPTS).map(any).find(is_free).ok_or_else(|| "no port is free".to_owned())
}

fn free_directory(name: &str) -> PathBuf {
    let unique = kit_sitting::TableId::new(&mut kit_play::Chance::unpredictable());
    env::temp_dir().join(format!("chess-kit-{name}-{unique}"))
}
