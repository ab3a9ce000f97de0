//! Routes and tables as a listing, for people and for machines.

use std::fmt::Write;

use serde::Serialize;

use super::{Api, InputPlace, ResponseShape, Route, Schema, Table};
use crate::ir::{Names, Operation, Service, print};

/// Routes and tables with names instead of positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// One per operation.
    pub routes: Vec<RouteRow>,
    /// One per table.
    pub tables: Vec<TableRow>,
}

/// A route in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RouteRow {
    operation: String,
    kind: &'static str,
    method: &'static str,
    path: String,
    status: u16,
    inputs: Vec<InputRow>,
    response: String,
    headers: Vec<HeaderRow>,
    relation: Option<String>,
    key: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct InputRow {
    name: String,
    place: InputPlace,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct HeaderRow {
    name: String,
    value: String,
}

/// A table in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableRow {
    name: String,
    columns: Vec<ColumnRow>,
    primary_key: Vec<String>,
    indexes: Vec<IndexRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct ColumnRow {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    nullable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct IndexRow {
    name: String,
    column: String,
    condition: String,
}

/// Routes and tables in words.
pub fn listing(service: &Service, api: &Api, schema: &Schema) -> Listing {
    Listing {
        routes: api.routes.iter().map(|route| route_row(service, route)).collect(),
        tables: schema.tables.iter().map(|table| table_row(service, table)).collect(),
    }
}

fn route_row(service: &Service, route: &Route) -> RouteRow {
    let operation = service.operation(route.operation);
    let inputs = operation.inputs.iter().zip(&route.inputs);
    let names = Names { operation: Some(operation), ..Names::default() };
    let header = |header: &super::Header| HeaderRow {
        name: header.name.to_string(),
        value: print(&header.value, service, names),
    };
    RouteRow {
        operation: operation.name.to_string(),
        kind: route.kind.name(),
        method: route.method.name(),
        path: route.template.text(operation),
        status: route.status,
        inputs: inputs.map(|(input, place)| InputRow { name: input.name.to_string(), place: *place }).collect(),
        response: response(operation, route.response),
        headers: route.headers.iter().map(header).collect(),
        relation: route.relation.map(|id| service.state_field(id).name.to_string()),
        key: route.key.and_then(|key| operation.inputs.get(key.index())).map(|key| key.name.to_string()),
    }
}

/// The body of a success: nothing, `{}`, the name of an output, or names in braces.
fn response(operation: &Operation, shape: ResponseShape) -> String {
    let name = |output: &crate::ir::Param| output.name.to_string();
    match shape {
        ResponseShape::NoContent => "-".into(),
        ResponseShape::Empty => "{}".into(),
        ResponseShape::Whole(index) => operation.outputs.get(index.index()).map(name).unwrap_or_default(),
        ResponseShape::Object => {
            format!("{{{}}}", operation.outputs.iter().map(name).collect::<Vec<_>>().join(", "))
        }
    }
}

fn table_row(service: &Service, table: &Table) -> TableRow {
    let name = |column: &usize| table.columns.get(*column).map(|column| column.name.to_string()).unwrap_or_default();
    let index = |index: &super::PartialIndex| IndexRow {
        name: index.name.to_string(),
        column: name(&index.column),
        condition: index.condition.to_string(),
    };
    let column = |column: &super::Column| ColumnRow {
        name: column.name.to_string(),
        ty: column.ty.name(service),
        nullable: column.nullable,
    };
    TableRow {
        name: table.name.to_string(),
        columns: table.columns.iter().map(column).collect(),
        primary_key: table.primary_key.iter().map(name).collect(),
        indexes: table.indexes.iter().map(index).collect(),
    }
}

/// Routes as an aligned table, with the tables of the store below.
pub fn show(listing: &Listing) -> String {
    let heading = ["operation", "kind", "method", "path", "status", "inputs", "response", "headers"];
    let mut rows = vec![heading.map(String::from)];
    rows.extend(listing.routes.iter().map(cells));
    let mut out = aligned(&rows);
    for table in &listing.tables {
        out.push('\n');
        show_table(table, &mut out);
    }
    out
}

fn cells(row: &RouteRow) -> [String; 8] {
    let headers = row.headers.iter().map(|header| format!("{}: {}", header.name, header.value));
    [
        row.operation.clone(),
        row.kind.into(),
        row.method.into(),
        row.path.clone(),
        row.status.to_string(),
        inputs(row),
        row.response.clone(),
        headers.collect::<Vec<_>>().join(", "),
    ]
}

/// Inputs by place: `path id; body title, tags`.
fn inputs(row: &RouteRow) -> String {
    let mut places = Vec::new();
    for place in [InputPlace::Path, InputPlace::Query, InputPlace::Body] {
        let here = row.inputs.iter().filter(|input| input.place == place).map(|input| input.name.as_str());
        let here: Vec<&str> = here.collect();
        if !here.is_empty() {
            places.push(format!("{} {}", place.name(), here.join(", ")));
        }
    }
    if places.is_empty() { "-".into() } else { places.join("; ") }
}

fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    out
}

fn show_table(table: &TableRow, out: &mut String) {
    let _ = writeln!(out, "table {}, primary key ({})", table.name, table.primary_key.join(", "));
    let row = |column: &ColumnRow| {
        let null = if column.nullable { "or null" } else { "" };
        [format!("  {}", column.name), column.ty.clone(), null.to_string()]
    };
    let rows: Vec<[String; 3]> = table.columns.iter().map(row).collect();
    out.push_str(&aligned(&rows));
    for index in &table.indexes {
        let _ = writeln!(out, "  index {} on {} where {}", index.name, index.column, index.condition);
    }
}
