//! The target of a request: its path and its query, with percent encoding undone. Encoding that is broken is noticed,
//! never passed through.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// The segments of a path. Those that could not be decoded stay as they were sent.
pub(super) struct Segments<'r> {
    /// The decoded text between the slashes.
    pub(super) decoded: Vec<Cow<'r, str>>,
    /// A segment with broken encoding, if there is one.
    pub(super) broken: Option<&'r str>,
}

impl<'r> Segments<'r> {
    /// The segments of an absolute path; `/` has none.
    pub(super) fn of(path: &'r str) -> Segments<'r> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let mut segments = Segments { decoded: Vec::with_capacity(4), broken: None };
        if !path.is_empty() {
            path.split('/').for_each(|segment| segments.push(segment));
        }
        segments
    }

    fn push(&mut self, segment: &'r str) {
        let decoded = decode(segment);
        if decoded.is_none() {
            self.broken = Some(segment);
        }
        self.decoded.push(decoded.unwrap_or(Cow::Borrowed(segment)));
    }
}

/// A parameter of a query: its name and its value.
pub(super) type Parameter<'r> = (Cow<'r, str>, Cow<'r, str>);

/// The parameters of a query in their order, or the part whose encoding is broken.
pub(super) fn query(text: &str) -> Result<Vec<Parameter<'_>>, String> {
    text.split('&').filter(|part| !part.is_empty()).map(parameter).collect()
}

fn parameter(part: &str) -> Result<Parameter<'_>, String> {
    let (name, value) = part.split_once('=').unwrap_or((part, ""));
    let decoded = |text| decode_form(text).ok_or_else(|| part.to_string());
    Ok((decoded(name)?, decoded(value)?))
}

/// A `+` in a query is a space.
fn decode_form(text: &str) -> Option<Cow<'_, str>> {
    if text.contains('+') {
        let spaced = text.replace('+', " ");
        return decode(&spaced).map(|decoded| Cow::Owned(decoded.into_owned()));
    }
    decode(text)
}

/// Undoes percent encoding; nothing where a `%` stands without two hexadecimal digits, or the result is no UTF-8.
fn decode(text: &str) -> Option<Cow<'_, str>> {
    let mut parts = text.split('%');
    parts.next();
    if !parts.all(begins_with_hex) {
        return None;
    }
    percent_decode_str(text).decode_utf8().ok()
}

fn begins_with_hex(part: &str) -> bool {
    matches!(part.as_bytes(), [first, second, ..] if first.is_ascii_hexdigit() && second.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::{Segments, query};

    #[test]
    fn paths_are_split_before_they_are_decoded() {
        let segments = Segments::of("/a%2Fb/c%20d/+");
        assert_eq!(segments.decoded, ["a/b", "c d", "+"]);
        assert!(Segments::of("/").decoded.is_empty());
        assert_eq!(Segments::of("/a/").decoded, ["a", ""]);
    }

    #[test]
    fn broken_encoding_is_noticed() {
        for path in ["/%", "/%2", "/%zz", "/a/%ff", "/%C3", "/%ED%A0%80"] {
            assert!(Segments::of(path).broken.is_some(), "{path}");
        }
        assert!(query("a=%F0%9F%98%80&b").is_ok());
        assert!(query("a=1&b=%f").is_err());
        assert!(query("%=1").is_err());
    }

    #[test]
    fn a_query_keeps_order_and_repetition() {
        let pairs = query("a=1&b=x+y%2B&a=&&c").unwrap();
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(pairs, [("a", "1"), ("b", "x y+"), ("a", ""), ("c", "")]);
    }
}
