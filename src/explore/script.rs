//! Traces that can be made again: values that the service chose are references to the answer that gave them, and instants
//! are counted from the call.

use std::cell::RefCell;

use imbl::{OrdMap, OrdSet};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::pool::Step;
use crate::interp::{Call, Machine, Random, State, Value, Verdict};
use crate::ir::{AliasId, OperationId, Service, Type, TypeRef};
use crate::realize::{Action, Body};

/// A value that may refer to answers of earlier calls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Term {
    /// A value that is always the same
    Value(Value),
    /// What an earlier call answered: its position, and the way to the value, an output first and then fields
    Ref(usize, Vec<Place>),
    /// An instant, in milliseconds from the call
    At(i64),
    /// A record
    Record(Vec<Term>),
    /// A set
    Set(Vec<Term>),
    /// A sequence
    Seq(Vec<Term>),
    /// A map
    Map(Vec<(Term, Term)>),
}

/// A step on the way to a part of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The position of the output or the field.
    pub at: usize,
    /// Its name.
    pub name: SmolStr,
}

/// A call that can be made again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The operation.
    pub operation: OperationId,
    /// Its inputs.
    pub inputs: Vec<Term>,
    /// How long after the call before it is made, in milliseconds.
    pub wait: i64,
}

/// A value that a service chose.
#[derive(Debug, Clone)]
struct Handed {
    ty: Type,
    alias: Option<AliasId>,
    value: Value,
    step: usize,
    way: Vec<Place>,
}

/// Turns calls into lines, one after the other.
#[derive(Debug)]
pub(crate) struct Writer<'m> {
    service: &'m Service,
    bodies: &'m [Body],
    handed: Vec<Handed>,
    /// Values that were about before, and so were not chosen by the service.
    seen: Vec<Value>,
    steps: usize,
}

