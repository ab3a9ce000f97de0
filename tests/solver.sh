#!/usr/bin/env bash
# Puts the solver into a folder of the project's own: a Z3 of the system links silently and gives wrong answers.
set -euo pipefail
solver=5.3.2.0
if [ ! -f .z3/z3/lib/libz3.so ] || [ ! -d ".z3/z3_solver-$solver.dist-info" ]; then
  rm -rf .z3
  .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --only-binary=:all: --target .z3 \
    "z3-solver==$solver"
fi
