"""Whether a service refuses bad requests as the reference server does, and is none the worse for it.

    python tests/service/hostile.py URL REFERENCE_URL --suite DIR

Each bad request is made to both: status, type, title and clause of the problem document agree, the state is as before,
and at the end both still answer. Requests that are too large for the way in are only wanted to be refused. A line is
printed for each operation. Exit codes: 0, all is well; 1, something is not.
"""

from __future__ import annotations

import argparse
import http.client
import json
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import emitted
from agree import ADMIN, PROBLEM, told
from badrequests import Bad, everywhere, of_operation
from emitted import MOMENT, Suite

MAX_SHOWN = 8
# What a server may answer to what is no HTTP, or say nothing.
NO_HTTP = (b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET  / \r\n\r\n")


@dataclass
class Side:
    """One of the two services."""

    url: str
    connection: Any
    state: bytes = b""


class Judge:
    """Makes bad requests to two services and compares what they say."""

    def __init__(self, suite: Suite, urls: tuple[str, str]) -> None:
        self.suite = suite
        self.sides = [Side(url, suite.connection(url)) for url in urls]
        self.findings: list[str] = []
        self.statuses: Counter[int] = Counter()
        self.words: Counter[str] = Counter()

    def enter(self, state: Any, moment: int) -> None:
        """Brings both services into a state, with their clocks stopped."""
        for side in self.sides:
            self._admin(side, "POST", "/reset")
            self._admin(side, "PUT", "/clock", {"now": self.suite.instant(MOMENT)})
            if state is not None:
                self._admin(side, "PUT", "/state", state)
            self._admin(side, "PUT", "/clock", {"now": self.suite.instant(moment)})
            side.state = self._admin(side, "GET", "/state").body

    def _admin(self, side: Side, method: str, path: str, body: Any = None) -> Any:
        return side.connection.send(self.suite.json_request(method, ADMIN + path, body))

    def attempt(self, bad: Bad) -> bool:
        """Makes a bad request to both; whether the state is as before."""
        found = [answered(side, bad) for side in self.sides]
        self.statuses[found[0].status] += 1
        for problem in self._problems(bad, *found):
            self.findings.append(f"{bad.name}: {problem}")
        return self._unchanged(bad, found)

    def _unchanged(self, bad: Bad, found: list[Any]) -> bool:
        same = True
        for side, answer in zip(self.sides, found, strict=True):
            if self._admin(side, "GET", "/state").body != side.state:
                same = False
                if not 200 <= answer.status < 400:
                    self.findings.append(f"{bad.name}: changes the state, and answers {told(answer)}")
        return same

    def _problems(self, bad: Bad, first: Any, second: Any) -> Iterator[str]:
        if bad.loose:
            if not 400 <= first.status < 500:
                yield f"{told(first)}, which is no refusal"
            return
        if first.status != second.status:
            yield f"{told(first)} and {told(second)}"
        elif first.status >= 400:
            yield from self._documents(bad, first, second)

    def _documents(self, bad: Bad, first: Any, second: Any) -> Iterator[str]:
        if bad.method == "HEAD":
            return
        try:
            one, other = first.json(), second.json()
        except ValueError:
            yield f"no problem document: {told(first)} and {told(second)}"
            return
        wrong = [name for name in PROBLEM if one.get(name) != other.get(name)]
        if wrong or one.keys() != other.keys():
            yield f"differs in {wrong or 'its fields'}: {told(first)} and {told(second)}"
        elif one.get("detail") != other.get("detail"):
            self.words[f"{one['detail']!r} and {other['detail']!r}"] += 1
        for name in ("content-type", "allow", "www-authenticate"):
            if first.header(name) != second.header(name):
                yield f"{name} is {first.header(name)!r} and {second.header(name)!r}"


def answered(side: Side, bad: Bad) -> Any:
    """What a service says to a bad request; a connection of its own where the request may break it."""
    if bad.chunks:
        return chunked(side.url, bad)
    return side.connection.send(bad.request)


@dataclass
class Plain:
    """An answer to a request that was not made by the suite's client."""

    status: int
    text: str
    headers: dict[str, str]
    why: str = ""

    def header(self, name: str) -> str | None:
        """The value of a header."""
        return self.headers.get(name)

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.text)


