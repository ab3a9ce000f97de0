//! Specs made of others, from a number: a few words, bytes or lines are cut, doubled, swapped or replaced, or two specs are
//! spliced. The same number always makes the same spec.

use std::path::PathBuf;

use crate::common::generate::{Random, spec};
use crate::common::root;

/// Where specs to begin with are. Those below `fixtures/bad` are refused, each for another reason.
const FOLDERS: [&str; 5] = ["fixtures/spec", "fixtures/extra", "fixtures/bad", "src/cli", "tests"];

/// Words that a spec may hold where it holds another of the same row, so that many results are still well typed.
const ALIKE: [&[&str]; 11] = [
    &["and", "or", "=>", "iff"],
    &["<", "<=", ">", ">=", "=", "!="],
    &["+", "-", "*", "/", "div", "mod", "%"],
    &["in", "not in", "subset", "union", "intersect", "minus"],
    &["all", "some", "no", "the", "exists", "one"],
    &["one", "lone", "set", "some"],
    &["true", "false", "none"],
    &["Int", "String", "Bool", "DateTime", "Duration", "Float", "Decimal"],
    &["requires", "ensures", "invariant", "input", "output"],
    &["Set", "Seq", "Map", "Option"],
    &["now()", "pre", "always", "eventually", "len", "dom", "ran", "sum"],
];

/// Numbers at the ends of ranges.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "2",
    "255",
    "65536",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999999",
    "0.1",
    "1e400",
];

/// Texts and patterns that are awkward for somebody further on.
const TEXTS: [&str; 12] = [
    "\"\"",
    "\"\\\"\\\"\\\"\"",
    "\"'''\"",
    "\"\\n\"",
    "\"*/\"",
    "\"{{ 7 }}\"",
    "\"; DROP TABLE x; --\"",
    "\"\u{202e}\u{0}\"",
    "/(a*)*b/",
    "/^[^\\s]{0,1000}$/",
    "/\\//",
    "\"\u{1f980}\"",
];

/// All specs to begin with, in order of their paths.
pub(crate) fn seeds() -> Vec<String> {
    let mut paths: Vec<PathBuf> = FOLDERS.iter().flat_map(|folder| specs_below(folder)).collect();
    paths.sort();
    let text = |path| String::from_utf8_lossy(&std::fs::read(path).expect("a readable spec")).into_owned();
    paths.into_iter().map(text).collect()
}

fn specs_below(folder: &str) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(root().join(folder)).into_iter().map(|entry| entry.expect("an entry"));
    let is_spec = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "spec");
    entries.map(walkdir::DirEntry::into_path).filter(is_spec).collect()
}

/// Numbers that lie beside each other begin alike, so each is spread over all bits first.
pub(crate) fn random(number: u64) -> Random {
    let mut spread = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread = (spread ^ (spread >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    Random::new(spread ^ (spread >> 27))
}

/// Any bytes that come from specs.
pub(crate) fn bytes(seeds: &[String], number: u64) -> Vec<u8> {
    let mut random = random(number);
    let mut text = beginning(seeds, &mut random);
    for _ in 0..1 + random.below(4) {
        text = changed(&text, seeds, &mut random);
    }
    let mut bytes = text.into_bytes();
    if random.one_in(4) {
        for _ in 0..1 + random.below(4) {
            spoil(&mut bytes, &mut random);
        }
    }
    bytes
}

/// A spec that is likely to be accepted: one of some seeds with few words replaced by ones of their kind.
pub(crate) fn gently(seeds: &[&String], number: u64) -> String {
    let mut random = random(number);
    let mut text = seeds[random.below(seeds.len())].to_string();
    for _ in 0..1 + random.below(3) {
        text = match random.below(5) {
            0 | 1 => replaced(&text, &mut random),
            2 => renamed(&text, &mut random),
            3 => without_line(&text, &mut random),
            _ => with_line_again(&text, &mut random),
        };
    }
    text
}

fn beginning(seeds: &[String], random: &mut Random) -> String {
    if random.one_in(16) { spec(random.below(1 << 40) as u64) } else { seeds[random.below(seeds.len())].clone() }
}

fn changed(text: &str, seeds: &[String], random: &mut Random) -> String {
    let other = &seeds[random.below(seeds.len())];
    match random.below(12) {
        0..3 => replaced(text, random),
        3 => renamed(text, random),
        4 => without_line(text, random),
        5 => with_line_again(text, random),
        6 => with_lines_swapped(text, random),
        7 => with_pieces_swapped(text, random),
        8 => with_piece_of(text, other, random),
        9 => spliced(text, other, random),
        10 => with_member_of(text, other, random),
        _ => with_line_ends_gone(text, random),
    }
}

/// The text in words, signs and spaces.
fn pieces(text: &str) -> Vec<&str> {
    const DOUBLE: [&str; 7] = ["<=", ">=", "!=", "->", "=>", "//", "++"];
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if first == '"' {
            rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2)
        } else if first == ' ' {
            rest.find(|c| c != ' ').unwrap_or(rest.len())
        } else if DOUBLE.iter().any(|double| rest.starts_with(double)) {
            2
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        found.push(piece);
        rest = after;
    }
    found
}

/// One word is replaced by another of its kind.
fn replaced(text: &str, random: &mut Random) -> String {
    let mut found = pieces(text);
    let known: Vec<(usize, &[&str])> =
        found.iter().enumerate().filter_map(|(at, piece)| Some((at, alike(piece)?))).collect();
    let Some(&(at, others)) = known.get(random.below(known.len())) else { return text.to_string() };
    found[at] = others[random.below(others.len())];
    found.concat()
}

fn alike(piece: &str) -> Option<&'static [&'static str]> {
    if piece.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(&NUMBERS);
    }
    if piece.starts_with('"') {
        return Some(&TEXTS);
    }
    ALIKE.iter().find(|row| row.contains(&piece)).copied()
}

