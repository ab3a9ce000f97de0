#!/usr/bin/env bash
# Rewrites what explorations found in docs/explore.md and docs/corpus.md: the table of the fixtures, and the examples of
# the specs that the pages show.
set -euo pipefail

specc=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The spec block of a page.
spec_of() { awk '/^```spec$/ {on = 1; next} /^```$/ {on = 0} on' "$1"; }

# Puts a file between a marker of a page and the next end.
put() {
  awk -v marker="<!-- $2:" -v file="$3" '
    index($0, marker) == 1 {print; while ((getline line < file) > 0) print line; skip = 1; next}
    $0 == "<!-- end -->" {skip = 0}
    !skip' "$1" >"$folder/page"
  cat "$folder/page" >"$1"
}

# A block of a page, with what a command prints. Exit code 1 is a violation, which an example may show.
block() {
  local kind=$1 code=0
  shift
  echo "\`\`\`$kind"
  (cd "$folder" && "$@") || code=$?
  [ "$code" -le 1 ] || return "$code"
  echo '```'
}

specc=$(realpath "$specc")
spec_of docs/explore.md >"$folder/garage.spec"
spec_of docs/corpus.md >"$folder/notes.spec"
block text "$specc" explore garage.spec >"$folder/page.md"
block json "$specc" explore --quiet --corpus - notes.spec >"$folder/corpus.md"
"$specc" explore --table "$@" >"$folder/table.md"
put docs/explore.md example "$folder/page.md"
put docs/corpus.md example "$folder/corpus.md"
put docs/explore.md table "$folder/table.md"
