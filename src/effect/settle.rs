//! From what each part of the ensures could determine to what it does determine.

use super::atom::{Atom, Atoms};
use super::opening::{open_fields, open_parts, speak_of_entries};
use super::{Action, Check, Effect, Effects, Place, Root, Scope, Step};
use crate::ir::{BinaryOp, Expr, ExprKind, Operation, ParamIndex, Service, Type, any, walk};
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
    speak_of_entries(&effects, &mut checks);
    demote_repetitions(&mut effects, &mut checks, &read);
    let open = open_fields(&effects, &checks);
    let open_parts = open_parts(&effects, &checks, &open);
    Effects { effects, checks, open, open_parts, loose }
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
        let names_itself = home.place.keys().any(|key| any(key, &|part| is_output(part, output)));
        if names_itself || (!described && home.equation) {
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

fn is_output(expr: &Expr, output: ParamIndex) -> bool {
    matches!(expr.kind, ExprKind::Output(found) if found == output)
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
            let key = key_of(value, place.root, output)?;
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

/// The key under which `rel + {k -> out}` stores the output, with `rel` as it was before.
fn key_of(value: &Expr, root: Root, output: ParamIndex) -> Option<&Expr> {
    let ExprKind::Binary(BinaryOp::Override, base, added) = &value.kind else { return None };
    let Root::State(id) = root else { return None };
    if !super::is_before(base, id) {
        return None;
    }
    let ExprKind::Map(entries) = &added.kind else { return None };
    let [(key, value)] = &**entries else { return None };
    is_output(value, output).then_some(key)
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

/// An equation between two places determines the one on the left. Where that is known already and one of them is an
/// output, it determines the one on the right.
fn choose_sides(atoms: &mut [Atom]) {
    let mut known = Known::default();
    for atom in atoms.iter() {
        if let [(place, Action::Equals(_))] = &*atom.readings {
            known.add(place, atom);
        }
    }
    for atom in atoms.iter_mut() {
        if let [(left, _), (right, _)] = &*atom.readings {
            let keep = known.side(left, right);
            atom.opens = false;
            atom.readings = keep.map(|at| atom.readings[at].clone()).into_iter().collect();
            if let [(place, _)] = &*atom.readings {
                known.add(place, atom);
            }
        }
    }
}

/// The places that something is said about, and those that are said outright.
#[derive(Default)]
struct Known {
    touched: Vec<Place>,
    given: Vec<Place>,
}

impl Known {
    fn add(&mut self, place: &Place, atom: &Atom) {
        let outright = atom.determines && atom.scopes.iter().all(|scope| matches!(scope, Scope::Let(..)));
        if outright {
            self.given.push(place.clone());
        }
        self.touched.push(place.clone());
    }

    /// Which of two equal places takes its value from the other one.
    fn side(&self, left: &Place, right: &Place) -> Option<usize> {
        let among = |places: &[Place], place: &Place| places.iter().any(|other| other.shares_way(place));
        if is_state(left) && is_state(right) {
            return (!among(&self.given, left)).then_some(0);
        }
        let part_of = |place: &Place, whole: &Place| place.path.len() >= whole.path.len() && place.shares_way(whole);
        let in_parts = |whole: &Place| is_state(whole) && self.touched.iter().any(|place| part_of(place, whole));
        let is_known = |place: &Place| among(&self.given, place) || in_parts(place);
        match (is_known(left), is_known(right)) {
            (false, _) => Some(0),
            (true, false) => Some(1),
            (true, true) => None,
        }
    }
}

fn is_state(place: &Place) -> bool {
    matches!(place.root, Root::State(_))
}

fn sort_out(atom: Atom, effects: &mut Vec<Effect>, checks: &mut Vec<Check>) {
    let Atom { clause, scopes, expr, mut readings, determines, opens } = atom;
    match readings.pop() {
        Some((place, action)) => {
            let each = scopes.iter().any(|scope| matches!(scope, Scope::Each(_)));
            let position = place.path.iter().any(|step| matches!(step, Step::Position(_)));
            let determines = determines && !each && !position;
            effects.push(Effect { clause, scopes, place, action, determines });
        }
        None => checks.push(Check { clause, scopes, expr, opens }),
    }
}

/// Beside an equation of a whole field, all else on that field is a check; so is what else is said of a place that an
/// equation gives its value, and what is only one way to make a check true where the place is determined.
fn demote_repetitions(effects: &mut Vec<Effect>, checks: &mut Vec<Check>, read: Reader<'_>) {
    let all = std::mem::take(effects);
    for (at, effect) in all.iter().enumerate() {
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        let is_idle = others.into_iter().any(|(other, by)| makes_idle(effect, at, by, other));
        if is_idle {
            checks.extend(as_check(effect.clone(), read));
        } else {
            effects.push(effect.clone());
        }
    }
}

fn makes_idle(effect: &Effect, at: usize, by: &Effect, other: usize) -> bool {
    let same_root = effect.place.root == by.place.root;
    let outright = matches!(by.action, Action::Equals(_)) && by.is_unconditional() && by.determines;
    let first = other < at || !(effect.is_unconditional() && matches!(effect.action, Action::Equals(_)));
    let beside_whole = same_root && by.is_whole() && by.determines && (other < at || !effect.is_whole());
    let beside_equation = outright && first && effect.place.is_same(&by.place);
    let only_a_way = !effect.determines && by.determines && effect.place.overlaps(&by.place);
    beside_whole || beside_equation || only_a_way
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
    Some(Check { clause, scopes, expr: Expr { kind, ty: Type::Bool, span }, opens: false })
}