def chunked(url: str, bad: Bad) -> Plain:
    """Sends a body in chunks."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    try:
        headers = {**dict(bad.request.headers), "Transfer-Encoding": "chunked"}
        try:
            connection.request(bad.method, bad.request.target, iter(bad.chunks), headers, encode_chunked=True)
        except (BrokenPipeError, ConnectionResetError):
            # It has refused before everything was sent. What it said is still there to be read.
            pass
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Plain(answer.status, answer.read().decode("utf-8", "replace"), found)
    except (OSError, http.client.HTTPException) as error:
        return Plain(0, "", {}, str(error))
    finally:
        connection.close()


def no_http(url: str) -> Iterator[str]:
    """What is wrong with the answers to what is no HTTP."""
    parts = urlsplit(url)
    for sent in NO_HTTP:
        with socket.create_connection((parts.hostname or "", parts.port or 80), 10) as one:
            one.sendall(sent)
            one.shutdown(socket.SHUT_WR)
            one.settimeout(10)
            try:
                found = one.recv(1000)
            except OSError:
                found = b""
        if found and not found.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")):
            yield f"{sent!r}: {found!r}"


def model(suite: Suite, operation: Any) -> tuple[Any, dict[str, Any], int]:
    """A call that is accepted: its state, its inputs and its moment."""
    witness = next(one for one in suite.corpus.witnesses_of(operation) if one.accepted)
    number = witness.state if witness.populated is None else witness.populated
    state = suite.corpora.state_json(suite.service, suite.corpus.states[number], MOMENT)
    outputs = suite.corpus.states[witness.state].outputs
    moment = MOMENT + witness.wait
    return state, suite.corpora.inputs_json(operation, witness.inputs, moment, outputs), moment


def judge_operation(judge: Judge, operation: Any) -> None:
    """All that can be wrong with the requests of an operation."""
    state, inputs, moment = model(judge.suite, operation)
    judge.enter(state, moment)
    for bad in of_operation(judge.suite, operation, inputs):
        if not judge.attempt(bad):
            judge.enter(state, moment)


def told_about(judge: Judge, name: str) -> bool:
    """A line about an operation, and one for each finding; whether there is none."""
    found, judge.findings = judge.findings, []
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(judge.statuses.items()))
    judge.statuses = Counter()
    print(f"{'FAILS' if found else 'refuses':8} {judge.suite.service.name} {name}: {statuses}", flush=True)
    for one in found[:MAX_SHOWN]:
        print(f"         - {one}", flush=True)
    if len(found) > MAX_SHOWN:
        print(f"         - and {len(found) - MAX_SHOWN} more", flush=True)
    return not found


def main() -> int:
    """Makes all bad requests."""
    options = arguments()
    suite = emitted.load(options.suite)
    judge = Judge(suite, (options.first, options.second))
    good = []
    for operation in suite.service.operations:
        judge_operation(judge, operation)
        good.append(told_about(judge, operation.name))
    judge.enter(None, MOMENT)
    for bad in everywhere(suite):
        if not judge.attempt(bad):
            judge.enter(None, MOMENT)
    judge.findings += no_http(options.first)
    judge.findings += [f"GET /health of {side.url} fails" for side in judge.sides if not is_well(suite, side)]
    good.append(told_about(judge, "everywhere"))
    for words, count in judge.words.most_common(MAX_SHOWN):
        print(f"words    {count} times {words}", flush=True)
    return int(not all(good))


def is_well(suite: Suite, side: Side) -> bool:
    """Whether a service still answers."""
    return bool(suite.connection(side.url).send(suite.json_request("GET", "/health")).status == 200)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether a service refuses bad requests as the reference server does.")
    parser.add_argument("first", help="the URL of the service under test")
    parser.add_argument("second", help="the URL of the reference server")
    parser.add_argument("--suite", type=Path, required=True, help="the folder of the emitted suite")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
