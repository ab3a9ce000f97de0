#!/usr/bin/env bash
# Puts the solver into a folder of the project's own: a Z3 of the system links silently and gives wrong answers.
set -euo pipefail
cd "$(dirname "$0")/.."
solver=5.3.2.0
if [ ! -f .z3/z3/lib/libz3.so ] || [ ! -d ".z3/z3_solver-$solver.dist-info" ]; then
  rm -rf .z3
  if command -v uv >/dev/null 2>&1; then
    uv pip install -q --python "$(command -v python3)" --no-deps --only-binary=:all: --target .z3 "z3-solver==$solver"
  else
    python=.venv/bin/python
    [ -x "$python" ] || python=python3
    "$python" -m pip install -q --disable-pip-version-check --no-deps --only-binary=:all: --target .z3 \
      "z3-solver==$solver"
  fi
fi
