//! `serve`, `config`, `export` and `import` as people run them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

#[cfg(feature = "hosting")]
use kit_server::throwaway::{self, Throwaway};

fn kit(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess-kit"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CHESS_KIT_")) {
        command.env_remove(name);
    }
    command.args(arguments).env("LC_ALL", "C");
    command
}

fn output(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = kit(arguments).output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

/// A directory that is gone with this value.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("chess-kit-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory can be made");
        Scratch(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Whatever stays is in the system's own directory for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server that ends with this value.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(scratch: &Scratch) -> Server {
        let database = format!("sqlite:{}", scratch.path("tables.sqlite"));
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--database", &database, "--bot-pace", "0"];
        let mut child = kit(&arguments).stderr(Stdio::piped()).spawn().expect("the binary runs");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let line = lines.find_map(|line| line.ok().filter(|line| line.starts_with("Chess Kit is at")));
        let line = line.expect("the server says where it is");
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).expect("an address");
        let address = address.to_owned();
        // The server must not stop because nobody reads what it logs.
        std::thread::spawn(move || lines.for_each(drop));
        Server { child, address }
    }

    /// A server whose database is not there yet.
    #[cfg(feature = "hosting")]
    fn without_database(scratch: &Scratch, postgres: &Throwaway) -> Server {
        let address = format!("127.0.0.1:{}", throwaway::free_port().expect("a port"));
        let key = scratch.path("code.key");
        let database = postgres.address();
        let arguments = ["serve", "--listen", &address, "--database", database, "--key-file", &key];
        let child = kit(&arguments).stderr(Stdio::null()).spawn().expect("the binary runs");
        let server = Server { child, address };
        until("the server listens", || TcpStream::connect(&server.address).is_ok());
        server
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let stream = TcpStream::connect(&self.address).expect("the server listens");
        self.ask_through(stream, method, path, body)
    }

    fn ask_through(&self, mut stream: TcpStream, method: &str, path: &str, body: &str) -> String {
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}",
            self.address
        )
        .expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const OPEN: &str = r#"{"game": "chess960", "seats": [{"sitter": "me"}, {"sitter": "free"}], "public": true}"#;

#[test]
fn a_server_ends_soon_when_asked_and_its_tables_are_there_again() {
    let scratch = Scratch::new("serve");
    let mut server = Server::start(&scratch);
    assert!(server.ask("GET", "/ready", "").starts_with("HTTP/1.1 200"));
    assert!(server.ask("POST", "/api/tables", OPEN).starts_with("HTTP/1.1 20"));
    let asked = Instant::now();
    let ended = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status();
    assert!(ended.is_ok_and(|status| status.success()));
    let status = server.child.wait().expect("it ends");
    assert!(status.success(), "{status}");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    let again = Server::start(&scratch);
    assert!(again.ask("GET", "/api/tables", "").contains("\"game\":\"chess960\""));
}

#[test]
fn tables_move_from_one_store_to_another() {
    let scratch = Scratch::new("backup");
    let server = Server::start(&scratch);
    server.ask("POST", "/api/tables", OPEN);
    let (from, to) = (scratch.path("tables.sqlite"), scratch.path("other.sqlite"));
    let (from, to, backup) = (format!("sqlite:{from}"), format!("sqlite:{to}"), scratch.path("backup"));
    let (code, _, said) = output(&["export", &backup, "--database", &from]);
    assert_eq!((code, said.as_str()), (0, "tables: 1, of them also as scoresheets: 0\n"));
    let (code, _, said) = output(&["export", &backup, "--database", &from]);
    assert_eq!(code, 2, "{said}");
    let (code, _, said) = output(&["import", &backup]);
    assert_eq!(code, 2);
    assert!(said.contains("--database"), "{said}");
    let (code, _, said) = output(&["import", &backup, "--database", &to]);
    assert_eq!((code, said.as_str()), (0, "tables: 1, and that were there already: 0\n"));
    let (code, lines, _) = output(&["export", "-", "--database", &to]);
    assert_eq!((code, lines.lines().count()), (0, 3), "{lines}");
}

