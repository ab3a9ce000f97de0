//! Expressions, construct by construct.

use std::sync::Arc;

use super::over::{each_of, values};
use super::{
    Arithmetic, Bound, Call, Connective, Counted, Each, Extreme, Form, Instants, Iteration, Joint, Lowered, Lowering,
    Order, Quantity, Reckoned, Sign, Takes, Unit, Variable, bound,
};
use crate::ir::{
    BinaryOp, Builtin, EntityId, Expr, ExprKind, FunctionId, IndexKind, Local, Moment, Type, UnaryOp, print,
};
use crate::plan::service::{Search, counted};

impl Lowering<'_> {
    /// An expression.
    pub fn expr(&self, expr: &Expr) -> Lowered {
        if expr.ty == Type::Bool { self.condition(expr) } else { self.settled(expr) }
    }

    /// A condition.
    pub fn condition(&self, expr: &Expr) -> Lowered {
        if self.opaque.is_opaque(expr) { self.unknown(expr) } else { self.settled(expr) }
    }

    fn unknown(&self, expr: &Expr) -> Lowered {
        Lowered::new(Form::Unknown(print(expr, self.service, self.names)), expr.ty.clone())
    }

    fn all(&self, exprs: &[Expr]) -> Vec<Lowered> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn boxed(&self, expr: &Expr) -> Box<Lowered> {
        Box::new(self.expr(expr))
    }

    fn pair(&self, left: &Expr, right: &Expr) -> (Box<Lowered>, Box<Lowered>) {
        (self.boxed(left), self.boxed(right))
    }

    fn settled(&self, expr: &Expr) -> Lowered {
        let form = match &expr.kind {
            ExprKind::Bool(value) => Form::Truth(*value),
            ExprKind::Int(value) => Form::Int(*value),
            ExprKind::Float(value) => Form::Float(*value),
            ExprKind::Text(text) => Form::Text(text.clone()),
            ExprKind::None => Form::None,
            ExprKind::EnumValue(id, value) => Form::EnumValue(*id, *value),
            ExprKind::Local(local) => Form::Local(local.clone()),
            ExprKind::Input(index) => Form::Input(*index),
            ExprKind::Output(index) => Form::Output(*index),
            ExprKind::Param(index) => Form::Param(*index),
            ExprKind::OwnField(field) => Form::OwnField(*field),
            ExprKind::OwnValue => Form::OwnValue,
            ExprKind::State(id, moment) => Form::State(*id, self.when(*moment)),
            ExprKind::Instances(id, moment) => Form::Instances(*id, self.when(*moment)),
            ExprKind::Unary(operator, inner) => return self.unary(expr, *operator, inner),
            ExprKind::Binary(operator, left, right) => return self.binary(expr, *operator, left, right),
            ExprKind::Matches(text, pattern) => Form::Matches(self.boxed(text), pattern.clone()),
            ExprKind::Field(base, field) => Form::Field(self.boxed(base), entity_of(&base.ty), *field),
            ExprKind::Index(kind, base, key) => self.indexed(*kind, base, key),
            ExprKind::Call(id, args, moment) => Form::Call(self.call(*id, args, *moment)),
            ExprKind::UndeclaredCall(..) => return self.unknown(expr),
            ExprKind::Builtin(builtin, args) => return self.builtin(expr, *builtin, args),
            ExprKind::Sum(binder, body) => return self.sum(expr, binder, body),
            ExprKind::With(base, fields) => {
                let fields = fields.iter().map(|(field, value)| (*field, self.expr(value))).collect();
                Form::With(self.boxed(base), entity_of(&base.ty), fields)
            }
            ExprKind::Construct(id, fields) => Form::Construct(*id, self.all(fields)),
            ExprKind::Quantifier(quantifier, binders, body) => return self.quantifier(*quantifier, binders, body),
            ExprKind::The(binder, body) => {
                let each = (&**binder, Search::of(expr));
                return self.over(Iteration::The, expr.ty.clone(), each, &|this| this.condition(body));
            }
            ExprKind::Comprehension(binder, body) => {
                let each = (&**binder, Search::of(expr));
                return self.over(Iteration::Those, expr.ty.clone(), each, &|this| this.condition(body));
            }
            ExprKind::If(condition, yes, no) => {
                Form::Choice(Box::new(self.condition(condition)), self.boxed(yes), self.boxed(no))
            }
            ExprKind::Let(local, value, body) => self.local(local, value, body),
            ExprKind::Set(elements) => Form::Set(distinct(self.all(elements))),
            ExprKind::Seq(elements) => Form::Seq(self.all(elements)),
            ExprKind::Map(entries) => {
                let entries = self.entries(entries);
                if matches!(expr.ty, Type::Multi(..)) { Form::Multi(entries) } else { Form::Map(entries) }
            }
            ExprKind::Some(inner) => Form::Lifted(self.boxed(inner)),
            ExprKind::Unwrap(inner, tested) => Form::Opened(self.boxed(inner), *tested),
        };
        Lowered::new(form, expr.ty.clone())
    }

    fn local(&self, local: &Local, value: &Expr, body: &Expr) -> Form {
        let variable = Variable { local: local.clone(), ty: value.ty.clone() };
        Form::Let(variable, self.boxed(value), self.boxed(body))
    }

    fn indexed(&self, kind: IndexKind, base: &Expr, key: &Expr) -> Form {
        let (base, key) = self.pair(base, key);
        match kind {
            IndexKind::Value => Form::Entry(base, key),
            IndexKind::Values => Form::Entries(base, key),
            IndexKind::Element => Form::Element(base, key),
        }
    }

    fn call(&self, function: FunctionId, args: &[Expr], moment: Moment) -> Call {
        let takes = Takes::of(self.service, function);
        Call { function, args: self.all(args), state: takes.state.then(|| self.when(moment)), clock: takes.clock }
    }

    fn entries(&self, entries: &[(Expr, Expr)]) -> Vec<(Lowered, Lowered)> {
        last_of_each(entries.iter().map(|(key, value)| (self.expr(key), self.expr(value))).collect())
    }

    fn unary(&self, expr: &Expr, operator: UnaryOp, inner: &Expr) -> Lowered {
        let form = match operator {
            UnaryOp::Not => Form::Not(self.boxed(inner)),
            UnaryOp::Negate => Form::Negate(self.reckoned(&[inner], bound::of_sign(inner)), self.boxed(inner)),
            UnaryOp::Powerset => Form::Powerset(self.boxed(inner)),
            UnaryOp::Size => match self.countable(expr) {
                Some(relation) => Form::Size(Counted::StoredKeys, self.boxed(relation)),
                None => self.size(inner),
            },
        };
        Lowered::new(form, expr.ty.clone())
    }

    fn size(&self, inner: &Expr) -> Form {
        let counted = match (&inner.ty, each_of(&inner.ty)) {
            (Type::String, _) => Counted::Characters,
            (_, Each::Key) => Counted::Keys,
            (_, Each::Element) => Counted::Elements,
        };
        Form::Size(counted, self.boxed(inner))
    }

    /// A relation whose entries are counted, where its store can do that.
    fn countable<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        let ExprKind::Unary(_, whole) = &expr.kind else { return None };
        let ExprKind::Builtin(_, args) = &whole.kind else { return None };
        counted(expr).filter(|_| self.reach.is_partial()).and_then(|_| args.first())
    }

    fn binary(&self, expr: &Expr, operator: BinaryOp, left: &Expr, right: &Expr) -> Lowered {
        let form = match operator {
            BinaryOp::Iff => self.connected(Connective::Iff, left, right),
            BinaryOp::Implies => self.connected(Connective::Implies, left, right),
            BinaryOp::Or => self.connected(Connective::Or, left, right),
            BinaryOp::And => self.connected(Connective::And, left, right),
            BinaryOp::Eq => return self.equation(Sign::Is, left, right),
            BinaryOp::Ne => return self.equation(Sign::IsNot, left, right),
            BinaryOp::Lt => self.ordered(Order::Less, left, right),
            BinaryOp::Le => self.ordered(Order::AtMost, left, right),
            BinaryOp::Gt => self.ordered(Order::More, left, right),
            BinaryOp::Ge => self.ordered(Order::AtLeast, left, right),
            BinaryOp::In => return self.member(Sign::Is, left, right),
            BinaryOp::NotIn => return self.member(Sign::IsNot, left, right),
            BinaryOp::Subset => self.subset(left, right),
            BinaryOp::Add => self.arithmetic(Arithmetic::Add, left, right),
            BinaryOp::Subtract => self.arithmetic(Arithmetic::Subtract, left, right),
            BinaryOp::Multiply => self.arithmetic(Arithmetic::Multiply, left, right),
            BinaryOp::Divide => self.divided(left, right),
            BinaryOp::Concat => self.joined(Joint::Concat, left, right),
            BinaryOp::Union => self.joined(Joint::Union, left, right),
            BinaryOp::Intersect => self.joined(Joint::Intersect, left, right),
            BinaryOp::Difference => self.joined(Joint::Difference, left, right),
            BinaryOp::RemoveKeys => self.joined(Joint::RemoveKeys, left, right),
            BinaryOp::Override => return self.laid_over(self.expr(left), right),
        };
        Lowered::new(form, expr.ty.clone())
    }

    fn connected(&self, connective: Connective, left: &Expr, right: &Expr) -> Form {
        Form::Connected(connective, Box::new(self.condition(left)), Box::new(self.condition(right)))
    }

    fn joined(&self, joint: Joint, left: &Expr, right: &Expr) -> Form {
        Form::Joined(joint, self.boxed(left), self.boxed(right))
    }

    /// An entry that is written out is laid over even where it is an empty set, which takes the key away: as a relation
    /// of its own it would have no keys.
    fn laid_over(&self, first: Lowered, over: &Expr) -> Lowered {
        if let ExprKind::Binary(BinaryOp::Override, lower, upper) = &over.kind {
            return self.laid_over(self.laid_over(first, lower), upper);
        }
        let ty = first.ty.clone();
        let (joint, second) = if let (ExprKind::Map(entries), Type::Multi(key, value)) = (&over.kind, &over.ty) {
            let sets = Type::Map(Arc::clone(key), Arc::new(Type::Set(Arc::clone(value))));
            (Joint::OverrideSets, Lowered::new(Form::Map(self.entries(entries)), sets))
        } else {
            (Joint::Override, self.expr(over))
        };
        Lowered::new(Form::Joined(joint, Box::new(first), Box::new(second)), ty)
    }

    /// How a result of some parts is reckoned.
    pub(super) fn reckoned(&self, parts: &[&Expr], bound: Bound) -> Reckoned {
        let has = |wanted: &[Type]| parts.iter().any(|part| wanted.contains(&part.ty));
        let quantity = if has(&[Type::Float]) {
            Quantity::Floats
        } else if self.instants == Instants::Windows && has(&[Type::DateTime, Type::Duration]) {
            Quantity::Windows
        } else {
            Quantity::Integers
        };
        Reckoned { quantity, bound }
    }

    fn arithmetic(&self, operation: Arithmetic, left: &Expr, right: &Expr) -> Form {
        let how = self.reckoned(&[left, right], bound::of_arithmetic(operation, left, right));
        Form::Arithmetic(operation, how, self.boxed(left), self.boxed(right))
    }

    fn divided(&self, left: &Expr, right: &Expr) -> Form {
        let how = self.reckoned(&[left, right], bound::of_any(&left.ty));
        let (left, right) = self.pair(left, right);
        match how.quantity {
            Quantity::Floats => Form::Divide(how.bound, left, right),
            Quantity::Integers | Quantity::Windows => Form::FloorDivide(how, left, right),
        }
    }

    fn equation(&self, sign: Sign, left: &Expr, right: &Expr) -> Lowered {
        for (side, other) in [(left, right), (right, left)] {
            if side.kind == ExprKind::None {
                return Lowered::truth(Form::IsNone(sign, self.boxed(other)));
            }
            if let Some(value) = literal_truth(side) {
                return self.equals_truth(sign, other, value);
            }
        }
        let compared = self.compared(&left.ty);
        Lowered::truth(Form::Equal(sign, compared, self.boxed(left), self.boxed(right)))
    }

    fn equals_truth(&self, sign: Sign, other: &Expr, value: bool) -> Lowered {
        if let Some(found) = literal_truth(other) {
            return Lowered::truth(Form::Truth((found == value) == (sign == Sign::Is)));
        }
        let lowered = self.expr(other);
        if other.ty != Type::Bool {
            return Lowered::truth(Form::IsTruth(sign, Box::new(lowered), value));
        }
        if value == (sign == Sign::Is) { lowered } else { Lowered::truth(Form::Not(Box::new(lowered))) }
    }

    fn ordered(&self, order: Order, left: &Expr, right: &Expr) -> Form {
        let has_option = [left, right].iter().any(|side| matches!(side.ty, Type::Option(_)));
        let compared = self.compared(present(&left.ty));
        let (left, right) = self.pair(left, right);
        if has_option {
            Form::OrderedOption(order, compared, left, right)
        } else {
            Form::Ordered(order, compared, left, right)
        }
    }

    fn member(&self, sign: Sign, element: &Expr, whole: &Expr) -> Lowered {
        if let ExprKind::Unary(UnaryOp::Powerset, set) = &whole.kind {
            return self.subset_of(sign, element, set);
        }
        let compared = self.compared_elements(&whole.ty);
        if let (ExprKind::Set(those), false) = (&whole.kind, compared.has_windows())
            && !those.is_empty()
        {
            let those = distinct(self.all(those));
            return Lowered::truth(Form::Among(sign, compared, self.boxed(element), those));
        }
        let keys = if let ExprKind::Builtin(Builtin::Dom, args) = &whole.kind { args.first() } else { None };
        let whole = keys.unwrap_or(whole);
        let each = each_of(&whole.ty);
        Lowered::truth(Form::Member(sign, compared, each, self.boxed(element), self.boxed(whole)))
    }

    fn subset(&self, left: &Expr, right: &Expr) -> Form {
        let compared = self.compared_elements(&left.ty);
        Form::Subset(compared, Box::new(self.elements(left)), Box::new(self.elements(right)))
    }

    /// A powerset is looked into without being listed.
    fn subset_of(&self, sign: Sign, part: &Expr, whole: &Expr) -> Lowered {
        let compared = self.compared_elements(&whole.ty);
        let found = Lowered::truth(Form::Subset(compared, self.boxed(part), self.boxed(whole)));
        if sign == Sign::Is { found } else { Lowered::truth(Form::Not(Box::new(found))) }
    }

    /// A collection as the set of its elements or keys.
    fn elements(&self, expr: &Expr) -> Lowered {
        let lowered = self.expr(expr);
        if each_of(&expr.ty) == Each::Key { domain(lowered) } else { lowered }
    }

    fn builtin(&self, expr: &Expr, builtin: Builtin, args: &[Expr]) -> Lowered {
        let Some(first) = args.first() else { return Lowered::new(Form::Now, expr.ty.clone()) };
        let form = match builtin {
            Builtin::Len => self.size(first),
            Builtin::Dom => return domain(self.expr(first)),
            Builtin::Ran => return values(self.expr(first)),
            Builtin::Abs => Form::Absolute(self.reckoned(&[first], bound::of_sign(first)), self.boxed(first)),
            Builtin::Max => self.extreme(Extreme::Largest, first, args),
            Builtin::Min => self.extreme(Extreme::Smallest, first, args),
            Builtin::MaxOf => self.extreme_of(Extreme::Largest, first),
            Builtin::MinOf => self.extreme_of(Extreme::Smallest, first),
            Builtin::Now => Form::Now,
            Builtin::Days => self.duration(Unit::Days, first),
            Builtin::Hours => self.duration(Unit::Hours, first),
            Builtin::Minutes => self.duration(Unit::Minutes, first),
            Builtin::Seconds => self.duration(Unit::Seconds, first),
            Builtin::Hash => Form::Digest(self.boxed(first)),
        };
        Lowered::new(form, expr.ty.clone())
    }

    fn extreme(&self, extreme: Extreme, first: &Expr, args: &[Expr]) -> Form {
        let second = args.get(1).unwrap_or(first);
        Form::Extreme(extreme, self.compared(&first.ty), self.boxed(first), self.boxed(second))
    }

    fn extreme_of(&self, extreme: Extreme, collection: &Expr) -> Form {
        let compared = self.compared_elements(&collection.ty);
        Form::ExtremeOf(extreme, compared, each_of(&collection.ty), self.boxed(collection))
    }

    fn duration(&self, unit: Unit, count: &Expr) -> Form {
        Form::Duration(unit, bound::of_any(&Type::Duration), self.boxed(count))
    }
}