impl<'m> Writer<'m> {
    pub(crate) fn new(machine: &'m Machine) -> Writer<'m> {
        Writer { service: machine.service(), bodies: machine.bodies(), handed: Vec::new(), seen: Vec::new(), steps: 0 }
    }

    /// The lines of a trace that begins at an instant.
    pub(crate) fn lines(&mut self, trace: &[Step], begin: i64) -> Vec<Line> {
        let mut last = begin;
        let mut found = Vec::new();
        for step in trace {
            found.push(self.line(&step.call, step.now, last));
            self.hand_out(step);
            last = step.now;
        }
        found
    }

    /// A call as a line.
    pub(crate) fn line(&self, call: &Call, now: i64, last: i64) -> Line {
        let declared = self.service.operation(call.operation).inputs.iter().zip(&call.inputs);
        let inputs = declared.map(|(param, value)| self.term(&param.ty, value, now)).collect();
        Line { operation: call.operation, inputs, wait: now - last }
    }

    fn term(&self, ty: &TypeRef, value: &Value, now: i64) -> Term {
        if let Some(handed) = self.handed.iter().rfind(|handed| handed.is(ty, value)) {
            return Term::Ref(handed.step, handed.way.clone());
        }
        let Some(alias) = ty.alias else { return self.parts(ty, value, now) };
        let base = &self.service.aliases[alias.index()].base;
        if base.alias.is_some() { self.term(base, value, now) } else { self.parts(base, value, now) }
    }

    /// What an alias stands for is related to everything of its kind, so only its parts are looked at.
    fn parts(&self, ty: &TypeRef, value: &Value, now: i64) -> Term {
        match (&ty.ty, value, &*ty.args) {
            (_, Value::Instant(at), _) => Term::At(at - now),
            (Type::Option(_), value, [inner]) if !value.is_none() => self.term(inner, value, now),
            (_, Value::Set(elements), [inner]) => {
                Term::Set(elements.iter().map(|element| self.term(inner, element, now)).collect())
            }
            (_, Value::Seq(elements), [inner]) => {
                Term::Seq(elements.iter().map(|element| self.term(inner, element, now)).collect())
            }
            (_, Value::Map(entries), [key, inner]) => {
                let entry = |(at, value): (&Value, &Value)| (self.term(key, at, now), self.term(inner, value, now));
                Term::Map(entries.iter().map(entry).collect())
            }
            (Type::Entity(id), Value::Record(fields), _) => {
                let declared = self.service.entity(*id).fields.iter().zip(fields.iter());
                Term::Record(declared.map(|(field, value)| self.term(&field.ty, value, now)).collect())
            }
            _ => Term::Value(value.clone()),
        }
    }

    /// Notes what the service chose in a step: what was nowhere before, or was chosen once already.
    fn hand_out(&mut self, step: &Step) {
        let operation = self.service.operation(step.call.operation);
        let mut given = Vec::new();
        for (param, value) in operation.inputs.iter().zip(&step.call.inputs) {
            leaves(self.service, &param.ty, value, &mut Vec::new(), &mut |_, value, _| given.push(value.clone()));
        }
        let chooses = self.bodies[step.call.operation.index()].steps.iter();
        let chooses = chooses.map(|step| &step.action).any(|action| matches!(action, Action::Choose(..)));
        let mut found = Vec::new();
        for (at, (param, value)) in operation.outputs.iter().zip(&step.outputs).enumerate() {
            let first = Place { at, name: param.name.clone() };
            leaves(self.service, &param.ty, value, &mut vec![first], &mut |ty, value, way| {
                found.push((ty.clone(), value.clone(), way.to_vec()));
            });
        }
        for (ty, value, way) in found {
            // What was taken back may be handed out again; others may hand out something else then.
            let is_known = self.seen.contains(&value) && !self.handed.iter().any(|handed| handed.is(&ty, &value));
            let is_new = !is_known && !given.contains(&value);
            if chooses && is_new && matches!(value, Value::Int(_) | Value::Text(_) | Value::Uuid(_)) {
                let handed = Handed { ty: ty.ty, alias: ty.alias, value: value.clone(), step: self.steps, way };
                self.handed.push(handed);
            }
            self.seen.push(value);
        }
        self.seen.extend(given);
        self.steps += 1;
    }
}

impl Handed {
    /// Whether a value of a declared type is this one.
    fn is(&self, ty: &TypeRef, value: &Value) -> bool {
        let related = self.alias == ty.alias || self.alias.is_none() || ty.alias.is_none();
        self.value == *value && self.ty == ty.ty && related
    }
}

/// The values inside of a value that have no parts, with the way to each through fields of records.
fn leaves(
    service: &Service,
    ty: &TypeRef,
    value: &Value,
    way: &mut Vec<Place>,
    visit: &mut dyn FnMut(&TypeRef, &Value, &[Place]),
) {
    let base = ty.alias.map(|alias| &service.aliases[alias.index()].base);
    match (base.map_or(&ty.ty, |base| &base.ty), value) {
        (Type::Entity(id), Value::Record(fields)) => {
            for (at, (field, value)) in service.entity(*id).fields.iter().zip(fields.iter()).enumerate() {
                way.push(Place { at, name: field.name.clone() });
                leaves(service, &field.ty, value, way, visit);
                way.pop();
            }
        }
        (Type::Option(_), value) if !value.is_none() => {
            if let Some(inner) = base.unwrap_or(ty).args.first() {
                leaves(service, inner, value, way, visit);
            }
        }
        _ => visit(ty, value, way),
    }
}

/// The value that a term stands for, with the answers of the calls before.
pub fn resolve(term: &Term, answers: &[Vec<Value>], now: i64) -> Option<Value> {
    let all = |terms: &[Term]| terms.iter().map(|term| resolve(term, answers, now)).collect::<Option<Vec<Value>>>();
    match term {
        Term::Value(value) => Some(value.clone()),
        Term::At(offset) => Some(Value::Instant(now.checked_add(*offset)?)),
        Term::Ref(step, way) => {
            let (first, rest) = way.split_first()?;
            rest.iter().try_fold(answers.get(*step)?.get(first.at)?, |value, place| match value {
                Value::Record(fields) => fields.get(place.at),
                _ => None,
            })
        }
        .cloned(),
        Term::Record(terms) => Some(Value::Record(all(terms)?.into())),
        Term::Set(terms) => Some(Value::Set(all(terms)?.into_iter().collect::<OrdSet<Value>>())),
        Term::Seq(terms) => Some(Value::Seq(all(terms)?.into_iter().collect())),
        Term::Map(entries) => {
            let entry =
                |(key, value): &(Term, Term)| Some((resolve(key, answers, now)?, resolve(value, answers, now)?));
            Some(Value::Map(entries.iter().map(entry).collect::<Option<OrdMap<Value, Value>>>()?))
        }
    }
}

/// A trace that was made again.
#[derive(Debug, Clone)]
pub struct Replay {
    /// Its calls.
    pub steps: Vec<Step>,
    /// The state after them.
    pub state: State,
    /// The instant of the last one.
    pub now: i64,
    /// How many of them changed nothing.
    pub idle: usize,
}

impl Replay {
    fn beginning(state: &State, begin: i64) -> Replay {
        Replay { steps: Vec::new(), state: state.clone(), now: begin, idle: 0 }
    }

