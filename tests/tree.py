"""Judges the crates that specc is made of: their licences, crates that are there in several versions, and crates that may
not be there. It asks nobody but cargo.

    python tests/tree.py
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from typing import Any

# What may be shipped in a program under MIT or Apache 2.0.
ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "MPL-2.0+",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
}
# Why a crate may not be there.
BANNED = {
    "atty": "it is kept by nobody; the standard library knows terminals",
    "chrono": "times are jiff's",
    "failure": "it is kept by nobody; errors are thiserror's",
    "lazy_static": "the standard library has LazyLock",
    "native-tls": "specc speaks to nobody by TLS",
    "openssl": "specc speaks to nobody by TLS",
    "openssl-sys": "specc speaks to nobody by TLS",
    "paste": "it is kept by nobody",
    "serde_yaml": "it is kept by nobody; YAML is serde_norway's",
    "time": "times are jiff's",
    "users": "it is kept by nobody",
    "yaml-rust": "it is kept by nobody",
}
# Crates that are there in several versions for now, since crates of others ask for them.
DOUBLED = {"bitflags", "embedded-io", "foldhash", "hashbrown", "rand_core", "syn", "unicode-width"}


def main() -> int:
    """Says what is wrong; 0 where nothing is."""
    metadata = _metadata()
    shipped = _shipped(metadata)
    problems = [*_licences(shipped), *_banned(shipped), *_doubled(shipped)]
    for problem in problems:
        print(problem)
    print(f"{len(shipped)} crates, {len(problems)} problems")
    return 1 if problems else 0


def _metadata() -> dict[str, Any]:
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", "x86_64-unknown-linux-gnu"]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def _shipped(metadata: dict[str, Any]) -> list[dict[str, Any]]:
    """What is built into the program, or builds it: all but what only tests need."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    wanted, waiting = set(), [metadata["resolve"]["root"]]
    while waiting:
        at = waiting.pop()
        if at in wanted:
            continue
        wanted.add(at)
        for needed in nodes[at]["deps"]:
            if any(kind["kind"] != "dev" for kind in needed["dep_kinds"]):
                waiting.append(needed["pkg"])
    return sorted((packages[at] for at in wanted), key=lambda package: (package["name"], package["version"]))


def _licences(packages: list[dict[str, Any]]) -> list[str]:
    return [
        f"{package['name']} {package['version']}: the licence {package['license']!r} is not one of those allowed"
        for package in packages
        if not _is_allowed(package["license"] or "")
    ]


def _is_allowed(expression: str) -> bool:
    """Whether a licence expression can be met; `/` is the old way to write OR."""
    words = re.sub(r"([()])", r" \1 ", expression.replace("/", " OR ")).split()
    place = 0

    def either() -> bool:
        nonlocal place
        found = both()
        while place < len(words) and words[place] == "OR":
            place += 1
            found = both() or found
        return found

    def both() -> bool:
        nonlocal place
        found = one()
        while place < len(words) and words[place] == "AND":
            place += 1
            found = one() and found
        return found

    def one() -> bool:
        nonlocal place
        if place >= len(words):
            return False
        word = words[place]
        place += 1
        if word == "(":
            found = either()
            place += 1
            return found
        if words[place : place + 1] == ["WITH"]:
            word = " ".join([word, *words[place : place + 2]])
            place += 2
        return word in ALLOWED

    return bool(words) and either() and place == len(words)


def _banned(packages: list[dict[str, Any]]) -> list[str]:
    found = (package["name"] for package in packages if package["name"] in BANNED)
    return [f"{name} may not be there: {BANNED[name]}" for name in found]


def _doubled(packages: list[dict[str, Any]]) -> list[str]:
    versions: dict[str, list[str]] = defaultdict(list)
    for package in packages:
        versions[package["name"]].append(package["version"])
    several = {name: found for name, found in versions.items() if len(found) > 1}
    told = [f"{name} is there as {' and '.join(found)}" for name, found in several.items() if name not in DOUBLED]
    return told + [f"{name} is there once: take it off the list" for name in sorted(DOUBLED - several.keys())]


if __name__ == "__main__":
    sys.exit(main())
