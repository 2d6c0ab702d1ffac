//! Reading templates, when they are compiled and when they are spoken.

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Words as they are.
    Words(&'t str),
    /// A filling, possibly in a form that the language has.
    Filling {
        /// Its name.
        name: &'t str,
        /// The form.
        form: Option<&'t str>,
    },
    /// Words that are chosen by a filling: `one=move|other=moves`.
    Choice {
        /// The filling's name.
        name: &'t str,
        /// The choices, with bars between them.
        choices: &'t str,
    },
}

/// The parts of a template, in order.
pub fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, after) = match rest.find('{') {
            Some(0) => match rest.split_once('}') {
                Some((inside, after)) => (in_braces(&inside[1..]), after),
                None => (Piece::Words(rest), ""),
            },
            Some(start) => (Piece::Words(&rest[..start]), &rest[start..]),
            None => (Piece::Words(rest), ""),
        };
        rest = after;
        Some(piece)
    })
}

fn in_braces(text: &str) -> Piece<'_> {
    match text.split_once('|') {
        None => Piece::Filling { name: text, form: None },
        Some((name, choices)) if choices.contains('=') => Piece::Choice { name, choices },
        Some((name, form)) => Piece::Filling { name, form: Some(form) },
    }
}

/// The words of a choice for a category; `other` is for all that is not named.
pub(super) fn chosen<'t>(choices: &'t str, category: &str) -> &'t str {
    let of = |wanted: &str| {
        choices.split('|').filter_map(|choice| choice.split_once('=')).find(|(key, _)| *key == wanted)
    };
    of(category).or_else(|| of("other")).map_or("", |(_, words)| words)
}

/// Makes sure, when it is compiled, that a template uses these fillings and no others.
///
/// # Panics
///
/// Panics when it does not, which is an error of the compiler where [`say!`](crate::say) calls it.
pub const fn check(template: &str, names: &[&str]) {
    let bytes = template.as_bytes();
    let mut used = [false; 16];
    assert!(names.len() <= used.len(), "a sentence has at most 16 fillings");
    let mut at = 0;
    while at < bytes.len() {
        assert!(bytes[at] != b'}', "a brace is closed that was not opened");
        if bytes[at] == b'{' {
            let start = at + 1;
            let mut end = start;
            while end < bytes.len() && bytes[end] != b'}' && bytes[end] != b'|' {
                end += 1;
            }
            let found = position(bytes, start, end, names);
            assert!(found < names.len(), "something in braces is not among the fillings");
            used[found] = true;
            while end < bytes.len() && bytes[end] != b'}' {
                assert!(bytes[end] != b'{', "braces do not stand inside braces");
                end += 1;
            }
            assert!(end < bytes.len(), "a brace is not closed");
            at = end;
        }
        at += 1;
    }
    let mut index = 0;
    while index < names.len() {
        assert!(used[index], "a filling is not used in the template");
        index += 1;
    }
}

/// The place of a name among names, or their number if it is not there.
const fn position(bytes: &[u8], start: usize, end: usize, names: &[&str]) -> usize {
    let mut index = 0;
    while index < names.len() {
        let name = names[index].as_bytes();
        let mut same = name.len() == end - start;
        let mut letter = 0;
        while same && letter < name.len() {
            same = name[letter] == bytes[start + letter];
            letter += 1;
        }
        if same {
            return index;
        }
        index += 1;
    }
    index
}
