//! `specc openapi`.

use std::path::Path;

use super::analyse::Analysis;
use super::inspect::report_errors;
use super::{Notation, Outcome, Talk, files, to_stderr, to_stdout};
use crate::openapi;

/// Prints the OpenAPI document of a spec that has no errors.
pub(super) fn run(path: &Path, notation: Notation, talk: Talk) -> Outcome {
    let analysis = match Analysis::of(path) {
        Ok(analysis) => analysis,
        Err(error) => {
            to_stderr(&format!("specc: cannot read {}: {error}", files::shown(path)));
            return Outcome::Environment;
        }
    };
    analysis.tell_timings(path, talk);
    let outcome = report_errors(&analysis);
    if let (Outcome::Fine, Some(service), Some(api)) = (outcome, &analysis.service, &analysis.api) {
        let document = openapi::document(service, api);
        to_stdout(&match notation {
            Notation::Yaml => openapi::to_yaml(&document),
            Notation::Json => openapi::to_json(&document),
        });
    }
    outcome
}
