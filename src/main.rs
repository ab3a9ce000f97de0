//! The `specc` program: hands the command line to the library and turns the outcome into an exit code.

use std::process::ExitCode;

/// Exploring makes and drops small values all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    specc::cli::main(std::env::args_os())
}
