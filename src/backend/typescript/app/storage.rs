//! `src/store/tables.ts` and `src/store/store.ts`: the tables, how the state lies in them, and what each operation loads of it.

use super::super::file::module;
use super::super::literal;
use super::super::names::{Namespace, Space, TsIdent, camel};
use super::super::piece::{PAGE, Piece, Property};
use super::super::types::descriptor;
use super::super::uses::{SERVICE, Uses};
use super::super::wire::property;
use super::Ground;
use crate::convention::{self, Column, ColumnRole, ColumnType, Rows, Table};
use crate::ir::{EntityId, StateId, Type, TypeRef};
use crate::plan::service::OperationPlan;
use crate::plan::store::{Filled, Store, StoredColumn, StoredType};

const STORE: &str = "./runtime/store.ts";
const COLUMNS: &str = "./store/columns.ts";

/// What tables may not be called: what their module calls, and keywords.
fn table_names(store: &Store) -> Vec<TsIdent> {
    let mut names = Namespace::of(Space::Variables);
    let words = ["table", "integer", "milliseconds", "real", "boolean", "text", "instant", "uuid", "json", "jsonKey"];
    let further = ["counted", "madeAt", "changedAt", "digestOf"];
    words.iter().chain(&further).for_each(|word| names.reserve(word));
    store.tables.iter().map(|table| names.take(&camel(&table.name))).collect()
}

/// The text of the module of tables.
pub(super) fn tables(ground: &Ground<'_>, store: &Store) -> String {
    let mut uses = Uses::of(&SERVICE);
    let mut blocks = Vec::new();
    for (table, name) in store.tables.iter().zip(table_names(store)) {
        uses.called("./runtime/tables.ts", "table");
        let columns = table.columns.iter().map(|one| property(&key(&one.name), column(one, &mut uses))).collect();
        let made = Piece::call("table", vec![Piece::text(&table.name), Piece::object(columns)]);
        let about = literal::comment(&format!("The table {}.", table.name), PAGE.width);
        blocks.push(format!("{about}\n{}", made.assigned(&format!("export const {name}"), 0)));
    }
    if blocks.is_empty() {
        blocks.push("export {};".to_string());
    }
    let name = &ground.emitted.service.name;
    let text =
        format!("The tables of {name}: one per collection of the state, and one with a single row for all scalars.");
    module(&text, &uses, "store/tables.ts", &blocks)
}

/// The name of a property, in quotes where it would be no name.
pub(super) fn key(name: &str) -> String {
    let is_name = name.chars().all(|found| found.is_ascii_alphanumeric() || found == '_')
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if is_name && name != "__proto__" { name.to_string() } else { format!("[{}]", literal::string(name)) }
}

/// The kind of a column.
fn column(column: &StoredColumn, uses: &mut Uses) -> Piece {
    let name = match &column.filled {
        Filled::DigestOf(of) => {
            uses.called(COLUMNS, "digestOf");
            return Piece::call("digestOf", vec![Piece::text(of)]);
        }
        Filled::Counted => "counted",
        Filled::Created => "madeAt",
        Filled::Updated => "changedAt",
        Filled::ByService => match column.ty {
            StoredType::Integer => "integer",
            StoredType::Interval => "milliseconds",
            StoredType::Real => "real",
            StoredType::Text | StoredType::Key(_) | StoredType::Word(_) | StoredType::Digest => "text",
            StoredType::Boolean => "boolean",
            StoredType::Timestamp => "instant",
            StoredType::Uuid => "uuid",
            StoredType::Json => "json",
            StoredType::JsonKey => "jsonKey",
        },
    };
    uses.called(COLUMNS, name);
    Piece::atom(name)
}

/// The text of the module of the store.
pub(super) fn store(ground: &Ground<'_>, store: &Store, plans: &[OperationPlan], constants: &[TsIdent]) -> String {
    let mut maker = Maker { ground, uses: Uses::of(&SERVICE), blocks: Vec::new(), written: Vec::new() };
    maker.store(store);
    for (plan, constant) in plans.iter().zip(constants) {
        maker.loads(plan, constant);
    }
    let uses = maker.uses.with_functions(&ground.emitted.names);
    let name = &ground.emitted.service.name;
    let text = format!("How the state of {name} lies in its tables, and what each operation loads of it.");
    module(&text, &uses, "store/store.ts", &maker.blocks)
}

pub(super) struct Maker<'g> {
    pub(super) ground: &'g Ground<'g>,
    pub(super) uses: Uses,
    pub(super) blocks: Vec<String>,
    /// The entities that are described already.
    written: Vec<EntityId>,
}

