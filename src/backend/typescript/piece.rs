//! Pieces of TypeScript with their precedence, and how they are laid out: as Prettier and its kin leave them.

use super::literal;
use crate::backend::doc::{Doc, Page};

/// The page of generated TypeScript.
pub(super) const PAGE: Page = Page { width: 100, indent: 2 };

/// How tightly a piece holds together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `(x) => …`
    Arrow,
    /// `c ? a : b`
    Choice,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `===`, `!==`
    Equality,
    /// `<` and its like, `satisfies`
    Relation,
    /// `+`, `-`
    Sum,
    /// `*`
    Product,
    /// `!x`, `-x`
    Prefix,
    /// Names, calls, literals
    Atom,
}

/// A piece of TypeScript.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    node: Node,
    level: Level,
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Atom(String),
    Member(Box<Piece>, String),
    Call(Box<Piece>, Vec<Piece>),
    Array(Vec<Piece>),
    Object(Vec<Property>),
    Satisfies(Box<Piece>, String),
    Spread(Box<Piece>),
    Parens(Box<Piece>),
    Prefix(&'static str, Box<Piece>),
    Chain(Box<Piece>, Vec<(&'static str, Piece)>),
    Choice(Box<Piece>, Box<Piece>, Box<Piece>),
    Arrow(String, Box<Piece>),
}

/// A property of an object.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Property {
    /// `name: value`
    Named(String, Piece),
    /// `...value`
    Spread(Piece),
}

/// Who sees to it that the later lines of a chain are indented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Indented {
    /// The chain itself.
    Itself,
    /// What is around it.
    Around,
}

impl Piece {
    fn new(node: Node, level: Level) -> Piece {
        Piece { node, level }
    }

    /// A name, a literal, or another piece without parts.
    pub(super) fn atom(text: impl Into<String>) -> Piece {
        Piece::new(Node::Atom(text.into()), Level::Atom)
    }

    /// A number, which binds less where it is negative.
    pub(super) fn number(text: String) -> Piece {
        let level = if text.starts_with('-') { Level::Prefix } else { Level::Atom };
        Piece::new(Node::Atom(text), level)
    }

    /// A string.
    pub(super) fn text(text: &str) -> Piece {
        Piece::atom(literal::string(text))
    }

    /// `base.name`
    pub(super) fn member(self, name: impl Into<String>) -> Piece {
        Piece::new(Node::Member(Box::new(self.at(Level::Atom)), name.into()), Level::Atom)
    }

    /// `base.name(arguments)`
    pub(super) fn method(self, name: &str, arguments: Vec<Piece>) -> Piece {
        Piece::new(Node::Call(Box::new(self.member(name)), arguments), Level::Atom)
    }

    /// `function(arguments)`
    pub(super) fn call(function: impl Into<String>, arguments: Vec<Piece>) -> Piece {
        Piece::new(Node::Call(Box::new(Piece::atom(function)), arguments), Level::Atom)
    }

    /// `[a, b]`
    pub(super) fn array(elements: Vec<Piece>) -> Piece {
        Piece::new(Node::Array(elements), Level::Atom)
    }

    /// `...a`, inside an array; the elements of what is an array itself
    pub(super) fn spread(self) -> Vec<Piece> {
        if let Node::Array(elements) = &self.node {
            return elements.clone();
        }
        vec![Piece::new(Node::Spread(Box::new(self)), Level::Atom)]
    }

    /// `{ name: value }`
    pub(super) fn object(properties: Vec<Property>) -> Piece {
        Piece::new(Node::Object(properties), Level::Atom)
    }

    /// `a satisfies T`
    pub(super) fn satisfies(self, ty: String) -> Piece {
        Piece::new(Node::Satisfies(Box::new(self.at(Level::Relation)), ty), Level::Relation)
    }

    /// `!a`
    pub(super) fn not(self) -> Piece {
        if let (Node::Chain(left, rest), Level::Equality) = (&self.node, self.level)
            && let [(operator, right)] = rest.as_slice()
        {
            let opposite = if *operator == "===" { "!==" } else { "===" };
            return Piece::new(Node::Chain(left.clone(), vec![(opposite, right.clone())]), Level::Equality);
        }
        if let Node::Prefix("!", inner) = &self.node {
            return (**inner).clone();
        }
        Piece::new(Node::Prefix("!", Box::new(self.at(Level::Prefix))), Level::Prefix)
    }

