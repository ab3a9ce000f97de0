//! The file: imports, the service, and where each declaration begins.

use super::PieceKind;
use super::walk::Walker;
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::source::Span;

impl Walker<'_> {
    pub(super) fn file(&mut self) {
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

    pub(super) fn header(&mut self) {
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

    pub(super) fn header_piece(&mut self) {
        let end = (self.at + 3).min(self.tokens.len());
        self.push_piece(PieceKind::Header, self.at, end, false);
        let wrong = (self.at + 1..end).find(|at| self.starts_line_declaration(*at));
        self.at = wrong.unwrap_or(end);
    }

    pub(super) fn members(&mut self) {
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

    pub(super) fn unclosed_service(&mut self, opener: usize) {
        if self.word(opener) == "{" {
            self.report(
                Diagnostic::new(Code::UnclosedBracket, self.span(opener), "the service is not closed")
                    .label("opened here")
                    .help("add a `}` at the end of the file"),
            );
        }
    }

    /// Text after the closing brace: said once, and declarations in it are still read.
    pub(super) fn after_service(&mut self) {
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

    pub(super) fn members_until_end(&mut self) {
        while self.at < self.tokens.len() {
            match self.word(self.at) {
                "}" => self.at += 1,
                _ => self.member(),
            }
        }
    }
}
