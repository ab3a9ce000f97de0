//! Bodies of functions with the arguments of a call in place of the parameters. Variables stay unique.

use std::collections::BTreeMap;

use super::{Binder, Expr, ExprKind, Local, Moment, Range, for_each_child_mut, walk};

/// Hands out numbers for variables that no expression at hand uses yet.
#[derive(Debug, Clone)]
pub struct Fresh(u32);

impl Fresh {
    /// Numbers above all those in an expression.
    pub fn above(expr: &Expr) -> Fresh {
        let mut highest = 0;
        walk(expr, &mut |part| {
            let bound = bound_in(part).into_iter().map(|local| local.id).max();
            let used = if let ExprKind::Local(local) = &part.kind { Some(local.id) } else { None };
            highest = highest.max(bound.unwrap_or(0)).max(used.unwrap_or(0));
        });
        Fresh(highest)
    }

    fn next(&mut self) -> u32 {
        self.0 = self.0.saturating_add(1);
        self.0
    }
}

/// A body with arguments for its parameters, read at the moment of the call.
pub fn substitute(body: &Expr, args: &[Expr], moment: Moment, fresh: &mut Fresh) -> Expr {
    let mut body = body.clone();
    rename(&mut body, fresh);
    put_in(&mut body, args, moment, fresh);
    body
}

fn put_in(expr: &mut Expr, args: &[Expr], moment: Moment, fresh: &mut Fresh) {
    if let ExprKind::Param(index) = &expr.kind {
        if let Some(arg) = args.get(index.index()) {
            *expr = arg.clone();
            rename(expr, fresh);
        }
        return;
    }
    if let ExprKind::State(_, found) | ExprKind::Instances(_, found) | ExprKind::Call(_, _, found) = &mut expr.kind {
        settle(found, moment);
    }
    each_binder(expr, &mut |binder| {
        if let Range::All(found) = &mut binder.range {
            settle(found, moment);
        }
    });
    for_each_child_mut(expr, &mut |child| put_in(child, args, moment, fresh));
}

fn settle(found: &mut Moment, moment: Moment) {
    if *found == Moment::Here {
        *found = moment;
    }
}

/// Gives every variable that an expression binds a new number.
fn rename(expr: &mut Expr, fresh: &mut Fresh) {
    let mut numbers = BTreeMap::new();
    walk(expr, &mut |part| {
        for local in bound_in(part) {
            numbers.insert(local.id, fresh.next());
        }
    });
    if !numbers.is_empty() {
        renumber(expr, &numbers);
    }
}

fn renumber(expr: &mut Expr, numbers: &BTreeMap<u32, u32>) {
    let give = |local: &mut Local| local.id = numbers.get(&local.id).copied().unwrap_or(local.id);
    if let ExprKind::Local(local) | ExprKind::Let(local, ..) = &mut expr.kind {
        give(local);
    }
    each_binder(expr, &mut |binder| give(&mut binder.local));
    for_each_child_mut(expr, &mut |child| renumber(child, numbers));
}

/// The variables that an expression binds itself, not its parts.
fn bound_in(expr: &Expr) -> Vec<&Local> {
    if let ExprKind::Let(local, ..) = &expr.kind {
        return vec![local];
    }
    if let ExprKind::Quantifier(_, binders, _) = &expr.kind {
        return binders.iter().map(|binder| &binder.local).collect();
    }
    if let ExprKind::Sum(binder, _) | ExprKind::The(binder, _) | ExprKind::Comprehension(binder, _) = &expr.kind {
        return vec![&binder.local];
    }
    Vec::new()
}

fn each_binder(expr: &mut Expr, visit: &mut dyn FnMut(&mut Binder)) {
    if let ExprKind::Quantifier(_, binders, _) = &mut expr.kind {
        binders.iter_mut().for_each(visit);
    } else if let ExprKind::Sum(binder, _) | ExprKind::The(binder, _) | ExprKind::Comprehension(binder, _) =
        &mut expr.kind
    {
        visit(binder);
    }
}
