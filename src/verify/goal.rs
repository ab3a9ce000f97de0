//! What is assumed and what is claimed by a check that speaks of a call.

use z3::ast::Bool;

use super::Limit;
use super::encode::{Encoded, Env};
use super::scene::Scene;
use super::step::Called;
use super::truth::{and, not, yes};
use crate::interp::Clause;
use crate::ir::{Expr, OperationId, Property};
use crate::realize::{Action, Body};

/// A condition that is put to the solver, with the clause it comes from.
pub(super) struct Said {
    pub(super) clause: Option<Clause>,
    pub(super) holds: Bool,
}

impl Said {
    pub(super) fn of((clause, holds): (Clause, Bool)) -> Said {
        Said { clause: Some(clause), holds }
    }

    pub(super) fn plain(holds: Bool) -> Said {
        Said { clause: None, holds }
    }
}

/// How much is assumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Breadth {
    /// Of what counts and adds up, only the clause itself
    Narrow,
    /// Everything
    Whole,
}

/// What is put to the solver: it should find no way to make all of it true.
pub(super) struct Puzzle {
    pub(super) said: Vec<Said>,
    pub(super) denied: Denied,
    pub(super) env: Env,
}

/// What is claimed, denied.
pub(super) enum Denied {
    /// As a whole
    Whole(Bool),
    /// One of many claims is denied: a proof takes them one by one
    OneOf(Vec<Bool>),
}

/// A valid state, as far as it is wanted.
pub(super) fn valid_state(
    scene: &Scene<'_>,
    about: Option<Clause>,
    wanted: &dyn Fn(Clause, &Expr) -> bool,
) -> Vec<Said> {
    scene
        .valid_state(about, wanted)
        .into_iter()
        .map(Said::of)
        .chain(scene.facts().into_iter().map(Said::plain))
        .collect()
}

/// That a call which may be made keeps a clause.
pub(super) fn keeps(
    scene: &Scene<'_>,
    id: OperationId,
    body: &Body,
    clause: Clause,
    breadth: Breadth,
) -> Encoded<Puzzle> {
    let service = scene.encoder.service;
    let wanted = |known: Clause, expr: &Expr| {
        let of_type = matches!(known, Clause::EntityInvariant(..) | Clause::Alias(_) | Clause::Field(..));
        let of_output = of_type && matches!(clause, Clause::Output(..));
        breadth == Breadth::Whole || known == clause || of_output || !scene.encoder.ground.has_totals(known, expr)
    };
    let mut said = valid_state(scene, Some(clause), &wanted);
    let env = scene.call(id)?;
    said.extend(scene.typed_inputs(&env, id)?.into_iter().map(Said::of));
    said.extend(scene.required(&env, id)?.into_iter().map(Said::of));
    let called = scene.made(&env, id, body)?;
    said.extend(called.chosen.iter().cloned().map(Said::plain));
    let of_choice = guided(body);
    let operation = service.operation(id);
    for (at, ensures) in operation.ensures.iter().enumerate() {
        let known = Clause::Ensures(id, at);
        let about_ensures = matches!(clause, Clause::Ensures(..));
        let assumed = if about_ensures { of_choice.contains(&at) } else { wanted(known, &ensures.expr) };
        if assumed && known != clause && !scene.encoder.ground.loose.within(&ensures.expr) {
            said.push(Said::of((known, scene.encoder.truth(&called.env, &ensures.expr)?.yes)));
        }
    }
    let claim = claim(scene, id, &called, clause)?;
    Ok(Puzzle { said, denied: Denied::Whole(not(&claim)), env })
}

/// The ensures that guide a choice: that they can be kept is another check.
pub(super) fn guided(body: &Body) -> Vec<usize> {
    let checks = body.steps.iter().filter_map(|step| match &step.action {
        Action::Choose(_, checks) => Some(checks),
        Action::Assign(..) | Action::Insert(..) | Action::Remove(..) | Action::Create(..) | Action::Collect(..) => None,
    });
    checks.flatten().map(|check| check.clause).collect()
}

fn claim(scene: &Scene<'_>, id: OperationId, called: &Called, clause: Clause) -> Encoded<Bool> {
    let service = scene.encoder.service;
    match clause {
        Clause::Ensures(_, at) => Ok(scene.encoder.truth(&called.env, &service.operation(id).ensures[at].expr)?.yes),
        Clause::Output(_, at) => {
            let (output, Some(value)) = (&service.operation(id).outputs[at], called.env.outputs.get(at)) else {
                return Ok(yes());
            };
            let claims = scene.encoder.refined(&scene.afterwards(called), &output.ty, value, &|_, _| true)?;
            Ok(and(&claims.into_iter().map(|(_, holds)| holds).collect::<Vec<_>>()))
        }
        Clause::Transition(at) => Ok(scene.moved(called, &service.transitions[at], id)?.unwrap_or_else(yes)),
        Clause::Invariant(_) | Clause::Always(_) => {
            let found = scene.encoder.ground.condition(clause);
            let expr = found.ok_or_else(|| Limit::new("a clause that is not there"))?;
            Ok(scene.encoder.truth(&scene.afterwards(called), expr)?.yes)
        }
        Clause::EntityInvariant(..) | Clause::Alias(_) | Clause::Field(..) | Clause::State(_) => {
            let mut all = Vec::new();
            for (id, _) in scene.mattering() {
                let claims = scene.refined_after(called, id, &|known| known == clause)?;
                all.extend(claims.into_iter().filter(|(known, _)| *known == clause).map(|(_, holds)| holds));
            }
            Ok(and(&all))
        }
        Clause::Requires(..) | Clause::Initial(_) | Clause::Frame(..) => Err(Limit::new("a clause that no call keeps")),
    }
}

