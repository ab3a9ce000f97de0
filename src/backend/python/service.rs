//! `tests/service.py`: the table of what a service is.

use super::Suite;
use super::clauses::{Clauses, OfOperation, Written};
use super::file::module;
use super::names::PyIdent;
use super::piece::{Argument, Piece, named};
use super::types::{Home, descriptor};
use super::uses::Uses;
use super::wire::{all, of_clauses, rule, text_piece};
use crate::convention::{Route, Segment};
use crate::ir::{Operation, OperationId, ParamIndex, StateId, TypeRef};
use crate::plan::{ClauseId, Moves, allowed_changes, moves, only_reads, shape, siblings};

/// The module of the table's classes.
const SERVICE: &str = "tests.harness.service";

/// The text of the module.
pub(super) fn text(suite: &Suite<'_>, clauses: &Clauses) -> String {
    let mut maker = Maker { suite, clauses, uses: Uses::default(), blocks: Vec::new() };
    for at in 0..suite.service.operations.len() {
        maker.operation(at);
    }
    maker.service();
    let text = format!("{}: its state, its operations, and the rules about them, as a table.", suite.service.name);
    module(&text, false, &maker.uses, &maker.blocks)
}

struct Maker<'a> {
    suite: &'a Suite<'a>,
    clauses: &'a Clauses,
    uses: Uses,
    blocks: Vec<String>,
}

