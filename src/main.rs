//! The `specc` program: hands the command line to the library and turns the outcome into an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    specc::cli::main(std::env::args_os())
}
