//! The type checker's state: what an expression may see, what is known to be present, and what was wrong.

use smol_str::SmolStr;

use super::narrow::same_path;
use super::tables::Tables;
use crate::diag::{Code, Diagnostic};
use crate::ir::{EntityId, Expr, ExprKind, FunctionId, Local, Moment, Param, Tested, Type};
use crate::source::Span;
use crate::syntax::ast;

/// Where an expression stands, which decides what it may say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Requires,
    Ensures,
    /// Invariants, facts and temporal properties.
    Invariant,
    /// The body of a function or predicate.
    Function,
    /// A `where`.
    Refinement,
    /// The initial value of a state field.
    Initial,
    /// The `when` of a transition.
    Guard,
    /// The value of a convention.
    Convention,
}

impl Place {
    /// The state that a bare name is read in.
    fn moment(self) -> Moment {
        match self {
            Place::Requires | Place::Ensures | Place::Guard | Place::Convention => Moment::Before,
            Place::Invariant | Place::Function | Place::Refinement | Place::Initial => Moment::Here,
        }
    }

    /// Whether `pre` says anything here.
    pub(super) fn has_before(self) -> bool {
        matches!(self, Place::Requires | Place::Ensures | Place::Guard | Place::Convention)
    }
}

/// What an expression sees besides the service.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope<'t> {
    pub(super) place: Place,
    pub(super) inputs: &'t [Param],
    pub(super) outputs: &'t [Param],
    pub(super) params: &'t [Param],
    pub(super) entity: Option<EntityId>,
    pub(super) value: Option<&'t Type>,
}

impl Scope<'_> {
    /// A place that sees the service only.
    pub(super) fn new(place: Place) -> Scope<'static> {
        Scope { place, inputs: &[], outputs: &[], params: &[], entity: None, value: None }
    }
}

/// A variable in scope.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    pub(super) local: Local,
    pub(super) ty: Type,
    /// For a key of a map or relation: the text of that collection and the type of its values.
    pub(super) key_of: Option<(String, Type)>,
}

/// A prime after a call, to be judged once it is known which functions read state.
#[derive(Debug, Clone, Copy)]
pub(super) struct PrimedCall {
    pub(super) function: FunctionId,
    pub(super) span: Span,
}

/// Types the expressions of one declaration.
pub(super) struct Checker<'t> {
    pub(super) tables: &'t Tables,
    pub(super) scope: Scope<'t>,
    pub(super) moment: Moment,
    pub(super) inside_pre: bool,
    pub(super) bound: Vec<Bound>,
    /// Paths that a test before this point has shown to be present.
    pub(super) present: Vec<Expr>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) primed_calls: Vec<PrimedCall>,
    next_local: u32,
}

