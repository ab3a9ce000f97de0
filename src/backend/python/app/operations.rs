//! `app/operations.py`: each operation as a pure function from the state before to the state after.

use super::super::Suite;
use super::super::file::module;
use super::super::literal;
use super::super::names::{Namespace, PyIdent, snake};
use super::super::piece::{Level, PAGE, Piece, named};
use super::super::types::{Home, descriptor};
use super::super::uses::{SERVICE, Uses};
use super::body::Body;
use crate::backend::{ExprBackend, Lowering, View};
use crate::ir::{Expr, Names, Property, Service, print};
use crate::plan::service::{Local, Move, OperationPlan, Promise};

const HOLES: &str = "Operations that the spec does not determine, for you to write. This file is yours.";

/// The functions of the operations, and what they use.
pub(super) struct Operations<'a> {
    suite: &'a Suite<'a>,
    pub(super) uses: Uses,
    blocks: Vec<String>,
    pub(super) names: Vec<PyIdent>,
}

impl<'a> Operations<'a> {
    pub(super) fn new(suite: &'a Suite<'a>) -> Operations<'a> {
        let mut namespace = Namespace::variables();
        suite.names.functions.iter().for_each(|name| namespace.reserve(name.as_str()));
        super::TAKEN.iter().for_each(|name| namespace.reserve(name));
        let names = suite.service.operations.iter().map(|one| namespace.take(&snake(&one.name))).collect();
        Operations { suite, uses: Uses::of(&SERVICE), blocks: Vec::new(), names }
    }

    /// Adds an operation.
    pub(super) fn add(&mut self, plan: &OperationPlan) {
        let block = if plan.hole.is_some() { self.hole(plan) } else { self.function(plan) };
        self.blocks.push(block);
    }

    /// The text of the module, and its functions of the spec.
    pub(super) fn text(&mut self) -> String {
        let functions = self.uses.functions().clone();
        for id in &functions {
            if let Some(name) = self.suite.names.functions.get(id.index()) {
                self.uses.predicate(name.as_str());
            }
        }
        let text = format!(
            "What {} does: each operation as a function from the state before to the state after.",
            self.suite.service.name
        );
        module(&text, true, &self.uses, &self.blocks)
    }

    fn signature(&mut self, plan: &OperationPlan) -> String {
        let at = plan.operation.index();
        let names = &self.suite.names.operations[at];
        ["State", names.given.as_str(), names.answer.as_str()].iter().for_each(|name| self.uses.model(name));
        self.uses.value("Instant");
        self.uses.name("app.runtime.choices", "Picks");
        let name = &self.names[at];
        let params = format!("before: State, given: {}, now: Instant, pick: Picks", names.given);
        let result = format!("tuple[State, {}]", names.answer);
        let line = format!("def {name}({params}) -> {result}:");
        if line.len() <= PAGE.width {
            return line;
        }
        let broken = format!("    {params}\n) -> {result}:");
        if params.len() + 4 <= PAGE.width {
            return format!("def {name}(\n{broken}");
        }
        format!("def {name}(\n    {},\n) -> {result}:", params.replace(", ", ",\n    "))
    }

    fn docstring(&self, plan: &OperationPlan) -> String {
        let operation = self.suite.service.operation(plan.operation);
        let text = format!("{} ({}).", operation.name, self.suite.place(operation.span));
        literal::docstring(&text, PAGE.width - PAGE.indent)
    }

    /// An operation that is the user's to write.
    fn hole(&mut self, plan: &OperationPlan) -> String {
        let head = self.signature(plan);
        self.uses.name("app", "holes");
        let name = &self.names[plan.operation.index()];
        let call = Piece::atom("holes").attribute(name.as_str());
        let arguments = ["before", "given", "now", "pick"].map(Piece::atom).to_vec();
        let call = call.called(arguments).statement("return ", 1, "");
        format!("{head}\n    {}\n{call}", self.docstring(plan))
    }

    /// A file for the operations that are the user's to write: each answers 501 until then.
    pub(super) fn beginnings(mut self, plans: &[OperationPlan]) -> String {
        let holes = plans.iter().filter(|plan| plan.hole.is_some());
        let blocks: Vec<String> = holes.map(|plan| self.beginning(plan)).collect();
        module(HOLES, true, &self.uses, &blocks)
    }

    fn beginning(&mut self, plan: &OperationPlan) -> String {
        let (head, doc) = (self.signature(plan), self.docstring(plan));
        self.uses.name("app.runtime.problems", "Problem");
        let operation = self.suite.service.operation(plan.operation);
        let reason = plan.hole.as_ref().map_or("", |hole| &hole.reason);
        let clause = plan.hole.as_ref().and_then(|hole| operation.ensures.get(hole.clause));
        let names = Names { operation: Some(operation), ..Names::default() };
        let clause = clause.map_or_else(String::new, |clause| print(&clause.expr, self.suite.service, names));
        let detail = format!("specc does not know how to do this: {reason}.");
        let problem = [Piece::number("501".into()), Piece::text(&detail), Piece::text(&clause)];
        let raise = Piece::apply("Problem", problem).statement("raise ", 1, "");
        format!("{head}\n    {doc}\n{raise}")
    }

    fn function(&mut self, plan: &OperationPlan) -> String {
        let (head, doc) = (self.signature(plan), self.docstring(plan));
        let operation = self.suite.service.operation(plan.operation);
        let mut namespace = Namespace::locals();
        self.suite.names.functions.iter().chain(&self.names).for_each(|name| namespace.reserve(name.as_str()));
        super::TAKEN.iter().for_each(|name| namespace.reserve(name));
        namespace.release("value");
        let outputs: Vec<PyIdent> = operation.outputs.iter().map(|one| namespace.take(&snake(&one.name))).collect();
        let inputs = self.inputs(plan);
        let mut body = Body::new(self.suite, plan, &mut self.uses, outputs);
        if let Some(inputs) = inputs {
            body.uses().name("app.runtime.clauses", "inputs_fit");
            body.say(
                "",
                &Piece::apply(
                    "inputs_fit",
                    [Piece::atom(inputs), Piece::atom("given"), Piece::atom("before"), Piece::atom("now")],
                ),
            );
        }
        requires(&mut body);
        body.steps();
        promises(&mut body);
        answer(&mut body);
        let lines = body.lines().join("\n");
        format!("{head}\n    {doc}\n{lines}")
    }

    /// The inputs whose types say something, as a constant beside the function.
    fn inputs(&mut self, plan: &OperationPlan) -> Option<String> {
        let at = plan.operation.index();
        let operation = self.suite.service.operation(plan.operation);
        let names = &self.suite.names.operations[at];
        let mut entries = Vec::new();
        for (input, attribute) in operation.inputs.iter().zip(&names.inputs) {
            if super::is_refined(self.suite.service, &input.ty) {
                let ty = descriptor(&input.ty, &self.suite.names, &mut self.uses, Home::Elsewhere);
                entries.push(Piece::tuple(vec![Piece::text(input.name.as_str()), Piece::text(attribute.as_str()), ty]));
            }
        }
        if entries.is_empty() {
            return None;
        }
        let name = format!("_{}", self.names[at].constant());
        self.blocks.push(Piece::tuple(entries).statement(&format!("{name} = "), 0, ""));
        Some(name)
    }
}

