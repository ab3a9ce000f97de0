#!/usr/bin/env bash
# The speed of emitted Python suites: tests/bench/suite.sh SPECC PYTHON SPEC...
set -euo pipefail
specc=$(realpath "$1") python=$(realpath -s "$2") here=$(realpath "$(dirname "$0")")
shift 2
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$folder"' EXIT
for spec in "$@"; do
  name=$(basename "$spec" .spec)
  "$specc" compile -q --tests-only --out "$folder/$name" "$spec"
  ENABLE_TEST_ADMIN=1 "$specc" serve --port 0 "$spec" > "$folder/$name.log" &
  server=$!
  until grep -q http:// "$folder/$name.log"; do sleep 0.1; done
  url=$(grep -o 'http://[^ ]*' "$folder/$name.log")
  (cd "$folder/$name" && SPEC_TEST_BASE_URL=$url "$python" "$here/suite.py" tests/test_{behavioral,stateful}_*.py) \
    | sed -n "\$s/^/$name: /p"
  kill "$server"
  server=
done