    /// `-a`
    pub(super) fn negated(self) -> Piece {
        Piece::new(Node::Prefix("-", Box::new(self.at(Level::Atom))), Level::Prefix)
    }

    /// `a && b`, `a + b` and their like: a chain of one level
    pub(super) fn chain(self, operator: &'static str, level: Level, other: Piece) -> Piece {
        // `&&` inside `||` is in parentheses, so that nobody has to remember which binds more.
        let least = if level == Level::Or { Level::Equality } else { level };
        let mut links = self.links_of(level, least);
        let joins_right = matches!(level, Level::And | Level::Or);
        let mut others = if joins_right { other.links_of(level, least) } else { vec![("", other.at(above(level)))] };
        if let Some((joint, _)) = others.first_mut() {
            *joint = operator;
        }
        let (_, first) = links.remove(0);
        Piece::new(Node::Chain(Box::new(first), links.into_iter().chain(others).collect()), level)
    }

    /// The links of a chain of a level, or the piece as the only one.
    fn links_of(self, level: Level, least: Level) -> Vec<(&'static str, Piece)> {
        if self.level != level {
            return vec![("", self.at(least))];
        }
        if let Node::Chain(first, rest) = self.node {
            return std::iter::once(("", *first)).chain(rest).collect();
        }
        vec![("", self)]
    }

    /// `a === b`, `a !== b`
    pub(super) fn equals(self, operator: &'static str, other: Piece) -> Piece {
        let [left, right] = [self, other].map(|side| side.at(Level::Relation));
        Piece::new(Node::Chain(Box::new(left), vec![(operator, right)]), Level::Equality)
    }

    /// `a < b` and its like
    pub(super) fn compare(self, operator: &'static str, other: Piece) -> Piece {
        let [left, right] = [self, other].map(|side| side.at(Level::Sum));
        Piece::new(Node::Chain(Box::new(left), vec![(operator, right)]), Level::Relation)
    }

    /// `condition ? yes : no`
    pub(super) fn choice(condition: Piece, yes: Piece, no: Piece) -> Piece {
        let condition = Box::new(condition.at(Level::Or));
        let [yes, no] = [yes, no].map(|part| Box::new(part.at(Level::Choice)));
        Piece::new(Node::Choice(condition, yes, no), Level::Choice)
    }

    /// `({ one, other }: Type) => body`, or without a parameter where it is empty
    pub(super) fn taking(param: &str, body: Piece) -> Piece {
        Piece::new(Node::Arrow(param.to_string(), Box::new(body.into_body())), Level::Arrow)
    }

    /// `(params) => body`, without those parameters at the end that the body does not mention.
    pub(super) fn arrow(params: impl Into<String>, body: Piece) -> Piece {
        let params: String = params.into();
        let listed: Vec<&str> = params.split(", ").filter(|name| !name.is_empty()).collect();
        let needed = listed.iter().rposition(|name| body.mentions(name)).map_or(0, |last| last + 1);
        let marked: Vec<String> = listed
            .iter()
            .take(needed)
            .map(|name| format!("{}{name}", if body.mentions(name) { "" } else { "_" }))
            .collect();
        Piece::new(Node::Arrow(marked.join(", "), Box::new(body.into_body())), Level::Arrow)
    }

    /// The same as the body of an arrow function, where `{` would begin statements.
    fn into_body(self) -> Piece {
        match self.node {
            Node::Object(_) => Piece::new(Node::Parens(Box::new(self)), Level::Atom),
            Node::Satisfies(inner, ty) => Piece::new(Node::Satisfies(Box::new(inner.into_body()), ty), Level::Relation),
            Node::Atom(_)
            | Node::Member(..)
            | Node::Call(..)
            | Node::Array(_)
            | Node::Spread(_)
            | Node::Parens(_)
            | Node::Prefix(..)
            | Node::Chain(..)
            | Node::Choice(..)
            | Node::Arrow(..) => self,
        }
    }

    /// The piece where something that binds at least so tightly is wanted.
    fn at(self, least: Level) -> Piece {
        if self.level < least { Piece::new(Node::Parens(Box::new(self)), Level::Atom) } else { self }
    }

