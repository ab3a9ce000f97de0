"""The admin contract, version 1: what tests may see and set. Closed unless `ENABLE_TEST_ADMIN=1`."""

import hmac
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from fastapi import APIRouter
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from app import spec
from app.model import State
from app.runtime.calls import Service, service_of
from app.runtime.choices import Source
from app.runtime.clauses import Broken, broken, holds
from app.runtime.clock import clock
from app.runtime.problems import Problem, unauthorized, unknown_path, unreadable, wrong_method
from app.runtime.requests import MAX_ADMIN_BODY, body, read
from app.runtime.security import authorization
from app.runtime.state import Seed, check_state, decode_state, encode_state
from app.runtime.types import DATETIME, WireError
from app.settings import Settings

PREFIX = "/__test_admin__"
CAPABILITIES = ["reset", "state", "load", "seed", "clock", "status"]

router = APIRouter()

Task = Callable[[Request], Awaitable[Response]]


def is_below(path: str) -> bool:
    """Whether a path belongs to the contract."""
    return path == PREFIX or path.startswith(PREFIX + "/")


def admit(request: Request) -> None:
    """Lets nobody pass but tests, whatever the method of their request is."""
    config: Settings = request.app.state.settings
    if not config.is_test_admin_open:
        raise Problem(403, "The admin contract is closed: the server was not started with ENABLE_TEST_ADMIN=1.")
    token = config.test_admin_token
    shown = authorization(request, "bearer") or b""
    if token and not hmac.compare_digest(shown, token.encode()):
        detail = "The admin contract wants TEST_ADMIN_TOKEN as a bearer token."
        raise unauthorized(detail, ['Bearer realm="test admin"'])


class Answers:
    """Answers a request below the prefix, whatever its method: a class, since routes to functions take some alone."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        admit(request)
        response = await _task(request)(request)
        await response(scope, receive, send)


router.routes.append(Route(PREFIX, Answers()))
router.routes.append(Route(PREFIX + "/{rest:path}", Answers()))


def _task(request: Request) -> Task:
    path = request.scope["path"]
    tasks = _tasks(path.removeprefix(PREFIX).removeprefix("/"))
    if not tasks:
        raise unknown_path(path)
    method = "GET" if request.method == "HEAD" else request.method
    if method not in tasks:
        allowed = [name for known in tasks for name in ((known, "HEAD") if known == "GET" else (known,))]
        raise wrong_method(request.method, allowed)
    return tasks[method]


def _tasks(place: str) -> dict[str, Task]:
    """What can be done at a place, by method."""
    if place == "capabilities":
        return {"GET": _capabilities}
    if place == "reset":
        return {"POST": _reset}
    if place == "state":
        return {"GET": _show, "PUT": _load}
    if place == "clock":
        return {"PUT": _stop_clock, "DELETE": _run_clock}
    if place in _SEEDS:
        return {"POST": _seed}
    return {}


_SEEDS = {f"seed/{seed.name}": seed for seed in spec.SEEDS}


def _json(value: Any, status: int = 200) -> Response:
    return Response(orjson.dumps(value), status, media_type="application/json")


def _shown(state: State) -> Response:
    return _json(encode_state(spec.STATE, state))


async def _capabilities(request: Request) -> Response:
    return _json({"version": 1, "service": spec.NAME, "capabilities": CAPABILITIES})


async def _reset(request: Request) -> Response:
    service = service_of(request)

    async def work(connection: AsyncConnection) -> None:
        await service.store.replace(connection, spec.INITIAL)

    await service.database.attempt("write", work)
    clock.run()
    return _shown(spec.INITIAL)


async def _show(request: Request) -> Response:
    service = service_of(request)
    return _shown(await service.database.attempt("read", service.store.read))


async def _sent(request: Request) -> Any:
    raw = await body(request, MAX_ADMIN_BODY)
    if not raw:
        raise unreadable("The body is missing.")
    return await read(request, raw)


async def _load(request: Request) -> Response:
    service = service_of(request)
    try:
        state: State = decode_state(State, spec.STATE, await _sent(request))
    except WireError as error:
        raise unreadable(str(error)) from None
    _sound(state)

    async def work(connection: AsyncConnection) -> None:
        await service.store.replace(connection, state)

    await service.database.attempt("write", work)
    return _shown(state)


def _sound(state: State) -> None:
    try:
        check_state(spec.STATE, spec.INVARIANTS, state, clock.now())
    except Broken as found:
        raise unreadable(str(found), found.text or None) from None


async def _seed(request: Request) -> Response:
    service = service_of(request)
    seed = _SEEDS[request.scope["path"].removeprefix(PREFIX + "/")]
    try:
        row = seed.row.decode(await _sent(request))
    except WireError as error:
        raise unreadable(str(error)) from None

    async def work(connection: AsyncConnection) -> Any:
        return await _insert(service, connection, seed, row)

    key = await service.database.attempt("write", work)
    return _json({"id": seed.key.encode(key)}, 201)


async def _insert(service: Service, connection: AsyncConnection, seed: Seed, row: Any) -> Any:
    before: State = await service.store.read(connection)
    relation = getattr(before, seed.attr)
    key = _fresh(seed, relation, before) if seed.key_attr is None else getattr(row, seed.key_attr)
    if key in relation:
        raise Problem(409, f"There is already a row with the key {orjson.dumps(seed.key.encode(key)).decode()}.")
    after = service.store.with_entry(before, seed.attr, relation.put(key, row))
    _sound(after)
    await service.store.write(connection, before, after)
    return key


def _fresh(seed: Seed, relation: Any, state: State) -> Any:
    now = clock.now()
    for key in seed.fresh(Source(now)):
        if holds(lambda key=key: broken(seed.key, key, state, now) is None) and key not in relation:
            return key
    raise unreadable("The row does not say its key, and none can be made up.")


async def _stop_clock(request: Request) -> Response:
    found = await _sent(request)
    if type(found) is not dict or set(found) != {"now"}:
        raise unreadable("The body has to be an object with the field `now` alone.")
    try:
        at = DATETIME.decode(found["now"])
    except WireError as error:
        raise unreadable(str(error.below("now"))) from None
    clock.stop(at)
    return _json({"now": DATETIME.encode(at)})


async def _run_clock(request: Request) -> Response:
    clock.run()
    return Response(None, 204)
