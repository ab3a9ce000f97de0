//! What the frame lets an operation change: one generator of places for each effect. `interp::frame` is the definition.

use std::collections::BTreeSet;

use super::clauses::Maker;
use super::expr::{PythonExpr, Whose};
use super::file::function;
use super::names::{PyIdent, PyNames};
use super::piece::{Piece, named};
use super::statements::assignment;
use crate::effect::{Action, Effects, Place, Root, Scope, Step};
use crate::ir::{
    EntityId, Expr, ExprKind, Local, Moment, Names, Operation, OperationId, Service, StateId, Type, print, walk,
};
use crate::lower::{Lowering, Reach, View, reads};

/// The module of the table.
const SERVICE: &str = "tests.harness.service";

/// A place that an operation may change.
struct Change<'e> {
    scopes: &'e [Scope],
    place: Place,
    element: Option<&'e Expr>,
    text: String,
}

impl Change<'_> {
    /// Whether anything after a scope reads a variable.
    fn reads(&self, local: &Local, scope: usize) -> bool {
        let scopes = self.scopes.iter().skip(scope + 1).filter_map(Scope::expr);
        scopes.chain(self.place.keys()).chain(self.element).any(|expr| reads(expr, local))
    }
}

/// Writes the generators of an operation.
pub(super) fn write(maker: &mut Maker<'_>, at: usize) -> Vec<PyIdent> {
    let suite = maker.suite;
    let operation = &suite.service.operations[at];
    let effects = Effects::of(suite.service, operation);
    let mut names = Vec::new();
    let mut known = BTreeSet::new();
    for change in changes(suite.service, at, &effects) {
        let body = statements(maker, at, &change);
        if !known.insert(body.join("\n")) {
            continue;
        }
        let name = maker.take(&format!("{}_changes_{}", suite.names.operations[at].stem, names.len()));
        maker.uses.name("collections.abc", "Iterator");
        maker.uses.name(SERVICE, "Spot");
        let params = maker.call(at);
        maker.blocks.push(function(name.as_str(), &params, "Iterator[Spot]", &change.text, &body));
        names.push(name);
    }
    names
}

fn changes<'e>(service: &'e Service, at: usize, effects: &'e Effects) -> Vec<Change<'e>> {
    let operation = &service.operations[at];
    let names = Names { operation: Some(operation), ..Names::default() };
    let mut found = Vec::new();
    let determining = effects.effects.iter().filter(|effect| effect.determines && effect.state().is_some());
    for effect in determining {
        let element = match &effect.action {
            Action::Equals(_) => None,
            Action::Contains(element) | Action::Lacks(element) => Some(element),
        };
        let clause = operation.ensures.get(effect.clause);
        let text = clause.map_or_else(String::new, |clause| print(&clause.expr, service, names));
        found.push(Change { scopes: &effect.scopes, place: effect.place.clone(), element, text });
    }
    for opening in effects.open_parts.iter().filter(|opening| matches!(opening.place.root, Root::State(_))) {
        let read = opening.place.expr(service, operation, operation.span);
        let text = format!("Left open by the checks: {}", print(&read, service, names));
        found.push(Change { scopes: &opening.scopes, place: opening.place.clone(), element: None, text });
    }
    found.extend(moved(service, at));
    found
}

/// The fields that a transition sets.
fn moved(service: &Service, at: usize) -> Vec<Change<'_>> {
    let operation = &service.operations[at];
    let mut found: Vec<Change<'_>> = Vec::new();
    for transition in &service.transitions {
        for rule in transition.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok()) {
            if rule.via != OperationId(at as u32) {
                continue;
            }
            let key = &operation.inputs[rule.key.index()];
            let key = Expr { kind: ExprKind::Input(rule.key), ty: key.ty.ty.clone(), span: key.span };
            let path = vec![Step::Key(key), Step::Field(transition.field)];
            let field = service.entity(transition.entity).fields.get(transition.field.index());
            let ty = field.map_or(Type::Unknown, |field| field.ty.ty.clone());
            let place = Place { root: Root::State(rule.relation), path, ty };
            let text = format!("Moved by the transition {}.", transition.name);
            found.push(Change { scopes: &[], place, element: None, text });
        }
    }
    found
}

