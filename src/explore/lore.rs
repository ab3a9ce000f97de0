//! What is worked out before anything is searched for: values of types, constants, and texts that regexes speak of.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use regex_syntax::hir::Hir;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::cone::Cone;
use crate::interp::{Gap, Machine, Random, Real, Sight, State, Value, growing, sample};
use crate::ir::{
    AliasId, Builtin, Expr, ExprKind, FunctionBody, FunctionId, OperationId, Service, Type, TypeRef, walk,
};

/// How many values of a type are kept.
const PALETTE: usize = 48;
/// The integers that are sent and loaded stay below this, in either direction.
pub(crate) const LARGEST: i64 = 1_000_000_000_000_000;
/// How far from the present an instant may be, in milliseconds: less than fifty years.
const FARTHEST: u64 = 49 * 365 * 24 * 3_600_000;
/// How many texts are drawn from a regex.
const TEXTS_OF_REGEX: usize = 4;

/// Values that are worth trying, whatever the state.
#[derive(Debug)]
pub(crate) struct Lore {
    types: Arc<TypeLore>,
    /// The constants of the part of the spec that matters.
    pub(crate) integers: Vec<i64>,
    pub(crate) reals: Vec<Real>,
    pub(crate) spans: Vec<i64>,
}

/// Values of the types of a service. Each type has a seed of its own, so that its values do not depend on other types.
#[derive(Debug)]
pub(crate) struct TypeLore {
    palettes: FxHashMap<(Type, Option<AliasId>), Vec<Value>>,
    /// For each operation, texts that its clauses speak of.
    texts: Vec<Vec<Value>>,
    /// For each alias, the regexes that its refinement speaks of.
    patterns: Vec<Vec<Hir>>,
}

impl TypeLore {
    pub(crate) fn new(machine: &Machine, initial: &State, now: i64, seed: u64) -> TypeLore {
        let service = machine.service();
        let ids = (0..service.operations.len() as u32).map(OperationId);
        let texts = ids.map(|id| texts_of(machine, id, &mut Random::seeded(apart(seed, &id)))).collect();
        let patterns = service.aliases.iter().map(|alias| patterns_of(machine, alias.refinement.as_ref())).collect();
        let mut declared = Declared::default();
        declared.of_service(service);
        let palette = |ty: &TypeRef| {
            let key = (ty.ty.clone(), ty.alias);
            let random = &mut Random::seeded(apart(seed, &key));
            (key, palette(machine, ty, initial, now, random))
        };
        TypeLore { palettes: declared.found.iter().map(palette).collect(), texts, patterns }
    }
}

/// A seed that belongs to one thing alone.
pub(crate) fn apart(seed: u64, thing: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    (seed, thing).hash(&mut hasher);
    hasher.finish()
}

impl Lore {
    pub(crate) fn new(machine: &Machine, types: Arc<TypeLore>, cone: &Cone, (initial, now): (&State, i64)) -> Lore {
        let mut lore = Lore { types, integers: Vec::new(), reals: Vec::new(), spans: Vec::new() };
        let sight = Sight::of_state(&machine.model, initial, now);
        for expr in cone.expressions(machine.service()) {
            walk(expr, &mut |part| lore.learn_constant(part, &sight));
        }
        lore
    }

    /// Values of a declared type that satisfy it.
    pub(crate) fn palette(&self, ty: &TypeRef) -> &[Value] {
        self.types.palettes.get(&(ty.ty.clone(), ty.alias)).map_or(&[], Vec::as_slice)
    }

    /// Texts that the clauses of an operation speak of.
    pub(crate) fn texts(&self, id: Option<OperationId>) -> &[Value] {
        id.and_then(|id| self.types.texts.get(id.index())).map_or(&[], Vec::as_slice)
    }

    /// The regexes that texts of a declared type are to match, or not to match.
    pub(crate) fn patterns(&self, service: &Service, ty: &TypeRef) -> Vec<&Hir> {
        let aliases = std::iter::successors(ty.alias, |alias| service.aliases[alias.index()].base.alias);
        aliases.filter_map(|alias| self.types.patterns.get(alias.index())).flatten().collect()
    }

    fn learn_constant(&mut self, part: &Expr, sight: &Sight<'_>) {
        if let ExprKind::Int(number) = part.kind {
            push(&mut self.integers, number);
        } else if let ExprKind::Float(number) = part.kind {
            Real::new(number).into_iter().for_each(|real| push(&mut self.reals, real));
        } else if is_span(part)
            && let Ok(Value::Span(span)) = sight.value(part)
        {
            push(&mut self.spans, span);
        }
    }
}

fn is_span(part: &Expr) -> bool {
    use Builtin::{Days, Hours, Minutes, Seconds};
    matches!(part.kind, ExprKind::Builtin(Days | Hours | Minutes | Seconds, _))
}

