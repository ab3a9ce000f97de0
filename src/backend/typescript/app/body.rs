//! How TypeScript writes what the bodies of operations say beyond the expressions of the spec.

use super::super::expr::TypeScriptExpr;
use super::super::names::TsIdent;
use super::super::piece::{Level, Piece, Property};
use super::super::types::{annotation, descriptor};
use super::super::wire::property;
use crate::backend::operation::{BodyBackend, Choosing, Helper};
use crate::ir::{EntityId, Local, Type, TypeRef};
use crate::lower::{Lowered, each_of};
use crate::plan::service::{Recipe, Relation};

const CHOICES: &str = "runtime/choices.ts";
const CLAUSES: &str = "./runtime/clauses.ts";
const DECIDING: &str = "./runtime/deciding.ts";
const MAKING: &str = "./runtime/making.ts";

impl TypeScriptExpr<'_> {
    fn called(&mut self, module: &str, name: &str, arguments: Vec<Piece>) -> Piece {
        self.uses().called(module, name);
        Piece::call(name, arguments)
    }

    fn choices(&mut self, name: &str, arguments: Vec<Piece>) -> Piece {
        let module = self.uses().whole(CHOICES);
        Piece::atom(module).method(name, arguments)
    }

    fn entity_name(&mut self, entity: EntityId) -> String {
        let name = self.names().all.entities.get(entity.index()).map_or_else(String::new, TsIdent::to_string);
        self.uses().model_type(&name);
        name
    }
}

