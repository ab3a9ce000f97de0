//! Expressions in Python: one method for each construct, on top of `templates/python/core/values.py`.

use super::literal;
use super::names::{Namespace, PyIdent, PyNames, Space, snake};
use super::piece::{Argument, Level, Piece, named};
use super::regex;
use super::uses::Uses;
use crate::backend::names::Variables;
use crate::backend::{ExprBackend, Whose, write};
use crate::ir::{
    Binder, EntityId, EnumId, Expr, FieldIndex, FunctionId, Local, ParamIndex, Service, StateId, Tested, Type,
};
use crate::lower::{
    Arithmetic, Bound, Call, ColumnTotal, Compared, Connective, Counted, Each, Extreme, Iteration, Joint, Lowered,
    Lowering, Order, Over, Quantity, Reckoned, Sign, Takes, Unit, Variable, When,
};

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
    variables: Variables<PyIdent>,
}

impl<'a> PythonExpr<'a> {
    pub(super) fn new(service: &'a Service, names: &'a PyNames, uses: &'a mut Uses, whose: Whose) -> PythonExpr<'a> {
        let mut variables = Namespace::of(Space::Variables);
        names.functions.iter().for_each(|name| variables.reserve(name.as_str()));
        if whose.operation.is_some() {
            variables.reserve("c");
        }
        let function = whose.function.and_then(|at| service.functions.get(at));
        if let Some(at) = whose.function {
            let takes = Takes::of(service, FunctionId(at as u32));
            let free = [("own", true), ("value", true), ("s", !takes.state), ("now", !takes.clock)];
            free.iter().filter(|(_, is_free)| *is_free).for_each(|(name, _)| variables.release(name));
        }
        let params = function.map_or(&[][..], |function| &function.params);
        let params = params.iter().map(|param| variables.take(&snake(&param.name))).collect();
        PythonExpr { service, names, uses, whose, body: None, params, variables: Variables::beside(variables) }
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

    /// The names of what the service declares.
    pub(super) fn names(&self) -> &'a PyNames {
        self.names
    }

    /// The service.
    pub(super) fn service(&self) -> &'a Service {
        self.service
    }

    pub(super) fn uses(&mut self) -> &mut Uses {
        self.uses
    }

    /// An expression.
    pub(super) fn expr(&mut self, lowering: &Lowering<'_>, expr: &Expr) -> Piece {
        write(self, &lowering.expr(expr))
    }

    /// A condition.
    pub(super) fn condition(&mut self, lowering: &Lowering<'_>, expr: &Expr) -> Piece {
        write(self, &lowering.condition(expr))
    }

    /// What a variable ranges over.
    pub(super) fn source(&mut self, lowering: &Lowering<'_>, binder: &Binder) -> Piece {
        write(self, &lowering.source(binder))
    }

    /// A name for a variable that is now bound.
    pub(super) fn bind(&mut self, local: &Local) -> PyIdent {
        self.variables.bind(local)
    }

    /// The variable is no longer bound.
    pub(super) fn release(&mut self, local: &Local) {
        self.variables.release(local);
    }

    /// `lambda name: body`, the name being bound in the body alone.
    fn lambda(&mut self, variable: &Variable, body: &Lowered) -> Piece {
        let name = self.bind(&variable.local);
        let body = write(self, body);
        self.release(&variable.local);
        Piece::lambda(name.as_str(), body)
    }

    fn all(&mut self, parts: &[Lowered]) -> Vec<Piece> {
        parts.iter().map(|part| write(self, part)).collect()
    }

    fn pair(&mut self, left: &Lowered, right: &Lowered) -> [Piece; 2] {
        [write(self, left), write(self, right)]
    }

    /// `helper(left, right)`
    fn helped(&mut self, name: &str, parts: &[&Lowered]) -> Piece {
        let parts: Vec<Piece> = parts.iter().map(|part| write(self, part)).collect();
        self.helper(name, parts)
    }

