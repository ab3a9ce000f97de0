//! `tests/strategies.py`: how values of each type and input are drawn.

use std::fmt::Write;

use serde_json::Value as Json;

use super::names::{PyIdent, PyNames, StrategyNames};
use super::piece::{PAGE, Piece, named};
use super::types::annotation;
use super::uses::Uses;
use super::{literal, regex};
use crate::backend::StrategyBackend;
use crate::ir::{Service, Type};
use crate::plan::{InputStrategy, Named, OWN_STRATEGIES, PLACEHOLDER, Secrecy, Shape, Source, Strategies, Strategy};

/// The module with the words that strategies are written in.
const GENERATE: &str = "tests.harness.generate";

/// The text of the file.
pub(super) fn file(service: &Service, names: &PyNames, strategies: &Strategies) -> String {
    let mut page = Page { service, names, uses: Uses::default() };
    let mut body: Vec<String> = strategies.named.iter().map(|strategy| page.named(strategy)).collect();
    body.extend(strategies.inputs.iter().map(|strategy| page.input(strategy)));
    let title = format!("How values of the types and inputs of {} are drawn.", service.name);
    page.text(&literal::docstring(&title, PAGE.width), &body)
}

/// The first text of the user's own file: a beginning for each function that the spec asks for.
pub(super) fn user_file(service: &Service, names: &PyNames, strategies: &Strategies, head: &str) -> String {
    let mut page = Page { service, names, uses: Uses::default() };
    let mut body = Vec::new();
    for strategy in &strategies.named {
        if let Source::User(module, symbol, shape) = &strategy.source
            && module == OWN_STRATEGIES
        {
            let value = page.shape(shape);
            body.push(page.function(symbol, strategy.of, &strategy.of.says(service), &value));
        }
    }
    page.text(head.trim_end(), &body)
}

struct Page<'a> {
    service: &'a Service,
    names: &'a PyNames,
    uses: Uses,
}

impl Page<'_> {
    fn text(&self, head: &str, body: &[String]) -> String {
        if body.is_empty() {
            return format!("{head}\n");
        }
        format!("{head}\n\n{}\n{}", self.uses.imports(), body.concat())
    }

    fn function(&mut self, name: &str, of: Named, says: &str, value: &Piece) -> String {
        let ty = of.ty(self.service);
        self.drawing_function(name, &ty, says, value)
    }

    fn drawing_function(&mut self, name: &str, ty: &Type, says: &str, value: &Piece) -> String {
        self.uses.name("hypothesis.strategies", "SearchStrategy");
        let mut text = String::new();
        let _ = write!(
            text,
            "\n\ndef {name}() -> SearchStrategy[{}]:\n    {}\n{}\n",
            annotation(ty, self.names, &mut self.uses),
            literal::docstring(says, PAGE.width - PAGE.indent),
            value.statement("return ", 1, ""),
        );
        text
    }

    fn named(&mut self, strategy: &Strategy) -> String {
        let value = match &strategy.source {
            Source::Values(id) => {
                self.st();
                let values = &self.service.enumeration(*id).values;
                let values = values.iter().map(|value| Piece::text(value.name.as_str())).collect();
                Piece::apply("st.sampled_from", [Piece::tuple(values)])
            }
            Source::Shape(shape) => self.shape(shape),
            Source::Filtered(shape, samples) => {
                let drawn = self.shape(shape);
                self.fitting(strategy.of, drawn, samples)
            }
            Source::Fields(shapes, samples) => {
                let drawn = self.record(strategy.of, shapes);
                self.fitting(strategy.of, drawn, samples)
            }
            Source::User(module, symbol, _) => {
                self.uses.name(module, symbol);
                Piece::apply(symbol, [])
            }
        };
        let name = self.drawing(strategy.of).to_string();
        self.function(&name, strategy.of, &strategy.of.says(self.service), &value)
    }

    fn drawing(&self, of: Named) -> &PyIdent {
        let StrategyNames { aliases, enums, entities } = &self.names.strategies;
        match of {
            Named::Alias(id) => &aliases[id.index()],
            Named::Enum(id) => &enums[id.index()],
            Named::Entity(id) => &entities[id.index()],
        }
    }

    fn input(&mut self, strategy: &InputStrategy) -> String {
        let InputStrategy { operation, input, shape, secrecy } = strategy;
        let value = match secrecy {
            Secrecy::Open => self.shape(shape),
            Secrecy::Masked => {
                self.uses.name("tests.redaction", "redact");
                Piece::apply("redact", [self.shape(shape)])
            }
            Secrecy::Placeholder => {
                self.st();
                Piece::apply("st.just", [Piece::text(PLACEHOLDER)])
            }
        };
        let name = self.names.operations[operation.index()].strategies[input.index()].to_string();
        let param = &self.service.operation(*operation).inputs[input.index()];
        self.drawing_function(&name, &param.ty.ty, &strategy.says(self.service), &value)
    }

    /// Hypothesis' own strategies are used.
    fn st(&mut self) {
        self.uses.name("hypothesis", "strategies as st");
    }

    fn wire(&mut self, of: Named) -> Piece {
        self.uses.name("tests", "wire");
        let name = match of {
            Named::Alias(id) => &self.names.alias_types[id.index()],
            Named::Enum(id) => &self.names.enum_types[id.index()],
            Named::Entity(id) => &self.names.entity_types[id.index()],
        };
        Piece::atom(format!("wire.{name}"))
    }

    fn fitting(&mut self, of: Named, drawn: Piece, samples: &[Json]) -> Piece {
        self.uses.name(GENERATE, "fitting");
        let samples = samples.iter().map(json);
        Piece::apply("fitting", [self.wire(of), drawn].into_iter().chain(samples))
    }

    fn record(&mut self, of: Named, shapes: &[Shape]) -> Piece {
        let Named::Entity(id) = of else { return Piece::atom("None") };
        let fields: Vec<_> = self.names.fields[id.index()].iter().map(ToString::to_string).collect();
        self.st();
        self.uses.name("tests", "model");
        let class = Piece::atom(format!("model.{}", self.names.entities[id.index()]));
        let arguments = fields.into_iter().zip(shapes).map(|(name, shape)| named(name, self.shape(shape)));
        Piece::call("st.builds", std::iter::once(class.into()).chain(arguments).collect())
    }

    fn helper(&mut self, name: &'static str, arguments: Vec<Piece>) -> Piece {
        self.uses.name(GENERATE, name);
        Piece::apply(name, arguments)
    }

    /// A range as arguments, without what is at its default.
    fn sized(&mut self, name: &'static str, inner: Vec<Piece>, low: usize, high: Option<usize>) -> Piece {
        let mut arguments = inner;
        if low > 0 || high.is_some() {
            arguments.push(Piece::number(low.to_string()));
        }
        arguments.extend(high.map(|high| Piece::number(high.to_string())));
        self.helper(name, arguments)
    }

    fn range(&mut self, name: &'static str, low: Option<String>, high: Option<String>) -> Piece {
        let end = |end: Option<String>| end.map_or_else(|| Piece::atom("None"), Piece::number);
        let arguments = if low.is_none() && high.is_none() {
            Vec::new()
        } else if high.is_none() {
            vec![end(low)]
        } else {
            vec![end(low), end(high)]
        };
        self.helper(name, arguments)
    }
}

