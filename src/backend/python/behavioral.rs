//! `tests/test_behavioral_<service>.py`: one short test per planned test.

use std::fmt::Write;

use super::literal;
use super::names::{Namespace, PyIdent, PyNames, snake};
use super::piece::{PAGE, Piece, named};
use super::uses::Uses;
use crate::backend::planned::{self, Said};
use crate::convention::Api;
use crate::ir::{OperationId, Service};
use crate::plan::{Holds, PlannedTest};

/// The names of the tests, in their order.
pub(super) fn test_names(tests: &[PlannedTest]) -> Vec<PyIdent> {
    let mut names = Namespace::default();
    tests.iter().map(|test| names.take(&format!("test_{}", joined(&test.name)))).collect()
}

/// The text of the file.
pub(super) fn file(service: &Service, api: &Api, names: &PyNames, tests: &[PlannedTest]) -> String {
    let mut page = Page { service, names, uses: Uses::default(), body: String::new() };
    let mut last = None;
    for (test, name) in tests.iter().zip(test_names(tests)) {
        if test.operation() != last || last.is_none() && page.body.is_empty() {
            last = test.operation();
            page.heading(api, last);
        }
        page.test(test, &name);
    }
    page.text()
}

struct Page<'a> {
    service: &'a Service,
    names: &'a PyNames,
    uses: Uses,
    body: String,
}

/// The module with what tests go over and are handed.
const CHECKS: &str = "tests.harness.checks";
/// The module with the table of operations.
pub(super) const TABLE: &str = "tests.service";

impl Page<'_> {
    fn heading(&mut self, api: &Api, operation: Option<OperationId>) {
        let Some(id) = operation else {
            self.body.push_str("\n\n# One call after the other\n");
            return;
        };
        let _ = write!(self.body, "\n\n# {}\n", planned::heading(self.service, api, id));
    }

    fn constant(&mut self, id: OperationId) -> Piece {
        let name = self.names.operations[id.index()].constant.to_string();
        self.uses.name(TABLE, &name);
        Piece::atom(name)
    }

    fn test(&mut self, test: &PlannedTest, name: &PyIdent) {
        let (decorator, seen) = self.decorator(test);
        let subject = if seen == "Trace" { "trace" } else { "seen" };
        self.uses.name(CHECKS, seen);
        let _ = write!(
            self.body,
            "\n\n{}\ndef {name}({subject}: {seen}) -> None:\n    {}\n{}\n",
            decorator.statement("@", 0, ""),
            literal::docstring(&planned::told(test), PAGE.width - PAGE.indent),
            check(&test.holds, self.service).statement(&format!("{subject}."), 1, ""),
        );
    }

    /// What a test goes over, and what it is handed.
    fn decorator(&mut self, test: &PlannedTest) -> (Piece, &'static str) {
        let name = format!("{}_of", planned::called(&test.calls));
        let (about, handed) = match test.operation() {
            Some(id) => (self.constant(id), "Seen"),
            None => (self.service_constant(), "Trace"),
        };
        self.uses.name(CHECKS, &name);
        let id = (!test.cases.is_empty()).then(|| Piece::text(test.id()));
        (Piece::apply(&name, [about].into_iter().chain(id)), handed)
    }

    fn service_constant(&mut self) -> Piece {
        self.uses.name(TABLE, "SERVICE");
        Piece::atom("SERVICE")
    }

    fn text(self) -> String {
        let title = format!("What {} promises, clause by clause.", self.service.name);
        let title = literal::docstring(&title, PAGE.width);
        format!("{title}\n\n{}\n\n{}", self.uses.imports(), self.body.trim_start_matches('\n'))
    }
}

/// What is asked of what a test is handed.
fn check(holds: &Holds, service: &Service) -> Piece {
    let (name, said) = planned::asked(holds, service);
    let argument = |said: Said| match said {
        Said::Position(at) => Piece::number(at.to_string()).into(),
        Said::Name(name) => Piece::text(name).into(),
        Said::Same => named("same", Piece::atom("True")),
    };
    Piece::call(name, said.into_iter().map(argument).collect())
}

/// The words of a name as one identifier.
pub(super) fn joined(words: &[String]) -> String {
    snake(&words.join("_"))
}
