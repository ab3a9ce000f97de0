//! The plan for people and for machines.

use std::fmt::Write;

use serde_json::{Value as Json, json as object};

use super::{
    Again, Bundle, Calls, Covered, Draw, Holds, KeySource, MachineRule, PlannedTest, StructuralCheck, SuitePlan,
    TestKind, Unreached,
};
use crate::ir::{OperationId, Service};

/// The version of the plan's JSON.
const VERSION: u32 = 1;

/// A plan as JSON: every test with what it calls and what must hold.
pub fn json(plan: &SuitePlan, service: &Service) -> Json {
    let shown = Shown { plan, service };
    object!({
        "version": VERSION,
        "service": service.name.as_str(),
        "spec": plan.spec,
        "tests": plan.tests.iter().map(|test| shown.test(test)).collect::<Vec<_>>(),
        "stateful": {
            "bundles": plan.stateful.bundles.iter().map(|bundle| shown.bundle(bundle)).collect::<Vec<_>>(),
            "rules": plan.stateful.rules.iter().map(|rule| shown.rule(rule)).collect::<Vec<_>>(),
        },
        "structural": plan.structural.checks.iter().map(|check| shown.check(*check)).collect::<Vec<_>>(),
        "strategies": plan.strategies,
        "skips": plan.skips.json(&service.name),
        "coverage": plan.coverage.iter().map(|covered| shown.covered(covered)).collect::<Vec<_>>(),
    })
}

/// A plan as text: how many tests of each kind each operation has, then the machine and what is skipped.
pub fn show(plan: &SuitePlan, service: &Service) -> String {
    let shown = Shown { plan, service };
    let mut text = String::new();
    let _ = writeln!(text, "{}: {} behavioural tests", service.name, plan.tests.len());
    for test in &plan.tests {
        let (calls, holds) = (shown.calls(&test.calls), shown.holds(&test.holds));
        let _ = writeln!(text, "  {:<10} {}: {calls} => {holds}", test.kind.name(), test.id());
    }
    let _ = writeln!(text, "\nstateful");
    for bundle in &plan.stateful.bundles {
        let relation = &service.state_field(bundle.relation).name;
        let _ = writeln!(text, "  bundle {}: keys of {relation}", bundle.name.join(" "));
    }
    for rule in &plan.stateful.rules {
        let _ = writeln!(text, "  {}", shown.rule_line(rule));
    }
    let _ = writeln!(text, "\nstructural: the OpenAPI document, and {} clauses", plan.structural.checks.len());
    let _ = writeln!(text, "\nby kind");
    for kind in TestKind::ALL {
        let count = plan.tests.iter().filter(|test| test.kind == kind).count();
        let count = if matches!(kind, TestKind::Stateful | TestKind::Structural) { 1 } else { count };
        let _ = writeln!(text, "  {:<10} {count}", kind.name());
    }
    shown.write_skips(&mut text);
    text
}

struct Shown<'p> {
    plan: &'p SuitePlan,
    service: &'p Service,
}

