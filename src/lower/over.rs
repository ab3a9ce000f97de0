//! What goes over collections: quantifiers, `the`, comprehensions and sums, and what their variables range over.

use super::{ColumnTotal, Each, Form, Instants, Iteration, Lowered, Lowering, Over, Reach, Variable, bound};
use crate::ir::{Binder, Builtin, Expr, ExprKind, Quantifier, Range, Type};
use crate::plan::service::{Lookup, Search, key_variable, total};

/// A variable with what is looked for among what it ranges over, if anything is.
type Searched<'e> = (&'e Binder, Option<Search<'e>>);

impl Lowering<'_> {
    pub(super) fn quantifier(&self, quantifier: Quantifier, binders: &[Binder], body: &Expr) -> Lowered {
        let Some((binder, rest)) = binders.split_first() else { return self.condition(body) };
        let (what, inner) = match quantifier {
            Quantifier::All => (Iteration::All, Quantifier::All),
            Quantifier::Some => (Iteration::Some, Quantifier::Some),
            // No pair is there where for no first there is a second.
            Quantifier::No => (Iteration::No, Quantifier::Some),
        };
        let wanted = quantifier != Quantifier::All;
        let search = rest.is_empty().then_some(Search { binder, condition: body, wanted });
        self.over(what, Type::Bool, (binder, search), &|this| this.quantifier(inner, rest, body))
    }

    pub(super) fn sum(&self, expr: &Expr, binder: &Binder, term: &Expr) -> Lowered {
        let bound = bound::of_any(&expr.ty);
        let Some(total) = total(self.service, expr).filter(|_| self.reach.is_partial()) else {
            let each = (binder, Search::of(expr));
            return self
                .over(Iteration::Sum(self.reckoned(&[expr], bound)), expr.ty.clone(), each, &|this| this.expr(term));
        };
        let column = total.column.name.to_string();
        let (relation, variable, term) = (self.relation(binder), variable(binder), self.expr(term));
        let total = ColumnTotal { relation, column, variable, term, bound };
        Lowered::new(Form::ColumnTotal(Box::new(total)), expr.ty.clone())
    }

    pub(super) fn over(
        &self,
        what: Iteration,
        ty: Type,
        (binder, search): Searched<'_>,
        body: &dyn Fn(&Lowering<'_>) -> Lowered,
    ) -> Lowered {
        let keys = self.reach.keys();
        let found = keys.zip(search).and_then(|(keys, search)| search.lookup(self.service, keys));
        let counts = counts_repetitions(what);
        let source = match found {
            Some(lookup) => self.looked_up(binder, &lookup, counts),
            None if counts => self.source(binder),
            None => self.candidates(binder),
        };
        let keys: Option<Vec<_>> = keys.map(|keys| keys.iter().copied().chain(key_variable(binder)).collect());
        let reach = keys.as_deref().map_or(self.reach, Reach::LookedUp);
        let body = body(&Lowering { reach, ..*self });
        let over = Over { what, each: each_of(&source.ty), variable: variable(binder), source, body };
        Lowered::new(Form::Over(Box::new(over)), ty)
    }

    /// The relation that a variable goes over.
    fn relation(&self, binder: &Binder) -> Lowered {
        let Some(source) = binder.source() else { return both_truths() };
        let inner =
            if let ExprKind::Builtin(Builtin::Dom | Builtin::Ran, args) = &source.kind { args.first() } else { None };
        self.expr(inner.unwrap_or(source))
    }

    /// Those entries of a relation that matter, as what a variable ranges over.
    fn looked_up(&self, binder: &Binder, lookup: &Lookup, counts: bool) -> Lowered {
        let relation = self.relation(binder);
        let column = |(column, value): &(crate::convention::Column, Expr)| (column.name.to_string(), self.expr(value));
        let (ty, columns) = (relation.ty.clone(), lookup.columns.iter().map(column).collect());
        let found = Lowered::new(Form::LookedUp(Box::new(relation), columns), ty);
        match &binder.range {
            Range::Elements(Expr { kind: ExprKind::Builtin(Builtin::Ran, _), .. }) | Range::Values(_) => {
                if counts {
                    values(found)
                } else {
                    self.listed(found)
                }
            }
            Range::Elements(_) | Range::All(_) => found,
        }
    }

    /// What a variable ranges over, where it does not matter whether something comes twice.
    pub fn candidates(&self, binder: &Binder) -> Lowered {
        if let Range::Elements(source) = &binder.range
            && let ExprKind::Builtin(Builtin::Ran, args) = &source.kind
            && let [relation] = &**args
            && matches!(relation.ty, Type::Map(..))
        {
            return self.listed(self.expr(relation));
        }
        self.source(binder)
    }

    /// What a variable ranges over.
    pub fn source(&self, binder: &Binder) -> Lowered {
        match (&binder.range, &binder.ty) {
            (Range::Elements(source), _) => self.expr(source),
            (Range::Values(source), _) => values(self.expr(source)),
            (Range::All(_), Type::Enum(id)) => Lowered::new(Form::ValuesOfEnum(*id), Type::set(binder.ty.clone())),
            (Range::All(moment), Type::Entity(id)) => {
                Lowered::new(Form::Instances(*id, self.when(*moment)), Type::set(binder.ty.clone()))
            }
            (Range::All(_), _) => both_truths(),
        }
    }

    /// The values of a map, once or more often. Of two windows nobody knows whether they are the same instant.
    fn listed(&self, relation: Lowered) -> Lowered {
        match self.instants {
            Instants::Windows => values(relation),
            Instants::Known => {
                let ty = Type::seq(value_type(&relation.ty));
                Lowered::new(Form::Listed(Box::new(relation)), ty)
            }
        }
    }
}

/// Whether it matters that something comes twice.
fn counts_repetitions(what: Iteration) -> bool {
    match what {
        Iteration::The | Iteration::Sum(_) => true,
        Iteration::All | Iteration::Some | Iteration::No | Iteration::Those => false,
    }
}

/// The values of a map or relation, each once.
pub(super) fn values(relation: Lowered) -> Lowered {
    let (ty, is_multi) = (Type::set(value_type(&relation.ty)), matches!(relation.ty, Type::Multi(..)));
    let relation = Box::new(relation);
    Lowered::new(if is_multi { Form::RangeOfMulti(relation) } else { Form::Range(relation) }, ty)
}

fn value_type(ty: &Type) -> Type {
    if let Type::Map(_, value) | Type::Multi(_, value) = ty { (**value).clone() } else { Type::Unknown }
}

/// What is gone over in a collection of a type.
/// What of a collection of a type is gone over.
pub fn each_of(ty: &Type) -> Each {
    if matches!(ty, Type::Map(..) | Type::Multi(..)) { Each::Key } else { Each::Element }
}

fn variable(binder: &Binder) -> Variable {
    Variable { local: binder.local.clone(), ty: binder.ty.clone() }
}

fn both_truths() -> Lowered {
    Lowered::new(Form::BothTruths, Type::set(Type::Bool))
}