    /// `Map({key: value})`
    fn collected(&mut self, class: &str, entries: &[(Lowered, Lowered)]) -> Piece {
        self.uses.value(class);
        let entries: Vec<(Piece, Piece)> =
            entries.iter().map(|(key, value)| (write(self, key), write(self, value))).collect();
        let entries = if entries.is_empty() { Vec::new() } else { vec![Piece::dict(entries).into()] };
        Piece::call(class, entries)
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

    pub(super) fn class(&mut self, entity: EntityId) -> String {
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

fn present(piece: &Piece) -> Piece {
    piece.clone().compare("is not", Piece::atom("None"))
}

fn is_option(lowered: &Lowered) -> bool {
    matches!(lowered.ty, Type::Option(_))
}

impl ExprBackend for PythonExpr<'_> {
    type Piece = Piece;

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

    fn none(&mut self, _: &Type) -> Piece {
        Piece::atom("None")
    }

    fn enum_value(&mut self, id: EnumId, value: u32) -> Piece {
        let values = &self.service.enumeration(id).values;
        Piece::text(values.get(value as usize).map_or("", |value| value.name.as_str()))
    }

    fn local(&mut self, local: &Local) -> Piece {
        Piece::atom(self.variables.name(local))
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

    fn unknown(&mut self, text: &str, _: &Type) -> Piece {
        self.helper("unknown", [Piece::text(text)])
    }

    fn not(&mut self, inner: &Lowered) -> Piece {
        write(self, inner).not()
    }

    fn connected(&mut self, connective: Connective, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        match connective {
            Connective::And => left.chain("and", Level::And, right),
            Connective::Or => left.chain("or", Level::Or, right),
            Connective::Implies => left.not().chain("or", Level::Or, right),
            Connective::Iff => left.compare("==", right),
        }
    }

    fn equal(&mut self, sign: Sign, compared: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        if compared.has_windows_in_sets() {
            let same = self.helped("same", &[left, right]);
            return if sign == Sign::Is { same } else { same.not() };
        }
        let [left, right] = self.pair(left, right);
        left.compare(if sign == Sign::Is { "==" } else { "!=" }, right)
    }

    fn is_none(&mut self, sign: Sign, inner: &Lowered) -> Piece {
        write(self, inner).compare(if sign == Sign::Is { "is" } else { "is not" }, Piece::atom("None"))
    }

    fn is_truth(&mut self, sign: Sign, inner: &Lowered, value: bool) -> Piece {
        let value = Piece::atom(if value { "True" } else { "False" });
        write(self, inner).compare(if sign == Sign::Is { "is" } else { "is not" }, value)
    }

    fn ordered(&mut self, order: Order, _: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        left.compare(operator(order), right)
    }

    fn ordered_option(&mut self, order: Order, _: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        let compared = |left: Piece, right: Piece| left.compare(operator(order), right);
        let given = |optional: bool, piece: &Piece, rest: Piece| {
            if optional { present(piece).chain("and", Level::And, rest) } else { rest }
        };
        let [left_option, right_option] = [left, right].map(is_option);
        let [left, right] = self.pair(left, right);
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

    fn member(&mut self, sign: Sign, (compared, _): (&Compared, Each), element: &Lowered, whole: &Lowered) -> Piece {
        if compared.has_windows() {
            let found = self.helped("member", &[element, whole]);
            return if sign == Sign::Is { found } else { found.not() };
        }
        let [element, whole] = self.pair(element, whole);
        element.compare(if sign == Sign::Is { "in" } else { "not in" }, whole)
    }

    fn among(&mut self, sign: Sign, _: &Compared, element: &Lowered, those: &[Lowered]) -> Piece {
        let element = write(self, element);
        element.compare(if sign == Sign::Is { "in" } else { "not in" }, Piece::set(self.all(those)))
    }

    fn subset(&mut self, compared: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        if !compared.has_windows() {
            return left.compare("<=", right);
        }
        let name = self.variables.free("part");
        let body = self.helper("member", [Piece::atom(name.as_str()), right]);
        self.helper("every", [left, Piece::lambda(name.as_str(), body)])
    }

    fn matches(&mut self, text: &Lowered, pattern: &str) -> Piece {
        let text = write(self, text);
        let pattern = Piece::atom(literal::raw(&regex::translated(pattern)));
        self.helper("matches", [text, pattern])
    }

    fn negate(&mut self, how: Reckoned, inner: &Lowered) -> Piece {
        let whole = write(self, inner).negated();
        self.bounded(how.bound, whole)
    }

    fn absolute(&mut self, how: Reckoned, inner: &Lowered) -> Piece {
        let whole = Piece::apply("abs", [write(self, inner)]);
        self.bounded(how.bound, whole)
    }

    fn arithmetic(&mut self, operation: Arithmetic, how: Reckoned, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        let whole = match operation {
            Arithmetic::Add => left.chain("+", Level::Sum, right),
            Arithmetic::Subtract => left.chain("-", Level::Sum, right),
            Arithmetic::Multiply => left.chain("*", Level::Product, right),
        };
        self.bounded(how.bound, whole)
    }

    // The helpers of quotients, durations and sums see to the range themselves.

    fn floor_divide(&mut self, _: Reckoned, left: &Lowered, right: &Lowered) -> Piece {
        self.helped("floor_div", &[left, right])
    }

    fn divide(&mut self, _: Bound, left: &Lowered, right: &Lowered) -> Piece {
        self.helped("float_div", &[left, right])
    }

    fn extreme(&mut self, extreme: Extreme, _: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        let pair = self.pair(left, right);
        match extreme {
            Extreme::Largest => Piece::apply("max", pair),
            Extreme::Smallest => Piece::apply("min", pair),
        }
    }

    fn extreme_of(&mut self, extreme: Extreme, _: (&Compared, Each), collection: &Lowered) -> Piece {
        match extreme {
            Extreme::Largest => self.helped("largest", &[collection]),
            Extreme::Smallest => self.helped("smallest", &[collection]),
        }
    }

    fn duration(&mut self, unit: Unit, _: Bound, count: &Lowered) -> Piece {
        match unit {
            Unit::Days => self.helped("days", &[count]),
            Unit::Hours => self.helped("hours", &[count]),
            Unit::Minutes => self.helped("minutes", &[count]),
            Unit::Seconds => self.helped("seconds", &[count]),
        }
    }

    fn digest(&mut self, text: &Lowered) -> Piece {
        self.helped("sha256", &[text])
    }

    fn joined(&mut self, joint: Joint, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        match joint {
            Joint::Concat | Joint::Override | Joint::OverrideSets => left.chain("+", Level::Sum, right),
            Joint::Union => left.chain("|", Level::Union, right),
            Joint::Intersect => left.chain("&", Level::Intersection, right),
            Joint::Difference | Joint::RemoveKeys => left.chain("-", Level::Sum, right),
        }
    }

    fn size(&mut self, _: Counted, inner: &Lowered) -> Piece {
        Piece::apply("len", [write(self, inner)])
    }

    fn powerset(&mut self, inner: &Lowered) -> Piece {
        self.helped("powerset", &[inner])
    }

    fn domain(&mut self, inner: &Lowered) -> Piece {
        self.helped("dom", &[inner])
    }

    fn range(&mut self, inner: &Lowered) -> Piece {
        self.helped("ran", &[inner])
    }

    fn listed(&mut self, inner: &Lowered) -> Piece {
        write(self, inner).attribute("values").called(Vec::new())
    }

    fn range_of_multi(&mut self, inner: &Lowered) -> Piece {
        self.helped("ran_multi", &[inner])
    }

    fn field(&mut self, base: &Lowered, entity: EntityId, field: FieldIndex) -> Piece {
        let name = self.field_name(entity, field);
        write(self, base).attribute(name)
    }

    fn entry(&mut self, base: &Lowered, key: &Lowered) -> Piece {
        let [base, key] = self.pair(base, key);
        base.item(key)
    }

    fn entries(&mut self, base: &Lowered, key: &Lowered) -> Piece {
        let [base, key] = self.pair(base, key);
        base.item(key)
    }

    fn element(&mut self, base: &Lowered, position: &Lowered) -> Piece {
        self.helped("element", &[base, position])
    }

    fn call(&mut self, call: &Call) -> Piece {
        let mut args = self.all(&call.args);
        args.extend(call.state.map(|when| self.whole_state(when)));
        args.extend(call.clock.then(|| self.instant_of_call()));
        self.uses.function(call.function);
        Piece::apply(&Self::ident(Some(&self.names.functions), call.function.index()), args)
    }

    fn looked_up(&mut self, relation: &Lowered, columns: &[(String, Lowered)]) -> Piece {
        let relation = write(self, relation);
        let mut cells = Vec::new();
        for (name, value) in columns {
            cells.push(Piece::tuple(vec![Piece::text(name), Piece::lambda("", write(self, value))]));
        }
        relation.attribute("among").called(cells)
    }

    fn column_total(&mut self, total: &ColumnTotal) -> Piece {
        let relation = write(self, &total.relation);
        let term = self.lambda(&total.variable, &total.term);
        relation.attribute("total").called(vec![Piece::text(&total.column), term])
    }

    fn over(&mut self, over: &Over, _: &Type) -> Piece {
        let helper = match over.what {
            Iteration::All => "every",
            Iteration::Some => "exists",
            Iteration::No => "none_of",
            Iteration::The => "the",
            Iteration::Those => "select",
            Iteration::Sum(how) => match how.quantity {
                Quantity::Floats => "total_float",
                Quantity::Integers | Quantity::Windows => "total",
            },
        };
        let source = write(self, &over.source);
        let body = self.lambda(&over.variable, &over.body);
        self.helper(helper, [source, body])
    }

    fn with(&mut self, base: &Lowered, entity: EntityId, fields: &[(FieldIndex, Lowered)]) -> Piece {
        self.uses.value("replace");
        let mut arguments = vec![Argument::from(write(self, base))];
        for (field, value) in fields {
            arguments.push(named(self.field_name(entity, *field), write(self, value)));
        }
        Piece::call("replace", arguments)
    }

    fn construct(&mut self, entity: EntityId, fields: &[Lowered]) -> Piece {
        let class = self.class(entity);
        let mut arguments = Vec::new();
        for (at, value) in fields.iter().enumerate() {
            arguments.push(named(self.field_name(entity, FieldIndex(at as u32)), write(self, value)));
        }
        Piece::call(&class, arguments)
    }

    fn choice(&mut self, condition: &Lowered, yes: &Lowered, no: &Lowered, _: &Type) -> Piece {
        let condition = write(self, condition);
        let [yes, no] = self.pair(yes, no);
        Piece::choice(condition, yes, no)
    }

    fn with_local(&mut self, variable: &Variable, value: &Lowered, body: &Lowered) -> Piece {
        let value = write(self, value);
        let body = self.lambda(variable, body);
        self.helper("let", [value, body])
    }

    fn set(&mut self, elements: &[Lowered], _: &Type) -> Piece {
        if elements.is_empty() {
            return Piece::apply("frozenset", []);
        }
        Piece::apply("frozenset", [Piece::set(self.all(elements))])
    }

    fn seq(&mut self, elements: &[Lowered], _: &Type) -> Piece {
        Piece::tuple(self.all(elements))
    }

    fn map(&mut self, entries: &[(Lowered, Lowered)], _: &Type) -> Piece {
        self.collected("Map", entries)
    }

    fn multi(&mut self, entries: &[(Lowered, Lowered)], _: &Type) -> Piece {
        self.collected("Multi", entries)
    }

    fn opened(&mut self, inner: &Lowered, _: Tested) -> Piece {
        self.helped("some", &[inner])
    }

    fn lifted(&mut self, inner: &Lowered) -> Piece {
        write(self, inner)
    }
}
