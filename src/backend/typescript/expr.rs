//! Expressions in TypeScript: one method for each construct, on top of `templates/typescript/core/values.ts`.

use std::collections::BTreeSet;

use super::names::{Namespace, Space, TsIdent, TsNames, camel};
use super::piece::{Level, Piece, Property};
use super::types::{all, tells_its_type};
use super::uses::Uses;
use super::{literal, regex};
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
    /// The outputs, or how each is reached.
    pub(super) outputs: Vec<String>,
    /// Names that variables may not have.
    pub(super) taken: Vec<String>,
}

/// Writes expressions, and notes what they use.
pub(super) struct TypeScriptExpr<'a> {
    service: &'a Service,
    names: &'a TsNames,
    uses: &'a mut Uses,
    whose: Whose,
    body: Option<Locals>,
    params: Vec<TsIdent>,
    variables: Variables<TsIdent>,
    /// What it reads of what its function is handed.
    read: BTreeSet<&'static str>,
}

impl<'a> TypeScriptExpr<'a> {
    pub(super) fn new(
        service: &'a Service,
        names: &'a TsNames,
        uses: &'a mut Uses,
        whose: Whose,
    ) -> TypeScriptExpr<'a> {
        let mut variables = Namespace::of(Space::Variables);
        names.all.functions.iter().for_each(|name| variables.reserve(name.as_str()));
        if whose.operation.is_none() {
            variables.release("c");
        }
        if let Some(at) = whose.function {
            let takes = Takes::of(service, FunctionId(at as u32));
            let free = [("own", true), ("value", true), ("s", !takes.state), ("now", !takes.clock)];
            free.iter().filter(|(_, is_free)| *is_free).for_each(|(name, _)| variables.release(name));
        }
        let function = whose.function.and_then(|at| service.functions.get(at));
        let params = function.map_or(&[][..], |function| &function.params);
        let params = params.iter().map(|param| variables.take(&camel(&param.name))).collect();
        let variables = Variables::beside(variables);
        TypeScriptExpr { service, names, uses, whose, body: None, params, variables, read: BTreeSet::new() }
    }

    /// The same inside the body of an operation.
    pub(super) fn inside(mut self, body: Locals) -> TypeScriptExpr<'a> {
        body.outputs.iter().chain(&body.taken).for_each(|name| self.variables.reserve(name));
        self.body = Some(body);
        self
    }

    /// What the body calls things.
    pub(super) fn body(&mut self) -> Option<&mut Locals> {
        self.body.as_mut()
    }

    /// Writes something about an entity, whose record is called `own`.
    pub(super) fn about(&mut self, entity: EntityId, work: impl FnOnce(&mut Self) -> Piece) -> Piece {
        let outer = self.whose.entity.replace(entity.index());
        let result = work(self);
        self.whose.entity = outer;
        result
    }

    /// The names of what the service declares.
    pub(super) fn names(&self) -> &'a TsNames {
        self.names
    }

    /// The service.
    pub(super) fn service(&self) -> &'a Service {
        self.service
    }

    /// The names of the function's parameters.
    pub(super) fn params(&self) -> &[TsIdent] {
        &self.params
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

    pub(super) fn uses(&mut self) -> &mut Uses {
        self.uses
    }

    /// What was read so far of what its function is handed, by name.
    pub(super) fn read(&self) -> &BTreeSet<&'static str> {
        &self.read
    }

    /// Something that the function is handed.
    fn handed(&mut self, name: &'static str) -> Piece {
        self.read.insert(name);
        Piece::atom(name)
    }

    /// A name for a variable that is now bound.
    pub(super) fn bind(&mut self, local: &Local) -> TsIdent {
        self.variables.bind(local)
    }

    /// The variable is no longer bound.
    pub(super) fn release(&mut self, local: &Local) {
        self.variables.release(local);
    }

    /// The variable is no longer bound, but its name stays taken: a block has no two variables of one name.
    pub(super) fn leave(&mut self, local: &Local) {
        let name = self.variables.name(local);
        self.variables.release(local);
        self.variables.reserve(&name);
    }

    /// `(name) => body`, the name being bound in the body alone.
    fn arrow(&mut self, variable: &Variable, body: &Lowered) -> Piece {
        let name = self.bind(&variable.local);
        let body = write(self, body);
        self.release(&variable.local);
        Piece::arrow(name.as_str(), body)
    }

    fn all(&mut self, parts: &[Lowered]) -> Vec<Piece> {
        parts.iter().map(|part| write(self, part)).collect()
    }

    fn pair(&mut self, left: &Lowered, right: &Lowered) -> [Piece; 2] {
        [write(self, left), write(self, right)]
    }

    fn helper(&mut self, name: &str, arguments: Vec<Piece>) -> Piece {
        self.uses.value(name);
        Piece::call(name, arguments)
    }

    /// `helper(left, right)`
    fn helped(&mut self, name: &str, parts: &[&Lowered]) -> Piece {
        let parts = parts.iter().map(|part| write(self, part)).collect();
        self.helper(name, parts)
    }

    fn ident(idents: &[TsIdent], at: usize) -> String {
        idents.get(at).map_or_else(|| "unnamed".to_string(), TsIdent::to_string)
    }

    fn field_name(&self, entity: EntityId, field: FieldIndex) -> String {
        Self::ident(self.names.all.fields.get(entity.index()).map_or(&[], Vec::as_slice), field.index())
    }

    fn whole_state(&mut self, when: When) -> Piece {
        if let Some(body) = &self.body {
            return Piece::atom(if when == When::After { body.after } else { "before" });
        }
        let two = self.whose.operation.is_some();
        match when {
            When::Before | When::Current if two => self.handed("c").member("before"),
            When::After if two => self.handed("c").member("after"),
            When::Before | When::Current | When::After => self.handed("s"),
        }
    }

    fn bounded(&mut self, bound: Bound, piece: Piece) -> Piece {
        match bound {
            Bound::None => piece,
            Bound::Int => self.helper("i64", vec![piece]),
            Bound::Float => self.helper("finite", vec![piece]),
            Bound::Instant => self.helper("instant", vec![piece]),
        }
    }

    /// What is gone over.
    pub(super) fn elements(&mut self, each: Each, source: &Lowered) -> Piece {
        let source = write(self, source);
        match each {
            Each::Element => source,
            Each::Key => source.method("keys", Vec::new()),
        }
    }

    /// `left < right`, as values of their type are compared.
    fn comparison(&mut self, order: Order, compared: &Compared, left: Piece, right: Piece) -> Piece {
        match ordering(compared) {
            Ordering::Operators => left.compare(operator(order), right),
            Ordering::Texts => {
                let compared = self.helper("compareText", vec![left, right]);
                compared.compare(operator(order), Piece::atom("0"))
            }
            Ordering::Windows => self.helper(order_helper(order), vec![left, right]),
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
        self.helper("bind", vec![piece, Piece::arrow(name.as_str(), body)])
    }

    /// `ValueSet.of(a, b)`, with the types of its parts where what it is made of does not tell them.
    fn collected(&mut self, class: &str, parts: &[&Type], elements: Vec<Piece>) -> Piece {
        self.uses.value(class);
        if !elements.is_empty() && parts.iter().all(|part| tells_its_type(part)) {
            return Piece::call(format!("{class}.of"), elements);
        }
        let types = all(parts, self.names, self.uses);
        Piece::call(format!("{class}.of<{types}>"), elements)
    }

    fn pairs(&mut self, entries: &[(Lowered, Lowered)]) -> Vec<Piece> {
        entries.iter().map(|(key, value)| Piece::array(self.pair(key, value).into())).collect()
    }
}

