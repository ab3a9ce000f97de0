//! The stable codes of all diagnostics: one row each, never reused, never renumbered.
//!
//! A row gives the variant, the code, the severity and a title. The page that `specc explain` prints lives
//! beside this file in `pages/`, or, for a lint, at the top of the lint's own file.

use std::fmt;

use serde::{Serialize, Serializer};

/// How bad a finding is. `--strict` raises every warning to an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The spec may be fine, but probably does not say what was meant.
    Warning,
    /// The spec has no meaning as it stands.
    Error,
}

/// Where the text of a code's page is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// Here, as Markdown.
    Text(&'static str),
    /// In the documentation comment of the lint that reports the code.
    InLint,
}

macro_rules! page {
    ($code:literal, own) => {
        Page::Text(include_str!(concat!("pages/", $code, ".md")))
    };
    ($code:literal, lint) => {
        Page::InLint
    };
}

macro_rules! codes {
    ($($variant:ident $code:literal $severity:ident $place:ident $title:literal;)*) => {
        /// The code of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $variant,)*
        }

        impl Code {
            /// Every code, in the order of their numbers.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The code as people write it, such as `E201`.
            pub fn text(self) -> &'static str {
                match self { $(Code::$variant => $code,)* }
            }

            /// One line that says what the code stands for.
            pub fn title(self) -> &'static str {
                match self { $(Code::$variant => $title,)* }
            }

            /// Error or warning, before `--strict`.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// Where its page is.
            pub fn page(self) -> Page {
                match self { $(Code::$variant => page!($code, $place),)* }
            }
        }
    };
}

