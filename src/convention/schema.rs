//! How the state lies on disk: one table per collection of the state, and one with a single row for all scalars.

use std::collections::BTreeSet;

use serde::Serialize;
use smol_str::SmolStr;

use super::names::snake;
use super::route::is_scalar;
use crate::ir::{
    Convention, ConventionProperty, EntityId, EnumId, ExprKind, FieldIndex, RowCondition, Service, StateId, Target,
    Type,
};

/// The tables of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Schema {
    /// One per state field that is a collection, in the order of the state; then the one of the scalars.
    pub tables: Vec<Table>,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Table {
    /// Its name.
    pub name: SmolStr,
    /// What its rows are.
    pub rows: Rows,
    /// Its columns.
    pub columns: Vec<Column>,
    /// The columns that tell rows apart, by position.
    pub primary_key: Vec<usize>,
    /// Indexes over a part of its rows.
    pub indexes: Vec<PartialIndex>,
}

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Rows {
    /// One per key of a map or a `one` or `lone` relation.
    Entries(StateId),
    /// One per key and value of a `some` or `set` relation.
    Pairs(StateId),
    /// One per element of a set.
    Elements(StateId),
    /// One per element of a sequence.
    Positions(StateId),
    /// A single one, with all scalars.
    Scalars,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name.
    pub name: SmolStr,
    /// What it holds.
    pub ty: ColumnType,
    /// Whether it may be empty, which stands for `none`.
    pub nullable: bool,
    /// What it stands for.
    pub role: ColumnRole,
}

/// What a column stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ColumnRole {
    /// The key
    Key,
    /// A field of the entity that is the key
    KeyField(FieldIndex),
    /// The value, or the element
    Value,
    /// A field of the entity that is the value or the element
    Field(FieldIndex),
    /// The position in a sequence, from 0
    Position,
    /// A number that tells rows apart where no value can
    Row,
    /// A scalar of the state
    Scalar(StateId),
    /// When the row was made; kept by the store, no part of the state
    CreatedAt,
    /// When the row was last changed; kept by the store, no part of the state
    UpdatedAt,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ColumnType {
    /// A signed 64-bit integer
    Integer,
    /// A double
    Real,
    /// Text
    Text,
    /// True or false
    Boolean,
    /// A UTC instant with milliseconds
    Timestamp,
    /// A number of milliseconds, as a 64-bit integer
    Interval,
    /// A UUID
    Uuid,
    /// A value of an enum, by its name
    Enum(EnumId),
    /// Anything else, as JSON in the form it has on the wire
    Json,
}

impl ColumnType {
    /// A word for it.
    pub fn name(self, service: &Service) -> String {
        match self {
            ColumnType::Integer => "integer".into(),
            ColumnType::Real => "real".into(),
            ColumnType::Text => "text".into(),
            ColumnType::Boolean => "boolean".into(),
            ColumnType::Timestamp => "timestamp".into(),
            ColumnType::Interval => "interval".into(),
            ColumnType::Uuid => "uuid".into(),
            ColumnType::Enum(id) => format!("enum {}", service.enumeration(id).name),
            ColumnType::Json => "json".into(),
        }
    }
}

/// An index over the rows that satisfy a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartialIndex {
    /// Its name.
    pub name: SmolStr,
    /// The column, by position.
    pub column: usize,
    /// The condition, about columns.
    pub condition: RowCondition,
}

/// The longest name that every database takes.
pub const LONGEST_NAME: usize = 63;

/// Tables in which tools for migrations keep their place. A name is taken for every target, so that a service has the same
/// tables in each.
const TABLES_TAKEN: [&str; 4] = ["alembic_version", "goose_db_version", "kysely_migration", "kysely_migration_lock"];

/// Columns that PostgreSQL has in every table.
const COLUMNS_TAKEN: [&str; 6] = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"];

/// The tables of a service.
pub fn schema(service: &Service) -> Schema {
    let ids = || (0..service.state.len()).map(|index| StateId(index as u32));
    let mut names = Names::without(&TABLES_TAKEN);
    let named = table_names(service, &mut names);
    let collections = ids().zip(named).filter_map(|(id, name)| Some(table(service, id, name?)));
    let mut tables: Vec<Table> = collections.collect();
    tables.extend(scalars(service, &mut names));
    Schema { tables }
}

/// Names that are taken, in any case.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names(BTreeSet<String>);

impl Names {
    /// All names but these are free.
    pub(crate) fn without(taken: &[&str]) -> Names {
        Names(taken.iter().map(|name| (*name).to_string()).collect())
    }

