//! What of the state an operation needs: entries by their keys where those are known before anything is worked out, and
//! whole relations only where something goes over them.

use serde::Serialize;

use super::{Choice, Move, PlannedStep};
use crate::convention::Presence;
use crate::effect::{Place, Root, Scope};
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, Fresh, FunctionBody, IndexKind, Local, Moment, OperationId, Range,
    Reads, Service, StateId, Type, any, for_each_child, for_each_child_mut, same, substitute,
};
use crate::realize::{Action, Case};
use crate::source::Span;

/// How many calls of functions are looked into, one inside the other.
const MOST_CALLS: usize = 12;

/// A part of the state that is loaded.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Load {
    /// The state field.
    pub state: StateId,
    /// What of it.
    pub what: What,
}

/// Which part of a state field is loaded.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum What {
    /// All of it.
    Whole,
    /// The greatest key, after which new ones follow.
    Greatest,
    /// The entries under a key, one for each choice of some variables.
    Keys {
        /// The variables of the key, over collections that are inputs or loaded before.
        each: Vec<Binder>,
        /// The key, over the inputs and what is loaded before.
        key: Expr,
    },
}

/// A variable, and what is known of it while loads are looked for.
#[derive(Clone)]
enum Known {
    /// It goes over a collection that is at hand.
    Each(Binder),
    /// It goes over something that is loaded as a whole.
    Anything,
    /// It stands for a value.
    Value(Expr),
}

/// Gathers loads.
#[derive(Clone)]
pub(super) struct Loads<'s> {
    service: &'s Service,
    operation: OperationId,
    found: Vec<Load>,
    variables: Vec<(u32, Known)>,
    depth: usize,
}

