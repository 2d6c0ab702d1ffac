//! One suite for every bus, and a NATS server that goes away and comes back.

use std::sync::Arc;
use std::time::Duration;

use kit_server::bus::{self, Bus, Notice};
use kit_server::throwaway::Throwaway;
use kit_sitting::TableId;
use tokio::sync::mpsc::Receiver;
use tokio::time::{sleep, timeout};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_local_bus_conforms() {
    let bus = bus::open(None).await.expect("a bus");
    conforms(&bus, &bus).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nats_conforms() {
    let server = nats();
    let one = bus::open(Some(server.address())).await.expect("a bus");
    let other = bus::open(Some(server.address())).await.expect("a bus");
    conforms(&one, &other).await;
}

/// Two nodes; with the local bus both are the same.
async fn conforms(one: &Arc<dyn Bus>, other: &Arc<dyn Bus>) {
    let (mut here, mut there) = (one.subscribe().await, other.subscribe().await);
    meet(one, &mut here, &mut there).await;
    meet(other, &mut here, &mut there).await;
    assert!(one.ready() && other.ready());
    notices_come_in_order(one, &mut here, &mut there).await;
    whoever_is_slow_holds_nobody_up(one, here, &mut there).await;
}

/// Publishes until both have heard it: nobody promises what is heard at the very beginning.
async fn meet(bus: &Arc<dyn Bus>, here: &mut Receiver<Notice>, there: &mut Receiver<Notice>) {
    let sign = notice(1);
    for receiver in [here, there] {
        loop {
            bus.publish(sign.clone());
            match timeout(Duration::from_millis(100), heard(receiver, &sign)).await {
                Ok(()) => break,
                Err(_) => continue,
            }
        }
    }
}

async fn heard(receiver: &mut Receiver<Notice>, sign: &Notice) {
    while receiver.recv().await.expect("the bus goes on") != *sign {}
}

async fn notices_come_in_order(
    bus: &Arc<dyn Bus>,
    here: &mut Receiver<Notice>,
    there: &mut Receiver<Notice>,
) {
    let notices: Vec<Notice> = (0..500).map(notice).collect();
    notices.iter().for_each(|notice| bus.publish(notice.clone()));
    for receiver in [here, there] {
        let came = timeout(Duration::from_secs(30), those_of(receiver, &notices)).await;
        assert_eq!(came.expect("all of them come"), notices);
    }
}

/// As many as there are of these notices, as they come.
///
/// Signs of the other node may come in between: only what one node publishes has an order.
async fn those_of(receiver: &mut Receiver<Notice>, notices: &[Notice]) -> Vec<Notice> {
    let mut came = Vec::new();
    while came.len() < notices.len() {
        let notice = receiver.recv().await.expect("the bus goes on");
        came.extend(notices.contains(&notice).then_some(notice));
    }
    came
}

/// One subscriber does not read, and another has gone; the third hears on.
async fn whoever_is_slow_holds_nobody_up(
    bus: &Arc<dyn Bus>,
    slow: Receiver<Notice>,
    there: &mut Receiver<Notice>,
) {
    drop(bus.subscribe().await);
    for round in 0..100 {
        let sign = notice(round);
        for number in 0..100 {
            bus.publish(notice(number));
        }
        bus.publish(sign.clone());
        timeout(Duration::from_secs(30), heard(there, &sign)).await.expect("the third hears on");
    }
    assert!(slow.len() <= 4096, "what waits for the slow one is bounded: {}", slow.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nats_may_go_away_and_come_back() {
    let mut server = nats();
    let bus = bus::open(Some(server.address())).await.expect("a bus");
    let (mut here, mut there) = (bus.subscribe().await, bus.subscribe().await);
    meet(&bus, &mut here, &mut there).await;
    for _ in 0..2 {
        server.stop();
        until(|| !bus.ready()).await;
        // More than anybody keeps, and nobody waits.
        (0..20_000).for_each(|number| bus.publish(notice(number)));
        server.start().expect("it starts again");
        until(|| bus.ready()).await;
        meet(&bus, &mut here, &mut there).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_start_also_while_nats_is_away() {
    let mut server = nats();
    server.stop();
    let bus = bus::open(Some(server.address())).await.expect("a bus");
    let mut here = bus.subscribe().await;
    assert!(!bus.ready());
    bus.publish(notice(1));
    server.start().expect("it starts");
    let mut there = bus.subscribe().await;
    meet(&bus, &mut here, &mut there).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nats_may_ask_for_a_token_or_a_password() {
    let token: (&str, &[&str]) = ("a1b2c3", &["--auth", "a1b2c3"]);
    let password: (&str, &[&str]) = ("kit:a1b2c3", &["--user", "kit", "--pass", "a1b2c3"]);
    for (who, flags) in [token, password] {
        let server = Throwaway::nats_for(who, flags).unwrap_or_else(|problem| panic!("{problem}"));
        let address = server.address();
        // One of several addresses says it for all.
        let several = format!("{address},{}", address.replace(&format!("{who}@"), ""));
        let one = bus::open(Some(&several)).await.expect("a bus");
        let other = bus::open(Some(address)).await.expect("a bus");
        let (mut here, mut there) = (one.subscribe().await, other.subscribe().await);
        meet(&one, &mut here, &mut there).await;
        for wrong in [address.replace("a1b2c3", "a1b2c4"), address.replace(&format!("{who}@"), "")] {
            let stranger = bus::open(Some(&wrong)).await.expect("an address");
            drop(stranger.subscribe().await);
            assert!(!stranger.ready(), "{wrong} is not let in");
        }
    }
}

#[tokio::test]
async fn what_is_no_bus_is_refused_with_a_sentence() {
    for address in [
        "http://127.0.0.1:4222",
        "nats://",
        "",
        "ws://127.0.0.1:80",
        "nats://127.0.0.1:port",
        "nats://127.0.0.1,ftp://other",
    ] {
        let problem = bus::open(Some(address)).await.err().expect(address);
        assert!(problem.to_string().starts_with("not a bus: "), "{problem}");
    }
    let problem = bus::open(Some("nats://me:hunter2@127.0.0.1:port")).await.err().expect("no address");
    assert!(!problem.to_string().contains("hunter2"), "{problem}");
}

async fn until(holds: impl Fn() -> bool) {
    timeout(Duration::from_secs(30), async {
        while !holds() {
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("it comes about in half a minute");
}

fn notice(head: u32) -> Notice {
    Notice { table: TableId::new(&mut kit_play::Chance::unpredictable()), head }
}

fn nats() -> Throwaway {
    Throwaway::nats().unwrap_or_else(|problem| panic!("{problem}"))
}
