//! What each operation loads, in `src/store/store.ts`: keys, and conditions that the database decides.

use super::super::expr::{Locals, TypeScriptExpr};
use super::super::names::TsIdent;
use super::super::piece::{Level, Piece};
use super::super::wire::{property, texted};
use super::storage::Maker;
use crate::backend::Whose;
use crate::backend::operation::BodyBackend;
use crate::backend::write;
use crate::convention::Column;
use crate::ir::{Binder, Expr, ExprKind, Names};
use crate::lower::{Lowering, Reach, View};
use crate::plan::service::{Comparison, Filter, Load, OperationPlan, What};

const CONDITIONS: &str = "./runtime/conditions.ts";

impl Maker<'_> {
    /// The loads of an operation, as a constant.
    pub(super) fn loads(&mut self, plan: &OperationPlan, constant: &TsIdent) {
        let loads: Vec<Piece> = plan.loads.iter().map(|load| self.load(plan, load)).collect();
        if loads.is_empty() {
            return;
        }
        self.uses.mentioned("./runtime/store.ts", "Load");
        let given = self.ground.emitted.names.all.operations[plan.operation.index()].given.to_string();
        self.uses.model_type(&given);
        let name = format!("export const {constant}: readonly Load<State, {given}>[]");
        self.blocks.push(Piece::array(loads).assigned(&name, 0));
    }

    fn load(&mut self, plan: &OperationPlan, load: &Load) -> Piece {
        let mut properties = vec![property("of", self.state_name(load.state))];
        properties.push(match &load.what {
            What::Whole => texted("what", "whole"),
            What::Greatest => texted("what", "greatest"),
            What::Count => texted("what", "count"),
            What::Sum(column) => texted("total", &column.name),
            What::Keys { each, key } => {
                if !each.is_empty() {
                    self.uses.called("./runtime/store.ts", "each");
                }
                let keys = self.expressions(plan, |lowering, backend| nested(lowering, backend, each, key));
                property("keys", handed(keys))
            }
            What::Where(filters) => {
                let parts = self.expressions(plan, |lowering, backend| {
                    let mut words = Words { lowering, backend };
                    filters.iter().map(|filter| words.filter(filter)).collect()
                });
                property("where", handed(Piece::array(parts)))
            }
        });
        Piece::object(properties)
    }

    /// Writes expressions over the inputs of an operation and the state before.
    fn expressions<R>(
        &mut self,
        plan: &OperationPlan,
        work: impl FnOnce(&Lowering<'_>, &mut TypeScriptExpr<'_>) -> R,
    ) -> R {
        let emitted = &self.ground.emitted;
        let names = Names { operation: Some(emitted.service.operation(plan.operation)), ..Names::default() };
        let lowering = emitted.lowering(names, View::TwoStates, Reach::Everything);
        let whose = Whose { operation: Some(plan.operation.index()), ..Whose::default() };
        let taken = ["before", "given"].map(str::to_string).to_vec();
        let locals = Locals { after: "before", outputs: Vec::new(), taken };
        let mut backend = TypeScriptExpr::new(emitted.service, &emitted.names, &mut self.uses, whose).inside(locals);
        work(&lowering, &mut backend)
    }
}

/// A function of the state before and of the inputs, as far as it reads them.
fn handed(body: Piece) -> Piece {
    Piece::arrow("before, given", body)
}

fn nested(lowering: &Lowering<'_>, backend: &mut TypeScriptExpr<'_>, each: &[Binder], key: &Expr) -> Piece {
    let Some((binder, rest)) = each.split_first() else {
        return Piece::array(vec![write(backend, &lowering.expr(key))]);
    };
    let source = backend.gone_over(&lowering.source(binder));
    let name = backend.bind(&binder.local);
    let inner = nested(lowering, backend, rest, key);
    backend.release(&binder.local);
    Piece::call("each", vec![source, Piece::arrow(name.as_str(), inner)])
}

/// Puts conditions into words.
struct Words<'w, 'l, 'b> {
    lowering: &'w Lowering<'l>,
    backend: &'w mut TypeScriptExpr<'b>,
}

impl Words<'_, '_, '_> {
    fn called(&mut self, name: &str, column: &Column, further: Vec<Piece>) -> Piece {
        self.backend.uses().called(CONDITIONS, name);
        let column = Piece::text(&column.name);
        Piece::call(name, std::iter::once(column).chain(further).collect())
    }

    fn filter(&mut self, filter: &Filter) -> Piece {
        match filter {
            Filter::All(parts) => self.joined(parts, ("&&", Level::And), "all"),
            Filter::Any(parts) => self.joined(parts, ("||", Level::Or), "any"),
            Filter::Given(condition) => write(self.backend, &self.lowering.condition(condition)),
            Filter::Compared(column, how, value) => {
                let value = write(self.backend, &self.lowering.expr(value));
                self.called(comparison(*how), column, vec![value])
            }
            Filter::Among(column, whole, wanted) => {
                let values = self.values(whole);
                self.called(if *wanted { "among" } else { "notAmong" }, column, vec![values])
            }
            Filter::Truth(column, value) => self.called("truth", column, vec![Piece::atom(value.to_string())]),
            Filter::Presence(column, true) => self.called("present", column, Vec::new()),
            Filter::Presence(column, false) => self.called("absent", column, Vec::new()),
        }
    }

    /// What is given decides first; only what is left is the database's to decide.
    fn joined(&mut self, parts: &[Filter], (operator, level): (&'static str, Level), function: &str) -> Piece {
        let (given, left): (Vec<&Filter>, Vec<&Filter>) =
            parts.iter().partition(|part| matches!(part, Filter::Given(_)));
        let mut pieces: Vec<Piece> = given.into_iter().map(|part| self.filter(part)).collect();
        let mut rows: Vec<Piece> = left.into_iter().map(|part| self.filter(part)).collect();
        if rows.len() > 1 {
            self.backend.uses().called(CONDITIONS, function);
            rows = vec![Piece::call(function, rows)];
        }
        pieces.append(&mut rows);
        let joined = pieces.into_iter().reduce(|one, other| one.chain(operator, level, other));
        joined.unwrap_or_else(|| Piece::atom((level == Level::And).to_string()))
    }

    /// The elements of a set that is written out, or the set.
    fn values(&mut self, whole: &Expr) -> Piece {
        if let ExprKind::Set(elements) = &whole.kind {
            let written = |one: &Expr| write(self.backend, &self.lowering.expr(one));
            return Piece::array(elements.iter().map(written).collect());
        }
        write(self.backend, &self.lowering.expr(whole))
    }
}

fn comparison(how: Comparison) -> &'static str {
    match how {
        Comparison::Same => "same",
        Comparison::Other => "other",
        Comparison::Less => "less",
        Comparison::AtMost => "atMost",
        Comparison::More => "more",
        Comparison::AtLeast => "atLeast",
    }
}
