//! Declarations: from the pairs of the grammar to the tree. Names are checked against the reserved words here, and
//! strings lose their escapes.

use pest::iterators::Pair;

use super::ast::{
    Alias, Condition, Convention, Entity, Enum, Expr, ExprKind, Field, Function, Import, Member, Multiplicity, Name,
    Operation, Rule as TransitionRule, Scheme, State, Temporal, TemporalKind, Transition, Type, TypeKind,
};
use super::grammar::Rule;
use super::words;
use crate::diag::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// Builds the tree of one piece of a file.
pub(super) struct Builder<'s> {
    file: FileId,
    /// Where the piece begins in the file.
    base: u32,
    /// The whole text, as written.
    text: &'s str,
    /// Where `let`s stand that took the first of several `in`s.
    ambiguous_lets: &'s [u32],
    pub(super) errors: Vec<Diagnostic>,
}

type Parts<'i> = std::vec::IntoIter<Pair<'i, Rule>>;

/// The parts of a declaration, without the words that only the grammar needs.
fn parts(pair: Pair<'_, Rule>) -> Parts<'_> {
    let significant = |part: &Pair<'_, Rule>| {
        !matches!(
            part.as_rule(),
            Rule::EOI | Rule::kw_extends | Rule::kw_invariant | Rule::kw_via | Rule::kw_when | Rule::kw_where
        )
    };
    pair.into_inner().filter(significant).collect::<Vec<_>>().into_iter()
}

fn take<'i>(parts: &mut Parts<'i>, rule: Rule) -> Option<Pair<'i, Rule>> {
    let fits = parts.as_slice().first().is_some_and(|part| part.as_rule() == rule);
    if fits { parts.next() } else { None }
}

