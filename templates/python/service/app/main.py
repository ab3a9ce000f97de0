"""The service as an ASGI application; `python -m app` serves it."""

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
import structlog
from fastapi import FastAPI, Request
from sqlalchemy import text
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from app import log, spec, storage
from app.routers import api, own, test_admin
from app.runtime.calls import Service
from app.runtime.database import Database
from app.runtime.metrics import Metrics, exposed
from app.runtime.problems import Problem, unavailable, unknown_path, wrong_method
from app.runtime.requests import within_limits
from app.settings import Settings, settings

_OPENAPI = Path(__file__).with_name("openapi.json").read_bytes()
_log = structlog.get_logger()


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Opens the database when the service starts, and lets it go when the last request is answered."""
    config: Settings = app.state.settings
    database = Database(config.database_url, config.database_pool_size)
    app.state.service = Service(database, storage.STORE, spec.STATE)
    _log.info("started", service=spec.NAME)
    try:
        yield
    finally:
        await database.close()
        _log.info("stopped", service=spec.NAME)


def create_app(config: Settings | None = None) -> FastAPI:
    """An application with its own settings."""
    config = config or settings()
    log.configure(config.log_level)
    app = FastAPI(title=spec.NAME, lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None)
    app.router.redirect_slashes = False
    app.state.settings = config
    _add_own_routes(app)
    app.include_router(own.router)
    app.include_router(test_admin.router)
    app.include_router(api.router)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(Exception, _failure)
    app.add_middleware(RawPaths)
    app.add_middleware(Metrics)
    app.add_middleware(log.AccessLog)
    return app


class RawPaths:
    """Lets routes see paths as they were sent, since an encoded slash belongs to a segment.

    What is refused whatever the route is refused here: a head that is too long, and who may not use the admin contract.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["path"] = scope.get("raw_path", scope["path"].encode()).partition(b"?")[0].decode("latin-1")
            request = Request(scope)
            try:
                within_limits(request)
                if test_admin.is_below(scope["path"]):
                    test_admin.admit(request)
            except Problem as problem:
                return await problem.response()(scope, receive, send)
        await self.app(scope, receive, send)


def _add_own_routes(app: FastAPI) -> None:
    both = ["GET", "HEAD"]
    app.add_api_route("/health", _health, methods=both)
    app.add_api_route("/ready", _ready, methods=both)
    app.add_api_route("/metrics", _metrics, methods=both)
    app.add_api_route("/openapi.json", _openapi, methods=both)


async def _health(request: Request) -> Response:
    """Whether the process is there."""
    return _json({"status": "ok"})


async def _ready(request: Request) -> Response:
    """Whether calls are taken: the database answers, and its tables are there."""
    service: Service = request.app.state.service
    try:
        async with service.database.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except Exception as error:
        _log.warning("not ready", error=type(error).__name__)
        raise unavailable("The database does not answer.") from None
    return _json({"status": "ready"})


async def _metrics(request: Request) -> Response:
    """Counts of requests."""
    return Response(exposed(), media_type="text/plain; version=0.0.4")


async def _openapi(request: Request) -> Response:
    """The OpenAPI document of the spec."""
    return Response(_OPENAPI, media_type="application/json")


def _json(value: Any) -> Response:
    return Response(orjson.dumps(value), media_type="application/json")


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _http_problem(request: Request, error: Exception) -> Response:
    """What the framework refuses: an unknown path, or a method that a path does not take."""
    assert isinstance(error, HTTPException)
    path = request.scope["path"]
    if error.status_code == 405:
        return wrong_method(request.method, _allowed(request)).response()
    if error.status_code == 404:
        return unknown_path(path).response()
    return Problem(error.status_code, str(error.detail)).response()


def _flat(routes: Iterable[Any]) -> Iterator[Any]:
    """The routes, with those of routers that were included."""
    for route in routes:
        included = getattr(route, "original_router", None)
        yield from _flat(included.routes) if included is not None else (route,)


def _allowed(request: Request) -> list[str]:
    found: set[str] = set()
    for route in _flat(request.app.router.routes):
        match, _ = route.matches(request.scope)
        if match is not Match.NONE:
            found |= getattr(route, "methods", None) or set()
    return [method for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD") if method in found]


async def _failure(request: Request, error: Exception) -> Response:
    _log.error("failed", exc_info=error)
    return Problem(500, "The service failed; this is a bug in it, not in the request.").response()


app = create_app()
