//! Generators in a target language.

use serde_json::Value as Json;

use crate::plan::{Named, Shape};

/// A language that generators of values are written in. There is one method for each shape and no default.
pub trait StrategyBackend {
    /// A piece of text.
    type Piece;

    /// `true` and `false`
    fn truths(&mut self) -> Self::Piece;
    /// Integers, ends included
    fn ints(&mut self, low: Option<i64>, high: Option<i64>) -> Self::Piece;
    /// Floats, ends included
    fn floats(&mut self, low: Option<f64>, high: Option<f64>) -> Self::Piece;
    /// Durations in milliseconds, ends included
    fn durations(&mut self, low: Option<i64>, high: Option<i64>) -> Self::Piece;
    /// Texts of so many characters that match all patterns
    fn texts(&mut self, low: usize, high: Option<usize>, patterns: &[String]) -> Self::Piece;
    /// Instants
    fn instants(&mut self) -> Self::Piece;
    /// Identifiers
    fn uuids(&mut self) -> Self::Piece;
    /// One of these, as they are on the wire
    fn one_of(&mut self, values: &[Json]) -> Self::Piece;
    /// What the generator of this name draws
    fn named(&mut self, of: Named) -> Self::Piece;
    /// There or not
    fn options(&mut self, inner: Self::Piece) -> Self::Piece;
    /// Sets of so many elements
    fn sets(&mut self, inner: Self::Piece, low: usize, high: Option<usize>) -> Self::Piece;
    /// Sequences of so many elements
    fn seqs(&mut self, inner: Self::Piece, low: usize, high: Option<usize>) -> Self::Piece;
    /// Maps of so many entries
    fn maps(&mut self, key: Self::Piece, value: Self::Piece, low: usize, high: Option<usize>) -> Self::Piece;
}

/// A shape in a target language.
pub(super) fn strategy<B: StrategyBackend>(backend: &mut B, shape: &Shape) -> B::Piece {
    match shape {
        Shape::Bool => backend.truths(),
        Shape::Int(low, high) => backend.ints(*low, *high),
        Shape::Float(low, high) => backend.floats(*low, *high),
        Shape::Duration(low, high) => backend.durations(*low, *high),
        Shape::Text(low, high, patterns) => backend.texts(*low, *high, patterns),
        Shape::DateTime => backend.instants(),
        Shape::Uuid => backend.uuids(),
        Shape::Enum(id) => backend.named(Named::Enum(*id)),
        Shape::OneOf(values) => backend.one_of(values),
        Shape::Entity(id) => backend.named(Named::Entity(*id)),
        Shape::Alias(id) => backend.named(Named::Alias(*id)),
        Shape::Option(inner) => {
            let inner = strategy(backend, inner);
            backend.options(inner)
        }
        Shape::Set(inner, low, high) => {
            let inner = strategy(backend, inner);
            backend.sets(inner, *low, *high)
        }
        Shape::Seq(inner, low, high) => {
            let inner = strategy(backend, inner);
            backend.seqs(inner, *low, *high)
        }
        Shape::Map(key, value, low, high) => {
            let (key, value) = (strategy(backend, key), strategy(backend, value));
            backend.maps(key, value, *low, *high)
        }
    }
}
