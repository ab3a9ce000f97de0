//! Texts that match a regex: the least one, and random ones.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use super::random::Random;

/// The least text of a regex, by length and then by code point, as far as each part decides for itself.
pub(crate) fn least(hir: &Hir) -> String {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => String::new(),
        HirKind::Literal(literal) => String::from_utf8_lossy(&literal.0).into_owned(),
        HirKind::Class(class) => characters(class).first().map(|(from, _)| from.to_string()).unwrap_or_default(),
        HirKind::Repetition(repetition) => least(&repetition.sub).repeat(repetition.min as usize),
        HirKind::Capture(capture) => least(&capture.sub),
        HirKind::Concat(parts) => parts.iter().map(least).collect(),
        HirKind::Alternation(parts) => {
            let texts = parts.iter().map(least);
            texts.min_by_key(|text| (text.chars().count(), text.clone())).unwrap_or_default()
        }
    }
}

/// Texts of a regex that grow from the least one: each time one repetition goes on for longer.
pub(crate) fn growing(hir: &Hir, steps: u32) -> Vec<String> {
    let grown = |extra: u32| {
        let mut text = String::new();
        add_least(hir, &mut { extra }, &mut text);
        text
    };
    (0..=steps).map(grown).collect()
}

/// The first text of the same length after a given one that has the same beginning.
pub(crate) fn after(text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    if let Some(last) = characters.last_mut() {
        *last = (*last..=char::MAX).nth(1).unwrap_or(*last);
    }
    characters.into_iter().collect()
}

/// Adds the least text with so many repetitions more than there must be.
fn add_least(hir: &Hir, extra: &mut u32, text: &mut String) {
    match hir.kind() {
        HirKind::Repetition(repetition) => {
            let more = repetition.max.map_or(*extra, |max| max.saturating_sub(repetition.min).min(*extra));
            *extra -= more;
            text.push_str(&least(&repetition.sub).repeat((repetition.min + more) as usize));
        }
        HirKind::Capture(capture) => add_least(&capture.sub, extra, text),
        HirKind::Concat(parts) => parts.iter().for_each(|part| add_least(part, extra, text)),
        HirKind::Empty | HirKind::Look(_) | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Alternation(_) => {
            text.push_str(&least(hir))
        }
    }
}

/// A random text of a regex; open repetitions go on for at most `stretch` more than they must.
pub(crate) fn sample(hir: &Hir, stretch: u32, random: &mut Random) -> String {
    let mut text = String::new();
    add_sample(hir, stretch, random, &mut text);
    text
}

fn add_sample(hir: &Hir, stretch: u32, random: &mut Random, text: &mut String) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => text.extend(any_of(&likely(class), random)),
        HirKind::Repetition(repetition) => {
            let times = times(repetition, stretch, random);
            if let HirKind::Class(class) = repetition.sub.kind() {
                // The same for every repetition, of which there may be many.
                let ranges = likely(class);
                text.extend((0..times).filter_map(|_| any_of(&ranges, random)));
                return;
            }
            // Repetitions inside share what is left, or nested ones would grow without measure.
            for _ in 0..times {
                add_sample(&repetition.sub, stretch / times, random, text);
            }
        }
        HirKind::Capture(capture) => add_sample(&capture.sub, stretch, random, text),
        HirKind::Concat(parts) => parts.iter().for_each(|part| add_sample(part, stretch, random, text)),
        HirKind::Alternation(parts) => {
            let at = random.below(parts.len() as u64) as usize;
            if let Some(part) = parts.get(at) {
                add_sample(part, stretch, random, text);
            }
        }
    }
}

fn times(repetition: &Repetition, stretch: u32, random: &mut Random) -> u32 {
    let most = repetition.max.unwrap_or(u32::MAX).min(repetition.min.saturating_add(stretch));
    repetition.min + random.below(u64::from(most - repetition.min) + 1) as u32
}

/// The characters of a class that texts are made of: printable ones of ASCII where there are some.
fn likely(class: &Class) -> Vec<(char, char)> {
    let all = characters(class);
    let plain: Vec<(char, char)> = all.iter().filter_map(|range| within(*range, ('!', '~'))).collect();
    if plain.is_empty() { all } else { plain }
}

