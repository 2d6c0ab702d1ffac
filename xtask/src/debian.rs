//! The Debian package: the program, its pages and completions, and a service that nobody has to start.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::dist::{Place, VERSION, pages_and_completions, text, told_by};
use crate::{Done, root, run, step, target_directory, tools};

/// Where the unit of `deploy/` expects the program, and where a package has it.
const PATHS: [&str; 2] = ["/usr/local/bin/chess-kit", "/usr/bin/chess-kit"];

/// Scripts that Debian runs when the package comes and goes.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// Settings of servers in front of ours, which `docs/club-server.md` takes from the package.
const EXAMPLES: [&str; 4] = ["Caddyfile", "Caddyfile-path", "nginx.conf", "nginx-path.conf"];

/// Makes the package.
pub fn pack(place: &Place, binary: &Path) -> Done {
    let tree = place.stage.join("debian");
    let below = |path: &str| tree.join(path);
    for folder in ["DEBIAN", "etc", "usr/bin", "usr/lib/systemd/system", "usr/share/doc/chess-kit"] {
        fs::create_dir_all(below(folder)).map_err(text)?;
    }
    copy(binary, &below("usr/bin/chess-kit"))?;
    let pages = below("usr/share/man/man1");
    let written = place.stage.join("completions");
    pages_and_completions(binary, &pages, &written)?;
    for (from, to) in COMPLETIONS {
        copy(&written.join(from), &below(to))?;
    }
    for page in fs::read_dir(&pages).map_err(text)?.filter_map(Result::ok) {
        run(Command::new("gzip").args(["-9", "-n", "-f"]).arg(page.path()))?;
    }
    let unit = fs::read_to_string(root().join("deploy/chess-kit.service")).map_err(text)?;
    fs::write(below("usr/lib/systemd/system/chess-kit.service"), unit.replace(PATHS[0], PATHS[1]))
        .map_err(text)?;
    copy(&root().join("deploy/debian/chess-kit.toml"), &below("etc/chess-kit.toml"))?;
    copy(&root().join("deploy/debian/copyright"), &below("usr/share/doc/chess-kit/copyright"))?;
    copy(&root().join("deploy/debian/README.Debian"), &below("usr/share/doc/chess-kit/README.Debian"))?;
    for example in EXAMPLES {
        copy(&root().join("deploy").join(example), &below("usr/share/doc/chess-kit/examples").join(example))?;
    }
    copy(&root().join("CHANGELOG.md"), &below("usr/share/doc/chess-kit/changelog"))?;
    run(Command::new("gzip").args(["-9", "-n", "-f"]).arg(below("usr/share/doc/chess-kit/changelog")))?;
    let architecture = told_by(Command::new("dpkg").arg("--print-architecture"))?;
    let architecture = architecture.trim();
    fs::write(below("DEBIAN/control"), control(architecture, &tree)?).map_err(text)?;
    fs::write(below("DEBIAN/conffiles"), "/etc/chess-kit.toml\n").map_err(text)?;
    for script in SCRIPTS {
        copy(&root().join("deploy/debian").join(script), &below("DEBIAN").join(script))?;
        run(Command::new("chmod").arg("755").arg(below("DEBIAN").join(script)))?;
    }
    let file = place.downloads.join(format!("chess-kit_{VERSION}_{architecture}.deb"));
    run(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(&tree))?;
    let mut build = Command::new("dpkg-deb");
    build.env("SOURCE_DATE_EPOCH", &place.time).args(["--root-owner-group", "-Zxz", "--build"]);
    run(build.arg(&tree).arg(file))
}

/// Completions as the program writes them, and where Debian's shells look for them.
const COMPLETIONS: [(&str, &str); 3] = [
    ("chess-kit.bash", "usr/share/bash-completion/completions/chess-kit"),
    ("_chess-kit", "usr/share/zsh/vendor-completions/_chess-kit"),
    ("chess-kit.fish", "usr/share/fish/vendor_completions.d/chess-kit.fish"),
];