impl StrategyBackend for Page<'_> {
    type Piece = Piece;

    fn truths(&mut self) -> Piece {
        self.st();
        Piece::apply("st.booleans", [])
    }

    fn ints(&mut self, low: Option<i64>, high: Option<i64>) -> Piece {
        self.range("ints", low.map(|end| end.to_string()), high.map(|end| end.to_string()))
    }

    fn floats(&mut self, low: Option<f64>, high: Option<f64>) -> Piece {
        self.range("floats", low.map(literal::float), high.map(literal::float))
    }

    fn durations(&mut self, low: Option<i64>, high: Option<i64>) -> Piece {
        self.range("durations", low.map(|end| end.to_string()), high.map(|end| end.to_string()))
    }

    fn texts(&mut self, low: usize, high: Option<usize>, patterns: &[String]) -> Piece {
        if patterns.is_empty() {
            return self.sized("texts", Vec::new(), low, high);
        }
        let high = high.map_or_else(|| Piece::atom("None"), |high| Piece::number(high.to_string()));
        let patterns = patterns.iter().map(|pattern| Piece::atom(literal::raw(&regex::translated(pattern))));
        let ends = [Piece::number(low.to_string()), high];
        self.helper("texts", ends.into_iter().chain(patterns).collect())
    }

    fn instants(&mut self) -> Piece {
        self.helper("instants", Vec::new())
    }

    fn uuids(&mut self) -> Piece {
        self.helper("uuids", Vec::new())
    }

    fn one_of(&mut self, values: &[Json]) -> Piece {
        self.st();
        Piece::apply("st.sampled_from", [Piece::tuple(values.iter().map(json).collect())])
    }

    fn named(&mut self, of: Named) -> Piece {
        Piece::apply(self.drawing(of).as_str(), [])
    }

    fn options(&mut self, inner: Piece) -> Piece {
        self.helper("options", vec![inner])
    }

    fn sets(&mut self, inner: Piece, low: usize, high: Option<usize>) -> Piece {
        self.sized("sets", vec![inner], low, high)
    }

    fn seqs(&mut self, inner: Piece, low: usize, high: Option<usize>) -> Piece {
        self.sized("seqs", vec![inner], low, high)
    }

    fn maps(&mut self, key: Piece, value: Piece, low: usize, high: Option<usize>) -> Piece {
        self.sized("maps", vec![key, value], low, high)
    }
}

impl Page<'_> {
    fn shape(&mut self, shape: &Shape) -> Piece {
        crate::backend::strategy(self, shape)
    }
}

/// A piece of JSON as Python.
fn json(value: &Json) -> Piece {
    match value {
        Json::Null => Piece::atom("None"),
        Json::Bool(true) => Piece::atom("True"),
        Json::Bool(false) => Piece::atom("False"),
        Json::Number(number) => Piece::number(number.to_string()),
        Json::String(text) => Piece::text(text.as_str()),
        Json::Array(elements) => Piece::list(elements.iter().map(json).collect()),
        Json::Object(members) => {
            Piece::dict(members.iter().map(|(name, value)| (Piece::text(name.as_str()), json(value))).collect())
        }
    }
}
