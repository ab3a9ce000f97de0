//! Expressions: from the grammar's flat list of operands and operators to a tree.

use pest::iterators::{Pair, Pairs};

use super::ast::{BinaryOp, Binder, Expr, ExprKind, LetForm, Name, Quantifier, Range, UnaryOp};
use super::build::Builder;
use super::grammar::Rule;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

type Flat<'i> = std::iter::Peekable<Pairs<'i, Rule>>;

/// How tightly operators bind; a larger number binds tighter.
mod power {
    pub(super) const NONE: u8 = 0;
    pub(super) const IFF: u8 = 1;
    pub(super) const IMPLIES: u8 = 2;
    pub(super) const OR: u8 = 3;
    pub(super) const AND: u8 = 4;
    pub(super) const NOT: u8 = 5;
    pub(super) const COMPARISON: u8 = 6;
    pub(super) const SETS: u8 = 7;
    pub(super) const SUM: u8 = 8;
    pub(super) const PRODUCT: u8 = 9;
    pub(super) const PREFIX: u8 = 10;
}

fn binary_op(text: &str) -> BinaryOp {
    match text {
        "iff" => BinaryOp::Iff,
        "implies" => BinaryOp::Implies,
        "or" => BinaryOp::Or,
        "and" => BinaryOp::And,
        "=" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        "in" => BinaryOp::In,
        "subset" => BinaryOp::Subset,
        "matches" => BinaryOp::Matches,
        "union" => BinaryOp::Union,
        "intersect" => BinaryOp::Intersect,
        "minus" => BinaryOp::Minus,
        "+" => BinaryOp::Plus,
        "-" => BinaryOp::Dash,
        "*" => BinaryOp::Times,
        "/" => BinaryOp::Slash,
        _ => BinaryOp::NotIn,
    }
}

fn power_of(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Iff => power::IFF,
        BinaryOp::Implies => power::IMPLIES,
        BinaryOp::Or => power::OR,
        BinaryOp::And => power::AND,
        BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Subset
        | BinaryOp::Matches => power::COMPARISON,
        BinaryOp::Union | BinaryOp::Intersect | BinaryOp::Minus => power::SETS,
        BinaryOp::Plus | BinaryOp::Dash => power::SUM,
        BinaryOp::Times | BinaryOp::Slash => power::PRODUCT,
    }
}

fn unary_op(text: &str) -> UnaryOp {
    match text {
        "#" => UnaryOp::Size,
        "^" => UnaryOp::Powerset,
        "-" => UnaryOp::Negate,
        _ => UnaryOp::Not,
    }
}

