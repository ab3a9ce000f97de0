"""How the state of LooseEnds lies in its tables, and what each operation loads of it."""

from collections.abc import Sequence
from typing import Any

from app import model, spec, tables
from app.runtime.store import Columns, Load, MapTable, Store, one


def _read_parcel(cells: Sequence[Any]) -> model.Parcel:
    """The record that a row holds."""
    return model.Parcel(id=cells[0], address=cells[1], weight=cells[2], postage=cells[3], status=cells[4])


def _write_parcel(value: model.Parcel) -> tuple[Any, ...]:
    """The cells of a record."""
    return (value.id, value.address, value.weight, value.postage, value.status)


STORE = Store(
    model.State,
    spec.INITIAL,
    MapTable(
        "parcels",
        tables.parcels,
        one("key"),
        Columns(("id", "address", "weight", "postage", "status"), _read_parcel, _write_parcel),
    ),
)

ACCEPT = (Load("parcels", greatest=True),)

GET_PARCEL = (Load("parcels", lambda before, given: (given.id,)),)

DISPATCH = (Load("parcels", lambda before, given: (given.id,)),)
