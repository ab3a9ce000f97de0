//! Names: what a word in an expression stands for, from the innermost scope out.

use super::checker::{Checker, Place, PrimedCall};
use super::expr::{node, without_option};
use super::tables::{TypeName, find_param};
use crate::diag::{Code, Diagnostic, did_you_mean, names};
use crate::ir::{EnumId, EnumValue, Expr, ExprKind, Moment, StateId, Type};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    pub(super) fn name(&mut self, name: &str, hint: Option<&Type>, span: Span) -> Expr {
        if name.starts_with(|first: char| first.is_ascii_uppercase()) {
            return self.upper_name(name, hint, span);
        }
        if let Some(bound) = self.lookup(name) {
            return node(ExprKind::Local(bound.local.clone()), bound.ty.clone(), span);
        }
        if let Some(found) = self.own(name, span).or_else(|| self.parameter(name, span)) {
            return found;
        }
        match self.tables.state_names.get(name) {
            Some(_) if self.scope.place == Place::Initial => return self.state_in_initial(name, span),
            Some(id) => return self.state(*id, self.moment, span),
            None => {}
        }
        self.unknown_name(name, span)
    }

    /// `value` and the fields of the entity at hand.
    fn own(&self, name: &str, span: Span) -> Option<Expr> {
        if let (Some(ty), "value") = (self.scope.value, name) {
            return Some(node(ExprKind::OwnValue, ty.clone(), span));
        }
        let entity = self.scope.entity?;
        let field = self.tables.field(entity, name)?;
        Some(node(ExprKind::OwnField(field), self.tables.field_type(entity, field).clone(), span))
    }

    /// Inputs and outputs of the operation, parameters of the function.
    fn parameter(&mut self, name: &str, span: Span) -> Option<Expr> {
        if let Some((index, ty)) = find_param(self.scope.params, name) {
            return Some(node(ExprKind::Param(index), ty.clone(), span));
        }
        if self.scope.place == Place::Convention {
            return None;
        }
        self.input(name, span).or_else(|| self.output(name, span))
    }

    fn input(&self, name: &str, span: Span) -> Option<Expr> {
        let (index, ty) = find_param(self.scope.inputs, name)?;
        Some(node(ExprKind::Input(index), ty.clone(), span))
    }

    fn output(&mut self, name: &str, span: Span) -> Option<Expr> {
        let (index, ty) = find_param(self.scope.outputs, name)?;
        if self.scope.place == Place::Requires {
            let diagnostic = Diagnostic::new(Code::OutputTooEarly, span, format!("`{name}` is an output"))
                .label("there is no output yet")
                .help("a `requires` speaks of inputs and the state before; move the clause to `ensures`");
            return Some(self.fail(span, diagnostic));
        }
        Some(node(ExprKind::Output(index), ty.clone(), span))
    }

    /// `input.x` and `output.x` in the value of a convention.
    pub(super) fn convention_access(&mut self, base: &ast::Expr, name: &ast::Name, span: Span) -> Option<Expr> {
        if self.scope.place != Place::Convention {
            return None;
        }
        let ast::ExprKind::Name(base) = &base.kind else { return None };
        match base.as_str() {
            "input" => self.input(&name.text, span).or_else(|| Some(self.unknown_param("input", name))),
            "output" => self.output(&name.text, span).or_else(|| Some(self.unknown_param("output", name))),
            _ => None,
        }
    }

    fn unknown_param(&mut self, what: &str, name: &ast::Name) -> Expr {
        let params = if what == "input" { self.scope.inputs } else { self.scope.outputs };
        let help = did_you_mean(&name.text, params.iter().map(|param| param.name.as_str()));
        let message = format!("the operation has no {what} `{}`", name.text);
        let diagnostic = Diagnostic::new(Code::UnknownName, name.span, message).maybe_help(help);
        self.fail(name.span, diagnostic)
    }

    pub(super) fn state(&self, id: StateId, moment: Moment, span: Span) -> Expr {
        let ty = self.tables.state.get(id.index()).map_or(Type::Unknown, |field| field.ty.ty.clone());
        node(ExprKind::State(id, moment), ty, span)
    }

    fn state_in_initial(&mut self, name: &str, span: Span) -> Expr {
        let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("`{name}` has no value yet"))
            .help("an initial value cannot depend on another state field");
        self.fail(span, diagnostic)
    }

    // Upper-case names -----------------------------------------------------------------------------------------

    fn upper_name(&mut self, name: &str, hint: Option<&Type>, span: Span) -> Expr {
        if let Some(found) = self.enum_value(name, hint, span) {
            return found;
        }
        match self.tables.types.get(name) {
            Some(TypeName::Entity(id)) => {
                node(ExprKind::Instances(*id, self.moment), Type::set(Type::Entity(*id)), span)
            }
            Some(TypeName::Enum(_)) => self.not_a_value(name, "an enum", "write one of its values", span),
            Some(TypeName::Alias(_)) => self.not_a_value(name, "a type", "write a value of it", span),
            None if self.tables.operation_names.contains_key(name) => {
                self.not_a_value(name, "an operation", "operations are called over HTTP, not in expressions", span)
            }
            None => self.unknown_name(name, span),
        }
    }

    fn not_a_value(&mut self, name: &str, what: &str, help: &str, span: Span) -> Expr {
        let diagnostic = Diagnostic::new(Code::NotAValue, span, format!("`{name}` is {what}, not a value"));
        self.fail(span, diagnostic.help(help))
    }

    fn enum_value(&mut self, name: &str, hint: Option<&Type>, span: Span) -> Option<Expr> {
        let candidates = self.tables.enum_values.get(name)?;
        let expected = candidates.iter().find(|(id, _)| without_option(hint) == Some(&Type::Enum(*id)));
        match (expected, candidates.as_slice()) {
            (Some((id, index)), _) | (None, [(id, index)]) => {
                Some(node(ExprKind::EnumValue(*id, *index), Type::Enum(*id), span))
            }
            (None, several) => {
                let enums: Vec<EnumId> = several.iter().map(|(id, _)| *id).collect();
                Some(self.ambiguous(name, &enums, span))
            }
        }
    }

    fn ambiguous(&mut self, name: &str, enums: &[EnumId], span: Span) -> Expr {
        let full: Vec<String> =
            enums.iter().map(|id| format!("`{}.{name}`", self.tables.enums[id.index()].name)).collect();
        let diagnostic =
            Diagnostic::new(Code::AmbiguousEnumValue, span, format!("several enums have a value `{name}`"))
                .help(format!("write {}", crate::diag::list_of(&full, "or")));
        self.fail(span, diagnostic)
    }

    /// `Enum.VALUE`, if the base is the name of an enum.
    pub(super) fn enum_access(&mut self, base: &ast::Expr, name: &ast::Name, span: Span) -> Option<Expr> {
        let ast::ExprKind::Name(base) = &base.kind else { return None };
        let TypeName::Enum(id) = *self.tables.types.get(base)? else { return None };
        let values = &self.tables.enums[id.index()].values;
        if let Some(index) = values.iter().position(|value| value.name == name.text) {
            return Some(node(ExprKind::EnumValue(id, index as u32), Type::Enum(id), span));
        }
        let message = format!("the enum `{base}` has no value `{}`", name.text);
        let help = value_help(name, values);
        let diagnostic = Diagnostic::new(Code::UnknownEnumValue, name.span, message).help(help);
        Some(self.fail(span, diagnostic))
    }

    // Errors ---------------------------------------------------------------------------------------------------

    fn unknown_name(&mut self, name: &str, span: Span) -> Expr {
        if self.tables.function_names.contains_key(name) {
            return self.not_a_value(name, "a function", &format!("call it: `{name}(…)`"), span);
        }
        let help = did_you_mean(name, self.visible_names());
        let fallback = "a name must be an input, an output, a state field, a variable or an enum value in scope here";
        let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no `{name}` here"))
            .help(help.unwrap_or_else(|| fallback.into()));
        self.fail(span, diagnostic)
    }

    /// Every name that could stand here, the nearest first.
    fn visible_names(&self) -> impl Iterator<Item = &str> {
        let params = self.scope.inputs.iter().chain(self.scope.outputs).chain(self.scope.params);
        let own = self.scope.entity.map_or(&[][..], |entity| &self.tables.entities[entity.index()].fields);
        let bound = self.bound.iter().map(|bound| bound.local.name.as_str());
        bound
            .chain(params.map(|param| param.name.as_str()))
            .chain(own.iter().map(|field| field.name.as_str()))
            .chain(self.scope.value.map(|_| "value"))
            .chain(self.tables.state_names.keys().map(|name| name.as_str()))
            .chain(self.tables.enum_values.keys().map(|name| name.as_str()))
            .chain(self.tables.types.keys().map(|name| name.as_str()))
    }

    // Primes ---------------------------------------------------------------------------------------------------

    pub(super) fn prime(&mut self, inner: &ast::Expr, hint: Option<&Type>, span: Span) -> Expr {
        if self.scope.place != Place::Ensures || self.inside_pre {
            return self.misplaced_prime(span, "the state after exists only in `ensures`, outside `pre`");
        }
        if let ast::ExprKind::Name(name) = &inner.kind {
            self.primed_name(name, span)
        } else if let ast::ExprKind::Call(callee, args) = &inner.kind {
            self.primed_call(callee, args, hint, span)
        } else {
            self.misplaced_prime(span, "put the prime behind the name of the state field: `rel'[k].f`")
        }
    }

    fn primed_name(&mut self, name: &str, span: Span) -> Expr {
        match self.tables.state_names.get(name) {
            Some(id) => self.state(*id, Moment::After, span),
            None => self.misplaced_prime(span, &format!("`{name}` is not a state field; it has no value after")),
        }
    }

    fn primed_call(&mut self, callee: &ast::Expr, args: &[ast::Expr], hint: Option<&Type>, span: Span) -> Expr {
        let call = self.call(callee, args, hint, span);
        if let ExprKind::Call(function, args, _) = call.kind {
            self.primed_calls.push(PrimedCall { function, span });
            return Expr { kind: ExprKind::Call(function, args, Moment::After), ..call };
        }
        if matches!(call.kind, ExprKind::UndeclaredCall(..)) || call.ty == Type::Unknown {
            return call;
        }
        self.misplaced_prime(span, "put the prime behind the state field in the argument: `dom(store')`")
    }

    fn misplaced_prime(&mut self, span: Span, help: &str) -> Expr {
        let diagnostic = Diagnostic::new(Code::MisplacedPrime, span, "a prime cannot stand here").help(help);
        self.fail(span, diagnostic)
    }
}

/// The value of an enum that a name may stand for, or all it can be.
pub(super) fn value_help(name: &ast::Name, values: &[EnumValue]) -> String {
    let all = || values.iter().map(|value| value.name.as_str());
    did_you_mean(&name.text, all()).unwrap_or_else(|| format!("its values are {}", names(all(), "and")))
}