/// How values are told to be equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Equality {
    /// By `===`
    Operator,
    /// By what they are made of
    Structure,
    /// The same, where windows may be in them
    Windows,
}

fn equality(compared: &Compared) -> Equality {
    match compared {
        Compared::Truths
        | Compared::Integers
        | Compared::Floats
        | Compared::Durations
        | Compared::Texts
        | Compared::Uuids
        | Compared::EnumValues
        | Compared::Instants => Equality::Operator,
        Compared::Windows | Compared::DurationWindows => Equality::Windows,
        Compared::Options(inner) => equality(inner),
        Compared::Structures(_) if compared.has_windows() => Equality::Windows,
        Compared::Structures(_) | Compared::Unknown => Equality::Structure,
    }
}

/// How values are put in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ordering {
    /// By `<` and its like
    Operators,
    /// By code point
    Texts,
    /// By helpers, since windows may be among them
    Windows,
}

fn ordering(compared: &Compared) -> Ordering {
    match compared {
        Compared::Truths
        | Compared::Integers
        | Compared::Floats
        | Compared::Durations
        | Compared::Instants
        | Compared::Uuids => Ordering::Operators,
        Compared::Texts | Compared::EnumValues => Ordering::Texts,
        Compared::Windows | Compared::DurationWindows => Ordering::Windows,
        Compared::Options(inner) => ordering(inner),
        Compared::Structures(_) | Compared::Unknown => Ordering::Operators,
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

fn order_helper(order: Order) -> &'static str {
    match order {
        Order::Less => "lessThan",
        Order::AtMost => "atMost",
        Order::More => "moreThan",
        Order::AtLeast => "atLeast",
    }
}

fn equals(sign: Sign) -> &'static str {
    match sign {
        Sign::Is => "===",
        Sign::IsNot => "!==",
    }
}

