"""Whether a service that asks its database for some rows only finds every row that the spec speaks of.

    python tests/service/filters.py KIND --specc SPECC [--served SPEC] [--projects DIR]

The service of `filters.spec` and the reference server get the same state, with values that databases are known to treat
alike where the spec does not: texts that differ in case, accents or spaces at the end, `none`, the first and the last
instants and numbers. Then every operation is called with all combinations of such values, and both have to answer the
same. With `--served` another spec is served instead of the right one. A line is printed for each operation. Exit codes:
0, all is well; 1, something is not; 2, something could not be run.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from databases import Broken
from running import Workshop, database_of, language_of, run

SPEC = Path(__file__).absolute().parent / "filters.spec"
MAX_SHOWN = 4

TEXTS = ("a", "A", "a ", " a", "á", "a\u0301", "", "ß", "ss", "%", "a_", "🦊", "a\n", "'")
KINDS = ("RED", "GREEN", "BLUE")
NUMBERS = (0, 1, -1, 2, 2**63 - 1, -(2**63), 2**53 + 1)
FLOATS = (0.0, 0.1, -1.5, 1e300)
TOKENS = ("00000000-0000-0000-0000-000000000000", "a1b2c3d4-0000-4000-8000-00000000000f")
INSTANTS = (
    "1970-01-01T00:00:00.000Z",
    "2024-05-01T12:00:00.123Z",
    "2024-05-01T12:00:00.124Z",
    "0001-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
)
BOOLS = (True, False)
# What each type of an input is tried with.
VALUES: dict[str, tuple[Any, ...]] = {
    # The last one is nobody's.
    "String": (*TEXTS, "b"),
    "Kind": KINDS,
    "Int": NUMBERS,
    "Float": FLOATS,
    "UUID": TOKENS,
    "DateTime": INSTANTS,
    "Duration": NUMBERS,
    "Bool": BOOLS,
    "Set[Kind]": ((), ("RED",), ("RED", "BLUE"), KINDS),
}
ROWS = 3 * len(TEXTS)


def thing(number: int) -> dict[str, Any]:
    """An entry."""
    return {
        "id": number,
        "name": TEXTS[number % len(TEXTS)],
        "nick": (None, *TEXTS)[number * 4 % (len(TEXTS) + 1)],
        "kind": KINDS[number % 3],
        "second": (None, *KINDS)[number // 2 % 4],
        "number": NUMBERS[number % len(NUMBERS)],
        "spare": (None, *NUMBERS)[number * 3 % (len(NUMBERS) + 1)],
        "weight": FLOATS[number % len(FLOATS)],
        "token": TOKENS[number // 3 % 2],
        "seen": INSTANTS[number % len(INSTANTS)],
        "gone": (None, *INSTANTS)[number % (len(INSTANTS) + 1)],
        "span": NUMBERS[number // 2 % len(NUMBERS)],
        # The greatest numbers are never live, so that only a sum over all entries leaves the range.
        "live": number % 4 == 1 and number % len(NUMBERS) != 4,
        "sure": (None, *BOOLS)[number // 4 % 3],
        "tags": [TEXTS[number % 5], TEXTS[5 + number % 3]],
    }


def state() -> dict[str, Any]:
    """The state that both begin with."""
    titles = {text: TEXTS[-1 - at] for at, text in enumerate(TEXTS)}
    return {"things": {str(number): thing(number) for number in range(ROWS)}, "titles": titles}


@dataclass(frozen=True)
class Operation:
    """An operation of the spec: its name, its path, and the types of its inputs."""

    name: str
    path: str
    inputs: dict[str, str]

    def queries(self) -> Iterator[str]:
        """Queries with all combinations of values."""
        for values in itertools.product(*map(tried_with, self.inputs.values())):
            given = {name: told(value) for name, value in zip(self.inputs, values, strict=True) if value is not None}
            yield f"{self.path}?{urlencode(given, doseq=True)}"


def tried_with(declared: str) -> tuple[Any, ...]:
    """What an input of a type is tried with."""
    option = re.fullmatch(r"Option\[(.*)\]", declared)
    return (None, *VALUES[option[1]]) if option else VALUES[declared]


def told(value: Any) -> Any:
    """A value as it stands in a query."""
    return json.dumps(value) if isinstance(value, bool | int | float) else value


def operations(specc: Path) -> list[Operation]:
    """The operations of the spec."""
    paths = dict(re.findall(r"^(\w+) +\w+ +GET +(/\S+)", routes(specc), re.MULTILINE))
    text = SPEC.read_text(encoding="utf-8")
    found = re.findall(r"operation (\w+) \{\n(?:    input: (.*)\n)?", text)
    split = [(name, re.findall(r"(\w+): ([\w\[\]]+)", inputs)) for name, inputs in found]
    return [Operation(name, paths[name], dict(inputs)) for name, inputs in split]


def routes(specc: Path) -> str:
    """What the compiler says about the routes."""
    return run([str(specc), "inspect", "--stage", "routes", str(SPEC)], SPEC.parent)


class Side:
    """One of the two services."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        status, found = self.send("PUT", "/__test_admin__/state", state())
        if status != 200:
            raise Broken(f"{url} does not take the state: {status} {found}")

    def send(self, method: str, target: str, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        headers = {} if body is None else {"Content-Type": "application/json"}
        self.connection.request(method, target, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        found = json.loads(answer.read() or b"null")
        return answer.status, found


def shape(found: Any) -> Any:
    """An answer in a form in which the order of sets says nothing; of a problem only the clause counts."""
    if isinstance(found, dict):
        clause = {"clause": found.get("clause")}
        return clause if "detail" in found else {name: shape(value) for name, value in sorted(found.items())}
    return sorted(json.dumps(shape(one), sort_keys=True) for one in found) if isinstance(found, list) else found


def judged(operation: Operation, first: Side, second: Side) -> bool:
    """A line about an operation; whether both answer all queries alike."""
    found, statuses, sizes = [], set(), set()
    for query in operation.queries():
        one, other = first.send("GET", query), second.send("GET", query)
        statuses.add(other[0])
        sizes.add(len(other[1]) if isinstance(other[1], list) else str(other[1]))
        if (one[0], shape(one[1])) != (other[0], shape(other[1])):
            found.append(f"{query}: {str(one)[:300]} and {str(other)[:300]}")
    told_apart = f"statuses {sorted(statuses)}, {len(sizes)} kinds of answers"
    print(f"{'DIFFERS' if found else 'agrees':8} {operation.name}: {told_apart}", flush=True)
    for one_of_them in found[:MAX_SHOWN]:
        print(f"         - {one_of_them}", flush=True)
    return not found


def compiled(shop: Workshop, kind: str, spec: Path) -> None:
    """Writes the service alone: what its suite would try is tried here."""
    folder = shop.projects / kind / spec.stem
    if kind != "reference" and language_of(kind).in_process and not folder.exists():
        target = ["--no-tests", "--target", f"{language_of(kind).target}-{database_of(kind)}", "--out", str(folder)]
        run([str(shop.specc), "compile", "-q", "--ignore-verify", *target, str(spec)], SPEC.parent)


def main() -> int:
    """Asks both."""
    options = arguments()
    with Workshop.open(options, [options.kind]) as shop:
        compiled(shop, options.kind, options.served)
        served = shop.service(options.kind, str(options.served))
        with served as service, shop.service("reference", str(SPEC)) as reference:
            first, second = Side(service.url), Side(reference.url)
            return int(not all([judged(operation, first, second) for operation in operations(shop.specc)]))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether a service finds every row that the spec speaks of.")
    parser.add_argument("kind", help="sqlite, postgres, mysql, or reference")
    parser.add_argument("--served", type=Path, default=SPEC, help="a spec with the same operations")
    Workshop.options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
