//! How long the line to a client takes, there and back.
//!
//! What a player loses to the network is one round trip for each move: the frame on its way to
//! them, and their action on its way back.
//! So the whole round trip is measured, with pings that carry a number.
//!
//! The average leans to the short ones: a pong is late when anything is in its way, here or there,
//! and early never; and whoever answers pings late on purpose gains slowly, and no more than the
//! table allows.
//! Whoever does not answer them gets nothing.

use std::time::{Duration, Instant};

/// More than this is no network.
const LONGEST: Duration = Duration::from_secs(5);

/// The round trips of a connection.
#[derive(Debug, Default)]
pub struct Lag {
    count: u64,
    /// The ping that is under way, and since when.
    sent: Option<(u64, Instant)>,
    average: Option<Duration>,
}

impl Lag {
    /// A ping is sent now; what it carries.
    pub fn ping(&mut self, now: Instant) -> [u8; 8] {
        self.count += 1;
        self.sent = Some((self.count, now));
        self.count.to_be_bytes()
    }

    /// A pong has come; how long the way there and back took, if it answers the last ping.
    pub fn pong(&mut self, carried: &[u8], now: Instant) -> Option<Duration> {
        let (_, since) = self.sent.take_if(|(number, _)| carried == number.to_be_bytes())?;
        let took = now.saturating_duration_since(since).min(LONGEST);
        self.average = Some(match self.average {
            None => took,
            // Down at once, most of the way; up slowly.
            Some(average) if took < average => (average + 3 * took) / 4,
            Some(average) => (7 * average + took) / 8,
        });
        Some(took)
    }

    /// How long the way there and back takes, in milliseconds; nothing until it was measured.
    pub fn milliseconds(&self) -> u32 {
        self.average.map_or(0, |average| u32::try_from(average.as_millis()).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is measured after these round trips, in milliseconds.
    fn after(trips: &[u64]) -> u32 {
        let (mut lag, mut now) = (Lag::default(), Instant::now());
        for trip in trips {
            let carried = lag.ping(now);
            now += Duration::from_millis(*trip);
            assert_eq!(lag.pong(&carried, now), Some(Duration::from_millis(*trip)));
            now += Duration::from_secs(10);
        }
        lag.milliseconds()
    }

    #[test]
    fn the_average_leans_to_short_round_trips() {
        assert_eq!(after(&[]), 0);
        assert_eq!(after(&[80]), 80);
        assert_eq!(after(&[80, 80, 80]), 80);
        // One hiccup hardly counts, and when the line is better that counts at once.
        assert_eq!(after(&[80, 80, 880]), 180);
        assert_eq!(after(&[80, 80, 880, 80]), 105);
        assert_eq!(after(&[400, 40]), 130);
        // Many of them do count.
        assert!(after(&[[80].as_slice(), &[400; 30]].concat()) > 380);
    }

    #[test]
    fn only_the_answer_to_the_last_ping_counts() {
        let (mut lag, now) = (Lag::default(), Instant::now());
        assert_eq!(lag.pong(&[], now), None);
        let first = lag.ping(now);
        assert_eq!(lag.pong(b"12345678", now), None);
        let later = now + Duration::from_millis(100);
        let second = lag.ping(later);
        assert_eq!(lag.pong(&first, later), None);
        assert!(lag.pong(&second, later + Duration::from_millis(20)).is_some());
        assert_eq!(lag.pong(&second, later + Duration::from_millis(30)), None, "nobody answers twice");
        assert_eq!(lag.milliseconds(), 20);
    }

    #[test]
    fn whoever_does_not_answer_gets_nothing_and_nobody_gets_more_than_a_network_takes() {
        let (mut lag, now) = (Lag::default(), Instant::now());
        lag.ping(now);
        let carried = lag.ping(now + Duration::from_secs(10));
        assert_eq!(lag.milliseconds(), 0);
        assert_eq!(lag.pong(&carried, now + Duration::from_secs(70)), Some(LONGEST));
        assert_eq!(lag.milliseconds(), 5000);
    }
}
