#!/usr/bin/env bash
# Installs what building specc needs and the machine lacks, or says what is missing.
set -euo pipefail

have() { command -v "$1" >/dev/null 2>&1; }

missing() {
  echo "specc needs $1. $2" >&2
  exit 2
}

# Rust's compiler links with the C compiler.
if ! have cc; then
  if have apt-get && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && apt-get install -y -qq gcc libc6-dev
  else
    missing "a C compiler to link with" "Install it with: sudo apt-get install gcc libc6-dev"
  fi
fi

# Reports are looked at in a real browser.
if ! have chromium && ! have chromium-browser && ! have google-chrome; then
  if have apt-get && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium
  else
    missing "Chromium to look at reports with" "Install it with: sudo apt-get install chromium"
  fi
fi

# Services are tried on real databases. The tests start servers of their own, so Debian's is neither made nor started.
have_postgres() { [ -x /usr/lib/postgresql/15/bin/postgres ] || have postgres; }
have_mariadb() { have mariadbd || [ -x /usr/sbin/mariadbd ]; }
if ! have_postgres || ! have_mariadb || ! have mariadb; then
  if have apt-get && [ "$(id -u)" = 0 ]; then
    mkdir -p /etc/postgresql-common/createcluster.d
    echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.d/specc.conf
    policy=/usr/sbin/policy-rc.d
    if [ ! -e $policy ]; then
      trap 'rm -f $policy' EXIT
      printf '#!/bin/sh\nexit 101\n' > $policy
      chmod +x $policy
    fi
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends postgresql mariadb-server-core mariadb-client-core
  else
    missing "PostgreSQL and MariaDB to try services on" \
      "Install them with: sudo apt-get install --no-install-recommends postgresql mariadb-server-core mariadb-client-core"
  fi
fi

have cargo || missing "Rust (cargo)" "See https://rustup.rs"

# A toolchain without these two can build specc but not test it.
for tool in fmt clippy; do
  if ! cargo "$tool" --version >/dev/null 2>&1; then
    have rustup || missing "cargo $tool" "Install the Rust components rustfmt and clippy"
    rustup component add rustfmt clippy
  fi
done

# Independent judges of what specc writes, in a folder of the project's own.
have python3 || missing "Python 3" "Install it with: sudo apt-get install python3 python3-venv"
stamp=.venv/requirements.txt
if ! cmp -s tests/requirements.txt "$stamp"; then
  if have uv; then
    uv venv -q --allow-existing .venv
    uv pip install -q --python .venv/bin/python -r tests/requirements.txt
  else
    python3 -m venv .venv || missing "Python's venv" "Install it with: sudo apt-get install python3-venv"
    .venv/bin/python -m pip install -q --disable-pip-version-check -r tests/requirements.txt
  fi
  cp tests/requirements.txt "$stamp"
fi

# What emitted TypeScript is run and looked at with, Node itself included: that of a machine may be too old.
have npm || missing "npm" "Install it with: sudo apt-get install npm"
stamp=target/node/installed.json
if ! cmp -s tests/typescript/package-lock.json "$stamp"; then
  mkdir -p target/node
  cp tests/typescript/package.json tests/typescript/package-lock.json target/node/
  # Not `npm ci`: it refuses a lock without the builds for other platforms, which not every registry has.
  npm install --prefix target/node --ignore-scripts --no-audit --no-fund --silent
  cp tests/typescript/package-lock.json "$stamp"
fi

# The solver that specc is linked with.
bash tests/solver.sh