/// One name is replaced by another that the text holds.
fn renamed(text: &str, random: &mut Random) -> String {
    let mut found = pieces(text);
    let is_name = |piece: &str| piece.starts_with(|c: char| c.is_alphabetic());
    let names: Vec<usize> = (0..found.len()).filter(|at| is_name(found[*at])).collect();
    let (Some(to), Some(from)) = (names.get(random.below(names.len())), names.get(random.below(names.len()))) else {
        return text.to_string();
    };
    found[*to] = found[*from];
    found.concat()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn without_line(text: &str, random: &mut Random) -> String {
    let mut found = lines(text);
    if !found.is_empty() {
        found.remove(random.below(found.len()));
    }
    found.concat()
}

fn with_line_again(text: &str, random: &mut Random) -> String {
    let mut found = lines(text);
    if !found.is_empty() {
        let line = found[random.below(found.len())];
        found.insert(random.below(found.len()), line);
    }
    found.concat()
}

fn with_lines_swapped(text: &str, random: &mut Random) -> String {
    let mut found = lines(text);
    let (a, b) = (random.below(found.len()), random.below(found.len()));
    if !found.is_empty() {
        found.swap(a, b);
    }
    found.concat()
}

fn with_pieces_swapped(text: &str, random: &mut Random) -> String {
    let mut found = pieces(text);
    let (a, b) = (random.below(found.len()), random.below(found.len()));
    if !found.is_empty() {
        found.swap(a, b);
    }
    found.concat()
}

/// Some pieces in a row are replaced by some of another text, perhaps many times over.
fn with_piece_of(text: &str, other: &str, random: &mut Random) -> String {
    let (mut found, theirs) = (pieces(text), pieces(other));
    if found.is_empty() || theirs.is_empty() {
        return text.to_string();
    }
    let (at, from) = (random.below(found.len()), random.below(theirs.len()));
    let until = (at + random.below(3)).min(found.len());
    let taken = &theirs[from..(from + 1 + random.below(5)).min(theirs.len())];
    let times = if random.one_in(30) { 300 } else { 1 };
    found.splice(at..until, taken.repeat(times));
    found.concat()
}

/// The beginning of one text and the end of another.
fn spliced(text: &str, other: &str, random: &mut Random) -> String {
    let (mine, theirs) = (pieces(text), pieces(other));
    let (until, from) = (random.below(mine.len() + 1), random.below(theirs.len() + 1));
    mine[..until].concat() + &theirs[from..].concat()
}

/// A paragraph of another text comes in between.
fn with_member_of(text: &str, other: &str, random: &mut Random) -> String {
    let mut found: Vec<&str> = text.split_inclusive("\n\n").collect();
    let theirs: Vec<&str> = other.split_inclusive("\n\n").collect();
    if let Some(member) = theirs.get(random.below(theirs.len())) {
        found.insert(random.below(found.len() + 1), member);
    }
    found.concat()
}

/// Some line ends are gone, or lines begin further right than before.
fn with_line_ends_gone(text: &str, random: &mut Random) -> String {
    let often = 1 + random.below(8);
    let mut out = String::new();
    for line in text.lines() {
        if random.one_in(often + 2) {
            out.push_str("    ");
        }
        out.push_str(line);
        out.push(if random.below(often) == 0 { ' ' } else { '\n' });
    }
    out
}

fn spoil(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    let value = random.below(256) as u8;
    match random.below(4) {
        0 if !bytes.is_empty() => bytes[at] = value,
        1 if !bytes.is_empty() => drop(bytes.remove(at)),
        2 => bytes.truncate(at),
        _ => bytes.insert(at, value),
    }
}
