"""The to-do list of `fixtures/spec/todo_list.spec`, written by hand: create, get, list, start and pause.

What generated services are measured against, so it is written as one would write it for use: Pydantic models, the async
engine of SQLAlchemy, Core statements, one transaction per request, SQLite with a write-ahead log.

    DATABASE_URL=sqlite+aiosqlite:///todos.db python -m uvicorn by_hand:app
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Path, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer, StringConstraints
from sqlalchemy import JSON, Column, DateTime, Index, Integer, MetaData, Row, String, Table, event, insert, select, text
from sqlalchemy import update as sql_update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

# --- the data --------------------------------------------------------------------------------------------------------


class Status(StrEnum):
    """How far a to-do is."""

    TODO = "TODO"
    IN_PROGRESS = "IN_PROGRESS"
    DONE = "DONE"
    ARCHIVED = "ARCHIVED"


class Priority(StrEnum):
    """How much it matters."""

    LOW = "LOW"
    MEDIUM = "MEDIUM"
    HIGH = "HIGH"
    URGENT = "URGENT"


def _each_once(tags: list[str]) -> list[str]:
    if len(set(tags)) != len(tags):
        raise ValueError("a tag stands here twice")
    return tags


def _instant(value: datetime) -> str:
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03}Z"


Tag = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,29}$")]
Tags = Annotated[list[Tag], Field(max_length=10), AfterValidator(_each_once)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Text = Annotated[str, StringConstraints(max_length=2000)]
TodoId = Annotated[int, Path(gt=0)]
Instant = Annotated[AwareDatetime, PlainSerializer(_instant, return_type=str)]


class NewTodo(BaseModel):
    """What a caller says about a new to-do."""

    model_config = ConfigDict(extra="forbid")

    title: Title
    description: Text | None = None
    priority: Priority
    tags: Tags
    due_at: Instant | None = None


class Created(BaseModel):
    """The answer to it."""

    id: int


class Todo(BaseModel):
    """A to-do."""

    id: int
    title: str
    description: str | None
    status: Status
    priority: Priority
    tags: list[str]
    due_at: Instant | None
    created_at: Instant
    updated_at: Instant
    completed_at: Instant | None
    resolution: str | None


metadata = MetaData()
todos = Table(
    "todos",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("title", String(200), nullable=False),
    Column("description", String(2000)),
    Column("status", String(20), nullable=False),
    Column("priority", String(20), nullable=False),
    Column("tags", JSON, nullable=False),
    Column("due_at", DateTime),
    Column("created_at", DateTime, nullable=False),
    Column("updated_at", DateTime, nullable=False),
    Column("completed_at", DateTime),
    Column("resolution", String(2000)),
    Index("ix_todos_status", "status", sqlite_where=text("status <> 'ARCHIVED'")),
)

INSTANTS = ("due_at", "created_at", "updated_at", "completed_at")


def now() -> datetime:
    """The instant of a request, in milliseconds."""
    at = datetime.now(UTC)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def stored(at: datetime | None) -> datetime | None:
    """An instant as it is stored: in UTC, and without saying so."""
    return None if at is None else at.astimezone(UTC).replace(tzinfo=None)


def todo_of(row: Row[Any]) -> Todo:
    """The to-do in a row."""
    values = dict(row._mapping)
    for name in INSTANTS:
        values[name] = None if values[name] is None else values[name].replace(tzinfo=UTC)
    return Todo.model_validate(values)


# --- the database ----------------------------------------------------------------------------------------------------


def engine_of(url: str) -> AsyncEngine:
    """An engine whose connections are set up for several readers and a writer."""
    engine = create_async_engine(url)

    @event.listens_for(engine.sync_engine, "connect")
    def _configure(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for setting in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=5000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Opens the database, and closes it at the end."""
    engine = engine_of(os.environ.get("DATABASE_URL", "sqlite+aiosqlite:///todos.db"))
    async with engine.execution_options(writes=True).begin() as connection:
        await connection.run_sync(metadata.create_all)
    app.state.reading = engine
    app.state.writing = engine.execution_options(writes=True)
    yield
    await engine.dispose()


