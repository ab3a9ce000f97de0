//! Examples that are made from the corpus before anything is drawn: witnesses with one input a little different, witnesses in
//! states that hold more than the call needs, and operations that only read, asked in states that were made for others. None
//! of them depends on the service that is tested. What a service must answer is not written down: the oracle of a suite
//! judges each, as it judges what is drawn.

mod changes;
mod known;
mod near;
mod richer;
mod visits;

use serde::Serialize;

use self::known::Known;
use super::Ground;
use crate::explore::{Expect, Line, Term, Witness, resolve};
use crate::interp::{Call, Value};
use crate::ir::{OperationId, ParamIndex, StateId};

/// How an example was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExampleKind {
    /// A near miss of the first witness that is accepted: always tried
    Near,
    /// A near miss of another witness: some of them are tried
    Further,
    /// An accepted witness in a state with as much changed as the call leaves room for
    Richer,
    /// An operation that only reads, in a state that was made for others
    Visit,
}

/// A call in a state of the corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The operation.
    pub operation: OperationId,
    /// How it was made.
    pub kind: ExampleKind,
    /// The state of the corpus, by position.
    pub state: usize,
    /// The witness whose call it is, by position.
    pub witness: Option<usize>,
    /// The inputs that are not those of the witness.
    pub inputs: Vec<(ParamIndex, Term)>,
    /// The state fields that are not those of the state.
    pub fields: Vec<(StateId, Term)>,
}

/// The examples of all operations.
pub(super) fn examples(ground: Ground<'_>) -> Vec<Example> {
    let known = Known::of_corpus(ground);
    let of = |at: usize| of_operation(ground, &known, OperationId(at as u32));
    (0..ground.service.operations.len()).flat_map(of).collect()
}

fn of_operation(ground: Ground<'_>, known: &Known, id: OperationId) -> Vec<Example> {
    let mut found = near::near(ground, id);
    found.extend(richer::richer(ground, known, id));
    found.extend(visits::visits(ground, known, id));
    found
}

/// At most so many of them, from all over the list.
fn spread<T>(items: Vec<T>, most: usize) -> Vec<T> {
    let count = items.len();
    if count <= most {
        return items;
    }
    let chosen: std::collections::BTreeSet<usize> = (0..most).map(|at| at * count / most).collect();
    items.into_iter().enumerate().filter(|(at, _)| chosen.contains(at)).map(|(_, item)| item).collect()
}

fn is_accepted(witness: &Witness) -> bool {
    witness.call.as_ref().is_some_and(|made| made.expect == Expect::Accepted)
}

/// The call of a witness, in its own state or a populated one, and its instant: that of the state and the wait.
fn call_in(ground: Ground<'_>, witness: &Witness, state: usize) -> Option<(Call, i64)> {
    let corpus = &ground.exploration.corpus;
    let Line { operation, inputs, wait } = &witness.call.as_ref()?.line;
    let now = corpus.states[state].now.checked_add(*wait)?;
    let steps = corpus.states[witness.state].trace.iter().flat_map(|trace| &trace.steps);
    let answers: Vec<Vec<Value>> = steps.map(|step| step.outputs.clone()).collect();
    let inputs = inputs.iter().map(|term| resolve(term, &answers, now)).collect::<Option<Vec<Value>>>()?;
    Some((Call { operation: *operation, inputs }, now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_are_taken_from_all_over_a_list() {
        assert_eq!(spread(vec![1, 2], 3), [1, 2]);
        assert_eq!(spread((0..10).collect(), 4), [0, 2, 5, 7]);
        assert_eq!(spread(vec![1, 2], 0), [0; 0]);
    }
}
