//! Why an expression has no value.

use crate::source::Span;

/// Why an evaluation ended without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The value is not defined. The clause that reached it does not hold.
    Undefined(Undefined, Span),
    /// A number left its range. The call is outside the contract.
    Overflow(Span),
    /// More was asked than can be computed. The call is outside the contract.
    TooLarge(Span),
    /// The value depends on a function that nobody supplies.
    Unknown,
}

/// What makes a value undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undefined {
    /// A map or relation has no such key.
    MissingKey,
    /// A sequence has no such position.
    MissingPosition,
    /// A number was divided by zero.
    DivisionByZero,
    /// `the` found nothing.
    NoMatch,
    /// `the` found more than one.
    SeveralMatches,
    /// An option was `none`.
    NoValue,
    /// `max` or `min` of nothing.
    EmptyExtreme,
    /// A value that the call has not decided yet.
    Undecided,
    /// An enum has fewer values.
    NoSuchEnumValue,
}

impl Undefined {
    /// In words.
    pub fn message(self) -> &'static str {
        match self {
            Undefined::MissingKey => "there is no such key",
            Undefined::MissingPosition => "there is no such position",
            Undefined::DivisionByZero => "a division by zero",
            Undefined::NoMatch => "`the` finds no element",
            Undefined::SeveralMatches => "`the` finds several elements",
            Undefined::NoValue => "the option is `none`",
            Undefined::EmptyExtreme => "the largest or least element of an empty collection",
            Undefined::Undecided => "the value is not decided",
            Undefined::NoSuchEnumValue => "the enum has no such value",
        }
    }
}

impl Stop {
    /// In words.
    pub fn message(self) -> &'static str {
        match self {
            Stop::Undefined(what, _) => what.message(),
            Stop::Overflow(_) => "a number leaves its range",
            Stop::TooLarge(_) => "more than can be computed",
            Stop::Unknown => "a function that nobody supplies",
        }
    }

    /// Where it happened.
    pub fn span(self) -> Option<Span> {
        match self {
            Stop::Undefined(_, span) | Stop::Overflow(span) | Stop::TooLarge(span) => Some(span),
            Stop::Unknown => None,
        }
    }

    /// Whether it puts the whole call outside the contract.
    pub fn is_outside(self) -> bool {
        match self {
            Stop::Overflow(_) | Stop::TooLarge(_) => true,
            Stop::Undefined(..) | Stop::Unknown => false,
        }
    }
}
