//! One suite for every bus, and a NATS server that goes away and comes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kit_server::bus::{self, Bus, Notice};
use kit_server::throwaway::Throwaway;
use kit_sitting::TableId;
use tokio::sync::mpsc::Receiver;
use tokio::time::{sleep, timeout};

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

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
    let table = new_table();
    for _ in 0..2 {
        [one, other].iter().for_each(|bus| bus.follow(&table));
    }
    meet(one, &mut there, &table).await;
    meet(other, &mut here, &table).await;
    assert!(one.ready() && other.ready());
    // Of two who follow it, one goes.
    other.leave(&table);
    notices_come_in_order(one, &mut there, &table).await;
    whoever_is_slow_holds_nobody_up(one, here, &mut there, &table).await;
}

/// Publishes until it is heard: nobody promises what is heard at the very beginning.
async fn meet(bus: &Arc<dyn Bus>, receiver: &mut Receiver<Notice>, table: &TableId) {
    let sign = sign(table);
    timeout(PATIENCE, async {
        loop {
            bus.publish(sign.clone());
            if timeout(Duration::from_millis(100), heard(receiver, &sign)).await.is_ok() {
                return;
            }
        }
    })
    .await
    .expect("they meet");
}

async fn heard(receiver: &mut Receiver<Notice>, sign: &Notice) {
    while receiver.recv().await.expect("the bus goes on") != *sign {}
}

async fn notices_come_in_order(bus: &Arc<dyn Bus>, there: &mut Receiver<Notice>, table: &TableId) {
    let notices: Vec<Notice> = (0..500).map(|head| Notice { table: table.clone(), head }).collect();
    notices.iter().for_each(|notice| bus.publish(notice.clone()));
    let mut came = Vec::new();
    let all = async {
        while came.len() < notices.len() {
            let notice = there.recv().await.expect("the bus goes on");
            // Signs of the beginning may still be under way.
            came.extend(notices.contains(&notice).then_some(notice));
        }
    };
    timeout(PATIENCE, all).await.expect("all of them come");
    assert_eq!(came, notices);
}

/// One subscriber does not read, and another has gone; the third hears on.
async fn whoever_is_slow_holds_nobody_up(
    bus: &Arc<dyn Bus>,
    slow: Receiver<Notice>,
    there: &mut Receiver<Notice>,
    table: &TableId,
) {
    drop(bus.subscribe().await);
    for _ in 0..100 {
        let sign = sign(table);
        for head in 0..100 {
            bus.publish(Notice { table: table.clone(), head });
        }
        bus.publish(sign.clone());
        timeout(PATIENCE, heard(there, &sign)).await.expect("the third hears on");
    }
    assert!(slow.len() <= 4096, "what waits for the slow one is bounded: {}", slow.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_nats_a_node_hears_of_the_tables_that_it_follows_and_of_no_others() {
    let server = nats();
    let one = bus::open(Some(server.address())).await.expect("a bus");
    let other = bus::open(Some(server.address())).await.expect("a bus");
    let mut there = other.subscribe().await;
    let (followed, left) = (new_table(), new_table());
    [&followed, &left].iter().for_each(|table| other.follow(table));
    meet(&one, &mut there, &followed).await;
    meet(&one, &mut there, &left).await;
    other.leave(&left);
    // To leave takes a moment, as to follow does; then nothing comes between two signs.
    let quiet = async {
        loop {
            let (last, never) = (sign(&followed), sign(&left));
            [never, sign(&new_table()), last.clone()].into_iter().for_each(|notice| one.publish(notice));
            let mut strange = 0;
            loop {
                let notice = there.recv().await.expect("the bus goes on");
                strange += usize::from(notice.table != followed);
                if notice == last {
                    break;
                }
            }
            if strange == 0 {
                return;
            }
        }
    };
    timeout(PATIENCE, quiet).await.expect("it becomes quiet");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_is_another_one_after_nats_was_away() {
    let mut server = nats();
    let bus = bus::open(Some(server.address())).await.expect("a bus");
    until(|| bus.link().is_some()).await;
    let before = bus.link();
    server.stop();
    until(|| bus.link().is_none()).await;
    server.start().expect("it starts again");
    until(|| bus.link().is_some()).await;
    until(|| bus.link() != before).await;
    assert_eq!(bus::open(None).await.expect("a bus").link(), None, "one process hears no others");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_too_slow_for_nats_knows_that_something_is_lost() {
    let server = nats();
    let one = bus::open(Some(server.address())).await.expect("a bus");
    let other = bus::open(Some(server.address())).await.expect("a bus");
    let (mut there, table) = (other.subscribe().await, new_table());
    let _slow = other.subscribe().await;
    other.follow(&table);
    meet(&one, &mut there, &table).await;
    let before = other.link();
    for _ in 0..100 {
        (0..100).for_each(|head| one.publish(Notice { table: table.clone(), head }));
        meet(&one, &mut there, &table).await;
    }
    until(|| other.link().is_some_and(|link| Some(link) != before)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nats_may_go_away_and_come_back() {
    let mut server = nats();
    let bus = bus::open(Some(server.address())).await.expect("a bus");
    let other = bus::open(Some(server.address())).await.expect("a bus");
    let (mut there, table) = (other.subscribe().await, new_table());
    other.follow(&table);
    meet(&bus, &mut there, &table).await;
    for _ in 0..2 {
        server.stop();
        until(|| !bus.ready()).await;
        // More than anybody keeps, and nobody waits; what is followed meanwhile is heard later.
        (0..20_000).for_each(|head| bus.publish(Notice { table: table.clone(), head }));
        let new = new_table();
        other.follow(&new);
        server.start().expect("it starts again");
        until(|| bus.ready()).await;
        meet(&bus, &mut there, &table).await;
        meet(&bus, &mut there, &new).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_start_also_while_nats_is_away() {
    let mut server = nats();
    server.stop();
    let bus = bus::open(Some(server.address())).await.expect("a bus");
    let table = new_table();
    let mut here = bus.subscribe().await;
    bus.follow(&table);
    assert!(!bus.ready());
    bus.publish(sign(&table));
    server.start().expect("it starts");
    let other = bus::open(Some(server.address())).await.expect("a bus");
    meet(&other, &mut here, &table).await;
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
        let (mut there, table) = (other.subscribe().await, new_table());
        other.follow(&table);
        meet(&one, &mut there, &table).await;
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

fn new_table() -> TableId {
    TableId::new(&mut kit_play::Chance::unpredictable())
}

/// A notice unlike any other of its table.
fn sign(table: &TableId) -> Notice {
    static SIGNS: AtomicU32 = AtomicU32::new(1_000);
    Notice { table: table.clone(), head: SIGNS.fetch_add(1, Ordering::Relaxed) }
}

fn nats() -> Throwaway {
    Throwaway::nats().unwrap_or_else(|problem| panic!("{problem}"))
}