impl BodyBackend for TypeScriptExpr<'_> {
    type Name = TsIdent;

    fn bind(&mut self, local: &Local) -> TsIdent {
        TypeScriptExpr::bind(self, local)
    }

    fn release(&mut self, local: &Local) {
        TypeScriptExpr::release(self, local);
    }

    fn leave(&mut self, local: &Local) {
        TypeScriptExpr::leave(self, local);
    }

    fn about(&mut self, entity: EntityId, work: &mut dyn FnMut(&mut Self) -> Piece) -> Piece {
        TypeScriptExpr::about(self, entity, work)
    }

    fn call_after(&mut self, name: &'static str) {
        if let Some(body) = self.body() {
            body.after = name;
        }
    }

    fn gone_over(&mut self, source: &Lowered) -> Piece {
        self.elements(each_of(&source.ty), source)
    }

    fn named(&mut self, name: &str) -> Piece {
        Piece::atom(name)
    }

    fn quoted(&mut self, text: &str) -> Piece {
        Piece::text(text)
    }

    fn part(&mut self, base: Piece, name: &str) -> Piece {
        base.member(name)
    }

    fn function(&mut self, params: &str, body: Piece) -> Piece {
        Piece::arrow(params, body)
    }

    fn both(&mut self, one: Piece, other: Piece) -> Piece {
        one.chain("&&", Level::And, other)
    }

    fn either(&mut self, one: Piece, other: Piece) -> Piece {
        one.chain("||", Level::Or, other)
    }

    fn opposite(&mut self, piece: Piece) -> Piece {
        piece.not()
    }

    fn chosen(&mut self, condition: Piece, yes: Piece, no: Piece) -> Piece {
        Piece::choice(condition, yes, no)
    }

    fn list_of(&mut self, parts: Vec<Piece>) -> Piece {
        Piece::array(parts)
    }

    fn grouped(&mut self, parts: Vec<Piece>) -> Piece {
        Piece::array(parts)
    }

    fn same(&mut self, one: Piece, other: Piece) -> Piece {
        one.equals("===", other)
    }

    fn is_absent(&mut self, piece: Piece) -> Piece {
        piece.equals("===", Piece::atom("null"))
    }

    fn is_in(&mut self, key: Piece, relation: Piece) -> Piece {
        relation.method("has", vec![key])
    }

    fn item(&mut self, relation: Piece, key: Piece) -> Piece {
        relation.method("at", vec![key])
    }

    fn put(&mut self, relation: Piece, key: Piece, value: Piece) -> Piece {
        relation.method("put", vec![key, value])
    }

    fn replaced(&mut self, base: Piece, values: Vec<(String, Piece)>) -> Piece {
        let values = values.into_iter().map(|(name, value)| Property::Named(name, value)).collect();
        self.called(DECIDING, "replace", vec![base, Piece::object(values)])
    }

    fn record(&mut self, entity: EntityId, values: Vec<(String, Piece)>) -> Piece {
        let name = self.entity_name(entity);
        let values = values.into_iter().map(|(name, value)| Property::Named(name, value)).collect();
        Piece::object(values).satisfies(name)
    }

    fn open_record(&mut self, entity: EntityId, names: Vec<String>) -> Piece {
        let name = self.entity_name(entity);
        self.uses().called(DECIDING, "undecided");
        Piece::call(format!("undecided<{name}>"), names.iter().map(|name| Piece::text(name)).collect())
    }

    fn open(&mut self) -> Piece {
        self.uses().called(DECIDING, "OPEN");
        Piece::atom("OPEN")
    }

    fn is_open(&mut self, piece: Piece) -> Piece {
        self.called(DECIDING, "isOpen", vec![Piece::arrow("", piece)])
    }

    fn with_one(&mut self, whole: Piece, _: &Type, one: Piece) -> Piece {
        self.uses().value("ValueSet");
        whole.method("union", vec![Piece::call("ValueSet.of", vec![one])])
    }

    fn without_one(&mut self, whole: Piece, ty: &Type, one: Piece) -> Piece {
        if matches!(ty, Type::Map(..) | Type::Multi(..)) {
            return whole.method("without", vec![Piece::array(vec![one])]);
        }
        self.uses().value("ValueSet");
        whole.method("difference", vec![Piece::call("ValueSet.of", vec![one])])
    }

    fn described(&mut self, ty: &TypeRef) -> Piece {
        let names = self.names();
        descriptor(ty, names, self.uses())
    }

    fn helped(&mut self, helper: Helper, arguments: Vec<Piece>) -> Piece {
        match helper {
            Helper::Bind => self.value("bind", arguments),
            Helper::Every => self.value("every", arguments),
            Helper::Opened => self.value("some", arguments),
            Helper::Element => self.value("element", arguments),
            Helper::Select => self.value("select", arguments),
            Helper::Touched => self.value("touched", arguments),
            Helper::Grown => self.value("grown", arguments),
            Helper::WithElement => self.called(MAKING, "withElement", arguments),
            Helper::SelectInOrder => self.called(MAKING, "selectInOrder", arguments),
            Helper::MadeOf => self.called(MAKING, "madeOf", arguments),
            Helper::MadeInOrder => self.called(MAKING, "madeInOrder", arguments),
            Helper::Fits => self.called(CLAUSES, "fits", arguments),
            Helper::Promised => self.called(CLAUSES, "promised", arguments),
            Helper::MayMove => self.called(CLAUSES, "mayMove", arguments),
            Helper::Moved => self.called(CLAUSES, "moved", arguments),
            Helper::Enabled => self.called(CLAUSES, "enabled", arguments),
            Helper::IsProper => self.called("./spec.ts", "isProper", arguments),
            Helper::Around => self.choices("around", arguments),
            Helper::Options => self.choices("options", arguments),
            Helper::Sets => self.choices("sets", arguments),
            Helper::Sequences => self.choices("sequences", arguments),
        }
    }

    fn pinned(&mut self, relation: Piece, column: Option<&str>, values: Piece, by_key: bool) -> Piece {
        let found = match column {
            None => relation.method("under", vec![values]),
            Some(column) => relation.method("whose", vec![Piece::text(column), values]),
        };
        found.method(if by_key { "keys" } else { "values" }, Vec::new())
    }

    fn required(&mut self, clauses: Vec<Piece>, moves: Vec<Piece>, present: Vec<Piece>) -> Piece {
        let parts = [("moves", moves), ("present", present)].into_iter().filter(|(_, parts)| !parts.is_empty());
        let further: Vec<Property> = parts.map(|(name, parts)| property(name, Piece::array(parts))).collect();
        let mut arguments = vec![Piece::array(clauses)];
        if !further.is_empty() {
            arguments.push(Piece::object(further));
        }
        self.called(CLAUSES, "requires", arguments)
    }

    fn choose(&mut self, ty: &TypeRef, choosing: Choosing<Piece>) -> Piece {
        let Choosing { clause, near, of, fits, then } = choosing;
        let clause = Piece::array(clause.iter().map(|text| Piece::text(text)).collect());
        let mut arguments = vec![clause, Piece::array(near), of, fits];
        if !then.is_empty() {
            arguments.push(Piece::array(then));
        }
        let names = self.names();
        let ty = annotation(&ty.ty, names, self.uses());
        Piece::atom("pick").method(&format!("choose<{ty}>"), arguments)
    }

    fn suggested(&mut self, relation: Relation, ty: &Type, value: Piece) -> Piece {
        let name = match relation {
            Relation::Equal => "equalTo",
            Relation::Above if is_instant(ty) => "instantAbove",
            Relation::Above => "above",
            Relation::From if is_instant(ty) => "instantFromOn",
            Relation::From => "fromOn",
            Relation::Below if is_instant(ty) => "instantBelow",
            Relation::Below => "below",
            Relation::Member => "memberOf",
            Relation::NotMember if is_instant(gone_over(ty)) => "instantNotMemberOf",
            Relation::NotMember => "notMemberOf",
            Relation::Beside => "beside",
        };
        self.choices(name, vec![value])
    }

    fn settled(&mut self, after: Piece, answer: Piece) -> Piece {
        Piece::atom("pick").method("settled", vec![after, answer])
    }

    fn scalars(&mut self, recipe: &Recipe) -> Piece {
        let service = self.service();
        super::scalars(self.uses(), service, recipe)
    }

    fn records(&mut self, entity: EntityId, fields: Vec<Piece>) -> Piece {
        let name = self.entity_name(entity);
        let names = self.names().all.fields.get(entity.index()).map_or(&[][..], Vec::as_slice);
        let fields = names.iter().zip(fields).map(|(name, field)| property(name.as_str(), field)).collect();
        self.choices(&format!("records<{name}>"), vec![Piece::object(fields)])
    }

    fn answer(&mut self, operation: usize, outputs: Vec<(String, Piece)>) -> Piece {
        if outputs.is_empty() {
            return Piece::object(Vec::new());
        }
        let name = self.names().all.operations[operation].answer.to_string();
        self.uses().model_type(&name);
        let outputs = outputs.into_iter().map(|(name, value)| Property::Named(name, value)).collect();
        Piece::object(outputs).satisfies(name)
    }
}

impl TypeScriptExpr<'_> {
    fn value(&mut self, name: &str, arguments: Vec<Piece>) -> Piece {
        self.uses().value(name);
        Piece::call(name, arguments)
    }
}

/// Whether values are instants, or options of them.
fn is_instant(ty: &Type) -> bool {
    matches!(crate::backend::operation::inner_type(ty), Type::DateTime)
}

/// The type of what a collection is gone over for: its elements, or its keys.
fn gone_over(ty: &Type) -> &Type {
    if let Type::Map(key, _) | Type::Multi(key, _) = ty { key } else { ty.element().unwrap_or(ty) }
}
