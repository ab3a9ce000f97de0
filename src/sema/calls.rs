//! Calls: declared functions first, then built-ins; a name that is neither is accepted loosely, and listed.

use smol_str::SmolStr;

use super::checker::Checker;
use super::expr::node;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Builtin, Expr, ExprKind, FunctionId, Type};
use crate::source::Span;
use crate::syntax::ast;

/// The built-in functions, by name and number of arguments.
const BUILTINS: [(&str, usize, Builtin); 14] = [
    ("len", 1, Builtin::Len),
    ("dom", 1, Builtin::Dom),
    ("ran", 1, Builtin::Ran),
    ("max", 2, Builtin::Max),
    ("min", 2, Builtin::Min),
    ("max", 1, Builtin::MaxOf),
    ("min", 1, Builtin::MinOf),
    ("abs", 1, Builtin::Abs),
    ("now", 0, Builtin::Now),
    ("days", 1, Builtin::Days),
    ("hours", 1, Builtin::Hours),
    ("minutes", 1, Builtin::Minutes),
    ("seconds", 1, Builtin::Seconds),
    ("hash", 1, Builtin::Hash),
];

fn is_builtin(name: &str) -> bool {
    name == "sum" || BUILTINS.iter().any(|(builtin, _, _)| *builtin == name)
}

