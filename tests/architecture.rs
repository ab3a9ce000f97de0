//! The one-way rule of `ARCHITECTURE.md`: a module uses only modules of earlier rows of its table, and only those
//! that may do so touch the world outside.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::root;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The modules in the order of the table, each with the number of its row.
fn rows() -> BTreeMap<String, usize> {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let table = page.lines().skip_while(|line| !line.starts_with("| stage |")).skip(2);
    let mut rows = BTreeMap::new();
    for (row, line) in table.take_while(|line| line.starts_with('|')).enumerate() {
        let modules = line.split('|').nth(2).expect("a second column");
        for module in modules.split('`').skip(1).step_by(2) {
            rows.insert(module.to_string(), row);
        }
    }
    rows
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The path of the module that a file holds, from the root of the crate.
fn module_of(file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(root().join("src")).expect("a source").with_extension("");
    let parts = relative.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| !matches!(part.as_str(), "mod" | "lib" | "main")).collect()
}

/// Every path that begins with `crate`, `super` or `std`, as the module it points at.
fn paths(tokens: TokenStream, module: &[String], found: &mut Vec<Vec<String>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        if let Some((name, body)) = inline_module(&tokens[at..]) {
            let inner: Vec<String> = module.iter().cloned().chain([name]).collect();
            paths(body, &inner, found);
            at += 3;
            continue;
        }
        if let TokenTree::Group(group) = &tokens[at] {
            paths(group.stream(), module, found);
        } else if begins_path(&tokens, at) {
            follow(&tokens[at..], module.to_vec(), found);
        }
        at += 1;
    }
}

/// `mod name { … }`.
fn inline_module(tokens: &[TokenTree]) -> Option<(String, TokenStream)> {
    let [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Group(body), ..] = tokens else { return None };
    (*word == "mod" && body.delimiter() == Delimiter::Brace).then(|| (name.to_string(), body.stream()))
}

fn begins_path(tokens: &[TokenTree], at: usize) -> bool {
    let TokenTree::Ident(word) = &tokens[at] else { return false };
    matches!(word.to_string().as_str(), "crate" | "super" | "std") && !is_colon(before(tokens, at))
}

fn before(tokens: &[TokenTree], at: usize) -> Option<&TokenTree> {
    at.checked_sub(1).and_then(|before| tokens.get(before))
}

fn is_colon(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':')
}

/// Follows one path; a group in it is several paths.
fn follow(tokens: &[TokenTree], mut here: Vec<String>, found: &mut Vec<Vec<String>>) {
    let mut at = 0;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => match word.to_string().as_str() {
                "crate" => here.clear(),
                "super" => drop(here.pop()),
                "std" if at == 0 => here = vec!["std".into()],
                other => here.push(other.to_string()),
            },
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for item in inner.split(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',')) {
                    follow(item, here.clone(), found);
                }
                return;
            }
            _ => return found.push(here),
        }
        if !(is_colon(tokens.get(at + 1)) && is_colon(tokens.get(at + 2))) {
            return found.push(here);
        }
        at += 3;
    }
}

fn used_by(file: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).expect("a readable source");
    let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut found = Vec::new();
    paths(tokens, &module_of(file), &mut found);
    found
}

#[test]
fn modules_use_only_modules_of_earlier_rows() {
    let rows = rows();
    for file in sources(&root().join("src")) {
        let module = module_of(&file);
        let Some(own) = module.first() else { continue };
        let row = rows.get(own).unwrap_or_else(|| panic!("`{own}` is not in the table of ARCHITECTURE.md"));
        for path in used_by(&file) {
            let Some(other) = path.first().filter(|first| rows.contains_key(*first) && *first != own) else { continue };
            assert!(rows[other] < *row, "{} uses `{}`, of a later stage", file.display(), path.join("::"));
        }
    }
}

#[test]
fn every_module_of_the_table_exists() {
    for module in rows().keys() {
        let folder = root().join("src").join(module);
        assert!(folder.is_dir() || folder.with_extension("rs").is_file(), "there is no module `{module}`");
    }
}

#[test]
fn only_what_writes_serves_or_is_typed_touches_the_world() {
    for file in sources(&root().join("src")) {
        if matches!(
            module_of(&file).first().map(String::as_str),
            None | Some("cli" | "conform" | "emit" | "folder" | "serve")
        ) {
            continue;
        }
        for path in used_by(&file) {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            let outside = matches!(path.as_slice(), ["std", "fs" | "net" | "time" | "env" | "process" | "io", ..]);
            assert!(!outside, "{} uses `{}`", file.display(), path.join("::"));
        }
    }
}

/// Languages, and tools and files that only one of them has. Tables of tools for migrations are none of them: they are names
/// in a database, and taken whatever a service is written in.
const OF_A_LANGUAGE: [&str; 22] = [
    "python",
    "python3",
    "py",
    "pytest",
    "conftest",
    "pip",
    "uv",
    "venv",
    "fastapi",
    "uvicorn",
    "schemathesis",
    "pydantic",
    "sqlalchemy",
    "requirements",
    "typescript",
    "javascript",
    "nodejs",
    "npm",
    "vitest",
    "go",
    "golang",
    "gomod",
];