impl<'s> Builder<'s> {
    pub(super) fn new(file: FileId, base: u32, text: &'s str, ambiguous_lets: &'s [u32]) -> Builder<'s> {
        Builder { file, base, text, ambiguous_lets, errors: Vec::new() }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }

    pub(super) fn reported_at(&self, code: Code, span: Span) -> bool {
        self.errors.iter().any(|error| error.code == code && error.primary.span == span)
    }

    pub(super) fn is_ambiguous_let(&self, start: u32) -> bool {
        self.ambiguous_lets.binary_search(&start).is_ok()
    }

    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        let end = span.start() + pair.as_str().trim_end_matches([' ', '\u{1e}']).len();
        Span::new(self.file, self.base + span.start() as u32, self.base + end as u32)
    }

    /// A name that must not be a reserved word.
    pub(super) fn name(&mut self, pair: &Pair<'_, Rule>) -> Name {
        let name = self.raw_name(pair);
        if words::is_reserved(&name.text) {
            self.report(
                Diagnostic::new(Code::ReservedWord, name.span, format!("`{}` is a reserved word", name.text))
                    .label("expected a name or a value here")
                    .help(format!("choose another name, such as `{}_value`", name.text)),
            );
        }
        name
    }

    pub(super) fn raw_name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name { text: pair.as_str().into(), span: self.span(pair) }
    }

    // Pieces ---------------------------------------------------------------------------------------------------

    pub(super) fn import(&mut self, pair: Pair<'_, Rule>) -> Option<Import> {
        let path = parts(pair).next()?;
        Some(Import { path: self.string(&path), span: self.span(&path) })
    }

    pub(super) fn header(&mut self, pair: Pair<'_, Rule>) -> Option<Name> {
        parts(pair).next().map(|name| self.raw_name(&name))
    }

    pub(super) fn member(&mut self, pair: Pair<'_, Rule>) -> Option<Member> {
        let rule = pair.as_rule();
        let mut inner = parts(pair);
        if rule == Rule::entity {
            self.entity(inner).map(Member::Entity)
        } else if rule == Rule::enumeration {
            let name = self.raw_name(&inner.next()?);
            Some(Member::Enum(Enum { name, values: inner.map(|value| self.raw_name(&value)).collect() }))
        } else if rule == Rule::alias {
            self.alias(inner).map(Member::Alias)
        } else if rule == Rule::state {
            Some(Member::State(State { fields: inner.filter_map(|field| self.field(field)).collect() }))
        } else if rule == Rule::operation {
            self.operation(inner).map(Member::Operation)
        } else if rule == Rule::transition {
            self.transition(inner).map(Member::Transition)
        } else if rule == Rule::invariant {
            self.condition(inner).map(Member::Invariant)
        } else if rule == Rule::fact {
            self.condition(inner).map(Member::Fact)
        } else if rule == Rule::temporal {
            self.temporal(inner).map(Member::Temporal)
        } else if rule == Rule::conventions {
            Some(Member::Conventions(inner.filter_map(|rule| self.convention(rule)).collect()))
        } else if rule == Rule::security {
            Some(Member::Security(inner.filter_map(|scheme| self.scheme(scheme)).collect()))
        } else if rule == Rule::external {
            self.function(parts(inner.next()?)).map(Member::Function)
        } else {
            self.function(inner).map(Member::Function)
        }
    }

    // Declarations ---------------------------------------------------------------------------------------------

    fn entity(&mut self, mut inner: Parts<'_>) -> Option<Entity> {
        let name = self.raw_name(&inner.next()?);
        let extends = take(&mut inner, Rule::upper).map(|parent| self.raw_name(&parent));
        let (mut fields, mut invariants) = (Vec::new(), Vec::new());
        for part in inner {
            if part.as_rule() == Rule::field {
                fields.extend(self.field(part));
            } else {
                invariants.extend(self.condition(parts(part)));
            }
        }
        Some(Entity { name, extends, fields, invariants })
    }

    fn field(&mut self, pair: Pair<'_, Rule>) -> Option<Field> {
        let mut inner = parts(pair);
        let name = self.name(&inner.next()?);
        let ty = self.ty(inner.next()?)?;
        let initial = take(&mut inner, Rule::initial).and_then(|part| self.only_expr(part));
        let refinement = take(&mut inner, Rule::refinement).and_then(|part| self.only_expr(part));
        Some(Field { name, ty, initial, refinement })
    }

    fn only_expr(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        parts(pair).next().map(|expr| self.expr(expr))
    }

    fn alias(&mut self, mut inner: Parts<'_>) -> Option<Alias> {
        let name = self.raw_name(&inner.next()?);
        let ty = self.ty(inner.next()?)?;
        let refinement = take(&mut inner, Rule::refinement).and_then(|part| self.only_expr(part));
        Some(Alias { name, ty, refinement })
    }

    fn operation(&mut self, mut inner: Parts<'_>) -> Option<Operation> {
        let mut operation = Operation {
            name: self.raw_name(&inner.next()?),
            inputs: Vec::new(),
            outputs: Vec::new(),
            requires: Vec::new(),
            ensures: Vec::new(),
            auth: Vec::new(),
        };
        for clause in inner {
            let rule = clause.as_rule();
            let list = parts(clause);
            if rule == Rule::input {
                operation.inputs.extend(list.filter_map(|param| self.field(param)));
            } else if rule == Rule::output {
                operation.outputs.extend(list.filter_map(|param| self.field(param)));
            } else if rule == Rule::requires {
                self.clauses(list, &mut operation.requires);
            } else if rule == Rule::ensures {
                self.clauses(list, &mut operation.ensures);
            } else {
                operation.auth.extend(list.map(|scheme| self.raw_name(&scheme)));
            }
        }
        Some(operation)
    }

    /// A list of clauses. Each one that is indented below the line of an open `let` joins that `let`'s body.
    fn clauses(&mut self, list: Parts<'_>, into: &mut Vec<Expr>) {
        let first = into.len();
        for pair in list {
            let clause = self.expr(pair);
            let column = self.indentation(clause.span.start);
            match into.get_mut(first..).and_then(<[Expr]>::last_mut) {
                Some(before) => {
                    if let Err(clause) = join_let(before, clause, column, &|at| indentation(self.text, at)) {
                        into.push(clause);
                    }
                }
                None => into.push(clause),
            }
        }
    }

    fn indentation(&self, at: u32) -> usize {
        indentation(self.text, at)
    }

    fn transition(&mut self, mut inner: Parts<'_>) -> Option<Transition> {
        let name = self.raw_name(&inner.next()?);
        let entity = self.raw_name(&inner.next()?);
        let field = self.name(&inner.next()?);
        let rules = inner.filter_map(|rule| self.transition_rule(rule)).collect();
        Some(Transition { name, entity, field, rules })
    }

    fn transition_rule(&mut self, pair: Pair<'_, Rule>) -> Option<TransitionRule> {
        let mut inner = parts(pair);
        let from = self.raw_name(&inner.next()?);
        let to = self.raw_name(&inner.next()?);
        let via = self.raw_name(&inner.next()?);
        let guard = inner.next().and_then(|guard| self.only_expr(guard));
        Some(TransitionRule { from, to, via, guard })
    }

    fn condition(&mut self, mut inner: Parts<'_>) -> Option<Condition> {
        let name = take(&mut inner, Rule::lower).map(|name| self.name(&name));
        Some(Condition { name, expr: self.expr(inner.next()?) })
    }

    fn temporal(&mut self, mut inner: Parts<'_>) -> Option<Temporal> {
        let name = self.name(&inner.next()?);
        let kind = match inner.next()?.as_str() {
            "always" => TemporalKind::Always,
            "eventually" => TemporalKind::Eventually,
            _ => TemporalKind::Fairness,
        };
        Some(Temporal { name, kind, expr: self.expr(inner.next()?) })
    }

    fn function(&mut self, mut inner: Parts<'_>) -> Option<Function> {
        let name = self.name(&inner.next()?);
        let params = parts(inner.next()?).filter_map(|param| self.field(param)).collect();
        let result = take(&mut inner, Rule::ty).and_then(|ty| self.ty(ty));
        let body = inner.next().map(|body| self.expr(body));
        Some(Function { name, params, result, body })
    }

    fn convention(&mut self, pair: Pair<'_, Rule>) -> Option<Convention> {
        let span = self.span(&pair);
        let mut inner = parts(pair);
        let target = self.raw_name(&inner.next()?);
        let first = self.raw_name(&inner.next()?);
        let second = take(&mut inner, Rule::lower).map(|name| self.raw_name(&name));
        let quoted =
            take(&mut inner, Rule::string).map(|text| Name { text: self.string(&text).into(), span: self.span(&text) });
        let (property, dotted) = match second {
            Some(property) => (property, Some(first)),
            None => (first, None),
        };
        let value = self.expr(inner.next()?);
        Some(Convention { target, property, qualifier: quoted.or(dotted), value, span })
    }

    fn scheme(&mut self, pair: Pair<'_, Rule>) -> Option<Scheme> {
        let mut inner = parts(pair);
        let name = self.name(&inner.next()?);
        let kind = self.raw_name(&inner.next()?);
        let args = inner.filter_map(|arg| {
            let mut arg = parts(arg);
            Some((self.raw_name(&arg.next()?), self.string(&arg.next()?)))
        });
        Some(Scheme { name, kind, args: args.collect() })
    }

    // Types and strings ----------------------------------------------------------------------------------------

    pub(super) fn ty(&mut self, pair: Pair<'_, Rule>) -> Option<Type> {
        let span = self.span(&pair);
        let mut inner = parts(pair);
        let key = self.named_type(inner.next()?)?;
        if inner.as_slice().is_empty() {
            return Some(key);
        }
        let multiplicity = take(&mut inner, Rule::multiplicity).map_or(Multiplicity::One, |m| multiplicity(m.as_str()));
        let value = self.named_type(inner.next()?)?;
        if inner.next().is_some() {
            self.report(
                Diagnostic::new(Code::Syntax, span, "a relation has one key and one value")
                    .help("use an entity for the key, or a `Map` for the value"),
            );
        }
        Some(Type { kind: TypeKind::Relation(Box::new(key), multiplicity, Box::new(value)), span })
    }

    fn named_type(&mut self, pair: Pair<'_, Rule>) -> Option<Type> {
        let span = self.span(&pair);
        let mut inner = parts(pair);
        let name = self.raw_name(&inner.next()?);
        let args = inner.filter_map(|arg| self.ty(arg)).collect();
        Some(Type { kind: TypeKind::Named(name, args), span })
    }

    pub(super) fn string(&mut self, pair: &Pair<'_, Rule>) -> String {
        let text = pair.as_str();
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        let start = self.span(pair).start + 1;
        let mut out = String::with_capacity(inner.len());
        let mut rest = inner;
        while let Some(at) = rest.find('\\') {
            let (before, escape) = rest.split_at(at);
            out.push_str(before);
            let offset = start + (inner.len() - escape.len()) as u32;
            rest = self.escape(escape, offset, &mut out);
        }
        out.push_str(rest);
        if out.contains('\0') {
            let diagnostic = Diagnostic::new(Code::BadEscape, self.span(pair), "a string cannot hold U+0000");
            self.report(diagnostic.help("leave the character out"));
        }
        out
    }

    /// Takes one escape from the front of `text`, and returns what follows it.
    fn escape<'t>(&mut self, text: &'t str, offset: u32, out: &mut String) -> &'t str {
        let mut characters = text.chars();
        characters.next();
        let character = match characters.next() {
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('r') => Some('\r'),
            Some('"') => Some('"'),
            Some('\\') => Some('\\'),
            Some('u') => {
                let (character, rest) = unicode_escape(characters.as_str());
                characters = rest.chars();
                character
            }
            _ => None,
        };
        match character {
            Some(character) => out.push(character),
            None => self.bad_escape(offset, (text.len() - characters.as_str().len()) as u32),
        }
        characters.as_str()
    }

    fn bad_escape(&mut self, offset: u32, length: u32) {
        let span = Span::new(self.file, offset, offset + length);
        self.report(
            Diagnostic::new(Code::BadEscape, span, "this escape is not known")
                .help(r#"the escapes are `\"`, `\\`, `\n`, `\t`, `\r` and `\u{1F600}`"#),
        );
    }
}

