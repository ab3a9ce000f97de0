//! `tests/test_structural_<service>.py`: the OpenAPI document against the service, with checks from the spec.

use std::fmt::Write;

use super::behavioral::import;
use super::literal;
use super::names::PyNames;
use super::piece::{PAGE, Piece};
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
    let used = checks.iter().filter_map(|check| match check {
        StructuralCheck::Invariant(_) => None,
        StructuralCheck::Ensures(id, _) => Some(names.operations[id.index()].constant.to_string()),
    });
    let constants = used.chain(["SERVICE".to_string()]);
    let mut text = literal::docstring(&title, PAGE.width);
    let _ = write!(
        text,
        "\n\nfrom schemathesis import Case\n\nfrom tests.harness import structural\n{}\n\nschema = structural.schema(SERVICE)\n\n{}\n",
        import("tests.service", constants),
        Piece::tuple(checks.iter().map(check).collect()).statement("CHECKS = ", 0, ""),
    );
    let _ = write!(
        text,
        "\n\n@schema.parametrize()\n@structural.settings()\ndef test_api_structural(case: Case) -> None:\n    \
         \"\"\"Every response is one that the document describes, and leaves what the spec promises.\"\"\"\n    \
         structural.run(SERVICE, case, CHECKS)\n\n\nTestStructuralLinks{name} = structural.links(SERVICE, schema, CHECKS)\n",
    );
    text
}