/// The words of a text, as they are written in paths, names and prose, in lower case.
fn words(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut before = ' ';
    for one in text.chars() {
        if !one.is_ascii_alphanumeric() || (one.is_ascii_uppercase() && before.is_ascii_lowercase()) {
            found.push(String::new());
        }
        found.last_mut().expect("a word").extend(one.is_ascii_alphanumeric().then_some(one.to_ascii_lowercase()));
        before = one;
    }
    found
}

/// What code says, in names and texts. Comments are prose, in which something may go on.
fn said(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if is_comment(&group) => {}
            TokenTree::Group(group) => said(group.stream(), found),
            TokenTree::Ident(name) => found.extend(words(&name.to_string())),
            TokenTree::Literal(text) => found.extend(words(&text.to_string())),
            TokenTree::Punct(_) => {}
        }
    }
}

/// `[doc = "…"]`.
fn is_comment(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket && matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
}

fn said_of_languages(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    said(text.parse().expect("tokens"), &mut found);
    found.retain(|word| OF_A_LANGUAGE.contains(&word.as_str()));
    found
}

#[test]
fn who_runs_and_who_maps_names_no_language() {
    for module in ["cli", "conform", "convention"] {
        for file in sources(&root().join("src").join(module)) {
            // What is tried in a test may well be what some language says.
            let text = std::fs::read_to_string(&file).expect("a readable source");
            let code = text.split("#[cfg(test)]").next().expect("a first part");
            let found = said_of_languages(code);
            assert!(found.is_empty(), "{} says {found:?}: what a language needs is in its toolchain", file.display());
        }
    }
}

#[test]
fn the_search_for_languages_sees_names_texts_and_paths() {
    let found = |text: &str| said_of_languages(text).join(" ");
    assert_eq!(found("fn f() { let python_at = 1; }"), "python");
    assert_eq!(found(r#"const LIST: &str = "tests/requirements.lock";"#), "requirements");
    assert_eq!(found(r#"fn f() { g(&["bin/python3", "tests/run.py", "go"]) }"#), "python3 py go");
    assert_eq!(found("/// What will go on\nstruct NoPython;"), "python");
}

#[test]
fn the_scan_sees_paths_of_every_form() {
    let text = "use crate::{a::x, b}; use super::super::c::D; mod tests { use super::*; fn f() { crate::e::g(); } }";
    let mut found = Vec::new();
    paths(text.parse().expect("tokens"), &["m".into(), "n".into()], &mut found);
    let found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["a::x", "b", "c::D", "m::n", "e::g"]);
}

/// The folders of languages below `backend`.
fn languages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("src/backend")).expect("a folder");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.is_dir());
    found
}

/// Lists of a service that say what it promises. Who decides something by them does that before there is a language.
const CLAUSES: [&str; 4] = ["requires", "ensures", "invariants", "temporals"];

/// What holds lists of these names that were made from a plan, and may be gone through.
const PLANNED: [&str; 4] = ["own", "found", "conditions", "clauses"];

/// The clauses that code reads as fields of something that is no plan, each with what it is read from.
fn clauses_read(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            clauses_read(group.stream(), found);
        }
        let TokenTree::Ident(name) = token else { continue };
        let is_called =
            matches!(tokens.get(at + 1), Some(TokenTree::Group(next)) if next.delimiter() == Delimiter::Parenthesis);
        let is_part = at > 1 && matches!(&tokens[at - 1], TokenTree::Punct(dot) if dot.as_char() == '.');
        if is_part && !is_called && CLAUSES.contains(&name.to_string().as_str()) {
            let whole = tokens[at - 2].to_string();
            found.extend((!PLANNED.contains(&whole.as_str())).then(|| format!("{whole}.{name}")));
        }
    }
}

#[test]
fn languages_decide_nothing_by_effects_presence_or_clauses() {
    for file in languages().iter().flat_map(|language| sources(language)) {
        for path in used_by(&file) {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            let decides = matches!(path.as_slice(), ["effect", ..] | ["convention", "presence", ..]);
            assert!(!decides, "{} uses `{}`: ask `plan`", file.display(), path.join("::"));
        }
        let text = std::fs::read_to_string(&file).expect("a readable source");
        let mut found = Vec::new();
        clauses_read(text.parse().expect("tokens"), &mut found);
        assert!(found.is_empty(), "{} reads {found:?}: ask `plan`", file.display());
    }
}

#[test]
fn the_search_for_clauses_sees_fields_and_no_methods() {
    let found = |text: &str| {
        let mut found = Vec::new();
        clauses_read(text.parse().expect("tokens"), &mut found);
        found.join(" ")
    };
    assert_eq!(found("fn f() { operation.ensures.get(0); }"), "operation.ensures");
    assert_eq!(found("fn f() { g(|| !self.service.invariants.is_empty()) }"), "service.invariants");
    assert_eq!(found("fn f() { own.requires.iter(); maker.invariants(); }"), "");
}
