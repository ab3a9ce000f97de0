//! A call, as the body of its operation makes it: the state after in terms of the state before, with unknowns where the
//! service chooses.

use std::rc::Rc;

use z3::ast::{Array, Ast, Bool, Dynamic, lambda_const};

use super::Limit;
use super::encode::{Encoded, Encoder, Env, Mode, array};
use super::place::{At, Walk, Writing};
use super::refine::Claims;
use super::truth::{Truth, and, implies, not, or, yes};
use super::value::{Entries, Val};
use crate::effect::{Place, Root, Scope, Step as PathStep};
use crate::ir::{ExprKind, Operation, OperationId, Type, TypeRef, any};
use crate::realize::{Action, Body, Case, Rule};

/// A call and what it leaves behind.
pub(super) struct Called {
    /// With the states before and after, inputs and outputs.
    pub(super) env: Env,
    /// What the choices of the service satisfy by their types.
    pub(super) chosen: Vec<Bool>,
}

impl<'s> Encoder<'s> {
    /// Follows the body of an operation.
    pub(super) fn follow(&self, env: &Env, id: OperationId, body: &Body) -> Encoded<Called> {
        if let Some(hole) = &body.hole {
            return Err(Limit::new(&format!("an operation without a body: {}", hole.reason)));
        }
        let operation = self.service.operation(id);
        let mut outputs = Vec::new();
        for output in &operation.outputs {
            outputs.push(self.variable(&format!("out.{}", output.name), &output.ty.ty)?);
        }
        let mut walk = Walk {
            encoder: self,
            operation,
            env: env.clone(),
            after: env.before.to_vec(),
            outputs,
            called: Vec::new(),
        };
        for id in &body.effects.open {
            let field = self.service.state_field(*id);
            walk.after[id.index()] = self.variable(&format!("open.{}", field.name), &field.ty.ty)?;
        }
        for part in &body.effects.open_parts {
            let fresh = self.unknown("open", &part.place.ty)?;
            walk.write_under(&part.place, &part.scopes, &mut |_| Ok(fresh.clone()), Writing::IfThere)?;
        }
        let mut choices = Vec::new();
        for step in &body.steps {
            match &step.action {
                Action::Assign(place, cases) if step.rule == Rule::Transition => walk.take_rule(place, cases)?,
                Action::Assign(place, cases) => walk.assign(place, cases)?,
                Action::Insert(place, cases) => walk.change(place, cases, true)?,
                Action::Remove(place, cases) => walk.change(place, cases, false)?,
                Action::Create(place, cases) => walk.create(place, cases)?,
                Action::Collect(output, collection) => walk.collect(output.index(), collection)?,
                Action::Choose(place, _) => choices.push(place),
            }
        }
        let env = walk.current();
        let mut chosen = walk.called;
        for place in choices {
            chosen.extend(self.typed(&env, operation, place)?);
        }
        Ok(Called { env, chosen })
    }

    /// A value of its own for each part of a state field, input or output.
    pub(super) fn variable(&self, name: &str, ty: &Type) -> Encoded<Val> {
        let named = |part: &str| format!("{name}{part}!{}", self.number());
        self.note_float(ty);
        if let Type::Map(key, value) = ty {
            let (key_sort, value_sort) = (self.sorts.of(key)?, self.sorts.of(value)?);
            let keys = Array::new_const(named(".keys"), &key_sort, &z3::Sort::bool());
            let values = Array::new_const(named(""), &key_sort, &value_sort);
            let made = Val::Map(Entries { keys: self.members_of(key, &keys)?, value: (**value).clone(), values });
            self.know_decent(ty, &made)?;
            return Ok(made);
        }
        if let Type::Seq(element) = ty {
            let at = Array::new_const(named(""), &z3::Sort::int(), &self.sorts.of(element)?);
            let len = z3::ast::Int::new_const(named(".len"));
            let made = Val::Seq(self.line(element, len, at)?);
            self.know_decent(ty, &made)?;
            return Ok(made);
        }
        self.unknown(name, ty)
    }

    /// What a chosen value satisfies by its type: of a record's field, also the invariants that speak of it.
    fn typed(&self, env: &Env, operation: &Operation, place: &Place) -> Encoded<Vec<Bool>> {
        let env = Env { here_is_after: true, before: Rc::clone(&env.after), ..env.clone() };
        let root = match place.root {
            Root::State(id) => (&self.service.state_field(id).ty, env.after.get(id.index()).cloned()),
            Root::Output(index) => (&operation.outputs[index.index()].ty, env.outputs.get(index.index()).cloned()),
        };
        let (ty, Some(val)) = root else { return Ok(Vec::new()) };
        let claims = self.typed_part(&env, ty, &val, &place.path)?;
        Ok(claims.into_iter().map(|(_, holds)| holds).collect())
    }

