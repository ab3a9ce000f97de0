//! What a table is made of: calls, the state and the instant they are made at, and what comes of them.

use serde_json::{Value, json};

/// A fixture with its cases.
pub struct Fixture {
    /// The name of its file.
    pub name: &'static str,
    /// A state in which everything holds; cases change parts of it.
    pub base: Value,
    /// The instant of a call, unless its case names another.
    pub clock: &'static str,
    /// A valid and some invalid credentials per scheme.
    pub credentials: Vec<Credential>,
    /// Values inside and outside each type that has limits.
    pub limits: Vec<Limits>,
    pub cases: Vec<Case>,
    /// Clauses that no call can break alone.
    pub inseparable: Vec<Inseparable>,
}

/// How a caller of a scheme shows who they are.
pub struct Credential {
    pub scheme: &'static str,
    /// What the environment of the service holds.
    pub value: &'static str,
    pub header: &'static str,
    pub valid: &'static str,
    pub invalid: &'static [&'static str],
}

/// Values that an alias just allows, and values that break it and nothing else.
pub struct Limits {
    pub alias: &'static str,
    pub inside: Vec<Value>,
    pub outside: Vec<Value>,
    /// Why no value breaks it and nothing else.
    pub implied: Option<&'static str>,
}

pub fn limits(alias: &'static str, inside: impl Into<Vec<Value>>, outside: impl Into<Vec<Value>>) -> Limits {
    Limits { alias, inside: inside.into(), outside: outside.into(), implied: None }
}

/// An alias that every input it stands for narrows further.
pub fn implied(alias: &'static str, reason: &'static str) -> Limits {
    Limits { alias, inside: Vec::new(), outside: Vec::new(), implied: Some(reason) }
}

/// A `requires` that fails only together with something else.
pub struct Inseparable {
    pub operation: &'static str,
    pub clause: &'static str,
    pub reason: &'static str,
}

pub fn inseparable(operation: &'static str, clause: &'static str, reason: &'static str) -> Inseparable {
    Inseparable { operation, clause, reason }
}

/// The reason of every clause that says what a rule of a transition says as well.
pub const SAME_AS_RULE: &str = "the rules of the transition start where the clause says, so both fail together";

/// A call: a method, a path with places, and all inputs by name.
#[derive(Clone)]
pub struct Call {
    pub method: &'static str,
    pub template: &'static str,
    pub inputs: Value,
}

macro_rules! methods {
    ($($name:ident $method:literal),*) => {$(
        pub fn $name(template: &'static str, inputs: Value) -> Call {
            Call { method: $method, template, inputs }
        }
    )*};
}

methods!(get "GET", post "POST", put "PUT", patch "PATCH", delete "DELETE");

/// One call and what comes of it.
#[derive(Clone)]
pub struct Case {
    pub operation: &'static str,
    pub call: Call,
    /// What is different in the state; see [`super::json::patched`].
    pub state: Value,
    pub clock: Option<&'static str>,
    pub expect: Expect,
}

#[derive(Clone)]
pub enum Expect {
    Success(Success),
    Rejection(Rejection),
}

