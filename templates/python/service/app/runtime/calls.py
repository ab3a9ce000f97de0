"""A call: one transaction that loads what it needs, works out what becomes of it, and writes what changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import orjson
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response

from app.runtime.choices import Picks, search
from app.runtime.clauses import Broken, broken
from app.runtime.clock import clock
from app.runtime.database import Database, Mode
from app.runtime.problems import Problem, unreadable
from app.runtime.state import StateField, check_changes
from app.runtime.store import Load, Store
from app.runtime.types import WireType, text_of
from app.runtime.values import Instant, Outside, Undefined, Wanted

G = TypeVar("G")
A = TypeVar("A")

_MOST_LOADS = 1000


@dataclass(frozen=True, slots=True)
class Operation(Generic[G, A]):
    """An operation: what it does, what it needs of the state, and what it tells in headers."""

    name: str
    run: Callable[[Any, G, Instant, Picks], tuple[Any, A]]
    loads: tuple[Load, ...] = ()
    changes: bool = False
    headers: Callable[[Any, Any], list[tuple[str, str | None]]] | None = None
    outputs: tuple[tuple[str, WireType], ...] = ()
    stored: tuple[str, ...] = ()
    unfound: tuple[str, ...] = ()
    tries_all: bool = False


class Service:
    """What answers calls: a database, and how the state lies in it."""

    def __init__(self, database: Database, store: Store, state: tuple[StateField, ...]) -> None:
        self.database = database
        self.store = store
        self.state = state

    async def call(self, operation: Operation[G, A], given: G) -> tuple[A, list[tuple[bytes, bytes]]]:
        """Makes a call. What it answers was kept by the database before."""

        async def work(connection: AsyncConnection) -> tuple[A, list[tuple[bytes, bytes]]]:
            return await self._work(connection, operation, given, mode)

        mode: Mode = "write" if operation.changes else "one" if len(operation.loads) <= 1 else "read"
        try:
            try:
                return await self.database.attempt(mode, work)
            except Wanted:
                # One statement was not enough, and several have to see the same state.
                mode = "read"
                return await self.database.attempt(mode, work)
        except Outside as stop:
            raise unreadable(f"This call is outside the contract: {stop}.") from None
        except Broken as broken:
            raise broken.problem(operation.unfound, operation.tries_all) from None

    async def _work(
        self, connection: AsyncConnection, operation: Operation[G, A], given: G, mode: Mode
    ) -> tuple[A, list[tuple[bytes, bytes]]]:
        view = self.store.view(connection)
        now = clock.now()
        for load in operation.loads:
            await view.load(load, given)
        picks = Picks(now)
        for _ in range(_MOST_LOADS):
            try:
                after, answer = search(picks, lambda: self._attempt(operation, view.before, given, now, picks))
                break
            except Wanted as wanted:
                if mode == "one":
                    raise
                await view.fetch(wanted)
        else:
            raise Problem(500, "The call needs more of the state than can be loaded.")
        headers = _sendable(operation.headers(given, answer)) if operation.headers else []
        if operation.changes:
            await view.write(after)
        return answer, headers

    def _attempt(self, operation: Operation[G, A], before: Any, given: G, now: Instant, picks: Picks) -> tuple[Any, A]:
        """What becomes of a call with some choices. What changed, and what goes out, satisfies its type."""

        def settle(after: Any, answer: Any) -> None:
            for attr, declared in operation.outputs:
                found = broken(declared, getattr(answer, attr), after, now)
                if found is not None:
                    raise Broken(found[0].title, found[0].text, found[1])
            check_changes(self.state, before, after, now, operation.stored)

        picks.settle = settle
        try:
            after, answer = operation.run(before, given, now, picks)
        except Undefined as why:
            raise Broken(f"an ensures of `{operation.name}`", "", str(why)) from None
        if not picks.is_settled:
            settle(after, answer)
        return after, answer


def service_of(request: Request) -> Service:
    """What answers calls in the application that got a request."""
    return request.app.state.service  # type: ignore[no-any-return]


def header_text(declared: WireType, value: Any) -> str | None:
    """A value as the text of a header; none leaves it out."""
    return None if value is None else text_of(declared, value)


def _sendable(headers: list[tuple[str, str | None]]) -> list[tuple[bytes, bytes]]:
    """Headers as bytes. A value that HTTP cannot carry stops the call before anything has changed."""
    found = []
    for name, value in headers:
        if value is None:
            continue
        if any(character < " " and character != "\t" or character == "\x7f" for character in value):
            raise Problem(500, f"The value of the header {name.lower()} holds control characters.")
        found.append((name.lower().encode(), value.encode()))
    return found


def respond(status: int, body: Any, headers: list[tuple[bytes, bytes]]) -> Response:
    """A success with a JSON body."""
    response = Response(orjson.dumps(body), status, media_type="application/json")
    response.raw_headers.extend(headers)
    return response


def respond_empty(status: int, headers: list[tuple[bytes, bytes]]) -> Response:
    """A success without a body."""
    response = Response(None, status)
    response.raw_headers.extend(headers)
    return response
