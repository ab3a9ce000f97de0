//! What turns expressions into terms: how they are seen, what their names stand for, and what has to be known beside them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use z3::ast::{Array, Ast, Bool, Dynamic, Int, Real, forall_const};
use z3::{FuncDecl, Pattern, Sort};

use super::Limit;
use super::function::Unfolded;
use super::ground::Ground;
use super::sorts::{Sorts, Texts};
use super::total::Total;
use super::truth::{and, implies};
use super::value::Val;
use crate::ir::{FunctionId, Moment, Service, Type};

/// How collections are gone over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// With quantifiers: what is refuted is refuted for collections of every size
    Proof,
    /// Element by element, in collections of at most so many: what is found is a situation
    Bounded(usize),
}

/// What becomes of numbers that are worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// In a proof they have no bounds, in a search those of their types
    Free,
    /// Whether they stay within the ranges of their types is the question
    Watched,
}

/// How expressions are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct View {
    pub(super) mode: Mode,
    pub(super) texts: Texts,
    pub(super) numbers: Numbers,
}

/// The values that the names of an expression stand for.
#[derive(Debug, Clone)]
pub(super) struct Env {
    pub(super) before: Rc<Vec<Val>>,
    pub(super) after: Rc<Vec<Val>>,
    /// Whether a name without a prime is read in the state after.
    pub(super) here_is_after: bool,
    pub(super) now: Int,
    pub(super) inputs: Rc<Vec<Val>>,
    pub(super) outputs: Rc<Vec<Val>>,
    pub(super) params: Vec<Val>,
    pub(super) locals: Vec<(u32, Val)>,
    pub(super) own_fields: Option<(crate::ir::EntityId, Dynamic)>,
    pub(super) own_value: Option<Val>,
    /// Tells environments with different states apart.
    pub(super) id: u32,
}

impl Env {
    /// The state that a moment speaks of.
    pub(super) fn state(&self, moment: Moment) -> &Rc<Vec<Val>> {
        if self.is_after(moment) { &self.after } else { &self.before }
    }

    pub(super) fn is_after(&self, moment: Moment) -> bool {
        match moment {
            Moment::Here => self.here_is_after,
            Moment::Before => false,
            Moment::After => true,
        }
    }

    pub(super) fn with(&self, local: &crate::ir::Local, value: Val) -> Env {
        let mut env = self.clone();
        env.locals.push((local.id, value));
        env
    }
}

/// Makes terms of expressions, and collects what has to be known about them.
pub(super) struct Encoder<'s> {
    pub(super) service: &'s Service,
    pub(super) sorts: Sorts<'s>,
    pub(super) mode: Mode,
    pub(super) ground: &'s Ground<'s>,
    /// What is known beside the conditions themselves.
    side: RefCell<Vec<Bool>>,
    /// The variables that are bound around the current expression.
    pub(super) scope: RefCell<Vec<Dynamic>>,
    count: Cell<u32>,
    pub(super) totals: RefCell<Vec<Rc<Total>>>,
    /// Whether each of them is looked at by itself.
    pub(super) apart: Cell<bool>,
    /// Keys at which something is written or named.
    pub(super) points: RefCell<Vec<Dynamic>>,
    /// Texts and their hashes.
    pub(super) hashes: RefCell<Vec<(Dynamic, Dynamic)>>,
    /// Texts that were compared with literals.
    pub(super) literals: RefCell<BTreeMap<String, Dynamic>>,
    /// Opaque texts, and the patterns that they were matched with.
    pub(super) matched: RefCell<Vec<(Dynamic, String)>>,
    /// Whether texts were joined or ordered, which says more of them than opaque ones can hold.
    pub(super) composed: Cell<bool>,
    pub(super) floats: Cell<bool>,
    /// Whether it matters that collections fit into a machine.
    pub(super) sized: Cell<bool>,
    /// Where numbers are watched: that they stay within their ranges.
    pub(super) watched: RefCell<Option<Vec<Bool>>>,
    /// The conditions under which the current expression is looked at.
    given: RefCell<Vec<Bool>>,
    /// What was said once and for all.
    said: RefCell<std::collections::BTreeSet<&'static str>>,
    pub(super) unfolded: RefCell<BTreeMap<(FunctionId, usize, u32), Rc<Unfolded>>>,
    pub(super) depth: Cell<u32>,
}