/// `{…}` after `\u`: the character, and what follows.
fn unicode_escape(text: &str) -> (Option<char>, &str) {
    let digits = text.strip_prefix('{').and_then(|text| text.split_once('}'));
    match digits {
        Some((digits, rest)) if digits.len() <= 6 && !digits.starts_with('+') => {
            (u32::from_str_radix(digits, 16).ok().and_then(char::from_u32), rest)
        }
        _ => (None, text),
    }
}

fn multiplicity(text: &str) -> Multiplicity {
    match text {
        "lone" => Multiplicity::Lone,
        "some" => Multiplicity::Some,
        "set" => Multiplicity::Set,
        _ => Multiplicity::One,
    }
}

/// The column of the first thing on the line that holds a byte.
fn indentation(text: &str, at: u32) -> usize {
    let before = text.get(..at as usize).unwrap_or("");
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text.get(start..).unwrap_or("");
    line.chars().take_while(|character| matches!(character, ' ' | '\t')).count()
}

/// Hands `clause` to the innermost `let` on the right edge of `expr` whose line is indented less than the clause.
///
/// A parenthesis on the right edge closes what is inside it; its span then ends before the expression's own.
fn join_let(expr: &mut Expr, clause: Expr, column: usize, indentation: &dyn Fn(u32) -> usize) -> Result<(), Expr> {
    let (start, end, clause_end) = (expr.span.start, expr.span.end, clause.span.end);
    let joined = if let ExprKind::Let(_, _, body, _) = &mut expr.kind {
        join_body(body, end, start, clause, column, indentation)
    } else if let Some(right) = expr.right_edge_mut().filter(|right| right.span.end == end) {
        join_let(right, clause, column, indentation)
    } else {
        Err(clause)
    };
    if joined.is_ok() {
        expr.span.end = clause_end;
    }
    joined
}

fn join_body(
    body: &mut Vec<Expr>,
    end: u32,
    start: u32,
    clause: Expr,
    column: usize,
    indentation: &dyn Fn(u32) -> usize,
) -> Result<(), Expr> {
    let Some(last) = body.last_mut().filter(|last| last.span.end == end) else { return Err(clause) };
    match join_let(last, clause, column, indentation) {
        Ok(()) => Ok(()),
        Err(clause) if column > indentation(start) => {
            body.push(clause);
            Ok(())
        }
        Err(clause) => Err(clause),
    }
}
