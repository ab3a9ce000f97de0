//! Names that two things would share: a table of two entities, and a query parameter that is both an input and a
//! credential.

use std::collections::BTreeMap;

use super::{Api, InputPlace, Route};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Convention, ConventionProperty, ExprKind, Param, Scheme, SchemeKind, Service};

/// Reports both.
pub(super) fn check(service: &Service, api: &Api) -> Vec<Diagnostic> {
    let mut found = tables(service);
    found.extend(api.routes.iter().flat_map(|route| credentials(service, route)));
    found
}

fn tables(service: &Service) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<&str, &Convention> = BTreeMap::new();
    let mut found = Vec::new();
    for rule in service.conventions.iter().filter(|rule| rule.property == ConventionProperty::DbTable) {
        let ExprKind::Text(name) = &rule.value.kind else { continue };
        match seen.get(name.as_str()) {
            // The same entity twice is another mistake, and reported as such.
            Some(first) if first.target != rule.target => found.push(table(name, first, rule)),
            Some(_) => {}
            None => drop(seen.insert(name, rule)),
        }
    }
    found
}

fn table(name: &str, first: &Convention, second: &Convention) -> Diagnostic {
    Diagnostic::new(Code::TableCollision, second.span, format!("two entities have the table `{name}`"))
        .label("set here")
        .also(first.span, "and here")
        .help("give each entity a table of its own, or leave `db_table` out: the state field then names the table")
}

/// The inputs of a route that travel under the name of a credential that it asks for.
fn credentials<'s>(service: &'s Service, route: &'s Route) -> impl Iterator<Item = Diagnostic> + 's {
    let operation = service.operation(route.operation);
    let inputs = operation.inputs.iter().zip(&route.inputs);
    let in_query = inputs.filter(|(_, place)| **place == InputPlace::Query).map(|(input, _)| input);
    in_query.filter_map(move |input| {
        let mut schemes = operation.auth.iter().filter_map(|index| service.schemes.get(*index));
        let scheme = schemes.find(|scheme| is_key(scheme, &input.name))?;
        Some(credential(scheme, input, &operation.name))
    })
}

fn is_key(scheme: &Scheme, name: &str) -> bool {
    matches!(&scheme.kind, SchemeKind::ApiKeyQuery(key) if key == name)
}

fn credential(scheme: &Scheme, input: &Param, operation: &str) -> Diagnostic {
    let message = format!("`{}` of `{operation}` is both an input and the key of `{}`", input.name, scheme.name);
    Diagnostic::new(Code::CredentialCollision, input.span, message)
        .label("travels in the query")
        .also(scheme.span, "and so does this key, under the same name")
        .help("give the input or the key another name, or send the key in a header: `ApiKey(header: \"…\")`")
}
