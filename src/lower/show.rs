//! A lowered expression as text, for people: each form by its name, with all that was settled about it.

use super::{
    Arithmetic, Block, Bound, Call, ColumnTotal, Compared, Connective, Counted, Each, Extreme, Form, Hidden, Iteration,
    Joint, Lowered, Order, Over, Quantity, Reckoned, Sign, Unit, Variable, When,
};
use crate::ir::{EntityId, FieldIndex, Local, Names, Param, ParamIndex, Service, Tested, Type, quote, type_name};

/// How long a line may be before its parts get lines of their own.
const WIDTH: usize = 100;

/// A block as text: a line for each variable, then the result. Every line begins with `indent` spaces.
pub fn show(block: &Block, service: &Service, names: Names<'_>, indent: usize) -> String {
    let shower = Shower { service, names };
    let mut lines = Vec::new();
    for (variable, value) in &block.lets {
        let head = format!("let {}", shower.variable(variable));
        Shown { head, parts: vec![shower.shown(value)], ty: String::new() }.lines(indent, &mut lines);
    }
    shower.shown(&block.result).lines(indent, &mut lines);
    lines.concat()
}

/// A form with its parts.
struct Shown {
    head: String,
    parts: Vec<Shown>,
    /// Its type, where the words do not tell it.
    ty: String,
}

impl Shown {
    fn flat(&self) -> String {
        let Shown { head, parts, ty } = self;
        if parts.is_empty() {
            return format!("{head}{ty}");
        }
        let parts: Vec<String> = parts.iter().map(Shown::flat).collect();
        format!("{head}({}){ty}", parts.join(", "))
    }

    fn lines(&self, indent: usize, lines: &mut Vec<String>) {
        let flat = self.flat();
        if self.parts.is_empty() || indent + flat.chars().count() <= WIDTH {
            return lines.push(format!("{:indent$}{flat}\n", ""));
        }
        lines.push(format!("{:indent$}{}{}\n", "", self.head, self.ty));
        self.parts.iter().for_each(|part| part.lines(indent + 2, lines));
    }
}

/// Puts expressions into words.
struct Shower<'s> {
    service: &'s Service,
    names: Names<'s>,
}

