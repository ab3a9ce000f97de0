//! The initial state: what the spec says, and for scalars it does not speak of the first values that fit.

use std::sync::Arc;

use imbl::{OrdMap, OrdSet, Vector};

use super::call::Machine;
use super::candidates::integers;
use super::check;
use super::eval::Sight;
use super::finding::{Clause, Finding};
use super::refine::Refiner;
use super::text;
use super::value::{Real, State, Value};
use crate::ir::{Builtin, Expr, ExprKind, FunctionBody, StateField, StateId, Type, TypeRef, all_expressions, walk};

/// How many combinations of values are tried.
const MAX_STATES: usize = 50_000;

impl Machine {
    /// The state that the service starts in, and goes back to on a reset.
    pub fn initial(&self) -> Result<State, Finding> {
        let empty = State::new(self.service().state.iter().map(|field| nothing(&field.ty.ty)).collect());
        let search = Search { machine: self, constants: Constants::of(self, &empty) };
        let mut state = empty;
        let mut open = Vec::new();
        for (index, field) in self.service().state.iter().enumerate() {
            let id = StateId(index as u32);
            match &field.initial {
                Some(initial) => *state.field_mut(id) = search.said(&state, id, initial)?,
                None if is_scalar(&field.ty.ty) => open.push((id, search.values(&state, id, field)?)),
                None => {}
            }
        }
        search.first(state, &open)
    }
}

struct Search<'m> {
    machine: &'m Machine,
    constants: Constants,
}

