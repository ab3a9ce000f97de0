//! Whether what a call leaves open can be chosen: a value of its type that the ensures which guide it let through.

use super::check::Subject;
use super::judge::Judge;
use super::scene::Scene;
use super::search::{Question, Searched};
use super::{Basis, Counterexample, Outcome, Verdict};
use crate::effect::{Check, Place, Root, Step};
use crate::interp::{Call, Random, Value, Verdict as Ran};
use crate::ir::{
    BinaryOp, Binder, Expr, ExprKind, Fresh, FunctionBody, OperationId, Quantifier, Service, Type, TypeRef, UnaryOp,
    any, substitute,
};
use crate::realize::Action;

/// How many values a type must have to count as one that does not run out.
const MANY: usize = 12;

impl Judge<'_> {
    /// Whether every choice that a body leaves to the service can be made.
    pub(super) fn choice(&self, subject: Subject, id: OperationId) -> Outcome {
        let service = self.seen.service();
        let body = &self.seen.bodies()[id.index()];
        let mut outcome = Outcome::new(subject, Verdict::Proved);
        let mut doubts = Vec::new();
        for step in &body.steps {
            if let Action::Choose(place, checks) = &step.action {
                match self.can_choose(id, place, checks) {
                    Choosing::Sure => {}
                    Choosing::Plenty(name) => outcome.note(format!("it assumes that values of {name} do not run out")),
                    Choosing::Doubtful(why) => doubts.push(why),
                }
            }
        }
        if doubts.is_empty() {
            return outcome;
        }
        self.try_calls(&mut outcome, id);
        if outcome.verdict == Verdict::Proved {
            outcome.basis = Basis::Bounded(2);
            outcome.verdict = Verdict::Unknown(format!(
                "no call was found for which `{}` has no choice, and no reason why it always has one",
                service.operation(id).name
            ));
        }
        outcome
    }

    fn can_choose(&self, id: OperationId, place: &Place, checks: &[Check]) -> Choosing {
        let service = self.seen.service();
        let Some(ty) = declared(service, id, place) else { return Choosing::Doubtful("its type".to_string()) };
        if reads_more(service, ty) || in_entity_invariant(service, id, place) {
            return Choosing::Doubtful("its type depends on more".to_string());
        }
        let values = self.how_many(ty);
        if checks.is_empty() {
            return if values >= 1 { Choosing::Sure } else { Choosing::Doubtful("its type has no values".to_string()) };
        }
        let avoids = |check: &Check| check.scopes.is_empty() && avoids(service, &check.expr, place);
        match checks.iter().all(avoids) {
            true if values >= MANY => Choosing::Plenty(name_of(service, ty)),
            true | false => Choosing::Doubtful("its checks".to_string()),
        }
    }

    /// How many values of a type come up at once.
    fn how_many(&self, ty: &TypeRef) -> usize {
        let Ok(state) = self.machine.initial() else { return 0 };
        let samples = self.machine.samples(ty, &state, 0, &mut Random::seeded(1));
        samples.into_iter().collect::<std::collections::BTreeSet<Value>>().len()
    }

    /// Makes calls that the solver finds, and looks whether one cannot be answered.
    fn try_calls(&self, outcome: &mut Outcome, id: OperationId) {
        for size in [1, 2] {
            let make = |scene: &Scene<'_>| super::goal::callable(scene, id, true, None);
            let Ok(Searched::Found(found, _)) = self.search(Question::new(Some(id), &make), size, &|_| true, outcome)
            else {
                continue;
            };
            let call = Call { operation: id, inputs: found.inputs.clone() };
            if self.machine.check_state(&found.state, found.valid_at).is_err() {
                continue;
            }
            if let Ran::Broken(finding) = self.machine.call(&found.state, &call, found.now, &mut Random::seeded(1)) {
                outcome.verdict = Verdict::Violated(Box::new(Counterexample::found(found, call, *finding)));
                return;
            }
        }
    }
}

/// Whether a value can be chosen.
enum Choosing {
    Sure,
    /// As long as the values of a type do not run out.
    Plenty(String),
    Doubtful(String),
}

/// The declared type of a place.
fn declared<'s>(service: &'s Service, id: OperationId, place: &Place) -> Option<&'s TypeRef> {
    let mut ty = match place.root {
        Root::Output(index) => &service.operation(id).outputs.get(index.index())?.ty,
        Root::State(id) => &service.state_field(id).ty,
    };
    for step in &place.path {
        while let Some(alias) = ty.alias {
            ty = &service.aliases[alias.index()].base;
        }
        ty = match (step, &ty.ty) {
            (Step::Key(_), _) => ty.args.get(1)?,
            (Step::Position(_), _) => ty.args.first()?,
            (Step::Field(field), Type::Entity(id)) => &service.entity(*id).fields.get(field.index())?.ty,
            (Step::Field(_), _) => return None,
        };
    }
    Some(ty)
}

