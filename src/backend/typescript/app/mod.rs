//! A service in TypeScript: Express over a database's own driver. What is the same for every spec is in
//! `templates/typescript/service/`.

mod body;
mod loads;
mod operations;
mod routes;
mod rules;
mod schemas;
mod spec;
mod storage;
mod written;

use std::collections::BTreeSet;

use super::names::{Namespace, Space, TsIdent, TsNames, snake};
use super::piece::{Piece, Property};
use super::uses::{SERVICE, Uses};
use super::wire::property;
use super::{Emitted, literal, model, predicates, regex, wire};
use crate::backend::{GeneratedFile, Owner, Project, ServiceBackend};
use crate::convention::{Api, Route};
use crate::ir::Service;
use crate::lower::Opaque;
use crate::plan::service::{OperationPlan, Recipe, Texts};
use crate::plan::store::Database;
use crate::plan::{Conditions, Places};
use crate::source::{SourceMap, Span};
use crate::syntax::on_deep_threads;

macro_rules! verbatim {
    ($folder:literal: $($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../../templates/typescript/", $folder, $path)))),*]
    };
}

/// The files that are the same for every spec.
const VERBATIM: &[(&str, &str)] = verbatim![
    "service/src/":
    "app.ts",
    "log.test.ts",
    "log.ts",
    "main.ts",
    "migrate.ts",
    "routes/testAdmin.ts",
    "runtime/calls.ts",
    "runtime/cells.ts",
    "runtime/choices.ts",
    "runtime/clauses.ts",
    "runtime/clock.ts",
    "runtime/conditions.ts",
    "runtime/database.ts",
    "runtime/making.ts",
    "runtime/metrics.ts",
    "runtime/migrating.ts",
    "runtime/patterns.ts",
    "runtime/problems.ts",
    "runtime/reading.ts",
    "runtime/requests.ts",
    "runtime/routing.ts",
    "runtime/rules.ts",
    "runtime/security.ts",
    "runtime/serving.ts",
    "runtime/state.ts",
    "runtime/store.ts",
    "runtime/tables.ts",
    "settings.ts",
];

/// The files that become the user's.
const USER: &[(&str, &str)] = verbatim!["service/src/": "routes/own.ts"];

/// What the functions of operations call by name.
const TAKEN: &[&str] = &[
    "after",
    "answer",
    "before",
    "bind",
    "choices",
    "enabled",
    "ensuring",
    "fits",
    "given",
    "grown",
    "holes",
    "inputsFit",
    "isOpen",
    "isProper",
    "madeInOrder",
    "madeOf",
    "mayMove",
    "moved",
    "now",
    "own",
    "pick",
    "promised",
    "replace",
    "requires",
    "selectInOrder",
    "touched",
    "undecided",
    "withElement",
];

/// How values lie in columns, and how a database is spoken to.
fn database_files(database: Database) -> &'static [(&'static str, &'static str)] {
    match database {
        Database::Sqlite => verbatim!["service/databases/sqlite/": "columns.ts", "database.ts"],
        Database::Postgres => verbatim!["service/databases/postgres/": "columns.ts", "database.ts"],
        Database::Mysql => verbatim!["service/databases/mysql/": "columns.ts", "database.ts"],
    }
}

/// What the files of a service are made of.
struct Ground<'a> {
    emitted: Emitted<'a>,
    api: &'a Api,
    sources: &'a SourceMap,
    spec: &'a str,
}

impl Ground<'_> {
    /// A place in the spec, such as `shop.spec:31`.
    fn place(&self, span: Span) -> String {
        let place = Places::new(self.sources).of(span);
        if place.is_empty() { self.spec.to_string() } else { place }
    }
}

/// Names that several modules share.
struct Named {
    /// The functions of the operations.
    functions: Vec<TsIdent>,
    /// What each operation loads, and how it is called.
    constants: Vec<TsIdent>,
    /// The security schemes.
    schemes: Vec<TsIdent>,
}

impl Named {
    fn of(ground: &Ground<'_>) -> Named {
        let service = ground.emitted.service;
        let operations = service.operations.iter();
        let mut constants = Namespace::of(Space::Constants);
        let types = &ground.emitted.names.all;
        let described = types.alias_types.iter().chain(&types.enum_types).chain(&types.entity_types);
        described.for_each(|name| constants.reserve(name.as_str()));
        ["STORE", "INITIAL"].iter().for_each(|name| constants.reserve(name));
        let constants = operations.map(|one| constants.take(&snake(&one.name).to_uppercase())).collect();
        Named { functions: operations::names(ground), constants, schemes: schemes(service) }
    }
}

/// A TypeScript service while it is written.
pub(in crate::backend) struct App<'a> {
    project: Project<'a>,
    plans: Vec<OperationPlan>,
    routes: Vec<Route>,
}

impl<'a> App<'a> {
    pub(in crate::backend) fn new(project: Project<'a>) -> App<'a> {
        App { project, plans: Vec::new(), routes: Vec::new() }
    }

    fn ground(&self) -> Ground<'a> {
        let Project { service, api, sources, spec, .. } = self.project;
        let (names, opaque) = (TsNames::of(service), Opaque::of(service));
        Ground { emitted: Emitted { service, sources, names, opaque, program: &SERVICE }, api, sources, spec }
    }

