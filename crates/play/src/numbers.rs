//! Powers and logarithms that are the same on every machine.
//!
//! A bot's answer must not depend on where it thinks: in a terminal, on a server or in a browser.
//! Addition, multiplication, division and square roots are rounded alike everywhere, but `f64::exp`
//! and its kin come from whatever library a platform has, and those differ in the last digit.
//! One digit is enough: a search whose window lies a hundredth of a pawn elsewhere finds another
//! move in the end.
//! So whatever decides something uses these, which are computed by the same steps everywhere.

/// The number e to some power.
pub fn exp(power: f64) -> f64 {
    libm::exp(power)
}

/// The power to which e must be raised for a number above 0.
pub fn ln(number: f64) -> f64 {
    libm::log(number)
}

/// The power to which 2 must be raised for a number above 0.
pub fn log2(number: f64) -> f64 {
    libm::log2(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digits themselves, as they are on every machine; the first of them is another one in the
    /// libraries of some.
    #[test]
    fn powers_and_logarithms_are_the_same_everywhere() {
        let found = [exp(1.0), exp(-0.37), exp(2.5), ln(2.0), ln(0.81), log2(120.0), log2(3.0)];
        let digits = found.map(f64::to_bits);
        assert_eq!(digits, DIGITS, "{digits:#x?}");
    }

    const DIGITS: [u64; 7] = [
        0x4005_bf0a_8b14_576a,
        0x3fe6_1a7e_e209_faff,
        0x4028_5d6f_d931_e0bb,
        0x3fe6_2e42_fefa_39ef,
        0xbfca_f8e8_210a_415b,
        0x401b_a0a7_eda4_c113,
        0x3ff9_5c01_a39f_bd68,
    ];
}