impl Builder<'_> {
    pub(super) fn expr(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let fallback = self.span(&pair);
        let mut flat = pair.into_inner().peekable();
        self.climb(&mut flat, power::NONE).unwrap_or_else(|| placeholder(fallback))
    }

    fn boxed(&mut self, pair: Pair<'_, Rule>) -> Box<Expr> {
        Box::new(self.expr(pair))
    }

    /// Precedence climbing: reads operators that bind at least as tightly as `least`.
    fn climb(&mut self, flat: &mut Flat<'_>, least: u8) -> Option<Expr> {
        let mut left = self.operand(flat)?;
        let mut last_comparison = None;
        while let Some(op) = next_infix(flat) {
            let strength = power_of(op);
            if strength < least {
                break;
            }
            let span = flat.next().map(|pair| self.span(&pair)).unwrap_or_default();
            if strength == power::COMPARISON {
                self.reject_chain(last_comparison.replace(span), span);
            }
            let right_least = if op == BinaryOp::Implies { strength } else { strength + 1 };
            let right = self.climb(flat, right_least)?;
            left = self.binary(op, left, right);
        }
        Some(left)
    }

    fn reject_chain(&mut self, before: Option<Span>, span: Span) {
        if let Some(before) = before {
            self.report(
                Diagnostic::new(Code::ChainedComparison, span, "comparisons do not chain")
                    .label("second comparison")
                    .also(before, "first comparison")
                    .help("join them with `and`: `0 < x and x < 5`"),
            );
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let is_regex = matches!(right.kind, ExprKind::Regex(_));
        if (op == BinaryOp::Matches) != is_regex || matches!(left.kind, ExprKind::Regex(_)) {
            self.misplaced_regex(if is_regex || op == BinaryOp::Matches { right.span } else { left.span });
        }
        let span = left.span.to(right.span);
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
    }

    fn misplaced_regex(&mut self, span: Span) {
        if !self.reported_at(Code::MisplacedRegex, span) {
            self.report(
                Diagnostic::new(Code::MisplacedRegex, span, "`matches` and a regex go together")
                    .help("write `text matches /pattern/`"),
            );
        }
    }

    fn operand(&mut self, flat: &mut Flat<'_>) -> Option<Expr> {
        let first = flat.next()?;
        if first.as_rule() == Rule::prefix {
            let (op, span) = (unary_op(first.as_str()), self.span(&first));
            let strength = if op == UnaryOp::Not { power::NOT } else { power::PREFIX };
            let inner = self.climb(flat, strength)?;
            let span = span.to(inner.span);
            return Some(Expr { kind: ExprKind::Unary(op, Box::new(inner)), span });
        }
        let mut expr = self.primary(first, flat);
        while let Some(postfix) = flat.next_if(|pair| is_postfix(pair.as_rule())) {
            expr = self.postfix(expr, postfix);
        }
        Some(expr)
    }

    fn postfix(&mut self, base: Expr, pair: Pair<'_, Rule>) -> Expr {
        let span = base.span.to(self.span(&pair));
        let rule = pair.as_rule();
        let mut parts = pair.into_inner().filter(|part| part.as_rule() != Rule::kw_with);
        let base = Box::new(base);
        let kind = if rule == Rule::access {
            parts.next().map(|name| ExprKind::Access(base, self.raw_name(&name)))
        } else if rule == Rule::index {
            parts.next().map(|index| ExprKind::Index(base, self.boxed(index)))
        } else if rule == Rule::call {
            Some(ExprKind::Call(base, parts.map(|arg| self.argument(arg)).collect()))
        } else if rule == Rule::with {
            Some(ExprKind::With(base, parts.map(|part| self.assignment(part)).collect()))
        } else if rule == Rule::prime {
            Some(ExprKind::Prime(base))
        } else {
            parts.next().map(|_| self.misplaced_lambda(span))
        };
        Expr { kind: kind.unwrap_or(ExprKind::None), span }
    }

    fn misplaced_lambda(&mut self, span: Span) -> ExprKind {
        self.report(
            Diagnostic::new(Code::MisplacedLambda, span, "a lambda can only be an argument")
                .help("write it where a function takes one: `sum(items, i => i.price)`"),
        );
        ExprKind::None
    }

    /// An argument of a call, where alone a lambda may stand.
    fn argument(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let mut inner = pair.clone().into_inner();
        match (inner.next(), inner.next(), inner.next()) {
            (Some(name), Some(body), None) if name.as_rule() == Rule::lower && body.as_rule() == Rule::lambda_body => {
                let name = self.name(&name);
                let body = body.into_inner().next().map(|body| self.boxed(body));
                let kind = body.map_or(ExprKind::None, |body| ExprKind::Lambda(name, body));
                Expr { kind, span }
            }
            _ => self.expr(pair),
        }
    }

    fn assignment(&mut self, pair: Pair<'_, Rule>) -> (Name, Expr) {
        let fallback = placeholder(self.span(&pair));
        let name = Name { text: Default::default(), span: fallback.span };
        let mut parts = pair.into_inner();
        let name = parts.next().map_or(name, |part| self.name(&part));
        let value = parts.next().map_or(fallback, |part| self.expr(part));
        (name, value)
    }

    fn primary(&mut self, pair: Pair<'_, Rule>, flat: &mut Flat<'_>) -> Expr {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let kind = if rule == Rule::lower {
            return self.word_or_form(&pair, flat);
        } else if rule == Rule::upper {
            return self.upper(&pair, flat);
        } else if rule == Rule::paren {
            return pair.into_inner().next().map_or(placeholder(span), |inner| Expr { span, ..self.expr(inner) });
        } else if rule == Rule::number {
            self.number(&pair)
        } else if rule == Rule::string {
            ExprKind::Text(self.string(&pair))
        } else if rule == Rule::regex {
            regex(pair.as_str())
        } else {
            self.compound(rule, pair)
        };
        Expr { kind, span }
    }

    /// A capitalised word: a name, or a constructor if a record follows.
    fn upper(&mut self, pair: &Pair<'_, Rule>, flat: &mut Flat<'_>) -> Expr {
        let name = self.raw_name(pair);
        match flat.next_if(|next| next.as_rule() == Rule::record) {
            Some(record) => {
                let span = name.span.to(self.span(&record));
                let fields = record.into_inner().map(|part| self.assignment(part)).collect();
                Expr { kind: ExprKind::Construct(name, fields), span }
            }
            None => Expr { kind: ExprKind::Name(name.text), span: name.span },
        }
    }

    /// A lower-case word: a literal, a form that looks like a call, or a name.
    fn word_or_form(&mut self, pair: &Pair<'_, Rule>, flat: &mut Flat<'_>) -> Expr {
        let span = self.span(pair);
        let is_call = flat.peek().is_some_and(|next| next.as_rule() == Rule::call);
        let kind = match pair.as_str() {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "none" => ExprKind::None,
            "pre" if is_call => return self.unary_form(span, flat, "pre", ExprKind::Pre),
            "some" if is_call => return self.unary_form(span, flat, "some", ExprKind::Some),
            _ => ExprKind::Name(self.name(pair).text),
        };
        Expr { kind, span }
    }

    fn unary_form(&mut self, span: Span, flat: &mut Flat<'_>, word: &str, form: fn(Box<Expr>) -> ExprKind) -> Expr {
        let Some(call) = flat.next() else { return placeholder(span) };
        let span = span.to(self.span(&call));
        let mut args: Vec<Expr> = call.into_inner().map(|arg| self.expr(arg)).collect();
        if args.len() != 1 {
            self.report(
                Diagnostic::new(Code::WrongArity, span, format!("`{word}` takes one expression"))
                    .label(format!("{} given", args.len())),
            );
        }
        args.pop().map_or(placeholder(span), |arg| Expr { kind: form(Box::new(arg)), span })
    }

    fn compound(&mut self, rule: Rule, pair: Pair<'_, Rule>) -> ExprKind {
        let span = self.span(&pair);
        let mut parts = pair.into_inner().filter(|part| !is_keyword(part.as_rule()));
        if rule == Rule::sequence {
            return ExprKind::Seq(parts.map(|part| self.expr(part)).collect());
        }
        let Some(first) = parts.next() else { return ExprKind::Set(Vec::new()) };
        if rule == Rule::braces {
            return self.braces(first, parts.next());
        }
        if rule == Rule::quantifier {
            return self.quantifier(first.as_str(), parts);
        }
        let (second, third) = (parts.next(), parts.next());
        let form = match (second, third) {
            (Some(second), Some(third)) if rule == Rule::choice => {
                Some(ExprKind::If(self.boxed(first), self.boxed(second), self.boxed(third)))
            }
            (Some(value), Some(body)) => {
                let name = self.name(&first);
                Some(self.binding(name, value, body, span))
            }
            (Some(body), None) => self.binder(first).map(|binder| ExprKind::The(Box::new(binder), self.boxed(body))),
            (None, _) => None,
        };
        form.unwrap_or(ExprKind::None)
    }

    /// A `let`. Comparisons that chain in the body of one that took the first of several `in`s come from that.
    fn binding(&mut self, name: Name, value: Pair<'_, Rule>, body: Pair<'_, Rule>, span: Span) -> ExprKind {
        let (form, value) = (self.let_form(span), self.boxed(value));
        let reported = self.errors.len();
        let body = self.expr(body);
        let chains = self.errors.get(reported).is_some_and(|error| error.code == Code::ChainedComparison);
        if form == LetForm::TookFirstIn && chains {
            self.errors.truncate(reported);
            self.report(took_first_in(span));
        }
        ExprKind::Let(name, value, vec![body], form)
    }

    fn let_form(&self, span: Span) -> LetForm {
        if self.is_ambiguous_let(span.start) { LetForm::TookFirstIn } else { LetForm::Plain }
    }

    fn braces(&mut self, first: Pair<'_, Rule>, rest: Option<Pair<'_, Rule>>) -> ExprKind {
        let first = self.expr(first);
        let Some(rest) = rest else { return ExprKind::Set(vec![first]) };
        let rule = rest.as_rule();
        let mut others = rest.into_inner();
        if rule == Rule::comprehension {
            return match others.next() {
                Some(body) => self.comprehension(first, body),
                None => ExprKind::None,
            };
        }
        let mut others = others.map(|part| self.expr(part));
        if rule == Rule::elements {
            return ExprKind::Set(std::iter::once(first).chain(others).collect());
        }
        let mut pairs = Vec::new();
        let mut key = Some(first);
        while let (Some(left), Some(right)) = (key.take(), others.next()) {
            pairs.push((left, right));
            key = others.next();
        }
        ExprKind::Map(pairs)
    }

    fn comprehension(&mut self, head: Expr, body: Pair<'_, Rule>) -> ExprKind {
        if let ExprKind::Binary(BinaryOp::In, left, source) = head.kind
            && let ExprKind::Name(text) = left.kind
        {
            return ExprKind::Comprehension(Name { text, span: left.span }, source, self.boxed(body));
        }
        self.report(
            Diagnostic::new(Code::BadComprehension, head.span, "a comprehension begins with `x in s`")
                .help("write `{ x in s | condition }`"),
        );
        ExprKind::None
    }

    fn quantifier<'i>(&mut self, word: &str, parts: impl Iterator<Item = Pair<'i, Rule>>) -> ExprKind {
        let kind = match word {
            "all" => Quantifier::All,
            "no" => Quantifier::No,
            _ => Quantifier::Some,
        };
        let mut binders = Vec::new();
        let mut body = None;
        for part in parts {
            if part.as_rule() == Rule::binder {
                binders.extend(self.binder(part));
            } else {
                body = Some(self.boxed(part));
            }
        }
        body.map_or(ExprKind::None, |body| ExprKind::Quantifier(kind, binders, body))
    }

    fn binder(&mut self, pair: Pair<'_, Rule>) -> Option<Binder> {
        let mut parts = pair.into_inner().filter(|part| !is_keyword(part.as_rule()));
        let name = self.name(&parts.next()?);
        let range = parts.next()?;
        let range = if range.as_rule() == Rule::ty { Range::Of(self.ty(range)?) } else { Range::In(self.expr(range)) };
        Some(Binder { name, range })
    }

    fn number(&mut self, pair: &Pair<'_, Rule>) -> ExprKind {
        let text = pair.as_str();
        let parsed = if text.contains('.') {
            text.parse().ok().filter(|value: &f64| value.is_finite()).map(ExprKind::Float)
        } else {
            text.parse().ok().filter(|value| *value <= i64::MIN.unsigned_abs()).map(ExprKind::Int)
        };
        parsed.unwrap_or_else(|| {
            self.report(
                Diagnostic::new(Code::BadNumber, self.span(pair), format!("`{text}` is out of range"))
                    .help("an `Int` is a signed 64-bit integer, a `Float` a finite double"),
            );
            ExprKind::Int(0)
        })
    }
}

