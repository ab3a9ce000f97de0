"""Whether two services are the same service: random calls are made to both, and after each of them status, body and
state agree, up to the renaming of values that a service chooses.

    python tests/service/agree.py URL REFERENCE_URL --suite DIR --specc SPECC --spec SPEC [--calls 2000] [--seed 0]

The clocks of both are stopped, and moved together. Inputs come from the strategies of the emitted suite, with a bias to
what the state holds and to what earlier calls have sent and answered; some calls are witnesses of the corpus, some are
malformed or show wrong credentials, and now and then a state of the corpus, a broken one or a single row is loaded. A
line says how many calls were made of each kind and what was renamed. Exit codes: 0, they agree; 1, they do not; 2,
something could not be run.
"""

from __future__ import annotations

import argparse
import copy
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import emitted
from databases import Broken
from emitted import MOMENT, Drawer, Suite, malformations_of, seeds_of
from renaming import Comparison, Difference, Renaming

ADMIN = "/__test_admin__"
MAX_FINDINGS = 5
# How often a state is changed before the walk goes on from it.
MAX_CHANGES = 5
# What a problem document has to have in common. `detail` is for people, and compared where asked for.
PROBLEM = ("type", "title", "status", "clause")
WAITS = (1, 999, 60_000, 15 * 60_000 - 1, 3_600_000, 86_400_000)


class Finding(Exception):
    """The services disagree."""


class Pair:
    """Two services that are asked the same."""

    def __init__(self, suite: Suite, options: argparse.Namespace) -> None:
        self.suite = suite
        self.sides = [suite.connection(url) for url in (options.first, options.second)]
        self.choices, self.collected = bodies_of(options.specc, options.spec)
        self.words: bool = options.words
        self.lenient: bool = options.lenient
        self.renaming = Renaming(self.choices)
        self.learned: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        self.now = MOMENT
        self.state: Any = None

    # --- getting somewhere --------------------------------------------------------------------------------------------

    def begin(self, loaded: Any | None) -> None:
        """Back to the initial state, or into a given one, with the clocks stopped."""
        self.learned.update(self.renaming.learned)
        self.renaming = Renaming(self.choices)
        self.both("POST", "/reset")
        self.stop_clocks(MOMENT)
        if loaded is not None:
            status = self.both("PUT", "/state", loaded)
            if status != 200:
                raise Finding(f"PUT /state of a state of the corpus answers {status}")
        self.settle()

    def stop_clocks(self, moment: int) -> None:
        """Stops both clocks."""
        self.now = moment
        if self.both("PUT", "/clock", {"now": self.suite.instant(moment)}) != 200:
            raise Finding("PUT /clock does not answer 200")

    def both(self, method: str, path: str, body: Any = None, renamed: bool = False) -> int:
        """Asks the admin contract of both the same; the status, which has to agree."""
        bodies = (body, self.renaming.sent(body) if renamed else body)
        found = [
            side.send(self.suite.json_request(method, ADMIN + path, one))
            for side, one in zip(self.sides, bodies, strict=True)
        ]
        self._statuses(found)
        if found[0].status >= 400:
            self._problems(found)
        return int(found[0].status)

    def settle(self) -> None:
        """Looks at both states."""
        found = []
        for side in (0, 1):
            answer = self.sides[side].send(self.suite.json_request("GET", f"{ADMIN}/state"))
            if answer.status != 200:
                raise Finding(f"GET /state of service {side + 1} answers {answer.status} {answer.text[:300]}")
            found.append(answer.json())
        decoded = [self._decoded(side, one) for side, one in enumerate(found)]
        try:
            Comparison(self.suite, self.renaming).states(*decoded)
        except Difference as difference:
            raise Finding(f"the states differ at {difference}") from None
        for side in (0, 1):
            self.renaming.look(side, found[side], anew=True)
        self.state = decoded[0]

    def _decoded(self, side: int, found: Any) -> Any:
        try:
            return self.suite.decode(found)
        except self.suite.types.WireError as error:
            raise Finding(f"GET /state of service {side + 1} is no state: {error}") from None

    # --- calls --------------------------------------------------------------------------------------------------------

    def call(self, operation: Any, requests: tuple[Any, Any]) -> Any:
        """Makes a call to both and compares what comes of it; the answer of the first."""
        found = [side.send(request) for side, request in zip(self.sides, requests, strict=True)]
        self.renaming.operation = operation.name
        self._statuses(found)
        if found[0].status == operation.status:
            self._answers(operation, found)
        else:
            self._problems(found)
        self.settle()
        return found[0]

    def _statuses(self, found: list[Any]) -> None:
        first, second = found
        if self.lenient and 400 <= first.status < 500 and 400 <= second.status < 500:
            return
        if first.status != second.status or first.status == 0:
            raise Finding(f"{told(first)} and {told(second)}")

    def _answers(self, operation: Any, found: list[Any]) -> None:
        comparison = Comparison(self.suite, self.renaming)
        try:
            answers = [self.suite.oracle.answer_of(operation, one) for one in found]
            for one in operation.outputs:
                # How the elements of a collection are ordered is the service's choice.
                is_collected = one.name in self.collected.get(operation.name, ())
                compare = comparison.in_any_order if is_collected else comparison.values
                compare(one.type, getattr(answers[0], one.attr), getattr(answers[1], one.attr), one.name)
            for one in operation.headers:
                comparison.renaming.text(one.name, *(answer.header(one.name) or "" for answer in found))
        except Difference as difference:
            raise Finding(f"the answers differ at {difference}") from None
        except self.suite.types.WireError as error:
            raise Finding(f"an answer is none: {error}; {told(found[0])} and {told(found[1])}") from None
        if not operation.outputs and found[0].body != found[1].body:
            raise Finding(f"{told(found[0])} and {told(found[1])}")
        self._media(found)

    def _problems(self, found: list[Any]) -> None:
        if self.lenient:
            return
        try:
            first, second = (one.json() for one in found)
        except ValueError:
            raise Finding(f"no problem document: {told(found[0])} and {told(found[1])}") from None
        wrong = [name for name in PROBLEM if self.renaming.sent(first.get(name)) != second.get(name)]
        if wrong or first.keys() != second.keys():
            raise Finding(f"problem documents differ in {wrong}: {told(found[0])} and {told(found[1])}")
        if first["detail"] != second["detail"] and self._renamed_words(first["detail"]) != second["detail"]:
            self.said[f"{first['status']}: {first['detail']!r} and {second['detail']!r}"] += 1
            if self.words:
                raise Finding(f"problem documents differ in words: {told(found[0])} and {told(found[1])}")
        challenges = [one.header("www-authenticate") for one in found]
        if challenges[0] != challenges[1]:
            raise Finding(f"the challenges differ: {challenges}")
        self._media(found)

    def _renamed_words(self, detail: str) -> str:
        for old, new in self.renaming.forward.items():
            detail = detail.replace(old, new)
        return detail

    def _media(self, found: list[Any]) -> None:
        first, second = ((one.header("content-type") or "").partition(";")[0] for one in found)
        if first != second:
            raise Finding(f"the media types differ: {first!r} and {second!r}")


