//! `specc explore`: what an exploration found, for people and for machines, as a corpus, as drawings, as a table.

mod corpus;
mod known;
mod page;
mod progress;
mod table;
mod trace;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value as Json, json};

pub(super) use self::known::Known;
pub(super) use self::progress::Line;
use self::table::Row;
use super::analyse::Analysis;
use super::inspect::report_errors;
use super::verify::Solver;
use super::{Outcome, Talk, colour, files, painted_to_stdout, to_stderr, to_stdout};
use crate::convention::Api;
use crate::explore::graph::{Format, StateMachine, draw};
use crate::explore::{Effort, Exploration, Options, REPORT_VERSION, corpus_text, explore_again, report_json};
use crate::interp::Finding;
use crate::ir::Service;
use crate::report::paint::Paint;
use crate::report::visible;
use crate::source::{SourceMap, Span};

/// How thoroughly a spec is looked into.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Thoroughness {
    /// How much is spent on what is hard to reach: quick, normal or deep
    #[arg(long, value_name = "EFFORT", default_value = "normal", value_parser = effort(), hide_possible_values = true)]
    pub(super) effort: Effort,
}

pub(super) fn effort() -> impl TypedValueParser<Value = Effort> {
    let names = PossibleValuesParser::new(Effort::ALL.map(Effort::name));
    names.try_map(|name| Effort::parse(&name).ok_or("there is no such effort"))
}

/// What is asked of `specc explore`.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// Spec files, folders that hold some, or `-` for standard input
    #[arg(required = true, value_name = "SPEC")]
    specs: Vec<PathBuf>,
    /// List what was reached, too
    #[arg(long, conflicts_with_all = ["json", "graph", "table"])]
    all: bool,
    /// Print the report as JSON; of several specs, an array
    #[arg(long, conflicts_with_all = ["graph", "table"])]
    json: bool,
    /// Draw the state machines as far as they were reached
    #[arg(long, value_name = "FORMAT", value_parser = graph_format(), conflicts_with = "table")]
    graph: Option<Format>,
    /// Print one Markdown table over all specs
    #[arg(long, conflicts_with = "corpus")]
    table: bool,
    /// Write the corpus of one spec to this file; `-` prints nothing else
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    #[command(flatten)]
    thoroughness: Thoroughness,
    /// The seed: the same one gives the same result
    #[arg(long, value_name = "N", default_value_t = Options::default().seed)]
    seed: u64,
}

fn graph_format() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    names.try_map(|name| Format::parse(&name).ok_or("there is no such format"))
}

impl Wanted {
    fn output(&self) -> Output {
        match self.graph {
            Some(format) => Output::Graph(format),
            None if self.json => Output::Json,
            None if self.table => Output::Table,
            None if self.corpus.as_deref().is_some_and(files::is_stdin) => Output::Corpus,
            None => Output::Page,
        }
    }

    fn options(&self) -> Options {
        Options { seed: self.seed, effort: self.thoroughness.effort, ..Options::default() }
    }

    /// What is wrong with the request, found before any work is done.
    fn mistake(&self, specs: &[PathBuf]) -> Option<String> {
        let path = self.corpus.as_deref()?;
        if specs.len() > 1 {
            return Some(format!("--corpus takes one spec, and there are {}", specs.len()));
        }
        if !files::is_stdin(path) {
            return corpus::obstacle(path);
        }
        let other = if self.all { Some("--all") } else { None };
        let other = other.or(self.json.then_some("--json")).or(self.graph.map(|_| "--graph"));
        other.map(|other| format!("--corpus - and {other} both print to standard output; give the corpus a file"))
    }
}

/// What goes to standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Output {
    /// A page for people
    Page,
    /// The report
    Json,
    /// The state machines
    Graph(Format),
    /// One row per spec
    Table,
    /// The corpus
    Corpus,
}

