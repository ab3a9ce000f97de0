//! What a body is made of while it is written, and how values are put in places.

use super::{BodyBackend, Helper, Statement};
use crate::backend::names::{Ident, ServiceNames};
use crate::backend::write;
use crate::ir::{Expr, FieldIndex, Local, Operation, ParamIndex, Service, Type};
use crate::lower::Lowering;
use crate::plan::service::{OperationPlan, Said};
use crate::plan::{Place, PlaceStep as PathStep, Root};

/// A body while it is written.
pub(in crate::backend) struct Body<'a, B: BodyBackend> {
    pub(super) service: &'a Service,
    pub(super) names: &'a ServiceNames<B::Name>,
    pub(super) operation: &'a Operation,
    pub(super) plan: &'a OperationPlan,
    pub(super) lowering: Lowering<'a>,
    pub(super) backend: B,
    /// What the body calls its outputs.
    outputs: Vec<B::Name>,
    /// The statements of the block that is being written.
    block: Vec<Statement<B::Piece>>,
    /// Whether the state after has a name of its own.
    changed: bool,
}

impl<'a, B: BodyBackend> Body<'a, B> {
    /// Begins the body of an operation.
    pub(in crate::backend) fn new(
        names: &'a ServiceNames<B::Name>,
        plan: &'a OperationPlan,
        lowering: Lowering<'a>,
        backend: B,
        outputs: Vec<B::Name>,
    ) -> Body<'a, B> {
        let service = lowering.service;
        let operation = service.operation(plan.operation);
        Body { service, names, operation, plan, lowering, backend, outputs, block: Vec::new(), changed: false }
    }

    /// The statements: what is done first, the checks of the call, the steps, and the promises.
    pub(in crate::backend) fn statements(mut self, first: Option<B::Piece>) -> Vec<Statement<B::Piece>> {
        self.block.extend(first.map(Statement::Do));
        self.requires();
        self.steps();
        self.promises();
        self.block
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> B::Piece {
        let lowered = self.lowering.expr(expr);
        write(&mut self.backend, &lowered)
    }

    pub(super) fn condition(&mut self, expr: &Expr) -> B::Piece {
        let lowered = self.lowering.condition(expr);
        write(&mut self.backend, &lowered)
    }

    /// What is told of an ensures, by position.
    pub(super) fn said(&self, at: usize) -> Option<Said<'a>> {
        Said::ensures(self.service, self.plan.operation, at)
    }

    /// All of several conditions.
    pub(super) fn all(&mut self, conditions: Vec<B::Piece>) -> B::Piece {
        let joined = conditions.into_iter().reduce(|one, other| self.backend.both(one, other));
        joined.unwrap_or_else(|| self.backend.truth(true))
    }

    /// `let name = value in body`, the variable being bound in the body alone.
    pub(super) fn bound(
        &mut self,
        local: &Local,
        value: B::Piece,
        body: impl FnOnce(&mut Self) -> B::Piece,
    ) -> B::Piece {
        let name = self.backend.bind(local);
        let body = body(self);
        self.backend.release(local);
        self.named_in(&name.to_string(), value, body)
    }

    /// `let name = value in body`, under a name that the body knows.
    pub(super) fn named_in(&mut self, name: &str, value: B::Piece, body: B::Piece) -> B::Piece {
        let body = self.backend.function(name, body);
        self.backend.helped(Helper::Bind, vec![value, body])
    }

    /// Whether a condition holds for every element, the variable being bound in it alone.
    pub(super) fn every(
        &mut self,
        source: B::Piece,
        local: &Local,
        holds: impl FnOnce(&mut Self) -> B::Piece,
    ) -> B::Piece {
        let name = self.backend.bind(local);
        let holds = holds(self);
        self.backend.release(local);
        let holds = self.backend.function(&name.to_string(), holds);
        self.backend.helped(Helper::Every, vec![source, holds])
    }

    // Statements --------------------------------------------------------------------------------------------------

    pub(super) fn say(&mut self, statement: Statement<B::Piece>) {
        self.block.push(statement);
    }

    pub(super) fn set(&mut self, name: &str, piece: B::Piece) {
        self.say(Statement::Set(name.to_string(), piece));
    }

    /// The statements that some work writes, as a block of their own.
    pub(super) fn inside(&mut self, work: impl FnOnce(&mut Self)) -> Vec<Statement<B::Piece>> {
        let outer = std::mem::take(&mut self.block);
        work(self);
        std::mem::replace(&mut self.block, outer)
    }

    /// Does something where a condition holds.
    pub(super) fn inside_if(&mut self, condition: B::Piece, work: impl FnOnce(&mut Self)) {
        let inside = self.inside(work);
        self.say(Statement::If(vec![(condition, inside)], Vec::new()));
    }

    // Places ------------------------------------------------------------------------------------------------------

    /// The state after has a name of its own from here on.
    pub(super) fn begin_change(&mut self) {
        if !self.changed {
            let before = self.backend.named("before");
            self.set("after", before);
            self.is_changed();
        }
    }

    fn is_changed(&mut self) {
        self.changed = true;
        self.backend.call_after("after");
    }

    pub(super) fn after_name(&self) -> &'static str {
        if self.changed { "after" } else { "before" }
    }

    pub(super) fn after(&mut self) -> B::Piece {
        self.backend.named(self.after_name())
    }

    /// What the body calls an output.
    pub(super) fn output(&self, index: ParamIndex) -> String {
        name_at(&self.outputs, index.index())
    }

    /// The property of a state field.
    pub(super) fn state_name(&self, at: usize) -> String {
        name_at(&self.names.state, at)
    }

    pub(super) fn root(&mut self, root: Root) -> (B::Piece, Type) {
        match root {
            Root::Output(index) => {
                let name = self.output(index);
                let ty = self.operation.outputs.get(index.index()).map_or(Type::Unknown, |output| output.ty.ty.clone());
                (self.backend.named(&name), ty)
            }
            Root::State(id) => {
                let (after, name) = (self.after(), self.state_name(id.index()));
                (self.backend.part(after, &name), self.service.state_field(id).ty.ty.clone())
            }
        }
    }

    /// A place as it is now.
    pub(super) fn read(&mut self, place: &Place) -> B::Piece {
        let expr = place.expr(self.service, self.operation, crate::source::Span::default());
        self.expr(&expr)
    }

    /// What the root of a place becomes when a value is put there.
    pub(super) fn rebuilt(&mut self, place: &Place, value: B::Piece) -> B::Piece {
        let (base, ty) = self.root(place.root);
        let inside = self.wrapped(base, &ty, &place.path, value);
        match place.root {
            Root::Output(_) => inside,
            Root::State(id) => {
                let (after, name) = (self.after(), self.state_name(id.index()));
                self.backend.replaced(after, vec![(name, inside)])
            }
        }
    }

    fn wrapped(&mut self, base: B::Piece, ty: &Type, path: &[PathStep], value: B::Piece) -> B::Piece {
        let Some((step, rest)) = path.split_first() else { return value };
        let base = if matches!(ty, Type::Option(_)) { self.backend.helped(Helper::Opened, vec![base]) } else { base };
        let ty = inner_type(ty).clone();
        match step {
            PathStep::Key(key) => {
                let key = self.expr(key);
                let inner = entry_type(&ty);
                let old = self.backend.item(base.clone(), key.clone());
                let whole = self.wrapped(old, &inner, rest, value);
                self.backend.put(base, key, whole)
            }
            PathStep::Field(field) => {
                let (name, inner) = self.field(&ty, *field);
                let old = self.backend.part(base.clone(), &name);
                let whole = self.wrapped(old, &inner, rest, value);
                self.backend.replaced(base, vec![(name, whole)])
            }
            PathStep::Position(at) => {
                let at = self.expr(at);
                let inner = ty.element().cloned().unwrap_or(Type::Unknown);
                let old = self.backend.helped(Helper::Element, vec![base.clone(), at.clone()]);
                let whole = self.wrapped(old, &inner, rest, value);
                self.backend.helped(Helper::WithElement, vec![base, at, whole])
            }
        }
    }

    pub(super) fn field(&self, ty: &Type, field: FieldIndex) -> (String, Type) {
        let Type::Entity(id) = ty else { return (String::new(), Type::Unknown) };
        let names = self.names.fields.get(id.index()).map_or(&[][..], Vec::as_slice);
        let declared = self.service.entity(*id).fields.get(field.index());
        (name_at(names, field.index()), declared.map_or(Type::Unknown, |field| field.ty.ty.clone()))
    }

    /// `place := value`
    pub(super) fn assign(&mut self, place: &Place, value: B::Piece) {
        let whole = self.rebuilt(place, value);
        match place.root {
            Root::State(_) => {
                self.is_changed();
                self.set("after", whole);
            }
            Root::Output(index) => {
                let name = self.output(index);
                self.set(&name, whole);
            }
        }
    }
}

fn name_at<I: Ident>(names: &[I], at: usize) -> String {
    names.get(at).map_or_else(String::new, I::to_string)
}

/// The type of the values of a map or relation; of other types, the type itself.
pub(in crate::backend) fn entry_type(ty: &Type) -> Type {
    if let Type::Map(_, value) = ty {
        return (**value).clone();
    }
    if let Type::Multi(_, value) = ty { Type::Set(value.clone()) } else { ty.clone() }
}

/// The type inside an option; of other types, the type itself.
pub(in crate::backend) fn inner_type(ty: &Type) -> &Type {
    if let Type::Option(inner) = ty { inner } else { ty }
}
