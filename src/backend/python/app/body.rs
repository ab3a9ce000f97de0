//! How Python writes what the bodies of operations say beyond the expressions of the spec.

use super::super::expr::PythonExpr;
use super::super::names::PyIdent;
use super::super::piece::{Argument, Level, Piece, named};
use super::super::types::{Home, descriptor};
use crate::backend::operation::{BodyBackend, Choosing, Helper};
use crate::backend::write;
use crate::ir::{EntityId, Local, Type, TypeRef};
use crate::lower::Lowered;
use crate::plan::service::{Recipe, Relation};

impl BodyBackend for PythonExpr<'_> {
    type Name = PyIdent;

    fn bind(&mut self, local: &Local) -> PyIdent {
        PythonExpr::bind(self, local)
    }

    fn release(&mut self, local: &Local) {
        PythonExpr::release(self, local);
    }

    fn leave(&mut self, local: &Local) {
        PythonExpr::release(self, local);
    }

    fn about(&mut self, entity: EntityId, work: &mut dyn FnMut(&mut Self) -> Piece) -> Piece {
        PythonExpr::about(self, entity, work)
    }

    fn call_after(&mut self, name: &'static str) {
        if let Some(body) = self.body() {
            body.after = name;
        }
    }

    fn gone_over(&mut self, source: &Lowered) -> Piece {
        write(self, source)
    }

    fn named(&mut self, name: &str) -> Piece {
        Piece::atom(name)
    }

    fn quoted(&mut self, text: &str) -> Piece {
        Piece::text(text)
    }

    fn part(&mut self, base: Piece, name: &str) -> Piece {
        base.attribute(name)
    }

    fn function(&mut self, params: &str, body: Piece) -> Piece {
        Piece::lambda(params, body)
    }

    fn both(&mut self, one: Piece, other: Piece) -> Piece {
        one.chain("and", Level::And, other)
    }

    fn either(&mut self, one: Piece, other: Piece) -> Piece {
        one.chain("or", Level::Or, other)
    }

    fn opposite(&mut self, piece: Piece) -> Piece {
        piece.not()
    }

    fn chosen(&mut self, condition: Piece, yes: Piece, no: Piece) -> Piece {
        Piece::choice(condition, yes, no)
    }

    fn list_of(&mut self, parts: Vec<Piece>) -> Piece {
        Piece::list(parts)
    }

    fn grouped(&mut self, parts: Vec<Piece>) -> Piece {
        Piece::tuple(parts)
    }

    fn same(&mut self, one: Piece, other: Piece) -> Piece {
        one.compare("==", other)
    }

    fn is_absent(&mut self, piece: Piece) -> Piece {
        piece.compare("is", Piece::atom("None"))
    }

    fn is_in(&mut self, key: Piece, relation: Piece) -> Piece {
        key.compare("in", relation)
    }

    fn item(&mut self, relation: Piece, key: Piece) -> Piece {
        relation.item(key)
    }

    fn put(&mut self, relation: Piece, key: Piece, value: Piece) -> Piece {
        relation.attribute("put").called(vec![key, value])
    }

    fn replaced(&mut self, base: Piece, values: Vec<(String, Piece)>) -> Piece {
        self.uses().value("replace");
        let values = values.into_iter().map(|(name, value)| named(name, value));
        Piece::call("replace", std::iter::once(Argument::from(base)).chain(values).collect())
    }

    fn record(&mut self, entity: EntityId, values: Vec<(String, Piece)>) -> Piece {
        let class = self.class(entity);
        Piece::call(&class, values.into_iter().map(|(name, value)| named(name, value)).collect())
    }

    fn open_record(&mut self, entity: EntityId, names: Vec<String>) -> Piece {
        let open = self.open();
        self.record(entity, names.into_iter().map(|name| (name, open.clone())).collect())
    }

    fn open(&mut self) -> Piece {
        self.uses().value("OPEN");
        Piece::atom("OPEN")
    }

    fn is_open(&mut self, piece: Piece) -> Piece {
        piece.compare("is", Piece::atom("OPEN"))
    }

    fn with_one(&mut self, whole: Piece, _: &Type, one: Piece) -> Piece {
        whole.chain("|", Level::Union, Piece::set(vec![one]))
    }

    fn without_one(&mut self, whole: Piece, _: &Type, one: Piece) -> Piece {
        whole.chain("-", Level::Sum, Piece::set(vec![one]))
    }

    fn described(&mut self, ty: &TypeRef) -> Piece {
        let names = self.names();
        descriptor(ty, names, self.uses(), Home::Elsewhere)
    }

    fn helped(&mut self, helper: Helper, arguments: Vec<Piece>) -> Piece {
        let (module, name) = helper_name(helper);
        match module {
            Module::Values => self.uses().value(name),
            Module::Clauses => self.uses().name("app.runtime.clauses", name),
            Module::Spec => self.uses().name("app.spec", name),
            Module::Choices => {
                self.uses().name("app.runtime", "choices");
                return Piece::apply(&format!("choices.{name}"), arguments);
            }
        }
        Piece::apply(name, arguments)
    }

    fn pinned(&mut self, relation: Piece, column: Option<&str>, values: Piece, by_key: bool) -> Piece {
        let found = match column {
            None => relation.attribute("at").called(vec![values]),
            Some(column) => relation.attribute("whose").called(vec![Piece::text(column), values]),
        };
        if by_key { found } else { found.attribute("values").called(Vec::new()) }
    }

    fn required(&mut self, clauses: Vec<Piece>, moves: Vec<Piece>, present: Vec<Piece>) -> Piece {
        self.uses().name("app.runtime.clauses", "requires");
        let mut arguments: Vec<Argument> = clauses.into_iter().map(Argument::from).collect();
        for (name, parts) in [("moves", moves), ("present", present)] {
            if !parts.is_empty() {
                arguments.push(named(name, Piece::tuple(parts)));
            }
        }
        Piece::call("requires", arguments)
    }

    fn choose(&mut self, _: &TypeRef, choosing: Choosing<Piece>) -> Piece {
        let Choosing { clause, near, of, fits, then } = choosing;
        let clause = Piece::tuple(clause.into_iter().map(Piece::text).collect());
        let mut arguments = vec![clause, Piece::tuple(near), of, fits];
        if !then.is_empty() {
            arguments.push(Piece::tuple(then));
        }
        Piece::atom("pick").attribute("choose").called(arguments)
    }

    fn suggested(&mut self, relation: Relation, _: &Type, value: Piece) -> Piece {
        self.uses().name("app.runtime", "choices");
        let word = match relation {
            Relation::Equal => "equal_to",
            Relation::Above => "above",
            Relation::From => "from_on",
            Relation::Below => "below",
            Relation::Member => "member_of",
            Relation::NotMember => "not_member_of",
            Relation::Beside => "beside",
        };
        Piece::apply(&format!("choices.{word}"), [value])
    }

    fn settled(&mut self, after: Piece, answer: Piece) -> Piece {
        Piece::atom("pick").attribute("settled").called(vec![after, answer])
    }

    fn scalars(&mut self, recipe: &Recipe) -> Piece {
        let class = match recipe {
            Recipe::EmptyMap => "Map",
            Recipe::EmptyMulti => "Multi",
            Recipe::Nothing
            | Recipe::Truths
            | Recipe::Names(_)
            | Recipe::Integers(_)
            | Recipe::Floats(_)
            | Recipe::Instants
            | Recipe::Texts(_)
            | Recipe::Uuids(_)
            | Recipe::Options(_)
            | Recipe::Sets(_)
            | Recipe::Sequences(_)
            | Recipe::Records(..) => {
                let service = self.service();
                return super::scalars(self.uses(), service, recipe);
            }
        };
        self.uses().value(class);
        self.uses().name("app.runtime", "choices");
        Piece::apply("choices.values", [Piece::apply(class, [])])
    }

    fn records(&mut self, entity: EntityId, fields: Vec<Piece>) -> Piece {
        let class = self.class(entity);
        self.uses().name("app.runtime", "choices");
        Piece::apply("choices.records", std::iter::once(Piece::atom(class)).chain(fields))
    }

    fn answer(&mut self, operation: usize, outputs: Vec<(String, Piece)>) -> Piece {
        let name = self.names().operations[operation].answer.to_string();
        Piece::call(&name, outputs.into_iter().map(|(attribute, value)| named(attribute, value)).collect())
    }
}

