//! Walks a typed expression and has a language write each construct. What is not about syntax is settled here.

use std::sync::Arc;

use super::{Arithmetic, Bound, ExprBackend, Joint, Matching, Opaque, Order, Over, Sign, When};
use crate::ir::{
    BinaryOp, Binder, Builtin, EntityId, Expr, ExprKind, IndexKind, Local, Moment, Names, Quantifier, Range, Service,
    Type, UnaryOp, print,
};
use crate::plan::service::{KeyVariables, Lookup, Search, counted, key_variable, total};

/// How many bits a number has that counts characters, elements or keys.
const COUNT_BITS: u32 = 40;

/// Which states an expression can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// One: invariants, refinements, bodies of functions.
    OneState,
    /// The states before and after an operation: its clauses, guards and headers.
    TwoStates,
}

/// What has to be known to put an expression into another language.
#[derive(Debug, Clone, Copy)]
pub struct Lowering<'s> {
    /// The service.
    pub service: &'s Service,
    /// The functions that have no value.
    pub opaque: &'s Opaque,
    /// Whose names the expression uses, for its text.
    pub names: Names<'s>,
    /// Which states it sees.
    pub view: View,
    /// What of a state is at hand.
    pub reach: Reach<'s>,
}

/// What of a state is at hand where an expression is worked out.
#[derive(Debug, Clone, Copy)]
pub enum Reach<'s> {
    /// All of it.
    Everything,
    /// All that the expression goes over. Counts and sums are asked for.
    Loaded,
    /// What was loaded so far; entries are looked up. The variables around the expression that are keys of relations.
    LookedUp(&'s KeyVariables),
}

impl<'s> Reach<'s> {
    fn keys(self) -> Option<&'s KeyVariables> {
        match self {
            Reach::Everything | Reach::Loaded => None,
            Reach::LookedUp(keys) => Some(keys),
        }
    }

    /// Whether a relation may be held in part.
    fn is_partial(self) -> bool {
        match self {
            Reach::Everything => false,
            Reach::Loaded | Reach::LookedUp(_) => true,
        }
    }
}