impl Checker<'_> {
    pub(super) fn call(&mut self, callee: &ast::Expr, args: &[ast::Expr], hint: Option<&Type>, span: Span) -> Expr {
        let ast::ExprKind::Name(name) = &callee.kind else { return self.not_callable(callee.span, "this") };
        if let Some(id) = self.tables.function_names.get(name) {
            return self.declared(*id, args, span);
        }
        if name == "sum" {
            return match args {
                [source, lambda] => self.sum(source, lambda, hint, span),
                _ => self.wrong_arity(name, "a collection and a lambda", args.len(), span),
            };
        }
        if is_builtin(name) {
            return self.builtin(name, args, hint, span);
        }
        if self.is_a_value(name) {
            return self.not_callable(callee.span, &format!("`{name}`"));
        }
        self.undeclared(name, args, hint, span)
    }

    /// Whether a callee is a function that nobody declared.
    pub(super) fn is_undeclared(&self, callee: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &callee.kind else { return false };
        !self.tables.function_names.contains_key(name) && !is_builtin(name)
    }

    fn is_a_value(&self, name: &str) -> bool {
        let params = self.scope.inputs.iter().chain(self.scope.outputs).chain(self.scope.params);
        name.starts_with(|first: char| first.is_ascii_uppercase())
            || self.lookup(name).is_some()
            || params.into_iter().any(|param| param.name == name)
            || self.tables.state_names.contains_key(name)
    }

    fn not_callable(&mut self, span: Span, what: &str) -> Expr {
        let diagnostic = Diagnostic::new(Code::NotCallable, span, format!("{what} is not a function"))
            .help("an entry of a map or relation is `r[k]`; operations are called over HTTP only");
        self.fail(span, diagnostic)
    }

    fn wrong_arity(&mut self, name: &str, expected: &str, found: usize, span: Span) -> Expr {
        let message = format!("`{name}` takes {expected}, found {found} argument{}", if found == 1 { "" } else { "s" });
        self.fail(span, Diagnostic::new(Code::WrongArity, span, message))
    }

    fn declared(&mut self, id: FunctionId, args: &[ast::Expr], span: Span) -> Expr {
        let function = &self.tables.functions[id.index()];
        let types: Vec<Type> = function.params.iter().map(|param| param.ty.ty.clone()).collect();
        if types.len() != args.len() {
            let name = function.name.clone();
            let expected = format!("{} argument{}", types.len(), if types.len() == 1 { "" } else { "s" });
            return self.wrong_arity(&name, &expected, args.len(), span);
        }
        let result = function.result.ty.clone();
        let args = args.iter().zip(&types).map(|(arg, ty)| self.check(arg, ty)).collect();
        node(ExprKind::Call(id, args, self.moment), result, span)
    }

    fn undeclared(&mut self, name: &SmolStr, args: &[ast::Expr], hint: Option<&Type>, span: Span) -> Expr {
        let args = args.iter().map(|arg| self.infer(arg, None)).collect();
        node(ExprKind::UndeclaredCall(name.clone(), args), hint.cloned().unwrap_or(Type::Unknown), span)
    }

    // Built-ins ------------------------------------------------------------------------------------------------

    fn builtin(&mut self, name: &str, args: &[ast::Expr], hint: Option<&Type>, span: Span) -> Expr {
        let Some((_, _, builtin)) = BUILTINS.iter().find(|(found, count, _)| *found == name && *count == args.len())
        else {
            let counts: Vec<String> =
                BUILTINS.iter().filter(|(found, _, _)| *found == name).map(|(_, count, _)| count.to_string()).collect();
            let expected = format!("{} argument(s)", crate::diag::list_of(&counts, "or"));
            return self.wrong_arity(name, &expected, args.len(), span);
        };
        match (builtin, args) {
            (Builtin::Now, _) => node(ExprKind::Builtin(*builtin, Vec::new()), Type::DateTime, span),
            (Builtin::Max | Builtin::Min, [left, right]) => self.extreme(*builtin, left, right, hint, span),
            (_, [arg]) => self.unary_builtin(*builtin, arg, hint, span),
            _ => node(ExprKind::None, Type::Unknown, span),
        }
    }

    fn unary_builtin(&mut self, builtin: Builtin, arg: &ast::Expr, hint: Option<&Type>, span: Span) -> Expr {
        match builtin {
            Builtin::Days | Builtin::Hours | Builtin::Minutes | Builtin::Seconds => {
                let arg = self.check(arg, &Type::Int);
                return node(ExprKind::Builtin(builtin, vec![arg]), Type::Duration, span);
            }
            Builtin::Hash => {
                let arg = self.check(arg, &Type::String);
                return node(ExprKind::Builtin(builtin, vec![arg]), Type::String, span);
            }
            Builtin::Len
            | Builtin::Dom
            | Builtin::Ran
            | Builtin::Max
            | Builtin::Min
            | Builtin::MaxOf
            | Builtin::MinOf
            | Builtin::Abs
            | Builtin::Now => {}
        }
        let passed = if builtin == Builtin::Abs { hint } else { None };
        let arg = self.infer(arg, passed);
        if matches!(arg.ty, Type::Option(_)) {
            return self.untested(&arg);
        }
        match result_of(builtin, &arg.ty) {
            Some(ty) => node(ExprKind::Builtin(builtin, vec![arg]), ty, span),
            None => self.bad_argument(builtin, &arg),
        }
    }

    fn bad_argument(&mut self, builtin: Builtin, arg: &Expr) -> Expr {
        let (name, found) = (builtin.name(), self.show(&arg.ty));
        let help = match builtin {
            Builtin::Len => "`len` takes a string or a collection",
            Builtin::Dom | Builtin::Ran => "`dom` and `ran` take a map or a relation",
            Builtin::MaxOf | Builtin::MinOf => "with one argument, `max` and `min` take a collection of ordered values",
            Builtin::Max | Builtin::Min => "`max` and `min` take two ordered values of one type",
            Builtin::Abs => "`abs` takes an `Int`, a `Float` or a `Duration`",
            Builtin::Now | Builtin::Days | Builtin::Hours | Builtin::Minutes | Builtin::Seconds | Builtin::Hash => {
                "see the list of built-in functions in the language reference"
            }
        };
        let diagnostic = Diagnostic::new(Code::TypeMismatch, arg.span, format!("`{name}` is not defined on `{found}`"));
        self.fail(arg.span, diagnostic.help(help))
    }

    fn extreme(
        &mut self,
        builtin: Builtin,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let left_first = !self.needs_context(left) || self.needs_context(right);
        let (first, second) = if left_first { (left, right) } else { (right, left) };
        let first = self.infer(first, hint);
        if matches!(first.ty, Type::Option(_)) {
            return self.untested(&first);
        }
        if !first.ty.is_ordered() {
            return self.bad_argument(builtin, &first);
        }
        let ty = first.ty.clone();
        let second = self.check(second, &ty);
        let args = if left_first { vec![first, second] } else { vec![second, first] };
        node(ExprKind::Builtin(builtin, args), ty, span)
    }
}

/// The result of a built-in on a value of a type; none where it is not defined.
fn result_of(builtin: Builtin, ty: &Type) -> Option<Type> {
    if *ty == Type::Unknown {
        return Some(if builtin == Builtin::Len { Type::Int } else { Type::Unknown });
    }
    match (builtin, ty) {
        (Builtin::Len, Type::String) => Some(Type::Int),
        (Builtin::Len, collection) => collection.element().map(|_| Type::Int),
        (Builtin::Dom, Type::Map(key, _) | Type::Multi(key, _)) => Some(Type::Set(key.clone())),
        (Builtin::Ran, Type::Map(_, value) | Type::Multi(_, value)) => Some(Type::Set(value.clone())),
        (Builtin::MaxOf | Builtin::MinOf, collection) => collection.element().filter(|ty| ty.is_ordered()).cloned(),
        (Builtin::Abs, ty) if ty.is_quantity() => Some(ty.clone()),
        _ => None,
    }
}
