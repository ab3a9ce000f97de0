//! Requests that break the OpenAPI document beside their inputs: another media type, another method, a path that nobody has.
//! What breaks the type of an input is a test of its own ([`super::malformed`]). Only a service that answers as the document
//! says, to the letter, is asked for the status.

use crate::convention::{Api, InputPlace, Method, Route, Segment};
use crate::ir::OperationId;

/// A request that breaks the document; all else in it comes from a call that is accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The operation whose call it is made from.
    pub operation: OperationId,
    /// What is wrong.
    pub breach: Breach,
}

/// What is wrong with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breach {
    /// The body has another media type
    Media(&'static str),
    /// The path has no operation of this method
    Method(Method),
    /// There is nothing below the path: this word is one segment too many
    Below(&'static str),
}

impl Breach {
    /// The status with which it is refused.
    pub fn status(self) -> u16 {
        match self {
            Breach::Media(_) => 415,
            Breach::Method(_) => 405,
            Breach::Below(_) => 404,
        }
    }

    /// What it is called.
    pub fn name(self) -> String {
        match self {
            Breach::Media(text) => format!("a body of type {text}"),
            Breach::Method(method) => format!("the method {}", method.name()),
            Breach::Below(word) => format!("a path with /{word} at its end"),
        }
    }
}

/// Media types of bodies that are not JSON.
const MEDIA: [&str; 2] = ["text/plain", "application/x-www-form-urlencoded"];
/// A word that no path has.
const NOWHERE: &str = "no-such-part";

/// The requests of all operations.
pub(super) fn broken(api: &Api) -> Vec<Broken> {
    api.routes.iter().flat_map(|route| of_route(api, route)).collect()
}

fn of_route(api: &Api, route: &Route) -> Vec<Broken> {
    let media = MEDIA.into_iter().filter(|_| route.inputs.contains(&InputPlace::Body)).map(Breach::Media);
    let path = &route.template.0;
    let methods = Method::ALL.into_iter().filter(|method| !is_route(api, Some(*method), path)).map(Breach::Method);
    let longer = [&path[..], &[Segment::Literal(NOWHERE.into())]].concat();
    let below = (!is_route(api, None, &longer)).then_some(Breach::Below(NOWHERE));
    let breaches = media.chain(methods).chain(below);
    breaches.map(|breach| Broken { operation: route.operation, breach }).collect()
}

/// Whether a path can be that of an operation, of a method or of any: what stands for an input can be every word.
fn is_route(api: &Api, method: Option<Method>, path: &[Segment]) -> bool {
    let fits = |other: &Segment, segment: &Segment| match (other, segment) {
        (Segment::Literal(one), Segment::Literal(other)) => one == other,
        (Segment::Param(_), _) | (_, Segment::Param(_)) => true,
    };
    let is_same = |other: &[Segment]| other.len() == path.len() && other.iter().zip(path).all(|(a, b)| fits(a, b));
    let mut routes = api.routes.iter().filter(|route| method.is_none_or(|method| route.method == method));
    routes.any(|route| is_same(&route.template.0))
}
