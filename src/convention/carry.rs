//! Inputs that the place they would travel in cannot carry.

use super::route::{Rules, fits_query, is_scalar};
use super::{Api, InputPlace, Route};
use crate::diag::{Code, Diagnostic};
use crate::ir::{ConventionProperty, Param, Service, type_name};

/// Reports inputs in a path that are no scalars, and inputs of a GET that do not fit a query.
pub(super) fn check(service: &Service, rules: &Rules<'_>, api: &Api) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for route in &api.routes {
        let inputs = &service.operation(route.operation).inputs;
        for (input, place) in inputs.iter().zip(&route.inputs) {
            found.extend(problem(service, rules, route, input, *place));
        }
    }
    found
}

fn problem(
    service: &Service,
    rules: &Rules<'_>,
    route: &Route,
    input: &Param,
    place: InputPlace,
) -> Option<Diagnostic> {
    let (carried, property, help) = match place {
        InputPlace::Path => (
            is_scalar(&input.ty.ty),
            ConventionProperty::HttpPath,
            "put only single values in a path: numbers, texts, enum values and the like".to_string(),
        ),
        InputPlace::Query => (
            fits_query(&input.ty.ty),
            ConventionProperty::HttpMethod,
            "a method other than GET sends it in the body; a query takes single values, options, sets and sequences of them"
                .to_string(),
        ),
        InputPlace::Body => return None,
    };
    let operation = service.operation(route.operation);
    let rule = rules.get(route.operation, property)?;
    let ty = type_name(&input.ty.ty, &service.enums, &service.entities);
    let message = format!("the {} of `{}` cannot carry `{}`", place.name(), operation.name, input.name);
    let diagnostic = Diagnostic::new(Code::InputNotCarried, rule.span, message)
        .label(format!("this puts it in the {}", place.name()))
        .also(input.span, format!("of type `{ty}`"))
        .help(help);
    (!carried).then_some(diagnostic)
}
