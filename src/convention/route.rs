//! From kinds to routes: the defaults of each kind, what a `conventions` block changes, and where an operation goes
//! whose default route is taken.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::kind::{Subject, segment};
use super::names::{kebab, plural};
use super::{Header, InputPlace, Kind, Method, ResponseShape, Route, Segment, Template};
use crate::ir::{
    Convention, ConventionProperty, ExprKind, Operation, OperationId, Param, ParamIndex, Service, Target, Type,
};

/// Paths that a service keeps for itself.
pub(super) const RESERVED: [&str; 4] = ["health", "ready", "metrics", "openapi.json"];
/// The first part of all paths of the admin contract.
pub(super) const ADMIN: &str = "__test_admin__";

/// The rules about operations.
pub(super) struct Rules<'s>(FxHashMap<(OperationId, ConventionProperty), Vec<&'s Convention>>);

impl<'s> Rules<'s> {
    pub(super) fn new(service: &'s Service) -> Rules<'s> {
        let mut rules: FxHashMap<_, Vec<&Convention>> = FxHashMap::default();
        for rule in &service.conventions {
            if let Target::Operation(id) = rule.target {
                rules.entry((id, rule.property)).or_default().push(rule);
            }
        }
        Rules(rules)
    }

    pub(super) fn get(&self, id: OperationId, property: ConventionProperty) -> Option<&'s Convention> {
        self.all(id, property).first().copied()
    }

    fn all(&self, id: OperationId, property: ConventionProperty) -> &[&'s Convention] {
        self.0.get(&(id, property)).map_or(&[], Vec::as_slice)
    }

    fn text(&self, id: OperationId, property: ConventionProperty) -> Option<&'s str> {
        let rule = self.get(id, property)?;
        if let ExprKind::Text(text) = &rule.value.kind { Some(text) } else { None }
    }

    fn method(&self, id: OperationId) -> Option<Method> {
        self.text(id, ConventionProperty::HttpMethod).and_then(Method::parse)
    }

    fn template(&self, id: OperationId, operation: &Operation) -> Option<Template> {
        let path = self.text(id, ConventionProperty::HttpPath)?;
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        Some(Template(segments.map(|segment| parse_segment(segment, operation)).collect()))
    }

    fn status(&self, id: OperationId) -> Option<u16> {
        let rule = self.get(id, ConventionProperty::HttpStatusSuccess)?;
        if let ExprKind::Int(status) = rule.value.kind { u16::try_from(status).ok() } else { None }
    }

    fn headers(&self, id: OperationId) -> Vec<Header> {
        let header = |rule: &&Convention| Some(Header { name: rule.qualifier.clone()?, value: rule.value.clone() });
        self.all(id, ConventionProperty::HttpHeader).iter().filter_map(header).collect()
    }
}

fn parse_segment(segment: &str, operation: &Operation) -> Segment {
    let name = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let index = name.and_then(|name| operation.inputs.iter().position(|input| input.name == name));
    index.map_or_else(|| Segment::Literal(segment.into()), |index| Segment::Param(ParamIndex(index as u32)))
}

/// One route per operation.
pub(super) fn routes(service: &Service, rules: &Rules<'_>, subjects: Vec<Subject>) -> Vec<Route> {
    let drafts: Vec<Draft<'_>> = subjects
        .into_iter()
        .enumerate()
        .map(|(index, subject)| Draft::new(service, rules, OperationId(index as u32), subject))
        .collect();
    let mut taken: BTreeSet<Shape> = drafts.iter().filter(|draft| draft.is_set).filter_map(Draft::shape).collect();
    drafts.into_iter().map(|draft| draft.settle(&mut taken)).collect()
}

/// A method, and a template without the names of its parameters.
pub(super) type Shape = (Method, Vec<Option<SmolStr>>);

pub(super) fn shape(method: Method, template: &Template) -> Shape {
    let part = |segment: &Segment| match segment {
        Segment::Literal(text) => Some(text.clone()),
        Segment::Param(_) => None,
    };
    (method, template.0.iter().map(part).collect())
}

