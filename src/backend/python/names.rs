//! The names of generated things: valid, readable, and none taken twice.

use std::collections::BTreeSet;
use std::fmt;

use crate::ir::{Operation, Param, Service};

/// A Python identifier.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyIdent(String);

impl PyIdent {
    /// The identifier as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same as an attribute of something.
    pub(super) fn prefixed(&self, words: &str) -> PyIdent {
        PyIdent(format!("{words}{}", self.0))
    }

    /// The same in capitals, for a constant.
    pub fn constant(&self) -> String {
        self.0.to_uppercase()
    }
}

impl fmt::Display for PyIdent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "_", "l",
];

/// What annotations are made of: a field of this name would hide it.
const TYPES: &[&str] = &["bool", "float", "frozenset", "int", "object", "str", "tuple"];

const BUILTINS: &[&str] = &[
    "abs",
    "aiter",
    "all",
    "anext",
    "any",
    "ascii",
    "bin",
    "bool",
    "breakpoint",
    "bytearray",
    "bytes",
    "callable",
    "chr",
    "classmethod",
    "compile",
    "complex",
    "copyright",
    "credits",
    "delattr",
    "dict",
    "dir",
    "divmod",
    "enumerate",
    "eval",
    "exec",
    "exit",
    "filter",
    "float",
    "format",
    "frozenset",
    "getattr",
    "globals",
    "hasattr",
    "hash",
    "help",
    "hex",
    "id",
    "input",
    "int",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "license",
    "list",
    "locals",
    "map",
    "max",
    "memoryview",
    "min",
    "next",
    "object",
    "oct",
    "open",
    "ord",
    "pow",
    "print",
    "property",
    "quit",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "sum",
    "super",
    "tuple",
    "type",
    "vars",
    "zip",
];

/// What the harness and the generated modules call by name.
const HELPERS: &[&str] = &[
    "between",
    "choose",
    "clauses",
    "dataclass",
    "days",
    "dom",
    "element",
    "every",
    "exists",
    "finite",
    "float_div",
    "floor_div",
    "hours",
    "i64",
    "instances",
    "instant",
    "largest",
    "let",
    "matches",
    "member",
    "minutes",
    "model",
    "none_of",
    "powerset",
    "predicates",
    "ran",
    "ran_multi",
    "reason",
    "replace",
    "same",
    "seconds",
    "select",
    "service",
    "sha256",
    "smallest",
    "some",
    "strategies",
    "text_of",
    "the",
    "total",
    "total_float",
    "unknown",
    "verdict",
    "windowed",
    "own",
    "value",
    "s",
    "now",
];

/// Classes that the generated modules use, and built-in ones.
const CLASSES: &[&str] = &[
    "Alias",
    "Any",
    "ArithmeticError",
    "AssertionError",
    "At",
    "AttributeError",
    "BaseException",
    "Call",
    "Callable",
    "Ellipsis",
    "Entity",
    "Enum",
    "Exception",
    "Field",
    "False",
    "Generic",
    "Header",
    "Input",
    "Instant",
    "Iterator",
    "Key",
    "KeyError",
    "Map",
    "MapOf",
    "Move",
    "MoveRule",
    "Multi",
    "MultiOf",
    "None",
    "NotImplemented",
    "Operation",
    "Option",
    "Output",
    "Outside",
    "Picks",
    "Position",
    "Presence",
    "Rule",
    "RuntimeError",
    "Scheme",
    "SeqOf",
    "Service",
    "SetOf",
    "Slot",
    "Spot",
    "State",
    "StateField",
    "True",
    "Truth",
    "TypeError",
    "Undefined",
    "ValueError",
    "Warning",
    "Window",
    "WireType",
];

/// What a state machine has already, and what its rules are written with.
const MACHINE: &[&str] = &[
    "TestCase",
    "any_of",
    "anything",
    "begin",
    "bundle",
    "bundles",
    "check_invariants",
    "consumes",
    "follow",
    "initialize_rules",
    "invariants",
    "is_news",
    "make",
    "name_counter",
    "names_list",
    "names_to_values",
    "precondition",
    "present",
    "reset",
    "rule",
    "rules",
    "self",
    "service",
    "settings",
    "setup_state",
    "st",
    "starts",
    "strategies",
    "teardown",
    "unasked",
];

/// Constants that the generated modules use.
const CONSTANTS: &[&str] =
    &["BOOL", "DATETIME", "DURATION", "FLOAT", "INT", "SERVICE", "STATE", "STRING", "UUID", "EARLIEST", "LATEST"];

/// Names of which each is given once.
#[derive(Debug, Clone, Default)]
pub(super) struct Namespace {
    taken: BTreeSet<String>,
}

impl Namespace {
    /// Attributes of a class.
    pub(super) fn attributes() -> Namespace {
        Namespace::without(&[KEYWORDS, TYPES])
    }

    /// Classes of a module.
    pub(super) fn classes() -> Namespace {
        Namespace::without(&[KEYWORDS, CLASSES])
    }

