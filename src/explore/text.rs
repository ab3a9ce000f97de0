//! The corpus as a file: one target, state or witness per line, so that two of them compare well.

use serde_json::Value as Json;

use super::{Exploration, Options, corpus_json};
use crate::convention::Api;
use crate::ir::Service;

/// The text of a corpus.
pub fn corpus_text(exploration: &Exploration, service: &Service, api: &Api, options: &Options) -> String {
    object_lines(&corpus_json(exploration, service, api, options))
}

/// An object with a line for each of its members, and for each element of those that are arrays.
pub fn object_lines(json: &Json) -> String {
    let Json::Object(members) = json else { return format!("{json}\n") };
    let member = |(name, value): (&String, &Json)| format!("  {}: {}", Json::from(name.as_str()), member_text(value));
    let members: Vec<String> = members.iter().map(member).collect();
    format!("{{\n{}\n}}\n", members.join(",\n"))
}

fn member_text(value: &Json) -> String {
    let Some(elements) = value.as_array().filter(|elements| !elements.is_empty()) else { return value.to_string() };
    let elements: Vec<String> = elements.iter().map(|element| format!("    {element}")).collect();
    format!("[\n{}\n  ]", elements.join(",\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_element_has_a_line_of_its_own() {
        let text = object_lines(&json!({"version": 1, "a\"b": [], "states": [{"x": [1, 2]}, null]}));
        let expected =
            "{\n  \"version\": 1,\n  \"a\\\"b\": [],\n  \"states\": [\n    {\"x\":[1,2]},\n    null\n  ]\n}\n";
        assert_eq!(text, expected);
    }
}
