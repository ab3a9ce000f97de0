//! Sorts for types: enums, entities and options are datatypes, sets are arrays to `Bool`, maps a domain with a total
//! map, sequences a length with a map from positions.

use std::cell::RefCell;
use std::collections::BTreeMap;

use z3::ast::{Ast, Dynamic};
use z3::{DatatypeAccessor, DatatypeBuilder, DatatypeSort, Sort, Symbol};

use super::Limit;
use crate::ir::{EntityId, EnumId, Service, Type, type_name};

/// How texts are encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Texts {
    /// As values of which only length, equality and the truth of patterns are known: enough for most proofs, and fast
    Opaque,
    /// As the solver's own strings and regexes
    Native,
}

/// The sorts of a service.
pub(super) struct Sorts<'s> {
    service: &'s Service,
    pub(super) texts: Texts,
    text: Sort,
    enums: RefCell<BTreeMap<EnumId, (Sort, Vec<Dynamic>)>>,
    made: RefCell<BTreeMap<String, DatatypeSort>>,
    /// The entities that are being made, to notice one that holds itself.
    open: RefCell<Vec<EntityId>>,
    defaults: RefCell<BTreeMap<String, Dynamic>>,
}

impl<'s> Sorts<'s> {
    pub(super) fn new(service: &'s Service, texts: Texts) -> Sorts<'s> {
        let text = match texts {
            Texts::Opaque => Sort::uninterpreted(Symbol::from("Text")),
            Texts::Native => Sort::string(),
        };
        Sorts {
            service,
            texts,
            text,
            enums: RefCell::default(),
            made: RefCell::default(),
            open: RefCell::default(),
            defaults: RefCell::default(),
        }
    }

    fn name(&self, ty: &Type) -> String {
        let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
        type_name(ty, &self.service.enums, &self.service.entities).chars().map(plain).collect()
    }

    pub(super) fn of(&self, ty: &Type) -> Result<Sort, Limit> {
        Ok(match ty {
            Type::Bool => Sort::bool(),
            Type::Int | Type::DateTime | Type::Duration | Type::Uuid => Sort::int(),
            Type::Float => Sort::real(),
            Type::String => self.text.clone(),
            Type::Enum(id) => self.enumeration(*id).0,
            Type::Set(element) => Sort::array(&self.of(element)?, &Sort::bool()),
            Type::Multi(key, value) => Sort::array(&self.of(key)?, &Sort::array(&self.of(value)?, &Sort::bool())),
            Type::Entity(_) | Type::Option(_) | Type::Map(..) | Type::Seq(_) => {
                return self.with_datatype(ty, |made| made.sort.clone());
            }
            Type::Unknown => return Err(Limit::new("a value whose type nothing decides")),
        })
    }

    fn enumeration(&self, id: EnumId) -> (Sort, Vec<Dynamic>) {
        let mut enums = self.enums.borrow_mut();
        let (sort, values) = enums.entry(id).or_insert_with(|| {
            let declared = self.service.enumeration(id);
            let names: Vec<Symbol> =
                declared.values.iter().map(|value| Symbol::from(format!("{}.{}", declared.name, value.name))).collect();
            let (sort, values, _) = Sort::enumeration(Symbol::from(declared.name.to_string()), &names);
            (sort, values.iter().map(|value| value.apply(&[])).collect())
        });
        (sort.clone(), values.clone())
    }

    /// All values of an enum.
    pub(super) fn enum_values(&self, id: EnumId) -> Vec<Dynamic> {
        self.enumeration(id).1
    }

    /// A value of an enum.
    pub(super) fn enum_value(&self, id: EnumId, at: u32) -> Result<Dynamic, Limit> {
        let (_, values) = self.enumeration(id);
        let value = values.get(at as usize).ok_or_else(|| Limit::new("an enum's value that it does not have"))?;
        Ok(value.clone())
    }

    /// Does something with the datatype of an entity, option, map or sequence.
    pub(super) fn with_datatype<R>(&self, ty: &Type, work: impl FnOnce(&DatatypeSort) -> R) -> Result<R, Limit> {
        let name = self.name(ty);
        if let Some(made) = self.made.borrow().get(&name) {
            return Ok(work(made));
        }
        let made = self.make(ty, &name)?;
        let result = work(&made);
        self.made.borrow_mut().insert(name, made);
        Ok(result)
    }

    fn make(&self, ty: &Type, name: &str) -> Result<DatatypeSort, Limit> {
        match ty {
            Type::Entity(id) => self.entity(*id, name),
            Type::Option(inner) => {
                let inner = self.of(inner)?;
                let value = format!("{name}.value");
                let built = DatatypeBuilder::new(name)
                    .variant(&format!("{name}.none"), vec![])
                    .variant(&format!("{name}.some"), vec![(&value, DatatypeAccessor::sort(inner))]);
                Ok(built.finish())
            }
            Type::Map(key, value) => {
                let (key, value) = (self.of(key)?, self.of(value)?);
                Ok(self.pair(name, [("dom", Sort::array(&key, &Sort::bool())), ("val", Sort::array(&key, &value))]))
            }
            Type::Seq(element) => {
                let element = self.of(element)?;
                Ok(self.pair(name, [("len", Sort::int()), ("at", Sort::array(&Sort::int(), &element))]))
            }
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Set(_)
            | Type::Multi(..)
            | Type::Unknown => Err(Limit::new("a type without parts")),
        }
    }

    fn pair(&self, name: &str, parts: [(&str, Sort); 2]) -> DatatypeSort {
        let names = parts.each_ref().map(|(part, _)| format!("{name}.{part}"));
        let fields = names.iter().zip(parts).map(|(name, (_, sort))| (name.as_str(), DatatypeAccessor::sort(sort)));
        DatatypeBuilder::new(name).variant(&format!("{name}.make"), fields.collect()).finish()
    }

    fn entity(&self, id: EntityId, name: &str) -> Result<DatatypeSort, Limit> {
        if self.open.borrow().contains(&id) {
            return Err(Limit::new("an entity that holds its own kind"));
        }
        self.open.borrow_mut().push(id);
        let declared = self.service.entity(id);
        let sorts: Result<Vec<Sort>, Limit> = declared.fields.iter().map(|field| self.of(&field.ty.ty)).collect();
        self.open.borrow_mut().pop();
        let names: Vec<String> = declared.fields.iter().map(|field| format!("{name}.{}", field.name)).collect();
        let fields = names.iter().zip(sorts?).map(|(name, sort)| (name.as_str(), DatatypeAccessor::sort(sort)));
        Ok(DatatypeBuilder::new(name).variant(&format!("{name}.make"), fields.collect()).finish())
    }

    /// A part of a value of a datatype with one constructor; of an option, its value.
    pub(super) fn part(&self, ty: &Type, whole: &Dynamic, at: usize) -> Result<Dynamic, Limit> {
        let found = self.with_datatype(ty, |made| {
            let variant = made.variants.last()?;
            variant.accessors.get(at).map(|accessor| accessor.apply(&[whole]))
        })?;
        found.ok_or_else(|| Limit::new("a part that a value does not have"))
    }

    /// A value of a datatype with one constructor; of an option, one that is there.
    pub(super) fn construct(&self, ty: &Type, parts: &[Dynamic]) -> Result<Dynamic, Limit> {
        let parts: Vec<&dyn Ast> = parts.iter().map(|part| part as &dyn Ast).collect();
        let found = self.with_datatype(ty, |made| made.variants.last().map(|last| last.constructor.apply(&parts)))?;
        found.ok_or_else(|| Limit::new("a type without values"))
    }

    /// `none`.
    pub(super) fn none(&self, ty: &Type) -> Result<Dynamic, Limit> {
        let found = self.with_datatype(ty, |made| made.variants.first().map(|none| none.constructor.apply(&[])))?;
        found.ok_or_else(|| Limit::new("a type without values"))
    }

    /// Whether an option is there.
    pub(super) fn is_some(&self, ty: &Type, option: &Dynamic) -> Result<z3::ast::Bool, Limit> {
        let found = self.with_datatype(ty, |made| made.variants.last().map(|some| some.tester.apply(&[option])))?;
        found.and_then(|test| test.as_bool()).ok_or_else(|| Limit::new("a test of what is no option"))
    }

    /// What a total map holds where a map has no key, and what is read where there is nothing.
    pub(super) fn default_of(&self, ty: &Type) -> Result<Dynamic, Limit> {
        let name = self.name(ty);
        if let Some(found) = self.defaults.borrow().get(&name) {
            return Ok(found.clone());
        }
        let made = Dynamic::new_const(format!("nothing!{name}"), &self.of(ty)?);
        self.defaults.borrow_mut().insert(name, made.clone());
        Ok(made)
    }
}
