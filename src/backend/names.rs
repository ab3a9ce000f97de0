//! The names of generated things: valid, readable, and none taken twice. A language says which words it has already and
//! how names are written in it (`Ident`); the rest is the same for all of them.

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use crate::ir::{Local, Operation, OperationId, Param, Service, Type};
use crate::plan::KeySource;

/// What names are given to. Each space has words of its own that are taken from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// The parts of a record
    Attributes,
    /// The types of a module
    Classes,
    /// The constants of a module
    Constants,
    /// Functions and variables
    Variables,
    /// The variables of a function that calls the built-ins it needs, and no others
    Locals,
    /// The methods and parts of a state machine
    Methods,
    /// The functions that draw values
    Generators,
}

/// A name that nothing else has. Only a namespace makes one.
#[derive(Debug)]
pub struct Free(String);

impl From<Free> for String {
    fn from(name: Free) -> String {
        name.0
    }
}

/// An identifier of a language.
pub trait Ident: fmt::Display + Sized {
    /// The words that are no identifiers in it; one that is wanted gets a `_`.
    const KEYWORDS: &'static [&'static str];

    /// The words that are taken in a space.
    fn reserved(space: Space) -> &'static [&'static [&'static str]];

    /// How a name of a spec is written in a space.
    fn spelled(space: Space, name: &str) -> String;

    /// The identifier of a free name.
    fn of(name: Free) -> Self;
}

/// Names of which each is given once.
#[derive(Debug, Clone)]
pub struct Namespace<I> {
    taken: BTreeSet<String>,
    language: PhantomData<I>,
}

impl<I> Default for Namespace<I> {
    fn default() -> Namespace<I> {
        Namespace { taken: BTreeSet::new(), language: PhantomData }
    }
}

impl<I: Ident> Namespace<I> {
    /// The names of a space, with its own words taken.
    pub fn of(space: Space) -> Namespace<I> {
        let words = I::reserved(space).iter().flat_map(|list| list.iter());
        Namespace { taken: words.map(|name| (*name).to_string()).collect(), language: PhantomData }
    }

    /// Marks a name as free again.
    pub fn release(&mut self, name: &str) {
        self.taken.remove(name);
    }

    /// Marks a name as taken.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_string());
    }

    /// A name like the wanted one that is still free, and now taken.
    pub fn take(&mut self, wanted: &str) -> I {
        let name = self.like(wanted);
        self.reserve(&name);
        I::of(Free(name))
    }

    /// A name like the wanted one that is still free.
    pub fn free(&self, wanted: &str) -> I {
        I::of(Free(self.like(wanted)))
    }

    fn like(&self, wanted: &str) -> String {
        if !self.taken.contains(wanted) {
            return wanted.to_string();
        }
        if I::KEYWORDS.contains(&wanted) && !self.taken.contains(&format!("{wanted}_")) {
            return format!("{wanted}_");
        }
        let numbered = (2..).map(|number| format!("{wanted}{}{number}", joint(wanted)));
        numbered.into_iter().find(|name| !self.taken.contains(name)).unwrap_or_default()
    }

    fn spelled(&mut self, space: Space, name: &str) -> I {
        self.take(&I::spelled(space, name))
    }
}

/// The variables that an expression binds, among other names. A name is free again where its variable is bound no longer.
#[derive(Debug, Clone)]
pub struct Variables<I> {
    names: Namespace<I>,
    bound: Vec<(u32, I, Namespace<I>)>,
}

impl<I: Ident + Clone> Variables<I> {
    /// None so far, beside names that are taken.
    pub fn beside(names: Namespace<I>) -> Variables<I> {
        Variables { names, bound: Vec::new() }
    }

    /// Marks a name as taken.
    pub fn reserve(&mut self, name: &str) {
        self.names.reserve(name);
    }

    /// A name like the wanted one that is still free.
    pub fn free(&self, wanted: &str) -> I {
        self.names.free(wanted)
    }

    /// A name for a variable that is now bound.
    pub fn bind(&mut self, local: &Local) -> I {
        let outer = self.names.clone();
        let name = self.names.spelled(Space::Variables, &local.name);
        self.bound.push((local.id, name.clone(), outer));
        name
    }

