"""Counts of requests by route and status, in the text format that Prometheus reads."""

from collections import defaultdict
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counts requests as they pass."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        began, status = perf_counter(), 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            _note(scope, status, perf_counter() - began)


_requests: dict[tuple[str, str, int], int] = defaultdict(int)
_seconds: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0] * (len(_BUCKETS) + 2))


def _note(scope: Scope, status: int, seconds: float) -> None:
    route: Any = scope.get("route")
    path = getattr(route, "path", "unknown")
    method = scope["method"] if route is not None else "unknown"
    _requests[method, path, status] += 1
    counts = _seconds[method, path]
    counts[-1] += seconds
    counts[-2] += 1
    for at, bound in enumerate(_BUCKETS):
        if seconds <= bound:
            counts[at] += 1


def exposed() -> str:
    """All counts as text."""
    lines = ["# HELP http_requests_total Requests by route and status.", "# TYPE http_requests_total counter"]
    for (method, path, status), count in sorted(_requests.items()):
        lines.append(f'http_requests_total{{method="{method}",path="{path}",status="{status}"}} {count}')
    lines += ["# HELP http_request_seconds How long requests took.", "# TYPE http_request_seconds histogram"]
    for (method, path), counts in sorted(_seconds.items()):
        labels = f'method="{method}",path="{path}"'
        for at, bound in enumerate(_BUCKETS):
            lines.append(f'http_request_seconds_bucket{{{labels},le="{bound}"}} {counts[at]:.0f}')
        lines.append(f'http_request_seconds_bucket{{{labels},le="+Inf"}} {counts[-2]:.0f}')
        lines.append(f"http_request_seconds_sum{{{labels}}} {counts[-1]}")
        lines.append(f"http_request_seconds_count{{{labels}}} {counts[-2]:.0f}")
    return "\n".join(lines) + "\n"
