//! Conditions with three outcomes: true, false, or without a value. A clause holds where it is defined and true.

use z3::ast::{Ast, Bool, Dynamic};

/// When a condition is defined and true, and when it is defined and false.
#[derive(Debug, Clone)]
pub(super) struct Truth {
    pub(super) yes: Bool,
    pub(super) no: Bool,
}

impl Truth {
    /// A condition that always has a value.
    pub(super) fn total(yes: Bool) -> Truth {
        let no = not(&yes);
        Truth { yes, no }
    }

    pub(super) fn constant(value: bool) -> Truth {
        Truth::total(Bool::from_bool(value))
    }

    /// A condition that has a value only where something is defined.
    pub(super) fn where_defined(defined: &Bool, value: Bool) -> Truth {
        if is_true(defined) {
            return Truth::total(value);
        }
        Truth { yes: and(&[defined.clone(), value.clone()]), no: and(&[defined.clone(), not(&value)]) }
    }

    pub(super) fn negated(self) -> Truth {
        Truth { yes: self.no, no: self.yes }
    }

    /// Left to right, stopping early.
    pub(super) fn and(self, other: Truth) -> Truth {
        Truth { no: or(&[self.no, and(&[self.yes.clone(), other.no])]), yes: and(&[self.yes, other.yes]) }
    }

    pub(super) fn or(self, other: Truth) -> Truth {
        self.negated().and(other.negated()).negated()
    }

    pub(super) fn implies(self, other: Truth) -> Truth {
        self.negated().or(other)
    }

    pub(super) fn iff(self, other: Truth) -> Truth {
        let both = |a: &Bool, b: &Bool| and(&[a.clone(), b.clone()]);
        Truth {
            yes: or(&[both(&self.yes, &other.yes), both(&self.no, &other.no)]),
            no: or(&[both(&self.yes, &other.no), both(&self.no, &other.yes)]),
        }
    }

    /// `if self then yes else no`.
    pub(super) fn choose(self, yes: Truth, no: Truth) -> Truth {
        let pick = |a: Bool, b: Bool| or(&[and(&[self.yes.clone(), a]), and(&[self.no.clone(), b])]);
        Truth { yes: pick(yes.yes, no.yes), no: pick(yes.no, no.no) }
    }

    pub(super) fn defined(&self) -> Bool {
        if self.no.ast_eq(not(&self.yes)) { yes() } else { or(&[self.yes.clone(), self.no.clone()]) }
    }

    pub(super) fn substitute(&self, pairs: &[(&Dynamic, &Dynamic)]) -> Truth {
        Truth { yes: self.yes.substitute(pairs), no: self.no.substitute(pairs) }
    }
}

pub(super) fn yes() -> Bool {
    Bool::from_bool(true)
}

pub(super) fn is_true(condition: &Bool) -> bool {
    condition.as_bool() == Some(true)
}

pub(super) fn is_false(condition: &Bool) -> bool {
    condition.as_bool() == Some(false)
}

pub(super) fn not(condition: &Bool) -> Bool {
    match condition.as_bool() {
        Some(value) => Bool::from_bool(!value),
        None => condition.not(),
    }
}

pub(super) fn and(parts: &[Bool]) -> Bool {
    if parts.iter().any(is_false) {
        return Bool::from_bool(false);
    }
    let parts: Vec<Bool> = parts.iter().filter(|part| !is_true(part)).cloned().collect();
    match &*parts {
        [] => yes(),
        [only] => only.clone(),
        _ => Bool::and(&parts),
    }
}

pub(super) fn or(parts: &[Bool]) -> Bool {
    if parts.iter().any(is_true) {
        return yes();
    }
    let parts: Vec<Bool> = parts.iter().filter(|part| !is_false(part)).cloned().collect();
    match &*parts {
        [] => Bool::from_bool(false),
        [only] => only.clone(),
        _ => Bool::or(&parts),
    }
}

pub(super) fn implies(condition: &Bool, then: &Bool) -> Bool {
    or(&[not(condition), then.clone()])
}
