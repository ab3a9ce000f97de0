//! Conditions on pairs of entries: what has to hold of each entry, and what has to be the same in both, before a pair can
//! break one. `all a in users, b in users | a != b implies users[a].email != users[b].email` is broken only by two users
//! with the same email, so nobody has to look at the others.

use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, IndexKind, Local, Quantifier, Range, Reads, Service, StateId, Type,
    UnaryOp, any, for_each_child, goes_over_instances,
};

/// Which part of an entry a variable stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryPart {
    /// The key
    Key,
    /// The value
    Value,
}

/// The relation whose entries a variable ranges over, where it is just that.
pub fn entries_of(binder: &Binder) -> Option<(StateId, EntryPart)> {
    let Range::Elements(source) = &binder.range else { return None };
    let state = |expr: &Expr| match (&expr.kind, &expr.ty) {
        (ExprKind::State(id, _), Type::Map(..)) => Some((*id, false)),
        (ExprKind::State(id, _), Type::Multi(..)) => Some((*id, true)),
        _ => None,
    };
    if let ExprKind::Builtin(builtin @ (Builtin::Dom | Builtin::Ran), args) = &source.kind {
        let (id, several) = state(args.first()?)?;
        let part = if *builtin == Builtin::Dom { EntryPart::Key } else { EntryPart::Value };
        return (part == EntryPart::Key || !several).then_some((id, part));
    }
    state(source).map(|(id, _)| (id, EntryPart::Key))
}

/// A condition on all entries, or on all combinations of entries, of relations.
#[derive(Debug, Clone, PartialEq)]
pub struct OverEntries {
    /// The variables; each ranges over the entries of a relation.
    pub binders: Vec<Binder>,
    /// What is said of each combination.
    pub body: Expr,
    /// The value of the body that breaks the condition.
    pub broken_if: bool,
    /// Whether it is written as one quantifier within another.
    pub nested: bool,
}

impl OverEntries {
    /// A condition as one on entries. `all a in r | all b in s | p` is one on pairs, and so is `all a in r | no b in s | p`.
    pub fn of(expr: &Expr) -> Option<OverEntries> {
        let ExprKind::Quantifier(quantifier @ (Quantifier::All | Quantifier::No), binders, body) = &expr.kind else {
            return None;
        };
        if !over_relations(binders) {
            return None;
        }
        let (binders, body) = (binders.clone(), (**body).clone());
        let mut found = OverEntries { binders, body, broken_if: *quantifier == Quantifier::No, nested: false };
        while !found.broken_if && found.open() {}
        Some(found)
    }

    /// Takes the quantifier that the body is apart.
    fn open(&mut self) -> bool {
        let ExprKind::Quantifier(quantifier @ (Quantifier::All | Quantifier::No), binders, body) = &self.body.kind
        else {
            return false;
        };
        if !over_relations(binders) {
            return false;
        }
        self.binders.extend(binders.iter().cloned());
        self.broken_if = *quantifier == Quantifier::No;
        self.body = (**body).clone();
        self.nested = true;
        true
    }
}

fn over_relations(binders: &[Binder]) -> bool {
    binders.iter().all(|binder| entries_of(binder).is_some())
}

/// What has to hold of one entry before a pair with it can break a condition, in the order in which it is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// A condition on the entry has this value.
    Is(Expr, bool),
    /// This has the same value in both entries: the first one of this side and of the other, the second ones, and so on.
    Same(Expr),
}

/// What has to hold of the two entries of a pair. Each expression reads one entry and nothing else: the variable, and the
/// relation at the variable. Where all of them have values, a pair that fails a test does not break the condition, and
/// nothing that is asked before goes without a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairs {
    /// Of the first variable's entry, and of the second's.
    pub sides: [Vec<Test>; 2],
}

impl Pairs {
    /// What a condition on pairs says, if it says that something has to be the same.
    pub fn of(service: &Service, condition: &OverEntries) -> Option<Pairs> {
        let [first, second] = &*condition.binders else { return None };
        let mut reader = Reader { service, binders: [first, second], found: Pairs { sides: [Vec::new(), Vec::new()] } };
        // What comes after the first thing that may be without a value is not asked for sure.
        let _ = reader.needs(&condition.body, condition.broken_if);
        let links = reader.found.sides[0].iter().any(|test| matches!(test, Test::Same(_)));
        links.then_some(reader.found)
    }
}

/// Whether `base[key]` is the entry that a variable stands for.
pub fn is_own_entry(binder: &Binder, expr: &Expr) -> bool {
    let ExprKind::Index(IndexKind::Value | IndexKind::Values, base, key) = &expr.kind else { return false };
    let (ExprKind::State(id, _), ExprKind::Local(Local { id: local, .. })) = (&base.kind, &key.kind) else {
        return false;
    };
    binder.local.id == *local && entries_of(binder) == Some((*id, EntryPart::Key))
}

