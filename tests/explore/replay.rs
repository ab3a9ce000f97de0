//! Every trace and every witness of the corpus once more: by a service that chooses other values than the ones that
//! were recorded, at another time. What is asked here is asked of the interpreter, and over HTTP in `http`.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use specc::effect::{Place, Root};
use specc::explore::BEGINNING;
use specc::interp::{Accepted, Call, Clause, Machine, Random, Rejection, State, Value, Verdict, wire};
use specc::ir::{OperationId, Param};
use specc::realize::Action;

use crate::reader::{Corpus, Renaming, Sent, corpus, position, resolved, wait};

/// An instant that the explorer knows nothing of: in March 2031.
pub const MOMENT: i64 = 1_930_367_167_089;

/// A service that can be called.
pub trait Subject {
    /// Back to the initial state; gives it.
    fn reset(&mut self) -> Json;
    /// Puts it into a state.
    fn load(&mut self, state: &Json, now: i64) -> Result<(), String>;
    /// The state that it is in.
    fn state(&mut self) -> Json;
    /// Makes a call at an instant.
    fn call(&mut self, sent: &Sent, now: i64) -> Result<Answer, String>;
}

/// What became of a call.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The outputs by their names, where it succeeded.
    pub outputs: Option<Json>,
    /// What is told of the clause that was broken, as far as it is told.
    pub clause: Json,
}

/// Looks at what services do, and compares it with what a corpus says.
pub struct Judge<'c> {
    corpus: &'c Corpus,
    machine: Machine,
}

/// A trace that was made again.
pub struct Replayed<'c> {
    answers: Vec<Json>,
    now: i64,
    names: Renaming<'c>,
}

/// How much later than the explorer's traces the ones here begin.
const LATER: i64 = MOMENT - BEGINNING;

type Checked = Result<(), String>;

macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}

impl<'c> Judge<'c> {
    pub fn new(corpus: &'c Corpus) -> Judge<'c> {
        Judge { corpus, machine: Machine::new(Arc::clone(&corpus.service)) }
    }

    /// Makes a call, and says whether a service may do what this one did.
    fn step(&self, subject: &mut dyn Subject, sent: &Sent, now: i64) -> Result<Answer, String> {
        let before = subject.state();
        let answer = subject.call(sent, now)?;
        let after = subject.state();
        match &answer.outputs {
            None => ensure!(before == after, "it is rejected, and changes {before} to {after}"),
            Some(outputs) => self.judge((&before, &after), sent, outputs, now)?,
        }
        Ok(answer)
    }

    fn judge(&self, (before, after): (&Json, &Json), sent: &Sent, outputs: &Json, now: i64) -> Checked {
        let call = call(self.corpus, sent)?;
        let outputs = self.corpus.values(&self.corpus.operation(sent.operation).outputs, outputs)?;
        let [before, state] = [before, after].map(|state| self.corpus.decoded(state));
        let judged = self.machine.judge(&before, &call, &Accepted { state, outputs }, now);
        judged.map_err(|finding| finding.message(&self.corpus.service))
    }

    /// Makes the calls of a state's trace, with references to what the service answers now. What it answers, and the
    /// state that it ends in, are the recorded ones but for the values that it chose.
    pub fn replay(&self, subject: &mut dyn Subject, state: usize) -> Result<Replayed<'c>, String> {
        let trace = self.corpus.trace(state).ok_or("there is no trace")?;
        let mut replayed = Replayed { answers: Vec::new(), now: MOMENT, names: Renaming::new(&self.corpus.service) };
        replayed.names.learn_fixed(&self.initial(), &subject.reset(), LATER)?;
        for (at, step) in trace.iter().enumerate() {
            replayed.now += wait(step);
            let answer = self.again(subject, step, &mut replayed);
            replayed.answers.push(answer.map_err(|why| format!("step {at}, {}: {why}", step["operation"]))?);
        }
        let expected = replayed.names.state(&self.corpus.state(state, replayed.now));
        let found = subject.state();
        let same = self.corpus.decoded(&expected) == self.corpus.decoded(&found);
        ensure!(same, "it ends in {found}, not in {expected}");
        Ok(replayed)
    }

    /// The initial state that was recorded: the instants in it do not depend on when a trace begins.
    fn initial(&self) -> Json {
        let begins = |at: &usize| self.corpus.trace(*at).is_some_and(<[Json]>::is_empty);
        let at = (0..self.corpus.states().len()).find(begins).expect("the initial state");
        self.corpus.state(at, MOMENT)
    }

