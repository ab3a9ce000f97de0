//! The words of Python: what an identifier cannot be, and how names are written. How they are given is in `backend::names`.

use std::fmt;

use crate::backend::names::{self, Free, Ident};
pub(super) use crate::backend::names::{Space, snake};

/// A Python identifier.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyIdent(String);

/// Names of which each is given once.
pub(super) type Namespace = names::Namespace<PyIdent>;

/// The names of everything that a service declares.
pub type PyNames = names::ServiceNames<PyIdent>;

/// The names that belong to one operation.
pub type OperationNames = names::OperationNames<PyIdent>;

/// The functions that draw values of declared types.
pub type StrategyNames = names::StrategyNames<PyIdent>;

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

impl Ident for PyIdent {
    const KEYWORDS: &'static [&'static str] = KEYWORDS;

    fn reserved(space: Space) -> &'static [&'static [&'static str]] {
        match space {
            Space::Attributes => &[KEYWORDS, TYPES],
            Space::Classes => &[KEYWORDS, CLASSES],
            Space::Constants => &[CONSTANTS],
            Space::Variables | Space::Generators => &[KEYWORDS, BUILTINS, HELPERS],
            Space::Locals => &[KEYWORDS, TYPES, HELPERS, CALLED],
            Space::Methods => &[KEYWORDS, MACHINE],
        }
    }

    fn spelled(space: Space, name: &str) -> String {
        match space {
            Space::Classes => name.to_string(),
            Space::Constants => snake(name).to_uppercase(),
            Space::Attributes | Space::Variables | Space::Locals | Space::Methods => snake(name),
            Space::Generators => snake(&format!("strategy_{name}")),
        }
    }

    fn of(name: Free) -> PyIdent {
        PyIdent(name.into())
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

/// The built-ins that functions with variables of their own call.
const CALLED: &[&str] = &["abs", "len", "max", "min", "set", "sorted"];

#[cfg(test)]
mod tests {
    use super::PyIdent;
    use crate::backend::names::{Namespace, Space};

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
            assert_ne!(Namespace::<PyIdent>::of(Space::Methods).take(name).to_string(), name);
        }
    }
}