struct Reader<'a> {
    service: &'a Service,
    binders: [&'a Binder; 2],
    found: Pairs,
}

impl Reader<'_> {
    /// Notes what has to hold for an expression to have a value. None where it may go without one.
    fn needs(&mut self, expr: &Expr, value: bool) -> Option<()> {
        if let ExprKind::Unary(UnaryOp::Not, inner) = &expr.kind {
            return self.needs(inner, !value);
        }
        let ExprKind::Binary(operator, left, right) = &expr.kind else { return self.test(expr, value) };
        match (operator, value) {
            (BinaryOp::And, true) => self.needs(left, true).and_then(|()| self.needs(right, true)),
            (BinaryOp::Or, false) => self.needs(left, false).and_then(|()| self.needs(right, false)),
            (BinaryOp::Implies, false) => self.needs(left, true).and_then(|()| self.needs(right, false)),
            (BinaryOp::Eq, true) | (BinaryOp::Ne, false) if self.links(left, right) => Some(()),
            _ => self.test(expr, value),
        }
    }

    /// Notes `f(a) = g(b)`, in either order.
    fn links(&mut self, left: &Expr, right: &Expr) -> bool {
        for (first, second) in [(left, right), (right, left)] {
            if self.is_about(0, first) && self.is_about(1, second) {
                self.found.sides[0].push(Test::Same(first.clone()));
                self.found.sides[1].push(Test::Same(second.clone()));
                return true;
            }
        }
        false
    }

    /// A condition on one entry, or one that has a value whatever the entries are.
    fn test(&mut self, expr: &Expr, value: bool) -> Option<()> {
        match (0..2).find(|side| self.is_of(*side, expr)) {
            Some(side) => self.found.sides[side].push(Test::Is(expr.clone(), value)),
            None if self.has_a_value(expr) => {}
            None => return None,
        }
        Some(())
    }

    /// Whether an expression reads one entry, and nothing else.
    fn is_about(&self, side: usize, expr: &Expr) -> bool {
        let id = self.binders[side].local.id;
        self.is_of(side, expr) && any(expr, &|part| matches!(&part.kind, ExprKind::Local(local) if local.id == id))
    }

    /// Whether an expression reads nothing but one entry.
    fn is_of(&self, side: usize, expr: &Expr) -> bool {
        is_own_entry(self.binders[side], expr)
            || (!self.reads_more(side, expr) && self.all_parts(expr, |part| self.is_of(side, part)))
    }

    fn reads_more(&self, side: usize, expr: &Expr) -> bool {
        if let ExprKind::Local(local) = &expr.kind {
            return local.id == self.binders[1 - side].local.id;
        }
        if let ExprKind::Call(id, ..) = &expr.kind {
            return !Reads::by(self.service, *id).is_empty();
        }
        let outside = matches!(
            expr.kind,
            ExprKind::State(..)
                | ExprKind::Input(_)
                | ExprKind::Output(_)
                | ExprKind::Param(_)
                | ExprKind::OwnField(_)
                | ExprKind::OwnValue
                | ExprKind::UndeclaredCall(..)
                | ExprKind::Builtin(Builtin::Now, _)
        );
        outside || goes_over_instances(expr)
    }

    /// Whether an expression has a value, whatever the entries are.
    fn has_a_value(&self, expr: &Expr) -> bool {
        let is_entry = self.binders.iter().any(|binder| is_own_entry(binder, expr));
        is_entry || (is_plain(expr) && self.all_parts(expr, |part| self.has_a_value(part)))
    }

    fn all_parts(&self, expr: &Expr, test: impl Fn(&Expr) -> bool) -> bool {
        let mut all = true;
        for_each_child(expr, &mut |part| all &= test(part));
        all
    }
}

/// Whether an expression has a value as soon as its parts have some.
fn is_plain(expr: &Expr) -> bool {
    if let ExprKind::Binary(operator, ..) = &expr.kind {
        return is_comparison(*operator);
    }
    matches!(
        expr.kind,
        ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Text(_)
            | ExprKind::None
            | ExprKind::EnumValue(..)
            | ExprKind::Local(_)
            | ExprKind::State(..)
            | ExprKind::Field(..)
            | ExprKind::Some(_)
            | ExprKind::Set(_)
            | ExprKind::Unary(UnaryOp::Not | UnaryOp::Size, _)
            | ExprKind::Builtin(Builtin::Dom | Builtin::Ran | Builtin::Len, _)
    )
}

