//! From a path to a checked spec: the stages in their order, with the time each one took.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::Talk;
use super::files::{FolderLoader, read, shown};
use crate::convention::Api;
use crate::diag::{Diagnostic, sort};
use crate::folder::Folder;
use crate::ir::Service;
use crate::project::{LoadError, Loader};
use crate::source::SourceMap;
use crate::syntax::ast::File;
use crate::{convention, lint, project, sema};

/// A spec with what is known about it.
pub(super) struct Analysis {
    pub(super) sources: SourceMap,
    pub(super) files: Vec<File>,
    /// The service; none if there are errors.
    pub(super) service: Option<Service>,
    /// How its operations are called; none if there is no service.
    pub(super) api: Option<Api>,
    pub(super) diagnostics: Vec<Diagnostic>,
    timings: Vec<(&'static str, Duration)>,
}

impl Analysis {
    /// Reads and checks a spec with everything it imports.
    pub(super) fn of(path: &Path) -> io::Result<Analysis> {
        let mut clock = Clock::start();
        let bytes = read(path)?;
        clock.lap("read");
        Ok(Analysis::of_bytes(&shown(path), &bytes, &FolderLoader::new(path), clock))
    }

    /// The same for a spec below a folder that others may have filled.
    pub(super) fn below(folder: Folder, name: &str) -> Result<Analysis, LoadError> {
        let mut clock = Clock::start();
        let loader = FolderLoader::within(folder);
        let bytes = loader.read(name)?;
        clock.lap("read");
        Ok(Analysis::of_bytes(&loader.display_name(name), &bytes, &loader, clock))
    }

    fn of_bytes(name: &str, bytes: &[u8], loader: &FolderLoader, mut clock: Clock) -> Analysis {
        let project = project::open(name, bytes, loader);
        clock.lap("parse");
        let checked = sema::check(&project.files, project.diagnostics.is_empty());
        clock.lap("check");
        let mut diagnostics = project.diagnostics;
        diagnostics.extend(checked.diagnostics);
        if let Some(service) = &checked.service {
            diagnostics.extend(lint::run(service));
        }
        clock.lap("lint");
        let mut api = None;
        if let Some(service) = &checked.service {
            let (found, problems) = convention::routes(service);
            diagnostics.extend(problems);
            api = Some(found);
        }
        clock.lap("map");
        sort(&mut diagnostics);
        let (sources, files) = (project.sources, project.files);
        Analysis { sources, files, service: checked.service, api, diagnostics, timings: clock.laps }
    }

    /// Says how long each stage took.
    pub(super) fn tell_timings(&self, path: &Path, talk: Talk) {
        if talk.verbose {
            let laps: Vec<String> = self
                .timings
                .iter()
                .map(|(stage, time)| format!("{stage} {:.1} ms", time.as_secs_f64() * 1e3))
                .collect();
            talk.say(&format!("{}: {} lines, {}", shown(path), self.sources.line_count(), laps.join(", ")));
        }
    }
}

struct Clock {
    last: Instant,
    laps: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn start() -> Clock {
        Clock { last: Instant::now(), laps: Vec::new() }
    }

    fn lap(&mut self, stage: &'static str) {
        let now = Instant::now();
        self.laps.push((stage, now - self.last));
        self.last = now;
    }
}
