//! What an expression needs to know of the state after and of the outputs.

use crate::effect::{Place, Root, Scope};
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, Moment, Range, Reads, Service, StateId, Type, UnaryOp, binders,
    for_each_child,
};

/// A place that an expression reads.
#[derive(Debug, Clone)]
pub(super) struct Read {
    place: Place,
    /// Whether only the keys of a map or relation are read, and none of its values.
    keys_only: bool,
}

impl Read {
    fn all(place: Place) -> Read {
        Read { place, keys_only: false }
    }

    /// Whether writing to a place may change what is read.
    pub(super) fn depends_on(&self, written: &Place) -> bool {
        let below_keys = written.path.len() > self.place.path.len() + 1;
        self.place.overlaps(written) && !(self.keys_only && below_keys)
    }

    /// Whether it is a part of a place, and not all of it.
    pub(super) fn is_within(&self, place: &Place) -> bool {
        self.place.shares_way(place) && self.place.path.len() > place.path.len()
    }

    /// Whether both read the same place.
    pub(super) fn is_same(&self, other: &Read) -> bool {
        self.place.is_same(&other.place)
    }

    /// Whether it is a place as a whole.
    pub(super) fn is(&self, place: &Place) -> bool {
        self.place.is_same(place)
    }
}

/// The places of the outputs and of the state after that an expression reads.
pub(super) fn reads(service: &Service, expr: &Expr) -> Vec<Read> {
    let mut found = Vec::new();
    gather(service, expr, &mut found);
    found
}

fn gather(service: &Service, expr: &Expr, found: &mut Vec<Read>) {
    if let Some(place) = Place::named(expr) {
        keys(service, expr, found);
        found.push(Read::all(place));
        return;
    }
    if let ExprKind::Call(id, _, Moment::After) = &expr.kind {
        found.extend(Reads::by(service, *id).fields.into_iter().map(whole));
    }
    if is_over_everything(expr) {
        found.extend((0..service.state.len()).map(|index| whole(StateId(index as u32))));
    }
    let keyed = only_keys_of(expr);
    for_each_child(expr, &mut |part| match Place::named(part) {
        Some(place) if keyed.iter().any(|keyed| std::ptr::eq(*keyed, part)) => {
            keys(service, part, found);
            found.push(Read { place, keys_only: true });
        }
        Some(_) | None => gather(service, part, found),
    });
}

/// The parts of an expression of which it only needs the keys: `#rel`, `dom(rel)`, `k in rel`, `all k in rel`.
fn only_keys_of(expr: &Expr) -> Vec<&Expr> {
    let mut parts: Vec<&Expr> = Vec::new();
    if let ExprKind::Unary(UnaryOp::Size, whole) | ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, _, whole) =
        &expr.kind
    {
        parts.push(whole);
    }
    if let ExprKind::Builtin(Builtin::Dom | Builtin::Len, args) = &expr.kind {
        parts.extend(args);
    }
    parts.extend(binders(expr).iter().filter_map(|binder| match &binder.range {
        Range::Elements(source) => Some(source),
        Range::Values(_) | Range::All(_) => None,
    }));
    parts.retain(|part| matches!(part.ty, Type::Map(..) | Type::Multi(..)));
    parts
}

/// The keys on the way to a place are read as well.
fn keys(service: &Service, expr: &Expr, found: &mut Vec<Read>) {
    if let ExprKind::Index(_, base, key) = &expr.kind {
        keys(service, base, found);
        gather(service, key, found);
    } else if let ExprKind::Field(base, _) | ExprKind::Unwrap(base, _) = &expr.kind {
        keys(service, base, found);
    }
}

fn whole(id: StateId) -> Read {
    Read::all(Place { root: Root::State(id), path: Vec::new(), ty: Type::Unknown })
}

/// Whether an expression goes over all instances of an entity after the operation.
fn is_over_everything(expr: &Expr) -> bool {
    let over = |binder: &Binder| matches!((&binder.range, &binder.ty), (Range::All(Moment::After), Type::Entity(_)));
    matches!(expr.kind, ExprKind::Instances(_, Moment::After)) || binders(expr).iter().any(over)
}

/// The places that surroundings read: conditions, values of variables, sources.
pub(super) fn scope_reads(service: &Service, scopes: &[Scope]) -> Vec<Read> {
    scopes.iter().filter_map(Scope::expr).flat_map(|expr| reads(service, expr)).collect()
}
