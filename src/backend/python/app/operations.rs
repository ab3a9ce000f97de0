//! `app/operations.py`: each operation as a pure function from the state before to the state after.

use super::super::Suite;
use super::super::file::{module, signature};
use super::super::literal;
use super::super::names::{Namespace, PyIdent, Space, snake};
use super::super::piece::{Level, PAGE, Piece, named};
use super::super::types::{Home, descriptor};
use super::super::uses::{SERVICE, Uses};
use super::body::Body;
use crate::backend::ExprBackend;
use crate::ir::{Expr, Names, Service, StateId, print};
use crate::lower::{Lowering, Reach, View};
use crate::plan::service::{Judged, Move, OperationPlan, Part, Pin, Promise};

const HOLES: &str = "Operations that the spec does not determine, for you to write. This file is yours.";

/// What a linter is told of lambdas inside loops.
const LAMBDAS: &str =
    "# A lambda in a loop is called at once, so it sees what the loop set last.\n# ruff: noqa: B023\n";

/// The functions of the operations, and what they use.
pub(super) struct Operations<'a> {
    suite: &'a Suite<'a>,
    pub(super) uses: Uses,
    blocks: Vec<String>,
    pub(super) names: Vec<PyIdent>,
    /// Whether a lambda reads what a loop around it sets.
    has_lambdas_over_loops: bool,
}

