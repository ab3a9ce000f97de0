"""The state in its tables: what is loaded of it for a call, and what is written back.

Each table holds one collection of the state, and one table with a single row all scalars. Relations are loaded by key
where keys are known, all else as a whole.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row, Select, Table, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.runtime.values import (
    COUNT,
    GREATEST,
    WHOLE,
    Instant,
    Like,
    Map,
    Multi,
    Outside,
    Sum,
    Undefined,
    Unknown,
    Wanted,
)

Cells = dict[str, Any]
"""Values by the names of their columns."""
Conditions = tuple[Any, ...]
"""What has to hold for a row: each is true or false by what is given, or else a question to the database."""

_MANY = 200
_HALF = 2**32


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a value lies in: their names, how it is read from them, and how it is written to them."""

    names: tuple[str, ...]
    read: Callable[[Sequence[Any]], Any]
    write: Callable[[Any], tuple[Any, ...]]

    def cells(self, value: Any) -> Cells:
        """A value as cells."""
        return dict(zip(self.names, self.write(value), strict=True))


def moment_or_none(cell: int | None) -> Instant | None:
    """The instant in a cell, if there is one."""
    return None if cell is None else Instant(cell)


def one(name: str) -> Columns:
    """A value in one column, as it is."""
    return Columns((name,), lambda cells: cells[0], lambda value: (value,))


