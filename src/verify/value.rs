//! Values as the solver sees them. Collections keep what they are made of, so that going over them needs a quantifier
//! only for the part that is unknown.

use z3::ast::{Array, Ast, Bool, Dynamic, Int};

use super::truth::{and, implies, is_false, is_true, not, or};
use crate::ir::Type;

/// A value.
#[derive(Debug, Clone)]
pub(super) enum Val {
    /// A scalar, an enum's value, a record or an option
    Term(Dynamic),
    /// A set
    Set(Members),
    /// A map, or a `one` or `lone` relation
    Map(Entries),
    /// A `some` or `set` relation: every key has a set, and those without values an empty one
    Multi(Array),
    /// A sequence
    Seq(Line),
}

/// A value, and where it is defined.
#[derive(Debug, Clone)]
pub(super) struct Out {
    pub(super) val: Val,
    pub(super) defined: Bool,
}

/// The elements of a set.
#[derive(Debug, Clone)]
pub(super) struct Members {
    /// The type of an element.
    pub(super) element: Type,
    /// A variable, and when it is an element.
    pub(super) var: Dynamic,
    pub(super) test: Bool,
    /// What there is to go over; one element may come up twice.
    pub(super) alts: Vec<Alt>,
    /// The set as a term, where there is one.
    pub(super) array: Option<Array>,
    /// Whether no element comes up twice.
    pub(super) distinct: bool,
}

/// Elements of one shape: for all variables for which the guard holds, the element.
#[derive(Debug, Clone)]
pub(super) struct Alt {
    pub(super) vars: Vec<Dynamic>,
    pub(super) guard: Bool,
    pub(super) element: Dynamic,
    /// A term that shows the solver when to look at this.
    pub(super) trigger: Option<Dynamic>,
}

/// A map: its keys, and a total map that holds its values.
#[derive(Debug, Clone)]
pub(super) struct Entries {
    pub(super) keys: Members,
    pub(super) value: Type,
    pub(super) values: Array,
}

/// A sequence: its length, and a total map from positions.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) element: Type,
    pub(super) len: Int,
    pub(super) at: Array,
}

impl Out {
    pub(super) fn total(val: Val) -> Out {
        Out { val, defined: Bool::from_bool(true) }
    }

    pub(super) fn term(term: impl Into<Dynamic>) -> Out {
        Out::total(Val::Term(term.into()))
    }
}

impl Members {
    /// When a value is an element.
    pub(super) fn contains(&self, value: &Dynamic) -> Bool {
        self.test.substitute(&[(&self.var, value)])
    }

    /// What to go over, with variables of its own.
    pub(super) fn fresh(&self) -> Vec<Alt> {
        self.alts.iter().map(Alt::fresh).collect()
    }

    /// Only those for which a condition holds, over a variable of its own.
    pub(super) fn filtered(&self, var: &Dynamic, condition: &Bool, array: Option<Array>) -> Members {
        let holds = |value: &Dynamic| condition.substitute(&[(var, value)]);
        let narrowed = |alt: &Alt| Alt { guard: and(&[alt.guard.clone(), holds(&alt.element)]), ..alt.clone() };
        Members {
            element: self.element.clone(),
            var: self.var.clone(),
            test: and(&[self.test.clone(), holds(&self.var)]),
            alts: self.alts.iter().map(narrowed).filter(|alt| !is_false(&alt.guard)).collect(),
            array,
            distinct: self.distinct,
        }
    }

    /// The elements of both.
    pub(super) fn union(&self, other: &Members, array: Option<Array>) -> Members {
        let mut alts = self.alts.clone();
        alts.extend(other.alts.iter().cloned());
        Members {
            element: self.element.clone(),
            var: self.var.clone(),
            test: or(&[self.test.clone(), other.contains(&self.var)]),
            distinct: alts.len() <= 1 && (self.distinct || other.distinct),
            alts,
            array,
        }
    }

    /// The elements of one or the other.
    pub(super) fn either(&self, condition: &Bool, other: &Members, array: Option<Array>) -> Members {
        let under = |alt: &Alt, condition: Bool| Alt { guard: and(&[alt.guard.clone(), condition]), ..alt.clone() };
        let mut alts: Vec<Alt> = self.alts.iter().map(|alt| under(alt, condition.clone())).collect();
        alts.extend(other.alts.iter().map(|alt| under(alt, not(condition))));
        let (yes, no) = (self.test.clone(), other.contains(&self.var));
        Members {
            element: self.element.clone(),
            var: self.var.clone(),
            test: and(&[implies(condition, &yes), or(&[condition.clone(), no])]),
            alts,
            array,
            distinct: self.distinct && other.distinct,
        }
    }

    /// The elements, where all are known.
    pub(super) fn listed(&self) -> Option<Vec<Dynamic>> {
        let known = |alt: &Alt| alt.vars.is_empty() && is_true(&alt.guard);
        self.alts.iter().all(known).then(|| self.alts.iter().map(|alt| alt.element.clone()).collect())
    }
}

impl Alt {
    fn fresh(&self) -> Alt {
        let mut alt = self.clone();
        for var in &mut alt.vars {
            let new = Dynamic::fresh_const("x", &var.get_sort());
            let pair = [(&*var, &new)];
            alt.guard = alt.guard.substitute(&pair);
            alt.element = alt.element.substitute(&pair);
            alt.trigger = alt.trigger.as_ref().map(|trigger| trigger.substitute(&pair));
            *var = new;
        }
        alt
    }
}

impl Entries {
    /// The value that the total map holds for a key.
    pub(super) fn at(&self, key: &Dynamic) -> Dynamic {
        self.values.select(key)
    }
}