impl Shower<'_> {
    fn shown(&self, lowered: &Lowered) -> Shown {
        let mut shown = self.form(&lowered.form);
        if !says_its_type(lowered) {
            shown.ty = format!(": {}", self.ty(&lowered.ty));
        }
        shown
    }

    fn node(&self, head: impl Into<String>, parts: &[&Lowered]) -> Shown {
        Shown { head: head.into(), parts: parts.iter().map(|part| self.shown(part)).collect(), ty: String::new() }
    }

    fn nodes(&self, head: impl Into<String>, parts: &[Lowered]) -> Shown {
        self.node(head, &parts.iter().collect::<Vec<_>>())
    }

    fn form(&self, form: &Form) -> Shown {
        match form {
            Form::Truth(value) => self.node(value.to_string(), &[]),
            Form::Int(value) => self.node(value.to_string(), &[]),
            Form::Float(value) => self.node(format!("{value:?}"), &[]),
            Form::Text(text) => self.node(quote(text), &[]),
            Form::None => self.node("none", &[]),
            Form::EnumValue(id, value) => {
                let values = &self.service.enumeration(*id).values;
                self.node(values.get(*value as usize).map_or("", |value| value.name.as_str()), &[])
            }
            Form::Local(local) => self.node(local_name(local), &[]),
            Form::Input(index) => self.node(format!("input {}", self.input(*index)), &[]),
            Form::Output(index) => {
                let outputs = self.names.operation.map_or(&[][..], |operation| &operation.outputs);
                self.node(format!("output {}", param(outputs, *index)), &[])
            }
            Form::Param(index) => self.node(format!("param {}", param(self.names.params, *index)), &[]),
            Form::OwnField(field) => {
                let name = self.names.entity.and_then(|entity| entity.fields.get(field.index()));
                self.node(format!("own {}", name.map_or("", |field| &field.name)), &[])
            }
            Form::OwnValue => self.node("value", &[]),
            Form::State(id, moment) => {
                self.node(format!("{} {}", when(*moment), self.service.state_field(*id).name), &[])
            }
            Form::Instances(id, moment) => {
                self.node(format!("{} instances of {}", when(*moment), self.service.entity(*id).name), &[])
            }
            Form::ValuesOfEnum(id) => self.node(format!("values of {}", self.service.enumeration(*id).name), &[]),
            Form::BothTruths => self.node("both truths", &[]),
            Form::Now => self.node("now", &[]),
            Form::Unknown(text) => self.node(format!("unknown {}", quote(text)), &[]),
            Form::Not(inner) => self.node("not", &[inner]),
            Form::Connected(connective, left, right) => self.node(connected(*connective), &[left, right]),
            Form::Equal(sign, how, left, right) => {
                self.node(format!("{} {}", signed(*sign, "same", "other"), compared(how)), &[left, right])
            }
            Form::IsNone(sign, inner) => self.node(signed(*sign, "is none", "is not none"), &[inner]),
            Form::IsTruth(sign, inner, value) => {
                self.node(format!("{} {value}", signed(*sign, "is", "is not")), &[inner])
            }
            Form::Ordered(order, how, left, right) => {
                self.node(format!("{} {}", ordered(*order), compared(how)), &[left, right])
            }
            Form::OrderedOption(order, how, left, right) => {
                self.node(format!("{} {} or none", ordered(*order), compared(how)), &[left, right])
            }
            Form::Member(sign, how, each, element, whole) => {
                let word = format!("{} {}, {}", signed(*sign, "in", "not in"), each_word(*each), compared(how));
                self.node(word, &[element, whole])
            }
            Form::Among(sign, how, element, those) => {
                let parts: Vec<&Lowered> = std::iter::once(&**element).chain(those).collect();
                self.node(format!("{} {}", signed(*sign, "one of", "none of"), compared(how)), &parts)
            }
            Form::Subset(how, left, right) => self.node(format!("subset {}", compared(how)), &[left, right]),
            Form::Matches(text, pattern) => self.node(format!("matches /{pattern}/"), &[text]),
            Form::Negate(how, inner) => self.node(reckoned("negate", *how), &[inner]),
            Form::Absolute(how, inner) => self.node(reckoned("absolute", *how), &[inner]),
            Form::Arithmetic(operation, how, left, right) => {
                self.node(reckoned(arithmetic(*operation), *how), &[left, right])
            }
            Form::FloorDivide(how, left, right) => self.node(reckoned("floor divide", *how), &[left, right]),
            Form::Divide(bound, left, right) => self.node(checked("divide", *bound), &[left, right]),
            Form::Extreme(end, how, left, right) => {
                self.node(format!("{} {}", extreme(*end), compared(how)), &[left, right])
            }
            Form::ExtremeOf(end, how, each, collection) => {
                self.node(format!("{} {}, {}", extreme(*end), each_word(*each), compared(how)), &[collection])
            }
            Form::Duration(unit, bound, count) => self.node(checked(unit_word(*unit), *bound), &[count]),
            Form::Digest(text) => self.node("digest", &[text]),
            Form::Joined(joint, left, right) => self.node(joined(*joint), &[left, right]),
            Form::Size(counted, inner) => self.node(format!("count {}", counted_word(*counted)), &[inner]),
            Form::Powerset(inner) => self.node("powerset", &[inner]),
            Form::Domain(inner) => self.node("keys", &[inner]),
            Form::Range(inner) => self.node("values", &[inner]),
            Form::Listed(inner) => self.node("values, repeated", &[inner]),
            Form::RangeOfMulti(inner) => self.node("values of all keys", &[inner]),
            Form::Field(base, entity, field) => self.node(format!("field {}", self.field(*entity, *field)), &[base]),
            Form::Entry(base, key) => self.node("entry", &[base, key]),
            Form::Entries(base, key) => self.node("entries", &[base, key]),
            Form::Element(base, position) => self.node("element", &[base, position]),
            Form::Call(call) => self.call(call),
            Form::LookedUp(relation, columns) => self.looked_up(relation, columns),
            Form::ColumnTotal(total) => self.column_total(total),
            Form::Over(over) => self.over(over),
            Form::With(base, entity, fields) => self.with(base, *entity, fields),
            Form::Construct(entity, fields) => self.nodes(format!("new {}", self.service.entity(*entity).name), fields),
            Form::Choice(condition, yes, no) => self.node("if", &[condition, yes, no]),
            Form::Let(variable, value, body) => self.node(format!("let {}", self.variable(variable)), &[value, body]),
            Form::Set(elements) => self.nodes("set", elements),
            Form::Seq(elements) => self.nodes("sequence", elements),
            Form::Map(entries) => self.entries("map", entries),
            Form::Multi(entries) => self.entries("relation", entries),
            Form::Opened(inner, Tested::Yes) => self.node("open, tested", &[inner]),
            Form::Opened(inner, Tested::No) => self.node("open", &[inner]),
            Form::Lifted(inner) => self.node("some", &[inner]),
        }
    }

    fn call(&self, call: &Call) -> Shown {
        let function = &self.service.function(call.function).name;
        let state = call.state.map_or_else(String::new, |moment| format!(" {}", when(moment)));
        let clock = if call.clock { " now" } else { "" };
        self.nodes(format!("call {function}{state}{clock}"), &call.args)
    }

    fn looked_up(&self, relation: &Lowered, columns: &[(String, Lowered)]) -> Shown {
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let parts: Vec<&Lowered> = std::iter::once(relation).chain(columns.iter().map(|(_, value)| value)).collect();
        self.node(format!("look up by {}", names.join(" and ")), &parts)
    }

    fn column_total(&self, total: &ColumnTotal) -> Shown {
        let ColumnTotal { relation, column, variable, term, bound } = total;
        let head = format!("{} {column} of {}", checked("stored sum of", *bound), self.variable(variable));
        self.node(head, &[relation, term])
    }

    fn over(&self, over: &Over) -> Shown {
        let Over { what, each, variable, source, body } = over;
        let head = format!("{} {} {}", iteration(*what), each_word(*each), self.variable(variable));
        self.node(head, &[source, body])
    }

    fn with(&self, base: &Lowered, entity: EntityId, fields: &[(FieldIndex, Lowered)]) -> Shown {
        let names: Vec<&str> = fields.iter().map(|(field, _)| self.field(entity, *field)).collect();
        let parts: Vec<&Lowered> = std::iter::once(base).chain(fields.iter().map(|(_, value)| value)).collect();
        self.node(format!("with {}", names.join(", ")), &parts)
    }

    fn entries(&self, head: &str, entries: &[(Lowered, Lowered)]) -> Shown {
        let parts: Vec<&Lowered> = entries.iter().flat_map(|(key, value)| [key, value]).collect();
        self.node(head, &parts)
    }

    fn variable(&self, variable: &Variable) -> String {
        format!("{}: {}", local_name(&variable.local), self.ty(&variable.ty))
    }

    fn ty(&self, ty: &Type) -> String {
        type_name(ty, &self.service.enums, &self.service.entities)
    }

    fn input(&self, index: ParamIndex) -> &str {
        param(self.names.operation.map_or(&[][..], |operation| &operation.inputs), index)
    }

    fn field(&self, entity: EntityId, field: FieldIndex) -> &str {
        let fields = self.service.entities.get(entity.index()).map_or(&[][..], |entity| &entity.fields);
        fields.get(field.index()).map_or("", |field| field.name.as_str())
    }
}