/// Whether what a type promises reads the state or the clock.
fn reads_more(service: &Service, ty: &TypeRef) -> bool {
    let by_alias = ty.alias.is_some_and(|alias| {
        let declared = &service.aliases[alias.index()];
        let reads = declared.refinement.as_ref().is_some_and(|expr| !crate::ir::Reads::of(service, expr).is_empty());
        reads || reads_more(service, &declared.base)
    });
    by_alias || ty.args.iter().any(|arg| reads_more(service, arg))
}

/// Whether a field's own refinement, or an invariant of its entity, speaks of it.
fn in_entity_invariant(service: &Service, id: OperationId, place: &Place) -> bool {
    let Some((Step::Field(field), outer)) = place.path.split_last() else { return false };
    let whole = Place { root: place.root, path: outer.to_vec(), ty: place.ty.clone() };
    let Some(TypeRef { ty: Type::Entity(entity), .. }) = declared(service, id, &whole) else { return true };
    let entity = service.entity(*entity);
    let speaks = |expr: &Expr| any(expr, &|part| matches!(part.kind, ExprKind::OwnField(found) if found == *field));
    let refined = entity.fields.get(field.index()).is_some_and(|field| field.refinement.is_some());
    refined || entity.invariants.iter().any(|invariant| speaks(&invariant.expr))
}

fn name_of(service: &Service, ty: &TypeRef) -> String {
    match ty.alias {
        Some(alias) => format!("`{}`", service.aliases[alias.index()].name),
        None => format!("`{}`", crate::ir::type_name(&ty.ty, &service.enums, &service.entities)),
    }
}

/// Whether a check only keeps a place from having one of finitely many values.
fn avoids(service: &Service, check: &Expr, place: &Place) -> bool {
    let names_it = |expr: &Expr| any(expr, &|part| Place::named(part).is_some_and(|found| found.is_same(place)));
    let is_it = |expr: &Expr| Place::named(expr).is_some_and(|found| found.is_same(place));
    if let ExprKind::Binary(BinaryOp::And, a, b) = &check.kind {
        avoids(service, a, place) && avoids(service, b, place)
    } else if let ExprKind::Binary(BinaryOp::NotIn, element, whole) = &check.kind {
        is_it(element) && !names_it(whole)
    } else if let ExprKind::Binary(BinaryOp::Ne, a, b) = &check.kind {
        (is_it(a) && !names_it(b)) || (is_it(b) && !names_it(a))
    } else if let ExprKind::Unary(UnaryOp::Not, inner) = &check.kind {
        finite(service, inner, place)
    } else if let ExprKind::Quantifier(Quantifier::No, binders, body) = &check.kind {
        ranges_apart(binders, &names_it) && finite(service, body, place)
    } else {
        false
    }
}

/// Whether a condition holds for finitely many values of a place only.
fn finite(service: &Service, condition: &Expr, place: &Place) -> bool {
    let names_it = |expr: &Expr| any(expr, &|part| Place::named(part).is_some_and(|found| found.is_same(place)));
    let is_it = |expr: &Expr| Place::named(expr).is_some_and(|found| found.is_same(place));
    if let ExprKind::Binary(BinaryOp::Or, a, b) = &condition.kind {
        finite(service, a, place) && finite(service, b, place)
    } else if let ExprKind::Binary(BinaryOp::And, a, b) = &condition.kind {
        finite(service, a, place) || finite(service, b, place)
    } else if let ExprKind::Binary(BinaryOp::Eq, a, b) = &condition.kind {
        (is_it(a) && !names_it(b)) || (is_it(b) && !names_it(a))
    } else if let ExprKind::Binary(BinaryOp::In, element, whole) = &condition.kind {
        is_it(element) && !names_it(whole)
    } else if let ExprKind::Quantifier(Quantifier::Some, binders, body) = &condition.kind {
        ranges_apart(binders, &names_it) && finite(service, body, place)
    } else if let ExprKind::Call(function, args, moment) = &condition.kind
        && let FunctionBody::Defined(body) = &service.function(*function).body
        && !any(body, &|part| matches!(part.kind, ExprKind::Call(..)))
    {
        // One level deep: what calls further might call itself.
        finite(service, &substitute(body, args, *moment, &mut Fresh::above(condition)), place)
    } else {
        false
    }
}

fn ranges_apart(binders: &[Binder], names_it: &dyn Fn(&Expr) -> bool) -> bool {
    binders.iter().all(|binder| match &binder.range {
        crate::ir::Range::Elements(expr) | crate::ir::Range::Values(expr) => !names_it(expr),
        crate::ir::Range::All(_) => true,
    })
}
