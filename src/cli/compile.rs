//! `specc compile`, and `specc diff`, which shows what it would change.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::analyse::Analysis;
use super::explore::effort;
use super::prepare::{Prepared, Sound};
use super::{Outcome, Talk, files, interrupt, to_stderr, to_stdout, verify};
use crate::backend::{AddedMigration, Around, GeneratedFile, Project, Suite, Target, Toolchain};
use crate::emit::{self, Change, Desk, Failure, Found, Origin, Tree, View};
use crate::explore::{Effort, corpus_text};
use crate::interp::wire;
use crate::ir::Service;
use crate::plan::SuitePlan;
use crate::plan::service::{ServicePlan, service_plan};
use crate::plan::store::Store;
use crate::{openapi, plan};

/// What is asked of `specc compile`.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    #[command(flatten)]
    made: Made,
    /// Write the service and its conformance suite (what is done unless something else is asked for)
    #[arg(long, group = "parts")]
    with_tests: bool,
    /// Write the conformance suite alone
    #[arg(long, group = "parts")]
    tests_only: bool,
    /// Write the service alone
    #[arg(long, group = "parts")]
    no_tests: bool,
    /// Write it even if the spec is violated, and prove nothing
    #[arg(long)]
    ignore_verify: bool,
    /// Fail where values of a type cannot be drawn as the spec says and no strategy of yours is named
    #[arg(long)]
    strict_strategies: bool,
    /// Write nothing; list what would become of each file
    #[arg(long, conflicts_with = "check")]
    dry_run: bool,
    /// Write nothing; fail where the folder is not as it would be written
    #[arg(long)]
    check: bool,
}

/// What is written of a spec.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// The service and its suite
    Both,
    /// The suite
    Suite,
    /// The service
    Service,
}

/// What a spec has to pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Care {
    /// Nothing: the user knows better
    None,
    /// The exploration, which finds out most
    Exploration,
    /// The solver, too
    Proof,
}

impl Parts {
    /// What a folder was written with; both where it was not.
    fn held(view: &View) -> Parts {
        let target = view.origin().ok().flatten().and_then(|origin| Target::parse(&origin.target));
        let Some(Toolchain { suite, service, .. }) = target.map(Target::toolchain) else { return Parts::Both };
        let has = |path: &str| view.has(path).unwrap_or(false);
        match (has(service.home), has(suite.entry)) {
            (false, true) => Parts::Suite,
            (true, false) => Parts::Service,
            (true, true) | (false, false) => Parts::Both,
        }
    }
}

impl Wanted {
    /// What is asked for, or else what a folder was written with.
    fn parts_of(&self, view: &View) -> Parts {
        let is_said = self.with_tests || self.tests_only || self.no_tests;
        if is_said { self.parts() } else { Parts::held(view) }
    }

    /// What is to be in a folder. What keeps it from being written is told, and gives the outcome.
    fn make(&self, view: &View, parts: Parts, talk: Talk) -> Result<Output, Outcome> {
        let care = if self.ignore_verify { Care::None } else { Care::Proof };
        let made = self.made.make(view, parts, care, talk)?;
        match &made.plan {
            Some(plan) if self.strict_strategies && !plan.skips.strategies.is_empty() => {
                tell_strategies(plan);
                Err(Outcome::Findings)
            }
            Some(_) | None => Ok(made),
        }
    }

    fn parts(&self) -> Parts {
        match (self.tests_only, self.no_tests) {
            (true, _) => Parts::Suite,
            (false, true) => Parts::Service,
            (false, false) => Parts::Both,
        }
    }
}

/// What both commands need to know.
#[derive(Debug, Args)]
pub(super) struct Made {
    /// A spec file, or `-` for standard input
    spec: PathBuf,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// What to write, as language-framework-database
    #[arg(long, value_name = "TARGET", value_parser = target(), conflicts_with_all = ["lang", "framework", "db"])]
    target: Option<Target>,
    /// The language, where the target is not given whole
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// The framework, where the target is not given whole
    #[arg(long, value_name = "FRAMEWORK")]
    framework: Option<String>,
    /// The database, where the target is not given whole
    #[arg(long, value_name = "DATABASE")]
    db: Option<String>,
    /// How much is spent on what is hard to reach or to prove: quick, normal or deep [default: what the folder was written
    /// with, or else normal]
    #[arg(long, value_name = "EFFORT", value_parser = effort(), hide_possible_values = true)]
    effort: Option<Effort>,
}

