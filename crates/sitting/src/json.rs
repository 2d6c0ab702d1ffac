//! JSON as it is sent, written once and fast.
//!
//! An action writes what every viewer is shown, so JSON has to cost little.
//! `serde_json` looks at every byte of every name and every word for what must be escaped; here
//! names are known to be plain, and words are looked at many bytes at a time.
//! Words that are not plain, and numbers with a point, are left to `serde_json`.
//! The tests compare what both write, over all games.

use std::cell::RefCell;
use std::fmt::{Display, Write as _};
use std::sync::Arc;

use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use serde_json::Error;
use serde_json::value::RawValue;

/// More than any frame; what is larger is not kept for the next.
const LARGEST_PAPER: usize = 256 << 10;

/// JSON that was written once, to be compared and sent as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(Arc<str>);

impl Json {
    /// Writes a value.
    ///
    /// # Panics
    ///
    /// Panics when JSON cannot hold the value, as a map with lists for keys.
    pub fn of(value: &impl Serialize) -> Json {
        thread_local! {
            /// What is written grows here, so that it is allocated once, at its length.
            static PAPER: RefCell<String> = const { RefCell::new(String::new()) };
        }
        PAPER.with_borrow_mut(|paper| {
            paper.clear();
            paper.shrink_to(LARGEST_PAPER);
            write(value, paper);
            Json(paper.as_str().into())
        })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Json {
    /// Reads the text again, because only then does `serde_json` take it as it is; whoever is in a
    /// hurry puts [`Json::as_str`] into what they write.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(S::Error::custom)?;
        raw.serialize(serializer)
    }
}

/// Writes a value at the end of a text.
///
/// # Panics
///
/// Panics when JSON cannot hold the value, as a map with lists for keys.
pub fn write(value: &impl Serialize, text: &mut String) {
    value.serialize(Writer { text }).expect("what is shown can always be written as JSON");
}

/// Whether nothing in a text must be escaped.
fn is_plain(text: &str) -> bool {
    // Without a way out in the middle, so that many bytes are looked at together.
    text.bytes().fold(true, |plain, byte| plain & (byte >= b' ') & (byte != b'"') & (byte != b'\\'))
}

/// Writes one value at the end of a text.
struct Writer<'t> {
    text: &'t mut String,
}

impl<'t> Writer<'t> {
    /// A name of a field or of a variant, in which nothing must be escaped.
    fn name(&mut self, name: &str) {
        debug_assert!(is_plain(name), "names are plain, and `{name}` is not");
        self.text.push('"');
        self.text.push_str(name);
        self.text.push('"');
    }

    fn display(self, value: impl Display) -> Result<(), Error> {
        write!(self.text, "{value}").map_err(Error::custom)
    }

    /// As `serde_json` writes it.
    fn leave(self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.text.push_str(&serde_json::to_string(value)?);
        Ok(())
    }

    /// Begins something of several parts.
    fn begin(self, begin: char, end: &'static str) -> Parts<'t> {
        self.text.push(begin);
        Parts { text: self.text, is_first: true, end }
    }

    /// Begins the only field of an object.
    fn begin_variant(mut self, variant: &'static str) -> Writer<'t> {
        self.text.push('{');
        self.name(variant);
        self.text.push(':');
        self
    }
}

/// Something of several parts that is being written.
struct Parts<'t> {
    text: &'t mut String,
    is_first: bool,
    /// What it ends with.
    end: &'static str,
}

impl Parts<'_> {
    /// A writer for the next part.
    fn next(&mut self) -> Writer<'_> {
        if !std::mem::take(&mut self.is_first) {
            self.text.push(',');
        }
        Writer { text: self.text }
    }

    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        value.serialize(self.next())
    }

    fn field(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.next().name(name);
        self.text.push(':');
        value.serialize(Writer { text: self.text })
    }

    fn finish(self) -> Result<(), Error> {
        self.text.push_str(self.end);
        Ok(())
    }
}

/// Numbers, which JSON has as people write them.
macro_rules! written_as_they_are {
    ($($method:ident($number:ty)),* $(,)?) => {$(
        fn $method(self, value: $number) -> Result<(), Error> {
            self.display(value)
        }
    )*};
}

/// Whatever has parts without names, one after another.
macro_rules! items {
    ($($kind:ident::$method:ident),* $(,)?) => {$(
        impl $kind for Parts<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish()
            }
        }
    )*};
}

/// Whatever has parts with names.
macro_rules! fields {
    ($($kind:ident),*) => {$(
        impl $kind for Parts<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish()
            }
        }
    )*};
}

