//! From a checked spec to everything that a suite is made from. Routes and bodies are made once, and passed on.

use std::sync::Arc;
use std::time::Instant;

use super::analyse::Analysis;
use super::explore::{Known, Line};
use super::inspect::report_errors;
use super::verify::Solver;
use super::{Outcome, Talk, to_stderr};
use crate::convention::Api;
use crate::explore::{Effort, Exploration, Options, explore_again};
use crate::interp::Machine;
use crate::ir::Service;
use crate::plan::Ground;
use crate::source::SourceMap;

/// A spec without errors.
pub(super) struct Sound {
    pub(super) sources: SourceMap,
    pub(super) service: Arc<Service>,
    pub(super) api: Api,
    /// Runs it; has the bodies of its operations.
    pub(super) machine: Machine,
}

impl Sound {
    /// What is wrong is told, and gives the outcome.
    pub(super) fn of(analysis: Analysis) -> Result<Sound, Outcome> {
        let outcome = report_errors(&analysis);
        let Analysis { sources, service, api, .. } = analysis;
        let (Outcome::Fine, Some(service), Some(api)) = (outcome, service, api) else { return Err(outcome) };
        let service = Arc::new(service);
        let machine = Machine::new(Arc::clone(&service));
        Ok(Sound { sources, service, api, machine })
    }
}

/// A spec that was checked and explored.
pub(super) struct Prepared {
    pub(super) sound: Sound,
    pub(super) options: Options,
    pub(super) exploration: Exploration,
}

impl Prepared {
    /// Explores a spec. What is wrong is told, and gives the outcome.
    pub(super) fn from(sound: Sound, effort: Effort, talk: Talk) -> Result<Prepared, Outcome> {
        let Sound { sources, service, .. } = &sound;
        let (options, began) = (Options { effort, ..Options::default() }, Instant::now());
        let mut progress = Line::new(&service.name, talk);
        let solver = Solver::new(sources);
        let found = explore_again(service, &options, (&solver, &Known::new()), &mut progress);
        drop(progress);
        if let Some(outcome) = solver.failure() {
            return Err(outcome);
        }
        if talk.verbose {
            talk.say(&format!("{}: explore {:.1} s", service.name, began.elapsed().as_secs_f64()));
        }
        match found {
            Ok(exploration) => Ok(Prepared { sound, options, exploration }),
            Err(finding) => {
                to_stderr(&format!("specc: {}: {}", service.name, finding.message(service)));
                Err(Outcome::Findings)
            }
        }
    }

    /// What a plan is made from.
    pub(super) fn ground(&self) -> Ground<'_> {
        let Prepared { sound: Sound { sources, service, api, machine }, exploration, .. } = self;
        Ground { service, api, exploration, sources, machine }
    }
}
