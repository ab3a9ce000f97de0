//! `specc test`: the suite of a folder against the service in it, one that is there, or the reference server.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{self, PathBuf};
use std::time::Duration;

use clap::Args;

use super::analyse::Analysis;
use super::status::StatusLine;
use super::{Outcome, Talk, compile, files, interrupt, report, to_stderr};
use crate::backend::{ServiceTools, Target, Toolchain};
use crate::conform::run::{
    self as conform, Door, Environment, Event, Judged, Launch, Phase, Profile, Run, Running, Stop, Trouble,
    cache_folder,
};
use crate::emit::{self, View};
use crate::folder::{Below, Folder};
use crate::ir::SchemeKind;
use crate::serve::credential_variable;

/// What is asked of `specc test`.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// A folder that `specc compile` wrote
    dir: PathBuf,
    /// Some phases; all of them unless some are named
    #[arg(value_enum, value_name = "PHASE")]
    phases: Vec<Phase>,
    /// Where the service is, which has its admin contract open
    #[arg(long, conflicts_with = "reference")]
    url: Option<String>,
    /// Test the reference server, started for this
    #[arg(long)]
    reference: bool,
    /// How long to wait for a service that is not there yet
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "url")]
    wait: u64,
    /// How thorough
    #[arg(long, value_enum, default_value_t = Profile::Thorough)]
    profile: Profile,
    /// What random choices derive from
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Run only the test of this name, or those whose names match
    #[arg(short = 'k', value_name = "EXPR")]
    only: Option<String>,
    /// Stop at the first failure
    #[arg(long)]
    fail_fast: bool,
    /// How long it may take: 60, 240 or 1440 by profile, unless said otherwise. It ends with what it has by then
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
}

/// Tests a service.
pub(super) fn run(wanted: &Wanted, talk: Talk) -> Outcome {
    let opened = emit::occupy(&wanted.dir).and_then(|view| view.manifest().map(|manifest| (view, manifest)));
    let (view, manifest) = match opened {
        Ok(opened) => opened,
        Err(failure) => return compile::failed(failure),
    };
    let stop = interrupt::noticed_at_once();
    let tested = tools(&manifest.origin.target).and_then(|tools| {
        let is_there = |service: &ServiceTools| view.has(service.entry).unwrap_or(false);
        let service = Some(tools.service).filter(|service| wanted.starts_service() && is_there(service));
        Session { wanted, talk, stop: &stop, tools, service, view: &view }.test(&manifest.origin.spec)
    });
    tested.unwrap_or_else(|trouble| {
        to_stderr(&format!("specc: {trouble}"));
        Outcome::Environment
    })
}

/// The tools of what a folder was written for.
fn tools(target: &str) -> Result<Toolchain, Trouble> {
    let unknown = || Trouble::GaveUp(format!("the folder was written for {target}, which this specc does not know"));
    Target::parse(target).map(Target::toolchain).ok_or_else(unknown)
}

impl Wanted {
    /// Whether the service of the folder itself is to be tested.
    fn starts_service(&self) -> bool {
        self.url.is_none() && !self.reference
    }

    /// How to say again which service is meant.
    fn against(&self) -> String {
        match &self.url {
            Some(url) => format!("--url {url}"),
            None if self.reference => "--reference".into(),
            None => String::new(),
        }
    }
}

struct Session<'a> {
    wanted: &'a Wanted,
    talk: Talk,
    stop: Stop<'a>,
    /// The tools of the folder's language
    tools: Toolchain,
    /// How the service of the folder is brought up, where it is tested
    service: Option<ServiceTools>,
    /// The folder, which nobody else uses meanwhile
    view: &'a View,
}

/// A folder that goes with this value.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is in the system's folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The service that is tested.
enum Subject {
    /// One that is there
    There(String),
    /// One that was started
    Started(Box<Started>),
}

struct Started {
    running: Running,
    /// The variables that a suite needs: its token, and credentials
    variables: Vec<(String, String)>,
    /// What is wrong with its door
    problems: Vec<String>,
    /// Where its state is
    _scratch: Option<Scratch>,
}

