//! Waiting for a database that starts after us, and not waiting for one that will never let us in.

use std::net::Ipv4Addr;
use std::time::Duration;

use kit_server::store::{self, Fault, StoreError, wait_for};
use kit_server::throwaway::Throwaway;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::postgres;

/// Longer than any of these tests takes; whoever waits so long waits for nothing.
const LONG: Duration = Duration::from_secs(600);

/// What must be said at once is said by then, also on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(60);

/// What a Postgres server says that has only just been started.
const STARTING: &[u8] = b"E\0\0\0\x37SFATAL\0VFATAL\0C57P03\0Mthe database is starting up\0\0";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_waits_is_let_in_when_the_database_has_started() {
    let mut server = postgres();
    let port: u16 = server.address().rsplit([':', '/']).nth(1).expect("a port").parse().expect("a number");
    server.stop();
    // In its place there is somebody who breaks off, and then somebody who is not ready yet.
    let instead = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.expect("its port");
    let address = format!("{}?sslmode=disable", server.address());
    let waiting = tokio::spawn(async move { wait_for(&address, LONG).await });
    drop(instead.accept().await.expect("an attempt"));
    let (mut client, _) = instead.accept().await.expect("another attempt");
    client.read_u8().await.expect("a greeting");
    client.write_all(STARTING).await.expect("an answer");
    drop(client);
    drop(instead.accept().await.expect("and another one"));
    drop(instead);
    assert!(!waiting.is_finished());
    let server = tokio::task::spawn_blocking(move || {
        server.start().expect("it starts");
        server
    })
    .await
    .expect("no panic");
    let waited = timeout(AT_ONCE, waiting).await.expect("it is let in soon").expect("no panic");
    waited.expect("the database is there");
    store::open(server.address()).await.expect("an empty database");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_what_waiting_does_not_mend() {
    let server = postgres();
    ask_for_passwords_of_members(&server).await;
    let place = server.address().rsplit('@').next().expect("a place").to_owned();
    let nowhere = place.replace("/postgres", "/nowhere");
    for (address, part) in [
        (format!("postgres://member:hunter2@{place}"), "password authentication failed for user \"member\""),
        (format!("postgres://nobody@{place}"), "role \"nobody\" does not exist"),
        (format!("postgres://postgres@{nowhere}"), "database \"nowhere\" does not exist"),
        ("postgres://127.0.0.1:port/none".to_owned(), "not an address of a Postgres database"),
    ] {
        let refused = timeout(AT_ONCE, wait_for(&address, LONG)).await.expect("it is said at once");
        let StoreError { text, .. } = refused.expect_err(&address);
        assert!(text.contains(part) && !text.contains("hunter2"), "{address}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    let right = format!("postgres://member:correct@{place}");
    timeout(AT_ONCE, wait_for(&right, LONG)).await.expect("an answer").expect("the password is right");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_longer_than_they_were_told() {
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
    let silent = silent.local_addr().expect("a port");
    for place in ["127.0.0.1:1", &silent.to_string()] {
        let address = format!("postgres://kit:hunter2@{place}/kit");
        let waited = timeout(AT_ONCE, wait_for(&address, Duration::from_secs(1))).await.expect("an answer");
        let StoreError { fault, text } = waited.expect_err("nobody is there");
        assert_eq!(fault, Fault::Unreachable);
        assert!(text.starts_with("the Postgres database cannot be reached: "), "{text}");
        assert!(!text.contains("hunter2") && !text.contains("pool"), "{text}");
    }
}

/// Has a server ask a new role for its password.
async fn ask_for_passwords_of_members(server: &Throwaway) {
    let mut connection = PgConnection::connect(server.address()).await.expect("a connection");
    let (path,): (String,) = sqlx::query_as("SELECT setting FROM pg_settings WHERE name = 'hba_file'")
        .fetch_one(&mut connection)
        .await
        .expect("a setting");
    let lines = "VALUES ('host all member all scram-sha-256'), ('host all all all trust')";
    let write = format!("COPY ({lines}) TO '{path}'");
    for statement in ["CREATE ROLE member LOGIN PASSWORD 'correct'", &write, "SELECT pg_reload_conf()"] {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await.expect(statement);
    }
    // The server takes note of it in its own time.
    let place = server.address().rsplit('@').next().expect("a place");
    let wrong = format!("postgres://member:wrong@{place}");
    for _ in 0..1000 {
        if PgConnection::connect(&wrong).await.is_err() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the server asks nobody for a password");
}