impl<'s> Loads<'s> {
    pub(super) fn new(service: &'s Service, operation: OperationId) -> Loads<'s> {
        Loads { service, operation, found: Vec::new(), variables: Vec::new(), depth: 0 }
    }

    /// What the checks of a call need.
    pub(super) fn requires(&mut self, presence: &[Presence], moves: &[Move]) {
        let declared = self.service.operation(self.operation);
        declared.requires.iter().for_each(|clause| self.expr(&clause.expr));
        presence.iter().for_each(|test| self.expr(&test.test));
        for entry in moves {
            let key = input_key(self.service, entry);
            self.entry(entry.relation, &key);
            entry.rules.iter().filter_map(|rule| rule.guard.as_ref()).for_each(|guard| self.expr(guard));
        }
    }

    /// What the steps of a body need.
    pub(super) fn steps(&mut self, steps: &[PlannedStep]) {
        for planned in steps {
            self.action(&planned.step.action);
            if let Some(choice) = &planned.choice {
                self.choice(choice);
            }
        }
    }

    /// The loads in an order in which each has what it needs; nothing twice.
    pub(super) fn finish(self) -> Vec<Load> {
        let whole = |id: StateId| self.found.iter().any(|load| load.state == id && load.what == What::Whole);
        let mut kept: Vec<Load> = Vec::new();
        for load in &self.found {
            // What is loaded as a whole later on is loaded as a whole at once: others may need it in between.
            let what = if whole(load.state) { What::Whole } else { load.what.clone() };
            let load = Load { state: load.state, what };
            if !kept.iter().any(|other| same_load(other, &load)) {
                kept.push(load);
            }
        }
        kept
    }

    /// Whether everything that these loads ask for is among those found so far.
    pub(super) fn has(&self, other: &[Load]) -> bool {
        other.iter().all(|load| {
            self.found.iter().any(|own| own.state == load.state && (own.what == What::Whole || same_load(own, load)))
        })
    }

    /// What an expression needs, by itself.
    pub(super) fn of(&self, expr: &Expr) -> Vec<Load> {
        let mut fresh = Loads::new(self.service, self.operation);
        fresh.expr(expr);
        fresh.found
    }

    /// Takes over what an expression needs.
    pub(super) fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Index(IndexKind::Value | IndexKind::Values, base, key) = &expr.kind
            && let ExprKind::State(id, _) = base.kind
        {
            self.expr(key);
            return self.entry(id, key);
        }
        if let ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, element, whole) = &expr.kind
            && let Some(id) = relation(whole)
        {
            self.expr(element);
            return self.entry(id, element);
        }
        if let ExprKind::State(id, _) = &expr.kind {
            self.whole(*id);
        } else if let ExprKind::Instances(..) = &expr.kind {
            self.everything();
        } else if let ExprKind::Call(id, args, moment) = &expr.kind {
            self.call(expr, *id, args, *moment);
        } else if let ExprKind::Let(local, value, body) = &expr.kind {
            self.expr(value);
            let value = self.inlined(value);
            self.with(local.id, Known::Value(value), |this| this.expr(body));
        } else if let ExprKind::Quantifier(_, binders, body) = &expr.kind {
            self.over(binders, body);
        } else if let ExprKind::Sum(binder, body)
        | ExprKind::The(binder, body)
        | ExprKind::Comprehension(binder, body) = &expr.kind
        {
            self.over(std::slice::from_ref(&**binder), body);
        } else if !self.is_change(expr) {
            for_each_child(expr, &mut |part| self.expr(part));
        }
    }

    /// A relation with some entries more or less needs those entries alone.
    fn is_change(&mut self, expr: &Expr) -> bool {
        let ExprKind::Binary(operator @ (BinaryOp::Override | BinaryOp::RemoveKeys), left, right) = &expr.kind else {
            return false;
        };
        if !is_relation(left) {
            return false;
        }
        if *operator == BinaryOp::Override {
            self.laid_over(left, right)
        } else {
            self.removed(left, right)
        }
        true
    }

    fn with(&mut self, id: u32, known: Known, work: impl FnOnce(&mut Self)) {
        self.variables.push((id, known));
        work(self);
        self.variables.pop();
    }

    fn over(&mut self, binders: &[Binder], body: &Expr) {
        let Some((binder, rest)) = binders.split_first() else { return self.expr(body) };
        let known = self.range(binder);
        self.with(binder.local.id, known, |this| this.over(rest, body));
    }

    /// What is known of a variable that goes over something.
    fn range(&mut self, binder: &Binder) -> Known {
        if binder.is_over_instances() {
            self.everything();
            return Known::Anything;
        }
        let Some(source) = binder.source() else { return Known::Anything };
        self.expr(source);
        let source = self.inlined(source);
        let reads_whole = any(&source, &|part| is_relation(part) || matches!(part.kind, ExprKind::Call(..)));
        if reads_whole || !self.is_at_hand(&source) {
            // A relation that is only looked into by key is at hand.
            let by_key = any(&source, &|part| matches!(&part.kind, ExprKind::Index(_, base, _) if is_relation(base)));
            let bare = any_bare_relation(&source) || any(&source, &|part| matches!(part.kind, ExprKind::Call(..)));
            if bare || !by_key || !self.is_at_hand(&source) {
                return Known::Anything;
            }
        }
        let range = match &binder.range {
            Range::Elements(_) => Range::Elements(source),
            Range::Values(_) => Range::Values(source),
            Range::All(moment) => Range::All(*moment),
        };
        Known::Each(Binder { local: binder.local.clone(), ty: binder.ty.clone(), range })
    }

    fn call(&mut self, call: &Expr, id: crate::ir::FunctionId, args: &[Expr], moment: Moment) {
        args.iter().for_each(|arg| self.expr(arg));
        let FunctionBody::Defined(body) = &self.service.function(id).body else { return };
        if self.depth >= MOST_CALLS {
            let fields = Reads::by(self.service, id).fields;
            return fields.into_iter().for_each(|id| self.whole(id));
        }
        self.depth += 1;
        let unfolded = substitute(body, args, moment, &mut Fresh::above(call));
        self.expr(&unfolded);
        self.depth -= 1;
    }

    /// `rel + {k -> v}` needs the entries that are laid over.
    fn laid_over(&mut self, left: &Expr, right: &Expr) {
        let ExprKind::State(id, _) = left.kind else { return };
        let ExprKind::Map(entries) = &right.kind else {
            self.whole(id);
            return self.expr(right);
        };
        for (key, value) in entries {
            self.expr(key);
            self.expr(value);
            self.entry(id, key);
        }
    }

    /// `rel - keys` needs the entries that are taken away.
    fn removed(&mut self, left: &Expr, right: &Expr) {
        let ExprKind::State(id, _) = left.kind else { return };
        self.expr(right);
        if let ExprKind::Set(keys) = &right.kind {
            return keys.iter().for_each(|key| self.entry(id, key));
        }
        let source = self.inlined(right);
        let element = source.ty.element().cloned().unwrap_or(Type::Unknown);
        if !self.is_at_hand(&source) || any_bare_relation(&source) || any(&source, &is_call) {
            return;
        }
        let local = Local { id: u32::MAX, name: "key".into() };
        let key = Expr { kind: ExprKind::Local(local.clone()), ty: element.clone(), span: right.span };
        let each = vec![Binder { local, ty: element, range: Range::Elements(source) }];
        self.push(id, What::Keys { each, key });
    }

    fn whole(&mut self, id: StateId) {
        self.push(id, What::Whole);
    }

    fn everything(&mut self) {
        (0..self.service.state.len()).for_each(|at| self.whole(StateId(at as u32)));
    }

    /// The entry under a key, or everything where the key is not known before.
    fn entry(&mut self, id: StateId, key: &Expr) {
        if !matches!(self.service.state_field(id).ty.ty, Type::Map(..) | Type::Multi(..)) {
            return self.whole(id);
        }
        let key = self.inlined(key);
        if self.is_over_anything(&key) {
            return self.whole(id);
        }
        // A key that is chosen, or that a step works out, is asked for when it is known.
        if !self.is_at_hand(&key) || any(&key, &is_call) || any_bare_relation(&key) {
            return;
        }
        let each = self.binders_of(&key);
        self.push(id, What::Keys { each, key });
    }

    fn push(&mut self, state: StateId, what: What) {
        let load = Load { state, what };
        if !self.found.iter().any(|other| same_load(other, &load)) {
            self.found.push(load);
        }
    }

    /// Whether it depends on a variable that goes over something unknown.
    fn is_over_anything(&self, expr: &Expr) -> bool {
        any(expr, &|part| {
            let ExprKind::Local(local) = &part.kind else { return false };
            !matches!(self.known(local.id), Some(Known::Each(_)))
        })
    }

    /// Whether an expression has a value before anything is worked out: it reads inputs and the state before alone.
    fn is_at_hand(&self, expr: &Expr) -> bool {
        !any(expr, &|part| {
            let is_later = matches!(
                part.kind,
                ExprKind::Output(_)
                    | ExprKind::Param(_)
                    | ExprKind::OwnField(_)
                    | ExprKind::OwnValue
                    | ExprKind::Builtin(Builtin::Now, _)
                    | ExprKind::UndeclaredCall(..)
                    | ExprKind::Instances(..)
            );
            let is_unknown = matches!(&part.kind, ExprKind::Local(local)
                if !matches!(self.known(local.id), Some(Known::Each(_)) | None));
            is_later || is_unknown
        })
    }

    fn known(&self, id: u32) -> Option<&Known> {
        self.variables.iter().rev().find(|(known, _)| *known == id).map(|(_, known)| known)
    }

    /// The variables that a key depends on, from the outside in.
    fn binders_of(&self, key: &Expr) -> Vec<Binder> {
        let mut wanted: Vec<Expr> = vec![key.clone()];
        let mut found: Vec<Binder> = Vec::new();
        for (id, known) in self.variables.iter().rev() {
            let Known::Each(binder) = known else { continue };
            let mentions = |expr: &Expr| any(expr, &|part| matches!(&part.kind, ExprKind::Local(l) if l.id == *id));
            if wanted.iter().any(mentions) {
                wanted.extend(binder.source().cloned());
                found.insert(0, binder.clone());
            }
        }
        found
    }

    /// The same with the values of `let` variables in their place, read before.
    fn inlined(&self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        self.inline(&mut expr);
        expr
    }

    fn inline(&self, expr: &mut Expr) {
        if let ExprKind::Local(local) = &expr.kind {
            if let Some(Known::Value(value)) = self.known(local.id) {
                *expr = value.clone();
            }
            return;
        }
        if let ExprKind::State(_, moment) = &mut expr.kind {
            *moment = Moment::Before;
        }
        for_each_child_mut(expr, &mut |part| self.inline(part));
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Assign(place, cases) | Action::Insert(place, cases) | Action::Remove(place, cases) => {
                let removes = matches!(action, Action::Remove(..));
                cases.iter().for_each(|case| self.case(place, case, removes));
            }
            Action::Create(place, cases) => {
                for scopes in cases {
                    self.under(scopes, &mut |this| this.place(place));
                }
            }
            Action::Collect(_, collection) => {
                let known = self.range(&collection.binder);
                let conditions = &collection.conditions;
                self.with(collection.binder.local.id, known, |this| {
                    conditions.iter().for_each(|condition| this.expr(condition));
                });
            }
            Action::Choose(place, _) => self.place(place),
        }
    }

    fn case(&mut self, place: &Place, case: &Case, removes: bool) {
        self.under(&case.scopes, &mut |this| {
            this.place(place);
            let own = if let Root::State(id) = place.root { Some(id) } else { None };
            let is_before = matches!(case.value.kind, ExprKind::State(id, Moment::Before) if Some(id) == own);
            if !is_before {
                this.expr(&case.value);
                if let (Some(id), [], true) = (own, &*place.path, replaces(&case.value)) {
                    this.whole(id);
                }
            }
            if let (Some(id), true, []) = (own, removes, &*place.path) {
                this.entry(id, &case.value);
            }
        });
    }

    /// What a place needs to be written to.
    fn place(&mut self, place: &Place) {
        place.keys().for_each(|key| self.expr(key));
        if let Some((id, key)) = place.entry() {
            self.entry(id, key);
        } else if let Root::State(id) = place.root
            && !matches!(self.service.state_field(id).ty.ty, Type::Map(..) | Type::Multi(..))
        {
            self.whole(id);
        }
    }

    fn under(&mut self, scopes: &[Scope], work: &mut dyn FnMut(&mut Self)) {
        let Some((scope, rest)) = scopes.split_first() else { return work(self) };
        match scope {
            Scope::Let(local, value) => {
                self.expr(value);
                let value = self.inlined(value);
                self.with(local.id, Known::Value(value), |this| this.under(rest, work));
            }
            Scope::If(condition) | Scope::Unless(condition) => {
                self.expr(condition);
                self.under(rest, work);
            }
            Scope::Each(binder) => {
                let known = self.range(binder);
                self.with(binder.local.id, known, |this| this.under(rest, work));
            }
        }
    }

    fn choice(&mut self, choice: &Choice) {
        for check in &choice.checks {
            self.under(&check.scopes, &mut |this| this.expr(&check.expr));
        }
        for id in choice.follows() {
            self.push(id, What::Greatest);
        }
        if let (Root::State(id), []) = (choice.place.root, &*choice.place.path) {
            self.whole(id);
        }
    }
}

