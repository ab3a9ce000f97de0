//! `tests/test_stateful_<service>.py`: the state machine, one method per rule.

use std::fmt::Write;

use super::behavioral::{TABLE, joined};
use super::file::signature;
use super::literal;
use super::names::{Namespace, PyIdent, PyNames, Space};
use super::piece::{Argument, PAGE, Piece, named};
use super::uses::Uses;
use crate::backend::names::path;
use crate::ir::{OperationId, Service};
use crate::plan::{ArbitraryRule, Draw, KeySource, MachineRule, StatefulPlan};

/// Words that an argument of a rule cannot be.
const TAKEN: [&str; 5] = ["self", "target", "targets", "data", "bundle"];

/// The test file of a state machine, while it is written.
pub(super) struct Stateful<'a> {
    service: &'a Service,
    names: &'a PyNames,
    plan: &'a StatefulPlan,
    bundles: Vec<PyIdent>,
    methods: Namespace,
    uses: Uses,
    body: String,
}

impl<'a> Stateful<'a> {
    pub(super) fn new(service: &'a Service, names: &'a PyNames, plan: &'a StatefulPlan) -> Stateful<'a> {
        let mut methods = Namespace::of(Space::Methods);
        let bundles = plan.bundles.iter().map(|bundle| methods.take(&joined(&bundle.name))).collect();
        Stateful { service, names, plan, bundles, methods, uses: Uses::default(), body: String::new() }
    }

    pub(super) fn rule(&mut self, rule: &MachineRule) {
        let name = self.methods.take(&joined(&rule.name));
        let operation = &self.names.operations[rule.operation.index()];
        let arguments: Vec<String> = operation.inputs.iter().map(argument).collect();
        let target = rule.target.as_ref().map(|(bundle, _)| named("target", self.bundle(*bundle)));
        let mut draws: Vec<Argument> = target.into_iter().collect();
        for (at, (name, draw)) in arguments.iter().zip(&rule.draws).enumerate() {
            draws.push(named(name.clone(), self.draw(rule.operation, at, draw)));
        }
        let decorator = Piece::call(self.stateful("rule"), draws);
        let given = operation.inputs.iter().zip(&arguments).map(|(attr, name)| named(attr.as_str(), Piece::atom(name)));
        let constant = Piece::atom(operation.constant.as_str());
        let made = Piece::call("self.make", std::iter::once(constant.into()).chain(given).collect());
        let (result, body) = match &rule.target {
            Some((_, source)) => (self.any(), self.key(made, rule.operation, source).statement("return ", 2, "")),
            None => ("None", made.statement("", 2, "")),
        };
        let mut parameters = vec!["self".to_string()];
        parameters.extend(arguments.iter().map(|name| format!("{name}: {}", self.any())));
        let preconditions = self.preconditions(rule).concat();
        let _ = write!(
            self.body,
            "\n{preconditions}{}\n{}\n        {}\n{body}\n",
            decorator.statement("@", 1, ""),
            signature(name.as_str(), &parameters, result, 1),
            literal::docstring(&rule.says(self.service), PAGE.width - 2 * PAGE.indent),
        );
    }

    /// The type of what Hypothesis draws.
    fn any(&mut self) -> &'static str {
        self.uses.name("typing", "Any");
        "Any"
    }