fn control(architecture: &str, tree: &Path) -> Result<String, String> {
    let size = told_by(Command::new("du").args(["-sk", "--apparent-size"]).arg(tree))?;
    let size = size.split_whitespace().next().unwrap_or("0").to_owned();
    let oldest = oldest_libc(&tree.join("usr/bin/chess-kit"))?;
    Ok(format!(
        "Package: chess-kit\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The Chess Kit founders <founders@chess-kit.invalid>\n\
         Installed-Size: {size}\n\
         Depends: libc6 (>= {oldest}), libgcc-s1, passwd\n\
         Recommends: ca-certificates\n\
         Section: games\n\
         Priority: optional\n\
         Description: chess games with secrets, cards, sealed choices and teams\n \
         A referee that keeps every secret of Don Kirkby's games for an ordinary\n \
         chess set: play them in the terminal, at one screen, across a network,\n \
         or against bots; print the cards, the sheets and the book.\n"
    ))
}

/// The newest symbols of the C library that the program asks for: `2.34`.
fn oldest_libc(binary: &Path) -> Result<String, String> {
    let symbols = told_by(Command::new("objdump").arg("-T").arg(binary))?;
    let version = |word: &str| {
        let version = word.trim_matches(['(', ')']).strip_prefix("GLIBC_")?;
        version.split('.').map(|number| number.parse().ok()).collect::<Option<Vec<u32>>>()
    };
    let newest = symbols.split_whitespace().filter_map(version).max().ok_or("no symbols of a C library")?;
    Ok(newest.iter().map(u32::to_string).collect::<Vec<String>>().join("."))
}

fn copy(from: &Path, to: &Path) -> Done {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(text)?;
    }
    fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
}

/// What a shell calls the first game of the catalogue.
const FIRST_GAME: &str = "game=$(chess-kit games | head -n 1 | cut -d ' ' -f 1)";

/// The package among what was packed.
fn package_in(downloads: &Path) -> Result<PathBuf, String> {
    let files = fs::read_dir(downloads).map_err(text)?.filter_map(Result::ok).map(|entry| entry.path());
    let mut packages = files.filter(|path| path.extension().is_some_and(|ending| ending == "deb"));
    packages.next().ok_or_else(|| format!("there is no package in {}", downloads.display()))
}

/// Whether the site was packed, too.
fn has_site(downloads: &Path) -> Result<bool, String> {
    let mut names = fs::read_dir(downloads).map_err(text)?.filter_map(Result::ok);
    Ok(names.any(|entry| entry.file_name().to_string_lossy().starts_with("chess-kit-site-")))
}

/// Installs the package in a clean Debian, uses it, and takes it away again.
pub fn check(downloads: &Path) -> Done {
    let package = package_in(downloads)?;
    let clean = CleanDebian::new()?;
    fs::copy(&package, clean.root.join("chess-kit.deb")).map_err(text)?;
    step("install", clean.run(&["dpkg", "-i", "/chess-kit.deb"]))?;
    for words in [
        &["chess-kit", "--version"][..],
        &["sh", "-c", &format!("{FIRST_GAME}; chess-kit rules $game")],
        &["chess-kit", "config", "--config", "/etc/chess-kit.toml"],
        &["test", "-s", "/usr/share/doc/chess-kit/examples/Caddyfile"],
        &["chess-kit", "print", "deck", "-o", "/tmp/deck.pdf"],
    ] {
        step(&words.join(" "), clean.run(words))?;
    }
    let play = format!("{FIRST_GAME}; printf 'quit\\nyes\\n' | chess-kit play $game --plain --seed 1");
    step("a game", clean.run(&["sh", "-c", &play]))?;
    step("serve", clean.serve(has_site(downloads)?))?;
    step("remove", clean.run(&["dpkg", "-r", "chess-kit"]))?;
    clean.lacks("usr/bin/chess-kit")?;
    step("purge", clean.run(&["dpkg", "-P", "chess-kit"]))?;
    ["etc/chess-kit.toml", "usr/share/doc/chess-kit", "usr/lib/systemd/system/chess-kit.service"]
        .iter()
        .try_for_each(|path| clean.lacks(path))?;
    step("the short way of docs/club-server.md", clean.take_the_short_way(&package))?;
    step("the unit", clean.verify_unit())?;
    println!("xtask: the package was installed, used and removed in a clean Debian");
    Ok(())
}

/// What a shell has to know to type the short way where nobody is but root, and where no systemd runs:
/// services are enabled and not started.
const SHORT_WAY_IN_A_FOLDER: &str = "\
set -e
export DEBIAN_FRONTEND=noninteractive
sudo() { \"$@\"; }
systemctl() {
    case \"$*\" in
    'enable --now '*) command systemctl enable \"$3\" ;;
    *) echo \"not done in a folder: systemctl $*\" ;;
    esac
}
cd /root
apt-get update
apt-get install --yes --no-install-recommends systemd
";

