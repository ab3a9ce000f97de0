//! Routes that two operations share, and routes that the service keeps for itself.

use std::collections::BTreeMap;

use super::route::{Rules, Shape, is_reserved, shape};
use super::{Api, Route};
use crate::diag::{Code, Diagnostic};
use crate::ir::{ConventionProperty, Service};
use crate::source::Span;

/// Reports every route that cannot be told from an earlier one, or is reserved.
pub(super) fn check(service: &Service, rules: &Rules<'_>, api: &Api) -> Vec<Diagnostic> {
    let checker = Checker { service, rules };
    let mut seen: BTreeMap<Shape, &Route> = BTreeMap::new();
    let mut found = Vec::new();
    for route in &api.routes {
        if is_reserved(&route.template) {
            found.push(checker.reserved(route));
        } else if let Some(first) = seen.get(&shape(route.method, &route.template)) {
            found.push(checker.collision(first, route));
        } else {
            seen.insert(shape(route.method, &route.template), route);
        }
    }
    found
}

struct Checker<'s> {
    service: &'s Service,
    rules: &'s Rules<'s>,
}

impl Checker<'_> {
    fn collision(&self, first: &Route, second: &Route) -> Diagnostic {
        let [one, two] = [first, second].map(|route| self.service.operation(route.operation));
        let text = second.template.text(two);
        let message = format!("`{}` and `{}` are both `{} {text}`", one.name, two.name, second.method);
        let label = |route: &Route| if self.is_set(route) { "set here" } else { "by default" };
        Diagnostic::new(Code::RouteCollision, self.place(second), message)
            .label(label(second))
            .also(self.place(first), label(first))
            .help(format!("give `{}` another `http_path` or `http_method` in `conventions`", two.name))
    }

    fn reserved(&self, route: &Route) -> Diagnostic {
        let operation = self.service.operation(route.operation);
        let text = route.template.text(operation);
        let message = format!("`{}` would be `{text}`, which the service keeps for itself", operation.name);
        Diagnostic::new(Code::RouteCollision, self.place(route), message)
            .label(if self.is_set(route) { "set here" } else { "by default" })
            .help(format!("give it another path: `{}.http_path = \"/…\"` in `conventions`", operation.name))
    }

    fn is_set(&self, route: &Route) -> bool {
        self.rule(route).is_some()
    }

    /// The rule that sets the path, or else the method.
    fn rule(&self, route: &Route) -> Option<Span> {
        let properties = [ConventionProperty::HttpPath, ConventionProperty::HttpMethod];
        let rule = properties.into_iter().find_map(|property| self.rules.get(route.operation, property))?;
        Some(rule.span)
    }

    fn place(&self, route: &Route) -> Span {
        self.rule(route).unwrap_or(self.service.operation(route.operation).span)
    }
}
