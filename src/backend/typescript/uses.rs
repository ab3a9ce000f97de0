//! What a generated module uses, and the imports that follow from it.

use std::collections::{BTreeMap, BTreeSet};

use super::names::{TsNames, camel};
use super::piece::PAGE;
use crate::ir::FunctionId;
use crate::lower::Instants;

/// Where the modules of an emitted program are, seen from each other, and what it asks of expressions.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// The folder of all that is made from the spec.
    pub(super) folder: &'static str,
    /// Values, and what expressions call.
    values: &'static str,
    /// Descriptors of types.
    types: &'static str,
    /// The data types.
    pub(super) model: &'static str,
    /// The described types of the spec.
    pub(super) wire: &'static str,
    /// The functions of the spec.
    pub(super) predicates: &'static str,
    /// The conditions of the spec.
    pub(super) clauses: &'static str,
    /// What conditions are made of, and what clauses speak of.
    rules: &'static str,
    /// Whether it judges a service, and so tells clauses by their ids and places.
    pub(super) judges: bool,
    /// How well instants are known.
    pub(super) instants: Instants,
    /// Whether a state may be held in part, so that entries have to be looked up.
    pub(super) looks_up: bool,
}

/// A conformance suite, which judges a service whose clock it may not see.
pub const SUITE: Program = Program {
    folder: "tests",
    values: "./harness/values.ts",
    types: "./harness/types.ts",
    model: "model.ts",
    wire: "wire.ts",
    predicates: "predicates.ts",
    clauses: "clauses.ts",
    rules: "./harness/rules.ts",
    judges: true,
    instants: Instants::Windows,
    looks_up: false,
};

/// A service, which reads its own clock.
pub const SERVICE: Program = Program {
    folder: "src",
    values: "./runtime/values.ts",
    types: "./runtime/types.ts",
    model: "model.ts",
    wire: "wire.ts",
    predicates: "predicates.ts",
    clauses: "rules.ts",
    rules: "./runtime/rules.ts",
    judges: false,
    instants: Instants::Known,
    looks_up: true,
};

/// Names by the module they come from, each with whether it is needed when the program runs; and functions of the spec.
#[derive(Debug, Clone)]
pub(super) struct Uses {
    pub(super) program: &'static Program,
    names: BTreeMap<String, BTreeMap<String, Needed>>,
    /// Modules that are used as a whole, each with the name that it has here.
    wholes: BTreeMap<String, String>,
    functions: BTreeSet<FunctionId>,
}

/// What for a name is imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Needed {
    /// For types alone
    ForTypes,
    /// When the program runs
    AtRunTime,
}

impl Uses {
    /// Nothing yet, in a program.
    pub(super) fn of(program: &'static Program) -> Uses {
        Uses { program, names: BTreeMap::new(), wholes: BTreeMap::new(), functions: BTreeSet::new() }
    }

    fn name(&mut self, module: String, name: &str, needed: Needed) {
        let known = self.names.entry(module).or_default().entry(name.to_string()).or_insert(needed);
        *known = needed.max(*known);
    }

    /// Uses a name of a module when the program runs.
    pub(super) fn called(&mut self, module: &str, name: &str) {
        self.name(module.to_string(), name, Needed::AtRunTime);
    }

    /// Mentions a type of a module.
    pub(super) fn mentioned(&mut self, module: &str, name: &str) {
        self.name(module.to_string(), name, Needed::ForTypes);
    }

    /// Uses a module of the program as a whole; gives its name.
    pub(super) fn whole(&mut self, file: &str) -> String {
        let stem = file.rsplit('/').next().unwrap_or(file);
        let name = camel(stem.trim_end_matches(".ts"));
        self.wholes.insert(format!("./{file}"), name.clone());
        name
    }

    /// Uses what says what conditions are made of.
    pub(super) fn rules(&mut self, name: &str) {
        self.name(self.program.rules.to_string(), name, Needed::AtRunTime);
    }

    /// Mentions a type of what conditions are made of.
    pub(super) fn rules_type(&mut self, name: &str) {
        self.name(self.program.rules.to_string(), name, Needed::ForTypes);
    }

