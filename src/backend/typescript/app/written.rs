//! The statements of a body as lines of TypeScript.

use std::collections::{BTreeMap, BTreeSet};

use super::super::literal;
use super::super::names::TsNames;
use super::super::piece::{PAGE, Piece};
use super::super::types::annotation;
use super::super::uses::Uses;
use crate::backend::operation::Statement;

type Block = [Statement<Piece>];

/// The lines of some statements.
pub(super) fn written(statements: &Block, names: &TsNames, uses: &mut Uses) -> Vec<String> {
    let mut counts = BTreeMap::new();
    count(statements, &mut counts);
    let mut written = Written { names, uses, counts, declared: BTreeSet::new(), nesting: 1, lines: Vec::new() };
    written.block(statements);
    written.lines
}

/// How often each variable gets a value.
fn count(statements: &Block, counts: &mut BTreeMap<String, usize>) {
    for statement in statements {
        match statement {
            Statement::Set(name, _) | Statement::Begin(name, ..) => *counts.entry(name.clone()).or_default() += 1,
            Statement::If(branches, otherwise) => {
                branches.iter().for_each(|(_, inside)| count(inside, counts));
                count(otherwise, counts);
            }
            Statement::Each(_, _, inside) | Statement::Ensuring(_, inside) => count(inside, counts),
            Statement::Note(_) | Statement::Do(_) | Statement::Return(..) => {}
        }
    }
}

struct Written<'w> {
    names: &'w TsNames,
    uses: &'w mut Uses,
    counts: BTreeMap<String, usize>,
    declared: BTreeSet<String>,
    nesting: usize,
    lines: Vec<String>,
}

impl Written<'_> {
    fn block(&mut self, statements: &Block) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement<Piece>) {
        match statement {
            Statement::Note(text) => self.comment(text),
            Statement::Do(piece) => self.lines.push(piece.stated(self.nesting)),
            Statement::Set(name, piece) => self.set(name, piece),
            Statement::Begin(name, ty, piece) => {
                self.declared.insert(name.clone());
                let ty = annotation(ty, self.names, self.uses);
                let word = if self.counts.get(name) == Some(&1) { "const" } else { "let" };
                self.lines.push(piece.assigned(&format!("{word} {name}: {ty}"), self.nesting));
            }
            Statement::If(branches, otherwise) => self.branches(branches, otherwise),
            Statement::Each(name, source, inside) => {
                self.lines.push(source.gone_over(name, self.nesting));
                self.nested(inside);
                self.end("}");
            }
            Statement::Ensuring(clause, inside) => self.ensuring(clause, inside),
            Statement::Return(after, answer) => {
                self.lines.push(Piece::array(vec![after.clone(), answer.clone()]).returned(self.nesting));
            }
        }
    }

    /// A variable that never gets another value is a constant.
    fn set(&mut self, name: &str, piece: &Piece) {
        let word = self.word(name);
        self.lines.push(piece.assigned(&format!("{word}{name}"), self.nesting));
    }

    fn branches(&mut self, branches: &[(Piece, Vec<Statement<Piece>>)], otherwise: &Block) {
        for (at, (condition, inside)) in branches.iter().enumerate() {
            let head = condition.tested(self.nesting);
            if at == 0 {
                self.lines.push(head);
            } else {
                self.end(&format!("}} else {}", head.trim_start()));
            }
            self.nested(inside);
        }
        if !otherwise.is_empty() {
            self.end("} else {");
            self.nested(otherwise);
        }
        self.end("}");
    }

    /// One value is what the function gives; more than that are statements inside of it.
    fn ensuring(&mut self, [title, text]: &[String; 2], inside: &Block) {
        self.uses.called("./runtime/clauses.ts", "ensuring");
        if let [Statement::Set(name, piece)] = inside {
            let arguments = vec![Piece::text(title), Piece::text(text), Piece::arrow("", piece.clone())];
            return self.set(name, &Piece::call("ensuring", arguments));
        }
        let inside = match inside {
            [first @ Statement::Set(name, _), rest @ ..] if self.is_outer(name) && !self.declared.contains(name) => {
                self.statement(first);
                rest
            }
            all => all,
        };
        let words = match inside.split_last() {
            Some((Statement::Set(name, _), others)) if others.iter().all(|one| self.is_constant(one)) => {
                format!("{}{name} = ", self.word(name))
            }
            Some(_) | None => String::new(),
        };
        let [title, text] = [title, text].map(|text| literal::string(text));
        let short = format!("{words}ensuring({title}, {text}, () => {{");
        let fits = self.nesting * PAGE.indent + short.len() <= PAGE.width;
        if fits {
            self.end(&short);
            self.ensured(inside, !words.is_empty());
            self.end("});");
            return;
        }
        self.end(&format!("{words}ensuring("));
        self.nesting += 1;
        [format!("{title},"), format!("{text},"), "() => {".to_string()].iter().for_each(|line| self.end(line));
        self.ensured(inside, !words.is_empty());
        self.end("},");
        self.nesting -= 1;
        self.end(");");
    }

    /// What is inside of a function that names a clause; the last value is what it gives, where one is wanted.
    fn ensured(&mut self, inside: &Block, gives: bool) {
        let Some((Statement::Set(_, piece), others)) = inside.split_last().filter(|_| gives) else {
            return self.nested(inside);
        };
        self.nested(others);
        self.lines.push(piece.returned(self.nesting + 1));
    }

    /// Whether a statement names a value for those after it.
    fn is_constant(&self, statement: &Statement<Piece>) -> bool {
        matches!(statement, Statement::Set(name, _) if !self.is_outer(name))
    }

    /// What a variable is declared with, where it is new.
    fn word(&mut self, name: &str) -> &'static str {
        if !self.declared.insert(name.to_string()) {
            ""
        } else if self.is_outer(name) {
            "let "
        } else {
            "const "
        }
    }

    /// Whether a variable gets values elsewhere too.
    fn is_outer(&self, name: &str) -> bool {
        self.counts.get(name).is_some_and(|count| *count > 1)
    }

    fn nested(&mut self, statements: &Block) {
        self.nesting += 1;
        self.block(statements);
        self.nesting -= 1;
    }

    fn end(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", " ".repeat(self.nesting * PAGE.indent)));
    }

    fn comment(&mut self, text: &str) {
        let width = PAGE.width - self.nesting * PAGE.indent - 5;
        for (at, line) in crate::backend::text::filled(&literal::visible(text), width).iter().enumerate() {
            self.end(&format!("{}{line}", if at == 0 { "// " } else { "//   " }));
        }
    }
}