impl<'t> Checker<'t> {
    pub(super) fn new(tables: &'t Tables, scope: Scope<'t>) -> Checker<'t> {
        Checker {
            tables,
            scope,
            moment: scope.place.moment(),
            inside_pre: false,
            bound: Vec::new(),
            present: Vec::new(),
            diagnostics: Vec::new(),
            primed_calls: Vec::new(),
            next_local: 0,
        }
    }

    /// Moves to another place of the same declaration; what is known to be present stays known.
    pub(super) fn enter(&mut self, place: Place) {
        self.scope.place = place;
        self.moment = place.moment();
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports an error and stands in for the expression that has it.
    pub(super) fn fail(&mut self, span: Span, diagnostic: Diagnostic) -> Expr {
        self.report(diagnostic);
        unknown(span)
    }

    pub(super) fn show(&self, ty: &Type) -> String {
        self.tables.show(ty)
    }

    // Variables ------------------------------------------------------------------------------------------------

    pub(super) fn fresh(&mut self, name: &SmolStr) -> Local {
        self.next_local += 1;
        Local { id: self.next_local, name: name.clone() }
    }

    pub(super) fn bind(&mut self, name: &ast::Name, ty: Type, key_of: Option<(String, Type)>) -> Local {
        let local = self.fresh(&name.text);
        self.bound.push(Bound { local: local.clone(), ty, key_of });
        local
    }

    /// Forgets all variables bound since there were `count`.
    pub(super) fn unbind(&mut self, count: usize) {
        self.bound.truncate(count);
    }

    pub(super) fn lookup(&self, name: &str) -> Option<&Bound> {
        self.bound.iter().rev().find(|bound| bound.local.name == name)
    }

    // Narrowing ------------------------------------------------------------------------------------------------

    /// Runs `work` while some more paths are known to be present.
    pub(super) fn knowing<R>(&mut self, paths: Vec<Expr>, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.present.len();
        self.present.extend(paths);
        let result = work(self);
        self.present.truncate(before);
        result
    }

    /// An option that was tested is its value.
    pub(super) fn narrowed(&self, expr: Expr) -> Expr {
        let Type::Option(inner) = &expr.ty else { return expr };
        if self.present.iter().any(|path| same_path(path, &expr)) {
            let (ty, span) = (inner.as_ref().clone(), expr.span);
            return Expr { kind: ExprKind::Unwrap(Box::new(expr), Tested::Yes), ty, span };
        }
        expr
    }

    /// The value of an option that was not tested, where the language allows that.
    pub(super) fn unwrapped(&self, expr: Expr) -> Expr {
        let Type::Option(inner) = &expr.ty else { return expr };
        let (ty, span) = (inner.as_ref().clone(), expr.span);
        Expr { kind: ExprKind::Unwrap(Box::new(expr), Tested::No), ty, span }
    }

    // Types ----------------------------------------------------------------------------------------------------

    /// Makes an expression one of the expected type, or says why it cannot be.
    pub(super) fn coerce(&mut self, expr: Expr, expected: &Type, source: &ast::Expr) -> Expr {
        if fits(&expr.ty, expected) {
            return settle(expr, expected);
        }
        if let Type::Option(inner) = expected
            && fits(&expr.ty, inner)
        {
            return lift(settle(expr, inner));
        }
        self.mismatch(&expr, expected, source)
    }

    fn mismatch(&mut self, expr: &Expr, expected: &Type, source: &ast::Expr) -> Expr {
        if let Type::Option(inner) = &expr.ty
            && fits(inner, expected)
        {
            return self.untested(expr);
        }
        let (wanted, found) = (self.show(expected), self.show(&expr.ty));
        let code = if is_literal(source) { Code::WrongLiteral } else { Code::TypeMismatch };
        let diagnostic = Diagnostic::new(code, expr.span, format!("expected `{wanted}`, found `{found}`"))
            .label(format!("this is a `{found}`"))
            .maybe_help(self.literal_help(source, expected));
        self.fail(expr.span, diagnostic)
    }

    /// An option where its value is needed.
    pub(super) fn untested(&mut self, expr: &Expr) -> Expr {
        let found = self.show(&expr.ty);
        let diagnostic = Diagnostic::new(Code::OptionNotTested, expr.span, format!("this `{found}` may be `none`"))
            .label("its value is needed here")
            .help("test it first: `x != none and …`, `x != none implies …`, or a clause `x != none` before this one");
        self.fail(expr.span, diagnostic)
    }

    pub(super) fn literal_help(&self, source: &ast::Expr, expected: &Type) -> Option<String> {
        match (&source.kind, expected) {
            (ast::ExprKind::Text(text), Type::Int | Type::Float) if text.parse::<f64>().is_ok() => {
                Some(format!("write {text} without quotes"))
            }
            (ast::ExprKind::Text(text), Type::Enum(_)) => Some(format!("enum values have no quotes: `{text}`")),
            (ast::ExprKind::Text(text), Type::Bool) if text == "true" || text == "false" => {
                Some(format!("write `{text}` without quotes"))
            }
            (ast::ExprKind::Int(value), Type::String) => Some(format!("a string has quotes: `\"{value}\"`")),
            (ast::ExprKind::Int(value), Type::Duration) => Some(format!(
                "give it a unit: `seconds({value})`, `minutes({value})`, `hours({value})` or `days({value})`"
            )),
            (ast::ExprKind::Float(value), Type::Int) => Some(format!("an `Int` has no fraction: `{}`", value.trunc())),
            (ast::ExprKind::None, other) => Some(format!("only an `Option[{}]` can be `none`", self.show(other))),
            _ => None,
        }
    }
}

/// A `T` as an `Option[T]`.
pub(super) fn lift(expr: Expr) -> Expr {
    let (ty, span) = (Type::option(expr.ty.clone()), expr.span);
    Expr { kind: ExprKind::Some(Box::new(expr)), ty, span }
}

/// What stands in for an expression that has an error; it fits everywhere.
pub(super) fn unknown(span: Span) -> Expr {
    Expr { kind: ExprKind::None, ty: Type::Unknown, span }
}

/// Gives an expression whose own type says less the expected one.
fn settle(mut expr: Expr, expected: &Type) -> Expr {
    let relation_for_map = matches!((&expr.ty, expected), (Type::Map(..), Type::Multi(..)))
        && matches!(expr.kind, ExprKind::Map(_) | ExprKind::Set(_));
    if expr.ty.has_unknown() || relation_for_map {
        expr.ty = expected.clone();
    }
    expr
}

/// Whether a literal stands there.
pub(super) fn is_literal(source: &ast::Expr) -> bool {
    if let ast::ExprKind::Unary(ast::UnaryOp::Negate, inner) = &source.kind {
        return is_literal(inner);
    }
    matches!(
        source.kind,
        ast::ExprKind::Int(_)
            | ast::ExprKind::Float(_)
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Bool(_)
            | ast::ExprKind::None
    )
}

/// Whether a value of one type can stand where the other is expected, without coercion.
pub(super) fn fits(actual: &Type, expected: &Type) -> bool {
    match (actual, expected) {
        (Type::Unknown, _) | (_, Type::Unknown) => true,
        (Type::Set(a), Type::Set(b)) | (Type::Seq(a), Type::Seq(b)) | (Type::Option(a), Type::Option(b)) => fits(a, b),
        (Type::Map(k1, v1), Type::Map(k2, v2)) | (Type::Multi(k1, v1), Type::Multi(k2, v2)) => {
            fits(k1, k2) && fits(v1, v2)
        }
        (Type::Multi(k1, v1), Type::Map(k2, v2)) | (Type::Map(k2, v2), Type::Multi(k1, v1)) => {
            fits(k1, k2) && is_set_of(v2, v1)
        }
        _ => actual == expected,
    }
}

fn is_set_of(collection: &Type, element: &Type) -> bool {
    if let Type::Set(found) = collection { fits(found, element) } else { *collection == Type::Unknown }
}