fn target() -> impl TypedValueParser<Value = Target> {
    let names = PossibleValuesParser::new(Target::ALL.map(Target::name));
    names.try_map(|name| Target::parse(&name).ok_or("there is no such target"))
}

/// Compiles a spec.
pub(super) fn run(wanted: &Wanted, talk: Talk) -> Outcome {
    let done = if wanted.dry_run || wanted.check { looked_at(wanted, talk) } else { written(wanted, talk) };
    done.unwrap_or_else(|outcome| outcome)
}

/// Tells what would become of a folder, and writes nothing.
fn looked_at(wanted: &Wanted, talk: Talk) -> Result<Outcome, Outcome> {
    let view = emit::look(&wanted.made.out).map_err(failed)?;
    let made = wanted.make(&view, wanted.parts_of(&view), talk)?;
    let told = if wanted.dry_run { dry_run(&view, &made) } else { check(&view, &made, talk) };
    told.map_err(failed)
}

fn written(wanted: &Wanted, talk: Talk) -> Result<Outcome, Outcome> {
    let desk = emit::claim(&wanted.made.out).map_err(failed)?;
    let made = wanted.make(desk.view(), wanted.parts(), talk)?;
    write(&desk, &made, talk).map_err(failed)
}

/// Shows how a folder differs from what would be written.
pub(super) fn diff(made: &Made, talk: Talk) -> Outcome {
    let shown = emit::look(&made.out).map_err(failed).and_then(|view| {
        let made = made.make(&view, Parts::held(&view), Care::Exploration, talk)?;
        view.survey(made.tree()).and_then(|found| view.drift(made.tree(), &found)).map_err(failed)
    });
    match shown {
        Ok(text) => {
            to_stdout(&text);
            if text.is_empty() { Outcome::Fine } else { Outcome::Findings }
        }
        Err(outcome) => outcome,
    }
}

pub(super) fn failed(failure: Failure) -> Outcome {
    to_stderr(&format!("specc: {failure}"));
    Outcome::Environment
}

/// All that is to be written.
struct Output {
    folder: PathBuf,
    origin: Origin,
    /// What is tested, where tests are written.
    plan: Option<SuitePlan>,
    files: Vec<GeneratedFile>,
    /// The migration that is new.
    added: Option<AddedMigration>,
    /// What is costly about the service, in words.
    costs: Vec<String>,
}

/// The files of a service.
struct ServiceFiles {
    files: Vec<GeneratedFile>,
    added: Option<AddedMigration>,
    costs: Vec<String>,
}

impl Output {
    fn tree(&self) -> Tree<'_> {
        Tree { origin: &self.origin, files: &self.files }
    }
}

impl Made {
    /// Everything from the text of a spec to the text of each file. What is wrong is told, and gives the outcome.
    fn make(&self, view: &View, parts: Parts, care: Care, talk: Talk) -> Result<Output, Outcome> {
        let target = self.target()?;
        let effort = self.effort(view)?;
        let analysis = Analysis::of(&self.spec).map_err(|error| {
            to_stderr(&format!("specc: cannot read {}: {error}", files::shown(&self.spec)));
            Outcome::Environment
        })?;
        analysis.tell_timings(&self.spec, talk);
        let sound = Sound::of(analysis)?;
        interrupt::nothing_is_written();
        match care {
            Care::None => verify::ignored(),
            Care::Exploration => {}
            Care::Proof => verify::pass(&self.spec, (&sound.machine, &sound.sources), effort, talk)?,
        }
        if parts == Parts::Service && care == Care::None {
            return self.service_alone(target, effort, (&sound, view));
        }
        let prepared = Prepared::from(sound, effort, talk)?;
        if let ([violation, ..], false) = (prepared.exploration.violations.as_slice(), care == Care::None) {
            let service = &prepared.sound.service;
            let message = violation.finding.message(service);
            to_stderr(&format!("specc: {}: {message}; `specc explore` shows how", service.name));
            return Err(Outcome::Findings);
        }
        output(target, (&self.out, view), &prepared, parts)
    }

