//! `src/routes/api.ts`: one route per operation.

use super::super::expr::{Locals, TypeScriptExpr};
use super::super::file::module;
use super::super::literal;
use super::super::names::TsIdent;
use super::super::piece::{PAGE, Piece};
use super::super::types::descriptor;
use super::super::uses::{SERVICE, Uses};
use super::super::wire::{property, texted};
use super::{Ground, Named, schemas};
use crate::backend::Whose;
use crate::backend::operation::inner_type;
use crate::backend::write;
use crate::convention::{ResponseShape, Route, Segment};
use crate::ir::{ExprKind, Names, Operation, Type, TypeRef};
use crate::lower::{Reach, View};
use crate::plan::is_refined;
use crate::plan::service::{OperationPlan, Said};

const CALLS: &str = "./runtime/calls.ts";

/// The routes of a service.
pub(super) struct Routes<'g> {
    ground: &'g Ground<'g>,
    named: &'g Named,
    plans: &'g [OperationPlan],
    uses: Uses,
}

impl<'g> Routes<'g> {
    pub(super) fn new(ground: &'g Ground<'g>, named: &'g Named, plans: &'g [OperationPlan]) -> Routes<'g> {
        Routes { ground, named, plans, uses: Uses::of(&SERVICE) }
    }

    /// The text of the module. Where several routes fit, the one with words in the place of parameters comes first.
    pub(super) fn text(mut self, routes: &[Route]) -> String {
        let mut sorted: Vec<&Route> = routes.iter().collect();
        sorted.sort_by_key(|route| route.rank());
        let mut blocks: Vec<String> = sorted.iter().map(|route| self.described(route)).collect();
        let mut lines = vec![
            "/** The operations, one route for each. */".to_string(),
            "export function api(context: Context<State>): Router {".to_string(),
            "  const router = Router({ caseSensitive: true, strict: true });".to_string(),
        ];
        sorted.iter().for_each(|route| lines.extend(self.route(route)));
        lines.extend(["  return router;".to_string(), "}".to_string()]);
        blocks.push(lines.join("\n"));
        self.uses.called("express", "Router");
        self.uses.mentioned(CALLS, "Context");
        self.uses.model_type("State");
        let text = format!("The operations of {}, one route for each.", self.ground.emitted.service.name);
        let uses = self.uses.with_functions(&self.ground.emitted.names);
        module(&text, &uses, "routes/api.ts", &blocks)
    }

    /// What an operation is called with, as a constant.
    fn described(&mut self, route: &Route) -> String {
        let emitted = &self.ground.emitted;
        let at = route.operation.index();
        let (operation, names) = (&emitted.service.operations[at], &emitted.names.all.operations[at]);
        let (plan, name) = (&self.plans[at], &self.named.functions[at]);
        self.uses.called(&format!("./operations/{name}.ts"), name.as_str());
        let mut properties = vec![texted("name", &operation.name), property("run", Piece::atom(name.as_str()))];
        if !plan.loads.is_empty() {
            let store = self.uses.whole("store/store.ts");
            properties.push(property("loads", Piece::atom(store).member(self.named.constants[at].as_str())));
        }
        if !plan.changes.is_empty() {
            properties.push(property("changes", Piece::atom("true")));
        }
        let mut outputs = Vec::new();
        for (output, name) in operation.outputs.iter().zip(&names.outputs) {
            if is_refined(emitted.service, &output.ty) {
                let ty = descriptor(&output.ty, &emitted.names, &mut self.uses);
                outputs.push(Piece::array(vec![Piece::text(name.as_str()), ty]));
            }
        }
        let unfound = plan.unfound.iter().filter_map(|at| Said::ensures(emitted.service, plan.operation, *at));
        let stored = plan.stored.iter().map(|id| Piece::text(emitted.names.all.state[id.index()].as_str()));
        let lists = [
            ("outputs", outputs),
            ("unfound", unfound.map(|said| Piece::text(&said.text)).collect()),
            ("stored", stored.collect::<Vec<Piece>>()),
        ];
        for (name, parts) in lists.into_iter().filter(|(_, parts)| !parts.is_empty()) {
            properties.push(property(name, Piece::array(parts)));
        }
        if plan.tries_all {
            properties.push(property("triesAll", Piece::atom("true")));
        }
        if !route.headers.is_empty() {
            properties.push(property("headers", self.headers(route, operation)));
        }
        [names.given.as_str(), names.answer.as_str()].iter().for_each(|name| self.uses.model_type(name));
        self.uses.mentioned(CALLS, "Operation");
        let ty = format!("Operation<State, {}, {}>", names.given, names.answer);
        Piece::object(properties).assigned(&format!("const {}: {ty}", self.named.constants[at]), 0)
    }

    fn headers(&mut self, route: &Route, operation: &Operation) -> Piece {
        let emitted = &self.ground.emitted;
        let at = route.operation.index();
        let names = Names { operation: Some(operation), ..Names::default() };
        let lowering = emitted.lowering(names, View::TwoStates, Reach::Everything);
        let whose = Whose { operation: Some(at), ..Whose::default() };
        let outputs = &emitted.names.all.operations[at].outputs;
        let outputs = outputs.iter().map(|name| format!("answer.{name}")).collect();
        let locals = Locals { after: "before", outputs, taken: vec!["given".into(), "answer".into()] };
        let mut found = Vec::new();
        for header in &route.headers {
            let mut backend =
                TypeScriptExpr::new(emitted.service, &emitted.names, &mut self.uses, whose).inside(locals.clone());
            let value = write(&mut backend, &lowering.expr(&header.value));
            let shown = self.shown(&header.value.ty, header.value.kind == ExprKind::None, value);
            found.push(Piece::array(vec![Piece::text(&header.name), shown]));
        }
        Piece::arrow("given, answer", Piece::array(found))
    }

    /// A value as the text of a header.
    fn shown(&mut self, ty: &Type, is_none: bool, value: Piece) -> Piece {
        let inner = inner_type(ty);
        if is_none || matches!(inner, Type::String | Type::Uuid | Type::Enum(_)) {
            return value;
        }
        self.uses.called(CALLS, "headerText");
        let ty = descriptor(&TypeRef::plain(inner.clone()), &self.ground.emitted.names, &mut self.uses);
        Piece::call("headerText", vec![ty, value])
    }

    /// The statements that answer calls of an operation.
    fn route(&mut self, route: &Route) -> Vec<String> {
        let emitted = &self.ground.emitted;
        let at = route.operation.index();
        let (operation, name) = (&emitted.service.operations[at], &self.named.functions[at]);
        let is_read = schemas::is_read(operation, route);
        let guarded = !self.plans[at].credentials.is_empty();
        let request = if is_read || guarded { "request" } else { "_request" };
        let place = format!("{} ({}).", operation.name, self.ground.place(operation.span));
        let head = format!(
            "  router.{}({}, async ({request}, response) => {{",
            route.method.name().to_lowercase(),
            literal::string(&path(route, operation))
        );
        let mut lines = vec![format!("  {}", literal::comment(&place, PAGE.width - PAGE.indent)), head];
        lines.extend(self.guard(at));
        lines.push(self.given(at, route, is_read));
        let constant = &self.named.constants[at];
        let answer = if route.response == ResponseShape::NoContent { ", headers" } else { "answer, headers" };
        lines.push(format!("    const [{answer}] = await context.service.call({constant}, given);"));
        lines.push(self.response(route, name));
        lines.push("  });".to_string());
        lines
    }

    fn given(&mut self, at: usize, route: &Route, is_read: bool) -> String {
        if !is_read {
            return "    const given = {};".to_string();
        }
        let schemas = self.uses.whole("schemas.ts");
        let waits = if route.method == crate::convention::Method::Get { "" } else { "await " };
        format!("    const given = {waits}{schemas}.{}Given(request);", self.named.functions[at])
    }

    fn guard(&mut self, at: usize) -> Option<String> {
        let credentials = &self.plans[at].credentials;
        if credentials.is_empty() {
            return None;
        }
        self.uses.called("./runtime/security.ts", "admit");
        let spec = self.uses.whole("spec.ts");
        let mut arguments = vec![Piece::atom("request"), Piece::atom("context.settings")];
        for scheme in credentials {
            arguments.push(Piece::atom(&spec).member(self.named.schemes[*scheme].as_str()));
        }
        Some(Piece::call("admit", arguments).stated(2))
    }

    fn response(&mut self, route: &Route, name: &TsIdent) -> String {
        let mut arguments = vec![Piece::atom("response"), Piece::atom(route.status.to_string())];
        let helper = if route.response == ResponseShape::NoContent {
            "respondEmpty"
        } else {
            let schemas = self.uses.whole("schemas.ts");
            arguments.push(Piece::atom(schemas).method(&format!("{name}Body"), vec![Piece::atom("answer")]));
            "respond"
        };
        arguments.push(Piece::atom("headers"));
        self.uses.called(CALLS, helper);
        Piece::call(helper, arguments).stated(2)
    }
}

/// The path of a route, as Express writes it.
fn path(route: &Route, operation: &Operation) -> String {
    let mut out = String::new();
    for segment in &route.template.0 {
        out.push('/');
        match segment {
            Segment::Literal(text) => text.chars().for_each(|found| {
                if "(){}[]?+!:*\\".contains(found) {
                    out.push('\\');
                }
                out.push(found);
            }),
            Segment::Param(index) => {
                let name = operation.inputs.get(index.index()).map_or("", |input| input.name.as_str());
                out.push(':');
                out.push_str(name);
            }
        }
    }
    if out.is_empty() { "/".to_string() } else { out }
}