/// The commands of the short way, as they stand on the page.
fn short_way(page: &str) -> Result<String, String> {
    let section = page.split("\n## The short way").nth(1).and_then(|rest| rest.split("\n## ").next());
    let blocks: Vec<&str> = section.unwrap_or_default().split("```\n").skip(1).step_by(2).collect();
    let commands = blocks.concat();
    match commands.contains("chess-kit") {
        true => Ok(commands),
        false => Err("docs/club-server.md has no short way any more".to_owned()),
    }
}

/// A Debian in a folder, with nothing but what every Debian has.
struct CleanDebian {
    root: PathBuf,
}

impl CleanDebian {
    fn new() -> Result<CleanDebian, String> {
        tools::install_debian("mmdebstrap", "mmdebstrap")?;
        let root = target_directory().join("dist/debian");
        if root.exists() {
            fs::remove_dir_all(&root).map_err(text)?;
        }
        fs::create_dir_all(&root).map_err(text)?;
        let release = fs::read_to_string("/etc/os-release").map_err(text)?;
        let name = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
        let name = name.ok_or("a clean Debian can only be made on a Debian")?;
        let sources = sources_of_debian()?;
        let mut make = Command::new("mmdebstrap");
        make.args(["--quiet", "--variant=minbase", "--mode=root", "--include=ca-certificates", name])
            .arg(&root);
        run(make.arg(sources)).map(|()| CleanDebian { root })
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command
            .arg(&self.root)
            .args(["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"])
            .args(words);
        command
    }

    fn run(&self, words: &[&str]) -> Done {
        let output = self.command(words).output().map_err(text)?;
        match output.status.success() {
            true => Ok(()),
            false => Err(format!(
                "ended with {}\n{}{}",
                output.status,
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            )),
        }
    }

    /// Starts a server as the unit does, as its user and with its settings, and asks it for the app.
    fn serve(&self, has_module: bool) -> Done {
        let address = free_address()?;
        self.run(&["install", "-d", "-o", "chess-kit", "-m", "700", "/var/lib/chess-kit"])?;
        let user = ["setpriv", "--reuid=chess-kit", "--regid=chess-kit", "--clear-groups"];
        let serve = ["chess-kit", "serve", "--config", "/etc/chess-kit.toml", "--listen", &address];
        let mut server =
            self.command(&[&user[..], &serve].concat()).stdout(Stdio::null()).spawn().map_err(text)?;
        let asked = ["/ready", "/", "/api/games"].iter().try_for_each(|path| asked(&address, path));
        // Where there is a site, the module was made, and the program has it, too.
        let asked = if has_module { asked.and_then(|()| plays_in_the_page(&address)) } else { asked };
        let _ = server.kill();
        let _ = server.wait();
        asked
    }

    /// Types what the page says for a server with the package, literally, and looks at what comes of it.
    fn take_the_short_way(&self, package: &Path) -> Done {
        let name = package.file_name().ok_or("the package has a name")?;
        fs::copy(package, self.root.join("root").join(name)).map_err(text)?;
        let page = fs::read_to_string(root().join("docs/club-server.md")).map_err(text)?;
        let typed = format!("{SHORT_WAY_IN_A_FOLDER}{}", short_way(&page)?);
        self.run(&["sh", "-c", &typed])?;
        for expected in [
            "chess-kit config --config /etc/chess-kit.toml | grep -q '^origin = \"https://YOUR.NAME\"'",
            "chess-kit config --config /etc/chess-kit.toml | grep -q '^proxy-header = \"x-forwarded-for\"'",
            "systemctl is-enabled --quiet chess-kit",
            "caddy adapt --config /etc/caddy/Caddyfile --adapter caddyfile | grep -qi YOUR.NAME",
        ] {
            self.run(&["sh", "-c", expected]).map_err(|said| format!("`{expected}` {said}"))?;
        }
        Ok(())
    }

    /// Asks this Debian's own systemd what it has against the unit of the package, and whether it would
    /// have noticed anything.
    fn verify_unit(&self) -> Done {
        let unit = "/usr/lib/systemd/system/chess-kit.service";
        let spoiled =
            format!("sed 's/^TimeoutStopSec=.*/TimeoutStopSec=soon/' {unit} > /tmp/chess-kit.service");
        self.run(&["sh", "-c", &spoiled])?;
        if self.systemd_says("/tmp/chess-kit.service")?.is_empty() {
            return Err("systemd finds nothing wrong with a unit that is wrong".to_owned());
        }
        let said = self.systemd_says(unit)?;
        if said.is_empty() { Ok(()) } else { Err(said.join("\n")) }
    }

