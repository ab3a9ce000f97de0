//! What each operation loads, in `app/storage.py`: keys, and conditions in the words of SQLAlchemy.

use super::super::expr::{Locals, PythonExpr};
use super::super::names::PyIdent;
use super::super::piece::{Level, Piece, named};
use super::super::wire::text_piece;
use super::storage::Maker;
use crate::backend::Whose;
use crate::convention::Column;
use crate::ir::{Binder, Expr, ExprKind, Names};
use crate::lower::{Lowering, Reach, View};
use crate::plan::service::{Comparison, Filter, Load, OperationPlan, What};

impl Maker<'_> {
    /// The loads of an operation, as a constant.
    pub(super) fn loads(&mut self, plan: &OperationPlan, name: &PyIdent) {
        let loads: Vec<Piece> = plan.loads.iter().map(|load| self.load(plan, load)).collect();
        if loads.is_empty() {
            return;
        }
        self.blocks.push(Piece::tuple(loads).statement(&format!("{} = ", name.constant()), 0, ""));
    }

    fn load(&mut self, plan: &OperationPlan, load: &Load) -> Piece {
        let name = self.suite.names.state[load.state.index()].to_string();
        let class = self.helper("Load");
        match &load.what {
            What::Whole => Piece::call(class, vec![text_piece(name)]),
            What::Greatest => Piece::call(class, vec![text_piece(name), named("greatest", Piece::atom("True"))]),
            What::Count => Piece::call(class, vec![text_piece(name), named("count", Piece::atom("True"))]),
            What::Sum(column) => {
                let column = Piece::text(column.name.as_str());
                Piece::call(class, vec![text_piece(name), named("total", column)])
            }
            What::Keys { each, key } => {
                if !each.is_empty() {
                    self.helper("each");
                }
                let keys = self.expressions(plan, |lowering, backend| nested(lowering, backend, each, key));
                Piece::call(class, vec![text_piece(name), Piece::lambda("before, given", keys).into()])
            }
            What::Where(filters) => {
                let parts = self.expressions(plan, |lowering, backend| {
                    let mut words = Words { lowering, backend };
                    filters.iter().map(|filter| words.filter(filter)).collect()
                });
                let conditions = Piece::lambda("row, before, given", Piece::tuple(parts));
                Piece::call(class, vec![text_piece(name), named("where", conditions)])
            }
        }
    }

    /// Writes expressions over the inputs of an operation and the state before.
    fn expressions<R>(
        &mut self,
        plan: &OperationPlan,
        write: impl FnOnce(&Lowering<'_>, &mut PythonExpr<'_>) -> R,
    ) -> R {
        let operation = self.suite.service.operation(plan.operation);
        let names = Names { operation: Some(operation), ..Names::default() };
        let suite = self.suite;
        let lowering = suite.lowering(names, View::TwoStates, Reach::Everything);
        let whose = Whose { operation: Some(plan.operation.index()), ..Whose::default() };
        let locals = Locals { after: "before", outputs: Vec::new(), taken: Vec::new() };
        let mut backend = PythonExpr::new(suite.service, &suite.names, &mut self.uses, whose).inside(locals);
        write(&lowering, &mut backend)
    }
}

fn nested(lowering: &Lowering<'_>, backend: &mut PythonExpr<'_>, each: &[Binder], key: &Expr) -> Piece {
    let Some((binder, rest)) = each.split_first() else {
        return Piece::tuple(vec![backend.expr(lowering, key)]);
    };
    let source = backend.source(lowering, binder);
    let name = backend.bind(&binder.local);
    let inner = nested(lowering, backend, rest, key);
    backend.release(&binder.local);
    Piece::apply("each", [source, Piece::lambda(name.as_str(), inner)])
}

/// Puts conditions into words.
struct Words<'w, 'l, 'b> {
    lowering: &'w Lowering<'l>,
    backend: &'w mut PythonExpr<'b>,
}

impl Words<'_, '_, '_> {
    fn filter(&mut self, filter: &Filter) -> Piece {
        match filter {
            Filter::All(parts) => self.joined(parts, "and", Level::And, "and_"),
            Filter::Any(parts) => self.joined(parts, "or", Level::Or, "or_"),
            Filter::Given(condition) => self.backend.condition(self.lowering, condition),
            Filter::Compared(column, how, value) => self.compared(column, *how, value),
            Filter::Among(column, whole, wanted) => {
                let method = if *wanted { "in_" } else { "not_in" };
                let values = self.values(whole);
                cell(column).attribute(method).called(vec![values])
            }
            Filter::Truth(column, value) => {
                cell(column).attribute("is_").called(vec![Piece::atom(if *value { "True" } else { "False" })])
            }
            Filter::Presence(column, is_there) => {
                let method = if *is_there { "is_not" } else { "is_" };
                cell(column).attribute(method).called(vec![Piece::atom("None")])
            }
        }
    }

    /// What is given decides first, in Python; only what is left is the database's to decide.
    fn joined(&mut self, parts: &[Filter], word: &'static str, level: Level, function: &str) -> Piece {
        let (given, left): (Vec<&Filter>, Vec<&Filter>) =
            parts.iter().partition(|part| matches!(part, Filter::Given(_)));
        let mut pieces: Vec<Piece> = given.into_iter().map(|part| self.filter(part)).collect();
        let mut rows: Vec<Piece> = left.into_iter().map(|part| self.filter(part)).collect();
        if rows.len() > 1 {
            self.backend.uses().name("sqlalchemy", function);
            rows = vec![Piece::apply(function, rows)];
        }
        pieces.extend(rows);
        let joined = pieces.into_iter().reduce(|one, other| one.chain(word, level, other));
        joined.unwrap_or_else(|| Piece::atom(if level == Level::And { "True" } else { "False" }))
    }

    fn compared(&mut self, column: &Column, how: Comparison, value: &Expr) -> Piece {
        let value = self.backend.expr(self.lowering, value);
        // `!=` is neither true nor false in a database where the column is empty.
        if how == Comparison::Other && column.nullable {
            return cell(column).attribute("is_distinct_from").called(vec![value]);
        }
        let sign = match how {
            Comparison::Same => "==",
            Comparison::Other => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
        };
        cell(column).compare(sign, value)
    }

    /// The elements of a set that is written out, or the set.
    fn values(&mut self, whole: &Expr) -> Piece {
        if let ExprKind::Set(elements) = &whole.kind {
            return Piece::tuple(elements.iter().map(|one| self.backend.expr(self.lowering, one)).collect());
        }
        self.backend.expr(self.lowering, whole)
    }
}

/// A column of the table.
fn cell(column: &Column) -> Piece {
    Piece::atom("row").item(Piece::text(column.name.as_str()))
}
