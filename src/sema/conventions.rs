//! Conventions: what each rule is about, whether it may be, and whether its value can stand. Routes that collide are
//! found later, when there are routes.

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::checker::{Checker, Place, Scope};
use super::tables::{Tables, TypeName, find_param};
use crate::diag::{Code, Diagnostic, did_you_mean, list_of, names};
use crate::ir::{Convention, ConventionProperty, Expr, ExprKind, RowCondition, Target, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

const PROPERTIES: [ConventionProperty; 10] = [
    ConventionProperty::HttpMethod,
    ConventionProperty::HttpPath,
    ConventionProperty::HttpStatusSuccess,
    ConventionProperty::HttpHeader,
    ConventionProperty::TestStrategy,
    ConventionProperty::DbTable,
    ConventionProperty::Plural,
    ConventionProperty::PartialIndex,
    ConventionProperty::DbTimestamps,
    ConventionProperty::Strategy,
];

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const RESERVED_PATHS: [&str; 4] = ["/health", "/ready", "/metrics", "/openapi.json"];
const ADMIN_PREFIX: &str = "/__test_admin__";

/// The kinds of things a convention can be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Operation,
    Entity,
    AliasOrEnum,
}

impl Kind {
    fn of(target: Target) -> Kind {
        match target {
            Target::Operation(_) => Kind::Operation,
            Target::Entity(_) => Kind::Entity,
            Target::Alias(_) | Target::Enum(_) => Kind::AliasOrEnum,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Operation => "an operation",
            Kind::Entity => "an entity",
            Kind::AliasOrEnum => "an alias or enum",
        }
    }
}

fn allowed(property: ConventionProperty) -> &'static [Kind] {
    match property {
        ConventionProperty::HttpMethod
        | ConventionProperty::HttpPath
        | ConventionProperty::HttpStatusSuccess
        | ConventionProperty::HttpHeader => &[Kind::Operation],
        ConventionProperty::TestStrategy => &[Kind::Operation, Kind::Entity],
        ConventionProperty::DbTable
        | ConventionProperty::Plural
        | ConventionProperty::PartialIndex
        | ConventionProperty::DbTimestamps => &[Kind::Entity],
        ConventionProperty::Strategy => &[Kind::AliasOrEnum],
    }
}

fn takes_qualifier(property: ConventionProperty) -> bool {
    matches!(
        property,
        ConventionProperty::HttpHeader | ConventionProperty::TestStrategy | ConventionProperty::PartialIndex
    )
}

/// Checks the rules of all `conventions` blocks.
pub(super) struct Conventions<'t> {
    pub(super) tables: &'t Tables,
    pub(super) diagnostics: &'t mut Vec<Diagnostic>,
    pub(super) seen: FxHashMap<(Target, ConventionProperty, Option<SmolStr>), Span>,
}

