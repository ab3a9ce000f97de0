"""Tries the tables and migrations of emitted projects on real databases.

    python tests/service/migrations.py cycle FOLDER…
    python tests/service/migrations.py change BEFORE AFTER

`cycle` brings an empty database up, looks whether it is as `app/tables.py` says, writes values at every limit and reads
them back, tries values just beyond the limits, goes all the way down and up again. `change` takes two states of one
project, of which the second has one migration more: it goes from one to the other and back over rows that are there,
and prints what became of them as JSON. Which database a project is for, its `migrations/schema.json` says.
"""

from __future__ import annotations

import asyncio
import importlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).absolute().parent))

import databases  # noqa: E402

EARLIEST, LATEST = -62_135_596_800_000, 253_402_300_799_999
LEAST, GREATEST = -(2**63), 2**63 - 1
ASTRAL = "\N{GRINNING FACE}"
# Texts that some databases take for the same, or read as something else.
STRANGE = ["a", "a ", "A", "\N{LATIN SMALL LETTER A WITH DIAERESIS}", "a\u0308", "ss", "\N{LATIN SMALL LETTER SHARP S}"]
STRANGE += ["'", '"', "\\", "%s", ":x", "\n", "\t ", "\u2028", "\uffff", ASTRAL, "\U0010ffff", "null", "0", " "]


class Wrong(Exception):
    """Something is not as it has to be."""


def need(holds: bool, why: str) -> None:
    """Raises Wrong where something does not hold."""
    if not holds:
        raise Wrong(why)


# --- values at the limits --------------------------------------------------------------------------------------------


def limits_of(table: dict[str, Any], column: str) -> dict[str, Any]:
    """What the snapshot says about a column, by kind of limit."""
    checks = [check for check in table.get("checks", []) if check["column"] == column]
    return {kind: value for check in checks for limit in check["limits"] for kind, value in limit.items()}


def integers(limits: dict[str, Any]) -> list[int]:
    """Whole numbers at the limits."""
    if "is" in limits:
        return [limits["is"]]
    low = limits.get("at_least", limits.get("above", LEAST - 1) + 1)
    high = limits.get("at_most", limits.get("below", GREATEST + 1) - 1)
    near = [low, low + 1, -1, 0, 1, 2**53 + 1, high - 1, high]
    return sorted({number for number in near if low <= number <= high})


def reals(limits: dict[str, Any]) -> list[float]:
    """Doubles at the limits."""
    low, high = limits.get("at_least", limits.get("above", -1e400)), limits.get("at_most", limits.get("below", 1e400))
    near = [low, high, 0.0, 5e-324, -5e-324, 0.1, 1 / 3, 1.7976931348623157e308, -1.7976931348623157e308, 1e22, 2.0**63]
    inside = {float(number) for number in near if low <= number <= high and abs(number) < 1e309}
    return sorted(inside - {float(limits.get("above", "nan")), float(limits.get("below", "nan"))} - {float("inf")})


def texts(limits: dict[str, Any], longest: int | None) -> list[str]:
    """Texts at the limits, inside and outside of the Basic Multilingual Plane."""
    least = limits.get("no_shorter", 0)
    most = limits.get("no_longer", longest or 100_000)
    padded = [text + "x" * max(0, least - len(text)) for text in STRANGE]
    edges = [fill * size for size in {least, most} for fill in ("x", ASTRAL)]
    return sorted({text for text in [*padded, *edges] if least <= len(text) <= most})


JSON_VALUES: list[Any] = [
    [],
    {},
    {"a": [1, 0.1, 5e-324, GREATEST, LEAST], "A": None, ASTRAL: "\u2028\\'\"%s:x", "": {"": [[]]}},
    [True, False, None, "", 1.7976931348623157e308, *STRANGE],
    "text",
]