    /// The variable is no longer bound.
    pub fn release(&mut self, local: &Local) {
        if let Some(at) = self.bound.iter().rposition(|(id, ..)| *id == local.id) {
            let (_, _, outer) = self.bound.remove(at);
            self.names = outer;
        }
    }

    /// What a variable is called.
    pub fn name(&self, local: &Local) -> String {
        let found = self.bound.iter().rev().find(|(id, ..)| *id == local.id);
        found.map_or_else(|| I::spelled(Space::Variables, &local.name), |(_, name, _)| name.to_string())
    }
}

/// A number after a digit is kept apart from it.
fn joint(name: &str) -> &'static str {
    if name.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" }
}

/// A name in lower case with `_` between its words: `allURLsValid` becomes `all_urls_valid`.
pub fn snake(name: &str) -> String {
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
pub struct OperationNames<I> {
    /// What the names of its functions begin with.
    pub stem: I,
    /// The constant that describes it.
    pub constant: I,
    /// The class of its inputs.
    pub given: I,
    /// The class of its outputs.
    pub answer: I,
    /// The type of its calls.
    pub call: I,
    /// The attributes of its inputs.
    pub inputs: Vec<I>,
    /// The attributes of its outputs.
    pub outputs: Vec<I>,
    /// The functions that draw its inputs.
    pub strategies: Vec<I>,
}

/// The functions that draw values of declared types.
#[derive(Debug, Clone)]
pub struct StrategyNames<I> {
    /// Of aliases.
    pub aliases: Vec<I>,
    /// Of enums.
    pub enums: Vec<I>,
    /// Of entities.
    pub entities: Vec<I>,
}

/// The names of everything that a service declares.
#[derive(Debug, Clone)]
pub struct ServiceNames<I> {
    /// The functions that draw values.
    pub strategies: StrategyNames<I>,
    /// The operations.
    pub operations: Vec<OperationNames<I>>,
    /// The classes of the entities.
    pub entities: Vec<I>,
    /// The attributes of each entity.
    pub fields: Vec<Vec<I>>,
    /// The attributes of the state.
    pub state: Vec<I>,
    /// The functions.
    pub functions: Vec<I>,
    /// The constants with the values of the enums.
    pub enum_values: Vec<I>,
    /// The constants that describe the types: aliases.
    pub alias_types: Vec<I>,
    /// The constants that describe the types: enums.
    pub enum_types: Vec<I>,
    /// The constants that describe the types: entities.
    pub entity_types: Vec<I>,
}

impl<I: Ident> ServiceNames<I> {
    /// The names for a service.
    pub fn of(service: &Service) -> ServiceNames<I> {
        let mut giving = Giving::new();
        let entities = giving.classes(service.entities.iter().map(|entity| entity.name.as_str()));
        let operations = service.operations.iter().map(|operation| giving.operation(operation)).collect();
        let functions = service.functions.iter().map(|function| function.name.as_str());
        let values = service.enums.iter().map(|declared| format!("{}_values", declared.name));
        ServiceNames {
            strategies: giving.strategies(service),
            operations,
            entities,
            fields: service
                .entities
                .iter()
                .map(|entity| attributes(entity.fields.iter().map(|field| field.name.as_str())))
                .collect(),
            state: attributes(service.state.iter().map(|field| field.name.as_str())),
            functions: named(Namespace::of(Space::Variables), Space::Variables, functions),
            enum_values: {
                let mut names = Namespace::default();
                values.map(|name| names.spelled(Space::Constants, &name)).collect()
            },
            entity_types: giving.constants(service.entities.iter().map(|entity| entity.name.as_str())),
            alias_types: giving.constants(service.aliases.iter().map(|alias| alias.name.as_str())),
            enum_types: giving.constants(service.enums.iter().map(|declared| declared.name.as_str())),
        }
    }
}

/// The way to the key that a call of an operation gives: the property of an output or input, and of its field.
pub(super) fn path<'n, I>(
    names: &'n ServiceNames<I>,
    service: &Service,
    id: OperationId,
    source: &KeySource,
) -> Vec<&'n I> {
    let OperationNames { inputs, outputs, .. } = &names.operations[id.index()];
    match source {
        KeySource::Output(at) => vec![&outputs[at.index()]],
        KeySource::OutputField(at, field) => {
            let ty = &service.operation(id).outputs[at.index()].ty.ty;
            let fields = if let Type::Entity(entity) = ty { &names.fields[entity.index()][..] } else { &[] };
            [&outputs[at.index()]].into_iter().chain(fields.get(field.index())).collect()
        }
        KeySource::Input(at) => vec![&inputs[at.index()]],
    }
}

