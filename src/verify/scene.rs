//! What a check speaks of: a valid state, a call whose precondition holds, and the state after it.

use std::rc::Rc;

use z3::ast::{Bool, Int};

use super::encode::{Encoded, Encoder, Env, View};
use super::ground::{Assumption, Ground};
use super::refine::{Claims, merged};
use super::region::Matter;
use super::step::Called;
use super::truth::{and, or};
use super::value::Val;
use crate::interp::Clause;
use crate::ir::{Expr, OperationId, ResolvedRule, Service, StateId, Transition, Type};
use crate::realize::Body;

/// A state, and the instants at which it is valid and at which it is called.
pub(super) struct Scene<'s> {
    pub(super) encoder: Encoder<'s>,
    pub(super) before: Rc<Vec<Val>>,
    pub(super) valid_at: Int,
    pub(super) now: Int,
    /// The state fields that it speaks of.
    matter: Matter<'s>,
}

impl<'s> Scene<'s> {
    /// In which these state fields matter.
    pub(super) fn new(ground: &'s Ground<'s>, view: View, matter: Matter<'s>) -> Encoded<Scene<'s>> {
        let encoder = Encoder::new(ground, view);
        let mut before = Vec::new();
        for (at, field) in ground.service.state.iter().enumerate() {
            let make = || encoder.variable(&field.name, &field.ty.ty);
            before.push(if matter.has(StateId(at as u32)) { make()? } else { encoder.unspoken(make)? });
        }
        let (valid_at, now) = (Int::new_const("valid_at"), Int::new_const("now"));
        encoder.know(valid_at.le(&now), None);
        for instant in [&valid_at, &now] {
            encoder.know_decent(&Type::DateTime, &Val::Term(instant.clone().into()))?;
        }
        Ok(Scene { encoder, before: Rc::new(before), valid_at, now, matter })
    }

    fn service(&self) -> &'s Service {
        self.encoder.service
    }

    /// The state fields that matter, with what they hold before.
    pub(super) fn mattering(&self) -> impl Iterator<Item = (StateId, &Val)> {
        let fields = self.before.iter().enumerate().map(|(at, val)| (StateId(at as u32), val));
        fields.filter(|(id, _)| self.matters(*id))
    }

    /// Whether a state field matters.
    pub(super) fn matters(&self, id: StateId) -> bool {
        self.matter.has(id)
    }

    /// What is assumed of the fields that matter, and the clause that a check is about.
    fn assumptions(&self, clause: Option<Clause>) -> impl Iterator<Item = &'s Assumption<'s>> {
        let is_it = move |known: &Assumption<'s>| known.clause.is_some() && known.clause == clause;
        let about = move |known: &&Assumption<'s>| is_it(known) || self.matter.concerns(&known.reads);
        self.encoder.ground.assumed.iter().filter(about)
    }

    /// For what speaks of one state.
    pub(super) fn of_state(&self, state: &Rc<Vec<Val>>, now: &Int, id: u32) -> Env {
        Env {
            before: Rc::clone(state),
            after: Rc::clone(state),
            here_is_after: false,
            now: now.clone(),
            inputs: Rc::default(),
            outputs: Rc::default(),
            params: Vec::new(),
            locals: Vec::new(),
            own_fields: None,
            own_value: None,
            id,
        }
    }

    /// The environment in which the state before is valid.
    pub(super) fn valid(&self) -> Env {
        self.of_state(&self.before, &self.valid_at, 1)
    }

    /// What a valid state satisfies, as far as it is wanted. What cannot be said is left out.
    pub(super) fn valid_state(&self, about: Option<Clause>, wanted: &dyn Fn(Clause, &Expr) -> bool) -> Claims {
        let env = self.valid();
        let mut found = Vec::new();
        for (id, field) in self.mattering() {
            found.extend(self.encoder.refined_state(&env, id, field, wanted).unwrap_or_default());
        }
        for Assumption { clause, expr, .. } in self.assumptions(about) {
            if let Some(clause) = clause
                && wanted(*clause, expr)
                && let Some(holds) = self.assumed(&env, expr)
            {
                found.push((*clause, holds));
            }
        }
        found
    }

    /// What may be assumed beside: the facts.
    pub(super) fn facts(&self) -> Vec<Bool> {
        let env = self.valid();
        let facts = self.assumptions(None).filter(|known| known.clause.is_none());
        facts.filter_map(|fact| self.assumed(&env, fact.expr)).collect()
    }

    fn assumed(&self, env: &Env, expr: &Expr) -> Option<Bool> {
        if self.encoder.ground.loose.within(expr) {
            return None;
        }
        self.encoder.truth(env, expr).ok().map(|truth| truth.yes)
    }

    /// A call with inputs of its own.
    pub(super) fn call(&self, id: OperationId) -> Encoded<Env> {
        let mut inputs = Vec::new();
        for input in &self.service().operation(id).inputs {
            inputs.push(self.encoder.variable(&format!("in.{}", input.name), &input.ty.ty)?);
        }
        Ok(Env { inputs: Rc::new(inputs), ..self.of_state(&self.before, &self.now, 2) })
    }