def values(table: dict[str, Any], column: dict[str, Any]) -> list[Any]:
    """Values at the limits of a column."""
    limits, kind = limits_of(table, column["name"]), column["type"]
    name, size = next(iter(kind.items())) if isinstance(kind, dict) else (kind, None)
    ways: dict[str, Callable[[], list[Any]]] = {
        "integer": lambda: integers(limits),
        "interval": lambda: integers(limits),
        "real": lambda: reals(limits),
        "text": lambda: texts(limits, None),
        "key": lambda: texts(limits, size),
        "boolean": lambda: [False, True],
        "timestamp": lambda: [EARLIEST, -1, 0, 1, 1_700_000_000_123, LATEST],
        "uuid": lambda: [f"{0:032x}", "f" * 32, "0123456789abcdef0123456789abcdef"],
        "word": lambda: limits["one_of"],
        "json": lambda: JSON_VALUES,
        "json_key": lambda: JSON_VALUES,
    }
    found = ways[name]()
    if name == "uuid":
        found = [f"{u[:8]}-{u[8:12]}-{u[12:16]}-{u[16:20]}-{u[20:]}" for u in found]
    return [*found, None] if column.get("nullable") else found


def by_service(column: dict[str, Any]) -> bool:
    """Whether whoever writes a row gives this column a value."""
    filled: object = column.get("filled", "by_service")
    return filled == "by_service"


def rows(table: dict[str, Any]) -> list[dict[str, Any]]:
    """Rows in which each value at a limit occurs, told apart by their keys."""
    columns = [column for column in table["columns"] if by_service(column)]
    choices = {column["name"]: values(table, column) for column in columns}
    keys = meant_key(table)
    apart = max((len(choices[key]) for key in keys), default=40)
    count = apart if keys and len(keys) == 1 else max(map(len, choices.values()))
    made = [{name: found[at % len(found)] for name, found in choices.items()} for at in range(count)]
    seen: dict[str, dict[str, Any]] = {}
    for number, row in enumerate(made):
        seen[json.dumps([row[key] for key in keys] if keys else number, sort_keys=True)] = row
    return list(seen.values())


def meant_key(table: dict[str, Any]) -> list[str]:
    """The columns that tell rows apart and that the service fills."""
    filled = {column["name"]: column.get("filled", "by_service") for column in table["columns"]}
    meant = [filled[key]["digest_of"] if isinstance(filled[key], dict) else key for key in table["primary_key"]]
    return [key for key in meant if filled[key] == "by_service"]


