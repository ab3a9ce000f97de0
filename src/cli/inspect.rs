//! `specc inspect`.

use std::path::Path;

use serde::Serialize;

use super::analyse::Analysis;
use super::outline::outline;
use super::prepare::{Prepared, Sound};
use super::{Outcome, Stage, Talk, View, colour, files, painted_to_stderr, to_stderr, to_stdout};
use crate::backend::Target;
use crate::diag::Diagnostic;
use crate::explore::Effort;
use crate::realize;
use crate::report::{Format, Options, render};
use crate::{convention, ir, lower, plan};

/// Shows what a stage makes of a spec.
pub(super) fn run(path: &Path, stage: Stage, view: View, talk: Talk) -> Outcome {
    let analysis = match Analysis::of(path) {
        Ok(analysis) => analysis,
        Err(error) => {
            to_stderr(&format!("specc: cannot read {}: {error}", files::shown(path)));
            return Outcome::Environment;
        }
    };
    analysis.tell_timings(path, talk);
    match stage {
        Stage::Ast => show_ast(&analysis, view),
        Stage::Ir => show_ir(&analysis, view),
        Stage::Routes => show_routes(&analysis, view),
        Stage::Bodies => show_bodies(&analysis, view),
        Stage::Plan => show_plan(analysis, view, talk),
        Stage::Service => show_service(&analysis, view),
        Stage::Lowered => show_lowered(&analysis, view),
    }
}

/// The tree is shown even where the spec has errors, as far as it could be read.
fn show_ast(analysis: &Analysis, view: View) -> Outcome {
    match view {
        View::Json => to_stdout(&json(&analysis.files)),
        View::Text => to_stdout(&analysis.files.iter().map(outline).collect::<Vec<_>>().join("\n")),
    }
    report_errors(analysis)
}

fn show_ir(analysis: &Analysis, view: View) -> Outcome {
    if let Some(service) = &analysis.service {
        to_stdout(&match view {
            View::Json => json(service),
            View::Text => ir::show(service),
        });
    }
    report_errors(analysis)
}

/// Routes are shown even where they collide, so that one can see where.
fn show_routes(analysis: &Analysis, view: View) -> Outcome {
    if let (Some(service), Some(api)) = (&analysis.service, &analysis.api) {
        let listing = convention::listing(service, api, &convention::schema(service));
        to_stdout(&match view {
            View::Json => json(&listing),
            View::Text => convention::show(&listing),
        });
    }
    report_errors(analysis)
}

fn show_bodies(analysis: &Analysis, view: View) -> Outcome {
    if let Some(service) = &analysis.service {
        let bodies = realize::realize(service);
        to_stdout(&match view {
            View::Json => json(&bodies),
            View::Text => realize::show(service, &bodies),
        });
    }
    report_errors(analysis)
}

fn show_service(analysis: &Analysis, view: View) -> Outcome {
    if let (Some(service), Some(api)) = (&analysis.service, &analysis.api) {
        let bodies = realize::realize(service);
        let planned = plan::service::service_plan(service, api, &bodies);
        to_stdout(&match view {
            View::Json => json(&planned),
            View::Text => plan::service::show(service, &bodies, &planned),
        });
    }
    report_errors(analysis)
}

fn show_lowered(analysis: &Analysis, view: View) -> Outcome {
    if let (Some(service), Some(api)) = (&analysis.service, &analysis.api) {
        let planned = plan::service::service_plan(service, api, &realize::realize(service));
        to_stdout(&match view {
            View::Json => json(&lower::listing(service, &planned)),
            View::Text => lower::show_listing(service, &planned),
        });
    }
    report_errors(analysis)
}

/// A plan needs the witnesses of an exploration.
fn show_plan(analysis: Analysis, view: View, talk: Talk) -> Outcome {
    let prepared = Sound::of(analysis).and_then(|sound| Prepared::from(sound, Effort::default(), talk));
    let prepared = match prepared {
        Ok(prepared) => prepared,
        Err(outcome) => return outcome,
    };
    let plan = plan::plan(prepared.ground(), Target::usual().capabilities());
    to_stdout(&match view {
        View::Json => json(&plan::json(&plan, &prepared.sound.service)),
        View::Text => plan::show(&plan, &prepared.sound.service),
    });
    Outcome::Fine
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// Prints the errors of a spec, if there are any.
pub(super) fn report_errors(analysis: &Analysis) -> Outcome {
    let errors: Vec<Diagnostic> = analysis.diagnostics.iter().filter(|found| found.is_error()).cloned().collect();
    if errors.is_empty() {
        return Outcome::Fine;
    }
    let options = Options { strict: false, colour: colour(), width: 100 };
    painted_to_stderr(render(Format::Terminal, &errors, &analysis.sources, &options).trim_end());
    Outcome::Findings
}
