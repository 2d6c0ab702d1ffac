//! A link between two programs that can be cut and slowed: a small proxy in the driver.

use std::io;
use std::net::Ipv4Addr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::schedule::Cut;

/// How much is carried at once.
const PIECE: usize = 16 << 10;

/// A link to a port, at a port of its own.
pub struct Link {
    /// Where it can be reached.
    pub port: u16,
    manner: watch::Sender<Manner>,
}

/// How a link carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// As it should.
    Open,
    /// With a delay for each piece.
    Slow(Duration),
    /// Not.
    Cut(Cut),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    There,
    Back,
}

impl Link {
    /// Lays a link to a port of this machine; it lasts as long as this value.
    pub async fn lay(target: u16) -> io::Result<Link> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let (manner, watching) = watch::channel(Manner::Open);
        tokio::spawn(accept(listener, target, watching));
        Ok(Link { port, manner })
    }

    /// Changes how it carries, from now on.
    pub fn set(&self, manner: Manner) {
        self.manner.send_replace(manner);
    }
}

async fn accept(listener: TcpListener, target: u16, mut manner: watch::Receiver<Manner>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            gone = gone(&mut manner) => return gone,
        };
        match accepted {
            Ok((stream, _)) => drop(tokio::spawn(carry(stream, target, manner.clone()))),
            // There may be too many connections; some will end.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Waits until nobody has the link any more.
async fn gone(manner: &mut watch::Receiver<Manner>) {
    while manner.changed().await.is_ok() {}
}

/// Waits until connections break.
async fn broken(mut manner: watch::Receiver<Manner>) {
    // Without the link there are no connections either.
    let _ = manner.wait_for(|manner| *manner == Manner::Cut(Cut::Break)).await;
}

/// Carries one connection until either side ends it or the link breaks.
async fn carry(asking: TcpStream, target: u16, manner: watch::Receiver<Manner>) {
    if *manner.borrow() == Manner::Cut(Cut::Break) {
        return;
    }
    let Ok(answering) = TcpStream::connect((Ipv4Addr::LOCALHOST, target)).await else { return };
    // Pieces are carried as they come; a connection that cannot do that works all the same.
    let _ = (asking.set_nodelay(true), answering.set_nodelay(true));
    let (from_asking, to_asking) = asking.into_split();
    let (from_answering, to_answering) = answering.into_split();
    tokio::select! {
        _ = pump(from_asking, to_answering, manner.clone(), Direction::There) => {}
        _ = pump(from_answering, to_asking, manner.clone(), Direction::Back) => {}
        () = broken(manner) => {}
    }
}

async fn pump(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut manner: watch::Receiver<Manner>,
    direction: Direction,
) -> io::Result<()> {
    let mut piece = vec![0; PIECE];
    loop {
        let length = from.read(&mut piece).await?;
        // What was lost on the way cannot be made good, so the connection ends with it.
        if length == 0 || !comes_through(&mut manner, direction).await {
            return Ok(());
        }
        to.write_all(&piece[..length]).await?;
    }
}

/// Waits until the link carries something; whether it does.
async fn comes_through(manner: &mut watch::Receiver<Manner>, direction: Direction) -> bool {
    let mut lost = false;
    loop {
        let now = *manner.borrow_and_update();
        match now {
            _ if lost && now != Manner::Cut(Cut::Mute) => return false,
            Manner::Open => return true,
            Manner::Slow(delay) => {
                sleep(delay).await;
                return true;
            }
            Manner::Cut(Cut::Break) => return false,
            Manner::Cut(Cut::Mute) if direction == Direction::There => return true,
            Manner::Cut(Cut::Mute) => lost = true,
            Manner::Cut(Cut::Hold) => {}
        }
        if manner.changed().await.is_err() {
            return false;
        }
    }
}