#[derive(Clone)]
pub struct Success {
    pub status: u16,
    /// The body; a text that begins with `$` stands for whatever the service chose, the same everywhere.
    pub body: Option<Value>,
    /// The body is what the state then holds here.
    pub shown: Option<Shown>,
    pub headers: Vec<(&'static str, &'static str)>,
    /// What changes in the state. Everything else stays.
    pub after: Value,
    /// Choices: the name, the relation in which the value is a new key, and the form of its text.
    pub keys: Vec<(&'static str, &'static str, &'static str)>,
    /// Choices: the name, and the form of a text that the state held nowhere.
    pub texts: Vec<(&'static str, &'static str)>,
}

/// One entry of a relation, or a list of some of them in any order.
#[derive(Clone)]
pub enum Shown {
    Entry(&'static str, &'static str),
    List(&'static str, Vec<&'static str>),
}

#[derive(Clone)]
pub struct Rejection {
    pub status: u16,
    /// The clause that the answer names; none where a transition has no rule.
    pub clause: Option<&'static str>,
    /// The transition, where it has no rule.
    pub transition: Option<&'static str>,
    /// Further clauses that do not hold.
    pub also: Vec<&'static str>,
}

/// A call that succeeds with a status, `{}` as its body, and nothing changed; 204 has no body.
pub fn ok(operation: &'static str, call: Call, status: u16) -> Case {
    let body = (status != 204).then(|| json!({}));
    let shown = None;
    let success = Success { status, body, shown, headers: vec![], after: json!({}), keys: vec![], texts: vec![] };
    Case { operation, call, state: json!({}), clock: None, expect: Expect::Success(success) }
}

fn no(operation: &'static str, call: Call, status: u16, clause: Option<&'static str>) -> Case {
    let rejection = Rejection { status, clause, transition: None, also: vec![] };
    Case { operation, call, state: json!({}), clock: None, expect: Expect::Rejection(rejection) }
}

/// A call of something that is not there.
pub fn missing(operation: &'static str, call: Call, clause: &'static str) -> Case {
    no(operation, call, 404, Some(clause))
}

/// A call that a clause forbids now.
pub fn conflict(operation: &'static str, call: Call, clause: &'static str) -> Case {
    no(operation, call, 409, Some(clause))
}

/// A call for which a transition has no rule now, though every clause holds.
pub fn unruled(operation: &'static str, call: Call, transition: &'static str) -> Case {
    let mut case = no(operation, call, 409, None);
    case.rejection().transition = Some(transition);
    case
}

impl Case {
    fn success(&mut self) -> &mut Success {
        match &mut self.expect {
            Expect::Success(success) => success,
            Expect::Rejection(_) => panic!("{} is a rejection", self.operation),
        }
    }

    fn rejection(&mut self) -> &mut Rejection {
        match &mut self.expect {
            Expect::Rejection(rejection) => rejection,
            Expect::Success(_) => panic!("{} is a success", self.operation),
        }
    }

    /// In a state that differs from the base like this.
    pub fn given(mut self, state: Value) -> Case {
        self.state = state;
        self
    }

    /// At this instant.
    pub fn at(mut self, clock: &'static str) -> Case {
        self.clock = Some(clock);
        self
    }

    /// Answers with this body.
    pub fn body(mut self, body: Value) -> Case {
        self.success().body = Some(body);
        self
    }

    /// Answers with an entry of a relation, as it is afterwards.
    pub fn shows(mut self, relation: &'static str, key: &'static str) -> Case {
        self.success().shown = Some(Shown::Entry(relation, key));
        self
    }

    /// Answers with entries of a relation, as they are afterwards.
    pub fn lists(mut self, relation: &'static str, keys: &[&'static str]) -> Case {
        self.success().shown = Some(Shown::List(relation, keys.to_vec()));
        self
    }

    /// Answers with this header.
    pub fn header(mut self, name: &'static str, value: &'static str) -> Case {
        self.success().headers.push((name, value));
        self
    }

    /// Changes this in the state.
    pub fn after(mut self, after: Value) -> Case {
        self.success().after = after;
        self
    }

    /// The service chose a key that a relation did not have.
    pub fn new_key(mut self, name: &'static str, relation: &'static str, form: &'static str) -> Case {
        self.success().keys.push((name, relation, form));
        self
    }

    /// The service chose a text that the state did not hold.
    pub fn new_text(mut self, name: &'static str, form: &'static str) -> Case {
        self.success().texts.push((name, form));
        self
    }

    /// Another clause does not hold either.
    pub fn also(mut self, clause: &'static str) -> Case {
        self.rejection().also.push(clause);
        self
    }

    /// A transition has no rule either.
    pub fn without_rule(mut self, transition: &'static str) -> Case {
        self.rejection().transition = Some(transition);
        self
    }

    /// The operation and what it comes to.
    pub fn outcome(&self) -> String {
        match &self.expect {
            Expect::Success(success) => format!("{} -> {}", self.operation, success.status),
            Expect::Rejection(Rejection { status, clause, .. }) => {
                format!("{} -> {status} {}", self.operation, clause.unwrap_or("no rule"))
            }
        }
    }

    pub fn title(&self) -> String {
        let Call { method, template, inputs } = &self.call;
        let clock = self.clock.unwrap_or_default();
        format!("{} ({method} {template} {inputs} {clock} {})", self.outcome(), self.state)
    }
}
