//! One member at a time: its brackets, and where it ends.

use std::cell::OnceCell;

use super::walk::{Group, MemberWalk, Running, Shape, Walker};
use super::{Mark, PieceKind};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::syntax::words::DeclWord;

impl Walker<'_> {
    /// The declaration that begins at a token, if its first words have the right form.
    pub(super) fn declaration(&self, at: usize) -> Option<DeclWord> {
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
    pub(super) fn starts_line_declaration(&self, at: usize) -> bool {
        let Some(word) = self.declaration(at) else { return false };
        !matches!(word, DeclWord::Invariant | DeclWord::Fact) && self.newline_before(at).is_some()
    }

    pub(super) fn skip_to_declaration(&mut self, from: usize) {
        let line_begins = |at: &usize| self.declaration(*at).is_some() && self.newline_before(*at).is_some();
        self.at = (from..self.tokens.len()).find(line_begins).unwrap_or(self.tokens.len());
    }

    pub(super) fn member(&mut self) {
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

    pub(super) fn unknown_member(&mut self) {
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
    pub(super) fn skip_unknown_member(&mut self) {
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
    pub(super) fn member_ends(&mut self, start: usize, walk: &mut MemberWalk) -> bool {
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

    pub(super) fn end_expression(&mut self, walk: &mut MemberWalk, newline: u32) {
        self.close_lets(walk);
        walk.running = None;
        walk.pending = walk.list;
        if walk.shape.is_block() && self.word(self.at) != "}" {
            self.out.separators.push(newline);
        }
    }

    /// Takes the token at hand; true if it was the member's last.
    pub(super) fn member_token(&mut self, walk: &mut MemberWalk) -> bool {
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

    pub(super) fn begin_expression(&mut self, walk: &mut MemberWalk) {
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

    pub(super) fn open(&mut self, walk: &mut MemberWalk, closer: &'static str) -> bool {
        walk.depth_of_outer += walk.group().map_or(0, |group| group.depth());
        walk.groups.push(Group { opener: self.at, closer, ..Group::default() });
        self.check_depth(walk);
        false
    }

    pub(super) fn close(&mut self, walk: &mut MemberWalk, word: &str) -> Closed {
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

    pub(super) fn close_nothing(&mut self, walk: &mut MemberWalk, word: &str) -> Closed {
        if word == "}" && walk.shape.is_block() {
            return Closed::Member;
        }
        if word == "}" {
            return Closed::Service;
        }
        self.stray_closer(walk, word);
        Closed::Inside
    }

    pub(super) fn pop(&mut self, walk: &mut MemberWalk) {
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

    pub(super) fn stray_closer(&mut self, walk: &mut MemberWalk, word: &str) {
        if !walk.broken {
            let diagnostic =
                Diagnostic::new(Code::UnclosedBracket, self.span(self.at), format!("this `{word}` closes nothing"));
            self.report(diagnostic.help("remove it, or add the bracket it should close"));
        }
        walk.broken = true;
    }

    pub(super) fn report_unclosed(&mut self, walk: &mut MemberWalk) {
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

    pub(super) fn finish_member(&mut self, walk: &mut MemberWalk) {
        if walk.level() > 0 {
            self.report_unclosed(walk);
        } else {
            self.close_lets(walk);
        }
    }
}

/// What a closing bracket closed.
pub(super) enum Closed {
    Inside,
    Member,
    Service,
}
