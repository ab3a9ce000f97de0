//! The initial state: what the spec says, and for scalars it does not speak of the first values that fit.

use imbl::{OrdMap, OrdSet, Vector};

use super::call::Machine;
use super::candidates::integers_within;
use super::check;
use super::eval::Sight;
use super::finding::{Clause, Finding};
use super::record::records;
use super::refine::Refiner;
use super::text;
use super::value::{Real, State, Value};
use super::watch::Watch;
use crate::ir::{
    Builtin, EntityId, Expr, ExprKind, FunctionBody, StateField, StateId, Type, TypeRef, all_expressions, walk,
};

/// How many values are tried, over all fields.
const MAX_TRIES: usize = 500_000;
/// How far from zero every integer is tried; beyond, the neighbours of the spec's own constants are.
const MAX_DISTANCE: i64 = 1000;
/// How many records are tried where a field holds one.
const MAX_RECORDS: usize = 20;
/// By how many repetitions the least text of a pattern is lengthened.
const MAX_GROWTH: u32 = 64;

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
                None if is_scalar(&field.ty.ty) => {
                    open.push(Open { id, values: search.values(&state, id, field)?, watches: Vec::new() });
                }
                None => {}
            }
        }
        search.first(state, open)
    }
}

/// A field that the spec gives no value.
struct Open<'m> {
    id: StateId,
    /// The values that fit by themselves, in the order they are tried.
    values: Vec<Value>,
    /// What can be checked once this field and those before it have values.
    watches: Vec<&'m Watch>,
}

struct Search<'m> {
    machine: &'m Machine,
    constants: Constants,
}

impl<'m> Search<'m> {
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
            Type::Entity(id) => self.records(*id),
            Type::Option(_) | Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) | Type::Unknown => {
                vec![nothing(&ty.ty)]
            }
        }
    }

    /// The least texts: empty, of each length that is spoken of, of each pattern, equal to or next after a constant.
    fn texts(&self) -> Vec<Value> {
        let mut texts = vec![String::new()];
        let lengths = self.constants.integers().into_iter().filter(|length| (1..=4096).contains(length));
        texts.extend(lengths.map(|length| "\u{1}".repeat(length as usize)));
        let patterns = self.constants.patterns.iter().filter_map(|pattern| self.machine.model.hir(pattern));
        texts.extend(patterns.flat_map(|hir| text::growing(hir, MAX_GROWTH)));
        texts.extend(
            self.constants.texts.iter().flat_map(|text| [text.clone(), text::after(text), format!("{text}\u{1}")]),
        );
        texts.sort_by_key(|text| (text.chars().count(), text.clone()));
        texts.dedup();
        texts.iter().map(|text| Value::text(text)).collect()
    }

    /// The first records whose fields fit together.
    fn records(&self, id: EntityId) -> Vec<Value> {
        let service = self.machine.service();
        let state = State::new(service.state.iter().map(|field| nothing(&field.ty.ty)).collect());
        let refiner = Refiner::new(Sight::of_state(&self.machine.model, &state, 0));
        let choices: Vec<Vec<Value>> =
            service.entity(id).fields.iter().map(|field| self.candidates(&field.ty)).collect();
        records(service, refiner, id, &choices, MAX_RECORDS)
    }

    /// The first combination for which every condition holds.
    fn first(&self, state: State, mut open: Vec<Open<'m>>) -> Result<State, Finding> {
        for watch in &self.machine.watches {
            match open.iter().rposition(|field| watch.reads(field.id)) {
                Some(last) => open[last].watches.push(watch),
                None if self.holds(watch, &state) => {}
                None => return Err(in_the_initial_state(watch.clause, &[])),
            }
        }
        let mut progress = Progress { tries: 0, failure: None };
        let names: Vec<String> =
            open.iter().map(|field| format!("`{}`", self.machine.service().state_field(field.id).name)).collect();
        self.fill(state, &open, &mut progress)
            .ok_or_else(|| in_the_initial_state(progress.failure.unwrap_or(Clause::Invariant(0)), &names))
    }

    fn holds(&self, watch: &Watch, state: &State) -> bool {
        matches!(watch.fails(Sight::of_state(&self.machine.model, state, 0)), Ok(None))
    }

    fn fill(&self, state: State, open: &[Open<'m>], progress: &mut Progress) -> Option<State> {
        let Some((field, rest)) = open.split_first() else {
            let sight = Sight::of_state(&self.machine.model, &state, 0);
            return match check::state_holds(self.machine, sight) {
                Ok(()) => Some(state),
                Err(found) => progress.fail(found.clause),
            };
        };
        for value in &field.values {
            progress.tries += 1;
            if progress.tries > MAX_TRIES {
                return None;
            }
            let mut next = state.clone();
            *next.field_mut(field.id) = value.clone();
            if let Some(broken) = field.watches.iter().find(|watch| !self.holds(watch, &next)) {
                progress.fail(broken.clause);
                continue;
            }
            let found = self.fill(next, rest, progress);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// How far the search is, and the first thing that was broken.
struct Progress {
    tries: usize,
    failure: Option<Clause>,
}

impl Progress {
    fn fail(&mut self, clause: Clause) -> Option<State> {
        self.failure.get_or_insert(clause);
        None
    }
}

fn in_the_initial_state(clause: Clause, names: &[String]) -> Finding {
    let mut finding = Finding::new(clause, None);
    finding.why = Some(if names.is_empty() {
        "in the initial state".to_string()
    } else {
        format!("in the initial state; give {} a value: `= …`", names.join(", "))
    });
    finding
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
        integers_within(MAX_DISTANCE, &self.numbers)
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
