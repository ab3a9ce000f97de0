//! `tests/test_structural_<service>.py`: the OpenAPI document against the service, with checks from the spec.

use std::fmt::Write;

use super::behavioral::TABLE;
use super::literal;
use super::names::PyNames;
use super::piece::{PAGE, Piece};
use super::uses::Uses;
use crate::ir::Service;
use crate::plan::StructuralCheck;

/// The text of the file.
pub(super) fn file(service: &Service, names: &PyNames, checks: &[StructuralCheck]) -> String {
    let name = &service.name;
    let title = format!("What the OpenAPI document of {name} says, and what its spec adds to every response.");
    let check = |check: &StructuralCheck| match check {
        StructuralCheck::Invariant(at) => {
            Piece::apply("structural.invariant", [Piece::atom("SERVICE"), Piece::number(at.to_string())])
        }
        StructuralCheck::Ensures(id, at) => {
            let constant = Piece::atom(names.operations[id.index()].constant.as_str());
            Piece::apply("structural.ensures", [Piece::atom("SERVICE"), constant, Piece::number(at.to_string())])
        }
    };
    let mut uses = Uses::default();
    uses.name("tests.harness", "structural");
    uses.name(TABLE, "SERVICE");
    for check in checks {
        if let StructuralCheck::Ensures(id, _) = check {
            uses.name(TABLE, names.operations[id.index()].constant.as_str());
        }
    }
    let mut text = literal::docstring(&title, PAGE.width);
    let _ = write!(
        text,
        "\n\n{}\n\nschema = structural.schema(SERVICE)\n\n{}\n",
        uses.imports(),
        Piece::tuple(checks.iter().map(check).collect()).statement("CHECKS = ", 0, ""),
    );
    let _ = write!(
        text,
        "\n\n@schema.parametrize()\n@structural.settings()\ndef test_api_structural(case: structural.AnyCase) -> None:\n    \
         \"\"\"Every response is one that the document describes, and leaves what the spec promises.\"\"\"\n    \
         structural.run(SERVICE, case, CHECKS)\n\n\nTestStructuralLinks{name} = structural.links(SERVICE, schema, CHECKS)\n",
    );
    text
}
