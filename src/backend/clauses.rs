//! The conditions of a spec as functions: which there are, in which order, what each is called, what it is handed, and what is
//! told of it. A language writes them, one by one.

use super::expr::Whose;
use super::names::{Ident, Namespace, ServiceNames, Space};
use crate::convention::{Api, Header};
use crate::ir::{EntityId, Expr, Names, OperationId, ParamIndex, Service, Type, TypeRef, print};
use crate::lower::{Opaque, View};
use crate::plan::{
    AllowedChange, Beside, Conditions, OfOperation as Planned, Operand, Part, PresenceTest, Stated, Told, When,
    allowed_changes, parts, says,
};

/// A condition that was written as a function.
#[derive(Debug, Clone)]
pub(super) struct Written<I> {
    /// The function.
    pub name: I,
    /// The function that tells when it says something, for one that can hold vacuously.
    pub says: Option<I>,
    /// The function that gives the parts that a failure shows.
    pub parts: Option<I>,
    /// What reports tell of it.
    pub told: Told,
}

/// What belongs to one operation.
#[derive(Debug, Clone)]
pub(super) struct OfOperation<I> {
    /// What it needs.
    pub requires: Vec<Written<I>>,
    /// What has to be there, or the answer is 404: the input, its clause among the requires, and the function.
    pub presence: Vec<(ParamIndex, usize, I)>,
    /// What it promises.
    pub ensures: Vec<Written<I>>,
    /// The functions that give the places that it may change.
    pub changes: Vec<I>,
    /// The headers of its answer, with the functions that give them.
    pub headers: Vec<(String, I)>,
}

/// All conditions, by what they belong to.
#[derive(Debug, Clone)]
pub(super) struct Clauses<I> {
    /// The refinements of aliases.
    pub aliases: Vec<Option<Written<I>>>,
    /// The refinements of fields, by entity.
    pub fields: Vec<Vec<Option<Written<I>>>>,
    /// The invariants of entities.
    pub entities: Vec<Vec<Written<I>>>,
    /// The refinements of state fields.
    pub state: Vec<Option<Written<I>>>,
    /// The invariants of the service.
    pub invariants: Vec<Written<I>>,
    /// What holds in every state.
    pub always: Vec<Written<I>>,
    /// What holds in some state.
    pub eventually: Vec<Written<I>>,
    /// The guards of transitions, by transition and rule.
    pub guards: Vec<Vec<Option<I>>>,
    /// The operations.
    pub operations: Vec<OfOperation<I>>,
}

impl<I> Default for Clauses<I> {
    fn default() -> Clauses<I> {
        Clauses {
            aliases: Vec::new(),
            fields: Vec::new(),
            entities: Vec::new(),
            state: Vec::new(),
            invariants: Vec::new(),
            always: Vec::new(),
            eventually: Vec::new(),
            guards: Vec::new(),
            operations: Vec::new(),
        }
    }
}

/// What a condition is handed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Handed<'s> {
    /// A value that a refinement speaks of
    Value(&'s Type),
    /// The record of an entity that it is about
    Own(EntityId),
    /// A state
    State,
    /// A moment
    Moment,
    /// A call: both states, inputs, outputs and the moment
    Call(OperationId),
}

/// What a condition sees: what it is handed, and whose names it uses.
#[derive(Debug, Clone)]
pub struct Seen<'s> {
    /// What it is handed, in this order.
    pub handed: Vec<Handed<'s>>,
    /// The names in its text.
    pub names: Names<'s>,
    /// Whose things it reads.
    pub whose: Whose,
    /// Which states it sees.
    pub view: View,
}

/// A language that conditions are written in.
pub trait ClauseBackend {
    /// What its functions are called.
    type Ident: Ident + Clone;

