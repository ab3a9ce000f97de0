//! What was measured of a call, condition by condition. Where a single input changes, the conditions that do not name it are as
//! far as before.

use crate::interp::Gap;
use crate::ir::{Expr, ExprKind, Operation, OperationId, ParamIndex, ResolvedRule, Service, walk};

/// Inputs of an operation. Those beyond what there is room for are taken to be in every set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Inputs(u64);

impl Inputs {
    /// One input.
    pub(crate) fn one(at: usize) -> Inputs {
        Inputs(u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or(u64::MAX))
    }

    /// The inputs that an expression names.
    fn named(expr: &Expr) -> Inputs {
        let mut found = Inputs::default();
        walk(expr, &mut |part| {
            if let ExprKind::Input(ParamIndex(at)) = part.kind {
                found = found.and(Inputs::one(at as usize));
            }
        });
        found
    }

    fn and(self, other: Inputs) -> Inputs {
        Inputs(self.0 | other.0)
    }

    fn meet(self, other: Inputs) -> bool {
        self.0 & other.0 != 0
    }
}

/// The inputs that the conditions of an operation name.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) requires: Vec<Inputs>,
    pub(crate) ensures: Vec<Inputs>,
    /// By which transitions find an entry, and those in their guards.
    pub(crate) transitions: Inputs,
}

impl Named {
    /// Those of each operation.
    pub(crate) fn of(service: &Service) -> Vec<Named> {
        let mut found: Vec<Named> = service.operations.iter().map(Named::of_operation).collect();
        let rules = service.transitions.iter().flat_map(|transition| &transition.rules);
        for rule in rules.filter_map(|rule| rule.resolved.as_ref().ok()) {
            let ResolvedRule { via: OperationId(via), key, guard, .. } = rule;
            let named = guard.as_ref().map_or(Inputs::default(), Inputs::named).and(Inputs::one(key.index()));
            if let Some(of_operation) = found.get_mut(*via as usize) {
                of_operation.transitions = of_operation.transitions.and(named);
            }
        }
        found
    }

    fn of_operation(operation: &Operation) -> Named {
        Named {
            requires: operation.requires.iter().map(|clause| Inputs::named(&clause.expr)).collect(),
            ensures: operation.ensures.iter().map(|clause| Inputs::named(&clause.expr)).collect(),
            transitions: Inputs::default(),
        }
    }
}

/// A condition of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    /// That an input satisfies its type
    Input(usize),
    /// A `requires`
    Requires(usize),
    /// What transitions ask for
    Transitions,
    /// What the target is about, beside all that
    Own,
}

/// How far a condition of a call is from what is wanted of it.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) hard: f64,
    pub(crate) soft: f64,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) nearest: f64,
    pub(crate) missed_by: Option<Gap>,
}

/// What was measured of a call.
#[derive(Debug, Default)]
pub(crate) struct Sheet(Vec<(Slot, Entry)>);

impl Sheet {
    /// What is known of a condition that names some inputs, for a call in which others changed.
    pub(crate) fn known(&self, slot: Slot, named: Inputs, changed: Inputs) -> Option<&Entry> {
        if named.meet(changed) {
            return None;
        }
        self.0.iter().find(|(at, _)| *at == slot).map(|(_, entry)| entry)
    }

    pub(crate) fn note(&mut self, slot: Slot, entry: Entry) {
        self.0.push((slot, entry));
    }

    /// Takes over what was measured anew.
    pub(crate) fn update(&mut self, newer: Sheet) {
        for (slot, entry) in newer.0 {
            match self.0.iter_mut().find(|(at, _)| *at == slot) {
                Some(known) => known.1 = entry,
                None => self.0.push((slot, entry)),
            }
        }
    }
}

/// What a call is measured against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rival<'a> {
    /// What is further away than this is not looked at any closer.
    pub(crate) limit: f64,
    /// What was measured of a call that differs in these inputs alone.
    pub(crate) sheet: Option<(&'a Sheet, Inputs)>,
}

impl Rival<'_> {
    /// Nothing: everything counts, and is measured.
    pub(crate) const NONE: Rival<'static> = Rival { limit: f64::INFINITY, sheet: None };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn far(hard: f64) -> Entry {
        Entry { hard, soft: 0.0, gaps: Vec::new(), nearest: 0.0, missed_by: None }
    }

    #[test]
    fn a_condition_is_known_unless_it_names_what_changed() {
        let mut sheet = Sheet::default();
        sheet.note(Slot::Requires(0), far(3.0));
        let named = Inputs::one(0).and(Inputs::one(2));
        let known = |slot, changed| sheet.known(slot, named, changed).map(|entry| entry.hard);
        assert_eq!(known(Slot::Requires(0), Inputs::one(1)), Some(3.0));
        assert_eq!(known(Slot::Requires(0), Inputs::one(2)), None);
        assert_eq!(known(Slot::Requires(1), Inputs::one(1)), None);
    }

    /// There is room for 64 inputs; a change of another one leaves nothing known that names any.
    #[test]
    fn inputs_without_a_place_of_their_own_are_in_every_set() {
        assert!(Inputs::one(70).meet(Inputs::one(3)) && Inputs::one(3).meet(Inputs::one(64)));
        assert!(!Inputs::one(70).meet(Inputs::default()));
    }

    #[test]
    fn what_is_measured_anew_replaces_what_was_known() {
        let mut sheet = Sheet::default();
        sheet.note(Slot::Own, far(3.0));
        let mut newer = Sheet::default();
        newer.note(Slot::Own, far(1.0));
        newer.note(Slot::Transitions, far(2.0));
        sheet.update(newer);
        let known = |slot| sheet.known(slot, Inputs::default(), Inputs::one(0)).map(|entry| entry.hard);
        assert_eq!((known(Slot::Own), known(Slot::Transitions)), (Some(1.0), Some(2.0)));
    }
}
