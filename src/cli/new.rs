//! `specc new`.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::{Outcome, Talk, files, to_stderr};

const STARTER: &str = include_str!("starter.spec");

/// Writes a small working spec; never over an existing file.
pub(super) fn run(name: &str, dir: &Path, talk: Talk) -> Outcome {
    let Some(service) = service_name(name) else {
        to_stderr(&format!("specc: `{name}` cannot name a service; use letters and digits, and begin with a letter"));
        return Outcome::Environment;
    };
    let path = dir.join(format!("{}.spec", file_name(&service)));
    let text = STARTER.replace("Starter", &service);
    let written = OpenOptions::new().write(true).create_new(true).open(&path);
    match written.and_then(|mut file| file.write_all(text.as_bytes())) {
        Ok(()) => {
            talk.say(&format!("wrote {0}; next: specc check {0}", files::shown(&path)));
            Outcome::Fine
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            to_stderr(&format!("specc: {} is already there; nothing was written", files::shown(&path)));
            Outcome::Environment
        }
        Err(error) => {
            to_stderr(&format!("specc: cannot write {}: {error}", files::shown(&path)));
            Outcome::Environment
        }
    }
}

/// `todo-list` and `todo_list` as `TodoList`.
fn service_name(name: &str) -> Option<String> {
    let words = name.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut characters = word.chars();
        characters.next().map(|first| first.to_ascii_uppercase().to_string() + characters.as_str())
    };
    let service: String = words.filter_map(capital).collect();
    let fits = service.starts_with(|first: char| first.is_ascii_uppercase())
        && service.bytes().all(|byte| byte.is_ascii_alphanumeric());
    fits.then_some(service)
}

/// `TodoList` as `todo_list`.
fn file_name(service: &str) -> String {
    let mut out = String::new();
    let mut before_is_small = false;
    for character in service.chars() {
        if character.is_ascii_uppercase() && before_is_small {
            out.push('_');
        }
        before_is_small = !character.is_ascii_uppercase();
        out.push(character.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_a_service_and_a_file() {
        assert_eq!(service_name("todo-list").as_deref(), Some("TodoList"));
        assert_eq!(service_name("Library").as_deref(), Some("Library"));
        assert_eq!(service_name("9lives"), None);
        assert_eq!(service_name("../x"), None);
        assert_eq!(service_name(""), None);
        assert_eq!(file_name("TodoList"), "todo_list");
        assert_eq!(file_name("HTTPProxy"), "httpproxy");
    }
}