    fn typed_part(&self, env: &Env, ty: &TypeRef, val: &Val, path: &[PathStep]) -> Encoded<Claims> {
        if let Some(alias) = ty.alias
            && !path.is_empty()
        {
            return self.typed_part(env, &self.service.aliases[alias.index()].base, val, path);
        }
        let Some((step, rest)) = path.split_first() else { return self.refined(env, ty, val, &|_, _| true) };
        match (step, val) {
            (PathStep::Key(key), Val::Map(entries)) => {
                let out = self.value(env, key)?;
                let point = self.packed(&key.ty, &out.val)?;
                let value = self.unpacked(&entries.value, &entries.at(&point))?;
                let there = entries.keys.contains(&point);
                let Some(inner) = ty.args.get(1) else { return Ok(Vec::new()) };
                let found = self.typed_part(env, inner, &value, rest)?;
                Ok(found.into_iter().map(|(clause, holds)| (clause, implies(&there, &holds))).collect())
            }
            (PathStep::Field(field), Val::Term(record)) => {
                let Type::Entity(id) = &ty.ty else { return Ok(Vec::new()) };
                let mut found = self.refined_field(env, *id, record, field.index(), &|_, _| true)?;
                for (at, invariant) in self.service.entity(*id).invariants.iter().enumerate() {
                    let speaks =
                        any(&invariant.expr, &|part| matches!(part.kind, ExprKind::OwnField(found) if found == *field));
                    if speaks {
                        let clause = crate::interp::Clause::EntityInvariant(*id, at);
                        found.push((clause, self.entity_invariant(env, *id, record, at)?));
                    }
                }
                Ok(found)
            }
            _ => Ok(Vec::new()),
        }
    }
}

impl Walk<'_, '_> {
    /// The first case that applies gives the value.
    fn assign(&mut self, place: &Place, cases: &[Case]) -> Encoded<()> {
        let mut open = yes();
        for case in cases {
            if goes_over_many(&case.scopes) && self.over_many(place, case)? {
                continue;
            }
            let mut applied = Vec::new();
            self.under(self.current(), &case.scopes, open.clone(), &mut |walk, env, condition| {
                let way = walk.way(env, place)?;
                let out = walk.encoder.value(env, &case.value)?;
                let value = walk.lifted(place, &case.value.ty, out.val)?;
                applied.push(condition.clone());
                walk.write(place.root, &way, &value, condition, Writing::Anyway)
            })?;
            if !goes_over_many(&case.scopes) {
                open = and(&[open, not(&or(&applied))]);
            }
        }
        Ok(())
    }

    /// A value for a place that is an option is lifted.
    fn lifted(&self, place: &Place, ty: &Type, value: Val) -> Encoded<Val> {
        match (&place.ty, ty) {
            (Type::Option(_), Type::Option(_)) => Ok(value),
            (Type::Option(inner), _) => {
                let packed = self.encoder.packed(inner, &value)?;
                Ok(Val::Term(self.encoder.sorts.construct(&place.ty, &[packed])?))
            }
            _ => Ok(value),
        }
    }

    /// `all x in s | rel'[x]… = e`, where nothing lists the elements: said of every key at once.
    fn over_many(&mut self, place: &Place, case: &Case) -> Encoded<bool> {
        let ([Scope::Each(binder), rest @ ..], [PathStep::Key(key), inner @ ..]) = (&*case.scopes, &*place.path) else {
            return Ok(false);
        };
        let is_variable = matches!(&key.kind, ExprKind::Local(local) if local.id == binder.local.id);
        let env = self.current();
        let (source, _) = self.encoder.source(&env, binder)?;
        let (Val::Map(entries), _) = self.root(place.root) else { return Ok(false) };
        if !is_variable || source.alts.iter().all(|alt| alt.vars.is_empty()) {
            return Ok(false);
        }
        let point = Dynamic::fresh_const("k", &self.encoder.sorts.of(&source.element)?);
        let element = self.encoder.unpacked(&source.element, &point)?;
        let here = source.contains(&point);
        let old = self.encoder.unpacked(&entries.value, &entries.at(&point))?;
        let inner = Place { root: place.root, path: inner.to_vec(), ty: place.ty.clone() };
        let mut new = None;
        let vars = [point.clone()];
        self.encoder.scope.borrow_mut().push(point.clone());
        let result = self.under(env.with(&binder.local, element), rest, here.clone(), &mut |walk, env, condition| {
            let way = walk.way(env, &inner)?;
            let out = walk.encoder.value(env, &case.value)?;
            let value = walk.lifted(place, &case.value.ty, out.val)?;
            let written = walk.written(&entries.value, &old, &way, &value, condition, Writing::Anyway)?;
            new = Some(walk.encoder.packed(&entries.value, &written)?);
            Ok(())
        });
        self.encoder.scope.borrow_mut().pop();
        result?;
        let Some(new) = new else { return Ok(false) };
        let values = lambda_const(&vars.each_ref().map(|var| var as &dyn Ast), &new);
        let keys = self.encoder.union(&entries.keys, &source);
        let written = Val::Map(Entries { keys, value: entries.value.clone(), values });
        if let Root::State(id) = place.root {
            self.after[id.index()] = written;
        }
        Ok(true)
    }