    /// Constants of a module.
    pub(super) fn constants() -> Namespace {
        Namespace::without(&[CONSTANTS])
    }

    /// Functions and variables.
    pub(super) fn variables() -> Namespace {
        Namespace::without(&[KEYWORDS, BUILTINS, HELPERS])
    }

    /// Variables of a function that calls the built-ins it needs, and no others.
    pub(super) fn locals() -> Namespace {
        Namespace::without(&[KEYWORDS, TYPES, HELPERS, &["abs", "len", "max", "min", "set", "sorted"]])
    }

    /// Methods and attributes of a state machine.
    pub(super) fn methods() -> Namespace {
        Namespace::without(&[KEYWORDS, MACHINE])
    }

    fn without(lists: &[&[&str]]) -> Namespace {
        Namespace { taken: lists.iter().flat_map(|list| list.iter()).map(|name| (*name).to_string()).collect() }
    }

    /// Marks a name as free again.
    pub(super) fn release(&mut self, name: &str) {
        self.taken.remove(name);
    }

    /// Marks a name as taken.
    pub(super) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_string());
    }

    /// A name like the wanted one that is still free, and now taken.
    pub(super) fn take(&mut self, wanted: &str) -> PyIdent {
        let ident = self.free(wanted);
        self.reserve(ident.as_str());
        ident
    }

    /// A name like the wanted one that is still free.
    pub(super) fn free(&self, wanted: &str) -> PyIdent {
        if !self.taken.contains(wanted) {
            return PyIdent(wanted.to_string());
        }
        if KEYWORDS.contains(&wanted) && !self.taken.contains(&format!("{wanted}_")) {
            return PyIdent(format!("{wanted}_"));
        }
        let numbered = (2..).map(|number| format!("{wanted}{}{number}", joint(wanted)));
        PyIdent(numbered.into_iter().find(|name| !self.taken.contains(name)).unwrap_or_default())
    }
}

/// A number after a digit is kept apart from it.
fn joint(name: &str) -> &'static str {
    if name.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" }
}

/// A name in lower case with `_` between its words: `allURLsValid` becomes `all_urls_valid`.
pub(super) fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().filter(char::is_ascii).collect();
    let mut out = String::new();
    for (at, letter) in letters.iter().enumerate() {
        if begins_word(&letters, at) && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    let name = out.trim_matches('_');
    match name.chars().next() {
        None => "unnamed".to_string(),
        Some(first) if first.is_ascii_digit() => format!("n{name}"),
        Some(_) => name.to_string(),
    }
}

fn begins_word(letters: &[char], at: usize) -> bool {
    let letter = |at: usize| letters.get(at).copied().unwrap_or('_');
    if !letter(at).is_ascii_uppercase() || at == 0 {
        return false;
    }
    let after_small = letter(at - 1).is_ascii_lowercase() || letter(at - 1).is_ascii_digit();
    let before_small = letter(at + 1).is_ascii_lowercase();
    // The `s` of `URLs` belongs to the word before it.
    let plural = letter(at + 1) == 's' && !letter(at + 2).is_ascii_lowercase() && letter(at - 1).is_ascii_uppercase();
    after_small || (before_small && !plural)
}

/// The names that belong to one operation.
#[derive(Debug, Clone)]
pub struct OperationNames {
    /// Its name in function names.
    pub snake: PyIdent,
    /// The constant that describes it.
    pub constant: PyIdent,
    /// The class of its inputs.
    pub given: PyIdent,
    /// The class of its outputs.
    pub answer: PyIdent,
    /// The type of its calls.
    pub call: PyIdent,
    /// The attributes of its inputs.
    pub inputs: Vec<PyIdent>,
    /// The attributes of its outputs.
    pub outputs: Vec<PyIdent>,
    /// The functions that draw its inputs.
    pub strategies: Vec<PyIdent>,
}

/// The functions that draw values of declared types.
#[derive(Debug, Clone)]
pub struct StrategyNames {
    /// Of aliases.
    pub aliases: Vec<PyIdent>,
    /// Of enums.
    pub enums: Vec<PyIdent>,
    /// Of entities.
    pub entities: Vec<PyIdent>,
}

/// The names of everything that a service declares.
#[derive(Debug, Clone)]
pub struct PyNames {
    /// The functions that draw values.
    pub strategies: StrategyNames,
    /// The operations.
    pub operations: Vec<OperationNames>,
    /// The classes of the entities.
    pub entities: Vec<PyIdent>,
    /// The attributes of each entity.
    pub fields: Vec<Vec<PyIdent>>,
    /// The attributes of the state.
    pub state: Vec<PyIdent>,
    /// The functions.
    pub functions: Vec<PyIdent>,
    /// The constants with the values of the enums.
    pub enum_values: Vec<PyIdent>,
    /// The constants that describe the types: aliases.
    pub alias_types: Vec<PyIdent>,
    /// The constants that describe the types: enums.
    pub enum_types: Vec<PyIdent>,
    /// The constants that describe the types: entities.
    pub entity_types: Vec<PyIdent>,
}