def told(response: Any) -> str:
    """An answer for a message."""
    return f"{response.status} {response.text[:400]}" if response.status else str(response.why)


class Walk:
    """Random calls in random states."""

    def __init__(self, suite: Suite, pair: Pair, seed: int) -> None:
        self.suite = suite
        self.pair = pair
        self.random = Random(seed)
        self.drawer = Drawer(suite, seed)
        self.counts: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.findings: list[str] = []
        self.told: list[str] = []
        waits = sorted({one.wait for one in suite.corpus.witnesses.values()} - {0})
        self.waits = [*WAITS, *waits]
        # Every witness, in its small state and among bystanders, in a random order.
        witnesses = suite.corpus.witnesses.values()
        cases = [(one, number) for one in witnesses for number in (one.state, one.populated) if number is not None]
        self.cases = self.random.sample(cases, len(cases))

    def run(self, calls: int) -> None:
        """Makes so many calls."""
        while self.made < calls and len(self.findings) < MAX_FINDINGS:
            self.told = []
            try:
                self._episode()
            except Finding as finding:
                self.findings.append("\n           ".join([str(finding), *self.told[-6:]]))

    @property
    def made(self) -> int:
        """How many calls were made to each of the services."""
        return sum(self.statuses.values())

    def _episode(self) -> None:
        kind = self.random.random()
        self.drawer.forget()
        if self.cases and self.counts["witness"] <= self.made / 2:
            self._witness(*self.cases.pop())
            length = self.random.choice([0, 0, 0, 1, 2])
        else:
            state = None if kind < 0.3 else self._rich_state()
            self.pair.begin(state)
            self.told.append(f"from {'the initial state' if state is None else json.dumps(state, ensure_ascii=False)}")
            length = self.random.randint(4, 30)
        for _ in range(length):
            self._step()

    def _rich_state(self) -> Any:
        """A state of the corpus, one that holds much more often than one that holds little."""
        some = [self._corpus_state(one) for one in self.random.choices(self.suite.corpus.states, k=4)]
        return max(some, key=lambda one: len(json.dumps(one)))

    def _corpus_state(self, state: Any) -> Any:
        return self.suite.corpora.state_json(self.suite.service, state, MOMENT)

    def _witness(self, witness: Any, number: int) -> None:
        """A call that the corpus holds, in one of its states: often just at a limit of the spec."""
        loaded = self._corpus_state(self.suite.corpus.states[number])
        self.pair.begin(loaded)
        self.told.append(f"from {json.dumps(loaded, ensure_ascii=False)}")
        if witness.wait:
            self.pair.stop_clocks(MOMENT + witness.wait)
        operation = self.suite.operation(witness.operation)
        outputs = self.suite.corpus.states[witness.state].outputs
        inputs = self.suite.corpora.inputs_json(operation, witness.inputs, self.pair.now, outputs)
        self._call("witness", operation, self._requests(operation, inputs))

    def _step(self) -> None:
        kind = self.random.random()
        if kind < 0.12:
            wait = self.random.choice(self.waits)
            self.pair.stop_clocks(min(self.pair.now + wait, MOMENT + 10**11))
            self.told.append(f"clock {self.pair.now}")
        elif kind < 0.15:
            self._changed_load()
        elif kind < 0.18:
            self._seed()
        operation, inputs = self.drawer.call(self.pair.state, self.pair.now)
        if kind > 0.92:
            self._malformed(operation, inputs)
        elif kind > 0.88 and operation.auth:
            self._stranger(operation, inputs)
        else:
            outputs = self._call("drawn", operation, self._requests(operation, inputs))
            self.drawer.remember(operation, inputs, outputs)

    def _requests(self, operation: Any, inputs: dict[str, Any]) -> tuple[Any, Any]:
        for side, one in enumerate((inputs, self.pair.renaming.sent(inputs))):
            self.pair.renaming.look(side, one, anew=False)
        return (
            self.suite.request(operation, inputs),
            self.suite.request(operation, self.pair.renaming.sent(inputs)),
        )

    def _malformed(self, operation: Any, inputs: dict[str, Any]) -> None:
        names = [*(one.name for one in operation.inputs), None]
        ways = [way for name in names for way in malformations_of(self.suite, operation, name)]
        if ways:
            way = self.random.choice(ways)
            shown = self.suite.sending.credentials(operation, self.suite.sending.Credentials.VALID)
            request = self.suite.malformed.request(operation, way, inputs, shown)
            self._call("malformed", operation, (request, request))

    def _stranger(self, operation: Any, inputs: dict[str, Any]) -> None:
        sending = self.suite.sending
        which = self.random.choice([sending.Credentials.MISSING, sending.Credentials.WRONG])
        request = sending.request_of(operation, inputs, sending.credentials(operation, which))
        self._call("stranger", operation, (request, request))

    def _call(self, kind: str, operation: Any, requests: tuple[Any, Any]) -> Any:
        """Makes a call; what the first service answered, where it succeeded."""
        first = requests[0]
        body = "" if first.body is None else first.body.decode("utf-8", "replace")
        self.told.append(f"{operation.name}: {first.method} {first.target} {body[:500]}")
        answer = self.pair.call(operation, requests)
        self.counts[kind] += 1
        self.statuses[answer.status] += 1
        if answer.status != operation.status:
            return {}
        self.drawer.successes[operation.name] += 1
        return self.suite.outputs(operation, answer)

    def _changed_load(self) -> None:
        """A state with something changed, which may be none: both say the same about it. Where they take it, more is
        changed, so that states come up in which nothing is as it usually is."""
        state = self._rich_state()
        for _ in range(MAX_CHANGES):
            changed = spoilt(self.random, state)
            self.told.append(f"PUT /state {json.dumps(changed, ensure_ascii=False)}")
            status = self.pair.both("PUT", "/state", changed)
            self.counts[f"load {status}"] += 1
            if status == 200:
                state = changed
                self.pair.renaming = Renaming(self.pair.choices)
            self.pair.settle()

    def _seed(self) -> None:
        """One row: of a state of the corpus, as it is or spoilt."""
        seeds = seeds_of(self.suite)
        if not seeds:
            return
        entity = self.random.choice(seeds)
        rows = list(rows_of(self.suite, entity, self._corpus_state(self.random.choice(self.suite.corpus.states))))
        if rows:
            row = self.random.choice(rows)
            row = spoilt(self.random, row) if self.random.random() < 0.3 else row
            self.told.append(f"seed {entity} {json.dumps(row, ensure_ascii=False)}")
            status = self.pair.both("POST", f"/seed/{snake(entity)}", row)
            self.counts[f"seed {status}"] += 1
            self.pair.settle()


