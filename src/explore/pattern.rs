//! Texts at the limits of a pattern: the shortest and the longest that match it, and texts that just miss it.

use regex::Regex;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

use super::values::{ASTRAL, LONGEST};
use crate::interp::{Machine, Random, State, Value, fitted, lengths};
use crate::ir::TypeRef;

/// How many repetitions of a pattern are looked at.
const MAX_REPETITIONS: usize = 3;
/// How much longer than the shortest the text is in which a character is replaced.
const MIDDLING: usize = 3;
/// At how many places in the middle of a text a character is replaced.
const MIDDLES: usize = 3;

/// Which text of a pattern is wanted, or how it is to be missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Probe {
    /// It matches, and none that does is shorter
    Shortest,
    /// It matches, and none that does is longer
    Longest,
    /// A repetition, by its position, goes on for one less than it must
    Less(usize),
    /// A repetition, by its position, goes on for one more than it may
    More(usize),
    /// It goes on after what matches
    Beyond,
    /// A line break comes after what matches
    LineBreak,
    /// The first character is one that may not stand there
    First,
    /// The same in the middle
    Middle,
    /// The same at the end
    Last,
}

impl Probe {
    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Probe::Shortest => "shortest",
            Probe::Longest => "longest",
            Probe::Less(_) => "less",
            Probe::More(_) => "more",
            Probe::Beyond => "beyond",
            Probe::LineBreak => "line break",
            Probe::First => "first",
            Probe::Middle => "middle",
            Probe::Last => "last",
        }
    }

    /// Whether the text is to match.
    pub(crate) fn matches(self) -> bool {
        matches!(self, Probe::Shortest | Probe::Longest)
    }
}

/// What is known of the texts of a service.
pub(crate) struct Texts<'m> {
    pub(crate) machine: &'m Machine,
    pub(crate) state: &'m State,
    pub(crate) now: i64,
}

impl Texts<'_> {
    /// Whether a text satisfies a declared type.
    pub(crate) fn fits(&self, ty: &TypeRef, text: &str) -> bool {
        self.machine.fits(ty, &Value::text(text), self.state, self.now)
    }

    /// Whether text of a declared type can hold characters outside the Basic Multilingual Plane.
    pub(crate) fn admits_astral(&self, ty: &TypeRef) -> bool {
        let samples = self.machine.samples(ty, self.state, self.now, &mut Random::seeded(0));
        let texts =
            samples.iter().take(8).filter_map(|value| if let Value::Text(text) = value { Some(text) } else { None });
        let strange = texts.flat_map(|text| super::values::texts_near(text, &[]));
        let mut astral = strange.filter(|text| text.chars().any(|character| character > '\u{ffff}'));
        astral.any(|text| self.fits(ty, &text))
    }

    /// What there is to try of a pattern, each with texts that do.
    pub(crate) fn probes(&self, pattern: &str) -> Vec<(Probe, Vec<String>)> {
        let model = &self.machine.model;
        match (model.regex(pattern), model.hir(pattern)) {
            (Some(regex), Some(hir)) => probes(regex, hir),
            (Some(_) | None, _) => Vec::new(),
        }
    }
}

fn probes(regex: &Regex, hir: &Hir) -> Vec<(Probe, Vec<String>)> {
    let pattern = Pattern::new(regex, hir);
    let mut found = vec![(Probe::Shortest, pattern.shortest()), (Probe::Longest, pattern.longest())];
    for at in 0..pattern.repetitions.len().min(MAX_REPETITIONS) {
        found.push((Probe::Less(at), pattern.resized(at, less)));
        found.push((Probe::More(at), pattern.resized(at, more)));
    }
    found.push((Probe::Beyond, pattern.beyond()));
    found.push((Probe::LineBreak, pattern.with_line_break()));
    let places = [(Probe::First, Place::First), (Probe::Middle, Place::Middle), (Probe::Last, Place::Last)];
    found.extend(places.map(|(probe, place)| (probe, pattern.replaced(place))));
    found.retain(|(_, texts)| !texts.is_empty());
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Middle,
    Last,
}

/// A pattern, taken apart.
struct Pattern<'p> {
    regex: &'p Regex,
    hir: &'p Hir,
    /// What it is a sequence of.
    parts: Vec<&'p Hir>,
    /// Which of the parts are repetitions.
    repetitions: Vec<usize>,
    least: usize,
    /// The length of the longest text, where there is one.
    most: Option<usize>,
}

