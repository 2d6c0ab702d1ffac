//! The server on a port.
//!
//! Connections are accepted here rather than by the library's own loop, because that one waits
//! for ever for the head of a request and for those who do not read, and lets one address have all
//! connections.

use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Request};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower::ServiceExt as _;

use crate::http::address::Address;
use crate::http::crowd::{Crowd, Most};
use crate::http::problem::Problem;
use crate::http::reader::Reader;
use crate::http::visitor::Peer;
use crate::http::{Front, Settings, health, router};

/// How long the head of a request may take.
const SLOWEST_HEAD: Duration = Duration::from_secs(15);

/// The longest head of a request.
const LONGEST_HEAD: usize = 16 << 10;

/// Connections beside sockets: requests on their way, and browsers that wait for the next one.
const CONNECTIONS: usize = 8_000;

/// Connections while there is nothing to serve.
const A_FEW_CONNECTIONS: usize = 100;

/// How long connections may take to say goodbye.
const LONGEST_GOODBYE: Duration = Duration::from_secs(4);

/// Serves until the front closes, then lets connections end.
pub async fn serve(listener: TcpListener, front: Arc<Front>) {
    let router = router(Arc::clone(&front));
    let room = room(&front.settings);
    let closing = front.closing();
    tokio::pin!(closing);
    loop {
        let accepted = tokio::select! {
            () = &mut closing => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Without room the connection is dropped at once.
                let Some(place) = room.enter(Address::of(peer.ip())) else {
                    metrics::counter!("chess_kit_connections_refused_total").increment(1);
                    continue;
                };
                let (router, front) = (router.clone(), Arc::clone(&front));
                tokio::spawn(async move {
                    attend(stream, peer, router, front.closing()).await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(cause = %error, "a connection cannot be accepted");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    let ended = timeout(LONGEST_GOODBYE, async {
        while room.count() > 0 || front.gate.sockets() > 0 {
            sleep(Duration::from_millis(10)).await;
        }
    });
    if ended.await.is_err() {
        tracing::warn!(sockets = front.gate.sockets(), "some connections did not end in time");
    }
}

/// How many connections there may be.
///
/// Behind a proxy all come from the proxy, and then only their number in all is limited.
fn room(settings: &Settings) -> Arc<Crowd> {
    let limits = &settings.limits;
    let address = if settings.proxy_header.is_some() { 0 } else { limits.connections_of_address };
    let most = Most { address, network: limits.of_network(address), all: CONNECTIONS };
    Crowd::new(most, "chess_kit_connections")
}

/// Does something before there is anything to serve, and tells whoever comes meanwhile to come
/// back later.
///
/// Nobody is left waiting: a balancer that asks `/ready` hears 503 at once, and people read why.
/// A port that is bound late would tell neither of them anything, and one that another program
/// has would be noticed late.
pub async fn while_closed<T>(listener: &TcpListener, work: impl Future<Output = T>) -> T {
    let router = Router::new()
        .route("/health", axum::routing::get(health::health))
        // The path below which the app lies is known only later.
        .route("/{*below}", axum::routing::any(below))
        .fallback(async || Problem::starting());
    let mut connections = JoinSet::new();
    tokio::pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            _ = connections.join_next(), if !connections.is_empty() => {}
            accepted = listener.accept(), if connections.len() < A_FEW_CONNECTIONS => match accepted {
                // The connections end with the work, and whoever is there comes back.
                Ok((stream, peer)) => drop(connections.spawn(attend(stream, peer, router.clone(), pending()))),
                Err(_) => sleep(Duration::from_millis(100)).await,
            },
        }
    }
}

/// `/health` below a path is there, too, while everything else is not.
async fn below(Path(path): Path<String>) -> Response {
    if path.ends_with("/health") {
        health::health().await.into_response()
    } else {
        Problem::starting().into_response()
    }
}

/// Answers the requests of one connection, until it ends or becomes a socket, or until the server
/// closes.
async fn attend(stream: TcpStream, peer: SocketAddr, router: Router, closing: impl Future<Output = ()>) {
    // Frames are small and wanted at once; a connection that cannot do that works all the same.
    let _ = stream.set_nodelay(true);
    let service = router.map_request(move |request: Request<hyper::body::Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(Peer(peer));
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SLOWEST_HEAD)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(Reader::new(stream)), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::pin!(connection);
    // A client that breaks off is no failure of ours.
    let _ = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
}
