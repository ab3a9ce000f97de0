//! XML, one element a line. Everything that is put in is escaped here and nowhere else.

use std::fmt::Write;

/// A document that is being written.
#[derive(Debug, Default)]
pub(super) struct Xml {
    text: String,
    open: Vec<&'static str>,
}

/// Attributes of an element.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    /// Opens an element.
    pub(super) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub(super) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            let _ = writeln!(self.text, "{}</{name}>", self.indent());
        }
    }

    /// An element without content.
    pub(super) fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.text.push_str("/>\n");
    }

    /// An element with a text and nothing else.
    pub(super) fn text(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) {
        self.start(name, attributes);
        let _ = writeln!(self.text, ">{}</{name}>", escaped(text));
    }

    /// The document, with every element closed.
    pub(super) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }

    fn start(&mut self, name: &str, attributes: Attributes<'_>) {
        let _ = write!(self.text, "{}<{name}", self.indent());
        for (attribute, value) in attributes {
            let _ = write!(self.text, " {attribute}=\"{}\"", escaped(value));
        }
    }

    fn indent(&self) -> String {
        "  ".repeat(self.open.len())
    }
}

/// A text or the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
