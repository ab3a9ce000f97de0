//! Sets, maps, relations and sequences.

use z3::ast::{Array, Ast, Bool, Dynamic, Int, lambda_const};
use z3::{FuncDecl, Sort};

use super::Limit;
use super::encode::{Encoded, Encoder, Env, Mode, array, for_all, integer};
use super::truth::{and, implies, is_true, not, or, yes};
use super::value::{Alt, Entries, Line, Members, Out, Val};
use crate::ir::{BinaryOp, Binder, EntityId, Expr, Range, Type};

impl Encoder<'_> {
    /// A term as a value of its type.
    pub(super) fn unpacked(&self, ty: &Type, term: &Dynamic) -> Encoded<Val> {
        Ok(match ty {
            Type::Set(element) => Val::Set(self.members_of(element, &array(term)?)?),
            Type::Map(key, value) => {
                let keys = array(&self.sorts.part(ty, term, 0)?)?;
                let values = array(&self.sorts.part(ty, term, 1)?)?;
                let keys = self.members_of(key, &keys)?;
                if let Mode::Bounded(_) = self.mode {
                    let points = keys.alts.iter().map(|alt| alt.element.clone());
                    self.know(self.fixed(&values, value, points, &|key| keys.contains(key))?, None);
                }
                Val::Map(Entries { keys, value: (**value).clone(), values })
            }
            Type::Multi(..) => Val::Multi(array(term)?),
            Type::Seq(element) => {
                let len = integer(&self.sorts.part(ty, term, 0)?)?;
                Val::Seq(self.line(element, len, array(&self.sorts.part(ty, term, 1)?)?)?)
            }
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Entity(_)
            | Type::Option(_)
            | Type::Unknown => Val::Term(term.clone()),
        })
    }

    pub(super) fn line(&self, element: &Type, len: Int, at: Array) -> Encoded<Line> {
        match self.mode {
            Mode::Proof => self.know(len.ge(0), Some(&len.clone().into())),
            Mode::Bounded(size) => {
                self.know(and(&[len.ge(0), len.le(size as i64)]), None);
                self.know(
                    self.fixed(&at, element, (0..size).map(|at| Int::from_i64(at as i64).into()), &|position| {
                        integer(position).map_or(yes(), |position| position.lt(&len))
                    })?,
                    None,
                );
            }
        }
        Ok(Line { element: element.clone(), len, at })
    }

    /// That a total map holds nothing but at some points where a condition holds.
    fn fixed(
        &self,
        map: &Array,
        value: &Type,
        points: impl Iterator<Item = Dynamic>,
        inside: &dyn Fn(&Dynamic) -> Bool,
    ) -> Encoded<Bool> {
        let domain = map.get_sort().array_domain().ok_or_else(|| Limit::new("a map that is none"))?;
        let nothing = self.sorts.default_of(value)?;
        let mut built = Array::const_array(&domain, &nothing);
        for point in points {
            let held = inside(&point).ite(&map.select(&point), &nothing);
            built = built.store(&point, &held);
        }
        Ok(map.eq(&built))
    }

    /// The elements of a set that is a term.
    pub(super) fn members_of(&self, element: &Type, set: &Array) -> Encoded<Members> {
        let sort = self.sorts.of(element)?;
        let var = Dynamic::fresh_const("e", &sort);
        let is_in = |value: &Dynamic| set.select(value).as_bool().unwrap_or_else(yes);
        let alts = match (self.known_values(element), self.mode) {
            (Some(values), _) => values.into_iter().map(|value| single(is_in(&value), value)).collect(),
            (None, Mode::Proof) => {
                let guard = is_in(&var);
                let trigger = set.is_const().then(|| guard.clone().into());
                vec![Alt { vars: vec![var.clone()], guard, element: var.clone(), trigger }]
            }
            (None, Mode::Bounded(size)) => self.slots(set, &sort, size, &is_in),
        };
        Ok(Members { element: element.clone(), test: is_in(&var), var, alts, array: Some(set.clone()), distinct: true })
    }

    /// All values of a type that has few.
    fn known_values(&self, ty: &Type) -> Option<Vec<Dynamic>> {
        match ty {
            Type::Bool => Some([false, true].map(|value| Bool::from_bool(value).into()).to_vec()),
            Type::Enum(id) => Some(self.sorts.enum_values(*id)),
            Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Entity(_)
            | Type::Set(_)
            | Type::Seq(_)
            | Type::Map(..)
            | Type::Multi(..)
            | Type::Option(_)
            | Type::Unknown => None,
        }
    }

    /// A set of at most so many elements, each with a name.
    fn slots(&self, set: &Array, sort: &Sort, size: usize, is_in: &dyn Fn(&Dynamic) -> Bool) -> Vec<Alt> {
        let slots: Vec<Dynamic> = (0..size).map(|at| slot(set, sort, at)).collect();
        let mut built = Array::const_array(sort, &Bool::from_bool(false));
        let mut alts = Vec::new();
        for (at, element) in slots.iter().enumerate() {
            built = built.store(element, &is_in(element));
            let apart = slots.iter().take(at).map(|other| not(&other.eq(element)));
            let guard: Vec<Bool> = std::iter::once(is_in(element)).chain(apart).collect();
            alts.push(single(and(&guard), element.clone()));
        }
        self.know(set.eq(&built), None);
        alts
    }

    /// A value as one term of its type.
    pub(super) fn packed(&self, ty: &Type, val: &Val) -> Encoded<Dynamic> {
        match val {
            Val::Term(term) => Ok(term.clone()),
            Val::Set(members) => Ok(self.as_array(members)?.into()),
            Val::Map(entries) => {
                let keys = self.as_array(&entries.keys)?;
                self.sorts.construct(ty, &[keys.into(), self.normal_values(entries)?.into()])
            }
            Val::Multi(values) => Ok(values.clone().into()),
            Val::Seq(line) => self.sorts.construct(ty, &[line.len.clone().into(), line.at.clone().into()]),
        }
    }

    /// The total map of a map, with nothing outside of its keys.
    fn normal_values(&self, entries: &Entries) -> Encoded<Array> {
        if entries.keys.array.is_some() {
            return Ok(entries.values.clone());
        }
        let key = Dynamic::fresh_const("k", &self.sorts.of(&entries.keys.element)?);
        let held = entries.keys.contains(&key).ite(&entries.at(&key), &self.sorts.default_of(&entries.value)?);
        Ok(lambda_const(&[&key], &held))
    }

    /// A set as one term.
    pub(super) fn as_array(&self, members: &Members) -> Encoded<Array> {
        if let Some(array) = &members.array {
            return Ok(array.clone());
        }
        if let Some(elements) = members.listed() {
            return Ok(stored(&self.nothing(&members.element)?, &elements, true));
        }
        if let Mode::Bounded(_) = self.mode {
            let mut built = self.nothing(&members.element)?;
            for alt in &members.alts {
                let before = built.select(&alt.element).as_bool().unwrap_or_else(yes);
                built = built.store(&alt.element, &or(&[before, alt.guard.clone()]));
            }
            return Ok(built);
        }
        Ok(lambda_const(&[&members.var], &members.test.clone().into()))
    }

    pub(super) fn nothing(&self, element: &Type) -> Encoded<Array> {
        Ok(Array::const_array(&self.sorts.of(element)?, &Bool::from_bool(false)))
    }

    /// A set of known elements.
    pub(super) fn listed(&self, element: &Type, elements: Vec<Dynamic>) -> Encoded<Members> {
        let var = Dynamic::fresh_const("e", &self.sorts.of(element)?);
        let test = or(&elements.iter().map(|known| var.eq(known)).collect::<Vec<_>>());
        let array = stored(&self.nothing(element)?, &elements, true);
        elements.iter().for_each(|known| self.note_point(known));
        let distinct = elements.len() <= 1;
        let alts = elements.into_iter().map(|known| single(yes(), known)).collect();
        Ok(Members { element: element.clone(), var, test, alts, array: Some(array), distinct })
    }

    /// What a value has as elements or keys.
    pub(super) fn members(&self, val: &Val) -> Encoded<Members> {
        match val {
            Val::Set(members) => Ok(members.clone()),
            Val::Map(entries) => Ok(entries.keys.clone()),
            Val::Multi(_) => Err(Limit::new("the keys of a relation without its type")),
            Val::Seq(line) => self.elements_of(line),
            Val::Term(_) => Err(Limit::new("the elements of a scalar")),
        }
    }

    /// The keys of a `some` or `set` relation: those with values.
    fn multi_keys(&self, values: &Array, key: &Type, value: &Type) -> Encoded<Members> {
        let sort = self.sorts.of(key)?;
        let var = Dynamic::fresh_const("k", &sort);
        let nothing = self.nothing(value)?;
        let has = |key: &Dynamic| array(&values.select(key)).map(|set| not(&set.eq(&nothing)));
        let test = has(&var)?;
        let alts = match (self.known_values(key), self.mode) {
            (Some(known), _) => {
                known.into_iter().map(|key| Ok(single(has(&key)?, key))).collect::<Encoded<Vec<Alt>>>()?
            }
            (None, Mode::Proof) => {
                let trigger = values.is_const().then(|| values.select(&var));
                vec![Alt { vars: vec![var.clone()], guard: test.clone(), element: var.clone(), trigger }]
            }
            (None, Mode::Bounded(size)) => {
                let slots: Vec<Dynamic> = (0..size).map(|at| slot(values, &sort, at)).collect();
                let mut built = Array::const_array(&sort, &nothing);
                let mut alts = Vec::new();
                for (at, key) in slots.iter().enumerate() {
                    built = built.store(key, &values.select(key));
                    let apart = slots.iter().take(at).map(|other| not(&other.eq(key)));
                    let guard: Vec<Bool> = std::iter::once(has(key)?).chain(apart).collect();
                    alts.push(single(and(&guard), key.clone()));
                }
                self.know(values.eq(&built), None);
                alts
            }
        };
        Ok(Members { element: key.clone(), var, test, alts, array: None, distinct: true })
    }

    /// The elements of a sequence; one may come up twice.
    pub(super) fn elements_of(&self, line: &Line) -> Encoded<Members> {
        let var = Dynamic::fresh_const("e", &self.sorts.of(&line.element)?);
        let alts = self.positions(line).into_iter().map(|alt| {
            let element = line.at.select(&alt.element);
            Alt { trigger: None, element, ..alt }
        });
        let alts: Vec<Alt> = alts.collect();
        let test: Vec<Bool> = alts
            .iter()
            .map(|alt| super::encode::there_is(&alt.vars, &and(&[alt.guard.clone(), alt.element.eq(&var)])))
            .collect();
        Ok(Members { element: line.element.clone(), var, test: or(&test), alts, array: None, distinct: false })
    }

    /// The positions of a sequence.
    pub(super) fn positions(&self, line: &Line) -> Vec<Alt> {
        match self.mode {
            Mode::Proof => {
                let at = Int::fresh_const("i");
                let guard = and(&[at.ge(0), at.lt(&line.len)]);
                let trigger = line.at.is_const().then(|| line.at.select(&at));
                vec![Alt { vars: vec![at.clone().into()], guard, element: at.into(), trigger }]
            }
            // One more than a sequence can hold at first, for what is added to it.
            Mode::Bounded(size) => {
                (0..=size + 1).map(|at| single(line.len.gt(at as i64), Int::from_i64(at as i64).into())).collect()
            }
        }
    }

    /// Whether a value is an element, or a key.
    pub(super) fn contains(&self, whole: &Val, element: &Dynamic) -> Encoded<Bool> {
        self.note_point(element);
        match whole {
            Val::Set(members) => Ok(members.contains(element)),
            Val::Map(entries) => Ok(entries.keys.contains(element)),
            Val::Multi(values) => {
                let set = array(&values.select(element))?;
                let sort = set.get_sort().array_domain().ok_or_else(|| Limit::new("a set that is none"))?;
                Ok(not(&set.eq(Array::const_array(&sort, &Bool::from_bool(false)))))
            }
            Val::Seq(line) => Ok(self.elements_of(line)?.contains(element)),
            Val::Term(_) => Err(Limit::new("the elements of a scalar")),
        }
    }

    /// What a binder ranges over, and where that is defined.
    pub(super) fn source(&self, env: &Env, binder: &Binder) -> Encoded<(Members, Bool)> {
        match &binder.range {
            Range::Elements(expr) => {
                let out = self.value(env, expr)?;
                Ok((self.typed_members(&expr.ty, &out.val)?, out.defined))
            }
            Range::Values(expr) => {
                let out = self.value(env, expr)?;
                Ok((self.range(&expr.ty, &out.val)?, out.defined))
            }
            Range::All(moment) => {
                if let Type::Entity(id) = &binder.ty {
                    return Ok((self.instances(env.state(*moment), *id)?, yes()));
                }
                let values = self.known_values(&binder.ty).ok_or_else(|| Limit::new("all values of a large type"))?;
                let mut all = self.listed(&binder.ty, values)?;
                all.distinct = true;
                Ok((all, yes()))
            }
        }
    }

    /// What an iteration over a value of a type goes over.
    pub(super) fn typed_members(&self, ty: &Type, val: &Val) -> Encoded<Members> {
        match (ty, val) {
            (Type::Multi(key, value), Val::Multi(values)) => self.multi_keys(values, key, value),
            (_, val) => self.members(val),
        }
    }

    /// The values of a map or relation.
    pub(super) fn range(&self, ty: &Type, val: &Val) -> Encoded<Members> {
        let (element, alts) = match (ty, val) {
            (_, Val::Map(entries)) => {
                let value_at = |alt: Alt| Alt { element: entries.at(&alt.element), ..alt };
                (entries.value.clone(), entries.keys.fresh().into_iter().map(value_at).collect::<Vec<_>>())
            }
            (Type::Multi(key, value), Val::Multi(values)) => {
                let mut alts = Vec::new();
                for outer in self.multi_keys(values, key, value)?.fresh() {
                    let inner = self.members_of(value, &array(&values.select(&outer.element))?)?;
                    for mut alt in inner.fresh() {
                        alt.vars.splice(0..0, outer.vars.iter().cloned());
                        alt.guard = and(&[outer.guard.clone(), alt.guard]);
                        alt.trigger = None;
                        alts.push(alt);
                    }
                }
                ((**value).clone(), alts)
            }
            _ => return Err(Limit::new("the values of what is no relation")),
        };
        let var = Dynamic::fresh_const("v", &self.sorts.of(&element)?);
        let test: Vec<Bool> = alts
            .iter()
            .map(|alt| super::encode::there_is(&alt.vars, &and(&[alt.guard.clone(), alt.element.eq(&var)])))
            .collect();
        Ok(Members { element, var, test: or(&test), alts, array: None, distinct: false })
    }

    /// Every instance of an entity that a state reaches.
    pub(super) fn instances(&self, state: &[Val], entity: EntityId) -> Encoded<Members> {
        let mut alts = Vec::new();
        for (field, value) in self.service.state.iter().zip(state) {
            self.reached(&field.ty.ty, value, entity, &mut alts)?;
        }
        let element = Type::Entity(entity);
        let var = Dynamic::fresh_const("v", &self.sorts.of(&element)?);
        let test: Vec<Bool> = alts
            .iter()
            .map(|alt: &Alt| super::encode::there_is(&alt.vars, &and(&[alt.guard.clone(), alt.element.eq(&var)])))
            .collect();
        Ok(Members { element, var, test: or(&test), alts, array: None, distinct: false })
    }

    fn reached(&self, ty: &Type, val: &Val, entity: EntityId, found: &mut Vec<Alt>) -> Encoded<()> {
        match (ty, val) {
            (Type::Entity(id), Val::Term(record)) => {
                if *id == entity {
                    found.push(single(yes(), record.clone()));
                    return Ok(());
                }
                for (at, field) in self.service.entity(*id).fields.iter().enumerate() {
                    if mentions(self.service, &field.ty.ty, entity) {
                        let part = self.unpacked(&field.ty.ty, &self.sorts.part(ty, record, at)?)?;
                        self.reached(&field.ty.ty, &part, entity, found)?;
                    }
                }
                Ok(())
            }
            (Type::Option(inner), Val::Term(option)) if mentions(self.service, inner, entity) => {
                let value = self.unpacked(inner, &self.sorts.part(ty, option, 0)?)?;
                let is_some = self.sorts.is_some(ty, option)?;
                let from = found.len();
                self.reached(inner, &value, entity, found)?;
                found.iter_mut().skip(from).for_each(|alt| alt.guard = and(&[is_some.clone(), alt.guard.clone()]));
                Ok(())
            }
            (Type::Set(inner), Val::Set(members)) => self.each_reached(inner, members.fresh(), entity, found),
            (Type::Seq(inner), Val::Seq(line)) => {
                self.each_reached(inner, self.elements_of(line)?.fresh(), entity, found)
            }
            (Type::Map(key, value), Val::Map(entries)) => {
                self.each_reached(key, entries.keys.fresh(), entity, found)?;
                self.each_reached(value, self.range(ty, val)?.fresh(), entity, found)
            }
            (Type::Multi(key, value), Val::Multi(values)) => {
                self.each_reached(key, self.multi_keys(values, key, value)?.fresh(), entity, found)?;
                self.each_reached(value, self.range(ty, val)?.fresh(), entity, found)
            }
            _ => Ok(()),
        }
    }

    fn each_reached(&self, ty: &Type, alts: Vec<Alt>, entity: EntityId, found: &mut Vec<Alt>) -> Encoded<()> {
        if !mentions(self.service, ty, entity) {
            return Ok(());
        }
        for outer in alts {
            let value = self.unpacked(ty, &outer.element)?;
            let from = found.len();
            self.reached(ty, &value, entity, found)?;
            for alt in found.iter_mut().skip(from) {
                alt.vars.splice(0..0, outer.vars.iter().cloned());
                alt.guard = and(&[outer.guard.clone(), alt.guard.clone()]);
                let plain = alt.vars.len() == outer.vars.len();
                alt.trigger = outer.trigger.clone().filter(|_| plain);
            }
        }
        Ok(())
    }

    /// Whether two values are equal.
    pub(super) fn equal(&self, ty: &Type, a: &Val, b: &Val) -> Encoded<Bool> {
        match (a, b) {
            (Val::Term(a), Val::Term(b)) => {
                if let (Type::Option(_), Some(a), Some(b)) = (ty, a.as_bool(), b.as_bool()) {
                    return Ok(a.iff(&b));
                }
                Ok(a.eq(b))
            }
            (Val::Set(a), Val::Set(b)) => Ok(self.same_elements(a, b)),
            (Val::Map(a), Val::Map(b)) => Ok(and(&[self.same_elements(&a.keys, &b.keys), self.same_values(a, b)])),
            (Val::Multi(a), Val::Multi(b)) => Ok(a.eq(b)),
            (Val::Seq(a), Val::Seq(b)) => {
                let parts = self.positions(a).into_iter().map(|alt| {
                    let same = a.at.select(&alt.element).eq(b.at.select(&alt.element));
                    for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &same))
                });
                let same: Vec<Bool> = std::iter::once(a.len.eq(&b.len)).chain(parts).collect();
                Ok(and(&same))
            }
            _ => Err(Limit::new("an equation of unlike values")),
        }
    }

    fn same_elements(&self, a: &Members, b: &Members) -> Bool {
        match (&a.array, &b.array) {
            (Some(a), Some(b)) => a.eq(b),
            _ => and(&[self.included(a, b), self.included(b, a)]),
        }
    }

    fn same_values(&self, a: &Entries, b: &Entries) -> Bool {
        if a.values.ast_eq(&b.values) {
            return yes();
        }
        let parts: Vec<Bool> = a
            .keys
            .fresh()
            .iter()
            .map(|alt| {
                let same = a.at(&alt.element).eq(b.at(&alt.element));
                for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &same))
            })
            .collect();
        and(&parts)
    }

    /// One value or the other.
    pub(super) fn either(&self, ty: &Type, condition: &Bool, a: &Val, b: &Val) -> Encoded<Val> {
        if let Some(known) = condition.as_bool() {
            return Ok(if known { a.clone() } else { b.clone() });
        }
        Ok(match (a, b) {
            (Val::Term(a), Val::Term(b)) => Val::Term(condition.ite(a, b)),
            (Val::Set(a), Val::Set(b)) => Val::Set(self.either_set(condition, a, b)),
            (Val::Map(a), Val::Map(b)) => Val::Map(Entries {
                keys: self.either_set(condition, &a.keys, &b.keys),
                value: a.value.clone(),
                values: either_array(condition, &a.values, &b.values),
            }),
            (Val::Multi(a), Val::Multi(b)) => Val::Multi(either_array(condition, a, b)),
            (Val::Seq(a), Val::Seq(b)) => Val::Seq(Line {
                element: a.element.clone(),
                len: condition.ite(&a.len, &b.len),
                at: either_array(condition, &a.at, &b.at),
            }),
            _ => {
                let (a, b) = (self.packed(ty, a)?, self.packed(ty, b)?);
                self.unpacked(ty, &condition.ite(&a, &b))?
            }
        })
    }

    fn either_set(&self, condition: &Bool, a: &Members, b: &Members) -> Members {
        if let (Some(x), Some(y)) = (&a.array, &b.array)
            && x.ast_eq(y)
        {
            return a.clone();
        }
        let array = match (&a.array, &b.array) {
            (Some(a), Some(b)) => Some(condition.ite(a, b)),
            _ => None,
        };
        a.either(condition, b, array)
    }

    /// `+`, `-` and their relatives on collections.
    pub(super) fn joined(
        &self,
        operator: BinaryOp,
        ty: &Type,
        left: (&Type, &Val),
        right: (&Type, &Val),
    ) -> Encoded<Val> {
        match (operator, left.1, right.1) {
            (BinaryOp::Union, Val::Set(a), Val::Set(b)) => Ok(Val::Set(self.union(a, b))),
            (BinaryOp::Difference, Val::Set(a), b) => Ok(Val::Set(self.without(a, &self.typed_members(right.0, b)?))),
            (BinaryOp::Intersect, Val::Set(a), Val::Set(b)) => Ok(Val::Set(a.filtered(&b.var, &b.test, None))),
            (BinaryOp::Override, Val::Map(a), Val::Map(b)) => Ok(Val::Map(self.overridden(a, b)?)),
            (BinaryOp::Override, Val::Multi(a), Val::Multi(b)) => self.multi_overridden(ty, a, b),
            (BinaryOp::RemoveKeys, Val::Map(a), b) => {
                let gone = self.typed_members(right.0, b)?;
                let nothing = self.sorts.default_of(&a.value)?;
                let values = patched(&a.values, &gone, &|_| nothing.clone()).unwrap_or_else(|| a.values.clone());
                Ok(Val::Map(Entries { keys: self.without(&a.keys, &gone), value: a.value.clone(), values }))
            }
            (BinaryOp::RemoveKeys, Val::Multi(a), b) => self.multi_without(ty, a, &self.typed_members(right.0, b)?),
            (BinaryOp::Concat, Val::Seq(a), Val::Seq(b)) => Ok(Val::Seq(self.concatenated(a, b)?)),
            _ => Err(Limit::new("an operator on unlike collections")),
        }
    }

    pub(super) fn union(&self, a: &Members, b: &Members) -> Members {
        let array = match (&a.array, b.listed()) {
            (Some(base), Some(elements)) => Some(stored(base, &elements, true)),
            _ => None,
        };
        a.union(b, array)
    }

    pub(super) fn without(&self, a: &Members, b: &Members) -> Members {
        let array = match (&a.array, b.listed()) {
            (Some(base), Some(elements)) => Some(stored(base, &elements, false)),
            _ => None,
        };
        a.filtered(&b.var, &not(&b.test), array)
    }

    fn overridden(&self, a: &Entries, b: &Entries) -> Encoded<Entries> {
        let values = match patched(&a.values, &b.keys, &|key| b.at(key)) {
            Some(values) => values,
            None => {
                let key = Dynamic::fresh_const("k", &self.sorts.of(&a.keys.element)?);
                lambda_const(&[&key], &b.keys.contains(&key).ite(&b.at(&key), &a.at(&key)))
            }
        };
        Ok(Entries { keys: self.union(&a.keys, &b.keys), value: a.value.clone(), values })
    }

    fn multi_overridden(&self, ty: &Type, a: &Array, b: &Array) -> Encoded<Val> {
        let Type::Multi(key, value) = ty else { return Err(Limit::new("a relation that is none")) };
        let keys = self.multi_keys(b, key, value)?;
        if let Some(values) = patched(a, &keys, &|key| b.select(key)) {
            return Ok(Val::Multi(values));
        }
        let point = Dynamic::fresh_const("k", &self.sorts.of(key)?);
        let held = keys.contains(&point).ite(&b.select(&point), &a.select(&point));
        Ok(Val::Multi(lambda_const(&[&point], &held)))
    }

    fn multi_without(&self, ty: &Type, a: &Array, keys: &Members) -> Encoded<Val> {
        let Type::Multi(key, value) = ty else { return Err(Limit::new("a relation that is none")) };
        let nothing = self.nothing(value)?;
        if let Some(values) = patched(a, keys, &|_| nothing.clone().into()) {
            return Ok(Val::Multi(values));
        }
        let point = Dynamic::fresh_const("k", &self.sorts.of(key)?);
        let held = keys.contains(&point).ite(&Dynamic::from(nothing), &a.select(&point));
        Ok(Val::Multi(lambda_const(&[&point], &held)))
    }

    fn concatenated(&self, a: &Line, b: &Line) -> Encoded<Line> {
        let len = Int::add(&[a.len.clone(), b.len.clone()]);
        let short = b.len.simplify().as_i64().filter(|len| *len <= 8);
        let at = match short {
            Some(count) => (0..count).fold(a.at.clone(), |at, offset| {
                let position = Int::add(&[a.len.clone(), Int::from_i64(offset)]);
                self.note_point(&position.clone().into());
                at.store(&position, &b.at.select(&Int::from_i64(offset)))
            }),
            None => {
                let point = Int::fresh_const("i");
                let later = b.at.select(&Int::sub(&[point.clone(), a.len.clone()]));
                let held = point.lt(&a.len).ite(&a.at.select(&point), &later);
                let held = and(&[point.ge(0), point.lt(&len)]).ite(&held, &self.sorts.default_of(&a.element)?);
                lambda_const(&[&point], &held)
            }
        };
        Ok(Line { element: a.element.clone(), len, at })
    }

    pub(super) fn set_literal(&self, env: &Env, elements: &[Expr], ty: &Type) -> Encoded<Out> {
        let Type::Set(element) = ty else { return self.empty(ty) };
        let (terms, defined) = self.terms(env, elements)?;
        Ok(Out { val: Val::Set(self.listed(element, terms)?), defined })
    }

    /// `{}` as the empty map or relation.
    fn empty(&self, ty: &Type) -> Encoded<Out> {
        if let Type::Map(key, value) = ty {
            return Ok(Out::total(Val::Map(self.no_entries(key, value)?)));
        }
        let Type::Multi(key, value) = ty else { return Err(Limit::new("an empty collection of an unknown type")) };
        let nothing = self.nothing(value)?;
        Ok(Out::total(Val::Multi(Array::const_array(&self.sorts.of(key)?, &nothing))))
    }

    fn no_entries(&self, key: &Type, value: &Type) -> Encoded<Entries> {
        let values = Array::const_array(&self.sorts.of(key)?, &self.sorts.default_of(value)?);
        Ok(Entries { keys: self.listed(key, Vec::new())?, value: value.clone(), values })
    }

    fn terms(&self, env: &Env, exprs: &[Expr]) -> Encoded<(Vec<Dynamic>, Bool)> {
        let (mut terms, mut defined) = (Vec::new(), Vec::new());
        for expr in exprs {
            let out = self.value(env, expr)?;
            terms.push(self.packed(&expr.ty, &out.val)?);
            defined.push(out.defined);
        }
        Ok((terms, and(&defined)))
    }

    pub(super) fn seq_literal(&self, env: &Env, elements: &[Expr], ty: &Type) -> Encoded<Out> {
        let Type::Seq(element) = ty else { return Err(Limit::new("a sequence of an unknown type")) };
        let (terms, defined) = self.terms(env, elements)?;
        let mut at = Array::const_array(&Sort::int(), &self.sorts.default_of(element)?);
        for (position, term) in terms.iter().enumerate() {
            at = at.store(&Int::from_i64(position as i64), term);
        }
        let len = Int::from_i64(terms.len() as i64);
        Ok(Out { val: Val::Seq(Line { element: (**element).clone(), len, at }), defined })
    }

    pub(super) fn map_literal(&self, env: &Env, entries: &[(Expr, Expr)], ty: &Type) -> Encoded<Out> {
        let mut defined = Vec::new();
        let mut pairs = Vec::new();
        for (key, value) in entries {
            let (key_out, value_out) = (self.value(env, key)?, self.value(env, value)?);
            pairs.push((self.packed(&key.ty, &key_out.val)?, self.packed(&value.ty, &value_out.val)?));
            defined.extend([key_out.defined, value_out.defined]);
        }
        let val = if let Type::Map(key, value) = ty {
            let mut made = self.no_entries(key, value)?;
            made.keys = self.listed(key, pairs.iter().map(|(key, _)| key.clone()).collect())?;
            made.values = pairs.iter().fold(made.values, |values, (key, value)| values.store(key, value));
            Val::Map(made)
        } else if let Type::Multi(key, value) = ty {
            let none = Array::const_array(&self.sorts.of(key)?, &self.nothing(value)?);
            pairs.iter().for_each(|(key, _)| self.note_point(key));
            Val::Multi(pairs.iter().fold(none, |values, (key, value)| values.store(key, value)))
        } else {
            return Err(Limit::new("a map of an unknown type"));
        };
        Ok(Out { val, defined: and(&defined) })
    }

    pub(super) fn comprehension(&self, env: &Env, binder: &Binder, body: &Expr) -> Encoded<Out> {
        let (source, defined) = self.source(env, binder)?;
        let var = Dynamic::fresh_const("c", &self.sorts.of(&source.element)?);
        let element = self.unpacked(&source.element, &var)?;
        let truth = self.bound(std::slice::from_ref(&var), || self.truth(&env.with(&binder.local, element), body))?;
        let mut all = vec![defined];
        let is_defined = truth.defined();
        if !is_true(&is_defined) {
            for alt in source.fresh() {
                let here = is_defined.substitute(&[(&var, &alt.element)]);
                all.push(for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &here)));
            }
        }
        Ok(Out { val: Val::Set(source.filtered(&var, &truth.yes, None)), defined: and(&all) })
    }
}

