//! Which names stand for values that are nobody else's business: in logs, in any language.

use std::collections::BTreeSet;

use crate::convention::names::{SENSITIVE_WORDS, is_sensitive, snake};
use crate::ir::{ConventionProperty, ExprKind, SchemeKind, Service};

/// What is known of sensitive names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sensitive {
    /// What such names are, or end in after a `_`; `hash` alone is none.
    pub words: Vec<&'static str>,
    /// Further names in snake case: those that the spec calls sensitive, and those that carry credentials.
    pub names: Vec<String>,
}

/// The sensitive names of a service. That a test may use a real value says nothing about logs.
pub fn sensitive(service: &Service) -> Sensitive {
    let rules = service.conventions.iter().filter(|rule| rule.property == ConventionProperty::TestStrategy);
    let hidden = rules.filter(|rule| !matches!(&rule.value.kind, ExprKind::Text(text) if text == "live"));
    let told = hidden.filter_map(|rule| rule.qualifier.as_deref());
    let carried = service.schemes.iter().filter_map(|scheme| match &scheme.kind {
        SchemeKind::ApiKeyHeader(name) | SchemeKind::ApiKeyQuery(name) | SchemeKind::ApiKeyCookie(name) => {
            Some(name.as_str())
        }
        SchemeKind::Bearer(_) | SchemeKind::Basic => None,
    });
    let names: BTreeSet<String> = told.chain(carried).filter(|name| !is_sensitive(name)).map(snake).collect();
    Sensitive { words: SENSITIVE_WORDS.to_vec(), names: names.into_iter().collect() }
}
