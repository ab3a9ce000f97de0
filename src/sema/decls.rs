//! The declarations of all files of a project, by kind, before anything is resolved.

use crate::syntax::ast::{
    Alias, Condition, Convention, Entity, Enum, Field, File, Function, Member, Operation, Scheme, Temporal, Transition,
};

/// All declarations, in the order they are written; imported files come first.
#[derive(Debug, Default)]
pub(super) struct Decls<'a> {
    pub(super) enums: Vec<&'a Enum>,
    pub(super) aliases: Vec<&'a Alias>,
    pub(super) entities: Vec<&'a Entity>,
    pub(super) state: Vec<&'a Field>,
    pub(super) functions: Vec<&'a Function>,
    pub(super) operations: Vec<&'a Operation>,
    pub(super) transitions: Vec<&'a Transition>,
    pub(super) invariants: Vec<&'a Condition>,
    pub(super) facts: Vec<&'a Condition>,
    pub(super) temporals: Vec<&'a Temporal>,
    pub(super) conventions: Vec<&'a Convention>,
    pub(super) schemes: Vec<&'a Scheme>,
    /// How many of the functions the spec itself declares; the preamble's follow.
    pub(super) own_functions: usize,
}

impl<'a> Decls<'a> {
    /// Gathers the declarations of a project's files and, after them, of the preamble.
    pub(super) fn gather(files: &'a [File], preamble: &'a File) -> Decls<'a> {
        let mut decls = Decls::default();
        for member in files.iter().flat_map(|file| &file.members) {
            decls.add(member);
        }
        decls.own_functions = decls.functions.len();
        decls.add_preamble(preamble);
        decls
    }

    fn add(&mut self, member: &'a Member) {
        match member {
            Member::Entity(entity) => self.entities.push(entity),
            Member::Enum(enumeration) => self.enums.push(enumeration),
            Member::Alias(alias) => self.aliases.push(alias),
            Member::State(state) => self.state.extend(&state.fields),
            Member::Operation(operation) => self.operations.push(operation),
            Member::Transition(transition) => self.transitions.push(transition),
            Member::Invariant(condition) => self.invariants.push(condition),
            Member::Fact(condition) => self.facts.push(condition),
            Member::Temporal(temporal) => self.temporals.push(temporal),
            Member::Function(function) => self.functions.push(function),
            Member::Conventions(rules) => self.conventions.extend(rules),
            Member::Security(schemes) => self.schemes.extend(schemes),
        }
    }

    /// The preamble's functions join unless the spec declares the same name.
    fn add_preamble(&mut self, preamble: &'a File) {
        for member in &preamble.members {
            if let Member::Function(function) = member
                && !self.functions.iter().any(|own| own.name.text == function.name.text)
            {
                self.functions.push(function);
            }
        }
    }
}
