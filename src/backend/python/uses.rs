//! What a generated module uses, and the imports that follow from it.

use std::collections::{BTreeMap, BTreeSet};

use super::piece::PAGE;
use crate::ir::FunctionId;
use crate::lower::Instants;

/// Where the modules of an emitted program are, and what it asks of expressions.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// The package of all that is made from the spec.
    package: &'static str,
    /// Values, and what expressions call.
    values: &'static str,
    /// Descriptors of types.
    types: &'static str,
    /// What conditions are made of.
    rules: &'static str,
    /// The data classes.
    model: &'static str,
    /// The described types of the spec.
    wire: &'static str,
    /// The functions of the spec.
    predicates: &'static str,
    /// The conditions of the spec, a module of the package.
    clauses: &'static str,
    /// Whether it judges a service, and so tells clauses by their ids and places.
    pub(super) judges: bool,
    /// How well instants are known.
    pub(super) instants: Instants,
    /// Whether a state may be held in part, so that entries have to be looked up.
    pub(super) looks_up: bool,
}

/// A conformance suite, which judges a service whose clock it may not see.
pub(super) const SUITE: Program = Program {
    package: "tests",
    values: "tests.harness.values",
    types: "tests.harness.types",
    rules: "tests.harness.rules",
    model: "tests.model",
    wire: "tests.wire",
    predicates: "tests.predicates",
    clauses: "clauses",
    judges: true,
    instants: Instants::Windows,
    looks_up: false,
};

/// A service, which reads its own clock.
pub(super) const SERVICE: Program = Program {
    package: "app",
    values: "app.runtime.values",
    types: "app.runtime.types",
    rules: "app.runtime.rules",
    model: "app.model",
    wire: "app.types",
    predicates: "app.functions",
    clauses: "rules",
    judges: false,
    instants: Instants::Known,
    looks_up: true,
};

/// Names by the module they come from, and functions of the spec.
#[derive(Debug, Clone)]
pub(super) struct Uses {
    program: &'static Program,
    names: BTreeMap<String, BTreeSet<String>>,
    functions: BTreeSet<FunctionId>,
}

impl Default for Uses {
    fn default() -> Uses {
        Uses::of(&SUITE)
    }
}

impl Uses {
    /// Nothing yet, in a program.
    pub(super) fn of(program: &'static Program) -> Uses {
        Uses { program, names: BTreeMap::new(), functions: BTreeSet::new() }
    }

    /// The program that it is for.
    pub(super) fn program(&self) -> &'static Program {
        self.program
    }

    /// Uses a name of the module of descriptors.
    pub(super) fn types(&mut self, name: &str) {
        self.name(self.program.types, name);
    }

    /// Uses a name of the module that says what conditions are made of.
    pub(super) fn rules(&mut self, name: &str) {
        self.name(self.program.rules, name);
    }

    /// Uses a described type of the spec.
    pub(super) fn wire(&mut self, name: &str) {
        self.name(self.program.wire, name);
    }

    /// Uses a function of the spec by its name.
    pub(super) fn predicate(&mut self, name: &str) {
        self.name(self.program.predicates, name);
    }

    /// Uses the module of the conditions; gives its name.
    pub(super) fn clauses(&mut self) -> &'static str {
        self.name(self.program.package, self.program.clauses);
        self.program.clauses
    }

    /// Uses the module of the parts of conditions; gives its name.
    pub(super) fn parts(&mut self) -> &'static str {
        self.name(self.program.package, "parts");
        "parts"
    }

    /// Uses what a type mentions, as another module does that has it already.
    pub(super) fn adopt(&mut self, other: &Uses, ty: &str) {
        let words = ty.split(|one: char| !one.is_alphanumeric() && one != '_').filter(|word| !word.is_empty());
        for word in words {
            let modules = other.names.iter().filter(|(_, names)| names.contains(word));
            modules.for_each(|(module, _)| self.name(module, word));
        }
    }

    /// Uses the module of the data classes as a whole; gives its name.
    pub(super) fn model_module(&mut self) -> &'static str {
        self.name(self.program.package, "model");
        "model"
    }

    /// Uses a name of a module.
    pub(super) fn name(&mut self, module: &str, name: &str) {
        self.names.entry(module.to_string()).or_default().insert(name.to_string());
    }

    /// Uses a name of the module of values.
    pub(super) fn value(&mut self, name: &str) {
        self.name(self.program.values, name);
    }

    /// Uses a name of the module of data classes.
    pub(super) fn model(&mut self, name: &str) {
        self.name(self.program.model, name);
    }

    /// Uses a function of the spec.
    pub(super) fn function(&mut self, id: FunctionId) {
        self.functions.insert(id);
    }

    /// The functions of the spec that are used.
    pub(super) fn functions(&self) -> &BTreeSet<FunctionId> {
        &self.functions
    }

    /// The import statements, in their order, with blank lines between Python's own modules, packages and the suite's.
    pub(super) fn imports(&self) -> String {
        let section = |wanted: Section| {
            let own = self.names.iter().filter(|(module, _)| Section::of(module) == wanted);
            own.map(|(module, names)| import(module, names)).collect::<Vec<_>>().join("\n")
        };
        let sections = [Section::Standard, Section::Package, Section::Suite].map(section);
        sections.into_iter().filter(|section| !section.is_empty()).collect::<Vec<_>>().join("\n\n")
    }
}

