//! What was broken, with the calls that led to it, for people.

use std::fmt::Write;

use super::{Explored, place};
use crate::explore::{BEGINNING, Step, Violation};
use crate::interp::{Finding, Value, wire};
use crate::ir::{Param, Service};
use crate::report::paint::Paint;
use crate::report::visible;
use crate::source::SourceMap;

/// How much of a value is shown.
const MAX_VALUE: usize = 160;
/// The units of waits, in milliseconds.
const UNITS: [(u64, &str); 5] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"), (1, "ms")];

/// A promise that was broken, and the way to it.
pub(super) fn violation(found: &Explored, violation: &Violation, paint: Paint) -> String {
    let Violation { finding, trace } = violation;
    let mut text = broken(&found.service, &found.sources, finding, paint);
    let calls = if trace.len() == 1 { "1 call".to_string() } else { format!("{} calls", trace.len()) };
    let _ = writeln!(text, "  after {calls}, the last of which breaks it");
    let mut last = BEGINNING;
    for (at, step) in trace.iter().enumerate() {
        let _ = writeln!(text, "    {}. {}{}", at + 1, wait(step.now - last), call(&found.service, step));
        last = step.now;
    }
    text
}

/// A clause that was broken, why, and the values it speaks of.
pub(super) fn broken(service: &Service, sources: &SourceMap, finding: &Finding, paint: Paint) -> String {
    let Finding { clause, why, values, .. } = finding;
    let mut text = format!("{} {} does not hold\n", paint.bad("Violation:"), clause.title(service));
    let place = paint.dim(&place(sources, clause.span(service)));
    let _ = writeln!(text, "{}", format!("  {place}  {}", visible::name(&clause.text(service))).trim_end());
    if let Some(why) = why {
        let _ = writeln!(text, "  {}", visible::name(why));
    }
    if !values.is_empty() {
        text.push_str("  where\n");
    }
    for (name, value) in values {
        let _ = writeln!(text, "    {} = {}", visible::name(name), visible::name(value));
    }
    text
}

/// A call with its inputs and its answer.
fn call(service: &Service, step: &Step) -> String {
    let operation = service.operation(step.call.operation);
    let inputs = named(service, &operation.inputs, &step.call.inputs);
    let outputs = named(service, &operation.outputs, &step.outputs);
    let answer = if outputs.is_empty() { String::new() } else { format!(" -> {outputs}") };
    format!("{}({inputs}){answer}", operation.name)
}

fn named(service: &Service, params: &[Param], values: &[Value]) -> String {
    let pairs = params.iter().zip(values);
    let shown = |(param, value): (&Param, &Value)| {
        let value = wire::encode(service, &param.ty.ty, value).to_string();
        format!("{} = {}", param.name, shortened(&value))
    };
    pairs.map(shown).collect::<Vec<_>>().join(", ")
}

/// A value that a line can hold.
fn shortened(value: &str) -> String {
    let count = value.chars().count();
    if count <= MAX_VALUE {
        return visible::name(value);
    }
    let start: String = value.chars().take(MAX_VALUE).collect();
    format!("{}… ({count} characters)", visible::name(&start))
}

/// How long a call comes after the one before it; nothing where it comes at the same moment.
fn wait(milliseconds: i64) -> String {
    let mut left = milliseconds.unsigned_abs();
    let mut parts = Vec::new();
    for (size, unit) in UNITS {
        if left >= size {
            parts.push(format!("{} {unit}", left / size));
            left %= size;
        }
    }
    if parts.is_empty() { String::new() } else { format!("{} later: ", parts.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_said_in_the_units_of_people() {
        assert_eq!(wait(0), "");
        assert_eq!(wait(1), "1 ms later: ");
        assert_eq!(wait(90_061_000), "1 d 1 h 1 min 1 s later: ");
    }

    #[test]
    fn long_values_are_cut() {
        let long = "é".repeat(MAX_VALUE + 1);
        assert_eq!(shortened(&long), format!("{}… (161 characters)", "é".repeat(MAX_VALUE)));
        assert_eq!(shortened("a\u{202e}b"), "a\\u{202e}b");
    }
}
