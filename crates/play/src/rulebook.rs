//! Rule books.