    /// A name of Hypothesis' state machines.
    fn stateful(&mut self, name: &'static str) -> &'static str {
        self.uses.name("hypothesis.stateful", name);
        name
    }

    /// A name of the harness' state machines.
    fn machine(&mut self, name: &'static str) -> &'static str {
        self.uses.name("tests.harness.machine", name);
        name
    }

    fn bundle(&self, at: usize) -> Piece {
        Piece::atom(self.bundles[at].as_str())
    }

    fn draw(&mut self, id: OperationId, input: usize, draw: &Draw) -> Piece {
        match draw {
            Draw::Fresh => {
                self.uses.name("tests", "strategies");
                let function = &self.names.operations[id.index()].strategies[input];
                Piece::apply(&format!("strategies.{function}"), [])
            }
            Draw::From(bundles) => match bundles.as_slice() {
                [only] => self.bundle(*only),
                several => {
                    let present = self.machine("present");
                    self.over(present, several)
                }
            },
            Draw::Consume(bundle) => Piece::apply(self.stateful("consumes"), [self.bundle(*bundle)]),
        }
    }

    fn over(&self, function: &str, bundles: &[usize]) -> Piece {
        Piece::apply(function, bundles.iter().map(|at| self.bundle(*at)))
    }

    /// When a rule is followed. What a bundle has to hold Hypothesis knows only where there is a single one.
    fn preconditions(&mut self, rule: &MachineRule) -> Vec<String> {
        let mut wanted = Vec::new();
        if rule.draws.is_empty() {
            let constant = Piece::atom(self.names.operations[rule.operation.index()].constant.as_str());
            wanted.push(Piece::apply(self.machine("unasked"), [constant]));
        }
        for draw in &rule.draws {
            match draw {
                Draw::From(bundles) if bundles.len() > 1 => {
                    let any_of = self.machine("any_of");
                    wanted.push(self.over(any_of, bundles));
                }
                Draw::Fresh | Draw::From(_) | Draw::Consume(_) => {}
            }
        }
        let mut line = |wanted: Piece| Piece::apply(self.stateful("precondition"), [wanted]).statement("@", 1, "\n");
        wanted.into_iter().map(&mut line).collect()
    }

    /// The key that a rule gives to its bundle.
    fn key(&self, made: Piece, id: OperationId, source: &KeySource) -> Piece {
        let method = match source {
            KeySource::Output(_) | KeySource::OutputField(..) => "key",
            KeySource::Input(_) => "input",
        };
        let path = path(self.names, self.service, id, source);
        made.attribute(method).called(path.into_iter().map(|name| Piece::text(name.as_str())).collect())
    }

    /// The text of the file.
    pub(super) fn text(mut self) -> String {
        let rules = std::mem::take(&mut self.body);
        let mut anyhow = String::new();
        for rule in &self.plan.arbitrary {
            self.arbitrary(rule, &mut anyhow);
        }
        let class = format!("{}Machine", self.service.name);
        let bundles = self.bundle_lines();
        let says =
            format!("{}, one call after the other. Each is judged by all that the spec says.", self.service.name);
        let mut text = self.head();
        let _ = write!(
            text,
            "\n\nclass {class}(ConformanceMachine):\n    {}\n\n    service = SERVICE\n{}{rules}{anyhow}\n\nTestStateful{} = settled({class})\n",
            literal::docstring(&says, PAGE.width - PAGE.indent),
            bundles.concat(),
            self.service.name,
        );
        text
    }

    fn bundle_lines(&mut self) -> Vec<String> {
        if !self.bundles.is_empty() {
            self.any();
            self.stateful("Bundle");
        }
        self.bundles.iter().map(|name| format!("    {name}: Bundle[Any] = Bundle(\"{name}\")\n")).collect()
    }

    /// A rule with arbitrary inputs.
    fn arbitrary(&mut self, rule: &ArbitraryRule, out: &mut String) {
        let operation = &self.names.operations[rule.operation.index()];
        self.stateful("rule");
        self.uses.name("hypothesis", "strategies as st");
        let name = self.methods.take(&joined(&rule.name));
        let _ = write!(
            out,
            "\n    @rule(data=st.data())\n    def {name}(self, data: st.DataObject) -> None:\n        {}\n        self.anything({}, data)\n",
            literal::docstring(&rule.says(self.service), PAGE.width - 2 * PAGE.indent),
            operation.constant,
        );
    }

    fn head(&mut self) -> String {
        let title = format!("{} under sequences of calls that nobody wrote down.", self.service.name);
        self.machine("ConformanceMachine");
        self.machine("settled");
        self.uses.name(TABLE, "SERVICE");
        self.names.operations.iter().for_each(|operation| self.uses.name(TABLE, operation.constant.as_str()));
        format!("{}\n\n{}\n", literal::docstring(&title, PAGE.width), self.uses.imports())
    }
}

fn argument(input: &PyIdent) -> String {
    if TAKEN.contains(&input.as_str()) { format!("arg_{input}") } else { input.to_string() }
}
