//! `tests/strategies.ts`: how values of each type and input are drawn.

use serde_json::Value as Json;

use super::file::{EMPTY, function, module};
use super::names::{TsIdent, TsNames};
use super::piece::{Piece, Property};
use super::types::{annotation, descriptor};
use super::uses::{SUITE, Uses};
use super::{literal, regex};
use crate::backend::StrategyBackend;
use crate::backend::names::StrategyNames;
use crate::ir::{Service, Type, TypeRef};
use crate::plan::{InputStrategy, Named, OWN_STRATEGIES, PLACEHOLDER, Secrecy, Shape, Source, Strategies, Strategy};

/// The module of generators.
pub(super) const STRATEGIES: &str = "strategies.ts";
/// The module with the words that generators are written in.
const GENERATE: &str = "./harness/generate.ts";

/// The text of the file.
pub(super) fn file(service: &Service, names: &TsNames, strategies: &Strategies) -> String {
    let mut page = Page { service, names, uses: Uses::of(&SUITE), drawn: None };
    let mut blocks: Vec<String> = strategies.named.iter().map(|strategy| page.strategy(strategy)).collect();
    blocks.extend(strategies.inputs.iter().map(|strategy| page.input(strategy)));
    let title = format!("How values of the types and inputs of {} are drawn.", service.name);
    module(&title, &page.uses, STRATEGIES, &blocks)
}

/// The first text of the user's own file: a beginning for each function that the spec asks for.
pub(super) fn user_file(service: &Service, names: &TsNames, strategies: &Strategies, head: &str) -> String {
    let mut page = Page { service, names, uses: Uses::of(&SUITE), drawn: None };
    let mut blocks = Vec::new();
    for strategy in &strategies.named {
        if let Source::User(module, symbol, shape) = &strategy.source
            && module == OWN_STRATEGIES
        {
            page.drawn = Some(Drawn::Named(strategy.of));
            let value = page.shape(shape);
            blocks.push(page.function(symbol, &strategy.of.ty(service), &strategy.of.says(service), &value));
        }
    }
    if blocks.is_empty() {
        blocks.push(EMPTY.into());
    }
    let imports = page.uses.imports(&own_module(OWN_STRATEGIES));
    let parts = [head.trim_end(), imports.trim_end()].into_iter().chain(blocks.iter().map(String::as_str));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n") + "\n"
}

/// The file of a module that the spec names as `tests.strategies_user`, seen from the tests.
fn own_module(module: &str) -> String {
    let path = module.replace('.', "/");
    path.strip_prefix("tests/").map_or_else(|| format!("../{path}.ts"), |name| format!("{name}.ts"))
}

struct Page<'a> {
    service: &'a Service,
    names: &'a TsNames,
    uses: Uses,
    /// The type of what is drawn, where a value may be one of a few.
    drawn: Option<Drawn<'a>>,
}

/// A type of which some values are listed.
#[derive(Debug, Clone, Copy)]
enum Drawn<'a> {
    /// With a name
    Named(Named),
    /// Of a field
    Field(&'a TypeRef),
}