impl Maker<'_> {
    fn class(&mut self, name: &str, arguments: Vec<Argument>) -> Piece {
        self.uses.name(SERVICE, name);
        Piece::call(name, arguments)
    }

    fn of_clauses(&mut self, name: &PyIdent) -> Piece {
        of_clauses(name, &mut self.uses)
    }

    fn rule(&mut self, written: &Written) -> Piece {
        rule(written, &mut self.uses)
    }

    fn of_model(&mut self, name: &str) -> Piece {
        self.uses.model_module();
        Piece::atom("model").attribute(name)
    }

    fn rules(&mut self, written: &[Written]) -> Piece {
        all(written.iter().map(|written| self.rule(written)).collect())
    }

    fn descriptor(&mut self, ty: &TypeRef) -> Piece {
        descriptor(ty, &self.suite.names, &mut self.uses, Home::Elsewhere)
    }

    fn operation(&mut self, at: usize) {
        let suite = self.suite;
        let (operation, names) = (&suite.service.operations[at], &suite.names.operations[at]);
        let route = suite.api.route(OperationId(at as u32));
        let own = &self.clauses.operations[at];
        let mut arguments = vec![
            named("name", Piece::text(operation.name.as_str())),
            named("method", Piece::text(route.method.name())),
            named("path", self.path(at, route)),
            named("status", Piece::atom(route.status.to_string())),
            named("given", self.of_model(names.given.as_str())),
            named("answer", self.of_model(names.answer.as_str())),
        ];
        let mut add = |name: &str, parts: Vec<Piece>| {
            if !parts.is_empty() {
                arguments.push(named(name, all(parts)));
            }
        };
        add("inputs", self.inputs(at, operation, route));
        add("outputs", self.outputs(at, operation));
        add("headers", self.headers(own));
        add("requires", own.requires.iter().map(|written| self.rule(written)).collect());
        add("presence", self.presence(at, own));
        add("moves", self.moves(at));
        add("ensures", own.ensures.iter().map(|written| self.rule(written)).collect());
        add("changes", own.changes.iter().map(|name| self.of_clauses(name)).collect());
        add("auth", operation.auth.iter().map(|scheme| self.scheme(*scheme)).collect());
        arguments.push(named("shape", Piece::text(shape(route.response))));
        let free = allowed_changes(suite.service, OperationId(at as u32)).free;
        if !free.is_empty() {
            let free = free.iter().map(|id: &StateId| Piece::text(suite.names.state[id.index()].as_str()));
            arguments.push(named("free", Piece::apply("frozenset", [Piece::set(free.collect())])));
        }
        if only_reads(suite.service, OperationId(at as u32)) {
            arguments.push(named("read_only", Piece::atom("True")));
        }
        let siblings = siblings(suite.api, route);
        if !siblings.is_empty() {
            let words = siblings.into_iter().map(Piece::text).collect();
            arguments.push(named("siblings", Piece::apply("frozenset", [Piece::set(words)])));
        }
        let piece = self.class("Operation", arguments);
        self.blocks.push(piece.statement(&format!("{} = ", names.constant), 0, ""));
    }

    fn path(&mut self, at: usize, route: &Route) -> Piece {
        let mut segments = Vec::new();
        for segment in &route.template.0 {
            segments.push(match segment {
                Segment::Literal(text) => Piece::text(text.as_str()),
                Segment::Param(index) => {
                    let attribute = self.suite.names.operations[at].inputs[index.index()].as_str();
                    self.class("Slot", vec![text_piece(attribute)])
                }
            });
        }
        all(segments)
    }

    fn inputs(&mut self, at: usize, operation: &Operation, route: &Route) -> Vec<Piece> {
        let names = &self.suite.names.operations[at];
        let mut found = Vec::new();
        for (number, (input, place)) in operation.inputs.iter().zip(&route.inputs).enumerate() {
            let attribute = &names.inputs[number];
            self.uses.name("tests", "strategies");
            let strategy = Piece::atom("strategies").attribute(names.strategies[number].as_str());
            let ty = self.descriptor(&input.ty);
            let mut arguments = vec![
                text_piece(input.name.as_str()),
                text_piece(attribute.as_str()),
                text_piece(place.name()),
                ty.into(),
                strategy.into(),
            ];
            if (self.suite.sensitive)(OperationId(at as u32), ParamIndex(number as u32)) {
                arguments.push(named("sensitive", Piece::atom("True")));
            }
            found.push(self.class("Input", arguments));
        }
        found
    }

    fn outputs(&mut self, at: usize, operation: &Operation) -> Vec<Piece> {
        let mut found = Vec::new();
        for (output, attribute) in operation.outputs.iter().zip(&self.suite.names.operations[at].outputs) {
            let ty = self.descriptor(&output.ty);
            let arguments = vec![text_piece(output.name.as_str()), text_piece(attribute.as_str()), ty.into()];
            found.push(self.class("Output", arguments));
        }
        found
    }

    fn headers(&mut self, own: &OfOperation) -> Vec<Piece> {
        let mut found = Vec::new();
        for (name, function) in &own.headers {
            let function = self.of_clauses(function);
            found.push(self.class("Header", vec![text_piece(name), function.into()]));
        }
        found
    }

    fn presence(&mut self, at: usize, own: &OfOperation) -> Vec<Piece> {
        let mut found = Vec::new();
        for (input, clause, function) in &own.presence {
            let function = self.of_clauses(function);
            let attribute = self.suite.names.operations[at].inputs[input.index()].as_str();
            let arguments = vec![text_piece(attribute), Piece::atom(clause.to_string()).into(), function.into()];
            found.push(self.class("Presence", arguments));
        }
        found
    }

    fn moves(&mut self, at: usize) -> Vec<Piece> {
        let found = moves(self.suite.service, OperationId(at as u32));
        found.iter().map(|moves| self.one_move(at, moves)).collect()
    }

    fn one_move(&mut self, at: usize, moves: &Moves) -> Piece {
        let (suite, number) = (self.suite, moves.transition);
        let transition = &suite.service.transitions[number];
        let mut rules = Vec::new();
        for position in &moves.rules {
            let rule = &transition.rules[*position];
            let guard = self.clauses.guards[number][*position].as_ref();
            let guard = guard.map_or_else(|| Piece::atom("None"), |guard| self.of_clauses(guard));
            let id = ClauseId::of_rule(suite.service, number, *position);
            let arguments = vec![
                text_piece(rule.from.as_str()),
                text_piece(rule.to.as_str()),
                guard.into(),
                text_piece(id.0),
                text_piece(suite.place(rule.span)),
            ];
            rules.push(self.class("MoveRule", arguments));
        }
        let attribute = &suite.names.fields[transition.entity.index()][transition.field.index()];
        let arguments = vec![
            text_piece(transition.name.as_str()),
            text_piece(attribute.as_str()),
            text_piece(suite.names.state[moves.relation.index()].as_str()),
            text_piece(suite.names.operations[at].inputs[moves.key.index()].as_str()),
            all(rules).into(),
        ];
        self.class("Move", arguments)
    }

    fn scheme(&mut self, at: usize) -> Piece {
        let scheme = &self.suite.service.schemes[at];
        let (kind, place) = scheme.kind.place();
        let mut arguments = vec![text_piece(scheme.name.as_str()), text_piece(kind)];
        arguments.extend(place.map(text_piece));
        self.class("Scheme", arguments)
    }

    fn service(&mut self) {
        let (suite, clauses) = (self.suite, self.clauses);
        let operations = suite.names.operations.iter().map(|names| Piece::atom(names.constant.as_str())).collect();
        let mut arguments = vec![
            named("name", Piece::text(suite.service.name.as_str())),
            named("spec", Piece::text(suite.spec)),
            named("state", self.state()),
            named("state_type", self.of_model("State")),
            named("operations", all(operations)),
        ];
        let lists =
            [("invariants", &clauses.invariants), ("always", &clauses.always), ("eventually", &clauses.eventually)];
        for (name, written) in lists.into_iter().filter(|(_, written)| !written.is_empty()) {
            arguments.push(named(name, self.rules(written)));
        }
        let piece = self.class("Service", arguments);
        self.blocks.push(piece.statement("SERVICE = ", 0, ""));
    }

    fn state(&mut self) -> Piece {
        let suite = self.suite;
        let mut fields = Vec::new();
        for (at, field) in suite.service.state.iter().enumerate() {
            let ty = self.descriptor(&field.ty);
            let attribute = suite.names.state[at].as_str();
            let mut arguments = vec![text_piece(field.name.as_str()), text_piece(attribute), ty.into()];
            if let Some(written) = &self.clauses.state[at] {
                arguments.push(self.rule(written).into());
            }
            fields.push(self.class("StateField", arguments));
        }
        all(fields)
    }
}