    /// A service needs nothing that exploring finds: where nothing has to be passed, nothing is explored.
    fn service_alone(&self, target: Target, effort: Effort, (sound, view): (&Sound, &View)) -> Result<Output, Outcome> {
        let spec = plan::Places::new(&sound.sources).spec();
        let origin = Origin { target: target.name().into(), spec: spec.clone(), effort };
        let ServiceFiles { mut files, added, costs } = service_files(target, sound, (&spec, false, view))?;
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Output { folder: self.out.clone(), origin, plan: None, files, added, costs })
    }

    /// What may be spent: what is asked for, or else what the folder was written with.
    fn effort(&self, view: &View) -> Result<Effort, Outcome> {
        match self.effort {
            Some(effort) => Ok(effort),
            None => Ok(view.origin().map_err(failed)?.map_or_else(Effort::default, |origin| origin.effort)),
        }
    }

    fn target(&self) -> Result<Target, Outcome> {
        let [lang, framework, db] = [&self.lang, &self.framework, &self.db].map(Option::as_deref);
        self.target.or_else(|| Target::with(lang, framework, db)).ok_or_else(|| {
            let parts: Vec<&str> = [lang, framework, db].into_iter().flatten().collect();
            let known = Target::ALL.map(Target::name).join(", ");
            to_stderr(&format!("specc: there is no target with {}: choose from {known}", parts.join(" and ")));
            Outcome::Environment
        })
    }
}

fn output(
    target: Target,
    (folder, view): (&Path, &View),
    prepared: &Prepared,
    parts: Parts,
) -> Result<Output, Outcome> {
    let plan = plan::plan(prepared.ground(), target.capabilities());
    let (mut files, mut added, mut costs) = (Vec::new(), None, Vec::new());
    if parts != Parts::Suite {
        let made = service_files(target, &prepared.sound, (&plan.spec, parts == Parts::Both, view))?;
        (files, added, costs) = (made.files, made.added, made.costs);
    }
    if parts != Parts::Service {
        files.extend(suite_files(target, prepared, &plan));
    }
    // Both parts bring some files, such as the spec; the first to bring one wins.
    let mut paths = std::collections::BTreeSet::new();
    files.retain(|file: &GeneratedFile| paths.insert(file.path.clone()));
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let origin = Origin { target: target.name().into(), spec: plan.spec.clone(), effort: prepared.options.effort };
    let plan = (parts != Parts::Service).then_some(plan);
    Ok(Output { folder: folder.into(), origin, plan, files, added, costs })
}

fn suite_files(target: Target, prepared: &Prepared, plan: &SuitePlan) -> Vec<GeneratedFile> {
    let Prepared { sound: Sound { sources, service, api, .. }, options, exploration } = prepared;
    let corpus = corpus_text(exploration, service, api, options);
    let openapi = openapi::to_yaml(&openapi::document(service, api));
    target.suite(Suite { service, api, sources, plan, corpus: &corpus, openapi: &openapi })
}

/// The files of a service and of what stands around it, after the migrations that the folder holds already.
fn service_files(
    target: Target,
    sound: &Sound,
    (spec, has_tests, view): (&str, bool, &View),
) -> Result<ServiceFiles, Outcome> {
    let Sound { sources, service, api, machine } = sound;
    let initial = machine.initial().map_err(|finding| {
        to_stderr(&format!("specc: {}: {}", service.name, finding.message(service)));
        Outcome::Findings
    })?;
    let open = machine.bodies().iter().filter(|body| body.may_find_nothing(service)).map(|body| body.operation);
    let openapi = openapi::to_json(&openapi::document_without(service, api, &open.collect::<Vec<_>>()));
    let planned = service_plan(service, api, machine.bodies());
    let store = Store::of(service, machine, target.database(), &planned);
    let initial = wire::encode_state(service, &initial);
    let project = Project {
        service,
        api,
        sources,
        spec,
        plan: &planned,
        store: &store,
        database: target.database(),
        initial: &initial,
        openapi: &openapi,
    };
    let past = view.past(target.migrations()).map_err(failed)?;
    let around = Around { service, spec, store: &store, has_tests };
    let surroundings = target.surroundings(around, &past).map_err(|error| {
        to_stderr(&format!("specc: {error}"));
        Outcome::Environment
    })?;
    let mut files = target.service(project);
    files.extend(surroundings.files);
    Ok(ServiceFiles { files, added: surroundings.added, costs: costs(service, &planned) })
}

