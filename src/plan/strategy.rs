//! Generators: how values of each type are drawn, as far as its refinements say, and what falls short.

use std::collections::BTreeSet;

use serde::Serialize;
use smol_str::SmolStr;

use super::Capabilities;
use super::skip::{Reason, Skip};
use crate::convention::names::is_sensitive;
use crate::explore::BEGINNING;
use crate::interp::{Machine, Random, wire};
use crate::ir::{
    AliasId, ConventionProperty, EntityId, EnumId, ExprKind, Names, Operation, OperationId, ParamIndex, Service,
    Target, Type, TypeRef, print, type_name,
};
use crate::openapi::{Bounds, Keywords, Number, keywords};

/// How many values that satisfy a refinement a generator is given.
const MOST_SAMPLES: usize = 3;
/// The randomness of those.
const SAMPLE_SEED: u64 = 5;

/// How values are drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Shape {
    /// `true` and `false`
    Bool,
    /// Integers, ends included
    Int(Option<i64>, Option<i64>),
    /// Floats, ends included
    Float(Option<f64>, Option<f64>),
    /// Texts of so many characters that match all patterns
    Text(usize, Option<usize>, Vec<String>),
    /// Instants
    DateTime,
    /// Durations in milliseconds, ends included
    Duration(Option<i64>, Option<i64>),
    /// Identifiers
    Uuid,
    /// Values of an enum
    Enum(EnumId),
    /// One of these, as they are on the wire
    OneOf(Vec<serde_json::Value>),
    /// Records
    Entity(EntityId),
    /// An alias
    Alias(AliasId),
    /// There or not
    Option(Box<Shape>),
    /// Sets of so many elements
    Set(Box<Shape>, usize, Option<usize>),
    /// Sequences of so many elements
    Seq(Box<Shape>, usize, Option<usize>),
    /// Maps of so many entries
    Map(Box<Shape>, Box<Shape>, usize, Option<usize>),
}

/// The generator of an alias, an enum or an entity.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Strategy {
    /// What it draws.
    pub of: Named,
    /// How.
    pub source: Source,
}

/// What a generator with a name draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Named {
    /// Values of an alias
    Alias(AliasId),
    /// Values of an enum
    Enum(EnumId),
    /// Records of an entity
    Entity(EntityId),
}

impl Named {
    /// The type of what it draws.
    pub fn ty(self, service: &Service) -> Type {
        match self {
            Named::Alias(id) => service.aliases[id.index()].base.ty.clone(),
            Named::Enum(id) => Type::Enum(id),
            Named::Entity(id) => Type::Entity(id),
        }
    }

    /// What it draws, as the spec says it.
    pub fn says(self, service: &Service) -> String {
        match self {
            Named::Alias(id) => {
                let alias = &service.aliases[id.index()];
                let refinement = alias.refinement.as_ref();
                let refinement = refinement
                    .map_or_else(String::new, |expr| format!(" where {}", print(expr, service, Names::default())));
                format!("{} = {}{refinement}", alias.name, type_name(&alias.base.ty, &service.enums, &service.entities))
            }
            Named::Enum(id) => format!("The values of {}.", service.enumeration(id).name),
            Named::Entity(id) => format!("Records of {}.", service.entity(id).name),
        }
    }
}

/// The module that a user's own strategies are in, unless a rule names another.
pub const OWN_STRATEGIES: &str = "tests.strategies_user";

/// What is sent in place of a value that must not be a real one.
pub const PLACEHOLDER: &str = "***REDACTED***";

/// Where the values of a generator come from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Source {
    /// They are those of an enum.
    Values(EnumId),
    /// They have this shape.
    Shape(Shape),
    /// They have this shape, and those that break the refinement are thrown away; with some that are known to satisfy it,
    /// as they are on the wire.
    Filtered(Shape, Vec<serde_json::Value>),
    /// One of each field, and records that break an invariant or a refinement are thrown away; with some that do not.
    Fields(Vec<Shape>, Vec<serde_json::Value>),
    /// The user's own function, by its module and name; and what it could be.
    User(SmolStr, SmolStr, Shape),
}