/// Whether a value takes the place of all that was there.
fn replaces(value: &Expr) -> bool {
    let is_part = matches!(
        &value.kind,
        ExprKind::Binary(BinaryOp::Override | BinaryOp::RemoveKeys, left, _) if is_relation(left) || !replaces(left)
    );
    matches!(value.ty, Type::Map(..) | Type::Multi(..)) && !is_part && !is_relation(value)
}

fn is_call(part: &Expr) -> bool {
    matches!(part.kind, ExprKind::Call(..))
}

fn is_relation(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::State(..)) && matches!(expr.ty, Type::Map(..) | Type::Multi(..))
}

/// The relation that something is looked for in, by its keys.
fn relation(whole: &Expr) -> Option<StateId> {
    if let ExprKind::Builtin(Builtin::Dom, args) = &whole.kind {
        return args.first().and_then(relation);
    }
    if let (ExprKind::State(id, _), true) = (&whole.kind, is_relation(whole)) { Some(*id) } else { None }
}

/// Whether a relation is read other than by a key.
fn any_bare_relation(expr: &Expr) -> bool {
    if is_relation(expr) {
        return true;
    }
    if let ExprKind::Index(_, base, key) = &expr.kind
        && is_relation(base)
    {
        return any_bare_relation(key);
    }
    if let ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, element, whole) = &expr.kind
        && relation(whole).is_some()
    {
        return any_bare_relation(element);
    }
    let mut found = false;
    for_each_child(expr, &mut |part| found |= any_bare_relation(part));
    found
}

fn same_load(one: &Load, other: &Load) -> bool {
    let what = match (&one.what, &other.what) {
        (What::Keys { each, key }, What::Keys { each: others, key: at }) => {
            each.len() == others.len() && same(key, at) && each.iter().zip(others).all(same_binder)
        }
        (What::Whole | What::Greatest | What::Keys { .. }, _) => one.what == other.what,
    };
    one.state == other.state && what
}

fn same_binder((one, other): (&Binder, &Binder)) -> bool {
    let sources = (one.source(), other.source());
    one.local.id == other.local.id && matches!(sources, (Some(a), Some(b)) if same(a, b))
}

/// The input that is the key of a transition's entry.
fn input_key(service: &Service, entry: &Move) -> Expr {
    let ty = service.state_field(entry.relation).ty.ty.element().cloned().unwrap_or(Type::Unknown);
    Expr { kind: ExprKind::Input(entry.key), ty, span: Span::default() }
}