/// A character of some ranges.
fn any_of(ranges: &[(char, char)], random: &mut Random) -> Option<char> {
    nth_of(ranges, random.below(ranges.iter().map(size).sum()))
}

fn within((from, to): (char, char), (least, most): (char, char)) -> Option<(char, char)> {
    let part = (from.max(least), to.min(most));
    (part.0 <= part.1).then_some(part)
}

/// The ranges of a class, without U+0000.
pub(super) fn characters(class: &Class) -> Vec<(char, char)> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.iter().map(|range| (range.start(), range.end())).collect(),
        Class::Bytes(class) => class.iter().map(|range| (char::from(range.start()), char::from(range.end()))).collect(),
    };
    ranges.into_iter().filter_map(|range| within(range, ('\u{1}', char::MAX))).collect()
}

/// By how much repetitions without an end are lengthened where all texts are counted.
const GROWTH: u32 = 3;

/// How many texts a regex has, counted in as many ways as it can be read.
pub(crate) fn count(hir: &Hir) -> u64 {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Literal(_) => 1,
        HirKind::Class(class) => characters(class).iter().map(size).sum(),
        HirKind::Repetition(repetition) => {
            repeated(repetition).fold(0, |all, (_, texts)| u64::saturating_add(all, texts))
        }
        HirKind::Capture(capture) => count(&capture.sub),
        HirKind::Concat(parts) => parts.iter().fold(1, |all, part| u64::saturating_mul(all, count(part))),
        HirKind::Alternation(parts) => parts.iter().fold(0, |all, part| u64::saturating_add(all, count(part))),
    }
}

/// For each number of repetitions, how many texts there are. Beyond what can be counted it ends.
fn repeated(repetition: &Repetition) -> impl Iterator<Item = (u32, u64)> {
    let each = count(&repetition.sub);
    let most = repetition.max.unwrap_or(repetition.min.saturating_add(GROWTH));
    let counts = (repetition.min..=most).map(move |times| (times, each.saturating_pow(times)));
    let mut is_full = false;
    counts.take_while(move |(_, texts)| !std::mem::replace(&mut is_full, *texts == u64::MAX))
}

/// One of the texts that were counted, by its position.
pub(crate) fn nth(hir: &Hir, at: u64) -> Option<String> {
    let mut text = String::new();
    add_nth(hir, at, &mut text)?;
    Some(text)
}

fn add_nth(hir: &Hir, mut at: u64, text: &mut String) -> Option<()> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => text.push(nth_of(&characters(class), at)?),
        HirKind::Repetition(repetition) => {
            let (times, at) = part_of(repeated(repetition), at)?;
            let each = count(&repetition.sub).max(1);
            (0..times).try_fold(at, |at, _| add_nth(&repetition.sub, at % each, text).map(|()| at / each))?;
        }
        HirKind::Capture(capture) => add_nth(&capture.sub, at, text)?,
        HirKind::Concat(parts) => {
            for part in parts {
                let each = count(part).max(1);
                add_nth(part, at % each, text)?;
                at /= each;
            }
        }
        HirKind::Alternation(parts) => {
            let (part, at) = part_of(parts.iter().map(|part| (part, count(part))), at)?;
            add_nth(part, at, text)?;
        }
    }
    Some(())
}

/// The part that a position falls into, and the position inside of it.
fn part_of<P>(mut parts: impl Iterator<Item = (P, u64)>, mut at: u64) -> Option<(P, u64)> {
    parts.find_map(|(part, count)| {
        let found = (at < count).then_some(part);
        if found.is_none() {
            at -= count;
        }
        found.map(|part| (part, at))
    })
}

fn nth_of(ranges: &[(char, char)], at: u64) -> Option<char> {
    let (from, at) = part_of(ranges.iter().map(|range| (range.0, size(range))), at)?;
    char::from_u32(from as u32 + u32::try_from(at).ok()?)
}

fn size((from, to): &(char, char)) -> u64 {
    u64::from(*to as u32 - *from as u32) + 1
}
