//! `app/storage.py`: how the state lies in its tables, and what each operation loads of it.

use super::super::Suite;
use super::super::file::module;
use super::super::names::{Namespace, PyIdent, snake};
use super::super::piece::{Piece, named};
use super::super::tables::table_names;
use super::super::types::{Home, descriptor};
use super::super::uses::{SERVICE, Uses};
use crate::convention::{self, Column, ColumnRole, ColumnType, Rows, Table};
use crate::ir::{EntityId, StateId, Type, TypeRef};
use crate::plan::service::OperationPlan;
use crate::plan::store::Store;

const STORE: &str = "app.runtime.store";

/// The text of the module.
pub(super) fn text(suite: &Suite<'_>, store: &Store, plans: &[OperationPlan], names: &[PyIdent]) -> String {
    let mut maker =
        Maker { suite, uses: Uses::of(&SERVICE), blocks: Vec::new(), written: Vec::new(), types: Vec::new() };
    maker.store(store);
    for (plan, name) in plans.iter().zip(names) {
        maker.loads(plan, name);
    }
    let functions = maker.uses.functions().clone();
    for id in &functions {
        if let Some(name) = suite.names.functions.get(id.index()) {
            maker.uses.predicate(name.as_str());
        }
    }
    let text =
        format!("How the state of {} lies in its tables, and what each operation loads of it.", suite.service.name);
    module(&text, false, &maker.uses, &maker.blocks)
}

pub(super) struct Maker<'a> {
    pub(super) suite: &'a Suite<'a>,
    pub(super) uses: Uses,
    pub(super) blocks: Vec<String>,
    /// The entities that can be read and written.
    written: Vec<EntityId>,
    /// The described types that have names of their own; their blocks come first.
    types: Vec<Piece>,
}

