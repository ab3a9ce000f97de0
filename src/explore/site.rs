//! The places inside a condition that are worth reaching: comparisons, and decisions that go both ways.

use super::pattern::Probe;
use crate::interp::WayStep;
use crate::ir::{
    AliasId, BinaryOp, Builtin, Expr, ExprKind, FunctionBody, FunctionId, Quantifier, Range, Service, Type, UnaryOp,
    any, binders, for_each_child,
};
use crate::source::Span;

/// How deep functions are looked into.
const MAX_CALLS: usize = 6;

/// On which side of a comparison the values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The left side is one step less than the right one
    Below,
    /// Both sides are equal
    At,
    /// The left side is one step more than the right one
    Above,
}

impl Side {
    /// All sides.
    pub const ALL: [Side; 3] = [Side::Below, Side::At, Side::Above];

    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Side::Below => "below",
            Side::At => "at",
            Side::Above => "above",
        }
    }
}

/// Which characters the text has whose length is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letters {
    /// No text is measured, or it does not matter
    Any,
    /// ASCII alone
    Ascii,
    /// Some outside the Basic Multilingual Plane
    Astral,
}

/// What is wanted of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aim {
    /// A condition has this value
    Truth(bool),
    /// A comparison is on this side
    Boundary(Side, Letters),
    /// What is iterated over has elements, or none
    Elements(bool),
    /// A text is at the limits of a pattern, or just beyond
    Pattern(Probe),
    /// What is looked for in a set of constants is this element, by position
    Case(u32),
    /// What is compared with constants of an enum is this other value of it
    Other(u32),
}

/// What makes a place worth reaching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is what an `implies` or an `iff` depends on
    Antecedent,
    /// It is a side of an `and` or an `or`
    Operand,
    /// An `if` or a filter depends on it
    Branch,
    /// It is a quantifier, or something else that goes over elements
    Iteration,
    /// It is a comparison
    Comparison,
    /// Its truth is kept or answered
    Kept,
    /// It is a pattern
    Pattern,
}

/// A place inside a condition, and what is wanted of it.
#[derive(Debug, Clone)]
pub(crate) struct Site<'s> {
    pub(crate) way: Vec<WayStep>,
    pub(crate) expr: &'s Expr,
    pub(crate) aim: Aim,
    pub(crate) origin: Origin,
    /// The function it stands in.
    pub(crate) function: Option<FunctionId>,
    /// Where it is a pattern: which one, and the text as whoever calls the functions around it knows it.
    pub(crate) matched: Option<(&'s str, &'s Expr)>,
}

impl Site<'_> {
    pub(crate) fn span(&self) -> Span {
        self.expr.span
    }
}

/// Which values a condition can take at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// It is promised to be true, or to be false
    Promised(bool),
    /// It decides something, so both values matter
    Decides,
    /// It is part of a value
    Value,
}

impl Position {
    /// The position of a condition inside: what is part of a value decides about it.
    fn inside(self) -> Position {
        if self == Position::Value { Position::Decides } else { self }
    }

    fn negated(self) -> Position {
        if let Position::Promised(truth) = self { Position::Promised(!truth) } else { self }
    }
}

/// The places of a condition.
pub(crate) fn sites<'s>(service: &'s Service, expr: &'s Expr, position: Position) -> Vec<Site<'s>> {
    let keys = service.state.iter().filter(|field| field.ty.relation.is_some());
    let keys = keys.filter_map(|field| field.ty.args.first()?.alias).collect();
    let mut finder = SiteFinder { service, way: Vec::new(), functions: Vec::new(), keys, found: Vec::new() };
    finder.visit(expr, position);
    finder.found
}

struct SiteFinder<'s> {
    service: &'s Service,
    way: Vec<WayStep>,
    /// The functions around, with what they are called with.
    functions: Vec<(FunctionId, &'s [Expr])>,
    /// The aliases that keys of relations are declared with.
    keys: Vec<AliasId>,
    found: Vec<Site<'s>>,
}