/// How an input is drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InputStrategy {
    /// The operation.
    pub operation: OperationId,
    /// The input.
    pub input: ParamIndex,
    /// Its shape.
    pub shape: Shape,
    /// How it is shown.
    pub secrecy: Secrecy,
}

impl InputStrategy {
    /// What it draws, for people.
    pub fn says(&self, service: &Service) -> String {
        let declared = service.operation(self.operation);
        format!("The input {} of {}.", declared.inputs[self.input.index()].name, declared.name)
    }
}

/// How a value is shown where a test fails, and whether it is a real one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Secrecy {
    /// As it is.
    Open,
    /// Masked.
    Masked,
    /// A placeholder is sent instead.
    Placeholder,
}

/// The generators of a suite.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Strategies {
    /// One per alias, enum and entity that inputs are made of, each after those it is made of.
    pub named: Vec<Strategy>,
    /// One per input.
    pub inputs: Vec<InputStrategy>,
}

/// The generators of a service, and what falls short.
pub(super) fn strategies(machine: &Machine, capabilities: Capabilities) -> (Strategies, Vec<Skip>) {
    let service = machine.service();
    let mut planner = Planner { service, machine, capabilities, named: Vec::new(), skips: Vec::new() };
    (0..service.enums.len()).for_each(|at| planner.add(Named::Enum(EnumId(at as u32))));
    (0..service.aliases.len()).for_each(|at| planner.add(Named::Alias(AliasId(at as u32))));
    let inputs = inputs(service);
    drawn_entities(service).into_iter().for_each(|id| planner.add(Named::Entity(id)));
    (Strategies { named: planner.named, inputs }, planner.skips)
}

/// The entities that inputs are made of.
fn drawn_entities(service: &Service) -> BTreeSet<EntityId> {
    let params = service.operations.iter().flat_map(|operation| &operation.inputs);
    let mut open: Vec<&TypeRef> = params.map(|param| &param.ty).collect();
    let (mut found, mut aliases) = (BTreeSet::new(), BTreeSet::new());
    while let Some(ty) = open.pop() {
        if let Some(id) = ty.alias
            && aliases.insert(id)
        {
            open.push(&service.aliases[id.index()].base);
        }
        if let Type::Entity(id) = ty.ty
            && found.insert(id)
        {
            open.extend(service.entity(id).fields.iter().map(|field| &field.ty));
        }
        open.extend(&ty.args);
    }
    found
}

fn inputs(service: &Service) -> Vec<InputStrategy> {
    let operations = service.operations.iter().enumerate();
    let of = |(index, operation): (usize, &Operation)| {
        let id = OperationId(index as u32);
        let input = |at: usize| {
            let shape = shape(&operation.inputs[at].ty, &Keywords::default());
            let secrecy = secrecy(service, id, &operation.inputs[at].name);
            InputStrategy { operation: id, input: ParamIndex(at as u32), shape, secrecy }
        };
        (0..operation.inputs.len()).map(input).collect::<Vec<_>>()
    };
    operations.flat_map(of).collect()
}

/// How an input is shown: a rule for the operation wins over one for a field of that name, and that over the name itself.
pub fn secrecy(service: &Service, operation: OperationId, input: &str) -> Secrecy {
    let rule = |wanted: fn(&Target, OperationId) -> bool| {
        let rules = service.conventions.iter().filter(|rule| rule.property == ConventionProperty::TestStrategy);
        let mut named = rules.filter(|rule| rule.qualifier.as_deref() == Some(input));
        named.find(|rule| wanted(&rule.target, operation)).map(|rule| &rule.value.kind)
    };
    let own = rule(|target, operation| *target == Target::Operation(operation));
    let field = || rule(|target, _| matches!(target, Target::Entity(_)));
    match own.or_else(field) {
        Some(ExprKind::Text(text)) if text == "live" => Secrecy::Open,
        Some(_) => Secrecy::Placeholder,
        None if is_sensitive(input) => Secrecy::Masked,
        None => Secrecy::Open,
    }
}

struct Planner<'s> {
    service: &'s Service,
    machine: &'s Machine,
    capabilities: Capabilities,
    named: Vec<Strategy>,
    skips: Vec<Skip>,
}