/// That a call can be made: a valid state, typed inputs, and the precondition.
pub(super) fn callable(scene: &Scene<'_>, id: OperationId, valid: bool, only: Option<usize>) -> Encoded<Puzzle> {
    let mut said = if valid { valid_state(scene, None, &|_, _| true) } else { Vec::new() };
    let env = scene.call(id)?;
    said.extend(scene.typed_inputs(&env, id)?.into_iter().map(Said::of));
    let required = scene.required(&env, id)?.into_iter();
    said.extend(required.filter(|(clause, _)| only.is_none_or(|at| *clause == Clause::Requires(id, at))).map(Said::of));
    Ok(Puzzle { said, denied: Denied::Whole(yes()), env })
}

/// That a number leaves its range in a call: while its precondition is looked at, or while it is made.
pub(super) fn overflows(scene: &Scene<'_>, id: OperationId, body: &Body, breadth: Breadth) -> Encoded<Puzzle> {
    let encoder = &scene.encoder;
    encoder.apart.set(breadth == Breadth::Narrow);
    let mut said =
        valid_state(scene, None, &|clause, expr| breadth == Breadth::Whole || !encoder.ground.has_totals(clause, expr));
    let env = scene.call(id)?;
    said.extend(scene.typed_inputs(&env, id)?.into_iter().map(Said::of));
    encoder.take_watched();
    let (mut left, mut before) = (Vec::new(), Vec::new());
    for requires in &encoder.service.operation(id).requires {
        if !encoder.ground.loose.within(&requires.expr) {
            let holds = encoder.truth(&env, &requires.expr)?.yes;
            left.extend(encoder.take_watched().iter().map(|stays| and(&[and(&before), not(stays)])));
            before.push(holds);
        }
    }
    before.extend(scene.required(&env, id)?.into_iter().map(|(_, holds)| holds));
    let called = scene.made(&env, id, body)?;
    before.extend(called.chosen.iter().cloned());
    for ensures in &encoder.service.operation(id).ensures {
        if !encoder.ground.loose.within(&ensures.expr) {
            encoder.truth(&called.env, &ensures.expr)?;
        }
    }
    left.extend(encoder.take_watched().iter().map(|stays| and(&[and(&before), not(stays)])));
    Ok(Puzzle { said, denied: Denied::OneOf(left), env })
}

/// That a rule can be taken.
pub(super) fn takes(scene: &Scene<'_>, transition: usize, rule: usize) -> Encoded<Puzzle> {
    let service = scene.encoder.service;
    let found = super::check::resolved(service, transition, rule).and_then(|rule| rule.resolved.as_ref().ok());
    let rule = found.ok_or_else(|| Limit::new("a rule that is skipped"))?;
    let mut puzzle = callable(scene, rule.via, true, None)?;
    let open = scene.open_rule(&puzzle.env, &service.transitions[transition], rule)?;
    puzzle.said.push(Said { clause: Some(Clause::Transition(transition)), holds: open });
    Ok(puzzle)
}

/// That there is a valid state at all.
pub(super) fn consistent(scene: &Scene<'_>) -> Puzzle {
    Puzzle { said: valid_state(scene, None, &|_, _| true), denied: Denied::Whole(yes()), env: scene.valid() }
}

/// That a call is rejected by one `requires` alone.
pub(super) fn rejected(scene: &Scene<'_>, id: OperationId, at: usize) -> Encoded<Puzzle> {
    let mut puzzle = callable(scene, id, true, None)?;
    for said in &mut puzzle.said {
        if said.clause == Some(Clause::Requires(id, at)) {
            said.holds = not(&said.holds);
        }
    }
    Ok(puzzle)
}

/// That a valid state satisfies a temporal property.
pub(super) fn satisfying(scene: &Scene<'_>, at: usize) -> Encoded<Puzzle> {
    let mut puzzle = consistent(scene);
    let property = scene.encoder.service.temporals.get(at).map(|temporal| &temporal.property);
    let Some(Property::Eventually(expr)) = property else { return Err(Limit::new("a property of no state")) };
    puzzle.said.push(Said::plain(scene.encoder.truth(&scene.valid(), expr)?.yes));
    Ok(puzzle)
}