    /// Begins a part of the module; something follows
    fn section(&mut self, title: &str);
    /// A condition as a function
    fn condition(&mut self, name: &Self::Ident, seen: &Seen<'_>, expr: &Expr, text: &str);
    /// What a failure shows of a condition, as a function of the same name elsewhere; whether there is something to show
    fn parts(&mut self, name: &Self::Ident, seen: &Seen<'_>, expr: &Expr, text: &str) -> bool;
    /// A header as text on the wire, as a function
    fn header(&mut self, name: &Self::Ident, seen: &Seen<'_>, value: &Expr, text: &str);
    /// The places that an operation may change, as a function
    fn change(&mut self, name: &Self::Ident, seen: &Seen<'_>, change: &AllowedChange);
}

/// The parts of a condition that can be worked out.
pub(super) fn known_parts(condition: &Expr, opaque: &Opaque) -> Vec<Part> {
    let is_known = |operand: &Operand| !opaque.is_opaque(&operand.expr);
    let mut found = parts(condition);
    found.retain(|part| match part {
        Part::One(one) => is_known(one),
        Part::Sides(left, right) => is_known(left) && is_known(right),
    });
    found
}

/// Where conditions come from.
#[derive(Debug)]
pub(super) struct Ground<'a, I> {
    /// The service.
    pub service: &'a Service,
    /// How its operations are called.
    pub api: &'a Api,
    /// What things are called.
    pub names: &'a ServiceNames<I>,
    /// The conditions.
    pub conditions: &'a Conditions<'a>,
}

/// Writes all conditions, for a suite.
pub(super) fn all_clauses<B: ClauseBackend>(backend: &mut B, ground: Ground<'_, B::Ident>) -> Clauses<B::Ident> {
    let operations = ground.service.operations.len();
    let mut writer = Writer::new(backend, ground, Judging::Yes);
    writer.rules();
    writer.section("Guards");
    writer.guards();
    (0..operations).for_each(|at| writer.operation(OperationId(at as u32)));
    writer.clauses
}

/// The same without what belongs to operations, for a service.
pub(super) fn rules<B: ClauseBackend>(backend: &mut B, ground: Ground<'_, B::Ident>) -> Clauses<B::Ident> {
    let mut writer = Writer::new(backend, ground, Judging::No);
    writer.rules();
    writer.clauses
}

/// Whether a program judges others, and so has to tell what it found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judging {
    Yes,
    No,
}

struct Writer<'a, B: ClauseBackend> {
    backend: &'a mut B,
    ground: Ground<'a, B::Ident>,
    judging: Judging,
    functions: Namespace<B::Ident>,
    clauses: Clauses<B::Ident>,
    /// The title of a part of which nothing is written yet.
    title: Option<String>,
    /// Whether nothing is written yet.
    is_empty: bool,
}

impl<'a, B: ClauseBackend> Writer<'a, B> {
    fn new(backend: &'a mut B, ground: Ground<'a, B::Ident>, judging: Judging) -> Writer<'a, B> {
        let mut functions = Namespace::of(Space::Variables);
        ground.names.functions.iter().for_each(|name| functions.reserve(&name.to_string()));
        Writer { backend, ground, judging, functions, clauses: Clauses::default(), title: None, is_empty: true }
    }

    /// Begins a part of the module; one without anything in it gets no title.
    fn section(&mut self, title: &str) {
        self.title = Some(title.to_string());
    }

    /// A name for a function that is written next.
    fn named(&mut self, words: &str) -> B::Ident {
        // Where there are few parts, the first one needs no title.
        let is_told = self.judging == Judging::Yes || !self.is_empty;
        if let Some(title) = self.title.take().filter(|_| is_told) {
            self.backend.section(&title);
        }
        self.is_empty = false;
        self.take(words)
    }

    fn take(&mut self, words: &str) -> B::Ident {
        self.functions.take(&B::Ident::spelled(Space::Variables, words))
    }

    /// Writes a condition as a function. The words of one that belongs to an operation follow the operation's own.
    fn condition(&mut self, stem: Option<&B::Ident>, stated: &Stated<'_>, seen: &Seen<'_>) -> Written<B::Ident> {
        let Stated { words, told, expr } = stated;
        let words = called(stem, words);
        let name = self.named(&words);
        self.backend.condition(&name, seen, expr, &told.text);
        if self.judging == Judging::No {
            return Written { name, says: None, parts: None, told: told.clone() };
        }
        let says = says(expr).map(|expr| {
            let name = self.take(&format!("{words}_says"));
            self.backend.condition(&name, seen, &expr, &format!("When {} says something.", told.id));
            name
        });
        let parts = self.backend.parts(&name, seen, expr, &told.text).then(|| name.clone());
        Written { name, says, parts, told: told.clone() }
    }

    /// Writes a condition that reports do not speak of.
    fn beside<T>(&mut self, id: OperationId, beside: &Beside<T>, expr: &Expr, seen: &Seen<'_>) -> B::Ident {
        let name = self.named(&called(Some(self.stem(id)), &beside.words));
        self.backend.condition(&name, seen, expr, &beside.said);
        name
    }