def rows_of(suite: Suite, entity: str, state: Any) -> Any:
    """The rows of an entity in a state."""
    for one in suite.service.state:
        value = getattr(one.type, "value", None)
        found = state[one.name]
        if value is not None and value.name == entity and isinstance(found, dict):
            yield from found.values()


def spoilt(random: Random, found: Any) -> Any:
    """Some JSON with one thing changed, somewhere."""
    spots = list(places(found, ()))
    path = random.choice(spots)
    if not path:
        return random.choice([[], None, {}, "text", {**found, "no_such_field": 1}])
    whole = copy.deepcopy(found)
    holder = whole
    for step in path[:-1]:
        holder = holder[step]
    old = holder[path[-1]]
    if random.random() < 0.3:
        del holder[path[-1]]
    else:
        holder[path[-1]] = random.choice(others(old))
    return whole


def places(found: Any, path: tuple[Any, ...]) -> Any:
    """The paths of everything in some JSON."""
    yield path
    parts = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for name, one in parts:
        yield from places(one, (*path, name))


def others(old: Any) -> list[Any]:
    """Values to put in the place of another one."""
    if isinstance(old, bool):
        return [not old, 1, None]
    if isinstance(old, int):
        return [old + 1, old - 1, -old, 0, str(old), None, 2**63, old + 0.5, True]
    if isinstance(old, str):
        return [f"{old}x", old[:-1], "", old.upper(), 7, None, [old]]
    if isinstance(old, list):
        return [[], old + old[:1], old[1:], {}, None]
    return [None, {}, [], 0, "", {"no_such_field": 1}]