impl Maker<'_> {
    pub(super) fn helper(&mut self, name: &'static str) -> &'static str {
        self.uses.name(STORE, name);
        name
    }

    fn store(&mut self, store: &Store) {
        let schema = convention::schema(self.suite.service);
        let names = table_names(store);
        let mut parts: Vec<Piece> = Vec::new();
        for (table, name) in schema.tables.iter().zip(&names) {
            parts.push(self.table(table, name));
        }
        self.uses.name("app", "spec");
        self.uses.name("app", "model");
        let mut arguments = vec![Piece::atom("model.State"), Piece::atom("spec.INITIAL")];
        arguments.extend(parts);
        let store = Piece::apply(self.helper("Store"), arguments);
        self.blocks.push(store.statement("STORE = ", 0, ""));
    }

    fn table(&mut self, table: &Table, name: &PyIdent) -> Piece {
        self.uses.name("app", "tables");
        let var = Piece::atom(format!("tables.{name}"));
        match table.rows {
            Rows::Entries(id) => self.keyed("MapTable", id, table, var),
            Rows::Pairs(id) => self.keyed("MultiTable", id, table, var),
            Rows::Elements(id) => {
                let value = self.value(table, self.part(id, 0));
                Piece::apply(self.helper("SetTable"), [self.state_name(id), var, value])
            }
            Rows::Positions(id) => {
                let value = self.value(table, self.part(id, 0));
                let position = table.columns.iter().find(|column| column.role == ColumnRole::Position);
                let position = Piece::text(position.map_or("position", |column| column.name.as_str()));
                Piece::apply(self.helper("SeqTable"), [self.state_name(id), var, value, position])
            }
            Rows::Scalars => self.scalars(table, var),
        }
    }

    fn state_name(&self, id: StateId) -> Piece {
        Piece::text(self.suite.names.state[id.index()].as_str())
    }

    /// A part of the declared type of a state field: its key, value or element.
    fn part(&self, id: StateId, at: usize) -> TypeRef {
        let mut ty = &self.suite.service.state_field(id).ty;
        while let Some(alias) = ty.alias {
            ty = &self.suite.service.aliases[alias.index()].base;
        }
        ty.args.get(at).cloned().unwrap_or_else(|| TypeRef::plain(Type::Unknown))
    }

    fn keyed(&mut self, class: &'static str, id: StateId, table: &Table, var: Piece) -> Piece {
        let is_key = |column: &&Column| matches!(column.role, ColumnRole::Key | ColumnRole::KeyField(_));
        let keys: Vec<&Column> = table.columns.iter().filter(is_key).collect();
        let key = self.columns(&keys, &self.part(id, 0));
        let value = self.value(table, self.part(id, 1));
        Piece::apply(self.helper(class), [self.state_name(id), var, key, value])
    }

    fn value(&mut self, table: &Table, ty: TypeRef) -> Piece {
        let is_value = |column: &&Column| matches!(column.role, ColumnRole::Value | ColumnRole::Field(_));
        let columns: Vec<&Column> = table.columns.iter().filter(is_value).collect();
        self.columns(&columns, &ty)
    }

    fn scalars(&mut self, table: &Table, var: Piece) -> Piece {
        let mut fields = Vec::new();
        for column in &table.columns {
            let ColumnRole::Scalar(id) = column.role else { continue };
            let ty = self.suite.service.state_field(id).ty.clone();
            fields.push((self.state_name(id), self.columns(&[column], &ty)));
        }
        let row = table.columns.iter().find(|column| column.role == ColumnRole::Row);
        let row = Piece::text(row.map_or("row", |column| column.name.as_str()));
        Piece::apply(self.helper("ScalarTable"), [var, Piece::dict(fields), row])
    }

    /// How a value lies in columns.
    fn columns(&mut self, columns: &[&Column], ty: &TypeRef) -> Piece {
        let names: Vec<Piece> = columns.iter().map(|column| Piece::text(column.name.as_str())).collect();
        let by_field =
            columns.iter().any(|column| matches!(column.role, ColumnRole::Field(_) | ColumnRole::KeyField(_)));
        if let (Type::Entity(id), true) = (&ty.ty, by_field || columns.is_empty()) {
            let stem = self.entity(*id);
            let class = self.helper("Columns");
            return Piece::apply(
                class,
                [Piece::tuple(names), Piece::atom(format!("_read_{stem}")), Piece::atom(format!("_write_{stem}"))],
            );
        }
        let (Some(column), Some(name)) = (columns.first(), names.first()) else { return Piece::atom("None") };
        let (read, write) = self.cell(
            column.ty,
            column.nullable,
            ty,
            Piece::atom("cells").item(Piece::atom("0")),
            Piece::atom("value"),
        );
        if read.0 && write.0 {
            return Piece::apply(self.helper("one"), [name.clone()]);
        }
        let class = self.helper("Columns");
        let cells = Piece::tuple(vec![write.1]);
        Piece::apply(class, [Piece::tuple(names), Piece::lambda("cells", read.1), Piece::lambda("value", cells)])
    }

    /// How a cell is read and written, and whether it is the value as it is.
    fn cell(
        &mut self,
        column: ColumnType,
        nullable: bool,
        ty: &TypeRef,
        cell: Piece,
        value: Piece,
    ) -> ((bool, Piece), (bool, Piece)) {
        match column {
            ColumnType::Timestamp => {
                let name = if nullable { "moment_or_none" } else { "Instant" };
                if nullable {
                    self.helper("moment_or_none");
                } else {
                    self.uses.value("Instant");
                }
                ((false, Piece::apply(name, [cell])), (true, value))
            }
            ColumnType::Json => {
                let ty = descriptor(ty, &self.suite.names, &mut self.uses, Home::Elsewhere);
                let constant = self.constant(ty);
                let read = constant.clone().attribute("decode").called(vec![cell]);
                ((false, read), (false, constant.attribute("encode").called(vec![value])))
            }
            ColumnType::Integer
            | ColumnType::Real
            | ColumnType::Text
            | ColumnType::Boolean
            | ColumnType::Interval
            | ColumnType::Uuid
            | ColumnType::Enum(_) => ((true, cell), (true, value)),
        }
    }

    /// A described type under a name of its own, so that it is made once.
    fn constant(&mut self, ty: Piece) -> Piece {
        if ty.is_name() {
            return ty;
        }
        let known = self.types.iter().position(|known| *known == ty);
        let at = known.unwrap_or(self.types.len());
        let name = format!("_TYPE_{}", at + 1);
        if known.is_none() {
            self.blocks.insert(at, ty.statement(&format!("{name} = "), 0, ""));
            self.types.push(ty);
        }
        Piece::atom(name)
    }

    /// The functions that read and write the columns of an entity; gives their stem.
    fn entity(&mut self, id: EntityId) -> String {
        let entity = self.suite.service.entity(id);
        let mut namespace = Namespace::default();
        let stems: Vec<PyIdent> =
            self.suite.service.entities.iter().map(|entity| namespace.take(&snake(&entity.name))).collect();
        let stem = stems[id.index()].to_string();
        if self.written.contains(&id) {
            return stem;
        }
        self.written.push(id);
        self.uses.name("app", "model");
        self.uses.name("collections.abc", "Sequence");
        self.uses.name("typing", "Any");
        let class = format!("model.{}", self.suite.names.entities[id.index()]);
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for (at, (field, name)) in entity.fields.iter().zip(&self.suite.names.fields[id.index()]).enumerate() {
            let (column, nullable) = convention::storable(&field.ty.ty);
            let cell = Piece::atom("cells").item(Piece::number(at.to_string()));
            let value = Piece::atom("value").attribute(name.as_str());
            let (read, write) = self.cell(column, nullable, &field.ty, cell, value);
            reads.push(named(name.to_string(), read.1));
            writes.push(write.1);
        }
        let read = Piece::call(&class, reads).statement("return ", 1, "");
        let write = Piece::tuple(writes).statement("return ", 1, "");
        self.blocks.push(format!(
            "def _read_{stem}(cells: Sequence[Any]) -> {class}:\n    \"\"\"The record that a row holds.\"\"\"\n{read}"
        ));
        self.blocks.push(format!(
            "def _write_{stem}(value: {class}) -> tuple[Any, ...]:\n    \"\"\"The cells of a record.\"\"\"\n{write}"
        ));
        stem
    }
}