    /// With one more call, if it succeeds.
    fn after(mut self, machine: &Machine, line: &Line, random: &mut Random) -> Option<Replay> {
        let (call, now) = self.next(line)?;
        let Verdict::Accepted(accepted) = machine.call(&self.state, &call, now, random) else { return None };
        self.idle += usize::from(self.state == accepted.state);
        (self.state, self.now) = (accepted.state, now);
        self.steps.push(Step { call, now, outputs: accepted.outputs });
        Some(self)
    }

    /// A line as a call after the ones that were made.
    pub fn next(&self, line: &Line) -> Option<(Call, i64)> {
        let answers: Vec<Vec<Value>> = self.steps.iter().map(|step| step.outputs.clone()).collect();
        let now = self.now.checked_add(line.wait)?;
        let inputs = line.inputs.iter().map(|term| resolve(term, &answers, now)).collect::<Option<Vec<Value>>>()?;
        Some((Call { operation: line.operation, inputs }, now))
    }
}

/// Makes the calls of a script from a state on; none where one of them does not succeed.
pub fn replay(machine: &Machine, initial: &State, begin: i64, lines: &[Line], random: &mut Random) -> Option<Replay> {
    let beginning = Replay::beginning(initial, begin);
    lines.iter().try_fold(beginning, |replay, line| replay.after(machine, line, random))
}

/// Makes scripts again that have much in common: what two of them begin with is made once.
pub(crate) struct Replays<'m> {
    machine: &'m Machine,
    initial: &'m State,
    begin: i64,
    seed: u64,
    /// The lines of the last script, each with what it led to.
    made: RefCell<Vec<(Line, Moment)>>,
}

/// What a script has come to after one of its lines.
struct Moment {
    state: State,
    now: i64,
    idle: usize,
    step: Step,
    random: Random,
}

impl<'m> Replays<'m> {
    pub(crate) fn new(machine: &'m Machine, initial: &'m State, begin: i64, seed: u64) -> Replays<'m> {
        Replays { machine, initial, begin, seed, made: RefCell::default() }
    }

    /// The same as [`replay`] with the randomness of the seed.
    pub(crate) fn replay(&self, lines: &[Line]) -> Option<Replay> {
        let mut made = self.made.borrow_mut();
        let same = made.iter().zip(lines).take_while(|((known, _), line)| known == *line).count();
        made.truncate(same);
        let (mut replay, mut random) = match made.last() {
            Some((_, moment)) => {
                let steps = made.iter().map(|(_, moment)| moment.step.clone()).collect();
                let Moment { state, now, idle, random, .. } = moment;
                (Replay { steps, state: state.clone(), now: *now, idle: *idle }, random.clone())
            }
            None => (Replay::beginning(self.initial, self.begin), Random::seeded(self.seed)),
        };
        for line in &lines[same..] {
            replay = replay.after(self.machine, line, &mut random)?;
            let step = replay.steps.last()?.clone();
            let Replay { state, now, idle, .. } = &replay;
            made.push((
                line.clone(),
                Moment { state: state.clone(), now: *now, idle: *idle, step, random: random.clone() },
            ));
        }
        Some(replay)
    }
}

/// The script without one of its lines; none where a later line needs its answer.
pub(crate) fn without(lines: &[Line], at: usize) -> Option<Vec<Line>> {
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(index, _)| *index != at) {
        let inputs = line.inputs.iter().map(|term| shifted(term, at)).collect::<Option<Vec<Term>>>()?;
        // What comes later keeps its instant.
        let extra = if index == at + 1 { lines[at].wait } else { 0 };
        found.push(Line { inputs, wait: line.wait + extra, ..line.clone() });
    }
    Some(found)
}

/// The lines with a call after them, twice. The second time values may be others.
pub(crate) fn doubled(
    lines: &[Line],
    last: &Line,
    other: &dyn Fn(OperationId, usize, &Term) -> Option<Term>,
) -> Vec<Line> {
    let once: Vec<Line> = lines.iter().chain([last]).cloned().collect();
    let again = once.iter().map(|line| {
        let changed =
            |(at, term): (usize, &Term)| other(line.operation, at, term).unwrap_or_else(|| moved(term, once.len()));
        Line { inputs: line.inputs.iter().enumerate().map(changed).collect(), ..line.clone() }
    });
    once.iter().cloned().chain(again).collect()
}