    /// What systemd has against a unit.
    fn systemd_says(&self, unit: &str) -> Result<Vec<String>, String> {
        let output = self.command(&["systemd-analyze", "verify", unit]).output().map_err(text)?;
        let said = String::from_utf8_lossy(&output.stderr);
        // Before version 254 it does not know two keys and ignores them.
        let is_new = |line: &&str| line.contains("'RestartSteps'") || line.contains("'RestartMaxDelaySec'");
        let about = said.lines().filter(|line| line.contains("chess-kit.service") && !is_new(line));
        Ok(about.map(str::to_owned).collect())
    }

    fn lacks(&self, path: &str) -> Done {
        if self.root.join(path).exists() { Err(format!("/{path} was left behind")) } else { Ok(()) }
    }
}

/// An address at which nobody listens.
pub fn free_address() -> Result<String, String> {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    free.map(|address| address.to_string()).map_err(text)
}

/// Asks a server that may still be starting.
pub fn asked(address: &str, path: &str) -> Done {
    let url = format!("http://{address}{path}");
    let ask =
        ["--silent", "--show-error", "--fail", "--retry", "40", "--retry-delay", "1", "--retry-all-errors"];
    run(Command::new("curl").args(ask).args(["--max-time", "10", "--output", "/dev/null", &url]))
}

/// Asks for the module that plays in the page, which the page names.
fn plays_in_the_page(address: &str) -> Done {
    let mut ask = Command::new("curl");
    let page = told_by(ask.args(["--silent", "--fail", "--max-time", "10", &format!("http://{address}/")]))?;
    asked(address, &format!("/{}", module_of(&page)?))
}

/// The name of the module in a page that has one.
fn module_of(page: &str) -> Result<&str, String> {
    let named = page.split("<meta name=\"app-module\" content=\"").nth(1);
    let name = named.and_then(|rest| rest.split('"').next()).filter(|name| !name.is_empty());
    name.ok_or_else(|| "the page names no module, so nobody can play without the server".to_owned())
}

/// Where this Debian's own packages come from, without the places of others.
fn sources_of_debian() -> Result<PathBuf, String> {
    let folder = Path::new("/etc/apt");
    let places = [folder.join("sources.list.d/debian.sources"), folder.join("sources.list")];
    places
        .into_iter()
        .find(|place| place.is_file())
        .ok_or("apt does not say where Debian's packages are".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_cannot_be_checked() {
        let folder = std::env::temp_dir().join(format!("chess-kit-downloads-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for a moment");
        fs::write(folder.join("chess-kit-0.tar.gz"), "").expect("a file for a moment");
        let missing = check(&folder).expect_err("nothing was packed");
        assert!(missing.starts_with("there is no package in "), "{missing}");
        fs::write(folder.join("chess-kit_0_amd64.deb"), "").expect("a file for a moment");
        assert_eq!(package_in(&folder), Ok(folder.join("chess-kit_0_amd64.deb")));
        fs::remove_dir_all(&folder).expect("the folder goes");
    }

    #[test]
    fn the_short_way_is_what_the_page_says() {
        let page = fs::read_to_string(root().join("docs/club-server.md")).expect("the page");
        let typed = short_way(&page).expect("a short way");
        let commands: Vec<&str> = typed.lines().filter(|line| !line.is_empty()).collect();
        assert!(commands.iter().all(|line| line.starts_with("sudo ") || line.starts_with("chess-kit ")));
        assert!(commands.iter().any(|line| line.contains("apt-get install --yes ./chess-kit_")));
        assert!(commands.iter().any(|line| line.contains("Caddyfile")));
        assert!(short_way("# A page\n\n## Another way\n").is_err());
    }

    #[test]
    fn a_page_without_a_module_is_told_from_one_with_it() {
        let page = |name: &str| format!("<head><meta name=\"app-module\" content=\"{name}\"></head>");
        assert_eq!(module_of(&page("module-1.wasm")), Ok("module-1.wasm"));
        for without in [page(""), "<head></head>".to_owned()] {
            assert!(module_of(&without).is_err(), "{without}");
        }
    }
}