    /// Whether it is `base.a.b`, which a type checker follows when it narrows.
    pub(super) fn is_path(&self) -> bool {
        match &self.node {
            Node::Atom(text) => text.starts_with(|first: char| first.is_ascii_alphabetic()),
            Node::Member(base, _) => base.is_path(),
            Node::Call(..)
            | Node::Array(_)
            | Node::Object(_)
            | Node::Satisfies(..)
            | Node::Spread(_)
            | Node::Parens(_)
            | Node::Prefix(..)
            | Node::Chain(..)
            | Node::Choice(..)
            | Node::Arrow(..) => false,
        }
    }

    /// `piece;`
    pub(super) fn stated(&self, nesting: usize) -> String {
        statement("", &self.doc(Indented::Itself), nesting)
    }

    /// `throw piece;`
    pub(super) fn thrown(&self, nesting: usize) -> String {
        statement("throw ", &self.doc(Indented::Itself), nesting)
    }

    /// Whether a name is in it.
    pub(super) fn mentions(&self, name: &str) -> bool {
        match &self.node {
            Node::Atom(text) => text == name,
            Node::Member(inner, _)
            | Node::Satisfies(inner, _)
            | Node::Spread(inner)
            | Node::Parens(inner)
            | Node::Prefix(_, inner)
            | Node::Arrow(_, inner) => inner.mentions(name),
            Node::Call(function, arguments) => {
                function.mentions(name) || arguments.iter().any(|argument| argument.mentions(name))
            }
            Node::Array(elements) => elements.iter().any(|element| element.mentions(name)),
            Node::Object(properties) => properties.iter().any(|property| match property {
                Property::Named(_, value) | Property::Spread(value) => value.mentions(name),
            }),
            Node::Chain(first, rest) => first.mentions(name) || rest.iter().any(|(_, piece)| piece.mentions(name)),
            Node::Choice(condition, yes, no) => [condition, yes, no].iter().any(|part| part.mentions(name)),
        }
    }

    /// `piece,`, on lines of its own in a list
    pub(super) fn listed(&self, nesting: usize) -> String {
        let indent = " ".repeat(nesting * PAGE.indent);
        let doc = Doc::concat([self.doc(Indented::Itself), Doc::text(",")]);
        format!("{indent}{}", PAGE.print(&doc, indent.len(), nesting))
    }

    /// `yield piece;`
    pub(super) fn yielded(&self, nesting: usize) -> String {
        statement("yield ", &self.doc(Indented::Itself), nesting)
    }

    /// `if (piece) {`
    pub(super) fn tested(&self, nesting: usize) -> String {
        let indent = " ".repeat(nesting * PAGE.indent);
        let condition = Doc::bracketed("(", self.doc(Indented::Around), ")");
        let doc = Doc::concat([Doc::text("if "), condition, Doc::text(" {")]);
        format!("{indent}{}", PAGE.print(&doc, indent.len(), nesting))
    }

    /// `for (const name of piece) {`
    pub(super) fn gone_over(&self, name: &str, nesting: usize) -> String {
        let indent = " ".repeat(nesting * PAGE.indent);
        let words = Doc::text(format!("for (const {name} of "));
        let doc = Doc::concat([words, self.doc(Indented::Itself), Doc::text(") {")]);
        format!("{indent}{}", PAGE.print(&doc, indent.len(), nesting))
    }

    /// `return piece;`
    pub(super) fn returned(&self, nesting: usize) -> String {
        statement("return ", &self.standing(), nesting)
    }

    /// `const name = piece;`
    pub(super) fn assigned(&self, name: &str, nesting: usize) -> String {
        if matches!(self.node, Node::Chain(..)) || self.tests() {
            let value = Doc::concat([Doc::line(), self.doc(Indented::Around)]).nest().group();
            return statement(&format!("{name} ="), &value, nesting);
        }
        statement(&format!("{name} = "), &self.doc(Indented::Itself), nesting)
    }

    /// Laid out where nothing brackets it: a chain that is broken gets parentheses.
    fn standing(&self) -> Doc {
        if !matches!(self.node, Node::Chain(..)) {
            return self.doc(Indented::Itself);
        }
        let [open, close] = ["(", ")"].map(|bracket| Doc::text(bracket).only_broken());
        let inside = Doc::concat([Doc::softline(), Doc::concat(self.links(Indented::Around)).group()]).nest();
        Doc::concat([open, inside, Doc::softline(), close]).group()
    }

    /// Whether both are chains of `&&` and `||`, or both of other operators.
    fn is_like(&self, other: &Piece) -> bool {
        let is_logical = |piece: &Piece| matches!(piece.level, Level::And | Level::Or);
        matches!(self.node, Node::Chain(..)) && is_logical(self) == is_logical(other)
    }

