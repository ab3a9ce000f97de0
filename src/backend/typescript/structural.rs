//! `tests/structural_<service>.test.ts`: the OpenAPI document against the service, with checks from the spec.

use super::behavioral::{connected, constant, table};
use super::file;
use super::names::TsNames;
use super::piece::Piece;
use super::uses::{SUITE, Uses};
use crate::ir::Service;
use crate::plan::{STRUCTURAL_IDS, StructuralCheck};

/// The module with the tests.
const STRUCTURAL: &str = "./harness/structural.ts";
/// What it calls them, as they are called in all languages.
const FUNCTIONS: [&str; 2] = ["structural", "structuralLinks"];

/// The text of the file.
pub(super) fn file(service: &Service, names: &TsNames, checks: &[StructuralCheck]) -> String {
    let mut uses = Uses::of(&SUITE);
    let mut blocks = vec![connected(&mut uses)];
    let checks = checks.iter().map(|check| one(check, names, &mut uses)).collect();
    blocks.push(Piece::array(checks).assigned("const checks", 0));
    for (function, id) in FUNCTIONS.iter().zip(STRUCTURAL_IDS) {
        uses.called(STRUCTURAL, function);
        let whole = table(&mut uses, "SERVICE");
        blocks.push(Piece::call(*function, vec![whole, Piece::text(id), Piece::atom("checks")]).stated(0));
    }
    let title =
        format!("What the OpenAPI document of {} says, and what its spec adds to every response.", service.name);
    file::tests(&title, &uses, &blocks)
}

fn one(check: &StructuralCheck, names: &TsNames, uses: &mut Uses) -> Piece {
    let (function, about, at) = match check {
        StructuralCheck::Invariant(at) => ("invariant", table(uses, "SERVICE"), at),
        StructuralCheck::Ensures(id, at) => ("ensures", constant(uses, names, *id), at),
    };
    uses.called(STRUCTURAL, function);
    Piece::call(function, vec![about, Piece::number(at.to_string())])
}
