"""Whether a closed admin contract is closed: to every method, at every path, and whatever a file says.

    python tests/service/door.py KIND FIXTURE --specc SPECC [--url URL]

The service is started without ENABLE_TEST_ADMIN in its environment, in a folder whose `.env` says ENABLE_TEST_ADMIN=1.
A line is printed for each path. Exit codes: 0, all is well; 1, something is not; 2, something could not be run.
"""

from __future__ import annotations

import argparse
import http.client
import shutil
import sys
from urllib.parse import urlsplit

from databases import Broken
from running import Service, Workshop

ADMIN = "/__test_admin__"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "BREW", "get")
PATHS = ("", "/", "/state", "/reset", "/clock", "/capabilities", "/seed/no_such_entity", "/nothing/at/all", "/%ff")


def closed(shop: Workshop, kind: str, fixture: str) -> Service:
    """A service that nobody has opened the contract of, except in a file."""
    own = shop.folder / "own"
    own.mkdir()
    if kind == "reference":
        service = shop.reference(kind, fixture, own)
    else:
        service = shop.generated(kind, fixture, own)
        made, service.folder = service.folder, own / "project"
        shutil.copytree(made, service.folder, ignore=shutil.ignore_patterns("results", "__pycache__"))
    (service.folder / ".env").write_text("ENABLE_TEST_ADMIN=1\n", encoding="utf-8")
    del service.env["ENABLE_TEST_ADMIN"]
    return service


def status(url: str, method: str, path: str) -> int:
    """What is answered to a request; 0 where nothing is."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    try:
        connection.request(method, ADMIN + path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def judged(url: str, name: str) -> bool:
    """Tries every method at every path; whether all are refused."""
    good = True
    for path in PATHS:
        found = {method: status(url, method, path) for method in METHODS}
        wrong = {method: code for method, code in found.items() if code != 403}
        good = good and not wrong
        print(f"{'OPEN' if wrong else 'closed':8} {name}: {ADMIN}{path} {wrong or ''}".rstrip(), flush=True)
    return good


def main() -> int:
    """Tries one service."""
    options = arguments()
    if options.url:
        return int(not judged(options.url, options.url))
    with Workshop.open(options, [options.kind]) as shop:
        service = closed(shop, options.kind, options.fixture)
        try:
            return int(not judged(service.start(), f"{options.kind} {options.fixture}"))
        finally:
            service.stop()


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether a closed admin contract is closed.")
    parser.add_argument("kind", help="sqlite, postgres, mysql or reference")
    parser.add_argument("fixture", type=str)
    parser.add_argument("--url", help="a service that is there already, instead of one that is started")
    Workshop.options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