    /// The files that are made from the spec.
    fn written(&self) -> Vec<(String, String)> {
        let ground = self.ground();
        let emitted = &ground.emitted;
        let named = Named::of(&ground);
        let conditions = Conditions::of(emitted.service, ground.sources);
        let (text, rules, uses) = rules::text(emitted, &conditions);
        let mut functions: BTreeSet<_> = uses.functions().clone();
        let mut files = Vec::new();
        for plan in &self.plans {
            let written = operations::operation(&ground, plan, &named.functions);
            functions.extend(written.functions);
            files.push((written.path, written.text));
        }
        let Project { store, plan, initial, .. } = self.project;
        let path = |name: &str| format!("src/{name}");
        files.extend([
            (path("model.ts"), model::text(emitted)),
            (path("predicates.ts"), predicates::text(emitted, &functions)),
            (path("rules.ts"), text),
            (path("wire.ts"), wire::text(emitted, &rules)),
            (path("spec.ts"), spec::text(&ground, &rules, &named, plan, initial)),
            (path("store/tables.ts"), storage::tables(&ground, store)),
            (path("store/store.ts"), storage::store(&ground, store, &self.plans, &named.constants)),
            (path("schemas.ts"), schemas::text(&ground, &named.functions)),
            (path("routes/api.ts"), routes::Routes::new(&ground, &named, &self.plans).text(&self.routes)),
            (path("openapi.json"), self.project.openapi.into()),
        ]);
        if self.plans.iter().any(|plan| plan.hole.is_some()) {
            files.push((path("holes.ts"), operations::beginnings(&ground, &self.plans, &named.functions)));
        }
        files
    }
}

impl ServiceBackend for App<'_> {
    // The data, and the admin router, are written with the files: neither is there without the other.
    fn model(&mut self) {}

    fn operation(&mut self, plan: &OperationPlan) {
        self.plans.push(plan.clone());
    }

    fn route(&mut self, route: &Route) {
        self.routes.push(route.clone());
    }

    fn admin(&mut self) {}

    fn files(self) -> Vec<GeneratedFile> {
        let below = |folder: &str, files: &[(&str, &str)]| -> Vec<(String, String)> {
            files.iter().map(|(path, text)| (format!("{folder}{path}"), (*text).to_string())).collect()
        };
        let mut files = on_deep_threads(|| self.written());
        files.extend(below("src/", VERBATIM));
        files.extend(below("src/runtime/", super::core::CORE));
        files.extend(below("src/store/", database_files(self.project.database)));
        files.extend(below("src/", USER));
        let is_own = |path: &str| path == "src/holes.ts" || USER.iter().any(|(own, _)| path == format!("src/{own}"));
        let owner = |path: &str| if is_own(path) { Owner::User } else { Owner::Generated };
        files.into_iter().map(|(path, text)| GeneratedFile { owner: owner(&path), path, text }).collect()
    }
}

/// The constants of the security schemes.
fn schemes(service: &Service) -> Vec<TsIdent> {
    let mut names = Namespace::of(Space::Constants);
    ["NAME", "INVARIANTS", "SEEDS", "INITIAL", "WORDS"].iter().for_each(|name| names.reserve(name));
    service.schemes.iter().map(|scheme| names.take(&snake(&scheme.name).to_uppercase())).collect()
}

/// Values of a type without parts, or without entries. Of one with parts there are none.
fn scalars(uses: &mut Uses, service: &Service, recipe: &Recipe) -> Piece {
    let fresh = |is_fresh: bool| is_fresh.then(|| property("fresh", Piece::atom("true")));
    let (helper, arguments): (&str, Vec<Piece>) = match recipe {
        Recipe::Truths => ("values", vec![Piece::atom("false"), Piece::atom("true")]),
        Recipe::Names(id) => {
            let values = service.enumeration(*id).values.iter();
            ("values", values.map(|value| Piece::text(&value.name)).collect())
        }
        Recipe::Integers(numbers) => ("integers", numbers.iter().map(|one| Piece::number(format!("{one}n"))).collect()),
        Recipe::Floats(numbers) => {
            ("floats", numbers.iter().map(|number| Piece::number(literal::float(*number))).collect())
        }
        Recipe::Instants => ("instants", Vec::new()),
        Recipe::Texts(texts) => ("texts", vec![Piece::object(text_parts(texts, fresh(texts.is_fresh)))]),
        Recipe::Uuids(is_fresh) => {
            ("uuids", fresh(*is_fresh).map(|fresh| Piece::object(vec![fresh])).into_iter().collect())
        }
        Recipe::EmptyMap => ("values", vec![empty("ValueMap", uses)]),
        Recipe::EmptyMulti => ("values", vec![empty("MultiMap", uses)]),
        Recipe::Nothing | Recipe::Options(_) | Recipe::Sets(_) | Recipe::Sequences(_) | Recipe::Records(..) => {
            ("values", Vec::new())
        }
    };
    Piece::atom(uses.whole("runtime/choices.ts")).method(helper, arguments)
}

fn empty(class: &str, uses: &mut Uses) -> Piece {
    uses.value(class);
    Piece::call(format!("new {class}"), Vec::new())
}

fn text_parts(texts: &Texts, fresh: Option<Property>) -> Vec<Property> {
    let patterns = texts.patterns.iter().map(|pattern| Piece::atom(regex::literal(pattern))).collect();
    let lengths = texts.lengths.iter().map(|length| Piece::number(length.to_string())).collect();
    let known = texts.known.iter().map(|text| Piece::text(text)).collect();
    let parts: [(&str, Vec<Piece>); 3] = [("patterns", patterns), ("lengths", lengths), ("known", known)];
    let parts = parts.into_iter().filter(|(_, parts)| !parts.is_empty());
    parts.map(|(name, parts)| property(name, Piece::array(parts))).chain(fresh).collect()
}