/// Whether a template is kept for the service itself.
pub(super) fn is_reserved(template: &Template) -> bool {
    match template.0.as_slice() {
        [Segment::Literal(first), ..] if first == ADMIN => true,
        [Segment::Literal(only)] => RESERVED.contains(&only.as_str()),
        [Segment::Literal(_) | Segment::Param(_), ..] | [] => false,
    }
}

/// A route before it is known which defaults are taken.
struct Draft<'s> {
    rules: &'s Rules<'s>,
    operation: &'s Operation,
    id: OperationId,
    subject: Subject,
    /// The template that is set, or else the default one, where there is one.
    template: Option<Template>,
    /// Whether the template is set.
    is_set: bool,
}

impl<'s> Draft<'s> {
    fn new(service: &'s Service, rules: &'s Rules<'s>, id: OperationId, subject: Subject) -> Draft<'s> {
        let operation = service.operation(id);
        let set = rules.template(id, operation);
        let is_set = set.is_some();
        let template = set.or_else(|| default_template(service, operation, &subject));
        Draft { rules, operation, id, subject, template, is_set }
    }

    fn shape(&self) -> Option<Shape> {
        let template = self.template.as_ref()?;
        Some(shape(self.method(template), template))
    }

    fn settle(self, taken: &mut BTreeSet<Shape>) -> Route {
        let free = |draft: &Draft<'_>| draft.shape().is_some_and(|shape| !taken.contains(&shape));
        let usable = |draft: &Draft<'_>| draft.template.as_ref().is_some_and(|found| !is_reserved(found));
        let kept = self.is_set || usable(&self) && free(&self) && self.carries_rest();
        let template = self.template.clone().filter(|_| kept);
        let (method, template) = match template {
            Some(template) => (self.method(&template), template),
            None => self.last_resort(),
        };
        taken.insert(shape(method, &template));
        self.route(method, template)
    }

    /// `GET /<kebab-name>` if it changes nothing and its inputs fit a query, else `POST /<kebab-name>`.
    fn last_resort(&self) -> (Method, Template) {
        let template = Template(vec![Segment::Literal(kebab(&self.operation.name).into())]);
        let default = if self.reads(&template) { Method::Get } else { Method::Post };
        (self.rules.method(self.id).unwrap_or(default), template)
    }

    /// Whether it changes nothing, and its inputs fit into path and query.
    fn reads(&self, template: &Template) -> bool {
        let fits =
            |(index, input): (usize, &Param)| template.holds(ParamIndex(index as u32)) || fits_query(&input.ty.ty);
        self.subject.kind.is_read_only() && self.operation.inputs.iter().enumerate().all(fits)
    }

    /// A default route of a read is only kept where a GET can carry its inputs, or a method is set.
    fn carries_rest(&self) -> bool {
        let carried = self.template.as_ref().is_some_and(|template| self.reads(template));
        !self.subject.kind.is_read_only() || carried || self.rules.method(self.id).is_some()
    }

    fn method(&self, template: &Template) -> Method {
        let default = || match self.subject.kind {
            Kind::Read | Kind::List if self.reads(template) => Method::Get,
            Kind::Replace => Method::Put,
            Kind::Update => Method::Patch,
            Kind::Delete => Method::Delete,
            Kind::Read
            | Kind::List
            | Kind::Create
            | Kind::CreateChild
            | Kind::Batch
            | Kind::Transition
            | Kind::SideEffect => Method::Post,
        };
        self.rules.method(self.id).unwrap_or_else(default)
    }

    fn status(&self) -> u16 {
        let by_outputs = if self.operation.outputs.is_empty() { 204 } else { 200 };
        let default = match (self.rules.method(self.id), self.subject.kind) {
            (Some(Method::Delete), _) | (Some(_), Kind::Delete) => by_outputs,
            (None, Kind::Delete) => 204,
            (_, Kind::Create | Kind::CreateChild) => 201,
            (
                _,
                Kind::Read
                | Kind::List
                | Kind::Replace
                | Kind::Update
                | Kind::Batch
                | Kind::Transition
                | Kind::SideEffect,
            ) => 200,
        };
        self.rules.status(self.id).unwrap_or(default)
    }

    fn route(self, method: Method, template: Template) -> Route {
        let status = self.status();
        let place = |index: usize| match method {
            _ if template.holds(ParamIndex(index as u32)) => InputPlace::Path,
            Method::Get => InputPlace::Query,
            Method::Post | Method::Put | Method::Patch | Method::Delete => InputPlace::Body,
        };
        Route {
            operation: self.id,
            kind: self.subject.kind,
            method,
            status,
            inputs: (0..self.operation.inputs.len()).map(place).collect(),
            response: response(self.operation, status),
            headers: self.rules.headers(self.id),
            relation: self.subject.relation,
            key: self.subject.key,
            clause: self.subject.clause,
            template,
        }
    }
}

/// The path that a kind has by itself; none where the operation is about no relation.
fn default_template(service: &Service, operation: &Operation, subject: &Subject) -> Option<Template> {
    let literal = |text: String| Some(Segment::Literal(text.into()));
    let key = subject.key.filter(|key| operation.inputs.get(key.index()).is_some_and(|key| is_scalar(&key.ty.ty)));
    let key = key.map(Segment::Param);
    let plural = literal(segment(service, subject.relation?));
    let parts = match subject.kind {
        Kind::Create | Kind::List => vec![plural],
        Kind::Read | Kind::Replace | Kind::Update | Kind::Delete => vec![plural, key],
        Kind::CreateChild => vec![plural, key, subject.child.clone().and_then(literal)],
        Kind::Batch => vec![plural, literal("batch".into())],
        Kind::Transition => vec![plural, key, literal(verb(service, operation, subject))],
        Kind::SideEffect => return None,
    };
    parts.into_iter().collect::<Option<Vec<Segment>>>().map(Template)
}

/// The name of an operation without the name of its entity: `PlaceOrder` is `place`.
fn verb(service: &Service, operation: &Operation, subject: &Subject) -> String {
    let name = kebab(&operation.name);
    let entity = subject.relation.and_then(|relation| match &service.state_field(relation).ty.ty {
        Type::Map(_, value) | Type::Multi(_, value) => entity_name(service, value),
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Option(_)
        | Type::Unknown => None,
    });
    let Some(entity) = entity.map(|entity| kebab(&entity)) else { return name };
    let without = |noun: &str| name.strip_suffix(noun).and_then(|rest| rest.strip_suffix('-')).map(str::to_string);
    without(&entity).or_else(|| without(&plural(&entity))).unwrap_or(name)
}

fn entity_name(service: &Service, ty: &Type) -> Option<SmolStr> {
    if let Type::Entity(id) = ty { Some(service.entity(*id).name.clone()) } else { None }
}

/// What the body of a success is.
fn response(operation: &Operation, status: u16) -> ResponseShape {
    if matches!(status, 204 | 205 | 304) {
        return ResponseShape::NoContent;
    }
    match operation.outputs.as_slice() {
        [] => ResponseShape::Empty,
        [only] if !is_scalar(&only.ty.ty) && !matches!(only.ty.ty, Type::Option(_)) => {
            ResponseShape::Whole(ParamIndex(0))
        }
        [..] => ResponseShape::Object,
    }
}

/// Whether a value is one piece of text in a path.
pub(super) fn is_scalar(ty: &Type) -> bool {
    match ty {
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_) => true,
        Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Option(_)
        | Type::Unknown => false,
    }
}

/// Whether a query can carry a value: a scalar, an option of one, or a set or sequence of them.
pub(super) fn fits_query(ty: &Type) -> bool {
    if let Type::Option(part) | Type::Set(part) | Type::Seq(part) = ty {
        return is_scalar(part);
    }
    is_scalar(ty)
}
