//! Expressions in Python: one method for each construct, on top of `tests/harness/values.py`.

use super::literal;
use super::names::{Namespace, PyIdent, PyNames, snake};
use super::piece::{Argument, Level, Piece, named};
use super::regex;
use super::uses::Uses;
use crate::backend::{Arithmetic, Bound, ExprBackend, Joint, Matching, Order, Over, Sign, When};
use crate::ir::{Builtin, EntityId, EnumId, FieldIndex, FunctionId, Local, ParamIndex, Reads, Service, StateId, Type};

/// Whose inputs, parameters and fields an expression reads.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Whose {
    /// The operation, by position.
    pub(super) operation: Option<usize>,
    /// The function, by position.
    pub(super) function: Option<usize>,
    /// The entity.
    pub(super) entity: Option<usize>,
}

/// What the body of an operation calls the things that an expression reads.
#[derive(Debug, Clone)]
pub(super) struct Locals {
    /// The state after, as far as it is worked out.
    pub(super) after: &'static str,
    /// The outputs.
    pub(super) outputs: Vec<PyIdent>,
    /// Other variables.
    pub(super) taken: Vec<PyIdent>,
}

/// Writes expressions, and notes what they use.
pub(super) struct PythonExpr<'a> {
    service: &'a Service,
    names: &'a PyNames,
    uses: &'a mut Uses,
    whose: Whose,
    body: Option<Locals>,
    params: Vec<PyIdent>,
    variables: Namespace,
    locals: Vec<(u32, PyIdent, Namespace)>,
}

impl<'a> PythonExpr<'a> {
    pub(super) fn new(service: &'a Service, names: &'a PyNames, uses: &'a mut Uses, whose: Whose) -> PythonExpr<'a> {
        let mut variables = Namespace::variables();
        names.functions.iter().for_each(|name| variables.reserve(name.as_str()));
        if whose.operation.is_some() {
            variables.reserve("c");
        }
        let function = whose.function.and_then(|at| service.functions.get(at));
        if let Some(at) = whose.function {
            let reads = Reads::by(service, FunctionId(at as u32));
            let reads_state = !reads.fields.is_empty() || function.is_some_and(|function| function.reads_state);
            let free = [("own", true), ("value", true), ("s", !reads_state), ("now", !reads.clock)];
            free.iter().filter(|(_, is_free)| *is_free).for_each(|(name, _)| variables.release(name));
        }
        let params = function.map_or(&[][..], |function| &function.params);
        let params = params.iter().map(|param| variables.take(&snake(&param.name))).collect();
        PythonExpr { service, names, uses, whose, body: None, params, variables, locals: Vec::new() }
    }

    /// The same inside the body of an operation.
    pub(super) fn inside(mut self, body: Locals) -> PythonExpr<'a> {
        body.outputs.iter().chain(&body.taken).for_each(|name| self.variables.reserve(name.as_str()));
        self.body = Some(body);
        self
    }

    /// Writes something about an entity, whose record is called `own`.
    pub(super) fn about<R>(&mut self, entity: EntityId, work: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.whose.entity.replace(entity.index());
        let result = work(self);
        self.whose.entity = outer;
        result
    }

    /// What the body calls things.
    pub(super) fn body(&mut self) -> Option<&mut Locals> {
        self.body.as_mut()
    }

    /// The names of the function's parameters.
    pub(super) fn params(&self) -> &[PyIdent] {
        &self.params
    }

    pub(super) fn uses(&mut self) -> &mut Uses {
        self.uses
    }

    fn helper(&mut self, name: &str, arguments: impl IntoIterator<Item = Piece>) -> Piece {
        self.uses.value(name);
        Piece::apply(name, arguments)
    }

    fn ident(idents: Option<&Vec<PyIdent>>, at: usize) -> String {
        idents.and_then(|idents| idents.get(at)).map_or_else(|| "unnamed".to_string(), PyIdent::to_string)
    }

    fn field_name(&self, entity: EntityId, field: FieldIndex) -> String {
        Self::ident(self.names.fields.get(entity.index()), field.index())
    }

    fn class(&mut self, entity: EntityId) -> String {
        let class = self.names.entities.get(entity.index()).map_or_else(|| "object".to_string(), PyIdent::to_string);
        self.uses.model(&class);
        class
    }

