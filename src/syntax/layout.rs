//! The layout rule. Finds the declarations of a file, decides where each expression ends and which `in` closes
//! which `let`, and writes both decisions into a copy of the text, width for width, so that the grammar stays a
//! plain PEG and spans stay true. Brackets that do not match and nesting that is too deep are found here, before
//! the grammar could recurse on them.

use std::cell::OnceCell;

use super::lexer::{Token, TokenKind};
use super::limits::MAX_DEPTH;
use super::words::{self, DeclWord};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::source::{FileId, Span};

/// The character that ends an expression, in place of its newline.
const SEPARATOR: u8 = 0x1e;
/// What a `let`'s `in` is replaced by, twice.
const LET_IN: u8 = 0x02;

/// Which rule of the grammar reads a piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// `import "…"`.
    Import,
    /// `service Name {`.
    Header,
    /// A member of the service.
    Member,
}

/// What a token begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// An import, the service, or a member of it.
    Member,
    /// `requires:`, `input:` and the like, or an entity's `invariant:`.
    Head,
    /// One clause of a list.
    Clause,
    /// An expression that is not one of a list.
    Expression,
}

/// A part of the text that the grammar reads on its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// What it holds.
    pub(super) kind: PieceKind,
    /// Its first byte.
    pub(super) start: u32,
    /// The byte after its last one.
    pub(super) end: u32,
    /// An error was already reported in it, so the grammar need not look.
    pub(super) broken: bool,
}

/// The file, prepared for the grammar.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The text with comments blanked, separators and `let`-`in` marks written in.
    pub(super) prepared: String,
    /// The pieces, in order.
    pub(super) pieces: Vec<Piece>,
    /// Where `let`s stand that left another `in` behind them on their own level.
    pub(super) ambiguous_lets: Vec<u32>,
    /// Where expressions end by layout.
    pub(super) separators: Vec<u32>,
    /// What begins where, in order.
    pub(super) marks: Vec<(u32, Mark)>,
    /// What was wrong.
    pub(super) errors: Vec<Diagnostic>,
}

/// Applies the layout rule to a text and its tokens.
pub(super) fn lay_out(file: FileId, text: &str, tokens: &[Token]) -> Layout {
    let significant: Vec<Token> = tokens.iter().copied().filter(|token| !token.kind.is_comment()).collect();
    let mut walker = Walker::new(file, text, &significant);
    walker.file();
    let mut layout = walker.out;
    layout.ambiguous_lets.sort_unstable();
    layout.marks.sort_unstable_by_key(|(start, _)| *start);
    layout.prepared = prepare(text, tokens, &layout.separators, &walker.let_ins);
    layout
}

/// Copies the text with comments and line breaks blanked and the marks written in.
fn prepare(text: &str, tokens: &[Token], separators: &[u32], let_ins: &[u32]) -> String {
    let blank = |byte: &u8| if matches!(byte, b'\n' | b'\t' | b'\r') { b' ' } else { *byte };
    let mut bytes: Vec<u8> = text.as_bytes().iter().map(blank).collect();
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes[..3].fill(b' ');
    }
    for comment in tokens.iter().filter(|token| token.kind.is_comment()) {
        bytes[comment.start as usize..comment.end as usize].fill(b' ');
    }
    for at in separators {
        bytes[*at as usize] = SEPARATOR;
    }
    for at in let_ins {
        bytes[*at as usize..*at as usize + 2].fill(LET_IN);
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// How the body of a member is written, which decides where its expressions begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `operation X { … }`: clauses with heads.
    Operation,
    /// `entity X { … }`: `where` and `invariant`.
    Entity,
    /// `state { … }`: `=` and `where`.
    State,
    /// `transition X { … }`: `when`.
    Transition,
    /// `conventions { … }`: `=`.
    Conventions,
    /// A block without expressions.
    PlainBlock,
    /// `function …` and `predicate …`: after the first `=`.
    Definition,
    /// `type …`: after `where`.
    Alias,
    /// `invariant …:` and `fact …:`: after the colon.
    Condition,
    /// A line without expressions that layout would have to end.
    PlainLine,
}