async def reading(request: Request) -> AsyncIterator[AsyncConnection]:
    """A transaction that only reads."""
    async with request.app.state.reading.begin() as connection:
        yield connection


async def writing(request: Request) -> AsyncIterator[AsyncConnection]:
    """A transaction that writes; it is committed where the request succeeds."""
    async with request.app.state.writing.begin() as connection:
        yield connection


# The transaction has to be over before the answer leaves.
Reading = Annotated[AsyncConnection, Depends(reading, scope="function")]
Writing = Annotated[AsyncConnection, Depends(writing, scope="function")]


# --- the routes ------------------------------------------------------------------------------------------------------


class Refused(Exception):
    """A request that cannot be granted."""

    def __init__(self, status: int, title: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.title, self.detail = status, title, detail


app = FastAPI(title="TodoList", lifespan=lifespan)


def problem(status: int, title: str, detail: str) -> JSONResponse:
    """A problem document."""
    content = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return JSONResponse(content, status, media_type="application/problem+json")


@app.exception_handler(Refused)
async def refused(_: Request, error: Refused) -> JSONResponse:
    """Tells why a request was refused."""
    return problem(error.status, error.title, error.detail)


@app.exception_handler(RequestValidationError)
async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
    """Tells what is wrong with a request."""
    first = error.errors()[0]
    return problem(422, "Unprocessable Entity", f"{'.'.join(map(str, first['loc']))}: {first['msg']}")


async def found(connection: AsyncConnection, todo_id: int) -> Todo:
    """A to-do that has to be there."""
    row = (await connection.execute(select(todos).where(todos.c.id == todo_id))).one_or_none()
    if row is None:
        raise Refused(404, "Not Found", f"There is no to-do {todo_id}.")
    return todo_of(row)


@app.post("/todos", status_code=201)
async def create_todo(new: NewTodo, connection: Writing) -> Created:
    """Writes down something to do."""
    at = now()
    if new.due_at is not None and new.due_at <= at:
        raise Refused(409, "Conflict", "It would be due already.")
    values = {
        "title": new.title,
        "description": new.description,
        "status": Status.TODO,
        "priority": new.priority,
        "tags": sorted(new.tags),
        "due_at": stored(new.due_at),
        "created_at": stored(at),
        "updated_at": stored(at),
    }
    done = await connection.execute(insert(todos).values(**values))
    assert done.inserted_primary_key is not None
    return Created(id=done.inserted_primary_key[0])


@app.get("/todos/{id}")
async def get_todo(id: TodoId, connection: Reading) -> Todo:
    """A to-do."""
    return await found(connection, id)


@app.get("/todos")
async def list_todos(
    connection: Reading, status: Status | None = None, priority: Priority | None = None, tag: Tag | None = None
) -> list[Todo]:
    """All to-dos, or those that are asked for."""
    query = select(todos).order_by(todos.c.id)
    if status is not None:
        query = query.where(todos.c.status == status)
    if priority is not None:
        query = query.where(todos.c.priority == priority)
    listed = [todo_of(row) for row in await connection.execute(query)]
    return [todo for todo in listed if tag is None or tag in todo.tags]


async def moved(connection: AsyncConnection, todo_id: int, source: Status, target: Status) -> Todo:
    """A to-do after a step from one status to another."""
    todo = await found(connection, todo_id)
    if todo.status != source:
        raise Refused(409, "Conflict", f"It is {todo.status} and not {source}.")
    at = now()
    change = sql_update(todos).where(todos.c.id == todo_id).values(status=target, updated_at=stored(at))
    await connection.execute(change)
    return todo.model_copy(update={"status": target, "updated_at": at})


@app.post("/todos/{id}/start")
async def start_work(id: TodoId, connection: Writing) -> Todo:
    """Begins to work on it."""
    return await moved(connection, id, Status.TODO, Status.IN_PROGRESS)


@app.post("/todos/{id}/pause")
async def pause_work(id: TodoId, connection: Writing) -> Todo:
    """Lets it rest."""
    return await moved(connection, id, Status.IN_PROGRESS, Status.TODO)


@app.get("/health")
@app.get("/ready")
async def health() -> dict[str, str]:
    """Whether the service is there."""
    return {"status": "ok"}