/// Lets a call pass for which all conditions hold.
fn requires(body: &mut Body<'_>) {
    let mut arguments = Vec::new();
    for clause in &body.operation.requires {
        arguments.push(clause_piece(body, &clause.expr, &clause.expr).into());
    }
    let moves: Vec<Piece> = body.plan.moves.iter().map(|entry| move_piece(body, entry)).collect();
    let present: Vec<Piece> = body.plan.presence.iter().map(|test| presence_piece(body, test)).collect();
    if arguments.is_empty() && moves.is_empty() {
        return;
    }
    if !moves.is_empty() {
        arguments.push(named("moves", Piece::tuple(moves)));
    }
    if !present.is_empty() {
        arguments.push(named("present", Piece::tuple(present)));
    }
    body.uses().name("app.runtime.clauses", "requires");
    body.say("", &Piece::call("requires", arguments));
}

fn clause_piece(body: &mut Body<'_>, said: &Expr, test: &Expr) -> Piece {
    let condition = body.lowering.condition(&mut body.backend, test);
    Piece::tuple(vec![Piece::text(body.text(said)), Piece::lambda("", condition)])
}

/// A test that answers 404. An input that is none names nothing that could be missing.
fn presence_piece(body: &mut Body<'_>, test: &crate::convention::Presence) -> Piece {
    let clause = body.operation.requires.get(test.clause);
    let condition = body.lowering.condition(&mut body.backend, &test.test);
    let optional = body
        .operation
        .inputs
        .get(test.input.index())
        .is_some_and(|input| matches!(input.ty.ty, crate::ir::Type::Option(_)));
    let condition = if optional {
        let none = body.backend.input(test.input).compare("is", Piece::atom("None"));
        none.chain("or", Level::Or, condition)
    } else {
        condition
    };
    let text = clause.map_or_else(String::new, |clause| body.text(&clause.expr));
    Piece::tuple(vec![Piece::text(text), Piece::lambda("", condition)])
}