impl Lowering<'_> {
    /// An expression in another language.
    pub fn expr<B: ExprBackend>(&self, backend: &mut B, expr: &Expr) -> B::Piece {
        if expr.ty == Type::Bool { self.condition(backend, expr) } else { self.piece(backend, expr) }
    }

    /// A condition in another language.
    pub fn condition<B: ExprBackend>(&self, backend: &mut B, expr: &Expr) -> B::Piece {
        if self.opaque.is_opaque(expr) {
            return backend.unknown(&print(expr, self.service, self.names));
        }
        self.piece(backend, expr)
    }

    /// Which state a moment is, seen from the expression.
    pub fn when(&self, moment: Moment) -> When {
        match (self.view, moment) {
            (View::OneState, _) => When::Current,
            (View::TwoStates, Moment::Here | Moment::Before) => When::Before,
            (View::TwoStates, Moment::After) => When::After,
        }
    }

    fn all<B: ExprBackend>(&self, backend: &mut B, exprs: &[Expr]) -> Vec<B::Piece> {
        exprs.iter().map(|expr| self.expr(backend, expr)).collect()
    }

    fn piece<B: ExprBackend>(&self, b: &mut B, expr: &Expr) -> B::Piece {
        match &expr.kind {
            ExprKind::Bool(value) => b.truth(*value),
            ExprKind::Int(value) => b.int(*value),
            ExprKind::Float(value) => b.float(*value),
            ExprKind::Text(text) => b.text(text),
            ExprKind::None => b.none(),
            ExprKind::EnumValue(id, value) => b.enum_value(*id, *value),
            ExprKind::Local(local) => b.local(local),
            ExprKind::Input(index) => b.input(*index),
            ExprKind::Output(index) => b.output(*index),
            ExprKind::Param(index) => b.param(*index),
            ExprKind::OwnField(field) => b.own_field(*field),
            ExprKind::OwnValue => b.own_value(),
            ExprKind::State(id, moment) => b.state(*id, self.when(*moment)),
            ExprKind::Instances(id, moment) => b.instances(*id, self.when(*moment)),
            ExprKind::Unary(operator, inner) => self.unary(b, *operator, self.countable(expr).unwrap_or(inner)),
            ExprKind::Binary(operator, left, right) => self.binary(b, *operator, left, right),
            ExprKind::Matches(text, pattern) => {
                let text = self.expr(b, text);
                b.matches(text, pattern)
            }
            ExprKind::Field(base, field) => {
                let (piece, entity) = (self.expr(b, base), entity_of(&base.ty));
                b.field(piece, entity, *field)
            }
            ExprKind::Index(kind, base, key) => {
                let (base, key) = (self.expr(b, base), self.expr(b, key));
                match kind {
                    IndexKind::Value => b.entry(base, key),
                    IndexKind::Values => b.entries(base, key),
                    IndexKind::Element => b.element(base, key),
                }
            }
            ExprKind::Call(id, args, moment) => {
                let args = self.all(b, args);
                b.call(*id, args, self.when(*moment))
            }
            ExprKind::UndeclaredCall(..) => b.unknown(&print(expr, self.service, self.names)),
            ExprKind::Builtin(builtin, args) => self.builtin(b, *builtin, args),
            ExprKind::Sum(binder, body) => self.sum(b, expr, binder, body),
            ExprKind::With(base, fields) => {
                let (piece, entity) = (self.expr(b, base), entity_of(&base.ty));
                let fields = fields.iter().map(|(field, value)| (*field, self.expr(b, value))).collect();
                b.with(piece, entity, fields)
            }
            ExprKind::Construct(id, fields) => {
                let fields = self.all(b, fields);
                b.construct(*id, fields)
            }
            ExprKind::Quantifier(quantifier, binders, body) => self.quantifier(b, *quantifier, binders, body),
            ExprKind::The(binder, body) => {
                let each = (&**binder, Search::of(expr));
                self.over(b, Over::The, each, &mut |this, b| this.condition(b, body))
            }
            ExprKind::Comprehension(binder, body) => {
                let each = (&**binder, Search::of(expr));
                self.over(b, Over::Those, each, &mut |this, b| this.condition(b, body))
            }
            ExprKind::If(condition, yes, no) => {
                let (condition, yes) = (self.condition(b, condition), self.expr(b, yes));
                let no = self.expr(b, no);
                b.choice(condition, yes, no)
            }
            ExprKind::Let(local, value, body) => self.local(b, local, value, body),
            ExprKind::Set(elements) => {
                let pieces = self.all(b, elements);
                b.set(pieces, expr.ty.element().unwrap_or(&Type::Unknown))
            }
            ExprKind::Seq(elements) => {
                let pieces = self.all(b, elements);
                b.seq(pieces, expr.ty.element().unwrap_or(&Type::Unknown))
            }
            ExprKind::Map(entries) => self.map(b, entries, &expr.ty),
            ExprKind::Some(inner) => {
                let inner = self.expr(b, inner);
                b.lifted(inner)
            }
            ExprKind::Unwrap(inner, _) => {
                let inner = self.expr(b, inner);
                b.opened(inner)
            }
        }
    }

    fn local<B: ExprBackend>(&self, b: &mut B, local: &Local, value: &Expr, body: &Expr) -> B::Piece {
        let value = self.expr(b, value);
        let name = b.bind(local);
        let body = self.expr(b, body);
        b.release(local);
        b.with_local(name, value, body)
    }

    fn map<B: ExprBackend>(&self, b: &mut B, entries: &[(Expr, Expr)], ty: &Type) -> B::Piece {
        let pieces = entries.iter().map(|(key, value)| (self.expr(b, key), self.expr(b, value))).collect();
        match ty {
            Type::Multi(key, value) => b.multi(pieces, key, value),
            Type::Map(key, value) => b.map(pieces, key, value),
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Entity(_)
            | Type::Set(_)
            | Type::Seq(_)
            | Type::Option(_)
            | Type::Unknown => b.map(pieces, &Type::Unknown, &Type::Unknown),
        }
    }

    fn unary<B: ExprBackend>(&self, b: &mut B, operator: UnaryOp, inner: &Expr) -> B::Piece {
        let piece = self.expr(b, inner);
        match operator {
            UnaryOp::Not => b.not(piece),
            UnaryOp::Negate => b.negate(bound(&inner.ty, bits(inner)), piece),
            UnaryOp::Size => b.size(piece),
            UnaryOp::Powerset => b.powerset(piece),
        }
    }

    fn binary<B: ExprBackend>(&self, b: &mut B, operator: BinaryOp, left: &Expr, right: &Expr) -> B::Piece {
        match operator {
            BinaryOp::Iff | BinaryOp::Implies | BinaryOp::Or | BinaryOp::And => {
                self.connected(b, operator, left, right)
            }
            BinaryOp::Eq => self.equation(b, Sign::Is, left, right),
            BinaryOp::Ne => self.equation(b, Sign::IsNot, left, right),
            BinaryOp::Lt => self.ordered(b, Order::Less, left, right),
            BinaryOp::Le => self.ordered(b, Order::AtMost, left, right),
            BinaryOp::Gt => self.ordered(b, Order::More, left, right),
            BinaryOp::Ge => self.ordered(b, Order::AtLeast, left, right),
            BinaryOp::In => self.member(b, Sign::Is, left, right),
            BinaryOp::NotIn => self.member(b, Sign::IsNot, left, right),
            BinaryOp::Subset => {
                let matching = self.matching(left.ty.element().unwrap_or(&Type::Unknown));
                let (left, right) = (self.elements(b, left), self.elements(b, right));
                b.subset(matching, left, right)
            }
            BinaryOp::Add => self.arithmetic(b, Arithmetic::Add, left, right),
            BinaryOp::Subtract => self.arithmetic(b, Arithmetic::Subtract, left, right),
            BinaryOp::Multiply => self.arithmetic(b, Arithmetic::Multiply, left, right),
            BinaryOp::Divide => {
                let is_float = left.ty == Type::Float;
                let (left, right) = (self.expr(b, left), self.expr(b, right));
                if is_float { b.divide(left, right) } else { b.floor_divide(left, right) }
            }
            BinaryOp::Concat => self.joined(b, Joint::Concat, left, right),
            BinaryOp::Union => self.joined(b, Joint::Union, left, right),
            BinaryOp::Intersect => self.joined(b, Joint::Intersect, left, right),
            BinaryOp::Difference => self.joined(b, Joint::Difference, left, right),
            BinaryOp::Override => self.joined(b, Joint::Override, left, right),
            BinaryOp::RemoveKeys => self.joined(b, Joint::RemoveKeys, left, right),
        }
    }

    fn connected<B: ExprBackend>(&self, b: &mut B, operator: BinaryOp, left: &Expr, right: &Expr) -> B::Piece {
        let (left, right) = (self.condition(b, left), self.condition(b, right));
        if operator == BinaryOp::And {
            b.and(left, right)
        } else if operator == BinaryOp::Or {
            b.or(left, right)
        } else if operator == BinaryOp::Implies {
            b.implies(left, right)
        } else {
            b.iff(left, right)
        }
    }

    fn joined<B: ExprBackend>(&self, b: &mut B, joint: Joint, left: &Expr, right: &Expr) -> B::Piece {
        let first = self.expr(b, left);
        if joint == Joint::Override { self.laid_over(b, first, right) } else { self.then(b, joint, first, right) }
    }

    fn then<B: ExprBackend>(&self, b: &mut B, joint: Joint, first: B::Piece, right: &Expr) -> B::Piece {
        let second = self.expr(b, right);
        b.joined(joint, first, second)
    }

    /// An entry that is written out is laid over even where it is an empty set, which takes the key away: as a relation
    /// of its own it would have no keys.
    fn laid_over<B: ExprBackend>(&self, b: &mut B, first: B::Piece, over: &Expr) -> B::Piece {
        if let ExprKind::Binary(BinaryOp::Override, lower, upper) = &over.kind {
            let first = self.laid_over(b, first, lower);
            return self.laid_over(b, first, upper);
        }
        if let (ExprKind::Map(entries), Type::Multi(key, value)) = (&over.kind, &over.ty) {
            let pieces = entries.iter().map(|(key, value)| (self.expr(b, key), self.expr(b, value))).collect();
            let second = b.map(pieces, key, &Type::Set(Arc::clone(value)));
            return b.joined(Joint::Override, first, second);
        }
        self.then(b, Joint::Override, first, over)
    }

    fn arithmetic<B: ExprBackend>(&self, b: &mut B, operation: Arithmetic, left: &Expr, right: &Expr) -> B::Piece {
        let bound = arithmetic_bound(operation, left, right);
        let (left, right) = (self.expr(b, left), self.expr(b, right));
        b.arithmetic(operation, bound, left, right)
    }

    fn equation<B: ExprBackend>(&self, b: &mut B, sign: Sign, left: &Expr, right: &Expr) -> B::Piece {
        for (side, other) in [(left, right), (right, left)] {
            if side.kind == ExprKind::None {
                let other = self.expr(b, other);
                return b.is_none(sign, other);
            }
            if let Some(value) = literal_truth(side) {
                return self.equals_truth(b, sign, other, value);
            }
        }
        let matching = if self.has_windows_inside(&left.ty) { Matching::Windows } else { Matching::Exact };
        let (left, right) = (self.expr(b, left), self.expr(b, right));
        b.equal(sign, matching, left, right)
    }

    fn equals_truth<B: ExprBackend>(&self, b: &mut B, sign: Sign, other: &Expr, value: bool) -> B::Piece {
        if let Some(found) = literal_truth(other) {
            return b.truth((found == value) == (sign == Sign::Is));
        }
        let piece = self.expr(b, other);
        if other.ty != Type::Bool {
            return b.is_truth(sign, piece, value);
        }
        if value == (sign == Sign::Is) { piece } else { b.not(piece) }
    }

    fn ordered<B: ExprBackend>(&self, b: &mut B, order: Order, left: &Expr, right: &Expr) -> B::Piece {
        let [may_be_none, may_be_none_too] = [left, right].map(|side| matches!(side.ty, Type::Option(_)));
        let (left, right) = (self.expr(b, left), self.expr(b, right));
        if may_be_none || may_be_none_too {
            b.ordered_option(order, (left, may_be_none), (right, may_be_none_too))
        } else {
            b.ordered(order, left, right)
        }
    }

    fn member<B: ExprBackend>(&self, b: &mut B, sign: Sign, element: &Expr, whole: &Expr) -> B::Piece {
        if let ExprKind::Unary(UnaryOp::Powerset, set) = &whole.kind {
            return self.subset_of(b, sign, element, set);
        }
        let matching = self.matching(whole.ty.element().unwrap_or(&Type::Unknown));
        if let (ExprKind::Set(those), Matching::Exact) = (&whole.kind, matching)
            && !those.is_empty()
        {
            let (element, those) = (self.expr(b, element), self.all(b, those));
            return b.among(sign, element, those);
        }
        let element = self.expr(b, element);
        let keys = if let ExprKind::Builtin(Builtin::Dom, args) = &whole.kind { args.first() } else { None };
        let whole = self.expr(b, keys.unwrap_or(whole));
        b.member(sign, matching, element, whole)
    }

    /// A powerset is looked into without being listed.
    fn subset_of<B: ExprBackend>(&self, b: &mut B, sign: Sign, part: &Expr, whole: &Expr) -> B::Piece {
        let matching = self.matching(whole.ty.element().unwrap_or(&Type::Unknown));
        let (part, whole) = (self.expr(b, part), self.expr(b, whole));
        let found = b.subset(matching, part, whole);
        if sign == Sign::Is { found } else { b.not(found) }
    }

    /// A collection as the set of its elements or keys.
    fn elements<B: ExprBackend>(&self, b: &mut B, expr: &Expr) -> B::Piece {
        let piece = self.expr(b, expr);
        if matches!(expr.ty, Type::Map(..) | Type::Multi(..)) { b.domain(piece) } else { piece }
    }

    fn builtin<B: ExprBackend>(&self, b: &mut B, builtin: Builtin, args: &[Expr]) -> B::Piece {
        let mut pieces = self.all(b, args);
        let (Some(first), Some(arg)) = (pieces.first().cloned(), args.first()) else { return b.now() };
        match builtin {
            Builtin::Len => b.size(first),
            Builtin::Dom => b.domain(first),
            Builtin::Ran if matches!(arg.ty, Type::Multi(..)) => b.range_of_multi(first),
            Builtin::Ran => b.range(first),
            Builtin::Abs => b.absolute(bound(&arg.ty, bits(arg)), first),
            Builtin::Max
            | Builtin::Min
            | Builtin::MaxOf
            | Builtin::MinOf
            | Builtin::Now
            | Builtin::Days
            | Builtin::Hours
            | Builtin::Minutes
            | Builtin::Seconds
            | Builtin::Hash => b.builtin(builtin, std::mem::take(&mut pieces)),
        }
    }

    fn quantifier<B: ExprBackend>(
        &self,
        b: &mut B,
        quantifier: Quantifier,
        binders: &[Binder],
        body: &Expr,
    ) -> B::Piece {
        let Some((binder, rest)) = binders.split_first() else { return self.condition(b, body) };
        let (over, inner) = match quantifier {
            Quantifier::All => (Over::All, Quantifier::All),
            Quantifier::Some => (Over::Some, Quantifier::Some),
            // No pair is there where for no first there is a second.
            Quantifier::No => (Over::No, Quantifier::Some),
        };
        let wanted = quantifier != Quantifier::All;
        let search = rest.is_empty().then_some(Search { binder, condition: body, wanted });
        self.over(b, over, (binder, search), &mut |this, b| this.quantifier(b, inner, rest, body))
    }

    fn sum<B: ExprBackend>(&self, b: &mut B, expr: &Expr, binder: &Binder, term: &Expr) -> B::Piece {
        let over = if expr.ty == Type::Float { Over::SumOfFloats } else { Over::Sum };
        let Some(total) = total(self.service, expr).filter(|_| self.reach.is_partial()) else {
            return self.over(b, over, (binder, Search::of(expr)), &mut |this, b| this.expr(b, term));
        };
        let relation = self.relation(b, binder);
        let name = b.bind(&binder.local);
        let term = self.expr(b, term);
        b.release(&binder.local);
        b.column_total(relation, &total.column.name, name, term)
    }

    /// A relation whose entries are counted, where its database can do that.
    fn countable<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        let ExprKind::Unary(_, whole) = &expr.kind else { return None };
        let ExprKind::Builtin(_, args) = &whole.kind else { return None };
        counted(expr).filter(|_| self.reach.is_partial()).and_then(|_| args.first())
    }

    fn over<B: ExprBackend>(
        &self,
        b: &mut B,
        over: Over,
        (binder, search): (&Binder, Option<Search<'_>>),
        body: &mut dyn FnMut(&Lowering<'_>, &mut B) -> B::Piece,
    ) -> B::Piece {
        let keys = self.reach.keys();
        let found = keys.zip(search).and_then(|(keys, search)| search.lookup(self.service, keys));
        let counts = matches!(over, Over::The | Over::Sum | Over::SumOfFloats);
        let source = match found {
            Some(lookup) => self.looked_up(b, binder, &lookup, counts),
            None if counts => self.source(b, binder),
            None => self.candidates(b, binder),
        };
        let name = b.bind(&binder.local);
        let keys: Option<Vec<_>> = keys.map(|keys| keys.iter().copied().chain(key_variable(binder)).collect());
        let reach = keys.as_deref().map_or(self.reach, Reach::LookedUp);
        let body = body(&Lowering { reach, ..*self }, b);
        b.release(&binder.local);
        b.over(over, source, name, body)
    }

    /// The relation that a variable goes over.
    fn relation<B: ExprBackend>(&self, b: &mut B, binder: &Binder) -> B::Piece {
        let Some(source) = binder.source() else { return b.both_truths() };
        let inner =
            if let ExprKind::Builtin(Builtin::Dom | Builtin::Ran, args) = &source.kind { args.first() } else { None };
        self.expr(b, inner.unwrap_or(source))
    }

    /// Those entries of a relation that matter, as what a variable ranges over.
    fn looked_up<B: ExprBackend>(&self, b: &mut B, binder: &Binder, lookup: &Lookup, counts: bool) -> B::Piece {
        let relation = self.relation(b, binder);
        let columns =
            lookup.columns.iter().map(|(column, value)| (column.name.as_str(), self.expr(b, value))).collect();
        let found = b.looked_up(relation, columns);
        match &binder.range {
            Range::Elements(Expr { kind: ExprKind::Builtin(Builtin::Ran, _), .. }) | Range::Values(_) => {
                if counts {
                    b.range(found)
                } else {
                    b.listed(found)
                }
            }
            Range::Elements(_) | Range::All(_) => found,
        }
    }

    /// What a variable ranges over, where it does not matter whether something comes twice.
    pub fn candidates<B: ExprBackend>(&self, b: &mut B, binder: &Binder) -> B::Piece {
        if let Range::Elements(source) = &binder.range
            && let ExprKind::Builtin(Builtin::Ran, args) = &source.kind
            && let [relation] = &**args
            && matches!(relation.ty, Type::Map(..))
        {
            let relation = self.expr(b, relation);
            return b.listed(relation);
        }
        self.source(b, binder)
    }

    /// What a variable ranges over.
    pub fn source<B: ExprBackend>(&self, b: &mut B, binder: &Binder) -> B::Piece {
        match (&binder.range, &binder.ty) {
            (Range::Elements(source), _) => self.expr(b, source),
            (Range::Values(source), _) => {
                let piece = self.expr(b, source);
                if matches!(source.ty, Type::Multi(..)) { b.range_of_multi(piece) } else { b.range(piece) }
            }
            (Range::All(_), Type::Enum(id)) => b.values_of_enum(*id),
            (Range::All(moment), Type::Entity(id)) => b.instances(*id, self.when(*moment)),
            (Range::All(_), _) => b.both_truths(),
        }
    }

    fn matching(&self, element: &Type) -> Matching {
        if self.holds_instant(element) { Matching::Windows } else { Matching::Exact }
    }

    /// Whether an instant can be in an element of a set or in a key, somewhere inside a value of a type.
    fn has_windows_inside(&self, ty: &Type) -> bool {
        self.any_part(ty, &mut Vec::new(), &|this, part| match part {
            Type::Set(element) => this.holds_instant(element),
            Type::Map(key, _) => this.holds_instant(key),
            Type::Multi(key, value) => this.holds_instant(key) || this.holds_instant(value),
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Entity(_)
            | Type::Seq(_)
            | Type::Option(_)
            | Type::Unknown => false,
        })
    }

    fn holds_instant(&self, ty: &Type) -> bool {
        self.any_part(ty, &mut Vec::new(), &|_, part| *part == Type::DateTime)
    }

    fn any_part(&self, ty: &Type, seen: &mut Vec<EntityId>, test: &dyn Fn(&Self, &Type) -> bool) -> bool {
        test(self, ty)
            || match ty {
                Type::Entity(id) => {
                    let known = seen.contains(id);
                    seen.push(*id);
                    let fields = &self.service.entity(*id).fields;
                    !known && fields.iter().any(|field| self.any_part(&field.ty.ty, seen, test))
                }
                Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => self.any_part(inner, seen, test),
                Type::Map(key, value) | Type::Multi(key, value) => {
                    self.any_part(key, seen, test) || self.any_part(value, seen, test)
                }
                Type::Bool
                | Type::Int
                | Type::Float
                | Type::String
                | Type::DateTime
                | Type::Duration
                | Type::Uuid
                | Type::Enum(_)
                | Type::Unknown => false,
            }
    }
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

fn arithmetic_bound(operation: Arithmetic, left: &Expr, right: &Expr) -> Bound {
    let needed = match operation {
        Arithmetic::Add | Arithmetic::Subtract => bits(left).max(bits(right)).saturating_add(1),
        Arithmetic::Multiply => bits(left).saturating_add(bits(right)),
    };
    if left.ty == Type::DateTime && right.ty == Type::DateTime {
        return Bound::None;
    }
    bound(&left.ty, needed)
}

/// The range that a value of a type must stay in, where it may need so many bits.
fn bound(ty: &Type, bits: u32) -> Bound {
    match ty {
        Type::Float => Bound::Float,
        Type::DateTime => Bound::Instant,
        Type::Bool
        | Type::Int
        | Type::String
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Option(_)
        | Type::Unknown => {
            if bits < 63 {
                Bound::None
            } else {
                Bound::Int
            }
        }
    }
}

/// How many bits an integer may need, without its sign.
fn bits(expr: &Expr) -> u32 {
    if let ExprKind::Int(value) = expr.kind {
        return 64 - value.unsigned_abs().leading_zeros();
    }
    if let ExprKind::Unary(UnaryOp::Size, _) | ExprKind::Builtin(Builtin::Len, _) = expr.kind {
        return COUNT_BITS;
    }
    if let ExprKind::Unary(UnaryOp::Negate, inner) = &expr.kind {
        return bits(inner);
    }
    if let ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, right) = &expr.kind {
        return bits(left).max(bits(right)).saturating_add(1);
    }
    if let ExprKind::Binary(BinaryOp::Multiply, left, right) = &expr.kind {
        return bits(left).saturating_add(bits(right));
    }
    64
}
