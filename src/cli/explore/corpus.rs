//! The corpus as a file: one target, state or witness per line, so that two of them compare well.

use std::path::Path;

use serde_json::Value as Json;

use super::super::files;
use crate::convention::Api;
use crate::explore::{Exploration, Options, corpus_json};
use crate::ir::Service;

/// The text of a corpus.
pub(super) fn text(exploration: &Exploration, service: &Service, api: &Api, options: &Options) -> String {
    lines(&corpus_json(exploration, service, api, options))
}

/// An object with a line for each of its members, and for each element of those that are arrays.
fn lines(json: &Json) -> String {
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

/// Why no corpus can be written to a path, as far as that is known beforehand.
pub(super) fn obstacle(path: &Path) -> Option<String> {
    let shown = files::shown(path);
    if path.is_dir() {
        return Some(format!("{shown} is a folder; name the file for the corpus"));
    }
    if path.exists() && !path.is_file() {
        return Some(format!("{shown} is no regular file; `--corpus -` prints to standard output"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
    (!folder.is_dir()).then(|| format!("cannot write {shown}: there is no folder {}", files::shown(folder)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_element_has_a_line_of_its_own() {
        let text = lines(&json!({"version": 1, "a\"b": [], "states": [{"x": [1, 2]}, null]}));
        let expected =
            "{\n  \"version\": 1,\n  \"a\\\"b\": [],\n  \"states\": [\n    {\"x\":[1,2]},\n    null\n  ]\n}\n";
        assert_eq!(text, expected);
    }
}
