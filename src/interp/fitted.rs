//! Texts of a regex that have a given length: repetitions go on until it is reached.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use super::text::characters;

/// How many ways to share a length among the parts of a regex are tried.
const MAX_SHARES: usize = 2000;
/// Characters that are taken wherever a class has one of them.
const PLAIN: [char; 3] = ['a', 'A', '0'];

/// The least and the greatest length of the texts of a regex, in characters. There may be no greatest one.
pub(crate) fn lengths(hir: &Hir) -> (usize, Option<usize>) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => (0, Some(0)),
        HirKind::Literal(literal) => {
            let count = String::from_utf8_lossy(&literal.0).chars().count();
            (count, Some(count))
        }
        HirKind::Class(_) => (1, Some(1)),
        HirKind::Repetition(repetition) => {
            let (least, most) = lengths(&repetition.sub);
            let most = if most == Some(0) { most } else { times(most, repetition.max) };
            (least.saturating_mul(repetition.min as usize), most)
        }
        HirKind::Capture(capture) => lengths(&capture.sub),
        HirKind::Concat(parts) => together(parts),
        HirKind::Alternation(parts) => {
            let all = parts.iter().map(lengths);
            all.reduce(|a, b| (a.0.min(b.0), a.1.zip(b.1).map(|(a, b)| a.max(b)))).unwrap_or((0, Some(0)))
        }
    }
}

fn times(length: Option<usize>, count: Option<u32>) -> Option<usize> {
    Some(length?.saturating_mul(count? as usize))
}

fn together(parts: &[Hir]) -> (usize, Option<usize>) {
    let add = |(least, most): (usize, Option<usize>), part: &Hir| {
        let (a, b) = lengths(part);
        (usize::saturating_add(least, a), most.zip(b).map(|(most, b)| most.saturating_add(b)))
    };
    parts.iter().fold((0, Some(0)), add)
}

/// A text of a regex that has so many characters, as far as each part decides for itself.
pub(crate) fn fitted(hir: &Hir, length: usize) -> Option<String> {
    let mut fitter = Fitter { text: String::new(), left: MAX_SHARES };
    fitter.add(hir, length).then_some(fitter.text)
}

struct Fitter {
    text: String,
    left: usize,
}

impl Fitter {
    /// Adds a text of so many characters, or nothing where there is none.
    fn add(&mut self, hir: &Hir, length: usize) -> bool {
        let (least, most) = lengths(hir);
        if length < least || most.is_some_and(|most| length > most) || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let known = self.text.len();
        let added = match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => true,
            HirKind::Literal(literal) => {
                self.text.push_str(&String::from_utf8_lossy(&literal.0));
                true
            }
            HirKind::Class(class) => self.add_characters(class, 1),
            HirKind::Repetition(repetition) => self.add_repetition(repetition, length),
            HirKind::Capture(capture) => self.add(&capture.sub, length),
            HirKind::Concat(parts) => self.add_all(parts, length),
            HirKind::Alternation(parts) => parts.iter().any(|part| self.add(part, length)),
        };
        if !added {
            self.text.truncate(known);
        }
        added
    }

    fn add_characters(&mut self, class: &Class, count: usize) -> bool {
        let found = typical(class);
        self.text.extend(found.into_iter().flat_map(|character| std::iter::repeat_n(character, count)));
        found.is_some()
    }

    fn add_repetition(&mut self, repetition: &Repetition, length: usize) -> bool {
        if let HirKind::Class(class) = repetition.sub.kind() {
            return length == 0 || self.add_characters(class, length);
        }
        let (least, most) = lengths(&repetition.sub);
        let fewest = match most {
            Some(0) | None => usize::from(length > 0),
            Some(most) => length.div_ceil(most),
        };
        let count = fewest.max(repetition.min as usize);
        let mut left = length;
        (0..count).all(|at| {
            let others = least.saturating_mul(count - 1 - at);
            let own = left.saturating_sub(others).min(most.unwrap_or(usize::MAX));
            left -= own.min(left);
            self.add(&repetition.sub, own)
        }) && left == 0
    }

    /// The first part takes as much as it can, as long as the others get what they need.
    fn add_all(&mut self, parts: &[Hir], length: usize) -> bool {
        let Some((first, rest)) = parts.split_first() else { return length == 0 };
        let (least, most) = lengths(first);
        let (others_least, others_most) = together(rest);
        let Some(room) = length.checked_sub(others_least) else { return false };
        let greatest = most.map_or(room, |most| most.min(room));
        let smallest = others_most.map_or(least, |most| least.max(length.saturating_sub(most)));
        let known = self.text.len();
        let shares = (smallest..=greatest).rev().take(2).chain([smallest]);
        for share in shares {
            if self.add(first, share) && self.add_all(rest, length - share) {
                return true;
            }
            self.text.truncate(known);
        }
        false
    }
}

/// A character of a class: a plain one, one that can be seen, or the first.
fn typical(class: &Class) -> Option<char> {
    let ranges = characters(class);
    let has = |character: &char| ranges.iter().any(|(from, to)| (from..=to).contains(&character));
    PLAIN.into_iter().chain('!'..='~').find(has).or_else(|| ranges.first().map(|(from, _)| *from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hir(pattern: &str) -> Hir {
        regex_syntax::parse(pattern).expect("a pattern")
    }

    #[test]
    fn texts_grow_within_their_pattern() {
        for (pattern, length, text) in [
            ("^[A-Za-z0-9]{6,10}$", 8, Some("aaaaaaaa")),
            ("^[A-Za-z0-9]{6,10}$", 11, None),
            (r"^https?://[!-~]+$", 12, Some("https://aaaa")),
            (r"^https?://[!-~]+$", 8, Some("http://a")),
            (r"^[^@\s]+@[^@\s]+\.com$", 9, Some("aaa@a.com")),
            ("^(ab)+c?$", 5, Some("ababc")),
            ("^(ab)*$", 3, None),
            ("^(a|bcd)$", 3, Some("bcd")),
            ("^[A-Z]{2}[0-9]{4}$", 6, Some("AA0000")),
        ] {
            assert_eq!(fitted(&hir(pattern), length).as_deref(), text, "{pattern} of {length}");
        }
    }

    #[test]
    fn patterns_have_a_least_and_a_greatest_length() {
        assert_eq!(lengths(&hir("^[a-z][a-z0-9-]{0,29}$")), (1, Some(30)));
        assert_eq!(lengths(&hir(r"^https?://[!-~]+$")), (8, None));
        assert_eq!(lengths(&hir("^(ab|c){2,3}$")), (2, Some(6)));
    }
}
