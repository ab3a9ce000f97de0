//! `specc compile`.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::analyse::Analysis;
use super::prepare::Prepared;
use super::{Outcome, Talk, files, to_stderr};
use crate::backend::{Suite, Target};
use crate::emit::{self, Change};
use crate::explore::corpus_text;
use crate::{openapi, plan};

/// What is asked of `specc compile`.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// A spec file, or `-` for standard input
    spec: PathBuf,
    /// What to write, as language-framework-database
    #[arg(long, value_name = "TARGET", value_parser = target(), default_value = "python-fastapi-sqlite")]
    target: Target,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write the conformance suite alone
    #[arg(long)]
    tests_only: bool,
}

fn target() -> impl TypedValueParser<Value = Target> {
    let names = PossibleValuesParser::new(Target::ALL.map(Target::name));
    names.try_map(|name| Target::parse(&name).ok_or("there is no such target"))
}

/// Compiles a spec.
pub(super) fn run(wanted: &Wanted, talk: Talk) -> Outcome {
    if !wanted.tests_only {
        to_stderr("specc: only suites are written so far: add --tests-only");
        return Outcome::Environment;
    }
    let analysis = match Analysis::of(&wanted.spec) {
        Ok(analysis) => analysis,
        Err(error) => {
            to_stderr(&format!("specc: cannot read {}: {error}", files::shown(&wanted.spec)));
            return Outcome::Environment;
        }
    };
    analysis.tell_timings(&wanted.spec, talk);
    let prepared = match Prepared::from(analysis, talk) {
        Ok(prepared) => prepared,
        Err(outcome) => return outcome,
    };
    if let [violation, ..] = prepared.exploration.violations.as_slice() {
        let message = violation.finding.message(&prepared.service);
        to_stderr(&format!("specc: {}: {message}; `specc explore` shows how", prepared.service.name));
        return Outcome::Findings;
    }
    write(wanted, &prepared, talk)
}

fn write(wanted: &Wanted, prepared: &Prepared, talk: Talk) -> Outcome {
    let Prepared { sources, service, api, options, exploration, .. } = prepared;
    let plan = plan::plan(prepared.ground(), wanted.target.capabilities());
    let corpus = corpus_text(exploration, service, api, options);
    let openapi = openapi::to_yaml(&openapi::document(service, api));
    let suite = Suite { service, api, sources, plan: &plan, corpus: &corpus, openapi: &openapi };
    let found = wanted.target.suite(suite);
    match emit::write(&wanted.out, &found) {
        Ok(changes) => {
            talk.say(&summary(&wanted.out, &changes, plan.tests.len()));
            Outcome::Fine
        }
        Err(failure) => {
            to_stderr(&format!("specc: {failure}"));
            Outcome::Environment
        }
    }
}

fn summary(out: &Path, changes: &[Change], tests: usize) -> String {
    let count = |change: Change| changes.iter().filter(|found| **found == change).count();
    let kinds = [Change::Create, Change::Update, Change::Unchanged, Change::Preserve];
    let told: Vec<String> = kinds
        .into_iter()
        .filter(|kind| count(*kind) > 0)
        .map(|kind| format!("{} {}", count(kind), kind.name()))
        .collect();
    format!("{}: {} files ({}), {tests} behavioural tests", files::shown(out), changes.len(), told.join(", "))
}