/// Where a helper is.
enum Module {
    Values,
    Clauses,
    Choices,
    Spec,
}

fn helper_name(helper: Helper) -> (Module, &'static str) {
    match helper {
        Helper::Bind => (Module::Values, "let"),
        Helper::Every => (Module::Values, "every"),
        Helper::Opened => (Module::Values, "some"),
        Helper::Element => (Module::Values, "element"),
        Helper::WithElement => (Module::Values, "with_element"),
        Helper::Select => (Module::Values, "select"),
        Helper::SelectInOrder => (Module::Values, "select_in_order"),
        Helper::MadeOf => (Module::Values, "made_of"),
        Helper::MadeInOrder => (Module::Values, "made_in_order"),
        Helper::Touched => (Module::Values, "touched"),
        Helper::Grown => (Module::Values, "grown"),
        Helper::Fits => (Module::Clauses, "fits"),
        Helper::Promised => (Module::Clauses, "promised"),
        Helper::MayMove => (Module::Clauses, "may_move"),
        Helper::Moved => (Module::Clauses, "moved"),
        Helper::Enabled => (Module::Clauses, "enabled"),
        Helper::IsProper => (Module::Spec, "is_proper"),
        Helper::Around => (Module::Choices, "around"),
        Helper::Options => (Module::Choices, "options"),
        Helper::Sets => (Module::Choices, "sets"),
        Helper::Sequences => (Module::Choices, "sequences"),
    }
}
