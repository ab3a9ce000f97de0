//! What is generated into `docs/` is up to date, and the examples in it do what they say.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{check, expect_file, root};
use specc::cli::documents;
use specc::diag::Code;

#[test]
fn the_pages_of_all_codes_are_up_to_date() {
    for document in documents() {
        expect_file(&root().join("docs").join(&document.path), &document.text);
    }
    let pages = std::fs::read_dir(root().join("docs/diagnostics")).expect("the folder is there").count();
    assert_eq!(pages, Code::ALL.len() + 1, "a page in docs/diagnostics belongs to no code");
}

/// The `spec` blocks after `Wrong:` and `Right:` on a page.
fn examples<'p>(page: &'p str, heading: &str) -> Vec<&'p str> {
    let after = page.split_once(&format!("{heading}:\n")).map_or("", |(_, after)| after);
    let block = after.split_once("```spec\n").and_then(|(_, block)| block.split_once("```"));
    block.map(|(block, _)| block).into_iter().collect()
}

/// Codes that a single text cannot show.
const WITHOUT_EXAMPLE: [Code; 9] = [
    Code::NotUtf8,
    Code::FileTooLarge,
    Code::Unreadable,
    Code::TooDeep,
    Code::ImportNotFound,
    Code::ImportCycle,
    Code::ImportOutsideTree,
    Code::TooManyImports,
    Code::NoService,
];

#[test]
fn the_examples_of_every_page_are_wrong_and_right_as_it_says() {
    for code in Code::ALL {
        let path = format!("diagnostics/{code}.md");
        let page = documents().into_iter().find(|document| document.path == path).expect("a page").text;
        let (wrong, right) = (examples(&page, "Wrong"), examples(&page, "Right"));
        if WITHOUT_EXAMPLE.contains(code) && wrong.is_empty() {
            continue;
        }
        assert_eq!((wrong.len(), right.len()), (1, 1), "{code} lacks an example");
        for text in wrong {
            let found = check(text);
            assert!(found.codes().contains(&code.text()), "{code}: {}", found.messages());
            assert!(found.codes().iter().all(|found| *found == code.text()), "{code}: {}", found.messages());
        }
        for text in right {
            assert!(check(text).diagnostics.is_empty(), "{code}: {}", check(text).messages());
        }
    }
}

/// Every whole spec in a page of prose.
fn specs_in_page(page: &str) -> Vec<&str> {
    page.split("```spec\n").skip(1).filter_map(|rest| rest.split_once("```")).map(|(block, _)| block).collect()
}

/// The pages that show specs.
const PAGES: [&str; 6] =
    ["README.md", "docs/language.md", "docs/semantics.md", "docs/realization.md", "docs/explore.md", "docs/corpus.md"];

#[test]
fn the_specs_in_the_pages_are_sound() {
    for page in PAGES {
        let text = std::fs::read_to_string(root().join(page)).expect("the page");
        let specs = specs_in_page(&text);
        assert!(!specs.is_empty(), "{page} shows no spec");
        for spec in specs {
            assert!(check(spec).diagnostics.is_empty(), "{page}: {}\n{spec}", check(spec).messages());
        }
    }
}

/// A spec with the `text` block that follows it.
fn with_text(rest: &str) -> Option<(&str, &str)> {
    let (spec, after) = rest.split_once("```")?;
    let (_, after) = after.split_once("```text\n")?;
    let (text, _) = after.split_once("```")?;
    Some((spec, text))
}

#[test]
fn the_bodies_in_the_page_on_realization_are_what_is_printed() {
    let page = std::fs::read_to_string(root().join("docs/realization.md")).expect("the page");
    let shown: Vec<(&str, &str)> = page.split("```spec\n").skip(1).filter_map(with_text).collect();
    assert_eq!(shown.len(), 2);
    for (spec, text) in shown {
        let service = check(spec).service.expect("a sound spec");
        let bodies = specc::realize::realize(&service);
        assert_eq!(specc::realize::show(&service, &bodies), text);
    }
}