impl<'p> Pattern<'p> {
    fn new(regex: &'p Regex, hir: &'p Hir) -> Pattern<'p> {
        let parts: Vec<&Hir> = if let HirKind::Concat(parts) = hir.kind() { parts.iter().collect() } else { vec![hir] };
        let repeats = |at: &usize| matches!(parts[*at].kind(), HirKind::Repetition(_));
        let repetitions = (0..parts.len()).filter(repeats).collect();
        let (least, most) = lengths(hir);
        let looks = hir.properties();
        let whole = looks.look_set_prefix().contains(Look::Start) && looks.look_set_suffix().contains(Look::End);
        Pattern { regex, hir, parts, repetitions, least, most: most.filter(|most| whole && *most <= LONGEST) }
    }

    fn shortest(&self) -> Vec<String> {
        fitted(self.hir, self.least).into_iter().filter(|text| self.regex.is_match(text)).collect()
    }

    /// Where all texts have the same length, the shortest will do.
    fn longest(&self) -> Vec<String> {
        let most = self.most.filter(|most| *most > self.least);
        let longest = most.and_then(|most| fitted(self.hir, most));
        longest.into_iter().filter(|text| self.regex.is_match(text)).collect()
    }

    /// A text that matches and is neither the shortest nor the longest, if there is one; then the shortest.
    fn usual(&self) -> Vec<String> {
        let length = self.most.map_or(self.least + MIDDLING, |most| (self.least + MIDDLING).min(most));
        let longer = fitted(self.hir, length).filter(|text| self.regex.is_match(text));
        let mut found: Vec<String> = longer.into_iter().chain(self.shortest()).collect();
        found.dedup();
        found
    }

    fn missing(&self, texts: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for text in texts {
            if !self.regex.is_match(&text) && !found.contains(&text) {
                found.push(text);
            }
        }
        found
    }

    /// Texts in which one of the repetitions goes on for another time than it may, and the others as briefly or as long
    /// as they can.
    fn resized(&self, at: usize, count: fn(&Repetition) -> Option<u32>) -> Vec<String> {
        let part = self.repetitions[at];
        let HirKind::Repetition(repetition) = self.parts[part].kind() else { return Vec::new() };
        let Some(count) = count(repetition) else { return Vec::new() };
        let other = Repetition { min: count, max: Some(count), ..repetition.clone() };
        let mut parts: Vec<Hir> = self.parts.iter().map(|part| (*part).clone()).collect();
        parts[part] = Hir::repetition(other);
        let changed = Hir::concat(parts);
        let (least, most) = lengths(&changed);
        let sizes = [Some(least), most].into_iter().flatten().filter(|length| *length <= LONGEST);
        self.missing(sizes.filter_map(|length| fitted(&changed, length)))
    }

    /// What is longer than the longest has a repetition that goes on for too long.
    fn beyond(&self) -> Vec<String> {
        let open = self.most.is_none();
        let longer = |text: String| ["a", "0", "!"].map(|more| format!("{text}{more}"));
        self.missing(self.shortest().into_iter().filter(|_| open).flat_map(longer))
    }

    fn with_line_break(&self) -> Vec<String> {
        self.missing(self.usual().into_iter().map(|text| format!("{text}\n")))
    }

    fn replaced(&self, place: Place) -> Vec<String> {
        let mut found = Vec::new();
        for text in self.usual() {
            let characters: Vec<char> = text.chars().collect();
            for at in positions(place, characters.len()) {
                found.extend(self.replaced_at(&characters, at, place));
            }
        }
        found
    }

    /// The text with another character at a position: the first that breaks it.
    fn replaced_at(&self, characters: &[char], at: usize, place: Place) -> Option<String> {
        let own = *characters.get(at)?;
        let others = self.others(own, place);
        let changed = others.into_iter().filter(|other| is_plain(*other) && *other != own).map(|other| {
            let mut changed = characters.to_vec();
            changed[at] = other;
            changed.into_iter().collect::<String>()
        });
        changed.into_iter().find(|text| !self.regex.is_match(text))
    }

    /// Characters to put in place of one, those first that are most easily mistaken for allowed: at the beginning one that
    /// is allowed elsewhere, in the middle the other case, at the end one just outside of a class.
    fn others(&self, own: char, place: Place) -> Vec<char> {
        let mut ranges = Vec::new();
        self.parts.iter().for_each(|part| add_ranges(part, &mut ranges));
        let inside = ranges.iter().flat_map(|(from, to)| [*from, *to]);
        let outside = ranges.iter().flat_map(|(from, to)| beside(*from, *to));
        let swapped: Vec<char> = own.to_uppercase().chain(own.to_lowercase()).collect();
        let outside: Vec<char> = outside.chain(beside(own, own)).chain([' ', ASTRAL]).collect();
        match place {
            Place::First => inside.chain(swapped).chain(outside).collect(),
            Place::Middle => swapped.into_iter().chain(outside).collect(),
            Place::Last => outside,
        }
    }
}