fn push<T: PartialEq>(list: &mut Vec<T>, value: T) {
    if !list.contains(&value) {
        list.push(value);
    }
}

/// Values of a type that suites send and load, without repetitions: the first ones of its samples.
fn palette(machine: &Machine, ty: &TypeRef, state: &State, now: i64, random: &mut Random) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    let mut seen = FxHashSet::default();
    for value in machine.samples(ty, state, now, random) {
        if is_moderate(&value, now) && seen.insert(value.clone()) {
            all.push(value);
        }
    }
    all.truncate(PALETTE);
    all
}

/// Whether a value is one that suites send and load: no huge number, and no instant of another century.
fn is_moderate(value: &Value, now: i64) -> bool {
    match value {
        Value::Int(number) | Value::Span(number) => number.saturating_abs() < LARGEST,
        Value::Instant(at) => at.abs_diff(now) < FARTHEST,
        _ => true,
    }
}

/// The types that parts of inputs and of the state are declared with.
#[derive(Default)]
struct Declared {
    found: Vec<TypeRef>,
    seen: FxHashSet<(Type, Option<AliasId>)>,
}

impl Declared {
    fn of_service(&mut self, service: &Service) {
        let inputs = service.operations.iter().flat_map(|operation| &operation.inputs).map(|param| &param.ty);
        inputs.chain(service.state.iter().map(|field| &field.ty)).for_each(|ty| self.add(service, ty));
        let fields = service.entities.iter().flat_map(|entity| &entity.fields);
        fields.for_each(|field| self.add(service, &field.ty));
    }

    fn add(&mut self, service: &Service, ty: &TypeRef) {
        if ty.relation.is_none() && self.seen.insert((ty.ty.clone(), ty.alias)) {
            self.found.push(ty.clone());
        }
        ty.args.iter().for_each(|arg| self.add(service, arg));
        if let Some(alias) = ty.alias {
            service.aliases[alias.index()].base.args.iter().for_each(|arg| self.add(service, arg));
        }
    }
}

/// Texts of the regexes that the clauses of an operation speak of, and the texts in them.
fn texts_of(machine: &Machine, id: OperationId, random: &mut Random) -> Vec<Value> {
    let service = machine.service();
    let operation = service.operation(id);
    let mut reader = TextReader::new(service);
    operation.requires.iter().chain(&operation.ensures).for_each(|clause| reader.read(&clause.expr));
    let mut texts = reader.texts;
    for hir in reader.patterns.iter().filter_map(|pattern| machine.model.hir(pattern)) {
        texts.extend(growing(hir, 1));
        texts.extend((0..TEXTS_OF_REGEX).map(|_| sample(hir, 6, random)));
    }
    let mut found: Vec<Value> = Vec::new();
    texts.iter().map(|text| Value::text(text)).for_each(|value| push(&mut found, value));
    found
}

/// The regexes that a condition speaks of.
fn patterns_of(machine: &Machine, condition: Option<&Expr>) -> Vec<Hir> {
    let mut reader = TextReader::new(machine.service());
    condition.into_iter().for_each(|condition| reader.read(condition));
    reader.patterns.iter().filter_map(|pattern| machine.model.hir(pattern)).cloned().collect()
}

struct TextReader<'s> {
    service: &'s Service,
    seen: FxHashSet<FunctionId>,
    patterns: Vec<String>,
    texts: Vec<String>,
}

impl<'s> TextReader<'s> {
    fn new(service: &'s Service) -> TextReader<'s> {
        TextReader { service, seen: FxHashSet::default(), patterns: Vec::new(), texts: Vec::new() }
    }

    fn read(&mut self, expr: &Expr) {
        let mut calls = Vec::new();
        walk(expr, &mut |part| {
            if let ExprKind::Matches(_, pattern) = &part.kind {
                push(&mut self.patterns, pattern.clone());
            } else if let ExprKind::Text(text) = &part.kind {
                push(&mut self.texts, text.clone());
            } else if let ExprKind::Call(id, ..) = &part.kind {
                calls.push(*id);
            }
        });
        for id in calls {
            if let FunctionBody::Defined(body) = &self.service.function(id).body
                && self.seen.insert(id)
            {
                self.read(body);
            }
        }
    }
}

/// Numbers that would close a gap, seen from a number on one of its sides.
pub(crate) fn closing(number: i64, gaps: &[Gap]) -> Vec<i64> {
    let mut found = Vec::new();
    for gap in gaps {
        if let Gap::Whole(gap) = gap
            && let Ok(gap) = i64::try_from(*gap)
        {
            for by in [gap, gap.saturating_add(1), gap.saturating_sub(1)] {
                found.extend(number.checked_sub(by));
                found.extend(number.checked_add(by));
            }
        }
    }
    found
}