impl Conventions<'_> {
    pub(super) fn rule(&mut self, decl: &ast::Convention) -> Option<Convention> {
        let property = self.property(&decl.property);
        let target = self.target(&decl.target, property)?;
        let property = property?;
        self.right_kind(decl, target, property)?;
        let qualifier = decl.qualifier.as_ref().map(|name| name.text.clone());
        self.check_qualifier(decl, target, property);
        self.check_twice(decl, target, property, qualifier.clone());
        let value = self.value(decl, target, property);
        Some(Convention { target, property, qualifier, value, span: decl.span })
    }

    fn error(&mut self, code: Code, span: Span, message: String, help: Option<String>) {
        self.diagnostics.push(Diagnostic::new(code, span, message).maybe_help(help));
    }

    fn property(&mut self, name: &Name) -> Option<ConventionProperty> {
        let found = PROPERTIES.into_iter().find(|property| property.name() == name.text);
        if found.is_none() {
            let all: Vec<&str> = PROPERTIES.iter().map(|property| property.name()).collect();
            let help = did_you_mean(&name.text, all.iter().copied());
            let fallback = format!("the conventions are {}", list_of(&all, "and"));
            let message = format!("there is no convention `{}`", name.text);
            self.error(Code::UnknownProperty, name.span, message, help.or(Some(fallback)));
        }
        found
    }

    /// What the rule is about; where an operation and a type share the name, the property decides.
    fn target(&mut self, name: &Name, property: Option<ConventionProperty>) -> Option<Target> {
        let operation = self.tables.operation_names.get(&name.text).map(|id| Target::Operation(*id));
        let ty = self.tables.types.get(&name.text).map(|found| match found {
            TypeName::Entity(id) => Target::Entity(*id),
            TypeName::Enum(id) => Target::Enum(*id),
            TypeName::Alias(id) => Target::Alias(*id),
        });
        let suits = |target: &Target| property.is_none_or(|property| allowed(property).contains(&Kind::of(*target)));
        let found = operation.filter(suits).or(ty.filter(suits)).or(operation).or(ty);
        if found.is_none() {
            let names = self.tables.operation_names.keys().chain(self.tables.types.keys());
            let help = did_you_mean(&name.text, names.map(SmolStr::as_str));
            let message = format!("`{}` is no operation, entity, alias or enum", name.text);
            self.error(Code::UnknownTarget, name.span, message, help);
        }
        found
    }

    fn right_kind(&mut self, decl: &ast::Convention, target: Target, property: ConventionProperty) -> Option<()> {
        let kind = Kind::of(target);
        if allowed(property).contains(&kind) {
            return Some(());
        }
        let fits: Vec<&str> = PROPERTIES
            .iter()
            .filter(|property| allowed(**property).contains(&kind))
            .map(|property| property.name())
            .collect();
        let message = format!("`{}` cannot be set on {}", decl.property.text, kind.name());
        let help = format!("{} has {}", kind.name(), list_of(&fits, "and"));
        self.error(Code::PropertyOnWrongTarget, decl.property.span, message, Some(help));
        None
    }

    // Qualifiers -----------------------------------------------------------------------------------------------

    fn check_qualifier(&mut self, decl: &ast::Convention, target: Target, property: ConventionProperty) {
        let text = &decl.property.text;
        let Some(qualifier) = &decl.qualifier else {
            if takes_qualifier(property) {
                let message = format!("`{text}` does not say what it is about");
                let help = format!("write `{}.{text} \"name\" = …`", decl.target.text);
                self.error(Code::BadQualifier, decl.property.span, message, Some(help));
            }
            return;
        };
        if !takes_qualifier(property) {
            let message = format!("`{text}` takes no `{}`", qualifier.text);
            return self.error(Code::BadQualifier, qualifier.span, message, Some("leave it out".into()));
        }
        let known = self.qualifiers(target, property);
        if known.as_ref().is_some_and(|known| !known.contains(&qualifier.text)) {
            let known = known.unwrap_or_default();
            let help = did_you_mean(&qualifier.text, known.iter().map(SmolStr::as_str));
            let fallback = format!("it has {}", names(known.iter().map(SmolStr::as_str), "and"));
            let message = format!("`{}` has no `{}`", decl.target.text, qualifier.text);
            self.error(Code::BadQualifier, qualifier.span, message, help.or(Some(fallback)));
        } else if property == ConventionProperty::HttpHeader && !is_header_name(&qualifier.text) {
            let message = format!("`{}` is no name for a header", qualifier.text);
            self.error(Code::BadQualifier, qualifier.span, message, Some("write a name such as \"Location\"".into()));
        }
    }

    /// The names a qualifier may be; none where any will do.
    fn qualifiers(&self, target: Target, property: ConventionProperty) -> Option<Vec<SmolStr>> {
        if property == ConventionProperty::HttpHeader {
            return None;
        }
        match target {
            Target::Operation(id) => {
                Some(self.tables.signatures[id.index()].inputs.iter().map(|input| input.name.clone()).collect())
            }
            Target::Entity(id) => {
                Some(self.tables.entities[id.index()].fields.iter().map(|field| field.name.clone()).collect())
            }
            Target::Alias(_) | Target::Enum(_) => None,
        }
    }

    fn check_twice(
        &mut self,
        decl: &ast::Convention,
        target: Target,
        property: ConventionProperty,
        qualifier: Option<SmolStr>,
    ) {
        if let Some(before) = self.seen.insert((target, property, qualifier), decl.span) {
            self.diagnostics.push(
                Diagnostic::new(Code::DuplicateConvention, decl.span, "this convention is given twice")
                    .also(before, "first given here")
                    .help("keep one of the two"),
            );
        }
    }

    // Values ---------------------------------------------------------------------------------------------------

    fn value(&mut self, decl: &ast::Convention, target: Target, property: ConventionProperty) -> Expr {
        let signature = match target {
            Target::Operation(id) => self.tables.signatures.get(id.index()),
            Target::Entity(_) | Target::Alias(_) | Target::Enum(_) => None,
        };
        let (inputs, outputs) = signature.map_or((&[][..], &[][..]), |found| (&found.inputs, &found.outputs));
        let scope = Scope { inputs, outputs, ..Scope::new(Place::Convention) };
        let mut checker = Checker::new(self.tables, scope);
        let value = checker.infer(&decl.value, None);
        self.diagnostics.append(&mut checker.diagnostics);
        if value.ty != Type::Unknown {
            self.check_value(decl, target, property, &value);
        }
        value
    }

    fn check_value(&mut self, decl: &ast::Convention, target: Target, property: ConventionProperty, value: &Expr) {
        let text = if let ExprKind::Text(text) = &value.kind { Some(text.as_str()) } else { None };
        let problem = match property {
            ConventionProperty::HttpMethod => expect(
                text,
                |text| METHODS.contains(&text),
                "one of \"GET\", \"POST\", \"PUT\", \"PATCH\" and \"DELETE\"",
            ),
            ConventionProperty::HttpPath => self.path_problem(text, target),
            ConventionProperty::HttpStatusSuccess => (!matches!(value.kind, ExprKind::Int(200..=399)))
                .then(|| "a status from 200 to 399, without quotes".to_string()),
            ConventionProperty::HttpHeader => header_problem(&value.ty),
            ConventionProperty::TestStrategy => {
                expect(text, |text| matches!(text, "live" | "redacted"), "\"live\" or \"redacted\"")
            }
            ConventionProperty::DbTable | ConventionProperty::Plural => {
                expect(text, is_plain_name, "a name of small letters, digits, `_` and `-`, in quotes")
            }
            ConventionProperty::PartialIndex => self.index_problem(text, target),
            ConventionProperty::DbTimestamps => {
                (!matches!(value.kind, ExprKind::Bool(_))).then(|| "`true` or `false`".to_string())
            }
            ConventionProperty::Strategy => expect(text, is_symbol, "\"module:symbol\""),
        };
        if let Some(wanted) = problem {
            let message = format!("`{}` cannot have this value", decl.property.text);
            self.error(Code::BadConventionValue, decl.value.span, message, Some(format!("write {wanted}")));
        }
    }

    fn index_problem(&self, text: Option<&str>, target: Target) -> Option<String> {
        let Some(condition) = text.and_then(RowCondition::parse) else {
            return Some("a condition on fields in quotes, such as \"status <> 'DONE' and price > 0\"".into());
        };
        let known = self.qualifiers(target, ConventionProperty::PartialIndex).unwrap_or_default();
        let unknown = condition.names().into_iter().find(|name| !known.contains(name))?;
        Some(format!("only fields of the entity in the condition; `{unknown}` is none"))
    }

    fn path_problem(&self, text: Option<&str>, target: Target) -> Option<String> {
        let Some(path) = text.filter(|text| is_path(text)) else {
            return Some("a path such as \"/todos/{id}/archive\"".into());
        };
        if RESERVED_PATHS.contains(&path) || path == ADMIN_PREFIX || path.starts_with("/__test_admin__/") {
            return Some(format!("another path; `{path}` is taken by the service itself"));
        }
        let Target::Operation(id) = target else { return None };
        let inputs = &self.tables.signatures[id.index()].inputs;
        let parameters = path.split('/').filter_map(parameter);
        let mut seen = FxHashSet::default();
        for name in parameters {
            if find_param(inputs, name).is_none() {
                return Some(format!("only inputs of the operation in braces; `{name}` is none"));
            }
            if !seen.insert(name) {
                return Some(format!("each input in braces once; `{name}` stands there twice"));
            }
        }
        None
    }
}

fn expect(text: Option<&str>, fits: impl Fn(&str) -> bool, wanted: &str) -> Option<String> {
    if text.is_some_and(fits) { None } else { Some(wanted.to_string()) }
}

fn header_problem(ty: &Type) -> Option<String> {
    let scalar = match ty {
        Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) | Type::Entity(_) => false,
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Option(_)
        | Type::Unknown => true,
    };
    (!scalar).then(|| "a text or another single value, such as `output.url`".to_string())
}

fn is_header_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn is_plain_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-'))
}

fn is_symbol(text: &str) -> bool {
    let word = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    text.split_once(':').is_some_and(|(module, symbol)| module.split(['.', '/']).all(word) && word(symbol))
}

/// The name inside the braces of a path segment.
fn parameter(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

fn is_path(path: &str) -> bool {
    let literal = |segment: &str| {
        !matches!(segment, "" | "." | "..")
            && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~'))
    };
    let fits = |segment: &str| parameter(segment).is_some_and(|name| !name.is_empty()) || literal(segment);
    path == "/" || path.strip_prefix('/').is_some_and(|rest| rest.split('/').all(fits))
}
