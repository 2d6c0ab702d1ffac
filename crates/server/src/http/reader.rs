//! Connections that are cut when nobody reads what is written to them.
//!
//! A client that asks for much and reads nothing, or a byte now and then, would otherwise keep its
//! connection and what was written for it as long as it likes.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// How long a client may take until it reads something.
const SLOWEST_READER: Duration = Duration::from_secs(30);

/// How long it may take for each byte beyond that: a kilobyte a second is slow enough for anybody.
const TIME_FOR_A_BYTE: Duration = Duration::from_millis(1);

/// A connection whose client has to read.
pub struct Reader<S> {
    stream: S,
    /// Rings when it is too late; there is none as long as everything written was taken.
    late: Option<Pin<Box<Sleep>>>,
}

impl<S> Reader<S> {
    /// Has the client of a connection read.
    pub fn new(stream: S) -> Reader<S> {
        Reader { stream, late: None }
    }

    /// What comes of an attempt to write: an error, when the client has not read for too long.
    fn in_time(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let now = Instant::now();
        match written {
            Poll::Ready(Ok(count)) => {
                if let Some(late) = &mut self.late {
                    let count = u32::try_from(count).unwrap_or(u32::MAX);
                    let later = late.deadline() + TIME_FOR_A_BYTE.saturating_mul(count);
                    late.as_mut().reset(later.min(now + SLOWEST_READER));
                }
                written
            }
            Poll::Ready(Err(_)) => written,
            Poll::Pending => {
                let late = self.late.get_or_insert_with(|| Box::pin(sleep_until(now + SLOWEST_READER)));
                ready!(late.as_mut().poll(context));
                metrics::counter!("chess_kit_slow_readers_total").increment(1);
                Poll::Ready(Err(ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Reader<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Reader<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(Pin::new(&mut self.stream).poll_flush(context));
        self.late = None;
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::{sleep, timeout};

    use super::*;

    /// Writes this much to somebody who reads so many bytes each second; how long it takes, and
    /// whether it went through.
    async fn written_to(each_second: usize, length: usize) -> (Duration, bool) {
        let (near, mut far) = duplex(64);
        let mut near = Reader::new(near);
        tokio::spawn(async move {
            let mut bytes = vec![0; each_second];
            loop {
                sleep(Duration::from_secs(1)).await;
                if each_second > 0 && far.read_exact(&mut bytes).await.is_err() {
                    break;
                }
            }
        });
        let start = Instant::now();
        let writing = async {
            near.write_all(&vec![0; length]).await?;
            near.flush().await
        };
        let written = timeout(Duration::from_secs(100_000), writing).await.expect("it ends");
        (start.elapsed(), written.is_ok())
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_does_not_read_is_cut_and_whoever_reads_a_little_is_not() {
        let (took, through) = written_to(0, 1_000).await;
        assert!(!through && (29..32).contains(&took.as_secs()), "{took:?}");
        // A byte now and then is no way to stay.
        let (took, through) = written_to(8, 100_000).await;
        assert!(!through && took < Duration::from_secs(60), "{took:?}");
        let (took, through) = written_to(1_500, 200_000).await;
        assert!(through && took > Duration::from_secs(100), "{took:?}");
    }
}
