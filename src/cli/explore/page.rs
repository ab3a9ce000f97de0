//! What an exploration found, for people: what needs attention by operation and clause, then what is dead, then what is
//! broken.

use std::fmt::Write;

use super::{Explored, place, trace};
use crate::explore::{Aim, Goal, Outcome, Root, Target};
use crate::ir::OperationId;
use crate::report::paint::Paint;
use crate::report::visible;
use crate::source::Span;

/// How much of a clause is shown.
const MAX_CLAUSE: usize = 100;

/// The whole page.
pub(super) fn page(found: &Explored, all: bool, paint: Paint) -> String {
    let page = Page { found, dead: found.exploration.dead(), all, paint };
    let violations = found.exploration.violations.iter().map(|broken| trace::violation(found, broken, paint));
    let mut sections = vec![page.operations(), page.states(), page.dead()];
    sections.extend(violations);
    sections.push(summary(found, paint) + "\n");
    sections.retain(|section| !section.is_empty());
    sections.join("\n")
}

/// The numbers, in a line.
pub(super) fn summary(found: &Explored, paint: Paint) -> String {
    let exploration = &found.exploration;
    let violations = match exploration.violations.len() {
        0 => paint.good("no violation"),
        1 => paint.bad("1 violation"),
        count => paint.bad(&format!("{count} violations")),
    };
    format!(
        "{}: {} of {} targets reached, {}, {}, {violations}",
        found.service.name,
        exploration.reached(),
        exploration.targets.len(),
        count(exploration.corpus.states.len(), "state", "states"),
        count(exploration.corpus.witnesses.len(), "witness", "witnesses"),
    )
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

struct Page<'e> {
    found: &'e Explored,
    /// The targets without which a clause does nothing.
    dead: Vec<usize>,
    all: bool,
    paint: Paint,
}