    /// Whether it is a call that hands over a function: beside others it gets a line of its own.
    fn calls_with_function(&self) -> bool {
        matches!(&self.node, Node::Call(_, given) if given.iter().any(|one| matches!(one.node, Node::Arrow(..))))
    }

    /// Whether it is a choice by a condition that has operators.
    fn tests(&self) -> bool {
        matches!(&self.node, Node::Choice(condition, ..) if matches!(condition.node, Node::Chain(..)))
    }

    /// Whether it begins on a line of its own where it does not fit behind the name of a property.
    fn stands_below(&self) -> bool {
        matches!(&self.node, Node::Atom(text) if text.starts_with(['"', '\''])) || self.is_path()
    }

    fn doc(&self, indented: Indented) -> Doc {
        match &self.node {
            Node::Atom(text) => Doc::text(text),
            Node::Member(base, name) => Doc::concat([base.doc(indented), Doc::text(format!(".{name}"))]),
            Node::Call(function, arguments) => Doc::concat([function.doc(indented), arguments_doc(arguments)]),
            Node::Array(elements) => array_doc(elements),
            Node::Object(properties) => object_doc(properties),
            Node::Satisfies(inner, ty) => Doc::concat([inner.doc(indented), Doc::text(format!(" satisfies {ty}"))]),
            Node::Spread(inner) => Doc::concat([Doc::text("..."), inner.doc(indented)]),
            Node::Parens(inner) if matches!(inner.node, Node::Object(_)) => {
                Doc::concat([Doc::text("("), inner.doc(indented), Doc::text(")")])
            }
            Node::Parens(inner) => Doc::bracketed("(", inner.doc(Indented::Around), ")"),
            Node::Prefix(operator, inner) => Doc::concat([Doc::text(*operator), inner.doc(indented)]),
            Node::Chain(..) => Doc::concat(self.links(indented)).group(),
            Node::Choice(condition, yes, no) => choice_doc(condition, yes, no),
            Node::Arrow(params, body) => Doc::concat([Doc::text(format!("({params}) =>")), body.body_doc()]),
        }
    }

    /// The operands of a chain with their operators.
    fn links(&self, indented: Indented) -> Vec<Doc> {
        let Node::Chain(first, rest) = &self.node else { return vec![self.doc(indented)] };
        let link = |(operator, piece): &(&'static str, Piece)| {
            Doc::concat([Doc::text(format!(" {operator}")), Doc::line(), piece.doc(Indented::Itself)])
        };
        let is_alone = rest.len() == 1
            && ![&**first].into_iter().chain(rest.iter().map(|(_, one)| one)).any(|one| one.is_like(self));
        let links = Doc::concat(rest.iter().map(link));
        let rest = if is_alone { links.group() } else { links };
        let rest = if indented == Indented::Itself { rest.nest() } else { rest };
        vec![first.doc(Indented::Itself), rest]
    }

    /// The body of an arrow function: on a line of its own where it does not fit beside its head.
    fn body_doc(&self) -> Doc {
        let opens = matches!(self.node, Node::Array(_) | Node::Parens(_) | Node::Satisfies(..));
        if opens {
            return Doc::concat([Doc::text(" "), self.doc(Indented::Itself)]);
        }
        Doc::concat([Doc::line(), self.bare_body()]).nest().group()
    }

    /// A body without the line before it: a choice is in parentheses where it is on the line of its head.
    fn bare_body(&self) -> Doc {
        if !matches!(self.node, Node::Choice(..)) {
            return self.doc(Indented::Around);
        }
        let [open, close] = ["(", ")"].map(|bracket| Doc::IfBroken(Box::new(Doc::nil()), Box::new(Doc::text(bracket))));
        Doc::concat([open, self.doc(Indented::Itself), close])
    }
}

fn statement(words: &str, value: &Doc, nesting: usize) -> String {
    let indent = " ".repeat(nesting * PAGE.indent);
    let doc = Doc::concat([value.clone(), Doc::text(";")]);
    format!("{indent}{words}{}", PAGE.print(&doc, indent.len() + words.len(), nesting))
}

fn above(level: Level) -> Level {
    match level {
        Level::Arrow => Level::Choice,
        Level::Choice => Level::Or,
        Level::Or => Level::And,
        Level::And => Level::Equality,
        Level::Equality => Level::Relation,
        Level::Relation => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product => Level::Prefix,
        Level::Prefix | Level::Atom => Level::Atom,
    }
}

