//! A service in Python: FastAPI over SQLAlchemy. What is the same for every spec is in `templates/python/service/`.

mod body;
mod loads;
mod operations;
mod routers;
mod schemas;
mod spec;
mod storage;
mod written;

use super::clauses::{self, Clauses};
use super::core::CORE;
use super::names::{Namespace, PyIdent, PyNames, Space, snake};
use super::piece::{Argument, Piece, named};
use super::regex;
use super::uses::{SERVICE, Uses};
use super::{Suite, literal, model, predicates, wire};
use crate::backend::{GeneratedFile, Owner, Project, ServiceBackend};
use crate::convention::Route;
use crate::ir::Service;
use crate::lower::Opaque;
use crate::plan::service::{OperationPlan, Recipe, Texts};
use crate::syntax::on_deep_threads;

macro_rules! verbatim {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../../templates/python/service/", $path)))),*]
    };
}

/// The files that are the same for every spec.
const VERBATIM: &[(&str, &str)] = verbatim![
    "app/__init__.py",
    "app/__main__.py",
    "app/main.py",
    "app/routers/__init__.py",
    "app/routers/test_admin.py",
    "app/runtime/__init__.py",
    "app/runtime/calls.py",
    "app/runtime/choices.py",
    "app/runtime/clauses.py",
    "app/runtime/clock.py",
    "app/runtime/database.py",
    "app/runtime/metrics.py",
    "app/runtime/patterns.py",
    "app/runtime/problems.py",
    "app/runtime/reading.py",
    "app/runtime/requests.py",
    "app/runtime/rules.py",
    "app/runtime/security.py",
    "app/runtime/serving.py",
    "app/runtime/state.py",
    "app/runtime/store.py",
    "app/settings.py",
];

/// The files that become the user's.
const USER: &[(&str, &str)] = verbatim!["app/routers/own.py"];

/// What the functions of operations call by name.
const TAKEN: &[&str] = &[
    "after",
    "answer",
    "before",
    "choices",
    "enabled",
    "ensuring",
    "fits",
    "given",
    "grown",
    "holes",
    "inputs_fit",
    "is_proper",
    "may_move",
    "moved",
    "now",
    "own",
    "pick",
    "promised",
    "requires",
    "router",
    "schemas",
    "storage",
    "operations",
    "spec",
    "headers",
    "request",
    "select_in_order",
    "touched",
    "with_element",
];

/// A Python service while it is written.
pub(in crate::backend) struct App<'a> {
    project: Project<'a>,
    plans: Vec<OperationPlan>,
    routes: Vec<Route>,
    has_model: bool,
    has_admin: bool,
}

impl<'a> App<'a> {
    pub(in crate::backend) fn new(project: Project<'a>) -> App<'a> {
        App { project, plans: Vec::new(), routes: Vec::new(), has_model: false, has_admin: false }
    }

    fn suite(&self) -> Suite<'a> {
        let Project { service, api, sources, spec, .. } = self.project;
        let (names, opaque) = (PyNames::of(service), Opaque::of(service));
        Suite { service, api, sources, spec, sensitive: &|_, _| false, names, opaque, program: &SERVICE }
    }

    /// The files that are made from the spec.
    fn written(&self) -> Vec<(String, String)> {
        let suite = self.suite();
        let (rules, written, uses) = clauses::rules(&suite);
        let mut functions = operations::Operations::new(&suite);
        self.plans.iter().for_each(|plan| functions.add(plan));
        let operations = functions.text();
        let mut used = uses.functions().clone();
        used.extend(functions.uses.functions());
        let schemes = schemes(suite.service);
        let mut routes = routers::Routes::new(&suite, &functions.names, &self.plans, &schemes);
        self.routes.iter().for_each(|route| routes.add(route));
        let storage = storage::text(&suite, self.project.store, &self.plans, &functions.names);
        vec![
            ("app/model.py".into(), model::text(&suite)),
            ("app/functions.py".into(), predicates::text(&suite, &used)),
            ("app/rules.py".into(), rules),
            ("app/types.py".into(), wire::text(&suite, &written)),
            ("app/spec.py".into(), self.spec(&suite, &written, &schemes)),
            ("app/operations.py".into(), operations),
            ("app/storage.py".into(), storage),
            ("app/schemas.py".into(), schemas::text(&suite, &functions.names)),
            ("app/routers/api.py".into(), routes.text()),
            ("app/openapi.json".into(), self.project.openapi.into()),
        ]
    }

