#!/usr/bin/env bash
# From a spec to a running service and a green suite, and to a red one: a URL shortener, then the same service with one
# mistake in it.
set -euo pipefail

specc=$1
folder=$2
spec=fixtures/spec/url_shortener.spec
project=$folder/shortener
mkdir -p "$folder"

step() { printf '\n== %s\n' "$*"; }

step "A service and its suite for $spec, in $project"
"$specc" compile --out "$project" "$spec"

step "The service as it was written"
"$specc" test "$project" --profile smoke

step "The same service, which counts every visit twice"
wrong=$folder/wrong
rm -rf "$wrong"
cp -r "$project" "$wrong"
sed -i 's/\.click_count + 1)/.click_count + 2)/' "$wrong/app/operations.py"
code=0
"$specc" test "$wrong" --profile smoke || code=$?
if [ "$code" != 1 ]; then
  echo "the mistake was not noticed" >&2
  exit 1
fi

step "The report"
echo "$wrong/results/report.html"