impl PyNames {
    /// The names for a service.
    pub fn of(service: &Service) -> PyNames {
        let mut classes = Namespace::classes();
        let mut constants = Namespace::constants();
        let entities = service.entities.iter().map(|entity| classes.take(&entity.name)).collect();
        let (mut prefixes, mut strategies) = (Namespace::default(), Namespace::variables());
        let operations = service.operations.iter();
        let operations: Vec<OperationNames> = operations
            .map(|operation| OperationNames {
                strategies: drawing(&mut strategies, operation),
                snake: prefixes.take(&snake(&operation.name)),
                constant: constants.take(&snake(&operation.name).to_uppercase()),
                given: classes.take(&format!("{}Given", operation.name)),
                answer: classes.take(&format!("{}Answer", operation.name)),
                call: classes.take(&format!("{}Call", operation.name)),
                inputs: attributes(operation.inputs.iter().map(|param: &Param| param.name.as_str())),
                outputs: attributes(operation.outputs.iter().map(|param| param.name.as_str())),
            })
            .collect();
        let mut variables = Namespace::variables();
        let mut values = Namespace::default();
        let constant = |constants: &mut Namespace, name: &str| constants.take(&snake(name).to_uppercase());
        PyNames {
            strategies: StrategyNames {
                aliases: service.aliases.iter().map(|alias| drawn(&mut strategies, &alias.name)).collect(),
                enums: service.enums.iter().map(|declared| drawn(&mut strategies, &declared.name)).collect(),
                entities: service.entities.iter().map(|entity| drawn(&mut strategies, &entity.name)).collect(),
            },
            operations,
            entities,
            fields: service
                .entities
                .iter()
                .map(|entity| attributes(entity.fields.iter().map(|f| f.name.as_str())))
                .collect(),
            state: attributes(service.state.iter().map(|field| field.name.as_str())),
            functions: service.functions.iter().map(|function| variables.take(&snake(&function.name))).collect(),
            enum_values: service
                .enums
                .iter()
                .map(|declared| values.take(&format!("{}_VALUES", snake(&declared.name).to_uppercase())))
                .collect(),
            entity_types: service.entities.iter().map(|entity| constant(&mut constants, &entity.name)).collect(),
            alias_types: service.aliases.iter().map(|alias| constant(&mut constants, &alias.name)).collect(),
            enum_types: service.enums.iter().map(|declared| constant(&mut constants, &declared.name)).collect(),
        }
    }
}

fn drawn(names: &mut Namespace, name: &str) -> PyIdent {
    names.take(&format!("strategy_{}", snake(name)))
}

fn drawing(names: &mut Namespace, operation: &Operation) -> Vec<PyIdent> {
    let of = |input: &Param| drawn(names, &format!("{}_{}", operation.name, input.name));
    operation.inputs.iter().map(of).collect()
}

fn attributes<'n>(names: impl Iterator<Item = &'n str>) -> Vec<PyIdent> {
    let mut namespace = Namespace::attributes();
    names.map(|name| namespace.take(&snake(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found() {
        for (name, wanted) in [
            ("allURLsValid", "all_urls_valid"),
            ("isValidURI", "is_valid_uri"),
            ("click_count", "click_count"),
            ("HTTPServer", "http_server"),
            ("sha256Of", "sha256_of"),
            ("IDs", "ids"),
            ("__init__", "init"),
            ("_1", "n1"),
            ("___", "unnamed"),
            ("ListAll", "list_all"),
        ] {
            assert_eq!(snake(name), wanted, "{name}");
        }
    }

    #[test]
    fn what_is_taken_gets_a_number_and_a_keyword_an_underscore() {
        let mut names = Namespace::attributes();
        assert_eq!(names.take("class").as_str(), "class_");
        assert_eq!(names.take("a").as_str(), "a");
        assert_eq!(names.take("a").as_str(), "a2");
        assert_eq!(names.take("x1").as_str(), "x1");
        assert_eq!(names.take("x1").as_str(), "x1_2");
    }

    /// A rule that is called like a method of its machine would replace it, one like a decorator would be called instead.
    #[test]
    fn rules_are_called_like_nothing_that_their_machine_needs() {
        let machine = include_str!("../../../templates/python/suite/tests/harness/machine.py");
        let (_, class) = machine.split_once("class ConformanceMachine").unwrap();
        let (class, _) = class.split_once("\ndef ").unwrap();
        let methods =
            class.lines().filter_map(|line| line.strip_prefix("    def ")?.split_once('(')).map(|(name, _)| name);
        let written = ["rule", "precondition", "consumes", "present", "any_of", "unasked", "st", "strategies"];
        let public: Vec<&str> = methods.filter(|name| !name.starts_with('_')).chain(written).collect();
        assert!(public.contains(&"follow"), "{public:?}");
        for name in public {
            assert_ne!(Namespace::methods().take(name).as_str(), name);
        }
    }
}