impl<'t> Serializer for Writer<'t> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'t>;
    type SerializeTuple = Parts<'t>;
    type SerializeTupleStruct = Parts<'t>;
    type SerializeTupleVariant = Parts<'t>;
    type SerializeMap = Parts<'t>;
    type SerializeStruct = Parts<'t>;
    type SerializeStructVariant = Parts<'t>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.text.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    written_as_they_are! {
        serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64),
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.leave(&value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.leave(&value)
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(mut self, value: &str) -> Result<(), Error> {
        if is_plain(value) {
            self.name(value);
            Ok(())
        } else {
            self.leave(value)
        }
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.text.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        mut self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let writer = self.begin_variant(variant);
        value.serialize(Writer { text: &mut *writer.text })?;
        writer.text.push('}');
        Ok(())
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Parts<'t>, Error> {
        Ok(self.begin('[', "]"))
    }

    fn serialize_tuple(self, _length: usize) -> Result<Parts<'t>, Error> {
        Ok(self.begin('[', "]"))
    }

    fn serialize_tuple_struct(self, _name: &'static str, _length: usize) -> Result<Parts<'t>, Error> {
        Ok(self.begin('[', "]"))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Parts<'t>, Error> {
        Ok(self.begin_variant(variant).begin('[', "]}"))
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Parts<'t>, Error> {
        Ok(self.begin('{', "}"))
    }

    fn serialize_struct(self, _name: &'static str, _length: usize) -> Result<Parts<'t>, Error> {
        Ok(self.begin('{', "}"))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Parts<'t>, Error> {
        Ok(self.begin_variant(variant).begin('{', "}}"))
    }
}

items! {
    SerializeSeq::serialize_element, SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field,
}

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let writer = self.next();
        let begin = writer.text.len();
        key.serialize(writer)?;
        // Numbers and truths are written as words where they are keys.
        match self.text.as_bytes().get(begin) {
            Some(b'"') => Ok(()),
            Some(b'[' | b'{') | None => Err(Error::custom("a key is a word")),
            Some(_) => {
                self.text.insert(begin, '"');
                self.text.push('"');
                Ok(())
            }
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.text.push(':');
        value.serialize(Writer { text: self.text })
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

fields! { SerializeStruct, SerializeStructVariant }

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::{Json, write};

    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Kind {
        Plain,
        One(i8),
        Two(u16, char),
        Named { first_field: bool, second: Option<()> },
    }

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Wrapped(u64);

    #[derive(Serialize)]
    struct Pair(i32, f64);

    #[derive(Serialize)]
    struct Everything<'a> {
        words: Vec<&'a str>,
        kinds: Vec<Kind>,
        unit: Unit,
        wrapped: Wrapped,
        pair: Pair,
        tuple: (i64, f32, Option<u8>),
        nothing: Option<u32>,
        by_word: BTreeMap<&'a str, u32>,
        by_number: BTreeMap<i16, Vec<bool>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<u8>,
        #[serde(flatten)]
        flat: BTreeMap<&'a str, Kind>,
    }

    fn same(value: &impl Serialize) {
        let mut text = "before ".to_owned();
        write(value, &mut text);
        let expected = serde_json::to_string(value).expect("JSON");
        assert_eq!(text, format!("before {expected}"));
        assert_eq!(Json::of(value).as_str(), expected);
        assert_eq!(serde_json::to_string(&Json::of(value)).expect("JSON"), expected);
    }

    #[test]
    fn everything_is_written_as_serde_json_writes_it() {
        let words = ["", "plain", "a \"quote\"", "back\\slash", "line\nbreak", "\u{0}\u{1f}", "é♞\u{7f}"];
        same(&Everything {
            words: words.to_vec(),
            kinds: vec![
                Kind::Plain,
                Kind::One(-7),
                Kind::Two(9, '"'),
                Kind::Named { first_field: true, second: None },
            ],
            unit: Unit,
            wrapped: Wrapped(u64::MAX),
            pair: Pair(i32::MIN, 0.1),
            tuple: (i64::MIN, 2.5, Some(3)),
            nothing: None,
            by_word: words.iter().copied().zip(0..).collect(),
            by_number: [(-3, vec![true, false]), (4, Vec::new())].into(),
            skipped: None,
            flat: [("more", Kind::Plain)].into(),
        });
        let empty: [u8; 0] = [];
        same(&empty);
        same(&BTreeMap::<&str, u8>::new());
        same(&"é\" at the end of a long word that is looked at in several pieces, \u{2028} and on");
    }

    #[test]
    fn every_letter_is_escaped_where_it_must_be() {
        for letter in (0..=0x2ff).filter_map(char::from_u32) {
            same(&format!("before {letter} after"));
        }
    }
}
