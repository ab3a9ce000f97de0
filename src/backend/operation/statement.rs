//! The statements that bodies are made of.

use crate::ir::Type;

/// A statement, over the pieces of a language.
#[derive(Debug, Clone)]
pub(in crate::backend) enum Statement<P> {
    /// What the spec says of what follows
    Note(String),
    /// Something that is done for its effect
    Do(P),
    /// A variable gets a value, the first or another one
    Set(String, P),
    /// A variable of a type begins as one that is open
    Begin(String, Type, P),
    /// The first of these whose condition holds, or else the last
    If(Vec<(P, Vec<Statement<P>>)>, Vec<Statement<P>>),
    /// Something for each element
    Each(String, P, Vec<Statement<P>>),
    /// Names the clause, by its title and text, that does not hold where what is inside has no value
    Ensuring([String; 2], Vec<Statement<P>>),
    /// What the body gives: the state after, and the answer
    Return(P, P),
}

impl<P> Statement<P> {
    /// Whether something holds for one of the pieces in it.
    pub(in crate::backend) fn any(&self, holds: &dyn Fn(&P) -> bool) -> bool {
        let within = |block: &[Statement<P>]| block.iter().any(|statement| statement.any(holds));
        match self {
            Statement::Note(_) => false,
            Statement::Do(piece) | Statement::Set(_, piece) | Statement::Begin(_, _, piece) => holds(piece),
            Statement::If(branches, otherwise) => {
                branches.iter().any(|(condition, inside)| holds(condition) || within(inside)) || within(otherwise)
            }
            Statement::Each(_, source, inside) => holds(source) || within(inside),
            Statement::Ensuring(_, inside) => within(inside),
            Statement::Return(after, answer) => holds(after) || holds(answer),
        }
    }
}
