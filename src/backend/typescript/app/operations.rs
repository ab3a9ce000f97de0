//! `src/operations/`: each operation as a pure function from the state before to the state after.

use super::super::expr::{Locals, TypeScriptExpr};
use super::super::file::{declared, module};
use super::super::names::{Namespace, Space, TsIdent, camel};
use super::super::piece::Piece;
use super::super::types::descriptor;
use super::super::uses::{SERVICE, Uses};
use super::written::written;
use super::{Ground, TAKEN};
use crate::backend::Whose;
use crate::backend::operation::Body;
use crate::ir::{FunctionId, Names};
use crate::lower::{Reach, View};
use crate::plan::is_refined;
use crate::plan::service::{OperationPlan, Said};

/// What the function of an operation is handed.
const PARAMS: [&str; 4] = ["before", "given", "now", "pick"];

/// The functions of the operations, in the order of the operations.
pub(super) fn names(ground: &Ground<'_>) -> Vec<TsIdent> {
    let mut namespace = Namespace::of(Space::Variables);
    ground.emitted.names.all.functions.iter().for_each(|name| namespace.reserve(name.as_str()));
    TAKEN.iter().for_each(|name| namespace.reserve(name));
    ground.emitted.service.operations.iter().map(|one| namespace.take(&camel(&one.name))).collect()
}

/// A written operation: the path and the text of its module, and the functions of the spec that it calls.
pub(super) struct Written {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) functions: Vec<FunctionId>,
}

/// The module of an operation.
pub(super) fn operation(ground: &Ground<'_>, plan: &OperationPlan, names: &[TsIdent]) -> Written {
    let mut maker = Maker { ground, uses: Uses::of(&SERVICE), names };
    let block = if plan.hole.is_some() { maker.hole(plan) } else { maker.function(plan) };
    let path = format!("operations/{}.ts", names[plan.operation.index()]);
    let operation = ground.emitted.service.operation(plan.operation);
    let text = format!("What {} does: a function from the state before to the state after.", operation.name);
    let uses = maker.uses.with_functions(&ground.emitted.names);
    let functions = uses.functions().iter().copied().collect();
    Written { text: module(&text, &uses, &path, &[block]), path: format!("src/{path}"), functions }
}

/// A file for the operations that are the user's to write: each answers 501 until then.
pub(super) fn beginnings(ground: &Ground<'_>, plans: &[OperationPlan], names: &[TsIdent]) -> String {
    let mut maker = Maker { ground, uses: Uses::of(&SERVICE), names };
    let holes = plans.iter().filter(|plan| plan.hole.is_some());
    let blocks: Vec<String> = holes.map(|plan| maker.beginning(plan)).collect();
    let text = "Operations that the spec does not determine, for you to write. This file is yours.";
    module(text, &maker.uses, "holes.ts", &blocks)
}

struct Maker<'g> {
    ground: &'g Ground<'g>,
    uses: Uses,
    names: &'g [TsIdent],
}