    fn whole_state(&self, when: When) -> Piece {
        if let Some(body) = &self.body {
            return Piece::atom(if when == When::After { body.after } else { "before" });
        }
        let two = self.whose.operation.is_some();
        Piece::atom(match when {
            When::Before | When::Current if two => "c.before",
            When::After if two => "c.after",
            When::Before | When::Current | When::After => "s",
        })
    }

    fn instant_of_call(&self) -> Piece {
        Piece::atom(if self.whose.operation.is_some() && self.body.is_none() { "c.now" } else { "now" })
    }

    /// How values are compared where the program knows every instant.
    fn known(&self, matching: Matching) -> Matching {
        if self.uses.program().has_windows { matching } else { Matching::Exact }
    }

    fn bounded(&mut self, bound: Bound, piece: Piece) -> Piece {
        match bound {
            Bound::None => piece,
            Bound::Int => self.helper("i64", [piece]),
            Bound::Float => self.helper("finite", [piece]),
            Bound::Instant => self.helper("instant", [piece]),
        }
    }

    /// An option that is looked at twice is named first, unless a type checker can follow it.
    fn narrowed(&mut self, piece: Piece, body: impl FnOnce(&mut Self, Piece) -> Piece) -> Piece {
        if piece.is_path() {
            return body(self, piece);
        }
        let name = self.variables.free("found");
        let outer = self.variables.clone();
        self.variables.reserve(name.as_str());
        let body = body(self, Piece::atom(name.as_str()));
        self.variables = outer;
        self.helper("let", [piece, Piece::lambda(name.as_str(), body)])
    }
}

fn operator(order: Order) -> &'static str {
    match order {
        Order::Less => "<",
        Order::AtMost => "<=",
        Order::More => ">",
        Order::AtLeast => ">=",
    }
}

/// The pieces without repetitions.
fn distinct(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    for piece in pieces {
        if !found.contains(&piece) {
            found.push(piece);
        }
    }
    found
}

/// The entries, of which the last one with a key counts.
fn last_of_each(entries: Vec<(Piece, Piece)>) -> Vec<(Piece, Piece)> {
    let mut found: Vec<(Piece, Piece)> = Vec::new();
    for (key, value) in entries {
        found.retain(|(known, _)| *known != key);
        found.push((key, value));
    }
    found
}

fn present(piece: &Piece) -> Piece {
    piece.clone().compare("is not", Piece::atom("None"))
}