fn statements(maker: &mut Maker<'_>, at: usize, change: &Change<'_>) -> Vec<String> {
    let suite = maker.suite;
    let names = Names { operation: Some(&suite.service.operations[at]), ..Names::default() };
    let lowering = suite.lowering(names, View::TwoStates, Reach::Everything);
    let whose = Whose { operation: Some(at), ..Whose::default() };
    let mut backend = PythonExpr::new(suite.service, &suite.names, &mut maker.uses, whose);
    let (mut lines, mut nesting) = (Vec::new(), 1);
    for (at, scope) in change.scopes.iter().enumerate() {
        match scope {
            Scope::Let(local, _) if !change.reads(local, at) => {}
            Scope::Let(local, value) => {
                let value = backend.expr(&lowering, value);
                lines.push(assignment(&mut backend, local, &value, nesting));
            }
            Scope::If(condition) => {
                let condition = backend.condition(&lowering, condition);
                lines.push(condition.statement("if ", nesting, ":"));
                nesting += 1;
            }
            Scope::Unless(condition) => {
                let condition = backend.condition(&lowering, condition);
                lines.push(condition.not().statement("if ", nesting, ":"));
                nesting += 1;
            }
            Scope::Each(binder) => {
                let source = backend.source(&lowering, binder);
                let name = backend.bind(&binder.local);
                lines.push(source.statement(&format!("for {name} in "), nesting, ":"));
                nesting += 1;
            }
        }
    }
    let spot = spot(&lowering, &mut backend, &suite.names, change);
    lines.push(spot.statement("yield ", nesting, ""));
    lines
}

fn spot(lowering: &Lowering<'_>, backend: &mut PythonExpr<'_>, names: &PyNames, change: &Change<'_>) -> Piece {
    let Root::State(id) = change.place.root else { return Piece::atom("None") };
    let field = names.state.get(id.index()).map_or_else(String::new, PyIdent::to_string);
    let mut arguments = vec![Piece::text(field).into()];
    let way = way(lowering, backend, names, (id, &change.place));
    if !way.is_empty() {
        arguments.push(Piece::tuple(way).into());
    }
    if let Some(element) = change.element {
        let element = backend.expr(lowering, element);
        arguments.push(named("element", element));
    }
    Piece::call("Spot", arguments)
}

fn way(
    lowering: &Lowering<'_>,
    backend: &mut PythonExpr<'_>,
    names: &PyNames,
    (id, place): (StateId, &Place),
) -> Vec<Piece> {
    let mut ty = lowering.service.state_field(id).ty.ty.clone();
    let mut steps = Vec::new();
    for step in &place.path {
        if let Type::Option(inner) = &ty {
            ty = (**inner).clone();
        }
        let (class, argument) = match step {
            Step::Key(key) => ("Key", backend.expr(lowering, key)),
            Step::Position(at) => ("Position", backend.expr(lowering, at)),
            Step::Field(field) => {
                let entity = if let Type::Entity(id) = &ty { *id } else { EntityId(u32::MAX) };
                let attribute = names.fields.get(entity.index()).and_then(|fields| fields.get(field.index()));
                ("At", Piece::text(attribute.map_or_else(String::new, PyIdent::to_string)))
            }
        };
        backend.uses().name(SERVICE, class);
        steps.push(Piece::apply(class, [argument]));
        ty = part_type(lowering.service, &ty, step);
    }
    steps
}

fn part_type(service: &Service, ty: &Type, step: &Step) -> Type {
    match (step, ty) {
        (Step::Key(_), Type::Map(_, value)) => (**value).clone(),
        (Step::Key(_), Type::Multi(_, value)) => Type::Set(std::sync::Arc::clone(value)),
        (Step::Position(_), Type::Seq(element)) => (**element).clone(),
        (Step::Field(field), Type::Entity(id)) => {
            let field = service.entity(*id).fields.get(field.index());
            field.map_or(Type::Unknown, |field| field.ty.ty.clone())
        }
        (Step::Key(_) | Step::Position(_) | Step::Field(_), _) => Type::Unknown,
    }
}

/// The state fields that the frame does not protect.
pub(super) fn free(service: &Service, operation: &Operation) -> BTreeSet<StateId> {
    let effects = Effects::of(service, operation);
    let mut free = BTreeSet::new();
    effects.checks.iter().filter(|check| check.opens).for_each(|check| add_primed(&check.expr, &mut free));
    free.retain(|id| !effects.effects.iter().any(|effect| effect.determines && effect.state() == Some(*id)));
    for clause in effects.loose.iter().filter_map(|clause| operation.ensures.get(*clause)) {
        add_primed(&clause.expr, &mut free);
    }
    free
}

/// The fields that an expression primes.
fn add_primed(expr: &Expr, fields: &mut BTreeSet<StateId>) {
    walk(expr, &mut |part| {
        if let ExprKind::State(id, Moment::After) = &part.kind {
            fields.insert(*id);
        }
    });
}
