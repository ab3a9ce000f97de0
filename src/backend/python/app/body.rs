//! The body of an operation as a pure function: the steps of its plan as statements, each beside the clauses it is for.

use super::super::Suite;
use super::super::expr::{Locals, PythonExpr};
use super::super::names::PyIdent;
use super::super::piece::{PAGE, Piece, named};
use super::super::uses::Uses;
use crate::backend::Whose;
use crate::ir::{Expr, FieldIndex, Names, Operation, ParamIndex, Type};
use crate::lower::{Lowering, Reach, View};
use crate::plan::service::{OperationPlan, Said};
use crate::plan::{Place, PlaceStep as PathStep, Root};

/// What a body is made of while it is written.
pub(super) struct Body<'a> {
    pub(super) suite: &'a Suite<'a>,
    pub(super) operation: &'a Operation,
    pub(super) plan: &'a OperationPlan,
    pub(super) lowering: Lowering<'a>,
    pub(super) backend: PythonExpr<'a>,
    pub(super) outputs: Vec<PyIdent>,
    pub(super) lines: Vec<String>,
    pub(super) nesting: usize,
    /// The variables that loops around the statements set anew.
    pub(super) in_loops: Vec<String>,
    /// Whether a lambda reads one of them.
    has_lambdas_over_loops: bool,
    /// Whether the state after has a name of its own.
    changed: bool,
}