fn signed(sign: Sign, piece: Piece) -> Piece {
    match sign {
        Sign::Is => piece,
        Sign::IsNot => piece.not(),
    }
}

fn present(piece: &Piece) -> Piece {
    piece.clone().equals("!==", Piece::atom("null"))
}

fn is_option(lowered: &Lowered) -> bool {
    matches!(lowered.ty, Type::Option(_))
}

impl ExprBackend for TypeScriptExpr<'_> {
    type Piece = Piece;

    fn truth(&mut self, value: bool) -> Piece {
        Piece::atom(value.to_string())
    }

    fn int(&mut self, value: i64) -> Piece {
        Piece::number(format!("{value}n"))
    }

    fn float(&mut self, value: f64) -> Piece {
        Piece::number(literal::float(value))
    }

    fn text(&mut self, value: &str) -> Piece {
        Piece::text(value)
    }

    fn none(&mut self, _: &Type) -> Piece {
        Piece::atom("null")
    }

    fn enum_value(&mut self, id: EnumId, value: u32) -> Piece {
        let values = &self.service.enumeration(id).values;
        Piece::text(values.get(value as usize).map_or("", |value| value.name.as_str()))
    }

    fn local(&mut self, local: &Local) -> Piece {
        Piece::atom(self.variables.name(local))
    }

    fn input(&mut self, index: ParamIndex) -> Piece {
        let operation = self.whose.operation.and_then(|at| self.names.all.operations.get(at));
        let inputs = operation.map_or(&[][..], |names| &names.inputs);
        let name = Self::ident(inputs, index.index());
        let given = if self.body.is_some() { Piece::atom("given") } else { self.handed("c").member("given") };
        given.member(name)
    }

    fn output(&mut self, index: ParamIndex) -> Piece {
        if let Some(body) = &self.body {
            let name = body.outputs.get(index.index()).map_or("unnamed", String::as_str);
            return match name.split_once('.') {
                Some((whole, part)) => Piece::atom(whole).member(part),
                None => Piece::atom(name),
            };
        }
        let operation = self.whose.operation.and_then(|at| self.names.all.operations.get(at));
        let outputs = operation.map_or(&[][..], |names| &names.outputs);
        let name = Self::ident(outputs, index.index());
        self.handed("c").member("answer").member(name)
    }

    fn param(&mut self, index: ParamIndex) -> Piece {
        Piece::atom(Self::ident(&self.params, index.index()))
    }

    fn own_field(&mut self, field: FieldIndex) -> Piece {
        let fields = self.whose.entity.and_then(|at| self.names.all.fields.get(at));
        let name = Self::ident(fields.map_or(&[], Vec::as_slice), field.index());
        self.handed("own").member(name)
    }

    fn own_value(&mut self) -> Piece {
        self.handed("value")
    }

    fn state(&mut self, id: StateId, when: When) -> Piece {
        let name = Self::ident(&self.names.all.state, id.index());
        self.whole_state(when).member(name)
    }

    fn instances(&mut self, id: EntityId, when: When) -> Piece {
        let entity = Self::ident(&self.names.all.entity_types, id.index());
        self.uses.types("instances");
        self.uses.wire("STATE");
        self.uses.wire(&entity);
        let state = self.whole_state(when);
        Piece::call("instances", vec![Piece::atom("STATE"), state, Piece::atom(entity)])
    }

    fn values_of_enum(&mut self, id: EnumId) -> Piece {
        let name = Self::ident(&self.names.all.enum_values, id.index());
        self.uses.model(&name);
        Piece::atom(name)
    }

    fn both_truths(&mut self) -> Piece {
        Piece::array(vec![Piece::atom("false"), Piece::atom("true")])
    }

    fn now(&mut self) -> Piece {
        if self.whose.operation.is_some() && self.body.is_none() {
            self.handed("c").member("now")
        } else {
            self.handed("now")
        }
    }

    fn unknown(&mut self, text: &str, _: &Type) -> Piece {
        self.helper("unknown", vec![Piece::text(text)])
    }

    fn not(&mut self, inner: &Lowered) -> Piece {
        write(self, inner).not()
    }

    fn connected(&mut self, connective: Connective, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        match connective {
            Connective::And => left.chain("&&", Level::And, right),
            Connective::Or => left.chain("||", Level::Or, right),
            Connective::Implies => left.not().chain("||", Level::Or, right),
            Connective::Iff => left.equals("===", right),
        }
    }

    fn equal(&mut self, sign: Sign, compared: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        match equality(compared) {
            Equality::Operator => left.equals(equals(sign), right),
            Equality::Structure => signed(sign, self.helper("equal", vec![left, right])),
            Equality::Windows => signed(sign, self.helper("same", vec![left, right])),
        }
    }

    fn is_none(&mut self, sign: Sign, inner: &Lowered) -> Piece {
        write(self, inner).equals(equals(sign), Piece::atom("null"))
    }

    fn is_truth(&mut self, sign: Sign, inner: &Lowered, value: bool) -> Piece {
        write(self, inner).equals(equals(sign), Piece::atom(value.to_string()))
    }

    fn ordered(&mut self, order: Order, compared: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        self.comparison(order, compared, left, right)
    }

    fn ordered_option(&mut self, order: Order, compared: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        let given = |optional: bool, piece: &Piece, rest: Piece| {
            if optional { present(piece).chain("&&", Level::And, rest) } else { rest }
        };
        let [left_option, right_option] = [left, right].map(is_option);
        let [left, right] = self.pair(left, right);
        let both = |this: &mut Self, left: Piece| {
            let compare = |this: &mut Self, right: Piece| {
                let rest = this.comparison(order, compared, left.clone(), right.clone());
                given(left_option, &left, given(right_option, &right, rest))
            };
            if right_option { this.narrowed(right, compare) } else { compare(this, right) }
        };
        if left_option { self.narrowed(left, both) } else { both(self, left) }
    }

    fn member(&mut self, sign: Sign, (compared, each): (&Compared, Each), element: &Lowered, whole: &Lowered) -> Piece {
        let is_listed = matches!(whole.ty, Type::Seq(_)) && equality(compared) != Equality::Operator;
        if is_listed || equality(compared) == Equality::Windows {
            let element = write(self, element);
            let whole = self.elements(each, whole);
            return signed(sign, self.helper("member", vec![element, whole]));
        }
        let [element, held] = self.pair(element, whole);
        let method = if matches!(whole.ty, Type::Seq(_)) { "includes" } else { "has" };
        signed(sign, held.method(method, vec![element]))
    }

    fn among(&mut self, sign: Sign, compared: &Compared, element: &Lowered, those: &[Lowered]) -> Piece {
        let element = write(self, element);
        let is_plain = equality(compared) == Equality::Operator;
        match self.all(those).as_slice() {
            [only] if is_plain => element.equals(equals(sign), only.clone()),
            those => {
                let found = self.helper("among", vec![element, Piece::array(those.to_vec())]);
                signed(sign, found)
            }
        }
    }

    fn subset(&mut self, compared: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        if equality(compared) != Equality::Windows {
            return left.method("isSubsetOf", vec![right]);
        }
        let name = self.variables.free("part");
        let body = self.helper("member", vec![Piece::atom(name.as_str()), right]);
        self.helper("every", vec![left, Piece::arrow(name.as_str(), body)])
    }

    fn matches(&mut self, text: &Lowered, pattern: &str) -> Piece {
        let text = write(self, text);
        match regex::end_of(pattern) {
            Some((method, words)) => text.method(method, vec![Piece::text(&words)]),
            None => Piece::atom(regex::literal(pattern)).method("test", vec![text]),
        }
    }

    fn negate(&mut self, how: Reckoned, inner: &Lowered) -> Piece {
        let inner = write(self, inner);
        let whole = match how.quantity {
            Quantity::Integers | Quantity::Floats => inner.negated(),
            Quantity::Windows => self.helper("negated", vec![inner]),
        };
        self.bounded(how.bound, whole)
    }

    fn absolute(&mut self, how: Reckoned, inner: &Lowered) -> Piece {
        let inner = write(self, inner);
        let whole = match how.quantity {
            Quantity::Integers => self.helper("abs", vec![inner]),
            Quantity::Floats => Piece::call("Math.abs", vec![inner]),
            Quantity::Windows => self.helper("absolute", vec![inner]),
        };
        self.bounded(how.bound, whole)
    }

    fn arithmetic(&mut self, operation: Arithmetic, how: Reckoned, left: &Lowered, right: &Lowered) -> Piece {
        let [left, right] = self.pair(left, right);
        let (operator, level, helper) = match operation {
            Arithmetic::Add => ("+", Level::Sum, "plus"),
            Arithmetic::Subtract => ("-", Level::Sum, "minus"),
            Arithmetic::Multiply => ("*", Level::Product, "times"),
        };
        let whole = match how.quantity {
            Quantity::Integers | Quantity::Floats => left.chain(operator, level, right),
            Quantity::Windows => self.helper(helper, vec![left, right]),
        };
        self.bounded(how.bound, whole)
    }

    // The helpers of quotients, durations and sums see to the range themselves.

    fn floor_divide(&mut self, _: Reckoned, left: &Lowered, right: &Lowered) -> Piece {
        self.helped("floorDiv", &[left, right])
    }

    fn divide(&mut self, _: Bound, left: &Lowered, right: &Lowered) -> Piece {
        self.helped("floatDiv", &[left, right])
    }

    fn extreme(&mut self, extreme: Extreme, _: &Compared, left: &Lowered, right: &Lowered) -> Piece {
        let helper = match extreme {
            Extreme::Largest => "max",
            Extreme::Smallest => "min",
        };
        self.uses.value(helper);
        let sides = self.pair(left, right);
        if sides[0].is_path() {
            return Piece::call(helper, sides.into());
        }
        // A literal would be taken for the only value of its type.
        let ty = all(&[&left.ty], self.names, self.uses);
        Piece::call(format!("{helper}<{ty}>"), sides.into())
    }

    fn extreme_of(&mut self, extreme: Extreme, (_, each): (&Compared, Each), collection: &Lowered) -> Piece {
        let collection = self.elements(each, collection);
        match extreme {
            Extreme::Largest => self.helper("largest", vec![collection]),
            Extreme::Smallest => self.helper("smallest", vec![collection]),
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
        let is_text = left.ty == Type::String;
        let [left, right] = self.pair(left, right);
        match joint {
            Joint::Concat if is_text => left.chain("+", Level::Sum, right),
            Joint::Concat => Piece::array([left.spread(), right.spread()].concat()),
            Joint::Override | Joint::OverrideSets => left.method("override", vec![right]),
            Joint::Union => left.method("union", vec![right]),
            Joint::Intersect => left.method("intersection", vec![right]),
            Joint::Difference => left.method("difference", vec![right]),
            Joint::RemoveKeys => left.method("without", vec![right]),
        }
    }

    fn size(&mut self, counted: Counted, inner: &Lowered) -> Piece {
        match counted {
            Counted::Characters => self.helped("length", &[inner]),
            Counted::Elements | Counted::Keys | Counted::StoredKeys => self.helped("size", &[inner]),
        }
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
        write(self, inner).method("values", Vec::new())
    }

    fn range_of_multi(&mut self, inner: &Lowered) -> Piece {
        self.helped("ranMulti", &[inner])
    }

    fn field(&mut self, base: &Lowered, entity: EntityId, field: FieldIndex) -> Piece {
        let name = self.field_name(entity, field);
        write(self, base).member(name)
    }

    fn entry(&mut self, base: &Lowered, key: &Lowered) -> Piece {
        let [base, key] = self.pair(base, key);
        base.method("at", vec![key])
    }

    fn entries(&mut self, base: &Lowered, key: &Lowered) -> Piece {
        self.entry(base, key)
    }

    fn element(&mut self, base: &Lowered, position: &Lowered) -> Piece {
        self.helped("element", &[base, position])
    }

    fn call(&mut self, call: &Call) -> Piece {
        let mut args = self.all(&call.args);
        let state = call.state.map(|when| self.whole_state(when));
        args.extend(state);
        args.extend(call.clock.then(|| self.now()));
        self.uses.function(call.function);
        Piece::call(Self::ident(&self.names.all.functions, call.function.index()), args)
    }

    fn looked_up(&mut self, relation: &Lowered, columns: &[(String, Lowered)]) -> Piece {
        let relation = write(self, relation);
        let mut cells = Vec::new();
        for (name, value) in columns {
            cells.push(Piece::array(vec![Piece::text(name), Piece::arrow("", write(self, value))]));
        }
        relation.method("among", cells)
    }

    fn column_total(&mut self, total: &ColumnTotal) -> Piece {
        let relation = write(self, &total.relation);
        let term = self.arrow(&total.variable, &total.term);
        relation.method("total", vec![Piece::text(&total.column), term])
    }

    fn over(&mut self, over: &Over, _: &Type) -> Piece {
        let helper = match over.what {
            Iteration::All => "every",
            Iteration::Some => "exists",
            Iteration::No => "noneOf",
            Iteration::The => "the",
            Iteration::Those => "select",
            Iteration::Sum(how) => match how.quantity {
                Quantity::Integers => "total",
                Quantity::Floats => "totalFloat",
                Quantity::Windows => "totalDuration",
            },
        };
        let source = self.elements(over.each, &over.source);
        let body = self.arrow(&over.variable, &over.body);
        self.helper(helper, vec![source, body])
    }

    fn with(&mut self, base: &Lowered, entity: EntityId, fields: &[(FieldIndex, Lowered)]) -> Piece {
        let mut properties = vec![Property::Spread(write(self, base))];
        for (field, value) in fields {
            properties.push(Property::Named(self.field_name(entity, *field), write(self, value)));
        }
        Piece::object(properties)
    }

    fn construct(&mut self, entity: EntityId, fields: &[Lowered]) -> Piece {
        let mut properties = Vec::new();
        for (at, value) in fields.iter().enumerate() {
            properties.push(Property::Named(self.field_name(entity, FieldIndex(at as u32)), write(self, value)));
        }
        let class = Self::ident(&self.names.all.entities, entity.index());
        self.uses.model_type(&class);
        Piece::object(properties).satisfies(class)
    }

    fn choice(&mut self, condition: &Lowered, yes: &Lowered, no: &Lowered, _: &Type) -> Piece {
        let condition = write(self, condition);
        let [yes, no] = self.pair(yes, no);
        Piece::choice(condition, yes, no)
    }

    fn with_local(&mut self, variable: &Variable, value: &Lowered, body: &Lowered) -> Piece {
        let value = write(self, value);
        let body = self.arrow(variable, body);
        self.helper("bind", vec![value, body])
    }

    fn set(&mut self, elements: &[Lowered], ty: &Type) -> Piece {
        let elements = self.all(elements);
        self.collected("ValueSet", &[ty.element().unwrap_or(&Type::Unknown)], elements)
    }

    fn seq(&mut self, elements: &[Lowered], _: &Type) -> Piece {
        Piece::array(self.all(elements))
    }

    fn map(&mut self, entries: &[(Lowered, Lowered)], ty: &Type) -> Piece {
        let entries = self.pairs(entries);
        self.collected("ValueMap", &parts(ty), entries)
    }

    fn multi(&mut self, entries: &[(Lowered, Lowered)], ty: &Type) -> Piece {
        let entries = self.pairs(entries);
        self.collected("MultiMap", &parts(ty), entries)
    }

    fn opened(&mut self, inner: &Lowered, _: Tested) -> Piece {
        self.helped("some", &[inner])
    }

    fn lifted(&mut self, inner: &Lowered) -> Piece {
        write(self, inner)
    }
}

/// The types of the keys and values of a map or relation.
fn parts(ty: &Type) -> Vec<&Type> {
    if let Type::Map(key, value) | Type::Multi(key, value) = ty { vec![key, value] } else { Vec::new() }
}