/// Names that several kinds of declarations share.
struct Giving<I> {
    classes: Namespace<I>,
    constants: Namespace<I>,
    stems: Namespace<I>,
    drawing: Namespace<I>,
}

impl<I: Ident> Giving<I> {
    fn new() -> Giving<I> {
        Giving {
            classes: Namespace::of(Space::Classes),
            constants: Namespace::of(Space::Constants),
            stems: Namespace::default(),
            drawing: Namespace::of(Space::Generators),
        }
    }

    fn class(&mut self, name: &str) -> I {
        self.classes.spelled(Space::Classes, name)
    }

    fn classes<'n>(&mut self, names: impl Iterator<Item = &'n str>) -> Vec<I> {
        names.map(|name| self.class(name)).collect()
    }

    fn constants<'n>(&mut self, names: impl Iterator<Item = &'n str>) -> Vec<I> {
        names.map(|name| self.constants.spelled(Space::Constants, name)).collect()
    }

    /// The function that draws what has this name.
    fn drawn(&mut self, name: &str) -> I {
        self.drawing.spelled(Space::Generators, name)
    }

    fn operation(&mut self, operation: &Operation) -> OperationNames<I> {
        let name = operation.name.as_str();
        OperationNames {
            strategies: operation.inputs.iter().map(|input| self.drawn(&format!("{name}_{}", input.name))).collect(),
            stem: self.stems.spelled(Space::Variables, name),
            constant: self.constants.spelled(Space::Constants, name),
            given: self.class(&format!("{name}Given")),
            answer: self.class(&format!("{name}Answer")),
            call: self.class(&format!("{name}Call")),
            inputs: attributes(operation.inputs.iter().map(|param: &Param| param.name.as_str())),
            outputs: attributes(operation.outputs.iter().map(|param| param.name.as_str())),
        }
    }

    fn strategies(&mut self, service: &Service) -> StrategyNames<I> {
        StrategyNames {
            aliases: service.aliases.iter().map(|alias| self.drawn(&alias.name)).collect(),
            enums: service.enums.iter().map(|declared| self.drawn(&declared.name)).collect(),
            entities: service.entities.iter().map(|entity| self.drawn(&entity.name)).collect(),
        }
    }
}

fn attributes<'n, I: Ident>(names: impl Iterator<Item = &'n str>) -> Vec<I> {
    named(Namespace::of(Space::Attributes), Space::Attributes, names)
}

fn named<'n, I: Ident>(mut names: Namespace<I>, space: Space, wanted: impl Iterator<Item = &'n str>) -> Vec<I> {
    wanted.map(|name| names.spelled(space, name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Word(String);

    impl fmt::Display for Word {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&self.0)
        }
    }

    impl Ident for Word {
        const KEYWORDS: &'static [&'static str] = &["class"];

        fn reserved(_: Space) -> &'static [&'static [&'static str]] {
            &[&["class", "len"]]
        }

        fn spelled(_: Space, name: &str) -> String {
            snake(name)
        }

        fn of(name: Free) -> Word {
            Word(name.into())
        }
    }

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
        let mut names: Namespace<Word> = Namespace::of(Space::Attributes);
        let mut take = |wanted: &str| names.take(wanted).to_string();
        assert_eq!(
            ["class", "class", "a", "a", "x1", "x1", "len"].map(&mut take),
            ["class_", "class2", "a", "a2", "x1", "x1_2", "len2"]
        );
    }
}
