#!/usr/bin/env bash
# Builds a program to be handed out, in target/ship/dist, with the solver beside it. It carries no path of this machine, which is looked
# at in the end.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
home=${CARGO_HOME:-$HOME/.cargo}
dist=target/ship/dist
flags=(--remap-path-prefix="$here=specc" --remap-path-prefix="$home=cargo" -C strip=symbols)
toolchain=$(rustc --print sysroot)
flags+=(--remap-path-prefix="$toolchain=rust")
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; echo "${flags[*]}") SPECC_SHIP=1 CFLAGS="-ffile-prefix-map=$here=specc" \
  cargo build --locked --profile "${PROFILE:-release}" --bin specc --target-dir target/ship
folder=${PROFILE:-release}
[ "$folder" != dev ] || folder=debug
rm -rf $dist
mkdir -p $dist
cp "target/ship/$folder/specc" .z3/z3/lib/libz3.so.5.3 $dist/
for path in "$here" "$home" "$toolchain" "$HOME/"; do
  if grep --quiet --text --fixed-strings -- "$path" $dist/specc; then
    echo "ship: the program carries $path" >&2
    exit 1
  fi
done
# The library is found from elsewhere, whatever lies there and whatever the environment says.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo nonsense > "$scratch/libz3.so.5.3"
(cd "$scratch" && LD_LIBRARY_PATH=: "$here/$dist/specc" --version)
