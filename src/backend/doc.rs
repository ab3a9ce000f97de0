//! A small document printer: text that knows where it may be broken, laid out to a width. Nothing of any language.

/// Text with places where it may be broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doc {
    /// This text, without line breaks.
    Text(String),
    /// A line break, or this text where the group around it stays on one line.
    Line(&'static str),
    /// A line break in any case; the groups around it are broken too.
    Hard,
    /// One thing after the other.
    Concat(Vec<Doc>),
    /// The same, with line breaks inside indented once more.
    Nest(Box<Doc>),
    /// On one line where that fits, otherwise broken at each of its own line breaks.
    Group(Box<Doc>),
    /// The first where the group around it is broken, otherwise the second.
    IfBroken(Box<Doc>, Box<Doc>),
    /// The first on one line where that fits, or broken where it fits up to its first line break; otherwise the second.
    Either(Box<Doc>, Box<Doc>),
}

impl Doc {
    /// Some text.
    pub fn text(text: impl Into<String>) -> Doc {
        Doc::Text(text.into())
    }

    /// A line break, or a space.
    pub fn line() -> Doc {
        Doc::Line(" ")
    }

    /// A line break, or nothing.
    pub fn softline() -> Doc {
        Doc::Line("")
    }

    /// Nothing.
    pub fn nil() -> Doc {
        Doc::Concat(Vec::new())
    }

    /// One thing after the other.
    pub fn concat(parts: impl IntoIterator<Item = Doc>) -> Doc {
        Doc::Concat(parts.into_iter().collect())
    }

    /// Indented once more.
    pub fn nest(self) -> Doc {
        Doc::Nest(Box::new(self))
    }

    /// On one line where that fits.
    pub fn group(self) -> Doc {
        Doc::Group(Box::new(self))
    }

    /// This where the group around it is broken, otherwise nothing.
    pub fn only_broken(self) -> Doc {
        Doc::IfBroken(Box::new(self), Box::new(Doc::nil()))
    }

    /// A group of something between brackets, indented where it is broken.
    pub fn bracketed(open: &str, inside: Doc, close: &str) -> Doc {
        let inside = Doc::concat([Doc::softline(), inside]).nest();
        Doc::concat([Doc::text(open), inside, Doc::softline(), Doc::text(close)]).group()
    }

    /// The first where it fits up to its first line break, otherwise the second.
    pub fn either(first: Doc, second: Doc) -> Doc {
        Doc::Either(Box::new(first), Box::new(second))
    }

    /// The same as a part of the group around it.
    pub fn ungrouped(self) -> Doc {
        if let Doc::Group(inner) = self { *inner } else { self }
    }

    /// Things with a separator between them.
    pub fn join(parts: impl IntoIterator<Item = Doc>, separator: &Doc) -> Doc {
        let mut joined = Vec::new();
        for part in parts {
            if !joined.is_empty() {
                joined.push(separator.clone());
            }
            joined.push(part);
        }
        Doc::Concat(joined)
    }

    fn has_hard_break(&self) -> bool {
        match self {
            Doc::Hard => true,
            Doc::Text(_) | Doc::Line(_) => false,
            Doc::Concat(parts) => parts.iter().any(Doc::has_hard_break),
            Doc::Nest(inner) | Doc::Group(inner) => inner.has_hard_break(),
            Doc::IfBroken(_, flat) => flat.has_hard_break(),
            Doc::Either(first, _) => first.has_hard_break(),
        }
    }
}

/// How a page is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// How many characters a line may have.
    pub width: usize,
    /// By how many spaces each nesting is indented.
    pub indent: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Flat,
    Broken,
}

type Entry<'d> = (usize, Mode, &'d Doc);

impl Page {
    /// The text of a document that begins at a column, inside so many nestings.
    pub fn print(self, doc: &Doc, column: usize, nesting: usize) -> String {
        let mut printer = Printer { page: self, out: String::new(), column };
        printer.print(vec![(nesting, Mode::Broken, doc)]);
        printer.out
    }

    /// Whether a document fits between a column and the end of the line, without any break.
    pub fn fits_flat(self, doc: &Doc, column: usize) -> bool {
        !doc.has_hard_break() && column + flat_width(doc) <= self.width
    }

    /// Whether every line fits where every group is broken.
    pub fn fits_broken(self, doc: &Doc, column: usize, nesting: usize) -> bool {
        let mut printer = Printer { page: Page { width: 0, ..self }, out: String::new(), column };
        printer.print(vec![(nesting, Mode::Broken, doc)]);
        let mut lines = printer.out.split('\n');
        let first = lines.next().map_or(0, |line| line.chars().count());
        column + first <= self.width && lines.all(|line| line.chars().count() <= self.width)
    }
}

/// The width of a document on one line.
pub fn flat_width(doc: &Doc) -> usize {
    match doc {
        Doc::Text(text) => text.chars().count(),
        Doc::Line(flat) => flat.len(),
        Doc::Hard => 0,
        Doc::Concat(parts) => parts.iter().map(flat_width).sum(),
        Doc::Nest(inner) | Doc::Group(inner) => flat_width(inner),
        Doc::IfBroken(_, flat) => flat_width(flat),
        Doc::Either(first, _) => flat_width(first),
    }
}

