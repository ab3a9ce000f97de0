//! `tests/test_behavioral_<service>.py`: one short test per planned test.

use std::fmt::Write;

use super::literal;
use super::names::{Namespace, PyIdent, PyNames, snake};
use super::piece::{PAGE, Piece, named};
use super::uses::Uses;
use crate::convention::Api;
use crate::ir::{OperationId, Service};
use crate::plan::{Again, Calls, ClauseId, Holds, PlannedTest};

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
        let (route, declared) = (api.route(id), self.service.operation(id));
        let path = route.template.text(declared);
        let _ = write!(self.body, "\n\n# {}: {} {path}\n", declared.name, route.method);
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
        let says = format!("{} ({})", test.says, test.place);
        let _ = write!(
            self.body,
            "\n\n{}\ndef {name}({subject}: {seen}) -> None:\n    {}\n{}\n",
            decorator.statement("@", 0, ""),
            literal::docstring(&says, PAGE.width - PAGE.indent),
            check(&test.holds, self.service).statement(&format!("{subject}."), 1, ""),
        );
    }

    /// What a test goes over, and what it is handed.
    fn decorator(&mut self, test: &PlannedTest) -> (Piece, &'static str) {
        let (name, about, handed) = match &test.calls {
            Calls::Examples(id) => ("examples_of", self.constant(*id), "Seen"),
            Calls::Witnesses(id, _) | Calls::Limits(id, _) => ("witnesses_of", self.constant(*id), "Seen"),
            Calls::Malformed(id, _) => ("malformed_of", self.constant(*id), "Seen"),
            Calls::Unauthorized(id) => ("unauthorized_of", self.constant(*id), "Seen"),
            Calls::Traces | Calls::TracesTo(_) => ("traces_of", self.service_constant(), "Trace"),
        };
        self.uses.name(CHECKS, name);
        let id = (!test.cases.is_empty()).then(|| Piece::text(test.id()));
        (Piece::apply(name, [about].into_iter().chain(id)), handed)
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
    let number = |at: &usize| Piece::number(at.to_string());
    let (name, arguments) = match holds {
        Holds::Accepts => ("accepts", Vec::new()),
        Holds::Ensures(at) => ("ensures", vec![number(at)]),
        Holds::Rejects => ("rejects", Vec::new()),
        Holds::RejectsFor(clause) => ("rejects", vec![Piece::text(clause.0.as_str())]),
        Holds::Invariant(at) => ("invariant", vec![number(at)]),
        Holds::Always(at) => ("always", vec![number(at)]),
        Holds::Types => ("types", Vec::new()),
        Holds::Frame => ("frame", Vec::new()),
        Holds::Output => ("output", Vec::new()),
        Holds::Safe(Again::Same) => return Piece::call("safe", vec![named("same", Piece::atom("True"))]),
        Holds::Safe(Again::Free) => ("safe", Vec::new()),
        Holds::Moves(transition, rule) => {
            let id = ClauseId::of_rule(service, *transition, *rule).0;
            ("moves", vec![Piece::text(service.transitions[*transition].name.as_str()), Piece::text(id)])
        }
        Holds::Total => ("total", Vec::new()),
        Holds::Refuses => ("refuses", Vec::new()),
        Holds::Unauthorized => ("unauthorized", Vec::new()),
        Holds::Eventually(at) => ("eventually", vec![number(at)]),
    };
    Piece::apply(name, arguments)
}

/// The words of a name as one identifier.
pub(super) fn joined(words: &[String]) -> String {
    snake(&words.join("_"))
}