def beyond(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Rows of which one value is just beyond a limit."""
    for check in table.get("checks", []):
        name = check["column"]
        for limit in check["limits"]:
            kind, value = next(iter(limit.items()))
            outside: Any = {
                "is": lambda v: v + 1,
                "at_least": lambda v: v - 1,
                "above": lambda v: v,
                "at_most": lambda v: v + 1,
                "below": lambda v: v,
                "no_shorter": lambda v: ASTRAL * (v - 1),
                "no_longer": lambda v: "x" * (v + 1),
                "one_of": lambda v: v[0].lower() if v[0].lower() not in v else v[0] + "_",
            }[kind](value)
            if isinstance(outside, str) or LEAST <= outside <= GREATEST:
                yield f"{name} {kind} {value}", {**rows(table)[0], name: outside}


# --- a project in a database -----------------------------------------------------------------------------------------


class Project:
    """An emitted project in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        snapshot = json.loads((folder / "migrations" / "schema.json").read_text())
        self.database: str = snapshot["database"]
        self.stored: list[dict[str, Any]] = snapshot["tables"]

    def tables(self) -> dict[str, Any]:
        """Its tables by name, as `app/tables.py` has them."""
        with self.own_modules():
            return dict(importlib.import_module("app.tables").metadata.tables)

    @contextmanager
    def own_modules(self) -> Iterator[None]:
        """Its own `app` is the one that is found."""
        for name in [name for name in sys.modules if name == "app" or name.startswith("app.")]:
            del sys.modules[name]
        sys.path.insert(0, str(self.folder))
        importlib.invalidate_caches()
        try:
            yield
        finally:
            sys.path.remove(str(self.folder))

    def alembic(self, *arguments: str) -> str:
        """Runs Alembic's command; in this process, since it is run often."""
        from alembic.config import main as run
        from alembic.util import CommandError

        said = io.StringIO()
        with self.own_modules(), redirect_stdout(said), redirect_stderr(said):
            try:
                run(["--config", str(self.folder / "alembic.ini"), "--raiseerr", *arguments])
            except (SystemExit, CommandError) as why:
                raise Wrong(f"{self.folder.name}: alembic {' '.join(arguments)}: {why}: {said.getvalue()}") from None
        return said.getvalue()


def engine() -> Any:
    """A new engine for the database of the moment."""
    from sqlalchemy.ext.asyncio import create_async_engine

    return create_async_engine(os.environ["DATABASE_URL"])


def described(reflect: Any) -> dict[str, Any]:
    """What a database has: names of tables, columns, keys, indexes and checks."""

    def look(connection: Any) -> dict[str, Any]:
        found = reflect(connection)
        names = [name for name in found.get_table_names() if name != "alembic_version"]
        return {
            name: {
                "columns": {one["name"]: one["nullable"] for one in found.get_columns(name)},
                "key": found.get_pk_constraint(name)["constrained_columns"],
                "indexes": sorted(one["name"] for one in found.get_indexes(name)),
                "checks": sorted(one["name"] for one in found.get_check_constraints(name)),
            }
            for name in names
        }

    async def ask() -> dict[str, Any]:
        made = engine()
        try:
            async with made.connect() as connection:
                return dict(await connection.run_sync(look))
        finally:
            await made.dispose()

    return asyncio.run(ask())


def compare(project: Project, tables: dict[str, Any]) -> None:
    """Whether the database is as the tables of the project say."""
    from sqlalchemy import CheckConstraint, inspect

    wanted = {
        name: {
            "columns": {column.name: bool(column.nullable) for column in table.columns},
            "key": [column.name for column in table.primary_key],
            "indexes": sorted(str(index.name) for index in table.indexes),
            "checks": sorted(str(one.name) for one in table.constraints if isinstance(one, CheckConstraint)),
        }
        for name, table in tables.items()
    }
    found = described(inspect)
    for table in found.values():
        # MariaDB keeps JSON as text with a check of its own, under the name of the column.
        table["checks"] = [name for name in table["checks"] if name not in table["columns"]]
    need(found == wanted, f"{project.folder.name}:\nfound  {found}\nwanted {wanted}")


async def write_and_read(project: Project, tables: dict[str, Any]) -> int:
    """Writes values at the limits, reads them back, and orders by each column."""
    made, count = engine(), 0
    try:
        for stored in project.stored:
            table, given = tables[stored["name"]], rows(stored)
            async with made.begin() as connection:
                for row in given:
                    await connection.execute(table.insert(), row)
            names = [column["name"] for column in stored["columns"] if by_service(column)]
            async with made.connect() as connection:
                found = await connection.execute(table.select())
                back = [{name: row._mapping[name] for name in names} for row in found]
                need(same(given, back), f"{project.folder.name}: {stored['name']}: {differences(given, back)}")
                for key in given:
                    await find(connection, stored, table, key)
                for column in stored["columns"]:
                    await order(connection, table, column, given)
            count += len(given)
            await refuse(made, stored, table)
        return count
    finally:
        await made.dispose()


def same(given: list[dict[str, Any]], back: list[dict[str, Any]]) -> bool:
    """Whether the same rows are there, in any order, to the type of each value."""
    return sorted(map(repr, map(flat, given))) == sorted(map(repr, map(flat, back)))


def flat(row: dict[str, Any]) -> list[tuple[str, str, str]]:
    """A row with its types; keys of JSON objects have no order."""
    return [(name, type(value).__name__, json.dumps(value, sort_keys=True)) for name, value in sorted(row.items())]


def differences(given: list[dict[str, Any]], back: list[dict[str, Any]]) -> str:
    """What was lost, and what came instead."""
    one, other = set(map(repr, map(flat, given))), set(map(repr, map(flat, back)))
    return f"lost {sorted(one - other)[:2]}, found {sorted(other - one)[:2]}"[:3000]


async def find(connection: Any, stored: dict[str, Any], table: Any, row: dict[str, Any]) -> None:
    """Whether a row is found by its key, and no other one."""
    from sqlalchemy import and_

    keys = meant_key(stored)
    if keys:
        found = await connection.execute(table.select().where(and_(*(table.c[key] == row[key] for key in keys))))
        need(len(found.all()) == 1, f"{stored['name']}: {[row[key] for key in keys]} is not one row")


async def order(connection: Any, table: Any, column: dict[str, Any], given: list[dict[str, Any]]) -> None:
    """Whether the database orders a column as the language does: texts by code point."""
    kind = column["type"] if isinstance(column["type"], str) else next(iter(column["type"]))
    if not by_service(column) or kind not in ("integer", "interval", "real", "text", "key", "timestamp", "word"):
        return
    name = column["name"]
    wanted = sorted(row[name] for row in given if row[name] is not None)
    from sqlalchemy import select

    found = await connection.execute(select(table.c[name]).where(table.c[name].is_not(None)).order_by(table.c[name]))
    need(list(found.scalars()) == wanted, f"{table.name}.{name}: another order")


async def refuse(made: Any, stored: dict[str, Any], table: Any) -> None:
    """Whether the database refuses what is beyond a limit."""
    from sqlalchemy.exc import DBAPIError

    async with made.begin() as connection:
        await connection.execute(table.delete())
    for what, row in beyond(stored):
        try:
            async with made.begin() as connection:
                await connection.execute(table.insert(), row)
        except DBAPIError:
            continue
        raise Wrong(f"{stored['name']}: a row that breaks {what} is taken")


@contextmanager
def server(kind: str) -> Iterator[Any]:
    """Gives URLs of empty databases."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            numbers = iter(range(10_000))
            yield lambda: f"sqlite+aiosqlite:///{folder}/{next(numbers)}.db"
    else:
        with databases.running(kind) as started:
            yield started.fresh


def cycle(folders: list[Path]) -> None:
    """Up, values, down, up: each project in a database of its own."""
    projects = [Project(folder) for folder in folders]
    for kind in sorted({project.database for project in projects}):
        with server(kind) as fresh:
            for project in projects:
                if project.database == kind:
                    os.environ["DATABASE_URL"] = fresh()
                    cycle_one(project)


def cycle_one(project: Project) -> None:
    """Up, values, down, up."""
    from sqlalchemy import inspect

    project.alembic("upgrade", "head")
    tables = project.tables()
    compare(project, tables)
    count = asyncio.run(write_and_read(project, tables))
    project.alembic("downgrade", "base")
    need(not described(inspect), f"{project.folder.name}: something is left")
    project.alembic("upgrade", "head")
    compare(project, tables)
    need("CREATE TABLE" in project.alembic("upgrade", "head", "--sql"), "no SQL is printed")
    print(f"{project.folder.name}: {len(tables)} tables, {count} rows at the limits, down and up again")


async def put(tables: dict[str, Any], given: dict[str, list[dict[str, Any]]]) -> None:
    """Writes rows by the name of their table."""
    made = engine()
    async with made.begin() as connection:
        for name, found in given.items():
            for row in found:
                await connection.execute(tables[name].insert(), row)
    await made.dispose()


async def get(tables: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """All rows by the name of their table, in order of key."""
    made = engine()
    async with made.connect() as connection:
        found = {}
        for name, table in tables.items():
            read = await connection.execute(table.select().order_by(*table.primary_key))
            found[name] = [{column: shown(value) for column, value in row._mapping.items()} for row in read]
    await made.dispose()
    return found


def shown(value: Any) -> Any:
    """A value as JSON."""
    return value.hex() if isinstance(value, bytes) else value


def change(before: Path, after: Path) -> None:
    """Rows of the first project go to the second and back."""
    old, new = Project(before), Project(after)
    with server(new.database) as fresh:
        os.environ["DATABASE_URL"] = fresh()
        new.alembic("upgrade", "0001")
        old_tables = old.tables()
        compare(old, old_tables)
        asyncio.run(put(old_tables, json.loads((before / "rows.json").read_text())))
        new.alembic("upgrade", "head")
        new_tables = new.tables()
        compare(new, new_tables)
        up = asyncio.run(get(new_tables))
        new.alembic("downgrade", "0001")
        compare(old, old_tables)
        down = asyncio.run(get(old_tables))
        new.alembic("upgrade", "head")
        compare(new, new_tables)
        new.alembic("downgrade", "base")
        print(json.dumps({"up": up, "down": down}, indent=1))


def main(arguments: list[str]) -> int:
    """Does what it is told."""
    folders = [Path(one).absolute() for one in arguments[1:]]
    try:
        if arguments[:1] == ["cycle"]:
            cycle(folders)
        elif arguments[:1] == ["change"] and len(folders) == 2:
            change(*folders)
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except (Wrong, databases.Broken) as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
