//! What a spec asks a table for, and the table does not have.

use std::collections::BTreeSet;

use specc::convention::presence;
use specc::ir::{Names, Operation, Service, print};

use super::broken::refined;
use super::json::patched;
use super::probe::{clause_text, entry};
use super::table::{Case, Expect, Fixture};

pub fn missing(fixture: &Fixture, service: &Service) -> Vec<String> {
    let mut found = Vec::new();
    for (at, operation) in service.operations.iter().enumerate() {
        let cases: Vec<&Case> = fixture.cases.iter().filter(|case| case.operation == operation.name).collect();
        if !cases.iter().any(|case| matches!(case.expect, Expect::Success(_))) {
            found.push(format!("{} never succeeds", operation.name));
        }
        for index in 0..operation.requires.len() {
            found.extend(clause(fixture, service, operation, index, &cases));
        }
        found.extend(rules(fixture, service, at, &cases));
    }
    found.extend(unequal("schemes", &schemes(service), fixture.credentials.iter().map(|known| known.scheme)));
    found.extend(unequal("limits", &limited(service), fixture.limits.iter().map(|limits| limits.alias)));
    for limits in &fixture.limits {
        if limits.implied.is_none() && (limits.inside.is_empty() || limits.outside.is_empty()) {
            found.push(format!("{} has a side without values", limits.alias));
        }
    }
    for known in &fixture.inseparable {
        let mut operations = service.operations.iter().filter(|operation| operation.name == known.operation);
        let has = |operation: &Operation| {
            (0..operation.requires.len()).any(|index| clause_text(service, operation, index) == known.clause)
        };
        if !operations.any(has) || known.reason.is_empty() {
            found.push(format!("there is no clause `{}` of {}", known.clause, known.operation));
        }
    }
    found
}

fn unequal<'t>(what: &str, wanted: &BTreeSet<String>, has: impl Iterator<Item = &'t str>) -> Option<String> {
    let has: BTreeSet<String> = has.map(str::to_string).collect();
    (*wanted != has).then(|| format!("the {what} of the spec are {wanted:?}, those of the table {has:?}"))
}

/// The schemes that some operation takes.
fn schemes(service: &Service) -> BTreeSet<String> {
    let used = service.operations.iter().flat_map(|operation| &operation.auth);
    used.map(|at| service.schemes[*at].name.to_string()).collect()
}

/// The aliases whose refinement some input has to satisfy.
fn limited(service: &Service) -> BTreeSet<String> {
    let inputs = service.operations.iter().flat_map(|operation| &operation.inputs);
    let aliases = inputs.flat_map(|input| refined(service, &input.ty));
    aliases.map(|(alias, _)| service.aliases[alias.index()].name.to_string()).collect()
}

/// A clause is broken alone, with 404 where it says that an input is there, and with 409 where it says anything else.
fn clause(fixture: &Fixture, service: &Service, operation: &Operation, index: usize, cases: &[&Case]) -> Vec<String> {
    let text = clause_text(service, operation, index);
    let names = Names { operation: Some(operation), ..Names::default() };
    let tests: Vec<String> = presence(service, operation)
        .iter()
        .filter(|presence| presence.clause == index)
        .map(|presence| print(&presence.test, service, names))
        .collect();
    let mut statuses = Vec::new();
    statuses.extend((!tests.is_empty()).then_some(404));
    statuses.extend((!tests.contains(&text)).then_some(409));
    let known = fixture.inseparable.iter().filter(|known| known.operation == operation.name && known.clause == text);
    let is_inseparable = known.count() > 0;
    let mut found = Vec::new();
    for status in statuses {
        let broken = cases.iter().filter_map(|case| match &case.expect {
            Expect::Rejection(rejection) => Some(rejection),
            Expect::Success(_) => None,
        });
        let mut broken = broken.filter(|no| no.status == status && no.clause == Some(text.as_str())).peekable();
        if broken.peek().is_none() {
            found.push(format!("{} has no case that breaks `{text}` with {status}", operation.name));
        }
        let is_alone = broken.any(|rejection| rejection.also.is_empty() && rejection.transition.is_none());
        if is_alone == is_inseparable {
            let verb = if is_alone { "can" } else { "does not" };
            found.push(format!("`{text}` of {} {verb} fail alone with {status}", operation.name));
        }
    }
    found
}

/// Each rule of a transition is taken, each guard is false once, and each call is tried from everywhere else.
fn rules(fixture: &Fixture, service: &Service, at: usize, cases: &[&Case]) -> Vec<String> {
    let (mut taken, mut refused, mut unguarded) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for case in cases {
        let before = patched(&fixture.base, &case.state);
        let Some(from) = entry(service, at, case, &before) else { continue };
        match &case.expect {
            Expect::Success(success) => {
                let after = entry(service, at, case, &patched(&before, &success.after));
                taken.extend(after.map(|to| (from, to)));
            }
            Expect::Rejection(rejection) if rejection.transition.is_some() => {
                unguarded.extend(rejection.clause.is_none().then(|| from.clone()));
                refused.insert(from);
            }
            Expect::Rejection(_) => {}
        }
    }
    let name = &service.operations[at].name;
    let mut found = Vec::new();
    for transition in &service.transitions {
        let resolved: Vec<_> = transition.rules.iter().filter(|rule| rule.via == *name).collect();
        for rule in &resolved {
            if !taken.contains(&(rule.from.to_string(), rule.to.to_string())) {
                found.push(format!("{name} never leads from {} to {}", rule.from, rule.to));
            }
            let has_guard = rule.resolved.as_ref().expect("a rule").guard.is_some();
            if has_guard && !unguarded.contains(rule.from.as_str()) {
                found.push(format!("{name} is never tried from {} with a false guard", rule.from));
            }
        }
        let field = &service.entity(transition.entity).fields[transition.field.index()];
        let specc::ir::Type::Enum(id) = field.ty.ty else { panic!("{} is no enum", field.name) };
        for value in service.enumeration(id).values.iter().filter(|_| !resolved.is_empty()) {
            let is_source = resolved.iter().any(|rule| rule.from == value.name);
            if !is_source && !refused.contains(value.name.as_str()) {
                found.push(format!("{name} is never tried from {}", value.name));
            }
        }
    }
    found
}
