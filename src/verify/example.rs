//! Texts that match patterns: drawn, which is fast, or else found by the solver.

use regex::Regex;

use super::text::unescaped;
use crate::interp::{Random, Value, growing, sample, with_ascii_classes};

/// How many steps the solver may take for one text.
const TEXT_STEPS: u32 = 3_000_000;
/// How often texts are drawn, for each way of going on with open repetitions.
const DRAWS: usize = 8;

/// Some texts of a length that match patterns.
pub(super) fn drawn(wanted: &[String], length: usize) -> Vec<String> {
    let patterns: Vec<String> = wanted.iter().map(|pattern| with_ascii_classes(pattern)).collect();
    let regexes: Vec<Regex> = patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect();
    let mut found: Vec<String> = Vec::new();
    for hir in patterns.iter().filter_map(|pattern| regex_syntax::parse(pattern).ok()) {
        let mut random = Random::seeded(1);
        found.extend(growing(&hir, u32::try_from(length).unwrap_or(u32::MAX).min(256)));
        for stretch in [0, 1, 2, 4, 8, 16, 32, 64] {
            found.extend((0..DRAWS).map(|_| sample(&hir, stretch, &mut random)));
        }
    }
    found.retain(|text| text.chars().count() == length && regexes.iter().all(|regex| regex.is_match(text)));
    found
}

/// A text of a length that matches some patterns and not others, and is none of those that there are already.
pub(super) fn written(
    wanted: &[String],
    unwanted: &[String],
    length: Option<usize>,
    others: &[(Value, Value)],
) -> Option<String> {
    let text = z3::ast::String::fresh_const("text");
    let solver = z3::Solver::new();
    let mut params = z3::Params::new();
    params.set_u32("rlimit", TEXT_STEPS);
    solver.set_params(&params);
    for pattern in wanted {
        solver.assert(text.regex_matches(&super::text::regexp(pattern).ok()?));
    }
    solver.assert(super::text::valid_text(&text));
    for pattern in unwanted {
        solver.assert(text.regex_matches(&super::text::regexp(pattern).ok()?).not());
    }
    for (_, other) in others {
        if let Value::Text(other) = other
            && length.is_none_or(|length| other.chars().count() == length)
        {
            solver.assert(text.eq(super::text::native(other).ok()?.as_string()?).not());
        }
    }
    if let Some(length) = length {
        solver.assert(text.length().eq(length as i64));
    }
    if solver.check() != z3::SatResult::Sat {
        return None;
    }
    let found = solver.get_model()?.eval(&text, true)?;
    Some(unescaped(&found.as_string()?))
}
