"""Transactions: each call is one, and those that change something are serializable."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Literal, TypeVar

from sqlalchemy import event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.runtime.problems import unavailable

_ATTEMPTS = 12
_PAUSE = 0.005
_LONGEST_PAUSE = 0.25
# Serialization failures and deadlocks of PostgreSQL, and what it says when it shuts down or has no room.
_POSTGRES_AGAIN = ("40001", "40P01", "55P03", "57P01", "53300")
# Deadlocks, lock timeouts and changed records of MySQL and MariaDB.
_MYSQL_AGAIN = (1205, 1213, 1020, 1040)

R = TypeVar("R")

Mode = Literal["write", "read", "one"]
"""Whether a transaction may change something, only reads, or is no more than one statement."""


class Database:
    """A database, and how calls reach it."""

    def __init__(self, url: str, pool_size: int = 10) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = _sqlite(url) if self.is_sqlite else _server(url, pool_size)

    async def close(self) -> None:
        """Lets all connections go."""
        await self.engine.dispose()

    @asynccontextmanager
    async def transaction(self, mode: Mode) -> AsyncIterator[AsyncConnection]:
        """One transaction, which is kept where nothing goes wrong."""
        async with self.engine.connect() as connection:
            if not self.is_sqlite:
                async with connection.begin():
                    yield connection
            elif mode == "one":
                yield connection
            else:
                # The driver itself is asked: a statement of SQLAlchemy takes three times as many turns of its thread.
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.execute("BEGIN IMMEDIATE" if mode == "write" else "BEGIN")
                try:
                    yield connection
                except BaseException:
                    await asyncio.shield(driver.rollback())
                    raise
                await driver.commit()

    async def attempt(self, mode: Mode, work: Callable[[AsyncConnection], Awaitable[R]]) -> R:
        """Does something in a transaction; again, where others were in the way."""
        for attempt in range(_ATTEMPTS):
            try:
                async with self.transaction(mode) as connection:
                    return await work(connection)
            except (DBAPIError, sqlite3.Error) as error:
                if not is_passing(error):
                    raise
            # Those that were in each other's way come back at different times.
            pause = min(_PAUSE * 2**attempt, _LONGEST_PAUSE)
            await asyncio.sleep(pause * (0.5 + random.random()))
        raise unavailable("Too many others are changing the same things. Try again.")


def is_passing(error: DBAPIError | sqlite3.Error) -> bool:
    """Whether the same may work a moment later."""
    cause: Any = error.orig if isinstance(error, DBAPIError) else error
    while cause is not None:
        if isinstance(cause, sqlite3.OperationalError):
            return "locked" in str(cause) or "busy" in str(cause)
        state = getattr(cause, "sqlstate", None) or getattr(cause, "pgcode", None)
        if state in _POSTGRES_AGAIN:
            return True
        if cause.args and cause.args[0] in _MYSQL_AGAIN:
            return True
        cause = cause.__cause__
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _sqlite(url: str) -> AsyncEngine:
    engine = create_async_engine(
        url,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        pool_reset_on_return=None,
        connect_args={"timeout": 10},
    )

    def prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for setting in ("journal_mode=WAL", "busy_timeout=10000", "synchronous=NORMAL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    event.listen(engine.sync_engine, "connect", prepare)
    return engine


def _server(url: str, pool_size: int) -> AsyncEngine:
    return create_async_engine(
        url, isolation_level="SERIALIZABLE", pool_size=pool_size, max_overflow=0, pool_pre_ping=False, pool_recycle=1800
    )
