//! The files in `deploy/`: what they promise stands in them, and the programs that read them can.
//!
//! A program that is not installed is not asked; nobody needs nginx to work on games.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A file as it is shipped.
fn shipped(name: &str) -> String {
    let path = deploy().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

/// The lines that say something, without blanks around them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What follows a word at the beginning of a line.
fn after<'a>(text: &'a str, word: &str) -> &'a str {
    let found = lines(text).find_map(|line| line.strip_prefix(word));
    found.unwrap_or_else(|| panic!("no line begins with `{word}`")).trim()
}

/// The number that follows a word at the beginning of a line.
#[cfg(feature = "hosting")]
fn number_after(text: &str, word: &str) -> u64 {
    let rest = after(text, word);
    rest.trim_end_matches(';').parse().unwrap_or_else(|_| panic!("not a number: `{rest}`"))
}

/// The part of an indented text below a line, up to the next one that is indented no further.
fn below(text: &str, heading: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut rest = text.lines().skip_while(|line| line.trim() != heading);
    let first = rest.next().unwrap_or_else(|| panic!("no line is `{heading}`"));
    let inside = |line: &&str| line.trim().is_empty() || indent(line) > indent(first);
    rest.take_while(inside).collect::<Vec<&str>>().join("\n")
}

/// Runs a program if it is installed; what it said, and whether it was content.
fn asked(program: &str, arguments: &[&str], home: &Path) -> Option<(bool, String)> {
    let mut command = Command::new(program);
    command.args(arguments).env("HOME", home).env("XDG_DATA_HOME", home).env("XDG_CONFIG_HOME", home);
    let Output { status, stdout, stderr } = command.output().ok()?;
    Some((status.success(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned()))
}

/// A directory that is gone with this value.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("chess-kit-deploy-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory can be made");
        Scratch(path)
    }

    /// Writes a file into it; its path.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file can be written");
        path
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

/// What the settings for others come to.
#[cfg(feature = "hosting")]
fn settings() -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess-kit"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CHESS_KIT_")) {
        command.env_remove(name);
    }
    let path = deploy().join("chess-kit.toml");
    let Output { status, stdout, stderr } =
        command.arg("config").arg("--config").arg(path).output().expect("the binary runs");
    assert_eq!(status.code(), Some(0), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

/// How many sockets a server takes with the settings for others.
#[cfg(feature = "hosting")]
fn sockets() -> u64 {
    let settings = settings();
    let rest = after(&settings, "sockets =");
    rest.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("`{rest}`"))
}

#[cfg(feature = "hosting")]
#[test]
fn the_settings_hold() {
    assert_eq!(sockets(), 25_000, "documents and comments say so");
    let settings = settings();
    assert!(after(&settings, "origin =").starts_with("\"https://"));
    assert!(after(&settings, "listen =").starts_with("\"127.0.0.1:"), "only the proxy reaches it");
}

#[cfg(feature = "hosting")]
#[test]
fn there_is_room_for_all_sockets_on_the_way() {
    let nginx = shipped("nginx.conf");
    // One connection to the player, one to the node.
    assert!(number_after(&nginx, "worker_connections ") >= 2 * sockets());
    assert!(number_after(&nginx, "worker_rlimit_nofile ") >= 2 * sockets());
    // A database, a bus, files, and connections that are no sockets.
    let others = 1_000;
    assert!(number_after(&shipped("chess-kit.service"), "LimitNOFILE=") >= sockets() + others);
    let compose = shipped("compose.yml");
    let files = |heading| number_after(&below(&compose, heading), "nofile:");
    assert!(files("x-node: &node") >= sockets() + others);
    assert!(files("balancer:") >= number_after(&nginx, "worker_rlimit_nofile "));
}

#[test]
fn proxies_speak_https_and_ask_browsers_to_stay_with_it() {
    for name in ["nginx.conf", "nginx-path.conf"] {
        let text = shipped(name);
        assert!(after(&text, "listen 443 ").starts_with("ssl"), "{name}");
        assert!(after(&text, "listen [::]:443 ").starts_with("ssl"), "{name}");
        assert!(after(&text, "add_header Strict-Transport-Security").ends_with("always;"), "{name}");
        assert_eq!(after(&text, "return 308 https"), "://$host$request_uri;", "{name}");
    }
    for name in ["Caddyfile", "Caddyfile-path"] {
        let text = shipped(name);
        assert!(after(&text, "header Strict-Transport-Security").starts_with("\"max-age="), "{name}");
        assert!(!lines(&text).any(|line| line.contains("http://")), "{name}: a site has a certificate");
    }
}

#[test]
fn the_image_can_speak_tls_tells_whether_it_is_well_and_is_built_with_a_node_that_is_cared_for() {
    let text = shipped("Dockerfile");
    let last = text.rsplit("\nFROM ").next().expect("a stage");
    assert!(last.contains("apt-get install --yes --no-install-recommends ca-certificates"));
    assert!(lines(last).any(|line| line.starts_with("HEALTHCHECK ")));
    assert!(last.contains("GET /health "));
    assert!(lines(last).any(|line| line == "USER chess-kit"));
    let node = after(&text, "ARG NODE_IMAGE=docker.io/library/node:");
    let version = node.split('-').next().and_then(|version| version.parse::<u32>().ok());
    assert!(version.is_some_and(|version| version >= 22), "{node}");
}