impl<'a> Body<'a> {
    pub(super) fn new(
        suite: &'a Suite<'a>,
        plan: &'a OperationPlan,
        uses: &'a mut Uses,
        outputs: Vec<PyIdent>,
    ) -> Body<'a> {
        let operation = suite.service.operation(plan.operation);
        let names = Names { operation: Some(operation), ..Names::default() };
        let reach = if plan.only_reads { Reach::Loaded } else { Reach::LookedUp(&[]) };
        let lowering = suite.lowering(names, View::TwoStates, reach);
        let whose = Whose { operation: Some(plan.operation.index()), ..Whose::default() };
        let mut taken = super::super::names::Namespace::default();
        let taken = super::TAKEN.iter().map(|name| taken.take(name)).collect();
        let locals = Locals { after: "before", outputs: outputs.clone(), taken };
        let backend = PythonExpr::new(suite.service, &suite.names, uses, whose).inside(locals);
        let (lines, nesting, in_loops, changed) = (Vec::new(), 1, Vec::new(), false);
        let has_lambdas_over_loops = false;
        Body {
            suite,
            operation,
            plan,
            lowering,
            backend,
            outputs,
            lines,
            nesting,
            in_loops,
            has_lambdas_over_loops,
            changed,
        }
    }

    /// The statements, and whether a lambda in them reads what a loop around it sets.
    pub(super) fn done(self) -> (Vec<String>, bool) {
        (self.lines, self.has_lambdas_over_loops)
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> Piece {
        self.backend.expr(&self.lowering, expr)
    }

    /// What is told of an ensures, by position.
    pub(super) fn said(&self, at: usize) -> Option<Said<'a>> {
        Said::ensures(self.suite.service, self.plan.operation, at)
    }

    pub(super) fn uses(&mut self) -> &mut Uses {
        self.backend.uses()
    }

    pub(super) fn value(&mut self, name: &str) -> Piece {
        self.uses().value(name);
        Piece::atom(name)
    }

    /// Writes a statement.
    pub(super) fn say(&mut self, words: &str, piece: &Piece) {
        self.note_lambdas(piece);
        self.lines.push(piece.statement(words, self.nesting, ""));
    }

    /// Notes whether a lambda of a piece reads what a loop around it sets.
    fn note_lambdas(&mut self, piece: &Piece) {
        let outputs = self.outputs.iter().map(PyIdent::to_string);
        let set: Vec<String> = self.in_loops.iter().cloned().chain(["after".to_string()]).chain(outputs).collect();
        self.has_lambdas_over_loops |= !self.in_loops.is_empty() && piece.has_lambda_over(&set);
    }

    pub(super) fn comment(&mut self, text: &str) {
        let indent = " ".repeat(self.nesting * PAGE.indent);
        let room = PAGE.width - indent.len() - 4;
        let mut line = String::new();
        let mut lines = Vec::new();
        for word in text.split_whitespace() {
            let word: String = word.chars().take(room).collect();
            if !line.is_empty() && line.chars().count() + word.chars().count() + 1 > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        lines.push(line);
        for (at, line) in lines.iter().enumerate() {
            let inner = if at == 0 { "# " } else { "#   " };
            self.lines.push(format!("{indent}{inner}{}", visible(line)));
        }
    }

    /// Writes a statement that is laid out already.
    pub(super) fn raw(&mut self, line: String) {
        self.lines.push(line);
    }

    /// Does something where a condition holds.
    pub(super) fn inside_if(&mut self, condition: &Piece, work: impl FnOnce(&mut Self)) {
        self.within("if ", condition, work);
    }

    /// Does something one level further in.
    pub(super) fn within(&mut self, head: &str, condition: &Piece, work: impl FnOnce(&mut Self)) {
        self.note_lambdas(condition);
        self.lines.push(condition.statement(head, self.nesting, ":"));
        self.nesting += 1;
        work(self);
        self.nesting -= 1;
    }

    // Places ------------------------------------------------------------------------------------------------------

    /// The state after has a name of its own from here on.
    pub(super) fn begin_change(&mut self) {
        if !self.changed {
            self.changed = true;
            let before = Piece::atom("before");
            self.say("after = ", &before);
            self.set_after();
        }
    }

    fn set_after(&mut self) {
        if let Some(body) = self.backend.body() {
            body.after = "after";
        }
    }

    pub(super) fn after_name(&self) -> &'static str {
        if self.changed { "after" } else { "before" }
    }

    /// What the body calls an output.
    pub(super) fn output(&self, index: ParamIndex) -> String {
        self.outputs.get(index.index()).map_or_else(String::new, PyIdent::to_string)
    }

    pub(super) fn root(&mut self, root: Root) -> (Piece, Type) {
        match root {
            Root::Output(index) => {
                let name = self.output(index);
                let ty = self.operation.outputs.get(index.index()).map_or(Type::Unknown, |output| output.ty.ty.clone());
                (Piece::atom(name), ty)
            }
            Root::State(id) => {
                let name = self.suite.names.state.get(id.index()).map_or_else(String::new, PyIdent::to_string);
                (Piece::atom(self.after_name()).attribute(name), self.suite.service.state_field(id).ty.ty.clone())
            }
        }
    }

    /// A place as it is now.
    pub(super) fn read(&mut self, place: &Place) -> Piece {
        let expr = place.expr(self.suite.service, self.operation, crate::source::Span::default());
        self.expr(&expr)
    }

    /// What the root of a place becomes when a value is put there.
    pub(super) fn rebuilt(&mut self, place: &Place, value: Piece) -> Piece {
        let (base, ty) = self.root(place.root);
        let inside = self.wrapped(base, &ty, &place.path, value);
        match place.root {
            Root::Output(_) => inside,
            Root::State(id) => {
                let name = self.suite.names.state.get(id.index()).map_or_else(String::new, PyIdent::to_string);
                self.value("replace");
                Piece::call("replace", vec![Piece::atom(self.after_name()).into(), named(name, inside)])
            }
        }
    }

    fn wrapped(&mut self, base: Piece, ty: &Type, path: &[PathStep], value: Piece) -> Piece {
        let Some((step, rest)) = path.split_first() else { return value };
        let (base, ty) = if let Type::Option(inner) = ty {
            self.value("some");
            (Piece::apply("some", [base]), (**inner).clone())
        } else {
            (base, ty.clone())
        };
        match step {
            PathStep::Key(key) => {
                let key = self.expr(key);
                let inner = super::entry_type(&ty);
                let whole = self.wrapped(base.clone().item(key.clone()), &inner, rest, value);
                base.attribute("put").called(vec![key, whole])
            }
            PathStep::Field(field) => {
                let (name, inner) = self.field(&ty, *field);
                let whole = self.wrapped(base.clone().attribute(&name), &inner, rest, value);
                self.value("replace");
                Piece::call("replace", vec![base.into(), named(name, whole)])
            }
            PathStep::Position(at) => {
                let at = self.expr(at);
                let inner = ty.element().cloned().unwrap_or(Type::Unknown);
                self.value("element");
                let old = Piece::apply("element", [base.clone(), at.clone()]);
                let whole = self.wrapped(old, &inner, rest, value);
                self.value("with_element");
                Piece::apply("with_element", [base, at, whole])
            }
        }
    }

    pub(super) fn field(&self, ty: &Type, field: FieldIndex) -> (String, Type) {
        let Type::Entity(id) = ty else { return (String::new(), Type::Unknown) };
        let names = self.suite.names.fields.get(id.index());
        let name = names.and_then(|names| names.get(field.index())).map_or_else(String::new, PyIdent::to_string);
        let declared = self.suite.service.entity(*id).fields.get(field.index());
        (name, declared.map_or(Type::Unknown, |field| field.ty.ty.clone()))
    }

    /// `place := value`
    pub(super) fn assign(&mut self, place: &Place, value: Piece) {
        let whole = self.rebuilt(place, value);
        match place.root {
            Root::State(_) => {
                self.changed = true;
                self.set_after();
                self.say("after = ", &whole);
            }
            Root::Output(index) => {
                let name = self.output(index);
                self.say(&format!("{name} = "), &whole);
            }
        }
    }
}

fn visible(text: &str) -> String {
    text.chars().map(|found| if found.is_control() { '?' } else { found }).collect()
}
