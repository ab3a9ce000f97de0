//! `app/schemas.py`: what requests of each operation look like, and what it answers.

use super::super::Suite;
use super::super::file::module;
use super::super::names::{Namespace, PyIdent, Space, snake};
use super::super::piece::{Piece, named};
use super::super::types::{Home, annotation, descriptor};
use super::super::uses::{SERVICE, Uses};
use crate::convention::{InputPlace, Method, ResponseShape, Route};
use crate::ir::{Operation, OperationId, Param, Type, TypeRef};

const REQUESTS: &str = "app.runtime.requests";

/// What a class of Pydantic has already.
const MODEL: [&str; 14] = [
    "construct",
    "copy",
    "dict",
    "from_orm",
    "json",
    "parse_file",
    "parse_obj",
    "parse_raw",
    "schema",
    "schema_json",
    "update_forward_refs",
    "validate",
    "register",
    "mro",
];

/// The text of the module.
pub(super) fn text(suite: &Suite<'_>, names: &[PyIdent]) -> String {
    let mut maker = Maker { suite, uses: Uses::of(&SERVICE), blocks: Vec::new(), constants: Vec::new() };
    for (at, name) in names.iter().enumerate() {
        maker.operation(at, name);
    }
    let mut blocks = maker.constants.clone();
    blocks.extend(maker.blocks.clone());
    let text = format!("What requests to {} look like, and what it answers.", suite.service.name);
    module(&text, false, &maker.uses, &blocks)
}

struct Maker<'a> {
    suite: &'a Suite<'a>,
    uses: Uses,
    blocks: Vec<String>,
    constants: Vec<String>,
}