/// A spec that was explored.
struct Explored {
    sources: SourceMap,
    service: Arc<Service>,
    api: Api,
    options: Options,
    exploration: Exploration,
}

impl Explored {
    fn corpus(&self) -> String {
        corpus_text(&self.exploration, &self.service, &self.api, &self.options)
    }

    fn report(&self) -> Json {
        report_json(&self.exploration, &self.service, &self.api, &self.options)
    }

    fn outcome(&self) -> Outcome {
        if self.exploration.violations.is_empty() { Outcome::Fine } else { Outcome::Findings }
    }
}

/// Explores specs, one after the other.
pub(super) fn run(wanted: &Wanted, talk: Talk) -> Outcome {
    let (specs, problems) = files::specs(&wanted.specs);
    problems.iter().for_each(|problem| to_stderr(&format!("specc: {problem}")));
    if let Some(mistake) = wanted.mistake(&specs) {
        to_stderr(&format!("specc: {mistake}"));
        return Outcome::Environment;
    }
    let mut session = Session::new(wanted, talk, specs.len() > 1);
    let before = if problems.is_empty() { Outcome::Fine } else { Outcome::Environment };
    let outcome = specs.iter().fold(before, |outcome, spec| outcome.max(session.spec(spec)));
    session.finish();
    outcome
}

/// The specs of one run, with what can only be printed at its end.
struct Session<'w> {
    wanted: &'w Wanted,
    talk: Talk,
    several: bool,
    pages: usize,
    explored: usize,
    reports: Vec<Json>,
    machines: Vec<StateMachine>,
    rows: Vec<Row>,
}