def snake(name: str) -> str:
    """A name in snake case."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


Places = dict[str, frozenset[str]]
"""Names of places, by operation."""


def bodies_of(specc: Path, spec: Path) -> tuple[Places, Places]:
    """The places that each operation of a spec chooses, and the outputs that it collects."""
    command = [str(specc), "inspect", "--stage", "bodies", str(spec)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Broken(done.stderr)
    chosen: dict[str, set[str]] = {}
    collected: dict[str, set[str]] = {}
    operation = ""
    for line in done.stdout.splitlines():
        if line.startswith("operation "):
            operation = line.split()[1]
        elif match := re.match(r" +\d+\. (?:choice|completion) +(\S.*?) := a value that fits", line):
            chosen.setdefault(operation, set()).add(re.sub(r".*\.|'.*", "", match[1]))
        elif match := re.match(r" +\d+\. collection +(\w+) := ", line):
            collected.setdefault(operation, set()).add(match[1])
    first, second = ({name: frozenset(places) for name, places in one.items()} for one in (chosen, collected))
    return first, second


def main() -> int:
    """Compares two services."""
    options = arguments()
    suite = emitted.load(options.suite)
    pair = Pair(suite, options)
    walk = Walk(suite, pair, options.seed)
    try:
        walk.run(options.calls)
    except suite.client.Unreachable as gone:
        walk.findings.append(f"a service is gone: {gone}")
    pair.learned.update(pair.renaming.learned)
    for finding in walk.findings:
        print(f"DIFFERS    {finding}", flush=True)
    for words, count in pair.said.most_common(10):
        print(f"words      {count} times {words}", flush=True)
    counts = ", ".join(f"{name} {count}" for name, count in sorted(walk.counts.items()))
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(walk.statuses.items()))
    renamed = ", ".join(f"{name} {count}" for name, count in sorted(pair.learned.items())) or "nothing"
    verdict = "differs" if walk.findings else "agrees"
    print(f"{verdict:10} {options.spec.stem}: {walk.made} calls ({counts}; {statuses}); renamed {renamed}", flush=True)
    return int(bool(walk.findings))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether two services are the same service.")
    parser.add_argument("first", help="the URL of the service under test")
    parser.add_argument("second", help="the URL of the reference server")
    parser.add_argument("--suite", type=Path, required=True, help="the folder of the emitted suite")
    parser.add_argument("--specc", type=Path, required=True, help="the compiler")
    parser.add_argument("--spec", type=Path, required=True, help="the spec")
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--words", action="store_true", help="the details of problems have to agree too")
    parser.add_argument("--lenient", action="store_true", help="a refusal may be any 4xx, and say anything")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
