"""Runs migrations in the database that the service uses."""

from __future__ import annotations

import asyncio
from typing import Any

from alembic import context
from sqlalchemy import event, pool
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from app.settings import settings
from app.tables import metadata


def engine_of(url: str) -> AsyncEngine:
    """The database. Nothing is kept of a migration that fails, as far as the database can do that: MySQL cannot."""
    engine = create_async_engine(url, poolclass=pool.NullPool, hide_parameters=True)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine.sync_engine, "connect")
        def leave_transactions_to_us(connection: Any, _record: object) -> None:
            connection.isolation_level = None

        @event.listens_for(engine.sync_engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def migrate(connection: Connection) -> None:
    """Runs migrations in a connection."""
    is_sqlite = connection.dialect.name == "sqlite"
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True if is_sqlite else None)
    with context.begin_transaction():
        context.run_migrations()


async def online(url: str) -> None:
    """Runs migrations."""
    engine = engine_of(url)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(migrate)
    finally:
        await engine.dispose()


def offline(url: str) -> None:
    """Prints migrations as SQL, with `--sql`."""
    context.configure(url=url, target_metadata=metadata, literal_binds=True, dialect_opts={"paramstyle": "named"})
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    offline(settings().database_url)
else:
    asyncio.run(online(settings().database_url))
