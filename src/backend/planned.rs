//! Planned tests in the words that the harnesses of all languages have: what each test goes over, what it asks of what it is
//! handed, and what is written above it.

use crate::convention::Api;
use crate::ir::{OperationId, Service};
use crate::plan::{Again, Calls, ClauseId, Holds, PlannedTest};

/// What a question says beside its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    /// A position
    Position(usize),
    /// A name
    Name(String),
    /// The same answer again
    Same,
}

/// What a test asks of what it is handed: the name of the question, and what it says.
pub(super) fn asked(holds: &Holds, service: &Service) -> (&'static str, Vec<Said>) {
    match holds {
        Holds::Accepts => ("accepts", Vec::new()),
        Holds::Ensures(at) => ("ensures", vec![Said::Position(*at)]),
        Holds::Rejects => ("rejects", Vec::new()),
        Holds::RejectsFor(clause) => ("rejects", vec![Said::Name(clause.0.clone())]),
        Holds::Invariant(at) => ("invariant", vec![Said::Position(*at)]),
        Holds::Always(at) => ("always", vec![Said::Position(*at)]),
        Holds::Types => ("types", Vec::new()),
        Holds::Frame => ("frame", Vec::new()),
        Holds::Output => ("output", Vec::new()),
        Holds::Safe(Again::Same) => ("safe", vec![Said::Same]),
        Holds::Safe(Again::Free) => ("safe", Vec::new()),
        Holds::Moves(transition, rule) => {
            let id = ClauseId::of_rule(service, *transition, *rule).0;
            ("moves", vec![Said::Name(service.transitions[*transition].name.to_string()), Said::Name(id)])
        }
        Holds::Total => ("total", Vec::new()),
        Holds::Refuses => ("refuses", Vec::new()),
        Holds::Unauthorized => ("unauthorized", Vec::new()),
        Holds::Eventually(at) => ("eventually", vec![Said::Position(*at)]),
    }
}

/// What a test goes over, in a word.
pub(super) fn called(calls: &Calls) -> &'static str {
    match calls {
        Calls::Examples(_) => "examples",
        Calls::Witnesses(..) | Calls::Limits(..) => "witnesses",
        Calls::Malformed(..) => "malformed",
        Calls::Unauthorized(_) => "unauthorized",
        Calls::Traces | Calls::TracesTo(_) => "traces",
    }
}

/// What is written above the tests of an operation.
pub(super) fn heading(service: &Service, api: &Api, id: OperationId) -> String {
    let (route, declared) = (api.route(id), service.operation(id));
    format!("{}: {} {}", declared.name, route.method, route.template.text(declared))
}

/// What is written above a test.
pub(super) fn told(test: &PlannedTest) -> String {
    format!("{} ({})", test.says, test.place)
}
