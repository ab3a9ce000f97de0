//! From what each part of the ensures could determine to what it does determine.

use super::atom::{Atom, Atoms};
use super::{Action, Check, Effect, Effects, Place, Root, Step};
use crate::ir::{BinaryOp, Expr, ExprKind, Moment, Operation, ParamIndex, Service, StateId, Type, walk};
use crate::source::Span;

pub(super) fn settle(service: &Service, operation: &Operation, found: Atoms) -> Effects {
    let read = |place: &Place, span: Span| place.expr(service, operation, span);
    let Atoms { mut atoms, mut loose } = found;
    loose.dedup();
    move_records_home(&mut atoms, &read);
    choose_sides(&mut atoms);
    let (mut effects, mut checks) = (Vec::new(), Vec::new());
    for atom in atoms {
        sort_out(atom, &mut effects, &mut checks);
    }
    demote_repetitions(&mut effects, &mut checks, &read);
    let open = open_fields(&effects, &checks);
    Effects { effects, checks, open, loose }
}

/// Makes the expression that reads a place.
type Reader<'r> = &'r dyn Fn(&Place, Span) -> Expr;

/// A record that is returned and stored, and described field by field as an output, is described as the entry instead.
fn move_records_home(atoms: &mut Vec<Atom>, read: Reader<'_>) {
    for output in outputs_without_value(atoms) {
        let Some((at, home)) = atoms.iter().enumerate().find_map(|(at, atom)| Some((at, home(atom, output)?))) else {
            continue;
        };
        let described = atoms.iter().flat_map(|atom| &atom.readings).any(|(place, _)| is_part_of(place, output));
        if !described && home.equation {
            continue;
        }
        settle_in(atoms, at, output, (&home.place, read));
    }
}

/// The outputs of entity type that no clause gives a value as a whole.
fn outputs_without_value(atoms: &[Atom]) -> Vec<ParamIndex> {
    let mut named = Vec::new();
    for atom in atoms {
        walk(&atom.expr, &mut |part| {
            if let (ExprKind::Output(index), Type::Entity(_)) = (&part.kind, &part.ty) {
                named.push(*index);
            }
        });
    }
    named.sort();
    named.dedup();
    named.retain(|output| !atoms.iter().any(|atom| gives_value(atom, *output)));
    named
}

fn gives_value(atom: &Atom, output: ParamIndex) -> bool {
    matches!(&*atom.readings, [(place, Action::Equals(_))] if is_whole(place, Root::Output(output)))
}

fn is_whole(place: &Place, root: Root) -> bool {
    place.root == root && place.path.is_empty()
}

fn is_part_of(place: &Place, output: ParamIndex) -> bool {
    place.root == Root::Output(output) && !place.path.is_empty()
}

/// Where an output is stored.
struct Home {
    place: Place,
    /// Whether an equation `out = rel'[k]` says so, rather than `rel' = rel + {k -> out}`.
    equation: bool,
}

fn home(atom: &Atom, output: ParamIndex) -> Option<Home> {
    let is_output = |place: &Place| is_whole(place, Root::Output(output));
    match &*atom.readings {
        [(one, _), (other, _)] if atom.scopes.is_empty() && is_output(one) => in_state(other),
        [(one, _), (other, _)] if atom.scopes.is_empty() && is_output(other) => in_state(one),
        [(place, Action::Equals(value))] if atom.scopes.is_empty() && place.path.is_empty() => {
            let key = key_of(value, output)?;
            let path = vec![Step::Key(key.clone())];
            let value_type = if let Type::Map(_, value) = &place.ty { (**value).clone() } else { return None };
            Some(Home { place: Place { root: place.root, path, ty: value_type }, equation: false })
        }
        _ => None,
    }
}

fn in_state(place: &Place) -> Option<Home> {
    matches!(place.root, Root::State(_)).then(|| Home { place: place.clone(), equation: true })
}

/// The key under which `rel + {k -> out}` stores the output.
fn key_of(value: &Expr, output: ParamIndex) -> Option<&Expr> {
    let ExprKind::Binary(BinaryOp::Override, _, added) = &value.kind else { return None };
    let ExprKind::Map(entries) = &added.kind else { return None };
    let [(key, value)] = &**entries else { return None };
    matches!(value.kind, ExprKind::Output(found) if found == output).then_some(key)
}