/// How deep functions may call each other.
pub(super) const MAX_DEPTH: u32 = 24;

pub(super) type Encoded<T> = Result<T, Limit>;

impl<'s> Encoder<'s> {
    pub(super) fn new(ground: &'s Ground<'s>, view: View) -> Encoder<'s> {
        let service = ground.service;
        Encoder {
            service,
            sorts: Sorts::new(service, view.texts),
            mode: view.mode,
            ground,
            side: RefCell::default(),
            scope: RefCell::default(),
            count: Cell::new(0),
            totals: RefCell::default(),
            apart: Cell::new(false),
            points: RefCell::default(),
            hashes: RefCell::default(),
            literals: RefCell::default(),
            matched: RefCell::default(),
            composed: Cell::new(false),
            floats: Cell::new(false),
            sized: Cell::new(false),
            watched: RefCell::new((view.numbers == Numbers::Watched).then(Vec::new)),
            given: RefCell::default(),
            said: RefCell::default(),
            unfolded: RefCell::default(),
            depth: Cell::new(0),
        }
    }

    /// Takes what is known so far.
    pub(super) fn take_side(&self) -> Vec<Bool> {
        std::mem::take(&mut self.side.borrow_mut())
    }

    /// Makes something of which nothing has to be known, since nothing speaks of it.
    pub(super) fn unspoken<T>(&self, make: impl FnOnce() -> T) -> T {
        let known = self.side.borrow().len();
        let made = make();
        self.side.borrow_mut().truncate(known);
        made
    }

    /// Remembers something that is known, for all values of the variables around it.
    pub(super) fn know(&self, fact: Bool, trigger: Option<&Dynamic>) {
        let scope = self.scope.borrow();
        let quantified = if scope.is_empty() { fact } else { for_all(&scope, trigger, &fact) };
        self.side.borrow_mut().push(quantified);
    }

    /// Remembers something that is known of all values, once.
    pub(super) fn know_once(&self, name: &'static str, fact: impl FnOnce() -> Bool) {
        if self.said.borrow_mut().insert(name) {
            let fact = fact();
            self.side.borrow_mut().push(fact);
        }
    }

    pub(super) fn number(&self) -> u32 {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    /// A new symbol that depends on the variables around it.
    pub(super) fn skolem(&self, name: &str, sort: &Sort) -> Dynamic {
        let scope = self.scope.borrow();
        let name = format!("{name}!{}", self.number());
        let sorts: Vec<Sort> = scope.iter().map(|var| var.get_sort()).collect();
        let domain: Vec<&Sort> = sorts.iter().collect();
        let args: Vec<&dyn Ast> = scope.iter().map(|var| var as &dyn Ast).collect();
        FuncDecl::new(name, &domain, sort).apply(&args)
    }

    /// A new value of a type.
    pub(super) fn unknown(&self, name: &str, ty: &Type) -> Encoded<Val> {
        let term = Dynamic::new_const(format!("{name}!{}", self.number()), &self.sorts.of(ty)?);
        self.note_float(ty);
        let made = self.unpacked(ty, &term)?;
        self.know_decent(ty, &made)?;
        Ok(made)
    }

    /// Where numbers are watched, those that there are already are within their ranges.
    pub(super) fn know_decent(&self, ty: &Type, val: &Val) -> Encoded<()> {
        if self.is_watching() {
            self.know(self.decent(ty, val)?, None);
        }
        Ok(())
    }

    pub(super) fn note_float(&self, ty: &Type) {
        if *ty == Type::Float {
            self.floats.set(true);
        }
    }

    /// Works under variables that are bound, where a condition on them holds.
    pub(super) fn bound<R>(&self, vars: &[Dynamic], guard: &Bool, work: impl FnOnce() -> R) -> R {
        let depth = self.scope.borrow().len();
        self.scope.borrow_mut().extend(vars.iter().cloned());
        let result = self.given(guard, work);
        self.scope.borrow_mut().truncate(depth);
        result
    }

    /// Works where a condition holds.
    pub(super) fn given<R>(&self, condition: &Bool, work: impl FnOnce() -> R) -> R {
        self.given.borrow_mut().push(condition.clone());
        let result = work();
        self.given.borrow_mut().pop();
        result
    }

    /// Remembers that something should hold here, if numbers are watched.
    pub(super) fn watch(&self, fact: &Bool) {
        if let Some(watched) = &mut *self.watched.borrow_mut() {
            let here = implies(&and(&self.given.borrow()), fact);
            let always = for_all(&self.scope.borrow(), None, &here);
            if !watched.iter().any(|known| known.ast_eq(&always)) {
                watched.push(always);
            }
        }
    }

    /// What was watched since the last time.
    pub(super) fn take_watched(&self) -> Vec<Bool> {
        self.watched.borrow_mut().as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn is_watching(&self) -> bool {
        self.watched.borrow().is_some()
    }

    /// Remembers a key that something is said about.
    pub(super) fn note_point(&self, key: &Dynamic) {
        if self.scope.borrow().is_empty() && !self.points.borrow().iter().any(|known| known.ast_eq(key)) {
            self.points.borrow_mut().push(key.clone());
        }
    }

    /// A value that is one term.
    pub(super) fn scalar(&self, val: &Val) -> Encoded<Dynamic> {
        match val {
            Val::Term(term) => Ok(term.clone()),
            Val::Set(_) | Val::Map(_) | Val::Multi(_) | Val::Seq(_) => Err(Limit::new("a collection as a scalar")),
        }
    }
}

pub(super) fn boolean(term: &Dynamic) -> Encoded<Bool> {
    term.as_bool().ok_or_else(|| Limit::new("a condition that is none"))
}

pub(super) fn integer(term: &Dynamic) -> Encoded<Int> {
    term.as_int().ok_or_else(|| Limit::new("a number that is none"))
}

pub(super) fn array(term: &Dynamic) -> Encoded<Array> {
    term.as_array().ok_or_else(|| Limit::new("a collection that is none"))
}

/// The exact value of a double.
pub(super) fn real(value: f64) -> Encoded<Real> {
    let text = format!("{value}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let denominator = format!("1{}", "0".repeat(fraction.len()));
    Real::from_rational_str(&format!("{whole}{fraction}"), &denominator).ok_or_else(|| Limit::new("a number too large"))
}

/// For all values of variables.
pub(super) fn for_all(vars: &[Dynamic], trigger: Option<&Dynamic>, body: &Bool) -> Bool {
    if vars.is_empty() || body.as_bool().is_some() {
        return body.clone();
    }
    let bounds: Vec<&dyn Ast> = vars.iter().map(|var| var as &dyn Ast).collect();
    match trigger.filter(|trigger| is_pattern(trigger, vars)) {
        Some(trigger) => forall_const(&bounds, &[&Pattern::new(&[trigger as &dyn Ast])], body),
        None => forall_const(&bounds, &[], body),
    }
}

/// Whether a term can show the solver when to look at a quantifier: no connectives, and all of the variables.
pub(super) fn is_pattern(term: &Dynamic, vars: &[Dynamic]) -> bool {
    const UNFIT: [&str; 14] =
        ["if", "and", "or", "not", "=", "=>", "distinct", "<=", "<", ">=", ">", "xor", "true", "false"];
    fn fits(term: &Dynamic) -> bool {
        let named = term.is_app() && term.safe_decl().is_ok_and(|decl| !UNFIT.contains(&decl.name().as_str()));
        named && term.children().iter().all(fits)
    }
    term.num_children() > 0 && fits(term) && vars.iter().all(|var| mentions(term, var))
}

/// Whether a variable comes up in a term.
pub(super) fn mentions(term: &Dynamic, var: &Dynamic) -> bool {
    !term.substitute(&[(var, &Dynamic::fresh_const("other", &var.get_sort()))]).ast_eq(term)
}

/// For some values of variables.
pub(super) fn there_is(vars: &[Dynamic], body: &Bool) -> Bool {
    if vars.is_empty() || body.as_bool().is_some() {
        return body.clone();
    }
    let bounds: Vec<&dyn Ast> = vars.iter().map(|var| var as &dyn Ast).collect();
    z3::ast::exists_const(&bounds, &[], body)
}