impl Planner<'_> {
    fn add(&mut self, of: Named) {
        let source = self.user(of).unwrap_or_else(|| self.source(of));
        if let (Named::Alias(id), Source::Filtered(..)) = (of, &source)
            && !self.understands(id)
        {
            self.skip(of, Reason::Filtered);
        }
        self.named.push(Strategy { of, source });
    }

    fn skip(&mut self, of: Named, reason: Reason) {
        let kind = match of {
            Named::Alias(id) => &self.service.aliases[id.index()].name,
            Named::Enum(id) => &self.service.enumeration(id).name,
            Named::Entity(id) => &self.service.entity(id).name,
        };
        self.skips.push(Skip { operation: None, kind: kind.to_string(), reason });
    }

    /// The function that a convention names.
    fn user(&self, of: Named) -> Option<Source> {
        let target = match of {
            Named::Alias(id) => Target::Alias(id),
            Named::Enum(id) => Target::Enum(id),
            Named::Entity(id) => Target::Entity(id),
        };
        let mut rules = self.service.conventions.iter().filter(|rule| rule.property == ConventionProperty::Strategy);
        let rule = rules.find(|rule| rule.target == target)?;
        let ExprKind::Text(text) = &rule.value.kind else { return None };
        let (module, symbol) = text.split_once(':')?;
        let shape = match self.source(of) {
            Source::Shape(shape) | Source::Filtered(shape, _) => shape,
            Source::Values(id) => Shape::OneOf(self.values(id)),
            Source::Fields(..) | Source::User(..) => return None,
        };
        Some(Source::User(module.replace('/', ".").into(), symbol.into(), shape))
    }

    fn source(&self, of: Named) -> Source {
        match of {
            Named::Enum(id) => Source::Values(id),
            Named::Entity(id) => self.fields(id),
            Named::Alias(id) => self.alias(id),
        }
    }

    /// Whether all that the refinements of an alias say is understood, although no shape may say it.
    fn understands(&self, id: AliasId) -> bool {
        let alias = &self.service.aliases[id.index()];
        let own = add(self.service, alias.refinement.as_ref(), &mut Keywords::default());
        own && alias.base.alias.is_none_or(|below| self.understands(below))
    }

    /// An alias is drawn from what all the refinements below it say together.
    fn alias(&self, id: AliasId) -> Source {
        let alias = &self.service.aliases[id.index()];
        let (mut known, mut exact, mut base) = (Keywords::default(), true, &alias.base);
        exact &= add(self.service, alias.refinement.as_ref(), &mut known);
        while let Some(below) = base.alias {
            let below = &self.service.aliases[below.index()];
            exact &= add(self.service, below.refinement.as_ref(), &mut known);
            base = &below.base;
        }
        let shape = shape(base, &known);
        let drawn = known.patterns.is_empty() || self.capabilities.text_from_patterns;
        if drawn && exact && says_all(&shape, &known) {
            return Source::Shape(shape);
        }
        let ty = TypeRef { ty: base.ty.clone(), alias: Some(id), args: Vec::new(), relation: None };
        Source::Filtered(shape, self.samples(&ty))
    }

    fn values(&self, id: EnumId) -> Vec<serde_json::Value> {
        self.service.enumeration(id).values.iter().map(|value| value.name.as_str().into()).collect()
    }

    /// Values that are known to satisfy a type.
    fn samples(&self, ty: &TypeRef) -> Vec<serde_json::Value> {
        let Ok(initial) = self.machine.initial() else { return Vec::new() };
        let found = self.machine.samples(ty, &initial, BEGINNING, &mut Random::seeded(SAMPLE_SEED));
        let fits = found.iter().filter(|value| self.machine.fits(ty, value, &initial, BEGINNING));
        fits.take(MOST_SAMPLES).map(|value| wire::encode(self.service, &ty.ty, value)).collect()
    }

    fn fields(&self, id: EntityId) -> Source {
        let field = |field: &crate::ir::Field| {
            let mut known = Keywords::default();
            add(self.service, field.refinement.as_ref(), &mut known);
            shape(&field.ty, &known)
        };
        let samples = self.samples(&TypeRef::plain(Type::Entity(id)));
        Source::Fields(self.service.entity(id).fields.iter().map(field).collect(), samples)
    }
}