impl Maker<'_> {
    /// A function whose body reads these of its parameters.
    fn declared(&mut self, plan: &OperationPlan, is_read: impl Fn(&str) -> bool, body: &[String]) -> String {
        let needed = PARAMS.iter().rposition(|name| is_read(name)).map_or(0, |last| last + 1);
        self.declared_with(plan, needed, is_read, body)
    }

    /// A function with so many parameters, of which its body reads these.
    fn declared_with(
        &mut self,
        plan: &OperationPlan,
        needed: usize,
        is_read: impl Fn(&str) -> bool,
        body: &[String],
    ) -> String {
        let at = plan.operation.index();
        let names = &self.ground.emitted.names.all.operations[at];
        let (given, answer) = (names.given.to_string(), names.answer.to_string());
        let types = ["State", &given, "bigint", "Picks"];
        let mut said = Vec::new();
        for (name, ty) in PARAMS.iter().zip(types).take(needed) {
            let mark = if is_read(name) { "" } else { "_" };
            said.push(format!("{mark}{name}: {ty}"));
        }
        if needed > 1 {
            self.uses.model_type(&given);
        }
        if needed > 3 {
            self.uses.mentioned("./runtime/choices.ts", "Picks");
        }
        ["State", &answer].iter().for_each(|name| self.uses.model_type(name));
        let operation = self.ground.emitted.service.operation(plan.operation);
        let text = format!("{} ({}).", operation.name, self.ground.place(operation.span));
        let result = format!("readonly [State, {answer}]");
        declared(&format!("export function {}", self.names[at]), &said, &result, &text, body)
    }

    /// An operation that is the user's to write.
    fn hole(&mut self, plan: &OperationPlan) -> String {
        let holes = self.uses.whole("holes.ts");
        let arguments = ["before", "given", "now", "pick"].map(Piece::atom).to_vec();
        let call = Piece::atom(holes).method(self.names[plan.operation.index()].as_str(), arguments);
        self.declared(plan, |_| true, &[call.returned(1)])
    }

    fn beginning(&mut self, plan: &OperationPlan) -> String {
        self.uses.called("./runtime/problems.ts", "Problem");
        let reason = plan.hole.as_ref().map_or("", |hole| &hole.reason);
        let service = self.ground.emitted.service;
        let clause = plan.hole.as_ref().and_then(|hole| Said::ensures(service, plan.operation, hole.clause));
        let clause = clause.map_or_else(String::new, |said| said.text);
        let detail = format!("specc does not know how to do this: {reason}.");
        let problem = vec![Piece::atom("501"), Piece::text(&detail), Piece::text(&clause)];
        let thrown = Piece::call("new Problem", problem).thrown(1);
        // All are listed, since the user will need them.
        self.declared_with(plan, 4, |_| false, &[thrown])
    }

    fn function(&mut self, plan: &OperationPlan) -> String {
        let emitted = &self.ground.emitted;
        let operation = emitted.service.operation(plan.operation);
        let mut namespace = Namespace::of(Space::Locals);
        emitted.names.all.functions.iter().chain(self.names).for_each(|name| namespace.reserve(name.as_str()));
        TAKEN.iter().for_each(|name| namespace.reserve(name));
        namespace.release("value");
        let outputs: Vec<TsIdent> = operation.outputs.iter().map(|one| namespace.take(&camel(&one.name))).collect();
        let first = self.inputs(plan);
        let names = Names { operation: Some(operation), ..Names::default() };
        let reach = if plan.only_reads { Reach::Loaded } else { Reach::LookedUp(&[]) };
        let lowering = emitted.lowering(names, View::TwoStates, reach);
        let whose = Whose { operation: Some(plan.operation.index()), ..Whose::default() };
        let taken = TAKEN.iter().map(|name| (*name).to_string()).collect();
        let locals = Locals { after: "before", outputs: outputs.iter().map(TsIdent::to_string).collect(), taken };
        let backend = TypeScriptExpr::new(emitted.service, &emitted.names, &mut self.uses, whose).inside(locals);
        let statements = Body::new(&emitted.names.all, plan, lowering, backend, outputs).statements(first);
        let lines = written(&statements, &emitted.names, &mut self.uses);
        let is_read = |name: &str| statements.iter().any(|statement| statement.any(&|piece| piece.mentions(name)));
        self.declared(plan, is_read, &lines)
    }

    /// The check of the inputs whose types say something.
    fn inputs(&mut self, plan: &OperationPlan) -> Option<Piece> {
        let emitted = &self.ground.emitted;
        let operation = emitted.service.operation(plan.operation);
        let names = &emitted.names.all.operations[plan.operation.index()];
        let mut arguments = vec![Piece::atom("before"), Piece::atom("now")];
        for (input, name) in operation.inputs.iter().zip(&names.inputs) {
            if is_refined(emitted.service, &input.ty) {
                let ty = descriptor(&input.ty, &emitted.names, &mut self.uses);
                let given = Piece::atom("given").member(name.as_str());
                arguments.push(Piece::array(vec![Piece::text(&input.name), given, ty]));
            }
        }
        (arguments.len() > 2).then(|| {
            self.uses.called("./runtime/clauses.ts", "inputsFit");
            Piece::call("inputsFit", arguments)
        })
    }
}