#[test]
fn what_cannot_be_served_is_said_in_a_sentence() {
    let scratch = Scratch::new("refused");
    let database = format!("sqlite:{}", scratch.path("tables.sqlite"));
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("a bound port").to_string();
    std::fs::write(Path::new(&scratch.path("file")), "x").expect("a file can be written");
    let inside_file = format!("sqlite:{}", scratch.path("file/tables.sqlite"));
    std::fs::write(scratch.path("kit.toml"), "listen = \"127.0.0.1:1\"\nspeed = 3\n").expect("a file");
    let settings = scratch.path("kit.toml");
    for (arguments, expected) in [
        (vec!["--listen", &address, "--database", &database], "another program listens there"),
        (vec!["--listen", "127.0.0.1:0", "--database", &inside_file], "the database cannot be opened: "),
        (
            vec![
                "--listen",
                "127.0.0.1:0",
                "--database",
                "postgres://kit@127.0.0.1:1/kit",
                "--database-wait",
                "0",
            ],
            "cannot be reached",
        ),
        (vec!["--listen", "here"], "--listen cannot be `here`"),
        (vec!["--bus", "pigeons"], "--bus cannot be `pigeons`"),
        (vec!["--config", &settings], "unknown key: `speed`"),
        (vec!["--config", "/nowhere/kit.toml"], "/nowhere/kit.toml: there is no such file"),
        (vec!["--log", "kit=loud=er", "--database", &database], "log cannot be"),
    ] {
        let (code, stdout, stderr) = output(&[vec!["serve"], arguments.clone()].concat());
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(expected), "{arguments:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

/// A database that starts after the server, as on a machine that starts both.
#[cfg(feature = "hosting")]
#[test]
fn a_server_waits_for_its_database_and_says_so_meanwhile() {
    let scratch = Scratch::new("late");
    let mut postgres = Throwaway::postgres().unwrap_or_else(|problem| panic!("{problem}"));
    postgres.stop();
    let mut server = Server::without_database(&scratch, &postgres);
    assert!(server.ask("GET", "/ready", "").starts_with("HTTP/1.1 503"));
    assert!(server.ask("POST", "/api/tables", OPEN).starts_with("HTTP/1.1 503"));
    assert!(server.ask("GET", "/health", "").starts_with("HTTP/1.1 200"), "it is alive");
    postgres.start().expect("it starts");
    until("the server is ready", || {
        let stream = TcpStream::connect(&server.address).ok();
        stream
            .is_some_and(|stream| server.ask_through(stream, "GET", "/ready", "").starts_with("HTTP/1.1 200"))
    });
    assert!(server.ask("POST", "/api/tables", OPEN).starts_with("HTTP/1.1 20"));
    assert!(server.child.try_wait().expect("an answer").is_none(), "the same process serves");
}

/// Who is not let in at all is told at once, however long the server may wait.
#[cfg(feature = "hosting")]
#[test]
fn a_server_does_not_wait_where_that_mends_nothing() {
    let scratch = Scratch::new("never");
    let postgres = Throwaway::postgres().unwrap_or_else(|problem| panic!("{problem}"));
    let place = postgres.address().trim_start_matches("postgres://postgres@").to_owned();
    let nowhere = place.replace("/postgres", "/nowhere");
    let key = scratch.path("code.key");
    for (database, expected) in [
        (format!("postgres://nobody:hunter2@{place}"), "role \"nobody\" does not exist"),
        (format!("postgres://postgres:hunter2@{nowhere}"), "database \"nowhere\" does not exist"),
    ] {
        let arguments = ["--listen", "127.0.0.1:0", "--database-wait", "3600", "--key-file", &key];
        let mut command = kit(&[&["serve", "--database", &database], &arguments[..]].concat());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the binary runs");
        until("the server ends", || child.try_wait().expect("an answer").is_some());
        let output = child.wait_with_output().expect("it has ended");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: the database cannot be opened: "), "{said}");
        assert!(said.contains(expected) && !said.contains("hunter2"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// Waits for something that must happen soon, also on a busy machine.
#[cfg(feature = "hosting")]
fn until(what: &str, mut happens: impl FnMut() -> bool) {
    let asked = Instant::now();
    while !happens() {
        assert!(asked.elapsed() < Duration::from_secs(60), "not in a minute: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_configuration_is_shown_with_its_sources() {
    let scratch = Scratch::new("config");
    std::fs::write(scratch.path("kit.toml"), "sockets = 7\nlan = true\n").expect("a file");
    let settings = scratch.path("kit.toml");
    let mut command = kit(&["config", "--listen", "127.0.0.1:7000", "--config", &settings]);
    command.env("CHESS_KIT_DATABASE", "postgres://kit:secret@db/kit");
    let output = command.output().expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(&format!("{name} = "))).unwrap_or_default();
    assert!(
        line("listen").starts_with("listen = \"127.0.0.1:7000\"") && line("listen").ends_with("# flag"),
        "{text}"
    );
    assert!(line("database").contains("postgres://kit:***@db/kit"), "{text}");
    assert!(line("database").ends_with("# CHESS_KIT_DATABASE"), "{text}");
    assert!(line("sockets").starts_with("sockets = 7") && line("sockets").contains("kit.toml"), "{text}");
    assert!(line("lan").starts_with("lan = true"), "{text}");
    assert!(!text.contains("secret"), "{text}");
    // What is shown can be read again.
    std::fs::write(scratch.path("again.toml"), text.as_bytes()).expect("a file");
    let again = kit(&["config", "--config", &scratch.path("again.toml")]).output().expect("the binary runs");
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
}
