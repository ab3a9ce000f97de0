//! The words of TypeScript: what an identifier cannot be, and how names are written. How they are given is in `backend::names`.

use std::fmt;

use crate::backend::names::{self, Free, Ident, ServiceNames};
pub(super) use crate::backend::names::{Space, snake};
use crate::ir::Service;

/// A TypeScript identifier.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TsIdent(String);

/// Names of which each is given once.
pub(super) type Namespace = names::Namespace<TsIdent>;

impl TsIdent {
    /// The identifier as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TsIdent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Ident for TsIdent {
    const KEYWORDS: &'static [&'static str] = KEYWORDS;

    fn reserved(space: Space) -> &'static [&'static [&'static str]] {
        match space {
            Space::Attributes => &[OBJECT],
            Space::Classes => &[CLASSES],
            Space::Constants => &[CONSTANTS],
            Space::Variables | Space::Locals => &[KEYWORDS, HELPERS],
            Space::Methods => &[KEYWORDS, MACHINE],
            Space::Generators => &[KEYWORDS, GENERATORS],
        }
    }

    fn spelled(space: Space, name: &str) -> String {
        match space {
            Space::Classes => pascal(name),
            Space::Constants => snake(name).to_uppercase(),
            Space::Attributes | Space::Variables | Space::Locals | Space::Methods | Space::Generators => camel(name),
        }
    }

    fn of(name: Free) -> TsIdent {
        TsIdent(name.into())
    }
}

/// The names of everything that a service declares.
#[derive(Debug, Clone)]
pub struct TsNames {
    /// Those that every language has.
    pub(super) all: ServiceNames<TsIdent>,
    /// The types of the enums.
    pub(super) enums: Vec<TsIdent>,
}

impl TsNames {
    /// The names for a service.
    pub fn of(service: &Service) -> TsNames {
        let all = ServiceNames::<TsIdent>::of(service);
        let mut classes = Namespace::of(Space::Classes);
        let operations = all.operations.iter().flat_map(|one| [&one.given, &one.answer, &one.call]);
        all.entities.iter().chain(operations).for_each(|name| classes.reserve(name.as_str()));
        let enums = service.enums.iter().map(|declared| classes.take(&pascal(&declared.name))).collect();
        TsNames { all, enums }
    }
}

/// `all_urls_valid` as `allUrlsValid`.
pub(super) fn camel(name: &str) -> String {
    let name = snake(name);
    let mut words = name.split('_').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or("unnamed").to_string();
    words.fold(first, |out, word| out + &capital(word))
}

/// A name with a capital at its beginning, and otherwise as the spec has it.
fn pascal(name: &str) -> String {
    let letters: String = name.split('_').map(capital).collect();
    let plain: String = letters.chars().filter(char::is_ascii_alphanumeric).collect();
    if plain.starts_with(|first: char| first.is_ascii_alphabetic()) { plain } else { format!("N{plain}") }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

const KEYWORDS: &[&str] = &[
    "arguments",
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// What every object has: a property of this name would mean something else to those who look at it.
const OBJECT: &[&str] = &[
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "proto",
    "prototype",
    "then",
    "toJson",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// What printed modules call by name, and what they call things.
const HELPERS: &[&str] = &[
    "abs",
    "absolute",
    "among",
    "at",
    "atLeast",
    "atMost",
    "bind",
    "c",
    "clauses",
    "compareText",
    "days",
    "dom",
    "element",
    "elementSpot",
    "equal",
    "every",
    "exists",
    "field",
    "finite",
    "floatDiv",
    "floorDiv",
    "hours",
    "i64",
    "instances",
    "instant",
    "largest",
    "length",
    "lessThan",
    "max",
    "member",
    "min",
    "minus",
    "minutes",
    "moreThan",
    "negated",
    "noneOf",
    "now",
    "own",
    "part",
    "plus",
    "position",
    "powerset",
    "ran",
    "ranMulti",
    "s",
    "same",
    "seconds",
    "select",
    "sha256",
    "sides",
    "size",
    "smallest",
    "some",
    "spot",
    "textOf",
    "the",
    "times",
    "total",
    "totalDuration",
    "totalFloat",
    "under",
    "unknown",
    "value",
];

/// What the module of generators calls.
const GENERATORS: &[&str] = &[
    "booleans",
    "durations",
    "fitting",
    "floats",
    "instants",
    "ints",
    "maps",
    "oneOf",
    "oneOfEnum",
    "options",
    "own",
    "records",
    "redact",
    "seqs",
    "sets",
    "strategiesUser",
    "texts",
    "uuids",
];

/// What the module of a state machine calls.
const MACHINE: &[&str] = &[
    "anything",
    "bundle",
    "connected",
    "consumed",
    "drawn",
    "from",
    "fromInput",
    "fromOutput",
    "make",
    "stateful",
    "strategies",
];

/// Types that printed modules use, and those of JavaScript that they would hide.
const CLASSES: &[&str] = &[
    "AliasOf",
    "Array",
    "BigInt",
    "Boolean",
    "Call",
    "Chosen",
    "Date",
    "Duration",
    "EntityOf",
    "EnumOf",
    "Error",
    "Field",
    "Fields",
    "Function",
    "Generator",
    "Instant",
    "Iterable",
    "JSON",
    "Map",
    "MapOf",
    "Math",
    "MultiMap",
    "MultiOf",
    "NoInfer",
    "Number",
    "Object",
    "OptionOf",
    "Partial",
    "Parts",
    "Pick",
    "Promise",
    "Proxy",
    "Readonly",
    "Record",
    "Reflect",
    "RegExp",
    "Required",
    "Rule",
    "SeqOf",
    "Set",
    "SetOf",
    "Spot",
    "State",
    "String",
    "Symbol",
    "ValueMap",
    "ValueSet",
    "Window",
    "WireType",
];

/// Constants that printed modules use.
const CONSTANTS: &[&str] = &["BOOL", "DATETIME", "DURATION", "FLOAT", "INT", "SERVICE", "STATE", "STRING", "UUID"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_with_capitals() {
        assert_eq!(
            ["allURLsValid", "click_count", "__proto__", "ListAll", "sha256Of"].map(camel),
            ["allUrlsValid", "clickCount", "proto", "listAll", "sha256Of"]
        );
        assert_eq!(["Item", "line_item", "HTTPServer"].map(pascal), ["Item", "LineItem", "HTTPServer"]);
    }

    #[test]
    fn keywords_get_an_underscore_where_they_are_no_names() {
        assert_eq!(Namespace::of(Space::Variables).take("new").as_str(), "new_");
        assert_eq!(Namespace::of(Space::Attributes).take("new").as_str(), "new");
        assert_eq!(Namespace::of(Space::Attributes).take("constructor").as_str(), "constructor2");
    }
}