/// Things with commas between them, and one at the end where they are on lines of their own.
fn listed(parts: Vec<Doc>) -> Doc {
    let joined = Doc::join(parts, &Doc::concat([Doc::text(","), Doc::line()]));
    Doc::concat([joined, Doc::text(",").only_broken()])
}

fn between(open: &str, parts: Vec<Doc>, close: &str) -> Doc {
    if parts.is_empty() { Doc::text(format!("{open}{close}")) } else { Doc::bracketed(open, listed(parts), close) }
}

/// An array; each element has a line of its own where all of them have parts.
fn array_doc(elements: &[Piece]) -> Doc {
    let docs = elements.iter().map(|one| one.doc(Indented::Itself)).collect();
    let has_parts = |one: &Piece| matches!(&one.node, Node::Object(parts) if parts.len() > 1);
    let is_nested = |one: &Piece| matches!(&one.node, Node::Array(parts) if parts.len() > 1);
    if elements.len() < 2 || !(elements.iter().all(has_parts) || elements.iter().all(is_nested)) {
        return between("[", docs, "]");
    }
    let lines = Doc::join(docs, &Doc::concat([Doc::text(","), Doc::Hard]));
    let inside = Doc::concat([Doc::Hard, lines, Doc::text(",")]).nest();
    Doc::concat([Doc::text("["), inside, Doc::Hard, Doc::text("]")]).group()
}

/// By how much the name of a property has to be longer than the indentation for its value to go below it.
const OVERLAP: usize = 3;

fn property_doc(property: &Property) -> Doc {
    match property {
        Property::Named(name, value) if matches!(&value.node, Node::Atom(text) if text == name) => Doc::text(name),
        Property::Named(name, value)
            if value.tests() || (name.len() >= PAGE.indent + OVERLAP && value.stands_below()) =>
        {
            let value = Doc::concat([Doc::line(), value.doc(Indented::Itself)]).nest().group();
            Doc::concat([Doc::text(format!("{name}:")), value])
        }
        Property::Named(name, value) => Doc::concat([Doc::text(format!("{name}: ")), value.doc(Indented::Itself)]),
        Property::Spread(value) => Doc::concat([Doc::text("..."), value.doc(Indented::Itself)]),
    }
}

fn object_doc(properties: &[Property]) -> Doc {
    if properties.is_empty() {
        return Doc::text("{}");
    }
    let inside = Doc::concat([Doc::line(), listed(properties.iter().map(property_doc).collect())]).nest();
    Doc::concat([Doc::text("{"), inside, Doc::line(), Doc::text("}")]).group()
}

fn choice_doc(condition: &Piece, yes: &Piece, no: &Piece) -> Doc {
    let branch =
        |mark: &str, part: &Piece| Doc::concat([Doc::line(), Doc::text(mark), part.doc(Indented::Itself).nest()]);
    let branches = Doc::concat([branch("? ", yes), branch(": ", no)]).nest();
    Doc::concat([condition.doc(Indented::Itself), branches]).group()
}

/// The arguments of a call. What opens at their end, a function or a list, begins beside the others where these fit.
fn arguments_doc(arguments: &[Piece]) -> Doc {
    let Some((last, before)) = arguments.split_last() else { return Doc::text("()") };
    let docs: Vec<Doc> = arguments.iter().map(|one| one.doc(Indented::Itself)).collect();
    if arguments.len() > 1 && arguments.iter().any(Piece::calls_with_function) {
        let lines = Doc::join(docs, &Doc::concat([Doc::text(","), Doc::Hard]));
        let inside = Doc::concat([Doc::Hard, lines, Doc::text(",")]).nest();
        return Doc::concat([Doc::text("("), inside, Doc::Hard, Doc::text(")")]).group();
    }
    let broken = between("(", docs, ")");
    let Some(opened) = last.opened().filter(|_| before.last().is_none_or(|one| !one.opens_like(last))) else {
        return broken;
    };
    let head = before.iter().flat_map(|one| [one.doc(Indented::Itself).group(), Doc::text(", ")]);
    let hugged = Doc::concat([Doc::text("("), Doc::concat(head), opened, Doc::text(")")]);
    Doc::either(hugged, broken)
}

