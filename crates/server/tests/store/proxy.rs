//! Somebody who stands between a store and its database and lets things go wrong.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use kit_server::throwaway::Throwaway;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// How the way to the database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// As it should be.
    Fine,
    /// There is none, and what was under way is cut off.
    Cut,
    /// It breaks after some bytes, each time after others.
    Short,
    /// Everything takes a while.
    Slow,
    /// Nothing comes through, and nobody is told.
    Silent,
    /// Commits go through, and their answers are lost.
    Deaf,
    /// Every other commit has bad luck, each time in another way.
    Fickle,
}

/// After how many bytes a short link breaks: while one side is greeted, within a question, within
/// a record.
const SHORT: [usize; 5] = [30, 250, 700, 1500, 30_000];

/// How much a slow link adds, each time something is sent.
const SLOW: Duration = Duration::from_millis(3);

/// A way to a database.
pub struct Proxy {
    address: String,
    link: watch::Sender<Link>,
}

impl Proxy {
    /// A way to a database of a server.
    pub async fn to(server: &Throwaway, database: &str) -> Proxy {
        let port = server.address().rsplit([':', '/']).nth(1).and_then(|port| port.parse().ok());
        let port: u16 = port.expect("an address with a port");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let here = listener.local_addr().expect("a port");
        let link = watch::Sender::new(Link::Fine);
        tokio::spawn(accept(listener, port, link.subscribe()));
        Proxy { address: format!("postgres://postgres@{here}/{database}"), link }
    }

    /// Where it is.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// From now on the way is like this.
    pub fn becomes(&self, link: Link) {
        self.link.send_replace(link);
    }
}

/// What all connections count together.
#[derive(Default)]
struct Counts {
    short: AtomicUsize,
    commits: AtomicUsize,
}

async fn accept(listener: TcpListener, port: u16, link: watch::Receiver<Link>) {
    let counts = Arc::new(Counts::default());
    while let Ok((client, _)) = listener.accept().await {
        if *link.borrow() == Link::Cut {
            continue;
        }
        // The server may be away.
        let Ok(database) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await else { continue };
        tokio::spawn(stand_between(client, database, link.clone(), Arc::clone(&counts)));
    }
}

async fn stand_between(
    client: TcpStream,
    database: TcpStream,
    mut link: watch::Receiver<Link>,
    counts: Arc<Counts>,
) -> io::Result<()> {
    client.set_nodelay(true)?;
    database.set_nodelay(true)?;
    let (from_client, to_client) = client.into_split();
    let (from_database, to_database) = database.into_split();
    let lost = AtomicBool::new(false);
    let up = Way { link: link.clone(), lost: &lost, left: counts.next_short() };
    let down = Way { link: link.clone(), lost: &lost, left: usize::MAX };
    tokio::select! {
        ended = up.ask(from_client, to_database, &counts) => ended,
        ended = down.answer(from_database, to_client) => ended,
        // Where something was lost, nobody can go on as if nothing had been.
        _ = link.wait_for(|link| *link == Link::Cut || lost.load(Ordering::SeqCst) && *link == Link::Fine) => Ok(()),
    }
}

impl Counts {
    fn next_short(&self) -> usize {
        SHORT[self.short.fetch_add(1, Ordering::SeqCst) % SHORT.len()]
    }
}

/// One direction of a connection.
struct Way<'a> {
    link: watch::Receiver<Link>,
    /// Whether something that was sent, or must be answered, is lost.
    lost: &'a AtomicBool,
    /// How many bytes get through on a short link.
    left: usize,
}

impl Way<'_> {
    async fn ask(
        mut self,
        mut from: OwnedReadHalf,
        mut to: OwnedWriteHalf,
        counts: &Counts,
    ) -> io::Result<()> {
        let mut buffer = vec![0; 65536];
        loop {
            let length = from.read(&mut buffer).await?;
            let words = &buffer[..length];
            let is_commit = words.windows(6).any(|window| window == b"COMMIT");
            let link = *self.link.borrow();
            match link {
                _ if length == 0 => return Ok(()),
                Link::Fine => {}
                Link::Cut => return Ok(()),
                Link::Slow => sleep(SLOW).await,
                Link::Silent => {
                    self.lost.store(true, Ordering::SeqCst);
                    continue;
                }
                Link::Short if length >= self.left => {
                    to.write_all(&words[..self.left]).await?;
                    return Ok(());
                }
                Link::Short => self.left -= length,
                Link::Deaf if is_commit => self.lost.store(true, Ordering::SeqCst),
                Link::Deaf => {}
                Link::Fickle if is_commit => match counts.commits.fetch_add(1, Ordering::SeqCst) % 4 {
                    // The commit is lost.
                    1 => return Ok(()),
                    // The commit goes through, and its answer is lost.
                    2 => self.lost.store(true, Ordering::SeqCst),
                    // The client is cut off, comes back, and only then the commit goes through.
                    3 => {
                        let late = words.to_vec();
                        tokio::spawn(async move {
                            sleep(Duration::from_millis(300)).await;
                            to.write_all(&late).await
                        });
                        return Ok(());
                    }
                    _ => {}
                },
                Link::Fickle => {}
            }
            to.write_all(words).await?;
        }
    }

    async fn answer(self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) -> io::Result<()> {
        let mut buffer = vec![0; 65536];
        loop {
            let length = from.read(&mut buffer).await?;
            let link = *self.link.borrow();
            match link {
                _ if length == 0 => return Ok(()),
                Link::Silent => {
                    self.lost.store(true, Ordering::SeqCst);
                    continue;
                }
                Link::Deaf | Link::Fickle if self.lost.load(Ordering::SeqCst) => return Ok(()),
                Link::Slow => sleep(SLOW).await,
                Link::Fine | Link::Cut | Link::Short | Link::Deaf | Link::Fickle => {}
            }
            to.write_all(&buffer[..length]).await?;
        }
    }
}
