"""How the state of EdgeCases lies in its tables, and what each operation loads of it."""

from collections.abc import Sequence
from typing import Any

from app import model, spec, tables
from app.runtime.store import (
    Columns,
    Load,
    MapTable,
    MultiTable,
    ScalarTable,
    SeqTable,
    SetTable,
    Store,
    moment_or_none,
    one,
)
from app.runtime.types import INT, STRING, MapOf, SeqOf, SetOf
from app.runtime.values import Instant, some
from app.types import COLOUR, LABEL

_TYPE_1 = SetOf(COLOUR)

_TYPE_2 = SeqOf(STRING)

_TYPE_3 = MapOf(LABEL, INT)


def _read_sample(cells: Sequence[Any]) -> model.Sample:
    """The record that a row holds."""
    return model.Sample(
        id=cells[0],
        created_at=Instant(cells[1]),
        name=cells[2],
        path=cells[3],
        weight=cells[4],
        type=cells[5],
        state=cells[6],
        tags=_TYPE_1.decode(cells[7]),
        history=_TYPE_2.decode(cells[8]),
        attributes=_TYPE_3.decode(cells[9]),
        note=cells[10],
        trace=cells[11],
        lifetime=cells[12],
        retired_at=moment_or_none(cells[13]),
        seal_hash=cells[14],
    )


def _write_sample(value: model.Sample) -> tuple[Any, ...]:
    """The cells of a record."""
    return (
        value.id,
        value.created_at,
        value.name,
        value.path,
        value.weight,
        value.type,
        value.state,
        _TYPE_1.encode(value.tags),
        _TYPE_2.encode(value.history),
        _TYPE_3.encode(value.attributes),
        value.note,
        value.trace,
        value.lifetime,
        value.retired_at,
        value.seal_hash,
    )


def _read_base(cells: Sequence[Any]) -> model.Base:
    """The record that a row holds."""
    return model.Base(id=cells[0], created_at=Instant(cells[1]))


def _write_base(value: model.Base) -> tuple[Any, ...]:
    """The cells of a record."""
    return (value.id, value.created_at)


STORE = Store(
    model.State,
    spec.INITIAL,
    MapTable(
        "samples",
        tables.shelf,
        one("key"),
        Columns(
            (
                "id",
                "created_at",
                "name",
                "path",
                "weight",
                "type",
                "state",
                "tags",
                "history",
                "attributes",
                "note",
                "trace",
                "lifetime",
                "retired_at",
                "seal_hash",
            ),
            _read_sample,
            _write_sample,
        ),
    ),
    MapTable("roots", tables.roots, one("key"), Columns(("id", "created_at"), _read_base, _write_base)),
    MultiTable("readings", tables.readings, one("key"), one("value")),
    MultiTable("links", tables.links, one("key"), one("value")),
    SetTable("labels", tables.labels, one("value")),
    SeqTable("log", tables.log, one("value"), "position"),
    MapTable("prefs", tables.prefs, one("key"), one("value")),
    ScalarTable(
        tables.scalars,
        {
            "total": one("total"),
            "budget": one("budget"),
            "grace": one("grace"),
            "focus": one("focus"),
            "paused": one("paused"),
            "opened_at": Columns(("opened_at",), lambda cells: Instant(cells[0]), lambda value: (value,)),
            "marker": one("marker"),
        },
        "row",
    ),
)

CREATE = (
    Load("labels"),
    Load("total"),
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("budget"),
    Load("grace"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

GET = (Load("samples", lambda before, given: (given.id,)),)

FIND_BY_NAME = (Load("labels"), Load("samples", where=lambda row, before, given: (row["name"] == given.name,)))

SEARCH = (
    Load(
        "samples",
        where=lambda row, before, given: (
            given.type is None or row["type"] == some(given.type),
            given.since is None or row["created_at"] >= some(given.since),
        ),
    ),
)

RENAME = (
    Load("samples"),
    Load("labels"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

REWEIGH = (
    Load("samples"),
    Load("total"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

RETAG = (
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

ANNOTATE = (
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

SEAL = (
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

REMOVE = (
    Load("samples"),
    Load("links"),
    Load("roots"),
    Load("readings"),
    Load("labels"),
    Load("total"),
    Load("focus"),
    Load("budget"),
    Load("grace"),
    Load("log"),
    Load("prefs"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

ACTIVATE = (
    Load("samples"),
    Load("total"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

CLOSE = (
    Load("samples"),
    Load("grace"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

REVIVE = (
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

MARK_ROOT = (
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

ADD_READING = (
    Load("samples"),
    Load("readings"),
    Load("roots"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

LINK = (
    Load("samples"),
    Load("links"),
    Load("roots"),
    Load("readings"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

UNLINK = (
    Load("samples"),
    Load("links"),
    Load("roots"),
    Load("readings"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

NOTE = (
    Load("log"),
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

SET_PREF = (
    Load("prefs"),
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

DROP_PREFS = (
    Load("prefs"),
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

CLEAR = (
    Load("log"),
    Load("prefs"),
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

FOCUS = (
    Load("samples"),
    Load("focus"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

SPEND = (
    Load("budget"),
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("grace"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

SET_GRACE = (
    Load("grace"),
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
    Load("paused"),
    Load("opened_at"),
    Load("marker"),
)

TOGGLE = (
    Load("marker"),
    Load("paused"),
    Load("opened_at"),
    Load("grace"),
    Load("samples"),
    Load("roots"),
    Load("readings"),
    Load("links"),
    Load("total"),
    Load("budget"),
    Load("labels"),
    Load("log"),
    Load("prefs"),
    Load("focus"),
)

REPORT = (Load("log"), Load("samples"), Load("links", count=True), Load("paused"), Load("total"))
