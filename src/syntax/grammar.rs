//! The parser that pest makes from `grammar/spec.pest`.

#![allow(missing_docs, reason = "the derive macro writes items without documentation")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "../grammar/spec.pest"]
pub(super) struct SpecParser;