impl Page<'_> {
    fn target(&self, at: usize) -> &Target {
        &self.found.exploration.targets[at]
    }

    fn outcome(&self, at: usize) -> &Outcome {
        &self.found.exploration.outcomes[at]
    }

    fn operations(&self) -> String {
        let operations = &self.found.service.operations;
        let width = operations.iter().map(|operation| operation.name.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (at, operation) in operations.iter().enumerate() {
            let gap = " ".repeat(width - operation.name.chars().count());
            let _ = writeln!(text, "{}{gap}  {}", self.paint.bold(&operation.name), self.calls(at));
            text.push_str(&self.clauses(Some(OperationId(at as u32))));
        }
        text
    }

    /// How often the walk called an operation.
    fn calls(&self, at: usize) -> String {
        let count = self.found.exploration.counts[at];
        let accepted = format!("{} accepted", count.accepted);
        let accepted = if count.accepted == 0 { self.paint.warn(&accepted) } else { accepted };
        format!("{accepted}, {} rejected", count.rejected)
    }

    /// What always holds, and what some state is to satisfy.
    fn states(&self) -> String {
        let clauses = self.clauses(None);
        if clauses.is_empty() {
            return clauses;
        }
        format!("{}\n{clauses}", self.paint.bold("Invariants and temporal properties"))
    }

    /// The targets of an operation, or of the state, that are to be shown, clause by clause.
    fn clauses(&self, operation: Option<OperationId>) -> String {
        let mut text = String::new();
        let mut last: Option<&Root> = None;
        for at in (0..self.found.exploration.targets.len()).filter(|at| self.is_shown(*at)) {
            let target = self.target(at);
            if target.operation != operation {
                continue;
            }
            if last != Some(&target.root) {
                let _ = writeln!(text, "  {}  {}", self.place(target), self.clause(target));
            }
            last = Some(&target.root);
            let _ = writeln!(text, "    {}", self.line(at));
        }
        text
    }

    /// What is dead has a section of its own.
    fn is_shown(&self, at: usize) -> bool {
        let lacking = match self.outcome(at) {
            Outcome::Missed { .. } => !self.dead.contains(&at),
            Outcome::Reached { traced, .. } => !traced && is_eventually(self.target(at)),
        };
        self.all || lacking
    }

    fn line(&self, at: usize) -> String {
        let target = self.target(at);
        let (name, eventually) = (self.name(target), is_eventually(target));
        match self.outcome(at) {
            Outcome::Missed { why, .. } if eventually => {
                format!("{}: {name}; {}", self.paint.warn("not reached by calls"), visible::name(why))
            }
            Outcome::Missed { why, .. } => {
                format!("{}: {name}; {}", self.paint.warn("not reached"), visible::name(why))
            }
            Outcome::Reached { traced: false, .. } if eventually => {
                format!("{}: {name}; only a state that was made is like that", self.paint.warn("not reached by calls"))
            }
            Outcome::Reached { traced, alone } => {
                let made = if *traced { "" } else { "; in a state that was made" };
                let others = if *alone { "" } else { "; not alone" };
                format!("{}: {name}{made}{others}", self.paint.good("reached"))
            }
        }
    }

    /// The name of a target below its operation.
    fn name(&self, target: &Target) -> String {
        let operation = target.operation.map(|id| format!("{} ", self.found.service.operation(id).name));
        let rest = operation.and_then(|operation| target.name.strip_prefix(&operation));
        visible::name(rest.unwrap_or(&target.name))
    }

    fn dead(&self) -> String {
        if self.dead.is_empty() {
            return String::new();
        }
        let mut text = format!("{}\n", self.paint.bold("Dead clauses"));
        for at in &self.dead {
            let target = self.target(*at);
            let _ = writeln!(text, "  {}  {}", self.place(target), self.paint.warn(&self.death(target)));
            if let Outcome::Missed { why, .. } = self.outcome(*at) {
                let _ = writeln!(text, "    {}", visible::name(why));
            }
        }
        text
    }

    /// What a dead clause never does.
    fn death(&self, target: &Target) -> String {
        let service = &self.found.service;
        let operation = target.operation.map_or("", |id| service.operation(id).name.as_str());
        let text = visible::name(&target.text);
        match (&target.root, target.goal) {
            (Root::Operation, _) => format!("`{operation}` never succeeds"),
            (Root::Rule(at, _), _) => {
                format!("the rule {text} of `{}` is never taken by `{operation}`", service.transitions[*at].name)
            }
            (_, Goal::Fails) => format!("{} never fails by itself: {text}", self.title(target)),
            (_, Goal::Part(Aim::Truth(truth))) => format!("in {}, never {truth}: {text}", self.title(target)),
            (_, Goal::Part(Aim::Elements(_))) => format!("in {}, never with elements: {text}", self.title(target)),
            (_, Goal::Holds | Goal::Part(Aim::Boundary(..) | Aim::Pattern(_) | Aim::Case(_) | Aim::Other(_))) => {
                self.name(target)
            }
        }
    }

    /// What kind of clause a target belongs to, and whose it is.
    fn title(&self, target: &Target) -> String {
        let service = &self.found.service;
        let operation = target.operation.map_or("", |id| service.operation(id).name.as_str());
        match &target.root {
            Root::Operation => format!("`{operation}`"),
            Root::Requires(at) => format!("requires {} of `{operation}`", at + 1),
            Root::Ensures(at) => format!("ensures {} of `{operation}`", at + 1),
            Root::Guard(at, rule) | Root::Rule(at, rule) => {
                let written = &service.transitions[*at].rules[*rule];
                format!("the guard of {} -> {} in `{operation}`", written.from, written.to)
            }
            Root::Source(at, _) => format!("the transition `{}`", service.transitions[*at].name),
            Root::Input(..) => format!("an input of `{operation}`"),
            Root::Temporal(at) => format!("the property `{}`", service.temporals[*at].name),
            Root::Beside(_) => format!("what is beside `{operation}`"),
            Root::Invariant(_) | Root::EntityInvariant(..) => {
                target.clause().map_or_else(String::new, |clause| clause.title(service))
            }
        }
    }

    fn place(&self, target: &Target) -> String {
        self.paint.dim(&place(&self.found.sources, self.span(target)))
    }

    /// Where the clause of a target stands; of a transition, where the rule does.
    fn span(&self, target: &Target) -> Span {
        let clause = || target.clause().map_or(target.span, |clause| clause.span(&self.found.service));
        match &target.root {
            Root::Requires(_) | Root::Ensures(_) | Root::Input(..) | Root::Invariant(_) | Root::EntityInvariant(..) => {
                clause()
            }
            Root::Operation
            | Root::Guard(..)
            | Root::Rule(..)
            | Root::Source(..)
            | Root::Temporal(_)
            | Root::Beside(_) => target.span,
        }
    }

    /// The text of the clause that a target belongs to.
    fn clause(&self, target: &Target) -> String {
        let service = &self.found.service;
        let text = match (&target.root, target.operation) {
            (Root::Operation, Some(id)) => format!("operation {}", service.operation(id).name),
            (Root::Guard(at, rule), _) => {
                let written = &service.transitions[*at].rules[*rule];
                format!("{}: {} -> {}", service.transitions[*at].name, written.from, written.to)
            }
            (Root::Rule(at, _) | Root::Source(at, _), _) => {
                format!("{}: {}", service.transitions[*at].name, target.text)
            }
            (Root::Input(param, _, clause), Some(id)) => {
                format!("{}: {}", service.operation(id).inputs[param.index()].name, clause.text(service))
            }
            (Root::Beside(_), Some(id)) => format!("{}: {}", service.operation(id).name, target.text),
            (
                Root::Operation
                | Root::Beside(_)
                | Root::Requires(_)
                | Root::Ensures(_)
                | Root::Input(..)
                | Root::Invariant(_)
                | Root::EntityInvariant(..)
                | Root::Temporal(_),
                _,
            ) => target.clause().map_or_else(|| target.text.clone(), |clause| clause.text(service)),
        };
        cut(&visible::name(&text))
    }
}

fn is_eventually(target: &Target) -> bool {
    matches!((&target.root, target.goal), (Root::Temporal(_), Goal::Holds))
}

/// A text that fits a line.
fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_CLAUSE {
        return text.to_string();
    }
    text.chars().take(MAX_CLAUSE).chain(['…']).collect()
}
