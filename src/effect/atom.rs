//! Clauses taken apart: conjunctions, `let`, `implies`, `if`, and what each part could determine.

use super::{Action, LooseCalls, Place, Root, Scope};
use crate::ir::{
    BinaryOp, Binder, Expr, ExprKind, Local, Operation, Quantifier, Tested, Type, UnaryOp, any, for_each_child_mut,
};

/// A part of a clause, with the places it could determine.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    pub(super) clause: usize,
    pub(super) scopes: Vec<Scope>,
    pub(super) expr: Expr,
    /// None for a mere check, two for an equation between places.
    pub(super) readings: Vec<(Place, Action)>,
    /// Whether a reading determines in the sense of the frame.
    pub(super) determines: bool,
    /// Whether, as a check, it opens the state fields it primes.
    pub(super) opens: bool,
}

/// The parts of all clauses, and the clauses that are loose.
pub(super) struct Atoms {
    pub(super) atoms: Vec<Atom>,
    pub(super) loose: Vec<usize>,
}

pub(super) fn atoms(operation: &Operation, loose: &LooseCalls) -> Atoms {
    let mut found = Atoms { atoms: Vec::new(), loose: Vec::new() };
    for (clause, ensures) in operation.ensures.iter().enumerate() {
        if loose.within(&ensures.expr) {
            found.loose.push(clause);
        }
        let mut splitter = Splitter { clause, determines: true, loose, found: &mut found.atoms };
        splitter.split(&ensures.expr, &mut Vec::new());
    }
    found
}

struct Splitter<'a> {
    clause: usize,
    determines: bool,
    /// What depends on such calls counts as true, and says nothing.
    loose: &'a LooseCalls,
    found: &'a mut Vec<Atom>,
}

impl Splitter<'_> {
    fn split(&mut self, expr: &Expr, scopes: &mut Vec<Scope>) {
        if let ExprKind::Binary(operator, left, right) = &expr.kind {
            self.joined(expr, *operator, (left, right), scopes);
        } else if let ExprKind::Let(local, value, body) = &expr.kind {
            self.bound(local, value, body, scopes);
        } else if let ExprKind::If(condition, yes, no) = &expr.kind {
            self.within(Scope::If((**condition).clone()), yes, scopes);
            self.within(Scope::Unless((**condition).clone()), no, scopes);
        } else if let ExprKind::Quantifier(Quantifier::All, binders, body) = &expr.kind {
            self.each(expr, binders, body, scopes);
        } else {
            self.atom(expr, scopes);
        }
    }

    fn joined(&mut self, whole: &Expr, operator: BinaryOp, (left, right): (&Expr, &Expr), scopes: &mut Vec<Scope>) {
        if operator == BinaryOp::And {
            self.split(left, scopes);
            self.split(right, scopes);
        } else if operator == BinaryOp::Implies {
            self.within(Scope::If(left.clone()), right, scopes);
        } else if operator == BinaryOp::Or {
            self.either(whole, left, right, scopes);
        } else {
            self.atom(whole, scopes);
        }
    }

    /// `all x in s | e`: a check, and one way to make it true is what `e` says, for each of them.
    fn each(&mut self, whole: &Expr, binders: &[Binder], body: &Expr, scopes: &mut Vec<Scope>) {
        self.check(whole, scopes);
        let depth = scopes.len();
        scopes.extend(binders.iter().cloned().map(Scope::Each));
        self.ways_only(|splitter, scopes| splitter.split(body, scopes), scopes);
        scopes.truncate(depth);
    }

    /// A variable that stands for a place is written out, so that what is said of it is said of the place.
    fn bound(&mut self, local: &Local, value: &Expr, body: &Expr, scopes: &mut Vec<Scope>) {
        if Place::named(value).is_some() {
            let mut body = body.clone();
            write_out(&mut body, local, value);
            self.split(&body, scopes);
        } else {
            self.within(Scope::Let(local.clone(), value.clone()), body, scopes);
        }
    }

    fn within(&mut self, scope: Scope, body: &Expr, scopes: &mut Vec<Scope>) {
        scopes.push(scope);
        self.split(body, scopes);
        scopes.pop();
    }

    /// `a or b`: a check, and one way to make it true where `a` does not hold is what `b` says.
    fn either(&mut self, whole: &Expr, left: &Expr, right: &Expr, scopes: &mut Vec<Scope>) {
        self.check(whole, scopes);
        let unless = Scope::Unless(left.clone());
        self.ways_only(|splitter, scopes| splitter.within(unless, right, scopes), scopes);
    }

    /// Keeps of what is found only the readings, as ways to make an enclosing check true.
    fn ways_only(&mut self, search: impl FnOnce(&mut Splitter<'_>, &mut Vec<Scope>), scopes: &mut Vec<Scope>) {
        let mut found = Vec::new();
        let inner = &mut Splitter { clause: self.clause, determines: false, loose: self.loose, found: &mut found };
        search(inner, scopes);
        self.found.extend(found.into_iter().filter(|atom| !atom.readings.is_empty()));
    }

    fn is_loose(&self, expr: &Expr, scopes: &[Scope]) -> bool {
        self.loose.within(expr) || scopes.iter().filter_map(Scope::expr).any(|expr| self.loose.within(expr))
    }

    fn atom(&mut self, expr: &Expr, scopes: &[Scope]) {
        if self.is_loose(expr, scopes) {
            return;
        }
        let mut readings = readings(expr);
        for key in readings.iter_mut().flat_map(|(place, _)| place.keys_mut()) {
            write_out_all(key, scopes);
        }
        self.found.push(Atom {
            clause: self.clause,
            scopes: scopes.to_vec(),
            expr: expr.clone(),
            readings,
            determines: self.determines,
            opens: true,
        });
    }

    fn check(&mut self, expr: &Expr, scopes: &[Scope]) {
        if self.is_loose(expr, scopes) {
            return;
        }
        let (clause, determines) = (self.clause, self.determines);
        self.found.push(Atom {
            clause,
            scopes: scopes.to_vec(),
            expr: expr.clone(),
            readings: Vec::new(),
            determines,
            opens: true,
        });
    }
}

