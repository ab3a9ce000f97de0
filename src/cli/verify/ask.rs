//! The solver as a help for the explorer, in a process of its own: it is told the texts of a spec, then asked for one target
//! after the other, line by line.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Mutex;

use serde_json::{Value as Json, json};

use super::super::{Outcome, to_stderr, to_stdout};
use super::child;
use crate::explore::{Finder, Hint, Target};
use crate::interp::wire;
use crate::ir::{OperationId, Service};
use crate::project::{self, LoadError, Loader};
use crate::source::SourceMap;
use crate::verify::Asked;

/// Asks the other process, which is started when it is first needed.
pub(in crate::cli) struct Solver {
    texts: Json,
    line: Mutex<Line>,
}

/// What there is between the processes.
enum Line {
    /// Nobody asked yet.
    Quiet,
    Open {
        child: Child,
        questions: ChildStdin,
        answers: BufReader<ChildStdout>,
    },
    /// The other process failed, and this is told.
    Broken(Outcome),
}

impl Solver {
    /// For a spec.
    pub(in crate::cli) fn new(sources: &SourceMap) -> Solver {
        let texts = sources.ids().filter_map(|id| sources.get(id)).map(|file| file.text.as_str());
        Solver { texts: texts.collect(), line: Mutex::new(Line::Quiet) }
    }

    /// How it ended, where it failed.
    pub(in crate::cli) fn failure(&self) -> Option<Outcome> {
        match &*self.line.lock().ok()? {
            Line::Broken(outcome) => Some(*outcome),
            Line::Quiet | Line::Open { .. } => None,
        }
    }
}

impl Finder for Solver {
    fn find(&self, service: &Service, target: &Target) -> Option<Hint> {
        let asked = Asked::of(target)?;
        let answer = self.line.lock().ok()?.ask(&self.texts, asked)?;
        read_hint(service, asked.operation(), &answer)
    }
}

impl Line {
    fn ask(&mut self, texts: &Json, asked: Asked) -> Option<Json> {
        if matches!(self, Line::Quiet) {
            *self = Line::opened(texts);
        }
        let Line::Open { child, questions, answers } = self else { return None };
        let question = serde_json::to_string(&asked).ok()?;
        let mut answer = String::new();
        let answered = writeln!(questions, "{question}")
            .and_then(|()| questions.flush())
            .and_then(|()| answers.read_line(&mut answer));
        if let Ok(1..) = answered {
            return serde_json::from_str(&answer).ok();
        }
        let ended = child.wait();
        *self = Line::Broken(child::failed(ended));
        None
    }

    fn opened(texts: &Json) -> Line {
        let begun = child::command().and_then(|mut command| {
            let command = command.args(["verify", "--ask", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
            command.spawn()
        });
        let mut child = match begun {
            Ok(child) => child,
            Err(error) => return Line::Broken(child::failed(Err(error))),
        };
        let (Some(mut questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Line::Broken(child::failed(child.wait()));
        };
        // Whether it hears this shows when it is asked something.
        let _ = writeln!(questions, "{texts}");
        Line::Open { child, questions, answers: BufReader::new(answers) }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Line::Open { child, .. } = self {
            // It may be gone already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn read_hint(service: &Service, operation: Option<OperationId>, json: &Json) -> Option<Hint> {
    let state = wire::decode_state(service, json.get("state")?).ok()?;
    let values = json.get("inputs")?.as_array()?.iter();
    let params = operation.map_or(&[][..], |id| &service.operation(id).inputs).iter();
    let inputs = params.zip(values).map(|(param, value)| wire::decode(service, &param.ty.ty, value).ok());
    let inputs = inputs.collect::<Option<Vec<_>>>()?;
    Some(Hint { state, now: json.get("now")?.as_i64()?, inputs, at: json.get("at")?.as_i64()? })
}

fn hint_json(service: &Service, operation: Option<OperationId>, hint: &Hint) -> Json {
    let params = operation.map_or(&[][..], |id| &service.operation(id).inputs).iter();
    let inputs = params.zip(&hint.inputs).map(|(param, value)| wire::encode(service, &param.ty.ty, value));
    json!({
        "state": wire::encode_state(service, &hint.state),
        "now": hint.now,
        "inputs": inputs.collect::<Json>(),
        "at": hint.at,
    })
}

/// Answers until nobody asks any more.
pub(super) fn answer() -> Outcome {
    let mut lines = std::io::stdin().lines();
    let texts = lines.next().and_then(Result::ok).and_then(|line| serde_json::from_str::<Vec<String>>(&line).ok());
    let Some(service) = texts.and_then(service) else {
        to_stderr("specc: the solver was told no spec");
        return Outcome::Internal;
    };
    for line in lines.map_while(Result::ok) {
        let asked: Option<Asked> = serde_json::from_str(&line).ok();
        let found = asked.and_then(|asked| Some(hint_json(&service, asked.operation(), &asked.find(&service)?)));
        to_stdout(&format!("{}\n", found.unwrap_or_default()));
    }
    Outcome::Fine
}

/// The spec that texts are: the root first, then what it imports in the order in which that is asked for.
fn service(texts: Vec<String>) -> Option<Service> {
    let mut texts = texts.into_iter();
    let root = texts.next()?;
    let project = project::open("-", root.as_bytes(), &Told(RefCell::new(texts)));
    crate::sema::check(&project.files, project.diagnostics.is_empty()).service
}

/// Gives texts one after the other.
struct Told(RefCell<std::vec::IntoIter<String>>);

impl Loader for Told {
    fn load(&self, _: &str) -> Result<Vec<u8>, LoadError> {
        self.0.borrow_mut().next().map(String::into_bytes).ok_or(LoadError::NotFound)
    }

    fn display_name(&self, path: &str) -> String {
        path.to_string()
    }
}
