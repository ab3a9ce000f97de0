//! What is worked out once for a service, before anything runs.

use std::sync::Arc;

use imbl::OrdSet;
use regex::Regex;
use regex_syntax::hir::Hir;
use rustc_hash::{FxHashMap, FxHashSet};

use super::candidates::Elements;
use super::value::{State, Value};
use crate::ir::{EntityId, Expr, ExprKind, FunctionBody, Service, Type, all_expressions, walk};

/// A service with its regexes compiled.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) service: Arc<Service>,
    regexes: FxHashMap<String, (Regex, Hir)>,
    /// The elements of collections that were made up before, where that is remembered.
    pub(crate) elements: Option<Elements>,
}

impl Model {
    pub(crate) fn new(service: Arc<Service>) -> Model {
        let mut regexes = FxHashMap::default();
        let preamble = service.functions.iter().filter_map(|function| match &function.body {
            FunctionBody::Defined(body) => Some(body),
            FunctionBody::Extern => None,
        });
        for expr in all_expressions(&service).into_iter().map(|(expr, _)| expr).chain(preamble) {
            walk(expr, &mut |part| compile(part, &mut regexes));
        }
        Model { service, regexes, elements: None }
    }

    pub(crate) fn regex(&self, pattern: &str) -> Option<&Regex> {
        self.regexes.get(pattern).map(|(regex, _)| regex)
    }

    /// The structure of a pattern.
    pub(crate) fn hir(&self, pattern: &str) -> Option<&Hir> {
        self.regexes.get(pattern).map(|(_, hir)| hir)
    }

    /// Every instance of an entity that a state reaches.
    pub(crate) fn instances(&self, state: &State, entity: EntityId) -> OrdSet<Value> {
        let mut found = OrdSet::new();
        for (field, value) in self.service.state.iter().zip(state.fields()) {
            if self.holds(&field.ty.ty, entity) {
                self.collect(&field.ty.ty, value, entity, &mut found);
            }
        }
        found
    }

    /// Whether values of a type can hold an instance of an entity.
    pub(crate) fn holds(&self, ty: &Type, entity: EntityId) -> bool {
        self.reaches(ty, entity, &mut FxHashSet::default())
    }

    fn reaches(&self, ty: &Type, wanted: EntityId, seen: &mut FxHashSet<EntityId>) -> bool {
        match ty {
            Type::Entity(id) => {
                let fields = &self.service.entity(*id).fields;
                *id == wanted
                    || (seen.insert(*id) && fields.iter().any(|field| self.reaches(&field.ty.ty, wanted, seen)))
            }
            Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => self.reaches(inner, wanted, seen),
            Type::Map(key, value) | Type::Multi(key, value) => {
                self.reaches(key, wanted, seen) || self.reaches(value, wanted, seen)
            }
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Unknown => false,
        }
    }

    fn collect(&self, ty: &Type, value: &Value, entity: EntityId, found: &mut OrdSet<Value>) {
        match (ty, value) {
            (Type::Entity(id), Value::Record(fields)) => {
                if *id == entity {
                    found.insert(value.clone());
                }
                for (field, value) in self.service.entity(*id).fields.iter().zip(fields.iter()) {
                    self.collect(&field.ty.ty, value, entity, found);
                }
            }
            (Type::Option(inner), value) => self.collect(inner, value, entity, found),
            (Type::Set(inner), Value::Set(elements)) => {
                elements.iter().for_each(|element| self.collect(inner, element, entity, found));
            }
            (Type::Seq(inner), Value::Seq(elements)) => {
                elements.iter().for_each(|element| self.collect(inner, element, entity, found));
            }
            (Type::Map(key, inner), Value::Map(entries)) => {
                for (at, value) in entries {
                    self.collect(key, at, entity, found);
                    self.collect(inner, value, entity, found);
                }
            }
            (Type::Multi(key, inner), Value::Map(entries)) => {
                let inner = Type::Set(Arc::clone(inner));
                for (at, value) in entries {
                    self.collect(key, at, entity, found);
                    self.collect(&inner, value, entity, found);
                }
            }
            _ => {}
        }
    }
}

fn compile(expr: &Expr, regexes: &mut FxHashMap<String, (Regex, Hir)>) {
    let ExprKind::Matches(_, pattern) = &expr.kind else { return };
    if !regexes.contains_key(pattern) {
        let plain = with_ascii_classes(pattern);
        if let (Ok(regex), Ok(hir)) = (Regex::new(&plain), regex_syntax::parse(&plain)) {
            regexes.insert(pattern.clone(), (regex, hir));
        }
    }
}

/// The pattern with `\s \d \w \b` and their negations in their ASCII meaning.
pub(crate) fn with_ascii_classes(pattern: &str) -> String {
    let mut text = String::new();
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        let escaped = characters.next();
        match escaped.and_then(ascii_class) {
            Some(class) => text.push_str(class),
            None => {
                text.push('\\');
                text.extend(escaped);
            }
        }
    }
    text
}

/// Nested classes are classes of their own, so these stand inside `[…]` as well as outside.
fn ascii_class(letter: char) -> Option<&'static str> {
    match letter {
        'd' => Some("[0-9]"),
        'D' => Some("[^0-9]"),
        'w' => Some("[0-9A-Za-z_]"),
        'W' => Some("[^0-9A-Za-z_]"),
        's' => Some(r"[\t\n\x0B\x0C\r ]"),
        'S' => Some(r"[^\t\n\x0B\x0C\r ]"),
        'b' => Some(r"(?-u:\b)"),
        'B' => Some(r"(?-u:\B)"),
        _ => None,
    }
}
