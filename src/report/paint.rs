//! Colours, or none.

/// Colours text where that is wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    coloured: bool,
}

impl Paint {
    /// With colours.
    pub(crate) const COLOURED: Paint = Paint { coloured: true };
    /// Without.
    pub(crate) const PLAIN: Paint = Paint { coloured: false };

    fn with(self, code: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// What a part is about.
    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What is there for those who look for it.
    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// What is broken.
    pub(crate) fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// What is worth a look.
    pub(crate) fn warn(self, text: &str) -> String {
        self.with("33", text)
    }

    /// What is as it should be.
    pub(crate) fn good(self, text: &str) -> String {
        self.with("32", text)
    }
}