impl<'s> SiteFinder<'s> {
    fn add(&mut self, expr: &'s Expr, aim: Aim, origin: Origin) {
        let function = self.function();
        self.found.push(Site { way: self.way.clone(), expr, aim, origin, function, matched: None });
    }

    fn function(&self) -> Option<FunctionId> {
        self.functions.last().map(|(id, _)| *id)
    }

    /// Adds a pattern that decides. What it is probed with depends on more than the place.
    fn add_pattern(&mut self, expr: &'s Expr, function: Option<FunctionId>, text: &'s Expr, pattern: &'s str) {
        let (aim, origin) = (Aim::Pattern(Probe::Shortest), Origin::Pattern);
        let matched = Some((pattern, self.given(text)));
        self.found.push(Site { way: self.way.clone(), expr, aim, origin, function, matched });
    }

    /// What a parameter stands for, seen from outside of all functions.
    fn given(&self, text: &'s Expr) -> &'s Expr {
        let mut text = text;
        for (_, args) in self.functions.iter().rev() {
            match &bare(text).kind {
                ExprKind::Param(at) => text = args.get(at.index()).unwrap_or(text),
                _ => break,
            }
        }
        bare(text)
    }

    fn below(&mut self, step: WayStep, work: impl FnOnce(&mut Self)) {
        self.way.push(step);
        work(self);
        self.way.pop();
    }

    /// Adds a wish for a direct part.
    fn want(&mut self, at: usize, part: &'s Expr, truth: bool, origin: Origin) {
        self.below(WayStep::Part(at), |this| this.add(part, Aim::Truth(truth), origin));
    }

    fn enter(&mut self, at: usize, part: &'s Expr, position: Position) {
        self.below(WayStep::Part(at), |this| this.visit(part, position));
    }

    fn visit(&mut self, expr: &'s Expr, position: Position) {
        match &expr.kind {
            ExprKind::Binary(operator, left, right) => self.binary(expr, *operator, left, right, position),
            ExprKind::Unary(UnaryOp::Not, inner) => {
                self.as_value(expr, position);
                self.enter(0, inner, position.inside().negated());
            }
            ExprKind::If(condition, yes, no) => {
                [true, false].into_iter().for_each(|truth| self.want(0, condition, truth, Origin::Branch));
                self.enter(0, condition, Position::Decides);
                self.enter(1, yes, position);
                self.enter(2, no, position);
            }
            ExprKind::Let(_, value, body) => {
                self.enter(0, value, Position::Value);
                self.enter(1, body, position);
            }
            ExprKind::Quantifier(quantifier, ..) => self.quantifier(expr, *quantifier, position),
            ExprKind::Comprehension(..) | ExprKind::The(..) => self.filter(expr),
            ExprKind::Sum(..) => {
                self.add(expr, Aim::Elements(true), Origin::Iteration);
                self.parts(expr);
            }
            ExprKind::Call(id, args, _) => self.call(expr, *id, args, position),
            ExprKind::Matches(text, pattern) => {
                self.as_value(expr, position);
                if position.inside() == Position::Decides {
                    self.add_pattern(expr, self.function(), text, pattern);
                }
                self.parts(expr);
            }
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Text(_)
            | ExprKind::None
            | ExprKind::EnumValue(..)
            | ExprKind::Local(_)
            | ExprKind::Input(_)
            | ExprKind::Output(_)
            | ExprKind::Param(_)
            | ExprKind::OwnField(_)
            | ExprKind::OwnValue
            | ExprKind::State(..)
            | ExprKind::Instances(..)
            | ExprKind::Unary(UnaryOp::Negate | UnaryOp::Size | UnaryOp::Powerset, _)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::UndeclaredCall(..)
            | ExprKind::Builtin(..)
            | ExprKind::With(..)
            | ExprKind::Construct(..)
            | ExprKind::Set(_)
            | ExprKind::Seq(_)
            | ExprKind::Map(_)
            | ExprKind::Some(_)
            | ExprKind::Unwrap(..) => self.parts(expr),
        }
    }

    /// A condition whose truth is a value: an output says it, or the state keeps it.
    fn as_value(&mut self, expr: &'s Expr, position: Position) {
        if position == Position::Value && expr.ty == Type::Bool {
            [true, false].into_iter().for_each(|truth| self.add(expr, Aim::Truth(truth), Origin::Kept));
        }
    }

    fn parts(&mut self, expr: &'s Expr) {
        let mut parts = Vec::new();
        for_each_child(expr, &mut |part| parts.push(part));
        parts.into_iter().enumerate().for_each(|(at, part)| self.enter(at, part, Position::Value));
    }

    fn binary(&mut self, expr: &'s Expr, operator: BinaryOp, left: &'s Expr, right: &'s Expr, position: Position) {
        self.as_value(expr, position);
        let inner = position.inside();
        match operator {
            BinaryOp::And => self.junction(left, right, inner, true),
            BinaryOp::Or => self.junction(left, right, inner, false),
            BinaryOp::Implies if inner == Position::Promised(false) => {
                self.enter(0, left, Position::Promised(true));
                self.enter(1, right, Position::Promised(false));
            }
            BinaryOp::Implies | BinaryOp::Iff => {
                self.want(0, left, true, Origin::Antecedent);
                self.want(0, left, false, Origin::Antecedent);
                self.enter(0, left, Position::Decides);
                self.enter(1, right, if operator == BinaryOp::Iff { Position::Decides } else { inner });
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                if inner == Position::Decides {
                    self.comparison(expr, operator, left, right);
                }
                self.parts(expr);
            }
            BinaryOp::In | BinaryOp::NotIn => {
                if inner == Position::Decides {
                    self.cases(expr, left, right);
                }
                self.parts(expr);
            }
            BinaryOp::Subset
            | BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Concat
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Difference
            | BinaryOp::Override
            | BinaryOp::RemoveKeys => self.parts(expr),
        }
    }

    /// An `and` that is true, or an `or` that is false, says so of both sides; otherwise each side can decide.
    fn junction(&mut self, left: &'s Expr, right: &'s Expr, inner: Position, both: bool) {
        if inner == Position::Promised(both) {
            self.enter(0, left, inner);
            return self.enter(1, right, inner);
        }
        self.want(0, left, !both, Origin::Operand);
        self.want(1, right, !both, Origin::Operand);
        self.enter(0, left, Position::Decides);
        self.enter(1, right, inner);
    }

    fn comparison(&mut self, expr: &'s Expr, operator: BinaryOp, left: &'s Expr, right: &'s Expr) {
        let only_equal = matches!(operator, BinaryOp::Eq | BinaryOp::Ne);
        let ty = comparable(left);
        if [left, right].into_iter().any(|side| matches!(side.kind, ExprKind::None)) {
            return;
        }
        if only_equal && self.is_key(left) && self.is_key(right) {
            return [true, false].into_iter().for_each(|truth| self.add(expr, Aim::Truth(truth), Origin::Comparison));
        }
        self.other_values(expr, left, std::slice::from_ref(right));
        self.other_values(expr, right, std::slice::from_ref(left));
        let measured = matches!(ty, Type::Int | Type::Float | Type::DateTime | Type::Duration);
        let worth_it = measured || (*ty == Type::String && !only_equal);
        if !worth_it || !(varies(left) || varies(right)) {
            return;
        }
        for side in Side::ALL.into_iter().filter(|side| !is_negative_size(*side, left, right)) {
            self.add(expr, Aim::Boundary(side, Letters::Any), Origin::Comparison);
        }
    }

    /// Of several values that are let through a service may forget one: each is tried. What a number is made up of
    /// shows in the number.
    fn cases(&mut self, expr: &'s Expr, left: &'s Expr, right: &'s Expr) {
        let in_number = self.functions.iter().any(|(id, _)| self.service.function(*id).result.ty != Type::Bool);
        if varies(left) && !varies(right) && !in_number {
            (0..cases(right).len()).for_each(|at| self.add(expr, Aim::Case(at as u32), Origin::Comparison));
        }
        if let ExprKind::Set(elements) = &right.kind {
            self.other_values(expr, left, elements);
        }
    }

    /// A service that knows one of the values which a condition shuts out may forget the others: each is tried. Where only
    /// one is left, that the condition goes the other way says it already.
    fn other_values(&mut self, expr: &'s Expr, compared: &Expr, constants: &[Expr]) {
        let in_number = self.functions.iter().any(|(id, _)| self.service.function(*id).result.ty != Type::Bool);
        let Type::Enum(id) = comparable(compared) else { return };
        let named: Option<Vec<u32>> = constants.iter().map(enum_value).collect();
        let Some(named) = named.filter(|named| varies(compared) && !named.is_empty() && !in_number) else { return };
        let all = 0..self.service.enumeration(*id).values.len() as u32;
        let others: Vec<u32> = all.filter(|value| !named.contains(value)).collect();
        if others.len() > 1 {
            others.into_iter().for_each(|value| self.add(expr, Aim::Other(value), Origin::Comparison));
        }
    }

    /// Whether an expression names an entry: what one more or less is says nothing then.
    fn is_key(&self, expr: &Expr) -> bool {
        if let ExprKind::Some(inner) | ExprKind::Unwrap(inner, _) = &expr.kind {
            return self.is_key(inner);
        }
        if let ExprKind::Field(base, field) = &expr.kind
            && let Type::Entity(id) = &base.ty
        {
            let alias = self.service.entity(*id).fields.get(field.index()).and_then(|field| field.ty.alias);
            return alias.is_some_and(|alias| self.keys.contains(&alias));
        }
        matches!(expr.kind, ExprKind::Input(_) | ExprKind::Param(_) | ExprKind::Local(_))
    }

    fn quantifier(&mut self, expr: &'s Expr, quantifier: Quantifier, position: Position) {
        let body_at = sources(expr);
        let ExprKind::Quantifier(_, _, body) = &expr.kind else { return };
        let always_some =
            binders(expr).iter().all(|binder| matches!(binder.range, Range::All(_)) && !binder.is_over_instances());
        let of_each = match (position, quantifier) {
            (Position::Promised(true), Quantifier::All) => Some(true),
            (Position::Promised(true), Quantifier::No) | (Position::Promised(false), Quantifier::Some) => Some(false),
            (Position::Promised(true), Quantifier::Some)
            | (Position::Promised(false), Quantifier::All | Quantifier::No)
            | (Position::Decides | Position::Value, _) => None,
        };
        self.sources_of(expr);
        if let Some(truth) = of_each {
            self.add(expr, Aim::Elements(true), Origin::Iteration);
            if !always_some {
                self.add(expr, Aim::Elements(false), Origin::Iteration);
            }
            return self.enter(body_at, body, Position::Promised(truth));
        }
        if matches!(position, Position::Decides | Position::Value) {
            [true, false].into_iter().for_each(|truth| self.add(expr, Aim::Truth(truth), Origin::Iteration));
        }
        self.enter(body_at, body, Position::Decides);
    }

    fn sources_of(&mut self, expr: &'s Expr) {
        for (at, source) in binders(expr).iter().filter_map(|binder| binder.source()).enumerate() {
            self.enter(at, source, Position::Value);
        }
    }

    /// A filter lets something through and keeps something out.
    fn filter(&mut self, expr: &'s Expr) {
        let (ExprKind::Comprehension(_, body) | ExprKind::The(_, body)) = &expr.kind else { return };
        self.sources_of(expr);
        let at = sources(expr);
        [true, false].into_iter().for_each(|truth| self.want(at, body, truth, Origin::Branch));
        self.enter(at, body, Position::Decides);
    }

    fn call(&mut self, expr: &'s Expr, id: FunctionId, args: &'s [Expr], position: Position) {
        self.as_value(expr, position);
        self.parts(expr);
        let function = self.service.function(id);
        if function.from_preamble && position.inside() == Position::Decides {
            return self.preamble(expr, id, args);
        }
        let known = self.functions.iter().any(|(other, _)| *other == id);
        let deep = self.functions.len() >= MAX_CALLS || known || function.from_preamble;
        if let (FunctionBody::Defined(body), false) = (&function.body, deep) {
            let is_condition = function.result.ty == Type::Bool;
            let inner = if is_condition { position.inside() } else { Position::Value };
            self.functions.push((id, args));
            self.below(WayStep::Body, |this| this.visit(body, inner));
            self.functions.pop();
        }
    }

    /// Of a predicate that every spec has only the pattern counts, and the call stands for it: nobody sees its body.
    fn preamble(&mut self, expr: &'s Expr, id: FunctionId, args: &'s [Expr]) {
        let FunctionBody::Defined(body) = &self.service.function(id).body else { return };
        let ExprKind::Matches(text, pattern) = &body.kind else { return };
        let function = self.function();
        self.functions.push((id, args));
        self.below(WayStep::Body, |this| this.add_pattern(expr, function, text, pattern));
        self.functions.pop();
    }
}

/// How many parts of an expression are the collections that its variables range over.
fn sources(expr: &Expr) -> usize {
    binders(expr).iter().filter(|binder| binder.source().is_some()).count()
}

/// Without the coercions between an option and its value.
fn bare(expr: &Expr) -> &Expr {
    if let ExprKind::Some(inner) | ExprKind::Unwrap(inner, _) = &expr.kind { bare(inner) } else { expr }
}

/// The position of a value of an enum, if an expression is one.
pub(crate) fn enum_value(expr: &Expr) -> Option<u32> {
    if let ExprKind::EnumValue(_, value) = &bare(expr).kind { Some(*value) } else { None }
}

/// What a comparison compares.
fn comparable(expr: &Expr) -> &Type {
    if let Type::Option(inner) = &expr.ty { inner } else { &expr.ty }
}

/// The elements of a set of several that a value is looked for in.
pub(crate) fn cases(right: &Expr) -> &[Expr] {
    if let ExprKind::Set(elements) = &right.kind
        && elements.len() > 1
    {
        elements
    } else {
        &[]
    }
}

/// Whether the value of an expression is not the same in every call.
fn varies(expr: &Expr) -> bool {
    any(expr, &|part| {
        matches!(
            part.kind,
            ExprKind::Local(_)
                | ExprKind::Input(_)
                | ExprKind::Output(_)
                | ExprKind::Param(_)
                | ExprKind::OwnField(_)
                | ExprKind::OwnValue
                | ExprKind::State(..)
                | ExprKind::Instances(..)
                | ExprKind::Builtin(Builtin::Now, _)
        )
    })
}

/// Whether a side of a comparison would need a collection or a text of less than no elements.
fn is_negative_size(side: Side, left: &Expr, right: &Expr) -> bool {
    match side {
        Side::Below => is_size(left) && matches!(right.kind, ExprKind::Int(..=0)),
        Side::At => {
            (is_size(left) && matches!(right.kind, ExprKind::Int(..=-1)))
                || (is_size(right) && matches!(left.kind, ExprKind::Int(..=-1)))
        }
        Side::Above => is_size(right) && matches!(left.kind, ExprKind::Int(..=0)),
    }
}

fn is_size(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Unary(UnaryOp::Size, _) | ExprKind::Builtin(Builtin::Len, _))
}