/// Rewrites what is said of the output as said of its home, and reads the output from there.
fn settle_in(atoms: &mut Vec<Atom>, at: usize, output: ParamIndex, (home, read): (&Place, Reader<'_>)) {
    for atom in atoms.iter_mut() {
        for (place, _) in &mut atom.readings {
            if is_part_of(place, output) {
                place.root = home.root;
                place.path.splice(0..0, home.path.iter().cloned());
            }
        }
    }
    let stored = read(home, atoms[at].expr.span);
    let whole = Place { root: Root::Output(output), path: Vec::new(), ty: home.ty.clone() };
    let mut returned = atoms[at].clone();
    returned.readings = vec![(whole, Action::Equals(stored))];
    if let [(place, Action::Equals(_))] = &*atoms[at].readings {
        let Some(Step::Key(key)) = home.path.first() else { return };
        atoms[at].readings = vec![(place.clone(), Action::Contains(key.clone()))];
        atoms.push(returned);
    } else {
        atoms[at] = returned;
    }
}

/// An equation between two places determines the one that nothing else does; an output before a state field.
fn choose_sides(atoms: &mut [Atom]) {
    let mut sole: Vec<Place> = Vec::new();
    for atom in atoms.iter() {
        if let [(place, _)] = &*atom.readings {
            sole.push(place.clone());
        }
    }
    for atom in atoms.iter_mut() {
        if let [(left, _), (right, _)] = &*atom.readings {
            let taken = |place: &Place| sole.iter().any(|other| other.overlaps(place));
            let keep = match (taken(left), taken(right)) {
                (true, true) => None,
                (true, false) => Some(1),
                (false, true) => Some(0),
                (false, false) => Some(usize::from(is_state(left) && !is_state(right))),
            };
            atom.readings = keep.map(|at| atom.readings[at].clone()).into_iter().collect();
            sole.extend(atom.readings.first().map(|(place, _)| place.clone()));
        }
    }
}

fn is_state(place: &Place) -> bool {
    matches!(place.root, Root::State(_))
}

fn sort_out(atom: Atom, effects: &mut Vec<Effect>, checks: &mut Vec<Check>) {
    let Atom { clause, scopes, expr, mut readings, determines } = atom;
    match readings.pop() {
        Some((place, action)) => {
            let each = scopes.iter().any(|scope| matches!(scope, super::Scope::Each(_)));
            let position = place.path.iter().any(|step| matches!(step, Step::Position(_)));
            let determines = determines && !each && !position;
            effects.push(Effect { clause, scopes, place, action, determines });
        }
        None => checks.push(Check { clause, scopes, expr }),
    }
}

/// Beside an equation of a whole field, all else on that field is a check; so is a second equation of one place.
fn demote_repetitions(effects: &mut Vec<Effect>, checks: &mut Vec<Check>, read: Reader<'_>) {
    let mut kept: Vec<Effect> = Vec::new();
    let whole: Vec<(usize, Root)> =
        effects.iter().enumerate().filter(|(_, e)| e.is_whole()).map(|(at, e)| (at, e.place.root)).collect();
    for (at, effect) in effects.drain(..).enumerate() {
        let first_whole = whole.iter().find(|(_, root)| *root == effect.place.root);
        let beside = first_whole.is_some_and(|(first, _)| *first != at);
        if beside || kept.iter().any(|other| repeats(&effect, other)) {
            checks.extend(as_check(effect, read));
        } else {
            kept.push(effect);
        }
    }
    *effects = kept;
}

fn repeats(effect: &Effect, other: &Effect) -> bool {
    let equations = matches!((&effect.action, &other.action), (Action::Equals(_), Action::Equals(_)));
    equations && effect.is_unconditional() && other.is_unconditional() && effect.place.is_same(&other.place)
}

/// An effect as a check; one that was only a way to make a check true has that check already.
fn as_check(effect: Effect, read: Reader<'_>) -> Option<Check> {
    let Effect { clause, scopes, place, action, determines } = effect;
    if !determines {
        return None;
    }
    let (Action::Equals(value) | Action::Contains(value) | Action::Lacks(value)) = &action;
    let whole = read(&place, value.span);
    let (operator, left, right) = match action {
        Action::Equals(value) => (BinaryOp::Eq, whole, value),
        Action::Contains(element) => (BinaryOp::In, element, whole),
        Action::Lacks(element) => (BinaryOp::NotIn, element, whole),
    };
    let span = left.span;
    let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
    Some(Check { clause, scopes, expr: Expr { kind, ty: Type::Bool, span } })
}

/// The state fields that are primed in checks, and that no effect is about.
fn open_fields(effects: &[Effect], checks: &[Check]) -> Vec<StateId> {
    let mut open = Vec::new();
    for check in checks {
        walk(&check.expr, &mut |part| {
            if let ExprKind::State(id, Moment::After) = part.kind {
                open.push(id);
            }
        });
    }
    open.sort();
    open.dedup();
    open.retain(|id| !effects.iter().any(|effect| effect.state() == Some(*id)));
    open
}