fn is_comparison(operator: BinaryOp) -> bool {
    match operator {
        BinaryOp::Iff
        | BinaryOp::Implies
        | BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Subset => true,
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Concat
        | BinaryOp::Union
        | BinaryOp::Intersect
        | BinaryOp::Difference
        | BinaryOp::Override
        | BinaryOp::RemoveKeys => false,
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::ir::{Names, print};
    use crate::project::{NoFiles, open};

    /// What is asked of the two entries for an invariant to be broken: `same` or a condition with its value.
    fn tests_of(invariant: &str) -> Option<[String; 2]> {
        let text = format!(
            "service Shop {{
              enum Status {{ NEW, OLD }}
              entity User {{
                email: String
                phone: Option[String]
                age: Int
                status: Status
              }}
              entity Order {{
                owner: Int
                number: Int
              }}
              state {{
                users: Int -> lone User
                orders: Int -> lone Order
                tags: Int -> lone String
                limit: Int
              }}
              function plain(s: String): String = s + \"!\"
              predicate limited(n: Int) = n < limit
              invariant it: {invariant}
            }}"
        );
        let project = open("a.spec", text.as_bytes(), &NoFiles);
        let checked = crate::sema::check(&project.files, project.diagnostics.is_empty());
        let service = checked.service.expect("a sound spec");
        let condition = OverEntries::of(&service.invariants.first().expect("an invariant").expr)?;
        let shown = |expr: &Expr| print(expr, &service, Names::default());
        let told = |test: &Test| match test {
            Test::Is(expr, value) => format!("{} is {value}", shown(expr)),
            Test::Same(expr) => format!("same {}", shown(expr)),
        };
        Some(Pairs::of(&service, &condition)?.sides.map(|side| side.iter().map(told).collect::<Vec<_>>().join("; ")))
    }

    fn sides(first: &str, second: &str) -> Option<[String; 2]> {
        Some([first.to_string(), second.to_string()])
    }

    #[test]
    fn equalities_link_in_premises_and_denied_in_conclusions() {
        let emails = sides("same users[a].email", "same users[b].email");
        for invariant in [
            "all a in users, b in users | a != b implies users[a].email != users[b].email",
            "all a in users, b in users | users[b].email = users[a].email implies a = b",
            "all a in users, b in users | a = b or users[a].email != users[b].email",
            "all a in users, b in users | not (a != b and users[a].email = users[b].email)",
            "no a in users, b in users | a != b and users[a].email = users[b].email",
            "all a in users | all b in users | a != b implies users[a].email != users[b].email",
            "all a in users | no b in users | a != b and users[a].email = users[b].email",
        ] {
            assert_eq!(tests_of(invariant), emails, "{invariant}");
        }
    }

    #[test]
    fn keys_values_and_functions_link_and_several_links_are_kept() {
        assert_eq!(
            tests_of("all o in orders, u in users | orders[o].owner = u implies orders[o].number < users[u].age"),
            sides("same orders[o].owner", "same u")
        );
        assert_eq!(
            tests_of(
                "all a in ran(orders), b in ran(orders) | a.owner = b.owner and a.number = b.number implies a = b"
            ),
            sides("same a.owner; same a.number", "same b.owner; same b.number")
        );
        assert_eq!(
            tests_of("all a in users, b in users | plain(users[a].email) = plain(users[b].email) implies a = b"),
            sides("same plain(users[a].email)", "same plain(users[b].email)")
        );
    }

    #[test]
    fn conditions_on_one_entry_are_asked_of_it() {
        assert_eq!(
            tests_of(
                "all a in users, b in users | users[a].status = NEW and not (users[b].phone = none) \
                 and users[a].phone = users[b].phone implies a = b"
            ),
            sides(
                "users[a].status = Status.NEW is true; same users[a].phone",
                "users[b].phone = none is false; same some(users[b].phone)"
            )
        );
    }

    #[test]
    fn what_may_be_without_a_value_or_reads_more_links_nothing() {
        for invariant in [
            "all a in users, b in users | tags[a] = \"x\" and users[a].email = users[b].email implies a = b",
            "all a in users, b in users | users[a].age / users[b].age = 1 and users[a].email = users[b].email implies a = b",
            "all a in users, b in users | tags[a] = tags[b] implies a = b",
            "all a in users, b in users | users[a].age < users[b].age implies users[a].age != 3",
            "all a in users, b in users | users[a].email = users[b].email",
            "all a in users, b in users | limited(users[a].age + users[b].age)",
            "all a in users, b in users, c in users | users[a].email = users[b].email implies a = b or a = c",
            "all a in users | users[a].age > 0",
        ] {
            assert_eq!(tests_of(invariant), None, "{invariant}");
        }
    }
}
