//! `app/spec.py`: what the admin contract and the guards need to know of the spec.

use serde_json::Value as Json;

use super::super::Suite;
use super::super::clauses::Clauses;
use super::super::file::module;
use super::super::names::PyIdent;
use super::super::piece::Piece;
use super::super::types::{Home, descriptor};
use super::super::uses::{SERVICE, Uses};
use super::super::wire::rule;
use crate::ir::{Service, Type};
use crate::plan::service::ServicePlan;

/// The text of the module.
pub(super) fn text(
    suite: &Suite<'_>,
    clauses: &Clauses,
    plan: &ServicePlan,
    initial: &Json,
    schemes: &[PyIdent],
) -> String {
    let mut maker = Maker { suite, clauses, uses: Uses::of(&SERVICE), blocks: Vec::new() };
    maker.blocks.push(Piece::text(suite.service.name.as_str()).statement("NAME = ", 0, ""));
    maker.schemes(schemes);
    maker.state();
    maker.invariants();
    maker.seeds(plan);
    maker.initial(initial);
    maker.words();
    let text = format!("What {} is made of, for all that goes over the whole of it.", suite.service.name);
    module(&text, false, &maker.uses, &maker.blocks)
}

struct Maker<'a> {
    suite: &'a Suite<'a>,
    clauses: &'a Clauses,
    uses: Uses,
    blocks: Vec<String>,
}

impl Maker<'_> {
    fn schemes(&mut self, names: &[PyIdent]) {
        for (scheme, name) in self.suite.service.schemes.iter().zip(names) {
            self.uses.name("app.runtime.security", "Scheme");
            let (kind, key) = scheme.kind.place();
            let mut arguments = vec![Piece::text(scheme.name.as_str()), Piece::text(kind), Piece::atom("NAME")];
            arguments.extend(key.map(Piece::text));
            self.blocks.push(Piece::apply("Scheme", arguments).statement(&format!("{name} = "), 0, ""));
        }
    }

    fn state(&mut self) {
        let service: &Service = self.suite.service;
        let mut fields = Vec::new();
        for (at, (field, name)) in service.state.iter().zip(&self.suite.names.state).enumerate() {
            self.uses.name("app.runtime.state", "StateField");
            let ty = descriptor(&field.ty, &self.suite.names, &mut self.uses, Home::Elsewhere);
            let mut arguments = vec![Piece::text(field.name.as_str()), Piece::text(name.as_str()), ty];
            if let Some(written) = self.clauses.state.get(at).and_then(Option::as_ref) {
                arguments.push(rule(written, &mut self.uses));
            }
            fields.push(Piece::apply("StateField", arguments));
        }
        let words = if fields.is_empty() { "STATE: tuple[StateField, ...] = " } else { "STATE = " };
        self.uses.name("app.runtime.state", "StateField");
        self.blocks.push(Piece::tuple(fields).statement(words, 0, ""));
    }

    fn invariants(&mut self) {
        let written = self.clauses.invariants.iter().chain(&self.clauses.always);
        let rules: Vec<Piece> = written.map(|written| rule(written, &mut self.uses)).collect();
        self.uses.types("Rule");
        let words = "INVARIANTS: tuple[Rule, ...] = ";
        self.blocks.push(Piece::tuple(rules).statement(words, 0, ""));
    }

    fn seeds(&mut self, plan: &ServicePlan) {
        let service: &Service = self.suite.service;
        self.uses.name("app.runtime.state", "Seed");
        let mut seeds = Vec::new();
        for seed in &plan.seeds {
            let key_type = descriptor(&seed.key, &self.suite.names, &mut self.uses, Home::Elsewhere);
            let row = descriptor(
                &crate::ir::TypeRef::plain(Type::Entity(seed.entity)),
                &self.suite.names,
                &mut self.uses,
                Home::Elsewhere,
            );
            let attribute = seed.key_field.map_or_else(
                || Piece::atom("None"),
                |field| Piece::text(self.suite.names.fields[seed.entity.index()][field.index()].as_str()),
            );
            let fresh = super::scalars(&mut self.uses, service, &seed.fresh);
            seeds.push(Piece::apply(
                "Seed",
                [
                    Piece::text(&seed.name),
                    Piece::text(self.suite.names.state[seed.relation.index()].as_str()),
                    key_type,
                    row,
                    attribute,
                    fresh,
                ],
            ));
        }
        self.blocks.push(Piece::tuple(seeds).statement("SEEDS: tuple[Seed, ...] = ", 0, ""));
    }

    fn initial(&mut self, initial: &Json) {
        self.uses.name("app.runtime.state", "decode_state");
        self.uses.model("State");
        let arguments = [Piece::atom("State"), Piece::atom("STATE"), json(initial)];
        self.blocks.push(Piece::apply("decode_state", arguments).statement("INITIAL: State = ", 0, ""));
    }

    fn words(&mut self) {
        let words: Vec<Piece> = self.suite.api.words().into_iter().map(Piece::text).collect();
        let words = Piece::apply("frozenset", [Piece::set(words)]);
        self.blocks.push(words.statement("WORDS = ", 0, ""));
        self.blocks.push(
            "def is_proper(text: str) -> bool:\n    \"\"\"Whether a text can be a part of a path of its own.\"\"\"\n    \
             return text not in {\"\", \".\", \"..\"} and text not in WORDS"
                .into(),
        );
    }
}

/// JSON as Python writes it.
fn json(value: &Json) -> Piece {
    match value {
        Json::Null => Piece::atom("None"),
        Json::Bool(true) => Piece::atom("True"),
        Json::Bool(false) => Piece::atom("False"),
        Json::Number(number) => Piece::number(number.to_string()),
        Json::String(text) => Piece::text(text),
        Json::Array(items) => Piece::list(items.iter().map(json).collect()),
        Json::Object(entries) => {
            Piece::dict(entries.iter().map(|(name, value)| (Piece::text(name), json(value))).collect())
        }
    }
}