    /// The name itself, or, where it is taken, with a number behind it; cut where it is too long for a database. Of `_` no
    /// name is left.
    pub(crate) fn unique(&mut self, name: &str) -> SmolStr {
        let name = if name.is_empty() { "unnamed" } else { name };
        let cut = |behind: &str| name.chars().take(LONGEST_NAME - behind.len()).collect::<String>() + behind;
        let numbered = (2u32..).map(|number| cut(&format!("_{number}")));
        let candidates = std::iter::once(cut("")).chain(numbered);
        let mut free = candidates.filter(|candidate| self.0.insert(candidate.to_lowercase()));
        free.next().unwrap_or_default().into()
    }
}

/// The name of each state field's table. Names that are set come first, so that no default takes one of them.
fn table_names(service: &Service, names: &mut Names) -> Vec<Option<SmolStr>> {
    let mut given = BTreeSet::new();
    let mut named: Vec<Option<SmolStr>> = Vec::new();
    for field in &service.state {
        let entity = value_of(&field.ty.ty).and_then(entity).filter(|entity| !given.contains(entity));
        let set = entity.and_then(|entity| Some((entity, set_table(service, entity)?)));
        named.push(set.map(|(entity, name)| {
            given.insert(entity);
            names.unique(&permitted(name.to_string()))
        }));
    }
    for (field, name) in service.state.iter().zip(&mut named) {
        if name.is_none() && value_of(&field.ty.ty).is_some() {
            *name = Some(names.unique(&permitted(snake(&field.name))));
        }
    }
    named
}

/// A name that a table may have; SQLite keeps a prefix for itself.
fn permitted(name: String) -> String {
    if name.starts_with("sqlite_") { format!("the_{name}") } else { name }
}

fn rule(service: &Service, entity: EntityId, property: ConventionProperty) -> Option<&Convention> {
    service.conventions.iter().find(|rule| rule.target == Target::Entity(entity) && rule.property == property)
}

fn set_table(service: &Service, entity: EntityId) -> Option<&str> {
    let rule = rule(service, entity, ConventionProperty::DbTable)?;
    if let ExprKind::Text(text) = &rule.value.kind { Some(text) } else { None }
}

fn entity(ty: &Type) -> Option<EntityId> {
    if let Type::Entity(id) = ty { Some(*id) } else { None }
}

/// What the collection holds, where a type is one.
fn value_of(ty: &Type) -> Option<&Type> {
    if let Type::Map(_, value) | Type::Multi(_, value) | Type::Set(value) | Type::Seq(value) = ty {
        return Some(value);
    }
    None
}

fn table(service: &Service, id: StateId, name: SmolStr) -> Table {
    let mut builder = Builder { service, names: Names::without(&COLUMNS_TAKEN), columns: Vec::new() };
    let ty = &service.state_field(id).ty.ty;
    let (rows, primary_key) = builder.rows(id, ty);
    let entity = value_of(ty).and_then(entity);
    if let Some(entity) = entity {
        builder.timestamps(entity);
    }
    let columns = builder.columns;
    let indexes = entity.map_or_else(Vec::new, |entity| indexes(service, entity, &name, &columns));
    Table { name, rows, columns, primary_key, indexes }
}

struct Builder<'s> {
    service: &'s Service,
    names: Names,
    columns: Vec<Column>,
}