    fn again(&self, subject: &mut dyn Subject, step: &Json, replayed: &mut Replayed<'c>) -> Result<Json, String> {
        let sent = self.corpus.sent(step, &replayed.answers, replayed.now)?;
        let answer = self.step(subject, &sent, replayed.now)?;
        let outputs = answer.outputs.ok_or_else(|| format!("rejected: {} {}", answer.status, answer.clause))?;
        let status = self.corpus.api.route(sent.operation).status;
        ensure!(answer.status == status, "{} instead of {status}", answer.status);
        let recorded = resolved(&step["outputs"], &[], replayed.now)?;
        let names = &mut replayed.names;
        names.learn_fixed(&recorded, &outputs, LATER)?;
        for Param { name, ty, .. } in self.chosen(sent.operation) {
            names.learn(ty, &recorded[name.as_str()], &outputs[name.as_str()])?;
        }
        let declared = &self.corpus.operation(sent.operation).outputs;
        let renamed = |param: &Param| names.applied(&param.ty, &recorded[param.name.as_str()]);
        let expected = declared.iter().map(|param| (param.name.to_string(), renamed(param))).collect();
        let same = self.corpus.values(declared, &expected)? == self.corpus.values(declared, &outputs)?;
        ensure!(same, "it answers {outputs}, not {expected}");
        Ok(outputs)
    }

    /// The outputs that a service chooses. Whatever a fixture leaves open is shown in one of them.
    fn chosen(&self, id: OperationId) -> Vec<&Param> {
        let outputs = &self.corpus.operation(id).outputs;
        let steps = self.machine.bodies()[id.index()].steps.iter();
        let places = steps.filter_map(|step| match &step.action {
            Action::Choose(Place { root: Root::Output(at), .. }, _) => Some(at.index()),
            _ => None,
        });
        places.map(|at| &outputs[at]).collect()
    }

    /// Makes the call of a witness, and says whether it comes to what is recorded.
    fn witness(&self, subject: &mut dyn Subject, witness: &Json, answers: &[Json], moment: i64) -> Checked {
        if witness["call"].is_null() {
            return Ok(());
        }
        let now = moment + wait(&witness["call"]);
        let sent = self.corpus.sent(&witness["call"], answers, now)?;
        let answer = self.step(subject, &sent, now)?;
        let expect = &witness["expect"];
        ensure!(answer.outputs.is_some() == (expect["accepted"] == true), "{answer:?} instead of {expect}");
        ensure!(expect["status"] == answer.status, "{answer:?} instead of {expect}");
        let told = answer.clause.as_object().into_iter().flatten();
        let differs = told.into_iter().find(|(name, value)| expect["clause"][name.as_str()] != **value);
        ensure!(differs.is_none(), "{answer:?} instead of {expect}");
        Ok(())
    }

    /// A witness after the calls that lead to its state.
    pub fn after_trace(&self, subject: &mut dyn Subject, witness: &Json) -> Checked {
        let state = position(&witness["state"]);
        if self.corpus.trace(state).is_none() {
            return Ok(());
        }
        let Replayed { answers, now, names } = self.replay(subject, state)?;
        // A call for what is not there is about something else where the service has just chosen that very number.
        if self.coincides(&names, witness) {
            return Ok(());
        }
        self.witness(subject, witness, &answers, now)
    }

    /// How many witnesses are not looked at by `after_trace`, since they are about something else there.
    fn coincidences(&self, subject: &mut dyn Subject) -> usize {
        let coincides = |witness: &&Json| {
            let replayed = self.replay(subject, position(&witness["state"]));
            replayed.is_ok_and(|replayed| self.coincides(&replayed.names, witness))
        };
        self.corpus.witnesses().iter().filter(coincides).count()
    }

    fn coincides(&self, names: &Renaming<'_>, witness: &Json) -> bool {
        let call = &witness["call"];
        !call.is_null() && names.coincide(&self.corpus.operation(self.corpus.id(call)).inputs, &call["inputs"])
    }

    /// A witness in its state, which is loaded: alone, and among bystanders.
    pub fn loaded(&self, subject: &mut dyn Subject, witness: &Json) -> Checked {
        let answers = self.corpus.recorded(position(&witness["state"]), MOMENT);
        for name in ["state", "populated"].into_iter().filter(|name| !witness[*name].is_null()) {
            let state = self.corpus.state(position(&witness[name]), MOMENT);
            subject.reset();
            let done = subject.load(&state, MOMENT).and_then(|()| self.witness(subject, witness, &answers, MOMENT));
            done.map_err(|why| format!("{name}: {why}"))?;
        }
        Ok(())
    }

    /// The names of what a witness is for.
    fn title(&self, witness: &Json) -> String {
        let name = |target: &Json| self.corpus.targets()[position(target)]["name"].as_str().map(str::to_string);
        let names = witness["targets"].as_array().into_iter().flatten().filter_map(name);
        names.collect::<Vec<String>>().join(", ")
    }

    /// All traces.
    pub fn traces(&self, subject: &mut dyn Subject) {
        let traced = (0..self.corpus.states().len()).filter(|at| self.corpus.trace(*at).is_some());
        let failures: Vec<String> =
            traced.filter_map(|at| self.replay(subject, at).err().map(|why| format!("state {at}: {why}"))).collect();
        none(&failures);
    }