impl Piece {
    /// Laid out as the last argument of a call, beside the others; nothing where it does not open there.
    fn opened(&self) -> Option<Doc> {
        match &self.node {
            Node::Array(elements) if elements.is_empty() => None,
            Node::Object(properties) if properties.is_empty() => None,
            Node::Array(_) | Node::Object(_) => Some(self.doc(Indented::Itself).ungrouped()),
            Node::Satisfies(inner, ty) => Some(Doc::concat([inner.opened()?, Doc::text(format!(" satisfies {ty}"))])),
            Node::Parens(inner) if matches!(inner.node, Node::Object(_)) => {
                Some(Doc::concat([Doc::text("("), inner.opened()?, Doc::text(")")]))
            }
            Node::Arrow(params, body) if matches!(body.node, Node::Call(..) | Node::Choice(..)) => {
                let body = Doc::concat([Doc::line(), body.bare_body()]).nest();
                let end = Doc::concat([Doc::text(",").only_broken(), Doc::softline()]);
                Some(Doc::concat([Doc::text(format!("({params}) =>")), body, end]))
            }
            Node::Arrow(params, body) => {
                let opens = matches!(body.node, Node::Array(_) | Node::Parens(_) | Node::Satisfies(..));
                let body = body.opened().filter(|_| opens)?;
                Some(Doc::concat([Doc::text(format!("({params}) => ")), body]))
            }
            Node::Atom(_)
            | Node::Member(..)
            | Node::Call(..)
            | Node::Spread(_)
            | Node::Parens(_)
            | Node::Prefix(..)
            | Node::Chain(..)
            | Node::Choice(..) => None,
        }
    }

    /// Whether both are lists, objects or functions: then neither begins beside the other.
    fn opens_like(&self, other: &Piece) -> bool {
        let both = |of: fn(&Node) -> bool| of(&self.node) && of(&other.node);
        both(|node| matches!(node, Node::Array(_)))
            || both(|node| matches!(node, Node::Object(_) | Node::Satisfies(..)))
            || both(|node| matches!(node, Node::Arrow(..)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Piece {
        Piece::atom(text)
    }

    fn long(letter: &str) -> Piece {
        name(&letter.repeat(40))
    }

    fn over(body: Piece) -> Piece {
        Piece::call("every", vec![name("s.stock").method("keys", vec![]), Piece::taking("k", body)])
    }

    #[test]
    fn and_inside_or_is_in_parentheses() {
        let both = name("a").chain("&&", Level::And, name("b"));
        assert_eq!(both.clone().chain("||", Level::Or, name("c")).returned(0), "return (a && b) || c;");
        assert_eq!(both.not().returned(0), "return !(a && b);");
        assert_eq!(name("a").equals("===", name("b")).not().returned(0), "return a !== b;");
    }

    #[test]
    fn long_chains_are_broken_after_their_operators() {
        let chain = long("a").chain("&&", Level::And, long("b")).chain("&&", Level::And, long("c"));
        let [a, b, c] = ["a", "b", "c"].map(|letter| letter.repeat(40));
        assert_eq!(chain.returned(1), format!("  return (\n    {a} &&\n    {b} &&\n    {c}\n  );"));
        let wanted = format!("every(\n  s.stock.keys(),\n  (k) =>\n    {a} &&\n    {b} &&\n    {c},\n)");
        assert_eq!(over(chain).returned(0), format!("return {wanted};"));
    }

    #[test]
    fn a_function_that_calls_begins_beside_the_other_arguments() {
        let wanted = "return every(s.stock.keys(), (k) =>\n  f(AA, BB),\n);";
        let [a, b] = ["a", "b"].map(|letter| letter.repeat(40));
        let piece = over(Piece::call("f", vec![long("a"), long("b")]));
        assert_eq!(piece.returned(0), wanted.replace("AA", &a).replace("BB", &b));
    }

    #[test]
    fn an_object_is_no_body_of_statements() {
        let made = Piece::object(vec![Property::Named("a".into(), name("b"))]);
        assert_eq!(
            Piece::taking("k", made.satisfies("Item".into())).returned(0),
            "return (k) => ({ a: b }) satisfies Item;"
        );
    }

    #[test]
    fn parameters_that_nothing_reads_are_left_out_or_marked() {
        assert_eq!(Piece::arrow("k, v", name("k")).returned(0), "return (k) => k;");
        assert_eq!(Piece::arrow("k, v", name("v")).returned(0), "return (_k, v) => v;");
        assert_eq!(Piece::arrow("k, v", name("a")).returned(0), "return () => a;");
    }
}