/// A term that refers to answers so many lines later.
fn moved(term: &Term, by: usize) -> Term {
    let all = |terms: &[Term]| terms.iter().map(|term| moved(term, by)).collect();
    match term {
        Term::Value(_) | Term::At(_) => term.clone(),
        Term::Ref(step, way) => Term::Ref(step + by, way.clone()),
        Term::Record(terms) => Term::Record(all(terms)),
        Term::Set(terms) => Term::Set(all(terms)),
        Term::Seq(terms) => Term::Seq(all(terms)),
        Term::Map(entries) => {
            Term::Map(entries.iter().map(|(key, value)| (moved(key, by), moved(value, by))).collect())
        }
    }
}

/// A term after a line was taken away.
pub(crate) fn shifted(term: &Term, gone: usize) -> Option<Term> {
    let all = |terms: &[Term]| terms.iter().map(|term| shifted(term, gone)).collect::<Option<Vec<Term>>>();
    Some(match term {
        Term::Value(_) | Term::At(_) => term.clone(),
        Term::Ref(step, _) if *step == gone => return None,
        Term::Ref(step, way) => Term::Ref(if *step > gone { step - 1 } else { *step }, way.clone()),
        Term::Record(terms) => Term::Record(all(terms)?),
        Term::Set(terms) => Term::Set(all(terms)?),
        Term::Seq(terms) => Term::Seq(all(terms)?),
        Term::Map(entries) => {
            let entry = |(key, value): &(Term, Term)| Some((shifted(key, gone)?, shifted(value, gone)?));
            Term::Map(entries.iter().map(entry).collect::<Option<Vec<_>>>()?)
        }
    })
}

/// A value without references, its instants counted from another one.
pub(crate) fn plain(value: &Value, now: i64) -> Term {
    match value {
        Value::Instant(at) => Term::At(at - now),
        Value::Record(fields) => Term::Record(fields.iter().map(|field| plain(field, now)).collect()),
        Value::Set(elements) => Term::Set(elements.iter().map(|element| plain(element, now)).collect()),
        Value::Seq(elements) => Term::Seq(elements.iter().map(|element| plain(element, now)).collect()),
        Value::Map(entries) => {
            Term::Map(entries.iter().map(|(key, value)| (plain(key, now), plain(value, now))).collect())
        }
        other => Term::Value(other.clone()),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::project::{NoFiles, open};

    const SHELF: &str = "service Shelf {
      type Code = String where value matches /^[a-z]{4}$/
      state {
        names: Code -> lone Int
      }
      operation Put {
        input: name: Int
        output: code: Code
        requires: name > 0
        ensures:
          code not in names
          names' = pre(names) + {code -> name}
      }
      operation Rename {
        input: code: Code, name: Int
        requires: code in names
        ensures: names'[code] = name
      }
    }";

    fn put(name: i64) -> Line {
        Line { operation: OperationId(0), inputs: vec![Term::Value(Value::Int(name))], wait: 5 }
    }

    fn rename(step: usize, name: i64) -> Line {
        let code = Place { at: 0, name: "code".into() };
        let inputs = vec![Term::Ref(step, vec![code]), Term::Value(Value::Int(name))];
        Line { operation: OperationId(1), inputs, wait: 0 }
    }

    /// A script that fails half way, too, leaves nothing behind that another one could be mistaken about.
    #[test]
    fn what_scripts_have_in_common_makes_no_difference() {
        let project = open("a.spec", SHELF.as_bytes(), &NoFiles);
        let checked = crate::sema::check(&project.files, project.diagnostics.is_empty());
        let machine = Machine::new(Arc::new(checked.service.expect("a sound spec")));
        let initial = machine.initial().expect("a valid beginning");
        let scripts = [
            vec![put(1), put(2), rename(0, 7)],
            vec![put(1), put(2), rename(1, 7)],
            vec![put(1), put(0), rename(0, 7)],
            vec![put(1), put(2)],
            vec![put(2), put(2), put(3), rename(2, 3)],
            vec![],
            vec![put(2), put(2), put(3), rename(2, 3), put(1)],
        ];
        let replays = Replays::new(&machine, &initial, 100, 4);
        let told = |replay: Replay| (replay.steps, replay.state, replay.now, replay.idle);
        let mut failed = 0;
        for script in scripts {
            let alone = replay(&machine, &initial, 100, &script, &mut Random::seeded(4)).map(told);
            assert_eq!(replays.replay(&script).map(told), alone);
            failed += usize::from(alone.is_none());
        }
        assert_eq!(failed, 1);
    }
}
