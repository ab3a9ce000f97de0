"""How the state of TodoList lies in its tables, and what each operation loads of it."""

from collections.abc import Sequence
from typing import Any

from app import model, spec, tables
from app.runtime.store import Columns, Load, MapTable, Store, moment_or_none, one
from app.runtime.types import SetOf
from app.runtime.values import Instant, some
from app.types import TAG

_TYPE_1 = SetOf(TAG)


def _read_todo(cells: Sequence[Any]) -> model.Todo:
    """The record that a row holds."""
    return model.Todo(
        id=cells[0],
        title=cells[1],
        description=cells[2],
        status=cells[3],
        priority=cells[4],
        tags=_TYPE_1.decode(cells[5]),
        due_at=moment_or_none(cells[6]),
        created_at=Instant(cells[7]),
        updated_at=Instant(cells[8]),
        completed_at=moment_or_none(cells[9]),
        resolution=cells[10],
    )


def _write_todo(value: model.Todo) -> tuple[Any, ...]:
    """The cells of a record."""
    return (
        value.id,
        value.title,
        value.description,
        value.status,
        value.priority,
        _TYPE_1.encode(value.tags),
        value.due_at,
        value.created_at,
        value.updated_at,
        value.completed_at,
        value.resolution,
    )


STORE = Store(
    model.State,
    spec.INITIAL,
    MapTable(
        "todos",
        tables.todos,
        one("key"),
        Columns(
            (
                "id",
                "title",
                "description",
                "status",
                "priority",
                "tags",
                "due_at",
                "created_at",
                "updated_at",
                "completed_at",
                "resolution",
            ),
            _read_todo,
            _write_todo,
        ),
    ),
)

CREATE_TODO = (Load("todos", greatest=True),)

GET_TODO = (Load("todos", lambda before, given: (given.id,)),)

LIST_TODOS = (
    Load(
        "todos",
        where=lambda row, before, given: (
            given.status is None or row["status"] == some(given.status),
            given.priority is None or row["priority"] == some(given.priority),
        ),
    ),
)

UPDATE_TODO = (Load("todos", lambda before, given: (given.id,)),)

DELETE_TODO = (Load("todos", lambda before, given: (given.id,)),)

ADD_TAG = (Load("todos", lambda before, given: (given.id,)),)

REMOVE_TAG = (Load("todos", lambda before, given: (given.id,)),)

START_WORK = (Load("todos", lambda before, given: (given.id,)),)

PAUSE_WORK = (Load("todos", lambda before, given: (given.id,)),)

COMPLETE = (Load("todos", lambda before, given: (given.id,)),)

REOPEN = (Load("todos", lambda before, given: (given.id,)),)

ARCHIVE = (Load("todos", lambda before, given: (given.id,)),)