codes! {
    NotUtf8 "E101" Error own "the file is not UTF-8 text";
    FileTooLarge "E102" Error own "the file is too large";
    Unreadable "E103" Error own "the file cannot be read";
    NoService "E104" Error own "the file declares no service";
    AfterService "E105" Error own "text after the service";
    OutsideService "E106" Error own "a declaration outside the service";
    UnterminatedString "E110" Error own "a string that does not end";
    UnterminatedComment "E111" Error own "a comment that does not end";
    UnterminatedRegex "E112" Error own "a regex that does not end";
    BadEscape "E113" Error own "an unknown escape in a string";
    BadNumber "E114" Error own "a number that has no value";
    StrayCharacter "E115" Error own "a character that has no meaning here";
    ForeignOperator "E116" Error own "an operator of another language";
    Syntax "E120" Error own "text that does not fit the grammar";
    UnknownDeclaration "E121" Error own "an unknown kind of declaration";
    UnclosedBracket "E122" Error own "brackets that do not match";
    TooDeep "E123" Error own "nesting that is too deep";
    ChainedComparison "E124" Error own "comparisons in a chain";
    ReservedWord "E125" Error own "a reserved word as a name";
    LetWithoutIn "E126" Error own "a let without its in";
    MisplacedLambda "E127" Error own "a lambda outside an argument list";
    MisplacedRegex "E128" Error own "a regex and `matches` apart";
    BadComprehension "E129" Error own "a comprehension without a binder";
    UnknownName "E201" Error own "an unknown name";
    UnknownType "E202" Error own "an unknown type";
    UnknownField "E203" Error own "an unknown field";
    DuplicateDeclaration "E204" Error own "two declarations of one name";
    DuplicateMember "E205" Error own "a member given twice";
    InputAndOutput "E206" Error own "one name as input and output";
    AmbiguousEnumValue "E207" Error own "an enum value that several enums share";
    UnknownEnumValue "E208" Error own "an unknown enum value";
    ImportNotFound "E210" Error own "an import that is not there";
    ImportCycle "E211" Error own "files that import each other";
    ImportOutsideTree "E212" Error own "an import outside the tree";
    TooManyImports "E213" Error own "too many imports";
    AliasCycle "E220" Error own "aliases that stand for each other";
    BadExtends "E221" Error own "an entity that cannot be extended";
    EndlessEntity "E222" Error own "an entity that contains itself";
    UnknownScheme "E224" Error own "an unknown security scheme";
    BadScheme "E225" Error own "a security scheme that says too little";
    UnknownOperation "E226" Error own "an unknown operation";
    BuiltinRedeclared "E227" Error own "a built-in declared again";
    TypeMismatch "E301" Error own "a value of another type";
    WrongLiteral "E302" Error own "a literal of the wrong kind";
    BadOperand "E303" Error own "operands that do not go together";
    NotACondition "E304" Error own "a condition that is not true or false";
    CannotInfer "E305" Error own "a type that nothing decides";
    NestedOption "E306" Error own "an option of an option";
    MisplacedPrime "E307" Error own "a prime in the wrong place";
    OptionNotTested "E308" Error own "an option where its value is needed";
    NotIndexable "E309" Error own "an index into something that has none";
    NotCallable "E310" Error own "a call of something that is no function";
    WrongArity "E311" Error own "a wrong number of arguments";
    MissingField "E312" Error own "a constructor that leaves a field out";
    FieldTwice "E313" Error own "a field given twice";
    OutputTooEarly "E314" Error own "an output before there is one";
    NotACollection "E315" Error own "an iteration over something else than a collection";
    UnboundedBinder "E316" Error own "a binder over an endless type";
    MisplacedRelation "E317" Error own "a relation outside the state";
    LambdaExpected "E318" Error own "an argument that must be a lambda";
    TypeArguments "E319" Error own "a wrong number of type arguments";
    NotAValue "E320" Error own "a name that is not a value";
    BadRegex "E401" Error own "a regex that cannot be read";
    RegexNotPortable "E402" Error own "a regex that not every target has";
    EmptyRefinement "E403" Error own "a refinement that no value satisfies";
    DefaultBreaksWhere "E404" Error own "an initial value that breaks its own where";
    DivisionByZero "E405" Error own "a division by the constant zero";
    UnknownTarget "E501" Error own "a convention for something unknown";
    UnknownProperty "E502" Error own "an unknown convention";
    PropertyOnWrongTarget "E503" Error own "a convention on the wrong kind of thing";
    BadQualifier "E504" Error own "a convention with a missing or unknown qualifier";
    BadConventionValue "E505" Error own "a convention with a value it cannot have";
    DuplicateConvention "E506" Error own "a convention given twice";
    RouteCollision "E507" Error own "two operations on one route";
    InputNotCarried "E508" Error own "an input that its place cannot carry";
    TableCollision "E509" Error own "two entities in one table";
    CredentialCollision "E510" Error own "an input with the name of a credential";
    NoEnsures "W601" Warning lint "outputs that nothing promises";
    SameOperation "W602" Warning lint "two operations that say the same";
    UnusedEntity "W603" Warning lint "an entity that is never used";
    Recursion "W604" Warning lint "a function that calls itself";
    DroppedOutput "W605" Warning lint "outputs that a 204 response drops";
    UnknownVia "W606" Warning lint "a via that names no operation";
    UnreachedValue "W607" Warning lint "an enum value that no transition reaches";
    KeysForValues "W608" Warning lint "a relation iterated for its values";
    UntestedOption "W609" Warning lint "an option used without a test";
    PreInInvariant "W610" Warning own "a pre that changes nothing";
    UndeclaredFunction "W611" Warning lint "a call of an undeclared function";
    ExternWithoutBody "W612" Warning lint "a call of an extern that has no body";
    TransitionNotEnum "W613" Warning lint "a transition over a field that is no enum";
    TransitionEntry "W614" Warning lint "a transition whose entry is not clear";
    FairnessNotChecked "W615" Warning lint "a fairness that is not checked";
}

impl Code {
    /// The code with this text, in any case.
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.text().eq_ignore_ascii_case(text.trim()))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}