/// One element that may be there.
fn single(guard: Bool, element: Dynamic) -> Alt {
    Alt { vars: Vec::new(), guard, element, trigger: None }
}

/// The name of an element of a small set.
fn slot(whole: &Array, element: &Sort, at: usize) -> Dynamic {
    FuncDecl::new(format!("slot{at}"), &[&whole.get_sort()], element).apply(&[whole])
}

/// A total map with other values at keys, where those can be listed.
fn patched(base: &Array, keys: &Members, value: &dyn Fn(&Dynamic) -> Dynamic) -> Option<Array> {
    if keys.alts.iter().any(|alt| !alt.vars.is_empty()) {
        return None;
    }
    Some(keys.alts.iter().fold(base.clone(), |values, alt| {
        let new = value(&alt.element);
        let new = if is_true(&alt.guard) { new } else { alt.guard.ite(&new, &values.select(&alt.element)) };
        values.store(&alt.element, &new)
    }))
}

fn stored(base: &Array, elements: &[Dynamic], present: bool) -> Array {
    elements.iter().fold(base.clone(), |set, element| set.store(element, &Bool::from_bool(present)))
}

fn either_array(condition: &Bool, a: &Array, b: &Array) -> Array {
    if a.ast_eq(b) { a.clone() } else { condition.ite(a, b) }
}

/// Whether a type holds an entity anywhere.
fn mentions(service: &crate::ir::Service, ty: &Type, entity: EntityId) -> bool {
    match ty {
        Type::Entity(id) => {
            *id == entity || service.entity(*id).fields.iter().any(|field| mentions(service, &field.ty.ty, entity))
        }
        Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => mentions(service, inner, entity),
        Type::Map(key, value) | Type::Multi(key, value) => {
            mentions(service, key, entity) || mentions(service, value, entity)
        }
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Unknown => false,
    }
}
