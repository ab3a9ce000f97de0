//! `app/routers/api.py`: one route per operation.

use super::super::Suite;
use super::super::expr::{Locals, PythonExpr};
use super::super::file::module;
use super::super::literal;
use super::super::names::PyIdent;
use super::super::piece::{Argument, PAGE, Piece, named};
use super::super::types::{Home, descriptor};
use super::super::uses::{SERVICE, Uses};
use super::super::wire::text_piece;
use crate::backend::Whose;
use crate::convention::{Method, ResponseShape, Route};
use crate::ir::{ExprKind, Names, Type, TypeRef};
use crate::lower::{Reach, View};
use crate::plan::is_refined;
use crate::plan::service::{OperationPlan, Said};

/// The routes of a service.
pub(super) struct Routes<'a> {
    suite: &'a Suite<'a>,
    uses: Uses,
    names: &'a [PyIdent],
    plans: &'a [OperationPlan],
    schemes: &'a [PyIdent],
    /// Each route with its rank: literals come first.
    routes: Vec<(Vec<bool>, [String; 2])>,
}

impl<'a> Routes<'a> {
    pub(super) fn new(
        suite: &'a Suite<'a>,
        names: &'a [PyIdent],
        plans: &'a [OperationPlan],
        schemes: &'a [PyIdent],
    ) -> Routes<'a> {
        Routes { suite, uses: Uses::of(&SERVICE), names, plans, schemes, routes: Vec::new() }
    }

    /// Adds a route.
    pub(super) fn add(&mut self, route: &Route) {
        let rank = route.rank();
        let block = self.route(route);
        self.routes.push((rank, block));
    }

    /// The text of the module.
    pub(super) fn text(mut self) -> String {
        self.uses.name("fastapi", "APIRouter");
        self.routes.sort_by(|one, other| one.0.cmp(&other.0));
        let mut blocks = vec!["router = APIRouter()".to_string()];
        blocks.extend(self.routes.into_iter().flat_map(|(_, blocks)| blocks));
        let text = format!("The operations of {}, one route for each.", self.suite.service.name);
        module(&text, false, &self.uses, &blocks)
    }

    fn route(&mut self, route: &Route) -> [String; 2] {
        let at = route.operation.index();
        let (operation, name) = (&self.suite.service.operations[at], &self.names[at]);
        let constant = format!("_{}", name.constant());
        let described = self.described(route, name);
        let described = described.statement(&format!("{constant} = "), 0, "");
        for used in ["operations", "schemas"] {
            self.uses.name("app", used);
        }
        self.uses.name("starlette.requests", "Request");
        self.uses.name("starlette.responses", "Response");
        self.uses.name("app.runtime.calls", "service_of");
        let mut lines = self.decorators(route);
        lines.push(format!("async def {name}(request: Request) -> Response:"));
        let place = format!("{} ({}).", operation.name, self.suite.place(operation.span));
        lines.push(format!("    {}", literal::docstring(&place, PAGE.width - PAGE.indent)));
        lines.extend(self.guard(route));
        lines.push(format!("    given = await schemas.{name}_given(request)"));
        let answer = if route.response == ResponseShape::NoContent { "_" } else { "answer" };
        lines.push(format!("    {answer}, headers = await service_of(request).call({constant}, given)"));
        lines.push(self.response(route, name));
        [described, lines.join("\n")]
    }

    fn described(&mut self, route: &Route, name: &PyIdent) -> Piece {
        let at = route.operation.index();
        let operation = &self.suite.service.operations[at];
        self.uses.name("app.runtime.calls", "Operation");
        let mut arguments: Vec<Argument> =
            vec![text_piece(operation.name.as_str()), Piece::atom(format!("operations.{name}")).into()];
        let plan = &self.plans[at];
        if !plan.loads.is_empty() {
            self.uses.name("app", "storage");
            arguments.push(named("loads", Piece::atom(format!("storage.{}", name.constant()))));
        }
        if !plan.changes.is_empty() {
            arguments.push(named("changes", Piece::atom("True")));
        }
        let mut outputs = Vec::new();
        for (output, attribute) in operation.outputs.iter().zip(&self.suite.names.operations[at].outputs) {
            if is_refined(self.suite.service, &output.ty) {
                let ty = descriptor(&output.ty, &self.suite.names, &mut self.uses, Home::Elsewhere);
                outputs.push(Piece::tuple(vec![Piece::text(attribute.as_str()), ty]));
            }
        }
        if !outputs.is_empty() {
            arguments.push(named("outputs", Piece::tuple(outputs)));
        }
        let plan = &self.plans[route.operation.index()];
        if !plan.unfound.is_empty() {
            let said = plan.unfound.iter().filter_map(|at| Said::ensures(self.suite.service, plan.operation, *at));
            arguments.push(named("unfound", Piece::tuple(said.map(|said| Piece::text(said.text)).collect())));
        }
        if plan.tries_all {
            arguments.push(named("tries_all", Piece::atom("True")));
        }
        if !plan.stored.is_empty() {
            let name = |id: &crate::ir::StateId| Piece::text(self.suite.names.state[id.index()].as_str());
            arguments.push(named("stored", Piece::tuple(plan.stored.iter().map(name).collect())));
        }
        if !route.headers.is_empty() {
            arguments.push(named("headers", self.headers(route)));
        }
        Piece::call("Operation", arguments)
    }

    fn headers(&mut self, route: &Route) -> Piece {
        let suite = self.suite;
        let operation = suite.service.operation(route.operation);
        let names = Names { operation: Some(operation), ..Names::default() };
        let lowering = suite.lowering(names, View::TwoStates, Reach::Everything);
        let whose = Whose { operation: Some(route.operation.index()), ..Whose::default() };
        let outputs = &suite.names.operations[route.operation.index()].outputs;
        let outputs = outputs.iter().map(|name| name.prefixed("answer.")).collect();
        let locals = Locals { after: "before", outputs, taken: Vec::new() };
        let mut found = Vec::new();
        for header in &route.headers {
            let mut backend =
                PythonExpr::new(suite.service, &suite.names, &mut self.uses, whose).inside(locals.clone());
            let value = backend.expr(&lowering, &header.value);
            let shown = self.shown(&header.value.ty, header.value.kind == ExprKind::None, value);
            found.push(Piece::tuple(vec![Piece::text(header.name.as_str()), shown]));
        }
        Piece::lambda("given, answer", Piece::list(found))
    }

    /// A value as the text of a header.
    fn shown(&mut self, ty: &Type, is_none: bool, value: Piece) -> Piece {
        let inner = if let Type::Option(inner) = ty { inner } else { ty };
        if is_none || matches!(inner, Type::String | Type::Uuid | Type::Enum(_)) {
            return value;
        }
        self.uses.name("app.runtime.calls", "header_text");
        let ty = descriptor(&TypeRef::plain(inner.clone()), &self.suite.names, &mut self.uses, Home::Elsewhere);
        Piece::apply("header_text", [ty, value])
    }

    fn decorators(&self, route: &Route) -> Vec<String> {
        let operation = self.suite.service.operation(route.operation);
        let path = literal::string(&route.template.text(operation));
        let methods = match route.method {
            Method::Get => "[\"GET\", \"HEAD\"]".to_string(),
            Method::Post | Method::Put | Method::Patch | Method::Delete => format!("[\"{}\"]", route.method),
        };
        vec![format!("@router.api_route({path}, methods={methods}, status_code={})", route.status)]
    }

    fn guard(&mut self, route: &Route) -> Vec<String> {
        let plan = &self.plans[route.operation.index()];
        if plan.credentials.is_empty() {
            return Vec::new();
        }
        self.uses.name("app", "spec");
        self.uses.name("app.runtime.security", "admit");
        let schemes = plan.credentials.iter().map(|at| Piece::atom(format!("spec.{}", self.schemes[*at])));
        let arguments: Vec<Piece> = std::iter::once(Piece::atom("request")).chain(schemes).collect();
        vec![Piece::apply("admit", arguments).statement("", 1, "")]
    }

    fn response(&mut self, route: &Route, name: &PyIdent) -> String {
        let status = Piece::number(route.status.to_string());
        let headers = Piece::atom("headers");
        let reply = if route.response == ResponseShape::NoContent {
            self.uses.name("app.runtime.calls", "respond_empty");
            Piece::apply("respond_empty", [status, headers])
        } else {
            self.uses.name("app.runtime.calls", "respond");
            let body = Piece::apply(&format!("schemas.{name}_body"), [Piece::atom("answer")]);
            Piece::apply("respond", [status, body, headers])
        };
        reply.statement("return ", 1, "")
    }
}
