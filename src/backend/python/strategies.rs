//! `tests/strategies.py`: how values of each type and input are drawn.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value as Json;

use super::behavioral::import;
use super::names::{PyIdent, PyNames, StrategyNames};
use super::piece::{PAGE, Piece, named};
use super::{literal, regex};
use crate::backend::StrategyBackend;
use crate::ir::{Names, Service, print, type_name};
use crate::plan::{InputStrategy, Named, Secrecy, Shape, Source, Strategies, Strategy};

/// What stands for a value that must not be a real one.
const PLACEHOLDER: &str = "***REDACTED***";

/// The text of the file.
pub(super) fn file(service: &Service, names: &PyNames, strategies: &Strategies) -> String {
    let mut page = Page { service, names, helpers: BTreeSet::new(), modules: BTreeSet::new() };
    let named: Vec<String> = strategies.named.iter().map(|strategy| page.named(strategy)).collect();
    let inputs: Vec<String> = strategies.inputs.iter().map(|strategy| page.input(strategy)).collect();
    let body: String = named.into_iter().chain(inputs).collect();
    format!("{}{body}", page.head(&body))
}

struct Page<'a> {
    service: &'a Service,
    names: &'a PyNames,
    /// Helpers of the harness that are called.
    helpers: BTreeSet<&'static str>,
    /// The user's own modules.
    modules: BTreeSet<(String, String)>,
}

impl Page<'_> {
    fn head(&self, body: &str) -> String {
        let title = format!("How values of the types and inputs of {} are drawn.", self.service.name);
        let mut lines = vec![literal::docstring(&title, PAGE.width), String::new()];
        lines.push("from typing import Any".into());
        lines.push(String::new());
        if body.contains("st.") {
            lines.push("from hypothesis import strategies as st".into());
        }
        lines.push("from hypothesis.strategies import SearchStrategy".into());
        lines.push(String::new());
        let own: Vec<String> =
            ["model", "wire"].into_iter().filter(|name| body.contains(&format!("{name}."))).map(String::from).collect();
        if !own.is_empty() {
            lines.push(import("tests", own.into_iter()));
        }
        if !self.helpers.is_empty() {
            lines.push(import("tests.harness.generate", self.helpers.iter().map(|name| (*name).to_string())));
        }
        if body.contains(" redact(") {
            lines.push("from tests.redaction import redact".into());
        }
        lines.extend(self.modules.iter().map(|(module, symbol)| import(module, std::iter::once(symbol.clone()))));
        lines.join("\n") + "\n"
    }

    fn function(&self, name: &PyIdent, says: &str, value: &Piece) -> String {
        let mut text = String::new();
        let _ = write!(
            text,
            "\n\ndef {name}() -> SearchStrategy[Any]:\n    {}\n{}\n",
            literal::docstring(says, PAGE.width - PAGE.indent),
            value.statement("return ", 1, ""),
        );
        text
    }

    fn named(&mut self, strategy: &Strategy) -> String {
        let value = match &strategy.source {
            Source::Values(id) => {
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
            Source::User(module, symbol) => {
                self.modules.insert((module.to_string(), symbol.to_string()));
                Piece::apply(symbol, [])
            }
        };
        self.function(self.drawing(strategy.of), &self.says(strategy.of), &value)
    }

    fn drawing(&self, of: Named) -> &PyIdent {
        let StrategyNames { aliases, enums, entities } = &self.names.strategies;
        match of {
            Named::Alias(id) => &aliases[id.index()],
            Named::Enum(id) => &enums[id.index()],
            Named::Entity(id) => &entities[id.index()],
        }
    }

    /// What a generator draws, as the spec says it.
    fn says(&self, of: Named) -> String {
        match of {
            Named::Alias(id) => {
                let alias = &self.service.aliases[id.index()];
                let refinement = alias.refinement.as_ref();
                let refinement = refinement
                    .map_or_else(String::new, |expr| format!(" where {}", print(expr, self.service, Names::default())));
                format!(
                    "{} = {}{refinement}",
                    alias.name,
                    type_name(&alias.base.ty, &self.service.enums, &self.service.entities)
                )
            }
            Named::Enum(id) => format!("The values of {}.", self.service.enumeration(id).name),
            Named::Entity(id) => format!("Records of {}.", self.service.entity(id).name),
        }
    }

    fn input(&mut self, strategy: &InputStrategy) -> String {
        let InputStrategy { operation, input, shape, secrecy } = strategy;
        let declared = self.service.operation(*operation);
        let value = match secrecy {
            Secrecy::Open => self.shape(shape),
            Secrecy::Masked => Piece::apply("redact", [self.shape(shape)]),
            Secrecy::Placeholder => Piece::apply("st.just", [Piece::text(PLACEHOLDER)]),
        };
        let name = &self.names.operations[operation.index()].strategies[input.index()];
        let says = format!("The input {} of {}.", declared.inputs[input.index()].name, declared.name);
        self.function(name, &says, &value)
    }

    fn wire(&self, of: Named) -> Piece {
        let name = match of {
            Named::Alias(id) => &self.names.alias_types[id.index()],
            Named::Enum(id) => &self.names.enum_types[id.index()],
            Named::Entity(id) => &self.names.entity_types[id.index()],
        };
        Piece::atom(format!("wire.{name}"))
    }

    fn fitting(&mut self, of: Named, drawn: Piece, samples: &[Json]) -> Piece {
        self.helpers.insert("fitting");
        let samples = samples.iter().map(json);
        Piece::apply("fitting", [self.wire(of), drawn].into_iter().chain(samples))
    }

    fn record(&mut self, of: Named, shapes: &[Shape]) -> Piece {
        let Named::Entity(id) = of else { return Piece::atom("None") };
        let fields: Vec<_> = self.names.fields[id.index()].iter().map(ToString::to_string).collect();
        let class = Piece::atom(format!("model.{}", self.names.entities[id.index()]));
        let arguments = fields.into_iter().zip(shapes).map(|(name, shape)| named(name, self.shape(shape)));
        Piece::call("st.builds", std::iter::once(class.into()).chain(arguments).collect())
    }

    fn helper(&mut self, name: &'static str, arguments: Vec<Piece>) -> Piece {
        self.helpers.insert(name);
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
