//! The words and symbols of the language, by what they do to layout.

/// The words that begin a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclWord {
    /// `entity`
    Entity,
    /// `enum`
    Enum,
    /// `type`
    Type,
    /// `state`
    State,
    /// `operation`
    Operation,
    /// `transition`
    Transition,
    /// `invariant`
    Invariant,
    /// `temporal`
    Temporal,
    /// `fact`
    Fact,
    /// `function`
    Function,
    /// `predicate`
    Predicate,
    /// `extern`
    Extern,
    /// `conventions`
    Conventions,
    /// `security`
    Security,
}

impl DeclWord {
    /// All of them.
    pub const ALL: [DeclWord; 14] = [
        DeclWord::Entity,
        DeclWord::Enum,
        DeclWord::Type,
        DeclWord::State,
        DeclWord::Operation,
        DeclWord::Transition,
        DeclWord::Invariant,
        DeclWord::Temporal,
        DeclWord::Fact,
        DeclWord::Function,
        DeclWord::Predicate,
        DeclWord::Extern,
        DeclWord::Conventions,
        DeclWord::Security,
    ];

    /// The word itself.
    pub fn text(self) -> &'static str {
        match self {
            DeclWord::Entity => "entity",
            DeclWord::Enum => "enum",
            DeclWord::Type => "type",
            DeclWord::State => "state",
            DeclWord::Operation => "operation",
            DeclWord::Transition => "transition",
            DeclWord::Invariant => "invariant",
            DeclWord::Temporal => "temporal",
            DeclWord::Fact => "fact",
            DeclWord::Function => "function",
            DeclWord::Predicate => "predicate",
            DeclWord::Extern => "extern",
            DeclWord::Conventions => "conventions",
            DeclWord::Security => "security",
        }
    }

    /// The declaration word with this text.
    pub fn parse(text: &str) -> Option<DeclWord> {
        DeclWord::ALL.into_iter().find(|word| word.text() == text)
    }
}

/// The words that head a clause of an operation, before a colon.
pub const CLAUSE_WORDS: [&str; 5] = ["input", "output", "requires", "ensures", "requires_auth"];

/// Words that never name anything.
pub const RESERVED: [&str; 25] = [
    "all",
    "and",
    "else",
    "exists",
    "false",
    "if",
    "iff",
    "implies",
    "in",
    "intersect",
    "let",
    "matches",
    "minus",
    "no",
    "none",
    "not",
    "or",
    "pre",
    "some",
    "subset",
    "the",
    "then",
    "true",
    "union",
    "extern",
];

const INFIX_WORDS: [&str; 10] =
    ["and", "or", "implies", "iff", "in", "subset", "matches", "union", "intersect", "minus"];

const INFIX_SYMBOLS: [&str; 10] = ["=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/"];

/// Operators of other languages: an error is reported for each, and layout goes on as they were meant.
const FOREIGN: [&str; 8] = ["==", "&&", "||", "!", "<>", "%", "&", ":="];

const QUANTIFIERS: [&str; 5] = ["all", "some", "exists", "no", "the"];

/// Whether a word never names anything.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Whether a word introduces binders.
pub fn is_quantifier(word: &str) -> bool {
    QUANTIFIERS.contains(&word)
}

/// Whether a token puts everything to its right one level deeper.
pub fn nests(word: &str) -> bool {
    is_quantifier(word) || matches!(word, "if" | "let" | "=>")
}

/// Whether a token is an operator, and so adds a level to the expression it is in.
pub fn is_operator(word: &str) -> bool {
    INFIX_SYMBOLS.contains(&word)
        || INFIX_WORDS.contains(&word)
        || matches!(word, "not" | "#" | "^" | "'" | "." | "with")
        || FOREIGN.contains(&word)
}

/// Whether an expression cannot end with this token.
pub fn leaves_open(word: &str) -> bool {
    INFIX_SYMBOLS.contains(&word)
        || INFIX_WORDS.contains(&word)
        || nests(word)
        || FOREIGN.contains(&word)
        || matches!(word, "not" | "then" | "else" | "|" | "," | "." | ":" | "->" | "#" | "^")
}

/// Whether a line that begins with this token carries on the expression before it, whatever its indentation.
pub fn goes_on_with(word: &str) -> bool {
    INFIX_WORDS.contains(&word)
        || FOREIGN.contains(&word) && word != "!"
        || matches!(word, "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "*" | "/")
        || matches!(word, "then" | "else" | "|" | "=>" | "." | "," | "->")
}