impl Maker<'_> {
    pub(super) fn helper(&mut self, name: &str, arguments: Vec<Piece>) -> Piece {
        self.uses.called(STORE, name);
        Piece::call(name, arguments)
    }

    fn made(&mut self, class: &str, arguments: Vec<Piece>) -> Piece {
        self.uses.called(STORE, class);
        Piece::call(format!("new {class}"), arguments)
    }

    fn store(&mut self, store: &Store) {
        let schema = convention::schema(self.ground.emitted.service);
        let mut parts = Vec::new();
        for (table, name) in schema.tables.iter().zip(table_names(store)) {
            let tables = self.uses.whole("store/tables.ts");
            parts.push(self.table(table, Piece::atom(tables).member(name.as_str())));
        }
        self.uses.called("./spec.ts", "INITIAL");
        self.uses.model_type("State");
        let made = self.made("Store", vec![Piece::atom("INITIAL"), Piece::array(parts)]);
        self.blocks.push(made.assigned("export const STORE", 0));
    }

    fn table(&mut self, table: &Table, var: Piece) -> Piece {
        match table.rows {
            Rows::Entries(id) => self.keyed("MapTable", id, table, var),
            Rows::Pairs(id) => self.keyed("MultiTable", id, table, var),
            Rows::Elements(id) => {
                let value = self.value(table, &part(self.ground, id, 0));
                self.made("SetTable", vec![self.state_name(id), var, value])
            }
            Rows::Positions(id) => {
                let value = self.value(table, &part(self.ground, id, 0));
                let position = table.columns.iter().find(|column| column.role == ColumnRole::Position);
                let position = Piece::text(position.map_or("position", |column| &column.name));
                self.made("SeqTable", vec![self.state_name(id), var, value, position])
            }
            Rows::Scalars => self.scalars(table, var),
        }
    }

    pub(super) fn state_name(&self, id: StateId) -> Piece {
        Piece::text(self.ground.emitted.names.all.state[id.index()].as_str())
    }

    fn keyed(&mut self, class: &str, id: StateId, table: &Table, var: Piece) -> Piece {
        let is_key = |column: &&Column| matches!(column.role, ColumnRole::Key | ColumnRole::KeyField(_));
        let keys: Vec<&Column> = table.columns.iter().filter(is_key).collect();
        let key = self.columns(&keys, &part(self.ground, id, 0));
        let value = self.value(table, &part(self.ground, id, 1));
        self.made(class, vec![self.state_name(id), var, key, value])
    }

    fn value(&mut self, table: &Table, ty: &TypeRef) -> Piece {
        let is_value = |column: &&Column| matches!(column.role, ColumnRole::Value | ColumnRole::Field(_));
        let columns: Vec<&Column> = table.columns.iter().filter(is_value).collect();
        self.columns(&columns, ty)
    }

    fn scalars(&mut self, table: &Table, var: Piece) -> Piece {
        let mut fields = Vec::new();
        for column in &table.columns {
            let ColumnRole::Scalar(id) = column.role else { continue };
            let ty = self.ground.emitted.service.state_field(id).ty.clone();
            let name = self.ground.emitted.names.all.state[id.index()].to_string();
            fields.push(Property::Named(name, self.columns(&[column], &ty)));
        }
        let row = table.columns.iter().find(|column| column.role == ColumnRole::Row);
        let row = Piece::text(row.map_or("row", |column| &column.name));
        self.made("ScalarTable", vec![var, Piece::object(fields), row])
    }

    /// How a value lies in columns.
    fn columns(&mut self, columns: &[&Column], ty: &TypeRef) -> Piece {
        let by_field =
            columns.iter().any(|column| matches!(column.role, ColumnRole::Field(_) | ColumnRole::KeyField(_)));
        if let (Type::Entity(id), true) = (&ty.ty, by_field || columns.is_empty()) {
            let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            return self.entity(*id, &names);
        }
        let Some(column) = columns.first() else { return Piece::atom("null") };
        self.cell(column.ty, ty, &column.name)
    }

    /// How a value lies in one column.
    fn cell(&mut self, column: ColumnType, ty: &TypeRef, name: &str) -> Piece {
        match column {
            ColumnType::Json => {
                let described = descriptor(ty, &self.ground.emitted.names, &mut self.uses);
                self.helper("asJson", vec![Piece::text(name), described])
            }
            ColumnType::Timestamp
            | ColumnType::Integer
            | ColumnType::Real
            | ColumnType::Text
            | ColumnType::Boolean
            | ColumnType::Interval
            | ColumnType::Uuid
            | ColumnType::Enum(_) => self.helper("one", vec![Piece::text(name)]),
        }
    }

    /// How the fields of an entity lie in columns: under a name of its own where it has its usual columns.
    fn entity(&mut self, id: EntityId, columns: &[&str]) -> Piece {
        let emitted = &self.ground.emitted;
        let entity = emitted.service.entity(id);
        let mut namespace = Namespace::of(Space::Variables);
        let stems: Vec<TsIdent> = emitted
            .service
            .entities
            .iter()
            .map(|entity| namespace.take(&camel(&format!("{}_row", entity.name))))
            .collect();
        let usual = entity.fields.iter().map(|field| field.name.as_str()).eq(columns.iter().copied());
        if usual && self.written.contains(&id) {
            return Piece::atom(stems[id.index()].as_str());
        }
        let mut fields = Vec::new();
        for ((field, name), column) in entity.fields.iter().zip(&emitted.names.all.fields[id.index()]).zip(columns) {
            let (kind, _) = convention::storable(&field.ty.ty);
            fields.push(Property::Named(name.to_string(), self.cell(kind, &field.ty, column)));
        }
        let class = emitted.names.all.entities[id.index()].to_string();
        self.uses.model_type(&class);
        self.uses.called(STORE, "record");
        let made = Piece::call(format!("record<{class}>"), vec![Piece::object(fields)]);
        if !usual {
            return made;
        }
        self.written.push(id);
        let stem = stems[id.index()].as_str();
        self.blocks.push(made.assigned(&format!("const {stem}"), 0));
        Piece::atom(stem)
    }
}

/// A part of the declared type of a state field: its key, value or element.
fn part(ground: &Ground<'_>, id: StateId, at: usize) -> TypeRef {
    let service = ground.emitted.service;
    let mut ty = &service.state_field(id).ty;
    while let Some(alias) = ty.alias {
        ty = &service.aliases[alias.index()].base;
    }
    ty.args.get(at).cloned().unwrap_or_else(|| TypeRef::plain(Type::Unknown))
}
