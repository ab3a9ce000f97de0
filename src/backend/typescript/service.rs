//! `tests/service.ts`: the table of what a service is.

use super::Emitted;
use super::clauses::{Clauses, OfOperation, TABLE, Written};
use super::file::module;
use super::piece::{Piece, Property};
use super::strategies::STRATEGIES;
use super::suite::Suited;
use super::types::descriptor;
use super::uses::Uses;
use super::wire::{of_clauses, property, rule, texted};
use crate::convention::{Route, Segment};
use crate::ir::{Operation, OperationId, ParamIndex, StateId, TypeRef};
use crate::plan::{ClauseId, Moves, Places, allowed_changes, moves, only_reads, shape, siblings};

/// The module of the table.
pub(super) const SERVICE: &str = "service.ts";

/// The text of the module.
pub(super) fn text(emitted: &Emitted<'_>, suited: Suited<'_>, clauses: &Clauses) -> String {
    let mut maker = Maker { emitted, suited, clauses, uses: Uses::of(emitted.program), blocks: Vec::new() };
    (0..emitted.service.operations.len()).for_each(|at| maker.operation(OperationId(at as u32)));
    maker.service();
    let text = format!("{}: its state, its operations, and the rules about them, as a table.", emitted.service.name);
    module(&text, &maker.uses, SERVICE, &maker.blocks)
}

struct Maker<'a> {
    emitted: &'a Emitted<'a>,
    suited: Suited<'a>,
    clauses: &'a Clauses,
    uses: Uses,
    blocks: Vec<String>,
}

/// The properties of a row of the table.
#[derive(Default)]
struct Row(Vec<Property>);

impl Row {
    fn text(&mut self, name: &str, text: &str) {
        self.0.push(texted(name, text));
    }

    fn value(&mut self, name: &str, value: Piece) {
        self.0.push(property(name, value));
    }

    /// Several things, where there are some.
    fn some(&mut self, name: &str, values: Vec<Piece>) {
        if !values.is_empty() {
            self.value(name, Piece::array(values));
        }
    }

    fn texts(&mut self, name: &str, texts: impl IntoIterator<Item = impl AsRef<str>>) {
        self.some(name, texts.into_iter().map(|text| Piece::text(text.as_ref())).collect());
    }

    /// Something that is so, where it is.
    fn whether(&mut self, name: &str, is_so: bool) {
        if is_so {
            self.value(name, Piece::atom("true"));
        }
    }

    fn object(self) -> Piece {
        Piece::object(self.0)
    }
}

