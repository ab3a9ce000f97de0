//! The IR as a listing for people: every declaration with its resolved types, every clause with its number.

use std::fmt::Write;

use super::{
    Clause, Condition, Convention, ConventionProperty, Expr, Function, FunctionBody, Names, Operation, Param, Property,
    SchemeKind, Service, SkippedRule, Target, Transition, TypeRef, print, type_name,
};

/// Lists a service. The preamble's functions are left out.
pub fn show(service: &Service) -> String {
    let mut listing = Listing { service, out: format!("service {}\n", service.name) };
    listing.types();
    listing.state();
    service.functions.iter().filter(|function| !function.from_preamble).for_each(|function| listing.function(function));
    service.operations.iter().for_each(|operation| listing.operation(operation));
    service.transitions.iter().for_each(|transition| listing.transition(transition));
    listing.properties();
    listing.security();
    listing.conventions();
    listing.out
}

struct Listing<'s> {
    service: &'s Service,
    out: String,
}

impl Listing<'_> {
    fn line(&mut self, depth: usize, text: impl AsRef<str>) {
        let _ = writeln!(self.out, "{:indent$}{}", "", text.as_ref(), indent = depth * 2);
    }

    fn heading(&mut self, text: impl AsRef<str>) {
        self.out.push('\n');
        self.line(0, text);
    }

    /// A declared type: its aliases and relation as written, and what they are.
    fn ty(&self, ty: &TypeRef) -> String {
        let base = type_name(&ty.ty, &self.service.enums, &self.service.entities);
        if let Some(alias) = ty.alias.and_then(|id| self.service.aliases.get(id.index())) {
            return format!("{} ({base})", alias.name);
        }
        let args: Vec<String> = ty.args.iter().map(|arg| self.ty(arg)).collect();
        match (ty.relation, args.as_slice()) {
            (_, []) => base,
            (Some(multiplicity), [key, value]) => format!("{key} -> {} {value}", multiplicity.word()),
            _ => format!("{}[{}]", base.split('[').next().unwrap_or_default(), args.join(", ")),
        }
    }

    fn expr(&self, expr: &Expr, names: Names<'_>) -> String {
        print(expr, self.service, names)
    }

    fn refined(&self, ty: &TypeRef, refinement: Option<&Expr>, names: Names<'_>) -> String {
        let suffix = refinement.map(|expr| format!(" where {}", self.expr(expr, names))).unwrap_or_default();
        format!("{}{suffix}", self.ty(ty))
    }

    fn types(&mut self) {
        let service = self.service;
        for found in &service.enums {
            let values: Vec<&str> = found.values.iter().map(|value| value.name.as_str()).collect();
            self.heading(format!("enum {}: {}", found.name, values.join(", ")));
        }
        for alias in &service.aliases {
            let text = self.refined(&alias.base, alias.refinement.as_ref(), Names::default());
            self.heading(format!("type {} = {text}", alias.name));
        }
        for entity in &service.entities {
            let names = Names { entity: Some(entity), ..Names::default() };
            let parent = entity.extends.map(|id| format!(" extends {}", service.entity(id).name)).unwrap_or_default();
            self.heading(format!("entity {}{parent}", entity.name));
            for field in &entity.fields {
                let text = self.refined(&field.ty, field.refinement.as_ref(), names);
                self.line(1, format!("{}: {text}", field.name));
            }
            entity.invariants.iter().for_each(|invariant| self.condition(1, "invariant", invariant, names));
        }
    }

    fn state(&mut self) {
        let service = self.service;
        if !service.state.is_empty() {
            self.heading("state");
        }
        for field in &service.state {
            let initial = field.initial.as_ref().map(|expr| format!(" = {}", self.expr(expr, Names::default())));
            let text = self.refined(&field.ty, field.refinement.as_ref(), Names::default());
            self.line(1, format!("{}: {text}{}", field.name, initial.unwrap_or_default()));
        }
    }

    fn params(&self, params: &[Param]) -> String {
        params.iter().map(|param| format!("{}: {}", param.name, self.ty(&param.ty))).collect::<Vec<_>>().join(", ")
    }

    fn function(&mut self, function: &Function) {
        let word = if function.is_predicate { "predicate" } else { "function" };
        let names = Names { params: &function.params, ..Names::default() };
        let signature =
            format!("{word} {}({}): {}", function.name, self.params(&function.params), self.ty(&function.result));
        let reads = if function.reads_state { "  // reads state" } else { "" };
        match &function.body {
            FunctionBody::Defined(body) => {
                let body = self.expr(body, names);
                self.heading(format!("{signature} = {body}{reads}"));
            }
            FunctionBody::Extern => self.heading(format!("extern {signature}")),
        }
    }

    fn operation(&mut self, operation: &Operation) {
        self.heading(format!("operation {}", operation.name));
        for (word, params) in [("input", &operation.inputs), ("output", &operation.outputs)] {
            for param in params {
                let ty = self.ty(&param.ty);
                self.line(1, format!("{word} {}: {ty}", param.name));
            }
        }
        if !operation.auth.is_empty() {
            let schemes = operation.auth.iter().filter_map(|index| self.service.schemes.get(*index));
            let schemes: Vec<&str> = schemes.map(|scheme| scheme.name.as_str()).collect();
            self.line(1, format!("requires_auth {}", schemes.join(", ")));
        }
        self.clauses("requires", &operation.requires, operation);
        self.clauses("ensures", &operation.ensures, operation);
    }

    fn clauses(&mut self, word: &str, clauses: &[Clause], operation: &Operation) {
        let names = Names { operation: Some(operation), ..Names::default() };
        for (index, clause) in clauses.iter().enumerate() {
            let text = self.expr(&clause.expr, names);
            self.line(1, format!("{word}[{index}] {text}"));
        }
    }

    fn condition(&mut self, depth: usize, word: &str, condition: &Condition, names: Names<'_>) {
        let name = condition.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
        let text = self.expr(&condition.expr, names);
        self.line(depth, format!("{word}{name}: {text}"));
    }

    fn transition(&mut self, transition: &Transition) {
        let entity = self.service.entity(transition.entity);
        let field = entity.fields.get(transition.field.index()).map_or("?", |field| field.name.as_str());
        self.heading(format!("transition {} of {}.{field}", transition.name, entity.name));
        for rule in &transition.rules {
            let rest = match &rule.resolved {
                Ok(found) => {
                    let operation = self.service.operation(found.via);
                    let key = operation.inputs.get(found.key.index()).map_or("?", |input| input.name.as_str());
                    let names = Names { operation: Some(operation), entity: Some(entity), ..Names::default() };
                    let guard = found.guard.as_ref().map(|guard| format!(" when {}", self.expr(guard, names)));
                    let relation = &self.service.state_field(found.relation).name;
                    format!("{} (entry {relation}[{key}])", guard.unwrap_or_default())
                }
                Err(reason) => format!("  // skipped: {}", skipped(reason)),
            };
            self.line(1, format!("{} -> {} via {}{rest}", rule.from, rule.to, rule.via));
        }
    }

    fn properties(&mut self) {
        let service = self.service;
        if !(service.invariants.is_empty() && service.facts.is_empty() && service.temporals.is_empty()) {
            self.heading("properties");
        }
        service.invariants.iter().for_each(|found| self.condition(1, "invariant", found, Names::default()));
        service.facts.iter().for_each(|found| self.condition(1, "fact", found, Names::default()));
        for temporal in &service.temporals {
            let text = match &temporal.property {
                Property::Always(expr) => format!("always({})", self.expr(expr, Names::default())),
                Property::Eventually(expr) => format!("eventually({})", self.expr(expr, Names::default())),
                Property::Fairness(id) => format!("fairness({})  // not checked", service.operation(*id).name),
            };
            self.line(1, format!("temporal {}: {text}", temporal.name));
        }
    }

    fn security(&mut self) {
        let service = self.service;
        if !service.schemes.is_empty() {
            self.heading("security");
        }
        for scheme in &service.schemes {
            let kind = match &scheme.kind {
                SchemeKind::Bearer(None) => "Bearer".to_string(),
                SchemeKind::Bearer(Some(format)) => format!("Bearer ({format})"),
                SchemeKind::Basic => "Basic".to_string(),
                SchemeKind::ApiKeyHeader(name) => format!("ApiKey in header {name}"),
                SchemeKind::ApiKeyQuery(name) => format!("ApiKey in query {name}"),
                SchemeKind::ApiKeyCookie(name) => format!("ApiKey in cookie {name}"),
            };
            self.line(1, format!("{}: {kind}", scheme.name));
        }
    }

    fn conventions(&mut self) {
        let service = self.service;
        if !service.conventions.is_empty() {
            self.heading("conventions");
        }
        for rule in &service.conventions {
            let text = self.convention(rule);
            self.line(1, text);
        }
    }

    fn convention(&self, rule: &Convention) -> String {
        let service = self.service;
        let (target, operation) = match rule.target {
            Target::Operation(id) => (&service.operation(id).name, Some(service.operation(id))),
            Target::Entity(id) => (&service.entity(id).name, None),
            Target::Alias(id) => (&service.aliases[id.index()].name, None),
            Target::Enum(id) => (&service.enumeration(id).name, None),
        };
        let qualifier = rule.qualifier.as_ref().map(|name| format!(" {}", super::quote(name))).unwrap_or_default();
        let value = self.expr(&rule.value, Names { operation, ..Names::default() });
        format!("{target}.{}{qualifier} = {value}", rule.property.name())
    }
}

fn skipped(reason: &SkippedRule) -> String {
    match reason {
        SkippedRule::FieldIsNoEnum => "the field is no enum".into(),
        SkippedRule::UnknownOperation => "no such operation".into(),
        SkippedRule::NoKey => "no input is the key of the entry".into(),
        SkippedRule::SeveralKeys(keys) => format!("several inputs could be the key: {}", keys.join(", ")),
    }
}

impl ConventionProperty {
    /// Its name in a spec.
    pub fn name(self) -> &'static str {
        match self {
            ConventionProperty::HttpMethod => "http_method",
            ConventionProperty::HttpPath => "http_path",
            ConventionProperty::HttpStatusSuccess => "http_status_success",
            ConventionProperty::HttpHeader => "http_header",
            ConventionProperty::TestStrategy => "test_strategy",
            ConventionProperty::DbTable => "db_table",
            ConventionProperty::Plural => "plural",
            ConventionProperty::PartialIndex => "partial_index",
            ConventionProperty::DbTimestamps => "db_timestamps",
            ConventionProperty::Strategy => "strategy",
        }
    }
}
