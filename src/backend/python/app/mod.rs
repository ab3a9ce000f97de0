//! A service in Python: FastAPI over SQLAlchemy. What is the same for every spec is in `templates/python/service/`.

mod body;
mod choices;
mod loads;
mod operations;
mod routers;
mod schemas;
mod spec;
mod steps;
mod storage;

use super::clauses::{self, Clauses};
use super::core::CORE;
use super::names::{Namespace, PyIdent, PyNames, Space, snake};
use super::piece::{Argument, Piece, named};
use super::regex;
use super::uses::{SERVICE, Uses};
use super::{Suite, literal, model, predicates, wire};
use crate::backend::{GeneratedFile, Owner, Project, ServiceBackend};
use crate::convention::Route;
use crate::ir::{EntityId, Service, Type, TypeRef};
use crate::lower::Opaque;
use crate::plan::service::{Known, OperationPlan};
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

/// Whether a refinement or an invariant speaks of values of a type.
fn is_refined(service: &Service, ty: &TypeRef) -> bool {
    refined(service, ty, &mut Vec::new())
}

fn refined(service: &Service, ty: &TypeRef, seen: &mut Vec<EntityId>) -> bool {
    if let Some(alias) = ty.alias.and_then(|id| service.aliases.get(id.index())) {
        return alias.refinement.is_some() || refined(service, &alias.base, seen);
    }
    if let Type::Entity(id) = &ty.ty {
        if seen.contains(id) {
            return false;
        }
        seen.push(*id);
        let entity = service.entity(*id);
        return !entity.invariants.is_empty()
            || entity.fields.iter().any(|field| field.refinement.is_some() || refined(service, &field.ty, seen));
    }
    ty.args.iter().any(|part| refined(service, part, seen))
}

/// The type of the values of a map or relation; of other types, the type itself.
fn entry_type(ty: &Type) -> Type {
    if let Type::Map(_, value) = ty {
        return (**value).clone();
    }
    if let Type::Multi(_, value) = ty { Type::Set(value.clone()) } else { ty.clone() }
}

/// A kind of clause, with its name where it has one.
fn called(kind: &str, name: Option<&str>) -> String {
    name.map_or_else(|| kind.to_string(), |name| format!("{kind} `{name}`"))
}

/// Values of a scalar type, for keys that are made up.
fn simple_values(uses: &mut Uses, ty: &Type, known: &Known) -> Piece {
    uses.name("app.runtime", "choices");
    let call = |name: &str, arguments: Vec<Argument>| Piece::call(&format!("choices.{name}"), arguments);
    let number = |number: &i64| Piece::number(number.to_string());
    match ty {
        Type::Int | Type::Duration => call("integers", known.constants.iter().map(|one| number(one).into()).collect()),
        Type::String => {
            let pattern = |pattern: &String| Piece::atom(literal::raw(&regex::translated(pattern))).into();
            let mut arguments: Vec<Argument> = known.patterns.iter().map(pattern).collect();
            if !known.constants.is_empty() {
                arguments.push(named("lengths", Piece::tuple(known.constants.iter().map(number).collect())));
            }
            arguments.push(named("fresh", Piece::atom("True")));
            call("texts", arguments)
        }
        Type::Uuid => call("uuids", vec![named("fresh", Piece::atom("True"))]),
        Type::DateTime => call("instants", Vec::new()),
        Type::Bool => call("values", vec![Piece::atom("False").into(), Piece::atom("True").into()]),
        Type::Float
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Option(_)
        | Type::Unknown => call("values", Vec::new()),
    }
}