/// Which promises take whole relations to check at each call.
fn costs(service: &Service, plan: &ServicePlan) -> Vec<String> {
    let mut found = Vec::new();
    for operation in &plan.operations {
        let name = &service.operation(operation.operation).name;
        for costly in &operation.costly {
            let relations: Vec<&str> =
                costly.relations.iter().map(|id| service.state_field(*id).name.as_str()).collect();
            found.push(format!("{name} reads all of {} to check {}", relations.join(" and "), costly.promise));
        }
    }
    found.dedup();
    found
}

fn tell_strategies(plan: &SuitePlan) {
    for skip in &plan.skips.strategies {
        to_stderr(&format!("specc: {}: {}; name a strategy of your own in `conventions`", skip.kind, skip.reason));
    }
}

fn write(desk: &Desk, made: &Output, talk: Talk) -> Result<Outcome, Failure> {
    let interrupted = interrupt::noticed();
    let found = desk.write(made.tree(), &interrupted)?;
    for one in found.iter().filter(|one| one.edited) {
        talk.say(&format!("specc: {}", edited(one)));
    }
    made.costs.iter().for_each(|cost| talk.say(&format!("specc: warning: {cost}")));
    for skip in made.plan.iter().flat_map(|plan| plan.skips.undone()) {
        talk.say(&format!("specc: warning: {}: {}", skip.kind, skip.reason));
    }
    if let Some(added) = &made.added {
        talk.say(&format!("specc: adds migration {}", added.name));
        added.lines.iter().for_each(|line| talk.say(&format!("specc:   {line}")));
    }
    let less = made.plan.as_ref().map_or(0, SuitePlan::rest_on_less);
    if less > 0 {
        talk.say(&format!("specc: {}", rest_on_less(less, made.origin.effort)));
    }
    talk.say(&summary(&made.folder, &found, made.plan.as_ref().map_or(0, |plan| plan.tests.len())));
    Ok(Outcome::Fine)
}

/// That the effort ended before all tests were found, and what helps.
fn rest_on_less(clauses: usize, effort: Effort) -> String {
    let rest = if clauses == 1 { "1 clause rests".to_string() } else { format!("{clauses} clauses rest") };
    let help = match effort {
        Effort::Quick | Effort::Normal => "; `--effort deep` searches longer",
        Effort::Deep => "",
    };
    format!("{rest} on less: the effort ended before all tests were found{help}")
}

fn edited(found: &Found) -> String {
    if found.change == Change::Preserve {
        format!("{} is written no longer; it was edited, so it stays", found.path)
    } else {
        format!("{} was edited; it is as the spec says again", found.path)
    }
}

fn dry_run(view: &View, made: &Output) -> Result<Outcome, Failure> {
    let found = view.survey(made.tree())?;
    to_stdout(&found.iter().map(line).collect::<String>());
    Ok(Outcome::Fine)
}

fn check(view: &View, made: &Output, talk: Talk) -> Result<Outcome, Failure> {
    let found = view.survey(made.tree())?;
    let drifted: Vec<&Found> = found.iter().filter(|one| one.change.is_drift()).collect();
    if drifted.is_empty() {
        talk.say(&format!("{}: {} files, as the spec says", files::shown(&made.folder), found.len()));
        return Ok(Outcome::Fine);
    }
    to_stdout(&drifted.iter().map(|one| line(one)).collect::<String>());
    let many = drifted.len();
    let differ = if many == 1 { "1 file differs".into() } else { format!("{many} files differ") };
    to_stderr(&format!("specc: {differ}: compile again, or see `specc diff`"));
    Ok(Outcome::Findings)
}

fn line(found: &Found) -> String {
    let note = if found.edited { "  (edited)" } else { "" };
    format!("{:<9}  {}{note}\n", found.change.name(), found.path)
}

fn summary(out: &Path, found: &[Found], tests: usize) -> String {
    let count = |change: Change| found.iter().filter(|one| one.change == change).count();
    let told: Vec<String> = Change::ALL
        .into_iter()
        .filter(|kind| count(*kind) > 0)
        .map(|kind| format!("{} {}", count(kind), kind.name()))
        .collect();
    format!("{}: {} files ({}), {tests} behavioural tests", files::shown(out), found.len(), told.join(", "))
}