impl Session<'_> {
    fn test(&self, spec: &str) -> Result<Outcome, Trouble> {
        let environment = self.environment()?;
        let mut subject = self.subject(spec, &environment)?;
        let judged = self.judge(&environment, &subject).map_err(|trouble| subject.explained(trouble))?;
        report::show(&self.wanted.dir, self.view, self.talk).map_err(Trouble::GaveUp)?;
        let problems = subject.problems();
        for problem in problems {
            to_stderr(&format!("specc: {problem}"));
        }
        Ok(match judged {
            Judged::Passed if problems.is_empty() => Outcome::Fine,
            Judged::Unfinished if problems.is_empty() => Outcome::Environment,
            Judged::Passed | Judged::Failed | Judged::Unfinished => Outcome::Findings,
        })
    }

    fn environment(&self) -> Result<Environment, Trouble> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let cache = cache_folder(&variable)
            .ok_or_else(|| Trouble::GaveUp("there is no place for the suite's packages: set SPECC_CACHE".into()))?;
        let say = |text: &str| self.talk.say(text);
        let of_service = self.service.map_or(&[][..], |service| service.packages);
        let mut lists: Vec<PathBuf> = Vec::new();
        for list in self.tools.suite.packages.iter().chain(of_service).map(|list| self.wanted.dir.join(list)) {
            if !lists.contains(&list) {
                lists.push(list);
            }
        }
        conform::prepare(&self.tools, &lists, &cache, self.stop, &say)
    }

    fn subject(&self, spec: &str, environment: &Environment) -> Result<Subject, Trouble> {
        match (&self.wanted.url, self.service) {
            (Some(url), _) => {
                conform::wait_for(url, Duration::from_secs(self.wanted.wait), self.stop)?;
                Ok(Subject::There(url.trim_end_matches('/').to_string()))
            }
            (None, Some(service)) => self.project(spec, service, environment),
            (None, None) if self.wanted.reference => self.reference(spec),
            (None, None) => Err(Trouble::GaveUp(format!(
                "{} holds a suite and no service: say where one is with --url, or test the reference server with \
                 --reference",
                files::shown(&self.wanted.dir)
            ))),
        }
    }

    /// Starts the reference server.
    fn reference(&self, spec: &str) -> Result<Subject, Trouble> {
        let program = env::current_exe().map_err(|error| Trouble::Start { program: "specc".into(), error })?;
        let path = self.wanted.dir.join("spec").join(spec);
        let path = path::absolute(&path).map_err(Trouble::io("find", &path))?;
        let arguments = ["serve".into(), "--port=0".into(), path.into()].into();
        let launch = self.launch(program, arguments)?;
        self.start(spec, launch, None)
    }

    /// Makes the tables of the folder's service, in an empty database where it can, and starts it.
    fn project(&self, spec: &str, service: ServiceTools, environment: &Environment) -> Result<Subject, Trouble> {
        let (program, arguments) = environment.program(&service.serve);
        let mut launch = self.launch(program, arguments)?;
        launch.variables = environment.variables(&service.serve);
        let scratch = match service.in_file {
            Some(before) => {
                let scratch = Scratch(env::temp_dir().join(format!("specc-{}", conform::token()?)));
                fs::create_dir_all(&scratch.0).map_err(Trouble::io("create", &scratch.0))?;
                let url = format!("{before}{}", scratch.0.join("service.db").display());
                launch.variables.push((service.database.into(), url.into()));
                Some(scratch)
            }
            None if env::var_os(service.database).is_some() => None,
            None => {
                return Err(Trouble::GaveUp(format!(
                    "set {} to a database whose content may be lost, or say with --url where the service runs",
                    service.database
                )));
            }
        };
        self.talk.say("making the tables of the service");
        conform::run_before(&launch, (service.before, environment), self.stop)?;
        self.start(spec, launch, scratch)
    }

    /// The spec that the folder was made from.
    fn analysed(&self, spec: &str) -> Result<Analysis, Trouble> {
        let folder = self.view.folder().map_or(Ok(None), |folder| folder.folder(&Below::new("spec")?))?;
        let unreadable = |why: String| Trouble::GaveUp(format!("cannot read spec/{spec}: {why}"));
        let folder: Folder = folder.ok_or_else(|| unreadable("there is no such folder".into()))?;
        Analysis::below(folder, spec).map_err(|error| unreadable(error.to_string()))
    }

    fn launch(&self, program: PathBuf, arguments: Vec<OsString>) -> Result<Launch, Trouble> {
        let folder = path::absolute(&self.wanted.dir).map_err(Trouble::io("find", &self.wanted.dir))?;
        let results = folder.join("results");
        Ok(Launch { program, arguments, folder, variables: Vec::new(), said: results.join("service.log") })
    }

    /// Starts a service, and looks at its door.
    fn start(&self, spec: &str, mut launch: Launch, scratch: Option<Scratch>) -> Result<Subject, Trouble> {
        let token = conform::token()?;
        let mut variables = credentials(self.analysed(spec)?, &token);
        launch.variables.extend(variables.iter().map(|(name, value)| (name.clone(), value.into())));
        let running = conform::start(&launch, &Door::Token(token.clone()), self.stop)?;
        let closed = Launch { said: launch.said.with_file_name("closed.log"), ..launch };
        let problems = conform::check_door(&closed, &running, &token, self.stop)?;
        variables.push(("TEST_ADMIN_TOKEN".into(), token));
        Ok(Subject::Started(Box::new(Started { running, variables, problems, _scratch: scratch })))
    }

    fn judge(&self, environment: &Environment, subject: &Subject) -> Result<Judged, Trouble> {
        let Wanted { dir, phases, profile, seed, only, fail_fast, minutes, .. } = self.wanted;
        let (url, variables) = match subject {
            Subject::There(url) => (url, &Vec::new()),
            Subject::Started(started) => (&started.running.url, &started.variables),
        };
        self.talk.say(&format!("{}: {} against {url}, seed {seed}", files::shown(dir), profile.name()));
        let run = Run {
            suite: dir.clone(),
            url: url.clone(),
            against: self.wanted.against(),
            variables: variables.clone(),
            profile: *profile,
            seed: *seed,
            phases: phases.clone(),
            only: only.clone(),
            fail_fast: *fail_fast,
            minutes: *minutes,
        };
        let mut followed = Followed::new(self.talk);
        let judged = conform::run(&run, (&self.tools.suite, environment), self.stop, &mut |event| followed.next(event));
        followed.tell();
        judged
    }
}