impl Shape {
    fn of(word: DeclWord) -> Shape {
        match word {
            DeclWord::Operation => Shape::Operation,
            DeclWord::Entity => Shape::Entity,
            DeclWord::State => Shape::State,
            DeclWord::Transition => Shape::Transition,
            DeclWord::Conventions => Shape::Conventions,
            DeclWord::Enum | DeclWord::Security => Shape::PlainBlock,
            DeclWord::Function | DeclWord::Predicate => Shape::Definition,
            DeclWord::Type => Shape::Alias,
            DeclWord::Invariant | DeclWord::Fact => Shape::Condition,
            DeclWord::Temporal | DeclWord::Extern => Shape::PlainLine,
        }
    }

    fn is_block(self) -> bool {
        match self {
            Shape::Operation
            | Shape::Entity
            | Shape::State
            | Shape::Transition
            | Shape::Conventions
            | Shape::PlainBlock => true,
            Shape::Definition | Shape::Alias | Shape::Condition | Shape::PlainLine => false,
        }
    }
}

/// One open bracket, or the level of an expression outside all brackets.
#[derive(Debug, Default)]
struct Group {
    opener: usize,
    closer: &'static str,
    lets: Vec<usize>,
    ins: Vec<usize>,
    /// Words and operators that nest, so far.
    words: usize,
    operators: usize,
}

impl Group {
    fn depth(&self) -> usize {
        1 + self.words + self.operators
    }
}

/// The expression that is being walked over.
#[derive(Debug)]
struct Running {
    /// How many brackets were open where it began.
    level: usize,
    /// Its first token.
    first: usize,
    /// The column of that token, once somebody asked.
    column: OnceCell<usize>,
}

/// The state of the walk through one member.
struct MemberWalk {
    shape: Shape,
    /// Open brackets; the first group stands for the level outside all of them.
    groups: Vec<Group>,
    depth_of_outer: usize,
    running: Option<Running>,
    /// The next token begins an expression.
    pending: bool,
    /// Expressions follow one another until the next clause head.
    list: bool,
    broken: bool,
}

impl MemberWalk {
    fn new(shape: Shape) -> MemberWalk {
        MemberWalk {
            shape,
            groups: vec![Group::default()],
            depth_of_outer: 0,
            running: None,
            pending: false,
            list: false,
            broken: false,
        }
    }

    /// How many brackets are open.
    fn level(&self) -> usize {
        self.groups.len() - 1
    }

    /// The bracket level at which this member's fields, clauses and rules stand.
    fn home(&self) -> usize {
        usize::from(self.shape.is_block())
    }

    fn in_expression_at_home(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.level == self.level())
    }

    /// Among fields, types and heads, where one does not nest in the other.
    fn is_between_expressions(&self) -> bool {
        self.level() <= self.home() && self.running.is_none()
    }

    fn group(&mut self) -> Option<&mut Group> {
        self.groups.last_mut()
    }
}

struct Walker<'s> {
    file: FileId,
    text: &'s str,
    tokens: &'s [Token],
    at: usize,
    let_ins: Vec<u32>,
    out: Layout,
}

