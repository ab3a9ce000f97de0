#!/usr/bin/env bash
# Serves a counter on a free port, calls it until it refuses, and stops it.
set -euo pipefail

specc=$1
spec=$2
out=$(mktemp)
"$specc" serve --port 0 "$spec" >"$out" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -f "$out"' EXIT

for _ in $(seq 50); do
  grep -q 'http://' "$out" && break
  sleep 0.1
done
cat "$out"
address=$(sed -n 's/.*http:\/\///p' "$out")
host=${address%:*}
port=${address##*:}

# One request over bash's own sockets, so that no other program is needed.
call() {
  exec 3<>"/dev/tcp/$host/$port"
  printf '%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$1" "$2" "$address" >&3
  printf '%-4s %-11s ' "$1" "$2"
  tr -d '\r' <&3 | sed -n -e '1s/^HTTP\/1.1 //p' -e '$p' | paste -sd ' '
  exec 3<&-
}

call POST /increment
call POST /increment
call GET /count
call POST /decrement
call POST /decrement
call POST /decrement
call GET /nowhere