impl Builder<'_> {
    /// Adds the columns of a collection; gives what its rows are and which columns tell them apart.
    fn rows(&mut self, id: StateId, ty: &Type) -> (Rows, Vec<usize>) {
        match ty {
            Type::Map(key, value) => {
                let keys = self.key(key);
                self.value(value);
                (Rows::Entries(id), keys)
            }
            Type::Multi(key, value) => {
                let keys = self.key(key);
                (Rows::Pairs(id), self.told_apart(keys, value))
            }
            Type::Set(element) => (Rows::Elements(id), self.told_apart(Vec::new(), element)),
            Type::Seq(element) => {
                let position = self.column("position", ColumnType::Integer, false, ColumnRole::Position);
                self.value(element);
                (Rows::Positions(id), vec![position])
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
            | Type::Unknown => (Rows::Scalars, Vec::new()),
        }
    }

    /// Values that are scalars tell rows apart by themselves; others get a number.
    fn told_apart(&mut self, keys: Vec<usize>, value: &Type) -> Vec<usize> {
        if is_scalar(value) {
            return keys.into_iter().chain(self.value(value)).collect();
        }
        let row = self.column("row", ColumnType::Integer, false, ColumnRole::Row);
        self.value(value);
        vec![row]
    }

    /// The key's columns: one, or one per field of an entity that has only scalars.
    fn key(&mut self, ty: &Type) -> Vec<usize> {
        let service = self.service;
        let fields = entity(ty).map(|id| &service.entity(id).fields);
        let Some(fields) = fields.filter(|fields| fields.iter().all(|field| is_scalar(&field.ty.ty))) else {
            return vec![self.column("key", column_type(ty), false, ColumnRole::Key)];
        };
        let column = |(index, field): (usize, &crate::ir::Field)| {
            let role = ColumnRole::KeyField(FieldIndex(index as u32));
            self.column(&format!("key_{}", snake(&field.name)), column_type(&field.ty.ty), false, role)
        };
        fields.iter().enumerate().map(column).collect()
    }

    /// The value's columns: one, or one per field of an entity.
    fn value(&mut self, ty: &Type) -> Vec<usize> {
        let service = self.service;
        let Some(entity) = entity(ty) else {
            let (ty, nullable) = storable(ty);
            return vec![self.column("value", ty, nullable, ColumnRole::Value)];
        };
        let column = |(index, field): (usize, &crate::ir::Field)| {
            let (ty, nullable) = storable(&field.ty.ty);
            self.column(&snake(&field.name), ty, nullable, ColumnRole::Field(FieldIndex(index as u32)))
        };
        service.entity(entity).fields.iter().enumerate().map(column).collect()
    }

    /// The columns of `db_timestamps`, unless the entity has fields of their names.
    fn timestamps(&mut self, entity: EntityId) {
        let rule = rule(self.service, entity, ConventionProperty::DbTimestamps);
        if !rule.is_some_and(|rule| matches!(rule.value.kind, ExprKind::Bool(true))) {
            return;
        }
        for (name, role) in [("created_at", ColumnRole::CreatedAt), ("updated_at", ColumnRole::UpdatedAt)] {
            if !self.columns.iter().any(|column| column.name == name) {
                self.column(name, ColumnType::Timestamp, false, role);
            }
        }
    }

    fn column(&mut self, name: &str, ty: ColumnType, nullable: bool, role: ColumnRole) -> usize {
        let name = self.names.unique(name);
        self.columns.push(Column { name, ty, nullable, role });
        self.columns.len() - 1
    }
}

fn indexes(service: &Service, entity: EntityId, table: &str, columns: &[Column]) -> Vec<PartialIndex> {
    let about =
        |rule: &&Convention| rule.target == Target::Entity(entity) && rule.property == ConventionProperty::PartialIndex;
    let position = |name: &str| {
        let field = service.entity(entity).fields.iter().position(|field| field.name == name)?;
        columns.iter().position(|column| column.role == ColumnRole::Field(FieldIndex(field as u32)))
    };
    let column_of = |name: &str| Some(columns.get(position(name)?)?.name.clone());
    let index = |rule: &Convention| {
        let column = position(rule.qualifier.as_ref()?)?;
        let ExprKind::Text(text) = &rule.value.kind else { return None };
        let condition = RowCondition::parse(text)?.renamed(&|name| column_of(name))?;
        let name = format!("{table}_{}_idx", columns.get(column)?.name).into();
        Some(PartialIndex { name, column, condition })
    };
    service.conventions.iter().filter(about).filter_map(index).collect()
}

/// The table with one row; none where the state has no scalars.
fn scalars(service: &Service, names: &mut Names) -> Option<Table> {
    let mut builder = Builder { service, names: Names::without(&COLUMNS_TAKEN), columns: Vec::new() };
    let row = builder.column("row", ColumnType::Integer, false, ColumnRole::Row);
    for (index, field) in service.state.iter().enumerate() {
        if value_of(&field.ty.ty).is_none() {
            let (ty, nullable) = storable(&field.ty.ty);
            builder.column(&snake(&field.name), ty, nullable, ColumnRole::Scalar(StateId(index as u32)));
        }
    }
    let columns = builder.columns;
    let any = columns.len() > 1;
    let table = || Table {
        name: names.unique("scalars"),
        rows: Rows::Scalars,
        columns,
        primary_key: vec![row],
        indexes: Vec::new(),
    };
    any.then(table)
}

/// The column type of a value, and whether it may be `none`.
pub fn storable(ty: &Type) -> (ColumnType, bool) {
    if let Type::Option(inner) = ty { (column_type(inner), true) } else { (column_type(ty), false) }
}

fn column_type(ty: &Type) -> ColumnType {
    match ty {
        Type::Bool => ColumnType::Boolean,
        Type::Int => ColumnType::Integer,
        Type::Float => ColumnType::Real,
        Type::String => ColumnType::Text,
        Type::DateTime => ColumnType::Timestamp,
        Type::Duration => ColumnType::Interval,
        Type::Uuid => ColumnType::Uuid,
        Type::Enum(id) => ColumnType::Enum(*id),
        Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Option(_)
        | Type::Unknown => ColumnType::Json,
    }
}