/// Adds what a refinement says; tells whether that is all.
fn add(service: &Service, refinement: Option<&crate::ir::Expr>, known: &mut Keywords) -> bool {
    refinement.is_none_or(|refinement| keywords(service, refinement, known))
}

/// Whether a shape says all that is known.
fn says_all(shape: &Shape, known: &Keywords) -> bool {
    let simple = known.any_of.is_empty() && known.not.is_empty();
    simple
        && match shape {
            Shape::OneOf(_) => known.choices.len() == 1 && known.patterns.is_empty() && is_unbounded(known),
            Shape::Int(..) | Shape::Duration(..) => known.choices.is_empty(),
            Shape::Float(..) => known.choices.is_empty() && !has_open_end(&known.value),
            Shape::Text(..) => known.choices.is_empty() && known.patterns.len() <= 1,
            Shape::Set(..) | Shape::Seq(..) | Shape::Map(..) => known.choices.is_empty(),
            Shape::Bool
            | Shape::DateTime
            | Shape::Uuid
            | Shape::Enum(_)
            | Shape::Entity(_)
            | Shape::Alias(_)
            | Shape::Option(_) => known.is_empty(),
        }
}

fn is_unbounded(known: &Keywords) -> bool {
    [&known.value, &known.length].iter().all(|bounds| bounds.low.is_none() && bounds.high.is_none())
}

fn has_open_end(bounds: &Bounds) -> bool {
    [bounds.low, bounds.high].into_iter().flatten().any(|bound| bound.exclusive)
}

/// The shape of a declared type under what is known of its values.
fn shape(ty: &TypeRef, known: &Keywords) -> Shape {
    if let Some(id) = ty.alias {
        return Shape::Alias(id);
    }
    if let [choices, ..] = known.choices.as_slice() {
        return Shape::OneOf(choices.clone());
    }
    let part = |at: usize| Box::new(ty.args.get(at).map_or(Shape::Bool, |part| shape(part, &Keywords::default())));
    let (low, high) = lengths(&known.length);
    match &ty.ty {
        Type::Bool | Type::Unknown => Shape::Bool,
        Type::Int => whole(&known.value, Shape::Int),
        Type::Duration => whole(&known.value, Shape::Duration),
        Type::Float => Shape::Float(end(known.value.low), end(known.value.high)),
        Type::String => Shape::Text(low, high, known.patterns.clone()),
        Type::DateTime => Shape::DateTime,
        Type::Uuid => Shape::Uuid,
        Type::Enum(id) => Shape::Enum(*id),
        Type::Entity(id) => Shape::Entity(*id),
        Type::Option(_) => Shape::Option(part(0)),
        Type::Set(_) => Shape::Set(part(0), low, high),
        Type::Seq(_) => Shape::Seq(part(0), low, high),
        Type::Map(..) | Type::Multi(..) => Shape::Map(part(0), part(1), low, high),
    }
}

fn end(bound: Option<crate::openapi::Bound>) -> Option<f64> {
    bound.map(|bound| bound.at.as_f64())
}

/// The ends of a range of integers, both included.
fn whole(bounds: &Bounds, shape: fn(Option<i64>, Option<i64>) -> Shape) -> Shape {
    let number = |at: Number| match at {
        Number::Int(value) => value,
        Number::Float(value) => value as i64,
    };
    let low = bounds.low.map(|bound| number(bound.at).saturating_add(i64::from(bound.exclusive)));
    let high = bounds.high.map(|bound| number(bound.at).saturating_sub(i64::from(bound.exclusive)));
    shape(low, high)
}

fn lengths(bounds: &Bounds) -> (usize, Option<usize>) {
    let Shape::Int(low, high) = whole(bounds, Shape::Int) else { return (0, None) };
    let size = |end: i64| usize::try_from(end.max(0)).unwrap_or(0);
    (low.map_or(0, size), high.map(size))
}
