//! `tests/stateful_<service>.test.ts`: the state machine, one line per rule.

use super::behavioral::{connected, constant, table};
use super::names::{Namespace, Space, TsIdent, TsNames, camel, snake};
use super::piece::{PAGE, Piece};
use super::strategies::STRATEGIES;
use super::uses::{SUITE, Uses};
use super::wire::property;
use super::{file, literal};
use crate::backend::names::path;
use crate::ir::{OperationId, Service};
use crate::plan::{Draw, KeySource, MachineRule, STATEFUL_ID, StatefulPlan};

/// The module with the state machine.
const MACHINE: &str = "./harness/machine.ts";

/// The test file of a state machine, while it is written.
pub(super) struct Stateful<'a> {
    service: &'a Service,
    names: &'a TsNames,
    plan: &'a StatefulPlan,
    bundles: Vec<TsIdent>,
    uses: Uses,
    rules: Vec<String>,
}

impl<'a> Stateful<'a> {
    pub(super) fn new(service: &'a Service, names: &'a TsNames, plan: &'a StatefulPlan) -> Stateful<'a> {
        let mut taken = Namespace::of(Space::Methods);
        let bundles = plan.bundles.iter().map(|bundle| taken.take(&camel(&bundle.name.join("_")))).collect();
        Stateful { service, names, plan, bundles, uses: Uses::of(&SUITE), rules: Vec::new() }
    }

    pub(super) fn rule(&mut self, rule: &MachineRule) {
        let id = rule.operation;
        let mut draws = Vec::new();
        for (at, (name, draw)) in self.names.all.operations[id.index()].inputs.iter().zip(&rule.draws).enumerate() {
            draws.push(property(name.as_str(), self.draw(id, at, draw)));
        }
        let mut arguments = vec![constant(&mut self.uses, self.names, id), Piece::object(draws)];
        if let Some((bundle, source)) = &rule.target {
            arguments.extend([self.bundle(*bundle), self.key(id, source)]);
        }
        let made = self.machine("make", arguments);
        self.push(&rule.says(self.service), &made);
    }

    fn push(&mut self, says: &str, step: &Piece) {
        let remark = literal::remark(says, PAGE.width - PAGE.indent);
        let indent = " ".repeat(PAGE.indent);
        self.rules.push(format!("{indent}{remark}\n{}", step.listed(1)));
    }

    /// A call of the module with the state machine.
    fn machine(&mut self, name: &'static str, arguments: Vec<Piece>) -> Piece {
        self.uses.called(MACHINE, name);
        Piece::call(name, arguments)
    }

    fn bundle(&self, at: usize) -> Piece {
        Piece::atom(self.bundles[at].as_str())
    }

    fn draw(&mut self, id: OperationId, input: usize, draw: &Draw) -> Piece {
        match draw {
            Draw::Fresh => {
                let module = self.uses.whole(STRATEGIES);
                let function = &self.names.all.operations[id.index()].strategies[input];
                let drawn = Piece::atom(module).method(function.as_str(), Vec::new());
                self.machine("drawn", vec![drawn])
            }
            Draw::From(bundles) => {
                let bundles = bundles.iter().map(|at| self.bundle(*at)).collect();
                self.machine("from", bundles)
            }
            Draw::Consume(bundle) => {
                let bundle = self.bundle(*bundle);
                self.machine("consumed", vec![bundle])
            }
        }
    }

    /// The key that a rule gives to its bundle.
    fn key(&mut self, id: OperationId, source: &KeySource) -> Piece {
        let function = match source {
            KeySource::Output(_) | KeySource::OutputField(..) => "fromOutput",
            KeySource::Input(_) => "fromInput",
        };
        let path = path(&self.names.all, self.service, id, source);
        let words = path.into_iter().map(|name| Piece::text(name.as_str())).collect();
        self.machine(function, words)
    }

    /// The text of the file.
    pub(super) fn text(mut self) -> String {
        for rule in &self.plan.arbitrary {
            let operation = constant(&mut self.uses, self.names, rule.operation);
            let step = self.machine("anything", vec![operation]);
            self.push(&rule.says(self.service), &step);
        }
        let mut blocks = vec![connected(&mut self.uses)];
        if !self.bundles.is_empty() {
            blocks.push(self.bundle_lines().join("\n"));
        }
        self.uses.called(MACHINE, "stateful");
        table(&mut self.uses, "SERVICE");
        let rules = self.rules.join("\n");
        blocks.push(format!("stateful(SERVICE, {}, [\n{rules}\n]);", literal::string(STATEFUL_ID)));
        let title = format!("{} under sequences of calls that nobody wrote down.", self.service.name);
        file::tests(&title, &self.uses, &blocks)
    }

    fn bundle_lines(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for (bundle, name) in self.plan.bundles.iter().zip(&self.bundles.clone()) {
            let words = Piece::text(&snake(&bundle.name.join("_")));
            lines.push(self.machine("bundle", vec![words]).assigned(&format!("const {name}"), 0));
        }
        lines
    }
}
