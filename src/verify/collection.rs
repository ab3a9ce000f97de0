//! Sets, maps, relations and sequences.

use z3::ast::{Array, Ast, Bool, Dynamic, Int, lambda_const};
use z3::{FuncDecl, Sort};

use super::Limit;
use super::combine::stored;
use super::encode::{Encoded, Encoder, Env, Mode, array, integer};
use super::truth::{and, not, or, yes};
use super::value::{Alt, Entries, Line, Members, Val};
use crate::ir::{Binder, Range, Type};

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
    pub(super) fn known_values(&self, ty: &Type) -> Option<Vec<Dynamic>> {
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
    pub(super) fn multi_keys(&self, values: &Array, key: &Type, value: &Type) -> Encoded<Members> {
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
}

/// One element that may be there.
pub(super) fn single(guard: Bool, element: Dynamic) -> Alt {
    Alt { vars: Vec::new(), guard, element, trigger: None }
}

/// The name of an element of a small set.
fn slot(whole: &Array, element: &Sort, at: usize) -> Dynamic {
    FuncDecl::new(format!("slot{at}"), &[&whole.get_sort()], element).apply(&[whole])
}
