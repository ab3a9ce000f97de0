//! Typed expressions and types as text of the language, with as few parentheses as it allows.

use super::{
    BinaryOp, Binder, Entity, Enum, Expr, ExprKind, FieldIndex, Moment, Operation, Param, Quantifier, Range, Service,
    Type, UnaryOp,
};

/// A type in the words of the language.
pub fn type_name(ty: &Type, enums: &[Enum], entities: &[Entity]) -> String {
    let name = |ty: &Type| type_name(ty, enums, entities);
    match ty {
        Type::Bool => "Bool".into(),
        Type::Int => "Int".into(),
        Type::Float => "Float".into(),
        Type::String => "String".into(),
        Type::DateTime => "DateTime".into(),
        Type::Duration => "Duration".into(),
        Type::Uuid => "UUID".into(),
        Type::Enum(id) => enums.get(id.index()).map_or("?".into(), |found| found.name.to_string()),
        Type::Entity(id) => entities.get(id.index()).map_or("?".into(), |found| found.name.to_string()),
        Type::Set(element) => format!("Set[{}]", name(element)),
        Type::Seq(element) => format!("Seq[{}]", name(element)),
        Type::Map(key, value) => format!("Map[{}, {}]", name(key), name(value)),
        Type::Multi(key, value) => format!("{} -> set {}", name(key), name(value)),
        Type::Option(inner) => format!("Option[{}]", name(inner)),
        Type::Unknown => "?".into(),
    }
}

/// Whose names an expression uses beside the service's.
#[derive(Debug, Clone, Copy, Default)]
pub struct Names<'s> {
    /// The operation of a clause or guard.
    pub operation: Option<&'s Operation>,
    /// The parameters of a function's body.
    pub params: &'s [Param],
    /// The entity of a refinement, invariant or guard.
    pub entity: Option<&'s Entity>,
}

/// An expression as text. State names carry a prime where they are read after the operation; `pre` is left out.
pub fn print(expr: &Expr, service: &Service, names: Names<'_>) -> String {
    Printer { service, names }.expr(expr, Level::Lowest)
}

/// How tightly a piece of text holds together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Lowest,
    Iff,
    Implies,
    Or,
    And,
    Not,
    Comparison,
    Sets,
    Sum,
    Product,
    Prefix,
    Postfix,
}

impl Level {
    fn above(self) -> Level {
        match self {
            Level::Lowest => Level::Iff,
            Level::Iff => Level::Implies,
            Level::Implies => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Not,
            Level::Not => Level::Comparison,
            Level::Comparison => Level::Sets,
            Level::Sets => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Prefix,
            Level::Prefix | Level::Postfix => Level::Postfix,
        }
    }
}

fn operator(op: BinaryOp) -> (&'static str, Level) {
    match op {
        BinaryOp::Iff => ("iff", Level::Iff),
        BinaryOp::Implies => ("implies", Level::Implies),
        BinaryOp::Or => ("or", Level::Or),
        BinaryOp::And => ("and", Level::And),
        BinaryOp::Eq => ("=", Level::Comparison),
        BinaryOp::Ne => ("!=", Level::Comparison),
        BinaryOp::Lt => ("<", Level::Comparison),
        BinaryOp::Le => ("<=", Level::Comparison),
        BinaryOp::Gt => (">", Level::Comparison),
        BinaryOp::Ge => (">=", Level::Comparison),
        BinaryOp::In => ("in", Level::Comparison),
        BinaryOp::NotIn => ("not in", Level::Comparison),
        BinaryOp::Subset => ("subset", Level::Comparison),
        BinaryOp::Union => ("union", Level::Sets),
        BinaryOp::Intersect => ("intersect", Level::Sets),
        BinaryOp::Difference => ("minus", Level::Sets),
        BinaryOp::Add | BinaryOp::Concat | BinaryOp::Override => ("+", Level::Sum),
        BinaryOp::Subtract | BinaryOp::RemoveKeys => ("-", Level::Sum),
        BinaryOp::Multiply => ("*", Level::Product),
        BinaryOp::Divide => ("/", Level::Product),
    }
}

struct Printer<'s> {
    service: &'s Service,
    names: Names<'s>,
}

