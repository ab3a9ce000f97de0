"""A service in the same process: its ASGI application is called without a socket.

One event loop in a thread of its own serves the whole run, since a pool of connections belongs to the loop that made
it. The application is started and stopped as a server would.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from tests.harness.client import TIMEOUT_SECONDS, Request, Response, Unreachable

T = TypeVar("T")

_ROOT = Path(__file__).absolute().parent.parent.parent


def is_wanted() -> bool:
    """Whether the run is to do without a socket."""
    return os.environ.get("SPEC_TEST_INPROC") == "1"


def service() -> AsgiTransport:
    """The service of this project, with a database of its own unless `DATABASE_URL` names one."""
    os.environ.setdefault("ENABLE_TEST_ADMIN", "1")
    if not os.environ.get("DATABASE_URL"):
        folder = tempfile.mkdtemp(prefix="conformance-")
        os.environ["DATABASE_URL"] = f"sqlite+aiosqlite:///{folder}/service.db"
        _migrate()
    if str(_ROOT) not in sys.path:
        sys.path.insert(0, str(_ROOT))
    try:
        application = importlib.import_module("app.main").app
    except ImportError as error:
        raise Unreachable(f"there is no service in this folder: {error}") from error
    return AsgiTransport(application)


def _migrate() -> None:
    command = [sys.executable, "-m", "alembic", "upgrade", "head"]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unreachable(f"the tables cannot be made: {done.stderr.strip()[-500:]}")


class AsgiTransport:
    """Calls an ASGI application."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="service", daemon=True)
        self._thread.start()
        self._to_lifespan: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._from_lifespan: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._state: dict[str, Any] = {}
        self._lifespan: asyncio.Task[None] | None = None
        self._run(self._start())

    def send(self, request: Request) -> Response:
        """Makes one call."""
        try:
            return self._run(self._call(request))
        except TimeoutError:
            return Response(0, why=f"did not answer within {TIMEOUT_SECONDS:g} seconds")

    def close(self) -> None:
        """Stops the application, and the loop."""
        if self._thread.is_alive():
            self._run(self._stop())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(TIMEOUT_SECONDS)

    async def _start(self) -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": self._state}
        run = self._application(scope, self._to_lifespan.get, self._from_lifespan.put)
        self._lifespan = asyncio.ensure_future(run)
        await self._to_lifespan.put({"type": "lifespan.startup"})
        answer = await self._from_lifespan.get()
        if answer["type"] != "lifespan.startup.complete":
            raise Unreachable(f"the service does not start: {answer.get('message', '')}")

    async def _stop(self) -> None:
        await self._to_lifespan.put({"type": "lifespan.shutdown"})
        await self._from_lifespan.get()

    async def _call(self, request: Request) -> Response:
        answer = _Answer(request.body or b"")
        try:
            await self._application(self._scope(request), answer.receive, answer.send)
        except Exception as error:
            # A server answers before it tells what failed.
            if answer.status == 0:
                return Response(0, why=f"failed without an answer: {type(error).__name__}")
        body = b"" if request.method == "HEAD" else b"".join(answer.parts)
        return Response(answer.status, tuple(answer.headers), body)

    def _scope(self, request: Request) -> dict[str, Any]:
        path, _, query = request.target.partition("?")
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers]
        headers.append((b"host", b"in-process"))
        if request.body is not None:
            headers.append((b"content-length", str(len(request.body)).encode()))
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode("latin-1"),
            "query_string": query.encode("latin-1"),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 0),
            "server": ("in-process", 80),
            "state": self._state,
        }


class _Answer:
    """What an application is told of a request, and what it answers."""

    def __init__(self, body: bytes) -> None:
        self._body: bytes | None = body
        self.status = 0
        self.headers: list[tuple[str, str]] = []
        self.parts: list[bytes] = []

    async def receive(self) -> dict[str, Any]:
        """The body, and then that nobody is there any more."""
        if self._body is None:
            return {"type": "http.disconnect"}
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: dict[str, Any]) -> None:
        """Takes a part of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            pairs = message.get("headers", ())
            self.headers = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in pairs]
        else:
            self.parts.append(message.get("body", b""))