class Stored(ABC):
    """A part of the state, in a table."""

    def __init__(self, table: Table, *columns: Columns) -> None:
        self.table = table
        self._all: Select[Any] = select(*(table.c[name] for part in columns for name in part.names))

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The state fields that it holds."""

    @abstractmethod
    def begin(self) -> dict[str, Any]:
        """The state fields as long as nothing is known of them."""

    @abstractmethod
    async def whole(self, connection: AsyncConnection, initial: Any) -> dict[str, Any]:
        """The state fields as they are."""

    @abstractmethod
    async def write(self, connection: AsyncConnection, before: Any, after: Any) -> None:
        """Writes what changed."""

    @abstractmethod
    async def replace(self, connection: AsyncConnection, after: Any) -> None:
        """Writes everything, whatever is there."""


class Keyed(Stored):
    """A relation, of which entries are found by their keys."""

    empty: type[Any]

    def __init__(self, name: str, table: Table, key: Columns, value: Columns) -> None:
        super().__init__(table, key, value)
        self.name = name
        self.key = key
        self.value = value
        self._width = len(key.names)
        self._one = self._all.where(self._is("k_"))
        self._delete = delete(table).where(self._is("k_"))
        self._insert = insert(table)
        self._greatest = select(func.max(table.c[key.names[0]]))
        self._count = select(func.count()).select_from(table)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def begin(self) -> dict[str, Any]:
        return {self.name: self.empty.partial(self.name)}

    def _is(self, prefix: str) -> Any:
        return and_(*(self.table.c[name] == bindparam(prefix + name) for name in self.key.names))

    def _bound(self, key: Any) -> Cells:
        return {f"k_{name}": cell for name, cell in zip(self.key.names, self.key.write(key), strict=True)}

    async def fetch(self, connection: AsyncConnection, relation: Any, keys: list[Any]) -> None:
        """Learns what there is under some keys."""
        rows: Sequence[Row[Any]] = []
        if len(keys) == 1:
            rows = (await connection.execute(self._one, self._bound(keys[0]))).all()
        else:
            for at in range(0, len(keys), _MANY):
                rows = [*rows, *(await connection.execute(self._several(keys[at : at + _MANY]))).all()]
        relation.learn(keys, self._entries(rows))

    def _several(self, keys: list[Any]) -> Select[Any]:
        columns = [self.table.c[name] for name in self.key.names]
        if len(columns) == 1:
            return self._all.where(columns[0].in_([self.key.write(key)[0] for key in keys]))
        cells = (zip(columns, self.key.write(key), strict=True) for key in keys)
        return self._all.where(or_(*(and_(*(column == cell for column, cell in one)) for one in cells)))

    async def fetch_where(self, connection: AsyncConnection, relation: Any, conditions: Conditions) -> None:
        """Learns all entries for which some conditions hold. Nobody will look for others among them."""
        rows: Sequence[Row[Any]] = []
        if not any(condition is False for condition in conditions):
            asked = [condition for condition in conditions if condition is not True]
            rows = (await connection.execute(self._all.where(*asked))).all()
        relation.learn_those(self._entries(rows))

    async def fetch_all(self, connection: AsyncConnection, relation: Any) -> None:
        """Learns all there is."""
        relation.learn_all(self._entries((await connection.execute(self._all)).all()))

    async def fetch_greatest(self, connection: AsyncConnection, relation: Any) -> None:
        """Learns the greatest key."""
        found = (await connection.execute(self._greatest)).scalar()
        relation.learn_greatest(None if found is None else self.key.read((found,)))

    async def fetch_like(self, connection: AsyncConnection, relation: Any, like: Like) -> None:
        """Learns all entries that hold certain values."""
        held = [self.table.c[name] == value for name, value in like.cells]
        rows = (await connection.execute(self._all.where(*held))).all()
        relation.learn_like(like, self._entries(rows))

    async def fetch_count(self, connection: AsyncConnection, relation: Any) -> None:
        """Learns how many entries there are beside those that are known."""
        found = (await connection.execute(self._count)).scalar()
        relation.learn_rest(COUNT, int(found or 0) - len(relation.known))

    async def fetch_sum(self, connection: AsyncConnection, relation: Any, wanted: Sum) -> None:
        """Learns what a column adds up to in the entries that are not known."""
        column, at = self.table.c[wanted.column], self.value.names.index(wanted.column)
        # In two halves, since a database may refuse a sum that leaves the range of numbers.
        low = column % _HALF
        halves = (await connection.execute(select(func.sum((column - low) // _HALF), func.sum(low)))).one()
        whole = int(halves[0] or 0) * _HALF + int(halves[1] or 0)
        relation.learn_rest(wanted, whole - sum(self.value.write(value)[at] for value in relation.known.values()))

    async def whole(self, connection: AsyncConnection, initial: Any) -> dict[str, Any]:
        return {self.name: self.empty(self._entries((await connection.execute(self._all)).all()))}

    async def write(self, connection: AsyncConnection, before: Any, after: Any) -> None:
        old, new = getattr(before, self.name), getattr(after, self.name)
        if old is not new:
            await self._write(connection, old.known, new.known)

    async def replace(self, connection: AsyncConnection, after: Any) -> None:
        await connection.execute(delete(self.table))
        await self._insert_all(connection, getattr(after, self.name).items())

    @abstractmethod
    def _entries(self, rows: Iterable[Sequence[Any]]) -> dict[Any, Any]:
        """Rows as entries."""

    @abstractmethod
    async def _write(self, connection: AsyncConnection, old: dict[Any, Any], new: dict[Any, Any]) -> None:
        """Writes entries that differ."""

    @abstractmethod
    async def _insert_all(self, connection: AsyncConnection, items: Iterable[tuple[Any, Any]]) -> None:
        """Writes new entries."""

    async def _insert_rows(self, connection: AsyncConnection, pairs: Iterable[tuple[Any, Any]]) -> None:
        rows = [{**self.key.cells(key), **self.value.cells(value)} for key, value in pairs]
        if rows:
            await connection.execute(self._insert, rows if len(rows) > 1 else rows[0])


class MapTable(Keyed):
    """A relation with one value for a key, or a map: a row per key."""

    empty = Map

    def __init__(self, name: str, table: Table, key: Columns, value: Columns) -> None:
        super().__init__(name, table, key, value)
        self._update = update(table).where(self._is("k_"))

    def _entries(self, rows: Iterable[Sequence[Any]]) -> dict[Any, Any]:
        width, key, value = self._width, self.key.read, self.value.read
        return {key(row): value(row[width:]) for row in rows}

    async def _write(self, connection: AsyncConnection, old: dict[Any, Any], new: dict[Any, Any]) -> None:
        for key in old:
            if key not in new:
                await connection.execute(self._delete, self._bound(key))
        added = []
        for key, value in new.items():
            if key not in old:
                added.append((key, value))
            elif old[key] is not value and old[key] != value:
                await self._change(connection, key, old[key], value)
        await self._insert_all(connection, added)

    async def _change(self, connection: AsyncConnection, key: Any, old: Any, new: Any) -> None:
        was, cells = self.value.write(old), self.value.write(new)
        columns = zip(self.value.names, was, cells, strict=True)
        changed = {name: cell for name, before, cell in columns if before != cell or type(before) is not type(cell)}
        if changed:
            # Writing all columns each time keeps to one prepared statement.
            await connection.execute(self._update.values(changed), self._bound(key))

    async def _insert_all(self, connection: AsyncConnection, items: Iterable[tuple[Any, Any]]) -> None:
        await self._insert_rows(connection, items)


class MultiTable(Keyed):
    """A relation with several values for a key: a row per key and value."""

    empty = Multi

    def __init__(self, name: str, table: Table, key: Columns, value: Columns) -> None:
        super().__init__(name, table, key, value)
        keys = select(*(table.c[name] for name in key.names)).distinct()
        self._count = select(func.count()).select_from(keys.subquery())

    def _entries(self, rows: Iterable[Sequence[Any]]) -> dict[Any, Any]:
        found: dict[Any, set[Any]] = {}
        for row in rows:
            found.setdefault(self.key.read(row), set()).add(self.value.read(row[self._width :]))
        return {key: frozenset(values) for key, values in found.items()}

    async def _write(self, connection: AsyncConnection, old: dict[Any, Any], new: dict[Any, Any]) -> None:
        changed = [key for key in {**old, **new} if old.get(key) != new.get(key)]
        for key in changed:
            if key in old:
                await connection.execute(self._delete, self._bound(key))
        await self._insert_all(connection, [(key, new[key]) for key in changed if key in new])

    async def _insert_all(self, connection: AsyncConnection, items: Iterable[tuple[Any, Any]]) -> None:
        await self._insert_rows(connection, [(key, value) for key, values in items for value in values])


class SetTable(Stored):
    """A set: a row per element."""

    def __init__(self, name: str, table: Table, value: Columns) -> None:
        super().__init__(table, value)
        self.name = name
        self.value = value

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def begin(self) -> dict[str, Any]:
        return {self.name: None}

    async def whole(self, connection: AsyncConnection, initial: Any) -> dict[str, Any]:
        return {self.name: frozenset(self.value.read(row) for row in await connection.execute(self._all))}

    async def write(self, connection: AsyncConnection, before: Any, after: Any) -> None:
        old, new = getattr(before, self.name), getattr(after, self.name)
        if old is new or old == new:
            return
        if len(self.value.names) > 1:
            return await self.replace(connection, after)
        column = self.table.c[self.value.names[0]]
        for gone in old - new:
            await connection.execute(delete(self.table).where(column == self.value.write(gone)[0]))
        await self._insert_all(connection, new - old)

    async def replace(self, connection: AsyncConnection, after: Any) -> None:
        await connection.execute(delete(self.table))
        await self._insert_all(connection, getattr(after, self.name))

    async def _insert_all(self, connection: AsyncConnection, elements: frozenset[Any]) -> None:
        if elements:
            await connection.execute(insert(self.table), [self.value.cells(one) for one in elements])


class SeqTable(Stored):
    """A sequence: a row per position."""

    def __init__(self, name: str, table: Table, value: Columns, position: str = "position") -> None:
        super().__init__(table, value)
        self.name = name
        self.value = value
        self.position = position
        self._all = self._all.order_by(table.c[position])

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def begin(self) -> dict[str, Any]:
        return {self.name: None}

    async def whole(self, connection: AsyncConnection, initial: Any) -> dict[str, Any]:
        return {self.name: tuple(self.value.read(row) for row in await connection.execute(self._all))}

    async def write(self, connection: AsyncConnection, before: Any, after: Any) -> None:
        old, new = getattr(before, self.name), getattr(after, self.name)
        if old is new:
            return
        shared = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        if shared < len(old):
            await connection.execute(delete(self.table).where(self.table.c[self.position] >= shared))
        await self._insert_from(connection, new, shared)

    async def replace(self, connection: AsyncConnection, after: Any) -> None:
        await connection.execute(delete(self.table))
        await self._insert_from(connection, getattr(after, self.name), 0)

    async def _insert_from(self, connection: AsyncConnection, elements: tuple[Any, ...], first: int) -> None:
        if first < len(elements):
            rows = [{self.position: at, **self.value.cells(elements[at])} for at in range(first, len(elements))]
            await connection.execute(insert(self.table), rows)


class ScalarTable(Stored):
    """All scalars, in one row. As long as it is not there they have their initial values."""

    def __init__(self, table: Table, fields: Mapping[str, Columns], row: str = "row") -> None:
        super().__init__(table, *fields.values())
        self.fields = fields
        self.row = row

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.fields)

    def begin(self) -> dict[str, Any]:
        return dict.fromkeys(self.fields)

    async def whole(self, connection: AsyncConnection, initial: Any) -> dict[str, Any]:
        row = (await connection.execute(self._all)).first()
        if row is None:
            return {name: getattr(initial, name) for name in self.fields}
        found, at = {}, 0
        for name, columns in self.fields.items():
            found[name] = columns.read(row[at : at + len(columns.names)])
            at += len(columns.names)
        return found

    def _cells(self, state: Any, names: Iterable[str]) -> Cells:
        cells: Cells = {}
        for name in names:
            cells.update(self.fields[name].cells(getattr(state, name)))
        return cells

    async def write(self, connection: AsyncConnection, before: Any, after: Any) -> None:
        changed = [name for name in self.fields if getattr(before, name) is not getattr(after, name)]
        if changed:
            done = await connection.execute(update(self.table).values(self._cells(after, changed)))
            if done.rowcount == 0:
                await self._insert(connection, after)

    async def replace(self, connection: AsyncConnection, after: Any) -> None:
        await connection.execute(delete(self.table))
        await self._insert(connection, after)

    async def _insert(self, connection: AsyncConnection, state: Any) -> None:
        await connection.execute(insert(self.table).values({self.row: 1, **self._cells(state, self.fields)}))


# --- loading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Load:
    """A part of the state that a call needs: entries by keys or conditions, something about all, or all of it."""

    name: str
    keys: Callable[[Any, Any], Iterable[Any]] | None = None
    greatest: bool = False
    count: bool = False
    total: str | None = None
    where: Callable[[Any, Any, Any], Conditions] | None = None


def each(source: Iterable[Any], keys: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """The keys for each element of a collection."""
    return [key for element in source for key in keys(element)]


class Store:
    """All tables of the service."""

    def __init__(self, make: type[Any], initial: Any, *tables: Stored) -> None:
        self.make = make
        self.initial = initial
        self.tables = tables
        self.by_name = {name: table for table in tables for name in table.names}
        self._begin = [table.begin for table in tables]

    def view(self, connection: AsyncConnection) -> "View":
        """The state, of which nothing is loaded yet."""
        fields: dict[str, Any] = {}
        for begin in self._begin:
            fields.update(begin())
        return View(self, connection, self.make(**fields))

    async def read(self, connection: AsyncConnection) -> Any:
        """The whole state."""
        fields: dict[str, Any] = {}
        for table in self.tables:
            fields.update(await table.whole(connection, self.initial))
        return self.make(**fields)

    async def replace(self, connection: AsyncConnection, state: Any) -> None:
        """Writes the whole state, whatever is there."""
        for table in self.tables:
            await table.replace(connection, state)

    def with_entry(self, state: Any, name: str, value: Any) -> Any:
        """The same state with another value for a field."""
        return replace(state, **{name: value})

    async def write(self, connection: AsyncConnection, before: Any, after: Any) -> None:
        """Writes what changed."""
        for table in self.tables:
            await table.write(connection, before, after)


class View:
    """The state before a call, as far as it is loaded."""

    def __init__(self, store: Store, connection: AsyncConnection, before: Any) -> None:
        self.store = store
        self.connection = connection
        self.before = before

    async def load(self, load: Load, given: Any) -> None:
        """Loads a part of the state."""
        table = self.store.by_name[load.name]
        if load.greatest:
            await self.fetch(Wanted(load.name, GREATEST))
        elif load.count:
            await self.fetch(Wanted(load.name, COUNT))
        elif load.total is not None:
            await self.fetch(Wanted(load.name, Sum(load.total)))
        elif load.where is not None and isinstance(table, Keyed):
            await self._load_where(table, load.name, load.where, given)
        elif load.keys is None or not isinstance(table, Keyed):
            await self.fetch(Wanted(load.name, WHOLE))
        else:
            relation = getattr(self.before, load.name)
            keys = [key for key in self._keys(load.keys, given) if not relation.knows(key)]
            if keys:
                await table.fetch(self.connection, relation, keys)

    async def _load_where(self, table: Keyed, name: str, where: Callable[..., Conditions], given: Any) -> None:
        """Loads what satisfies conditions; everything where they have no value, since that counts only for an entry."""
        try:
            conditions = where(table.table.c, self.before, given)
        except (Undefined, Outside, Unknown, Wanted):
            await self.fetch(Wanted(name, WHOLE))
        else:
            await table.fetch_where(self.connection, getattr(self.before, name), conditions)

    def _keys(self, keys: Callable[[Any, Any], Iterable[Any]], given: Any) -> list[Any]:
        """The keys; none where they have no value, since then nobody will ask for them."""
        try:
            return list(dict.fromkeys(key for key in keys(self.before, given) if key is not None))
        except (Undefined, Outside, Unknown, Wanted):
            return []

    async def fetch(self, wanted: Wanted) -> None:
        """Loads what a call turned out to need."""
        table = self.store.by_name[wanted.name]
        if not isinstance(table, Keyed):
            for name, value in (await table.whole(self.connection, self.store.initial)).items():
                # The state is frozen for everybody else.
                object.__setattr__(self.before, name, value)
            return
        relation = getattr(self.before, wanted.name)
        if wanted.what is WHOLE:
            await table.fetch_all(self.connection, relation)
        elif wanted.what is GREATEST:
            await table.fetch_greatest(self.connection, relation)
        elif wanted.what is COUNT:
            await table.fetch_count(self.connection, relation)
        elif isinstance(wanted.what, Sum):
            await table.fetch_sum(self.connection, relation, wanted.what)
        elif isinstance(wanted.what, Like):
            await table.fetch_like(self.connection, relation, wanted.what)
        else:
            await table.fetch(self.connection, relation, [wanted.what])

    async def write(self, after: Any) -> None:
        """Writes what changed."""
        if after is not self.before:
            await self.store.write(self.connection, self.before, after)