impl<'s> Walker<'s> {
    fn new(file: FileId, text: &'s str, tokens: &'s [Token]) -> Walker<'s> {
        Walker { file, text, tokens, at: 0, let_ins: Vec::new(), out: Layout::default() }
    }

    // Tokens ---------------------------------------------------------------------------------------------------

    fn word(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    fn is_name(&self, at: usize, upper: bool) -> bool {
        let first = self.word(at).bytes().next().unwrap_or(0);
        if upper { first.is_ascii_uppercase() } else { first.is_ascii_lowercase() || first == b'_' }
    }

    fn span(&self, at: usize) -> Span {
        let end = self.text.len() as u32;
        self.tokens.get(at).map_or(Span::new(self.file, end, end), |token| Span::new(self.file, token.start, token.end))
    }

    /// Where the newline before a token is, if it is the first on its line.
    fn newline_before(&self, at: usize) -> Option<u32> {
        let start = at.checked_sub(1).and_then(|before| self.tokens.get(before)).map_or(0, |token| token.end);
        let end = self.tokens.get(at)?.start;
        let gap = self.text.get(start as usize..end as usize)?;
        gap.find('\n').map(|offset| start + offset as u32)
    }

    fn column(&self, at: usize) -> usize {
        let Some(before) = self.tokens.get(at).and_then(|token| self.text.get(..token.start as usize)) else {
            return 0;
        };
        before.chars().rev().take_while(|character| *character != '\n').count()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.out.errors.push(diagnostic);
    }

    fn mark(&mut self, mark: Mark) {
        let start = self.span(self.at).start;
        self.out.marks.push((start, mark));
    }

    fn push_piece(&mut self, kind: PieceKind, from: usize, to: usize, broken: bool) {
        if from < to {
            let (start, end) = (self.span(from).start, self.span(to - 1).end);
            self.out.marks.push((start, Mark::Member));
            self.out.pieces.push(Piece { kind, start, end, broken });
        }
    }

    // The file -------------------------------------------------------------------------------------------------

    fn file(&mut self) {
        if self.tokens.is_empty() {
            return self.report(
                Diagnostic::new(Code::NoService, Span::new(self.file, 0, 0), "this file declares no service")
                    .help("a spec is `service Name { … }`; `specc new NAME` writes one to start from"),
            );
        }
        while self.word(self.at) == "import" {
            let end = self.at + 2;
            self.push_piece(PieceKind::Import, self.at, end.min(self.tokens.len()), false);
            self.at = end;
        }
        self.header();
        self.members();
        while self.at < self.tokens.len() {
            self.after_service();
        }
    }

    fn header(&mut self) {
        if self.word(self.at) == "service" {
            return self.header_piece();
        }
        let diagnostic = if self.declaration(self.at).is_some() {
            let message = format!("`{}` stands outside the service", self.word(self.at));
            Diagnostic::new(Code::OutsideService, self.span(self.at), message)
                .help("put every declaration between the braces of `service Name { … }`")
        } else {
            let help = did_you_mean(self.word(self.at), ["service", "import"]);
            Diagnostic::new(Code::NoService, self.span(self.at), "this file does not begin with a service")
                .label("expected `service` here")
                .help(help.unwrap_or_else(|| "a spec is `service Name { … }`, after its imports".into()))
        };
        self.report(diagnostic);
        if self.declaration(self.at).is_none() {
            self.skip_to_declaration(self.at + 1);
        }
    }

    fn header_piece(&mut self) {
        let end = (self.at + 3).min(self.tokens.len());
        self.push_piece(PieceKind::Header, self.at, end, false);
        let wrong = (self.at + 1..end).find(|at| self.starts_line_declaration(*at));
        self.at = wrong.unwrap_or(end);
    }

    fn members(&mut self) {
        let opener = self.at.saturating_sub(1);
        loop {
            match self.word(self.at) {
                "" => return self.unclosed_service(opener),
                "}" => {
                    self.at += 1;
                    return;
                }
                "service" if self.is_name(self.at + 1, true) => self.header_piece(),
                _ => self.member(),
            }
        }
    }

    fn unclosed_service(&mut self, opener: usize) {
        if self.word(opener) == "{" {
            self.report(
                Diagnostic::new(Code::UnclosedBracket, self.span(opener), "the service is not closed")
                    .label("opened here")
                    .help("add a `}` at the end of the file"),
            );
        }
    }

    /// Text after the closing brace: said once, and declarations in it are still read.
    fn after_service(&mut self) {
        let message = "there is text after the end of the service";
        let help = if self.word(self.at) == "service" {
            "a file holds one service; put the other one into a file of its own"
        } else {
            "is there one `}` too many above? every declaration belongs between the braces of the service"
        };
        self.report(
            Diagnostic::new(Code::AfterService, self.span(self.at), message).label("the service has ended").help(help),
        );
        if self.word(self.at) == "service" || self.declaration(self.at).is_none() {
            self.skip_to_declaration(self.at + 1);
        }
        self.members_until_end();
    }

    fn members_until_end(&mut self) {
        while self.at < self.tokens.len() {
            match self.word(self.at) {
                "}" => self.at += 1,
                _ => self.member(),
            }
        }
    }

    // Members --------------------------------------------------------------------------------------------------

    /// The declaration that begins at a token, if its first words have the right form.
    fn declaration(&self, at: usize) -> Option<DeclWord> {
        let word = DeclWord::parse(self.word(at))?;
        let next = self.word(at + 1);
        let fits = match word {
            DeclWord::Entity | DeclWord::Enum | DeclWord::Type | DeclWord::Operation | DeclWord::Transition => {
                self.is_name(at + 1, true)
            }
            DeclWord::State | DeclWord::Conventions | DeclWord::Security => next == "{",
            DeclWord::Function | DeclWord::Predicate => self.is_name(at + 1, false) && self.word(at + 2) == "(",
            DeclWord::Temporal => self.is_name(at + 1, false) && self.word(at + 2) == ":",
            DeclWord::Extern => next == "function" || next == "predicate",
            DeclWord::Invariant | DeclWord::Fact => {
                next == ":" || (self.is_name(at + 1, false) && self.word(at + 2) == ":")
            }
        };
        fits.then_some(word)
    }

    /// Whether a token opens a line and a declaration that cannot be part of another one.
    fn starts_line_declaration(&self, at: usize) -> bool {
        let Some(word) = self.declaration(at) else { return false };
        !matches!(word, DeclWord::Invariant | DeclWord::Fact) && self.newline_before(at).is_some()
    }

    fn skip_to_declaration(&mut self, from: usize) {
        let line_begins = |at: &usize| self.declaration(*at).is_some() && self.newline_before(*at).is_some();
        self.at = (from..self.tokens.len()).find(line_begins).unwrap_or(self.tokens.len());
    }

    fn member(&mut self) {
        let start = self.at;
        let Some(word) = DeclWord::parse(self.word(start)) else { return self.unknown_member() };
        let mut walk = MemberWalk::new(Shape::of(word));
        self.at += 1;
        while self.at < self.tokens.len() && !self.member_ends(start, &mut walk) {
            if self.member_token(&mut walk) {
                break;
            }
        }
        self.finish_member(&mut walk);
        self.push_piece(PieceKind::Member, start, self.at, walk.broken);
    }

    fn unknown_member(&mut self) {
        let word = self.word(self.at);
        if matches!(word, "@" | "$" | "?" | "`" | ";") {
            return self.skip_unknown_member();
        }
        let help = did_you_mean(word, DeclWord::ALL.iter().map(|word| word.text()));
        let fallback = "an expression goes on in the next line only after an operator or an infix word, or before one; \
                        declarations begin with a word such as `entity`, `operation` or `invariant`";
        let diagnostic = Diagnostic::new(
            Code::UnknownDeclaration,
            self.span(self.at),
            format!("`{word}` does not begin a declaration"),
        );
        self.report(diagnostic.help(help.unwrap_or_else(|| fallback.into())));
        self.skip_unknown_member();
    }

    /// Skips to the next declaration, or to the brace that closes the service.
    fn skip_unknown_member(&mut self) {
        let mut open = 0usize;
        self.at += 1;
        while self.at < self.tokens.len() {
            match self.word(self.at) {
                "{" => open += 1,
                "}" if open == 0 => return,
                "}" => open -= 1,
                _ if self.declaration(self.at).is_some() && self.newline_before(self.at).is_some() => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Whether the member ended before the token at hand: by the next declaration, by layout, or by a brace.
    fn member_ends(&mut self, start: usize, walk: &mut MemberWalk) -> bool {
        if self.at == start + 1 && !walk.shape.is_block() {
            return false;
        }
        let Some(newline) = self.newline_before(self.at) else { return false };
        if self.starts_line_declaration(self.at) {
            return true;
        }
        if walk.level() == 0 && self.declaration(self.at).is_some() {
            return true;
        }
        if walk.in_expression_at_home() && !self.goes_on(walk) {
            self.end_expression(walk, newline);
            return !walk.shape.is_block();
        }
        false
    }

    fn end_expression(&mut self, walk: &mut MemberWalk, newline: u32) {
        self.close_lets(walk);
        walk.running = None;
        walk.pending = walk.list;
        if walk.shape.is_block() && self.word(self.at) != "}" {
            self.out.separators.push(newline);
        }
    }

    /// Takes the token at hand; true if it was the member's last.
    fn member_token(&mut self, walk: &mut MemberWalk) -> bool {
        self.begin_expression(walk);
        let word = self.word(self.at);
        let done = match word {
            "(" => self.open(walk, ")"),
            "[" => self.open(walk, "]"),
            "{" => self.open(walk, "}"),
            ")" | "]" | "}" => match self.close(walk, word) {
                Closed::Inside => false,
                Closed::Member => true,
                Closed::Service => return true,
            },
            _ => {
                self.inner_token(walk, word);
                false
            }
        };
        self.at += 1;
        done
    }

    fn begin_expression(&mut self, walk: &mut MemberWalk) {
        if walk.pending && walk.level() == walk.home() && !self.is_clause_head(walk) && self.word(self.at) != "}" {
            walk.pending = false;
            self.mark(if walk.list { Mark::Clause } else { Mark::Expression });
            walk.running = Some(Running { level: walk.level(), first: self.at, column: OnceCell::new() });
            if let Some(group) = walk.group() {
                (group.words, group.operators) = (0, 0);
                group.lets.clear();
                group.ins.clear();
            }
        }
    }

    fn open(&mut self, walk: &mut MemberWalk, closer: &'static str) -> bool {
        walk.depth_of_outer += walk.group().map_or(0, |group| group.depth());
        walk.groups.push(Group { opener: self.at, closer, ..Group::default() });
        self.check_depth(walk);
        false
    }

    fn close(&mut self, walk: &mut MemberWalk, word: &str) -> Closed {
        if walk.level() == 0 {
            return self.close_nothing(walk, word);
        }
        let Some(depth) = walk.groups.iter().rposition(|group| group.closer == word).filter(|depth| *depth > 0) else {
            self.stray_closer(walk, word);
            return Closed::Inside;
        };
        while walk.groups.len() - 1 > depth {
            self.report_unclosed(walk);
            self.pop(walk);
        }
        self.pop(walk);
        if walk.level() == 0 && walk.shape.is_block() { Closed::Member } else { Closed::Inside }
    }

    fn close_nothing(&mut self, walk: &mut MemberWalk, word: &str) -> Closed {
        if word == "}" && walk.shape.is_block() {
            return Closed::Member;
        }
        if word == "}" {
            return Closed::Service;
        }
        self.stray_closer(walk, word);
        Closed::Inside
    }

    fn pop(&mut self, walk: &mut MemberWalk) {
        self.close_lets(walk);
        if walk.groups.len() > 1 {
            walk.groups.pop();
        }
        let counts = !walk.is_between_expressions();
        let outer = walk.group().map_or(0, |group| {
            let depth = group.depth();
            group.operators += usize::from(counts);
            depth
        });
        walk.depth_of_outer = walk.depth_of_outer.saturating_sub(outer);
        let level = walk.level();
        if walk.running.as_ref().is_some_and(|running| running.level > level) {
            walk.running = None;
        }
    }

    fn stray_closer(&mut self, walk: &mut MemberWalk, word: &str) {
        if !walk.broken {
            let diagnostic =
                Diagnostic::new(Code::UnclosedBracket, self.span(self.at), format!("this `{word}` closes nothing"));
            self.report(diagnostic.help("remove it, or add the bracket it should close"));
        }
        walk.broken = true;
    }

    fn report_unclosed(&mut self, walk: &mut MemberWalk) {
        let Some(group) = walk.groups.last() else { return };
        let opener = self.word(group.opener);
        let diagnostic =
            Diagnostic::new(Code::UnclosedBracket, self.span(group.opener), format!("this `{opener}` is not closed"));
        let diagnostic = diagnostic
            .label("opened here")
            .also(self.span(self.at), format!("expected `{}` before this", group.closer))
            .help(format!("add the missing `{}`", group.closer));
        if !walk.broken {
            self.report(diagnostic);
        }
        walk.broken = true;
    }

    fn finish_member(&mut self, walk: &mut MemberWalk) {
        if walk.level() > 0 {
            self.report_unclosed(walk);
        } else {
            self.close_lets(walk);
        }
    }

    // Inside a member ------------------------------------------------------------------------------------------

    fn inner_token(&mut self, walk: &mut MemberWalk, word: &str) {
        if self.tokens.get(self.at).is_some_and(|token| matches!(token.kind, TokenKind::Text | TokenKind::Regex)) {
            return;
        }
        if walk.level() == walk.home() && self.head(walk, word) {
            return;
        }
        self.count_nesting(walk, word);
    }

    /// Heads start expressions, or end the list of them. True if the token was one.
    fn head(&mut self, walk: &mut MemberWalk, word: &str) -> bool {
        let idle = walk.running.is_none();
        let next_is_colon = self.word(self.at + 1) == ":";
        let starts = match walk.shape {
            Shape::Operation => return self.clause_head(walk, word),
            Shape::Entity if word == "invariant" && idle => return self.invariant_head(walk),
            Shape::Entity | Shape::Alias => idle && word == "where" && !next_is_colon,
            Shape::State if word == "where" => !next_is_colon && !words::leaves_open(self.word(self.at - 1)),
            Shape::State | Shape::Conventions | Shape::Definition => idle && word == "=",
            Shape::Transition => idle && word == "when" && !next_is_colon,
            Shape::Condition => idle && word == ":",
            Shape::PlainBlock | Shape::PlainLine => false,
        };
        if starts {
            self.close_lets(walk);
            walk.running = None;
            walk.pending = true;
        }
        starts
    }

    fn is_clause_head(&self, walk: &MemberWalk) -> bool {
        let before = self.word(self.at.saturating_sub(1));
        let names_a_parameter = before == "," || (before == ":" && !walk.list && walk.running.is_none());
        walk.shape == Shape::Operation
            && words::CLAUSE_WORDS.contains(&self.word(self.at))
            && self.word(self.at + 1) == ":"
            && !names_a_parameter
    }

    fn clause_head(&mut self, walk: &mut MemberWalk, word: &str) -> bool {
        if !self.is_clause_head(walk) {
            return false;
        }
        self.mark(Mark::Head);
        self.close_lets(walk);
        walk.running = None;
        walk.list = matches!(word, "requires" | "ensures");
        walk.pending = walk.list;
        self.at += 1;
        true
    }

    fn invariant_head(&mut self, walk: &mut MemberWalk) -> bool {
        let named = usize::from(self.word(self.at + 1) != ":");
        if self.word(self.at + 1 + named) != ":" {
            return false;
        }
        self.mark(Mark::Head);
        self.at += 1 + named;
        walk.pending = true;
        true
    }

    fn count_nesting(&mut self, walk: &mut MemberWalk, word: &str) {
        if walk.is_between_expressions() {
            return;
        }
        let at = self.at;
        let binder = self.is_binder_in(at);
        let Some(group) = walk.group() else { return };
        match word {
            "," => group.operators = 0,
            "let" => {
                group.lets.push(at);
                group.words += 1;
            }
            "in" if binder => {}
            "in" => {
                group.ins.push(at);
                group.operators += 1;
            }
            _ if words::nests(word) => group.words += 1,
            _ if words::is_operator(word) => group.operators += 1,
            _ => {}
        }
        self.check_depth(walk);
    }

    /// Whether an `in` belongs to a quantifier's binder or to `not in`, and so to no `let`.
    fn is_binder_in(&self, at: usize) -> bool {
        self.word(at) == "in" && at >= 2 && (self.word(at - 1) == "not" || words::is_quantifier(self.word(at - 2)))
    }

    fn check_depth(&mut self, walk: &mut MemberWalk) {
        let depth = walk.depth_of_outer + walk.group().map_or(0, |group| group.depth());
        if depth > MAX_DEPTH && !walk.broken {
            walk.broken = true;
            let message = format!("more than {MAX_DEPTH} operators, brackets and binders build on one another here");
            self.report(
                Diagnostic::new(Code::TooDeep, self.span(self.at), message)
                    .help("split it into several clauses, or give its parts names with `predicate` or `function`"),
            );
        }
    }

    /// Gives each `let` of the innermost level its `in`, from the last `let` to the first.
    fn close_lets(&mut self, walk: &mut MemberWalk) {
        let Some(group) = walk.groups.last_mut() else { return };
        let (lets, mut ins) = (std::mem::take(&mut group.lets), std::mem::take(&mut group.ins));
        for at in lets.into_iter().rev() {
            let after = |index: &usize| ins.get(*index).is_some_and(|found| *found > at);
            let ends_line =
                |index: &usize| ins.get(*index).is_some_and(|found| self.newline_before(found + 1).is_some());
            let first = (0..ins.len()).find(|index| after(index) && ends_line(index));
            match first.or_else(|| (0..ins.len()).find(after)) {
                Some(index) => self.take_in(at, &mut ins, index),
                None => self.let_without_in(walk, at),
            }
        }
    }

    fn take_in(&mut self, at: usize, ins: &mut Vec<usize>, index: usize) {
        let taken = ins.remove(index);
        self.let_ins.push(self.span(taken).start);
        let ended_the_line = self.newline_before(taken + 1).is_some();
        if !ended_the_line && ins.get(index).is_some() {
            self.out.ambiguous_lets.push(self.span(at).start);
        }
    }

    fn let_without_in(&mut self, walk: &mut MemberWalk, at: usize) {
        if !walk.broken {
            self.report(Diagnostic::new(Code::LetWithoutIn, self.span(at), "this `let` has no `in`").help(
                "write `let name = value in body`; a membership test inside the value wants parentheses: `(x in s)`",
            ));
        }
        walk.broken = true;
    }

    // Where an expression ends ---------------------------------------------------------------------------------

    /// Whether the expression at hand goes on in the line that the token at hand begins.
    fn goes_on(&self, walk: &MemberWalk) -> bool {
        let (before, word) = (self.word(self.at - 1), self.word(self.at));
        if words::leaves_open(before) && self.tokens.get(self.at - 1).is_some_and(|t| t.kind != TokenKind::Text) {
            return true;
        }
        match word {
            "-" | "(" | "[" => walk.running.as_ref().is_some_and(|running| self.is_deeper(running)),
            "not" => self.word(self.at + 1) == "in",
            "with" => self.word(self.at + 1) == "{",
            _ => words::goes_on_with(word),
        }
    }

    fn is_deeper(&self, running: &Running) -> bool {
        self.column(self.at) > *running.column.get_or_init(|| self.column(running.first))
    }
}

/// What a closing bracket closed.
enum Closed {
    Inside,
    Member,
    Service,
}