struct Printer {
    page: Page,
    out: String,
    column: usize,
}

impl Printer {
    fn print(&mut self, mut open: Vec<Entry<'_>>) {
        while let Some((nesting, mode, doc)) = open.pop() {
            match doc {
                Doc::Text(text) => self.put(text),
                Doc::Line(flat) if mode == Mode::Flat => self.put(flat),
                Doc::Line(_) | Doc::Hard => self.break_line(nesting),
                Doc::Concat(parts) => open.extend(parts.iter().rev().map(|part| (nesting, mode, part))),
                Doc::Nest(inner) => open.push((nesting + 1, mode, inner)),
                Doc::Group(inner) => {
                    let flat = mode == Mode::Flat || self.fits(inner, &open);
                    open.push((nesting, if flat { Mode::Flat } else { Mode::Broken }, inner));
                }
                Doc::IfBroken(broken, flat) => {
                    open.push((nesting, mode, if mode == Mode::Broken { broken } else { flat }));
                }
                Doc::Either(first, second) => {
                    let flat = mode == Mode::Flat || self.fits(first, &open);
                    let mode = if flat { Mode::Flat } else { Mode::Broken };
                    let fits = flat || self.begins(first);
                    open.push((nesting, mode, if fits { first } else { second }));
                }
            }
        }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.chars().count();
    }

    fn break_line(&mut self, nesting: usize) {
        let kept = self.out.trim_end_matches(' ').len();
        self.out.truncate(kept);
        self.out.push('\n');
        self.column = nesting * self.page.indent;
        self.out.extend(std::iter::repeat_n(' ', self.column));
    }

    /// Whether something that is broken fits up to its first line break. Groups in it are on one line.
    fn begins(&self, doc: &Doc) -> bool {
        let mut column = self.column;
        let mut open = vec![doc];
        while let Some(doc) = open.pop() {
            match doc {
                Doc::Line(_) | Doc::Hard => return column <= self.page.width,
                Doc::Concat(parts) => open.extend(parts.iter().rev()),
                Doc::Nest(inner) => open.push(inner),
                Doc::IfBroken(broken, _) => open.push(broken),
                Doc::Group(inner) if inner.has_hard_break() => return false,
                Doc::Text(_) | Doc::Group(_) | Doc::Either(..) => column += flat_width(doc),
            }
        }
        column <= self.page.width
    }

    /// Whether a group fits on one line, together with what follows up to the next place for a break.
    fn fits(&self, group: &Doc, rest: &[Entry<'_>]) -> bool {
        if group.has_hard_break() {
            return false;
        }
        let mut column = self.column;
        let mut open: Vec<(Mode, &Doc)> = rest.iter().map(|(_, mode, doc)| (*mode, *doc)).collect();
        open.push((Mode::Flat, group));
        while let Some((mode, doc)) = open.pop() {
            match doc {
                Doc::Text(text) => column += text.chars().count(),
                Doc::Line(flat) if mode == Mode::Flat => column += flat.len(),
                Doc::Line(_) | Doc::Hard => return column <= self.page.width,
                Doc::Concat(parts) => open.extend(parts.iter().rev().map(|part| (mode, part))),
                Doc::Nest(inner) | Doc::Group(inner) => open.push((mode, inner)),
                Doc::IfBroken(broken, flat) => open.push((mode, if mode == Mode::Broken { broken } else { flat })),
                Doc::Either(first, _) => open.push((Mode::Flat, first)),
            }
            if column > self.page.width {
                return false;
            }
        }
        column <= self.page.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Page = Page { width: 20, indent: 4 };

    fn call(name: &str, args: &[&str]) -> Doc {
        let args = Doc::join(args.iter().map(|arg| Doc::text(*arg)), &Doc::concat([Doc::text(","), Doc::line()]));
        Doc::concat([Doc::text(name), Doc::bracketed("(", args, ")")])
    }

    #[test]
    fn what_fits_stays_on_one_line() {
        assert_eq!(PAGE.print(&call("f", &["a", "b"]), 0, 0), "f(a, b)");
    }

    #[test]
    fn what_does_not_fit_is_broken_from_the_outside() {
        let doc = Doc::concat([Doc::text("x = "), call("function", &["argument", "another"])]);
        assert_eq!(PAGE.print(&doc, 0, 0), "x = function(\n    argument,\n    another\n)");
    }

    #[test]
    fn what_follows_a_group_counts() {
        let doc = Doc::concat([call("f", &["aaaa", "bbbb"]), Doc::text(" == cccccccc")]);
        assert_eq!(PAGE.print(&doc, 0, 0), "f(\n    aaaa,\n    bbbb\n) == cccccccc");
    }

    #[test]
    fn a_hard_break_breaks_what_is_around_it() {
        let doc = Doc::bracketed("(", Doc::concat([Doc::text("a"), Doc::Hard, Doc::text("b")]), ")");
        assert_eq!(PAGE.print(&doc, 0, 0), "(\n    a\n    b\n)");
        assert!(!PAGE.fits_flat(&doc, 0));
    }
}
