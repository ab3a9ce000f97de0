//! Bodies as text, each step beside the clauses it makes true.

use std::fmt::Write;

use super::{Action, Body, Case, Step};
use crate::effect::{Place, Scope};
use crate::ir::{Binder, Expr, Names, Operation, Range, Service, print};
use crate::source::Span;

/// The bodies of a service as text.
pub fn show(service: &Service, bodies: &[Body]) -> String {
    let texts: Vec<String> = bodies.iter().map(|body| Shower::new(service, body).body(body)).collect();
    texts.join("\n")
}

struct Shower<'s> {
    service: &'s Service,
    operation: &'s Operation,
}

impl<'s> Shower<'s> {
    fn new(service: &'s Service, body: &Body) -> Shower<'s> {
        Shower { service, operation: service.operation(body.operation) }
    }

    fn body(&self, body: &Body) -> String {
        let mut text = format!("operation {}\n", self.operation.name);
        for (number, step) in body.steps.iter().enumerate() {
            let _ = writeln!(text, "  {:>2}. {:<10}  {}", number + 1, step.rule.name(), self.action(step));
            text.push_str(&self.clauses(&step.clauses));
        }
        if body.steps.is_empty() && body.hole.is_none() {
            text.push_str("   -  nothing to do\n");
        }
        if let Some(hole) = &body.hole {
            let clause = self.clause(hole.clause);
            let _ = writeln!(text, "   !  hole: {}\n        {clause}", hole.reason);
        }
        self.others(body, &mut text);
        text
    }

    /// The clauses that no step is for, and those that are loose.
    fn others(&self, body: &Body, text: &mut String) {
        let made = |clause: &usize| body.steps.iter().any(|step| step.clauses.contains(clause));
        for clause in 0..self.operation.ensures.len() {
            let word = match body.effects.loose.contains(&clause) {
                true => "loose",
                false if made(&clause) => continue,
                false => "checked",
            };
            let _ = writeln!(text, "   -  {word:<10}  {}", self.clause(clause));
        }
    }

    fn clauses(&self, clauses: &[usize]) -> String {
        clauses.iter().map(|clause| format!("      {:<10}  ensures {}\n", "", self.clause(*clause))).collect()
    }

    fn clause(&self, clause: usize) -> String {
        self.operation.ensures.get(clause).map_or_else(String::new, |clause| self.expr(&clause.expr))
    }

    fn expr(&self, expr: &Expr) -> String {
        print(expr, self.service, Names { operation: Some(self.operation), ..Names::default() })
    }

    fn place(&self, place: &Place) -> String {
        self.expr(&place.expr(self.service, self.operation, Span::default()))
    }

    fn action(&self, step: &Step) -> String {
        match &step.action {
            Action::Assign(place, cases) => self.cases(&format!("{} :=", self.place(place)), cases),
            Action::Insert(place, cases) => self.cases(&format!("put into {}:", self.place(place)), cases),
            Action::Remove(place, cases) => self.cases(&format!("take from {}:", self.place(place)), cases),
            Action::Create(place, cases) => {
                let mut when: Vec<String> = cases.iter().map(|scopes| self.scopes(scopes)).collect();
                if when.iter().any(String::is_empty) {
                    when.clear();
                }
                format!("new {} where it is absent{}", self.place(place), when.join(" or"))
            }
            Action::Collect(output, collection) => {
                let output = &self.operation.outputs[output.index()].name;
                let conditions: Vec<String> = collection.conditions.iter().map(|expr| self.expr(expr)).collect();
                let with = if conditions.is_empty() { "true".to_string() } else { conditions.join(" and ") };
                let element = if collection.is_selection() {
                    String::new()
                } else {
                    format!("{} for ", self.expr(&collection.element))
                };
                format!("{output} := {element}all {} with {with}", self.binder(&collection.binder))
            }
            Action::Choose(place, _) => format!("{} := a value that fits, where it is open", self.place(place)),
        }
    }

    fn cases(&self, head: &str, cases: &[Case]) -> String {
        let case = |case: &Case| format!("{}{}", self.expr(&case.value), self.scopes(&case.scopes));
        let texts: Vec<String> = cases.iter().map(case).collect();
        format!("{head} {}", texts.join(&format!("\n{:18}else ", "")))
    }

    fn scopes(&self, scopes: &[Scope]) -> String {
        let scope = |scope: &Scope| match scope {
            Scope::Let(local, value) => format!(" where {} = {}", local.name, self.expr(value)),
            Scope::If(condition) => format!(" if {}", self.expr(condition)),
            Scope::Unless(condition) => format!(" unless {}", self.expr(condition)),
            Scope::Each(binder) => format!(" for each {}", self.binder(binder)),
        };
        scopes.iter().map(scope).collect()
    }

    fn binder(&self, binder: &Binder) -> String {
        let source = match &binder.range {
            Range::Elements(expr) | Range::Values(expr) => self.expr(expr),
            Range::All(_) => "all values".to_string(),
        };
        format!("{} in {source}", binder.local.name)
    }
}