/// Where a module comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Python itself
    Standard,
    /// A package that is installed
    Package,
    /// The suite
    Suite,
}

impl Section {
    fn of(module: &str) -> Section {
        match module.split('.').next() {
            Some("app" | "tests") => Section::Suite,
            Some("collections" | "dataclasses" | "typing") => Section::Standard,
            Some(_) | None => Section::Package,
        }
    }
}

fn import(module: &str, names: &BTreeSet<String>) -> String {
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_by_key(|name| (kind(name), sequence(name), *name));
    let line = format!("from {module} import {}", names.join(", "));
    if line.len() <= PAGE.width {
        return line;
    }
    let lines: String = names.iter().map(|name| format!("    {name},\n")).collect();
    format!("from {module} import (\n{lines})")
}

/// A part of a name, as the linter of imports orders them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NamePart<'n> {
    /// Digits without zeros before them: more of them are a larger number
    Number(usize, &'n str),
    Character(char),
}

/// The parts of a name: large and small letters are the same, `_` comes before them, and numbers count as such.
fn sequence(name: &str) -> Vec<NamePart<'_>> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let digits = rest.strip_suffix(after).unwrap_or_default().trim_start_matches('0');
        if after.len() == rest.len() {
            parts.push(NamePart::Character(first.to_ascii_lowercase()));
            rest = rest.strip_prefix(first).unwrap_or_default();
        } else {
            parts.push(NamePart::Number(digits.len(), digits));
            rest = after;
        }
    }
    parts
}

/// Constants come before classes, and those before functions.
fn kind(name: &str) -> u8 {
    let has_small = name.chars().any(|letter| letter.is_ascii_lowercase());
    match name.chars().next() {
        Some(first) if first.is_ascii_uppercase() && !has_small && name.len() > 1 => 0,
        Some(first) if first.is_ascii_uppercase() => 1,
        Some(_) | None => 2,
    }
}

impl Uses {
    /// Takes over what another part uses.
    pub(super) fn merge(&mut self, other: &Uses) {
        for (module, names) in &other.names {
            self.names.entry(module.clone()).or_default().extend(names.iter().cloned());
        }
        self.functions.extend(&other.functions);
    }

    /// The same without the data classes: for the module that defines them.
    pub(super) fn without_model(mut self) -> Uses {
        self.names.remove(self.program.model);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_imported_in_the_order_of_the_linter() {
        let sorted =
            "A1, A_2, A_10, CREDIT2, CREDIT10, CREDIT_LIMIT, CREDITS, Checked, CheckIn, Todo2, Todo10Id, todo2_id";
        let names = sorted.split(", ").map(str::to_string).collect();
        assert_eq!(import("x", &names), format!("from x import {sorted}"));
    }
}
