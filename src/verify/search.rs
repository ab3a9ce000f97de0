//! Looking for a situation in small collections, where everything can be written out.

use super::decode::{Situation, situation};
use super::encode::{Encoded, Mode, Numbers, View};
use super::goal::{Denied, Puzzle};
use super::ground::Ground;
use super::region::Matter;
use super::scene::Scene;
use super::solve::{Answer, Put, Tracking, afresh};
use super::sorts::Texts;
use super::truth::{and, or};
use super::{Cost, Limit, Means};
use crate::interp::Clause;
use crate::ir::OperationId;

/// How large collections are in a search.
pub(super) const SIZES: [usize; 3] = [1, 2, 3];

/// Whether a situation is what it should be.
pub(super) type Fits<'f> = &'f dyn Fn(&Situation) -> bool;

/// What is put to the solver, and how.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    /// Makes the puzzle.
    pub(super) make: &'q (dyn Fn(&Scene<'_>) -> Encoded<Puzzle> + Sync),
    /// The operation that is called.
    pub(super) call: Option<OperationId>,
    /// What it claims, where that is a clause.
    pub(super) claim: Option<Clause>,
    pub(super) numbers: Numbers,
    /// How many of its claims were shown already, where a proof takes them one by one.
    pub(super) shown: usize,
}

impl<'q> Question<'q> {
    pub(super) fn new(
        call: Option<OperationId>,
        make: &'q (dyn Fn(&Scene<'_>) -> Encoded<Puzzle> + Sync),
    ) -> Question<'q> {
        Question { make, call, claim: None, numbers: Numbers::Free, shown: 0 }
    }

    /// The state fields that matter to it.
    pub(super) fn matter<'g>(&self, ground: &'g Ground<'_>) -> Matter<'g> {
        ground.matter(self.call).map_or(Matter::Everything, Matter::Regions)
    }
}

/// What a search comes to, and what it took.
pub(super) struct Sought {
    pub(super) result: Searched,
    pub(super) cost: Cost,
}

/// What a search comes to.
pub(super) enum Searched {
    /// A situation, and whether it rests on numbers that are not exact.
    Found(Situation, bool),
    /// There is none of that size.
    Nothing,
    /// Nobody knows.
    GaveUp,
    /// The solver was stopped at its limit.
    RanOut,
}

/// Looks for a situation in collections of a size; rather for one that fits.
pub(super) fn search(
    ground: &Ground<'_>,
    question: Question<'_>,
    size: usize,
    fits: Fits<'_>,
    means: &Means,
) -> Result<Sought, Limit> {
    // Opaque texts are fast, and get texts of their own afterwards; where that does not work, native ones may.
    let first = search_with(ground, question, (size, Texts::Opaque), means)?;
    let is_settled = match &first.result {
        Searched::Found(found, _) => fits(found),
        // What is too much with opaque texts is not less with real ones.
        Searched::Nothing | Searched::RanOut => true,
        Searched::GaveUp => false,
    };
    if is_settled {
        return Ok(first);
    }
    let second = search_with(ground, question, (size, Texts::Native), means)?;
    let result = match (first.result, second.result) {
        (_, found @ Searched::Found(..)) | (Searched::GaveUp | Searched::RanOut, found) => found,
        (first, Searched::Nothing | Searched::GaveUp | Searched::RanOut) => first,
    };
    Ok(Sought { result, cost: first.cost.and(second.cost) })
}

/// The same, with texts seen in one way.
pub(super) fn search_with(
    ground: &Ground<'_>,
    question: Question<'_>,
    (size, texts): (usize, Texts),
    means: &Means,
) -> Result<Sought, Limit> {
    let (sought, more) = afresh(means.clock, || {
        let view = View { mode: Mode::Bounded(size), texts, numbers: question.numbers };
        let scene = Scene::new(ground, view, question.matter(ground))?;
        let puzzle = (question.make)(&scene)?;
        let mut decent = Vec::new();
        for (id, val) in scene.mattering() {
            decent.push(scene.encoder.decent(&ground.service.state_field(id).ty.ty, val)?);
        }
        if let Some(id) = question.call {
            for (param, val) in ground.service.operation(id).inputs.iter().zip(puzzle.env.inputs.iter()) {
                decent.push(scene.encoder.decent(&param.ty.ty, val)?);
            }
        }
        for instant in [&scene.now, &scene.valid_at] {
            decent.extend(super::scalar::in_range(&crate::ir::Type::DateTime, instant));
        }
        if texts == Texts::Opaque && scene.encoder.composed.get() {
            return Ok(Sought { result: Searched::GaveUp, cost: Cost::default() });
        }
        let mut put = Put::new(&scene, &puzzle, (means.effort, means.clock), Tracking::Off);
        put.also(&and(&decent));
        put.deny(&match &puzzle.denied {
            Denied::Whole(denied) => denied.clone(),
            Denied::OneOf(denied) => or(denied),
        });
        let answer = put.answer(means.clock);
        let smt = means.dump.then(|| put.smt2(Mode::Bounded(size), &answer));
        let result = match answer {
            Answer::Never => Searched::Nothing,
            Answer::GaveUp => Searched::GaveUp,
            Answer::RanOut => Searched::RanOut,
            Answer::Found(model) => match situation(&scene, &model, question.call.map(|id| (id, &puzzle.env))) {
                Some(found) => Searched::Found(found, scene.encoder.floats.get()),
                None => Searched::GaveUp,
            },
        };
        Ok(Sought { result, cost: put.cost(smt) })
    });
    sought.map(|sought: Sought| Sought { cost: sought.cost.with(more), ..sought })
}