impl Maker<'_> {
    fn operation(&mut self, at: usize, name: &PyIdent) {
        let suite = self.suite;
        let (operation, route) = (&suite.service.operations[at], suite.api.route(OperationId(at as u32)));
        if !operation.inputs.is_empty() || route.method != Method::Get {
            self.shape(at, operation, route);
        }
        self.given(at, operation, route, name);
        if route.response != ResponseShape::NoContent {
            self.body(at, operation, route, name);
        }
    }

    fn class(&self, operation: &Operation) -> String {
        format!("{}Shape", operation.name)
    }

    fn attributes(operation: &Operation) -> Vec<PyIdent> {
        let mut names = Namespace::of(Space::Attributes);
        MODEL.iter().for_each(|name| names.reserve(name));
        let wanted = |param: &Param| {
            let name = snake(&param.name);
            if name.starts_with("model_") { format!("the_{name}") } else { name }
        };
        operation.inputs.iter().map(|param| names.take(&wanted(param))).collect()
    }

    /// The class that a request is read with.
    fn shape(&mut self, _: usize, operation: &Operation, route: &Route) {
        self.uses.name(REQUESTS, "Shape");
        let class = self.class(operation);
        let mut out = format!("class {class}(Shape):\n    \"\"\"What a request for {} says.\"\"\"", operation.name);
        if !operation.inputs.is_empty() {
            out.push('\n');
        }
        for ((param, place), attribute) in operation.inputs.iter().zip(&route.inputs).zip(Self::attributes(operation)) {
            let line = self.input(param, *place, &attribute);
            out.push_str(&format!("\n{line}"));
        }
        self.blocks.push(out);
    }

    fn input(&mut self, param: &Param, place: InputPlace, attribute: &PyIdent) -> String {
        let helper = match place {
            InputPlace::Body => "read_as",
            InputPlace::Path => "read_text_as",
            InputPlace::Query => "read_texts_as",
        };
        self.uses.name(REQUESTS, helper);
        self.uses.name("typing", "Annotated");
        let annotated = annotation(&param.ty.ty, &self.suite.names, &mut self.uses);
        let ty = descriptor(&param.ty, &self.suite.names, &mut self.uses, Home::Elsewhere);
        let mut parts = vec![Piece::atom(annotated), Piece::apply(helper, [ty])];
        if attribute.as_str() != param.name {
            self.uses.name("pydantic", "Field");
            parts.push(Piece::call("Field", vec![named("alias", Piece::text(param.name.as_str()))]));
        }
        let end = if place == InputPlace::Body && matches!(param.ty.ty, Type::Option(_)) { " = None" } else { "" };
        Piece::annotated(parts).statement(&format!("{attribute}: "), 1, end)
    }

    /// The function that reads a request.
    fn given(&mut self, at: usize, operation: &Operation, route: &Route, name: &PyIdent) {
        let names = &self.suite.names.operations[at];
        self.uses.model(names.given.as_str());
        self.uses.name("starlette.requests", "Request");
        let head = format!(
            "async def {name}_given(request: Request) -> {}:\n    \"\"\"The inputs of {}.\"\"\"",
            names.given, operation.name
        );
        if operation.inputs.is_empty() && route.method == Method::Get {
            self.blocks.push(format!("{head}\n    return {}()", names.given));
            return;
        }
        let class = self.class(operation);
        self.uses.name(REQUESTS, "shaped");
        let parts = self.parts(operation, route);
        let shape = Piece::apply("await shaped", std::iter::once(Piece::atom(class)).chain(parts));
        let is_used = !operation.inputs.is_empty();
        let words = if is_used { "shape = " } else { "" };
        let mut lines = vec![head, shape.statement(words, 1, "")];
        let values = names.inputs.iter().zip(Self::attributes(operation));
        let values = values.map(|(to, from)| named(to.to_string(), Piece::atom("shape").attribute(from.as_str())));
        lines.push(Piece::call(names.given.as_str(), values.collect()).statement("return ", 1, ""));
        self.blocks.push(lines.join("\n"));
    }

    /// Where the parts of a request are read from: the body first.
    fn parts(&mut self, operation: &Operation, route: &Route) -> Vec<Piece> {
        let mut parts = Vec::new();
        if route.method != Method::Get {
            self.uses.name(REQUESTS, "fields");
            parts.push(Piece::atom("await fields(request)"));
        } else {
            parts.push(Piece::dict(Vec::new()));
        }
        if route.inputs.contains(&InputPlace::Path) {
            self.uses.name(REQUESTS, "in_path");
            parts.push(Piece::atom("in_path(request)"));
        }
        if route.inputs.contains(&InputPlace::Query) {
            self.uses.name(REQUESTS, "in_query");
            let inputs = operation.inputs.iter().zip(&route.inputs);
            let names = inputs.filter(|(_, place)| **place == InputPlace::Query);
            let names = names.map(|(param, _)| Piece::text(param.name.as_str()));
            parts.push(Piece::apply("in_query", std::iter::once(Piece::atom("request")).chain(names)));
        }
        parts
    }

    /// The function that writes what an operation gives.
    fn body(&mut self, at: usize, operation: &Operation, route: &Route, name: &PyIdent) {
        let names = &self.suite.names.operations[at];
        self.uses.model(names.answer.as_str());
        self.uses.name("typing", "Any");
        let outputs: Vec<(String, Piece)> = operation
            .outputs
            .iter()
            .zip(&names.outputs)
            .map(|(param, attribute)| {
                let value = Piece::atom("answer").attribute(attribute.as_str());
                (param.name.to_string(), self.encoded(&param.ty, value, name, &param.name))
            })
            .collect();
        let body = match route.response {
            ResponseShape::NoContent | ResponseShape::Empty => Piece::dict(Vec::new()),
            ResponseShape::Whole(index) => {
                outputs.get(index.index()).map_or_else(|| Piece::atom("None"), |(_, piece)| piece.clone())
            }
            ResponseShape::Object => {
                Piece::dict(outputs.into_iter().map(|(name, piece)| (Piece::text(name), piece)).collect())
            }
        };
        let line = body.statement("return ", 1, "");
        self.blocks.push(format!(
            "def {name}_body(answer: {}) -> Any:\n    \"\"\"What {} gives, as JSON.\"\"\"\n{line}",
            names.answer, operation.name
        ));
    }

    fn encoded(&mut self, ty: &TypeRef, value: Piece, operation: &PyIdent, output: &str) -> Piece {
        if is_json(&ty.ty) {
            return value;
        }
        let described = descriptor(ty, &self.suite.names, &mut self.uses, Home::Elsewhere);
        let text = described.statement("", 0, "");
        let is_name = text.chars().all(|found| found.is_ascii_uppercase() || found.is_ascii_digit() || found == '_');
        let ty = if is_name {
            described
        } else {
            let name = format!("_{}_{}", operation.constant(), snake(output).to_uppercase());
            self.constants.push(described.statement(&format!("{name} = "), 0, ""));
            Piece::atom(name)
        };
        ty.attribute("encode").called(vec![value])
    }
}

/// Whether values of a type are JSON as they are.
fn is_json(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Int | Type::Float | Type::String | Type::Duration | Type::Uuid | Type::Enum(_) => true,
        Type::Option(inner) => is_json(inner),
        Type::DateTime
        | Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Unknown => false,
    }
}