impl Page<'_> {
    fn function(&mut self, name: &str, ty: &Type, says: &str, value: &Piece) -> String {
        self.uses.mentioned("fast-check", "Arbitrary");
        let result = format!("Arbitrary<{}>", annotation(ty, self.names, &mut self.uses));
        function(name, &[], &result, says, &[value.returned(1)])
    }

    fn strategy(&mut self, strategy: &Strategy) -> String {
        self.drawn = Some(Drawn::Named(strategy.of));
        let value = match &strategy.source {
            Source::Values(_) => {
                let declared = self.wire(strategy.of);
                self.helper("oneOfEnum", vec![declared])
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
                let module = self.uses.whole(&own_module(module));
                let drawn = Piece::arrow("", Piece::atom(module).method(symbol, Vec::new()));
                let declared = self.wire(strategy.of);
                self.helper("own", vec![drawn, declared])
            }
        };
        let name = self.drawing(strategy.of).to_string();
        self.function(&name, &strategy.of.ty(self.service), &strategy.of.says(self.service), &value)
    }

    fn drawing(&self, of: Named) -> &TsIdent {
        let StrategyNames { aliases, enums, entities } = &self.names.all.strategies;
        match of {
            Named::Alias(id) => &aliases[id.index()],
            Named::Enum(id) => &enums[id.index()],
            Named::Entity(id) => &entities[id.index()],
        }
    }

    fn input(&mut self, strategy: &InputStrategy) -> String {
        self.drawn = None;
        let InputStrategy { operation, input, shape, secrecy } = strategy;
        let value = match secrecy {
            Secrecy::Open => self.shape(shape),
            Secrecy::Masked => {
                let drawn = self.shape(shape);
                self.helper("redact", vec![drawn])
            }
            Secrecy::Placeholder => {
                self.uses.called("fast-check", "constant");
                Piece::call("constant", vec![Piece::text(PLACEHOLDER)])
            }
        };
        let name = self.names.all.operations[operation.index()].strategies[input.index()].to_string();
        let param = &self.service.operation(*operation).inputs[input.index()];
        self.function(&name, &param.ty.ty, &strategy.says(self.service), &value)
    }

    fn wire(&mut self, of: Named) -> Piece {
        let names = &self.names.all;
        let name = match of {
            Named::Alias(id) => &names.alias_types[id.index()],
            Named::Enum(id) => &names.enum_types[id.index()],
            Named::Entity(id) => &names.entity_types[id.index()],
        };
        self.uses.wire(name.as_str());
        Piece::atom(name.as_str())
    }

    fn fitting(&mut self, of: Named, drawn: Piece, samples: &[Json]) -> Piece {
        let arguments = [self.wire(of), drawn].into_iter().chain(samples.iter().map(json));
        self.helper("fitting", arguments.collect())
    }

    fn record(&mut self, of: Named, shapes: &[Shape]) -> Piece {
        let Named::Entity(id) = of else { return Piece::atom("null") };
        let (names, mut fields) = (self.names, Vec::new());
        let declared = &self.service.entity(id).fields;
        for ((name, shape), field) in names.all.fields[id.index()].iter().zip(shapes).zip(declared) {
            self.drawn = Some(Drawn::Field(&field.ty));
            fields.push(Property::Named(name.to_string(), self.shape(shape)));
        }
        let class = annotation(&Type::Entity(id), names, &mut self.uses);
        self.uses.called(GENERATE, "records");
        Piece::call(format!("records<{class}>"), vec![Piece::object(fields)])
    }

    fn helper(&mut self, name: &'static str, arguments: Vec<Piece>) -> Piece {
        self.uses.called(GENERATE, name);
        Piece::call(name, arguments)
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
        let end = |end: Option<String>| end.map_or_else(|| Piece::atom("null"), Piece::number);
        let arguments = match (low, high) {
            (None, None) => Vec::new(),
            (low, None) => vec![end(low)],
            (low, high) => vec![end(low), end(high)],
        };
        self.helper(name, arguments)
    }

    fn shape(&mut self, shape: &Shape) -> Piece {
        crate::backend::strategy(self, shape)
    }
}

/// An end of a range of 64-bit integers.
fn big(end: i64) -> String {
    format!("{end}n")
}

impl StrategyBackend for Page<'_> {
    type Piece = Piece;

    fn truths(&mut self) -> Piece {
        self.helper("booleans", Vec::new())
    }

    fn ints(&mut self, low: Option<i64>, high: Option<i64>) -> Piece {
        self.range("ints", low.map(big), high.map(big))
    }

    fn floats(&mut self, low: Option<f64>, high: Option<f64>) -> Piece {
        self.range("floats", low.map(literal::float), high.map(literal::float))
    }

    fn durations(&mut self, low: Option<i64>, high: Option<i64>) -> Piece {
        self.range("durations", low.map(big), high.map(big))
    }

    fn texts(&mut self, low: usize, high: Option<usize>, patterns: &[String]) -> Piece {
        if patterns.is_empty() {
            return self.sized("texts", Vec::new(), low, high);
        }
        let high = high.map_or_else(|| Piece::atom("null"), |high| Piece::number(high.to_string()));
        let patterns = patterns.iter().map(|pattern| Piece::atom(regex::literal(pattern)));
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
        let declared = match self.drawn {
            Some(Drawn::Named(of)) => self.wire(of),
            Some(Drawn::Field(ty)) => descriptor(ty, self.names, &mut self.uses),
            None => Piece::atom("null"),
        };
        self.helper("oneOf", [declared].into_iter().chain(values.iter().map(json)).collect())
    }

    fn named(&mut self, of: Named) -> Piece {
        Piece::call(self.drawing(of).as_str(), Vec::new())
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

/// A piece of JSON, as harnesses read it.
fn json(value: &Json) -> Piece {
    match value {
        Json::Null => Piece::atom("null"),
        Json::Bool(value) => Piece::atom(value.to_string()),
        Json::Number(number) if number.is_f64() => {
            Piece::number(number.as_f64().map_or_else(|| number.to_string(), literal::float))
        }
        Json::Number(number) => Piece::number(format!("{number}n")),
        Json::String(text) => Piece::text(text),
        Json::Array(elements) => Piece::array(elements.iter().map(json).collect()),
        Json::Object(members) => {
            let entries = members.iter().map(|(name, value)| Piece::array(vec![Piece::text(name), json(value)]));
            Piece::call("new Map", vec![Piece::array(entries.collect())])
        }
    }
}
