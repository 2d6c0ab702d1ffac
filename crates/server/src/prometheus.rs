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

use crate::http::Front;

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
    metrics::describe_counter!("chess_kit_bot_answers_total", "Answers of bots, and whether they were late");
    metrics::describe_counter!(
        "chess_kit_slow_readers_total",
        "Connections that were cut because nobody read"
    );
    metrics::describe_gauge!("chess_kit_sockets", "Connections of viewers");
    metrics::describe_gauge!("chess_kit_tables_in_memory", "Tables that this node keeps in memory");
    metrics::describe_gauge!("chess_kit_connections", "Connections that are no sockets");
    metrics::describe_counter!("chess_kit_connections_refused_total", "Connections without room for them");
    metrics::describe_gauge!("chess_kit_ready", "1 when the store takes what is written");
    metrics::describe_gauge!("chess_kit_bus", "1 when the bus reaches other nodes");
    metrics::describe_gauge!("chess_kit_thinking_waiting", "Requests that wait for a turn to think, by kind");
    metrics::describe_gauge!("chess_kit_stuck_tables", "Tables with work that nobody could do");
    metrics::describe_histogram!(
        "chess_kit_round_trip_seconds",
        "How long the way to players and back takes"
    );
    Ok(handle)
}

/// Answers `/metrics` until the future is dropped.
///
/// # Errors
///
/// Fails when the port does.
pub async fn serve(
    listener: TcpListener,
    handle: PrometheusHandle,
    front: Arc<Front>,
) -> std::io::Result<()> {
    let told = handle.clone();
    let answer = get(async move || {
        look(&front).await;
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

/// Takes note of what nobody counts.
async fn look(front: &Front) {
    let truth = |truth: bool| f64::from(u8::from(truth));
    metrics::gauge!("chess_kit_tables_in_memory").set(front.hall.tables_in_memory() as f64);
    metrics::gauge!("chess_kit_ready").set(truth(front.hall.ready().await.is_ok()));
    metrics::gauge!("chess_kit_bus").set(truth(front.hall.bus_ready()));
    if let Ok(stuck) = front.hall.stuck().await {
        metrics::gauge!("chess_kit_stuck_tables").set(stuck as f64);
    }
    let waiting = [
        ("golf", front.golf.turns().waiting()),
        ("boards", front.boards.turns().waiting()),
        ("bots", front.hall.bots_waiting()),
    ];
    for (kind, waiting) in waiting {
        metrics::gauge!("chess_kit_thinking_waiting", "kind" => kind).set(waiting as f64);
    }
}
