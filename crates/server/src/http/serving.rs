//! The server on a port.
//!
//! Connections are accepted here rather than by the library's own loop, because that one waits
//! for ever for the head of a request.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::ServiceExt as _;

use crate::http::visitor::Peer;
use crate::http::{Front, router};

/// How long the head of a request may take.
const SLOWEST_HEAD: Duration = Duration::from_secs(15);

/// The longest head of a request.
const LONGEST_HEAD: usize = 16 << 10;

/// Connections beside sockets: requests on their way, and browsers that wait for the next one.
const CONNECTIONS: usize = 8_000;

/// How long connections may take to say goodbye.
const LONGEST_GOODBYE: Duration = Duration::from_secs(4);

/// Serves until the front closes, then lets connections end.
pub async fn serve(listener: TcpListener, front: Arc<Front>) {
    let router = router(Arc::clone(&front));
    let room = Arc::new(Semaphore::new(CONNECTIONS));
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
                let Ok(place) = Arc::clone(&room).try_acquire_owned() else { continue };
                let (router, front) = (router.clone(), Arc::clone(&front));
                tokio::spawn(async move {
                    attend(stream, peer, router, &front).await;
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
        while room.available_permits() < CONNECTIONS || front.gate.sockets() > 0 {
            sleep(Duration::from_millis(10)).await;
        }
    });
    if ended.await.is_err() {
        tracing::warn!(sockets = front.gate.sockets(), "some connections did not end in time");
    }
}

/// Answers the requests of one connection, until it ends or becomes a socket.
async fn attend(stream: TcpStream, peer: SocketAddr, router: Router, front: &Front) {
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
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::pin!(connection);
    // A client that breaks off is no failure of ours.
    let _ = tokio::select! {
        ended = connection.as_mut() => ended,
        () = front.closing() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
}
