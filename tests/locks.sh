#!/usr/bin/env bash
# Writes the locks of emitted projects, in templates/<language>/: every package, by version and by the hashes of its files for
# all platforms, as the lists of direct packages ask for them now. With `--upgrade` the newest versions of what comes with
# them are taken, otherwise those of the last lock stay as far as they fit.
#
# All lists of Python are solved together first, so that no two locks disagree. No address of a registry is written.
set -euo pipefail
cd "$(dirname "$0")/.."
specc=${1:?which specc}
upgrade=${2:-}
locks=templates/python/locks
suite=templates/python/suite/tests/requirements.lock
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

uv=$(command -v uv || true)
if [ -z "$uv" ]; then
  python3 -m venv "$work/uv"
  "$work/uv/bin/pip" install --quiet --disable-pip-version-check uv
  uv=$work/uv/bin/uv
fi

for database in sqlite postgres mysql; do
  "$specc" compile --quiet --no-tests --ignore-verify --target "python-fastapi-$database" \
    --out "$work/$database" fixtures/spec/safe_counter.spec 2>/dev/null
  grep -v '^#' "$work/$database/requirements.txt" > "$work/$database.in"
done
python3 -c 'import sys, tomllib; print(*tomllib.load(open(sys.argv[1], "rb"))["project"]["optional-dependencies"]["dev"], sep="\n")' \
  "$work/sqlite/pyproject.toml" > "$work/dev.in"
grep -v '^#' templates/python/suite/tests/requirements.txt > "$work/suite.in"

solve() {
  "$uv" pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-header --no-annotate "$@"
}

cat "$work"/*.in | sort --unique > "$work/all.in"
if [ "$upgrade" != --upgrade ] && [ -s $suite ]; then
  sed -nE 's/^([A-Za-z0-9._-]+==[^ ]+).*/\1/p' $locks/*.txt $suite | sort --unique > "$work/last.txt"
  solve --constraint "$work/last.txt" "$work/all.in" -o "$work/all.txt" 2>/dev/null || solve "$work/all.in" -o "$work/all.txt"
else
  solve "$work/all.in" -o "$work/all.txt"
fi
mkdir -p $locks
for list in sqlite postgres mysql suite dev; do
  {
    echo "# Every package, by version and by the hashes of its files. \`pip install --require-hashes -r\` takes nothing else."
    solve --generate-hashes --constraint "$work/all.txt" "$work/$list.in"
  } > "$work/$list.txt"
done
cp "$work/suite.txt" $suite
for list in sqlite postgres mysql dev; do
  cp "$work/$list.txt" $locks/
done
wc -l $locks/*.txt $suite

# TypeScript: a project has one manifest, and a suite alone has one of its own.
typescript=templates/typescript
slug=safe-counter
solve_npm() {
  (cd "$1" && npm install --silent --package-lock-only --ignore-scripts --no-audit --no-fund --omit-lockfile-registry-resolved)
}
for database in sqlite postgres mysql; do
  project=$work/ts-$database
  "$specc" compile --quiet --no-tests --ignore-verify --target "ts-express-$database" --out "$project" \
    fixtures/spec/safe_counter.spec 2>/dev/null
  if [ "$upgrade" = --upgrade ]; then rm -f "$project/package-lock.json"; fi
  solve_npm "$project"
  sed "s/\"name\": \"$slug\"/\"name\": \"{{ facts.slug }}\"/" "$project/package-lock.json" > $typescript/locks/$database.json
done
if [ "$upgrade" = --upgrade ]; then rm -f $typescript/suite/package-lock.json; fi
solve_npm $typescript/suite
wc -l $typescript/locks/*.json $typescript/suite/package-lock.json
