//! From a checked spec to everything that a suite is made from.

use std::sync::Arc;
use std::time::Instant;

use super::analyse::Analysis;
use super::explore::{Known, Line};
use super::inspect::report_errors;
use super::verify::Solver;
use super::{Outcome, Talk, to_stderr};
use crate::convention::Api;
use crate::explore::{Effort, Exploration, Options, explore_again};
use crate::ir::Service;
use crate::plan::Ground;
use crate::realize::{Body, realize};
use crate::source::SourceMap;

/// A spec that was checked and explored.
pub(super) struct Prepared {
    pub(super) sources: SourceMap,
    pub(super) service: Arc<Service>,
    pub(super) api: Api,
    pub(super) options: Options,
    pub(super) exploration: Exploration,
    pub(super) bodies: Vec<Body>,
}

impl Prepared {
    /// Explores a spec that has no errors. What is wrong is told, and gives the outcome.
    pub(super) fn from(analysis: Analysis, effort: Effort, talk: Talk) -> Result<Prepared, Outcome> {
        let outcome = report_errors(&analysis);
        let Analysis { sources, service, api, .. } = analysis;
        let (Outcome::Fine, Some(service), Some(api)) = (outcome, service, api) else { return Err(outcome) };
        let options = Options { effort, ..Options::default() };
        let (service, began) = (Arc::new(service), Instant::now());
        let mut progress = Line::new(&service.name, talk);
        let solver = Solver::new(&sources);
        let found = explore_again(&service, &options, (&solver, &Known::new()), &mut progress);
        drop(progress);
        if let Some(outcome) = solver.failure() {
            return Err(outcome);
        }
        if talk.verbose {
            talk.say(&format!("{}: explore {:.1} s", service.name, began.elapsed().as_secs_f64()));
        }
        match found {
            Ok(exploration) => {
                let bodies = realize(&service);
                Ok(Prepared { sources, service, api, options, exploration, bodies })
            }
            Err(finding) => {
                to_stderr(&format!("specc: {}: {}", service.name, finding.message(&service)));
                Err(Outcome::Findings)
            }
        }
    }

    /// What a plan is made from.
    pub(super) fn ground(&self) -> Ground<'_> {
        let Prepared { sources, service, api, exploration, bodies, .. } = self;
        Ground { service, api, exploration, sources, bodies }
    }
}
