//! What is wanted of a part of a condition, and how far it is from that.

use super::pattern::Probe;
use super::site::{Aim, Letters, Side, cases, enum_value};
use super::target::{Target, measured_texts};
use crate::interp::{Evaluator, Gap, Value, WayStep, cost, difference, part};
use crate::ir::{BinaryOp, Expr, ExprKind, FunctionBody, Moment, Reads, Service, any, binders};

/// The distance of something that is not there at all.
pub(crate) const ABSENT: f64 = 1.5;

#[derive(Clone, Copy)]
pub(crate) struct Wish<'t> {
    pub(crate) ways: &'t [Vec<WayStep>],
    pub(crate) aim: Aim,
    /// Texts that a pattern is probed with.
    pub(crate) texts: &'t [String],
    /// Whether what stands beside the part should leave the outcome of the condition to it.
    pub(crate) decides: bool,
}

impl<'t> Wish<'t> {
    pub(crate) fn of(target: &'t Target, aim: Aim, decides: bool) -> Wish<'t> {
        Wish { ways: &target.ways, aim, texts: &target.texts, decides }
    }
}

/// How far a place that was reached is from what is wanted of it.
pub(crate) fn aimed(evaluator: &mut Evaluator<'_>, place: &Expr, wish: Wish<'_>, missed: &mut Vec<Gap>) -> f64 {
    match wish.aim {
        Aim::Pattern(probe) => probed(evaluator, place, probe, wish.texts, missed),
        Aim::Truth(wanted) => evaluator.distance(place, wanted),
        Aim::Elements(true) => {
            if evaluator.choices(place) > 0 {
                0.0
            } else {
                1.0
            }
        }
        Aim::Elements(false) => cost(evaluator.choices(place) as f64),
        Aim::Case(at) => in_case(evaluator, place, at),
        Aim::Other(value) => as_other(evaluator, place, value),
        Aim::Boundary(side, letters) => {
            let ExprKind::Binary(_, left, right) = &place.kind else { return ABSENT };
            let (Ok(a), Ok(b)) = (evaluator.eval(left), evaluator.eval(right)) else { return 2.0 };
            let Some(gap) = Gap::between(&a, &b) else { return 1.0 };
            let distance = beside(gap, side, missed);
            distance + lettered(evaluator, place, letters)
        }
    }
}

/// How far what is looked for in a set of constants is from one of them.
fn in_case(evaluator: &mut Evaluator<'_>, place: &Expr, at: u32) -> f64 {
    let ExprKind::Binary(_, left, right) = &place.kind else { return ABSENT };
    let Ok(found) = evaluator.eval(left) else { return 2.0 };
    let wanted = cases(right).get(at as usize).and_then(|element| evaluator.eval(element).ok());
    wanted.map_or(ABSENT, |wanted| difference(&found, &wanted))
}

/// How far what is compared with constants of an enum is from another value of it.
fn as_other(evaluator: &mut Evaluator<'_>, place: &Expr, value: u32) -> f64 {
    let ExprKind::Binary(_, left, right) = &place.kind else { return ABSENT };
    let compared = if enum_value(left).is_some() { right } else { left };
    let Ok(found) = evaluator.eval(compared) else { return 2.0 };
    difference(&found, &Value::Enum(value))
}

/// How far a text is from what a pattern is probed with: of the length of one that matches, or one of those that do not.
fn probed(evaluator: &mut Evaluator<'_>, place: &Expr, probe: Probe, texts: &[String], missed: &mut Vec<Gap>) -> f64 {
    let ExprKind::Matches(text, _) = &place.kind else { return ABSENT };
    let Ok(Value::Text(found)) = evaluator.eval(text) else { return 2.0 };
    let count = |text: &str| text.chars().count() as i128;
    let length = texts.first().map(|text| count(text)).filter(|_| probe.matches());
    match length {
        Some(length) if evaluator.truth(place) == Ok(true) => {
            let gap = count(&found) - length;
            missed.extend((gap != 0).then_some(Gap::Whole(gap)));
            cost(gap.unsigned_abs() as f64)
        }
        None if texts.iter().any(|text| **text == *found) => 0.0,
        Some(_) | None => {
            let found = Value::Text(found);
            let away = texts.iter().map(|text| difference(&found, &Value::text(text)));
            1.0 + away.min_by(f64::total_cmp).unwrap_or(1.0)
        }
    }
}

/// How far a gap is from the one of a side.
fn beside(gap: Gap, side: Side, missed: &mut Vec<Gap>) -> f64 {
    let wanted = match side {
        Side::Below => -1,
        Side::At => 0,
        Side::Above => 1,
    };
    match gap {
        Gap::Whole(gap) => {
            let off = gap - wanted;
            if off != 0 {
                missed.push(Gap::Whole(off));
            }
            cost(off.unsigned_abs() as f64)
        }
        Gap::Real(gap) => real_beside(gap, side, missed),
        Gap::Order(order) => {
            if order as i128 == wanted {
                0.0
            } else {
                1.0
            }
        }
    }
}

/// Floats have no whole steps: a side is anything up to one away.
fn real_beside(gap: f64, side: Side, missed: &mut Vec<Gap>) -> f64 {
    let (met, middle) = match side {
        Side::Below => ((-1.0..0.0).contains(&gap), -0.5),
        Side::At => (gap == 0.0, 0.0),
        Side::Above => (gap > 0.0 && gap <= 1.0, 0.5),
    };
    if met {
        return 0.0;
    }
    missed.push(Gap::Real(gap - middle));
    cost((gap - middle).abs()).max(0.001)
}

fn lettered(evaluator: &mut Evaluator<'_>, place: &Expr, letters: Letters) -> f64 {
    let mut total = 0.0;
    for text in measured_texts(place) {
        let Ok(Value::Text(text)) = evaluator.eval(text) else { continue };
        let met = match letters {
            Letters::Any => true,
            Letters::Ascii => text.is_ascii(),
            Letters::Astral => text.chars().any(|character| character > '\u{ffff}'),
        };
        total += if met { 0.0 } else { 0.5 };
    }
    total
}

/// Whether what decides about a part, or the part itself, speaks of what a call leaves.
pub(crate) fn reads_result(service: &Service, expr: &Expr, way: &[WayStep]) -> bool {
    let Some((step, rest)) = way.split_first() else { return speaks_of_result(expr) };
    if let ExprKind::Call(id, args, moment) = &expr.kind {
        if args.iter().any(speaks_of_result) || *moment == Moment::After {
            return true;
        }
        let FunctionBody::Defined(body) = &service.function(*id).body else { return true };
        return *step != WayStep::Body || reads_result(service, body, rest);
    }
    let WayStep::Part(at) = *step else { return true };
    let Some(inner) = part(expr, at) else { return true };
    let deciding = first_part(expr).filter(|_| at > 0);
    let sources = binders(expr).iter().filter_map(|binder| binder.source());
    deciding.into_iter().chain(sources).any(speaks_of_result) || reads_result(service, inner, rest)
}

/// Whether the state has a say in a part, or in what decides about it: otherwise inputs do alone.
pub(crate) fn reads_state(service: &Service, expr: &Expr, way: &[WayStep]) -> bool {
    reads_state_with(service, expr, way, &[])
}

/// The same inside a function of whose parameters some stand for what reads the state.
fn reads_state_with(service: &Service, expr: &Expr, way: &[WayStep], params: &[bool]) -> bool {
    let is_read = |part: &Expr| matches!(part.kind, ExprKind::Param(at) if params.get(at.index()) == Some(&true));
    let reads =
        |part: &Expr| !Reads::of(service, part).fields.is_empty() || speaks_of_result(part) || any(part, &is_read);
    let Some((step, rest)) = way.split_first() else { return reads(expr) };
    if let (WayStep::Body, ExprKind::Call(id, args, _)) = (step, &expr.kind) {
        let FunctionBody::Defined(body) = &service.function(*id).body else { return true };
        let params: Vec<bool> = args.iter().map(reads).collect();
        return reads_state_with(service, body, rest, &params);
    }
    let WayStep::Part(at) = *step else { return true };
    let Some(inner) = part(expr, at) else { return true };
    let deciding = first_part(expr).filter(|_| at > 0);
    let sources = binders(expr).iter().filter_map(|binder| binder.source());
    deciding.into_iter().chain(sources).any(reads) || reads_state_with(service, inner, rest, params)
}

/// The part that decides whether another one is looked at, or what it sees.
fn first_part(expr: &Expr) -> Option<&Expr> {
    if let ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, first, _)
    | ExprKind::If(first, ..)
    | ExprKind::Let(_, first, _) = &expr.kind
    {
        Some(first)
    } else {
        None
    }
}

fn speaks_of_result(expr: &Expr) -> bool {
    any(expr, &|part| {
        matches!(
            part.kind,
            ExprKind::Output(_)
                | ExprKind::State(_, Moment::After)
                | ExprKind::Instances(_, Moment::After)
                | ExprKind::Call(_, _, Moment::After)
        )
    })
}