/// Places are read outside of what surrounds the clause, so variables in their keys are written out.
fn write_out_all(expr: &mut Expr, scopes: &[Scope]) {
    for scope in scopes.iter().rev() {
        if let Scope::Let(local, value) = scope {
            write_out(expr, local, value);
        }
    }
}

fn write_out(expr: &mut Expr, local: &Local, value: &Expr) {
    if matches!(&expr.kind, ExprKind::Local(found) if found.id == local.id) {
        *expr = value.clone();
    } else {
        for_each_child_mut(expr, &mut |part| write_out(part, local, value));
    }
}

/// What a part of a clause could determine.
fn readings(expr: &Expr) -> Vec<(Place, Action)> {
    if let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Iff, left, right) = &expr.kind {
        let both = [equation(left, right), equation(right, left)];
        return both.into_iter().flatten().collect();
    }
    if let ExprKind::Binary(operator @ (BinaryOp::In | BinaryOp::NotIn), element, whole) = &expr.kind {
        let action = if *operator == BinaryOp::In { Action::Contains } else { Action::Lacks };
        return membership(whole, element, action);
    }
    if let ExprKind::Unary(UnaryOp::Not, inner) = &expr.kind {
        return negated(inner);
    }
    truth(expr, true)
}

/// `place = value`. Where the place was lifted to an option, the value is opened instead.
fn equation(side: &Expr, value: &Expr) -> Option<(Place, Action)> {
    if let ExprKind::Some(inner) = &side.kind {
        let place = Place::named(inner)?;
        let opened = ExprKind::Unwrap(Box::new(value.clone()), Tested::Yes);
        let opened = Expr { kind: opened, ty: inner.ty.clone(), span: value.span };
        return Some((place, Action::Equals(opened)));
    }
    let place = Place::named(side)?;
    (!is_circular(&place, value)).then(|| (place, Action::Equals(value.clone())))
}

/// `todos'[id].id = id` says nothing of `id`, which the place on the other side depends on. An output may depend on a part
/// of itself: `note = show(note.id)'`.
fn is_circular(place: &Place, value: &Expr) -> bool {
    let mut circular = false;
    match place.root {
        Root::Output(_) => Place::each_named(value, &mut |found| {
            circular |= found.shares_way(place) && found.path.len() <= place.path.len();
        }),
        Root::State(_) => {
            circular = any(value, &|part| Place::named(part).is_some_and(|found| found.is_same(place)));
        }
    }
    circular
}

fn membership(whole: &Expr, element: &Expr, action: fn(Expr) -> Action) -> Vec<(Place, Action)> {
    let keeps_elements = matches!(whole.ty, Type::Set(_) | Type::Map(..) | Type::Multi(..));
    let place = Place::named(whole).filter(|_| keeps_elements);
    place.map(|place| (place, action(element.clone()))).into_iter().collect()
}

fn negated(inner: &Expr) -> Vec<(Place, Action)> {
    if let ExprKind::Binary(operator @ (BinaryOp::In | BinaryOp::NotIn), element, whole) = &inner.kind {
        let action = if *operator == BinaryOp::In { Action::Lacks } else { Action::Contains };
        return membership(whole, element, action);
    }
    truth(inner, false)
}

/// A `Bool` place that stands as a clause of its own.
fn truth(expr: &Expr, value: bool) -> Vec<(Place, Action)> {
    let place = Place::named(expr).filter(|place| place.ty == Type::Bool);
    let value = Expr { kind: ExprKind::Bool(value), ty: Type::Bool, span: expr.span };
    place.map(|place| (place, Action::Equals(value))).into_iter().collect()
}
