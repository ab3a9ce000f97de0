//! A plan of a service as text: the checks of each operation in their order, what it loads, does and checks again.

use std::fmt::Write;

use super::{Choice, Filter, Judged, Load, OperationPlan, Part, Pin, Promise, Relation, ServicePlan, Suggestion, What};
use crate::ir::{Binder, Expr, Names, Operation, Range, Service, print};
use crate::realize;
use crate::realize::Body;
use crate::source::Span;

/// A plan as text.
pub fn show(service: &Service, bodies: &[Body], plan: &ServicePlan) -> String {
    let one = |(plan, body): (&OperationPlan, &Body)| {
        let operation = service.operation(plan.operation);
        let shower = Shower { service, operation };
        let bodies = realize::show(service, std::slice::from_ref(body));
        let steps = bodies.split_once('\n').map_or("", |(_, steps)| steps);
        format!("operation {}\n{}{steps}{}", operation.name, shower.checks(plan), shower.rest(plan))
    };
    plan.operations.iter().zip(bodies).map(one).collect::<Vec<_>>().join("\n")
}

struct Shower<'s> {
    service: &'s Service,
    operation: &'s Operation,
}

impl Shower<'_> {
    fn expr(&self, expr: &Expr) -> String {
        print(expr, self.service, Names { operation: Some(self.operation), ..Names::default() })
    }

    fn state(&self, id: crate::ir::StateId) -> &str {
        &self.service.state_field(id).name
    }

    fn checks(&self, plan: &OperationPlan) -> String {
        let mut text = String::new();
        for scheme in &plan.credentials {
            let name = self.service.schemes.get(*scheme).map_or("?", |scheme| scheme.name.as_str());
            let _ = writeln!(text, "   401  no credential of {name}");
        }
        for input in self.operation.inputs.iter() {
            let _ = writeln!(text, "   422  {} is no value of its type", input.name);
        }
        for presence in &plan.presence {
            let _ = writeln!(text, "   404  not {}", self.expr(&presence.test));
        }
        for clause in &self.operation.requires {
            let _ = writeln!(text, "   409  not {}", self.expr(&clause.expr));
        }
        for entry in &plan.moves {
            let name = self.service.transitions.get(entry.transition).map_or("?", |found| found.name.as_str());
            let _ = writeln!(text, "   409  {name} has no rule");
        }
        for load in &plan.loads {
            let _ = writeln!(text, "  load  {}", self.load(load));
        }
        text
    }

    fn load(&self, load: &Load) -> String {
        let name = self.state(load.state);
        match &load.what {
            What::Whole => name.to_string(),
            What::Greatest => format!("the greatest key of {name}"),
            What::Count => format!("how many {name} there are"),
            What::Sum(column) => format!("the sum of {} over {name}", column.name),
            What::Keys { each, key } => {
                let each: String = each.iter().map(|binder| self.binder(binder)).collect();
                format!("{name}[{}]{each}", self.expr(key))
            }
            What::Where(filters) => format!("{name} where {}", self.filters(filters, " and ")),
        }
    }

    fn filters(&self, filters: &[Filter], word: &str) -> String {
        let one = |filter: &Filter| {
            let is_several = matches!(filter, Filter::Any(_) | Filter::All(_));
            if is_several { format!("({})", self.filter(filter)) } else { self.filter(filter) }
        };
        filters.iter().map(one).collect::<Vec<_>>().join(word)
    }

    fn filter(&self, filter: &Filter) -> String {
        match filter {
            Filter::All(parts) => self.filters(parts, " and "),
            Filter::Any(parts) => self.filters(parts, " or "),
            Filter::Given(condition) => self.expr(condition),
            Filter::Compared(column, how, value) => format!("its {} {} {}", column.name, how.sign(), self.expr(value)),
            Filter::Among(column, whole, true) => format!("its {} in {}", column.name, self.expr(whole)),
            Filter::Among(column, whole, false) => format!("its {} not in {}", column.name, self.expr(whole)),
            Filter::Truth(column, value) => format!("its {} = {value}", column.name),
            Filter::Presence(column, true) => format!("its {} != none", column.name),
            Filter::Presence(column, false) => format!("its {} = none", column.name),
        }
    }

    fn binder(&self, binder: &Binder) -> String {
        let source = match &binder.range {
            Range::Elements(expr) | Range::Values(expr) => self.expr(expr),
            Range::All(_) => "all values".into(),
        };
        format!(" for each {} in {source}", binder.local.name)
    }

    fn rest(&self, plan: &OperationPlan) -> String {
        let mut text = String::new();
        for choice in plan.steps.iter().filter_map(|step| step.choice.as_ref()) {
            let place = self.expr(&choice.place.expr(self.service, self.operation, Span::default()));
            let _ = writeln!(text, "   try  {place}: {}", self.choice(choice));
        }
        for lookup in &plan.lookups {
            let columns: Vec<&str> = lookup.columns.iter().map(|(column, _)| column.name.as_str()).collect();
            let _ = writeln!(text, "  find  {} by {}", self.state(lookup.state), columns.join(", "));
        }
        for promise in &plan.promises {
            for line in self.promise(plan, promise) {
                let _ = writeln!(text, " check  {line}");
            }
        }
        for id in &plan.stored {
            let _ = writeln!(text, " check  the type of all of {}", self.state(*id));
        }
        for id in &plan.changes {
            let _ = writeln!(text, " write  {}", self.state(*id));
        }
        text
    }

    fn choice(&self, choice: &Choice) -> String {
        let mut words: Vec<String> = choice.near.iter().map(|one| self.suggestion(one)).collect();
        words.push(if choice.is_fresh { "random ones".into() } else { "the least ones".into() });
        words.extend(choice.then.iter().map(|one| self.suggestion(one)));
        words.join(", ")
    }

    fn suggestion(&self, suggestion: &Suggestion) -> String {
        match suggestion {
            Suggestion::Old => "as it was".into(),
            Suggestion::Compared(relation, _, other) => format!("{} {}", word(*relation), self.expr(other)),
            Suggestion::OfEntity(relation, entity, other) => {
                let names = Names { entity: Some(self.service.entity(*entity)), ..Names::default() };
                format!("{} {}", word(*relation), print(other, self.service, names))
            }
            Suggestion::Input(at) => self.operation.inputs.get(at.index()).map_or("?", |one| &one.name).into(),
            Suggestion::Output(at) => self.operation.outputs.get(at.index()).map_or("?", |one| &one.name).into(),
            Suggestion::Now => "now()".into(),
            Suggestion::Key(key) => format!("the key {}", self.expr(key)),
        }
    }

    fn promise(&self, plan: &OperationPlan, promise: &Promise) -> Vec<String> {
        match promise {
            Promise::Ensures(at) | Promise::Growth(at, ..) => {
                self.operation.ensures.get(*at).map(|one| self.expr(&one.expr)).into_iter().collect()
            }
            Promise::Invariant(_, judged) | Promise::Always(_, judged) => match judged {
                Judged::Whole(expr) => vec![self.expr(expr)],
                Judged::Touched(pins) => pins.iter().map(|pin| self.pin(pin)).collect(),
            },
            Promise::Move(at) => {
                let found = plan.moves.get(*at).and_then(|entry| self.service.transitions.get(entry.transition));
                vec![format!("{} leads there", found.map_or("?", |found| found.name.as_str()))]
            }
        }
    }

    fn pin(&self, pin: &Pin) -> String {
        let (touched, relation) = (self.state(pin.touched), self.state(pin.relation));
        let part = |part: &Part| match part {
            Part::Key => "key".to_string(),
            Part::Column(column, _) => column.name.to_string(),
        };
        let which = if pin.touched == pin.relation && pin.own == Part::Key {
            format!("touched in {relation}")
        } else {
            format!("in {relation} whose {} is the {} of one touched in {touched}", part(&pin.own), part(&pin.its))
        };
        format!("{} for each {} {which}", self.expr(&pin.holds), pin.local.name)
    }
}

fn word(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "=",
        Relation::Above => ">",
        Relation::From => ">=",
        Relation::Below => "<",
        Relation::Member => "in",
        Relation::NotMember => "not in",
        Relation::Beside => "beside",
    }
}