/// A one-line `let` whose value most likely was meant to hold a membership test.
pub(crate) fn took_first_in(span: Span) -> Diagnostic {
    let message = "this `let` takes the first `in`, which seems to be a membership test";
    Diagnostic::new(Code::LetWithoutIn, span, message).help("put the test in parentheses: `let b = (x in s) in …`")
}

fn placeholder(span: Span) -> Expr {
    Expr { kind: ExprKind::None, span }
}

fn next_infix(flat: &mut Flat<'_>) -> Option<BinaryOp> {
    flat.peek().filter(|pair| pair.as_rule() == Rule::infix).map(|pair| binary_op(pair.as_str()))
}

fn is_postfix(rule: Rule) -> bool {
    matches!(rule, Rule::access | Rule::index | Rule::call | Rule::prime | Rule::with | Rule::lambda_body)
}

fn is_keyword(rule: Rule) -> bool {
    matches!(rule, Rule::kw_if | Rule::kw_then | Rule::kw_else | Rule::kw_let | Rule::kw_the | Rule::kw_in)
}

fn regex(text: &str) -> ExprKind {
    let inner = text.strip_prefix('/').and_then(|text| text.strip_suffix('/')).unwrap_or(text);
    ExprKind::Regex(unescape_slashes(inner))
}

/// `\/` is a slash; every other escape stays as it is.
fn unescape_slashes(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('/') => out.push('/'),
                Some(other) => out.extend(['\\', other]),
                None => out.push('\\'),
            },
            (other, false) => out.push(other),
        }
    }
    out
}
