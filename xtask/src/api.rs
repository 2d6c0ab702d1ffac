//! Lets Schemathesis, a program of other people, attack a server by its own description.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use crate::{Done, cargo, run, step, target_directory};

/// The Schemathesis that the description was tried with.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";

/// What is checked of every answer.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_schema_conformance,negative_data_rejection,unsupported_method";

/// A server that ends with this value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server on a free port and attacks it.
pub fn attack(rest: &[&str]) -> Done {
    cargo(["build", "--package", "chess-kit", "--no-default-features"], &[])?;
    let target = target_directory();
    let tools = target.join("schemathesis");
    if !tools.join("bin/st").exists() {
        println!("xtask: installing {SCHEMATHESIS}, once");
        step("venv", run(Command::new("python3").args(["-m", "venv"]).arg(&tools)))?;
        step("pip", run(Command::new(tools.join("bin/pip")).args(["install", "--quiet", SCHEMATHESIS])))?;
    }
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let address = free.map_err(|error| format!("no free port: {error}"))?.to_string();
    let database = target.join("schemathesis.sqlite");
    // What the last attack has left behind is of no use to this one.
    let _ = fs::remove_file(&database);
    let binary = target.join("debug").join(format!("chess-kit{}", env::consts::EXE_SUFFIX));
    let server = Command::new(binary)
        .args(["serve", "--listen", &address, "--limits", "off", "--log", "error"])
        .arg("--database")
        .arg(format!("sqlite:{}", database.display()))
        .stdout(Stdio::null())
        .spawn();
    let _server = Server(server.map_err(|error| format!("the server cannot be started: {error}"))?);
    let description = format!("http://{address}/api/openapi.json");
    let mut attack = Command::new(tools.join("bin/st"));
    attack.args(["run", &description, "--wait-for-schema", "30", "--checks", CHECKS]);
    attack.args(["--exclude-path-regex", "/socket$", "--phases", "examples,coverage,fuzzing"]);
    attack.args(["--suppress-health-check", "all", "--no-color"]);
    let few = ["--max-examples", "40"];
    step("schemathesis", run(attack.args(if rest.is_empty() { &few[..] } else { rest })))
}