impl Search<'_> {
    fn said(&self, state: &State, id: StateId, initial: &Expr) -> Result<Value, Finding> {
        let sight = Sight::of_state(&self.machine.model, state, 0);
        sight.value(initial).map_err(|stop| Finding::new(Clause::Initial(id), Some(stop)))
    }

    /// The values of a field that satisfy its own refinements, in the order they are tried.
    fn values(&self, state: &State, id: StateId, field: &StateField) -> Result<Vec<Value>, Finding> {
        let sight = Sight::of_state(&self.machine.model, state, 0);
        let refiner = Refiner::new(sight);
        let own = |value: &Value| {
            let refined = field.refinement.as_ref();
            refined.is_none_or(|refinement| matches!(refiner.fails(refinement, value), Ok(None)))
        };
        let fits = |value: &Value| own(value) && matches!(refiner.broken(&field.ty, value), Ok(None));
        let mut found: Vec<Value> = self.candidates(&field.ty).into_iter().filter(fits).collect();
        if let (Type::Float, Some(Value::Float(first))) = (&field.ty.ty, found.first())
            && !is_nearest(*first, &fits)
        {
            found.clear();
        }
        if found.is_empty() {
            let mut finding = Finding::new(Clause::Initial(id), None);
            finding.why = Some(format!("give it one: `{}: … = …`", field.name));
            return Err(finding);
        }
        Ok(found)
    }

    fn candidates(&self, ty: &TypeRef) -> Vec<Value> {
        match &ty.ty {
            Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Type::Int => self.constants.integers().into_iter().map(Value::Int).collect(),
            Type::Duration => self.constants.integers().into_iter().map(Value::Span).collect(),
            Type::Float => self.constants.reals().into_iter().map(Value::Float).collect(),
            Type::DateTime => vec![Value::Instant(0)],
            Type::Uuid => vec![Value::Uuid(0)],
            Type::Enum(id) => {
                let count = self.machine.service().enumeration(*id).values.len();
                (0..count as u32).map(Value::Enum).collect()
            }
            Type::String => self.texts(),
            Type::Entity(id) => self.record(*id),
            Type::Option(_) | Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) | Type::Unknown => {
                vec![nothing(&ty.ty)]
            }
        }
    }

    /// The least texts: empty, of each length that is spoken of, of each pattern.
    fn texts(&self) -> Vec<Value> {
        let mut texts = vec![String::new()];
        let lengths = self.constants.integers().into_iter().filter(|length| (1..=4096).contains(length));
        texts.extend(lengths.map(|length| "\u{1}".repeat(length as usize)));
        let patterns = self.constants.patterns.iter().filter_map(|pattern| self.machine.model.hir(pattern));
        texts.extend(patterns.map(text::least));
        texts.extend(self.constants.texts.iter().cloned());
        texts.sort_by_key(|text| (text.chars().count(), text.clone()));
        texts.dedup();
        texts.iter().map(|text| Value::text(text)).collect()
    }

    /// A record of the first value of each field.
    fn record(&self, id: crate::ir::EntityId) -> Vec<Value> {
        let state = State::new(self.machine.service().state.iter().map(|field| nothing(&field.ty.ty)).collect());
        let refiner = Refiner::new(Sight::of_state(&self.machine.model, &state, 0));
        let first = |field: &crate::ir::Field| {
            let own = |value: &Value| {
                field.refinement.as_ref().is_none_or(|rule| matches!(refiner.fails(rule, value), Ok(None)))
            };
            let mut values = self.candidates(&field.ty).into_iter();
            values.find(|value| own(value) && matches!(refiner.broken(&field.ty, value), Ok(None)))
        };
        let fields: Option<Vec<Value>> = self.machine.service().entity(id).fields.iter().map(first).collect();
        fields.map(|fields| Value::Record(Arc::from(fields))).into_iter().collect()
    }

    /// The first combination for which every condition holds.
    fn first(&self, state: State, open: &[(StateId, Vec<Value>)]) -> Result<State, Finding> {
        let mut tries = 0;
        let mut first_failure = None;
        if let Some(found) = self.fill(state, open, &mut tries, &mut first_failure) {
            return Ok(found);
        }
        let clause = first_failure.unwrap_or(Clause::Invariant(0));
        let mut finding = Finding::new(clause, None);
        let names: Vec<String> =
            open.iter().map(|(id, _)| format!("`{}`", self.machine.service().state_field(*id).name)).collect();
        finding.why = Some(if names.is_empty() {
            "in the initial state".to_string()
        } else {
            format!("in the initial state; give {} a value: `= …`", names.join(", "))
        });
        Err(finding)
    }

    fn fill(
        &self,
        state: State,
        open: &[(StateId, Vec<Value>)],
        tries: &mut usize,
        failure: &mut Option<Clause>,
    ) -> Option<State> {
        let Some(((id, values), rest)) = open.split_first() else {
            *tries += 1;
            let sight = Sight::of_state(&self.machine.model, &state, 0);
            return match check::state_holds(self.machine, sight) {
                Ok(()) => Some(state),
                Err(found) => {
                    failure.get_or_insert(found.clause);
                    None
                }
            };
        };
        for value in values {
            if *tries >= MAX_STATES {
                return None;
            }
            let mut next = state.clone();
            *next.field_mut(*id) = value.clone();
            let found = self.fill(next, rest, tries, failure);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Whether no value nearer to zero fits as well.
fn is_nearest(found: Real, fits: &dyn Fn(&Value) -> bool) -> bool {
    let nearer = [found.get() / 2.0, found.get() * (1.0 - 1e-9)];
    found.get() == 0.0 || !nearer.into_iter().filter_map(Real::new).any(|number| fits(&Value::Float(number)))
}

fn is_scalar(ty: &Type) -> bool {
    !matches!(ty, Type::Option(_) | Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) | Type::Unknown)
}

/// The empty collection, or `none`.
fn nothing(ty: &Type) -> Value {
    match ty {
        Type::Set(_) => Value::Set(OrdSet::new()),
        Type::Seq(_) => Value::Seq(Vector::new()),
        Type::Map(..) | Type::Multi(..) => Value::Map(OrdMap::new()),
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Option(_)
        | Type::Unknown => Value::None,
    }
}

/// The constants that a spec speaks of.
struct Constants {
    numbers: Vec<i64>,
    reals: Vec<f64>,
    texts: Vec<String>,
    patterns: Vec<String>,
}

impl Constants {
    fn of(machine: &Machine, state: &State) -> Constants {
        let sight = Sight::of_state(&machine.model, state, 0);
        let mut found = Constants { numbers: Vec::new(), reals: Vec::new(), texts: Vec::new(), patterns: Vec::new() };
        let preamble = machine.service().functions.iter().filter_map(|function| match &function.body {
            FunctionBody::Defined(body) => Some(body),
            FunctionBody::Extern => None,
        });
        let all = all_expressions(machine.service()).into_iter().map(|(expr, _)| expr);
        for expr in all.chain(preamble) {
            walk(expr, &mut |part| found.note(sight, part));
        }
        found
    }

    fn note(&mut self, sight: Sight<'_>, part: &Expr) {
        if let ExprKind::Int(number) = &part.kind {
            self.numbers.push(*number);
        } else if let ExprKind::Float(number) = &part.kind {
            self.reals.push(*number);
        } else if let ExprKind::Text(text) = &part.kind {
            self.texts.push(text.clone());
        } else if let ExprKind::Matches(_, pattern) = &part.kind {
            self.patterns.push(pattern.clone());
        } else if let ExprKind::Builtin(Builtin::Days | Builtin::Hours | Builtin::Minutes | Builtin::Seconds, _) =
            &part.kind
            && let Ok(Value::Span(span)) = sight.value(part)
        {
            self.numbers.push(span);
        }
    }

    fn integers(&self) -> Vec<i64> {
        integers(&self.numbers)
    }

    fn reals(&self) -> Vec<Real> {
        let mut all: Vec<f64> = vec![0.0];
        all.extend(self.reals.iter().flat_map(|number| [*number, -*number]));
        all.extend(self.numbers.iter().flat_map(|number| [*number as f64, -(*number as f64)]));
        let mut reals: Vec<Real> = all.into_iter().filter_map(Real::new).collect();
        reals.sort_by(|a, b| a.get().abs().total_cmp(&b.get().abs()).then(b.cmp(a)));
        reals.dedup();
        reals
    }
}
