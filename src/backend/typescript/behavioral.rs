//! `tests/behavioral_<service>.test.ts`: one short test per planned test.

use super::names::TsNames;
use super::piece::{PAGE, Piece};
use super::service::SERVICE;
use super::uses::{SUITE, Uses};
use super::{file, literal};
use crate::backend::planned::{self, Said};
use crate::convention::Api;
use crate::ir::{OperationId, Service};
use crate::plan::{Holds, PlannedTest};

/// The module with what tests go over and are handed.
const CHECKS: &str = "./harness/checks.ts";
/// The module that connects a file of tests with the service.
const SUITING: &str = "./harness/suite.ts";

/// The text of the file.
pub(super) fn file(service: &Service, api: &Api, names: &TsNames, tests: &[PlannedTest]) -> String {
    let mut page = Page { service, names, uses: Uses::of(&SUITE) };
    let mut blocks = vec![connected(&mut page.uses)];
    for group in tests.chunk_by(|one, other| one.operation() == other.operation()) {
        match group.first().and_then(PlannedTest::operation) {
            Some(id) => blocks.push(page.described(&planned::heading(service, api, id), group)),
            None => blocks.extend(group.iter().map(|test| page.test(test, 0))),
        }
    }
    file::tests(&format!("What {} promises, clause by clause.", service.name), &page.uses, &blocks)
}

/// What each file of tests begins with.
pub(super) fn connected(uses: &mut Uses) -> String {
    uses.called(SUITING, "connected");
    let whole = table(uses, "SERVICE");
    Piece::call("connected", vec![whole, Piece::atom("import.meta.url")]).stated(0)
}

/// A constant of the table.
pub(super) fn table(uses: &mut Uses, name: &str) -> Piece {
    uses.called(&format!("./{SERVICE}"), name);
    Piece::atom(name)
}

/// The constant of an operation.
pub(super) fn constant(uses: &mut Uses, names: &TsNames, id: OperationId) -> Piece {
    table(uses, names.all.operations[id.index()].constant.as_str())
}

struct Page<'a> {
    service: &'a Service,
    names: &'a TsNames,
    uses: Uses,
}

impl Page<'_> {
    /// The tests of an operation under their heading.
    fn described(&mut self, heading: &str, tests: &[PlannedTest]) -> String {
        self.uses.called("vitest", "describe");
        let tests: Vec<String> = tests.iter().map(|test| self.test(test, 1)).collect();
        format!("describe({}, () => {{\n{}\n}});", literal::string(heading), tests.join("\n\n"))
    }

    fn test(&mut self, test: &PlannedTest, nesting: usize) -> String {
        let indent = " ".repeat(nesting * PAGE.indent);
        let remark = literal::remark(&planned::told(test), PAGE.width - indent.len());
        format!("{indent}{remark}\n{}", self.statement(test).stated(nesting))
    }

    fn statement(&mut self, test: &PlannedTest) -> Piece {
        let id = Piece::text(&test.id());
        if let Holds::Eventually(at) = test.holds {
            self.uses.called(CHECKS, "eventually");
            let whole = table(&mut self.uses, "SERVICE");
            return Piece::call("eventually", vec![whole, Piece::number(at.to_string()), id]);
        }
        let function = format!("{}Of", planned::called(&test.calls));
        self.uses.called(CHECKS, &function);
        let about = test.operation().map(|operation| constant(&mut self.uses, self.names, operation));
        let handed = if about.is_some() { "seen" } else { "trace" };
        let check = Piece::arrow(handed, check(handed, &test.holds, self.service));
        Piece::call(function, about.into_iter().chain([id, check]).collect())
    }
}

/// What is asked of what a test is handed.
fn check(handed: &str, holds: &Holds, service: &Service) -> Piece {
    let (name, said) = planned::asked(holds, service);
    let argument = |said: Said| match said {
        Said::Position(at) => Piece::number(at.to_string()),
        Said::Name(name) => Piece::text(&name),
        Said::Same => Piece::atom("true"),
    };
    Piece::atom(handed).method(name, said.into_iter().map(argument).collect())
}
