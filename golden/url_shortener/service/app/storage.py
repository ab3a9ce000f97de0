"""How the state of UrlShortener lies in its tables, and what each operation loads of it."""

from collections.abc import Sequence
from typing import Any

from app import model, spec, tables
from app.runtime.store import Columns, Load, MapTable, Store, moment_or_none, one
from app.runtime.values import Instant


def _read_url_mapping(cells: Sequence[Any]) -> model.UrlMapping:
    """The record that a row holds."""
    return model.UrlMapping(
        code=cells[0],
        url=cells[1],
        created_at=Instant(cells[2]),
        click_count=cells[3],
        last_visited_at=moment_or_none(cells[4]),
    )


def _write_url_mapping(value: model.UrlMapping) -> tuple[Any, ...]:
    """The cells of a record."""
    return (value.code, value.url, value.created_at, value.click_count, value.last_visited_at)


STORE = Store(
    model.State,
    spec.INITIAL,
    MapTable("store", tables.store, one("key"), one("value")),
    MapTable(
        "metadata",
        tables.url_mappings,
        one("key"),
        Columns(("code", "url", "created_at", "click_count", "last_visited_at"), _read_url_mapping, _write_url_mapping),
    ),
)

CLAIM = (Load("store", lambda before, given: (given.code,)), Load("metadata", lambda before, given: (given.code,)))

RESOLVE = (Load("store", lambda before, given: (given.code,)), Load("metadata", lambda before, given: (given.code,)))

RETARGET = (Load("store", lambda before, given: (given.code,)), Load("metadata", lambda before, given: (given.code,)))

DELETE = (Load("store", lambda before, given: (given.code,)), Load("metadata", lambda before, given: (given.code,)))

STATS = (Load("metadata", lambda before, given: (given.code,)),)

LIST_ALL = (Load("metadata"),)

TOTAL_CLICKS = (Load("store", count=True), Load("metadata", total="click_count"))