impl Subject {
    fn problems(&self) -> &[String] {
        match self {
            Subject::There(_) => &[],
            Subject::Started(started) => &started.problems,
        }
    }

    /// A trouble with what the service said at its end, where it has ended.
    fn explained(&mut self, trouble: Trouble) -> Trouble {
        let words = match self {
            Subject::There(_) => None,
            Subject::Started(started) => started.running.last_words(),
        };
        match words {
            Some(words) if !words.is_empty() => Trouble::GaveUp(format!("{trouble}\nThe service said:\n{words}")),
            Some(_) | None => trouble,
        }
    }
}

/// A credential for each scheme that has none in the environment.
fn credentials(analysis: Analysis, token: &str) -> Vec<(String, String)> {
    let schemes = analysis.service.map(|service| service.schemes).unwrap_or_default();
    let unset = schemes.iter().filter(|scheme| env::var_os(credential_variable(scheme)).is_none());
    let made = unset.map(|scheme| {
        let value = match scheme.kind {
            SchemeKind::Basic => format!("tester:{token}"),
            SchemeKind::Bearer(_)
            | SchemeKind::ApiKeyHeader(_)
            | SchemeKind::ApiKeyQuery(_)
            | SchemeKind::ApiKeyCookie(_) => format!("{}-{token}", scheme.name),
        };
        (credential_variable(scheme), value)
    });
    made.collect()
}

/// How a run is getting on.
struct Followed {
    talk: Talk,
    line: StatusLine,
    phase: Option<(Phase, u64)>,
    counts: [u64; 4],
}

impl Followed {
    fn new(talk: Talk) -> Followed {
        Followed { talk, line: StatusLine::new(talk), phase: None, counts: [0; 4] }
    }

    fn next(&mut self, event: &Event) {
        match event {
            Event::Phase { phase, tests } => {
                self.tell();
                self.phase = Some((*phase, *tests));
            }
            Event::Test { outcome } => self.counts[*outcome as usize] += 1,
            Event::Late | Event::Fatal { .. } => {}
        }
        let Followed { line, phase, counts, .. } = self;
        if let Some((phase, tests)) = phase {
            let done: u64 = counts.iter().sum();
            line.show(|| format!("{:<10}  {done} of {tests}{}", phase.name(), failures(counts[1])));
        }
    }

    /// Tells how the phase ended, if there is one.
    fn tell(&mut self) {
        self.line.clear();
        if let Some((phase, _)) = self.phase.take() {
            let [passed, failed, blocked, skipped] = self.counts;
            let some = |count, what| if count > 0 { format!(", {count} {what}") } else { String::new() };
            let others = some(blocked, "blocked by them") + &some(skipped, "not testable here");
            self.talk.say(&format!("{:<10}  {passed} passed{}{others}", phase.name(), failures(failed)));
        }
        self.counts = [0; 4];
    }
}

fn failures(failed: u64) -> String {
    if failed > 0 { format!(", {failed} FAILED") } else { String::new() }
}
