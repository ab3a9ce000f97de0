//! Which operation a request is for.

use std::collections::BTreeSet;

use super::route::{ADMIN, RESERVED};
use super::{Api, Method, Route, Segment, Template};
use crate::ir::ParamIndex;

/// What a method and a path lead to.
#[derive(Debug, Clone, PartialEq)]
pub enum Match<'a> {
    /// An operation.
    Found {
        /// Its route.
        route: &'a Route,
        /// The text of each input that is in the path.
        params: Vec<(ParamIndex, &'a str)>,
    },
    /// The path has operations, but none for this method.
    WrongMethod {
        /// The methods it has, in order.
        allowed: Vec<Method>,
    },
    /// The path has no operation.
    Unknown,
}

impl Api {
    /// The operation for a method and the decoded segments of a path. Among the routes of the method, a literal
    /// segment wins over a parameter, from the left.
    pub fn find<'a>(&'a self, method: Method, path: &[&'a str]) -> Match<'a> {
        let fits = |route: &&Route| fits(&route.template, path);
        let best =
            self.routes.iter().filter(|route| route.method == method).filter(fits).min_by_key(|route| rank(route));
        if let Some(route) = best {
            return Match::Found { route, params: params(&route.template, path) };
        }
        let mut allowed: Vec<Method> = self.routes.iter().filter(fits).map(|route| route.method).collect();
        allowed.sort();
        allowed.dedup();
        if allowed.is_empty() { Match::Unknown } else { Match::WrongMethod { allowed } }
    }

    /// The segments that routes and the service itself use: values that a service must never choose for a path.
    pub fn words(&self) -> BTreeSet<String> {
        let segments = self.routes.iter().flat_map(|route| &route.template.0);
        let literals = segments.filter_map(|segment| match segment {
            Segment::Literal(text) => Some(text.to_string()),
            Segment::Param(_) => None,
        });
        literals.chain(RESERVED.map(String::from)).chain([ADMIN.to_string()]).collect()
    }
}

/// For each segment whether it is a parameter: literals come first.
fn rank(route: &Route) -> Vec<bool> {
    route.template.0.iter().map(|segment| matches!(segment, Segment::Param(_))).collect()
}

fn fits(template: &Template, path: &[&str]) -> bool {
    let part = |(segment, text): (&Segment, &&str)| match segment {
        Segment::Literal(literal) => literal == text,
        Segment::Param(_) => !matches!(*text, "" | "." | ".."),
    };
    template.0.len() == path.len() && template.0.iter().zip(path).all(part)
}

fn params<'a>(template: &Template, path: &[&'a str]) -> Vec<(ParamIndex, &'a str)> {
    let part = |(segment, text): (&Segment, &&'a str)| match segment {
        Segment::Literal(_) => None,
        Segment::Param(index) => Some((*index, *text)),
    };
    template.0.iter().zip(path).filter_map(part).collect()
}
