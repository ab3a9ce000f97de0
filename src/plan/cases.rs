//! The cases of a test: each is run, counted and named by itself.

use std::collections::BTreeSet;

use super::Ground;
use super::malformed::{self, Malformed};
use super::test::Calls;
use crate::explore::{Corpus, Expect, Line, Witness};

/// One thing that a test does.
#[derive(Debug, Clone, PartialEq)]
pub enum Case {
    /// The call of a witness in its own state, by the positions of both
    Minimal(usize, usize),
    /// The same among bystanders
    Populated(usize, usize),
    /// The same after the calls that lead to its own state. What a service keeps beside its state, a counter or a cache, is
    /// right in a state that was loaded
    Called(usize),
    /// A request that is not well-formed
    Malformed(Malformed),
    /// A call without credentials
    WithoutCredentials,
    /// A call with credentials that are wrong
    WrongCredentials,
    /// The calls that lead to a state
    Trace(usize),
}

impl Case {
    /// What the case is called. No other case of its test is called the same.
    pub fn name(&self) -> String {
        match self {
            Case::Minimal(witness, _) => format!("w{witness}-minimal"),
            Case::Populated(witness, _) => format!("w{witness}-populated"),
            Case::Called(witness) => format!("w{witness}-called"),
            Case::Malformed(wrong) => wrong.name.clone(),
            Case::WithoutCredentials => "missing".into(),
            Case::WrongCredentials => "wrong".into(),
            Case::Trace(state) => format!("s{state}"),
        }
    }
}

/// The cases of a test; none where it goes over all examples of an operation, of which some are drawn.
pub(super) fn cases(ground: Ground<'_>, calls: &Calls) -> Vec<Case> {
    let corpus = &ground.exploration.corpus;
    let of_states = |states: Vec<usize>| states.into_iter().map(Case::Trace).collect();
    match calls {
        Calls::Examples(_) => Vec::new(),
        Calls::Witnesses(_, numbers) => in_states(corpus, numbers),
        Calls::Limits(_, numbers) => [in_states(corpus, numbers), called(corpus, numbers)].concat(),
        Calls::Malformed(id, input) => {
            malformed::requests(ground.service, ground.api, *id, *input).into_iter().map(Case::Malformed).collect()
        }
        Calls::Unauthorized(_) => vec![Case::WithoutCredentials, Case::WrongCredentials],
        Calls::Traces => of_states(longest(corpus)),
        Calls::TracesTo(states) => of_states(states.clone()),
    }
}

/// Each witness in its state and, where there is one, in its populated one.
fn in_states(corpus: &Corpus, numbers: &[usize]) -> Vec<Case> {
    let both = |number: usize| {
        let witness = &corpus.witnesses[number];
        let among = witness.populated.map(|state| Case::Populated(number, state));
        [Case::Minimal(number, witness.state)].into_iter().chain(among)
    };
    numbers.iter().copied().flat_map(both).collect()
}

/// One that is accepted and one that is rejected, where calls lead to their states.
fn called(corpus: &Corpus, numbers: &[usize]) -> Vec<Case> {
    let has_calls = |number: &usize| {
        let trace = &corpus.states[corpus.witnesses[*number].state].trace;
        trace.as_ref().is_some_and(|trace| !trace.lines.is_empty())
    };
    let first = |accepted: bool| {
        let mut fitting = numbers.iter().copied().filter(has_calls);
        fitting.find(|number| is_accepted(&corpus.witnesses[*number]) == accepted).map(Case::Called)
    };
    [true, false].into_iter().filter_map(first).collect()
}

fn is_accepted(witness: &Witness) -> bool {
    witness.call.as_ref().is_some_and(|made| made.expect == Expect::Accepted)
}

/// The states whose traces are tests: a trace that another one begins with is part of that.
fn longest(corpus: &Corpus) -> Vec<usize> {
    let lines = |at: usize| corpus.states[at].trace.as_ref().map_or(&[][..], |trace| trace.lines.as_slice());
    let mut traced: Vec<usize> = (0..corpus.states.len()).filter(|at| !lines(*at).is_empty()).collect();
    // The longest first, so that whatever a trace is part of was seen before it; of equal ones the first stays.
    traced.sort_by_key(|at| (usize::MAX - lines(*at).len(), *at));
    let mut found: BTreeSet<usize> = BTreeSet::new();
    let is_part = |at: usize, of: &BTreeSet<usize>| of.iter().any(|other| begins_with(lines(*other), lines(at)));
    for at in traced {
        if !is_part(at, &found) {
            found.insert(at);
        }
    }
    found.into_iter().collect()
}

fn begins_with(trace: &[Line], part: &[Line]) -> bool {
    trace.get(..part.len()).is_some_and(|first| first == part)
}
