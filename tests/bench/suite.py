"""How much of the speed of bare round trips a smoke run keeps: calls per second of the tests themselves against the same
client that repeats the cheapest of their calls. Run by `make bench`, in the folder of an emitted suite."""

import sys
import time
from collections.abc import Generator

import pytest

sys.path.insert(0, ".")

from tests.harness.client import Request  # noqa: E402  # the path has to be set first
from tests.harness.session import current, is_connected  # noqa: E402

BARE = 3_000
WANTED = 0.6


class Watch:
    """Adds up the time that tests take, and measures the floor in the same session."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.calls = 0
        self.floor = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        client = current().client
        calls, began = client.calls, time.perf_counter()
        try:
            return (yield)
        finally:
            self.seconds += time.perf_counter() - began
            self.calls += client.calls - calls

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        if not is_connected():
            return
        client, request = current().client, Request("GET", "/__test_admin__/state", (), None)
        began = time.perf_counter()
        for _ in range(BARE):
            client.send(request)
        self.floor = BARE / (time.perf_counter() - began)


def main() -> int:
    watch = Watch()
    code = pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", "--profile", "smoke", *sys.argv[1:]], [watch])
    rate = watch.calls / watch.seconds
    share = rate / watch.floor
    print(f"{watch.calls} calls, {rate:.0f} per second; bare round trips {watch.floor:.0f}; share {share:.2f}")
    if share < WANTED:
        print(f"at least {WANTED} of the floor is wanted")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