impl<'a> Operations<'a> {
    pub(super) fn new(suite: &'a Suite<'a>) -> Operations<'a> {
        let mut namespace = Namespace::of(Space::Variables);
        suite.names.functions.iter().for_each(|name| namespace.reserve(name.as_str()));
        super::TAKEN.iter().for_each(|name| namespace.reserve(name));
        let names = suite.service.operations.iter().map(|one| namespace.take(&snake(&one.name))).collect();
        Operations { suite, uses: Uses::of(&SERVICE), blocks: Vec::new(), names, has_lambdas_over_loops: false }
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
        if let Some(first) = self.blocks.first_mut().filter(|_| self.has_lambdas_over_loops) {
            first.insert_str(0, LAMBDAS);
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
        let given = format!("given: {}", names.given);
        let params = ["before: State".into(), given, "now: Instant".into(), "pick: Picks".into()];
        signature(self.names[at].as_str(), &params, &format!("tuple[State, {}]", names.answer), 0)
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
        let mut namespace = Namespace::of(Space::Locals);
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
        let is_told = promises(&mut body);
        answer(&mut body, is_told);
        let (lines, has_lambdas_over_loops) = body.done();
        self.has_lambdas_over_loops |= has_lambdas_over_loops;
        format!("{head}\n    {doc}\n{}", lines.join("\n"))
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
    let condition = body.backend.condition(&body.lowering, test);
    Piece::tuple(vec![Piece::text(body.text(said)), Piece::lambda("", condition)])
}

/// A test that answers 404. An input that is none names nothing that could be missing.
fn presence_piece(body: &mut Body<'_>, test: &crate::convention::Presence) -> Piece {
    let clause = body.operation.requires.get(test.clause);
    let condition = body.backend.condition(&body.lowering, &test.test);
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
    let transition = &body.suite.service.transitions[entry.transition];
    let relation = relation_piece(body, "before", entry.relation);
    let key = body.backend.input(entry.key);
    let mut arguments = vec![relation, key];
    arguments.extend(rule_pieces(body, entry).into_iter().map(|(rule, _)| rule));
    body.uses().name("app.runtime.clauses", "may_move");
    let test = Piece::apply("may_move", arguments);
    Piece::tuple(vec![Piece::text(transition.name.as_str()), Piece::lambda("", test)])
}

/// The rules of a transition: whether each leads from where an entry is, and where to.
fn rule_pieces(body: &mut Body<'_>, entry: &Move) -> Vec<(Piece, Piece)> {
    let service: &Service = body.suite.service;
    let transition = &service.transitions[entry.transition];
    let field = moving_field(body, entry);
    let names = Names { entity: Some(service.entity(transition.entity)), ..body.lowering.names };
    let lowering = Lowering { names, view: View::TwoStates, ..body.lowering };
    let ty = &service.entity(transition.entity).fields[transition.field.index()].ty.ty;
    let mut rules: Vec<(Piece, Piece)> = Vec::new();
    for rule in &entry.rules {
        let mut value = |at: u32| {
            if let crate::ir::Type::Enum(id) = ty { body.backend.enum_value(*id, at) } else { Piece::atom("None") }
        };
        let (from, to) = (value(rule.from), value(rule.to));
        let at = Piece::atom("own").attribute(&field).compare("==", from);
        let guard = rule
            .guard
            .as_ref()
            .map(|guard| body.backend.about(transition.entity, |backend| backend.condition(&lowering, guard)));
        let rule = match guard {
            Some(guard) => at.chain("and", Level::And, guard),
            None => at,
        };
        rules.push((Piece::lambda("own", rule), to));
    }
    rules
}

/// The attribute that a transition is about.
fn moving_field(body: &Body<'_>, entry: &Move) -> String {
    let transition = &body.suite.service.transitions[entry.transition];
    body.suite.names.fields[transition.entity.index()][transition.field.index()].to_string()
}

fn relation_piece(body: &Body<'_>, state: &'static str, relation: StateId) -> Piece {
    Piece::atom(state).attribute(body.suite.names.state[relation.index()].as_str())
}

/// What is checked again at the end; whether the answer was made for that.
fn promises(body: &mut Body<'_>) -> bool {
    let mut is_told = false;
    for promise in &body.plan.promises {
        match promise {
            Promise::Ensures(at) => {
                let Some(clause) = body.operation.ensures.get(*at) else { continue };
                let condition = body.backend.condition(&body.lowering, &clause.expr);
                body.ensured(*at, condition);
            }
            Promise::Growth(at, relation, by) => {
                let pair = ["before", body.after_name()].map(|state| relation_piece(body, state, *relation));
                body.value("grown");
                let by = body.expr(by);
                body.ensured(*at, Piece::apply("grown", pair).compare("==", by));
            }
            Promise::Invariant(at, judged) => {
                let Some(invariant) = body.suite.service.invariants.get(*at) else { continue };
                is_told = is_told || settled(body);
                let title = super::called("the invariant", invariant.name.as_deref());
                always(body, &title, &invariant.expr, judged);
            }
            Promise::Always(at, judged) => {
                let Some(temporal) = body.suite.service.temporals.get(*at) else { continue };
                let Some(expr) = temporal.property.expr() else { continue };
                is_told = is_told || settled(body);
                always(body, &super::called("the property", Some(&temporal.name)), expr, judged);
            }
            Promise::Move(at) => {
                let Some(entry) = body.plan.moves.get(*at) else { continue };
                is_told = is_told || settled(body);
                moved(body, entry);
            }
        }
    }
    is_told
}

/// Has the types checked of what changed and of what goes out, before the promises that come after them.
fn settled(body: &mut Body<'_>) -> bool {
    let answer = answer_piece(body);
    body.say("answer = ", &answer);
    let arguments = vec![Piece::atom(body.after_name()), Piece::atom("answer")];
    body.say("", &Piece::atom("pick").attribute("settled").called(arguments));
    true
}

/// What holds in every state: of the entries that something touched leads to, or as a whole.
fn always(body: &mut Body<'_>, title: &str, expr: &Expr, judged: &Judged) {
    let text = body.global_text(expr);
    let condition = match judged {
        Judged::Whole(expr) => body.backend.condition(&body.lowering, expr),
        Judged::Touched(pins) => {
            let pins: Vec<Piece> = pins.iter().map(|pin| pin_piece(body, pin)).collect();
            let joined = pins.into_iter().reduce(|one, other| one.chain("and", Level::And, other));
            joined.unwrap_or_else(|| Piece::atom("True"))
        }
    };
    body.promise(title, &text, condition);
}

fn pin_piece(body: &mut Body<'_>, pin: &Pin) -> Piece {
    let relation = relation_piece(body, body.after_name(), pin.relation);
    let mut arguments: Vec<Piece> =
        ["before", body.after_name()].map(|state| relation_piece(body, state, pin.touched)).to_vec();
    arguments.extend(part_piece(body, pin));
    body.value("touched");
    let values = Piece::apply("touched", arguments);
    let found = match &pin.own {
        Part::Key => relation.attribute("at").called(vec![values]),
        Part::Column(column, _) => relation.attribute("whose").called(vec![Piece::text(column.name.as_str()), values]),
    };
    let found = if pin.by_key { found } else { found.attribute("values").called(Vec::new()) };
    let name = body.backend.bind(&pin.local);
    let keys = [(pin.relation, pin.local.id)];
    let keys = if pin.by_key { &keys[..] } else { &[] };
    let lowering = Lowering { reach: Reach::LookedUp(keys), ..body.lowering };
    let holds = body.backend.condition(&lowering, &pin.holds);
    body.backend.release(&pin.local);
    body.value("every");
    Piece::apply("every", [found, Piece::lambda(name.as_str(), holds)])
}

/// What of a touched entry leads on, where it is not the key.
fn part_piece(body: &Body<'_>, pin: &Pin) -> Option<Piece> {
    let Part::Column(_, field) = &pin.its else { return None };
    let entry = Piece::atom("entry");
    let part = match field {
        Some(field) => {
            let ty = super::entry_type(&body.suite.service.state_field(pin.touched).ty.ty);
            entry.attribute(body.field(&ty, *field).0)
        }
        None => entry,
    };
    Some(Piece::lambda("entry", part))
}

/// That an entry has come to where a rule of a transition leads.
fn moved(body: &mut Body<'_>, entry: &Move) {
    let title = super::called("the transition", Some(&body.suite.service.transitions[entry.transition].name));
    let part = Piece::lambda("own", Piece::atom("own").attribute(moving_field(body, entry)));
    let mut arguments: Vec<Piece> =
        ["before", body.after_name()].map(|state| relation_piece(body, state, entry.relation)).to_vec();
    arguments.extend([body.backend.input(entry.key), part]);
    arguments.extend(rule_pieces(body, entry).into_iter().map(|(rule, to)| Piece::tuple(vec![rule, to])));
    body.uses().name("app.runtime.clauses", "moved");
    body.promise(&title, "", Piece::apply("moved", arguments));
}

fn answer_piece(body: &Body<'_>) -> Piece {
    let names = &body.suite.names.operations[body.plan.operation.index()];
    let outputs = names.outputs.iter().zip(&body.outputs);
    let outputs = outputs.map(|(attribute, name)| named(attribute.to_string(), Piece::atom(name.as_str()))).collect();
    Piece::call(names.answer.as_str(), outputs)
}

/// The state after, and the outputs.
fn answer(body: &mut Body<'_>, is_told: bool) {
    if is_told {
        return body.raw(format!("    return {}, answer", body.after_name()));
    }
    let result = vec![Piece::atom(body.after_name()), answer_piece(body)];
    body.raw(Piece::returned(result, 1));
}