#[test]
fn nobody_gets_to_the_bus_without_its_secret() {
    let text = shipped("compose.yml");
    let services = below(&text, "services:");
    let bus = below(&services, "bus:");
    assert!(after(&bus, "command:").starts_with("[\"--auth\", \"${NATS_TOKEN:?"), "{bus}");
    assert!(after(&text, "CHESS_KIT_BUS:").starts_with("nats://${NATS_TOKEN:?"));
    let reached = |name: &str| lines(&below(&services, name)).any(|line| line == "ports:");
    assert_eq!(["balancer:", "bus:", "database:"].map(reached), [true, false, false], "from outside");
}

#[test]
fn the_unit_is_tried_for_as_long_as_it_takes() {
    let text = shipped("chess-kit.service");
    assert_eq!(after(&text, "StartLimitIntervalSec="), "0");
    assert_eq!(after(&text, "Restart="), "on-failure");
}

/// What systemd has against a unit, which is copied to a directory with the binary in its place.
fn systemd_says(scratch: &Scratch, unit: &str) -> Option<Vec<String>> {
    let unit = unit.replace("/usr/local/bin/chess-kit", env!("CARGO_BIN_EXE_chess-kit"));
    let path = scratch.file("chess-kit.service", &unit);
    let (_, said) = asked("systemd-analyze", &["verify", &path], &scratch.0)?;
    // It also speaks about other units of this machine; and systemd before 254 ignores two lines.
    let new = |line: &str| line.contains("'RestartSteps'") || line.contains("'RestartMaxDelaySec'");
    let about = |line: &&str| line.contains("chess-kit.service") && !new(line);
    Some(said.lines().filter(about).map(str::to_owned).collect())
}

#[test]
fn systemd_can_read_the_unit() {
    let scratch = Scratch::new("systemd");
    let unit = shipped("chess-kit.service");
    let broken = unit.replace("TimeoutStopSec=10", "TimeoutStopSec=soon");
    // Where systemd has never run it may have nothing to say about any unit.
    if systemd_says(&scratch, &broken).is_some_and(|said| !said.is_empty()) {
        assert_eq!(systemd_says(&scratch, &unit), Some(Vec::new()));
    }
}

/// A certificate and its key, if somebody can make them here.
fn certificate(scratch: &Scratch) -> Option<(String, String)> {
    let (certificate, key) = (scratch.path("tls.crt"), scratch.path("tls.key"));
    let line = format!(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost \
         -keyout {key} -out {certificate}"
    );
    let (made, _) = asked("openssl", &line.split(' ').collect::<Vec<&str>>(), &scratch.0)?;
    made.then_some((certificate, key))
}

/// Whether nginx is there and new enough, as the files say at their top.
fn has_nginx(scratch: &Scratch) -> bool {
    let Some((_, said)) = asked("nginx", &["-v"], &scratch.0) else { return false };
    let version = said.trim().rsplit('/').next().unwrap_or_default();
    let numbers: Vec<u32> = version.split(['.', ' ']).map_while(|number| number.parse().ok()).collect();
    numbers >= vec![1, 25, 1]
}

#[test]
fn nginx_can_read_its_files() {
    let scratch = Scratch::new("nginx");
    let Some((certificate, key)) = certificate(&scratch).filter(|_| has_nginx(&scratch)) else { return };
    // What only root may do, and what is not on this machine, is put elsewhere.
    let here = |text: String| {
        let mut text = text.replace("/run/nginx.pid", &scratch.path("pid"));
        for (there, here) in [
            ("/run/secrets/tls_certificate", certificate.as_str()),
            ("/run/secrets/tls_key", &key),
            ("/etc/ssl/certs/club.example.crt", &certificate),
            ("/etc/ssl/private/club.example.key", &key),
            ("server node-1:", "server 127.0.0.1:"),
            ("server node-2:", "server 127.0.0.2:"),
            ("listen 80", "listen 18080"),
            ("listen [::]:80", "listen [::]:18080"),
            ("listen 443", "listen 18443"),
            ("listen [::]:443", "listen [::]:18443"),
        ] {
            text = text.replace(there, here);
        }
        text
    };
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {};\n", scratch.path(kind)))
        .concat();
    let whole = here(shipped("nginx.conf")).replace("http {", &format!("http {{\n{places}"));
    let site = scratch.file("site.conf", &here(shipped("nginx-path.conf")));
    let pid = scratch.path("pid");
    let around = format!("pid {pid};\nevents {{}}\nhttp {{\naccess_log off;\n{places}include {site};\n}}\n");
    for text in [whole, around] {
        let path = scratch.file("nginx.conf", &text);
        let (content, said) =
            asked("nginx", &["-t", "-e", "stderr", "-c", &path], &scratch.0).expect("nginx");
        assert!(content && !said.contains("[warn]"), "{said}");
    }
}

#[test]
fn caddy_can_read_its_files() {
    let scratch = Scratch::new("caddy");
    for name in ["Caddyfile", "Caddyfile-path"] {
        let path = scratch.file(name, &shipped(name));
        let arguments = ["validate", "--adapter", "caddyfile", "--config", &path];
        let Some((content, said)) = asked("caddy", &arguments, &scratch.0) else { return };
        assert!(content, "{name}: {said}");
    }
}
