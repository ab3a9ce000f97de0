//! Conventions: what kind of operation each one is, and from that its method, path, status and shape on the wire; and
//! how the state lies on disk. What a `conventions` block says wins, property by property.

mod carry;
mod change;
mod collide;
mod find;
mod kind;
mod membership;
pub mod names;
mod presence;
mod route;
mod schema;
mod share;
mod show;

pub use find::Match;
pub use kind::{Created, CreatedKey, created, held, key_field, segment};
pub use presence::{Presence, can_conflict, presence};
pub(crate) use schema::Names as DatabaseNames;
pub use schema::{Column, ColumnRole, ColumnType, LONGEST_NAME, PartialIndex, Rows, Schema, Table, schema, storable};
pub use show::{Listing, listing, show};

use std::fmt;

use rayon::prelude::*;
use serde::Serialize;
use smol_str::SmolStr;

use crate::diag::Diagnostic;
use crate::effect::LooseCalls;
use crate::ir::{Expr, Operation, OperationId, ParamIndex, Service, StateId};
use crate::syntax::on_deep_threads;

/// What an operation does, seen from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Kind {
    /// Adds a new key to a relation.
    Create,
    /// Changes nothing, and is about one entry or about none.
    Read,
    /// Changes nothing, and is about many entries.
    List,
    /// Changes all of an entry, or one that may be old or new.
    Replace,
    /// Changes a part of an existing entry.
    Update,
    /// Removes a key, and nothing else.
    Delete,
    /// Adds to a collection or a relation below an existing key.
    CreateChild,
    /// Takes a collection, and changes state.
    Batch,
    /// Is named by a `via`.
    Transition,
    /// Anything else that changes state.
    SideEffect,
}

impl Kind {
    /// Its name in the language reference.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Create => "create",
            Kind::Read => "read",
            Kind::List => "list",
            Kind::Replace => "replace",
            Kind::Update => "update",
            Kind::Delete => "delete",
            Kind::CreateChild => "create child",
            Kind::Batch => "batch",
            Kind::Transition => "transition",
            Kind::SideEffect => "side effect",
        }
    }

    /// Whether it leaves the state as it is.
    pub fn is_read_only(self) -> bool {
        matches!(self, Kind::Read | Kind::List)
    }
}

/// The HTTP methods that routes use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
    /// `PUT`
    Put,
    /// `PATCH`
    Patch,
    /// `DELETE`
    Delete,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 5] = [Method::Get, Method::Post, Method::Put, Method::Patch, Method::Delete];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
        }
    }

    /// The method of this name.
    pub fn parse(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A part of a path between two slashes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Segment {
    /// This text.
    Literal(SmolStr),
    /// The text of an input.
    Param(ParamIndex),
}

/// A path with places for inputs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Template(pub Vec<Segment>);

impl Template {
    /// The path as people write it, such as `/todos/{id}`.
    pub fn text(&self, operation: &Operation) -> String {
        let segment = |segment: &Segment| match segment {
            Segment::Literal(text) => format!("/{text}"),
            Segment::Param(index) => {
                format!("/{{{}}}", operation.inputs.get(index.index()).map_or("?", |input| input.name.as_str()))
            }
        };
        if self.0.is_empty() { "/".into() } else { self.0.iter().map(segment).collect() }
    }

    /// Whether an input has a place in it.
    pub fn holds(&self, input: ParamIndex) -> bool {
        self.0.contains(&Segment::Param(input))
    }
}

/// Where an input travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InputPlace {
    /// In the path
    Path,
    /// In the query
    Query,
    /// In the JSON body
    Body,
}

impl InputPlace {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            InputPlace::Path => "path",
            InputPlace::Query => "query",
            InputPlace::Body => "body",
        }
    }
}

/// What the body of a successful response is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ResponseShape {
    /// There is none: 204, 205 and 304 carry no body.
    NoContent,
    /// `{}`: there are no outputs.
    Empty,
    /// The one output, an entity or a collection, as it is.
    Whole(ParamIndex),
    /// An object of all outputs by their names.
    Object,
}

/// A header of a successful response.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Header {
    /// Its name.
    pub name: SmolStr,
    /// Its value, over the operation's inputs and outputs; a `none` leaves the header out.
    pub value: Expr,
}

/// How an operation is called.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Route {
    /// The operation.
    pub operation: OperationId,
    /// What it does.
    pub kind: Kind,
    /// Its method.
    pub method: Method,
    /// Its path.
    pub template: Template,
    /// Its status where it succeeds.
    pub status: u16,
    /// Where each input travels, in the order of the inputs.
    pub inputs: Vec<InputPlace>,
    /// What the body of a success is.
    pub response: ResponseShape,
    /// The headers of a success.
    pub headers: Vec<Header>,
    /// The relation it is about; for a create child, the one above.
    pub relation: Option<StateId>,
    /// The input that is the key of the entry it is about.
    pub key: Option<ParamIndex>,
    /// The ensures clause that its kind follows from, where one does.
    pub clause: Option<usize>,
}

impl Route {
    /// What routes are sorted by where the first that fits is taken: words come before parameters.
    pub fn rank(&self) -> Vec<bool> {
        self.template.0.iter().map(|segment| matches!(segment, Segment::Param(_))).collect()
    }
}

/// How the operations of a service are called, in the order of the operations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Api {
    /// One route per operation.
    pub routes: Vec<Route>,
}

impl Api {
    /// The route of an operation.
    pub fn route(&self, operation: OperationId) -> &Route {
        &self.routes[operation.index()]
    }
}

/// The routes of a service, and what is wrong with them.
pub fn routes(service: &Service) -> (Api, Vec<Diagnostic>) {
    let ids: Vec<OperationId> = (0..service.operations.len()).map(|index| OperationId(index as u32)).collect();
    let subjects = on_deep_threads(|| {
        let loose = LooseCalls::of(service);
        ids.into_par_iter().map(|id| kind::classify(service, id, &loose)).collect::<Vec<_>>()
    });
    let rules = route::Rules::new(service);
    let api = Api { routes: route::routes(service, &rules, subjects) };
    let mut diagnostics = collide::check(service, &rules, &api);
    diagnostics.extend(carry::check(service, &rules, &api));
    diagnostics.extend(share::check(service, &api));
    (api, diagnostics)
}