impl Shown<'_> {
    fn name(&self, id: OperationId) -> &str {
        &self.service.operation(id).name
    }

    fn test(&self, test: &PlannedTest) -> Json {
        object!({
            "kind": test.kind.name(),
            "name": test.id(),
            "operation": test.operation().map(|id| self.name(id)),
            "calls": self.calls(&test.calls),
            "witnesses": witnesses(&test.calls),
            "holds": self.holds(&test.holds),
            "clauses": test.clauses,
            "says": test.says,
            "place": test.place,
        })
    }

    fn calls(&self, calls: &Calls) -> String {
        let list = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        match calls {
            Calls::Examples(id) => format!("examples of {}", self.name(*id)),
            Calls::Witnesses(_, numbers) => format!("witnesses {}", list(numbers)),
            Calls::Limits(_, numbers) => format!("limits {}", list(numbers)),
            Calls::Malformed(id, Some(at)) => {
                let input = &self.service.operation(*id).inputs[at.index()].name;
                format!("{} with a malformed {input}", self.name(*id))
            }
            Calls::Malformed(id, None) => format!("{} with a malformed body", self.name(*id)),
            Calls::Unauthorized(id) => format!("{} without credentials, and with wrong ones", self.name(*id)),
            Calls::Traces => "the traces of the corpus".into(),
            Calls::TracesTo(states) => format!("the traces to the states {}", list(states)),
        }
    }

    fn holds(&self, holds: &Holds) -> String {
        match holds {
            Holds::Accepts => "precondition true: the status of success".into(),
            Holds::Ensures(at) => format!("ensures[{at}]"),
            Holds::Rejects => "precondition false: 4xx, nothing changed".into(),
            Holds::RejectsFor(clause) => format!("{clause} broken: 4xx, nothing changed"),
            Holds::Invariant(at) => format!("invariant[{at}] afterwards"),
            Holds::Always(at) => format!("always[{at}] afterwards"),
            Holds::Types => "types, refinements and entity invariants of all that is stored".into(),
            Holds::Frame => "all that the frame protects is as before".into(),
            Holds::Output => "outputs and headers as declared".into(),
            Holds::Safe(Again::Same) => "nothing changed, the same answer again".into(),
            Holds::Safe(Again::Free) => "nothing changed, also when called again".into(),
            Holds::Moves(transition, rule) => {
                let rule = &self.service.transitions[*transition].rules[*rule];
                format!("accepted, and {} has become {}", rule.from, rule.to)
            }
            Holds::Total => "the total oracle".into(),
            Holds::Refuses => "4xx, nothing changed".into(),
            Holds::Unauthorized => "401, nothing changed".into(),
            Holds::Eventually(at) => format!("eventually[{at}] at its end"),
        }
    }

    fn bundle(&self, bundle: &Bundle) -> Json {
        let relation = self.service.state_field(bundle.relation).name.as_str();
        object!({"name": bundle.name.join(" "), "relation": relation})
    }

    fn rule(&self, rule: &MachineRule) -> Json {
        let inputs = &self.service.operation(rule.operation).inputs;
        let draws: serde_json::Map<String, Json> = inputs
            .iter()
            .zip(&rule.draws)
            .map(|(input, draw)| (input.name.to_string(), self.draw(draw).into()))
            .collect();
        object!({
            "name": rule.name.join(" "),
            "operation": self.name(rule.operation),
            "draws": draws,
            "target": rule.target.as_ref().map(|(bundle, _)| self.bundle_name(*bundle)),
            "key": rule.target.as_ref().map(|(_, source)| self.key(rule.operation, source)),
            "strictness": rule.strictness,
        })
    }

    fn rule_line(&self, rule: &MachineRule) -> String {
        let inputs = &self.service.operation(rule.operation).inputs;
        let draws = inputs.iter().zip(&rule.draws);
        let draws: Vec<String> = draws.map(|(input, draw)| format!("{} {}", input.name, self.draw(draw))).collect();
        let target = rule.target.as_ref().map_or_else(String::new, |(bundle, source)| {
            format!(" -> {} gets {}", self.bundle_name(*bundle), self.key(rule.operation, source))
        });
        format!("rule {} ({:?}): {}{target}", rule.name.join(" "), rule.strictness, draws.join("; "))
    }

    fn bundle_name(&self, at: usize) -> String {
        self.plan.stateful.bundles.get(at).map_or_else(String::new, |bundle| bundle.name.join(" "))
    }

    fn draw(&self, draw: &Draw) -> String {
        let names = |list: &[usize]| list.iter().map(|at| self.bundle_name(*at)).collect::<Vec<_>>().join(" or ");
        match draw {
            Draw::Fresh => "drawn".into(),
            Draw::From(bundles) => format!("from {}", names(bundles)),
            Draw::Consume(bundle) => format!("taken from {}", self.bundle_name(*bundle)),
        }
    }

    fn key(&self, id: OperationId, source: &KeySource) -> String {
        let operation = self.service.operation(id);
        match source {
            KeySource::Output(at) => format!("output {}", operation.outputs[at.index()].name),
            KeySource::OutputField(at, field) => {
                format!("output {}, field {}", operation.outputs[at.index()].name, field.index())
            }
            KeySource::Input(at) => format!("input {}", operation.inputs[at.index()].name),
        }
    }

    fn check(&self, check: StructuralCheck) -> String {
        match check {
            StructuralCheck::Invariant(at) => super::ClauseId::of(self.service, crate::interp::Clause::Invariant(at)).0,
            StructuralCheck::Ensures(id, at) => {
                super::ClauseId::of(self.service, crate::interp::Clause::Ensures(id, at)).0
            }
        }
    }

    fn covered(&self, covered: &Covered) -> Json {
        let name = |at: &usize| self.plan.tests[*at].name.join(" ");
        object!({
            "clause": covered.clause,
            "text": covered.text,
            "place": covered.place,
            "tests": covered.tests.iter().map(name).collect::<Vec<_>>(),
            "witnesses": covered.witnesses,
            "unreached": covered.unreached.iter().map(unreached).collect::<Vec<_>>(),
        })
    }

    fn write_skips(&self, text: &mut String) {
        for covered in self.plan.coverage.iter().filter(|covered| !covered.unreached.is_empty()) {
            for found in &covered.unreached {
                let _ = writeln!(text, "\nunreached: {}, {}: {}", covered.clause, found.test, found.why);
            }
        }
        let skips = &self.plan.skips;
        for (title, list) in [("strategies", &skips.strategies), ("behavioural", &skips.behavioral)] {
            if !list.is_empty() {
                let _ = writeln!(text, "\nskipped, {title}");
            }
            for skip in list {
                let operation = skip.operation.as_deref().map_or_else(String::new, |name| format!("{name}: "));
                let _ = writeln!(text, "  {operation}{}: {}", skip.kind, skip.reason);
            }
        }
    }
}

/// A test that there could be.
pub(super) fn unreached(found: &Unreached) -> Json {
    object!({"test": found.test, "why": found.why, "cut_short": found.cut})
}

fn witnesses(calls: &Calls) -> Option<&[usize]> {
    match calls {
        Calls::Witnesses(_, numbers) | Calls::Limits(_, numbers) => Some(numbers),
        Calls::Examples(_) | Calls::Malformed(..) | Calls::Unauthorized(_) | Calls::Traces | Calls::TracesTo(_) => None,
    }
}
