//! The front end never panics, and the formatter never changes what a spec means.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::generate::{Random, spec};
use common::{check, fixtures, formats_well, survives, walk};
use proptest::prelude::*;
use specc::format::{Formatted, format};
use specc::interp::Verdict;
use specc::source::SourceFile;

/// Prepares a made-up service and calls it at random. Whatever succeeds must be lawful.
fn runs(text: &str, seed: u64) {
    let machine = walk::machine(text);
    let Ok(state) = machine.initial() else { return };
    let (mut random, mut state) = (specc::interp::Random::seeded(seed), state);
    for step in 0..30 {
        let now = 1_700_000_000_000 + step;
        let Some(call) = walk::possible_call(&machine, &state, now, &mut random) else { continue };
        if let Verdict::Accepted(accepted) = machine.call(&state, &call, now, &mut random) {
            let judged = machine.judge(&state, &call, &accepted, now);
            assert!(
                judged.is_ok(),
                "{}\n{text}",
                judged.map_or_else(|f| f.message(machine.service()), |()| String::new())
            );
            state = accepted.state;
        }
    }
}

const SOUP: [&str; 60] = [
    "service",
    "A",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "entity",
    "E",
    "operation",
    "Op",
    "requires",
    ":",
    "ensures",
    "x",
    "y",
    "x'",
    "and",
    "or",
    "not",
    "in",
    "let",
    "=",
    "!=",
    "<",
    "+",
    "-",
    "->",
    "=>",
    "|",
    ",",
    ".",
    "all",
    "some",
    "the",
    "if",
    "then",
    "else",
    "\n",
    "\n  ",
    "\n      ",
    "#",
    "^",
    "1",
    "2.5",
    "\"s\"",
    "matches",
    "/a[/]b/",
    "state",
    "Int",
    "where",
    "value",
    "invariant",
    "with",
    "none",
    "// c\n",
    "/* c */",
    "type T =",
    "input",
];

fn soup() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(&SOUP[..]), 0..120).prop_map(|words| words.join(" "))
}

/// A fixture after a few random cuts, copies and insertions.
fn edited(seed: u64) -> String {
    let mut random = Random::new(seed);
    let all = fixtures();
    let mut text: Vec<char> = all[random.below(all.len())].1.chars().collect();
    for _ in 0..1 + random.below(5) {
        let at = random.below(text.len());
        let end = (at + random.below(40)).min(text.len());
        match random.below(4) {
            0 => drop(text.drain(at..end)),
            1 => {
                let copy: Vec<char> = text[at..end].to_vec();
                let to = random.below(text.len());
                text.splice(to..to, copy);
            }
            2 => drop(text.splice(at..at, random.pick(&SOUP).chars().collect::<Vec<_>>())),
            _ => drop(text.splice(at..end, random.pick(&SOUP).chars().collect::<Vec<_>>())),
        }
    }
    text.into_iter().collect()
}

/// A text with some of its line ends gone, where the rules for lines allow that or not.
fn joined(text: &str, random: &mut Random) -> String {
    let often = 1 + random.below(6);
    let mut out = String::new();
    for line in text.lines() {
        let has_comment = line.contains("//");
        let stays = has_comment || random.below(often) > 0;
        out.push_str(if stays { line } else { line.trim_start() });
        out.push_str(if has_comment || random.below(often) > 0 { "\n" } else { " " });
    }
    out
}

/// Some member of a text with all its lines joined.
fn member_on_one_line(text: &str, random: &mut Random) -> String {
    let members: Vec<&str> = text.split_inclusive("\n\n").collect();
    let chosen = random.below(members.len());
    let member = |(at, member): (usize, &&str)| {
        let joins = at == chosen && !member.contains("//");
        if joins { member.split_whitespace().collect::<Vec<_>>().join(" ") + "\n\n" } else { (*member).to_string() }
    };
    members.iter().enumerate().map(member).collect()
}

/// How many cases to run: enough for a test run, many more at night.
fn cases(few: u32) -> ProptestConfig {
    let factor = if std::env::var_os("NIGHTLY").is_some() { 50 } else { 1 };
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(few * factor) }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survives(&bytes);
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,200}") {
        survives(text.as_bytes());
    }

    #[test]
    fn words_of_the_language_in_any_order_never_panic(text in soup()) {
        survives(text.as_bytes());
        survives(format!("service A {{ {text} }}").as_bytes());
        survives(format!("service A {{ state {{ x: Int }}\n operation Op {{ ensures: {text} }} }}").as_bytes());
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn edited_fixtures_never_panic(seed in any::<u64>()) {
        survives(edited(seed).as_bytes());
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn generated_specs_are_sound_and_format_well(seed in any::<u64>()) {
        let text = spec(seed);
        let outcome = check(&text);
        prop_assert!(outcome.service.is_some(), "{}\n{text}", outcome.messages());
        prop_assert!(matches!(format(&SourceFile::new("a.spec", text.as_str())), Formatted::Text(_)), "{text}");
        formats_well(&text);
    }

    /// Whatever the checker accepts is formatted at once or left as it is, so that formatting twice changes nothing.
    #[test]
    fn specs_with_joined_lines_format_well(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let mut all = fixtures();
        all.push(("generated".into(), spec(seed)));
        let text = &all[random.below(all.len())].1;
        for text in [joined(text, &mut random), member_on_one_line(text, &mut random)] {
            formats_well(&text);
        }
    }

    #[test]
    fn generated_specs_run(seed in any::<u64>()) {
        runs(&spec(seed), seed);
    }
}

#[test]
fn an_expression_of_the_greatest_depth_runs() {
    for depth in [10, 60, 100, 200, 250] {
        let deep = format!("{}b{}", "not (".repeat(depth), ")".repeat(depth));
        let text = format!(
            "service Deep {{\n  state {{ x: Bool }}\n  operation Op {{\n    input: b: Bool\n    output: r: Bool\n    \
             requires: {deep} or not b\n    ensures: r = ({deep})\n      x' = ({deep})\n  }}\n}}\n"
        );
        if check(&text).service.is_some() {
            runs(&text, 1);
        } else {
            assert!(depth > 60, "an expression of {depth} levels is read");
        }
    }
}

#[test]
fn members_on_one_line_are_formatted_at_once() {
    let text = "service A {\n  entity E {\n    n: Int where value > 0 t: Int invariant: n > 0\n  }\n}\n";
    let expected = "service A {\n  entity E {\n    n: Int where value > 0\n    t: Int\n    invariant: n > 0\n  }\n}\n";
    assert_eq!(format(&SourceFile::new("a.spec", text)), Formatted::Text(expected.into()));
    formats_well(text);
}

#[test]
fn fixtures_are_formatted_and_format_well() {
    for (name, text) in fixtures() {
        assert_eq!(format(&SourceFile::new(name.as_str(), text.as_str())), Formatted::Text(text.clone()), "{name}");
        formats_well(&text);
    }
}
