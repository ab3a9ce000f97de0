"""Whether secrets stay where they belong: a mark in every credential and every sensitive input is looked for in the
logs and the answers of a service, and in what a failing suite prints and reports.

    python tests/service/canaries.py KIND FIXTURE --specc SPECC [--python PYTHON]

A line is printed for each place that was searched. Exit codes: 0, no mark was found; 1, one was; 2, something could not
be run.
"""

from __future__ import annotations

import argparse
import base64
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import emitted
from databases import Broken
from emitted import CREDENTIALS, MOMENT, Suite
from hostile import model
from running import Workshop

MARK = "CANARYcanary0123456789"
ADMIN_TOKEN = f"{MARK}-admin-token"
SECRET = re.compile(r"password|secret|token|api_key")
JSON = ("Content-Type", "application/json")
# Other spellings of the mark that give it away.
SPELLINGS = (MARK, base64.b64encode(MARK.encode()).decode().rstrip("=")[:-1])


def marked_credentials() -> dict[str, str]:
    """The environment that holds marked credentials."""
    known = {f"SPEC_AUTH_{name}": f"{MARK}:{MARK}" if ":" in value else MARK for name, value in CREDENTIALS.items()}
    return {**known, "TEST_ADMIN_TOKEN": ADMIN_TOKEN}


def marks_for(suite: Suite, declared: Any) -> Iterator[str]:
    """Texts of a type that hold the mark."""
    for length in (len(MARK), 43, 64, 128):
        text = MARK + "x" * (length - len(MARK))
        if declared.broken(text, None, suite.values.Instant(MOMENT)) is None:
            yield text


def is_sensitive(one: Any) -> bool:
    """Whether an input is a secret. One that a suite may print still is one to the service."""
    return one.sensitive or SECRET.search(one.name) is not None


def is_text(suite: Suite, declared: Any) -> bool:
    """Whether the values of a type are texts."""
    while isinstance(declared, suite.types.Alias):
        declared = declared.base
    return declared is suite.types.STRING


def requests(suite: Suite, operation: Any, inputs: dict[str, Any]) -> Iterator[Any]:
    """Calls with a mark in each sensitive input: fitting, not fitting, and in requests that are none."""
    sensitive = [one for one in operation.inputs if is_sensitive(one) and is_text(suite, one.type)]
    fitting = {one.name: next(marks_for(suite, one.type), MARK) for one in sensitive}
    yield suite.request(operation, {**inputs, **fitting})
    for one in sensitive:
        for wrong in (MARK * 100, MARK + "\u0000", {MARK: MARK}, [MARK]):
            if one.place == "body" or isinstance(wrong, str):
                yield suite.request(operation, {**inputs, **fitting, one.name: wrong})
    good = suite.request(operation, {**inputs, **fitting})
    if operation.method != "GET":
        for body in (f'{{"{MARK}": "{MARK}"}}', f'{{"{MARK}": "{MARK}'):
            yield suite.client.Request(good.method, good.target, good.headers, body.encode())
        plain = tuple(one for one in good.headers if one != JSON)
        headers = (*plain, ("Content-Type", "text/plain"))
        yield suite.client.Request(good.method, good.target, headers, good.body or b"x")


def strangers(suite: Suite, operation: Any, inputs: dict[str, Any]) -> Iterator[Any]:
    """Calls with marked credentials that are wrong."""
    good = suite.request(operation, inputs)
    rest = tuple(one for one in good.headers if one == JSON)
    basic = base64.b64encode(f"{MARK}:{MARK}x".encode()).decode()
    wrong: list[tuple[str, str]] = [("Authorization", f"Bearer {MARK}"), ("Authorization", f"Basic {basic}")]
    wrong += [(one.where, f"{MARK}-wrong") for one in operation.auth if one.kind == "header"]
    for header in wrong:
        yield suite.client.Request(good.method, good.target, (header, *rest), good.body)


def holds_mark(text: str) -> bool:
    """Whether a text gives a secret away."""
    return any(spelling in text for spelling in SPELLINGS)


def heard(suite: Suite, url: str) -> Iterator[str]:
    """Makes all the calls; the answers that hold a mark."""
    connection = suite.connection(url)
    admin = suite.admin.Admin(suite.client.Client(connection), ADMIN_TOKEN)
    for operation in suite.service.operations:
        state, inputs, moment = model(suite, operation)
        for request in (*requests(suite, operation, inputs), *strangers(suite, operation, inputs)):
            admin.load(state)
            admin.stop_clock(suite.instant(moment))
            answer = connection.send(request)
            if holds_mark(f"{answer.headers} {answer.text}"):
                yield f"{operation.name}: {request.method} {request.target[:80]} answers {answer.text[:300]}"


def failing_run(suite: Suite, shop: Workshop, url: str) -> str:
    """What a suite prints and reports whose credentials are not those of the service."""
    copy = shop.folder / "suite"
    shutil.copytree(suite.folder, copy, ignore=shutil.ignore_patterns("results", "app", "__pycache__"))
    wrong = {name: f"{value}-stale" for name, value in marked_credentials().items() if name != "TEST_ADMIN_TOKEN"}
    env = {**os.environ, **wrong, "TEST_ADMIN_TOKEN": ADMIN_TOKEN, "SPEC_TEST_BASE_URL": url}
    command = [str(shop.python), "tests/run_conformance.py", "smoke", "-k", "accepts or output or auth", "behavioral"]
    done = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 1:
        raise Broken(f"the suite should fail, and ended with {done.returncode}: {done.stdout[-2000:]}{done.stderr}")
    results = (path for path in (copy / "results").rglob("*") if path.is_file())
    return done.stdout + done.stderr + "".join(path.read_text(errors="replace") for path in results)


def told(what: str, found: list[str]) -> bool:
    """A line about a place that was searched; whether nothing was found there."""
    print(f"{'LEAKS' if found else 'keeps':8} {what}", flush=True)
    for one in found[:10]:
        print(f"         - {one}", flush=True)
    return not found


def marked_lines(text: str) -> list[str]:
    """The lines that hold a mark."""
    return [line[:300] for line in text.splitlines() if holds_mark(line)]


def searched(shop: Workshop, options: argparse.Namespace) -> bool:
    """Searches everything that a service and its suite say."""
    os.environ.update(marked_credentials())
    suite = emitted.load(shop.project(options.kind, options.fixture))
    name = f"{options.kind} {suite.service.name}"
    with shop.service(options.kind, options.fixture, **marked_credentials()) as service:
        good = [told(f"{name} answers", list(heard(suite, service.url)))]
        if any(operation.auth for operation in suite.service.operations):
            said = failing_run(suite, shop, service.url)
            good.append(told(f"{name} failing suite, {len(said)} characters", marked_lines(said)))
        service.stop()
        log = service.said()
        good.append(told(f"{name} log, {len(log.splitlines())} lines", marked_lines(log)))
    return all(good)


def main() -> int:
    """Searches one service."""
    options = arguments()
    with Workshop.open(options, [options.kind]) as shop:
        return int(not searched(shop, options))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether secrets stay where they belong.")
    parser.add_argument("kind", help="reference, sqlite, postgres or mysql")
    parser.add_argument("fixture")
    Workshop.options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
