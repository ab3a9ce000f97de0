//! What can be reached, and how: the states that calls lead to, and the ways between them.

pub mod graph;
