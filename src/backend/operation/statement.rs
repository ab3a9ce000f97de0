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