    fn spec(&self, suite: &Suite<'_>, written: &Clauses, schemes: &[PyIdent]) -> String {
        spec::text(suite, written, self.project.plan, self.project.initial, schemes)
    }

    /// The file for operations that the user has to write.
    fn holes(&self) -> GeneratedFile {
        let suite = self.suite();
        let text = operations::Operations::new(&suite).beginnings(&self.plans);
        GeneratedFile { path: "app/holes.py".into(), text, owner: Owner::User }
    }
}

impl ServiceBackend for App<'_> {
    fn model(&mut self) {
        self.has_model = true;
    }

    fn operation(&mut self, plan: &OperationPlan) {
        self.plans.push(plan.clone());
    }

    fn route(&mut self, route: &Route) {
        self.routes.push(route.clone());
    }

    fn admin(&mut self) {
        self.has_admin = true;
    }

    fn files(self) -> Vec<GeneratedFile> {
        let generated = |(path, text): (String, String)| GeneratedFile { path, text, owner: Owner::Generated };
        let verbatim = VERBATIM.iter().map(|(path, text)| ((*path).to_string(), (*text).to_string()));
        let core = CORE.iter().map(|(name, text)| (format!("app/runtime/{name}"), (*text).to_string()));
        let own = USER.iter().map(|(path, text)| GeneratedFile {
            path: (*path).into(),
            text: (*text).into(),
            owner: Owner::User,
        });
        let written = on_deep_threads(|| self.written());
        let mut files: Vec<GeneratedFile> = verbatim.chain(core).chain(written).map(generated).chain(own).collect();
        if self.plans.iter().any(|plan| plan.hole.is_some()) {
            files.push(self.holes());
        }
        files
    }
}

/// The constants of the security schemes.
fn schemes(service: &Service) -> Vec<PyIdent> {
    let mut names = Namespace::of(Space::Constants);
    ["NAME", "STATE", "INVARIANTS", "SEEDS", "INITIAL", "WORDS"].iter().for_each(|name| names.reserve(name));
    service.schemes.iter().map(|scheme| names.take(&snake(&scheme.name).to_uppercase())).collect()
}

/// Values of a type without parts. Of one with parts there are none.
fn scalars(uses: &mut Uses, service: &Service, recipe: &Recipe) -> Piece {
    let number = |number: &i64| Piece::number(number.to_string());
    let fresh = |is_fresh: bool| is_fresh.then(|| named("fresh", Piece::atom("True")));
    let (helper, arguments): (&str, Vec<Argument>) = match recipe {
        Recipe::Truths => ("values", vec![Piece::atom("False").into(), Piece::atom("True").into()]),
        Recipe::Names(id) => {
            let values = service.enumeration(*id).values.iter();
            ("values", values.map(|value| Piece::text(value.name.as_str()).into()).collect())
        }
        Recipe::Integers(numbers) => ("integers", numbers.iter().map(|one| number(one).into()).collect()),
        Recipe::Floats(numbers) => {
            ("floats", numbers.iter().map(|number| Piece::number(literal::float(*number)).into()).collect())
        }
        Recipe::Instants => ("instants", Vec::new()),
        Recipe::Texts(texts) => ("texts", text_arguments(texts, number, fresh(texts.is_fresh))),
        Recipe::Uuids(is_fresh) => ("uuids", fresh(*is_fresh).into_iter().collect()),
        Recipe::Nothing
        | Recipe::Options(_)
        | Recipe::Sets(_)
        | Recipe::Sequences(_)
        | Recipe::EmptyMap
        | Recipe::EmptyMulti
        | Recipe::Records(..) => ("values", Vec::new()),
    };
    uses.name("app.runtime", "choices");
    Piece::call(&format!("choices.{helper}"), arguments)
}

fn text_arguments(texts: &Texts, number: impl Fn(&i64) -> Piece, fresh: Option<Argument>) -> Vec<Argument> {
    let pattern = |pattern: &String| Piece::atom(literal::raw(&regex::translated(pattern))).into();
    let mut arguments: Vec<Argument> = texts.patterns.iter().map(pattern).collect();
    if !texts.lengths.is_empty() {
        arguments.push(named("lengths", Piece::tuple(texts.lengths.iter().map(number).collect())));
    }
    if !texts.known.is_empty() {
        arguments.push(named("known", Piece::tuple(texts.known.iter().map(Piece::text).collect())));
    }
    arguments.extend(fresh);
    arguments
}