    /// One of the rules that are enabled gives the value.
    fn take_rule(&mut self, place: &Place, cases: &[Case]) -> Encoded<()> {
        let target = self.encoder.unknown("target", &place.ty)?;
        let mut enabled = Vec::new();
        let mut picked = Vec::new();
        let mut ways: Vec<(Vec<At>, Bool)> = Vec::new();
        for case in cases {
            self.under(self.current(), &case.scopes, yes(), &mut |walk, env, condition| {
                let out = walk.encoder.value(env, &case.value)?;
                let same = walk.encoder.equal(&place.ty, &target, &out.val)?;
                picked.push(and(&[condition.clone(), same]));
                enabled.push(condition.clone());
                ways.push((walk.way(env, place)?, condition.clone()));
                Ok(())
            })?;
        }
        self.called.push(implies(&or(&enabled), &or(&picked)));
        if let Some((way, _)) = ways.first() {
            self.write(place.root, way, &target, &or(&enabled), Writing::IfThere)?;
        }
        Ok(())
    }

    fn change(&mut self, place: &Place, cases: &[Case], insert: bool) -> Encoded<()> {
        for case in cases {
            self.under(self.current(), &case.scopes, yes(), &mut |walk, env, condition| {
                let way = walk.way(env, place)?;
                let out = walk.encoder.value(env, &case.value)?;
                let element = walk.encoder.packed(&case.value.ty, &out.val)?;
                let old = walk.read(place.root, &way)?;
                let new = walk.changed(&old, &case.value.ty, &element, insert)?;
                walk.write(place.root, &way, &new, condition, Writing::Anyway)
            })?;
        }
        Ok(())
    }

    fn changed(&self, whole: &Val, element_ty: &Type, element: &Dynamic, insert: bool) -> Encoded<Val> {
        let one = self.encoder.listed(element_ty, vec![element.clone()])?;
        match (whole, insert) {
            (Val::Set(members), true) => Ok(Val::Set(self.encoder.union(members, &one))),
            (Val::Set(members), false) => Ok(Val::Set(self.encoder.without(members, &one))),
            (Val::Map(entries), false) => {
                let nothing = self.encoder.sorts.default_of(&entries.value)?;
                Ok(Val::Map(Entries {
                    keys: self.encoder.without(&entries.keys, &one),
                    value: entries.value.clone(),
                    values: entries.values.store(element, &nothing),
                }))
            }
            (Val::Multi(values), false) => {
                let set = array(&values.select(element))?;
                let sort = set.get_sort().array_domain().ok_or_else(|| Limit::new("a set that is none"))?;
                let nothing = Array::const_array(&sort, &Bool::from_bool(false));
                Ok(Val::Multi(values.store(element, &nothing)))
            }
            _ => Err(Limit::new("an element of what has none")),
        }
    }

    /// An entry that is not there is made, of values that are open.
    fn create(&mut self, place: &Place, cases: &[Vec<Scope>]) -> Encoded<()> {
        for scopes in cases {
            self.under(self.current(), scopes, yes(), &mut |walk, env, condition| {
                let way = walk.way(env, place)?;
                let (whole, _) = walk.root(place.root);
                let (Val::Map(entries), [At::Key(key)]) = (&whole, &*way) else {
                    return Err(Limit::new("an entry of what has none"));
                };
                let absent = and(&[condition.clone(), not(&entries.keys.contains(key))]);
                let fresh = walk.encoder.unknown("new", &entries.value)?;
                let value = walk.encoder.either(
                    &entries.value,
                    &absent,
                    &fresh,
                    &walk.encoder.unpacked(&entries.value, &entries.at(key))?,
                )?;
                walk.write(place.root, &way, &value, condition, Writing::Anyway)
            })?;
        }
        Ok(())
    }

    fn collect(&mut self, output: usize, collection: &crate::realize::Collection) -> Encoded<()> {
        let env = self.current();
        let (source, _) = self.encoder.source(&env, &collection.binder)?;
        if !matches!(self.operation.outputs[output].ty.ty, Type::Set(_)) {
            return Err(Limit::new("a sequence that is described by its elements"));
        }
        if !collection.is_selection() {
            return Err(Limit::new("a collection whose elements are made of others"));
        }
        let holds = |element: Val| {
            let inner = env.with(&collection.binder.local, element);
            let each = collection.conditions.iter().map(|condition| Ok(self.encoder.truth(&inner, condition)?.yes));
            Ok(Truth::total(and(&each.collect::<Encoded<Vec<Bool>>>()?)))
        };
        self.outputs[output] = Val::Set(if self.encoder.mode == Mode::Proof {
            let var = Dynamic::fresh_const("c", &self.encoder.sorts.of(&source.element)?);
            let element = self.encoder.unpacked(&source.element, &var)?;
            let inside = source.contains(&var);
            let truth = self.encoder.bound(std::slice::from_ref(&var), &inside, || holds(element))?;
            source.filtered(&var, &truth.yes, None)
        } else {
            self.encoder.picked(&source, &holds)?.0
        });
        Ok(())
    }
}

fn goes_over_many(scopes: &[Scope]) -> bool {
    scopes.iter().any(|scope| matches!(scope, Scope::Each(_)))
}
