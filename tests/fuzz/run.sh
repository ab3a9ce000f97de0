#!/usr/bin/env bash
# Runs the fuzz target for so many seconds, starting from the fixtures. Needs no nightly toolchain.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}

command -v cargo-fuzz >/dev/null || cargo install --locked cargo-fuzz

corpus=tests/fuzz/corpus/front_end
mkdir -p "$corpus"
cp fixtures/spec/*.spec fixtures/bad/*.spec "$corpus/"

# Where the solver's library is, which the build of specc writes into its own programs only.
export LD_LIBRARY_PATH=$PWD/.z3/z3/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# Without a sanitizer the target builds on a stable toolchain; specc itself forbids unsafe code.
RUSTC_BOOTSTRAP=1 cargo fuzz run --fuzz-dir tests/fuzz --sanitizer none front_end "$corpus" -- \
  -max_total_time="$seconds" -max_len=20000 -timeout=10