impl<'w> Session<'w> {
    fn new(wanted: &'w Wanted, talk: Talk, several: bool) -> Session<'w> {
        Session {
            wanted,
            talk,
            several,
            pages: 0,
            explored: 0,
            reports: Vec::new(),
            machines: Vec::new(),
            rows: Vec::new(),
        }
    }

    fn spec(&mut self, path: &Path) -> Outcome {
        let analysis = match Analysis::of(path) {
            Ok(analysis) => analysis,
            Err(error) => {
                to_stderr(&format!("specc: cannot read {}: {error}", files::shown(path)));
                return Outcome::Environment;
            }
        };
        analysis.tell_timings(path, self.talk);
        let outcome = report_errors(&analysis);
        let Analysis { sources, service, api, .. } = analysis;
        match (outcome, service, api) {
            (Outcome::Fine, Some(service), Some(api)) => self.explore(path, sources, Arc::new(service), api),
            (outcome, _, _) => outcome,
        }
    }

    fn explore(&mut self, path: &Path, sources: SourceMap, service: Arc<Service>, api: Api) -> Outcome {
        let options = self.wanted.options();
        let began = Instant::now();
        let mut progress = Line::new(&service.name, self.talk);
        let solver = Solver::new(&sources);
        let found = explore_again(&service, &options, (&solver, &Known::new()), &mut progress);
        drop(progress);
        if let Some(outcome) = solver.failure() {
            return outcome;
        }
        if self.talk.verbose {
            self.talk.say(&format!("{}: explore {:.1} s", files::shown(path), began.elapsed().as_secs_f64()));
        }
        self.explored += 1;
        match found {
            Ok(exploration) => self.show(path, &Explored { sources, service, api, options, exploration }),
            Err(finding) => self.show_broken(path, &sources, &service, &finding),
        }
    }

    fn show(&mut self, path: &Path, found: &Explored) -> Outcome {
        let output = self.wanted.output();
        match output {
            Output::Page => self.print(path, &page::page(found, self.wanted.all, paint())),
            Output::Json => self.reports.push(found.report()),
            Output::Graph(_) => self.machines.extend(found.exploration.machines.iter().cloned()),
            Output::Table => self.rows.push(Row::of(path, found)),
            Output::Corpus => to_stdout(&found.corpus()),
        }
        if output != Output::Page {
            self.talk.say(&page::summary(found, Paint::PLAIN));
        }
        found.outcome().max(self.write_corpus(found))
    }

    fn write_corpus(&self, found: &Explored) -> Outcome {
        let Some(path) = self.wanted.corpus.as_deref().filter(|path| !files::is_stdin(path)) else {
            return Outcome::Fine;
        };
        let text = found.corpus();
        match files::write(path, &text) {
            Ok(()) => {
                self.talk.say(&format!("{} written, {} bytes", files::shown(path), text.len()));
                Outcome::Fine
            }
            Err(error) => {
                to_stderr(&format!("specc: cannot write {}: {error}", files::shown(path)));
                Outcome::Environment
            }
        }
    }

    /// Shows that the initial state breaks something: a violation that no call is needed for.
    fn show_broken(&mut self, path: &Path, sources: &SourceMap, service: &Service, finding: &Finding) -> Outcome {
        match self.wanted.output() {
            Output::Page => {
                let text = trace::broken(service, sources, finding, paint());
                let last =
                    format!("{}: the initial state is not valid, so there is nothing to explore\n", service.name);
                self.print(path, &format!("{text}\n{last}"));
            }
            Output::Json => self.reports.push(broken_report(service, &self.wanted.options(), finding)),
            Output::Graph(_) | Output::Table | Output::Corpus => {
                to_stderr(&format!("specc: {}: {}", service.name, finding.message(service)));
            }
        }
        Outcome::Findings
    }

    /// Prints a page, under the name of its spec where there are several.
    fn print(&mut self, path: &Path, page: &str) {
        let gap = if self.pages > 0 { "\n" } else { "" };
        let heading = if self.several {
            format!("{}\n\n", paint().bold(&visible::name(&files::shown(path))))
        } else {
            String::new()
        };
        self.pages += 1;
        painted_to_stdout(&format!("{gap}{heading}{page}"));
    }

    /// Prints what waited for the last spec.
    fn finish(&self) {
        match self.wanted.output() {
            Output::Json => self.finish_json(),
            Output::Graph(format) => self.finish_graph(format),
            Output::Table if self.explored > 0 => to_stdout(&table::table(&self.rows)),
            Output::Page | Output::Table | Output::Corpus => {}
        }
    }

    fn finish_json(&self) {
        let text = match (self.several, &*self.reports) {
            (false, []) => return,
            (false, [report, ..]) => serde_json::to_string_pretty(report),
            (true, reports) => serde_json::to_string_pretty(reports),
        };
        to_stdout(&(text.unwrap_or_default() + "\n"));
    }

    fn finish_graph(&self, format: Format) {
        if !self.machines.is_empty() {
            to_stdout(&draw(&self.machines, format));
        } else if self.explored > 0 {
            self.talk.say("specc: there is nothing to draw: no transition is declared");
        }
    }
}

/// The report on a service whose initial state breaks something.
fn broken_report(service: &Service, options: &Options, finding: &Finding) -> Json {
    let Finding { clause, why, values, .. } = finding;
    json!({
        "version": REPORT_VERSION,
        "service": service.name.as_str(),
        "seed": options.seed,
        "effort": options.effort.name(),
        "steps": 0,
        "operations": [],
        "targets": [],
        "dead": [],
        "violations": [{
            "clause": {"title": clause.title(service), "text": clause.text(service)},
            "why": why,
            "values": values.iter().map(|(name, value)| json!([name, value])).collect::<Vec<_>>(),
            "trace": [],
        }],
        "machines": [],
    })
}

fn paint() -> Paint {
    if colour() { Paint::COLOURED } else { Paint::PLAIN }
}

/// A place as `file:line`.
fn place(sources: &SourceMap, span: Span) -> String {
    let file = sources.get(span.file);
    file.map_or_else(String::new, |file| {
        format!("{}:{}", crate::report::visible::name(&file.name), file.line_of(span.start) + 1)
    })
}