/// The keys of a map or relation.
fn domain(relation: Lowered) -> Lowered {
    let key = relation.ty.element().cloned().unwrap_or(Type::Unknown);
    Lowered::new(Form::Domain(Box::new(relation)), Type::set(key))
}

/// The elements without repetitions.
fn distinct(elements: Vec<Lowered>) -> Vec<Lowered> {
    let mut found: Vec<Lowered> = Vec::new();
    for element in elements {
        if !found.contains(&element) {
            found.push(element);
        }
    }
    found
}

/// The entries, of which the last one with a key counts.
fn last_of_each(entries: Vec<(Lowered, Lowered)>) -> Vec<(Lowered, Lowered)> {
    let mut found: Vec<(Lowered, Lowered)> = Vec::new();
    for (key, value) in entries {
        found.retain(|(known, _)| *known != key);
        found.push((key, value));
    }
    found
}

/// The type of a value that is there.
fn present(ty: &Type) -> &Type {
    if let Type::Option(inner) = ty { inner } else { ty }
}

/// The entity that a value is of. The checker has seen to it that it is one.
fn entity_of(ty: &Type) -> EntityId {
    match ty {
        Type::Entity(id) => *id,
        Type::Option(inner) => entity_of(inner),
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Unknown => EntityId(u32::MAX),
    }
}

fn literal_truth(expr: &Expr) -> Option<bool> {
    if let ExprKind::Some(inner) = &expr.kind {
        return literal_truth(inner);
    }
    if let ExprKind::Bool(value) = expr.kind { Some(value) } else { None }
}
