//! The statements of a body as lines of Python.

use super::super::piece::{PAGE, Piece};
use super::super::uses::Uses;
use crate::backend::operation::Statement;

/// The lines of a body.
pub(super) struct Written<'u> {
    uses: &'u mut Uses,
    /// What lambdas may read that changes: the state after, and the outputs.
    set: Vec<String>,
    nesting: usize,
    lines: Vec<String>,
    /// The variables that loops around the statements set anew.
    in_loops: Vec<String>,
    /// Whether a lambda reads what a loop around it sets.
    has_lambdas_over_loops: bool,
}

/// The lines of some statements, and whether a lambda in them reads what a loop around it sets.
pub(super) fn written(statements: &[Statement<Piece>], outputs: Vec<String>, uses: &mut Uses) -> (Vec<String>, bool) {
    let set = std::iter::once("after".to_string()).chain(outputs).collect();
    let (lines, in_loops) = (Vec::new(), Vec::new());
    let mut written = Written { uses, set, nesting: 1, lines, in_loops, has_lambdas_over_loops: false };
    written.block(statements);
    (written.lines, written.has_lambdas_over_loops)
}

impl Written<'_> {
    fn block(&mut self, statements: &[Statement<Piece>]) {
        let known = self.in_loops.len();
        statements.iter().for_each(|statement| self.statement(statement));
        self.in_loops.truncate(known);
    }

    fn statement(&mut self, statement: &Statement<Piece>) {
        match statement {
            Statement::Note(text) => self.comment(text),
            Statement::Do(piece) => self.say("", piece, ""),
            Statement::Set(name, piece) => {
                self.say(&format!("{name} = "), piece, "");
                if !self.in_loops.is_empty() {
                    self.in_loops.push(name.clone());
                }
            }
            Statement::Begin(name, _, piece) => {
                self.uses.name("typing", "Any");
                self.say(&format!("{name}: Any = "), piece, "");
            }
            Statement::If(branches, otherwise) => self.branches(branches, otherwise),
            Statement::Each(name, source, inside) => {
                self.say(&format!("for {name} in "), source, ":");
                self.in_loops.push(name.clone());
                self.nested(inside);
                self.in_loops.pop();
            }
            Statement::Ensuring([title, text], inside) => {
                self.uses.name("app.runtime.clauses", "ensuring");
                let ensuring = Piece::apply("ensuring", [Piece::text(title), Piece::text(text)]);
                self.say("with ", &ensuring, ":");
                self.nested(inside);
            }
            Statement::Return(after, answer) => {
                self.lines.push(Piece::returned(vec![after.clone(), answer.clone()], self.nesting));
            }
        }
    }

    fn branches(&mut self, branches: &[(Piece, Vec<Statement<Piece>>)], otherwise: &[Statement<Piece>]) {
        for (at, (condition, inside)) in branches.iter().enumerate() {
            self.say(if at == 0 { "if " } else { "elif " }, condition, ":");
            self.nested(inside);
        }
        if !otherwise.is_empty() {
            self.lines.push(format!("{}else:", " ".repeat(self.nesting * PAGE.indent)));
            self.nested(otherwise);
        }
    }

    fn nested(&mut self, statements: &[Statement<Piece>]) {
        self.nesting += 1;
        self.block(statements);
        self.nesting -= 1;
    }

    fn say(&mut self, words: &str, piece: &Piece, end: &str) {
        if !self.in_loops.is_empty() {
            let set: Vec<String> = self.in_loops.iter().chain(&self.set).cloned().collect();
            self.has_lambdas_over_loops |= piece.has_lambda_over(&set);
        }
        self.lines.push(piece.statement(words, self.nesting, end));
    }

    fn comment(&mut self, text: &str) {
        let indent = " ".repeat(self.nesting * PAGE.indent);
        let lines = crate::backend::text::filled(text, PAGE.width - indent.len() - 4);
        for (at, line) in lines.iter().enumerate() {
            let inner = if at == 0 { "# " } else { "#   " };
            self.lines.push(format!("{indent}{inner}{line}"));
        }
    }
}
