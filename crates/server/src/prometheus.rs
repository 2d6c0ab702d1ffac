//! What Prometheus may ask for, on an address of its own.
//!
//! Never on the address that players use: a counter of actions can betray a secret one.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;
use tokio::time::interval;

use crate::hall::Hall;

/// How often old values are put together.
const UPKEEP: Duration = Duration::from_secs(5);

/// The limits between which times are counted, in seconds.
const TIMES: [f64; 11] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 10.0];

/// Starts to count; what was counted before is lost.
///
/// # Errors
///
/// Fails when something in this process counts already.
pub fn start() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new().set_buckets(&TIMES)?.install_recorder()?;
    metrics::describe_counter!("chess_kit_requests_total", "Requests by route, method and status");
    metrics::describe_histogram!("chess_kit_request_seconds", "How long requests take, by route");
    metrics::describe_counter!("chess_kit_commands_total", "Commands by what became of them");
    metrics::describe_counter!("chess_kit_tables_opened_total", "Tables that were opened");
    metrics::describe_counter!(
        "chess_kit_slow_readers_total",
        "Connections that were cut because nobody read"
    );
    metrics::describe_gauge!("chess_kit_sockets", "Connections of viewers");
    metrics::describe_gauge!("chess_kit_tables_in_memory", "Tables that this node keeps in memory");
    metrics::describe_gauge!("chess_kit_ready", "1 when the store answers and the bus reaches other nodes");
    Ok(handle)
}

/// Answers `/metrics` until the future is dropped.
///
/// # Errors
///
/// Fails when the port does.
pub async fn serve(listener: TcpListener, handle: PrometheusHandle, hall: Arc<Hall>) -> std::io::Result<()> {
    let told = handle.clone();
    let answer = get(async move || {
        metrics::gauge!("chess_kit_tables_in_memory").set(hall.tables_in_memory() as f64);
        let ready = hall.ready().await.unwrap_or(false);
        metrics::gauge!("chess_kit_ready").set(f64::from(u8::from(ready)));
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], told.render())
    });
    let keep_up = async move {
        let mut ticks = interval(UPKEEP);
        loop {
            ticks.tick().await;
            handle.run_upkeep();
        }
    };
    tokio::select! {
        served = axum::serve(listener, Router::new().route("/metrics", answer)) => served,
        () = keep_up => Ok(()),
    }
}
