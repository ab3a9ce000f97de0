//! Expressions: where one begins, where it ends, how deep it is, and which `in` closes which `let`.

use super::Mark;
use super::walk::{MemberWalk, Running, Shape, Walker};
use crate::diag::{Code, Diagnostic};
use crate::syntax::lexer::TokenKind;
use crate::syntax::limits::MAX_DEPTH;
use crate::syntax::words;

impl Walker<'_> {
    pub(super) fn inner_token(&mut self, walk: &mut MemberWalk, word: &str) {
        if self.tokens.get(self.at).is_some_and(|token| matches!(token.kind, TokenKind::Text | TokenKind::Regex)) {
            return;
        }
        if walk.level() == walk.home() && self.head(walk, word) {
            return;
        }
        self.count_nesting(walk, word);
    }

    /// Heads start expressions, or end the list of them. True if the token was one.
    pub(super) fn head(&mut self, walk: &mut MemberWalk, word: &str) -> bool {
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

    pub(super) fn is_clause_head(&self, walk: &MemberWalk) -> bool {
        let before = self.word(self.at.saturating_sub(1));
        let names_a_parameter = before == "," || (before == ":" && !walk.list && walk.running.is_none());
        walk.shape == Shape::Operation
            && words::CLAUSE_WORDS.contains(&self.word(self.at))
            && self.word(self.at + 1) == ":"
            && !names_a_parameter
    }

    pub(super) fn clause_head(&mut self, walk: &mut MemberWalk, word: &str) -> bool {
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

    pub(super) fn invariant_head(&mut self, walk: &mut MemberWalk) -> bool {
        let named = usize::from(self.word(self.at + 1) != ":");
        if self.word(self.at + 1 + named) != ":" {
            return false;
        }
        self.mark(Mark::Head);
        self.at += 1 + named;
        walk.pending = true;
        true
    }

    pub(super) fn count_nesting(&mut self, walk: &mut MemberWalk, word: &str) {
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
    pub(super) fn is_binder_in(&self, at: usize) -> bool {
        self.word(at) == "in" && at >= 2 && (self.word(at - 1) == "not" || words::is_quantifier(self.word(at - 2)))
    }

    pub(super) fn check_depth(&mut self, walk: &mut MemberWalk) {
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
    pub(super) fn close_lets(&mut self, walk: &mut MemberWalk) {
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

    pub(super) fn take_in(&mut self, at: usize, ins: &mut Vec<usize>, index: usize) {
        let taken = ins.remove(index);
        self.let_ins.push(self.span(taken).start);
        let ended_the_line = self.newline_before(taken + 1).is_some();
        if !ended_the_line && ins.get(index).is_some() {
            self.out.ambiguous_lets.push(self.span(at).start);
        }
    }

    pub(super) fn let_without_in(&mut self, walk: &mut MemberWalk, at: usize) {
        if !walk.broken {
            self.report(Diagnostic::new(Code::LetWithoutIn, self.span(at), "this `let` has no `in`").help(
                "write `let name = value in body`; a membership test inside the value wants parentheses: `(x in s)`",
            ));
        }
        walk.broken = true;
    }

    /// Whether the expression at hand goes on in the line that the token at hand begins.
    pub(super) fn goes_on(&self, walk: &MemberWalk) -> bool {
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

    pub(super) fn is_deeper(&self, running: &Running) -> bool {
        self.column(self.at) > *running.column.get_or_init(|| self.column(running.first))
    }
}
