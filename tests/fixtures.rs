//! The sound fixtures: `edge_cases` has every construct of the language, and `loose_ends` the three it leaves out.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeSet;

use common::{check, fixtures};
use serde_json::Value;
use specc::source::{FileId, SourceFile};
use specc::syntax::lexer::lex;
use specc::syntax::parse;

fn fixture(name: &str) -> String {
    fixtures().into_iter().find(|(found, _)| found == name).expect("the fixture").1
}

/// Every variant that occurs in a tree: the keys and strings that begin with a capital letter.
fn variants(value: &Value, found: &mut BTreeSet<String>) {
    let capital = |text: &str| text.starts_with(|first: char| first.is_ascii_uppercase());
    match value {
        Value::String(text) if capital(text) => drop(found.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| variants(item, found)),
        Value::Object(fields) => {
            for (key, part) in fields {
                if capital(key) {
                    found.insert(key.clone());
                }
                if key != "text" {
                    variants(part, found);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn variants_of(value: &impl serde::Serialize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    variants(&serde_json::to_value(value).expect("JSON"), &mut found);
    found
}

fn assert_has(found: &BTreeSet<String>, wanted: &str) {
    let missing: Vec<&str> = wanted.split_whitespace().filter(|word| !found.contains(*word)).collect();
    assert!(missing.is_empty(), "edge_cases lacks {missing:?}");
}

#[test]
fn edge_cases_has_every_form_of_the_tree() {
    let parsed = parse(FileId(0), &SourceFile::new("edge_cases.spec", fixture("edge_cases")));
    let found = variants_of(&parsed.file);
    assert_has(
        &found,
        "Entity Enum Alias State Operation Transition Invariant Fact Temporal Function Conventions Security",
    );
    assert_has(&found, "Always Eventually Named Relation One Lone Some Set");
    assert_has(
        &found,
        "Int Float Text Regex Bool None Name Unary Binary Prime Access Index Call With Quantifier The If Let",
    );
    assert_has(&found, "Lambda Construct Set Map Seq Comprehension Pre Some In Of All No Not Negate Size Powerset");
    assert_has(
        &found,
        "Iff Implies Or And Eq Ne Lt Le Gt Ge In NotIn Subset Matches Union Intersect Minus Plus Dash Times Slash",
    );
}

#[test]
fn edge_cases_has_every_operation_of_the_service() {
    let service = check(&fixture("edge_cases")).service.expect("a sound fixture");
    let found = variants_of(&service);
    assert_has(&found, "Bool Int Float String DateTime Duration Uuid Enum Entity Set Seq Map Multi Option");
    assert_has(&found, "Add Subtract Multiply Divide Concat Union Intersect Difference Override RemoveKeys");
    assert_has(
        &found,
        "Value Values Element Elements All Instances OwnField OwnValue Here Before After Construct Unwrap",
    );
    assert_has(&found, "Len Dom Ran Max Min MaxOf MinOf Abs Now Days Hours Minutes Seconds Hash Sum");
    assert_has(&found, "HttpMethod HttpPath HttpStatusSuccess HttpHeader TestStrategy DbTable Plural PartialIndex");
    assert_has(&found, "DbTimestamps Strategy Bearer Basic ApiKeyHeader Ok");
}

#[test]
fn edge_cases_has_every_word_and_symbol() {
    let text = fixture("edge_cases");
    let tokens = lex(FileId(0), &text).tokens;
    let found: BTreeSet<String> = tokens.iter().map(|token| token.text(&text).to_string()).collect();
    assert_has(
        &found,
        "extends where when via exists no the all some let in if then else with pre none true false length",
    );
    assert_has(&found, "requires_auth isValidURI isValidEmail matches => -> # ^ ' | [ { (");
    assert!(text.contains("\\u{") && text.contains("\\n") && text.contains("\\\""), "edge_cases lacks an escape");
}

#[test]
fn what_leaves_the_oracle_loose_is_in_loose_ends_only() {
    for (name, text) in fixtures() {
        let loose: Vec<&str> = check(&text).codes();
        let expected: &[&str] = if name == "loose_ends" { &["W612", "W612", "W611", "W606", "W615"] } else { &[] };
        assert_eq!(loose, expected, "{name}");
    }
}