impl Maker<'_> {
    fn define(&mut self, name: &str, function: &str, row: Row) {
        self.uses.called(TABLE, function);
        let value = Piece::call(function, vec![row.object()]);
        self.blocks.push(value.assigned(&format!("export const {name}"), 0));
    }

    fn rules(&mut self, written: &[Written]) -> Vec<Piece> {
        written.iter().map(|written| rule(written, &mut self.uses)).collect()
    }

    fn descriptor(&mut self, ty: &TypeRef) -> Piece {
        descriptor(ty, &self.emitted.names, &mut self.uses)
    }

    fn operation(&mut self, id: OperationId) {
        let (emitted, at) = (self.emitted, id.index());
        let (operation, names) = (&emitted.service.operations[at], &emitted.names.all.operations[at]);
        let (route, own) = (self.suited.api.route(id), &self.clauses.operations[at]);
        let mut row = Row::default();
        row.text("name", &operation.name);
        row.text("method", route.method.name());
        row.value("path", self.path(id, route));
        row.value("status", Piece::atom(route.status.to_string()));
        row.text("shape", shape(route.response));
        row.some("inputs", self.inputs(id, operation, route));
        row.some("outputs", self.outputs(id, operation));
        row.some("headers", self.headers(own));
        row.some("requires", self.rules(&own.requires));
        row.some("presence", self.presence(id, own));
        row.some("moves", self.moves(id));
        row.some("ensures", self.rules(&own.ensures));
        row.some("changes", own.changes.iter().map(|name| of_clauses(name, &mut self.uses)).collect());
        let free = allowed_changes(emitted.service, id).free;
        row.texts("free", free.iter().map(|id: &StateId| emitted.names.all.state[id.index()].as_str()));
        row.some("auth", operation.auth.iter().map(|scheme| self.scheme(*scheme)).collect());
        row.whether("readOnly", only_reads(emitted.service, id));
        row.texts("siblings", siblings(self.suited.api, route));
        self.define(names.constant.as_str(), "operation", row);
    }

    /// The property of an input.
    fn input(&self, id: OperationId, index: ParamIndex) -> &str {
        self.emitted.names.all.operations[id.index()].inputs[index.index()].as_str()
    }

    fn path(&self, id: OperationId, route: &Route) -> Piece {
        let segment = |segment: &Segment| match segment {
            Segment::Literal(text) => Piece::text(text),
            Segment::Param(index) => Piece::object(vec![texted("slot", self.input(id, *index))]),
        };
        Piece::array(route.template.0.iter().map(segment).collect())
    }

    fn inputs(&mut self, id: OperationId, operation: &Operation, route: &Route) -> Vec<Piece> {
        let strategies = &self.emitted.names.all.operations[id.index()].strategies;
        let mut found = Vec::new();
        for (number, (input, place)) in operation.inputs.iter().zip(&route.inputs).enumerate() {
            let index = ParamIndex(number as u32);
            let mut row = Row::default();
            row.text("name", &input.name);
            row.text("property", self.input(id, index));
            row.text("place", place.name());
            row.value("type", self.descriptor(&input.ty));
            let module = self.uses.whole(STRATEGIES);
            row.value("strategy", Piece::atom(module).member(strategies[number].as_str()));
            row.whether("sensitive", self.suited.is_secret(id, &input.name));
            found.push(row.object());
        }
        found
    }

    fn outputs(&mut self, id: OperationId, operation: &Operation) -> Vec<Piece> {
        let names = &self.emitted.names.all.operations[id.index()].outputs;
        let mut found = Vec::new();
        for (output, name) in operation.outputs.iter().zip(names) {
            let mut row = Row::default();
            row.text("name", &output.name);
            row.text("property", name.as_str());
            row.value("type", self.descriptor(&output.ty));
            found.push(row.object());
        }
        found
    }

    fn headers(&mut self, own: &OfOperation) -> Vec<Piece> {
        let mut header = |(name, function): &(String, _)| {
            Piece::object(vec![texted("name", name), property("value", of_clauses(function, &mut self.uses))])
        };
        own.headers.iter().map(&mut header).collect()
    }

    fn presence(&mut self, id: OperationId, own: &OfOperation) -> Vec<Piece> {
        let mut found = Vec::new();
        for (input, clause, function) in &own.presence {
            let mut row = Row::default();
            row.text("input", self.input(id, *input));
            row.value("requires", Piece::atom(clause.to_string()));
            row.value("test", of_clauses(function, &mut self.uses));
            found.push(row.object());
        }
        found
    }

    fn moves(&mut self, id: OperationId) -> Vec<Piece> {
        moves(self.emitted.service, id).iter().map(|moves| self.one_move(id, moves)).collect()
    }

    fn one_move(&mut self, id: OperationId, moves: &Moves) -> Piece {
        let (service, names) = (self.emitted.service, &self.emitted.names.all);
        let transition = &service.transitions[moves.transition];
        let mut row = Row::default();
        row.text("transition", &transition.name);
        row.text("property", names.fields[transition.entity.index()][transition.field.index()].as_str());
        row.text("relation", names.state[moves.relation.index()].as_str());
        row.text("key", self.input(id, moves.key));
        row.some("rules", moves.rules.iter().map(|position| self.move_rule(moves.transition, *position)).collect());
        row.object()
    }

    fn move_rule(&mut self, number: usize, position: usize) -> Piece {
        let service = self.emitted.service;
        let rule = &service.transitions[number].rules[position];
        let mut row = Row::default();
        row.text("source", &rule.from);
        row.text("target", &rule.to);
        if let Some(guard) = &self.clauses.guards[number][position] {
            row.value("guard", of_clauses(guard, &mut self.uses));
        }
        row.text("id", &ClauseId::of_rule(service, number, position).0);
        row.text("place", &Places::new(self.emitted.sources).of(rule.span));
        row.object()
    }

    fn scheme(&self, at: usize) -> Piece {
        let scheme = &self.emitted.service.schemes[at];
        let (kind, place) = scheme.kind.place();
        let mut row = Row::default();
        row.text("name", &scheme.name);
        row.text("kind", kind);
        if let Some(place) = place {
            row.text("where", place);
        }
        row.object()
    }

    fn service(&mut self) {
        let (emitted, clauses) = (self.emitted, self.clauses);
        self.uses.wire("STATE");
        let operations = emitted.names.all.operations.iter();
        let mut row = Row::default();
        row.text("name", &emitted.service.name);
        row.text("spec", self.suited.spec);
        row.value("state", Piece::atom("STATE"));
        let rules = self.state_rules();
        if !rules.0.is_empty() {
            row.value("stateRules", rules.object());
        }
        row.value("operations", Piece::array(operations.map(|names| Piece::atom(names.constant.as_str())).collect()));
        row.some("invariants", self.rules(&clauses.invariants));
        row.some("always", self.rules(&clauses.always));
        row.some("eventually", self.rules(&clauses.eventually));
        self.define("SERVICE", "service", row);
    }

    fn state_rules(&mut self) -> Row {
        let mut rules = Row::default();
        for (name, written) in self.emitted.names.all.state.iter().zip(&self.clauses.state) {
            if let Some(written) = written {
                rules.value(name.as_str(), rule(written, &mut self.uses));
            }
        }
        rules
    }
}