fn less(repetition: &Repetition) -> Option<u32> {
    repetition.min.checked_sub(1)
}

fn more(repetition: &Repetition) -> Option<u32> {
    repetition.max.filter(|max| (*max as usize) < LONGEST).map(|max| max + 1)
}

fn positions(place: Place, count: usize) -> Vec<usize> {
    match place {
        Place::First => vec![0],
        Place::Middle => (count / 2..count.saturating_sub(1)).take(MIDDLES).filter(|at| *at > 0).collect(),
        Place::Last => (1..count).last().into_iter().collect(),
    }
}

/// The characters just outside of a range.
fn beside(from: char, to: char) -> impl Iterator<Item = char> {
    let before = (from as u32).checked_sub(1).and_then(char::from_u32);
    before.into_iter().chain(char::from_u32(to as u32 + 1))
}

/// A character that everybody reads alike, and that does not part a path.
fn is_plain(character: char) -> bool {
    (matches!(character, ' '..='~') && character != '/') || character == ASTRAL
}

/// The ranges of ASCII characters in the classes of a pattern.
fn add_ranges(hir: &Hir, found: &mut Vec<(char, char)>) {
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            found.extend(class.iter().map(|range| (range.start(), range.end())).filter(|(from, _)| from.is_ascii()));
        }
        HirKind::Class(Class::Bytes(class)) => {
            found.extend(class.iter().map(|range| (char::from(range.start()), char::from(range.end()))));
        }
        HirKind::Repetition(repetition) => add_ranges(&repetition.sub, found),
        HirKind::Capture(capture) => add_ranges(&capture.sub, found),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().for_each(|part| add_ranges(part, found)),
        HirKind::Empty | HirKind::Look(_) | HirKind::Literal(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_of(pattern: &str) -> Vec<(Probe, String)> {
        let regex = Regex::new(pattern).expect("a pattern");
        let hir = regex_syntax::parse(pattern).expect("a pattern");
        probes(&regex, &hir).into_iter().map(|(probe, texts)| (probe, texts[0].clone())).collect()
    }

    #[test]
    fn a_bounded_class_is_probed_from_all_sides() {
        let expected = [
            (Probe::Shortest, "aaaaaa"),
            (Probe::Longest, "aaaaaaaaaa"),
            (Probe::Less(0), "aaaaa"),
            (Probe::More(0), "aaaaaaaaaaa"),
            (Probe::LineBreak, "aaaaaaaaa\n"),
            (Probe::First, ":aaaaaaaa"),
            (Probe::Middle, "aaaa:aaaa"),
            (Probe::Last, "aaaaaaaa:"),
        ];
        assert_eq!(first_of("^[A-Za-z0-9]{6,10}$"), expected.map(|(probe, text)| (probe, text.to_string())));
    }

    #[test]
    fn what_follows_a_beginning_is_probed() {
        let found = first_of(r"^https?:\/\/sho\.rt(\/|$)");
        let text = |probe: Probe| found.iter().find(|(other, _)| *other == probe).map(|(_, text)| text.as_str());
        assert_eq!(text(Probe::Shortest), Some("http://sho.rt"));
        assert_eq!(text(Probe::Longest), None);
        assert_eq!(text(Probe::Beyond), Some("http://sho.rta"));
        assert_eq!(text(Probe::More(0)), Some("httpss://sho.rt"));
        assert_eq!(text(Probe::Last), Some("http://sho.rs"));
    }

    #[test]
    fn a_character_allowed_elsewhere_is_put_first() {
        let found = first_of("^[a-z][a-z0-9-]{0,29}$");
        assert!(found.contains(&(Probe::First, "-aaa".to_string())), "{found:?}");
        assert!(found.contains(&(Probe::Middle, "aaAa".to_string())), "{found:?}");
        assert!(!found.iter().any(|(probe, _)| matches!(probe, Probe::Less(_))), "{found:?}");
    }
}