impl Printer<'_> {
    fn expr(&self, expr: &Expr, least: Level) -> String {
        let (text, level) = self.piece(expr);
        if level < least { format!("({text})") } else { text }
    }

    fn lowest(&self, expr: &Expr) -> String {
        self.expr(expr, Level::Lowest)
    }

    fn piece(&self, expr: &Expr) -> (String, Level) {
        match &expr.kind {
            ExprKind::Unary(op, inner) => self.unary(*op, inner),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Matches(text, pattern) => {
                let pattern = pattern.replace('/', "\\/");
                (format!("{} matches /{pattern}/", self.expr(text, Level::Sets)), Level::Comparison)
            }
            ExprKind::With(base, fields) => {
                let fields = fields.iter().map(|(field, value)| (self.field_name(&base.ty, *field), value));
                (format!("{} with {}", self.expr(base, Level::Postfix), self.record(fields)), Level::Postfix)
            }
            ExprKind::Quantifier(kind, binders, body) => (self.quantifier(*kind, binders, body), Level::Lowest),
            ExprKind::The(binder, body) => {
                (format!("the {} | {}", self.binder(binder), self.lowest(body)), Level::Lowest)
            }
            ExprKind::If(condition, yes, no) => {
                let [condition, yes, no] = [condition, yes, no].map(|part| self.lowest(part));
                (format!("if {condition} then {yes} else {no}"), Level::Lowest)
            }
            ExprKind::Let(local, value, body) => {
                let value = self.expr(value, Level::Sets);
                (format!("let {} = {value} in {}", local.name, self.lowest(body)), Level::Lowest)
            }
            ExprKind::Unwrap(inner, _) => self.piece(inner),
            ExprKind::Int(value) if *value < 0 => (value.to_string(), Level::Prefix),
            ExprKind::Float(value) if value.is_sign_negative() => (format!("{value:?}"), Level::Prefix),
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
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Call(..)
            | ExprKind::UndeclaredCall(..)
            | ExprKind::Builtin(..)
            | ExprKind::Sum(..)
            | ExprKind::Construct(..)
            | ExprKind::Comprehension(..)
            | ExprKind::Set(_)
            | ExprKind::Seq(_)
            | ExprKind::Map(_)
            | ExprKind::Some(_) => (self.atom(expr), Level::Postfix),
        }
    }

    fn unary(&self, op: UnaryOp, inner: &Expr) -> (String, Level) {
        match op {
            UnaryOp::Not => (format!("not {}", self.expr(inner, Level::Not)), Level::Not),
            UnaryOp::Negate => (format!("-{}", self.expr(inner, Level::Postfix)), Level::Prefix),
            UnaryOp::Size => (format!("#{}", self.expr(inner, Level::Postfix)), Level::Prefix),
            UnaryOp::Powerset => (format!("^{}", self.expr(inner, Level::Postfix)), Level::Prefix),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> (String, Level) {
        let (word, level) = operator(op);
        let (left_least, right_least) = match level {
            Level::Comparison => (level.above(), level.above()),
            Level::Implies => (level.above(), level),
            Level::Lowest
            | Level::Iff
            | Level::Or
            | Level::And
            | Level::Not
            | Level::Sets
            | Level::Sum
            | Level::Product
            | Level::Prefix
            | Level::Postfix => (level, level.above()),
        };
        (format!("{} {word} {}", self.expr(left, left_least), self.expr(right, right_least)), level)
    }

    fn atom(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Float(value) => format!("{value:?}"),
            ExprKind::Text(text) => quote(text),
            ExprKind::None => "none".into(),
            ExprKind::EnumValue(id, index) => {
                let found = self.service.enumeration(*id);
                let value = found.values.get(*index as usize).map_or("?", |value| value.name.as_str());
                format!("{}.{value}", found.name)
            }
            ExprKind::Local(local) => local.name.to_string(),
            ExprKind::Input(index) => param_name(self.names.operation.map(|op| op.inputs.as_slice()), index.index()),
            ExprKind::Output(index) => param_name(self.names.operation.map(|op| op.outputs.as_slice()), index.index()),
            ExprKind::Param(index) => param_name(Some(self.names.params), index.index()),
            ExprKind::OwnField(field) => self
                .names
                .entity
                .and_then(|entity| entity.fields.get(field.index()))
                .map_or("?".into(), |field| field.name.to_string()),
            ExprKind::OwnValue => "value".into(),
            ExprKind::State(id, moment) => {
                format!("{}{}", self.service.state_field(*id).name, prime(*moment))
            }
            ExprKind::Instances(id, _) => self.service.entity(*id).name.to_string(),
            ExprKind::Field(base, field) => {
                format!("{}.{}", self.expr(base, Level::Postfix), self.field_name(&base.ty, *field))
            }
            ExprKind::Index(_, base, key) => format!("{}[{}]", self.expr(base, Level::Postfix), self.lowest(key)),
            ExprKind::Call(id, args, moment) => {
                format!("{}({}){}", self.service.function(*id).name, self.list(args), prime(*moment))
            }
            ExprKind::UndeclaredCall(name, args) => format!("{name}({})", self.list(args)),
            ExprKind::Builtin(builtin, args) => format!("{}({})", builtin.name(), self.list(args)),
            ExprKind::Sum(binder, body) => {
                let source = self.range(binder);
                format!("sum({source}, {} => {})", binder.local.name, self.lowest(body))
            }
            ExprKind::Construct(id, values) => {
                let entity = self.service.entity(*id);
                let fields = entity.fields.iter().map(|field| field.name.to_string()).zip(values);
                format!("{} {}", entity.name, self.record(fields))
            }
            ExprKind::Comprehension(binder, body) => {
                format!("{{ {} | {} }}", self.binder(binder), self.lowest(body))
            }
            ExprKind::Set(items) => format!("{{{}}}", self.list(items)),
            ExprKind::Seq(items) => format!("[{}]", self.list(items)),
            ExprKind::Map(entries) => {
                let entry = |(key, value): &(Expr, Expr)| format!("{} -> {}", self.lowest(key), self.lowest(value));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            ExprKind::Some(inner) => format!("some({})", self.lowest(inner)),
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Matches(..)
            | ExprKind::With(..)
            | ExprKind::Quantifier(..)
            | ExprKind::The(..)
            | ExprKind::If(..)
            | ExprKind::Let(..)
            | ExprKind::Unwrap(..) => format!("({})", self.lowest(expr)),
        }
    }

    fn list(&self, items: &[Expr]) -> String {
        items.iter().map(|item| self.lowest(item)).collect::<Vec<_>>().join(", ")
    }

    fn record<'e>(&self, fields: impl Iterator<Item = (String, &'e Expr)>) -> String {
        let fields: Vec<String> = fields.map(|(name, value)| format!("{name} = {}", self.lowest(value))).collect();
        format!("{{ {} }}", fields.join(", "))
    }

    fn field_name(&self, base: &Type, field: FieldIndex) -> String {
        let Type::Entity(id) = base else { return "?".into() };
        self.service.entity(*id).fields.get(field.index()).map_or("?".into(), |field| field.name.to_string())
    }

    fn quantifier(&self, kind: Quantifier, binders: &[Binder], body: &Expr) -> String {
        let word = match kind {
            Quantifier::All => "all",
            Quantifier::Some => "some",
            Quantifier::No => "no",
        };
        let binders: Vec<String> = binders.iter().map(|binder| self.binder(binder)).collect();
        format!("{word} {} | {}", binders.join(", "), self.lowest(body))
    }

    fn binder(&self, binder: &Binder) -> String {
        match &binder.range {
            Range::All(_) => format!("{}: {}", binder.local.name, self.range(binder)),
            Range::Elements(_) | Range::Values(_) => format!("{} in {}", binder.local.name, self.range(binder)),
        }
    }

    fn range(&self, binder: &Binder) -> String {
        match &binder.range {
            Range::All(_) => type_name(&binder.ty, &self.service.enums, &self.service.entities),
            Range::Elements(source) => self.lowest(source),
            Range::Values(source) => format!("ran({})", self.lowest(source)),
        }
    }
}

fn param_name(params: Option<&[Param]>, index: usize) -> String {
    params.and_then(|params| params.get(index)).map_or("?".into(), |param| param.name.to_string())
}

fn prime(moment: Moment) -> &'static str {
    match moment {
        Moment::After => "'",
        Moment::Here | Moment::Before => "",
    }
}

/// A string literal of the language.
pub fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            other if other.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(other))),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
