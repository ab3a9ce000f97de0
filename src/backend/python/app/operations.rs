//! `app/operations.py`: each operation as a pure function from the state before to the state after.

use super::super::Suite;
use super::super::expr::{Locals, PythonExpr};
use super::super::file::{module, signature};
use super::super::literal;
use super::super::names::{Namespace, PyIdent, Space, snake};
use super::super::piece::{PAGE, Piece};
use super::super::types::{Home, descriptor};
use super::super::uses::{SERVICE, Uses};
use super::written::written;
use crate::backend::Whose;
use crate::backend::operation::Body;
use crate::ir::Names;
use crate::lower::{Reach, View};
use crate::plan::is_refined;
use crate::plan::service::{OperationPlan, Said};

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
        let reason = plan.hole.as_ref().map_or("", |hole| &hole.reason);
        let clause = plan.hole.as_ref().and_then(|hole| Said::ensures(self.suite.service, plan.operation, hole.clause));
        let clause = clause.map_or_else(String::new, |said| said.text);
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
        let first = self.inputs(plan).map(|inputs| {
            self.uses.name("app.runtime.clauses", "inputs_fit");
            Piece::apply("inputs_fit", [inputs.as_str(), "given", "before", "now"].map(Piece::atom))
        });
        let names = Names { operation: Some(operation), ..Names::default() };
        let reach = if plan.only_reads { Reach::Loaded } else { Reach::LookedUp(&[]) };
        let lowering = self.suite.lowering(names, View::TwoStates, reach);
        let whose = Whose { operation: Some(plan.operation.index()), ..Whose::default() };
        let mut taken = Namespace::default();
        let taken = super::TAKEN.iter().map(|name| taken.take(name)).collect();
        let locals = Locals { after: "before", outputs: outputs.clone(), taken };
        let backend = PythonExpr::new(self.suite.service, &self.suite.names, &mut self.uses, whose).inside(locals);
        let said: Vec<String> = outputs.iter().map(PyIdent::to_string).collect();
        let statements = Body::new(&self.suite.names, plan, lowering, backend, outputs).statements(first);
        let (lines, has_lambdas_over_loops) = written(&statements, said, &mut self.uses);
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
            if is_refined(self.suite.service, &input.ty) {
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
