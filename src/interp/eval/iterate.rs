//! Everything that goes over a collection: quantifiers, comprehensions, `sum` and `the`.

use imbl::OrdSet;

use super::{Evaluated, Evaluator, arithmetic, collections};
use crate::interp::stop::{Stop, Undefined};
use crate::interp::value::{Real, Value};
use crate::ir::{BinaryOp, Binder, Builtin, Expr, ExprKind, Quantifier, Range, Type};
use crate::source::Span;

impl Evaluator<'_> {
    /// One deciding element decides, whatever the rest; otherwise one without a value leaves the whole without.
    pub(super) fn quantifier(&mut self, quantifier: Quantifier, binders: &[Binder], body: &Expr) -> Result<bool, Stop> {
        let deciding = match quantifier {
            Quantifier::All => false,
            Quantifier::Some | Quantifier::No => true,
        };
        let mut without = Without::default();
        let decided = self.search(deciding, binders, body, &mut without)?;
        // An unknown element may be the one that makes `some` true.
        let unknown = (quantifier == Quantifier::Some && without.unknown).then_some(Stop::Unknown);
        match (decided, without.worst) {
            (true, _) => Ok(quantifier == Quantifier::Some),
            (false, Some(stop)) => Err(unknown.filter(|_| !stop.is_outside()).unwrap_or(stop)),
            (false, None) => Ok(quantifier != Quantifier::Some),
        }
    }

    /// Whether some choice for the binders gives the body the deciding value. What has none is noted.
    fn search(&mut self, deciding: bool, binders: &[Binder], body: &Expr, without: &mut Without) -> Result<bool, Stop> {
        let Some((binder, rest)) = binders.split_first() else { return Ok(self.truth(body)? == deciding) };
        let source = self.source(binder, Repetitions::Allowed)?;
        let bound = self.bound();
        for element in source.iter() {
            self.bind(&binder.local, element);
            let found = self.search(deciding, rest, body, without);
            self.unbind_to(bound);
            match found {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(stop) => without.note(stop),
            }
        }
        Ok(false)
    }

    pub(super) fn comprehension(&mut self, binder: &Binder, body: &Expr) -> Evaluated {
        let source = self.source(binder, Repetitions::Allowed)?;
        let mut found = OrdSet::new();
        let mut worst = None;
        for element in source.iter() {
            match self.truth_for(binder, &element, body) {
                Ok(true) => drop(found.insert(element)),
                Ok(false) => {}
                Err(stop) => worst = Some(worse(worst, stop)),
            }
        }
        worst.map_or(Ok(Value::Set(found)), Err)
    }

    pub(super) fn the(&mut self, binder: &Binder, body: &Expr, span: Span) -> Evaluated {
        let source = self.source(binder, Repetitions::Dropped)?;
        let mut matching = Vec::new();
        let mut worst = None;
        for element in source.iter() {
            match self.truth_for(binder, &element, body) {
                Ok(true) => matching.push(element),
                Ok(false) => {}
                Err(stop) => worst = Some(worse(worst, stop)),
            }
        }
        match (worst, matching.pop(), matching.is_empty()) {
            (Some(stop), ..) => Err(stop),
            (None, None, _) => Err(Stop::Undefined(Undefined::NoMatch, span)),
            (None, Some(found), true) => Ok(found),
            (None, Some(_), false) => Err(Stop::Undefined(Undefined::SeveralMatches, span)),
        }
    }

    pub(super) fn sum(&mut self, binder: &Binder, body: &Expr, whole: &Expr) -> Evaluated {
        let source = self.source(binder, Repetitions::Dropped)?;
        let mut total = zero(&whole.ty);
        let mut worst = None;
        for element in source.iter() {
            let bound = self.bound();
            self.bind(&binder.local, element);
            let term = self.eval(body);
            self.unbind_to(bound);
            match term.and_then(|term| arithmetic::apply(BinaryOp::Add, total.clone(), term, whole.span)) {
                Ok(sum) => total = sum,
                Err(stop) => worst = Some(worse(worst, stop)),
            }
        }
        worst.map_or(Ok(total), Err)
    }

    fn truth_for(&mut self, binder: &Binder, element: &Value, body: &Expr) -> Result<bool, Stop> {
        let bound = self.bound();
        self.bind(&binder.local, element.clone());
        let result = self.truth(body);
        self.unbind_to(bound);
        result
    }

    /// The elements that a binder of a quantifier ranges over.
    pub(crate) fn range_of(&mut self, binder: &Binder) -> Result<Vec<Value>, Stop> {
        Ok(self.source(binder, Repetitions::Allowed)?.iter().collect())
    }

    /// What a binder ranges over. Where repetitions do no harm, a relation's values are not made a set first.
    pub(crate) fn source(&mut self, binder: &Binder, repetitions: Repetitions) -> Result<Source, Stop> {
        match &binder.range {
            Range::Elements(expr) => {
                if let (ExprKind::Builtin(Builtin::Ran, args), Repetitions::Allowed) = (&expr.kind, repetitions)
                    && let [relation] = &**args
                {
                    return Ok(Source::Values(self.eval(relation)?, relation.ty.clone()));
                }
                Ok(Source::Elements(self.eval(expr)?))
            }
            Range::Values(expr) => Ok(match repetitions {
                Repetitions::Allowed => Source::Values(self.eval(expr)?, expr.ty.clone()),
                Repetitions::Dropped => Source::Elements(collections::range(&self.eval(expr)?, &expr.ty)),
            }),
            Range::All(moment) => Ok(Source::Elements(Value::Set(match &binder.ty {
                Type::Entity(id) => self.sight.model.instances(self.state(*moment), *id),
                Type::Enum(id) => {
                    let count = self.sight.model.service.enumeration(*id).values.len();
                    (0..count as u32).map(Value::Enum).collect()
                }
                Type::Bool => [false, true].map(Value::Bool).into_iter().collect(),
                _ => OrdSet::new(),
            }))),
        }
    }
}

/// Whether an element may come up more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repetitions {
    Allowed,
    Dropped,
}

/// What is iterated over.
pub(crate) enum Source {
    Elements(Value),
    Values(Value, Type),
}

impl Source {
    pub(crate) fn iter(&self) -> Box<dyn Iterator<Item = Value> + '_> {
        match self {
            Source::Elements(whole) => collections::elements(whole),
            Source::Values(whole, ty) => collections::values(whole, ty),
        }
    }
}

/// What is known of the elements for which a condition has no value.
#[derive(Default)]
struct Without {
    worst: Option<Stop>,
    unknown: bool,
}

impl Without {
    fn note(&mut self, stop: Stop) {
        self.worst = Some(worse(self.worst, stop));
        self.unknown |= stop == Stop::Unknown;
    }
}

/// Of two reasons the one that counts: outside the contract, then undefined, then unknown.
fn worse(a: Option<Stop>, b: Stop) -> Stop {
    let rank = |stop: Stop| match stop {
        Stop::Overflow(_) | Stop::TooLarge(_) => 2,
        Stop::Undefined(..) => 1,
        Stop::Unknown => 0,
    };
    a.filter(|a| rank(*a) >= rank(b)).unwrap_or(b)
}

fn zero(ty: &Type) -> Value {
    match ty {
        Type::Float => Real::new(0.0).map_or(Value::None, Value::Float),
        Type::Duration => Value::Span(0),
        _ => Value::Int(0),
    }
}
