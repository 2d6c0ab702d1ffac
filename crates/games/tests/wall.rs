//! The wall around secrets, as far as the compiler builds it: none of these programs compiles.

#[test]
fn secrets_cannot_be_reached() {
    let programs = trybuild::TestCases::new();
    programs.compile_fail("tests/wall/*.rs");
}