impl ExprBackend for PythonExpr<'_> {
    type Piece = Piece;
    type Name = PyIdent;

    fn bind(&mut self, local: &Local) -> PyIdent {
        let outer = self.variables.clone();
        let name = self.variables.take(&snake(&local.name));
        self.locals.push((local.id, name.clone(), outer));
        name
    }

    fn release(&mut self, local: &Local) {
        if let Some(at) = self.locals.iter().rposition(|(id, ..)| *id == local.id) {
            let (_, _, outer) = self.locals.remove(at);
            self.variables = outer;
        }
    }

    fn truth(&mut self, value: bool) -> Piece {
        Piece::atom(if value { "True" } else { "False" })
    }

    fn int(&mut self, value: i64) -> Piece {
        Piece::number(value.to_string())
    }

    fn float(&mut self, value: f64) -> Piece {
        Piece::number(literal::float(value))
    }

    fn text(&mut self, value: &str) -> Piece {
        Piece::text(value)
    }

    fn none(&mut self) -> Piece {
        Piece::atom("None")
    }

    fn enum_value(&mut self, id: EnumId, value: u32) -> Piece {
        let values = &self.service.enumeration(id).values;
        Piece::text(values.get(value as usize).map_or("", |value| value.name.as_str()))
    }

    fn local(&mut self, local: &Local) -> Piece {
        let found = self.locals.iter().rev().find(|(id, ..)| *id == local.id);
        Piece::atom(found.map_or_else(|| snake(&local.name), |(_, name, _)| name.to_string()))
    }

    fn input(&mut self, index: ParamIndex) -> Piece {
        let operation = self.whose.operation.and_then(|at| self.names.operations.get(at));
        let given = if self.body.is_some() { Piece::atom("given") } else { Piece::atom("c").attribute("given") };
        given.attribute(Self::ident(operation.map(|names| &names.inputs), index.index()))
    }

    fn output(&mut self, index: ParamIndex) -> Piece {
        if let Some(body) = &self.body {
            return Piece::atom(Self::ident(Some(&body.outputs), index.index()));
        }
        let operation = self.whose.operation.and_then(|at| self.names.operations.get(at));
        Piece::atom("c")
            .attribute("answer")
            .attribute(Self::ident(operation.map(|names| &names.outputs), index.index()))
    }

    fn param(&mut self, index: ParamIndex) -> Piece {
        Piece::atom(Self::ident(Some(&self.params), index.index()))
    }

    fn own_field(&mut self, field: FieldIndex) -> Piece {
        let fields = self.whose.entity.and_then(|at| self.names.fields.get(at));
        Piece::atom("own").attribute(Self::ident(fields, field.index()))
    }

    fn own_value(&mut self) -> Piece {
        Piece::atom("value")
    }

    fn state(&mut self, id: StateId, when: When) -> Piece {
        self.whole_state(when).attribute(Self::ident(Some(&self.names.state), id.index()))
    }

    fn instances(&mut self, id: EntityId, when: When) -> Piece {
        let class = self.class(id);
        let state = self.whole_state(when);
        self.helper("instances", [state, Piece::atom(class)])
    }

    fn values_of_enum(&mut self, id: EnumId) -> Piece {
        let name = self.names.enum_values.get(id.index()).map_or_else(String::new, PyIdent::to_string);
        self.uses.model(&name);
        Piece::atom(name)
    }

    fn both_truths(&mut self) -> Piece {
        Piece::tuple(vec![Piece::atom("False"), Piece::atom("True")])
    }

    fn now(&mut self) -> Piece {
        self.instant_of_call()
    }

    fn not(&mut self, inner: Piece) -> Piece {
        inner.not()
    }

    fn and(&mut self, left: Piece, right: Piece) -> Piece {
        left.chain("and", Level::And, right)
    }

    fn or(&mut self, left: Piece, right: Piece) -> Piece {
        left.chain("or", Level::Or, right)
    }

    fn implies(&mut self, left: Piece, right: Piece) -> Piece {
        left.not().chain("or", Level::Or, right)
    }

    fn iff(&mut self, left: Piece, right: Piece) -> Piece {
        left.compare("==", right)
    }

    fn unknown(&mut self, text: &str) -> Piece {
        self.helper("unknown", [Piece::text(text)])
    }

    fn equal(&mut self, sign: Sign, matching: Matching, left: Piece, right: Piece) -> Piece {
        match (self.known(matching), sign) {
            (Matching::Exact, Sign::Is) => left.compare("==", right),
            (Matching::Exact, Sign::IsNot) => left.compare("!=", right),
            (Matching::Windows, Sign::Is) => self.helper("same", [left, right]),
            (Matching::Windows, Sign::IsNot) => self.helper("same", [left, right]).not(),
        }
    }

    fn is_none(&mut self, sign: Sign, inner: Piece) -> Piece {
        let operator = if sign == Sign::Is { "is" } else { "is not" };
        inner.compare(operator, Piece::atom("None"))
    }

    fn is_truth(&mut self, sign: Sign, inner: Piece, value: bool) -> Piece {
        let operator = if sign == Sign::Is { "is" } else { "is not" };
        inner.compare(operator, Piece::atom(if value { "True" } else { "False" }))
    }

    fn ordered(&mut self, order: Order, left: Piece, right: Piece) -> Piece {
        left.compare(operator(order), right)
    }

    fn ordered_option(&mut self, order: Order, left: (Piece, bool), right: (Piece, bool)) -> Piece {
        let compared = |left: Piece, right: Piece| left.compare(operator(order), right);
        let given = |optional: bool, piece: &Piece, rest: Piece| {
            if optional { present(piece).chain("and", Level::And, rest) } else { rest }
        };
        let ((left, left_option), (right, right_option)) = (left, right);
        let both = |this: &mut Self, left: Piece| {
            if right_option {
                this.narrowed(right, |_, right| {
                    let rest = compared(left.clone(), right.clone());
                    given(left_option, &left, given(true, &right, rest))
                })
            } else {
                given(left_option, &left, compared(left.clone(), right))
            }
        };
        if left_option { self.narrowed(left, both) } else { both(self, left) }
    }

    fn member(&mut self, sign: Sign, matching: Matching, element: Piece, whole: Piece) -> Piece {
        match (self.known(matching), sign) {
            (Matching::Exact, Sign::Is) => element.compare("in", whole),
            (Matching::Exact, Sign::IsNot) => element.compare("not in", whole),
            (Matching::Windows, Sign::Is) => self.helper("member", [element, whole]),
            (Matching::Windows, Sign::IsNot) => self.helper("member", [element, whole]).not(),
        }
    }

    fn among(&mut self, sign: Sign, element: Piece, those: Vec<Piece>) -> Piece {
        element.compare(if sign == Sign::Is { "in" } else { "not in" }, Piece::set(distinct(those)))
    }

    fn subset(&mut self, matching: Matching, left: Piece, right: Piece) -> Piece {
        match self.known(matching) {
            Matching::Exact => left.compare("<=", right),
            Matching::Windows => {
                let name = self.variables.free("part");
                let body = self.helper("member", [Piece::atom(name.as_str()), right]);
                self.helper("every", [left, Piece::lambda(name.as_str(), body)])
            }
        }
    }

    fn matches(&mut self, text: Piece, pattern: &str) -> Piece {
        let pattern = Piece::atom(literal::raw(&regex::translated(pattern)));
        self.helper("matches", [text, pattern])
    }

    fn negate(&mut self, bound: Bound, inner: Piece) -> Piece {
        let bound = if bound == Bound::Float { Bound::None } else { bound };
        self.bounded(bound, inner.negated())
    }

    fn absolute(&mut self, bound: Bound, inner: Piece) -> Piece {
        let bound = if bound == Bound::Float { Bound::None } else { bound };
        self.bounded(bound, Piece::apply("abs", [inner]))
    }

    fn arithmetic(&mut self, operation: Arithmetic, bound: Bound, left: Piece, right: Piece) -> Piece {
        let whole = match operation {
            Arithmetic::Add => left.chain("+", Level::Sum, right),
            Arithmetic::Subtract => left.chain("-", Level::Sum, right),
            Arithmetic::Multiply => left.chain("*", Level::Product, right),
        };
        self.bounded(bound, whole)
    }

    fn floor_divide(&mut self, left: Piece, right: Piece) -> Piece {
        self.helper("floor_div", [left, right])
    }

    fn divide(&mut self, left: Piece, right: Piece) -> Piece {
        self.helper("float_div", [left, right])
    }

    fn joined(&mut self, joint: Joint, left: Piece, right: Piece) -> Piece {
        match joint {
            Joint::Concat | Joint::Override => left.chain("+", Level::Sum, right),
            Joint::Union => left.chain("|", Level::Union, right),
            Joint::Intersect => left.chain("&", Level::Intersection, right),
            Joint::Difference | Joint::RemoveKeys => left.chain("-", Level::Sum, right),
        }
    }

    fn size(&mut self, inner: Piece) -> Piece {
        Piece::apply("len", [inner])
    }

    fn powerset(&mut self, inner: Piece) -> Piece {
        self.helper("powerset", [inner])
    }

    fn domain(&mut self, inner: Piece) -> Piece {
        self.helper("dom", [inner])
    }

    fn range(&mut self, inner: Piece) -> Piece {
        self.helper("ran", [inner])
    }

    fn listed(&mut self, inner: Piece) -> Piece {
        if self.uses.program().has_windows { self.range(inner) } else { inner.attribute("values").called(Vec::new()) }
    }

    fn range_of_multi(&mut self, inner: Piece) -> Piece {
        self.helper("ran_multi", [inner])
    }

    fn field(&mut self, base: Piece, entity: EntityId, field: FieldIndex) -> Piece {
        base.attribute(self.field_name(entity, field))
    }

    fn entry(&mut self, base: Piece, key: Piece) -> Piece {
        base.item(key)
    }

    fn entries(&mut self, base: Piece, key: Piece) -> Piece {
        base.item(key)
    }

    fn element(&mut self, base: Piece, position: Piece) -> Piece {
        self.helper("element", [base, position])
    }

    fn call(&mut self, id: FunctionId, mut args: Vec<Piece>, when: When) -> Piece {
        let reads = Reads::by(self.service, id);
        if self.service.function(id).reads_state || !reads.fields.is_empty() {
            args.push(self.whole_state(when));
        }
        if reads.clock {
            args.push(self.instant_of_call());
        }
        self.uses.function(id);
        Piece::apply(&Self::ident(Some(&self.names.functions), id.index()), args)
    }

    fn builtin(&mut self, builtin: Builtin, args: Vec<Piece>) -> Piece {
        match builtin {
            Builtin::Max => Piece::apply("max", args),
            Builtin::Min => Piece::apply("min", args),
            Builtin::MaxOf => self.helper("largest", args),
            Builtin::MinOf => self.helper("smallest", args),
            Builtin::Hash => self.helper("sha256", args),
            Builtin::Days | Builtin::Hours | Builtin::Minutes | Builtin::Seconds => self.helper(builtin.name(), args),
            Builtin::Now => self.instant_of_call(),
            Builtin::Len => Piece::apply("len", args),
            Builtin::Abs => Piece::apply("abs", args),
            Builtin::Dom => self.helper("dom", args),
            Builtin::Ran => self.helper("ran", args),
        }
    }

    fn looked_up(&mut self, relation: Piece, columns: Vec<(&str, Piece)>) -> Piece {
        let cell = |(name, value): (&str, Piece)| Piece::tuple(vec![Piece::text(name), Piece::lambda("", value)]);
        relation.attribute("among").called(columns.into_iter().map(cell).collect())
    }

    fn column_total(&mut self, relation: Piece, column: &str, name: PyIdent, term: Piece) -> Piece {
        relation.attribute("total").called(vec![Piece::text(column), Piece::lambda(name.as_str(), term)])
    }

    fn over(&mut self, over: Over, source: Piece, name: PyIdent, body: Piece) -> Piece {
        let helper = match over {
            Over::All => "every",
            Over::Some => "exists",
            Over::No => "none_of",
            Over::The => "the",
            Over::Those => "select",
            Over::Sum => "total",
            Over::SumOfFloats => "total_float",
        };
        self.helper(helper, [source, Piece::lambda(name.as_str(), body)])
    }

    fn with(&mut self, base: Piece, entity: EntityId, fields: Vec<(FieldIndex, Piece)>) -> Piece {
        self.uses.value("replace");
        let fields = fields.into_iter().map(|(field, value)| named(self.field_name(entity, field), value));
        Piece::call("replace", std::iter::once(Argument::from(base)).chain(fields).collect())
    }

    fn construct(&mut self, entity: EntityId, fields: Vec<Piece>) -> Piece {
        let class = self.class(entity);
        let fields = fields.into_iter().enumerate();
        let fields = fields.map(|(at, value)| named(self.field_name(entity, FieldIndex(at as u32)), value));
        Piece::call(&class, fields.collect())
    }

    fn choice(&mut self, condition: Piece, yes: Piece, no: Piece) -> Piece {
        Piece::choice(condition, yes, no)
    }

    fn with_local(&mut self, name: PyIdent, value: Piece, body: Piece) -> Piece {
        self.helper("let", [value, Piece::lambda(name.as_str(), body)])
    }

    fn set(&mut self, elements: Vec<Piece>, _: &Type) -> Piece {
        if elements.is_empty() {
            return Piece::apply("frozenset", []);
        }
        Piece::apply("frozenset", [Piece::set(distinct(elements))])
    }

    fn seq(&mut self, elements: Vec<Piece>, _: &Type) -> Piece {
        Piece::tuple(elements)
    }

    fn map(&mut self, entries: Vec<(Piece, Piece)>, _: &Type, _: &Type) -> Piece {
        self.uses.value("Map");
        let entries = if entries.is_empty() { Vec::new() } else { vec![Piece::dict(last_of_each(entries)).into()] };
        Piece::call("Map", entries)
    }

    fn multi(&mut self, entries: Vec<(Piece, Piece)>, _: &Type, _: &Type) -> Piece {
        self.uses.value("Multi");
        let entries = if entries.is_empty() { Vec::new() } else { vec![Piece::dict(last_of_each(entries)).into()] };
        Piece::call("Multi", entries)
    }

    fn opened(&mut self, inner: Piece) -> Piece {
        self.helper("some", [inner])
    }

    fn lifted(&mut self, inner: Piece) -> Piece {
        inner
    }
}
