//! Colours, or none.

/// Colours text where that is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    coloured: bool,
}

impl Paint {
    /// With colours.
    pub(super) const COLOURED: Paint = Paint { coloured: true };
    /// Without.
    pub(super) const PLAIN: Paint = Paint { coloured: false };

    fn with(self, code: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// What a part is about.
    pub(super) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What is there for those who look for it.
    pub(super) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// What is broken.
    pub(super) fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// What is worth a look.
    pub(super) fn warn(self, text: &str) -> String {
        self.with("33", text)
    }

    /// What is as it should be.
    pub(super) fn good(self, text: &str) -> String {
        self.with("32", text)
    }
}