/// Whether the words for an expression tell its type: conditions, literals, and what stands beside a variable's type.
fn says_its_type(lowered: &Lowered) -> bool {
    let is_literal = matches!(lowered.form, Form::Int(_) | Form::Float(_) | Form::Text(_));
    let is_truth = lowered.ty == Type::Bool;
    is_literal || is_truth || matches!(lowered.form, Form::Instances(..) | Form::ValuesOfEnum(_) | Form::BothTruths)
}

fn param(params: &[Param], index: ParamIndex) -> &str {
    params.get(index.index()).map_or("", |param| param.name.as_str())
}

fn local_name(local: &Local) -> &str {
    &local.name
}

fn when(when: When) -> &'static str {
    match when {
        When::Current => "current",
        When::Before => "before",
        When::After => "after",
    }
}

fn reckoned(word: &str, how: Reckoned) -> String {
    match how.quantity {
        Quantity::Integers | Quantity::Floats => checked(word, how.bound),
        Quantity::Windows => checked(&format!("{word} windows"), how.bound),
    }
}

fn checked(word: &str, bound: Bound) -> String {
    let range = match bound {
        Bound::None => return word.to_string(),
        Bound::Int => "64 bits",
        Bound::Float => "finite",
        Bound::Instant => "years 1 to 9999",
    };
    format!("{word} [{range}]")
}

