//! The bounds that keep hostile input from costing more than a message.

/// The largest file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;

/// How deep brackets, `if`, `let`, quantifiers and operators may nest in one expression or type.
pub const MAX_DEPTH: usize = 256;

/// How many files one spec may import, directly or not.
pub const MAX_IMPORTS: usize = 64;

/// Stack for the threads that parse: the generated parser recurses once per nesting level, [`MAX_DEPTH`] at most.
pub const PARSER_STACK_BYTES: usize = 32 * 1024 * 1024;
