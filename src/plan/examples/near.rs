//! Near misses: what is almost right finds more than what is wrong altogether. Texts and numbers of a witness are changed a
//! little, and a text is made as long and as short as its type allows, and one character beyond that.

use indexmap::IndexSet;

use super::super::Ground;
use super::super::profile::MOST_FURTHER;
use super::{Example, ExampleKind, call_in, is_accepted, spread};
use crate::explore::Term;
use crate::interp::{Call, Value};
use crate::ir::{OperationId, ParamIndex, Type};

/// How long a text can become where its longest is looked for.
const LONGEST: usize = 10_000;
/// Of a text that is longer only the edges are tried: many copies of it say little, and make a suite large.
const LONG: usize = 200;
/// Sent integers stay below this, unless a type's own bounds say otherwise.
const LARGE: i64 = 1_000_000_000_000_000;

/// The near misses of the witnesses of an operation: all of the first accepted one, and some of the others.
pub(super) fn near(ground: Ground<'_>, id: OperationId) -> Vec<Example> {
    let witnesses = &ground.exploration.corpus.witnesses;
    let mut numbers = ground.witnesses_calling(id);
    numbers.sort_by_key(|at| !is_accepted(&witnesses[*at]));
    let Some((first, others)) = numbers.split_first() else { return Vec::new() };
    let others = others.iter().flat_map(|at| of_witness(ground, *at, ExampleKind::Further, false)).collect();
    let mut found = of_witness(ground, *first, ExampleKind::Near, true);
    found.extend(spread(others, MOST_FURTHER));
    found
}

/// The near misses of a witness that the spec speaks about.
fn of_witness(ground: Ground<'_>, number: usize, kind: ExampleKind, edges: bool) -> Vec<Example> {
    let witness = &ground.exploration.corpus.witnesses[number];
    let Some((call, now)) = call_in(ground, witness, witness.state) else { return Vec::new() };
    let state = &ground.exploration.corpus.states[witness.state].state;
    let mut found = Vec::new();
    for (at, param) in ground.service.operation(call.operation).inputs.iter().enumerate() {
        let mut values: IndexSet<Value> = IndexSet::new();
        values.extend(near_misses(&param.ty.ty, &call.inputs[at]));
        if edges && let Value::Text(text) = &call.inputs[at] {
            let is_valid = |text: &str| ground.machine.fits(&param.ty, &Value::text(text), state, now);
            values.extend(edges_of(text, &is_valid).iter().map(|text| Value::text(text)));
        }
        values.shift_remove(&call.inputs[at]);
        for value in values {
            let changed = changed(&call, at, value.clone());
            if ground.machine.precondition(state, &changed, now).is_ok() {
                let inputs = vec![(ParamIndex(at as u32), Term::Value(value))];
                let (operation, state) = (call.operation, witness.state);
                found.push(Example { operation, kind, state, witness: Some(number), inputs, fields: Vec::new() });
            }
        }
    }
    found
}

fn changed(call: &Call, at: usize, value: Value) -> Call {
    let mut inputs = call.inputs.clone();
    inputs[at] = value;
    Call { operation: call.operation, inputs }
}

/// Values that are a little different; none where nothing can be changed.
fn near_misses(ty: &Type, value: &Value) -> Vec<Value> {
    match (ty, value) {
        (Type::String, Value::Text(text)) if !text.is_empty() && text.len() <= LONG => {
            near_texts(text).iter().map(|text| Value::text(text)).collect()
        }
        (Type::Int, Value::Int(number)) => near_numbers(*number).into_iter().map(Value::Int).collect(),
        (Type::Duration, Value::Span(number)) => near_numbers(*number).into_iter().map(Value::Span).collect(),
        _ => Vec::new(),
    }
}

fn near_numbers(number: i64) -> Vec<i64> {
    if number.unsigned_abs() >= LARGE.unsigned_abs() {
        return Vec::new();
    }
    vec![number + 1, number - 1, -number, number * 2, 0, number + 10, number - 10, number + 2]
}

fn near_texts(text: &str) -> Vec<String> {
    let mut shorter = text.to_string();
    let last = shorter.pop().map(String::from).unwrap_or_default();
    let swapped: String = text.chars().flat_map(other_case).collect();
    let other = if swapped == text { format!("{shorter}X") } else { swapped };
    vec![
        format!("{text}\n"),
        shorter.clone(),
        format!("{shorter}x{last}"),
        format!("{text}x"),
        format!(" {text}"),
        format!("{text}/x"),
        other,
        joined(text),
    ]
}

fn other_case(letter: char) -> Vec<char> {
    if letter.is_uppercase() { letter.to_lowercase().collect() } else { letter.to_uppercase().collect() }
}

/// A text without the last mark that stands between two parts of it.
fn joined(text: &str) -> String {
    let Some((at, mark)) = text.char_indices().rfind(|(_, letter)| !letter.is_ascii_alphanumeric()) else {
        return text.to_string();
    };
    let (before, rest) = text.split_at(at);
    format!("{before}{}", rest.strip_prefix(mark).unwrap_or_default())
}

/// The longest and the shortest text that begins like a valid one and is valid, and one character beyond each.
fn edges_of(text: &str, is_valid: &dyn Fn(&str) -> bool) -> Vec<String> {
    let Some(last) = text.chars().last().filter(|_| is_valid(text)) else { return Vec::new() };
    let longer = |more: usize| format!("{text}{}", String::from(last).repeat(more));
    let more = highest(&|more| is_valid(&longer(more)));
    let letters: Vec<char> = text.chars().collect();
    let shorter = |count: usize| letters.iter().take(count).collect::<String>();
    let mut least = letters.len();
    while least > 0 && is_valid(&shorter(least - 1)) {
        least -= 1;
    }
    vec![longer(more), longer(more + 1), shorter(least), shorter(least.saturating_sub(1))]
}

/// The highest number that is valid, where those above it are not; 0 where it would be very high.
fn highest(is_valid: &dyn Fn(usize) -> bool) -> usize {
    let mut high = 1;
    while is_valid(high) {
        high *= 2;
        if high > LONGEST {
            return 0;
        }
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if is_valid(middle) { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_texts_differ_in_a_letter_a_case_a_mark_or_their_ends() {
        let found = near_texts("a-b1");
        assert_eq!(found, ["a-b1\n", "a-b", "a-bx1", "a-b1x", " a-b1", "a-b1/x", "A-B1", "ab1"]);
        assert_eq!(
            near_texts("12")[6..],
            ["1X", "12"],
            "what has no case gets another end, and there is no mark to leave out"
        );
    }

    #[test]
    fn numbers_that_are_very_large_stay() {
        assert_eq!(near_numbers(5), [6, 4, -5, 10, 0, 15, -5, 7]);
        assert_eq!(near_numbers(i64::MIN), [0; 0]);
    }

    #[test]
    fn edges_are_where_a_text_stops_being_valid() {
        let found = edges_of("abc", &|text| (2..=7).contains(&text.chars().count()));
        assert_eq!(found, ["abccccc", "abcccccc", "ab", "a"]);
        assert_eq!(edges_of("abc", &|text| text.len() > 1)[..2], ["abc", "abcc"], "there is no longest one");
        assert!(edges_of("abc", &|_| false).is_empty(), "what is not valid has no edges");
    }
}