fn compared(how: &Compared) -> String {
    let word = match how {
        Compared::Truths => "truths",
        Compared::Integers => "integers",
        Compared::Floats => "floats",
        Compared::Durations => "durations",
        Compared::DurationWindows => "windows of durations",
        Compared::Texts => "texts",
        Compared::Uuids => "uuids",
        Compared::EnumValues => "enum values",
        Compared::Instants => "instants",
        Compared::Windows => "windows",
        Compared::Options(inner) => return format!("options of {}", compared(inner)),
        Compared::Structures(Hidden::Nowhere) => "structures",
        Compared::Structures(Hidden::InPlace) => "structures with windows",
        Compared::Structures(Hidden::InSets) => "structures with windows in sets",
        Compared::Unknown => "unknown values",
    };
    word.to_string()
}

fn connected(connective: Connective) -> &'static str {
    match connective {
        Connective::And => "and",
        Connective::Or => "or",
        Connective::Implies => "implies",
        Connective::Iff => "iff",
    }
}

fn signed(sign: Sign, is: &'static str, is_not: &'static str) -> &'static str {
    match sign {
        Sign::Is => is,
        Sign::IsNot => is_not,
    }
}

fn ordered(order: Order) -> &'static str {
    match order {
        Order::Less => "less",
        Order::AtMost => "at most",
        Order::More => "more",
        Order::AtLeast => "at least",
    }
}

fn each_word(each: Each) -> &'static str {
    match each {
        Each::Element => "elements",
        Each::Key => "keys",
    }
}

fn arithmetic(operation: Arithmetic) -> &'static str {
    match operation {
        Arithmetic::Add => "add",
        Arithmetic::Subtract => "subtract",
        Arithmetic::Multiply => "multiply",
    }
}

fn extreme(extreme: Extreme) -> &'static str {
    match extreme {
        Extreme::Largest => "largest",
        Extreme::Smallest => "smallest",
    }
}

fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::Days => "days",
        Unit::Hours => "hours",
        Unit::Minutes => "minutes",
        Unit::Seconds => "seconds",
    }
}

fn joined(joint: Joint) -> &'static str {
    match joint {
        Joint::Concat => "concat",
        Joint::Union => "union",
        Joint::Intersect => "intersect",
        Joint::Difference => "difference",
        Joint::Override => "override",
        Joint::OverrideSets => "override sets",
        Joint::RemoveKeys => "remove keys",
    }
}

fn counted_word(counted: Counted) -> &'static str {
    match counted {
        Counted::Characters => "characters",
        Counted::Elements => "elements",
        Counted::Keys => "keys",
        Counted::StoredKeys => "stored keys",
    }
}

fn iteration(iteration: Iteration) -> String {
    match iteration {
        Iteration::All => "all".into(),
        Iteration::Some => "some".into(),
        Iteration::No => "no".into(),
        Iteration::The => "the".into(),
        Iteration::Those => "those".into(),
        Iteration::Sum(how) => reckoned("sum", how),
    }
}
