#!/usr/bin/env bash
# From a spec to a green suite, and to a red one: the URL shortener against the reference server, then against the same
# server with one mistake in it.
set -euo pipefail

specc=$1
folder=$2
spec=fixtures/spec/url_shortener.spec
suite=$folder/shortener
mkdir -p "$folder"

step() { printf '\n== %s\n' "$*"; }

step "A suite for $spec, in $suite"
"$specc" compile --out "$suite" "$spec"

step "The reference server, which does what the spec says"
"$specc" test "$suite" --reference --profile smoke

step "The same server, which counts every visit twice"
mkdir -p "$folder/wrong"
sed 's/click_count = metadata\[code\].click_count + 1/click_count = metadata[code].click_count + 2/' "$spec" \
  >"$folder/wrong/url_shortener.spec"
log=$folder/wrong/server.log
ENABLE_TEST_ADMIN=1 "$specc" serve --port 0 "$folder/wrong/url_shortener.spec" >"$log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true' EXIT
for _ in $(seq 100); do
  grep -q 'http://' "$log" && break
  sleep 0.1
done
code=0
"$specc" test "$suite" --url "$(sed -n 's/.*\(http:\/\/.*\)/\1/p' "$log")" --profile smoke || code=$?
if [ "$code" != 1 ]; then
  echo "the mistake was not noticed" >&2
  exit 1
fi

step "The report"
echo "$suite/results/report.html"