    /// That the inputs satisfy their types.
    pub(super) fn typed_inputs(&self, env: &Env, id: OperationId) -> Encoded<Claims> {
        let mut found = Vec::new();
        for (param, value) in self.service().operation(id).inputs.iter().zip(env.inputs.iter()) {
            found.extend(self.encoder.refined(env, &param.ty, value, &|_, _| true)?);
        }
        Ok(found)
    }

    /// The requires, and that a rule of each transition leads on. What depends on functions nobody supplies counts as true.
    pub(super) fn required(&self, env: &Env, id: OperationId) -> Encoded<Claims> {
        let mut found = Vec::new();
        for (at, requires) in self.service().operation(id).requires.iter().enumerate() {
            if !self.encoder.ground.loose.within(&requires.expr) {
                found.push((Clause::Requires(id, at), self.encoder.truth(env, &requires.expr)?.yes));
            }
        }
        for (at, transition) in self.service().transitions.iter().enumerate() {
            if let Some(rules) = self.enabled(env, transition, id)? {
                let open: Vec<Bool> = rules.into_iter().map(|(_, open)| open).collect();
                found.push((Clause::Transition(at), or(&open)));
            }
        }
        Ok(found)
    }

    /// The rules that an operation may take, and when each is open; none where it is not about the transition.
    pub(super) fn enabled(
        &self,
        env: &Env,
        transition: &'s Transition,
        id: OperationId,
    ) -> Encoded<Option<Vec<(&'s ResolvedRule, Bool)>>> {
        let resolved = transition.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok());
        let rules: Vec<&ResolvedRule> = resolved.filter(|rule| rule.via == id).collect();
        if rules.is_empty() {
            return Ok(None);
        }
        let mut found = Vec::new();
        for rule in rules {
            found.push((rule, self.open_rule(env, transition, rule)?));
        }
        Ok(Some(found))
    }

    pub(super) fn open_rule(&self, env: &Env, transition: &Transition, rule: &ResolvedRule) -> Encoded<Bool> {
        let ty = Type::Entity(transition.entity);
        let Some((there, record)) = self.entry(env, &env.before, rule)? else { return Ok(Bool::from_bool(false)) };
        let field = self.encoder.sorts.part(&ty, &record, transition.field.index())?;
        let from = self.encoder.sorts.enum_value(self.enum_of(transition)?, rule.from)?;
        let mut all = vec![there, z3::ast::Ast::eq(&field, &from)];
        if let Some(guard) = &rule.guard
            && !self.encoder.ground.loose.within(guard)
        {
            let env = Env { own_fields: Some((transition.entity, record)), ..env.clone() };
            all.push(self.encoder.truth(&env, guard)?.yes);
        }
        Ok(and(&all))
    }

    fn enum_of(&self, transition: &Transition) -> Encoded<crate::ir::EnumId> {
        let field = self.service().entity(transition.entity).fields.get(transition.field.index());
        let Some(Type::Enum(id)) = field.map(|field| &field.ty.ty) else {
            return Err(super::Limit::new("a transition of no enum"));
        };
        Ok(*id)
    }

    /// The entry that a rule is about: whether it is there, and its record.
    fn entry(&self, env: &Env, state: &Rc<Vec<Val>>, rule: &ResolvedRule) -> Encoded<Option<(Bool, z3::ast::Dynamic)>> {
        let (Some(Val::Map(entries)), Some(key)) = (state.get(rule.relation.index()), env.inputs.get(rule.key.index()))
        else {
            return Ok(None);
        };
        let key = self.encoder.scalar(key)?;
        self.encoder.note_point(&key);
        Ok(Some((entries.keys.contains(&key), entries.at(&key))))
    }

    /// That the field of a transition ends at the target of a rule that was open.
    pub(super) fn moved(&self, called: &Called, transition: &'s Transition, id: OperationId) -> Encoded<Option<Bool>> {
        let Some(rules) = self.enabled(&called.env, transition, id)? else { return Ok(None) };
        let ty = Type::Entity(transition.entity);
        let mut ways = Vec::new();
        for (rule, open) in rules {
            let Some((there, record)) = self.entry(&called.env, &called.env.after, rule)? else { continue };
            let field = self.encoder.sorts.part(&ty, &record, transition.field.index())?;
            let to = self.encoder.sorts.enum_value(self.enum_of(transition)?, rule.to)?;
            ways.push(and(&[open, there, z3::ast::Ast::eq(&field, &to)]));
        }
        Ok(Some(or(&ways)))
    }

    /// The call made.
    pub(super) fn made(&self, env: &Env, id: OperationId, body: &Body) -> Encoded<Called> {
        self.encoder.follow(env, id, body)
    }

    /// The environment of what speaks of the state after alone.
    pub(super) fn afterwards(&self, called: &Called) -> Env {
        Env { before: Rc::clone(&called.env.after), here_is_after: true, id: 3, ..called.env.clone() }
    }

    /// What a state field satisfies after a call.
    pub(super) fn refined_after(
        &self,
        called: &Called,
        id: StateId,
        wanted: &dyn Fn(Clause) -> bool,
    ) -> Encoded<Claims> {
        let env = self.afterwards(called);
        match called.env.after.get(id.index()) {
            Some(value) => Ok(merged(self.encoder.refined_state(&env, id, value, &|clause, _| wanted(clause))?)),
            None => Ok(Vec::new()),
        }
    }
}