    /// All witnesses, by one of the ways above.
    pub fn witnesses(&self, subject: &mut dyn Subject, way: fn(&Judge<'c>, &mut dyn Subject, &Json) -> Checked) {
        let mut failures = Vec::new();
        for (at, witness) in self.corpus.witnesses().iter().enumerate() {
            if let Err(why) = way(self, subject, witness) {
                failures.push(format!("witness {at}, {}: {why}", self.title(witness)));
            }
        }
        none(&failures);
    }
}

fn none(failures: &[String]) {
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}

fn call(corpus: &Corpus, sent: &Sent) -> Result<Call, String> {
    let declared = &corpus.operation(sent.operation).inputs;
    let inputs = corpus.values(declared, &Json::Object(sent.inputs.clone()))?;
    Ok(Call { operation: sent.operation, inputs })
}

/// The interpreter as a service.
pub struct Interpreter<'c> {
    corpus: &'c Corpus,
    machine: Machine,
    state: State,
    random: Random,
}

impl<'c> Interpreter<'c> {
    pub fn new(corpus: &'c Corpus) -> Interpreter<'c> {
        let machine = Machine::new(Arc::clone(&corpus.service));
        let state = machine.initial().expect("an initial state");
        Interpreter { corpus, machine, state, random: Random::seeded(77) }
    }

    fn clause(&self, rejection: Rejection) -> Json {
        let clause: Clause = match rejection {
            Rejection::Input(_, clause)
            | Rejection::Missing(clause, _)
            | Rejection::Requires(clause, _)
            | Rejection::Transition(clause) => clause,
        };
        let service = &self.corpus.service;
        json!({"title": clause.title(service), "text": clause.text(service)})
    }

    fn named(&self, sent: &Sent, outputs: &[Value]) -> Json {
        let service = &self.corpus.service;
        let declared = self.corpus.operation(sent.operation).outputs.iter().zip(outputs);
        declared.map(|(param, value)| (param.name.to_string(), wire::encode(service, &param.ty.ty, value))).collect()
    }
}

impl Subject for Interpreter<'_> {
    fn reset(&mut self) -> Json {
        self.state = self.machine.initial().expect("an initial state");
        self.state()
    }

    fn load(&mut self, state: &Json, now: i64) -> Result<(), String> {
        self.state = self.corpus.decoded(state);
        let checked = self.machine.check_state(&self.state, now);
        checked.map_err(|finding| finding.message(&self.corpus.service))
    }

    fn state(&mut self) -> Json {
        wire::encode_state(&self.corpus.service, &self.state)
    }

    fn call(&mut self, sent: &Sent, now: i64) -> Result<Answer, String> {
        let call = call(self.corpus, sent)?;
        match self.machine.call(&self.state, &call, now, &mut self.random) {
            Verdict::Accepted(Accepted { state, outputs }) => {
                self.state = state;
                let status = self.corpus.api.route(sent.operation).status;
                Ok(Answer { status, outputs: Some(self.named(sent, &outputs)), clause: Json::Null })
            }
            Verdict::Rejected(rejection) => {
                Ok(Answer { status: rejection.status(), outputs: None, clause: self.clause(rejection) })
            }
            other @ (Verdict::Refused(_) | Verdict::Broken(_) | Verdict::Hole(_)) => Err(format!("{other:?}")),
        }
    }
}

#[test]
fn the_moment_is_another_one() {
    assert_ne!(MOMENT, BEGINNING);
}

/// One test per fixture.
macro_rules! per_fixture {
    ($($kind:ident => $check:expr),* $(,)?) => {
        $(mod $kind {
            #[test]
            fn safe_counter() {
                $check("safe_counter");
            }

            #[test]
            fn url_shortener() {
                $check("url_shortener");
            }

            #[test]
            fn todo_list() {
                $check("todo_list");
            }

            #[test]
            fn edge_cases() {
                $check("edge_cases");
            }

            #[test]
            fn ecommerce() {
                $check("ecommerce");
            }

            #[test]
            fn auth_service() {
                $check("auth_service");
            }
        })*
    };
}
pub(crate) use per_fixture;

per_fixture! {
    traces => super::all_traces,
    witnesses_after_traces => super::all_after_traces,
    witnesses_in_loaded_states => super::all_loaded,
}

fn all_traces(name: &str) {
    let corpus = corpus(name);
    Judge::new(corpus).traces(&mut Interpreter::new(corpus));
}

fn all_after_traces(name: &str) {
    let corpus = corpus(name);
    let judge = Judge::new(corpus);
    let subject = &mut Interpreter::new(corpus);
    judge.witnesses(subject, Judge::after_trace);
    let left_out = judge.coincidences(subject);
    assert!(left_out * 20 <= corpus.witnesses().len(), "{left_out} witnesses are not looked at");
}

fn all_loaded(name: &str) {
    let corpus = corpus(name);
    Judge::new(corpus).witnesses(&mut Interpreter::new(corpus), Judge::loaded);
}
