"""How much of the speed of bare round trips a smoke run keeps. Run by `suite.py`, in the folder of an emitted suite.

After each test the same client makes as many bare calls as the test made: `GET /state`, the cheapest and the most
frequent of them. So both are measured on a machine that is equally busy. The share is the time of the bare calls
against that of the tests, which is spent on drawing, setting up, encoding, decoding and judging as well. A call that
several tests look at is made, and counted, once.
"""

import sys
import time
from collections.abc import Generator

import pytest

sys.path.insert(0, ".")

from tests.harness.client import Client, Request  # noqa: E402  # the path has to be set first
from tests.harness.session import current  # noqa: E402

STATE = Request("GET", "/__test_admin__/state", (), None)


class Watch:
    """Adds up the time that tests take, and that of bare calls."""

    def __init__(self) -> None:
        self.calls = 0
        self.seconds = 0.0
        self.bare = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        client = current().client
        calls, began = client.calls, time.perf_counter()
        try:
            return (yield)
        finally:
            self.seconds += time.perf_counter() - began
            self._repeat(client, client.calls - calls)

    def _repeat(self, client: Client, calls: int) -> None:
        began = time.perf_counter()
        for _ in range(calls):
            client.transport.send(STATE)
        self.bare += time.perf_counter() - began
        self.calls += calls


def main() -> int:
    watch = Watch()
    code = pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", "--profile", "smoke", *sys.argv[1:]], [watch])
    if not watch.calls:
        return int(code) or 1
    judged, bare = (1e6 * seconds / watch.calls for seconds in (watch.seconds, watch.bare))
    rates = f"{watch.calls / watch.seconds:.0f} per second, {judged:.0f} µs each"
    print(f"{watch.calls} calls: {rates}; bare ones {bare:.0f} µs each; share {bare / judged:.2f}")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
