//! `src/schemas.ts`: what requests of each operation look like, and what it answers.

use super::super::file::{declared, module};
use super::super::names::TsIdent;
use super::super::piece::{Piece, Property};
use super::super::types::descriptor;
use super::super::uses::{SERVICE, Uses};
use super::Ground;
use super::storage::key;
use crate::convention::{InputPlace, Method, ResponseShape, Route};
use crate::ir::{Operation, OperationId, Param};

const REQUESTS: &str = "./runtime/requests.ts";

/// The text of the module.
pub(super) fn text(ground: &Ground<'_>, names: &[TsIdent]) -> String {
    let mut maker = Maker { ground, uses: Uses::of(&SERVICE), blocks: Vec::new() };
    for (at, name) in names.iter().enumerate() {
        maker.operation(at, name);
    }
    let text = format!("What requests to {} look like, and what it answers.", ground.emitted.service.name);
    module(&text, &maker.uses, "schemas.ts", &maker.blocks)
}

struct Maker<'g> {
    ground: &'g Ground<'g>,
    uses: Uses,
    blocks: Vec<String>,
}

impl Maker<'_> {
    fn operation(&mut self, at: usize, name: &TsIdent) {
        let operation = &self.ground.emitted.service.operations[at];
        let route = self.ground.api.route(OperationId(at as u32));
        if is_read(operation, route) {
            self.shape(operation, route, name);
            self.given(at, operation, route, name);
        }
        if route.response != ResponseShape::NoContent {
            self.body(at, operation, route, name);
        }
    }

    fn called(&mut self, name: &str, arguments: Vec<Piece>) -> Piece {
        self.uses.called(REQUESTS, name);
        Piece::call(name, arguments)
    }

    /// What a request is read with.
    fn shape(&mut self, operation: &Operation, route: &Route, name: &TsIdent) {
        self.uses.called("zod", "z");
        let mut properties = Vec::new();
        for (param, place) in operation.inputs.iter().zip(&route.inputs) {
            let helper = match place {
                InputPlace::Body => "readAs",
                InputPlace::Path => "readTextAs",
                InputPlace::Query => "readTextsAs",
            };
            let ty = descriptor(&param.ty, &self.ground.emitted.names, &mut self.uses);
            properties.push(Property::Named(key(&param.name), self.called(helper, vec![ty])));
        }
        let shape = Piece::atom("z").method("strictObject", vec![Piece::object(properties)]);
        self.blocks.push(shape.assigned(&format!("const {name}Shape"), 0));
    }

    /// The function that reads a request.
    fn given(&mut self, at: usize, operation: &Operation, route: &Route, name: &TsIdent) {
        let emitted = &self.ground.emitted;
        let names = &emitted.names.all.operations[at];
        self.uses.model_type(names.given.as_str());
        self.uses.mentioned("express", "Request");
        let parts = self.parts(operation, route);
        let shaped = std::iter::once(Piece::atom(format!("{name}Shape"))).chain(parts).collect();
        let shaped = self.called("shaped", shaped);
        let values: Vec<Property> = operation
            .inputs
            .iter()
            .zip(&names.inputs)
            .map(|(param, to)| Property::Named(to.to_string(), property_of("shape", param)))
            .collect();
        let shaped = if values.is_empty() { shaped.stated(1) } else { shaped.assigned("const shape", 1) };
        let lines = [shaped, Piece::object(values).returned(1)];
        let text = format!("The inputs of {}.", operation.name);
        let params = ["request: Request".to_string()];
        let is_async = route.method != Method::Get;
        let (words, result) = if is_async {
            (format!("export async function {name}Given"), format!("Promise<{}>", names.given))
        } else {
            (format!("export function {name}Given"), names.given.to_string())
        };
        self.blocks.push(declared(&words, &params, &result, &text, &lines));
    }

    /// Where the parts of a request are read from: the body first.
    fn parts(&mut self, operation: &Operation, route: &Route) -> Vec<Piece> {
        let request = || Piece::atom("request");
        let mut parts = Vec::new();
        if route.method == Method::Get {
            parts.push(Piece::atom("new Map()"));
        } else {
            self.uses.called(REQUESTS, "fields");
            parts.push(Piece::atom("await fields(request)"));
        }
        if route.inputs.contains(&InputPlace::Path) {
            parts.push(self.called("inPath", vec![request()]));
        }
        if route.inputs.contains(&InputPlace::Query) {
            let inputs = operation.inputs.iter().zip(&route.inputs);
            let names = inputs.filter(|(_, place)| **place == InputPlace::Query);
            let names = names.map(|(param, _)| Piece::text(&param.name));
            parts.push(self.called("inQuery", std::iter::once(request()).chain(names).collect()));
        }
        parts
    }

    /// The function that writes what an operation gives.
    fn body(&mut self, at: usize, operation: &Operation, route: &Route, name: &TsIdent) {
        let emitted = &self.ground.emitted;
        let names = &emitted.names.all.operations[at];
        let mut outputs = Vec::new();
        for (param, property) in operation.outputs.iter().zip(&names.outputs) {
            let ty = descriptor(&param.ty, &emitted.names, &mut self.uses);
            let value = Piece::atom("answer").member(property.as_str());
            outputs.push((param.name.as_str(), ty.method("encode", vec![value])));
        }
        self.uses.mentioned("./runtime/json.ts", "Json");
        let object = |outputs: Vec<(&str, Piece)>| {
            let entries = outputs.into_iter().map(|(name, piece)| Piece::array(vec![Piece::text(name), piece]));
            Piece::call("new Map<string, Json>", vec![Piece::array(entries.collect())])
        };
        let body = match route.response {
            ResponseShape::NoContent | ResponseShape::Empty => Piece::atom("new Map()"),
            ResponseShape::Whole(index) => {
                outputs.get(index.index()).map_or_else(|| Piece::atom("null"), |(_, piece)| piece.clone())
            }
            ResponseShape::Object => object(outputs),
        };
        let mark = if body.mentions("answer") { "" } else { "_" };
        self.uses.model_type(names.answer.as_str());
        let params = [format!("{mark}answer: {}", names.answer)];
        let text = format!("What {} gives, as JSON.", operation.name);
        self.blocks.push(declared(&format!("export function {name}Body"), &params, "Json", &text, &[body.returned(1)]));
    }
}

/// Whether anything of a request is read: a GET without inputs says nothing.
pub(super) fn is_read(operation: &Operation, route: &Route) -> bool {
    !operation.inputs.is_empty() || route.method != Method::Get
}

/// A property of a record, by its name on the wire.
fn property_of(record: &str, param: &Param) -> Piece {
    let name = key(&param.name);
    if name.starts_with('[') { Piece::atom(format!("{record}{name}")) } else { Piece::atom(record).member(name) }
}