    fn stem(&self, id: OperationId) -> &'a B::Ident {
        &self.ground.names.operations[id.index()].stem
    }

    fn rules(&mut self) {
        self.section("Types");
        self.types();
        self.section("Invariants");
        self.invariants();
    }

    fn types(&mut self) {
        let Ground { service, conditions, .. } = self.ground;
        for (alias, stated) in service.aliases.iter().zip(&conditions.aliases) {
            let written = stated.as_ref().map(|stated| self.refinement(&alias.base, stated));
            self.clauses.aliases.push(written);
        }
        (0..service.entities.len()).for_each(|at| self.entity(EntityId(at as u32)));
        for (field, stated) in service.state.iter().zip(&conditions.state) {
            let written = stated.as_ref().map(|stated| self.refinement(&field.ty, stated));
            self.clauses.state.push(written);
        }
    }

    fn refinement(&mut self, ty: &TypeRef, stated: &Stated<'_>) -> Written<B::Ident> {
        self.condition(None, stated, &Seen::of_one_state(vec![Handed::Value(refined(ty))]))
    }

    fn entity(&mut self, id: EntityId) {
        let Ground { service, conditions, .. } = self.ground;
        let entity = service.entity(id);
        let about = |handed| Seen {
            names: Names { entity: Some(entity), ..Names::default() },
            whose: Whose { entity: Some(id.index()), ..Whose::default() },
            ..Seen::of_one_state(handed)
        };
        let mut fields = Vec::new();
        for (field, stated) in entity.fields.iter().zip(&conditions.fields[id.index()]) {
            let seen = about(vec![Handed::Value(refined(&field.ty)), Handed::Own(id)]);
            fields.push(stated.as_ref().map(|stated| self.condition(None, stated, &seen)));
        }
        let mut invariants = Vec::new();
        for stated in &conditions.entities[id.index()] {
            invariants.push(self.condition(None, stated, &about(vec![Handed::Own(id)])));
        }
        self.clauses.fields.push(fields);
        self.clauses.entities.push(invariants);
    }

    fn invariants(&mut self) {
        let conditions = self.ground.conditions;
        for stated in &conditions.invariants {
            let written = self.of_every_state(stated);
            self.clauses.invariants.push(written);
        }
        for (when, stated) in &conditions.temporals {
            let written = self.of_every_state(stated);
            match when {
                When::Always => self.clauses.always.push(written),
                When::Eventually => self.clauses.eventually.push(written),
            }
        }
    }

    fn of_every_state(&mut self, stated: &Stated<'_>) -> Written<B::Ident> {
        self.condition(None, stated, &Seen::of_one_state(Vec::new()))
    }

    fn guards(&mut self) {
        let Ground { service, conditions, .. } = self.ground;
        for rules in &conditions.guards {
            let mut guards = Vec::new();
            for guard in rules {
                guards.push(guard.as_ref().map(|found| {
                    let mut seen = Seen::of_call(service, found.via);
                    seen.names.entity = Some(service.entity(found.entity));
                    seen.whose.entity = Some(found.entity.index());
                    seen.handed.insert(0, Handed::Own(found.entity));
                    self.beside(found.via, &found.guard, found.guard.expr, &seen)
                }));
            }
            self.clauses.guards.push(guards);
        }
    }

    fn operation(&mut self, id: OperationId) {
        let Ground { service, api, conditions, .. } = self.ground;
        let (seen, stem) = (Seen::of_call(service, id), self.stem(id));
        let Planned { requires, presence, ensures } = &conditions.operations[id.index()];
        self.section(&service.operation(id).name);
        let requires = requires.iter().map(|stated| self.condition(Some(stem), stated, &seen)).collect();
        let mut tests = Vec::new();
        for PresenceTest { test, input, clause } in presence {
            tests.push((*input, *clause, self.beside(id, test, &test.expr, &seen)));
        }
        let ensures = ensures.iter().map(|stated| self.condition(Some(stem), stated, &seen)).collect();
        let changes = self.changes(id, &seen);
        let headers = api.route(id).headers.iter();
        let headers = headers.map(|header| (header.name.to_string(), self.header(id, header, &seen))).collect();
        self.clauses.operations.push(OfOperation { requires, presence: tests, ensures, changes, headers });
    }

    fn changes(&mut self, id: OperationId, seen: &Seen<'_>) -> Vec<B::Ident> {
        let mut names = Vec::new();
        for change in allowed_changes(self.ground.service, id).places {
            let name = self.named(&format!("{}_changes_{}", self.stem(id), names.len()));
            self.backend.change(&name, seen, &change);
            names.push(name);
        }
        names
    }

    /// A header as text on the wire.
    fn header(&mut self, id: OperationId, header: &Header, seen: &Seen<'_>) -> B::Ident {
        let words = header.name.to_lowercase().replace('-', "_");
        let name = self.named(&format!("{}_header_{words}", self.stem(id)));
        let text = print(&header.value, self.ground.service, seen.names);
        self.backend.header(&name, seen, &header.value, &text);
        name
    }
}

impl<'s> Seen<'s> {
    /// What is handed, and behind it a state and a moment.
    fn of_one_state(mut handed: Vec<Handed<'s>>) -> Seen<'s> {
        handed.extend([Handed::State, Handed::Moment]);
        Seen { handed, names: Names::default(), whose: Whose::default(), view: View::OneState }
    }

    fn of_call(service: &'s Service, id: OperationId) -> Seen<'s> {
        let names = Names { operation: Some(service.operation(id)), ..Names::default() };
        let whose = Whose { operation: Some(id.index()), ..Whose::default() };
        Seen { handed: vec![Handed::Call(id)], names, whose, view: View::TwoStates }
    }
}

/// What a refinement is asked of: only what is there.
fn refined(ty: &TypeRef) -> &Type {
    if let Type::Option(inner) = &ty.ty { inner } else { &ty.ty }
}

/// The words of a function's name, after those of the operation that it belongs to.
fn called<I: Ident>(stem: Option<&I>, words: &[String]) -> String {
    let words = words.join("_");
    stem.map_or_else(|| words.clone(), |stem| format!("{stem}_{words}"))
}
