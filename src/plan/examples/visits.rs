//! Operations that only read, asked in states that were made for others, with values that these states hold: what such a
//! state shows of them, no state of their own does.

use std::collections::BTreeSet;

use super::super::Ground;
use super::super::profile::MOST_VISITS;
use super::super::reading::only_reads;
use super::changes::Changer;
use super::known::Known;
use super::{Example, ExampleKind, spread};
use crate::explore::{Line, Stored, Term, Trace, Writer, plain, refs};
use crate::interp::{Call, Value};
use crate::ir::{OperationId, ParamIndex, Type, TypeRef};

/// An operation that only reads, once in each state; no visits of another one.
pub(super) fn visits(ground: Ground<'_>, known: &Known, id: OperationId) -> Vec<Example> {
    if !only_reads(ground.service, id) {
        return Vec::new();
    }
    let numbers = spread((0..ground.exploration.corpus.states.len()).collect(), MOST_VISITS);
    numbers.into_iter().filter_map(|number| visit(ground, known, id, number)).collect()
}

fn visit(ground: Ground<'_>, known: &Known, operation: OperationId, state: usize) -> Option<Example> {
    let stored = &ground.exploration.corpus.states[state];
    let pool = Known::of_state(ground, stored);
    let visitor = Visitor(Changer { service: ground.service, pool: &pool, known, now: stored.now });
    let call = Call { operation, inputs: visitor.inputs(operation, state)? };
    ground.machine.precondition(&stored.state, &call, stored.now).ok()?;
    let inputs = terms(ground, stored, &call).into_iter().enumerate();
    let inputs = inputs.map(|(at, term)| (ParamIndex(at as u32), term)).collect();
    Some(Example { operation, kind: ExampleKind::Visit, state, witness: None, inputs, fields: Vec::new() })
}

/// The inputs of a call in a state, with references to what its trace answered. A call that only reads is left out where the
/// state is reached, so nothing refers to its answer.
fn terms(ground: Ground<'_>, stored: &Stored, call: &Call) -> Vec<Term> {
    let mut writer = Writer::new(ground.machine);
    let trace = stored.trace.as_ref();
    if let Some(trace) = trace {
        writer.lines(&trace.steps, stored.now);
    }
    let Line { inputs, .. } = writer.line(call, stored.now, stored.now);
    let is_lasting = |term: &Term| trace.is_none_or(|trace| refers_to_writers(ground, trace, term));
    let named = inputs.into_iter().zip(&call.inputs);
    named.map(|(term, value)| if is_lasting(&term) { term } else { plain(value, stored.now) }).collect()
}

fn refers_to_writers(ground: Ground<'_>, trace: &Trace, term: &Term) -> bool {
    let mut found = BTreeSet::new();
    refs(term, &mut found);
    let writes = |line: &Line| !ground.api.route(line.operation).kind.is_read_only();
    found.iter().all(|step| trace.lines.get(*step).is_some_and(writes))
}

struct Visitor<'a>(Changer<'a>);

impl Visitor<'_> {
    /// Inputs by the values of a state. Of several options one has a value, so that each has its say.
    fn inputs(&self, operation: OperationId, number: usize) -> Option<Vec<Value>> {
        let inputs = &self.0.service.operation(operation).inputs;
        let is_option = |at: &usize| matches!(inputs[*at].ty.ty, Type::Option(_));
        let options: Vec<usize> = (0..inputs.len()).filter(is_option).collect();
        let given = number.checked_rem(options.len()).map(|at| options[at]);
        let value = |at: usize| {
            let has_value = !is_option(&at) || given == Some(at);
            if has_value { self.picked(&inputs[at].ty, number + at) } else { Some(Value::None) }
        };
        (0..inputs.len()).map(value).collect()
    }

    fn picked(&self, ty: &TypeRef, which: usize) -> Option<Value> {
        let base = ty.alias.map_or(ty, |alias| &self.0.service.aliases[alias.index()].base);
        match (&base.ty, &*base.args) {
            (Type::Option(_), [inner]) => self.picked(inner, which),
            (Type::Set(_), [inner]) => Some(Value::Set(self.elements(inner, which)?.into_iter().collect())),
            (Type::Seq(_), [inner]) => Some(Value::Seq(self.elements(inner, which)?.into_iter().collect())),
            (Type::Bool, _) => Some(Value::Bool(which.is_multiple_of(2))),
            _ => self.single(ty, which),
        }
    }

    fn elements(&self, inner: &TypeRef, which: usize) -> Option<Vec<Value>> {
        if which.is_multiple_of(3) { Some(Vec::new()) } else { Some(vec![self.picked(inner, which)?]) }
    }

    fn single(&self, ty: &TypeRef, which: usize) -> Option<Value> {
        let own = self.0.pool.of(ty, self.0.now);
        let found = if own.is_empty() { self.0.known.of(ty, self.0.now) } else { own };
        let chosen = which.checked_rem(found.len()).map(|at| found[at].clone());
        chosen.or_else(|| self.0.other(ty, None))
    }
}
