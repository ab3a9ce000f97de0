//! Conditions on entries that every database decides as the spec does.
//!
//! Not here: conditions on floats, on what lies in a column as JSON, on two columns at once, and texts by their order.

use serde::Serialize;

use crate::convention::Column;
use crate::ir::{Expr, same};

/// A condition on an entry of a relation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Filter {
    /// All of these hold.
    All(Vec<Filter>),
    /// One of these holds.
    Any(Vec<Filter>),
    /// What is given decides, whatever the entry is.
    Given(Expr),
    /// A column stands in some relation to a value that is given.
    Compared(Column, Comparison, Expr),
    /// A column holds an element of a set that is given, or, where that is not wanted, none of them.
    Among(Column, Expr, bool),
    /// A column is true, or false.
    Truth(Column, bool),
    /// A column holds something, or `none`.
    Presence(Column, bool),
}

/// How the value of a column stands to another one. Only `Same` and `Other` take `none`, which is the same as itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Comparison {
    /// `=`
    Same,
    /// `!=`
    Other,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// What holds where this does not, as long as no side is `none`.
    pub(super) fn negated(self) -> Comparison {
        match self {
            Comparison::Same => Comparison::Other,
            Comparison::Other => Comparison::Same,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::More,
            Comparison::More => Comparison::AtMost,
            Comparison::AtLeast => Comparison::Less,
        }
    }

    /// The same, said from the other side.
    pub(super) fn turned(self) -> Comparison {
        match self {
            Comparison::Same | Comparison::Other => self,
            Comparison::Less => Comparison::More,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::More => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
        }
    }

    /// Whether it is about an order.
    pub(super) fn is_ordered(self) -> bool {
        !matches!(self, Comparison::Same | Comparison::Other)
    }

    /// How it is written in a spec.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Same => "=",
            Comparison::Other => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
        }
    }
}

impl Filter {
    /// Whether two lists of conditions say the same, wherever they are written.
    pub(super) fn are_same(one: &[Filter], other: &[Filter]) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_same(other))
    }

    fn is_same(&self, other: &Filter) -> bool {
        match (self, other) {
            (Filter::All(parts), Filter::All(others)) | (Filter::Any(parts), Filter::Any(others)) => {
                Filter::are_same(parts, others)
            }
            (Filter::Given(one), Filter::Given(other)) => same(one, other),
            (Filter::Compared(column, how, one), Filter::Compared(at, as_well, other)) => {
                column == at && how == as_well && same(one, other)
            }
            (Filter::Among(column, one, wanted), Filter::Among(at, other, as_well)) => {
                column == at && wanted == as_well && same(one, other)
            }
            (
                Filter::All(_)
                | Filter::Any(_)
                | Filter::Given(_)
                | Filter::Compared(..)
                | Filter::Among(..)
                | Filter::Truth(..)
                | Filter::Presence(..),
                _,
            ) => self == other,
        }
    }
}