    /// Mentions a type of the module of conditions.
    pub(super) fn clauses_type(&mut self, name: &str) {
        self.name(format!("./{}", self.program.clauses), name, Needed::ForTypes);
    }

    /// The same with the functions of the spec by their names, for a module beside the one that defines them.
    pub(super) fn with_functions(&self, names: &TsNames) -> Uses {
        let mut uses = self.clone();
        for id in &self.functions {
            let name = names.all.functions[id.index()].as_str();
            uses.name(format!("./{}", self.program.predicates), name, Needed::AtRunTime);
        }
        uses
    }

    /// Calls a helper, or makes a value of a class.
    pub(super) fn value(&mut self, name: &str) {
        self.name(self.program.values.to_string(), name, Needed::AtRunTime);
    }

    /// Mentions a type of the module of values.
    pub(super) fn value_type(&mut self, name: &str) {
        self.name(self.program.values.to_string(), name, Needed::ForTypes);
    }

    /// Uses a name of the module of descriptors.
    pub(super) fn types(&mut self, name: &str) {
        self.name(self.program.types.to_string(), name, Needed::AtRunTime);
    }

    /// Uses a constant of the data.
    pub(super) fn model(&mut self, name: &str) {
        self.name(format!("./{}", self.program.model), name, Needed::AtRunTime);
    }

    /// Mentions a type of the data.
    pub(super) fn model_type(&mut self, name: &str) {
        self.name(format!("./{}", self.program.model), name, Needed::ForTypes);
    }

    /// Uses a described type of the spec.
    pub(super) fn wire(&mut self, name: &str) {
        self.name(format!("./{}", self.program.wire), name, Needed::AtRunTime);
    }

    /// Uses a function of the spec.
    pub(super) fn function(&mut self, id: FunctionId) {
        self.functions.insert(id);
    }

    /// The functions of the spec that are used.
    pub(super) fn functions(&self) -> &BTreeSet<FunctionId> {
        &self.functions
    }

    /// Takes over what another part uses.
    pub(super) fn merge(&mut self, other: &Uses) {
        for (module, names) in &other.names {
            names.iter().for_each(|(name, needed)| self.name(module.clone(), name, *needed));
        }
        self.wholes.extend(other.wholes.clone());
        self.functions.extend(&other.functions);
    }

    /// The import statements, without those of a module's own names: packages first.
    pub(super) fn imports(&self, own: &str) -> String {
        let whole = |module: &str, name: &str| format!("import * as {name} from \"{module}\";\n");
        let seen = |module: &String| seen_from(own, module);
        let wholes = self.wholes.iter().map(|(module, name)| (seen(module), whole(&seen(module), name)));
        let names = self.names.iter().map(|(module, names)| (seen(module), import(&seen(module), names)));
        let own = seen(&format!("./{own}"));
        let mut lines: Vec<(String, String)> = wholes.chain(names).filter(|(module, _)| *module != own).collect();
        lines.sort_by_key(|(module, _)| (module.starts_with('.'), module.clone()));
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// Where a module is, seen from another one. Packages are called the same everywhere.
fn seen_from(own: &str, module: &str) -> String {
    let Some(path) = module.strip_prefix("./") else { return module.to_string() };
    let Some((folder, _)) = own.split_once('/') else { return module.to_string() };
    match path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
        Some(beside) => format!("./{beside}"),
        None => format!("../{path}"),
    }
}

fn import(module: &str, names: &BTreeMap<String, Needed>) -> String {
    let only_types = names.values().all(|needed| *needed == Needed::ForTypes);
    let mut sorted: Vec<(&String, &Needed)> = names.iter().collect();
    sorted.sort_by_key(|(name, _)| name.to_lowercase());
    let marked = |(name, needed): &(&String, &Needed)| {
        if only_types || **needed == Needed::AtRunTime { (*name).clone() } else { format!("type {name}") }
    };
    let names: Vec<String> = sorted.iter().map(marked).collect();
    let word = if only_types { "import type" } else { "import" };
    let line = format!("{word} {{ {} }} from \"{module}\";\n", names.join(", "));
    if line.len() <= PAGE.width + 1 {
        return line;
    }
    let lines: String = names.iter().map(|name| format!("  {name},\n")).collect();
    format!("{word} {{\n{lines}}} from \"{module}\";\n")
}