/// A transition, and whether one of its rules leads from where the entry is.
fn move_piece(body: &mut Body<'_>, entry: &Move) -> Piece {
    let service: &Service = body.suite.service;
    let transition = &service.transitions[entry.transition];
    let field = body.suite.names.fields[transition.entity.index()][transition.field.index()].to_string();
    let names = Names { entity: Some(service.entity(transition.entity)), ..body.lowering.names };
    let lowering = Lowering { names, view: View::TwoStates, ..body.lowering };
    let mut rules: Vec<Piece> = Vec::new();
    for rule in &entry.rules {
        let ty = &service.entity(transition.entity).fields[transition.field.index()].ty.ty;
        let from = if let crate::ir::Type::Enum(id) = ty {
            body.backend.enum_value(*id, rule.from)
        } else {
            Piece::atom("None")
        };
        let at = Piece::atom("own").attribute(&field).compare("==", from);
        let guard = rule
            .guard
            .as_ref()
            .map(|guard| body.backend.about(transition.entity, |backend| lowering.condition(backend, guard)));
        rules.push(match guard {
            Some(guard) => at.chain("and", Level::And, guard),
            None => at,
        });
    }
    let rules: Vec<Piece> = rules.into_iter().map(|rule| Piece::lambda("own", rule)).collect();
    let relation = Piece::atom("before").attribute(body.suite.names.state[entry.relation.index()].as_str());
    let key = body.backend.input(entry.key);
    body.uses().name("app.runtime.clauses", "may_move");
    let mut arguments = vec![relation, key];
    arguments.extend(rules);
    let test = Piece::apply("may_move", arguments);
    Piece::tuple(vec![Piece::text(transition.name.as_str()), Piece::lambda("", test)])
}

/// What is checked again at the end.
fn promises(body: &mut Body<'_>) {
    for promise in &body.plan.promises {
        match promise {
            Promise::Ensures(at) => {
                let Some(clause) = body.operation.ensures.get(*at) else { continue };
                let (title, text) = (format!("an ensures of `{}`", body.operation.name), body.text(&clause.expr));
                let condition = body.lowering.condition(&mut body.backend, &clause.expr);
                body.promise(&title, &text, condition);
            }
            Promise::Invariant(at, local) => {
                let Some(invariant) = body.suite.service.invariants.get(*at) else { continue };
                let title = super::called("the invariant", invariant.name.as_deref());
                always(body, &title, &invariant.expr, local.as_ref());
            }
            Promise::Always(at, local) => {
                let Some(temporal) = body.suite.service.temporals.get(*at) else { continue };
                let Property::Always(expr) = &temporal.property else { continue };
                always(body, &super::called("the property", Some(&temporal.name)), expr, local.as_ref());
            }
        }
    }
}

/// What holds in every state: of one entry, or as a whole.
fn always(body: &mut Body<'_>, title: &str, expr: &Expr, local: Option<&Local>) {
    let text = body.global_text(expr);
    let condition = match local {
        Some(local) => {
            let holds = body.lowering.condition(&mut body.backend, &local.holds);
            let key = body.expr(&local.key);
            let name = body.suite.names.state[local.relation.index()].to_string();
            let relation = Piece::atom(body.after_name()).attribute(name);
            key.compare("not in", relation).chain("or", Level::Or, holds)
        }
        None => {
            let mut expr = expr.clone();
            super::read_after(&mut expr);
            body.lowering.condition(&mut body.backend, &expr)
        }
    };
    body.promise(title, &text, condition);
}

/// The state after, and the outputs.
fn answer(body: &mut Body<'_>) {
    let names = &body.suite.names.operations[body.plan.operation.index()];
    let outputs = names.outputs.iter().zip(body.outputs.clone());
    let outputs = outputs.map(|(attribute, name)| named(attribute.to_string(), Piece::atom(name.as_str()))).collect();
    let answer = Piece::call(names.answer.as_str(), outputs);
    let result = Piece::tuple(vec![Piece::atom(body.after_name()), answer]);
    let line = result.statement("return ", 1, "");
    let bare = line.replacen("return (", "return ", 1);
    let fits = !line.contains('\n') && line.ends_with("))");
    let text = if fits { bare.strip_suffix(')').unwrap_or(&bare).to_string() } else { line };
    body.raw(text);
}
