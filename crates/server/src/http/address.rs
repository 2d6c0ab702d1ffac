//! Where somebody asks from, as far as it is metered: an address, and the network around it.
//!
//! A single address is cheap for whoever has a network of them, so a network is counted too.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Where somebody asks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(IpAddr);

/// The network that an address belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

impl Address {
    /// A household has one address of IPv4, and one prefix of 64 bits of IPv6.
    pub fn of(address: IpAddr) -> Address {
        match address.to_canonical() {
            IpAddr::V4(address) => Address(IpAddr::V4(address)),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Address(IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0)))
            }
        }
    }

    /// The network around it: 24 bits of IPv4, and 48 of IPv6.
    pub fn network(self) -> Network {
        match self.0 {
            IpAddr::V4(address) => {
                let [a, b, c, _] = address.octets();
                Network(IpAddr::V4(Ipv4Addr::new(a, b, c, 0)))
            }
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                Network(IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        Address::of(text.parse().expect("an address"))
    }

    #[test]
    fn neighbors_in_one_household_share_an_address() {
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff"));
        assert_ne!(address("2001:db8:0:1::1"), address("2001:db8::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
    }

    #[test]
    fn households_of_one_street_share_a_network() {
        let network = |text: &str| address(text).network();
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:ffff::1"));
        assert_ne!(network("2001:db8:1::1"), network("2001:db8:2::1"));
        assert_eq!(network("192.0.2.1"), network("192.0.2.255"));
        assert_ne!(network("192.0.2.1"), network("192.0.3.1"));
    }
}
